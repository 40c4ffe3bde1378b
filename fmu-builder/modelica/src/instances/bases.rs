//! Declarations of a class and of its bases.

use std::rc::Rc;

use library::ConnectorKind;

use crate::budget::{CHAIN_LIMIT, NAME};
use crate::classes::entry::Found;
use crate::classes::{ClassRef, Classes, standard};
use crate::instances::model::Model;
use crate::instances::modifiers::{self, Modifier, Scope};
use crate::problem::{Fault, Outcome, fault, refused, unknown};
use crate::syntax::{
    Argument, Body, Class, ClassElement, ClassKind, Component, Element, Imported, Long, Name, Prefixes, Redeclared,
};

/// A component's declaration on its way into an instance.
pub(crate) struct Declaration {
    pub(crate) component: Rc<Component>,
    pub(crate) class: ClassRef,
    /// Modifiers from outside of the class, for all of its names.
    pub(crate) outside: Rc<Vec<Modifier>>,
}

impl Declaration {
    /// The component of a function with the class that it is written in, or the one that takes its place (Modelica
    /// specification 3.6, section 7.3): that one keeps `input`, `output` and dimensions.
    pub(crate) fn replaced(&self) -> Outcome<(Rc<Component>, &ClassRef)> {
        let old = &self.component;
        let outside = self.outside.iter().find(|modifier| modifier.name == old.name.text);
        let Some((Redeclared::Component(new), written)) = outside.and_then(|modifier| modifier.redeclare.as_ref())
        else {
            return Ok((old.clone(), &self.class));
        };
        if !old.prefixes.replaceable {
            return refused(&new.name.span, &old.name.text, "is not replaceable");
        }
        let input = old.prefixes.input || new.prefixes.input;
        let output = old.prefixes.output || new.prefixes.output;
        let prefixes = Prefixes { input, output, ..new.prefixes.clone() };
        let subscripts = if new.subscripts.is_empty() { &old.subscripts } else { &new.subscripts }.clone();
        Ok((Rc::new(Component { prefixes, subscripts, ..(**new).clone() }), &written.class))
    }
}

/// Declarations of a class and its bases.
#[derive(Default)]
pub(crate) struct Gathered {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) classes: Vec<ClassRef>,
    pub(crate) connectors: Vec<(&'static str, ConnectorKind, compiler::model_file::Span)>,
    pub(crate) base: Option<(&'static library::Class, Vec<Modifier>, compiler::model_file::Span)>,
    /// Names of replaceable classes, which modifiers may have, too.
    pub(crate) classes_in: Vec<Replaceable>,
    /// A function with the input and the output of the library's base of gravity fields.
    pub(crate) is_gravity: bool,
}

/// A class in a class.
pub(crate) struct Replaceable {
    pub(crate) element: Rc<ClassElement>,
    /// The enclosing class.
    pub(crate) around: ClassRef,
}

impl Replaceable {
    pub(crate) fn name(&self) -> &Rc<str> {
        &self.element.class.name.text
    }
}

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
        let is_function = entry.class.as_ref().is_some_and(|class| class.kind == ClassKind::Function);
        let mut gathering = Gathering { classes, index, parent, is_model, is_function, gathered: Self::default() };
        gathering.gather(entry, outside, CHAIN_LIMIT)?;
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
    /// True for the declarations of a function.
    is_function: bool,
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
                let Some(around) = entry.parent.upgrade() else { return Ok(()) };
                let merged = self.merged(&outside, &short.modifiers, self.parent, &around);
                match self.classes.find(&around, &short.base) {
                    Some(found) => self.gather_base(found, &short.base, merged, depth),
                    None => unknown(&short.base.span, "class", &short.base, ""),
                }
            }
            Body::Long => {
                let long = &class.long;
                let budget = &self.classes.budget;
                let count = long.declarations();
                budget.work(NAME.saturating_mul(count))?;
                budget.hold(count.saturating_mul(std::mem::size_of::<Declaration>()))?;
                self.gathered.classes.push(entry.clone());
                if !self.is_function {
                    self.check_imports(entry, class);
                }
                let outside = self.with_redeclared(entry, long, outside);
                if let Some(modifiers) = &class.extends {
                    // The bases of the class around it have one of this name.
                    let around = entry.parent.upgrade().unwrap_or_else(|| entry.clone());
                    let Some(inherited) = self.classes.inherited(&around, &class.name.text) else {
                        let (around, name) = (around.name.clone(), class.name.text.to_string());
                        return fault(&class.name.span, Fault::NothingInherited { around, name });
                    };
                    if self.is_function && !matches!(inherited, Found::Class(_)) {
                        let (function, why) = (class.name.text.to_string(), "has no text to extend");
                        return fault(&class.name.span, Fault::RefusedFunction { function, why });
                    }
                    let merged = self.merged(&outside, modifiers, self.index, &around);
                    let name = Name { parts: vec![class.name.clone()], global: false, span: class.name.span.clone() };
                    self.gather_base(inherited, &name, merged, depth)?;
                }
                let inner = long.classes.iter();
                let inner = inner.map(|inner| Replaceable { element: inner.clone(), around: entry.clone() });
                self.gathered.classes_in.extend(inner);
                for element in &long.elements {
                    match element {
                        Element::Component(component) if component.prefixes.redeclare => {}
                        Element::Component(component) => self.gathered.declarations.push(Declaration {
                            component: component.clone(),
                            class: entry.clone(),
                            outside: outside.clone(),
                        }),
                        Element::Extends(extends) => {
                            let Some(found) = self.classes.base(entry, extends, CHAIN_LIMIT) else {
                                return unknown(&extends.base.span, "class", &extends.base, " to extend");
                            };
                            let merged = self.merged(&outside, &extends.modifiers, self.index, entry);
                            self.gather_base(found, &extends.base, merged, depth)?;
                        }
                    }
                }
                if let (ClassKind::Record, Some(equation)) = (class.kind, long.equations.first()) {
                    self.classes.report(&equation.span, Fault::EquationOfRecord);
                }
                if let (Some(external), false) = (&long.external, self.is_function) {
                    self.classes.report(external, Fault::ExternalCode);
                }
                Ok(())
            }
            Body::Enumeration(_) | Body::Other => {
                let why = if self.is_function { "is not written out" } else { "is not a model" };
                refused(&class.name.span, &entry.name, why)
            }
        }
    }

    /// `redeclare model A = B;` and `redeclare B b;` in a class change what its bases have. Modifiers from outside win.
    fn with_redeclared(&self, entry: &ClassRef, long: &Long, outside: Rc<Vec<Modifier>>) -> Rc<Vec<Modifier>> {
        let written = Scope::of(self.index, entry);
        let classes = long.classes.iter().map(|class| (Redeclared::Class(class.clone()), &class.prefixes));
        let components = long.elements.iter().filter_map(|element| match element {
            Element::Component(component) => Some((Redeclared::Component(component.clone()), &component.prefixes)),
            Element::Extends(_) => None,
        });
        let redeclared = classes.chain(components).filter(|(_, prefixes)| prefixes.redeclare);
        let redeclared: Vec<Modifier> =
            redeclared.map(|(new, prefixes)| Modifier::redeclare(new, written.clone(), prefixes.is_final)).collect();
        if redeclared.is_empty() {
            return outside;
        }
        Rc::new(modifiers::merge(self.classes, (*outside).clone(), redeclared))
    }

    /// Imports of classes that are not there.
    fn check_imports(&self, entry: &ClassRef, class: &Class) {
        for import in &class.long.imports {
            let name = Name { global: true, ..import.name.clone() };
            let found = self.classes.find(entry, &name);
            let missing = match (&found, &import.what) {
                (None, _) => Some(import.name.to_string()),
                (Some(package), Imported::Some(names)) => names
                    .iter()
                    .find(|name| self.classes.member(package, &name.text, CHAIN_LIMIT).is_none())
                    .map(|name| name.text.to_string()),
                _ => None,
            };
            if let Some(missing) = missing {
                self.classes.report(&import.name.span, Fault::UnknownImport { missing: missing.to_string() });
            }
        }
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
            Found::Constant(component, _) => {
                return fault(&name.span, Fault::NotAClass { component: component.name.text.to_string() });
            }
        };
        if let Some(connectors) = standard::base_connectors(&full) {
            let placed = connectors.iter().map(|(name_of, kind)| (*name_of, *kind, name.span.clone()));
            self.gathered.connectors.extend(placed);
            return Ok(());
        }
        if self.is_function && full == standard::GRAVITY_BASE {
            self.gathered.is_gravity = true;
            return Ok(());
        }
        let class = library::find_class(&full).filter(|class| class.name == full && !self.is_function);
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
