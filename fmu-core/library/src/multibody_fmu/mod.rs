//! Classes that the Modelica Standard Library does not have: contact, ropes, bushings, `when` and `pre`, random numbers.

use crate::class::*;
use crate::laws::blocks::functions::RoundingLaw;
use crate::laws::blocks::sampled::{Clock, Operation, SampledLaw};
use crate::laws::blocks::when::{BeforeLaw, WhenLaw};
use crate::laws::multibody_fmu::{BushingLaw, PlaneContactLaw, PlaneContactVariable, RopeLaw, RopeVariable};
use crate::pictures::*;
use mechanism::{FrameId, SignalIn};

classes! { ROPE BUSHING PLANE_CONTACT WHEN PRE FLOOR RANDOM }

/// frame_a and frame_b, on which a law acts.
fn acting_frames(e: &mut Element<'_>) -> [FrameId; 2] {
    let frames = e.frames();
    e.elements.acting_frames.extend(frames);
    frames
}

static ROPE: Class = Class {
    name: "MultibodyFmu.Rope",
    description: "Massless rope between two frames, which pulls when it is taut, and transmits no force when it \
        is slack",
    parameters: &[
        real("length", "m", "Unstretched length of the rope").min(0.0).tunable(),
        real("c", "N/m", "Spring constant of the taut rope").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.s/m", "Damping constant of the taut rope").min(0.0).or(0.0).tunable(),
        real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero")
            .min(0.0)
            .or(1e-10),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at one end"),
        frame("frame_b", "Coordinate system at the other end"),
    ],
    variables: &[
        variable("s", "m", "Distance between the origins of frame_a and frame_b"),
        variable("f", "N", "Force of the rope, 0 or more"),
        boolean_variable("taut", "True if the rope is taut"),
    ],
    graphics: &[
        SHOWN,
        &[
            size("diameter", "world.defaultForceWidth/4", "Diameter of the rope"),
            colour("color", ROD_COLOUR, "Colour of the rope"),
        ],
    ],
    pictures: &[figure("rope", Figure::Rope, Group::Lines)
        .resolved_in_world()
        .along("frame_b.r_0 - frame_a.r_0")
        .length("length")
        .diameter("diameter")],
    ..Class::element(|e| {
        let frames = acting_frames(e);
        let [length, c, d, s_small] = ["length", "c", "d", "s_small"].map(|name| e.real(name));
        let law = e.add_law(RopeLaw { frames, length, c, d, s_small });
        e.show_declared(
            law,
            &[("s", RopeVariable::Distance), ("f", RopeVariable::Force), ("taut", RopeVariable::Taut)],
        );
    })
};

static BUSHING: Class = Class {
    name: "MultibodyFmu.Bushing",
    description: "Elastic connection of two frames with six stiffnesses and six dampings",
    parameters: &[
        vector("c", "N/m", "Stiffnesses along the axes of frame_a").tunable(),
        vector("d", "N.s/m", "Dampings along the axes of frame_a").or_vector([0.0; 3]).tunable(),
        vector("c_phi", "N.m/rad", "Stiffnesses about the axes of frame_a").or_vector([0.0; 3]).tunable(),
        vector("d_phi", "N.m.s/rad", "Dampings about the axes of frame_a").or_vector([0.0; 3]).tunable(),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system on one side"),
        frame("frame_b", "Coordinate system on the other side"),
    ],
    ..Class::element(|e| {
        let frames = acting_frames(e);
        let [c, d, c_phi, d_phi] = ["c", "d", "c_phi", "d_phi"].map(|name| e.vector(name));
        e.add_law(BushingLaw { frames, c, d, c_phi, d_phi });
    })
};

static PLANE_CONTACT: Class = Class {
    name: "MultibodyFmu.PlaneContact",
    description: "Contact of a sphere or point with a plane, with friction",
    parameters: &[
        vector(
            "n",
            "1",
            "Normal of the plane through the origin of frame_a, resolved in frame_a; the sphere is on its side",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("radius", "m", "Radius of the sphere about the origin of frame_b; 0: a point").min(0.0).or(0.0).tunable(),
        real("c", "N/m", "Spring constant of the contact").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.s/m", "Damping constant of the contact").min(0.0).or(0.0).tunable(),
        real("mu", "1", "Friction coefficient").min(0.0).or(0.0).tunable(),
        real("v_small", "m/s", "Sliding speed above which friction is nearly mu times the normal force")
            .min(f64::MIN_POSITIVE)
            .or(1e-3)
            .tunable(),
    ],
    connectors: &[frame("frame_a", "Coordinate system of the plane"), frame("frame_b", "Centre of the sphere")],
    variables: &[
        variable("gap", "m", "Distance between the plane and the sphere, below 0 in contact"),
        variable("f_n", "N", "Normal force, 0 or more"),
        boolean_variable("contact", "True in contact"),
    ],
    graphics: &[&[ANIMATION, colour("color", "{200, 200, 200}", "Colour of the plane")]],
    pictures: &[figure("plane", Figure::Plane, Group::Frames).along("n").specular("0")],
    ..Class::element(|e| {
        let frames = acting_frames(e);
        let [radius, c, d, mu, v_small] = ["radius", "c", "d", "mu", "v_small"].map(|name| e.real(name));
        let law = PlaneContactLaw { frames, n: e.vector("n"), radius, c, d, mu, v_small };
        let law = e.add_law(law);
        let list = [
            ("gap", PlaneContactVariable::Gap),
            ("f_n", PlaneContactVariable::Normal),
            ("contact", PlaneContactVariable::Contact),
        ];
        e.show_declared(law, &list);
    })
};

const Y_START: Parameter = real("y_start", "", "Value of y before the first change").or(0.0);

static WHEN: Class = Class {
    name: "MultibodyFmu.When",
    description: "Value that changes when a condition becomes true (when and elsewhen of Modelica)",
    parameters: &[
        integer("n", 1, 1, "Number of conditions"),
        integer("initially", 0, 0, "Number of the input that y is at the start, 0 for y_start"),
        Y_START,
    ],
    connectors: &[
        real_input("trigger", "", "Conditions, true above 0.5").sized(SignalSize::Integer("n")),
        real_input("u", "", "Values to be taken").sized(SignalSize::Integer("n")),
        real_output("y", "", "The last value taken"),
    ],
    ..Class::element(|e| {
        let (trigger, u) = (e.input("trigger"), e.input("u"));
        let initially = usize::try_from(e.integer("initially")).unwrap_or(0);
        if initially > u.size {
            return e.refuse("initially", "at most n");
        }
        e.add_law(WhenLaw { trigger, u, y_start: e.real("y_start"), initially, y: e.scalar_y() });
    })
};

static PRE: Class = Class {
    name: "MultibodyFmu.Pre",
    description: "Value of a discrete signal before an event (pre of Modelica)",
    parameters: &[Y_START],
    connectors: &[
        real_input("u", "", "A signal that changes at events only"),
        real_output("y", "", "The signal before the event"),
    ],
    ..Class::element(|e| {
        e.add_law(BeforeLaw { u: e.scalar_input("u"), y_start: e.real("y_start"), y: e.scalar_y() });
    })
};

static FLOOR: Class = Class {
    name: "MultibodyFmu.Floor",
    description: "Largest integer that is not above a signal (floor and integer of Modelica)",
    connectors: &[
        real_input("u", "", "Input signal"),
        connector("y", ConnectorKind::Output(SignalType::Integer, 1), "", "The input rounded down"),
    ],
    ..Class::element(|e| {
        e.add_law(RoundingLaw { u: e.scalar_input("u"), y: e.scalar_y(), down: true });
    })
};

static RANDOM: Class = Class {
    name: "MultibodyFmu.Random",
    description: "Uniform random number between 0 and 1, drawn at sample times",
    parameters: &[
        real("samplePeriod", "s", "Period for drawing").min(100.0 * f64::EPSILON),
        real("startTime", "s", "Time of the first sample, which is the number from the start on").or(0.0),
        real("localSeed", "", "Seed of this block, an integer of 32 bits").or(1.0),
        real("globalSeed", "", "Seed of the model, an integer of 32 bits").or(67_867_967.0),
    ],
    connectors: &[real_output("y", "", "Random number")],
    ..Class::element(|e| {
        let clock = Clock::Periodic { period: e.real("samplePeriod"), start_time: e.real("startTime") };
        let operation = Operation::Random { seeds: ["localSeed", "globalSeed"].map(|name| e.real(name)) };
        e.add_law(SampledLaw { clock, operation, u: SignalIn { first: 0, size: 0 }, y: e.y(), y_start: None });
    })
};
