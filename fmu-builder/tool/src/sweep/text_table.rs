//! A table of parameters: names in the first line, a run in each line after it.

use crate::csv;

/// Cells as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// Names of the columns.
    pub names: Vec<String>,
    /// A row of cells for each run.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Reads CSV, with commas, semicolons or tabs.
    ///
    /// # Errors
    /// When there is no row, a name stands above two columns, or a row has another number of cells.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = csv::records(text);
        let (_, names) = lines.next().ok_or("there is no header; names of parameters are expected")?;
        if let Some(name) = names.iter().enumerate().find_map(|(i, name)| names[..i].contains(name).then_some(name)) {
            return Err(format!("line 1: \"{name}\" stands above two columns"));
        }
        if let Some(column) = names.iter().position(String::is_empty) {
            return Err(format!("line 1, column {}: the name is empty", column + 1));
        }
        let mut rows = Vec::new();
        for (line, row) in lines {
            if row.len() != names.len() {
                return Err(format!("line {line}: {} cells, and the header has {}", row.len(), names.len()));
            }
            rows.push(row);
        }
        if rows.is_empty() { Err("there is no row under the header".to_owned()) } else { Ok(Self { names, rows }) }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn cells_stay_as_they_are() {
        let table = TextTable::read("m;mode\n500 g;on\n\n1;off\n").unwrap();
        assert_eq!(table.names, ["m", "mode"]);
        assert_eq!(table.rows, [["500 g", "on"], ["1", "off"]]);
    }

    #[test]
    fn faults_have_lines() {
        for (text, expected) in [
            ("", "no header"),
            ("m\n", "no row"),
            ("m,m\n1,2\n", "\"m\" stands above two"),
            ("m,\n1,2\n", "column 2"),
            ("m,k\n1\n", "line 2: 1 cells"),
        ] {
            let error = TextTable::read(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
