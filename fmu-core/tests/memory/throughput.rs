//! Ten thousand instances in one process, a thousand of them stepped from two threads: memory and time grow with their number, and each
//! has little of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::fmi2::types::fmi2Status::*;
use fmu_core::fmi2::types::*;
use fmu_core::fmi2::*;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use simulation::variables::Catalogue;
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};
use support::allocator::{count_of_all, used_by_all};

const QUADROTOR: &str = include_str!("../../../examples/quadrotor.toml");
const GUID: &CStr = c"{throughput}";
const ALL: usize = 10_000;
const STEPPED: usize = 1000;
/// Largest memory of an instance of the quadrotor, after steps with new inputs, in bytes.
const BYTES_EACH: isize = 20_000;

/// The quadrotor as an unpacked FMU.
struct Fmu {
    folder: PathBuf,
    location: CString,
    catalogue: Catalogue,
}

impl Fmu {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("fmi2-throughput-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let model = compile(&ModelFile::from_toml(QUADROTOR).unwrap()).unwrap();
        let file = Compiled::write(&model, GUID.to_str().unwrap()).unwrap();
        std::fs::write(folder.join(COMPILED_MODEL), file).unwrap();
        let location = CString::new(folder.to_str().unwrap()).unwrap();
        Self { folder, location, catalogue: model.catalogue }
    }

    fn references(&self, list: &[usize]) -> Vec<u32> {
        list.iter().map(|&index| self.catalogue.reference(index) as u32).collect()
    }

    /// An instance that is ready for steps.
    fn start(&self) -> Component {
        let (name, location) = (c"quadrotor".as_ptr(), self.location.as_ptr());
        // SAFETY: the strings live during the call, and then it is a living component.
        unsafe {
            let c = fmi2Instantiate(name, fmi2CoSimulation, GUID.as_ptr(), location, std::ptr::null(), 0, 0);
            assert!(!c.is_null());
            assert_eq!(fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
            assert_eq!(fmi2EnterInitializationMode(c), fmi2OK);
            assert_eq!(fmi2ExitInitializationMode(c), fmi2OK);
            Component(c)
        }
    }
}

impl Drop for Fmu {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

struct Component(fmi2Component);

// SAFETY: FMI lets a host call an instance from any thread, one at a time.
unsafe impl Send for Component {}

impl Component {
    /// Steps with new inputs each.
    fn steps(&self, inputs: &[u32], seed: usize, from: u32, to: u32) {
        let mut values = [0.0; 16];
        for k in from..to {
            let value = |i: usize| ((seed + i) as f64 + 0.3 * f64::from(k)).sin();
            values.iter_mut().enumerate().for_each(|(i, x)| *x = value(i));
            // SAFETY: a living component, an array that is at least as long.
            unsafe {
                assert_eq!(fmi2SetReal(self.0, inputs.as_ptr(), inputs.len(), values.as_ptr()), fmi2OK);
                assert_eq!(fmi2DoStep(self.0, f64::from(k) * 0.01, 0.01, 1), fmi2OK);
            }
        }
    }

    fn bits(&self, references: &[u32]) -> Vec<u64> {
        let mut values = vec![f64::NAN; references.len()];
        // SAFETY: a living component, arrays of that length.
        let status = unsafe { fmi2GetReal(self.0, references.as_ptr(), references.len(), values.as_mut_ptr()) };
        assert_eq!(status, fmi2OK);
        values.into_iter().map(f64::to_bits).collect()
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        // SAFETY: a living component that nobody uses any more.
        unsafe { fmi2FreeInstance(self.0) };
    }
}

/// The number of bytes in use.
fn bytes() -> isize {
    used_by_all()
}

/// `work` and the time that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// Set in the process of [`in_a_process_of_its_own`].
const ALONE: &str = "FMI2_THROUGHPUT";

/// The allocator counts what the whole process does, so that no other test may run in it.
#[test]
fn ten_thousand_instances() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "throughput::in_a_process_of_its_own", "--nocapture", "--test-threads=1"]);
    let output = command.env(ALONE, "1").output().unwrap();
    let [standard, error] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{}\n{standard}{error}", output.status);
    assert!(standard.contains("bytes for each"), "nothing was measured:\n{standard}");
    println!("{standard}");
}

#[test]
fn in_a_process_of_its_own() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    let fmu = Fmu::new();
    let (inputs, states) = (fmu.references(&fmu.catalogue.inputs), fmu.references(&fmu.catalogue.states));
    assert!(inputs.len() <= 16);
    let nothing = bytes();
    let first = fmu.start();
    first.steps(&inputs, 0, 0, 2);
    let shared = bytes();

    let make = |numbers: std::ops::Range<usize>| -> Vec<Component> {
        let make = |number| {
            let c = fmu.start();
            c.steps(&inputs, number, 0, 2);
            c
        };
        numbers.map(make).collect()
    };
    let (mut instances, first_time) = timed(|| make(0..STEPPED));
    let thousand = bytes() - shared;
    instances.reserve_exact(ALL);
    let (rest, rest_time) = timed(|| make(STEPPED..ALL));
    instances.extend(rest);
    let each = (bytes() - shared) / ALL.cast_signed();
    println!("{each} bytes for each of {ALL} instances, {} for the first", shared - nothing);
    assert!(each <= BYTES_EACH, "{each} bytes for each instance");
    let linear = thousand / STEPPED.cast_signed();
    assert!((each - linear).abs() * 50 < each, "{each} bytes for each of {ALL}, {linear} for each of {STEPPED}");
    // Nine times as many instances take nine times as long, were the machine idle all the time.
    println!("{first_time:?} to make {STEPPED}, {rest_time:?} to make {} more", ALL - STEPPED);
    assert!(rest_time < 5 * 9 * first_time, "{first_time:?} for {STEPPED}, {rest_time:?} for nine times as many");

    step_from_two_threads(&mut instances, &inputs, &states);
    drop(instances);
    drop(first);
    assert!(bytes() - nothing < 4096, "{} bytes are left", bytes() - nothing);
}

/// A thousand among the living are stepped at the cost that they have alone: nothing is allocated, and the results are theirs.
fn step_from_two_threads(instances: &mut [Component], inputs: &[u32], states: &[u32]) {
    let stepped = &mut instances[..STEPPED];
    let blocks = count_of_all();
    let alone = timed(|| stepped.iter().enumerate().for_each(|(k, c)| c.steps(inputs, k, 2, 12))).1;
    assert_eq!(count_of_all(), blocks, "steps allocate nothing");
    let (left, right) = stepped.split_at_mut(STEPPED / 2);
    let half = |part: &mut [Component], from: usize| {
        part.iter().enumerate().for_each(|(k, c)| c.steps(inputs, from + k, 12, 22));
    };
    let together = timed(|| {
        std::thread::scope(|scope| {
            scope.spawn(|| half(left, 0));
            scope.spawn(|| half(right, STEPPED / 2));
        });
    });
    // On one core it is as long, on two half of it; a lock that steps wait for would cost many times as much.
    println!("{alone:?} from one thread, {:?} from two", together.1);
    assert!(together.1 < 5 * alone, "{alone:?} from one thread, {:?} from two", together.1);
    // The inputs of a number are those of its instance: an equal one that is made now goes the same way.
    for number in [0, STEPPED / 2 - 1, STEPPED / 2, STEPPED - 1] {
        let twin = &instances[ALL - 1];
        // SAFETY: a living component.
        unsafe {
            assert_eq!(fmi2Reset(twin.0), fmi2OK);
            assert_eq!(fmi2SetupExperiment(twin.0, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
            assert_eq!(fmi2EnterInitializationMode(twin.0), fmi2OK);
            assert_eq!(fmi2ExitInitializationMode(twin.0), fmi2OK);
        }
        twin.steps(inputs, number, 0, 22);
        assert_eq!(twin.bits(states), instances[number].bits(states), "instance {number}");
    }
}
