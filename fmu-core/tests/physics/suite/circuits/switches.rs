//! Switches, diodes, amplifiers with limits, and other elements whose equations change, against closed forms.

use super::*;

/// A sine of 10 V and 50 Hz through a resistor of 100 Ohm into `part` and back to ground.
fn loop_with(part: &str, more: &str) -> String {
    format!(
        r#"
name = "Loop"
connections = [["source.p", "resistor.p"], ["resistor.n", "part.p"], ["part.n", "ground.p"], ["source.n", "ground.p"]]
components.source = {{ class = "Electrical.Analog.Sources.SineVoltage", V = 10, f = 50 }}
components.resistor = {{ class = "Electrical.Analog.Basic.Resistor", R = 100 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
components.part = {{ {part} }}
{more}
"#
    )
}

fn sine(t: f64) -> f64 {
    10.0 * (std::f64::consts::TAU * 50.0 * t).sin()
}

/// "Electrical.Analog.Ideal.IdealDiode": both branches of the characteristic, and the events between them.
#[test]
fn a_diode_conducts_above_its_knee() {
    let part = r#"class = "Electrical.Analog.Ideal.IdealDiode", Ron = 0.5, Goff = 1e-4, Vknee = 0.7"#;
    let mut host = Host::new(compile(&loop_with(part, "")), 1e-8);
    host.start();
    for k in 1..=80 {
        host.steps(1, 0.0005);
        let u = sine(f64::from(k) * 0.0005);
        // v = Vknee + Ron (i - Goff Vknee) or i = Goff v, with u = R i + v.
        let knee = 0.7 * (1.0 - 0.5 * 1e-4);
        let on = (u - knee) / 100.5;
        let i = if u > 0.7 * (1.0 + 0.01) { on } else { 1e-4 * u / 1.01 };
        near(host.get("part.i"), i, 1e-9, "current");
        near(host.get("part.v"), u - 100.0 * i, 1e-7, "voltage");
        near(host.get("part.LossPower"), i * (u - 100.0 * i), 1e-7, "loss");
        assert_eq!(host.get("part.off") == 0.0, u > 0.707);
        near(host.get("part.p.v") - host.get("part.n.v"), host.get("part.v"), 1e-10, "of the pins");
        near(host.get("part.p.i"), i, 1e-9, "into the pin");
        near(host.get("ground.p.i"), 0.0, 1e-9, "of the ground");
    }
}

/// A bridge of four "Electrical.Analog.Ideal.IdealDiode" gives the absolute value, less two knees.
#[test]
fn a_bridge_rectifies() {
    let diode = r#"{ class = "Electrical.Analog.Ideal.IdealDiode", Ron = 1e-6, Goff = 1e-9, Vknee = 0.7 }"#;
    let text = format!(
        r#"
name = "Bridge"
connections = [
  ["source.p", "a.p"], ["source.p", "b.n"], ["source.n", "c.p"], ["source.n", "d.n"],
  ["a.n", "load.p"], ["c.n", "load.p"], ["b.p", "ground.p"], ["d.p", "ground.p"], ["load.n", "ground.p"],
]
components.source = {{ class = "Electrical.Analog.Sources.SineVoltage", V = 10, f = 50 }}
components.load = {{ class = "Electrical.Analog.Basic.Resistor", R = 10 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
components.a = {diode}
components.b = {diode}
components.c = {diode}
components.d = {diode}
"#
    );
    let mut host = Host::new(compile(&text), 1e-8);
    host.start();
    for k in 1..=70 {
        host.steps(1, 0.0007);
        let expected = (sine(f64::from(k) * 0.0007).abs() - 1.4).max(0.0);
        near(host.get("load.v"), expected, 2e-5, "voltage of the load");
    }
}

/// "Electrical.Analog.Ideal.IdealThyristor" fires at 90 degrees and conducts until the current falls to zero;
/// "Electrical.Analog.Ideal.IdealGTOThyristor" stops with its gate.
#[test]
fn thyristors_wait_for_their_gate() {
    let control = r#"
components.gate = { class = "Blocks.Sources.BooleanPulse", period = 0.02, width = 5, startTime = 0.005 }
"#;
    for (class, until) in [("IdealThyristor", 0.01), ("IdealGTOThyristor", 0.006)] {
        let part = format!(r#"class = "Electrical.Analog.Ideal.{class}""#);
        let text = loop_with(&part, control).replace("connections = [", r#"connections = [["gate.y", "part.fire"], "#);
        let mut host = Host::new(compile(&text), 1e-8);
        host.start();
        for k in 1..=38 {
            host.steps(1, 0.00101);
            let t = f64::from(k) * 0.00101;
            let conducts = t % 0.02 > 0.005 && t % 0.02 < until;
            let i = if conducts { sine(t) / (100.0 + 1e-5) } else { 1e-5 * sine(t) / (1.0 + 1e-3) };
            near(host.get("part.i"), i, 1e-9, class);
        }
    }
}

/// Switches with one way: "Electrical.Analog.Ideal.IdealClosingSwitch", "Electrical.Analog.Ideal.IdealOpeningSwitch",
/// "Electrical.Analog.Ideal.ControlledIdealClosingSwitch" and "Electrical.Analog.Ideal.ControlledIdealOpeningSwitch".
#[test]
fn switches_follow_their_control() {
    let signal = (
        r#"components.control = { class = "Blocks.Sources.BooleanStep", startTime = 0.013 }"#,
        r#"["control.y", "part.control"], "#,
    );
    let pin = (
        r#"components.control = { class = "Electrical.Analog.Sources.RampVoltage", V = 1, duration = 0.026 }"#,
        r#"["control.p", "part.control"], ["control.n", "ground.p"], "#,
    );
    for (class, (control, connections), closes) in [
        ("IdealClosingSwitch", signal, true),
        ("IdealOpeningSwitch", signal, false),
        ("ControlledIdealClosingSwitch", pin, true),
        ("ControlledIdealOpeningSwitch", pin, false),
    ] {
        let part = format!(r#"class = "Electrical.Analog.Ideal.{class}", Ron = 2, Goff = 1e-3"#);
        let text = loop_with(&part, control).replace("connections = [", &format!("connections = [{connections}"));
        let mut host = Host::new(compile(&text), 1e-8);
        host.start();
        for k in 1..=26 {
            host.steps(1, 0.001);
            let t = f64::from(k) * 0.001;
            if k == 13 {
                continue;
            }
            let closed = (t > 0.013) == closes;
            let i = if closed { sine(t) / 102.0 } else { 1e-3 * sine(t) / 1.1 };
            near(host.get("part.i"), i, 1e-10, class);
            near(host.get("part.off"), f64::from(u8::from(!closed)), 0.0, class);
        }
    }
}

/// "Electrical.Analog.Ideal.CloserWithArc", "Electrical.Analog.Ideal.OpenerWithArc", "Electrical.Analog.Ideal.ControlledCloserWithArc" and
/// "Electrical.Analog.Ideal.ControlledOpenerWithArc": the arc takes the current of a coil to zero along a parabola.
#[test]
fn an_arc_quenches_the_current_of_a_coil() {
    let signal = |class: &str, value: bool| {
        let gates = format!(
            "components.step = {{ class = \"Blocks.Sources.BooleanStep\", startTime = 0.1, startValue = {} }}",
            !value
        );
        (class.to_owned(), gates, r#"["step.y", "part.control"], "#.to_owned(), "")
    };
    let pin = |class: &str, offset: f64| {
        let step = format!(
            "components.step = {{ class = \"Electrical.Analog.Sources.StepVoltage\", V = {}, offset = {offset}, startTime = 0.1 }}",
            1.0 - 2.0 * offset
        );
        (class.to_owned(), step, r#"["step.p", "part.control"], ["step.n", "ground.p"], "#.to_owned(), "")
    };
    for (class, control, connections, _) in [
        signal("CloserWithArc", false),
        signal("OpenerWithArc", true),
        pin("ControlledCloserWithArc", 1.0),
        pin("ControlledOpenerWithArc", 0.0),
    ] {
        let text = format!(
            r#"
name = "Arc"
connections = [{connections}["source.p", "coil.p"], ["coil.n", "part.p"], ["part.n", "ground.p"], ["source.n", "ground.p"]]
components.source = {{ class = "Electrical.Analog.Sources.ConstantVoltage", V = 10 }}
components.coil = {{ class = "Electrical.Analog.Basic.Inductor", L = 0.1 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
components.part = {{ class = "Electrical.Analog.Ideal.{class}", Ron = 1e-9, V0 = 30, dVdt = 1e4, Vmax = 60 }}
{control}
"#
        );
        let mut host = Host::new(compile(&text), 1e-9);
        host.start();
        host.steps(1, 0.1);
        near(host.get("coil.i"), 10.0, 1e-6, "current of the closed switch");
        host.steps(1, 0.002);
        // L di/dt = 10 - 30 - 1e4 t for 2 ms.
        near(host.get("coil.i"), 10.0 - (20.0 * 0.002 + 0.5e4 * 0.002 * 0.002) / 0.1, 1e-6, &class);
        near(host.get("part.v"), 50.0, 1e-6, "voltage of the arc");
        // After 3 ms the voltage stays; the current is then 8.95 A, and falls by 500 A/s to zero at 20.9 ms after opening.
        host.steps(1, 0.028);
        near(host.get("coil.i"), 1e-5 * 10.0, 1e-7, "current of the open switch");
    }
}

/// "Electrical.Analog.Ideal.IdealTwoWaySwitch", "Electrical.Analog.Ideal.ControlledIdealTwoWaySwitch",
/// "Electrical.Analog.Ideal.IdealIntermediateSwitch" and "Electrical.Analog.Ideal.ControlledIdealIntermediateSwitch".
#[test]
fn switches_with_several_ways_select() {
    let loads = r#"
components.one = { class = "Electrical.Analog.Basic.Resistor", R = 3 }
components.two = { class = "Electrical.Analog.Basic.Resistor", R = 8 }
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 12 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let signal = (
        r#"components.control = { class = "Blocks.Sources.BooleanStep", startTime = 0.5 }"#,
        r#"["control.y", "part.control"]"#,
    );
    let pin = (
        r#"components.control = { class = "Electrical.Analog.Sources.StepVoltage", V = 1, startTime = 0.5 }"#,
        r#"["control.p", "part.control"], ["control.n", "ground.p"]"#,
    );
    for (prefix, (control, connection)) in [("", signal), ("Controlled", pin)] {
        let two = format!(
            r#"
name = "Two"
connections = [["source.p", "part.p"], ["part.n1", "one.p"], ["part.n2", "two.p"], ["one.n", "ground.p"], ["two.n", "ground.p"], ["source.n", "ground.p"], {connection}]
components.part = {{ class = "Electrical.Analog.Ideal.{prefix}IdealTwoWaySwitch", Ron = 1, Goff = 1e-12 }}
{control}
{loads}"#
        );
        let mut host = Host::new(compile(&two), 1e-8);
        host.start();
        near(host.get("one.i"), 3.0, 1e-9, "first way");
        near(host.get("two.i"), 0.0, 1e-9, "second way");
        near(host.get("part.LossPower"), 9.0, 1e-8, "loss");
        host.steps(1, 0.6);
        near(host.get("one.i"), 0.0, 1e-9, "first way");
        near(host.get("two.i"), 12.0 / 9.0, 1e-9, "second way");
        let four = format!(
            r#"
name = "Four"
connections = [["source.p", "part.p1"], ["source.n", "part.p2"], ["source.n", "ground.p"], ["part.n1", "one.p"], ["part.n2", "one.n"], {connection}]
components.part = {{ class = "Electrical.Analog.Ideal.{prefix}IdealIntermediateSwitch", Ron = 1.5, Goff = 1e-12 }}
{control}
{loads}"#
        )
        .replace("components.two = { class = \"Electrical.Analog.Basic.Resistor\", R = 8 }", "");
        let mut host = Host::new(compile(&four), 1e-8);
        host.start();
        near(host.get("one.i"), 2.0, 1e-9, "straight");
        host.steps(1, 0.6);
        near(host.get("one.i"), -2.0, 1e-9, "crossed");
    }
}

/// An amplifier as inverter: "Electrical.Analog.Ideal.IdealOpAmpLimited" and "Electrical.Analog.Ideal.IdealizedOpAmpLimited" stop at
/// the supply of "Electrical.Analog.Sources.SupplyVoltage"; "Electrical.Analog.Ideal.IdealOpAmp3Pin" has no limits.
#[test]
fn amplifiers_stay_within_their_limits() {
    for (class, limited, gain) in [
        ("IdealOpAmp3Pin", false, f64::INFINITY),
        ("IdealOpAmpLimited", true, f64::INFINITY),
        ("IdealizedOpAmpLimited", true, 15000.0),
    ] {
        let (supply, parameters) = match class {
            "IdealOpAmpLimited" => (r#", ["supply.pin_p", "amp.VMax"], ["supply.pin_n", "amp.VMin"]"#, ""),
            "IdealizedOpAmpLimited" => ("", ", Vps = 12, Vns = -9"),
            _ => ("", ""),
        };
        let text = format!(
            r#"
name = "Inverter"
connections = [
  ["source.p", "input.p"], ["source.n", "ground.p"], ["input.n", "amp.in_n"], ["back.p", "amp.in_n"], ["back.n", "amp.out"],
  ["amp.in_p", "ground.p"], ["supply.ground", "ground.p"]{supply},
]
components.source = {{ class = "Electrical.Analog.Sources.SineVoltage", V = 10, f = 50 }}
components.input = {{ class = "Electrical.Analog.Basic.Resistor", R = 1000 }}
components.back = {{ class = "Electrical.Analog.Basic.Resistor", R = 2000 }}
components.amp = {{ class = "Electrical.Analog.Ideal.{class}"{parameters} }}
components.supply = {{ class = "Electrical.Analog.Sources.SupplyVoltage", Vps = 12, Vns = -9 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
        );
        let mut host = Host::new(compile(&text), 1e-8);
        host.start();
        for k in 1..=40 {
            host.steps(1, 0.0007);
            // v_in = -(2 u + out)/3 and out = gain v_in.
            let free = -2.0 * sine(f64::from(k) * 0.0007) / (1.0 + 3.0 / gain);
            let expected = if limited { free.clamp(-9.0, 12.0) } else { free };
            near(host.get("amp.out.v"), expected, 1e-7, class);
        }
    }
}

/// "Electrical.Analog.Ideal.IdealizedOpAmpLimited" with positive feedback through half of the output: the output jumps where the input
/// passes half of the supply.
#[test]
fn a_schmitt_trigger_has_hysteresis() {
    let text = r#"
name = "Trigger"
connections = [
  ["source.p", "amp.in_n"], ["source.n", "ground.p"], ["amp.out", "one.p"], ["one.n", "amp.in_p"], ["two.p", "amp.in_p"], ["two.n", "ground.p"],
]
components.source = { class = "Electrical.Analog.Sources.SineVoltage", V = 10, f = 50 }
components.one = { class = "Electrical.Analog.Basic.Resistor", R = 1000 }
components.two = { class = "Electrical.Analog.Basic.Resistor", R = 1000 }
components.amp = { class = "Electrical.Analog.Ideal.IdealizedOpAmpLimited", homotopyType = "UpperLimit" }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut host = Host::new(compile(text), 1e-8);
    host.start();
    let mut upper = true;
    for k in 1..=80 {
        host.steps(1, 0.0007);
        let u = sine(f64::from(k) * 0.0007);
        if u.abs() > 7.5 {
            upper = u < 0.0;
        }
        near(host.get("amp.out.v"), if upper { 15.0 } else { -15.0 }, 1e-9, "output");
    }
}

/// "Electrical.Analog.Ideal.IdealTriac" conducts both half waves while its gate is true.
#[test]
fn a_triac_conducts_both_half_waves() {
    let part = r#"class = "Electrical.Analog.Ideal.IdealTriac", Goff = 1e-9, Vknee = 0, Rdis = 1e6, Cdis = 1e-9"#;
    let more = r#"components.gate = { class = "Blocks.Sources.BooleanStep", startTime = 0.02 }"#;
    let text = loop_with(part, more).replace("connections = [", r#"connections = [["gate.y", "part.fire1"], "#);
    let mut host = Host::new(compile(&text), 1e-8);
    host.start();
    for k in 1..=40 {
        host.steps(1, 0.00101);
        let t = f64::from(k) * 0.00101;
        let i = if t > 0.02 { sine(t) / 100.0 } else { 0.0 };
        near(host.get("resistor.i"), i, 1.2e-5, "current");
    }
}

/// "Electrical.Analog.Basic.VariableResistor", "Electrical.Analog.Basic.VariableConductor" and "Electrical.Analog.Basic.Potentiometer" as
/// dividers; "Electrical.Analog.Sensors.MultiSensor" measures.
#[test]
fn resistances_follow_signals() {
    for (class, input) in [("VariableResistor", "R"), ("VariableConductor", "G")] {
        let part = format!(r#"class = "Electrical.Analog.Basic.{class}", alpha = 0.01, T = 350.15"#);
        let more = r#"components.ramp = { class = "Blocks.Sources.Ramp", height = 4, duration = 0.1, offset = 1 }"#;
        let text = loop_with(&part, more)
            .replace("connections = [", &format!(r#"connections = [["ramp.y", "part.{input}"], "#));
        let mut host = Host::new(compile(&text), 1e-8);
        host.start();
        for k in 1..=20 {
            host.steps(1, 0.003);
            let (t, value) = (f64::from(k) * 0.003, 1.0 + 40.0 * f64::from(k) * 0.003);
            let resistance = if input == "R" { value * 1.5 } else { 1.5 / value };
            near(host.get("part.i"), sine(t) / (100.0 + resistance), 1e-11, class);
        }
    }
    let text = r#"
name = "Divider"
connections = [
  ["source.p", "meter.pc"], ["meter.nc", "pot.pin_p"], ["meter.pv", "pot.contact"], ["meter.nv", "ground.p"], ["pot.pin_n", "ground.p"], ["source.n", "ground.p"],
  ["r.y", "pot.r"],
]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 10 }
components.pot = { class = "Electrical.Analog.Basic.Potentiometer", R = 50, useRinput = true }
components.r = { class = "Blocks.Sources.Ramp", height = 2, duration = 2 }
components.meter = { class = "Electrical.Analog.Sensors.MultiSensor" }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    for t in [0.1, 0.6, 0.9, 1.5] {
        rig.run(t);
        near(rig.get("meter.v"), 10.0 * t.min(1.0), 1e-9, "of the contact");
        near(rig.get("meter.i"), 0.2, 1e-10, "through the resistor");
        near(rig.get("meter.power"), 2.0 * t.min(1.0), 1e-9, "product");
        near(rig.get("pot.LossPower"), 2.0, 1e-9, "loss");
    }
}

/// "Electrical.Analog.Basic.VariableCapacitor" and "Electrical.Analog.Basic.VariableInductor": charge and flux stay while the value changes.
#[test]
fn charge_and_flux_stay() {
    let text = r#"
name = "Storage"
connections = [["c.p", "idle.p"], ["c.n", "ground.p"], ["idle.n", "ground.p"], ["l.p", "short.p"], ["l.n", "ground.p"], ["short.n", "ground.p"], ["ramp.y", "c.C"], ["ramp.y", "l.L"]]
components.c = { class = "Electrical.Analog.Basic.VariableCapacitor", Q = { start = 3, fixed = true } }
components.l = { class = "Electrical.Analog.Basic.VariableInductor", Psi = { start = 2, fixed = true } }
components.idle = { class = "Electrical.Analog.Ideal.Idle" }
components.short = { class = "Electrical.Analog.Ideal.Short" }
components.ramp = { class = "Blocks.Sources.Ramp", height = 1, duration = 1, offset = 1 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    for t in [0.2, 0.7, 1.2_f64] {
        rig.run(t);
        let value = 1.0 + t.min(1.0);
        near(rig.get("c.v"), 3.0 / value, 1e-9, "voltage");
        near(rig.get("l.i"), 2.0 / value, 1e-9, "current");
        near(rig.get("idle.v"), 3.0 / value, 1e-9, "of the idle branch");
        near(rig.get("short.i"), -2.0 / value, 1e-9, "of the short branch");
    }
}

/// "Electrical.Analog.Basic.SaturatingInductor": the flux is the integral of the voltage, and the current belongs to it.
#[test]
fn a_coil_saturates() {
    let text = r#"
name = "Choke"
connections = [["source.p", "coil.p"], ["coil.n", "ground.p"], ["source.n", "ground.p"]]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 2 }
components.coil = { class = "Electrical.Analog.Basic.SaturatingInductor", Inom = 3, Lnom = 0.5, Lzer = 1.4, Linf = 0.2 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    let share = (0.5 - 0.2) / (1.4 - 0.2);
    // Bisection for Ipar.
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..200 {
        let x: f64 = 0.5 * (low + high);
        if x * (std::f64::consts::FRAC_PI_2 - x.atan()) < share { low = x } else { high = x }
    }
    let i_par = 3.0 * low;
    for t in [0.1, 0.5, 0.75, 3.0, 10.0] {
        rig.run(t);
        let i = rig.get("coil.i");
        near(rig.get("coil.Psi"), 2.0 * t, 1e-8, "flux");
        near(0.2 * i + 1.2 * i_par * (i / i_par).atan(), 2.0 * t, 1e-7, "flux of the current");
    }
    rig.run(10.0);
}

/// "Electrical.Analog.Sources.SineVoltageVariableFrequencyAndAmplitude", "Electrical.Analog.Sources.SineCurrentVariableFrequencyAndAmplitude",
/// "Electrical.Analog.Sources.CosineVoltageVariableFrequencyAndAmplitude" and
/// "Electrical.Analog.Sources.CosineCurrentVariableFrequencyAndAmplitude".
#[test]
fn sines_follow_frequency_and_amplitude() {
    for (shape, kind, input) in
        [("Sine", "Voltage", "V"), ("Cosine", "Voltage", "V"), ("Sine", "Current", "I"), ("Cosine", "Current", "I")]
    {
        let text = format!(
            r#"
name = "Sweep"
connections = [["source.p", "load.p"], ["load.n", "ground.p"], ["source.n", "ground.p"], ["f.y", "source.f"], ["a.y", "source.{input}"]]
components.source = {{ class = "Electrical.Analog.Sources.{shape}{kind}VariableFrequencyAndAmplitude", offset = 0.3, phi = {{ start = 0.2, fixed = true }} }}
components.load = {{ class = "Electrical.Analog.Basic.Resistor", R = 4 }}
components.f = {{ class = "Blocks.Sources.Ramp", height = 3, duration = 3, offset = 1 }}
components.a = {{ class = "Blocks.Sources.Ramp", height = 1, duration = 1, offset = 2 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
        );
        let mut rig = Rig::new(&text);
        for t in [0.15, 0.4, 0.95] {
            rig.run(t);
            let phi = 0.2 + std::f64::consts::TAU * (t + 0.5 * t * t);
            let wave = 0.3 + (2.0 + t) * if shape == "Sine" { phi.sin() } else { phi.cos() };
            let value = if kind == "Voltage" { rig.get("source.v") } else { rig.get("source.i") };
            near(value, wave, 1e-6, shape);
        }
    }
}

/// "Electrical.Analog.Ideal.IdealizedOpAmpLimited" with supply pins, behind resistors of 10 Ohm: they give the power of the output.
#[test]
fn the_supply_of_an_amplifier_gives_the_power_of_its_output() {
    let text = r#"
name = "Supplied"
connections = [
  ["source.p", "amp.in_p"], ["source.n", "ground.p"], ["amp.in_n", "amp.out"], ["amp.out", "load.p"], ["load.n", "ground.p"],
  ["plus.p", "inner.p"], ["inner.n", "amp.s_p"], ["plus.n", "ground.p"], ["minus.p", "amp.s_n"], ["minus.n", "ground.p"],
]
inputs.u = "source.v"
components.source = { class = "Electrical.Analog.Sources.SignalVoltage" }
components.amp = { class = "Electrical.Analog.Ideal.IdealizedOpAmpLimited", useSupply = true, V0 = 1e6 }
components.load = { class = "Electrical.Analog.Basic.Resistor", R = 100 }
components.inner = { class = "Electrical.Analog.Basic.Resistor", R = 10 }
components.plus = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 12 }
components.minus = { class = "Electrical.Analog.Sources.ConstantVoltage", V = -9 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::uninitialized(compile(text));
    rig.set("u", 5.0);
    rig.initialize(0.0).unwrap();
    let v = rig.get("amp.v_out");
    near(v, 5.0, 1e-5, "voltage follower");
    // (12 - 10 i + 9) i = v^2/100
    let i = (21.0 - (21.0_f64.powi(2) - 40.0 * v * v / 100.0).sqrt()) / 20.0;
    near(rig.get("inner.i"), i, 1e-10, "current from the supply");
    near(rig.get("amp.s_p.i"), i, 1e-10, "current into the pin");
    near(rig.get("amp.s_n.i"), -i, 1e-10, "and out of the other");
    near(rig.get("amp.out.i"), -v / 100.0, 1e-12, "into the output pin");
    // The limit is the potential of the pin.
    for (u, side) in [(20.0, 1.0), (-20.0, -1.0)] {
        let mut rig = Rig::uninitialized(compile(text));
        rig.set("u", u);
        rig.initialize(0.0).unwrap();
        let [v, i] = ["amp.v_out", "inner.i"].map(|name| rig.get(name));
        near(v, if side > 0.0 { 12.0 - 10.0 * i } else { -9.0 }, 1e-10, "limit");
        near((21.0 - 10.0 * i) * i, v * v / 100.0, 1e-9, "power");
    }
}

/// A saturating inductor whose current a source gives has no flux of its own.
#[test]
fn given_currents_of_inductors_that_change_are_refused() {
    for (class, settings) in [
        ("SaturatingInductor", "Inom = 1, Lnom = 1, Lzer = 2, Linf = 0.5"),
        ("VariableInductor", "Psi = { start = 1 }"),
    ] {
        let text = format!(
            "name = \"Given\"\nconnections = [[\"source.n\", \"coil.p\"], [\"source.p\", \"ground.p\"], [\"coil.n\", \"ground.p\"]]\n\
             components.source = {{ class = \"Electrical.Analog.Sources.ConstantCurrent\", I = 1 }}\n\
             components.coil = {{ class = \"Electrical.Analog.Basic.{class}\", {settings} }}\n\
             components.ground = {{ class = \"Electrical.Analog.Basic.Ground\" }}\n"
        );
        let problem = try_compile(&text).unwrap_err();
        assert!(problem.contains("in the circuit of `coil`"), "{problem}");
    }
}
