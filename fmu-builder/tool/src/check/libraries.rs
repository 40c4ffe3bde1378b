//! The libraries in binaries/ (FMI 2.0.5, 2.3).

use std::collections::{BTreeMap, BTreeSet};

use fmu_core::instance::Version;

use super::Report;
use super::archive::Files;
use super::problem::{Place, Problem};
use crate::archive::BINARIES;
use crate::binary::{self, BinaryFault, Platform};
use crate::host::{Interface, ModelDescription};

/// Folder of sources, which may replace libraries.
const SOURCES: &str = "sources/";

/// Adds what is wrong with the libraries of all platforms, and which platforms there are.
pub(super) fn check(files: &Files, description: &ModelDescription, report: &mut Report) {
    let folders = folders(files);
    let has_sources = files.keys().any(|name| name.starts_with(SOURCES));
    if folders.is_empty() && !has_sources {
        let expected = "library in binaries/, nor sources".to_owned();
        let fault = BinaryFault::Missing { expected, found: Vec::new() };
        report.problems.push(Problem::new(Place::Archive, fault));
    }
    for (folder, found) in folders {
        match Platform::of_folder(folder) {
            Some(platform) => report.problems.extend(folder_problems(files, description, platform, &found)),
            None => report.notes.push(format!("binaries/{folder} not checked: the platform is not known")),
        }
        report.platforms.push(folder.to_owned());
    }
}

/// Names of the files in each folder of binaries/.
fn folders(files: &Files) -> BTreeMap<&str, Vec<&str>> {
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in files.keys() {
        let inside = name.strip_prefix(BINARIES).and_then(|path| path.split_once('/'));
        if let Some((folder, file)) = inside.filter(|(_, file)| !file.is_empty()) {
            folders.entry(folder).or_default().push(file);
        }
    }
    folders
}

fn folder_problems(files: &Files, description: &ModelDescription, platform: &Platform, found: &[&str]) -> Vec<Problem> {
    let identifiers: BTreeSet<&str> = description.interfaces().map(|i| i.model_identifier.as_str()).collect();
    identifiers
        .into_iter()
        .flat_map(|identifier| {
            let file = format!("{identifier}.{}", platform.extension);
            let path = format!("{BINARIES}{}/{file}", platform.folder);
            let Some(bytes) = files.get(&path) else {
                let found = found.iter().map(|&name| name.to_owned()).collect();
                let place = Place::Entry(format!("{BINARIES}{}", platform.folder));
                return vec![Problem::new(place, BinaryFault::Missing { expected: file, found })];
            };
            let faults = binary::faults(bytes, platform, &required(description, identifier));
            faults.into_iter().map(|fault| Problem::new(Place::Entry(path.clone()), fault)).collect()
        })
        .collect()
}

/// Functions that the library with this name needs.
fn required(description: &ModelDescription, identifier: &str) -> Vec<&'static str> {
    let serves = |interface: &Option<Interface>| interface.as_ref().is_some_and(|i| i.model_identifier == identifier);
    if description.version == Version::Fmi3 {
        return binary::FMI3.to_vec();
    }
    let mut required = binary::COMMON.to_vec();
    if serves(&description.co_simulation) {
        required.extend(binary::CO_SIMULATION);
    }
    if serves(&description.model_exchange) {
        required.extend(binary::MODEL_EXCHANGE);
    }
    required
}
