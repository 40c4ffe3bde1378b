//! Modelica.Blocks.Nonlinear: Limiter, VariableLimiter and DeadZone.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::limiter::{LimiterLaw, Limiting, Limits};
use crate::types::{LIMITER_HOMOTOPY, VARIABLE_LIMITER_HOMOTOPY};

pub(in crate::blocks) const STRICT: Parameter =
    boolean("strict", false, "No events at the limits: the limits are strict, and the slope jumps within a step");

/// homotopyType
pub(in crate::blocks) const HOMOTOPY_TYPE: Parameter = reading(
    "homotopyType",
    Reading::Literal(&LIMITER_HOMOTOPY),
    DefaultValue::Literal("Linear"),
    "Simplified model with which other tools look for a start",
);
/// homotopyType of limits that vary
const VARIABLE_HOMOTOPY_TYPE: Parameter = reading(
    "homotopyType",
    Reading::Literal(&VARIABLE_LIMITER_HOMOTOPY),
    DefaultValue::Literal("Linear"),
    "Simplified model with which other tools look for a start",
);

pub static LIMITER: Class = Class {
    name: "Modelica.Blocks.Nonlinear.Limiter",
    description: "Limit the range of a signal",
    documentation: documentation!("limiter.md"),
    parameters: &[
        real("uMax", "", "Upper limit of input signal").tunable(),
        real("uMin", "", "Lower limit of input signal").or_expression("-uMax").tunable(),
        STRICT,
        HOMOTOPY_TYPE,
    ],
    ..siso(|e| {
        let is_strict = e.boolean("strict");
        LimiterLaw::build_fixed(e, Limiting::Clip, is_strict);
    })
};

pub static VARIABLE_LIMITER: Class = Class {
    name: "Modelica.Blocks.Nonlinear.VariableLimiter",
    description: "Limit the range of a signal with variable limits",
    documentation: documentation!("variable_limiter.md"),
    parameters: &[STRICT, VARIABLE_HOMOTOPY_TYPE],
    connectors: &[input("u"), input("limit1"), input("limit2"), Y],
    ..Class::element(|e| {
        let limits = Limits::Signals(["limit1", "limit2"].map(|name| e.scalar_input(name)));
        let is_strict = e.boolean("strict");
        LimiterLaw::build(e, Limiting::Clip, limits, is_strict);
    })
};

pub static DEAD_ZONE: Class = Class {
    name: "Modelica.Blocks.Nonlinear.DeadZone",
    description: "Provide a region of zero output",
    documentation: documentation!("dead_zone.md"),
    parameters: &[
        real("uMax", "", "Upper limit of dead zone").tunable(),
        real("uMin", "", "Lower limit of dead zone").or_expression("-uMax").tunable(),
    ],
    ..siso(|e| LimiterLaw::build_fixed(e, Limiting::DeadZone, false))
};

/// Refuses limits in the wrong order, if the model file gives their values.
pub(in crate::blocks) fn refuse_crossed(e: &mut Element<'_>, [upper, lower]: [&str; 2]) {
    let slot = |e: &Element<'_>, name: &str| e.slots.get(e.address(name)).filter(|s| s.independent).map(|s| s.value);
    let (high, low) = (slot(e, upper), slot(e, lower));
    let is_crossed = match (high, low) {
        (Some(high), Some(low)) => low > high,
        // By default the lower limit is the opposite of the upper one.
        (Some(high), None) => high < 0.0,
        _ => false,
    };
    if is_crossed {
        e.refuse(lower, "a value that is not greater than that of the upper limit");
    }
}

impl LimiterLaw {
    fn build(e: &mut Element<'_>, kind: Limiting, limits: Limits, is_strict: bool) {
        if let Some(y) = e.scalar_output("y") {
            let u = e.scalar_input("u");
            e.add_law(Self { kind, u, limits, is_strict, y });
        }
    }

    /// Registers the law of `e` with parameters as limits.
    fn build_fixed(e: &mut Element<'_>, kind: Limiting, is_strict: bool) {
        refuse_crossed(e, ["uMax", "uMin"]);
        let limits = Limits::Parameters(["uMax", "uMin"].map(|name| e.real(name)));
        Self::build(e, kind, limits, is_strict);
    }
}
