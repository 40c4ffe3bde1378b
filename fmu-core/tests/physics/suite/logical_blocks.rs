//! Logical blocks: comparisons, gates, switches and timers, with their events.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};
use simulation::variables::{DataType, Value};

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-9);
    host.start();
    host
}

/// Value of a Boolean variable.
fn is_true(host: &mut Host, name: &str) -> bool {
    let mut value = [false];
    host.instance.get(&[host.reference(name)], &mut value).unwrap();
    value[0]
}

/// A room of first order between two heaters: it swings between the limits, for as long as the exponentials take.
#[test]
fn a_thermostat_swings_between_its_limits() {
    let text = r#"
name = "Thermostat"
connections = [["room.y", "warm.u"], ["warm.y", "heater.u2"], ["off.y", "heater.u1"], ["full.y", "heater.u3"], ["heater.y", "room.u"]]
components.room = { class = "Blocks.Continuous.FirstOrder", T = 10, initType = "InitialState", y_start = 10 }
components.warm = { class = "Blocks.Logical.Hysteresis", uLow = 18, uHigh = 22 }
components.full = { class = "Blocks.Sources.Constant", k = 30 }
components.off = { class = "Blocks.Sources.Constant", k = 10 }
components.heater = { class = "Blocks.Logical.Switch" }
"#;
    let mut run = host(text);
    // From 10 to 22 towards 30, down to 18 towards 10, up to 22 again.
    let (first, down, up) = (10.0 * (20.0_f64 / 8.0).ln(), 10.0 * (12.0_f64 / 8.0).ln(), 10.0 * (12.0_f64 / 8.0).ln());
    run.steps(1, first - 1e-6);
    assert!(!is_true(&mut run, "warm.y"));
    run.instance.do_step(first - 1e-6, 2e-6).unwrap();
    assert!(is_true(&mut run, "warm.y"));
    near(run.get("room.y"), 22.0, 1e-5, "switches off");
    run.steps(1, down + up - 1e-6 - 1e-7);
    assert!(!is_true(&mut run, "warm.y"), "still heating");
    run.steps(1, 1e-6);
    assert!(is_true(&mut run, "warm.y"));
    near(run.get("room.y"), 22.0, 1e-5, "switches off again");
}

#[test]
fn comparisons_switch_at_the_crossing() {
    for (class, at_first) in [
        ("GreaterThreshold", false),
        ("GreaterEqualThreshold", false),
        ("LessThreshold", true),
        ("LessEqualThreshold", true),
    ] {
        let text = format!(
            r#"
name = "Crossing"
connections = [["wave.y", "test.u"], ["test.y", "watch.u"]]
components.wave = {{ class = "Blocks.Sources.Sine", amplitude = 1, f = 0.25 }}
components.test = {{ class = "Blocks.Logical.{class}", threshold = 0.5 }}
components.watch = {{ class = "Blocks.Logical.Timer" }}
"#
        );
        // sin reaches 0.5 at 1/3 s and again at 5/3 s.
        let mut run = host(&text);
        assert_eq!(is_true(&mut run, "test.y"), at_first, "{class}");
        let mut events = 0;
        for k in 0..20 {
            events += run.instance.do_step(f64::from(k) * 0.1, 0.1).unwrap().state_events;
        }
        assert_eq!(events, 2, "{class}");
        assert_eq!(is_true(&mut run, "test.y"), at_first, "{class}");
        near(run.get("watch.y"), if at_first { 2.0 - 5.0 / 3.0 } else { 0.0 }, 1e-9, class);
    }
}

#[test]
fn gates_are_what_their_tables_say() {
    for (class, table) in [
        ("And", [false, false, false, true]),
        ("Or", [false, true, true, true]),
        ("Xor", [false, true, true, false]),
        ("Nand", [true, true, true, false]),
        ("Nor", [true, false, false, false]),
    ] {
        let text = format!(
            r#"
name = "Gate"
connections = [["gate.y", "not.u"], ["gate.y", "number.u"], ["number.y", "back.u"]]
inputs.a = "gate.u1"
inputs.b = {{ variable = "gate.u2", start = 1 }}
components.gate = {{ class = "Blocks.Logical.{class}" }}
components.not = {{ class = "Blocks.Logical.Not" }}
components.number = {{ class = "Blocks.Math.BooleanToReal", realTrue = 7, realFalse = -2 }}
components.back = {{ class = "Blocks.Math.RealToBoolean" }}
"#
        );
        let model = compile(&text);
        let b = model.catalogue.variables.at(model.catalogue.find("b").unwrap());
        assert_eq!((b.data_type, b.start), (&DataType::Boolean, Some(Value::Boolean(true))));
        let mut run = host(&text);
        for (k, expected) in table.into_iter().enumerate() {
            let inputs = [run.reference("a"), run.reference("b")];
            run.instance.set(&inputs, &[k & 1 == 1, k & 2 == 2]).unwrap();
            let time = run.instance.time();
            run.instance.do_step(time, 0.1).unwrap();
            assert_eq!(is_true(&mut run, "gate.y"), expected, "{class} {k}");
            assert_eq!(is_true(&mut run, "not.y"), !expected, "{class} {k}");
            assert_eq!(run.get("number.y"), if expected { 7.0 } else { -2.0 });
            assert_eq!(is_true(&mut run, "back.y"), expected);
        }
    }
}

/// The controller keeps a temperature near a reference that moves.
#[test]
fn an_on_off_controller_stays_near_its_reference() {
    let text = r#"
name = "Control"
connections = [["room.y", "control.u"], ["wish.y", "control.reference"], ["control.y", "heater.u2"], ["full.y", "heater.u1"], ["off.y", "heater.u3"], ["heater.y", "room.u"], ["wish.y", "ahead.u1"], ["room.y", "ahead.u2"], ["wish.y", "behind.u1"], ["room.y", "behind.u2"], ["wish.y", "ahead2.u1"], ["room.y", "ahead2.u2"], ["wish.y", "behind2.u1"], ["room.y", "behind2.u2"]]
components.room = { class = "Blocks.Continuous.FirstOrder", T = 1, initType = "InitialState", y_start = 20 }
components.wish = { class = "Blocks.Sources.Sine", amplitude = 3, f = 0.05, offset = 20 }
components.control = { class = "Blocks.Logical.OnOffController", bandwidth = 1 }
components.full = { class = "Blocks.Sources.Constant", k = 40 }
components.off = { class = "Blocks.Sources.Constant", k = 0 }
components.heater = { class = "Blocks.Logical.Switch" }
components.ahead = { class = "Blocks.Logical.Greater" }
components.behind = { class = "Blocks.Logical.LessEqual" }
components.ahead2 = { class = "Blocks.Logical.GreaterEqual" }
components.behind2 = { class = "Blocks.Logical.Less" }
"#;
    let mut run = host(text);
    for k in 0..400 {
        run.instance.do_step(f64::from(k) * 0.05, 0.05).unwrap();
        let off = run.get("wish.y") - run.get("room.y");
        assert!(off.abs() < 0.5 + 1e-6, "{off} at {k}");
        assert_eq!(is_true(&mut run, "ahead.y"), off > 0.0);
        assert_ne!(is_true(&mut run, "ahead.y"), is_true(&mut run, "behind.y"));
        assert_ne!(is_true(&mut run, "ahead2.y"), is_true(&mut run, "behind2.y"));
    }
}

/// A switch that its own effect switches back has no state; it is named, and nothing hangs.
#[test]
fn contradictions_and_sliding_modes_are_named() {
    let text = r#"
name = "Sliding"
connections = [["store.y", "high.u"], ["high.y", "valve.u2"], ["out.y", "valve.u1"], ["in.y", "valve.u3"], ["valve.y", "store.u"]]
components.store = { class = "Blocks.Continuous.Integrator", y_start = -0.5 }
components.high = { class = "Blocks.Logical.GreaterThreshold" }
components.out = { class = "Blocks.Sources.Constant", k = -1 }
components.in = { class = "Blocks.Sources.Constant", k = 1 }
components.valve = { class = "Blocks.Logical.Switch" }
"#;
    let mut run = host(text);
    run.steps(1, 0.4);
    let error = run.instance.do_step(0.4, 1.0).unwrap_err().to_string();
    assert!(error.contains("high switches to and fro without moving away"), "{error}");
    near(run.instance.time(), 0.5, 1e-6, "where it begins to slide");
}

/// A timer on an input of the FMU begins where the host sets it, in the middle of nothing else.
#[test]
fn a_timer_on_an_input() {
    let text = "name = \"T\"\nconnections = []\n[components.t]\nclass = \"Blocks.Logical.Timer\"\n";
    let mut run = host(text);
    let u = run.reference("t.u");
    for (k, (is_on, expected)) in
        [(false, 0.0), (true, 0.5), (true, 1.0), (false, 0.0), (true, 0.5)].into_iter().enumerate()
    {
        run.instance.set(&[u], &[is_on]).unwrap();
        run.instance.do_step(0.5 * k as f64, 0.5).unwrap();
        near(run.get("t.y"), expected, 1e-14, &format!("step {k}"));
    }
}
