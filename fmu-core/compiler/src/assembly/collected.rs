//! Names, places, parameters, connectors and elements collected from the components of a model.

use crate::connector_variables::ConnectorQuantity;
use crate::model_file::{Expression, Span, owners, split_subscripts};
use library::{
    ByName, Class, Connector, ConnectorHandle, ConnectorKind, Elements, Parameter, SignalSize, SignalType, Structural,
    Varying,
};
use mechanism::hashed::{HashMap, HashSet};
use mechanism::{NamedExpression, Shape, SignalIn, SignalOut, Slot, SolvedParameter};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Everything collected from the components.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// Elements of the parameter array.
    pub slots: Vec<Slot>,
    /// Named parameters and start values.
    pub parameters: Vec<ParameterEntry>,
    /// Index in `parameters` of those of the model.
    pub model_parameters: HashMap<String, usize>,
    /// Components and parts in the order of their making.
    pub components: Vec<ComponentEntry>,
    /// Index in `components` by full name.
    pub component_names: HashMap<String, usize>,
    /// Connectors in the order of their making.
    pub connectors: Vec<ConnectorEntry>,
    /// Index in `connectors` of each element of the signal inputs.
    pub input_connectors: Vec<usize>,
    /// Names of further input elements without a connector: variables in expressions.
    pub expression_inputs: Vec<String>,
    /// Components of further output elements without a connector: ports of circuits.
    pub inner_outputs: Vec<String>,
    /// Index in `connectors` of each element of the signal outputs.
    pub output_connectors: Vec<usize>,
    /// Names of frames, flanges; (name, span) of the component for messages.
    pub frames: Vec<String>,
    /// Names of flanges.
    pub flanges: Vec<String>,
    /// Names of heat ports.
    pub heat_ports: Vec<String>,
    /// Names of electrical pins.
    pub pins: Vec<String>,
    /// Number of signal output elements.
    pub signal_outputs: usize,
    /// Number of signal input elements.
    pub signal_inputs: usize,
    /// Elements registered by the components.
    pub elements: Elements,
    /// Parameters whose expressions are evaluated during the simulation.
    pub formulas: Vec<FormulaEntry>,
    /// Variables with `fixed = true` on some element.
    pub fixed: Vec<FixedVariable>,
    /// Elements of parameters with `fixed = false`.
    pub solved: Vec<SolvedParameter>,
    /// Variables of netlists that are variables of parts: (name, part's variable, shape, component).
    pub aliases: Vec<Alias>,
    /// Sizes of the entries of `[variables]` that are vectors: their elements are components.
    pub vectors: HashMap<String, usize>,
    /// Connections inside netlists: full names of connectors of parts.
    pub part_connections: Vec<(String, String)>,
    /// Name of the World component.
    pub world: Option<String>,
    /// Components with an unknown class or an invalid structural parameter: their connectors are not known either.
    pub unknown: HashSet<String>,
}

/// A variable of a netlist class.
#[derive(Debug)]
pub(super) struct Alias {
    /// Component.
    pub component: String,
    /// Variable of the component.
    pub name: &'static str,
    /// Full name of the part's variable.
    pub target: String,
    /// Shape.
    pub shape: Shape,
}

/// A component or part.
#[derive(Debug)]
pub(super) struct ComponentEntry {
    /// Full name.
    pub name: String,
    /// Class.
    pub class: &'static Class,
    /// Place in the model file.
    pub span: Option<Span>,
    /// Values of its structural parameters.
    pub structural: ByName<Structural>,
    /// Numbers in `Collected::formulas`, by parameter.
    pub formulas: ByName<usize>,
    /// Range in `Collected::parameters`.
    pub parameters: Range<usize>,
    /// Range in `Elements::variables`.
    pub variables: Range<usize>,
    /// Indices in `Collected::connectors`.
    pub connectors: Vec<usize>,
}

impl ComponentEntry {
    /// Returns true if a structural parameter has this value: `true`, `false` or a literal.
    pub fn has_value(&self, parameter: &str, value: &str) -> bool {
        match self.structural.get(parameter) {
            Some(Structural::Boolean(set)) => *set == (value == "true"),
            _ => self.literal(parameter) == Some(value),
        }
    }

    /// The literal of an enumeration parameter.
    pub fn literal(&self, parameter: &str) -> Option<&'static str> {
        self.class.literal(&self.structural, parameter)
    }
}

/// A variable with `fixed = true`.
#[derive(Clone, Debug)]
pub(super) struct FixedVariable {
    /// Component.
    pub component: String,
    /// Name in the component, without subscript: `phi`, `frame_a.r_0`.
    pub variable: String,
    /// Shape.
    pub shape: Shape,
    /// Address of the start values.
    pub start: usize,
    /// For each element.
    pub fixed: Vec<bool>,
    /// Place in the model file.
    pub span: Option<Span>,
}

/// A parameter that is an expression of time or position.
#[derive(Debug)]
pub(super) struct FormulaEntry {
    /// Component.
    pub component: usize,
    /// Declaration.
    pub parameter: &'static Parameter,
    /// Quantity that the expression depends on.
    pub varying: Varying,
    /// The expression.
    pub expression: Expression,
    /// Its place in the model file.
    pub span: Option<Span>,
}

/// Declaration that a parameter comes from.
#[derive(Debug)]
pub(super) enum ParameterOrigin {
    /// The model file's `[parameters]`.
    Model {
        /// Description.
        description: String,
        /// Unit.
        unit: Option<String>,
    },
    /// A parameter of a component's class.
    Component(&'static Parameter),
    /// Start value of a variable.
    Start,
}

/// Expression, the component in whose names it is written (none: the model's), and its place.
pub(super) type UnresolvedBinding = (Arc<NamedExpression>, Option<usize>, Option<Span>);

/// A named parameter or start value.
#[derive(Debug)]
pub(super) struct ParameterEntry {
    /// Full name.
    pub name: Arc<str>,
    /// First element in the parameter array.
    pub first: usize,
    /// Shape.
    pub shape: Shape,
    /// Place of the value in the model file.
    pub span: Option<Span>,
    /// Declaration that the parameter comes from.
    pub origin: ParameterOrigin,
    /// Expression that the parameter is bound to, not resolved yet.
    pub binding: Option<UnresolvedBinding>,
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
    /// Its quantities that have start values, with the address of the first element.
    pub starts: Vec<(ConnectorQuantity, usize)>,
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

/// Records the connector of signal elements: of new ones, or of those of a part that it exposes.
fn note_connector(connectors: &mut Vec<usize>, elements: Range<usize>, connector: usize) {
    if elements.end > connectors.len() {
        connectors.resize(elements.end, connector);
    }
    connectors[elements].fill(connector);
}

impl Collected {
    /// Registers a connector under its name.
    pub fn add_connector(&mut self, entry: ConnectorEntry) {
        let index = self.connectors.len();
        self.components[entry.component].connectors.push(index);
        match entry.handle {
            Some(ConnectorHandle::Input(SignalIn { first, size })) => {
                note_connector(&mut self.input_connectors, first..first + size, index);
            }
            Some(ConnectorHandle::Output(SignalOut { first, size })) => {
                note_connector(&mut self.output_connectors, first..first + size, index);
            }
            _ => {}
        }
        self.connectors.push(entry);
    }

    /// The components whose names are prefixes of `name`, the longest first.
    fn owners<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a ComponentEntry> {
        owners(name).filter_map(|owner| self.component_names.get(owner)).map(|index| &self.components[*index])
    }

    /// Index in `connectors` of the connector with that full name.
    pub fn connector(&self, name: &str) -> Option<usize> {
        let of = |owner: &ComponentEntry| {
            owner.connectors.iter().rev().copied().find(|connector| self.connectors[*connector].name == name)
        };
        self.owners(name).find_map(of)
    }

    /// The parameter or start value with that full name.
    pub fn parameter(&self, name: &str) -> Option<&ParameterEntry> {
        if let Some(index) = self.model_parameters.get(name) {
            return self.parameters.get(*index);
        }
        self.owners(name).find_map(|owner| self.parameter_of(owner, |entry| *entry.name == *name))
    }

    /// The parameter or start value of a component with a name relative to it. No full name is composed, which saves a
    /// fifth of the time to compile a large model.
    fn parameter_called(&self, owner: &ComponentEntry, own: &str) -> Option<&ParameterEntry> {
        // All names in a component begin with its own name and a dot.
        let length = owner.name.len() + 1 + own.len();
        self.parameter_of(owner, |entry| entry.name.len() == length && entry.name.ends_with(own))
    }

    fn parameter_of(&self, owner: &ComponentEntry, is_it: impl Fn(&ParameterEntry) -> bool) -> Option<&ParameterEntry> {
        self.parameters[owner.parameters.clone()].iter().rev().find(|entry| is_it(entry))
    }

    /// Place of the component called `name`, or that has the connector or variable called `name`.
    pub fn span_of_owner(&self, name: &str) -> Option<Span> {
        self.owners(name).find_map(|owner| owner.span.clone())
    }

    /// Type of an element of the signal inputs; Real if unknown.
    pub fn input_type(&self, element: usize) -> SignalType {
        let connector = self.input_connectors.get(element).map(|number| &self.connectors[*number]);
        connector.and_then(|connector| connector.kind.signal_type()).unwrap_or(SignalType::Real)
    }

    /// The connector of a signal element, among `owners` of all inputs or outputs, and the subscript of the element.
    fn connector_of(&self, owners: &[usize], element: usize) -> Option<(&ConnectorEntry, Cow<'static, str>)> {
        let connector = &self.connectors[*owners.get(element)?];
        match connector.handle.as_ref()? {
            ConnectorHandle::Input(SignalIn { first, .. }) | ConnectorHandle::Output(SignalOut { first, .. }) => {
                Some((connector, connector.shape().subscript(element - first)))
            }
            _ => None,
        }
    }

    /// Name of a signal element; `further` has the names of those without a connector.
    fn name_of(&self, owners: &[usize], further: &[String], element: usize) -> String {
        match self.connector_of(owners, element) {
            Some((connector, subscript)) => [&*connector.name, &*subscript].concat(),
            None => {
                let further = element.checked_sub(owners.len()).and_then(|k| further.get(k));
                further.cloned().unwrap_or_default()
            }
        }
    }

    /// Name of an input element.
    pub fn input_name(&self, element: usize) -> String {
        self.name_of(&self.input_connectors, &self.expression_inputs, element)
    }

    /// Name of an input element in its component.
    pub fn own_input_name(&self, element: usize) -> String {
        let found = self.connector_of(&self.input_connectors, element);
        found.map_or_else(String::new, |(connector, subscript)| format!("{}{subscript}", connector.declared.name))
    }

    /// Name of an output element.
    pub fn signal_name(&self, signal: usize) -> String {
        self.name_of(&self.output_connectors, &self.inner_outputs, signal)
    }

    /// Adds a signal of `size` elements that no connector shows, and an input that it drives; `name` gives the component of an element.
    pub fn add_inner_signals(
        &mut self,
        size: usize,
        drivers: &mut Vec<usize>,
        name: impl Fn(usize) -> String,
    ) -> (SignalOut, SignalIn) {
        let (output, inputs) = (self.signal_outputs, self.signal_inputs);
        // FMI inputs come after all outputs.
        drivers.iter_mut().filter(|driver| **driver >= output).for_each(|driver| *driver += size);
        drivers.extend(output..output + size);
        self.signal_outputs += size;
        self.signal_inputs += size;
        self.inner_outputs.extend((0..size).map(&name));
        self.expression_inputs.extend((0..size).map(&name));
        (SignalOut { first: output, size }, SignalIn { first: inputs, size })
    }

    /// The component with an output element, and the name of the element relative to it.
    pub fn owner_of_signal(&self, signal: usize) -> Option<(&ComponentEntry, String)> {
        let (connector, subscript) = self.connector_of(&self.output_connectors, signal)?;
        Some((&self.components[connector.component], format!("{}{subscript}", connector.declared.name)))
    }

    /// Name of the whole output that an element belongs to.
    pub fn whole_signal_name(&self, signal: usize) -> String {
        let found = self.connector_of(&self.output_connectors, signal);
        found.map_or_else(String::new, |(connector, _)| connector.name.clone())
    }

    /// The parameter named by a reference, and its subscripts. Expressions of a class name the parameters of their
    /// component, and those of the world by `world`, whatever its actual name is.
    pub fn find_parameter(&self, name: &str, scope: Option<usize>) -> Option<(&ParameterEntry, Vec<usize>)> {
        let scope = scope.and_then(|component| self.components.get(component));
        let world = || self.components.get(*self.component_names.get(self.world.as_deref()?)?);
        let (owner, own) = match name.strip_prefix("world.") {
            Some(rest) if scope.is_some() => (world(), rest),
            _ => (scope, name),
        };
        if let Some(entry) = owner.and_then(|owner| self.parameter_called(owner, own)) {
            return Some((entry, Vec::new()));
        }
        let full = match (scope, name.strip_prefix("world."), &self.world) {
            (None, _, _) => name.to_owned(),
            (Some(_), Some(rest), Some(world)) => format!("{world}.{rest}"),
            (Some(scope), _, _) => format!("{}.{name}", scope.name),
        };
        let exact = |name: &str| self.parameter(name);
        if let Some(entry) = exact(&full) {
            return Some((entry, Vec::new()));
        }
        if let Some((base, subscripts)) = split_subscripts(&full)
            && let Some(entry) = exact(base)
        {
            return Some((entry, subscripts));
        }
        // `world.x` in a model whose World is implicit, or has another name.
        let world = self.world.as_deref()?;
        let rest = name.strip_prefix("world.")?;
        exact(&format!("{world}.{rest}")).map(|entry| (entry, Vec::new()))
    }
}
