//! Results: a column for the time and one for each variable.

use std::path::Path;

/// Largest difference of values of two hosts that call the same functions with the same arguments, relative to max(1, |value|).
/// Their arguments differ by rounding, in the last communication point for example.
const TOLERANCE: f64 = 1e-9;

/// A result.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the variables, without the time.
    pub columns: Vec<String>,
    /// Time, then the values.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// Reads a CSV file whose first column is the time.
    pub fn read(path: &Path) -> Self {
        let context = path.display();
        let mut reader = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{context}: {error}"));
        let columns = reader.headers().unwrap().iter().skip(1).map(str::to_owned).collect();
        let numbers = |record: csv::StringRecord| -> Vec<f64> {
            record
                .iter()
                .map(|text| match text {
                    "false" => 0.0,
                    "true" => 1.0,
                    _ => text.parse().unwrap_or_else(|error| panic!("{context}: {text}: {error}")),
                })
                .collect()
        };
        let rows = reader.records().map(|record| numbers(record.unwrap())).collect();
        Self { columns, rows }
    }

    /// Communication points, s.
    pub fn times(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row[0]).collect()
    }

    /// Values of a variable.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let position = self.columns.iter().position(|column| column == name);
        let position = position.unwrap_or_else(|| panic!("no {name} in {:?}", self.columns)) + 1;
        self.rows.iter().map(|row| row[position]).collect()
    }

    /// Fails at the first value that is not finite or not as in `expected`, which has the same variables in any order.
    pub fn assert_agrees(&self, expected: &Self, name: &str) {
        let (found, wanted) = (sorted(&self.columns), sorted(&expected.columns));
        assert_eq!(found, wanted, "{name}: variables");
        assert_eq!(self.rows.len(), expected.rows.len(), "{name}: number of communication points");
        assert!(self.rows.len() > 1, "{name}: nothing simulated");
        assert_close(name, "time", &self.times(), &expected.times(), &self.times());
        for column in wanted {
            assert_close(name, column, &self.column(column), &expected.column(column), &self.times());
        }
    }
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn assert_close(case: &str, column: &str, found: &[f64], expected: &[f64], times: &[f64]) {
    for ((&found, &expected), &time) in found.iter().zip(expected).zip(times) {
        // False for what is not a number.
        let close = (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0);
        assert!(close, "{case}: {column} is {found} at {time} s, and {expected} in our host");
    }
}
