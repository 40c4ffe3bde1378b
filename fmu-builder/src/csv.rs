//! Results as CSV (RFC 4180), the first column the time.

use std::io::{self, Write};

/// Writes `time` and the names of the other columns.
///
/// # Errors
/// Those of `output`.
pub fn write_header<'a>(output: &mut impl Write, names: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    output.write_all(b"time")?;
    names.into_iter().try_for_each(|name| write!(output, ",\"{}\"", name.replace('"', "\"\"")))?;
    output.write_all(b"\n")
}

/// Writes a row: numbers in the shortest form, of at most 17 digits, that reads back to the same bits.
///
/// # Errors
/// Those of `output`.
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
}
