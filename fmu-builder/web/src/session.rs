//! One model in a page, from its text to its FMU.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use compiler::authoring::with_origins;
use compiler::model_file::{Diagnostic, InvalidModelFile, ModelFile, ReadModel, SourceText, Sources};
use fmu_tool::reference::Table;
use fmu_tool::scene::ShapeFolders;
use fmu_tool::{BuildOptions, Control, Fmu, Live, OpenError, Runtime, Saved, problem_json};
use modelica::{ModelicaOptions, modelica_text, read_modelica_text};
use serde_json::{Value, json};
use simulation::variables::DataType;
use urdf::UrdfOptions;

use crate::completion;

/// The open model of the page.
#[derive(Debug, Default)]
pub struct Session {
    live: Option<Live>,
    saved: Option<Saved>,
    runtimes: Vec<Runtime>,
}

/// Most steps of one call: a page asks again, so that it can stop.
const MOST_STEPS: usize = 100_000;

impl Session {
    /// Answers a request: an object with `do` and what that needs. The answer is JSON, or the bytes of a file.
    ///
    /// # Errors
    /// Scene of the page.
    pub fn ask(&mut self, request: &[u8]) -> Result<Vec<u8>, String> {
        let request: Value = serde_json::from_slice(request).map_err(|error| format!("the request: {error}"))?;
        let text = |key: &str| request[key].as_str().unwrap_or_default();
        let at = || usize::try_from(request["at"].as_u64().unwrap_or_default()).unwrap_or_default();
        // Requests without a result answer with null: that is what `()` becomes.
        let answer = match text("do") {
            "csv" => return self.running()?.scene().recorded_csv().map_err(words),
            "film" => return self.running()?.scene().recorded_glb().map_err(words),
            "glb" => return Ok(self.running()?.scene().to_glb()),
            "fmu" => return self.fmu(),
            "mo" => {
                return modelica_text(self.running()?.file()).map(String::into_bytes).map_err(|problems| {
                    problems.iter().map(|problem| problem.problem.to_string()).collect::<Vec<_>>().join("\n")
                });
            }
            "model" => return Ok(self.running()?.file().to_json().into_bytes()),
            "open" => self.open(text("name"), text("text")),
            "check" => check(text("name"), text("text")),
            "file" => json!(hold(text("name"), text("text").into())),
            "shape" => json!(hold(text("name"), BASE64_STANDARD.decode(text("data")).map_err(words)?)),
            "restart" => json!(self.running()?.restart(request["stop"].as_f64()).map_err(words)?),
            "save" => {
                self.saved = Some(self.running()?.save());
                Value::Null
            }
            "restore" => {
                let (Some(live), Some(saved)) = (&mut self.live, &self.saved) else {
                    return Err("no state was saved".to_owned());
                };
                json!(live.restore(saved).map_err(words)?)
            }
            "grab" => {
                let shape = usize::try_from(request["shape"].as_u64().unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
                json!(self.running()?.grab(shape, place(&request)?).map_err(words)?)
            }
            "drag" => json!(self.running()?.drag(place(&request)?).map_err(words)?),
            "release" => json!(self.running()?.release()),
            "dragged" => json!(self.running()?.dragged()),
            "tilt" => {
                let direction = if request["place"].is_null() { None } else { Some(place(&request)?) };
                json!(self.running()?.tilt(direction).map_err(words)?)
            }
            "record" => json!(self.running()?.record(request["on"].as_bool().unwrap_or_default()).map_err(words)?),
            "recorded" => json!(self.running()?.scene().recorded()),
            "controls" => json!(controls(self.running()?)),
            "complete" => completion::complete(text("name"), text("text"), at()),
            "class" => about(text("name"), text("text"), at(), text("class")),
            "schema" => fmu_tool::schema::model_file(),
            other => return Err(format!("there is no request `{other}`")),
        };
        Ok(answer.to_string().into_bytes())
    }

    /// Keeps a runtime library for FMUs. The header is JSON: the folders in `binaries/` and the extension of the file, whose zip archive this is.
    ///
    /// # Errors
    /// A header or an archive of another form.
    pub fn runtime(&mut self, header: &[u8], archive: Vec<u8>) -> Result<Vec<u8>, String> {
        let header: Value = serde_json::from_slice(header).map_err(|error| error.to_string())?;
        let folders = header["folders"].as_array().into_iter().flatten().filter_map(Value::as_str);
        // An FMU is built from runtimes that live as long as the program; a page has few of them.
        let folders: Vec<&'static str> = folders.map(|folder| &*String::from(folder).leak()).collect();
        let extension: &'static str = String::from(header["extension"].as_str().unwrap_or_default()).leak();
        let runtime = Runtime { folders: folders.leak(), extension, packed: archive.leak() };
        if runtime.folders.is_empty() || extension.is_empty() {
            return Err("a runtime needs folders and an extension".to_owned());
        }
        runtime.archive().map_err(|error| format!("the runtime is not a zip archive: {error}"))?;
        self.runtimes.retain(|other| other.folders != runtime.folders);
        self.runtimes.push(runtime);
        Ok(Vec::new())
    }

    /// Makes steps of `dt` seconds; the time that is reached.
    ///
    /// # Errors
    /// A step that fails, or that the model ends.
    pub fn step(&mut self, dt: f64, count: usize) -> Result<f64, String> {
        let live = self.running()?;
        (0..count.min(MOST_STEPS)).try_for_each(|_| live.step(dt).map(|_| ())).map_err(words)?;
        Ok(live.time())
    }

    /// Steps to a time, s.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn step_to(&mut self, time: f64) -> Result<f64, String> {
        self.running()?.step_to(time).map_err(words)
    }

    /// Sets a variable; 1 if that has started the run anew.
    ///
    /// # Errors
    /// A value that is not allowed, or a start that is not possible with it.
    pub fn set(&mut self, reference: u32, value: f64) -> Result<f64, String> {
        let live = self.running()?;
        Ok(f64::from(u8::from(live.set(reference, value).map_err(words)?)))
    }

    /// Values of variables, eight bytes each.
    ///
    /// # Errors
    /// A reference of no variable, or a value that cannot be evaluated.
    pub fn get(&mut self, references: &[u32]) -> Result<Vec<u8>, String> {
        let values = self.running()?.get(references).map_err(words)?;
        Ok(values.iter().flat_map(|value| value.to_le_bytes()).collect())
    }

    /// Poses of the shapes, four bytes a number; true if they are others than in the last file.
    ///
    /// # Errors
    /// A variable of a picture that cannot be evaluated.
    pub fn frame(&mut self) -> Result<(Vec<u8>, bool), String> {
        let live = self.running()?;
        let is_new = live.frame().map_err(words)?;
        Ok((live.scene().poses().iter().flat_map(|number| number.to_le_bytes()).collect(), is_new))
    }

    fn running(&mut self) -> Result<&mut Live, String> {
        self.live.as_mut().ok_or_else(|| "no model is open".to_owned())
    }

    fn open(&mut self, name: &str, text: &str) -> Value {
        let mut list = Vec::new();
        let source = SourceText { name: name.to_owned(), text: text.to_owned() };
        let ReadModel { file, sources, notes } = match read(source) {
            Ok(read) => read,
            Err(invalid) => {
                tell(&mut list, "error", &invalid.sources, &invalid.diagnostics);
                return json!({ "ok": false, "diagnostics": list });
            }
        };
        tell(&mut list, "note", &sources, &notes);
        let shapes = ShapeFolders::default();
        let (mut live, warnings) = match Live::open(file.clone(), &shapes) {
            Ok(opened) => opened,
            Err(error) => {
                refused(&mut list, &file, &sources, error);
                return json!({ "ok": false, "diagnostics": list });
            }
        };
        tell(&mut list, "warning", &sources, &warnings);
        let experiment = &live.model().experiment;
        let (start, stop, step) = (experiment.start(), experiment.stop(), experiment.step());
        let answer = json!({
            "ok": true,
            "name": live.model().name,
            "diagnostics": list,
            "variables": live.model().catalogue.variables.len(),
            "start": start,
            "stop": stop,
            "step": step,
            "upright": live.scene().upright(),
            "gravity": live.has_gravity(),
            "controls": controls(&mut live),
        });
        (self.live, self.saved) = (Some(live), None);
        answer
    }

    /// The FMU, with the runtimes that the page has.
    fn fmu(&mut self) -> Result<Vec<u8>, String> {
        // As above: an option of the builder lives as long as the program.
        let runtimes: &'static [Runtime] = self.runtimes.clone().leak();
        let options = BuildOptions { initialize: true, ..BuildOptions::new(runtimes) };
        let fmu = Fmu::build(self.running()?.file(), &options).map_err(|error| error.to_string())?;
        Ok(fmu.bytes().to_vec())
    }
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn place(request: &Value) -> Result<[f64; 3], String> {
    let numbers = request["place"].as_array().into_iter().flatten().filter_map(Value::as_f64);
    numbers.collect::<Vec<_>>().try_into().map_err(|_| "three numbers are expected as `place`".to_owned())
}

/// Texts that models use and files of shapes, by their names in models.
fn hold(name: &str, content: Vec<u8>) {
    #[cfg(target_family = "wasm")]
    compiler::model_file::hold_file(name.as_ref(), content);
    // Natively there is a disk.
    #[cfg(not(target_family = "wasm"))]
    let _ = (name, content);
}

/// Reads a model by the ending of its name, as the command line does without options.
fn read(source: SourceText) -> Result<ReadModel, Box<InvalidModelFile>> {
    let name = source.name.to_ascii_lowercase();
    if name.ends_with(".urdf") {
        let (robot, source) = urdf::read(source, &UrdfOptions::default())?;
        return Ok(robot.with_text(source));
    }
    if name.ends_with(".mo") {
        return Ok(read_modelica_text(source, &ModelicaOptions::default())?);
    }
    let (file, sources) = ModelFile::from_source(source)?;
    Ok(ReadModel { file, sources, notes: Vec::new() })
}

/// Diagnostics as `check --format json` gives them.
fn tell(list: &mut Vec<Value>, severity: &str, sources: &Sources, diagnostics: &[Diagnostic]) {
    list.extend(diagnostics.iter().map(|Diagnostic { span, problem }| {
        problem_json(severity, sources, span.as_ref(), &problem.to_string(), problem.help())
    }));
}

fn refused(list: &mut Vec<Value>, file: &ModelFile, sources: &Sources, error: OpenError) {
    match error {
        OpenError::Model(errors) => tell(list, "error", sources, &with_origins(file, sources, &errors.0)),
        OpenError::Start(start) => {
            list.push(problem_json("error", sources, start.span(file).as_ref(), &start.to_string(), None));
        }
        OpenError::Scene(scene) => {
            list.push(problem_json("error", &Sources::default(), None, &scene.to_string(), None));
        }
    }
}

/// Reads and compiles a text, and keeps nothing.
fn check(name: &str, text: &str) -> Value {
    Session::default().open(name, text)["diagnostics"].take()
}

fn controls(live: &mut Live) -> Vec<Value> {
    live.controls().iter().map(control).collect()
}

fn control(control: &Control) -> Value {
    let (kind, unit, min, max, literals) = match &control.data_type {
        DataType::Real { unit, min, max } => ("real", unit.as_deref(), *min, *max, None),
        DataType::Integer => ("integer", None, None, None, None),
        DataType::Boolean => ("boolean", None, Some(0.0), Some(1.0), None),
        DataType::Enumeration(enumeration) => {
            let literals = enumeration.literals;
            ("enumeration", None, Some(1.0), Some(literals.len() as f64), Some(literals))
        }
    };
    json!({
        "name": control.name,
        "description": control.description,
        "reference": control.reference,
        "role": control.role.name(),
        "kind": kind,
        "unit": unit,
        "min": min,
        "max": max,
        "literals": literals,
        "value": control.value,
    })
}

/// The documentation of a class, or of the one of the component at a place.
fn about(file: &str, text: &str, at: usize, name: &str) -> Value {
    let class =
        if name.is_empty() { completion::class_at(file, text, at) } else { fmu_tool::reference::look_up(name).ok() };
    let Some(class) = class else { return json!(null) };
    let table = |table: Table| json!({ "title": table.title, "header": table.header, "rows": table.rows });
    let tables: Vec<Value> = fmu_tool::reference::tables(class).into_iter().map(table).collect();
    json!({
        "name": library::short_name(class),
        "description": class.description,
        "text": class.documentation().text(),
        "tables": tables,
    })
}
