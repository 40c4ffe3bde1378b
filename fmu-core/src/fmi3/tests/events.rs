//! Events in co-simulation (FMI 3.0.2, 4.2.1).

use super::host::*;
use crate::fmi3::types::fmi3Instance;
use crate::fmi3::types::fmi3Status::*;
use crate::fmi3::*;
use crate::instance::{EventUse, Interface, Mode};
use simulation::model::Model;
use std::ptr::null_mut;
use std::sync::{Arc, LazyLock};

/// A mass that falls on an elastic stop (an event at its contact), and a step source at 1 s that pushes another one.
static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| {
    model(
        r#"
name = "Events"
connections = [
  ["fall.flange", "mass.flange_a"],
  ["mass.flange_b", "stop.flange_b"],
  ["stop.flange_a", "ground.flange"],
  ["push.y", "drive.f"],
  ["drive.flange", "cart.flange_a"],
]
[components]
fall = { class = "Translational.Sources.ConstantForce", f_constant = -9.81 }
mass = { class = "Translational.Components.Mass", m = 1, s = { start = 1, fixed = true }, v = { start = 0, fixed = true } }
stop = { class = "Translational.Components.ElastoGap", c = 1e4, d = 10 }
ground = { class = "Translational.Components.Fixed" }
push = { class = "Blocks.Sources.Step", startTime = 1, height = 2 }
drive = { class = "Translational.Sources.Force" }
cart = { class = "Translational.Components.Mass", m = 1, s = { start = 0, fixed = true }, v = { start = 0, fixed = true } }
[outputs]
height = "mass.s"
speed = "mass.v"
place = "cart.s"
force = "push.y"
"#,
    )
});

/// Runs to 1.5 s on a grid; values at the grid, and the times of events.
fn run(event_use: EventUse, grid: f64, next_event: bool) -> (Vec<f64>, Vec<f64>) {
    let host = Host::new();
    let c = host.instance(&MODEL, Interface::CoSimulation, event_use);
    let outputs = ["height", "speed", "place", "force"].map(|name| reference(&MODEL, name));
    start(c, event_use);
    let (mut time, mut rows, mut events) = (0.0, Vec::new(), Vec::new());
    let mut due: Option<f64> = None;
    let steps = (1.5 / grid).round() as u32;
    for k in 1..=steps {
        let target = f64::from(k) * grid;
        while time < target {
            let end = due.filter(|due| next_event && *due > time).map_or(target, |due| due.min(target));
            let (status, answer) = step(c, time, end - time);
            assert_eq!((status, answer.terminate), (fmi3OK, 0));
            assert!(answer.early == 0 || (event_use.early_return && answer.time < end), "{answer:?}");
            assert_eq!(answer.time < end, answer.early == 1, "{answer:?} {end}");
            assert!(answer.event == 0 || event_use.event_mode);
            time = answer.time;
            if answer.event == 1 {
                events.push(time);
                due = handle(c);
            }
        }
        rows.extend(outputs.map(|output| get(c, output)));
    }
    // SAFETY: a living instance.
    unsafe {
        assert_eq!(fmi3Terminate(c), fmi3OK);
        fmi3FreeInstance(c);
    }
    (rows, events)
}

/// Check 5 and 6: what the host does at events does not change the solution, and no step returns early unasked.
#[test]
fn event_mode_does_not_change_the_solution() {
    for grid in [0.25, 0.125, 0.3] {
        let (plain, none) = run(PLAIN, grid, false);
        assert!(none.is_empty());
        for (event_use, next_event) in [(WITH_EVENTS, false), (WITH_EVENTS, true), (AT_THE_END, false)] {
            let (rows, events) = run(event_use, grid, next_event);
            assert_eq!(rows.len(), plain.len());
            for (a, b) in plain.iter().zip(&rows) {
                assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs()), "{a} {b}");
            }
            let contact = (2.0_f64 / 9.81).sqrt();
            match event_use.early_return {
                true => {
                    assert!(events.iter().any(|time| (time - contact).abs() < 1e-6), "{events:?}");
                    assert!(events.iter().any(|time| (time - 1.0).abs() < 1e-12), "{events:?}");
                }
                false => assert!(events.iter().all(|time| (time / grid).fract() < 1e-9), "{events:?}"),
            }
        }
    }
}

/// Check 4 and 7: both sides of an event can be read at its time, also where it lies at the end of the step.
#[test]
fn both_sides_of_a_step_reach_the_host() {
    let host = Host::new();
    for event_use in [WITH_EVENTS, AT_THE_END] {
        let c = host.instance(&MODEL, Interface::CoSimulation, event_use);
        let force = reference(&MODEL, "force");
        start(c, event_use);
        let mut time = 0.0;
        while time < 0.75 {
            let (status, end) = step(c, time, 0.25_f64.min(0.75 - time));
            assert_eq!(status, fmi3OK);
            time = end.time;
            if end.event == 1 {
                handle(c);
            }
        }
        let (status, end) = step(c, time, 0.25);
        assert_eq!((status, end), (fmi3OK, End { event: 1, terminate: 0, early: 0, time: 1.0 }));
        assert_eq!(get(c, force), 0.0, "the left limit");
        // SAFETY: a living instance.
        unsafe {
            assert_eq!(fmi3EnterEventMode(c), fmi3OK);
            assert_eq!(get(c, force), 0.0, "entering changes nothing");
            update(c);
            assert_eq!(get(c, force), 2.0, "the right limit");
            assert_eq!(fmi3EnterStepMode(c), fmi3OK);
            assert_eq!(step(c, 1.0, 0.25).0, fmi3OK);
            fmi3FreeInstance(c);
        }
    }
}

/// Check 8: a host that does not enter Event Mode gets on.
#[test]
fn a_step_without_event_mode_handles_the_event() {
    let host = Host::new();
    let c = host.instance(&MODEL, Interface::CoSimulation, WITH_EVENTS);
    start(c, WITH_EVENTS);
    let (mut time, mut calls) = (0.0, 0);
    while time < 1.5 {
        let (status, end) = step(c, time, 1.5 - time);
        assert_eq!(status, fmi3OK);
        assert!(end.time > time || calls < 100, "{end:?}");
        time = end.time;
        calls += 1;
    }
    let (plain, _) = run(PLAIN, 1.5, false);
    let place = get(c, reference(&MODEL, "place"));
    assert!((place - plain[2]).abs() < 1e-12 && (place - 0.25).abs() < 1e-9, "{place}");
    // SAFETY: a living instance.
    unsafe { fmi3FreeInstance(c) };
}

/// Check 9: a pending event is part of a snapshot, in another instance as well.
#[test]
fn a_snapshot_holds_a_pending_event() {
    let host = Host::new();
    let c = host.instance(&MODEL, Interface::CoSimulation, WITH_EVENTS);
    let other = host.instance(&MODEL, Interface::CoSimulation, WITH_EVENTS);
    start(c, WITH_EVENTS);
    let (status, end) = step(c, 0.0, 0.7);
    assert_eq!((status, end.event, end.early), (fmi3OK, 1, 1));
    let go_on = |c| {
        handle(c);
        let (status, second) = step(c, end.time, 0.9 - end.time);
        assert_eq!(status, fmi3OK);
        (["height", "speed", "place"].map(|name| get(c, reference(&MODEL, name)).to_bits()), second)
    };
    let mut state = null_mut();
    let (mut size, mut copy) = (0, null_mut());
    // SAFETY: living instances, valid pointers.
    unsafe {
        assert_eq!(fmi3GetFMUState(c, &raw mut state), fmi3OK);
        let first = go_on(c);
        assert_eq!(fmi3SetFMUState(c, state), fmi3OK);
        assert_eq!(go_on(c), first);
        assert_eq!(fmi3SerializedFMUStateSize(c, state, &raw mut size), fmi3OK);
        let mut bytes = vec![0_u8; size];
        assert_eq!(fmi3SerializeFMUState(c, state, bytes.as_mut_ptr(), size), fmi3OK);
        assert_eq!(fmi3DeserializeFMUState(other, bytes.as_ptr(), size, &raw mut copy), fmi3OK);
        assert_eq!(fmi3SetFMUState(other, copy), fmi3OK);
        assert_eq!(go_on(other), first);
        fmi3FreeInstance(c);
        fmi3FreeInstance(other);
    }
}

/// An input that jumps in Event Mode: what depends on it directly follows at once, discrete states with the update.
#[test]
fn an_input_jumps_in_event_mode() {
    let model = model(
        r#"
name = "Switch"
components.above = { class = "Blocks.Logical.GreaterThreshold", threshold = 0.5 }
components.number = { class = "Blocks.Math.BooleanToReal" }
components.gain = { class = "Blocks.Math.Gain", k = 3 }
connections = [["above.y", "number.u"], ["u", "gain.u"], ["u", "above.u"]]
inputs = { u = "gain.u" }
outputs = { direct = "gain.y", discrete = "number.y" }
"#
        .replace(r#"["u", "gain.u"], ["u", "above.u"]"#, r#"["gain.y", "above.u"]"#)
        .as_str(),
    );
    let host = Host::new();
    let c = host.instance(&model, Interface::CoSimulation, WITH_EVENTS);
    let [u, direct, discrete] = ["u", "direct", "discrete"].map(|name| reference(&model, name));
    start(c, WITH_EVENTS);
    assert_eq!(step(c, 0.0, 0.5).0, fmi3OK);
    // SAFETY: a living instance.
    unsafe {
        assert_eq!(fmi3EnterEventMode(c), fmi3OK);
        assert_eq!(set(c, u, 1.0), fmi3OK);
        assert_eq!((get(c, direct), get(c, discrete)), (3.0, 0.0));
        let mut again = 0;
        let null = null_mut();
        let status = fmi3UpdateDiscreteStates(c, &raw mut again, null, null, null, null, null_mut());
        assert_eq!((status, again), (fmi3OK, 1), "a discrete state has changed");
        let status = fmi3UpdateDiscreteStates(c, &raw mut again, null, null, null, null, null_mut());
        assert_eq!((status, again), (fmi3OK, 0), "and no other call changes anything");
        assert_eq!((get(c, direct), get(c, discrete)), (3.0, 1.0));
        assert_eq!(fmi3EnterStepMode(c), fmi3OK);
        fmi3FreeInstance(c);
    }
}

/// Event indicators are variables behind those of the catalogue.
#[test]
fn event_indicators_are_variables() {
    let host = Host::new();
    let c = host.instance(&MODEL, Interface::ModelExchange, PLAIN);
    let first = MODEL.catalogue.variables.len() as u32;
    let count = MODEL.discrete.indicators();
    let references: Vec<u32> = (first..).take(count).collect();
    let [mut indicators, mut values] = [vec![0.0; count], vec![1.0; count]];
    let mut found = 0;
    // SAFETY: a living instance, arrays as long as is said.
    unsafe {
        assert_eq!(fmi3EnterInitializationMode(c, 0, 0.0, 0.0, 0, 0.0), fmi3OK);
        assert_eq!(fmi3GetNumberOfEventIndicators(c, &raw mut found), fmi3OK);
        assert!(count > 0 && found == count);
        assert_eq!(fmi3GetEventIndicators(c, indicators.as_mut_ptr(), count), fmi3OK);
        assert_eq!(fmi3GetFloat64(c, references.as_ptr(), count, values.as_mut_ptr(), count), fmi3OK);
        assert_eq!(indicators, values);
        assert_eq!(fmi3GetFloat64(c, &raw const first, 1, values.as_mut_ptr(), 1), fmi3OK);
        let beyond = first + count as u32;
        assert_eq!(fmi3GetFloat64(c, &raw const beyond, 1, values.as_mut_ptr(), 1), fmi3Error);
        fmi3FreeInstance(c);
    }
}

/// Derivatives along directions, their transposes and differences, of the unknown rates by what a host may set.
fn derivatives_agree(c: fmi3Instance, unknowns: [u32; 2], knowns: &[u32], mode: Mode) {
    assert_eq!(mode_of(c), mode);
    let n = knowns.len();
    let seed: Vec<f64> = (0..n).map(|k| 0.7 - 0.5 * k as f64).collect();
    let weights = [0.3, -1.1];
    let (mut along, mut back) = ([f64::NAN; 2], vec![f64::NAN; n]);
    // SAFETY: a living instance, arrays of that length.
    unsafe {
        let (y, u) = (unknowns.as_ptr(), knowns.as_ptr());
        let status = fmi3GetDirectionalDerivative(c, y, 2, u, n, seed.as_ptr(), n, along.as_mut_ptr(), 2);
        assert_eq!(status, fmi3OK, "{mode:?}");
        let status = fmi3GetAdjointDerivative(c, y, 2, u, n, weights.as_ptr(), 2, back.as_mut_ptr(), n);
        assert_eq!(status, fmi3OK, "{mode:?}");
    }
    let mut differences = vec![[0.0; 2]; n];
    for (known, difference) in knowns.iter().zip(&mut differences) {
        let (value, step) = (get(c, *known), 1e-4);
        let [above, below] = [step, -step].map(|step| {
            assert_eq!(set(c, *known, value + step), fmi3OK, "{mode:?}");
            unknowns.map(|unknown| get(c, unknown))
        });
        assert_eq!(set(c, *known, value), fmi3OK);
        *difference = std::array::from_fn(|k| (above[k] - below[k]) / (2.0 * step));
        assert!(difference.iter().any(|element| element.abs() > 0.1), "{mode:?}: {known} has no effect");
    }
    for (k, found) in along.into_iter().enumerate() {
        let expected: f64 = differences.iter().zip(&seed).map(|(difference, seed)| difference[k] * seed).sum();
        assert!((found - expected).abs() < 1e-7, "{mode:?}: {found}, {expected} expected");
    }
    for (found, difference) in back.iter().zip(&differences) {
        let expected: f64 = difference.iter().zip(weights).map(|(element, weight)| element * weight).sum();
        assert!((found - expected).abs() < 1e-7, "{mode:?}: {found}, {expected} expected");
    }
    let [forward, backward] = [
        along.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>(),
        back.iter().zip(&seed).map(|(x, v)| x * v).sum::<f64>(),
    ];
    assert!((forward - backward).abs() < 1e-13, "{mode:?}: {forward}, {backward}");
}

/// Check 17: in Initialization, Event, Continuous-Time and Step Mode.
#[test]
fn derivatives_agree_in_all_modes() {
    let text = include_str!("../../../../examples/pendulum.toml").replace("w = { start = 0,", "w = { start = 0.7,");
    let (host, model) = (Host::new(), model(&text));
    let [tau, damping, phi, w] = ["tau", "damping", "rev.phi", "rev.w"].map(|name| reference(&model, name));
    let unknowns = ["der(rev.w)", "rev.a"].map(|name| reference(&model, name));
    for (interface, event_use) in
        [(Interface::ModelExchange, PLAIN), (Interface::CoSimulation, WITH_EVENTS), (Interface::CoSimulation, PLAIN)]
    {
        let c = host.instance(&model, interface, event_use);
        // SAFETY: a living instance.
        unsafe {
            assert_eq!(fmi3EnterInitializationMode(c, 0, 0.0, 0.0, 0, 0.0), fmi3OK);
            derivatives_agree(c, unknowns, &[tau], Mode::Initialization);
            assert_eq!(fmi3ExitInitializationMode(c), fmi3OK);
        }
        if event_use.event_mode || interface == Interface::ModelExchange {
            derivatives_agree(c, unknowns, &[tau, damping], Mode::Event);
            update(c);
        }
        // SAFETY: a living instance.
        unsafe {
            if interface == Interface::ModelExchange {
                assert_eq!(fmi3EnterContinuousTimeMode(c), fmi3OK);
                derivatives_agree(c, unknowns, &[tau, phi, w], Mode::ContinuousTime);
            } else {
                if event_use.event_mode {
                    assert_eq!(fmi3EnterStepMode(c), fmi3OK);
                }
                derivatives_agree(c, unknowns, &[tau, damping], Mode::Step);
                assert_eq!(step(c, 0.0, 0.1).0, fmi3OK);
                derivatives_agree(c, unknowns, &[tau, damping], Mode::Step);
            }
            let mut x = [0.0; 3];
            let status = fmi3GetDirectionalDerivative(
                c,
                unknowns.as_ptr(),
                1,
                &tau,
                1,
                [1.0, 1.0].as_ptr(),
                2,
                x.as_mut_ptr(),
                1,
            );
            assert_eq!(status, fmi3Error, "a seed that is too long");
            fmi3FreeInstance(c);
        }
    }
}
