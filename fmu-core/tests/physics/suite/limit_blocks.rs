//! Blocks with limits: against closed forms, and a controller against an integration of its own.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near, try_compile};
use std::f64::consts::PI;

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-10);
    host.start();
    host
}

/// A block that is fed with 2 sin(pi t) and whose output is integrated.
fn fed(class: &str, settings: &str) -> String {
    format!(
        "name = \"L\"\nconnections = [[\"s.y\", \"b.u\"], [\"b.y\", \"i.u\"]]\n[components.s]\nclass = \"Blocks.Sources.Sine\"\n\
         amplitude = 2\nf = 0.5\n[components.b]\nclass = \"{class}\"\n{settings}\n\
         [components.i]\nclass = \"Blocks.Continuous.Integrator\"\n"
    )
}

/// Integral of the upper half wave, cut at `limit`, and of what is above the limit.
fn half_wave(limit: f64) -> [f64; 2] {
    let t = (limit / 2.0_f64).asin() / PI;
    let below = 2.0 * (2.0 / PI) * (1.0 - (PI * t).cos()) + limit * (1.0 - 2.0 * t);
    [below, 4.0 / PI - below]
}

#[test]
fn limits_of_a_sine() {
    for strict in [false, true] {
        let mut run = host(&fed("Blocks.Nonlinear.Limiter", &format!("uMax = 1\nuMin = -0.5\nstrict = {strict}")));
        run.steps(10, 0.1);
        let [upper, _] = half_wave(1.0);
        near(run.get("i.y"), upper, 1e-8, "the upper half");
        run.steps(5, 0.1);
        near(run.get("b.y"), -0.5, 0.0, "the lower limit");
        run.steps(5, 0.1);
        near(run.get("i.y"), upper - half_wave(0.5)[0], 1e-8, "both halves");
    }
    let mut run = host(&fed("Blocks.Nonlinear.DeadZone", "uMax = 1"));
    run.steps(10, 0.1);
    near(run.get("i.y"), half_wave(1.0)[1], 1e-8, "beyond the dead zone");
    let mut run = host(&fed("Blocks.Nonlinear.VariableLimiter", ""));
    run.set("b.limit1", 1.0);
    run.set("b.limit2", -0.5);
    run.steps(10, 0.1);
    near(run.get("i.y"), half_wave(1.0)[0], 1e-8, "signals as limits");
    for crossed in ["uMax = 1\nuMin = 2", "uMax = -1"] {
        assert!(try_compile(&fed("Blocks.Nonlinear.Limiter", crossed)).is_err(), "{crossed}");
    }
}

/// 2 sin(pi t) integrated from 0 reaches 1 where 1 - cos(pi t) = pi/2, waits, and comes back from t = 1 on.
#[test]
fn integrators_stop_at_their_limits() {
    for strict in [false, true] {
        let mut run = host(&fed("Blocks.Continuous.LimIntegrator", &format!("outMax = 1\nstrict = {strict}")));
        run.steps(5, 0.1);
        near(run.get("b.y"), 2.0 / PI, 1e-9, "on the way");
        run.steps(4, 0.1);
        // Without an event the step that passes the limit ends a little beyond it.
        let tolerance = if strict { 1e-7 } else { 1e-9 };
        near(run.get("b.y"), 1.0, tolerance, "at the limit");
        run.steps(6, 0.1);
        near(run.get("b.y"), 1.0 - 2.0 / PI, tolerance.max(1e-8), "on the way back");
        run.steps(4, 0.1);
        near(run.get("b.y"), 1.0 - 2.0 / PI * (1.0 + (0.9 * PI).cos().abs()), tolerance.max(1e-8), "further");
    }
    let mut run =
        host(&fed("Blocks.Continuous.LimIntegrator", "outMax = 1\ny_start = 0.2\ninitType = \"InitialOutput\""));
    near(run.get("b.y"), 0.2, 1e-14, "start");
}

/// Up by 1 per second until the signal is reached, then down by 2 per second.
#[test]
fn slow_signals() {
    let text = fed("Blocks.Nonlinear.SlewRateLimiter", "Rising = 1\nFalling = -2\nTd = 0.0001")
        .replace("amplitude = 2", "amplitude = 1");
    let mut run = host(&text);
    near(run.get("b.y"), 0.0, 1e-12, "steady at the start");
    run.steps(5, 0.1);
    // As long as the signal is less than Td ahead of it, the output is slower.
    near(run.get("b.y"), 0.5, 5e-5, "rising");
    run.steps(4, 0.1);
    // It meets the signal at sin(pi t) = t, where that falls faster than 2/s.
    let met = 0.736_484_448_241_691;
    near(run.get("b.y"), met - 2.0 * (0.9 - met), 4e-4, "falling");
}

/// Steady is the value of the signal, however far from y_start it is; from there on it is as slow as it is told to be.
#[test]
fn slow_signals_start_where_they_are_steady() {
    let text = fed("Blocks.Nonlinear.SlewRateLimiter", "Rising = 1\nTd = 0.0001")
        .replace("amplitude = 2", "amplitude = 1\noffset = -20");
    let mut run = host(&text);
    near(run.get("b.y"), -20.0, 1e-9, "steady at the start");
    run.steps(5, 0.1);
    near(run.get("b.y"), -19.5, 2e-4, "rising");
}

const CONTROLLED: &str = r#"
name = "Controlled"
connections = [
  ["goal.y", "c.u_s"], ["speed.w", "c.u_m"], ["c.y", "motor.tau"], ["motor.flange", "shaft.flange_a"],
  ["shaft.flange_b", "speed.flange"], ["brake.flange", "shaft.flange_b"],
]
[components.shaft]
class = "Rotational.Components.Inertia"
J = 0.1
w = { start = 0, fixed = true }
[components.motor]
class = "Rotational.Sources.Torque"
[components.brake]
class = "Rotational.Sources.QuadraticSpeedDependentTorque"
tau_nominal = -0.02
TorqueDirection = false
w_nominal = 1
[components.speed]
class = "Rotational.Sensors.SpeedSensor"
[components.goal]
class = "Blocks.Sources.Sine"
amplitude = 3
f = 0.4
offset = 1
[variables]
windup = "c.addSat.y + c.limiter.u"
[components.c]
class = "Blocks.Continuous.LimPID"
"#;

/// The same equations, integrated by Runge and Kutta's method with small steps.
fn independent(end: f64, feed_forward: f64) -> [f64; 4] {
    let (k, ti, td, ni, nd, wp, wd) = (0.8, 0.3, 0.05, 0.9, 10.0, 0.9, 0.4);
    let output = |t: f64, x: [f64; 3]| {
        let goal = 1.0 + 3.0 * (0.8 * PI * t).sin();
        let rate = (wd * goal - x[0] - x[2]) / (td / nd);
        let unlimited = k * (wp * goal - x[0] + x[1] + td * rate) + feed_forward;
        (goal, rate, unlimited, unlimited.clamp(-0.4, 0.5))
    };
    let f = |t: f64, x: [f64; 3]| {
        let (goal, rate, unlimited, y) = output(t, x);
        [(y - 0.02 * x[0] * x[0].abs()) / 0.1, (goal - x[0] + (y - unlimited) / (k * ni)) / ti, rate]
    };
    let steps = (end * 50_000.0) as u32;
    let (h, mut x) = (end / f64::from(steps), [0.0; 3]);
    let add = |x: [f64; 3], d: [f64; 3], h: f64| std::array::from_fn(|i| x[i] + h * d[i]);
    for n in 0..steps {
        let t = f64::from(n) * h;
        let k1 = f(t, x);
        let k2 = f(t + 0.5 * h, add(x, k1, 0.5 * h));
        let k3 = f(t + 0.5 * h, add(x, k2, 0.5 * h));
        let k4 = f(t + h, add(x, k3, h));
        x = std::array::from_fn(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    [x[0], x[1], x[2], output(end, x).3]
}

#[test]
fn a_limited_controller_against_an_independent_integration() {
    let settings = "k = 0.8\nTi = 0.3\nTd = 0.05\nyMax = 0.5\nyMin = -0.4\nwp = 0.9\nwd = 0.4\n";
    for (more, feed_forward) in [("", 0.0), ("strict = true\n", 0.0), ("withFeedForward = true\nkFF = 2\n", 0.1)] {
        let mut run = Host::new(compile(&format!("{CONTROLLED}{settings}{more}")), 1e-10);
        if feed_forward != 0.0 {
            run.set("c.u_ff", 0.05);
        }
        run.start();
        for _ in 0..4 {
            run.steps(5, 0.1);
            let time = run.instance.time();
            let [w, i, d, y] = independent(time, feed_forward);
            for (name, expected) in [("shaft.w", w), ("c.I.y", i), ("c.D.x", d), ("c.y", y)] {
                near(run.get(name), expected, 1e-7, &format!("{more}{name} at {time} s"));
            }
            // Parts that the library composes the controller of.
            let track = (y - run.get("c.limiter.u")) / (0.8 * 0.9);
            let [u_s, u_m] = ["c.u_s", "c.u_m"].map(|name| run.get(name));
            let parts = [
                ("c.gainPID.y", 0.8 * (run.get("c.P.y") + run.get("c.I.y") + run.get("c.D.y"))),
                ("c.addFF.y", run.get("c.gainPID.y") + feed_forward),
                ("c.I.u", u_s - u_m + track),
                ("c.I.u", 0.3 * run.get("der(c.I.y)")),
                ("c.D.y", 0.05 * run.get("der(c.D.x)")),
                ("windup", y),
            ];
            for (name, expected) in parts {
                near(run.get(name), expected, 1e-6, &format!("{more}{name} at {time} s"));
            }
        }
    }
}

/// P, PI and PD have the states of their parts only; a start in the steady state, within and beyond the limits.
#[test]
fn kinds_and_starts_of_controllers() {
    let block = |settings: &str| {
        format!(
            "name = \"C\"\nconnections = []\n[components.c]\nclass = \"Blocks.Continuous.LimPID\"\nk = 2\nyMax = 3\n{settings}\n"
        )
    };
    let with = |settings: &str, u: [f64; 2]| {
        let mut run = Host::new(compile(&block(settings)), 1e-10);
        run.set("c.u_s", u[0]);
        run.set("c.u_m", u[1]);
        run.start();
        run
    };
    for (kind, states) in [("P", 0), ("PI", 1), ("PD", 1), ("PID", 2)] {
        let run = with(&format!("controllerType = \"{kind}\""), [1.0, 0.5]);
        assert_eq!(run.instance.catalogue().states.len(), states, "{kind}");
    }
    near(with("controllerType = \"P\"", [1.0, 0.5]).get("c.y"), 1.0, 1e-14, "P");
    near(with("controllerType = \"P\"", [9.0, 0.5]).get("c.y"), 3.0, 0.0, "P at its limit");
    let mut run = with("controllerType = \"PI\"\ninitType = \"InitialOutput\"\ny_start = 0.7", [1.0, 0.5]);
    near(run.get("c.y"), 0.7, 1e-12, "PI");
    near(run.get("c.I.y"), 0.35 - 0.5, 1e-12, "I");
    // Steady: no error, so that the integral stays where the search begins.
    let mut run = with("controllerType = \"PI\"\ninitType = \"SteadyState\"\nxi_start = 0.4", [0.5, 0.5]);
    near(run.get("c.y"), 0.8, 1e-12, "steady");
    near(run.get("der(c.I.y)"), 0.0, 1e-12, "steady");
    assert!(try_compile(&block("yMin = 4")).is_err());
    assert!(try_compile(&block("").replace("k = 2", "k = 0")).is_err());
}

/// An integrator of 2 is reset at 0.3, 0.7 and 1.1 s to its start value or to a signal, within its limits.
#[test]
fn integrators_are_reset() {
    for (class, settings, value) in [
        ("Integrator", "y_start = 0.25", 0.25),
        ("Integrator", "y_start = 0.25\nuse_set = true", -4.0),
        ("LimIntegrator", "y_start = 0.25\nuse_set = true\noutMax = 3\noutMin = -1", -1.0),
        ("LimIntegrator", "y_start = 0.25\noutMax = 3", 0.25),
    ] {
        let set = if settings.contains("use_set") { ", [\"s.y\", \"b.set\"]" } else { "" };
        let text = format!(
            "name = \"R\"\nconnections = [[\"p.y\", \"b.reset\"]{set}]\n[components.b]\nclass = \"Blocks.Continuous.{class}\"\n\
             use_reset = true\n{settings}\n[components.p]\nclass = \"Blocks.Sources.BooleanPulse\"\nperiod = 0.4\nstartTime = 0.3\n\
             [components.s]\nclass = \"Blocks.Sources.Constant\"\nk = -4\n"
        );
        let mut run = Host::new(compile(&text), 1e-10);
        run.set("b.u", 2.0);
        run.start();
        for k in 1..=14 {
            let time = 0.1 * f64::from(k);
            run.steps(1, 0.1);
            let phase = (time + 1e-9 - 0.3).rem_euclid(0.4);
            let expected = if time < 0.299 { 0.25 + 2.0 * time } else { value + 2.0 * phase };
            near(run.get("b.y"), expected, 1e-8, &format!("{class} {settings} at {time}"));
        }
    }
    // A host resets, too: where the input becomes true, and not again while it stays so.
    let mut run = Host::new(
        compile(
            "name = \"R\"\nconnections = []\n[components.b]\nclass = \"Blocks.Continuous.Integrator\"\nuse_reset = true\ny_start = 1\n",
        ),
        1e-10,
    );
    run.set("b.u", 2.0);
    run.start();
    let reset = run.reference("b.reset");
    for (k, (is_on, expected)) in
        [(false, 2.0), (true, 2.0), (true, 3.0), (false, 4.0), (true, 2.0)].into_iter().enumerate()
    {
        run.instance.set(&[reset], &[is_on]).unwrap();
        run.instance.do_step(0.5 * k as f64, 0.5).unwrap();
        near(run.get("b.y"), expected, 1e-10, &format!("step {k}"));
    }
}

/// A step that is limited in its slope, and the derivative of what remains in its slope again: position, speed and acceleration of a drive.
#[test]
fn a_slew_rate_limiter_drives_another_by_its_derivative() {
    let text = r#"
name = "Smooth"
connections = [["step.y", "first.u"], ["first.y", "v.u"], ["v.y", "second.u"], ["second.y", "s.u"]]
[components]
step = { class = "Blocks.Sources.Step", startTime = 0.1 }
first = { class = "Blocks.Nonlinear.SlewRateLimiter", Rising = 2, Td = 0.0001, initType = "InitialOutput" }
v = { class = "Blocks.Continuous.Der" }
second = { class = "Blocks.Nonlinear.SlewRateLimiter", Rising = 20, Td = 0.0001, initType = "InitialOutput" }
s = { class = "Blocks.Continuous.Integrator" }
[outputs]
a = "der(second.y)"
"#;
    let mut run = Host::new(compile(text), 1e-9);
    run.start();
    for _ in 0..50 {
        run.steps(1, 0.02);
        let t = run.instance.time() - 0.1;
        // Beyond some time constants after each corner.
        if t < 0.0 || [0.0, 0.1, 0.5, 0.6].iter().any(|corner| (t - corner).abs() < 0.003) {
            continue;
        }
        let (v, a) = match t {
            t if t < 0.1 => (20.0 * t, 20.0),
            t if t < 0.5 => (2.0, 0.0),
            t if t < 0.6 => (2.0 - 20.0 * (t - 0.5), -20.0),
            _ => (0.0, 0.0),
        };
        near(run.get("v.y"), if t < 0.5 { 2.0 } else { 0.0 }, 1e-6, &format!("speed at {t} s"));
        near(run.get("second.y"), v, 3e-3, &format!("limited speed at {t} s"));
        near(run.get("a"), a, 1e-3, &format!("acceleration at {t} s"));
        near(run.get("first.val").clamp(-2.0, 2.0), run.get("v.y"), 1e-12, "the slope before its limits");
    }
    near(run.get("s.y"), 1.0, 1e-3, "the way");
}
