//! Formulas of blocks, and what may be connected.

use super::*;

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
        assert_eq!((variable.data_type, variable.variability), (&DataType::Boolean, Variability::Discrete));
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
    let mut m = moving_with(&text("2*bar.v_0"), &start);
    for (element, expected) in [("speed[1]", 4.0), ("speed[2]", -6.0), ("speed[3]", 12.0)] {
        near(m.get(element), expected, 1e-12, element);
    }
    let refused = try_compile(&text("1 + bar.v_0")).unwrap_err();
    assert!(refused.contains("`+` cannot be applied to a scalar and an array of 3 elements"), "{refused}");
}
