//! Functions that may be called in each state: the tables of FMI 2.0.5, 3.2.3 and 4.2.4, as data.
//!
//! [`verdict`] is the only place that asks them: every method of an instance comes through there, and so does every function of
//! [`crate::fmi2`]. `fmi2GetTypesPlatform`, `fmi2GetVersion` and `fmi2Instantiate` have no instance and therefore no row. Which
//! variables may be set in a state in which the function may be called is the matter of [`super::settable`].

mod function;
mod states;

pub use function::Function;
pub use states::States;

use super::{Interface, Mode};

const NONE: States = States::NONE;
const I: States = States::only(Mode::Instantiated);
const N: States = States::only(Mode::Initialization);
const V: States = States::only(Mode::Event);
const X: States = States::only(Mode::ContinuousTime);
const C: States = States::only(Mode::StepComplete);
const F: States = States::only(Mode::StepFailed);
const T: States = States::only(Mode::Terminated);
const E: States = States::only(Mode::Error);
const IN: States = I.and(N);
const TE: States = T.and(E);
const VX: States = V.and(X);
const CF: States = C.and(F);
/// All states of an instance for model exchange.
const MODEL_EXCHANGE: States = IN.and(VX).and(TE);
/// All states of an instance for co-simulation.
const CO_SIMULATION: States = IN.and(CF).and(TE);
const ALL: States = MODEL_EXCHANGE.and(CO_SIMULATION);

impl Interface {
    /// The states of an instance for this interface.
    pub const fn states(self) -> States {
        match self {
            Self::ModelExchange => MODEL_EXCHANGE,
            Self::CoSimulation => CO_SIMULATION,
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Function.
    pub function: Function,
    /// States in which the standard allows the call for model exchange, at least for some variables.
    pub model_exchange: States,
    /// The same for co-simulation.
    pub co_simulation: States,
    /// States in which we accept more than the standard does.
    pub lenient: States,
    /// States that are accepted beyond the standard, and why.
    pub reason: &'static str,
}

impl Rule {
    /// States in which the standard allows the call.
    pub const fn standard(&self, interface: Interface) -> States {
        match interface {
            Interface::ModelExchange => self.model_exchange,
            Interface::CoSimulation => self.co_simulation,
        }
    }
    /// States in which we accept the call. A function of the other interface is accepted in none.
    pub const fn accepted(&self, interface: Interface) -> States {
        let standard = self.standard(interface);
        if standard.is_empty() { standard } else { standard.and(self.lenient.within(interface.states())) }
    }
    /// The only interface that has the function, if there is only one.
    const fn owner(&self) -> Option<Interface> {
        match (self.model_exchange.is_empty(), self.co_simulation.is_empty()) {
            (true, false) => Some(Interface::CoSimulation),
            (false, true) => Some(Interface::ModelExchange),
            _ => None,
        }
    }
}

/// A row that follows the standard, with the states of both interfaces.
const fn rule(function: Function, states: States) -> Rule {
    Rule {
        function,
        model_exchange: states.within(MODEL_EXCHANGE),
        co_simulation: states.within(CO_SIMULATION),
        lenient: NONE,
        reason: "",
    }
}

/// A row of a function that only model exchange has.
const fn model_exchange(function: Function, states: States) -> Rule {
    Rule { function, model_exchange: states, co_simulation: NONE, lenient: NONE, reason: "" }
}

/// A row of a function that only co-simulation has.
const fn co_simulation(function: Function, states: States) -> Rule {
    Rule { function, model_exchange: NONE, co_simulation: states, lenient: NONE, reason: "" }
}

impl Rule {
    /// The row with more states than the standard has.
    const fn lenient(self, lenient: States, reason: &'static str) -> Self {
        Self { lenient, reason, ..self }
    }
}

const EARLY_GET: &str = "parameters and start values: hosts show and check them before initialization";
const EARLY_INPUT: &str = "inputs in the state instantiated: hosts set all start values there";
const DISCRETE_INPUT: &str = "inputs in the state instantiated, and in Continuous-Time Mode, where hosts set all inputs: these wait for Event Mode";
const EARLY_TIME: &str = "the standard's example sets the start time before the experiment, which says it as well";
const NOMINALS: &str = "they never change: hosts that allocate their integrator early may read them";

/// The table, with one letter for each state: I instantiated, N Initialization Mode; V Event Mode, X Continuous-Time Mode of model
/// exchange; C step complete (also before the first step), F step failed of co-simulation; T terminated, E error. `stepInProgress` and
/// `stepCanceled` never occur.
#[rustfmt::skip]
pub const TABLE: [Rule; 41] = [
    rule(Function::SetDebugLogging, ALL),
    rule(Function::FreeInstance, ALL),
    rule(Function::SetupExperiment, I),
    rule(Function::EnterInitializationMode, I),
    rule(Function::ExitInitializationMode, N),
    rule(Function::Terminate, VX.and(CF)),
    rule(Function::Reset, ALL),
    rule(Function::GetReal, N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET),
    rule(Function::GetInteger, N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET),
    rule(Function::GetBoolean, N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET),
    rule(Function::GetString, N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET),
    rule(Function::SetReal, IN.and(VX).and(C)).lenient(I, EARLY_INPUT),
    rule(Function::SetInteger, IN.and(V).and(C)).lenient(I.and(X), DISCRETE_INPUT),
    rule(Function::SetBoolean, IN.and(V).and(C)).lenient(I.and(X), DISCRETE_INPUT),
    rule(Function::SetString, IN.and(V).and(C)).lenient(I, EARLY_INPUT),
    rule(Function::GetFMUstate, ALL),
    rule(Function::SetFMUstate, ALL),
    rule(Function::FreeFMUstate, ALL),
    rule(Function::SerializedFMUstateSize, ALL),
    rule(Function::SerializeFMUstate, ALL),
    rule(Function::DeSerializeFMUstate, ALL),
    rule(Function::GetDirectionalDerivative, N.and(VX).and(CF).and(TE)),
    co_simulation(Function::SetRealInputDerivatives, IN.and(C)),
    co_simulation(Function::GetRealOutputDerivatives, CF.and(TE)),
    co_simulation(Function::DoStep, C),
    // Only while a step runs asynchronously.
    co_simulation(Function::CancelStep, NONE),
    co_simulation(Function::GetStatus, CF.and(T)),
    co_simulation(Function::GetRealStatus, CF.and(T)),
    co_simulation(Function::GetIntegerStatus, CF.and(T)),
    co_simulation(Function::GetBooleanStatus, CF.and(T)),
    co_simulation(Function::GetStringStatus, CF.and(T)),
    model_exchange(Function::EnterEventMode, VX),
    model_exchange(Function::NewDiscreteStates, V),
    model_exchange(Function::EnterContinuousTimeMode, V),
    model_exchange(Function::CompletedIntegratorStep, X),
    model_exchange(Function::SetTime, VX).lenient(I, EARLY_TIME),
    model_exchange(Function::SetContinuousStates, X),
    model_exchange(Function::GetDerivatives, N.and(VX).and(TE)),
    model_exchange(Function::GetEventIndicators, N.and(VX).and(TE)),
    model_exchange(Function::GetContinuousStates, N.and(VX).and(TE)),
    model_exchange(Function::GetNominalsOfContinuousStates, I.and(VX).and(TE)).lenient(N, NOMINALS),
];

/// Verdict of the table on a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Go on.
    Allowed,
    /// Not in this state; it is allowed in these.
    Refused(States),
    /// Not on this instance: the function belongs to this interface.
    OtherInterface(Interface),
}

/// The row of a function: the table has the order of [`Function`], which is seen to when it is compiled.
const fn rule_of(function: Function) -> &'static Rule {
    &TABLE[function as usize]
}

const _: () = {
    let mut row = 0;
    while row < TABLE.len() {
        assert!(TABLE[row].function as usize == row, "the table has the order of the functions");
        row += 1;
    }
};

/// Verdict on a call of `function` on an instance for `interface` in the state `mode`.
pub fn verdict(function: Function, interface: Interface, mode: Mode) -> Verdict {
    let rule = rule_of(function);
    match rule.owner() {
        Some(owner) if owner != interface => return Verdict::OtherInterface(owner),
        _ => {}
    }
    let accepted = rule.accepted(interface);
    if accepted.contains(mode) { Verdict::Allowed } else { Verdict::Refused(accepted) }
}
