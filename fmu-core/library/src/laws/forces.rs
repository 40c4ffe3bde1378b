//! Laws of Modelica.Mechanics.MultiBody.Forces: forces and torques given by signals, springs and dampers along a line.

use crate::laws::one_dimensional::compliance::Spring;
use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{
    Connections, Contact, FrameId, Law, LineGeometry, LinePull, MotionView, PortId, Real, Signals, StateId, VectorIn,
    Warning, after, law_variables,
};

/// A force and a torque given by signals, acting at frame_b.
#[derive(Clone, Debug, Binary)]
pub struct WorldWrench {
    pub frame_b: FrameId,
    pub resolve: Resolve,
    pub force: Option<VectorIn>,
    pub torque: Option<VectorIn>,
}

impl Law for WorldWrench {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(self.force)
            .reads(self.torque)
            .touches([Contact::Frame(self.frame_b)])
            .touches(self.resolve.contact())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| -self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (flow(self.force), flow(self.torque));
        view.set_flow(self.frame_b, force, torque);
    }
}

/// A force and a torque given by signals, which act at frame_b and whose reaction acts at frame_a.
///
/// The pair is in balance: frame_a gets the torque of the force about its origin, so that the power is that of the motion of frame_b
/// relative to frame_a.
#[derive(Clone, Debug, Binary)]
pub struct FrameWrench {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    pub resolve: Resolve,
    pub force: Option<VectorIn>,
    pub torque: Option<VectorIn>,
}

impl Law for FrameWrench {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default()
            .reads(self.force)
            .reads(self.torque)
            .touches([self.frame_a, self.frame_b].map(Contact::Frame))
            .touches(self.resolve.contact())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let in_world = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (in_world(self.force), in_world(self.torque));
        let arm = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        view.set_flow(self.frame_b, -force, -torque);
        view.set_flow(self.frame_a, force, torque + arm.cross(&force));
    }
}

/// A spring `c (s - s_unstretched)` and a damper `d der(s)`, in parallel or in series, along the line from frame_a to frame_b; positive
/// f pulls the frames together.
#[derive(Clone, Debug, Binary)]
pub struct LineForce {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    /// Smallest length that is used as a divisor, m.
    pub s_small: Real,
    pub spring: Option<Spring>,
    /// Damping constant, N.s/m.
    pub damper: Option<Real>,
    /// The classes with dampers use max(length, s_small), Spring the length itself.
    pub clamped: bool,
    /// For spring and damper in series: the state with the length of the damper.
    pub s_damper: Option<StateId>,
    pub heat_port: Option<PortId>,
}

/// Geometry and force at the present motion.
struct Pull<T: Scalar> {
    pub geometry: LineGeometry<T>,
    /// Length, limited as in the class.
    pub s: T,
    pub f: T,
    /// Derivative of the damper's length, m/s.
    pub v_damper: T,
    pub loss: T,
}

law_variables! {
    pub LineVariable of LineForce, |law, view, signals| {
        Length: Motion (law.pull(view).geometry.length),
        GuardedLength: Motion (law.pull(view).s),
        Vector: Motion (law.pull(view).geometry.r),
        Direction: Motion (law.pull(view).geometry.e),
        VectorInA: Motion (view.axes(law.frame_a).transpose() * law.pull(view).geometry.r),
        DirectionInA: Motion (view.axes(law.frame_a).transpose() * law.pull(view).geometry.e),
        Force: Motion (law.pull(view).f),
        Loss: Motion (law.pull(view).loss),
    }
}

impl LineForce {
    #[inline(never)]
    fn pull<T: Scalar>(&self, view: &MotionView<'_, T>) -> Pull<T> {
        let geometry = LineGeometry::between(view, [self.frame_a, self.frame_b], self.s_small);
        let LineGeometry { length, s: guarded, e, speed, .. } = geometry;
        let is_small = length.value() < guarded.value();
        let s = if self.clamped { guarded } else { length };
        let v = if is_small && self.clamped { T::zero() } else { e.dot(&speed) };
        let (p, damper_length) = (view.parameters(), self.s_damper.map_or_else(T::zero, |state| view.state(state)));
        let spring = |spring: Spring| p[spring.c] * (s - p[spring.unstretched] - damper_length);
        let f_spring = self.spring.map_or_else(T::zero, spring);
        let d = self.damper.map_or_else(T::zero, |d| p[d]);
        let (f, v_damper) = if self.s_damper.is_some() { (f_spring, f_spring / d) } else { (f_spring + d * v, v) };
        Pull { geometry, s, f, v_damper, loss: d * v_damper * v_damper }
    }
}

impl Law for LineForce {
    type Stage = after::Motion;

    fn acts(&self) -> bool {
        self.spring.is_some() || self.damper.is_some()
    }

    fn connections(&self) -> Connections {
        let (heat, state) = (self.heat_port.map(Contact::Port), self.s_damper.map(Contact::State));
        Connections::default().touches([self.frame_a, self.frame_b].map(Contact::Frame)).touches(heat).touches(state)
    }

    fn line(&self) -> Option<[FrameId; 2]> {
        self.acts().then_some([self.frame_a, self.frame_b])
    }

    fn line_pull<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<LinePull<T>> {
        let Pull { geometry: LineGeometry { length, s, e, speed, .. }, f, .. } = self.pull(view);
        // A length that is replaced by s_small has no derivative.
        let is_held = self.clamped && length.value() < s.value();
        let parameter = |address: Option<Real>| match address {
            Some(address) if !is_held => view.parameters()[address],
            _ => T::zero(),
        };
        let c = parameter(self.spring.map(|spring| spring.c));
        let d = parameter(self.damper.filter(|_| self.s_damper.is_none()));
        Some(LinePull { e, s, speed, f, c, d })
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        if !self.acts() {
            return;
        }
        let pull = self.pull(view);
        if let Some(state) = self.s_damper {
            view.set_state_derivative(state, pull.v_damper);
        }
        if let Some(port) = self.heat_port {
            view.set_heat_flow(port, -pull.loss);
        }
        let flow = pull.geometry.e * pull.f;
        view.set_flow(self.frame_b, flow, Vector3::zeros());
        view.set_flow(self.frame_a, -flow, Vector3::zeros());
    }

    fn warning(&self, view: &MotionView<'_, f64>) -> Option<Warning> {
        let distance = length(&(view.r_0(self.frame_b) - view.r_0(self.frame_a)));
        let s_small = view.parameters()[self.s_small];
        (distance < s_small).then_some(Warning::SmallDistance { distance, s_small })
    }
}
