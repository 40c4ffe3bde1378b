//! Modelica.Blocks.Math.MatrixGain

use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Reals, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

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

/// `y = K u`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatrixGainLaw {
    /// Elements of the matrix by rows.
    k: Reals,
    u: SignalIn,
    y: SignalOut,
}

impl Law for MatrixGainLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (row, gains) in view.parameters().all(self.k).chunks(self.u.size).enumerate() {
            let terms = gains.iter().enumerate().map(|(column, gain)| *gain * signals.element(self.u, column));
            let y = terms.fold(T::zero(), |sum, term| sum + term);
            signals.set_element(self.y, row, y);
        }
    }
}
