//! An instance and its host.

use super::Refusal;
use super::logger::{Category, Logger};
use crate::instance::Instance;

/// Hint for inputs that are not continuous and are set in Continuous-Time Mode.
const WAITING: &str = "is not a continuous input: in Continuous-Time Mode its value waits until Event Mode is entered";

/// An instance and its host.
pub(crate) struct Slave {
    pub(crate) instance: Instance,
    pub(crate) logger: Logger,
}

impl Slave {
    /// Tells what events have changed, where the host wants to hear of it.
    pub(crate) fn log_events(&mut self, function: &str) {
        let lines = self.instance.take_event_log();
        if self.logger.wants(Category::Events) {
            lines.iter().for_each(|line| self.logger.log(Category::Events, &format!("{function}: {line}")));
        }
    }

    /// Ends the simulation, and tells what the integrator did.
    pub(crate) fn terminate(&mut self) -> Result<(), Refusal> {
        self.instance.terminate()?;
        if self.logger.wants(Category::Statistics)
            && let Some(work) = self.instance.work()
        {
            self.logger.log(Category::Statistics, &work.to_string());
        }
        Ok(())
    }

    /// Says that an input that was set in Continuous-Time Mode waits, once in a run.
    pub(crate) fn note_waiting(&mut self, function: &str, completed_step: &str) {
        if let Some(name) = self.instance.waiting_input() {
            self.logger.note(WAITING, || {
                format!(
                    "{function}: {name} {WAITING}, which {completed_step} asks for; other inputs like it wait silently"
                )
            });
        }
    }

    /// Back to the state after instantiation.
    pub(crate) fn reset(&mut self) -> Result<(), Refusal> {
        self.instance.ensure_memory()?;
        self.instance.reset();
        self.logger.run_begins();
        Ok(())
    }
}
