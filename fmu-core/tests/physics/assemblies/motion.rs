//! Each class in motion.

use super::common::{Rig, near, near3};
use super::{ALL, Assembly, SSP, SSR, UPS, USP, USR, balance, names, rig, with_bodies};
use mechanism::scalar::Vector3;

/// Runs for 1 s; energy is kept and power is passed on. `look` looks at each of six moments.
fn run(assembly: &Assembly, mut look: impl FnMut(&mut Rig)) {
    let (components, text) = with_bodies(assembly);
    let (mut rig, components) = (rig(&text), names(&components));
    let (start, _) = balance::energy(&mut rig, &components);
    for k in 0..=5 {
        rig.run(0.2 * f64::from(k));
        let (energy, scale) = balance::energy(&mut rig, &components);
        near(energy, start, 1e-7 * scale, "energy");
        balance::assert_power_is_passed_on(&mut rig, &components, "while it moves");
        balance::assert_nodes_balance(&mut rig, "while it moves");
        look(&mut rig);
    }
}

#[test]
fn energy_is_kept_and_power_is_passed_on() {
    for assembly in ALL {
        let mut turned = Vec::new();
        run(assembly, |rig| turned.push(rig.get("crank.phi")));
        let most = turned.iter().fold(0.0_f64, |most, phi| most.max((phi - turned[0]).abs()));
        assert!(most > 0.2, "{}: the crank turns by {most} only", assembly.class);
    }
}

/// A vector of a frame in world axes.
fn world(rig: &mut Rig, frame: &str, vector: Vector3<f64>) -> Vector3<f64> {
    rig.t(frame).transpose() * vector
}

/// Origins and axes of the frames: rods have their lengths, and joints leave free what they are to leave free only.
#[test]
fn frames_are_where_joints_and_rods_put_them() {
    for assembly in [&USR, &USP, &SSR, &SSP] {
        let turns = assembly.class.ends_with('R');
        run(assembly, |rig| {
            let [n_b, reach] = ["n_b", "rRod2_ib"].map(|name| rig.vector(&format!("joint.{name}")));
            let length = rig.get("joint.rod1Length");
            let [a, b, ib, im] = ["frame_a", "frame_b", "frame_ib", "frame_im"].map(|f| rig.r_0(&format!("joint.{f}")));
            near((im - a).norm(), length, 1e-9, "length of rod 1");
            near3(im - ib, world(rig, "joint.frame_ib", reach), 1e-9, "rod 2");
            let (axis, moved) =
                (world(rig, "joint.frame_b", n_b.normalize()), world(rig, "joint.frame_ib", n_b.normalize()));
            near3(moved, axis, 1e-9, "axis");
            if turns {
                near3(ib, b, 1e-9, "frame_ib");
                let x = n_b.cross(&Vector3::x()).normalize();
                let (before, after) = (world(rig, "joint.frame_b", x), world(rig, "joint.frame_ib", x));
                let angle = axis.dot(&before.cross(&after)).atan2(before.dot(&after));
                near(rig.get("joint.revolute.angle"), angle, 1e-9, "angle");
                let offset = rig.get("joint.phi_offset").to_radians();
                near(rig.get("joint.axis.phi"), angle - offset, 1e-9, "axis");
                near(rig.get("joint.revolute.phi"), angle - offset, 1e-9, "phi");
            } else {
                near3(ib - b, axis * axis.dot(&(ib - b)), 1e-9, "frame_ib");
                let distance = rig.get("joint.prismatic.distance");
                near(distance, axis.dot(&(ib - b)), 1e-9, "distance");
                near(rig.get("joint.axis.s"), distance - rig.get("joint.s_offset"), 1e-9, "axis");
                near(rig.get("joint.prismatic.s"), distance - rig.get("joint.s_offset"), 1e-9, "s");
            }
        });
    }
    run(&UPS, |rig| {
        let rod = rig.r_0("joint.frame_b") - rig.r_0("joint.frame_a");
        near(rig.get("joint.s"), rod.norm() - 0.4, 1e-9, "s");
        near(rig.get("joint.axis.s"), rod.norm() - 0.4, 1e-9, "axis");
        near3(rig.r_0("joint.frame_ia"), rig.r_0("joint.frame_a"), 1e-9, "frame_ia");
        near3(rig.r_0("joint.frame_ib"), rig.r_0("joint.frame_b"), 1e-9, "frame_ib");
        let e = rig.vector("joint.eAxis_ia");
        near3(world(rig, "joint.frame_ia", e), rod.normalize(), 1e-9, "direction");
        near3(world(rig, "joint.frame_ib", e), rod.normalize(), 1e-9, "direction");
    });
    for assembly in [&UPS, &USR, &USP] {
        run(assembly, |rig| {
            // The second axis of the universal joint is across the first one and the rod, on the library's side.
            let (n1, e2) = (rig.vector("joint.n1_a"), rig.vector("joint.e2_ia"));
            let (n1, e2) = (world(rig, "joint.frame_a", n1), world(rig, "joint.frame_ia", e2));
            let end = if rig.has("joint.frame_im.r_0[1]") { "joint.frame_im" } else { "joint.frame_b" };
            let rod = rig.r_0(end) - rig.r_0("joint.frame_a");
            near3(e2, n1.cross(&rod).normalize(), 1e-9, "axis 2");
        });
    }
}

/// Rod 2 has no mass: what acts on it, rod 1 among it, does not turn or move it along its joint.
#[test]
fn the_force_of_the_rod_balances_what_acts_on_the_joint() {
    for assembly in [&USR, &USP, &SSR, &SSP] {
        run(assembly, |rig| {
            let [n_b, reach] = ["n_b", "rRod2_ib"].map(|name| rig.vector(&format!("joint.{name}")));
            let e = n_b.normalize();
            let across = rig.vector("joint.rod1.f_b_a1");
            let across = rig.t("joint.frame_im") * (rig.t("joint.frame_a").transpose() * across);
            let [f_ib, f_im] = ["ib", "im"].map(|f| rig.vector(&format!("joint.frame_{f}.f")));
            let [t_ib, t_im] = ["ib", "im"].map(|f| rig.vector(&format!("joint.frame_{f}.t")));
            let f_rod = rig.get("joint.f_rod");
            let (lever, rest) = if assembly.class.ends_with('R') {
                (rig.get("joint.revolute.aux"), e.dot(&(t_ib + t_im + reach.cross(&(f_im - across)))))
            } else {
                (rig.get("joint.prismatic.aux"), e.dot(&(f_ib + f_im - across)))
            };
            near(f_rod * lever, -rest, 1e-9 * (1.0 + rest.abs()), "f_rod");
            assert!(f_rod.abs() > 0.1 && lever.abs() > 0.05, "{f_rod} {lever}");
        });
    }
}

/// The assembly's own variables and its parameters that the library computes.
#[test]
fn the_library_s_names_are_variables() {
    let (_, text) = with_bodies(&SSR);
    let mut ssr = rig(&text);
    near(ssr.get("joint.aux"), ssr.get("joint.revolute.aux"), 0.0, "aux");
    near(ssr.get("joint.revolute.tau"), 0.0, 1e-12, "tau");
    near(ssr.get("joint.position_b[2].y"), 0.3, 0.0, "position_b");
    let expected = ssr.t("joint.frame_b") * (ssr.r_0("joint.frame_a") - ssr.r_0("joint.frame_b"));
    near3(ssr.vector("joint.relativePosition.r_rel"), expected, 1e-12, "relativePosition");
    let (_, text) = with_bodies(&USR);
    let mut usr = rig(&text);
    near(usr.get("joint.rod1Length"), Vector3::new(0.9, 0.2, 0.1).norm(), 1e-15, "rod1Length");
    near3(usr.vector("joint.eRod1_ia"), Vector3::new(0.9, 0.2, 0.1).normalize(), 1e-15, "eRod1_ia");
    near(usr.get("joint.rod1.rodLength"), usr.get("joint.rod1Length"), 1e-15, "rodLength");
}
