//! Springs and dampers with contact: gaps, and gears with backlash.

use crate::laws::blocks::limiter::{ABOVE, FREE, limit_indicators, limit_mode};
use crate::laws::blocks::truth;
use crate::laws::contact_damper::{CONTACT_MODES_OF_TWO_SIDES, DAMPER_RELATIONS, Pushes, contact_name, touching};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, FlangeId, Law, ModeName, Modes, MotionView, PortId, Real, Signals, after,
    law_variables,
};

/// No contact.
const OPEN: i32 = FREE;

/// Contact at the upper end of the backlash; -UPPER at the lower end, or at that of the gap.
const UPPER: i32 = ABOVE;

/// A backlash up to this size counts as zero.
const NO_BACKLASH: f64 = 1e-10;

/// A contact between two flanges.
#[derive(Clone, Debug, Binary)]
pub struct GapLaw {
    /// flange_a, flange_b
    pub flanges: [FlangeId; 2],
    /// Spring constant.
    pub c: Real,
    /// Damping constant.
    pub d: Real,
    /// Unstretched relative position.
    pub rel0: Real,
    pub kind: GapKind,
    pub heat_port: Option<PortId>,
}

/// Type of contact.
#[derive(Clone, Debug, Binary)]
pub enum GapKind {
    /// It pushes if the relative position is below `rel0`: `c s_ref (depth/s_ref)^n`, and a damper that never pulls and
    /// is never stronger than the spring.
    Stop {
        /// Reference depth.
        s_ref: Real,
        /// Exponent.
        n: Real,
    },
    /// It acts on both ends of a backlash.
    Backlash {
        /// The total backlash.
        b: Real,
        /// The damper is limited to the torque of the spring, so that the torque does not jump; otherwise the contact
        /// ends when it would pull.
        is_continuous: bool,
    },
}

law_variables! {
    pub GapVariable of GapLaw, |law, view, signals| {
        Position: Motion (view.relative_flange_position(law.flanges)),
        Speed: Motion (view.relative_flange_speed(law.flanges)),
        Acceleration: Acceleration (view.relative_flange_acceleration(law.flanges)),
        Flow: Motion flow,
        Loss: Motion (law.flows(view)[1] * view.relative_flange_speed(law.flanges)),
        Contact: Motion (truth::<T>(view.mode() != OPEN)),
    }
}

impl GapLaw {
    fn flow<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let flow = self.flows(view)[0];
        let sign = T::constant(f64::from(view.mode().signum()));
        // At an event rounding errors may make it pull.
        if self.is_limited(view) && (sign * flow).value() < 0.0 { T::zero() } else { flow }
    }

    /// The flow at flange_b, and its dissipative part.
    #[inline(never)]
    fn flows<T: Scalar>(&self, view: &MotionView<'_, T>) -> [T; 2] {
        let mode = view.mode();
        if mode == OPEN {
            return [T::zero(); 2];
        }
        let pushes = self.pushes(view, mode.signum());
        let damper = match self.kind {
            GapKind::Backlash { is_continuous: false, b } => {
                let is_plain = view.parameters()[b].value() <= NO_BACKLASH;
                let pulls = (pushes.spring + pushes.damper).value() <= 0.0;
                if pulls && !is_plain { -pushes.spring } else { pushes.damper }
            }
            _ => pushes.limited_damper(mode),
        };
        let sign = T::constant(f64::from(mode.signum()));
        [sign * (pushes.spring + damper), sign * damper]
    }

    /// Forces at the touching end; torques are positive at the upper end. Beyond the event that ends the contact the
    /// spring pulls: a kink there would spoil the whole step with the event.
    fn pushes<T: Scalar>(&self, view: &MotionView<'_, T>, side: i32) -> Pushes<T> {
        let p = view.parameters();
        let difference = view.relative_flange_position(self.flanges) - p[self.rel0];
        let sign = T::constant(f64::from(side));
        let damper = sign * (p[self.d] * view.relative_flange_speed(self.flanges));
        let spring = match self.kind {
            GapKind::Stop { s_ref, n } => spring_force([p[self.c], p[s_ref], p[n]], -difference),
            GapKind::Backlash { b, .. } => sign * (p[self.c] * (difference - sign * p[b] * T::constant(0.5))),
        };
        Pushes { spring, damper, stiffness: p[self.c] }
    }

    fn is_limited<T: Scalar>(&self, view: &MotionView<'_, T>) -> bool {
        match self.kind {
            GapKind::Stop { .. } => true,
            GapKind::Backlash { b, is_continuous } => is_continuous && view.parameters()[b].value() > NO_BACKLASH,
        }
    }

    /// Positive if the upper and if the lower end touches.
    fn differences(&self, view: &MotionView<'_, f64>) -> [f64; 2] {
        let p = view.parameters();
        let difference = view.relative_flange_position(self.flanges) - p[self.rel0];
        match self.kind {
            GapKind::Stop { .. } => [-1.0, touching(-difference)],
            GapKind::Backlash { b, is_continuous } => {
                let half = 0.5 * p[b];
                if is_continuous {
                    // Never at both ends, not even for a backlash smaller than the hysteresis.
                    return [difference, -difference].map(|toward| touching(toward - half).min(toward));
                }
                // The contact also ends when the torque would pull.
                let damper = p[self.d] * view.relative_flange_speed(self.flanges);
                let ends = [difference - half, -difference - half];
                let pushes = [p[self.c] * ends[0] + damper, p[self.c] * ends[1] - damper];
                std::array::from_fn(|k| ends[k].min(pushes[k]))
            }
        }
    }
}

/// Force `c s_ref (depth/s_ref)^n`, odd in the depth.
fn spring_force<T: Scalar>([c, s_ref, n]: [T; 3], depth: T) -> T {
    if n.value() == 1.0 || depth.value() == 0.0 {
        return c * depth;
    }
    let sign = T::constant(depth.value().signum());
    sign * c * s_ref * (sign * depth / s_ref).powf(n)
}

impl Law for GapLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = CONTACT_MODES_OF_TWO_SIDES;
    const RELATIONS: usize = 2 + DAMPER_RELATIONS;

    fn connections(&self) -> Connections {
        let heat = self.heat_port.map(Contact::Port);
        Connections::default().touches(self.flanges.map(Contact::Flange)).touches(heat)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let [flow, loss] = self.flows(view);
        if let Some(port) = self.heat_port {
            let loss = loss * view.relative_flange_speed(self.flanges);
            view.set_heat_flow(port, -loss);
        }
        view.set_flange_flows(self.flanges, flow);
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let closed = match (&self.kind, discrete.mode.signum()) {
            (GapKind::Stop { .. }, _) => "in contact",
            (_, UPPER) => "in contact at the upper end",
            _ => "in contact at the lower end",
        };
        Some(contact_name(discrete.mode, ["free", closed]))
    }

    fn indicators(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let mode = view.mode();
        let (of_ends, of_damper) = indicators.split_at_mut(2);
        of_ends.copy_from_slice(&limit_indicators(mode.signum(), self.differences(view)));
        if mode != OPEN && self.is_limited(view) {
            self.pushes(view, mode.signum()).indicators(mode, of_damper);
        } else {
            of_damper.fill(1.0);
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let side = limit_mode(event.mode.signum(), self.differences(view), event.is_initial);
        event.mode = if side != OPEN && self.is_limited(view) {
            self.pushes(view, side).next_mode(event.mode, side, event.is_initial)
        } else {
            side
        };
    }
}
