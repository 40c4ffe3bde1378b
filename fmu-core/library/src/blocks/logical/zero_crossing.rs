//! Modelica.Blocks.Logical.ZeroCrossing

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::zero_crossing::ZeroCrossingLaw;

pub static ZERO_CROSSING: Class = Class {
    name: "Modelica.Blocks.Logical.ZeroCrossing",
    description: "Trigger zero crossing of input u",
    documentation: documentation!("zero_crossing.md"),
    connectors: &[
        input("u"),
        Connector { description: "Zero crossings are triggered while this is true", ..boolean_input("enable") },
        BOOLEAN_Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let (u, enable) = (e.scalar_input("u"), e.scalar_input("enable"));
    e.add_law(ZeroCrossingLaw { u, enable, y });
}
