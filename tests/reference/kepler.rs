//! The motion of a point in the field of a point mass at the origin (Goldstein, Classical Mechanics, 3.7 and 3.8).

type Vector = [f64; 3];

/// An elliptic orbit.
#[derive(Clone, Copy, Debug)]
pub struct Orbit {
    /// Semi-major axis, m.
    semi_major: f64,
    /// Numerical eccentricity.
    eccentricity: f64,
    /// Mean motion, rad/s.
    mean_motion: f64,
    /// Mean anomaly at time 0, rad.
    mean_anomaly: f64,
    /// Directions to the pericentre and, in the plane of the orbit, 90 degrees ahead of it.
    axes: [Vector; 2],
}

/// Quantities that the motion keeps, per unit of mass.
#[derive(Clone, Copy, Debug)]
pub struct Invariants {
    /// v^2/2 - mu/|r|, J/kg.
    pub energy: f64,
    /// r x v, m2/s.
    pub angular_momentum: Vector,
}

impl Invariants {
    /// Of a point at `r`, m, with the velocity `v`, m/s, in a field of the strength `mu`, m3/s2.
    pub fn new(mu: f64, r: Vector, v: Vector) -> Self {
        Self { energy: dot(v, v) / 2.0 - mu / length(r), angular_momentum: cross(r, v) }
    }

    /// Differences to `other`, relative: energy, angular momentum.
    pub fn distance(&self, other: &Self) -> (f64, f64) {
        let h = subtract(self.angular_momentum, other.angular_momentum);
        ((self.energy - other.energy).abs() / other.energy.abs(), length(h) / length(other.angular_momentum))
    }
}

impl Orbit {
    /// The orbit through `r`, m, with the velocity `v`, m/s, at time 0, in a field of the strength `mu`, m3/s2. The energy has to
    /// be negative.
    pub fn new(mu: f64, r: Vector, v: Vector) -> Self {
        let Invariants { energy, angular_momentum } = Invariants::new(mu, r, v);
        assert!(energy < 0.0, "not an ellipse");
        let semi_major = -mu / (2.0 * energy);
        // Laplace-Runge-Lenz vector: towards the pericentre, of the length e.
        let laplace = subtract(scale(1.0 / mu, cross(v, angular_momentum)), scale(1.0 / length(r), r));
        let eccentricity = length(laplace);
        let pericentre = scale(1.0 / eccentricity, laplace);
        let ahead = scale(1.0 / length(angular_momentum), cross(angular_momentum, pericentre));
        let semi_minor = semi_major * (1.0 - eccentricity * eccentricity).sqrt();
        let anomaly = (dot(r, ahead) / semi_minor).atan2(dot(r, pericentre) / semi_major + eccentricity);
        Self {
            semi_major,
            eccentricity,
            mean_motion: (mu / semi_major.powi(3)).sqrt(),
            mean_anomaly: anomaly - eccentricity * anomaly.sin(),
            axes: [pericentre, ahead],
        }
    }

    /// Where the point is at `time`, s.
    pub fn position(&self, time: f64) -> Vector {
        let (a, e) = (self.semi_major, self.eccentricity);
        let mean = self.mean_anomaly + self.mean_motion * time;
        // Kepler's equation: E - e sin E = M.
        let mut anomaly = mean;
        for _ in 0..50 {
            anomaly -= (anomaly - e * anomaly.sin() - mean) / (1.0 - e * anomaly.cos());
        }
        let (x, y) = (a * (anomaly.cos() - e), a * (1.0 - e * e).sqrt() * anomaly.sin());
        let [pericentre, ahead] = self.axes;
        std::array::from_fn(|k| x * pericentre[k] + y * ahead[k])
    }
}

pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub fn subtract(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn scale(factor: f64, a: Vector) -> Vector {
    a.map(|x| factor * x)
}

mod tests {
    use super::*;

    #[test]
    fn an_orbit_accelerates_towards_the_origin() {
        let (mu, r, v) = (1.3, [0.1, 0.6, -0.2], [1.0, 0.2, 0.3]);
        let orbit = Orbit::new(mu, r, v);
        assert!(length(subtract(orbit.position(0.0), r)) < 1e-14);
        let step = 1e-4;
        for time in [0.0, 0.7, 2.9] {
            let [before, at, after] = [-step, 0.0, step].map(|offset| orbit.position(time + offset));
            let gravity = -mu / length(at).powi(3);
            for k in 0..3 {
                let acceleration = (after[k] - 2.0 * at[k] + before[k]) / (step * step);
                assert!((acceleration - gravity * at[k]).abs() < 1e-5, "{time} {k}");
            }
        }
    }
}
