//! Shows the problems of a model file with the lines that they are about.

use std::borrow::Cow;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use compiler::model_file::{Diagnostic, SourceText, Sources, Span, floor_char_boundary, is_unseen, line_and_column};
use serde_json::{Value, json};

/// Longest line that is shown as it is, bytes; what is shown of a longer one before the place and from there on.
const LONGEST_LINE: usize = 500;
const BEFORE: usize = 60;
const AFTER: usize = 80;
/// Longest message that is shown as it is, characters; what is shown of a longer one at its beginning and at its end.
const LONGEST_MESSAGE: usize = 1200;
const BEGINNING: usize = 800;
const END: usize = 300;

/// All problems of a model file, in the order of its text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.iter().map(|diagnostic| diagnostic.problem.to_string()).collect::<Vec<_>>().join("\n"))]
pub struct ModelErrors(pub Vec<Diagnostic>);

/// Use of colour in messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// No escape sequences.
    #[default]
    Plain,
    /// ANSI colours.
    Coloured,
}

/// Text of others as the terminal shows it: nothing in it does anything to the terminal, and it is not too long to read.
pub fn plain(text: &str) -> Cow<'_, str> {
    let acts = |c: char| is_unseen(c) && !matches!(c, '\n' | '\t');
    if text.len() <= LONGEST_MESSAGE && !text.contains(acts) {
        return text.into();
    }
    let shown = |c: char| if acts(c) { c.escape_unicode().to_string() } else { c.to_string() };
    shortened(text.chars().map(shown).collect()).into()
}

/// A problem for programs, as JSON. Lines and columns are 1-based, columns in characters; the end is the first character after the place.
pub fn problem_json(
    severity: &str,
    sources: &Sources,
    span: Option<&Span>,
    message: &str,
    help: Option<String>,
) -> Value {
    let (source, span) = sources.locate_span(span);
    let place = |at: usize| line_and_column(&source.text, at);
    let ends = span.map(|span| [place(span.start), place(span.end.max(span.start))]);
    json!({
        "severity": severity,
        "file": source.name,
        "line": ends.map(|[(line, _), _]| line),
        "column": ends.map(|[(_, column), _]| column),
        "end_line": ends.map(|[_, (line, _)]| line),
        "end_column": ends.map(|[_, (_, column)]| column),
        "message": message,
        "help": help,
    })
}

/// Turns [`Diagnostic`]s into text for a terminal: message, `file:line:column`, the line with the place underlined, and help.
#[derive(Debug)]
pub struct Reporter<'a> {
    sources: &'a Sources,
    renderer: Renderer,
}

impl<'a> Reporter<'a> {
    /// Reports about `sources`, which places refer to.
    pub fn new(sources: &'a Sources, style: Style) -> Self {
        let renderer = match style {
            Style::Plain => Renderer::plain(),
            Style::Coloured => Renderer::styled(),
        };
        Self { sources, renderer }
    }

    /// All problems, an empty line between two.
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let render = |Diagnostic { problem, span }: &Diagnostic| {
            self.render_error(&problem.to_string(), span.as_ref(), problem.help())
        };
        diagnostics.iter().map(render).collect::<Vec<_>>().join("\n\n")
    }

    /// A warning with its place and how to mend it, where these are known.
    pub fn render_warning(&self, Diagnostic { problem, span }: &Diagnostic) -> String {
        self.render_message(&Level::WARNING, &problem.to_string(), span.as_ref(), problem.help())
    }

    /// One error with its place and how to mend it, where these are known.
    pub fn render_error(&self, message: &str, span: Option<&Span>, help: Option<String>) -> String {
        self.render_message(&Level::ERROR, message, span, help)
    }

    fn render_message(&self, level: &Level<'_>, message: &str, span: Option<&Span>, help: Option<String>) -> String {
        let (source, span) = self.sources.locate_span(span);
        let message = plain(message);
        let mut group = match span {
            Some(span) => show(&source, Group::with_title(level.clone().primary_title(&*message)), &span),
            None => Group::with_title(level.clone().primary_title(with_file_name(&source.name, &message))),
        };
        if let Some(help) = help {
            group = group.element(Level::HELP.message(plain(&help).into_owned()));
        }
        self.renderer.render(&[group])
    }
}

/// Adds the place and its lines. It is cut to the text and to whole characters: a wrong span must not hide the message.
fn show<'b>(source: &'b SourceText, group: Group<'b>, span: &Span) -> Group<'b> {
    let (start, end) = (floor_char_boundary(&source.text, span.start), floor_char_boundary(&source.text, span.end));
    let excerpt = Excerpt::new(&source.text, start..end.max(start));
    let snippet =
        Snippet::source(excerpt.text).line_start(excerpt.line).annotation(AnnotationKind::Primary.span(excerpt.span));
    match excerpt.column {
        None => group.element(snippet.path(&source.name)),
        Some(column) => {
            let origin = Origin::path(&source.name).line(excerpt.line).char_column(column);
            group.element(origin).element(snippet)
        }
    }
}

/// The message with the file's name in front, unless it says the name itself.
fn with_file_name(name: &str, message: &str) -> String {
    if message.contains(name) { message.to_owned() } else { format!("{name}: {message}") }
}

/// The lines of a place.
struct Excerpt<'a> {
    text: Cow<'a, str>,
    /// Number of the first line.
    line: usize,
    /// Column of the place in the file, where the excerpt does not begin with a line.
    column: Option<usize>,
    /// The place in the excerpt.
    span: Span,
}

impl<'a> Excerpt<'a> {
    /// `span` lies in `text` and ends at characters. A long line is cut to what is around the start of the place.
    fn new(text: &'a str, span: Span) -> Self {
        let (line, column) = line_and_column(text, span.start);
        let begin = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end_of_line = |at: usize| text[at..].find('\n').map_or(text.len(), |length| at + length);
        let lines = &text[begin..end_of_line(span.end)];
        if lines.lines().all(|line| line.len() <= LONGEST_LINE) {
            return Self { text: lines.into(), line, column: None, span: span.start - begin..span.end - begin };
        }
        let end = end_of_line(span.start);
        let from = floor_char_boundary(text, span.start.saturating_sub(BEFORE).max(begin));
        let to = floor_char_boundary(text, end.min(span.start + AFTER));
        let dots = |is_cut| if is_cut { "..." } else { "" };
        let before = dots(from > begin);
        let shift = |at: usize| at.min(to) - from + before.len();
        Self {
            text: format!("{before}{}{}", &text[from..to], dots(to < end)).into(),
            line,
            column: Some(column),
            span: shift(span.start)..shift(span.end),
        }
    }
}

/// A message without its middle, where it is too long to read.
fn shortened(message: String) -> String {
    let count = message.chars().count();
    if count <= LONGEST_MESSAGE {
        return message;
    }
    let (beginning, end) = (message.chars().take(BEGINNING), message.chars().skip(count - END));
    beginning.chain(" ... ".chars()).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use compiler::model_file::Problem;

    use super::*;

    fn source(text: &str) -> SourceText {
        SourceText { name: "model.toml".to_owned(), text: text.to_owned() }
    }

    fn problem(span: Option<Span>, message: &str) -> Diagnostic {
        Diagnostic { span, problem: Problem::Syntax(message.to_owned()) }
    }

    fn shown(source: &SourceText, problems: &[Diagnostic]) -> String {
        Reporter::new(&source.clone().into(), Style::Plain).render(problems)
    }

    #[test]
    fn says_how_to_mend_it() {
        let source = source("x = null");
        let shown = shown(&source, &[Diagnostic::new(4..8, Problem::Null)]);
        assert!(shown.contains("help: leave the key out"), "{shown}");
    }

    #[test]
    fn names_file_line_and_column_and_shows_the_line() {
        let source = source("name = \"A\"\nmass = {\n");
        let shown = shown(&source, &[problem(Some(18..19), "unclosed table")]);
        assert!(shown.contains("error: unclosed table"), "{shown}");
        assert!(shown.contains("model.toml:2:8"), "{shown}");
        assert!(shown.contains("mass = {"), "{shown}");
    }

    #[test]
    fn shows_all_problems_and_those_without_a_place() {
        let source = source("a\nb\n");
        let problems = [problem(Some(0..1), "first"), problem(None, "second"), problem(Some(2..3), "third")];
        let shown = shown(&source, &problems);
        for expected in
            ["error: first", "model.toml:1:1", "error: model.toml: second", "error: third", "model.toml:2:1"]
        {
            assert!(shown.contains(expected), "{expected} missing in\n{shown}");
        }
    }

    #[test]
    fn long_lines_are_cut_to_what_is_around_the_place() {
        let start = "ä = [\n";
        let line = format!("{}☃,{}", "1,".repeat(500_000), "2,".repeat(500_000));
        let at = start.len() + 1_000_000;
        let source = source(&format!("{start}{line}\n]\n"));
        for end in [at + "☃".len(), source.text.len()] {
            let shown = shown(&source, &[problem(Some(at..end), "no number")]);
            assert!(shown.contains("--> model.toml:2:1000001\n"), "{shown}");
            assert!(shown.contains("2 | ...1,1,") && shown.contains("1,☃,2,2,"), "{shown}");
            assert!(shown.len() < 1000 && shown.lines().all(|line| line.chars().count() < 160), "{shown}");
            let (place, mark) =
                (shown.lines().find_map(|line| line.find('☃')), shown.lines().find_map(|l| l.find('^')));
            assert_eq!(place, mark, "{shown}");
        }
    }

    #[test]
    fn text_of_others_does_nothing_to_the_terminal() {
        let sources = source("a\u{202e}b").into();
        let shown =
            Reporter::new(&sources, Style::Plain).render_error("\u{1b}[2J", Some(&(0..1)), Some("\u{202e}".into()));
        assert!(shown.contains("\\u{1b}[2J") && shown.contains("help: \\u{202e}"), "{shown}");
        assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
    }

    #[test]
    fn long_messages_lose_their_middle() {
        let source = source("a");
        let message = format!("begin {} end", "x".repeat(1_000_000));
        let shown = shown(&source, &[problem(Some(0..1), &message)]);
        assert!(shown.contains("error: begin x") && shown.contains("x end\n"), "{shown}");
        assert!(shown.len() < 1500, "{}", shown.len());
    }

    #[test]
    fn survives_spans_outside_of_the_text() {
        let source = source("ä = ☃");
        for span in [100..200, 1..3, 4..1000, 5..5, Span { start: 3, end: 1 }] {
            let shown = shown(&source, &[problem(Some(span.clone()), "odd")]);
            assert!(shown.contains("odd"), "{span:?}: {shown}");
        }
    }
}
