//! All real variables of a model that is run.

use std::collections::BTreeMap;
use std::sync::Arc;

use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use simulation::variables::{DataType, Variable};

/// When the initialisation is done: positions, velocities, accelerations, forces.
pub fn initial(model: Model) -> Result<BTreeMap<String, f64>, String> {
    after(model, 0.0)
}

/// The same after a communication step, unless that has no length.
pub fn after(model: Model, step: f64) -> Result<BTreeMap<String, f64>, String> {
    let is_real = |variable: &Variable| matches!(variable.data_type, DataType::Real { .. });
    let catalogue = &model.catalogue;
    let chosen = catalogue.variables.iter().enumerate().filter(|(_, variable)| is_real(variable));
    let (names, references): (Vec<String>, Vec<u32>) =
        chosen.map(|(index, variable)| (variable.name.to_owned(), catalogue.reference(index) as u32)).unzip();
    let mut instance = Instance::new(Arc::new(model));
    let mut values = vec![0.0; references.len()];
    let run = instance
        .setup_experiment(Experiment::default())
        .and_then(|()| instance.enter_initialization_mode())
        .and_then(|()| instance.exit_initialization_mode())
        .and_then(|()| if step > 0.0 { instance.do_step(0.0, step).map(|_| ()) } else { Ok(()) })
        .and_then(|()| instance.get(&references, &mut values));
    run.map_err(|error| format!("initial: {error}"))?;
    Ok(names.into_iter().zip(values).collect())
}
