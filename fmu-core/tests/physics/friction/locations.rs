//! Costs of finding events.

use super::common::{Host, Random, Rig, compile};
use super::sequences::{DRIVE, run, sequence};
use mechanism::Stage;

/// Examples with events, and how long they take, s.
const EXAMPLES: [(&str, u32); 4] = [
    (include_str!("../../../../examples/bouncing_ball.toml"), 3),
    (include_str!("../../../../examples/clutch.toml"), 2),
    (include_str!("../../../../examples/crane.toml"), 5),
    (include_str!("../../../../examples/quarter_car.toml"), 3),
];

/// A location takes fewer than five evaluations of the indicators on average, those for where it ends and for chattering included: 2.6.
#[test]
fn locations_are_cheap() {
    let model = compile(DRIVE);
    let (mut located, mut locating) = (0, 0);
    for case in 0..6 {
        let mut host = Host::new(model.clone(), 1e-8);
        run(&mut host, &sequence(&mut Random(1_000 + case)), 1);
        let work = host.instance.work().unwrap().statistics;
        (located, locating) = (located + work.located, locating + work.locating);
    }
    for (text, end) in EXAMPLES {
        let mut host = Host::new(compile(text), 1e-6);
        host.start();
        host.steps(10 * end, 0.1);
        let work = host.instance.work().unwrap().statistics;
        (located, locating) = (located + work.located, locating + work.locating);
    }
    assert!(located > 60 && locating < 5 * located, "{locating} evaluations for {located} events");
    println!("{locating} evaluations for {located} events");
}

/// The contacts of a bouncing ball, whose friction is stiff, and of a gripper cost a few hundred to a few thousand evaluations each: there the
/// implicit method makes the steps, also in the later ones.
#[test]
fn stiff_contacts_are_passed_by_the_implicit_method() {
    for (text, end, most) in
        [(EXAMPLES[0].0, 4, 40_000), (include_str!("../../../../examples/gripper_block.toml"), 2, 4_000)]
    {
        let mut host = Host::new(compile(text), 1e-6);
        host.start();
        host.steps(10 * end, 0.1);
        let work = host.instance.work().unwrap().statistics;
        assert!(work.evaluations < most && work.implicit > 0, "{work:?}");
    }
}

/// A block on a belt that runs with it, or faster.
fn belt(speed: f64) -> Rig {
    Rig::new(&format!(
        r#"
name = "Belt"
connections = [
  ["ground.flange", "spring.flange_a"], ["spring.flange_b", "block.flange_a"], ["block.flange_b", "friction.flange_a"],
  ["belt.flange", "friction.support"], ["block.flange_b", "gap.flange_b"], ["ground.flange", "gap.flange_a"],
]
components.ground = {{ class = "Translational.Components.Fixed" }}
components.spring = {{ class = "Translational.Components.Spring", c = 100, s_rel0 = 0 }}
components.block = {{ class = "Translational.Components.Mass", m = 1, s = {{ start = 0, fixed = true }}, v = {{ start = 0.1, fixed = true }} }}
components.belt = {{ class = "Translational.Sources.ConstantSpeed", v_fixed = {speed} }}
components.friction = {{ class = "Translational.Components.SupportFriction", useSupport = true, f_pos = [[0, 5]], peak = 1.5 }}
components.gap = {{ class = "Translational.Components.ElastoGap", c = 1e4, d = 1, s_rel0 = -1 }}
"#
    ))
}

/// Positions and speeds show that a gap closes or a sliding block comes to rest; accelerations show what a stuck one holds.
#[test]
fn accelerations_are_evaluated_for_relations_that_read_them_alone() {
    for (speed, expected) in [(0.5, 0), (0.1, 5)] {
        let mut rig = belt(speed);
        let mut indicators = vec![0.0; rig.system.indicator_count()];
        let before = rig.system.evaluations(Stage::Acceleration);
        for k in 1..=5 {
            rig.x.iter_mut().for_each(|x| *x += 1e-6);
            rig.system.indicators(1e-3 * f64::from(k), &rig.x, &mut indicators).unwrap();
            assert!(indicators.iter().all(|z| *z > 0.0), "{indicators:?}");
        }
        assert_eq!(rig.system.evaluations(Stage::Acceleration) - before, expected, "belt at {speed} m/s");
    }
}
