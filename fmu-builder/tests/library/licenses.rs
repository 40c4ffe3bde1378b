//! The licence file that every FMU carries is that of the libraries in the runtime: made from what cargo says of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file that is packed, in the repository.
const FILE: &str = "modelDescription-templates/license.txt";
/// Set to write the file anew instead of comparing it.
const UPDATE: &str = "UPDATE_LICENSES";

const HEAD: &str = "\
This FMU holds a model, made by its author under terms of the author's own, and the runtime library of multibody-fmu
in binaries/.

The runtime library is licensed, at your choice, under the MIT licence or the Apache License, Version 2.0.
It contains these libraries in binary form. Where a library leaves the choice between licences, the MIT licence was
chosen; the texts with their copyright notices follow.

";

/// A library in the runtime.
struct Library {
    name: String,
    license: String,
    text: String,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn cargo(arguments: &[&str]) -> String {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = cargo.args(arguments).arg("--locked").current_dir(workspace()).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Names and versions of the packages that are linked into the runtime, as `runtime-library` builds it.
fn linked() -> BTreeSet<(String, String)> {
    let features = ["--no-default-features", "--features", "panic-hook,memory-reserve"];
    let shape = ["--edges", "normal,no-proc-macro", "--target", "all", "--prefix", "none", "--format", "{p}"];
    let tree = cargo(&[&["tree", "--package", "fmu-core"][..], &features, &shape].concat());
    let packages = tree.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        // Behind our own packages stands their folder.
        let is_own = words.next().is_some_and(|word| word != "(*)");
        (!is_own).then(|| (name.to_owned(), version.trim_start_matches('v').to_owned()))
    });
    packages.collect()
}

/// The linked libraries, by name.
fn libraries() -> Vec<Library> {
    let linked = linked();
    assert!(linked.len() > 5, "{linked:?}");
    let metadata: serde_json::Value = serde_json::from_str(&cargo(&["metadata", "--format-version", "1"])).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let text = |package: &serde_json::Value, key: &str| package[key].as_str().unwrap().to_owned();
    let is_linked = |package: &&serde_json::Value| linked.contains(&(text(package, "name"), text(package, "version")));
    let mut found: Vec<Library> = packages
        .iter()
        .filter(is_linked)
        .map(|package| {
            let folder = PathBuf::from(text(package, "manifest_path")).parent().unwrap().to_owned();
            Library { name: text(package, "name"), license: text(package, "license"), text: license_text(&folder) }
        })
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(found.len(), linked.len());
    found.push(standard_library(&found));
    found
}

/// The Rust standard library, whose sources need not be there: its copyright notice, and the MIT text of a library that has it.
fn standard_library(others: &[Library]) -> Library {
    let libc = others.iter().find(|library| library.name == "libc").expect("libc is linked");
    let (_, terms) = libc.text.split_once("Permission is hereby").expect("libc is under the MIT licence");
    Library {
        name: "Rust standard library".to_owned(),
        license: "MIT OR Apache-2.0".to_owned(),
        text: format!("Copyright (c) The Rust Project Contributors\n\nPermission is hereby{terms}"),
    }
}

/// The licence in a package's folder, that of MIT where there are several.
fn license_text(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.filter(|name| name.to_uppercase().starts_with("LICENSE")).collect();
    names.sort_by_key(|name| (!name.to_uppercase().contains("MIT"), name.len()));
    let name = names.first().unwrap_or_else(|| panic!("{} has no licence", folder.display()));
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

/// The whole file: a list, then each text once with the libraries that it is of.
fn expected() -> String {
    let libraries = libraries();
    let width = libraries.iter().map(|library| library.name.len()).max().unwrap();
    let mut file = HEAD.to_owned();
    for Library { name, license, .. } in &libraries {
        file.push_str(&format!("  {name:width$}  {license}\n"));
    }
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    libraries.iter().for_each(|library| texts.entry(&library.text).or_default().push(&library.name));
    let own = fs::read_to_string(workspace().join("LICENSE-MIT")).unwrap();
    let mut sections: Vec<(Vec<&str>, &str)> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    sections.sort();
    sections.insert(0, (vec!["multibody-fmu"], own.trim()));
    for (names, text) in sections {
        file.push_str(&format!("\n\n=== {} ===\n\n{text}\n", names.join(", ")));
    }
    file
}

#[test]
fn the_license_file_is_that_of_the_libraries_in_the_runtime() {
    let expected = expected();
    let path = workspace().join(FILE);
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    let line = found.lines().zip(expected.lines()).position(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{FILE} is not up to date (from line {}); write it anew with {UPDATE}=1 and this test",
        line.map_or(0, |line| line + 1)
    );
}
