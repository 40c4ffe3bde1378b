//! Shapes from files: search, reading, and faults.

mod find;
mod obj;
mod stl;
mod surface;
mod travel;

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use compiler::pictures::ShapeFile;
use zip::ZipArchive;

use find::Found;
pub use find::ShapeFolders;
pub(crate) use surface::Surface;

/// Largest file that is read, bytes.
const LARGEST: u64 = 256 << 20;
/// Largest number of files named in a message; the others are only counted.
const LISTED: usize = 12;

/// A triangle: its corners, anticlockwise as seen from outside.
type Triangle = [[f32; 3]; 3];

/// Why a shape is not there.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeFault {
    #[error("there is no such file")]
    Missing,
    #[error("only STL and OBJ files are read")]
    Kind,
    #[error("COLLADA files are not read: convert it to STL or OBJ, and name that file")]
    Collada,
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("{}{what}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Broken { line: Option<usize>, what: String },
}

impl ShapeFault {
    fn broken(what: impl Into<String>) -> Self {
        Self::Broken { line: None, what: what.into() }
    }

    fn at_line(line: usize, what: impl Into<String>) -> Self {
        Self::Broken { line: Some(line), what: what.into() }
    }
}

/// A shape with the number of its file, or what is wrong with that.
type Shape = Result<(usize, Arc<Surface>), ShapeFault>;

/// An entry of [`compiler::pictures::Pictures::files`].
#[derive(Clone, Debug)]
struct Entry {
    file: ShapeFile,
    shape: Shape,
    /// If an FMU takes the file along its name below resources/, and the file.
    taken_along: Option<(String, Found)>,
}

/// The shapes in the files of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShapeFiles(Vec<Entry>);

impl ShapeFiles {
    /// Reads each file once.
    pub(super) fn load(files: &[ShapeFile], folders: &ShapeFolders) -> Self {
        let mut known: HashMap<Found, (Shape, Option<String>)> = HashMap::new();
        let mut names = travel::Names::default();
        let entry = |file: &ShapeFile| {
            let found = folders.find(file);
            let number = known.len();
            let (shape, name) = match found.clone() {
                None => (Err(ShapeFault::Missing), None),
                Some(found) => known
                    .entry(found)
                    .or_insert_with_key(|found| {
                        let shape = read(found).map(|surface| (number, Arc::new(surface)));
                        (shape, if let Found::File(path) = found { names.new_name(path) } else { None })
                    })
                    .clone(),
            };
            Entry { file: file.clone(), shape, taken_along: name.zip(found) }
        };
        Self(files.iter().map(entry).collect())
    }

    /// The name below resources/ of the file of an entry, if an FMU takes it along.
    pub(super) fn name_in_fmu(&self, entry: usize) -> Option<&str> {
        self.0.get(entry)?.taken_along.as_ref().map(|(name, _)| name.as_str())
    }

    /// The files that an FMU takes along: names below resources/ and contents, each once.
    pub(super) fn contents(&self) -> Vec<(String, Vec<u8>)> {
        contents(self.0.iter().filter_map(|entry| entry.taken_along.clone()))
    }

    /// The shape of an entry, with its number.
    pub(super) fn get(&self, entry: usize) -> Option<&(usize, Arc<Surface>)> {
        self.0.get(entry)?.shape.as_ref().ok()
    }

    /// The first file that is not a valid shape.
    pub(super) fn broken(&self) -> Option<(&ShapeFile, &ShapeFault)> {
        let mut faults = self.0.iter().filter_map(|entry| Some((&entry.file, entry.shape.as_ref().err()?)));
        faults.find(|(_, fault)| matches!(fault, ShapeFault::Broken { .. } | ShapeFault::Unreadable(_)))
    }

    /// One text about all files that are not drawn.
    pub(super) fn note(&self) -> Option<String> {
        let mut lines: Vec<String> = Vec::new();
        for Entry { file, shape, .. } in &self.0 {
            let Err(fault) = shape else { continue };
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
        if self.0.iter().any(|entry| matches!(entry.shape, Err(ShapeFault::Missing))) {
            text += "\n  paths are relative to the model file; --shapes FOLDER names a folder with the packages of addresses";
        }
        Some(text)
    }
}

/// Reads a file of the kind that its name says.
fn read(found: &Found) -> Result<Surface, ShapeFault> {
    let triangles: fn(&[u8]) -> Result<Vec<Triangle>, ShapeFault> = match travel::ending(found.path()).as_str() {
        "stl" => stl::triangles,
        "obj" => obj::triangles,
        "dae" => return Err(ShapeFault::Collada),
        _ => return Err(ShapeFault::Kind),
    };
    Surface::new(&triangles(&bytes(found)?)?).ok_or_else(|| ShapeFault::broken("there is no triangle with an area"))
}

/// The content of a file.
fn bytes(found: &Found) -> Result<Vec<u8>, ShapeFault> {
    #[cfg(target_family = "wasm")]
    return compiler::model_file::held_file(found.path()).ok_or(ShapeFault::Missing);
    #[cfg(not(target_family = "wasm"))]
    bytes_on_disk(found)
}

/// The files of these shapes that are found: their names in the model, and what is in them.
pub(super) fn with_contents(files: &[ShapeFile], folders: &ShapeFolders) -> Vec<(String, Vec<u8>)> {
    contents(files.iter().filter_map(|file| Some((file.name.clone(), folders.find(file)?))))
}

/// Names and contents of the files that can be read, each name once.
fn contents(files: impl Iterator<Item = (String, Found)>) -> Vec<(String, Vec<u8>)> {
    let mut contents: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, found) in files {
        if contents.iter().all(|(known, _)| *known != name)
            && let Ok(bytes) = bytes(&found)
        {
            contents.push((name, bytes));
        }
    }
    contents
}

#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page has no disk"))]
fn bytes_on_disk(found: &Found) -> Result<Vec<u8>, ShapeFault> {
    let mut bytes = Vec::new();
    let read = match found {
        Found::File(path) => File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)),
        Found::InFmu { fmu, name } => File::open(fmu).and_then(|file| {
            let mut archive = ZipArchive::new(file)?;
            archive.by_name(&name.to_string_lossy())?.take(LARGEST + 1).read_to_end(&mut bytes)
        }),
    };
    read.map_err(|error| ShapeFault::Unreadable(error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(ShapeFault::Unreadable(format!("it has more than {} MiB", LARGEST >> 20)));
    }
    Ok(bytes)
}

fn coordinate(text: Option<&str>, line: usize) -> Result<f32, ShapeFault> {
    let text = text.ok_or_else(|| ShapeFault::at_line(line, "three coordinates are expected"))?;
    let number = text.parse().ok().filter(|x: &f32| x.is_finite());
    number.ok_or_else(|| ShapeFault::at_line(line, format!("`{}` is not a coordinate", shortened(text))))
}

/// A word of a file as shown in messages: shortened and escaped.
fn shortened(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}
