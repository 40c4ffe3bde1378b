//! The documents and reference data that are shared beside the repository.

use std::env;
use std::path::{Path, PathBuf};

/// `path` in the folder that MULTIBODY_SHARED names, or in `shared` beside the repository. None where it is not, which continuous
/// integration must not pass over.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let found = env::var_os("MULTIBODY_SHARED").map_or_else(beside, PathBuf::from).join(path);
    if found.exists() {
        return Some(found);
    }
    skipped(&format!("there is no {}: set MULTIBODY_SHARED", found.display()));
    None
}

/// Says why a test does not run, and fails in continuous integration.
pub fn skipped(reason: &str) {
    assert!(env::var("CI").as_deref() != Ok("true"), "{reason}");
    println!("skipped: {reason}");
}
