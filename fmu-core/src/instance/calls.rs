//! Functions that may be called in each state: the tables of FMI 2.0.5, 3.2.3 and 4.2.4, and of FMI 3.0.2, 2.3, 3.2 and 4.2, as data.
//!
//! [`verdict`] is the only place that asks them: every method of an instance comes through there, and so does every function of
//! [`crate::fmi2`] and [`crate::fmi3`]. Functions without an instance (`fmi2GetVersion`, `fmi2Instantiate`) have no row. Which
//! variables may be set in a state in which the function may be called is the matter of [`super::settable`].

mod function;
mod states;

pub use function::Function;
pub use states::States;

use super::{Interface, Mode, Version};

const NONE: States = States::NONE;
const I: States = States::only(Mode::Instantiated);
const N: States = States::only(Mode::Initialization);
const V: States = States::only(Mode::Event);
const X: States = States::only(Mode::ContinuousTime);
const C: States = States::only(Mode::StepComplete);
const F: States = States::only(Mode::StepFailed);
const S: States = States::only(Mode::Step);
const T: States = States::only(Mode::Terminated);
const E: States = States::only(Mode::Error);
const IN: States = I.and(N);
const TE: States = T.and(E);
const VX: States = V.and(X);
const CF: States = C.and(F);
/// All states of an instance for model exchange.
const MODEL_EXCHANGE: States = IN.and(VX).and(TE);
/// All states of an instance for co-simulation, in FMI 2.0.
const CO_SIMULATION: States = IN.and(CF).and(TE);
/// The same in FMI 3.0.
const CO_SIMULATION_3: States = IN.and(V).and(S).and(TE);
const ALL: States = MODEL_EXCHANGE.and(CO_SIMULATION).and(CO_SIMULATION_3);

impl Interface {
    /// The states of an instance for this interface.
    pub const fn states(self, version: Version) -> States {
        match (self, version) {
            (Self::ModelExchange, _) => MODEL_EXCHANGE,
            (Self::CoSimulation, Version::Fmi2) => CO_SIMULATION,
            (Self::CoSimulation, Version::Fmi3) => CO_SIMULATION_3,
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Function.
    pub function: Function,
    /// States in which FMI 2.0 allows the call for model exchange, at least for some variables.
    pub model_exchange: States,
    /// The same for co-simulation.
    pub co_simulation: States,
    /// States in which FMI 3.0 allows the call for model exchange.
    pub model_exchange_3: States,
    /// The same for co-simulation. Event Mode is there for hosts that use it.
    pub co_simulation_3: States,
    /// States in which we accept more than the standard does.
    pub lenient: States,
    /// States that are accepted beyond the standard, and why.
    pub reason: &'static str,
}

impl Rule {
    /// States in which the standard allows the call.
    pub const fn standard(&self, version: Version, interface: Interface) -> States {
        match (version, interface) {
            (Version::Fmi2, Interface::ModelExchange) => self.model_exchange,
            (Version::Fmi2, Interface::CoSimulation) => self.co_simulation,
            (Version::Fmi3, Interface::ModelExchange) => self.model_exchange_3,
            (Version::Fmi3, Interface::CoSimulation) => self.co_simulation_3,
        }
    }
    /// States in which we accept the call. A function of the other interface is accepted in none.
    pub const fn accepted(&self, version: Version, interface: Interface) -> States {
        let standard = self.standard(version, interface);
        if standard.is_empty() { standard } else { standard.and(self.lenient.within(interface.states(version))) }
    }
    /// The only interface that has the function, if there is only one.
    const fn owner(&self, version: Version) -> Option<Interface> {
        let [model_exchange, co_simulation] =
            [self.standard(version, Interface::ModelExchange), self.standard(version, Interface::CoSimulation)];
        match (model_exchange.is_empty(), co_simulation.is_empty()) {
            (true, false) => Some(Interface::CoSimulation),
            (false, true) => Some(Interface::ModelExchange),
            _ => None,
        }
    }
}

/// A row that follows the standard, with the states of both interfaces. In FMI 3.0 Step Mode takes the place of step complete, Event Mode
/// is for both interfaces, and no step fails.
const fn rule(function: Function, states: States) -> Rule {
    let step = if states.within(C).is_empty() { NONE } else { S };
    let row = Rule {
        function,
        model_exchange: states.within(MODEL_EXCHANGE),
        co_simulation: states.within(CO_SIMULATION),
        model_exchange_3: NONE,
        co_simulation_3: NONE,
        lenient: NONE,
        reason: "",
    };
    row.in_3(states.and(step))
}

/// A row of a function that only model exchange has.
const fn model_exchange(function: Function, states: States) -> Rule {
    Rule { co_simulation: NONE, co_simulation_3: NONE, ..rule(function, states) }
}

/// A row of a function that only co-simulation has.
const fn co_simulation(function: Function, states: States) -> Rule {
    Rule { model_exchange: NONE, model_exchange_3: NONE, ..rule(function, states) }
}

/// A row of a function that only FMI 3.0 has.
const fn only_3(function: Function, states: States) -> Rule {
    rule(function, NONE).in_3(states)
}

impl Rule {
    /// The row with these states in FMI 3.0.
    const fn in_3(self, states: States) -> Self {
        let (model_exchange_3, co_simulation_3) = (states.within(MODEL_EXCHANGE), states.within(CO_SIMULATION_3));
        Self { model_exchange_3, co_simulation_3, ..self }
    }
    const fn only_co_simulation(self) -> Self {
        Self { model_exchange: NONE, model_exchange_3: NONE, ..self }
    }
    /// The row with more states than the standard has.
    const fn lenient(self, lenient: States, reason: &'static str) -> Self {
        Self { lenient, reason, ..self }
    }
}

const EARLY_GET: &str = "parameters and start values: hosts show and check them before initialization";
const EARLY_INPUT: &str = "inputs in the state instantiated: hosts set all start values there";
const DISCRETE_INPUT: &str = "inputs in the state instantiated, and in Continuous-Time Mode, where hosts set all inputs: these wait for Event Mode";
const EARLY_TIME: &str = "the standard's example sets the start time before the experiment, which says it as well";
const EVENT_AGAIN: &str = "FMI 2.0 allows it, and hosts are made of code for both";
const NOMINALS: &str = "they never change: hosts that allocate their integrator early may read them";

/// The table, with one letter for each state: I instantiated, N Initialization Mode; V Event Mode, X Continuous-Time Mode of model
/// exchange; C step complete (also before the first step), F step failed, and in FMI 3.0 S Step Mode of co-simulation; T terminated, E
/// error. `stepInProgress` and `stepCanceled` never occur.
#[rustfmt::skip]
pub const TABLE: [Rule; 45] = [
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
    co_simulation(Function::SetRealInputDerivatives, IN.and(C)).in_3(NONE),
    co_simulation(Function::GetRealOutputDerivatives, CF.and(TE)),
    co_simulation(Function::DoStep, C),
    // Only while a step runs asynchronously.
    co_simulation(Function::CancelStep, NONE),
    co_simulation(Function::GetStatus, CF.and(T)).in_3(NONE),
    co_simulation(Function::GetRealStatus, CF.and(T)).in_3(NONE),
    co_simulation(Function::GetIntegerStatus, CF.and(T)).in_3(NONE),
    co_simulation(Function::GetBooleanStatus, CF.and(T)).in_3(NONE),
    co_simulation(Function::GetStringStatus, CF.and(T)).in_3(NONE),
    model_exchange(Function::EnterEventMode, VX).in_3(X.and(S)).lenient(V, EVENT_AGAIN),
    model_exchange(Function::NewDiscreteStates, V).in_3(V),
    model_exchange(Function::EnterContinuousTimeMode, V),
    model_exchange(Function::CompletedIntegratorStep, X),
    Rule { co_simulation_3: NONE, ..model_exchange(Function::SetTime, VX).in_3(X) }.lenient(I.and(V), EARLY_TIME),
    model_exchange(Function::SetContinuousStates, X),
    model_exchange(Function::GetDerivatives, N.and(VX).and(TE)),
    model_exchange(Function::GetEventIndicators, N.and(VX).and(TE)),
    model_exchange(Function::GetContinuousStates, N.and(VX).and(TE)),
    model_exchange(Function::GetNominalsOfContinuousStates, I.and(VX).and(TE)).lenient(N, NOMINALS),
    only_3(Function::EnterStepMode, V).only_co_simulation(),
    only_3(Function::GetStructure, ALL),
    Rule { co_simulation_3: NONE, ..only_3(Function::GetCounts, ALL) },
    // For Clocks, structural parameters and the like, which no model has: the function itself says so.
    only_3(Function::Unsupported, ALL),
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
    /// Not on this instance: the host does without Event Mode.
    WithoutEventMode,
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
pub fn verdict(function: Function, version: Version, interface: Interface, mode: Mode) -> Verdict {
    let rule = rule_of(function);
    match rule.owner(version) {
        Some(owner) if owner != interface => return Verdict::OtherInterface(owner),
        _ => {}
    }
    let accepted = rule.accepted(version, interface);
    if accepted.contains(mode) { Verdict::Allowed } else { Verdict::Refused(accepted) }
}
