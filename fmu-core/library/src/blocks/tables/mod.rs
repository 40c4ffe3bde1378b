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

    /// The parameter `smoothness`, if it is one of those that all tables support; otherwise it is refused.
    pub(crate) fn common(e: &mut Element<'_>, needs: &'static str) -> Option<Self> {
        let smoothness = Self::of(e);
        if matches!(smoothness, Self::Linear | Self::Constant | Self::Akima) {
            return Some(smoothness);
        }
        e.refuse(&format!("smoothness = \"{}\"", e.literal("smoothness")), needs);
        None
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

/// A table of one variable.
const fn of_one(connectors: &'static [Connector]) -> Class {
    Class { parameters: OF_ONE, connectors, ..Class::element(TableColumns::build) }
}

/// A table of two variables.
const fn of_two(parameters: &'static [Parameter], connectors: &'static [Connector]) -> Class {
    Class { parameters, connectors, ..Class::element(TableSurface::build) }
}

plain_classes! {
    "Blocks.Tables":
    COMBI_TABLE1_DS "CombiTable1Ds" of_one(&[input("u"), outputs("y", OF_COLUMNS)])
        "Table look-up in one dimension with one input and n outputs";
    COMBI_TABLE1_DV "CombiTable1Dv" of_one(&[inputs("u", OF_COLUMNS), outputs("y", OF_COLUMNS)])
        "Table look-up in one dimension with n inputs and n outputs";
    COMBI_TABLE2_DS "CombiTable2Ds" of_two(OF_TWO, &[input("u1"), input("u2"), Y]) "Table look-up in two dimensions";
    COMBI_TABLE2_DV "CombiTable2Dv" of_two(OF_TWO_AND_N, &[inputs("u1", OF_N), inputs("u2", OF_N), outputs("y", OF_N)])
        "Table look-up in two dimensions with vectors of n inputs each and n outputs";
}

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

/// Number of elements, and parameters of a table of two variables.
const OF_TWO_AND_N: &[Parameter] = &[
    integer("n", 1, 1, "Number of elements of each input and of the output"),
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
/// The same without the number of elements.
const OF_TWO: &[Parameter] = OF_TWO_AND_N.split_at(1).1;

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
        let needs = "a table of one variable; of two LinearSegments, ConstantSegments or ContinuousDerivative";
        let Some(smoothness) = Smoothness::common(e, needs) else { return };
        let extrapolation = Extrapolation::of(e);
        let (table, u) = (e.reals("table"), ["u1", "u2"].map(|name| e.input(name)));
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y: e.y() });
    }
}
