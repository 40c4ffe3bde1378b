//! Hosts survive when memory runs out: an allocator that gives no more from some byte on, and a process with a real limit.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ALLOCATOR;
use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::fmi2::types::fmi2Status::*;
use fmu_core::fmi2::types::*;
use fmu_core::fmi2::*;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use simulation::variables::DataType;
use std::ffi::{CStr, CString, c_int};
use std::fmt::Write;
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use support::allocator::{limited, peak, used};

/// One test at a time: they have one reserve and one logger.
static ALONE: Mutex<()> = Mutex::new(());

const GUID: &CStr = c"{memory}";

/// A folder of resources that is removed at the end.
struct Resources {
    folder: PathBuf,
    location: CString,
    /// Value references of angle, speed and acceleration of the first joint.
    motion: [u32; 3],
    /// Value references of Real variables.
    reals: Vec<u32>,
}

impl Resources {
    /// Of a chain of `bodies` boxes on revolute joints.
    fn new(name: &str, bodies: usize) -> Self {
        let (mut components, mut connections) = (String::new(), String::from(r#"["world.frame_b", "j0.frame_a"]"#));
        for i in 0..bodies {
            let joint = format!(r#""j{i}": {{"class": "Joints.Revolute"}}"#);
            write!(components, r#", {joint}, "b{i}": {{"class": "Parts.BodyBox", "r": [1, 0, 0]}}"#).unwrap();
            write!(connections, r#", ["j{i}.frame_b", "b{i}.frame_a"]"#).unwrap();
            if i > 0 {
                write!(connections, r#", ["b{}.frame_b", "j{i}.frame_a"]"#, i - 1).unwrap();
            }
        }
        let model = format!(
            r#"{{"name": "Chain", "components": {{"world": {{"class": "World"}}{components}}}, "connections": [{connections}]}}"#
        );
        let folder = std::env::temp_dir().join(format!("fmi2-memory-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let model = compile(&ModelFile::from_json(&model).unwrap()).unwrap();
        let file = Compiled::write(&model, &GUID.to_string_lossy()).unwrap();
        std::fs::write(folder.join(COMPILED_MODEL), file).unwrap();
        let location = CString::new(format!("file://{}", folder.display())).unwrap();
        let catalogue = model.catalogue;
        let motion = ["j0.phi", "j0.w", "j0.a"].map(|name| catalogue.reference(catalogue.find(name).unwrap()) as u32);
        let is_real = |index: &usize| matches!(catalogue.variables.at(*index).data_type, DataType::Real { .. });
        let reals = (0..catalogue.variables.len()).filter(is_real).map(|index| index as u32).collect();
        Self { folder, location, motion, reals }
    }

    fn instantiate(&self, functions: &fmi2CallbackFunctions) -> fmi2Component {
        // SAFETY: strings and functions live during the call, the logger is a function.
        unsafe { fmi2Instantiate(c"chain".as_ptr(), 1, GUID.as_ptr(), self.location.as_ptr(), functions, 0, 0) }
    }
}

impl Drop for Resources {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).unwrap();
    }
}

/// Number of messages, and of those that say that memory has run out.
static MESSAGES: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

unsafe extern "C" fn count(_: fmi2ComponentEnvironment, _: fmi2String, _: c_int, _: fmi2String, text: fmi2String) {
    MESSAGES[0].fetch_add(1, Relaxed);
    // SAFETY: the FMU passes a string.
    let text = unsafe { CStr::from_ptr(text) };
    if text.to_bytes().windows(19).any(|window| window == b"memory has run out:") {
        MESSAGES[1].fetch_add(1, Relaxed);
    }
}

fn functions() -> fmi2CallbackFunctions {
    type Plain = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, c_int, fmi2String, fmi2String);
    // SAFETY: stable Rust cannot define a function with variable arguments; the fixed ones are passed like those of any other.
    let logger = unsafe { std::mem::transmute::<Plain, fmi2CallbackLogger>(count) };
    fmi2CallbackFunctions {
        logger: Some(logger),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    }
}

/// Everything that a host does with an instance in the state instantiated, as far as it goes; the number of calls that were fmi2OK, and
/// the first other status.
fn use_fully(c: fmi2Component, resources: &Resources, bytes: &mut [fmi2Byte]) -> (usize, fmi2Status) {
    let [angle, speed, acceleration] = resources.motion;
    let (mut state, mut size, mut value) = (null_mut(), 0, [0.0]);
    let mut done = 0;
    let mut first = fmi2OK;
    let mut call = |status: fmi2Status| {
        done += usize::from(status == fmi2OK && first == fmi2OK);
        first = if first == fmi2OK { status } else { first };
    };
    // SAFETY: a living component and valid pointers.
    unsafe {
        call(fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0));
        call(fmi2EnterInitializationMode(c));
        call(fmi2ExitInitializationMode(c));
        for reference in &resources.reals {
            call(fmi2GetReal(c, reference, 1, value.as_mut_ptr()));
        }
        call(fmi2DoStep(c, 0.0, 1e-3, 1));
        call(fmi2GetRealOutputDerivatives(c, [speed].as_ptr(), 1, [1].as_ptr(), value.as_mut_ptr()));
        let direction = [1.0];
        let (unknown, known) = ([acceleration], [angle]);
        let derivative = value.as_mut_ptr();
        call(fmi2GetDirectionalDerivative(c, unknown.as_ptr(), 1, known.as_ptr(), 1, direction.as_ptr(), derivative));
        call(fmi2GetFMUstate(c, &raw mut state));
        call(fmi2SerializedFMUstateSize(c, state, &raw mut size));
        call(fmi2SerializeFMUstate(c, state, bytes.as_mut_ptr(), size.min(bytes.len())));
        call(fmi2FreeFMUstate(c, &raw mut state));
        call(fmi2DeSerializeFMUstate(c, bytes.as_ptr(), size.min(bytes.len()), &raw mut state));
        call(fmi2SetFMUstate(c, state));
        call(fmi2DoStep(c, 1e-3, 1e-3, 1));
        call(fmi2Reset(c));
        let _ = fmi2Terminate(c);
        fmi2FreeInstance(c);
    }
    (done, first)
}

/// Wherever memory runs out, fmi2Instantiate gives NULL and says why, or an instance that works.
#[test]
fn instantiation_survives_at_every_limit() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let resources = Resources::new("instantiate", 30);
    let functions = functions();
    let make = || {
        let c = resources.instantiate(&functions);
        // SAFETY: what was made, or NULL.
        unsafe { fmi2FreeInstance(c) };
        !c.is_null()
    };
    assert!(make());
    let whole = peak(|| assert!(make()));
    let (before, mut refused, mut made) = (used(), 0, 0);
    // The request before the work is larger than what the work takes.
    for part in 0..200 {
        let told = MESSAGES.each_ref().map(|counter| counter.load(Relaxed));
        let is_made = limited(whole / 100 * part, make);
        let messages = MESSAGES.each_ref().map(|counter| counter.load(Relaxed));
        (refused, made) = if is_made { (refused, made + 1) } else { (refused + 1, made) };
        let expected = usize::from(!is_made);
        assert_eq!([messages[0] - told[0], messages[1] - told[1]], [expected; 2], "{part} % of {whole} bytes");
        assert_eq!((used(), ALLOCATOR.used()), (before, 0), "{part} %: something is left");
    }
    assert!(refused > 50 && limited(4 * whole, make), "{refused} refused, {made} made of {whole} bytes");
}

/// The memory that is asked for before a model is read is more than reading takes.
#[test]
fn reading_a_model_takes_less_than_is_asked_for() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let examples = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples")).unwrap();
    let paths = examples.map(|entry| entry.unwrap().path());
    let mut count = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let model = compile(&ModelFile::from_path(&path).unwrap().0).unwrap();
        let file = Compiled::write(&model, "{g}").unwrap();
        let taken = peak(|| drop(Compiled::open(&file).unwrap().model().unwrap()));
        let asked = Compiled::MEMORY_PER_BYTE * file.len();
        assert!(3 * taken < 2 * asked, "{}: {taken} of {asked} bytes", path.display());
        count += 1;
    }
    assert!(count > 10, "{count} examples");
}

/// Wherever memory runs out later, the calls answer fmi2Error from then on.
#[test]
fn calls_survive_at_every_limit() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let resources = Resources::new("calls", 30);
    let functions = functions();
    let mut bytes = vec![0; 1 << 20];
    let whole = peak(|| assert_eq!(use_fully(resources.instantiate(&functions), &resources, &mut bytes).1, fmi2OK));
    let all = use_fully(resources.instantiate(&functions), &resources, &mut bytes).0;
    let mut counts = Vec::new();
    for part in 0..100 {
        let c = resources.instantiate(&functions);
        let told = MESSAGES[1].load(Relaxed);
        let (done, first) = limited(whole / 25 * part, || use_fully(c, &resources, &mut bytes));
        let told = MESSAGES[1].load(Relaxed) - told;
        assert_eq!((first, told > 0), if done == all { (fmi2OK, false) } else { (fmi2Error, true) }, "{part}: {done}");
        assert_eq!(ALLOCATOR.used(), 0, "{part}: something is left in the reserve");
        counts.push(done);
    }
    assert!(counts[0] < 10 && counts[99] == all, "{counts:?}");
}

/// A process that has a limit for its address space, as clusters and containers set it.
#[cfg(target_os = "linux")]
mod address_space {
    use super::*;
    use std::process::Command;

    const LIMIT_VARIABLE: &str = "FMI2_MEMORY_LIMIT";

    /// The work of the process below: instances as long as there is memory, each used fully, and freed at the end.
    #[test]
    fn in_a_process_of_its_own() {
        let Ok(room) = std::env::var(LIMIT_VARIABLE) else { return };
        let resources = Resources::new("process", 20);
        let functions = functions();
        // This host allocates its own memory before the limit is set.
        let mut instances = Vec::with_capacity(100_000);
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        let size = 4096 * pages.split(' ').next().unwrap().parse::<u64>().unwrap();
        let limit = size + room.parse::<u64>().unwrap();
        let limits = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        // SAFETY: a valid structure.
        assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limits) }, 0);
        loop {
            let c = resources.instantiate(&functions);
            if c.is_null() || instances.len() == instances.capacity() {
                break;
            }
            instances.push(c);
            // SAFETY: a living component.
            unsafe {
                let _ = fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0);
                let _ = fmi2EnterInitializationMode(c);
                let _ = fmi2ExitInitializationMode(c);
                let _ = fmi2DoStep(c, 0.0, 1e-3, 1);
            }
        }
        assert!(MESSAGES[1].load(Relaxed) > 0, "the logger was told");
        let count = instances.len();
        // SAFETY: living components, each once.
        instances.into_iter().for_each(|c| unsafe { fmi2FreeInstance(c) });
        let again = resources.instantiate(&functions);
        assert!(count == 0 || !again.is_null(), "what was freed can be had again");
        println!("{count} instances");
    }

    #[test]
    fn a_limited_process_lives() {
        let program = std::env::current_exe().unwrap();
        let mut most = 0;
        for megabytes in [0_u64, 1, 3, 10, 30, 100] {
            let mut command = Command::new(&program);
            command.args([
                "--exact",
                "limits::address_space::in_a_process_of_its_own",
                "--nocapture",
                "--test-threads=1",
            ]);
            // Room for one thread's heap more would hide the limit.
            command.env(LIMIT_VARIABLE, (megabytes << 20).to_string()).env("MALLOC_ARENA_MAX", "1");
            // The C library keeps small blocks that were freed for their like, and large ones between them do not become one.
            command.env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0");
            let output = command.output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{megabytes} MB: {}\n{text}", output.status);
            let count =
                text.lines().find_map(|line| line.strip_suffix(" instances")?.rsplit(' ').next()?.parse::<u32>().ok());
            most = most.max(count.unwrap());
        }
        assert!(most > 1, "{most} instances at most");
    }
}
