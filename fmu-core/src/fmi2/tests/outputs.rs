//! Outputs that no host can go on with.

use super::host::{Host, logger};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::*;
use crate::instance::{Experiment, Instance, InstanceError, Interface, Mode};
use crate::shell::handles;
use crate::shell::slave::Slave;
use compiler::compile;
use compiler::model_file::ModelFile;
use std::sync::Arc;

/// A gain of 1e200 from an input to one output, of 2 to another.
const GAINS: &str = r#"{"name": "Gains", "components": {"world": {"class": "World"},
    "large": {"class": "Blocks.Math.Gain", "k": 1e200}, "small": {"class": "Blocks.Math.Gain", "k": 2}},
  "outputs": {"too_large": "large.y", "moderate": "small.y"}}"#;

/// An instance in Initialization Mode whose first output is infinite.
fn overflowing(interface: Interface) -> Instance {
    let model = compile(&ModelFile::from_json(GAINS).unwrap()).unwrap();
    let mut instance = Instance::new(Arc::new(model)).with_interface(interface);
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    set_inputs(&mut instance, 1e200);
    instance
}

fn set_inputs(instance: &mut Instance, value: f64) {
    let inputs: Vec<u32> = instance.catalogue().inputs.iter().map(|index| *index as u32).collect();
    instance.set(&inputs, &vec![value; inputs.len()]).unwrap();
}

#[test]
fn outputs_that_are_not_finite_end_the_initialization() {
    for interface in Interface::ALL {
        let host = Host::new();
        let logger = logger(Some(&host.functions()), c"gains", false);
        let c = handles::publish(Slave { instance: overflowing(interface), logger });
        // SAFETY: a living component.
        unsafe {
            assert_eq!(fmi2ExitInitializationMode(c), fmi2Error);
            fmi2FreeInstance(c);
        }
        let text = host.messages().remove(0).text;
        assert!(text.contains("outputs that are not finite at 0 s: too_large;"), "{text}");
    }
}

/// A Rust host may mend what was wrong.
#[test]
fn other_values_help() {
    let mut instance = overflowing(Interface::CoSimulation);
    let error = instance.exit_initialization_mode().unwrap_err();
    assert!(matches!(&error, InstanceError::InitialOutputs { names, .. } if names == &["too_large"]), "{error}");
    assert_eq!(instance.mode(), Mode::Initialization);
    set_inputs(&mut instance, 1e100);
    instance.exit_initialization_mode().unwrap();
}
