//! An FMU in memory.

use compiler::{Compilation, minimal};
#[cfg(feature = "system")]
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use compiler::authoring::{Authored, canonical, in_order, protected_variables};
use compiler::model_file::ModelFile;
use compiler::pictures::{picture_parameters, separated};
use fmu_core::instance::{Compiled, Version};
use simulation::model::{Model, StateSet};
use simulation::variables::Catalogue;

use crate::archive::{BINARIES, Entries, Packed, RESOURCES, arriving};
use crate::binary::{self, Platform};
use crate::content::Content;
use crate::described::{Described, Facts, Files, ICON, PICTURE, Shown, compiled, compiled_file, visual_file};
use crate::diagram::Diagram;
use crate::naming::Names;
use crate::options::{BuildError, BuildOptions, GRAPHICS, MODEL_FILE};
use crate::scene::Still;
use crate::side_by_side::side_by_side;
use crate::start::{self, FixedSteps, StartFault};
use crate::{ModelErrors, picture, reference_result};
#[cfg(feature = "system")]
use crate::{OutputError, write_file};

/// Licences of the runtime and of what it is made of.
const LICENSE: &str = include_str!("../../../modelDescription-templates/license.txt");
const TERMINALS: &str = "terminalsAndIcons/terminalsAndIcons.xml";

/// An FMU in memory: the bytes of the archive, and facts about it.
#[derive(Clone, Debug)]
pub struct Fmu {
    bytes: Vec<u8>,
    facts: Facts,
}

impl Fmu {
    /// Compiles a model and packs it.
    ///
    /// # Errors
    /// [`BuildError::Model`] with all problems of the model, [`BuildError::Start`] when it has no initial state.
    pub fn build(file: &ModelFile, options: &BuildOptions) -> Result<Self, BuildError> {
        let begin = now();
        // The FMU does not depend on how the model is written.
        let authored = Authored::new(&canonical(in_order(file)));
        let Compilation { model, file, shown_units, warnings } =
            Compilation::of_authored(authored).map_err(ModelErrors)?;
        let model = with_states(model, &file)?;
        let (model, authored) = (Arc::new(model), canonical(file));
        // Graphic parameters are in a separate file.
        let (plain, graphics) = separated(&authored);
        let model_json = plain.to_json();
        drop(plain);
        let hidden = hidden(&authored, &model.catalogue);
        let exposed = options.expose.select(&model.catalogue, &hidden);
        let names = Names::new(&model.catalogue, options.naming);
        // The structure is shown in the documentation alone.
        let no_diagram = Diagram::default();
        let content = Content {
            name: &model.name,
            description: model.description.as_deref(),
            experiment: &model.experiment,
            event_indicators: model.discrete.indicators(),
            catalogue: &model.catalogue,
            hidden: &hidden,
            shown_units: &shown_units,
            public_names: [&authored.inputs, &authored.outputs],
            diagram: &no_diagram,
            model_json: &model_json,
            model: Some(&model),
        };
        let described = |shown| Described::new(&content, options, &exposed, &names, Some(model.dependencies()), shown);
        // Nearly every initialised model has a picture, so the description need not wait for it.
        let expected = Shown { picture: options.initialize, visual: options.initialize };
        let start = || Start::of(&model, &authored, &names, &exposed, options, graphics);
        let (start, first) = side_by_side(start, || described(expected));
        let start = start?;
        let shown = Shown { picture: start.still.picture.is_some(), visual: start.still.visual.is_some() };
        let described = if shown == expected { first? } else { described(shown)? };
        let guid = described.facts.guid.clone();
        // Compressing the compiled model takes longer than writing it.
        let (arriving, pieces) = arriving(compiled_file());
        let write = || {
            let written = Compiled::write_to(&model, &guid, pieces);
            let diagram = Diagram::new(&authored);
            (written, described.files(&Content { diagram: &diagram, ..content }, &names, shown))
        };
        let (compiled, (written, files)) = side_by_side(|| arriving.packed(), write);
        let compiled = compiled?;
        written?;
        let files = files?;
        // Freeing a large model takes as long as packing it.
        let pack = || Self::pack_with(options, files, Some(compiled), start);
        let (fmu, ()) = side_by_side(pack, || drop((model, authored)));
        let mut fmu = fmu?;
        (fmu.facts.warnings, fmu.facts.elapsed) = (warnings, since(begin));
        Ok(fmu)
    }

    /// Packs a model that is compiled already; without a reference result.
    pub fn pack(content: &Content<'_>, options: &BuildOptions) -> Result<Self, BuildError> {
        let begin = now();
        let names = Names::new(content.catalogue, options.naming);
        let exposed = options.expose.select(content.catalogue, content.hidden);
        let shown = Shown::default();
        let files = Described::new(content, options, &exposed, &names, None, shown)?.files(content, &names, shown)?;
        let compiled = content.model.map(|model| compiled(model, &files.described.facts.guid)).transpose()?;
        let mut fmu = Self::pack_with(options, files, compiled, Start::default())?;
        fmu.facts.elapsed = since(begin);
        Ok(fmu)
    }

    /// Packs the files and the start of a model.
    fn pack_with(
        options: &BuildOptions,
        files: Files,
        compiled: Option<Packed>,
        start: Start,
    ) -> Result<Self, BuildError> {
        let Files { described: Described { facts, terminals, .. }, archive, package, page } = files;
        let identifier = facts.model_identifier.as_str();
        let Start { still, extra, fixed_steps } = start;
        let mut entries = Entries::default();
        entries.file(MODEL_FILE, package);
        if let Some(compiled) = compiled {
            entries.packed(compiled_file(), compiled);
        }
        entries.file("documentation/index.html", page);
        entries.file("documentation/licenses/license.txt", LICENSE);
        if let Some(picture) = still.picture {
            entries.file(if options.version == Version::Fmi2 { PICTURE } else { ICON }, picture);
        }
        if let Some(terminals) = terminals {
            entries.file(TERMINALS, terminals);
        }
        if let Some(visual) = still.visual {
            entries.file(format!("resources/{}", visual_file(identifier)), visual);
        }
        still.shapes.into_iter().for_each(|(name, bytes)| entries.file(format!("{RESOURCES}{name}"), bytes));
        extra.into_iter().for_each(|(name, bytes)| entries.file(name, bytes));
        libraries(&mut entries, identifier, options);
        let bytes = entries.write_after(archive)?;
        let facts = Facts { platforms: entries.platforms(), missing_shapes: still.missing, fixed_steps, ..facts };
        Ok(Self { bytes, facts })
    }

    /// The archive.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Name, number of variables, time and more.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Writes the archive: the file appears whole or not at all.
    ///
    /// # Errors
    /// When the folder does not exist or cannot be written.
    #[cfg(feature = "system")]
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        write_file(path, &self.bytes)
    }
}

/// Results from the initial state of a model.
#[derive(Default)]
struct Start {
    still: Still,
    /// More files: names and contents.
    extra: Vec<(String, Vec<u8>)>,
    fixed_steps: Option<FixedSteps>,
}

impl Start {
    /// Looks for the initial state, where that is wanted, and draws it. Graphic parameters then name the files that go along.
    fn of(
        model: &Arc<Model>,
        authored: &ModelFile,
        names: &Names<'_>,
        exposed: &[usize],
        options: &BuildOptions,
        mut graphics: Option<ModelFile>,
    ) -> Result<Self, BuildError> {
        let mut found = Self::default();
        let initial = options.initialize.then(|| start::initialize(model)).transpose()?;
        if options.initialize {
            found.fixed_steps = FixedSteps::of(model).map_err(StartFault::from)?;
        }
        if options.reference_result {
            found.extra = reference_result::files(model, names)?;
        }
        if let Some(instance) = initial {
            let graphics = graphics.as_mut();
            found.still = picture::of(model, instance, authored, names, exposed, &options.shapes, graphics)?;
        }
        found.extra.extend(graphics.map(|graphics| (GRAPHICS.to_owned(), graphics.to_json().into_bytes())));
        Ok(found)
    }
}

/// The model with the states that its experiment asks for; a minimal set follows from its initial state.
///
/// # Errors
/// A model without an initial state, or without such a set.
pub fn with_states(model: Model, file: &ModelFile) -> Result<Model, BuildError> {
    if file.experiment.states != Some(StateSet::Minimal) {
        return Ok(model);
    }
    let model = Arc::new(model);
    // It says more about a model without an initial state.
    start::initialize(&model)?;
    Ok(minimal(Arc::unwrap_or_clone(model), file)?)
}

/// The time since `begin`; none without a clock.
fn since(begin: Option<Instant>) -> Duration {
    begin.map_or(Duration::ZERO, |begin| begin.elapsed())
}

/// The present, where there is a clock: WebAssembly has none.
fn now() -> Option<Instant> {
    (!cfg!(target_family = "wasm")).then(Instant::now)
}

/// Variables that only `--expose all` shows.
fn hidden(file: &ModelFile, catalogue: &Catalogue) -> Vec<usize> {
    let mut hidden = picture_parameters(file, catalogue);
    hidden.extend(protected_variables(file, catalogue));
    hidden.sort_unstable();
    hidden.dedup();
    hidden
}

/// The runtimes, then the libraries of the user.
fn libraries(entries: &mut Entries, identifier: &str, options: &BuildOptions) {
    for runtime in options.runtimes {
        for folder in binary::folders(options.version, runtime.folders()) {
            let name = format!("{BINARIES}{folder}/{identifier}.{}", runtime.extension);
            entries.packed(name, Packed(runtime.packed().into()));
        }
    }
    for library in &options.binaries {
        let Platform { folder, extension, .. } = library.platform();
        for folder in binary::folders(options.version, [*folder].into_iter()) {
            entries.file(format!("{BINARIES}{folder}/{identifier}.{extension}"), library.bytes());
        }
    }
}
