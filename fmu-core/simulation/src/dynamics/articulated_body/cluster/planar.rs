//! A loop whose links move parallel to a plane: four joints on the ground and one degree of freedom, as in a four-bar
//! or a slider-crank.
//!
//! The equations are those of any cluster, reduced to two directions and an angle. The four joint motions satisfy three
//! rows, so that the free direction is the vector of the 3 x 3 minors, and no matrix has to be factored. Near singular
//! positions, where the rank of the rows must be decided, the general elimination is used.

mod closure;
mod detection;
mod plane;

use super::Input;
use super::elimination::SLACK;
use crate::dynamics::articulated_body::JointWork;
use closure::End;
pub(in crate::dynamics) use detection::LoopEnds;
use mechanism::LinkMotion;
use mechanism::joint_kinds::VelocityProducts;
use mechanism::scalar::{RankLimit, Scalar};
use mechanism::spatial::algebra::{add, cross, dot, scale};
use mechanism::spatial::articulated_inertia::noise;
use mechanism::spatial::pair::{Pair, both, first, pairs, second};
use plane::{Flat, Plane, along, cross_flat, dot_flat, nothing, turned};

/// Number of joints of such a loop.
const JOINTS: usize = 4;

/// Number of links, including the ground.
const LINKS: usize = JOINTS + 1;

/// Factor of a minor above the threshold of pivots: in complete pivoting the last pivot is at least the largest minor
/// divided by this and the other pivots, of which the second may be twice the first.
const MARGIN: f64 = 16.0;

/// A joint of the loop and the link that it moves.
#[derive(Clone, Copy, Debug)]
struct Body<T> {
    /// The link that carries it: 0 is the ground, `k + 1` is moved by joint `k` of the loop.
    parent: usize,
    /// 1 or -1 if the joint turns its link about the normal or against it, 0 if it moves it in the plane.
    turns: T,
    /// The joint is prismatic.
    slides: bool,
    /// Unit of its coordinate: 1 rad, or the size of the cluster in m.
    unit: T,
    /// 1 if the joint moves frame b of the constraint, -1 if it moves frame a.
    sense: T,
    /// The link has no mass.
    is_bare: bool,
    /// Mass, kg.
    mass: T,
    /// Number of the axis of the link frame that is the first one in the plane; the second is the normal times this
    /// axis.
    axis: usize,
    /// First moment along these axes, kg.m.
    moment: Flat<T>,
    /// Moment of inertia about the normal through the link's origin, kg.m2.
    inertia: T,
    /// Armature of the coordinate, in its units.
    armature: T,
}

/// Pose and motion of a link.
#[derive(Clone, Copy, Debug)]
struct Placed<T> {
    /// Origin, m.
    at: Flat<T>,
    /// Vector from the origin of the link that carries it, m.
    arm: Flat<T>,
    /// First axis in the plane.
    axis: Flat<T>,
    /// Motion along the joint axis, if it is prismatic.
    slide: Flat<T>,
    /// Velocity of the origin, m/s.
    velocity: Flat<T>,
    /// Angular velocity, rad/s.
    spin: T,
    /// Velocity-dependent acceleration of the origin, m/s2.
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

    /// A vector in the axes of the link, resolved in those of the plane.
    #[inline(always)]
    fn resolve(&self, v: Flat<T>) -> Flat<T> {
        along(v.0, self.axis) + along(v.1, turned(self.axis))
    }
}

/// Motion of a link in the plane per unit of the free motion.
#[derive(Clone, Copy, Debug, Default)]
struct Moved<T> {
    turn: T,
    shift: Flat<T>,
}

/// Motion of the coordinates along the free direction, with 1 as the largest element, and the velocity-dependent part of their accelerations,
/// in their units.
#[derive(Clone, Copy, Debug, Default)]
struct FreeMotion<T> {
    direction: [T; JOINTS],
    demanded: [T; JOINTS],
}

/// A planar loop, and its free motion at the present position.
#[derive(Clone, Debug)]
pub(super) struct Planar<T> {
    plane: Plane<T>,
    /// The joints, [`JOINTS`], or one less if no row keeps an angle.
    bodies: Vec<Body<T>>,
    /// Frames a and b of the constraint that closes the loop.
    ends: [End<T>; 2],
    /// The constraint keeps the angle between the frames.
    keep_angle: bool,
    /// The free motion is known at the present position, so that [`Self::drive`] can be used instead of the general elimination.
    pub(super) is_closed: bool,
    motion: FreeMotion<T>,
    /// Motion of the links along the free direction; the first link is the ground.
    moved: [Moved<T>; LINKS],
    /// Inertia along the free direction.
    inertia: T,
    /// Velocity-dependent force along the free direction.
    needed: T,
    /// Inertial force of all links per unit of the free acceleration: its power along an acceleration of the ground is
    /// that of the weights.
    weight: Flat<T>,
}

impl<T: Scalar> Planar<T> {
    /// Computes the free motion at the present motion of the `links`, unless the position is nearly singular. Lengths
    /// are measured in units of `scale`, m.
    #[inline(never)]
    pub(super) fn close(&mut self, links: &[LinkMotion<T>], joints: &[JointWork<T>], limit: RankLimit, scale: f64) {
        self.is_closed = limit.rank == self.bodies.len() - 1 && {
            let links = self.place(links, joints);
            let found = self.free_motion(&links, scale, limit.threshold);
            found.is_some_and(|motion| self.move_links(motion, &links))
        };
    }

    /// Poses and motions of the links in the plane.
    #[inline(always)]
    fn place(&self, links: &[LinkMotion<T>], joints: &[JointWork<T>]) -> [Placed<T>; LINKS] {
        let plane = &self.plane;
        let mut placed = [Placed::ground(); LINKS];
        for (k, ((body, link), joint)) in self.bodies.iter().zip(links).zip(joints).enumerate() {
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

    /// Inertia and forces along the free direction; returns false if the inertia may be a rounding error.
    #[inline(always)]
    fn move_links(&mut self, motion: FreeMotion<T>, links: &[Placed<T>; LINKS]) -> bool {
        let (mut moved, mut asked) = ([Moved::default(); LINKS], [Moved::default(); LINKS]);
        let (mut inertia, mut needed, mut weight) = (T::zero(), T::zero(), nothing());
        let (mut extent, mut mass, mut moment, mut lever) = (0.0, 0.0, 0.0, 0.0);
        for (k, (body, link)) in self.bodies.iter().zip(&links[1..]).enumerate() {
            let (n, y) = (motion.direction[k], motion.demanded[k]);
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
        (self.motion, self.moved) = (motion, moved);
        (self.inertia, self.needed, self.weight) = (inertia, needed, weight);
        // As if each coordinate moved the whole mass, with the sum of all lengths as a lever arm.
        let rough = 2.0 * extent * extent * (mass * lever * lever + moment);
        inertia.value() > SLACK * noise(rough)
    }

    /// Accelerations of the coordinates, in their units; `forces` begin with the first coordinate of the loop.
    #[inline(never)]
    pub(super) fn drive(&self, input: &Input<'_, T>, first_joint: usize, forces: &[T]) -> [T; JOINTS] {
        let (plane, motion) = (&self.plane, &self.motion);
        let mut needed = self.needed - dot_flat(self.weight, plane.project(input.field));
        let wrenches = &input.wrenches[first_joint + 1..];
        let own = self.moved[1..].iter().zip(&motion.direction).zip(&self.bodies);
        for (((moved, n), body), (wrench, force)) in own.zip(wrenches.iter().zip(forces)) {
            let outer =
                dot_flat(moved.shift, plane.project(wrench.force)) + moved.turn * dot(plane.normal, wrench.torque);
            needed += -(outer + *n * body.unit * *force);
        }
        let free = needed / self.inertia;
        std::array::from_fn(|k| motion.demanded[k] - free * motion.direction[k])
    }

    /// Pass from the ground to the last link: accelerations of links and of coordinates (`y` in their units, `vdot`).
    /// `vdot` begins with the first coordinate of the loop.
    #[inline(never)]
    pub(super) fn accelerate(
        &self,
        y: &[T],
        first_joint: usize,
        joints: &[JointWork<T>],
        links: &mut [LinkMotion<T>],
        vdot: &mut [T],
    ) {
        for (k, (body, own)) in self.bodies.iter().zip(y).enumerate() {
            let parent = &links[if body.parent == 0 { 0 } else { first_joint + body.parent }];
            let VelocityProducts { d, accelerations } = &joints[first_joint + k].products;
            let at_origin = add(parent.acceleration, cross(parent.alpha, *d));
            let before = add(pairs(parent.alpha, at_origin), *accelerations);
            let rate = *own * body.unit;
            let along = if body.slides { Pair(T::zero(), rate) } else { Pair(rate, T::zero()) };
            let link = &mut links[first_joint + k + 1];
            let motion = add(before, scale(along, both(link.axes[2])));
            (link.alpha, link.acceleration) = (first(motion), second(motion));
            vdot[k] = rate;
        }
    }
}
