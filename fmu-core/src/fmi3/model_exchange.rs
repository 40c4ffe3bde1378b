//! The functions of model exchange (FMI 3.0.2, 3.2).

use super::answer;
use super::types::*;
use crate::instance::Instance;
use crate::shell::functions::{filling_functions, functions, plain_functions};
use crate::shell::host_memory::array;

plain_functions! { Fmi3 fmi3Status;
    /// Leaves Event Mode.
    fmi3EnterContinuousTimeMode EnterContinuousTimeMode |slave| Ok(slave.instance.enter_continuous_time_mode()?);
}

functions! { Fmi3 fmi3Status;
    /// The host's integrator has accepted a step. Event Mode is asked for when the state has drifted too far, or when inputs wait for it.
    fmi3CompletedIntegratorStep(
        instance, _noSetFMUStatePriorToCurrentPoint: fmi3Boolean, enterEventMode: *mut fmi3Boolean,
        terminateSimulation: *mut fmi3Boolean
    ) CompletedIntegratorStep = |slave| {
        let enter_event_mode = slave.instance.completed_integrator_step()?;
        answer(enterEventMode, fmi3Boolean::from(enter_event_mode))?;
        answer(terminateSimulation, fmi3False)
    };

    /// Sets the time.
    fmi3SetTime(instance, time: f64) SetTime = |slave| Ok(slave.instance.set_time(time)?);

    /// Sets the continuous states.
    fmi3SetContinuousStates(
        instance, continuousStates: *const f64, nContinuousStates: usize
    ) SetContinuousStates = |slave| {
        let state = array(continuousStates, nContinuousStates, "continuousStates")?;
        Ok(slave.instance.set_continuous_states(state)?)
    };

    /// Number of continuous states.
    fmi3GetNumberOfContinuousStates(instance, nContinuousStates: *mut usize) GetCounts
        = |slave| answer(nContinuousStates, slave.instance.state_count());

    /// Number of event indicators.
    fmi3GetNumberOfEventIndicators(instance, nEventIndicators: *mut usize) GetCounts
        = |slave| answer(nEventIndicators, slave.instance.indicator_count());
}

filling_functions! { Fmi3 fmi3Status;
    /// The continuous states.
    fmi3GetContinuousStates GetContinuousStates "values" Instance::continuous_states;
    /// Derivatives of the continuous states.
    fmi3GetContinuousStateDerivatives GetDerivatives "values" Instance::derivatives;
    /// Event indicators.
    fmi3GetEventIndicators GetEventIndicators "values" Instance::event_indicators;
    /// Nominal values of the continuous states.
    fmi3GetNominalsOfContinuousStates GetNominalsOfContinuousStates "values"
        |instance, values| instance.nominal_states(values);
}
