//! Boolean and Integer variables of the text that are outputs or drive signals.

use std::collections::HashSet;

use compiler::model_file::{PROTECTED, Span, Value as NetlistValue};
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::flattening::blocks::Blocks;
use crate::flattening::definitions::Definition;
use crate::flattening::resolve::{Resolver, is_parameter, variable};
use crate::flattening::shown::shown_attributes;
use crate::instances::Symbol;
use crate::netlist::{Netlist, expression, key, named, table, text, truth};
use crate::problem::{Fault, Note, Outcome};
use crate::values::Value;
use crate::values::conditions::{asked, condition_of};

/// A Boolean or Integer that is an output or an alias of a signal. Others are put in where they are read.
pub(crate) fn defined_discrete(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    definition: &Definition,
    blocks: &Blocks,
    resolver: &Resolver<'_>,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let Definition { name, value, span, is_output, .. } = definition;
    let is_protected = definition.is_protected || evaluator.model.is_protected(name);
    let other = name_of(value).and_then(|other| resolver.name_of(&other)).filter(|other| !is_number(other, netlist));
    let mut attributes = shown_attributes(evaluator, symbol)?;
    let target = match other.filter(|other| !is_parameter(evaluator, other, netlist)) {
        Some(other) if !is_protected => other,
        _ if *is_output || (!is_protected && resolver.joined.set_of(name).is_some()) => blocks.signal(name),
        _ if evaluator.model.shows_all => {
            attributes.push((key(PROTECTED, span), truth(span)));
            blocks.signal(name)
        }
        _ if resolver.reads(name) => return Ok(()),
        _ => {
            evaluator.model.note(span, Note::NothingReads { name: name.to_string() });
            return Ok(());
        }
    };
    netlist.outputs.push((key(name.as_str(), span), named(text(target, span), attributes)));
    Ok(())
}

/// True for the output of a block whose signal is a number, also where the variable is a Boolean or an Integer.
fn is_number(signal: &str, netlist: &Netlist) -> bool {
    let Some((block, "y")) = signal.rsplit_once('.') else { return false };
    let found = netlist.components.iter().find(|(known, _)| known.value == block);
    found.is_some_and(|(_, component)| {
        let NetlistValue::Table(entries) = &component.value else { return false };
        let numbers = ["MultibodyFmu.When", "MultibodyFmu.Pre"];
        entries
            .iter()
            .any(|(_, value)| matches!(&value.value, NetlistValue::String(class) if numbers.contains(&class.as_str())))
    })
}

/// Adds the blocks of variables that drive something or are outputs.
pub(crate) fn add_blocks(evaluator: &Evaluator<'_>, blocks: &Blocks, resolver: &Resolver<'_>, netlist: &mut Netlist) {
    let from = netlist.connections.iter().map(|(from, ..)| from.as_str());
    let shown = netlist.outputs.iter().map(|(_, target)| crate::netlist::target(&target.value));
    let used: HashSet<String> = from.chain(shown).map(str::to_owned).collect();
    for definition in resolver.definitions.all() {
        let Some(block) = blocks.of(&definition.name) else { continue };
        if used.contains(&format!("{block}.y")) {
            signal_block(evaluator, block, definition.signal, &definition.value, &definition.span, resolver, netlist);
        }
    }
}

/// Adds a block called `name` that converts a number to a signal; returns the signal.
pub(crate) fn signal_block(
    evaluator: &Evaluator<'_>,
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
        Ok(value) => {
            let expression = table(vec![(key("expression", span), expression(value, span))], span);
            netlist.variables.push((key(number.as_str(), span), expression));
        }
        Err(why) => evaluator.classes.report(span, Fault::Unresolved { name: name.to_string(), why }),
    }
    netlist.components.push((key(name, span), table(vec![(key("class", span), text(class, span))], span)));
    netlist.connections.push((number, format!("{name}.u"), span.clone()));
    format!("{name}.y")
}

/// The signal of which a Boolean or Integer variable is an alias.
fn name_of(value: &Value) -> Option<String> {
    let number = value.expression()?;
    let signal = condition_of(&number).and_then(asked).unwrap_or(&number);
    variable(signal).map(str::to_owned)
}
