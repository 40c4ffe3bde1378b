//! Springs and dampers between two flanges.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FlangeId, Law, MotionView, PortId, Real, Signals, after, law_variables};

/// `flow = c (x_rel - x_rel0) + d v_rel`, with x_rel and v_rel from flange_a to flange_b.
#[derive(Clone, Debug, Binary)]
pub struct Compliance {
    pub flange_a: FlangeId,
    pub flange_b: FlangeId,
    pub spring: Option<FlangeSpring>,
    /// Damping constant.
    pub damper: Option<Real>,
    pub heat_port: Option<PortId>,
}

/// Parameters of a spring.
#[derive(Clone, Copy, Debug, Binary)]
pub struct FlangeSpring {
    /// Spring constant.
    pub c: Real,
    /// Unstretched relative position.
    pub rel0: Real,
}

law_variables! {
    pub ComplianceVariable of Compliance, |law, view, signals| {
        Position: Motion relative_position,
        Speed: Motion relative_speed,
        Acceleration: Acceleration (view.flange_acceleration(law.flange_b) - view.flange_acceleration(law.flange_a)),
        Flow: Motion flow,
        Loss: Motion loss,
    }
}

impl Compliance {
    #[inline]
    fn relative_speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_speed(self.flange_b) - view.flange_speed(self.flange_a)
    }

    #[inline]
    fn relative_position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        view.flange_position(self.flange_b) - view.flange_position(self.flange_a)
    }

    fn damper_flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let Some(d) = self.damper else { return T::zero() };
        view.parameters()[d] * self.relative_speed(view)
    }

    fn loss<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.damper_flow(view) * self.relative_speed(view)
    }

    fn flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let Some(FlangeSpring { c, rel0 }) = self.spring else { return self.damper_flow(view) };
        p[c] * (self.relative_position(view) - p[rel0]) + self.damper_flow(view)
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
        if let Some(port) = self.heat_port {
            view.set_heat_flow(port, -self.loss(view));
        }
        view.set_flange_flows(self.flange_a, self.flange_b, self.flow(view));
    }
}
