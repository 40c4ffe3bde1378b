//! The law of springs and dampers between two flanges.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{AccelerationView, Contact, FlangeId, Law, MotionView, PortId, Real, Signals, after, law_variables};
use serde::{Deserialize, Serialize};

/// `flow = c (x_rel - x_rel0) + d v_rel`, with x_rel and v_rel from flange_a to flange_b.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compliance {
    flange_a: FlangeId,
    flange_b: FlangeId,
    spring: Option<FlangeSpring>,
    /// Damping constant.
    damper: Option<Real>,
    /// Where the heat goes.
    heat_port: Option<PortId>,
}

/// Parameters of a spring.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct FlangeSpring {
    /// Spring constant.
    pub c: Real,
    /// Relative position at which there is no flow.
    pub rel0: Real,
}

law_variables! {
    /// What a spring or damper shows.
    pub(crate) ComplianceVariable of Compliance {
        Position: Motion relative_position,
        Speed: Motion relative_speed,
        Acceleration: Acceleration relative_acceleration,
        Flow: Motion flow,
        Loss: Motion loss,
    }
}

/// Names of the variables.
pub(crate) struct Names {
    /// `phi_rel` or `s_rel`.
    pub position: &'static str,
    /// `w_rel` or `v_rel`.
    pub speed: &'static str,
    /// `a_rel`.
    pub acceleration: &'static str,
    /// `tau` or `f`.
    pub flow: &'static str,
}

/// Rotational names.
pub(crate) const ROTATIONAL: Names = Names { position: "phi_rel", speed: "w_rel", acceleration: "a_rel", flow: "tau" };
/// Translational names.
pub(crate) const TRANSLATIONAL: Names = Names { position: "s_rel", speed: "v_rel", acceleration: "a_rel", flow: "f" };

impl Compliance {
    /// Registers the law of `e` and those of its variables that the class declares.
    pub(crate) fn build(e: &mut Element<'_>, names: &Names, spring: Option<FlangeSpring>, damper: Option<Real>) {
        let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
        let heat_port = damper.and_then(|_| e.loss_port());
        let law = e.add_law(Self { flange_a, flange_b, spring, damper, heat_port });
        let list = [
            (names.position, ComplianceVariable::Position),
            (names.speed, ComplianceVariable::Speed),
            (names.acceleration, ComplianceVariable::Acceleration),
            (names.flow, ComplianceVariable::Flow),
            ("lossPower", ComplianceVariable::Loss),
        ];
        e.show_declared(law, &list);
        // Springs do not say whether their relative motion should be states, the others do.
        if (damper.is_some() || spring.is_none()) && matches!(e.literal("stateSelect"), "prefer" | "always") {
            [names.position, names.speed].into_iter().for_each(|name| e.prefer_start(name));
        }
    }

    fn relative_acceleration<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        view.flange_acceleration(self.flange_b) - view.flange_acceleration(self.flange_a)
    }

    #[inline]
    fn relative_speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_speed(self.flange_b) - view.flange_speed(self.flange_a)
    }

    #[inline]
    fn relative_position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_position(self.flange_b) - view.flange_position(self.flange_a)
    }

    #[inline]
    fn damper_flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.damper.map_or_else(T::zero, |d| view.parameters()[d] * self.relative_speed(view))
    }

    fn loss<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.damper_flow(view) * self.relative_speed(view)
    }

    fn flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let spring = |spring: FlangeSpring| p[spring.c] * (self.relative_position(view) - p[spring.rel0]);
        let spring = self.spring.map_or_else(T::zero, spring);
        spring + self.damper_flow(view)
    }
}

impl Law for Compliance {
    type Stage = after::Motion;

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        let heat = self.heat_port.map(Contact::Port);
        [self.flange_a, self.flange_b].map(Contact::Flange).into_iter().chain(heat).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let flow = self.flow(view);
        if let Some(port) = self.heat_port {
            let loss = self.loss(view);
            view.set_heat_flow(port, -loss);
        }
        view.set_flange_flows(self.flange_a, self.flange_b, flow);
    }
}
