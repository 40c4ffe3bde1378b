//! What is said of an instance, and so of all in it: its description, and who may set and see it.

use fmu_core::model_file::{Access, Span};

use super::context::Context;
use super::instance::Symbol;
use super::netlist::{Pair, key, truth};

/// What is said of an instance.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    pub(super) description: String,
    pub(super) access: Access,
}

impl Around {
    /// The same of what `symbol` declares in the instance.
    pub(super) fn within(&self, symbol: &Symbol) -> Self {
        let Some(component) = symbol.component() else { return self.clone() };
        let one_line = component.description.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = [self.description.clone(), one_line];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let own = Access { is_final: component.prefixes.is_final, is_protected: component.prefixes.protected };
        Self { description: parts.join(": "), access: own.within(self.access) }
    }
}

/// The keys that say who may set and see something.
pub(super) fn written(access: Access, span: &Span) -> impl Iterator<Item = Pair> {
    access.keys().map(move |name| (key(name, span), truth(span)))
}

impl Context<'_> {
    /// Notes an instance whose variables nobody outside is to see.
    pub(super) fn note_protected(&self, index: usize, around: &Around) {
        if let Some(instance) = self.instance(index).filter(|_| around.access.is_protected) {
            self.protected.borrow_mut().insert(instance.prefix.clone());
        }
    }

    /// Whether a variable is in such an instance.
    pub(super) fn is_in_protected(&self, variable: &str) -> bool {
        let protected = self.protected.borrow();
        variable.match_indices('.').any(|(dot, _)| protected.contains(&variable[..=dot]))
    }
}
