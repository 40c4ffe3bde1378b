//! Checks of modifiers and declarations.

use std::rc::Rc;

use crate::classes::{ClassRef, standard};
use crate::evaluation::Evaluator;
use crate::instances::bases::{Declaration, Gathered, Replaceable};
use crate::instances::constraints::check_redeclared_class;
use crate::instances::modifiers::Modifier;
use crate::instances::{Instance, Symbol};
use crate::names::suggestion;
use crate::problem::Fault;
use crate::syntax::{ClassKind, Element};

/// Reports modifiers of names that the class does not have.
pub(crate) fn report_unknown(
    evaluator: &Evaluator<'_>,
    modifiers: &[Modifier],
    gathered: &Gathered,
    instance: &Instance,
    entry: &ClassRef,
) {
    let base = instance.base.borrow();
    let of_base: Vec<&str> = base.iter().flat_map(|(class, ..)| standard::members(class)).collect();
    let declared: Vec<Rc<str>> = gathered
        .declarations
        .iter()
        .filter_map(|declaration| match &*declaration.element {
            Element::Component(component) => Some(component.name.text.clone()),
            _ => None,
        })
        .chain(gathered.classes_in.iter().map(|class| class.name.clone()))
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
            evaluator.classes.report(
                &modifier.name_span,
                Fault::UnknownModifier { class: entry.name.to_string(), modifier: modifier.name.to_string(), near },
            );
        }
        let is_protected = |declaration: &Declaration| match &*declaration.element {
            Element::Component(component) => component.prefixes.protected && component.name.text == modifier.name,
            _ => false,
        };
        if modifier.of_component && gathered.declarations.iter().any(is_protected) {
            evaluator.classes.report(
                &modifier.span,
                Fault::Protected { modifier: modifier.name.to_string(), class: entry.name.to_string() },
            );
        }
        if let Some(class) = gathered.classes_in.iter().find(|class| class.name == modifier.name) {
            check_replaced(evaluator, modifier, class);
        }
    }
}

/// Reports a name that is declared twice.
pub(crate) fn report_twice(evaluator: &Evaluator<'_>, symbol: &Symbol, instance: &Instance) {
    let first = instance.symbols.borrow().get(&symbol.name).map(|known| known.span.clone()).unwrap_or_default();
    let place = evaluator.classes.sources.borrow().place(&first);
    evaluator.classes.report(&symbol.span, Fault::DeclaredTwice { name: symbol.name.to_string(), place });
}

/// Only replaceable classes of components can be replaced: those are looked up by name.
fn check_replaced(evaluator: &Evaluator<'_>, modifier: &Modifier, class: &Replaceable) {
    let name = &class.name;
    let message = match (&modifier.redeclare, class.kind) {
        (Some(_), ClassKind::Package | ClassKind::Function | ClassKind::Operator) => {
            Fault::FixedClass { name: name.to_string() }
        }
        (Some(_), _) if !class.is_replaceable => Fault::NotReplaceable { name: name.to_string() },
        (Some(_), _) => return check_redeclared_class(evaluator.classes, modifier, class),
        (None, _) => Fault::ModifiedClass { name: name.to_string() },
    };
    evaluator.classes.report(&modifier.span, message);
}
