//! Variables of models: inputs, and outputs that are variables of components or expressions of them.

use std::rc::Rc;

use fmu_core::library::{Class, SignalType};
use fmu_core::model_file::{PROTECTED, Span, Spanned, Value as NetlistValue};

use super::conditions::{Blocks, name_of};
use super::context::{Context, Outcome, fault};
use super::definitions::{Definition, Definitions};
use super::degrees;
use super::instance::{Instance, Symbol, What};
use super::modifiers::Scope;
use super::netlist::{Netlist, Pair, key, named, table, text, truth};
use super::places::indexed;
use super::resolve::{Resolver, is_no_number, is_variable as is_other_name};
use super::standard::Connector;
use super::value::Value;

/// What passes a signal on.
fn pass_through(signal: SignalType) -> &'static str {
    match signal {
        SignalType::Real => "Modelica.Blocks.Routing.RealPassThrough",
        SignalType::Boolean => "Modelica.Blocks.Routing.BooleanPassThrough",
        SignalType::Integer => "Modelica.Blocks.Routing.IntegerPassThrough",
    }
}

/// Variables with their derivatives, where classes have both.
const DERIVATIVES: [(&str, &str); 16] = [
    ("phi", "w"),
    ("s", "v"),
    ("w", "a"),
    ("v", "a"),
    ("phi_rel", "w_rel"),
    ("s_rel", "v_rel"),
    ("w_rel", "a_rel"),
    ("v_rel", "a_rel"),
    ("r_0", "v_0"),
    ("v_0", "a_0"),
    ("s_x", "v_x"),
    ("s_y", "v_y"),
    ("v_x", "a_x"),
    ("v_y", "a_y"),
    ("phi_a", "w_a"),
    ("phi_b", "w_b"),
];

/// An input or output of the model that connections lead to.
pub(super) struct Public {
    pub(super) name: String,
    pub(super) is_input: bool,
    pub(super) span: Span,
    pub(super) signal: SignalType,
    /// Its start value, units and description.
    pub(super) attributes: Vec<Pair>,
}

impl Context<'_> {
    /// Inputs and outputs of the model that no equation gives.
    pub(super) fn undefined(
        &self,
        index: usize,
        instance: &Instance,
        is_model: bool,
        definitions: &Definitions,
        public: &mut Vec<Public>,
    ) {
        for (symbol, name, element) in self.variables_of(index, instance) {
            if definitions.get(&name).is_some() {
                continue;
            }
            let (is_input, is_public) = match &symbol.what {
                What::Variable(v) => (v.input, v.input || v.output),
                What::Connector(kind) => (matches!(kind, Connector::SignalInput(_)), true),
                _ => continue,
            };
            if !is_public {
                let message = format!("no equation that is read gives variable `{name}`: it is left out");
                self.note(&symbol.span, &message);
            } else if is_model {
                let attributes =
                    if is_input { self.input_attributes(&symbol, &element) } else { self.shown_attributes(&symbol) };
                match attributes {
                    Ok(attributes) => {
                        let (span, signal) = (symbol.span.clone(), symbol.signal());
                        public.push(Public { name, is_input, span, signal, attributes });
                    }
                    Err(problem) => self.report(problem),
                }
            }
        }
    }

    /// Variables that equations give: variables of the netlist, outputs, and other names for variables of components.
    pub(super) fn defined(
        &self,
        index: usize,
        instance: &Instance,
        blocks: &Blocks,
        resolver: &Resolver<'_>,
        netlist: &mut Netlist,
    ) {
        for (symbol, name, _) in self.variables_of(index, instance) {
            let Some(definition) = resolver.definitions.get(&name) else { continue };
            let result = match definition.signal {
                SignalType::Real => self.defined_one(&symbol, definition, resolver, netlist),
                _ => self.defined_discrete(&symbol, definition, blocks, resolver, netlist),
            };
            if let Err(problem) = result {
                self.report(problem);
            }
        }
    }

    /// A Boolean or Integer: an output, or another name of a signal. Others are put in where they are read.
    fn defined_discrete(
        &self,
        symbol: &Symbol,
        definition: &Definition,
        blocks: &Blocks,
        resolver: &Resolver<'_>,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let Definition { name, value, span, is_output, .. } = definition;
        let is_protected = definition.is_protected || self.is_in_protected(name);
        let resolved = |name: &str| resolver.resolved(&Value::atom(name.to_owned(), Vec::new())).ok();
        let other = name_of(value).and_then(|other| resolved(&other)).filter(|other| is_other_name(other));
        let target = match other.filter(|other| !self.is_parameter(other, netlist)) {
            Some(other) if !is_protected => other,
            _ if *is_output => blocks.signal(name),
            _ if resolver.reads(name) => return Ok(()),
            _ => {
                self.note(
                    span,
                    &format!("nothing reads variable `{name}`, which is no number and no output: it is left out"),
                );
                return Ok(());
            }
        };
        netlist.outputs.push((key(name.as_str(), span), named(text(target, span), self.shown_attributes(symbol)?)));
        Ok(())
    }

    fn defined_one(
        &self,
        symbol: &Symbol,
        definition: &Definition,
        resolver: &Resolver<'_>,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let Definition { name, value, span, is_output, .. } = definition;
        let is_protected = definition.is_protected || self.is_in_protected(name);
        let is_variable = resolver.is_variable(name);
        if is_no_number(value) && resolver.joined.set_of(name).is_some() {
            let message = format!(
                "`{name}` is {}, no number: Boolean signals come from logical blocks (GreaterThreshold, And, ...), vectors by their elements",
                value.describe()
            );
            return fault(span, message);
        }
        if is_protected && !is_variable {
            return Ok(());
        }
        let written = match resolver.resolved(value) {
            Ok(written) => written,
            Err(why) => return fault(span, format!("`{name}` {why}")),
        };
        if !is_variable && is_other_name(&written) && !self.is_parameter(&written, netlist) {
            let target = named(text(written, span), self.shown_attributes(symbol)?);
            netlist.outputs.push((key(name.as_str(), span), target));
        } else if *is_output && !is_variable {
            let expression = self.expression(symbol, written, span, |_| true)?;
            netlist.outputs.push((key(name.as_str(), span), expression));
        } else if is_no_number(value) {
            self.note(
                span,
                &format!("variable `{name}` is no number, nor a vector whose elements can be written: it is left out"),
            );
        } else {
            let mut expression = self.expression(symbol, written, span, degrees::is_si)?;
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

    /// Signal inputs of components that equations give: a variable that is connected to them.
    pub(super) fn driven(&self, resolver: &Resolver<'_>, netlist: &mut Netlist) {
        for Definition { name, value, span, driver, signal, .. } in resolver.definitions.all() {
            let Some(driver) = driver else { continue };
            match resolver.resolved(value) {
                Ok(_) if *signal != SignalType::Real => {
                    let driver = resolver.free(driver);
                    let from = self.signal_block(&driver, *signal, value, span, resolver, netlist);
                    netlist.connections.push((from, name.clone(), span.clone()));
                }
                Ok(_) if is_no_number(value) => {
                    self.store.report(span, format!("`{name}` is a number, and this is {}", value.describe()));
                }
                Ok(written) if resolver.is_variable(&written) => {
                    netlist.connections.push((written, name.clone(), span.clone()));
                }
                Ok(written) => {
                    let driver = resolver.free(driver);
                    netlist.connections.push((driver.clone(), name.clone(), span.clone()));
                    netlist
                        .variables
                        .push((key(driver, span), table(vec![(key("expression", span), text(written, span))], span)));
                }
                Err(why) => self.store.report(span, format!("`{name}` {why}")),
            }
        }
    }

    /// Inputs and outputs that connections lead to.
    pub(super) fn public(&self, public: Vec<Public>, blocks: &Blocks, resolver: &Resolver<'_>, netlist: &mut Netlist) {
        let passed = resolver.passed();
        for Public { name, is_input, span, signal, attributes } in public {
            let set = resolver.joined.set_of(&name);
            let end = set.and_then(|set| resolver.joined.first_end(set, is_input)).map(str::to_owned);
            let given = set.and_then(|set| resolver.joined.given(set)).map(|given| blocks.signal(given));
            let through = passed.iter().find(|(input, _)| *input == name);
            let target = match (is_input, &given) {
                (true, Some(given)) => {
                    self.store.report(&span, format!("`{name}` is an input of the model, and an equation gives `{given}`, which is connected to it"));
                    continue;
                }
                (true, None) => {
                    end.or_else(|| through.map(|(_, component)| self.pass_on(component, signal, &span, netlist)))
                }
                (false, _) => given.or(end),
            };
            let list = if is_input { &mut netlist.inputs } else { &mut netlist.outputs };
            match target {
                // A signal that nothing drives is an input by its own name.
                Some(end) if end == name && attributes.is_empty() => {}
                Some(end) => list.push((key(name, &span), named(text(end, &span), attributes))),
                None if is_input => {
                    self.note(&span, &format!("input `{name}` is connected to nothing and left out"));
                }
                None => self.note(&span, &format!("output `{name}` is connected to nothing and left out")),
            }
        }
    }

    /// Adds the block that passes on an input which only expressions name; its input.
    fn pass_on(&self, component: &str, signal: SignalType, span: &Span, netlist: &mut Netlist) -> String {
        let class = vec![(key("class", span), text(pass_through(signal), span))];
        netlist.components.push((key(component, span), table(class, span)));
        format!("{component}.u")
    }

    /// Variables and signals that an instance declares, with the subscripts of their elements.
    fn variables_of(&self, index: usize, instance: &Instance) -> Vec<(Rc<Symbol>, String, Vec<usize>)> {
        let mut found = Vec::new();
        for symbol in instance.symbols.borrow().all.clone() {
            let is_variable = match &symbol.what {
                What::Variable(_) => true,
                What::Connector(kind) => *kind != Connector::Physical,
                _ => false,
            };
            let class = symbol.declaration.as_ref().map(|(_, class)| class.clone());
            let Some(class) = class.or(instance.classes.first().cloned()).filter(|_| is_variable) else { continue };
            let scope = Scope { instance: Some(index), class, locals: Rc::default() };
            let dimensions = self.dimensions(&symbol, &scope).unwrap_or_default();
            let full = format!("{}{}", instance.prefix, symbol.name);
            let Ok(elements) = self.expand(&full, &symbol.span, &dimensions, &[], &scope) else { continue };
            found.extend(elements.into_iter().map(|element| (symbol.clone(), indexed(&full, &element), element)));
        }
        found
    }

    /// An expression with the unit of the variable that it gives, where that is one that `takes` accepts.
    fn expression(
        &self,
        symbol: &Symbol,
        written: String,
        span: &Span,
        takes: fn(&str) -> bool,
    ) -> Outcome<Spanned<NetlistValue>> {
        let mut entries = vec![(key("expression", span), text(written, span))];
        let unit = match (self.attribute(&symbol.modifiers, "unit")?, &symbol.what) {
            (Some(Value::Text(unit)), _) => Some(unit),
            (_, What::Variable(variable)) => variable.unit.clone(),
            _ => None,
        };
        if let Some(unit) = unit.filter(|unit| !unit.is_empty() && unit != "1" && takes(unit)) {
            entries.push((key("unit", span), text(unit, span)));
        }
        entries.extend(self.shown_attributes(symbol)?);
        Ok(table(entries, span))
    }

    /// Display unit and description of an input or output.
    fn shown_attributes(&self, symbol: &Symbol) -> Outcome<Vec<Pair>> {
        let span = &symbol.span;
        let mut attributes = Vec::new();
        if let Some(Value::Text(unit)) = self.attribute(&symbol.modifiers, "displayUnit")? {
            attributes.push((key("displayUnit", span), text(unit, span)));
        }
        let description = symbol.component().map(|component| component.description.as_str()).unwrap_or_default();
        if !description.is_empty() {
            attributes.push((key("description", span), text(description, span)));
        }
        Ok(attributes)
    }

    /// The same, with the start value of this element and its unit.
    fn input_attributes(&self, symbol: &Symbol, element: &[usize]) -> Outcome<Vec<Pair>> {
        let span = &symbol.span;
        let mut attributes = Vec::new();
        if let Some(start) = self.attribute(&symbol.modifiers, "start")? {
            let chosen = element.iter().try_fold(start.clone(), |start, index| start.element(index - 1));
            attributes.push((key("start", span), chosen.unwrap_or(start).netlist(span)));
        }
        if let Some(Value::Text(unit)) = self.attribute(&symbol.modifiers, "unit")?
            && !unit.is_empty()
            && unit != "1"
        {
            attributes.push((key("unit", span), text(unit, span)));
        }
        attributes.extend(self.shown_attributes(symbol)?);
        Ok(attributes)
    }

    /// Whether the name is that of a parameter, which is no variable that an output can be another name of.
    pub(super) fn is_parameter(&self, name: &str, netlist: &Netlist) -> bool {
        let base = match name.rfind('[') {
            Some(at) if name.ends_with(']') => &name[..at],
            _ => name,
        };
        netlist.parameters.iter().any(|(known, _)| known.value == base || known.value == name)
            || name.rsplit_once('.').is_some_and(|(component, last)| {
                let last = last.split('[').next().unwrap_or_default();
                self.class_of(component).is_some_and(|class| class.parameters.iter().any(|known| known.name == last))
            })
    }

    /// `rev.w` for `rev.phi`, where the class has it; otherwise `der(rev.phi)`.
    pub(super) fn derivative_of(&self, variable: &str) -> String {
        let known = variable.rsplit_once('.').and_then(|(component, last)| {
            let (last, index) = last.split_at(last.find('[').unwrap_or(last.len()));
            let class = self.class_of(component)?;
            let candidates = DERIVATIVES.iter().filter(|(of, _)| *of == last).map(|(_, derivative)| *derivative);
            let has = |name: &&str| class.variables.iter().any(|known| known.name == *name);
            Some(format!("{component}.{}{index}", candidates.into_iter().find(has)?))
        });
        known.unwrap_or_else(|| format!("der({variable})"))
    }

    /// The class of the library component with that full name.
    pub(super) fn class_of(&self, component: &str) -> Option<&'static Class> {
        let count = self.instances.borrow().len();
        (0..count).find_map(|index| {
            let instance = self.instance(index)?;
            let name = component.strip_prefix(instance.prefix.as_str())?.split('[').next()?;
            match instance.symbols.borrow().get(name)?.what {
                What::Library(class) => Some(class),
                _ => None,
            }
        })
    }
}
