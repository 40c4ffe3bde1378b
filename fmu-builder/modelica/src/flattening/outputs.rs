//! Variables of models: inputs, and outputs that are variables of components or expressions of them.

use std::collections::HashSet;
use std::rc::Rc;

use compiler::model_file::{Span, Value as NetlistValue};
use library::SignalType;

use crate::classes::standard::Connector;
use crate::evaluation::Evaluator;
use crate::flattening::definitions::{Definition, Definitions};
use crate::flattening::resolve::{Resolver, is_no_number, is_parameter, variable};
use crate::flattening::shown::{input_attributes, shown_attributes, with_unit};
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::names::indexed;
use crate::netlist::{Netlist, Pair, key, named, protected, text};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::values::is_si;

/// Class of the block that passes a signal through.
fn pass_through(signal: SignalType) -> &'static str {
    match signal {
        SignalType::Real => "Modelica.Blocks.Routing.RealPassThrough",
        SignalType::Boolean => "Modelica.Blocks.Routing.BooleanPassThrough",
        SignalType::Integer => "Modelica.Blocks.Routing.IntegerPassThrough",
    }
}

/// An input or output of the model that connections lead to.
pub(crate) struct Public {
    pub(crate) name: String,
    pub(crate) is_input: bool,
    pub(crate) span: Span,
    pub(crate) signal: SignalType,
    /// Its start value, units and description.
    pub(crate) attributes: Vec<Pair>,
}

/// Inputs and outputs of the model that no equation gives.
pub(crate) fn undefined(evaluator: &Evaluator<'_>, root: usize, definitions: &Definitions) -> Vec<Public> {
    let mut public = Vec::new();
    for DeclaredVariable { instance, symbol, name, element } in variables_of(evaluator) {
        if definitions.get(&name).is_some() {
            continue;
        }
        let (is_input, is_public) = match &symbol.what {
            What::Variable(v) => (v.input, v.input || v.output),
            What::Connector(kind) => (matches!(kind, Connector::SignalInput(_)), true),
            _ => continue,
        };
        if !is_public {
            evaluator.model.note(&symbol.span, Note::NoEquation { name });
        } else if instance == root {
            let attributes = if is_input {
                input_attributes(evaluator, &symbol, &element)
            } else {
                shown_attributes(evaluator, &symbol)
            };
            let (span, signal) = (symbol.span.clone(), symbol.signal());
            let found = attributes.map(|attributes| Public { name, is_input, span, signal, attributes });
            public.extend(evaluator.classes.told(found));
        }
    }
    public
}

impl Resolver<'_> {
    /// Variables that equations give: variables of the netlist, outputs, and other names for variables of components.
    pub(crate) fn add_defined(&self, netlist: &mut Netlist) {
        for DeclaredVariable { symbol, name, .. } in variables_of(self.evaluator) {
            let Some(definition) = self.definitions.get(&name) else { continue };
            let result = if self.is_variable(&name) || definition.signal == SignalType::Real {
                self.defined_one(&symbol, definition, netlist)
            } else {
                self.defined_discrete(&symbol, definition, netlist)
            };
            self.evaluator.classes.told(result);
        }
    }

    fn defined_one(&self, symbol: &Symbol, definition: &Definition, netlist: &mut Netlist) -> Outcome<()> {
        let Definition { name, value, span, is_output, .. } = definition;
        let Resolver { evaluator, joined, .. } = self;
        let is_protected = definition.is_protected || evaluator.model.is_protected(name);
        let is_variable = self.is_variable(name);
        if is_no_number(value) && joined.set_of(name).is_some() {
            return fault(span, Fault::NotANumber { name: name.to_string(), found: value.describe() });
        }
        if is_protected && !is_variable {
            return self.add_protected(symbol, definition, netlist);
        }
        if self.only_shows_connectors(definition) {
            evaluator.model.note(span, Note::OfConnectors { name: name.to_string() });
            return Ok(());
        }
        if is_no_number(value) && !is_output {
            evaluator.model.note(span, Note::NoText { name: name.to_string() });
            return Ok(());
        }
        let Some(resolved) = self.told(definition) else { return Ok(()) };
        let other = variable(&resolved).filter(|other| !is_variable && !is_parameter(evaluator, other, netlist));
        if let Some(other) = other {
            let target = named(text(other, span), shown_attributes(evaluator, symbol)?);
            netlist.outputs.push((key(name.as_str(), span), target));
        } else if *is_output && !is_variable {
            let expression = with_unit(evaluator, symbol, resolved, span, |_| true)?;
            netlist.outputs.push((key(name.as_str(), span), expression));
        } else {
            let mut expression = with_unit(evaluator, symbol, resolved, span, is_si)?;
            if let (true, NetlistValue::Table(entries)) = (is_protected, &mut expression.value) {
                entries.push(protected(span));
            }
            netlist.variables.push((key(name.as_str(), span), expression));
            if *is_output {
                netlist.outputs.push((key(name.as_str(), span), text(name.as_str(), span)));
            }
        }
        Ok(())
    }

    /// Another name of a variable, which hosts see where they ask for all variables.
    fn add_protected(&self, symbol: &Symbol, definition: &Definition, netlist: &mut Netlist) -> Outcome<()> {
        let Definition { name, value, span, .. } = definition;
        let Ok(resolved) = self.resolved(value) else { return Ok(()) };
        if let Some(other) = variable(&resolved).filter(|other| !is_parameter(self.evaluator, other, netlist)) {
            let mut attributes = shown_attributes(self.evaluator, symbol)?;
            attributes.push(protected(span));
            netlist.outputs.push((key(name.as_str(), span), named(text(other, span), attributes)));
        }
        Ok(())
    }

    /// Signal inputs of components that equations give: a variable that is connected to them. Members of buses that equations give.
    pub(crate) fn add_driven(&self, netlist: &mut Netlist) {
        for definition in self.definitions.all() {
            let Definition { name, value, span, driver, signal, .. } = definition;
            let is_member = || self.joined.is_member(name) && self.is_variable(name);
            if driver.is_none() && !is_member() {
                continue;
            }
            let Some(resolved) = self.told(definition) else { continue };
            let Some(driver) = driver else {
                netlist.add_variable(name, resolved, Some(protected(span)), span);
                continue;
            };
            let from = if *signal != SignalType::Real {
                self.signal_block(&self.free(driver), definition, netlist)
            } else if is_no_number(value) {
                let (name, found) = (name.to_string(), value.describe());
                self.evaluator.classes.report(span, Fault::NotANumberHere { name, found, hint: String::new() });
                continue;
            } else if let Some(driver) = variable(&resolved).filter(|name| self.is_variable(name)) {
                driver.to_owned()
            } else {
                let driver = self.free(driver);
                netlist.add_variable(&driver, resolved, None, span);
                driver
            };
            netlist.connections.push((from, name.clone(), span.clone()));
        }
    }

    /// Inputs and outputs that connections lead to.
    pub(crate) fn add_public(&self, public: Vec<Public>, netlist: &mut Netlist) {
        let Resolver { evaluator, joined, .. } = self;
        let passed = self.passed();
        for Public { name, is_input, span, signal, attributes } in public {
            let set = joined.set_of(&name);
            let end = set.and_then(|set| joined.first_end(set, is_input)).map(str::to_owned);
            let given = set.and_then(|set| joined.given(set)).map(|given| self.blocks.signal(given));
            let target = match (is_input, given) {
                (true, Some(given)) => {
                    evaluator.classes.report(&span, Fault::InputGiven { name, given });
                    continue;
                }
                (true, None) => end.or_else(|| Some(pass_on(passed.get(&name)?, signal, &span, netlist))),
                (false, given) => given.or(end),
            };
            let list = if is_input { &mut netlist.inputs } else { &mut netlist.outputs };
            match target {
                // A signal that nothing drives is an input by its own name.
                Some(end) if end == name && attributes.is_empty() => {}
                Some(end) => list.push((key(name, &span), named(text(end, &span), attributes))),
                None if is_input => evaluator.model.note(&span, Note::IdleInput { name }),
                None => evaluator.model.note(&span, Note::IdleOutput { name }),
            }
        }
    }

    /// Signals of composites and members of buses are other names of what drives them. Hosts see them where they ask for all variables.
    pub(crate) fn add_aliases(&self, netlist: &mut Netlist) {
        let public = netlist.outputs.iter().chain(&netlist.inputs).chain(&netlist.variables);
        let known: HashSet<String> = public.map(|(key, _)| key.value.clone()).collect();
        let outputs = self.joined.outputs();
        for (name, set) in self.joined.named() {
            let given = self.joined.given(set).and_then(|given| self.definitions.get(given));
            let source = match given {
                Some(given) => Some((self.blocks.signal(&given.name), &given.span)),
                None => outputs.get(&set).map(|(output, span)| ((*output).to_owned(), *span)),
            };
            let is_there = |signal: &str| given.is_none_or(|given| signal != given.name || known.contains(signal));
            let Some((signal, span)) = source.filter(|(signal, _)| is_there(signal) && !known.contains(&name)) else {
                continue;
            };
            netlist.outputs.push((key(name, span), named(text(signal, span), vec![protected(span)])));
        }
    }
}

/// Adds the block that passes on an input which only expressions read; returns the block's input.
fn pass_on(component: &str, signal: SignalType, span: &Span, netlist: &mut Netlist) -> String {
    netlist.add(component, pass_through(signal), [], span);
    format!("{component}.u")
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
            let is_variable = match &symbol.what {
                What::Variable(_) => true,
                What::Connector(kind) => !matches!(kind, Connector::Physical(_)),
                _ => false,
            };
            let class = symbol.declaration.as_ref().map(|(_, class)| class).or(instance.classes.first());
            let Some(class) = class.filter(|_| is_variable) else { continue };
            let scope = Scope::of(Some(index), class);
            let dimensions = evaluator.dimensions(&symbol, &scope).unwrap_or_default();
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
