//! A model as Modelica text that other tools read: one class with full names of library classes, in SI units.
//!
//! Names with dots and indices become quoted identifiers, so that reading the text gives the same netlist, names included.

mod expression;
mod names;
mod publics;
mod values;

use std::collections::HashSet;

use compiler::Compilation;
use compiler::authoring::{Authored, ShownUnits};
use compiler::model_file::{
    Component, Connection, Diagnostic, Experiment, ExperimentKey, Expression, ModelFile, ModelParameter, Modifier,
    Value,
};
use library::Class;
use names::{Names, class_name, identifier};
use simulation::model::Model;
use simulation::variables::DataType;
use values::Meaning;

use crate::classes::standard::{GRAVITY, GRAVITY_BASE, POSITION, ROOT};
use crate::problem::Fault;
use crate::values::shown;

const WORLD: &str = "Modelica.Mechanics.MultiBody.World";
/// The name under which other components look for it.
const WORLD_NAME: &str = "world";
/// The parameter of the World with a gravity field, and the function of the library's that it stands for.
const GRAVITY_PARAMETER: &str = "gravityAcceleration";
/// Name of the function that replaces it.
const GRAVITY_FUNCTION: &str = "gravityField";

/// The text of a model.
///
/// # Errors
/// Errors of the model, and components that Modelica text cannot express.
pub fn modelica_text(file: &ModelFile) -> Result<String, Vec<Diagnostic>> {
    let compilation = Compilation::of_authored(Authored::new(file))?;
    let (model, settled) = (&compilation.model, &compilation.file);
    let known = settled.components.iter().map(|component| component.name.value.clone());
    let known = known.chain(settled.parameters.iter().map(|parameter| parameter.name.value.clone()));
    let known = known.chain(settled.variables.iter().map(|variable| variable.name.value.clone()));
    let booleans = model.catalogue.variables.iter().filter(|variable| *variable.data_type == DataType::Boolean);
    let names = Names::new(known, booleans.map(|variable| variable.name.to_owned()));
    let arrays = model.catalogue.variables.iter().map(|variable| variable.name);
    let arrays = arrays.filter(|name| name.ends_with(']')).collect();
    let mut writer = Writer {
        arrays,
        model,
        shown_units: &compilation.shown_units,
        original: file,
        names,
        text: String::new(),
        gravity: String::new(),
        is_protected: false,
    };
    let problems: Vec<Diagnostic> = settled.components.iter().filter_map(refused).chain(doubled(settled)).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(writer.class(settled))
}

/// Reports a component that Modelica text cannot express.
fn refused(component: &Component) -> Option<Diagnostic> {
    let class = library::find_class(&component.class.value)?;
    let name = &component.name.value;
    let is_of_library = class.name.split('.').next() == Some(ROOT);
    let problem = if !is_of_library || !library::classes().any(|known| known.name == class.name) {
        Fault::NotInLibrary { name: name.clone(), class: class.name.to_owned() }
    } else if class.name == WORLD && name != WORLD_NAME {
        Fault::NameOfWorld { name: name.clone() }
    } else {
        return None;
    };
    Some(problem.at(component.name.span.clone()))
}

/// Inputs and outputs that have the name of a component, which only a model file can tell apart.
fn doubled(file: &ModelFile) -> impl Iterator<Item = Diagnostic> {
    let is_component = |name: &str| file.components.iter().any(|component| component.name.value == name);
    let public = file.inputs.iter().chain(&file.outputs).filter(move |public| is_component(&public.name.value));
    public.map(|public| {
        let why = "is a component and an input or output: names in Modelica stand for one thing";
        Fault::Refused { name: public.name.value.clone(), why }.at(public.name.span.clone())
    })
}

/// Writer of the text.
struct Writer<'a> {
    model: &'a Model,
    shown_units: &'a ShownUnits,
    /// The model with the attributes that the compiled model lacks.
    original: &'a ModelFile,
    names: Names,
    /// Elements of arrays.
    arrays: HashSet<&'a str>,
    text: String,
    /// The function of a gravity field.
    gravity: String,
    /// True if a protected section is being written.
    is_protected: bool,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.text.push_str(&format!("  {text};\n"));
    }

    /// A declaration, in the section that it belongs to.
    fn declare(&mut self, is_protected: bool, text: &str) {
        if std::mem::replace(&mut self.is_protected, is_protected) != is_protected {
            self.text.push_str(if is_protected { "protected\n" } else { "public\n" });
        }
        self.line(text);
    }

    fn class(&mut self, file: &ModelFile) -> String {
        let name = class_name(&file.name);
        let description = described(file.description.as_deref());
        let lines: Vec<String> = file.components.iter().map(|component| self.component(component)).collect();
        self.text = std::mem::take(&mut self.gravity);
        file.parameters.iter().for_each(|parameter| self.parameter(parameter));
        for (component, line) in file.components.iter().zip(&lines) {
            self.declare(component.access.is_protected, line);
        }
        let (declarations, equations) = self.publics(file);
        declarations.iter().for_each(|(is_protected, line)| self.declare(*is_protected, line));
        self.text.push_str("equation\n");
        for connection in &file.connections {
            let line = self.connection(connection, file);
            self.line(&line);
        }
        equations.iter().for_each(|line| self.line(line));
        if let Some(experiment) = experiment(&file.experiment) {
            self.line(&experiment);
        }
        format!("model {name}{description}\n{}end {name};\n", self.text)
    }

    /// A connection; one that a variable of the model drives is an equation, since variables are no connectors.
    fn connection(&self, connection: &Connection, file: &ModelFile) -> String {
        let is_variable = |end: &str| file.variables.iter().any(|variable| variable.name.value == end);
        let ends = [&connection.from.value, &connection.to.value];
        let [from, to] = ends.map(|end| self.names.reference(end));
        match ends.map(|end| is_variable(end)) {
            [true, _] => format!("{to} = {from}"),
            [false, true] => format!("{from} = {to}"),
            [false, false] => format!("connect({from}, {to})"),
        }
    }

    /// `parameter Real k(unit = "N/m") = 100 "stiffness"`
    fn parameter(&mut self, parameter: &ModelParameter) {
        let name = &parameter.name.value;
        let sizes = self.sizes(name);
        let each = if sizes.is_empty() { "" } else { "each " };
        let mut attributes = Vec::new();
        let unit = parameter.unit.as_ref().map(|unit| unit.value.as_str());
        attributes.extend(unit.map(|unit| format!("{each}unit = {}", quoted(unit))));
        let shown = self.shown_units.find(name).map(|shown| shown.display_unit.name());
        let shown = shown.filter(|shown| Some(*shown) != unit);
        attributes.extend(shown.map(|shown| format!("{each}displayUnit = {}", quoted(shown))));
        for (key, limit) in [("min", &parameter.min), ("max", &parameter.max)] {
            attributes.extend(
                limit.as_ref().map(|limit| format!("{each}{key} = {}", self.value(&limit.value, Meaning::Number))),
            );
        }
        let value = match &parameter.value.value {
            // An unknown of the initialisation.
            Value::Table(entries) => {
                let attribute =
                    |(key, value): &(compiler::model_file::Spanned<String>, _)| self.attribute(name, &key.value, value);
                attributes.extend(entries.iter().map(attribute));
                String::new()
            }
            value => format!(" = {}", self.value(value, Meaning::Number)),
        };
        let attributes = listed(&attributes);
        let description = described(parameter.description.as_deref());
        let access = parameter.access;
        let line = format!(
            "{}parameter Real {}{}{attributes}{value}{description}",
            prefix(access.is_final),
            identifier(name),
            subscripts(&sizes)
        );
        self.declare(access.is_protected, &line);
    }

    /// `Modelica.Mechanics.MultiBody.Joints.Revolute rev(n = {0, 0, 1})`
    fn component(&mut self, component: &Component) -> String {
        let name = &component.name.value;
        let Some(class) = library::find_class(&component.class.value) else { return String::new() };
        let inner = if class.name == WORLD { "inner " } else { "" };
        // A closed component also has the default values of its class.
        let original = self.original.components.iter().find(|original| original.name.value == *name);
        let is_given = |modifier: &&Modifier| {
            original.is_none_or(|original| original.modifiers.iter().any(|own| own.name.value == modifier.name.value))
        };
        let given: Vec<&Modifier> = component.modifiers.iter().filter(is_given).collect();
        let modifiers: Vec<String> =
            given.into_iter().map(|modifier| self.modifier_of(component, class, modifier)).collect();
        let description = described(component.description.as_deref());
        let prefix = prefix(component.access.is_final);
        format!("{prefix}{inner}{} {}{}{description}", class.name, identifier(name), listed(&modifiers))
    }

    fn modifier_of(&mut self, component: &Component, class: &'static Class, modifier: &Modifier) -> String {
        let (name, value) = (&modifier.name.value, &modifier.value.value);
        if class.name == WORLD && name == GRAVITY_PARAMETER {
            let (function, redeclaration) = self.gravity_field(value);
            self.gravity = function;
            return redeclaration;
        }
        let path = format!("{}.{name}", component.name.value);
        self.modifier(&path, name, value, Meaning::of(class, name))
    }

    /// Sizes of a variable or parameter, none for a scalar.
    fn sizes(&self, path: &str) -> Vec<usize> {
        let has = |subscripts: &str| self.arrays.contains(format!("{path}[{subscripts}]").as_str());
        let count = |subscripts: &dyn Fn(usize) -> String| (1..).take_while(|k| has(&subscripts(*k))).count();
        match (count(&|k| format!("{k},1")), count(&|k| format!("1,{k}")), count(&|k| k.to_string())) {
            (0, _, 0) => Vec::new(),
            (0, _, n) => vec![n],
            (rows, columns, _) => vec![rows, columns],
        }
    }

    /// The function, and the modifier of the World that names it. Names of the model in the field become inputs of the function.
    fn gravity_field(&self, value: &Value) -> (String, String) {
        let read = names_in(value);
        let inputs: Vec<String> = (1..=read.len()).map(|k| format!("p{k}")).collect();
        let renamed = read.iter().cloned().zip(inputs.iter().cloned()).collect();
        let names = Names { renamed, ..Names::default() };
        let field = values::written(value, Meaning::Number, &names);
        let mut function = format!(
            "  function {GRAVITY_FUNCTION} \"Gravity acceleration at a position\"\n    extends {GRAVITY_BASE};\n"
        );
        for (input, name) in inputs.iter().zip(&read) {
            function.push_str(&format!("    input Real {input}{};\n", subscripts(&self.sizes(name))));
        }
        function.push_str(&format!("  algorithm\n    {GRAVITY} := {field};\n  end {GRAVITY_FUNCTION};\n"));
        let arguments: Vec<String> =
            inputs.iter().zip(&read).map(|(input, name)| format!("{input} = {}", self.names.reference(name))).collect();
        (function, format!("redeclare function {GRAVITY_PARAMETER} = {GRAVITY_FUNCTION}{}", listed(&arguments)))
    }
}

fn prefix(is_final: bool) -> &'static str {
    if is_final { "final " } else { "" }
}

/// `[2, 3]`
fn subscripts(sizes: &[usize]) -> String {
    if sizes.is_empty() { String::new() } else { shown(sizes) }
}

/// `(a = 1, b = 2)`
fn listed(modifiers: &[String]) -> String {
    if modifiers.is_empty() { String::new() } else { format!("({})", modifiers.join(", ")) }
}

/// `annotation(experiment(StopTime = 5))`; settings outside of the language are annotations of this tool.
fn experiment(experiment: &Experiment) -> Option<String> {
    let setting = |key: &ExperimentKey| {
        let value = match key.of(experiment)? {
            Value::Number(number) => expression::number(number),
            name => format!("\"{name}\""),
        };
        Some(format!("{} = {value}", key.modelica))
    };
    let settings: Vec<String> = ExperimentKey::ALL.iter().filter_map(setting).collect();
    if settings.is_empty() { None } else { Some(format!("annotation(experiment({}))", settings.join(", "))) }
}

/// A string with the escapes of Modelica.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// ` "text"`, or nothing.
fn described(description: Option<&str>) -> String {
    description.map(|text| format!(" {}", quoted(text))).unwrap_or_default()
}

/// The names in a field other than the position, each once.
fn names_in(value: &Value) -> Vec<String> {
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
