//! Bodies: Body, PointMass, BodyShape, BodyBox and BodyCylinder.

use super::{FRAME_A, FRAME_B};
use crate::FreeBody;
use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::frames::Sequence;
use mechanism::{FreeStart, MassElement, Slot3, Source};

const R_0: Variable =
    variables("r_0", 3, "m", "Position vector from origin of world frame to origin of frame_a").with_start();
const V_0: Variable =
    variables("v_0", 3, "m/s", "Absolute velocity of frame_a, resolved in world frame (= der(r_0))").with_start();
const A_0: Variable =
    variables("a_0", 3, "m/s2", "Absolute acceleration of frame_a resolved in world frame (= der(v_0))");

/// The parameters of a class followed by mass, inertia and initial motion of a body.
macro_rules! with_body_parameters {
    ($($parameter:expr),* $(,)?) => {
        with_body_start_parameters![
            $($parameter,)*
            vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a"),
            real("m", "kg", "Mass of rigid body").min(0.0),
            real("I_11", "kg.m2", "Element (1,1) of inertia tensor").min(0.0).or(0.001),
            real("I_22", "kg.m2", "Element (2,2) of inertia tensor").min(0.0).or(0.001),
            real("I_33", "kg.m2", "Element (3,3) of inertia tensor").min(0.0).or(0.001),
            real("I_21", "kg.m2", "Element (2,1) of inertia tensor").or(0.0),
            real("I_31", "kg.m2", "Element (3,1) of inertia tensor").or(0.0),
            real("I_32", "kg.m2", "Element (3,2) of inertia tensor").or(0.0),
        ]
    };
}

/// The parameters of a class followed by those of the initial motion of a body, shared by Body and the classes that
/// contain it.
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

/// A body and a translation: the rest of the declaration of BodyShape and similar classes. The elements of the inertia of the body are given, its
/// other parameters are those of the class.
macro_rules! body_with_translation {
    ($i_11:literal, $i_22:literal, $i_33:literal, $i_21:literal, $i_31:literal, $i_32:literal) => {
        Class {
            connectors: &[FRAME_A, FRAME_B],
            variables: &[R_0, V_0, A_0],
            ..Class::netlist(&Netlist {
                parts: &[
                    part("frameTranslation", "Modelica.Mechanics.MultiBody.Parts.FixedTranslation", &[("r", "r")]),
                    part(
                        "body",
                        "Modelica.Mechanics.MultiBody.Parts.Body",
                        &[
                            ("I_11", $i_11),
                            ("I_22", $i_22),
                            ("I_33", $i_33),
                            ("I_21", $i_21),
                            ("I_31", $i_31),
                            ("I_32", $i_32),
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
                        ],
                    ),
                ],
                connectors: &[
                    ("frame_a", &["body.frame_a", "frameTranslation.frame_a"]),
                    ("frame_b", &["frameTranslation.frame_b"]),
                ],
                variables: &[("r_0", "body.r_0"), ("v_0", "body.v_0"), ("a_0", "body.a_0")],
                ..Netlist::EMPTY
            })
        }
    };
}

pub static BODY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Body",
    description: "Rigid body with mass, inertia tensor and one frame connector",
    parameters: with_body_parameters![],
    connectors: &[frame("frame_a", "Coordinate system fixed at body")],
    variables: &[
        R_0,
        V_0,
        A_0,
        variables("w_a", 3, "rad/s", "Absolute angular velocity of frame_a resolved in frame_a"),
        variables("z_a", 3, "rad/s2", "Absolute angular acceleration of frame_a resolved in frame_a"),
        variables("g_0", 3, "m/s2", "Gravity acceleration at the centre of mass resolved in world frame"),
        variables("Q", 4, "1", "Quaternion from world frame to frame_a"),
        variables("phi", 3, "rad", "Cardan angles from world frame to frame_a, if they are states (otherwise zero)"),
        variables("phi_d", 3, "rad/s", "= der(phi)"),
        variables("phi_dd", 3, "rad/s2", "= der(phi_d)"),
    ],
    graphics: &[
        SHOWN,
        &[
            size("sphereDiameter", "world.defaultBodyDiameter", "Diameter of the sphere at the centre of mass"),
            colour("sphereColor", BODY_COLOUR, "Colour of the sphere"),
            size("cylinderDiameter", "sphereDiameter/3", "Diameter of the cylinder to the centre of mass"),
            colour("cylinderColor", "sphereColor", "Colour of the cylinder"),
        ],
    ],
    pictures: &[
        cylinder("cylinder", Group::Bodies)
            .along("r_CM")
            // Up to the sphere, unless the cylinder would disappear in it.
            .length(
                "if length(r_CM) > sphereDiameter/2 then \
                 length(r_CM) - (if cylinderDiameter > 1.1*sphereDiameter then sphereDiameter/2 else 0) else 0",
            )
            .diameter("cylinderDiameter")
            .colour("cylinderColor"),
        sphere("sphere", Group::Bodies, "sphereDiameter")
            .origin("r_CM")
            .colour("sphereColor")
            .when(&["sphereDiameter"]),
    ],
    ..Class::element(build_body)
};

fn build_body(e: &mut Element<'_>) {
    let (frame, mass) = (e.frame("frame_a"), e.elements.masses.len());
    let inertia = ["I_11", "I_22", "I_33", "I_21", "I_31", "I_32"].map(|name| e.address(name));
    let start = FreeStart {
        r: Slot3(e.start("r_0")),
        v: Slot3(e.start("v_0")),
        angles: Some(e.vector("angles_start")),
        sequence: e.sequence("sequence_start"),
        w: Some(e.vector("w_0_start")),
    };
    let (r_cm, enforced) = (e.vector("r_CM"), e.boolean("enforceStates"));
    add_mass(e, Some((r_cm, inertia)), start, enforced, &["angles_fixed", "w_0_fixed"]);
    e.add_orientation_start(None, frame, ["w_0", "z_0"]);
    e.add_variable("w_a", |k| Source::AngularVelocity(frame, k));
    e.add_variable("z_a", |k| Source::AngularAcceleration(frame, k));
    e.add_variable("g_0", |k| Source::Gravity(mass, k));
    e.add_variable("Q", |k| Source::Quaternion(frame, k));
    e.add_angle_states(true);
}

/// Registers the mass `m` of frame_a, the motion of the frame, and the frame as one that may be the root of a free cluster. A body that is not a
/// point has a centre of mass and an inertia, and Boolean parameters that fix its rotation.
fn add_mass(
    e: &mut Element<'_>,
    inertia: Option<(Slot3, [usize; 6])>,
    start: FreeStart,
    enforced: bool,
    rotations: &[&'static str],
) {
    let (name, component, frame, m) = (e.name.to_owned(), e.component, e.frame("frame_a"), e.address("m"));
    let (r_cm, inertia) = inertia.unzip();
    e.elements.masses.push(MassElement { name: name.clone(), frame, m, r_cm, inertia });
    let translations = ["r_0", "v_0"].into_iter().filter(|name| e.is_fixed(name));
    let fixed = translations.chain(rotations.iter().copied().filter(|name| e.boolean(name))).collect();
    let point = inertia.is_none();
    e.elements.free_bodies.push(FreeBody { name, component, frame, start, enforced, fixed, point });
    e.add_variable("r_0", |k| Source::Position(frame, k));
    e.add_variable("v_0", |k| Source::Velocity(frame, k));
    e.add_variable("a_0", |k| Source::FrameAcceleration(frame, k));
}

pub static POINT_MASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.PointMass",
    description: "Rigid body where body rotation and inertia tensor is neglected",
    parameters: &[
        real("m", "kg", "Mass of mass point").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "avoid", "Priority to use frame_a.r_0, v_0 as states"),
    ],
    connectors: &[frame("frame_a", "Coordinate system at the mass point")],
    variables: &[R_0, V_0, A_0],
    graphics: &[
        SHOWN,
        &[
            size("sphereDiameter", "world.defaultBodyDiameter", "Diameter of the sphere of the mass"),
            colour("sphereColor", BODY_COLOUR, "Colour of the sphere"),
        ],
    ],
    pictures: &[sphere("sphere", Group::Bodies, "sphereDiameter").colour("sphereColor")],
    ..Class::element(|e| {
        let start = FreeStart {
            r: Slot3(e.start("r_0")),
            v: Slot3(e.start("v_0")),
            angles: None,
            sequence: Sequence::default(),
            w: None,
        };
        let enforced = e.literal("stateSelect") == "always";
        add_mass(e, None, start, enforced, &[]);
    })
};

pub static BODY_SHAPE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyShape",
    description: "Rigid body with mass, inertia tensor and two frame connectors",
    parameters: with_body_parameters![vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),],
    graphics: &[
        SHOWN,
        ROD_SHAPE,
        COLOR_BODY,
        &[
            flag("animateSphere", true, "The sphere at the centre of mass is shown"),
            size("sphereDiameter", "2*width", "Diameter of the sphere at the centre of mass"),
            colour("sphereColor", "color", "Colour of the sphere"),
        ],
    ],
    pictures: &[
        ROD_PICTURE,
        sphere("sphere", Group::Bodies, "sphereDiameter").origin("r_CM").colour("sphereColor").when(&["animateSphere"]),
    ],
    ..body_with_translation!("I_11", "I_22", "I_33", "I_21", "I_31", "I_32")
};

pub static BODY_BOX: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyBox",
    description: "Rigid body with box shape; mass and inertia tensor follow from the density",
    parameters: with_body_start_parameters![
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),
        vector("r_shape", "m", "Vector from frame_a to box origin, resolved in frame_a").or_vector([0.0; 3]),
        vector("lengthDirection", "1", "Vector in length direction of box, resolved in frame_a")
            .or_expression("normalize(r - r_shape)"),
        vector("widthDirection", "1", "Vector in width direction of box, resolved in frame_a")
            .or_vector([0.0, 1.0, 0.0]),
        real("length", "m", "Length of box").or_expression("length(r - r_shape)"),
        real("width", "m", "Width of box").min(0.0).or_expression("length/world.defaultWidthFraction"),
        real("height", "m", "Height of box").min(0.0).or_expression("width"),
        real("innerWidth", "m", "Width of inner box surface").min(0.0).or(0.0),
        real("innerHeight", "m", "Height of inner box surface").min(0.0).or_expression("innerWidth"),
        real("density", "kg/m3", "Density of box (default: steel)").min(0.0).or(7700.0),
        real("mo", "kg", "Mass of box without hole").derived("density*length*width*height"),
        real("mi", "kg", "Mass of hole of box").derived("density*length*innerWidth*innerHeight"),
        real("m", "kg", "Mass of box").derived("mo - mi"),
        vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a")
            .derived("r_shape + normalize(lengthDirection)*length/2"),
        matrix("I", "kg.m2", "Inertia tensor about the centre of mass, resolved in frame_a").derived(
            "resolve_dyade1(from_nxy(r, widthDirection), diagonal({\
             mo*(width^2 + height^2) - mi*(innerWidth^2 + innerHeight^2), \
             mo*(length^2 + height^2) - mi*(length^2 + innerHeight^2), \
             mo*(length^2 + width^2) - mi*(length^2 + innerWidth^2)}/12))",
        ),
    ],
    graphics: &[SHOWN, COLOR_BODY],
    pictures: &[cuboid("shape", Group::Bodies)
        .origin("r_shape")
        .along("lengthDirection")
        .wide("widthDirection")
        .length("length")
        .width("width")
        .height("height")],
    ..body_with_translation!("I[1,1]", "I[2,2]", "I[3,3]", "I[2,1]", "I[3,1]", "I[3,2]")
};

pub static BODY_CYLINDER: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyCylinder",
    description: "Rigid body with cylinder shape; mass and inertia tensor follow from the density",
    parameters: with_body_start_parameters![
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),
        vector("r_shape", "m", "Vector from frame_a to cylinder origin, resolved in frame_a").or_vector([0.0; 3]),
        vector("lengthDirection", "1", "Vector in length direction of cylinder, resolved in frame_a")
            .or_expression("normalize(r - r_shape)"),
        real("length", "m", "Length of cylinder").or_expression("length(r - r_shape)"),
        real("diameter", "m", "Diameter of cylinder").min(0.0).or_expression("length/world.defaultWidthFraction"),
        real("innerDiameter", "m", "Inner diameter of cylinder").min(0.0).or(0.0),
        real("density", "kg/m3", "Density of cylinder (default: steel)").min(0.0).or(7700.0),
        real("radius", "m", "Radius of cylinder").derived("diameter/2"),
        real("innerRadius", "m", "Inner radius of cylinder").derived("innerDiameter/2"),
        real("mo", "kg", "Mass of cylinder without hole").derived("density*pi*length*radius*radius"),
        real("mi", "kg", "Mass of hole of cylinder").derived("density*pi*length*innerRadius*innerRadius"),
        real("I22", "kg.m2", "Inertia with respect to axis through centre of mass, perpendicular to cylinder axis")
            .derived("(mo*(length^2 + 3*radius^2) - mi*(length^2 + 3*innerRadius^2))/12"),
        real("m", "kg", "Mass of cylinder").derived("mo - mi"),
        vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a")
            .derived("r_shape + normalize(lengthDirection)*length/2"),
        matrix("I", "kg.m2", "Inertia tensor about the centre of mass, resolved in frame_a").derived(
            "resolve_dyade1(from_nxy(r, {0, 1, 0}), diagonal({(mo*radius^2 - mi*innerRadius^2)/2, I22, I22}))",
        ),
    ],
    graphics: &[SHOWN, COLOR_BODY],
    pictures: &[shape("shape", ShapeType::Pipe, Group::Bodies)
        .origin("r_shape")
        .along("lengthDirection")
        .length("length")
        .diameter("diameter")
        .extra("if diameter > 0 then innerDiameter/diameter else 0")],
    ..body_with_translation!("I[1,1]", "I[2,2]", "I[3,3]", "I[2,1]", "I[3,1]", "I[3,2]")
};
