//! Tables in text files, whose first line is `#1`, and in files with delimited values.

use super::matrix::{Matrix, size};

/// A problem, and its line number from 1.
pub(super) type Fault = (usize, String);

/// Separators of numbers.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ',' || c == ';'
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Name, rows and columns of a line such as `double tab1(6,2)   # comment`; none for another line.
fn head(line: &str) -> Option<(&str, Option<(usize, usize)>)> {
    let line = without_comment(line).trim_start();
    let rest = line.strip_prefix("double").or_else(|| line.strip_prefix("float"))?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim();
    let (name, sizes) = rest.split_once('(').unwrap_or((rest, ""));
    let sizes = sizes.split_once(')').map(|(sizes, _)| sizes).and_then(|sizes| sizes.split_once(','));
    let sizes = sizes.and_then(|(rows, columns)| rows.trim().parse().ok().zip(columns.trim().parse().ok()));
    Some((name.trim(), sizes))
}

fn number(text: &str, line: usize) -> Result<f64, Fault> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| (line, format!("`{text}` is not a number")))
}

/// Names of the tables.
pub(super) fn names(text: &str) -> Vec<String> {
    text.lines().filter_map(head).map(|(name, _)| name.to_owned()).collect()
}

/// The table `name`; none if the file does not contain it.
pub(super) fn table(text: &str, name: &str) -> Result<Option<Matrix>, Fault> {
    if !text.starts_with("#1") {
        return Err((1, "a file of tables begins with the line #1".to_owned()));
    }
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let found =
        lines.by_ref().find_map(|(line, text)| head(text).filter(|(known, _)| *known == name).map(|(_, s)| (line, s)));
    let Some((line, sizes)) = found else { return Ok(None) };
    let Some((rows, columns)) = sizes else {
        return Err((line, format!("expected the sizes of the table, `double {name}(rows,columns)`")));
    };
    let Some(count) = size(rows, columns) else { return Err((line, "the table is too large".to_owned())) };
    let mut elements = Vec::with_capacity(count);
    let mut last = line;
    for (line, text) in lines {
        if elements.len() == count || head(text).is_some() {
            break;
        }
        last = line;
        for token in without_comment(text).split(is_between).filter(|token| !token.is_empty()) {
            if elements.len() == count {
                return Err((
                    line,
                    format!("{name} has more than the {rows} x {columns} numbers that its head announces"),
                ));
            }
            elements.push(number(token, line)?);
        }
    }
    if elements.len() < count {
        let found = elements.len();
        return Err((last, format!("{name} ends after {found} of {rows} x {columns} numbers")));
    }
    Ok(Some(Matrix { rows, columns, elements }))
}

/// The values of a file with one row per line, after `skipped` lines.
pub(super) fn values(text: &str, delimiter: &str, skipped: usize) -> Result<Matrix, Fault> {
    let mut matrix = Matrix::default();
    let lines = text.lines().enumerate().skip(skipped).map(|(index, line)| (index + 1, without_comment(line).trim()));
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let row: Vec<f64> =
            text.split(delimiter).map(|value| number(value.trim(), line)).collect::<Result<_, Fault>>()?;
        if matrix.rows > 0 && row.len() != matrix.columns {
            let (found, expected) = (row.len(), matrix.columns);
            return Err((line, format!("a row of {found} values, but those before have {expected}")));
        }
        matrix.columns = row.len();
        matrix.rows += 1;
        if size(matrix.rows, matrix.columns).is_none() {
            return Err((line, "the table is too large".to_owned()));
        }
        matrix.elements.extend(row);
    }
    if matrix.rows == 0 {
        return Err((skipped + 1, "there are no values".to_owned()));
    }
    Ok(matrix)
}
