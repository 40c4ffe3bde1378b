//! Search for the files of shapes.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};

use compiler::model_file::Sources;
#[cfg(target_family = "wasm")]
use compiler::model_file::holds_file;
use compiler::pictures::ShapeFile;
use percent_encoding::percent_decode_str;
use zip::ZipArchive;

use crate::archive::RESOURCES;

/// Folders in which files of shapes are searched.
///
/// A path is relative to the file that names it. The first part of an address `package://NAME/...` or `modelica://NAME/...` is the name of a
/// folder: of one that the naming file lies in, or in one of the search folders.
#[derive(Clone, Debug, Default)]
pub struct ShapeFolders {
    /// The texts that a model was read from, where it was.
    pub sources: Sources,
    /// The folder of a model whose texts are not known, such as one in an FMU.
    pub folder: Option<PathBuf>,
    /// The FMU that the model came from, which may have files along.
    pub fmu: Option<PathBuf>,
    /// Folders that packages are looked for in.
    pub search: Vec<PathBuf>,
}

/// Location of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Found {
    /// On the disk.
    File(PathBuf),
    InFmu {
        fmu: PathBuf,
        name: PathBuf,
    },
}

impl Found {
    /// Its path, or its name in the FMU.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::InFmu { name, .. } => name,
        }
    }
}

impl ShapeFolders {
    /// Folders for the model with these texts: the given ones, then those of the environment for robots (`ROS_PACKAGE_PATH`, and
    /// `share` in `AMENT_PREFIX_PATH`).
    pub fn new(sources: Sources, given: &[PathBuf]) -> Self {
        let list = |variable: &str| env::var_os(variable).map(|paths| env::split_paths(&paths).collect::<Vec<_>>());
        let mut search = given.to_vec();
        search.extend(list("ROS_PACKAGE_PATH").into_iter().flatten());
        search.extend(list("AMENT_PREFIX_PATH").into_iter().flatten().map(|prefix| prefix.join("share")));
        Self { sources, search, ..Self::default() }
    }

    /// Location of a file, if it exists.
    pub(super) fn find(&self, file: &ShapeFile) -> Option<Found> {
        if let Some(fmu) = &self.fmu
            && let Some(name) = in_fmu(fmu, &file.name)
        {
            return Some(Found::InFmu { fmu: fmu.clone(), name: name.into() });
        }
        #[cfg(target_family = "wasm")]
        return Some(PathBuf::from(&file.name)).filter(|path| holds_file(path)).map(Found::File);
        #[cfg(not(target_family = "wasm"))]
        self.on_disk(file).map(Found::File)
    }

    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page has no disk"))]
    fn on_disk(&self, file: &ShapeFile) -> Option<PathBuf> {
        let home = self.home(file);
        let candidates = match file.name.split_once("://") {
            Some(("file", path)) => vec![PathBuf::from(decoded(path))],
            Some(("modelica", address)) => self.in_packages(&decoded(address), &home, true),
            Some((_, address)) => self.in_packages(address, &home, false),
            None => [&home].into_iter().chain(&self.search).map(|folder| folder.join(&file.name)).collect(),
        };
        candidates.into_iter().find(|path| path.is_file())
    }

    /// Folder of the file that names the shape.
    fn home(&self, file: &ShapeFile) -> PathBuf {
        if let Some(folder) = &self.folder {
            return folder.clone();
        }
        let (text, _) = self.sources.locate_span(file.span.as_ref());
        Path::new(&text.name).parent().map(Path::to_path_buf).unwrap_or_default()
    }

    /// Possible locations of `PACKAGE/rest`. The name of a Modelica class names nested folders, or a file in the folder of its package.
    fn in_packages(&self, address: &str, home: &Path, of_classes: bool) -> Vec<PathBuf> {
        let (package, rest) = address.split_once('/').unwrap_or((address, ""));
        let mut names = vec![PathBuf::from(package)];
        if of_classes {
            let parts: Vec<&str> = package.split('.').collect();
            names = (1..=parts.len()).rev().map(|count| parts[..count].iter().collect()).collect();
        }
        let home = std::path::absolute(home).unwrap_or_else(|_| home.to_path_buf());
        let parents: Vec<PathBuf> = home.ancestors().map(Path::to_path_buf).collect();
        let mut paths = Vec::new();
        for name in names {
            // A folder may be the package itself, or have it in it.
            for folder in parents.iter().chain(&self.search) {
                if package.is_empty() || (folder.ends_with(&name) && !name.as_os_str().is_empty()) {
                    paths.push(folder.join(rest));
                }
                if !package.is_empty() {
                    paths.push(folder.join(&name).join(rest));
                }
            }
        }
        paths
    }
}

/// The name in an FMU of a file that it has along.
fn in_fmu(fmu: &Path, name: &str) -> Option<String> {
    let archive = ZipArchive::new(File::open(fmu).ok()?).ok()?;
    let name = format!("{RESOURCES}{name}");
    archive.index_for_name(&name).map(|_| name)
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
