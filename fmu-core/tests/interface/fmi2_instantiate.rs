//! From `resources/model.bin` to an instance, with every way of writing a resource location.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::fmi2::types::fmi2Status::*;
use fmu_core::fmi2::types::*;
use fmu_core::fmi2::*;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use std::ffi::{CStr, CString, c_int};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

const GUID: &CStr = c"{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}";

const PENDULUM: &str = r#"{
  "name": "Pendulum",
  "components": {
    "world": {"class": "World"},
    "rev": {"class": "Joints.Revolute", "n": [0, 0, 1], "phi": {"start": 0.1, "fixed": true}, "w": {"fixed": true}},
    "body": {"class": "Parts.Body", "m": 1.0, "r_CM": [0.5, 0, 0]}
  },
  "connections": [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"]]
}"#;

/// A folder `resources` with the pendulum, removed at the end.
struct Unpacked {
    root: PathBuf,
    resources: PathBuf,
}

impl Unpacked {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("fmi2-instantiate-{}-{name}", std::process::id()));
        let resources = root.join("resources");
        std::fs::create_dir_all(&resources).unwrap();
        let model = compile(&ModelFile::from_json(PENDULUM).unwrap()).unwrap();
        let file = Compiled::write(&model, GUID.to_str().unwrap()).unwrap();
        std::fs::write(resources.join(COMPILED_MODEL), file).unwrap();
        Self { root, resources }
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.root).unwrap();
    }
}

fn instantiate(location: &str) -> fmi2Component {
    let location = CString::new(location).unwrap();
    // SAFETY: strings live during the call; there are no callbacks.
    unsafe { fmi2Instantiate(c"pendulum".as_ptr(), fmi2CoSimulation, GUID.as_ptr(), location.as_ptr(), null(), 0, 0) }
}

/// The path of a URI, strictly encoded.
fn encoded(path: &Path) -> String {
    let legal = |c: u8| c.is_ascii_alphanumeric() || b"-_.~/".contains(&c);
    path.to_str()
        .unwrap()
        .bytes()
        .map(|c| if legal(c) { char::from(c).to_string() } else { format!("%{c:02X}") })
        .collect()
}

#[cfg(unix)]
#[test]
fn every_way_of_writing_a_location_is_understood() {
    for name in ["plain", "with blank", "ünïcödé 模型", "{8c4e}#[1]?+&", "100%", "%41%", "a%20b"] {
        let fmu = Unpacked::new(name);
        let (raw, encoded) = (fmu.resources.to_str().unwrap(), encoded(&fmu.resources));
        for location in [
            format!("file://{encoded}"),
            format!("file:{encoded}"),
            format!("file:///{encoded}"),
            format!("file://localhost{encoded}"),
            format!("FILE://{encoded}/"),
            format!("file:///{raw}"),
            format!("file://{raw}"),
            format!("file:{raw}/"),
            raw.to_owned(),
            format!("{raw}//"),
        ] {
            let c = instantiate(&location);
            assert!(!c.is_null(), "{location}");
            // SAFETY: a living component.
            unsafe { fmi2FreeInstance(c) };
        }
    }
}

#[test]
fn an_instance_runs_from_start_to_end_and_again() {
    let fmu = Unpacked::new("run");
    let c = instantiate(fmu.resources.to_str().unwrap());
    // SAFETY: a living component, valid pointers.
    unsafe {
        for start in [0.0, 5.0] {
            assert_eq!(fmi2SetupExperiment(c, 1, 1e-6, start, 1, start + 1.0), fmi2OK);
            assert_eq!(fmi2EnterInitializationMode(c), fmi2OK);
            assert_eq!(fmi2ExitInitializationMode(c), fmi2OK);
            for k in 0..10 {
                assert_eq!(fmi2DoStep(c, start + f64::from(k) * 0.1, 0.1, 1), fmi2OK);
            }
            let mut time = 0.0;
            assert_eq!(fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &raw mut time), fmi2OK);
            assert!((time - start - 1.0).abs() < 1e-12);
            assert_eq!(fmi2Terminate(c), fmi2OK);
            assert_eq!(fmi2Reset(c), fmi2OK);
        }
        fmi2FreeInstance(c);
    }
}

/// Environment, name and text of all messages.
static LOG: Mutex<Vec<(usize, String, String)>> = Mutex::new(Vec::new());

unsafe extern "C" fn record(
    environment: fmi2ComponentEnvironment,
    name: fmi2String,
    _status: c_int,
    _category: fmi2String,
    text: fmi2String,
) {
    // SAFETY: the FMU passes strings that end with NUL.
    let string = |pointer| unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned();
    LOG.lock().unwrap().push((environment as usize, string(name), string(text)));
}

/// Name and text of the only message with this environment.
fn logged(environment: usize) -> (String, String) {
    let log = LOG.lock().unwrap();
    let mut messages = log.iter().filter(|message| message.0 == environment);
    let (_, name, text) = messages.next().unwrap();
    assert!(messages.next().is_none());
    (name.clone(), text.clone())
}

fn functions(environment: usize) -> fmi2CallbackFunctions {
    type Plain = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, c_int, fmi2String, fmi2String);
    fmi2CallbackFunctions {
        // SAFETY: where the tests run, the fixed arguments of a function with variable arguments are passed like those of any other.
        logger: Some(unsafe { std::mem::transmute::<Plain, fmi2CallbackLogger>(record) }),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: environment as fmi2ComponentEnvironment,
    }
}

#[test]
fn a_location_that_was_not_the_first_guess_is_told() {
    let fmu = Unpacked::new("detour%20");
    let location = CString::new(format!("file://{}", fmu.resources.display())).unwrap();
    let functions = functions(0x77);
    // SAFETY: strings and functions live during the call.
    unsafe {
        let (guid, functions) = (GUID.as_ptr(), &raw const functions);
        let c = fmi2Instantiate(c"a".as_ptr(), fmi2CoSimulation, guid, location.as_ptr(), functions, 0, 1);
        assert!(!c.is_null());
        fmi2FreeInstance(c);
    }
    let (_, text) = logged(0x77);
    assert!(text.contains("detour%%20") && text.contains("is used; tried before:"), "{text}");
}

/// The host's strings, and the structure of callbacks itself, are gone after the call; the environment is passed on as it is.
#[test]
fn nothing_of_the_hosts_is_kept() {
    let fmu = Unpacked::new("kept");
    let overwrite = |bytes: &mut [u8]| bytes[..3].copy_from_slice(b"%s\0");
    let mut name = *b"the pendulum\0";
    let mut guid = GUID.to_bytes_with_nul().to_vec();
    let mut location = CString::new(fmu.resources.to_str().unwrap()).unwrap().into_bytes_with_nul();
    let mut functions = functions(0x1234);
    // SAFETY: everything lives during the call.
    let c = unsafe {
        let (name, guid, location) = (name.as_ptr().cast(), guid.as_ptr().cast(), location.as_ptr().cast());
        fmi2Instantiate(name, fmi2CoSimulation, guid, location, &raw const functions, 0, 1)
    };
    assert!(!c.is_null());
    overwrite(&mut name);
    overwrite(&mut guid);
    overwrite(&mut location);
    functions.logger = None;
    functions.componentEnvironment = null_mut();
    assert!(functions.logger.is_none());
    // SAFETY: a living component.
    unsafe {
        assert_eq!(fmi2DoStep(c, 0.0, 0.1, 1), fmi2Error);
        fmi2FreeInstance(c);
    }
    let (name, text) = logged(0x1234);
    assert_eq!(name, "the pendulum");
    assert!(text.contains("fmi2DoStep: not allowed in the state \"instantiated\""), "{text}");
}

#[test]
fn instances_of_one_model_are_independent() {
    let fmu = Unpacked::new("two");
    let location = fmu.resources.to_str().unwrap();
    let (first, second) = (instantiate(location), instantiate(location));
    // SAFETY: living components.
    unsafe {
        assert_eq!(fmi2DoStep(first, 0.0, 0.1, 1), fmi2Error);
        assert_eq!(fmi2SetupExperiment(second, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
        fmi2FreeInstance(first);
        assert_eq!(fmi2EnterInitializationMode(second), fmi2OK);
        fmi2FreeInstance(second);
    }
}
