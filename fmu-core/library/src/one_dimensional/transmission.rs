//! Rigid components between two flanges: inertias, masses, rods and gears.

use super::Quantity;
use crate::laws::one_dimensional::sensors::{
    FlangeDistance, FlangeDistanceVariable, FlangeMiddle, FlangeMiddleVariable,
};
use crate::{Element, OwnCoordinate, TransmissionElement};
use mechanism::{FlangeId, Source, Transmission, TransmissionKind};

/// A rigid connection without length and inertia.
pub(crate) const RIGID: TransmissionKind = TransmissionKind::Rigid { length: None, inertia: None };

/// Registers a transmission between flange_a and flange_b of `e`; returns its flange_a.
pub(crate) fn add_transmission(
    e: &mut Element<'_>,
    kind: TransmissionKind,
    coordinate: Option<OwnCoordinate>,
) -> FlangeId {
    add_transmission_between(e, ["flange_a", "flange_b"], kind, coordinate)
}

/// Registers a transmission between two flanges of `e`; returns the first of them.
pub(crate) fn add_transmission_between(
    e: &mut Element<'_>,
    flanges: [&str; 2],
    kind: TransmissionKind,
    coordinate: Option<OwnCoordinate>,
) -> FlangeId {
    let [flange_a, flange_b] = flanges.map(|name| e.flange(name));
    let transmission = Transmission { name: e.name.to_owned(), flange_a, flange_b, kind };
    e.elements.transmissions.push(TransmissionElement { transmission, coordinate, related: None });
    flange_a
}

/// Registers a planetary gear. A shaft without inertia has its own coordinate.
pub(crate) fn add_planetary(e: &mut Element<'_>) {
    let kind = TransmissionKind::Planetary { ratio: e.address("ratio"), carrier: e.flange("carrier") };
    let [position, speed] = ["angle", "speed"].map(|what| e.add_zero(what));
    let related = Some(OwnCoordinate { position, speed, fixed: 0, translational: false });
    let (name, [flange_a, flange_b]) = (e.name.to_owned(), ["sun", "ring"].map(|name| e.flange(name)));
    let transmission = Transmission { name, flange_a, flange_b, kind };
    e.elements.transmissions.push(TransmissionElement { transmission, coordinate: None, related });
}

/// Registers the gear `e` with its ratio and the positions of its flanges relative to the support; returns its flange_a
/// and the support.
pub(crate) fn add_gear(e: &mut Element<'_>) -> (FlangeId, Option<FlangeId>) {
    let (ratio, support) = (e.address("ratio"), e.optional_flange("support"));
    let flange_a = add_transmission(e, TransmissionKind::Gear { ratio, support }, None);
    for (name, flange) in ["phi_a", "phi_b"].into_iter().zip(e.flanges()) {
        show_position(e, name, flange, support);
    }
    (flange_a, support)
}

/// Registers a flange at rest, at the position of a parameter.
pub(crate) fn add_fixed_flange(e: &mut Element<'_>, position: &str) {
    let fixed = (e.flange("flange"), e.address(position));
    e.elements.fixed_flanges.push(fixed);
}

/// Registers a massless rigid component with the length `length` and the position of its middle.
pub(crate) fn add_rod(e: &mut Element<'_>, length: &str) {
    let length = Some(e.address(length));
    add_transmission(e, TransmissionKind::Rigid { length, inertia: None }, None);
    show_middle(e);
}

/// Registers a mass `m` of length `L` with its variables; returns its flange_a.
pub(crate) fn add_sliding_mass(e: &mut Element<'_>) -> FlangeId {
    let flange_a = add_inertia(e, "m", Some("L"), ["s", "v"]);
    show_middle(e);
    e.add_variable("v", |_| Source::FlangeSpeed(flange_a));
    e.add_variable("a", |_| Source::FlangeAcceleration(flange_a));
    flange_a
}

/// Registers an inertia with the parameter `inertia` and possibly a length; its position and speed (with start values)
/// have the given `names`. Returns its flange_a.
pub(crate) fn add_inertia(e: &mut Element<'_>, inertia: &str, length: Option<&str>, names: [&str; 2]) -> FlangeId {
    let [position, speed] = names.map(|name| e.start(name));
    let fixed = names.into_iter().filter(|name| e.is_fixed(name)).count();
    let own = OwnCoordinate { position, speed, fixed, translational: length.is_some() };
    let kind =
        TransmissionKind::Rigid { length: length.map(|name| e.address(name)), inertia: Some(e.address(inertia)) };
    add_transmission(e, kind, Some(own))
}

/// Shows the position of a flange relative to a support, if there is one.
pub(super) fn show_position(e: &mut Element<'_>, name: &str, flange: FlangeId, support: Option<FlangeId>) {
    match support {
        None => e.add_variable(name, |_| Source::FlangePosition(flange)),
        Some(support) => {
            let law = e.add_law(FlangeDistance { flange, support });
            e.show(name, law, FlangeDistanceVariable::Position);
        }
    }
}

/// Shows the position of the middle between flange_a and flange_b.
fn show_middle(e: &mut Element<'_>) {
    let [flange_a, flange_b] = e.flanges();
    let position = Quantity::of(e).motion[0];
    let middle = e.add_law(FlangeMiddle { flange_a, flange_b });
    e.show(position, middle, FlangeMiddleVariable::Position);
}
