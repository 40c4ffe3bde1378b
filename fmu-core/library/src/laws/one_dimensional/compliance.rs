//! Springs and dampers between two flanges.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FlangeId, Law, MotionView, PortId, Real, Signals, after, law_variables};

/// `flow = c (x_rel - x_rel0) + d v_rel`, with x_rel and v_rel from flange_a to flange_b.
#[derive(Clone, Debug, Binary)]
pub struct Compliance {
    /// flange_a, flange_b
    pub flanges: [FlangeId; 2],
    pub spring: Option<Spring>,
    /// Damping constant.
    pub damper: Option<Real>,
    pub heat_port: Option<PortId>,
}

/// Parameters of a spring.
#[derive(Clone, Copy, Debug, Binary)]
pub struct Spring {
    /// Spring constant.
    pub c: Real,
    /// Unstretched length or relative position.
    pub unstretched: Real,
}

law_variables! {
    pub ComplianceVariable of Compliance, |law, view, signals| {
        Position: Motion (view.relative_flange_position(law.flanges)),
        Speed: Motion (view.relative_flange_speed(law.flanges)),
        Acceleration: Acceleration (view.relative_flange_acceleration(law.flanges)),
        Flow: Motion flow,
        Loss: Motion loss,
    }
}

impl Compliance {
    fn damper_flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let Some(d) = self.damper else { return T::zero() };
        view.parameters()[d] * view.relative_flange_speed(self.flanges)
    }

    fn loss<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.damper_flow(view) * view.relative_flange_speed(self.flanges)
    }

    fn flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let Some(Spring { c, unstretched }) = self.spring else { return self.damper_flow(view) };
        p[c] * (view.relative_flange_position(self.flanges) - p[unstretched]) + self.damper_flow(view)
    }
}

impl Law for Compliance {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let heat = self.heat_port.map(Contact::Port);
        Connections::default().touches(self.flanges.map(Contact::Flange)).touches(heat)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        if let Some(port) = self.heat_port {
            view.set_heat_flow(port, -self.loss(view));
        }
        view.set_flange_flows(self.flanges, self.flow(view));
    }
}
