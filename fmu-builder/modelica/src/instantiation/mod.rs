//! Instantiation of classes with a text.

pub(crate) mod default_inner;
pub(crate) mod initially;

use std::rc::Rc;

use crate::budget::{CHAIN_LIMIT, NAME, elements};
use crate::classes::{ClassRef, standard};
use crate::evaluation::Evaluator;
use crate::evaluation::types::{Meaning, Type};
use crate::instances::bases::{Declaration, Gathered, Replaceable};
use crate::instances::constraints::{check_redeclared_class, check_redeclared_component};
use crate::instances::modifiers::{self, Bound, Modifier, Scope, Step};
use crate::instances::{Instance, OfRecord, Quantity, Symbol, What, inherited, of_record};
use crate::names::suggestion;
use crate::problem::{Fault, Note, Outcome, fault, refused};
use crate::syntax::{ClassElement, ClassKind, Component, Ident, Prefixes, Redeclared, Subscript};
use crate::values::Value;

/// The instance of `entry` called `prefix`, with these modifiers.
pub(crate) fn instantiate(
    evaluator: &Evaluator<'_>,
    entry: &ClassRef,
    prefix: String,
    parent: Option<usize>,
    modifiers: Vec<Modifier>,
    of_record: Option<OfRecord>,
) -> Outcome<usize> {
    let span = entry.span();
    let around: Vec<_> = evaluator.model.outwards(parent).map(|(_, instance)| instance).collect();
    let is_same = |instance: &Rc<Instance>| instance.classes.first().is_some_and(|class| Rc::ptr_eq(class, entry));
    let is_recursive = around.iter().any(is_same);
    if is_recursive || around.len() >= CHAIN_LIMIT {
        let why = if is_recursive { "contains itself" } else { "nests deeper than 64 levels" };
        return refused(&span, &entry.name, why);
    }
    let index = evaluator.model.instances.borrow().len();
    evaluator.budget.hold(std::mem::size_of::<Instance>() + prefix.len())?;
    // Scopes of extends clauses refer to the instance, so it has to have its number first.
    let begun = Instance { prefix: prefix.clone(), parent, ..Instance::default() };
    evaluator.model.instances.borrow_mut().push(Rc::new(begun));
    let instance = Some((evaluator.model, index));
    let mut gathered = Gathered::of(evaluator.classes, entry, Rc::new(modifiers.clone()), instance)?;
    let (classes, base) = (std::mem::take(&mut gathered.classes), gathered.base.take());
    let instance = Rc::new(Instance { prefix, parent, classes, base, of_record, ..Instance::default() });
    evaluator.model.instances.borrow_mut()[index] = instance.clone();
    for (name, connector, span) in &gathered.connectors {
        let symbol = Symbol::new(name, span, None, What::Connector(*connector));
        instance.symbols.borrow_mut().set(Symbol { dimensions: Some(Vec::new()), ..symbol });
    }
    report_unknown(evaluator, &modifiers, &gathered, &instance, entry);
    let declared = |declaration: &Declaration| evaluator.classes.told(declare(evaluator, declaration, index));
    let types: Vec<Option<(Symbol, Type)>> = gathered.declarations.iter().map(declared).collect();
    for declaration in &gathered.declarations {
        // A refused declaration keeps its name, so that its uses are not reported, too.
        let Ident { text, span } = &declaration.component.name;
        let declared = Some((declaration.component.clone(), declaration.class.clone()));
        let symbol = Symbol::new(text, span, declared, What::Refused);
        if let Some(first) = instance.symbols.borrow().get(&symbol.name) {
            let place = evaluator.classes.sources.borrow().place(&first.span);
            evaluator.classes.report(span, Fault::DeclaredTwice { name: symbol.name.to_string(), place });
        }
        instance.symbols.borrow_mut().set(symbol);
    }
    let (mut later, mut done) = (Vec::new(), std::collections::HashSet::new());
    for (declaration, declared) in gathered.declarations.iter().zip(types) {
        let Some((symbol, declared)) = declared else { continue };
        // Of two declarations with one name, which have been reported, the first one counts.
        if !done.insert(symbol.name.clone()) {
            continue;
        }
        if matches!(symbol.what, What::Refused) {
            later.push((declaration, declared));
        }
        instance.symbols.borrow_mut().set(symbol);
    }
    for (declaration, declared) in later {
        evaluator.classes.told(place_component(evaluator, declaration, declared, index));
    }
    Ok(index)
}

/// The symbol of a declaration. Components of the library and composites wait until all parameters are known: until then they
/// are [`What::Refused`].
fn declare(evaluator: &Evaluator<'_>, declaration: &Declaration, index: usize) -> Outcome<(Symbol, Type)> {
    let component = &*declaration.component;
    evaluator.budget.at(&component.name.span);
    evaluator.budget.work(NAME)?;
    evaluator.budget.names(declaration.outside.len())?;
    evaluator.budget.hold(std::mem::size_of::<Symbol>())?;
    let scope = Scope::of(Some(index), &declaration.class);
    let outside = declaration.outside.iter().find(|modifier| modifier.name == component.name.text).cloned();
    let redeclared = outside.as_ref().and_then(|modifier| modifier.redeclare.clone());
    let mut own = modifiers::collect(evaluator.classes, &component.modifiers, &scope);
    let mut redeclared_value = None;
    let declared = match &redeclared {
        Some((Redeclared::Component(new), written)) => {
            if !component.prefixes.replaceable {
                return refused(&new.name.span, &component.name.text, "is not replaceable");
            }
            let new_own = modifiers::collect(evaluator.classes, &new.modifiers, written);
            // Modifiers of the constraining clause hold for every replacement.
            let of_original = if component.constraint.is_some() { Vec::new() } else { own };
            own = modifiers::merge(evaluator.classes, new_own, of_original);
            check_redeclared_component(evaluator.classes, component, new, &scope, written);
            redeclared_value = new.value.as_ref().map(|expression| Bound::new(expression, written));
            evaluator.type_of(&new.class, written, &[])?
        }
        Some((Redeclared::Class(_), _)) => {
            return fault(&component.name.span, Fault::NotAClass { component: component.name.text.to_string() });
        }
        None => evaluator.type_of(&component.class, &scope, &declaration.outside)?,
    };
    if let Some(constraint) = &component.constraint {
        let constrained = modifiers::collect(evaluator.classes, &constraint.modifiers, &scope);
        own = modifiers::merge(evaluator.classes, own, constrained);
    }
    let inner = outside.as_ref().map(|modifier| modifier.inner.clone()).unwrap_or_default();
    let mut merged = modifiers::merge(evaluator.classes, inner, own);
    merged.iter_mut().for_each(|modifier| modifier.of_component = true);
    let merged = modifiers::merge(evaluator.classes, merged, declared.modifiers.clone());
    let set_outside = outside.as_ref().and_then(|modifier| modifier.value.clone());
    if let Some(modifier) = outside.as_ref().filter(|m| m.value.is_some() && component.prefixes.is_final) {
        let place = evaluator.classes.sources.borrow().place(&component.name.span);
        return fault(&modifier.span, Fault::Final { modifier: component.name.text.to_string(), place });
    }
    let default = component.value.as_ref().map(|expression| Bound::new(expression, &scope));
    let is_record = matches!(&declared.meaning, Meaning::Composite(entry) if entry.is_record());
    // A record of another class has the values of its class.
    let default = if is_record && redeclared.is_some() { redeclared_value } else { redeclared_value.or(default) };
    let of_record = evaluator.model.instance(index).and_then(|instance| instance.of_record.clone());
    let of_whole = of_record.as_ref().and_then(|record| record.value.clone()).map(|mut whole| {
        whole.at.push(Step::Member(component.name.text.clone()));
        whole
    });
    let is_final = component.prefixes.is_final
        || outside.is_some_and(|modifier| modifier.is_final)
        || of_record.as_ref().is_some_and(|record| record.prefixes.is_final);
    let value = set_outside.or(of_whole).or(default);
    let is_signal = matches!(&declared.meaning, Meaning::Connector(kind) if kind.is_signal());
    if of_record.is_some() && !is_record && !matches!(declared.meaning, Meaning::Value(..)) {
        return fault(&component.class.span, Fault::ComponentOfRecord);
    }
    let is_bound = is_signal || is_record;
    let binding = if is_bound { value.clone() } else { None };
    let prefixes = Prefixes { is_final, ..inherited(&component.prefixes, of_record.as_ref()) };
    let what = what_of(component, &prefixes, &declared, value.filter(|_| !is_bound))?;
    let declaration = Some((declaration.component.clone(), declaration.class.clone()));
    let symbol = Symbol::new(&component.name.text, &component.name.span, declaration, what);
    let symbol = Symbol { modifiers: merged, binding, ..symbol };
    Ok((symbol, declared))
}

fn what_of(component: &Component, prefixes: &Prefixes, declared: &Type, value: Option<Bound>) -> Outcome<What> {
    if prefixes.outer && !prefixes.inner {
        return Ok(What::Outer);
    }
    if prefixes.flow {
        return fault(&component.name.span, Fault::Flow);
    }
    if let (Some(condition), Meaning::Value(..)) = (&component.condition, &declared.meaning) {
        return fault(&condition.span, Fault::ConditionOfValue);
    }
    match &declared.meaning {
        Meaning::Value(kind, unit) => {
            let (kind, unit, prefixes) = (kind.clone(), unit.clone(), prefixes.clone());
            let is_parameter = prefixes.parameter || prefixes.constant;
            let quantity = Quantity { kind, prefixes, unit, value };
            Ok(if is_parameter { What::Parameter(quantity) } else { What::Variable(quantity) })
        }
        Meaning::Library(_) | Meaning::Composite(_) | Meaning::Connector(_) | Meaning::Bus | Meaning::Picture => {
            if let Some(value) = value {
                let why = match declared.meaning {
                    Meaning::Connector(_) => "is a connector of flows: connect it, it has no value",
                    _ => "is a component: it cannot be set to a value",
                };
                return refused(&value.expression.span, &component.name.text, why);
            }
            Ok(What::Refused)
        }
    }
}

/// Puts a component in its place, now that parameters can be evaluated.
fn place_component(evaluator: &Evaluator<'_>, declaration: &Declaration, declared: Type, index: usize) -> Outcome<()> {
    let component = &*declaration.component;
    let name = &component.name.text;
    let Some(instance) = evaluator.model.instance(index) else { return Ok(()) };
    let Some(symbol) = instance.symbols.borrow().get(name) else { return Ok(()) };
    let scope = Scope::of(Some(index), &declaration.class);
    let mut dimensions = match (&symbol.binding, component.subscripts.as_slice()) {
        // The value of an array of records gives its size.
        (Some(value), [Subscript::All]) => match evaluator.bound(value, true)?.dimensions().first() {
            Some(size) => vec![*size],
            None => return refused(&value.expression.span, name, "is an array, and this is not"),
        },
        _ => evaluator.sizes(&component.subscripts, &scope)?,
    };
    dimensions.extend(declared.dimensions.iter().copied());
    let what = if is_there(evaluator, component, &scope)? {
        made(evaluator, &symbol, &declared, &dimensions, &instance, index)?
    } else {
        What::Absent
    };
    instance.symbols.borrow_mut().set(Symbol { dimensions: Some(dimensions), what, ..(*symbol).clone() });
    Ok(())
}

fn is_there(evaluator: &Evaluator<'_>, component: &Component, scope: &Scope) -> Outcome<bool> {
    let Some(condition) = &component.condition else { return Ok(true) };
    match evaluator.known(condition, scope)? {
        Value::Boolean(holds) => Ok(holds),
        other => fault(&condition.span, Fault::NotACondition { found: other.describe() }),
    }
}

fn made(
    evaluator: &Evaluator<'_>,
    symbol: &Symbol,
    declared: &Type,
    dimensions: &[usize],
    instance: &Instance,
    index: usize,
) -> Outcome<What> {
    let count = elements(dimensions);
    evaluator.count(count, &symbol.span)?;
    match &declared.meaning {
        Meaning::Library(class) => Ok(What::Library(class)),
        Meaning::Connector(connector) => Ok(What::Connector(*connector)),
        Meaning::Value(..) => Ok(What::Refused),
        Meaning::Bus => Ok(What::Bus),
        Meaning::Picture => {
            evaluator.model.lacks_pictures.set(true);
            let (prefix, name) = (instance.prefix.clone(), symbol.name.to_string());
            evaluator.model.note(&symbol.span, Note::Visualizer { prefix, name });
            Ok(What::Absent)
        }
        Meaning::Composite(entry) => {
            if dimensions.len() > 1 {
                return fault(&symbol.span, Fault::MatrixOfComposites);
            }
            let mut instances = Vec::with_capacity(count);
            for element in 0..count {
                evaluator.budget.work(NAME.saturating_mul(symbol.modifiers.len()))?;
                let (modifiers, name) = match dimensions {
                    [] => (symbol.modifiers.clone(), symbol.name.to_string()),
                    _ => (
                        modifiers::at_index(&symbol.modifiers, element, count),
                        format!("{}[{}]", symbol.name, element + 1),
                    ),
                };
                let prefix = format!("{}{name}.", instance.prefix);
                let of_record = entry.is_record().then(|| of_record(symbol, instance, dimensions, element));
                instances.push(instantiate(evaluator, entry, prefix, Some(index), modifiers, of_record)?);
            }
            Ok(What::Composite(instances))
        }
    }
}

/// Reports modifiers of names that the class does not have.
fn report_unknown(
    evaluator: &Evaluator<'_>,
    modifiers: &[Modifier],
    gathered: &Gathered,
    instance: &Instance,
    entry: &ClassRef,
) {
    let base = &instance.base;
    let of_base: Vec<&str> = base.iter().flat_map(|(class, ..)| standard::members(class)).collect();
    let declared: Vec<Rc<str>> = gathered
        .declarations
        .iter()
        .map(|declaration| declaration.component.name.text.clone())
        .chain(gathered.classes_in.iter().map(|class| class.name().clone()))
        .chain(gathered.connectors.iter().map(|(name, ..)| (*name).into()))
        .collect();
    let count = declared.len() + gathered.declarations.len() + gathered.classes_in.len();
    for modifier in modifiers {
        if evaluator.budget.names(count).is_err() {
            return;
        }
        let known = || declared.iter().map(|name| &**name).chain(of_base.iter().copied());
        let graphic = base.as_ref().is_some_and(|(class, ..)| library::is_graphic(class, &modifier.name));
        if !graphic && !known().any(|name| *name == *modifier.name) {
            let near = suggestion(&modifier.name, known());
            let (whole, name) = (format!("`{}`", entry.name), modifier.name.to_string());
            evaluator.classes.report(&modifier.name_span, Fault::NoSuchName { whole, name, near });
        }
        let is_protected = |Declaration { component, .. }: &Declaration| {
            component.prefixes.protected && component.name.text == modifier.name
        };
        if modifier.of_component && gathered.declarations.iter().any(is_protected) {
            let (modifier_name, class) = (modifier.name.to_string(), entry.name.clone());
            evaluator.classes.report(&modifier.span, Fault::Protected { modifier: modifier_name, class });
        }
        if let Some(class) = gathered.classes_in.iter().find(|class| *class.name() == modifier.name) {
            check_replaced(evaluator, modifier, class);
        }
    }
}

/// Only replaceable classes of components can be replaced: those are looked up by name.
fn check_replaced(evaluator: &Evaluator<'_>, modifier: &Modifier, class: &Replaceable) {
    let ClassElement { prefixes, class: replaced, .. } = &*class.element;
    let why = match (&modifier.redeclare, replaced.kind) {
        (Some(_), ClassKind::Package | ClassKind::Function | ClassKind::Operator) => {
            "is a package or a function, which cannot be replaced here: replace models, blocks, records and types"
        }
        (Some(_), _) if !prefixes.replaceable && !prefixes.redeclare => "is not replaceable",
        (Some(_), _) => return check_redeclared_class(evaluator.classes, modifier, class),
        (None, _) => "is a class: modify components, or `redeclare` it",
    };
    evaluator.classes.report(&modifier.span, Fault::Refused { name: class.name().to_string(), why });
}
