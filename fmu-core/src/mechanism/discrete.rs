//! Discrete states: what laws hold between events, and how events change them.
//!
//! A law compares in its relations only. Between events it goes by its discrete state, so that all scalars take the same branch, trial steps
//! have no side effects, and limits from the left are right. A relation has an indicator that is positive while what the discrete state
//! says holds, and never zero after an event (FMI 2.0.5, 3.1.1): comparisons are shifted by [`RELATION_SHIFT`].

use super::{FlangeId, Parameters, StateId};
use std::ops::Range;

/// Indicators are shifted by this much of the nominal size of what is compared, so that they are not zero at the event itself.
pub const RELATION_SHIFT: f64 = 1e-10;

/// The indicator of the relation `difference > 0`, which the discrete state says to hold or not.
pub fn relation_indicator(holds: bool, difference: f64) -> f64 {
    if holds { difference + RELATION_SHIFT } else { RELATION_SHIFT - difference }
}

/// Whether the relation `difference > 0` holds from an event on that its indicator may have told of. A host's integrator may stop a little before
/// the indicator is zero.
pub fn relation_holds(held: bool, difference: f64, is_initial: bool) -> bool {
    let has_changed = relation_indicator(held, difference) <= 0.5 * RELATION_SHIFT;
    if is_initial { difference > 0.0 } else { held != has_changed }
}

/// The discrete state of a law.
#[derive(Clone, Copy, Debug)]
pub struct Discrete<'a> {
    /// Which of its equations hold.
    pub mode: i32,
    /// Numbers that it holds.
    pub held: &'a [f64],
}

/// The discrete state of a law at an event, as its law makes it.
#[derive(Debug)]
pub struct Event<'a> {
    /// Time, s.
    pub time: f64,
    /// The initial state is looked for.
    pub is_initial: bool,
    /// Parameters.
    pub parameters: Parameters<'a, f64>,
    /// Which of the equations hold from now on; before, those that did until now.
    pub mode: i32,
    /// What is held from now on; before, what was held until now.
    pub held: &'a mut [f64],
    /// What jumps.
    pub jumps: &'a mut Vec<Jump>,
}

/// What an event changes besides discrete states.
#[derive(Clone, Debug, PartialEq)]
pub enum Jump {
    /// A state of a law.
    State(StateId, f64),
    /// Position and speed of a flange, which has a coordinate of its own.
    Flange {
        /// The flange.
        flange: FlangeId,
        /// Position, rad or m; none: as it is.
        position: Option<f64>,
        /// Speed, rad/s or m/s.
        speed: f64,
    },
    /// The simulation is over, for this reason.
    Terminate(String),
    /// What the law demands does not hold, for this reason.
    Fail(String),
}

/// A contact with dry friction between two flanges. The mode of its law is one of [`SLIDING_BACK`], [`STUCK`], [`SLIDING`], [`APART`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrictionElement {
    /// Name of the component.
    pub name: String,
    /// Its law.
    pub law: usize,
    /// One side.
    pub flange: FlangeId,
    /// The other one; none: at rest.
    pub support: Option<FlangeId>,
}

/// The flange slides in its negative direction, seen from the support.
pub const SLIDING_BACK: i32 = -1;
/// The flange sticks to the support.
pub const STUCK: i32 = 0;
/// The flange slides in its positive direction.
pub const SLIDING: i32 = 1;
/// The surfaces do not touch.
pub const APART: i32 = 2;

/// A law whose discrete state depends on more than time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationalLaw {
    /// Name of the component.
    pub name: String,
    /// Its number.
    pub law: usize,
    /// Its indicators.
    pub indicators: Range<usize>,
}

/// What is discrete in a model.
#[derive(Clone, Debug, Default)]
pub struct DiscreteLayout {
    /// For each law: what it holds, in the array of all held numbers.
    pub held: Vec<Range<usize>>,
    /// Length of that array.
    pub held_count: usize,
    /// Laws whose discrete state depends on time alone.
    pub timed: Vec<usize>,
    /// Laws whose discrete state depends on more, in the order of evaluation.
    pub relational: Vec<RelationalLaw>,
    /// Contacts with friction. Each has [`FRICTION_INDICATORS`] indicators after those of the laws.
    pub frictions: Vec<FrictionElement>,
    /// Indicators of laws.
    pub law_indicators: usize,
    /// The last stage whose results the relations of laws read.
    pub stage: super::Stage,
}

/// Indicators of a contact with friction: for sliding or breaking away forwards and backwards, and for touching.
pub const FRICTION_INDICATORS: usize = 3;

impl DiscreteLayout {
    /// Number of indicators.
    pub fn indicators(&self) -> usize {
        self.law_indicators + FRICTION_INDICATORS * self.frictions.len()
    }

    /// True when something besides time has events.
    pub fn has_state_events(&self) -> bool {
        !(self.relational.is_empty() && self.frictions.is_empty())
    }

    /// Name of the component that an indicator belongs to.
    pub fn name(&self, indicator: usize) -> &str {
        let of_law = self.relational.iter().find(|relational| relational.indicators.contains(&indicator));
        let of_friction = || self.frictions.get(indicator.checked_sub(self.law_indicators)? / FRICTION_INDICATORS);
        of_law
            .map(|relational| relational.name.as_str())
            .or_else(|| of_friction().map(|f| f.name.as_str()))
            .unwrap_or("")
    }

    /// The discrete state of law `law`.
    #[inline]
    pub fn of<'a>(&self, law: usize, modes: &[i32], held: &'a [f64]) -> Discrete<'a> {
        Discrete { mode: modes[law], held: self.held.get(law).map_or(&[], |range| &held[range.clone()]) }
    }
}
