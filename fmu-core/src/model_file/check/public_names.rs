//! `[inputs]` and `[outputs]`.

use super::{table, values};
use crate::model_file::model::PublicName;
use crate::model_file::names;
use crate::model_file::tree::{Entry, Problems};
use crate::model_file::{NameFault, Place, Problem, tree::Node};

/// The entries of `section`.
pub(super) fn check(node: Node, section: &'static str, problems: &mut Problems) -> Vec<PublicName> {
    let expected = "a table of public names: `height = \"bob.frame_a.r_0[2]\"`";
    let entries = table::entries(node, &Place::TopLevel(section), expected, problems);
    entries.into_iter().flatten().filter_map(|entry| public_name(entry, section, problems)).collect()
}

fn public_name(
    Entry { key: name, value, .. }: Entry,
    section: &'static str,
    problems: &mut Problems,
) -> Option<PublicName> {
    let place = Place::PublicName { section, name: name.value.clone() };
    names::report(&name, place.clone(), names::check, problems);
    if value.entries().is_some_and(|inner| inner.iter().any(|e| e.dotted)) {
        report_unquoted(&name.value, &value, section, problems);
        return None;
    }
    let target = values::spanned_text(value, &place, "the name of a variable, `\"bob.v_0[1]\"`", problems)?;
    names::report(&target, place, check_target, problems);
    Some(PublicName { name, target })
}

/// A variable, or the derivative of one: `der(x)`.
fn check_target(target: &str) -> Result<(), NameFault> {
    let variable = target.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')'));
    names::check(variable.unwrap_or(target))
}

/// Reports each `a.b = "x"` whose name became several keys.
fn report_unquoted(path: &str, value: &Node, section: &'static str, problems: &mut Problems) {
    for entry in value.entries().unwrap_or_default() {
        let name = format!("{path}.{}", entry.key.value);
        if entry.value.entries().is_some() {
            report_unquoted(&name, &entry.value, section, problems);
        } else {
            problems.report(&entry.key.span, Problem::UnquotedName { section, name });
        }
    }
}
