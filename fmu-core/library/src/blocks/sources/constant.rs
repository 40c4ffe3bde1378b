//! Modelica.Blocks.Sources.Constant

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::constant::ConstantLaw;

pub static CONSTANT: Class = Class {
    name: "Modelica.Blocks.Sources.Constant",
    description: "Generate constant signal of type Real",
    documentation: documentation!("constant.md"),
    parameters: &[real("k", "", "Constant output value").tunable()],
    ..so(|e| ConstantLaw::build(e, "k"))
};

impl ConstantLaw {
    /// Registers the law of `e` with the name of the parameter that is its output.
    pub(crate) fn build(e: &mut Element<'_>, parameter: &str) {
        if let Some(y) = e.scalar_output("y") {
            let k = e.real(parameter);
            e.add_law(Self { k, y });
        }
    }
}
