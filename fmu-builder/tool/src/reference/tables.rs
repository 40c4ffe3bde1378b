//! The tables of a class.

use library::pictures::Graphic;
use library::{Class, Connector, Inner, Parameter, Variable};
use mechanism::Shape;

use super::words;

/// A table with a header; columns that are empty in every row are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Title of the table.
    pub title: &'static str,
    /// Names of the columns.
    pub header: Vec<&'static str>,
    /// Rows, as long as the header.
    pub rows: Vec<Vec<String>>,
}

/// A column: name and what it says of an item.
type Column<T> = (&'static str, fn(&T) -> String);

const PARAMETERS: &[Column<Parameter>] = &[
    ("parameter", |p| p.name.to_owned()),
    ("type", words::parameter_type),
    ("unit", |p| words::parameter_unit(p).to_owned()),
    ("default", words::default_value),
    ("range", words::range),
    ("", |p| if p.tunable { "tunable".to_owned() } else { String::new() }),
    ("only if", |p| words::any_of(p.only_if)),
    ("meaning", |p| p.description.to_owned()),
];

const COMPUTED: &[Column<Parameter>] = &[
    ("parameter", |p| p.name.to_owned()),
    ("type", words::parameter_type),
    ("unit", |p| words::parameter_unit(p).to_owned()),
    ("value", words::default_value),
    ("meaning", |p| p.description.to_owned()),
];

const CONNECTORS: &[Column<Connector>] = &[
    ("connector", |c| c.name.to_owned()),
    ("type", words::connector_type),
    ("unit", |c| c.unit.to_owned()),
    ("exists if", words::existence),
    ("meaning", |c| c.description.to_owned()),
];

const VARIABLES: &[Column<Variable>] = &[
    ("variable", |v| v.name.to_owned()),
    ("type", |v| words::signal_type(v.signal_type, v.shape)),
    ("unit", |v| v.unit.to_owned()),
    ("start", words::start),
    ("meaning", |v| v.description.to_owned()),
];

const INNER: &[Column<Inner>] = &[
    ("variable", |v| v.name.to_owned()),
    ("type", |v| words::signal_type(v.signal_type, Shape::Scalar)),
    ("unit", |v| v.unit.to_owned()),
    ("value", |v| v.value.to_owned()),
    ("exists if", |v| words::any_of(v.only_if)),
];

const GRAPHICS: &[Column<Graphic>] = &[
    ("parameter", |g| g.name.to_owned()),
    ("type", |g| words::graphic_type(g).to_owned()),
    ("unit", |g| words::graphic_unit(g).to_owned()),
    ("default", words::graphic_default),
    ("meaning", |g| g.description.to_owned()),
];

/// The tables of a class that have rows: parameters, computed parameters, connectors, variables,
/// inner variables, graphic parameters.
pub fn tables(class: &Class) -> Vec<Table> {
    let parameters = |is_computed: bool| {
        // Hidden ones that are computed only serve the class itself.
        class.parameters.iter().filter(move |p| p.is_final == is_computed && !(p.is_final && p.hidden))
    };
    let tables = [
        table("Parameters", PARAMETERS, parameters(false)),
        table("Computed parameters, for expressions", COMPUTED, parameters(true)),
        table("Connectors", CONNECTORS, class.connectors.iter()),
        table("Variables", VARIABLES, class.variables.iter()),
        table("Inner variables", INNER, class.inner.iter()),
        table("Graphic parameters", GRAPHICS, class.graphics()),
    ];
    tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

fn table<'a, T: 'a>(title: &'static str, columns: &[Column<T>], items: impl Iterator<Item = &'a T>) -> Table {
    let rows: Vec<Vec<String>> = items.map(|item| columns.iter().map(|(_, text)| text(item)).collect()).collect();
    let is_used = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
    let used: Vec<usize> = (0..columns.len()).filter(is_used).collect();
    let header = used.iter().map(|&column| columns[column].0).collect();
    let cells = |row: &Vec<String>| used.iter().map(|&column| row[column].clone()).collect();
    Table { title, header, rows: rows.iter().map(cells).collect() }
}
