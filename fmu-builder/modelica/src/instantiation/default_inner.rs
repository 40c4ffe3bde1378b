//! Outer components without an inner one (Modelica specification 3.6, section 5.4): the class may allow a default component, as World
//! does.

use std::rc::Rc;

use compiler::model_file::{Span, Value as NetlistValue};
use library::{Class as LibraryClass, ConnectorKind, find_class};

use crate::classes::ClassRef;
use crate::evaluation::Evaluator;
use crate::evaluation::types::{Meaning, Type};
use crate::instances::model::{MODEL, Model};
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::instantiation::instantiate;
use crate::netlist::Netlist;
use crate::problem::Note;
use crate::syntax::{Argument, Body, Component, Element, Kind, Modification, Prefixes};

/// The class of the World.
const WORLD: &str = "Modelica.Mechanics.MultiBody.World";

/// The default component for an outer one that has no inner one: from now on it is part of the model.
pub(crate) fn put_in(evaluator: &Evaluator<'_>, outer: &Symbol) -> Option<Rc<Symbol>> {
    let model = evaluator.model.instance(MODEL)?;
    let (Some(component), Some((_, class))) = (outer.component(), &outer.declaration) else { return None };
    if model.symbols.borrow().get(&outer.name).is_some() {
        return None;
    }
    let scope = Scope { instance: Some(MODEL), class: class.clone(), locals: Rc::default() };
    let declared = evaluator.type_of(&component.class, &scope, &[]).ok()?;
    let what = match &declared.meaning {
        Meaning::Library(class) if class.name == WORLD => {
            evaluator.model.note(&outer.span, Note::NoWorld);
            What::Library(class)
        }
        Meaning::Composite(entry) => {
            let message = missing_inner(entry)?;
            evaluator.model.note(
                &outer.span,
                Note::DefaultInner {
                    name: outer.name.to_string(),
                    class: component.class.to_string(),
                    message: message.to_string(),
                },
            );
            let prefix = format!("{}.", outer.name);
            let inner = declared.modifiers.clone();
            What::Composite(vec![instantiate(evaluator, entry, prefix, Some(MODEL), inner, None).ok()?])
        }
        _ => return None,
    };
    let symbol = inner_of(outer, component, class, &declared, what);
    model.symbols.borrow_mut().set(symbol);
    model.symbols.borrow().get(&outer.name)
}

/// Outer components that nothing has named yet, and those that have no inner one.
pub(crate) fn check_outer(evaluator: &Evaluator<'_>) {
    // Default ones may bring further instances.
    let mut index = 0;
    while let Some(instance) = evaluator.model.instance(index) {
        let outer: Vec<Rc<Symbol>> = {
            let symbols = instance.symbols.borrow();
            symbols.all.iter().filter(|symbol| matches!(symbol.what, What::Outer)).cloned().collect()
        };
        for symbol in outer {
            if evaluator.symbol(index, &symbol.name).is_none() {
                evaluator.classes.report(&symbol.span, evaluator.without_inner(&symbol));
            }
        }
        index += 1;
    }
}

/// Notes that a model with frames has no World, unless an outer component has noted it.
pub(crate) fn note_default_world(model: &Model, netlist: &Netlist, span: &Span) {
    let mut classes = netlist.components.iter().filter_map(|(_, component)| class_of(&component.value));
    let has_frame = |class: &LibraryClass| class.connectors.iter().any(|c| c.kind == ConnectorKind::Frame);
    let mut frames = false;
    if !classes.any(|class| {
        frames |= has_frame(class);
        class.name == WORLD
    }) && frames
    {
        model.note(span, Note::NoWorld);
    }
}

/// The library class of a component of the netlist.
fn class_of(component: &NetlistValue) -> Option<&'static LibraryClass> {
    let NetlistValue::Table(entries) = component else { return None };
    match entries.first().map(|(_, value)| &value.value) {
        Some(NetlistValue::String(class)) => find_class(class),
        _ => None,
    }
}

/// The inner component that takes the place of a missing one.
fn inner_of(outer: &Symbol, component: &Component, class: &ClassRef, declared: &Type, what: What) -> Symbol {
    let element = Element::Component(Component {
        prefixes: Prefixes { inner: true, ..Prefixes::default() },
        class: component.class.clone(),
        subscripts: Vec::new(),
        name: component.name.clone(),
        modifiers: Rc::default(),
        value: None,
        condition: None,
        constraint: None,
        description: String::new(),
    });
    Symbol {
        name: outer.name.clone(),
        span: outer.span.clone(),
        declaration: Some((Rc::new(element), class.clone())),
        dimensions: Some(Vec::new()),
        modifiers: declared.modifiers.clone(),
        what,
        binding: None,
    }
}

/// `missingInnerMessage` of a class; none where the class does not allow a default component.
fn missing_inner(entry: &ClassRef) -> Option<String> {
    let Body::Long(long) = &entry.class.as_ref()?.body else { return None };
    let message = annotated(&long.annotation, "missingInnerMessage");
    let prefixes = annotated(&long.annotation, "defaultComponentPrefixes").unwrap_or_default();
    let is_inner = prefixes.split_whitespace().any(|prefix| prefix == "inner");
    match message {
        Some(message) => Some(format!(" ({})", message.split_whitespace().collect::<Vec<_>>().join(" "))),
        None => is_inner.then(String::new),
    }
}

/// The string that an annotation gives.
fn annotated(annotation: &[Argument], wanted: &str) -> Option<String> {
    annotation.iter().find_map(|argument| match &argument.what {
        Modification::Set { name, value: Some(value), .. } if name.to_string() == wanted => match &value.kind {
            Kind::Text(text) => Some(text.clone()),
            Kind::Binary(..) => Some(joined(value)),
            _ => None,
        },
        _ => None,
    })
}

/// Strings that are joined by `+`.
fn joined(expression: &crate::syntax::Expression) -> String {
    match &expression.kind {
        Kind::Text(text) => text.clone(),
        Kind::Binary(_, left, right) => format!("{}{}", joined(left), joined(right)),
        _ => String::new(),
    }
}
