//! Springs, dampers, gaps and start values between flanges.

use crate::Element;
use crate::elements::{OwnCoordinate, SpringElement};
use crate::laws::one_dimensional::compliance::{Compliance, ComplianceVariable, Spring};
use crate::laws::one_dimensional::gap::{GapKind, GapLaw, GapVariable};
use crate::laws::one_dimensional::sensors::{FlangeStart, FlangeStartVariable};
use crate::one_dimensional::Quantity;
use mechanism::{Compliant, Real, Source};

/// Registers a spring with the constant `c`, a damper with the constant `d`, both in parallel, or neither but the variables of the motion,
/// as the class declares.
pub(crate) fn compliance(e: &mut Element<'_>) {
    let [has_spring, has_damper] = ["c", "d"].map(|name| e.has_parameter(name));
    let (flanges, quantity) = (e.flanges(), Quantity::of(e));
    let unstretched = format!("{}0", quantity.relative[0]);
    let spring = has_spring.then(|| Spring { c: e.real("c"), unstretched: e.real(&unstretched) });
    let damper = has_damper.then(|| e.real("d"));
    let heat_port = damper.and_then(|_| e.loss_port());
    if has_spring || has_damper {
        let zero = e.add_zero("position");
        let spring = spring.map(|spring| [spring.c, spring.unstretched].map(Real::address));
        let damper = damper.map(Real::address);
        let slot = damper.and_then(|d| e.slots.get(d));
        let is_damped = slot.is_some_and(|slot| !slot.independent || slot.value != 0.0);
        e.elements.springs.push(SpringElement {
            name: e.name.to_owned(),
            compliant: Compliant { flanges, spring, damper },
            is_damped,
            own: OwnCoordinate { position: zero, speed: zero, fixed: 0, translational: quantity.is_translational },
        });
    }
    let law = e.add_law(Compliance { flanges, spring, damper, heat_port });
    let [position, speed, acceleration] = quantity.relative;
    let list = [
        (position, ComplianceVariable::Position),
        (speed, ComplianceVariable::Speed),
        (acceleration, ComplianceVariable::Acceleration),
        (quantity.flow, ComplianceVariable::Flow),
        ("lossPower", ComplianceVariable::Loss),
    ];
    e.show_declared(law, &list);
    // Springs have no stateSelect.
    if has_damper || !has_spring {
        quantity.prefer_relative_starts(e);
    }
}

/// Registers a stop, which pushes when the flanges touch.
pub(crate) fn stop(e: &mut Element<'_>) {
    let kind = GapKind::Stop { s_ref: e.real("s_ref"), n: e.real("n") };
    gap(e, kind);
}

/// Registers a backlash; if it is not continuous, its torque may jump at the contact.
pub(crate) fn backlash(e: &mut Element<'_>, is_continuous: bool) {
    let kind = GapKind::Backlash { b: e.real("b"), is_continuous };
    gap(e, kind);
}

fn gap(e: &mut Element<'_>, kind: GapKind) {
    let (flanges, quantity) = (e.flanges(), Quantity::of(e));
    let (c, d, rel0) = (e.real("c"), e.real("d"), e.real(&format!("{}0", quantity.relative[0])));
    let heat_port = e.loss_port();
    let law = e.add_law(GapLaw { flanges, c, d, rel0, kind, heat_port });
    let [position, speed, acceleration] = quantity.relative;
    let list = [
        (position, GapVariable::Position),
        (speed, GapVariable::Speed),
        (acceleration, GapVariable::Acceleration),
        (quantity.flow, GapVariable::Flow),
        ("lossPower", GapVariable::Loss),
        ("contact", GapVariable::Contact),
    ];
    e.show_declared(law, &list);
    quantity.prefer_relative_starts(e);
}

/// Registers a flange whose position, speed and acceleration at the start are signals.
pub(crate) fn flange_start(e: &mut Element<'_>) {
    let (flange, motion) = (e.flange("flange"), Quantity::of(e).motion);
    let starts = motion.map(|name| format!("{name}_start"));
    let inputs = starts.each_ref().map(|name| e.boolean(&format!("use_{name}")).then(|| e.scalar_input(name)));
    let law = e.add_law(FlangeStart { flange, inputs });
    e.add_variable(&format!("{}_flange", motion[0]), |_| Source::FlangePosition(flange));
    e.add_variable(&format!("{}_flange", motion[1]), |_| Source::FlangeSpeed(flange));
    let differences = [FlangeStartVariable::Position, FlangeStartVariable::Speed, FlangeStartVariable::Acceleration];
    for (k, difference) in differences.into_iter().enumerate().filter(|(k, _)| inputs[*k].is_some()) {
        e.start_at_zero(&starts[k], law.source(difference, 0), k as u8);
    }
}
