//! A JSON schema of the model file, from the declarations of the classes: editors complete and check TOML and JSON with it.
//!
//! The file's own checker says more and says it better; the schema must only never refuse what that accepts.

mod classes;
mod values;

use fmu_core::library::{self, Class};
use serde_json::{Map, Value, json};

/// The schema, JSON Schema draft-07, which editors for TOML understand as well.
pub fn model_file() -> Value {
    let mut definitions = values::definitions();
    definitions.insert("component".to_owned(), component());
    definitions
        .extend(library::classes().map(|class| (library::short_name(class).to_owned(), classes::definition(class))));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Model file of multibody-fmu",
        "description": "A mechanism in the vocabulary of Modelica's MultiBody library",
        "type": "object",
        "required": ["name"],
        "additionalProperties": false,
        "properties": properties(),
        "definitions": definitions,
    })
}

/// The keys at the top level.
fn properties() -> Value {
    let anything = |description: &str| json!({ "description": description });
    json!({
        "$schema": { "type": "string", "description": "This schema, for editors; it means nothing to the model" },
        "name": { "type": "string", "minLength": 1, "description": "Name of the model" },
        "description": { "type": "string", "description": "What the model is" },
        "connections": {
            "type": "array",
            "description": "Pairs of connectors that are connected",
            "items": {
                "type": "array",
                "minItems": 2,
                "maxItems": 2,
                "items": { "type": "string", "minLength": 1, "description": "component.connector" }
            }
        },
        "experiment": { "$ref": "#/definitions/experiment" },
        "parameters": {
            "type": "object",
            "description": "Parameters of the model: parameters of the FMU, and names for expressions",
            "additionalProperties": { "$ref": "#/definitions/modelParameter" }
        },
        "components": {
            "type": "object",
            "description": "Components by name; in TOML, names with dots or indices are quoted",
            "additionalProperties": { "$ref": "#/definitions/component" }
        },
        "variables": {
            "type": "object",
            "description": "Expressions of parameters, time and variables, which signal inputs may take",
            "additionalProperties": { "$ref": "#/definitions/variable" }
        },
        "inputs": {
            "type": "object",
            "description": "Names of the FMU for signal inputs that nothing drives",
            "additionalProperties": { "$ref": "#/definitions/input" }
        },
        "outputs": {
            "type": "object",
            "description": "Names of the FMU for variables that are outputs besides those of sensors",
            "additionalProperties": { "$ref": "#/definitions/output" }
        },
        "reference": anything("Not looked at"),
        "needs": anything("Not looked at"),
    })
}

/// A component: its class decides about the rest. The conditions check it; the alternatives, the first of which fits everything, are
/// there for editors that complete what any of them has, but do not look at conditions.
fn component() -> Value {
    let reference = |class: &Class| json!({ "$ref": format!("#/definitions/{}", library::short_name(class)) });
    let names: Vec<&str> = library::classes().map(library::short_name).collect();
    let others =
        library::classes().flat_map(|class| library::names_of(class).filter(|n| *n != library::short_name(class)));
    let other_names: Vec<&str> = others.collect();
    let is_of =
        |class: &Class| json!({ "properties": { "class": { "enum": classes::names(class) } }, "required": ["class"] });
    let conditions: Vec<Value> =
        library::classes().map(|class| json!({ "if": is_of(class), "then": reference(class) })).collect();
    let alternatives: Vec<Value> =
        std::iter::once(Value::Object(Map::new())).chain(library::classes().map(reference)).collect();
    json!({
        "type": "object",
        "required": ["class"],
        "properties": {
            "class": {
                "description": "Class of the component",
                "anyOf": [{ "enum": names }, { "enum": other_names }]
            }
        },
        "allOf": conditions,
        "anyOf": alternatives,
    })
}
