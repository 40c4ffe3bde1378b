//! Names of parameters, inputs and variables in Rotational and in Translational.

use crate::{ConnectorKind, Element};

/// Names of the same quantities in classes with rotational flanges, or in those with translational ones. Names of parameters are derived from
/// them.
#[derive(Debug)]
pub(crate) struct Quantity {
    /// The flanges are translational.
    pub is_translational: bool,
    /// Position, speed and acceleration.
    pub motion: [&'static str; 3],
    /// Position, speed and acceleration of flange_b relative to flange_a.
    pub relative: [&'static str; 3],
    /// Torque or force.
    pub flow: &'static str,
    /// Torque or force in the names of parameters.
    pub word: &'static str,
}

static ROTATIONAL: Quantity = Quantity {
    is_translational: false,
    motion: ["phi", "w", "a"],
    relative: ["phi_rel", "w_rel", "a_rel"],
    flow: "tau",
    word: "Torque",
};

static TRANSLATIONAL: Quantity = Quantity {
    is_translational: true,
    motion: ["s", "v", "a"],
    relative: ["s_rel", "v_rel", "a_rel"],
    flow: "f",
    word: "Force",
};

impl Quantity {
    /// Names for the flanges of `e`.
    pub fn of(e: &Element<'_>) -> &'static Self {
        let is_translational = e.class.connectors.iter().any(|c| c.kind == ConnectorKind::TranslationalFlange);
        if is_translational { &TRANSLATIONAL } else { &ROTATIONAL }
    }

    /// Lets the search for the initial state begin at the relative start values of `e` if stateSelect requests it.
    pub fn prefer_relative_starts(&self, e: &mut Element<'_>) {
        if matches!(e.literal("stateSelect"), "prefer" | "always") {
            self.relative[..2].iter().for_each(|name| e.prefer_start(name));
        }
    }
}
