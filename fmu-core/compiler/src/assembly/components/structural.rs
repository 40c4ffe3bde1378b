//! Structural parameters of components: Booleans, integers, enumerations and sequences.

use super::maker::{GivenValue, Maker, Setting};
use crate::model_file::{Spanned, Value, nearest};
use library::{ByName, DefaultValue, Enumeration, Parameter, ParameterKind, Structural};
use mechanism::frames::Sequence;

impl Maker<'_> {
    pub(super) fn structural(&mut self, Setting { component, index, parameter, given }: Setting<'_>) -> Structural {
        let default = default_structural(parameter, &self.out.components[index].structural);
        match given.map(|g| &g.value) {
            None => default,
            Some(GivenValue::Bound { expression: "true", .. }) => Structural::Boolean(true),
            Some(GivenValue::Bound { expression, scope }) => {
                // A parameter of the composite class, or a literal.
                let of_literal = || match parameter.kind {
                    ParameterKind::Enumeration(enumeration) => literal(enumeration, expression),
                    _ => None,
                };
                let of_composite = self.out.components[*scope].structural.get(expression).copied();
                of_composite.or_else(of_literal).unwrap_or(default)
            }
            Some(GivenValue::User(value)) => read_structural(parameter, &value.value).unwrap_or_else(|expected| {
                self.wrong_value(component, parameter.name, value, expected);
                // Its connectors may depend on the value.
                self.out.unknown.insert(component.to_owned());
                default
            }),
        }
    }
}

fn default_structural(parameter: &Parameter, own: &ByName<Structural>) -> Structural {
    let sequence = Structural::Sequence(Sequence::default());
    match (parameter.default, parameter.kind) {
        (DefaultValue::SameAs(name), _) => own.get(name).copied().unwrap_or(sequence),
        (DefaultValue::Boolean(b), _) => Structural::Boolean(b),
        (DefaultValue::Number(x), ParameterKind::Integer) => Structural::Integer(x as i32),
        (DefaultValue::Literal(l), ParameterKind::Enumeration(e)) => literal(e, l).unwrap_or(Structural::Literal(0)),
        _ => sequence,
    }
}

/// The structural value in the model file.
fn read_structural(parameter: &Parameter, value: &Value) -> Result<Structural, String> {
    match (parameter.kind, value) {
        (ParameterKind::Boolean, Value::Boolean(b)) => Ok(Structural::Boolean(*b)),
        (ParameterKind::Boolean, _) => Err("true or false".to_owned()),
        (ParameterKind::Integer, value) => {
            let (min, max) = (parameter.min.unwrap_or(f64::from(i32::MIN)), parameter.max.unwrap_or(MOST_ELEMENTS));
            let number = value.number().filter(|x| x.fract() == 0.0 && (min..=max).contains(x));
            number.map(|x| Structural::Integer(x as i32)).ok_or_else(|| format!("a whole number from {min} to {max}"))
        }
        (ParameterKind::Enumeration(e), Value::String(text)) => {
            let name = text.rsplit('.').next().unwrap_or(text);
            literal(e, name).ok_or_else(|| {
                let nearest = nearest(name, e.literals.iter().copied());
                let hint = nearest.map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
                format!("one of {}{hint}", e.literals.join(", "))
            })
        }
        (ParameterKind::Enumeration(e), _) => Err(format!("one of {}, as a string", e.literals.join(", "))),
        (ParameterKind::Sequence, Value::Array(elements)) => {
            read_sequence(elements).ok_or_else(|| EXPECTED_SEQUENCE.to_owned()).map(Structural::Sequence)
        }
        _ => Err(EXPECTED_SEQUENCE.to_owned()),
    }
}

/// Largest integer if the class gives no limit: such integers are numbers of signals.
const MOST_ELEMENTS: f64 = 10_000.0;

const EXPECTED_SEQUENCE: &str = "three axis numbers, each 1, 2 or 3, neighbours different, such as [1, 2, 3]";

fn read_sequence(elements: &[Spanned<Value>]) -> Option<Sequence> {
    let is_axis = |x: &f64| x.fract() == 0.0 && (1.0..=3.0).contains(x);
    let axis = |element: &Spanned<Value>| element.value.number().filter(is_axis).map(|x| x as i32);
    let [a, b, c] = elements else { return None };
    Sequence::try_from([axis(a)?, axis(b)?, axis(c)?]).ok()
}

fn literal(enumeration: &Enumeration, name: &str) -> Option<Structural> {
    enumeration.literals.iter().position(|literal| *literal == name).map(Structural::Literal)
}
