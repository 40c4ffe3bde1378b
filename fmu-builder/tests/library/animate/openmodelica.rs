//! The scene for OpenModelica, read by the rules of its animation: children by name, elements by order, none absent, nothing computed.

use super::{Package, distance, example, frame, in_world, rows};
use fmu_builder::host::Kind;
use fmu_builder::{BuildOptions, Expose, Fmu, build_options};
use roxmltree::{Document, Node};
use std::io::{Cursor, Read};

/// Children of a shape, and how many values each has.
const CHILDREN: [(&str, usize); 11] = [
    ("T", 9),
    ("r", 3),
    ("r_shape", 3),
    ("lengthDir", 3),
    ("widthDir", 3),
    ("length", 1),
    ("width", 1),
    ("height", 1),
    ("extra", 1),
    ("color", 3),
    ("specCoeff", 1),
];

fn text(fmu: &Fmu, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(fmu.bytes())).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn child<'a>(shape: Node<'a, 'a>, name: &str) -> Node<'a, 'a> {
    shape.children().find(|node| node.has_tag_name(name)).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn every_value_is_a_number_or_a_real_variable_of_the_fmu() {
    for name in ["double_pendulum.toml", "spring_pendulum.toml", "quadrotor.toml", "stewart_platform.toml"] {
        let options = BuildOptions { expose: Expose::All, initialize: true, ..build_options() };
        let fmu = Fmu::build(&example(name), &options).unwrap();
        let package = Package::from_bytes(fmu.bytes()).unwrap();
        let description = text(&fmu, "modelDescription.xml");
        let file = format!("{}_visual.xml", fmu.facts().model_identifier);
        let annotation = format!("<Visualization version=\"1\" file=\"{file}\"/>");
        assert!(description.contains("<Tool name=\"OpenModelica\">") && description.contains(&annotation));
        let scene = text(&fmu, &format!("resources/{file}"));
        let document = Document::parse(&scene).unwrap();
        assert!(document.root_element().has_tag_name("visualization"));
        let shapes: Vec<Node<'_, '_>> = document.root_element().children().filter(Node::is_element).collect();
        assert!(shapes.len() >= 3, "{name}: {}", shapes.len());
        for shape in shapes {
            assert!(shape.has_tag_name("shape"));
            assert!(child(shape, "ident").text().is_some() && child(shape, "type").text().is_some());
            for (name, count) in CHILDREN {
                let values: Vec<Node<'_, '_>> = child(shape, name).children().filter(Node::is_element).collect();
                assert_eq!(values.len(), count, "{name}");
                for value in values {
                    let text = value.text().unwrap();
                    match value.tag_name().name() {
                        "exp" => assert!(text.parse::<f64>().unwrap().is_finite()),
                        "cref" => {
                            let variable = package.description().find(text).unwrap_or_else(|| panic!("{text}"));
                            assert_eq!(variable.kind, Kind::Real, "{text}");
                        }
                        other => panic!("{other}"),
                    }
                }
            }
        }
    }
}

/// Where the origin of a shape is at the start, as the file and the variables of the FMU say.
#[test]
fn a_shape_is_where_its_frame_is() {
    let file = example("double_pendulum.toml");
    let fmu = Fmu::build(&file, &BuildOptions { initialize: true, ..build_options() }).unwrap();
    let scene = text(&fmu, "resources/DoublePendulum_visual.xml");
    let document = Document::parse(&scene).unwrap();
    let named = |node: &Node<'_, '_>| child(*node, "ident").text() == Some("elbow.cylinder");
    let shape = document.root_element().children().filter(Node::is_element).find(named).unwrap();
    let values = |name: &str| -> Vec<String> {
        let list = child(shape, name).children().filter(Node::is_element);
        list.map(|value| value.text().unwrap().to_owned()).collect()
    };
    let names = [values("r"), values("T")].concat();
    assert_eq!(names, frame("elbow.frame_a"));
    let number = |text: &String| text.parse::<f64>().unwrap();
    let origin: [f64; 3] = values("r_shape").iter().map(number).collect::<Vec<_>>().try_into().unwrap();
    let length = number(&values("length")[0]);
    // Half of the cylinder lies before the frame's origin.
    assert_eq!((origin, length), ([0.0, 0.0, -0.05], 0.1));
    let (_, first) = &rows(&file, 0.01, &names)[0];
    let at = in_world(first, origin);
    assert!(distance(at, [0.5 * 0.7_f64.cos(), 0.5 * 0.7_f64.sin(), -0.05]) < 1e-9, "{at:?}");
}
