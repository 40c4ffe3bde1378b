//! Blocks: their formulas, their events, and signals that feed forces and outputs at once.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use fmu_core::dynamics::{Known, Point};
use fmu_core::mechanism::Discrete;
use fmu_core::variables::{DataType, Variability};
use moving::{moving, moving_with, near, try_compile};

/// Blocks without a mechanism, by their text.
fn blocks(text: &str, connections: &str) -> String {
    format!("name = \"Blocks\"\nconnections = [{connections}]\n{text}")
}

#[test]
fn sums_and_products() {
    let text = blocks(
        "[components.add]\nclass = \"Blocks.Math.Add\"\nk2 = -3\n\
         [components.add3]\nclass = \"Blocks.Math.Add3\"\nk1 = 2\nk3 = 0.5\n\
         [components.gain]\nclass = \"Blocks.Math.Gain\"\nk = -4\n\
         [components.feedback]\nclass = \"Blocks.Math.Feedback\"\n\
         [components.pass]\nclass = \"Blocks.Routing.RealPassThrough\"\n",
        "[\"add.y\", \"gain.u\"], [\"gain.y\", \"feedback.u2\"], [\"feedback.y\", \"pass.u\"]",
    );
    let values = [("add.u1", 5.0), ("add.u2", 2.0), ("feedback.u1", 1.0)];
    let more = [("add3.u1", 1.0), ("add3.u2", 10.0), ("add3.u3", 100.0)];
    let mut m = moving_with(&text, &[values, more].concat());
    assert_eq!(m.get("pass.y"), -3.0);
    assert_eq!(m.get("add.y"), -1.0);
    assert_eq!(m.get("gain.y"), 4.0);
    assert_eq!(m.get("add3.y"), 62.0);
}

#[test]
fn a_threshold_is_reached_at_equality() {
    let text = blocks("[components.less]\nclass = \"Blocks.Logical.LessEqualThreshold\"\nthreshold = 2\n", "");
    for (u, expected) in [(1.9, 1.0), (2.0, 1.0), (2.1, 0.0)] {
        let mut m = moving_with(&text, &[("less.u", u)]);
        assert_eq!(m.get("less.y"), expected, "{u}");
        let variable = m.model.catalogue.variables.iter().find(|v| v.name == "less.y").unwrap();
        assert_eq!((&variable.data_type, variable.variability), (&DataType::Boolean, Variability::Discrete));
    }
}

#[test]
fn a_boolean_output_drives_no_real_input() {
    let text = blocks(
        "[components.less]\nclass = \"Blocks.Logical.LessEqualThreshold\"\n[components.gain]\nclass = \"Blocks.Math.Gain\"\nk = 1\n",
        "[\"less.y\", \"gain.u\"]",
    );
    let problem = try_compile(&text).unwrap_err();
    assert!(problem.contains("Boolean"), "{problem}");
}

const TRAPEZOID: &str = "[components.t]\nclass = \"Blocks.Sources.Trapezoid\"\namplitude = 50\nrising = 0.1\nwidth = 0.15\n\
                         falling = 0.05\nperiod = 0.5\noffset = -30\nstartTime = 0.2\n";

/// The signal as its parts say, from the time since startTime.
fn trapezoid(time: f64, periods: f64) -> f64 {
    let since = time - 0.2;
    let count = (since / 0.5).floor();
    let t = since - 0.5 * count;
    let share = if since < 0.0 || count >= periods {
        0.0
    } else if t < 0.1 {
        t / 0.1
    } else if t < 0.25 {
        1.0
    } else if t < 0.3 {
        (0.3 - t) / 0.05
    } else {
        0.0
    };
    -30.0 + 50.0 * share
}

#[test]
fn trapezoids_repeat_until_their_number_is_reached() {
    for (periods, text) in [
        (f64::INFINITY, TRAPEZOID.to_owned()),
        (2.0, format!("{TRAPEZOID}nperiod = 2\n")),
        (0.0, format!("{TRAPEZOID}nperiod = 0\n")),
    ] {
        let mut m = moving(&blocks(&text, ""));
        // Between the corners, of which none is a multiple of 0.037 + 0.011.
        for k in 0..60 {
            let time = 0.011 + 0.037 * f64::from(k);
            m.run(time);
            near(m.get("t.y"), trapezoid(time, periods), 1e-12, &format!("{periods} periods, {time} s"));
        }
    }
}

#[test]
fn corners_of_a_trapezoid_are_events() {
    let m = moving(&blocks(&format!("{TRAPEZOID}nperiod = 2\n"), ""));
    let (law, parameters) = (&m.model.laws[0], &m.model.parameters.slots.iter().map(|s| s.value).collect::<Vec<_>>());
    let (mut time, mut events) = (-1.0, Vec::new());
    while let Some(next) = law.next_event(parameters, Discrete { mode: 0, held: &[] }, time) {
        assert!(next > time);
        assert_ne!(
            law.mode(parameters, next),
            law.mode(parameters, time.max(next - 1e-9)),
            "nothing changes at {next}"
        );
        events.push(next);
        time = next;
    }
    let expected = [0.2, 0.3, 0.45, 0.5, 0.7, 0.8, 0.95, 1.0, 1.2];
    assert_eq!(events.len(), expected.len(), "{events:?}");
    assert!(events.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-15), "{events:?}");
}

#[test]
fn the_phases_of_a_trapezoid_end_one_after_the_other() {
    let mut m = moving(&blocks(TRAPEZOID, ""));
    for (name, expected) in [("T_rising", 0.1), ("T_width", 0.25), ("T_falling", 0.3)] {
        near(m.get(&format!("t.{name}")), expected, 1e-15, name);
    }
}

#[test]
fn a_trapezoid_without_flanks_jumps() {
    let text = "[components.t]\nclass = \"Blocks.Sources.Trapezoid\"\nwidth = 0.3\nperiod = 1\n";
    let mut m = moving(&blocks(text, ""));
    for (time, expected) in [(0.0, 1.0), (0.29, 1.0), (0.3, 0.0), (0.99, 0.0), (1.0, 1.0), (1.31, 0.0)] {
        m.run(time);
        assert_eq!(m.get("t.y"), expected, "{time}");
    }
}

/// A mass on a prismatic joint that is pulled back by a measured distance: the sensor acts on the motion, the second gain does not.
const MEASURED: &str = r#"
name = "Measured"
connections = [
  ["world.frame_b", "slide.frame_a"], ["slide.frame_b", "mass.frame_a"], ["where.frame_a", "mass.frame_a"],
  ["where.r[1]", "stiffness.u"], ["stiffness.y", "pull.force[1]"], ["pull.frame_b", "mass.frame_a"],
  ["where.r[1]", "shown.u"],
]
[components.world]
class = "World"
gravityType = "NoGravity"
[components.slide]
class = "Joints.Prismatic"
s = { start = 0.4, fixed = true }
[components.mass]
class = "Parts.Body"
m = 2
r_CM = [0, 0, 0]
[components.where]
class = "Sensors.AbsolutePosition"
resolveInFrame = "world"
[components.stiffness]
class = "Blocks.Math.Gain"
k = -8
[components.pull]
class = "Forces.WorldForce"
[components.shown]
class = "Blocks.Math.Gain"
k = 10
"#;

#[test]
fn a_measured_force_is_a_spring() {
    let mut m = moving(MEASURED);
    m.run(1.3);
    // s'' = -(8/2) s
    near(m.get("slide.s"), 0.4 * (2.0_f64 * 1.3).cos(), 1e-11, "s");
}

#[test]
fn an_output_that_reads_a_signal_of_the_forces_is_up_to_date() {
    let mut m = moving(MEASURED);
    m.run(0.5);
    // Nothing but the output is asked for at a new moment.
    m.t += 1.0;
    m.x[0] = 0.7;
    assert_eq!(m.get("shown.y"), 7.0);
    assert_eq!(m.get("where.r[1]"), 0.7);
}

#[test]
fn a_matrix_gain_multiplies() {
    let text = blocks("[components.g]\nclass = \"Blocks.Math.MatrixGain\"\nK = [[1, 2, 3], [0, -1, 4]]\n", "");
    let mut m = moving_with(&text, &[("g.u[1]", 1.0), ("g.u[2]", 10.0), ("g.u[3]", 100.0)]);
    assert_eq!((m.get("g.y[1]"), m.get("g.y[2]"), m.has("g.y[3]")), (321.0, 390.0, false));
    assert_eq!(m.get("g.K[2,3]"), 4.0);
    let mut m = moving_with(&blocks("[components.g]\nclass = \"Blocks.Math.MatrixGain\"\n", ""), &[("g.u[2]", 7.0)]);
    assert_eq!((m.get("g.y[1]"), m.get("g.y[2]")), (0.0, 7.0));
    let ragged = blocks("[components.g]\nclass = \"Blocks.Math.MatrixGain\"\nK = [[1, 2], [3]]\n", "");
    let problem = try_compile(&ragged).unwrap_err();
    assert!(problem.contains("row 2"), "{problem}");
}

#[test]
fn an_expression_in_parameters_is_a_source() {
    let text = "name = \"E\"\n[parameters]\np = 3\n[components.e]\nclass = \"Blocks.Sources.RealExpression\"\ny = \"p^2 + 1\"\n";
    let mut m = moving(text);
    assert_eq!(m.get("e.y"), 10.0);
    let named = m.model.catalogue.variables.iter().filter(|v| v.name == "e.y").count();
    assert_eq!(named, 1);
    let problem = try_compile(&text.replace("p^2 + 1", "2*tim")).unwrap_err();
    assert!(problem.contains("tim"), "{problem}");
}

/// A table source with these settings.
fn table(rows: &str, more: &str) -> String {
    blocks(&format!("[components.t]\nclass = \"Blocks.Sources.CombiTimeTable\"\ntable = {rows}\n{more}\n"), "")
}

/// Values of output `k` at the given times.
fn check_table(text: &str, k: usize, expected: &[(f64, f64)]) {
    let mut m = moving(text);
    for (time, expected) in expected {
        m.run(*time);
        near(m.get(&format!("t.y[{k}]")), *expected, 1e-13, &format!("{time} s\n{text}"));
    }
}

/// Time points, values, values with a jump at 1 s.
const STEPS: &str = "[[0, 3, 0], [1, 5, 0], [1, 5, 1], [2, 4, 4], [3, 0, 9], [4, 1, 16]]";

#[test]
fn tables_are_interpolated_linearly() {
    let inside = [(0.0, 0.0), (0.5, 0.0), (1.0, 1.0), (1.5, 2.5), (2.0, 4.0), (3.9, 15.3), (4.0, 16.0)];
    check_table(&table(STEPS, ""), 2, &[&inside[..], &[(5.0, 23.0)]].concat());
    check_table(&table(STEPS, "extrapolation = \"HoldLastPoint\""), 2, &[&inside[..], &[(5.0, 16.0)]].concat());
    check_table(&table(STEPS, ""), 1, &[(0.25, 3.5), (1.0, 5.0), (2.25, 3.0), (6.0, 3.0)]);
    check_table(
        &table(STEPS, "smoothness = \"ConstantSegments\""),
        2,
        &[(0.9, 0.0), (1.0, 1.0), (2.9, 4.0), (3.0, 9.0)],
    );
}

#[test]
fn tables_repeat() {
    let rows = "[[0.5, 1], [1.5, 3], [2, 0]]";
    let value = |time: f64| {
        let u = (time - 0.5).rem_euclid(1.5) + 0.5;
        if u < 1.5 { 1.0 + 2.0 * (u - 0.5) } else { 6.0 * (2.0 - u) }
    };
    let times: Vec<_> = (0..50).map(|k| 0.013 + 0.17 * f64::from(k)).map(|t| (t, value(t))).collect();
    check_table(&table(rows, "extrapolation = \"Periodic\""), 1, &times);
}

#[test]
fn tables_are_scaled_and_shifted() {
    // y = offset before startTime; afterwards the table at (time - shiftTime)/timeScale.
    let more = "timeScale = 2\nstartTime = 1\nshiftTime = -1\noffset = [10, 20]";
    let expected = [(0.9, 20.0), (1.0, 21.0), (2.0, 22.5), (3.0, 24.0)];
    check_table(&table(STEPS, more), 2, &expected);
    check_table(&table(STEPS, "startTime = 1\noffset = [10]"), 1, &[(0.5, 10.0), (1.0, 13.0), (1.5, 14.0)]);
}

#[test]
fn smooth_tables_have_the_slopes_of_akima() {
    // Values of scipy.interpolate.Akima1DInterpolator; the first table is that of Akima's paper.
    let rows =
        "[[0, 10], [2, 10], [3, 10], [5, 10], [6, 10], [8, 10], [9, 10.5], [11, 15], [12, 50], [14, 60], [15, 85]]";
    let smooth = "smoothness = \"ContinuousDerivative\"";
    let inside = [
        (0.0, 10.0),
        (1.0, 10.0),
        (8.3, 10.074842105263158),
        (10.0, 11.867799419809367),
        (11.0, 15.0),
        (11.5, 30.960088815912233),
        (13.1, 54.76664928909953),
        (14.2, 63.655999999999985),
        // The slope at the end is 35.
        (15.5, 102.5),
    ];
    check_table(&table(rows, smooth), 1, &inside);
    let rows = "[[0, 0], [1, 2], [2.5, 1], [3, 4]]";
    let inside = [(0.3, 0.844), (1.7, 1.5807407407407408), (2.9, 3.1104761904761893), (3.6, 4.0 + 0.6 * 28.0 / 3.0)];
    check_table(&table(rows, smooth), 1, &inside);
    // The slope at the beginning is 10/3.
    check_table(&table(rows, &format!("{smooth}\nstartTime = -9\nshiftTime = 1")), 1, &[(0.4, -2.0), (1.3, 0.844)]);
    check_table(&table("[[0, 1], [2, 5]]", smooth), 1, &[(0.5, 2.0), (3.0, 7.0)]);
    check_table(&table("[[0, 7]]", smooth), 1, &[(0.0, 7.0), (3.0, 7.0)]);
}

#[test]
fn time_points_of_a_table_are_events() {
    let m = moving(&table(STEPS, "startTime = 0.25\nextrapolation = \"Periodic\""));
    let (law, parameters) = (&m.model.laws[0], &m.model.parameters.slots.iter().map(|s| s.value).collect::<Vec<_>>());
    let (mut time, mut events) = (-1.0, Vec::new());
    while events.len() < 8 {
        let next = law.next_event(parameters, Discrete { mode: 0, held: &[] }, time).unwrap();
        assert!(next > time);
        assert_ne!(
            law.mode(parameters, next),
            law.mode(parameters, time.max(next - 1e-9)),
            "nothing changes at {next}"
        );
        events.push(next);
        time = next;
    }
    assert_eq!(events, [0.25, 1.25, 2.25, 3.25, 4.25, 5.25, 6.25, 7.25]);
}

#[test]
fn impossible_tables_are_refused() {
    for (rows, more, expected) in [
        ("[[0], [1]]", "", "two columns"),
        ("[[0, 1], [-1, 2]]", "", "do not decrease"),
        ("[0, 1]", "", "a matrix"),
        ("[]", "", "a matrix"),
        (STEPS, "offset = [1, 2, 3]", "one for each output"),
    ] {
        let problem = try_compile(&table(rows, more)).unwrap_err();
        assert!(problem.contains(expected), "{rows} {more}: {problem}");
    }
}

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
    let (source, x, t) = (m.model.catalogue.variables[m.index("rail.a")].source.clone(), m.x.clone(), m.t);
    let mut found = [f64::NAN];
    for (state, expected) in [(0, 0.0), (1, -0.4)] {
        let direction = [(Known::State(state), 1.0)];
        m.system.directional_derivatives(t, Point::State(&x), &direction, &[&source], &mut found).unwrap();
        near(found[0], expected, 1e-12, "directional derivative");
    }
    let position = m.model.catalogue.variables[m.index("rail.s")].source.clone();
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
            "accelerations -> speed.v[1] -> gain.y -> der.y -> push.force[1]",
        ),
        (
            "components.place = { class = \"Sensors.AbsolutePosition\" }\ncomponents.twice = { class = \"Blocks.Continuous.Der\" }",
            "[\"place.frame_a\", \"mass.frame_a\"], [\"place.r[1]\", \"der.u\"], [\"der.y\", \"twice.u\"], [\"twice.y\", \"push.force[2]\"]",
            "accelerations -> place.r[1] -> der.y -> twice.y -> push.force[2]",
        ),
    ] {
        let message = try_compile(&driven(components, connections)).unwrap_err();
        assert!(message.contains(way), "{message}");
    }
}

/// A vector of a component that is made of others is a vector in expressions, not its first element.
#[test]
fn vectors_of_composed_components_are_vectors() {
    let text = |expression: &str| {
        format!(
            "name = \"V\"\nconnections = [[\"world.frame_b\", \"j.frame_a\"], [\"j.frame_b\", \"bar.frame_a\"]]\n\
             [components.world]\nclass = \"World\"\n[components.j]\nclass = \"Joints.FreeMotion\"\n\
             [components.bar]\nclass = \"Parts.BodyShape\"\nm = 1\nr = [1, 0, 0]\nr_CM = [0.5, 0, 0]\n\
             [variables]\nspeed = \"{expression}\"\n"
        )
    };
    let start = [("j.v_rel_a[1]", 2.0), ("j.v_rel_a[2]", -3.0), ("j.v_rel_a[3]", 6.0)];
    let mut m = moving_with(&text("length(bar.v_0)"), &start);
    near(m.get("speed"), 7.0, 1e-12, "length of a vector");
    // As one of Body itself is.
    let refused = try_compile(&text("2*bar.v_0")).unwrap_err();
    assert!(refused.contains("takes one number, not an array of 3"), "{refused}");
}
