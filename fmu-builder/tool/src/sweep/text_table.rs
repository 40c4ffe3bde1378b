//! A table of parameters: names in the first line, a run in each line after it.

use crate::csv;

/// Cells as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// Names of the columns.
    pub names: Vec<String>,
    /// A row of cells for each run.
    pub rows: Vec<Vec<String>>,
    /// Line of each row.
    pub lines: Vec<u64>,
}

impl TextTable {
    /// Reads CSV, with commas, semicolons or tabs.
    ///
    /// # Errors
    /// When there is no row, a quote is not closed, a name is the name of two columns, or a row has another number of cells.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = csv::records(text);
        let header = lines.next().ok_or("there is no header; names of parameters are expected")?;
        let (_, names) = header.map_err(|error| error.to_string())?;
        if let Some(name) = names.iter().enumerate().find_map(|(i, name)| names[..i].contains(name).then_some(name)) {
            return Err(format!("line 1: \"{name}\" is the name of two columns"));
        }
        if let Some(column) = names.iter().position(String::is_empty) {
            return Err(format!("line 1, column {}: the name is empty", column + 1));
        }
        let (mut rows, mut numbers) = (Vec::new(), Vec::new());
        for row in lines {
            let (line, row) = row.map_err(|error| error.to_string())?;
            if row.len() != names.len() {
                return Err(format!("line {line}: {} cells, and the header has {}", row.len(), names.len()));
            }
            rows.push(row);
            numbers.push(line);
        }
        if rows.is_empty() {
            Err("there is no row under the header".to_owned())
        } else {
            Ok(Self { names, rows, lines: numbers })
        }
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
        assert_eq!(table.lines, [2, 4]);
    }

    #[test]
    fn faults_have_lines() {
        for (text, expected) in [
            ("", "no header"),
            ("m\n", "no row"),
            ("m,m\n1,2\n", "\"m\" is the name of two"),
            ("m,\n1,2\n", "column 2"),
            ("m,k\n1\n", "line 2: 1 cells"),
            ("m\n\"1\n", "line 2: a quote is not closed"),
        ] {
            let error = TextTable::read(text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
