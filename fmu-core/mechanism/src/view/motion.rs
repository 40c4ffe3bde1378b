//! View after the motion stage.

use super::{TimeView, ViewData, link_axes};
use crate::scalar::{Matrix3, Scalar, Vector3, length};
use crate::slots::{at, at_mut};
use crate::{
    Circuit, CircuitConstants, CircuitKnown, CircuitSource, FlangeId, FlangePose, FlangePotential, FrameId, Line,
    LinkMotion, PortId, Real, Signals, StateId, Temperature, Wrench,
};
use std::ops::Deref;

/// View for laws that need positions and velocities. They write flows into frames, flanges and heat ports, derivatives of states, and
/// prescribed accelerations.
#[derive(Debug)]
pub struct MotionView<'a, T: Scalar>(pub(super) TimeView<'a, T>);

impl<'a, T: Scalar> Deref for MotionView<'a, T> {
    type Target = TimeView<'a, T>;

    #[inline]
    fn deref(&self) -> &TimeView<'a, T> {
        &self.0
    }
}

impl<'a, T: Scalar> ViewData<'a, T> {
    /// Motion of the link that carries a frame, and the frame's node.
    #[inline(always)]
    pub(super) fn link_of(&self, frame: FrameId) -> (&LinkMotion<T>, usize) {
        let node = *at(&self.mechanism.frame_nodes, frame);
        (at(self.links, at(&self.mechanism.nodes, node).link), node)
    }

    /// From the link's origin to the frame's origin, world axes.
    #[inline]
    pub(super) fn arm(&self, link: &LinkMotion<T>, node: usize) -> Vector3<T> {
        link_axes(link) * at(&self.constants.nodes, node).position
    }
}

impl<'a, T: Scalar> MotionView<'a, T> {
    /// Columns: axes of the frame in world axes (v_world = axes v_frame); the transpose of MSL's `R.T`.
    #[inline]
    pub fn axes(&self, frame: FrameId) -> Matrix3<T> {
        let (link, node) = self.data.link_of(frame);
        link_axes(link) * at(&self.data.constants.nodes, node).axes
    }

    /// Position of the frame's origin, world, m (`frame.r_0`).
    #[inline]
    pub fn r_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.data.link_of(frame);
        Vector3::from(link.position) + self.data.arm(link, node)
    }

    /// Velocity of the frame's origin, world axes, m/s.
    #[inline]
    pub fn v_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.data.link_of(frame);
        Vector3::from(link.velocity) + Vector3::from(link.omega).cross(&self.data.arm(link, node))
    }

    /// Angular velocity of the frame, world axes, rad/s.
    #[inline]
    pub fn w_0(&self, frame: FrameId) -> Vector3<T> {
        Vector3::from(self.data.link_of(frame).0.omega)
    }

    /// Gravity acceleration at position `r`, world axes, m/s2.
    pub fn gravity(&self, r: &Vector3<T>) -> Vector3<T> {
        let data = &self.data;
        data.mechanism.gravity.at(&data.constants.gravity, data.parameters, r)
    }

    /// T from frame a to frame b: maps coordinates of a to coordinates of b (MSL's `relativeRotation(R_a, R_b).T`).
    pub fn relative_orientation(&self, a: FrameId, b: FrameId) -> Matrix3<T> {
        self.axes(b).transpose() * self.axes(a)
    }

    /// Position of frame b in frame a, m.
    pub fn relative_position(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        self.axes(a).transpose() * (self.r_0(b) - self.r_0(a))
    }

    /// Derivative of the position of frame b in frame a, m/s.
    pub fn relative_velocity(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        self.axes(a).transpose() * self.carried_velocity(a, b)
    }

    /// Derivative of the position of frame b in frame a, resolved in world axes, m/s.
    pub(super) fn carried_velocity(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        let r = self.r_0(b) - self.r_0(a);
        self.v_0(b) - self.v_0(a) - self.w_0(a).cross(&r)
    }

    /// Angular velocity of frame b relative to frame a, in frame b, rad/s.
    pub fn relative_angular_velocity(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        self.axes(b).transpose() * (self.w_0(b) - self.w_0(a))
    }

    /// Position of a flange: angle or distance, rad or m.
    #[inline]
    pub fn flange_position(&self, flange: FlangeId) -> T {
        let FlangePose { ratio, offset } = self.data.pose_of(flange);
        match *at(&self.data.mechanism.flange_potentials, flange) {
            FlangePotential::Ground => offset,
            FlangePotential::Joint(joint) => {
                ratio * *at(self.data.q, at(&self.data.mechanism.tree.joints, joint).q) + offset
            }
            FlangePotential::Line(line) => ratio * at(&self.data.mechanism.lines, line).position(self) + offset,
        }
    }

    /// Speed of a flange, rad/s or m/s.
    #[inline]
    pub fn flange_speed(&self, flange: FlangeId) -> T {
        let ratio = self.data.pose_of(flange).ratio;
        match *at(&self.data.mechanism.flange_potentials, flange) {
            FlangePotential::Ground => T::zero(),
            FlangePotential::Joint(joint) => ratio * *at(self.data.v, at(&self.data.mechanism.tree.joints, joint).v),
            FlangePotential::Line(line) => ratio * at(&self.data.mechanism.lines, line).speed(self),
        }
    }

    /// Position of flange b relative to flange a, rad or m.
    #[inline]
    pub fn relative_flange_position(&self, [a, b]: [FlangeId; 2]) -> T {
        self.flange_position(b) - self.flange_position(a)
    }

    /// Speed of flange b relative to flange a, rad/s or m/s.
    #[inline]
    pub fn relative_flange_speed(&self, [a, b]: [FlangeId; 2]) -> T {
        self.flange_speed(b) - self.flange_speed(a)
    }

    /// Value of a row of a circuit, V or A.
    #[inline(never)]
    pub fn circuit(&self, circuit: usize, row: usize, signals: &Signals<'_, T>) -> T {
        self.circuit_without(circuit, row, signals, false)
    }

    /// Value of a row of a circuit; optionally without the currents of ports.
    pub fn circuit_without(&self, circuit: usize, row: usize, signals: &Signals<'_, T>, ports: bool) -> T {
        let (structure, constants) = self.circuit_of(circuit);
        let terms = structure.knowns.iter().zip(constants.row(structure, row));
        terms.fold(T::zero(), |sum, (known, (depends, factor))| {
            let is_out = !*depends || ports && matches!(known, CircuitKnown::Port(_));
            if is_out { sum } else { sum + *factor * self.circuit_known(*known, signals) }
        })
    }

    /// Factors of the currents of the ports in a row of a circuit.
    pub fn circuit_ports(&self, circuit: usize, row: usize) -> impl Iterator<Item = T> + use<'a, T> {
        let (structure, constants) = self.circuit_of(circuit);
        let terms = structure.knowns.iter().zip(constants.row(structure, row));
        terms.filter(|(known, _)| matches!(known, CircuitKnown::Port(_))).map(|(_, (_, factor))| *factor)
    }

    /// Residual of a constraint, by number, between the storages of a circuit.
    pub fn circuit_mismatch(&self, circuit: usize, constraint: usize, signals: &Signals<'_, T>) -> T {
        let (structure, constants) = self.circuit_of(circuit);
        let factors = constants.constraint(structure, constraint);
        let counts = |known: &CircuitKnown| matches!(known, CircuitKnown::State(_)) || known.has_derivative();
        let summed = structure.knowns.iter().zip(factors).filter(|(known, _)| counts(known));
        summed.fold(T::zero(), |sum, (known, factor)| sum + *factor * self.circuit_known(*known, signals))
    }

    fn circuit_of(&self, circuit: usize) -> (&'a Circuit, &'a CircuitConstants<T>) {
        let data = &self.data;
        (&data.mechanism.circuits[circuit], &data.constants.circuits[circuit])
    }

    fn circuit_known(&self, known: CircuitKnown, signals: &Signals<'_, T>) -> T {
        match known {
            CircuitKnown::State(state) => self.state(state),
            CircuitKnown::Port(input) => signals.element(input, 0),
            CircuitKnown::Source(CircuitSource::Zero) => T::zero(),
            CircuitKnown::Source(CircuitSource::Signal(input)) => signals.element(input, 0),
            CircuitKnown::Source(CircuitSource::Parameter(address)) => self.data.parameters[address],
            CircuitKnown::Source(CircuitSource::Speed(flange, support, k)) => {
                let support = support.map_or_else(T::zero, |flange| self.flange_speed(flange));
                self.data.parameters[k] * (self.flange_speed(flange) - support)
            }
        }
    }

    /// Temperature of a heat port with a capacitor or a fixed temperature, K; others are known later, and classes that
    /// need them refuse them ([`crate::Contact::SeenPort`]).
    pub fn temperature(&self, port: PortId) -> T {
        let (data, heat) = (&self.data, &self.data.mechanism.heat);
        match heat.temperatures[heat.nodes[port]] {
            Temperature::Fixed(address, offset) => data.parameters[address] + T::constant(offset),
            Temperature::State(state) => data.states[state],
            Temperature::Given(_) | Temperature::Unknown(_) => T::zero(),
        }
    }

    /// Value of a state of a law.
    #[inline]
    pub fn state(&self, state: StateId) -> T {
        *at(self.data.states, state)
    }

    /// Writes the derivative of a state of the law.
    #[inline]
    pub fn set_state_derivative(&mut self, state: StateId, derivative: T) {
        *at_mut(self.0.data.state_derivatives, state) = derivative;
    }

    /// Writes the flow into the component at a frame connector: force and torque in world axes, N and N.m.
    #[inline]
    pub fn set_flow(&mut self, frame: FrameId, force: Vector3<T>, torque: Vector3<T>) {
        *at_mut(self.0.data.flows, frame) = Wrench { force: force.into(), torque: torque.into() };
    }

    /// Writes the flow into a component at its two flanges: `flow` at flange_b, the opposite at flange_a.
    #[inline]
    pub fn set_flange_flows(&mut self, [flange_a, flange_b]: [FlangeId; 2], flow: T) {
        self.0.data.drive(flange_a, Some(flange_b), flow);
    }

    /// Drives a flange with a torque or force. The reaction acts on the support, or on the ground.
    #[inline]
    pub fn drive(&mut self, flange: FlangeId, support: Option<FlangeId>, drive: T) {
        self.0.data.drive(flange, support, drive);
    }

    /// Prescribes the acceleration of a flange.
    pub fn prescribe_acceleration(&mut self, flange: FlangeId, acceleration: T) {
        self.0.data.prescribe_acceleration(flange, acceleration);
    }

    /// Writes the heat flow rate into the component at a heat port, W.
    #[inline]
    pub fn set_heat_flow(&mut self, port: PortId, flow: T) {
        *at_mut(self.0.data.heat_flows, port) = flow;
    }
}

/// Geometry of a line at one moment, world axes.
#[derive(Clone, Copy, Debug)]
pub struct LineGeometry<T: Scalar> {
    /// Vector from frame_a to frame_b, m.
    pub r: Vector3<T>,
    /// Derivative of that vector, m/s.
    pub speed: Vector3<T>,
    /// Distance of the frames, m.
    pub length: T,
    /// The length, or the smallest length that is used as a divisor, m.
    pub s: T,
    /// `r/s`.
    pub e: Vector3<T>,
}

impl<T: Scalar> LineGeometry<T> {
    /// Geometry between two frames; `s_small` is the smallest length.
    pub fn between(view: &MotionView<'_, T>, [a, b]: [FrameId; 2], s_small: Real) -> Self {
        let r = view.r_0(b) - view.r_0(a);
        let (length, smallest) = (length(&r), view.parameters()[s_small]);
        let s = if length.value() < smallest.value() { smallest } else { length };
        Self { r, speed: view.v_0(b) - view.v_0(a), length, s, e: r / s }
    }
}

impl Line {
    #[inline(never)]
    pub(super) fn geometry<T: Scalar>(&self, view: &MotionView<'_, T>) -> LineGeometry<T> {
        LineGeometry::between(view, self.frames, self.s_small)
    }

    /// Unit vector from frame_a to frame_b, world axes.
    pub fn direction<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        self.geometry(view).e
    }

    /// Distance of the frames, m.
    pub fn position<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.geometry(view).length
    }

    /// Derivative of the distance, m/s.
    pub fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let LineGeometry { e, speed, .. } = self.geometry(view);
        e.dot(&speed)
    }
}
