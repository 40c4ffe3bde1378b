//! Classes as they stand in each other.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::{Rc, Weak};

use super::store::Found;
use super::syntax::{Body, Class, Element};

/// A class and where it stands.
#[derive(Debug)]
pub(super) struct Entry {
    /// Full name.
    pub(super) name: String,
    /// None for a package of which only the name is known.
    pub(super) class: Option<Rc<Class>>,
    pub(super) parent: Weak<Entry>,
    pub(super) children: RefCell<HashMap<Rc<str>, ClassRef>>,
    /// Folder whose files are further classes of the package.
    pub(super) folder: Option<PathBuf>,
    /// The class through which it was found, where that redeclares others of its base.
    pub(super) derived: Option<ClassRef>,
}

/// A class that was found.
pub(super) type ClassRef = Rc<Entry>;

impl Entry {
    /// The class around it.
    pub(super) fn parent(&self) -> Option<ClassRef> {
        self.parent.upgrade()
    }

    /// The class that is written in it by that name.
    pub(super) fn own_class(&self, name: &str) -> Option<ClassRef> {
        self.children.borrow().get(name).cloned()
    }

    /// Names of the classes in it that are known.
    pub(super) fn children_names(&self) -> Vec<Rc<str>> {
        self.children.borrow().keys().cloned().collect()
    }
}

/// A class that `entry` inherits: where that redeclares classes, its own come before those of the base in what was found.
pub(super) fn redeclaring(entry: &ClassRef, found: Found) -> Found {
    let redeclares = |class: &Rc<Class>| match &class.body {
        Body::Long(long) => long.elements.iter().any(|element| match &**element {
            Element::Class(inner) => inner.prefixes.redeclare,
            _ => false,
        }),
        _ => false,
    };
    match found {
        Found::Class(inner) if entry.class.as_ref().is_some_and(redeclares) => Found::Class(Rc::new(Entry {
            name: inner.name.clone(),
            class: inner.class.clone(),
            parent: inner.parent.clone(),
            children: inner.children.clone(),
            folder: inner.folder.clone(),
            derived: Some(entry.clone()),
        })),
        found => found,
    }
}

/// Adds `class` and what is in it.
pub(super) fn add(parent: &ClassRef, class: &Rc<Class>, folder: Option<PathBuf>) -> ClassRef {
    let entry = Rc::new(Entry {
        name: full_name(parent, &class.name.text),
        class: Some(class.clone()),
        parent: Rc::downgrade(parent),
        children: RefCell::default(),
        folder,
        derived: None,
    });
    if let Body::Long(long) = &class.body {
        for element in &long.elements {
            if let Element::Class(inner) = &**element {
                add(&entry, &inner.class, None);
            }
        }
    }
    parent.children.borrow_mut().insert(class.name.text.clone(), entry.clone());
    entry
}

/// Adds a class that a modifier brings, which the class around it does not list.
pub(super) fn add_hidden(parent: &ClassRef, class: &Rc<Class>) -> ClassRef {
    Rc::new(Entry {
        name: full_name(parent, &class.name.text),
        class: Some(class.clone()),
        parent: Rc::downgrade(parent),
        children: RefCell::default(),
        folder: None,
        derived: None,
    })
}

/// Adds a package of which only the name is known.
pub(super) fn add_name(parent: &ClassRef, name: &Rc<str>, folder: Option<PathBuf>) -> ClassRef {
    let entry = Rc::new(Entry {
        name: full_name(parent, name),
        class: None,
        parent: Rc::downgrade(parent),
        children: RefCell::default(),
        folder,
        derived: None,
    });
    parent.children.borrow_mut().insert(name.clone(), entry.clone());
    entry
}

fn full_name(parent: &ClassRef, name: &str) -> String {
    if parent.name.is_empty() { name.to_owned() } else { format!("{}.{name}", parent.name) }
}
