//! Components: classes found, parameters laid out, connectors made, parts expanded, joints and laws registered.

use super::Problems;
use super::names::{ConnectorEntry, ParameterEntry, ParameterOrigin, nearest_name};
use crate::frames::Sequence;
use crate::library::{
    self, Body, Class, Condition, Connector, ConnectorHandle, ConnectorKind, DefaultValue, Element, Elements, Netlist,
    Parameter, ParameterKind, SignalSize, Structural, VariableAttributes,
};
use crate::mechanism::{Shape, SignalIn, SignalOut, Slot};
use crate::model_file::{
    Component, Expression, LibraryProblem, ModelFile, ModelParameter, Place, Quantity, Span, Spanned, Value,
    split_subscripts,
};
use std::collections::{HashMap, HashSet};

/// Everything collected from the components.
#[derive(Debug, Default)]
pub(super) struct Collected {
    /// Elements of the parameter array.
    pub slots: Vec<Slot>,
    /// Named parameters and start values.
    pub parameters: Vec<ParameterEntry>,
    /// Index in `parameters` by full name.
    pub parameter_names: HashMap<String, usize>,
    /// Components and parts in the order of their making.
    pub components: Vec<ComponentEntry>,
    /// Index in `components` by full name.
    pub component_names: HashMap<String, usize>,
    /// Connectors in the order of their making.
    pub connectors: Vec<ConnectorEntry>,
    /// Index in `connectors` by full name.
    pub connector_names: HashMap<String, usize>,
    /// Names of frames, flanges; (name, span) of the component for messages.
    pub frames: Vec<String>,
    /// Names of flanges.
    pub flanges: Vec<String>,
    /// Names of heat ports.
    pub heat_ports: Vec<String>,
    /// Number of signal output elements.
    pub signal_outputs: usize,
    /// Number of signal input elements.
    pub signal_inputs: usize,
    /// What the components registered.
    pub elements: Elements,
    /// Variables with `fixed = true`: component, variable, place.
    pub fixed: Vec<(String, &'static str, Option<Span>)>,
    /// Variables of netlists that are variables of parts: (name, part's variable, shape, component).
    pub aliases: Vec<Alias>,
    /// Connections inside netlists: full names of connectors of parts.
    pub part_connections: Vec<(String, String)>,
    /// Name of the World component.
    pub world: Option<String>,
    /// Components whose class is not known.
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
    /// Values of the parameters that shape it.
    pub structural: HashMap<&'static str, Structural>,
    /// Range in `Collected::parameters`.
    pub parameters: std::ops::Range<usize>,
}

impl ComponentEntry {
    /// True when an enumeration parameter has that literal.
    fn has_literal(&self, parameter: &str, literal: &str) -> bool {
        let kind = self.class.parameters.iter().find(|p| p.name == parameter).map(|p| p.kind);
        match (self.structural.get(parameter), kind) {
            (Some(Structural::Literal(k)), Some(ParameterKind::Enumeration(e))) => e.literals.get(*k) == Some(&literal),
            _ => false,
        }
    }
}

/// A setting that a component gets from the model file or from the class that it is a part of.
#[derive(Clone, Debug)]
struct Given<'a> {
    name: String,
    name_span: Option<Span>,
    value: GivenValue<'a>,
}

#[derive(Clone, Debug)]
enum GivenValue<'a> {
    User(&'a Spanned<Value>),
    /// Expression in the parameters of the component called `scope`.
    Bound {
        expression: &'static str,
        scope: String,
    },
}

/// Collects all components of the file.
pub(super) fn collect(file: &ModelFile, problems: &mut Problems) -> Collected {
    let mut maker = Maker { out: Collected::default(), problems };
    let mut worlds = Vec::new();
    maker.out.elements.drive_train_mechanics_3d = drive_train_mechanics_3d(file);
    for component in &file.components {
        maker.component(component, &mut worlds);
    }
    maker.world(&worlds, file);
    maker.model_parameters(file);
    maker.refusals();
    maker.out
}

/// World.driveTrainMechanics3D, which other components depend on whatever their order is.
fn drive_train_mechanics_3d(file: &ModelFile) -> bool {
    let is_world = |component: &&Component| {
        library::find_class(&component.class.value).is_some_and(|c| std::ptr::eq(c, &raw const library::world::CLASS))
    };
    let mut settings = file.components.iter().filter(is_world).flat_map(|world| &world.modifiers);
    !settings.any(|m| m.name.value == "driveTrainMechanics3D" && m.value.value == Value::Boolean(false))
}

struct Maker<'p> {
    out: Collected,
    problems: &'p mut Problems,
}

impl Maker<'_> {
    /// Model parameters, each after those that its expression names, because an expression decides the shape.
    fn model_parameters(&mut self, file: &ModelFile) {
        let mut waiting: Vec<&ModelParameter> = file.parameters.iter().collect();
        while !waiting.is_empty() {
            let names: HashSet<&str> = waiting.iter().map(|p| p.name.value.as_str()).collect();
            let (later, ready): (Vec<_>, Vec<_>) =
                waiting.iter().copied().partition(|p| names_any(&p.value.value, &names));
            let (now, rest) = if ready.is_empty() { (later, Vec::new()) } else { (ready, later) };
            for parameter in now {
                self.model_parameter(parameter);
            }
            waiting = rest;
        }
    }

    fn model_parameter(&mut self, parameter: &ModelParameter) {
        let name = parameter.name.value.clone();
        let span = Some(parameter.value.span.clone());
        // What was refused keeps its name, so that expressions that name it are not refused too.
        let content = self.content(Owner::Model(&name), &parameter.value, None);
        let (shape, content) = content.unwrap_or((Shape::Scalar, Content::Zero));
        let first = self.push_parameter(name.clone(), shape, span, ParameterOrigin::Model, content);
        let entry = &mut self.out.parameters[first];
        entry.description = parameter.description.clone().unwrap_or_default();
        entry.unit = parameter.unit.as_ref().map(|u| u.value.clone());
        for slot in &mut self.out.slots[entry.first..][..shape.size()] {
            (slot.min, slot.max) = (parameter.min, parameter.max);
        }
    }

    fn component(&mut self, component: &Component, worlds: &mut Vec<String>) {
        let name = &component.name.value;
        let Some(class) = library::find_class(&component.class.value) else {
            let nearest = nearest_name(&component.class.value, library::classes().map(library::short_name));
            let class = component.class.value.clone();
            let known = library::package_of(&class).map(library::short_name).collect::<Vec<_>>().join(", ");
            self.problems.add(
                Some(&component.class.span),
                LibraryProblem::UnknownClass { component: name.clone(), class, nearest, known },
            );
            self.out.unknown.insert(name.clone());
            return;
        };
        if std::ptr::eq(class, &raw const library::world::CLASS) {
            worlds.push(name.clone());
        }
        let given = component.modifiers.iter().map(|m| Given {
            name: m.name.value.clone(),
            name_span: Some(m.name.span.clone()),
            value: GivenValue::User(&m.value),
        });
        self.instantiate(name, class, given.collect(), Some(component.name.span.clone()));
    }

    fn world(&mut self, worlds: &[String], file: &ModelFile) {
        match worlds {
            [] if self.out.frames.is_empty() => {}
            [] => {
                let taken = |name: &str| file.components.iter().any(|c| c.name.value == name);
                let name = if taken("world") { "world_default" } else { "world" };
                self.instantiate(name, &library::world::CLASS, Vec::new(), None);
                self.out.world = Some(name.to_owned());
            }
            [world] => self.out.world = Some(world.clone()),
            [first, second, ..] => {
                let span = file.components.iter().find(|c| c.name.value == *second).map(|c| c.class.span.clone());
                let (count, first, second) = (worlds.len(), first.clone(), second.clone());
                self.problems.add(span.as_ref(), LibraryProblem::SeveralWorlds { count, first, second });
            }
        }
        if self.out.components.is_empty() && file.components.is_empty() {
            self.problems.add(None, LibraryProblem::NoComponents);
        }
    }

    fn refusals(&mut self) {
        for refusal in std::mem::take(&mut self.out.elements.refusals) {
            let span = self.out.span_of(&refusal.component);
            let problem = LibraryProblem::NotSupported {
                component: refusal.component,
                what: refusal.what,
                needs: refusal.needs.to_owned(),
            };
            self.problems.add(span.as_ref(), problem);
        }
    }

    fn instantiate(&mut self, name: &str, class: &'static Class, given: Vec<Given<'_>>, span: Option<Span>) {
        let index = self.out.components.len();
        self.out.component_names.insert(name.to_owned(), index);
        let start = self.out.parameters.len();
        let entry =
            ComponentEntry { name: name.to_owned(), class, span, structural: HashMap::new(), parameters: start..start };
        self.out.components.push(entry);
        self.check_names(name, class, &given);
        let mut slots = HashMap::new();
        for parameter in class.parameters {
            self.parameter(name, index, parameter, given.iter().find(|g| g.name == parameter.name), &mut slots);
        }
        self.out.components[index].parameters.end = self.out.parameters.len();
        match &class.body {
            Body::Element(build) => {
                let attributes = self.attributes(name, class, &given);
                let connectors = self.connectors(index, class, &slots);
                self.build_element(index, *build, &slots, &connectors, &attributes);
            }
            Body::Netlist(netlist) => self.netlist(name, class, netlist, &given),
        }
    }

    fn build_element(
        &mut self,
        index: usize,
        build: fn(&mut Element<'_>),
        parameters: &HashMap<&'static str, (usize, Shape)>,
        connectors: &HashMap<&'static str, ConnectorHandle>,
        attributes: &HashMap<&'static str, VariableAttributes>,
    ) {
        let entry = &self.out.components[index];
        build(&mut Element {
            name: &entry.name,
            class: entry.class,
            structural: &entry.structural,
            parameters,
            connectors,
            attributes,
            elements: &mut self.out.elements,
        });
    }

    /// Reports settings that the class does not know.
    fn check_names(&mut self, name: &str, class: &'static Class, given: &[Given<'_>]) {
        for g in given {
            let is_parameter = class.parameters.iter().any(|p| p.name == g.name);
            let is_variable = class.variables.iter().any(|v| v.name == g.name);
            let is_part = class.inner_parts.contains(&g.name.as_str())
                || matches!(&class.body, Body::Netlist(n) if n.parts.iter().any(|p| p.name == g.name));
            if is_parameter || is_variable || is_part || library::GRAPHIC_PARAMETERS.contains(&g.name.as_str()) {
                continue;
            }
            let settable = || {
                class
                    .parameters
                    .iter()
                    .filter(|p| !p.is_final)
                    .map(|p| p.name)
                    .chain(class.variables.iter().map(|v| v.name))
            };
            let problem = LibraryProblem::UnknownParameter {
                component: name.to_owned(),
                class: library::short_name(class).to_owned(),
                name: g.name.clone(),
                nearest: nearest_name(&g.name, settable()),
                known: settable().collect::<Vec<_>>().join(", "),
            };
            self.problems.add(g.name_span.as_ref(), problem);
        }
    }

    fn parameter(
        &mut self,
        component: &str,
        index: usize,
        parameter: &'static Parameter,
        given: Option<&Given<'_>>,
        slots: &mut HashMap<&'static str, (usize, Shape)>,
    ) {
        let given = given.filter(|g| {
            // A class may set what its user may not.
            let is_refused = parameter.is_final && matches!(g.value, GivenValue::User(_));
            if is_refused {
                let problem = LibraryProblem::FinalParameter {
                    component: component.to_owned(),
                    parameter: parameter.name.to_owned(),
                };
                self.problems.add(g.name_span.as_ref(), problem);
            }
            !is_refused
        });
        match parameter.kind {
            ParameterKind::Real(_) => {
                let entry = self.real_parameter(component, index, parameter, given);
                let entry = &self.out.parameters[entry];
                slots.insert(parameter.name, (entry.first, entry.shape));
            }
            _ => {
                let value = self.structural(component, index, parameter, given);
                self.out.components[index].structural.insert(parameter.name, value);
            }
        }
    }

    /// Lays out a numeric parameter; returns its index in `Collected::parameters`.
    fn real_parameter(
        &mut self,
        component: &str,
        index: usize,
        parameter: &'static Parameter,
        given: Option<&Given<'_>>,
    ) -> usize {
        let full = format!("{component}.{}", parameter.name);
        let (span, (shape, content)) = match given.map(|g| &g.value) {
            Some(GivenValue::User(value)) => {
                let owner = Owner::Component(component, parameter.name);
                let content = self.content(owner, value, Some(parameter));
                (Some(value.span.clone()), content.unwrap_or((parameter.shape, Content::Zero)))
            }
            Some(GivenValue::Bound { expression, scope }) => {
                (None, (parameter.shape, self.library_expression(expression, scope)))
            }
            None => (None, (parameter.shape, self.default_content(component, index, parameter))),
        };
        let origin = ParameterOrigin::Component { index, parameter };
        let entry = self.push_parameter(full, shape, span, origin, content);
        let first = self.out.parameters[entry].first;
        for slot in &mut self.out.slots[first..][..shape.size()] {
            (slot.min, slot.max) = (parameter.min, parameter.max);
        }
        entry
    }

    fn default_content(&mut self, component: &str, index: usize, parameter: &'static Parameter) -> Content {
        match parameter.default {
            DefaultValue::Number(x) => Content::Numbers(vec![x; parameter.shape.size()]),
            DefaultValue::Vector(v) => Content::Numbers(v.to_vec()),
            DefaultValue::Expression(text) => self.library_expression(text, component),
            _ => {
                let entry = &self.out.components[index];
                let ParameterKind::Real(unit) = parameter.kind else { return Content::Zero };
                let problem = LibraryProblem::MissingParameter {
                    component: component.to_owned(),
                    class: library::short_name(entry.class).to_owned(),
                    parameter: parameter.name.to_owned(),
                    description: parameter.description.to_owned(),
                    expected: format!("{}{}", parameter.expected(), unit.map_or(String::new(), |u| format!(" in {u}"))),
                };
                let span = entry.span.clone();
                self.problems.add(span.as_ref(), problem);
                Content::Zero
            }
        }
    }

    fn library_expression(&mut self, text: &str, scope: &str) -> Content {
        match Expression::parse(text) {
            Ok(expression) => Content::Expression { expression, scope: Some(scope.to_owned()), text_span: None },
            Err(diagnostic) => {
                self.problems.0.push(crate::model_file::Diagnostic { span: None, ..diagnostic });
                Content::Zero
            }
        }
    }

    fn push_parameter(
        &mut self,
        name: String,
        shape: Shape,
        span: Option<Span>,
        origin: ParameterOrigin,
        content: Content,
    ) -> usize {
        let first = self.out.slots.len();
        let (numbers, binding) = match content {
            Content::Zero => (vec![0.0; shape.size()], None),
            Content::Numbers(numbers) => (numbers, None),
            Content::Expression { expression, scope, text_span } => {
                (vec![0.0; shape.size()], Some((expression, scope, text_span)))
            }
        };
        for k in 0..shape.size() {
            let value = numbers.get(k).copied().unwrap_or(0.0);
            let name = format!("{name}{}", shape.subscript(k));
            self.out.slots.push(Slot { name, value, independent: binding.is_none(), min: None, max: None });
        }
        let index = self.out.parameters.len();
        self.out.parameter_names.insert(name.clone(), index);
        self.out.parameters.push(ParameterEntry {
            name,
            first,
            shape,
            span,
            origin,
            binding,
            description: String::new(),
            unit: None,
        });
        index
    }

    /// Reads a numeric value; for a model parameter (`expected` is none) the value decides the shape.
    fn content(
        &mut self,
        owner: Owner<'_>,
        value: &Spanned<Value>,
        expected: Option<&'static Parameter>,
    ) -> Option<(Shape, Content)> {
        let shape = match expected {
            Some(parameter) if parameter.any_size => same_kind(parameter.shape, self.shape_of(&value.value)),
            Some(parameter) => parameter.shape,
            None => self.shape_of(&value.value),
        };
        if shape.size() == 0 {
            self.problems.add(Some(&value.span), owner.wrong_value("an empty array".to_owned(), NUMBERS.to_owned()));
            return None;
        }
        if let Some(numbers) = numbers_of(value, shape) {
            return Some((shape, Content::Numbers(numbers)));
        }
        match &value.value {
            Value::String(text) => {
                let expression = self.user_expression(owner, text, &value.span)?;
                return Some((shape, expression));
            }
            Value::Array(_) if fits(value, shape) => {
                let expression = self.array_expression(owner, value)?;
                let text_span = Some(value.span.clone());
                return Some((shape, Content::Expression { expression, scope: None, text_span }));
            }
            Value::Table(entries)
                if entries.iter().any(|(key, v)| key.value == "fixed" && v.value == Value::Boolean(false)) =>
            {
                self.problems.add(Some(&value.span), owner.unknown_of_initialisation());
                return None;
            }
            _ => {}
        }
        let expected = expected.map_or_else(|| NUMBERS.to_owned(), |p| format!("{}, or an expression", p.expected()));
        self.problems.add(Some(&value.span), owner.wrong_value(describe(&value.value), expected));
        None
    }

    /// Shape that the value of a model parameter has.
    fn shape_of(&self, value: &Value) -> Shape {
        match value {
            Value::Array(elements) => match elements.first().map(|e| &e.value) {
                Some(Value::Array(row)) => Shape::Matrix(elements.len(), row.len()),
                _ => Shape::Vector(elements.len()),
            },
            Value::String(text) => Expression::parse(text).map_or(Shape::Scalar, |e| self.shape_of_expression(&e)),
            _ => Shape::Scalar,
        }
    }

    /// Shape of an expression whose names are known; a number when it cannot be told.
    fn shape_of_expression(&self, expression: &Expression) -> Shape {
        let value = expression.evaluate(&mut |name: &str| {
            let one = Quantity::Scalar(1.0);
            Ok(self.out.find_parameter(name, None).map_or(one, |(entry, subscripts)| match entry.shape {
                _ if !subscripts.is_empty() => Quantity::Scalar(1.0),
                Shape::Scalar => Quantity::Scalar(1.0),
                Shape::Vector(n) => Quantity::Array(vec![1.0; n]),
                Shape::Matrix(rows, columns) => Quantity::Matrix { rows, columns, elements: vec![1.0; rows * columns] },
            }))
        });
        match value {
            Ok(Quantity::Array(elements)) => Shape::Vector(elements.len()),
            Ok(Quantity::Matrix { rows, columns, .. }) => Shape::Matrix(rows, columns),
            _ => Shape::Scalar,
        }
    }

    fn user_expression(&mut self, owner: Owner<'_>, text: &str, span: &Span) -> Option<Content> {
        match Expression::parse(text) {
            Ok(expression) => Some(Content::Expression { expression, scope: None, text_span: Some(span.clone()) }),
            Err(diagnostic) => {
                self.problems.0.push(diagnostic.inside_string(text, span).at(owner.place()));
                None
            }
        }
    }

    fn array_expression(&mut self, owner: Owner<'_>, value: &Spanned<Value>) -> Option<Expression> {
        match &value.value {
            Value::Number(x) => Some(Expression::Number(*x)),
            Value::String(text) => match self.user_expression(owner, text, &value.span)? {
                Content::Expression { expression, .. } => Some(expression),
                _ => None,
            },
            Value::Array(elements) => {
                let elements = elements.iter().map(|e| self.array_expression(owner, e)).collect::<Option<Vec<_>>>()?;
                Some(Expression::Array(elements))
            }
            _ => None,
        }
    }

    fn default_structural(&self, index: usize, parameter: &Parameter) -> Structural {
        let same = |name| self.out.components[index].structural.get(name).copied();
        match parameter.default {
            DefaultValue::SameAs(name) => same(name),
            _ => None,
        }
        .unwrap_or_else(|| default_structural(parameter))
    }

    fn structural(
        &mut self,
        component: &str,
        index: usize,
        parameter: &'static Parameter,
        given: Option<&Given<'_>>,
    ) -> Structural {
        let default = self.default_structural(index, parameter);
        match given.map(|g| &g.value) {
            None => default,
            Some(GivenValue::Bound { expression, scope }) => self.out.structural(scope, expression).unwrap_or(default),
            Some(GivenValue::User(value)) => read_structural(parameter, &value.value).unwrap_or_else(|expected| {
                let problem = LibraryProblem::WrongValue {
                    component: component.to_owned(),
                    parameter: parameter.name.to_owned(),
                    found: describe(&value.value),
                    expected,
                };
                self.problems.add(Some(&value.span), problem);
                default
            }),
        }
    }

    /// Attributes of all variables; every variable with a start value gets its elements in the parameter array.
    fn attributes(
        &mut self,
        name: &str,
        class: &'static Class,
        given: &[Given<'_>],
    ) -> HashMap<&'static str, VariableAttributes> {
        let mut result = HashMap::new();
        for variable in class.variables {
            let value = given.iter().find(|g| g.name == variable.name).map(|g| &g.value);
            let mut content = Content::Zero;
            let (mut span, mut fixed) = (None, false);
            if variable.start_value != 0.0 {
                content = Content::Numbers(vec![variable.start_value; variable.shape.size()]);
            }
            let default = content.clone();
            if let Some(GivenValue::User(value)) = value {
                span = Some(value.span.clone());
                (content, fixed) = self.read_attributes(name, variable, value, default);
            }
            if fixed {
                self.out.fixed.push((name.to_owned(), variable.name, span.clone()));
            }
            let start = variable.has_start.then(|| {
                let full = format!("{name}.{}.start", variable.name);
                let entry = self.push_parameter(full, variable.shape, span, ParameterOrigin::Start, content);
                self.out.parameters[entry].first
            });
            result.insert(variable.name, VariableAttributes { start, fixed });
        }
        result
    }

    fn read_attributes(
        &mut self,
        component: &str,
        variable: &library::Variable,
        value: &Spanned<Value>,
        default: Content,
    ) -> (Content, bool) {
        let (mut content, mut fixed) = (default, false);
        let Value::Table(entries) = &value.value else {
            let problem = LibraryProblem::WrongValue {
                component: component.to_owned(),
                parameter: variable.name.to_owned(),
                found: describe(&value.value),
                expected: "attributes of the variable, `{ start = 0, fixed = true }`".to_owned(),
            };
            self.problems.add(Some(&value.span), problem);
            return (content, fixed);
        };
        for (key, entry) in entries {
            match key.value.as_str() {
                "start" => content = self.start_content(component, variable, entry).unwrap_or(Content::Zero),
                "fixed" => fixed = self.fixed_attribute(component, variable, entry),
                "min" | "max" | "nominal" | "stateSelect" | "unit" | "displayUnit" | "quantity" => {}
                other => {
                    let known = ["start", "fixed", "min", "max", "nominal", "stateSelect"];
                    let problem = LibraryProblem::UnknownAttribute {
                        component: component.to_owned(),
                        variable: variable.name.to_owned(),
                        name: other.to_owned(),
                        nearest: nearest_name(other, known),
                        known: known.join(", "),
                    };
                    self.problems.add(Some(&key.span), problem);
                }
            }
        }
        (content, fixed)
    }

    fn start_content(
        &mut self,
        component: &str,
        variable: &library::Variable,
        value: &Spanned<Value>,
    ) -> Option<Content> {
        if let Some(numbers) = numbers_of(value, variable.shape) {
            return Some(Content::Numbers(numbers));
        }
        let path = format!("{}.start", variable.name);
        let owner = Owner::Component(component, &path);
        match &value.value {
            Value::String(text) => return self.user_expression(owner, text, &value.span),
            Value::Array(_) if fits(value, variable.shape) => {
                let expression = self.array_expression(owner, value)?;
                return Some(Content::Expression { expression, scope: None, text_span: Some(value.span.clone()) });
            }
            _ => {}
        }
        let expected = format!("{}, or an expression", variable.shape.describe());
        self.problems.add(Some(&value.span), owner.wrong_value(describe(&value.value), expected));
        None
    }

    fn fixed_attribute(&mut self, component: &str, variable: &library::Variable, value: &Spanned<Value>) -> bool {
        match &value.value {
            Value::Boolean(fixed) => return *fixed,
            Value::Array(elements)
                if elements.len() == variable.shape.size()
                    && elements.iter().all(|e| matches!(e.value, Value::Boolean(_))) =>
            {
                return elements.iter().any(|e| e.value == Value::Boolean(true));
            }
            _ => {}
        }
        let problem = LibraryProblem::WrongValue {
            component: component.to_owned(),
            parameter: format!("{}.fixed", variable.name),
            found: describe(&value.value),
            expected: "true or false, or an array of them for the elements".to_owned(),
        };
        self.problems.add(Some(&value.span), problem);
        false
    }

    fn connectors(
        &mut self,
        index: usize,
        class: &'static Class,
        parameters: &HashMap<&'static str, (usize, Shape)>,
    ) -> HashMap<&'static str, ConnectorHandle> {
        let mut result = HashMap::new();
        for connector in class.connectors {
            let exists = self.exists(index, connector);
            let component = self.out.components[index].name.clone();
            let full = format!("{component}.{}", connector.name);
            let kind = sized(connector, parameters);
            let handle = exists.then(|| self.handle(kind, &full));
            if let Some(handle) = &handle {
                result.insert(connector.name, handle.clone());
            }
            self.out.add_connector(ConnectorEntry { name: full, component: index, declared: connector, kind, handle });
        }
        result
    }

    fn exists(&self, index: usize, connector: &Connector) -> bool {
        let entry = &self.out.components[index];
        match connector.condition {
            Condition::Always => true,
            Condition::Boolean(name) => entry.structural.get(name) == Some(&Structural::Boolean(true)),
            Condition::Literal(name, literal) => entry.has_literal(name, literal),
            Condition::AnyLiteral(names, literal) => names.iter().any(|name| entry.has_literal(name, literal)),
        }
    }

    fn handle(&mut self, kind: ConnectorKind, name: &str) -> ConnectorHandle {
        match kind {
            ConnectorKind::Frame | ConnectorKind::FrameResolve => {
                self.out.frames.push(name.to_owned());
                ConnectorHandle::Frame(vec![self.out.frames.len() - 1])
            }
            ConnectorKind::RotationalFlange | ConnectorKind::TranslationalFlange => {
                self.out.flanges.push(name.to_owned());
                ConnectorHandle::Flange(self.out.flanges.len() - 1)
            }
            ConnectorKind::HeatPort => {
                self.out.heat_ports.push(name.to_owned());
                ConnectorHandle::Heat(self.out.heat_ports.len() - 1)
            }
            ConnectorKind::SignalInput(size) => {
                let first = self.out.signal_inputs;
                self.out.signal_inputs += size;
                ConnectorHandle::Input(SignalIn { first, size })
            }
            ConnectorKind::SignalOutput(_) | ConnectorKind::BooleanOutput => {
                let (first, size) = (self.out.signal_outputs, kind.size());
                self.out.signal_outputs += size;
                ConnectorHandle::Output(SignalOut { first, size })
            }
        }
    }

    fn netlist(&mut self, name: &str, class: &'static Class, netlist: &'static Netlist, given: &[Given<'_>]) {
        let index = self.out.component_names.get(name).copied().unwrap_or(0);
        for part in netlist.parts {
            let Some(part_class) = library::find_class(part.class) else { continue };
            let bound = part.parameters.iter().map(|(name_in_part, expression)| Given {
                name: (*name_in_part).to_owned(),
                name_span: None,
                value: GivenValue::Bound { expression, scope: name.to_owned() },
            });
            let mut inner: Vec<Given<'_>> = bound.collect();
            inner.extend(attributes_for_part(netlist, part.name, given));
            let span = self.out.components[index].span.clone();
            self.instantiate(&format!("{name}.{}", part.name), part_class, inner, span);
        }
        for (from, to) in netlist.connections {
            self.out.part_connections.push((format!("{name}.{from}"), format!("{name}.{to}")));
        }
        for (own, inner) in netlist.connectors {
            let Some(connector) = class.connectors.iter().find(|c| c.name == *own) else { continue };
            let frames = inner.iter().flat_map(|inner| self.out.frames_of(&format!("{name}.{inner}"))).collect();
            let handle = Some(ConnectorHandle::Frame(frames));
            self.out.add_connector(ConnectorEntry {
                name: format!("{name}.{own}"),
                component: index,
                declared: connector,
                kind: connector.kind,
                handle,
            });
        }
        for (own, inner) in netlist.variables {
            let Some(variable) = class.variables.iter().find(|v| v.name == *own) else { continue };
            let target = format!("{name}.{inner}");
            self.out.aliases.push(Alias {
                component: name.to_owned(),
                name: variable.name,
                target,
                shape: variable.shape,
            });
        }
    }
}

/// What a model parameter may be.
const NUMBERS: &str = "a number, an expression, or an array of these";

/// Who has a numeric parameter.
#[derive(Clone, Copy, Debug)]
enum Owner<'a> {
    /// The model: name of the parameter.
    Model(&'a str),
    /// A component: its name, and that of the parameter.
    Component(&'a str, &'a str),
}

impl Owner<'_> {
    fn wrong_value(self, found: String, expected: String) -> LibraryProblem {
        match self {
            Self::Model(name) => LibraryProblem::WrongModelParameter { parameter: name.to_owned(), found, expected },
            Self::Component(component, name) => LibraryProblem::WrongValue {
                component: component.to_owned(),
                parameter: name.to_owned(),
                found,
                expected,
            },
        }
    }

    fn place(self) -> Place {
        match self {
            Self::Model(name) => Place::Parameter(name.to_owned()),
            Self::Component(component, path) => {
                Place::Modifier { component: component.to_owned(), path: path.to_owned() }
            }
        }
    }

    fn unknown_of_initialisation(self) -> LibraryProblem {
        match self {
            Self::Model(name) => LibraryProblem::UnknownModelParameter { parameter: name.to_owned() },
            Self::Component(component, name) => {
                let what = format!("`fixed = false` on the parameter `{name}`");
                LibraryProblem::NeedsInitialisation { component: component.to_owned(), what }
            }
        }
    }
}

/// What a numeric parameter is set to.
#[derive(Clone, Debug)]
enum Content {
    Zero,
    Numbers(Vec<f64>),
    Expression { expression: Expression, scope: Option<String>, text_span: Option<Span> },
}

/// Settings of a netlist that belong to one of its parts: attributes of aliased variables, and tables under the part's name.
fn attributes_for_part<'a>(netlist: &'static Netlist, part: &str, given: &[Given<'a>]) -> Vec<Given<'a>> {
    let mut result = Vec::new();
    for g in given {
        let target =
            netlist.variables.iter().find(|(own, _)| *own == g.name).and_then(|(_, inner)| inner.split_once('.'));
        if let Some((owner, variable)) = target
            && owner == part
        {
            result.push(Given { name: variable.to_owned(), ..g.clone() });
        }
        if let (true, GivenValue::User(Spanned { value: Value::Table(entries), .. })) = (g.name == part, &g.value) {
            result.extend(entries.iter().map(|(key, value)| Given {
                name: key.value.clone(),
                name_span: Some(key.span.clone()),
                value: GivenValue::User(value),
            }));
        }
    }
    result
}

fn default_structural(parameter: &Parameter) -> Structural {
    match (parameter.default, parameter.kind) {
        (DefaultValue::Boolean(b), _) => Structural::Boolean(b),
        (DefaultValue::Literal(l), ParameterKind::Enumeration(e)) => {
            Structural::Literal(e.literals.iter().position(|x| *x == l).unwrap_or(0))
        }
        _ => Structural::Sequence(Sequence::default()),
    }
}

/// The structural value that the user wrote, or what is expected instead.
fn read_structural(parameter: &Parameter, value: &Value) -> Result<Structural, String> {
    match (parameter.kind, value) {
        (ParameterKind::Boolean, Value::Boolean(b)) => Ok(Structural::Boolean(*b)),
        (ParameterKind::Boolean, _) => Err("true or false".to_owned()),
        (ParameterKind::Enumeration(e), Value::String(text)) => {
            let literal = text.rsplit('.').next().unwrap_or(text);
            let position = e.literals.iter().position(|l| *l == literal);
            position.map(Structural::Literal).ok_or_else(|| {
                let nearest = nearest_name(literal, e.literals.iter().copied());
                let hint = nearest.map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
                format!("one of {}{hint}", e.literals.join(", "))
            })
        }
        (ParameterKind::Enumeration(e), _) => Err(format!("one of {}, as a string", e.literals.join(", "))),
        (ParameterKind::Sequence, Value::Array(elements)) => {
            read_sequence(elements).ok_or_else(|| EXPECTED_SEQUENCE.to_owned()).map(Structural::Sequence)
        }
        _ => Err(EXPECTED_SEQUENCE.to_owned()),
    }
}

const EXPECTED_SEQUENCE: &str = "three axis numbers, each 1, 2 or 3, neighbours different, such as [1, 2, 3]";

fn read_sequence(elements: &[Spanned<Value>]) -> Option<Sequence> {
    let numbers: Vec<i32> = elements
        .iter()
        .map(|e| match e.value {
            Value::Number(x) if x.fract() == 0.0 && (1.0..=3.0).contains(&x) => Some(x as i32),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let numbers: [i32; 3] = numbers.try_into().ok()?;
    Sequence::try_from(numbers).ok()
}

/// The shape found, if it is a vector where one is expected, or a matrix; else the shape expected.
fn same_kind(expected: Shape, found: Shape) -> Shape {
    match (expected, found) {
        (Shape::Vector(_), Shape::Vector(n)) if n > 0 => found,
        (Shape::Matrix(..), Shape::Matrix(_, columns)) if columns > 0 => found,
        _ => expected,
    }
}

/// The kind of a connector with the number of elements that the parameters say.
fn sized(connector: &Connector, parameters: &HashMap<&'static str, (usize, Shape)>) -> ConnectorKind {
    let shape = |name| match parameters.get(name) {
        Some((_, Shape::Matrix(rows, columns))) => (*rows, *columns),
        _ => (1, 1),
    };
    let size = match connector.size {
        SignalSize::Declared => return connector.kind,
        SignalSize::Rows(name) => shape(name).0,
        SignalSize::Columns(name, less) => shape(name).1.saturating_sub(less),
    };
    match connector.kind {
        ConnectorKind::SignalInput(_) => ConnectorKind::SignalInput(size),
        ConnectorKind::SignalOutput(_) => ConnectorKind::SignalOutput(size),
        kind => kind,
    }
}

/// Elements of a literal of that shape; none for expressions and other shapes.
fn numbers_of(value: &Spanned<Value>, shape: Shape) -> Option<Vec<f64>> {
    match (&value.value, shape) {
        (Value::Number(x), Shape::Scalar) => Some(vec![*x]),
        (Value::Array(elements), Shape::Vector(n)) if elements.len() == n => {
            elements.iter().map(|e| if let Value::Number(x) = e.value { Some(x) } else { None }).collect()
        }
        (Value::Array(rows), Shape::Matrix(r, c)) if rows.len() == r => {
            let rows: Option<Vec<Vec<f64>>> = rows.iter().map(|row| numbers_of(row, Shape::Vector(c))).collect();
            rows.map(|rows| rows.concat())
        }
        _ => None,
    }
}

/// True when the array has the shape, whatever its elements are.
fn fits(value: &Spanned<Value>, shape: Shape) -> bool {
    let is_element = |e: &Spanned<Value>| matches!(e.value, Value::Number(_) | Value::String(_));
    match (&value.value, shape) {
        (Value::Array(elements), Shape::Vector(n)) => elements.len() == n && elements.iter().all(is_element),
        (Value::Array(rows), Shape::Matrix(r, c)) => {
            rows.len() == r && rows.iter().all(|row| fits(row, Shape::Vector(c)))
        }
        _ => false,
    }
}

/// True when an expression in the value names one of `names`.
fn names_any(value: &Value, names: &HashSet<&str>) -> bool {
    match value {
        Value::String(text) => Expression::parse(text).is_ok_and(|e| {
            e.references()
                .into_iter()
                .any(|r| names.contains(r) || split_subscripts(r).is_some_and(|(base, _)| names.contains(base)))
        }),
        Value::Array(elements) => elements.iter().any(|e| names_any(&e.value, names)),
        _ => false,
    }
}

/// A value in words.
fn describe(value: &Value) -> String {
    match value {
        Value::Number(x) => format!("the number {x}"),
        Value::Boolean(b) => format!("{b}"),
        Value::String(text) => format!("the text \"{text}\""),
        Value::Array(elements) => {
            let number = |e: &Spanned<Value>| if let Value::Number(x) = e.value { Some(x.to_string()) } else { None };
            match elements.iter().map(number).collect::<Option<Vec<_>>>() {
                Some(numbers) if (1..=6).contains(&numbers.len()) => format!("the array [{}]", numbers.join(", ")),
                _ => format!("an array of {} elements", elements.len()),
            }
        }
        Value::Table(_) => "a table of attributes".to_owned(),
    }
}
