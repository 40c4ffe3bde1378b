//! Modelica.Blocks.Math.MatrixGain

use crate::class::*;
use crate::laws::blocks::matrix_gain::MatrixGainLaw;

pub static MATRIX_GAIN: Class = Class {
    name: "Modelica.Blocks.Math.MatrixGain",
    description: "Output the product of a gain matrix with the input vector: y = K u",
    documentation: documentation!("matrix_gain.md"),
    parameters: &[table("K", "", "Gain matrix").or_expression("diagonal({1, 1})").tunable()],
    connectors: &[
        real_inputs("u", 2, "", "Input signals").sized(SignalSize::Columns("K", 0)),
        connector("y", ConnectorKind::SignalOutput(2), "", "Output signals").sized(SignalSize::Rows("K")),
    ],
    ..Class::element(|e| {
        if let Some(y) = e.output("y") {
            let (u, k) = (e.input("u"), e.reals("K"));
            e.add_law(MatrixGainLaw { k, u, y });
        }
    })
};
