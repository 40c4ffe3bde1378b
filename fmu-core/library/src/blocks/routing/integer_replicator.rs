//! Modelica.Blocks.Routing.IntegerReplicator

use super::super::integer_input;
use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.IntegerReplicator",
    description: "Replicate an Integer signal: y = {u, u, ..., u}",
    documentation: documentation!("integer_replicator.md"),
    parameters: &[integer("nout", 1, 1, "Number of outputs")],
    connectors: &[
        integer_input("u"),
        connector("y", ConnectorKind::IntegerOutput(1), "", "Output signals").sized(SignalSize::Integer("nout")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::replicate(e);
}
