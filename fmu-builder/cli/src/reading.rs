//! The model that a command reads, by the kind of its file.

use std::path::{Path, PathBuf};

use clap::Args;
use compiler::model_file::{ModelFile, Problem, ReadModel, SourceText};
use fmu_tool::scene::ShapeFolders;
use fmu_tool::{InvalidModel, Sources};
use modelica::{ModelicaOptions, read_modelica};
use urdf::{Base, MimicMode, UrdfOptions};

use super::error::CommandError;
use super::help::{Words, one_of};
use super::kind::{self, Kind};
use super::{console, measure};

/// Options for files that are not model files.
#[derive(Debug, Default, Args)]
pub(crate) struct Reading {
    #[command(flatten)]
    pub robot: RobotArguments,
    #[command(flatten)]
    pub modelica: ModelicaArguments,
}

/// Folders with shape files.
#[derive(Debug, Default, Args)]
pub(crate) struct Shapes {
    /// Folder with packages of shape files, for addresses such as package://NAME/arm.stl; may be given many times.
    #[arg(long = "shapes", value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
}

impl Shapes {
    /// Folders to search for the shapes of the model with these texts.
    pub(crate) fn folders(&self, reading: &Reading, sources: Sources) -> ShapeFolders {
        ShapeFolders::new(sources, &[self.folders.clone(), reading.modelica.paths.clone()].concat())
    }

    /// Folders to search for the shapes of an FMU.
    pub(crate) fn of_fmu(&self, path: &Path) -> ShapeFolders {
        let folder = Some(path.parent().unwrap_or(Path::new("")).to_path_buf());
        ShapeFolders { folder, fmu: Some(path.to_path_buf()), ..ShapeFolders::new(Sources::default(), &self.folders) }
    }
}

/// Options for Modelica text.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Options for Modelica text")]
pub(crate) struct ModelicaArguments {
    /// Model to read, by its full name [default: the only one of the file].
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Folder with packages that the model uses; may be given many times.
    #[arg(long = "path", value_name = "FOLDER")]
    pub paths: Vec<PathBuf>,
    /// True if the FMU shows all variables.
    #[arg(skip)]
    pub shows_all: bool,
}

/// Options for robot descriptions.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Options for robots (URDF)")]
pub(crate) struct RobotArguments {
    /// Support of the root link [default: fixed].
    #[arg(long, value_parser = one_of(BASE), value_name = "HOW")]
    pub base: Option<Base>,
    /// Treatment of joints that mimic others [default: gear].
    #[arg(long, value_parser = one_of(MIMIC), value_name = "HOW")]
    pub mimic: Option<MimicMode>,
    /// Gravity acceleration along -z, m/s2 [default: 9.81].
    #[arg(long, value_name = "G", value_parser = measure::gravity, allow_negative_numbers = true)]
    pub gravity: Option<f64>,
    /// Joint that is fixed at zero, by its name in the file; may be given many times.
    #[arg(long = "lock", value_name = "JOINT")]
    pub locked: Vec<String>,
    /// Give joints the dry friction of `<dynamics friction>`.
    #[arg(long)]
    pub friction: bool,
    /// Give joints elastic stops at `lower` and `upper` of `<limit>`.
    #[arg(long)]
    pub limits: bool,
}

const BASE: &Words<Base> =
    &[("fixed", "At the origin of the world", Base::Fixed), ("floating", "Free to move", Base::Floating)];

const MIMIC: &Words<MimicMode> = &[
    ("gear", "A gear couples the axes", MimicMode::Gear),
    ("free", "Mimic joints are independent", MimicMode::Free),
    ("lock", "Mimic joints are fixed at zero", MimicMode::Lock),
];

impl Reading {
    /// Reads the model at `path`, and shows the notes of its reader.
    pub(crate) fn model(&self, path: &Path) -> Result<(ModelFile, Sources), CommandError> {
        self.check_kind(path)?;
        let read = self.read(path)?;
        match Kind::of(path) {
            Some(Kind::Urdf) if !read.notes.is_empty() => {
                let warnings: Vec<String> = read.notes.iter().map(|note| note.problem.to_string()).collect();
                console::note(&format!("warning: {}\n  - {}", path.display(), warnings.join("\n  - ")));
            }
            _ => read.notes.iter().for_each(|note| {
                let place = note.span.as_ref().map(|span| read.sources.place(span)).unwrap_or_default();
                console::note(&format!("note: {place}: {}", note.problem));
            }),
        }
        Ok((read.file, read.sources))
    }

    /// Refuses options for other types of files, and files that are obviously of another type.
    pub(crate) fn check_kind(&self, path: &Path) -> Result<(), CommandError> {
        self.check_for(Kind::of(path))?;
        if let Some(folder) = self.modelica.paths.iter().find(|folder| !folder.is_dir()) {
            return Err(CommandError::Usage(format!("--path: there is no folder {}", folder.display())));
        }
        kind::refuse_foreign(path)?;
        kind::refuse_fmu(path)
    }

    /// Reads the model at `path` without output.
    pub(crate) fn read(&self, path: &Path) -> Result<ReadModel, InvalidModel> {
        let unread = |problem| InvalidModel::unread(path, problem);
        match Kind::of(path) {
            Some(Kind::ModelFile) => {
                let (file, sources) = ModelFile::from_path(path)?;
                Ok(ReadModel { file, sources, notes: Vec::new() })
            }
            Some(Kind::Urdf) => {
                let source = SourceText::read(path).map_err(unread)?;
                let (robot, source) = urdf::read(source, &self.robot.options())?;
                Ok(robot.with_text(source))
            }
            Some(Kind::Modelica) => {
                let ModelicaArguments { class, paths, shows_all } = &self.modelica;
                let options = ModelicaOptions { class: class.clone(), paths: paths.clone(), shows_all: *shows_all };
                read_modelica(path, &options)
            }
            None => {
                let problem =
                    Problem::UnknownFileType { path: path.display().to_string(), expected: kind::EXTENSIONS_OF_MODELS };
                Err(unread(problem))
            }
        }
    }

    /// True for an FMU; refuses what only looks like one, and all options for an FMU.
    pub(crate) fn takes_fmu(&self, path: &Path) -> Result<bool, CommandError> {
        if !kind::is_fmu(path) {
            return Ok(false);
        }
        kind::refuse_foreign(path)?;
        self.is_for_no_fmu().map(|()| true)
    }

    /// Refuses all options for an FMU.
    pub(crate) fn is_for_no_fmu(&self) -> Result<(), CommandError> {
        self.check_for(None)
    }

    /// Refuses options that do not apply to a file of this type.
    fn check_for(&self, kind: Option<Kind>) -> Result<(), CommandError> {
        let RobotArguments { base, mimic, gravity, locked, friction, limits } = &self.robot;
        let ModelicaArguments { class, paths, .. } = &self.modelica;
        let given = [
            ("--base", base.is_some(), Kind::Urdf),
            ("--mimic", mimic.is_some(), Kind::Urdf),
            ("--gravity", gravity.is_some(), Kind::Urdf),
            ("--lock", !locked.is_empty(), Kind::Urdf),
            ("--friction", *friction, Kind::Urdf),
            ("--limits", *limits, Kind::Urdf),
            ("--class", class.is_some(), Kind::Modelica),
            ("--path", !paths.is_empty(), Kind::Modelica),
        ];
        let wrong = given.into_iter().find(|(_, is_given, of)| *is_given && kind != Some(*of));
        let Some((option, _, of)) = wrong else { return Ok(()) };
        let files = match of {
            Kind::Modelica => "Modelica text (files that end in `.mo`)",
            _ => "robot descriptions (files that end in `.urdf`)",
        };
        Err(CommandError::Usage(format!("{option} is for {files}")))
    }
}

impl RobotArguments {
    fn options(&self) -> UrdfOptions {
        let default = UrdfOptions::default();
        UrdfOptions {
            base: self.base.unwrap_or(default.base),
            mimic: self.mimic.unwrap_or(default.mimic),
            gravity: self.gravity.unwrap_or(default.gravity),
            locked: self.locked.clone(),
            friction: self.friction,
            limits: self.limits,
        }
    }
}
