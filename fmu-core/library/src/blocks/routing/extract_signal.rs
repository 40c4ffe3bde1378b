//! Modelica.Blocks.Routing.ExtractSignal

use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.ExtractSignal",
    description: "Extract signals from an input signal vector: y[i] = u[extract[i]]",
    documentation: documentation!("extract_signal.md"),
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        integer("nout", 1, 1, "Number of outputs"),
        array("extract", "", "Numbers of the inputs that are put out, one for each output").or(1.0).settled(),
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("nin")),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals").sized(SignalSize::Integer("nout")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::extract(e);
}
