//! Boolean and Integer variables of the text that are outputs or drive signals.

use std::collections::HashSet;

use compiler::model_file::Value as NetlistValue;
use library::SignalType;

use crate::flattening::definitions::Definition;
use crate::flattening::resolve::{Resolver, is_parameter, variable};
use crate::flattening::shown::shown_attributes;
use crate::instances::Symbol;
use crate::names::suffixed;
use crate::netlist::{Netlist, key, named, protected, text};
use crate::problem::{Fault, Note, Outcome};
use crate::values::Value;
use crate::values::conditions::{asked, condition_of};

impl Resolver<'_> {
    /// A Boolean or Integer that is an output or an alias of a signal. Others are put in where they are read.
    pub(crate) fn defined_discrete(
        &self,
        symbol: &Symbol,
        definition: &Definition,
        netlist: &mut Netlist,
    ) -> Outcome<()> {
        let Definition { name, value, span, is_output, .. } = definition;
        let model = self.evaluator.model;
        let is_protected = definition.is_protected || model.is_protected(name);
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
            let Some(block) = self.blocks.of(&definition.name) else { continue };
            if used.contains(&format!("{block}.y")) {
                self.signal_block(block, definition, netlist);
            }
        }
    }

    /// Adds a block called `name` that converts the number of a definition to its signal; returns the signal.
    pub(crate) fn signal_block(&self, name: &str, definition: &Definition, netlist: &mut Netlist) -> String {
        let Definition { value, span, signal, .. } = definition;
        let class = match signal {
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

/// The signal of which a Boolean or Integer variable is an alias.
fn name_of(value: &Value) -> Option<String> {
    let number = value.expression()?;
    let signal = condition_of(&number).and_then(asked).unwrap_or(&number);
    variable(signal).map(str::to_owned)
}
