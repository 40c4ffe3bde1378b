//! Invariants of masses in a point gravity field: energy and angular momentum.

use super::trajectory::Trajectory;
use super::vectors::{Vector, add, cross, dot, length, subtract};

/// Masses of 1 kg in the field of strength 1 m3/s2 at the origin; two of them may hang on a spring without unstretched length.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Full name of the model.
    pub model: &'static str,
    /// Names of position, m, and velocity, m/s, of each mass.
    pub masses: &'static [(&'static str, &'static str)],
    /// Constant of the spring, N/m.
    pub spring: f64,
}

/// Systems that do not interact with others of their model.
pub const SYSTEMS: [System; 5] = [
    single("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity", &[("body1.frame_a.r_0", "body1.v_0")]),
    single("Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravity", &[("body2.frame_a.r_0", "body2.v_0")]),
    single(
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses",
        &[("body1.r_0", "body1.v_0")],
    ),
    single(
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses",
        &[("body2.r_0", "body2.v_0")],
    ),
    System {
        model: "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses",
        masses: &[("body3.r_0", "body3.v_0"), ("body4.r_0", "body4.v_0")],
        spring: 10.0,
    },
];

const fn single(model: &'static str, masses: &'static [(&'static str, &'static str)]) -> System {
    System { model, masses, spring: 0.0 }
}

/// Largest changes since the start, relative to the value at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drift {
    pub energy: f64,
    pub angular_momentum: f64,
}

impl System {
    /// Change of the invariants along a trajectory.
    pub fn drift(&self, trajectory: &Trajectory) -> Drift {
        let (energy, momentum) = self.invariants(trajectory, 0);
        (1..trajectory.time.len()).fold(Drift::default(), |drift, row| {
            let (e, h) = self.invariants(trajectory, row);
            Drift {
                energy: drift.energy.max((e - energy).abs() / energy.abs()),
                angular_momentum: drift.angular_momentum.max(length(subtract(h, momentum)) / length(momentum)),
            }
        })
    }

    /// Energy, J, and angular momentum about the origin, N.m.s.
    fn invariants(&self, trajectory: &Trajectory, row: usize) -> (f64, Vector) {
        let vector = |name: &str| -> Vector {
            std::array::from_fn(|k| trajectory.column(&format!("{name}[{}]", k + 1)).unwrap()[row])
        };
        let states: Vec<(Vector, Vector)> = self.masses.iter().map(|(r, v)| (vector(r), vector(v))).collect();
        let single = states.iter().map(|&(r, v)| dot(v, v) / 2.0 - 1.0 / length(r)).sum::<f64>();
        let stretch = if let [(a, _), (b, _)] = states[..] { subtract(b, a) } else { [0.0; 3] };
        let momentum = states.iter().fold([0.0; 3], |sum, &(r, v)| add(sum, cross(r, v)));
        (single + self.spring / 2.0 * dot(stretch, stretch), momentum)
    }
}
