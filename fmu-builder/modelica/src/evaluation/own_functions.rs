//! Functions with a text (Modelica specification 3.6, chapter 12): evaluated where their arguments are known, else put in as expressions.
//! Where these would become too large, large parts become variables of their own.

use std::collections::HashMap;
use std::rc::Rc;

use compiler::model_file::Span;

use crate::budget::{CHAIN_LIMIT, deeper};
use crate::classes::entry::Found;
use crate::classes::{ClassRef, standard};
use crate::evaluation::algorithm::Run;
use crate::evaluation::types::Meaning;
use crate::evaluation::{At, Evaluator};
use crate::instances::bases::{Declaration, Gathered};
use crate::instances::model::Computation;
use crate::instances::modifiers::{self, Scope};
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault, refused, unknown};
use crate::syntax::{Arguments, Body, Component, Long, Modification};
use crate::values::Value;
use crate::values::open::is_name;
use crate::values::variable::Variable;

/// Largest depth of calls.
const CALL_LIMIT: usize = 40;
/// Most numbers, names and operators of an expression that is put in.
const INLINE_LIMIT: usize = 100;
/// A large part of an expression, computed once.
const SHARED: Computation = Computation { name: "shared", class: "Modelica.Blocks.Routing.RealPassThrough" };

/// Name, if it has one, and value of an argument.
pub(crate) type Given = (Option<Rc<str>>, Value);

/// Outputs of a function by their names.
type Outputs = Vec<(Rc<str>, Value)>;

impl Evaluator<'_> {
    /// The arguments of a call.
    pub(crate) fn given(&self, arguments: &Arguments, at: At<'_>) -> Outcome<Vec<Given>> {
        let value = |(name, value): &(Option<crate::syntax::Ident>, _)| {
            Ok((name.as_ref().map(|name| name.text.clone()), self.evaluate_at(value, at)?))
        };
        arguments.iter().map(value).collect()
    }

    /// All outputs of a function. Where it cannot be put in as an expression, parameters that it reads are put in as numbers.
    pub(crate) fn results(&self, entry: &ClassRef, arguments: &Arguments, at: At<'_>, span: &Span) -> Outcome<Outputs> {
        let attempt = |fold| self.outputs(entry, self.given(arguments, At { fold, ..at })?, fold, span);
        if at.fold || at.scope.instance.is_none() {
            return attempt(at.fold);
        }
        let result = self.sharing(|| attempt(false));
        result.or_else(|problem| self.sharing(|| attempt(true)).map_err(|_| problem))
    }

    /// The outputs of a function for these arguments.
    pub(crate) fn outputs(&self, entry: &ClassRef, given: Vec<Given>, fold: bool, span: &Span) -> Outcome<Outputs> {
        let problem = Fault::CallsTooDeep { limit: CALL_LIMIT };
        deeper(&self.budget.calls, CALL_LIMIT, span, problem, || self.executed(entry, given, fold, span))
    }

    fn executed(&self, entry: &ClassRef, mut given: Vec<Given>, fold: bool, span: &Span) -> Outcome<Outputs> {
        let text = self.function_text(entry, &mut given, span, CHAIN_LIMIT)?;
        let gathered = Gathered::of(self.classes, &text, Rc::default(), None)?;
        for class in gathered.classes.iter().filter_map(|entry| entry.class.as_ref()) {
            let why = match &class.long {
                Long { external: Some(_), .. } => "is external: only functions with an algorithm are read",
                Long { equations, .. } if !equations.is_empty() => "has equations: only algorithms are read",
                _ => continue,
            };
            return fault(span, Fault::RefusedFunction { function: entry.name.clone(), why });
        }
        let components: Vec<(Rc<Component>, &ClassRef)> =
            gathered.declarations.iter().map(Declaration::replaced).collect::<Outcome<_>>()?;
        self.budget.names(components.len().saturating_mul(given.len() + components.len()))?;
        let scope = Scope::of(None, &text);
        let mut run = Run::new(entry.name.clone(), scope, fold);
        let mut outputs = Vec::new();
        let of_base = gathered.is_gravity.then(|| Rc::from(standard::POSITION));
        let inputs = components.iter().filter(|(component, _)| component.prefixes.input);
        let inputs = inputs.map(|(component, _)| component.name.text.clone());
        let names: Vec<Rc<str>> = of_base.into_iter().chain(inputs).collect();
        let mut given = givens(given, &names, format!("the function `{}`", entry.name), "input", span)?;
        if gathered.is_gravity {
            outputs.push(standard::GRAVITY.into());
            let value = input(&mut given, standard::POSITION, &entry.name, span)?;
            run.declare(Variable::of_any(standard::POSITION.into(), true), value);
            run.declare(Variable::of_any(standard::GRAVITY.into(), false), Value::Unset);
        }
        for (component, class) in components {
            if component.prefixes.output {
                outputs.push(component.name.text.clone());
            }
            self.declare_variable(&component, class, &mut given, &mut run, span)?;
        }
        let texts = gathered.classes.iter().filter_map(|entry| entry.class.as_ref());
        match texts.flat_map(|class| &class.long.algorithms).collect::<Vec<_>>().as_slice() {
            [] => {}
            [algorithm] => self.run(&algorithm.statements, &mut run)?,
            _ => {
                let why = "has more than one algorithm";
                return fault(span, Fault::RefusedFunction { function: entry.name.clone(), why });
            }
        }
        let value = |name: Rc<str>| run.scope.local(&name).map(|value| (name.clone(), value.clone()));
        Ok(outputs.into_iter().filter_map(value).collect())
    }

    /// The class with the text of a function: `function g = f(a = 1)` is f with another default.
    fn function_text(&self, entry: &ClassRef, given: &mut Vec<Given>, span: &Span, depth: usize) -> Outcome<ClassRef> {
        let refuse = |why: &'static str| fault(span, Fault::RefusedFunction { function: entry.name.to_string(), why });
        let Some(class) = &entry.class else { return refuse("has no text") };
        let short = match &class.body {
            Body::Long => return Ok(entry.clone()),
            Body::Short(short) => short,
            _ => return refuse("is not written out"),
        };
        let (Some(around), Some(depth)) = (entry.parent.upgrade(), depth.checked_sub(1)) else {
            return refuse("leads to itself");
        };
        let scope = Scope::of(None, &around);
        for argument in short.modifiers.iter() {
            if let Modification::Set { name, value: Some(value), .. } = &argument.what {
                let name: Rc<str> = name.to_string().into();
                if !given.iter().any(|(known, _)| known.as_ref() == Some(&name)) {
                    given.push((Some(name), self.evaluate(value, &scope, true)?));
                }
            }
        }
        match self.classes.find(&around, &short.base) {
            Some(Found::Class(base)) => self.function_text(&base, given, span, depth),
            _ => unknown(&short.base.span, "text of a function", &short.base, ""),
        }
    }

    fn declare_variable(
        &self,
        component: &Component,
        class: &ClassRef,
        given: &mut Givens,
        run: &mut Run,
        span: &Span,
    ) -> Outcome<()> {
        let name = &component.name.text;
        let scope = Scope { class: class.clone(), ..run.scope.clone() };
        let declared = self.type_of(&component.class, &scope, &[])?;
        let (kind, record) = match &declared.meaning {
            Meaning::Value(kind, _) => (Some(kind.clone()), None),
            Meaning::Composite(record) if record.is_record() => (None, Some(record)),
            _ => return refused(&component.class.span, &component.class, "is not a type of values"),
        };
        let is_input = component.prefixes.input;
        let default = component.value.as_ref();
        let value = match (is_input && (given.contains_key(name) || default.is_none()), default) {
            (true, _) => Some(self.shared(input(given, name, &run.of, span)?, span)?),
            (false, Some(default)) => Some(self.evaluate(default, &scope, run.fold)?),
            (false, None) => None,
        };
        // `input Real A[:, size(A, 1)]`
        let measured = value.as_ref().filter(|_| component.subscripts.len() > 1);
        let scope = measured.map_or_else(|| scope.clone(), |value| scope.with(name, value.clone()));
        let mut dimensions = self.open_sizes(&component.subscripts, &declared, &scope)?;
        for (size, found) in dimensions.iter_mut().zip(value.iter().flat_map(Value::dimensions)) {
            *size = size.or(Some(found));
        }
        let value = match (value, record) {
            (Some(value), _) => value,
            (None, Some(record)) if dimensions.is_empty() => {
                let own = modifiers::collect(self.classes, &component.modifiers, &scope);
                self.members_of(record, Vec::new(), own, run.fold, &component.name.span)?
            }
            (None, _) => match dimensions.iter().copied().collect::<Option<Vec<usize>>>() {
                Some(sizes) => self.unset(&sizes)?,
                None => Value::Unset,
            },
        };
        let variable = Variable { name: name.clone(), kind, dimensions: Some(dimensions), is_input };
        variable.check(&value, &run.of, span)?;
        run.declare(variable, value);
        Ok(())
    }

    /// The result of an attempt; if an expression becomes too large, that of a second one with variables of their own.
    fn sharing<T>(&self, attempt: impl Fn() -> Outcome<T>) -> Outcome<T> {
        self.budget.too_large.set(false);
        let first = attempt();
        if first.is_ok() || self.budget.shares.get() || !self.budget.too_large.get() {
            return first;
        }
        self.budget.shares.set(true);
        let second = attempt();
        self.budget.shares.set(false);
        second
    }

    /// A value of a function, with variables in place of large expressions of variables.
    pub(crate) fn shared(&self, value: Value, span: &Span) -> Outcome<Value> {
        if !self.budget.shares.get() {
            return Ok(value);
        }
        match value {
            Value::Array(elements) => elements.into_iter().map(|element| self.shared(element, span)).collect(),
            Value::Open(ref open) if open.nodes > INLINE_LIMIT && open.dimensions.is_empty() && !open.whole => {
                let varies = |name: &&str| is_name(name) && !self.model.is_constant(name);
                if !value.references().iter().any(varies) {
                    return Ok(value);
                }
                let block = self.model.computed(SHARED, vec![("u", value)], Vec::new(), ("", span));
                Ok(Value::name(format!("{block}.y"), Vec::new()))
            }
            other => Ok(other),
        }
    }
}

/// The first output of a function.
pub(crate) fn first(entry: &ClassRef, outputs: Outputs, span: &Span) -> Outcome<Value> {
    match outputs.into_iter().next() {
        Some((_, value)) if value.is_set() => Ok(value),
        Some((name, _)) => {
            fault(span, Fault::OutputWithoutValue { function: entry.name.to_string(), name: name.to_string() })
        }
        None => fault(span, Fault::RefusedFunction { function: entry.name.to_string(), why: "has no output" }),
    }
}

/// Arguments that are not assigned to an input or a member yet.
pub(crate) type Givens = HashMap<Rc<str>, Value>;

/// The arguments of `whole`, a function or record, each of which is a `part` with one of the names.
pub(crate) fn givens(
    given: Vec<Given>,
    names: &[Rc<str>],
    whole: String,
    part: &'static str,
    span: &Span,
) -> Outcome<Givens> {
    let mut all = Givens::new();
    for (position, (name, value)) in given.into_iter().enumerate() {
        let Some(name) = name.or_else(|| names.get(position).cloned()) else {
            return fault(span, Fault::TooManyGiven { whole, count: names.len(), part });
        };
        if !names.contains(&name) {
            let near = suggestion(&name, names.iter().map(|name| &**name));
            return fault(span, Fault::NoSuchPart { whole, part, name: name.to_string(), near });
        }
        if all.insert(name.clone(), value).is_some() {
            return fault(span, Fault::GivenTwice { part, name: name.to_string(), whole });
        }
    }
    Ok(all)
}

/// Takes the argument for an input of a function.
fn input(given: &mut Givens, name: &str, function: &str, span: &Span) -> Outcome<Value> {
    let missing = || Fault::InputMissing { function: function.to_string(), name: name.to_string() };
    given.remove(name).ok_or_else(|| missing().at(span.clone()))
}
