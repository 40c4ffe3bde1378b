//! A model file as text, in motion: values by name, and derivatives of anything by differences along the trajectory.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use fmu_core::assembly::Model;
use fmu_core::dynamics::{EvaluationError, System};
use fmu_core::model_file::{Diagnostic, ModelFile};
use fmu_core::scalar::{Matrix3, Vector3};
use fmu_core::solver::{DormandPrince, OrdinaryDifferentialEquations, Tolerance};
use fmu_core::variables::Target;
use std::collections::HashMap;
use std::sync::Arc;

/// Relative tolerance of the integrator: rounding decides the error of a short way.
const TOLERANCE: f64 = 1e-13;
/// Distance of the points of difference formulas, s.
const H: f64 = 2e-3;

/// The model in a TOML text, or every problem in words.
pub fn try_compile(text: &str) -> Result<Model, String> {
    let words =
        |problems: Vec<Diagnostic>| problems.iter().map(|p| p.problem.to_string()).collect::<Vec<_>>().join("\n");
    let file = ModelFile::from_toml(text).map_err(words)?;
    Model::compile(&file).map_err(words)
}

struct Equations<'a>(&'a mut System);

impl OrdinaryDifferentialEquations for Equations<'_> {
    type Error = EvaluationError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.0.derivatives(t, x, dx)
    }

    fn project(&mut self, x: &mut [f64]) -> bool {
        self.0.project(x)
    }
}

/// A model at one moment of its motion.
pub struct Moving {
    pub model: Arc<Model>,
    pub system: System,
    pub t: f64,
    pub x: Vec<f64>,
    names: HashMap<String, usize>,
}

impl Moving {
    /// The model at time 0.
    pub fn new(text: &str) -> Self {
        Self::with_inputs(text, &[])
    }

    /// The model at time 0 with these inputs and parameters.
    pub fn with_inputs(text: &str, values: &[(&str, f64)]) -> Self {
        let model = Arc::new(try_compile(text).unwrap_or_else(|problem| panic!("{problem}\n{text}")));
        let mut system = System::new(Arc::clone(&model));
        let names: HashMap<_, _> =
            model.catalogue.variables.iter().enumerate().map(|(i, v)| (v.name.clone(), i)).collect();
        for (name, value) in values {
            match model.catalogue.variables[names[*name]].target {
                Some(Target::Parameter(i)) => system.set_parameter(i, *value),
                Some(Target::Input(i)) => system.set_input(i, *value),
                None => panic!("{name} cannot be set"),
            }
        }
        let mut x = vec![0.0; system.dimension()];
        system.prepare().unwrap();
        system.initialize(0.0, &mut x).unwrap();
        Self { model, system, t: 0.0, x, names }
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    pub fn get(&mut self, name: &str) -> f64 {
        let index = *self.names.get(name).unwrap_or_else(|| panic!("no variable {name}"));
        self.system.value(self.t, &self.x, &self.model.catalogue.variables[index].source).unwrap()
    }

    pub fn vector(&mut self, name: &str) -> Vector3<f64> {
        Vector3::from_fn(|k, _| self.get(&format!("{name}[{}]", k + 1)))
    }

    /// Maps world coordinates to the coordinates of a frame connector; the identity for `world`.
    pub fn t(&mut self, frame: &str) -> Matrix3<f64> {
        if frame == "world" {
            return Matrix3::identity();
        }
        Matrix3::from_fn(|i, j| self.get(&format!("{frame}.R.T[{},{}]", i + 1, j + 1)))
    }

    pub fn r_0(&mut self, frame: &str) -> Vector3<f64> {
        self.vector(&format!("{frame}.r_0"))
    }

    /// Integrates to `end`, over time events.
    pub fn run(&mut self, end: f64) {
        while let Some(event) = self.system.next_time_event(self.t).filter(|event| *event <= end) {
            self.advance(event);
            self.system.update_events(self.t, &self.x).unwrap();
        }
        self.advance(end);
    }

    fn advance(&mut self, end: f64) {
        let mut solver = DormandPrince::new(self.x.len(), Tolerance::from_relative(TOLERANCE));
        solver.integrate(&mut Equations(&mut self.system), &mut self.t, &mut self.x, end).unwrap();
        self.system.invalidate();
    }

    /// First and second time derivative of what `f` measures: difference formulas of order 6 along the trajectory, which goes on from
    /// three points before the present moment.
    pub fn derivatives<const N: usize>(&mut self, f: impl Fn(&mut Self) -> [f64; N]) -> ([f64; N], [f64; N]) {
        const FIRST: [f64; 7] = [-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0];
        const SECOND: [f64; 7] = [2.0, -27.0, 270.0, -490.0, 270.0, -27.0, 2.0];
        let (t, x) = (self.t, self.x.clone());
        let (mut first, mut second) = ([0.0; N], [0.0; N]);
        self.backwards(3.0 * H);
        for (a, b) in FIRST.into_iter().zip(SECOND) {
            let values = f(self);
            for k in 0..N {
                first[k] += a * values[k] / (60.0 * H);
                second[k] += b * values[k] / (180.0 * H * H);
            }
            self.advance(self.t + H);
        }
        (self.t, self.x) = (t, x);
        self.system.invalidate();
        (first, second)
    }

    /// The same for a vector.
    pub fn derivatives3(&mut self, f: impl Fn(&mut Self) -> Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let (first, second) = self.derivatives(|m| f(m).into());
        (first.into(), second.into())
    }

    /// Angular velocity of a frame in world coordinates from the change of its axes: `skew(w) = der(T') T`.
    pub fn w_0(&mut self, frame: &str) -> Vector3<f64> {
        if frame == "world" {
            return Vector3::zeros();
        }
        let (rates, _) = self.derivatives(|m| <[f64; 9]>::try_from(m.t(frame).transpose().as_slice()).unwrap());
        let skew = Matrix3::from_column_slice(&rates) * self.t(frame);
        Vector3::new(skew[(2, 1)] - skew[(1, 2)], skew[(0, 2)] - skew[(2, 0)], skew[(1, 0)] - skew[(0, 1)]) / 2.0
    }

    /// Back in time by classical Runge-Kutta steps.
    fn backwards(&mut self, by: f64) {
        const STEPS: i32 = 60;
        let h = -by / f64::from(STEPS);
        for _ in 0..STEPS {
            let (t, x) = (self.t, self.x.clone());
            let mut slopes: Vec<Vec<f64>> = Vec::new();
            for c in [0.0, 0.5, 0.5, 1.0] {
                let at = slopes.last().map_or(x.clone(), |k| x.iter().zip(k).map(|(x, k)| x + c * h * k).collect());
                let mut dx = vec![0.0; x.len()];
                self.system.derivatives(t + c * h, &at, &mut dx).unwrap();
                slopes.push(dx);
            }
            for i in 0..x.len() {
                let [a, b, c, d] = [0, 1, 2, 3].map(|s: usize| slopes[s][i]);
                self.x[i] = x[i] + h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
            }
            self.t = t + h;
        }
        self.system.invalidate();
    }
}

/// Asserts that two vectors agree, relative to their size.
pub fn near3(found: Vector3<f64>, expected: Vector3<f64>, tolerance: f64, what: &str) {
    let error = (found - expected).norm() / (1.0 + expected.norm());
    assert!(error < tolerance, "{what}: {found:?}, expected {expected:?}, error {error:e}");
}

/// Asserts that two numbers agree, relative to their size.
pub fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found - expected).abs() / (1.0 + expected.abs());
    assert!(error < tolerance, "{what}: {found}, expected {expected}, error {error:e}");
}

/// Three free bodies that tumble, tied by springs at points off their centres; each carries a rotated frame `fa`, `fb`, `fc`.
pub const TUMBLING: &str = r#"
name = "Tumbling"
connections = [
  ["a.frame_a", "fa.frame_a"], ["b.frame_a", "fb.frame_a"], ["c.frame_a", "fc.frame_a"],
  ["ab.frame_a", "fa.frame_b"], ["ab.frame_b", "fb.frame_b"],
  ["bc.frame_a", "fb.frame_b"], ["bc.frame_b", "fc.frame_b"],
  ["wc.frame_a", "world.frame_b"], ["wc.frame_b", "fc.frame_b"],
  CONNECTIONS
]
[components.world]
class = "World"
g = 3.0
n = [0.2, -1, 0.4]
[components.a]
class = "Parts.Body"
m = 1.5
r_CM = [0.1, -0.2, 0.05]
I_11 = 0.3
I_22 = 0.5
I_33 = 0.4
I_21 = 0.05
I_31 = -0.03
I_32 = 0.02
r_0 = { start = [0.3, 0.4, -0.2] }
v_0 = { start = [0.5, -0.2, 0.7] }
angles_start = [0.4, -0.7, 1.1]
w_0_start = [1.3, -0.8, 0.6]
[components.b]
class = "Parts.Body"
m = 0.8
r_CM = [-0.1, 0.1, 0.2]
I_11 = 0.2
I_22 = 0.15
I_33 = 0.25
r_0 = { start = [-0.9, 0.6, 0.8] }
v_0 = { start = [-0.3, 0.9, 0.1] }
angles_start = [-1.2, 0.3, 0.5]
w_0_start = [-0.7, 1.9, 1.1]
[components.c]
class = "Parts.Body"
m = 2.0
r_CM = [0.0, 0.15, 0.0]
I_11 = 0.6
I_22 = 0.4
I_33 = 0.5
r_0 = { start = [0.2, -1.1, 0.5] }
v_0 = { start = [0.4, 0.3, -0.6] }
angles_start = [0.2, 0.9, -0.4]
w_0_start = [0.9, 0.4, -1.5]
[components.fa]
class = "Parts.FixedRotation"
r = [0.3, 0.1, -0.2]
n = [1, 2, -1]
angle = 35
[components.fb]
class = "Parts.FixedRotation"
r = [-0.2, 0.25, 0.1]
n = [-1, 1, 3]
angle = 70
[components.fc]
class = "Parts.FixedRotation"
r = [0.1, -0.15, 0.4]
n = [2, 0.5, 1]
angle = -110
[components.ab]
class = "Forces.Spring"
c = 12
s_unstretched = 0.4
[components.bc]
class = "Forces.Spring"
c = 7
s_unstretched = 0.6
[components.wc]
class = "Forces.Spring"
c = 9
s_unstretched = 0.3
"#;

/// The tumbling bodies with more components and connections.
pub fn tumbling(components: &str, connections: &[(String, String)]) -> String {
    let lines: Vec<String> = connections.iter().map(|(from, to)| format!("[\"{from}\", \"{to}\"],")).collect();
    TUMBLING.replace("CONNECTIONS", &lines.join("\n  ")) + components
}
