//! Vectors, rotations and numbers of pictures.

/// Vector, m.
pub type Vector = [f64; 3];
/// Unit quaternion x, y, z, w of the rotation from an object's axes to the world's.
pub type Rotation = [f64; 4];

/// No rotation.
pub const IDENTITY: Rotation = [0.0, 0.0, 0.0, 1.0];

/// Sum.
pub fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Difference.
pub fn subtract(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Multiple.
pub fn scaled(a: Vector, factor: f64) -> Vector {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

/// Scalar product.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Euclidean norm.
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The vector with length 1; none for the zero vector.
pub fn unit(a: Vector) -> Option<Vector> {
    // Two steps, so that very small and very large vectors have a direction, too.
    let largest = a[0].abs().max(a[1].abs()).max(a[2].abs());
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let a = [a[0] / largest, a[1] / largest, a[2] / largest];
    Some(scaled(a, 1.0 / length(a)))
}

/// Some unit vector across a unit vector.
pub fn across(a: Vector) -> Vector {
    let other = if a[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    unit(cross(a, other)).unwrap_or([0.0, 0.0, 1.0])
}

/// Axes of a shape in the coordinates that length and width direction are given in, as MultiBody.Visualizers.Advanced.Shape says.
pub fn shape_axes(along: Vector, wide: Vector) -> [Vector; 3] {
    let x = unit(along).unwrap_or([1.0, 0.0, 0.0]);
    let wide = unit(wide).unwrap_or([0.0, 1.0, 0.0]);
    let n = cross(x, wide);
    let wide = match dot(n, n) > 1e-6 {
        true => wide,
        false if x[0].abs() > 1e-6 => [0.0, 1.0, 0.0],
        false => [1.0, 0.0, 0.0],
    };
    let z = unit(cross(x, wide)).unwrap_or([0.0, 0.0, 1.0]);
    [x, cross(z, x), z]
}

/// The rotation whose object axes are these in world coordinates (Shepperd, "Quaternion from rotation matrix", 1978).
pub fn from_axes([x, y, z]: [Vector; 3]) -> Rotation {
    let trace = x[0] + y[1] + z[2];
    let q = if trace > x[0].max(y[1]).max(z[2]) {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if x[0] >= y[1] && x[0] >= z[2] {
        [1.0 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]]
    } else if y[1] >= z[2] {
        [y[0] + x[1], 1.0 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2]]
    } else {
        [z[0] + x[2], z[1] + y[2], 1.0 + z[2] - x[0] - y[1], x[1] - y[0]]
    };
    normalized(q)
}

/// The quaternion with length 1; no rotation for zero.
pub fn normalized(q: Rotation) -> Rotation {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm > 0.0 { q.map(|x| x / norm) } else { IDENTITY }
}

/// First `b`, then `a`.
pub fn multiply(a: Rotation, b: Rotation) -> Rotation {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The inverse rotation.
pub fn conjugate([x, y, z, w]: Rotation) -> Rotation {
    [-x, -y, -z, w]
}

/// A vector in object coordinates in those of the world.
pub fn rotate(q: Rotation, v: Vector) -> Vector {
    let axis = [q[0], q[1], q[2]];
    let twice = scaled(cross(axis, v), 2.0);
    add(add(v, scaled(twice, q[3])), cross(axis, twice))
}

/// The smallest rotation that takes one unit vector to another.
pub fn between(from: Vector, to: Vector) -> Rotation {
    let cosine = dot(from, to);
    if cosine < -1.0 + 1e-12 {
        let [x, y, z] = across(from);
        return [x, y, z, 0.0];
    }
    let [x, y, z] = cross(from, to);
    normalized([x, y, z, 1.0 + cosine])
}

/// The same rotation with the sign that is nearer to `reference`.
pub fn nearer(reference: Rotation, q: Rotation) -> Rotation {
    if quaternion_dot(reference, q) < 0.0 { q.map(|x| -x) } else { q }
}

/// Scalar product of quaternions: the cosine of half the angle between unit ones.
pub fn quaternion_dot(a: Rotation, b: Rotation) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Angle between two rotations, rad.
pub fn angle(a: Rotation, b: Rotation) -> f64 {
    let [x, y, z, w] = multiply(conjugate(a), b);
    2.0 * (x * x + y * y + z * z).sqrt().atan2(w.abs())
}

/// Spherical linear interpolation along the shorter way.
pub fn slerp(a: Rotation, b: Rotation, part: f64) -> Rotation {
    let b = nearer(a, b);
    let cosine = quaternion_dot(a, b).min(1.0);
    let (left, right) = if cosine > 0.9999 {
        (1.0 - part, part)
    } else {
        let angle = cosine.acos();
        (((1.0 - part) * angle).sin() / angle.sin(), (part * angle).sin() / angle.sin())
    };
    let mut q = [0.0; 4];
    q.iter_mut().zip(a.iter().zip(b)).for_each(|(q, (a, b))| *q = a * left + b * right);
    normalized(q)
}

/// A number in seven digits, so that the last ones of functions of other platforms do not count.
pub fn rounded(x: f64) -> f64 {
    // A whole number of no more digits is itself.
    if x.abs() < 1e6 && x == f64::from(x as i32) {
        return x;
    }
    format!("{x:.6e}").parse().unwrap_or(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vector, b: Vector) {
        assert!(length(subtract(a, b)) < 1e-12, "{a:?} {b:?}");
    }

    #[test]
    fn axes_follow_the_library() {
        assert_eq!(shape_axes([0.0, 2.0, 0.0], [1.0, 0.0, 0.0]), [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]);
        // No direction: x. A width along the length: y, or x where the length is along y.
        assert_eq!(shape_axes([0.0; 3], [0.0, 1.0, 0.0])[0], [1.0, 0.0, 0.0]);
        assert_eq!(shape_axes([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])[1], [0.0, 1.0, 0.0]);
        assert_eq!(shape_axes([0.0, 1.0, 0.0], [0.0, 1.0, 0.0])[1], [1.0, 0.0, 0.0]);
    }

    #[test]
    fn rotations_turn_axes() {
        for along in [[1.0, 2.0, 3.0], [-1.0, 0.1, 0.2], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [-0.3, -0.4, 0.9]] {
            let axes = shape_axes(along, [0.3, 1.0, -0.2]);
            let q = from_axes(axes);
            near(rotate(q, [1.0, 0.0, 0.0]), axes[0]);
            near(rotate(q, [0.0, 1.0, 0.0]), axes[1]);
            near(rotate(q, [0.0, 0.0, 1.0]), axes[2]);
            near(rotate(between([0.0, 1.0, 0.0], axes[0]), [0.0, 1.0, 0.0]), axes[0]);
            let half = slerp(IDENTITY, q, 0.5);
            assert!((angle(IDENTITY, half) - angle(half, q)).abs() < 1e-9);
            near(rotate(multiply(half, half), [1.0, 0.0, 0.0]), axes[0]);
        }
    }
}
