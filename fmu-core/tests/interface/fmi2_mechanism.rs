//! A driven pendulum through the C functions, against closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::fmi2::types::fmi2Status::*;
use fmu_core::fmi2::types::*;
use fmu_core::fmi2::*;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use simulation::variables::{Catalogue, DataType, Value, Variable};
use std::ffi::CString;
use std::path::PathBuf;
use std::ptr::null;

/// A body (centre of mass at 0.5 m) on a revolute joint with damper, a torque that steps on at 0.3 s, and a force in world axes, the
/// input, at 1 m.
const PENDULUM: &str = r#"{
  "name": "DrivenPendulum",
  "components": {
    "world": {"class": "World"},
    "rev": {"class": "Joints.Revolute", "n": [0, 0, 1], "useAxisFlange": true, "phi": {"start": 0.3, "fixed": true},
            "w": {"start": 0, "fixed": true}},
    "damper": {"class": "Rotational.Components.Damper", "d": 0.0},
    "step": {"class": "Blocks.Sources.Step", "height": 0.0, "startTime": 0.3},
    "torque": {"class": "Rotational.Sources.Torque"},
    "body": {"class": "Parts.Body", "m": 2.0, "r_CM": [0.5, 0, 0], "I_33": 0.1},
    "tip": {"class": "Parts.FixedTranslation", "r": [1, 0, 0]},
    "push": {"class": "Forces.WorldForce"}
  },
  "connections": [
    ["world.frame_b", "rev.frame_a"],
    ["rev.frame_b", "body.frame_a"],
    ["rev.frame_b", "tip.frame_a"],
    ["push.frame_b", "tip.frame_b"],
    ["damper.flange_b", "rev.axis"],
    ["rev.support", "damper.flange_a"],
    ["torque.flange", "rev.axis"],
    ["step.y", "torque.tau"]
  ]
}"#;

const GRAVITY: f64 = 9.80665;

/// The unpacked FMU, an instance of it, and what modelDescription.xml would list.
struct Fmu {
    folder: PathBuf,
    c: fmi2Component,
    catalogue: Catalogue,
}

impl Fmu {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("fmi2-mechanism-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let model = compile(&ModelFile::from_json(PENDULUM).unwrap()).unwrap();
        std::fs::write(folder.join(COMPILED_MODEL), Compiled::write(&model, "{pendulum}").unwrap()).unwrap();
        let location = CString::new(folder.to_str().unwrap()).unwrap();
        let guid = c"{pendulum}".as_ptr();
        // SAFETY: strings live during the call; there are no callbacks.
        let c = unsafe { fmi2Instantiate(c"p".as_ptr(), fmi2CoSimulation, guid, location.as_ptr(), null(), 0, 0) };
        assert!(!c.is_null());
        Self { folder, c, catalogue: model.catalogue }
    }

    /// In Initialization Mode.
    fn initializing(name: &str) -> Self {
        let fmu = Self::new(name);
        fmu.begin(0.0);
        fmu
    }

    fn begin(&self, start: f64) {
        // SAFETY: a living component.
        unsafe {
            assert_eq!(fmi2SetupExperiment(self.c, 1, 1e-9, start, 0, 0.0), fmi2OK);
            assert_eq!(fmi2EnterInitializationMode(self.c), fmi2OK);
        }
    }

    fn start(&self) {
        // SAFETY: a living component.
        assert_eq!(unsafe { fmi2ExitInitializationMode(self.c) }, fmi2OK);
    }

    fn step(&self, time: f64, step: f64) {
        // SAFETY: a living component.
        assert_eq!(unsafe { fmi2DoStep(self.c, time, step, 1) }, fmi2OK);
    }

    fn reference(&self, name: &str) -> u32 {
        u32::try_from(self.catalogue.find(name).unwrap_or_else(|| unreachable!("no variable {name}"))).unwrap()
    }

    fn get(&self, name: &str) -> f64 {
        let mut value = f64::NAN;
        // SAFETY: a living component, valid pointers.
        let status = unsafe { fmi2GetReal(self.c, &self.reference(name), 1, &raw mut value) };
        assert_eq!(status, fmi2OK, "{name}");
        value
    }

    fn set(&self, name: &str, value: f64) -> fmi2Status {
        // SAFETY: a living component, valid pointers.
        unsafe { fmi2SetReal(self.c, &self.reference(name), 1, &raw const value) }
    }

    /// Any variable as it is read, by the function of its type.
    fn read(&self, reference: usize, variable: &Variable) -> (fmi2Status, Value) {
        let (r, mut real, mut integer) = (reference as u32, f64::NAN, i32::MIN);
        // SAFETY: a living component, valid pointers.
        unsafe {
            match variable.data_type {
                DataType::Real { .. } => (fmi2GetReal(self.c, &raw const r, 1, &raw mut real), Value::Real(real)),
                DataType::Boolean => {
                    let status = fmi2GetBoolean(self.c, &raw const r, 1, &raw mut integer);
                    (status, Value::Boolean(integer != 0))
                }
                _ => {
                    let status = fmi2GetInteger(self.c, &raw const r, 1, &raw mut integer);
                    (status, Value::Integer(integer))
                }
            }
        }
    }

    /// Angular acceleration by Newton and Euler from what can be read: J a = torque - d w + r x F - m g r cos(phi).
    fn expected_acceleration(&self, torque: f64) -> f64 {
        let [phi, w, m, r, i, d] =
            ["rev.phi", "rev.w", "body.m", "body.r_CM[1]", "body.I_33", "damper.d"].map(|n| self.get(n));
        let lever = phi.cos() * self.get("push.force[2]") - phi.sin() * self.get("push.force[1]");
        (torque - d * w + lever - m * GRAVITY * r * phi.cos()) / (i + m * r * r)
    }

    /// Kinetic and potential energy, J.
    fn energy(&self) -> f64 {
        0.5 * (0.1 + 2.0 * 0.25) * self.get("rev.w").powi(2) + 2.0 * GRAVITY * 0.5 * self.get("rev.phi").sin()
    }
}

impl Drop for Fmu {
    fn drop(&mut self) {
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(self.c) };
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
}

/// An instance has the start values of modelDescription.xml, fresh and after a reset.
#[test]
fn start_values_are_those_of_the_catalogue() {
    let fmu = Fmu::new("starts");
    for _ in 0..2 {
        for (reference, variable) in fmu.catalogue.variables.iter().enumerate() {
            if let Some(start) = variable.start {
                assert_eq!(fmu.read(reference, &variable), (fmi2OK, start), "{}", variable.name);
            }
        }
        for (name, value) in [("body.m", 7.0), ("rev.phi", 1.0), ("push.force[2]", 3.0), ("damper.d", 0.7)] {
            assert_eq!(fmu.set(name, value), fmi2OK);
        }
        fmu.begin(2.0);
        fmu.start();
        fmu.step(2.0, 0.5);
        // SAFETY: a living component.
        assert_eq!(unsafe { fmi2Reset(fmu.c) }, fmi2OK);
    }
}

#[test]
fn every_variable_has_a_value_from_initialization_mode_on() {
    let fmu = Fmu::initializing("values");
    let check = || {
        for (reference, variable) in fmu.catalogue.variables.iter().enumerate() {
            let (status, value) = fmu.read(reference, &variable);
            assert_eq!(status, fmi2OK, "{}", variable.name);
            assert!(!matches!(value, Value::Real(v) if !v.is_finite()), "{}", variable.name);
        }
    };
    check();
    fmu.start();
    check();
    fmu.step(0.0, 0.4);
    check();
}

#[test]
fn what_is_set_acts_at_once() {
    let fmu = Fmu::initializing("sets");
    let check = |torque| assert_near(fmu.get("rev.a"), fmu.expected_acceleration(torque), 1e-9);
    check(0.0);
    for (name, value) in [
        ("body.m", 3.0),
        ("rev.phi", -0.4),
        ("rev.w", 1.5),
        ("body.r_CM[1]", 0.7),
        ("body.I_33", 0.2),
        ("damper.d", 0.6),
        ("push.force[1]", 2.0),
        ("push.force[2]", -5.0),
        ("step.height", 4.0),
    ] {
        assert_eq!(fmu.set(name, value), fmi2OK, "{name}");
        check(0.0);
    }
    assert_near(fmu.get("rev.phi"), -0.4, 0.0);
    fmu.start();
    fmu.step(0.0, 0.2);
    check(0.0);
    for (name, value) in [("damper.d", 1.1), ("push.force[2]", 8.0)] {
        let before = (fmu.get("rev.phi"), fmu.get("rev.w"));
        assert_eq!(fmu.set(name, value), fmi2OK, "{name}");
        check(0.0);
        assert_eq!((fmu.get("rev.phi"), fmu.get("rev.w")), before, "the state stays");
    }
    fmu.step(0.2, 0.2);
    check(4.0);
    assert_eq!(fmu.set("body.m", 1.0), fmi2Error, "a fixed parameter");
}

#[test]
fn a_pendulum_without_damper_keeps_its_energy() {
    let fmu = Fmu::initializing("energy");
    fmu.start();
    let before = fmu.energy();
    for k in 0..200 {
        fmu.step(f64::from(k) * 0.05, 0.05);
        assert_near(fmu.energy(), before, 1e-6);
    }
    assert!(fmu.get("rev.phi") < 0.3);
}

/// The values at a communication point with an event are those after it, also when the host's time is off by rounding.
#[test]
fn a_time_event_at_a_communication_point_is_over() {
    let fmu = Fmu::initializing("event");
    assert_eq!(fmu.set("step.height", 4.0), fmi2OK);
    fmu.start();
    let mut time = 0.0;
    for k in 1..=6 {
        fmu.step(time, 0.1);
        time += 0.1;
        let torque = if k >= 3 { 4.0 } else { 0.0 };
        assert_near(fmu.get("rev.a"), fmu.expected_acceleration(torque), 1e-9);
    }
}

/// The step is integrated in parts on both sides of the event: small steps and one large one agree.
#[test]
fn an_event_inside_a_step_is_hit() {
    let (fine, coarse) = (Fmu::initializing("fine"), Fmu::initializing("coarse"));
    for fmu in [&fine, &coarse] {
        assert_eq!(fmu.set("step.height", 4.0), fmi2OK);
        fmu.start();
    }
    for k in 0..100 {
        fine.step(f64::from(k) * 0.01, 0.01);
    }
    coarse.step(0.0, 1.0);
    assert_near(fine.get("rev.phi"), coarse.get("rev.phi"), 1e-8);
    assert_near(fine.get("rev.w"), coarse.get("rev.w"), 1e-8);
}

#[test]
fn a_run_after_a_reset_is_the_same_to_the_last_bit() {
    let fmu = Fmu::new("again");
    let run = || {
        fmu.begin(0.0);
        fmu.start();
        let mut bits = Vec::new();
        for k in 0..50 {
            assert_eq!(fmu.set("push.force[2]", f64::from(k % 5)), fmi2OK);
            fmu.step(f64::from(k) * 0.02, 0.02);
            bits.extend([
                fmu.get("rev.phi").to_bits(),
                fmu.get("rev.w").to_bits(),
                fmu.get("body.frame_a.f[2]").to_bits(),
            ]);
        }
        // SAFETY: a living component.
        assert_eq!(unsafe { fmi2Reset(fmu.c) }, fmi2OK);
        bits
    };
    let first = run();
    assert_eq!(run(), first);
}

#[test]
fn a_joint_that_moves_no_mass_is_an_error_of_the_initialization() {
    let fmu = Fmu::initializing("massless");
    assert_eq!(fmu.set("body.m", 0.0), fmi2OK);
    assert_eq!(fmu.set("body.I_33", 0.0), fmi2OK);
    // SAFETY: a living component.
    assert_eq!(unsafe { fmi2ExitInitializationMode(fmu.c) }, fmi2Error);
}

/// A step that would take months: fmi2Discard, the last successful time, and a snapshot to go on from.
#[test]
fn a_hopeless_step_is_discarded_and_a_snapshot_goes_on() {
    let fmu = Fmu::initializing("months");
    fmu.start();
    fmu.step(0.0, 0.1);
    let mut snapshot = std::ptr::null_mut();
    let (mut time, mut terminated) = (f64::NAN, fmi2True);
    // SAFETY: a living component, valid pointers.
    unsafe {
        assert_eq!(fmi2GetFMUstate(fmu.c, &raw mut snapshot), fmi2OK);
        assert_eq!(fmi2DoStep(fmu.c, 0.1, 1e9, 0), fmi2Discard);
        assert_eq!(fmi2GetRealStatus(fmu.c, fmi2LastSuccessfulTime, &raw mut time), fmi2OK);
        assert_eq!(fmi2GetBooleanStatus(fmu.c, fmi2Terminated, &raw mut terminated), fmi2OK);
    }
    assert!(time > 0.1 && time < 1e9 && terminated == fmi2False, "{time}");
    assert_near(fmu.get("time"), time, 0.0);
    // SAFETY: a living component and its snapshot.
    unsafe {
        assert_eq!(fmi2SetFMUstate(fmu.c, snapshot), fmi2OK);
        assert_eq!(fmi2FreeFMUstate(fmu.c, &raw mut snapshot), fmi2OK);
    }
    let other = Fmu::initializing("months-other");
    other.start();
    other.step(0.0, 0.1);
    for fmu in [&fmu, &other] {
        fmu.step(0.1, 0.4);
    }
    assert_eq!(fmu.get("rev.phi").to_bits(), other.get("rev.phi").to_bits());
}

#[test]
fn an_indefinite_inertia_is_an_error_of_the_initialization() {
    let fmu = Fmu::initializing("indefinite");
    assert_eq!(fmu.set("body.I_21", 0.5), fmi2OK);
    // SAFETY: a living component.
    assert_eq!(unsafe { fmi2ExitInitializationMode(fmu.c) }, fmi2Error);
}
