//! Evaluating and stepping a compiled mechanism allocate nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::allocator;
use crate::common;

use allocator::count;
use common::circles::CIRCLES;
use common::zoo::{INPUTS, zoo_with_derivatives};
use common::{Host, Rig, compile};
use simulation::solver::{Budget, Horizon, OrdinaryDifferentialEquations, Solution, Tolerance};
use support::chain::{Axes, model_text, spring_damper};

/// A closed loop with redundant rows.
const FOUR_BAR: &str = include_str!("../../../examples/four_bar.toml");

/// Points without mass, with a damper.
const MASSLESS: &str = include_str!("../physics/massless/model.toml");

#[test]
fn evaluations_of_many_classes_allocate_nothing() {
    assert_no_allocation(&mut Rig::new(&zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#)));
}

#[test]
fn evaluations_allocate_nothing() {
    let columns = model_text(12, Axes::Spatial, 0, |number| spring_damper(number, 10.0, 0.1));
    for text in [CIRCLES, FOUR_BAR, MASSLESS, STIFF, &columns] {
        assert_no_allocation(&mut Rig::new(text));
    }
}

/// Evaluates everything in every way, once and then twice.
fn assert_no_allocation(rig: &mut Rig) {
    let sources: Vec<_> = rig.model.catalogue.variables.iter().map(|v| v.source.clone()).collect();
    let n = rig.x.len();
    let (mut dx, mut by_state, mut by_time) = (vec![0.0; n], vec![0.0; n * n], vec![0.0; n]);
    let mut sum = 0.0;
    let mut evaluate = |rig: &mut Rig| {
        rig.system.derivatives(rig.t, &rig.x, &mut dx).unwrap();
        rig.system.project(rig.t, &mut rig.x);
        for (i, source) in sources.iter().enumerate() {
            // At another time than the one before, so that it is evaluated.
            let t = rig.t + 1e-3 * (i % 2) as f64;
            sum += rig.system.value(t, &rig.x, source).unwrap();
            sum += rig.system.time_derivatives(t, &rig.x, source).unwrap()[0].min(0.0);
        }
        rig.system.jacobian(rig.t, &rig.x, &mut by_state, &mut by_time).unwrap();
        sum += rig.system.next_time_event(rig.t).unwrap_or(0.0);
        rig.system.handle_event(rig.t, &mut rig.x, false).unwrap();
    };
    evaluate(rig);
    let allocations = count(|| (0..2).for_each(|_| evaluate(rig)));
    assert!(sum.is_finite());
    assert_eq!(allocations, 0);
}

/// A mass on a spring and a damper that are so stiff that the implicit method is chosen, and that is driven.
const STIFF: &str = r#"
name = "Stiff"
connections = [["world.frame_b", "slide.frame_a"], ["slide.frame_b", "mass.frame_a"], ["slide.support", "link.flange_a"],
  ["slide.axis", "link.flange_b"], ["mass.frame_a", "push.frame_b"], ["sine.y", "push.force[1]"]]
components.world = { class = "World" }
components.slide = { class = "Joints.Prismatic", useAxisFlange = true, s = { start = 0.3, fixed = true } }
components.mass = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }
components.link = { class = "Translational.Components.SpringDamper", c = 1e10, d = 1e9, s_rel0 = 0 }
components.push = { class = "Forces.WorldForce" }
components.sine = { class = "Blocks.Sources.Sine", f = 1, amplitude = 100 }
"#;

#[test]
fn steps_of_the_implicit_method_allocate_nothing() {
    assert_implicit_steps_allocate_nothing(Rig::new(STIFF), 20);
}

/// A chain of as stiff springs, whose implicit steps do without the Jacobian.
#[test]
fn steps_without_the_jacobian_allocate_nothing() {
    let text = model_text(12, Axes::Spatial, 0, |number| spring_damper(number, 1e6, 1e5));
    let mut rig = Rig::new(&text);
    let mut by_time = vec![0.0; rig.x.len()];
    assert!(rig.system.prepare_implicit(0.0, &rig.x, &mut by_time).unwrap());
    assert_implicit_steps_allocate_nothing(rig, 10);
}

/// The rocker is held so tightly that it creeps.
#[test]
fn steps_of_the_implicit_method_with_closed_loops_allocate_nothing() {
    let mut rig = Rig::uninitialized(compile(FOUR_BAR));
    rig.set("load.d", 1e6);
    rig.initialize(0.0).unwrap();
    assert_implicit_steps_allocate_nothing(rig, 10);
}

fn assert_implicit_steps_allocate_nothing(mut rig: Rig, least: u64) {
    let mut solution = Solution::new(rig.x.len(), 0, Tolerance::from_relative(1e-6));
    let mut integrate = |end: f64| {
        let mut budget = Budget::new(Budget::DEFAULT_LIMIT, rig.t, end);
        let horizon = Horizon { limit: end, ..Horizon::NONE };
        let event = solution.advance(&mut rig.system, &mut rig.t, &mut rig.x, end, &horizon, &mut budget).unwrap();
        assert_eq!((event, rig.t), (None, end));
    };
    integrate(0.5);
    let allocations = count(|| (1..20).for_each(|k| integrate(0.5 + 0.1 * f64::from(k))));
    assert_eq!(allocations, 0);
    let jacobians = solution.statistics().jacobians;
    assert!(jacobians > least, "{jacobians}");
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
        .filter(|(_, v)| matches!(v.data_type, simulation::variables::DataType::Real { .. }));
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
