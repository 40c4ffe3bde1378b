//! A model file on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fmu_core::model_file::{Diagnostic, ModelFile};

/// Syntax of a model file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, by the file name extension `json`.
    Json,
    /// TOML, by any other extension.
    Toml,
}

/// The text of a model file, and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path of the file, shown in messages.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// Its syntax.
    pub format: Format,
}

/// Why a model file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The path names a folder.
    #[error("{} is a folder; name a model file in it", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The operating system says no.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// The file is not text.
    #[error("{} is not a model file: byte {at} is not UTF-8 text (a model file is TOML or JSON)", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// Offset of the first wrong byte.
        at: usize,
    },
}

impl Source {
    /// Reads a model file.
    ///
    /// # Errors
    /// When the file is missing, a folder, unreadable or not UTF-8.
    pub fn read(path: &Path) -> Result<Self, SourceError> {
        let owned = || path.to_owned();
        if path.is_dir() {
            return Err(SourceError::Folder { path: owned() });
        }
        let bytes = fs::read(path).map_err(|error| SourceError::Io { path: owned(), error })?;
        let text = String::from_utf8(bytes)
            .map_err(|error| SourceError::NotText { path: owned(), at: error.utf8_error().valid_up_to() })?;
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let format = if is_json { Format::Json } else { Format::Toml };
        Ok(Self { path: owned(), text, format })
    }

    /// The model that the text says.
    ///
    /// # Errors
    /// All problems of the text.
    pub fn parse(&self) -> Result<ModelFile, ModelErrors> {
        let parsed = match self.format {
            Format::Json => ModelFile::from_json(&self.text),
            Format::Toml => ModelFile::from_toml(&self.text),
        };
        parsed.map_err(ModelErrors)
    }
}

/// All problems of a model file, in the order of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelErrors(pub Vec<Diagnostic>);

impl std::fmt::Display for ModelErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}", diagnostic.problem)?;
        }
        Ok(())
    }
}

impl std::error::Error for ModelErrors {}
