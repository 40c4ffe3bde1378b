//! Operations on a running model that FMI does not have: a body is dragged, parameters that are fixed change, the equations are seen.

use super::{Instance, InstanceError};
use simulation::dynamics::{Pull, System};
use simulation::variables::Target;

impl Instance {
    /// Ties the point `place` (world, m) of the link with this frame to a spring whose other end is there, too; the variable is an element of
    /// `r_0` of the frame. False for what is not a frame that can move.
    ///
    /// # Errors
    /// A state that cannot be evaluated.
    pub fn grab(&mut self, variable: usize, place: [f64; 3]) -> Result<bool, InstanceError> {
        self.settle()?;
        let Some(variable) = self.model.catalogue.variables.get(variable) else { return Ok(false) };
        let pull = self.system.grab(self.elapsed, &self.state, variable.source, place);
        self.set_pull(pull);
        Ok(pull.is_some())
    }

    /// Moves the end of the spring that a person holds.
    pub fn drag(&mut self, target: [f64; 3]) {
        if let Some(mut pull) = self.system.pull() {
            pull.target = target;
            self.set_pull(Some(pull));
        }
    }

    /// Takes the spring away.
    pub fn release(&mut self) {
        if self.system.pull().is_some() {
            self.set_pull(None);
        }
    }

    /// Position of the point that the spring holds.
    pub fn pulled(&mut self) -> Option<[f64; 3]> {
        self.system.pulled(self.elapsed, &self.state)
    }

    /// The equations, with the present inputs, parameters and discrete states; the time since the start, s; and the state.
    ///
    /// # Errors
    /// Parameters or start values that are not possible.
    pub fn equations(&mut self) -> Result<(&mut System, f64, &[f64]), InstanceError> {
        self.settle()?;
        Ok((&mut self.system, self.elapsed, &self.state))
    }

    /// Takes the inputs, parameters and discrete states of other equations of the same model, and a state.
    pub fn take_equations(&mut self, system: &System, state: &[f64]) {
        self.system = system.clone();
        self.state.copy_from_slice(state);
    }

    fn set_pull(&mut self, pull: Option<Pull>) {
        if pull != self.system.pull() {
            self.system.set_pull(pull);
            self.changes.jump = true;
        }
    }

    /// Sets parameters that are fixed in an FMU while the model runs, as tunable ones; the variables by their value references.
    ///
    /// # Errors
    /// Values that are not possible; nothing has changed then.
    pub fn tune(&mut self, values: &[(usize, f64)]) -> Result<(), InstanceError> {
        self.settle()?;
        let target =
            |variable: usize| self.model.catalogue.variables.get(variable).and_then(|variable| variable.target);
        let parameter = |(variable, _): &(usize, f64)| match target(*variable) {
            Some(Target::Parameter(parameter)) => Some((*variable, self.system.parameter(parameter))),
            _ => None,
        };
        let before: Vec<(usize, f64)> = values.iter().filter_map(parameter).collect();
        values.iter().for_each(|(variable, value)| self.apply(*variable, *value));
        let result = self.settle();
        if result.is_err() {
            before.into_iter().for_each(|(variable, value)| self.apply(variable, value));
        }
        result
    }
}
