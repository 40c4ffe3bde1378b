//! Each class equals the same mechanism of plain joints.

use super::common::{Rig, near, near3};
use super::{
    Assembly, BASE, BODY, Component, RRP, RRR, SSP, SSR, UPS, USP, USR, base, component, rig, text, with_bodies,
};

/// Start values of a universal joint.
fn universal(rig: &mut Rig, at: &str, n_b: &str) -> String {
    let [a, b] = [1, 2].map(|k| rig.get(&format!("{at}.revolute_{k}.phi")));
    format!("n_a = [0, 0.2, 1]\nn_b = {n_b}\nphi_a = {{ start = {a:?} }}\nphi_b = {{ start = {b:?} }}")
}

fn vector(rig: &mut Rig, name: &str) -> String {
    let v: [f64; 3] = rig.vector(name).into();
    format!("{v:?}")
}

/// The joint at frame_b and rod 2.
fn far_half(rig: &mut Rig, turns: bool) -> [Component; 2] {
    let (n, r) = (vector(rig, "inner.n_b"), vector(rig, "inner.rRod2_ib"));
    let joint = if turns {
        let angle = rig.get("inner.revolute.angle");
        component("last", "Joints.Revolute", format!("n = {n}\nphi = {{ start = {angle:?} }}"))
    } else {
        let distance = rig.get("inner.prismatic.distance");
        component("last", "Joints.Prismatic", format!("n = {n}\ns = {{ start = {distance:?} }}"))
    };
    [joint, component("rod2", "Parts.FixedTranslation", format!("r = {r}"))]
}

/// The same mechanism without the assembly, with its frames under the names of plain components.
fn compare(assembly: &Assembly, parts: Vec<Component>, links: &[[&str; 2]], frames: &[(&str, &str)]) {
    let (_, with) = with_bodies(assembly);
    let mut components = base(assembly.planar);
    components.extend(parts);
    let mut connections = BASE.to_vec();
    connections.extend(links);
    let bodies = ["body_ia", "body_ib", "body_im"];
    let ends: Vec<[String; 2]> = frames
        .iter()
        .filter_map(|(frame, plain)| {
            let body = bodies.into_iter().find(|body| body[5..] == frame[6..])?;
            components.push(component(body, "Parts.Body", BODY));
            Some([(*plain).to_owned(), format!("{body}.frame_a")])
        })
        .collect();
    connections.extend(ends.iter().map(|[a, b]| [a.as_str(), b.as_str()]));
    let (mut with, mut plain) = (rig(&with), rig(&text(&components, &connections)));
    for k in 0..4 {
        let time = 0.25 * f64::from(k);
        with.run(time);
        plain.run(time);
        let what = |name: &str| format!("{name} of {} at {time} s", assembly.class);
        for name in ["crank.phi", "crank.w", "crank.a"] {
            near(with.get(name), plain.get(name), 1e-6, &what(name));
        }
        for (frame, other) in frames {
            let frame = format!("joint.{frame}");
            near3(with.r_0(&frame), plain.r_0(other), 1e-7, &what(&frame));
            near3(with.v_0(&frame), plain.v_0(other), 1e-6, &what(&frame));
        }
        // Three parallel axes share what is across the plane as they like.
        let shares = assembly.planar && assembly.class.ends_with('R');
        for frame in ["arm.frame_b", "place.frame_b"] {
            let (force, torque) = (with.force(frame), with.torque(frame));
            if shares {
                near3(force, plain.force(frame), 1e-5, &what("force"));
                near(torque.z, plain.torque(frame).z, 1e-5, &what("torque"));
            } else {
                near3(force, plain.force(frame), 1e-5, &what("force"));
                near3(torque, plain.torque(frame), 1e-5, &what("torque"));
            }
        }
    }
}

const NEAR: [&str; 2] = ["arm.frame_b", "u.frame_a"];
const FAR: [[&str; 2]; 2] = [["place.frame_b", "last.frame_a"], ["last.frame_b", "rod2.frame_a"]];

#[test]
fn a_telescope_is_made_of_joints() {
    let (_, text) = with_bodies(&UPS);
    let mut start = rig(&text);
    let e2 = vector(&mut start, "joint.e2_ia");
    let s = start.get("joint.s") + 0.4;
    let parts = vec![
        component("u", "Joints.Universal", universal(&mut start, "joint", &e2)),
        component("p", "Joints.Prismatic", format!("n = [2, 0.2, 0]\ns = {{ start = {s:?} }}")),
        component("ball", "Joints.Spherical", ""),
    ];
    let links = [NEAR, ["u.frame_b", "p.frame_a"], ["p.frame_b", "ball.frame_a"], ["place.frame_b", "ball.frame_b"]];
    let frames = [("frame_ia", "u.frame_b"), ("frame_ib", "p.frame_b"), ("frame_b", "ball.frame_b")];
    compare(&UPS, parts, &links, &frames);
}

#[test]
fn rods_on_a_universal_joint_are_made_of_joints() {
    for assembly in [&USR, &USP] {
        let (_, text) = with_bodies(assembly);
        let mut start = rig(&text.replace("components.joint]", "components.inner]").replace("\"joint.", "\"inner."));
        let (e2, r1) = (vector(&mut start, "inner.e2_ia"), vector(&mut start, "inner.rRod1_ia"));
        let mut parts = vec![
            component("u", "Joints.Universal", universal(&mut start, "inner.rod1", &e2)),
            component("rod1", "Parts.FixedTranslation", format!("r = {r1}")),
            component("ball", "Joints.Spherical", ""),
        ];
        parts.extend(far_half(&mut start, assembly.class.ends_with('R')));
        let links = [
            NEAR,
            ["u.frame_b", "rod1.frame_a"],
            ["rod1.frame_b", "ball.frame_a"],
            ["rod2.frame_b", "ball.frame_b"],
            FAR[0],
            FAR[1],
        ];
        let frames = [("frame_ia", "u.frame_b"), ("frame_ib", "last.frame_b"), ("frame_im", "rod2.frame_b")];
        compare(assembly, parts, &links, &frames);
    }
}

#[test]
fn rods_between_balls_are_made_of_joints() {
    for assembly in [&SSR, &SSP] {
        let (_, text) = with_bodies(assembly);
        let mut start = rig(&text.replace("components.joint]", "components.inner]").replace("\"joint.", "\"inner."));
        let mut parts = vec![component("rod1", "Joints.SphericalSpherical", "rodLength = 0.95\nm = 0.7")];
        parts.extend(far_half(&mut start, assembly.class.ends_with('R')));
        let links = [["arm.frame_b", "rod1.frame_a"], ["rod1.frame_b", "rod2.frame_b"], FAR[0], FAR[1]];
        let frames = [("frame_ib", "last.frame_b"), ("frame_im", "rod2.frame_b")];
        compare(assembly, parts, &links, &frames);
    }
}

#[test]
fn planar_assemblies_are_made_of_joints() {
    for assembly in [&RRR, &RRP] {
        let turns = assembly.class.ends_with('R');
        let (_, text) = with_bodies(assembly);
        let mut start = rig(&text);
        let phi = |rig: &mut Rig, frame: &str| {
            let x = rig.t(frame).row(0).transpose();
            x.y.atan2(x.x)
        };
        let first = phi(&mut start, "joint.frame_ia") - phi(&mut start, "joint.frame_a");
        let second = phi(&mut start, "joint.frame_im") - phi(&mut start, "joint.frame_ia");
        let last = if turns {
            let angle = start.get("joint.jointUSR.revolute.angle");
            component("last", "Joints.Revolute", format!("phi = {{ start = {angle:?} }}"))
        } else {
            let distance = start.get("joint.jointUSP.prismatic.distance");
            component("last", "Joints.Prismatic", format!("n = [-2, 0.4, 0]\ns = {{ start = {distance:?} }}"))
        };
        let r2 = vector(&mut start, "joint.rRod2_ib");
        let parts = vec![
            component("u", "Joints.Revolute", format!("phi = {{ start = {first:?} }}")),
            component("rod1", "Parts.FixedTranslation", "r = [0.9, 0.2, 0]"),
            component("middle", "Joints.Revolute", format!("phi = {{ start = {second:?} }}")),
            last,
            component("rod2", "Parts.FixedTranslation", format!("r = {r2}")),
        ];
        let links = [
            NEAR,
            ["u.frame_b", "rod1.frame_a"],
            ["rod1.frame_b", "middle.frame_a"],
            ["middle.frame_b", "rod2.frame_b"],
            FAR[0],
            FAR[1],
        ];
        let frames = [("frame_ia", "u.frame_b"), ("frame_ib", "last.frame_b"), ("frame_im", "rod2.frame_b")];
        compare(assembly, parts, &links, &frames);
    }
}
