//! Functions of Frames and of the packages in it give what our own functions of these names give.

use mechanism::frames::{self, quaternions as q, transformation_matrices as tm};
use mechanism::scalar::{Matrix3, Vector3};

use super::language::values;

/// Numbers of a model whose variable `v` is the expression; `known` ones are folded, others stay expressions of the state.
fn evaluated(expression: &str, size: &str, count: usize) -> Vec<Vec<f64>> {
    let model = |angle: &str| {
        format!(
            "model M
              import Modelica.Mechanics.MultiBody.Frames;
              import TM = Modelica.Mechanics.MultiBody.Frames.TransformationMatrices;
              import Modelica.Mechanics.MultiBody.Frames.Quaternions;
              Modelica.Mechanics.Rotational.Components.Inertia i(J = 1, phi(start = 0.4, fixed = true), w(start = 2, fixed = true));
              output Real v{size} = {};
            end M;",
            expression.replace("PHI", angle)
        )
    };
    ["0.4", "i.phi"]
        .iter()
        .map(|angle| {
            let found = values(&model(angle), "M");
            let named: Vec<f64> =
                found.iter().filter(|(name, _)| *name == "v" || name.starts_with("v[")).map(|(_, x)| *x).collect();
            assert_eq!(named.len(), count, "{expression}: {found:?}");
            named
        })
        .collect()
}

#[track_caller]
fn assert_gives(expression: &str, size: &str, expected: &[f64]) {
    for found in evaluated(expression, size, expected.len()) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{expression}: {found:?}, expected {expected:?}");
        }
    }
}

fn rows(t: &Matrix3<f64>) -> Vec<f64> {
    tm::to_vector(t).to_vec()
}

fn vector(v: Vector3<f64>) -> Vec<f64> {
    v.iter().copied().collect()
}

#[test]
fn matrices_are_those_of_our_functions() {
    let axis = Vector3::new(0.6, 0.0, 0.8);
    let t = tm::planar_rotation_unit(axis, 0.4);
    let text = "TM.planarRotation({0.6, 0, 0.8}, PHI)";
    assert_gives(text, "[3, 3]", &rows(&t));
    let v = Vector3::new(1.0, -2.0, 0.5);
    assert_gives(&format!("TM.resolve1({text}, {{1, -2, 0.5}})"), "[3]", &vector(tm::resolve1(&t, v)));
    assert_gives(&format!("TM.resolve2({text}, {{1, -2, 0.5}})"), "[3]", &vector(tm::resolve2(&t, v)));
    let s = tm::axes_rotations([3, 1, 2], [0.4, 0.3, -0.2]).unwrap();
    let second = "TM.axesRotations({3, 1, 2}, {PHI, 0.3, -0.2})";
    assert_gives(second, "[3, 3]", &rows(&s));
    assert_gives(&format!("TM.relativeRotation({text}, {second})"), "[3, 3]", &rows(&tm::relative_rotation(&t, &s)));
    assert_gives(&format!("TM.absoluteRotation({text}, {second})"), "[3, 3]", &rows(&tm::absolute_rotation(&t, &s)));
    assert_gives(&format!("TM.to_vector(TM.inverseRotation({text}))"), "[9]", &rows(&tm::inverse_rotation(&t)));
    assert_gives(&format!("TM.smallRotation({text})"), "[3]", &vector(tm::small_rotation(&t)));
    let angles = tm::axes_rotations_angles(&s, [1, 2, 3], 0.0).unwrap();
    assert_gives(&format!("TM.axesRotationsAngles({second}, {{1, 2, 3}})"), "[3]", &angles);
    let tensor = Matrix3::new(1.0, 0.1, 0.2, 0.1, 2.0, 0.3, 0.2, 0.3, 3.0);
    let text_of_tensor = "[1, 0.1, 0.2; 0.1, 2, 0.3; 0.2, 0.3, 3]";
    assert_gives(
        &format!("TM.resolveDyade1({text}, {text_of_tensor})"),
        "[3, 3]",
        &rows(&tm::resolve_dyade1(&t, &tensor)),
    );
    assert_gives(
        &format!("TM.resolveDyade2({text}, {text_of_tensor})"),
        "[3, 3]",
        &rows(&tm::resolve_dyade2(&t, &tensor)),
    );
    let der = tm::der_orientation(&t, Vector3::new(0.3, -0.7, 1.1));
    let der_text = format!(
        "[{}, {}, {}; {}, {}, {}; {}, {}, {}]",
        der.m11, der.m12, der.m13, der.m21, der.m22, der.m23, der.m31, der.m32, der.m33
    );
    let w1 = tm::angular_velocity1(&t, &der);
    assert_gives(&format!("TM.angularVelocity1({text}, {der_text})"), "[3]", &vector(w1));
    let w2 = tm::angular_velocity2(&t, &der);
    assert_gives(&format!("TM.angularVelocity2({text}, {der_text})"), "[3]", &vector(w2));
    let angle = tm::planar_rotation_angle(axis, v, tm::resolve2(&t, v)).unwrap();
    assert_gives(
        &format!("TM.planarRotationAngle({{0.6, 0, 0.8}}, {{1, -2, 0.5}}, TM.resolve2({text}, {{1, -2, 0.5}}))"),
        "",
        &[angle],
    );
}

#[test]
fn axes_are_those_of_our_functions() {
    for (x, other) in
        [([1.0, 0.4, 0.2], [0.0, 1.0, 3.0]), ([0.0, 0.0, 0.0], [0.0, 0.0, 2.0]), ([0.4, 0.0, 0.0], [2.0, 0.0, 0.0])]
    {
        let text = |v: [f64; 3]| format!("{v:?}").replace("0.4", "PHI").replace('[', "{").replace(']', "}");
        let arguments = format!("({}, {})", text(x), text(other));
        let (x, other) = (Vector3::from(x), Vector3::from(other));
        assert_gives(&format!("TM.from_nxy{arguments}"), "[3, 3]", &rows(&tm::from_nxy(x, other).unwrap()));
        assert_gives(&format!("TM.from_nxz{arguments}"), "[3, 3]", &rows(&tm::from_nxz(x, other).unwrap()));
    }
}

#[test]
fn quaternions_are_those_of_our_functions() {
    let turn = q::planar_rotation_unit(Vector3::new(0.6, 0.0, 0.8), 0.4);
    let text = "Quaternions.planarRotation({0.6, 0, 0.8}, PHI)";
    assert_gives(text, "[4]", &turn.0);
    assert_gives(&format!("Quaternions.to_T({text})"), "[3, 3]", &rows(&q::to_t(&turn)));
    let v = Vector3::new(1.0, -2.0, 0.5);
    assert_gives(&format!("Quaternions.resolve1({text}, {{1, -2, 0.5}})"), "[3]", &vector(q::resolve1(&turn, v)));
    assert_gives(&format!("Quaternions.resolve2({text}, {{1, -2, 0.5}})"), "[3]", &vector(q::resolve2(&turn, v)));
    let other = q::planar_rotation_unit(Vector3::new(0.0, 1.0, 0.0), 1.1);
    let second = "Quaternions.planarRotation({0, 1, 0}, 1.1)";
    assert_gives(
        &format!("Quaternions.absoluteRotation({text}, {second})"),
        "[4]",
        &q::absolute_rotation(&turn, &other).0,
    );
    assert_gives(
        &format!("Quaternions.relativeRotation({text}, {second})"),
        "[4]",
        &q::relative_rotation(&turn, &other).0,
    );
    assert_gives(&format!("Quaternions.smallRotation({text})"), "[3]", &vector(q::small_rotation(&turn)));
    let der = q::Quaternion([0.1, 0.2, -0.3, 0.4]);
    let der_text = "{0.1, 0.2, -0.3, 0.4}";
    let w = q::angular_velocity1(&turn, &der);
    assert_gives(&format!("Quaternions.angularVelocity1({text}, {der_text})"), "[3]", &vector(w));
    let w = q::angular_velocity2(&turn, &der);
    assert_gives(&format!("Quaternions.angularVelocity2({text}, {der_text})"), "[3]", &vector(w));
    // Turns of each kind: the real part or one of the others is large.
    for (axis, angle) in
        [([0.6, 0.0, 0.8], 0.4), ([1.0, 0.0, 0.0], 3.1), ([0.0, 1.0, 0.0], 3.1), ([0.0, 0.0, 1.0], 3.1)]
    {
        let t = tm::planar_rotation_unit(Vector3::from(axis), angle);
        let axis = format!("{axis:?}").replace('[', "{").replace(']', "}");
        let angle = if angle == 0.4 { "PHI".to_owned() } else { format!("PHI + {}", angle - 0.4) };
        let expected = q::from_t(&t, &q::null_rotation()).unwrap();
        assert_gives(&format!("Quaternions.from_T(TM.planarRotation({axis}, {angle}))"), "[4]", &expected.0);
        let expected = q::from_t(&t, &-expected).unwrap();
        let guess = format!("{:?}", expected.0).replace('[', "{").replace(']', "}");
        assert_gives(&format!("Quaternions.from_T(TM.planarRotation({axis}, {angle}), {guess})"), "[4]", &expected.0);
    }
}

#[test]
fn orientations_are_those_of_our_functions() {
    let r = frames::axes_rotations([3, 1, 2], [0.4, 0.3, -0.2], [1.0, 2.0, 3.0]).unwrap();
    let text = "Frames.axesRotations({3, 1, 2}, {PHI, 0.3, -0.2}, {1, 2, 3})";
    let expected = frames::to_q(&r, &q::null_rotation()).unwrap();
    assert_gives(&format!("Frames.to_Q({text})"), "[4]", &expected.0);
    let turned = frames::from_q(&q::planar_rotation_unit(Vector3::new(0.6, 0.0, 0.8), 0.4), Vector3::zeros());
    let quaternion = "Quaternions.planarRotation({0.6, 0, 0.8}, PHI)";
    assert_gives(&format!("Frames.to_T(Frames.from_Q({quaternion}, {{0, 0, 0}}))"), "[3, 3]", &rows(&turned.t));
    assert_gives(&format!("Frames.angularVelocity1({text})"), "[3]", &vector(frames::angular_velocity1(&r)));
    let angles = frames::axes_rotations_angles(&r, [1, 2, 3], 0.0).unwrap();
    assert_gives(&format!("Frames.axesRotationsAngles({text}, {{1, 2, 3}})"), "[3]", &angles);
    assert_gives(&format!("Frames.to_T_inv({text})"), "[3, 3]", &rows(&r.t.transpose()));
    assert_gives("Frames.axis(2)*PHI", "[3]", &[0.0, 0.4, 0.0]);
}

/// A function with branches on what another one gives is long: its parts become variables, as if the text had one between them.
#[test]
fn an_expression_that_is_too_long_is_divided() {
    let model = |declaration: &str| {
        let text = format!(
            "model M import Modelica.Mechanics.MultiBody.*; inner World world; Parts.Body body(m = 1, r_CM = {{1, 0, 0}});
               Joints.Revolute rev(n = {{1, 2, 3}}, phi(start = 0.7, fixed = true));
               {declaration}
             equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;"
        );
        let read = super::read_text(&text).unwrap_or_else(|invalid| panic!("{invalid}"));
        super::states::run(&read.file, 0.5, &["a[1]", "a[2]", "a[3]"])
    };
    let whole = model("Real a[3] = Frames.resolve1(Frames.from_Q(Frames.to_Q(body.frame_a.R), zeros(3)), {1, 2, 3});");
    let halves = model(
        "Real Q[4] = Frames.to_Q(body.frame_a.R); Real a[3] = Frames.resolve1(Frames.from_Q(Q, zeros(3)), {1, 2, 3});",
    );
    let plain = model("Real a[3] = Frames.resolve1(body.frame_a.R, {1, 2, 3});");
    super::states::near(&whole, &halves);
    super::states::near(&whole, &plain);
}
