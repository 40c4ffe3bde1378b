//! Classes with a text to instances.

use std::cell::RefCell;
use std::rc::Rc;

use fmu_core::model_file::Access;

use super::bases::{Declaration, Gathered};
use super::budget::{NAME, elements};
use super::context::{Context, Outcome, fault};
use super::instance::{Instance, Parameter, Symbol, Symbols, Variable, What};
use super::modifiers::{self, Bound, Modifier, Scope, Step};
use super::records::{OfRecord, inherited, of_record};
use super::standard::Connector;
use super::store::ClassRef;
use super::syntax::{Component, Element, Prefixes, Subscript};
use super::types::{Meaning, Type};
use super::value::Value;

/// Composites in each other.
const DEPTH_LIMIT: usize = 64;
/// Components of a model.
const COUNT_LIMIT: usize = 10_000;

impl Context<'_> {
    /// The instance of `entry` called `prefix`, with these modifiers.
    pub(super) fn instantiate(
        &self,
        entry: &ClassRef,
        prefix: String,
        parent: Option<usize>,
        modifiers: Vec<Modifier>,
        of_record: Option<OfRecord>,
    ) -> Outcome<usize> {
        let span = entry.class.as_ref().map_or(0..0, |class| class.name.span.clone());
        let around = std::iter::successors(parent, |index| self.instance(*index).and_then(|i| i.parent));
        let (mut count, mut is_recursive) = (0, false);
        for index in around {
            count += 1;
            let classes = self.instance(index).map(|instance| instance.classes.clone()).unwrap_or_default();
            is_recursive |= classes.first().is_some_and(|class| super::types::is_same(class, entry));
        }
        if is_recursive || count >= DEPTH_LIMIT {
            let why = if is_recursive { "contains itself" } else { "nests deeper than 64 levels" };
            return fault(&span, format!("`{}` {why}", entry.name));
        }
        let index = self.instances.borrow().len();
        self.store.budget.hold(std::mem::size_of::<Instance>() + prefix.len())?;
        let mut gathered = Gathered::default();
        // Scopes of extends clauses refer to the instance, so it has to have its number first.
        self.instances.borrow_mut().push(Rc::new(Instance {
            prefix: prefix.clone(),
            parent,
            classes: Vec::new(),
            base: RefCell::default(),
            symbols: RefCell::default(),
            of_record: None,
        }));
        self.gather(entry, Rc::new(modifiers.clone()), Some(index), DEPTH_LIMIT, &mut gathered)?;
        let instance = Rc::new(Instance {
            prefix,
            parent,
            classes: std::mem::take(&mut gathered.classes),
            base: RefCell::new(gathered.base.take()),
            symbols: RefCell::new(Symbols::default()),
            of_record,
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
                binding: None,
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
                binding: None,
            };
            if instance.symbols.borrow().get(&symbol.name).is_some() {
                self.report_twice(&symbol, &instance);
            }
            instance.symbols.borrow_mut().set(symbol);
        }
        let (mut later, mut done) = (Vec::new(), std::collections::HashSet::new());
        for (declaration, declared) in gathered.declarations.iter().zip(types) {
            let Some((symbol, declared)) = declared else { continue };
            let name = symbol.name.clone();
            // Of two with one name, which has been reported, the first is what others mean.
            if !done.insert(name.clone()) {
                continue;
            }
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
        self.store.budget.at(&component.name.span);
        self.store.budget.work(NAME)?;
        self.store.budget.names(declaration.outside.len())?;
        self.store.budget.hold(std::mem::size_of::<Symbol>())?;
        let scope = Scope { instance: Some(index), class: declaration.class.clone(), locals: Rc::default() };
        let outside = declaration.outside.iter().find(|modifier| modifier.name == component.name.text).cloned();
        let redeclared = outside.as_ref().and_then(|modifier| modifier.redeclare.clone());
        let mut own = modifiers::collect(self.store, &component.modifiers, &scope);
        let mut redeclared_value = None;
        let declared = match &redeclared {
            Some((element, written)) => match &**element {
                Element::Component(new) => {
                    if !component.prefixes.replaceable {
                        let message = format!("`{}` is not replaceable", component.name.text);
                        return fault(&new.name.span, message);
                    }
                    let new_own = modifiers::collect(self.store, &new.modifiers, written);
                    // What the constraining clause says holds for all that take the place.
                    let of_original = if component.constraint.is_some() { Vec::new() } else { own };
                    own = modifiers::merge(self.store, new_own, of_original);
                    self.check_redeclared_component(component, new, &scope, written);
                    redeclared_value = new.value.as_ref().map(|expression| Bound {
                        expression: expression.clone(),
                        scope: written.clone(),
                        at: Vec::new(),
                    });
                    self.type_of(&new.class, written, &[])?
                }
                _ => return fault(&component.name.span, format!("`{}` is no class", component.name.text)),
            },
            None => self.type_of(&component.class, &scope, &declaration.outside)?,
        };
        if let Some(constraint) = &component.constraint {
            own = modifiers::merge(self.store, own, modifiers::collect(self.store, &constraint.modifiers, &scope));
        }
        let inner = outside.as_ref().map(|modifier| modifier.inner.clone()).unwrap_or_default();
        let mut merged = modifiers::merge(self.store, inner, own);
        merged.iter_mut().for_each(|modifier| modifier.of_component = true);
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
        let is_record = matches!(&declared.meaning, Meaning::Composite(entry) if entry.is_record());
        // A record of another class has the values of its class.
        let default = if is_record && redeclared.is_some() { redeclared_value } else { redeclared_value.or(default) };
        let of_record = self.instance(index).and_then(|instance| instance.of_record.clone());
        let of_whole = of_record.as_ref().and_then(|record| record.value.clone()).map(|mut whole| {
            whole.at.push(Step::Member(component.name.text.clone()));
            whole
        });
        let is_final = component.prefixes.is_final
            || outside.is_some_and(|modifier| modifier.is_final)
            || of_record.as_ref().is_some_and(|record| record.is_final);
        let value = set_outside.or(of_whole).or(default);
        let is_signal = matches!(&declared.meaning, Meaning::Connector(kind) if *kind != Connector::Physical);
        if of_record.is_some() && !is_record && !matches!(declared.meaning, Meaning::Value(..)) {
            return fault(&component.class.span, "a record holds values, no components and no connectors");
        }
        let is_bound = is_signal || is_record;
        let binding = if is_bound { value.clone() } else { None };
        let prefixes = inherited(&component.prefixes, of_record.as_ref());
        let what = self.what(component, &prefixes, &declared, value.filter(|_| !is_bound), is_final)?;
        let symbol = Symbol {
            name: component.name.text.clone(),
            span: component.name.span.clone(),
            declaration: Some((declaration.element.clone(), declaration.class.clone())),
            dimensions: None,
            modifiers: merged,
            what,
            binding,
        };
        Ok((symbol, declared))
    }

    fn what(
        &self,
        component: &Component,
        prefixes: &Prefixes,
        declared: &Type,
        value: Option<Bound>,
        is_final: bool,
    ) -> Outcome<What> {
        if prefixes.outer && !prefixes.inner {
            return Ok(What::Outer);
        }
        if prefixes.flow {
            return fault(&component.name.span, "`flow` and `stream` belong into connectors, which are not read yet");
        }
        if let (Some(condition), Meaning::Value(..)) = (&component.condition, &declared.meaning) {
            let message =
                "conditions of parameters and variables are not read: `if` belongs to components and connectors";
            return fault(&condition.span, message);
        }
        match &declared.meaning {
            Meaning::Value(kind, unit) if prefixes.parameter || prefixes.constant => Ok(What::Parameter(Parameter {
                kind: kind.clone(),
                constant: prefixes.constant,
                access: Access { is_final, is_protected: prefixes.protected },
                unit: unit.clone(),
                value,
            })),
            Meaning::Value(kind, unit) => Ok(What::Variable(Variable {
                kind: kind.clone(),
                input: prefixes.input,
                output: prefixes.output,
                protected: prefixes.protected,
                unit: unit.clone(),
                value,
            })),
            Meaning::Library(_) | Meaning::Composite(_) | Meaning::Connector(_) | Meaning::Bus | Meaning::Picture => {
                if let Some(value) = value {
                    let name = &component.name.text;
                    let message = match declared.meaning {
                        Meaning::Connector(_) => {
                            format!("`{name}` is a connector of flows: connect it, it has no value")
                        }
                        _ => format!("`{name}` is a component: it cannot be set to a value"),
                    };
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
        let mut dimensions = match (&symbol.binding, component.subscripts.as_slice()) {
            // An array of records has as many as its value.
            (Some(value), [Subscript::All]) => match self.bound(value, true)?.dimensions().first() {
                Some(size) => vec![*size],
                None => return fault(&value.expression.span, format!("`{name}` is an array, and this is none")),
            },
            _ => self.sizes(&component.subscripts, &scope)?,
        };
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
            binding: symbol.binding.clone(),
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
        let count = elements(dimensions);
        self.count.set(self.count.get().saturating_add(count));
        if self.count.get() > COUNT_LIMIT {
            return fault(&symbol.span, format!("the model has more than {COUNT_LIMIT} components"));
        }
        match &declared.meaning {
            Meaning::Library(class) => Ok(What::Library(class)),
            Meaning::Connector(connector) => Ok(What::Connector(*connector)),
            Meaning::Value(..) => Ok(What::Refused),
            Meaning::Bus => Ok(What::Bus),
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
                    self.store.budget.work(NAME.saturating_mul(symbol.modifiers.len()))?;
                    let (modifiers, name) = match dimensions {
                        [] => (symbol.modifiers.clone(), symbol.name.to_string()),
                        _ => (
                            modifiers::at_index(&symbol.modifiers, element, count),
                            format!("{}[{}]", symbol.name, element + 1),
                        ),
                    };
                    let prefix = format!("{}{name}.", instance.prefix);
                    let of_record = entry.is_record().then(|| of_record(symbol, instance, dimensions, element));
                    instances.push(self.instantiate(entry, prefix, Some(index), modifiers, of_record)?);
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
