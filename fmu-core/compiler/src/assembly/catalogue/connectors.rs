//! Variables of connectors.

use super::super::collected::{ComponentEntry, ConnectorEntry};
use super::maker::{Maker, discrete, real};
use crate::connector_variables::{ConnectorQuantity, variables};
use library::{ConnectorHandle, ConnectorKind, SignalType};
use mechanism::Source;
use simulation::variables::Causality;
use std::borrow::Cow;

/// Parameter for the frame in which a sensor's vector is resolved, and its literal for the world frame.
const RESOLVE_IN: &str = "resolveInFrame";
const WORLD: &str = "world";

/// The description of a signal, with the frame in which a sensor's vector is resolved. Angles have axes of their own,
/// and are not resolved in a frame.
fn measured_in(component: &ComponentEntry, connector: &ConnectorEntry) -> Cow<'static, str> {
    let text = connector.declared.description;
    let is_vector = connector.kind == ConnectorKind::Output(SignalType::Real, 3) && connector.declared.unit != "rad";
    match component.literal(RESOLVE_IN).filter(|_| connector.declared.is_measured && is_vector) {
        Some(WORLD) => Cow::Owned(format!("{text}, resolved in the world frame")),
        Some(frame) => Cow::Owned(format!("{text}, resolved in {frame}")),
        None => Cow::Borrowed(text),
    }
}

impl Maker<'_> {
    pub(super) fn connector(&mut self, component: &ComponentEntry, connector: &ConnectorEntry) {
        match &connector.handle {
            None => {}
            Some(ConnectorHandle::Output(output)) => {
                let signals = output.first..output.first + output.size;
                self.signals(connector, measured_in(component, connector), signals);
            }
            Some(ConnectorHandle::Input(input)) => {
                let signals = &self.context.sets.drivers[input.first..][..input.size];
                self.signals(connector, Cow::Borrowed(connector.declared.description), signals.iter().copied());
            }
            Some(handle) => self.variables_of(connector, handle),
        }
    }

    /// Adds the elements of a signal, which start values may be given for.
    fn signals(
        &mut self,
        connector: &ConnectorEntry,
        description: Cow<'static, str>,
        signals: impl Iterator<Item = usize>,
    ) {
        for (k, signal) in signals.enumerate() {
            let source = Source::Signal(signal, self.context.schedule.signal_stages[signal]);
            let mut variable = real(description.clone(), Some(connector.declared.unit), source);
            if connector.declared.is_measured {
                variable.causality = Causality::Output;
            }
            discrete(&mut variable, connector.kind.signal_type());
            let name = [connector.name.as_str(), &*connector.shape().subscript(k)];
            let number = self.push(&name, variable);
            self.start_of(connector, ConnectorQuantity::Signal, k, number);
        }
    }

    /// Records the start value of element `k` of a variable of a connector, if there is one.
    fn start_of(&mut self, connector: &ConnectorEntry, quantity: ConnectorQuantity, k: usize, number: usize) {
        let start = connector.starts.iter().find(|(other, _)| *other == quantity);
        self.started.extend(start.map(|(_, first)| (first + k, number)));
    }

    /// Adds the variables of a connector that is not a signal.
    fn variables_of(&mut self, connector: &ConnectorEntry, handle: &ConnectorHandle) {
        for variable in variables(connector.kind) {
            for k in 0..variable.shape.size() {
                let Some(source) = variable.source(handle, k) else { continue };
                let name = [&*connector.name, ".", variable.name, &*variable.shape.subscript(k)];
                let number = self.push(&name, real(variable.description.into(), Some(variable.unit), source));
                // A fixed start value of a heat port is refused (CannotBeFixed), since it is not found among these.
                if !matches!(handle, ConnectorHandle::Heat(_)) {
                    self.start_of(connector, variable.quantity, k, number);
                }
            }
        }
    }
}
