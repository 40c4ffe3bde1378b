//! Variables of models: inputs, and outputs that are variables of components or expressions of them. Booleans and Integers are
//! outputs or drive signals. Units, descriptions and start values of all of them.

use std::collections::HashSet;

use compiler::model_file::{Expression, Span, Spanned, Value as NetlistValue};
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::definitions::{DeclaredVariable, Definition, Definitions};
use crate::flattening::resolve::{Resolver, is_no_number, is_parameter, variable};
use crate::instances::model::MODEL;
use crate::instances::{Symbol, What};
use crate::names::suffixed;
use crate::netlist::{Netlist, Pair, class_of, expression, key, named, protected, table, text};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::values::conditions::{asked, condition_of};
use crate::values::{Value, is_si};

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
pub(crate) fn undefined(
    evaluator: &Evaluator<'_>,
    declared: &[DeclaredVariable],
    definitions: &Definitions,
) -> Vec<Public> {
    let mut public = Vec::new();
    for DeclaredVariable { instance, symbol, name, element } in declared {
        if definitions.get(name).is_some() {
            continue;
        }
        let (is_input, is_public) = match &symbol.what {
            What::Variable(v) => (v.prefixes.input, v.prefixes.input || v.prefixes.output),
            What::Connector(kind) => (kind.is_input(), true),
            _ => continue,
        };
        if !is_public {
            evaluator.model.note(&symbol.span, Note::NoEquation { name: name.clone() });
        } else if *instance == MODEL {
            let attributes = if is_input {
                input_attributes(evaluator, symbol, element)
            } else {
                shown_attributes(evaluator, symbol)
            };
            let (name, span, signal) = (name.clone(), symbol.span.clone(), symbol.signal());
            let found = attributes.map(|attributes| Public { name, is_input, span, signal, attributes });
            public.extend(evaluator.classes.told(found));
        }
    }
    public
}

impl Resolver<'_> {
    /// Variables that equations give: variables of the netlist, outputs, and other names for variables of components.
    pub(crate) fn add_defined(&self, declared: &[DeclaredVariable], netlist: &mut Netlist) {
        for DeclaredVariable { symbol, name, .. } in declared {
            let Some(definition) = self.definitions.get(name) else { continue };
            let result = if self.is_variable(name) || definition.target.signal == SignalType::Real {
                self.defined_one(symbol, definition, netlist)
            } else {
                self.defined_discrete(symbol, definition, netlist)
            };
            self.evaluator.classes.told(result);
        }
    }

    fn defined_one(&self, symbol: &Symbol, definition: &Definition, netlist: &mut Netlist) -> Outcome<()> {
        let Definition { target: Target { name, is_output, .. }, value, span } = definition;
        let Resolver { evaluator, joined, .. } = self;
        let is_protected = definition.target.is_protected || evaluator.model.is_protected(name);
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
        let Definition { target: Target { name, .. }, value, span } = definition;
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
            let Definition { target: Target { name, driver, signal, .. }, value, span } = definition;
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
                let problem = Fault::NotOfKind { name, kind: "number", found, hint: "" };
                self.evaluator.classes.report(span, problem);
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
        for Public { name, is_input, span, signal, attributes } in public {
            let set = joined.set_of(&name);
            let end = set.and_then(|set| joined.first_end(set, is_input)).map(str::to_owned);
            let given = set.and_then(|set| joined.given(set)).map(|given| self.blocks.signal(given));
            let target = match (is_input, given) {
                (true, Some(given)) => {
                    evaluator.classes.report(&span, Fault::InputGiven { name, given });
                    continue;
                }
                (true, None) => end.or_else(|| Some(pass_on(self.passed.borrow().get(&name)?, signal, &span, netlist))),
                (false, given) => given.or(end),
            };
            let list = if is_input { &mut netlist.inputs } else { &mut netlist.outputs };
            match target {
                // A signal that nothing drives is an input by its own name.
                Some(end) if end == name && attributes.is_empty() => {}
                Some(end) => list.push((key(name, &span), named(text(end, &span), attributes))),
                None => {
                    let kind = if is_input { "input" } else { "output" };
                    evaluator.model.note(&span, Note::Idle { kind, name });
                }
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
                Some(given) => Some((self.blocks.signal(&given.target.name), &given.span)),
                None => outputs.get(&set).map(|(output, span)| ((*output).to_owned(), *span)),
            };
            let is_there =
                |signal: &str| given.is_none_or(|given| signal != given.target.name || known.contains(signal));
            let Some((signal, span)) = source.filter(|(signal, _)| is_there(signal) && !known.contains(&name)) else {
                continue;
            };
            netlist.outputs.push((key(name, span), named(text(signal, span), vec![protected(span)])));
        }
    }

    /// A Boolean or Integer that is an output or an alias of a signal. Others are put in where they are read.
    fn defined_discrete(&self, symbol: &Symbol, definition: &Definition, netlist: &mut Netlist) -> Outcome<()> {
        let Definition { target: Target { name, is_output, .. }, value, span } = definition;
        let model = self.evaluator.model;
        let is_protected = definition.target.is_protected || model.is_protected(name);
        let other = name_of(value).and_then(|other| self.name_of(&other)).filter(|other| !is_number(other, netlist));
        let mut attributes = shown_attributes(self.evaluator, symbol)?;
        let target = match other.filter(|other| !is_parameter(self.evaluator, other, netlist)) {
            Some(other) if !is_protected => other,
            _ if *is_output || (!is_protected && self.joined.set_of(name).is_some()) => self.blocks.signal(name),
            _ if model.shows_all => {
                attributes.push(protected(span));
                self.blocks.signal(name)
            }
            _ if self.reads(name) => return Ok(()),
            _ => {
                model.note(span, Note::NothingReads { name: name.to_string() });
                return Ok(());
            }
        };
        netlist.outputs.push((key(name.as_str(), span), named(text(target, span), attributes)));
        Ok(())
    }

    /// Adds the blocks of variables that drive something or are outputs.
    pub(crate) fn add_blocks(&self, netlist: &mut Netlist) {
        let from = netlist.connections.iter().map(|(from, ..)| from.as_str());
        let shown = netlist.outputs.iter().map(|(_, target)| crate::netlist::target(&target.value));
        let used: HashSet<String> = from.chain(shown).map(str::to_owned).collect();
        for definition in self.definitions.all() {
            let Some(block) = self.blocks.names.get(&definition.target.name) else { continue };
            if used.contains(&format!("{block}.y")) {
                self.signal_block(block, definition, netlist);
            }
        }
    }

    /// Adds a block called `name` that converts the number of a definition to its signal; returns the signal.
    fn signal_block(&self, name: &str, definition: &Definition, netlist: &mut Netlist) -> String {
        let Definition { target, value, span } = definition;
        let class = match target.signal {
            SignalType::Integer => "Modelica.Blocks.Math.RealToInteger",
            SignalType::Real | SignalType::Boolean => "Modelica.Blocks.Math.RealToBoolean",
        };
        let number = self.free(&suffixed(name, "u"));
        match self.resolved(value) {
            Ok(value) => netlist.add_variable(&number, value, None, span),
            Err(why) => self.evaluator.classes.report(span, Fault::Unresolved { name: name.to_string(), why }),
        }
        netlist.add(name, class, [], span);
        netlist.connections.push((number, format!("{name}.u"), span.clone()));
        format!("{name}.y")
    }
}

/// Adds the block that passes on an input which only expressions read; returns the block's input.
fn pass_on(component: &str, signal: SignalType, span: &Span, netlist: &mut Netlist) -> String {
    let class = match signal {
        SignalType::Real => "Modelica.Blocks.Routing.RealPassThrough",
        SignalType::Boolean => "Modelica.Blocks.Routing.BooleanPassThrough",
        SignalType::Integer => "Modelica.Blocks.Routing.IntegerPassThrough",
    };
    netlist.add(component, class, [], span);
    format!("{component}.u")
}

/// True for the output of a block whose signal is a number, also where the variable is a Boolean or an Integer.
fn is_number(signal: &str, netlist: &Netlist) -> bool {
    let Some((block, "y")) = signal.rsplit_once('.') else { return false };
    let found = netlist.components.iter().find(|(known, _)| known.value == block);
    let class = found.and_then(|(_, component)| class_of(&component.value));
    class.is_some_and(|class| ["MultibodyFmu.When", "MultibodyFmu.Pre"].contains(&class))
}

/// The signal of which a Boolean or Integer variable is an alias.
fn name_of(value: &Value) -> Option<String> {
    let number = value.expression()?;
    let signal = condition_of(&number).and_then(asked).unwrap_or(&number);
    variable(signal).map(str::to_owned)
}

/// An expression with the unit of the variable that it defines, if `takes` accepts this unit.
fn with_unit(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    value: Expression,
    span: &Span,
    takes: fn(&str) -> bool,
) -> Outcome<Spanned<NetlistValue>> {
    let mut entries = vec![(key("expression", span), expression(value, span))];
    let unit = evaluator.unit_of(symbol)?.filter(|unit| takes(unit));
    entries.extend(unit.and_then(|unit| unit_entry(unit, span)));
    entries.extend(shown_attributes(evaluator, symbol)?);
    Ok(table(entries, span))
}

/// Display unit and description of an input or output.
fn shown_attributes(evaluator: &Evaluator<'_>, symbol: &Symbol) -> Outcome<Vec<Pair>> {
    let span = &symbol.span;
    let mut attributes = Vec::new();
    if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "displayUnit")? {
        attributes.push((key("displayUnit", span), text(unit, span)));
    }
    attributes.extend(description(symbol));
    Ok(attributes)
}

fn unit_entry(unit: String, span: &Span) -> Option<Pair> {
    (!unit.is_empty() && unit != "1").then(|| (key("unit", span), text(unit, span)))
}

/// The description of a component as an attribute, if it has one.
pub(crate) fn description(symbol: &Symbol) -> Option<Pair> {
    let description = symbol.component().map(|component| &*component.description).filter(|text| !text.is_empty());
    description.map(|description| (key("description", &symbol.span), text(description, &symbol.span)))
}

/// Attributes of an input: display unit and description, the start value of this element and its unit.
fn input_attributes(evaluator: &Evaluator<'_>, symbol: &Symbol, element: &[usize]) -> Outcome<Vec<Pair>> {
    let span = &symbol.span;
    let mut attributes = Vec::new();
    if let Some(start) = evaluator.attribute(&symbol.modifiers, "start")? {
        let chosen = element.iter().try_fold(start.clone(), |start, index| start.element(index - 1));
        attributes.push((key("start", span), chosen.unwrap_or(start).netlist(span)));
    }
    if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "unit")? {
        attributes.extend(unit_entry(unit, span));
    }
    attributes.extend(shown_attributes(evaluator, symbol)?);
    Ok(attributes)
}
