//! Laws of one-dimensional mechanics, which Modelica.Mechanics.Rotational and Translational share: both have the same components with
//! other names and units ([`Quantity`]).

pub(crate) mod interfaces;

mod compliance;
mod eddy_current;
mod flange_drive;
mod flange_sensor;
mod flange_start;
mod friction;
mod gap;
mod inverse_speed;
mod prescribed_motion;
mod quantity;
mod speed_dependent;
mod supported_flange;
mod transmission;

pub use compliance::Compliance;
pub(crate) use compliance::ComplianceVariable;
pub use eddy_current::EddyCurrent;
pub(crate) use eddy_current::EddyCurrentVariable;
pub use flange_drive::FlangeDrive;
pub(crate) use flange_drive::FlangeDriveVariable;
pub use flange_sensor::{FlangeAcceleration, FlangeFlow, FlangeMotion};
pub use flange_start::FlangeStart;
pub(crate) use flange_start::FlangeStartVariable;
pub use friction::FrictionLaw;
pub(crate) use friction::{FrictionVariable, check_friction_table, check_loss_table};
pub use gap::GapLaw;
pub(crate) use gap::GapVariable;
pub use inverse_speed::InverseSpeed;
pub(crate) use inverse_speed::InverseSpeedVariable;
pub use prescribed_motion::{ConstantSpeedLaw, DrivenMotion, FilteredPosition, MoveLaw};
pub(crate) use prescribed_motion::{DrivenMotionVariable, FilteredPositionVariable};
pub(crate) use quantity::Quantity;
pub(crate) use speed_dependent::SpeedDependentVariable;
pub use speed_dependent::{SpeedDependence, SpeedDependent};
pub(crate) use supported_flange::SupportedFlange;
pub use transmission::{FlangeDistance, FlangeMiddle};
pub(crate) use transmission::{
    FlangeDistanceVariable, FlangeMiddleVariable, RIGID, add_fixed_flange, add_gear, add_inertia, add_rod,
    add_sliding_mass, add_transmission, add_transmission_between,
};
