//! Outer components that nothing around is the inner one of (Modelica specification 3.6, section 5.4): the class may say that a default one
//! takes its place, as World does.

use std::rc::Rc;

use fmu_core::library::{Class as LibraryClass, ConnectorKind, find_class};
use fmu_core::model_file::{Span, Value as NetlistValue};

use super::context::Context;
use super::instance::{Symbol, What};
use super::modifiers::Scope;
use super::netlist::Netlist;
use super::store::ClassRef;
use super::syntax::{Argument, Body, Component, Element, Kind, Modification, Prefixes};
use super::types::{Meaning, Type};

/// The class of the World.
const WORLD: &str = "Modelica.Mechanics.MultiBody.World";
/// What a model without one is told.
const NO_WORLD: &str = "there is no `inner` World around: a default one is put in, with uniform gravity of 9.80665 m/s2 along -y; declare \
                        `inner Modelica.Mechanics.MultiBody.World world` to choose";
/// The instance that is the model.
pub(super) const MODEL: usize = 0;

impl Context<'_> {
    /// The default component for an outer one that has no inner one: from now on it is part of the model.
    pub(super) fn default_inner(&self, outer: &Symbol) -> Option<Rc<Symbol>> {
        let model = self.instance(MODEL)?;
        let (Some(component), Some((_, class))) = (outer.component(), &outer.declaration) else { return None };
        if model.symbols.borrow().get(&outer.name).is_some() {
            return None;
        }
        let scope = Scope { instance: Some(MODEL), class: class.clone(), locals: Rc::default() };
        let declared = self.type_of(&component.class, &scope, &[]).ok()?;
        let what = match &declared.meaning {
            Meaning::Library(class) if class.name == WORLD => {
                self.note(&outer.span, NO_WORLD);
                What::Library(class)
            }
            Meaning::Composite(entry) => {
                let message = missing_inner(entry)?;
                let note = format!(
                    "there is no `inner` `{}` around: a default `{}` is put in{message}",
                    outer.name, component.class
                );
                self.note(&outer.span, &note);
                let prefix = format!("{}.", outer.name);
                let inner = declared.modifiers.clone();
                What::Composite(vec![self.instantiate(entry, prefix, Some(MODEL), inner, None).ok()?])
            }
            _ => return None,
        };
        let symbol = inner_of(outer, component, class, &declared, what);
        model.symbols.borrow_mut().set(symbol);
        model.symbols.borrow().get(&outer.name)
    }

    /// Outer components that nothing has named yet, and those that have no inner one.
    pub(super) fn check_outer(&self) {
        // Default ones may bring further instances.
        let mut index = 0;
        while let Some(instance) = self.instance(index) {
            let outer: Vec<Rc<Symbol>> = {
                let symbols = instance.symbols.borrow();
                symbols.all.iter().filter(|symbol| matches!(symbol.what, What::Outer)).cloned().collect()
            };
            for symbol in outer {
                if self.symbol(index, &symbol.name).is_none() {
                    self.store.report(&symbol.span, self.without_inner(&symbol));
                }
            }
            index += 1;
        }
    }

    /// What is said of an outer component without an inner one.
    pub(super) fn without_inner(&self, outer: &Symbol) -> String {
        let name = &outer.name;
        let own = self.instance(MODEL).and_then(|model| model.symbols.borrow().get(name));
        match own.filter(|own| !matches!(own.what, What::Outer)) {
            Some(own) => {
                let place = self.store.sources.borrow().place(&own.span);
                format!(
                    "`{name}` is `outer`, and the `{name}` at {place} is not `inner`: write `inner` before its class"
                )
            }
            None => {
                let class = outer.component().map(|component| component.class.to_string()).unwrap_or_default();
                format!(
                    "`{name}` is `outer`, and nothing around is an `inner` `{name}`: declare `inner {class} {name}` in the model"
                )
            }
        }
    }

    /// Tells that a model of frames has no World, where no outer one has told it.
    pub(super) fn note_default_world(&self, netlist: &Netlist, span: &Span) {
        let mut classes = netlist.components.iter().filter_map(|(_, component)| class_of(&component.value));
        let has_frame = |class: &LibraryClass| class.connectors.iter().any(|c| c.kind == ConnectorKind::Frame);
        let mut frames = false;
        if !classes.any(|class| {
            frames |= has_frame(class);
            class.name == WORLD
        }) && frames
        {
            self.note(span, NO_WORLD);
        }
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

/// What a class says of a missing inner one; none where it does not say that a default one is right.
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
fn joined(expression: &super::syntax::Expression) -> String {
    match &expression.kind {
        Kind::Text(text) => text.clone(),
        Kind::Binary(_, left, right) => format!("{}{}", joined(left), joined(right)),
        _ => String::new(),
    }
}
