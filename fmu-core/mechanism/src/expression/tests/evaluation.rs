//! Values of expressions.

use super::super::{Expression, ExpressionProblem, Quantity, split_subscripts};
use crate::scalar::{Jet, Scalar};
use Quantity::{Array, Matrix, Scalar as Number};
use std::f64::consts::PI;

/// Parameters for the tests; a dual number in lane 0 for `x`.
fn lookup<T: Scalar>(x: T) -> impl FnMut(&str) -> Result<Quantity<T>, ExpressionProblem> {
    move |name| {
        let constants = |values: &[f64]| values.iter().map(|v| T::constant(*v)).collect::<Vec<T>>();
        let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
        let whole = match base {
            "x" => Number(x),
            "rod.r" => Array(vec![T::constant(0.1), x, T::constant(-3.0)]),
            "cyl.I" => Matrix { rows: 2, columns: 3, elements: constants(&[11.0, 12.0, 13.0, 21.0, 22.0, 23.0]) },
            "unlimited" => Number(T::constant(f64::INFINITY)),
            _ => return Err(ExpressionProblem::UnknownName { name: base.to_owned() }),
        };
        whole.element(&subscripts)
    }
}

fn evaluate(text: &str) -> Result<Quantity<f64>, ExpressionProblem> {
    Expression::parse(text).unwrap_or_else(|e| panic!("{text}: {}", e.problem)).evaluate(&mut lookup(2.0))
}

fn matrix(rows: usize, columns: usize, elements: &[f64]) -> Quantity<f64> {
    Matrix { rows, columns, elements: elements.to_vec() }
}

#[test]
fn values_are_right() {
    let cases = [
        ("1 + 2*3^2", Number(19.0)),
        ("-2^2", Number(-4.0)),
        ("(-2)^3", Number(-8.0)),
        ("2^-1", Number(0.5)),
        ("8^(1/3)", Number(2.0)),
        ("x - 1 - 1", Number(0.0)),
        ("12/2/3", Number(2.0)),
        ("rod.r[2]", Number(2.0)),
        ("cyl.I[2,1]", Number(21.0)),
        ("cyl.I[2]", Array(vec![21.0, 22.0, 23.0])),
        ("{1, 2} + {10, 20}", Array(vec![11.0, 22.0])),
        ("2*{1, 2} - {1, 2}/2", Array(vec![1.5, 3.0])),
        ("-rod.r", Array(vec![-0.1, -2.0, 3.0])),
        ("{1, 2, 3}*{4, 5, 6}", Number(32.0)),
        ("{{1, 2}, {3, 4}}*{1, 1}", Array(vec![3.0, 7.0])),
        ("{1, 1}*{{1, 2}, {3, 4}}", Array(vec![4.0, 6.0])),
        ("{{1, 2}, {3, 4}}*{{0, 1}, {1, 0}}", matrix(2, 2, &[2.0, 1.0, 4.0, 3.0])),
        ("transpose(cyl.I)", matrix(3, 2, &[11.0, 21.0, 12.0, 22.0, 13.0, 23.0])),
        ("diagonal({1, 2})", matrix(2, 2, &[1.0, 0.0, 0.0, 2.0])),
        ("min(3, x)", Number(2.0)),
        ("max({1, 7, 5})", Number(7.0)),
        ("sign(-3) + sign(0) + abs(-4)", Number(3.0)),
        ("abs({-1, 2})", Array(vec![1.0, 2.0])),
        ("from_deg({180, -90})", Array(vec![PI, -PI / 2.0])),
        ("length({3, 4, 12})", Number(13.0)),
        ("cross({1, 0, 0}, {0, 1, 0})", Array(vec![0.0, 0.0, 1.0])),
        ("normalize({0, 0, 0})", Array(vec![0.0, 0.0, 0.0])),
        ("normalize({0, 3, 4})", Array(vec![0.0, 0.6, 0.8])),
        ("1/unlimited", Number(0.0)),
        ("unlimited", Number(f64::INFINITY)),
        ("if x < 3 then 1 else 2", Number(1.0)),
        ("if x <= 2 and not x > 2 then 1 else 2", Number(1.0)),
        ("if x < 2 or x > 2 then 1 else 2", Number(2.0)),
        ("if x < 0 then 1 elseif x >= 2 then 5 else 2", Number(5.0)),
        ("if x > 2 then 1/(x - 2) else 0", Number(0.0)),
        ("(if x > 1 then {1, 2} else {3, 4})*x", Array(vec![2.0, 4.0])),
    ];
    for (text, expected) in cases {
        let value = evaluate(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(value.shape(), expected.shape(), "{text}");
        for (a, b) in value.elements().iter().zip(expected.elements()) {
            assert!(a == b || (a - b).abs() < 1e-14 * b.abs(), "{text}: {value:?}");
        }
    }
}

#[test]
fn functions_are_those_of_their_names() {
    let cases: [(&str, f64); 13] = [
        ("sin", 0.5f64.sin()),
        ("cos", 0.5f64.cos()),
        ("tan", 0.5f64.tan()),
        ("asin", 0.5f64.asin()),
        ("acos", 0.5f64.acos()),
        ("atan", 0.5f64.atan()),
        ("sinh", 0.5f64.sinh()),
        ("cosh", 0.5f64.cosh()),
        ("tanh", 0.5f64.tanh()),
        ("exp", 0.5f64.exp()),
        ("log", 0.5f64.ln()),
        ("log10", 0.5f64.log10()),
        ("sqrt", 0.5f64.sqrt()),
    ];
    for (name, expected) in cases {
        let Number(value) = evaluate(&format!("{name}(0.5)")).unwrap() else { panic!("{name}") };
        assert!((value - expected).abs() < 1e-15, "{name}");
    }
    assert_eq!(evaluate("atan2(1, -1)"), Ok(Number(1f64.atan2(-1.0))));
}

#[test]
fn problems_are_named() {
    let cases = [
        ("{1, 2} + 1", "`+` cannot be applied to an array of 2 elements and a scalar"),
        ("{1, 2}*{1, 2, 3}", "`*` cannot be applied to an array of 2 elements and an array of 3 elements"),
        ("1/{1, 2}", "`/` cannot be applied to a scalar and an array of 2 elements"),
        ("{1, 2}^2", "`^` cannot be applied to an array of 2 elements and a scalar"),
        ("2^{1, 2}", "`^` cannot be applied to a scalar and an array"),
        ("{1, {2}}", "the elements of the array literal `{1, {2}}` differ in shape"),
        ("{{{1}}}", "`{}` takes scalars or arrays, not a matrix of 1 x 1 elements"),
        ("1 + 1/(x - 2)", "the result of `1/(x - 2)` is not a finite number"),
        ("sqrt(-x)*0", "the result of `sqrt(-x)` is not a finite number"),
        ("(-x)^0.5", "the result of `(-x)^0.5` is not a finite number"),
        ("log(0)", "the result of `log(0)` is not a finite number"),
        ("rod.r[4]", "`rod.r[4]` is out of range: `rod.r` is an array of 3 elements"),
        ("cyl.I[1,4]", "`cyl.I[1,4]` is out of range: `cyl.I` is a matrix of 2 x 3 elements"),
        ("x[1]", "`x[1]` is out of range: `x` is a scalar"),
        ("cross({1, 2}, {1, 2, 3})", "`cross` takes two arrays of 3 elements, not an array of 2"),
        ("length(1)", "`length` takes an array, not a scalar"),
        ("transpose({1})", "`transpose` takes a matrix, not an array"),
        ("min(1)", "`min` takes two scalars or an array with elements, not a scalar"),
        ("max({1}, 2)", "`max` cannot be applied to an array of 1 element and a scalar"),
        ("resolve_dyade1({1}, {2})", "`resolve_dyade1` takes two matrices of 3 x 3 elements"),
        ("y", "the expression names `y`, which is not a parameter"),
        ("if x < 3 then 1 else {1, 2}", "`if` cannot be applied to a scalar and an array of 2 elements"),
        ("if x < {1, 2} then 1 else 2", "`<` cannot be applied to a scalar and an array of 2 elements"),
        ("if x > 2 then 1 else 1/(x - 2)", "the result of `1/(x - 2)` is not a finite number"),
        ("if x > 2 then y else 1", "the expression names `y`, which is not a parameter"),
    ];
    for (text, message) in cases {
        let problem = evaluate(text).unwrap_err().to_string();
        assert!(problem.contains(message), "{text}: {problem}");
    }
}

/// Rows of a 3 x 3 matrix.
fn rows(value: &Quantity<f64>) -> [[f64; 3]; 3] {
    let elements = value.elements();
    std::array::from_fn(|i| std::array::from_fn(|j| elements[3 * i + j]))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[test]
fn from_nxy_is_a_rotation_with_the_given_axes() {
    let cases = ["{1, 2, 3}, {0, 1, 0}", "{0, -2, 0}, {0, 0, 3}", "{0.3, 0.1, -5}, {-1, 4, 2}"];
    let parallel = ["{1, 2, 3}, {2, 4, 6}", "{0, 1, 0}, {0, 1, 0}", "{0, 0, 0}, {0, 0, 0}", "{1, 0, 0}, {-1, 0, 0}"];
    for arguments in cases.iter().chain(&parallel) {
        let t = rows(&evaluate(&format!("from_nxy({arguments})")).unwrap());
        for i in 0..3 {
            for j in 0..3 {
                let expected = f64::from(u8::from(i == j));
                assert!((dot(t[i], t[j]) - expected).abs() < 1e-14, "{arguments}: {t:?}");
            }
        }
        let cross = [
            t[0][1] * t[1][2] - t[0][2] * t[1][1],
            t[0][2] * t[1][0] - t[0][0] * t[1][2],
            t[0][0] * t[1][1] - t[0][1] * t[1][0],
        ];
        assert!((dot(cross, t[2]) - 1.0).abs() < 1e-14, "{arguments} is left-handed");
    }
    for arguments in cases {
        // x along the first vector, the second one in the x-y plane on the side of y.
        let t = rows(&evaluate(&format!("from_nxy({arguments})")).unwrap());
        let (x, y) = arguments.split_once("}, ").unwrap();
        let vector = |text: &str| -> [f64; 3] { evaluate(text).unwrap().elements().try_into().unwrap() };
        let (x, y) = (vector(&format!("{x}}}")), vector(y));
        assert!((dot(t[0], x) - dot(x, x).sqrt()).abs() < 1e-14);
        assert!(dot(t[2], y).abs() < 1e-14 && dot(t[1], y) > 0.0);
    }
    // The replacements of MSL: y axis where x is not along y, x axis otherwise.
    assert_eq!(rows(&evaluate("from_nxy({1, 0, 0}, {1, 0, 0})").unwrap())[1], [0.0, 1.0, 0.0]);
    assert_eq!(rows(&evaluate("from_nxy({0, 1, 0}, {0, 1, 0})").unwrap())[1], [1.0, 0.0, 0.0]);
}

#[test]
fn a_tensor_turns_with_its_frame() {
    // Rod along y of frame 1: no inertia about its own axis, which is x of frame 2.
    let value = evaluate("resolve_dyade1(from_nxy({0, 1, 0}, {0, 0, 1}), diagonal({0, 5, 7}))").unwrap();
    let inertia = rows(&value);
    // y of frame 2 is z of frame 1, z of frame 2 is x of frame 1.
    let expected = [[7.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 5.0]];
    for i in 0..3 {
        for j in 0..3 {
            assert!((inertia[i][j] - expected[i][j]).abs() < 1e-14, "{inertia:?}");
        }
    }
}

#[test]
fn derivatives_come_along() {
    type Derivative = fn(f64) -> f64;
    let cases: [(&str, Derivative); 9] = [
        ("if x < 1 then x^2 else 3*x", |x| if x < 1.0 { 2.0 * x } else { 3.0 }),
        ("x^3 - 2/x", |x| 3.0 * x * x + 2.0 / (x * x)),
        ("-x^2", |x| -2.0 * x),
        ("sin(2*x)*exp(-x)", |x| 2.0 * (2.0 * x).cos() * (-x).exp() - (2.0 * x).sin() * (-x).exp()),
        ("sqrt(rod.r[2]) + atan2(x, 1)", |x| 0.5 / x.sqrt() + 1.0 / (1.0 + x * x)),
        ("max(x, 0) + min(x, 0) + abs(-x)", |_| 2.0),
        ("x^x", |x| x.powf(x) * (x.ln() + 1.0)),
        ("length({x, 3, 0})", |x| x / (x * x + 9.0).sqrt()),
        ("{x, 1}*{2, x}", |_| 3.0),
    ];
    for (text, derivative) in cases {
        let expression = Expression::parse(text).unwrap();
        for x in [0.4, 1.3, 2.0] {
            let Number(value) = expression.evaluate(&mut lookup(Jet::variable(x, 0))).unwrap() else { panic!() };
            let expected = derivative(x);
            assert!((value.along[0] - expected).abs() < 1e-13 * (1.0 + expected.abs()), "{text} at {x}: {value:?}");
        }
    }
}
