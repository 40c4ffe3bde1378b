//! Tables for the terminal.

use comfy_table::{ContentArrangement, Row, Table, presets};

/// Names and values, one per line, indented.
pub(crate) fn facts<'a>(entries: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let entries: Vec<_> = entries.into_iter().collect();
    let width = entries.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines: Vec<String> = entries.iter().map(|(name, value)| format!("  {name:width$}  {value}")).collect();
    lines.join("\n")
}

/// A table with a line under its header, as wide as its content.
pub(crate) fn rows(header: &[&str], rows: impl IntoIterator<Item: Into<Row>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
