//! Registration of blocks with states: the parameter `initType`, start values, and linear equations.

use crate::class::element::LawHandle;
use crate::class::*;
use crate::laws::blocks::linear::{Factor, LinearOutput, LinearRates, Row};
use crate::types::INIT;
use mechanism::{Reals, Source, StateId};

/// `Blocks.Types.Init`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names, reason = "the literals of MSL")]
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

pub(in crate::blocks) const fn init_type(literal: &'static str) -> Parameter {
    enumeration("initType", &INIT, literal, "Type of initialization")
}
pub(super) const Y_START: Parameter =
    real("y_start", "", "Initial or guess value of output (= state, if it is one)").or(0.0);

/// x_start of blocks whose states are a vector.
pub(super) const X_START: Parameter =
    array("x_start", "", "Initial or guess values of states (one for all of them, or one for each)").or(0.0);

impl Init {
    /// The value of parameter `initType`.
    pub fn of(e: &Element<'_>, parameter: &str) -> Self {
        match e.literal(parameter) {
            "SteadyState" => Self::SteadyState,
            "InitialState" => Self::InitialState,
            "InitialOutput" => Self::InitialOutput,
            _ => Self::NoInit,
        }
    }

    /// Registers a state whose start value is at the address `start`. With InitialOutput it is steady if `rests`,
    /// otherwise it follows from the output.
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
            let zero = e.add_zero("steady state");
            e.start_at(format!("der({name})"), Source::LawStateDerivative(state), zero);
        }
        state
    }

    /// For a state that is the output: InitialOutput fixes its start value, as InitialState does.
    pub fn for_output(self) -> Self {
        if self == Self::InitialOutput { Self::InitialState } else { self }
    }

    /// Registers a state that is the output, with the start value `y_start`.
    pub fn add_output_state(self, e: &mut Element<'_>) -> StateId {
        let start = e.optional_start("y").unwrap_or_else(|| e.address("y_start"));
        self.for_output().add_state(e, "y", "", start, false)
    }

    /// With InitialOutput, fixes the start value of the output.
    pub fn start_output(self, e: &mut Element<'_>) {
        if self == Self::InitialOutput {
            let start = e.address("y_start");
            e.start_signal("y".to_owned(), e.y().first, start);
        }
    }
}

/// Start values of a vector of states: one number for all of them, or one for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Starts {
    start: Reals,
    /// Number of states.
    pub count: usize,
}

impl Starts {
    /// The start values of `count` states in a parameter; none, with a refusal, if it has another size.
    pub fn of(e: &mut Element<'_>, parameter: &str, count: usize) -> Option<Self> {
        let start = e.reals(parameter);
        if start.size != 1 && start.size != count {
            e.refuse(parameter, "one number, or one for each state");
            return None;
        }
        Some(Self { start, count })
    }

    /// Address of the start value of state `k`.
    pub fn address(self, k: usize) -> usize {
        self.start.first + if self.start.size == 1 { 0 } else { k }
    }

    /// Registers the states; with InitialOutput all but the last are steady, and the output has its start value.
    pub fn states(self, e: &mut Element<'_>, init: Init, name: &str, description: &'static str) -> StateId {
        init.start_output(e);
        self.states_but(e, init, name, description, self.count.checked_sub(1))
    }

    /// Registers the states; with InitialOutput all but `free` are steady.
    pub fn states_but(
        self,
        e: &mut Element<'_>,
        init: Init,
        name: &str,
        description: &'static str,
        free: Option<usize>,
    ) -> StateId {
        let first = e.elements.states.len();
        for k in 0..self.count {
            init.add_state(e, &format!("{name}[{}]", k + 1), description, self.address(k), free != Some(k));
        }
        first
    }
}

/// A linear block: rows of the derivatives of its states, and of its outputs.
#[derive(Debug, Default)]
pub(super) struct Linear {
    /// Derivative of each state.
    pub rates: Vec<Row>,
    /// Each output.
    pub outputs: Vec<Row>,
}

impl Linear {
    /// Registers the laws of `e`, whose states are numbered from `first`: one for the derivatives, one for the output.
    /// The output depends only on the inputs that it reads, so that other inputs do not cause algebraic loops.
    pub fn build(self, e: &mut Element<'_>, first: StateId) {
        self.scaled(e, first, None);
    }

    /// The same, with states that are `scale` times those shown by the block; the law of the derivatives, if there are any.
    pub fn scaled(self, e: &mut Element<'_>, first: StateId, scale: Option<Factor>) -> Option<LawHandle<LinearRates>> {
        let (y, u, rows) = (e.y(), e.input("u"), self.rates);
        let rates = (!rows.is_empty()).then(|| e.add_law(LinearRates { first, rows, u, scale }));
        e.add_law(LinearOutput { first, rows: self.outputs, u, y });
        rates
    }
}
