//! Vectors of three elements.

pub type Vector = [f64; 3];

pub fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn add(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] + b[k])
}

pub fn subtract(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] - b[k])
}

pub fn scale(factor: f64, a: Vector) -> Vector {
    a.map(|x| factor * x)
}
