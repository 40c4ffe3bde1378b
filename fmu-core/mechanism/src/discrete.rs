//! Discrete states: the values that laws hold between events, and how events change them.
//!
//! A law compares values in its relations only. Between events the discrete state selects the equations, so that all scalars take the same
//! branch, trial steps have no side effects, and limits from the left are right. A relation has an indicator that is positive while the relation
//! agrees with the discrete state, and never zero after an event (FMI 2.0.5, 3.1.1): comparisons are shifted by [`RELATION_SHIFT`].

use super::{FlangeId, History, Parameters, PortId, Remembered, StateId};
use crate::scalar::Scalar;
use binary::Binary;
use std::ops::Range;

/// Shift of the indicators, relative to the nominal value of the compared quantities, so that they are not zero at the
/// event itself.
pub const RELATION_SHIFT: f64 = 1e-10;

/// Indicator of the relation `difference > 0`, which holds or not according to the discrete state.
///
/// A difference that is not a number belongs to a branch that is not taken, such as `sqrt(x)` for x < 0: no event is due.
pub fn relation_indicator(holds: bool, difference: f64) -> f64 {
    if difference.is_nan() {
        return 1.0;
    }
    if holds { difference + RELATION_SHIFT } else { RELATION_SHIFT - difference }
}

/// Returns true if the relation `difference > 0` holds after an event that its indicator may have triggered. An
/// integrator may stop slightly before the zero crossing of the indicator.
pub fn relation_holds(held: bool, difference: f64, is_initial: bool) -> bool {
    let has_changed = relation_indicator(held, difference) <= 0.5 * RELATION_SHIFT;
    if is_initial { difference > 0.0 } else { held != has_changed }
}

/// The discrete state of a law.
#[derive(Clone, Copy, Debug)]
pub struct Discrete<'a> {
    /// Selects the active equations.
    pub mode: i32,
    /// Values held between events.
    pub held: &'a [f64],
    /// The past of signals.
    pub histories: &'a [History],
}

/// Name of a discrete state in the event log: a word, and a suffix that distinguishes states with the same word.
pub type ModeName = [&'static str; 2];

/// The names of logical modes.
pub const TRUTH_NAMES: [ModeName; 2] = [["false", ""], ["true", ""]];

/// The name of a logical mode.
pub fn truth_name(holds: bool) -> Option<ModeName> {
    Some(TRUTH_NAMES[usize::from(holds)])
}

/// The discrete state of a law during an event; the law updates it.
#[derive(Debug)]
pub struct Event<'a> {
    /// Time, s.
    pub time: f64,
    /// Time since the start of the simulation, s.
    pub elapsed: f64,
    /// True while the initial state is computed.
    pub is_initial: bool,
    /// Parameters.
    pub parameters: Parameters<'a, f64>,
    /// Selects the active equations: on entry the mode before the event, on return the mode after it.
    pub mode: i32,
    /// Held values: on entry those before the event, on return those after it.
    pub held: &'a mut [f64],
    /// Jumps of states and terminations are appended here.
    pub jumps: &'a mut Vec<Jump>,
    /// Set if the simulation cannot continue.
    pub failure: &'a mut Option<Failure>,
}

/// Why a simulation cannot continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The law's condition for a valid state is violated. Reported after the event iteration has converged, as the
    /// condition may hold then.
    Forbidden(String),
    /// The requested initial state does not exist; reported at once.
    Impossible(String),
}

/// An effect of an event beyond the discrete states.
#[derive(Clone, Debug, PartialEq)]
pub enum Jump {
    /// A state of a law.
    State(StateId, f64),
    /// The simulation is over, for this reason.
    Terminate(String),
}

/// A contact with dry friction between two flanges. The mode of its law is [`SLIDING_BACK`], [`STUCK`], [`SLIDING`],
/// [`APART`], [`DRIVEN`] or [`DRIVEN_BACK`].
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct FrictionElement {
    /// Name of the component.
    pub name: String,
    /// Its law.
    pub law: usize,
    /// One side.
    pub flange: FlangeId,
    /// The other side; none: at rest.
    pub support: Option<FlangeId>,
    /// Set if the friction is that of a gear mesh ([`MeshLoss`]).
    pub mesh: Option<GearMesh>,
}

/// The mesh of a gear with losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct GearMesh {
    /// The end of the gear whose torque decides the losses.
    pub end: FlangeId,
    /// Heat port that takes the dissipated power.
    pub heat_port: Option<PortId>,
}

/// Friction torque of a gear mesh at its present speed, for a transmitted torque `T`: `T/eta1 + bf1/eta1 - T` if flange_a drives in the
/// direction of the motion, `eta2 T + eta2 bf2 - T` if flange_b does; for backward motion with negative `bf1`, `bf2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshLoss<T> {
    /// Efficiencies with flange_a driving and with flange_b driving.
    pub efficiency: [T; 2],
    /// Bearing friction torques in both cases, N.m, at least zero.
    pub bearing: [T; 2],
}

impl<T: Scalar> MeshLoss<T> {
    /// Slope and constant of the loss as a function of the transmitted torque, in a sliding mode.
    pub fn line(&self, mode: i32) -> [T; 2] {
        let ([eta_1, eta_2], [bearing_1, bearing_2]) = (self.efficiency, self.bearing);
        let sign = T::constant(f64::from(slide_direction(mode)));
        // The gear is driven by flange_b.
        if matches!(mode, DRIVEN | DRIVEN_BACK) {
            [eta_2 - T::one(), sign * eta_2 * bearing_2]
        } else {
            [T::one() / eta_1 - T::one(), sign * bearing_1 / eta_1]
        }
    }

    /// Loss in a sliding mode at the transmitted `torque`, N.m.
    pub fn loss(&self, mode: i32, torque: T) -> T {
        let [slope, constant] = self.line(mode);
        slope * torque + constant
    }

    /// Loss for a motion in `direction`, 1 or -1, with `torque` into flange_a, N.m.
    pub fn loss_of_input(&self, direction: i32, torque: T) -> T {
        let ([eta_1, eta_2], [bearing_1, bearing_2]) = (self.efficiency, self.bearing);
        let sign = T::constant(f64::from(direction));
        if (sign * torque - self.turning_point()).value() >= 0.0 {
            (T::one() - eta_1) * torque + sign * bearing_1
        } else {
            (T::one() - T::one() / eta_2) * torque + sign * bearing_2
        }
    }

    /// Torque into flange_a, in the direction of the motion, above which flange_a drives, N.m.
    pub fn turning_point(&self) -> T {
        let [eta_1, eta_2] = self.efficiency;
        let difference = eta_1 - T::one() / eta_2;
        if difference.value() == 0.0 {
            self.bearing[0] * T::constant(0.5)
        } else {
            (self.bearing[0] - self.bearing[1]) / difference
        }
    }

    /// Torque into flange_a minus [`Self::turning_point`], N.m, in the direction of the motion, in a sliding mode.
    pub fn beyond_turning_point(&self, mode: i32, torque: T) -> T {
        let sign = T::constant(f64::from(slide_direction(mode)));
        sign * (torque + self.loss(mode, torque)) - self.turning_point()
    }

    /// The mode of a motion in `direction` at the transmitted `torque`.
    pub fn mode(&self, direction: i32, torque: T) -> i32 {
        let drives = if direction > 0 { SLIDING } else { SLIDING_BACK };
        if self.beyond_turning_point(drives, torque).value() >= 0.0 { drives } else { 3 * drives }
    }

    /// Least and largest friction torque that keeps the gear at rest at the transmitted `torque`, N.m.
    pub fn bounds(&self, torque: T) -> [T; 2] {
        [SLIDING_BACK, SLIDING].map(|direction| self.loss(self.mode(direction, torque), torque))
    }
}

/// The flange slides in its negative direction, seen from the support.
pub const SLIDING_BACK: i32 = -1;
/// The flange sticks to the support.
pub const STUCK: i32 = 0;
/// The flange slides in its positive direction.
pub const SLIDING: i32 = 1;
/// The surfaces do not touch.
pub const APART: i32 = 2;
/// A gear turns forwards, and its flange_b drives it ([`MeshLoss`]).
pub const DRIVEN: i32 = 3 * SLIDING;
/// A gear turns backwards, and its flange_b drives it.
pub const DRIVEN_BACK: i32 = 3 * SLIDING_BACK;

/// The direction in which the flange slides in a mode: 1 or -1; 0 if it does not slide.
pub fn slide_direction(mode: i32) -> i32 {
    match mode {
        SLIDING | DRIVEN => 1,
        SLIDING_BACK | DRIVEN_BACK => -1,
        _ => 0,
    }
}

/// A law whose discrete state depends on more than time.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct RelationalLaw {
    /// Name of the component.
    pub name: String,
    /// Its number.
    pub law: usize,
    /// Its indicators.
    pub indicators: Range<usize>,
}

/// The discrete part of a model: held values, and the laws and contacts that change at events.
#[derive(Clone, Debug, Default, Binary)]
pub struct DiscreteLayout {
    /// For each law: its held values, as a range in the array of all held values.
    pub held: Vec<Range<usize>>,
    /// Length of that array.
    pub held_count: usize,
    /// Laws whose discrete state depends on time only.
    pub timed: Vec<usize>,
    /// Laws whose discrete state depends on more than time, in the order of evaluation.
    pub relational: Vec<RelationalLaw>,
    /// Contacts with friction. Each has [`FRICTION_INDICATORS`] indicators after those of the laws.
    pub frictions: Vec<FrictionElement>,
    /// Signals whose past laws read, by number, with these laws.
    pub remembered: Vec<(usize, Remembered)>,
    /// Number of indicators of laws.
    pub law_indicators: usize,
    /// The last stage whose results the relations of laws read.
    pub stage: super::Stage,
}

/// Indicators of a contact with friction: one each for sliding or breaking away forwards and backwards; the third is
/// for touching, or for the driving side of a gear.
pub const FRICTION_INDICATORS: usize = 3;

impl DiscreteLayout {
    /// Number of indicators.
    pub fn indicators(&self) -> usize {
        self.law_indicators + FRICTION_INDICATORS * self.frictions.len()
    }

    /// Returns true if there are state events.
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
    #[inline(always)]
    pub fn of<'a>(&self, law: usize, modes: &[i32], held: &'a [f64], histories: &'a [History]) -> Discrete<'a> {
        Discrete { mode: modes[law], held: self.held.get(law).map_or(&[], |range| &held[range.clone()]), histories }
    }
}
