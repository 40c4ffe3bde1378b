//! The functions of the standard and the methods of an instance are allowed in the same states.

use super::host::Host;
use super::state_machine::rows;
use crate::fmi2::*;
use crate::instance::calls::{Function, TABLE, Verdict, verdict};
use crate::instance::oscillator::vr;
use crate::instance::{Experiment, Instance, InstanceError, Interface, Mode, Version};
use crate::shell::handles;

/// Calls the method of an instance that stands for `function`, with legal arguments; nothing where there is no method that could refuse.
fn method(function: Function, instance: &mut Instance) -> Option<Result<(), InstanceError>> {
    use Function::*;
    Some(match function {
        SetupExperiment => instance.setup_experiment(Experiment::default()),
        EnterInitializationMode => instance.enter_initialization_mode(),
        ExitInitializationMode => instance.exit_initialization_mode(),
        Terminate => instance.terminate(),
        GetReal => instance.get(&[vr::X], &mut [0.0]),
        GetInteger => instance.get(&[vr::SIDE], &mut [0]),
        GetBoolean => instance.get(&[vr::LOCKED], &mut [false]),
        GetString => instance.strings(GetString, &[]),
        SetReal => instance.set(&[vr::U], &[1.0]),
        SetInteger => instance.set::<i32>(&[], &[]),
        SetBoolean => instance.set::<bool>(&[], &[]),
        SetString => instance.strings(SetString, &[]),
        SetFMUstate => instance.restore(&instance.snapshot()),
        DeSerializeFMUstate => {
            let (snapshot, mut bytes) = (instance.snapshot(), [0; 1000]);
            snapshot.serialize(&mut bytes).unwrap();
            instance.read_snapshot(&bytes).map(drop)
        }
        GetDirectionalDerivative => instance.directional_derivatives(&[vr::Y], &[vr::U], &[1.0], &mut [0.0]),
        SetRealInputDerivatives => instance.set_input_derivatives(&[vr::U], &[1], &[0.0]),
        GetRealOutputDerivatives => instance.output_derivatives(&[vr::Y], &[1], &mut [0.0]),
        DoStep => instance.do_step(0.25, 0.25).map(drop),
        EnterEventMode => instance.enter_event_mode(),
        NewDiscreteStates => instance.new_discrete_states().map(drop),
        EnterContinuousTimeMode => instance.enter_continuous_time_mode(),
        CompletedIntegratorStep => instance.completed_integrator_step().map(drop),
        SetTime => instance.set_time(0.0),
        SetContinuousStates => instance.set_continuous_states(&[0.0, 0.0]),
        GetDerivatives => instance.derivatives(&mut [0.0, 0.0]),
        GetEventIndicators => instance.event_indicators(&mut []),
        GetContinuousStates => instance.continuous_states(&mut [0.0, 0.0]),
        GetNominalsOfContinuousStates => instance.nominal_states(&mut [0.0, 0.0]),
        // Possible in every state, so that the methods have no way to refuse.
        SetDebugLogging
        | FreeInstance
        | Reset
        | GetFMUstate
        | FreeFMUstate
        | SerializedFMUstateSize
        | SerializeFMUstate => return None,
        // Questions of the standard about the last step, which an instance answers by its mode and its time.
        EnterStepMode => instance.enter_step_mode(),
        GetStructure | GetCounts | Unsupported => return None,
        CancelStep | GetStatus | GetRealStatus | GetIntegerStatus | GetBooleanStatus | GetStringStatus => return None,
    })
}

/// What a message of [`crate::fmi2`] says about the state or the interface; "allowed" when it says nothing of them.
fn told(messages: &[super::host::Message]) -> &'static str {
    let says = |what: &str| messages.iter().any(|message| message.text.contains(what));
    match (says("it is allowed in:"), says("it belongs to")) {
        (true, _) => "refused",
        (_, true) => "other interface",
        _ => "allowed",
    }
}

fn outcome(result: &Result<(), InstanceError>) -> &'static str {
    match result {
        // Part of the precondition of entering Initialization Mode.
        Ok(()) | Err(InstanceError::ExperimentNotSetUp) => "allowed",
        Err(InstanceError::WrongMode { .. }) => "refused",
        Err(InstanceError::WrongInterface { .. }) => "other interface",
        Err(_) => "another error",
    }
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allowed => "allowed",
        Verdict::Refused(_) => "refused",
        Verdict::OtherInterface(_) => "other interface",
        Verdict::WithoutEventMode => "without Event Mode",
    }
}

#[test]
fn both_layers_give_the_verdict_of_the_table() {
    let host = Host::new();
    let rows = rows();
    for rule in TABLE {
        let function = rule.function;
        // Freed in every state by another test; it has no status.
        let Some(row) = rows.iter().find(|row| row.function == function) else {
            assert!(function == Function::FreeInstance || is_of_fmi3(function));
            continue;
        };
        for interface in Interface::ALL {
            for mode in Mode::ALL.into_iter().filter(|&mode| interface.states(Version::Fmi2).contains(mode)) {
                let at = format!("{function} in {mode}, {interface}");
                let table = in_words(verdict(function, Version::Fmi2, interface, mode));
                let c = host.oscillator_for(interface, mode);
                let result = method(function, &mut handles::acquire(c).unwrap().instance);
                if let Some(result) = result {
                    assert_eq!(outcome(&result), table, "{at}: {result:?}");
                } else if !is_question(function) {
                    assert_eq!(table, "allowed", "{at}");
                }
                // SAFETY: a living component.
                unsafe { fmi2FreeInstance(c) };
                let c = host.oscillator_for(interface, mode);
                (row.call)(c);
                assert_eq!(told(&host.messages()), table, "{at}");
                // SAFETY: a living component.
                unsafe { fmi2FreeInstance(c) };
            }
        }
    }
}

fn is_of_fmi3(function: Function) -> bool {
    use Function::*;
    matches!(function, EnterStepMode | GetStructure | GetCounts | Unsupported)
}

fn is_question(function: Function) -> bool {
    use Function::*;
    matches!(function, CancelStep | GetStatus | GetRealStatus | GetIntegerStatus | GetBooleanStatus | GetStringStatus)
}
