//! Elements of circuits: closed forms, and what depends on what.

use super::*;

#[test]
fn a_low_pass_charges_exponentially() {
    let text = r#"
name = "LowPass"
connections = [["source.p", "resistor.p"], ["resistor.n", "capacitor.p"], ["capacitor.n", "ground.p"], ["source.n", "ground.p"], ["meter.p", "capacitor.p"], ["meter.n", "ground.p"]]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 10 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 100, alpha = 0.004, T = 400.15 }
components.capacitor = { class = "Electrical.Analog.Basic.Capacitor", C = 1e-3, v = { start = 2, fixed = true } }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.meter = { class = "Electrical.Analog.Sensors.VoltageSensor" }
"#;
    let mut rig = Rig::new(text);
    // The resistance has grown with the temperature.
    let tau = 100.0 * 1.4 * 1e-3;
    for t in [0.05, 0.2, 0.7] {
        rig.run(t);
        let v = 10.0 - 8.0 * (-t / tau).exp();
        near(rig.get("meter.v"), v, 1e-8, "voltage");
        near(rig.get("resistor.i"), (10.0 - v) / 140.0, 1e-10, "current");
        near(rig.get("source.i"), -(10.0 - v) / 140.0, 1e-10, "of the source");
        near(rig.get("resistor.LossPower"), (10.0 - v).powi(2) / 140.0, 1e-9, "loss");
    }
}

#[test]
fn a_resonant_circuit_oscillates() {
    let text = r#"
name = "Resonance"
connections = [["coil.p", "capacitor.p"], ["coil.n", "ground.p"], ["capacitor.n", "ground.p"]]
components.coil = { class = "Electrical.Analog.Basic.Inductor", L = 0.1, i = { start = 0, fixed = true } }
components.capacitor = { class = "Electrical.Analog.Basic.Capacitor", C = 1e-3, v = { start = 5, fixed = true } }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    rig.run(1.0);
    near(rig.get("capacitor.v"), 5.0 * 100.0_f64.cos(), 1e-6, "voltage");
    near(rig.get("coil.i"), 5.0 * 0.1 * 100.0_f64.sin(), 1e-7, "current");
}

#[test]
fn amplifiers_integrate_and_invert() {
    let text = r#"
name = "Amplifiers"
connections = [
  ["source.p", "input.p"], ["input.n", "first.n1"], ["store.p", "first.n1"], ["store.n", "first.p2"], ["first.p1", "ground.p"], ["first.n2", "ground.p"],
  ["source.n", "ground.p"], ["second_in.p", "first.p2"], ["second_in.n", "second.n1"], ["back.p", "second.n1"], ["back.n", "second.p2"],
  ["second.p1", "ground.p"], ["second.n2", "ground.p"], ["meter.p", "second.p2"],
]
inputs.u = "source.v"
components.source = { class = "Electrical.Analog.Sources.SignalVoltage" }
components.input = { class = "Electrical.Analog.Basic.Resistor", R = 1000 }
components.store = { class = "Electrical.Analog.Basic.Capacitor", C = 1e-4, v = { start = 0, fixed = true } }
components.first = { class = "Electrical.Analog.Ideal.IdealOpAmp" }
components.second_in = { class = "Electrical.Analog.Basic.Resistor", R = 2000 }
components.back = { class = "Electrical.Analog.Basic.Conductor", G = 1e-4 }
components.second = { class = "Electrical.Analog.Ideal.IdealOpAmp" }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.meter = { class = "Electrical.Analog.Sensors.PotentialSensor" }
"#;
    let mut host = Host::new(compile(text), 1e-9);
    host.set("u", 0.3);
    host.start();
    host.steps(10, 0.1);
    // The integral over R C, times 10000/2000, inverted twice.
    near(host.get("meter.phi"), 0.3 / 0.1 * 5.0, 1e-8, "output");
}

#[test]
fn circuits_that_are_not_decided_are_named() {
    let base = |parts: &str, connections: &str| format!("name = \"C\"\nconnections = [{connections}]\n{parts}");
    let floating = base(
        r#"components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 1 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 1 }"#,
        r#"["source.p", "resistor.p"], ["source.n", "resistor.n"]"#,
    );
    let parallel = base(
        r#"components.one = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 1 }
components.two = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 2 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }"#,
        r#"["one.p", "two.p"], ["one.n", "two.n"], ["ground.p", "one.n"]"#,
    );
    let capacitors = base(
        r#"components.one = { class = "Electrical.Analog.Basic.Capacitor", C = 1 }
components.two = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 2 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }"#,
        r#"["one.p", "two.p"], ["one.n", "two.n"], ["ground.p", "one.n"]"#,
    );
    let inductors = base(
        r#"components.one = { class = "Electrical.Analog.Basic.Inductor", L = 1 }
components.two = { class = "Electrical.Analog.Sources.ConstantCurrent", I = 2 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 1 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }"#,
        r#"["one.n", "two.p"], ["two.n", "resistor.p"], ["resistor.n", "one.p"], ["ground.p", "one.p"]"#,
    );
    for text in [&capacitors, &inductors] {
        let problem = try_compile(text).unwrap_err();
        assert!(["`one`", "`two`"].iter().any(|name| problem.contains(name)), "{problem}");
        assert!(problem.contains("the voltages and currents in the circuit of"), "{problem}");
    }
    for text in [floating, parallel] {
        let problem = try_compile(&text).unwrap_err();
        assert!(problem.contains("the voltages and currents in the circuit of"), "{problem}");
    }
}

#[test]
fn steps_charge_a_capacitor() {
    for (class, height, expected) in
        [("StepVoltage", "V = 5", 5.0 * (1.0 - (-0.3_f64 / 0.2).exp())), ("StepCurrent", "I = -2", 2.0 * 0.3 / 0.02)]
    {
        let text = format!(
            r#"
name = "Charge"
connections = [["source.p", "resistor.p"], ["resistor.n", "store.p"], ["store.n", "ground.p"], ["source.n", "ground.p"]]
components.source = {{ class = "Electrical.Analog.Sources.{class}", {height}, startTime = 0.2 }}
components.resistor = {{ class = "Electrical.Analog.Basic.Resistor", R = 10 }}
components.store = {{ class = "Electrical.Analog.Basic.Capacitor", C = 0.02, v = {{ start = 0, fixed = true }} }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
        );
        let mut host = Host::new(compile(&text), 1e-10);
        host.start();
        host.steps(2, 0.1);
        near(host.get("store.v"), 0.0, 0.0, "before the step");
        host.steps(3, 0.1);
        near(host.get("store.v"), expected, 1e-7, class);
    }
}

/// A series circuit whose two capacitors are in parallel, and one whose two coils are in series, with a third that bridges a loop of three
/// capacitors: they behave as what they add up to, and the current divides by the capacitances.
#[test]
fn capacitors_in_loops_are_one() {
    let text = r#"
name = "Loop"
connections = [
  ["source.p", "resistor.p"], ["resistor.n", "one.p"], ["one.p", "two.p"], ["one.n", "ground.p"], ["two.n", "three.p"], ["three.n", "ground.p"],
  ["source.n", "ground.p"], ["four.p", "two.n"], ["four.n", "ground.p"],
]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 10 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 100 }
components.one = { class = "Electrical.Analog.Basic.Capacitor", C = 1e-3, v = { start = 2, fixed = true } }
components.two = { class = "Electrical.Analog.Basic.Capacitor", C = 2e-3 }
components.three = { class = "Electrical.Analog.Basic.Capacitor", C = 3e-3 }
components.four = { class = "Electrical.Analog.Basic.Capacitor", C = 1e-3 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    near(rig.get("two.v") + rig.get("three.v"), 2.0, 1e-12, "start values agree");
    near(rig.get("three.v"), rig.get("four.v"), 1e-12, "start values agree");
    let first = rig.get("three.v");
    // Two in series with three and four: 2 * 4/6 mF beside 1 mF.
    let series = 2e-3 * 4e-3 / 6e-3;
    let whole = 1e-3 + series;
    for t in [0.05, 0.3, 1.0] {
        rig.run(t);
        let v = 10.0 - 8.0 * (-t / (100.0 * whole)).exp();
        near(rig.get("one.v"), v, 1e-8, "voltage");
        near(rig.get("two.v") + rig.get("three.v"), v, 1e-8, "voltage of the other path");
        near(rig.get("four.v"), rig.get("three.v"), 1e-12, "in parallel");
        near(rig.get("three.v"), first + (v - 2.0) * series / 4e-3, 1e-8, "charge divides");
        let i = (10.0 - v) / 100.0;
        near(rig.get("two.i"), i * series / whole, 1e-10, "current divides");
        near(rig.get("three.i"), 3.0 * rig.get("four.i"), 1e-12, "by the capacitances");
        near(rig.get("resistor.i"), i, 1e-10, "current");
    }
}

#[test]
fn inductors_in_series_are_one() {
    let text = r#"
name = "Coils"
connections = [["source.p", "one.p"], ["one.n", "two.p"], ["two.n", "resistor.p"], ["resistor.n", "ground.p"], ["source.n", "ground.p"]]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 6 }
components.one = { class = "Electrical.Analog.Basic.Inductor", L = 0.1 }
components.two = { class = "Electrical.Analog.Basic.Inductor", L = 0.3, i = { start = 1, fixed = true } }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 2 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    for t in [0.0, 0.1, 0.5] {
        rig.run(t);
        let i = 3.0 - 2.0 * (-t * 2.0 / 0.4).exp();
        near(rig.get("one.i"), i, 1e-9, "current");
        near(rig.get("two.i"), i, 1e-9, "the same");
        near(rig.get("one.v"), 0.25 * (6.0 - 2.0 * i), 1e-9, "voltage divides");
    }
    let problem = Rig::uninitialized(compile(&text.replace("L = 0.1 }", "L = 0.1, i = { start = 2, fixed = true } }")))
        .initialize(0.0);
    assert!(problem.unwrap_err().to_string().contains("one"), "start values that contradict each other are told");
}

/// A direction changes derivatives and outputs by their declared dependencies only.
#[test]
fn what_circuits_depend_on_is_declared() {
    let text = r#"
name = "Coupled"
connections = [
  ["source.p", "resistor.p"], ["resistor.n", "coil.p"], ["coil.n", "emf.p"], ["emf.n", "store.p"], ["store.n", "ground.p"], ["source.n", "ground.p"],
  ["emf.flange", "rotor.flange_a"], ["resistor.heatPort", "heat.port"], ["meter.p", "coil.p"], ["meter.n", "ground.p"],
]
inputs.u = "source.v"
outputs.y = "meter.v"
components.source = { class = "Electrical.Analog.Sources.SignalVoltage" }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 2, alpha = 0.01, useHeatPort = true }
components.coil = { class = "Electrical.Analog.Basic.Inductor", L = 0.01, i = { start = 1, fixed = true } }
components.emf = { class = "Electrical.Analog.Basic.RotationalEMF", k = 0.5 }
components.store = { class = "Electrical.Analog.Basic.Capacitor", C = 0.1, v = { start = 0, fixed = true } }
components.meter = { class = "Electrical.Analog.Sensors.VoltageSensor" }
components.rotor = { class = "Rotational.Components.Inertia", J = 0.1, w = { start = 1, fixed = true } }
components.heat = { class = "Thermal.HeatTransfer.Components.HeatCapacitor", C = 10, T = { start = 320, fixed = true } }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    let model = compile(text).with_dependencies();
    let x = rig.x.clone();
    let before = rig.derivatives();
    let declared = |state: usize, on: usize| {
        let variables = &model.catalogue.variables;
        let of = Some(model.catalogue.states[state]);
        let derivative = variables.iter().find(|variable| variable.derivative_of == of).unwrap();
        derivative.dependencies.as_ref().unwrap().contains(&model.catalogue.states[on])
    };
    let mut found = 0;
    for on in 0..x.len() {
        rig.x = x.clone();
        rig.x[on] += 1e-3;
        let after = rig.derivatives();
        for state in 0..x.len() {
            if (after[state] - before[state]).abs() > 1e-9 {
                found += 1;
                assert!(declared(state, on), "derivative of {state} on {on}");
            }
        }
    }
    assert!(found >= 9, "{found}");
}

/// Waves of "Electrical.Analog.Sources.RampVoltage", "Electrical.Analog.Sources.RampCurrent", "Electrical.Analog.Sources.SineVoltage",
/// "Electrical.Analog.Sources.SineCurrent", "Electrical.Analog.Sources.CosineVoltage", "Electrical.Analog.Sources.CosineCurrent",
/// "Electrical.Analog.Sources.ExpSineVoltage", "Electrical.Analog.Sources.ExpSineCurrent", "Electrical.Analog.Sources.TrapezoidVoltage",
/// "Electrical.Analog.Sources.TrapezoidCurrent", "Electrical.Analog.Sources.PulseVoltage", "Electrical.Analog.Sources.PulseCurrent",
/// "Electrical.Analog.Sources.SawToothVoltage", "Electrical.Analog.Sources.SawToothCurrent", "Electrical.Analog.Sources.TableVoltage",
/// "Electrical.Analog.Sources.TableCurrent".
#[test]
fn sources_give_their_waves() {
    let wave = |f: fn(f64) -> f64| f;
    type Source<'a> = (&'a str, &'a str, &'a str, fn(f64) -> f64);
    let sources: [Source<'_>; 8] = [
        ("Ramp", "duration = 2", "", wave(|t| 5.0 * (t / 2.0).min(1.0))),
        ("Sine", "f = 0.3, phase = 0.4", "", wave(|t| 5.0 * (std::f64::consts::TAU * 0.3 * t + 0.4).sin())),
        ("Cosine", "f = 0.3, phase = 0.4", "", wave(|t| 5.0 * (std::f64::consts::TAU * 0.3 * t + 0.4).cos())),
        (
            "ExpSine",
            "f = 0.3, damping = 0.5",
            "",
            wave(|t| 5.0 * (-0.5 * t).exp() * (std::f64::consts::TAU * 0.3 * t).sin()),
        ),
        (
            "Trapezoid",
            "rising = 0.5, width = 1, falling = 0.25, period = 10",
            "",
            wave(|t| {
                5.0 * if t < 0.5 {
                    t / 0.5
                } else if t < 1.5 {
                    1.0
                } else {
                    ((1.75 - t) / 0.25).max(0.0)
                }
            }),
        ),
        ("Pulse", "width = 30, period = 2", "", wave(|t| if t % 2.0 < 0.6 { 5.0 } else { 0.0 })),
        ("SawTooth", "period = 2", "", wave(|t| 5.0 * (t % 2.0) / 2.0)),
        ("Table", "", "table = [[0, 0], [1, 5], [3, 7]]", wave(|t| if t < 1.0 { 5.0 * t } else { 5.0 + (t - 1.0) })),
    ];
    for (shape, parameters, table, wave) in sources {
        for (kind, height) in [("Voltage", "V = 5"), ("Current", "I = 5")] {
            let height = if table.is_empty() { height } else { table };
            let list = [height, parameters].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            let text = format!(
                r#"
name = "Wave"
connections = [["source.p", "load.p"], ["load.n", "ground.p"], ["source.n", "ground.p"]]
components.source = {{ class = "Electrical.Analog.Sources.{shape}{kind}", {list}, offset = 1 }}
components.load = {{ class = "Electrical.Analog.Basic.Resistor", R = 4 }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
            );
            let mut host = Host::new(compile(&text), 1e-8);
            host.start();
            for k in 1..=10 {
                host.steps(1, 0.23);
                let (value, i) = (1.0 + wave(f64::from(k) * 0.23), host.get("source.i"));
                near(if kind == "Voltage" { host.get("source.v") } else { i }, value, 1e-9, shape);
                near(host.get("source.v"), -4.0 * i, 1e-9, shape);
            }
        }
    }
}

/// "Electrical.Analog.Basic.VCV", "Electrical.Analog.Basic.VCC", "Electrical.Analog.Basic.CCV", "Electrical.Analog.Basic.CCC",
/// "Electrical.Analog.Basic.Gyrator" and "Electrical.Analog.Ideal.IdealTransformer" between resistors of 2 and 5 Ohm.
#[test]
fn two_ports_follow_their_equations() {
    let u = 7.0;
    for (class, parameters, expected) in [
        ("Basic.VCV", "gain = 3", [u, 0.0, 3.0 * u, -3.0 * u / 5.0]),
        ("Basic.VCC", "transConductance = 0.2", [u, 0.0, -u, 0.2 * u]),
        ("Basic.CCV", "transResistance = 4", [0.0, u / 2.0, 2.0 * u, -2.0 * u / 5.0]),
        ("Basic.CCC", "gain = 3", [0.0, u / 2.0, -7.5 * u, 1.5 * u]),
        // i1 = G2 v2, i2 = -G1 v1, v2 = -5 i2, v1 = u - 2 i1.
        ("Basic.Gyrator", "G1 = 0.4, G2 = 0.1", [u / 1.4, 0.2 * u / 1.4, 2.0 * u / 1.4, -0.4 * u / 1.4]),
        // v1 = n v2, i2 = -n i1: the load is 45 Ohm at the primary side.
        ("Ideal.IdealTransformer", "n = 3", [u * 45.0 / 47.0, u / 47.0, u * 15.0 / 47.0, -3.0 * u / 47.0]),
    ] {
        let text = format!(
            r#"
name = "TwoPort"
connections = [
  ["source.p", "one.p"], ["one.n", "part.p1"], ["part.n1", "ground.p"], ["source.n", "ground.p"], ["part.p2", "two.p"], ["two.n", "ground.p"], ["part.n2", "ground.p"],
]
components.source = {{ class = "Electrical.Analog.Sources.ConstantVoltage", V = {u} }}
components.one = {{ class = "Electrical.Analog.Basic.Resistor", R = 2 }}
components.two = {{ class = "Electrical.Analog.Basic.Resistor", R = 5 }}
components.part = {{ class = "Electrical.Analog.{class}", {parameters} }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
        );
        let mut rig = Rig::new(&text);
        for (name, expected) in ["v1", "i1", "v2", "i2"].into_iter().zip(expected) {
            near(rig.get(&format!("part.{name}")), expected, 1e-11, class);
        }
        near(rig.get("part.p2.i"), expected[3], 1e-11, "pin");
        near(rig.get("part.n2.i"), -expected[3], 1e-11, "pin");
    }
}

/// A shorted secondary winding of "Electrical.Analog.Basic.Transformer" leaves the leakage inductance; magnetization of
/// "Electrical.Analog.Ideal.IdealTransformer" is an inductor at the primary side.
#[test]
fn coupled_coils_exchange_energy() {
    let text = |part: &str| {
        format!(
            r#"
name = "Coils"
connections = [
  ["source.p", "part.p1"], ["part.n1", "ground.p"], ["source.n", "ground.p"], ["part.p2", "two.p"], ["two.n", "ground.p"], ["part.n2", "ground.p"],
]
components.source = {{ class = "Electrical.Analog.Sources.ConstantVoltage", V = 6 }}
components.two = {{ class = "Electrical.Analog.Basic.Resistor", R = 5 }}
components.part = {{ {part} }}
components.ground = {{ class = "Electrical.Analog.Basic.Ground" }}
"#
        )
    };
    let mut rig = Rig::new(&text(r#"class = "Electrical.Analog.Basic.Transformer", L1 = 2, L2 = 3, M = 1.5"#));
    let (l1, l2, m): (f64, f64, f64) = (2.0, 3.0, 1.5);
    for t in [0.1, 0.5, 1.0] {
        rig.run(t);
        // (L2 - M^2/L1) di2/dt = -R i2 - M/L1 u, i1 = (u t - M i2)/L1.
        let leak = l2 - m * m / l1;
        let i2 = -m / l1 * 6.0 / 5.0 * (1.0 - (-5.0 * t / leak).exp());
        near(rig.get("part.i2"), i2, 1e-7, "secondary");
        near(rig.get("part.i1"), (6.0 * t - m * i2) / l1, 1e-7, "primary");
        near(rig.get("part.v2"), -5.0 * i2, 1e-6, "voltage");
    }
    let mut rig = Rig::new(&text(
        r#"class = "Electrical.Analog.Ideal.IdealTransformer", n = 2, considerMagnetization = true, Lm1 = 4"#,
    ));
    for t in [0.3, 1.0] {
        rig.run(t);
        near(rig.get("part.im1"), 6.0 * t / 4.0, 1e-8, "magnetization");
        near(rig.get("part.i1"), 6.0 * t / 4.0 + 3.0 / 5.0 / 2.0, 1e-8, "primary");
    }
}
