//! A loop whose links move parallel to a plane: four joints on the ground and one free motion, as in a four-bar or a slider-crank.
//!
//! The same equations as those of any cluster, with what the plane leaves of them: two directions and an angle. The four joint motions
//! fulfil three rows, so that the direction in which they are free is the vector of the 3 x 3 minors, and no matrix has to be factored.
//! Next to singular positions, where the number of rows that count has to be decided, the elimination of any cluster does the work.

mod closure;
mod detection;
mod plane;

use super::ClusterPass;
use super::elimination::SLACK;
use crate::dynamics::articulated_body::joints::JointWork;
use closure::{End, free_motion};
pub(in crate::dynamics) use detection::LoopEnds;
use mechanism::joint_kinds::VelocityProducts;
use mechanism::scalar::{RankLimit, Scalar};
use mechanism::spatial::algebra::{add, cross, dot, scale};
use mechanism::spatial::articulated_inertia::noise;
use mechanism::spatial::pair::{Pair, both, first, pairs, second};
use mechanism::{Cluster, LinkMotion};
use plane::{Flat, Plane, along, cross_flat, dot_flat, nothing, turned};

/// Number of joints of such a loop.
const JOINTS: usize = 4;

/// The same of links, the ground being one.
const LINKS: usize = JOINTS + 1;

/// Margin of a minor above the threshold of pivots: in complete pivoting the last pivot is at least the largest minor divided by this
/// and the other pivots, of which the second may be twice the first.
const MARGIN: f64 = 16.0;

/// A joint of the loop and the link that it moves.
#[derive(Clone, Copy, Debug)]
struct Body<T> {
    /// The link that carries it: 0 is the ground, `k + 1` is moved by joint `k` of the loop.
    parent: usize,
    /// 1 or -1 where the joint turns its link about the normal or against it, 0 where it moves it in the plane.
    turns: T,
    /// It moves its link along its axis.
    slides: bool,
    /// Unit of its coordinate: 1 rad, or the size of the cluster in m.
    unit: T,
    /// 1 where the joint moves frame b of the constraint, -1 where it moves frame a.
    sense: T,
    /// Its link has no mass.
    is_bare: bool,
    /// Mass, kg.
    mass: T,
    /// Number of the axis of the link frame that is the first one in the plane; the second is the normal times that.
    axis: usize,
    /// First moment along these axes, kg.m.
    moment: Flat<T>,
    /// Moment of inertia about the normal through the link's origin, kg.m2.
    inertia: T,
    /// Inertia that the coordinate moves besides links, in its units.
    armature: T,
}

/// Pose and motion of a link.
#[derive(Clone, Copy, Debug)]
struct Placed<T> {
    /// Origin, m.
    at: Flat<T>,
    /// Way from the origin of the link that carries it, m.
    arm: Flat<T>,
    /// Its first axis in the plane.
    axis: Flat<T>,
    /// Motion along its joint, if that is a distance.
    slide: Flat<T>,
    /// Velocity of the origin, m/s.
    velocity: Flat<T>,
    /// Angular velocity, rad/s.
    spin: T,
    /// Acceleration of the origin from velocities, m/s2.
    carried: Flat<T>,
}

impl<T: Scalar> Placed<T> {
    /// The ground.
    #[inline(always)]
    fn ground() -> Self {
        let (none, spin) = (nothing(), T::zero());
        let axis = Pair(T::one(), T::zero());
        Self { at: none, arm: none, axis, slide: none, velocity: none, spin, carried: none }
    }

    /// A vector in the axes of the link, in those of the plane.
    #[inline(always)]
    fn resolve(&self, v: Flat<T>) -> Flat<T> {
        along(v.0, self.axis) + along(v.1, turned(self.axis))
    }
}

/// A unit of the free motion: of a link, in the plane.
#[derive(Clone, Copy, Debug)]
struct Moved<T> {
    turn: T,
    shift: Flat<T>,
}

impl<T: Scalar> Moved<T> {
    /// No motion.
    fn nothing() -> Self {
        Self { turn: T::zero(), shift: nothing() }
    }
}

/// A planar loop, and how it may move at the present positions.
#[derive(Clone, Debug)]
pub(super) struct Planar<T> {
    plane: Plane<T>,
    bodies: [Body<T>; JOINTS],
    /// Frames a and b of the constraint that closes it.
    ends: [End<T>; 2],
    /// They keep their angle.
    keep_angle: bool,
    /// Number of its joints: one less where no row keeps an angle, the last of the bodies is nothing then.
    count: usize,
    /// A position was found at which the motion is known.
    is_closed: bool,
    /// Motion of the coordinates along the free direction, and the part of their accelerations from velocities, in their units.
    direction: [T; JOINTS],
    demanded: [T; JOINTS],
    /// Motion of the links along the free direction; the first one is the ground.
    moved: [Moved<T>; LINKS],
    /// Inertia along the free direction.
    inertia: T,
    /// Force along it that velocities need.
    needed: T,
    /// Force that the links together need for it: its power along an acceleration of the ground is that of the weights.
    weight: Flat<T>,
}

impl<T: Scalar> Planar<T> {
    /// The loop can be moved as [`Self::drive`] says.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Its joints: not an array of known length, whose loops would be written out four times.
    #[inline(always)]
    fn bodies(&self) -> &[Body<T>] {
        &self.bodies[..self.count]
    }

    /// Leaves the loop to the elimination of any cluster.
    pub(super) fn open(&mut self) {
        self.is_closed = false;
    }

    /// Finds how the loop may move from where its `links` are and how they move, unless that has to be decided with care. Lengths are measured
    /// by `scale`, m.
    #[inline(never)]
    pub(super) fn close(&mut self, links: &[LinkMotion<T>], joints: &[JointWork<T>], limit: RankLimit, scale: f64) {
        self.is_closed = limit.rank == self.count - 1 && {
            let links = self.place(links, joints);
            let ends = (&self.ends, self.keep_angle);
            let found = free_motion(&links, self.bodies(), ends, scale, limit.threshold);
            found.is_some_and(|motion| self.move_links(motion, &links))
        };
    }

    /// Poses and motions of the links in the plane.
    #[inline(always)]
    fn place(&self, links: &[LinkMotion<T>], joints: &[JointWork<T>]) -> [Placed<T>; LINKS] {
        let plane = &self.plane;
        let mut placed = [Placed::ground(); LINKS];
        for (k, ((body, link), joint)) in self.bodies().iter().zip(links).zip(joints).enumerate() {
            let parent = &placed[body.parent];
            let at = plane.project(link.position);
            let (arm, axis) = (at - parent.at, plane.project(link.axes[body.axis]));
            let (slide, own) = if body.slides {
                (along(body.unit, axis), plane.project(second(joint.products.accelerations)))
            } else {
                (nothing(), along(-(parent.spin * parent.spin), arm))
            };
            placed[k + 1] = Placed {
                at,
                arm,
                axis,
                slide,
                velocity: plane.project(link.velocity),
                spin: dot(plane.normal, link.omega),
                carried: parent.carried + own,
            };
        }
        placed
    }

    /// Inertia and forces along the free direction; false if the inertia may be rounding.
    #[inline(always)]
    fn move_links(&mut self, (direction, demanded): ([T; JOINTS], [T; JOINTS]), links: &[Placed<T>; LINKS]) -> bool {
        let (mut moved, mut asked) = ([Moved::nothing(); LINKS], [Moved::nothing(); LINKS]);
        let (mut inertia, mut needed, mut weight) = (T::zero(), T::zero(), nothing());
        let (mut extent, mut mass, mut moment, mut lever) = (0.0, 0.0, 0.0, 0.0);
        for (k, (body, link)) in self.bodies().iter().zip(&links[1..]).enumerate() {
            let (n, y) = (direction[k], demanded[k]);
            let next = |before: Moved<T>, y: T| Moved {
                turn: before.turn + body.turns * y,
                shift: before.shift + along(before.turn, turned(link.arm)) + along(y, link.slide),
            };
            let (own, particular) = (next(moved[body.parent], n), next(asked[body.parent], y));
            (moved[k + 1], asked[k + 1]) = (own, particular);
            inertia += body.armature * n * n;
            needed += body.armature * n * y;
            extent += n.value().abs();
            lever += link.arm.0.value().abs() + link.arm.1.value().abs();
            moment += body.armature.value();
            if body.is_bare {
                continue;
            }
            let Moved { turn, shift } = own;
            let first_moment = link.resolve(body.moment);
            let force = along(body.mass, shift) + along(turn, turned(first_moment));
            let torque = body.inertia * turn + cross_flat(first_moment, shift);
            inertia += dot_flat(force, shift) + torque * turn;
            needed += dot_flat(force, particular.shift + link.carried) + torque * particular.turn;
            needed += -(link.spin * link.spin * dot_flat(first_moment, shift));
            weight = weight + force;
            mass += body.mass.value();
            moment += body.inertia.value();
        }
        (self.direction, self.demanded, self.moved) = (direction, demanded, moved);
        (self.inertia, self.needed, self.weight) = (inertia, needed, weight);
        // As if each coordinate moved all that the cluster carries, with all its lengths as a lever.
        let rough = 2.0 * extent * extent * (mass * lever * lever + moment);
        inertia.value() > SLACK * noise(rough)
    }

    /// Accelerations of the coordinates in their units.
    #[inline(never)]
    pub(super) fn drive(&self, pass: &ClusterPass<'_, T>, cluster: &Cluster) -> [T; JOINTS] {
        let plane = &self.plane;
        let mut needed = self.needed - dot_flat(self.weight, plane.project(pass.field));
        let first_joint = cluster.joints.start;
        let wrenches = &pass.wrenches[first_joint + 1..];
        let forces = &pass.joint_force[cluster.coordinates.clone()];
        let own = self.moved[1..].iter().zip(&self.direction).zip(&self.bodies);
        for (((moved, n), body), (wrench, force)) in own.zip(wrenches.iter().zip(forces)) {
            let outer =
                dot_flat(moved.shift, plane.project(wrench.force)) + moved.turn * dot(plane.normal, wrench.torque);
            needed += -(outer + *n * body.unit * *force);
        }
        let free = needed / self.inertia;
        std::array::from_fn(|k| self.demanded[k] - free * self.direction[k])
    }

    /// From the ground to the last link: accelerations of joints and links, the former `y` in their units.
    #[inline(never)]
    pub(super) fn accelerate(
        &self,
        y: &[T],
        cluster: &Cluster,
        joints: &[JointWork<T>],
        links: &mut [LinkMotion<T>],
        vdot: &mut [T],
    ) {
        let first_joint = cluster.joints.start;
        for (k, (body, own)) in self.bodies().iter().zip(y).enumerate() {
            let parent = &links[if body.parent == 0 { 0 } else { first_joint + body.parent }];
            let VelocityProducts { d, accelerations } = &joints[first_joint + k].products;
            let at_origin = add(parent.acceleration, cross(parent.alpha, *d));
            let before = add(pairs(parent.alpha, at_origin), *accelerations);
            let rate = *own * body.unit;
            let along = if body.slides { Pair(T::zero(), rate) } else { Pair(rate, T::zero()) };
            let link = &mut links[first_joint + k + 1];
            let motion = add(before, scale(along, both(link.axes[2])));
            (link.alpha, link.acceleration) = (first(motion), second(motion));
            vdot[cluster.coordinates.start + k] = rate;
        }
    }
}
