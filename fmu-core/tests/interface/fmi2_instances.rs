//! Many instances of real models, on many threads, and what their hosts should not have done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::fmi2::types::fmi2Status::*;
use fmu_core::fmi2::types::*;
use fmu_core::fmi2::*;
use fmu_core::fmi3::types::fmi3Instance;
use fmu_core::fmi3::types::fmi3Status::fmi3OK;
use fmu_core::fmi3::*;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use simulation::variables::{Catalogue, DataType};
use std::ffi::{CStr, CString, c_int};
use std::path::PathBuf;
use std::ptr::{null, null_mut};
use std::sync::{Barrier, Mutex};

const QUADROTOR: &str = include_str!("../../../examples/quadrotor.toml");
const DOUBLE_PENDULUM: &str = include_str!("../../../examples/double_pendulum.toml");

/// A body that falls into a point of attraction (1 m, mu = 1 m3/s2): it arrives after pi / sqrt(8) = 1.1107 s, infinitely fast.
const FALL: &str = r#"
name = "Fall"
connections = []
[components.world]
class = "World"
gravityType = "PointGravity"
mu = 1.0
[components.stone]
class = "Parts.Body"
m = 1.0
r_CM = [0, 0, 0]
r_0 = { start = [1, 0, 0], fixed = true }
v_0 = { start = [0, 0, 0], fixed = true }
"#;

/// A model whose resources are unpacked.
struct Fmu {
    folder: PathBuf,
    catalogue: Catalogue,
}

impl Fmu {
    fn new(name: &str, toml: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("fmi2-instances-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let model = compile(&ModelFile::from_toml(toml).unwrap()).unwrap();
        std::fs::write(folder.join(COMPILED_MODEL), Compiled::write(&model, "{g}").unwrap()).unwrap();
        Self { folder, catalogue: model.catalogue }
    }

    fn instantiate(&self, functions: Option<&fmi2CallbackFunctions>) -> Component {
        let location = CString::new(self.folder.to_str().unwrap()).unwrap();
        let functions = functions.map_or(null(), std::ptr::from_ref);
        let (name, guid) = (c"instance".as_ptr(), c"{g}".as_ptr());
        // SAFETY: strings and functions live during the call.
        let c = unsafe { fmi2Instantiate(name, fmi2CoSimulation, guid, location.as_ptr(), functions, 0, 1) };
        assert!(!c.is_null());
        Component(c)
    }

    fn reference(&self, name: &str) -> u32 {
        self.catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}")) as u32
    }

    fn states(&self) -> Vec<u32> {
        self.catalogue.states.iter().map(|&state| state as u32).collect()
    }
}

impl Drop for Fmu {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// A living component, which may go to another thread.
struct Component(fmi2Component);

// SAFETY: FMI lets a host call an instance from any thread, one at a time.
unsafe impl Send for Component {}

impl Component {
    fn set(&self, references: &[u32], values: &[f64]) -> fmi2Status {
        assert_eq!(references.len(), values.len());
        // SAFETY: a living component, arrays of that length.
        unsafe { fmi2SetReal(self.0, references.as_ptr(), references.len(), values.as_ptr()) }
    }

    fn get(&self, references: &[u32]) -> Vec<f64> {
        let mut values = vec![f64::NAN; references.len()];
        // SAFETY: a living component, arrays of that length.
        let status = unsafe { fmi2GetReal(self.0, references.as_ptr(), references.len(), values.as_mut_ptr()) };
        assert_eq!(status, fmi2OK);
        values
    }

    fn bits(&self, references: &[u32]) -> Vec<u64> {
        self.get(references).into_iter().map(f64::to_bits).collect()
    }

    fn start(&self) {
        // SAFETY: a living component.
        unsafe {
            assert_eq!(fmi2SetupExperiment(self.0, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
            assert_eq!(fmi2EnterInitializationMode(self.0), fmi2OK);
            assert_eq!(fmi2ExitInitializationMode(self.0), fmi2OK);
        }
    }

    fn step(&self, time: f64, size: f64) -> fmi2Status {
        // SAFETY: a living component.
        unsafe { fmi2DoStep(self.0, time, size, 1) }
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        // SAFETY: a living component that nobody uses any more.
        unsafe { fmi2FreeInstance(self.0) };
    }
}

/// Messages that the logger got: status and text.
#[derive(Default)]
struct Log(Mutex<Vec<(c_int, String)>>);

unsafe extern "C" fn record(
    environment: fmi2ComponentEnvironment,
    _name: fmi2String,
    status: c_int,
    _category: fmi2String,
    text: fmi2String,
) {
    // SAFETY: the environment is a log that outlives its instances; the FMU passes a string that ends with NUL.
    let (log, text) = unsafe { (&*environment.cast::<Log>(), CStr::from_ptr(text)) };
    log.0.lock().unwrap().push((status, text.to_str().unwrap().to_owned()));
}

impl Log {
    fn functions(&self) -> fmi2CallbackFunctions {
        type Plain = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, c_int, fmi2String, fmi2String);
        fmi2CallbackFunctions {
            // SAFETY: where the tests run, the fixed arguments of a function with variable arguments are passed like those of any other.
            logger: Some(unsafe { std::mem::transmute::<Plain, fmi2CallbackLogger>(record) }),
            allocateMemory: None,
            freeMemory: None,
            stepFinished: None,
            componentEnvironment: std::ptr::from_ref(self).cast_mut().cast(),
        }
    }

    fn take(&self) -> Vec<(c_int, String)> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// A thousand at a time: each goes its own way, that of an instance that is alone.
#[test]
fn a_thousand_instances_live_together() {
    let fmu = Fmu::new("thousand", DOUBLE_PENDULUM);
    let states = fmu.states();
    let begin = |number: usize| {
        let c = fmu.instantiate(None);
        assert_eq!(c.set(&states[..1], &[number as f64 * 1e-3]), fmi2OK);
        c.start();
        c
    };
    let steps = |c: &Component| (0..5).for_each(|k| assert_eq!(c.step(f64::from(k) * 0.1, 0.1), fmi2OK));
    let mut instances: Vec<Component> = (0..1000).map(begin).collect();
    for k in 0..5 {
        instances.iter().for_each(|c| assert_eq!(c.step(f64::from(k) * 0.1, 0.1), fmi2OK));
    }
    let found: Vec<_> = instances.iter().map(|c| c.bits(&states)).collect();
    // Every other one is freed; the rest is as before.
    let mut number = 0;
    instances.retain(|_| {
        number += 1;
        number % 2 == 0
    });
    for (c, found) in instances.iter().zip(found.iter().skip(1).step_by(2)) {
        assert_eq!(&c.bits(&states), found);
    }
    drop(instances);
    for number in (0..1000).step_by(50) {
        let alone = begin(number);
        steps(&alone);
        assert_eq!(alone.bits(&states), found[number], "instance {number}");
    }
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "each has its own start value");
}

/// An instance of FMI 3.0 in Step Mode, without events.
struct Third(fmi3Instance);

impl Third {
    fn new(fmu: &Fmu) -> Self {
        let path = CString::new(format!("{}/", fmu.folder.to_str().unwrap())).unwrap();
        let (name, token) = (c"third".as_ptr(), c"{g}".as_ptr());
        // SAFETY: strings live during the call.
        let c = unsafe {
            fmi3InstantiateCoSimulation(name, token, path.as_ptr(), 0, 0, 0, 0, null(), 0, null_mut(), None, None)
        };
        assert!(!c.is_null());
        // SAFETY: a living instance.
        unsafe {
            assert_eq!(fmi3EnterInitializationMode(c, 0, 0.0, 0.0, 0, 0.0), fmi3OK);
            assert_eq!(fmi3ExitInitializationMode(c), fmi3OK);
        }
        Self(c)
    }
}

impl Drop for Third {
    fn drop(&mut self) {
        // SAFETY: a living instance that nobody uses any more.
        unsafe { fmi3FreeInstance(self.0) };
    }
}

/// Instances of both versions in turns, which share the compiled model: the bits of each are those of the other, and of one that is alone.
#[test]
fn both_versions_live_together() {
    const STEPS: usize = 40;
    for (name, toml) in [
        ("quadrotor", QUADROTOR),
        ("clutch", include_str!("../../../examples/clutch.toml")),
        ("pendulums", DOUBLE_PENDULUM),
    ] {
        let fmu = Fmu::new(name, toml);
        let states = fmu.states();
        let inputs: Vec<u32> = fmu.catalogue.inputs.iter().map(|&input| input as u32).collect();
        let values =
            |k: usize| -> Vec<f64> { (0..inputs.len()).map(|i| 0.5 + 0.5 * (0.3 * (k + i) as f64).sin()).collect() };
        let second = |c: &Component, k: usize| {
            assert_eq!(c.set(&inputs, &values(k)), fmi2OK);
            assert_eq!(c.step(k as f64 * 0.05, 0.05), fmi2OK);
            c.bits(&states)
        };
        let third = |c: &Third, k: usize| {
            let (u, mut x) = (values(k), vec![f64::NAN; states.len()]);
            let (mut event, mut end, mut early, mut last) = (2, 2, 2, f64::NAN);
            // SAFETY: a living instance, arrays of that length.
            unsafe {
                assert_eq!(fmi3SetFloat64(c.0, inputs.as_ptr(), inputs.len(), u.as_ptr(), u.len()), fmi3OK);
                let time = k as f64 * 0.05;
                assert_eq!(fmi3DoStep(c.0, time, 0.05, 1, &mut event, &mut end, &mut early, &mut last), fmi3OK);
                assert_eq!(fmi3GetFloat64(c.0, states.as_ptr(), states.len(), x.as_mut_ptr(), x.len()), fmi3OK);
            }
            assert_eq!((event, end, early), (0, 0, 0));
            x.into_iter().map(f64::to_bits).collect::<Vec<u64>>()
        };
        let begin = || {
            let c = fmu.instantiate(None);
            c.start();
            c
        };
        let alone: [Vec<Vec<u64>>; 2] = [
            {
                let c = begin();
                (0..STEPS).map(|k| second(&c, k)).collect()
            },
            {
                let c = Third::new(&fmu);
                (0..STEPS).map(|k| third(&c, k)).collect()
            },
        ];
        assert_eq!(alone[0], alone[1], "{name}");
        assert_ne!(alone[0][0], alone[0][STEPS - 1], "{name} moves");
        // One of each that is a step ahead of the other's.
        let (early, late) = ((begin(), Third::new(&fmu)), (begin(), Third::new(&fmu)));
        for k in 0..STEPS {
            assert_eq!(second(&early.0, k), alone[0][k], "{name}, step {k}");
            assert_eq!(third(&early.1, k), alone[0][k], "{name}, step {k}");
            if k > 0 {
                assert_eq!(third(&late.1, k - 1), alone[0][k - 1], "{name}, step {k}");
                assert_eq!(second(&late.0, k - 1), alone[0][k - 1], "{name}, step {k}");
            }
        }
    }
}

/// Eight threads at once, each with instances that another thread has made, and that a third one frees: the bits of one thread.
#[test]
fn eight_threads_step_different_instances() {
    let fmu = Fmu::new("threads", QUADROTOR);
    let states = fmu.states();
    let inputs: Vec<u32> = fmu.catalogue.inputs.iter().map(|&input| input as u32).collect();
    let drive = |c: &Component, number: usize| {
        c.start();
        for k in 0..100 {
            let u: Vec<f64> = (0..inputs.len()).map(|i| ((number + i) as f64 + 0.3 * f64::from(k)).sin()).collect();
            assert_eq!(c.set(&inputs, &u), fmi2OK);
            assert_eq!(c.step(f64::from(k) * 0.01, 0.01), fmi2OK);
        }
    };
    let expected: Vec<_> = (0..8)
        .map(|number| {
            let c = fmu.instantiate(None);
            drive(&c, number);
            c.bits(&states)
        })
        .collect();
    let barrier = Barrier::new(8);
    let instances: Vec<Component> = (0..8).map(|_| fmu.instantiate(None)).collect();
    let stepped: Vec<Component> = std::thread::scope(|scope| {
        let threads: Vec<_> = instances
            .into_iter()
            .enumerate()
            .map(|(number, c)| {
                let (barrier, drive) = (&barrier, &drive);
                scope.spawn(move || {
                    barrier.wait();
                    drive(&c, number);
                    c
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (c, expected) in stepped.iter().zip(&expected) {
        assert_eq!(&c.bits(&states), expected);
    }
    std::thread::spawn(move || drop(stepped)).join().unwrap();
}

/// NaN and infinity as any input, alone or among good values: refused by name, and nothing has changed.
#[test]
fn inputs_that_are_no_numbers_are_refused_by_name() {
    let (fmu, log) = (Fmu::new("numbers", QUADROTOR), Log::default());
    let functions = log.functions();
    let (c, twin) = (fmu.instantiate(Some(&functions)), fmu.instantiate(None));
    let inputs: Vec<u32> = fmu.catalogue.inputs.iter().map(|&input| input as u32).collect();
    let all: Vec<u32> = (0..fmu.catalogue.variables.len() as u32)
        .filter(|&r| matches!(fmu.catalogue.variables.at(r as usize).data_type, DataType::Real { .. }))
        .collect();
    let good: Vec<f64> = (0..inputs.len()).map(|i| 0.1 * (i + 1) as f64).collect();
    for c in [&c, &twin] {
        c.start();
        assert_eq!(c.set(&inputs, &good), fmi2OK);
        assert_eq!(c.step(0.0, 0.1), fmi2OK);
    }
    let before = c.bits(&all);
    log.take();
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for (k, &input) in inputs.iter().enumerate() {
            let mut bad: Vec<f64> = good.iter().map(|u| u + 1.0).collect();
            bad[k] = value;
            assert_eq!(c.set(&inputs, &bad), fmi2Discard);
            let order = [1; 16];
            // SAFETY: a living component, arrays of at least that length.
            let status = unsafe {
                fmi2SetRealInputDerivatives(c.0, inputs.as_ptr(), inputs.len(), order.as_ptr(), bad.as_ptr())
            };
            assert_eq!(status, fmi2Discard);
            let messages = log.take();
            let name = fmu.catalogue.variables.at(input as usize).name;
            assert_eq!(messages.len(), 2, "{messages:?}");
            assert!(messages.iter().all(|(status, text)| *status == 2 && text.contains(name)), "{name}: {messages:?}");
            assert_eq!(c.bits(&all), before, "{name}");
        }
    }
    for c in [&c, &twin] {
        assert_eq!(c.step(0.1, 0.1), fmi2OK);
    }
    assert_eq!(c.bits(&all), twin.bits(&all), "it goes on as if nothing had been");
}

/// The step is discarded if the equations no longer have a solution, and the host learns how far it came.
#[test]
fn a_step_into_a_singularity_is_discarded() {
    let (fmu, log) = (Fmu::new("fall", FALL), Log::default());
    let functions = log.functions();
    let c = fmu.instantiate(Some(&functions));
    let arrival = std::f64::consts::PI / 8_f64.sqrt();
    c.start();
    assert_eq!(c.step(0.0, 1.0), fmi2OK);
    assert_eq!(c.step(1.0, 1.0), fmi2Discard);
    let (mut time, mut terminated) = (f64::NAN, -1);
    // SAFETY: a living component, valid pointers.
    unsafe {
        assert_eq!(fmi2GetRealStatus(c.0, fmi2LastSuccessfulTime, &raw mut time), fmi2OK);
        assert_eq!(fmi2GetBooleanStatus(c.0, fmi2Terminated, &raw mut terminated), fmi2OK);
    }
    assert!((arrival - 0.01..=arrival + 1e-6).contains(&time), "{time} instead of just before {arrival}");
    assert_eq!(terminated, fmi2False);
    assert_eq!(c.get(&[0]), [time], "the values are those of that time");
    let (position, speed) = (c.get(&[fmu.reference("stone.r_0[1]")])[0], c.get(&[fmu.reference("stone.v_0[1]")])[0]);
    assert!(
        (0.5 * speed * speed - 1.0 / position + 1.0).abs() < 1e-3 / position,
        "energy at {position} m, {speed} m/s"
    );
    assert!(log.take().iter().any(|(status, text)| *status == 2 && text.contains("fmi2DoStep")));
    // SAFETY: a living component.
    unsafe {
        assert_eq!((fmi2Terminate(c.0), fmi2Terminate(c.0)), (fmi2OK, fmi2Error), "the second time is one too many")
    };
}
