//! Heat networks and dampers that feed them; springs and dampers in series.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::run;

use run::{Run, close, refusal};

const NO_GRAVITY: &str = r#""world": {"class": "World", "gravityType": "NoGravity"}"#;

/// A heat capacity cools through a convection.
#[test]
fn a_capacity_cools_exponentially() {
    let mut run = Run::new(
        r#""block": {"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 40, "T": {"start": 400, "fixed": true}},
           "wind": {"class": "Thermal.HeatTransfer.Components.Convection"}, "Gc": {"class": "Blocks.Sources.Constant", "k": 8},
           "air": {"class": "Thermal.HeatTransfer.Celsius.FixedTemperature", "T": 20}"#,
        r#"["block.port", "wind.solid"], ["wind.fluid", "air.port"], ["Gc.y", "wind.Gc"]"#,
    );
    for t in [0.0, 1.0, 9.0] {
        let run = run.to(t);
        let above = (400.0 - 293.15) * (-0.2 * t).exp();
        close(run.get("block.T"), 293.15 + above, 1e-10, "temperature");
        close(run.get("block.port.T"), 293.15 + above, 1e-10, "temperature of the port");
        close(run.get("wind.dT"), above, 1e-9, "difference");
        close(run.get("wind.Q_flow"), 8.0 * above, 1e-9, "heat flow");
        close(run.get("air.port.Q_flow"), 8.0 * above, 1e-9, "heat into the air");
        close(run.get("block.der_T"), -0.2 * above, 1e-9, "derivative");
    }
}

/// Nodes without capacity between conductors: resistances in series and parallel. A capacitor starts at 20 degrees.
#[test]
fn temperatures_without_capacity_balance() {
    let conductor = |g: f64| format!(r#"{{"class": "Thermal.HeatTransfer.Components.ThermalConductor", "G": {g}}}"#);
    let mut run = Run::new(
        &format!(
            r#""a": {}, "b": {}, "c": {}, "d": {}, "hot": {{"class": "Thermal.HeatTransfer.Sources.FixedTemperature", "T": 500}},
               "store": {{"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 7}}"#,
            conductor(2.0),
            conductor(3.0),
            conductor(5.0),
            conductor(4.0)
        ),
        r#"["hot.port", "a.port_a"], ["a.port_b", "b.port_a"], ["b.port_b", "c.port_a"], ["c.port_b", "store.port"],
           ["d.port_a", "b.port_a"], ["d.port_b", "c.port_a"]"#,
    );
    let whole = 1.0 / (1.0 / 2.0 + 1.0 / 7.0 + 1.0 / 5.0);
    for t in [0.0, 2.0] {
        let run = run.to(t);
        let store = 500.0 - (500.0 - 293.15) * (-whole / 7.0 * t).exp();
        let flow = whole * (500.0 - store);
        close(run.get("store.T"), store, 1e-10, "temperature of the store");
        close(run.get("store.port.Q_flow"), flow, 1e-10, "heat into the store");
        close(run.get("a.port_b.T"), 500.0 - flow / 2.0, 1e-10, "first temperature");
        close(run.get("c.port_a.T"), store + flow / 5.0, 1e-10, "second temperature");
        close(run.get("d.Q_flow"), flow * 4.0 / 7.0, 1e-10, "heat through one of two");
    }
}

/// The losses of the dampers are those of the mechanism, and they warm the store.
#[test]
fn losses_become_heat() {
    let mut run = Run::new(
        r#""body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0], "r_0": {"start": [0.3, -0.4, 0.1], "fixed": true},
             "v_0": {"start": [1, 2, -1], "fixed": true}, "angles_fixed": true, "w_0_fixed": true},
           "damper": {"class": "Forces.Damper", "d": 1.5, "useHeatPort": true},
           "parallel": {"class": "Forces.SpringDamperParallel", "c": 20, "d": 0.5, "s_unstretched": 0.2, "useHeatPort": true},
           "series": {"class": "Forces.SpringDamperSeries", "c": 30, "d": 4, "s_unstretched": 0.4, "s_damper_start": 0.05, "useHeatPort": true},
           "shaft": {"class": "Rotational.Components.Inertia", "J": 0.5, "w": {"start": 6, "fixed": true}},
           "brake": {"class": "Rotational.Components.Damper", "d": 0.2, "useHeatPort": true},
           "ground": {"class": "Rotational.Components.Fixed"},
           "slider": {"class": "Translational.Components.Mass", "m": 3, "v": {"start": -2, "fixed": true}},
           "friction": {"class": "Translational.Components.SpringDamper", "c": 5, "d": 0.7, "useHeatPort": true},
           "wall": {"class": "Translational.Components.Fixed"},
           "store": {"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 12, "T": {"start": 300, "fixed": true}}"#,
        r#"["world.frame_b", "damper.frame_a"], ["damper.frame_b", "body.frame_a"], ["world.frame_b", "parallel.frame_a"],
           ["parallel.frame_b", "body.frame_a"], ["world.frame_b", "series.frame_a"], ["series.frame_b", "body.frame_a"],
           ["shaft.flange_b", "brake.flange_b"], ["brake.flange_a", "ground.flange"], ["slider.flange_a", "friction.flange_b"],
           ["friction.flange_a", "wall.flange"], ["damper.heatPort", "store.port"], ["parallel.heatPort", "store.port"],
           ["series.heatPort", "store.port"], ["brake.heatPort", "store.port"], ["friction.heatPort", "store.port"]"#,
    );
    let mut total = |t: f64| {
        let run = run.to(t);
        let (v, height) = (run.vector("body.v_0"), run.get("body.r_0[2]"));
        let kinetic = v.iter().map(|v| v * v).sum::<f64>();
        let spring = |x: f64, c: f64| 0.5 * c * x * x;
        let stored = spring(run.get("parallel.s") - 0.2, 20.0)
            + spring(run.get("series.s") - 0.4 - run.get("series.s_damper"), 30.0)
            + spring(run.get("slider.s"), 5.0);
        let shafts = 0.25 * run.get("shaft.w").powi(2) + 1.5 * run.get("slider.v").powi(2);
        let losses: f64 = ["damper", "parallel", "series", "brake", "friction"]
            .iter()
            .map(|c| run.get(&format!("{c}.lossPower")))
            .sum();
        close(run.get("store.der_T"), losses / 12.0, 1e-11, "rate of the temperature");
        close(run.get("damper.heatPort.Q_flow"), -run.get("damper.lossPower"), 1e-12, "heat flow");
        close(run.get("series.TheatPort"), run.get("store.T"), 1e-12, "temperature");
        kinetic + 2.0 * 9.80665 * height + stored + shafts + 12.0 * run.get("store.T")
    };
    let start = total(0.0);
    for t in [0.2, 1.0, 4.0] {
        close(total(t), start, 1e-9, "energy");
    }
}

/// A spring and a damper in series relax with d/c when their ends are held: the body is far too heavy to follow.
#[test]
fn series_relaxes_with_d_over_c() {
    let mut run = Run::new(
        &format!(
            r#"{NO_GRAVITY}, "held": {{"class": "Parts.FixedTranslation", "r": [0, 2, 0]}},
               "series": {{"class": "Forces.SpringDamperSeries", "c": 50, "d": 20, "s_unstretched": 0.5, "s_damper_start": 0.3}}"#
        ),
        r#"["world.frame_b", "held.frame_a"], ["world.frame_b", "series.frame_a"], ["held.frame_b", "series.frame_b"]"#,
    );
    assert_eq!(run.states(), ["series.s_damper"]);
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let force = 50.0 * 1.2 * (-t * 50.0 / 20.0).exp();
        close(run.get("series.f"), force, 1e-9, "force");
        close(run.get("series.s_damper"), 1.5 - force / 50.0, 1e-9, "length of the damper");
        close(run.get("series.lossPower"), force * force / 20.0, 1e-8, "loss");
        close(run.get("series.TheatPort"), 293.15, 1e-12, "temperature of the device");
    }
}

#[test]
fn heat_that_cannot_go_anywhere_is_refused() {
    let damper = r#""one": {"class": "Rotational.Components.Inertia", "J": 1}, "damper": {"class": "Rotational.Components.Damper", "d": 1, "useHeatPort": true},
        "ground": {"class": "Rotational.Components.Fixed"}"#;
    let flanges = r#"["one.flange_b", "damper.flange_b"], ["damper.flange_a", "ground.flange"]"#;
    let open = refusal(damper, flanges);
    assert!(open.contains("damper.heatPort"), "{open}");
    let store = r#"{"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 1}"#;
    let two = refusal(&format!(r#""a": {store}, "b": {store}"#), r#"["a.port", "b.port"]"#);
    assert!(two.contains("a.port") && two.contains("b.port"), "{two}");
}

/// "Thermal.HeatTransfer.Sources.PrescribedHeatFlow" and "Thermal.HeatTransfer.Sources.FixedHeatFlow" with a flow that depends on the
/// temperature, read by "Thermal.HeatTransfer.Sensors.TemperatureSensor", "Thermal.HeatTransfer.Celsius.TemperatureSensor" and
/// "Thermal.HeatTransfer.Sensors.RelTemperatureSensor".
#[test]
fn heat_flows_warm_a_capacity() {
    for (source, more, connection) in [
        (r#""class": "Thermal.HeatTransfer.Sources.FixedHeatFlow", "Q_flow": 50"#, "", ""),
        (
            r#""class": "Thermal.HeatTransfer.Sources.PrescribedHeatFlow""#,
            r#", "losses": {"class": "Blocks.Sources.Constant", "k": 50}"#,
            r#", ["losses.y", "source.Q_flow"]"#,
        ),
    ] {
        let mut run = Run::new(
            &format!(
                r#""source": {{{source}, "alpha": 0.01, "T_ref": 300}},
                   "block": {{"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 40, "T": {{"start": 310, "fixed": true}}}},
                   "air": {{"class": "Thermal.HeatTransfer.Sources.FixedTemperature", "T": 290}},
                   "kelvin": {{"class": "Thermal.HeatTransfer.Sensors.TemperatureSensor"}},
                   "celsius": {{"class": "Thermal.HeatTransfer.Celsius.TemperatureSensor"}},
                   "difference": {{"class": "Thermal.HeatTransfer.Sensors.RelTemperatureSensor"}}{more}"#
            ),
            &format!(
                r#"["source.port", "block.port"], ["kelvin.port", "block.port"], ["celsius.port", "block.port"],
                   ["difference.port_a", "block.port"], ["difference.port_b", "air.port"]{connection}"#
            ),
        );
        for t in [0.0, 10.0, 60.0] {
            let run = run.to(t);
            // 40 dT/dt = 50 (1 + 0.01 (T - 300))
            let temperature = 200.0 + 110.0 * (0.5 / 40.0 * t).exp();
            close(run.get("block.T"), temperature, 1e-9, "temperature");
            close(run.get("kelvin.T"), temperature, 1e-9, "kelvin");
            close(run.get("celsius.T"), temperature - 273.15, 1e-9, "degree Celsius");
            close(run.get("difference.T_rel"), temperature - 290.0, 1e-9, "difference");
        }
    }
}

/// "Thermal.HeatTransfer.Sources.PrescribedTemperature", "Thermal.HeatTransfer.Celsius.PrescribedTemperature",
/// "Thermal.HeatTransfer.Components.ThermalResistor" and "Thermal.HeatTransfer.Components.ConvectiveResistor".
#[test]
fn prescribed_temperatures_drive_heat_through_resistances() {
    for (package, zero) in [("Sources", 0.0), ("Celsius", 273.15)] {
        let mut run = Run::new(
            &format!(
                r#""hot": {{"class": "Thermal.HeatTransfer.{package}.PrescribedTemperature"}},
                   "t": {{"class": "Blocks.Sources.Ramp", "height": 60, "duration": 3, "offset": {}}},
                   "one": {{"class": "Thermal.HeatTransfer.Components.ThermalResistor", "R": 0.5}},
                   "two": {{"class": "Thermal.HeatTransfer.Components.ConvectiveResistor"}},
                   "r": {{"class": "Blocks.Sources.Constant", "k": 1.5}},
                   "air": {{"class": "Thermal.HeatTransfer.Sources.FixedTemperature", "T": 290}}"#,
                300.0 - zero
            ),
            r#"["hot.port", "one.port_a"], ["one.port_b", "two.solid"], ["two.fluid", "air.port"], ["t.y", "hot.T"], ["r.y", "two.Rc"]"#,
        );
        for t in [0.0, 1.0, 2.0] {
            let run = run.to(t);
            let flow = (10.0 + 20.0 * t) / 2.0;
            close(run.get("one.Q_flow"), flow, 1e-9, "heat flow");
            close(run.get("hot.port.T"), 300.0 + 20.0 * t, 1e-9, "prescribed");
            close(run.get("two.solid.T"), 290.0 + 1.5 * flow, 1e-9, "between");
            close(run.get("hot.port.Q_flow"), -flow, 1e-9, "into the source");
        }
    }
}

/// "Thermal.HeatTransfer.Components.BodyRadiation" into space: 1/T^3 grows linearly.
#[test]
fn a_body_radiates_into_space() {
    let mut run = Run::new(
        r#""body": {"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 100, "T": {"start": 900, "fixed": true}},
           "radiation": {"class": "Thermal.HeatTransfer.Components.BodyRadiation", "Gr": 2},
           "space": {"class": "Thermal.HeatTransfer.Sources.FixedTemperature", "T": 0}"#,
        r#"["body.port", "radiation.port_a"], ["radiation.port_b", "space.port"]"#,
    );
    for t in [0.0_f64, 1.0, 30.0] {
        let run = run.to(t);
        let rate = 2.0 * 5.670374419e-8 / 100.0;
        let temperature = (900.0_f64.powi(-3) + 3.0 * rate * t).powf(-1.0 / 3.0);
        close(run.get("body.T"), temperature, 1e-6, "temperature");
        close(run.get("radiation.Q_flow"), 100.0 * rate * temperature.powi(4), 1e-3, "heat flow");
        close(run.get("space.port.Q_flow"), 100.0 * rate * temperature.powi(4), 1e-3, "into space");
    }
}
