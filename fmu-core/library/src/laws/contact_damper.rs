//! The damper beside the spring of a contact: it never pulls and is never stronger than the spring, so that nothing jumps on contact.
//!
//! Both limits are kinks of the force, which an integrator passes at the expense of many short steps. So they are relations: the mode of a
//! contact says which of its ends touches, by its sign, and what limits the damper there, by its size.

use mechanism::scalar::Scalar;
use mechanism::{Event, ModeName, Modes, RELATION_SHIFT, relation_holds, relation_indicator};

/// Relations of a damper.
pub const DAMPER_RELATIONS: usize = 2;

/// Mode of a contact whose damper acts as it is.
const FREE: i32 = 1;

/// The damper would be stronger than the spring, and is as strong.
const HARD: i32 = 2;

/// The damper would pull, and takes away what the spring pushes.
const LOOSE: i32 = 3;

/// Modes of a contact of two bodies: zero while they are apart.
pub const CONTACT_MODES: Modes = 0..=LOOSE;

/// Modes of a body between two others.
pub const CONTACT_MODES_OF_TWO_SIDES: Modes = -LOOSE..=LOOSE;

/// Forces of a spring that is compressed less than this, m or rad, are small.
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

    /// Force of both in a mode of contact. Beyond the event that ends the mode it may pull, so that the integrator sees no kink.
    pub fn sum(&self, mode: i32) -> T {
        self.spring + self.limited_damper(mode)
    }
}

impl Pushes<f64> {
    /// Positive where the damper is stronger than the spring, and where it would pull, relative to both. Never both, not even where the spring
    /// pulls a little before the event at which the contact ends.
    fn differences(&self) -> [f64; DAMPER_RELATIONS] {
        let Self { spring, damper, stiffness } = *self;
        // Without spring and speed there is nothing to divide by.
        let size = SMALL * stiffness + spring.abs() + damper.abs() + f64::MIN_POSITIVE;
        [(damper - spring.abs()) / size, (-spring - damper) / size]
    }

    /// Indicators of the relations in a mode of contact.
    pub fn indicators(&self, mode: i32, indicators: &mut [f64]) {
        let [hard, loose] = self.differences();
        indicators[0] = relation_indicator(mode.abs() == HARD, hard);
        indicators[1] = relation_indicator(mode.abs() == LOOSE, loose);
    }

    /// The mode of a contact on a side, 1 or -1, that follows `mode`.
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

/// Positive where a contact `depth` deep touches. It begins at the depth zero, so that no energy comes from a spring that is compressed already, and
/// all of the hysteresis is where it ends.
pub fn touching(depth: f64) -> f64 {
    depth + RELATION_SHIFT
}

/// The name of a mode of a contact, with the words for open and closed ones.
pub fn contact_name(mode: i32, [open, closed]: [&'static str; 2]) -> ModeName {
    let damping = match mode.abs() {
        HARD => "damping limited to the spring's force",
        LOOSE => "without force",
        _ => "damping not limited",
    };
    [if mode == 0 { open } else { closed }, damping]
}

/// Spring `c depth` and damper `d speed` of a contact whose depth grows at `speed`. Past the event that ends the contact the spring pulls: a
/// kink there would spoil the whole step in which the event is.
pub fn pushes<T: Scalar>(c: T, d: T, depth: T, speed: T) -> Pushes<T> {
    Pushes { spring: c * depth, damper: d * speed, stiffness: c }
}

/// The mode of a contact that touches by a relation, positive while it does.
pub fn next_mode(event: &Event<'_>, depth: f64, pushes: Pushes<f64>) -> i32 {
    let touches = relation_holds(event.mode != 0, touching(depth), event.is_initial);
    if touches { pushes.next_mode(event.mode, 1, event.is_initial) } else { 0 }
}

/// Indicators of such a contact.
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

    /// From the impact, in which the damper is stronger, over the rebound to where it would pull.
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
