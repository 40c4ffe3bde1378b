//! Tables as CSV (RFC 4180): numbers over time, with units in a second row or in a file beside the table, and tables of text.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use compiler::model_file::is_unseen;
use compiler::units::Unit;

/// A table of numbers over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Times of the rows, s.
    pub times: Vec<f64>,
    /// The columns beside the time.
    pub columns: Vec<TableColumn>,
    /// Line of each row.
    pub lines: Vec<u64>,
}

/// A column of a [`Table`].
#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// Header of the column.
    pub name: String,
    /// Its unit, where the table has a row of units.
    pub unit: Option<String>,
    /// A number for each row.
    pub values: Vec<f64>,
}

/// Why a text is not a table.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("there is no {0}; expected a header with names, and rows of values below it")]
    Missing(&'static str),
    #[error("line 1, column {column}: {fault}")]
    Header {
        /// Number of the column, from 1.
        column: usize,
        fault: String,
    },
    #[error("line {line}: {found} cells, and the header has {expected}")]
    Cells {
        /// Line, from 1.
        line: u64,
        found: usize,
        expected: usize,
    },
    #[error("a header with time and names is expected, and one row with their units")]
    Units,
    #[error("line {line}: a quote is not closed; a row is one line")]
    Quote {
        /// Line, from 1.
        line: u64,
    },
    #[error(
        "line {line}, column {column} (\"{name}\"): \"{text}\" is not a finite number; decimal points are expected"
    )]
    Number {
        /// Line, from 1.
        line: u64,
        /// Number of the column, from 1.
        column: usize,
        name: String,
        text: String,
    },
}

/// Separators of cells, the most likely first.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

impl Table {
    /// Reads a table: a header, a row of units if there is one (its first cell is the unit of time), and rows of numbers. Cells are separated
    /// by commas, or by semicolons or tabs where the header has no comma.
    ///
    /// # Errors
    /// The first place that is not so, with line and column.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let (header, rows) = named(text, 1)?;
        if let Some(column) = header.iter().position(|name| name.parse::<f64>().is_ok()) {
            let fault =
                format!("\"{}\" is a number, and a name is expected: the first line is the header", header[column]);
            return Err(TableError::Header { column: column + 1, fault });
        }
        // The first is the time, whatever it is called.
        let column = |name: &String| TableColumn { name: name.replace(is_unseen, "_"), unit: None, values: Vec::new() };
        let mut table = Self { columns: header.iter().skip(1).map(column).collect(), ..Self::default() };
        let mut seconds = None;
        for row in rows {
            let (line, record) = row?;
            let unit = if table.times.is_empty() { time_unit(&record) } else { None };
            if let Some(unit) = unit {
                seconds = Some(unit);
                table.columns.iter_mut().zip(record.into_iter().skip(1)).for_each(|(c, unit)| c.unit = Some(unit));
            } else {
                table.push(&header, &record, line)?;
            }
        }
        if let Some(unit) = seconds {
            table.times.iter_mut().for_each(|time| *time = unit.to_si(*time));
        }
        if table.times.is_empty() { Err(TableError::Missing("row of numbers")) } else { Ok(table) }
    }

    /// Gives columns without a unit theirs, from the text of a file of units: a header and one row with the units of its names.
    pub fn add_units(&mut self, text: &str) -> Result<(), TableError> {
        let rows: Vec<Vec<String>> =
            records(text).map(|record| record.map(|(_, cells)| cells)).collect::<Result<_, _>>()?;
        let [names, units] = &rows[..] else { return Err(TableError::Units) };
        if names.len() != units.len() || time_unit(units).is_none() {
            return Err(TableError::Units);
        }
        let known: HashMap<&String, &String> = names.iter().zip(units).skip(1).collect();
        for column in self.columns.iter_mut().filter(|column| column.unit.is_none()) {
            column.unit = known.get(&column.name).map(|&unit| unit.clone());
        }
        Ok(())
    }

    fn push(&mut self, header: &[String], record: &[String], line: u64) -> Result<(), TableError> {
        let number = |index: usize| {
            let text = record.get(index).map_or("", String::as_str);
            text.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(|| TableError::Number {
                line,
                column: index + 1,
                name: header.get(index).cloned().unwrap_or_default(),
                text: text.to_owned(),
            })
        };
        self.times.push(number(0)?);
        self.lines.push(line);
        self.columns.iter_mut().enumerate().try_for_each(|(index, column)| {
            column.values.push(number(index + 1)?);
            Ok(())
        })
    }
}

/// A table of cells as they are written: names in the first line, a row in each line after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// Names of the columns.
    pub names: Vec<String>,
    /// Cells of each row.
    pub rows: Vec<Vec<String>>,
    /// Line of each row.
    pub lines: Vec<u64>,
}

impl TextTable {
    /// Reads CSV, with commas, semicolons or tabs.
    ///
    /// # Errors
    /// The first place that is not a table, with line and column.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let (names, rows) = named(text, 0)?;
        let (lines, rows): (Vec<u64>, Vec<Vec<String>>) = rows.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        if rows.is_empty() { Err(TableError::Missing("row")) } else { Ok(Self { names, rows, lines }) }
    }
}

/// Line of a row, from 1, and its cells.
type Row = (u64, Vec<String>);

/// The names of the columns, which differ from number `first` on, and for each row its line and its cells, as many as names.
fn named(text: &str, first: usize) -> Result<(Vec<String>, impl Iterator<Item = Result<Row, TableError>>), TableError> {
    let mut lines = records(text);
    let (_, names) = lines.next().ok_or(TableError::Missing("header"))??;
    let mut seen = HashSet::new();
    for (index, name) in names.iter().enumerate() {
        let fault = |fault: String| TableError::Header { column: index + 1, fault };
        if name.is_empty() {
            return Err(fault("the name is empty".to_owned()));
        }
        if index >= first && !seen.insert(name) {
            return Err(fault(format!("\"{name}\" is the name of two columns")));
        }
    }
    let expected = names.len();
    let rows = lines.map(move |record| {
        let (line, cells) = record?;
        if cells.len() == expected {
            Ok((line, cells))
        } else {
            Err(TableError::Cells { line, found: cells.len(), expected })
        }
    });
    Ok((names, rows))
}

/// Numbers of the lines that are not empty, and their cells.
fn records(text: &str) -> impl Iterator<Item = Result<Row, TableError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let mut separator = None;
    lines.map(move |(line, text)| {
        // The header decides.
        let separator = *separator
            .get_or_insert_with(|| SEPARATORS.into_iter().find(|separator| text.contains(*separator)).unwrap_or(','));
        cells(text, separator).map(|cells| (line, cells)).ok_or(TableError::Quote { line })
    })
}

/// The cells of a line, without blanks around them; none where a quote is not closed. Cells in quotes may hold separators, and two quotes
/// for one; a line holds a row.
fn cells(line: &str, separator: char) -> Option<Vec<String>> {
    if !line.contains('"') {
        return Some(line.split(separator).map(|cell| cell.trim().to_owned()).collect());
    }
    let mut cells = vec![String::new()];
    let mut in_quotes = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let Some(cell) = cells.last_mut() else { break };
        match character {
            '"' if in_quotes && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => in_quotes = !in_quotes,
            other if other == separator && !in_quotes => cells.push(String::new()),
            other => cell.push(other),
        }
    }
    (!in_quotes).then(|| cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// The unit of time, if a row, the first after the header, is one of units.
fn time_unit(record: &[String]) -> Option<Unit> {
    let cell = record.first()?.trim_start_matches('[').trim_end_matches(']');
    let unit = Unit::parse(cell).ok()?;
    unit.fits(&Unit::parse("s").ok()?).then_some(unit)
}

/// The file with the units of a table: swing.units.csv of swing.csv.
pub fn units_beside(table: &Path) -> PathBuf {
    table.with_extension("units.csv")
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Writes `time` and the names of the other columns.
pub fn write_header<'a>(output: &mut impl Write, names: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    write_quoted(output, "time", names)
}

/// Writes the row of units: `s` and those of the other columns, empty where there is none.
pub fn write_units<'a>(output: &mut impl Write, units: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    write_quoted(output, "s", units)
}

fn write_quoted<'a>(output: &mut impl Write, first: &str, cells: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    output.write_all(first.as_bytes())?;
    cells.into_iter().try_for_each(|cell| write!(output, ",{}", quoted(cell)))?;
    output.write_all(b"\n")
}

/// Writes a row: numbers in the shortest form, of at most 17 digits, that reads back to the same bits.
pub fn write_row(output: &mut impl Write, time: f64, values: &[f64]) -> io::Result<()> {
    write!(output, "{time:?}")?;
    values.iter().try_for_each(|value| write!(output, ",{value:?}"))?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn rows_read_back_to_the_same_bits() {
        let values = [0.1, -1e-300, 9.80665, 1.0 / 3.0];
        let mut text = Vec::new();
        write_row(&mut text, 0.3, &values).unwrap();
        let text = String::from_utf8(text).unwrap();
        let read: Vec<f64> = text.trim().split(',').map(|number| number.parse().unwrap()).collect();
        assert_eq!(read[0], 0.3);
        assert_eq!(read[1..], values);
    }

    #[test]
    fn names_are_quoted() {
        let mut text = Vec::new();
        write_header(&mut text, ["a,b", "\"c\""]).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "time,\"a,b\",\"\"\"c\"\"\"\n");
    }

    #[test]
    fn a_table_is_read_back_with_its_units() {
        let mut text = Vec::new();
        write_header(&mut text, ["a,b", "c"]).unwrap();
        write_units(&mut text, ["N.m", ""]).unwrap();
        write_row(&mut text, 0.0, &[1.5, -2.0]).unwrap();
        write_row(&mut text, 0.1, &[1e-300, 3.0]).unwrap();
        let table = Table::read(&String::from_utf8(text).unwrap()).unwrap();
        assert_eq!((table.times, table.lines), (vec![0.0, 0.1], vec![3, 4]));
        let [a, c] = &table.columns[..] else { panic!("two columns") };
        assert_eq!((a.name.as_str(), a.unit.as_deref(), &a.values[..]), ("a,b", Some("N.m"), &[1.5, 1e-300][..]));
        assert_eq!((c.name.as_str(), c.unit.as_deref(), &c.values[..]), ("c", Some(""), &[-2.0, 3.0][..]));
    }

    #[test]
    fn units_of_another_file_are_found_by_the_names_of_columns() {
        let mut table = Table::read("time,a,b,c\n0,1,2,3\n").unwrap();
        table.add_units("time,\"c\",\"a\"\ns,\"Pa\",\"rad/s\"\n").unwrap();
        let units: Vec<Option<&str>> = table.columns.iter().map(|column| column.unit.as_deref()).collect();
        assert_eq!(units, [Some("rad/s"), None, Some("Pa")]);
        for text in ["", "time,a\n", "time,a\ns\n", "time,a\n0,1\n", "time,a\ns,N\ns,N\n"] {
            assert_eq!(table.add_units(text), Err(TableError::Units), "{text}");
        }
    }

    #[test]
    fn other_separators_are_understood() {
        let expected = Table::read("time,x\n0,1\n1,2\n").unwrap();
        assert_eq!(Table::read("t;x\r\n0;1\r\n1;2\r\n").unwrap(), expected);
        assert_eq!(Table::read("\u{feff}t\t\"x\"\n0\t1\n1\t2").unwrap(), expected);
    }

    #[test]
    fn names_lose_characters_that_nobody_sees() {
        let table = Table::read("time,a\u{202e}b\u{7}\n0,1\n").unwrap();
        assert_eq!(table.columns[0].name, "a_b_");
    }

    #[test]
    fn many_columns_take_no_time() {
        let names: Vec<String> = (0..200_000).map(|k| format!("x{k}")).collect();
        let table = Table::read(&format!("time,{}\n0{}\n", names.join(","), ",1".repeat(names.len()))).unwrap();
        assert_eq!(table.columns.len(), names.len());
    }

    #[test]
    fn times_may_have_another_unit() {
        let times = |unit: &str| Table::read(&format!("time,x\n{unit},N\n0,1\n1500,2\n")).map(|table| table.times[1]);
        assert_eq!(times("s").unwrap(), 1500.0);
        assert_eq!(times("ms").unwrap(), 1.5);
        assert_eq!(times("[min]").unwrap(), 90_000.0);
        assert!(times("kg").is_err() && times("x").is_err());
    }

    #[test]
    fn what_is_no_table_is_named_with_line_and_column() {
        for (text, expected) in [
            ("", "there is no header"),
            ("time,x\n", "there is no row of numbers"),
            ("time,x,x\n0,1,1\n", "line 1, column 3: \"x\" is the name of two columns"),
            ("time,\n0,1\n", "line 1, column 2: the name is empty"),
            ("0,1\n1,2\n", "line 1, column 1: \"0\" is a number"),
            ("time,x\n0,1\n1\n", "line 3: 1 cells, and the header has 2"),
            ("time,x\n0,1\n\n1,abc\n", "line 4, column 2 (\"x\"): \"abc\" is not a finite number"),
            ("time;x\n0;1,5\n", "line 2, column 2 (\"x\"): \"1,5\" is not"),
            ("time,\"x\n0,1\n", "line 1: a quote is not closed"),
            ("time,x\nnan,1\n", "line 2, column 1 (\"time\"): \"nan\""),
        ] {
            let error = Table::read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn cells_stay_as_they_are() {
        let table = TextTable::read("m;mode\n500 g;on\n\n1;off\n").unwrap();
        assert_eq!(table.names, ["m", "mode"]);
        assert_eq!(table.rows, [["500 g", "on"], ["1", "off"]]);
        assert_eq!(table.lines, [2, 4]);
    }

    #[test]
    fn faults_of_text_tables_have_lines() {
        for (text, expected) in [
            ("", "no header"),
            ("m\n", "no row"),
            ("m,m\n1,2\n", "\"m\" is the name of two"),
            ("m,\n1,2\n", "column 2"),
            ("m,k\n1\n", "line 2: 1 cells"),
            ("m\n\"1\n", "line 2: a quote is not closed"),
        ] {
            let error = TextTable::read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
