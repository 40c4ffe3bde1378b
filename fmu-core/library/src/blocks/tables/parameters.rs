//! Parameters of tables.

use crate::class::{Parameter, enumeration};
use crate::laws::blocks::tables::extrapolation::Extrapolation;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::types::EXTRAPOLATION;
use crate::{Element, types};

pub(in crate::blocks) const fn extrapolation(literal: &'static str) -> Parameter {
    enumeration("extrapolation", &EXTRAPOLATION, literal, "Extrapolation of data outside the definition range")
}

impl Extrapolation {
    /// The parameter `extrapolation` of a component.
    pub fn of(e: &Element<'_>) -> Self {
        match e.literal("extrapolation") {
            "HoldLastPoint" => Self::Hold,
            "Periodic" => Self::Periodic,
            "NoExtrapolation" => Self::Forbidden,
            _ => Self::Line,
        }
    }
}

pub(in crate::blocks) const SMOOTHNESS: Parameter =
    enumeration("smoothness", &types::SMOOTHNESS, "LinearSegments", "Smoothness of table interpolation");

impl Smoothness {
    /// The parameter `smoothness` of a component.
    pub(in crate::blocks) fn of(e: &Element<'_>) -> Self {
        match e.literal("smoothness") {
            "ContinuousDerivative" => Self::Akima,
            "ConstantSegments" => Self::Constant,
            "MonotoneContinuousDerivative1" => Self::FritschButland,
            "MonotoneContinuousDerivative2" => Self::Steffen,
            "ModifiedContinuousDerivative" => Self::ModifiedAkima,
            _ => Self::Linear,
        }
    }
}
