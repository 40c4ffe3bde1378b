//! Equations of models: connections, and variables that are others of components.

use std::collections::HashSet;
use std::rc::Rc;

use fmu_core::model_file::Span;

use super::budget::NAME;
use super::conditions::Blocks;
use super::connect::Connections;
use super::context::{Context, Outcome, fault};
use super::definitions::Definitions;
use super::initial::Initial;
use super::modifiers::Scope;
use super::netlist::Netlist;
use super::resolve::Resolver;
use super::syntax::{Body, Equation, Expression, Index, Kind};
use super::value::{Strength, Value};

/// What equations have said so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) connections: Connections,
    pub(super) definitions: Definitions,
    /// They hold under a condition that is not known before the simulation.
    is_branch: bool,
}

impl Context<'_> {
    /// All equations of the model whose instance is `root`.
    pub(super) fn equations(&self, root: usize, netlist: &mut Netlist) {
        let mut found = Found::default();
        let mut initial = Initial::default();
        let count = self.instances.borrow().len();
        for index in 0..count {
            let Some(instance) = self.instance(index) else { continue };
            self.declared_values(index, &instance, &mut found.definitions);
            for class in &instance.classes {
                let Some(text) = class.class.clone() else { continue };
                let Body::Long(long) = &text.body else { continue };
                let scope = Scope { instance: Some(index), class: class.clone(), locals: Rc::default() };
                for equation in &long.equations {
                    self.equation(equation, &scope, &mut found);
                }
                for equation in &long.initial_equations {
                    self.initial_equation(equation, &scope, &mut initial);
                }
            }
        }
        let Found { connections, definitions, .. } = found;
        let mut public = Vec::new();
        for index in 0..count {
            if let Some(instance) = self.instance(index) {
                self.undefined(index, &instance, index == root, &definitions, &mut public);
            }
        }
        let blocks = Blocks::new(&definitions, netlist);
        let joined = connections.joined(&definitions, &blocks, self, netlist);
        let inputs: HashSet<String> =
            public.iter().filter(|public| public.is_input).map(|public| public.name.clone()).collect();
        self.report_ungiven(&joined, &inputs.iter().filter_map(|input| joined.set_of(input)).collect());
        let resolver = Resolver::new(self, &definitions, &joined, &blocks, inputs, netlist);
        for index in 0..count {
            if let Some(instance) = self.instance(index) {
                self.defined(index, &instance, &blocks, &resolver, netlist);
            }
        }
        self.driven(&resolver, netlist);
        self.set_initially(&initial, &resolver, netlist);
        self.public(public, &blocks, &resolver, netlist);
        self.blocks(&blocks, &resolver, netlist);
    }

    fn equation(&self, equation: &Equation, scope: &Scope, found: &mut Found) {
        self.store.budget.at(equation_span(equation));
        if self.store.budget.work(NAME).is_err() {
            return;
        }
        let result = match equation {
            Equation::Connect { from, to, span } => self.connect(from, to, span, scope, &mut found.connections),
            Equation::Equal { left, right, span } => self.equality(left, right, span, scope, found),
            Equation::If { branches, otherwise, span } => {
                return match self.branch(branches, otherwise, span, scope) {
                    Ok(None) => {
                        if let Err(problem) = self.chosen(branches, otherwise, span, scope, &mut found.definitions) {
                            self.report(problem);
                        }
                    }
                    Ok(Some(body)) => body.iter().for_each(|e| self.equation(e, scope, found)),
                    Err(problem) => self.report(problem),
                };
            }
            Equation::For { indices, body, .. } => return self.repeated(indices, body, scope, found),
            Equation::Call { call, span } => self.assertion(call, span, scope),
            Equation::When { span } => {
                fault(span, "`when` is not read: use sources (Step, Pulse, ...) for what happens at times".to_owned())
            }
        };
        if let Err(problem) = result {
            self.report(problem);
        }
    }

    /// The equations that hold, where that is known before the simulation.
    pub(super) fn branch<'a>(
        &self,
        branches: &'a [(Rc<Expression>, Vec<Equation>)],
        otherwise: &'a [Equation],
        span: &Span,
        scope: &Scope,
    ) -> Outcome<Option<&'a [Equation]>> {
        for (condition, body) in branches {
            match self.evaluate(condition, scope, true)? {
                Value::Boolean(true) => return Ok(Some(body)),
                Value::Boolean(false) => {}
                Value::Open(_) if branches.iter().all(|(_, body)| only_give(body)) && only_give(otherwise) => {
                    return Ok(None);
                }
                other => {
                    return fault(
                        &(span.start..condition.span.end),
                        format!(
                            "the condition of an `if` equation has to be known before the simulation; this is {}",
                            other.describe()
                        ),
                    );
                }
            }
        }
        Ok(Some(otherwise))
    }

    /// Branches that give the same variables each are one equation a variable, `y = if c then a else b`.
    fn chosen(
        &self,
        branches: &[(Rc<Expression>, Vec<Equation>)],
        otherwise: &[Equation],
        span: &Span,
        scope: &Scope,
        definitions: &mut Definitions,
    ) -> Outcome<()> {
        let given = |body: &[Equation]| {
            let mut found = Found { is_branch: true, ..Found::default() };
            body.iter().for_each(|equation| self.equation(equation, scope, &mut found));
            found.definitions
        };
        let mut values = given(otherwise);
        for (condition, body) in branches.iter().rev() {
            let condition = self.evaluate(condition, scope, false)?;
            let then = given(body);
            let is_missing = then.all().iter().any(|definition| values.get(&definition.name).is_none());
            if then.all().len() != values.all().len() || is_missing {
                return fault(span, "the branches of an `if` equation have to give the same variables");
            }
            for definition in values.all_mut() {
                let Some(first) = then.get(&definition.name) else { continue };
                let text = format!(
                    "if {} then {} else {}",
                    condition.written(Strength::Or),
                    first.value.written(Strength::Choice),
                    definition.value.written(Strength::Choice)
                );
                definition.value = Value::open(text, definition.value.dimensions(), Strength::Choice);
            }
        }
        for mut definition in values.all().iter().cloned() {
            definition.span = span.clone();
            self.define_again(definition, definitions)?;
        }
        Ok(())
    }

    fn repeated(&self, indices: &[Index], body: &[Equation], scope: &Scope, found: &mut Found) {
        let Some((index, others)) = indices.split_first() else {
            return body.iter().for_each(|equation| self.equation(equation, scope, found));
        };
        match self.range_of(index, scope) {
            Ok(values) => {
                for value in values {
                    if self.store.budget.work(NAME).is_err() || self.store.budget.room(scope.bytes()).is_err() {
                        return;
                    }
                    let scope = scope.with(&index.name.text, value);
                    self.repeated(others, body, &scope, found);
                }
            }
            Err(problem) => self.report(problem),
        }
    }

    /// `assert(condition, message)` of parameters is checked, that of variables left out.
    fn assertion(&self, call: &Rc<Expression>, span: &Span, scope: &Scope) -> Outcome<()> {
        let Kind::Call { function, arguments } = &call.kind else { return Ok(()) };
        let name = function.name().to_string();
        if name != "assert" {
            return fault(span, format!("`{name}(...)` is no equation that is read"));
        }
        let Some((_, condition)) = arguments.first() else { return fault(span, "`assert` needs a condition") };
        let structural = self.structural.borrow().clone();
        self.store.budget.work(NAME.saturating_mul(structural.len()))?;
        self.asserting.set(true);
        let checked = self.evaluate(condition, scope, true);
        self.asserting.set(false);
        // An assertion shapes nothing: parameters stay settable.
        *self.structural.borrow_mut() = structural;
        if let Ok(Value::Open(_)) = checked {
            self.note(span, "assertions of variables are not watched during the simulation: it is left out");
        }
        if let Ok(Value::Boolean(false)) = checked {
            let told = arguments.get(1).and_then(|(_, told)| self.evaluate(told, scope, true).ok());
            let told = match told {
                Some(Value::Text(text)) => format!(": {text}"),
                _ => String::new(),
            };
            return fault(&condition.span, format!("this assertion does not hold{told}"));
        }
        Ok(())
    }

    fn equality(
        &self,
        left: &Rc<Expression>,
        right: &Rc<Expression>,
        span: &Span,
        scope: &Scope,
        found: &mut Found,
    ) -> Outcome<()> {
        if let Kind::Tuple(targets) = &left.kind {
            return self.several_equal(targets, right, span, scope, found);
        }
        let of_left = self.target(left, scope)?;
        if Self::is_call(left, "der") || Self::is_call(right, "der") && of_left.is_none() {
            return fault(
                span,
                "models in text have no states of their own: use an integrator block, or joints, masses and inertias",
            );
        }
        let (given, targets, value) = match of_left {
            Some(targets) => (left, targets, right),
            None => match self.target(right, scope)? {
                Some(targets) => (right, targets, left),
                None => {
                    return fault(
                        span,
                        "only equations that give a variable of the model or a signal input of a component are read, `y = rev.phi` or `push.f = -d*mass.v`: for flanges and frames of components use connect",
                    );
                }
            },
        };
        let is_input = targets.iter().all(|target| target.is_input);
        if let (true, Kind::Reference(to), Kind::Reference(from)) =
            (is_input && !found.is_branch && self.names_signals(value, scope), &given.kind, &value.kind)
        {
            return self.connect(from, to, span, scope, &mut found.connections);
        }
        let value = self.evaluate(value, scope, false)?;
        self.define(&targets, value, span, &mut found.definitions)
    }
}

impl Context<'_> {
    /// `(a, , b) = f(x)`
    fn several_equal(
        &self,
        targets: &[Option<Rc<Expression>>],
        call: &Rc<Expression>,
        span: &Span,
        scope: &Scope,
        found: &mut Found,
    ) -> Outcome<()> {
        let values = self.several(call, scope, false, targets.len())?;
        for (target, value) in targets.iter().zip(values) {
            let Some(target) = target else { continue };
            match self.target(target, scope)? {
                Some(targets) => self.define(&targets, value, span, &mut found.definitions)?,
                None => return fault(&target.span, "only variables of the model and signal inputs can be given"),
            }
        }
        Ok(())
    }
}

/// Whether equations do nothing but give variables.
fn only_give(body: &[Equation]) -> bool {
    body.iter().all(|equation| match equation {
        Equation::Equal { .. } | Equation::Call { .. } => true,
        Equation::If { branches, otherwise, .. } => {
            branches.iter().all(|(_, body)| only_give(body)) && only_give(otherwise)
        }
        Equation::For { body, .. } => only_give(body),
        Equation::Connect { .. } | Equation::When { .. } => false,
    })
}

/// Place of an equation.
pub(super) fn equation_span(equation: &Equation) -> &Span {
    match equation {
        Equation::Connect { span, .. }
        | Equation::Equal { span, .. }
        | Equation::If { span, .. }
        | Equation::For { span, .. }
        | Equation::Call { span, .. }
        | Equation::When { span } => span,
    }
}
