//! References: which components, parameters and connectors a dotted name with subscripts stands for.

use std::rc::Rc;

use compiler::model_file::Span;
use library::Class as LibraryClass;
use mechanism::digits::counted;

use crate::budget::{NAME, elements};
use crate::classes::standard::has_member;
use crate::evaluation::Evaluator;
use crate::instances::model::MODEL;
use crate::instances::modifiers::Scope;
use crate::instances::{Symbol, What};
use crate::names::{indexed, suggestion};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Expression, Part, Reference, Subscript};
use crate::values::{ELEMENT, shown};

/// A component or connector that a reference names.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Its name in the netlist, `left.slide[2]`.
    pub(crate) name: String,
    pub(crate) instance: usize,
    pub(crate) what: Thing,
    /// The rest of the reference: parameters, variables and connectors of a library component.
    pub(crate) rest: Vec<Part>,
    /// Subscripts of a parameter, a variable or a connector.
    pub(crate) subscripts: Vec<Subscript>,
}

#[derive(Clone, Debug)]
pub(crate) enum Thing {
    Symbol(Rc<Symbol>),
    /// A component of the library.
    Library(&'static LibraryClass, Option<Rc<Symbol>>),
    /// An instance of a class with a text, by its number.
    Composite(usize),
    /// An expandable connector, or a member of one.
    Bus,
    /// A component whose condition is false.
    Absent,
}

impl Place {
    /// The class and the declaration of a component of the library; a base has no declaration.
    pub(crate) fn library(&self) -> Option<(&'static LibraryClass, Option<&Symbol>)> {
        match &self.what {
            Thing::Library(class, symbol) => Some((class, symbol.as_deref())),
            _ => None,
        }
    }
}

impl Evaluator<'_> {
    /// Resolves `reference` in `scope`: all elements where it names arrays of components. None where its first name is not a
    /// component.
    pub(crate) fn places(&self, reference: &Reference, scope: &Scope) -> Outcome<Option<Vec<Place>>> {
        let Some(instance) = scope.instance else { return Ok(None) };
        let Some((first, _)) = reference.parts.first() else { return Ok(None) };
        let Some(found) = self.model.instance(instance) else { return Ok(None) };
        let is_of_base = found.base.as_ref().is_some_and(|(class, ..)| has_member(class, &first.text));
        if found.symbols.borrow().get(&first.text).is_none() && !is_of_base {
            return Ok(None);
        }
        let mut places = Vec::new();
        self.walk(instance, &reference.parts, scope, &mut places)?;
        Ok(Some(places))
    }

    fn walk(&self, instance: usize, parts: &[Part], scope: &Scope, places: &mut Vec<Place>) -> Outcome<()> {
        let Some(((name, subscripts), rest)) = parts.split_first() else { return Ok(()) };
        let Some(holder) = self.model.instance(instance) else { return Ok(()) };
        let Some((owner, symbol)) = self.symbol(instance, &name.text) else {
            return self.in_base(instance, parts, places);
        };
        let holder = self.model.instance(owner).unwrap_or(holder);
        let full = format!("{}{}", holder.prefix, name.text);
        let place = |name: String, what, rest: &[_], subscripts: &[_]| Place {
            name,
            instance: owner,
            what,
            rest: rest.to_vec(),
            subscripts: subscripts.to_vec(),
        };
        let dimensions = symbol.dimensions.clone().unwrap_or_default();
        let selected = || self.expand(&name.text, &name.span, &dimensions, subscripts, scope);
        match &symbol.what {
            What::Absent => places.push(place(full, Thing::Absent, &[], &[])),
            What::Parameter(_) | What::Variable(_) | What::Connector(_) | What::Refused | What::Outer => {
                places.push(place(full, Thing::Symbol(symbol.clone()), rest, subscripts));
            }
            What::Bus => {
                for index in selected()? {
                    places.push(place(indexed(&full, &index), Thing::Bus, rest, &[]));
                }
            }
            What::Library(class) => {
                for index in selected()? {
                    let what = Thing::Library(class, Some(symbol.clone()));
                    places.push(place(indexed(&full, &index), what, rest, &[]));
                }
            }
            What::Composite(instances) => {
                for index in selected()? {
                    let flat = index.iter().zip(&dimensions).fold(0, |flat, (i, n)| flat * n + (i - 1));
                    let Some(inner) = instances.get(flat).copied() else { continue };
                    if rest.is_empty() {
                        places.push(place(indexed(&full, &index), Thing::Composite(inner), &[], &[]));
                    } else {
                        self.walk(inner, rest, scope, places)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A name of the library class that the instance's class extends.
    fn in_base(&self, instance: usize, parts: &[Part], places: &mut Vec<Place>) -> Outcome<()> {
        let Some(holder) = self.model.instance(instance) else { return Ok(()) };
        let Some((name, _)) = parts.first() else { return Ok(()) };
        let own = holder.prefix.strip_suffix('.').unwrap_or("the model");
        if let Some((class, ..)) = &holder.base {
            let (name, what, rest) = (own.to_owned(), Thing::Library(class, None), parts.to_vec());
            places.push(Place { name, instance, what, rest, subscripts: Vec::new() });
            return Ok(());
        }
        let symbols = holder.symbols.borrow().all.clone();
        let is_it = |symbol: &&Rc<Symbol>| symbol.name == name.text && matches!(symbol.what, What::Outer);
        if let Some(symbol) = symbols.iter().find(is_it) {
            return fault(&symbol.span, self.without_inner(symbol));
        }
        let near = suggestion(&name.text, symbols.iter().map(|symbol| &*symbol.name));
        let (whole, part) = (own.to_owned(), "component, parameter or variable");
        fault(&name.span, Fault::NoSuchPart { whole, part, name: name.text.to_string(), near })
    }

    /// All combinations of subscripts from 1 that `subscripts` select in an array of these dimensions; missing ones select all.
    pub(crate) fn expand(
        &self,
        name: &str,
        span: &Span,
        dimensions: &[usize],
        subscripts: &[Subscript],
        scope: &Scope,
    ) -> Outcome<Vec<Vec<usize>>> {
        if subscripts.len() > dimensions.len() {
            let what = if dimensions.is_empty() {
                "is not an array".to_owned()
            } else {
                format!("has the dimensions {}", shown(dimensions))
            };
            let (name, subscripts) = (name.to_owned(), subscripts.len());
            return fault(span, Fault::TooManySubscripts { name, what, subscripts });
        }
        let mut all = vec![Vec::new()];
        self.budget.work(NAME)?;
        for (position, size) in dimensions.iter().enumerate() {
            let chosen = match subscripts.get(position) {
                None | Some(Subscript::All) => {
                    self.budget.room(size.saturating_mul(ELEMENT))?;
                    (1..=*size).collect()
                }
                Some(Subscript::One(expression)) => self.indices(name, expression, *size, scope)?,
            };
            let index = ELEMENT + (position + 1) * std::mem::size_of::<usize>();
            self.budget.room(elements(&[all.len(), chosen.len(), index]))?;
            all = all.iter().flat_map(|begun| chosen.iter().map(move |i| [begun.as_slice(), &[*i]].concat())).collect();
        }
        Ok(all)
    }

    /// Subscripts selected by an expression between brackets.
    fn indices(&self, name: &str, expression: &Rc<Expression>, size: usize, scope: &Scope) -> Outcome<Vec<usize>> {
        let scope = &scope.with(&"end".into(), crate::values::Value::Number(size as f64));
        let value = self.known(expression, scope)?;
        let numbers = value.numbers().or_else(|| value.number().map(|x| vec![x]));
        let Some(numbers) = numbers else {
            return fault(&expression.span, Fault::WrongSubscript { found: value.describe() });
        };
        let index = |x: f64| {
            if x.fract() == 0.0 && x >= 1.0 && x <= size as f64 {
                return Ok(x as usize);
            }
            let (x, name, size) = (x.to_string(), name.to_owned(), counted(size, "element"));
            fault(&expression.span, Fault::OutOfRange { x, name, size })
        };
        numbers.into_iter().map(index).collect()
    }

    /// Name of a bus or of its member.
    pub(crate) fn bus_path(&self, place: &Place, scope: &Scope) -> Outcome<String> {
        let mut name = place.name.clone();
        for (member, subscripts) in &place.rest {
            name = format!("{name}.{}", member.text);
            if subscripts.is_empty() {
                continue;
            }
            let sizes = vec![10_000; subscripts.len()];
            let chosen = self.expand(&name, &member.span, &sizes, subscripts, scope)?;
            let [index] = chosen.as_slice() else {
                return fault(&member.span, Fault::SubscriptsOfBus { name: name.to_string() });
            };
            name = indexed(&name, index);
        }
        Ok(name)
    }

    /// Error for an outer component without an inner one.
    pub(crate) fn without_inner(&self, outer: &Symbol) -> Fault {
        let name = &outer.name;
        let own = self.model.instance(MODEL).and_then(|model| model.symbols.borrow().get(name));
        match own.filter(|own| !matches!(own.what, What::Outer)) {
            Some(own) => {
                let place = self.classes.sources.borrow().place(&own.span);
                Fault::NotInner { name: name.to_string(), place: place.to_string() }
            }
            None => {
                let class = outer.component().map(|component| component.class.to_string()).unwrap_or_default();
                Fault::NoInner { name: name.to_string(), class }
            }
        }
    }
}
