//! Stepping, reading and setting allocate nothing: with a block, and with a mechanism.
#![allow(clippy::unwrap_used)]

use crate::allocator;
use compiler::compile;

use allocator::{Watched, count, limited, peak};
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance};
use std::alloc::{GlobalAlloc, Layout};
use std::sync::Arc;

/// der(x) = u - x, with an event at every quarter of a second.
const LAG: &str = r#"{
  "name": "Lag",
  "components": {
    "lag": {"class": "Blocks.Continuous.FirstOrder", "T": 1, "initType": "InitialOutput"},
    "pulse": {"class": "Blocks.Sources.BooleanPulse", "period": 0.5}
  },
  "inputs": {"u": "lag.u"},
  "outputs": {"x": "lag.y"}
}"#;

#[test]
fn steps_allocate_nothing() {
    let model = compile(&ModelFile::from_json(LAG).unwrap()).unwrap();
    let [u_reference, x_reference] = ["u", "x"].map(|name| u32::try_from(model.catalogue.find(name).unwrap()).unwrap());
    let mut instance = Instance::new(Arc::new(model));
    instance.setup_experiment(Experiment { tolerance: Some(1e-9), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let (mut x, mut events) = ([0.0], 0);
    let count = count(|| {
        for k in 0..1000_u32 {
            let u = f64::from(k % 7);
            instance.set(&[u_reference], &[u]).unwrap();
            let start = x[0];
            events += instance.do_step(f64::from(k) * 0.1, 0.1).unwrap().time_events;
            instance.get(&[x_reference], &mut x).unwrap();
            assert!((x[0] - (u + (start - u) * (-0.1_f64).exp())).abs() < 1e-8);
        }
    });
    assert_eq!(count, 0);
    assert_eq!(events, 400);
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
