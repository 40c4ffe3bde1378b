//! Modelica.Mechanics.Translational.Components.Vehicle

use crate::Element;
use crate::blocks::{ConstantLaw, Weight, WeightedSum};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Vehicle",
    description: "Simple vehicle model",
    documentation: documentation!("vehicle.md"),
    parameters: &[
        real("m", "kg", "Total mass of vehicle").min(0.0),
        real("g", "m/s2", "Constant gravity acceleration").or(9.80665),
        real("J", "kg.m2", "Total rotational inertia of drive train").min(0.0),
        real("R", "m", "Wheel radius").min(f64::MIN_POSITIVE),
        real("A", "m2", "Cross section of vehicle"),
        real("Cd", "", "Drag resistance coefficient"),
        real("rho", "kg/m3", "Density of air").or(1.2),
        boolean("useWindInput", false, "The wind velocity is the input vWind"),
        real("vWindConstant", "m/s", "Constant wind velocity").or(0.0),
        boolean("useCrInput", false, "The rolling resistance coefficient is the input cr"),
        real("CrConstant", "", "Constant rolling resistance coefficient").or(0.015),
        real("vReg", "m/s", "Velocity for regularization around 0").min(f64::EPSILON).or(1e-3),
        boolean("useInclinationInput", false, "The inclination is the input inclination"),
        real("inclinationConstant", "", "Constant inclination = tan(angle)").or(0.0),
    ],
    connectors: &[
        connector("flangeT", ConnectorKind::TranslationalFlange, "", "Translational flange"),
        connector("flangeR", ConnectorKind::RotationalFlange, "", "Rotational flange"),
        connector("inclination", ConnectorKind::SignalInput(1), "", "Inclination = tan(angle)")
            .when("useInclinationInput"),
        connector("cr", ConnectorKind::SignalInput(1), "", "Rolling resistance coefficient").when("useCrInput"),
        connector("vWind", ConnectorKind::SignalInput(1), "m/s", "Wind velocity").when("useWindInput"),
    ],
    variables: &[
        variable("s", "m", "Position of vehicle").with_start(),
        variable("v", "m/s", "Velocity of vehicle").with_start(),
        variable("a", "m/s2", "Acceleration of vehicle"),
    ],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "inertia",
                class: "Modelica.Mechanics.Rotational.Components.Inertia",
                parameters: &[("J", "J")],
            },
            Part {
                name: "idealRollingWheel",
                class: "Modelica.Mechanics.Translational.Components.IdealRollingWheel",
                parameters: &[("radius", "R")],
            },
            Part { name: "mass", class: "Modelica.Mechanics.Translational.Components.Mass", parameters: &[("m", "m")] },
            Part {
                name: "fDrag",
                class: "Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce",
                parameters: &[
                    ("useSupport", "true"),
                    ("f_nominal", "-0.5*Cd*A*rho*1"),
                    ("v_nominal", "1"),
                    ("ForceDirection", "false"),
                ],
            },
            Part {
                name: "fRoll",
                class: "Modelica.Mechanics.Translational.Components.RollingResistance",
                parameters: &[
                    ("fWeight", "m*g"),
                    ("useCrInput", "useCrInput"),
                    ("CrConstant", "CrConstant"),
                    ("useInclinationInput", "true"),
                    ("reg", "Linear"),
                    ("v0", "vReg"),
                ],
            },
            Part { name: "fGrav", class: "Modelica.Mechanics.Translational.Sources.Force", parameters: &[] },
            Part { name: "atan", class: "Modelica.Blocks.Math.Atan", parameters: &[] },
            Part { name: "sin", class: "Modelica.Blocks.Math.Sin", parameters: &[] },
            Part { name: "gravForceGain", class: "Modelica.Blocks.Math.Gain", parameters: &[("k", "-m*g")] },
            Part { name: "windSpeed", class: "Modelica.Mechanics.Translational.Sources.Speed", parameters: &[] },
            Part { name: "wind", class: CHOICE.name, parameters: &[("use_u", "useWindInput"), ("k", "vWindConstant")] },
            Part {
                name: "grade",
                class: CHOICE.name,
                parameters: &[("use_u", "useInclinationInput"), ("k", "inclinationConstant")],
            },
        ],
        connections: &[
            ("inertia.flange_b", "idealRollingWheel.flangeR"),
            ("idealRollingWheel.flangeT", "mass.flange_a"),
            ("mass.flange_b", "fDrag.flange"),
            ("mass.flange_b", "fRoll.flange"),
            ("mass.flange_b", "fGrav.flange"),
            ("fDrag.support", "windSpeed.flange"),
            ("wind.y", "windSpeed.v_ref"),
            ("grade.y", "fRoll.inclination"),
            ("grade.y", "atan.u"),
            ("atan.y", "sin.u"),
            ("sin.y", "gravForceGain.u"),
            ("gravForceGain.y", "fGrav.f"),
        ],
        connectors: &[
            ("flangeT", &["mass.flange_b"]),
            ("flangeR", &["inertia.flange_a"]),
            ("inclination", &["grade.u"]),
            ("cr", &["fRoll.cr"]),
            ("vWind", &["wind.u"]),
        ],
        variables: &[("s", "mass.s"), ("v", "mass.v"), ("a", "mass.a")],
    }),
    ..Class::EMPTY
};

/// An input, or a constant in its place: in the library the constant is a block that is there where the input is not. It is no class of the library.
pub static CHOICE: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Internal.Choice",
    description: "An input, or a constant in its place",
    documentation: Documentation::NONE,
    parameters: &[boolean("use_u", false, "The input is enabled"), real("k", "", "Constant output value")],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signal").when("use_u"),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signal"),
    ],
    ..Class::element(build_choice)
};

fn build_choice(e: &mut Element<'_>) {
    if e.boolean("use_u") {
        WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
    } else {
        ConstantLaw::build(e, "k");
    }
}
