//! Modelica.Mechanics.MultiBody.Visualizers: FixedArrow and SignalArrow.

use super::FRAME_A;
use crate::class::*;
use crate::pictures::*;

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

pub static FIXED_ARROW: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedArrow",
    description: "Picture of an arrow whose size and direction are constant",
    documentation: documentation!("fixed_arrow.md"),
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

pub static SIGNAL_ARROW: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.SignalArrow",
    description: "Picture of an arrow whose coordinates are a signal",
    documentation: documentation!("signal_arrow.md"),
    parameters: &[HEAD_AT_ORIGIN, R_TAIL],
    connectors: &[
        FRAME_A,
        real_inputs("r_head", 3, "", "Coordinates of the arrow, from its tail to its head, resolved in frame_a"),
    ],
    graphics: &[SHOWN, ARROW],
    pictures: &[ARROW_PICTURE.along("r_head")],
    ..Class::EMPTY
};
