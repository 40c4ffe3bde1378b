//! Modifiers (Modelica specification 3.6, section 7.2): outer ones win over inner ones, element by element.

use std::rc::Rc;

use compiler::model_file::Span;

use crate::budget::NAME;
use crate::classes::{ClassRef, Classes};
use crate::problem::Fault;
use crate::syntax::{Argument, Expression, Ident, Modification, Redeclared};
use crate::values::Value;

/// Scope in which the names of an expression are looked up.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    /// The instance whose components are visible; none in packages and functions.
    pub(crate) instance: Option<usize>,
    /// The class that it is written in.
    pub(crate) class: ClassRef,
    /// Indices of loops, and variables of functions.
    pub(crate) locals: Rc<Vec<(Rc<str>, Value)>>,
}

impl Scope {
    /// The names of a class, and of the instance.
    pub(crate) fn of(instance: Option<usize>, class: &ClassRef) -> Self {
        Self { instance, class: class.clone(), locals: Rc::default() }
    }

    /// The value of a variable of a function, or of an index of a loop.
    pub(crate) fn local(&self, name: &str) -> Option<&Value> {
        self.locals.iter().rev().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Memory of its locals.
    pub(crate) fn bytes(&self) -> usize {
        self.locals.iter().map(|(name, value)| name.len() + value.bytes()).sum()
    }

    /// The same with one more name.
    pub(crate) fn with(&self, name: &Rc<str>, value: Value) -> Self {
        let mut locals = (*self.locals).clone();
        locals.push((name.clone(), value));
        Self { locals: Rc::new(locals), ..self.clone() }
    }
}

/// An expression with the scope of its names.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) expression: Rc<Expression>,
    pub(crate) scope: Scope,
    /// Parts of the value, outermost first.
    pub(crate) at: Vec<Step>,
}

impl Bound {
    /// The whole value of an expression.
    pub(crate) fn new(expression: &Rc<Expression>, scope: &Scope) -> Self {
        Self { expression: expression.clone(), scope: scope.clone(), at: Vec::new() }
    }
}

/// A part of a value.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Index from 0 in an array of components, and the size of this array.
    Element(usize, usize),
    /// A member of a record.
    Member(Rc<str>),
    /// Index from 0 of an output of a function, of which so many are taken.
    Output(usize, usize),
}

/// Modifier of one name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modifier {
    pub(crate) name: Rc<str>,
    /// Of the name.
    pub(crate) name_span: Span,
    pub(crate) each: bool,
    pub(crate) is_final: bool,
    pub(crate) span: Span,
    pub(crate) value: Option<Bound>,
    pub(crate) inner: Vec<Modifier>,
    pub(crate) redeclare: Option<(Redeclared, Scope)>,
    /// From the declaration of a component, not from a base or short class.
    pub(crate) of_component: bool,
}

impl Modifier {
    /// One without a value.
    fn new(name: &Ident, span: &Span) -> Self {
        Self { name: name.text.clone(), name_span: name.span.clone(), span: span.clone(), ..Self::default() }
    }

    /// Redeclares something as `new`.
    pub(crate) fn redeclare(new: Redeclared, scope: Scope, is_final: bool) -> Self {
        let name = new.name().clone();
        Self { redeclare: Some((new, scope)), is_final, ..Self::new(&name, &name.span) }
    }
}

/// The value that a modifier gives `name`.
pub(crate) fn value_of<'a>(modifiers: &'a [Modifier], name: &str) -> Option<&'a Bound> {
    modifiers.iter().find(|modifier| &*modifier.name == name)?.value.as_ref()
}

/// The modifiers that `arguments` say, written in `scope`.
pub(crate) fn collect(classes: &Classes<'_>, arguments: &[Argument], scope: &Scope) -> Vec<Modifier> {
    let mut all: Vec<Modifier> = Vec::new();
    for argument in arguments {
        classes.budget.at(&argument.span);
        if classes.budget.work(NAME).and_then(|()| classes.budget.names(all.len())).is_err() {
            break;
        }
        let Some(modifier) = modifier(classes, argument, scope) else { continue };
        match all.iter_mut().find(|known| known.name == modifier.name) {
            None => all.push(modifier),
            Some(known) if known.value.is_some() && modifier.value.is_some() => {
                classes.report(&modifier.span, Fault::SetTwice { modifier: modifier.name.to_string() });
            }
            Some(known) => {
                known.value = known.value.take().or(modifier.value);
                known.inner = merge(classes, std::mem::take(&mut known.inner), modifier.inner);
            }
        }
    }
    all
}

fn modifier(classes: &Classes<'_>, argument: &Argument, scope: &Scope) -> Option<Modifier> {
    let Argument { each, is_final, span, what } = argument;
    let new = |name: &Ident| Modifier { each: *each, is_final: *is_final, ..Modifier::new(name, span) };
    match what {
        Modification::Set { name, modifiers, value } => {
            let (last, outer) = name.parts.split_last()?;
            let value = value.as_ref().map(|value| Bound::new(value, scope));
            let innermost = Modifier { value, inner: collect(classes, modifiers, scope), ..new(last) };
            Some(outer.iter().rev().fold(innermost, |inner, name| Modifier { inner: vec![inner], ..new(name) }))
        }
        Modification::Redeclare(element) => {
            Some(Modifier { redeclare: Some((element.clone(), scope.clone())), ..new(element.name()) })
        }
    }
}

/// `outer` over `inner`. What is final in `inner` cannot be set by `outer`.
pub(crate) fn merge(classes: &Classes<'_>, outer: Vec<Modifier>, inner: Vec<Modifier>) -> Vec<Modifier> {
    let mut merged = outer;
    for modifier in inner {
        if classes.budget.names(merged.len()).is_err() {
            break;
        }
        let Some(known) = merged.iter_mut().find(|known| known.name == modifier.name) else {
            merged.push(modifier);
            continue;
        };
        if modifier.is_final && (known.value.is_some() && modifier.value.is_some() || known.redeclare.is_some()) {
            let place = classes.sources.borrow().place(&modifier.span);
            classes.report(&known.span, Fault::Final { modifier: modifier.name.to_string(), place });
        }
        known.value = known.value.take().or(modifier.value);
        known.redeclare = known.redeclare.take().or(modifier.redeclare);
        known.inner = merge(classes, std::mem::take(&mut known.inner), modifier.inner);
    }
    merged
}

/// The modifiers of component `index` of `count`: of every value without `each` the element.
pub(crate) fn at_index(modifiers: &[Modifier], index: usize, count: usize) -> Vec<Modifier> {
    let select = |modifier: &Modifier| {
        let mut selected = modifier.clone();
        if !modifier.each {
            selected.value.iter_mut().for_each(|bound| bound.at.push(Step::Element(index, count)));
            selected.inner = at_index(&modifier.inner, index, count);
        }
        selected
    };
    modifiers.iter().map(select).collect()
}
