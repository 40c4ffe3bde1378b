//! Imported classes.

use crate::classes::Classes;
use crate::classes::entry::Found;
use crate::syntax::{Body, Class, Element, Imported, Name};

impl Classes<'_> {
    /// Class `name` that an import of the class brings; qualified imports first.
    pub(crate) fn imported(&self, class: &Class, name: &str, depth: usize) -> Option<Found> {
        let Body::Long(long) = &class.body else { return None };
        let imports = || {
            long.elements.iter().filter_map(|element| match &**element {
                Element::Import(import) => Some(import),
                _ => None,
            })
        };
        let resolve = |full: &Name| {
            let (first, others) = full.parts.split_first()?;
            let found = self.top_level(&first.text)?;
            others.iter().try_fold(found, |found, part| self.member(&found, &part.text, depth))
        };
        let qualified = imports().find_map(|import| match &import.what {
            Imported::As(alias) if **alias == *name => resolve(&import.name),
            Imported::Some(names) if names.iter().any(|known| *known.text == *name) => {
                self.member(&resolve(&import.name)?, name, depth)
            }
            _ => None,
        });
        qualified.or_else(|| {
            imports()
                .filter(|import| matches!(import.what, Imported::All))
                .find_map(|import| self.known_member(&resolve(&import.name)?, name, depth))
        })
    }
}
