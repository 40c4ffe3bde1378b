//! Names of parameters, inputs and variables in Rotational and in Translational.

use crate::{ConnectorKind, Element};

/// Names of the same quantities in classes with rotational flanges, or in those with translational ones.
#[derive(Debug)]
pub(crate) struct Quantity {
    /// Position, speed and acceleration.
    pub motion: [&'static str; 3],
    /// Position, speed and acceleration of flange_b relative to flange_a.
    pub relative: [&'static str; 3],
    /// Unstretched relative position of a spring.
    pub unstretched: &'static str,
    /// Torque or force.
    pub flow: &'static str,
    /// Friction at zero speed, and maximum static friction.
    pub friction_at_rest: [&'static str; 2],
    /// Table of friction over the speed, without a normal force.
    pub friction_table: &'static str,
    /// Parameter of a constant torque or force.
    pub constant_flow: &'static str,
    /// Parameter of a constant speed.
    pub constant_speed: &'static str,
    /// Height, offset and time of a step.
    pub step: [&'static str; 3],
    /// Nominal torque or force.
    pub nominal_flow: &'static str,
    /// Nominal speed.
    pub nominal_speed: &'static str,
    /// Speed below which a dependence on the speed is regularized.
    pub small_speed: &'static str,
    /// Speed divided by the nominal one.
    pub normalized_speed: &'static str,
    /// Switch for a torque or force that does not depend on the direction of motion.
    pub direction: &'static str,
    /// Reference inputs: position, speed and acceleration.
    pub references: [&'static str; 3],
    /// Inputs of position, speed and acceleration at the start.
    pub starts: [&'static str; 3],
    /// The parameters that enable these inputs.
    pub use_starts: [&'static str; 3],
    /// Position and speed of the flange that is initialized.
    pub initialized: [&'static str; 2],
    /// Sources show the torque or force that accelerates the flange, not the flow into the flange, which is the
    /// opposite.
    pub shows_accelerating: bool,
}

macro_rules! quantity {
    ($position:literal, $speed:literal, $flow:literal, $word:literal, $shows_accelerating:literal) => {
        Quantity {
            motion: [$position, $speed, "a"],
            relative: [concat!($position, "_rel"), concat!($speed, "_rel"), "a_rel"],
            unstretched: concat!($position, "_rel0"),
            flow: $flow,
            friction_at_rest: [concat!($flow, "0"), concat!($flow, "0_max")],
            friction_table: concat!($flow, "_pos"),
            constant_flow: concat!($flow, "_constant"),
            constant_speed: concat!($speed, "_fixed"),
            step: [concat!("step", $word), concat!("offset", $word), "startTime"],
            nominal_flow: concat!($flow, "_nominal"),
            nominal_speed: concat!($speed, "_nominal"),
            small_speed: concat!($speed, "0"),
            normalized_speed: concat!($speed, "_normalized"),
            direction: concat!($word, "Direction"),
            references: [concat!($position, "_ref"), concat!($speed, "_ref"), "a_ref"],
            starts: [concat!($position, "_start"), concat!($speed, "_start"), "a_start"],
            use_starts: [concat!("use_", $position, "_start"), concat!("use_", $speed, "_start"), "use_a_start"],
            initialized: [concat!($position, "_flange"), concat!($speed, "_flange")],
            shows_accelerating: $shows_accelerating,
        }
    };
}

static ROTATIONAL: Quantity = quantity!("phi", "w", "tau", "Torque", true);
static TRANSLATIONAL: Quantity = quantity!("s", "v", "f", "Force", false);

impl Quantity {
    /// True for classes with translational flanges.
    pub fn is_translational(&self) -> bool {
        std::ptr::eq(self, &raw const TRANSLATIONAL)
    }

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
