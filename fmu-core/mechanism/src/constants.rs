//! Constants that depend on the parameters only: frames on their links, joint placements, lumped inertias.

use super::closed_parts::{ground_pose, misfit};
use super::{
    CircuitConstants, ClosedPartConstants, FlangePose, FlangePotential, FrameId, FramePose, GravityField,
    JointPlacement, MassElement, Mechanism, Misfit, NodeParent, RigidEdge, RigidInertia, RigidMember, Slot3,
    TransmissionKind, TreeConstants,
};
use crate::digits::four_digits;
use crate::frames::FramesError;
use crate::scalar::{Matrix3, Scalar, Vector3, length};

/// Mass properties of a mass element, in its frame_a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassConstants<T: Scalar> {
    /// Mass, kg.
    pub m: T,
    /// Centre of mass, m.
    pub r_cm: Vector3<T>,
    /// Inertia about the centre of mass, kg.m2.
    pub inertia: Matrix3<T>,
}

/// Parameter-dependent quantities of a mechanism.
#[derive(Clone, Debug)]
pub struct Constants<T: Scalar> {
    /// Gravity.
    pub gravity: GravityField<T>,
    /// Joint placements and link inertias.
    pub tree: TreeConstants<T>,
    /// Pose of each node on its link.
    pub nodes: Vec<FramePose<T>>,
    /// Mass elements.
    pub masses: Vec<MassConstants<T>>,
    /// Rigid edges: T from frame_a to frame_b and the origin of frame_b in frame_a.
    pub rigid_edges: Vec<(Matrix3<T>, Vector3<T>)>,
    /// Closed parts of rigid bodies.
    pub closed_parts: Vec<ClosedPartConstants<T>>,
    /// Unit axis of each joint in its frame_a (zero for joints without one).
    pub axes: Vec<Vector3<T>>,
    /// Pose of each flange node.
    pub flanges: Vec<FlangePose<T>>,
    /// Unit axis of each rotor in the frame that carries it.
    pub rotor_axes: Vec<Vector3<T>>,
    /// Axis of each mounted flange in the frame that it is mounted on.
    pub mounting_axes: Vec<Vector3<T>>,
    /// Electrical circuits.
    pub circuits: Vec<CircuitConstants<T>>,
}

/// A component whose geometry is impossible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{component}: {error}")]
pub struct GeometryError {
    /// Name of the component.
    pub component: String,
    /// The fault.
    pub error: GeometryFault,
}

/// An impossible geometry or circuit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GeometryFault {
    /// A direction without length, or directions that do not span what they should.
    #[error(transparent)]
    Direction(#[from] FramesError),
    /// A singular electrical circuit.
    #[error(
        "the voltages and currents of its circuit are undetermined: it has no ground, or sources and capacitors in \
         it contradict each other; connect a Ground, or put a resistor in between"
    )]
    Circuit,
    /// A loop of rigid components that is open.
    #[error(
        "it closes a loop of rigid components ({}) that does not fit: its end is {} m and {} rad away from the \
         position given by the others; correct their lengths, directions and angles, or remove one of them",
        components.join(", "),
        four_digits(misfit.distance), four_digits(misfit.angle)
    )]
    OpenLoop {
        /// Names of the components of the loop.
        components: Vec<String>,
        /// Gap between its ends.
        misfit: Misfit,
    },
}

impl GeometryError {
    /// Returns true for a direction of zero length.
    pub fn is_zero_direction(&self) -> bool {
        matches!(self.error, GeometryFault::Direction(FramesError::ZeroVector { .. }))
    }
}

fn circuits<T: Scalar>(mechanism: &Mechanism, parameters: &[T]) -> Result<Vec<CircuitConstants<T>>, GeometryError> {
    let solve = |circuit: &super::Circuit| {
        circuit.solve(parameters).map_err(|undecided| GeometryError {
            component: circuit.branches.get(undecided.branch).map(|b| b.element.name.clone()).unwrap_or_default(),
            error: GeometryFault::Circuit,
        })
    };
    mechanism.circuits.iter().map(solve).collect()
}

impl<T: Scalar> Constants<T> {
    /// Computes all constants from the parameter array.
    ///
    /// # Errors
    /// A zero axis or another impossible direction, with the name of the component.
    pub fn new(mechanism: &Mechanism, parameters: &[T]) -> Result<Self, GeometryError> {
        let rigid_edges = mechanism.rigid_edges.iter().map(|edge| {
            let result = edge.transform.evaluate(parameters);
            result.map_err(|error| GeometryError { component: edge.name.clone(), error: error.into() })
        });
        let axes = mechanism.joints.iter().map(|info| match info.axis {
            None => Ok(Vector3::zeros()),
            Some(n) => unit_axis(n, &info.name, parameters),
        });
        let rotors = mechanism.rotors.iter().map(|rotor| unit_axis(rotor.n, &rotor.name, parameters));
        let mountings = mechanism.mountings.iter().map(|mounting| match mounting.normalized {
            true => unit_axis(mounting.n, &mounting.name, parameters),
            false => Ok(mounting.n.get(parameters)),
        });
        let mut constants = Self {
            gravity: mechanism.gravity.field(parameters),
            tree: TreeConstants::default(),
            nodes: Vec::with_capacity(mechanism.nodes.len()),
            masses: mechanism.masses.iter().map(|mass| MassConstants::new(mass, parameters)).collect(),
            rigid_edges: rigid_edges.collect::<Result<_, _>>()?,
            closed_parts: Vec::new(),
            axes: axes.collect::<Result<_, _>>()?,
            flanges: Vec::new(),
            rotor_axes: rotors.collect::<Result<_, _>>()?,
            mounting_axes: mountings.collect::<Result<_, _>>()?,
            circuits: circuits(mechanism, parameters)?,
        };
        constants.place_nodes(mechanism, parameters);
        constants.close_parts(mechanism, parameters)?;
        constants.place_rotors(mechanism);
        constants.place_flanges(mechanism, parameters);
        constants.lump(mechanism);
        constants.lump_rotors(mechanism, parameters);
        Ok(constants)
    }

    fn place_nodes(&mut self, mechanism: &Mechanism, parameters: &[T]) {
        let joint_count = mechanism.tree.joints.len();
        let origin = JointPlacement { axes: Matrix3::identity().into(), position: [T::zero(); 3] };
        self.tree.placements = vec![origin; joint_count];
        for node in &mechanism.nodes {
            let pose = match node.parent {
                NodeParent::Ground(r, _) => ground_pose(r, parameters),
                NodeParent::Rigid { node, edge, reversed } => self.rigid_pose(&self.nodes[node], edge, reversed),
                NodeParent::Joint { node, joint } => {
                    let parent = self.nodes[node];
                    let basis = self.joint_basis(mechanism, joint);
                    self.tree.placements[joint] =
                        JointPlacement { axes: (parent.axes * basis).into(), position: parent.position.into() };
                    FramePose { axes: basis.transpose(), position: Vector3::zeros() }
                }
                NodeParent::Free { .. } => FramePose { axes: Matrix3::identity(), position: Vector3::zeros() },
            };
            self.nodes.push(pose);
        }
    }

    /// Checks that loops of rigid components fit.
    fn close_parts(&mut self, mechanism: &Mechanism, parameters: &[T]) -> Result<(), GeometryError> {
        for members in &mechanism.closing {
            let [actual, expected] = self.ends(mechanism, parameters, members[0]);
            let size = |member: &RigidMember| match *member {
                RigidMember::Edge(edge) => self.rigid_edges[edge].1,
                RigidMember::Ground(_, position) => ground_pose(position, parameters).position,
            };
            let size: f64 = members.iter().map(|member| length(&size(member)).value()).sum();
            if let Some(misfit) = misfit(&actual, &expected, size) {
                let components = members.iter().map(|member| mechanism.member_name(*member).to_owned()).collect();
                let component = mechanism.member_name(members[0]).to_owned();
                return Err(GeometryError { component, error: GeometryFault::OpenLoop { components, misfit } });
            }
        }
        let part = |part| ClosedPartConstants::new(part, &mechanism.rigid_edges, &mechanism.frame_nodes, &self.nodes);
        self.closed_parts = mechanism.closed_parts.iter().map(part).collect();
        Ok(())
    }

    /// Poses of the second end of a closing member: the actual one, and the one that the member requires.
    fn ends(&self, mechanism: &Mechanism, parameters: &[T], member: RigidMember) -> [FramePose<T>; 2] {
        let pose = |frame: FrameId| self.nodes[mechanism.frame_nodes[frame]];
        match member {
            RigidMember::Edge(edge) => {
                let RigidEdge { frame_a, frame_b, .. } = mechanism.rigid_edges[edge];
                [pose(frame_b), self.rigid_pose(&pose(frame_a), edge, false)]
            }
            RigidMember::Ground(frame, position) => [pose(frame), ground_pose(position, parameters)],
        }
    }

    /// Determines the axes of the rotors in the frames that carry them.
    fn place_rotors(&mut self, mechanism: &Mechanism) {
        for (rotor, axis) in mechanism.rotors.iter().zip(&self.rotor_axes) {
            let Some(joint) = rotor.joint else { continue };
            let pose = self.nodes[mechanism.frame_nodes[rotor.frame]];
            let axes = pose.axes * basis_with_z(*axis);
            self.tree.placements[joint] = JointPlacement { axes: axes.into(), position: pose.position.into() };
        }
    }

    fn place_flanges(&mut self, mechanism: &Mechanism, parameters: &[T]) {
        self.flanges = vec![FlangePose { ratio: T::zero(), offset: T::zero() }; mechanism.flange_node_count];
        for (node, parent) in &mechanism.flange_tree {
            let pose = |flange: usize| self.flanges[mechanism.flange_nodes[flange]];
            self.flanges[*node] = FlangePose::new(*parent, &mechanism.transmissions, parameters, &self.flanges, pose);
        }
        self.tree.armature = vec![T::zero(); mechanism.tree.joints.len()];
        for transmission in &mechanism.transmissions {
            if let (TransmissionKind::Rigid { inertia: Some(inertia), .. }, FlangePotential::Joint(joint)) =
                (transmission.kind, mechanism.flange_potentials[transmission.flange_a])
            {
                let ratio = self.flanges[mechanism.flange_nodes[transmission.flange_a]].ratio;
                self.tree.armature[joint] += parameters[inertia] * ratio * ratio;
            }
        }
    }

    /// Subtracts the moments of inertia of rotors about their axes from the links of their carriers: a rotor turns
    /// independently of its carrier. The reaction of a coupled rotor on its carrier is computed with the accelerations.
    fn lump_rotors(&mut self, mechanism: &Mechanism, parameters: &[T]) {
        for (rotor, axis) in mechanism.rotors.iter().zip(&self.rotor_axes) {
            let inertia = parameters[rotor.inertia];
            if let Some(joint) = rotor.joint {
                self.tree.inertias[joint].inertia[2] += inertia;
            } else if let FlangePotential::Joint(joint) = mechanism.flange_potentials[rotor.flange] {
                let ratio = self.flanges[mechanism.flange_nodes[rotor.flange]].ratio;
                self.tree.armature[joint] += inertia * ratio * ratio;
            }
            if rotor.is_coupled() {
                continue;
            }
            let node = mechanism.frame_nodes[rotor.frame];
            let e = self.nodes[node].axes * axis;
            let link = mechanism.nodes[node].link;
            if let Some(carrier) = link.checked_sub(1).and_then(|joint| self.tree.inertias.get_mut(joint)) {
                for (element, (row, column)) in carrier.inertia.iter_mut().zip(ELEMENTS) {
                    *element -= inertia * e[row] * e[column];
                }
            }
        }
    }

    fn rigid_pose(&self, parent: &FramePose<T>, edge: usize, reversed: bool) -> FramePose<T> {
        let (t, r) = self.rigid_edges[edge];
        if reversed {
            let axes = parent.axes * t;
            FramePose { axes, position: parent.position - axes * r }
        } else {
            FramePose { axes: parent.axes * t.transpose(), position: parent.position + parent.axes * r }
        }
    }

    /// Link axes of a joint's child in the axes of the joint's frames at rest; z is along the axis of motion for joints
    /// with an axis.
    fn joint_basis(&self, mechanism: &Mechanism, joint: usize) -> Matrix3<T> {
        let info = &mechanism.joints[joint];
        if info.axis.is_none() {
            return Matrix3::identity();
        }
        let e = self.axes[joint];
        basis_with_z(if info.reversed { -e } else { e })
    }

    fn lump(&mut self, mechanism: &Mechanism) {
        self.tree.inertias = vec![RigidInertia::default(); mechanism.tree.joints.len()];
        for (mass, constants) in mechanism.masses.iter().zip(&self.masses) {
            let node = mechanism.frame_nodes[mass.frame];
            let link = mechanism.nodes[node].link;
            if let Some(inertia) = link.checked_sub(1).and_then(|joint| self.tree.inertias.get_mut(joint)) {
                add_mass(inertia, constants, &self.nodes[node]);
            }
        }
    }
}

impl<T: Scalar> MassConstants<T> {
    fn new(mass: &MassElement, parameters: &[T]) -> Self {
        let inertia = mass.inertia.map_or_else(Matrix3::zeros, |i| {
            let [i11, i22, i33, i21, i31, i32] = i.map(|slot| parameters[slot]);
            Matrix3::new(i11, i21, i31, i21, i22, i32, i31, i32, i33)
        });
        let r_cm = mass.r_cm.map_or_else(Vector3::zeros, |r| r.get(parameters));
        Self { m: parameters[mass.m], r_cm, inertia }
    }
}

fn unit_axis<T: Scalar>(n: Slot3, component: &str, parameters: &[T]) -> Result<Vector3<T>, GeometryError> {
    crate::frames::direction_of("n", n.get(parameters))
        .map_err(|error| GeometryError { component: component.to_owned(), error: error.into() })
}

/// Row and column of each element of a [`RigidInertia`].
const ELEMENTS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// Adds a mass element to the inertia of its link (parallel axis theorem).
fn add_mass<T: Scalar>(link: &mut RigidInertia<T>, mass: &MassConstants<T>, pose: &FramePose<T>) {
    let c = pose.position + pose.axes * mass.r_cm;
    let moment = c * mass.m;
    let i = pose.axes * mass.inertia * pose.axes.transpose()
        + (Matrix3::identity() * c.dot(&c) - c * c.transpose()) * mass.m;
    link.mass += mass.m;
    link.moment.iter_mut().zip(&moment).for_each(|(sum, moment)| *sum += *moment);
    for (k, (row, column)) in ELEMENTS.into_iter().enumerate() {
        link.inertia[k] += i[(row, column)];
    }
}

/// Right-handed orthonormal basis (columns) whose third vector is the unit vector `e`. For an axis of the frame it is a
/// permutation up to signs, free of rounding errors.
fn basis_with_z<T: Scalar>(e: Vector3<T>) -> Matrix3<T> {
    let largest = (0..3).fold(0, |best, k| if e[k].value().abs() > e[best].value().abs() { k } else { best });
    let mut x = Vector3::zeros();
    x[(largest + 1) % 3] = T::one();
    let x = x - e * e.dot(&x);
    let x = x / length(&x);
    Matrix3::from_columns(&[x, e.cross(&x), e])
}
