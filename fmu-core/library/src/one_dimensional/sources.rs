//! Sources of torque, force and motion.

use crate::laws::one_dimensional::drives::{
    Drive, EddyCurrent, EddyCurrentVariable, FlangeDrive, FlangeDriveVariable, InverseSpeed, InverseSpeedVariable,
    SpeedDependence, SpeedDependent, SpeedDependentVariable, SupportedFlange,
};
use crate::laws::one_dimensional::prescribed_motion::{
    ConstantSpeedLaw, DrivenMotion, DrivenMotionVariable, FilteredPosition, FilteredPositionVariable, MoveLaw,
};
use crate::one_dimensional::Quantity;
use crate::one_dimensional::transmission::show_position;
use crate::{Element, PrescribedLevel};
use mechanism::{SignalIn, Source};

impl SupportedFlange {
    /// The flange and the support of `e`.
    pub fn of(e: &Element<'_>) -> Self {
        Self { flange: e.flange("flange"), support: e.optional_flange("support") }
    }

    /// flange_b relative to flange_a.
    pub fn relative(e: &Element<'_>) -> Self {
        Self { flange: e.flange("flange_b"), support: Some(e.flange("flange_a")) }
    }

    /// Shows the position of the flange relative to the support.
    pub fn show_position(self, e: &mut Element<'_>) {
        show_position(e, Quantity::of(e).motion[0], self.flange, self.support);
    }

    /// Shows the torque or force of a source: in Rotational the one that accelerates the flange, which `accelerating`
    /// registers; in Translational the flow into the flange, its opposite.
    pub fn show_flow(self, e: &mut Element<'_>, accelerating: impl FnOnce(&mut Element<'_>, &str)) {
        let Quantity { flow, is_translational, .. } = *Quantity::of(e);
        if is_translational {
            e.add_variable(flow, |_| Source::FlangeFlow(self.flange));
        } else {
            accelerating(e, flow);
        }
    }
}

/// Registers the law of `e` for the signal input.
pub(crate) fn signal(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let input = e.scalar_input(Quantity::of(e).flow);
    e.add_law(FlangeDrive { driven, drive: Drive::Signal(input) });
}

/// Registers the law of `e` that drives flange_b by the signal input and flange_a by its opposite.
pub(crate) fn between(e: &mut Element<'_>) {
    let input = e.scalar_input(Quantity::of(e).flow);
    e.add_law(FlangeDrive { driven: SupportedFlange::relative(e), drive: Drive::Signal(input) });
}

/// Registers the law of `e` for a constant parameter.
pub(crate) fn constant(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let constant = e.real(&format!("{}_constant", Quantity::of(e).flow));
    e.add_law(FlangeDrive { driven, drive: Drive::Constant(constant) });
    driven.show_position(e);
    driven.show_flow(e, |e, name| e.add_variable(name, |_| Source::Parameter(constant.address())));
}

/// Registers the law of `e` for a step.
pub(crate) fn step(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let word = Quantity::of(e).word;
    let step = [&format!("step{word}"), &format!("offset{word}"), "startTime"].map(|name| e.real(name));
    let law = e.add_law(FlangeDrive { driven, drive: Drive::Step(step) });
    driven.show_position(e);
    driven.show_flow(e, |e, name| e.show(name, law, FlangeDriveVariable::Step));
}

/// Registers the law of `e`, linear in the speed or its magnitude.
pub(crate) fn linear(e: &mut Element<'_>) {
    let kind = if is_even(e) { SpeedDependence::Magnitude } else { SpeedDependence::Linear };
    speed_dependent(e, kind, "_nominal");
}

/// Registers the law of `e`, quadratic in the speed, with or without its sign.
pub(crate) fn quadratic(e: &mut Element<'_>) {
    let kind = if is_even(e) { SpeedDependence::Square } else { SpeedDependence::OddSquare };
    speed_dependent(e, kind, "_nominal");
}

/// Registers the law of `e`, the regularized sign of the speed.
pub(crate) fn sign(e: &mut Element<'_>) {
    let kind = SpeedDependence::regularized(e.literal("reg"));
    speed_dependent(e, kind, "0");
}

/// Registers the law of `e`; `ending` is that of the name of its nominal speed.
fn speed_dependent(e: &mut Element<'_>, kind: SpeedDependence, ending: &str) {
    let driven = SupportedFlange::of(e);
    let Quantity { motion: [_, speed, _], flow, .. } = *Quantity::of(e);
    let (nominal, nominal_speed) = (e.real(&format!("{flow}_nominal")), e.real(&format!("{speed}{ending}")));
    let law = e.add_law(SpeedDependent { driven, nominal, nominal_speed, kind });
    driven.show_position(e);
    e.show(speed, law, SpeedDependentVariable::Speed);
    driven.show_flow(e, |e, name| e.show(name, law, SpeedDependentVariable::Drive));
}

/// Returns true if the torque or force does not depend on the direction of motion.
fn is_even(e: &Element<'_>) -> bool {
    e.boolean(&format!("{}Direction", Quantity::of(e).word))
}

/// Registers a torque or force that is inverse to the speed.
pub(crate) fn inverse_speed(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let Quantity { motion: [_, speed, _], flow, .. } = *Quantity::of(e);
    let [nominal, nominal_speed, small] =
        [format!("{flow}_nominal"), format!("{speed}_nominal"), format!("{speed}0")].map(|name| e.real(&name));
    let law = e.add_law(InverseSpeed { driven, nominal, nominal_speed, small, one_direction: is_even(e) });
    driven.show_position(e);
    e.show(speed, law, InverseSpeedVariable::Speed);
    driven.show_flow(e, |e, name| e.show(name, law, InverseSpeedVariable::Drive));
}

/// Registers the brake of an eddy current.
pub(crate) fn eddy_current(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let Quantity { motion: [_, speed, _], flow, .. } = *Quantity::of(e);
    let heat_port = e.loss_port();
    let followed = heat_port.filter(|_| e.is_present("alpha20"));
    let thermal = ["TRef", "alpha20", "T"].map(|name| e.real(name));
    let (nominal, nominal_speed) = (e.real(&format!("{flow}_nominal")), e.real(&format!("{speed}_nominal")));
    let excitation = e.given("excitation", "constantExcitation");
    let law = e.add_law(EddyCurrent { driven, nominal, nominal_speed, excitation, thermal, heat_port, followed });
    driven.show_position(e);
    e.show(speed, law, EddyCurrentVariable::Speed);
    e.show(&format!("{speed}_normalized"), law, EddyCurrentVariable::Ratio);
    e.show(flow, law, EddyCurrentVariable::Brake);
    e.show("lossPower", law, EddyCurrentVariable::Loss);
}

/// Registers a flange with a constant speed.
pub(crate) fn constant_speed(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let name = Quantity::of(e).motion[1];
    e.prescribe(driven, (PrescribedLevel::Speed, None, false), None);
    let speed = e.real(&format!("{name}_fixed"));
    e.add_law(ConstantSpeedLaw { driven: driven.alone(), speed });
    driven.show_position(e);
    e.add_variable(name, |_| Source::Parameter(speed.address()));
}

/// Registers a flange whose position, speed and acceleration are signals.
pub(crate) fn motion(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let motion = SignalIn::from(e.vector_input("u"));
    let [position, speed, acceleration] = [0, 1, 2].map(|k| motion.element(k));
    let law = MoveLaw { driven, position, rates: Some([speed, acceleration]) };
    e.prescribe(driven, (PrescribedLevel::Position, Some(motion), false), None);
    driven.show_position(e);
    e.add_law(law);
}

/// Registers a flange that follows a reference position.
pub(crate) fn position(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let [position, speed, acceleration] = Quantity::of(e).motion;
    let reference = e.scalar_input(&format!("{position}_ref"));
    let exact = e.boolean("exact");
    let level = if exact { PrescribedLevel::Position } else { PrescribedLevel::Acceleration };
    e.prescribe(driven, (level, Some(reference.into()), exact), None);
    driven.show_position(e);
    if exact {
        e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
        e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
        return;
    }
    let law = e.add_law(FilteredPosition { driven, reference, w_crit: e.real("w_crit") });
    e.show(speed, law, FilteredPositionVariable::Speed);
    e.show(acceleration, law, FilteredPositionVariable::Acceleration);
}

/// Registers the law of `e`, whose acceleration is the reference.
pub(crate) fn accelerate(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let [position, speed, acceleration] = Quantity::of(e).motion;
    let starts = [e.start(position), e.start(speed)];
    e.prescribe(driven, (PrescribedLevel::Acceleration, None, false), Some(starts));
    driven.show_position(e);
    let law = e.add_law(DrivenMotion { driven: driven.alone(), reference: e.scalar_input("a_ref"), w_crit: None });
    e.show(speed, law, DrivenMotionVariable::Speed);
    e.show(acceleration, law, DrivenMotionVariable::Acceleration);
}

/// Registers the law of `e`, whose flange follows a reference speed.
pub(crate) fn speed(e: &mut Element<'_>) {
    let driven = SupportedFlange::of(e);
    let [position, speed, acceleration] = Quantity::of(e).motion;
    let (starts, exact) = ([e.start(position), e.start(speed)], e.boolean("exact"));
    let reference = e.scalar_input(&format!("{speed}_ref"));
    driven.show_position(e);
    if exact {
        e.prescribe(driven, (PrescribedLevel::Speed, Some(reference.into()), true), Some(starts));
        e.add_variable(speed, |_| Source::FlangeSpeed(driven.flange));
        e.add_variable(acceleration, |_| Source::FlangeAcceleration(driven.flange));
        return;
    }
    e.prescribe(driven, (PrescribedLevel::Acceleration, None, false), Some(starts));
    let law = e.add_law(DrivenMotion { driven: driven.alone(), reference, w_crit: Some(e.real("w_crit")) });
    e.show(speed, law, DrivenMotionVariable::Speed);
    e.show(acceleration, law, DrivenMotionVariable::Acceleration);
    // The filter starts at rest.
    e.start_at_zero(speed, law.source(DrivenMotionVariable::Error, 0), 1);
}
