//! Blocks with sample times and triggers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-9);
    host.start();
    host
}

/// A controller of samples, `x = 0.9 x + 0.1 u` as "Blocks.Discrete.TransferFunction" and as "Blocks.Discrete.StateSpace", behind a
/// "Blocks.Discrete.Sampler": all take the sample of the same time, and are equal to the recursion to the last bit.
#[test]
fn discrete_filters_are_their_recursions() {
    let text = r#"
name = "Filter"
connections = [["sampler.y", "transfer.u"], ["sampler.y", "states.u[1]"]]
components.sampler = { class = "Blocks.Discrete.Sampler", samplePeriod = 0.1 }
components.transfer = { class = "Blocks.Discrete.TransferFunction", samplePeriod = 0.1, b = [0.1, 0.05], a = [1, -0.9] }
components.states = { class = "Blocks.Discrete.StateSpace", samplePeriod = 0.1, A = [[0.9]], B = [[1]], C = [[0.1]], D = [[0.25]] }
"#;
    let mut run = host(text);
    let (mut x1, mut x, mut y) = (0.0, 0.0, 0.0);
    let mut sample = |u: f64| {
        let new = u + 0.9 * x1;
        let transfer = 0.1 * new + 0.05 * x1;
        x1 = new;
        y = 0.1 * x + 0.25 * u;
        x = 0.9 * x + u;
        [transfer, y]
    };
    // The sample of the start.
    let mut expected = sample(0.0);
    for k in 0..200_i32 {
        near(run.get("transfer.y"), expected[0], 0.0, &format!("transfer function after {k} samples"));
        near(run.get("states.y[1]"), expected[1], 0.0, &format!("state space after {k} samples"));
        let u = (0.37 * f64::from(k)).sin();
        let time = run.instance.time();
        let input = run.reference("sampler.u");
        run.instance.set(&[input], &[u]).unwrap();
        run.instance.do_step(time, 0.1).unwrap();
        near(run.get("sampler.y"), u, 0.0, "a sample at the end of the step has the input of the step");
        expected = sample(u);
    }
}

/// A step that is longer or shorter than the sample period, and a million samples: the last one is where it belongs.
#[test]
fn sample_times_do_not_drift() {
    let text = r#"
name = "Clock"
connections = [["clock.y", "sampler.u"]]
components.clock = { class = "Blocks.Sources.ContinuousClock" }
components.sampler = { class = "Blocks.Discrete.Sampler", samplePeriod = 0.001, startTime = 0.0003 }
"#;
    let mut run = host(text);
    near(run.get("sampler.y"), 0.0, 0.0, "before the first sample");
    let last = |time: f64| 0.0003 + 0.001 * ((time - 0.0003) / 0.001 + 1e-9).floor();
    for step in [0.0017, 0.05, 0.00001, 1.0, 98.9] {
        let time = run.instance.time();
        run.instance.do_step(time, step).unwrap();
        near(run.get("sampler.y"), last(time + step), 1e-13, &format!("at {}", time + step));
    }
}

/// "Blocks.Discrete.ZeroOrderHold" in a loop gives the recursion x = 1 + x/2, and "Blocks.Discrete.UnitDelay" what the hold had before.
#[test]
fn a_hold_breaks_a_loop_of_samples() {
    let text = r#"
name = "Loop"
connections = [["one.y", "sum.u1"], ["half.y", "sum.u2"], ["sum.y", "hold.u"], ["hold.y", "half.u"], ["hold.y", "delay.u"]]
components.one = { class = "Blocks.Sources.Constant", k = 1 }
components.sum = { class = "Blocks.Math.Add" }
components.half = { class = "Blocks.Math.Gain", k = 0.5 }
components.hold = { class = "Blocks.Discrete.ZeroOrderHold", samplePeriod = 0.1 }
components.delay = { class = "Blocks.Discrete.UnitDelay", samplePeriod = 0.1, y_start = -3 }
"#;
    let mut run = host(text);
    let mut before = run.get("hold.y");
    for k in 1..20 {
        run.steps(1, 0.1);
        let now = run.get("hold.y");
        near(now, 1.0 + 0.5 * before, 0.0, &format!("sample {k}"));
        near(run.get("delay.y"), before, 0.0, &format!("delay {k}"));
        before = now;
    }
}

/// "Blocks.Discrete.FirstOrderHold" follows a sampled parabola by chords, a period later.
#[test]
fn a_first_order_hold_draws_chords() {
    let text = r#"
name = "Chords"
connections = [["clock.y", "square.u1"], ["clock.y", "square.u2"], ["square.y", "hold.u"]]
components.clock = { class = "Blocks.Sources.ContinuousClock" }
components.square = { class = "Blocks.Math.Product" }
components.hold = { class = "Blocks.Discrete.FirstOrderHold", samplePeriod = 0.25 }
"#;
    let mut run = host(text);
    for k in 1..40 {
        run.steps(1, 0.1);
        let time = 0.1 * f64::from(k);
        let t1 = 0.25 * (time / 0.25 + 1e-9).floor();
        let t0 = (t1 - 0.25_f64).max(0.0);
        let expected = if t1 == 0.0 { 0.0 } else { t0 * t0 + (t1 + t0) * (time - t1) };
        near(run.get("hold.y"), expected, 1e-9, &format!("at {time}"));
    }
}

/// "Blocks.Sources.SampleTrigger" drives "Blocks.Discrete.TriggeredSampler" and "Blocks.Discrete.TriggeredMax" at 0.25 s, 0.75 s, ...; a
/// restored snapshot goes on with the same numbers.
#[test]
fn triggers_take_samples() {
    let text = r#"
name = "Triggers"
connections = [["wave.y", "sampler.u"], ["wave.y", "most.u"], ["tick.y", "sampler.trigger"], ["tick.y", "most.trigger"]]
components.wave = { class = "Blocks.Sources.Sine", amplitude = -2, f = 0.3 }
components.tick = { class = "Blocks.Sources.SampleTrigger", period = 0.5, startTime = 0.25 }
components.sampler = { class = "Blocks.Discrete.TriggeredSampler", y_start = 7 }
components.most = { class = "Blocks.Discrete.TriggeredMax" }
"#;
    let wave = |time: f64| -2.0 * (0.6 * std::f64::consts::PI * time).sin();
    let mut run = host(text);
    let (mut y, mut most) = (7.0, 0.0_f64);
    let mut saved = None;
    let mut kept = Vec::new();
    for k in 1..=30_i32 {
        run.steps(1, 0.1);
        let time = 0.1 * f64::from(k);
        let tick = 0.25 + 0.5 * ((time - 0.25) / 0.5 + 1e-9).floor();
        if time > 0.25 - 1e-9 && (y - wave(tick)).abs() > 1e-9 {
            (y, most) = (wave(tick), most.max(wave(tick).abs()));
        }
        near(run.get("sampler.y"), y, 1e-9, &format!("sampler at {time}"));
        near(run.get("most.y"), most, 1e-9, &format!("largest at {time}"));
        if k == 12 {
            saved = Some(run.instance.snapshot());
        }
        if k > 12 {
            kept.push([run.get("sampler.y"), run.get("most.y")]);
        }
    }
    run.instance.restore(&saved.unwrap()).unwrap();
    for expected in kept {
        run.steps(1, 0.1);
        assert_eq!([run.get("sampler.y"), run.get("most.y")], expected);
    }
}

/// A controller in `[variables]`: an observer with matrices and a feedback with a limit are their recursions to the last bit, with the input
/// of each sample.
#[test]
fn sampled_variables_are_their_recursions() {
    let text = r#"
name = "Controller"
[parameters]
Ts = "10 ms"
A = [[0.9, 0.01], [-0.2, 0.8]]
L = [0.3, 0.7]
K = [2, 0.5]
limit = 0.4
[inputs]
measured = { start = 0.25, unit = "m" }
[variables]
x = { sample = "Ts", value = "A*pre(x) + L*(measured - pre(x[1]))", start = [1, -1] }
u = { sample = "Ts", value = "if -(K*x) > limit then limit else max(-(K*x), -limit)" }
turns = { sample = "2*Ts", value = ["pre(turns[2])", "floor(pre(turns[1])) + mod(7, 4)"], start = [0.5, 3] }
"#;
    let mut run = host(text);
    let measured = run.reference("measured");
    let (mut x, mut turns) = ([1.0, -1.0], [0.5_f64, 3.0]);
    for k in 0..100_i32 {
        let m = 0.25 + if k == 0 { 0.0 } else { (0.3 * f64::from(k)).sin() };
        if k > 0 {
            let time = run.instance.time();
            run.instance.set(&[measured], &[m]).unwrap();
            run.instance.do_step(time, 0.01 * f64::from(k) - time).unwrap();
        }
        let error = m - x[0];
        x = [0.9 * x[0] + 0.01 * x[1] + 0.3 * error, -0.2 * x[0] + 0.8 * x[1] + 0.7 * error];
        let wanted: f64 = -(2.0 * x[0] + 0.5 * x[1]);
        if k % 2 == 0 {
            turns = [turns[1], turns[0].floor() + 3.0];
        }
        let expected = [x[0], x[1], wanted.clamp(-0.4, 0.4), turns[0], turns[1]];
        for (name, expected) in ["x[1]", "x[2]", "u", "turns[1]", "turns[2]"].into_iter().zip(expected) {
            near(run.get(name), expected, 0.0, &format!("{name} after {k} samples"));
        }
    }
}

/// Each of a million samples is at the multiple of the period, to the last bit.
#[test]
fn sampled_variables_do_not_drift() {
    let text = r#"
name = "Clock"
variables.count = { sample = 1e-3, value = "pre(count) + 1" }
variables.late = { sample = 1e-3, value = "max(pre(late), abs(time - (count - 1)*1e-3))" }
"#;
    let mut run = host(text);
    for step in [0.0017, 0.05, 0.00001, 1.0, 998.94829] {
        let time = run.instance.time();
        run.instance.do_step(time, step).unwrap();
    }
    near(run.get("count"), 1_000_001.0, 0.0, "a sample at the start, and a million later");
    near(run.get("late"), 0.0, 0.0, "distance of a sample from its time");
}
