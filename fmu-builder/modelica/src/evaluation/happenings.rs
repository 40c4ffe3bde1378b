//! `pre`, `edge`, `change` and `sample`, and rounded values: each becomes a block of the netlist. Functions of vectors of Booleans.

use compiler::model_file::BinaryOperator::{Add, Divide, Multiply, Subtract};
use compiler::model_file::{Expression, Relation, Span};
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::instances::model::{Before, Computation, SAMPLE};
use crate::instances::modifiers::Scope;
use crate::names::{subscripts_at, without_brackets};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Arguments, Operator};
use crate::values::conditions::{asked, of_signal};
use crate::values::open::is_name;
use crate::values::{Value, arithmetic};

const ROUNDED: Computation = Computation { name: "rounded", class: "MultibodyFmu.Floor" };
const FIXED_DELAY: Computation = Computation { name: "delayed", class: "Modelica.Blocks.Nonlinear.FixedDelay" };
const VARIABLE_DELAY: Computation = Computation { name: "delayed", class: "Modelica.Blocks.Nonlinear.VariableDelay" };

impl Evaluator<'_> {
    /// The value of such a function; none for others.
    pub(crate) fn happening(
        &self,
        function: &str,
        arguments: &Arguments,
        scope: &Scope,
        span: &Span,
    ) -> Outcome<Option<Value>> {
        if scope.instance.is_none() {
            return Ok(None);
        }
        Ok(Some(match (function, arguments) {
            ("pre", [(None, of)]) => self.before(&self.evaluate(of, scope, false)?, span)?,
            ("edge" | "change", [(None, of)]) => {
                let now = self.evaluate(of, scope, false)?;
                let before = self.before(&now, span)?;
                let and = |a: &Value, b: &Value| arithmetic::binary(Operator::And, a, b, span);
                if !now.is_condition() {
                    return arithmetic::binary(Operator::Unequal, &now, &before, span).map(Some);
                }
                let rises = and(&now, &arithmetic::not(&before, span)?)?;
                if function == "edge" {
                    rises
                } else {
                    let falls = and(&before, &arithmetic::not(&now, span)?)?;
                    arithmetic::binary(Operator::Or, &rises, &falls, span)?
                }
            }
            ("delay", [(None, of), (None, delay), longest @ ..]) if longest.len() < 2 => {
                let number = |argument| self.evaluate(argument, scope, false);
                let longest = longest.first().map(|(_, longest)| number(longest)).transpose()?;
                self.delayed(&number(of)?, &number(delay)?, longest.as_ref(), span)?
            }
            ("sample", [(_, start), (_, interval)]) => {
                let (start, period) = (self.evaluate(start, scope, false)?, self.evaluate(interval, scope, false)?);
                let prefix = scope.instance.and_then(|index| self.model.instance(index));
                let prefix = prefix.map_or_else(String::new, |instance| instance.prefix.clone());
                let parameters = vec![("period", period), ("startTime", start)];
                let name = self.model.computed(SAMPLE, Vec::new(), parameters, (&prefix, span));
                of_signal(Value::name(format!("{name}.y"), Vec::new()), SignalType::Boolean, span)?
            }
            _ => return Ok(None),
        }))
    }

    /// The value before an event of a value that names variables or signals.
    pub(crate) fn before(&self, value: &Value, span: &Span) -> Outcome<Value> {
        let open = match value {
            Value::Array(elements) => return elements.iter().map(|element| self.before(element, span)).collect(),
            Value::Open(open) => open,
            known => return Ok(known.clone()),
        };
        let refuse = || fault(span, Fault::PreOfExpression { found: value.describe() });
        if !open.dimensions.is_empty() {
            return value.elements().map_or_else(refuse, |elements| self.before(&Value::Array(elements), span));
        }
        let (name, signal) = match value.as_condition().and_then(asked) {
            Some(Expression::Reference { name, .. }) if is_name(name) => (name.as_str(), SignalType::Boolean),
            _ => match open.name().filter(|name| *name != "time") {
                Some(name) if !open.is_condition() => {
                    (name, if open.whole { SignalType::Integer } else { SignalType::Real })
                }
                _ => return refuse(),
            },
        };
        let block = self.block_before(name);
        let found = Before { block: block.clone(), signal, span: span.clone() };
        self.model.befores.borrow_mut().entry(name.to_owned()).or_insert(found);
        of_signal(Value::name(format!("{block}.y"), Vec::new()), signal, span)
    }

    /// `floor`, `ceil`, `integer`, `mod`, `rem` and `div` of scalars; none for other functions.
    pub(crate) fn rounded(&self, function: &str, values: &[Value], span: &Span) -> Outcome<Option<Value>> {
        let binary = |own, a: &Value, b: &Value| arithmetic::binary(Operator::Arithmetic(own), a, b, span);
        if !values.iter().all(|value| value.dimensions().is_empty() && value.expression().is_some()) {
            return Ok(None);
        }
        Ok(match (function, values) {
            ("integer", [x]) => Some(self.floor(x, span)?),
            ("floor", [x]) => {
                // A Real, and no other name of the Integer.
                let below = self.floor(x, span)?;
                Some(binary(Multiply, &below, &Value::Number(1.0))?.marked(true))
            }
            ("ceil", [x]) => {
                let below = self.floor(&arithmetic::negate(x, span)?, span)?;
                Some(arithmetic::negate(&below, span)?.marked(true))
            }
            ("mod", [x, y]) => {
                let below = self.floor(&binary(Divide, x, y)?, span)?;
                Some(binary(Subtract, x, &binary(Multiply, &below, y)?)?)
            }
            ("rem" | "div", [x, y]) => {
                let quotient = binary(Divide, x, y)?;
                let below = self.floor(&quotient, span)?;
                let above = arithmetic::negate(&self.floor(&arithmetic::negate(&quotient, span)?, span)?, span)?;
                let more = Operator::Compare(Relation::GreaterEqual);
                let is_positive = arithmetic::binary(more, &quotient, &Value::Number(0.0), span)?;
                let Some(whole) = arithmetic::chosen(&is_positive, &below, &above, true, span)? else {
                    return Ok(None);
                };
                Some(match function {
                    "div" => whole.marked(true),
                    _ => binary(Subtract, x, &binary(Multiply, &whole, y)?)?,
                })
            }
            _ => None,
        })
    }

    fn floor(&self, value: &Value, span: &Span) -> Outcome<Value> {
        if let Some(x) = value.number() {
            return Ok(Value::Number(x.floor()));
        }
        let block = self.model.computed(ROUNDED, vec![("u", value.clone())], Vec::new(), ("", span));
        of_signal(Value::name(format!("{block}.y"), Vec::new()), SignalType::Integer, span)
    }

    /// `delay(x, T)` and `delay(x, T, longest)`, of arrays by element.
    fn delayed(&self, value: &Value, delay: &Value, longest: Option<&Value>, span: &Span) -> Outcome<Value> {
        if !value.dimensions().is_empty() {
            let Some(elements) = arithmetic::parts(value) else {
                return fault(span, Fault::WrongArguments { name: "delay".to_owned() });
            };
            return elements.iter().map(|element| self.delayed(element, delay, longest, span)).collect();
        }
        let u = ("u", value.clone());
        let block = match longest {
            _ if value.number().is_some() => return Ok(value.clone()),
            None => self.model.computed(FIXED_DELAY, vec![u], vec![("delayTime", delay.clone())], ("", span)),
            Some(longest) => {
                let inputs = vec![u, ("delayTime", delay.clone())];
                self.model.computed(VARIABLE_DELAY, inputs, vec![("delayMax", longest.clone())], ("", span))
            }
        };
        Ok(Value::name(format!("{block}.y"), Vec::new()))
    }

    /// A function of Modelica.Math.BooleanVectors; none for others.
    pub(crate) fn of_booleans(&self, function: &str, vector: &Value, span: &Span) -> Outcome<Option<Value>> {
        let Some(elements) = vector.elements() else { return Ok(None) };
        let all = |operator: Operator, neutral: bool| {
            elements.iter().try_fold(Value::Boolean(neutral), |all, one| arithmetic::binary(operator, &all, one, span))
        };
        let counted = |then: &dyn Fn(usize, &Value) -> Outcome<Value>| {
            elements.iter().enumerate().rev().try_fold(Value::Number(0.0), |rest, (k, one)| -> Outcome<Value> {
                let then = then(k, &rest)?;
                match one {
                    Value::Boolean(true) => Ok(then),
                    Value::Boolean(false) => Ok(rest),
                    one => Ok(arithmetic::chosen(one, &then, &rest, true, span)?.unwrap_or(rest)),
                }
            })
        };
        let one = Value::Number(1.0);
        let more = |_, rest: &Value| arithmetic::binary(Operator::Arithmetic(Add), rest, &one, span);
        let count = || counted(&more).map(|count| count.marked(true));
        Ok(Some(match function {
            "allTrue" => all(Operator::And, !elements.is_empty())?,
            "andTrue" => all(Operator::And, true)?,
            "anyTrue" => all(Operator::Or, false)?,
            "countTrue" => count()?,
            "oneTrue" => arithmetic::binary(Operator::Equal, &count()?, &one, span)?,
            "firstTrueIndex" => counted(&|k, _| Ok(Value::Number((k + 1) as f64)))?.marked(true),
            _ => return Ok(None),
        }))
    }

    /// The element of a vector at an index that changes during the simulation.
    pub(crate) fn chosen_element(&self, vector: &Value, index: &Value, span: &Span) -> Outcome<Option<Value>> {
        if !matches!(index, Value::Open(open) if open.whole && open.dimensions.is_empty()) {
            return Ok(None);
        }
        let elements = arithmetic::parts(vector);
        let Some((last, others)) = elements.as_deref().and_then(<[Value]>::split_last) else { return Ok(None) };
        others.iter().enumerate().rev().try_fold(Some(last.clone()), |rest, (k, element)| {
            let Some(rest) = rest else { return Ok(None) };
            self.budget.room(rest.bytes() + element.bytes())?;
            let is_here = arithmetic::binary(Operator::Equal, index, &Value::Number((k + 1) as f64), span)?;
            arithmetic::chosen(&is_here, element, &rest, true, span)
        })
    }

    /// `y_pre[2]` for `y[2]`; of a signal `pulse.y` of a library component `pulse_y_pre`.
    fn block_before(&self, name: &str) -> String {
        let (front, index) = name.split_at(subscripts_at(name));
        self.model.free(match front.rsplit_once('.') {
            Some((component, last)) if self.model.class_of(component).is_some() => {
                let (component, inner) = component.split_at(subscripts_at(component));
                format!("{component}{}_{last}_pre{index}", without_brackets(inner))
            }
            _ => format!("{front}_pre{index}"),
        })
    }
}
