//! Points without mass in running instances: parameters and inputs that jump, states that a host has moved.

use super::common::{Host, compile, near, near3};
use super::derivatives::MODEL;
use fmu_core::instance::{Experiment, Instance, Interface};
use simulation::variables::DataType;
use std::sync::Arc;

const EXAMPLE: &str = include_str!("../../../../examples/three_springs.toml");

/// The balance follows at once when a spring has become harder and a post has jumped.
#[test]
fn jumps_move_the_point() {
    for text in [EXAMPLE, MODEL] {
        let is_damped = text == MODEL;
        let mut host = Host::new(compile(text), 1e-8);
        host.start();
        host.steps(20, 0.01);
        let spring = if is_damped { "s3" } else { "low" };
        let before = host.vector(&format!("{spring}.frame_a.r_0"));
        host.set(&format!("{spring}.c"), 80.0);
        let moved = (host.vector(&format!("{spring}.frame_a.r_0")) - before).norm();
        assert!(moved > 1e-2, "{moved}");
        let ends: &[&str] = if is_damped {
            &["s1.frame_b", "s2.frame_b", "damper.frame_b", "s3.frame_a"]
        } else {
            &["left.frame_b", "right.frame_b", "low.frame_a"]
        };
        for _ in 0..3 {
            let sum = ends.iter().map(|end| host.vector(&format!("{end}.f"))).sum();
            near3(sum, [0.0; 3].into(), 1e-9, "balance");
            // States follow with the next step.
            host.steps(10, 0.01);
            let point = host.vector(&format!("{spring}.frame_a.r_0"));
            near3(host.vector(&format!("{}.r_0", ends[0])), point, 1e-9, "state");
        }
    }
}

/// In model exchange the forces balance wherever a host has put the point, which is led back in Event Mode.
#[test]
fn a_state_off_the_balance_is_led_back() {
    let mut instance = Instance::new(Arc::new(compile(EXAMPLE))).with_interface(Interface::ModelExchange);
    instance.setup_experiment(Experiment { tolerance: Some(1e-6), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance.new_discrete_states().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    let count = instance.catalogue().states.len();
    let (mut x, mut dx) = (vec![0.0; count], vec![0.0; count]);
    instance.continuous_states(&mut x).unwrap();
    instance.derivatives(&mut dx).unwrap();
    assert!(!instance.completed_integrator_step().unwrap(), "nothing has drifted");
    let (before, rates) = (x.clone(), dx.clone());
    let names: Vec<_> =
        instance.catalogue().states.iter().map(|i| instance.catalogue().variables.at(*i).name.to_owned()).collect();
    let point = names.iter().position(|name| name == "left.frame_b.r_0[2]").unwrap();
    x[point] += 0.02;
    instance.set_continuous_states(&x).unwrap();
    instance.derivatives(&mut dx).unwrap();
    for (k, (now, before)) in dx.iter().zip(&rates).enumerate() {
        near(*now, *before, 1e-9, &names[k]);
    }
    assert!(instance.completed_integrator_step().unwrap(), "the point is off");
    instance.enter_event_mode().unwrap();
    assert!(instance.new_discrete_states().unwrap().restart, "the state has changed");
    instance.continuous_states(&mut x).unwrap();
    near(x[point], before[point], 1e-10, "led back");
}

/// With a parameter that jumps before each step, from every tenth of a second on, to the last bit.
#[test]
fn a_restored_instance_continues_to_the_last_bit() {
    for (text, spring) in [(EXAMPLE, "low"), (MODEL, "s3")] {
        let mut host = Host::new(compile(text), 1e-6);
        host.start();
        let variables = host.instance.catalogue().variables.iter().enumerate();
        let real = variables.filter(|(_, v)| matches!(v.data_type, DataType::Real { .. }));
        let all: Vec<u32> = real.map(|(i, _)| u32::try_from(i).unwrap()).collect();
        let continued = |host: &mut Host| {
            host.set(&format!("{spring}.c"), 55.0);
            host.steps(2, 0.013);
            let mut values = vec![0.0; all.len()];
            host.instance.get(&all, &mut values).unwrap();
            values.into_iter().map(f64::to_bits).collect::<Vec<_>>()
        };
        for _ in 0..4 {
            host.set(&format!("{spring}.c"), 40.0);
            host.steps(4, 0.025);
            let snapshot = host.instance.snapshot();
            let expected = continued(&mut host);
            host.instance.restore(&snapshot).unwrap();
            assert_eq!(continued(&mut host), expected, "the same instance");
            let mut fresh = Host::new(compile(text), 1e-6);
            fresh.start();
            fresh.instance.restore(&snapshot).unwrap();
            assert_eq!(continued(&mut fresh), expected, "another instance");
            host.instance.restore(&snapshot).unwrap();
        }
    }
}
