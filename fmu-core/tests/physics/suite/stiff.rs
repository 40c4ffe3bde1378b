//! Stiff mechanisms: the exact Jacobian, and trajectories that the explicit method could not reach.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;
use compiler::compile;

use common::zoo::zoo;
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance};

/// Columns of the Jacobian, and the derivatives by time, against central differences of the equations.
#[test]
fn the_jacobian_equals_differences() {
    let mut rig = zoo();
    let n = rig.x.len();
    let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
    rig.system.jacobian(rig.t, &rig.x, &mut by_state, &mut by_time).unwrap();
    let system = &mut rig.system;
    let mut difference = |t: f64, x: &[f64], column: Option<usize>| -> Vec<f64> {
        let h = 1e-4;
        let mut at = |steps: f64| {
            let (mut x, mut dx) = (x.to_vec(), vec![0.0; n]);
            if let Some(i) = column {
                x[i] += steps * h;
            }
            let t = if column.is_none() { t + steps * h } else { t };
            system.derivatives(t, &x, &mut dx).unwrap();
            dx
        };
        let at = [-2.0, -1.0, 1.0, 2.0].map(&mut at);
        (0..n).map(|i| (at[0][i] - 8.0 * at[1][i] + 8.0 * at[2][i] - at[3][i]) / (12.0 * h)).collect()
    };
    let mut largest: f64 = 0.0;
    for (i, column) in by_state.chunks_exact(n).map(Some).chain([None]).enumerate() {
        let expected = difference(rig.t, &rig.x, column.map(|_| i));
        let found = column.unwrap_or(&by_time);
        for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!((found - expected).abs() <= 1e-6 * expected.abs().max(10.0), "{row}, {i}: {found} {expected}");
            largest = largest.max(found.abs());
        }
    }
    assert!(largest > 10.0 && by_time.iter().any(|x| x.abs() > 1e-3), "{largest} {by_time:?}");
}

/// Newton-seconds per metre and newtons per metre that make a mass of 1 kg an oscillator with the time constants 0.1 s and 1e-9 s.
const DAMPING: f64 = 1e9;
const STIFFNESS: f64 = 1e10;

fn instance() -> Instance {
    let text = format!(
        r#"
name = "Stiff"
connections = [["world.frame_b", "slide.frame_a"], ["slide.frame_b", "mass.frame_a"], ["slide.support", "link.flange_a"], ["slide.axis", "link.flange_b"]]
components.world = {{ class = "World", gravityType = "NoGravity" }}
components.slide = {{ class = "Joints.Prismatic", useAxisFlange = true, n = [1, 2, 3], s = {{ start = 0.3, fixed = true }}, v = {{ start = 0.5, fixed = true }} }}
components.mass = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }}
components.link = {{ class = "Translational.Components.SpringDamper", c = {STIFFNESS}, d = {DAMPING}, s_rel0 = 0 }}
"#
    );
    let file = ModelFile::from_toml(&text).unwrap();
    let model = compile(&file).unwrap();
    let mut instance = Instance::new(model.into());
    let experiment = Experiment { start_time: 0.0, stop_time: None, tolerance: Some(1e-8) };
    instance.setup_experiment(experiment).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance
}

fn position(instance: &mut Instance) -> f64 {
    let reference = instance.catalogue().variables.iter().position(|v| v.name == "slide.s").unwrap() as u32;
    let mut values = [f64::NAN];
    instance.get(&[reference], &mut values).unwrap();
    values[0]
}

/// The closed form of an overdamped oscillator. An explicit method would need 1.5e8 steps for each of these.
#[test]
fn an_overdamped_mass_creeps_back() {
    let mut instance = instance();
    let root = (0.25 * DAMPING * DAMPING - STIFFNESS).sqrt();
    let fast = -0.5 * DAMPING - root;
    // The product of both eigenvalues is the stiffness.
    let slow = STIFFNESS / fast;
    let (of_fast, of_slow) = ((0.5 - slow * 0.3) / (fast - slow), (fast * 0.3 - 0.5) / (fast - slow));
    let mut other = None;
    for k in 0..8 {
        let t = 0.5 * f64::from(k);
        instance.do_step(t, 0.5).unwrap();
        let s = position(&mut instance);
        let expected = of_fast * (fast * (t + 0.5)).exp() + of_slow * (slow * (t + 0.5)).exp();
        assert!((s - expected).abs() < 1e-8, "{t}: {s} {expected}");
        if k == 3 {
            other = Some(instance.snapshot());
        }
    }
    let mut second = self::instance();
    second.restore(&other.unwrap()).unwrap();
    for k in 4..8 {
        second.do_step(0.5 * f64::from(k), 0.5).unwrap();
    }
    assert_eq!(position(&mut second).to_bits(), position(&mut instance).to_bits());
}
