//! Rigid components between two flanges: what Inertia, Mass, Rod and gears register.

use crate::{Element, OwnCoordinate, TransmissionElement};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, MotionView, Signals, Transmission, TransmissionKind, after, law_variables};
use serde::{Deserialize, Serialize};

/// Registers a transmission between flange_a and flange_b of `e`.
pub(crate) fn add_transmission(
    e: &mut Element<'_>,
    kind: TransmissionKind,
    coordinate: Option<OwnCoordinate>,
) -> Option<FlangeId> {
    let (flange_a, flange_b) = (e.flange("flange_a")?, e.flange("flange_b")?);
    let transmission = Transmission { name: e.name.to_owned(), flange_a, flange_b, kind };
    e.elements.transmissions.push(TransmissionElement { transmission, coordinate });
    Some(flange_a)
}

/// Registers an inertia of the parameter `inertia` and perhaps a length, whose position and speed (with start values) are called
/// `names`; its flange_a.
pub(crate) fn add_inertia(
    e: &mut Element<'_>,
    inertia: &str,
    length: Option<&str>,
    names: [&str; 2],
) -> Option<FlangeId> {
    let [position, speed] = names.map(|name| e.start(name));
    let fixed = names.into_iter().filter(|name| e.is_fixed(name)).count();
    let own = OwnCoordinate { position, speed, fixed, translational: length.is_some() };
    let kind =
        TransmissionKind::Rigid { length: length.map(|name| e.address(name)), inertia: Some(e.address(inertia)) };
    add_transmission(e, kind, Some(own))
}

/// The middle between two flanges; it acts on nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeMiddle {
    /// Left flange.
    pub flange_a: FlangeId,
    /// Right flange.
    pub flange_b: FlangeId,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) MiddleVariable of FlangeMiddle {
        Position: Motion position,
    }
}

impl Law for FlangeMiddle {
    type Stage = after::Motion;

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange_a), Contact::Flange(self.flange_b)]
    }

    fn evaluate<T: Scalar>(&self, _view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {}
}

impl FlangeMiddle {
    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        (view.flange_position(self.flange_a) + view.flange_position(self.flange_b)) * T::constant(0.5)
    }
}
