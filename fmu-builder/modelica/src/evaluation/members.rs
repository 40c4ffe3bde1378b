//! Parameters and variables of library components in expressions.

use crate::classes::FRAMES;
use crate::classes::standard::{has_member, members};
use crate::evaluation::places::Place;
use crate::evaluation::{At, Evaluator};
use crate::instances::modifiers::value_of;
use crate::names::suggestion;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Part;
use crate::values::{Record, Value, conditions};
use compiler::model_file::Span;
use library::{Condition, ConnectorKind, SignalType};

impl Evaluator<'_> {
    /// A parameter or variable of a library component.
    pub(crate) fn member(&self, place: &Place, At { scope, fold }: At<'_>, span: &Span) -> Outcome<Value> {
        let (Some((class, _)), Some((first, subscripts))) = (place.library(), place.rest.first()) else {
            return fault(span, Fault::ValueOfComponent { name: place.name.to_string() });
        };
        let declared = class.parameters.iter().find(|parameter| parameter.name == &*first.text);
        if let (true, [_], Some(declared)) = (fold, place.rest.as_slice(), declared) {
            let value = self.parameter_of_library(place, declared, span)?;
            return self.subscripted(value, &first.text, subscripts, scope, span);
        }
        if !has_member(class, &first.text) {
            if place.rest.len() == 1
                && let Some(value) = self.graphic(place, &first.text, fold)?
            {
                return self.subscripted(value, &first.text, subscripts, scope, span);
            }
            let (whole, near) = (class.name.to_owned(), suggestion(&first.text, members(class)));
            return fault(&first.span, Fault::NoSuchName { whole, name: first.text.to_string(), near });
        }
        let mut text = place.name.clone();
        for (name, _) in &place.rest {
            text = format!("{text}.{}", name.text);
        }
        let connector = class.connectors.iter().find(|known| known.name == &*first.text);
        if let (Some(_), [_, (last, _)]) = (connector, place.rest.as_slice())
            && &*last.text == "R"
        {
            return Ok(orientation(&text));
        }
        let is_own = place.rest.len() == 1;
        let variable = class.variables.iter().find(|known| is_own && known.name == &*first.text);
        let of_class =
            declared.filter(|_| is_own).map(|parameter| parameter.shape).or(variable.map(|known| known.shape));
        // The temperature of a heat port has the name of the transformation matrix of a frame.
        let is_port = connector.is_some_and(|connector| connector.kind == ConnectorKind::HeatPort);
        let of_class = of_class.or(is_port.then_some(mechanism::Shape::Scalar));
        let dimensions = of_class.map_or_else(|| inner_dimensions(&place.rest), shape_dimensions);
        let subscripts = place.rest.last().map(|(_, subscripts)| subscripts.as_slice()).unwrap_or_default();
        let value = self.subscripted(Value::name(text.clone(), dimensions), &text, subscripts, scope, span)?;
        let signal = connector.filter(|_| is_own).and_then(|connector| connector.kind.signal_type());
        let inner =
            class.inner.iter().find(|known| text.strip_prefix(&*place.name) == Some(&format!(".{}", known.name)));
        let signal = signal.or(variable.map(|variable| variable.signal_type)).or(inner.map(|inner| inner.signal_type));
        conditions::of_signal(value, signal.unwrap_or(SignalType::Real), span)
    }

    /// A number that only pictures use: its setting, or its default.
    fn graphic(&self, place: &Place, name: &str, fold: bool) -> Outcome<Option<Value>> {
        use library::pictures::GraphicDefault;
        let Some((class, symbol)) = place.library() else { return Ok(None) };
        let Some(graphic) = class.graphic(name) else { return Ok(None) };
        if let Some(bound) = symbol.and_then(|symbol| value_of(&symbol.modifiers, name)) {
            return self.bound(bound, fold).map(Some);
        }
        Ok(match graphic.default {
            GraphicDefault::Boolean(x) => Some(Value::Boolean(x)),
            GraphicDefault::Expression(text) => text.parse().ok().map(Value::Number),
            GraphicDefault::Name(_) => None,
        })
    }

    /// True if a connector of a library component is not there: its condition is false.
    pub(crate) fn is_left_out(&self, place: &Place, span: &Span) -> bool {
        let (Some((class, _)), Some((name, _))) = (place.library(), place.rest.first()) else { return false };
        let Some(connector) = class.connectors.iter().find(|known| known.name == &*name.text) else { return false };
        let value = |name: &str| {
            let declared = class.parameters.iter().find(|known| known.name == name)?;
            self.parameter_of_library(place, declared, span).ok()
        };
        let is_other = |name: &str, expected: &str| match value(name) {
            Some(Value::Boolean(is)) => is != (expected == "true"),
            Some(Value::Literal { name, .. }) => name != expected,
            _ => false,
        };
        match connector.condition {
            Condition::Always => false,
            Condition::Is(name, expected) => is_other(name, expected),
            Condition::All(names) => names.iter().any(|name| is_other(name, "true")),
            Condition::Any(names, expected) => names.iter().all(|name| is_other(name, expected)),
        }
    }

    fn parameter_of_library(&self, place: &Place, declared: &library::Parameter, span: &Span) -> Outcome<Value> {
        use library::DefaultValue;
        let (class, symbol) = place.library().unzip();
        if let Some(bound) = symbol.flatten().and_then(|symbol| value_of(&symbol.modifiers, declared.name)) {
            return self.bound(bound, true);
        }
        match declared.default {
            DefaultValue::Number(x) => Ok(Value::Number(x)),
            DefaultValue::Vector(x) => Ok(Value::vector(x)),
            DefaultValue::Boolean(x) => Ok(Value::Boolean(x)),
            _ => {
                let class = class.map(|class| class.name.to_owned()).unwrap_or_default();
                let (declared, name) = (declared.name.to_owned(), place.name.clone());
                fault(span, Fault::OpenParameter { declared, name, class })
            }
        }
    }
}

/// Dimensions of a variable of an inner part: frames and flanges have known ones.
fn inner_dimensions(rest: &[Part]) -> Vec<usize> {
    match rest.last().map(|(name, _)| &*name.text) {
        Some("r_0" | "f" | "t" | "r" | "v_0" | "a_0" | "w_a" | "z_a") if rest.len() > 1 => vec![3],
        Some("T") if rest.len() > 1 => vec![3, 3],
        _ => rest.last().map(|(_, subscripts)| vec![1000; subscripts.len()]).unwrap_or_default(),
    }
}

/// The dimensions of a shape.
pub(crate) fn shape_dimensions(shape: mechanism::Shape) -> Vec<usize> {
    use mechanism::Shape;
    match shape {
        Shape::Scalar => Vec::new(),
        Shape::Vector(n) => vec![n],
        Shape::Matrix(rows, columns) => vec![rows, columns],
    }
}

/// The orientation object `name` of a frame. Its members are variables of the netlist.
fn orientation(name: &str) -> Value {
    let part = |part: &str, dimensions| (part.into(), Value::name(format!("{name}.{part}"), dimensions));
    Value::Record(Record {
        of: format!("{FRAMES}.Orientation"),
        members: vec![part("T", vec![3, 3]), part("w", vec![3])],
    })
}
