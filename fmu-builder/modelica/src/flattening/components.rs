//! Components of the library as entries of the netlist.

use std::rc::Rc;

use compiler::model_file::{
    BinaryOperator, Expression as NetlistExpression, FINAL, Span, Spanned, Value as NetlistValue,
};
use library::{Class as LibraryClass, ParameterKind, Reading};

use crate::budget::NAME;
use crate::classes::entry::Found;
use crate::classes::standard::{POSITION, members, no_such_member};
use crate::classes::{add_hidden, standard};
use crate::evaluation::own_functions::first;
use crate::evaluation::{Evaluator, resources};
use crate::flattening::{Around, written};
use crate::instances::modifiers::{Bound, Modifier, Scope};
use crate::instances::{Symbol, What, modifiers};
use crate::names::indexed;
use crate::netlist::{Netlist, Pair, key, table, text, truth};
use crate::problem::{Fault, Note, Outcome, fault, refused, unknown};
use crate::syntax::{Body, Expression, Kind, Modification, Redeclared};
use crate::values::open::{Open, Tree};
use crate::values::{Value, is_unit, open};

/// Attributes of variables that do not describe the mechanism.
const DROPPED: [&str; 3] = ["quantity", "unit", "unbounded"];
/// Parameters that only pictures in other tools use.
const DRAWN: [&str; 6] =
    ["label1", "label2", "axisShowLabels", "massDiameterFaction", "showStatePriority", "significantDigits"];
/// Attributes that are kept for parameters of components.
const OF_PARAMETERS: [&str; 3] = ["min", "max", "displayUnit"];
/// The function of the World that a model may replace by a gravity field, and its parameter in the netlist.
const GRAVITY_FUNCTION: &str = "gravityAcceleration";

pub(crate) fn flatten_components(
    evaluator: &Evaluator<'_>,
    full: &str,
    symbol: &Symbol,
    class: &'static LibraryClass,
    within: &Around,
    netlist: &mut Netlist,
) -> Outcome<()> {
    // Components of the library are declared in a text.
    let Some((declared, around)) = &symbol.declaration else { return Ok(()) };
    let (dimensions, scope) = (symbol.dimensions.clone().unwrap_or_default(), Scope::of(None, around));
    for index in evaluator.expand(full, &symbol.span, &dimensions, &[], &scope)? {
        let budget = evaluator.budget;
        budget.at(&symbol.span);
        budget.work(NAME.saturating_mul(symbol.modifiers.len() + 1))?;
        budget.hold(full.len() + within.description.len())?;
        let sizes = index.iter().zip(&dimensions);
        let selected =
            sizes.fold(symbol.modifiers.clone(), |modifiers, (i, n)| modifiers::at_index(&modifiers, i - 1, *n));
        let name = indexed(full, &index);
        let component = component_table(evaluator, class, &selected, &declared.class.span, &name, within);
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
) -> Spanned<NetlistValue> {
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
        if class.name == library::world::CLASS.name && name == GRAVITY_FUNCTION {
            return gravity_field(evaluator, modifier);
        }
        return fault(&modifier.span, Fault::FixedLaw { name: name.to_string(), class: class.name.to_string() });
    }
    let declared = class.parameters.iter().find(|parameter| parameter.name == name);
    let is_graphic = library::is_graphic(class, name);
    let is_member = || members(class).any(|member| member == name);
    let own = || name.to_owned();
    let component_name = || component.to_owned();
    let Some(bound) = &modifier.value else {
        if modifier.inner.is_empty() || starts_anyway(evaluator, class, modifier, component)? {
            return Ok(None);
        }
        if declared.is_none() && !is_member() && !is_graphic {
            return fault(&modifier.name_span, no_such_member(class, name, component));
        }
        let attributes = attribute_pairs(evaluator, modifier)?;
        let is_all_dropped = attributes.is_empty();
        return Ok((!is_all_dropped).then(|| (name_key, table(attributes, &modifier.span))));
    };
    let span = &bound.expression.span;
    let note_unknown = || {
        evaluator.model.note(span, Note::UnknownPicture { name: own(), component: component_name() });
        Ok(None)
    };
    let Some(declared) = declared else {
        if DRAWN.contains(&name) {
            evaluator.model.note(&modifier.span, Note::OnlyDrawn { name: own(), component: component_name() });
            return Ok(None);
        }
        if is_graphic {
            // Graphic parameters with unknown values are left out.
            return match evaluator.bound(bound, false) {
                Ok(value) => Ok(Some((name_key, value.netlist(span)))),
                Err(_) => note_unknown(),
            };
        }
        if is_member() {
            return fault(&modifier.span, Fault::NotAParameter { name: own(), class: class.name.to_owned() });
        }
        return fault(&modifier.name_span, no_such_member(class, name, component));
    };
    let kind = declared.kind;
    let value = match evaluator.bound(bound, !matches!(kind, ParameterKind::Real(_) | ParameterKind::Condition)) {
        // A component that only draws something is built without unknown values.
        Err(_) if standard::is_picture(class.name) => return note_unknown(),
        value => value?,
    };
    if let Some(record) = value.flat().iter().find(|part| matches!(part, Value::Record(_))) {
        let found = record.describe();
        return fault(span, Fault::SetToRecord { name: own(), component: component_name(), found });
    }
    let enumeration = match kind {
        ParameterKind::Enumeration(enumeration) | ParameterKind::Reading(Reading::Literal(enumeration)) => {
            Some(enumeration)
        }
        _ => None,
    };
    let fits = |scalar: &Value| match scalar {
        Value::Literal { .. } => enumeration.is_some(),
        Value::Text(_) => kind == ParameterKind::Reading(Reading::Text),
        _ => true,
    };
    if !value.all(&fits) {
        let found = value.describe();
        return fault(span, Fault::WrongValue { name: own(), component: component_name(), found });
    }
    if let (Some(enumeration), Value::Literal { of, name: literal }) = (enumeration, &value)
        && of != enumeration.name
    {
        let (class, enumeration) = (class.name.to_owned(), enumeration.name.to_owned());
        let (of, literal) = (of.clone(), literal.clone());
        return fault(span, Fault::WrongLiteral { name: own(), class, enumeration, of, literal });
    }
    if let (ParameterKind::Reading(Reading::Text), "fileName", Value::Text(file)) = (kind, name, &value) {
        let path = resources::path_of(evaluator, file, span)?;
        return Ok(Some((name_key, text(path, span))));
    }
    let is_in_degrees = kind == ParameterKind::Real(Some("deg"));
    let value = if is_in_degrees { in_degrees(evaluator, &bound.expression, bound, value)? } else { value };
    let mut attributes: Vec<Pair> = Vec::new();
    if let ParameterKind::Real(unit) = kind {
        check_unit(evaluator, modifier, unit.unwrap_or_default(), component)?;
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
fn check_unit(evaluator: &Evaluator<'_>, modifier: &Modifier, own: &str, component: &str) -> Outcome<()> {
    let Some(Value::Text(unit)) = evaluator.attribute(&modifier.inner, "unit")? else { return Ok(()) };
    if unit.is_empty() || unit == own || own.is_empty() || own == "1" {
        return Ok(());
    }
    let (name, component, own) = (modifier.name.to_string(), component.to_owned(), own.to_owned());
    fault(&modifier.span, Fault::WrongUnit { name, component, own, unit })
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
                    let (inner, found) = (inner.name.to_string(), value.describe());
                    return fault(&bound.expression.span, Fault::WrongModifier { inner, found });
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

/// `value`, which `expression` in `bound` is, so that the netlist means the same number of degrees. Modelica never converts a number; the
/// netlist converts an expression that is known to be an angle in rad, so the unit has to be explicit.
fn in_degrees(evaluator: &Evaluator<'_>, expression: &Rc<Expression>, bound: &Bound, value: Value) -> Outcome<Value> {
    match (&expression.kind, value) {
        // The argument of `to_deg` is an angle.
        (Kind::Call { function, arguments }, value)
            if function.parts.last().is_some_and(|(name, _)| &*name.text == "to_deg")
                && arguments.len() == 1
                && has_units(evaluator, &value) =>
        {
            let inner = Bound { expression: arguments[0].1.clone(), ..bound.clone() };
            in_unit(evaluator.bound(&inner, false)?, "rad", bound)
        }
        (Kind::Array(parts), Value::Array(elements)) if parts.len() == elements.len() && bound.at.is_empty() => {
            parts.iter().zip(elements).map(|(part, element)| in_degrees(evaluator, part, bound, element)).collect()
        }
        (_, value) if has_units(evaluator, &value) => in_unit(value, "deg", bound),
        (_, value) => Ok(value),
    }
}

/// True if an expression of several terms names something with a unit.
fn has_units(evaluator: &Evaluator<'_>, value: &Value) -> bool {
    match value {
        Value::Open(Open { tree: Tree::Number(NetlistExpression::Reference { .. }), .. }) => false,
        Value::Open(Open { tree: Tree::Number(sum), .. }) => {
            sum.references().into_iter().any(|name| has_unit(evaluator, name))
        }
        _ => false,
    }
}

fn has_unit(evaluator: &Evaluator<'_>, name: &str) -> bool {
    if let Some(parameter) = evaluator.model.library_parameter(name) {
        return matches!(parameter.kind, ParameterKind::Real(Some(_)));
    }
    let symbol = evaluator.model.symbol_before(name);
    symbol.is_none_or(|symbol| match &symbol.what {
        What::Parameter(_) => evaluator.unit_of(&symbol).is_ok_and(|unit| unit.as_deref().is_some_and(is_unit)),
        _ => true,
    })
}

/// `value*(1 unit)`
fn in_unit(value: Value, unit: &str, bound: &Bound) -> Outcome<Value> {
    let Some(number) = value.expression() else { return Ok(value) };
    let measured = open::binary(BinaryOperator::Multiply, number, format!("1 {unit}").into());
    Value::open(measured, value.dimensions(), &bound.expression.span)
}

/// The field of `redeclare function gravityAcceleration = f(a = 1)`, as a parameter of the World.
fn gravity_field(evaluator: &Evaluator<'_>, modifier: &Modifier) -> Outcome<Option<Pair>> {
    let span = &modifier.span;
    let Some((Redeclared::Class(definition), written)) = &modifier.redeclare else {
        return refused(span, GRAVITY_FUNCTION, "is a function");
    };
    let mut given = vec![(Some(POSITION.into()), Value::name(POSITION.to_owned(), vec![3]))];
    let entry = match &definition.class.body {
        Body::Short(short) => {
            let base = &short.base;
            let entry = match evaluator.classes.find(&written.class, base) {
                Some(Found::Class(entry)) => entry,
                Some(_) => {
                    let hint = ": set gravityType, g, n and mu instead";
                    return unknown(&base.span, "text of a function", base, hint);
                }
                None => return unknown(&base.span, "function", base, ""),
            };
            for argument in short.modifiers.iter() {
                if let Modification::Set { name, value: Some(value), .. } = &argument.what {
                    given.push((Some(name.to_string().into()), evaluator.evaluate(value, written, false)?));
                }
            }
            entry
        }
        _ => add_hidden(&written.class, &definition.class),
    };
    let value = first(&entry, evaluator.outputs(&entry, given, false, span)?, span)?;
    if value.dimensions() != [3] {
        return fault(span, Fault::NotAField { found: value.describe() });
    }
    Ok(Some((key(GRAVITY_FUNCTION, &modifier.name_span), value.netlist(span))))
}
