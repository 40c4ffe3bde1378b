//! Links, joints, frames, laws and signals in flat arrays: the data of a compiled model, and the views of it for laws.

mod circuit;
mod closed_parts;
mod constants;
mod constraints;
pub mod digits;
mod discrete;
pub mod expression;
mod flanges;
mod formula;
pub mod frames;
mod gravity;
pub mod hashed;
mod heat;
mod history;
mod ids;
mod impossible;
mod inner_connectors;
mod instant;
pub mod joint_kinds;
mod law;
mod link;
mod local;
mod massless;
#[allow(clippy::module_inception)]
mod mechanism;
pub mod nearest;
mod parameters;
pub mod quoted;
mod rigid;
mod rolling;
pub mod scalar;
mod signals;
mod slots;
pub mod sort;
mod source;
pub mod spatial;
mod stage;
mod tree;
pub mod union_find;
mod view;

pub use circuit::{
    Branch, Circuit, CircuitConstants, CircuitElement, CircuitKind, CircuitKnown, CircuitSource, Control, Quantity,
    UndecidedCircuit, Winding,
};
pub use closed_parts::{ClosedPart, ClosedPartConstants, Misfit, signed};
pub use constants::{Constants, GeometryError, GeometryFault, MassConstants};
pub use constraints::{
    Balance, Cluster, Compliant, Constraint, ConstraintKind, FlangeClosing, FlangeRelation, InertElement, InertKind,
    InertPath, RowPath,
};
pub use discrete::{
    APART, DRIVEN, DRIVEN_BACK, Discrete, DiscreteLayout, Event, FRICTION_INDICATORS, Failure, FrictionElement,
    GearMesh, Jump, MeshLoss, ModeName, RELATION_SHIFT, RelationalLaw, SLIDING, SLIDING_BACK, STUCK, TRUTH_NAMES,
    relation_holds, relation_indicator, slide_direction, truth_name,
};
pub use expression::Shape;
pub use flanges::{
    Coupling, FlangeParent, FlangePose, FlangePotential, FlangeRole, FlowConsequence, FlowStep, Line, Mounting,
    RELATED, RelationTerm, Rotor, Transmission, TransmissionKind,
};
pub use formula::{Conditions, Formula, FormulaFault, Symbol};
pub use gravity::{Gravity, GravityField};
pub use heat::{Capacitor, Conductor, HeatNetwork, Temperature};
pub use history::{Break, History, Remembered};
pub use ids::{FlangeId, FlangeNodeId, FrameId, HeatNodeId, JointId, MassId, NodeId, PinId, PortId, StateId};
pub use impossible::{ImpossibleParameter, InertiaFault, range};
pub use inner_connectors::InnerConnectors;
pub use instant::Instant;
pub use joint_kinds::{
    Coordinate, Coordinates, FreeStart, JointKind, JointStart, MasslessStart, Motion, RotationStart, Sense, SingleStart,
};
pub use law::{Connections, Contact, Law, LawStage, Modes, Warning, after};
pub use link::{JointPlacement, LinkMotion, RigidInertia, Wrench};

pub use local::{Each, Elements, LawVariable, Local};
pub use massless::{Guess, LinePull, MasslessLine, MasslessNode, MasslessPart};
pub use mechanism::{JointInfo, MassElement, Mechanism};
pub use parameters::{Binding, NamedExpression, ParameterTable, Reference, Slot, SolvedParameter};
pub use rigid::{FramePose, Node, NodeParent, RigidEdge, RigidMember, RigidTransform};
pub use rolling::{RollingContact, vertical};
pub use signals::{ScalarIn, ScalarOut, Signals, VectorIn, VectorOut};
pub use slots::{Parameters, Real, Reals, SignalIn, SignalOut, Slot3, Slot9};
pub use source::{Derived, Relative, Source};
pub use stage::Stage;
pub use tree::{Tree, TreeConstants, TreeJoint};
pub use view::{AccelerationView, LineGeometry, MotionView, ReactionView, TimeView, ViewData, link_axes};
