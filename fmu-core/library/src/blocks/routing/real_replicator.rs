//! Modelica.Blocks.Routing.RealReplicator

use super::super::input;
use super::selection::Selection;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.RealReplicator",
    description: "Replicate a Real signal: y = {u, u, ..., u}",
    documentation: documentation!("real_replicator.md"),
    parameters: &[integer("nout", 1, 1, "Number of outputs")],
    connectors: &[
        input("u"),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals").sized(SignalSize::Integer("nout")),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Selection::replicate(e);
}
