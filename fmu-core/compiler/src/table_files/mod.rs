//! Tables of components that are read from files, and the selection of their columns. Both happen when the model is
//! read; afterwards all tables are numbers.

mod bytes;
mod hdf5;
mod matlab;
mod matrix;
mod problem;
#[cfg(test)]
mod tests;
mod text;

pub use problem::TableProblem;

use crate::model_file::{
    Component, Diagnostic, LibraryProblem, ModelFile, Modifier, Place, Problem, Span, Spanned, Value,
};
use library::{Class, ParameterKind, Reading};
use matrix::Matrix;
use mechanism::quoted::quoted;
use problem::SIZE_LIMIT;
use std::path::Path;

/// The parameter that receives the content of files.
const TABLE: &str = "table";
/// MSL's name for "no table" and "no file".
const NO_NAME: &str = "NoName";

/// Reads tables from files and selects columns. File names are relative to `folder`.
pub(crate) fn read(file: &mut ModelFile, folder: &Path) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for component in &mut file.components {
        let has_readings = |class: &&Class| class.parameters.iter().any(|parameter| is_reading(parameter.kind));
        let Some(class) = library::find_class(&component.class.value).filter(has_readings) else { continue };
        problems.extend(component_tables(component, class, folder, &mut file.expansion.warnings).err());
    }
    problems
}

fn is_reading(kind: ParameterKind) -> bool {
    matches!(kind, ParameterKind::Reading(_))
}

/// The settings of one component.
struct Settings<'a> {
    component: &'a str,
    class: &'static Class,
    taken: &'a [Modifier],
}

impl Settings<'_> {
    /// A problem of the parameter `name` at this place.
    fn problem(&self, name: &str, span: &Span, problem: impl Into<Problem>) -> Diagnostic {
        let place = Place::Modifier { component: self.component.to_owned(), path: name.to_owned() };
        Diagnostic::about(span, place, problem)
    }

    fn find(&self, name: &str) -> Option<&Spanned<Value>> {
        self.taken.iter().find(|modifier| modifier.name.value == name).map(|modifier| &modifier.value)
    }

    fn wrong<T>(&self, name: &'static str, value: &Spanned<Value>, expected: &str) -> Result<T, Diagnostic> {
        Err(self.problem(name, &value.span, LibraryProblem::wrong_setting(name, value.value.describe(), expected)))
    }

    /// The setting as `read`, if it is given.
    fn read<'s, T>(
        &'s self,
        name: &'static str,
        expected: &str,
        read: impl FnOnce(&'s Spanned<Value>) -> Option<T>,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(value) = self.find(name) else { return Ok(None) };
        read(value).map_or_else(|| self.wrong(name, value, expected), |found| Ok(Some(found)))
    }

    fn boolean(&self, name: &'static str) -> Result<Option<bool>, Diagnostic> {
        self.read(name, "true or false", |value| if let Value::Boolean(is) = value.value { Some(is) } else { None })
    }

    fn text(&self, name: &'static str) -> Result<Option<&str>, Diagnostic> {
        let text = self.read(name, "a text", |value| match &value.value {
            Value::String(text) => Some(text.as_str()),
            _ => None,
        })?;
        Ok(text.filter(|text| *text != NO_NAME && !text.trim().is_empty()))
    }

    fn count(&self, name: &'static str) -> Result<usize, Diagnostic> {
        Ok(self.read(name, "a whole number from 0 on", |value| whole(&value.value))?.unwrap_or(0))
    }

    /// Numbers of the selected columns; none for all.
    fn columns(&self) -> Result<Option<(Vec<usize>, Span)>, Diagnostic> {
        self.read("columns", "an array of the numbers of columns, from 1", |value| {
            let Value::Array(elements) = &value.value else { return None };
            let chosen: Vec<usize> = elements.iter().map(|element| whole(&element.value)).collect::<Option<_>>()?;
            (!chosen.is_empty() && !chosen.contains(&0)).then(|| (chosen, value.span.clone()))
        })
    }

    /// Settings that only other tools use, for messages and homotopy: their type is checked, their value has no effect.
    fn check(&self) -> Result<(), Diagnostic> {
        for parameter in self.class.parameters {
            match parameter.kind {
                ParameterKind::Reading(Reading::Boolean) => {
                    self.boolean(parameter.name)?;
                }
                ParameterKind::Reading(Reading::Literal(of)) => {
                    let Some(value) = self.find(parameter.name) else { continue };
                    let is_one = |text: &str| of.literals.contains(&text.rsplit('.').next().unwrap_or(text));
                    if !matches!(&value.value, Value::String(text) if is_one(text)) {
                        return self.wrong(parameter.name, value, &format!("one of {}", of.literals.join(", ")));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn has(&self, name: &str) -> bool {
        self.class.parameters.iter().any(|parameter| parameter.name == name)
    }
}

fn whole(value: &Value) -> Option<usize> {
    let number = value.number().filter(|x| x.fract() == 0.0 && (0.0..=1e6).contains(x))?;
    Some(number as usize)
}

fn component_tables(
    component: &mut Component,
    class: &'static Class,
    folder: &Path,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    let is_setting =
        |modifier: &Modifier| class.parameters.iter().any(|p| p.name == modifier.name.value && is_reading(p.kind));
    let (taken, kept) = std::mem::take(&mut component.modifiers).into_iter().partition(is_setting);
    component.modifiers = kept;
    let taken: Vec<Modifier> = taken;
    let settings = Settings { component: &component.name.value, class, taken: &taken };
    let mut warn = |parameter: &'static str, why| {
        let Some(modifier) = taken.iter().find(|modifier| modifier.name.value == parameter) else { return };
        let problem = TableProblem::NoEffect { name: parameter, why };
        warnings.push(settings.problem(parameter, &modifier.name.span, problem));
    };
    settings.check()?;
    warn("terminationText", "the name of the component is told at the end");
    if settings.boolean("verboseExtrapolation")? == Some(true) {
        warn("verboseExtrapolation", "values outside of the table are not told; NoExtrapolation makes them errors");
    }
    if settings.boolean("tableOnFile")? == Some(true) {
        let (value, span) = on_file(&settings, folder)?;
        component.modifiers.retain(|modifier| modifier.name.value != TABLE);
        let name = Spanned { value: TABLE.to_owned(), span: span.clone() };
        component.modifiers.push(Modifier { name, value: Spanned { value, span } });
    } else {
        for parameter in ["tableName", "fileName"] {
            if settings.text(parameter)?.is_some() {
                warn(parameter, "tableOnFile is false");
            }
        }
    }
    let Some((chosen, span)) = settings.columns()?.filter(|_| settings.has("columns")) else { return Ok(()) };
    let table = component.modifiers.iter_mut().find(|modifier| modifier.name.value == TABLE);
    // If the table is missing, the class reports it.
    let Some(table) = table else { return Ok(()) };
    choose(&mut table.value, &chosen).map_err(|problem| settings.problem("columns", &span, problem))
}

/// Keeps the first column and the selected ones.
fn choose(table: &mut Spanned<Value>, chosen: &[usize]) -> Result<(), Problem> {
    const EXPECTED: &str = "a table that is written out by rows where `columns` chooses from it";
    let refuse = |found: String| Err(LibraryProblem::wrong_setting(TABLE, found, EXPECTED).into());
    let value = match &mut table.value {
        Value::Table(entries) => match entries.iter_mut().find(|(key, _)| key.value == "value") {
            Some((_, value)) => &mut value.value,
            None => return Ok(()),
        },
        value => value,
    };
    let found = value.describe();
    let Value::Array(rows) = value else { return refuse(found) };
    for row in rows {
        let Value::Array(elements) = &mut row.value else { return refuse(found) };
        let picked = [1].iter().chain(chosen).map(|column| {
            let element = elements.get(column - 1).cloned();
            element.ok_or_else(|| TableProblem::NoColumn { column: *column, columns: elements.len() }.into())
        });
        *elements = picked.collect::<Result<_, Problem>>()?;
    }
    Ok(())
}

/// The table in the file that the settings name, and the position of that name.
fn on_file(settings: &Settings<'_>, folder: &Path) -> Result<(Value, Span), Diagnostic> {
    let span = |name: &str| settings.find(name).map(|value| value.span.clone());
    let on_file = span("tableOnFile").unwrap_or_default();
    let table_name = settings.text("tableName")?;
    let Some(file_name) = settings.text("fileName")? else {
        let problem = match table_name {
            Some(_) => TableProblem::UserTable,
            None => TableProblem::Unnamed { missing: "fileName" },
        };
        return Err(settings.problem("fileName", &on_file, problem));
    };
    let place = span("fileName").unwrap_or(on_file);
    let path = folder.join(file_name);
    let shown = path.display().to_string();
    let fault = |name, problem: TableProblem| settings.problem(name, &place, problem);
    let content = contents(&path).map_err(|problem| fault("fileName", problem))?;
    let at_line = |(line, what): text::Fault| {
        fault("fileName", TableProblem::Content { path: shown.clone(), line: Some(line), what })
    };
    let text = || String::from_utf8_lossy(content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&content)).into_owned();
    let kind = path.extension().map(|kind| kind.to_string_lossy().to_ascii_lowercase());
    if kind.as_deref() == Some("csv") {
        let delimiter = settings.text("delimiter")?.or(Some(",")).unwrap_or_default();
        let matrix = text::values(&text(), delimiter, settings.count("nHeaderLines")?).map_err(at_line)?;
        return Ok((value_of(&matrix, &place), place));
    }
    let Some(name) = table_name else {
        return Err(fault("tableName", TableProblem::Unnamed { missing: "tableName" }));
    };
    let (found, tables) = match kind.as_deref() {
        Some("txt") => {
            let text = text();
            (text::table(&text, name).map_err(at_line)?, text::names(&text))
        }
        Some("mat") => {
            let Some(all) = matlab::matrices(&content) else {
                let what = "not a file of MATLAB of version 4, 6, 7 or 7.3, or a damaged one".to_owned();
                return Err(fault("fileName", TableProblem::Content { path: shown, line: None, what }));
            };
            let names = all.iter().map(|found| found.name.clone()).collect();
            (all.into_iter().find(|found| found.name == name).map(|found| found.matrix), names)
        }
        _ => {
            let expected = "a name that ends in .txt, .csv or .mat";
            let problem = LibraryProblem::wrong_setting("fileName", quoted(file_name), expected);
            return Err(settings.problem("fileName", &place, problem));
        }
    };
    let Some(matrix) = found else {
        return Err(fault("tableName", TableProblem::NoTable { name: name.to_owned(), path: shown, tables }));
    };
    Ok((value_of(&matrix, &place), place))
}

fn contents(path: &Path) -> Result<Vec<u8>, TableProblem> {
    let shown = || path.display().to_string();
    let unreadable = |error: std::io::Error| TableProblem::Unreadable { path: shown(), reason: error.to_string() };
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > SIZE_LIMIT {
        return Err(TableProblem::TooLarge { path: shown() });
    }
    std::fs::read(path).map_err(unreadable)
}

fn value_of(matrix: &Matrix, span: &Span) -> Value {
    let spanned = |value| Spanned { value, span: span.clone() };
    let rows = matrix.elements.chunks(matrix.columns.max(1));
    Value::Array(
        rows.map(|row| spanned(Value::Array(row.iter().map(|x| spanned(Value::Number(*x))).collect()))).collect(),
    )
}
