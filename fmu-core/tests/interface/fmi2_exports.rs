//! The shared library exports what fmi2Functions.h and fmi3Functions.h declare, and works when it is loaded as a host loads it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::instance::{COMPILED_MODEL, Compiled};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::null;

const FUNCTIONS: [&str; 44] = [
    "GetTypesPlatform",
    "GetVersion",
    "SetDebugLogging",
    "Instantiate",
    "FreeInstance",
    "SetupExperiment",
    "EnterInitializationMode",
    "ExitInitializationMode",
    "Terminate",
    "Reset",
    "GetReal",
    "GetInteger",
    "GetBoolean",
    "GetString",
    "SetReal",
    "SetInteger",
    "SetBoolean",
    "SetString",
    "GetFMUstate",
    "SetFMUstate",
    "FreeFMUstate",
    "SerializedFMUstateSize",
    "SerializeFMUstate",
    "DeSerializeFMUstate",
    "GetDirectionalDerivative",
    "EnterEventMode",
    "NewDiscreteStates",
    "EnterContinuousTimeMode",
    "CompletedIntegratorStep",
    "SetTime",
    "SetContinuousStates",
    "GetDerivatives",
    "GetEventIndicators",
    "GetContinuousStates",
    "GetNominalsOfContinuousStates",
    "SetRealInputDerivatives",
    "GetRealOutputDerivatives",
    "DoStep",
    "CancelStep",
    "GetStatus",
    "GetRealStatus",
    "GetIntegerStatus",
    "GetBooleanStatus",
    "GetStringStatus",
];

/// Types of FMI 3.0, each with a function that reads and one that sets.
const TYPES_3: [&str; 14] = [
    "Float32", "Float64", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Boolean",
    "String", "Binary", "Clock",
];

/// The other functions of fmi3Functions.h.
const FUNCTIONS_3: [&str; 47] = [
    "GetVersion",
    "SetDebugLogging",
    "InstantiateModelExchange",
    "InstantiateCoSimulation",
    "InstantiateScheduledExecution",
    "FreeInstance",
    "EnterInitializationMode",
    "ExitInitializationMode",
    "EnterEventMode",
    "Terminate",
    "Reset",
    "GetNumberOfVariableDependencies",
    "GetVariableDependencies",
    "GetFMUState",
    "SetFMUState",
    "FreeFMUState",
    "SerializedFMUStateSize",
    "SerializeFMUState",
    "DeserializeFMUState",
    "GetDirectionalDerivative",
    "GetAdjointDerivative",
    "EnterConfigurationMode",
    "ExitConfigurationMode",
    "GetIntervalDecimal",
    "GetIntervalFraction",
    "GetShiftDecimal",
    "GetShiftFraction",
    "SetIntervalDecimal",
    "SetIntervalFraction",
    "SetShiftDecimal",
    "SetShiftFraction",
    "EvaluateDiscreteStates",
    "UpdateDiscreteStates",
    "EnterContinuousTimeMode",
    "CompletedIntegratorStep",
    "SetTime",
    "SetContinuousStates",
    "GetContinuousStateDerivatives",
    "GetEventIndicators",
    "GetContinuousStates",
    "GetNominalsOfContinuousStates",
    "GetNumberOfEventIndicators",
    "GetNumberOfContinuousStates",
    "EnterStepMode",
    "GetOutputDerivatives",
    "DoStep",
    "ActivateModelPartition",
];

/// The shared library that cargo has put beside this test.
fn built() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let name = format!("{}fmu_core{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folder.join(name)
}

struct Library(*mut c_void);

impl Library {
    fn open(path: &Path) -> Self {
        let path = CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
        // SAFETY: a string that ends with NUL; the library's initialization is that of Rust's std.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} cannot be loaded");
        Self(handle)
    }

    fn symbol(&self, name: &str) -> *mut c_void {
        self.function(&format!("fmi2{name}"))
    }

    fn function(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).unwrap();
        // SAFETY: an open library and a string that ends with NUL.
        unsafe { libc::dlsym(self.0, name.as_ptr()) }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: opened once, closed once, and no symbol is used afterwards.
        assert_eq!(unsafe { libc::dlclose(self.0) }, 0);
    }
}

#[test]
fn all_functions_are_exported() {
    let library = Library::open(&built());
    let missing: Vec<_> = FUNCTIONS.iter().filter(|name| library.symbol(name).is_null()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let of_types = TYPES_3.iter().flat_map(|of| ["Get", "Set"].map(|verb| format!("fmi3{verb}{of}")));
    let all = FUNCTIONS_3.iter().map(|name| format!("fmi3{name}")).chain(of_types);
    let (found, missing): (Vec<_>, Vec<_>) = all.partition(|name| !library.function(name).is_null());
    assert_eq!((found.len(), missing), (75, Vec::new()));
}

type GetVersion = unsafe extern "C" fn() -> *const c_char;
type Instantiate = unsafe extern "C" fn(
    *const c_char,
    c_int,
    *const c_char,
    *const c_char,
    *const c_void,
    c_int,
    c_int,
) -> *mut c_void;
type FreeInstance = unsafe extern "C" fn(*mut c_void);
type Call = unsafe extern "C" fn(*mut c_void) -> c_int;
type SetupExperiment = unsafe extern "C" fn(*mut c_void, c_int, f64, f64, c_int, f64) -> c_int;
type DoStep = unsafe extern "C" fn(*mut c_void, f64, f64, c_int) -> c_int;

/// Loads, calls and unloads many times, as a host does that simulates in a loop.
#[test]
fn the_library_can_be_loaded_again_and_again() {
    for _ in 0..200 {
        let library = Library::open(&built());
        // SAFETY: the functions have these signatures, and all strings live during the calls.
        unsafe {
            let version: GetVersion = std::mem::transmute(library.symbol("GetVersion"));
            let instantiate: Instantiate = std::mem::transmute(library.symbol("Instantiate"));
            let free: FreeInstance = std::mem::transmute(library.symbol("FreeInstance"));
            assert_eq!(CStr::from_ptr(version()), c"2.0");
            let location = c"file:///no/such/folder".as_ptr();
            assert!(instantiate(c"a".as_ptr(), 1, c"{}".as_ptr(), location, null(), 0, 0).is_null());
            free(std::ptr::null_mut());
        }
    }
}

/// Hosts pass NULL, or a location that leads nowhere: an unpacked FMU finds its resources by itself.
#[test]
fn an_unpacked_fmu_finds_its_resources() {
    let root = std::env::temp_dir().join(format!("unpacked fmü {}", std::process::id()));
    let (binaries, resources) = (root.join("binaries/linux64"), root.join("resources"));
    std::fs::create_dir_all(&binaries).unwrap();
    std::fs::create_dir_all(&resources).unwrap();
    let path = binaries.join("model.so");
    std::fs::copy(built(), &path).unwrap();
    let text = r#"{"name": "World only", "components": {"world": {"class": "World"}}}"#;
    let model = compile(&ModelFile::from_json(text).unwrap()).unwrap();
    std::fs::write(resources.join(COMPILED_MODEL), Compiled::write(&model, "{g}").unwrap()).unwrap();
    let library = Library::open(&path);
    for location in [null(), c"file:///no/such/folder".as_ptr(), c"".as_ptr()] {
        // SAFETY: the functions have these signatures, and all strings live during the calls.
        unsafe {
            let instantiate: Instantiate = std::mem::transmute(library.symbol("Instantiate"));
            let setup: SetupExperiment = std::mem::transmute(library.symbol("SetupExperiment"));
            let enter: Call = std::mem::transmute(library.symbol("EnterInitializationMode"));
            let exit: Call = std::mem::transmute(library.symbol("ExitInitializationMode"));
            let step: DoStep = std::mem::transmute(library.symbol("DoStep"));
            let terminate: Call = std::mem::transmute(library.symbol("Terminate"));
            let free: FreeInstance = std::mem::transmute(library.symbol("FreeInstance"));
            let c = instantiate(c"a".as_ptr(), 1, c"{g}".as_ptr(), location, null(), 0, 0);
            assert!(!c.is_null());
            let status = [setup(c, 0, 0.0, 0.0, 0, 0.0), enter(c), exit(c), step(c, 0.0, 0.1, 1), terminate(c)];
            assert_eq!(status, [0; 5]);
            free(c);
        }
    }
    drop(library);
    std::fs::remove_dir_all(root).unwrap();
}
