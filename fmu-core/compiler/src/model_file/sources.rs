//! Texts of a model. Their places are consecutive, so that one number identifies file and place.

use super::{Diagnostic, ModelFile, Problem, SourceText, Span, line_and_column};
use std::path::Path;

/// Texts with the place of their first byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    texts: Vec<(usize, SourceText)>,
}

impl Sources {
    /// Adds a text; returns the place of its first byte.
    pub fn add(&mut self, text: SourceText) -> usize {
        // One more than the length, so that the end of a text differs from the start of the next.
        let start = self.texts.last().map_or(0, |(start, text)| start + text.text.len() + 1);
        self.texts.push((start, text));
        start
    }

    /// The first text, that of the model file.
    pub fn main(&self) -> Option<&SourceText> {
        self.texts.first().map(|(_, text)| text)
    }

    /// Names of all texts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(_, text)| text.name.as_str())
    }

    /// The text that contains the place `at`, and its start.
    fn text_at(&self, at: usize) -> Option<&(usize, SourceText)> {
        self.texts.get(self.texts.partition_point(|(start, _)| *start <= at).checked_sub(1)?)
    }

    /// The text of `diagnostic`, and the diagnostic with its place relative to that text.
    pub fn locate(&self, diagnostic: &Diagnostic) -> (SourceText, Diagnostic) {
        let (text, span) = self.locate_span(diagnostic.span.as_ref());
        (text, Diagnostic { span, problem: diagnostic.problem.clone() })
    }

    /// The text that contains `span`, and the place in it; the first text if the place is not known.
    pub fn locate_span(&self, span: Option<&Span>) -> (SourceText, Option<Span>) {
        let found = span.and_then(|span| Some((span, self.text_at(span.start)?)));
        match found {
            Some((span, (start, text))) => (text.clone(), Some(span.start - start..span.end.saturating_sub(*start))),
            None => (self.main().cloned().unwrap_or_default(), span.cloned()),
        }
    }

    /// `file:line:column` of `span`.
    pub fn place(&self, span: &Span) -> String {
        self.text_at(span.start).map_or_else(String::new, |(start, text)| {
            let (line, column) = line_and_column(&text.text, span.start - start);
            format!("{}:{line}:{column}", text.name)
        })
    }

    /// The line in which `span` begins.
    pub fn line(&self, span: &Span) -> &str {
        let Some((start, text)) = self.text_at(span.start) else { return "" };
        let begin = text.text.get(..span.start - start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        text.text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// The text at `span`.
    pub fn excerpt(&self, span: &Span) -> &str {
        self.text_at(span.start)
            .and_then(|(start, text)| text.text.get(span.start - start..span.end.checked_sub(*start)?))
            .unwrap_or_default()
    }
}

impl From<SourceText> for Sources {
    fn from(text: SourceText) -> Self {
        Self { texts: vec![(0, text)] }
    }
}

/// A model that was read, and its texts.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadModel {
    /// The model, with places in `sources`.
    pub file: ModelFile,
    /// The texts.
    pub sources: Sources,
    /// Notes on parts of the text without effect, or evaluated to numbers.
    pub notes: Vec<Diagnostic>,
}

/// A model with errors, and its texts.
#[derive(Clone, Debug, PartialEq)]
pub struct InvalidModelFile {
    /// The texts; a file that could not be read has an empty one.
    pub sources: Sources,
    /// The errors in the order of the texts; at least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl InvalidModelFile {
    /// The error for a file that cannot be read.
    pub fn unread(path: &Path, problem: Problem) -> Self {
        let source = SourceText { name: path.display().to_string(), text: String::new() };
        Self { sources: source.into(), diagnostics: vec![Diagnostic::without_place(problem)] }
    }
}

impl std::fmt::Display for InvalidModelFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let (text, diagnostic) = self.sources.locate(diagnostic);
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", text.render(&diagnostic))?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidModelFile {}
