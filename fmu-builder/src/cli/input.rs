//! The file that a command reads.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::CommandError;

/// First bytes of a zip archive with at least one entry.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// Whether the file is an FMU: by its extension, or by what it starts with.
pub(crate) fn is_fmu(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("fmu")) || starts_like_zip(path)
}

fn starts_like_zip(path: &Path) -> bool {
    let mut start = [0; ZIP.len()];
    path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == ZIP
}

/// The output file: as asked for, or in the current folder with the input's name and `extension`.
///
/// # Errors
/// When it is the input itself.
pub(crate) fn output(asked: Option<&Path>, input: &Path, extension: &str) -> Result<PathBuf, CommandError> {
    let output = match asked {
        Some(path) => path.to_owned(),
        None => PathBuf::from(input.with_extension(extension).file_name().unwrap_or_default()),
    };
    let same = matches!((fs::canonicalize(&output), fs::canonicalize(input)), (Ok(a), Ok(b)) if a == b);
    if same {
        return Err(CommandError::Usage(format!("{} is the input; name another output with -o", output.display())));
    }
    Ok(output)
}
