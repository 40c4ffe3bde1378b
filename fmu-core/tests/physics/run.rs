//! A model file, run by the solver without FMI.

use compiler::compile;
use compiler::model_file::ModelFile;
use simulation::dynamics::System;
use simulation::model::Model;
use simulation::solver::{ExplicitRungeKutta, Tolerance};
use std::sync::Arc;
use support::read_back::read_back;

/// A model at some time.
pub struct Run {
    model: Arc<Model>,
    system: System,
    solver: ExplicitRungeKutta,
    t: f64,
    x: Vec<f64>,
}

/// A model file with the given components and connections (JSON without the outer braces).
pub fn json(components: &str, connections: &str) -> String {
    format!(r#"{{"name": "Model", "components": {{{components}}}, "connections": [{connections}]}}"#)
}

/// The problems that refuse a model, one message per line.
pub fn refusal(components: &str, connections: &str) -> String {
    let file = ModelFile::from_json(&json(components, connections)).unwrap();
    let problems = compile(&file).expect_err("the model should be refused");
    problems.iter().map(|d| d.problem.to_string()).collect::<Vec<_>>().join("\n")
}

impl Run {
    /// The model with these components and connections at time 0.
    pub fn new(components: &str, connections: &str) -> Self {
        let file = ModelFile::from_json(&json(components, connections)).unwrap();
        let model = Arc::new(compile(&file).unwrap_or_else(|problems| panic!("{problems:#?}")));
        let mut system = jets::system(Arc::new(read_back(&model)));
        system.prepare().unwrap();
        let mut x = vec![0.0; system.dimension()];
        system.initialize(0.0, &mut x).unwrap();
        let solver = ExplicitRungeKutta::new(x.len(), Tolerance::from_relative(1e-11));
        Self { model, system, solver, t: 0.0, x }
    }

    /// Goes on to time `t`, s.
    pub fn to(&mut self, t: f64) -> &mut Self {
        while self.t < t {
            let event = self.system.next_time_event(self.t).filter(|event| *event <= t);
            let stop = event.unwrap_or(t);
            self.solver.integrate(&mut self.system, &mut self.t, &mut self.x, stop).unwrap();
            if event.is_some() {
                self.system.handle_event(stop, &mut self.x, false).unwrap();
                self.solver.discontinuity();
            }
        }
        self
    }

    /// Value of a variable.
    pub fn get(&mut self, name: &str) -> f64 {
        let index = self.model.catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}"));
        let source = self.model.catalogue.variables.at(index).source.clone();
        self.system.value(self.t, &self.x, &source).unwrap()
    }

    /// Values of the three elements of a vector.
    pub fn vector(&mut self, name: &str) -> [f64; 3] {
        [1, 2, 3].map(|k| self.get(&format!("{name}[{k}]")))
    }

    /// Sets an FMI input.
    pub fn set_input(&mut self, name: &str, value: f64) {
        let variables = &self.model.catalogue;
        let index = variables.find(name).unwrap_or_else(|| panic!("no input {name}"));
        let input = variables.inputs.iter().position(|i| *i == index).unwrap();
        self.system.set_input(input, value);
        self.solver.discontinuity();
    }

    /// Names of the states.
    pub fn states(&self) -> Vec<&str> {
        let catalogue = &self.model.catalogue;
        catalogue.states.iter().map(|i| catalogue.variables.at(*i).name).collect()
    }
}

/// Fails unless `found` and `expected` agree to `tolerance`, relative to one plus the size of the expected value.
pub fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found - expected).abs() / (1.0 + expected.abs());
    assert!(error <= tolerance, "{what}: {found}, expected {expected}, error {error:e}");
}

/// [`close`] for each element.
pub fn all_close(found: [f64; 3], expected: [f64; 3], tolerance: f64, what: &str) {
    for k in 0..3 {
        close(found[k], expected[k], tolerance, &format!("{what}[{}]", k + 1));
    }
}
