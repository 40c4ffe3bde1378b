//! `final` and `protected`.

use super::table;
use crate::model_file::tree::{Kind, Node, Problems};
use crate::model_file::{Access, FINAL, Place};

/// Returns true for `final` and `protected`.
pub(super) fn is_one(key: &str) -> bool {
    [FINAL, crate::model_file::PROTECTED].contains(&key)
}

/// Reads the value of the key.
pub(super) fn read(key: &str, value: &Node, place: Place, access: &mut Access, problems: &mut Problems) {
    let Kind::Boolean(is) = value.kind else {
        return table::wrong_type(value, place, "`true` or `false`", problems);
    };
    match key {
        FINAL => access.is_final = is,
        _ => access.is_protected = is,
    }
}
