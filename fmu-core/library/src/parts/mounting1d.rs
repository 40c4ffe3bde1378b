//! Modelica.Mechanics.MultiBody.Parts.Mounting1D

use crate::class::*;
use mechanism::Mounting;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Mounting1D",
    description: "Propagate 1-dim. support torque to 3-dim. system (provided world.driveTrainMechanics3D = true)",
    documentation: documentation!("mounting1d.md"),
    parameters: &[
        real("phi0", "rad", "Fixed offset angle of housing").or(0.0),
        vector(
            "n",
            "1",
            "Axis of rotation = axis of support torque (resolved in frame_a); its length is a factor of the torque",
        )
        .or_vector([1.0, 0.0, 0.0]),
    ],
    connectors: &[
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Flange fixed in housing"),
        frame("frame_a", "Frame in which housing is fixed (without effect if world.driveTrainMechanics3D = false)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame, position, n) = (e.frame("frame_a"), e.address("phi0"), e.vector("n"));
    let Some(flange) = e.flange("flange_b") else { return };
    e.elements.fixed_flanges.push((flange, position));
    if e.elements.drive_train_mechanics_3d {
        e.add_acting_frame(frame);
        let name = e.name.to_owned();
        e.elements.mountings.push(Mounting { name, flange, frame, n, normalized: false });
    } else {
        e.elements.idle_frames.push(frame);
    }
}
