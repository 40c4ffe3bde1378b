//! Connectors of a component.

use super::super::collected::ConnectorEntry;
use super::maker::Maker;
use library::{ByName, Class, Condition, Connector, ConnectorHandle, ConnectorKind, SignalSize, Structural};
use mechanism::{Shape, SignalIn, SignalOut};
use std::sync::Arc;

impl Maker<'_> {
    pub(super) fn connectors(
        &mut self,
        index: usize,
        class: &'static Class,
        parameters: &ByName<(usize, Shape)>,
    ) -> ByName<ConnectorHandle> {
        let component = self.out.components[index].name.clone();
        let mut result = ByName::with_capacity(class.connectors.len());
        for connector in class.connectors {
            let exists = self.exists(index, connector);
            let full = match own_connector(class) == Some(connector.name) {
                true => component.clone(),
                false => [&*component, ".", connector.name].concat(),
            };
            let kind = sized(connector, parameters, &self.out.components[index].structural);
            let handle = exists.then(|| self.handle(kind, &full));
            if let Some(handle) = &handle {
                result.insert(connector.name, handle.clone());
            }
            let starts = Vec::new();
            let entry = ConnectorEntry { name: full, component: index, declared: connector, kind, handle, starts };
            self.out.add_connector(entry);
        }
        result
    }

    fn exists(&self, index: usize, connector: &Connector) -> bool {
        let entry = &self.out.components[index];
        match connector.condition {
            Condition::Always => true,
            Condition::Is(name, value) => entry.has_value(name, value),
            Condition::Any(names, value) => names.iter().any(|name| entry.has_value(name, value)),
            Condition::All(names) => names.iter().all(|name| entry.has_value(name, "true")),
        }
    }

    fn handle(&mut self, kind: ConnectorKind, name: &str) -> ConnectorHandle {
        let add = |names: &mut Vec<String>| {
            names.push(name.to_owned());
            names.len() - 1
        };
        match kind {
            ConnectorKind::Frame | ConnectorKind::FrameResolve => {
                ConnectorHandle::Frame(Arc::new([add(&mut self.out.frames)]))
            }
            ConnectorKind::RotationalFlange | ConnectorKind::TranslationalFlange => {
                ConnectorHandle::Flange(add(&mut self.out.flanges))
            }
            ConnectorKind::HeatPort => ConnectorHandle::Heat(add(&mut self.out.heat_ports)),
            ConnectorKind::Pin => ConnectorHandle::Pin(add(&mut self.out.pins)),
            ConnectorKind::Input(_, size) => {
                let first = self.out.signal_inputs;
                self.out.signal_inputs += size;
                ConnectorHandle::Input(SignalIn { first, size })
            }
            ConnectorKind::Output(_, size) => {
                let first = self.out.signal_outputs;
                self.out.signal_outputs += size;
                ConnectorHandle::Output(SignalOut { first, size })
            }
        }
    }
}

/// The connector that a variable or an input of the model is: it has the name of its component.
fn own_connector(class: &'static Class) -> Option<&'static str> {
    use library::blocks::{PLAIN_INPUT, SAMPLED_VARIABLE, VARIABLE};
    let all = [(&VARIABLE, "y"), (&SAMPLED_VARIABLE, "y"), (&PLAIN_INPUT, "u")];
    all.into_iter().find(|(own, _)| std::ptr::eq(class, *own)).map(|(_, name)| name)
}

/// The kind of a connector with the number of elements according to the parameters.
fn sized(connector: &Connector, parameters: &ByName<(usize, Shape)>, structural: &ByName<Structural>) -> ConnectorKind {
    let shape = |name| match parameters.get(name) {
        Some((_, Shape::Matrix(rows, columns))) => (*rows, *columns),
        _ => (1, 1),
    };
    let elements = |name: &str| parameters.get(name).map_or(1, |(_, shape)| shape.size());
    let integer = |name: &str| match structural.get(name) {
        Some(Structural::Integer(size)) => usize::try_from(*size).unwrap_or(0),
        _ => 1,
    };
    let size = match connector.size {
        SignalSize::Declared => return connector.kind,
        SignalSize::Rows(name) => shape(name).0,
        SignalSize::Longest(names) => names.iter().map(|name| elements(name)).max().unwrap_or(1),
        SignalSize::Integer(name) => integer(name),
        SignalSize::Sum(names) => names.iter().map(|name| integer(name)).sum(),
        SignalSize::Columns(name, less) => shape(name).1.saturating_sub(less),
    };
    connector.kind.with_size(size)
}
