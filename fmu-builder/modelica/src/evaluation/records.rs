//! Records (Modelica specification 3.6, sections 4.7 and 12.6): an instance with values for members, or a value that a constructor makes.

use std::rc::Rc;

use compiler::model_file::Span;

use crate::budget::{CHAIN_LIMIT, NAME, deeper};
use crate::classes::ClassRef;
use crate::evaluation::own_functions::{Given, givens};
use crate::evaluation::places::{Place, Thing};
use crate::evaluation::types::Meaning;
use crate::evaluation::{At, Evaluator};
use crate::instances::What;
use crate::instances::bases::{Declaration, Gathered};
use crate::instances::modifiers::{self, Bound, Modifier, Scope};
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Part;
use crate::values::variable::Variable;
use crate::values::{Record, Value};

impl Evaluator<'_> {
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

    /// The same; members may lack values.
    pub(crate) fn members_of(
        &self,
        entry: &ClassRef,
        given: Vec<Given>,
        modifiers: Vec<Modifier>,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let gathered = Gathered::of(self.classes, entry, Rc::new(modifiers.clone()), None)?;
        let count = gathered.declarations.len();
        self.budget.names(count.saturating_mul(given.len() + modifiers.len()))?;
        let names: Vec<Rc<str>> = gathered.declarations.iter().map(|known| known.component.name.text.clone()).collect();
        let whole = format!("record `{}`", entry.name);
        if let Some(Modifier { name, name_span, .. }) = modifiers.iter().find(|known| !names.contains(&known.name)) {
            let near = suggestion(name, names.iter().map(|name| &**name));
            return fault(name_span, Fault::NoSuchPart { whole, part: "member", name: name.to_string(), near });
        }
        let mut values = givens(given, &names, whole, "member", span)?;
        let in_itself = Fault::RecordInItself { record: entry.name.to_string() };
        deeper(&self.budget.calls, CHAIN_LIMIT, span, in_itself, || {
            let mut members: Vec<(Rc<str>, Value)> = Vec::new();
            for declaration in &gathered.declarations {
                let component = &*declaration.component;
                let (name, prefixes) = (&component.name.text, &component.prefixes);
                let given = values.remove(name);
                if given.is_some() && (prefixes.is_final || prefixes.constant) {
                    return fault(span, Fault::FixedMember { name: name.to_string(), record: entry.name.to_string() });
                }
                self.budget.work(NAME)?;
                self.budget.room(members.iter().map(|(_, member)| member.bytes()).sum())?;
                let (class, locals) = (declaration.class.clone(), Rc::new(members.clone()));
                let scope = Scope { instance: None, class, locals };
                let value = self.member_value(entry, declaration, given, &scope, fold, span)?;
                members.push((name.clone(), value));
            }
            Ok(Value::Record(Record { of: entry.name.clone(), members }))
        })
    }

    fn member_value(
        &self,
        entry: &ClassRef,
        declaration: &Declaration,
        given: Option<Value>,
        scope: &Scope,
        fold: bool,
        span: &Span,
    ) -> Outcome<Value> {
        let component = &*declaration.component;
        let name = &component.name.text;
        let declared = self.type_of(&component.class, scope, &declaration.outside)?;
        let outside = declaration.outside.iter().find(|modifier| modifier.name == *name);
        let mut set = outside.and_then(|modifier| modifier.value.clone());
        if let Some(Bound { scope: of_base, .. }) = set.as_mut().filter(|set| set.scope.instance.is_none()) {
            // Names in modifiers of a base are members, too.
            of_base.locals = scope.locals.clone();
        }
        let value = match (given, set, &component.value, &declared.meaning) {
            (Some(given), ..) => given,
            (None, Some(set), ..) => self.bound(&set, fold)?,
            (None, None, Some(value), _) => self.evaluate(value, scope, fold)?,
            (None, None, None, Meaning::Composite(record)) if component.subscripts.is_empty() => {
                let own = modifiers::collect(self.classes, &component.modifiers, scope);
                let inner = outside.map(|modifier| modifier.inner.clone()).unwrap_or_default();
                let merged = modifiers::merge(self.classes, inner, own);
                let merged = modifiers::merge(self.classes, merged, declared.modifiers.clone());
                self.members_of(record, Vec::new(), merged, fold, span)?
            }
            _ => match self.sizes(&component.subscripts, scope) {
                Ok(sizes) => self.unset(&[sizes, declared.dimensions.clone()].concat())?,
                Err(_) => Value::Unset,
            },
        };
        let kind = match &declared.meaning {
            Meaning::Value(kind, _) => Some(kind.clone()),
            Meaning::Composite(record) if record.is_record() => None,
            _ => {
                return fault(&component.class.span, Fault::ComponentInRecord { record: entry.name.to_string() });
            }
        };
        let dimensions = Some(self.open_sizes(&component.subscripts, &declared, scope)?);
        let variable = Variable { name: component.name.text.clone(), kind, dimensions, is_input: false };
        variable.check_in(&value, &|| format!("of record `{}`", entry.name), span)?;
        Ok(value)
    }

    /// The value of an instance of a record.
    pub(crate) fn record_value(&self, index: usize, at: At<'_>, span: &Span) -> Outcome<Value> {
        let Some(instance) = self.model.instance(index) else { return Ok(Value::Unset) };
        let symbols = instance.symbols.borrow().all.clone();
        let member = |symbol: &Rc<crate::instances::Symbol>| {
            let name = format!("{}{}", instance.prefix, symbol.name);
            if let What::Composite(inner) = &symbol.what {
                let is_one = symbol.dimensions.as_ref().is_none_or(Vec::is_empty);
                let value = |index: &usize| self.record_value(*index, at, span);
                let value = match inner.as_slice() {
                    [one] if is_one => value(one)?,
                    _ => inner.iter().map(value).collect::<Outcome<_>>()?,
                };
                return Ok((symbol.name.clone(), value));
            }
            let what = Thing::Symbol(symbol.clone());
            let place = Place { name, instance: index, what, rest: Vec::new(), subscripts: Vec::new() };
            Ok((symbol.name.clone(), self.place(&place, at, span)?))
        };
        let members = symbols.iter().map(member).collect::<Outcome<_>>()?;
        let of = instance.classes.first().map(|class| class.name.clone()).unwrap_or_default();
        Ok(Value::Record(Record { of, members }))
    }

    /// Follows `members` with their subscripts into a value.
    pub(crate) fn members(&self, value: Value, members: &[Part], scope: &Scope, span: &Span) -> Outcome<Value> {
        members.iter().try_fold(value, |value, (name, subscripts)| {
            let Some(member) = value.member(&name.text) else {
                let known = match &value {
                    Value::Record(record) => record.members.iter().map(|(known, _)| &**known).collect(),
                    _ => Vec::new(),
                };
                let near = suggestion(&name.text, known.into_iter());
                let (whole, member) = (value.describe(), name.text.to_string());
                return fault(&name.span, Fault::NoSuchPart { whole, part: "member", name: member, near });
            };
            self.subscripted(member, &name.text, subscripts, scope, span)
        })
    }
}
