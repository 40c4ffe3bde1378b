//! Modelica.Blocks.Math.UnitConversions.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::weighted_sum::{Weight, WeightedSum};
use std::f64::consts::PI;

pub static TO_DEG: Class = Class {
    name: "Modelica.Blocks.Math.UnitConversions.To_deg",
    description: "Convert from radian to degree",
    documentation: documentation!("to_deg.md"),
    connectors: &[Connector { unit: "rad", ..input("u") }, Connector { unit: "deg", ..Y }],
    ..Class::element(|e| WeightedSum::build(e, &[("u", Weight::Constant(180.0 / PI))]))
};

pub static FROM_DEG: Class = Class {
    name: "Modelica.Blocks.Math.UnitConversions.From_deg",
    description: "Convert from degree to radian",
    documentation: documentation!("from_deg.md"),
    connectors: &[Connector { unit: "deg", ..input("u") }, Connector { unit: "rad", ..Y }],
    ..Class::element(|e| WeightedSum::build(e, &[("u", Weight::Constant(PI / 180.0))]))
};
