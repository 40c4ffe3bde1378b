//! Integer and Boolean signals: inputs and outputs of the FMU, sources, conversions, and what routes them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near, try_compile};
use simulation::variables::{Causality, DataType, Value, Variability};

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-9);
    host.start();
    host
}

fn is_true(host: &mut Host, name: &str) -> bool {
    let mut value = [false];
    host.instance.get(&[host.reference(name)], &mut value).unwrap();
    value[0]
}

fn whole(host: &mut Host, name: &str) -> i32 {
    let mut value = [0];
    host.instance.get(&[host.reference(name)], &mut value).unwrap();
    value[0]
}

fn step(host: &mut Host, size: f64) {
    let time = host.instance.time();
    host.instance.do_step(time, size).unwrap();
}

const CHOICE: &str = r#"
name = "Choice"
connections = [["a.y", "x.u[1]"], ["b.y", "x.u[2]"], ["pass.y", "x.index"], ["pass.y", "r.u"]]
inputs.n = { variable = "pass.u", start = 2 }
inputs.on = { variable = "not.u", start = true }
outputs.chosen = "pass.y"
outputs.off = "not.y"
components.a = { class = "Blocks.Sources.Constant", k = 10 }
components.b = { class = "Blocks.Sources.Constant", k = 20 }
components.pass = { class = "Blocks.Routing.IntegerPassThrough" }
components.r = { class = "Blocks.Routing.IntegerReplicator", nout = 2 }
components.x = { class = "Blocks.Routing.Extractor", nin = 2 }
components.not = { class = "Blocks.Logical.Not" }
"#;

#[test]
fn whole_numbers_are_inputs_and_outputs_of_the_fmu() {
    let model = compile(CHOICE);
    let of = |name: &str| model.catalogue.variables.at(model.catalogue.find(name).unwrap());
    for (name, causality, start) in
        [("n", Causality::Input, Some(Value::Integer(2))), ("chosen", Causality::Output, None)]
    {
        let variable = of(name);
        assert_eq!((variable.data_type, variable.variability), (&DataType::Integer, Variability::Discrete), "{name}");
        assert_eq!((variable.causality, variable.start), (causality, start), "{name}");
    }
    assert_eq!(of("on").start, Some(Value::Boolean(true)));
    assert_eq!((of("off").data_type, of("off").variability), (&DataType::Boolean, Variability::Discrete));
    assert_eq!(of("off").causality, Causality::Output);
    let mut run = host(CHOICE);
    assert_eq!((run.get("x.y"), whole(&mut run, "chosen"), whole(&mut run, "r.y[2]")), (20.0, 2, 2));
    assert!(!is_true(&mut run, "off"), "the start value of a Boolean input counts");
    let n = run.reference("n");
    run.instance.set(&[n], &[1]).unwrap();
    step(&mut run, 0.1);
    assert_eq!((run.get("x.y"), whole(&mut run, "chosen"), whole(&mut run, "r.y[1]")), (10.0, 1, 1));
    // A number is no whole number, and no element is the third.
    assert!(run.instance.set(&[n], &[1.0]).is_err());
    run.instance.set(&[n], &[3]).unwrap();
    let time = run.instance.time();
    let error = run.instance.do_step(time, 0.1).unwrap_err().to_string();
    assert!(error.contains("x at 0.1") && error.contains("index = 3"), "{error}");
    let allowed = CHOICE.replace("nin = 2", "nin = 2, allowOutOfRange = true, outOfRangeValue = -7");
    let mut run = host(&allowed);
    run.instance.set(&[n], &[3]).unwrap();
    step(&mut run, 0.1);
    assert_eq!(run.get("x.y"), -7.0);
}

#[test]
fn what_is_no_whole_number_is_refused() {
    for (right, wrong, told) in [
        ("start = 2", "start = 2.5", "a whole number"),
        ("start = true", "start = 2", "true or false"),
        ("[\"pass.y\", \"x.index\"]", "[\"a.y\", \"x.index\"]", "an Integer signal input"),
        ("\"pass.y\"\noutputs", "\"der(pass.y)\"\noutputs", "der(pass.y)"),
        ("[\"b.y\", \"x.u[2]\"]", "[\"pass.y\", \"x.u[2]\"]", "an Integer signal output"),
    ] {
        let problem = try_compile(&CHOICE.replace(right, wrong)).unwrap_err();
        assert!(problem.contains(told), "{problem}");
    }
}

#[test]
fn sources_of_whole_numbers_and_booleans() {
    let text = r#"
name = "Sources"
connections = []
components.c = { class = "Blocks.Sources.IntegerConstant", k = -3 }
components.s = { class = "Blocks.Sources.IntegerStep", height = -2, offset = 5, startTime = 0.35 }
components.t = { class = "Blocks.Sources.IntegerTable", table = [[0.2, 4], [0.5, -1], [0.5, 7], [0.8, 2]], startTime = 0.1, shiftTime = 0.1 }
components.p = { class = "Blocks.Sources.IntegerTable", table = [[0, 1], [0.1, 2], [0.3, 9]], extrapolation = "Periodic" }
components.on = { class = "Blocks.Sources.BooleanConstant" }
components.step = { class = "Blocks.Sources.BooleanStep", startTime = 0.35, startValue = true }
components.pulse = { class = "Blocks.Sources.BooleanPulse", width = 30, period = 0.4, startTime = 0.15 }
components.table = { class = "Blocks.Sources.BooleanTable", table = [0.1, 0.4, 0.6], startValue = true, startTime = 0.05 }
components.never = { class = "Blocks.Sources.BooleanTable", table = [], startValue = true }
components.again = { class = "Blocks.Sources.BooleanTable", table = [0.1, 0.25, 0.4], extrapolation = "Periodic" }
"#;
    let mut run = host(text);
    for k in 0..200 {
        let time = 0.0049 + 0.01 * f64::from(k);
        let now = run.instance.time();
        step(&mut run, time - now);
        let time = run.instance.time();
        assert_eq!(whole(&mut run, "c.y"), -3);
        assert_eq!(whole(&mut run, "s.y"), if time < 0.35 { 5 } else { 3 }, "{time}");
        let expected = match time {
            t if t < 0.1 => 0,
            t if t < 0.6 => 4,
            t if t < 0.9 => 7,
            _ => 2,
        };
        assert_eq!(whole(&mut run, "t.y"), expected, "{time}");
        assert_eq!(whole(&mut run, "p.y"), if time % 0.3 < 0.1 { 1 } else { 2 }, "{time}");
        assert!(is_true(&mut run, "on.y"));
        assert_eq!(is_true(&mut run, "step.y"), time < 0.35, "{time}");
        let phase = (time - 0.15) % 0.4;
        assert_eq!(is_true(&mut run, "pulse.y"), time >= 0.15 && phase < 0.12, "{time}");
        let expected = (0.05..0.1).contains(&time) || (0.4..0.6).contains(&time);
        assert_eq!(is_true(&mut run, "table.y"), expected, "{time}");
        assert!(is_true(&mut run, "never.y"));
        let phase = (time - 0.1).rem_euclid(0.3);
        assert_eq!(is_true(&mut run, "again.y"), phase < 0.15, "{time}");
    }
    for (class, settings) in [
        ("IntegerTable", "table = [[0, 1.5]]"),
        ("IntegerTable", "table = [[0, 1], [-1, 2]]"),
        ("IntegerTable", "table = [[0, 1, 2]]"),
        ("BooleanTable", "table = [1, 1]"),
        ("BooleanPulse", "period = 1\nwidth = 101"),
        ("IntegerStep", "height = 2147483647\noffset = 1"),
        ("IntegerConstant", "k = 0.5"),
    ] {
        let text =
            format!("name = \"W\"\nconnections = []\n[components.b]\nclass = \"Blocks.Sources.{class}\"\n{settings}\n");
        assert!(try_compile(&text).is_err(), "{class} {settings}");
    }
}

/// Events are at the instants: what the sources switch on is integrated.
#[test]
fn switching_is_exact() {
    let text = r#"
name = "Exact"
connections = [["pulse.y", "copy.u"], ["copy.y[1]", "x.u"], ["copy.y[2]", "n.u"], ["n.y", "back.u"], ["back.y", "y.u"], ["x.y", "i.u"], ["y.y", "j.u"]]
components.pulse = { class = "Blocks.Sources.BooleanPulse", width = 30, period = 0.4, startTime = 0.15 }
components.copy = { class = "Blocks.Routing.BooleanReplicator", nout = 2 }
components.x = { class = "Blocks.Math.BooleanToReal", realTrue = 2 }
components.n = { class = "Blocks.Math.BooleanToInteger", integerTrue = 6, integerFalse = -4 }
components.back = { class = "Blocks.Math.IntegerToBoolean", threshold = 6 }
components.y = { class = "Blocks.Math.BooleanToReal", realTrue = 2 }
components.i = { class = "Blocks.Continuous.Integrator" }
components.j = { class = "Blocks.Continuous.Integrator" }
"#;
    let mut run = host(text);
    run.steps(1, 4.15);
    near(run.get("i.y"), 10.0 * 0.12 * 2.0, 1e-13, "ten pulses");
    near(run.get("j.y"), 10.0 * 0.12 * 2.0, 1e-13, "over whole numbers");
}

/// 3 sin(pi t/2) rounded to whole numbers: its integral over a quarter of the wave is the sum of the times above the halves.
#[test]
fn rounding_is_an_event() {
    let text = r#"
name = "Rounding"
connections = [["s.y", "n.u"], ["n.y", "x.u"], ["x.y", "i.u"]]
components.s = { class = "Blocks.Sources.Sine", amplitude = 3, f = 0.25 }
components.n = { class = "Blocks.Math.RealToInteger" }
components.x = { class = "Blocks.Math.IntegerToReal" }
components.i = { class = "Blocks.Continuous.Integrator" }
"#;
    let mut run = host(text);
    let above = |half: f64| 1.0 - (half / 3.0_f64).asin() * 2.0 / std::f64::consts::PI;
    let mut events = 0;
    for k in 0..40 {
        events += run.instance.do_step(f64::from(k) * 0.025, 0.025).unwrap().state_events;
        let u = run.get("s.y");
        assert_eq!(f64::from(whole(&mut run, "n.y")), u.round(), "{u}");
    }
    assert_eq!(events, 3);
    near(run.get("i.y"), above(0.5) + above(1.5) + above(2.5), 1e-9, "quarter of a wave");
    run.steps(1, 3.0);
    near(run.get("i.y"), 0.0, 1e-8, "a whole wave");
    let text = "name = \"H\"\nconnections = []\n[components.n]\nclass = \"Blocks.Math.RealToInteger\"\n";
    for (u, y) in [(2.5, 3), (-2.5, -3), (0.49, 0), (1e12, i32::MAX), (-1e12, i32::MIN)] {
        let mut run = Host::new(compile(text), 1e-9);
        run.set("n.u", u);
        run.start();
        assert_eq!(whole(&mut run, "n.y"), y, "{u}");
        step(&mut run, 0.1);
        assert_eq!(whole(&mut run, "n.y"), y, "{u}");
    }
}

#[test]
fn signals_are_extracted() {
    let text = |settings: &str| {
        format!(
            "name = \"E\"\nconnections = []\nparameters.p = 2\n[components.e]\nclass = \"Blocks.Routing.ExtractSignal\"\nnin = 3\n{settings}\n"
        )
    };
    let mut run = Host::new(compile(&text("nout = 4\nextract = [3, 1, 1, 2]")), 1e-9);
    for (k, u) in [(1, 10.0), (2, 20.0), (3, 30.0)] {
        run.set(&format!("e.u[{k}]"), u);
    }
    run.start();
    let found = [1, 2, 3, 4].map(|k| run.get(&format!("e.y[{k}]")));
    assert_eq!(found, [30.0, 10.0, 10.0, 20.0]);
    for wrong in ["nout = 2", "nout = 2\nextract = [1, 4]", "nout = 2\nextract = [1, 1.5]", "extract = [\"p\"]"] {
        let problem = try_compile(&text(wrong)).unwrap_err();
        assert!(problem.contains("extract"), "{problem}");
    }
}

/// A table that is left ends with an error that names it, at the time when it is left; at its end it may be.
#[test]
fn tables_that_end() {
    for (component, rest, told) in [
        ("class = \"Blocks.Sources.CombiTimeTable\"\ntable = [[0, 1], [0.5, 2]]", "", "time = "),
        ("class = \"Blocks.Sources.IntegerTable\"\ntable = [[0, 1], [0.5, 2]]", "", "time = "),
        ("class = \"Blocks.Sources.BooleanTable\"\ntable = [0, 0.25, 0.5]", "", "time = "),
        ("class = \"Blocks.Tables.CombiTable1Ds\"\ntable = [[0, 1], [1, 2]]", "[\"r.y\", \"t.u\"]", "u = "),
        ("class = \"Blocks.Tables.CombiTable1Dv\"\ntable = [[0, 1, 2], [1, 2, 4]]", "[\"r.y\", \"t.u[2]\"]", "u = "),
    ] {
        let text = format!(
            "name = \"T\"\nconnections = [{rest}]\n[components.r]\nclass = \"Blocks.Sources.Ramp\"\nheight = 2\nduration = 1\n\
             [components.t]\n{component}\nextrapolation = \"NoExtrapolation\"\n"
        );
        let mut run = host(&text);
        step(&mut run, 0.5);
        let error = run.instance.do_step(0.5, 0.1).unwrap_err().to_string();
        assert!(error.contains("t at 0.5") && error.contains(told) && error.contains("NoExtrapolation"), "{error}");
    }
}

/// The signals that decide an index may take more than one pass of an event: only the last pass counts.
#[test]
fn an_index_that_is_calculated() {
    let text = r#"
name = "Calculated"
connections = [["ramp.y", "n.u"], ["n.y", "x.index"], ["a.y", "x.u[1]"], ["b.y", "x.u[2]"]]
components.ramp = { class = "Blocks.Sources.Ramp", height = 2, duration = 1, offset = 1.2 }
components.n = { class = "Blocks.Math.RealToInteger" }
components.a = { class = "Blocks.Sources.Constant", k = 10 }
components.b = { class = "Blocks.Sources.Constant", k = 20 }
components.x = { class = "Blocks.Routing.Extractor", nin = 2 }
"#;
    let mut run = host(text);
    assert_eq!(run.get("x.y"), 10.0);
    step(&mut run, 0.3);
    assert_eq!(run.get("x.y"), 20.0);
    let error = run.instance.do_step(0.3, 0.7).unwrap_err().to_string();
    assert!(error.contains("x at 0.65") && error.contains("index = 3"), "{error}");
}
