//! Results of our own host for an FMU.

use std::sync::Arc;

use fmu_builder::host::{
    Instance, Kind, Listener, RunOptions, ScalarVariable, Simulation, SimulationOptions, StepOutcome,
};
use simulation::variables::Causality;

use super::case::Case;
use super::signals::Signals;
use super::table::Table;

/// Simulates the default experiment; with signals at the inputs over the communication points of the host, which has them at the
/// start, at the stop and at all jumps.
pub fn expected(case: &Case, found: &Table) -> Table {
    match &case.signals {
        Some(signals) => driven(case, signals, &found.times()),
        None => simulated(case),
    }
}

fn simulated(case: &Case) -> Table {
    let options = SimulationOptions {
        run: RunOptions { settings: case.settings.clone(), ..RunOptions::default() },
        variables: Some(recorded(case).map(|variable| variable.name.clone()).collect()),
        ..SimulationOptions::default()
    };
    let name = &case.name;
    let simulation = Simulation::new(&case.package, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut rows = Vec::new();
    let outcome = simulation.run(&mut |time, values| {
        rows.push([&[time], values].concat());
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
    Table { columns: simulation.columns().iter().map(|column| column.name.clone()).collect(), rows }
}

/// The variables that hosts record.
fn recorded(case: &Case) -> impl Iterator<Item = &ScalarVariable> {
    let variables = case.package.description().variables.iter();
    variables.filter(|v| v.causality != Causality::Independent && v.kind != Kind::String && !v.is_alias)
}

/// Simulates with signals at the inputs, which are set at each communication point. Only real variables may be exposed.
fn driven(case: &Case, signals: &Signals, times: &[f64]) -> Table {
    assert_communication_points(case, signals, times);
    let description = case.package.description();
    let reference = |name: &str| description.find(name).unwrap().value_reference;
    let inputs: Vec<u32> = signals.names.iter().map(|name| reference(name)).collect();
    let library = Arc::new(case.package.load_library().unwrap());
    let instance = Instance::new(&library, &case.package, Listener::default()).unwrap();
    let apply = |time: f64| {
        for (&input, value) in inputs.iter().zip(signals.values(time)) {
            instance.set_real(input, value).unwrap();
        }
    };
    let columns: Vec<&ScalarVariable> = recorded(case).collect();
    assert!(columns.iter().all(|column| column.kind == Kind::Real), "{}: only numbers can be recorded", case.name);
    let references: Vec<u32> = columns.iter().map(|column| column.value_reference).collect();
    let record = |time: f64| {
        let mut values = vec![0.0; references.len()];
        instance.get_real(&references, &mut values).unwrap();
        [vec![time], values].concat()
    };

    instance.setup_experiment(description.experiment.tolerance, times[0], times.last().copied()).unwrap();
    instance.enter_initialization_mode().unwrap();
    apply(times[0]);
    instance.exit_initialization_mode().unwrap();
    let mut rows = vec![record(times[0])];
    for step in times.windows(2) {
        apply(step[0]);
        assert_eq!(instance.do_step(step[0], step[1] - step[0]).unwrap(), StepOutcome::Done);
        rows.push(record(step[1]));
    }
    instance.terminate().unwrap();
    Table { columns: columns.iter().map(|column| column.name.clone()).collect(), rows }
}

/// Fails if a communication point is missing.
fn assert_communication_points(case: &Case, signals: &Signals, times: &[f64]) {
    let experiment = &case.package.description().experiment;
    let needed = [experiment.start_time.unwrap_or(0.0), experiment.stop_time.unwrap()];
    for needed in needed.into_iter().chain(signals.jumps()) {
        assert!(times.iter().any(|time| (time - needed).abs() < 1e-12), "{}: no point at {needed} s", case.name);
    }
    assert!(times.is_sorted_by(|a, b| a < b), "{}: {times:?}", case.name);
}
