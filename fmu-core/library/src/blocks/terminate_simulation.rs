//! Modelica.Blocks.Logical.TerminateSimulation

use super::ExpressionLaw;
use crate::Element;
use crate::class::*;
use mechanism::Formula;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.TerminateSimulation",
    description: "Terminate simulation if condition is fulfilled",
    documentation: documentation!("terminate_simulation.md"),
    parameters: &[condition("condition", "Condition that ends the simulation, such as body.r_0[2] < 0")],
    connectors: &[connector("excess", ConnectorKind::SignalOutput(1), "", "By how much the condition holds")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (Some(number), Some(y)) = (e.formula("condition"), e.scalar_output("excess")) else { return };
    let ends = Some(e.name.to_owned());
    e.add_law(ExpressionLaw { number, formula: Formula::pending(), sources: Vec::new(), inputs: Vec::new(), y, ends });
}
