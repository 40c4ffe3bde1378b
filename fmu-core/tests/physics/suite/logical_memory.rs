//! Logical blocks that remember: what a signal was, edges, crossings, flip-flops, delays, trapezoids.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near};

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

/// Sets Boolean inputs and goes on by 0.1 s.
fn step(host: &mut Host, inputs: &[(&str, bool)]) {
    for (name, value) in inputs {
        host.instance.set(&[host.reference(name)], &[*value]).unwrap();
    }
    let time = host.instance.time();
    host.instance.do_step(time, 0.1).unwrap();
}

/// A clock that the edges of a pulse set back: each says when the last edge of its kind was. The pulse is true from 0.2 to 0.5, 1.2 to 1.5 s, ...
#[test]
fn edges_are_true_during_their_event_alone() {
    for (class, options, edges) in [
        ("Edge", "", [0.2, 1.2]),
        ("Edge", ", pre_u_start = true", [0.2, 1.2]),
        ("FallingEdge", "", [0.5, 1.5]),
        ("Change", "", [0.5, 1.5]),
    ] {
        let text = format!(
            r#"
name = "Clock"
connections = [["pulse.y", "edge.u"], ["edge.y", "clock.reset"], ["one.y", "clock.u"]]
components.pulse = {{ class = "Blocks.Sources.BooleanPulse", width = 30, period = 1, startTime = 0.2 }}
components.edge = {{ class = "Blocks.Logical.{class}"{options} }}
components.one = {{ class = "Blocks.Sources.Constant", k = 1 }}
components.clock = {{ class = "Blocks.Continuous.Integrator", use_reset = true, y_start = 0 }}
"#
        );
        let mut run = host(&text);
        assert!(!is_true(&mut run, "edge.y"), "{class}: nothing happens at the start that is to be seen");
        for k in 1..=38 {
            let time = run.instance.time();
            run.instance.do_step(time, 0.05).unwrap();
            assert!(!is_true(&mut run, "edge.y"), "{class}");
            let now = 0.05 * f64::from(k);
            let of_change: &[f64] = if class == "Change" { &[0.2, 0.5, 1.2, 1.5] } else { &edges };
            let last = of_change.iter().filter(|edge| **edge <= now + 1e-9).fold(0.0, |_, edge| *edge);
            near(run.get("clock.y"), now - last, 1e-9, &format!("{class} at {now}"));
        }
    }
}

/// An Or whose output goes back into it through Pre holds; without Pre it is a loop that is refused.
#[test]
fn pre_breaks_loops_and_holds() {
    let text = |way: &str| {
        format!(
            r#"
name = "Latch"
connections = [["wave.y", "high.u"], ["high.y", "latch.u1"], {way}]
components.wave = {{ class = "Blocks.Sources.Sine", amplitude = 1, f = 0.25 }}
components.high = {{ class = "Blocks.Logical.GreaterThreshold", threshold = 0.5 }}
components.latch = {{ class = "Blocks.Logical.Or" }}
components.before = {{ class = "Blocks.Logical.Pre" }}
"#
        )
    };
    let mut run = host(&text(r#"["latch.y", "before.u"], ["before.y", "latch.u2"]"#));
    // sin(pi t/2) reaches 0.5 at 1/3 s, and leaves it at 5/3 s.
    run.steps(1, 0.333);
    assert!(!is_true(&mut run, "latch.y"));
    run.steps(1, 0.001);
    assert!(is_true(&mut run, "latch.y") && is_true(&mut run, "before.y"));
    run.steps(1, 1.5);
    assert!(!is_true(&mut run, "high.y") && is_true(&mut run, "latch.y"), "it holds");

    let file = compiler::model_file::ModelFile::from_toml(&text(r#"["latch.y", "latch.u2"]"#)).unwrap();
    let problems = compiler::compile(&file).unwrap_err();
    assert!(problems.iter().any(|problem| problem.problem.to_string().contains("latch.y")), "{problems:?}");
}

/// The value of a signal before the start decides with which value its loop starts.
#[test]
fn pre_starts_where_it_is_told() {
    for start in [false, true] {
        let text = format!(
            r#"
name = "Held"
connections = [["hold.y", "before.u"], ["before.y", "hold.u1"]]
components.hold = {{ class = "Blocks.Logical.Or" }}
components.before = {{ class = "Blocks.Logical.Pre", pre_u_start = {start} }}
"#
        );
        let mut run = host(&text);
        assert_eq!((is_true(&mut run, "hold.y"), is_true(&mut run, "before.y")), (start, start));
        step(&mut run, &[("hold.u2", true)]);
        assert!(is_true(&mut run, "before.y"));
        step(&mut run, &[("hold.u2", false)]);
        assert!(is_true(&mut run, "before.y"), "it holds");
        run.instance.reset();
        run.instance.setup_experiment(fmu_core::instance::Experiment::default()).unwrap();
        run.start();
        assert_eq!(is_true(&mut run, "before.y"), start, "a new run begins anew");
    }
}

#[test]
fn a_flip_flop_is_set_and_reset() {
    for start in [false, true] {
        let text = format!(
            "name = \"Memory\"\nconnections = []\n[components.m]\nclass = \"Blocks.Logical.RSFlipFlop\"\nQini = {start}\n"
        );
        let mut run = host(&text);
        let mut holds = start;
        for (set, reset) in [
            (false, false),
            (true, false),
            (false, false),
            (true, true),
            (false, true),
            (false, false),
            (true, false),
            (true, true),
            (true, false),
            (false, false),
            (false, true),
        ] {
            step(&mut run, &[("m.S", set), ("m.R", reset)]);
            holds = !reset && (set || holds);
            assert_eq!(is_true(&mut run, "m.Q"), holds, "{set} {reset}");
            assert_eq!(is_true(&mut run, "m.QI"), !(holds || set && reset), "{set} {reset}");
            assert_eq!(is_true(&mut run, "m.pre.u"), !(set || holds), "{set} {reset}");
        }
    }
}

#[test]
fn a_switch_of_booleans() {
    let mut run = host("name = \"S\"\nconnections = []\n[components.s]\nclass = \"Blocks.Logical.LogicalSwitch\"\n");
    for k in 0..8 {
        let [u1, u2, u3] = [k & 1 == 1, k & 2 == 2, k & 4 == 4];
        step(&mut run, &[("s.u1", u1), ("s.u2", u2), ("s.u3", u3)]);
        assert_eq!(is_true(&mut run, "s.y"), if u2 { u1 } else { u3 }, "{k}");
    }
}

/// An input that is true from 0.2 to 0.5 s and from 1.2 to 1.5 s, with a delay that is shorter, and one that is longer.
#[test]
fn delays_follow_one_change_at_once_and_the_other_later() {
    for (delay, first, second) in [(0.13, [0.2, 0.63], [0.33, 0.5]), (0.4, [0.2, 0.9], [9.0, 9.0])] {
        let text = format!(
            r#"
name = "Delays"
connections = [["pulse.y", "late.u"], ["late.y1", "t1.u"], ["late.y2", "t2.u"]]
components.pulse = {{ class = "Blocks.Sources.BooleanPulse", width = 30, period = 1, startTime = 0.2 }}
components.late = {{ class = "Blocks.Logical.LogicalDelay", delayTime = {delay} }}
components.t1 = {{ class = "Blocks.Logical.Timer" }}
components.t2 = {{ class = "Blocks.Logical.Timer" }}
"#
        );
        let mut run = host(&text);
        for k in 1..=110 {
            run.steps(1, 0.01);
            let now = 0.01 * f64::from(k);
            if [0.2, 0.5].iter().all(|instant| (now - instant).abs() > 1e-6) && now < 1.0 {
                // At the start no edge has come yet: it is as if one came long ago.
                let edge = if now < 0.2 {
                    -2.0 * delay
                } else if now < 0.5 {
                    0.2
                } else {
                    0.5
                };
                near(run.get("late.tSwitch"), edge, 1e-9, &format!("last edge at {now}"));
                near(run.get("pulse.pulseStart"), 0.2, 1e-12, &format!("pulse at {now}"));
                if now > 0.2 {
                    near(run.get("t1.entryTime"), 0.2, 1e-9, &format!("begin of t1 at {now}"));
                }
            }
            for (timer, [begin, end]) in [("t1.y", first), ("t2.y", second)] {
                // At an instant of a change the rounding of the steps decides.
                if [begin, end].iter().all(|instant| (now - instant).abs() > 1e-6) {
                    let expected = if (begin..end).contains(&now) { now - begin } else { 0.0 };
                    near(run.get(timer), expected, 1e-9, &format!("{timer} at {now}"));
                }
            }
        }
    }
}

/// The output of a trapezoid turns where it is, and is continuous.
#[test]
fn a_trapezoid_follows_its_trigger() {
    let text = r#"
name = "Gate"
connections = []
components.gate = { class = "Blocks.Logical.TriggeredTrapezoid", amplitude = 3, rising = 0.3, falling = 0.6, offset = 1 }
"#;
    let mut run = host(text);
    near(run.get("gate.y"), 1.0, 0.0, "at the start");
    let (mut expected, mut now) = (1.0_f64, 0);
    for on in [true, true, false, true, true, true, true, false, false, false, false, false, false, false] {
        step(&mut run, &[("gate.u", on)]);
        now += 1;
        // 10 per second up, 5 per second down, for a tenth of a second.
        expected = if on { (expected + 1.0).min(4.0) } else { (expected - 0.5).max(1.0) };
        near(run.get("gate.y"), expected, 1e-12, &format!("after {now} steps"));
        let [end, rate, arrival] = ["gate.endValue", "gate.rate", "gate.T"].map(|name| run.get(name));
        let left = (arrival - run.instance.time()).max(0.0) * rate;
        near(end - left, expected, 1e-12, &format!("as its variables say, after {now} steps"));
    }
    let text = "name = \"S\"\nconnections = []\n[components.s]\nclass = \"Blocks.Logical.TriggeredTrapezoid\"\n";
    let mut run = host(text);
    step(&mut run, &[("s.u", true)]);
    near(run.get("s.y"), 1.0, 0.0, "without durations it jumps");
}

/// It starts where its input leads to.
#[test]
fn a_trapezoid_that_starts_triggered_is_up() {
    let text = r#"
name = "Gate"
connections = [["on.y", "gate.u"]]
components.on = { class = "Blocks.Sources.BooleanConstant", k = true }
components.gate = { class = "Blocks.Logical.TriggeredTrapezoid", rising = 0.3 }
"#;
    let mut run = host(text);
    near(run.get("gate.y"), 1.0, 0.0, "at the start");
    run.steps(1, 0.1);
    near(run.get("gate.y"), 1.0, 0.0, "later");
}

/// Crossings of a cosine in both directions set a clock back while they are told, and telling them is no crossing.
#[test]
fn crossings_are_told_while_they_are_asked_for() {
    let text = r#"
name = "Crossings"
connections = [["wave.y", "zero.u"], ["on.y", "zero.enable"], ["zero.y", "clock.reset"], ["one.y", "clock.u"]]
components.wave = { class = "Blocks.Sources.Sine", amplitude = 2, f = 0.5, phase = 1.5707963267948966 }
components.on = { class = "Blocks.Sources.BooleanTable", table = [1.0, 3.0] }
components.zero = { class = "Blocks.Logical.ZeroCrossing" }
components.one = { class = "Blocks.Sources.Constant", k = 1 }
components.clock = { class = "Blocks.Continuous.Integrator", use_reset = true }
"#;
    let mut run = host(text);
    for k in 1..=44 {
        run.steps(1, 0.1);
        assert!(!is_true(&mut run, "zero.y"));
        let now = 0.1 * f64::from(k);
        // cos(pi t) is zero at 0.5, 1.5, 2.5, 3.5 s.
        let last = if now > 2.5 + 1e-9 {
            2.5
        } else if now > 1.5 + 1e-9 {
            1.5
        } else {
            0.0
        };
        if (now - 1.5).abs() > 1e-6 && (now - 2.5).abs() > 1e-6 {
            near(run.get("clock.y"), now - last, 1e-9, &format!("at {now}"));
        }
    }
}

/// "MultibodyFmu.When" with "MultibodyFmu.Pre" sums the times at which a pulse rises; of triggers at one time the first counts, and one that is true
/// at the start takes nothing. "MultibodyFmu.Floor" rounds down, negative numbers too.
#[test]
fn values_that_conditions_give() {
    let text = r#"
name = "Total"
connections = [["wave.y", "total.trigger[1]"], ["wave.y", "total.trigger[2]"], ["late", "total.trigger[3]"], ["sum", "total.u[1]"],
    ["wrong", "total.u[2]"], ["low", "total.u[3]"], ["total.y", "before.u"], ["late", "first.trigger[1]"], ["sum", "first.u[1]"], ["falls", "down.u"]]
variables.sum = "before.y + time"
variables.wrong = "1e6"
variables.late = "if time > 1.05 then 1 else 0"
variables.low = "-100"
variables.falls = "-2.5*time"
variables.whole = "1.0*down.y"
components.wave = { class = "Blocks.Sources.Pulse", period = 0.2 }
components.total = { class = "MultibodyFmu.When", n = 3, y_start = 5 }
components.before = { class = "MultibodyFmu.Pre", y_start = 5 }
components.first = { class = "MultibodyFmu.When", initially = 1, y_start = 9 }
components.down = { class = "MultibodyFmu.Floor" }
"#;
    let mut run = host(text);
    near(run.get("first.y"), 5.0, 0.0, "the value of the start");
    for (until, total, whole) in [(0.1, 5.0, -1.0), (0.7, 6.2, -2.0), (1.1, -100.0, -3.0), (1.3, -98.8, -4.0)] {
        let time = run.instance.time();
        run.instance.do_step(time, until - time).unwrap();
        near(run.get("total.y"), total, 1e-9, &format!("sum at {until}"));
        near(run.get("before.y"), total, 1e-9, "between events");
        near(run.get("whole"), whole, 0.0, &format!("rounded at {until}"));
    }
    // 5 + 0.2 + 0.4 + 0.6 + 0.8 + 1.0 was the sum, and the time 1.05.
    near(run.get("first.y"), 8.0 + 1.05, 1e-9, "the value at the event");
}

/// "MultibodyFmu.Random" draws the numbers of the Modelica Association's trajectories of Examples.Noise.AutomaticSeed (y_min = -1, y_max = 3);
/// the first one is there from the start on.
#[test]
fn random_numbers() {
    let text = r#"
name = "Dice"
components.dice = { class = "MultibodyFmu.Random", samplePeriod = 0.01, startTime = 0.5 }
components.other = { class = "MultibodyFmu.Random", samplePeriod = 0.01, localSeed = 0, globalSeed = 0 }
"#;
    let mut run = host(text);
    let expected =
        [1.8920078478352833, 1.8920078478352833, 1.6958446569551255, 2.1856677974651295, -0.23622758850215764];
    for (until, y) in [0.2, 0.505, 0.515, 0.525, 0.535].into_iter().zip(expected) {
        let time = run.instance.time();
        run.instance.do_step(time, until - time).unwrap();
        near(4.0 * run.get("dice.y") - 1.0, y, 1e-15, &format!("at {until}"));
        let other = run.get("other.y");
        assert!(other > 0.0 && other <= 1.0, "{other}");
    }
}
