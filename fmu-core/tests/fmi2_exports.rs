//! The shared library exports what fmi2Functions.h declares, and works when it is loaded as a host loads it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
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

/// The shared library that cargo has put beside this test.
fn library() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let name = format!("{}fmu_core{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folder.join(name)
}

struct Library(*mut c_void);

impl Library {
    fn open() -> Self {
        let path = CString::new(library().into_os_string().into_encoded_bytes()).unwrap();
        // SAFETY: a string that ends with NUL; the library's initialization is that of Rust's std.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{path:?} cannot be loaded");
        Self(handle)
    }

    fn symbol(&self, name: &str) -> *mut c_void {
        let name = CString::new(format!("fmi2{name}")).unwrap();
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
    let library = Library::open();
    let missing: Vec<_> = FUNCTIONS.iter().filter(|name| library.symbol(name).is_null()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Loads, calls and unloads many times, as a host does that simulates in a loop.
#[test]
fn the_library_can_be_loaded_again_and_again() {
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
    for _ in 0..200 {
        let library = Library::open();
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
