//! Modelica.Mechanics.Rotational.Components.Gearbox

use super::damper::{A_REL, PHI_REL, W_REL, WITH_HEAT_PORT};
use super::lossy_gear::{LOSS_TABLE, RATIO};
use super::torque::{SUPPORT, USE_SUPPORT};
use crate::class::*;
use crate::friction::USE_HEAT_PORT;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Gearbox",
    description: "Realistic model of a gearbox (based on LossyGear)",
    documentation: documentation!("gearbox.md"),
    parameters: &[
        USE_SUPPORT,
        RATIO,
        LOSS_TABLE,
        real("c", "N.m/rad", "Gear elasticity (spring constant)").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.m.s/rad", "(relative) gear damping").min(0.0).tunable(),
        real("b", "rad", "Total backlash").min(0.0).or(0.0).tunable(),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
        USE_HEAT_PORT,
    ],
    connectors: &{
        let [a, b, heat_port] = WITH_HEAT_PORT;
        [a, b, SUPPORT, heat_port]
    },
    variables: &[PHI_REL, W_REL, A_REL],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "lossyGear",
                class: "Modelica.Mechanics.Rotational.Components.LossyGear",
                parameters: &[
                    ("ratio", "ratio"),
                    ("lossTable", "lossTable"),
                    ("useSupport", "useSupport"),
                    ("useHeatPort", "useHeatPort"),
                ],
            },
            Part {
                name: "elastoBacklash",
                class: "Modelica.Mechanics.Rotational.Components.ElastoBacklash",
                parameters: &[
                    ("c", "c"),
                    ("d", "d"),
                    ("b", "b"),
                    ("stateSelect", "stateSelect"),
                    ("useHeatPort", "useHeatPort"),
                ],
            },
        ],
        connections: &[("lossyGear.flange_b", "elastoBacklash.flange_a")],
        connectors: &[
            ("flange_a", &["lossyGear.flange_a"]),
            ("flange_b", &["elastoBacklash.flange_b"]),
            ("support", &["lossyGear.support"]),
            ("heatPort", &["lossyGear.heatPort", "elastoBacklash.heatPort"]),
        ],
        variables: &[
            ("phi_rel", "elastoBacklash.phi_rel"),
            ("w_rel", "elastoBacklash.w_rel"),
            ("a_rel", "elastoBacklash.a_rel"),
        ],
    }),
    ..Class::EMPTY
};
