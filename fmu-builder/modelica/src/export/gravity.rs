//! A gravity field of the model, as a function that replaces the library's.

use compiler::model_file::{Expression, Value};

use super::names::Names;
use super::{Writer, listed, subscripts, values};
use crate::classes::standard::POSITION;

/// The parameter of the World, and the function of the library's that it stands for.
pub(super) const PARAMETER: &str = "gravityAcceleration";
/// Name of the function.
const FUNCTION: &str = "gravityField";
const BASE: &str = "Modelica.Mechanics.MultiBody.Interfaces.partialGravityAcceleration";

impl Writer<'_> {
    /// The function, and the modifier of the World that names it. Names of the model in the field become inputs of the function.
    pub(super) fn gravity_field(&self, value: &Value) -> (String, String) {
        let read = read(value);
        let inputs: Vec<String> = (1..=read.len()).map(|k| format!("p{k}")).collect();
        let names = Names::renaming(read.iter().cloned().zip(inputs.iter().cloned()));
        let field = values::number(value, &names);
        let mut function =
            format!("  function {FUNCTION} \"Gravity acceleration at a position\"\n    extends {BASE};\n");
        for (input, name) in inputs.iter().zip(&read) {
            function.push_str(&format!("    input Real {input}{};\n", subscripts(&self.sizes(name))));
        }
        function.push_str(&format!("  algorithm\n    gravity := {field};\n  end {FUNCTION};\n"));
        let arguments: Vec<String> =
            inputs.iter().zip(&read).map(|(input, name)| format!("{input} = {}", self.names.reference(name))).collect();
        (function, format!("redeclare function {PARAMETER} = {FUNCTION}{}", listed(&arguments)))
    }
}

/// The names in a field other than the position, each once.
fn read(value: &Value) -> Vec<String> {
    let expressions: Vec<&Expression> = match value {
        Value::Expression(expression) => vec![expression],
        Value::Array(elements) => elements
            .iter()
            .filter_map(|element| if let Value::Expression(of) = &element.value { Some(of) } else { None })
            .collect(),
        _ => Vec::new(),
    };
    let mut read: Vec<String> = Vec::new();
    for expression in expressions {
        for name in expression.references() {
            let base = name.split('[').next().unwrap_or_default();
            if base != POSITION && !read.iter().any(|known| known == name) {
                read.push(name.to_owned());
            }
        }
    }
    read
}
