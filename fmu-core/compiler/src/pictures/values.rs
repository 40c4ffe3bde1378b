//! Values that a model gives to graphic parameters.

use crate::model_file::{Diagnostic, Expression, LibraryProblem, Place, Spanned, Value};
use library::pictures::{Graphic, GraphicKind, Quantity, ShapeType, is_file};

/// What a graphic parameter is set to.
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
/// A value of another kind, an expression that cannot be read.
pub(super) fn setting(component: &str, graphic: &Graphic, value: &Spanned<Value>) -> Result<Setting, Diagnostic> {
    let wrong = || {
        let problem = LibraryProblem::WrongValue {
            component: component.to_owned(),
            parameter: graphic.name.to_owned(),
            found: describe(&value.value),
            expected: graphic.expected().to_owned(),
        };
        Diagnostic::new(value.span.clone(), problem.into())
    };
    let place = || Place::Modifier { component: component.to_owned(), path: graphic.name.to_owned() };
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
        _ => match expression(value, &place)? {
            Some(expression) => Ok(Setting::Expression(expression)),
            None => Err(wrong()),
        },
    }
}

/// Numbers and expressions; none for anything else.
fn expression(value: &Spanned<Value>, place: &dyn Fn() -> Place) -> Result<Option<Expression>, Diagnostic> {
    match &value.value {
        Value::Number(x) => Ok(Some(Expression::Number(*x))),
        Value::String(text) => Expression::parse(text)
            .map(Some)
            .map_err(|diagnostic| Diagnostic::from(diagnostic).inside_string(text, &value.span).at(place())),
        Value::Array(elements) => {
            let elements = elements.iter().map(|element| expression(element, place));
            Ok(elements.collect::<Result<Option<Vec<_>>, _>>()?.map(Expression::Array))
        }
        Value::Boolean(_) | Value::Table(_) => Ok(None),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Number(x) => format!("the number {x}"),
        Value::Boolean(b) => format!("{b}"),
        Value::String(text) => format!("the text \"{text}\""),
        Value::Array(elements) => format!("an array of {} elements", elements.len()),
        Value::Table(_) => "a table of attributes".to_owned(),
    }
}
