//! The package Frames of the library: its record and its functions, as a text of our own.

use super::value::{Record, Value};

/// Full name.
pub(super) const PACKAGE: &str = "Modelica.Mechanics.MultiBody.Frames";
/// What is in it, read when a name leads to it.
pub(super) const TEXT: &str = include_str!("texts/Frames.mo");

/// The orientation `name` of a frame, whose parts are variables of the netlist.
pub(super) fn orientation(name: &str) -> Value {
    let part = |part: &str, dimensions| (part.into(), Value::atom(format!("{name}.{part}"), dimensions));
    Value::Record(Record {
        of: format!("{PACKAGE}.Orientation"),
        members: vec![part("T", vec![3, 3]), part("w", vec![3])],
    })
}
