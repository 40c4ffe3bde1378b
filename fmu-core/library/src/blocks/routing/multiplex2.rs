//! Modelica.Blocks.Routing.Multiplex2

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.Multiplex2",
    description: "Multiplexer block for 2 input connectors",
    documentation: documentation!("multiplex2.md"),
    parameters: &[
        integer("n1", 1, 1, "Dimension of input signal connector 1"),
        integer("n2", 1, 1, "Dimension of input signal connector 2"),
    ],
    connectors: &[
        connector("u1", ConnectorKind::SignalInput(1), "", "Input signals 1").sized(SignalSize::Integer("n1")),
        connector("u2", ConnectorKind::SignalInput(1), "", "Input signals 2").sized(SignalSize::Integer("n2")),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals").sized(SignalSize::Sum(&["n1", "n2"])),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::join(e, &["u1", "u2"]);
}
