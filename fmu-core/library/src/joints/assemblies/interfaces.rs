//! Declarations shared by several assemblies.

use crate::class::*;
use crate::one_dimensional::interfaces::{rotational_flange, translational_flange};
use crate::pictures::*;

pub(super) const N1_A: Parameter =
    vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a").or_vector([0.0, 0.0, 1.0]);
pub(super) const R_ROD1_IA: Parameter =
    vector("rRod1_ia", "m", "Vector from frame_a to the other end of rod 1, resolved in frame_ia")
        .or_vector([1.0, 0.0, 0.0]);
/// rRod2_ib of assemblies whose first joint is a universal or revolute one.
pub(super) const R_ROD2_IB: Parameter =
    vector("rRod2_ib", "m", "Vector from frame_ib to frame_im, resolved in frame_ib").or_vector([-1.0, 0.0, 0.0]);
pub(super) const PHI_OFFSET: Parameter =
    real("phi_offset", "deg", "Offset of the angle of the revolute joint at frame_b (angle = phi + phi_offset)")
        .or(0.0);
pub(super) const PHI_GUESS: Parameter =
    real("phi_guess", "deg", "The configuration with phi nearest to phi_guess is selected at the start").or(0.0);
pub(super) const S_OFFSET: Parameter =
    real("s_offset", "m", "Offset of the prismatic joint's distance (distance = s + s_offset)").or(0.0);
pub(super) const S_GUESS: Parameter =
    real("s_guess", "m", "The configuration with s nearest to s_guess is selected at the start").or(0.0);

pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system at one end of the assembly");
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system at the other end of the assembly");
pub(super) const FRAME_IA: Connector = frame("frame_ia", "Coordinate system at the origin of frame_a, fixed to rod 1");
pub(super) const FRAME_IB: Connector = frame("frame_ib", "Coordinate system fixed to rod 2 at the joint at frame_b");
pub(super) const FRAME_IM: Connector = frame("frame_im", "Coordinate system fixed to rod 2 where it meets rod 1");
pub(super) const ROTATIONAL_AXIS: Connector =
    rotational_flange("axis", "1-dim. rotational flange that drives the revolute joint");
pub(super) const ROTATIONAL_BEARING: Connector =
    rotational_flange("bearing", "1-dim. rotational flange of the drive's bearing");
pub(super) const TRANSLATIONAL_AXIS: Connector =
    translational_flange("axis", "1-dim. translational flange that drives the prismatic joint");
pub(super) const TRANSLATIONAL_BEARING: Connector =
    translational_flange("bearing", "1-dim. translational flange of the drive's bearing");

pub(super) const F_ROD: Variable =
    variable("f_rod", "N", "Constraint force in direction of rod 1 (positive if it pushes)");

// Pictures.

pub(super) const PLANAR_ROD1: Picture =
    rod("rod1", "frame_ia", "rRod1_ia", "length(rRod1_ia)", "rodDiameter", "rodColor");
pub(super) const PLANAR_ROD2: Picture =
    rod("rod2", "frame_ib", "rRod2_ib", "length(rRod2_ib)", "rodDiameter", "rodColor");

pub(super) const ROD2_PICTURE: Picture =
    rod("rod2", "frame_ib", "rRod2_ib", "length(rRod2_ib)", "rod2Diameter", "rod2Color");
pub(super) const REVOLUTE_PICTURE: Picture = cylinder("revolute", Group::Joints)
    .at("frame_b")
    .along("n_b")
    .length("revoluteLength")
    .diameter("revoluteDiameter")
    .colour("revoluteColor")
    .centred();
