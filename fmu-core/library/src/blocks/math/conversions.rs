//! Modelica.Blocks.Math: conversions between Real, Integer and Boolean signals.

use super::function_law::{FunctionLaw, Operation};
use super::weighted_sum::WeightedSum;
use crate::Element;
use crate::blocks::interfaces::*;
use crate::blocks::logical::{Comparison, ComparisonLaw};
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Event, Law, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, relation_holds, relation_indicator,
};
use serde::{Deserialize, Serialize};

pub static REAL_TO_INTEGER: Class = Class {
    name: "Modelica.Blocks.Math.RealToInteger",
    description: "Convert Real to Integer signal: the nearest whole number, halves away from zero",
    documentation: documentation!("real_to_integer.md"),
    connectors: &[input("u"), INTEGER_Y],
    ..Class::element(RoundingLaw::build)
};

pub static INTEGER_TO_REAL: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToReal",
    description: "Convert Integer to Real signal",
    documentation: documentation!("integer_to_real.md"),
    connectors: &[integer_input("u"), Y],
    ..Class::element(WeightedSum::pass)
};

pub static BOOLEAN_TO_INTEGER: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToInteger",
    description: "Convert Boolean to Integer signal",
    documentation: documentation!("boolean_to_integer.md"),
    parameters: &[
        whole("integerTrue", 1, "Output signal for true Boolean input"),
        whole("integerFalse", 0, "Output signal for false Boolean input"),
    ],
    connectors: &[boolean_input("u"), INTEGER_Y],
    ..Class::element(|e| {
        let numbers = Operation::IntegerOf(e.integer("integerTrue"), e.integer("integerFalse"));
        FunctionLaw::build(e, numbers);
    })
};

pub static INTEGER_TO_BOOLEAN: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToBoolean",
    description: "Convert Integer to Boolean signal",
    documentation: documentation!("integer_to_boolean.md"),
    parameters: &[whole("threshold", 1, "Output signal y is true, if input u >= threshold")],
    connectors: &[integer_input("u"), BOOLEAN_Y],
    ..Class::element(|e| {
        let threshold = e.integer("threshold");
        FunctionLaw::build(e, Operation::AtLeast(threshold));
    })
};

pub static BOOLEAN_TO_REAL: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToReal",
    description: "Convert Boolean to Real signal",
    documentation: documentation!("boolean_to_real.md"),
    parameters: &[
        real("realTrue", "", "Output signal for true Boolean input").or(1.0).tunable(),
        real("realFalse", "", "Output signal for false Boolean input").or(0.0).tunable(),
    ],
    connectors: &[boolean_input("u"), Y],
    ..Class::element(|e| {
        let numbers = Operation::RealOf(e.real("realTrue"), e.real("realFalse"));
        FunctionLaw::build(e, numbers);
    })
};

pub static REAL_TO_BOOLEAN: Class = Class {
    name: "Modelica.Blocks.Math.RealToBoolean",
    description: "Convert Real to Boolean signal",
    documentation: documentation!("real_to_boolean.md"),
    parameters: &[real("threshold", "", "Output signal y is true, if input u >= threshold").or(0.5).tunable()],
    connectors: &[input("u"), BOOLEAN_Y],
    ..Class::element(|e| ComparisonLaw::with_threshold(e, Comparison::GreaterEqual))
};

/// `y` is the whole number nearest to `u`, halves away from zero. The mode is that number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RoundingLaw {
    u: ScalarIn,
    y: ScalarOut,
}

impl RoundingLaw {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        if let Some(y) = e.scalar_output("y") {
            let u = e.scalar_input("u");
            e.add_law(Self { u, y });
        }
    }

    /// Positive where the input is above or below what is rounded to `mode`. There is no number beyond the largest and the smallest one.
    fn beyond(mode: i32, u: f64) -> [f64; 2] {
        let y = f64::from(mode);
        let above = if mode == i32::MAX { -1.0 } else { u - (y + 0.5) };
        let below = if mode == i32::MIN { -1.0 } else { (y - 0.5) - u };
        [above, below]
    }
}

impl Law for RoundingLaw {
    type Stage = after::Time;
    const MODES: Modes = i32::MIN..=i32::MAX;
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let beyond = Self::beyond(view.mode(), signals.get(self.u));
        indicators.copy_from_slice(&beyond.map(|difference| relation_indicator(false, difference)));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let u = signals.get(self.u);
        let has_left = |difference| relation_holds(false, difference, false);
        if event.is_initial || Self::beyond(event.mode, u).into_iter().any(has_left) {
            // The cast saturates.
            event.mode = u.round() as i32;
        }
    }
}
