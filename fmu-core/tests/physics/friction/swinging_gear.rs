//! A gear with losses that swings, against the pieces of its motion.

use super::common::near;
use super::gears::{TRAIN, Train};
use super::host;

/// A motor that swings, 10 sin(2 pi t) N.m, against a load: through all four quadrants, to rest and through rest, as the pieces between say by
/// themselves, whose ends are found by bisection.
#[test]
fn a_gear_with_losses_swings_as_its_pieces_say() {
    const AMPLITUDE: f64 = 10.0;
    let omega = std::f64::consts::TAU;
    let mut modes = std::collections::BTreeSet::new();
    for (load, eta, bearing, w_start) in [
        (-5.0, [0.5, 0.5], [0.0, 0.0], 0.0),
        (2.0, [0.9, 0.7], [0.4, 0.6], 1.0),
        (-1.0, [0.8, 0.9], [1.0, 0.5], -2.0),
        (-16.0, [0.5, 0.5], [0.0, 0.0], 0.0),
        (-3.0, [0.9, 0.8], [6.0, 5.0], 0.0),
    ] {
        let train = Train { motor: 0.0, load, rotor: 1.0, drum: 1.5, ratio: 2.0, eta, bearing };
        let row = format!("[[0, {}, {}, {}, {}]]", eta[0], eta[1], bearing[0], bearing[1]);
        let text = TRAIN
            .replace(
                "\"Rotational.Sources.ConstantTorque\", tau_constant = 1 }\ncomponents.rotor",
                "\"Rotational.Sources.Torque\" }\ncomponents.rotor",
            )
            .replace("tau_constant = 1", &format!("tau_constant = {load}"))
            .replace(
                "w = { start = 1, fixed = true }",
                &format!("phi = {{ start = 0, fixed = true }}, w = {{ start = {w_start}, fixed = true }}"),
            )
            .replace("J = 1 }\ncomponents.load", "J = 1.5 }\ncomponents.load")
            .replace("[[0, 0.8, 0.7, 0.2, 0.3], [2, 0.9, 0.8, 0.6, 0.5]]", &row)
            .replace("connections = [", "connections = [\n  [\"swing.y\", \"motor.tau\"],")
            + "components.swing = { class = \"Blocks.Sources.Sine\", amplitude = 10, f = 1 }\n";
        let mut run = host(&text, 1e-10);
        let pieces = swing(train, AMPLITUDE, omega, w_start, 2.0);
        modes.extend(pieces.iter().map(|piece| piece.mode));
        for k in 1..=40_u32 {
            run.steps(1, 0.05);
            let t = 0.05 * f64::from(k);
            let piece = pieces.iter().rev().find(|piece| piece.start <= t).unwrap();
            near(run.get("rotor.w"), piece.speed(t, AMPLITUDE, omega), 1e-8, &format!("load {load} at {t}"));
        }
    }
    assert_eq!(modes.into_iter().collect::<Vec<_>>(), [-3, -1, 0, 1, 3], "all four quadrants and rest");
}

/// A piece of a swing: from `start` with the speed `w`, in a mode (0 at rest, 1 and 3 forwards, -1 and -3 backwards, 3 where flange_b drives), the
/// acceleration is `line[0] + line[1] motor`.
struct SwingPiece {
    start: f64,
    w: f64,
    mode: i32,
    line: [f64; 2],
}

impl SwingPiece {
    fn speed(&self, t: f64, amplitude: f64, omega: f64) -> f64 {
        let [constant, slope] = self.line;
        let work = amplitude / omega * ((omega * self.start).cos() - (omega * t).cos());
        self.w + constant * (t - self.start) + slope * work
    }
}

/// The pieces up to `end`.
fn swing(train: Train, amplitude: f64, omega: f64, w: f64, end: f64) -> Vec<SwingPiece> {
    let with = |t: f64| Train { motor: amplitude * (omega * t).sin(), ..train };
    // The mode that agrees with itself at a time and speed, and its acceleration as a function of the motor.
    let choose = |t: f64, w: f64| -> (i32, [f64; 2]) {
        let now = with(t);
        let rest = now.motor + now.load / now.ratio;
        if w == 0.0 && rest <= now.loss(true, now.motor) && rest >= now.loss(false, now.motor) {
            return (0, [0.0; 2]);
        }
        for forward in [true, false] {
            if (w > 0.0) != forward && w != 0.0 {
                continue;
            }
            for (k, (line, holds)) in now.quadrants(forward).iter().enumerate() {
                let [a, tau] = now.motion(*line);
                if holds(tau) && (w != 0.0 || (a > 0.0) == forward) {
                    let at = |motor: f64| Train { motor, ..train }.motion(*line)[0];
                    let mode = if forward { 1 } else { -1 } * if (k == 0) == forward { 1 } else { 3 };
                    return (mode, [at(0.0), at(1.0) - at(0.0)]);
                }
            }
        }
        panic!("no mode at {t} with {w}");
    };
    let mut pieces = Vec::new();
    let (mut start, mut w) = (0.0, w);
    while start < end {
        let (mode, line) = choose(start + 1e-12, w);
        let piece = SwingPiece { start, w, mode, line };
        // It holds while its mode is chosen a little later, and the speed keeps its sign.
        let speed = |t: f64| piece.speed(t, amplitude, omega);
        let ends = |t: f64| {
            if mode == 0 {
                choose(t, 0.0).0 != 0
            } else {
                speed(t) * f64::from(mode) < 0.0 || choose(t, speed(t)).0 != mode
            }
        };
        let step = 1e-3;
        let (mut low, mut high) = (start + 1e-9, start + step);
        while high < end && !ends(high) {
            (low, high) = (high, high + step);
        }
        while high - low > 1e-13 {
            let middle = 0.5 * (low + high);
            if ends(middle) { high = middle } else { low = middle }
        }
        let next = speed(high);
        w = if mode == 0 || next * f64::from(mode) < 1e-9 { 0.0 } else { next };
        start = high;
        pieces.push(piece);
    }
    pieces
}
