//! FMUs of the pendulum, entry by entry, to be changed.

use compiler::compile;
use std::io::{Cursor, Read, Write};
use std::sync::OnceLock;

use compiler::model_file::ModelFile;
use fmu_builder::RUNTIMES;
use fmu_builder::check::{self, Fault};
use fmu_builder::{Fmu, build_options};
use fmu_core::instance::Compiled;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::packing::archive;

/// An entry of an archive to be made.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub bytes: Vec<u8>,
    pub options: SimpleFileOptions,
}

pub fn stored() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Stored)
}

pub fn entry(name: &str, bytes: &[u8]) -> Entry {
    Entry { name: name.to_owned(), bytes: bytes.to_vec(), options: stored() }
}

/// The entries of an FMU of the pendulum, with no library but that of this platform.
pub fn pendulum() -> Vec<Entry> {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(build_pendulum).clone()
}

fn build_pendulum() -> Vec<Entry> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pendulum.toml");
    let model = ModelFile::from_path(&path).unwrap_or_else(|_| panic!("the example is a model")).0;
    let fmu = Fmu::build(&model, &build_options()).unwrap();
    let mut archive = archive(fmu.bytes());
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let name = file.name().unwrap().to_string();
        let platform = name.strip_prefix("binaries/").and_then(|name| name.split_once('/'));
        if platform.is_some_and(|(folder, _)| RUNTIMES[0].folders.iter().all(|own| *own != folder)) {
            continue;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        entries.push(entry(&name, &bytes));
    }
    entries
}

/// The compiled model of a text (JSON), as the pendulum's FMU would have it.
pub fn compiled(text: &str) -> Vec<u8> {
    let description = find(&mut pendulum(), "modelDescription.xml").bytes.clone();
    let description = String::from_utf8(description).unwrap();
    let guid = description.split("guid=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let model = compile(&ModelFile::from_json(text).unwrap()).unwrap();
    Compiled::write(&model, guid).unwrap()
}

pub fn zip(entries: &[Entry]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        writer.start_file(entry.name.as_str(), entry.options).unwrap();
        writer.write_all(&entry.bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The one problem of an FMU of the pendulum that was changed: its place and fault.
#[track_caller]
pub fn broken(change: impl FnOnce(&mut Vec<Entry>)) -> (String, Fault) {
    let mut entries = pendulum();
    change(&mut entries);
    only(&zip(&entries))
}

#[track_caller]
pub fn only(bytes: &[u8]) -> (String, Fault) {
    let mut problems = check::fmu(bytes).problems;
    assert_eq!(problems.len(), 1, "{problems:#?}");
    let problem = problems.remove(0);
    assert!(problem.to_string().contains("help: "), "{problem}");
    (problem.place.to_string(), problem.fault)
}

/// The entry whose name ends in `end`.
pub fn find<'a>(entries: &'a mut [Entry], end: &str) -> &'a mut Entry {
    entries.iter_mut().find(|entry| entry.name.ends_with(end)).unwrap()
}

/// Name of the library of this platform.
pub fn library() -> String {
    let folder = RUNTIMES[0].folders[0];
    format!("binaries/{folder}/Pendulum{}", std::env::consts::DLL_SUFFIX)
}
