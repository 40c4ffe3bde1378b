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

/// What derivatives and outputs depend on is all that a direction changes them by.
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
