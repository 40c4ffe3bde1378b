//! Modelica.Mechanics.MultiBody.Sensors

mod absolute;
mod cut;
mod distance;
mod interfaces;
mod registration;
mod relative;
mod transformation;

classes! {
    absolute: ABSOLUTE_SENSOR;
    relative: RELATIVE_SENSOR;
    absolute: ABSOLUTE_POSITION ABSOLUTE_VELOCITY ABSOLUTE_ANGLES ABSOLUTE_ANGULAR_VELOCITY;
    relative: RELATIVE_POSITION RELATIVE_VELOCITY RELATIVE_ANGLES RELATIVE_ANGULAR_VELOCITY;
    distance: DISTANCE;
    cut: CUT_FORCE CUT_TORQUE CUT_FORCE_AND_TORQUE POWER;
    transformation: TRANSFORM_ABSOLUTE_VECTOR TRANSFORM_RELATIVE_VECTOR;
}
