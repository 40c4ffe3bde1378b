//! Values that a model gives to graphic parameters.

use crate::model_file::{Diagnostic, Expression, LibraryProblem, Spanned, Value};
use library::pictures::{Graphic, GraphicKind, Quantity, ShapeType, is_file};

/// Value of a graphic parameter.
#[derive(Clone, Debug)]
pub(super) enum Setting {
    /// A number, a vector or a colour; Booleans are 1 and 0.
    Expression(Expression),
    /// Name of a shape type or a quantity.
    Name(String),
}

/// Reads the value of a graphic parameter.
///
/// # Errors
/// A value of another kind.
pub(super) fn setting(component: &str, graphic: &Graphic, value: &Spanned<Value>) -> Result<Setting, Diagnostic> {
    let wrong = || {
        let problem = LibraryProblem::WrongValue {
            component: component.to_owned(),
            parameter: graphic.name.to_owned(),
            found: value.value.describe(),
            expected: graphic.expected().to_owned(),
        };
        Diagnostic::new(value.span.clone(), problem.into())
    };
    match (graphic.kind, &value.value) {
        (GraphicKind::Boolean, Value::Boolean(b)) => {
            Ok(Setting::Expression(Expression::Number(if *b { 1.0 } else { 0.0 })))
        }
        (GraphicKind::Boolean, _) => Err(wrong()),
        (GraphicKind::ShapeType, Value::String(name)) if ShapeType::from_name(name).is_some() || is_file(name) => {
            Ok(Setting::Name(name.clone()))
        }
        (GraphicKind::Quantity, Value::String(name)) if Quantity::from_name(name).is_some() => {
            Ok(Setting::Name(name.clone()))
        }
        (GraphicKind::ShapeType | GraphicKind::Quantity, _) => Err(wrong()),
        (GraphicKind::Real(_), Value::Array(_)) => Err(wrong()),
        (GraphicKind::Vector(_) | GraphicKind::Colour, Value::Number(_)) => Err(wrong()),
        (GraphicKind::Vector(_) | GraphicKind::Colour, Value::Array(elements)) if elements.len() != 3 => Err(wrong()),
        _ => value.value.expression().map(Setting::Expression).ok_or_else(wrong),
    }
}
