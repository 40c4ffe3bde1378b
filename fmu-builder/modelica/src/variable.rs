//! Variables of functions and members of records: what values they can have.

use std::rc::Rc;

use fmu_core::model_file::Span;

use super::context::{Outcome, fault};
use super::instance::TypeKind;
use super::value::Value;

/// A variable of a function.
pub(super) struct Variable {
    pub(super) name: Rc<str>,
    /// None for a record.
    pub(super) kind: Option<TypeKind>,
    /// None for one that may have any; an element is none for `:`.
    pub(super) dimensions: Option<Vec<Option<usize>>>,
    pub(super) is_input: bool,
}

impl Variable {
    pub(super) fn of_any(name: Rc<str>, is_input: bool) -> Self {
        Self { name, kind: None, dimensions: None, is_input }
    }

    /// Whether it can have that value.
    pub(super) fn check(&self, value: &Value, function: &str, span: &Span) -> Outcome<()> {
        self.check_in(value, &|| format!("of the function `{function}`"), span)
    }

    /// The same of a variable of what `around` says.
    pub(super) fn check_in(&self, value: &Value, around: &dyn Fn() -> String, span: &Span) -> Outcome<()> {
        let name = &self.name;
        let takes = |scalar: &Value| match (&self.kind, scalar) {
            (_, Value::Unset) => true,
            (Some(kind), scalar) => kind.takes(scalar),
            (None, _) => true,
        };
        let is_record = value.flat().iter().any(|element| matches!(element, Value::Record(_)));
        if let Some(kind) = self.kind.as_ref().filter(|_| is_record || !value.all(&takes)) {
            let (kind, found) = (kind.describe(), value.describe());
            return fault(span, format!("`{name}` {} is {kind}, not {found}", around()));
        }
        let (Some(declared), found) = (&self.dimensions, value.dimensions()) else { return Ok(()) };
        if self.kind.is_none() && !is_record && *value != Value::Unset {
            return fault(span, format!("`{name}` {} is a record, not {}", around(), value.describe()));
        }
        let fits = declared.len() == found.len()
            && declared.iter().zip(&found).all(|(size, found)| size.is_none_or(|size| size == *found));
        if !fits && *value != Value::Unset {
            let sizes: Vec<String> =
                declared.iter().map(|size| size.map_or_else(|| ":".to_owned(), |size| size.to_string())).collect();
            let declared = if sizes.is_empty() {
                "is a scalar".to_owned()
            } else {
                format!("has the dimensions [{}]", sizes.join(", "))
            };
            return fault(span, format!("`{name}` {} {declared}, and this is {}", around(), value.describe()));
        }
        Ok(())
    }
}
