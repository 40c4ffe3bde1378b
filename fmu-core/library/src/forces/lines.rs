//! Forces along the line between two frames: springs, dampers, and translational components with point masses on the line.

use crate::class::*;
use crate::laws::forces::{LineForce, LineVariable};
use crate::laws::one_dimensional::compliance::Spring;
use crate::one_dimensional::interfaces::{HEAT_PORT, USE_HEAT_PORT, translational_flange};
use crate::pictures::*;
use mechanism::{InertKind, Line, Source, StateId};

/// Variables of a spring and a damper in series. The order matters: those of other line forces are parts of the list.
const IN_SERIES: &[Variable] = &[
    variable("s_damper", "m", "Actual length of damper (frame_a - damper - spring - frame_b)"),
    variable("length", "m", "Distance between the origin of frame_a and the origin of frame_b"),
    variable("s", "m", "Distance (guarded) between the origin of frame_a and the origin of frame_b"),
    variables("r_rel_0", 3, "m", "Position vector from frame_a to frame_b resolved in world frame"),
    variables("e_rel_0", 3, "1", "Unit vector in direction from frame_a to frame_b, resolved in world frame"),
    variables("r_rel_a", 3, "m", "Position vector from frame_a to frame_b, resolved in frame_a"),
    variables("e_a", 3, "1", "Unit vector on the line from frame_a to frame_b, resolved in frame_a"),
    variable("f", "N", "Line force acting on frame_a and on frame_b (positive when it pulls them together)"),
    variable("lossPower", "W", "Power dissipated by the damper"),
    variable("TheatPort", "K", "Temperature of the heat port, or T if it is not enabled"),
];
/// Variables of line forces with a damper: all but s_damper.
const WITH_LOSS: &[Variable] = IN_SERIES.split_at(1).1;
/// Variables of every line force: up to f.
const LINE_VARIABLES: &[Variable] = WITH_LOSS.split_at(7).0;
/// Variables of line forces with translational components: up to e_rel_0.
const LINE_GEOMETRY: &[Variable] = LINE_VARIABLES.split_at(4).0;
const SPRING_CONSTANT: Parameter = real("c", "N/m", "Spring constant").min(0.0).tunable();
const UNSTRETCHED_LENGTH: Parameter = real("s_unstretched", "m", "Unstretched spring length").or(0.0).tunable();
const S_SMALL: Parameter =
    real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero").min(0.0).or(1e-10);
const FIXED_ROTATION_A: Parameter = boolean(
    "fixedRotationAtFrame_a",
    false,
    "The rotation object of frame_a is fixed (to directly connect line forces)",
);
const FIXED_ROTATION_B: Parameter = boolean(
    "fixedRotationAtFrame_b",
    false,
    "The rotation object of frame_b is fixed (to directly connect line forces)",
);
const DEVICE_TEMPERATURE: Parameter = real("T", "K", "Fixed device temperature if useHeatPort = false")
    .min(0.0)
    .or(293.15)
    .only_if(&[("useHeatPort", "false")]);
const LENGTH_FRACTION: Parameter = real(
    "lengthFraction",
    "1",
    "Location of the point mass with respect to frame_a as a fraction of the \
        distance from frame_a to frame_b",
)
.min(0.0)
.max(1.0)
.or(0.5);

/// Frames of a line force.
const END_A: Connector = frame("frame_a", "Coordinate system at one end");
const END_B: Connector = frame("frame_b", "Coordinate system at the other end");
/// Flanges of line forces with translational components.
const FLANGE_A: Connector = translational_flange("flange_a", "Flange at frame_a (s = 0)");
const FLANGE_B: Connector = translational_flange("flange_b", "Flange at frame_b (s = length)");

/// Classes with a damper on the line.
const fn damped(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[END_A, END_B, HEAT_PORT], variables: WITH_LOSS, ..Class::element(build) }
}

/// Classes with translational components on the line.
const fn with_flanges(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[END_A, END_B, FLANGE_A, FLANGE_B], variables: LINE_GEOMETRY, ..Class::element(build) }
}

pub static SPRING: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Spring",
    description: "Linear translational spring",
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        real("m", "kg", "Mass of the spring, a point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &[END_A, END_B],
    variables: LINE_VARIABLES,
    inner_parts: &["lineForce", "spring"],
    graphics: &[
        SHOWN,
        COIL,
        &[
            flag("showMass", true, "The mass is shown as a sphere"),
            size("massDiameter", "max(0, 0.9*(width - 2*coilWidth))", "Diameter of the sphere of the mass"),
            colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
        ],
    ],
    pictures: &[
        coil("{0, 0, 0}", "length"),
        sphere("mass", Group::Bodies, "massDiameter")
            .origin("e_a*length*lengthFraction")
            .colour("massColor")
            .when(&["showMass", "m"]),
    ],
    ..Class::element(|e| {
        build(e, None);
        add_mass(e);
    })
};

pub static DAMPER: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Damper",
    description: "Linear (velocity dependent) damper",
    parameters: &[
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    graphics: &[SHOWN, DAMPER_CYLINDERS],
    pictures: &[damper_a("min(length_a, s)"), damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)")],
    ..damped(|e| build(e, None))
};

pub static SPRING_DAMPER_PARALLEL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperParallel",
    description: "Linear spring and linear damper in parallel",
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        real("d", "N.s/m", "Damping constant").min(0.0).or(0.0).tunable(),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
    pictures: &[
        coil("{0, 0, 0}", "s"),
        damper_a("min(length_a, s)"),
        damper_b("e_a*min(length_a, s)", "max(s - length_a, 0)"),
    ],
    ..damped(|e| build(e, None))
};

pub static SPRING_DAMPER_SERIES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries",
    description: "Linear spring and linear damper in series connection",
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        // Zero, MSL's default, would leave the length of the damper undetermined.
        real("d", "N.s/m", "Damping constant").min(f64::MIN_POSITIVE).tunable(),
        real("s_damper_start", "m", "Initial length of damper").or(0.0),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
        USE_HEAT_PORT,
        DEVICE_TEMPERATURE,
    ],
    variables: IN_SERIES,
    graphics: &[SHOWN, COIL, DAMPER_CYLINDERS],
    pictures: &[
        coil("e_a*s_damper", "s - s_damper"),
        damper_a("min(length_a, s_damper)"),
        damper_b("e_a*min(length_a, s_damper)", "max(s_damper - length_a, 0)"),
    ],
    ..damped(|e| {
        let start = e.address("s_damper_start");
        let s_damper = e.add_state_from("s_damper", start);
        build(e, Some(s_damper));
    })
};

pub static LINE_FORCE_WITH_MASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithMass",
    description: "Line force of translational components, with a point mass on the line",
    parameters: &[
        real("m", "kg", "Mass of the point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    graphics: &[
        &[
            SPECULAR,
            flag("animateLine", true, "The line from frame_rel_0 to frame_b is shown"),
            flag("animateMass", true, "The mass is shown as a sphere"),
            shape_type("lineShapeType", "cylinder", "Type of the shape of the line"),
            size("lineShapeWidth", "world.defaultArrowDiameter", "Width of the shape of the line"),
            size("lineShapeHeight", "lineShapeWidth", "Height of the shape of the line"),
            number("lineShapeExtra", "1", "0", "Additional parameter of some types"),
            colour("lineShapeColor", SENSOR_COLOUR, "Colour of the line"),
        ],
        MASS_SPHERE,
    ],
    pictures: &[
        shape_of("line", Group::Lines, "lineShapeType")
            .resolved_in_world()
            .along("e_rel_0")
            .length("length")
            .width("lineShapeWidth")
            .height("lineShapeHeight")
            .extra("lineShapeExtra")
            .colour("lineShapeColor")
            .when(&["animateLine"]),
        sphere("mass", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*length*lengthFraction")
            .colour("massColor")
            .when(&["animateMass", "m"]),
    ],
    ..with_flanges(|e| {
        build_with_flanges(e);
        add_mass(e);
    })
};

/// Registers the point mass `m`, unless it is zero.
fn add_mass(e: &mut Element<'_>) {
    if e.is_present("m") {
        let (m, fraction) = (e.address("m"), e.address("lengthFraction"));
        e.add_inert(InertKind::Fraction(fraction), m);
    }
}

pub static LINE_FORCE_WITH_TWO_MASSES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithTwoMasses",
    description: "Line force of translational components, with two point masses on the line",
    parameters: &[
        real("m_a", "kg", "Mass of the point mass near frame_a").min(0.0).or(0.0),
        real("m_b", "kg", "Mass of the point mass near frame_b").min(0.0).or(0.0),
        real("L_a", "m", "Distance of point mass a from frame_a").or(0.0),
        real("L_b", "m", "Distance of point mass b from frame_b").or_expression("L_a"),
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    graphics: &[&[
        SPECULAR,
        flag("animate", true, "It is shown in animations"),
        flag("animateMasses", true, "The masses are shown as spheres"),
        size("cylinderDiameter_a", "world.defaultForceWidth", "Diameter of the cylinder at frame_rel_0"),
        size("cylinderLength_a", "2*L_a", "Length of the cylinder at frame_rel_0"),
        colour("color_a", "{155, 155, 155}", "Colour of the cylinder at frame_rel_0"),
        number("diameterFraction", "1", "0.8", "Diameter of the cylinder at frame_b relative to that at frame_rel_0")
            .min(0.0),
        size("cylinderLength_b", "2*L_b", "Length of the cylinder at frame_b"),
        colour("color_b", "{100, 100, 100}", "Colour of the cylinder at frame_b"),
        size("massDiameter", "1.7*cylinderDiameter_a", "Diameter of the spheres of the masses"),
        colour("massColor", BODY_COLOUR, "Colour of the spheres of the masses"),
    ]],
    pictures: &[
        cylinder("cylinder_a", Group::Lines)
            .resolved_in_world()
            .along("e_rel_0")
            .length("cylinderLength_a")
            .diameter("cylinderDiameter_a")
            .colour("color_a")
            .when(&["animate"]),
        cylinder("cylinder_b", Group::Lines)
            .resolved_in_world()
            .origin("e_rel_0*length")
            .along("-e_rel_0")
            .length("cylinderLength_b")
            .diameter("diameterFraction*cylinderDiameter_a")
            .colour("color_b")
            .when(&["animate"]),
        sphere("mass_a", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*L_a")
            .colour("massColor")
            .when(&["animate", "animateMasses", "m_a", "m_b"]),
        sphere("mass_b", Group::Bodies, "massDiameter")
            .resolved_in_world()
            .origin("e_rel_0*(length - L_b)")
            .colour("massColor")
            .when(&["animate", "animateMasses", "m_a", "m_b"]),
    ],
    ..with_flanges(|e| {
        build_with_flanges(e);
        let (l_a, l_b) = (e.address("L_a"), e.address("L_b"));
        for (m, kind) in [("m_a", InertKind::FromA(l_a)), ("m_b", InertKind::FromB(l_b))] {
            if e.is_present(m) {
                let m = e.address(m);
                e.add_inert(kind, m);
            }
        }
    })
};

/// Registers the geometry of `e` for translational components along the line, and its variables.
fn build_with_flanges(e: &mut Element<'_>) {
    let (name, frames, flanges, s_small) = (e.name.to_owned(), e.frames(), e.flanges(), e.real("s_small"));
    e.elements.lines.push(Line { name, frames, flanges, used: [false; 2], s_small });
    build(e, None);
}

/// Registers the law of `e` and its variables: a spring with the constant `c` and a damper with the constant `d`, as the class declares.
/// `s_damper` is the length of a damper in series with the spring.
fn build(e: &mut Element<'_>, s_damper: Option<StateId>) {
    let [has_spring, has_damper] = ["c", "d"].map(|name| e.has_parameter(name));
    let law = LineForce {
        frame_a: e.frame("frame_a"),
        frame_b: e.frame("frame_b"),
        s_small: e.real("s_small"),
        spring: has_spring.then(|| Spring { c: e.real("c"), unstretched: e.real("s_unstretched") }),
        damper: has_damper.then(|| e.real("d")),
        clamped: has_damper,
        s_damper,
        heat_port: if has_damper { e.loss_port() } else { None },
    };
    e.add_line_force_end(law.frame_a, "fixedRotationAtFrame_a");
    e.add_line_force_end(law.frame_b, "fixedRotationAtFrame_b");
    let law = e.add_law(law);
    e.watch(law);
    let list = [
        ("length", LineVariable::Length),
        ("s", LineVariable::GuardedLength),
        ("r_rel_0", LineVariable::Vector),
        ("e_rel_0", LineVariable::Direction),
        ("r_rel_a", LineVariable::VectorInA),
        ("e_a", LineVariable::DirectionInA),
        ("f", LineVariable::Force),
        ("lossPower", LineVariable::Loss),
    ];
    e.show_declared(law, &list);
    if has_damper {
        let temperature = e.address("T");
        let port = e.optional_heat_port("heatPort");
        e.add_variable("TheatPort", |_| port.map_or(Source::Parameter(temperature), Source::Temperature));
    }
}
