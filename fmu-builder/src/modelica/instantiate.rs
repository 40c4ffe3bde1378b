//! Classes with a text to instances.

use std::cell::RefCell;
use std::rc::Rc;

use fmu_core::library;

use super::context::{Context, Outcome, fault};
use super::instance::{Instance, Parameter, Symbol, Symbols, Variable, What};
use super::modifiers::{self, Bound, Modifier, Scope};
use super::standard;
use super::store::{ClassRef, Found};
use super::syntax::{Body, Component, Element, Extends};
use super::types::{Meaning, Type};
use super::value::Value;

/// Composites in each other.
const DEPTH_LIMIT: usize = 64;
/// Components of a model.
const COUNT_LIMIT: usize = 10_000;

/// A component's declaration on its way into an instance.
struct Declaration {
    element: Rc<Element>,
    class: ClassRef,
    /// Modifiers from outside of the class, for all of its names.
    outside: Rc<Vec<Modifier>>,
}

/// What the bases of a class bring.
#[derive(Default)]
struct Gathered {
    declarations: Vec<Declaration>,
    classes: Vec<ClassRef>,
    connectors: Vec<(&'static str, standard::Connector, fmu_core::model_file::Span)>,
    base: Option<(&'static library::Class, Vec<Modifier>, fmu_core::model_file::Span)>,
    /// Names that modifiers may have although nothing is declared so: replaceable classes.
    classes_in: Vec<Rc<str>>,
}

impl Context<'_> {
    /// The instance of `entry` called `prefix`, with these modifiers.
    pub(super) fn instantiate(
        &self,
        entry: &ClassRef,
        prefix: String,
        parent: Option<usize>,
        modifiers: Vec<Modifier>,
    ) -> Outcome<usize> {
        let span = entry.class.as_ref().map_or(0..0, |class| class.name.span.clone());
        let around = std::iter::successors(parent, |index| self.instance(*index).and_then(|i| i.parent));
        let (mut count, mut is_circle) = (0, false);
        for index in around {
            count += 1;
            let classes = self.instance(index).map(|instance| instance.classes.clone()).unwrap_or_default();
            is_circle |= classes.first().is_some_and(|class| super::types::is_same(class, entry));
        }
        if is_circle || count >= DEPTH_LIMIT {
            let why = if is_circle { "contains itself" } else { "nests deeper than 64 levels" };
            return fault(&span, format!("`{}` {why}", entry.name));
        }
        let index = self.instances.borrow().len();
        let mut gathered = Gathered::default();
        // Scopes of extends clauses refer to the instance, so it has to have its number first.
        self.instances.borrow_mut().push(Rc::new(Instance {
            prefix: prefix.clone(),
            parent,
            classes: Vec::new(),
            base: RefCell::default(),
            symbols: RefCell::default(),
        }));
        self.gather(entry, Rc::new(modifiers.clone()), index, DEPTH_LIMIT, &mut gathered)?;
        let instance = Rc::new(Instance {
            prefix,
            parent,
            classes: std::mem::take(&mut gathered.classes),
            base: RefCell::new(gathered.base.take()),
            symbols: RefCell::new(Symbols::default()),
        });
        self.instances.borrow_mut()[index] = instance.clone();
        for (name, connector, span) in &gathered.connectors {
            instance.symbols.borrow_mut().set(Symbol {
                name: (*name).into(),
                span: span.clone(),
                declaration: None,
                dimensions: Some(Vec::new()),
                modifiers: Vec::new(),
                what: What::Connector(*connector),
            });
        }
        self.report_unknown(&modifiers, &gathered, &instance, entry);
        let types: Vec<Option<(Symbol, Type)>> =
            gathered.declarations.iter().map(|declaration| self.declare(declaration, index)).collect();
        for declaration in &gathered.declarations {
            // What cannot be read is known by name, so that its uses are not reported, too.
            let Element::Component(component) = &*declaration.element else { continue };
            let symbol = Symbol {
                name: component.name.text.clone(),
                span: component.name.span.clone(),
                declaration: Some((declaration.element.clone(), declaration.class.clone())),
                dimensions: None,
                modifiers: Vec::new(),
                what: What::Refused,
            };
            if instance.symbols.borrow().get(&symbol.name).is_some() {
                self.report_twice(&symbol, &instance);
            }
            instance.symbols.borrow_mut().set(symbol);
        }
        let mut later = Vec::new();
        for (declaration, declared) in gathered.declarations.iter().zip(types) {
            let Some((symbol, declared)) = declared else { continue };
            let name = symbol.name.clone();
            if matches!(symbol.what, What::Refused) {
                later.push((name.clone(), declaration, declared));
            }
            instance.symbols.borrow_mut().set(symbol);
        }
        for (name, declaration, declared) in later {
            if let Err(problem) = self.component(&name, declaration, declared, index) {
                self.report(problem);
            }
        }
        Ok(index)
    }

    fn report_twice(&self, symbol: &Symbol, instance: &Instance) {
        let first = instance.symbols.borrow().get(&symbol.name).map(|known| known.span.clone()).unwrap_or_default();
        let place = self.store.sources.borrow().place(&first);
        self.store.report(&symbol.span, format!("`{}` is declared twice: first at {place}", symbol.name));
    }

    /// Modifiers of names that the class does not have.
    fn report_unknown(&self, modifiers: &[Modifier], gathered: &Gathered, instance: &Instance, entry: &ClassRef) {
        let base = instance.base.borrow();
        let of_base: Vec<&str> = base.iter().flat_map(|(class, ..)| super::places::members(class)).collect();
        let declared: Vec<Rc<str>> = gathered
            .declarations
            .iter()
            .filter_map(|declaration| match &*declaration.element {
                Element::Component(component) => Some(component.name.text.clone()),
                _ => None,
            })
            .chain(gathered.classes_in.iter().cloned())
            .chain(gathered.connectors.iter().map(|(name, ..)| (*name).into()))
            .collect();
        for modifier in modifiers {
            let known = || declared.iter().map(|name| &**name).chain(of_base.iter().copied());
            let graphic = base.as_ref().is_some_and(|(class, ..)| library::is_graphic(class, &modifier.name));
            if !graphic && !known().any(|name| *name == *modifier.name) {
                let near = super::places::suggestion(&modifier.name, known());
                let message = format!("`{}` has no `{}`{near}", entry.name, modifier.name);
                self.store.report(&modifier.name_span, message);
            }
        }
    }

    /// All declarations of a class and its bases, in the order of the text.
    fn gather(
        &self,
        entry: &ClassRef,
        outside: Rc<Vec<Modifier>>,
        index: usize,
        depth: usize,
        gathered: &mut Gathered,
    ) -> Outcome<()> {
        let Some(class) = &entry.class else { return Ok(()) };
        let Some(depth) = depth.checked_sub(1) else {
            return fault(&class.name.span, format!("the bases of `{}` lead to each other", entry.name));
        };
        match &class.body {
            Body::Short(short) => {
                let Some(around) = entry.parent() else { return Ok(()) };
                let written = Scope {
                    instance: self.instance(index).and_then(|instance| instance.parent),
                    class: around.clone(),
                    locals: Rc::default(),
                };
                let own = modifiers::collect(self.store, &short.modifiers, &written);
                let merged = modifiers::merge(self.store, (*outside).clone(), own);
                match self.store.find(&around, &short.base) {
                    Some(found) => self.gather_base(found, &short.base, Rc::new(merged), index, depth, gathered),
                    None => fault(&short.base.span, format!("there is no class `{}`", short.base)),
                }
            }
            Body::Long(long) => {
                gathered.classes.push(entry.clone());
                for element in &long.elements {
                    match &**element {
                        Element::Import(_) => {}
                        Element::Class(inner) => gathered.classes_in.push(inner.class.name.text.clone()),
                        Element::Component(_) => gathered.declarations.push(Declaration {
                            element: element.clone(),
                            class: entry.clone(),
                            outside: outside.clone(),
                        }),
                        Element::Extends(extends) => {
                            self.extend(entry, extends, &outside, index, depth, gathered)?;
                        }
                    }
                }
                if let Some(algorithm) = long.algorithms.first() {
                    self.store.report(
                        &algorithm.span,
                        "algorithms of models are not read: write equations, or use blocks of the library".to_owned(),
                    );
                }
                if let Some(external) = &long.external {
                    self.store.report(external, "external code is not read".to_owned());
                }
                Ok(())
            }
            Body::Enumeration(_) | Body::Other => fault(&class.name.span, format!("`{}` is no model", entry.name)),
        }
    }

    fn extend(
        &self,
        entry: &ClassRef,
        extends: &Extends,
        outside: &Rc<Vec<Modifier>>,
        index: usize,
        depth: usize,
        gathered: &mut Gathered,
    ) -> Outcome<()> {
        let Some(found) = self.store.base(entry, extends, 64) else {
            return fault(&extends.base.span, format!("there is no class `{}` to extend", extends.base));
        };
        let written = Scope { instance: Some(index), class: entry.clone(), locals: Rc::default() };
        let own = modifiers::collect(self.store, &extends.modifiers, &written);
        let merged = modifiers::merge(self.store, (**outside).clone(), own);
        self.gather_base(found, &extends.base, Rc::new(merged), index, depth, gathered)
    }

    fn gather_base(
        &self,
        found: Found,
        name: &super::syntax::Name,
        modifiers: Rc<Vec<Modifier>>,
        index: usize,
        depth: usize,
        gathered: &mut Gathered,
    ) -> Outcome<()> {
        let full = match found {
            Found::Class(base) => return self.gather(&base, modifiers, index, depth, gathered),
            Found::Predefined(predefined) => predefined.to_owned(),
            Found::Standard(full) => full,
        };
        if let Some(connectors) = standard::base_connectors(&full) {
            let placed = connectors.iter().map(|(name_of, kind)| (*name_of, *kind, name.span.clone()));
            gathered.connectors.extend(placed);
            return Ok(());
        }
        let class = library::find_class(&full).filter(|class| class.name == full);
        let is_model = self.instance(index).is_some_and(|instance| instance.prefix.is_empty());
        match class {
            Some(_) if is_model => fault(
                &name.span,
                format!("a model that is itself a `{full}` is not read: declare a component of this class"),
            ),
            Some(_) if gathered.base.is_some() => {
                fault(&name.span, "two components of the library as bases are not read")
            }
            Some(class) => {
                gathered.base = Some((class, (*modifiers).clone(), name.span.clone()));
                Ok(())
            }
            None => {
                fault(&name.span, format!("the base class `{full}` is not known: neither its text nor what it brings"))
            }
        }
    }

    /// The symbol of a declaration. Components of the library and composites wait until all parameters are known: until then they
    /// are [`What::Refused`].
    fn declare(&self, declaration: &Declaration, index: usize) -> Option<(Symbol, Type)> {
        let Element::Component(component) = &*declaration.element else { return None };
        match self.declare_component(declaration, component, index) {
            Ok(declared) => Some(declared),
            Err(problem) => {
                self.report(problem);
                None
            }
        }
    }

    fn declare_component(
        &self,
        declaration: &Declaration,
        component: &Component,
        index: usize,
    ) -> Outcome<(Symbol, Type)> {
        let scope = Scope { instance: Some(index), class: declaration.class.clone(), locals: Rc::default() };
        let outside = declaration.outside.iter().find(|modifier| modifier.name == component.name.text).cloned();
        let redeclared = outside.as_ref().and_then(|modifier| modifier.redeclare.clone());
        let mut own = modifiers::collect(self.store, &component.modifiers, &scope);
        let (declared, written) = match &redeclared {
            Some((element, written)) => match &**element {
                Element::Component(new) => {
                    if !component.prefixes.replaceable {
                        let message = format!("`{}` is not replaceable", component.name.text);
                        return fault(&new.name.span, message);
                    }
                    let new_own = modifiers::collect(self.store, &new.modifiers, written);
                    own = modifiers::merge(self.store, new_own, own);
                    (self.type_of(&new.class, written, &[])?, written.clone())
                }
                _ => return fault(&component.name.span, format!("`{}` is no class", component.name.text)),
            },
            None => (self.type_of(&component.class, &scope, &declaration.outside)?, scope.clone()),
        };
        let _ = written;
        let inner = outside.as_ref().map(|modifier| modifier.inner.clone()).unwrap_or_default();
        let merged = modifiers::merge(self.store, inner, own);
        let merged = modifiers::merge(self.store, merged, declared.modifiers.clone());
        let set_outside = outside.as_ref().and_then(|modifier| modifier.value.clone());
        if let Some(modifier) = outside.as_ref().filter(|m| m.value.is_some() && component.prefixes.is_final) {
            let place = self.store.sources.borrow().place(&component.name.span);
            let message = format!("`{}` is final at {place}: it cannot be changed", component.name.text);
            return fault(&modifier.span, message);
        }
        let default = component.value.as_ref().map(|expression| Bound {
            expression: expression.clone(),
            scope: scope.clone(),
            at: Vec::new(),
        });
        let is_final = component.prefixes.is_final || outside.is_some_and(|modifier| modifier.is_final);
        let what = self.what(component, &declared, set_outside.or(default), is_final)?;
        let symbol = Symbol {
            name: component.name.text.clone(),
            span: component.name.span.clone(),
            declaration: Some((declaration.element.clone(), declaration.class.clone())),
            dimensions: None,
            modifiers: merged,
            what,
        };
        Ok((symbol, declared))
    }

    fn what(&self, component: &Component, declared: &Type, value: Option<Bound>, is_final: bool) -> Outcome<What> {
        let prefixes = &component.prefixes;
        if prefixes.outer && !prefixes.inner {
            return Ok(What::Outer);
        }
        if prefixes.flow {
            return fault(&component.name.span, "`flow` and `stream` belong into connectors, which are not read yet");
        }
        match &declared.meaning {
            Meaning::Value(kind, unit) if prefixes.parameter || prefixes.constant => Ok(What::Parameter(Parameter {
                kind: kind.clone(),
                constant: prefixes.constant,
                is_final,
                unit: unit.clone(),
                value,
            })),
            Meaning::Value(..) => Ok(What::Variable(Variable {
                input: prefixes.input,
                output: prefixes.output,
                protected: prefixes.protected,
                value,
            })),
            Meaning::Library(_) | Meaning::Composite(_) | Meaning::Connector(_) | Meaning::Picture => {
                if let Some(value) = value {
                    let message = format!("`{}` is a component: it cannot be set to a value", component.name.text);
                    return fault(&value.expression.span, message);
                }
                Ok(What::Refused)
            }
        }
    }

    /// Puts the component called `name` in its place, now that parameters can be evaluated.
    fn component(&self, name: &Rc<str>, declaration: &Declaration, declared: Type, index: usize) -> Outcome<()> {
        let Element::Component(component) = &*declaration.element else { return Ok(()) };
        let Some(instance) = self.instance(index) else { return Ok(()) };
        let Some(symbol) = instance.symbols.borrow().get(name) else { return Ok(()) };
        let scope = Scope { instance: Some(index), class: declaration.class.clone(), locals: Rc::default() };
        let mut dimensions = self.sizes(&component.subscripts, &scope)?;
        dimensions.extend(declared.dimensions.iter().copied());
        let what = if self.is_there(component, &scope)? {
            self.made(&symbol, &declared, &dimensions, &instance, index)?
        } else {
            What::Absent
        };
        instance.symbols.borrow_mut().set(Symbol {
            name: symbol.name.clone(),
            span: symbol.span.clone(),
            declaration: symbol.declaration.clone(),
            dimensions: Some(dimensions),
            modifiers: symbol.modifiers.clone(),
            what,
        });
        Ok(())
    }

    fn is_there(&self, component: &Component, scope: &Scope) -> Outcome<bool> {
        let Some(condition) = &component.condition else { return Ok(true) };
        match self.known(condition, scope)? {
            Value::Boolean(holds) => Ok(holds),
            other => fault(&condition.span, format!("a condition is true or false, not {}", other.describe())),
        }
    }

    fn made(
        &self,
        symbol: &Symbol,
        declared: &Type,
        dimensions: &[usize],
        instance: &Instance,
        index: usize,
    ) -> Outcome<What> {
        let count: usize = dimensions.iter().product();
        self.count.set(self.count.get() + count);
        if self.count.get() > COUNT_LIMIT {
            return fault(&symbol.span, format!("the model has more than {COUNT_LIMIT} components"));
        }
        match &declared.meaning {
            Meaning::Library(class) => Ok(What::Library(class)),
            Meaning::Connector(connector) => Ok(What::Connector(*connector)),
            Meaning::Value(..) => Ok(What::Refused),
            Meaning::Picture => {
                let message =
                    format!("visualizer `{}{}` is left out: its class is not known", instance.prefix, symbol.name);
                self.note(&symbol.span, &message);
                Ok(What::Absent)
            }
            Meaning::Composite(entry) => {
                if dimensions.len() > 1 {
                    return fault(&symbol.span, "arrays of composites in more than one dimension are not read");
                }
                let mut instances = Vec::with_capacity(count);
                for element in 0..count {
                    let (modifiers, name) = match dimensions {
                        [] => (symbol.modifiers.clone(), symbol.name.to_string()),
                        _ => (
                            modifiers::at_index(&symbol.modifiers, element, count),
                            format!("{}[{}]", symbol.name, element + 1),
                        ),
                    };
                    let prefix = format!("{}{name}.", instance.prefix);
                    instances.push(self.instantiate(entry, prefix, Some(index), modifiers)?);
                }
                Ok(What::Composite(instances))
            }
        }
    }

    /// Dimensions of a symbol: as declared, or for `:` those of its value.
    pub(super) fn dimensions(&self, symbol: &Symbol, scope: &Scope) -> Option<Vec<usize>> {
        if let Some(dimensions) = &symbol.dimensions {
            return Some(dimensions.clone());
        }
        let component = symbol.component()?;
        let mut dimensions = self.sizes(&component.subscripts, scope).ok()?;
        let declared = self.type_of(&component.class, scope, &[]).ok()?;
        dimensions.extend(declared.dimensions);
        Some(dimensions)
    }
}
