//! Declarations of classes in words.

use library::pictures::{Graphic, GraphicDefault, GraphicKind};
use library::{
    Condition, Connector, ConnectorKind, DefaultValue, Parameter, ParameterKind, Reading, SignalSize, SignalType,
    Variable,
};
use mechanism::Shape;

/// Type of a parameter, in words.
pub(super) fn parameter_type(parameter: &Parameter) -> String {
    match parameter.kind {
        ParameterKind::Boolean | ParameterKind::Reading(Reading::Boolean) => "Boolean".to_owned(),
        ParameterKind::Integer | ParameterKind::Reading(Reading::Integer) => "Integer".to_owned(),
        ParameterKind::Sequence => "3 axes".to_owned(),
        ParameterKind::Condition => "condition on time".to_owned(),
        ParameterKind::Enumeration(enumeration) | ParameterKind::Reading(Reading::Literal(enumeration)) => {
            enumeration.literals.join(", ")
        }
        ParameterKind::Reading(Reading::Integers) => "array of Integers".to_owned(),
        ParameterKind::Reading(Reading::Text) => "text".to_owned(),
        ParameterKind::Real(_) if parameter.any_size => match parameter.shape {
            Shape::Matrix(..) => "matrix".to_owned(),
            _ => "array".to_owned(),
        },
        ParameterKind::Real(_) => shape(parameter.shape),
    }
}

/// The unit of a parameter; empty where it is that of what the parameter is connected with.
pub(super) fn parameter_unit(parameter: &Parameter) -> &'static str {
    match parameter.kind {
        ParameterKind::Real(unit) => unit.unwrap_or_default(),
        _ => "",
    }
}

/// Default value of a parameter, in words.
pub(super) fn default_value(parameter: &Parameter) -> String {
    match parameter.default {
        DefaultValue::Required => "(required)".to_owned(),
        DefaultValue::Number(x) => number(x),
        DefaultValue::Vector(v) => format!("[{}]", v.map(number).join(", ")),
        DefaultValue::Row(row) => format!("[[{}]]", row.iter().copied().map(number).collect::<Vec<_>>().join(", ")),
        DefaultValue::Sequence => "[1, 2, 3]".to_owned(),
        DefaultValue::Boolean(value) => value.to_string(),
        DefaultValue::Literal(literal) => literal.to_owned(),
        DefaultValue::Expression(expression) => one_line(expression),
        DefaultValue::SameAs(other) => other.to_owned(),
        DefaultValue::Absent => "(none)".to_owned(),
    }
}

/// The legal values of a parameter; empty where there are no bounds.
pub(super) fn range(parameter: &Parameter) -> String {
    match (parameter.kind, parameter.min, parameter.max) {
        (ParameterKind::Boolean | ParameterKind::Enumeration(_), ..) | (_, None, None) => String::new(),
        (_, Some(min), None) if min > 0.0 && min < 1e-9 => "> 0".to_owned(),
        (_, Some(min), None) => format!(">= {}", number(min)),
        (_, None, Some(max)) => format!("<= {}", number(max)),
        (_, Some(min), Some(max)) => format!("{} to {}", number(min), number(max)),
    }
}

/// Conditions of which one must hold; empty where there are none.
pub(super) fn any_of(conditions: &[(&str, &str)]) -> String {
    let conditions: Vec<String> = conditions.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    conditions.join(" or ")
}

/// Type, direction and size of a connector.
pub(super) fn connector_type(connector: &Connector) -> String {
    let signal = |direction: &str, size: usize| match (connector.size, size) {
        (SignalSize::Declared, 1) => format!("signal {direction}"),
        (SignalSize::Declared, n) => format!("signal {direction} ({n})"),
        (SignalSize::Rows(parameter), _) => format!("signal {direction} (rows of {parameter})"),
        (SignalSize::Sum(parameters), _) => format!("signal {direction} ({})", parameters.join(" + ")),
        (SignalSize::Longest(parameters), _) => {
            format!("signal {direction} (longest of {})", parameters.join(", "))
        }
        (SignalSize::Integer(parameter), _) => format!("signal {direction} ({parameter})"),
        (SignalSize::Columns(parameter, 0), _) => format!("signal {direction} (columns of {parameter})"),
        (SignalSize::Columns(parameter, left_out), _) => {
            format!("signal {direction} (columns of {parameter} less {left_out})")
        }
    };
    match connector.kind {
        ConnectorKind::Frame => "frame".to_owned(),
        ConnectorKind::FrameResolve => "frame, orientation only".to_owned(),
        ConnectorKind::RotationalFlange => "rotational flange".to_owned(),
        ConnectorKind::TranslationalFlange => "translational flange".to_owned(),
        ConnectorKind::HeatPort => "heat port".to_owned(),
        ConnectorKind::Pin => "electrical pin".to_owned(),
        ConnectorKind::Input(of, n) => format!("{}{}", type_of(of), signal("input", n)),
        ConnectorKind::Output(of, n) => format!("{}{}", type_of(of), signal("output", n)),
    }
}

/// The type of a signal before its other words; empty for numbers.
fn type_of(signal: SignalType) -> &'static str {
    match signal {
        SignalType::Real => "",
        SignalType::Boolean => "Boolean ",
        SignalType::Integer => "Integer ",
    }
}

/// When a connector exists; empty where it always does.
pub(super) fn existence(connector: &Connector) -> String {
    let each = |parameters: &[&str], value: &str, between: &str| {
        parameters.iter().map(|parameter| format!("{parameter} = {value}")).collect::<Vec<_>>().join(between)
    };
    match connector.condition {
        Condition::Always => String::new(),
        Condition::Is(parameter, value) => format!("{parameter} = {value}"),
        Condition::All(parameters) => each(parameters, "true", " and "),
        Condition::Any(parameters, value) => each(parameters, value, " or "),
    }
}

/// The start value that a variable has without the model's; empty where only the model gives one.
pub(super) fn start(variable: &Variable) -> String {
    match (variable.has_start, variable.is_fixed) {
        (false, _) => String::new(),
        (true, false) => format!("{} (guess)", number(variable.start_value)),
        (true, true) => format!("{} (fixed)", number(variable.start_value)),
    }
}

/// Type of a graphic parameter, in words.
pub(super) fn graphic_type(graphic: &Graphic) -> &'static str {
    match graphic.kind {
        GraphicKind::Boolean => "Boolean",
        GraphicKind::Real(_) => "number",
        GraphicKind::Vector(_) => "vector of 3",
        GraphicKind::Colour => "red, green, blue",
        GraphicKind::ShapeType => "shape",
        GraphicKind::Quantity => "quantity",
    }
}

/// The unit of a graphic parameter.
pub(super) fn graphic_unit(graphic: &Graphic) -> &'static str {
    match graphic.kind {
        GraphicKind::Real(unit) | GraphicKind::Vector(unit) => unit,
        _ => "",
    }
}

/// Default value of a graphic parameter, in words.
pub(super) fn graphic_default(graphic: &Graphic) -> String {
    match graphic.default {
        GraphicDefault::Boolean(value) => value.to_string(),
        GraphicDefault::Name(name) => name.to_owned(),
        GraphicDefault::Expression(expression) => one_line(expression),
    }
}

/// Type of a variable, in words.
pub(super) fn signal_type(of: SignalType, size: Shape) -> String {
    match of {
        SignalType::Real => shape(size),
        SignalType::Boolean => "Boolean".to_owned(),
        SignalType::Integer => "Integer".to_owned(),
    }
}

/// Number, vector or matrix.
fn shape(shape: Shape) -> String {
    match shape {
        Shape::Scalar => "number".to_owned(),
        Shape::Vector(n) => format!("vector of {n}"),
        Shape::Matrix(rows, columns) => format!("{rows} x {columns} matrix"),
    }
}

/// A number as people write it.
fn number(x: f64) -> String {
    if x != 0.0 && !(1e-4..1e7).contains(&x.abs()) { format!("{x:e}") } else { x.to_string() }
}

/// A text of the source with its line breaks taken out.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
