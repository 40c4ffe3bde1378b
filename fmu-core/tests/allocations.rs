//! Evaluating and stepping a compiled mechanism allocate nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod allocator;
mod common;

use allocator::count;
use common::circles::CIRCLES;
use common::zoo::{INPUTS, zoo_with_derivatives};
use common::{Host, Rig, compile};

#[test]
fn evaluations_allocate_nothing() {
    for text in [&zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#), CIRCLES] {
        assert_no_allocation(&mut Rig::new(text));
    }
}

/// Evaluates everything in every way.
fn assert_no_allocation(rig: &mut Rig) {
    let sources: Vec<_> = rig.model.catalogue.variables.iter().map(|v| v.source.clone()).collect();
    let mut dx = vec![0.0; rig.x.len()];
    let mut sum = 0.0;
    let mut evaluate = |rig: &mut Rig| {
        rig.system.derivatives(rig.t, &rig.x, &mut dx).unwrap();
        rig.system.project(&mut rig.x);
        for source in &sources {
            rig.system.invalidate();
            sum += rig.system.value(rig.t, &rig.x, source).unwrap();
        }
        sum += rig.system.next_time_event(rig.t).unwrap_or(0.0);
        rig.system.update_events(rig.t, &rig.x).unwrap();
    };
    evaluate(rig);
    let allocations = count(|| (0..5).for_each(|_| evaluate(rig)));
    assert!(sum.is_finite());
    assert_eq!(allocations, 0);
}

/// With inputs that change at every step, events on the way and every variable read.
#[test]
fn steps_allocate_nothing() {
    // Events during the run, and a value of every kind.
    let text = zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#)
        .replace("startTime = -1", "startTime = 0.31")
        .replace("startTime = -0.5", "startTime = 0.47");
    let mut host = Host::new(compile(&text), 1e-8);
    host.start();
    let catalogue = host.instance.catalogue();
    let reals = catalogue
        .variables
        .iter()
        .enumerate()
        .filter(|(_, v)| matches!(v.data_type, fmu_core::variables::DataType::Real { .. }));
    let reals: Vec<u32> = reals.map(|(i, _)| u32::try_from(i).unwrap()).collect();
    let mut values = vec![0.0; reals.len()];
    let inputs: Vec<u32> = INPUTS.iter().map(|(name, _)| host.reference(name)).collect();
    let mut levels = vec![0.0; inputs.len()];
    let mut events = 0;
    let mut step = |k: u32| {
        levels.iter_mut().for_each(|level| *level = f64::from(k % 5) * 0.1);
        host.instance.set(&inputs, &levels).unwrap();
        events += host.instance.do_step(f64::from(k) * 0.05, 0.05).unwrap().time_events;
        host.instance.get(&reals, &mut values).unwrap();
    };
    step(0);
    let allocations = count(|| (1..20).for_each(&mut step));
    assert_eq!(events, 2);
    assert!(values.iter().all(|x| x.is_finite()));
    assert_eq!(allocations, 0);
}
