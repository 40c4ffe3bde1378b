//! What follows the size of the mechanism, or is drawn beside it: axes, arrows, planes, ropes, and units of curves.

use super::{distance, glb, options};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use compiler::model_file::ModelFile;
use fmu_builder::scene::{Drawable, Scene};
use fmu_builder::{Fmu, build_options};
use serde_json::Value;
use std::io::Read;

/// A bar of this length under a force, whose shapes are as small; World gets more lines.
fn bar(length: f64, world: &str) -> ModelFile {
    let (width, force) = (length / 10.0, length * length * length);
    let text = format!(
        "name = \"Bar\"\n\
         connections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bar.frame_a\"], [\"bar.frame_b\", \"push.frame_b\"]]\n\
         [components.world]\nclass = \"World\"\n{world}\n\
         [components.rev]\nclass = \"Joints.Revolute\"\ncylinderLength = {width}\ncylinderDiameter = {width}\n\
         [components.bar]\nclass = \"Parts.BodyShape\"\nr = [{length}, 0, 0]\nr_CM = [{length}, 0, 0]\nm = 1\nanimateSphere = false\n\
         [components.push]\nclass = \"Forces.WorldForce\"\n\
         [inputs]\nforce = {{ variable = \"push.force\", start = [0, {force}, 0] }}\n"
    );
    ModelFile::from_toml(&text).unwrap()
}

/// Length of the x axis, and diameter of the arrow of the force.
fn sizes(file: &ModelFile) -> [f64; 2] {
    let glb = glb(file, 0.001);
    let tip = glb.point(glb.shape("world.axes.x.head"), 0.0, [1.0, 0.0, 0.0]);
    [distance(tip, [0.0; 3]), glb.scale(glb.shape("push.forceArrow"), 0.0)[1]]
}

#[test]
fn axes_and_arrows_are_in_proportion_to_the_mechanism() {
    let ([axis, arrow], [small_axis, small_arrow]) = (sizes(&bar(1.0, "")), sizes(&bar(0.05, "")));
    assert!(axis > 0.2 && axis < 0.6 && arrow > 0.005 && arrow < 0.05, "{axis} {arrow}");
    assert!((small_axis / axis - 0.05).abs() < 1e-3, "{axis} {small_axis}");
    assert!((small_arrow / arrow - 0.05).abs() < 1e-3, "{arrow} {small_arrow}");
}

#[test]
fn sizes_that_the_model_gives_hold() {
    let [axis, arrow] = sizes(&bar(0.05, "nominalLength = 1\ndefaultN_to_m = 1e-4"));
    assert!((axis - 0.5).abs() < 1e-6 && (arrow - 0.025).abs() < 1e-6, "{axis} {arrow}");
    let [axis, _] = sizes(&bar(0.05, "axisLength = 0.3"));
    assert!((axis - 0.3).abs() < 1e-6, "{axis}");
    let [_, arrow] = sizes(&bar(0.05, "defaultArrowDiameter = 0.002"));
    assert!((arrow - 0.002).abs() < 1e-6, "{arrow}");
}

#[test]
fn the_plane_of_a_contact_lies_under_the_ball_on_its_way() {
    let text = "name = \"Ball\"\n\
                connections = [[\"slope.frame_b\", \"floor.frame_a\"], [\"world.frame_b\", \"slope.frame_a\"], \
                [\"floor.frame_b\", \"ball.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\n\
                [components.slope]\nclass = \"Parts.FixedRotation\"\nr = [0, 0.2, 0]\nn = [0, 0, 1]\nangle = \"30 deg\"\nanimation = false\n\
                [components.floor]\nclass = \"MultibodyFmu.PlaneContact\"\nradius = 0.1\nc = 1e4\nd = 50\ncolor = [255, 0, 255]\n\
                [components.ball]\nclass = \"Parts.PointMass\"\nm = 1\nr_0 = { start = [5, 4, 0], fixed = true }\n\
                v_0 = { start = [-2, 0, 1], fixed = true }\n";
    let glb = glb(&ModelFile::from_toml(text).unwrap(), 0.8);
    let plane = glb.shape("floor.plane");
    let normal = [-0.5, 0.75_f64.sqrt(), 0.0];
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let corner = |x: f64, y: f64| glb.point(plane, 0.0, [x, y, 0.0]);
    for (x, y) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)] {
        let [a, b, c] = corner(x, y);
        assert!(dot([a, b - 0.2, c], normal).abs() < 1e-5, "{a} {b} {c}");
    }
    let (middle, edges) = (corner(0.0, 0.0), [corner(0.5, 0.0), corner(0.0, 0.5)]);
    let ball = glb.shape("ball.sphere");
    for time in [0.0, 0.4, 0.8] {
        let at = glb.point(ball, time, [0.5, 0.0, 0.0]);
        let way = [0, 1, 2].map(|k| at[k] - middle[k]);
        for edge in edges {
            let half = [0, 1, 2].map(|k| edge[k] - middle[k]);
            assert!(dot(way, half).abs() < dot(half, half), "{time}: {at:?}");
        }
    }
}

/// A load that is thrown up on a rope.
#[test]
fn a_slack_rope_hangs_between_its_ends() {
    let text = "name = \"Throw\"\nconnections = [[\"world.frame_b\", \"rope.frame_a\"], [\"rope.frame_b\", \"load.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\nn = [0, 0, -1]\n\
                [components.rope]\nclass = \"MultibodyFmu.Rope\"\nlength = 2\nc = 1e4\nd = 100\ncolor = [10, 20, 30]\n\
                [components.load]\nclass = \"Parts.PointMass\"\nm = 10\nr_0 = { start = [1, 0, -1], fixed = true }\n\
                v_0 = { start = [0, 0, 3], fixed = true }\n";
    let model = |text: &str| ModelFile::from_toml(text).unwrap();
    let slack = glb(&model(text), 0.5);
    let load = slack.shape("load.sphere");
    let end =
        |piece: usize, x: f64, time: f64| slack.point(slack.shape(&format!("rope.rope{piece}")), time, [x, 0.0, 0.0]);
    for time in [0.0, 0.2, 0.5] {
        let pieces: Vec<_> = (1..=16).map(|piece| [end(piece, 0.0, time), end(piece, 1.0, time)]).collect();
        let at = slack.point(load, time, [0.5, 0.0, 0.0]);
        assert!(distance(pieces[0][0], [0.0; 3]) < 5e-3 && distance(pieces[15][1], at) < 5e-3, "{time}: {pieces:?}");
        let own: f64 = pieces.iter().map(|[a, b]| distance(*a, *b)).sum();
        assert!((own - 2.0).abs() < 0.02, "{time}: {own} m of 2 m");
        let lowest = pieces.iter().map(|[_, b]| b[2]).fold(f64::MAX, f64::min);
        assert!(lowest < at[2].min(0.0) - 0.05, "{time}: {lowest}, {at:?}");
    }
    // One that is taut all the time is one piece.
    let taut = glb(&model(&text.replace("[1, 0, -1]", "[0, 0, -2.1]").replace("[0, 0, 3]", "[0, 0, 0]")), 0.001);
    assert_eq!(taut.shapes().iter().filter(|name| name.starts_with("rope.")).collect::<Vec<_>>(), ["rope.rope"]);
}

/// Times and curves of a page.
fn data(page: &str) -> Value {
    let begin = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let packed = BASE64_STANDARD.decode(&page[begin..begin + page[begin..].find('<').unwrap()]).unwrap();
    let mut text = String::new();
    flate2::read::DeflateDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn curves_are_in_display_units() {
    let text = "name = \"Swing\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bar.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\n\
                [components.rev]\nclass = \"Joints.Revolute\"\nphi = { start = 0.25, unit = \"rev\", fixed = true }\n\
                [components.bar]\nclass = \"Parts.BodyShape\"\nr = [0.5, 0, 0]\nr_CM = [0.25, 0, 0]\nm = 1\n\
                [outputs]\nangle = \"rev.phi\"\nheight = { variable = \"bar.frame_b.r_0[2]\", displayUnit = \"mm\" }\n";
    let file = ModelFile::from_toml(text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("swing.fmu");
    Fmu::build(&file, &build_options()).unwrap().write(&path).unwrap();
    for drawable in [Drawable::new(&file).unwrap(), Drawable::from_fmu(&path).unwrap()] {
        let data = data(&Scene::new(&drawable, &options(0.01), &mut |_| ()).unwrap().to_html().unwrap());
        let first = |name: &str| {
            let curve = data["curves"].as_array().unwrap().iter().find(|curve| curve["name"] == name).unwrap();
            (curve["unit"].as_str().unwrap().to_owned(), curve["values"][0].as_f64().unwrap())
        };
        let (unit, angle) = first("angle");
        assert!(unit == "deg" && (angle - 90.0).abs() < 1e-4, "{angle} {unit}");
        let (unit, height) = first("height");
        assert!(unit == "mm" && (height - 500.0).abs() < 1e-3, "{height} {unit}");
    }
}
