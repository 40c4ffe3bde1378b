//! Discrete states: what laws hold between events, and how events change them.
//!
//! A law compares in its relations only. Between events it goes by its discrete state, so that all scalars take the same branch, trial steps
//! have no side effects, and limits from the left are right. A relation has an indicator that is positive while what the discrete state
//! says holds, and never zero after an event (FMI 2.0.5, 3.1.1): comparisons are shifted by [`RELATION_SHIFT`].

use super::{FlangeId, Parameters, PortId, StateId};
use crate::scalar::Scalar;
use serde::{Deserialize, Serialize};
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
    /// What has passed since the simulation began, s.
    pub elapsed: f64,
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
    /// Why the simulation cannot go on, if it cannot.
    pub failure: &'a mut Option<Failure>,
}

/// Why a simulation cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// What the law demands does not hold. This is told when nothing changes any more: it may hold then.
    Forbidden(String),
    /// There is no such start, which is told at once.
    Impossible(String),
}

/// What an event changes besides discrete states.
#[derive(Clone, Debug, PartialEq)]
pub enum Jump {
    /// A state of a law.
    State(StateId, f64),
    /// The simulation is over, for this reason.
    Terminate(String),
}

/// A contact with dry friction between two flanges. The mode of its law is one of [`SLIDING_BACK`], [`STUCK`], [`SLIDING`], [`APART`],
/// [`DRIVEN`] and [`DRIVEN_BACK`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrictionElement {
    /// Name of the component.
    pub name: String,
    /// Its law.
    pub law: usize,
    /// One side.
    pub flange: FlangeId,
    /// The other one; none: at rest.
    pub support: Option<FlangeId>,
    /// Where the friction is that of a mesh ([`MeshLoss`]).
    pub mesh: Option<GearMesh>,
}

/// The mesh of a gear with losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GearMesh {
    /// The end of the gear whose torque decides the losses.
    pub end: FlangeId,
    /// Where their heat goes.
    pub heat_port: Option<PortId>,
}

/// What the mesh of a gear loses of the torque `T` that it hands on, at its present speed: `T/eta1 + bf1/eta1 - T` where flange_a drives it in
/// the direction of the motion, `eta2 T + eta2 bf2 - T` where flange_b does; for backward motion with negative `bf1`, `bf2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshLoss<T> {
    /// Efficiencies while flange_a drives, and while flange_b does.
    pub efficiency: [T; 2],
    /// Bearing friction torques in both cases, N.m, at least zero.
    pub bearing: [T; 2],
}

impl<T: Scalar> MeshLoss<T> {
    /// Slope and constant of what is lost over the torque that is handed on, in a mode that slides.
    pub fn line(&self, mode: i32) -> [T; 2] {
        let ([eta_1, eta_2], [bearing_1, bearing_2]) = (self.efficiency, self.bearing);
        let sign = T::constant(f64::from(slide_direction(mode)));
        if is_driven_back(mode) {
            [eta_2 - T::one(), sign * eta_2 * bearing_2]
        } else {
            [T::one() / eta_1 - T::one(), sign * bearing_1 / eta_1]
        }
    }

    /// What is lost in a mode that slides, when `torque` is handed on, N.m.
    pub fn loss(&self, mode: i32, torque: T) -> T {
        let [slope, constant] = self.line(mode);
        slope * torque + constant
    }

    /// What is lost of a motion in `direction`, 1 or -1, when `torque` goes into flange_a, N.m.
    pub fn loss_of_input(&self, direction: i32, torque: T) -> T {
        let ([eta_1, eta_2], [bearing_1, bearing_2]) = (self.efficiency, self.bearing);
        let sign = T::constant(f64::from(direction));
        if (sign * torque - self.turning_point()).value() >= 0.0 {
            (T::one() - eta_1) * torque + sign * bearing_1
        } else {
            (T::one() - T::one() / eta_2) * torque + sign * bearing_2
        }
    }

    /// Torque into flange_a, in the direction of the motion, from which on flange_a drives, N.m.
    pub fn turning_point(&self) -> T {
        let [eta_1, eta_2] = self.efficiency;
        let difference = eta_1 - T::one() / eta_2;
        if difference.value() == 0.0 {
            self.bearing[0] * T::constant(0.5)
        } else {
            (self.bearing[0] - self.bearing[1]) / difference
        }
    }

    /// How far the torque into flange_a is beyond the one from which on flange_a drives, N.m, in a mode that slides.
    pub fn beyond_turning_point(&self, mode: i32, torque: T) -> T {
        let sign = T::constant(f64::from(slide_direction(mode)));
        sign * (torque + self.loss(mode, torque)) - self.turning_point()
    }

    /// The mode of a motion in `direction`, when `torque` is handed on.
    pub fn mode(&self, direction: i32, torque: T) -> i32 {
        let drives = if direction > 0 { SLIDING } else { SLIDING_BACK };
        if self.beyond_turning_point(drives, torque).value() >= 0.0 { drives } else { 3 * drives }
    }

    /// Least and largest friction that holds it at rest, when `torque` is handed on, N.m.
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

/// The direction in which the flange slides in a mode: 1, -1, or 0 where it does not.
pub fn slide_direction(mode: i32) -> i32 {
    match mode {
        SLIDING | DRIVEN => 1,
        SLIDING_BACK | DRIVEN_BACK => -1,
        _ => 0,
    }
}

/// Whether flange_b drives a gear in this mode.
fn is_driven_back(mode: i32) -> bool {
    matches!(mode, DRIVEN | DRIVEN_BACK)
}

/// A law whose discrete state depends on more than time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationalLaw {
    /// Name of the component.
    pub name: String,
    /// Its number.
    pub law: usize,
    /// Its indicators.
    pub indicators: Range<usize>,
}

/// What is discrete in a model.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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

/// Indicators of a contact with friction: for sliding or breaking away forwards and backwards, and for touching, or, in a gear, for the side that
/// drives.
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
