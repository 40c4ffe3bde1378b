//! Modelica.Blocks.Nonlinear: Limiter, VariableLimiter and DeadZone.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::types::{LIMITER_HOMOTOPY, VARIABLE_LIMITER_HOMOTOPY};
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals, TimeView,
    after, relation_holds, relation_indicator,
};
use serde::{Deserialize, Serialize};

/// strict
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

/// Mode between the limits.
pub(in crate::blocks) const FREE: i32 = 0;
/// Mode beyond the upper limit.
pub(in crate::blocks) const ABOVE: i32 = 1;
/// Mode below the lower limit.
pub(in crate::blocks) const BELOW: i32 = -1;

/// Output beyond the limits and between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limiting {
    /// The limit; the input.
    Clip,
    /// The distance of the input to the limit; zero.
    DeadZone,
}

/// Limits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limits {
    /// Parameters with the upper and the lower limit.
    Parameters([Real; 2]),
    /// Signals with the upper and the lower limit.
    Signals([ScalarIn; 2]),
}

/// `y` is the input between limits. The mode is `FREE`, `ABOVE` or `BELOW`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimiterLaw {
    kind: Limiting,
    u: ScalarIn,
    limits: Limits,
    is_strict: bool,
    y: ScalarOut,
}

/// The mode of a signal with these limits.
pub(in crate::blocks) fn place<T: Scalar>(u: T, [upper, lower]: [T; 2]) -> i32 {
    match u.value() {
        u if u > upper.value() => ABOVE,
        u if u < lower.value() => BELOW,
        _ => FREE,
    }
}

/// Indicators of the relations above and below.
pub(in crate::blocks) fn limit_indicators(mode: i32, u: f64, [upper, lower]: [f64; 2]) -> [f64; 2] {
    [relation_indicator(mode == ABOVE, u - upper), relation_indicator(mode == BELOW, lower - u)]
}

/// The name of such a mode.
pub(in crate::blocks) fn limit_name(mode: i32) -> ModeName {
    let state = match mode {
        ABOVE => "at the upper limit",
        BELOW => "at the lower limit",
        FREE => "between the limits",
        _ => "without limits",
    };
    [state, ""]
}

/// The mode after an event.
pub(in crate::blocks) fn limit_mode(event: &Event<'_>, u: f64, [upper, lower]: [f64; 2]) -> i32 {
    if relation_holds(event.mode == ABOVE, u - upper, event.is_initial) {
        ABOVE
    } else if relation_holds(event.mode == BELOW, lower - u, event.is_initial) {
        BELOW
    } else {
        FREE
    }
}

/// Refuses limits in the wrong order, as far as the model file says what they are.
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

    /// The same with parameters as limits.
    fn build_fixed(e: &mut Element<'_>, kind: Limiting, is_strict: bool) {
        refuse_crossed(e, ["uMax", "uMin"]);
        let limits = Limits::Parameters(["uMax", "uMin"].map(|name| e.real(name)));
        Self::build(e, kind, limits, is_strict);
    }

    fn limits<T: Scalar>(&self, p: Parameters<'_, T>, signals: &Signals<'_, T>) -> [T; 2] {
        match self.limits {
            Limits::Parameters(limits) => limits.map(|limit| p[limit]),
            Limits::Signals(limits) => limits.map(|limit| signals.get(limit)),
        }
    }
}

impl Law for LimiterLaw {
    type Stage = after::Time;
    const MODES: Modes = BELOW..=ABOVE;

    fn connections(&self) -> Connections {
        let limits = if let Limits::Signals(limits) = self.limits { Some(limits) } else { None };
        Connections::default().reads([self.u]).reads(limits.into_iter().flatten()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let (u, limits) = (signals.get(self.u), self.limits(view.parameters(), signals));
        let mode = if self.is_strict { place(u, limits) } else { view.mode() };
        let value = match (mode, self.kind) {
            (ABOVE, Limiting::Clip) => limits[0],
            (BELOW, Limiting::Clip) => limits[1],
            (ABOVE, Limiting::DeadZone) => u - limits[0],
            (BELOW, Limiting::DeadZone) => u - limits[1],
            (_, Limiting::Clip) => u,
            (_, Limiting::DeadZone) => T::zero(),
        };
        signals.set(self.y, value);
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(limit_name(discrete.mode))
    }

    fn relations(&self) -> usize {
        if self.is_strict { 0 } else { 2 }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let limits = self.limits(view.parameters(), signals);
        indicators.copy_from_slice(&limit_indicators(view.mode(), signals.get(self.u), limits));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if !self.is_strict {
            event.mode = limit_mode(event, signals.get(self.u), self.limits(event.parameters, signals));
        }
    }
}
