//! `pre`, `edge`, `change` and `sample`: what was before an event, and times of events. Each becomes a block of the netlist.

use compiler::model_file::{Expression, Span};
use library::SignalType;

use crate::evaluation::Evaluator;
use crate::evaluation::functions::Arguments;
use crate::instances::model::{Before, Tick};
use crate::instances::modifiers::Scope;
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::Operator;
use crate::values::conditions::{asked, of_signal};
use crate::values::open::is_name;
use crate::values::{Value, arithmetic};

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
            ("sample", [(_, start), (_, interval)]) => {
                let (start, period) = (self.evaluate(start, scope, false)?, self.evaluate(interval, scope, false)?);
                let prefix = scope.instance.and_then(|index| self.model.instance(index));
                let prefix = prefix.map_or_else(String::new, |instance| instance.prefix.clone());
                let name = self.model.tick(Tick { prefix, start, period, name: String::new(), span: span.clone() });
                of_signal(Value::name(format!("{name}.y"), Vec::new()), SignalType::Boolean, span)?
            }
            _ => return Ok(None),
        }))
    }

    /// The value before an event of a value that names variables or signals.
    pub(crate) fn before(&self, value: &Value, span: &Span) -> Outcome<Value> {
        let open = match value {
            Value::Array(elements) => {
                return elements
                    .iter()
                    .map(|element| self.before(element, span))
                    .collect::<Outcome<_>>()
                    .map(Value::Array);
            }
            Value::Open(open) => open,
            known => return Ok(known.clone()),
        };
        if !open.dimensions.is_empty() {
            let elements = value.elements();
            return elements.map_or_else(
                || fault(span, Fault::PreOfExpression { found: value.describe() }),
                |elements| self.before(&Value::Array(elements), span),
            );
        }
        let (name, signal) = match value.as_condition().and_then(asked) {
            Some(Expression::Reference { name, .. }) if is_name(name) => (name.as_str(), SignalType::Boolean),
            _ => match open.name().filter(|name| *name != "time") {
                Some(name) if !open.is_condition() => {
                    (name, if open.whole { SignalType::Integer } else { SignalType::Real })
                }
                _ => return fault(span, Fault::PreOfExpression { found: value.describe() }),
            },
        };
        let block = self.block_before(name);
        let found = Before { block: block.clone(), signal, span: span.clone() };
        self.model.befores.borrow_mut().entry(name.to_owned()).or_insert(found);
        of_signal(Value::name(format!("{block}.y"), Vec::new()), signal, span)
    }

    /// `y_pre[2]` for `y[2]`; of a signal `pulse.y` of a library component `pulse_y_pre`.
    fn block_before(&self, name: &str) -> String {
        let at = name.rfind('[').filter(|_| name.ends_with(']')).unwrap_or(name.len());
        let (front, index) = name.split_at(at);
        match front.rsplit_once('.') {
            Some((component, last)) if self.model.class_of(component).is_some() => {
                let at = component.rfind('[').filter(|_| component.ends_with(']')).unwrap_or(component.len());
                let inner = component[at..].replace(['[', ','], "_").replace(']', "");
                format!("{}{inner}_{last}_pre{index}", &component[..at])
            }
            _ => format!("{front}_pre{index}"),
        }
    }
}
