//! References: which components, parameters and connectors a dotted name with subscripts stands for.

use std::rc::Rc;

use fmu_core::digits::counted;
use fmu_core::library::Class as LibraryClass;

use super::budget::{ELEMENT, NAME, elements};
use super::context::{Context, Outcome, fault};
use super::instance::{Symbol, What};
use super::modifiers::Scope;
use super::syntax::{Ident, Reference, Subscript};
use super::value::shown;

/// One thing that a reference stands for.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Its name in the netlist, `left.slide[2]`.
    pub(super) name: String,
    pub(super) instance: usize,
    pub(super) what: Thing,
    /// What follows in the reference: parameters, variables and connectors of a library component.
    pub(super) rest: Vec<(Ident, Vec<Subscript>)>,
    /// Subscripts of a parameter, a variable or a connector.
    pub(super) subscripts: Vec<Subscript>,
}

/// What it is.
#[derive(Clone, Debug)]
pub(super) enum Thing {
    Symbol(Rc<Symbol>),
    /// A component of the library.
    Library(&'static LibraryClass, Option<Rc<Symbol>>),
    /// An instance of a class with a text, itself, by its number.
    Composite(usize),
    /// An expandable connector, or a member of one.
    Bus,
    /// A component whose condition is false.
    Absent,
}

impl Context<'_> {
    /// What `reference` stands for in `scope`, all elements where it names arrays of components. None where its first name is no
    /// component.
    pub(super) fn places(&self, reference: &Reference, scope: &Scope) -> Outcome<Option<Vec<Place>>> {
        let Some(instance) = scope.instance else { return Ok(None) };
        let Some((first, _)) = reference.parts.first() else { return Ok(None) };
        let Some(found) = self.instance(instance) else { return Ok(None) };
        let is_of_base = found.base.borrow().as_ref().is_some_and(|(class, ..)| has_member(class, &first.text));
        if found.symbols.borrow().get(&first.text).is_none() && !is_of_base {
            return Ok(None);
        }
        let mut places = Vec::new();
        self.walk(instance, &reference.parts, scope, &mut places)?;
        Ok(Some(places))
    }

    fn walk(
        &self,
        instance: usize,
        parts: &[(Ident, Vec<Subscript>)],
        scope: &Scope,
        places: &mut Vec<Place>,
    ) -> Outcome<()> {
        let Some(((name, subscripts), rest)) = parts.split_first() else { return Ok(()) };
        let Some(holder) = self.instance(instance) else { return Ok(()) };
        let Some((owner, symbol)) = self.symbol(instance, &name.text) else {
            return self.in_base(instance, parts, places);
        };
        let holder = self.instance(owner).unwrap_or(holder);
        let full = format!("{}{}", holder.prefix, name.text);
        let place = |name: String, what, rest: &[_], subscripts: &[_]| Place {
            name,
            instance: owner,
            what,
            rest: rest.to_vec(),
            subscripts: subscripts.to_vec(),
        };
        match &symbol.what {
            What::Absent => places.push(place(full, Thing::Absent, &[], &[])),
            What::Parameter(_) | What::Variable(_) | What::Connector(_) | What::Refused | What::Outer => {
                places.push(place(full, Thing::Symbol(symbol.clone()), rest, subscripts));
            }
            What::Bus => {
                for index in self.selected(&symbol, name, subscripts, scope)? {
                    places.push(place(indexed(&full, &index), Thing::Bus, rest, &[]));
                }
            }
            What::Library(class) => {
                for index in self.selected(&symbol, name, subscripts, scope)? {
                    let what = Thing::Library(class, Some(symbol.clone()));
                    places.push(place(indexed(&full, &index), what, rest, &[]));
                }
            }
            What::Composite(instances) => {
                let dimensions = symbol.dimensions.clone().unwrap_or_default();
                for index in self.selected(&symbol, name, subscripts, scope)? {
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

    /// A name that the library class has which the instance's class extends.
    fn in_base(&self, instance: usize, parts: &[(Ident, Vec<Subscript>)], places: &mut Vec<Place>) -> Outcome<()> {
        let Some(holder) = self.instance(instance) else { return Ok(()) };
        let Some((name, _)) = parts.first() else { return Ok(()) };
        let base = holder.base.borrow().as_ref().map(|(class, ..)| *class);
        let own = holder.prefix.strip_suffix('.').unwrap_or("the model");
        match base {
            Some(class) => {
                places.push(Place {
                    name: own.to_owned(),
                    instance,
                    what: Thing::Library(class, None),
                    rest: parts.to_vec(),
                    subscripts: Vec::new(),
                });
                Ok(())
            }
            None => {
                let symbols = holder.symbols.borrow();
                if let Some(symbol) = symbols.get(&name.text).filter(|symbol| matches!(symbol.what, What::Outer)) {
                    drop(symbols);
                    return fault(&symbol.span, self.without_inner(&symbol));
                }
                let known = symbols.all.iter().map(|symbol| &*symbol.name);
                let near = suggestion(&name.text, known);
                fault(&name.span, format!("{own} has no component, parameter or variable `{}`{near}", name.text))
            }
        }
    }

    /// Subscripts from 1 of the elements of an array of components.
    fn selected(
        &self,
        symbol: &Symbol,
        name: &Ident,
        subscripts: &[Subscript],
        scope: &Scope,
    ) -> Outcome<Vec<Vec<usize>>> {
        let dimensions = symbol.dimensions.clone().unwrap_or_default();
        self.expand(&name.text, &name.span, &dimensions, subscripts, scope)
    }

    /// All combinations of subscripts from 1 that `subscripts` select in an array of these dimensions; missing ones select all.
    pub(super) fn expand(
        &self,
        name: &str,
        span: &fmu_core::model_file::Span,
        dimensions: &[usize],
        subscripts: &[Subscript],
        scope: &Scope,
    ) -> Outcome<Vec<Vec<usize>>> {
        if subscripts.len() > dimensions.len() {
            let what = if dimensions.is_empty() {
                "is no array".to_owned()
            } else {
                format!("has the dimensions {}", shown(dimensions))
            };
            return fault(span, format!("`{name}` {what}: it cannot have {} subscript(s)", subscripts.len()));
        }
        let mut all = vec![Vec::new()];
        self.store.budget.work(NAME)?;
        for (position, size) in dimensions.iter().enumerate() {
            let chosen = match subscripts.get(position) {
                None | Some(Subscript::All) => {
                    self.store.budget.room(size.saturating_mul(ELEMENT))?;
                    (1..=*size).collect()
                }
                Some(Subscript::One(expression)) => self.indices(name, expression, *size, scope)?,
            };
            let index = ELEMENT + (position + 1) * std::mem::size_of::<usize>();
            self.store.budget.room(elements(&[all.len(), chosen.len(), index]))?;
            all = all.iter().flat_map(|begun| chosen.iter().map(move |i| [begun.as_slice(), &[*i]].concat())).collect();
        }
        Ok(all)
    }

    /// The subscripts that an expression between brackets means.
    fn indices(
        &self,
        name: &str,
        expression: &Rc<super::syntax::Expression>,
        size: usize,
        scope: &Scope,
    ) -> Outcome<Vec<usize>> {
        let scope = &scope.with(&"end".into(), super::value::Value::Number(size as f64));
        let value = self.known(expression, scope)?;
        let numbers = value.numbers().or_else(|| value.number().map(|x| vec![x]));
        let Some(numbers) = numbers else {
            return fault(&expression.span, format!("a subscript is a whole number, not {}", value.describe()));
        };
        let index = |x: f64| {
            if x.fract() == 0.0 && x >= 1.0 && x <= size as f64 {
                return Ok(x as usize);
            }
            fault(
                &expression.span,
                format!("subscript {x} of `{name}` is out of range: it has {}", counted(size, "element")),
            )
        };
        numbers.into_iter().map(index).collect()
    }
}

/// `name[1,2]`
pub(super) fn indexed(name: &str, index: &[usize]) -> String {
    if index.is_empty() {
        return name.to_owned();
    }
    let index: Vec<String> = index.iter().map(usize::to_string).collect();
    format!("{name}[{}]", index.join(","))
}

/// Whether a class of the library has a connector, parameter, variable or part called `name`.
pub(super) fn has_member(class: &LibraryClass, name: &str) -> bool {
    members(class).any(|member| member == name)
}

/// Names of what a class of the library has.
pub(super) fn members(class: &LibraryClass) -> impl Iterator<Item = &'static str> {
    let connectors = class.connectors.iter().map(|connector| connector.name);
    let parameters = class.parameters.iter().map(|parameter| parameter.name);
    let variables = class.variables.iter().map(|variable| variable.name);
    let parts: &[fmu_core::library::Part] = match &class.body {
        fmu_core::library::Body::Netlist(netlist) => netlist.parts,
        fmu_core::library::Body::Element(_) => &[],
    };
    let parts = parts.iter().map(|part| part.name).chain(class.inner_parts.iter().copied());
    connectors.chain(parameters).chain(variables).chain(parts)
}

/// `: did you mean ...?`, where something is near.
pub(super) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = fmu_core::model_file::nearest(name, known.iter().copied());
    near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default()
}

/// Of a name that a class does not have.
pub(super) fn unknown(class: &LibraryClass, name: &str, component: &str) -> String {
    let near = suggestion(name, members(class));
    let near = if near.is_empty() && class.parameters.len() < 30 {
        let parameters: Vec<&str> = class.parameters.iter().map(|parameter| parameter.name).collect();
        format!("; its parameters are {}", parameters.join(", "))
    } else {
        near
    };
    format!(
        "`{component}` is a {}, which has no parameter or variable `{name}`{near}",
        fmu_core::library::short_name(class)
    )
}
