//! Blocks with states: their answers to a constant input from every kind of start, against closed forms.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{moving, moving_with, near, try_compile};

/// One block without a mechanism.
fn block(class: &str, settings: &str) -> String {
    format!("name = \"Block\"\nconnections = []\n[components.b]\nclass = \"{class}\"\n{settings}\n")
}

/// Runs a block with the input 1.5 and compares its output.
fn answers(class: &str, settings: &str, expected: impl Fn(f64) -> f64) {
    let mut m = moving_with(&block(class, settings), &[("b.u", 1.5)]);
    for time in [0.0, 0.1, 0.35, 1.2] {
        if time > 0.0 {
            m.run(time);
        }
        near(m.get("b.y"), expected(time), 1e-10, &format!("{class}, {settings}, {time} s"));
    }
}

#[test]
fn integrators() {
    answers("Blocks.Continuous.Integrator", "k = 2\ny_start = 0.3", |t| 0.3 + 3.0 * t);
    answers("Blocks.Continuous.Integrator", "k = 2\ny_start = 0.3\ninitType = \"InitialOutput\"", |t| 0.3 + 3.0 * t);
    answers("Blocks.Continuous.Integrator", "k = 2\ny = { start = 0.4, fixed = true }\ninitType = \"NoInit\"", |t| {
        0.4 + 3.0 * t
    });
}

#[test]
fn derivatives() {
    let class = "Blocks.Continuous.Derivative";
    let decay = |t: f64| (-t / 0.4).exp();
    answers(class, "k = 2\nT = 0.4", |t| 5.0 * 1.5 * decay(t));
    answers(class, "k = 2\nT = 0.4\nx_start = 0.2\ninitType = \"InitialState\"", |t| 5.0 * 1.3 * decay(t));
    answers(class, "k = 2\nT = 0.4\ninitType = \"SteadyState\"", |_| 0.0);
    answers(class, "k = 2\nT = 0.4\ny_start = 0.7\ninitType = \"InitialOutput\"", |t| 0.7 * decay(t));
}

#[test]
fn lags_of_first_order() {
    let class = "Blocks.Continuous.FirstOrder";
    let from = |start: f64| move |t: f64| 3.0 + (start - 3.0) * (-t / 0.4).exp();
    answers(class, "k = 2\nT = 0.4", from(0.0));
    answers(class, "k = 2\nT = 0.4\ny_start = 0.2\ninitType = \"InitialState\"", from(0.2));
    answers(class, "k = 2\nT = 0.4\ny_start = 0.2\ninitType = \"InitialOutput\"", from(0.2));
    answers(class, "k = 2\nT = 0.4\ninitType = \"SteadyState\"", from(3.0));
}

#[test]
fn lags_of_second_order() {
    let class = "Blocks.Continuous.SecondOrder";
    // From rest in (y0, v0): damped oscillation about 3.
    let from = |y0: f64, v0: f64| {
        move |t: f64| {
            let (w, d) = (7.0, 0.3);
            let wd = w * f64::sqrt(1.0 - d * d);
            let (c, s) = (y0 - 3.0, (v0 + d * w * (y0 - 3.0)) / wd);
            3.0 + (-d * w * t).exp() * (c * (wd * t).cos() + s * (wd * t).sin())
        }
    };
    let settings = "k = 2\nw = 7\nD = 0.3\ny_start = 0.2\nyd_start = -0.5\n";
    for init in ["NoInit", "InitialState", "InitialOutput"] {
        answers(class, &format!("{settings}initType = \"{init}\""), from(0.2, -0.5));
    }
    answers(class, &format!("{settings}initType = \"SteadyState\""), from(3.0, 0.0));
    let mut m = moving_with(&block(class, settings), &[("b.u", 1.5)]);
    m.run(0.2);
    near(m.get("der(b.y)"), m.get("b.yd"), 1e-14, "the second state is the derivative of the first");
}

#[test]
fn proportional_integral_controllers() {
    let class = "Blocks.Continuous.PI";
    answers(class, "k = 2\nT = 0.4", |t| 2.0 * (1.5 + 1.5 * t / 0.4));
    answers(class, "k = 2\nT = 0.4\nx_start = 0.1\ninitType = \"InitialState\"", |t| 2.0 * (1.6 + 1.5 * t / 0.4));
    answers(class, "k = 2\nT = 0.4\ny_start = 0.1\ninitType = \"InitialOutput\"", |t| 0.1 + 3.0 * t / 0.4);
}

#[test]
fn pid_controllers() {
    let class = "Blocks.Continuous.PID";
    let (settings, t_d) = ("k = 2\nTi = 0.4\nTd = 0.05\nNd = 8\nxi_start = 0.1\nxd_start = 0.2\n", 0.05 / 8.0);
    let with =
        |i: f64, d: f64| move |t: f64| 2.0 * (1.5 + i + 1.5 * t / 0.4 + 0.05 / t_d * (1.5 - d) * (-t / t_d).exp());
    answers(class, settings, with(0.1, 0.2));
    answers(class, &format!("{settings}initType = \"NoInit\""), with(0.1, 0.2));
    // D is steady, and the integral makes up the output.
    answers(class, &format!("{settings}y_start = 0.7\ninitType = \"InitialOutput\""), with(0.35 - 1.5, 1.5));
}

#[test]
fn a_controller_starts_steady_in_its_loop() {
    // A mass on a spring that is held away from its rest: force 40, position 1, all derivatives zero.
    let text = r#"
name = "Held"
connections = [
  ["fixed.flange", "spring.flange_a"], ["spring.flange_b", "mass.flange_a"], ["mass.flange_b", "s.flange"],
  ["where.y", "error.u1"], ["s.s", "error.u2"], ["error.y", "c.u"], ["c.y", "f.f"], ["f.flange", "mass.flange_b"],
]
[components.fixed]
class = "Translational.Components.Fixed"
[components.spring]
class = "Translational.Components.SpringDamper"
c = 40
d = 3
[components.mass]
class = "Translational.Components.Mass"
m = 2
s = { start = 0.3 }
v = { start = 0, fixed = true }
a = { start = 0, fixed = true }
[components.s]
class = "Translational.Sensors.PositionSensor"
[components.where]
class = "Blocks.Sources.Constant"
k = 1
[components.error]
class = "Blocks.Math.Feedback"
[components.c]
class = "Blocks.Continuous.CONTROLLER"
initType = "SteadyState"
[components.f]
class = "Translational.Sources.Force"
"#;
    for (controller, integral) in [
        ("PI\"\nk = 5\nT = 0.3", "c.x"),
        ("PID\"\nk = 5\nTi = 0.3\nTd = 0.02", "c.I.y"),
        ("Integrator\"\nk = 5", "c.y"),
    ] {
        let mut m = moving(&text.replace("CONTROLLER\"", controller));
        near(m.get("mass.s"), 1.0, 1e-12, controller);
        let output = if integral == "c.y" { 40.0 } else { 8.0 };
        near(m.get(integral), output, 1e-10, controller);
        m.run(0.5);
        near(m.get("mass.s"), 1.0, 1e-9, "it stays there");
    }
}

/// `(s + 5)/((s + 2)(s + 3)) = 3/(s + 2) - 2/(s + 3)`, times a factor.
#[test]
fn transfer_functions() {
    let class = "Blocks.Continuous.TransferFunction";
    for scale in [1.0, 30.0] {
        let settings = format!(
            "b = [{scale:?}, {:?}]\na = [1, {:?}, {:?}]\n",
            5.0 * scale * scale,
            5.0 * scale,
            6.0 * scale * scale
        );
        // With time counted in units of 1/scale the same for all scales.
        let step = |t: f64| {
            let t = t * scale;
            1.5 * (3.0 * (1.0 - (-2.0 * t).exp()) / 2.0 - 2.0 * (1.0 - (-3.0 * t).exp()) / 3.0)
        };
        answers(class, &settings, step);
        answers(class, &format!("{settings}initType = \"SteadyState\""), |_| 1.5 * 5.0 / 6.0);
        // The output starts at 0.4 and the second state rests: x[1] = 0, so that y = 5 x[2].
        let settings = format!("{settings}y_start = 0.4\ninitType = \"InitialOutput\"");
        let mut m = moving_with(&block(class, &settings), &[("b.u", 1.5)]);
        near(m.get("b.y"), 0.4, 1e-12, "y_start");
        near(m.get("b.x[2]") * 5.0 * scale * scale, 0.4, 1e-12, "x[2]");
        near(m.get("b.x[1]"), 0.0, 1e-12, "x[1]");
    }
    let settings = "b = [2, 3]\na = [1, 100]\nx_start = [0.1]\ninitType = \"InitialState\"";
    // 2 - 197/(s + 100)
    answers(class, settings, |t| {
        let x = 0.015 + (0.1 - 0.015) * (-100.0 * t).exp();
        3.0 - 197.0 * x
    });
    answers(class, "b = [3]\na = [2]", |_| 2.25);
    for (wrong, told) in [("b = [1, 2, 3]\na = [1, 2]", "no more elements"), ("a = [0, 1]", "not zero")] {
        let problem = try_compile(&block(class, wrong)).unwrap_err();
        assert!(problem.contains(told), "{problem}");
    }
}

#[test]
fn state_spaces() {
    let class = "Blocks.Continuous.StateSpace";
    let text = |rest: &str| {
        block(class, &format!("A = [[-1, 2], [0, -3]]\nB = [[1, 0], [0, 6]]\nC = [[1, 0], [1, 1], [0, 2]]\n{rest}"))
    };
    let d = "D = [[1, 0], [0, 0], [0, -1]]";
    for (init, x0) in [("InitialState", [0.5, -0.5]), ("NoInit", [0.5, -0.5]), ("SteadyState", [9.0, 4.0])] {
        let settings = text(&format!("{d}\nx_start = [0.5, -0.5]\ninitType = \"{init}\""));
        let mut m = moving_with(&settings, &[("b.u[1]", 1.0), ("b.u[2]", 2.0)]);
        let t = 0.3;
        m.run(t);
        // x2 tends to 4, x1 to 9.
        let (one, three) = ((-t).exp(), (-3.0 * t).exp());
        let x2 = 4.0 + (x0[1] - 4.0) * three;
        let x1 = 9.0 + (x0[0] - 9.0) * one + (x0[1] - 4.0) * (one - three);
        for (name, expected) in
            [("x[1]", x1), ("x[2]", x2), ("y[1]", x1 + 1.0), ("y[2]", x1 + x2), ("y[3]", 2.0 * x2 - 2.0)]
        {
            near(m.get(&format!("b.{name}")), expected, 1e-10, &format!("{init} {name}"));
        }
    }
    let mut m = moving_with(&text("x_start = [2]\ninitType = \"InitialState\""), &[("b.u[1]", 1.0)]);
    assert_eq!([m.get("b.y[1]"), m.get("b.y[2]"), m.get("b.y[3]")], [2.0, 4.0, 4.0]);
    for wrong in ["D = [[1, 2]]", "x_start = [1, 2, 3]", "y_start = [1, 2]"] {
        assert!(try_compile(&text(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn critically_damped_filters() {
    let class = "Blocks.Continuous.CriticalDamping";
    for (n, normalized) in [(1, true), (3, true), (3, false)] {
        let alpha = if normalized { (2.0_f64.powf(1.0 / f64::from(n)) - 1.0).sqrt() } else { 1.0 };
        let w = 2.0 * std::f64::consts::PI * 0.7 / alpha;
        let settings = format!("n = {n}\nf = 0.7\nnormalized = {normalized}\n");
        let step = |t: f64| {
            let series = (0..n).scan(1.0_f64, |term, k| {
                let now = *term;
                *term *= w * t / f64::from(k + 1);
                Some(now)
            });
            1.5 * (1.0 - series.sum::<f64>() * (-w * t).exp())
        };
        answers(class, &settings, step);
        answers(class, &format!("{settings}initType = \"SteadyState\""), |_| 1.5);
        let mut m = moving_with(
            &block(class, &format!("{settings}y_start = 0.2\ninitType = \"InitialOutput\"")),
            &[("b.u", 1.5)],
        );
        near(m.get("b.y"), 0.2, 1e-12, "y_start");
        for k in 1..n {
            near(m.get(&format!("der(b.x[{k}])")), 0.0, 1e-12, "steady");
        }
    }
}

/// The amplitude of a sine of frequency f after the filter has settled is 3 dB below that of the input, and falls with the order.
#[test]
fn butterworth_filters() {
    let class = "Blocks.Continuous.LowpassButterworth";
    for n in 1..=5 {
        for (ratio, time) in [(1.0, 12.0), (2.0, 12.0)] {
            let text = format!(
                "name = \"B\"\nconnections = [[\"s.y\", \"b.u\"]]\n[components.s]\nclass = \"Blocks.Sources.Sine\"\nf = {:?}\n\
                 [components.b]\nclass = \"{class}\"\nn = {n}\nf = 1.5\n",
                1.5 * ratio
            );
            let mut m = moving(&text);
            let quarter = 0.25 / (1.5 * ratio);
            m.run(time);
            let now = m.get("b.y");
            m.run(time + quarter);
            let amplitude = now.hypot(m.get("b.y"));
            let expected = 1.0 / (1.0 + f64::powi(ratio, 2 * n)).sqrt();
            near(amplitude, expected, 1e-8, &format!("order {n}, {ratio} f"));
        }
        answers(class, &format!("n = {n}\nf = 1.5\ninitType = \"SteadyState\""), |_| 1.5);
        let settings = format!("n = {n}\nf = 1.5\ny_start = 0.2\ninitType = \"InitialOutput\"");
        let mut m = moving_with(&block(class, &settings), &[("b.u", 1.5)]);
        near(m.get("b.y"), 0.2, 1e-12, "y_start");
    }
}

/// A loop over a block whose output does not depend on its input at once is no algebraic loop; one over a gain is.
#[test]
fn loops_over_states_are_none() {
    let text = |block: &str| {
        format!(
            "name = \"Loop\"\nconnections = [[\"c.y\", \"e.u1\"], [\"e.y\", \"b.u\"], [\"b.y\", \"e.u2\"]]\n\
             [components.c]\nclass = \"Blocks.Sources.Constant\"\nk = 2\n[components.e]\nclass = \"Blocks.Math.Feedback\"\n\
             [components.b]\nclass = {block}\n"
        )
    };
    let mut m = moving(&text("\"Blocks.Continuous.Integrator\"\nk = 3"));
    m.run(0.4);
    near(m.get("b.y"), 2.0 * (1.0 - (-1.2_f64).exp()), 1e-11, "a lag made of an integrator");
    for direct in ["\"Blocks.Math.Gain\"\nk = 0.5", "\"Blocks.Continuous.PI\"\nT = 1"] {
        let problem = try_compile(&text(direct)).unwrap_err();
        assert!(problem.contains("loop"), "{problem}");
    }
}
