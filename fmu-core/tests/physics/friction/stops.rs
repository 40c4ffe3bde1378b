//! A mass with Stribeck friction between two stops, against closed forms.

use super::common::{Host, compile, near, try_compile};
use super::host;

/// A mass of 2 kg and 0.4 m on a guide from -1 to 1 m, pushed by `force`; `more` are settings of it, `rest` is what else there is.
fn slide(force: &str, more: &str, rest: &str) -> String {
    format!(
        r#"
name = "Slide"
connections = [["drive.y", "push.f"], ["push.flange", "slide.flange_a"]]
[components.drive]
class = "Blocks.Sources.RealExpression"
y = "{force}"
[components.push]
class = "Translational.Sources.Force"
[components.slide]
class = "Translational.Components.MassWithStopAndFriction"
m = 2
L = 0.4
smin = -1
smax = 1
{more}
{rest}
"#
    )
}

const SMOOTH: &str = "F_prop = 0\nF_Coulomb = 0\nF_Stribeck = 0\nfexp = 0";
const COULOMB: &str = "F_prop = 0\nF_Coulomb = 3\nF_Stribeck = 0\nfexp = 1";

/// Runs to `end` in steps of 10 ms.
fn run_to(run: &mut Host, from: f64, end: f64) {
    let steps = ((end - from) / 0.01).round() as u32;
    for k in 0..steps {
        let (a, b) = (f64::from(k), f64::from(k + 1));
        let [a, b] = [a, b].map(|x| from + (end - from) * x / f64::from(steps));
        run.instance.do_step(a, b - a).unwrap();
    }
}

/// Pushed by 1 N it reaches the stop, 0.8 m away, after sqrt(2 s m/F), stays while it is pushed, and leaves when it is pulled.
#[test]
fn a_mass_hits_its_stop_stays_and_leaves() {
    for friction in [SMOOTH, COULOMB] {
        // Coulomb's force takes 3 N of what drives it.
        let [push, pull] = if friction == SMOOTH { [1.0, -2.0] } else { [4.0, -5.0] };
        let force = format!("if time < 3 then {push} else {pull}");
        let mut run = host(&slide(&force, friction, ""), 1e-10);
        let hits = (2.0_f64 * 0.8 * 2.0 / 1.0).sqrt();
        run_to(&mut run, 0.0, 1.5);
        near(run.get("slide.s"), 0.25 * 1.5 * 1.5, 1e-10, "on the way");
        assert_eq!(run.get("slide.stopped"), 0.0);
        assert!(hits < 1.8);
        for (from, end) in [(1.5, 2.0), (2.0, 2.9)] {
            run_to(&mut run, from, end);
            near(run.get("slide.s"), 0.8, 1e-9, "at the stop");
            assert_eq!([run.get("slide.v"), run.get("slide.a")].map(|x| x.abs() < 1e-14), [true, true]);
            assert_eq!([run.get("slide.stopped"), run.get("slide.mode")], [1.0, 0.0]);
            near(run.get("slide.f"), push, 1e-12, "what the stop holds");
        }
        run_to(&mut run, 2.9, 4.0);
        // It leaves with -1 m/s2.
        near(run.get("slide.v"), -1.0, 1e-9, "speed away");
        near(run.get("slide.s"), 0.8 - 0.5, 1e-9, "position away");
        assert_eq!(run.get("slide.stopped"), 0.0);
    }
}

/// A pull that is smaller than the friction leaves it at the stop; friction then holds the rest.
#[test]
fn friction_holds_at_a_stop() {
    let mut run = host(&slide("if time < 3 then 4 else -2.9", COULOMB, ""), 1e-9);
    run_to(&mut run, 0.0, 5.0);
    near(run.get("slide.s"), 0.8, 1e-9, "it stays");
    near(run.get("slide.f"), -2.9, 1e-12, "friction holds it");
    // A little above 1.001 times 3 N breaks it away.
    let mut run = host(&slide("if time < 3 then 4 else -3*1.001 - 1e-6", COULOMB, ""), 1e-9);
    run_to(&mut run, 0.0, 3.5);
    assert!(run.get("slide.v") < 0.0 && run.get("slide.mode") == -1.0);
}

/// From a speed v0 with Stribeck's friction: `der(v) = -(F_prop v + F_Coulomb + F_Stribeck exp(-fexp v))/m`; without Stribeck's part the
/// way to rest is in closed form, with it the energy balance holds.
#[test]
fn it_slides_to_rest_against_its_friction() {
    let more = "F_prop = 1.5\nF_Coulomb = 3\nF_Stribeck = 0\nfexp = 2\nv = { start = 1.2, fixed = true }";
    let mut run = host(&slide("0", more, ""), 1e-10);
    run_to(&mut run, 0.0, 1.0);
    // v = (v0 + F/d) exp(-d t/m) - F/d, s the integral until v = 0.
    let (d, c, m, v0) = (1.5_f64, 3.0_f64, 2.0_f64, 1.2_f64);
    let end = m / d * (1.0 + d * v0 / c).ln();
    let way = (v0 + c / d) * (1.0 - (-d * end / m).exp()) * m / d - c / d * end;
    assert!(end < 1.0 && way < 0.8);
    near(run.get("slide.s"), way, 1e-9, "way to rest");
    assert_eq!([run.get("slide.mode"), run.get("slide.f")], [0.0, 0.0]);
    let more = "F_prop = 1.5\nF_Coulomb = 1\nF_Stribeck = 4\nfexp = 3\nv = { start = -1.2, fixed = true }";
    let mut run = host(&slide("0", more, ""), 1e-10);
    let f = 1.5 * 1.2 + 1.0 + 4.0 * (-3.6_f64).exp();
    near(run.get("slide.f"), -f, 1e-12, "friction against the motion");
    near(run.get("slide.a"), f / 2.0, 1e-12, "slows down");
    near(run.get("slide.lossPower"), 1.2 * f, 1e-12, "loss");
    near(run.get("slide.f0_max"), 5.0 * 1.001, 1e-12, "what it holds");
}

/// Behind an ideal gear of ratio 4 turns a shaft of 0.5 kg.m2: the stop takes the speed of both.
#[test]
fn a_stop_takes_the_speed_of_all_that_moves_with_the_mass() {
    let rest = r#"
[components.rack]
class = "Rotational.Components.IdealGearR2T"
ratio = 4
[components.shaft]
class = "Rotational.Components.Inertia"
J = 0.5
"#;
    let text = slide("5", SMOOTH, rest).replace(
        "\"slide.flange_a\"]]",
        "\"slide.flange_a\"], [\"shaft.flange_b\", \"rack.flangeR\"], [\"rack.flangeT\", \"slide.flange_b\"]]",
    );
    // m + J r^2 = 10 kg under 5 N.
    let mut run = host(&text, 1e-10);
    run_to(&mut run, 0.0, 1.7);
    near(run.get("slide.v"), 0.85, 1e-9, "before the stop");
    run_to(&mut run, 1.7, 2.0);
    assert!(run.get("slide.v").abs() < 1e-14 && run.get("shaft.w").abs() < 1e-13);
    near(run.get("slide.s"), 0.8, 1e-9, "position");
    near(run.get("slide.f"), 5.0, 1e-12, "what the stop holds");
}

/// A mass that sticks to the first by a clutch of finite force goes on when the first is stopped, and is braked by the clutch.
#[test]
fn friction_holds_no_impulse() {
    let rest = r#"
[components.pinion]
class = "Rotational.Components.IdealGearR2T"
ratio = 1
[components.clutch]
class = "Rotational.Components.Clutch"
mu_pos = [[0, 1]]
fn_max = 0.6
[components.pressed]
class = "Blocks.Sources.Constant"
k = 1
[components.wheel]
class = "Rotational.Components.Inertia"
J = 1
"#;
    let text = slide("1.5", SMOOTH, rest).replace(
        "\"slide.flange_a\"]]",
        "\"slide.flange_a\"], [\"clutch.flange_b\", \"wheel.flange_a\"], [\"pressed.y\", \"clutch.f_normalized\"],\n\
         [\"pinion.flangeR\", \"clutch.flange_a\"], [\"pinion.flangeT\", \"slide.flange_b\"]]",
    );
    // 1.5 N move 3 kg: 0.5 N.m go through the clutch.
    let mut run = host(&text, 1e-10);
    let (hits, v) = ((2.0 * 0.8 / 0.5_f64).sqrt(), (2.0 * 0.8 * 0.5_f64).sqrt());
    run_to(&mut run, 0.0, 2.0);
    assert!(hits < 2.0);
    near(run.get("slide.s"), 0.8, 1e-9, "stopped");
    near(run.get("wheel.w").abs(), v - 0.6 * (2.0 - hits), 1e-9, "the wheel is braked by 0.6 N.m");
    run_to(&mut run, 2.0, 4.0);
    assert!(run.get("wheel.w").abs() < 1e-12 && run.get("slide.v").abs() < 1e-12);
}

#[test]
fn starts_outside_of_the_stops_are_refused() {
    for (start, what) in [
        ("s = { start = 0.9, fixed = true }", "outside its stops"),
        ("s = { start = -0.81, fixed = true }", "outside its stops"),
        ("s = { start = 0.8, fixed = true }\nv = { start = 0.1, fixed = true }", "moves into it"),
    ] {
        let mut host = Host::new(compile(&slide("0", &format!("{SMOOTH}\n{start}"), "")), 1e-8);
        host.instance.enter_initialization_mode().unwrap();
        let error = host.instance.exit_initialization_mode().unwrap_err().to_string();
        assert!(error.contains("slide") && error.contains(what), "{error}");
    }
    // Exactly there it may start, and stays there while it is pushed.
    let mut run = host(&slide("7", &format!("{COULOMB}\ns = {{ start = 0.8, fixed = true }}"), ""), 1e-8);
    assert_eq!(run.get("slide.stopped"), 1.0);
    near(run.get("slide.a"), 0.0, 1e-14, "it rests");
    near(run.get("slide.f"), 7.0, 1e-12, "held");
    assert!(try_compile(&slide("0", "F_prop = 0", "")).unwrap_err().contains("F_Coulomb"));
}
