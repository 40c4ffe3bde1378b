//! Contents of a class, by the kinds of its elements.

use std::rc::Rc;

use crate::syntax::{
    Argument, Body, Class, ClassElement, Component, Element, Expression, Extends, Ident, Import, Imported, Long,
    Modification, Name,
};

impl Class {
    /// Its contents, if they are written out.
    pub(crate) fn long(&self) -> Option<&Long> {
        match &self.body {
            Body::Long(long) => Some(long),
            _ => None,
        }
    }

    pub(crate) fn elements(&self) -> &[Element] {
        self.long().map(|long| long.elements.as_slice()).unwrap_or_default()
    }

    pub(crate) fn annotation(&self) -> &[Argument] {
        self.long().map(|long| long.annotation.as_slice()).unwrap_or_default()
    }

    pub(crate) fn imports(&self) -> impl Iterator<Item = &Import> {
        self.elements()
            .iter()
            .filter_map(|element| if let Element::Import(import) = element { Some(import) } else { None })
    }

    pub(crate) fn bases(&self) -> impl Iterator<Item = &Extends> {
        self.elements()
            .iter()
            .filter_map(|element| if let Element::Extends(base) = element { Some(base) } else { None })
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = &ClassElement> {
        self.elements()
            .iter()
            .filter_map(|element| if let Element::Class(class) = element { Some(&**class) } else { None })
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
        let mut found: Vec<(Name, bool)> = self.imports().filter_map(full).collect();
        found.sort_by_key(|(_, is_all)| *is_all);
        found
    }

    /// The constant `name` that it declares.
    pub(crate) fn constant(&self, name: &str) -> Option<&Rc<Component>> {
        self.elements().iter().find_map(|element| match element {
            Element::Component(component) => {
                (component.prefixes.constant && *component.name.text == *name).then_some(component)
            }
            _ => None,
        })
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
