//! Problems found while a model is compiled.

use crate::model_file::{Diagnostic, LibraryProblem, Span};

/// Collects problems; the assembly goes on as far as it can.
#[derive(Debug, Default)]
pub(super) struct Problems(pub Vec<Diagnostic>);

impl Problems {
    pub fn add(&mut self, span: Option<&Span>, problem: LibraryProblem) {
        self.0.push(Diagnostic { span: span.cloned(), problem: problem.into() });
    }

    /// `Err` with the problems found so far, in the order of the text.
    pub fn check(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut found = std::mem::take(&mut self.0);
        found.sort_by_key(|d| d.span.as_ref().map_or(usize::MAX, |s| s.start));
        found.dedup();
        Err(found)
    }
}

/// The nearest of `candidates` to `name`.
pub(super) fn nearest_name<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    crate::model_file::nearest(name, candidates).map(str::to_owned)
}
