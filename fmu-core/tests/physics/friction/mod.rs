//! Dry friction against closed forms: stick and slip, brakes, clutches, one after the other and together.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};

fn host(text: &str, tolerance: f64) -> Host {
    let mut host = Host::new(compile(text), tolerance);
    host.start();
    host
}

/// Bisects for the time at which `holds` begins to, in steps of a fresh run.
fn begins(text: &str, end: f64, mut holds: impl FnMut(&mut Host) -> bool) -> f64 {
    let mut run = host(text, 1e-8);
    let step = 1e-3;
    for k in 0..(end / step) as u32 {
        let before = run.instance.snapshot();
        run.instance.do_step(f64::from(k) * step, step).unwrap();
        if holds(&mut run) {
            let (mut low, mut high) = (0.0, step);
            while high - low > 1e-12 {
                let middle = 0.5 * (low + high);
                run.instance.restore(&before).unwrap();
                run.instance.do_step(f64::from(k) * step, middle).unwrap();
                if holds(&mut run) { high = middle } else { low = middle }
            }
            return f64::from(k) * step + high;
        }
    }
    panic!("never within {end} s");
}

const CLUTCHES: &str = r#"
name = "Clutches"
connections = [
  ["motor.flange", "one.flange_a"], ["one.flange_b", "first.flange_a"], ["first.flange_b", "two.flange_a"],
  ["two.flange_b", "second.flange_a"], ["second.flange_b", "three.flange_a"],
  ["pressed.y", "first.f_normalized"], ["pressed.y", "second.f_normalized"],
]
components.motor = { class = "Rotational.Sources.ConstantTorque", tau_constant = 2 }
components.pressed = { class = "Blocks.Sources.Constant", k = 1 }
components.one = { class = "Rotational.Components.Inertia", J = 1, w = { start = 10, fixed = true } }
components.two = { class = "Rotational.Components.Inertia", J = 0.5, w = { start = 0, fixed = true } }
components.three = { class = "Rotational.Components.Inertia", J = 2, w = { start = 0, fixed = true } }
components.first = { class = "Rotational.Components.Clutch", fn_max = 10 }
components.second = { class = "Rotational.Components.Clutch", fn_max = 6 }
"#;

/// The relative speed of the first two falls by 3 + 4 rad/s2; together they slow down by 2/3 while the third gains 3/2.
#[test]
fn clutches_in_series_lock_one_after_the_other() {
    let locked = |clutch: &'static str| move |host: &mut Host| host.get(&format!("{clutch}.mode")) == 0.0;
    near(begins(CLUTCHES, 2.0, locked("first")), 10.0 / 7.0, 1e-9, "the first locks");
    near(begins(CLUTCHES, 4.0, locked("second")), 3.076_923_076_9, 1e-9, "the second locks");
    let mut run = host(CLUTCHES, 1e-8);
    run.steps(40, 0.1);
    let speeds = ["one.w", "two.w", "three.w"].map(|name| run.get(name));
    // The rest of the momentum, and 2 N.m for 4 s.
    speeds.iter().for_each(|w| near(*w, (10.0 + 8.0) / 3.5, 1e-9, "common speed"));
    near(run.get("first.tau"), -2.0 * 2.5 / 3.5, 1e-9, "torque through the first");
    near(run.get("second.tau"), -2.0 * 2.0 / 3.5, 1e-9, "torque through the second");
}

/// A block on a belt, held by a spring: it sticks until the spring pulls with 7.5 N, then slips against 5 N.
#[test]
fn a_block_on_a_belt_sticks_and_slips() {
    const TEXT: &str = r#"
name = "Belt"
connections = [
  ["ground.flange", "spring.flange_a"], ["spring.flange_b", "block.flange_a"], ["block.flange_b", "friction.flange_a"],
  ["belt.flange", "friction.support"],
]
components.ground = { class = "Translational.Components.Fixed" }
components.spring = { class = "Translational.Components.Spring", c = 100, s_rel0 = 0 }
components.block = { class = "Translational.Components.Mass", m = 1, s = { start = 0, fixed = true }, v = { start = 0.1, fixed = true } }
components.belt = { class = "Translational.Sources.ConstantSpeed", v_fixed = 0.1 }
components.friction = { class = "Translational.Components.SupportFriction", useSupport = true, f_pos = [[0, 5], [1, 5]], peak = 1.5 }
"#;
    let mut run = host(TEXT, 1e-9);
    assert_eq!(run.get("friction.mode"), 0.0);
    let mut sticks = Vec::new();
    let mut before = true;
    let step = 1e-3;
    for k in 0..4000_u32 {
        let start = run.instance.snapshot();
        run.instance.do_step(f64::from(k) * step, step).unwrap();
        let sticking = run.get("friction.mode") == 0.0;
        if sticking && !before {
            let (mut low, mut high) = (0.0, step);
            let end = run.instance.snapshot();
            while high - low > 1e-12 {
                let middle = 0.5 * (low + high);
                run.instance.restore(&start).unwrap();
                run.instance.do_step(f64::from(k) * step, middle).unwrap();
                if run.get("friction.mode") == 0.0 { high = middle } else { low = middle }
            }
            sticks.push(f64::from(k) * step + high);
            run.instance.restore(&end).unwrap();
            // The friction is what the spring pulls with, to the last digits.
            near(run.get("friction.f"), -100.0 * run.get("block.s"), 1e-9, "friction");
            near(run.get("block.v"), 0.1, 1e-9, "speed of the belt");
        }
        before = sticking;
    }
    assert!(sticks.len() >= 3, "{sticks:?}");
    for pair in sticks.windows(2) {
        near(pair[1] - pair[0], 0.890_260_540_781_452_3, 1e-6, "period");
    }
}

/// Brakes of 1 and 10 N.m on one shaft under 12 sin t let go together, and share by what they can hold until then.
#[test]
fn brakes_on_one_shaft_share_and_let_go_together() {
    const TEXT: &str = r#"
name = "Brakes"
connections = [
  ["source.y", "motor.tau"], ["motor.flange", "shaft.flange_a"], ["shaft.flange_b", "weak.flange_a"],
  ["weak.flange_b", "strong.flange_a"], ["pressed.y", "weak.f_normalized"], ["pressed.y", "strong.f_normalized"],
]
components.source = { class = "Blocks.Sources.Sine", amplitude = 12, f = 0.15915494309189535 }
components.motor = { class = "Rotational.Sources.Torque" }
components.shaft = { class = "Rotational.Components.Inertia", J = 0.3 }
components.pressed = { class = "Blocks.Sources.Constant", k = 1 }
components.weak = { class = "Rotational.Components.Brake", fn_max = 2 }
components.strong = { class = "Rotational.Components.Brake", fn_max = 20 }
"#;
    let mut run = host(TEXT, 1e-8);
    run.steps(10, 0.1);
    let torque = 12.0 * 1.0_f64.sin();
    near(run.get("weak.tau"), torque / 11.0, 1e-9, "weak brake");
    near(run.get("strong.tau"), torque * 10.0 / 11.0, 1e-9, "strong brake");
    near(run.get("shaft.w"), 0.0, 1e-13, "speed");
    for brake in ["weak", "strong"] {
        let slips = move |host: &mut Host| {
            ["mode", "startForward"].into_iter().any(|name| host.get(&format!("{brake}.{name}")) != 0.0)
        };
        near(begins(TEXT, 2.0, slips), (11.0_f64 / 12.0).asin(), 1e-9, brake);
    }
}

/// A block on a slope slides where the slope is steeper than its friction holds.
#[test]
fn a_block_on_a_slope_sticks_or_slides() {
    let slope = |angle: f64| {
        let (s, c) = angle.sin_cos();
        let load = 9.81 * c;
        format!(
            r#"
name = "Slope"
connections = [
  ["world.frame_b", "guide.frame_a"], ["guide.frame_b", "block.frame_a"], ["guide.axis", "friction.flange_a"],
  ["guide.support", "friction.support"],
]
components.world = {{ class = "World", g = 9.81 }}
components.guide = {{ class = "Joints.Prismatic", n = [{c}, {down}, 0], useAxisFlange = true }}
components.block = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }}
components.friction = {{ class = "Translational.Components.SupportFriction", useSupport = true, f_pos = [[0, {friction}]], peak = 1.25 }}
"#,
            down = -s,
            friction = 0.4 * load,
        )
    };
    let limit = 0.5_f64.atan();
    let mut sticks = host(&slope(limit - 1e-6), 1e-8);
    sticks.steps(10, 0.1);
    assert_eq!(sticks.get("guide.s"), 0.0);
    let mut slides = host(&slope(limit + 1e-6), 1e-8);
    slides.steps(10, 0.1);
    let (s, c) = (limit + 1e-6).sin_cos();
    near(slides.get("guide.s"), 0.5 * 9.81 * (s - 0.4 * c), 1e-8, "way");
    near(slides.get("guide.v"), 9.81 * (s - 0.4 * c), 1e-8, "speed");
}

mod bodies;
mod contacts;
mod enumeration;
mod geared;
mod gears;
mod given;
mod interfaces;
mod locations;
mod random;
mod sequences;
mod stops;
mod swinging_gear;
mod words;
