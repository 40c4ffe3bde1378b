//! The axes and properties that every joint kind declares agree with its kinematics.

use super::super::link::{JointPlacement, LinkMotion};
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, add, cross, rotate, scale, sub, zeros};
use super::massless::MasslessStart;
use super::*;
use crate::frames::Sequence;
use crate::frames::quaternions::resolve1;
use crate::scalar::{Jet, Scalar, Vector3};

/// Axes of a frame in a general orientation.
fn turned() -> [Vector<f64>; 3] {
    let axes = Sequence::default().matrix([0.4, -1.1, 2.3]);
    [0, 1, 2].map(|k| [axes[(k, 0)], axes[(k, 1)], axes[(k, 2)]])
}

/// A joint on a moving parent, with its own speeds and the link that it moves.
struct Case {
    kind: JointKind,
    parent: LinkMotion<f64>,
    placement: JointPlacement<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
}

impl Case {
    fn new(kind: JointKind) -> Self {
        let mut parent = LinkMotion::ground();
        parent.axes = turned();
        parent.position = [0.3, -0.2, 0.9];
        parent.omega = [0.7, 1.3, -0.4];
        parent.velocity = [-1.1, 0.2, 0.6];
        let axes = Sequence::default().matrix([-0.8, 0.5, 0.3]);
        let placement = JointPlacement {
            axes: [0, 1, 2].map(|k| [axes[(k, 0)], axes[(k, 1)], axes[(k, 2)]]),
            position: [0.5, 0.1, -0.7],
        };
        let number = |k: usize, turn: f64| 0.3 + (turn * k as f64).sin();
        Self {
            kind,
            parent,
            placement,
            q: (0..kind.nq()).map(|k| number(k, 1.7)).collect(),
            v: (0..kind.nv()).map(|k| number(k, 2.9)).collect(),
        }
    }

    /// The link after kinematics at the coordinates `q`; angles are given by sine and cosine.
    fn link<T: Scalar>(&self, q: &[T], v: &[T]) -> (LinkMotion<T>, VelocityProducts<T>) {
        let map = |a: Vector<f64>| a.map(T::constant);
        let parent = LinkMotion {
            axes: self.parent.axes.map(map),
            position: map(self.parent.position),
            omega: map(self.parent.omega),
            velocity: map(self.parent.velocity),
            ..LinkMotion::ground()
        };
        let placement = JointPlacement { axes: self.placement.axes.map(map), position: map(self.placement.position) };
        let (sin, cos): (Vec<T>, Vec<T>) = q.iter().map(|x| x.sin_cos()).unzip();
        let state = State { q, v, sin: &sin, cos: &cos, first: (0, 0), parent: &parent, placement: &placement };
        let mut link = LinkMotion::ground();
        let products = self.kind.kinematics(&state, &mut link);
        (link, products)
    }

    /// The motion axis of velocity coordinate `k` of the joint, for that motion of the link.
    fn axis(&self, k: usize, link: LinkMotion<f64>) -> Axis<f64> {
        let (links, placements) = ([self.parent, link], [self.placement]);
        self.kind.axis(k, &Place { links: &links, placements: &placements, joint: 0, parent: 0 })
    }

    fn joint_axes(&self) -> [Vector<f64>; 3] {
        kind::joint_axes(&self.parent, &self.placement)
    }
}

fn assert_near(found: Vector<f64>, expected: Vector<f64>, what: &str) {
    let off = sub(found, expected).into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    assert!(off < 1e-14, "{what}: {found:?} instead of {expected:?}");
}

#[test]
fn the_velocity_of_the_link_is_that_of_the_parent_and_along_the_axes() {
    for &kind in JointKind::ALL {
        let case = Case::new(kind);
        let (link, products) = case.link(&case.q, &case.v);
        let carried = add(case.parent.velocity, cross(case.parent.omega, products.d));
        let (mut omega, mut velocity) = (case.parent.omega, carried);
        for (k, v) in case.v.iter().enumerate() {
            let axis = case.axis(k, link);
            let along = if axis.rotation { &mut omega } else { &mut velocity };
            *along = add(*along, scale(*v, axis.direction));
        }
        assert_near(link.omega, omega, &format!("{kind:?}: angular velocity"));
        assert_near(link.velocity, velocity, &format!("{kind:?}: velocity"));
    }
}

#[test]
fn derivatives_of_positions_move_the_link_along_the_axes() {
    for &kind in JointKind::ALL {
        let case = Case::new(kind);
        let mut qdot = vec![0.0; kind.nq()];
        kind.position_derivatives(&case.q, &case.v, &mut qdot);
        let q: Vec<Jet> = case.q.iter().zip(&qdot).map(|(q, d)| Jet::along(*q, [*d, 0.0, 0.0])).collect();
        let (link, _) = case.link(&q, &case.v.iter().map(|v| Jet::constant(*v)).collect::<Vec<_>>());
        let (now, _) = case.link(&case.q, &case.v);
        let (mut omega, mut velocity) = (zeros(), zeros());
        for (k, v) in case.v.iter().enumerate() {
            let axis = case.axis(k, now);
            let along = if axis.rotation { &mut omega } else { &mut velocity };
            *along = add(*along, scale(*v, axis.direction));
        }
        assert_near(link.position.map(|x| x.along[0]), velocity, &format!("{kind:?}: der(position)"));
        // The frame of a rotor does not rotate with it.
        let omega = if kind == JointKind::Rotor { zeros() } else { omega };
        for (axis, fixed) in link.axes.iter().zip(now.axes) {
            assert_near(axis.map(|x| x.along[0]), cross(omega, fixed), &format!("{kind:?}: der(axes)"));
        }
    }
}

#[test]
fn the_rotation_carries_the_joint_frame_into_the_link_frame() {
    for &kind in JointKind::ALL {
        let case = Case::new(kind);
        let (link, _) = case.link(&case.q, &case.v);
        let q = kind.rotation(Vector3::z(), &case.q);
        for (k, axis) in link.axes.into_iter().enumerate() {
            let mut unit = Vector3::zeros();
            unit[k] = 1.0;
            let turned = rotate(&case.joint_axes(), resolve1(&q, unit).into());
            assert_near(turned, axis, &format!("{kind:?}: axis {k}"));
        }
    }
}

/// Start values at addresses 0 to 17.
fn starts() -> Vec<JointStart> {
    let single = SingleStart { position: 0, speed: 1 };
    let rotation = RotationStart { angles: Slot3(6), sequence: Sequence::default(), w: Slot3(9) };
    let free = FreeStart {
        r: Slot3(0),
        v: Slot3(3),
        angles: Some(Slot3(6)),
        sequence: Sequence::default(),
        w: Some(Slot3(9)),
    };
    vec![
        JointStart::Revolute(single),
        JointStart::Rotor(single),
        JointStart::Prismatic(single),
        JointStart::Spherical(rotation),
        JointStart::Free(free),
        JointStart::Translation(free),
        JointStart::Massless(MasslessStart { r: Some(Slot3(0)) }),
        JointStart::Angle(single),
        JointStart::Distance(single),
    ]
}

#[test]
fn coordinates_are_as_many_as_the_kind_has_and_begin_at_their_start_values() {
    let parameters: Vec<f64> = (0..12).map(|k| (1.3 * f64::from(k)).sin()).collect();
    let kinds: Vec<JointKind> = starts().iter().map(JointStart::kind).collect();
    assert_eq!(kinds, JointKind::ALL);
    for start in starts() {
        let kind = start.kind();
        for sense in [Sense::Root, Sense::Forward, Sense::Reversed] {
            let Coordinates { positions, speeds } = start.coordinates(sense);
            assert_eq!((positions.len(), speeds.len()), (kind.nq(), kind.nv()), "{kind:?}");
            let (mut q, mut v) = (vec![f64::NAN; kind.nq()], vec![f64::NAN; kind.nv()]);
            start.begin(sense, &parameters, &mut q, &mut v);
            for (coordinate, value) in positions.iter().zip(&q).chain(speeds.iter().zip(&v)) {
                assert!(value.is_finite(), "{kind:?}: {coordinate:?}");
                let own = coordinate.start.map_or(*value, |address| parameters[address]);
                assert_eq!(*value, own, "{kind:?}: {coordinate:?}");
            }
        }
    }
}

/// The same motion described from the other end: the child and the parent change places.
#[test]
fn reversed_coordinates_are_the_opposite_motion() {
    let parameters: Vec<f64> = (0..12).map(|k| (1.3 * f64::from(k)).sin()).collect();
    for start in starts().into_iter().filter(|start| matches!(start.kind(), JointKind::Free | JointKind::Spherical)) {
        let kind = start.kind();
        let mut case = Case::new(kind);
        (case.parent, case.placement.position) = (LinkMotion::ground(), zeros());
        case.placement.axes = case.parent.axes;
        let mut at = |sense| {
            start.begin(sense, &parameters, &mut case.q, &mut case.v);
            case.link(&case.q, &case.v).0
        };
        let (b, a) = (at(Sense::Forward), at(Sense::Reversed));
        // Motion of frame_a relative to frame_b, from that of frame_b relative to frame_a.
        let opposite = |x: Vector<f64>| rotate(&b.axes, x).map(|x| -x);
        assert_near(b.position, opposite(a.position), &format!("{kind:?}: position"));
        assert_near(b.omega, opposite(a.omega), &format!("{kind:?}: angular velocity"));
        let apparent = add(opposite(a.velocity), cross(b.omega, b.position));
        assert_near(b.velocity, apparent, &format!("{kind:?}: velocity"));
        for k in 0..3 {
            let mut unit = [0.0; 3];
            unit[k] = 1.0;
            assert_near(rotate(&b.axes, a.axes[k]), unit, &format!("{kind:?}: axes"));
        }
    }
}
