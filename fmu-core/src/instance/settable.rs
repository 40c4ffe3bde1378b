//! Which variable may be set in which state.

use super::Mode;
use crate::variables::{Causality, Initial, Variability, Variable};

/// Whether the host may set `variable` in `mode`: the reason why not, or nothing (FMI 2.0.5, 2.2.7 and the tables of 3.2.3 and 4.2.4).
///
/// More than the standard allows: inputs in the state instantiated, which several hosts set there.
pub(super) fn obstacle(variable: &Variable, mode: Mode) -> Option<&'static str> {
    if variable.target.is_none() || variable.variability == Variability::Constant {
        return Some("it is computed by the model, constant or part of the structure");
    }
    let input = variable.causality == Causality::Input;
    let tunable = variable.causality == Causality::Parameter && variable.variability == Variability::Tunable;
    match mode {
        Mode::Instantiated => match variable.initial {
            Some(Initial::Exact | Initial::Approx) => None,
            _ if input => None,
            _ => Some("its initial value is calculated"),
        },
        Mode::Initialization => match variable.initial {
            Some(Initial::Exact) => None,
            _ if input => None,
            Some(Initial::Approx) => Some("a guess can be set only before Initialization Mode is entered"),
            _ => Some("its initial value is calculated"),
        },
        Mode::StepComplete | Mode::Event if input || tunable => None,
        Mode::StepComplete | Mode::Event => {
            Some("only inputs and tunable parameters can be set after initialization; reset the instance first")
        }
        Mode::ContinuousTime if input && variable.variability == Variability::Continuous => None,
        Mode::ContinuousTime if tunable => Some("tunable parameters can be set in Event Mode only"),
        Mode::ContinuousTime => Some("only continuous inputs can be set in Continuous-Time Mode"),
        Mode::StepFailed | Mode::Terminated | Mode::Error => Some("reset the instance first"),
    }
}
