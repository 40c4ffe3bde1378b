//! Parameters and components of instances, as entries of the netlist.

pub(crate) mod algorithms;
pub(crate) mod attributes;
pub(crate) mod components;
pub(crate) mod connect;
pub(crate) mod definitions;
pub(crate) mod equations;
pub(crate) mod implicit;
pub(crate) mod initial;
pub(crate) mod joined;
pub(crate) mod outputs;
pub(crate) mod resolve;
pub(crate) mod states;
pub(crate) mod terminals;
pub(crate) mod whens;

use compiler::model_file::{Access, Span};

use crate::evaluation::Evaluator;
use crate::flattening::attributes::check_attributes;
use crate::flattening::components::{component_table, flatten_components};
use crate::flattening::outputs::description;
use crate::instances::modifiers::{Modifier, Scope};
use crate::instances::{Instance, Quantity, Symbol, What};
use crate::netlist::{Netlist, Pair, key, table, text, truth};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::values::variable::TypeKind;
use crate::values::{Value, is_unit, shown};

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
                let access = parameter.prefixes.access().within(around.access);
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
    let Some((class, modifiers, span)) = &instance.base else { return };
    let own = |modifier: &Modifier| instance.symbols.borrow().get(&modifier.name).is_some();
    let modifiers: Vec<Modifier> = modifiers.iter().filter(|modifier| !own(modifier)).cloned().collect();
    let name = instance.prefix.trim_end_matches('.');
    let component = component_table(evaluator, class, &modifiers, span, name, around);
    netlist.components.push((key(name, span), component));
}

/// Description and access of an instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    pub(crate) description: String,
    pub(crate) access: Access,
}

impl Around {
    /// The same for the declaration `symbol` in the instance.
    pub(crate) fn within(&self, symbol: &Symbol) -> Self {
        let Some(component) = symbol.component() else { return self.clone() };
        let one_line = component.description.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = [self.description.clone(), one_line];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Self { description: parts.join(": "), access: component.prefixes.access().within(self.access) }
    }
}

/// `final` and `protected`, as keys of the netlist.
pub(crate) fn written(access: Access, span: &Span) -> impl Iterator<Item = Pair> {
    access.keys().map(move |name| (key(name, span), truth(span)))
}

fn flatten_parameter(
    evaluator: &Evaluator<'_>,
    full: &str,
    symbol: &Symbol,
    parameter: &Quantity,
    access: Access,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let span = &symbol.span;
    if parameter.prefixes.constant {
        let value = evaluator.parameter_value(full, symbol, parameter, true, span).ok();
        return match value.filter(|value| !value.is_known()) {
            Some(open) => {
                let place = parameter.value.as_ref().map_or(span, |bound| &bound.expression.span);
                fault(place, Fault::OpenConstant { full: full.to_string(), found: open.describe() })
            }
            None => Ok(()),
        };
    }
    if matches!(parameter.kind, TypeKind::Text) {
        return Ok(());
    }
    let Some(bound) = &parameter.value else {
        // Without a value it is an unknown of the initialisation, or an error.
        return match unknown_parameter(evaluator, symbol)? {
            Some(attributes) => add_parameter(evaluator, full, symbol, attributes, access, netlist),
            None => evaluator.parameter_value(full, symbol, parameter, false, span).map(|_| ()),
        };
    };
    if evaluator.model.structural.borrow().contains(full) {
        // Its value is put in at every use; evaluated once more to report its errors.
        evaluator.parameter_value(full, symbol, parameter, true, span)?;
        evaluator.model.note(span, Note::Shaping { full: full.to_string() });
        return Ok(());
    }
    let value = evaluator.parameter_value(full, symbol, parameter, false, span)?;
    check_type(evaluator, full, parameter, &value, symbol)?;
    if !matches!(parameter.kind, TypeKind::Real | TypeKind::Integer) {
        evaluator.model.note(span, Note::NotANumber { full: full.to_string() });
        return Ok(());
    }
    let attributes = vec![(key("value", span), value.netlist(&bound.expression.span))];
    add_parameter(evaluator, full, symbol, attributes, access, netlist)
}

fn check_type(
    evaluator: &Evaluator<'_>,
    full: &str,
    parameter: &Quantity,
    value: &Value,
    symbol: &Symbol,
) -> Outcome<()> {
    let place = parameter.value.as_ref().map_or(&symbol.span, |bound| &bound.expression.span);
    if !value.all(&|scalar| parameter.kind.takes(scalar)) {
        let (full, kind, found) = (full.to_owned(), parameter.kind.describe(), value.describe());
        return fault(place, Fault::ParameterType { full, kind, found });
    }
    let Some((_, class)) = &symbol.declaration else { return Ok(()) };
    let scope = Scope::of(parameter.value.as_ref().and_then(|bound| bound.scope.instance), class);
    if let Some(dimensions) = evaluator.dimensions_in(symbol, &scope)
        && dimensions != value.dimensions()
    {
        let [scalar, other_scalar] = [dimensions, value.dimensions()]
            .map(|sizes| if sizes.is_empty() { "a scalar".to_owned() } else { shown(&sizes) });
        return fault(place, Fault::ParameterDimensions { full: full.to_owned(), scalar, other_scalar });
    }
    Ok(())
}

/// `start` and `fixed` of a parameter that the initialisation solves for.
fn unknown_parameter(evaluator: &Evaluator<'_>, symbol: &Symbol) -> Outcome<Option<Vec<Pair>>> {
    let Some(Value::Boolean(false)) = evaluator.attribute(&symbol.modifiers, "fixed")? else { return Ok(None) };
    let mut attributes = Vec::new();
    for modifier in symbol.modifiers.iter().filter(|m| ["start", "fixed"].contains(&&*m.name)) {
        if let Some(bound) = &modifier.value {
            let value = evaluator.bound(bound, false)?.netlist(&bound.expression.span);
            attributes.push((key(&*modifier.name, &modifier.name_span), value));
        }
    }
    Ok(Some(attributes))
}

/// Adds a parameter with what its declaration says besides these attributes.
fn add_parameter(
    evaluator: &Evaluator<'_>,
    full: &str,
    symbol: &Symbol,
    mut attributes: Vec<Pair>,
    access: Access,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let span = &symbol.span;
    if let Some(unit) = evaluator.unit_of(symbol)?.filter(|unit| is_unit(unit)) {
        attributes.push((key("unit", span), text(unit, span)));
        if let Some(Value::Text(unit)) = evaluator.attribute(&symbol.modifiers, "displayUnit")? {
            attributes.push((key("displayUnit", span), text(unit, span)));
        }
    }
    attributes.extend(description(symbol));
    for name in ["min", "max"] {
        if let Some(Value::Number(limit)) = evaluator.attribute(&symbol.modifiers, name)? {
            attributes.push((key(name, span), Value::Number(limit).netlist(span)));
        }
    }
    attributes.extend(written(access, span));
    netlist.parameters.push((key(full, span), table(attributes, span)));
    Ok(())
}
