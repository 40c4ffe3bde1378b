//! How blocks with states start: the parameter `initType` and what goes with it.

use crate::Element;
use crate::class::*;
use crate::types::INIT;
use mechanism::StateId;

/// `Blocks.Types.Init`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the literals of the library")]
pub(in crate::blocks) enum Init {
    /// Start values are guesses.
    NoInit,
    /// Derivatives of the states are zero.
    SteadyState,
    /// The states have their start values.
    InitialState,
    /// The output has its start value.
    InitialOutput,
}

/// initType
pub(in crate::blocks) const fn init_type(literal: &'static str) -> Parameter {
    enumeration("initType", &INIT, literal, "Type of initialization")
}
/// y_start
pub(super) const Y_START: Parameter =
    real("y_start", "", "Initial or guess value of output (= state, where that is one)").or(0.0);

impl Init {
    /// The value of a parameter.
    pub fn of(e: &Element<'_>, parameter: &str) -> Self {
        match e.literal(parameter) {
            "SteadyState" => Self::SteadyState,
            "InitialState" => Self::InitialState,
            "InitialOutput" => Self::InitialOutput,
            _ => Self::NoInit,
        }
    }

    /// Registers a state whose start value is at the address `start`. With InitialOutput it is steady where `rests`, else the output
    /// decides it.
    pub fn add_state(
        self,
        e: &mut Element<'_>,
        name: &str,
        description: &'static str,
        start: usize,
        rests: bool,
    ) -> StateId {
        let state = e.add_named_state(name, description, start, self == Self::InitialState);
        if self == Self::SteadyState || (self == Self::InitialOutput && rests) {
            e.start_steady(name, state);
        }
        state
    }

    /// Registers a state that is the output: InitialOutput fixes it, too.
    pub fn add_output_state(self, e: &mut Element<'_>, start: usize) -> StateId {
        let start = e.optional_start("y").unwrap_or(start);
        let state = e.add_named_state("y", "", start, matches!(self, Self::InitialState | Self::InitialOutput));
        if self == Self::SteadyState {
            e.start_steady("y", state);
        }
        state
    }

    /// Demands of InitialOutput that the output is at its start.
    pub fn start_output(self, e: &mut Element<'_>) {
        if let (Self::InitialOutput, Some(y)) = (self, e.output("y")) {
            let start = e.address("y_start");
            e.start_signal("y", y.first, start);
        }
    }
}
