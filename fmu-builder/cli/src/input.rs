//! Input and output files of a command.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fmu_tool::destination;

use super::error::CommandError;
use super::kind;

/// Maximum size of a table or list: an endless device must not fill the memory.
const MOST_TEXT: u64 = 1 << 30;

/// Content of a file.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(path).map_err(|error| CommandError::Problem(format!("cannot read {}: {error}", path.display())))
}

/// The text of a table or list.
pub(crate) fn text(path: &Path) -> Result<String, CommandError> {
    let problem = |what: &str| CommandError::Problem(format!("cannot read {}: {what}", path.display()));
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MOST_TEXT + 1).read_to_string(&mut text));
    match read.map_err(|error| problem(&error.to_string()))? as u64 {
        0..=MOST_TEXT => Ok(text),
        _ => Err(problem("it has more than 1 GB")),
    }
}

/// The output file: as given, or in the current folder with the input's name and `extension`.
///
/// # Errors
/// The output is the input, or the input has an unknown type.
pub(crate) fn output(asked: Option<&Path>, input: &Path, extension: &str) -> Result<PathBuf, CommandError> {
    let output = match asked {
        Some(path) => path.to_owned(),
        None => PathBuf::from(input.with_extension(extension).file_name().unwrap_or_default()),
    };
    if is_same(&output, input) {
        if asked.is_none() {
            // The name of the output depends on that of the input, which must be of a known type.
            kind::refuse_foreign(input)?;
        }
        return Err(CommandError::Usage(format!("{} is the input; choose another output with -o", output.display())));
    }
    Ok(output)
}

/// The error for an output with another extension than the expected ones.
pub(crate) fn wrong_extension(output: &Path, expected: &str) -> CommandError {
    CommandError::Usage(format!("{}: the extension {expected} is expected", output.display()))
}

/// Returns true if two paths lead to the same file, which need not exist yet. Devices may be shared.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    let is_device = fs::metadata(a).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    !is_device && matches!((resolve(a), resolve(b)), (Ok(a), Ok(b)) if a == b)
}

/// The path without links; for a file that does not exist, its folder without links and its name.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let path = &destination(path)?;
    fs::canonicalize(path).or_else(|error| {
        let name = path.file_name().ok_or(error)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(fs::canonicalize(folder)?.join(name))
    })
}
