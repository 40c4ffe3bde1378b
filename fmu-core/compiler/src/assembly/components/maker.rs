//! Builds components: finds their classes, checks settings, registers elements.

use super::super::collected::{Collected, ComponentEntry};
use super::super::problems::Problems;
use crate::model_file::{Component, LibraryProblem, Member, ModelFile, Span, Spanned, Value};
use library::{
    Body, ByName, Class, ClassFault, Connector, ConnectorHandle, Element, Parameter, SignalType, VariableAttributes,
};
use mechanism::hashed::HashMap;
use mechanism::{NamedExpression, Shape};
use std::cell::RefCell;
use std::sync::Arc;

/// A setting of a component, from the model file or from the composite class that it is a part of.
#[derive(Clone, Debug)]
pub(super) struct Given<'a> {
    pub name: &'a str,
    pub name_span: Option<Span>,
    pub value: GivenValue<'a>,
}

/// Source of the value.
#[derive(Clone, Debug)]
pub(super) enum GivenValue<'a> {
    User(&'a Spanned<Value>),
    /// Expression in the parameters of the component with the number `scope`.
    Bound {
        expression: &'static str,
        scope: usize,
    },
}

impl<'a> Given<'a> {
    /// A setting in the model file.
    pub fn of_user(name: &'a Spanned<String>, value: &'a Spanned<Value>) -> Self {
        Self { name: &name.value, name_span: Some(name.span.clone()), value: GivenValue::User(value) }
    }

    /// The value in the model file.
    pub fn user(&self) -> Option<&'a Spanned<Value>> {
        if let GivenValue::User(value) = self.value { Some(value) } else { None }
    }
}

/// A parameter of a component, and its value if one is given.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub component: &'a str,
    /// Number of the component.
    pub index: usize,
    pub parameter: &'static Parameter,
    pub given: Option<&'a Given<'a>>,
}

/// Collects the components.
pub(super) struct Maker<'p> {
    pub out: Collected,
    /// Shapes of the model parameters, which are laid out after the components.
    pub model_shapes: HashMap<String, Shape>,
    /// Expressions of the classes by their text.
    pub expressions: HashMap<&'static str, Arc<NamedExpression>>,
    pub problems: &'p mut Problems,
}

/// Returns true if the model may set attributes of a connector or of its variables.
pub(super) fn takes_attributes(connector: &Connector) -> bool {
    match connector.kind.signal_type() {
        Some(of) => of == SignalType::Real && connector.kind.is_output(),
        None => true,
    }
}

impl Maker<'_> {
    pub(super) fn component(&mut self, component: &Component) {
        let name = &component.name.value;
        let Some(class) = library::find_class(&component.class.value) else {
            self.out.unknown.insert(name.clone());
            let Spanned { value: class, span } = component.class.clone();
            let component = name.clone();
            let problem = if let Some((class, instead)) = crate::authoring::absent_class(&class) {
                LibraryProblem::AbsentClass { component, class, instead }
            } else if let Some(package) = crate::authoring::absent_package(&class) {
                LibraryProblem::AbsentPackage { component, class, package }
            } else {
                let nearest = crate::authoring::nearest_classes(&class).into_iter().map(str::to_owned).collect();
                let known = library::package_of(&class).map(library::short_name).collect::<Vec<_>>().join(", ");
                LibraryProblem::UnknownClass { component, class, nearest, known }
            };
            return self.problems.add(Some(&span), problem);
        };
        let given = component.modifiers.iter().map(|m| Given::of_user(&m.name, &m.value));
        self.instantiate(name, class, given.collect(), Some(component.name.span.clone()));
    }

    pub(super) fn world(&mut self, file: &ModelFile) {
        let worlds: Vec<&Component> = file.components.iter().filter(|component| component.is_world()).collect();
        match worlds[..] {
            [] if self.out.frames.is_empty() => {}
            [] => {
                let taken = |name: &str| file.components.iter().any(|c| c.name.value == name);
                let name = if taken("world") { "world_default" } else { "world" };
                self.instantiate(name, &library::world::CLASS, Vec::new(), None);
                self.out.world = Some(name.to_owned());
            }
            [world] => self.out.world = Some(world.name.value.clone()),
            [first, other, ..] => {
                let (first, second) = (first.name.value.clone(), other.name.value.clone());
                let problem = LibraryProblem::SeveralWorlds { count: worlds.len(), first, second };
                self.problems.add(Some(&other.class.span), problem);
            }
        }
        if self.out.components.is_empty() && file.components.is_empty() && file.variables.is_empty() {
            self.problems.add(None, LibraryProblem::NoComponents);
        }
    }

    pub(super) fn instantiate(&mut self, name: &str, class: &'static Class, given: Vec<Given<'_>>, span: Option<Span>) {
        let index = self.out.components.len();
        self.out.component_names.insert(name.to_owned(), index);
        let start = self.out.parameters.len();
        self.out.components.push(ComponentEntry {
            name: name.to_owned(),
            class,
            span,
            structural: ByName::with_capacity(0),
            formulas: ByName::with_capacity(0),
            parameters: start..start,
            variables: 0..0,
            connectors: Vec::new(),
        });
        self.check_names(name, class, &given);
        let mut slots = ByName::with_capacity(class.parameters.len());
        for parameter in class.parameters {
            let given = given.iter().find(|g| g.name == parameter.name);
            self.parameter(Setting { component: name, index, parameter, given }, &mut slots);
        }
        self.out.components[index].parameters.end = self.out.parameters.len();
        match &class.body {
            Body::Element(build) => {
                let connectors = self.connectors(index, class, &slots);
                let attributes = self.attributes(index, &given);
                self.out.components[index].parameters.end = self.out.parameters.len();
                self.build_element(index, *build, &slots, &connectors, &attributes);
            }
            Body::Netlist(netlist) => self.netlist(index, netlist, &given),
        }
    }

    fn build_element(
        &mut self,
        index: usize,
        build: fn(&mut Element<'_>),
        parameters: &ByName<(usize, Shape)>,
        connectors: &ByName<ConnectorHandle>,
        attributes: &ByName<VariableAttributes>,
    ) {
        let entry = &self.out.components[index];
        let start = self.out.elements.variables.len();
        let mut element = Element {
            name: &entry.name,
            component: index,
            class: entry.class,
            structural: &entry.structural,
            parameters,
            formulas: &entry.formulas,
            connectors,
            attributes,
            slots: &mut self.out.slots,
            flange_names: &mut self.out.flanges,
            elements: &mut self.out.elements,
            faults: RefCell::default(),
        };
        build(&mut element);
        let faults = element.faults.into_inner();
        self.out.components[index].variables = start..self.out.elements.variables.len();
        for fault in faults {
            self.class_fault(index, fault);
        }
    }

    /// Reports an error in the declaration of a class.
    pub(super) fn class_fault(&mut self, index: usize, fault: ClassFault) {
        let entry = &self.out.components[index];
        let (component, class) = (entry.name.clone(), entry.class.name);
        let problem = LibraryProblem::ClassFault { component, class, what: fault.what, name: fault.name };
        self.problems.add(entry.span.as_ref(), problem);
    }

    /// Reports settings with names that the class does not declare.
    fn check_names(&mut self, name: &str, class: &'static Class, given: &[Given<'_>]) {
        for g in given {
            let is_parameter = class.parameters.iter().any(|p| p.name == g.name);
            let is_variable = class.variables.iter().any(|v| v.name == g.name)
                || class.connectors.iter().any(|c| c.name == g.name && takes_attributes(c));
            let is_part = class.inner_members().any(|member| member == g.name) || class.part(g.name).is_some();
            if is_parameter || is_variable || is_part || library::is_graphic(class, g.name) {
                continue;
            }
            let parameters = class.parameters.iter().filter(|p| !p.is_final).map(|p| p.name);
            let variables = class.variables.iter().map(|v| v.name);
            let settable: Vec<&str> = parameters.chain(variables).chain(class.graphics().map(|g| g.name)).collect();
            let class = library::short_name(class);
            let problem =
                LibraryProblem::unknown_member(Member::Parameter, name, class, g.name, settable.iter().copied());
            self.problems.add(g.name_span.as_ref(), problem);
        }
    }
}
