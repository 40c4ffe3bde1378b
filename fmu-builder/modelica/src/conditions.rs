//! Boolean and Integer variables of the text. In expressions of the netlist they are numbers, 0 or 1 for a Boolean; where a signal of that
//! type is wanted, a block makes it of the number.

use std::collections::{BTreeMap, HashSet};

use fmu_core::library::SignalType;
use fmu_core::model_file::{Expression, Span};

use super::context::Context;
use super::definitions::Definitions;
use super::netlist::{Netlist, key, table, text};
use super::resolve::{Resolver, is_variable};
use super::value::{Strength, Value};

/// How a Boolean signal is asked for in a condition of the netlist.
pub(super) const HOLDS: &str = " > 0.5";
/// What follows the condition of a Boolean in its number.
const AS_NUMBER: &str = " then 1 else 0";

/// The blocks that make signals of Boolean and Integer variables, by the names of the variables.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    names: BTreeMap<String, String>,
}

impl Blocks {
    /// Names for the blocks of all such variables, which nothing else has.
    pub(super) fn new(definitions: &Definitions, netlist: &Netlist) -> Self {
        let parts = netlist.components.iter().chain(&netlist.parameters).map(|(name, _)| name.value.as_str());
        let own = definitions.all().iter().map(|definition| definition.name.as_str());
        let mut taken: HashSet<String> = parts.chain(own).map(str::to_owned).collect();
        let mut names = BTreeMap::new();
        for definition in definitions.all().iter().filter(|d| d.signal != SignalType::Real && d.driver.is_none()) {
            let at = definition.name.rfind('[').unwrap_or(definition.name.len());
            let (front, index) = definition.name.split_at(at);
            let mut name = format!("{front}_signal{index}");
            while !taken.insert(name.clone()) {
                name.insert(at, '_');
            }
            names.insert(definition.name.clone(), name);
        }
        Self { names }
    }

    /// The signal that an equation gives by that name.
    pub(super) fn signal(&self, name: &str) -> String {
        self.names.get(name).map_or_else(|| name.to_owned(), |block| format!("{block}.y"))
    }

    /// Names of the blocks.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.values().map(String::as_str)
    }
}

impl Context<'_> {
    /// Adds the blocks of variables that drive something or are outputs.
    pub(super) fn blocks(&self, blocks: &Blocks, resolver: &Resolver<'_>, netlist: &mut Netlist) {
        let from = netlist.connections.iter().map(|(from, ..)| from.as_str());
        let shown = netlist.outputs.iter().map(|(_, target)| super::netlist::target(&target.value));
        let used: HashSet<String> = from.chain(shown).map(str::to_owned).collect();
        for definition in resolver.definitions.all() {
            let Some(block) = blocks.names.get(&definition.name) else { continue };
            if used.contains(&format!("{block}.y")) {
                self.signal_block(block, definition.signal, &definition.value, &definition.span, resolver, netlist);
            }
        }
    }

    /// Adds a block called `name` that makes a signal of a number; the signal.
    pub(super) fn signal_block(
        &self,
        name: &str,
        signal: SignalType,
        value: &Value,
        span: &Span,
        resolver: &Resolver<'_>,
        netlist: &mut Netlist,
    ) -> String {
        let class = match signal {
            SignalType::Integer => "Modelica.Blocks.Math.RealToInteger",
            SignalType::Real | SignalType::Boolean => "Modelica.Blocks.Math.RealToBoolean",
        };
        let at = name.rfind('[').unwrap_or(name.len());
        let number = resolver.free(&format!("{}_u{}", &name[..at], &name[at..]));
        match resolver.resolved(value) {
            Ok(written) => {
                let expression = table(vec![(key("expression", span), text(written, span))], span);
                netlist.variables.push((key(number.as_str(), span), expression));
            }
            Err(why) => self.store.report(span, format!("`{name}` {why}")),
        }
        netlist.components.push((key(name, span), table(vec![(key("class", span), text(class, span))], span)));
        netlist.connections.push((number, format!("{name}.u"), span.clone()));
        format!("{name}.y")
    }
}

/// A value that refers to a signal of that type.
pub(super) fn of_signal(value: Value, signal: SignalType) -> Value {
    match (signal, value) {
        (SignalType::Real, value) => value,
        (_, Value::Array(elements)) => {
            Value::Array(elements.into_iter().map(|element| of_signal(element, signal)).collect())
        }
        (_, value) if !value.dimensions().is_empty() => match value.elements() {
            Some(elements) => of_signal(Value::Array(elements), signal),
            None => value,
        },
        (SignalType::Boolean, Value::Open(open)) => {
            Value::open(format!("{}{HOLDS}", open.text), Vec::new(), Strength::Relation)
        }
        (SignalType::Integer, Value::Open(mut open)) => {
            open.whole = true;
            Value::Open(open)
        }
        (_, value) => value,
    }
}

/// The number that a Boolean is in expressions.
pub(super) fn as_number(value: Value) -> Value {
    match value {
        Value::Boolean(holds) => Value::Number(if holds { 1.0 } else { 0.0 }),
        Value::Open(open) if open.is_condition() => {
            Value::open(format!("if {}{AS_NUMBER}", open.text), Vec::new(), Strength::Choice)
        }
        value => value,
    }
}

/// The condition that a number stands for.
pub(super) fn condition_of(number: &str) -> Option<&str> {
    let condition = number.strip_prefix("if ")?.strip_suffix(AS_NUMBER)?;
    match Expression::parse(number).ok()? {
        Expression::If(choice) if choice.branches == [Expression::Number(1.0), Expression::Number(0.0)] => {
            Some(condition)
        }
        _ => None,
    }
}

/// The signal that a Boolean or Integer variable is another name of.
pub(super) fn name_of(value: &Value) -> Option<String> {
    let written = value.written(Strength::Choice);
    let name = condition_of(&written).and_then(|condition| condition.strip_suffix(HOLDS)).unwrap_or(&written);
    is_variable(name).then(|| name.to_owned())
}
