//! Machines between circuits and mechanics, and heat.

use super::*;

/// A motor at a battery: it comes to the speed at which its voltage balances the friction's current.
#[test]
fn a_motor_runs_up_as_its_equations_say() {
    let text = r#"
name = "Motor"
connections = [["source.p", "resistor.p"], ["resistor.n", "coil.p"], ["coil.n", "emf.p"], ["emf.n", "meter.p"], ["meter.n", "ground.p"], ["source.n", "ground.p"], ["emf.flange", "rotor.flange_a"], ["rotor.flange_b", "damper.flange_a"], ["damper.flange_b", "wall.flange"]]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 12 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 2 }
components.coil = { class = "Electrical.Analog.Basic.Inductor", L = 0.01, i = { start = 0, fixed = true } }
components.emf = { class = "Electrical.Analog.Basic.RotationalEMF", k = 0.05 }
components.meter = { class = "Electrical.Analog.Sensors.CurrentSensor" }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.rotor = { class = "Rotational.Components.Inertia", J = 0.001, w = { start = 0, fixed = true } }
components.damper = { class = "Rotational.Components.Damper", d = 0.0002 }
components.wall = { class = "Rotational.Components.Fixed" }
"#;
    let mut rig = Rig::new(text);
    // di/dt = (12 - 2 i - 0.05 w)/0.01, dw/dt = (0.05 i - 0.0002 w)/0.001: by the classical method with small steps.
    let (mut i, mut w, h) = (0.0_f64, 0.0_f64, 1e-5);
    let rate = |i: f64, w: f64| ((12.0 - 2.0 * i - 0.05 * w) / 0.01, (0.05 * i - 0.0002 * w) / 0.001);
    for _ in 0..50_000 {
        let (a, b) = rate(i, w);
        let (c, d) = rate(i + 0.5 * h * a, w + 0.5 * h * b);
        let (e, f) = rate(i + 0.5 * h * c, w + 0.5 * h * d);
        let (k, l) = rate(i + h * e, w + h * f);
        i += h / 6.0 * (a + 2.0 * c + 2.0 * e + k);
        w += h / 6.0 * (b + 2.0 * d + 2.0 * f + l);
    }
    rig.run(0.5);
    near(rig.get("meter.i"), i, 1e-8, "current");
    near(rig.get("rotor.w"), w, 1e-6, "speed");
    near(rig.get("emf.tau"), -0.05 * i, 1e-9, "torque into the flange");
    // The power of the battery is lost in the resistor, stored in the coil, or drives the shaft.
    let power = -rig.get("source.i") * 12.0;
    let shaft = rig.get("emf.tauElectrical") * rig.get("emf.w");
    near(power, rig.get("resistor.LossPower") + rig.get("coil.v") * rig.get("meter.i") + shaft, 1e-9, "power");
}

/// A force that a voice coil exerts, and the voltage that its motion gives back.
#[test]
fn a_voice_coil_damps_by_its_resistance() {
    let text = r#"
name = "VoiceCoil"
connections = [["resistor.p", "emf.p"], ["resistor.n", "ground.p"], ["emf.n", "ground.p"], ["feed.p", "emf.p"], ["feed.n", "ground.p"], ["emf.flange", "mass.flange_a"]]
components.feed = { class = "Electrical.Analog.Sources.ConstantCurrent", I = 0 }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 4 }
components.emf = { class = "Electrical.Analog.Basic.TranslationalEMF", k = 8 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.mass = { class = "Translational.Components.Mass", m = 2, v = { start = 3, fixed = true } }
"#;
    let mut rig = Rig::new(text);
    rig.run(0.2);
    // k^2/R = 16 N.s/m
    near(rig.get("mass.v"), 3.0 * (-16.0 / 2.0 * 0.2_f64).exp(), 1e-8, "speed");
    let constant = r#"{ class = "Electrical.Analog.Sources.ConstantCurrent", I = 0 }"#;
    let signal = r#"{ class = "Electrical.Analog.Sources.SignalCurrent" }"#;
    let text = text.replace(constant, signal).replace("components.feed", "inputs.i = \"feed.i\"\ncomponents.feed");
    let mut host = Host::new(compile(&text), 1e-9);
    host.set("i", -2.0);
    host.start();
    // From pin p through the source: a negative current feeds the coil.
    near(host.get("emf.fElectrical"), 8.0 * (2.0 - 8.0 * 3.0 / 4.0), 1e-9, "force");
}

/// The losses of resistors warm their heat ports, by as much energy as the capacitor had; steps charge it.
#[test]
fn resistors_heat() {
    let text = r#"
name = "Heater"
connections = [["store.p", "resistor.p"], ["resistor.n", "ground.p"], ["store.n", "ground.p"], ["leak.p", "store.p"], ["leak.n", "ground.p"], ["resistor.heatPort", "plate.port"], ["leak.heatPort", "plate.port"]]
components.store = { class = "Electrical.Analog.Basic.Capacitor", C = 0.2, v = { start = 10, fixed = true } }
components.resistor = { class = "Electrical.Analog.Basic.Resistor", R = 4, useHeatPort = true }
components.leak = { class = "Electrical.Analog.Basic.Conductor", G = 0.25, useHeatPort = true }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.plate = { class = "Thermal.HeatTransfer.Components.HeatCapacitor", C = 2, T = { start = 300, fixed = true } }
"#;
    let mut host = Host::new(compile(text), 1e-10);
    host.start();
    host.steps(10, 0.1);
    let left = 10.0 * (-0.5_f64 / 0.2).exp();
    near(host.get("store.v"), left, 1e-8, "voltage");
    near(2.0 * (host.get("plate.T") - 300.0), 0.1 * (100.0 - left * left), 1e-6, "heat");
    let warm = text.replace("R = 4,", "R = 4, alpha = 0.004,");
    let mut host = Host::new(compile(&warm), 1e-10);
    host.start();
    host.steps(10, 0.1);
    let left = host.get("store.v");
    assert!(left > 10.0 * (-0.5_f64 / 0.2).exp(), "a warm resistor takes less");
    near(2.0 * (host.get("plate.T") - 300.0), 0.1 * (100.0 - left * left), 1e-6, "heat");
}

/// A resistor that its own loss warms: R (1 + alpha (T - T_ref)) at the temperature of the heat store, against an integration by itself; and at a
/// fixed temperature, with others in its circuit, against Ohm.
#[test]
fn resistances_follow_the_temperature_of_their_ports() {
    let text = r#"
name = "Filament"
connections = [
  ["source.p", "lamp.p"], ["lamp.n", "coil.p"], ["coil.n", "wire.p"], ["wire.n", "ground.p"], ["source.n", "ground.p"], ["lamp.heatPort", "glass.port"],
  ["wire.heatPort", "room.port"],
]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 12 }
components.lamp = { class = "Electrical.Analog.Basic.Resistor", R = 2, alpha = 0.0045, useHeatPort = true }
components.coil = { class = "Electrical.Analog.Basic.Inductor", L = 0.05, i = { start = 0, fixed = true } }
components.wire = { class = "Electrical.Analog.Basic.Conductor", G = 4, alpha = 0.004, useHeatPort = true }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
components.glass = { class = "Thermal.HeatTransfer.Components.HeatCapacitor", C = 0.5, T = { start = 300.15, fixed = true } }
components.room = { class = "Thermal.HeatTransfer.Sources.FixedTemperature", T = 350.15 }
"#;
    let mut rig = Rig::new(text);
    let wire = (1.0 + 0.004 * 50.0) / 4.0;
    let (mut i, mut temperature, h) = (0.0_f64, 300.15_f64, 1e-4);
    let rate = |i: f64, temperature: f64| {
        let lamp = 2.0 * (1.0 + 0.0045 * (temperature - 300.15));
        ((12.0 - (lamp + wire) * i) / 0.05, lamp * i * i / 0.5)
    };
    for k in 0..5_000_u32 {
        if k % 1_000 == 0 {
            rig.run(f64::from(k) * h);
            near(rig.get("coil.i"), i, 1e-8, "current");
            near(rig.get("glass.T"), temperature, 1e-6, "temperature");
            near(rig.get("lamp.v"), 2.0 * (1.0 + 0.0045 * (temperature - 300.15)) * i, 1e-7, "voltage of the lamp");
            near(rig.get("lamp.LossPower"), rig.get("lamp.v") * i, 1e-6, "loss");
            near(rig.get("wire.v"), wire * i, 1e-8, "voltage of the wire");
        }
        let (a, b) = rate(i, temperature);
        let (c, d) = rate(i + 0.5 * h * a, temperature + 0.5 * h * b);
        let (e, f) = rate(i + 0.5 * h * c, temperature + 0.5 * h * d);
        let (k4, l4) = rate(i + h * e, temperature + h * f);
        i += h / 6.0 * (a + 2.0 * c + 2.0 * e + k4);
        temperature += h / 6.0 * (b + 2.0 * d + 2.0 * f + l4);
    }
    assert!(temperature > 330.0, "{temperature}");
    // A temperature between conductors is known too late, and told so.
    let late = text.replace(
        "[\"wire.heatPort\", \"room.port\"]",
        "[\"wire.heatPort\", \"wall.port_a\"], [\"wall.port_b\", \"room.port\"]",
    ) + "components.wall = { class = \"Thermal.HeatTransfer.Components.ThermalConductor\", G = 1 }\n";
    assert!(try_compile(&late).unwrap_err().contains("HeatCapacitor"));
}

/// Two resistors in series that follow two temperatures, between a source and nothing else: Ohm.
#[test]
fn two_warm_resistors_divide_a_voltage() {
    let text = r#"
name = "Divider"
connections = [
  ["source.p", "meter.pc"], ["meter.pv", "meter.pc"], ["meter.nv", "ground.p"], ["meter.nc", "one.p"], ["one.n", "two.p"], ["two.n", "ground.p"],
  ["source.n", "ground.p"], ["one.heatPort", "warm.port"], ["two.heatPort", "cold.port"],
]
components.source = { class = "Electrical.Analog.Sources.ConstantVoltage", V = 9 }
components.meter = { class = "Electrical.Analog.Sensors.PowerSensor" }
components.one = { class = "Electrical.Analog.Basic.Resistor", R = 3, alpha = 0.01, useHeatPort = true }
components.two = { class = "Electrical.Analog.Basic.Resistor", R = 5, alpha = 0.002, T_ref = 293.15, useHeatPort = true }
components.warm = { class = "Thermal.HeatTransfer.Sources.FixedTemperature", T = 360.15 }
components.cold = { class = "Thermal.HeatTransfer.Sources.FixedTemperature", T = 250.15 }
components.ground = { class = "Electrical.Analog.Basic.Ground" }
"#;
    let mut rig = Rig::new(text);
    let (one, two) = (3.0 * 1.6, 5.0 * (1.0 - 0.002 * 43.0));
    let i = 9.0 / (one + two);
    near(rig.get("one.i"), i, 1e-12, "current");
    near(rig.get("two.v"), two * i, 1e-12, "voltage");
    near(rig.get("meter.power"), 9.0 * i, 1e-12, "power of both");
}
