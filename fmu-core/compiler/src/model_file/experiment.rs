//! The keys of `[experiment]`: one table for reading, writing and documentation.

use super::Experiment;
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

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number; for a time in s.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// A name.
    Name(&'static str),
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

impl ExperimentKey {
    /// All keys.
    pub const ALL: [Self; 9] = [
        Self {
            name: "start_time",
            modelica: "StartTime",
            description: "Start time",
            kind: Kind::Time(|experiment| &mut experiment.start_time),
        },
        Self {
            name: "stop_time",
            modelica: "StopTime",
            description: "Stop time",
            kind: Kind::Time(|experiment| &mut experiment.stop_time),
        },
        Self {
            name: "tolerance",
            modelica: "Tolerance",
            description: "Relative tolerance of the solver",
            kind: Kind::Positive(|experiment| &mut experiment.tolerance),
        },
        Self {
            name: "step_size",
            modelica: "Interval",
            description: "Communication step",
            kind: Kind::Duration(|experiment| &mut experiment.step_size),
        },
        Self {
            name: "max_evaluations",
            modelica: "__multibody_fmu_max_evaluations",
            description: "Evaluations of the equations that one communication step may cost",
            // A step of a large model needs at least this many.
            kind: Kind::Count(|experiment| &mut experiment.max_evaluations, [1000, 1 << 53]),
        },
        Self {
            name: "method",
            modelica: "__multibody_fmu_method",
            description: "Method of the solver",
            kind: Kind::Method(|experiment| &mut experiment.method),
        },
        Self {
            name: "substeps",
            modelica: "__multibody_fmu_substeps",
            description: "Fixed steps of a communication step",
            kind: Kind::Count(|experiment| &mut experiment.substeps, [1, 1_000_000]),
        },
        Self {
            name: "states",
            modelica: "__multibody_fmu_states",
            description: "Continuous states of model exchange",
            kind: Kind::States(|experiment| &mut experiment.states),
        },
        Self {
            name: "fmi",
            modelica: "__multibody_fmu_fmi",
            description: "Version of FMI that `build` writes",
            kind: Kind::Count(|experiment| &mut experiment.fmi, [2, 3]),
        },
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

    /// The value in an experiment.
    pub fn of(&self, experiment: &Experiment) -> Option<Setting> {
        let mut experiment = experiment.clone();
        match self.kind {
            Kind::Time(field) | Kind::Duration(field) | Kind::Positive(field) => {
                field(&mut experiment).map(Setting::Number)
            }
            Kind::Count(field, _) => field(&mut experiment).map(Setting::Count),
            Kind::Method(field) => field(&mut experiment).map(|method| Setting::Name(method.name())),
            Kind::States(field) => field(&mut experiment).map(|states| Setting::Name(states.name())),
        }
    }
}
