//! The rules of the zip archive (FMI 2.0.5, 2.3).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::archive_fault::ArchiveFault;
use super::problem::{Place, Problem};
use super::zip_directory::{self, Header};
use crate::archive::{DESCRIPTION, MAXIMUM_SIZE, unpacked_size};

/// Flags: encrypted, and sizes in a data descriptor.
const ENCRYPTED: u16 = 1;
const DATA_DESCRIPTOR: u16 = 1 << 3;
/// Highest version of the zip format that the standard allows, times ten.
const MAXIMUM_VERSION: u16 = 20;

/// Files of the archive that can be read, by their names.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The files of an archive and all that is wrong with it.
pub(super) fn check(bytes: &[u8]) -> (Files, Vec<Problem>) {
    let headers = match zip_directory::read(bytes) {
        Ok(headers) => headers,
        Err(reason) => return (Files::default(), vec![unreadable(reason)]),
    };
    let mut problems: Vec<Problem> = headers.iter().flat_map(header_problems).collect();
    problems.extend(name_problems(&headers));
    problems.extend(no_description(&headers));
    let files = unpack(bytes, &mut problems);
    (files, problems)
}

fn unreadable(reason: String) -> Problem {
    Problem::new(Place::Archive, ArchiveFault::Unreadable(reason))
}

fn at(header: &Header, fault: ArchiveFault) -> Problem {
    Problem::new(Place::Entry(header.name.clone()), fault)
}

/// Problems of a single entry.
fn header_problems(header: &Header) -> Vec<Problem> {
    let faults = [
        (!matches!(header.method, 0 | 8), ArchiveFault::Method(header.method)),
        (header.flags & DATA_DESCRIPTOR != 0, ArchiveFault::DataDescriptor),
        (header.flags & ENCRYPTED != 0, ArchiveFault::Encrypted),
        // Other methods need other versions; once is enough.
        (
            header.version_needed > MAXIMUM_VERSION && matches!(header.method, 0 | 8),
            ArchiveFault::Version(header.version_needed),
        ),
        (header.is_link, ArchiveFault::Link),
    ];
    let faults = faults.into_iter().filter_map(|(is_wrong, fault)| is_wrong.then_some(fault));
    faults.chain(path_fault(&header.name)).map(|fault| at(header, fault)).collect()
}

/// The first rule that a path breaks, if any.
fn path_fault(name: &str) -> Option<ArchiveFault> {
    if name.contains('\\') {
        return Some(ArchiveFault::Backslash);
    }
    if name.starts_with('/') || name.get(1..2) == Some(":") {
        return Some(ArchiveFault::Absolute);
    }
    if !name.is_ascii() {
        return Some(ArchiveFault::NotAscii);
    }
    let path = name.strip_suffix('/').unwrap_or(name);
    let part = path.split('/').find(|part| matches!(*part, "" | "." | ".."));
    part.map(|part| ArchiveFault::Part(part.to_owned()))
}

/// Names that are the same, or the same to a file system.
fn name_problems(headers: &[Header]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut folders: HashMap<String, &str> = HashMap::new();
    for header in headers {
        let name = header.name.trim_end_matches('/');
        match seen.insert(name.to_lowercase(), name) {
            Some(other) if other == name => problems.push(at(header, ArchiveFault::Duplicate)),
            Some(other) => problems.push(at(header, ArchiveFault::Case(other.to_owned()))),
            None => {}
        }
        for (end, _) in name.match_indices('/') {
            folders.insert(name.get(..end).unwrap_or_default().to_lowercase(), name);
        }
    }
    let files = headers.iter().filter(|header| !header.name.ends_with('/'));
    problems.extend(files.filter_map(|header| {
        let inside = folders.get(&header.name.to_lowercase())?;
        Some(at(header, ArchiveFault::FileAndFolder((*inside).to_owned())))
    }));
    problems
}

fn no_description(headers: &[Header]) -> Option<Problem> {
    if headers.iter().any(|header| header.name == DESCRIPTION) {
        return None;
    }
    let is_description = |name: &str| name.rsplit(['/', '\\']).next().is_some_and(|last| last == DESCRIPTION);
    let found = headers.iter().map(|header| &header.name).find(|name| is_description(name)).cloned();
    Some(Problem::new(Place::Archive, ArchiveFault::NoDescription { found }))
}

/// An archive that is not too large to be unpacked.
fn open(bytes: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>, Problem> {
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(error.to_string()))?;
    match unpacked_size(&archive) {
        Ok(size) if size > MAXIMUM_SIZE => Err(Problem::new(Place::Archive, ArchiveFault::TooLarge(size))),
        Ok(_) => Ok(archive),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

/// Reads all files; those that cannot be read are problems, where they are not known to be. Entries of folders are none.
fn unpack(bytes: &[u8], problems: &mut Vec<Problem>) -> Files {
    let mut files = Files::default();
    let mut archive = match open(bytes) {
        Ok(archive) => archive,
        Err(problem) => {
            problems.push(problem);
            return files;
        }
    };
    let entry = |problem: &Problem| match &problem.place {
        Place::Entry(name) => Some(name.clone()),
        Place::Archive | Place::Line(_) => None,
    };
    let known: HashSet<String> = problems.iter().filter_map(entry).collect();
    for index in 0..archive.len() {
        let name = match archive.name_for_index(index) {
            Some(Ok(name)) if !name.ends_with('/') => name.into_owned(),
            _ => continue,
        };
        match contents(&mut archive, index) {
            Ok(content) => drop(files.insert(name, content)),
            Err(_) if known.contains(&name) => {}
            Err(reason) => problems.push(Problem::new(Place::Entry(name), ArchiveFault::Damaged(reason))),
        }
    }
    files
}

fn contents(archive: &mut ZipArchive<Cursor<&[u8]>>, index: usize) -> Result<Vec<u8>, String> {
    let mut entry = archive.by_index(index).map_err(|error| error.to_string())?;
    let mut content = Vec::new();
    entry.read_to_end(&mut content).map_err(|error| error.to_string())?;
    Ok(content)
}
