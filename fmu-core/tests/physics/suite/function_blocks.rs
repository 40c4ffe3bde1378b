//! Blocks whose outputs are functions of their inputs: values, derivatives, and where they have none.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{moving, moving_with, near, try_compile};

fn block(class: &str, settings: &str) -> String {
    format!("name = \"Block\"\nconnections = []\n[components.b]\nclass = \"{class}\"\n{settings}\n")
}

/// A function and its derivative.
type Known = (&'static str, fn(f64) -> f64, fn(f64) -> f64);

const FUNCTIONS: [Known; 17] = [
    ("Blocks.Math.Abs", f64::abs, |x| if x < 0.0 { -1.0 } else { 1.0 }),
    ("Blocks.Math.Sign", f64::signum, |_| 0.0),
    ("Blocks.Math.Sqrt", f64::sqrt, |x| 0.5 / x.sqrt()),
    ("Blocks.Math.Sin", f64::sin, f64::cos),
    ("Blocks.Math.Cos", f64::cos, |x| -x.sin()),
    ("Blocks.Math.Tan", f64::tan, |x| 1.0 + x.tan() * x.tan()),
    ("Blocks.Math.Asin", f64::asin, |x| 1.0 / (1.0 - x * x).sqrt()),
    ("Blocks.Math.Acos", f64::acos, |x| -1.0 / (1.0 - x * x).sqrt()),
    ("Blocks.Math.Atan", f64::atan, |x| 1.0 / (1.0 + x * x)),
    ("Blocks.Math.Sinh", f64::sinh, f64::cosh),
    ("Blocks.Math.Cosh", f64::cosh, f64::sinh),
    ("Blocks.Math.Tanh", f64::tanh, |x| 1.0 - x.tanh() * x.tanh()),
    ("Blocks.Math.Exp", f64::exp, f64::exp),
    ("Blocks.Math.Log", f64::ln, |x| 1.0 / x),
    ("Blocks.Math.Log10", f64::log10, |x| std::f64::consts::LOG10_E / x),
    ("Blocks.Math.UnitConversions.To_deg", f64::to_degrees, |_| 180.0 / std::f64::consts::PI),
    ("Blocks.Math.UnitConversions.From_deg", f64::to_radians, |_| std::f64::consts::PI / 180.0),
];

/// Values, and derivatives in time over the block Der.
#[test]
fn functions_of_one_signal() {
    for (class, function, derivative) in FUNCTIONS {
        for x in [0.3, 0.9, -0.4] {
            if x < 0.0 && ["Blocks.Math.Sqrt", "Blocks.Math.Log", "Blocks.Math.Log10"].contains(&class) {
                continue;
            }
            let text = format!(
                "name = \"F\"\nconnections = [[\"t.y\", \"b.u\"], [\"b.y\", \"d.u\"]]\n[components.t]\n\
                 class = \"Blocks.Sources.RealExpression\"\ny = \"{x:?} + 2*time\"\n[components.b]\nclass = \"{class}\"\n\
                 [components.d]\nclass = \"Blocks.Continuous.Der\"\n"
            );
            let mut m = moving(&text);
            near(m.get("b.y"), function(x), 1e-15, class);
            near(m.get("d.y"), 2.0 * derivative(x), 1e-14, &format!("derivative of {class}"));
        }
    }
}

#[test]
fn logarithms_to_a_base() {
    for (base, u) in [(2.0_f64, 5.0_f64), (10.0, 0.3)] {
        let mut m = moving_with(&block("Blocks.Math.Log", &format!("base = {base:?}\n")), &[("b.u", u)]);
        near(m.get("b.y"), u.log(base), 1e-14, "logarithm");
    }
}

#[test]
fn functions_of_two_signals() {
    type Known = (&'static str, fn(f64, f64) -> f64);
    let known: [Known; 5] = [
        ("Blocks.Math.Product", |a, b| a * b),
        ("Blocks.Math.Division", |a, b| a / b),
        ("Blocks.Math.Atan2", f64::atan2),
        ("Blocks.Math.Max", f64::max),
        ("Blocks.Math.Min", f64::min),
    ];
    for (class, function) in known {
        for (a, b) in [(2.0, -3.0), (-0.5, -0.25), (1.5, 1.5)] {
            let mut m = moving_with(&block(class, ""), &[("b.u1", a), ("b.u2", b)]);
            assert_eq!(m.get("b.y"), function(a, b), "{class} {a} {b}");
        }
    }
}

#[test]
fn functions_of_many_signals() {
    let values = [("b.u[1]", 2.0), ("b.u[2]", 3.0), ("b.u[3]", -5.0)];
    for (class, settings, expected) in [
        ("Blocks.Math.Sum", "nin = 3", 0.0),
        ("Blocks.Math.Sum", "nin = 3\nk = [1, 10, 100]", -468.0),
        ("Blocks.Math.MultiSum", "nu = 3\nk = [2]", 0.0),
        ("Blocks.Math.MultiSum", "nu = 3\nk = [1, 10, 100]", -468.0),
        ("Blocks.Math.MultiProduct", "nu = 3", -30.0),
    ] {
        let mut m = moving_with(&block(class, settings), &values);
        assert_eq!(m.get("b.y"), expected, "{class} {settings}");
    }
    for (wrong, told) in
        [("nin = 2\nk = [1, 2, 3]", "one for each input"), ("nin = 1.5", "a whole number from 1"), ("nin = 0", "whole")]
    {
        let problem = try_compile(&block("Blocks.Math.Sum", wrong)).unwrap_err();
        assert!(problem.contains(told), "{problem}");
    }
}

#[test]
fn events_of_absolute_values_are_refused() {
    for class in ["Blocks.Math.Abs", "Blocks.Math.Sign"] {
        let problem = try_compile(&block(class, "generateEvent = true")).unwrap_err();
        assert!(problem.contains("generateEvent"), "{problem}");
    }
}

/// If a function has no value, the step fails and says which signal has none.
#[test]
fn what_has_no_value_is_named() {
    for (class, value) in [("Sqrt", "0.5 - time"), ("Log", "0.5 - time"), ("Asin", "0.5 + time")] {
        let text = format!(
            "name = \"N\"\nconnections = [[\"t.y\", \"b.u\"], [\"b.y\", \"i.u\"]]\n[components.t]\n\
             class = \"Blocks.Sources.RealExpression\"\ny = \"{value}\"\n[components.b]\nclass = \"Blocks.Math.{class}\"\n\
             [components.i]\nclass = \"Blocks.Continuous.Integrator\"\n"
        );
        let mut m = moving(&text);
        m.run(0.25);
        let problem = m.try_run(1.0).unwrap_err();
        assert!(problem.contains("b.y is not finite"), "{problem}");
    }
}
