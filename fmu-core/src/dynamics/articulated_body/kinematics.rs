//! Pass from root to leaves: orientation, position and velocity of every link.

use super::algebra::{Vector, add, compose, cross, rotate, scale, sub, zeros};
use super::coordinates::{quaternion, quaternion_axes};
use super::sin_cos::sin_cos;
use super::workspace::{VelocityProducts, Workspace};
use crate::mechanism::{JointKind, JointPlacement, LinkMotion, Tree, TreeConstants};
use crate::scalar::Scalar;

/// Position and velocity of all links: `axes`, `position`, `omega` and `velocity` of `links[1..]` from the position coordinates `q`
/// (`nq`) and the velocity coordinates `v` (`nv`); `links[0]` becomes the ground at rest.
///
/// `work` keeps the offsets and velocity products that [`accelerations`](super::accelerations) and
/// [`inverse_dynamics`](super::inverse_dynamics) need at the same `q` and `v`.
///
/// # Panics
///
/// When a slice is shorter than the tree says.
pub fn kinematics<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    q: &[T],
    v: &[T],
    links: &mut [LinkMotion<T>],
    work: &mut Workspace<T>,
) {
    let n = tree.joints.len();
    for run in &work.angles {
        let run = run.clone();
        sin_cos(&q[run.clone()], &mut work.sin[run.clone()], &mut work.cos[run]);
    }
    let links = &mut links[..=n];
    let (placements, joints) = (&constants.placements[..n], &mut work.joints[..n]);
    links[0] = LinkMotion::ground();
    for (i, joint) in tree.joints.iter().enumerate() {
        let parent = links[joint.parent];
        let (link, products) = match joint.kind {
            JointKind::Revolute => {
                revolute(&parent, &placements[i], (work.sin[joint.q], work.cos[joint.q]), v[joint.v])
            }
            JointKind::Prismatic => prismatic(&parent, &placements[i], q[joint.q], v[joint.v]),
            JointKind::Free => free(&parent, &placements[i], &q[joint.q..], &v[joint.v..]),
            JointKind::Translation => translation(&parent, &placements[i], &q[joint.q..], &v[joint.v..]),
        };
        joints[i].products = products;
        let to = &mut links[i + 1];
        to.axes = link.axes;
        to.position = link.position;
        to.omega = link.omega;
        to.velocity = link.velocity;
    }
}

/// Columns: the axes of a joint frame in world axes.
#[inline(always)]
pub(super) fn joint_axes<T: Scalar>(parent: &LinkMotion<T>, placement: &JointPlacement<T>) -> [Vector<T>; 3] {
    compose(&parent.axes, &placement.axes)
}

/// Position and velocity of a link, see [`LinkMotion`].
struct Motion<T> {
    axes: [Vector<T>; 3],
    position: Vector<T>,
    omega: Vector<T>,
    velocity: Vector<T>,
}

/// Rotation by an angle of the given sine and cosine about z.
#[inline(always)]
fn revolute<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    (s, c): (T, T),
    rate: T,
) -> (Motion<T>, VelocityProducts<T>) {
    let [x, y, z] = joint_axes(parent, placement);
    let axes = [add(scale(c, x), scale(s, y)), sub(scale(c, y), scale(s, x)), z];
    let w = parent.omega;
    let d = rotate(&parent.axes, placement.position);
    let carried = cross(w, d);
    let spin = scale(rate, z);
    let motion = Motion {
        axes,
        position: add(parent.position, d),
        omega: add(w, spin),
        velocity: add(parent.velocity, carried),
    };
    (motion, VelocityProducts { d, zeta: cross(w, spin), gamma: cross(w, carried) })
}

/// Translation along z.
#[inline(never)]
fn prismatic<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    distance: T,
    rate: T,
) -> (Motion<T>, VelocityProducts<T>) {
    let axes = joint_axes(parent, placement);
    let relative = Relative { axes, way: scale(distance, axes[2]), speed: scale(rate, axes[2]), omega: zeros() };
    relative.on(parent, placement)
}

/// Six degrees of freedom; `q` and `v` begin at the joint's coordinates.
#[inline(never)]
fn free<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    q: &[T],
    v: &[T],
) -> (Motion<T>, VelocityProducts<T>) {
    let joint_axes = joint_axes(parent, placement);
    let axes = compose(&joint_axes, &quaternion_axes(quaternion(q, 0)));
    let relative = Relative {
        axes,
        way: rotate(&joint_axes, [q[0], q[1], q[2]]),
        speed: rotate(&joint_axes, [v[0], v[1], v[2]]),
        omega: rotate(&axes, [v[3], v[4], v[5]]),
    };
    relative.on(parent, placement)
}

/// Three translations; `q` and `v` begin at the joint's coordinates.
#[inline(never)]
fn translation<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    q: &[T],
    v: &[T],
) -> (Motion<T>, VelocityProducts<T>) {
    let axes = joint_axes(parent, placement);
    let relative = Relative {
        axes,
        way: rotate(&axes, [q[0], q[1], q[2]]),
        speed: rotate(&axes, [v[0], v[1], v[2]]),
        omega: zeros(),
    };
    relative.on(parent, placement)
}

/// Motion of a link relative to its parent, world axes.
struct Relative<T> {
    /// Axes of the link.
    axes: [Vector<T>; 3],
    /// Way from the origin of the joint frame to the origin of the link, m.
    way: Vector<T>,
    /// Velocity along that way, m/s.
    speed: Vector<T>,
    /// Angular velocity, rad/s.
    omega: Vector<T>,
}

impl<T: Scalar> Relative<T> {
    /// Superposes the motion of the parent.
    fn on(self, parent: &LinkMotion<T>, placement: &JointPlacement<T>) -> (Motion<T>, VelocityProducts<T>) {
        let w = parent.omega;
        let d = add(rotate(&parent.axes, placement.position), self.way);
        let carried = cross(w, d);
        let coriolis = cross(w, self.speed);
        let motion = Motion {
            axes: self.axes,
            position: add(parent.position, d),
            omega: add(w, self.omega),
            velocity: add(parent.velocity, add(carried, self.speed)),
        };
        let gamma = add(cross(w, carried), add(coriolis, coriolis));
        (motion, VelocityProducts { d, zeta: cross(w, self.omega), gamma })
    }
}
