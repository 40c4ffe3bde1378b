//! Models: loading them and looking at their variables.

use super::boundary::{self, Failure};
use super::message::{MbfMessage, report};
use super::variable::{Texts, c_string};
use super::{MbfStatus, MbfVariable};
use crate::instance::DEFAULT_TOLERANCE;
use crate::shell::resource_location::native_path;
use compiler::model_file::{InvalidModelFile, ModelFile, SourceText, Sources, nearest};
use simulation::model::Model;
use std::ffi::{CString, c_char};
use std::sync::Arc;

/// A model that has been loaded. It never changes; instances are made of it, and threads may share it.
pub struct MbfModel {
    pub(super) model: Arc<Model>,
    name: CString,
    /// Texts of each variable.
    texts: Vec<Texts>,
}

/// Start, end and precision of a run.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MbfExperiment {
    /// Start time, s.
    pub start_time: f64,
    /// Stop time, s; a step past it is refused. Infinity for none.
    pub stop_time: f64,
    /// Relative tolerance of the integration; 0 for the model's own.
    pub tolerance: f64,
    /// Communication step that suits the model, s; 0 if it says none. For the program's information, nothing else depends on it.
    pub step_size: f64,
}

impl MbfModel {
    fn new(model: Model) -> Self {
        let name = c_string(&model.name);
        let texts = model.catalogue.variables.iter().map(|variable| Texts::new(&variable)).collect();
        Self { model: Arc::new(model), name, texts }
    }

    /// The experiment of the model file.
    pub(super) fn experiment(&self) -> MbfExperiment {
        let experiment = &self.model.experiment;
        MbfExperiment {
            start_time: experiment.start_time.unwrap_or(0.0),
            stop_time: experiment.stop_time.unwrap_or(f64::INFINITY),
            tolerance: experiment.tolerance.unwrap_or(DEFAULT_TOLERANCE),
            step_size: experiment.step_size.unwrap_or(0.0),
        }
    }
}

/// Loads the model file at `path`, TOML or JSON as its extension says. What is wrong with it, every problem with its line, is in
/// `message`, which may be NULL. The model has to be freed with mbf_model_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_from_file(
    path: *const c_char,
    model: *mut *mut MbfModel,
    message: *mut MbfMessage,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        report(message, || {
            // On Unix it need not be UTF-8.
            let path = native_path(boundary::bytes(path)?.to_vec()).ok_or(MbfStatus::NotUtf8)?;
            boundary::hand_out(model, || compile(ModelFile::from_path(&path)?))
        })
    }
}

/// Loads a model from `json`, the JSON text of a model file, which ends with NUL. Otherwise like mbf_model_from_file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_from_json(
    json: *const c_char,
    model: *mut *mut MbfModel,
    message: *mut MbfMessage,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        report(message, || {
            let text = boundary::text(json)?.to_owned();
            // Nobody sees the extension but the reader: messages begin with the name.
            let source = SourceText { name: "model.json".to_owned(), text };
            boundary::hand_out(model, || compile(ModelFile::from_source(source)?))
        })
    }
}

/// Loads a model from the `size` bytes of a model file in memory. `name` is the file's name: its extension says whether it is TOML
/// or JSON, and messages show it. Otherwise like mbf_model_from_file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_from_memory(
    bytes: *const u8,
    size: usize,
    name: *const c_char,
    model: *mut *mut MbfModel,
    message: *mut MbfMessage,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        report(message, || {
            let text = std::str::from_utf8(boundary::slice(bytes, size)?).map_err(|_| MbfStatus::NotUtf8)?;
            let source = SourceText { name: boundary::text(name)?.to_owned(), text: text.to_owned() };
            boundary::hand_out(model, || compile(ModelFile::from_source(source)?))
        })
    }
}

/// Frees a model; instances of it stay. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_free(model: *mut MbfModel) {
    // SAFETY: the contract of this module.
    unsafe { boundary::free(model) }
}

/// Name of the model; NULL for NULL. The text stays until the model is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_name(model: *const MbfModel) -> *const c_char {
    // SAFETY: the contract of this module.
    unsafe { boundary::reference(model) }.map_or(std::ptr::null(), |model| model.name.as_ptr())
}

/// The experiment that the model file asks for, with what holds where it says nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_experiment(model: *const MbfModel, experiment: *mut MbfExperiment) -> MbfStatus {
    // SAFETY: the contract of this module.
    boundary::status(|| unsafe { boundary::write(experiment, boundary::reference(model)?.experiment()) })
}

/// Number of variables; their value references are 0 to this number less 1. 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_variable_count(model: *const MbfModel) -> u32 {
    // SAFETY: the contract of this module.
    let count = unsafe { boundary::reference(model) }.map_or(0, |model| model.texts.len());
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What the variable with the value reference `reference` is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_variable(
    model: *const MbfModel,
    reference: u32,
    variable: *mut MbfVariable,
) -> MbfStatus {
    boundary::status(|| {
        // SAFETY: the contract of this module.
        let model = unsafe { boundary::reference(model) }?;
        let found = model.model.catalogue.variables.get(reference as usize).zip(model.texts.get(reference as usize));
        let (found, texts) = found.ok_or(MbfStatus::UnknownVariable)?;
        // SAFETY: the contract of this module.
        unsafe { boundary::write(variable, MbfVariable::new(&found, texts)) }
    })
}

/// The value reference of the variable called `name`. If there is none, `message`, which may be NULL, proposes the nearest name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_model_find_variable(
    model: *const MbfModel,
    name: *const c_char,
    reference: *mut u32,
    message: *mut MbfMessage,
) -> MbfStatus {
    // SAFETY: the contract of this module.
    unsafe {
        report(message, || {
            let (model, name) = (boundary::reference(model)?, boundary::text(name)?);
            let found = find(&model.model, name)?;
            Ok(boundary::write(reference, found)?)
        })
    }
}

fn find(model: &Model, name: &str) -> Result<u32, Failure> {
    if let Some(index) = model.catalogue.find(name).and_then(|index| u32::try_from(index).ok()) {
        return Ok(index);
    }
    let proposal = nearest(name, model.catalogue.variables.iter().map(|variable| variable.name));
    let proposal = proposal.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    let message = format!("model {} has no variable `{name}`{proposal}", model.name);
    Err(Failure { status: MbfStatus::UnknownVariable, message })
}

/// Compiles what was read.
fn compile((file, sources): (ModelFile, Sources)) -> Result<MbfModel, Failure> {
    match compiler::compile(&file) {
        Ok(model) => Ok(MbfModel::new(model)),
        Err(diagnostics) => Err(InvalidModelFile { sources, diagnostics }.into()),
    }
}
