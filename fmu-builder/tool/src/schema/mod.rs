//! A JSON schema of the model file, from the declarations of the classes: editors complete and check TOML and JSON with it.
//!
//! The file's own checker says more and says it better; the schema must only never refuse what that accepts.

mod classes;
mod values;

use library::Class;
use serde_json::{Map, Value, json};

/// Descriptions of the keys `final` and `protected`.
const FINAL: &str = "Neither hosts nor the places that use the sub-model set it";
const PROTECTED: &str = "Hosts neither set nor see it, and places that use the sub-model do not set it";

const VARIABLES: &str = "Expressions of parameters, time and variables, which signal inputs may take";

/// The schema, JSON Schema draft-07, which editors for TOML understand as well.
pub fn model_file() -> Value {
    let mut definitions = values::definitions();
    definitions["component"] = component();
    definitions["connections"] = connections();
    definitions["subModel"] = sub_model();
    for class in library::classes() {
        definitions[library::short_name(class)] = classes::definition(class);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Model file of multibody-fmu",
        "description": "A mechanism in the vocabulary of Modelica's MultiBody library",
        "type": "object",
        "anyOf": [{ "required": ["name"] }, { "required": ["models"] }],
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
        "description": { "type": "string", "description": "Description of the model" },
        "connections": reference("connections"),
        "experiment": reference("experiment"),
        "parameters": table("modelParameter", "Parameters of the model: parameters of the FMU, and names for expressions"),
        "components": table("component", "Components by name; in TOML, names with dots or indices are quoted"),
        "variables": table("variable", VARIABLES),
        "inputs": table("input", "Names of the FMU for signal inputs that nothing drives"),
        "outputs": table("output", "Names of the FMU for variables that are outputs besides those of sensors"),
        "models": table("subModel", "Sub-models by name: classes of the model's own"),
        "use": {
            "type": "array",
            "description": "Files with sub-models, relative to this one",
            "items": { "type": "string", "minLength": 1 }
        },
        "reference": anything("Not looked at"),
        "needs": anything("Not looked at"),
    })
}

fn reference(definition: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{definition}") })
}

/// A table with any names.
fn table(definition: &str, description: &str) -> Value {
    json!({
        "type": "object",
        "description": description,
        "propertyNames": { "pattern": "^[A-Za-z_]" },
        "additionalProperties": reference(definition)
    })
}

/// Pairs, and tables for many of them.
fn connections() -> Value {
    let pair = json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": end() });
    let repeated = json!({
        "type": "object",
        "required": ["for", "connect"],
        "additionalProperties": false,
        "properties": {
            "for": range("Indices that the connections are made for, \"i in 1:9\""),
            "connect": { "description": "A pair, or an array of pairs", "anyOf": [pair, { "type": "array", "items": pair }] }
        }
    });
    json!({
        "type": "array",
        "description": "Pairs of connectors that are connected",
        "items": { "anyOf": [pair, repeated] }
    })
}

/// Indices with their ranges.
fn range(description: &str) -> Value {
    json!({ "type": "string", "pattern": "^\\s*[A-Za-z_][A-Za-z0-9_]*\\s+in\\s+.+:.+$", "description": description })
}

/// An end of a connection.
fn end() -> Value {
    json!({ "type": "string", "minLength": 1, "description": "component.connector" })
}

fn sub_model() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "description": { "type": "string", "description": "Description of the sub-model" },
            "parameters": table("modelParameter", "Parameters; those without value have to be given where it is used"),
            "components": table("component", "Components by name"),
            "connections": reference("connections"),
            "connectors": {
                "type": "object",
                "description": "Connectors of the sub-model: names for connectors of its components",
                "additionalProperties": { "anyOf": [end(), { "type": "array", "minItems": 1, "items": end() }] }
            },
            "variables": table("variable", VARIABLES),
            "inputs": table("input", "Names for signal inputs that nothing drives"),
            "outputs": table("output", "Names for variables that are outputs"),
        }
    })
}

/// A component: its class decides about the rest. The conditions check it; the alternatives, the first of which fits everything, are
/// there for editors that complete what any of them has, but do not look at conditions.
fn component() -> Value {
    let reference = |class: &Class| reference(library::short_name(class));
    let names: Vec<&str> = library::classes().map(library::short_name).collect();
    let others =
        library::classes().flat_map(|class| library::names_of(class).filter(|n| *n != library::short_name(class)));
    let other_names: Vec<&str> = others.collect();
    // The values of an array may be tables of `elements`, which the definition of its class does not have.
    let is_of = |class: &Class| {
        json!({
            "properties": { "class": { "enum": classes::names(class) } },
            "required": ["class"],
            "not": { "required": ["for"] }
        })
    };
    let sub_model_name =
        json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "description": "Name of a sub-model" });
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
                "anyOf": [{ "enum": names }, { "enum": other_names }, sub_model_name]
            },
            "final": { "type": "boolean", "description": FINAL },
            "protected": { "type": "boolean", "description": PROTECTED },
            "for": range("Indices of the elements, for an array of components: \"i in 1:10\"")
        },
        "allOf": conditions,
        "anyOf": alternatives,
    })
}
