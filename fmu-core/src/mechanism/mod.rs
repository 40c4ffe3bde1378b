//! Links, joints, frames, laws and signals in flat arrays: what a compiled model is made of, and the view of them that a law gets.

mod closed_parts;
mod constants;
mod constraints;
mod derived;
mod flanges;
mod formula;
mod gravity;
mod heat;
mod impossible;
pub(crate) mod joint_kinds;
mod law;
mod lifted;
mod lines;
mod link;
#[allow(clippy::module_inception)]
mod mechanism;
mod parameters;
mod rolling;
mod slots;
mod source;
pub(crate) mod spatial;
mod tree;
mod view;

pub(crate) use closed_parts::signed;
pub use closed_parts::{ClosedPart, ClosedPartConstants, Misfit, RigidMember};
pub use constants::{Constants, FramePose, GeometryError, GeometryFault, MassConstants};
pub use constraints::{
    Cluster, Constraint, ConstraintKind, FlangeClosing, FlangeRelation, InertElement, InertKind, InertPath, RowPath,
};
pub use derived::Derived;
pub use flanges::{
    Coupling, FlangeId, FlangeNodeId, FlangeParent, FlangePose, FlangePotential, FlangeRole, FlangeTie,
    FlowConsequence, FlowStep, Mounting, RELATED, RelationTerm, Rotor, TieKind,
};
pub use formula::{Formula, FormulaFault, Symbol};
pub use gravity::{Gravity, GravityField};
pub use heat::{Capacitor, Conductor, HeatNetwork, HeatNodeId, PortId, Temperature};
pub(crate) use impossible::range;
pub use impossible::{ImpossibleParameter, InertiaFault};
pub use joint_kinds::{
    Coordinate, Coordinates, FreeStart, JointKind, JointStart, Motion, RotationStart, Sense, SingleStart,
};
pub use law::{Contact, Law, Stage, Warning};
pub use lines::{Line, LineGeometry};
pub use link::{JointPlacement, LinkMotion, RigidInertia, Wrench};
pub use mechanism::{
    FrameId, JointId, JointInfo, MassElement, MassId, Mechanism, Node, NodeId, NodeParent, RigidEdge, RigidTransform,
};
pub use parameters::{Binding, ParameterTable, Reference, Shape, Slot, SolvedParameter};
pub use rolling::{RollingContact, vertical};
pub use slots::{SignalIn, SignalOut, Slot3, Slot9};
pub use source::{Relative, Source};
pub use tree::{Tree, TreeConstants, TreeJoint};
pub use view::View;
pub(crate) use view::link_axes;
