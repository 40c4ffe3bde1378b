//! Files with sub-models that a model uses.

use super::tree::{Node, Problems};
use super::written::{Used, Written};
use super::{Diagnostic, Problem, SourceText, Sources, Spanned};
use crate::authoring::SubModelProblem;
use mechanism::hashed::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Adds the sub-models of all used files, recursively. Each file is read once.
pub(super) fn load(written: &mut Written, sources: Option<&mut Sources>, problems: &mut Problems) -> Vec<Used> {
    let uses = std::mem::take(&mut written.uses);
    let mut used = Vec::new();
    match sources {
        Some(sources) => {
            let main = PathBuf::from(sources.main().map_or("", |text| text.name.as_str()));
            let seen = HashSet::from_iter(main.canonicalize());
            let mut loader = Loader { written, sources, problems, seen, files: 1 };
            for path in uses {
                let first = loader.files;
                loader.file(&main, &path);
                used.push(Used { path, files: first..loader.files });
            }
        }
        None => uses.iter().for_each(|path| problems.report(&path.span, SubModelProblem::NoFolder)),
    }
    report_duplicates(written, problems);
    used
}

struct Loader<'a> {
    written: &'a mut Written,
    sources: &'a mut Sources,
    problems: &'a mut Problems,
    /// Files that have been read, by canonical path.
    seen: HashSet<PathBuf>,
    /// Number of files including that of the model.
    files: usize,
}

impl Loader<'_> {
    /// Reads the file `path`, which the file `from` uses, and those that it uses.
    fn file(&mut self, from: &Path, path: &Spanned<String>) {
        let mut waiting = vec![(from.to_owned(), path.clone())];
        while let Some((from, path)) = waiting.pop() {
            let file = from.parent().unwrap_or(Path::new("")).join(&path.value);
            let uses = self.read(&file, &path).unwrap_or_default();
            waiting.extend(uses.into_iter().rev().map(|path| (file.clone(), path)));
        }
    }

    /// The files that this one uses.
    fn read(&mut self, file: &Path, named: &Spanned<String>) -> Option<Vec<Spanned<String>>> {
        let parse = parser_for(file).map_err(|problem| self.problems.report(&named.span, problem)).ok()?;
        if let Ok(path) = file.canonicalize()
            && !self.seen.insert(path)
        {
            return None;
        }
        let source = SourceText::read(file).map_err(|problem| self.problems.report(&named.span, problem)).ok()?;
        let start = self.sources.add(source.clone());
        let root = parse(&source.text, start, self.problems)
            .map_err(|diagnostics| diagnostics.into_iter().for_each(|diagnostic| self.problems.push(diagnostic)))
            .ok()?;
        let is_empty = !root.has_key("models") && !root.has_key("use");
        let mut written = super::check::check_used(root, self.problems);
        if is_empty {
            let path = file.display().to_string();
            self.problems.report(&named.span, SubModelProblem::NothingToUse { path });
        }
        written.models.iter_mut().for_each(|model| model.file = self.files);
        self.files += 1;
        self.written.models.append(&mut written.models);
        Some(written.uses)
    }
}

/// Sub-models of all files share one name space. Duplicates within one file have been reported by the parser.
fn report_duplicates(written: &Written, problems: &mut Problems) {
    let mut seen = HashMap::default();
    for model in &written.models {
        let first = *seen.entry(model.name.value.as_str()).or_insert(model.file);
        if first != model.file {
            let problem = SubModelProblem::DuplicateModel { name: model.name.value.clone() };
            problems.report(&model.name.span, problem);
        }
    }
}

/// Parses a text, the place of whose first byte is given. Errors after which parsing continues are collected, others
/// are returned.
pub(super) type Parse = fn(&str, usize, &mut Problems) -> Result<Node, Vec<Diagnostic>>;

/// The reader for the extension of `path`.
pub(super) fn parser_for(path: &Path) -> Result<Parse, Problem> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "json" => Ok(super::json_tree::parse),
        "toml" => Ok(super::toml_tree::parse),
        _ => Err(Problem::UnknownFileType { path: path.display().to_string(), expected: "`.toml` or `.json`" }),
    }
}
