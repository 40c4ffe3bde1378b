//! Forces that are time derivatives of signals.

use super::*;

/// A mass of 2 kg on a rail along x; `force` drives it.
fn driven(components: &str, connections: &str) -> String {
    format!(
        "name = \"Driven\"\nconnections = [[\"world.frame_b\", \"rail.frame_a\"], [\"rail.frame_b\", \"mass.frame_a\"],
           [\"push.frame_b\", \"mass.frame_a\"], {connections}]
         components.world = {{ class = \"World\", gravityType = \"NoGravity\" }}
         components.rail = {{ class = \"Joints.Prismatic\", s = {{ start = 0.5, fixed = true }}, v = {{ start = 3, fixed = true }} }}
         components.mass = {{ class = \"Parts.PointMass\", m = 2 }}
         components.push = {{ class = \"Forces.WorldForce\" }}
         components.der = {{ class = \"Blocks.Continuous.Der\" }}
         {components}"
    )
}

/// The time derivative of a source drives a force: the impulse is the change of the source.
#[test]
fn derivatives_of_sources_drive_forces() {
    let text = driven(
        "components.wave = { class = \"Blocks.Sources.Sine\", amplitude = 4, f = 0.5 }
         components.twice = { class = \"Blocks.Continuous.Der\" }",
        "[\"wave.y\", \"der.u\"], [\"der.y\", \"push.force[1]\"], [\"der.y\", \"twice.u\"]",
    );
    let mut m = moving(&text);
    for time in [0.0, 0.4, 1.7] {
        m.run(time);
        let phase = std::f64::consts::PI * time;
        near(m.get("rail.v"), 3.0 + 2.0 * phase.sin(), 1e-10, "speed");
        near(m.get("der.y"), 4.0 * std::f64::consts::PI * phase.cos(), 1e-12, "derivative");
        near(m.get("rail.a"), 2.0 * std::f64::consts::PI * phase.cos(), 1e-12, "acceleration");
        near(m.get("twice.y"), -4.0 * std::f64::consts::PI.powi(2) * phase.sin(), 1e-11, "second derivative");
    }
}

/// Signals carry two time derivatives; a third one would be zero, whatever the signal is.
#[test]
fn a_third_derivative_is_refused() {
    let text = driven(
        "components.wave = { class = \"Blocks.Sources.Sine\", f = 1 }
         components.twice = { class = \"Blocks.Continuous.Der\" }
         components.thrice = { class = \"Blocks.Continuous.Der\" }",
        "[\"wave.y\", \"der.u\"], [\"der.y\", \"twice.u\"], [\"twice.y\", \"thrice.u\"]",
    );
    let message = try_compile(&text).unwrap_err();
    assert!(message.contains("thrice") && message.contains("two"), "{message}");
}

/// The derivative of an input that the host gives drives a force; of one that stays it is zero.
#[test]
fn derivatives_of_inputs_drive_forces() {
    let mut m = moving(&driven("", "[\"der.y\", \"push.force[1]\"]"));
    m.set("der.u", 7.0);
    m.run(1.0);
    near(m.get("rail.v"), 3.0, 1e-12, "speed");
    let der = m.index("der.u");
    let input = m.model.catalogue.inputs.iter().position(|index| *index == der).unwrap();
    m.system.begin_inputs(1.0);
    m.system.set_input_rates(input, [6.0, 0.0]);
    m.run(1.5);
    near(m.get("rail.v"), 3.0 + 0.5 * 3.0, 1e-12, "speed");
}

/// A force that opposes the derivative of a measured position is a damper, also for what derivatives are asked for.
#[test]
fn derivatives_of_positions_drive_forces() {
    let damped = "components.gain = { class = \"Blocks.Math.Gain\", k = -0.8 }
         components.place = { class = \"Sensors.AbsolutePosition\" }";
    let connections = "[\"place.frame_a\", \"mass.frame_a\"], [\"place.r[1]\", \"der.u\"], [\"der.y\", \"gain.u\"],
        [\"gain.y\", \"push.force[1]\"]";
    let mut m = moving(&driven(damped, connections));
    for time in [0.0, 0.7, 2.5] {
        m.run(time);
        let decay = (-0.4 * time).exp();
        near(m.get("rail.v"), 3.0 * decay, 1e-10, "speed");
        near(m.get("rail.s"), 0.5 + 7.5 * (1.0 - decay), 1e-10, "position");
        near(m.get("der.y"), 3.0 * decay, 1e-10, "derivative");
        near(m.get("rail.a"), -1.2 * decay, 1e-10, "acceleration");
    }
    let (source, x, t) = (m.model.catalogue.variables.at(m.index("rail.a")).source.clone(), m.x.clone(), m.t);
    for (state, expected) in [(0, 0.0), (1, -0.4)] {
        let direction = [(Known::State(state), 1.0)];
        let found = m.system.directional_derivatives(t, Point::State(&x), &direction, &[&source]).unwrap();
        near(found[0], expected, 1e-12, "directional derivative");
    }
    let position = m.model.catalogue.variables.at(m.index("rail.s")).source.clone();
    let [first, second] = m.system.time_derivatives(t, &x, &position).unwrap();
    near(first, m.get("rail.v"), 1e-12, "first time derivative");
    near(second, m.get("rail.a"), 1e-12, "second time derivative");
}

/// A derivative that needs the accelerations that it decides is refused with the way round.
#[test]
fn derivatives_of_speeds_do_not_drive_forces() {
    for (components, connections, way) in [
        (
            "components.speed = { class = \"Sensors.AbsoluteVelocity\" }\ncomponents.gain = { class = \"Blocks.Math.Gain\", k = 2 }",
            "[\"speed.frame_a\", \"mass.frame_a\"], [\"speed.v[1]\", \"gain.u\"], [\"gain.y\", \"der.u\"], [\"der.y\", \"push.force[1]\"]",
            "derivatives of states -> speed.v[1] -> gain.y -> der.y -> push.force[1]",
        ),
        (
            "components.place = { class = \"Sensors.AbsolutePosition\" }\ncomponents.twice = { class = \"Blocks.Continuous.Der\" }",
            "[\"place.frame_a\", \"mass.frame_a\"], [\"place.r[1]\", \"der.u\"], [\"der.y\", \"twice.u\"], [\"twice.y\", \"push.force[2]\"]",
            "derivatives of states -> place.r[1] -> der.y -> twice.y -> push.force[2]",
        ),
    ] {
        let message = try_compile(&driven(components, connections)).unwrap_err();
        assert!(message.contains(way), "{message}");
    }
}
