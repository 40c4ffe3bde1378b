//! Records (Modelica specification 3.6, sections 4.7 and 12.6): an instance with values for members, or a value that a constructor makes.

use std::rc::Rc;

use compiler::model_file::Span;

use crate::budget::{NAME, elements};
use crate::classes::ClassRef;
use crate::evaluation::Evaluator;
use crate::evaluation::functions::Given;
use crate::evaluation::places::{Place, Thing};
use crate::evaluation::types::{Meaning, Type};
use crate::instances::bases::{Declaration, Gathered};
use crate::instances::modifiers::{self, Bound, Modifier, Scope};
use crate::instances::{Instance, What};
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Component, Element, Ident, Subscript};
use crate::values::variable::Variable;
use crate::values::{ELEMENT, Record, Value};

/// Largest depth of bases and members.
const DEPTH_LIMIT: usize = 64;

impl Evaluator<'_> {
    /// Value of a record's constructor.
    pub(crate) fn constructed(&self, entry: &ClassRef, given: Vec<Given>, fold: bool, span: &Span) -> Outcome<Value> {
        self.record(entry, given, Vec::new(), fold, span)
    }

    /// A record with these members and modifiers, complete.
    pub(crate) fn record(
        &self,
        entry: &ClassRef,
        given: Vec<Given>,
        modifiers: Vec<Modifier>,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let value = self.members_of(entry, given, modifiers, fold, span)?;
        if let Value::Record(Record { of, members }) = &value
            && let Some((name, _)) = members.iter().find(|(_, member)| !member.is_set())
        {
            return fault(span, Fault::MemberWithoutValue { record: of.to_string(), name: name.to_string() });
        }
        Ok(value)
    }

    /// A record whose members may lack values.
    pub(crate) fn begun(&self, entry: &ClassRef, modifiers: Vec<Modifier>, fold: bool, span: &Span) -> Outcome<Value> {
        self.members_of(entry, Vec::new(), modifiers, fold, span)
    }

    fn members_of(
        &self,
        entry: &ClassRef,
        given: Vec<Given>,
        modifiers: Vec<Modifier>,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let gathered = Gathered::of(self.classes, entry, Rc::new(modifiers.clone()), None)?;
        let calls = self.budget.calls.get();
        if calls >= DEPTH_LIMIT {
            return fault(span, Fault::RecordInItself { record: entry.name.to_string() });
        }
        self.budget.calls.set(calls + 1);
        let record = self.gathered_members(entry, given, &modifiers, &gathered, fold, span);
        self.budget.calls.set(calls);
        record
    }

    fn gathered_members(
        &self,
        entry: &ClassRef,
        given: Vec<Given>,
        modifiers: &[Modifier],
        gathered: &Gathered,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let components = || {
            gathered.declarations.iter().filter_map(|declaration| match &*declaration.element {
                Element::Component(component) => Some((declaration, component)),
                _ => None,
            })
        };
        let count = gathered.declarations.len();
        self.budget.names(count.saturating_mul(given.len() + modifiers.len()))?;
        let names: Vec<Rc<str>> = components().map(|(_, component)| component.name.text.clone()).collect();
        let unknown = |name: &str, span: &Span| {
            let near = suggestion(name, names.iter().map(|name| &**name));
            fault(span, Fault::UnknownMemberOfRecord { record: entry.name.to_string(), name: name.to_string(), near })
        };
        if let Some(modifier) = modifiers.iter().find(|modifier| !names.contains(&modifier.name)) {
            return unknown(&modifier.name, &modifier.name_span);
        }
        let mut values: Vec<(Rc<str>, Value)> = Vec::new();
        for (position, (name, value)) in given.into_iter().enumerate() {
            let Some(name) = name.or_else(|| names.get(position).cloned()) else {
                return fault(span, Fault::TooManyMembers { record: entry.name.to_string(), names: names.len() });
            };
            if !names.contains(&name) {
                return unknown(&name, span);
            }
            if values.iter().any(|(known, _)| *known == name) {
                return fault(span, Fault::MemberTwice { name: name.to_string(), record: entry.name.to_string() });
            }
            values.push((name, value));
        }
        let mut members: Vec<(Rc<str>, Value)> = Vec::new();
        for (declaration, component) in components() {
            let name = &component.name.text;
            let given = values.iter().position(|(known, _)| known == name).map(|at| values.swap_remove(at).1);
            if given.is_some() && (component.prefixes.is_final || component.prefixes.constant) {
                return fault(span, Fault::FixedMember { name: name.to_string(), record: entry.name.to_string() });
            }
            self.budget.work(NAME)?;
            self.budget.room(members.iter().map(|(_, member)| member.bytes()).sum())?;
            let scope = Scope { instance: None, class: declaration.class.clone(), locals: Rc::new(members.clone()) };
            let value = self.member_value(entry, declaration, component, given, &scope, fold, span)?;
            members.push((name.clone(), value));
        }
        Ok(Value::Record(Record { of: entry.name.clone(), members }))
    }

    #[expect(clippy::too_many_arguments)]
    fn member_value(
        &self,
        entry: &ClassRef,
        declaration: &Declaration,
        component: &Component,
        given: Option<Value>,
        scope: &Scope,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let name = &component.name.text;
        let declared = self.type_of(&component.class, scope, &declaration.outside)?;
        let outside = declaration.outside.iter().find(|modifier| modifier.name == *name);
        // What a base's modifiers name are members, too.
        let bound = |bound: &Bound| match bound.scope.instance {
            None => self.bound(
                &Bound { scope: Scope { locals: scope.locals.clone(), ..bound.scope.clone() }, ..bound.clone() },
                fold,
            ),
            Some(_) => self.bound(bound, fold),
        };
        let set = outside.and_then(|modifier| modifier.value.as_ref());
        let sizes = || self.sizes(&component.subscripts, scope);
        let value = match (given, set, &component.value, &declared.meaning) {
            (Some(given), ..) => given,
            (None, Some(set), ..) => bound(set)?,
            (None, None, Some(value), _) => self.evaluate(value, scope, fold)?,
            (None, None, None, Meaning::Composite(record)) if component.subscripts.is_empty() => {
                let own = modifiers::collect(self.classes, &component.modifiers, scope);
                let inner = outside.map(|modifier| modifier.inner.clone()).unwrap_or_default();
                let merged = modifiers::merge(self.classes, inner, own);
                let merged = modifiers::merge(self.classes, merged, declared.modifiers.clone());
                self.members_of(record, Vec::new(), merged, fold, span)?
            }
            _ => match sizes() {
                Ok(mut sizes) => {
                    sizes.extend(&declared.dimensions);
                    self.budget.room(elements(&sizes).saturating_mul(ELEMENT))?;
                    crate::values::filled(&Value::Unset, &sizes)
                }
                Err(_) => Value::Unset,
            },
        };
        self.check_member(entry, component, &declared, &value, scope, span)?;
        Ok(value)
    }

    fn check_member(
        &self,
        entry: &ClassRef,
        component: &Component,
        declared: &Type,
        value: &Value,
        scope: &Scope,
        span: &Span,
    ) -> Outcome<()> {
        let kind = match &declared.meaning {
            Meaning::Value(kind, _) => Some(kind.clone()),
            Meaning::Composite(record) if record.is_record() => None,
            _ => {
                return fault(&component.class.span, Fault::ComponentInRecord { record: entry.name.to_string() });
            }
        };
        let size = |subscript: &Subscript| match subscript {
            Subscript::All => Ok(None),
            Subscript::One(_) => Ok(self.sizes(std::slice::from_ref(subscript), scope)?.first().copied()),
        };
        let mut dimensions: Vec<Option<usize>> = component.subscripts.iter().map(size).collect::<Outcome<_>>()?;
        dimensions.extend(declared.dimensions.iter().map(|size| Some(*size)));
        let name = component.name.text.clone();
        Variable { name, kind, dimensions: Some(dimensions), is_input: false }.check_in(
            value,
            &|| format!("of record `{}`", entry.name),
            span,
        )
    }

    /// The value of an instance of a record.
    pub(crate) fn record_value(
        &self,
        instance: &Instance,
        index: usize,
        scope: &Scope,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let symbols = instance.symbols.borrow().all.clone();
        let member = |symbol: &Rc<crate::instances::Symbol>| {
            let name = format!("{}{}", instance.prefix, symbol.name);
            if let What::Composite(inner) = &symbol.what {
                let value = |index: &usize| match self.model.instance(*index) {
                    Some(instance) => self.record_value(&instance, *index, scope, fold, span),
                    None => fault(span, Fault::RecordWithoutValue { name: name.to_string() }),
                };
                let values: Vec<Value> = inner.iter().map(value).collect::<Outcome<_>>()?;
                let is_one = symbol.dimensions.as_ref().is_none_or(Vec::is_empty);
                let value = match (is_one, values.as_slice()) {
                    (true, [value]) => value.clone(),
                    _ => Value::Array(values),
                };
                return Ok((symbol.name.clone(), value));
            }
            let what = Thing::Symbol(symbol.clone());
            let place = Place { name, instance: index, what, rest: Vec::new(), subscripts: Vec::new() };
            Ok((symbol.name.clone(), self.place(&place, scope, fold, span)?))
        };
        let members = symbols.iter().map(member).collect::<Outcome<_>>()?;
        let of = instance.classes.first().map(|class| class.name.clone()).unwrap_or_default();
        Ok(Value::Record(Record { of, members }))
    }

    /// Follows `members` with their subscripts into a value.
    pub(crate) fn members(
        &self,
        value: Value,
        members: &[(Ident, Vec<Subscript>)],
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Value> {
        members.iter().try_fold(value, |value, (name, subscripts)| {
            let Some(member) = value.member(&name.text) else {
                let known = match &value {
                    Value::Record(record) => record.members.iter().map(|(known, _)| &**known).collect(),
                    _ => Vec::new(),
                };
                let near = suggestion(&name.text, known.into_iter());
                return fault(
                    &name.span,
                    Fault::UnknownMemberOf { found: value.describe(), name: name.text.to_string(), near },
                );
            };
            self.subscripted(member, &name.text, subscripts, scope, span)
        })
    }
}
