//! The page that the figures are written into.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A heading, a table, and what has to be said about it.
pub struct Section {
    title: &'static str,
    notes: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Section {
    /// A table without rows.
    pub fn new(title: &'static str, notes: &str, columns: &[&'static str]) -> Self {
        Self { title, notes: notes.to_owned(), columns: columns.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, and shows it.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.columns.len(), "{}: {cells:?}", self.title);
        if self.rows.is_empty() {
            println!("\n{}\n{}", self.title, self.columns.join(" | "));
        }
        println!("{}", cells.join(" | "));
        self.rows.push(cells);
    }

    fn markdown(&self) -> String {
        let mut text = format!("## {}\n\n", self.title);
        if !self.notes.is_empty() {
            text += &format!("{}\n\n", self.notes);
        }
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        text += &line(&self.columns.iter().map(|&column| column.to_owned()).collect::<Vec<_>>());
        text += &format!("|{}\n", "---|".repeat(self.columns.len()));
        self.rows.iter().for_each(|row| text += &line(row));
        text
    }
}

/// Three significant digits.
pub fn number(x: f64) -> String {
    match x.abs() {
        _ if !x.is_finite() => "-".to_owned(),
        0.0 => "0".to_owned(),
        size if size >= 100.0 => format!("{x:.0}"),
        size if size >= 10.0 => format!("{x:.1}"),
        size if size >= 1.0 => format!("{x:.2}"),
        size => format!("{x:.*}", (2.0 - size.log10().floor()).clamp(2.0, 9.0) as usize),
    }
}

/// A time in the unit that suits it.
pub fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns")];
    let (size, unit) = units.into_iter().find(|(size, _)| nanoseconds >= *size).unwrap_or((1.0, "ns"));
    if nanoseconds.is_finite() { format!("{} {unit}", number(nanoseconds / size)) } else { "-".to_owned() }
}

/// Ratio of another time to `own`, as text.
pub fn ratio(other: f64, own: f64) -> String {
    let ratio = other / own;
    if ratio.is_finite() { format!("{} ({}x)", time(other), number(ratio)) } else { "-".to_owned() }
}

/// Writes the page: machine, what was skipped, tables, and the remarks that are kept by hand. The file is replaced at once.
pub fn write(
    page: &Path,
    remarks: &Path,
    machine: &[String],
    skipped: &[String],
    sections: &[Section],
) -> std::io::Result<()> {
    let mut text = String::from(
        "# Measured\n\nWritten by `cargo bench --bench table`; what is to be said about goals that are missed is in `remarks.md`, which is appended. \
         Times are of one thread's processor time, medians; ratios were taken in one run, in turn.\n\n",
    );
    machine.iter().for_each(|fact| text += &format!("- {fact}\n"));
    skipped.iter().for_each(|reason| text += &format!("- Skipped: {reason}\n"));
    for section in sections.iter().filter(|section| !section.rows.is_empty()) {
        write!(text, "\n{}", section.markdown()).map_err(std::io::Error::other)?;
    }
    if let Ok(remarks) = fs::read_to_string(remarks) {
        text += &format!("\n{remarks}");
    }
    let temporary = page.with_extension("md.new");
    fs::write(&temporary, text)?;
    fs::rename(&temporary, page)
}
