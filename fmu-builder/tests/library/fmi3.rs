//! FMUs of FMI 3.0: description, archive, and runs in our host beside those of FMI 2.0.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use compiler::model_file::ModelFile;
use fmu_builder::host::{ModelDescription, Package, RunOptions, Setting, Simulation, SimulationOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, Naming, Version, build_options, check};
use roxmltree::Document;
use simulation::variables::Causality;
use zip::ZipArchive;

fn examples() -> Vec<(String, ModelFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|e| e == "toml" || e == "json")).collect();
    files.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), ModelFile::from_path(path).unwrap().0)).collect()
}

fn three(file: &ModelFile, options: &BuildOptions) -> Fmu {
    Fmu::build(file, &BuildOptions { version: Version::Fmi3, ..options.clone() }).unwrap()
}

fn text(fmu: &Fmu, name: &str) -> String {
    let mut text = String::new();
    let mut archive = ZipArchive::new(Cursor::new(fmu.bytes())).unwrap();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn names(fmu: &Fmu) -> Vec<String> {
    let archive = ZipArchive::new(Cursor::new(fmu.bytes())).unwrap();
    archive.file_names().map(|name| name.unwrap().into_owned()).collect()
}

/// Rows of a simulation of the default experiment, to a second at most.
fn rows(fmu: &Fmu) -> Vec<Vec<u64>> {
    let package = Package::from_bytes(fmu.bytes()).unwrap();
    let simulation = Simulation::new(&package, &SimulationOptions::default()).unwrap();
    let start = simulation.start_time();
    let times: Vec<f64> = (0..=20).map(|k| start + 0.05 * f64::from(k)).collect();
    let mut rows = Vec::new();
    let mut sink = |time: f64, row: &[f64]| {
        rows.push([time].iter().chain(row).map(|value| value.to_bits()).collect());
        Ok(())
    };
    simulation.run_on_grid(&times, &mut sink).unwrap();
    rows
}

#[test]
fn examples_are_without_problems_and_run_as_with_fmi_2() {
    for (name, file) in examples() {
        let fmu = three(&file, &build_options());
        let report = check::fmu(fmu.bytes());
        assert!(report.problems.is_empty() && report.notes.is_empty(), "{name}: {report:?}");
        let two = Fmu::build(&file, &build_options()).unwrap();
        assert_eq!(rows(&fmu), rows(&two), "{name}");
        let arrays = three(&file, &BuildOptions { arrays: true, ..build_options() });
        assert!(check::fmu(arrays.bytes()).problems.is_empty(), "{name}");
        assert_eq!(rows(&arrays), rows(&two), "{name}");
        assert_ne!(fmu.facts().guid, two.facts().guid, "{name}");
    }
}

/// The same variables as in FMI 2.0 but for event indicators, each name once, with the same references.
#[test]
fn variables_are_those_of_fmi_2() {
    for (name, file) in examples() {
        for (expose, naming) in [(Expose::All, Naming::Structured), (Expose::Interface, Naming::Flat)] {
            let options = BuildOptions { expose, naming, ..build_options() };
            let read = |fmu: &Fmu| ModelDescription::parse(&text(fmu, "modelDescription.xml")).unwrap();
            let (two, three) = (read(&Fmu::build(&file, &options).unwrap()), read(&self::three(&file, &options)));
            let indicators: BTreeSet<usize> = three.event_indicators.iter().map(|unknown| unknown.index).collect();
            let found: BTreeSet<&str> = three.variables.iter().map(|variable| variable.name.as_str()).collect();
            assert_eq!(found.len(), three.variables.len(), "{name}: each name once");
            assert_eq!(two.variables.len() + indicators.len(), three.variables.len(), "{name}");
            for variable in &two.variables {
                let same = three.find(&variable.name).unwrap();
                assert_eq!((same.kind, same.causality), (variable.kind, variable.causality), "{}", variable.name);
                if variable.causality != Causality::CalculatedParameter {
                    assert_eq!(same.value_reference, variable.value_reference, "{name}: {}", variable.name);
                }
            }
            let listed = |description: &ModelDescription, index: usize| description.variables[index].name.clone();
            let states = |description: &ModelDescription| -> Vec<String> {
                description.derivatives.iter().map(|unknown| listed(description, unknown.index)).collect()
            };
            assert_eq!(states(&two), states(&three), "{name}: the order of the states");
        }
    }
}

#[test]
fn the_archive_has_the_folders_of_fmi_3() {
    let (_, file) = examples().into_iter().find(|(name, _)| name == "bouncing_ball").unwrap();
    let fmu = three(&file, &BuildOptions { initialize: true, ..build_options() });
    let files = names(&fmu);
    for file in ["terminalsAndIcons/terminalsAndIcons.xml", "terminalsAndIcons/icon.png", "documentation/index.html"] {
        assert!(files.iter().any(|name| name == file), "{file}: {files:?}");
    }
    assert!(!files.iter().any(|name| name == "model.png"));
    let folders: BTreeSet<&str> =
        files.iter().filter_map(|name| name.strip_prefix("binaries/")?.split('/').next()).collect();
    assert!(!folders.is_empty() && folders.iter().all(|folder| folder.contains('-')), "{folders:?}");
    let page = text(&fmu, "documentation/index.html");
    assert!(page.contains("src=\"../terminalsAndIcons/icon.png\""));
    let description = text(&fmu, "modelDescription.xml");
    let document = Document::parse(&description).unwrap();
    let root = document.root_element();
    assert_eq!((root.attribute("fmiVersion"), root.attribute("guid")), (Some("3.0"), None));
    assert_eq!(root.attribute("instantiationToken"), Some(fmu.facts().guid.as_str()));
    let interface = root.children().find(|node| node.has_tag_name("CoSimulation")).unwrap();
    for flag in ["hasEventMode", "mightReturnEarlyFromDoStep", "providesAdjointDerivatives", "canSerializeFMUState"] {
        assert_eq!(interface.attribute(flag), Some("true"), "{flag}");
    }
    assert!(!description.contains("fmi2"), "texts name functions of the version");
    // The state that jumps, and the indicators with their component.
    assert!(document.descendants().any(|node| node.attribute("reinit") == Some("true")));
    let indicator = document.descendants().find(|node| node.has_tag_name("EventIndicator")).unwrap();
    let reference = indicator.attribute("valueReference");
    let variable =
        document.descendants().find(|n| n.has_tag_name("Float64") && n.attribute("valueReference") == reference);
    assert!(variable.unwrap().attribute("description").unwrap().starts_with("Event indicator of "));
}

/// Faults that the check of FMI 3.0 finds, and legal files that it accepts.
#[test]
fn faults_are_found() {
    let (_, file) = examples().into_iter().find(|(name, _)| name == "pendulum").unwrap();
    let good = text(&three(&file, &build_options()), "modelDescription.xml");
    let problems = |text: &str| check::description(&ModelDescription::parse(text).unwrap());
    assert_eq!(problems(&good), []);
    let output = good.lines().find(|line| line.trim_start().starts_with("<Output ")).unwrap();
    let found = problems(&good.replace(output, ""));
    assert!(found.iter().any(|problem| problem.to_string().contains("Output")), "{found:?}");
    let reference = output.split("valueReference=\"").nth(1).unwrap().split('"').next().unwrap();
    let wrong = output.replace(&format!("valueReference=\"{reference}\""), "valueReference=\"4000000000\"");
    assert!(!problems(&good.replace(output, &wrong)).is_empty());
}

/// An element of an array can be set alone, and is a signal of the linear system.
#[test]
fn elements_of_arrays_are_variables() {
    let file = examples().into_iter().find(|(name, _)| name == "quadrotor").unwrap().1;
    let [scalars, arrays] = [false, true].map(|arrays| {
        let package = Package::from_bytes(three(&file, &BuildOptions { arrays, ..build_options() }).bytes()).unwrap();
        let settings = [("propulsion.force[2]", "3.5"), ("navigation.angles[1]", "0.2")];
        let settings = settings.map(|(name, value)| Setting { name: name.to_owned(), value: value.to_owned() });
        let (forces, settings) = (&settings[..1], &settings[1..]);
        let refused = SimulationOptions {
            run: RunOptions { settings: settings.to_vec(), ..RunOptions::default() },
            ..SimulationOptions::default()
        };
        let refused = Simulation::new(&package, &refused).err().unwrap().to_string();
        let options = SimulationOptions {
            run: RunOptions { settings: forces.to_vec(), ..RunOptions::default() },
            ..SimulationOptions::default()
        };
        let system = Simulation::new(&package, &options).unwrap().linearize(Some(0.5), &mut |_| ()).unwrap();
        (refused, system)
    });
    assert_eq!(arrays, scalars);
    let column = arrays.1.inputs.iter().position(|input| input.name == "propulsion.force[2]").unwrap();
    assert_eq!(arrays.1.inputs[column].value, 3.5);
    assert!(arrays.1.b.column(column).iter().any(|element| *element != 0.0));
}

/// Arrays have the start values of their elements, in their order.
#[test]
fn arrays_hold_what_their_elements_are() {
    for (name, file) in examples() {
        let options = BuildOptions { expose: Expose::All, ..build_options() };
        let [scalars, arrays] = [false, true].map(|arrays| {
            let fmu = three(&file, &BuildOptions { arrays, ..options.clone() });
            assert_eq!(check::read_only(fmu.bytes()).problems, [], "{name}");
            text(&fmu, "modelDescription.xml")
        });
        let [scalars, arrays] = [&scalars, &arrays].map(|text| Document::parse(text).unwrap());
        let starts: std::collections::HashMap<&str, &str> = scalars
            .descendants()
            .filter_map(|node| Some((node.attribute("name")?, node.attribute("start")?)))
            .collect();
        let mut found = 0;
        for array in arrays.descendants().filter(|node| node.children().any(|child| child.has_tag_name("Dimension"))) {
            let sizes: Vec<usize> = array
                .children()
                .filter(|child| child.has_tag_name("Dimension"))
                .map(|child| child.attribute("start").unwrap().parse().unwrap())
                .collect();
            let of = array.attribute("name").unwrap();
            let subscripts = match sizes[..] {
                [n] => (1..=n).map(|k| format!("{of}[{k}]")).collect::<Vec<_>>(),
                [n, m] => (1..=n).flat_map(|j| (1..=m).map(move |k| format!("{of}[{j},{k}]"))).collect(),
                _ => panic!("{of}: {sizes:?}"),
            };
            let expected: Vec<&str> = subscripts.iter().filter_map(|name| starts.get(name.as_str()).copied()).collect();
            let start: Vec<&str> = array.attribute("start").unwrap_or_default().split_whitespace().collect();
            assert_eq!(start, expected, "{name}: {of}");
            assert!(start.is_empty() || start.len() == subscripts.len(), "{name}: {of}");
            found += 1;
        }
        assert!(found > 0 || !starts.keys().any(|name| name.ends_with("[3]")), "{name}");
    }
}

/// Terminals as lines: name, rule, kind; member, variable, kind.
fn terminals(fmu: &Fmu) -> Vec<String> {
    let text = text(fmu, "terminalsAndIcons/terminalsAndIcons.xml");
    let document = Document::parse(&text).unwrap();
    let attributes = |node: roxmltree::Node<'_, '_>, names: [&str; 3]| {
        names.map(|name| node.attribute(name).unwrap_or("-").to_owned()).join(" ")
    };
    let line = |node: roxmltree::Node<'_, '_>| match node.tag_name().name() {
        "Terminal" => Some(attributes(node, ["name", "matchingRule", "terminalKind"])),
        "TerminalMemberVariable" => {
            Some(format!("  {}", attributes(node, ["memberName", "variableName", "variableKind"])))
        }
        _ => None,
    };
    document.descendants().filter_map(line).collect()
}

/// A source's input and the motion of its connector are a terminal, by whatever names they have in the FMU.
#[test]
fn flanges_and_frames_with_input_and_output_are_terminals() {
    let text = r#"
name = "Arm"
connections = [
  ["world.frame_b", "axis.frame_a"], ["axis.frame_b", "arm.frame_a"], ["arm.frame_b", "push.frame_b"],
  ["motor.flange", "axis.axis"],
]
[components]
world = { class = "World" }
axis = { class = "Joints.Revolute", useAxisFlange = true }
arm = { class = "Parts.BodyShape", r = [1, 0, 0], r_CM = [0.5, 0, 0], m = 1 }
motor = { class = "Rotational.Sources.Torque" }
push = { class = "Forces.WorldForce" }
[inputs]
torque = "motor.tau"
[outputs]
angle = "motor.flange.phi"
tip = "push.frame_b.r_0"
load = "motor.flange.tau"
"#;
    let (file, mechanical) = (
        ModelFile::from_toml(text).unwrap(),
        [
            "motor.flange plug Modelica.Mechanics.Rotational.Interfaces.Flange_b",
            "  tau torque inflow",
            "  phi angle signal",
            "push.frame_b bus Modelica.Mechanics.MultiBody.Interfaces.Frame_b",
        ],
    );
    let scalars = terminals(&three(&file, &build_options()));
    let at = scalars.iter().position(|line| line.starts_with("motor.flange")).unwrap();
    assert_eq!(scalars[at..at + 4], mechanical);
    let frame: Vec<String> = (1..=3).map(|k| format!("  force[{k}] push.force[{k}] signal")).collect();
    let place: Vec<String> = (1..=3).map(|k| format!("  r_0[{k}] tip[{k}] signal")).collect();
    assert_eq!(scalars[at + 4..], [frame, place].concat());
    let arrays = terminals(&three(&file, &BuildOptions { arrays: true, ..build_options() }));
    assert_eq!(arrays[arrays.len() - 2..], ["  force push.force signal", "  r_0 tip signal"]);
    let flat = terminals(&three(&file, &BuildOptions { naming: Naming::Flat, ..build_options() }));
    assert!(flat.iter().any(|line| line.starts_with("push_frame_b bus")), "{flat:?}");
    // Without its motion, a source has signals only.
    let file = ModelFile::from_toml(&text.replace("angle = \"motor.flange.phi\"", "angle = \"axis.phi\"")).unwrap();
    assert!(!terminals(&three(&file, &build_options())).iter().any(|line| line.starts_with("motor.flange")));
}
