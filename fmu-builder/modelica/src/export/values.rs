//! Values of parameters and attributes.

use compiler::model_file::{BinaryOperator, Expression, FINAL, Spanned, Value};
use library::pictures::GraphicKind;
use library::{Class, ParameterKind};

use super::names::Names;
use super::{Writer, expression, listed, prefix, quoted};

/// Meaning of a string.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// An expression of numbers.
    Number,
    /// The same, in degrees.
    Degrees,
    /// A literal of the enumeration with this name.
    Literal(&'static str),
    /// Itself.
    Text,
}

/// Packages of the library's enumerations.
const TYPES: &str = "Modelica.Mechanics.MultiBody.Types";
const BLOCK_TYPES: &str = "Modelica.Blocks.Types";
/// Enumerations of blocks.
const OF_BLOCKS: [&str; 4] = ["Extrapolation", "Init", "Smoothness", "TimeEvents"];
/// The enumeration that is none of the library.
const STATE_SELECT: &str = "StateSelect";

/// The function from rad to degrees.
const TO_DEGREES: &str = "Modelica.Units.Conversions.to_deg";

impl Meaning {
    /// Meaning of strings in a modifier of `class`.
    pub(super) fn of(class: &'static Class, name: &str) -> Self {
        let declared = class.parameters.iter().find(|parameter| parameter.name == name);
        match declared.map(|parameter| parameter.kind) {
            Some(ParameterKind::Enumeration(enumeration)) => return Self::Literal(enumeration.name),
            Some(ParameterKind::Real(Some("deg"))) => return Self::Degrees,
            Some(_) => return Self::Number,
            None => {}
        }
        match class.graphic(name).map(|graphic| graphic.kind) {
            Some(GraphicKind::ShapeType) => Self::Text,
            Some(GraphicKind::Quantity) => Self::Literal("VectorQuantity"),
            _ => Self::Number,
        }
    }
}

impl Writer<'_> {
    /// `name(attributes) = value` for the component or part at `path`.
    pub(super) fn modifier(&self, path: &str, name: &str, value: &Value, meaning: Meaning) -> String {
        let is_final = self.original(path, FINAL) == Some(&Value::Boolean(true));
        let Value::Table(entries) = value else {
            let shown = listed(&self.shown(path, false));
            return format!("{}{name}{shown} = {}", prefix(is_final), self.value(value, meaning));
        };
        let mut attributes = Vec::new();
        let mut bound = String::new();
        for (key, value) in entries {
            let inner = format!("{path}.{}", key.value);
            match &value.value {
                Value::Table(_) => attributes.push(self.modifier(&inner, &key.value, &value.value, Meaning::Number)),
                _ if key.value == "value" => bound = format!(" = {}", self.value(&value.value, meaning)),
                _ if is_final && key.value == "start" => attributes.push(self.final_start(path, value)),
                _ => attributes.push(self.attribute(path, &key.value, value)),
            }
        }
        attributes.extend(self.shown(path, true));
        let prefix = prefix(is_final && !bound.is_empty());
        format!("{prefix}{name}{}{bound}", listed(&attributes))
    }

    /// `start = 1`; `each` where one value is for all elements.
    pub(super) fn attribute(&self, path: &str, key: &str, value: &Spanned<Value>) -> String {
        let is_for_all = !matches!(value.value, Value::Array(_)) && !self.sizes(path).is_empty();
        // An expression of a vector is no value for each element.
        let is_expression = matches!(value.value, Value::Expression(_));
        let each = if is_for_all && !is_expression { "each " } else { "" };
        let meaning = if key == "stateSelect" { Meaning::Literal(STATE_SELECT) } else { Meaning::Number };
        format!("{each}{key} = {}", self.value(&value.value, meaning))
    }

    /// `final start = 1`, or `each final start = 1`.
    fn final_start(&self, path: &str, value: &Spanned<Value>) -> String {
        let attribute = self.attribute(path, "start", value);
        match attribute.strip_prefix("each ") {
            Some(rest) => format!("each final {rest}"),
            None => format!("final {attribute}"),
        }
    }

    /// Display units, limits and `stateSelect`, which do not change results.
    fn shown(&self, path: &str, is_variable: bool) -> Vec<String> {
        let sizes = self.sizes(path);
        let each = if sizes.is_empty() { "" } else { "each " };
        let mut shown = Vec::new();
        // If elements were written in different units, the first unit holds for all.
        let elements = (1..=sizes.first().copied().unwrap_or(0)).map(|k| format!("{path}[{k}]"));
        let mut names = std::iter::once(path.to_owned()).chain(elements);
        let unit = names.find_map(|name| self.shown_units.find(&name));
        if let Some(unit) = unit.filter(|shown| shown.unit != shown.display_unit) {
            shown.push(format!("{each}displayUnit = {}", quoted(unit.display_unit.name())));
        }
        if let Some(bounds) = self.shown_units.bounds(path).filter(|_| is_variable) {
            let limits = [("min", bounds.min), ("max", bounds.max), ("nominal", bounds.nominal)];
            let limits = limits.into_iter().filter_map(|(key, limit)| Some((key, limit?)));
            shown.extend(limits.map(|(key, limit)| format!("{each}{key} = {}", expression::number(limit))));
        }
        if let Some(Value::String(literal)) = self.original(path, "stateSelect").filter(|_| is_variable) {
            shown.push(format!("{each}stateSelect = {STATE_SELECT}.{literal}"));
        }
        shown
    }

    /// An attribute as written.
    fn original(&self, path: &str, attribute: &str) -> Option<&Value> {
        let component = self.original.components.iter().find(|component| {
            path.strip_prefix(component.name.value.as_str()).is_some_and(|rest| rest.starts_with('.'))
        })?;
        let mut parts = path.get(component.name.value.len() + 1..)?.split('.');
        let first = parts.next()?;
        let mut value = &component.modifiers.iter().find(|modifier| modifier.name.value == first)?.value.value;
        for part in parts.chain([attribute]) {
            let Value::Table(entries) = value else { return None };
            value = &entries.iter().find(|(key, _)| key.value == part)?.1.value;
        }
        Some(value)
    }

    pub(super) fn value(&self, value: &Value, meaning: Meaning) -> String {
        written(value, meaning, &self.names)
    }
}

/// A value as text.
pub(super) fn written(value: &Value, meaning: Meaning, names: &Names) -> String {
    match value {
        Value::Number(x) => expression::number(*x),
        Value::Boolean(x) => x.to_string(),
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(|e| written(&e.value, meaning, names)).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Value::String(text) => match meaning {
            Meaning::Text => quoted(text),
            Meaning::Literal(STATE_SELECT) => format!("{STATE_SELECT}.{text}"),
            Meaning::Literal(of) if OF_BLOCKS.contains(&of) => format!("{BLOCK_TYPES}.{of}.{text}"),
            Meaning::Literal(of) => format!("{TYPES}.{of}.{text}"),
            Meaning::Number | Meaning::Degrees => text.clone(),
        },
        Value::Expression(of) => match in_degrees(of) {
            Some(angle) if matches!(meaning, Meaning::Degrees) => {
                format!("{TO_DEGREES}({})", expression::written(angle, names))
            }
            _ => expression::written(of, names),
        },
        Value::Condition(condition) => expression::written_condition(condition, names),
        // Attributes are written where they stand.
        Value::Table(_) => String::new(),
    }
}

/// The angle in rad of which an expression is the one in degrees.
fn in_degrees(expression: &Expression) -> Option<&Expression> {
    match expression {
        Expression::Binary(BinaryOperator::Multiply, angle, factor) => {
            matches!(**factor, Expression::Number(x) if x == 180.0 / std::f64::consts::PI).then_some(angle)
        }
        _ => None,
    }
}
