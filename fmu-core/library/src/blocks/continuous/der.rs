//! Modelica.Blocks.Continuous.Der

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::der::DerLaw;

pub static DER: Class = Class {
    name: "Modelica.Blocks.Continuous.Der",
    description: "Derivative of input (= exact differentiation)",
    documentation: documentation!("der.md"),
    ..siso(|e| {
        if let Some(y) = e.scalar_output("y") {
            let u = e.scalar_input("u");
            e.add_law(DerLaw { u, y });
        }
    })
};
