//! Declarations of a class and of its bases.

use std::rc::Rc;

use crate::budget::NAME;
use crate::classes::entry::Found;
use crate::classes::{ClassRef, Classes, standard};
use crate::instances::model::Model;
use crate::instances::modifiers::{self, Modifier, Scope};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Body, ClassElement, ClassKind, Constraint, Element, Extends, Ident, Imported, Long, Name};

/// A component's declaration on its way into an instance.
pub(crate) struct Declaration {
    pub(crate) element: Rc<Element>,
    pub(crate) class: ClassRef,
    /// Modifiers from outside of the class, for all of its names.
    pub(crate) outside: Rc<Vec<Modifier>>,
}

/// Declarations of a class and its bases.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) classes: Vec<ClassRef>,
    pub(crate) connectors: Vec<(&'static str, standard::Connector, compiler::model_file::Span)>,
    pub(crate) base: Option<(&'static library::Class, Vec<Modifier>, compiler::model_file::Span)>,
    /// Names of replaceable classes, which modifiers may have, too.
    pub(crate) classes_in: Vec<Replaceable>,
}

/// A class in a class.
pub(crate) struct Replaceable {
    pub(crate) name: Rc<str>,
    pub(crate) kind: ClassKind,
    pub(crate) is_replaceable: bool,
    /// Constraining clause; without one the class constrains itself.
    pub(crate) constraint: Option<Constraint>,
    /// The enclosing class.
    pub(crate) around: ClassRef,
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

/// Largest depth of bases.
const DEPTH_LIMIT: usize = 64;

impl Gathered {
    /// All declarations of a class and its bases, in the order of the text. `instance` is the number of the instance in the model, where it
    /// is one of a model.
    pub(crate) fn of(
        classes: &Classes<'_>,
        entry: &ClassRef,
        outside: Rc<Vec<Modifier>>,
        instance: Option<(&Model, usize)>,
    ) -> Outcome<Self> {
        let holder = instance.and_then(|(model, index)| model.instance(index));
        let parent = holder.as_ref().and_then(|instance| instance.parent);
        let is_model = holder.is_some_and(|instance| instance.prefix.is_empty());
        let index = instance.map(|(_, index)| index);
        let mut gathering = Gathering { classes, index, parent, is_model, gathered: Self::default() };
        gathering.gather(entry, outside, DEPTH_LIMIT)?;
        Ok(gathering.gathered)
    }
}

/// Declarations as they are gathered.
struct Gathering<'a> {
    classes: &'a Classes<'a>,
    /// Number of the instance, and that of the one around it.
    index: Option<usize>,
    parent: Option<usize>,
    /// True for the model itself.
    is_model: bool,
    gathered: Gathered,
}

impl Gathering<'_> {
    fn gather(&mut self, entry: &ClassRef, outside: Rc<Vec<Modifier>>, depth: usize) -> Outcome<()> {
        let Some(class) = &entry.class else { return Ok(()) };
        let Some(depth) = depth.checked_sub(1) else {
            return fault(&class.name.span, Fault::BasesInCircle { class: entry.name.to_string() });
        };
        self.classes.budget.at(&class.name.span);
        self.classes.budget.work(NAME)?;
        match &class.body {
            Body::Short(short) => {
                let Some(around) = entry.parent() else { return Ok(()) };
                let written = Scope { instance: self.parent, class: around.clone(), locals: Rc::default() };
                let own = modifiers::collect(self.classes, &short.modifiers, &written);
                let merged = modifiers::merge(self.classes, (*outside).clone(), own);
                match self.classes.find(&around, &short.base) {
                    Some(found) => self.gather_base(found, &short.base, Rc::new(merged), depth),
                    None => fault(&short.base.span, Fault::UnknownShortBase { base: short.base.to_string() }),
                }
            }
            Body::Long(long) => {
                let budget = &self.classes.budget;
                budget.work(NAME.saturating_mul(long.elements.len()))?;
                budget.hold(long.elements.len().saturating_mul(std::mem::size_of::<Declaration>()))?;
                self.gathered.classes.push(entry.clone());
                self.check_imports(entry, long);
                let outside = self.with_redeclared(entry, long, outside);
                if let Some(modifiers) = &class.extends {
                    let inherited = inherited_class(self.classes, entry, &class.name)?;
                    let around = entry.parent().unwrap_or_else(|| entry.clone());
                    let own = modifiers::collect(
                        self.classes,
                        modifiers,
                        &Scope { instance: self.index, class: around, locals: Rc::default() },
                    );
                    let merged = modifiers::merge(self.classes, (*outside).clone(), own);
                    let name = Name { parts: vec![class.name.clone()], global: false, span: class.name.span.clone() };
                    self.gather_base(inherited, &name, Rc::new(merged), depth)?;
                }
                for element in &long.elements {
                    match &**element {
                        Element::Import(_) => {}
                        Element::Class(inner) => self.gathered.classes_in.push(Replaceable::of(inner, entry)),
                        Element::Component(component) if component.prefixes.redeclare => {}
                        Element::Component(_) => self.gathered.declarations.push(Declaration {
                            element: element.clone(),
                            class: entry.clone(),
                            outside: outside.clone(),
                        }),
                        Element::Extends(extends) => {
                            self.extend(entry, extends, &outside, depth)?;
                        }
                    }
                }
                if let (ClassKind::Record, Some(equation)) = (class.kind, long.equations.first()) {
                    self.classes.report(equation.span(), Fault::EquationOfRecord);
                }
                if let Some(external) = &long.external {
                    self.classes.report(external, Fault::ExternalCode);
                }
                Ok(())
            }
            Body::Enumeration(_) | Body::Other => {
                fault(&class.name.span, Fault::NotAModel { class: entry.name.to_string() })
            }
        }
    }

    /// `redeclare model A = B;` and `redeclare B b;` in a class change what its bases have. Modifiers from outside win.
    fn with_redeclared(&self, entry: &ClassRef, long: &Long, outside: Rc<Vec<Modifier>>) -> Rc<Vec<Modifier>> {
        let written = Scope { instance: self.index, class: entry.clone(), locals: Rc::default() };
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
        Rc::new(modifiers::merge(self.classes, (*outside).clone(), redeclared))
    }

    /// Imports of classes that are not there.
    fn check_imports(&self, entry: &ClassRef, long: &Long) {
        let imports = long.elements.iter().filter_map(|element| match &**element {
            Element::Import(import) => Some(import),
            _ => None,
        });
        for import in imports {
            let name = Name { global: true, ..import.name.clone() };
            let found = self.classes.find(entry, &name);
            let missing = match (&found, &import.what) {
                (None, Imported::As(_)) if self.names_constant(entry, &name) => None,
                (None, _) => Some(import.name.to_string()),
                (Some(package), Imported::Some(names)) => names
                    .iter()
                    .find(|name| {
                        self.classes.member(package, &name.text, 64).is_none()
                            && !has_constant(self.classes, package, &name.text, DEPTH_LIMIT)
                    })
                    .map(|name| name.text.to_string()),
                _ => None,
            };
            if let Some(missing) = missing {
                self.classes.report(&import.name.span, Fault::UnknownImport { missing: missing.to_string() });
            }
        }
    }

    /// True if a full name leads to a constant of a package.
    fn names_constant(&self, entry: &ClassRef, name: &Name) -> bool {
        let Some((last, package)) = name.parts.split_last() else { return false };
        let package = Name { parts: package.to_vec(), ..name.clone() };
        let found = self.classes.find(entry, &package);
        found.is_some_and(|package| has_constant(self.classes, &package, &last.text, DEPTH_LIMIT))
    }

    fn extend(
        &mut self,
        entry: &ClassRef,
        extends: &Extends,
        outside: &Rc<Vec<Modifier>>,
        depth: usize,
    ) -> Outcome<()> {
        let Some(found) = self.classes.base(entry, extends, 64) else {
            return fault(&extends.base.span, Fault::UnknownBase { base: extends.base.to_string() });
        };
        let written = Scope { instance: self.index, class: entry.clone(), locals: Rc::default() };
        let own = modifiers::collect(self.classes, &extends.modifiers, &written);
        let merged = modifiers::merge(self.classes, (**outside).clone(), own);
        self.gather_base(found, &extends.base, Rc::new(merged), depth)
    }

    fn gather_base(
        &mut self,
        found: Found,
        name: &crate::syntax::Name,
        modifiers: Rc<Vec<Modifier>>,
        depth: usize,
    ) -> Outcome<()> {
        let full = match found {
            Found::Class(base) => return self.gather(&base, modifiers, depth),
            Found::Predefined(predefined) => predefined.to_owned(),
            Found::Standard(full) => full,
        };
        if let Some(connectors) = standard::base_connectors(&full) {
            let placed = connectors.iter().map(|(name_of, kind)| (*name_of, *kind, name.span.clone()));
            self.gathered.connectors.extend(placed);
            return Ok(());
        }
        let class = library::find_class(&full).filter(|class| class.name == full);
        match class {
            Some(_) if self.is_model => fault(&name.span, Fault::ModelOfLibraryClass { full: full.to_string() }),
            Some(_) if self.gathered.base.is_some() => fault(&name.span, Fault::TwoLibraryBases),
            Some(class) => {
                self.gathered.base = Some((class, (*modifiers).clone(), name.span.clone()));
                Ok(())
            }
            None => fault(&name.span, Fault::UnknownLibraryBase { full: full.to_string() }),
        }
    }
}

/// True if a class, or one of its bases, declares the constant `name`.
fn has_constant(classes: &Classes<'_>, found: &Found, name: &str, depth: usize) -> bool {
    let (Found::Class(entry), Some(depth)) = (found, depth.checked_sub(1)) else { return false };
    let Some(class) = &entry.class else { return false };
    let of = |base: Option<Found>| base.is_some_and(|base| has_constant(classes, &base, name, depth));
    match &class.body {
        Body::Short(short) => entry.parent().is_some_and(|around| of(classes.find(&around, &short.base))),
        Body::Long(long) => long.elements.iter().any(|element| match &**element {
            Element::Component(component) => component.prefixes.constant && *component.name.text == *name,
            Element::Extends(extends) => of(classes.base(entry, extends, depth)),
            _ => false,
        }),
        _ => false,
    }
}

/// The class that `class extends A` changes: what the bases of the class around it have by this name.
pub(crate) fn inherited_class(classes: &Classes<'_>, entry: &ClassRef, name: &Ident) -> Outcome<Found> {
    let inherited = entry.parent().and_then(|around| classes.inherited(&around, &name.text));
    let Some(found) = inherited else {
        let around = entry.parent().map(|around| around.name.clone()).unwrap_or_default();
        return fault(&name.span, Fault::NothingInherited { around: around.to_string(), name: name.text.to_string() });
    };
    Ok(found)
}
