//! Variables of components.

use super::super::collected::{Alias, Collected, ConnectorEntry, ParameterEntry, ParameterOrigin};
use super::super::connections::Sets;
use super::super::initialization::Plan;
use super::super::problems::Problems;
use super::super::spanned::Spanned;
use crate::connector_variables::variables;
use crate::model_file::{LibraryProblem, ModelFile, PublicName};
use library::{ParameterKind, SignalType, Structural, VariableSource};
use mechanism::hashed::HashMap;
use mechanism::{ParameterTable, Shape, Source};
use simulation::model::{Schedule, StateLayout};
use simulation::variables::{
    Catalogue, Causality, DataType, Initial, Value, Variability, VariableAttributes, Variables,
};
use std::borrow::Cow;
use std::ops::Range;

/// Data that the catalogue is made from.
pub(in crate::assembly) struct Context<'a> {
    pub file: &'a ModelFile,
    pub collected: &'a Collected,
    pub table: &'a ParameterTable,
    pub sets: &'a Sets,
    pub spanned: &'a Spanned,
    pub schedule: &'a Schedule,
    pub states: &'a StateLayout,
    pub plan: &'a Plan,
}

/// Creates the variables. Those of a component are consecutive, with its name as prefix, so that a table of names is
/// only needed for variables that are added later and for renamed ones.
pub(super) struct Maker<'a> {
    pub context: &'a Context<'a>,
    pub out: Catalogue,
    /// The variables of each component.
    components: Vec<Range<usize>>,
    /// Index by name of all other variables, and of renamed ones.
    others: HashMap<String, usize>,
    /// Variables are being added to a component.
    in_component: bool,
    /// Index of each variable with a start value, by the address of the value.
    pub started: HashMap<usize, usize>,
    /// For each element of a parameter: true if it is tunable.
    pub tunable: Vec<bool>,
    /// Address of the guess of each parameter that the initialisation solves for.
    pub guesses: HashMap<usize, usize>,
    /// Alias variables.
    aliases: Vec<usize>,
    /// Index in the angle states of each component with angle states.
    pub angles: HashMap<usize, usize>,
}

#[inline(never)]
pub(super) fn real(description: Cow<'static, str>, unit: Option<&'static str>, source: Source) -> VariableAttributes {
    VariableAttributes {
        description,
        data_type: DataType::Real { unit: unit.filter(|u| !u.is_empty()).map(Cow::Borrowed), min: None, max: None },
        causality: Causality::Local,
        variability: Variability::Continuous,
        initial: Some(Initial::Calculated),
        start: None,
        derivative_of: None,
        target: None,
        source,
    }
}

/// Estimate of the number of variables.
fn room(context: &Context<'_>) -> usize {
    let existing = context.collected.connectors.iter().filter(|connector| connector.handle.is_some());
    let connectors = existing.map(|ConnectorEntry { kind, .. }| {
        kind.size().max(variables(*kind).iter().map(|variable| variable.shape.size()).sum())
    });
    let own = context.table.slots.len() + context.collected.elements.variables.len();
    let aliases = context.collected.aliases.iter().map(|alias| alias.shape.size());
    let structural = context.collected.components.iter().flat_map(|component| component.structural.values());
    let structural = structural.map(|value| if let Structural::Sequence(_) = value { 3 } else { 1 });
    own + connectors.chain(aliases).chain(structural).sum::<usize>() + context.states.dimension()
}

/// Sets the type of a variable that changes at events only.
pub(super) fn discrete(variable: &mut VariableAttributes, of: Option<SignalType>) {
    let data_type = match of {
        Some(SignalType::Boolean) => DataType::Boolean,
        Some(SignalType::Integer) => DataType::Integer,
        Some(SignalType::Real) | None => return,
    };
    (variable.data_type, variable.variability) = (data_type, Variability::Discrete);
}

impl<'a> Maker<'a> {
    /// Starts a catalogue; `tunable` has an element for each parameter element, true if it may change during the
    /// simulation.
    pub(super) fn new(context: &'a Context<'a>, tunable: Vec<bool>) -> Self {
        let angles = context.states.angles.iter().enumerate().rev();
        Self {
            context,
            out: Catalogue { variables: Variables::with_capacity(room(context)), ..Catalogue::default() },
            aliases: Vec::new(),
            components: Vec::new(),
            others: HashMap::default(),
            in_component: false,
            started: HashMap::default(),
            tunable,
            guesses: context.table.solved.iter().map(|solved| (solved.address, solved.guess)).collect(),
            angles: angles
                .filter_map(|(number, angles)| Some((context.spanned.components[angles.joint]?, number)))
                .collect(),
        }
    }
}

impl Maker<'_> {
    /// Adds a variable, whose name is given in pieces; returns its index.
    #[inline(never)]
    pub(super) fn push(&mut self, name: &[&str], variable: VariableAttributes) -> usize {
        let index = self.out.variables.push(name, variable);
        self.enter(index);
        index
    }

    /// Enters the name of a variable in the index of names, replacing another variable with this name.
    pub(super) fn enter(&mut self, index: usize) {
        if !self.in_component {
            self.others.insert(self.out.variables.at(index).name.to_owned(), index);
        }
    }

    /// Index of the variable called `name`. A renamed variable is not found under its old name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let is_it = |index: &usize| self.out.variables.at(*index).name == name;
        if let Some(index) = self.others.get(name).copied().filter(is_it) {
            return Some(index);
        }
        // An entry of `[variables]`, or an element of one, is a component of its name.
        let array = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')).map(|(array, _)| array);
        let owners = std::iter::once(name).chain(array).chain(name.rmatch_indices('.').map(|(at, _)| &name[..at]));
        let components = owners.filter_map(|owner| self.context.collected.component_names.get(owner));
        let mut ranges = components.filter_map(|component| self.components.get(*component).cloned());
        ranges.find_map(|range| range.rev().find(is_it))
    }

    pub(super) fn component(&mut self, index: usize) {
        let collected = self.context.collected;
        let component = &collected.components[index];
        let parameters = &collected.parameters[component.parameters.clone()];
        let first = self.out.variables.len();
        self.in_component = true;
        let declaration = |entry: &ParameterEntry| match entry.origin {
            ParameterOrigin::Component(parameter) => Some(parameter),
            ParameterOrigin::Model { .. } | ParameterOrigin::Start => None,
        };
        // They are in the order of their declarations.
        let mut entries = parameters.iter().filter(|entry| declaration(entry).is_some()).peekable();
        for declared in component.class.parameters {
            let is_it = |entry: &&ParameterEntry| declaration(entry).is_some_and(|other| std::ptr::eq(other, declared));
            let structural = component.structural.get(declared.name).filter(|_| !declared.hidden);
            if let Some(value) = structural {
                self.structural(&component.name, declared, *value);
            }
            while let Some(entry) = entries.next_if(is_it) {
                if !declared.hidden && structural.is_none() {
                    self.parameter(entry);
                }
            }
        }
        for variable in &collected.elements.variables[component.variables.clone()] {
            let source = self.source(index, &variable.source);
            let name = [&*component.name, ".", &*variable.name, &*variable.subscript];
            let mut declared = real(variable.description.into(), Some(variable.unit), source);
            discrete(&mut declared, Some(variable.signal_type));
            let number = self.push(&name, declared);
            self.started.extend(variable.start.map(|start| (start, number)));
        }
        for connector in &component.connectors {
            self.connector(component, &collected.connectors[*connector]);
        }
        self.in_component = false;
        self.components.push(first..self.out.variables.len());
    }

    fn source(&self, component: usize, source: &VariableSource) -> Source {
        match source {
            VariableSource::Angle { order, element } => {
                let source =
                    self.angles.get(&component).map(|number| Source::Angle(6 * number + 3 * (*order).min(1) + element));
                let source = if *order == 2 { source.and_then(|rate| rate.derivative()) } else { source };
                source.unwrap_or(Source::Constant(0.0))
            }
            VariableSource::Direct(source) => source.clone(),
            VariableSource::Joint(element, quantity) => {
                self.context.spanned.quantity(*element, *quantity).unwrap_or(Source::Constant(0.0))
            }
        }
    }

    /// A structural parameter, which is a constant of the FMU.
    fn structural(&mut self, component: &str, declared: &library::Parameter, value: Structural) {
        let (data_type, value) = match (value, declared.kind) {
            (Structural::Boolean(b), _) => (DataType::Boolean, Value::Boolean(b)),
            (Structural::Integer(i), _) => (DataType::Integer, Value::Integer(i)),
            (Structural::Literal(k), ParameterKind::Enumeration(e)) => {
                (DataType::Enumeration(e), Value::Integer(k as i32 + 1))
            }
            (Structural::Sequence(s), _) => {
                for (k, axis) in s.numbers().into_iter().enumerate() {
                    let name = [component, ".", declared.name, &*Shape::Vector(3).subscript(k)];
                    self.constant(&name, declared.description, DataType::Integer, Value::Integer(axis));
                }
                return;
            }
            (Structural::Literal(_), _) => return,
        };
        self.constant(&[component, ".", declared.name], declared.description, data_type, value);
    }

    fn constant(&mut self, name: &[&str], description: &'static str, data_type: DataType, value: Value) {
        let mut constant = real(description.into(), None, Source::Constant(value.number()));
        constant.data_type = data_type;
        constant.variability = Variability::Constant;
        constant.initial = Some(Initial::Exact);
        constant.start = Some(value);
        self.push(name, constant);
    }

    /// Variables of composite classes that are aliases of variables of their parts; aliases of aliases come last.
    pub(super) fn aliases(&mut self) {
        let mut waiting: Vec<&Alias> = self.context.collected.aliases.iter().rev().collect();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|alias| !self.alias(alias));
            if waiting.len() == before {
                break;
            }
        }
    }

    /// Adds an alias; returns false if its variable does not exist.
    fn alias(&mut self, alias: &Alias) -> bool {
        let subscript = |k: usize| alias.shape.subscript(k);
        let targets = (0..alias.shape.size()).map(|k| self.find(&[&*alias.target, &*subscript(k)].concat()));
        let Some(targets) = targets.collect::<Option<Vec<usize>>>() else { return false };
        for (k, target) in targets.into_iter().enumerate() {
            let target = self.out.reference(target);
            let name = [&*alias.component, ".", alias.name, &*subscript(k)];
            let index = self.out.variables.push_alias(&name, target);
            self.enter(index);
            self.aliases.push(index);
        }
        true
    }

    /// Copies attributes of variables to their aliases; only the variables keep a start value.
    pub(super) fn settle_aliases(&mut self) {
        for index in std::mem::take(&mut self.aliases) {
            let Some(target) = self.out.variables.at(index).alias_of else { continue };
            self.out.variables.follow(index, target);
        }
    }

    pub(super) fn check_free_name(
        &self,
        section: &'static str,
        public: &PublicName,
        name: &str,
        problems: &mut Problems,
    ) -> bool {
        let taken = self.find(name).is_some();
        if taken {
            problems.add(Some(&public.name.span), LibraryProblem::NameTaken { section, name: name.to_owned() });
        }
        !taken
    }
}
