//! Signals over time, and their CSV files.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Values of signals at ascending times; a time that occurs twice is an event, with the left limits first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// Times, s.
    pub time: Vec<f64>,
    /// Names of the signals.
    pub names: Vec<String>,
    /// Values of each signal, one for each time.
    pub columns: Vec<Vec<f64>>,
}

impl Trajectory {
    /// Without rows.
    pub fn new(names: Vec<String>) -> Self {
        Self { time: Vec::new(), columns: vec![Vec::new(); names.len()], names }
    }

    /// Adds a row.
    pub fn push(&mut self, time: f64, values: &[f64]) {
        assert_eq!(values.len(), self.columns.len());
        self.time.push(time);
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.push(*value));
    }

    /// Values of the signal called `name`.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let index = self.names.iter().position(|own| own == name)?;
        Some(&self.columns[index])
    }

    /// Reads a file whose first column is the time.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        Self::from_reader(File::open(path)?)
    }

    /// The same from the content of a file.
    pub fn from_reader(content: impl std::io::Read) -> Result<Self, Box<dyn Error>> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(content);
        let mut names = reader.headers()?.iter().map(str::to_owned);
        match names.next().as_deref() {
            // Some published trajectories write `Time`.
            Some("time" | "Time") => {}
            first => return Err(format!("the first column is {first:?}: expected time").into()),
        }
        let mut trajectory = Self::new(names.collect());
        for record in reader.records() {
            let row = record?.iter().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
            trajectory.push(row[0], &row[1..]);
        }
        if trajectory.time.is_empty() || !trajectory.time.is_sorted() {
            return Err("the times do not ascend, or there are none".into());
        }
        Ok(trajectory)
    }

    /// Writes `time,"name",...`; numbers in the shortest form that reads back to the same bits.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        file.write_all(b"time")?;
        for name in &self.names {
            write!(file, ",\"{}\"", name.replace('"', "\"\""))?;
        }
        for (row, time) in self.time.iter().enumerate() {
            write!(file, "\n{time:?}")?;
            for column in &self.columns {
                write!(file, ",{:?}", column[row])?;
            }
        }
        file.write_all(b"\n")?;
        file.flush()
    }
}
