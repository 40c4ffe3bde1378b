//! A robot as a model that is evaluated.

use compiler::compile;
use std::collections::HashMap;
use std::sync::Arc;

use compiler::model_file::{ModelFile, SourceText};
use fmu_builder::urdf::{self, RobotModel, UrdfOptions};
use simulation::dynamics::System;
use simulation::model::Model;
use simulation::solver::{ExplicitRungeKutta, Tolerance};
use simulation::variables::Target;

/// Reads a robot, or every message about it.
pub fn try_read(text: &str, options: &UrdfOptions) -> Result<RobotModel, String> {
    let source = SourceText { name: "robot.urdf".to_owned(), text: text.to_owned() };
    urdf::read(source, options).map(|(robot, _)| robot).map_err(|error| error.to_string())
}

/// Reads a robot without mistakes.
pub fn read_with(text: &str, options: &UrdfOptions) -> RobotModel {
    try_read(text, options).unwrap_or_else(|messages| panic!("{messages}"))
}

pub fn read(text: &str) -> RobotModel {
    read_with(text, &UrdfOptions::default())
}

/// A model at one moment.
pub struct Rig {
    model: Arc<Model>,
    system: System,
    t: f64,
    x: Vec<f64>,
    names: HashMap<String, usize>,
}

impl Rig {
    /// The model of a file before it starts.
    pub fn new(file: &ModelFile) -> Self {
        let model = Arc::new(compile(file).unwrap_or_else(|problems| panic!("{problems:?}")));
        let system = jets::system(Arc::clone(&model));
        let names = model.catalogue.variables.iter().enumerate().map(|(i, v)| (v.name.to_owned(), i)).collect();
        let x = vec![0.0; system.dimension()];
        Self { model, system, t: 0.0, x, names }
    }

    /// A model in TOML.
    pub fn toml(text: &str) -> Self {
        Self::new(&ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}")))
    }

    /// A robot that has started, after `values` were set.
    pub fn robot(text: &str, options: &UrdfOptions, values: &[(&str, f64)]) -> Self {
        Self::new(&read_with(text, options).file).started(values)
    }

    /// The model after its start with `values`.
    pub fn started(mut self, values: &[(&str, f64)]) -> Self {
        for (name, value) in values {
            self.set(name, *value);
        }
        self.system.prepare().unwrap();
        self.system.initialize(0.0, &mut self.x).unwrap();
        self
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    pub fn states(&self) -> usize {
        self.x.len()
    }

    fn index(&self, name: &str) -> usize {
        *self.names.get(name).unwrap_or_else(|| panic!("no variable {name}"))
    }

    /// Sets a parameter, a start value or an input.
    pub fn set(&mut self, name: &str, value: f64) {
        match self.model.catalogue.variables.at(self.index(name)).target {
            Some(Target::Parameter(i)) => self.system.set_parameter(i, value),
            Some(Target::Input(i)) => self.system.set_input(i, value),
            None => panic!("{name} cannot be set"),
        }
    }

    pub fn get(&mut self, name: &str) -> f64 {
        let source = self.model.catalogue.variables.at(self.index(name)).source.clone();
        self.system.value(self.t, &self.x, &source).unwrap()
    }

    pub fn vector(&mut self, name: &str) -> [f64; 3] {
        std::array::from_fn(|k| self.get(&format!("{name}[{}]", k + 1)))
    }

    pub fn run(&mut self, end: f64) {
        let mut solver = ExplicitRungeKutta::new(self.x.len(), Tolerance::from_relative(1e-10));
        solver.integrate(&mut self.system, &mut self.t, &mut self.x, end).unwrap();
    }
}

/// Numbers that are the same on every run (SplitMix64; Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).unwrap()
    }

    /// Between -1 and 1.
    pub fn number(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

#[track_caller]
pub fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let scale = expected.abs().max(1.0);
    assert!((found - expected).abs() <= tolerance * scale, "{what}: {found} instead of {expected}");
}
