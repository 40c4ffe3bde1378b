//! Sources that repeat or move, blocks that pass signals on, and tables: against their definitions.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{moving, moving_with, near, try_compile};

fn block(class: &str, settings: &str) -> String {
    format!("name = \"Block\"\nconnections = []\n[components.b]\nclass = \"{class}\"\n{settings}\n")
}

#[test]
fn pulses_and_saw_teeth_repeat() {
    let pulse = "amplitude = 2\nwidth = 30\nperiod = 0.4\noffset = -1\nstartTime = 0.1\nnperiod = 3";
    let tooth = "amplitude = 2\nperiod = 0.4\noffset = -1\nstartTime = 0.1\nnperiod = 3";
    let mut pulse = moving(&block("Blocks.Sources.Pulse", pulse));
    let mut tooth = moving(&block("Blocks.Sources.SawTooth", tooth));
    for k in 0..40 {
        let time = 0.007 + 0.041 * f64::from(k);
        let share = (time - 0.1) / 0.4;
        let runs = (0.0..3.0).contains(&share);
        pulse.run(time);
        tooth.run(time);
        near(pulse.get("b.y"), if runs && share.fract() < 0.3 { 1.0 } else { -1.0 }, 1e-14, &format!("pulse {time}"));
        near(tooth.get("b.y"), if runs { -1.0 + 2.0 * share.fract() } else { -1.0 }, 1e-12, &format!("tooth {time}"));
    }
}

#[test]
fn damped_sines_decay() {
    let settings = "amplitude = 2\nf = 1.5\nphase = 0.3\ndamping = 0.8\noffset = 0.2\nstartTime = 0.25";
    let mut m = moving(&block("Blocks.Sources.ExpSine", settings));
    for time in [0.1, 0.3, 0.9, 2.0] {
        m.run(time);
        let t = time - 0.25;
        let wave = 2.0 * (-0.8 * t).exp() * (2.0 * std::f64::consts::PI * 1.5 * t + 0.3).sin();
        near(m.get("b.y"), if t < 0.0 { 0.2 } else { 0.2 + wave }, 1e-13, &format!("{time}"));
    }
}

#[test]
fn time_tables_jump_and_go_on() {
    let settings = "table = [[0, 1], [0.5, 2], [0.5, -2], [1, 0]]\noffset = 10\nstartTime = 0.2\nshiftTime = 0.2";
    let mut m = moving(&block("Blocks.Sources.TimeTable", settings));
    for (time, y) in [(0.1, 10.0), (0.2, 11.0), (0.45, 11.5), (0.7, 8.0), (0.95, 9.0), (1.2, 10.0), (1.7, 12.0)] {
        m.run(time);
        near(m.get("b.y"), y, 1e-12, &format!("{time}"));
    }
    for table in ["[[1, 0], [2, 1]]", "[[0, 0], [1, 0], [0.5, 1]]", "[[0, 1, 2], [1, 2, 3]]"] {
        assert!(try_compile(&block("Blocks.Sources.TimeTable", &format!("table = {table}"))).is_err(), "{table}");
    }
}

/// Two axes: the slower one uses the limits, and both arrive at once. Integrated twice the acceleration is the motion.
#[test]
fn motions_from_point_to_point() {
    let settings = "q_begin = [1, -1]\nq_end = [4, 0]\nqd_max = [2]\nqdd_max = [4, 4]\nstartTime = 0.3";
    let text = block("Blocks.Sources.KinematicPTP2", settings)
        .replace("connections = []", "connections = [[\"a.y[1]\", \"v.u\"], [\"v.y\", \"s.u\"]]")
        + "[components.a]\nclass = \"Blocks.Sources.KinematicPTP\"\ndeltaq = [3, 1]\nqd_max = [2]\nqdd_max = [4]\nstartTime = 0.3\n\
           [components.v]\nclass = \"Blocks.Continuous.Integrator\"\n[components.s]\nclass = \"Blocks.Continuous.Integrator\"\n\
           y_start = 1\n";
    let mut m = moving(&text);
    // 3 m at 2 m/s and 4 m/s2: 0.5 s up, until 1.5 s at full speed, 0.5 s down.
    near(m.get("b.endTime"), 2.3, 1e-14, "end");
    for time in [0.0, 0.3, 0.5, 0.9, 1.7, 2.0, 2.29, 3.0] {
        m.run(time);
        let t: f64 = time - 0.3;
        let (s, v, a) = match t {
            t if t < 0.0 => (0.0, 0.0, 0.0),
            t if t < 0.5 => (2.0 * t * t, 4.0 * t, 4.0),
            t if t < 1.5 => (0.5 + 2.0 * (t - 0.5), 2.0, 0.0),
            t if t < 2.0 => (3.0 - 2.0 * (2.0 - t).powi(2), 4.0 * (2.0 - t), -4.0),
            _ => (3.0, 0.0, 0.0),
        };
        near(m.get("b.q[1]"), 1.0 + s, 1e-12, &format!("q {time}"));
        near(m.get("b.q[2]"), -1.0 + s / 3.0, 1e-12, &format!("q2 {time}"));
        near(m.get("b.qd[1]"), v, 1e-12, &format!("qd {time}"));
        near(m.get("b.qdd[1]"), a, 1e-12, &format!("qdd {time}"));
        near(m.get("s.y"), 1.0 + s, 1e-10, &format!("integral {time}"));
        near(m.get("v.y"), v, 1e-10, &format!("integral {time}"));
    }
    // A short way: the limit of the speed is not reached.
    let mut m = moving(&block("Blocks.Sources.KinematicPTP2", "q_end = [0.25]\nqd_max = [2]\nqdd_max = [4]"));
    near(m.get("b.endTime"), 0.5, 1e-14, "end of a short way");
    m.run(0.25);
    near(m.get("b.qd[1]"), 1.0, 1e-13, "top speed");
    near(m.get("b.q[1]"), 0.125, 1e-13, "middle");
    // No way at all.
    let mut m =
        moving(&block("Blocks.Sources.KinematicPTP2", "q_begin = [2]\nq_end = [2]\nqd_max = [2]\nqdd_max = [4]"));
    m.run(0.5);
    assert_eq!([m.get("b.q[1]"), m.get("b.qd[1]"), m.get("b.qdd[1]"), m.get("b.endTime")], [2.0, 0.0, 0.0, 0.0]);
}

#[test]
fn signals_are_passed_on() {
    let class = "Blocks.Routing.RealReplicator";
    let mut m = moving_with(&block(class, "nout = 3"), &[("b.u", 4.0)]);
    assert_eq!([m.get("b.y[1]"), m.get("b.y[3]")], [4.0, 4.0]);
    let numbers: Vec<(String, f64)> = (1..=7).map(|k| (format!("b.u[{k}]"), f64::from(k))).collect();
    let numbers: Vec<(&str, f64)> = numbers.iter().map(|(name, x)| (name.as_str(), *x)).collect();
    for (count, class) in [
        (2, "Blocks.Routing.DeMultiplex2"),
        (3, "Blocks.Routing.DeMultiplex3"),
        (4, "Blocks.Routing.DeMultiplex4"),
        (5, "Blocks.Routing.DeMultiplex5"),
        (6, "Blocks.Routing.DeMultiplex6"),
    ] {
        // The last part has two elements.
        let mut m = moving_with(&block(class, &format!("n{count} = 2")), &numbers[..count + 1]);
        assert_eq!(m.get("b.y1[1]"), 1.0);
        assert_eq!(m.get(&format!("b.y{count}[1]")), count as f64);
        assert_eq!(m.get(&format!("b.y{count}[2]")), count as f64 + 1.0);
    }
    for (count, class) in [
        (2, "Blocks.Routing.Multiplex2"),
        (3, "Blocks.Routing.Multiplex3"),
        (4, "Blocks.Routing.Multiplex4"),
        (5, "Blocks.Routing.Multiplex5"),
        (6, "Blocks.Routing.Multiplex6"),
    ] {
        let names = [format!("b.u{count}[2]"), format!("b.u{count}[1]"), "b.u1[1]".to_owned()];
        let values = [(names[0].as_str(), 7.0), (names[1].as_str(), 6.0), (names[2].as_str(), 5.0)];
        let mut m = moving_with(&block(class, &format!("n{count} = 2")), &values);
        let found = ["1".to_owned(), count.to_string(), (count + 1).to_string()].map(|k| m.get(&format!("b.y[{k}]")));
        assert_eq!(found, [5.0, 6.0, 7.0]);
    }
    for class in ["Blocks.Routing.Multiplex", "Blocks.Routing.DeMultiplex"] {
        let mut m = moving_with(&block(class, "n = 2"), &numbers[..2]);
        assert_eq!([m.get("b.y[1]"), m.get("b.y[2]")], [1.0, 2.0]);
    }
}

/// Points of u^3 on an uneven grid.
const CUBE: &str = "table = [[-2, -8, 1], [-1, -1, 2], [0.5, 0.125, 3], [1, 1, 2.5], [3, 27, 2]]";
const GRID: [f64; 5] = [-2.0, -1.0, 0.5, 1.0, 3.0];

fn at(settings: &str, u: f64) -> [f64; 2] {
    let mut m = moving_with(&block("Blocks.Tables.CombiTable1Ds", &format!("{CUBE}\n{settings}")), &[("b.u", u)]);
    [m.get("b.y[1]"), m.get("b.y[2]")]
}

#[test]
fn tables_meet_their_points() {
    for smoothness in [
        "LinearSegments",
        "ContinuousDerivative",
        "ConstantSegments",
        "MonotoneContinuousDerivative1",
        "MonotoneContinuousDerivative2",
        "ModifiedContinuousDerivative",
    ] {
        let settings = format!("smoothness = \"{smoothness}\"");
        for u in GRID {
            near(at(&settings, u)[0], u.powi(3), 1e-14, &format!("{smoothness} {u}"));
        }
        for extrapolation in ["HoldLastPoint", "Periodic"] {
            let settings = format!("{settings}\nextrapolation = \"{extrapolation}\"");
            let [hold, periodic] = [27.0, at(&settings, -1.0)[0]];
            near(at(&settings, 4.0)[0], if extrapolation == "Periodic" { periodic } else { hold }, 1e-13, &settings);
        }
    }
    assert!(try_compile(&block("Blocks.Tables.CombiTable1Ds", "table = [[0, 1], [0, 2]]")).is_err());
    // Within the table nothing is forbidden.
    near(at("extrapolation = \"NoExtrapolation\"", 3.0)[0], 27.0, 0.0, "end of the table");
}

#[test]
fn lines_and_steps() {
    near(at("", 0.0)[0], -1.0 + 1.125 / 1.5, 1e-15, "line");
    near(at("", 0.0)[1], 2.0 + 1.0 / 1.5, 1e-15, "second column");
    near(at("", 4.0)[0], 27.0 + 13.0, 1e-14, "beyond the last point");
    near(at("", -3.0)[0], -8.0 - 7.0, 1e-14, "before the first point");
    let steps = "smoothness = \"ConstantSegments\"";
    near(at(steps, 0.4)[0], -1.0, 1e-15, "value of the row before");
    near(at(steps, 4.0)[0], 27.0 + 13.0, 1e-14, "lines through the last two points");
}

/// Between the points a cubic polynomial has the slopes of the definition at either end: checked by Hermite's formula.
#[test]
fn slopes_at_the_points() {
    let d: Vec<f64> = GRID.windows(2).map(|g| (g[1].powi(3) - g[0].powi(3)) / (g[1] - g[0])).collect();
    let h: Vec<f64> = GRID.windows(2).map(|g| g[1] - g[0]).collect();
    // Extended by constant differences: d[-2], d[-1], d[0] ... d[3], d[4], d[5].
    let extended = [
        3.0 * d[0] - 2.0 * d[1],
        2.0 * d[0] - d[1],
        d[0],
        d[1],
        d[2],
        d[3],
        2.0 * d[3] - d[2],
        3.0 * d[3] - 2.0 * d[2],
    ];
    let akima = |i: usize, modified: f64| {
        let m = &extended[i..i + 4];
        let left = (m[1] - m[0]).abs() + modified * (m[1] + m[0]).abs() / 2.0;
        let right = (m[3] - m[2]).abs() + modified * (m[3] + m[2]).abs() / 2.0;
        (right * m[1] + left * m[2]) / (left + right)
    };
    let butland = |i: usize| match i {
        0 => d[0],
        4 => d[3],
        i => 3.0 * (h[i - 1] + h[i]) / ((h[i - 1] + 2.0 * h[i]) / d[i - 1] + (2.0 * h[i - 1] + h[i]) / d[i]),
    };
    let steffen = |i: usize| match i {
        0 => d[0],
        4 => d[3],
        i => ((d[i - 1] * h[i] + d[i] * h[i - 1]) / (h[i - 1] + h[i])).min(2.0 * d[i - 1].min(d[i])),
    };
    let slopes: [(&str, Vec<f64>); 4] = [
        ("ContinuousDerivative", (0..5).map(|i| akima(i, 0.0)).collect()),
        ("ModifiedContinuousDerivative", (0..5).map(|i| akima(i, 1.0)).collect()),
        ("MonotoneContinuousDerivative1", (0..5).map(butland).collect()),
        ("MonotoneContinuousDerivative2", (0..5).map(steffen).collect()),
    ];
    for (smoothness, slopes) in slopes {
        let settings = format!("smoothness = \"{smoothness}\"");
        for i in 0..4 {
            let (t, width) = (0.3, h[i]);
            let hermite = (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t) * GRID[i].powi(3)
                + t * (1.0 - t) * (1.0 - t) * width * slopes[i]
                + t * t * (3.0 - 2.0 * t) * GRID[i + 1].powi(3)
                + t * t * (t - 1.0) * width * slopes[i + 1];
            near(at(&settings, GRID[i] + t * width)[0], hermite, 1e-13, &format!("{smoothness}, segment {i}"));
        }
        near(at(&settings, 4.0)[0], 27.0 + slopes[4], 1e-13, "along the last slope");
    }
}

#[test]
fn every_column_over_its_own_input() {
    let text = block("Blocks.Tables.CombiTable1Dv", CUBE);
    let mut m = moving_with(&text, &[("b.u[1]", 0.0), ("b.u[2]", 2.0)]);
    near(m.get("b.y[1]"), -0.25, 1e-15, "first");
    near(m.get("b.y[2]"), 2.25, 1e-15, "second");
    // One row is a constant.
    let text = block("Blocks.Tables.CombiTable1Dv", "table = [[3, 7]]");
    assert_eq!(moving_with(&text, &[("b.u[1]", -5.0)]).get("b.y[1]"), 7.0);
}
