//! Modelica.Blocks.Routing.DeMultiplex

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.DeMultiplex",
    description: "DeMultiplexer block for arbitrary number of output connectors",
    documentation: documentation!("de_multiplex.md"),
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
