//! Which variables may be set in a state in which variables of their type may be set.
//!
//! The table of [`super::calls`] says when a function may be called at all; this is what is left for one variable (FMI 2.0.5, 2.2.7, and
//! the notes of the tables in 3.2.3 and 4.2.4; FMI 3.0.2, 2.4.7.4). Both must agree, so that nothing here can allow what the table does not.
//!
//! More than the standard allows: inputs in the state instantiated, and those that are not continuous in Continuous-Time Mode. Continuous
//! states can be set in Continuous-Time Mode, whatever their variables say; [`super::Instance::set`] sees to that.

use super::Mode;
use super::calls::States;
use simulation::variables::{Causality, Initial, Variability, Variable};

const INSTANTIATED: States = States::only(Mode::Instantiated);
const BEFORE_THE_START: States = INSTANTIATED.and(States::only(Mode::Initialization));
const AT_EVENTS: States = States::only(Mode::StepComplete).and(States::only(Mode::Step)).and(States::only(Mode::Event));
const BETWEEN_EVENTS: States = States::only(Mode::ContinuousTime);

/// The states that `variable` may be set in, as far as the variable itself decides.
pub(super) fn states(variable: &Variable) -> States {
    if fixed_by_model(variable) {
        return States::NONE;
    }
    let before = match variable.initial {
        _ if is_input(variable) => BEFORE_THE_START,
        Some(Initial::Exact) => BEFORE_THE_START,
        Some(Initial::Approx) => INSTANTIATED,
        Some(Initial::Calculated) | None => States::NONE,
    };
    let at_events = if is_input(variable) || is_tunable(variable) { AT_EVENTS } else { States::NONE };
    before.and(at_events).and(if is_input(variable) { BETWEEN_EVENTS } else { States::NONE })
}

/// Why the host may not set `variable` in `mode`; nothing when it may.
pub(super) fn obstacle(variable: &Variable, mode: Mode) -> Option<&'static str> {
    if states(variable).contains(mode) {
        return None;
    }
    Some(match mode {
        _ if fixed_by_model(variable) => "it is computed by the model, constant or part of the structure",
        Mode::Initialization if variable.initial == Some(Initial::Approx) => {
            "a guess can be set only before Initialization Mode is entered"
        }
        Mode::Instantiated | Mode::Initialization => "its initial value is calculated",
        Mode::ContinuousTime if is_tunable(variable) => "tunable parameters can be set in Event Mode only",
        Mode::ContinuousTime => "only inputs and continuous states can be set in Continuous-Time Mode",
        _ => "only inputs and tunable parameters can be set after initialization; reset the instance first",
    })
}

fn fixed_by_model(variable: &Variable) -> bool {
    variable.target.is_none() || variable.variability == Variability::Constant
}

fn is_input(variable: &Variable) -> bool {
    variable.causality == Causality::Input
}

fn is_tunable(variable: &Variable) -> bool {
    variable.causality == Causality::Parameter && variable.variability == Variability::Tunable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::calls::{Function, TABLE};
    use crate::instance::{Interface, Version, oscillator};
    use simulation::variables::{Target, VariableAttributes, Variables};

    /// Variables with all causalities, variabilities and kinds of initial values, that the model lets the host set.
    fn variables() -> Variables {
        use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
        use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
        let first = oscillator::oscillator(1e-6).catalogue.variables.at(0).attributes();
        let mut variables = Variables::default();
        for causality in [Parameter, CalculatedParameter, Input, Output, Local, Independent] {
            for variability in [Constant, Fixed, Tunable, Discrete, Continuous] {
                for initial in [None, Some(Initial::Exact), Some(Initial::Approx), Some(Initial::Calculated)] {
                    let target = Some(Target::Parameter(0));
                    let one = VariableAttributes { causality, variability, initial, target, ..first.clone() };
                    variables.push(&["one"], one);
                }
            }
        }
        variables
    }

    /// The states in which some of the variables may be set.
    fn together<'a>(variables: impl Iterator<Item = Variable<'a>>, version: Version, interface: Interface) -> States {
        variables.fold(States::NONE, |all, variable| all.and(states(&variable))).within(interface.states(version))
    }

    #[test]
    fn variables_are_settable_in_the_states_of_the_table_and_in_no_others() {
        let variables = variables();
        let discrete = |v: &Variable<'_>| v.variability != Variability::Continuous;
        for (version, interface) in
            Version::ALL.into_iter().flat_map(|v| Interface::ALL.map(|interface| (v, interface)))
        {
            let accepted = |function: Function| TABLE[function as usize].accepted(version, interface);
            assert_eq!(together(variables.iter(), version, interface), accepted(Function::SetReal));
            for function in [Function::SetInteger, Function::SetBoolean] {
                assert_eq!(together(variables.iter().filter(discrete), version, interface), accepted(function));
            }
        }
    }

    #[test]
    fn an_obstacle_is_named_in_every_state_in_which_a_variable_may_not_be_set() {
        for variable in variables().iter() {
            for mode in Mode::ALL {
                assert_eq!(
                    obstacle(&variable, mode).is_none(),
                    states(&variable).contains(mode),
                    "{variable:?} {mode}"
                );
            }
        }
    }
}
