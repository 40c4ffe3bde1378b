//! modelDescription.xml of an FMU with its GUID, and the archive that it is the first file of.

use fmu_core::assembly::Dependencies;
use fmu_core::instance::{Compiled, Package};
use sha1::{Digest, Sha1};
use uuid::{Builder, Uuid};

use crate::archive::Archive;
use crate::content::Content;
use crate::description::Description;
use crate::documentation::Documentation;
use crate::fmu::{BuildError, BuildOptions};
use crate::naming::Names;
use crate::{date, model_identifier};

/// The GUID while the content that it is made from is written.
const PLACEHOLDER: Uuid = Uuid::nil();
/// Namespace of GUIDs.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d75_6c74_6962_6f64_792d_666d_752d_6775);

/// What an FMU says of itself.
pub(crate) struct Described {
    pub guid: String,
    /// The archive with modelDescription.xml.
    pub archive: Archive,
    /// Number of variables in modelDescription.xml.
    pub exposed: usize,
    /// Number of unknowns in ModelStructure without dependencies.
    pub without_dependencies: usize,
    /// resources/model.json.
    pub package: String,
    /// resources/model.bin.
    pub compiled: Option<Vec<u8>>,
    /// documentation/index.html.
    pub page: String,
}

/// What the start of a model brings along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// A picture.
    pub picture: bool,
    /// A scene for OpenModelica.
    pub visual: bool,
}

impl Described {
    /// Describes the variables with these catalogue indices. The GUID follows the description and the model, and not the libraries, so that
    /// FMUs for different platforms are the same model and can be merged.
    pub(crate) fn new(
        content: &Content<'_>,
        options: &BuildOptions,
        exposed: &[usize],
        names: &Names<'_>,
        dependencies: Option<Dependencies>,
        shown: Shown,
    ) -> Result<Self, BuildError> {
        let identifier = model_identifier(content.name);
        let visual = shown.visual.then(|| visual_file(&identifier));
        let date = options.generation_date.map(date::date_time);
        let description = Description {
            content: *content,
            identifier: &identifier,
            guid: PLACEHOLDER.to_string(),
            generation_date: date.as_deref(),
            exposed,
            names,
            dependencies: dependencies.as_ref(),
            visual: visual.as_deref(),
        };
        let (draft, without_dependencies) = description.to_xml()?;
        // The text is long enough.
        drop(dependencies);
        let guid = guid([draft.as_bytes(), content.model_json.as_bytes()]).to_string();
        let archive = Archive::of_description(&with_guid(draft, &guid))?;
        let package = Package::write(content.model_json, &guid, Some(content.catalogue.digest()));
        let compiled = content.model.map(|model| Compiled::write(model, &guid)).transpose()?;
        let page = Documentation { content, names, guid: &guid, has_picture: shown.picture }.to_html();
        Ok(Self { guid, archive, exposed: exposed.len(), without_dependencies, package, compiled, page })
    }
}

/// Name of the scene for OpenModelica.
pub(crate) fn visual_file(identifier: &str) -> String {
    format!("{identifier}_visual.xml")
}

/// A draft with its GUID: writing it anew would cost as much as the first time. No value of an attribute holds the quotes.
fn with_guid(mut draft: String, guid: &str) -> String {
    let attribute = |guid: &str| format!(" guid=\"{guid}\"");
    let placeholder = attribute(&PLACEHOLDER.to_string());
    if let Some(at) = draft.find(&placeholder) {
        draft.replace_range(at..at + placeholder.len(), &attribute(guid));
    }
    draft
}

/// Version 5 UUID of all parts; each part's length goes in too, so that a shift between parts is a change.
fn guid(parts: [&[u8]; 2]) -> Uuid {
    let mut hash = Sha1::new_with_prefix(NAMESPACE.as_bytes());
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(hash.finalize()).for_each(|(byte, hashed)| *byte = hashed);
    Builder::from_sha1_bytes(bytes).into_uuid()
}
