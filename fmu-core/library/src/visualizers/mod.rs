//! Modelica.Mechanics.MultiBody.Visualizers: pictures only, without mechanical effect.

use crate::class::*;
use crate::pictures::*;
use mechanism::RigidTransform;
use std::f64::consts::PI;

classes! { FIXED_SHAPE FIXED_SHAPE2 FIXED_FRAME FIXED_ARROW SIGNAL_ARROW RECTANGLE TORUS VOLUMINOUS_WHEEL }

const FRAME_A: Connector = frame("frame_a", "Coordinate system at which it is drawn");

const SHAPE_TYPE: Graphic = shape_type("shapeType", "box", "Type of shape");
const R_SHAPE: Graphic =
    direction("r_shape", "m", "{0, 0, 0}", "Vector from frame_a to the origin of the shape, resolved in frame_a");
const WIDTH_DIRECTION: Graphic =
    direction("widthDirection", "1", "{0, 1, 0}", "Vector in width direction of the shape, resolved in frame_a");

const fn length_direction(default: &'static str) -> Graphic {
    direction("lengthDirection", "1", default, "Vector in length direction of the shape, resolved in frame_a")
}

static FIXED_SHAPE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape",
    description: "Picture of a shape whose size and colour are constant",
    parameters: &[
        real("length", "m", "Length of the shape").min(0.0).tunable(),
        real("width", "m", "Width of the shape").min(0.0).tunable(),
        real("height", "m", "Height of the shape").min(0.0).tunable(),
    ],
    connectors: &[FRAME_A],
    graphics: &[SHOWN, &[SHAPE_TYPE, R_SHAPE, length_direction("{1, 0, 0}"), WIDTH_DIRECTION, EXTRA], COLOR_BODY],
    pictures: &[ROD_PICTURE],
    ..Class::EMPTY
};

static FIXED_SHAPE2: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape2",
    description: "Picture of a shape between frame_a and frame_b, which are fixed to each other",
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a").or_vector([1.0, 0.0, 0.0])],
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system at r")],
    graphics: &[
        SHOWN,
        &[
            SHAPE_TYPE,
            R_SHAPE,
            length_direction("r - r_shape"),
            WIDTH_DIRECTION,
            size("length", "length(r - r_shape)", "Length of the shape"),
            size("width", "0.1", "Width of the shape"),
            size("height", "width", "Height of the shape"),
            EXTRA,
        ],
        COLOR_BODY,
    ],
    pictures: &[ROD_PICTURE],
    ..Class::element(|e| e.add_rigid(RigidTransform::Translation(e.vector("r"))))
};

static FIXED_FRAME: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedFrame",
    description: "Picture of a coordinate system with axis labels",
    parameters: &[
        boolean("showLabels", true, "Labels are shown"),
        real("length", "m", "Length of axis arrows").min(0.0).or_expression("world.defaultAxisLength").tunable(),
        real("diameter", "m", "Diameter of axis arrows")
            .min(0.0)
            .or_expression("length/world.defaultFrameDiameterFraction")
            .tunable(),
    ],
    connectors: &[FRAME_A],
    graphics: &[
        SHOWN,
        &[
            colour("color_x", FRAME_COLOUR, "Colour of the x arrow"),
            colour("color_y", "color_x", "Colour of the y arrow"),
            colour("color_z", "color_x", "Colour of the z arrow"),
        ],
    ],
    pictures: &[axes("axes", ["color_x", "color_y", "color_z"], "showLabels", ["length", "diameter"])],
    ..Class::EMPTY
};

const HEAD_AT_ORIGIN: Parameter =
    boolean("headAtOrigin", false, "The arrow is drawn towards frame_a, not away from it");
const R_TAIL: Parameter = vector("r_tail", "m", "Vector from frame_a to the tail of the arrow, resolved in frame_a")
    .or_vector([0.0; 3])
    .tunable();
const ARROW: &[Graphic] = &[
    colour("color", ARROW_COLOUR, "Colour of the arrow"),
    quantity("quantity", "RelativePosition", "Quantity shown by the arrow, which determines its scale"),
];
const ARROW_PICTURE: Picture =
    arrow_of("arrow", Quantity::RelativePosition, Some("quantity"), "headAtOrigin", Group::Visualizers)
        .origin("r_tail");

static FIXED_ARROW: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedArrow",
    description: "Picture of an arrow whose size and direction are constant",
    parameters: &[
        HEAD_AT_ORIGIN,
        R_TAIL,
        vector("n", "1", "Direction of the arrow, resolved in frame_a").or_vector([1.0, 0.0, 0.0]).tunable(),
        real("length", "m", "Length of the arrow").or(0.1).tunable(),
    ],
    connectors: &[FRAME_A],
    graphics: &[SHOWN, ARROW],
    pictures: &[ARROW_PICTURE.along("n*length")],
    ..Class::EMPTY
};

static SIGNAL_ARROW: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.SignalArrow",
    description: "Picture of an arrow whose coordinates are a signal",
    parameters: &[HEAD_AT_ORIGIN, R_TAIL],
    connectors: &[
        FRAME_A,
        real_inputs("r_head", 3, "", "Coordinates of the arrow, from its tail to its head, resolved in frame_a"),
    ],
    graphics: &[SHOWN, ARROW],
    pictures: &[ARROW_PICTURE.along("r_head")],
    ..Class::EMPTY
};

const WIREFRAME: Parameter = boolean("wireframe", false, "It is drawn without faces");
const SURFACE: &[Graphic] = &[
    ANIMATION,
    colour("color", BODY_COLOUR, "Colour of the surface"),
    specular("0.7"),
    number("transparency", "1", "0", "0 is opaque, 1 is invisible").min(0.0),
];

static RECTANGLE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.Rectangle",
    description: "Picture of a rectangle",
    parameters: &[
        vector("direction_u", "1", "Direction of the u axis, resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector(
            "direction_v",
            "1",
            "Direction of the v axis, resolved in frame_a; only its component orthogonal to direction_u is used",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("length_u", "m", "Length of the rectangle along the u axis").min(0.0).or(3.0),
        real("length_v", "m", "Length of the rectangle along the v axis").min(0.0).or(1.0),
        real("nu", "", "Number of points along the u axis").min(2.0).or(3.0),
        real("nv", "", "Number of points along the v axis").min(2.0).or(2.0),
        WIREFRAME,
    ],
    connectors: &[FRAME_A],
    graphics: &[SURFACE],
    pictures: &[figure("surface", Figure::Rectangle, Group::Visualizers)
        .along("direction_u")
        .wide("direction_v")
        .length("length_u")
        .width("length_v")
        .opacity("1 - transparency")],
    ..Class::EMPTY
};

static TORUS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.Torus",
    description: "Picture of a torus",
    parameters: &[
        real("R", "m", "Major radius (from the centre of the torus to the centre of the tube)").min(0.0).or(0.5),
        real("r", "m", "Minor radius (of the tube)").min(0.0).or(0.1),
        real("opening", "rad", "Opening angle of the tube").or(0.0),
        real("startAngle", "rad", "Start angle of the slice of the torus").or(-PI),
        real("stopAngle", "rad", "End angle of the slice of the torus").or(PI),
        real("n_R", "", "Number of points along the major radius").or(40.0),
        real("n_r", "", "Number of points along the minor radius").or(20.0),
        WIREFRAME,
        real("surface.nu", "", "Number of points along the major radius").derived("n_R"),
        real("surface.nv", "", "Number of points along the minor radius").derived("n_r"),
    ],
    connectors: &[FRAME_A],
    graphics: &[SURFACE],
    pictures: &[figure("surface", Figure::Torus(["R", "r", "opening", "startAngle", "stopAngle"]), Group::Visualizers)
        .opacity("1 - transparency")],
    ..Class::EMPTY
};

static VOLUMINOUS_WHEEL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.VoluminousWheel",
    description: "Picture of a wheel with a tire",
    parameters: &[
        real("rTire", "m", "Radius of the tire").min(0.0).or(0.25),
        real("rRim", "m", "Radius of the rim").min(0.0).or(0.14),
        real("width", "m", "Width of the tire").min(0.0).or(0.25),
        real("rCurvature", "m", "Radius of the cross section of the tire").min(0.0).or(0.3),
        real("n_rTire", "", "Number of points along rTire").or(40.0),
        real("n_rCurvature", "", "Number of points along rCurvature").or(20.0),
        real("rw", "m", "Half the width").derived("width/2"),
        real("rCurvature2", "m", "Radius of the cross section, not smaller than half the width")
            .derived("max(rCurvature, rw)"),
        real("kw", "1", "Width ratio").derived("rw/rCurvature2"),
        real("h", "m", "Height of the cross section").derived("sqrt(1 - kw*kw)*rCurvature2"),
        real("ri", "m", "Distance from the axis to the centre of the cross section").derived("rTire - rCurvature2"),
        real("rRim2", "m", "Radius of the rim inside the tire").derived("min(rRim, ri + h)"),
    ],
    connectors: &[FRAME_A],
    graphics: &[&[ANIMATION, colour("color", "{64, 64, 64}", "Colour of the wheel"), specular("0.5")]],
    pictures: &[
        figure("tyre", Figure::Torus(["ri", "rCurvature2", "pi - asin(kw)", "-pi", "pi"]), Group::Visualizers),
        shape("rim", ShapeType::Pipe, Group::Visualizers)
            .along("{0, 1, 0}")
            .wide("{1, 0, 0}")
            .length("width")
            .diameter("2*(ri + h)")
            .extra("rRim2/(ri + h)")
            .centred(),
    ],
    ..Class::EMPTY
};
