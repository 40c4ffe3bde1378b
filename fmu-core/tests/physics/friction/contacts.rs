//! Gaps and backlash against closed forms.

use super::common::near;
use super::host;

/// A mass falls on a spring: in contact it oscillates about its rest, for the time from touch to touch.
fn bouncing(d: f64, height: f64) -> String {
    format!(
        r#"
name = "Bounce"
connections = [
  ["ground.flange", "stop.flange_a"], ["stop.flange_b", "ball.flange_a"], ["ball.flange_b", "weight.flange"],
]
components.ground = {{ class = "Translational.Components.Fixed" }}
components.stop = {{ class = "Translational.Components.ElastoGap", c = 1000, d = {d} }}
components.ball = {{ class = "Translational.Components.Mass", m = 1, s = {{ start = {height}, fixed = true }}, v = {{ start = 0, fixed = true }} }}
components.weight = {{ class = "Translational.Sources.ConstantForce", f_constant = -9.81 }}
"#
    )
}

#[test]
fn an_elastic_bounce_lasts_as_long_as_it_should_and_loses_nothing() {
    let (g, w, h) = (9.81_f64, 1000.0_f64.sqrt(), 0.5_f64);
    let v = (2.0 * g * h).sqrt();
    let (fall, contact) = (v / g, 2.0 * (std::f64::consts::PI - (v / w).atan2(g / (w * w))) / w);
    let period = 2.0 * fall + contact;
    let mut run = host(&bouncing(0.0, h), 1e-10);
    // Ten impacts; at the end it is as high as at the start.
    run.steps(10, period);
    near(run.get("ball.s"), h, 1e-7 * h, "height after ten bounces");
    near(run.get("ball.v"), 0.0, 1e-6, "speed at the top");
}

/// The damper never pulls and is never stronger than the spring.
#[test]
fn the_force_of_a_stop_pushes_only() {
    let mut run = host(&bouncing(60.0, 0.2), 1e-9);
    let mut contacts = 0;
    let mut touching = false;
    for k in 0..2000_u32 {
        run.instance.do_step(f64::from(k) * 1e-3, 1e-3).unwrap();
        let (f, s) = (run.get("stop.f"), run.get("ball.s"));
        let is_in = run.get("stop.contact") == 1.0;
        assert_eq!(is_in, s < 0.0, "{s}");
        assert!(f <= 0.0 && f >= -2000.0 * (-s).max(0.0) - 1e-9, "{f} at {s}");
        assert!(is_in || f == 0.0);
        contacts += i32::from(is_in && !touching);
        touching = is_in;
    }
    assert!(contacts >= 1, "{contacts}");
}

/// An impact without weight, piece by piece: at first the damper is as strong as the spring, then it acts as it is, and when it would pull nothing
/// pushes any more. What limits it are events, so that no step runs over a kink.
#[test]
fn an_impact_against_a_damper_leaves_as_fast_as_its_three_pieces_say() {
    let (c, d, speed) = (1000.0_f64, 20.0_f64, 2.0_f64);
    let text = bouncing(d, 0.1).replace("-9.81", "0").replace("v = { start = 0", &format!("v = {{ start = -{speed}"));
    let mut run = host(&text, 1e-10);
    let report = run.instance.do_step(0.0, 0.5).unwrap();
    assert_eq!(report.state_events, 4, "touching, both limits of the damper, parting");
    // A spring of twice the stiffness, until the damper is weaker than the spring.
    let w = (2.0 * c).sqrt();
    let first = (d * w / c).atan() / w;
    let (depth, fast) = (speed / w * (w * first).sin(), speed * (w * first).cos());
    // A damped oscillation, until its acceleration is zero.
    let (decay, w) = (0.5 * d, (c - 0.25 * d * d).sqrt());
    let acceleration = -d * fast - c * depth;
    let rate = -d * acceleration - c * fast;
    let second = (-w * acceleration).atan2(rate + decay * acceleration).rem_euclid(std::f64::consts::PI) / w;
    let (sin, cos) = (w * second).sin_cos();
    let left = (-decay * second).exp() * (fast * cos + (acceleration + decay * fast) / w * sin);
    near(run.get("ball.v"), -left, 1e-9, "speed after the impact");
    let middle = (-decay * second).exp() * (depth * cos + (fast + decay * depth) / w * sin);
    let time = 0.1 / speed + first + second + middle / -left;
    near(run.get("ball.s"), -left * (0.5 - time), 1e-9, "where it is then");
}

/// Between the ends of the backlash the shafts turn freely, beyond them they are coupled.
#[test]
fn backlash_is_free_between_its_ends() {
    for class in ["ElastoBacklash", "ElastoBacklash2"] {
        let text = format!(
            r#"
name = "Backlash"
connections = [["one.flange_b", "coupling.flange_a"], ["coupling.flange_b", "two.flange_a"]]
components.one = {{ class = "Rotational.Components.Inertia", J = 1, w = {{ start = 1, fixed = true }}, phi = {{ start = 0, fixed = true }} }}
components.coupling = {{ class = "Rotational.Components.{class}", c = 400, d = 0, b = 0.2 }}
components.two = {{ class = "Rotational.Components.Inertia", J = 1, w = {{ start = 0, fixed = true }}, phi = {{ start = 0, fixed = true }} }}
"#
        );
        let mut run = host(&text, 1e-10);
        run.steps(1, 0.1 - 1e-9);
        near(run.get("two.w"), 0.0, 1e-12, "before contact");
        // An elastic impact of equal inertias exchanges their speeds, within half a period of the relative oscillation.
        let half = std::f64::consts::PI / 800.0_f64.sqrt();
        run.steps(1, half + 1e-3);
        near(run.get("one.w"), 0.0, 1e-7, class);
        near(run.get("two.w"), 1.0, 1e-7, class);
        assert_eq!(run.get("coupling.tau"), 0.0);
    }
}

/// The freewheel holds against slower turning of flange_b and lets it run ahead.
#[test]
fn a_freewheel_holds_one_way() {
    let text = r#"
name = "Freewheel"
connections = [
  ["wave.y", "motor.tau"], ["motor.flange", "drive.flange_a"], ["drive.flange_b", "freewheel.flange_a"],
  ["freewheel.flange_b", "wheel.flange_a"], ["released.y", "freewheel.f_normalized"],
]
components.wave = { class = "Blocks.Sources.Sine", amplitude = 3, f = 0.5 }
components.motor = { class = "Rotational.Sources.Torque" }
components.drive = { class = "Rotational.Components.Inertia", J = 1 }
components.freewheel = { class = "Rotational.Components.OneWayClutch", fn_max = 1e-3 }
components.released = { class = "Blocks.Sources.Constant", k = 0 }
components.wheel = { class = "Rotational.Components.Inertia", J = 2 }
"#;
    let mut run = host(text, 1e-9);
    // While the motor drives, both turn together: 3 N.m over 3 kg.m2.
    run.steps(5, 0.1);
    let w = (1.0 - (0.5 * std::f64::consts::PI).cos()) / std::f64::consts::PI;
    near(run.get("wheel.w"), w, 1e-8, "together");
    near(run.get("drive.w"), w, 1e-8, "together");
    // Then the drive slows down and the wheel runs ahead, braked by next to nothing.
    run.steps(15, 0.1);
    near(run.get("wheel.w"), 2.0 / std::f64::consts::PI, 1e-6, "ahead");
    assert!(run.get("freewheel.w_rel") > 0.1 && run.get("freewheel.mode") == 1.0);
}

/// A brake on a slider, a guide, a bearing with Stribeck-like table: what they lose is what the rest gains.
#[test]
fn what_friction_takes_is_lost_to_heat() {
    let text = r#"
name = "Losses"
connections = [
  ["push.y", "drive.f"], ["drive.flange", "block.flange_a"], ["block.flange_b", "guide.flange_a"], ["guide.flange_b", "brake.flange_a"],
  ["pressed.y", "brake.f_normalized"], ["guide.heatPort", "store.port"], ["brake.heatPort", "store.port"],
  ["shaft.flange_b", "bearing.flange_a"], ["bearing.heatPort", "store.port"],
]
components.push = { class = "Blocks.Sources.Sine", amplitude = 8, f = 0.7 }
components.drive = { class = "Translational.Sources.Force" }
components.block = { class = "Translational.Components.Mass", m = 1, v = { start = 1, fixed = true } }
components.guide = { class = "Translational.Components.SupportFriction", f_pos = [[0, 2], [1, 2.5]], peak = 1.5, useHeatPort = true }
components.brake = { class = "Translational.Components.Brake", fn_max = 3, useHeatPort = true }
components.pressed = { class = "Blocks.Sources.Ramp", height = 1, duration = 2 }
components.shaft = { class = "Rotational.Components.Inertia", J = 0.5, w = { start = 3, fixed = true } }
components.bearing = { class = "Rotational.Components.BearingFriction", tau_pos = [[0, 1], [1, 0.6], [5, 0.8]], smoothness = "ContinuousDerivative", useHeatPort = true }
components.store = { class = "Thermal.HeatTransfer.Components.HeatCapacitor", C = 1, T = { start = 300, fixed = true } }
"#;
    let mut run = host(text, 1e-10);
    let (mut work, power) = (0.0, |run: &mut super::Host| run.get("push.y") * run.get("block.v"));
    // Simpson's rule over steps that are short for the events between them.
    let h = 5e-4;
    for k in 0..6_000_u32 {
        let begin = power(&mut run);
        run.instance.do_step(f64::from(2 * k) * 0.5 * h, 0.5 * h).unwrap();
        let middle = power(&mut run);
        run.instance.do_step(f64::from(2 * k + 1) * 0.5 * h, 0.5 * h).unwrap();
        work += h / 6.0 * (begin + 4.0 * middle + power(&mut run));
    }
    let kinetic = 0.5 * run.get("block.v").powi(2) + 0.25 * run.get("shaft.w").powi(2);
    let heat = run.get("store.T") - 300.0;
    near(heat, 0.5 + 0.25 * 9.0 + work - kinetic, 5e-6, "heat");
    near(run.get("shaft.w"), 0.0, 1e-13, "the shaft has stopped");
}

/// A clutch takes an inertia to the speed of a flange whose motion is given, and holds it there; a brake on such a flange takes power and does not
/// stop it.
#[test]
fn clutches_and_brakes_on_flanges_whose_motion_is_given() {
    for (source, given) in
        [("Speed\", exact = true", "w_ref"), ("Speed\"", "w_ref"), ("ConstantSpeed\", w_fixed = 5", "")]
    {
        let signal = if given.is_empty() { String::new() } else { format!("[\"fast.y\", \"drive.{given}\"], ") };
        let text = format!(
            r#"
name = "Given"
connections = [{signal}["drive.flange", "clutch.flange_a"], ["clutch.flange_b", "wheel.flange_a"], ["drive.flange", "brake.flange_a"], ["pressed.y", "clutch.f_normalized"], ["pressed.y", "brake.f_normalized"]]
components.fast = {{ class = "Blocks.Sources.Constant", k = 5 }}
components.drive = {{ class = "Rotational.Sources.{source} }}
components.pressed = {{ class = "Blocks.Sources.Constant", k = 1 }}
components.clutch = {{ class = "Rotational.Components.Clutch", mu_pos = [[0, 0.5]], fn_max = 4 }}
components.brake = {{ class = "Rotational.Components.Brake", mu_pos = [[0, 0.5]], fn_max = 6 }}
components.wheel = {{ class = "Rotational.Components.Inertia", J = 0.8, phi = {{ start = 0, fixed = true }}, w = {{ start = 0, fixed = true }} }}
"#
        );
        let mut run = host(&text, 1e-9);
        for k in 1..=30 {
            run.steps(1, 0.1);
            let t = 0.1 * f64::from(k);
            // 2 N.m on 0.8 kg.m2, until both are as fast.
            near(run.get("wheel.w"), (2.5 * t).min(5.0), 1e-7, &format!("{source} at {t}"));
            near(run.get("brake.tau"), 3.0, 1e-12, "the brake slips");
        }
        near(run.get("clutch.mode"), 0.0, 0.0, "the clutch sticks");
        near(run.get("clutch.tau"), 0.0, 1e-9, "and hands on nothing");
    }
}
