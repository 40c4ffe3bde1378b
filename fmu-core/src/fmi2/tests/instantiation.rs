//! fmi2Instantiate when it must refuse.

use super::host::Host;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::{COMPILED_MODEL, Compiled};
use compiler::compile;
use compiler::model_file::ModelFile;
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::ptr::{null, null_mut};

const GUID: &CStr = c"{8c4e810f-3df3-4a00-8276-176fa3c9f9e0}";

/// A folder of resources that is removed at the end.
struct Resources(PathBuf);

impl Resources {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(format!("fmi2-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(COMPILED_MODEL), content).unwrap();
        Self(folder)
    }

    fn location(&self) -> CString {
        CString::new(format!("file://{}", self.0.display())).unwrap()
    }
}

impl Drop for Resources {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Instantiates, which must fail with one message of an error; the text.
fn refusal(name: Option<&CStr>, fmu_type: fmi2Type, guid: Option<&CStr>, location: Option<&CStr>) -> String {
    let host = Host::new();
    let pointer = |text: Option<&CStr>| text.map_or(null(), CStr::as_ptr);
    let functions = host.functions();
    // SAFETY: strings and functions are NULL or live during the call, the host until the end.
    let c = unsafe {
        fmi2Instantiate(pointer(name), fmu_type, pointer(guid), pointer(location), &raw const functions, 0, 0)
    };
    assert!(c.is_null());
    let mut messages = host.messages();
    assert_eq!(messages.len(), 1);
    let message = messages.remove(0);
    assert_eq!((message.status, message.category.as_str()), (3, "logStatusError"));
    assert_eq!(message.instance_name, name.map_or(String::new(), |n| n.to_string_lossy().into_owned()));
    message.text
}

#[test]
fn arguments_are_checked() {
    let text = refusal(None, fmi2CoSimulation, Some(GUID), None);
    assert!(text.contains("instanceName"), "{text}");
    let text = refusal(Some(c""), fmi2CoSimulation, Some(GUID), None);
    assert!(text.contains("instanceName"), "{text}");
    let text = refusal(Some(c"a"), 7, Some(GUID), None);
    assert!(text.contains("fmuType is 7"), "{text}");
    let text = refusal(Some(c"a"), fmi2CoSimulation, None, None);
    assert!(text.contains("fmuGUID is NULL"), "{text}");
}

#[test]
fn a_location_that_leads_nowhere_is_named() {
    for location in
        [None, Some(c"file:///no/such/folder%20here"), Some(c"http://example.org"), Some(c""), Some(c"\xff\xfe")]
    {
        let text = refusal(Some(c"a"), fmi2CoSimulation, Some(GUID), location);
        assert!(text.contains("no model.bin was found; tried:"), "{text}");
        assert!(text.contains("resources"), "the place of the library is tried last: {text}");
    }
    let text = refusal(Some(c"a"), fmi2CoSimulation, Some(GUID), Some(c"file:///no/such/folder%20here"));
    assert!(text.contains("folder here") && text.contains("model.bin"), "{text}");
}

#[test]
fn the_guid_must_be_that_of_the_model() {
    let resources = Resources::new("guid", &world());
    for guid in [c"", c"{}", c"8c4e810f-3df3-4a00-8276-176fa3c9f9e0", c"{8C4E810F-3DF3-4A00-8276-176FA3C9F9E0}"] {
        let text = refusal(Some(c"a"), fmi2CoSimulation, Some(guid), Some(&resources.location()));
        assert!(text.contains("the GUID is") && text.contains(&*GUID.to_string_lossy()), "{text}");
    }
}

/// The compiled model of a world in which nothing moves.
fn world() -> Vec<u8> {
    let text = r#"{"name": "Nothing moves", "components": {"world": {"class": "World"}}}"#;
    let model = compile(&ModelFile::from_json(text).unwrap()).unwrap();
    Compiled::write(&model, &GUID.to_string_lossy()).unwrap()
}

#[test]
fn a_broken_model_is_named() {
    let whole = world();
    let changed = |place: usize| {
        let mut file = whole.clone();
        file[place] ^= 1;
        file
    };
    // The digest of the sources stands behind the name of the generator.
    let sources = 8 + 1 + usize::from(whole[8]) + 1;
    for (name, content, word) in [
        ("empty", Vec::new(), "not a compiled model"),
        ("json", b"{\"format\":1}".to_vec(), "not a compiled model"),
        ("cut", whole[..whole.len() - 1].to_vec(), "damaged"),
        ("changed", changed(whole.len() - 9), "damaged"),
        ("sources", changed(sources), "other sources"),
    ] {
        let resources = Resources::new(name, &content);
        let text = refusal(Some(c"a"), fmi2CoSimulation, Some(GUID), Some(&resources.location()));
        assert!(text.contains(word) && text.contains("model.bin"), "{text}");
    }
}

#[test]
fn a_host_without_callbacks_gets_null() {
    // SAFETY: strings live during the call, everything else is NULL.
    let c = unsafe { fmi2Instantiate(c"a".as_ptr(), 1, GUID.as_ptr(), null(), null(), 1, 1) };
    assert_eq!(c, null_mut());
}

#[test]
fn version_and_platform() {
    // SAFETY: both are static strings.
    let (version, platform) = unsafe { (CStr::from_ptr(fmi2GetVersion()), CStr::from_ptr(fmi2GetTypesPlatform())) };
    assert_eq!((version, platform), (c"2.0", c"default"));
}
