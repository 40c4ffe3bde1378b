//! Files that a text names: `modelica://Package/Resources/table.txt` (Modelica specification 3.6, section 13.5), or beside the text.

use std::path::{Path, PathBuf};

use compiler::model_file::Span;

use crate::classes::entry::Found;
use crate::evaluation::Evaluator;
use crate::problem::{Fault, Outcome, fault};

const SCHEME: &str = "modelica://";
/// Name that the library gives to a missing file.
const NO_NAME: &str = "NoName";

/// Functions that make a path of an address.
pub(crate) const LOADING: [&str; 2] =
    ["Modelica.Utilities.Files.loadResource", "ModelicaServices.ExternalReferences.loadResource"];

/// The path of the file that an address, or a name relative to the text, stands for.
pub(crate) fn path_of(evaluator: &Evaluator<'_>, address: &str, span: &Span) -> Outcome<String> {
    if address == NO_NAME {
        return Ok(address.to_owned());
    }
    // The path of a path is itself.
    let whole = |path: PathBuf| std::path::absolute(&path).unwrap_or(path).display().to_string();
    let Some(rest) = address.strip_prefix(SCHEME) else {
        let sources = evaluator.classes.sources.borrow();
        let beside = sources.main().and_then(|main| Path::new(&main.name).parent());
        return Ok(whole(beside.unwrap_or(Path::new("")).join(address)));
    };
    let (package, path) = rest.split_once('/').unwrap_or((rest, ""));
    let folder: Option<PathBuf> = match evaluator.classes.find_full(package) {
        Some(Found::Class(entry)) => entry.folder.clone(),
        _ => None,
    };
    match folder {
        Some(folder) => Ok(whole(folder.join(path))),
        None => fault(span, Fault::NoFolder { package: package.to_owned(), address: address.to_owned() }),
    }
}
