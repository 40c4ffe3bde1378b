//! Springs, dampers, gaps and start values between flanges.

use crate::Element;
use crate::elements::{OwnCoordinate, SpringElement};
use crate::laws::one_dimensional::compliance::{Compliance, ComplianceVariable, FlangeSpring};
use crate::laws::one_dimensional::flange_start::{FlangeStart, FlangeStartVariable};
use crate::laws::one_dimensional::gap::{GapKind, GapLaw, GapVariable};
use crate::one_dimensional::Quantity;
use mechanism::{Compliant, ScalarIn, Source};

impl Compliance {
    /// Registers a spring.
    pub(crate) fn spring(e: &mut Element<'_>) {
        Self::register(e, true, false);
    }

    /// Registers a damper.
    pub(crate) fn damper(e: &mut Element<'_>) {
        Self::register(e, false, true);
    }

    /// Registers a spring and a damper in parallel.
    pub(crate) fn spring_damper(e: &mut Element<'_>) {
        Self::register(e, true, true);
    }

    /// Registers relative variables without a torque or force.
    pub(crate) fn relative_states(e: &mut Element<'_>) {
        Self::register(e, false, false);
    }

    /// Registers the law of `e` and those of its variables that the class declares.
    fn register(e: &mut Element<'_>, has_spring: bool, has_damper: bool) {
        let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
        let quantity = Quantity::of(e);
        let spring = has_spring.then(|| FlangeSpring { c: e.real("c"), rel0: e.real(quantity.unstretched) });
        let damper = has_damper.then(|| e.real("d"));
        let heat_port = damper.and_then(|_| e.loss_port());
        if has_spring || has_damper {
            let zero = e.add_zero("position");
            let translational = quantity.is_translational();
            let spring = spring.map(|_| [e.address("c"), e.address(quantity.unstretched)]);
            let damper = damper.map(|_| e.address("d"));
            let slot = damper.and_then(|d| e.slots.get(d));
            let is_damped = slot.is_some_and(|slot| !slot.independent || slot.value != 0.0);
            e.elements.springs.push(SpringElement {
                name: e.name.to_owned(),
                compliant: Compliant { flanges: [flange_a, flange_b], spring, damper },
                is_damped,
                own: OwnCoordinate { position: zero, speed: zero, fixed: 0, translational },
            });
        }
        let law = e.add_law(Self { flange_a, flange_b, spring, damper, heat_port });
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
}

impl GapLaw {
    /// Registers a stop, which pushes when the flanges touch.
    pub(crate) fn stop(e: &mut Element<'_>) {
        let kind = GapKind::Stop { s_ref: e.real("s_ref"), n: e.real("n") };
        Self::register(e, kind);
    }

    /// Registers a backlash whose torque may jump at the contact.
    pub(crate) fn backlash(e: &mut Element<'_>) {
        let kind = GapKind::Backlash { b: e.real("b"), is_continuous: false };
        Self::register(e, kind);
    }

    /// Registers a backlash whose torque does not jump.
    pub(crate) fn continuous_backlash(e: &mut Element<'_>) {
        let kind = GapKind::Backlash { b: e.real("b"), is_continuous: true };
        Self::register(e, kind);
    }

    fn register(e: &mut Element<'_>, kind: GapKind) {
        let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
        let quantity = Quantity::of(e);
        let (c, d, rel0) = (e.real("c"), e.real("d"), e.real(quantity.unstretched));
        let heat_port = e.loss_port();
        let law = e.add_law(Self { flange_a, flange_b, c, d, rel0, kind, heat_port });
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
}

impl FlangeStart {
    /// Registers the law of `e`.
    pub(crate) fn build(e: &mut Element<'_>) {
        let Some(flange) = e.flange("flange") else { return };
        let Quantity { starts, use_starts, initialized: [position, speed], .. } = *Quantity::of(e);
        let uses = use_starts.map(|name| e.boolean(name));
        let inputs: [Option<ScalarIn>; 3] = std::array::from_fn(|k| uses[k].then(|| e.scalar_input(starts[k])));
        let law = e.add_law(Self { flange, inputs });
        e.add_variable(position, |_| Source::FlangePosition(flange));
        e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        let differences =
            [FlangeStartVariable::Position, FlangeStartVariable::Speed, FlangeStartVariable::Acceleration];
        for (k, difference) in differences.into_iter().enumerate().filter(|(k, _)| uses[*k]) {
            e.start_at_zero(starts[k], law, difference, k as u8);
        }
    }
}
