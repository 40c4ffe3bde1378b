//! An FMU in a folder, beside it what a host shall do with it and what the host found. The package `host-tests` documents the files.

use compiler::Compilation;
use std::fs;
use std::path::{Path, PathBuf};

use compiler::model_file::ModelFile;
use fmu_builder::host::{Package, Setting};
use fmu_builder::{BuildOptions, Content, Expose, Fmu, Naming, Version, build_options, check};

use super::signals::Signals;
use super::table::Table;

/// A run of an FMU.
pub struct Case {
    pub name: String,
    pub package: Package,
    pub settings: Vec<Setting>,
    pub signals: Option<Signals>,
    fmu: PathBuf,
}

impl Case {
    /// Builds the FMU of a model.
    pub fn build(folder: &Path, name: &str, model: &ModelFile, expose: Expose) -> Self {
        Self::build_with(folder, name, model, &BuildOptions { expose, ..build_options() })
    }

    /// Builds the FMU of a model for a version of FMI.
    pub fn build_version(folder: &Path, name: &str, model: &ModelFile, version: Version) -> Self {
        Self::build_with(folder, name, model, &BuildOptions { version, ..build_options() })
    }

    /// Builds the FMU of a model with these options, in which our own check finds nothing.
    fn build_with(folder: &Path, name: &str, model: &ModelFile, options: &BuildOptions) -> Self {
        let fmu = Fmu::build(model, options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(check::read_only(fmu.bytes()).problems, [], "{name}");
        Self::write(folder, name, &fmu)
    }

    /// Packs an FMU whose last variable has the given name, which is wrong, for hosts to find.
    pub fn build_faulty(folder: &Path, name: &str, model: &ModelFile, wrong_name: &str) -> Self {
        let Compilation { model: mut compiled, shown_units, .. } = Compilation::new(model).unwrap();
        compiled.name = name.to_owned();
        let variables = &mut compiled.catalogue.variables;
        variables.rename(variables.len() - 1, wrong_name);
        let content = Content {
            model: &compiled,
            hidden: &[],
            public_names: [&[], &[]],
            shown_units: &shown_units,
            model_json: &model.to_json(),
        };
        let options = BuildOptions { expose: Expose::All, ..build_options() };
        Self::write(folder, name, &Fmu::pack(&content, &options).unwrap())
    }

    fn write(folder: &Path, name: &str, built: &Fmu) -> Self {
        let fmu = folder.join(format!("{name}.fmu"));
        built.write(&fmu).unwrap();
        let package = Package::open(&fmu).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name: name.to_owned(), package, settings: Vec::new(), signals: None, fmu }
    }

    /// Builds the FMU of a model with each of these parts of its variables shown.
    pub fn build_shown(folder: &Path, name: &str, model: &ModelFile, shown: &[Expose]) -> Vec<Self> {
        shown.iter().map(|expose| Self::build(folder, &format!("{name}-{expose:?}"), model, *expose)).collect()
    }

    /// Builds the FMU of a model in each build option: each pair of values of any two options is there.
    pub fn build_in_all_options(folder: &Path, name: &str, model: &ModelFile) -> Vec<Self> {
        let cases = [
            ("interface", Expose::Interface, Naming::Structured, true),
            ("all", Expose::All, Naming::Structured, false),
            ("interface-flat", Expose::Interface, Naming::Flat, false),
            ("all-flat", Expose::All, Naming::Flat, true),
        ];
        let build = |(suffix, expose, naming, reference_result): (&str, Expose, Naming, bool)| {
            let options = BuildOptions { expose, naming, reference_result, ..build_options() };
            Self::build_with(folder, &format!("{name}-{suffix}"), model, &options)
        };
        cases.map(build).into()
    }

    /// Sets parameters and start values.
    pub fn with_start_values(mut self, values: &[(&str, &str)]) -> Self {
        let lines: String = values.iter().map(|(name, value)| format!("{name},{value}\n")).collect();
        fs::write(self.fmu.with_extension("start.csv"), format!("name,value\n{lines}")).unwrap();
        let setting = |&(name, value): &(&str, &str)| Setting { name: name.to_owned(), value: value.to_owned() };
        self.settings = values.iter().map(setting).collect();
        self
    }

    /// Gives signals to the inputs.
    pub fn with_signals(mut self, signals: Signals) -> Self {
        fs::write(self.fmu.with_extension("input.csv"), signals.to_csv()).unwrap();
        self.signals = Some(signals);
        self
    }

    /// The FMU's file.
    pub fn fmu(&self) -> &Path {
        &self.fmu
    }

    /// Problems that the host found; fails if it has not validated the FMU.
    pub fn problems(&self) -> String {
        self.text("problems.txt")
    }

    /// Messages that the FMU logged in the host; fails if the host has not simulated it.
    pub fn messages(&self) -> String {
        self.text("messages.txt")
    }

    /// The host's result; fails if it has not simulated the FMU.
    pub fn result(&self) -> Table {
        Table::read(&self.fmu.with_extension("result.csv"))
    }

    fn text(&self, extension: &str) -> String {
        let path = self.fmu.with_extension(extension);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Fails if the host found a problem in any FMU; says all of them.
pub fn assert_valid(cases: &[Case]) {
    let problems = cases.iter().map(|case| (&case.name, case.problems())).filter(|(_, problems)| !problems.is_empty());
    let problems: Vec<String> = problems.map(|(name, problems)| format!("{name}:\n{problems}")).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
