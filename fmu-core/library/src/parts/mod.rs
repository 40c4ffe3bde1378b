//! Modelica.Mechanics.MultiBody.Parts: rigid components.

mod bevel_gear1d;
mod body;
mod body_box;
mod body_cylinder;
mod body_shape;
mod fixed;
mod fixed_rotation;
mod fixed_translation;
mod mounting1d;
mod point_mass;
mod rolling_wheel;
mod rolling_wheel_set;
mod rotor1d;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &fixed::CLASS,
    &fixed_translation::CLASS,
    &fixed_rotation::CLASS,
    &body::CLASS,
    &body_shape::CLASS,
    &body_box::CLASS,
    &body_cylinder::CLASS,
    &point_mass::CLASS,
    &rolling_wheel::CLASS,
    &rolling_wheel_set::CLASS,
    &rotor1d::CLASS,
    &mounting1d::CLASS,
    &bevel_gear1d::CLASS,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &fixed::PICTURES,
    &fixed_translation::PICTURES,
    &fixed_rotation::PICTURES,
    &body::PICTURES,
    &body_shape::PICTURES,
    &body_box::PICTURES,
    &body_cylinder::PICTURES,
    &point_mass::PICTURES,
    &rotor1d::PICTURES,
    &rolling_wheel::PICTURES,
    &rolling_wheel_set::PICTURES,
];

/// The parameters of a class followed by those for the initial motion of a body, which Body and all classes around it share.
macro_rules! with_body_start_parameters {
    ($($parameter:expr),* $(,)?) => {
        &[
            $($parameter,)*
            boolean("angles_fixed", false, "angles_start are initial values, not guesses"),
            vector("angles_start", "rad", "Initial angles to rotate the world frame into frame_a around sequence_start").or_vector([0.0; 3]),
            sequence("sequence_start", "Sequence of rotations to rotate the world frame into frame_a at initial time"),
            boolean("w_0_fixed", false, "w_0_start are initial values, not guesses"),
            vector("w_0_start", "rad/s", "Initial angular velocity of frame_a resolved in world frame").or_vector([0.0; 3]),
            boolean("z_0_fixed", false, "z_0_start are initial values, not guesses"),
            vector("z_0_start", "rad/s2", "Initial angular acceleration of frame_a resolved in world frame").or_vector([0.0; 3]),
            boolean("enforceStates", false, "Absolute variables of the body are states"),
            boolean("useQuaternions", true, "Quaternions are the potential states, not Cardan angles"),
            sequence("sequence_angleStates", "Sequence of rotations of angle states").only_if(&[("useQuaternions", "false")]),
        ]
    };
}
pub(crate) use with_body_start_parameters;

/// The parts and connectors of BodyShape and the classes like it.
macro_rules! body_with_translation {
    ($mass:expr) => {
        Body::Netlist(&Netlist {
            parts: &[
                Part {
                    name: "frameTranslation",
                    class: "Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
                    parameters: &[("r", "r")],
                },
                Part { name: "body", class: "Modelica.Mechanics.MultiBody.Parts.Body", parameters: $mass },
            ],
            connections: &[],
            connectors: &[
                ("frame_a", &["body.frame_a", "frameTranslation.frame_a"]),
                ("frame_b", &["frameTranslation.frame_b"]),
            ],
            variables: &[("r_0", "body.r_0"), ("v_0", "body.v_0"), ("a_0", "body.a_0")],
        })
    };
}
pub(crate) use body_with_translation;

/// Parameters of the inner Body: those named, then what it shares with the whole.
macro_rules! body_bindings {
    ($($binding:expr),* $(,)?) => {
        &[
            $($binding,)*
            ("r_CM", "r_CM"),
            ("m", "m"),
            ("angles_fixed", "angles_fixed"),
            ("angles_start", "angles_start"),
            ("sequence_start", "sequence_start"),
            ("w_0_fixed", "w_0_fixed"),
            ("w_0_start", "w_0_start"),
            ("z_0_fixed", "z_0_fixed"),
            ("z_0_start", "z_0_start"),
            ("enforceStates", "enforceStates"),
            ("useQuaternions", "useQuaternions"),
            ("sequence_angleStates", "sequence_angleStates"),
        ]
    };
}
pub(crate) use body_bindings;

/// Bindings of the six inertia parameters to the elements of the matrix `I` of the whole.
macro_rules! body_bindings_from_matrix {
    () => {
        body_bindings![
            ("I_11", "I[1,1]"),
            ("I_22", "I[2,2]"),
            ("I_33", "I[3,3]"),
            ("I_21", "I[2,1]"),
            ("I_31", "I[3,1]"),
            ("I_32", "I[3,2]"),
        ]
    };
}
pub(crate) use body_bindings_from_matrix;
