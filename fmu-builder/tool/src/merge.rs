//! Merges FMUs of one model for different platforms into one FMU for all of them.

use std::collections::BTreeMap;

use fmu_core::instance::Compiled;
use zip::result::ZipError;

use crate::archive::{BINARIES, Entries};
use crate::check::{self, COMPILED, Checked, Problem};
use crate::reference_result;

/// Folder of 64-bit ARM, and the one in which the builder puts the same library for hosts that look there.
const ARM_FOLDER: &str = "binaries/aarch64-linux/";
const ARM_STAND_IN: &str = "binaries/linux64/";

/// An FMU to be merged.
#[derive(Clone, Debug)]
pub struct MergeInput {
    /// Name in messages.
    pub name: String,
    /// Its archive.
    pub bytes: Vec<u8>,
}

/// Why FMUs cannot be merged.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    #[error("{0} FMUs cannot be merged: name two or more")]
    TooFew(usize),
    #[error("{name} has problems:\n{}", list(problems))]
    Problems { name: String, problems: Vec<Problem> },
    #[error("these are different models: the GUID of {first} is \"{first_guid}\", that of {second} \"{second_guid}\"")]
    Guid { first: String, first_guid: String, second: String, second_guid: String },
    #[error("{first} and {second} are not the same model: {}", files.join(", "))]
    Files { first: String, second: String, files: Vec<String> },
    #[error(
        "{first} and {second} have different libraries {path}; keep one of the two, or build both with the same version"
    )]
    Library { first: String, second: String, path: String },
    #[error("cannot write the archive: {0}")]
    Archive(#[from] ZipError),
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n")
}

/// FMUs merged into one.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The archive.
    pub bytes: Vec<u8>,
    /// Folders of binaries/ that hold a library, sorted.
    pub platforms: Vec<String>,
}

/// One FMU as it was read.
struct Part<'a> {
    name: &'a str,
    guid: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Part<'_> {
    fn libraries(&self) -> impl Iterator<Item = (&String, &Vec<u8>)> {
        self.files.iter().filter(|(path, _)| path.starts_with(BINARIES))
    }

    /// The files whose paths are wanted.
    fn files(&self, is_wanted: impl Fn(&str) -> bool) -> BTreeMap<&str, &[u8]> {
        let wanted = self.files.iter().filter(|(path, _)| is_wanted(path));
        wanted.map(|(path, content)| (path.as_str(), content.as_slice())).collect()
    }

    /// Files that must be equal in all parts: all but libraries and reference results. Parts may lack those, and their last digits depend
    /// on the platform.
    fn common(&self) -> BTreeMap<&str, &[u8]> {
        self.files(|path| !path.starts_with(BINARIES) && !reference_result::holds(path))
    }

    /// True if a library for linux64 is only a copy of that for 64-bit ARM.
    fn is_stand_in(&self, path: &str) -> bool {
        let file = path.strip_prefix(ARM_STAND_IN);
        let arm = file.and_then(|file| self.files.get(&format!("{ARM_FOLDER}{file}")));
        arm.is_some_and(|arm| self.files.get(path) == Some(arm))
    }
}

/// Merges FMUs of the same model: the same modelDescription.xml (and so the same GUID), resources and documentation, and libraries of
/// different platforms. The result does not depend on their order. The reference result is that of the FMU whose platforms are the
/// first by name, of those that have one.
///
/// # Errors
/// When an FMU breaks a rule ([`crate::check`]), the models differ, or there are different libraries for one platform.
pub fn merge(inputs: &[MergeInput]) -> Result<Merged, MergeError> {
    if inputs.len() < 2 {
        return Err(MergeError::TooFew(inputs.len()));
    }
    let mut parts = inputs.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    for pair in parts.windows(2) {
        same_model(&pair[0], &pair[1])?;
    }
    let key = |part: &Part<'_>| part.libraries().map(|(path, _)| path.clone()).collect::<Vec<_>>();
    parts.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.files.cmp(&b.files)));
    let mut entries = Entries::default();
    for (path, content) in libraries(&parts)? {
        entries.file(path, content);
    }
    let common = parts.first().map(Part::common).unwrap_or_default();
    let mut results = parts.iter().map(|part| part.files(reference_result::holds));
    let reference_result = results.find(|files| !files.is_empty()).unwrap_or_default();
    for (path, content) in common.into_iter().chain(reference_result) {
        entries.file(path, content);
    }
    Ok(Merged { platforms: entries.platforms(), bytes: entries.write()? })
}

fn read(input: &MergeInput) -> Result<Part<'_>, MergeError> {
    let Checked { files, description, report } = check::read(&input.bytes);
    match description {
        Some(description) if report.problems.is_empty() => {
            Ok(Part { name: &input.name, guid: description.guid, files })
        }
        _ => Err(MergeError::Problems { name: input.name.clone(), problems: report.problems }),
    }
}

fn same_model(one: &Part<'_>, other: &Part<'_>) -> Result<(), MergeError> {
    let (first, second) = (one.name.to_owned(), other.name.to_owned());
    if one.guid != other.guid {
        let (first_guid, second_guid) = (one.guid.clone(), other.guid.clone());
        return Err(MergeError::Guid { first, first_guid, second, second_guid });
    }
    let (in_first, in_second) = (one.common(), other.common());
    let differing = in_first.iter().filter_map(|(path, content)| match in_second.get(path) {
        None => Some(format!("{path} is missing in {second}")),
        Some(other) if !fit_together(path, content, other) => Some(format!("{path} differs")),
        Some(_) => None,
    });
    let missing = in_second.keys().filter(|path| !in_first.contains_key(**path));
    let files: Vec<String> = differing.chain(missing.map(|path| format!("{path} is missing in {first}"))).collect();
    if files.is_empty() { Ok(()) } else { Err(MergeError::Files { first, second, files }) }
}

/// True if two parts may have these files under one name. Compiled models of the same model may differ in last digits, which depend on
/// the platform, if one library reads both.
fn fit_together(path: &str, one: &[u8], other: &[u8]) -> bool {
    if path != COMPILED {
        return one == other;
    }
    let sources = [one, other].map(Compiled::sources);
    sources[0].is_some() && sources[0] == sources[1]
}

/// The libraries of all parts; one that only stands in gives way.
fn libraries<'a>(parts: &'a [Part<'_>]) -> Result<BTreeMap<&'a str, &'a [u8]>, MergeError> {
    let mut found: BTreeMap<&str, (&Part<'_>, &[u8])> = BTreeMap::new();
    for part in parts {
        for (path, content) in part.libraries() {
            match found.get(path.as_str()) {
                Some((_, other)) if *other == content.as_slice() => {}
                Some(_) if part.is_stand_in(path) => {}
                Some((other, _)) if !other.is_stand_in(path) => {
                    let (first, second) = (other.name.to_owned(), part.name.to_owned());
                    return Err(MergeError::Library { first, second, path: path.clone() });
                }
                _ => drop(found.insert(path, (part, content))),
            }
        }
    }
    Ok(found.into_iter().map(|(path, (_, content))| (path, content)).collect())
}
