//! The runs that every host makes.

use std::path::Path;

use fmu_builder::{Expose, Version};

use super::case::Case;
use super::expected::expected;
use super::models;
use super::signals::Signals;

/// All examples, with each part of their variables shown.
pub fn examples(folder: &Path) -> Vec<Case> {
    let (examples, shown) = (models::examples(), [Expose::Interface, Expose::All]);
    examples.iter().flat_map(|example| Case::build_shown(folder, &example.name, &example.model, &shown)).collect()
}

/// All examples as FMUs of FMI 3.0.
pub fn examples_of_fmi_3(folder: &Path) -> Vec<Case> {
    let examples = models::examples();
    examples.iter().map(|e| Case::build_version(folder, &e.name, &e.model, Version::Fmi3)).collect()
}

/// All examples, in each build option.
pub fn examples_in_all_options(folder: &Path) -> Vec<Case> {
    let examples = models::examples();
    examples.iter().flat_map(|example| Case::build_in_all_options(folder, &example.name, &example.model)).collect()
}

/// Every `step`th of the reference models that compile, with each of these parts of its variables shown; none where the shared folder is not.
pub fn reference_models(folder: &Path, step: usize, shown: &[Expose]) -> Option<Vec<Case>> {
    let models = models::reference_models()?;
    let models = models.iter().step_by(step);
    Some(models.flat_map(|named| Case::build_shown(folder, &named.name, &named.model, shown)).collect())
}

/// An FMU in which two variables have the same name, and that name, of which the message must speak.
pub fn faulty(folder: &Path) -> (Case, &'static str) {
    let name = "body.m";
    (Case::build_faulty(folder, "pendulum", &models::example("pendulum"), name), name)
}

/// The pendulum, started elsewhere with another mass and more damping, and the quadrotor with thrust that ramps and jumps.
pub fn with_start_values_and_signals(folder: &Path) -> Vec<Case> {
    let pendulum = Case::build(folder, "pendulum", &models::example("pendulum"), Expose::All);
    let quadrotor = Case::build(folder, "quadrotor", &models::example("quadrotor"), Expose::Interface);
    vec![
        pendulum.with_start_values(&[("body.m", "2.5"), ("rev.phi", "1.25"), ("damping", "0.4")]),
        quadrotor.with_signals(thrust()),
    ]
}

/// Thrust of the quadrotor, N: constant, a jump between two communication points, a ramp, a jump at one.
fn thrust() -> Signals {
    let samples = [(0.0, 12.0), (0.4037, 12.0), (0.4037, 4.0), (1.0, 11.0), (1.0, 0.0), (3.0, 16.0)];
    let names = vec!["thrust", "roll_torque", "pitch_torque", "yaw_torque"];
    Signals { names, samples: samples.iter().map(|&(time, force)| vec![time, force, 0.0, 0.0, 0.0]).collect() }
}

/// Fails where a host's results differ from those of ours, or where an FMU logged a problem.
pub fn assert_results(cases: &[Case]) {
    for case in cases {
        assert_eq!(case.messages(), "", "{}: messages", case.name);
        let found = case.result();
        found.assert_agrees(&expected(case, &found), &case.name);
    }
}

/// Fails where the pendulum does not have the start values of [`with_start_values_and_signals`], or the quadrotor's altitude is not
/// what its thrust gives.
pub fn assert_effects(cases: &[Case]) {
    let [pendulum, quadrotor] = cases else { panic!("{} cases", cases.len()) };
    let pendulum = pendulum.result();
    assert_eq!(pendulum.column("rev.phi")[0], 1.25);
    assert!(pendulum.column("body.m").iter().all(|&mass| mass == 2.5));
    assert_altitude(quadrotor);
}

/// Fails where the quadrotor's altitude is not what its thrust gives. No torque acts and it does not turn, so that the acceleration
/// of its mass, 1 kg in all, is constant in each communication step.
fn assert_altitude(case: &Case) {
    let signals = case.signals.as_ref().expect("the quadrotor has signals");
    let (times, found) = (case.result().times(), case.result().column("altitude"));
    // Vertical part of the body's z axis after rotations of 0.05 about x and -0.03 about y, rad.
    let upright = 0.05_f64.cos() * 0.03_f64.cos();
    let (mut altitude, mut speed) = (1.0, 0.0);
    for (step, found) in times.windows(2).zip(&found[1..]) {
        let size = step[1] - step[0];
        let acceleration = signals.values(step[0])[0] * upright - 9.80665;
        altitude += size * (speed + 0.5 * size * acceleration);
        speed += size * acceleration;
        assert!((found - altitude).abs() < 1e-9, "{found} m instead of {altitude} m at {} s", step[1]);
    }
}
