//! The keys of `[experiment]`: one table for reading, writing and documentation.

use super::{Experiment, Value};
use simulation::model::StateSet;
use simulation::solver::Method;

/// Access to the value of a key.
type Field<T> = fn(&mut Experiment) -> &mut Option<T>;

/// Type of the value of a key, with access to it.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A time, s.
    Time(Field<f64>),
    /// A time greater than zero, s.
    Duration(Field<f64>),
    /// A number greater than zero.
    Positive(Field<f64>),
    /// An integer in a range, limits included, at most 2^53.
    Count(Field<u64>, [u64; 2]),
    /// The name of a method.
    Method(Field<Method>),
    /// The name of a set of states.
    States(Field<StateSet>),
}

/// A key of `[experiment]`.
#[derive(Clone, Copy, Debug)]
pub struct ExperimentKey {
    /// Key in a model file.
    pub name: &'static str,
    /// Key in the annotation of a Modelica text; non-standard keys are annotations of this tool (specification, section
    /// 18.1).
    pub modelica: &'static str,
    /// Description.
    pub description: &'static str,
    /// Type of its value.
    pub kind: Kind,
}

const fn key(name: &'static str, modelica: &'static str, description: &'static str, kind: Kind) -> ExperimentKey {
    ExperimentKey { name, modelica, description, kind }
}

impl ExperimentKey {
    /// All keys.
    pub const ALL: [Self; 9] = [
        key("start_time", "StartTime", "Start time", Kind::Time(|experiment| &mut experiment.start_time)),
        key("stop_time", "StopTime", "Stop time", Kind::Time(|experiment| &mut experiment.stop_time)),
        key(
            "tolerance",
            "Tolerance",
            "Relative tolerance of the solver",
            Kind::Positive(|experiment| &mut experiment.tolerance),
        ),
        key("step_size", "Interval", "Communication step", Kind::Duration(|experiment| &mut experiment.step_size)),
        // A step of a large model needs at least this many.
        key(
            "max_evaluations",
            "__multibody_fmu_max_evaluations",
            "Evaluations of the equations that one communication step may cost",
            Kind::Count(|experiment| &mut experiment.max_evaluations, [1000, 1 << 53]),
        ),
        key(
            "method",
            "__multibody_fmu_method",
            "Method of the solver",
            Kind::Method(|experiment| &mut experiment.method),
        ),
        key(
            "substeps",
            "__multibody_fmu_substeps",
            "Fixed steps of a communication step",
            Kind::Count(|experiment| &mut experiment.substeps, [1, 1_000_000]),
        ),
        key(
            "states",
            "__multibody_fmu_states",
            "Continuous states of model exchange",
            Kind::States(|experiment| &mut experiment.states),
        ),
        key(
            "fmi",
            "__multibody_fmu_fmi",
            "Version of FMI that `build` writes",
            Kind::Count(|experiment| &mut experiment.fmi, [2, 3]),
        ),
    ];

    /// Keys in a model file.
    pub const NAMES: [&str; Self::ALL.len()] = {
        let mut names = [""; Self::ALL.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = Self::ALL[index].name;
            index += 1;
        }
        names
    };

    /// The value in an experiment, a number or a string; times are in s.
    pub fn of(&self, experiment: &Experiment) -> Option<Value> {
        let mut experiment = experiment.clone();
        match self.kind {
            Kind::Time(field) | Kind::Duration(field) | Kind::Positive(field) => {
                field(&mut experiment).map(Value::Number)
            }
            // Legal integers are exact as floating-point numbers.
            Kind::Count(field, _) => field(&mut experiment).map(|count| Value::Number(count as f64)),
            Kind::Method(field) => field(&mut experiment).map(|method| Value::String(method.name().to_owned())),
            Kind::States(field) => field(&mut experiment).map(|states| Value::String(states.name().to_owned())),
        }
    }
}
