//! The reference as Markdown: an index, and a page for each package.

use std::fmt::Write;

use library::Class;

use super::tables::{Table, tables};

/// A page of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// File name.
    pub file: String,
    /// Text.
    pub text: String,
}

/// First line of every page but the index.
const NOTE: &str = "<!-- Written by `UPDATE_REFERENCE=1 cargo test -p fmu-builder --test library reference` from the class files. -->\n\n";

const INDEX: &str = "\
# Classes

The classes of the component library by packages. Names are those of the Modelica Standard Library 4.1.0; a model file may leave out
`Modelica.Mechanics.MultiBody.`, `Modelica.Mechanics.` or `Modelica.`. `fmu-builder describe CLASS` shows the same in a terminal,
`fmu-builder classes [FILTER]` lists them. [The model file](../model-file.md) says how components are written and connected.
A class of the Modelica Standard Library that is not supported yet is refused by name, with what to use instead.

In the tables of parameters, a value is *required* where there is no default; a default that is no number is an expression in the
other parameters of the component. *Tunable* parameters may change while the FMU runs, the others before it starts. *Only if* says
where a parameter has an effect, where not always. In the tables of variables, *start* is the start value without the model's: a
guess, or fixed.
";

/// All pages, the index first.
pub fn pages() -> Vec<Page> {
    let mut index = format!("{NOTE}{INDEX}");
    let mut pages = Vec::new();
    for (package, classes) in library::packages() {
        let file = file_name(package);
        // Writing to a String cannot fail, here and below.
        let _ = write!(index, "\n## [{package}]({file})\n\n| class | |\n|---|---|\n");
        for class in classes {
            let name = library::short_name(class);
            let _ = writeln!(index, "| [{name}]({file}#{}) | {} |", anchor(name), cell(class.description));
        }
        pages.push(Page { text: page(package, classes), file });
    }
    pages.insert(0, Page { file: "README.md".to_owned(), text: index });
    pages
}

/// `parts.md` for `Modelica.Mechanics.MultiBody.Parts`.
fn file_name(package: &str) -> String {
    let last = package.rsplit('.').next().unwrap_or(package);
    format!("{}.md", last.to_lowercase())
}

/// The anchor that hosts of repositories make of a heading.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '-' || *c == '_').collect()
}

fn page(package: &str, classes: &[&'static Class]) -> String {
    let mut text = format!("{NOTE}# {package}\n\n[All classes](README.md)\n");
    for class in classes {
        section(&mut text, class);
    }
    text
}

fn section(text: &mut String, class: &Class) {
    let documentation = class.documentation();
    let _ = write!(text, "\n## {}\n\n*{}*\n\n", library::short_name(class), class.description);
    let _ = writeln!(text, "{}", documentation.text());
    for table in tables(class) {
        let _ = write!(text, "\n{}\n\n{}", table.title, rows(&table));
    }
    let _ = write!(text, "\nExample\n\n```toml\n{}```\n", documentation.example());
}

fn rows(table: &Table) -> String {
    let mut text = format!("| {} |\n|{}\n", table.header.join(" | "), "---|".repeat(table.header.len()));
    for row in &table.rows {
        let cells = row.iter().enumerate().map(|(k, text)| if k == 0 { format!("`{text}`") } else { cell(text) });
        text.push_str(&format!("| {} |\n", cells.collect::<Vec<_>>().join(" | ")));
    }
    text
}

/// A text that means nothing to Markdown within a table.
fn cell(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '*' | '<' | '\\' | '`') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
