//! Tables of two variables: against products of tables of one variable, polynomials and their own derivatives.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::{moving_with, near, try_compile};

const FIRST: [[f64; 2]; 5] = [[-2.0, 3.0], [-1.2, -1.0], [0.1, 0.5], [0.9, 2.0], [3.0, 1.5]];
const SECOND: [[f64; 2]; 4] = [[0.5, 1.0], [1.0, -0.7], [2.5, 2.2], [3.0, 0.4]];

/// The text of a table of one variable.
fn column(rows: &[[f64; 2]]) -> String {
    let rows: Vec<String> = rows.iter().map(|[u, y]| format!("[{u:?}, {y:?}]")).collect();
    format!("table = [{}]", rows.join(", "))
}

/// The text of a table over two grids.
fn surface(first: &[f64], second: &[f64], z: impl Fn(f64, f64) -> f64) -> String {
    let head: Vec<String> = second.iter().map(|v| format!("{v:?}")).collect();
    let mut rows = vec![format!("[0, {}]", head.join(", "))];
    for u in first {
        let values: Vec<String> = second.iter().map(|v| format!("{:?}", z(*u, *v))).collect();
        rows.push(format!("[{u:?}, {}]", values.join(", ")));
    }
    format!("table = [{}]", rows.join(", "))
}

fn model(settings: &str) -> String {
    format!("name = \"T\"\nconnections = []\n[components.t]\nclass = \"Blocks.Tables.CombiTable2Ds\"\n{settings}\n")
}

/// A table and two of one variable in one model, which have smoothnesses of their own.
fn product([smoothness, of_lines]: [&str; 2], extrapolation: &str, rows: usize, columns: usize) -> String {
    let of = |table: &[[f64; 2]], u: f64| table.iter().find(|row| row[0] == u).unwrap()[1];
    let (first, second) = (&FIRST[..rows], &SECOND[..columns]);
    let grids = [first, second].map(|table| table.iter().map(|row| row[0]).collect::<Vec<f64>>());
    let how = |smoothness| format!("smoothness = \"{smoothness}\"\nextrapolation = \"{extrapolation}\"\n");
    let table = surface(&grids[0], &grids[1], |u, v| of(first, u) * of(second, v));
    let one = |name: &str, rows: &[[f64; 2]]| {
        format!("[components.{name}]\nclass = \"Blocks.Tables.CombiTable1Ds\"\n{}\n{}", column(rows), how(of_lines))
    };
    format!("{}{}{}", model(&format!("{table}\n{}", how(smoothness))), one("f", first), one("g", second))
}

/// Every kind of interpolation of a product of two functions is the product of the interpolated functions: so are Akima's slopes, since
/// their weights are those of the one function along each direction. Constant segments go on in straight lines along both directions beyond
/// an edge, as in the library.
#[test]
fn products_of_functions() {
    for smoothness in ["LinearSegments", "ConstantSegments", "ContinuousDerivative"] {
        for extrapolation in ["HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation"] {
            for (rows, columns) in [(5, 4), (2, 4), (5, 2), (1, 4), (5, 1), (1, 1), (3, 3)] {
                let range = |table: &[[f64; 2]]| (table[0][0], table[table.len() - 1][0]);
                let ((a, b), (c, d)) = (range(&FIRST[..rows]), range(&SECOND[..columns]));
                for (s, t) in [
                    (0.0, 0.0),
                    (0.13, 0.7),
                    (0.48, 0.21),
                    (0.9, 0.97),
                    (1.0, 1.0),
                    (-0.3, 0.6),
                    (0.4, 1.2),
                    (1.7, -2.1),
                ] {
                    let is_inside = [s, t].iter().all(|x| (0.0..=1.0).contains(x));
                    if extrapolation == "NoExtrapolation" && !is_inside {
                        continue;
                    }
                    let (u, v) = (a + s * (b - a), c + t * (d - c));
                    let is_beyond = extrapolation == "LastTwoPoints" && !((a..=b).contains(&u) && (c..=d).contains(&v));
                    let of_lines =
                        if is_beyond && smoothness == "ConstantSegments" { "LinearSegments" } else { smoothness };
                    let text = product([smoothness, of_lines], extrapolation, rows, columns);
                    let mut m = moving_with(&text, &[("t.u1", u), ("t.u2", v), ("f.u", u), ("g.u", v)]);
                    let expected = m.get("f.y[1]") * m.get("g.y[1]");
                    let what = format!("{smoothness} {extrapolation} {rows} x {columns} at {s}, {t}");
                    near(m.get("t.y"), expected, 1e-12 * (1.0 + expected.abs()), &what);
                }
            }
        }
    }
}

/// Quadratic functions on an even grid are met everywhere by Akima's surface, beyond the edges along their tangents.
#[test]
fn quadratic_functions() {
    let z = |u: f64, v: f64| (2.0 + u - 0.5 * u * u) * (1.0 - v + 0.3 * v * v) + 0.7 * u * v - v * v;
    let grid: Vec<f64> = (0..5).map(|k| f64::from(k) * 0.5).collect();
    let settings = format!("{}\nsmoothness = \"ContinuousDerivative\"", surface(&grid, &grid, z));
    let at = |u: f64, v: f64| moving_with(&model(&settings), &[("t.u1", u), ("t.u2", v)]).get("t.y");
    for (u, v) in [(0.1, 0.2), (0.5, 1.9), (1.3, 0.77), (2.0, 2.0), (1.99, 0.01)] {
        near(at(u, v), z(u, v), 1e-13, &format!("{u}, {v}"));
    }
    let slope = (z(2.0 + 1e-6, 0.8) - z(2.0 - 1e-6, 0.8)) / 2e-6;
    near(at(2.6, 0.8), z(2.0, 0.8) + 0.6 * slope, 1e-9, "beyond an edge");
}

/// The surface and its derivatives go on over the borders of cells, and it meets its points.
#[test]
fn surfaces_are_smooth() {
    let (first, second) = ([-1.0, 0.2, 0.7, 2.0, 2.5], [0.0, 0.3, 1.1, 2.0]);
    let z = |u: f64, v: f64| (3.1 * u + 1.7 * v * v).sin() + if u > 0.5 && v > 1.0 { 1.0 } else { 0.0 };
    let settings = format!("{}\nsmoothness = \"ContinuousDerivative\"", surface(&first, &second, z));
    let at = |u: f64, v: f64| moving_with(&model(&settings), &[("t.u1", u), ("t.u2", v)]).get("t.y");
    for u in first {
        for v in second {
            near(at(u, v), z(u, v), 1e-13, "a point");
        }
    }
    let h = 1e-4;
    for (u, v) in [(0.2, 0.6), (0.7, 1.4), (2.0, 0.1)] {
        let [before, after] = [at(u - h, v), at(u + h, v)];
        near((after - at(u, v)) / h, (at(u, v) - before) / h, 100.0 * h, "slope along u1");
    }
    for (u, v) in [(0.4, 0.3), (1.4, 1.1)] {
        let [before, after] = [at(u, v - h), at(u, v + h)];
        near((after - at(u, v)) / h, (at(u, v) - before) / h, 100.0 * h, "slope along u2");
    }
}

#[test]
fn impossible_surfaces_are_refused() {
    let right = surface(&[0.0, 1.0], &[0.0, 1.0], |u, v| u + v);
    for (wrong, told) in [
        ("table = [[0, 1]]".to_owned(), "two rows and two columns"),
        (surface(&[0.0, 0.0], &[0.0, 1.0], |u, v| u + v), "grid u1"),
        (surface(&[0.0, 1.0], &[1.0, 0.0], |u, v| u + v), "grid u2"),
        (format!("{right}\nsmoothness = \"MonotoneContinuousDerivative1\""), "MonotoneContinuousDerivative1"),
        (format!("{right}\nsmoothness = \"ModifiedContinuousDerivative\""), "ModifiedContinuousDerivative"),
    ] {
        let problem = try_compile(&model(&wrong)).unwrap_err();
        assert!(problem.contains(told) && problem.contains('t'), "{problem}");
    }
}

/// A table that is left ends with an error that names the input.
#[test]
fn leaving_a_surface() {
    let table = surface(&[0.0, 1.0], &[0.0, 1.0], |u, v| u + v);
    let text = model(&format!("{table}\nextrapolation = \"NoExtrapolation\""))
        .replace("connections = []", "connections = [[\"r.y\", \"t.u2\"]]")
        + "[components.r]\nclass = \"Blocks.Sources.Ramp\"\nheight = 2\nduration = 1\n";
    let mut host = moving::common::Host::new(moving::common::compile(&text), 1e-9);
    host.start();
    host.instance.do_step(0.0, 0.5).unwrap();
    let error = host.instance.do_step(0.5, 0.1).unwrap_err().to_string();
    assert!(error.contains("t at 0.5") && error.contains("u2 = "), "{error}");
}

/// Each pair of inputs is looked up as in a table with one pair.
#[test]
fn pairs_of_inputs() {
    let z = |u: f64, v: f64| (3.1 * u + 1.7 * v * v).sin();
    let table = surface(&[-1.0, 0.2, 0.7, 2.0], &[0.0, 0.3, 1.1], z);
    for smoothness in ["LinearSegments", "ConstantSegments", "ContinuousDerivative"] {
        let settings = format!("{table}\nsmoothness = \"{smoothness}\"");
        let of_pairs = model(&format!("n = 3\n{settings}")).replace("Table2Ds", "Table2Dv");
        assert!(of_pairs.contains(r#"class = "Blocks.Tables.CombiTable2Dv""#));
        let pairs = [(0.4, 0.5), (-2.0, 1.5), (1.9, 0.1)];
        let inputs: Vec<(String, f64)> =
            (1..).zip(pairs).flat_map(|(k, (u, v))| [(format!("t.u1[{k}]"), u), (format!("t.u2[{k}]"), v)]).collect();
        let inputs: Vec<(&str, f64)> = inputs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let mut all = moving_with(&of_pairs, &inputs);
        for (k, (u, v)) in (1..).zip(pairs) {
            let alone = moving_with(&model(&settings), &[("t.u1", u), ("t.u2", v)]).get("t.y");
            assert_eq!(all.get(&format!("t.y[{k}]")), alone, "{smoothness} at {u}, {v}");
        }
    }
}
