//! Replacements of replaceable elements (Modelica specification 3.6, sections 6.4 and 7.3): the new class needs all public elements of
//! the constraining class.

use std::rc::Rc;

use compiler::model_file::Span;
use library::{Condition, ParameterKind};

use crate::classes::entry::Found;
use crate::classes::standard::{self, members};
use crate::classes::{ClassRef, Classes, add_hidden};
use crate::instances::bases::{Gathered, Replaceable};
use crate::instances::modifiers::{self, Modifier, Scope};
use crate::problem::Fault;
use crate::syntax::{Body, Component, Extends, Name, Redeclared};

/// Public names of a class.
#[derive(Default)]
struct Interface {
    /// Names that a replacement needs.
    required: Vec<Rc<str>>,
    /// All that it has.
    known: Vec<Rc<str>>,
}

/// Reports public names of the replaced class that the replacement lacks.
pub(crate) fn check_redeclared_class(classes: &Classes<'_>, modifier: &Modifier, replaced: &Replaceable) {
    let Some((Redeclared::Class(new), written)) = &modifier.redeclare else { return };
    // A class that extends the inherited one has all of its names.
    if new.class.extends.is_some() {
        return;
    }
    // Without a constraining clause the class constrains itself.
    let original = match &replaced.element.constraint {
        Some(constraint) => classes.find(&replaced.around, &constraint.base),
        None => replaced.around.own_class(replaced.name()).map(Found::Class),
    };
    let entry = match &new.class.body {
        Body::Short(short) => classes.find(&written.class, &short.base),
        _ => Some(Found::Class(add_hidden(&written.class, &new.class))),
    };
    compare(classes, original, entry, &modifier.span);
}

/// The same for a component and the class of the component that it replaces.
pub(crate) fn check_redeclared_component(
    classes: &Classes<'_>,
    old: &Component,
    new: &Component,
    scope: &Scope,
    written: &Scope,
) {
    let required = old.constraint.as_ref().map_or(&old.class, |constraint| &constraint.base);
    let found = |name: &Name, scope: &Scope| classes.find(&scope.class, name);
    compare(classes, found(required, scope), found(&new.class, written), &new.class.span);
}

fn compare(classes: &Classes<'_>, original: Option<Found>, new: Option<Found>, span: &Span) {
    let (Some(original), Some(new)) = (original, new) else { return };
    let (Some(old), Some(interface)) = (interface_of(classes, &original), interface_of(classes, &new)) else { return };
    let lacks: Vec<String> =
        old.required.iter().filter(|name| !interface.known.contains(name)).map(|name| format!("`{name}`")).collect();
    if !lacks.is_empty() {
        let (old, new) = (name_of(&original), name_of(&new));
        classes.report(span, Fault::Lacking { new: new.to_string(), old: old.to_string(), lacks: lacks.join(", ") });
    }
}

/// None for types and for classes that are not fully known.
fn interface_of(classes: &Classes<'_>, found: &Found) -> Option<Interface> {
    let mut interface = Interface::default();
    match found {
        Found::Predefined(_) | Found::Constant(..) => return None,
        Found::Standard(full) => match standard::base_connectors(full) {
            Some(connectors) => interface.require(connectors.iter().map(|(name, _)| *name)),
            None => interface.add(library::find_class(full).filter(|class| class.name == full)?),
        },
        Found::Class(entry) => {
            if let Body::Short(short) = &entry.class.as_ref()?.body {
                return interface_of(classes, &classes.find(&entry.parent.upgrade()?, &short.base)?);
            }
            let gathered = Gathered::of(classes, entry, Rc::default(), None).ok()?;
            interface.require(gathered.connectors.iter().map(|(name, ..)| *name));
            let components = gathered.declarations.iter().map(|declaration| &declaration.component);
            let public = components.filter(|component| !component.prefixes.protected);
            interface.require(public.map(|component| &*component.name.text));
            if let Some((class, ..)) = gathered.base {
                interface.add(class);
            }
        }
    }
    Some(interface)
}

/// The modifiers of a type with those that the constraining clause of its class has for all that take its place.
pub(crate) fn constrained(
    classes: &Classes<'_>,
    declared: Vec<Modifier>,
    original: Option<&Found>,
    scope: &Scope,
) -> Vec<Modifier> {
    let Some(Found::Class(entry)) = original else { return declared };
    let Some(around) = entry.parent.upgrade() else { return declared };
    let Some(constraint) = constraint_of(entry, &around) else { return declared };
    let scope = Scope { class: around, ..scope.clone() };
    let own = modifiers::collect(classes, &constraint.modifiers, &scope);
    modifiers::merge(classes, declared, own)
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
fn constraint_of(entry: &ClassRef, around: &ClassRef) -> Option<Extends> {
    let own = entry.class.as_ref()?;
    around.class.as_ref()?.long.classes.iter().find(|class| Rc::ptr_eq(&class.class, own))?.constraint.clone()
}

fn name_of(found: &Found) -> String {
    match found {
        Found::Class(entry) => entry.name.clone(),
        Found::Standard(full) => full.clone(),
        Found::Predefined(name) => (*name).to_owned(),
        Found::Constant(component, _) => component.name.text.to_string(),
    }
}
