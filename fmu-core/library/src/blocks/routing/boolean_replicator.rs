//! Modelica.Blocks.Routing.BooleanReplicator

use super::super::boolean_input;
use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.BooleanReplicator",
    description: "Replicate a Boolean signal: y = {u, u, ..., u}",
    documentation: documentation!("boolean_replicator.md"),
    parameters: &[integer("nout", 1, 1, "Number of outputs")],
    connectors: &[
        boolean_input("u"),
        connector("y", ConnectorKind::BooleanOutput(1), "", "Output signals").sized(SignalSize::Integer("nout")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::replicate(e);
}
