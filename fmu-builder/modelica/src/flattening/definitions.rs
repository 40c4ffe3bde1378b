//! Definitions by equations and declarations: variables of the model, and signal inputs of components. The blocks that make signals of
//! Boolean and Integer variables.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use compiler::model_file::Span;
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::instances::modifiers::Scope;
use crate::instances::{Instance, Symbol, What};
use crate::names::{indexed, suffixed};
use crate::netlist::Netlist;
use crate::problem::{Fault, Outcome, fault};
use crate::values::Value;
use crate::values::arithmetic::element;
use crate::values::conditions::as_number;

/// A variable or signal input with the value that defines it.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) target: Target,
    /// As a number where the target is a Boolean.
    pub(crate) value: Value,
    pub(crate) span: Span,
}

impl Definition {
    /// A definition that nobody sees, for an input of a component with the name of its driver.
    pub(crate) fn hidden(name: String, driver: Option<String>, value: Value, span: &Span) -> Self {
        Self { target: Target::hidden(name, driver), value, span: span.clone() }
    }
}

/// Definitions in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    all: Vec<Definition>,
    by_name: HashMap<String, usize>,
}

impl Definitions {
    pub(crate) fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name).map(|index| &self.all[*index])
    }

    pub(crate) fn all(&self) -> &[Definition] {
        &self.all
    }

    pub(crate) fn all_mut(&mut self) -> &mut [Definition] {
        &mut self.all
    }

    /// Takes a definition out.
    pub(crate) fn take(&mut self, name: &str) -> Option<Definition> {
        let index = self.by_name.remove(name)?;
        let taken = self.all.remove(index);
        self.by_name.values_mut().filter(|known| **known > index).for_each(|known| *known -= 1);
        Some(taken)
    }

    /// Adds a definition of a name that has none.
    pub(crate) fn put(&mut self, definition: Definition) {
        self.by_name.insert(definition.target.name.clone(), self.all.len());
        self.all.push(definition);
    }
}

/// An element of a variable or signal that an instance declares.
pub(crate) struct DeclaredVariable {
    /// Number of the instance.
    pub(crate) instance: usize,
    pub(crate) symbol: Rc<Symbol>,
    /// Full name with subscripts.
    pub(crate) name: String,
    pub(crate) element: Vec<usize>,
}

/// Variables and signals of all instances.
pub(crate) fn variables_of(evaluator: &Evaluator<'_>) -> Vec<DeclaredVariable> {
    let mut found = Vec::new();
    for (index, instance) in evaluator.model.all() {
        for symbol in instance.symbols.borrow().all.clone() {
            let is_signal = matches!(symbol.what, What::Connector(kind) if kind.is_signal());
            let is_variable = is_signal || matches!(symbol.what, What::Variable(_));
            let class = symbol.declaration.as_ref().map(|(_, class)| class).or(instance.classes.first());
            let Some(class) = class.filter(|_| is_variable) else { continue };
            let scope = Scope::of(Some(index), class);
            let dimensions = evaluator.dimensions(index, &symbol).unwrap_or_default();
            let full = format!("{}{}", instance.prefix, symbol.name);
            let Ok(elements) = evaluator.expand(&full, &symbol.span, &dimensions, &[], &scope) else { continue };
            found.extend(elements.into_iter().map(|element| DeclaredVariable {
                instance: index,
                symbol: symbol.clone(),
                name: indexed(&full, &element),
                element,
            }));
        }
    }
    found
}

/// Results of equations: definitions, and components of the netlist.
pub(crate) struct Building<'a> {
    pub(crate) evaluator: &'a Evaluator<'a>,
    pub(crate) definitions: Definitions,
    pub(crate) netlist: &'a mut Netlist,
    /// Variables of the text by their names.
    pub(crate) declared: &'a BTreeMap<&'a str, &'a DeclaredVariable>,
}

impl Definitions {
    /// Adds the definitions of targets by `value`.
    pub(crate) fn define(
        &mut self,
        evaluator: &Evaluator<'_>,
        targets: &[Target],
        value: Value,
        span: &Span,
    ) -> Outcome<()> {
        evaluator.budget.at(span);
        let mut values = value.scalars();
        let is_whole = !value.is_known()
            && !value.dimensions().is_empty()
            && value.dimensions().iter().product::<usize>() == targets.len();
        if let (true, [whole]) = (is_whole, values.as_slice()) {
            // An expression of arrays: its elements, where each has an expression, else what nothing can take.
            evaluator.budget.room(value.bytes().saturating_mul(targets.len()))?;
            let elements: Option<Vec<Value>> =
                whole.expression().and_then(|vector| (1..=targets.len()).map(|k| element(&vector, k)).collect());
            values = elements.unwrap_or_else(|| vec![whole.clone(); targets.len()]);
        }
        if values.len() != targets.len() {
            return fault(span, Fault::Sides { targets: targets.len(), values: values.len() });
        }
        for (target, value) in targets.iter().zip(values) {
            let value = fitting(value, target, span)?;
            self.add(evaluator, Definition { target: target.clone(), value, span: span.clone() })?;
        }
        Ok(())
    }

    /// Adds a definition, unless there is one of that name.
    pub(crate) fn add(&mut self, evaluator: &Evaluator<'_>, definition: Definition) -> Outcome<()> {
        let name = &definition.target.name;
        if let Some(first) = self.get(name) {
            let place = evaluator.classes.sources.borrow().place(&first.span);
            return fault(&definition.span, Fault::TwoEquations { name: name.to_string(), place });
        }
        self.put(definition);
        Ok(())
    }
}

/// `Real x = rev.phi`, `RealOutput y = ...`
pub(crate) fn declared_values(
    evaluator: &Evaluator<'_>,
    index: usize,
    instance: &Instance,
    definitions: &mut Definitions,
) {
    let symbols = instance.symbols.borrow().all.clone();
    for symbol in symbols {
        let bound = match &symbol.what {
            What::Variable(variable) => variable.value.as_ref(),
            What::Connector(_) => symbol.binding.as_ref(),
            _ => None,
        };
        let (Some(bound), Some((_, class))) = (bound, &symbol.declaration) else { continue };
        let scope = Scope::of(Some(index), class);
        let full = format!("{}{}", instance.prefix, symbol.name);
        let result = evaluator.bound(bound, false).and_then(|value| {
            let dimensions = evaluator.dimensions(index, &symbol).unwrap_or_default();
            let elements = evaluator.expand(&full, &symbol.span, &dimensions, &[], &scope)?;
            let target = |element: &Vec<usize>| evaluator.variable(index, &symbol, indexed(&full, element));
            let targets: Vec<Target> = elements.iter().map(target).collect();
            definitions.define(evaluator, &targets, value, &symbol.span)
        });
        evaluator.classes.told(result);
    }
}

/// The value of a target, if it has the target's type.
fn fitting(value: Value, target: &Target, span: &Span) -> Outcome<Value> {
    let is_condition = value.is_condition();
    let wrong = |kind, hint| {
        let (name, found) = (target.name.clone(), value.describe());
        fault(span, Fault::NotOfKind { name, kind, found, hint })
    };
    match target.signal {
        SignalType::Boolean if is_condition => as_number(value, span),
        SignalType::Boolean => wrong("Boolean", ""),
        _ if is_condition && target.driver.is_none() => wrong("number", ": declare it as Boolean"),
        _ if is_condition => wrong("number", ""),
        SignalType::Integer if !value.is_whole() => {
            fault(span, Fault::NotAnInteger { name: target.name.clone(), found: value.describe() })
        }
        _ => Ok(value),
    }
}

/// The blocks that make signals of Boolean and Integer variables, by the names of the variables.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) names: BTreeMap<String, String>,
}

impl Blocks {
    /// Reserves names for the blocks of all such variables.
    pub(crate) fn new(definitions: &Definitions, netlist: &Netlist) -> Self {
        let parts = netlist.components.iter().chain(&netlist.parameters).map(|(name, _)| name.value.as_str());
        let own = definitions.all().iter().map(|definition| definition.target.name.as_str());
        let mut taken: HashSet<String> = parts.chain(own).map(str::to_owned).collect();
        let mut names = BTreeMap::new();
        let targets = definitions.all().iter().map(|definition| &definition.target);
        for target in targets.filter(|target| target.signal != SignalType::Real && target.driver.is_none()) {
            let at = target.name.rfind('[').unwrap_or(target.name.len());
            let mut name = suffixed(&target.name, "signal");
            while !taken.insert(name.clone()) {
                name.insert(at, '_');
            }
            names.insert(target.name.clone(), name);
        }
        Self { names }
    }

    /// The signal that an equation gives by that name.
    pub(crate) fn signal(&self, name: &str) -> String {
        self.names.get(name).map_or_else(|| name.to_owned(), |block| format!("{block}.y"))
    }
}
