//! Delays against their definition: y(t) = u(t - T), whatever the input does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near, try_compile};

fn delayed(source: &str, delay: f64) -> Host {
    let text = format!(
        "name = \"Late\"\nconnections = [[\"source.y\", \"late.u\"]]\ncomponents.source = {{ class = \"Blocks.Sources.{source} }}\n\
         components.late = {{ class = \"Blocks.Nonlinear.FixedDelay\", delayTime = {delay} }}\n"
    );
    let mut host = Host::new(compile(&text), 1e-8);
    host.start();
    host
}

/// A wave comes out as it went in, after what it was at the start; its derivative, too.
#[test]
fn a_wave_comes_out_later() {
    let mut host = delayed("Sine\", f = 1, offset = 0.3, phase = 0.4", 0.25);
    let wave = |t: f64| 0.3 + (std::f64::consts::TAU * t + 0.4).sin();
    for k in 1..=400_u32 {
        let t = 0.0073 * f64::from(k);
        host.instance.do_step(0.0073 * f64::from(k - 1), 0.0073).unwrap();
        near(host.get("late.y"), wave((t - 0.25).max(0.0)), 2e-7, &format!("at {t}"));
    }
}

/// Jumps and kinks come out where they should, as sharp as they are.
#[test]
fn jumps_and_kinks_stay_sharp() {
    let mut pulse = delayed("Pulse\", period = 0.35, width = 40, amplitude = 2, offset = -1, startTime = 0.1", 1.0);
    let of_pulse = |t: f64| -> f64 { if t >= 0.1 && (t - 0.1) % 0.35 < 0.14 { 1.0 } else { -1.0 } };
    let mut ramp = delayed("Ramp\", height = 3, duration = 0.2, startTime = 0.317", 0.6);
    let of_ramp = |t: f64| 3.0 * ((t - 0.317) / 0.2).clamp(0.0, 1.0);
    for k in 1..=300_u32 {
        let (begin, t) = (0.01 * f64::from(k - 1), 0.01 * f64::from(k));
        pulse.instance.do_step(begin, 0.01).unwrap();
        ramp.instance.do_step(begin, 0.01).unwrap();
        // Beside the rounding of the times at which it jumps.
        if (of_pulse(t - 1.0 - 1e-9) - of_pulse(t - 1.0 + 1e-9)).abs() < 1.0 {
            near(pulse.get("late.y"), of_pulse(t - 1.0), 1e-12, &format!("pulse at {t}"));
        }
        near(ramp.get("late.y"), of_ramp(t - 0.6), 1e-10, &format!("ramp at {t}"));
    }
}

const LOOP: &str = r#"
name = "Loop"
connections = [["u.y", "sum.u1"], ["late.y", "sum.u2"], ["sum.y", "store.u"], ["store.y", "late.u"]]
inputs.u = "u.u"
outputs.y = "store.y"
components.u = { class = "Blocks.Math.Gain", k = 1 }
components.sum = { class = "Blocks.Math.Add", k2 = -1 }
components.store = { class = "Blocks.Continuous.Integrator" }
components.late = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.5 }
"#;

/// x' = 1 - x(t - T): t to T, then parabola and cubic (method of steps).
#[test]
fn a_loop_over_a_delay_follows_the_method_of_steps() {
    let mut host = Host::new(compile(LOOP), 1e-9);
    host.set("u", 1.0);
    host.start();
    for k in 1..=15_u32 {
        let t = 0.1 * f64::from(k);
        host.instance.do_step(0.1 * f64::from(k - 1), 0.1).unwrap();
        let power = |start: f64, n: i32| (t - start).max(0.0).powi(n);
        let x = power(0.0, 1) - power(0.5, 2) / 2.0 + power(1.0, 3) / 6.0;
        near(host.get("y"), x, 1e-9, &format!("at {t}"));
    }
}

/// What a host sets jumps, half a second later, too; a snapshot holds the past, bit for bit.
#[test]
fn inputs_jump_later_and_snapshots_hold_the_past() {
    let text = "name = \"Late\"\nconnections = []\ninputs.u = \"late.u\"\ncomponents.late = { class = \"Blocks.Nonlinear.FixedDelay\", \
                delayTime = 0.5 }\n";
    let model = compile(text);
    let mut host = Host::new(model.clone(), 1e-8);
    host.set("u", 0.0);
    host.start();
    let input = |t: f64| (7.0 * (10.0 * t + 1e-6).floor()).sin();
    let mut middle = None;
    for k in 0..20_u32 {
        let t = 0.1 * f64::from(k);
        host.set("u", input(t));
        if k == 9 {
            middle = Some(host.instance.snapshot());
        }
        host.instance.do_step(t, 0.1).unwrap();
        let end = t + 0.1;
        // An event at the end of a step belongs to it: it jumps there.
        let expected = if end < 0.5 - 1e-9 { 0.0 } else { input(end - 0.5) };
        near(host.get("late.y"), expected, 1e-12, &format!("at {end}"));
    }
    let last = host.get("late.y");
    let mut again = Host::new(model, 1e-8);
    again.instance.restore(&middle.unwrap()).unwrap();
    for k in 9..20_u32 {
        if k > 9 {
            again.set("u", input(0.1 * f64::from(k)));
        }
        again.instance.do_step(0.1 * f64::from(k), 0.1).unwrap();
    }
    assert_eq!(again.get("late.y").to_bits(), last.to_bits());
}

/// What does not fit is told: no time, or more jumps than it holds.
#[test]
fn what_a_delay_cannot_do_is_told() {
    assert!(try_compile(&LOOP.replace("delayTime = 0.5", "delayTime = 0")).unwrap_err().contains("delayTime"));
    let mut host = delayed("Pulse\", period = 0.001", 1.0);
    let problem = host.instance.do_step(0.0, 1.0).unwrap_err().to_string();
    assert!(problem.contains("late") && problem.contains("more often"), "{problem}");
}
