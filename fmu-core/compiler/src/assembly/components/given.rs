//! Settings of a component, from the model file or from the composite class that it is a part of.

use crate::model_file::{Span, Spanned, Value};

/// A setting of a component, from the model file or from the composite class that it is a part of.
#[derive(Clone, Debug)]
pub(super) struct Given<'a> {
    pub name: &'a str,
    pub name_span: Option<Span>,
    pub value: GivenValue<'a>,
}

/// Source of the value.
#[derive(Clone, Debug)]
pub(super) enum GivenValue<'a> {
    User(&'a Spanned<Value>),
    /// Expression in the parameters of the component with the number `scope`.
    Bound {
        expression: &'static str,
        scope: usize,
    },
}
