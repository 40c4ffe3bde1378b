//! The package Frames of the library and the packages in it: their types and functions, as a text of our own.

use fmu_core::model_file::SourceText;

use super::store::{ClassRef, Store};
use super::value::{Record, Value};

/// Full name.
const PACKAGE: &str = "Modelica.Mechanics.MultiBody.Frames";
/// What is in it, read when a name leads to it.
const TEXT: &str = include_str!("texts/Frames.mo");

/// The orientation `name` of a frame, whose parts are variables of the netlist.
pub(super) fn orientation(name: &str) -> Value {
    let part = |part: &str, dimensions| (part.into(), Value::atom(format!("{name}.{part}"), dimensions));
    Value::Record(Record {
        of: format!("{PACKAGE}.Orientation"),
        members: vec![part("T", vec![3, 3]), part("w", vec![3])],
    })
}

impl Store {
    /// The class with that full name, where it is in the package Frames.
    pub(super) fn in_frames(&self, full: &str) -> Option<ClassRef> {
        let name = full.strip_prefix(PACKAGE)?.strip_prefix('.')?;
        if self.frames.borrow().is_none() {
            let (outer, _) = PACKAGE.rsplit_once('.')?;
            let source = SourceText { name: format!("{PACKAGE}.mo"), text: TEXT.to_owned() };
            *self.frames.borrow_mut() = Some(self.read_apart(outer, source)?);
        }
        let package = self.frames.borrow().clone()?;
        name.split('.').try_fold(package, |package, name| package.own_class(name))
    }
}
