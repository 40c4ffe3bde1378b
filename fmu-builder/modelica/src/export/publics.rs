//! Inputs and outputs of a model.

use compiler::model_file::{Expression, ModelFile, PublicName, Spanned, Target, Value};
use simulation::variables::{Causality, DataType, Value as Start};

use super::names::identifier;
use super::values::Meaning;
use super::{Writer, described, expression, listed, quoted, subscripts};

const INPUT: &str = "Modelica.Blocks.Interfaces.RealInput";

impl Writer<'_> {
    /// Declarations of inputs and outputs, and their equations. An undriven signal without a public name becomes an input with the name
    /// of the signal, since a Modelica model has to drive all signals.
    /// Each declaration, and true if it is protected.
    pub(super) fn publics(&self, file: &ModelFile) -> (Vec<(bool, String)>, Vec<String>) {
        let (mut declarations, mut equations) = (Vec::new(), Vec::new());
        for variable in &file.variables {
            declarations.push(self.variable(variable, file));
            if let Some(sample) = &variable.sample {
                let (name, value) = (identifier(&variable.name.value), self.target(variable));
                let period = self.value(&sample.value, Meaning::Number);
                equations.push(format!("when sample(0, {period}) then\n    {name} = {value};\n  end when"));
            }
        }
        for input in &file.inputs {
            let target = self.target(input);
            declarations.push((false, self.declaration(INPUT, input)));
            if !input.is_plain_input() {
                equations.push(format!("connect({}, {target})", identifier(&input.name.value)));
            }
        }
        for (name, start) in self.unnamed_inputs(file) {
            let start = if start == 0.0 { String::new() } else { format!("(start = {})", expression::number(start)) };
            declarations.push((false, format!("{INPUT} {}{start}", identifier(&name))));
            equations.push(format!("connect({}, {})", identifier(&name), self.names.reference(&name)));
        }
        for output in file.outputs.iter().filter(|output| !is_itself(output, file)) {
            declarations.push((output.is_protected, self.declaration(self.output_class(output), output)));
            equations.push(format!("{} = {}", identifier(&output.name.value), self.target(output)));
        }
        (declarations, equations)
    }

    /// `Real drag(unit = "N") = -c*cart.v`; one that is an output of its name is declared as that.
    fn variable(&self, variable: &PublicName, file: &ModelFile) -> (bool, String) {
        let mut shown = variable.clone();
        let output = file.outputs.iter().find(|output| output.name.value == variable.name.value);
        let output = output.filter(|output| is_itself(output, file));
        if let Some(output) = output {
            shown.description = output.description.clone().or(shown.description);
            shown.display_unit = output.display_unit.clone().or(shown.display_unit);
        }
        let description = described(shown.description.as_deref());
        shown.description = None;
        let declaration = self.declaration(output.map_or("Real", |output| self.output_class(output)), &shown);
        let is_protected = variable.is_protected && output.is_none();
        if variable.sample.is_some() {
            return (is_protected, format!("{declaration}{description}"));
        }
        // An alias of a variable would be read back as an output.
        let value = match &variable.target.value {
            Target::Expression(other @ Expression::Reference { .. }) => expression::times_one(other, &self.names),
            _ => self.target(variable),
        };
        (is_protected, format!("{declaration} = {value}{description}"))
    }

    /// Scalar inputs of the FMU that the model file does not name, with their start values.
    fn unnamed_inputs(&self, file: &ModelFile) -> Vec<(String, f64)> {
        let is_named = |name: &str| {
            let base = name.split('[').next().unwrap_or_default();
            file.inputs.iter().any(|input| input.name.value == name || input.name.value == base)
        };
        let inputs = self.model.catalogue.variables.iter().filter(|v| v.causality == Causality::Input);
        let start = |start: &Option<Start>| if let Some(Start::Real(x)) = start { *x } else { 0.0 };
        inputs.filter(|v| !is_named(v.name)).map(|v| (v.name.to_owned(), start(&v.start))).collect()
    }

    fn declaration(&self, class: &str, public: &PublicName) -> String {
        let name = &public.name.value;
        let sizes = self.sizes(name);
        let each = if sizes.is_empty() { "" } else { "each " };
        let mut attributes = Vec::new();
        let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| quoted(&text.value));
        attributes.extend(text(&public.unit).map(|unit| format!("{each}unit = {unit}")));
        attributes.extend(text(&public.display_unit).map(|unit| format!("{each}displayUnit = {unit}")));
        if let Some(start) = &public.start {
            let each = if matches!(start.value, Value::Array(_)) { "" } else { each };
            attributes.push(format!("{each}start = {}", self.value(&start.value, Meaning::Number)));
        }
        if public.sample.is_some() && public.start.is_some() {
            attributes.push(format!("{}fixed = true", if sizes.is_empty() { "" } else { "each " }));
        }
        let description = described(public.description.as_deref());
        format!("{class} {}{}{}{description}", identifier(name), subscripts(&sizes), listed(&attributes))
    }

    /// The connector of an output, by its type in the FMU.
    fn output_class(&self, output: &PublicName) -> &'static str {
        let catalogue = &self.model.catalogue;
        let found = catalogue.find(&output.name.value).map(|index| catalogue.variables.at(index).data_type);
        match found {
            Some(DataType::Boolean) => "Modelica.Blocks.Interfaces.BooleanOutput",
            Some(DataType::Integer) => "Modelica.Blocks.Interfaces.IntegerOutput",
            _ => "Modelica.Blocks.Interfaces.RealOutput",
        }
    }

    /// Right side of an output's equation.
    fn target(&self, output: &PublicName) -> String {
        match &output.target.value {
            Target::Derivative(variable) => format!("der({})", self.names.reference(variable)),
            Target::Expression(of) => expression::written(of, &self.names),
            Target::Variable(variable) => self.names.reference(variable),
        }
    }
}

/// True if an output is the variable of the model that has its name.
fn is_itself(output: &PublicName, file: &ModelFile) -> bool {
    let is_same = |variable: &PublicName| variable.name.value == output.name.value;
    output.target.value.is_variable(&output.name.value) && file.variables.iter().any(is_same)
}
