//! What a law sees of the mechanism during an evaluation, and where it writes.

use super::{
    Constants, FlangeId, FlangePose, FlangePotential, FrameId, LinkMotion, Mechanism, Relative, SignalIn, SignalOut,
    TreeJoint, Wrench,
};
use crate::scalar::{Matrix3, Scalar, Vector3};

/// The mechanism during one evaluation. What may be read depends on the stage of the law ([`super::Law::stage`]).
#[derive(Debug)]
pub struct View<'a, T: Scalar> {
    /// Time, s.
    pub time: T,
    /// Discrete state of the law that is being evaluated.
    pub mode: i32,
    /// Parameter array.
    pub parameters: &'a [T],
    /// Mechanism.
    pub mechanism: &'a Mechanism,
    /// Its numbers.
    pub constants: &'a Constants<T>,
    /// Motion of the links.
    pub links: &'a [LinkMotion<T>],
    /// Position coordinates; a law may write the prescribed ones.
    pub q: &'a mut [T],
    /// Velocity coordinates; a law may write the prescribed ones.
    pub v: &'a mut [T],
    /// Accelerations; a law may write the prescribed ones.
    pub vdot: &'a mut [T],
    /// States of laws.
    pub states: &'a [T],
    /// Their derivatives, which the laws write.
    pub state_derivatives: &'a mut [T],
    /// Signals.
    pub signals: &'a mut [T],
    /// Flow into the component at each frame connector: world axes, about the connector's origin.
    pub flows: &'a mut [Wrench<T>],
    /// What masses between frames add to it; empty where there are none.
    pub inert_flows: &'a [Wrench<T>],
    /// Flow (torque or force) into the component at each flange connector.
    pub flange_flows: &'a mut [T],
    /// Flow of heat into the component at each heat port, W.
    pub heat_flows: &'a mut [T],
    /// Thermal conductance of each conductor of heat, W/K.
    pub conductances: &'a mut [T],
}

impl<T: Scalar> View<'_, T> {
    /// Element `k` of a signal input.
    #[inline]
    pub fn input(&self, input: SignalIn, k: usize) -> T {
        self.signals[self.mechanism.drivers[input.first + k]]
    }

    /// A signal input of size 3.
    #[inline]
    pub fn input3(&self, input: SignalIn) -> Vector3<T> {
        Vector3::new(self.input(input, 0), self.input(input, 1), self.input(input, 2))
    }

    /// Writes element `k` of a signal output.
    #[inline]
    pub fn set_output(&mut self, output: SignalOut, k: usize, value: T) {
        self.signals[output.first + k] = value;
    }

    /// Writes a signal output of size 3.
    pub fn set_output3(&mut self, output: SignalOut, value: &Vector3<T>) {
        self.signals[output.first..output.first + 3].copy_from_slice(value.as_slice());
    }

    #[inline]
    fn link_of(&self, frame: FrameId) -> (&LinkMotion<T>, usize) {
        let node = self.mechanism.frame_nodes[frame];
        (&self.links[self.mechanism.nodes[node].link], node)
    }

    /// Columns: axes of the frame in world axes (v_world = axes v_frame); the transpose of MSL's `R.T`.
    #[inline]
    pub fn axes(&self, frame: FrameId) -> Matrix3<T> {
        let (link, node) = self.link_of(frame);
        link_axes(link) * self.constants.nodes[node].axes
    }

    /// From the link's origin to the frame's origin, world axes.
    #[inline]
    fn arm(&self, link: &LinkMotion<T>, node: usize) -> Vector3<T> {
        link_axes(link) * self.constants.nodes[node].position
    }

    /// Position of the frame's origin, world, m (`frame.r_0`).
    #[inline]
    pub fn r_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.link_of(frame);
        Vector3::from(link.position) + self.arm(link, node)
    }

    /// Velocity of the frame's origin, world axes, m/s.
    #[inline]
    pub fn v_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.link_of(frame);
        Vector3::from(link.velocity) + Vector3::from(link.omega).cross(&self.arm(link, node))
    }

    /// Gravity acceleration at position `r`, world axes, m/s2.
    pub fn gravity(&self, r: &Vector3<T>) -> Vector3<T> {
        self.mechanism.gravity.at(&self.constants.gravity, self.parameters, r)
    }

    /// Acceleration of the frame's origin, world axes, gravity not in it, m/s2.
    pub fn a_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.link_of(frame);
        let (arm, omega) = (self.arm(link, node), Vector3::from(link.omega));
        let relative = Vector3::from(link.alpha).cross(&arm) + omega.cross(&omega.cross(&arm));
        Vector3::from(link.acceleration) + self.constants.gravity.uniform() + relative
    }

    /// Angular velocity of the frame, world axes, rad/s.
    #[inline]
    pub fn w_0(&self, frame: FrameId) -> Vector3<T> {
        Vector3::from(self.link_of(frame).0.omega)
    }

    /// Angular acceleration of the frame, world axes, rad/s2.
    pub fn z_0(&self, frame: FrameId) -> Vector3<T> {
        Vector3::from(self.link_of(frame).0.alpha)
    }

    /// T from frame a to frame b: maps coordinates of a to coordinates of b (MSL's `relativeRotation(R_a, R_b).T`).
    pub fn relative_orientation(&self, a: FrameId, b: FrameId) -> Matrix3<T> {
        self.axes(b).transpose() * self.axes(a)
    }

    /// Element `k` of the motion of frame b relative to frame a; see [`Relative`]. Of the orientation there is the matrix only:
    /// quaternions depend on the way from a to b, and are zero here.
    pub fn relative(&self, a: FrameId, b: FrameId, quantity: Relative, k: usize) -> T {
        let (to_a, to_b) = (self.axes(a).transpose(), self.axes(b).transpose());
        let r = self.r_0(b) - self.r_0(a);
        let (w_a, w_rel) = (self.w_0(a), self.w_0(b) - self.w_0(a));
        let velocity = || self.v_0(b) - self.v_0(a) - w_a.cross(&r);
        match quantity {
            Relative::Position => (to_a * r)[k],
            Relative::Velocity => (to_a * velocity())[k],
            Relative::Acceleration => {
                let carried =
                    self.z_0(a).cross(&r) + w_a.cross(&w_a.cross(&r)) + w_a.cross(&velocity()) * T::constant(2.0);
                (to_a * (self.a_0(b) - self.a_0(a) - carried))[k]
            }
            Relative::AngularVelocity => (to_b * w_rel)[k],
            Relative::AngularAcceleration => (to_b * (self.z_0(b) - self.z_0(a) - w_a.cross(&w_rel)))[k],
            Relative::Orientation => (to_b * to_a.transpose())[(k / 3, k % 3)],
            Relative::Quaternion => T::zero(),
        }
    }

    /// Writes the flow into the component at a frame connector: force and torque in world axes, N and N.m.
    #[inline]
    pub fn set_flow(&mut self, frame: FrameId, force: Vector3<T>, torque: Vector3<T>) {
        self.flows[frame] = Wrench { force: force.into(), torque: torque.into() };
    }

    /// Force into the components at a connector, world axes, N.
    pub fn flow(&self, frame: FrameId) -> Vector3<T> {
        let inert = self.inert_flows.get(frame).map_or_else(Vector3::zeros, |flow| flow.force.into());
        Vector3::from(self.flows[frame].force) + inert
    }

    #[inline]
    fn pose_of(&self, flange: FlangeId) -> FlangePose<T> {
        self.constants.flanges[self.mechanism.flange_nodes[flange]]
    }

    /// The joint whose coordinate decides the position of a flange.
    #[inline]
    fn joint_of(&self, flange: FlangeId) -> Option<&TreeJoint> {
        match self.mechanism.flange_potentials[flange] {
            FlangePotential::Joint(joint) => self.mechanism.tree.joints.get(joint),
            FlangePotential::Ground | FlangePotential::Line(_) => None,
        }
    }

    /// Position of a flange: angle or distance, rad or m.
    #[inline]
    pub fn flange_position(&self, flange: FlangeId) -> T {
        let FlangePose { ratio, offset } = self.pose_of(flange);
        match self.mechanism.flange_potentials[flange] {
            FlangePotential::Ground => offset,
            FlangePotential::Joint(joint) => ratio * self.q[self.mechanism.tree.joints[joint].q] + offset,
            FlangePotential::Line(line) => ratio * self.mechanism.lines[line].position(self) + offset,
        }
    }

    /// Speed of a flange, rad/s or m/s.
    #[inline]
    pub fn flange_speed(&self, flange: FlangeId) -> T {
        match self.mechanism.flange_potentials[flange] {
            FlangePotential::Ground => T::zero(),
            FlangePotential::Joint(joint) => self.pose_of(flange).ratio * self.v[self.mechanism.tree.joints[joint].v],
            FlangePotential::Line(line) => self.pose_of(flange).ratio * self.mechanism.lines[line].speed(self),
        }
    }

    /// Acceleration of a flange, rad/s2 or m/s2.
    pub fn flange_acceleration(&self, flange: FlangeId) -> T {
        let ratio = self.pose_of(flange).ratio;
        match self.mechanism.flange_potentials[flange] {
            FlangePotential::Ground => T::zero(),
            FlangePotential::Joint(joint) => ratio * self.vdot[self.mechanism.tree.joints[joint].v],
            FlangePotential::Line(line) => ratio * self.mechanism.lines[line].acceleration(self),
        }
    }

    /// Prescribes the position of a flange: the coordinate that moves it.
    pub fn prescribe_position(&mut self, flange: FlangeId, position: T) {
        let FlangePose { ratio, offset } = self.pose_of(flange);
        if let Some(joint) = self.joint_of(flange) {
            let q = joint.q;
            self.q[q] = (position - offset) / ratio;
        }
    }

    /// Prescribes the speed of a flange.
    pub fn prescribe_speed(&mut self, flange: FlangeId, speed: T) {
        let ratio = self.pose_of(flange).ratio;
        if let Some(joint) = self.joint_of(flange) {
            let v = joint.v;
            self.v[v] = speed / ratio;
        }
    }

    /// Prescribes the acceleration of a flange.
    pub fn prescribe_acceleration(&mut self, flange: FlangeId, acceleration: T) {
        let ratio = self.pose_of(flange).ratio;
        if let Some(joint) = self.joint_of(flange) {
            let v = joint.v;
            self.vdot[v] = acceleration / ratio;
        }
    }

    /// Writes the flow into a component at its two flanges: `flow` at flange_b, the opposite at flange_a.
    #[inline]
    pub fn set_flange_flows(&mut self, flange_a: FlangeId, flange_b: FlangeId, flow: T) {
        self.flange_flows[flange_b] = flow;
        self.flange_flows[flange_a] = -flow;
    }
}

/// Columns: axes of a link in world axes.
#[inline]
pub(crate) fn link_axes<T: Scalar>(link: &LinkMotion<T>) -> Matrix3<T> {
    let [x, y, z] = link.axes;
    Matrix3::from_columns(&[x.into(), y.into(), z.into()])
}
