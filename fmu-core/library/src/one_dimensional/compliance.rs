//! The law of springs and dampers between two flanges.

use super::Quantity;
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, PortId, Real, Signals, after, law_variables,
};
use serde::{Deserialize, Serialize};

/// `flow = c (x_rel - x_rel0) + d v_rel`, with x_rel and v_rel from flange_a to flange_b.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compliance {
    flange_a: FlangeId,
    flange_b: FlangeId,
    spring: Option<FlangeSpring>,
    /// Damping constant.
    damper: Option<Real>,
    heat_port: Option<PortId>,
}

/// Parameters of a spring.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct FlangeSpring {
    /// Spring constant.
    c: Real,
    /// Relative position at which there is no flow.
    rel0: Real,
}

law_variables! {
    /// Variables that the law calculates.
    pub(crate) ComplianceVariable of Compliance {
        Position: Motion relative_position,
        Speed: Motion relative_speed,
        Acceleration: Acceleration relative_acceleration,
        Flow: Motion flow,
        Loss: Motion loss,
    }
}

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

    /// Registers relative variables without any torque or force.
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
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let heat = self.heat_port.map(Contact::Port);
        Connections::default().touches([self.flange_a, self.flange_b].map(Contact::Flange)).touches(heat)
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
