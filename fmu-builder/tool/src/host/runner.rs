//! Many runs of one simulation with different values.

use super::error::{RowSink, SimulationError};
use super::instance::Instance;
use super::simulation::Simulation;
use crate::settings::{Assignment, Phase, Settable, SettingError, Variables};

/// Runs a simulation many times in one instance, which is reset in between (fmi2Reset). After a run that fails the instance is dropped, so that
/// no run depends on the one before.
pub struct Runner<'s> {
    simulation: &'s Simulation<'s>,
    instance: Option<Instance>,
}

impl<'a> Simulation<'a> {
    /// The variable of this name, to be given another value in each run, and when it is set.
    ///
    /// # Errors
    /// When there is none, or it cannot be set.
    pub(crate) fn varied(&self, name: &str) -> Result<(Settable<'a>, Phase), SettingError> {
        self.package.description().settable(name).map_err(|error| self.package.explained(error))
    }

    /// A runner for many runs. Each thread needs its own.
    pub fn runner(&self) -> Runner<'_> {
        Runner { simulation: self, instance: None }
    }

    /// A text that identifies the rows of a run: other rows, other text.
    pub(crate) fn identity(&self) -> String {
        // The content of the library counts, not its path.
        let library = self.package.library_path().ok().and_then(|path| std::fs::read(path).ok()).unwrap_or_default();
        let library = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, &library);
        let names: Vec<&str> = self.columns().iter().map(|column| column.name.as_str()).collect();
        let (plan, guid) = (self.experiment, &self.package.description().guid);
        format!("{guid} {library}\n{plan:?}\n{:?}\n{:?}\n{names:?}\n", self.assignments, self.drive)
    }

    /// True if the FMU declares canBeInstantiatedOnlyOncePerProcess.
    pub fn is_only_once(&self) -> bool {
        self.package.description().can("canBeInstantiatedOnlyOncePerProcess")
    }
}

impl Runner<'_> {
    /// A run from start to stop with these values on top of those of the options; rows go to `sink` as with [`Simulation::run`].
    pub(crate) fn run(&mut self, values: &[Assignment], sink: RowSink<'_>) -> Result<(), SimulationError> {
        let simulation = self.simulation;
        // As it was after its instantiation.
        let instance = match self.instance.take() {
            Some(instance) => instance.reset().map(|()| instance)?,
            None => simulation.instantiate()?,
        };
        let plan = simulation.experiment;
        simulation.prepare(&instance, plan, values)?;
        simulation.go_over(&instance, plan.times(), plan.start, sink)?;
        self.instance = Some(instance);
        Ok(())
    }
}
