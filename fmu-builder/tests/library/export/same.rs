//! Whether a model is the same after it has been Modelica text.

use std::sync::Arc;

use compiler::Compilation;
use compiler::authoring::{ShownUnit, ShownUnits};
use compiler::model_file::{BinaryOperator, Expression, Function, ModelFile, SourceText, Spanned, Target, Value};
use fmu_builder::{ModelicaOptions, modelica_text, read_modelica_text};
use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use simulation::variables::{DataType, Variable};

/// The model, and what it is after it has been Modelica text; and that text.
fn both(file: &ModelFile, name: &str) -> (Compilation, Compilation, String) {
    let text = modelica_text(file).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    let source = SourceText { name: format!("{name}.mo"), text: text.clone() };
    let back = read_modelica_text(source, &ModelicaOptions::default())
        .unwrap_or_else(|invalid| panic!("{name}: {invalid}\n{text}"));
    assert!(back.notes.is_empty(), "{name}: {:?}\n{text}", back.notes);
    let compile =
        |file: &ModelFile| Compilation::new(file).unwrap_or_else(|problems| panic!("{name}: {problems:?}\n{text}"));
    let (first, second) = (compile(&by_name(file)), compile(&by_name(&back.file)));
    (first, second, text)
}

/// Writes and reads the model, which moves as before.
pub fn assert_motion(file: &ModelFile, name: &str) {
    let (first, second, _) = both(file, name);
    move_alike(first, second, name, true);
}

/// The same where other blocks stand for the same equations: these variables move as before.
pub fn assert_motion_of(file: &ModelFile, name: &str, variables: &[&str]) {
    let (first, second, text) = both(file, name);
    let all = [first, second].map(|compiled| values(compiled.model, true).unwrap());
    for variable in variables {
        let of = |values: &Vec<(String, f64)>| -> Vec<u64> {
            values.iter().filter(|(name, _)| name == variable).map(|(_, value)| value.to_bits()).collect()
        };
        let [before, after] = all.each_ref().map(of);
        assert!(before.len() == 3 && before == after, "{name}: {variable} is {after:?}, was {before:?}\n{text}");
    }
}

fn move_alike(first: Compilation, second: Compilation, name: &str, run: bool) {
    let (a, b) = (values(first.model, run), values(second.model, run));
    match (a, b) {
        (Ok(a), Ok(b)) => {
            for ((variable, x), (_, y)) in a.iter().zip(&b) {
                assert_eq!(x.to_bits(), y.to_bits(), "{name}: {variable} is {y}, was {x}");
            }
        }
        (a, b) => assert_eq!(a.err(), b.err(), "{name}"),
    }
}

/// Writes and reads the model, which has the same netlist and variables; with `run` it also moves.
pub fn assert(file: &ModelFile, name: &str, run: bool) {
    let (first, second, text) = both(file, name);
    assert_eq!(plain(first.file.clone()), plain(second.file.clone()), "{name}\n{text}");
    let shown = |compiled: &Compilation| -> Vec<String> {
        let unit = |variable: &Variable| {
            let has_unit = matches!(variable.data_type, DataType::Real { unit: Some(_), .. });
            // What is shown in its own unit is shown as without a word.
            let says_nothing = |shown: &&ShownUnit| has_unit && shown.unit == shown.display_unit;
            compiled.shown_units.find(variable.name).filter(|shown| !says_nothing(shown)).cloned()
        };
        let one = |v: Variable<'_>| {
            format!("{} {} {:?} {:?}", v.name, v.description, unit(&v), limits(&compiled.shown_units, v.name))
        };
        compiled.model.catalogue.variables.iter().map(one).collect()
    };
    let (a, b) = (shown(&first), shown(&second));
    assert_eq!(a.len(), b.len(), "{name}\n{text}");
    a.iter().zip(&b).for_each(|(a, b)| assert_eq!(a, b, "{name}"));
    move_alike(first, second, name, run);
}

/// With inputs and outputs by name, as a text has them whatever the order of its declarations.
fn by_name(file: &ModelFile) -> ModelFile {
    let mut file = file.clone();
    // Elements of an array keep their order.
    let array = |name: &str| {
        let element = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
        element.map_or(name, |(array, _)| array).to_owned()
    };
    file.inputs.sort_by_cached_key(|input| array(&input.name.value));
    file.outputs.sort_by_cached_key(|output| array(&output.name.value));
    file
}

fn limits(shown: &ShownUnits, name: &str) -> Option<[Option<f64>; 3]> {
    // Without effect, a nominal value leaves nothing.
    shown.bounds(name).map(|b| [b.min, b.max, b.nominal]).filter(|limits| limits.iter().any(Option::is_some))
}

/// The netlist as text, with full names of classes, expressions written in one way, and without the name of the model.
fn plain(mut file: ModelFile) -> Vec<String> {
    file.name = "Same".to_owned();
    for component in &mut file.components {
        if let Some(class) = library::find_class(&component.class.value) {
            component.class.value = class.name.to_owned();
        }
        component.modifiers.iter_mut().for_each(|modifier| plain_value(&mut modifier.value.value));
        // A table without entries says nothing.
        component.modifiers.retain(|m| !matches!(&m.value.value, Value::Table(entries) if entries.is_empty()));
    }
    file.parameters.iter_mut().for_each(|parameter| plain_value(&mut parameter.value.value));
    for output in file.variables.iter_mut().chain(&mut file.outputs) {
        if let Target::Expression(expression) = &mut output.target.value {
            *expression = folded(expression.clone());
        }
    }
    // Equations are read apart from connections; their order and direction mean nothing.
    for connection in &mut file.connections {
        if file.variables.iter().any(|variable| variable.name.value == connection.to.value) {
            std::mem::swap(&mut connection.from, &mut connection.to);
        }
    }
    file.connections.sort_by(|a, b| (&a.from.value, &a.to.value).cmp(&(&b.from.value, &b.to.value)));
    // Public vectors become their elements.
    file.inputs.clear();
    file.outputs.retain(|output| output.target.value.expression().is_some());
    file.to_json().split("},").map(str::to_owned).collect()
}

/// The expression with numbers for what consists of numbers.
fn folded(expression: Expression) -> Expression {
    let all = |items: Vec<Expression>| items.into_iter().map(folded).collect();
    match expression {
        Expression::Negate(inner) => match folded(*inner) {
            Expression::Number(x) => Expression::Number(-x),
            inner => Expression::Negate(Box::new(inner)),
        },
        Expression::Binary(operator, left, right) => match (folded(*left), folded(*right)) {
            (Expression::Number(x), Expression::Number(y)) => Expression::Number(match operator {
                BinaryOperator::Add => x + y,
                BinaryOperator::Subtract => x - y,
                BinaryOperator::Multiply => x * y,
                BinaryOperator::Divide => x / y,
                BinaryOperator::Power => x.powf(y),
            }),
            // What units leave.
            (left, Expression::Number(1.0)) if operator == BinaryOperator::Multiply => left,
            (left, right) => Expression::Binary(operator, Box::new(left), Box::new(right)),
        },
        Expression::Call(function, arguments) => {
            let arguments: Vec<Expression> = all(arguments);
            match (arguments.as_slice(), function.of_number::<f64>()) {
                ([Expression::Number(x)], Some(evaluate)) => Expression::Number(evaluate(*x)),
                ([Expression::Number(x), Expression::Number(y)], _) if function == Function::Min => {
                    Expression::Number(x.min(*y))
                }
                _ => Expression::Call(function, arguments),
            }
        }
        Expression::Array(elements) => Expression::Array(all(elements)),
        other => other,
    }
}

fn plain_value(value: &mut Value) {
    match value {
        Value::Expression(expression) => *value = written_out(folded(expression.clone())),
        Value::Array(elements) => elements.iter_mut().for_each(|element| plain_value(&mut element.value)),
        Value::Table(entries) => {
            entries.iter_mut().for_each(|(_, value)| plain_value(&mut value.value));
            entries.sort_by(|a, b| a.0.value.cmp(&b.0.value));
        }
        Value::Number(_) | Value::Boolean(_) | Value::String(_) | Value::Condition(_) => {}
    }
}

/// An array as its elements.
fn written_out(expression: Expression) -> Value {
    match expression {
        Expression::Number(x) => Value::Number(x),
        Expression::Array(elements) => {
            let element = |element| Spanned { value: written_out(element), span: 0..0 };
            Value::Array(elements.into_iter().map(element).collect())
        }
        other => Value::Expression(other),
    }
}

/// All real variables at the start, and after steps.
fn values(model: Model, run: bool) -> Result<Vec<(String, f64)>, String> {
    let is_real = |variable: &Variable| matches!(variable.data_type, DataType::Real { .. });
    let catalogue = &model.catalogue;
    let chosen = catalogue.variables.iter().enumerate().filter(|(_, variable)| is_real(variable));
    let (names, references): (Vec<String>, Vec<u32>) =
        chosen.map(|(index, variable)| (variable.name.to_owned(), catalogue.reference(index) as u32)).unzip();
    let start = model.experiment.start_time.unwrap_or(0.0);
    let mut instance = Instance::new(Arc::new(model));
    let mut values = vec![0.0; references.len()];
    let mut result = Vec::new();
    instance.setup_experiment(Experiment { start_time: start, ..Experiment::default() }).map_err(|e| e.to_string())?;
    instance.enter_initialization_mode().map_err(|error| error.to_string())?;
    instance.exit_initialization_mode().map_err(|error| error.to_string())?;
    for step in 0..if run { 3 } else { 1 } {
        if step > 0 {
            instance.do_step(start + 0.05 * f64::from(step - 1), 0.05).map_err(|error| error.to_string())?;
        }
        instance.get(&references, &mut values).map_err(|error| error.to_string())?;
        result.extend(names.iter().cloned().zip(values.iter().copied()));
    }
    Ok(result)
}
