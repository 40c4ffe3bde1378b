//! Pictures of components: every expression names what is there, graphic parameters are checked.
#![allow(clippy::unwrap_used, clippy::panic)]

use compiler::compile;
use compiler::model_file::{Diagnostic, ModelFile, Quantity};
use compiler::pictures::{Pictures, merged, separated};
use simulation::model::Model;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use support::shared_folder::shared;

fn words(problems: &[Diagnostic]) -> String {
    problems.iter().map(|p| p.problem.to_string()).collect::<Vec<_>>().join("\n")
}

fn compiled(file: &ModelFile) -> Result<Pictures, String> {
    let model = compile(file).map_err(|problems| words(&problems))?;
    Pictures::new(file, &model.catalogue).map_err(|problems| words(&problems))
}

fn from_toml(text: &str) -> Result<Pictures, String> {
    compiled(&ModelFile::from_toml(text).map_err(|problems| words(&problems))?)
}

/// A body on a hinge; `more` are settings of the body.
fn hinge(more: &str) -> String {
    format!(
        "name = \"M\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"]]\n\
         [components.world]\nclass = \"World\"\nnominalLength = 2.0\n\
         [components.rev]\nclass = \"Joints.Revolute\"\n\
         [components.body]\nclass = \"Parts.BodyShape\"\nr = [0.5, 0, 0]\nr_CM = [0.25, 0, 0]\nm = 1\n{more}\n"
    )
}

/// The value of an expression with the start values of the model.
fn numbers(pictures: &Pictures, model: &Model, expression: &compiler::model_file::Expression) -> Vec<f64> {
    let value = |index: usize| match model.catalogue.variables.at(index).start {
        Some(simulation::variables::Value::Real(x)) => x,
        _ => 0.0,
    };
    match pictures.evaluate(expression, &value).unwrap() {
        Quantity::Scalar(x) => vec![x],
        other => other.elements().to_vec(),
    }
}

#[test]
fn defaults_follow_the_parameters_of_the_component_and_the_world() {
    let file = ModelFile::from_toml(&hinge("width = 0.02\ncolor = [10, 20, 30]")).unwrap();
    let model = compile(&file).unwrap();
    let pictures = Pictures::new(&file, &model.catalogue).unwrap();
    let find = |component: &str, name: &str| {
        pictures.shown.iter().find(|shown| shown.component == component && shown.name == name).unwrap()
    };
    let of = |expression| numbers(&pictures, &model, expression);
    let shape = find("body", "shape");
    assert_eq!((of(&shape.length), of(&shape.width), of(&shape.height)), (vec![0.5], vec![0.02], vec![0.02]));
    assert_eq!(of(&shape.colour), [10.0, 20.0, 30.0]);
    let sphere = find("body", "sphere");
    assert_eq!((of(&sphere.length), of(&sphere.colour)), (vec![0.04], vec![10.0, 20.0, 30.0]));
    let cylinder = find("rev", "cylinder");
    assert_eq!(of(&cylinder.colour), [255.0, 0.0, 0.0]);
    // Set by bindings of the world, which have no start values here: the variables are named.
    assert_eq!(cylinder.length.references(), ["world.defaultJointLength"]);
    assert_eq!(cylinder.frame.as_deref(), Some("rev.frame_a"));
}

#[test]
fn graphic_parameters_are_checked_by_name() {
    let faults = [
        ("sphereDiameter = \"nonexistent*3\"", "nonexistent"),
        ("sphereDiameter = -1", "sphereDiameter"),
        ("sphereDiameter = [1, 2, 3]", "sphereDiameter"),
        ("sphereDiameter = \"r\"", "sphereDiameter"),
        ("color = [1, 2]", "color"),
        ("color = [0, 0, 300]", "color"),
        ("color = 3", "color"),
        ("animation = 3", "animation"),
        ("shapeType = \"spere\"", "shapeType"),
        ("width = \"height\"", "height"),
        ("cylinderColor = [1, 2, 3]", "cylinderColor"),
        ("width = { start = 1 }", "width"),
        ("body = { sphereColor = [1, 2, 3] }", "body.sphereColor"),
    ];
    for (setting, name) in faults {
        let Err(message) = from_toml(&hinge(setting)) else { panic!("{setting}") };
        assert!(message.contains(name), "{setting}: {message}");
    }
}

#[test]
fn what_is_switched_off_is_not_shown() {
    let count = |more: &str| from_toml(&hinge(more)).unwrap().shown.len();
    let all = count("");
    assert_eq!(count("animation = false"), all - 2);
    let off = hinge("").replace("nominalLength", "enableAnimation = false\nnominalLength");
    assert_eq!(from_toml(&off).unwrap().shown.len(), 0);
}

#[test]
fn graphic_expressions_may_name_variables_and_parameters() {
    let pictures = from_toml(&hinge("color = [\"255*abs(sin(rev.phi))\", 0, \"body.m\"]\nheight = \"body.width/2\""));
    let pictures = pictures.unwrap();
    let shape = pictures.shown.iter().find(|shown| shown.component == "body").unwrap();
    assert_eq!(shape.colour.references(), ["rev.phi", "body.m"]);
    assert!(shape.height.references().iter().all(|name| pictures.variables.contains_key(*name)));
}

#[test]
fn graphic_parameters_are_taken_apart_and_put_together() {
    let file = ModelFile::from_toml(&hinge("animateSphere = false\ncolor = [1, 2, 3]")).unwrap();
    let (plain, graphics) = separated(&file);
    assert!(plain.components.iter().all(|c| c.modifiers.iter().all(|m| m.name.value != "color")));
    let graphics = graphics.unwrap();
    assert_eq!(graphics.components.len(), 1);
    let again = ModelFile::from_json(&graphics.to_json()).unwrap();
    let (before, after) = (compiled(&file).unwrap(), compiled(&merged(plain, again)).unwrap());
    assert_eq!(format!("{:?}", before.shown), format!("{:?}", after.shown));
    assert!(separated(&ModelFile::from_toml(&hinge("")).unwrap()).1.is_none());
}

/// All models in a folder.
fn models(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_model =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml" || extension == "json");
    entries.flatten().map(|entry| entry.path()).filter(is_model).collect()
}

/// Every expression of every class names variables that are there, in a model that has the class.
#[test]
fn every_picture_finds_its_variables() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let references = shared("reference/models").map(|folder| models(&folder)).unwrap_or_default();
    let is_suite_there = !references.is_empty();
    let paths = [models(&root.join("examples")), references].concat();
    let read = |path: &PathBuf| (path.display().to_string(), ModelFile::from_path(path).unwrap().0);
    let written = library::classes().map(|class| (class.name, class.documentation().example()));
    let written = written.filter(|(_, text)| !text.is_empty());
    let written = written.map(|(name, text)| (name.to_owned(), ModelFile::from_toml(text).unwrap()));
    let files: Vec<(String, ModelFile)> = paths.iter().map(read).chain(written).collect();
    let (mut seen, mut faults) = (HashSet::new(), Vec::new());
    for (name, file) in &files {
        let Ok(model) = compile(file) else { continue };
        let pictures = match Pictures::new(file, &model.catalogue) {
            Ok(pictures) => pictures,
            Err(problems) => {
                faults.push(format!("{name}: {}", words(&problems)));
                continue;
            }
        };
        for component in &file.components {
            seen.extend(library::find_class(&component.class.value).map(|class| class.name));
        }
        for shown in &pictures.shown {
            for variable in shown.expressions().into_iter().flat_map(|expression| expression.references()) {
                assert!(pictures.variables.contains_key(variable), "{name}: {variable}");
            }
            let frame = shown.frame.as_ref();
            assert!(frame.is_none_or(|frame| pictures.variables.contains_key(&format!("{frame}.R.T"))), "{frame:?}");
        }
    }
    assert!(!paths.is_empty());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    if is_suite_there {
        let drawn = library::classes().filter(|class| !class.pictures.is_empty()).map(|class| class.name);
        let missing: Vec<&str> = drawn.filter(|name| !seen.contains(name)).collect();
        assert!(missing.is_empty(), "in no model: {missing:?}");
    }
}

/// The number of pictures of a component.
fn count(text: &str, component: &str) -> usize {
    from_toml(text)
        .unwrap_or_else(|problem| panic!("{problem}"))
        .shown
        .iter()
        .filter(|s| s.component == component)
        .count()
}

/// Classes that no example has.
#[test]
fn wheel_sets_spherical_constraints_and_rrp_assemblies_find_their_variables() {
    let world = "[components.world]\nclass = \"World\"\nn = [0, 0, -1]\n";
    let set = "R_wheel = 0.5\nm_wheel = 1\nI_wheelAxis = 0.1\nI_wheelLong = 0.1\ntrack = 1\n";
    let wheels = format!("name = \"W\"\n{world}[components.set]\nclass = \"Parts.RollingWheelSet\"\n{set}");
    assert_eq!(count(&wheels, "set"), 2);
    let body = "class = \"Parts.Body\"\nr_CM = [0, 0, 0]\nm = 1\n";
    let joint = format!(
        "name = \"W\"\nconnections = [[\"set.frame1\", \"b1.frame_a\"], [\"set.frame2\", \"b2.frame_a\"]]\n{world}\
         [components.set]\nclass = \"Joints.RollingWheelSet\"\nradius = 0.5\ntrack = 1\n\
         [components.b1]\n{body}[components.b2]\n{body}"
    );
    assert_eq!(count(&joint, "set"), 8);
    let closed = "name = \"C\"\nconnections = [[\"world.frame_b\", \"ball.frame_a\"], [\"ball.frame_b\", \"link.frame_a\"], \
                  [\"link.frame_b\", \"cut.frame_b\"], [\"world.frame_b\", \"place.frame_a\"], [\"place.frame_b\", \"cut.frame_a\"]]\n\
                  [components.world]\nclass = \"World\"\n[components.ball]\nclass = \"Joints.Spherical\"\n\
                  [components.link]\nclass = \"Parts.BodyShape\"\nr = [0.5, 0, 0]\nr_CM = [0.2, 0, 0]\nm = 1\n\
                  [components.place]\nclass = \"Parts.FixedTranslation\"\nr = [0.5, 0, 0]\n\
                  [components.cut]\nclass = \"Joints.Constraints.Spherical\"\nx_locked = false\n";
    assert_eq!(count(closed, "cut"), 1);
    let assembly = "name = \"A\"\nconnections = [[\"world.frame_b\", \"crank.frame_a\"], [\"crank.frame_b\", \"arm.frame_a\"], \
                    [\"arm.frame_b\", \"rrp.frame_a\"], [\"world.frame_b\", \"place.frame_a\"], [\"place.frame_b\", \"rrp.frame_b\"], \
                    [\"rrp.frame_ib\", \"load.frame_a\"]]\n\
                    [components.world]\nclass = \"World\"\n[components.crank]\nclass = \"Joints.Revolute\"\n\
                    [components.arm]\nclass = \"Parts.BodyShape\"\nr = [0.2, 0.1, 0]\nr_CM = [0.1, 0, 0]\nm = 1\n\
                    [components.place]\nclass = \"Parts.FixedTranslation\"\nr = [1.2, 0.1, 0]\n\
                    [components.rrp]\nclass = \"Joints.Assemblies.JointRRP\"\nn_a = [0, 0, 1]\nn_b = [-2, 0.4, 0]\n\
                    rRod1_ia = [0.9, 0.2, 0]\nrRod2_ib = [0.1, 0.3, 0]\ns_offset = -0.3\ns_guess = 0.4\n\
                    [components.load]\nclass = \"Parts.Body\"\nr_CM = [0.1, 0, 0]\nm = 1\n";
    assert_eq!(count(assembly, "rrp"), 5);
}
