//! Graphic parameters set in the model file.

use crate::model_file::{Component, Diagnostic, Expression, LibraryProblem, Member, Place, Spanned, Value};
use library::pictures::{Graphic, GraphicKind, Quantity, ShapeType, is_file};
use library::{Class, find_class};
use mechanism::hashed::HashMap;

/// The settings of the graphic parameters of a component.
pub(super) fn given(
    component: &Component,
    class: &'static Class,
    problems: &mut Vec<Diagnostic>,
) -> HashMap<&'static str, Spanned<Value>> {
    let mut given = HashMap::default();
    for modifier in &component.modifiers {
        let Some(graphic) = class.graphic(&modifier.name.value) else { continue };
        match setting(&component.name.value, graphic, &modifier.value) {
            Ok(value) => {
                given.insert(graphic.name, Spanned { value, span: modifier.value.span.clone() });
            }
            Err(problem) => problems.push(problem),
        }
    }
    given
}

/// Refuses graphic parameters of parts: a component shows the pictures of its class only.
pub(super) fn refuse_graphics_of_parts(component: &Component, class: &Class, problems: &mut Vec<Diagnostic>) {
    for modifier in &component.modifiers {
        let part = class.part(&modifier.name.value).and_then(|part| find_class(part.class));
        let (Some(part), Value::Table(entries)) = (part, &modifier.value.value) else { continue };
        for (key, _) in entries.iter().filter(|(key, _)| library::is_graphic(part, &key.value)) {
            let known = class.graphics().map(|graphic| graphic.name);
            let problem = LibraryProblem::UnknownMember {
                what: Member::Parameter,
                component: component.name.value.clone(),
                class: library::short_name(class).to_owned(),
                name: format!("{}.{}", modifier.name.value, key.value),
                nearest: None,
                known: known.collect::<Vec<_>>().join(", "),
            };
            problems.push(Diagnostic::new(key.span.clone(), problem.into()));
        }
    }
}

/// The value of a graphic parameter: an expression of a number, a vector or a colour, with Booleans as 1 and 0; or the
/// name of a shape type or a quantity.
///
/// # Errors
/// A value of another kind.
fn setting(component: &str, graphic: &Graphic, value: &Spanned<Value>) -> Result<Value, Diagnostic> {
    let wrong = || {
        let found = value.value.describe();
        let problem = LibraryProblem::wrong_value(component, graphic.name, found, graphic.expected());
        Diagnostic::new(value.span.clone(), problem.into())
    };
    let name = |is_known: fn(&str) -> bool| match &value.value {
        Value::String(name) if is_known(name) => Ok(value.value.clone()),
        _ => Err(wrong()),
    };
    match (graphic.kind, &value.value) {
        (GraphicKind::Boolean, Value::Boolean(is)) => {
            Ok(Value::Expression(Expression::Number(f64::from(u8::from(*is)))))
        }
        (GraphicKind::ShapeType, _) => name(|name| ShapeType::from_name(name).is_some() || is_file(name)),
        (GraphicKind::Quantity, _) => name(|name| Quantity::from_name(name).is_some()),
        (GraphicKind::Boolean, _) | (GraphicKind::Real(_), Value::Array(_)) => Err(wrong()),
        (GraphicKind::Vector(_) | GraphicKind::Colour, Value::Number(_)) => Err(wrong()),
        (GraphicKind::Vector(_) | GraphicKind::Colour, Value::Array(elements)) if elements.len() != 3 => Err(wrong()),
        _ => value.value.expression().map(Value::Expression).ok_or_else(|| match value.unreadable() {
            Some(diagnostic) => {
                diagnostic.at(Place::Modifier { component: component.to_owned(), path: graphic.name.to_owned() })
            }
            None => wrong(),
        }),
    }
}
