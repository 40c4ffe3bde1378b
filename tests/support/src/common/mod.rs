//! A model file as text, compiled, initialised and integrated, with its variables by name.

pub mod circles;
mod host;
pub mod zoo;

use crate::read_back::read_back;
use compiler::model_file::{Diagnostic, ModelFile};
use fmu_core::instance::{Experiment, FmiValue, Instance};
pub use host::{Host, number};
use mechanism::Source;
use mechanism::scalar::{Matrix3, Vector3};
use simulation::dynamics::{EvaluationError, System};
use simulation::model::Model;
use simulation::solver::{ExplicitRungeKutta, Tolerance};
use simulation::variables::{DataType, Target, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Relative tolerance of the integrator unless a test says another.
pub const TOLERANCE: f64 = 1e-10;

/// The model in a TOML text, or every problem in words.
pub fn try_compile(text: &str) -> Result<Model, String> {
    let words =
        |problems: Vec<Diagnostic>| problems.iter().map(|p| p.problem.to_string()).collect::<Vec<_>>().join("\n");
    let file = ModelFile::from_toml(text).map_err(words)?;
    compiler::compile(&file).map_err(words)
}

/// The model in a TOML text.
pub fn compile(text: &str) -> Model {
    try_compile(text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// A model at one moment of its motion.
pub struct Rig {
    pub model: Arc<Model>,
    pub system: System,
    pub t: f64,
    pub x: Vec<f64>,
    tolerance: f64,
    names: HashMap<String, usize>,
}

impl Rig {
    /// The model at time 0.
    pub fn new(text: &str) -> Self {
        let mut rig = Self::uninitialized(compile(text));
        rig.initialize(0.0).unwrap();
        rig
    }

    /// The model before initialisation.
    pub fn uninitialized(model: Model) -> Self {
        let system = jets::system(Arc::new(read_back(&model)));
        let model = Arc::new(model);
        let names = model.catalogue.variables.iter().enumerate().map(|(i, v)| (v.name.to_owned(), i)).collect();
        let x = vec![0.0; system.dimension()];
        Self { model, system, t: 0.0, x, tolerance: TOLERANCE, names }
    }

    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Evaluates the parameters and starts at time `t`.
    pub fn initialize(&mut self, t: f64) -> Result<(), EvaluationError> {
        self.t = t;
        self.system.prepare()?;
        self.system.initialize(t, &mut self.x)
    }

    pub fn index(&self, name: &str) -> usize {
        *self.names.get(name).unwrap_or_else(|| panic!("no variable {name}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Names of all variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.model.catalogue.variables.iter().map(|v| v.name)
    }

    /// Sets a parameter, a start value or an input.
    pub fn set(&mut self, name: &str, value: f64) {
        match self.model.catalogue.variables.at(self.index(name)).target {
            Some(Target::Parameter(i)) => self.system.set_parameter(i, value),
            Some(Target::Input(i)) => self.system.set_input(i, value),
            None => panic!("{name} cannot be set"),
        }
    }

    pub fn set3(&mut self, name: &str, value: [f64; 3]) {
        (0..3).for_each(|k| self.set(&format!("{name}[{}]", k + 1), value[k]));
    }

    /// Value from any source at the present moment.
    pub fn source(&mut self, source: &Source) -> f64 {
        self.system.value(self.t, &self.x, source).unwrap()
    }

    pub fn get(&mut self, name: &str) -> f64 {
        let source = self.model.catalogue.variables.at(self.index(name)).source.clone();
        self.source(&source)
    }

    pub fn vector(&mut self, name: &str) -> Vector3<f64> {
        Vector3::from_fn(|k, _| self.get(&format!("{name}[{}]", k + 1)))
    }

    pub fn matrix(&mut self, name: &str) -> Matrix3<f64> {
        Matrix3::from_fn(|i, j| self.get(&format!("{name}[{},{}]", i + 1, j + 1)))
    }

    /// Maps world coordinates to the coordinates of the frame connector.
    pub fn t(&mut self, frame: &str) -> Matrix3<f64> {
        self.matrix(&format!("{frame}.R.T"))
    }

    pub fn r_0(&mut self, frame: &str) -> Vector3<f64> {
        self.vector(&format!("{frame}.r_0"))
    }

    /// Number of the frame connector in the mechanism.
    pub fn frame_id(&self, frame: &str) -> usize {
        // The position may be a state.
        let first = self.model.catalogue.variables.at(self.index(&format!("{frame}.R.T[1,1]"))).source;
        match first {
            Source::Orientation(id, ..) => *id,
            other => panic!("{frame}: {other:?}"),
        }
    }

    /// Velocity of a frame connector's origin, world axes.
    pub fn v_0(&mut self, frame: &str) -> Vector3<f64> {
        let id = self.frame_id(frame);
        Vector3::from_fn(|k, _| self.source(&Source::Velocity(id, k)))
    }

    /// Angular velocity of a frame connector, world axes.
    pub fn w_0(&mut self, frame: &str) -> Vector3<f64> {
        self.t(frame).transpose() * self.vector(&format!("{frame}.R.w"))
    }

    /// Force into a frame connector, world axes.
    pub fn force(&mut self, frame: &str) -> Vector3<f64> {
        self.t(frame).transpose() * self.vector(&format!("{frame}.f"))
    }

    /// Torque into a frame connector, world axes.
    pub fn torque(&mut self, frame: &str) -> Vector3<f64> {
        self.t(frame).transpose() * self.vector(&format!("{frame}.t"))
    }

    /// Power that flows into a component through a frame connector.
    pub fn power(&mut self, frame: &str) -> f64 {
        self.force(frame).dot(&self.v_0(frame)) + self.torque(frame).dot(&self.w_0(frame))
    }

    /// Integrates to `t_end` over all time events.
    pub fn run(&mut self, t_end: f64) {
        self.try_run(t_end).unwrap();
    }

    pub fn try_run(&mut self, t_end: f64) -> Result<(), String> {
        let mut solver = ExplicitRungeKutta::new(self.x.len(), Tolerance::from_relative(self.tolerance));
        while let Some(event) = self.system.next_time_event(self.t).filter(|event| *event <= t_end) {
            self.advance(&mut solver, event)?;
            self.system.handle_event(self.t, &mut self.x, false).map_err(|error| error.to_string())?;
            self.system.project(self.t, &mut self.x);
            solver.discontinuity();
        }
        self.advance(&mut solver, t_end)
    }

    fn advance(&mut self, solver: &mut ExplicitRungeKutta, end: f64) -> Result<(), String> {
        let result = solver.integrate(&mut self.system, &mut self.t, &mut self.x, end);
        result.map(|_| ()).map_err(|error| error.to_string())
    }

    /// State derivatives at the present moment.
    pub fn derivatives(&mut self) -> Vec<f64> {
        let mut dx = vec![0.0; self.x.len()];
        self.system.derivatives(self.t, &self.x, &mut dx).unwrap();
        dx
    }

    /// Moves along the trajectory by `h`, forwards or backwards: one step of the classical Runge-Kutta method.
    fn runge_kutta(&mut self, h: f64) {
        let (t, x) = (self.t, self.x.clone());
        let mut stages: Vec<Vec<f64>> = Vec::new();
        for c in [0.0, 0.5, 0.5, 1.0] {
            self.t = t + c * h;
            self.x = match stages.last() {
                None => x.clone(),
                Some(k) => x.iter().zip(k).map(|(x, k)| x + c * h * k).collect(),
            };
            let k = self.derivatives();
            stages.push(k);
        }
        self.t = t + h;
        for i in 0..x.len() {
            let [k1, k2, k3, k4] = [0, 1, 2, 3].map(|s: usize| stages[s][i]);
            self.x[i] = x[i] + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
        self.system.project(self.t, &mut self.x);
    }

    /// Time derivatives of what `f` measures, by a difference formula of order 6 along the trajectory.
    pub fn rates(&mut self, mut f: impl FnMut(&mut Self) -> Vec<f64>) -> Vec<f64> {
        const H: f64 = 5e-4;
        let (t, x) = (self.t, self.x.clone());
        let mut sum: Vec<f64> = Vec::new();
        for direction in [1.0, -1.0] {
            (self.t, self.x) = (t, x.clone());
            for weight in [45.0, -9.0, 1.0] {
                self.runge_kutta(direction * H);
                let values = f(self);
                sum.resize(values.len(), 0.0);
                sum.iter_mut().zip(values).for_each(|(s, v)| *s += direction * weight * v / (60.0 * H));
            }
        }
        (self.t, self.x) = (t, x);
        sum
    }

    /// Time derivative of one number.
    pub fn rate(&mut self, mut f: impl FnMut(&mut Self) -> f64) -> f64 {
        self.rates(|rig| vec![f(rig)])[0]
    }

    /// Time derivative of a vector.
    pub fn rate3(&mut self, mut f: impl FnMut(&mut Self) -> Vector3<f64>) -> Vector3<f64> {
        Vector3::from_vec(self.rates(|rig| f(rig).as_slice().to_vec()))
    }

    /// Names of the frame connectors of primitive components, as `component.frame`.
    pub fn frames(&self) -> Vec<String> {
        self.model.mechanism.frame_names.clone()
    }

    /// Names of the Body components, also those inside of others.
    pub fn bodies(&self) -> Vec<String> {
        let names = self.names().filter_map(|name| name.strip_suffix(".g_0[1]"));
        names.map(str::to_owned).collect()
    }

    /// Names of the PointMass components.
    pub fn points(&self) -> Vec<String> {
        let all = self.model.mechanism.masses.iter().filter(|mass| mass.inertia.is_none());
        all.map(|mass| mass.name.clone()).collect()
    }

    /// Inertia of a Body about its centre of mass, frame_a axes.
    pub fn inertia(&mut self, body: &str) -> Matrix3<f64> {
        let mut i = |jk: &str| self.get(&format!("{body}.I_{jk}"));
        let (i21, i31, i32) = (i("21"), i("31"), i("32"));
        Matrix3::new(i("11"), i21, i31, i21, i("22"), i32, i31, i32, i("33"))
    }

    /// Kinetic energy of all bodies and point masses, from their variables.
    pub fn kinetic_energy(&mut self) -> f64 {
        let mut sum = 0.0;
        for body in self.bodies() {
            let (m, r_cm) = (self.get(&format!("{body}.m")), self.vector(&format!("{body}.r_CM")));
            let w_a = self.vector(&format!("{body}.w_a"));
            let t = self.t(&format!("{body}.frame_a"));
            let v_cm = self.vector(&format!("{body}.v_0")) + t.transpose() * w_a.cross(&r_cm);
            sum += 0.5 * m * v_cm.dot(&v_cm) + 0.5 * w_a.dot(&(self.inertia(&body) * w_a));
        }
        for point in self.points() {
            let v = self.vector(&format!("{point}.v_0"));
            sum += 0.5 * self.get(&format!("{point}.m")) * v.dot(&v);
        }
        sum
    }

    /// Power of gravity on all bodies and point masses; point masses in the uniform field of the world only.
    pub fn gravity_power(&mut self) -> f64 {
        let mut sum = 0.0;
        for body in self.bodies() {
            let (m, r_cm) = (self.get(&format!("{body}.m")), self.vector(&format!("{body}.r_CM")));
            let w_a = self.vector(&format!("{body}.w_a"));
            let t = self.t(&format!("{body}.frame_a"));
            let v_cm = self.vector(&format!("{body}.v_0")) + t.transpose() * w_a.cross(&r_cm);
            sum += m * self.vector(&format!("{body}.g_0")).dot(&v_cm);
        }
        let g = self.uniform_gravity();
        for point in self.points() {
            sum += self.get(&format!("{point}.m")) * g.dot(&self.vector(&format!("{point}.v_0")));
        }
        sum
    }

    /// `g n/|n|` of the component called world.
    pub fn uniform_gravity(&mut self) -> Vector3<f64> {
        self.vector("world.n").normalize() * self.get("world.g")
    }

    /// Potential energy in the uniform field of the world.
    pub fn potential_energy(&mut self) -> f64 {
        let g = self.uniform_gravity();
        let mut sum = 0.0;
        for body in self.bodies() {
            let (m, r_cm) = (self.get(&format!("{body}.m")), self.vector(&format!("{body}.r_CM")));
            let frame = format!("{body}.frame_a");
            sum -= m * g.dot(&(self.r_0(&frame) + self.t(&frame).transpose() * r_cm));
        }
        for point in self.points() {
            sum -= self.get(&format!("{point}.m")) * g.dot(&self.vector(&format!("{point}.r_0")));
        }
        sum
    }
}

/// Reproducible random numbers (Knuth's MMIX linear congruential generator).
pub struct Random(pub u64);

impl Random {
    /// In [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// In [0, 1).
    pub fn positive(&mut self) -> f64 {
        0.5 * (self.number() + 1.0)
    }

    /// In 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        (self.positive() * n as f64) as usize
    }

    pub fn vector(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.number())
    }
}

/// Fails unless `found` is within `tolerance` of `expected`.
#[track_caller]
pub fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: {found} instead of {expected}, off by {:e}",
        found - expected
    );
}

/// Fails unless every element of `found` is within `tolerance` of `expected`.
#[track_caller]
pub fn near3(found: Vector3<f64>, expected: Vector3<f64>, tolerance: f64, what: &str) {
    let off = (found - expected).amax();
    assert!(off <= tolerance, "{what}: {found:?} instead of {expected:?}, off by {off:e}");
}

/// `skew(w) v = w x v`.
pub fn skew(w: Vector3<f64>) -> Matrix3<f64> {
    Matrix3::new(0.0, -w.z, w.y, w.z, 0.0, -w.x, -w.y, w.x, 0.0)
}

/// The elements of a skew matrix.
pub fn unskew(m: &Matrix3<f64>) -> Vector3<f64> {
    Vector3::new(m[(2, 1)] - m[(1, 2)], m[(0, 2)] - m[(2, 0)], m[(1, 0)] - m[(0, 1)]) * 0.5
}

/// Start value of a variable of the catalogue.
pub fn start_value(model: &Model, name: &str) -> f64 {
    let variable = &model.catalogue.variables.at(model.catalogue.find(name).unwrap());
    match variable.start {
        Some(Value::Real(x)) => x,
        other => panic!("{name}: {other:?}"),
    }
}
