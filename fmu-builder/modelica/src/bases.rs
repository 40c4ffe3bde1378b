//! The declarations of a class and of what it extends.

use std::rc::Rc;

use fmu_core::library;

use super::budget::NAME;
use super::context::{Context, Outcome, fault};
use super::instance::{Instance, Symbol};
use super::modifiers::{self, Modifier, Scope};
use super::places;
use super::standard;
use super::store::{ClassRef, Found};
use super::syntax::{Body, ClassElement, ClassKind, Constraint, Element, Extends, Ident, Imported, Long, Name};

/// A component's declaration on its way into an instance.
pub(super) struct Declaration {
    pub(super) element: Rc<Element>,
    pub(super) class: ClassRef,
    /// Modifiers from outside of the class, for all of its names.
    pub(super) outside: Rc<Vec<Modifier>>,
}

/// What the bases of a class bring.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) declarations: Vec<Declaration>,
    pub(super) classes: Vec<ClassRef>,
    pub(super) connectors: Vec<(&'static str, standard::Connector, fmu_core::model_file::Span)>,
    pub(super) base: Option<(&'static library::Class, Vec<Modifier>, fmu_core::model_file::Span)>,
    /// Names that modifiers may have although nothing is declared so: replaceable classes.
    pub(super) classes_in: Vec<Replaceable>,
}

/// A class in a class.
pub(super) struct Replaceable {
    pub(super) name: Rc<str>,
    pub(super) kind: ClassKind,
    pub(super) is_replaceable: bool,
    /// What may take its place; none for what is like itself.
    pub(super) constraint: Option<Constraint>,
    /// The class that it is in.
    pub(super) around: ClassRef,
}

impl Replaceable {
    fn of(inner: &ClassElement, around: &ClassRef) -> Self {
        let prefixes = &inner.prefixes;
        Self {
            name: inner.class.name.text.clone(),
            kind: inner.class.kind,
            is_replaceable: prefixes.replaceable || prefixes.redeclare,
            constraint: inner.constraint.clone(),
            around: around.clone(),
        }
    }
}

impl Context<'_> {
    /// All declarations of a class and its bases, in the order of the text.
    pub(super) fn gather(
        &self,
        entry: &ClassRef,
        outside: Rc<Vec<Modifier>>,
        index: Option<usize>,
        depth: usize,
        gathered: &mut Gathered,
    ) -> Outcome<()> {
        let Some(class) = &entry.class else { return Ok(()) };
        let Some(depth) = depth.checked_sub(1) else {
            return fault(&class.name.span, format!("the bases of `{}` lead to each other", entry.name));
        };
        self.store.budget.at(&class.name.span);
        self.store.budget.work(NAME)?;
        match &class.body {
            Body::Short(short) => {
                let Some(around) = entry.parent() else { return Ok(()) };
                let written = Scope {
                    instance: index.and_then(|index| self.instance(index)).and_then(|instance| instance.parent),
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
                let budget = &self.store.budget;
                budget.work(NAME.saturating_mul(long.elements.len()))?;
                budget.hold(long.elements.len().saturating_mul(std::mem::size_of::<Declaration>()))?;
                gathered.classes.push(entry.clone());
                self.check_imports(entry, long);
                let outside = self.with_redeclared(entry, long, outside, index);
                if let Some(modifiers) = &class.extends {
                    let inherited = self.inherited(entry, &class.name)?;
                    let around = entry.parent().unwrap_or_else(|| entry.clone());
                    let own = modifiers::collect(
                        self.store,
                        modifiers,
                        &Scope { instance: index, class: around, locals: Rc::default() },
                    );
                    let merged = modifiers::merge(self.store, (*outside).clone(), own);
                    let name = Name { parts: vec![class.name.clone()], global: false, span: class.name.span.clone() };
                    self.gather_base(inherited, &name, Rc::new(merged), index, depth, gathered)?;
                }
                for element in &long.elements {
                    match &**element {
                        Element::Import(_) => {}
                        Element::Class(inner) => gathered.classes_in.push(Replaceable::of(inner, entry)),
                        Element::Component(component) if component.prefixes.redeclare => {}
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
                if let (ClassKind::Record, Some(equation)) = (class.kind, long.equations.first()) {
                    self.store
                        .report(super::equations::equation_span(equation), "a record has no equations".to_owned());
                }
                if let Some(external) = &long.external {
                    self.store.report(external, "external code is not read".to_owned());
                }
                Ok(())
            }
            Body::Enumeration(_) | Body::Other => fault(&class.name.span, format!("`{}` is no model", entry.name)),
        }
    }

    /// The class that `class extends A` changes: what the bases of the class around it have by this name.
    pub(super) fn inherited(&self, entry: &ClassRef, name: &Ident) -> Outcome<Found> {
        let inherited = entry.parent().and_then(|around| self.store.inherited(&around, &name.text));
        let Some(found) = inherited else {
            let around = entry.parent().map(|around| around.name.clone()).unwrap_or_default();
            let message =
                format!("`extends` changes an inherited class, and the bases of `{around}` have no `{}`", name.text);
            return fault(&name.span, message);
        };
        Ok(found)
    }

    /// `redeclare model A = B;` and `redeclare B b;` in a class change what its bases have. Modifiers from outside win.
    fn with_redeclared(
        &self,
        entry: &ClassRef,
        long: &Long,
        outside: Rc<Vec<Modifier>>,
        index: Option<usize>,
    ) -> Rc<Vec<Modifier>> {
        let written = Scope { instance: index, class: entry.clone(), locals: Rc::default() };
        let redeclared = long.elements.iter().filter_map(|element| {
            let (name, prefixes) = match &**element {
                Element::Class(class) => (&class.class.name, &class.prefixes),
                Element::Component(component) => (&component.name, &component.prefixes),
                Element::Import(_) | Element::Extends(_) => return None,
            };
            prefixes.redeclare.then(|| Modifier::redeclare(name, element.clone(), written.clone(), prefixes.is_final))
        });
        let redeclared: Vec<Modifier> = redeclared.collect();
        if redeclared.is_empty() {
            return outside;
        }
        Rc::new(modifiers::merge(self.store, (*outside).clone(), redeclared))
    }

    /// Only replaceable classes of components can be replaced: those are looked up by name.
    pub(super) fn check_replaced(&self, modifier: &Modifier, class: &Replaceable) {
        let name = &class.name;
        let message = match (&modifier.redeclare, class.kind) {
            (Some(_), ClassKind::Package | ClassKind::Function | ClassKind::Operator) => {
                format!(
                    "`{name}` is a package or a function, which cannot be replaced here: replace models, blocks, records and types"
                )
            }
            (Some(_), _) if !class.is_replaceable => format!("`{name}` is not replaceable"),
            (Some(_), _) => return self.check_redeclared_class(modifier, class),
            (None, _) => format!("`{name}` is a class: modify components, or `redeclare` it"),
        };
        self.store.report(&modifier.span, message);
    }

    /// A name that is declared twice.
    pub(super) fn report_twice(&self, symbol: &Symbol, instance: &Instance) {
        let first = instance.symbols.borrow().get(&symbol.name).map(|known| known.span.clone()).unwrap_or_default();
        let place = self.store.sources.borrow().place(&first);
        self.store.report(&symbol.span, format!("`{}` is declared twice: first at {place}", symbol.name));
    }

    /// Modifiers of names that the class does not have.
    pub(super) fn report_unknown(
        &self,
        modifiers: &[Modifier],
        gathered: &Gathered,
        instance: &Instance,
        entry: &ClassRef,
    ) {
        let base = instance.base.borrow();
        let of_base: Vec<&str> = base.iter().flat_map(|(class, ..)| places::members(class)).collect();
        let declared: Vec<Rc<str>> = gathered
            .declarations
            .iter()
            .filter_map(|declaration| match &*declaration.element {
                Element::Component(component) => Some(component.name.text.clone()),
                _ => None,
            })
            .chain(gathered.classes_in.iter().map(|class| class.name.clone()))
            .chain(gathered.connectors.iter().map(|(name, ..)| (*name).into()))
            .collect();
        let count = declared.len() + gathered.declarations.len() + gathered.classes_in.len();
        for modifier in modifiers {
            if self.store.budget.names(count).is_err() {
                return;
            }
            let known = || declared.iter().map(|name| &**name).chain(of_base.iter().copied());
            let graphic = base.as_ref().is_some_and(|(class, ..)| library::is_graphic(class, &modifier.name));
            if !graphic && !known().any(|name| *name == *modifier.name) {
                let near = places::suggestion(&modifier.name, known());
                let message = format!("`{}` has no `{}`{near}", entry.name, modifier.name);
                self.store.report(&modifier.name_span, message);
            }
            let is_protected = |declaration: &Declaration| match &*declaration.element {
                Element::Component(component) => component.prefixes.protected && component.name.text == modifier.name,
                _ => false,
            };
            if modifier.of_component && gathered.declarations.iter().any(is_protected) {
                let message = format!(
                    "`{}` of `{}` is protected: only what extends the class may change it",
                    modifier.name, entry.name
                );
                self.store.report(&modifier.span, message);
            }
            if let Some(class) = gathered.classes_in.iter().find(|class| class.name == modifier.name) {
                self.check_replaced(modifier, class);
            }
        }
    }

    /// Imports of classes that are not there.
    fn check_imports(&self, entry: &ClassRef, long: &Long) {
        let imports = long.elements.iter().filter_map(|element| match &**element {
            Element::Import(import) => Some(import),
            _ => None,
        });
        for import in imports {
            let name = Name { global: true, ..import.name.clone() };
            let found = self.store.find(entry, &name);
            let missing = match (&found, &import.what) {
                (None, _) => Some(import.name.to_string()),
                (Some(package), Imported::Some(names)) => names
                    .iter()
                    .find(|name| self.store.member(package, &name.text, 64).is_none())
                    .map(|name| name.text.to_string()),
                _ => None,
            };
            if let Some(missing) = missing {
                let message = format!("there is no `{missing}` to import: names count from the outermost package");
                self.store.report(&import.name.span, message);
            }
        }
    }

    fn extend(
        &self,
        entry: &ClassRef,
        extends: &Extends,
        outside: &Rc<Vec<Modifier>>,
        index: Option<usize>,
        depth: usize,
        gathered: &mut Gathered,
    ) -> Outcome<()> {
        let Some(found) = self.store.base(entry, extends, 64) else {
            return fault(&extends.base.span, format!("there is no class `{}` to extend", extends.base));
        };
        let written = Scope { instance: index, class: entry.clone(), locals: Rc::default() };
        let own = modifiers::collect(self.store, &extends.modifiers, &written);
        let merged = modifiers::merge(self.store, (**outside).clone(), own);
        self.gather_base(found, &extends.base, Rc::new(merged), index, depth, gathered)
    }

    fn gather_base(
        &self,
        found: Found,
        name: &super::syntax::Name,
        modifiers: Rc<Vec<Modifier>>,
        index: Option<usize>,
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
        let holder = index.and_then(|index| self.instance(index));
        let is_model = holder.is_some_and(|instance| instance.prefix.is_empty());
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
}
