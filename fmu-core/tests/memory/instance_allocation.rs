//! Stepping, reading and setting allocate nothing: with a plant of one's own through the Rust interface, and with a mechanism.
#![allow(clippy::unwrap_used)]

use crate::allocator;
use compiler::compile;

use allocator::{Watched, count, limited, peak};
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance, Plant};
use mechanism::Source;
use simulation::dynamics::{EvaluationError, EventOutcome, Known, Point};
use simulation::variables::{Catalogue, Causality, DataType, Target, Value, Variability, VariableAttributes};
use std::alloc::{GlobalAlloc, Layout};
use std::sync::Arc;

/// der(x) = u - x, with an event at every quarter of a second.
struct Lag {
    catalogue: Catalogue,
    input: f64,
}

impl Lag {
    fn new() -> Self {
        let variable = |causality, target, start| VariableAttributes {
            description: "".into(),
            data_type: DataType::Real { unit: None, min: None, max: None },
            causality,
            variability: Variability::Continuous,
            initial: None,
            start,
            derivative_of: None,
            alias_of: None,
            dependencies: None,
            initial_dependencies: None,
            target,
            source: Source::Time,
        };
        let u = variable(Causality::Input, Some(Target::Input(0)), Some(Value::Real(1.0)));
        let x = variable(Causality::Output, None, None);
        Self {
            catalogue: Catalogue {
                variables: [("u", u), ("x", x)].into_iter().collect(),
                inputs: vec![0],
                ..Catalogue::default()
            },
            input: 0.0,
        }
    }
}

impl Plant for Lag {
    fn set_start(&mut self, _start: f64) {}
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }
    fn dimension(&self) -> usize {
        1
    }
    fn reset(&mut self) {
        self.input = 0.0;
    }
    fn parameters(&self) -> &[f64] {
        &[]
    }
    fn parameter(&self, _index: usize) -> f64 {
        0.0
    }
    fn set_parameter(&mut self, _index: usize, _value: f64) {}
    fn input(&self, _index: usize) -> f64 {
        self.input
    }
    fn set_input(&mut self, _index: usize, value: f64) {
        self.input = value;
    }
    fn input_rates(&self, _index: usize) -> [f64; 2] {
        [0.0; 2]
    }
    fn set_input_rates(&mut self, _index: usize, _rates: [f64; 2]) {}
    fn begin_inputs(&mut self, _t: f64) {}
    fn advance_inputs(&mut self, _t: f64) {}
    fn discrete_state(&self) -> &[i32] {
        &[]
    }
    fn set_discrete_state(&mut self, _values: &[i32]) {}
    fn drift(&mut self, _t: f64, _x: &[f64]) -> f64 {
        0.0
    }
    fn time_derivatives(&mut self, _t: f64, x: &[f64], _variable: usize) -> Result<[f64; 2], EvaluationError> {
        Ok([self.input - x[0], x[0] - self.input])
    }
    fn directional_derivatives(
        &mut self,
        _t: f64,
        _point: Point<'_>,
        _direction: &[(Known, f64)],
        _unknowns: &[usize],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError> {
        derivatives.fill(f64::NAN);
        Ok(())
    }
    fn prepare(&mut self) -> Result<(), EvaluationError> {
        Ok(())
    }
    fn initialize(&mut self, _t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        x.fill(0.0);
        Ok(())
    }
    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        dx[0] = self.input - x[0];
        Ok(())
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
    fn next_time_event(&self, t: f64) -> Option<f64> {
        Some(0.25 * ((4.0 * t).floor() + 1.0))
    }
    fn handle_event(&mut self, _t: f64, _x: &mut [f64]) -> Result<EventOutcome, EvaluationError> {
        Ok(EventOutcome::default())
    }
    fn value(&mut self, _t: f64, x: &[f64], _variable: usize) -> Result<f64, EvaluationError> {
        Ok(x[0])
    }
}

#[test]
fn steps_allocate_nothing() {
    let mut instance = Instance::with_plant(Box::new(Lag::new()), 1e-9);
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let mut x = [0.0];
    let count = count(|| {
        for k in 0..1000_u32 {
            let u = f64::from(k % 7);
            instance.set(&[0], &[u]).unwrap();
            let start = x[0];
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            instance.get(&[1], &mut x).unwrap();
            assert!((x[0] - (u + (start - u) * (-0.1_f64).exp())).abs() < 1e-8);
        }
    });
    assert_eq!(count, 0);
}

/// Two bodies, one of them free, with springs, events, sensors and an input.
const MECHANISM: &str = r#"{
  "name": "Mechanism",
  "components": {
    "world": {"class": "World"},
    "rev": {"class": "Joints.Revolute", "useAxisFlange": true},
    "step": {"class": "Blocks.Sources.Step", "height": 2.0, "startTime": 0.35},
    "torque": {"class": "Rotational.Sources.Torque"},
    "arm": {"class": "Parts.BodyBox", "r": [0.5, 0, 0]},
    "spring": {"class": "Forces.Spring", "c": 30, "s_unstretched": 0.2},
    "bob": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0], "r_0": {"start": [1, -0.5, 0.1], "fixed": true}},
    "push": {"class": "Forces.WorldForce"},
    "pose": {"class": "Sensors.AbsoluteSensor", "get_r": true, "get_v": true, "get_a": true}
  },
  "connections": [
    ["world.frame_b", "rev.frame_a"],
    ["torque.flange", "rev.axis"],
    ["step.y", "torque.tau"],
    ["rev.frame_b", "arm.frame_a"],
    ["arm.frame_b", "spring.frame_a"],
    ["spring.frame_b", "bob.frame_a"],
    ["push.frame_b", "bob.frame_a"],
    ["pose.frame_a", "bob.frame_a"]
  ]
}"#;

#[test]
fn steps_of_a_mechanism_allocate_nothing() {
    let model = compile(&ModelFile::from_json(MECHANISM).unwrap()).unwrap();
    let find = |name: &str| u32::try_from(model.catalogue.find(name).unwrap()).unwrap();
    let input = [find("push.force[2]")];
    let outputs = ["pose.r[2]", "pose.v[1]", "pose.a[2]", "rev.frame_a.f[2]", "rev.a"].map(find);
    let mut instance = Instance::new(Arc::new(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let mut values = [f64::NAN; 5];
    let mut events = 0;
    let count = count(|| {
        for k in 0..50_u32 {
            instance.set(&input, &[f64::from(k % 7)]).unwrap();
            events += instance.do_step(f64::from(k) * 0.02, 0.02).unwrap().time_events;
            instance.get(&outputs, &mut values).unwrap();
        }
    });
    assert_eq!(count, 0);
    assert_eq!(events, 1);
    assert!(values.iter().all(|v| v.is_finite()));
}

#[test]
fn the_peak_is_the_most_at_a_time() {
    let block = || std::hint::black_box(vec![1_u8; 1000]);
    assert_eq!(peak(|| drop((block(), block()))), 2000);
    assert_eq!(peak(|| [(); 2].into_iter().for_each(|()| drop(block()))), 1000);
}

#[test]
fn the_count_sees_allocations() {
    assert_eq!(count(|| drop(std::hint::black_box(vec![1_u8; 100]))), 1);
}

#[test]
fn what_is_too_much_is_refused() {
    // Without the reserve, which would give the rest.
    let is_given = |bytes: usize| {
        let layout = Layout::array::<u8>(bytes).unwrap();
        // SAFETY: a layout of some bytes; the block goes back where it came from.
        unsafe {
            let block = Watched.alloc(layout);
            if !block.is_null() {
                Watched.dealloc(block, layout);
            }
            !block.is_null()
        }
    };
    assert_eq!(limited(1000, || [is_given(900), is_given(1100)]), [true, false]);
    assert!(is_given(1100));
}
