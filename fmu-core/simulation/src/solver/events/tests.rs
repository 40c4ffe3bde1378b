//! Event location with known zeros.
#![allow(clippy::unwrap_used)]
use super::*;

/// Indicators that are functions of time.
struct Clock<F>(usize, F, usize);

impl<F: Fn(f64, &mut [f64])> OrdinaryDifferentialEquations for Clock<F> {
    type Error = ();
    fn derivatives(&mut self, _t: f64, _x: &[f64], dx: &mut [f64]) -> Result<(), ()> {
        dx.fill(0.0);
        Ok(())
    }
    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }
    fn indicator_count(&self) -> usize {
        self.0
    }
    fn indicators(&mut self, t: f64, _x: &[f64], z: &mut [f64]) -> Result<(), ()> {
        self.2 += 1;
        (self.1)(t, z);
        Ok(())
    }
}

fn search<F: Fn(f64, &mut [f64])>(n: usize, f: F, interval: [f64; 2]) -> (Option<StateEvent>, usize) {
    let (mut clock, mut watch) = (Clock(n, f, 0), EventWatch::new(n, 0));
    assert_eq!(watch.begin(&mut clock, interval[0], &[]).unwrap(), None);
    let piece = Piece { interval, end: &[], interpolate: &|_, _| {} };
    let event = watch.search(&mut clock, &piece).unwrap();
    (event, clock.2)
}

#[test]
fn a_zero_is_located_to_rounding() {
    let (event, evaluations) = search(1, |t, z| z[0] = t.cos(), [1.0, 2.0]);
    let event = event.unwrap();
    assert!((event.time - std::f64::consts::FRAC_PI_2).abs() < 1e-14, "{event:?}");
    // Five evaluations are for the ends, slopes and interior of the step.
    assert!(event.time.cos() <= 0.0 && evaluations <= 5 + 5, "{evaluations}");
}

#[test]
fn the_first_of_several_is_found() {
    let found = search(2, |t, z| (z[0], z[1]) = (1.5 - t, (1.2 - t) * 1e6), [0.0, 2.0]);
    let event = found.0.unwrap();
    assert!(event.indicator == 1 && (event.time - 1.2).abs() < 1e-14, "{event:?}");
}

#[test]
fn a_dip_within_a_step_is_found() {
    // Positive at both ends.
    let (event, _) = search(1, |t, z| z[0] = (t - 0.3).powi(2) - 1e-4, [0.0, 1.0]);
    assert!((event.unwrap().time - 0.29).abs() < 1e-13);
    assert_eq!(search(1, |t, z| z[0] = (t - 0.3).powi(2) + 1e-4, [0.0, 1.0]).0, None);
}

#[test]
fn an_event_that_is_due_is_told_at_the_start() {
    let (mut clock, mut watch) = (Clock(1, |_, z: &mut [f64]| z[0] = 0.0, 0), EventWatch::new(1, 0));
    assert_eq!(watch.begin(&mut clock, 2.0, &[]).unwrap(), Some(StateEvent { time: 2.0, indicator: 0 }));
}

#[test]
fn relations_that_do_not_move_away_chatter() {
    let mut watch = EventWatch::new(1, 0);
    watch.restart();
    let events = (0..200).find(|_| watch.has_happened(0));
    assert_eq!(events, Some(100));
}

/// A bounce that decays to rest is not chattering, however small it gets; one that keeps its height is.
#[test]
fn relations_that_come_to_rest_do_not_chatter() {
    let events_until_chatter = |factor: f64| {
        let mut watch = EventWatch::new(1, 0);
        let mut speed = 1e-3;
        (0..1000).find(|event| {
            speed *= factor;
            // The distance at detection varies, since steps may end anywhere near the highest point. One event has
            // already begun.
            note(&mut watch.largest, &[[9e-8, 3e-8, 5e-8, 2e-9][event % 4]]);
            watch.speed = if *event == 105 { 0.0 } else { speed };
            watch.has_happened(0)
        })
    };
    assert_eq!(events_until_chatter(0.999), None);
    assert!(events_until_chatter(1.0 - 1e-9).is_some_and(|events| events < 105));
}

/// An interval of a few units in the last place of time is not divided further.
#[test]
fn a_step_of_a_few_units_of_rounding_has_an_end() {
    let ulp = 1e4_f64.next_up() - 1e4;
    let wild = |t: f64, z: &mut [f64]| z[0] = 1.5 + (t.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) as f64).sin();
    for interval in [[0.0, 5e-324], [0.0, 1e-320], [1e4, 1e4 + ulp], [1e4, 1e4 + 7.0 * ulp], [1e4, 1e4 + 3e3 * ulp]] {
        let (event, evaluations) = search(1, wild, interval);
        assert!(event.is_none() && evaluations < 20_000, "{interval:?} {evaluations}");
    }
}
