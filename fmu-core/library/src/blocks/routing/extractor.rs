//! Modelica.Blocks.Routing.Extractor

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::extraction::Extraction;

pub static EXTRACTOR: Class = Class {
    name: "Modelica.Blocks.Routing.Extractor",
    description: "Extract a scalar signal out of a signal vector, dependent on an Integer input",
    documentation: documentation!("extractor.md"),
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        boolean("allowOutOfRange", false, "Index may be out of range"),
        real("outOfRangeValue", "", "Output signal if the index is out of range").or(1e10).tunable(),
    ],
    connectors: &[
        inputs("u", SignalSize::Integer("nin")),
        connector("index", ConnectorKind::IntegerInput(1), "", "Number of the input that is connected to the output"),
        Y,
    ],
    ..Class::element(Extraction::build)
};

impl Extraction {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let Some(y) = e.scalar_output("y") else { return };
        let (u, index, otherwise) = (e.input("u"), e.scalar_input("index"), e.real("outOfRangeValue"));
        let is_allowed = e.boolean("allowOutOfRange");
        e.add_law(Self { u, index, otherwise, is_allowed, y });
    }
}
