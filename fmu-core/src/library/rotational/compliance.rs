//! The law of springs and dampers between two flanges.

use crate::library::Element;
use crate::mechanism::{Contact, FlangeId, Law, PortId, Source, Stage, View};
use crate::scalar::Scalar;

/// `flow = c (x_rel - x_rel0) + d v_rel`, with x_rel and v_rel from flange_a to flange_b.
#[derive(Clone, Debug)]
pub struct Compliance {
    flange_a: FlangeId,
    flange_b: FlangeId,
    /// Addresses of the spring constant and the unstretched position.
    spring: Option<(usize, usize)>,
    /// Address of the damping constant.
    damper: Option<usize>,
    /// Where the heat goes.
    heat_port: Option<PortId>,
}

/// Names of the local variables: position, speed, acceleration, flow, loss.
pub(in crate::library) struct Names {
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
pub(in crate::library) const ROTATIONAL: Names =
    Names { position: "phi_rel", speed: "w_rel", acceleration: "a_rel", flow: "tau" };
/// Translational names.
pub(in crate::library) const TRANSLATIONAL: Names =
    Names { position: "s_rel", speed: "v_rel", acceleration: "a_rel", flow: "f" };

impl Compliance {
    /// Registers the law of `e` and those of its variables that the class declares.
    pub(in crate::library) fn build(
        e: &mut Element<'_>,
        names: &Names,
        spring: Option<(usize, usize)>,
        damper: Option<usize>,
    ) {
        let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
        let heat_port = damper.and_then(|_| e.loss_port());
        let number = e.add_law(Self { flange_a, flange_b, spring, damper, heat_port });
        let list = [
            (names.position, Stage::Motion),
            (names.speed, Stage::Motion),
            (names.acceleration, Stage::Acceleration),
            (names.flow, Stage::Motion),
            ("lossPower", Stage::Motion),
        ];
        for (index, (name, stage)) in list.into_iter().enumerate() {
            if e.class.variables.iter().any(|v| v.name == name) {
                e.add_variable(name, |_| Source::Law(number, index, stage));
            }
        }
    }

    #[inline]
    fn relative_speed<T: Scalar>(&self, view: &View<'_, T>) -> T {
        view.flange_speed(self.flange_b) - view.flange_speed(self.flange_a)
    }

    #[inline]
    fn relative_position<T: Scalar>(&self, view: &View<'_, T>) -> T {
        view.flange_position(self.flange_b) - view.flange_position(self.flange_a)
    }

    #[inline]
    fn damper_flow<T: Scalar>(&self, view: &View<'_, T>) -> T {
        self.damper.map_or_else(T::zero, |d| view.parameters[d] * self.relative_speed(view))
    }

    fn loss<T: Scalar>(&self, view: &View<'_, T>) -> T {
        self.damper_flow(view) * self.relative_speed(view)
    }

    fn flow<T: Scalar>(&self, view: &View<'_, T>) -> T {
        let p = view.parameters;
        let spring = self.spring.map_or_else(T::zero, |(c, rel0)| p[c] * (self.relative_position(view) - p[rel0]));
        spring + self.damper_flow(view)
    }
}

impl Law for Compliance {
    fn stage(&self) -> Stage {
        Stage::Motion
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        let heat = self.heat_port.map(Contact::Port);
        [self.flange_a, self.flange_b].map(Contact::Flange).into_iter().chain(heat).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let flow = self.flow(view);
        if let Some(port) = self.heat_port {
            view.heat_flows[port] = -self.loss(view);
        }
        view.set_flange_flows(self.flange_a, self.flange_b, flow);
    }

    fn variable<T: Scalar>(&self, view: &View<'_, T>, index: usize) -> T {
        match index {
            0 => self.relative_position(view),
            1 => self.relative_speed(view),
            2 => view.flange_acceleration(self.flange_b) - view.flange_acceleration(self.flange_a),
            3 => self.flow(view),
            _ => self.loss(view),
        }
    }
}
