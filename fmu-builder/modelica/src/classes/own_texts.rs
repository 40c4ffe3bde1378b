//! Packages of the library as texts of our own: Frames with its types and functions, and the base of noise blocks.

use compiler::model_file::SourceText;

use crate::classes::{ClassRef, Classes};

/// Full name of the package with orientations.
pub(crate) const FRAMES: &str = "Modelica.Mechanics.MultiBody.Frames";
/// Full name of the package with seeds.
const NOISE: &str = "Modelica.Blocks.Noise";
/// Classes of the second text, which come before a text of the library, by their full names.
pub(crate) const SEEDED: [&str; 2] = ["Modelica.Blocks.Noise.GlobalSeed", "Modelica.Blocks.Interfaces.PartialNoise"];
/// Full names and texts, which are read when a name leads to them.
const TEXTS: [(&str, &str); 2] = [(FRAMES, include_str!("Frames.mo")), (NOISE, include_str!("Noise.mo"))];

impl Classes<'_> {
    /// The class with that full name, where it is in such a text.
    pub(crate) fn in_own_text(&self, full: &str) -> Option<ClassRef> {
        let (text, name) = match full.strip_prefix(FRAMES).and_then(|name| name.strip_prefix('.')) {
            Some(name) => (0, name),
            None if SEEDED.contains(&full) => (1, full.rsplit_once('.')?.1),
            None => return None,
        };
        if self.own_texts.borrow()[text].is_none() {
            let (package, text_of) = TEXTS[text];
            let (outer, _) = package.rsplit_once('.')?;
            let source = SourceText { name: format!("{package}.mo"), text: text_of.to_owned() };
            let read = self.read_apart(outer, source)?;
            self.own_texts.borrow_mut()[text] = Some(read);
        }
        let package = self.own_texts.borrow()[text].clone()?;
        name.split('.').try_fold(package, |package, name| package.own_class(name))
    }
}
