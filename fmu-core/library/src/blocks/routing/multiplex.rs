//! Modelica.Blocks.Routing.Multiplex

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.Multiplex",
    description: "Multiplexer block for arbitrary number of input connectors",
    documentation: documentation!("multiplex.md"),
    parameters: &[integer("n", 1, 1, "Number of signals")],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("n")),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals").sized(SignalSize::Integer("n")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::join(e, &["u"]);
}
