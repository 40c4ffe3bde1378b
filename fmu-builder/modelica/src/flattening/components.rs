//! Components of the library as entries of the netlist.

use compiler::model_file::{FINAL, Span};
use library::{Class as LibraryClass, ParameterKind, Reading};

use crate::budget::{NAME, elements};
use crate::classes::standard::{self, members, unknown};
use crate::evaluation::{Evaluator, resources};
use crate::flattening::around::{Around, written};
use crate::flattening::degrees::in_degrees;
use crate::flattening::gravity::{self, gravity_field};
use crate::instances::Symbol;
use crate::instances::modifiers::{self, Modifier};
use crate::names::indexed;
use crate::netlist::{Netlist, Pair, key, table, text, truth};
use crate::problem::{Fault, Note, Outcome, fault};
use crate::values::Value;

/// Attributes of variables that do not describe the mechanism.
const DROPPED: [&str; 3] = ["quantity", "unit", "unbounded"];
/// Attributes that are kept for parameters of components.
const OF_PARAMETERS: [&str; 3] = ["min", "max", "displayUnit"];

pub(crate) fn flatten_components(
    evaluator: &Evaluator<'_>,
    full: &str,
    symbol: &Symbol,
    class: &'static LibraryClass,
    within: &Around,
    netlist: &mut Netlist,
) -> Outcome<()> {
    let dimensions = symbol.dimensions.clone().unwrap_or_default();
    let count = elements(&dimensions);
    let span = symbol.component().map_or(&symbol.span, |component| &component.class.span);
    for flat in 0..count {
        let budget = evaluator.budget;
        budget.at(&symbol.span);
        budget.work(NAME.saturating_mul(symbol.modifiers.len() + 1))?;
        budget.hold(full.len() + within.description.len())?;
        let mut index = Vec::with_capacity(dimensions.len());
        let mut rest = flat;
        for size in dimensions.iter().rev() {
            index.insert(0, rest % size);
            rest /= size;
        }
        let selected = index
            .iter()
            .zip(&dimensions)
            .fold(symbol.modifiers.clone(), |modifiers, (i, n)| modifiers::at_index(&modifiers, *i, *n));
        let from_one: Vec<usize> = index.iter().map(|i| i + 1).collect();
        let name = indexed(full, &from_one);
        let component = component_table(evaluator, class, &selected, span, &name, within);
        netlist.components.push((key(name, &symbol.span), component));
    }
    Ok(())
}

/// The table of a library component. Errors are noted.
pub(crate) fn component_table(
    evaluator: &Evaluator<'_>,
    class: &'static LibraryClass,
    modifiers: &[Modifier],
    span: &Span,
    name: &str,
    around: &Around,
) -> compiler::model_file::Spanned<compiler::model_file::Value> {
    let mut entries = vec![(key("class", span), text(class.name, span))];
    if !around.description.is_empty() {
        entries.push((key("description", span), text(&*around.description, span)));
    }
    entries.extend(written(around.access, span));
    for modifier in modifiers {
        entries.extend(evaluator.classes.told(modifier_entry(evaluator, class, modifier, name)).flatten());
    }
    table(entries, span)
}

/// Entry of the netlist for a modifier of a library component.
fn modifier_entry(
    evaluator: &Evaluator<'_>,
    class: &'static LibraryClass,
    modifier: &Modifier,
    component: &str,
) -> Outcome<Option<Pair>> {
    let name = &*modifier.name;
    let name_key = key(name, &modifier.name_span);
    if modifier.redeclare.is_some() {
        if gravity::is_replaceable(class, name) {
            return gravity_field(evaluator, modifier);
        }
        return fault(&modifier.span, Fault::FixedLaw { name: name.to_string(), class: class.name.to_string() });
    }
    let declared = class.parameters.iter().find(|parameter| parameter.name == name);
    let is_graphic = library::is_graphic(class, name);
    let Some(bound) = &modifier.value else {
        if modifier.inner.is_empty() {
            return Ok(None);
        }
        if starts_anyway(evaluator, class, modifier, component)? {
            return Ok(None);
        }
        if declared.is_none() && !members(class).any(|member| member == name) && !is_graphic {
            return fault(&modifier.name_span, unknown(class, name, component));
        }
        let attributes = attribute_pairs(evaluator, modifier)?;
        let is_all_dropped = attributes.is_empty();
        return Ok((!is_all_dropped).then(|| (name_key, table(attributes, &modifier.span))));
    };
    let span = &bound.expression.span;
    let stays_open = |kind: ParameterKind| matches!(kind, ParameterKind::Real(_) | ParameterKind::Condition);
    let fold = declared.is_some_and(|parameter| !stays_open(parameter.kind));
    if declared.is_none() {
        if standard::is_only_for_pictures(name) {
            evaluator
                .model
                .note(&modifier.span, Note::OnlyDrawn { name: name.to_string(), component: component.to_string() });
            return Ok(None);
        }
        if is_graphic {
            // Graphic parameters with unknown values are left out.
            let Ok(value) = evaluator.bound(bound, false) else {
                evaluator
                    .model
                    .note(span, Note::UnknownPicture { name: name.to_string(), component: component.to_string() });
                return Ok(None);
            };
            return Ok(Some((name_key, value.netlist(span))));
        }
        if members(class).any(|member| member == name) {
            return fault(
                &modifier.span,
                Fault::NotAParameter { name: name.to_string(), class: class.name.to_string() },
            );
        }
        return fault(&modifier.name_span, unknown(class, name, component));
    }
    let value = match evaluator.bound(bound, fold) {
        // A component that only draws something is built without unknown values.
        Err(_) if standard::is_picture(class.name) => {
            evaluator
                .model
                .note(span, Note::UnknownPicture { name: name.to_string(), component: component.to_string() });
            return Ok(None);
        }
        value => value?,
    };
    if let Some(record) = value.flat().iter().find(|part| matches!(part, Value::Record(_))) {
        return fault(
            span,
            Fault::SetToRecord { name: name.to_string(), component: component.to_string(), found: record.describe() },
        );
    }
    if let Some(kind) = declared.map(|parameter| parameter.kind) {
        let fits = |scalar: &Value| match scalar {
            Value::Literal { .. } => {
                matches!(kind, ParameterKind::Enumeration(_) | ParameterKind::Reading(Reading::Literal(_)))
            }
            Value::Text(_) => kind == ParameterKind::Reading(Reading::Text),
            _ => true,
        };
        if !value.all(&fits) {
            return fault(
                span,
                Fault::WrongValue { name: name.to_string(), component: component.to_string(), found: value.describe() },
            );
        }
    }
    let enumeration = declared.and_then(|parameter| match parameter.kind {
        ParameterKind::Enumeration(enumeration) | ParameterKind::Reading(Reading::Literal(enumeration)) => {
            Some(enumeration)
        }
        _ => None,
    });
    if let (Some(enumeration), Value::Literal { of, name: literal }) = (enumeration, &value)
        && of != enumeration.name
    {
        return fault(
            span,
            Fault::WrongLiteral {
                name: name.to_string(),
                class: class.name.to_string(),
                enumeration: enumeration.name.to_string(),
                of: of.to_string(),
                literal: literal.to_string(),
            },
        );
    }
    if let (ParameterKind::Reading(Reading::Text), Value::Text(file)) =
        (declared.map_or(ParameterKind::Condition, |parameter| parameter.kind), &value)
        && name == "fileName"
    {
        let path = resources::path_of(evaluator, file, span)?;
        return Ok(Some((name_key, text(path, span))));
    }
    let is_in_degrees = declared.is_some_and(|parameter| parameter.kind == ParameterKind::Real(Some("deg")));
    let value = if is_in_degrees { in_degrees(evaluator, bound, value)? } else { value };
    let mut attributes: Vec<Pair> = Vec::new();
    if declared.is_some_and(|parameter| matches!(parameter.kind, ParameterKind::Real(_))) {
        check_unit(evaluator, modifier, declared, component)?;
        attributes = attribute_pairs(evaluator, modifier)?;
        attributes.retain(|(key, _)| OF_PARAMETERS.contains(&key.value.as_str()));
        attributes.extend(modifier.is_final.then(|| (key(FINAL, span), truth(span))));
    }
    if attributes.is_empty() {
        return Ok(Some((name_key, value.netlist(span))));
    }
    attributes.insert(0, (key("value", span), value.netlist(span)));
    Ok(Some((name_key, table(attributes, span))))
}

/// True for `y(start = 0, fixed = true)` of a signal of a block that has this value at the start anyway.
fn starts_anyway(
    evaluator: &Evaluator<'_>,
    class: &LibraryClass,
    modifier: &Modifier,
    component: &str,
) -> Outcome<bool> {
    let is_start = |inner: &Modifier| ["start", "fixed"].contains(&&*inner.name);
    let has = |name: &str| class.parameters.iter().any(|parameter| parameter.name == name);
    let name = &*modifier.name;
    // Starts of others have an effect.
    let is_block = class.name.starts_with("Modelica.Blocks.");
    let is_output = is_block
        && class.connectors.iter().any(|known| known.name == name && known.kind.is_output() && !known.has_start);
    let is_sampled = class.name.starts_with("Modelica.Blocks.Discrete.");
    if !modifier.inner.iter().all(is_start) || has(name) || has("initType") || !(is_output || is_sampled && name == "x")
    {
        return Ok(false);
    }
    let start = evaluator.attribute(&modifier.inner, "start")?.unwrap_or(Value::Number(0.0));
    if is_sampled && !start.all(&|scalar| *scalar == Value::Number(0.0)) {
        let name = format!("{component}.{name}");
        return fault(&modifier.span, Fault::StartOfSampled { name, has_y_start: has("y_start") });
    }
    if !is_sampled {
        let (name, attribute) = (format!("{component}.{name}"), "start".to_owned());
        evaluator.model.note(&modifier.span, Note::NoEffect { attribute, name });
    }
    Ok(true)
}

/// Checks that a unit set for a parameter is that of its declaration: numbers are in the class's unit.
fn check_unit(
    evaluator: &Evaluator<'_>,
    modifier: &Modifier,
    declared: Option<&library::Parameter>,
    component: &str,
) -> Outcome<()> {
    let Some(Value::Text(unit)) = evaluator.attribute(&modifier.inner, "unit")? else { return Ok(()) };
    let own = match declared.map(|parameter| parameter.kind) {
        Some(ParameterKind::Real(Some(own))) if !own.is_empty() && own != "1" => own,
        _ => return Ok(()),
    };
    if unit.is_empty() || unit == own {
        return Ok(());
    }
    let name = &modifier.name;
    fault(
        &modifier.span,
        Fault::WrongUnit {
            name: name.to_string(),
            component: component.to_string(),
            own: own.to_string(),
            unit: unit.to_string(),
        },
    )
}

/// `(start = 1, fixed = true)`, also of inner variables.
fn attribute_pairs(evaluator: &Evaluator<'_>, modifier: &Modifier) -> Outcome<Vec<Pair>> {
    let mut attributes = Vec::new();
    let is_start = |inner: &Modifier| &*inner.name == "start" && inner.value.is_some();
    if let Some(start) = modifier.inner.iter().find(|inner| is_start(inner))
        && (start.is_final || modifier.is_final)
    {
        attributes.push((key(FINAL, &start.span), truth(&start.span)));
    }
    for inner in modifier.inner.iter().filter(|inner| !DROPPED.contains(&&*inner.name)) {
        let inner_key = key(&*inner.name, &inner.name_span);
        match &inner.value {
            Some(bound) => {
                let fold = ["fixed", "stateSelect"].contains(&&*inner.name);
                let value = evaluator.bound(bound, fold)?;
                let is_text = ["unit", "displayUnit", "quantity"].contains(&&*inner.name);
                if !is_text && !value.all(&|scalar| !matches!(scalar, Value::Text(_) | Value::Record(_))) {
                    return fault(
                        &bound.expression.span,
                        Fault::WrongModifier { inner: inner.name.to_string(), found: value.describe() },
                    );
                }
                attributes.push((inner_key, value.netlist(&bound.expression.span)));
            }
            None => {
                let further = attribute_pairs(evaluator, inner)?;
                if !further.is_empty() {
                    attributes.push((inner_key, table(further, &inner.span)));
                }
            }
        }
    }
    Ok(attributes)
}
