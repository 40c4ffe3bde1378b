//! Joint assemblies: what they hold, what they pass on, and how they start.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::balance;
use crate::common;
mod engine;
mod motion;
mod plain;
mod start;

use common::Rig;

/// Name, class, parameters.
type Component = (&'static str, &'static str, String);

/// A component.
fn component(name: &'static str, class: &'static str, parameters: impl Into<String>) -> Component {
    (name, class, parameters.into())
}

/// The text of a model.
fn text(components: &[Component], connections: &[[&str; 2]]) -> String {
    let mut text =
        format!("name = \"Assembly\"\nconnections = {connections:?}\n[components.world]\nclass = \"World\"\n");
    for (name, class, parameters) in components {
        text += &format!("[components.{name}]\nclass = \"{class}\"\n{parameters}\n");
    }
    text
}

/// Names and classes, as the balance of energy wants them.
fn names(components: &[Component]) -> Vec<balance::Component> {
    components.iter().map(|(name, class, _)| ((*name).to_owned(), (*class).to_owned())).collect()
}

/// An assembly, with parameters that let it move for a second without coming near a singular configuration.
struct Assembly {
    class: &'static str,
    parameters: &'static str,
    /// Frames besides frame_a and frame_b.
    frames: &'static [&'static str],
    /// All moves in a plane.
    planar: bool,
}

const UPS: Assembly = Assembly {
    class: "Joints.Assemblies.JointUPS",
    parameters: "n1_a = [0, 0.2, 1]\nnAxis_ia = [2, 0.2, 0]\ns_offset = 0.4",
    frames: &["frame_ia", "frame_ib"],
    planar: false,
};
const USR: Assembly = Assembly {
    class: "Joints.Assemblies.JointUSR",
    parameters: "n1_a = [0, 0.2, 1]\nn_b = [0.2, 0, 2]\nrRod1_ia = [0.9, 0.2, 0.1]\nrRod2_ib = [-0.5, 0.3, 0.1]\nphi_offset = 20\nphi_guess = 10",
    frames: &["frame_ia", "frame_ib", "frame_im"],
    planar: false,
};
const USP: Assembly = Assembly {
    class: "Joints.Assemblies.JointUSP",
    parameters: "n1_a = [0, 0.2, 1]\nn_b = [-2, 0.4, 0.2]\nrRod1_ia = [0.9, 0.2, 0.1]\nrRod2_ib = [0.1, 0.3, 0.1]\ns_offset = -0.3\ns_guess = 0.4",
    frames: &["frame_ia", "frame_ib", "frame_im"],
    planar: false,
};
const SSR: Assembly = Assembly {
    class: "Joints.Assemblies.JointSSR",
    parameters: "rod1Length = 0.95\nrod1Mass = 0.7\nn_b = [0.2, 0, 2]\nrRod2_ib = [-0.5, 0.3, 0.1]\nphi_offset = -15",
    frames: &["frame_ib", "frame_im"],
    planar: false,
};
const SSP: Assembly = Assembly {
    class: "Joints.Assemblies.JointSSP",
    parameters: "rod1Length = 0.95\nrod1Mass = 0.7\nn_b = [-2, 0.4, 0.2]\nrRod2_ib = [0.1, 0.3, 0.1]\ns_offset = 0.2",
    frames: &["frame_ib", "frame_im"],
    planar: false,
};
const RRR: Assembly = Assembly {
    class: "Joints.Assemblies.JointRRR",
    parameters: "n_a = [0, 0, 2]\nrRod1_ia = [0.9, 0.2, 0]\nrRod2_ib = [-0.5, 0.3, 0]\nphi_offset = 20\nphi_guess = 10",
    frames: &["frame_ia", "frame_ib", "frame_im"],
    planar: true,
};
const RRP: Assembly = Assembly {
    class: "Joints.Assemblies.JointRRP",
    parameters: "n_a = [0, 0, 1]\nn_b = [-2, 0.4, 0]\nrRod1_ia = [0.9, 0.2, 0]\nrRod2_ib = [0.1, 0.3, 0]\ns_offset = -0.3\ns_guess = 0.4",
    frames: &["frame_ia", "frame_ib", "frame_im"],
    planar: true,
};
/// One of each class.
const ALL: [&Assembly; 7] = [&UPS, &USR, &USP, &SSR, &SSP, &RRR, &RRP];

const BODY: &str = "m = 0.8\nr_CM = [0.1, -0.05, 0]\nI_11 = 0.03\nI_22 = 0.02\nI_33 = 0.04";

/// The base of an assembly: a crank that turns, and a place at rest.
fn base(planar: bool) -> Vec<Component> {
    let (n, r) = if planar { ("[0, 0, 1]", "[0.2, 0.1, 0]") } else { ("[0.2, 0.1, 1]", "[0.2, 0.1, 0.05]") };
    let start = "phi = { start = 0.3, fixed = true }\nw = { start = 1.5, fixed = true }";
    let arm = format!("r = {r}\nm = 1\nr_CM = [0.1, 0.02, 0]\nI_11 = 0.02\nI_22 = 0.03\nI_33 = 0.04");
    let place = if planar { "r = [1.2, 0.1, 0]" } else { "r = [1.2, 0.1, -0.1]" };
    vec![
        component("crank", "Joints.Revolute", format!("n = {n}\n{start}")),
        component("arm", "Parts.BodyShape", arm),
        component("place", "Parts.FixedTranslation", place),
    ]
}

const BASE: [[&str; 2]; 3] =
    [["world.frame_b", "crank.frame_a"], ["crank.frame_b", "arm.frame_a"], ["world.frame_b", "place.frame_a"]];

/// An assembly between crank and place, with a body on each of its other frames.
fn with_bodies(assembly: &Assembly) -> (Vec<Component>, String) {
    let mut components = base(assembly.planar);
    components.push(component("joint", assembly.class, assembly.parameters));
    let mut connections = BASE.to_vec();
    connections.extend([["arm.frame_b", "joint.frame_a"], ["place.frame_b", "joint.frame_b"]]);
    let ends: Vec<[String; 2]> = assembly
        .frames
        .iter()
        .map(|frame| [format!("joint.{frame}"), format!("body{}.frame_a", &frame[5..])])
        .collect();
    for (frame, [_, body]) in assembly.frames.iter().zip(&ends) {
        let name = ["body_ia", "body_ib", "body_im"].into_iter().find(|name| body.starts_with(name)).expect(frame);
        components.push(component(name, "Parts.Body", BODY));
    }
    connections.extend(ends.iter().map(|[a, b]| [a.as_str(), b.as_str()]));
    let text = text(&components, &connections);
    (components, text)
}

fn rig(text: &str) -> Rig {
    Rig::new(text).with_tolerance(1e-9)
}
