//! Parameters and components of instances, as entries of the netlist.

pub(crate) mod algorithms;
pub(crate) mod around;
pub(crate) mod attributes;
pub(crate) mod blocks;
pub(crate) mod branches;
pub(crate) mod buses;
pub(crate) mod components;
pub(crate) mod connect;
pub(crate) mod definitions;
pub(crate) mod degrees;
pub(crate) mod discrete;
pub(crate) mod equations;
pub(crate) mod gravity;
pub(crate) mod implicit;
pub(crate) mod initial;
pub(crate) mod joined;
pub(crate) mod outputs;
pub(crate) mod parameters;
pub(crate) mod resolve;
pub(crate) mod shown;
pub(crate) mod states;
pub(crate) mod terminals;
pub(crate) mod whens;

use crate::evaluation::Evaluator;
use crate::flattening::around::Around;
use crate::flattening::attributes::check_attributes;
use crate::flattening::components::{component_table, flatten_components};
use crate::flattening::parameters::flatten_parameter;
use crate::instances::modifiers::Modifier;
use crate::instances::{Instance, What};
use crate::netlist::{Netlist, key};

/// Parameters and components of an instance and of those in it.
pub(crate) fn flatten(evaluator: &Evaluator<'_>, index: usize, around: &Around, netlist: &mut Netlist) {
    let Some(instance) = evaluator.model.instance(index) else { return };
    if evaluator.budget.is_exceeded() {
        return;
    }
    check_attributes(evaluator, &instance);
    flatten_base(evaluator, &instance, around, netlist);
    let symbols: Vec<_> = instance.symbols.borrow().all.clone();
    for symbol in symbols {
        let full = format!("{}{}", instance.prefix, symbol.name);
        let result = match &symbol.what {
            What::Parameter(parameter) => {
                let access = parameter.access.within(around.access);
                flatten_parameter(evaluator, &full, &symbol, parameter, access, netlist)
            }
            What::Library(class) => {
                let within = around.within(&symbol);
                flatten_components(evaluator, &full, &symbol, class, &within, netlist)
            }
            What::Composite(instances) => {
                let within = around.within(&symbol);
                for inner in instances {
                    if within.access.is_protected {
                        evaluator.model.protect(*inner);
                    }
                    flatten(evaluator, *inner, &within, netlist);
                }
                Ok(())
            }
            What::Connector(_) | What::Bus | What::Variable(_) | What::Absent | What::Outer | What::Refused => Ok(()),
        };
        evaluator.classes.told(result);
    }
}

/// The library component that the instance's class extends.
fn flatten_base(evaluator: &Evaluator<'_>, instance: &Instance, around: &Around, netlist: &mut Netlist) {
    let base = instance.base.borrow();
    let Some((class, modifiers, span)) = base.as_ref() else { return };
    let own = |modifier: &Modifier| instance.symbols.borrow().get(&modifier.name).is_some();
    let modifiers: Vec<Modifier> = modifiers.iter().filter(|modifier| !own(modifier)).cloned().collect();
    let name = instance.prefix.trim_end_matches('.');
    let component = component_table(evaluator, class, &modifiers, span, name, around);
    netlist.components.push((key(name, span), component));
}
