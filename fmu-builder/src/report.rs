//! Shows the problems of a model file with the lines that they are about.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use fmu_core::model_file::{Diagnostic, SourceText, Span};

/// All problems of a model file, in the order of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelErrors(pub Vec<Diagnostic>);

impl std::fmt::Display for ModelErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", diagnostic.problem)?;
        }
        Ok(())
    }
}

impl std::error::Error for ModelErrors {}

/// Whether messages are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// No escape sequences.
    #[default]
    Plain,
    /// ANSI colours.
    Coloured,
}

/// Turns [`Diagnostic`]s into text for a terminal: message, `file:line:column`, the line with the place underlined, and help.
#[derive(Debug)]
pub struct Reporter<'a> {
    source: &'a SourceText,
    renderer: Renderer,
}

impl<'a> Reporter<'a> {
    /// Reports about `source`.
    pub fn new(source: &'a SourceText, style: Style) -> Self {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        Self { source, renderer }
    }

    /// All problems, an empty line between two.
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let rendered: Vec<String> = diagnostics.iter().map(|diagnostic| self.render_one(diagnostic)).collect();
        rendered.join("\n\n")
    }

    fn render_one(&self, diagnostic: &Diagnostic) -> String {
        let message = diagnostic.problem.to_string();
        let place = diagnostic.span.as_ref().and_then(|span| self.clamp(span));
        let mut group = match place {
            Some(span) => Level::ERROR.primary_title(&message).element(
                Snippet::source(&self.source.text)
                    .path(&self.source.name)
                    .annotation(AnnotationKind::Primary.span(span)),
            ),
            None => Group::with_title(Level::ERROR.primary_title(self.with_file_name(&message))),
        };
        if let Some(help) = diagnostic.problem.help() {
            group = group.element(Level::HELP.message(help));
        }
        self.renderer.render(&[group])
    }

    /// The message with the file's name in front, unless it says the name itself.
    fn with_file_name(&self, message: &str) -> String {
        let name = &self.source.name;
        if message.contains(name.as_str()) { message.to_owned() } else { format!("{name}: {message}") }
    }

    /// The span cut to the text and to whole characters: a wrong span must not hide the message.
    fn clamp(&self, span: &Span) -> Option<Span> {
        let text = &self.source.text;
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        let (start, end) = (floor(span.start)?, floor(span.end)?);
        Some(start..end.max(start))
    }
}

#[cfg(test)]
mod tests {
    use fmu_core::model_file::Problem;

    use super::*;

    fn source(text: &str) -> SourceText {
        SourceText { name: "model.toml".to_owned(), text: text.to_owned() }
    }

    fn problem(span: Option<Span>, message: &str) -> Diagnostic {
        Diagnostic { span, problem: Problem::Syntax(message.to_owned()) }
    }

    #[test]
    fn says_how_to_mend_it() {
        let source = source("x = null");
        let shown = Reporter::new(&source, Style::Plain).render(&[Diagnostic::new(4..8, Problem::Null)]);
        assert!(shown.contains("help: leave the key out"), "{shown}");
    }

    #[test]
    fn names_file_line_and_column_and_shows_the_line() {
        let source = source("name = \"A\"\nmass = {\n");
        let shown = Reporter::new(&source, Style::Plain).render(&[problem(Some(18..19), "unclosed table")]);
        assert!(shown.contains("error: unclosed table"), "{shown}");
        assert!(shown.contains("model.toml:2:8"), "{shown}");
        assert!(shown.contains("mass = {"), "{shown}");
    }

    #[test]
    fn shows_all_problems_and_those_without_a_place() {
        let source = source("a\nb\n");
        let problems = [problem(Some(0..1), "first"), problem(None, "second"), problem(Some(2..3), "third")];
        let shown = Reporter::new(&source, Style::Plain).render(&problems);
        for expected in
            ["error: first", "model.toml:1:1", "error: model.toml: second", "error: third", "model.toml:2:1"]
        {
            assert!(shown.contains(expected), "{expected} missing in\n{shown}");
        }
    }

    #[test]
    fn survives_spans_outside_of_the_text() {
        let source = source("ä = ☃");
        for span in [100..200, 1..3, 4..1000, 5..5, Span { start: 3, end: 1 }] {
            let shown = Reporter::new(&source, Style::Plain).render(&[problem(Some(span.clone()), "odd")]);
            assert!(shown.contains("odd"), "{span:?}: {shown}");
        }
    }
}
