//! The zip archive (FMI 2.0.5, 2.3), and that building is reproducible.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::packing;

use std::io::Read;

use compiler::model_file::ModelFile;
use fmu_builder::RUNTIMES;
use fmu_builder::binary::{Platform, PlatformBinary};
use fmu_builder::host::{ModelDescription, Package, ScalarVariable, Simulation, SimulationOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, Naming, build_options, csv};
use packing::{archive, catalogue, pack, pack_as, text};
use roxmltree::Document;
use zip::CompressionMethod;

#[test]
fn holds_what_the_standard_wants_with_the_description_first() {
    let fmu = pack(&catalogue(), Expose::All);
    let mut archive = archive(fmu.bytes());
    let names: Vec<String> =
        (0..archive.len()).map(|index| archive.by_index(index).unwrap().name().unwrap().to_string()).collect();
    assert_eq!(names[0], "modelDescription.xml");
    for runtime in RUNTIMES {
        for folder in runtime.folders {
            let library = format!("binaries/{folder}/Pendulum.{}", runtime.extension);
            assert!(names.contains(&library), "{library} in {names:?}");
        }
    }
    assert_eq!(RUNTIMES[0].extension, std::env::consts::DLL_EXTENSION);
    for name in ["resources/model.json", "documentation/index.html", "documentation/licenses/license.txt"] {
        assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
    }
}

#[test]
fn entries_are_plain() {
    let fmu = pack(&catalogue(), Expose::All);
    let mut archive = archive(fmu.bytes());
    for index in 0..archive.len() {
        let entry = archive.by_index(index).unwrap();
        let name = entry.name().unwrap().to_string();
        assert!(name.is_ascii() && !name.contains('\\') && !name.starts_with(['/', '.']), "{name}");
        assert!(matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated), "{name}");
        assert!(entry.extra_data().as_deref().is_none_or(<[u8]>::is_empty), "{name} has extra fields");
    }
}

/// Local file headers as they are in the file: signature, version needed, flags, time and date.
#[test]
fn headers_need_no_more_than_version_2_and_have_no_flags_and_no_date() {
    for fmu in [pack(&catalogue(), Expose::All), with_reference_result("pendulum.toml", Naming::Flat)] {
        let bytes = fmu.bytes();
        let mut archive = archive(bytes);
        for index in 0..archive.len() {
            let start = usize::try_from(archive.by_index(index).unwrap().header_start()).unwrap();
            let header = &bytes[start..start + 14];
            assert_eq!(&header[..4], b"PK\x03\x04");
            let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
            assert!(word(4) <= 20, "version needed {}", word(4));
            assert_eq!(word(6), 0, "flags: no data descriptor, no encryption");
            // 1980-01-01 00:00, the first that a header can say.
            assert_eq!((word(10), word(12)), (0, 0x21), "time and date");
        }
    }
}

#[test]
fn the_same_content_gives_the_same_bytes() {
    let (first, second) = (pack(&catalogue(), Expose::All), pack(&catalogue(), Expose::All));
    assert_eq!(first.bytes(), second.bytes());
}

#[test]
fn the_guid_follows_the_content() {
    let guid = |fmu: &Fmu| fmu.facts().guid.clone();
    let original = guid(&pack(&catalogue(), Expose::All));
    assert_ne!(original, guid(&pack(&catalogue(), Expose::Interface)));
    assert_ne!(original, guid(&pack_as("Other", &catalogue(), &build_options())));
    let mut changed = catalogue();
    let start = Some(simulation::variables::Value::Real(1e5 + 1e-9));
    changed.variables.change(2, |variable| variable.start = start);
    assert_ne!(original, guid(&pack(&changed, Expose::All)));
}

#[test]
fn the_runtime_gets_the_model_with_the_guid_of_the_description() {
    let fmu = pack(&catalogue(), Expose::All);
    let model = text(&fmu, "resources/model.json");
    assert!(model.contains(&format!("\"guid\":\"{}\"", fmu.facts().guid)), "{model}");
    assert!(model.contains("\"model\":{\"name\":\"Pendulum\"}"), "{model}");
}

#[test]
fn the_library_comes_out_as_it_went_in() {
    let fmu = pack(&catalogue(), Expose::All);
    let path = Package::from_bytes(fmu.bytes()).unwrap().library_path();
    let package = Package::from_bytes(fmu.bytes()).unwrap();
    assert!(path.is_ok());
    assert_eq!(std::fs::read(package.library_path().unwrap()).unwrap(), RUNTIMES[0].bytes().unwrap());
}

/// Each has the machine and the functions that its folder promises, whether it was built here or given to the build.
#[test]
fn the_embedded_libraries_are_for_their_platforms() {
    for runtime in RUNTIMES {
        for folder in runtime.folders {
            let platform = Platform::of_folder(folder).unwrap();
            assert_eq!(platform.extension, runtime.extension);
            assert!(PlatformBinary::new(platform, runtime.bytes().unwrap()).is_ok(), "{folder}");
        }
    }
}

#[test]
fn the_library_names_no_folder_of_the_build_machine() {
    let bytes = RUNTIMES[0].bytes().unwrap();
    let holds = |needle: &str| bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
    assert!(!holds(env!("CARGO_MANIFEST_DIR")));
    if let Some(home) = std::env::home_dir() {
        assert!(!holds(&format!("{}/.cargo", home.display())));
    }
}

#[test]
fn the_documentation_shows_the_interface() {
    let page = text(&pack(&catalogue(), Expose::All), "documentation/index.html");
    for expected in
        ["<h1>Pendulum</h1>", "A &lt;test&gt; &amp; ", "push.force[1]", "sensor.r[1]", "<td>N/m</td>", "(tunable)"]
    {
        assert!(page.contains(expected), "{expected} missing in {page}");
    }
    assert!(!page.contains("{{"), "a field was not filled in");
}

/// An example, built with a reference result and these names.
fn with_reference_result(example: &str, naming: Naming) -> Fmu {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(example);
    let model = ModelFile::from_path(&path).unwrap_or_else(|_| panic!("{example} is a model")).0;
    let options = BuildOptions { reference_result: true, naming, ..build_options() };
    Fmu::build(&model, &options).unwrap()
}

const LAYERED_STANDARD: &str = "extra/org.fmi-standard.fmi-ls-ref/";

/// The result in the FMU is what a host gets, to the tolerance of the experiment: it runs the same code in larger steps at most.
#[test]
fn the_reference_result_is_that_of_a_host() {
    for (example, naming) in [("pendulum.toml", Naming::Flat), ("spring_pendulum.toml", Naming::Structured)] {
        let fmu = with_reference_result(example, naming);
        let result = text(&fmu, &format!("{LAYERED_STANDARD}reference.csv"));
        let package = Package::from_bytes(fmu.bytes()).unwrap();
        let simulation = Simulation::new(&package, &SimulationOptions::default()).unwrap();
        let mut found = Vec::new();
        let names = simulation.columns().iter().map(|column| column.name.as_str());
        csv::write_header(&mut found, names).unwrap();
        simulation.run(&mut |time, values| csv::write_row(&mut found, time, values)).unwrap();
        let found = String::from_utf8(found).unwrap();
        assert_eq!(result.lines().next(), found.lines().next(), "{example}: columns");
        assert_eq!(result.lines().count(), found.lines().count(), "{example}: rows");
        let numbers = |text: &str| -> Vec<f64> {
            text.lines().skip(1).flat_map(|line| line.split(',').map(|number| number.parse().unwrap())).collect()
        };
        for (ours, theirs) in numbers(&result).into_iter().zip(numbers(&found)) {
            assert!((ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0), "{example}: {ours} and {theirs}");
        }
    }
}

#[test]
fn the_manifest_names_files_that_are_there() {
    let fmu = with_reference_result("pendulum.toml", Naming::Structured);
    let manifest = text(&fmu, &format!("{LAYERED_STANDARD}fmi-ls-manifest.xml"));
    let document = Document::parse(&manifest).unwrap();
    let root = document.root_element();
    let attribute = |name: &str| root.attribute(("http://fmi-standard.org/fmi-ls-manifest", name)).unwrap().to_owned();
    assert_eq!(root.tag_name().name(), "fmiReferences");
    assert_eq!(attribute("fmi-ls-name"), "org.fmi-standard.fmi-ls-ref");
    assert_eq!(attribute("fmi-ls-version"), "1.0.0-alpha.1");
    assert!(attribute("fmi-ls-description").starts_with("Layered Standard"));
    let related: Vec<_> = root.children().filter(|node| node.has_tag_name("Related")).collect();
    let roles: Vec<&str> = related.iter().map(|node| node.attribute("role").unwrap()).collect();
    assert_eq!(roles, ["experiment/smoke-test", "result", "model"]);
    for node in related {
        let source = node.attribute("source").unwrap();
        let path = source.strip_prefix("../../").map_or_else(|| format!("{LAYERED_STANDARD}{source}"), str::to_owned);
        assert!(!text(&fmu, &path).is_empty(), "{path}");
    }
    let experiments = text(&fmu, &format!("{LAYERED_STANDARD}reference.exp"));
    let document = Document::parse(&experiments).unwrap();
    let experiment = document.descendants().find(|node| node.has_tag_name("Experiment")).unwrap();
    assert_eq!((experiment.attribute("stopTime"), experiment.attribute("stepSize")), (Some("10.0"), Some("0.02")));
    let references = experiment.children().find(|node| node.has_tag_name("References")).unwrap();
    assert_eq!(references.attribute("source"), Some("reference.csv"));
    assert!(text(&fmu, "documentation/fmi-ls-ref.txt").contains("reference.csv"));
}

#[test]
fn a_rebuild_is_equal_in_every_build_option() {
    let plain = with_reference_result("pendulum.toml", Naming::Structured);
    for naming in [Naming::Structured, Naming::Flat] {
        let (first, second) =
            (with_reference_result("driven_arm.toml", naming), with_reference_result("driven_arm.toml", naming));
        assert_eq!(first.bytes(), second.bytes());
    }
    // Without it the model is the same, and the files are not there.
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/pendulum.toml");
    let model = ModelFile::from_path(&path).unwrap_or_else(|_| panic!("the pendulum is a model")).0;
    let without = Fmu::build(&model, &build_options()).unwrap();
    assert_eq!(without.facts().guid, plain.facts().guid);
    assert!(archive(without.bytes()).by_name(&format!("{LAYERED_STANDARD}reference.csv")).is_err());
}

#[test]
fn flat_names_leave_the_value_references() {
    let variables = |naming: Naming| {
        let fmu = pack_as("Pendulum", &catalogue(), &BuildOptions { naming, expose: Expose::All, ..build_options() });
        ModelDescription::parse(&text(&fmu, "modelDescription.xml")).unwrap()
    };
    let (structured, flat) = (variables(Naming::Structured), variables(Naming::Flat));
    assert_eq!((structured.naming, flat.naming), (Naming::Structured, Naming::Flat));
    for (structured, flat) in structured.variables.iter().zip(&flat.variables) {
        assert_eq!(structured.value_reference, flat.value_reference);
        assert!(flat.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{}", flat.name);
        assert_eq!(ScalarVariable { name: structured.name.clone(), ..flat.clone() }, *structured);
    }
    for (name, flat_name) in [("der(rev.phi)", "der_rev_phi"), ("body.I[1,1]", "body_I_1_1")] {
        let reference = structured.find(name).unwrap().value_reference;
        assert_eq!(flat.find(flat_name).unwrap().value_reference, reference);
    }
}

#[test]
fn the_documentation_shows_the_structure_and_the_names_of_the_fmu() {
    let page = text(&with_reference_result("pendulum.toml", Naming::Flat), "documentation/index.html");
    let (start, end) = (page.find("<svg").expect("a picture"), page.find("</svg>").expect("a picture"));
    let svg = page[start..end + "</svg>".len()].to_owned();
    let document = Document::parse(&svg).unwrap();
    let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for expected in ["world", "World", "rev", "Joints.Revolute", "body", "Parts.Body", "angle", "output"] {
        assert!(texts.contains(&expected), "{expected} in {texts:?}");
    }
    assert!(page.contains("<code>rev_phi</code>") && !page.contains("<code>rev.phi</code>"));
}

#[test]
fn the_picture_is_that_of_the_initial_state() {
    let built = |text: &str, initialize: bool| {
        let file = ModelFile::from_toml(text).unwrap();
        let fmu = Fmu::build(&file, &BuildOptions { initialize, ..build_options() }).unwrap();
        let has_scene = archive(fmu.bytes()).file_names().any(|name| name.unwrap().ends_with("_visual.xml"));
        let shows = packing::text(&fmu, "documentation/index.html").contains("src=\"../model.png\"");
        let mut bytes = Vec::new();
        let is_there = archive(fmu.bytes()).by_name("model.png").map(|mut file| file.read_to_end(&mut bytes).unwrap());
        assert_eq!(is_there.is_ok(), shows, "the page shows what is there");
        let size = is_there.is_ok().then(|| {
            let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
            (reader.info().width, reader.info().height)
        });
        (size, has_scene)
    };
    let ball =
        "name = \"B\"\n[components.world]\nclass = \"World\"\n[components.ball]\nclass = \"Parts.PointMass\"\nm = 1\n";
    assert_eq!(built(ball, true), (Some((320, 240)), true));
    assert_eq!(built(ball, false), (None, false), "nobody has looked for a state");
    // Nothing is to be seen.
    let disc = "name = \"R\"\n[components.disc]\nclass = \"Rotational.Components.Inertia\"\nJ = 1\n";
    assert_eq!(built(disc, true).0, Some((100, 100)));
}

#[test]
fn a_model_that_is_packed_without_its_start_has_no_picture() {
    let fmu = pack_as("A", &catalogue(), &BuildOptions { initialize: true, ..build_options() });
    assert!(!text(&fmu, "documentation/index.html").contains("src=\"../model.png\""));
    assert!(archive(fmu.bytes()).by_name("model.png").is_err());
}

#[test]
fn size_and_time_stay_within_their_promise() {
    let fmu = pack(&packing::large_catalogue(1900), Expose::All);
    assert!(fmu.bytes().len() < 2_400_000 * RUNTIMES.len(), "{} bytes", fmu.bytes().len());
    // Debug builds are an order of magnitude slower; the promise is 50 ms.
    let limit = if cfg!(debug_assertions) { 2000 } else { 200 };
    assert!(fmu.facts().elapsed.as_millis() < limit, "{:?}", fmu.facts().elapsed);
}

/// A page with a hundred thousand rows is of no use to anybody.
#[test]
fn tables_of_the_documentation_end() {
    let mut catalogue = catalogue();
    let parameter = catalogue.variables.at(1).attributes();
    for number in 0..1500 {
        catalogue.variables.push(&[&format!("body{number}.m")], parameter.clone());
    }
    let page = text(&pack(&catalogue, Expose::All), "documentation/index.html");
    assert!(page.contains("body900.m") && !page.contains("body1400.m"));
    assert!(page.contains("and 502 more"), "1502 parameters");
}

/// Large files are compressed faster, and hold the same.
#[test]
fn large_files_are_whole() {
    let model = "x".repeat(9_000_000);
    let body = r#"{"class":"Parts.Body","m":1,"r_CM":[0,0,0]}"#;
    let file = format!(r#"{{"name":"A","description":"{model}","components":{{"b":{body}}}}}"#);
    let fmu = Fmu::build(&ModelFile::from_json(&file).unwrap(), &build_options()).unwrap();
    assert!(text(&fmu, "resources/model.json").contains(&model));
    assert!(text(&fmu, "modelDescription.xml").contains(&model));
}
