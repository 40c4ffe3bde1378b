//! Parameters with `fixed = false` that an initial equation gives: `t0 = time`, `(a, b) = coefficients(n)`.

use std::rc::Rc;

use crate::classes::ClassRef;
use crate::evaluation::Evaluator;
use crate::instances::model::Initially;
use crate::instances::modifiers::{Bound, Scope, Step};
use crate::instances::{Quantity, Symbol, What};
use crate::problem::Note;
use crate::syntax::{EquationKind, Expression, Kind, Prefixes};
use crate::values::Value;

/// Gives such parameters the right sides of their equations; one that depends on variables becomes a variable that is held from the
/// start on. `start` is the time at the start.
pub(crate) fn give_parameters(evaluator: &Evaluator<'_>, start: f64) {
    for (index, instance) in evaluator.model.all() {
        for class in &instance.classes {
            let Some(text) = &class.class else { continue };
            for equation in &text.long.initial_equations {
                let EquationKind::Equal { left, right } = &equation.kind else { continue };
                if let Some(how) = give(evaluator, index, class, (left, right), start) {
                    evaluator.model.initially.borrow_mut().insert((index, equation.span.start), how);
                }
            }
        }
    }
}

fn give(
    evaluator: &Evaluator<'_>,
    index: usize,
    class: &ClassRef,
    (left, right): (&Rc<Expression>, &Rc<Expression>),
    start: f64,
) -> Option<Initially> {
    let one = [Some(left.clone())];
    let targets = if let Kind::Tuple(targets) = &left.kind { targets.as_slice() } else { &one };
    let symbols: Vec<_> = targets.iter().map(|target| unknown(evaluator, index, target.as_ref()?)).collect();
    if symbols.iter().zip(targets).any(|(symbol, target)| symbol.is_none() && target.is_some()) {
        return None;
    }
    let scope = Scope::of(Some(index), class);
    let values = |fold: bool| match &left.kind {
        Kind::Tuple(_) => evaluator.several(right, &scope, fold, targets.len()),
        _ => evaluator.evaluate(right, &scope, fold).map(|value| vec![value]),
    };
    // Where the names of parameters are not enough, their values are: these become structural.
    let values = values(false).or_else(|_| values(true)).ok()?;
    let read: Vec<_> = values.iter().flat_map(Value::scalars).filter_map(|value| value.expression()).collect();
    let read: Vec<&str> = read.iter().flat_map(|expression| expression.references()).collect();
    let is_value = read.iter().all(|name| *name == "time" || evaluator.model.is_constant(name));
    let scope = if read.contains(&"time") { scope.with(&"time".into(), Value::Number(start)) } else { scope };
    let instance = evaluator.model.instance(index)?;
    for (output, symbol) in symbols.into_iter().enumerate() {
        let Some((symbol, parameter)) = symbol else { continue };
        let mut modifiers = symbol.modifiers.clone();
        modifiers.retain(|modifier| &*modifier.name != "fixed");
        let what = if is_value {
            if read.contains(&"time") {
                let name = format!("{}{}", instance.prefix, symbol.name);
                evaluator.model.note(&symbol.span, Note::TimeAtStart { name, start });
            }
            let at = if targets.len() > 1 { vec![Step::Output(output, targets.len())] } else { Vec::new() };
            let value = Some(Bound { expression: right.clone(), scope: scope.clone(), at });
            let prefixes = Prefixes { is_final: true, ..parameter.prefixes };
            What::Parameter(Quantity { value, prefixes, ..parameter })
        } else {
            // The model neither gets it from outside nor gives it.
            let prefixes = Prefixes { input: false, output: false, ..parameter.prefixes };
            What::Variable(Quantity { prefixes, ..parameter })
        };
        instance.symbols.borrow_mut().set(Symbol { modifiers, what, ..(*symbol).clone() });
    }
    Some(if is_value { Initially::Value } else { Initially::Held })
}

/// The parameter of the instance with that name, if it has no value and is not fixed.
fn unknown(evaluator: &Evaluator<'_>, index: usize, target: &Rc<Expression>) -> Option<(Rc<Symbol>, Quantity)> {
    let Kind::Reference(reference) = &target.kind else { return None };
    let [(name, subscripts)] = reference.parts.as_slice() else { return None };
    let symbol = evaluator.model.instance(index)?.symbols.borrow().get(&name.text)?;
    let What::Parameter(parameter) = &symbol.what else { return None };
    let is_open = !parameter.prefixes.constant && parameter.value.is_none() && subscripts.is_empty();
    let is_false = |scalar: &Value| *scalar == Value::Boolean(false);
    let is_free = matches!(evaluator.attribute(&symbol.modifiers, "fixed"), Ok(Some(fixed)) if fixed.all(&is_false));
    (is_open && is_free).then(|| (symbol.clone(), parameter.clone()))
}
