//! Algorithms of models: they are executed as those of functions are, and give each variable one definition.

use std::rc::Rc;

use crate::evaluation::Evaluator;
use crate::evaluation::algorithm::Run;
use crate::flattening::definitions::Definitions;
use crate::flattening::whens::{Branch, When, triggers_of};
use crate::instances::modifiers::Scope;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Algorithm, Expression, Ident, Kind, Reference, Statement};
use crate::values::variable::Variable;
use crate::values::{Value, filled};

/// Name of an algorithm in messages about functions.
const ALGORITHM: &str = "algorithm of the model";

/// Adds the definitions that an algorithm gives, and those in its `when`.
pub(crate) fn read_algorithm(
    evaluator: &Evaluator<'_>,
    algorithm: &Algorithm,
    scope: &Scope,
    definitions: &mut Definitions,
    whens: &mut Vec<When>,
) -> Outcome<()> {
    let is_when = |statement: &Statement| matches!(statement, Statement::When { .. });
    let outside: Vec<&[Statement]> = algorithm.statements.split(is_when).collect();
    let begin = |_: &Value, dimensions: &[usize]| Ok(filled(&Value::Unset, dimensions));
    execute(evaluator, &outside, scope, &begin, definitions)?;
    for statement in &algorithm.statements {
        let Statement::When { branches, span } = statement else { continue };
        let mut read = Vec::new();
        for (condition, body) in branches {
            let triggers = triggers_of(evaluator, condition, scope)?;
            let mut given = Definitions::default();
            let begin = |value: &Value, _: &[usize]| evaluator.before(value, span);
            execute(evaluator, &[body], scope, &begin, &mut given)?;
            read.push(Branch { triggers, definitions: given, reinits: Vec::new() });
        }
        whens.push(When { branches: read, algorithm: Some(algorithm.span.clone()) });
    }
    Ok(())
}

/// Executes statements; the variables that they assign begin with values of `begin`, of their value and dimensions.
fn execute(
    evaluator: &Evaluator<'_>,
    parts: &[&[Statement]],
    scope: &Scope,
    begin: &dyn Fn(&Value, &[usize]) -> Outcome<Value>,
    definitions: &mut Definitions,
) -> Outcome<()> {
    let mut names: Vec<Ident> = Vec::new();
    parts.iter().for_each(|statements| assigned(statements, &mut names));
    let mut run = Run::new(ALGORITHM.to_owned(), scope.clone(), false);
    let mut all = Vec::new();
    for name in names {
        let whole = Rc::new(Expression { kind: Kind::Reference(name.clone().into()), span: name.span.clone() });
        let Some(targets) = evaluator.target(&whole, scope)? else {
            return fault(&name.span, Fault::NotGiven);
        };
        let value = evaluator.evaluate(&whole, scope, false)?;
        let value = begin(&value, &value.dimensions())?;
        run.declare(Variable::of_any(name.text.clone(), false), value);
        all.push((name, targets));
    }
    for statements in parts {
        evaluator.run(statements, &mut run)?;
    }
    for (name, targets) in all {
        let value = run.scope.local(&name.text).cloned().unwrap_or(Value::Unset);
        if !value.is_set() {
            return fault(&name.span, Fault::AssignedInPart { name: name.text.to_string() });
        }
        definitions.define(evaluator, &targets, value, &name.span)?;
    }
    Ok(())
}

/// The variables that statements assign, in their order.
fn assigned(statements: &[Statement], names: &mut Vec<Ident>) {
    let mut add = |reference: &Reference| {
        if let Some((name, _)) = reference.parts.first()
            && !names.iter().any(|known| known.text == name.text)
        {
            names.push(name.clone());
        }
    };
    for statement in statements {
        match statement {
            Statement::Assign { target, .. } => add(target),
            Statement::AssignSeveral { targets, .. } => {
                for target in targets.iter().flatten() {
                    if let Kind::Reference(reference) = &target.kind {
                        add(reference);
                    }
                }
            }
            _ => {}
        }
    }
    for statement in statements {
        match statement {
            Statement::If { branches, otherwise } => {
                branches.iter().for_each(|(_, body)| assigned(body, names));
                assigned(otherwise, names);
            }
            Statement::For { body, .. } | Statement::While { body, .. } => assigned(body, names),
            _ => {}
        }
    }
}
