//! Declarations of a class and of its bases.

use std::rc::Rc;

use crate::budget::NAME;
use crate::classes::entry::Found;
use crate::classes::{ClassRef, Classes, standard};
use crate::instances::model::Model;
use crate::instances::modifiers::{self, Modifier, Scope};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{
    Argument, Body, Class, ClassElement, ClassKind, Component, Constraint, Element, Ident, Imported, Long, Name,
    Redeclared,
};

/// A component's declaration on its way into an instance.
pub(crate) struct Declaration {
    pub(crate) component: Rc<Component>,
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
                let merged = self.merged(&outside, &short.modifiers, self.parent, &around);
                match self.classes.find(&around, &short.base) {
                    Some(found) => self.gather_base(found, &short.base, merged, depth),
                    None => fault(
                        &short.base.span,
                        Fault::NoClass { name: short.base.to_string(), near: String::new(), hint: String::new() },
                    ),
                }
            }
            Body::Long(long) => {
                let budget = &self.classes.budget;
                budget.work(NAME.saturating_mul(long.elements.len()))?;
                budget.hold(long.elements.len().saturating_mul(std::mem::size_of::<Declaration>()))?;
                self.gathered.classes.push(entry.clone());
                self.check_imports(entry, class);
                let outside = self.with_redeclared(entry, long, outside);
                if let Some(modifiers) = &class.extends {
                    let inherited = inherited_class(self.classes, entry, &class.name)?;
                    let around = entry.parent().unwrap_or_else(|| entry.clone());
                    let merged = self.merged(&outside, modifiers, self.index, &around);
                    let name = Name { parts: vec![class.name.clone()], global: false, span: class.name.span.clone() };
                    self.gather_base(inherited, &name, merged, depth)?;
                }
                for element in &long.elements {
                    match element {
                        Element::Import(_) => {}
                        Element::Class(inner) => self.gathered.classes_in.push(Replaceable::of(inner, entry)),
                        Element::Component(component) if component.prefixes.redeclare => {}
                        Element::Component(component) => self.gathered.declarations.push(Declaration {
                            component: component.clone(),
                            class: entry.clone(),
                            outside: outside.clone(),
                        }),
                        Element::Extends(extends) => {
                            let Some(found) = self.classes.base(entry, extends, 64) else {
                                let base = extends.base.to_string();
                                return fault(&extends.base.span, Fault::UnknownBase { base });
                            };
                            let merged = self.merged(&outside, &extends.modifiers, self.index, entry);
                            self.gather_base(found, &extends.base, merged, depth)?;
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
                fault(&class.name.span, Fault::RefusedClass { class: entry.name.to_string(), why: "is not a model" })
            }
        }
    }

    /// `redeclare model A = B;` and `redeclare B b;` in a class change what its bases have. Modifiers from outside win.
    fn with_redeclared(&self, entry: &ClassRef, long: &Long, outside: Rc<Vec<Modifier>>) -> Rc<Vec<Modifier>> {
        let written = Scope::of(self.index, entry);
        let redeclared = long.elements.iter().filter_map(|element| {
            let (new, prefixes) = match element {
                Element::Class(class) => (Redeclared::Class(class.clone()), &class.prefixes),
                Element::Component(component) => (Redeclared::Component(component.clone()), &component.prefixes),
                Element::Import(_) | Element::Extends(_) => return None,
            };
            prefixes.redeclare.then(|| Modifier::redeclare(new, written.clone(), prefixes.is_final))
        });
        let redeclared: Vec<Modifier> = redeclared.collect();
        if redeclared.is_empty() {
            return outside;
        }
        Rc::new(modifiers::merge(self.classes, (*outside).clone(), redeclared))
    }

    /// Imports of classes that are not there.
    fn check_imports(&self, entry: &ClassRef, class: &Class) {
        for import in class.imports() {
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

    /// The modifiers from outside over those that are written in the class `around`.
    fn merged(
        &self,
        outside: &Rc<Vec<Modifier>>,
        own: &[Argument],
        instance: Option<usize>,
        around: &ClassRef,
    ) -> Rc<Vec<Modifier>> {
        let own = modifiers::collect(self.classes, own, &Scope::of(instance, around));
        Rc::new(modifiers::merge(self.classes, (**outside).clone(), own))
    }

    fn gather_base(&mut self, found: Found, name: &Name, modifiers: Rc<Vec<Modifier>>, depth: usize) -> Outcome<()> {
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
        _ => class.constant(name).is_some() || class.bases().any(|extends| of(classes.base(entry, extends, depth))),
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
