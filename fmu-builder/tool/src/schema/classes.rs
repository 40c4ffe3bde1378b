//! Schema of a component, by class.

use library::pictures::{Graphic, GraphicDefault, GraphicKind};
use library::{Class, ConnectorKind, DefaultValue, Parameter, ParameterKind, Reading, SignalType};
use mechanism::Shape;
use serde_json::{Value, json};

/// The names that a class has in a model file, the shortest first.
pub(super) fn names(class: &Class) -> Vec<&'static str> {
    let mut names: Vec<&str> = library::names_of(class).collect();
    names.sort_by_key(|name| name.len());
    names
}

pub(super) fn definition(class: &Class) -> Value {
    let mut properties = json!({
        "class": { "enum": names(class), "description": class.description },
        "description": { "type": "string", "description": "Description of the component" },
        "final": { "type": "boolean", "description": super::FINAL },
        "protected": { "type": "boolean", "description": super::PROTECTED },
    });
    for part in inner_parts(class) {
        properties[part] = described("part", "Attributes of variables of an inner part");
    }
    for connector in class.connectors {
        if let Some(definition) = connector_attributes(connector.kind) {
            properties[connector.name] = described(definition, connector.description);
        }
    }
    for variable in class.variables {
        properties[variable.name] = described("attributes", &with_unit(variable.description, variable.unit));
    }
    for graphic in class.graphics() {
        properties[graphic.name] = graphic_schema(graphic);
    }
    // If a parameter has the name of something else, the parameter is set.
    let settable = || class.parameters.iter().filter(|parameter| !parameter.is_final);
    for parameter in settable() {
        properties[parameter.name] = parameter_schema(parameter);
    }
    let required = settable().filter(|parameter| parameter.default == DefaultValue::Required);
    let text = class.documentation().text().split_whitespace().collect::<Vec<_>>().join(" ");
    json!({
        "type": "object",
        "title": class.name,
        "description": text,
        "required": std::iter::once("class").chain(required.map(|parameter| parameter.name)).collect::<Vec<_>>(),
        "additionalProperties": false,
        "properties": properties,
    })
}

fn inner_parts(class: &Class) -> Vec<&'static str> {
    class.parts().iter().map(|part| part.name).chain(class.inner_members()).collect()
}

/// The definition for attributes of variables in a connector, if there are any.
fn connector_attributes(kind: ConnectorKind) -> Option<&'static str> {
    match kind {
        ConnectorKind::Frame | ConnectorKind::FrameResolve => Some("frame"),
        ConnectorKind::Output(SignalType::Real, _) => Some("attributes"),
        ConnectorKind::RotationalFlange | ConnectorKind::TranslationalFlange | ConnectorKind::HeatPort => Some("part"),
        ConnectorKind::Input(..) | ConnectorKind::Output(..) | ConnectorKind::Pin => None,
    }
}

/// A definition with another description.
fn described(definition: &str, description: &str) -> Value {
    json!({ "description": description, "allOf": [super::reference(definition)] })
}

fn parameter_schema(parameter: &Parameter) -> Value {
    let unit = if let ParameterKind::Real(Some(unit)) = parameter.kind { unit } else { "" };
    let mut schema = match parameter.kind {
        ParameterKind::Boolean | ParameterKind::Reading(Reading::Boolean) => json!({ "type": "boolean" }),
        ParameterKind::Integer => json!({ "type": "integer", "minimum": parameter.min }),
        ParameterKind::Sequence => json!({ "$ref": "#/definitions/axes" }),
        ParameterKind::Condition | ParameterKind::Reading(Reading::Text) => json!({ "type": "string" }),
        // The name of the type may precede the literal.
        ParameterKind::Enumeration(enumeration) | ParameterKind::Reading(Reading::Literal(enumeration)) => json!({
            "anyOf": [
                { "enum": enumeration.literals },
                { "type": "string", "pattern": format!("\\.({})$", enumeration.literals.join("|")) }
            ]
        }),
        ParameterKind::Reading(Reading::Integer) => json!({ "type": "integer", "minimum": 0 }),
        ParameterKind::Reading(Reading::Integers) => {
            json!({ "type": "array", "items": { "type": "integer", "minimum": 1 } })
        }
        ParameterKind::Real(_) => real_schema(parameter),
    };
    if let Some(reference) = schema.get("$ref").cloned() {
        // Beside a reference nothing else counts in this draft.
        schema = json!({ "allOf": [{ "$ref": reference }] });
    }
    schema["description"] = with_unit(parameter.description, unit).into();
    match parameter.default {
        DefaultValue::Number(x) if !parameter.any_size => schema["default"] = x.into(),
        DefaultValue::Vector(v) => schema["default"] = v.to_vec().into(),
        DefaultValue::Row(row) => schema["default"] = vec![row.to_vec()].into(),
        DefaultValue::Boolean(value) => schema["default"] = value.into(),
        DefaultValue::Literal(text) => schema["default"] = text.into(),
        _ => {}
    }
    schema
}

/// A number, vector or matrix; only numbers by themselves have bounds here.
fn real_schema(parameter: &Parameter) -> Value {
    match (parameter.any_size, parameter.shape) {
        (false, Shape::Scalar) => {
            let mut number = json!({ "type": "number" });
            if let Some(min) = parameter.min {
                number["minimum"] = min.into();
            }
            if let Some(max) = parameter.max {
                number["maximum"] = max.into();
            }
            json!({ "anyOf": [number, { "$ref": "#/definitions/notANumber" }] })
        }
        (false, Shape::Vector(n)) => json!({
            "anyOf": [
                { "type": "array", "items": { "$ref": "#/definitions/element" }, "minItems": n, "maxItems": n },
                { "$ref": "#/definitions/notANumber" }
            ]
        }),
        (_, Shape::Matrix(..)) => json!({ "$ref": "#/definitions/matrix" }),
        (true, _) => json!({ "$ref": "#/definitions/array" }),
    }
}

/// A parameter that affects pictures only.
fn graphic_schema(graphic: &Graphic) -> Value {
    let of_type = |definition: &str| json!({ "anyOf": [{ "$ref": format!("#/definitions/{definition}") }] });
    let (mut schema, unit) = match graphic.kind {
        GraphicKind::Boolean => (json!({ "type": "boolean" }), ""),
        GraphicKind::Real(unit) => {
            (json!({ "anyOf": [{ "type": "number" }, { "$ref": "#/definitions/notANumber" }] }), unit)
        }
        GraphicKind::Vector(unit) => (of_type("vector"), unit),
        GraphicKind::Colour => (of_type("vector"), ""),
        GraphicKind::ShapeType | GraphicKind::Quantity => (json!({ "type": "string" }), ""),
    };
    schema["description"] = with_unit(graphic.description, unit).into();
    match graphic.default {
        GraphicDefault::Boolean(value) => schema["default"] = value.into(),
        GraphicDefault::Name(name) => schema["default"] = name.into(),
        GraphicDefault::Expression(_) => {}
    }
    schema
}

/// A description with the unit behind it.
fn with_unit(description: &str, unit: &str) -> String {
    if unit.is_empty() || unit == "1" { description.to_owned() } else { format!("{description} [{unit}]") }
}

#[cfg(test)]
mod tests {
    use library::Connector;

    use super::*;

    #[test]
    fn the_shortest_name_is_first() {
        for class in library::classes() {
            assert_eq!(names(class).first().copied(), Some(library::short_name(class)));
            assert!(names(class).contains(&class.name));
        }
    }

    #[test]
    fn connectors_that_no_attribute_can_stand_for_are_left_out() {
        let inputs = |connector: &&Connector| matches!(connector.kind, ConnectorKind::Input(SignalType::Real, _));
        for class in library::classes() {
            for input in class.connectors.iter().filter(inputs) {
                let schema = definition(class);
                let is_parameter = class.parameters.iter().any(|parameter| parameter.name == input.name);
                assert_eq!(
                    schema["properties"].get(input.name).is_some(),
                    is_parameter,
                    "{}.{}",
                    class.name,
                    input.name
                );
            }
        }
    }
}
