//! The package Frames of the library and the packages in it: their types and functions, as a text of our own.

use compiler::model_file::SourceText;

use crate::classes::{ClassRef, Classes};

/// Full name.
pub(crate) const PACKAGE: &str = "Modelica.Mechanics.MultiBody.Frames";
/// Its text, read when a name leads to it.
const TEXT: &str = include_str!("Frames.mo");

impl Classes<'_> {
    /// The class with that full name, where it is in the package Frames.
    pub(crate) fn in_frames(&self, full: &str) -> Option<ClassRef> {
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
