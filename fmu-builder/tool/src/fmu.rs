//! An FMU in memory.

use compiler::{Compilation, minimal};
use std::panic::resume_unwind;
#[cfg(feature = "system")]
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use compiler::authoring::{Authored, canonical, in_order, protected_variables};
use compiler::model_file::ModelFile;
use compiler::pictures::{picture_parameters, separated};
use fmu_core::instance::Compiled;
use simulation::model::{Model, StateSet};
use simulation::variables::Catalogue;

use crate::archive::{BINARIES, Entries, Packed, RESOURCES, arriving};
use crate::binary::{self, Platform};
use crate::content::Content;
use crate::described::{Described, Facts, Files, compiled_file, picture_file, visual_file};
use crate::diagram::Diagram;
use crate::naming::Names;
use crate::options::{BuildError, BuildOptions, GRAPHICS};
use crate::scene::{Drawable, Still};
use crate::start::{self, FixedSteps, StartFault};
use crate::{ModelErrors, model_identifier, picture, reference_result};
#[cfg(feature = "system")]
use crate::{OutputError, write_file};

/// Licences of the runtime and of what it is made of.
const LICENSE: &str = include_str!("../../../modelDescription-templates/license.txt");

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
        let content = Content {
            model: &model,
            hidden: &hidden,
            shown_units: &shown_units,
            public_names: [&authored.inputs, &authored.outputs],
            model_json: &model_json,
        };
        let picture = options.initialize.then(|| picture_file(options.version));
        let described =
            |visual| Described::new(&content, options, &exposed, &names, Some(model.dependencies()), visual, picture);
        // Nearly every initialised model can be shown, so the description need not wait for the scene.
        let start = || Start::of(&model, &authored, &names, &exposed, options, graphics);
        let (start, first) = side_by_side(start, || described(options.initialize));
        let start = start?;
        let described = if start.has_visual == options.initialize { first? } else { described(start.has_visual)? };
        let guid = described.facts.guid.clone();
        // Compressing the compiled model takes longer than writing it.
        let (arriving, pieces) = arriving(compiled_file());
        let write = || {
            let written = Compiled::write_to(&model, &guid, pieces);
            (written, described.files(&content, &names, &Diagram::new(&authored)))
        };
        let (compiled, (written, files)) = side_by_side(|| arriving.packed(), write);
        let compiled = compiled?;
        written?;
        let mut files = files?;
        files.entries.packed(compiled_file(), compiled);
        // Freeing a large model takes as long as packing it.
        let pack = || Self::pack_with(options, files, start);
        let (fmu, ()) = side_by_side(pack, || drop((model, authored)));
        let mut fmu = fmu?;
        (fmu.facts.warnings, fmu.facts.elapsed) = (warnings, since(begin));
        Ok(fmu)
    }

    /// Packs what describes a model, and not the model: such an FMU can be looked at and not run.
    pub fn pack(content: &Content<'_>, options: &BuildOptions) -> Result<Self, BuildError> {
        let begin = now();
        let catalogue = &content.model.catalogue;
        let names = Names::new(catalogue, options.naming);
        let exposed = options.expose.select(catalogue, content.hidden);
        let described = Described::new(content, options, &exposed, &names, None, false, None)?;
        let files = described.files(content, &names, &Diagram::default())?;
        let mut fmu = Self::pack_with(options, files, Start::default())?;
        fmu.facts.elapsed = since(begin);
        Ok(fmu)
    }

    /// Packs the files and the start of a model.
    fn pack_with(options: &BuildOptions, files: Files, start: Start) -> Result<Self, BuildError> {
        let Files { facts, archive, mut entries } = files;
        entries.file("documentation/licenses/license.txt", LICENSE);
        start.files.into_iter().for_each(|(name, content)| entries.file(name, content));
        libraries(&mut entries, &facts.model_identifier, options);
        let bytes = entries.write_after(archive)?;
        let Start { missing_shapes, fixed_steps, .. } = start;
        let facts = Facts { platforms: entries.platforms(), missing_shapes, fixed_steps, ..facts };
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
    /// Names and contents.
    files: Vec<(String, Vec<u8>)>,
    /// True if there is a scene for OpenModelica among the files.
    has_visual: bool,
    missing_shapes: Option<String>,
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
            found.files = reference_result::files(model, names)?;
        }
        if let Some(instance) = initial {
            let mut still = Still::default();
            if let Ok(drawable) = Drawable::still_of(Arc::clone(model), authored, &options.shapes) {
                if let Ok(drawn) = drawable.still(instance, names, exposed) {
                    still = drawn;
                    graphics.iter_mut().for_each(|graphics| drawable.name_files_in_fmu(graphics));
                }
                found.missing_shapes = drawable.missing_shapes();
            }
            let picture = still.picture.map_or_else(picture::drawing, Ok)?;
            found.files.push((picture_file(options.version).to_owned(), picture));
            found.has_visual = still.visual.is_some();
            let visual_name = format!("{RESOURCES}{}", visual_file(&model_identifier(&model.name)));
            found.files.extend(still.visual.map(|visual| (visual_name, visual.into_bytes())));
            found.files.extend(still.shapes.into_iter().map(|(name, bytes)| (format!("{RESOURCES}{name}"), bytes)));
        }
        found.files.extend(graphics.map(|graphics| (GRAPHICS.to_owned(), graphics.to_json().into_bytes())));
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

/// Runs both in parallel, the second in another thread. In WebAssembly, which has no threads, one after the other, the second first: it is the
/// one that sends what the first receives.
fn side_by_side<A, B: Send>(here: impl FnOnce() -> A, there: impl FnOnce() -> B + Send) -> (A, B) {
    if cfg!(target_family = "wasm") {
        let there = there();
        return (here(), there);
    }
    thread::scope(|scope| {
        let there = scope.spawn(there);
        let here = here();
        (here, there.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
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
        for folder in binary::folders(options.version, runtime.folders) {
            let name = format!("{BINARIES}{folder}/{identifier}.{}", runtime.extension);
            entries.packed(name, Packed(runtime.packed.into()));
        }
    }
    for library in &options.binaries {
        let Platform { folder, extension, .. } = library.platform();
        for folder in binary::folders(options.version, &[folder]) {
            entries.file(format!("{BINARIES}{folder}/{identifier}.{extension}"), library.bytes());
        }
    }
}
