//! Contents of a class, by the kinds of its elements.

use std::rc::Rc;

use compiler::model_file::Access;

use crate::syntax::{
    Argument, Class, Component, Element, Expression, Extends, Ident, Import, Imported, Long, Modification, Name,
    Prefixes,
};

impl Class {
    pub(crate) fn bases(&self) -> impl Iterator<Item = &Extends> {
        self.long
            .elements
            .iter()
            .filter_map(|element| if let Element::Extends(base) = element { Some(base) } else { None })
    }

    /// Full names that `name` may have by imports, and true for those of `import A.*`, which come last.
    pub(crate) fn imported(&self, name: &str) -> Vec<(Name, bool)> {
        let full = |import: &Import| {
            let Name { parts, span, .. } = &import.name;
            let own = match &import.what {
                Imported::As(alias) if **alias == *name => None,
                Imported::As(_) => return None,
                Imported::Some(names) => Some(names.iter().find(|known| *known.text == *name)?.clone()),
                Imported::All => Some(Ident { text: name.into(), span: span.clone() }),
            };
            let parts = parts.iter().cloned().chain(own).collect();
            Some((Name { parts, global: true, span: span.clone() }, matches!(import.what, Imported::All)))
        };
        let mut found: Vec<(Name, bool)> = self.long.imports.iter().filter_map(full).collect();
        found.sort_by_key(|(_, is_all)| *is_all);
        found
    }

    /// The constant `name` that it declares.
    pub(crate) fn constant(&self, name: &str) -> Option<&Rc<Component>> {
        self.long.elements.iter().find_map(|element| match element {
            Element::Component(component) if component.prefixes.constant && *component.name.text == *name => {
                Some(component)
            }
            Element::Component(_) | Element::Extends(_) => None,
        })
    }
}

impl Long {
    /// Number of bases, components, classes and imports.
    pub(crate) fn declarations(&self) -> usize {
        self.elements.len() + self.classes.len() + self.imports.len()
    }
}

impl Prefixes {
    /// Access to what is declared with them.
    pub(crate) fn access(&self) -> Access {
        Access { is_final: self.is_final, is_protected: self.protected }
    }
}

/// The setting of `wanted` among `arguments`: its own arguments, and its value.
pub(crate) fn setting<'a>(arguments: &'a [Argument], wanted: &str) -> Option<(&'a [Argument], Option<&'a Expression>)> {
    arguments.iter().find_map(|argument| match &argument.what {
        Modification::Set { name, modifiers, value } if name.to_string() == wanted => {
            Some((modifiers.as_slice(), value.as_deref()))
        }
        _ => None,
    })
}
