//! Gravity fields: functions by which models replace the World's.

use std::rc::Rc;

use compiler::model_file::Span;
use library::Class as LibraryClass;

use crate::classes::add_hidden;
use crate::classes::entry::Found;
use crate::classes::standard::POSITION;
use crate::evaluation::Evaluator;
use crate::instances::modifiers::{Modifier, Scope};
use crate::netlist::{Pair, key};
use crate::problem::{Fault, Outcome, fault};
use crate::syntax::{Body, Class, Modification, Redeclared};
use crate::values::Value;

/// The function of the World, and its parameter in the netlist.
const FUNCTION: &str = "gravityAcceleration";

/// True if `name` is a function of `class` that models may replace.
pub(crate) fn is_replaceable(class: &LibraryClass, name: &str) -> bool {
    class.name == "Modelica.Mechanics.MultiBody.World" && name == FUNCTION
}

/// The field of `redeclare function gravityAcceleration = f(a = 1)`, as a parameter of the World.
pub(crate) fn gravity_field(evaluator: &Evaluator<'_>, modifier: &Modifier) -> Outcome<Option<Pair>> {
    let Some((redeclared, written)) = &modifier.redeclare else { return Ok(None) };
    let Redeclared::Class(definition) = redeclared else {
        return fault(&modifier.span, Fault::IsAFunction { function: FUNCTION });
    };
    let value = field_of(evaluator, &definition.class, written, &modifier.span)?;
    Ok(Some((key(FUNCTION, &modifier.name_span), value.netlist(&modifier.span))))
}

fn field_of(evaluator: &Evaluator<'_>, class: &Rc<Class>, written: &Scope, span: &Span) -> Outcome<Value> {
    let mut given = vec![(Some(POSITION.into()), Value::name(POSITION.to_owned(), vec![3]))];
    let entry = match &class.body {
        Body::Short(short) => {
            let base = short.base.to_string();
            let entry = match evaluator.classes.find(&written.class, &short.base) {
                Some(Found::Class(entry)) => entry,
                Some(_) => return fault(&short.base.span, Fault::NotAGravityFunction { base }),
                None => return fault(&short.base.span, Fault::UnknownFunction { name: base, near: String::new() }),
            };
            for argument in short.modifiers.iter() {
                if let Modification::Set { name, value: Some(value), .. } = &argument.what {
                    given.push((Some(name.to_string().into()), evaluator.evaluate(value, written, false)?));
                }
            }
            entry
        }
        _ => add_hidden(&written.class, class),
    };
    let value = evaluator.applied(&entry, given, false, span)?;
    if value.dimensions() != [3] {
        return fault(span, Fault::NotAField { found: value.describe() });
    }
    Ok(value)
}
