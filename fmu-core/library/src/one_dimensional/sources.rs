//! Sources of torque, force and motion.

use crate::laws::one_dimensional::eddy_current::{EddyCurrent, EddyCurrentVariable, Excitation};
use crate::laws::one_dimensional::flange_drive::{Drive, FlangeDrive, FlangeDriveVariable};
use crate::laws::one_dimensional::inverse_speed::{InverseSpeed, InverseSpeedVariable};
use crate::laws::one_dimensional::prescribed_motion::{
    ConstantSpeedLaw, DrivenMotion, DrivenMotionVariable, FilteredPosition, FilteredPositionVariable, MoveLaw,
};
use crate::laws::one_dimensional::speed_dependent::{SpeedDependence, SpeedDependent, SpeedDependentVariable};
use crate::laws::one_dimensional::supported_flange::SupportedFlange;
use crate::one_dimensional::Quantity;
use crate::one_dimensional::transmission::show_position;
use crate::{Element, PrescribedLevel};
use mechanism::{SignalIn, Source};

impl SupportedFlange {
    /// The flange and the support of `e`.
    pub fn of(e: &Element<'_>) -> Option<Self> {
        Some(Self { flange: e.flange("flange")?, support: e.flange("support") })
    }

    /// Shows the position of the flange relative to the support.
    pub fn show_position(self, e: &mut Element<'_>) {
        show_position(e, Quantity::of(e).motion[0], self.flange, self.support);
    }

    /// Shows the torque or force of a source: in Rotational the one that accelerates the flange, which `accelerating`
    /// registers; in Translational the flow into the flange, its opposite.
    pub fn show_flow(self, e: &mut Element<'_>, accelerating: impl FnOnce(&mut Element<'_>, &str)) {
        let Quantity { flow, shows_accelerating, .. } = Quantity::of(e);
        if *shows_accelerating {
            accelerating(e, flow);
        } else {
            e.add_variable(flow, |_| Source::FlangeFlow(self.flange));
        }
    }
}

impl FlangeDrive {
    /// Registers the law of `e` for the signal input.
    pub(crate) fn signal(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let input = e.scalar_input(Quantity::of(e).flow);
        e.add_law(Self { driven, drive: Drive::Signal(input) });
    }

    /// Registers the law of `e` that drives flange_b by the signal input and flange_a by its opposite.
    pub(crate) fn between(e: &mut Element<'_>) {
        let (Some(flange), support) = (e.flange("flange_b"), e.flange("flange_a")) else { return };
        let input = e.scalar_input(Quantity::of(e).flow);
        e.add_law(Self { driven: SupportedFlange { flange, support }, drive: Drive::Signal(input) });
    }

    /// Registers the law of `e` for a constant parameter.
    pub(crate) fn constant(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let constant = e.real(Quantity::of(e).constant_flow);
        e.add_law(Self { driven, drive: Drive::Constant(constant) });
        driven.show_position(e);
        driven.show_flow(e, |e, name| e.add_variable(name, |_| Source::Parameter(constant.address())));
    }

    /// Registers the law of `e` for a step.
    pub(crate) fn step(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let step = Quantity::of(e).step.map(|name| e.real(name));
        let law = e.add_law(Self { driven, drive: Drive::Step(step) });
        driven.show_position(e);
        driven.show_flow(e, |e, name| e.show(name, law, FlangeDriveVariable::Step));
    }
}

impl SpeedDependent {
    /// Registers the law of `e`, linear in the speed or its magnitude.
    pub(crate) fn linear(e: &mut Element<'_>) {
        let quantity = Quantity::of(e);
        let is_even = e.boolean(quantity.direction);
        let kind = if is_even { SpeedDependence::Magnitude } else { SpeedDependence::Linear };
        Self::register(e, kind, quantity.nominal_speed);
    }

    /// Registers the law of `e`, quadratic in the speed, with or without its sign.
    pub(crate) fn quadratic(e: &mut Element<'_>) {
        let quantity = Quantity::of(e);
        let is_even = e.boolean(quantity.direction);
        let kind = if is_even { SpeedDependence::Square } else { SpeedDependence::OddSquare };
        Self::register(e, kind, quantity.nominal_speed);
    }

    /// Registers the law of `e`, the regularized sign of the speed.
    pub(crate) fn sign(e: &mut Element<'_>) {
        let kind = SpeedDependence::regularized(e.literal("reg"));
        Self::register(e, kind, Quantity::of(e).small_speed);
    }

    fn register(e: &mut Element<'_>, kind: SpeedDependence, nominal_speed: &str) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let quantity = Quantity::of(e);
        let (nominal, nominal_speed) = (e.real(quantity.nominal_flow), e.real(nominal_speed));
        let law = e.add_law(Self { driven, nominal, nominal_speed, kind });
        driven.show_position(e);
        e.show(quantity.motion[1], law, SpeedDependentVariable::Speed);
        driven.show_flow(e, |e, name| e.show(name, law, SpeedDependentVariable::Drive));
    }
}

impl InverseSpeed {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let quantity = Quantity::of(e);
        let one_direction = e.boolean(quantity.direction);
        let [nominal, nominal_speed, small] =
            [quantity.nominal_flow, quantity.nominal_speed, quantity.small_speed].map(|name| e.real(name));
        let law = e.add_law(Self { driven, nominal, nominal_speed, small, one_direction });
        driven.show_position(e);
        e.show(quantity.motion[1], law, InverseSpeedVariable::Speed);
        driven.show_flow(e, |e, name| e.show(name, law, InverseSpeedVariable::Drive));
    }
}

impl EddyCurrent {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let quantity = Quantity::of(e);
        let heat_port = e.loss_port();
        let followed = heat_port.filter(|_| e.is_present("alpha20"));
        let thermal = ["TRef", "alpha20", "T"].map(|name| e.real(name));
        let (nominal, nominal_speed) = (e.real(quantity.nominal_flow), e.real(quantity.nominal_speed));
        let excitation = if e.boolean("useExcitationInput") {
            Excitation::Signal(e.scalar_input("excitation"))
        } else {
            Excitation::Constant(e.real("constantExcitation"))
        };
        let law = e.add_law(Self { driven, nominal, nominal_speed, excitation, thermal, heat_port, followed });
        driven.show_position(e);
        e.show(quantity.motion[1], law, EddyCurrentVariable::Speed);
        e.show(quantity.normalized_speed, law, EddyCurrentVariable::Ratio);
        e.show(quantity.flow, law, EddyCurrentVariable::Brake);
        e.show("lossPower", law, EddyCurrentVariable::Loss);
    }
}

impl ConstantSpeedLaw {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { constant_speed, motion: [_, rate, _], .. } = *Quantity::of(e);
        e.prescribe(driven.flange, PrescribedLevel::Speed, None, false);
        let speed = e.real(constant_speed);
        e.add_law(Self { driven: driven.alone(), speed });
        driven.show_position(e);
        e.add_variable(rate, |_| Source::Parameter(speed.address()));
    }
}

impl MoveLaw {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let motion = SignalIn::from(e.vector_input("u"));
        let [position, speed, acceleration] = [0, 1, 2].map(|k| motion.element(k));
        let law = Self { driven, position, rates: Some([speed, acceleration]) };
        e.prescribe(driven.flange, PrescribedLevel::Position, Some(motion), false);
        driven.show_position(e);
        e.add_law(law);
    }
}

impl FilteredPosition {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [_, speed, acceleration], references: [reference, ..], .. } = *Quantity::of(e);
        let reference = e.scalar_input(reference);
        let exact = e.boolean("exact");
        let level = if exact { PrescribedLevel::Position } else { PrescribedLevel::Acceleration };
        e.prescribe(driven.flange, level, Some(reference.into()), exact);
        driven.show_position(e);
        if exact {
            e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        let law = e.add_law(Self { driven, reference, w_crit: e.real("w_crit") });
        e.show(speed, law, FilteredPositionVariable::Speed);
        e.show(acceleration, law, FilteredPositionVariable::Acceleration);
    }
}

impl DrivenMotion {
    /// Registers the law of `e`, whose acceleration is the reference.
    pub(crate) fn accelerate(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [position, speed, acceleration], references: [.., reference], .. } = *Quantity::of(e);
        let starts = [e.start(position), e.start(speed)];
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        driven.show_position(e);
        let law = e.add_law(Self { driven: driven.alone(), reference: e.scalar_input(reference), w_crit: None });
        e.show(speed, law, DrivenMotionVariable::Speed);
        e.show(acceleration, law, DrivenMotionVariable::Acceleration);
    }

    /// Registers the law of `e`, whose flange follows a reference speed.
    pub(crate) fn speed(e: &mut Element<'_>) {
        let Some(driven) = SupportedFlange::of(e) else { return };
        let Quantity { motion: [position, speed, acceleration], references: [_, reference, _], .. } = *Quantity::of(e);
        let (starts, exact) = ([e.start(position), e.start(speed)], e.boolean("exact"));
        let reference = e.scalar_input(reference);
        driven.show_position(e);
        if exact {
            e.prescribe_from(driven.flange, (PrescribedLevel::Speed, Some(reference.into()), true), starts);
            e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
            e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
            return;
        }
        e.prescribe_from(driven.flange, (PrescribedLevel::Acceleration, None, false), starts);
        let law = e.add_law(Self { driven: driven.alone(), reference, w_crit: Some(e.real("w_crit")) });
        e.show(speed, law, DrivenMotionVariable::Speed);
        e.show(acceleration, law, DrivenMotionVariable::Acceleration);
        // The filter starts at rest.
        e.start_at_zero(speed, law, DrivenMotionVariable::Error, 1);
    }
}
