//! Names of parameters, components and connectors, and the search for them.

use super::components::Collected;
use crate::library::{Connector, ConnectorHandle, ConnectorKind, Parameter, SignalSize, Structural};
use crate::mechanism::{FrameId, Shape};
use crate::model_file::{Expression, Span, split_subscripts};

/// Who declares a parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum ParameterOrigin {
    /// The model file's `[parameters]`.
    Model,
    /// A component's class.
    Component {
        /// Component.
        index: usize,
        /// Declaration.
        parameter: &'static Parameter,
    },
    /// Start value of a variable.
    Start,
}

/// Expression, the component in whose names it is written (none: the model's), and its place.
pub(super) type UnresolvedBinding = (Expression, Option<String>, Option<Span>);

/// A named parameter or start value.
#[derive(Debug)]
pub(super) struct ParameterEntry {
    /// Full name.
    pub name: String,
    /// First element in the parameter array.
    pub first: usize,
    /// Shape.
    pub shape: Shape,
    /// Place of the value in the model file.
    pub span: Option<Span>,
    /// Who declares it.
    pub origin: ParameterOrigin,
    /// What it is bound to.
    pub binding: Option<UnresolvedBinding>,
    /// Description of a model parameter.
    pub description: String,
    /// Unit of a model parameter.
    pub unit: Option<String>,
}

/// A connector, also one whose condition is false.
#[derive(Debug)]
pub(super) struct ConnectorEntry {
    /// Full name.
    pub name: String,
    /// Component.
    pub component: usize,
    /// Declaration.
    pub declared: &'static Connector,
    /// Its kind, with the number of elements that a signal has in this model.
    pub kind: ConnectorKind,
    /// None when it does not exist in this model.
    pub handle: Option<ConnectorHandle>,
}

impl ConnectorEntry {
    /// Shape of a signal: one whose size a parameter decides is a vector, also of one element.
    pub fn shape(&self) -> Shape {
        match self.declared.size {
            SignalSize::Declared => self.kind.shape(),
            _ => Shape::Vector(self.kind.size()),
        }
    }
}

impl Collected {
    /// Registers a connector under its name.
    pub fn add_connector(&mut self, entry: ConnectorEntry) {
        self.connector_names.insert(entry.name.clone(), self.connectors.len());
        self.connectors.push(entry);
    }

    /// Place of a component in the model file.
    pub fn span_of(&self, component: &str) -> Option<Span> {
        self.component_names.get(component).and_then(|i| self.components[*i].span.clone())
    }

    /// Frames behind a connector.
    pub fn frames_of(&self, connector: &str) -> Vec<FrameId> {
        let handle = self.connector_names.get(connector).and_then(|i| self.connectors[*i].handle.as_ref());
        match handle {
            Some(ConnectorHandle::Frame(frames)) => frames.clone(),
            _ => Vec::new(),
        }
    }

    /// Value of a parameter that shapes a component.
    pub fn structural(&self, component: &str, parameter: &str) -> Option<Structural> {
        self.component_names.get(component).and_then(|i| self.components[*i].structural.get(parameter).copied())
    }

    /// The parameter that an expression names, and the subscripts behind its name. Expressions of a class name the parameters of
    /// their component, and those of the world through `world`, whatever its name is.
    pub fn find_parameter(&self, name: &str, scope: Option<&str>) -> Option<(&ParameterEntry, Vec<usize>)> {
        let full = match (scope, name.strip_prefix("world."), &self.world) {
            (None, _, _) => name.to_owned(),
            (Some(_), Some(rest), Some(world)) => format!("{world}.{rest}"),
            (Some(scope), _, _) => format!("{scope}.{name}"),
        };
        let exact = |name: &str| self.parameter_names.get(name).map(|i| &self.parameters[*i]);
        if let Some(entry) = exact(&full) {
            return Some((entry, Vec::new()));
        }
        if let Some((base, subscripts)) = split_subscripts(&full)
            && let Some(entry) = exact(base)
        {
            return Some((entry, subscripts));
        }
        // `world.x` of a model whose World has no component of its own, or another name.
        let world = self.world.as_deref()?;
        let rest = name.strip_prefix("world.")?;
        exact(&format!("{world}.{rest}")).map(|entry| (entry, Vec::new()))
    }
}

/// The nearest of `candidates` to `name`.
pub(super) fn nearest_name<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    crate::model_file::nearest(name, candidates).map(str::to_owned)
}
