//! Shapes from files: found, read, and told apart by what is wrong with them.

mod find;
mod obj;
mod stl;
mod surface;

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fmu_core::pictures::ShapeFile;

pub use find::ShapeFolders;
pub(crate) use surface::Surface;

/// Largest file that is read, bytes.
const LARGEST: u64 = 256 << 20;
/// So many files are named in a message; of more the rest is counted.
const LISTED: usize = 12;

/// A triangle: its corners, anticlockwise as seen from outside.
type Triangle = [[f32; 3]; 3];

/// Why a shape is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// Its kind is not read.
    #[error("only STL and OBJ files are read")]
    Kind,
    /// The operating system refuses it.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is no shape.
    #[error("{}{what}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Broken {
        /// Line, where the file is a text.
        line: Option<usize>,
        /// What is wrong.
        what: String,
    },
}

impl ShapeFault {
    fn broken(what: impl Into<String>) -> Self {
        Self::Broken { line: None, what: what.into() }
    }

    fn at_line(line: usize, what: impl Into<String>) -> Self {
        Self::Broken { line: Some(line), what: what.into() }
    }
}

/// The shapes in the files of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeFiles {
    /// For each entry of [`fmu_core::pictures::Pictures::files`] the number of its file, or what is wrong with it.
    entries: Vec<Result<usize, ShapeFault>>,
    surfaces: Vec<Arc<Surface>>,
}

impl ShapeFiles {
    /// Reads each file once.
    pub(super) fn load(files: &[ShapeFile], folders: &ShapeFolders) -> Self {
        let mut shapes = Self::default();
        let mut known: HashMap<PathBuf, Result<usize, ShapeFault>> = HashMap::new();
        for file in files {
            let entry = match folders.find(file) {
                None => Err(ShapeFault::Missing),
                Some(path) => match known.get(&path) {
                    Some(entry) => entry.clone(),
                    None => {
                        let entry = read(&path).map(|surface| {
                            shapes.surfaces.push(Arc::new(surface));
                            shapes.surfaces.len() - 1
                        });
                        known.insert(path, entry.clone());
                        entry
                    }
                },
            };
            shapes.entries.push(entry);
        }
        shapes
    }

    /// The shape of an entry, with its number.
    pub(super) fn get(&self, entry: usize) -> Option<(usize, &Arc<Surface>)> {
        let number = *self.entries.get(entry)?.as_ref().ok()?;
        Some((number, self.surfaces.get(number)?))
    }

    /// The first file that is no shape.
    pub(super) fn broken<'a>(&'a self, files: &'a [ShapeFile]) -> Option<(&'a ShapeFile, &'a ShapeFault)> {
        let faults = files.iter().zip(&self.entries).filter_map(|(file, entry)| Some((file, entry.as_ref().err()?)));
        faults.into_iter().find(|(_, fault)| matches!(fault, ShapeFault::Broken { .. } | ShapeFault::Unreadable(_)))
    }

    /// One text about all files that are not drawn.
    pub(super) fn note(&self, files: &[ShapeFile]) -> Option<String> {
        let mut lines: Vec<String> = Vec::new();
        for (file, entry) in files.iter().zip(&self.entries) {
            let Err(fault) = entry else { continue };
            let line = format!("{}: {fault}", file.name);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        let count = lines.len();
        if count == 0 {
            return None;
        }
        let mut text = format!("{count} shape {} not drawn:", if count == 1 { "file is" } else { "files are" });
        lines.iter().take(LISTED).for_each(|line| text += &format!("\n  - {line}"));
        if count > LISTED {
            text += &format!("\n  - and {} more", count - LISTED);
        }
        if self.entries.contains(&Err(ShapeFault::Missing)) {
            text += "\n  paths are relative to the model file; --shapes FOLDER names a folder with the packages of addresses";
        }
        Some(text)
    }
}

/// Reads a file of the kind that its name says.
fn read(path: &Path) -> Result<Surface, ShapeFault> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let triangles: fn(&[u8]) -> Result<Vec<Triangle>, ShapeFault> = match ending.as_deref().and_then(|e| e.to_str()) {
        Some("stl") => stl::triangles,
        Some("obj") => obj::triangles,
        _ => return Err(ShapeFault::Kind),
    };
    let unreadable = |error: std::io::Error| ShapeFault::Unreadable(error.to_string());
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(ShapeFault::Unreadable(format!("it has more than {} MiB", LARGEST >> 20)));
    }
    Surface::new(&triangles(&bytes)?).ok_or_else(|| ShapeFault::broken("there is no triangle with an area"))
}

/// A coordinate.
fn coordinate(text: Option<&str>, line: usize) -> Result<f32, ShapeFault> {
    let text = text.ok_or_else(|| ShapeFault::at_line(line, "three coordinates are expected"))?;
    let number = text.parse().ok().filter(|x: &f32| x.is_finite());
    number.ok_or_else(|| ShapeFault::at_line(line, format!("`{}` is no coordinate", shortened(text))))
}

/// What is shown of a word of a file.
fn shortened(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}
