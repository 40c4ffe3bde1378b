//! Libraries of other platforms in an FMU, and FMUs that are merged.

use std::io::Cursor;

use compiler::model_file::ModelFile;
use fmu_builder::binary::{Platform, PlatformBinary};
use fmu_builder::{BuildOptions, Fmu, MergeError, MergeInput, Merged, build_options, check, merge};
use object::Architecture::{Aarch64, X86_64};
use zip::ZipWriter;

use super::entries::{Entry, compiled, entry, find, pendulum, stored, zip};
use super::libraries::{all_but, all_functions, elf, fat, mach_o, pe};
use super::packing::archive;

const LINUX: &str = "binaries/linux64/Pendulum.so";
const WINDOWS: &str = "binaries/win64/Pendulum.dll";
const MACOS: &str = "binaries/darwin64/Pendulum.dylib";
const ARM: &str = "binaries/aarch64-linux/Pendulum.so";

fn windows() -> Vec<u8> {
    pe(object::pe::IMAGE_FILE_MACHINE_AMD64, &all_functions())
}

fn macos() -> Vec<u8> {
    fat(&[(X86_64, mach_o(X86_64, &all_functions())), (Aarch64, mach_o(Aarch64, &all_functions()))])
}

/// The pendulum with these libraries only.
fn with(libraries: &[(&str, Vec<u8>)]) -> Vec<Entry> {
    let mut entries = pendulum();
    entries.retain(|entry| !entry.name.starts_with("binaries/"));
    entries.extend(libraries.iter().map(|(name, bytes)| entry(name, bytes)));
    entries
}

fn input(name: &str, entries: &[Entry]) -> MergeInput {
    MergeInput { name: name.to_owned(), bytes: zip(entries) }
}

/// FMUs for Linux, Windows and macOS.
fn three() -> [MergeInput; 3] {
    [
        input("linux.fmu", &with(&[(LINUX, elf(X86_64, &all_functions()))])),
        input("windows.fmu", &with(&[(WINDOWS, windows())])),
        input("macos.fmu", &with(&[(MACOS, macos())])),
    ]
}

fn content(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut content = Vec::new();
    std::io::Read::read_to_end(&mut archive(bytes).by_name(name).unwrap(), &mut content).unwrap();
    content
}

fn names(bytes: &[u8]) -> Vec<String> {
    let mut archive = archive(bytes);
    (0..archive.len()).map(|index| archive.by_index(index).unwrap().name().unwrap().into_owned()).collect()
}

#[test]
fn merging_unites_the_platforms_in_any_order() {
    let [linux, windows_fmu, macos_fmu] = three();
    let orders = [
        [&linux, &windows_fmu, &macos_fmu],
        [&macos_fmu, &windows_fmu, &linux],
        [&windows_fmu, &linux, &macos_fmu],
        [&windows_fmu, &macos_fmu, &linux],
    ];
    let merged = orders.map(|order| merge(&order.map(MergeInput::clone)).unwrap());
    let Merged { bytes, platforms } = &merged[0];
    assert_eq!(platforms, &["darwin64", "linux64", "win64"]);
    assert!(merged.iter().all(|other| &other.bytes == bytes));
    // In two steps as well.
    let first = merge(&[macos_fmu.clone(), linux.clone()]).unwrap();
    let first = MergeInput { name: "first.fmu".to_owned(), bytes: first.bytes };
    assert_eq!(&merge(&[windows_fmu, first]).unwrap().bytes, bytes);

    assert_eq!(content(bytes, LINUX), elf(X86_64, &all_functions()));
    assert_eq!(content(bytes, WINDOWS), windows());
    assert_eq!(content(bytes, MACOS), macos());
    for original in with(&[]) {
        assert_eq!(content(bytes, &original.name), original.bytes, "{}", original.name);
    }
    assert_eq!(names(bytes)[0], "modelDescription.xml");
    assert_eq!(check::read_only(bytes).problems, []);
}

#[test]
fn a_merged_fmu_runs_here() {
    let [_, windows_fmu, _] = three();
    let merged = merge(&[windows_fmu, input("native.fmu", &pendulum())]).unwrap();
    let report = check::fmu(&merged.bytes);
    assert_eq!((report.problems, report.notes), (vec![], vec![]));
}

#[test]
fn an_fmu_merged_with_itself_keeps_its_content() {
    let [linux, ..] = three();
    let merged = merge(&[linux.clone(), linux]).unwrap();
    assert_eq!(merged.platforms, ["linux64"]);
}

#[test]
fn different_models_are_refused_by_name() {
    let [linux, windows_fmu, _] = three();
    let other = {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/spring_mass.toml");
        let model = ModelFile::from_path(&path).unwrap_or_else(|_| panic!("the example is a model")).0;
        Fmu::build(&model, &build_options()).unwrap()
    };
    let other = MergeInput { name: "other.fmu".to_owned(), bytes: other.bytes().to_vec() };
    let error = merge(&[linux.clone(), other]).unwrap_err();
    assert!(matches!(error, MergeError::Guid { .. }), "{error}");
    assert!(error.to_string().contains("other.fmu") && error.to_string().contains("linux.fmu"), "{error}");

    let changed = |name: &str, from: &str, to: &str| {
        let mut entries = with(&[(WINDOWS, windows())]);
        let found = find(&mut entries, name);
        let text = String::from_utf8(found.bytes.clone()).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        found.bytes = text.replacen(from, to, 1).into_bytes();
        merge(&[linux.clone(), input("changed.fmu", &entries)]).unwrap_err()
    };
    for (name, from, to) in [
        ("modelDescription.xml", "damping of the joint", "friction of the joint"),
        ("resources/model.json", "\"generator\":\"multibody-fmu", "\"generator\":\"Multibody-fmu"),
        ("documentation/index.html", "<h1>", "<h1> "),
    ] {
        let error = changed(name, from, to);
        let MergeError::Files { files, .. } = &error else { panic!("{error}") };
        assert_eq!(files, &[format!("{name} differs")], "{error}");
    }
    let mut entries = with(&[(WINDOWS, windows())]);
    entries.push(entry("resources/more.txt", b"x"));
    let error = merge(&[windows_fmu, input("more.fmu", &entries)]).unwrap_err();
    let MergeError::Files { files, .. } = &error else { panic!("{error}") };
    assert_eq!(files, &["resources/more.txt is missing in windows.fmu"]);
}

/// What was compiled on two platforms differs in last digits, and one library reads both.
#[test]
fn compiled_models_of_one_library_may_differ() {
    let of_mass = |mass: &str| {
        compiled(&format!(
            r#"{{"name": "Fall", "components": {{"body": {{"class": "Parts.Body", "m": {mass}, "r_CM": [0, 0, 0]}}}}}}"#
        ))
    };
    let [linux, ..] = three();
    let with_model = |model: Vec<u8>| {
        let mut entries = with(&[(WINDOWS, windows())]);
        find(&mut entries, "model.bin").bytes = model;
        input("other.fmu", &entries)
    };
    let [one, other] = ["0.1", "0.10000000000000002"].map(of_mass);
    assert_ne!(one, other);
    merge(&[linux.clone(), with_model(other.clone())]).unwrap();
    // Behind the name of the generator stands the digest of the sources.
    let mut foreign = other;
    let sources = 8 + 1 + usize::from(foreign[8]) + 1;
    foreign[sources] ^= 1;
    let error = merge(&[linux, with_model(foreign)]).unwrap_err();
    let MergeError::Files { files, .. } = &error else { panic!("{error}") };
    assert_eq!(files, &["resources/model.bin differs"]);
}

#[test]
fn reference_results_may_differ_in_the_last_digits() {
    const RESULT: &str = "extra/org.fmi-standard.fmi-ls-ref/reference.csv";
    let with_result = |libraries: &[(&str, Vec<u8>)], result: &str| {
        let mut entries = with(libraries);
        entries.push(entry(RESULT, result.as_bytes()));
        entries
    };
    let linux = input("linux.fmu", &with_result(&[(LINUX, elf(X86_64, &all_functions()))], "time\n0.1\n"));
    let windows = input("windows.fmu", &with_result(&[(WINDOWS, windows())], "time\n0.10000000000000002\n"));
    let merged = merge(&[linux.clone(), windows.clone()]).unwrap();
    assert_eq!(merged.bytes, merge(&[windows, linux]).unwrap().bytes);
    // Linux comes first by its name.
    assert_eq!(content(&merged.bytes, RESULT), b"time\n0.1\n");
}

#[test]
fn not_every_fmu_needs_a_reference_result() {
    const FILES: [&str; 2] = ["documentation/fmi-ls-ref.txt", "extra/org.fmi-standard.fmi-ls-ref/reference.csv"];
    let mut entries = with(&[(WINDOWS, windows())]);
    entries.extend(FILES.map(|name| entry(name, b"of Windows")));
    let [linux, _, macos_fmu] = three();
    let windows = input("windows.fmu", &entries);
    let merged = merge(&[linux.clone(), windows.clone(), macos_fmu.clone()]).unwrap();
    assert_eq!(merged.bytes, merge(&[windows, macos_fmu, linux]).unwrap().bytes);
    for name in FILES {
        assert_eq!(content(&merged.bytes, name), b"of Windows");
    }
}

#[test]
fn entries_of_folders_are_no_files() {
    let [linux, windows_fmu, _] = three();
    let mut writer = ZipWriter::new_append(Cursor::new(windows_fmu.bytes.clone())).unwrap();
    for folder in ["binaries/", "binaries/win64/", "resources/", "extra/"] {
        writer.add_directory(folder, stored()).unwrap();
    }
    let with_folders = MergeInput { name: "folders.fmu".to_owned(), bytes: writer.finish().unwrap().into_inner() };
    let merged = merge(&[linux.clone(), with_folders.clone(), windows_fmu.clone()]).unwrap();
    assert_eq!(merged.bytes, merge(&[linux, windows_fmu]).unwrap().bytes);
    assert_eq!(check::read_only(&with_folders.bytes).problems, []);
}

#[test]
fn different_libraries_for_one_platform_are_refused() {
    let [linux, ..] = three();
    let mut library = elf(X86_64, &all_functions());
    library.push(0);
    let error = merge(&[linux.clone(), input("other.fmu", &with(&[(LINUX, library)]))]).unwrap_err();
    let MergeError::Library { path, .. } = &error else { panic!("{error}") };
    assert_eq!(path, LINUX);
    assert!(matches!(merge(&[linux]), Err(MergeError::TooFew(1))));
}

#[test]
fn arm_libraries_in_linux64_give_way_to_those_of_x86() {
    let (x86, arm) = (elf(X86_64, &all_functions()), elf(Aarch64, &all_functions()));
    let of_arm = input("arm.fmu", &with(&[(ARM, arm.clone()), (LINUX, arm.clone())]));
    let [of_x86, of_windows, _] = three();
    for order in [[&of_x86, &of_arm], [&of_arm, &of_x86]] {
        let merged = merge(&order.map(MergeInput::clone)).unwrap();
        assert_eq!(merged.platforms, ["aarch64-linux", "linux64"]);
        assert_eq!((content(&merged.bytes, ARM), content(&merged.bytes, LINUX)), (arm.clone(), x86.clone()));
    }
    let merged = merge(&[of_arm, of_windows]).unwrap();
    assert_eq!(content(&merged.bytes, LINUX), arm);
}

#[test]
fn problems_of_an_fmu_are_told_before_it_is_merged() {
    let [linux, ..] = three();
    let broken = pe(object::pe::IMAGE_FILE_MACHINE_AMD64, &all_but("fmi2Reset"));
    let error = merge(&[linux, input("broken.fmu", &with(&[(WINDOWS, broken)]))]).unwrap_err().to_string();
    assert!(error.contains("broken.fmu") && error.contains("fmi2Reset"), "{error}");
}

fn build(binaries: Vec<PlatformBinary>) -> Fmu {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pendulum.toml");
    let model = ModelFile::from_path(&path).unwrap_or_else(|_| panic!("the example is a model")).0;
    Fmu::build(&model, &BuildOptions { binaries, ..build_options() }).unwrap()
}

fn binary(folder: &str, bytes: Vec<u8>) -> PlatformBinary {
    PlatformBinary::new(Platform::of_folder(folder).unwrap(), bytes).unwrap()
}

#[test]
fn libraries_of_other_platforms_are_packed() {
    let fmu = build(vec![binary("win64", windows()), binary("darwin64", macos())]);
    let platforms = &fmu.facts().platforms;
    assert!(
        ["darwin64", "win64"].iter().all(|platform| platforms.iter().any(|found| found == platform)),
        "{platforms:?}"
    );
    assert_eq!(content(fmu.bytes(), WINDOWS), windows());
    assert_eq!(content(fmu.bytes(), MACOS), macos());
    let report = check::fmu(fmu.bytes());
    assert_eq!((report.problems, report.notes), (vec![], vec![]));
    // In any order the same bytes, and the same model as without.
    let other = build(vec![binary("darwin64", macos()), binary("win64", windows())]);
    assert_eq!(fmu.bytes(), other.bytes());
    assert_eq!(fmu.facts().guid, build(Vec::new()).facts().guid);
}

#[test]
fn the_embedded_library_can_be_replaced() {
    let library = elf(X86_64, &all_functions());
    let fmu = build(vec![binary("linux64", library.clone())]);
    assert_eq!(content(fmu.bytes(), LINUX), library);
}

#[test]
fn libraries_that_do_not_fit_are_refused() {
    let refused = |folder: &str, bytes: Vec<u8>| {
        let faults = PlatformBinary::new(Platform::of_folder(folder).unwrap(), bytes).unwrap_err();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert!(refused("win64", elf(X86_64, &all_functions())).contains("ELF for x86-64, and win64 wants PE for x86-64"));
    assert!(refused("darwin64", mach_o(Aarch64, &all_but("fmi2DoStep"))).contains("does not export fmi2DoStep"));
    assert!(refused("linux64", b"#!/bin/sh".to_vec()).contains("not a shared library"));
}
