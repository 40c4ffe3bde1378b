//! What may take the place of what is replaceable (Modelica specification 3.6, sections 6.4 and 7.3): all that the constraining class has in
//! public, the new one has as well.

use std::rc::Rc;

use fmu_core::library::{self, Condition, ParameterKind};
use fmu_core::model_file::Span;

use super::bases::{Gathered, Replaceable};
use super::context::Context;
use super::modifiers::{self, Modifier, Scope};
use super::places::members;
use super::standard;
use super::store::{ClassRef, Found, add_hidden};
use super::syntax::{Body, Component, Constraint, Element, Name};
use super::types::Type;

/// Bases in each other.
const DEPTH_LIMIT: usize = 64;

/// What a class has in public.
#[derive(Default)]
struct Interface {
    /// What those that take its place have to have.
    required: Vec<Rc<str>>,
    /// All that it has.
    known: Vec<Rc<str>>,
}

impl Context<'_> {
    /// Reports a class that lacks what the one has whose place it takes.
    pub(super) fn check_redeclared_class(&self, modifier: &Modifier, replaced: &Replaceable) {
        let Some((element, written)) = &modifier.redeclare else { return };
        let Element::Class(new) = &**element else { return };
        // What extends the inherited one has all that it has.
        if new.class.extends.is_some() {
            return;
        }
        let original = match &replaced.constraint {
            Some(constraint) => self.store.find(&replaced.around, &constraint.class),
            None => replaced.around.own_class(&replaced.name).map(Found::Class),
        };
        let entry = match &new.class.body {
            Body::Short(short) => self.store.find(&written.class, &short.base),
            _ => Some(Found::Class(add_hidden(&written.class, &new.class))),
        };
        self.compare(original, entry, &modifier.span);
    }

    /// The same, of a component and the class of the one whose place it takes.
    pub(super) fn check_redeclared_component(&self, old: &Component, new: &Component, scope: &Scope, written: &Scope) {
        let required = old.constraint.as_ref().map_or(&old.class, |constraint| &constraint.class);
        let found = |name: &Name, scope: &Scope| self.store.find(&scope.class, name);
        self.compare(found(required, scope), found(&new.class, written), &new.class.span);
    }

    fn compare(&self, original: Option<Found>, new: Option<Found>, span: &Span) {
        let (Some(original), Some(new)) = (original, new) else { return };
        let (Some(old), Some(interface)) = (self.interface(&original), self.interface(&new)) else { return };
        let lacks: Vec<String> = old
            .required
            .iter()
            .filter(|name| !interface.known.contains(name))
            .map(|name| format!("`{name}`"))
            .collect();
        if !lacks.is_empty() {
            let (old, new) = (name_of(&original), name_of(&new));
            let message = format!("`{new}` cannot take the place of `{old}`: it has no {}", lacks.join(", "));
            self.store.report(span, message);
        }
    }

    /// None for types and for classes of which not all is known.
    fn interface(&self, found: &Found) -> Option<Interface> {
        let mut interface = Interface::default();
        match found {
            Found::Predefined(_) => return None,
            Found::Standard(full) => match standard::base_connectors(full) {
                Some(connectors) => interface.require(connectors.iter().map(|(name, _)| *name)),
                None => interface.add(library::find_class(full).filter(|class| class.name == full)?),
            },
            Found::Class(entry) => self.add_interface(entry, &mut interface)?,
        }
        Some(interface)
    }

    fn add_interface(&self, entry: &ClassRef, interface: &mut Interface) -> Option<()> {
        if let Body::Short(short) = &entry.class.as_ref()?.body {
            let base = self.interface(&self.store.find(&entry.parent()?, &short.base)?)?;
            interface.required.extend(base.required);
            interface.known.extend(base.known);
            return Some(());
        }
        let mut gathered = Gathered::default();
        self.gather(entry, Rc::default(), None, DEPTH_LIMIT, &mut gathered).ok()?;
        interface.require(gathered.connectors.iter().map(|(name, ..)| *name));
        for declaration in &gathered.declarations {
            let Element::Component(component) = &*declaration.element else { continue };
            if !component.prefixes.protected {
                interface.require([&*component.name.text]);
            }
        }
        if let Some((class, ..)) = gathered.base {
            interface.add(class);
        }
        Some(())
    }

    /// A type with the modifiers that the constraining clause of its class has for all that take its place.
    pub(super) fn constrained(&self, mut declared: Type, original: Option<&Found>, scope: &Scope) -> Type {
        let Some(Found::Class(entry)) = original else { return declared };
        let Some(around) = entry.parent() else { return declared };
        if let Some(constraint) = constraint_of(entry, &around) {
            let scope = Scope { class: around, ..scope.clone() };
            let own = modifiers::collect(self.store, &constraint.modifiers, &scope);
            declared.modifiers = modifiers::merge(self.store, declared.modifiers, own);
        }
        declared
    }
}

impl Interface {
    fn require<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.required.push(name.into());
            self.known.push(name.into());
        }
    }

    /// Connectors that are always there and numbers of a class of the library are required; of the others not all are in the table.
    fn add(&mut self, class: &'static library::Class) {
        let connectors = class.connectors.iter().filter(|connector| matches!(connector.condition, Condition::Always));
        self.require(connectors.map(|connector| connector.name));
        let is_number = |kind: ParameterKind| matches!(kind, ParameterKind::Real(_));
        let numbers = class.parameters.iter().filter(|parameter| !parameter.is_final && is_number(parameter.kind));
        self.require(numbers.map(|parameter| parameter.name));
        self.known.extend(members(class).map(Rc::from));
    }
}

/// The constraining clause of the class that is written in `around`.
fn constraint_of(entry: &ClassRef, around: &ClassRef) -> Option<Constraint> {
    let own = entry.class.as_ref()?;
    let Body::Long(long) = &around.class.as_ref()?.body else { return None };
    long.elements.iter().find_map(|element| match &**element {
        Element::Class(class) if Rc::ptr_eq(&class.class, own) => class.constraint.clone(),
        _ => None,
    })
}

fn name_of(found: &Found) -> String {
    match found {
        Found::Class(entry) => entry.name.clone(),
        Found::Standard(full) => full.clone(),
        Found::Predefined(name) => (*name).to_owned(),
    }
}
