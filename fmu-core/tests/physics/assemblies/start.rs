//! Start of assemblies: the guess chooses between two configurations, and an error names one that cannot be closed.

use super::common::{Rig, compile, near, near3, try_compile};
use super::{BODY, component, text};
use mechanism::scalar::Vector3;

/// An assembly between the world and a place at rest.
fn fixed(class: &'static str, parameters: &str, place: &str) -> String {
    let components = [
        component("place", "Parts.FixedRotation", place),
        component("joint", class, parameters),
        component("body", "Parts.Body", BODY),
    ];
    let connections = [
        ["world.frame_b", "joint.frame_a"],
        ["place.frame_b", "joint.frame_b"],
        ["world.frame_b", "place.frame_a"],
        ["joint.frame_ib", "body.frame_a"],
    ];
    text(&components, &connections)
}

/// Rods of 0.5 m and 0.7 m with their ends 0.9 m apart: the triangle may stand up or hang down.
#[test]
fn the_guess_of_an_angle_chooses_the_configuration() {
    let (a, b, c) = (0.5_f64, 0.7_f64, 0.9_f64);
    let angle = ((a * a + c * c - b * b) / (2.0 * a * c)).acos();
    for (class, rods) in [
        ("Joints.Assemblies.JointUSR", "rRod1_ia = [0.7, 0, 0]\nrRod2_ib = [-0.5, 0, 0]"),
        ("Joints.Assemblies.JointSSR", "rod1Length = 0.7\nrRod2_ib = [-0.5, 0, 0]"),
        ("Joints.Assemblies.JointRRR", "rRod1_ia = [0.7, 0, 0]\nrRod2_ib = [-0.5, 0, 0]"),
    ] {
        for (guess, sign) in [(10.0, 1.0), (-10.0, -1.0), (170.0, 1.0), (-170.0, -1.0)] {
            for offset in [0.0, 25.0] {
                let guess: f64 = guess - offset;
                let parameters = format!("{rods}\nphi_guess = {guess:?}\nphi_offset = {offset:?}");
                let mut rig = Rig::new(&fixed(class, &parameters, "r = [0.9, 0, 0]"));
                // Turning rod 2 by a positive angle lowers its end, which lies in the direction of -x.
                let end = Vector3::new(c - a * angle.cos(), -sign * a * angle.sin(), 0.0);
                near3(rig.r_0("joint.frame_im"), end, 1e-9, class);
                near(rig.get("joint.axis.phi"), sign * angle - offset.to_radians(), 1e-9, class);
            }
        }
    }
}

/// A slide along x, 0.3 m above the end of a rod of 0.5 m.
#[test]
fn the_guess_of_a_distance_chooses_the_configuration() {
    for (class, rods) in [
        ("Joints.Assemblies.JointUSP", "rRod1_ia = [0.5, 0, 0]\nn_b = [1, 0, 0]\nrRod2_ib = [0, 0.1, 0]"),
        ("Joints.Assemblies.JointSSP", "rod1Length = 0.5\nn_b = [1, 0, 0]\nrRod2_ib = [0, 0.1, 0]"),
        ("Joints.Assemblies.JointRRP", "rRod1_ia = [0.5, 0, 0]\nn_b = [1, 0, 0]\nrRod2_ib = [0, 0.1, 0]"),
    ] {
        // In the middle both are as near: the first solution counts.
        for (guess, end) in [(0.3, 0.4), (-0.1, 0.4), (-0.3, -0.4), (-5.0, -0.4), (-0.2, 0.4)] {
            for offset in [0.0, 0.15] {
                let parameters = format!("{rods}\ns_guess = {:?}\ns_offset = {offset:?}", guess - offset);
                let mut rig = Rig::new(&fixed(class, &parameters, "r = [0.2, 0.2, 0]"));
                near3(rig.r_0("joint.frame_im"), Vector3::new(end, 0.3, 0.0), 1e-9, class);
                near(rig.get("joint.axis.s"), end - 0.2 - offset, 1e-9, class);
            }
        }
    }
}

/// The axis of a planar assembly in the axes of frame_b follows from the positions.
#[test]
fn planar_assemblies_find_their_axis() {
    let rods = "rRod1_ia = [0.7, 0, 0]\nrRod2_ib = [-0.5, 0, 0]";
    // Axis y of the place is axis z of the world.
    let place = "r = [0.9, 0, 0]\nn = [1, 0, 0]\nangle = 90";
    let mut rig = Rig::new(&fixed("Joints.Assemblies.JointRRR", rods, place));
    near3(rig.vector("joint.n_b"), Vector3::y(), 1e-12, "n_b");
    near3(rig.vector("joint.e_b"), Vector3::y(), 1e-12, "e_b");
    near(rig.r_0("joint.frame_im").z, 0.0, 1e-12, "plane");
    let rods = "rRod1_ia = [0.5, 0, 0]\nn_b = [1, 0, 0]\nrRod2_ib = [0, 0, -0.1]";
    let place = place.replace("0.9, 0, 0", "0.2, 0.2, 0");
    let mut rig = Rig::new(&fixed("Joints.Assemblies.JointRRP", rods, &place));
    near3(rig.vector("joint.e_im"), Vector3::y(), 1e-12, "e_im");
    near3(rig.r_0("joint.frame_im"), Vector3::new(0.4, 0.3, 0.0), 1e-9, "end");
}

/// A start value of the assembly's joint that is fixed moves what its end hangs on.
#[test]
fn a_fixed_angle_decides_where_the_crank_starts() {
    let components = [
        component("crank", "Joints.Revolute", "phi = { start = 0.2 }"),
        component("arm", "Parts.BodyShape", format!("r = [0.3, 0, 0]\n{BODY}")),
        component("place", "Parts.FixedTranslation", "r = [1.2, 0, 0]"),
        component(
            "joint",
            "Joints.Assemblies.JointUSR",
            "rRod1_ia = [0.8, 0, 0]\nrRod2_ib = [-0.5, 0, 0]\nphi_offset = 10\nrevolute = { phi = { start = -1.2, fixed = true } }",
        ),
    ];
    let connections = [
        ["world.frame_b", "crank.frame_a"],
        ["crank.frame_b", "arm.frame_a"],
        ["arm.frame_b", "joint.frame_a"],
        ["world.frame_b", "place.frame_a"],
        ["place.frame_b", "joint.frame_b"],
    ];
    let mut rig = Rig::new(&text(&components, &connections));
    near(rig.get("joint.revolute.phi"), -1.2, 1e-9, "phi");
    near(rig.get("joint.revolute.angle"), 10_f64.to_radians() - 1.2, 1e-9, "angle");
    near((rig.r_0("joint.frame_im") - rig.r_0("arm.frame_b")).norm(), 0.8, 1e-9, "rod 1");
}

/// Each assembly's end is the beginning of the next.
#[test]
fn assemblies_follow_each_other() {
    let rods = "rRod1_ia = [0.8, 0, 0]\nrRod2_ib = [-0.7, 0, 0]\nphi_guess = -60";
    let mut components = Vec::new();
    let mut connections = Vec::new();
    let names = [["p4", "j4"], ["p3", "j3"], ["p2", "j2"], ["p1", "j1"]];
    for (k, [place, joint]) in names.iter().enumerate() {
        // The file has them in the opposite order.
        let x = 0.8 * (4.0 - k as f64);
        components.push(component(joint, "Joints.Assemblies.JointRRR", rods));
        components.push(component(place, "Parts.FixedTranslation", format!("r = [{x:?}, 0, 0]")));
        connections.push(["world.frame_b".to_owned(), format!("{place}.frame_a")]);
        connections.push([format!("{place}.frame_b"), format!("{joint}.frame_b")]);
        let before = names.get(k + 1).map_or("world.frame_b".to_owned(), |[_, before]| format!("{before}.frame_im"));
        connections.push([before, format!("{joint}.frame_a")]);
    }
    components.push(component("body", "Parts.Body", BODY));
    connections.push(["body.frame_a".to_owned(), "j4.frame_im".to_owned()]);
    let connections: Vec<[&str; 2]> = connections.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
    let mut rig = Rig::new(&text(&components, &connections));
    let mut before = Vector3::zeros();
    for k in 1..=4 {
        let end = rig.r_0(&format!("j{k}.frame_im"));
        let place = Vector3::new(0.8 * f64::from(k), 0.0, 0.0);
        near((end - before).norm(), 0.8, 1e-9, "rod 1");
        near((end - place).norm(), 0.7, 1e-9, "rod 2");
        // The end on the left of the way from the first to the last joint, where rod 2 has turned the other way.
        assert!((place - before).cross(&(end - before)).z > 0.0, "j{k}");
        before = end;
    }
}

/// Why a model does not start.
fn refusal(text: &str) -> String {
    let mut rig = Rig::uninitialized(compile(text));
    rig.initialize(0.0).expect_err("it starts").to_string()
}

#[test]
fn what_cannot_be_closed_is_named() {
    let rods = "rRod1_ia = [0.2, 0, 0]\nrRod2_ib = [-0.5, 0, 0]";
    for (class, parameters) in [
        ("Joints.Assemblies.JointUSR", rods),
        ("Joints.Assemblies.JointRRR", rods),
        ("Joints.Assemblies.JointSSR", "rod1Length = 0.2\nrRod2_ib = [-0.5, 0, 0]"),
        // Singular: rod 2 lies on the axis, so that its end does not move.
        ("Joints.Assemblies.JointSSR", "rod1Length = 0.8\nrRod2_ib = [0, 0, 0.5]"),
    ] {
        let problem = refusal(&fixed(class, parameters, "r = [0.9, 0, 0]"));
        assert!(problem.contains("joint."), "{class}: {problem}");
    }
    for (class, rods) in [
        ("Joints.Assemblies.JointUSP", "rRod1_ia = [0.5, 0, 0]"),
        ("Joints.Assemblies.JointRRP", "rRod1_ia = [0.5, 0, 0]"),
        ("Joints.Assemblies.JointSSP", "rod1Length = 0.5"),
    ] {
        let parameters = format!("{rods}\nn_b = [1, 0, 0]\nrRod2_ib = [0, 0.1, 0]");
        let problem = refusal(&fixed(class, &parameters, "r = [0.2, 0.5, 0]"));
        assert!(problem.contains("joint."), "{class}: {problem}");
    }
}

#[test]
fn wrong_settings_are_named() {
    for (parameters, what) in [
        ("n_b = [0, 0, 1]", "n_b"),
        ("rod1Length = -1", "rod1Length"),
        ("phi_guess = true", "phi_guess"),
        ("rod3 = 1", "rod3"),
    ] {
        let class =
            if parameters.starts_with("n_b") { "Joints.Assemblies.JointRRR" } else { "Joints.Assemblies.JointSSR" };
        let problem = try_compile(&fixed(class, parameters, "r = [0.9, 0, 0]")).expect_err(parameters);
        assert!(problem.contains(what), "{problem}");
    }
}
