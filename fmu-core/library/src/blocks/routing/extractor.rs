//! Modelica.Blocks.Routing.Extractor

use super::super::Y;
use super::extraction::Extraction;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.Extractor",
    description: "Extract a scalar signal out of a signal vector, dependent on an Integer input",
    documentation: documentation!("extractor.md"),
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        boolean("allowOutOfRange", false, "Index may be out of range"),
        real("outOfRangeValue", "", "Output signal if the index is out of range").or(1e10).tunable(),
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("nin")),
        connector("index", ConnectorKind::IntegerInput(1), "", "Number of the input that is put out"),
        Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Extraction::build(e);
}
