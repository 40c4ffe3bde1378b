//! Functions that may be called in each state: the tables of FMI 2.0.5, 3.2.3 and 4.2.4, and of FMI 3.0.2, 2.3, 3.2 and 4.2, as data.
//!
//! [`verdict`] is the only place that asks them: every method of an instance comes through there, and so does every function of
//! [`crate::fmi2`] and [`crate::fmi3`]. Functions without an instance (`fmi2GetVersion`, `fmi2Instantiate`) have no row. Which
//! variables may be set in a state in which the function may be called is the matter of [`super::settable`].

use super::{Interface, Mode, Version};
use Interface::{CoSimulation, ModelExchange};
use std::fmt;

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States(u16);

impl States {
    /// No state.
    pub const NONE: Self = Self(0);

    /// This state alone.
    pub const fn only(mode: Mode) -> Self {
        Self(1 << mode as u16)
    }
    /// The states of both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The states that are in both.
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Returns true if `mode` is one of these states.
    pub const fn contains(self, mode: Mode) -> bool {
        self.0 & (1 << mode as u16) != 0
    }
    /// Returns true for the empty set of states.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> =
            Mode::ALL.iter().filter(|&&mode| self.contains(mode)).map(|mode| format!("\"{mode}\"")).collect();
        f.write_str(if names.is_empty() { "no state" } else { "" })?;
        f.write_str(&names.join(", "))
    }
}

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
    /// Its action, for messages to a host that does not know the names of the standard.
    action: &'static str,
    /// States in which FMI 2.0 allows the call, at least for some variables.
    in_2: States,
    /// The only interface for which FMI 2.0 allows it, if there is only one.
    only_2: Option<Interface>,
    /// States in which FMI 3.0 allows the call, at least for some variables. In co-simulation Event Mode is there for hosts that use it.
    in_3: States,
    /// The only interface for which FMI 3.0 allows it, if there is only one.
    only_3: Option<Interface>,
    /// States in which we accept more than the standard does.
    pub lenient: States,
    /// States that are accepted beyond the standard, and why.
    pub reason: &'static str,
}

impl Rule {
    /// States in which the standard allows the call.
    fn standard(&self, version: Version, interface: Interface) -> States {
        let (states, only) = match version {
            Version::Fmi2 => (self.in_2, self.only_2),
            Version::Fmi3 => (self.in_3, self.only_3),
        };
        let is_other = only.is_some_and(|only| only != interface);
        if is_other { NONE } else { states.within(interface.states(version)) }
    }
    /// States in which we accept the call. A function of the other interface is accepted in none.
    pub fn accepted(&self, version: Version, interface: Interface) -> States {
        let standard = self.standard(version, interface);
        if standard.is_empty() { standard } else { standard.and(self.lenient.within(interface.states(version))) }
    }
    /// The only interface that has the function, if there is only one.
    fn owner(&self, version: Version) -> Option<Interface> {
        let [model_exchange, co_simulation] = [ModelExchange, CoSimulation].map(|own| self.standard(version, own));
        match (model_exchange.is_empty(), co_simulation.is_empty()) {
            (true, false) => Some(CoSimulation),
            (false, true) => Some(ModelExchange),
            _ => None,
        }
    }
    /// A row that follows the standard, with the states of both interfaces. In FMI 3.0 Step Mode takes the place of step complete, Event Mode
    /// is for both interfaces, and no step fails.
    const fn new(function: Function, action: &'static str, states: States) -> Self {
        let step = if states.within(C).is_empty() { NONE } else { S };
        let in_3 = states.and(step);
        Self { function, action, in_2: states, only_2: None, in_3, only_3: None, lenient: NONE, reason: "" }
    }
    /// The row with these states in FMI 3.0.
    const fn in_3(self, states: States) -> Self {
        Self { in_3: states, only_3: None, ..self }
    }
    /// The row of a function that only this interface has.
    const fn only(self, interface: Interface) -> Self {
        Self { only_2: Some(interface), only_3: Some(interface), ..self }
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

/// Makes the list of functions, and the table with a row for each, in the same order.
macro_rules! table {
    ($($function:ident $action:literal ($states:expr) $(.$method:ident($($argument:expr),*))*;)*) => {
        /// The functions that are called on an instance, by their names in FMI 2.0, or in FMI 3.0 those that 2.0 does not have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // the names are the standard's
        pub enum Function {
            $($function),*
        }

        /// The table, with one letter for each state: I instantiated, N Initialization Mode; V Event Mode, X Continuous-Time Mode of model
        /// exchange; C step complete (also before the first step), F step failed, and in FMI 3.0 S Step Mode of co-simulation; T terminated, E
        /// error. `stepInProgress` and `stepCanceled` never occur.
        pub const TABLE: &[Rule] =
            &[$(Rule::new(Function::$function, $action, $states)$(.$method($($argument),*))*),*];
    };
}

table! {
    SetDebugLogging "switching messages on or off" (ALL);
    FreeInstance "freeing the instance" (ALL);
    SetupExperiment "setting up the experiment" (I);
    EnterInitializationMode "entering Initialization Mode" (I);
    ExitInitializationMode "leaving Initialization Mode" (N);
    Terminate "terminating" (VX.and(CF));
    Reset "a reset" (ALL);
    GetReal "reading Real variables" (N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET);
    GetInteger "reading Integer variables" (N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET);
    GetBoolean "reading Boolean variables" (N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET);
    GetString "reading String variables" (N.and(VX).and(CF).and(TE)).lenient(I, EARLY_GET);
    SetReal "setting Real variables" (IN.and(VX).and(C)).lenient(I, EARLY_INPUT);
    SetInteger "setting Integer variables" (IN.and(V).and(C)).lenient(I.and(X), DISCRETE_INPUT);
    SetBoolean "setting Boolean variables" (IN.and(V).and(C)).lenient(I.and(X), DISCRETE_INPUT);
    SetString "setting String variables" (IN.and(V).and(C)).lenient(I, EARLY_INPUT);
    GetFMUstate "taking a snapshot" (ALL);
    SetFMUstate "going back to a snapshot" (ALL);
    FreeFMUstate "freeing a snapshot" (ALL);
    SerializedFMUstateSize "asking for the size of a snapshot" (ALL);
    SerializeFMUstate "writing a snapshot" (ALL);
    DeSerializeFMUstate "reading a snapshot" (ALL);
    GetDirectionalDerivative "reading directional derivatives" (N.and(VX).and(CF).and(TE));
    SetRealInputDerivatives "setting derivatives of inputs" (IN.and(C)).only(CoSimulation).in_3(NONE);
    GetRealOutputDerivatives "reading derivatives of outputs" (CF.and(TE)).only(CoSimulation);
    DoStep "a step" (C).only(CoSimulation);
    // Only while a step runs asynchronously.
    CancelStep "giving up a step" (NONE).only(CoSimulation);
    GetStatus "asking for the status of a step" (CF.and(T)).only(CoSimulation).in_3(NONE);
    GetRealStatus "asking for the time of the last step" (CF.and(T)).only(CoSimulation).in_3(NONE);
    GetIntegerStatus "asking for an Integer status" (CF.and(T)).only(CoSimulation).in_3(NONE);
    GetBooleanStatus "asking whether the simulation has ended" (CF.and(T)).only(CoSimulation).in_3(NONE);
    GetStringStatus "asking for the text of a status" (CF.and(T)).only(CoSimulation).in_3(NONE);
    EnterEventMode "entering Event Mode" (VX).only(ModelExchange).in_3(X.and(S)).lenient(V, EVENT_AGAIN);
    NewDiscreteStates "handling events" (V).only(ModelExchange).in_3(V);
    EnterContinuousTimeMode "entering Continuous-Time Mode" (V).only(ModelExchange);
    CompletedIntegratorStep "completing an integrator step" (X).only(ModelExchange);
    SetTime "setting the time" (VX).only(ModelExchange).in_3(X).lenient(I.and(V), EARLY_TIME);
    SetContinuousStates "setting the continuous states" (X).only(ModelExchange);
    GetDerivatives "reading the derivatives" (N.and(VX).and(TE)).only(ModelExchange);
    GetEventIndicators "reading the event indicators" (N.and(VX).and(TE)).only(ModelExchange);
    GetContinuousStates "reading the continuous states" (N.and(VX).and(TE)).only(ModelExchange);
    GetNominalsOfContinuousStates "reading nominal values" (I.and(VX).and(TE)).only(ModelExchange).lenient(N, NOMINALS);
    EnterStepMode "entering Step Mode" (NONE).in_3(V).only(CoSimulation);
    GetStructure "asking for dependencies" (NONE).in_3(ALL);
    GetCounts "asking for the number of states or event indicators" (NONE).in_3(ALL).only(ModelExchange);
    // For Clocks, structural parameters and the like, which no model has: the function itself says so.
    Unsupported "what no model of this tool has" (NONE).in_3(ALL);
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fmi2{self:?}")
    }
}

impl Function {
    /// The row of the function.
    const fn rule(self) -> &'static Rule {
        &TABLE[self as usize]
    }

    /// Action of the function, for messages to a host that does not know the names of the standard.
    pub const fn action(self) -> &'static str {
        self.rule().action
    }
}

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

/// Verdict on a call of `function` on an instance for `interface` in the state `mode`.
pub fn verdict(function: Function, version: Version, interface: Interface, mode: Mode) -> Verdict {
    let rule = function.rule();
    let accepted = rule.accepted(version, interface);
    if accepted.contains(mode) {
        return Verdict::Allowed;
    }
    let other = rule.owner(version).filter(|owner| *owner != interface);
    other.map_or(Verdict::Refused(accepted), Verdict::OtherInterface)
}
