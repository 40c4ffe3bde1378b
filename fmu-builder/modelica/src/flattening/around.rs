//! Description and access of an instance, which hold for all components in it.

use compiler::model_file::{Access, Span};

use crate::instances::Symbol;
use crate::netlist::{Pair, key, truth};

/// Description and access of an instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Around {
    pub(crate) description: String,
    pub(crate) access: Access,
}

impl Around {
    /// The same for the declaration `symbol` in the instance.
    pub(crate) fn within(&self, symbol: &Symbol) -> Self {
        let Some(component) = symbol.component() else { return self.clone() };
        let one_line = component.description.split_whitespace().collect::<Vec<_>>().join(" ");
        let parts = [self.description.clone(), one_line];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let own = Access { is_final: component.prefixes.is_final, is_protected: component.prefixes.protected };
        Self { description: parts.join(": "), access: own.within(self.access) }
    }
}

/// `final` and `protected`, as keys of the netlist.
pub(crate) fn written(access: Access, span: &Span) -> impl Iterator<Item = Pair> {
    access.keys().map(move |name| (key(name, span), truth(span)))
}
