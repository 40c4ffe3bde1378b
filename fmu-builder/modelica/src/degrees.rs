//! Values of parameters that the library has in degrees. A number of Modelica is what it is, whatever the units of its names; the netlist
//! converts an expression that is known to be an angle in rad.

use std::rc::Rc;

use fmu_core::library::ParameterKind;
use fmu_core::model_file::Expression as NetlistExpression;
use fmu_core::units::Unit;

use super::context::{Context, Outcome};
use super::instance::What;
use super::modifiers::Bound;
use super::syntax::{Expression, Kind};
use super::value::{Strength, Value};

impl Context<'_> {
    /// `value`, which `bound` is, so that the netlist means the same number of degrees.
    pub(super) fn degrees(&self, bound: &Bound, value: Value) -> Outcome<Value> {
        self.of_degrees(&bound.expression, bound, value)
    }

    fn of_degrees(&self, expression: &Rc<Expression>, bound: &Bound, value: Value) -> Outcome<Value> {
        match (&expression.kind, value) {
            // What is made degrees of is an angle.
            (Kind::Call { function, arguments }, Value::Open(_)) if is_to_degrees(function) && arguments.len() == 1 => {
                let inner = Bound { expression: arguments[0].1.clone(), ..bound.clone() };
                Ok(in_unit(&self.bound(&inner, false)?, "rad"))
            }
            (Kind::Array(parts), Value::Array(elements)) if parts.len() == elements.len() && bound.at.is_empty() => {
                let element = |(part, element): (&Rc<Expression>, Value)| self.of_degrees(part, bound, element);
                Ok(Value::Array(parts.iter().zip(elements).map(element).collect::<Outcome<_>>()?))
            }
            (_, Value::Open(open)) if self.has_units(&open.text) => Ok(in_unit(&Value::Open(open), "deg")),
            (_, value) => Ok(value),
        }
    }

    /// Whether an expression of several terms names something with a unit.
    fn has_units(&self, text: &str) -> bool {
        match NetlistExpression::parse(text) {
            Ok(NetlistExpression::Reference { .. }) | Err(_) => false,
            Ok(expression) => expression.references().into_iter().any(|name| self.has_unit(name)),
        }
    }

    fn has_unit(&self, name: &str) -> bool {
        let base = name.split('[').next().unwrap_or_default();
        let of_component = name.rsplit_once('.').and_then(|(component, last)| {
            let last = last.split('[').next().unwrap_or_default();
            let class = self.class_of(component)?;
            class.parameters.iter().find(|parameter| parameter.name == last)
        });
        if let Some(parameter) = of_component {
            return matches!(parameter.kind, ParameterKind::Real(Some(_)));
        }
        let symbol = self.instance(0).and_then(|model| model.symbols.borrow().get(base));
        symbol.is_none_or(|symbol| match &symbol.what {
            What::Parameter(parameter) => {
                let own = self.attribute(&symbol.modifiers, "unit").ok().flatten();
                parameter.unit.is_some() || own.is_some()
            }
            _ => true,
        })
    }
}

/// Whether the netlist calculates in this unit. A parameter in another one is a number without unit there, as it is in Modelica.
pub(super) fn is_si(unit: &str) -> bool {
    Unit::parse(unit).is_ok_and(|parsed| parsed.to_si(1.0) == 1.0 && !parsed.has_offset())
}

fn is_to_degrees(function: &super::syntax::Reference) -> bool {
    function.parts.last().is_some_and(|(name, _)| &*name.text == "to_deg")
}

fn in_unit(value: &Value, unit: &str) -> Value {
    let text = format!("{}*(1 {unit})", value.written(Strength::Product));
    Value::open(text, value.dimensions(), Strength::Product)
}
