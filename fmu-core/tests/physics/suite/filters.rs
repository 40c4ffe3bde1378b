//! Blocks.Continuous.Filter: the frequency response of its linear system against the formulas of the filters, and how it starts.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use moving::common::{Host, compile};
use moving::{moving_with, near, try_compile};
use std::f64::consts::{FRAC_1_SQRT_2, PI};

type Complex = [f64; 2];
/// Frequency of the low pass that a filter comes from, over the frequency and both ends of the band.
type Low = fn(f64, f64, f64) -> f64;

fn product([a, b]: Complex, [c, d]: Complex) -> Complex {
    [a * c - b * d, a * d + b * c]
}

fn quotient(a: Complex, [c, d]: Complex) -> Complex {
    let norm = c * c + d * d;
    let [x, y] = product(a, [c, -d]);
    [x / norm, y / norm]
}

fn model(settings: &str) -> String {
    format!("name = \"F\"\nconnections = []\n[components.b]\nclass = \"Blocks.Continuous.Filter\"\n{settings}\n")
}

/// The matrices of a filter: derivatives of the states and of the output, each over the states and the input.
fn matrices(settings: &str) -> Vec<Vec<f64>> {
    let mut host = Host::new(compile(&model(settings)), 1e-9);
    host.start();
    let n = host.instance.catalogue().states.len();
    let of = |host: &Host, k: usize| (host.reference(&format!("b.x[{k}]")), host.reference(&format!("der(b.x[{k}])")));
    let states: Vec<(u32, u32)> = (1..=n).map(|k| of(&host, k)).collect();
    let unknowns: Vec<u32> = states.iter().map(|(_, rate)| *rate).chain([host.reference("b.y")]).collect();
    let knowns = states.iter().map(|(state, _)| *state).chain([host.reference("b.u")]);
    let column = |known: u32| {
        let mut found = vec![0.0; unknowns.len()];
        host.instance.directional_derivatives(&unknowns, &[known], &[1.0], &mut found).unwrap();
        found
    };
    let columns: Vec<Vec<f64>> = knowns.map(column).collect();
    (0..=n).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

/// `C (s I - A)^-1 B + D` at `s = 2 pi f i`, by elimination.
fn response(matrices: &[Vec<f64>], f: f64) -> f64 {
    let n = matrices.len() - 1;
    let s = 2.0 * PI * f;
    let mut rows: Vec<Vec<Complex>> = (0..n)
        .map(|i| {
            let left = (0..n).map(|j| [-matrices[i][j], if i == j { s } else { 0.0 }]);
            left.chain([[matrices[i][n], 0.0]]).collect()
        })
        .collect();
    for k in 0..n {
        let size = |row: &[Complex]| row[k][0].hypot(row[k][1]);
        let pivot = (k..n).max_by(|a, b| size(&rows[*a]).total_cmp(&size(&rows[*b]))).unwrap();
        rows.swap(k, pivot);
        for i in (0..n).filter(|i| *i != k) {
            let factor = quotient(rows[i][k], rows[k][k]);
            let chosen = rows[k].clone();
            for (element, above) in rows[i].iter_mut().zip(chosen).skip(k) {
                let [x, y] = product(factor, above);
                *element = [element[0] - x, element[1] - y];
            }
        }
    }
    let mut y = [matrices[n][n], 0.0];
    for k in 0..n {
        let [a, b] = quotient(rows[k][n], rows[k][k]);
        y = [y[0] + matrices[n][k] * a, y[1] + matrices[n][k] * b];
    }
    y[0].hypot(y[1])
}

/// Amplitude of the low pass at `w` times its cut-off frequency.
fn amplitude(filter: &str, n: i32, normalized: bool, w: f64) -> f64 {
    let edge = 10.0_f64.powf(0.3) - 1.0;
    match filter {
        "CriticalDamping" => {
            let alpha = if normalized { 10.0_f64.powf(0.3 / f64::from(n)) - 1.0 } else { 1.0 };
            (1.0 + alpha * w * w).powf(-0.5 * f64::from(n))
        }
        "Butterworth" => (1.0 + w.powi(2 * n)).powf(-0.5),
        "ChebyshevI" => {
            let ripple = 10.0_f64.powf(0.1 * 0.8) - 1.0;
            let polynomial = |x: f64| (1..n).fold((1.0, x), |(a, b), _| (b, 2.0 * x * b - a)).1;
            // The amplitude is 1 at rest: with an even order it rises above that.
            let at_rest = 1.0 + if n % 2 == 0 { ripple } else { 0.0 };
            let cut = (((edge + 1.0) * at_rest - 1.0) / ripple).sqrt();
            let x = if normalized { w * (cut.acosh() / f64::from(n)).cosh() } else { w };
            (at_rest / (1.0 + ripple * polynomial(x).powi(2))).sqrt()
        }
        _ => {
            // Reverse Bessel polynomials at i x, by their recurrence.
            let polynomial = |x: f64| {
                let step = |(a, b): (Complex, Complex), k: i32| {
                    let factor = f64::from(2 * k - 1);
                    (b, [factor * b[0] - x * x * a[0], factor * b[1] - x * x * a[1]])
                };
                let [a, b] = (2..=n).fold(([1.0, 0.0], [1.0, x]), step).1;
                a.hypot(b)
            };
            let gain = |x: f64| polynomial(0.0) / polynomial(x);
            let (mut low, mut high) = (0.0, 10.0);
            for _ in 0..100 {
                let middle = 0.5 * (low + high);
                if gain(middle).powi(-2) < edge + 1.0 { low = middle } else { high = middle }
            }
            gain(if normalized { w * low } else { w })
        }
    }
}

#[test]
fn amplitudes() {
    let (f_min, f_cut) = (1.3_f64, 4.0_f64);
    let middle = (f_min * f_cut).sqrt();
    // The frequency of the low pass that each filter comes from.
    let types: [(&str, Low); 4] = [
        ("LowPass", |f, _, high| f / high),
        ("HighPass", |f, _, high| high / f),
        ("BandPass", |f, low, high| (f - low * high / f) / (high - low)),
        ("BandStop", |f, low, high| (high - low) / (f - low * high / f)),
    ];
    for filter in ["CriticalDamping", "Bessel", "Butterworth", "ChebyshevI"] {
        for (kind, from) in types {
            for order in [1, 2, 3, 4, 7] {
                for normalized in [true, false] {
                    let settings = format!(
                        "analogFilter = \"{filter}\"\nfilterType = \"{kind}\"\norder = {order}\nf_cut = {f_cut:?}\nf_min = {f_min:?}\n\
                         gain = 2.5\nA_ripple = 0.8\nnormalized = {normalized}"
                    );
                    let settings = if kind.starts_with("Band") {
                        settings
                    } else {
                        settings.replace(&format!("f_min = {f_min:?}\n"), "")
                    };
                    let settings =
                        if filter == "ChebyshevI" { settings } else { settings.replace("A_ripple = 0.8\n", "") };
                    let matrices = matrices(&settings);
                    for f in [0.2, f_min, 0.97 * middle, 2.9, f_cut, 17.0] {
                        let w = from(f, f_min, f_cut).abs();
                        let expected = 2.5 * amplitude(filter, order, normalized, w);
                        let what = format!("{filter} {kind} of order {order} at {f} Hz, normalized {normalized}");
                        near(response(&matrices, f), expected, 1e-11 * (1.0 + expected), &what);
                    }
                    let ends: &[f64] = if kind.starts_with("Band") { &[f_min, f_cut] } else { &[f_cut] };
                    for f in ends.iter().filter(|_| normalized) {
                        let level = 20.0 * (response(&matrices, *f) / 2.5).log10();
                        let expected = if filter == "Butterworth" { -10.0 * 2.0_f64.log10() } else { -3.0 };
                        near(level, expected, 1e-10, &format!("{filter} {kind} of order {order} at {f} Hz"));
                    }
                }
            }
        }
    }
}

/// Orders up to the highest of the table of Bessel filters.
#[test]
fn high_orders() {
    for order in [12, 20] {
        let matrices = matrices(&format!("analogFilter = \"Bessel\"\norder = {order}\nf_cut = 2"));
        for f in [0.5, 2.0, 6.0] {
            let expected = amplitude("Bessel", order, true, f / 2.0);
            near(response(&matrices, f), expected, 1e-9 * expected, &format!("order {order} at {f} Hz"));
        }
    }
    for wrong in [
        "analogFilter = \"Bessel\"\norder = 21\nf_cut = 1",
        "filterType = \"BandPass\"\nf_cut = 1",
        "filterType = \"BandStop\"\nf_cut = 1\nf_min = 1",
        "f_cut = 0",
        "f_cut = 1\norder = 0",
        "analogFilter = \"ChebyshevI\"\nf_cut = 1\nA_ripple = 4",
        "f_cut = 1\nx_start = [1, 2, 3]",
    ] {
        assert!(try_compile(&model(wrong)).is_err(), "{wrong}");
    }
}

/// Real and imaginary parts of the poles of each pair of states, and what drives the first of them, as the library orders them: the numbers follow
/// from its functions `base`, `coefficients` and `roots` at f_cut = 1/(2 pi) Hz, and f_min a quarter of that.
#[test]
fn states_are_those_of_the_library() {
    let one = 1.0 / (2.0 * PI);
    let pairs: [(&str, &[[f64; 3]]); 5] = [
        ("analogFilter = \"Butterworth\"\norder = 2", &[[-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 2.0_f64.sqrt()]]),
        (
            "analogFilter = \"Butterworth\"\nfilterType = \"HighPass\"\norder = 4",
            &[
                [-0.38268343236509, 0.92387953251129, 1.08239220029239],
                [-0.92387953251129, 0.38268343236509, 2.61312592975275],
            ],
        ),
        (
            "analogFilter = \"ChebyshevI\"\norder = 4",
            &[
                [-0.38274427564828, 0.38057981926907, 0.76550086112273],
                [-0.15853786989418, 0.91880096124489, 0.94615645743041],
            ],
        ),
        (
            "analogFilter = \"ChebyshevI\"\nfilterType = \"BandPass\"\norder = 2",
            &[
                [-0.27381715190682, 0.80017742697155, 0.89387643690504],
                [-0.0957054947295, 0.27968071388659, 0.31243070795709],
            ],
        ),
        (
            "analogFilter = \"CriticalDamping\"\nfilterType = \"BandStop\"\norder = 1",
            &[[-0.37411062941662, 0.33172464026283, 0.75363711240119]],
        ),
    ];
    for (settings, pairs) in pairs {
        let f_min = if settings.contains("Band") { format!("\nf_min = {:?}", 0.25 * one) } else { String::new() };
        let found = matrices(&format!("{settings}\nf_cut = {one:?}{f_min}"));
        let n = found.len() - 1;
        for (k, [a, b, drive]) in pairs.iter().enumerate() {
            let (x1, x2) = (2 * k, 2 * k + 1);
            let of_pair = [[found[x1][x1], found[x1][x2]], [found[x2][x1], found[x2][x2]]];
            for (found, expected) in of_pair.as_flattened().iter().zip([*a, -b, *b, *a]) {
                near(*found, expected, 1e-9, &format!("{settings}, pair {k}"));
            }
            // Only the first section sees the input itself, where low frequencies do not pass it by.
            if k == 0 {
                near(found[x1][n], *drive, 1e-9, &format!("{settings}, input"));
                near(found[x2][n], 0.0, 0.0, settings);
            }
        }
    }
}

/// Start values mean the states of the library: the output of a low pass of second order is its second state.
#[test]
fn start_values_are_those_of_the_library() {
    let settings = "analogFilter = \"Butterworth\"\nf_cut = 2\ninit = \"InitialState\"\nx_start = [0.3, -0.2]";
    let mut m = moving_with(&model(settings), &[]);
    near(m.get("b.y"), -0.2, 1e-15, "y(0)");
    let a = -2.0 * PI * 2.0 * FRAC_1_SQRT_2;
    near(m.get("der(b.x[1])"), a * 0.3 - a * 0.2, 1e-12, "der(x1)");
    near(m.get("der(b.x[2])"), -a * 0.3 + a * -0.2, 1e-12, "der(x2)");
    // The nominal value of the input scales the states, not the output.
    let mut scaled = moving_with(&model("analogFilter = \"Butterworth\"\nf_cut = 2\nu_nominal = 50"), &[("b.u", 10.0)]);
    near(scaled.get("b.y"), 10.0, 1e-12, "output at rest");
    near(scaled.get("b.x[2]"), 0.2, 1e-14, "state at rest");
}

/// The states rest, or the output has its start value while all states but one rest, or they have theirs.
#[test]
fn starts() {
    for filter in ["CriticalDamping", "Bessel", "Butterworth", "ChebyshevI"] {
        for (kind, passes, order) in
            [("LowPass", 1.0, 3), ("HighPass", 0.0, 4), ("BandPass", 0.0, 2), ("BandStop", 1.0, 3)]
        {
            let is_band = kind.starts_with("Band");
            let states = if is_band { 2 * order } else { order };
            let band = if is_band { "f_min = 0.7\n" } else { "" };
            let settings = format!(
                "analogFilter = \"{filter}\"\nfilterType = \"{kind}\"\norder = {order}\nf_cut = 2\n{band}gain = 3\n"
            );
            let with = |more: &str| moving_with(&model(&format!("{settings}{more}")), &[("b.u", 1.5)]);
            let mut m = with("");
            for time in [0.0, 0.4] {
                if time > 0.0 {
                    m.run(time);
                }
                near(m.get("b.y"), 4.5 * passes, 1e-11, &format!("{filter} {kind} at rest, {time} s"));
            }
            let mut m = with("y_start = 0.4\ninit = \"InitialOutput\"");
            near(m.get("b.y"), 0.4, 1e-11, &format!("{filter} {kind} InitialOutput"));
            let moving = (1..=states).filter(|k| m.get(&format!("der(b.x[{k}])")).abs() > 1e-9).count();
            assert!(moving <= 1, "{filter} {kind}: {moving} states do not rest");
            let mut m = with("x_start = [0.3]\ninit = \"InitialState\"");
            (1..=states).for_each(|k| near(m.get(&format!("b.x[{k}]")), 0.3, 0.0, "x_start"));
        }
    }
}

/// A cut-off frequency that is set through FMI counts.
#[test]
fn frequencies_may_change() {
    let settings = "filterType = \"BandPass\"\nanalogFilter = \"Butterworth\"\norder = 1\nf_cut = 3\nf_min = 1\ninit = \"InitialState\"";
    let mut m = moving_with(&model(settings), &[("b.u", 1.0), ("b.f_cut", 2.0), ("b.f_min", 0.5)]);
    // B s/(s^2 + B s + w0^2) with w0 = 2 pi and B = 3 pi.
    let (t, damping) = (0.3_f64, 1.5 * PI);
    let w = (4.0 * PI * PI - damping * damping).sqrt();
    m.run(t);
    near(m.get("b.y"), 3.0 * PI / w * (-damping * t).exp() * (w * t).sin(), 1e-11, "answer to a step");
}

/// Steady states are found together, and columns of what has nothing to do with each other share evaluations: forty filters apart, and a loop
/// of two blocks, y1 = 2 (3 + y2), y2 = -y1/4, which share their conditions.
#[test]
fn steady_states_of_blocks_apart_and_in_a_loop() {
    let mut text = "name = \"Steady\"\nconnections = [[\"three.y\", \"sum.u1\"], [\"two.y\", \"sum.u2\"], [\"sum.y\", \"one.u\"], [\"one.y\", \"two.u\"]"
        .to_owned();
    (0..40).for_each(|k| text += &format!(", [\"level{k}.y\", \"f{k}.u\"]"));
    text += "]\n[components]\nthree = { class = \"Blocks.Sources.Constant\", k = 3 }\nsum = { class = \"Blocks.Math.Add\" }\n";
    for (name, k) in [("one", 2.0), ("two", -0.25)] {
        text += &format!(
            "{name} = {{ class = \"Blocks.Continuous.FirstOrder\", k = {k}, T = 0.5, initType = \"SteadyState\" }}\n"
        );
    }
    for k in 0..40 {
        let (order, level) = (1 + k % 5, 0.5 * f64::from(k) - 7.0);
        text += &format!("level{k} = {{ class = \"Blocks.Sources.Constant\", k = {level} }}\n");
        text += &format!(
            "f{k} = {{ class = \"Blocks.Continuous.Filter\", order = {order}, f_cut = 2, init = \"SteadyState\" }}\n"
        );
    }
    let mut host = Host::new(compile(&text), 1e-9);
    host.start();
    near(host.get("one.y"), 4.0, 1e-9, "first of the loop");
    near(host.get("two.y"), -1.0, 1e-9, "second of the loop");
    for k in 0..40 {
        near(host.get(&format!("f{k}.y")), 0.5 * f64::from(k) - 7.0, 1e-9, &format!("filter {k}"));
    }
}
