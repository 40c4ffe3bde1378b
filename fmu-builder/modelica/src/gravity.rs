//! Gravity fields: functions that models put in the place of the World's.

use std::rc::Rc;

use fmu_core::library::Class as LibraryClass;
use fmu_core::model_file::Span;

use super::context::{Context, Outcome, fault};
use super::modifiers::{Modifier, Scope};
use super::netlist::{Pair, key};
use super::store::{Found, add_hidden};
use super::syntax::{Body, Class, Element, Modification};
use super::value::{Strength, Value};

/// What a base of the library gives to functions.
pub(super) struct OfBase {
    pub(super) input: &'static str,
    pub(super) output: &'static str,
}

/// Bases of functions.
pub(super) const BASES: [(&str, OfBase); 1] = [(
    "Modelica.Mechanics.MultiBody.Interfaces.partialGravityAcceleration",
    OfBase { input: POSITION, output: "gravity" },
)];
/// The position, in the library's function and in expressions of the netlist.
const POSITION: &str = "r";
/// The function of the World, and the parameter that the netlist has for it.
const FUNCTION: &str = "gravityAcceleration";

/// Whether `name` is a function of `class` that models may replace.
pub(super) fn is_replaceable(class: &LibraryClass, name: &str) -> bool {
    class.name == "Modelica.Mechanics.MultiBody.World" && name == FUNCTION
}

impl Context<'_> {
    /// The field that `redeclare function gravityAcceleration = f(a = 1)` says, as a parameter of the World.
    pub(super) fn gravity_field(&self, modifier: &Modifier) -> Outcome<Option<Pair>> {
        let Some((element, written)) = &modifier.redeclare else { return Ok(None) };
        let Element::Class(definition) = &**element else {
            return fault(&modifier.span, format!("`{FUNCTION}` is a function"));
        };
        let value = self.field_of(&definition.class, written, &modifier.span)?;
        let name = key(FUNCTION, &modifier.name_span);
        Ok(value.map(|value| (name, value.netlist(&modifier.span))))
    }

    fn field_of(&self, class: &Rc<Class>, written: &Scope, span: &Span) -> Outcome<Option<Value>> {
        let position = Value::atom(POSITION.to_owned(), vec![3]);
        let mut given = vec![(Some(POSITION.into()), position)];
        let Body::Short(short) = &class.body else {
            let entry = add_hidden(&written.class, class);
            return self.applied(&entry, given, false, span).and_then(|value| self.checked(value, span)).map(Some);
        };
        let entry = match self.store.find(&written.class, &short.base) {
            Some(Found::Class(entry)) => entry,
            Some(_) => {
                return fault(
                    &short.base.span,
                    format!("`{}` is no function with a text: set gravityType, g, n and mu instead", short.base),
                );
            }
            None => return fault(&short.base.span, format!("there is no function `{}`", short.base)),
        };
        for argument in short.modifiers.iter() {
            if let Modification::Set { name, value: Some(value), .. } = &argument.what {
                given.push((Some(name.to_string().into()), self.evaluate(value, written, false)?));
            }
        }
        self.applied(&entry, given, false, span).and_then(|value| self.checked(value, span)).map(Some)
    }

    fn checked(&self, value: Value, span: &Span) -> Outcome<Value> {
        if value.dimensions() != [3] {
            return fault(span, format!("a gravity field has three elements, this is {}", value.describe()));
        }
        // Elements that are open have a text each.
        Ok(match &value {
            Value::Array(_) | Value::Number(_) => value,
            other => Value::open(other.written(Strength::Choice), other.dimensions(), Strength::Choice),
        })
    }
}
