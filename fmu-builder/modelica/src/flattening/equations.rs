//! Equations of models: connections, and definitions of variables.

use std::collections::HashSet;
use std::rc::Rc;

use compiler::model_file::{Expression as NetlistExpression, Span};
use library::SignalType;

use crate::budget::NAME;
use crate::evaluation::Evaluator;
use crate::evaluation::targets::Target;
use crate::flattening::algorithms::read_algorithm;
use crate::flattening::connect::{Connections, add_connect};
use crate::flattening::definitions::{Blocks, Building, Definition, Definitions, declared_values, variables_of};
use crate::flattening::implicit::{Residual, rated};
use crate::flattening::initial::{Initial, begin, initial_equation, set_initially};
use crate::flattening::joined::report_ungiven;
use crate::flattening::outputs::undefined;
use crate::flattening::resolve::Resolver;
use crate::flattening::states::solve_all;
use crate::flattening::terminals::{Terminals, add_sensors};
use crate::flattening::whens::{Branch, Reinit, When, add_befores, add_reinits, add_whens, triggers_of};
use crate::instances::model::Initially;
use crate::instances::modifiers::Scope;
use crate::netlist::Netlist;
use crate::problem::{Fault, Note, Outcome, fault};
use crate::syntax::{Branches, Class, Equation, EquationKind, Expression, Kind, Statement, Tuple};
use crate::values::Value;
use crate::values::arithmetic::parts;
use crate::values::open::choice;

/// Equations that are read: connections, definitions, and what else they give.
struct Equations<'a> {
    evaluator: &'a Evaluator<'a>,
    connections: Connections,
    definitions: Definitions,
    residuals: Vec<Residual>,
    whens: Vec<When>,
    /// `reinit` of the branch of a `when`.
    reinits: Vec<Reinit>,
    is_when: bool,
    /// True for equations under a condition that is not known before the simulation.
    is_branch: bool,
}

/// All equations of the model.
pub(crate) fn add_equations(evaluator: &Evaluator<'_>, netlist: &mut Netlist) {
    let mut found = Equations::new(evaluator);
    let mut initial = Initial::default();
    for (index, instance) in evaluator.model.all() {
        declared_values(evaluator, index, &instance, &mut found.definitions);
        for class in &instance.classes {
            let Some(Class { long, .. }) = class.class.as_deref() else { continue };
            let scope = Scope::of(Some(index), class);
            long.equations.iter().for_each(|equation| found.read(equation, &scope));
            for call in long.algorithms.iter().flat_map(|algorithm| assertions(&algorithm.statements)) {
                evaluator.classes.told(assertion(evaluator, call, &call.span, &scope));
            }
            for algorithm in long.algorithms.iter().filter(|algorithm| !is_assertions(&algorithm.statements)) {
                let Equations { definitions, whens, .. } = &mut found;
                evaluator.classes.told(read_algorithm(evaluator, algorithm, &scope, definitions, whens));
            }
            for equation in &long.initial_equations {
                let how = evaluator.model.initially.borrow().get(&(index, equation.span.start)).copied();
                match how {
                    Some(Initially::Value) => {}
                    Some(Initially::Held) => found.held_from_start(equation, &scope),
                    None => initial_equation(evaluator, equation, &scope, &mut initial),
                }
            }
        }
    }
    let Equations { mut connections, definitions, residuals, mut whens, .. } = found;
    let variables = variables_of(evaluator);
    let declared = variables.iter().map(|variable| (variable.name.as_str(), variable)).collect();
    let mut building = Building { evaluator, definitions, netlist, declared: &declared };
    let terminals = Terminals::find(&mut building, &residuals, &connections);
    begin(evaluator, &mut initial, &rated(&building.definitions, &residuals), &mut whens);
    initial.held = add_whens(&mut building, &whens);
    add_befores(&mut building, &residuals, &mut initial.held);
    let sides = (&connections, &terminals, &initial.begins);
    initial.integrators = solve_all(&mut building, residuals, sides);
    terminals.give(&mut building, &mut connections);
    add_reinits(&mut building, &whens, (&initial.integrators, &initial.begins));
    let Building { definitions, .. } = building;
    let public = undefined(evaluator, &variables, &definitions);
    let blocks = Blocks::new(&definitions, netlist);
    let joined = connections.joined(&definitions, &blocks, evaluator, netlist);
    let inputs: HashSet<String> =
        public.iter().filter(|public| public.is_input).map(|public| public.name.clone()).collect();
    report_ungiven(evaluator, &joined, &inputs.iter().filter_map(|input| joined.set_of(input)).collect());
    let resolver = Resolver::new(evaluator, &definitions, &joined, &blocks, inputs, netlist);
    resolver.add_defined(&variables, netlist);
    resolver.add_driven(netlist);
    set_initially(&initial, &resolver, netlist);
    resolver.add_public(public, netlist);
    resolver.add_aliases(netlist);
    resolver.add_blocks(netlist);
    add_sensors(evaluator, &joined, netlist);
}

fn is_assertions(statements: &[Statement]) -> bool {
    assertions(statements).count() == statements.len()
}

/// The calls of `assert` in the statements of an algorithm.
fn assertions(statements: &[Statement]) -> impl Iterator<Item = &Rc<Expression>> {
    statements.iter().filter_map(|statement| match statement {
        Statement::Call { call, .. } if call.calls("assert") => Some(call),
        _ => None,
    })
}

impl<'a> Equations<'a> {
    fn new(evaluator: &'a Evaluator<'a>) -> Self {
        Self {
            evaluator,
            connections: Connections::default(),
            definitions: Definitions::default(),
            residuals: Vec::new(),
            whens: Vec::new(),
            reinits: Vec::new(),
            is_when: false,
            is_branch: false,
        }
    }

    /// The equations of a branch by themselves.
    fn of_branch(&self, equations: &[Equation], is_when: bool, scope: &Scope) -> Self {
        let mut branch = Self { is_branch: true, is_when, ..Self::new(self.evaluator) };
        equations.iter().for_each(|equation| branch.read(equation, scope));
        branch
    }

    fn read(&mut self, equation: &Equation, scope: &Scope) {
        let (evaluator, span) = (self.evaluator, &equation.span);
        evaluator.budget.at(span);
        if evaluator.budget.work(NAME).is_err() {
            return;
        }
        let result = match &equation.kind {
            EquationKind::Connect { from, to } => add_connect(evaluator, from, to, span, scope, &mut self.connections),
            EquationKind::Equal { left, right } => self.equality(left, right, span, scope),
            EquationKind::If { branches, otherwise } => {
                evaluator.branch(branches, otherwise, span, scope).and_then(|body| match body {
                    None => self.give_chosen(branches, otherwise, span, scope),
                    Some(body) => {
                        body.iter().for_each(|equation| self.read(equation, scope));
                        Ok(())
                    }
                })
            }
            EquationKind::For { indices, body } => {
                evaluator
                    .for_each(indices, scope, &mut |scope| body.iter().for_each(|equation| self.read(equation, scope)));
                Ok(())
            }
            EquationKind::Call(call) if self.is_when && call.calls("reinit") => self.reinit(call, scope),
            EquationKind::Call(call) => assertion(evaluator, call, span, scope),
            EquationKind::When(branches) => self.read_when(branches, scope),
        };
        evaluator.classes.told(result);
    }

    fn read_when(&mut self, branches: &Branches<Equation>, scope: &Scope) -> Outcome<()> {
        let mut read = Vec::new();
        for (condition, body) in branches {
            let triggers = triggers_of(self.evaluator, condition, scope)?;
            let Self { definitions, reinits, .. } = self.of_branch(body, true, scope);
            read.push(Branch { triggers, definitions, reinits });
        }
        self.whens.push(When { branches: read, algorithm: None });
        Ok(())
    }

    /// An initial equation of a parameter that depends on variables: `when initial()` gives it.
    fn held_from_start(&mut self, equation: &Equation, scope: &Scope) {
        let definitions = self.of_branch(std::slice::from_ref(equation), true, scope).definitions;
        self.whens.push(When::initial(definitions, None));
    }

    /// `reinit(x, value)` in a `when`.
    fn reinit(&mut self, call: &Rc<Expression>, scope: &Scope) -> Outcome<()> {
        let Kind::Call { arguments, .. } = &call.kind else { return Ok(()) };
        let [(None, state), (None, value)] = arguments.as_slice() else {
            return fault(&call.span, Fault::ReinitArguments);
        };
        let Some(targets) = self.evaluator.target(state, scope)? else {
            let name = self.evaluator.evaluate(state, scope, false)?.describe();
            return fault(&state.span, Fault::ReinitOf { name });
        };
        let values = self.evaluator.evaluate(value, scope, false)?.scalars();
        if values.len() != targets.len() {
            return fault(&call.span, Fault::Sides { targets: targets.len(), values: values.len() });
        }
        let all = targets.into_iter().zip(values);
        self.reinits.extend(all.map(|(target, value)| Reinit { state: target.name, value, span: call.span.clone() }));
        Ok(())
    }

    /// Branches that give the same variables each are one equation a variable, `y = if c then a else b`.
    fn give_chosen(
        &mut self,
        branches: &Branches<Equation>,
        otherwise: &[Equation],
        span: &Span,
        scope: &Scope,
    ) -> Outcome<()> {
        let mut values = self.of_branch(otherwise, false, scope).definitions;
        for (condition, body) in branches.iter().rev() {
            let condition = self.evaluator.evaluate(condition, scope, false)?;
            let then = self.of_branch(body, false, scope).definitions;
            let is_missing = then.all().iter().any(|definition| values.get(&definition.target.name).is_none());
            if then.all().len() != values.all().len() || is_missing {
                return fault(span, Fault::DifferentBranches);
            }
            for definition in values.all_mut() {
                let Some(first) = then.get(&definition.target.name) else { continue };
                let Some(holds) = condition.as_condition() else {
                    match condition {
                        Value::Boolean(true) => definition.value = first.value.clone(),
                        Value::Boolean(false) => {}
                        _ => return fault(span, Fault::OpenCondition { found: condition.describe() }),
                    }
                    continue;
                };
                let both = first.value.expression().zip(definition.value.expression());
                let Some((first, second)) = both else { return fault(span, Fault::DifferentBranches) };
                let chosen = choice(holds.clone(), first, second);
                definition.value = Value::open(chosen, definition.value.dimensions(), span)?;
            }
        }
        for definition in values.all().iter().cloned() {
            let definition = Definition { span: span.clone(), ..definition };
            self.definitions.add(self.evaluator, definition)?;
        }
        Ok(())
    }

    fn equality(&mut self, left: &Rc<Expression>, right: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
        let evaluator = self.evaluator;
        if let Kind::Tuple(targets) = &left.kind {
            return self.several_equal(targets, right, span, scope);
        }
        let is_free = |targets: &Vec<Target>| targets.iter().all(|target| self.definitions.get(&target.name).is_none());
        let of_left = evaluator.target(left, scope)?;
        let of_right = match &of_left {
            Some(targets) if is_free(targets) => None,
            _ => evaluator.target(right, scope)?,
        };
        let (given, targets, value) = match (of_left, of_right) {
            (Some(targets), _) if is_free(&targets) || self.is_branch => (left, targets, right),
            (_, Some(targets)) if is_free(&targets) => (right, targets, left),
            (Some(targets), None) if !is_own(&targets) => (left, targets, right),
            _ => return self.residual(left, right, span, scope),
        };
        let is_input = targets.iter().all(|target| target.is_input);
        if let (true, Kind::Reference(to), Kind::Reference(from)) =
            (is_input && !self.is_branch && evaluator.names_signals(value, scope), &given.kind, &value.kind)
        {
            return add_connect(evaluator, from, to, span, scope, &mut self.connections);
        }
        let evaluated = evaluator.evaluate(value, scope, false)?;
        let read: HashSet<&str> = evaluated.references().into_iter().collect();
        let is_by_itself = targets.iter().any(|target| read.contains(target.name.as_str()));
        if is_by_itself && is_own(&targets) && !self.is_branch {
            return self.residual(left, right, span, scope);
        }
        self.definitions.define(evaluator, &targets, evaluated, span)
    }

    /// Keeps an equation that is no definition, element by element.
    fn residual(&mut self, left: &Rc<Expression>, right: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
        if self.is_branch {
            return fault(span, Fault::GivesNothing);
        }
        let evaluator = self.evaluator;
        let sides = [evaluator.evaluate(left, scope, false)?, evaluator.evaluate(right, scope, false)?];
        let [lefts, rights] = sides.map(|side| match parts(&side) {
            Some(parts) if !side.dimensions().is_empty() => Value::Array(parts).scalars(),
            _ => side.scalars(),
        });
        if lefts.len() != rights.len() {
            return fault(span, Fault::Sides { targets: lefts.len(), values: rights.len() });
        }
        for (left, right) in lefts.iter().zip(&rights) {
            let (Some(left), Some(right)) = (left.expression(), right.expression()) else {
                return fault(span, Fault::GivesNothing);
            };
            let given = [&left, &right].into_iter().find_map(|side| match side {
                NetlistExpression::Reference { name, .. } => {
                    Some((name.clone(), self.definitions.get(name)?.span.clone()))
                }
                _ => None,
            });
            self.residuals.push(Residual { left, right, span: span.clone(), given });
        }
        Ok(())
    }

    /// `(a, , b) = f(x)`
    fn several_equal(&mut self, targets: &Tuple, call: &Expression, span: &Span, scope: &Scope) -> Outcome<()> {
        let values = self.evaluator.several(call, scope, false, targets.len())?;
        for (target, value) in targets.iter().zip(values) {
            let Some(target) = target else { continue };
            match self.evaluator.target(target, scope)? {
                Some(targets) => self.definitions.define(self.evaluator, &targets, value, span)?,
                None => return fault(&target.span, Fault::NotGiven),
            }
        }
        Ok(())
    }
}

/// `assert(condition, message)` of parameters is checked, that of variables left out.
fn assertion(evaluator: &Evaluator<'_>, call: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
    let Kind::Call { function, arguments } = &call.kind else { return Ok(()) };
    let name = function.name().to_string();
    if name != "assert" {
        return fault(span, Fault::UnknownCall { name, kind: "an equation" });
    }
    let Some((_, condition)) = arguments.first() else { return fault(span, Fault::AssertWithoutCondition) };
    let structural = evaluator.model.structural.borrow().clone();
    evaluator.budget.work(NAME.saturating_mul(structural.len()))?;
    evaluator.asserting.set(true);
    let checked = evaluator.evaluate(condition, scope, true);
    evaluator.asserting.set(false);
    // Parameters in an assertion stay settable.
    *evaluator.model.structural.borrow_mut() = structural;
    if let Ok(Value::Open(_)) = checked {
        evaluator.model.note(span, Note::OpenAssertion);
    }
    if let Ok(Value::Boolean(false)) = checked {
        let told = evaluator.assertion_text(arguments, scope);
        return fault(&condition.span, Fault::Assertion { told });
    }
    Ok(())
}

/// True for variables of the text and their derivatives.
fn is_own(targets: &[Target]) -> bool {
    targets.iter().all(|target| target.driver.is_none() && !target.is_input && target.signal == SignalType::Real)
}
