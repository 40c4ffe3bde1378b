//! Modelica.Blocks.Logical.TerminateSimulation

use crate::class::*;
use crate::laws::blocks::expression::ExpressionLaw;

pub static TERMINATE_SIMULATION: Class = Class {
    name: "Modelica.Blocks.Logical.TerminateSimulation",
    description: "Terminate simulation if condition is fulfilled",
    documentation: documentation!("terminate_simulation.md"),
    parameters: &[condition("condition", "Condition that ends the simulation, such as body.r_0[2] < 0")],
    connectors: &[real_output("excess", "", "Margin of the condition, positive if it holds")],
    ..Class::element(|e| {
        if let (Some(number), Some(y)) = (e.formula("condition"), e.scalar_output("excess")) {
            let ends = Some(e.name.to_owned());
            e.add_law(ExpressionLaw { ends, ..ExpressionLaw::pending(number, y) });
        }
    })
};
