//! Variables of connectors.

use super::super::collected::{ComponentEntry, ConnectorEntry, ConnectorVariable};
use super::maker::{Maker, discrete, real};
use library::{ConnectorHandle, ConnectorKind, SignalType};
use mechanism::{FrameId, Shape, Source};
use simulation::variables::{Causality, VariableAttributes};
use std::borrow::Cow;
use std::sync::Arc;

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
        let name = connector.name.as_str();
        match &connector.handle {
            // Voltages and currents are variables of the components, not of the pins.
            None | Some(ConnectorHandle::Pin(_)) => {}
            Some(ConnectorHandle::Frame(frames)) => self.frame(connector, frames),
            Some(ConnectorHandle::Flange(flange)) => {
                let names = match connector.kind {
                    ConnectorKind::RotationalFlange => [
                        ("phi", "rad", "Absolute rotation angle of flange"),
                        ("tau", "N.m", "Cut torque in the flange"),
                    ],
                    _ => [("s", "m", "Absolute position of flange"), ("f", "N", "Cut force directed into flange")],
                };
                let [(position, unit, text), (flow, flow_unit, flow_text)] = names;
                let found = real(text, Some(unit), Source::FlangePosition(*flange));
                self.push_of(connector, ConnectorVariable::FlangePosition, 0, (&[name, ".", position], found));
                let found = real(flow_text, Some(flow_unit), Source::FlangeFlow(*flange));
                self.push_of(connector, ConnectorVariable::FlangeFlow, 0, (&[name, ".", flow], found));
            }
            Some(ConnectorHandle::Heat(port)) => {
                let (temperature, flow) = (Source::Temperature(*port), Source::HeatFlow(*port));
                self.push(&[name, ".T"], real("Port temperature", Some("K"), temperature));
                let text = "Heat flow rate (positive if flowing from outside into the component)";
                self.push(&[name, ".Q_flow"], real(text, Some("W"), flow));
            }
            Some(ConnectorHandle::Output(output)) => {
                let signals = output.first..output.first + output.size;
                self.signals(connector, measured_in(component, connector), signals);
            }
            Some(ConnectorHandle::Input(input)) => {
                let signals = &self.context.sets.drivers[input.first..][..input.size];
                self.signals(connector, Cow::Borrowed(connector.declared.description), signals.iter().copied());
            }
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
            self.push_of(connector, ConnectorVariable::Signal, k, (&name, variable));
        }
    }

    /// Adds element `k` of a variable of a connector.
    fn push_of(
        &mut self,
        connector: &ConnectorEntry,
        variable: ConnectorVariable,
        k: usize,
        (name, element): (&[&str], VariableAttributes),
    ) {
        let number = self.push(name, element);
        self.start_of(connector, variable, k, number);
    }

    /// Records the start value of element `k` of a variable of a connector, if there is one.
    fn start_of(&mut self, connector: &ConnectorEntry, variable: ConnectorVariable, k: usize, number: usize) {
        let start = connector.starts.iter().find(|(other, _)| *other == variable);
        self.started.extend(start.map(|(_, first)| (first + k, number)));
    }

    fn frame(&mut self, connector: &ConnectorEntry, frames: &Arc<[FrameId]>) {
        let (name, Some(first)) = (connector.name.as_str(), frames.first().copied()) else { return };
        // Most variables of a model are those of frames, which have equal declarations.
        let like = *self.first_frame.get_or_insert(self.out.variables.len());
        for (k, (variable, element, source)) in of_frame(first, frames).enumerate() {
            let (member, description, unit) = declared(variable);
            let is_matrix = variable == ConnectorVariable::Orientation;
            let shape = if is_matrix { Shape::Matrix(3, 3) } else { Shape::Vector(3) };
            let name = [name, member, &*shape.subscript(element)];
            let number = if like + k < self.out.variables.len() {
                let number = self.out.variables.push_like(&name, like + k, source);
                self.enter(number);
                number
            } else {
                self.push(&name, real(description, unit, source))
            };
            self.start_of(connector, variable, element, number);
        }
    }
}

/// Variables of a frame: the array, the number of the element in it, and the source.
fn of_frame(
    first: FrameId,
    frames: &Arc<[FrameId]>,
) -> impl Iterator<Item = (ConnectorVariable, usize, Source)> + use<'_> {
    let position = (0..3).map(move |k| (ConnectorVariable::Position, k, Source::Position(first, k)));
    let element = move |k: u8| Source::Orientation(first, k / 3, k % 3);
    let orientation = (0..9).map(move |k| (ConnectorVariable::Orientation, usize::from(k), element(k)));
    let velocity = (0..3).map(move |k| (ConnectorVariable::AngularVelocity, k, Source::AngularVelocity(first, k)));
    let force = (0..3).map(|k| (ConnectorVariable::Force, k, Source::Force(Arc::clone(frames), k as u8)));
    let torque = (0..3).map(|k| (ConnectorVariable::Torque, k, Source::Torque(Arc::clone(frames), k as u8)));
    position.chain(orientation).chain(velocity).chain(force).chain(torque)
}

/// Name in the frame, description and unit of a variable of a frame.
fn declared(variable: ConnectorVariable) -> (&'static str, &'static str, Option<&'static str>) {
    match variable {
        ConnectorVariable::Position => {
            let text = "Position vector from world frame to the connector frame origin, resolved in world frame";
            (".r_0", text, Some("m"))
        }
        ConnectorVariable::Orientation => (".R.T", "Transformation matrix from world frame to local frame", None),
        ConnectorVariable::AngularVelocity => {
            (".R.w", "Absolute angular velocity of local frame, resolved in local frame", Some("rad/s"))
        }
        ConnectorVariable::Force => (".f", "Cut-force resolved in connector frame", Some("N")),
        ConnectorVariable::Torque => (".t", "Cut-torque resolved in connector frame", Some("N.m")),
        ConnectorVariable::FlangePosition
        | ConnectorVariable::FlangeFlow
        | ConnectorVariable::Signal
        | ConnectorVariable::Network => ("", "", None),
    }
}
