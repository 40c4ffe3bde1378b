//! Modelica.Mechanics.Translational.Components.RollingResistance

use super::interfaces::*;
use crate::Element;
use crate::class::*;
use crate::one_dimensional::{SpeedDependence, SupportedFlange};
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, MotionView, Real, ScalarIn, Signals, after, law_variables};
use serde::{Deserialize, Serialize};

pub static ROLLING_RESISTANCE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.RollingResistance",
    description: "Resistance of a rolling wheel",
    documentation: documentation!("rolling_resistance.md"),
    parameters: &[
        USE_SUPPORT,
        real("fWeight", "N", "Wheel load due to gravity").tunable(),
        boolean("useCrInput", false, "The rolling resistance coefficient is the input cr"),
        real("CrConstant", "", "Constant rolling resistance coefficient").or(0.01).tunable(),
        boolean("useInclinationInput", false, "The inclination is the input inclination"),
        real("inclinationConstant", "", "Constant inclination = tan(angle)").or(0.0).tunable(),
        REG,
        V_SMALL.or(0.1).tunable(),
    ],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_input("inclination", "", "Inclination = tan(angle)").when("useInclinationInput"),
        real_input("cr", "", "Rolling resistance coefficient").when("useCrInput"),
    ],
    variables: &[
        S_SUPPORT,
        V_SUPPORT,
        variable("f", "N", "Force acting at flange, against its motion (= flange.f)"),
        variable("f_nominal", "N", "Nominal rolling resistance without regularization"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(driven) = SupportedFlange::of(e) else { return };
    let given = |e: &Element<'_>, switch: &str, input: &str, parameter: &str| {
        if e.boolean(switch) { Given::Signal(e.scalar_input(input)) } else { Given::Parameter(e.real(parameter)) }
    };
    let coefficient = given(e, "useCrInput", "cr", "CrConstant");
    let inclination = given(e, "useInclinationInput", "inclination", "inclinationConstant");
    let (weight, small, kind) = (e.real("fWeight"), e.real("v0"), SpeedDependence::regularized(e.literal("reg")));
    let law = e.add_law(RollingResistance { driven, weight, coefficient, inclination, small, kind });
    driven.show_position(e);
    e.show("v", law, RollingResistanceVariable::Speed);
    e.show("f", law, RollingResistanceVariable::Resistance);
    e.show("f_nominal", law, RollingResistanceVariable::Nominal);
}

/// A parameter or a signal.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Given {
    Parameter(Real),
    Signal(ScalarIn),
}

impl Given {
    fn value<T: Scalar>(self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        match self {
            Self::Parameter(parameter) => view.parameters()[parameter],
            Self::Signal(input) => signals.get(input),
        }
    }
}

/// A force against the motion: the coefficient times the normal force of the weight on the inclined ground.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RollingResistance {
    driven: SupportedFlange,
    weight: Real,
    coefficient: Given,
    inclination: Given,
    small: Real,
    kind: SpeedDependence,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) RollingResistanceVariable of RollingResistance {
        Speed: Motion speed,
        Resistance: Signals resistance,
        Nominal: Signals nominal,
    }
}

impl RollingResistance {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    /// The library counts it as a force that accelerates.
    fn nominal<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let (coefficient, tangent) = (self.coefficient.value(view, signals), self.inclination.value(view, signals));
        -coefficient * view.parameters()[self.weight] / (T::one() + tangent * tangent).sqrt()
    }

    fn resistance<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        -self.nominal(view, signals) * self.kind.of(self.speed(view) / view.parameters()[self.small])
    }
}

impl Law for RollingResistance {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let signal = |given: Given| if let Given::Signal(input) = given { Some(input) } else { None };
        Connections::default()
            .reads([self.coefficient, self.inclination].into_iter().filter_map(signal))
            .touches(self.driven.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let resistance = self.resistance(view, signals);
        self.driven.drive(view, -resistance);
    }
}
