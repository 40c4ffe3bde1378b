//! Errors in the text of the library, told where the class is used: who uses a class does not mend its text.

use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};

use crate::classes::{ClassRef, Classes, standard};
use crate::instances::model::{MODEL, Model};
use crate::instances::{Instance, What};
use crate::problem::Fault;

/// Replaces errors inside of classes of the library by one for each component that is of such a class.
pub(crate) fn told_at_components(classes: &Classes<'_>, model: &Model) {
    let problems = classes.problems.take();
    let (mut told, mut places): (Vec<Diagnostic>, Vec<Option<Span>>) = Default::default();
    for problem in problems {
        let at_component = problem.span.as_ref().and_then(|span| component_of(classes, model, span, &problem));
        // Nobody mends the text of the library, so one error tells of it.
        let is_told = match &at_component {
            Some(problem) => places.contains(&problem.span),
            None => told.contains(&problem),
        };
        if is_told {
            continue;
        }
        if let Some(problem) = &at_component {
            places.push(problem.span.clone());
        }
        told.push(at_component.unwrap_or(problem));
    }
    classes.problems.replace(told);
}

/// The error for the component whose class has the text at `span`; none for the text of the model, its bases and its package.
fn component_of(classes: &Classes<'_>, model: &Model, span: &Span, problem: &Diagnostic) -> Option<Diagnostic> {
    let instances = model.instances.borrow();
    if instances.get(MODEL).is_some_and(|root| has(root, span)) {
        return None;
    }
    let found = instances.iter().find(|instance| has(instance, span))?;
    // The outermost component of the library around it that the model or a class of its own declares.
    let (mut outermost, mut absent) = (None, None);
    let mut inner = found.clone();
    while let Some(around) = inner.parent.and_then(|index| instances.get(index)).cloned() {
        if inner.classes.first().is_some_and(is_of_library) {
            outermost = Some((around.clone(), inner.clone()));
            absent = absent.or_else(|| absent_class(inner.classes.first()?));
        }
        if around.classes.first().is_some_and(|class| !is_of_library(class)) || around.prefix.is_empty() {
            break;
        }
        inner = around;
    }
    let (around, component) = outermost?;
    let class = component.classes.first()?;
    let index = instances.iter().position(|known| Rc::ptr_eq(known, &component))?;
    let symbols = around.symbols.borrow();
    let declared =
        symbols.all.iter().find(|symbol| matches!(&symbol.what, What::Composite(all) if all.contains(&index)));
    let declared = declared.map(|symbol| symbol.component().map_or(&symbol.span, |component| &component.class.span));
    let place = declared.cloned().or_else(|| Some(around.classes.first()?.span()))?;
    let fault = match absent {
        Some((absent, instead)) if absent == class.name => Fault::NotYet { class: absent, instead },
        Some((inner, instead)) => Fault::MadeOfAbsent { class: class.name.clone(), inner, instead },
        None => Fault::InLibrary {
            class: class.name.clone(),
            place: classes.sources.borrow().place(span),
            problem: problem.problem.to_string(),
        },
    };
    Some(fault.at(place))
}

/// The class and what to use instead, if it is known as one that is not supported.
fn absent_class(class: &ClassRef) -> Option<(String, String)> {
    let found = compiler::authoring::absent_class(&class.name).filter(|(absent, _)| *absent == class.name);
    found.map(|(absent, instead)| (absent, instead.to_owned()))
}

fn is_of_library(class: &ClassRef) -> bool {
    standard::is_below_root(&class.name)
}

/// True if a class of the instance has the text at `span`.
fn has(instance: &Instance, span: &Span) -> bool {
    instance
        .classes
        .iter()
        .filter_map(|class| class.class.as_ref())
        .any(|class| class.span.start <= span.start && span.start < class.span.end)
}
