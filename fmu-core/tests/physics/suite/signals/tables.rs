//! Tables over time.

use super::*;

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
    let values: Vec<f64> = m.model.parameters.slots.iter().map(|s| s.value).collect();
    let (law, parameters) = (&m.model.laws[0], Parameters::new(&values));
    let (mut time, mut events) = (-1.0, Vec::new());
    while events.len() < 8 {
        let next = law
            .next_event(
                parameters,
                Discrete { mode: 0, held: &[], histories: &[] },
                Instant { start: 0.0, elapsed: time },
            )
            .unwrap();
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
