//! Delays: "Blocks.Nonlinear.FixedDelay" and "Blocks.Nonlinear.VariableDelay".
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};
use fmu_core::instance::Snapshot;

fn host(text: &str, tolerance: f64) -> Host {
    let mut host = Host::new(compile(text), tolerance);
    host.start();
    host
}

/// x' = -x(t - 1), x = 1 up to the start.
const DECAY: &str = r#"
name = "Decay"
connections = [["x.y", "delay.u"], ["delay.y", "less.u"], ["less.y", "x.u"]]
components.x = { class = "Blocks.Continuous.Integrator", initType = "InitialState", y_start = 1 }
components.delay = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 1 }
components.less = { class = "Blocks.Math.Gain", k = -1 }
"#;

/// Solution of [`DECAY`] by the method of steps: the sum over j of (-1)^j (t - j + 1)^j / j!, as long as t > j - 1.
fn decay(t: f64) -> f64 {
    let (mut sum, mut factorial, mut sign) = (1.0, 1.0, 1.0);
    for j in 1..40 {
        let past = t - f64::from(j - 1);
        if past <= 0.0 {
            break;
        }
        factorial *= f64::from(j);
        sign = -sign;
        sum += sign * past.powi(j) / factorial;
    }
    sum
}

/// The equation of steps is solved as precisely as the tolerance asks, whatever the communication steps are.
#[test]
fn a_delayed_feedback_is_its_solution_by_steps() {
    for (tolerance, bound) in [(1e-4, 1e-4), (1e-6, 1e-6), (1e-9, 3e-9)] {
        for step in [0.01, 0.07, 0.1, 1.0, 2.5] {
            let mut run = host(DECAY, tolerance);
            while run.instance.time() < 9.9 {
                let time = run.instance.time();
                run.instance.do_step(time, step).unwrap();
                let time = run.instance.time();
                near(run.get("x.y"), decay(time), bound, &format!("{tolerance} {step}: x at {time}"));
                let seen = if time < 1.0 { 1.0 } else { decay(time - 1.0) };
                near(run.get("delay.y"), seen, bound, &format!("{tolerance} {step}: y at {time}"));
            }
        }
    }
}

/// Reading in between changes nothing where the host sets nothing.
#[test]
fn delays_do_not_depend_on_communication_steps() {
    let at_end = |step: f64| {
        let mut run = host(DECAY, 1e-6);
        run.steps((8.0 / step).round() as u32, step);
        run.get("x.y").to_bits()
    };
    assert_eq!(at_end(0.5), at_end(8.0));
    assert_eq!(at_end(0.25), at_end(8.0));
}

/// A sine without any state, delayed by more and by less than a communication step.
#[test]
fn a_signal_of_time_is_delayed() {
    let text = |delay: f64| {
        format!(
            r#"
name = "Wave"
connections = [["wave.y", "delay.u"]]
components.wave = {{ class = "Blocks.Sources.Sine", amplitude = 2, f = 0.7, phase = 0.3, offset = 1 }}
components.delay = {{ class = "Blocks.Nonlinear.FixedDelay", delayTime = {delay} }}
"#
        )
    };
    let wave = |time: f64| 1.0 + 2.0 * (0.3 + 1.4 * std::f64::consts::PI * time.max(0.0)).sin();
    for delay in [0.003, 0.11, 2.5] {
        for step in [0.01, 0.3] {
            let mut run = host(&text(delay), 1e-8);
            while run.instance.time() < 6.0 {
                let time = run.instance.time();
                run.instance.do_step(time, step).unwrap();
                let time = run.instance.time();
                near(run.get("delay.y"), wave(time - delay), 1e-8, &format!("{delay} {step}: at {time}"));
            }
        }
    }
}

/// The second delay reads the past of the first one, which reads its own.
#[test]
fn a_delayed_signal_is_delayed_again() {
    let text = r#"
name = "Twice"
connections = [["wave.y", "first.u"], ["first.y", "second.u"]]
components.wave = { class = "Blocks.Sources.Sine", f = 0.7 }
components.first = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 1 }
components.second = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 1 }
"#;
    for step in [0.1, 0.5, 1.0] {
        let mut run = host(text, 1e-6);
        while run.instance.time() < 7.9 {
            let time = run.instance.time();
            run.instance.do_step(time, step).unwrap();
            let time = run.instance.time();
            let wave = (1.4 * std::f64::consts::PI * (time - 2.0).max(0.0)).sin();
            near(run.get("second.y"), wave, 3e-6, &format!("{step}: at {time}"));
        }
    }
}

/// A delay that makes steps endless exceeds the evaluations of a step.
#[test]
fn steps_of_a_very_short_delay_are_counted() {
    let text = r#"
name = "Short"
connections = [["wave.y", "delay.u"]]
components.wave = { class = "Blocks.Sources.Sine", f = 1 }
components.delay = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 1e-9 }
"#;
    let error = host(text, 1e-6).instance.do_step(0.0, 1.0).unwrap_err().to_string();
    assert!(error.contains("evaluations"), "{error}");
}

/// A step passes a chain of delays at 0.3, 0.3 + 0.25 and 0.3 + 0.25 + 0.1 s, as events at exactly these times.
#[test]
fn jumps_are_events_that_come_later() {
    let text = r#"
name = "Chain"
connections = [["edge.y", "first.u"], ["first.y", "second.u"], ["second.y", "sum.u"]]
components.edge = { class = "Blocks.Sources.Step", height = 2, offset = 1, startTime = 0.3 }
components.first = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.25 }
components.second = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.1 }
components.sum = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
"#;
    for step in [0.05, 0.13, 1.0] {
        let mut run = host(text, 1e-9);
        while run.instance.time() < 0.99 {
            let time = run.instance.time();
            run.instance.do_step(time, step).unwrap();
            let time = run.instance.time();
            let jumped = |at: f64| if time >= at - 1e-11 { 3.0 } else { 1.0 };
            near(run.get("first.y"), jumped(0.3 + 0.25), 0.0, &format!("first at {time}"));
            near(run.get("second.y"), jumped(0.3 + 0.25 + 0.1), 0.0, &format!("second at {time}"));
            let area = time + 2.0 * (time - 0.65).max(0.0);
            near(run.get("sum.y"), area, 1e-12, &format!("area at {time}"));
        }
    }
}

/// Inputs that the host sets at every communication point come out of the delay at the right ones, to the last bit.
#[test]
fn an_input_is_seen_later() {
    let text = r#"
name = "Input"
connections = [["delay.y", "sum.u"]]
components.delay = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.25 }
components.sum = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
"#;
    let mut run = host(text, 1e-6);
    let value = |k: u32| if k == 0 { 0.0 } else { (0.7 * f64::from(k)).sin() };
    let mut sum = 0.0;
    for k in 0..200 {
        let time = run.instance.time();
        if k > 0 {
            run.set("delay.u", value(k));
        }
        run.instance.do_step(time, 0.1).unwrap();
        // From 2.5 steps ago.
        let [before, after] = [3, 2].map(|late| if k >= late { value(k - late) } else { 0.0 });
        sum += 0.05 * (before + after);
        near(run.get("delay.y"), after, 0.0, &format!("y after step {k}"));
        near(run.get("sum.y"), sum, 1e-9, &format!("sum after step {k}"));
    }
}

/// Tank with a conveyor: the delay is a ramp from 0 to 0.8 s and back; zero, constant and growing delays, and a jump that passes.
#[test]
fn a_variable_delay_is_what_was() {
    let text = r#"
name = "Belt"
connections = [["load.y", "belt.u"], ["length.y", "belt.delayTime"], ["belt.y", "sum.u"]]
components.load = { class = "Blocks.Sources.Sine", amplitude = 1, f = 0.5, startTime = 1, offset = 2 }
components.length = { class = "Blocks.Sources.Trapezoid", amplitude = 0.8, rising = 2, width = 1, falling = 2, period = 6, startTime = 0.5 }
components.belt = { class = "Blocks.Nonlinear.VariableDelay", delayMax = 1 }
components.sum = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
"#;
    let load = |time: f64| if time < 1.0 { 2.0 } else { 2.0 + (std::f64::consts::PI * (time - 1.0)).sin() };
    let length = |time: f64| match (time - 0.5).max(0.0).rem_euclid(6.0) {
        t if t < 2.0 => 0.4 * t,
        t if t < 3.0 => 0.8,
        t if t < 5.0 => 0.8 - 0.4 * (t - 3.0),
        _ => 0.0,
    };
    for step in [0.02, 0.5] {
        let mut run = host(text, 1e-8);
        let (mut sum, mut last) = (0.0, 0.0_f64);
        while run.instance.time() < 12.0 {
            let time = run.instance.time();
            run.instance.do_step(time, step).unwrap();
            let time = run.instance.time();
            let y = |time: f64| load(time - length(time));
            near(run.get("belt.y"), y(time), 3e-8, &format!("{step}: at {time}"));
            // Simpson's rule.
            let count = (10_000.0 * (time - last)).round();
            let h = (time - last) / count;
            for k in 0..count as u32 {
                let t = last + h * f64::from(k);
                sum += h / 6.0 * (y(t) + 4.0 * y(t + 0.5 * h) + y(t + h));
            }
            last = time;
            near(run.get("sum.y"), sum, 1e-8, &format!("{step}: area at {time}"));
        }
    }
}

#[test]
fn a_delay_beyond_its_limits_is_refused_by_name() {
    let text = r#"
name = "Late"
connections = [["clock.y", "belt.delayTime"], ["clock.y", "belt.u"]]
components.clock = { class = "Blocks.Sources.ContinuousClock" }
components.belt = { class = "Blocks.Nonlinear.VariableDelay", delayMax = 0.5 }
"#;
    let mut run = host(text, 1e-6);
    run.instance.do_step(0.0, 0.4).unwrap();
    let error = run.instance.do_step(0.4, 0.2).unwrap_err().to_string();
    assert!(error.contains("belt") && error.contains("from 0 to delayMax = 0.5 s is expected"), "{error}");
}

/// A restored instance goes on to the last bit: in itself, in another one, and from bytes.
#[test]
fn the_past_is_part_of_a_snapshot() {
    let short = r#"
name = "Short"
connections = [["wave.y", "x.u"], ["x.y", "delay.u"], ["time.y", "delay.delayTime"], ["delay.y", "y.u"]]
components.wave = { class = "Blocks.Sources.Sine", f = 0.1 }
components.x = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
components.time = { class = "Blocks.Sources.Constant", k = 0.02 }
components.delay = { class = "Blocks.Nonlinear.VariableDelay", delayMax = 1 }
components.y = { class = "Blocks.Continuous.Integrator", initType = "InitialState" }
"#;
    for text in [DECAY, short] {
        continues(text);
    }
}

fn continues(text: &str) {
    let mut run = host(text, 1e-6);
    run.steps(33, 0.1);
    let saved = run.instance.snapshot();
    let mut bytes = vec![0; saved.serialized_size()];
    saved.serialize(&mut bytes).unwrap();
    let follow = |run: &mut Host| {
        (0..20)
            .map(|_| {
                run.steps(1, 0.17);
                [run.get("x.y").to_bits(), run.get("delay.y").to_bits()]
            })
            .collect::<Vec<_>>()
    };
    let expected = follow(&mut run);
    run.instance.restore(&saved).unwrap();
    assert_eq!(follow(&mut run), expected);
    let mut other = Host::new(compile(text), 1e-6);
    let read = other.instance.read_snapshot(&bytes).unwrap();
    other.instance.restore(&read).unwrap();
    assert_eq!(follow(&mut other), expected);
    // Damaged bytes are refused.
    bytes.truncate(bytes.len() - 1);
    assert!(Snapshot::deserialize(&bytes).is_err());
}
