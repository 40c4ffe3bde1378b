//! The damper in parallel with the spring of a contact: it never pulls and is never stronger than the spring, so that
//! the force does not jump on contact.
//!
//! Both limits are kinks of the force, at which an integrator would need many short steps. So they are relations: the
//! mode of a contact has the side that touches as its sign, and the limitation of the damper as its magnitude.

use mechanism::scalar::Scalar;
use mechanism::{Event, ModeName, Modes, RELATION_SHIFT, relation_holds, relation_indicator};

/// Relations of a damper.
pub const DAMPER_RELATIONS: usize = 2;

/// Mode of a contact with an unlimited damper.
const FREE: i32 = 1;

/// The damper is limited to the force of the spring.
const HARD: i32 = 2;

/// The damper would pull and cancels the force of the spring.
const LOOSE: i32 = 3;

/// Modes of a contact of two bodies: zero while they are apart.
pub const CONTACT_MODES: Modes = 0..=LOOSE;

/// Modes of a body between two contacts.
pub const CONTACT_MODES_OF_TWO_SIDES: Modes = -LOOSE..=LOOSE;

/// Compression of a spring, m or rad, below which its force is small.
const SMALL: f64 = 1e-3;

/// Forces in a contact.
#[derive(Clone, Copy, Debug)]
pub struct Pushes<T> {
    /// The spring, N or N.m, zero or more.
    pub spring: T,
    /// The damper without limits, N or N.m.
    pub damper: T,
    /// Spring constant, N/m or N.m/rad: the scale of forces.
    pub stiffness: T,
}

impl<T: Scalar> Pushes<T> {
    /// Force of the damper in a mode of contact.
    pub fn limited_damper(&self, mode: i32) -> T {
        match mode.abs() {
            HARD => self.spring,
            LOOSE => -self.spring,
            _ => self.damper,
        }
    }

    /// Force of both in a mode of contact. Beyond the event that ends the mode it may pull: there is no kink for the
    /// integrator.
    pub fn sum(&self, mode: i32) -> T {
        self.spring + self.limited_damper(mode)
    }
}

impl Pushes<f64> {
    /// Positive if the damper is stronger than the spring, and if it would pull, relative to both. Never both, not even
    /// if the spring pulls slightly before the event at which the contact ends.
    fn differences(&self) -> [f64; DAMPER_RELATIONS] {
        let Self { spring, damper, stiffness } = *self;
        // Without spring force and speed the divisor would be zero.
        let size = SMALL * stiffness + spring.abs() + damper.abs() + f64::MIN_POSITIVE;
        [(damper - spring.abs()) / size, (-spring - damper) / size]
    }

    /// Indicators of the relations in a mode of contact.
    pub fn indicators(&self, mode: i32, indicators: &mut [f64]) {
        let [hard, loose] = self.differences();
        indicators[0] = relation_indicator(mode.abs() == HARD, hard);
        indicators[1] = relation_indicator(mode.abs() == LOOSE, loose);
    }

    /// The mode of a contact on a side, 1 or -1, after `mode`.
    pub fn next_mode(&self, mode: i32, side: i32, is_initial: bool) -> i32 {
        let [hard, loose] = self.differences();
        let held = |limit: i32| mode == side * limit;
        let limit = if relation_holds(held(LOOSE), loose, is_initial) {
            LOOSE
        } else if relation_holds(held(HARD), hard, is_initial) {
            HARD
        } else {
            FREE
        };
        side * limit
    }
}

/// Positive if a contact with penetration `depth` touches. It begins at depth zero, so that no energy comes from a
/// spring that is already compressed; all of the hysteresis is at the end of the contact.
pub fn touching(depth: f64) -> f64 {
    depth + RELATION_SHIFT
}

/// The name of a mode of a contact, with the words for open and closed contacts.
pub fn contact_name(mode: i32, [open, closed]: [&'static str; 2]) -> ModeName {
    let damping = match mode.abs() {
        HARD => "damping limited to the spring's force",
        LOOSE => "without force",
        _ => "damping not limited",
    };
    [if mode == 0 { open } else { closed }, damping]
}

/// Spring `c depth` and damper `d speed` of a contact whose depth increases with `speed`. Beyond the event that ends
/// the contact the spring pulls: a kink there would spoil the whole step with the event.
pub fn pushes<T: Scalar>(c: T, d: T, depth: T, speed: T) -> Pushes<T> {
    Pushes { spring: c * depth, damper: d * speed, stiffness: c }
}

/// The mode of a contact with one side; the relation is positive while it touches.
pub fn next_mode(event: &Event<'_>, depth: f64, pushes: Pushes<f64>) -> i32 {
    let touches = relation_holds(event.mode != 0, touching(depth), event.is_initial);
    if touches { pushes.next_mode(event.mode, 1, event.is_initial) } else { 0 }
}

/// Indicators of a contact with one side.
pub fn contact_indicators(mode: i32, depth: f64, pushes: Pushes<f64>, indicators: &mut [f64]) {
    indicators[0] = relation_indicator(mode != 0, touching(depth));
    if mode == 0 {
        indicators[1..].fill(1.0);
    } else {
        pushes.indicators(mode, &mut indicators[1..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the impact, with the damper stronger, over the rebound, until it would pull.
    #[test]
    fn limits_follow_one_another_and_the_force_bends_but_does_not_jump() {
        let (mut mode, mut modes, mut before) = (0, Vec::new(), 0.0);
        for k in 0..=1000 {
            let phase = std::f64::consts::PI * f64::from(k) / 1000.0;
            let pushes = Pushes { spring: 10.0 * phase.sin(), damper: 4.0 * phase.cos(), stiffness: 1e3 };
            mode = pushes.next_mode(mode, -1, false);
            if modes.last() != Some(&mode) {
                modes.push(mode);
            }
            let mut indicators = [0.0; DAMPER_RELATIONS];
            pushes.indicators(mode, &mut indicators);
            assert!(indicators.iter().all(|z| *z > 0.0), "{indicators:?} in mode {mode}");
            let expected = pushes.spring + pushes.damper.clamp(-pushes.spring, pushes.spring);
            assert!((pushes.sum(mode) - expected).abs() < 1e-8, "{mode}");
            assert!((expected - before).abs() < 0.1);
            before = expected;
        }
        assert_eq!(modes, [-HARD, -FREE, -LOOSE]);
    }

    #[test]
    fn the_limits_exclude_each_other() {
        for (spring, damper) in [(0.0, -0.0), (-1e-9, 0.0), (-1e-9, 1e-10), (-1e-9, 2e-9), (0.0, 0.0), (1e-9, -2e-9)] {
            let [hard, loose] = Pushes { spring, damper, stiffness: 0.0 }.differences();
            assert!(hard.min(loose) <= 0.0, "{hard} {loose}");
        }
    }

    #[test]
    fn a_contact_without_damper_is_never_limited() {
        for spring in [0.0, 1e-12, 3.0, 1e9] {
            let pushes = Pushes { spring, damper: 0.0, stiffness: 1.0 };
            assert_eq!([1, -1].map(|side| pushes.next_mode(0, side, false)), [FREE, -FREE]);
            assert_eq!(pushes.next_mode(FREE, 1, true), FREE);
        }
    }
}
