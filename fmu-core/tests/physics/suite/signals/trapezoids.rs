//! Trapezoid: its phases and their events.

use super::*;

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
            let count = ((time - 0.2) / 0.5).floor();
            near(m.get("t.count"), count, 0.0, &format!("period of {time} s"));
            near(m.get("t.T_start"), 0.2 + 0.5 * count, 1e-14, &format!("start of the period of {time} s"));
        }
    }
}

#[test]
fn corners_of_a_trapezoid_are_events() {
    let m = moving(&blocks(&format!("{TRAPEZOID}nperiod = 2\n"), ""));
    let values: Vec<f64> = m.model.parameters.slots.iter().map(|s| s.value).collect();
    let (law, parameters) = (&m.model.laws[0], Parameters::new(&values));
    let (mut time, mut events) = (-1.0, Vec::new());
    while let Some(next) = law.next_event(
        parameters,
        Discrete { mode: 0, held: &[], histories: &[] },
        Instant { start: 0.0, elapsed: time },
    ) {
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
