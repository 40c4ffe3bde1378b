//! Modelica.Blocks.Routing.DeMultiplex5

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.DeMultiplex5",
    description: "DeMultiplexer block for 5 output connectors",
    documentation: documentation!("de_multiplex5.md"),
    parameters: &[
        integer("n1", 1, 1, "Dimension of output signal connector 1"),
        integer("n2", 1, 1, "Dimension of output signal connector 2"),
        integer("n3", 1, 1, "Dimension of output signal connector 3"),
        integer("n4", 1, 1, "Dimension of output signal connector 4"),
        integer("n5", 1, 1, "Dimension of output signal connector 5"),
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals")
            .sized(SignalSize::Sum(&["n1", "n2", "n3", "n4", "n5"])),
        connector("y1", ConnectorKind::SignalOutput(1), "", "Output signals 1").sized(SignalSize::Integer("n1")),
        connector("y2", ConnectorKind::SignalOutput(1), "", "Output signals 2").sized(SignalSize::Integer("n2")),
        connector("y3", ConnectorKind::SignalOutput(1), "", "Output signals 3").sized(SignalSize::Integer("n3")),
        connector("y4", ConnectorKind::SignalOutput(1), "", "Output signals 4").sized(SignalSize::Integer("n4")),
        connector("y5", ConnectorKind::SignalOutput(1), "", "Output signals 5").sized(SignalSize::Integer("n5")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::split(e, &["y1", "y2", "y3", "y4", "y5"]);
}
