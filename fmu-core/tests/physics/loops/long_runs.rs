//! Loops without damping: they stay closed for a thousand seconds, and keep their energy for fifty, which are hundreds of swings.

use crate::common::{Rig, compile};
use std::path::Path;

/// A spring: what its energy is `c (length - unstretched)^2/2` of.
struct Spring {
    name: &'static str,
    length: &'static str,
    unstretched: &'static str,
}

/// The example without its dampers.
fn undamped(example: &str) -> Rig {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(example);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| if line.starts_with("d = ") { "d = 0" } else { line });
    let mut rig = Rig::uninitialized(compile(&lines.collect::<Vec<_>>().join("\n"))).with_tolerance(1e-9);
    rig.initialize(0.0).unwrap();
    rig
}

/// Kinetic and potential energy.
fn energy(rig: &mut Rig, springs: &[Spring]) -> [f64; 2] {
    let mut potential = rig.potential_energy();
    for Spring { name, length, unstretched } in springs {
        let [c, length, unstretched] = ["c", length, unstretched].map(|what| rig.get(&format!("{name}.{what}")));
        potential += 0.5 * c * (length - unstretched).powi(2);
    }
    [rig.kinetic_energy(), potential]
}

/// The energy is looked at for so long, s: the error of the integration adds up, what a constraint drifts by must not.
const ENERGY_KEPT: u32 = 50;

/// Runs an example for `end` seconds; a build without optimisation, for three.
fn assert_stays(example: &str, springs: &[Spring], end: u32) {
    let end = if cfg!(debug_assertions) { 3 } else { end };
    let mut rig = undamped(example);
    let start: f64 = energy(&mut rig, springs).iter().sum();
    let (mut lost, mut drift) = (0.0_f64, 0.0_f64);
    let (mut lowest, mut highest) = (f64::MAX, f64::MIN);
    for k in 1..=end {
        rig.run(f64::from(k));
        let [kinetic, potential] = energy(&mut rig, springs);
        if k <= ENERGY_KEPT {
            lost = lost.max((kinetic + potential - start).abs());
        }
        (lowest, highest) = (lowest.min(kinetic), highest.max(kinetic));
        let (t, x) = (rig.t, rig.x.clone());
        drift = drift.max(rig.system.drift(t, &x));
    }
    let lost = lost / (highest - lowest);
    println!("{example}: energy off by {lost:e} of the swing, drift {drift:e}");
    assert!(highest - lowest > 0.05 * highest, "it swings: {lowest} to {highest}");
    assert!(drift < 1e-9, "{example} has drifted off its constraints by {drift:e}");
    assert!(lost < 1e-6, "the energy of {example} is off by {lost:e} of the swing");
}

#[test]
fn a_four_bar() {
    assert_stays("four_bar.toml", &[], 1000);
}

#[test]
fn a_slider_crank() {
    assert_stays("slider_crank.toml", &[], 1000);
}

#[test]
fn a_gripper() {
    let spring = Spring { name: "opener", length: "phi_rel", unstretched: "phi_rel0" };
    assert_stays("gripper.toml", &[spring], 1000);
}

#[test]
fn a_stewart_platform() {
    let names = ["spring1", "spring2", "spring3", "spring4", "spring5", "spring6"];
    let springs = names.map(|name| Spring { name, length: "s_rel", unstretched: "s_rel0" });
    assert_stays("stewart_platform.toml", &springs, 50);
}

#[test]
fn a_wishbone_suspension() {
    let strut = Spring { name: "strut", length: "s", unstretched: "s_unstretched" };
    let centring = Spring { name: "centring", length: "s_rel", unstretched: "s_rel0" };
    assert_stays("wishbone.toml", &[strut, centring], 50);
}
