//! Variables of models: inputs, and outputs that are variables of components or expressions of them.

use crate::values::is_si;
use std::collections::HashSet;
use std::rc::Rc;

use compiler::model_file::{PROTECTED, Span, Value as NetlistValue};
use library::SignalType;

use crate::classes::standard::Connector;
use crate::evaluation::Evaluator;
use crate::flattening::blocks::Blocks;
use crate::flattening::definitions::{Definition, Definitions};
use crate::flattening::discrete::{defined_discrete, signal_block};
use crate::flattening::resolve::{Resolver, is_no_number, is_parameter, variable};
use crate::flattening::shown::{input_attributes, shown_attributes, with_unit};
use crate::instances::modifiers::Scope;
use crate::instances::{Instance, Symbol, What};
use crate::names::indexed;
use crate::netlist::{Netlist, Pair, expression, key, named, table, text, truth};
use crate::problem::{Fault, Note, Outcome, fault};

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
pub(crate) fn add_undefined(
    evaluator: &Evaluator<'_>,
    index: usize,
    instance: &Instance,
    is_model: bool,
    definitions: &Definitions,
    public: &mut Vec<Public>,
) {
    for (symbol, name, element) in variables_of(evaluator, index, instance) {
        if definitions.get(&name).is_some() {
            continue;
        }
        let (is_input, is_public) = match &symbol.what {
            What::Variable(v) => (v.input, v.input || v.output),
            What::Connector(kind) => (matches!(kind, Connector::SignalInput(_)), true),
            _ => continue,
        };
        if !is_public {
            evaluator.model.note(&symbol.span, Note::NoEquation { name: name.to_string() });
        } else if is_model {
            let attributes = if is_input {
                input_attributes(evaluator, &symbol, &element)
            } else {
                shown_attributes(evaluator, &symbol)
            };
            match attributes {
                Ok(attributes) => {
                    let (span, signal) = (symbol.span.clone(), symbol.signal());
                    public.push(Public { name, is_input, span, signal, attributes });
                }
                Err(problem) => evaluator.classes.note_problem(problem),
            }
        }
    }
}

/// Variables that equations give: variables of the netlist, outputs, and other names for variables of components.
pub(crate) fn add_defined(
    evaluator: &Evaluator<'_>,
    index: usize,
    instance: &Instance,
    blocks: &Blocks,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) {
    for (symbol, name, _) in variables_of(evaluator, index, instance) {
        let Some(definition) = resolver.definitions.get(&name) else { continue };
        let result = match definition.signal {
            _ if resolver.is_variable(&name) => defined_one(evaluator, &symbol, definition, resolver, netlist),
            SignalType::Real => defined_one(evaluator, &symbol, definition, resolver, netlist),
            _ => defined_discrete(evaluator, &symbol, definition, blocks, resolver, netlist),
        };
        evaluator.classes.told(result);
    }
}

fn defined_one(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    definition: &Definition,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let Definition { name, value, span, is_output, .. } = definition;
    let is_protected = definition.is_protected || evaluator.model.is_protected(name);
    let is_variable = resolver.is_variable(name);
    if is_no_number(value) && resolver.joined.set_of(name).is_some() {
        return fault(span, Fault::NotANumber { name: name.to_string(), found: value.describe() });
    }
    if is_protected && !is_variable {
        return add_protected(evaluator, symbol, definition, resolver, netlist);
    }
    if resolver.only_shows_connectors(definition) {
        evaluator.model.note(span, Note::OfConnectors { name: name.to_string() });
        return Ok(());
    }
    if is_no_number(value) && !is_output {
        evaluator.model.note(span, Note::NoText { name: name.to_string() });
        return Ok(());
    }
    let resolved = match resolver.resolved(value) {
        Ok(resolved) => resolved,
        Err(why) => return fault(span, Fault::Unresolved { name: name.to_string(), why }),
    };
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
            entries.push((key(PROTECTED, span), truth(span)));
        }
        netlist.variables.push((key(name.as_str(), span), expression));
        if *is_output {
            netlist.outputs.push((key(name.as_str(), span), text(name.as_str(), span)));
        }
    }
    Ok(())
}

/// Another name of a variable, which hosts see where they ask for all variables.
fn add_protected(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    Definition { name, value, span, .. }: &Definition,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let Ok(resolved) = resolver.resolved(value) else { return Ok(()) };
    if let Some(other) = variable(&resolved).filter(|other| !is_parameter(evaluator, other, netlist)) {
        let mut attributes = shown_attributes(evaluator, symbol)?;
        attributes.push((key(PROTECTED, span), truth(span)));
        netlist.outputs.push((key(name.as_str(), span), named(text(other, span), attributes)));
    }
    Ok(())
}

/// Signal inputs of components that equations give: a variable that is connected to them. Members of buses that equations give.
pub(crate) fn add_driven(evaluator: &Evaluator<'_>, resolver: &Resolver<'_>, netlist: &mut Netlist) {
    for Definition { name, value, span, driver, signal, .. } in resolver.definitions.all() {
        let Some(driver) = driver else {
            if resolver.joined.is_member(name) && resolver.is_variable(name) {
                match resolver.resolved(value) {
                    Ok(resolved) => {
                        let expression = vec![(key("expression", span), expression(resolved, span))];
                        let entries = expression.into_iter().chain([(key(PROTECTED, span), truth(span))]).collect();
                        netlist.variables.push((key(name.as_str(), span), table(entries, span)));
                    }
                    Err(why) => evaluator.classes.report(span, Fault::Unresolved { name: name.to_string(), why }),
                }
            }
            continue;
        };
        match resolver.resolved(value) {
            Ok(_) if *signal != SignalType::Real => {
                let driver = resolver.free(driver);
                let from = signal_block(evaluator, &driver, *signal, value, span, resolver, netlist);
                netlist.connections.push((from, name.clone(), span.clone()));
            }
            Ok(_) if is_no_number(value) => {
                evaluator.classes.report(
                    span,
                    Fault::NotANumberHere { name: name.to_string(), found: value.describe(), hint: String::new() },
                );
            }
            Ok(resolved) => match variable(&resolved).filter(|name| resolver.is_variable(name)) {
                Some(driver) => netlist.connections.push((driver.to_owned(), name.clone(), span.clone())),
                None => {
                    let driver = resolver.free(driver);
                    netlist.connections.push((driver.clone(), name.clone(), span.clone()));
                    let expression = table(vec![(key("expression", span), expression(resolved, span))], span);
                    netlist.variables.push((key(driver, span), expression));
                }
            },
            Err(why) => evaluator.classes.report(span, Fault::Unresolved { name: name.to_string(), why }),
        }
    }
}

/// Inputs and outputs that connections lead to.
pub(crate) fn add_public(
    evaluator: &Evaluator<'_>,
    public: Vec<Public>,
    blocks: &Blocks,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) {
    let passed = resolver.passed();
    for Public { name, is_input, span, signal, attributes } in public {
        let set = resolver.joined.set_of(&name);
        let end = set.and_then(|set| resolver.joined.first_end(set, is_input)).map(str::to_owned);
        let given = set.and_then(|set| resolver.joined.given(set)).map(|given| blocks.signal(given));
        let through = passed.iter().find(|(input, _)| *input == name);
        let target = match (is_input, &given) {
            (true, Some(given)) => {
                evaluator.classes.report(&span, Fault::InputGiven { name: name.to_string(), given: given.to_string() });
                continue;
            }
            (true, None) => end.or_else(|| through.map(|(_, component)| pass_on(component, signal, &span, netlist))),
            (false, _) => given.or(end),
        };
        let list = if is_input { &mut netlist.inputs } else { &mut netlist.outputs };
        match target {
            // A signal that nothing drives is an input by its own name.
            Some(end) if end == name && attributes.is_empty() => {}
            Some(end) => list.push((key(name, &span), named(text(end, &span), attributes))),
            None if is_input => {
                evaluator.model.note(&span, Note::IdleInput { name: name.to_string() });
            }
            None => evaluator.model.note(&span, Note::IdleOutput { name: name.to_string() }),
        }
    }
}

/// Signals of composites and members of buses are other names of what drives them. Hosts see them where they ask for all variables.
pub(crate) fn add_aliases(blocks: &Blocks, resolver: &Resolver<'_>, netlist: &mut Netlist) {
    let public = netlist.outputs.iter().chain(&netlist.inputs).chain(&netlist.variables);
    let known: HashSet<String> = public.map(|(key, _)| key.value.clone()).collect();
    let outputs = resolver.joined.outputs();
    for (name, set) in resolver.joined.named() {
        let given = resolver.joined.given(set).and_then(|given| resolver.definitions.get(given));
        let source = match given {
            Some(given) => Some((blocks.signal(&given.name), &given.span)),
            None => outputs.get(&set).map(|(output, span)| ((*output).to_owned(), *span)),
        };
        let is_there = |signal: &str| given.is_none_or(|given| signal != given.name || known.contains(signal));
        let Some((signal, span)) = source.filter(|(signal, _)| is_there(signal) && !known.contains(&name)) else {
            continue;
        };
        let target = named(text(signal, span), vec![(key(PROTECTED, span), truth(span))]);
        netlist.outputs.push((key(name, span), target));
    }
}

/// Adds the block that passes on an input which only expressions read; returns the block's input.
fn pass_on(component: &str, signal: SignalType, span: &Span, netlist: &mut Netlist) -> String {
    let class = vec![(key("class", span), text(pass_through(signal), span))];
    netlist.components.push((key(component, span), table(class, span)));
    format!("{component}.u")
}

/// Variables and signals declared in an instance, with the subscripts of their elements.
pub(crate) fn variables_of(
    evaluator: &Evaluator<'_>,
    index: usize,
    instance: &Instance,
) -> Vec<(Rc<Symbol>, String, Vec<usize>)> {
    let mut found = Vec::new();
    for symbol in instance.symbols.borrow().all.clone() {
        let is_variable = match &symbol.what {
            What::Variable(_) => true,
            What::Connector(kind) => !matches!(kind, Connector::Physical(_)),
            _ => false,
        };
        let class = symbol.declaration.as_ref().map(|(_, class)| class.clone());
        let Some(class) = class.or(instance.classes.first().cloned()).filter(|_| is_variable) else { continue };
        let scope = Scope { instance: Some(index), class, locals: Rc::default() };
        let dimensions = evaluator.dimensions(&symbol, &scope).unwrap_or_default();
        let full = format!("{}{}", instance.prefix, symbol.name);
        let Ok(elements) = evaluator.expand(&full, &symbol.span, &dimensions, &[], &scope) else { continue };
        found.extend(elements.into_iter().map(|element| (symbol.clone(), indexed(&full, &element), element)));
    }
    found
}
