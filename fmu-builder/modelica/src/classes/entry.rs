//! Nested classes.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::{Rc, Weak};

use compiler::model_file::Span;

use crate::syntax::{Class, ClassKind, Component};

/// A class with its place in the packages.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Full name.
    pub(crate) name: String,
    /// None for a package with a known name and no text.
    pub(crate) class: Option<Rc<Class>>,
    /// The class around it.
    pub(crate) parent: Weak<Entry>,
    /// The classes in it that are known.
    pub(crate) children: RefCell<HashMap<Rc<str>, ClassRef>>,
    /// Folder whose files are further classes of the package.
    pub(crate) folder: Option<PathBuf>,
    /// The class through which it was found, if that redeclares classes of its base.
    pub(crate) derived: Option<ClassRef>,
}

/// A class that was found.
pub(crate) type ClassRef = Rc<Entry>;

impl Entry {
    pub(crate) fn new(name: String, class: Option<Rc<Class>>, parent: Weak<Self>, folder: Option<PathBuf>) -> ClassRef {
        Rc::new(Self { name, class, parent, children: RefCell::default(), folder, derived: None })
    }

    /// Place of the class's name.
    pub(crate) fn span(&self) -> Span {
        self.class.as_ref().map_or(0..0, |class| class.name.span.clone())
    }

    /// The class that is written in it by that name.
    pub(crate) fn own_class(&self, name: &str) -> Option<ClassRef> {
        self.children.borrow().get(name).cloned()
    }

    /// True if it is a record with a text.
    pub(crate) fn is_record(&self) -> bool {
        self.class.as_ref().is_some_and(|class| class.kind == ClassKind::Record)
    }
}

/// A class that `entry` inherits: where that redeclares classes, its own come before those of the base in what was found.
pub(crate) fn redeclaring(entry: &ClassRef, found: Found) -> Found {
    let redeclares = |class: &Rc<Class>| class.long.classes.iter().any(|inner| inner.prefixes.redeclare);
    match found {
        Found::Class(inner) if entry.class.as_ref().is_some_and(redeclares) => {
            Found::Class(Rc::new(Entry { derived: Some(entry.clone()), ..(*inner).clone() }))
        }
        found => found,
    }
}

/// Adds `class` and its nested classes.
pub(crate) fn add(parent: &ClassRef, class: &Rc<Class>, folder: Option<PathBuf>) -> ClassRef {
    let name = full_name(parent, &class.name.text);
    let entry = Entry::new(name, Some(class.clone()), Rc::downgrade(parent), folder);
    for inner in &class.long.classes {
        add(&entry, &inner.class, None);
    }
    parent.children.borrow_mut().insert(class.name.text.clone(), entry.clone());
    entry
}

/// Adds a class that a modifier brings, which the class around it does not list.
pub(crate) fn add_hidden(parent: &ClassRef, class: &Rc<Class>) -> ClassRef {
    Entry::new(full_name(parent, &class.name.text), Some(class.clone()), Rc::downgrade(parent), None)
}

/// Adds a package of which only the name is known.
pub(crate) fn add_name(parent: &ClassRef, name: &Rc<str>, folder: Option<PathBuf>) -> ClassRef {
    let entry = Entry::new(full_name(parent, name), None, Rc::downgrade(parent), folder);
    parent.children.borrow_mut().insert(name.clone(), entry.clone());
    entry
}

fn full_name(parent: &ClassRef, name: &str) -> String {
    if parent.name.is_empty() { name.to_owned() } else { format!("{}.{name}", parent.name) }
}

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    /// A class whose text is at hand.
    Class(ClassRef),
    /// A full name of the Modelica Standard Library, whether it exists or not.
    Standard(String),
    /// `Real`, `Integer`, `Boolean`, `String` and other types of the language.
    Predefined(&'static str),
    /// A constant, and the class that declares it.
    Constant(Rc<Component>, ClassRef),
}
