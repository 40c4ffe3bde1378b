//! Modelica.Mechanics.Rotational.Components.IdealGear

use super::damper::FLANGES;
use super::rigid_transmission::add_transmission;
use super::torque::{SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Contact, FlangeId, Law, MotionView, Signals, Source, TransmissionKind, after, law_variables};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.IdealGear",
    description: "Ideal gear without inertia",
    documentation: documentation!("ideal_gear.md"),
    parameters: &[USE_SUPPORT, real("ratio", "1", "Transmission ratio (flange_a.phi/flange_b.phi once blocked)")],
    connectors: &{
        let [a, b] = FLANGES;
        [a, b, SUPPORT]
    },
    variables: &[
        variable("phi_a", "rad", "Angle between left shaft flange and support"),
        variable("phi_b", "rad", "Angle between right shaft flange and support"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (ratio, support) = (e.address("ratio"), e.flange("support"));
    add_transmission(e, TransmissionKind::Gear { ratio, support }, None);
    for (name, flange) in [("phi_a", "flange_a"), ("phi_b", "flange_b")] {
        if let Some(flange) = e.flange(flange) {
            add_angle_to_support(e, name, flange, support);
        }
    }
}

/// Shows the position of a flange relative to a support, if there is one.
pub(crate) fn add_angle_to_support(e: &mut Element<'_>, name: &str, flange: FlangeId, support: Option<FlangeId>) {
    match support {
        None => e.add_variable(name, |_| Source::FlangePosition(flange)),
        Some(support) => {
            let law = e.add_law(FlangeDistance { flange, support });
            e.show(name, law, DistanceVariable::Position);
        }
    }
}

/// The position of a flange relative to another one; it acts on nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeDistance {
    flange: FlangeId,
    support: FlangeId,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) DistanceVariable of FlangeDistance {
        Position: Motion position,
    }
}

impl Law for FlangeDistance {
    type Stage = after::Motion;

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange), Contact::Flange(self.support)]
    }

    fn evaluate<T: Scalar>(&self, _view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {}
}

impl FlangeDistance {
    fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_position(self.flange) - view.flange_position(self.support)
    }
}
