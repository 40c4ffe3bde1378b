//! Gears between joint axes, rods with mass, and drift.

use crate::common::{near, near3};
use crate::loops::draft::Draft;

/// Two wheels on joints of their own, tied by a gear: `phi_1 = i phi_2`. Seen from the second, the inertia is `J2 + i^2 J1`.
#[test]
fn a_gear_between_two_joint_axes_adds_their_inertias() {
    let (j1, j2, i, tau) = (0.3, 2.0, -3.5, 4.0);
    let draft = Draft::new(
        &[
            ("world", r#"class = "World", gravityType = "NoGravity""#),
            ("a", r#"class = "Joints.Revolute", useAxisFlange = true"#),
            ("b", r#"class = "Joints.Revolute", useAxisFlange = true, phi = { start = 0.2, fixed = true }, w = { start = 0.5, fixed = true }"#),
            ("wheel_a", &format!("class = \"Parts.Body\", m = 1, r_CM = [0, 0, 0], I_33 = {j1}")),
            ("wheel_b", &format!("class = \"Parts.Body\", m = 1, r_CM = [0, 0, 0], I_33 = {j2}")),
            ("gear", &format!("class = \"Rotational.Components.IdealGear\", ratio = {i}")),
            ("motor", r#"class = "Rotational.Sources.ConstantTorque", tau_constant = 4.0"#),
        ],
        "world.frame_b - a.frame_a, world.frame_b - b.frame_a, a.frame_b - wheel_a.frame_a, b.frame_b - wheel_b.frame_a,
         gear.flange_a - a.axis, gear.flange_b - b.axis, motor.flange - b.axis",
    );
    let mut rig = draft.start();
    let acceleration = tau / (j2 + i * i * j1);
    for t in [0.0, 1.3] {
        rig.run(t);
        near(rig.get("b.a"), acceleration, 1e-10, "acceleration");
        near(rig.get("a.a"), i * acceleration, 1e-10, "ratio");
        near(rig.get("a.phi"), i * rig.get("b.phi"), 1e-10, "ratio");
        near(rig.get("b.phi"), 0.2 + 0.5 * t + 0.5 * acceleration * t * t, 1e-9, "angle");
        near(rig.get("a.tau"), j1 * i * acceleration, 1e-9, "torque of the gear on the first wheel");
        near(rig.get("b.tau"), j2 * acceleration, 1e-9, "torque of gear and motor on the second wheel");
    }
}

/// A rod with a point mass in its middle, hung between a slider and the world, against the same of two spherical joints at a body.
#[test]
fn a_rod_with_mass_moves_as_a_point_mass_in_its_middle() {
    let frame = |rod: &[(&str, &str)], connections: &str| {
        let mut components = vec![
            ("world", r#"class = "World""#),
            (
                "shaft",
                r#"class = "Joints.Revolute", phi = { start = 0.5, fixed = true }, w = { start = 4.0, fixed = true }"#,
            ),
            ("crank", r#"class = "Parts.BodyBox", r = [0.15, 0, 0], width = 0.03"#),
            ("guide", r#"class = "Joints.Prismatic", n = [1, 0, 0], s.start = 0.5"#),
            ("piston", r#"class = "Parts.Body", m = 0.8, r_CM = [0, 0, 0]"#),
        ];
        components.extend_from_slice(rod);
        let fixed = "world.frame_b - shaft.frame_a, shaft.frame_b - crank.frame_a, world.frame_b - guide.frame_a,
            guide.frame_b - piston.frame_a";
        Draft::new(&components, &format!("{fixed}, {connections}")).start()
    };
    let mut rod = frame(
        &[("rod", r#"class = "Joints.SphericalSpherical", rodLength = 0.4, m = 1.2"#)],
        "crank.frame_b - rod.frame_a, rod.frame_b - piston.frame_a",
    );
    let mut bodies = frame(
        &[
            ("big_end", r#"class = "Joints.Revolute", phi.start = -0.7"#),
            ("half_1", r#"class = "Parts.FixedTranslation", r = [0.2, 0, 0]"#),
            ("middle", r#"class = "Parts.Body", m = 1.2, r_CM = [0, 0, 0], I_11 = 0, I_22 = 0, I_33 = 0"#),
            ("half_2", r#"class = "Parts.FixedTranslation", r = [0.2, 0, 0]"#),
            ("small_end", r#"class = "Joints.Revolute""#),
        ],
        "crank.frame_b - big_end.frame_a, big_end.frame_b - half_1.frame_a, half_1.frame_b - middle.frame_a,
         half_1.frame_b - half_2.frame_a, half_2.frame_b - small_end.frame_a, small_end.frame_b - piston.frame_a",
    );
    for t in [0.0, 0.3, 0.8] {
        rod.run(t);
        bodies.run(t);
        for name in ["shaft.phi", "shaft.w", "shaft.a", "guide.s", "guide.a"] {
            near(rod.get(name), bodies.get(name), 1e-8 * (1.0 + bodies.get(name).abs()), name);
        }
        near3(rod.vector("rod.r_CM_0"), bodies.r_0("middle.frame_a"), 1e-9, "middle");
        // Along the slider's way statics decides the force at the small end; across it the two models share nothing either.
        let (a, b) = (rod.force("rod.frame_b"), bodies.force("half_2.frame_b"));
        near(a.x, b.x, 1e-6 * (1.0 + b.x.abs()), "force at the small end");
        near(a.y, b.y, 1e-6 * (1.0 + b.y.abs()), "force at the small end");
        near(rod.force("crank.frame_b").x, bodies.force("crank.frame_b").x, 1e-6 * 100.0, "force at the big end");
    }
}
