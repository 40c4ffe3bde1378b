//! Outer components without an inner one (Modelica specification 3.6, section 5.4): the class may allow a default component, as World
//! does.

use std::rc::Rc;

use compiler::model_file::Span;
use library::world::CLASS as WORLD;
use library::{Class as LibraryClass, ConnectorKind, find_class};

use crate::classes::ClassRef;
use crate::evaluation::Evaluator;
use crate::evaluation::types::Meaning;
use crate::instances::model::{MODEL, Model};
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::instantiation::instantiate;
use crate::netlist::{Netlist, class_of};
use crate::problem::Note;
use crate::syntax::class::setting;
use crate::syntax::{Component, Expression, Kind, Prefixes};

/// The default component for an outer one that has no inner one: from now on it is part of the model.
pub(crate) fn put_in(evaluator: &Evaluator<'_>, outer: &Symbol) -> Option<Rc<Symbol>> {
    let model = evaluator.model.instance(MODEL)?;
    let (Some(component), Some((_, class))) = (outer.component(), &outer.declaration) else { return None };
    if model.symbols.borrow().get(&outer.name).is_some() {
        return None;
    }
    let scope = Scope::of(Some(MODEL), class);
    let declared = evaluator.type_of(&component.class, &scope, &[]).ok()?;
    let what = match &declared.meaning {
        Meaning::Library(class) if class.name == WORLD.name => {
            evaluator.model.note(&outer.span, Note::NoWorld);
            What::Library(class)
        }
        Meaning::Composite(entry) => {
            let message = missing_inner(entry)?;
            let (name, class) = (outer.name.to_string(), component.class.to_string());
            evaluator.model.note(&outer.span, Note::DefaultInner { name, class, message });
            let prefix = format!("{}.", outer.name);
            let inner = declared.modifiers.clone();
            What::Composite(vec![instantiate(evaluator, entry, prefix, Some(MODEL), inner, None).ok()?])
        }
        _ => return None,
    };
    let inner = Component {
        prefixes: Prefixes { inner: true, ..Prefixes::default() },
        class: component.class.clone(),
        name: component.name.clone(),
        ..Component::default()
    };
    let symbol = Symbol::new(&outer.name, &outer.span, Some((Rc::new(inner), class.clone())), what);
    let symbol = Symbol { dimensions: Some(Vec::new()), modifiers: declared.modifiers, ..symbol };
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
    let mut classes = netlist.components.iter().filter_map(|(_, component)| find_class(class_of(&component.value)?));
    let has_frame = |class: &LibraryClass| class.connectors.iter().any(|c| c.kind == ConnectorKind::Frame);
    let mut frames = false;
    if !classes.any(|class| {
        frames |= has_frame(class);
        class.name == WORLD.name
    }) && frames
    {
        model.note(span, Note::NoWorld);
    }
}

/// `missingInnerMessage` of a class; none where the class does not allow a default component.
fn missing_inner(entry: &ClassRef) -> Option<String> {
    let annotation = &entry.class.as_ref()?.long.annotation;
    let text = |wanted: &str| setting(annotation, wanted)?.1.and_then(joined);
    let message = text("missingInnerMessage");
    let prefixes = text("defaultComponentPrefixes").unwrap_or_default();
    let is_inner = prefixes.split_whitespace().any(|prefix| prefix == "inner");
    match message {
        Some(message) => Some(format!(" ({})", message.split_whitespace().collect::<Vec<_>>().join(" "))),
        None => is_inner.then(String::new),
    }
}

/// A string, or strings that are joined by `+`.
fn joined(expression: &Expression) -> Option<String> {
    match &expression.kind {
        Kind::Text(text) => Some(text.clone()),
        Kind::Binary(_, left, right) => Some([left, right].map(|side| joined(side).unwrap_or_default()).concat()),
        _ => None,
    }
}
