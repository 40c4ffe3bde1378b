//! Settings of a place over those that a sub-model has, and which of these allow it.

use super::{Expander, SubModelProblem};
use crate::model_file::{Access, FINAL, Modifier, Span, Spanned, Value};

/// Problems of settings with their places.
type Faults = Vec<(Span, SubModelProblem)>;

impl Expander<'_> {
    /// The setting, where a place may set what is called so; else nothing, and a problem.
    pub(super) fn allowed(&mut self, setting: Modifier, access: Access) -> Option<Modifier> {
        if !access.is_closed() {
            return Some(setting);
        }
        let name = setting.name.value;
        let problem = match access.is_protected {
            true => SubModelProblem::Protected { name },
            false => SubModelProblem::Final { name },
        };
        self.report(&setting.name.span, problem);
        None
    }
}

/// Adds a setting, or puts it over one that is there; of tables of attributes, those that it names. Gives what is final and stays as it
/// is.
pub(super) fn merge(modifiers: &mut Vec<Modifier>, setting: Modifier) -> Faults {
    let mut faults = Vec::new();
    match modifiers.iter_mut().find(|modifier| modifier.name.value == setting.name.value) {
        Some(there) => merge_values(&mut there.value, setting.value, &setting.name, &mut faults),
        None => modifiers.push(setting),
    }
    faults
}

fn merge_values(there: &mut Spanned<Value>, setting: Spanned<Value>, name: &Spanned<String>, faults: &mut Faults) {
    if is_final(&there.value) {
        return faults.push((name.span.clone(), SubModelProblem::Final { name: name.value.clone() }));
    }
    match (&mut there.value, setting) {
        (Value::Table(there), Spanned { value: Value::Table(entries), .. }) => {
            for (name, value) in entries {
                match there.iter_mut().find(|(known, _)| known.value == name.value) {
                    Some((_, there)) => merge_values(there, value, &name, faults),
                    None => there.push((name, value)),
                }
            }
        }
        (_, setting) => *there = setting,
    }
}

/// True for a table of attributes with `final = true`.
fn is_final(value: &Value) -> bool {
    let Value::Table(entries) = value else { return false };
    entries.iter().any(|(key, value)| key.value == FINAL && value.value == Value::Boolean(true))
}
