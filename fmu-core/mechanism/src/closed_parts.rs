//! Closed parts of rigid bodies: rigid components that form loops within one link.
//!
//! In such a loop the wrenches are statically indeterminate. They are taken as in beams of one material and one cross-section: the
//! components with a length are straight beams from frame to frame, those without (sensors, the world, fixed frames) are rigid. Of all
//! wrenches that are in balance with what acts on the part these have the smallest strain energy (theorem of Menabrea and Castigliano;
//! Timoshenko, Strength of Materials, part I, 1955, chapter 11).

use super::{FramePose, NodeId, RigidEdge, RigidMember, Slot3};
use crate::scalar::{LinearSystem, Matrix3, Scalar, Vector3, length};
use binary::Binary;

/// Tolerance for the gap of a loop, relative to its length, and for its angle, rad: it allows for rounded parameters.
const FIT: f64 = 1e-6;
/// Radius of gyration of the beams' cross-section relative to the total length of all beams of a part. With this value
/// the bending and the extension of a loop are of the same order of magnitude. Cutting a beam in two does not change
/// the result.
const GYRATION: f64 = 0.1;
/// Length of components without a length, relative to the total length of all beams of a part. It decides how they
/// share a wrench. Grounds are shorter, hence stiffer, by the same factor.
const RIGID: f64 = 1e-9;

/// Members that form loops. Loops of different parts have no member in common.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct ClosedPart {
    /// The link.
    pub link: usize,
    /// Members.
    pub members: Vec<RigidMember>,
    /// For each of the independent loops: its members in order; true for those traversed backwards.
    pub loops: Vec<Vec<(usize, bool)>>,
}

/// Gap of a rigid component that does not fit between its frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// Distance of its frame from the pose that the other components give, m.
    pub distance: f64,
    /// Angle from that pose, rad.
    pub angle: f64,
}

/// A straight beam.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Beam<T: Scalar> {
    /// Middle, in the link frame, m.
    middle: Vector3<T>,
    /// From one end to the other, m.
    r: Vector3<T>,
    /// Effective length, m.
    length: T,
}

/// Parameter-dependent quantities of a closed part.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedPartConstants<T: Scalar> {
    beams: Vec<Beam<T>>,
    /// Square of the radius of gyration, m2.
    gyration: T,
    /// Flexibility matrix: the opening of each loop due to a unit wrench in each loop.
    flexibility: LinearSystem<T>,
}

/// Deviation of the second end of a loop-closing member from the pose that the member requires; none within the tolerance.
pub(super) fn misfit<T: Scalar>(actual: &FramePose<T>, expected: &FramePose<T>, loop_length: f64) -> Option<Misfit> {
    let distance = length(&(actual.position - expected.position)).value();
    let turn = expected.axes.transpose() * actual.axes;
    let axis = [(2, 1), (0, 2), (1, 0)].map(|(i, j)| (turn[(i, j)] - turn[(j, i)]).value());
    let sine = 0.5 * axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let angle = sine.atan2(0.5 * (turn.trace().value() - 1.0));
    // Values that are not finite pass here: they are reported with the results.
    (distance > FIT * loop_length || angle > FIT).then_some(Misfit { distance, angle })
}

impl<T: Scalar> ClosedPartConstants<T> {
    /// The beams of a part between nodes with these poses.
    pub(super) fn new(part: &ClosedPart, edges: &[RigidEdge], frame_nodes: &[NodeId], nodes: &[FramePose<T>]) -> Self {
        let beam = |member: &RigidMember| {
            let [a, b] = member.nodes(edges, frame_nodes);
            let position = |node: Option<NodeId>| node.map(|node| nodes[node].position);
            let a = position(a).unwrap_or_else(Vector3::zeros);
            let r = position(b).unwrap_or(a) - a;
            Beam { middle: a + r * T::constant(0.5), r, length: length(&r) }
        };
        let mut beams: Vec<Beam<T>> = part.members.iter().map(beam).collect();
        let total = beams.iter().fold(T::zero(), |sum, beam| sum + beam.length);
        let total = if total.value() > 0.0 { total } else { T::one() };
        for (beam, member) in beams.iter_mut().zip(&part.members) {
            let rigid = if matches!(member, RigidMember::Ground(..)) { RIGID * RIGID } else { RIGID };
            beam.length += total * T::constant(rigid);
        }
        let radius = total * T::constant(GYRATION);
        let flexibility = LinearSystem::new(6 * part.loops.len());
        let mut constants = Self { beams, gyration: radius * radius, flexibility };
        constants.add_flexibility(part);
        constants
    }

    fn add_flexibility(&mut self, part: &ClosedPart) {
        let mut openings = vec![T::zero(); self.flexibility.size()];
        for (number, members) in part.loops.iter().enumerate() {
            for k in 0..6 {
                let mut unit = [T::zero(); 6];
                unit[k] = T::one();
                openings.fill(T::zero());
                for (member, reversed) in members {
                    self.open(part, *member, signed(unit, *reversed), &mut openings);
                }
                for (row, opening) in openings.iter().enumerate() {
                    self.flexibility.add(row, 6 * number + k, *opening);
                }
            }
        }
        // The loops are independent and every member has a length, so that the matrix is positive definite. If the
        // geometry is not finite, neither are the wrenches.
        let _ = self.flexibility.factor();
    }

    /// Adds the contribution of the wrench in one member (force and torque about the link's origin, in link axes) to
    /// the openings of the loops (a translation and a rotation each, of the point at the link's origin).
    pub fn open(&self, part: &ClosedPart, member: usize, wrench: [T; 6], openings: &mut [T]) {
        let deformation = self.deformation(member, wrench);
        for (members, opening) in part.loops.iter().zip(openings.chunks_exact_mut(6)) {
            for (_, reversed) in members.iter().filter(|(other, _)| *other == member) {
                let parts = signed(deformation, *reversed);
                opening.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            }
        }
    }

    /// Derivative of a beam's strain energy with respect to the wrench in it (Castigliano): with force f, torque t about the middle
    /// and radius of gyration i, the energy per flexibility is `l (f^2 + (t^2 + cross(f, r)^2/12)/i^2)/2`.
    fn deformation(&self, member: usize, wrench: [T; 6]) -> [T; 6] {
        let Beam { middle, r, length } = self.beams[member];
        let [f, t] = [0, 3].map(|first| Vector3::from_fn(|k, _| wrench[first + k]));
        let rotation = (t - middle.cross(&f)) * (length / self.gyration);
        let bending = r.cross(&f.cross(&r)) * (length / (self.gyration * T::constant(12.0)));
        let translation = f * length + bending + middle.cross(&rotation);
        std::array::from_fn(|k| if k < 3 { translation[k] } else { rotation[k - 3] })
    }

    /// Replaces the `openings` of the loops by the wrenches that close them, each a force and a torque about the link's
    /// origin in link axes.
    pub fn close(&self, openings: &mut [T]) {
        openings.iter_mut().for_each(|opening| *opening = -*opening);
        self.flexibility.solve(openings);
    }
}

/// Reverses the sign of a wrench or deformation if `reversed`.
pub fn signed<T: Scalar>(parts: [T; 6], reversed: bool) -> [T; 6] {
    if reversed { parts.map(|x| -x) } else { parts }
}

/// Pose of a ground in the world.
pub(super) fn ground_pose<T: Scalar>(position: Option<Slot3>, parameters: &[T]) -> FramePose<T> {
    FramePose {
        axes: Matrix3::identity(),
        position: position.map_or_else(Vector3::zeros, |position| position.get(parameters)),
    }
}
