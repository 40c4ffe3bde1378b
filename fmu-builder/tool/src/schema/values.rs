//! The kinds of values in a model file.

use compiler::model_file::{ExperimentKey, ExperimentKind};
use serde_json::{Value, json};
use simulation::model::StateSet;
use simulation::solver::Method;

use super::reference;

/// The definitions that all classes share.
pub(super) fn definitions() -> Value {
    let [value, element, attributes] = ["value", "element", "attributes"].map(reference);
    let elements = json!({ "type": "array", "items": element });
    json!({
        "expression": text("An expression, or a number with a unit: \"30 deg\""),
        "element": { "anyOf": [{ "type": "number" }, reference("expression")] },
        // A parameter that the initialisation solves for.
        "solved": object_with("fixed", json!({
            "fixed": { "anyOf": [{ "const": false }, { "type": "array", "items": { "const": false } }] },
            "start": value,
            "min": value,
            "max": value,
            "nominal": value,
            "unit": { "type": "string" },
            "displayUnit": { "type": "string" },
            "quantity": { "type": "string" },
            "final": is_final()
        })),
        // A parameter with its unit and its limits.
        "given": object_with("value", json!({
            "value": value,
            "min": element,
            "max": element,
            "unit": text("Unit of the numbers in the table"),
            "displayUnit": text("Unit that the FMU shows"),
            "final": is_final()
        })),
        "notANumber": { "anyOf": [reference("expression"), reference("solved"), reference("given")] },
        "vector": {
            "anyOf": [
                { "type": "array", "items": element, "minItems": 3, "maxItems": 3 },
                reference("notANumber")
            ]
        },
        "array": { "anyOf": [element, elements, reference("solved"), reference("given")] },
        "matrix": { "anyOf": [{ "type": "array", "items": elements }, reference("notANumber")] },
        "value": { "anyOf": [element, { "type": "array", "items": { "anyOf": [element, elements] } }] },
        "axes": {
            "type": "array",
            "items": { "type": "integer", "minimum": 1, "maximum": 3 },
            "minItems": 3,
            "maxItems": 3
        },
        "attributes": object(self::attributes()),
        "frame": object(json!({
            "r_0": attributes,
            "f": attributes,
            "t": attributes,
            "R": object(json!({ "T": attributes, "w": attributes }))
        })),
        "part": { "type": "object" },
        "modelParameter": model_parameter(),
        "input": input(),
        "output": output(),
        "variable": variable(),
        "experiment": experiment()
    })
}

/// A table with these keys and no others.
fn object(properties: Value) -> Value {
    json!({ "type": "object", "required": [], "additionalProperties": false, "properties": properties })
}

/// The same with a key that must be there.
fn object_with(required: &str, properties: Value) -> Value {
    let mut object = object(properties);
    object["required"] = json!([required]);
    object
}

/// Schema of `final`, which fixes value and start value.
fn is_final() -> Value {
    json!({ "type": "boolean", "description": super::FINAL })
}

/// A text that is not empty, such as a name or the unit of numbers.
fn text(description: &str) -> Value {
    json!({ "type": "string", "minLength": 1, "description": description })
}

/// Attributes of a variable.
fn attributes() -> Value {
    let fixed = json!({
        "description": "The start value holds at the start, not only as a guess",
        "anyOf": [{ "type": "boolean" }, { "type": "array", "items": { "type": "boolean" } }]
    });
    json!({
        "start": { "description": "Start value", "allOf": [reference("value")] },
        "fixed": fixed,
        "min": reference("value"),
        "max": reference("value"),
        "nominal": reference("value"),
        "stateSelect": { "type": "string", "pattern": "^(StateSelect\\.)?(never|avoid|default|prefer|always)$" },
        "unit": text("Unit of the numbers in the table"),
        "displayUnit": text("Unit that the FMU shows"),
        "quantity": { "type": "string" },
        "final": is_final()
    })
}

fn model_parameter() -> Value {
    let table = object(json!({
        "value": { "description": "Number, expression, or array of these", "allOf": [reference("value")] },
        "unit": text("Unit, such as \"kg\""),
        "displayUnit": text("Unit that the FMU shows"),
        "description": { "type": "string", "description": "Description of the parameter" },
        "min": { "description": "Smallest legal value", "allOf": [reference("element")] },
        "max": { "description": "Largest legal value", "allOf": [reference("element")] },
        "start": { "description": "Where the search begins, for a value that follows from conditions", "allOf": [reference("value")] },
        "fixed": { "type": "boolean", "description": "False for a value that follows from conditions at the start" },
        "final": is_final(),
        "protected": { "type": "boolean", "description": super::PROTECTED }
    }));
    json!({ "anyOf": [reference("value"), table] })
}

/// Schema of an input: the target of its name, or its constant value.
fn input() -> Value {
    let variable = || text("A signal input, `push.force`");
    let table = object(json!({
        "variable": variable(),
        "constant": { "description": "The input with this name is constant, and not an input of the FMU", "allOf": [reference("value")] },
        "start": { "description": "Start value [default: zero]", "allOf": [reference("value")] },
        "unit": text("Unit of the start value"),
        "displayUnit": text("Display unit"),
        "description": { "type": "string", "description": "Description of the input" }
    }));
    let constant = json!({ "description": "The input with this name is constant", "type": ["number", "array"] });
    json!({ "anyOf": [variable(), constant, table] })
}

/// An expression of variables.
fn variable() -> Value {
    let expression = || {
        let one = text("An expression, `-0.5*cart.v*abs(cart.v)`");
        json!({ "anyOf": [one, { "type": "number" }, { "type": "array", "items": { "type": ["string", "number"] } }] })
    };
    let mut table = object(json!({
        "expression": expression(),
        "sample": { "description": "Period of a sampled variable, s, or with a unit", "type": ["number", "string"] },
        "value": { "description": "What is evaluated at the samples, with `pre(x)` for values before them", "allOf": [expression()] },
        "start": { "description": "Value before the first sample [default: zero]", "allOf": [reference("value")] },
        "unit": text("Unit of the expression"),
        "displayUnit": text("Display unit"),
        "description": { "type": "string", "description": "Description of the variable" },
        "protected": { "type": "boolean", "description": "Not shown to hosts" }
    }));
    table["anyOf"] = json!([{ "required": ["expression"] }, { "required": ["sample", "value"] }]);
    json!({ "anyOf": [expression(), table] })
}

/// Schema of an output: the target of its name.
fn output() -> Value {
    let variable = || text("A variable, `body.r_0[2]` or `der(rev.phi)`");
    let table = object(json!({
        "variable": variable(),
        "expression": text("An expression of variables and parameters, `rev.phi - offset`"),
        "unit": text("Unit of the expression"),
        "displayUnit": text("Display unit"),
        "description": { "type": "string", "description": "Description of the output" },
        "protected": { "type": "boolean", "description": "No output, but another name that `--expose all` shows" }
    }));
    json!({ "anyOf": [variable(), table] })
}

fn experiment() -> Value {
    let keys = ExperimentKey::ALL.iter().map(|key| (key.name.to_owned(), setting(key)));
    let mut experiment = object(Value::Object(keys.collect()));
    experiment["description"] = "The default experiment".into();
    experiment
}

/// The value of a key of `[experiment]`.
fn setting(key: &ExperimentKey) -> Value {
    let mut setting = match key.kind {
        ExperimentKind::Time(_) => json!({ "type": ["number", "string"] }),
        ExperimentKind::Duration(_) => json!({ "type": ["number", "string"], "exclusiveMinimum": 0 }),
        ExperimentKind::Positive(_) => json!({ "type": "number", "exclusiveMinimum": 0 }),
        ExperimentKind::Count(_, [min, max]) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        ExperimentKind::Method(_) => json!({ "enum": Method::ALL.map(|(name, _)| name) }),
        ExperimentKind::States(_) => json!({ "enum": StateSet::ALL.map(|(name, _)| name) }),
    };
    let unit = match key.kind {
        ExperimentKind::Time(_) | ExperimentKind::Duration(_) => ", s, or with a unit",
        _ => "",
    };
    setting["description"] = format!("{}{unit}", key.description).into();
    setting
}
