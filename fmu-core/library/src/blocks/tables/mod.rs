//! Modelica.Blocks.Tables: interpolation in tables.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::tables::Extrapolation;
use crate::laws::blocks::tables::interpolation::{Smoothness, TableColumns};
use crate::laws::blocks::tables::surface::TableSurface;
use crate::types;
use mechanism::Shape;

pub(super) const fn extrapolation(literal: &'static str) -> Parameter {
    enumeration("extrapolation", &types::EXTRAPOLATION, literal, "Extrapolation of data outside the definition range")
}

impl Extrapolation {
    /// The parameter `extrapolation` of a component.
    pub fn of(e: &Element<'_>) -> Self {
        match e.literal("extrapolation") {
            "HoldLastPoint" => Self::Hold,
            "Periodic" => Self::Periodic,
            "NoExtrapolation" => Self::Forbidden,
            _ => Self::Line,
        }
    }
}

pub(super) const SMOOTHNESS: Parameter =
    enumeration("smoothness", &types::SMOOTHNESS, "LinearSegments", "Smoothness of table interpolation");

impl Smoothness {
    /// The parameter `smoothness` of a component.
    pub(super) fn of(e: &Element<'_>) -> Self {
        match e.literal("smoothness") {
            "ContinuousDerivative" => Self::Akima,
            "ConstantSegments" => Self::Constant,
            "MonotoneContinuousDerivative1" => Self::FritschButland,
            "MonotoneContinuousDerivative2" => Self::Steffen,
            "ModifiedContinuousDerivative" => Self::ModifiedAkima,
            _ => Self::Linear,
        }
    }
}

/// tableOnFile
pub(super) const TABLE_ON_FILE: Parameter =
    reading_boolean("tableOnFile", false, "= true, if the table is read from a file when the model is built");
/// tableName
pub(super) const TABLE_NAME: Parameter =
    reading_text("tableName", "NoName", "Name of the table in the file (not of a csv file)");
/// fileName
pub(super) const FILE_NAME: Parameter =
    reading_text("fileName", "NoName", "File with the table: .txt, .csv or .mat, beside the model file");
/// delimiter
pub(super) const DELIMITER: Parameter = reading_text("delimiter", ",", "Column delimiter of a csv file");
/// nHeaderLines
pub(super) const HEADER_LINES: Parameter = reading(
    "nHeaderLines",
    Reading::Integer,
    DefaultValue::Number(0.0),
    "Lines at the head of a csv file that are skipped",
);
/// verboseRead
pub(super) const VERBOSE_READ: Parameter =
    reading_boolean("verboseRead", true, "= true, if other tools tell that they read the file");
/// verboseExtrapolation
pub(super) const VERBOSE_EXTRAPOLATION: Parameter =
    reading_boolean("verboseExtrapolation", false, "= true, if other tools warn of values outside of the table");
/// columns
pub(super) const COLUMNS: Parameter = reading(
    "columns",
    Reading::Integers,
    DefaultValue::Absent,
    "Columns of the table to be interpolated (all from 2 on)",
);

/// Parameters of a table of one variable.
const OF_ONE: &[Parameter] = &[
    table("table", "", "Table matrix (grid u = first column, e.g., table=[0, 0; 1, 1; 2, 4])").checked(check_grid),
    SMOOTHNESS,
    extrapolation("LastTwoPoints"),
    TABLE_ON_FILE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    COLUMNS,
    VERBOSE_READ,
    VERBOSE_EXTRAPOLATION,
];

/// A signal for each column of values.
const OF_COLUMNS: SignalSize = SignalSize::Columns("table", 1);

pub static COMBI_TABLE1_DS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable1Ds",
    description: "Table look-up in one dimension with one input and n outputs",
    parameters: OF_ONE,
    connectors: &[input("u"), outputs("y", OF_COLUMNS)],
    ..Class::element(TableColumns::build)
};

pub static COMBI_TABLE1_DV: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable1Dv",
    description: "Table look-up in one dimension with n inputs and n outputs",
    parameters: OF_ONE,
    connectors: &[inputs("u", OF_COLUMNS), outputs("y", OF_COLUMNS)],
    ..Class::element(TableColumns::build)
};

pub static COMBI_TABLE2_DS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable2Ds",
    description: "Table look-up in two dimensions",
    parameters: &OF_TWO,
    ..si2so(TableSurface::build)
};

pub static COMBI_TABLE2_DV: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable2Dv",
    description: "Table look-up in two dimensions with vectors of n inputs each and n outputs",
    parameters: &OF_TWO_AND_N,
    connectors: &[inputs("u1", OF_N), inputs("u2", OF_N), outputs("y", OF_N)],
    ..Class::element(TableSurface::build)
};

/// Check: a table needs at least two columns, and an increasing grid.
fn check_grid(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, columns @ 2..) = shape else {
        return Some("a matrix with two columns or more: grid, then values");
    };
    let grid = elements.iter().step_by(columns);
    (!grid.is_sorted_by(|now, next| now < next)).then_some("a first column that increases")
}

impl TableColumns {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let Shape::Matrix(_, columns) = e.shape("table") else { return };
        let (table, smoothness, extrapolation) = (e.reals("table"), Smoothness::of(e), Extrapolation::of(e));
        e.add_law(Self { table, columns, smoothness, extrapolation, u: e.input("u"), y: e.y() });
    }
}

/// Parameters of a table of two variables.
const OF_TWO: [Parameter; 10] = [
    table("table", "", "Table matrix (grid u1 = first column, grid u2 = first row; e.g., table=[0, 0, 1; 0, 3, 4])")
        .checked(check_grids),
    SMOOTHNESS,
    extrapolation("LastTwoPoints"),
    TABLE_ON_FILE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    VERBOSE_READ,
    VERBOSE_EXTRAPOLATION,
];

/// The same behind the number of elements.
const OF_TWO_AND_N: [Parameter; 11] = {
    let mut parameters = [integer("n", 1, 1, "Number of elements of each input and of the output"); 11];
    let mut k = 0;
    while k < OF_TWO.len() {
        parameters[k + 1] = OF_TWO[k];
        k += 1;
    }
    parameters
};

/// A signal for each element.
const OF_N: SignalSize = SignalSize::Integer("n");

/// Check: a table needs at least two rows and columns, and increasing grids.
fn check_grids(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(2.., columns @ 2..) = shape else {
        return Some("a matrix with two rows and two columns or more: grids, then values");
    };
    if !elements.iter().step_by(columns).skip(1).is_sorted_by(|now, next| now < next) {
        return Some("a first column that increases from its second row on (grid u1)");
    }
    let is_right = elements[1..columns].is_sorted_by(|now, next| now < next);
    (!is_right).then_some("a first row that increases from its second column on (grid u2)")
}

impl TableSurface {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let Shape::Matrix(_, columns) = e.shape("table") else { return };
        let (smoothness, extrapolation) = (Smoothness::of(e), Extrapolation::of(e));
        if !matches!(smoothness, Smoothness::Linear | Smoothness::Constant | Smoothness::Akima) {
            let found = format!("smoothness = \"{}\"", e.literal("smoothness"));
            let needs = "a table of one variable; of two LinearSegments, ConstantSegments or ContinuousDerivative";
            return e.refuse(&found, needs);
        }
        let (table, u) = (e.reals("table"), ["u1", "u2"].map(|name| e.input(name)));
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y: e.y() });
    }
}
