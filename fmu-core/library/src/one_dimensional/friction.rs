//! Dry friction: bearings, guides, brakes, clutches and gears with losses.

use crate::Element;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::laws::one_dimensional::drives::SupportedFlange;
use crate::laws::one_dimensional::friction::guide::Guide;
use crate::laws::one_dimensional::friction::{
    COLUMNS, FrictionKind, FrictionLaw, FrictionVariable, LEAST_EFFICIENCY, Mesh, Press, Surface,
};
use crate::one_dimensional::{Quantity, RIGID, add_gear, add_sliding_mass, add_transmission};
use mechanism::Shape;

/// Registers the friction of a shaft or rod against its support, by a table of torque or force, or of the friction coefficient of a brake.
pub(crate) fn on_support(e: &mut Element<'_>) {
    let flange_a = add_transmission(e, RIGID, None);
    let flanges = SupportedFlange { flange: e.add_inner_flange(flange_a), support: e.optional_flange("support") };
    by_table(e, flanges, false, Quantity::of(e).motion);
}

/// Registers the friction between flange_b and flange_a; a one-way clutch slides forwards only.
pub(crate) fn between(e: &mut Element<'_>, one_way: bool) {
    let quantity = Quantity::of(e);
    by_table(e, SupportedFlange::relative(e), one_way, quantity.relative);
    quantity.prefer_relative_starts(e);
}

fn by_table(e: &mut Element<'_>, flanges: SupportedFlange, one_way: bool, motion: [&str; 3]) {
    let needs = "slopes that are not supported for friction tables; use ContinuousDerivative";
    let Some(smoothness) = Smoothness::common(e, needs) else { return };
    let flow = Quantity::of(e).flow;
    let by_flow = format!("{flow}_pos");
    let (table, press) = if e.has_connector("f_normalized") {
        let (most, part) = (e.real("fn_max"), e.scalar_input("f_normalized"));
        ("mu_pos", Some(Press { most, part, geometry: Some(e.real("cgeo")) }))
    } else {
        (by_flow.as_str(), None)
    };
    let (table, peak) = (e.reals(table), e.real("peak"));
    let kind = FrictionKind::Surface(Surface { table, smoothness, peak, press, one_way });
    register(e, flanges, kind, motion, flow);
}

/// Registers a mass on a guide with Stribeck friction between two stops.
pub(crate) fn mass_between_stops(e: &mut Element<'_>) {
    let flange_a = add_sliding_mass(e);
    let flanges = SupportedFlange { flange: e.add_inner_flange(flange_a), support: None };
    let guide = Guide {
        proportional: e.real("F_prop"),
        coulomb: e.real("F_Coulomb"),
        stribeck: e.real("F_Stribeck"),
        exponent: e.real("fexp"),
        stops: [e.real("smin"), e.real("smax")],
        length: e.real("L"),
    };
    // The mass itself shows its motion.
    register(e, flanges, FrictionKind::Guide(guide), [""; 3], "f");
}

/// Registers a gear and its losses on the shaft of flange_a.
pub(crate) fn lossy_gear(e: &mut Element<'_>) {
    let (flange_a, support) = add_gear(e);
    let flange = e.add_inner_flange(flange_a);
    let flanges = SupportedFlange { flange, support: support.map(|support| e.add_inner_flange(support)) };
    let mesh = Mesh { table: e.reals("lossTable"), end: flange_a };
    register(e, flanges, FrictionKind::Mesh(mesh), ["", "w_a", "a_a"], "tauLoss");
}

/// Registers the friction of `e` on a flange, with the names of position, speed and acceleration relative to the
/// support, and of the friction.
fn register(
    e: &mut Element<'_>,
    flanges: SupportedFlange,
    kind: FrictionKind,
    [position, speed, acceleration]: [&str; 3],
    friction: &str,
) {
    let heat_port = e.loss_port();
    let law = e.add_friction(FrictionLaw { flanges, kind, heat_port });
    let (at_rest, most_at_rest) = (format!("{friction}0"), format!("{friction}0_max"));
    let list = [
        (position, FrictionVariable::Position),
        (speed, FrictionVariable::Speed),
        (acceleration, FrictionVariable::Acceleration),
        (friction, FrictionVariable::Friction),
        (&at_rest, FrictionVariable::Still),
        (&most_at_rest, FrictionVariable::Start),
        ("lossPower", FrictionVariable::Loss),
        ("mode", FrictionVariable::Mode),
        ("startForward", FrictionVariable::StartForward),
        ("startBackward", FrictionVariable::StartBackward),
        ("stopped", FrictionVariable::Stopped),
        ("eta_mf1", FrictionVariable::Efficiency1),
        ("eta_mf2", FrictionVariable::Efficiency2),
        ("tau_bf1", FrictionVariable::Bearing1),
        ("tau_bf2", FrictionVariable::Bearing2),
        ("tauLossMin", FrictionVariable::LeastLoss),
        ("tauLossMax", FrictionVariable::MostLoss),
    ];
    e.show_declared(law, &list);
}

/// Check of a friction table.
pub(crate) fn check_friction_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, 2) = shape else { return Some("a matrix of two columns: speed, friction") };
    let speeds = || elements.iter().step_by(2);
    if speeds().any(|speed| *speed < 0.0) {
        return Some("speeds of at least 0 in the first column: friction is an odd function of the speed");
    }
    (!speeds().is_sorted_by(|now, next| now < next)).then_some("increasing speeds in the first column")
}

/// Check of a loss table.
pub(crate) fn check_loss_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, COLUMNS) = shape else {
        return Some("a matrix of five columns: speed, eta_mf1, eta_mf2, tau_bf1, tau_bf2");
    };
    let rows = || elements.chunks_exact(COLUMNS);
    if rows().any(|row| row[0] < 0.0) {
        return Some("speeds of at least 0 in the first column");
    }
    if rows().zip(rows().skip(1)).any(|(now, next)| next[0] <= now[0]) {
        return Some("increasing speeds in the first column");
    }
    if rows().any(|row| row[1..3].iter().any(|eta| *eta < LEAST_EFFICIENCY || *eta > 1.0)) {
        return Some("efficiencies from 0.001 to 1 in the second and third column");
    }
    None
}
