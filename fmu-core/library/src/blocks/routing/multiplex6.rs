//! Modelica.Blocks.Routing.Multiplex6

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.Multiplex6",
    description: "Multiplexer block for 6 input connectors",
    documentation: documentation!("multiplex6.md"),
    parameters: &[
        integer("n1", 1, 1, "Dimension of input signal connector 1"),
        integer("n2", 1, 1, "Dimension of input signal connector 2"),
        integer("n3", 1, 1, "Dimension of input signal connector 3"),
        integer("n4", 1, 1, "Dimension of input signal connector 4"),
        integer("n5", 1, 1, "Dimension of input signal connector 5"),
        integer("n6", 1, 1, "Dimension of input signal connector 6"),
    ],
    connectors: &[
        connector("u1", ConnectorKind::SignalInput(1), "", "Input signals 1").sized(SignalSize::Integer("n1")),
        connector("u2", ConnectorKind::SignalInput(1), "", "Input signals 2").sized(SignalSize::Integer("n2")),
        connector("u3", ConnectorKind::SignalInput(1), "", "Input signals 3").sized(SignalSize::Integer("n3")),
        connector("u4", ConnectorKind::SignalInput(1), "", "Input signals 4").sized(SignalSize::Integer("n4")),
        connector("u5", ConnectorKind::SignalInput(1), "", "Input signals 5").sized(SignalSize::Integer("n5")),
        connector("u6", ConnectorKind::SignalInput(1), "", "Input signals 6").sized(SignalSize::Integer("n6")),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals")
            .sized(SignalSize::Sum(&["n1", "n2", "n3", "n4", "n5", "n6"])),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::join(e, &["u1", "u2", "u3", "u4", "u5", "u6"]);
}
