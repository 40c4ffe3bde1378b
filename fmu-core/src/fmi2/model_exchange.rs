//! The functions of model exchange (FMI 2.0.5, 3.2).

#![allow(non_snake_case)]

use super::types::*;
use crate::instance::Instance;
use crate::shell::functions::{filling_functions, functions, plain_functions};
use crate::shell::host_memory::{array, write};
use crate::shell::logger::Category;

plain_functions! { Fmi2 fmi2Status;
    /// Enters Event Mode.
    fmi2EnterEventMode EnterEventMode |slave| Ok(slave.instance.enter_event_mode()?);
    /// Leaves Event Mode.
    fmi2EnterContinuousTimeMode EnterContinuousTimeMode |slave| Ok(slave.instance.enter_continuous_time_mode()?);
}

functions! { Fmi2 fmi2Status;
    /// Handles the events at the present time. One call is always enough.
    fmi2NewDiscreteStates(c, eventInfo: *mut fmi2EventInfo) NewDiscreteStates = |slave| {
        let report = slave.instance.new_discrete_states();
        slave.log_events("fmi2NewDiscreteStates");
        let report = report?;
        let info = fmi2EventInfo {
            newDiscreteStatesNeeded: fmi2False,
            terminateSimulation: fmi2Boolean::from(report.terminate),
            // All are 1, but those of other coordinates.
            nominalsOfContinuousStatesChanged: fmi2Boolean::from(report.exchanged),
            // There are hosts that restart their integrator at an event for no other reason.
            valuesOfContinuousStatesChanged: fmi2Boolean::from(report.restart),
            nextEventTimeDefined: fmi2Boolean::from(report.next_event.is_some()),
            nextEventTime: report.next_event.unwrap_or_default(),
        };
        if slave.logger.wants(Category::Events) {
            let text = format!("fmi2NewDiscreteStates: events at {} s", slave.instance.time());
            slave.logger.log(Category::Events, &text);
        }
        write(eventInfo, info)
    };

    /// The host's integrator has accepted a step. Event Mode is asked for when quaternions have drifted too far from unit length.
    fmi2CompletedIntegratorStep(
        c, _noSetFMUStatePriorToCurrentPoint: fmi2Boolean, enterEventMode: *mut fmi2Boolean,
        terminateSimulation: *mut fmi2Boolean
    ) CompletedIntegratorStep = |slave| {
        let enter_event_mode = slave.instance.completed_integrator_step()?;
        write(enterEventMode, fmi2Boolean::from(enter_event_mode))?;
        write(terminateSimulation, fmi2False)
    };

    /// Sets the time.
    fmi2SetTime(c, time: fmi2Real) SetTime = |slave| Ok(slave.instance.set_time(time)?);

    /// Sets the continuous states.
    fmi2SetContinuousStates(c, x: *const fmi2Real, nx: usize) SetContinuousStates
        = |slave| Ok(slave.instance.set_continuous_states(array(x, nx, "x")?)?);
}

filling_functions! { Fmi2 fmi2Status;
    /// Derivatives of the continuous states.
    fmi2GetDerivatives GetDerivatives "derivatives" Instance::derivatives;
    /// Event indicators, of which there are none.
    fmi2GetEventIndicators GetEventIndicators "eventIndicators" Instance::event_indicators;
    /// The continuous states.
    fmi2GetContinuousStates GetContinuousStates "x" Instance::continuous_states;
    /// Nominal values of the continuous states.
    fmi2GetNominalsOfContinuousStates GetNominalsOfContinuousStates "x_nominal"
        |instance, values| instance.nominal_states(values);
}
