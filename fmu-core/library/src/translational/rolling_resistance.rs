//! Modelica.Mechanics.Translational.Components.RollingResistance

use super::interfaces::*;
use crate::class::*;
use crate::laws::given::Given;
use crate::laws::one_dimensional::rolling_resistance::{RollingResistance, RollingResistanceVariable};
use crate::laws::one_dimensional::speed_dependent::SpeedDependence;
use crate::laws::one_dimensional::supported_flange::SupportedFlange;

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
