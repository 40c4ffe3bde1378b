//! Animations: poses in the file are those that the FMU reports; pages run in a browser; pictures are there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod glb;
mod khronos;
mod openmodelica;
mod robots;
mod shapes;
mod sizes;
mod travel;
mod validator;

use compiler::model_file::ModelFile;
use fmu_builder::host::{Package, Simulation, SimulationOptions};
use fmu_builder::scene::{Drawable, RunOptions, Scene, SceneOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, build_options};
use glb::Glb;
use std::path::{Path, PathBuf};
use support::cases;
use support::shared_folder::shared;

fn example(name: &str) -> ModelFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    ModelFile::from_path(&path).unwrap().0
}

fn options(stop_time: f64) -> SceneOptions {
    SceneOptions { run: RunOptions { stop_time: Some(stop_time), ..RunOptions::default() }, ..SceneOptions::default() }
}

fn scene(file: &ModelFile, stop_time: f64) -> Scene {
    Scene::new(&Drawable::new(file).unwrap(), &options(stop_time), &mut |_| ()).unwrap()
}

fn glb(file: &ModelFile, stop_time: f64) -> Glb {
    Glb::read(&scene(file, stop_time).to_glb())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// What the FMU reports at every row: time and the values of the columns.
fn rows(file: &ModelFile, stop_time: f64, names: &[String]) -> Vec<(f64, Vec<f64>)> {
    let fmu = Fmu::build(file, &BuildOptions { expose: Expose::All, ..build_options() }).unwrap();
    let package = Package::from_bytes(fmu.bytes()).unwrap();
    let options = SimulationOptions {
        run: RunOptions { stop_time: Some(stop_time), ..RunOptions::default() },
        variables: Some(names.to_vec()),
        ..SimulationOptions::default()
    };
    let mut rows = Vec::new();
    let simulation = Simulation::new(&package, &options).unwrap();
    simulation
        .run(&mut |time, values| {
            rows.push((time, values.to_vec()));
            Ok(())
        })
        .unwrap();
    rows
}

/// A frame as the FMU reports it: position and transformation matrix.
fn frame(name: &str) -> Vec<String> {
    let position = (1..=3).map(|k| format!("{name}.r_0[{k}]"));
    position.chain((1..=9).map(|k| format!("{name}.R.T[{},{}]", (k - 1) / 3 + 1, (k - 1) % 3 + 1))).collect()
}

/// A point that is fixed in a frame, in the world.
fn in_world(frame: &[f64], p: [f64; 3]) -> [f64; 3] {
    let t = &frame[3..];
    [0, 1, 2].map(|k| frame[k] + (0..3).map(|row| t[3 * row + k] * p[row]).sum::<f64>())
}

/// Two points of a shape, in its own coordinates and in those of a frame of the FMU.
struct Fixed {
    shape: &'static str,
    frame: &'static str,
    points: [([f64; 3], [f64; 3]); 2],
}

/// At every row the points of shapes are where the FMU's frames say: at keys to 1e-6, elsewhere within the bound of the keys.
fn poses_agree(file: &ModelFile, stop_time: f64, shapes: &[Fixed]) {
    let glb = glb(file, stop_time);
    for Fixed { shape, frame: name, points } in shapes {
        let node = glb.shape(shape);
        let (mut keys, mut worst) = (0, [0.0_f64; 2]);
        let rows = rows(file, stop_time, &frame(name));
        for (time, values) in &rows {
            let is_key = glb.is_key(node, *time);
            keys += usize::from(is_key);
            for (own, fixed) in points {
                let error = distance(glb.point(node, *time, *own), in_world(values, *fixed));
                let place = usize::from(!is_key);
                worst[place] = worst[place].max(error);
            }
        }
        assert!(keys >= 2 && keys <= rows.len(), "{shape}: {keys} keys");
        // Viewers take the shorter way round, and some go straight.
        assert!(glb.largest_turn(node) < 0.54, "{shape}: {} rad between keys", glb.largest_turn(node));
        assert!(worst[0] < 1e-6 && worst[1] < 4e-3, "{shape}: {worst:?} m");
    }
}

#[test]
fn bodies_and_joints_of_the_double_pendulum_are_where_the_fmu_says() {
    let file = example("double_pendulum.toml");
    let unit = |x| ([x, 0.0, 0.0], [0.5 * x, 0.0, 0.0]);
    let axis = |x: f64| ([x, 0.0, 0.0], [0.0, 0.0, 0.1 * (x - 0.5)]);
    let shapes = [
        Fixed { shape: "upper.shape", frame: "upper.frame_a", points: [unit(0.0), unit(1.0)] },
        Fixed { shape: "lower.shape", frame: "lower.frame_a", points: [unit(0.0), unit(1.0)] },
        Fixed { shape: "elbow.cylinder", frame: "elbow.frame_a", points: [axis(0.0), axis(1.0)] },
    ];
    poses_agree(&file, 1.5, &shapes);
}

#[test]
fn corners_of_a_free_body_are_where_the_fmu_says() {
    let text = "name = \"Free\"\n[components.world]\nclass = \"World\"\nn = [0.2, -0.3, -1]\n\
                [components.brick]\nclass = \"Parts.BodyBox\"\nr = [0.3, 0.1, 0]\nwidth = 0.1\nheight = 0.2\n\
                widthDirection = [0, 1, 0.5]\nr_0 = { start = [0.1, 0.2, 0.3], fixed = true }\nangles_fixed = true\n\
                angles_start = [0.3, -0.5, 1.1]\nw_0_fixed = true\nw_0_start = [3, 7, -2]\n";
    let file = ModelFile::from_toml(text).unwrap();
    // The axes of the shape as MultiBody.Visualizers.Advanced.Shape has them.
    let unit = |v: [f64; 3]| v.map(|x| x / distance(v, [0.0; 3]));
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let (x, w) = (unit([0.3, 0.1, 0.0]), [0.0, 1.0, 0.5]);
    let z = unit(cross(x, w));
    let y = cross(z, x);
    let length = distance([0.3, 0.1, 0.0], [0.0; 3]);
    let corner = |p: [f64; 3]| (p, [0, 1, 2].map(|k| length * p[0] * x[k] + 0.1 * p[1] * y[k] + 0.2 * p[2] * z[k]));
    let points = [corner([0.0, 0.5, -0.5]), corner([1.0, -0.5, 0.5])];
    poses_agree(&file, 1.0, &[Fixed { shape: "brick.shape", frame: "brick.frame_a", points }]);
    // Gravity points downwards.
    let n = unit([0.2, -0.3, -1.0]);
    assert!(distance(glb(&file, 0.1).upright(n), [0.0, -1.0, 0.0]) < 1e-6);
}

/// The default widthDirection is parallel to a shape along y, so that another direction stands for it.
#[test]
fn a_shape_along_its_width_direction_turns_with_its_body() {
    let text = "name = \"Turn\"\n\
                connections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bar.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\ngravityType = \"NoGravity\"\n\
                [components.rev]\nclass = \"Joints.Revolute\"\nw = { start = 1, fixed = true }\nphi.fixed = true\n\
                [components.bar]\nclass = \"Parts.BodyShape\"\nr = [0, 0.5, 0]\nr_CM = [0, 0.2, 0]\nm = 1\nwidth = 0.1\nheight = 0.1\n\
                shapeType = \"cone\"\n";
    let file = ModelFile::from_toml(text).unwrap();
    // Slow enough that nothing else turns by 30 degrees from row to row.
    let run = RunOptions { stop_time: Some(6.4), step_size: Some(0.0035), ..RunOptions::default() };
    let options = SceneOptions { run, ..SceneOptions::default() };
    let scene = Scene::new(&Drawable::new(&file).unwrap(), &options, &mut |_| ()).unwrap();
    assert_eq!(scene.notes(), [""; 0]);
    // MultiBody.Visualizers.Advanced.Shape: the width is along x where the length is along y.
    let corner = |p: [f64; 3]| (p, [0.1 * p[1], 0.5 * p[0], -0.1 * p[2]]);
    let points = [corner([0.0, 0.5, 0.5]), corner([1.0, -0.5, 0.5])];
    poses_agree(&file, 6.4, &[Fixed { shape: "bar.shape", frame: "bar.frame_a", points }]);
}

#[test]
fn a_spring_reaches_from_frame_to_frame() {
    let file = example("spring_pendulum.toml");
    let glb = glb(&file, 2.0);
    let node = glb.shape("spring.coil");
    let names = [frame("spring.frame_a"), frame("spring.frame_b")].concat();
    let mut longest = 0.0_f64;
    for (time, values) in rows(&file, 2.0, &names) {
        let (a, b) = (in_world(&values[..12], [0.0; 3]), in_world(&values[12..], [0.0; 3]));
        let tolerance = if glb.is_key(node, time) { 1e-6 } else { 2e-3 };
        let length = glb.weight(node, time);
        assert!((length - distance(a, b)).abs() < tolerance, "{time}: {length}");
        assert!(distance(glb.point(node, time, [length, 0.0, 0.0]), b) < 2.0 * tolerance, "{time}");
        longest = longest.max(length);
    }
    assert!(longest > 0.5, "{longest}");
}

#[test]
fn arrows_are_as_long_as_forces_by_their_scale() {
    let text = "name = \"Push\"\nconnections = [[\"push.frame_b\", \"body.frame_a\"], [\"wave.y\", \"push.force[2]\"]]\n\
                [components.world]\nclass = \"World\"\ngravityType = \"NoGravity\"\ndefaultN_to_m = 40\n\
                [components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [0.1, 0, 0]\n\
                [components.push]\nclass = \"Forces.WorldForce\"\n\
                [components.wave]\nclass = \"Blocks.Sources.Sine\"\namplitude = 20\nf = 1\n";
    let file = ModelFile::from_toml(text).unwrap();
    let glb = glb(&file, 0.9);
    let (shaft, head) = (glb.shape("push.forceArrow"), glb.shape("push.forceArrow.head"));
    let columns = [frame("push.frame_b"), vec!["push.force[2]".to_owned()]].concat();
    for (time, values) in rows(&file, 0.9, &columns) {
        if !glb.is_key(shaft, time) || !glb.is_key(head, time) {
            continue;
        }
        let (force, at) = (values[12], in_world(&values, [0.0; 3]));
        if force.abs() < 8.0 {
            // Shorter than its head, or not seen at all.
            continue;
        }
        // It ends where it acts, and comes from where the force points away from.
        assert!(distance(glb.point(head, time, [1.0, 0.0, 0.0]), at) < 1e-5, "{time}");
        let tail = [at[0], at[1] - force / 40.0, at[2]];
        assert!(distance(glb.point(shaft, time, [0.0; 3]), tail) < 1e-5, "{time}: {force}");
    }
}

/// Shapes and arrows that only visualizers show, on a frame that is at rest.
#[test]
fn visualizers_have_the_size_that_the_model_says() {
    let text = "name = \"V\"\nconnections = [[\"world.frame_b\", \"cone.frame_a\"], [\"world.frame_b\", \"rod.frame_a\"], \
                [\"world.frame_b\", \"arrow.frame_a\"], [\"rod.frame_b\", \"ball.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\n\
                [components.cone]\nclass = \"Visualizers.FixedShape\"\nshapeType = \"cone\"\nlength = 0.3\nwidth = 0.2\nheight = 0.2\n\
                [components.rod]\nclass = \"Visualizers.FixedShape2\"\nr = [0, 0.5, 0]\n\
                [components.ball]\nclass = \"Visualizers.FixedShape\"\nshapeType = \"sphere\"\nlength = 0.1\nwidth = 0.1\nheight = 0.1\n\
                [components.arrow]\nclass = \"Visualizers.SignalArrow\"\n\
                [inputs]\nreach = { variable = \"arrow.r_head\", start = [0, 0, 0.4] }\n";
    let glb = glb(&ModelFile::from_toml(text).unwrap(), 0.01);
    let scaled = |name: &str, expected: [f64; 3]| {
        let scale = glb.scale(glb.shape(name), 0.0);
        assert!(scale.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{name}: {scale:?}");
    };
    scaled("cone.shape", [0.3, 0.2, 0.2]);
    scaled("rod.shape", [0.5, 0.1, 0.1]);
    assert_eq!(glb.shapes().iter().filter(|name| name.starts_with("arrow.")).count(), 2, "{:?}", glb.shapes());
}

#[test]
fn parts_that_move_together_share_a_body() {
    let scene = scene(&example("double_pendulum.toml"), 1.0);
    let [shapes, moving, rows] = scene.counts();
    assert!(shapes >= 14 && rows == 101, "{shapes} {rows}");
    // Two bars, and the arrow to the tip.
    assert_eq!(moving, 3);
}

/// All models in a folder.
fn models(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml" || extension == "json"));
    paths.sort();
    paths
}

/// A file that is well-formed for both readers.
fn sound(name: &Path, bytes: &[u8]) -> Glb {
    validator::validate(bytes).unwrap_or_else(|fault| panic!("{}: {fault}", name.display()));
    Glb::read(bytes)
}

/// A damaged file is found out.
#[test]
fn the_validator_finds_what_is_wrong() {
    let bytes = scene(&example("double_pendulum.toml"), 0.1).to_glb();
    validator::validate(&bytes).unwrap();
    let replaced = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
        let mut damaged = bytes.clone();
        damaged[at..at + to.len()].copy_from_slice(to.as_bytes());
        validator::validate(&damaged).unwrap_err()
    };
    replaced("\"POSITION\"", "\"PONITION\"");
    replaced("\"componentType\":5126", "\"componentType\":5199");
    replaced("\"path\":\"rotation\"", "\"path\":\"ratotion\"");
    assert!(validator::validate(&bytes[..bytes.len() - 4]).is_err());
}

/// Every example, and all reference models, which run for two steps.
#[test]
fn files_of_all_examples_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let examples = models(&root.join("examples"));
    assert!(!examples.is_empty());
    for path in examples {
        let (file, _) = ModelFile::from_path(&path).unwrap();
        let glb = sound(&path, &scene(&file, 0.1).to_glb());
        // Shafts and masses on a line are not in space.
        let is_in_space = file.components.iter().any(|component| component.class.value == "World");
        assert!(glb.shapes().len() > 6 || !is_in_space, "{}", path.display());
    }
    for path in shared("reference/models").map(|folder| models(&folder)).unwrap_or_default() {
        let (file, _) = ModelFile::from_path(&path).unwrap();
        let Ok(drawable) = Drawable::new(&file) else { continue };
        let experiment = &drawable.model().experiment;
        let (stop_time, step_size) = (Some(experiment.start() + 2e-3), Some(1e-3));
        let run = RunOptions { stop_time, step_size, ..RunOptions::default() };
        let scene = Scene::new(&drawable, &SceneOptions { run, ..SceneOptions::default() }, &mut |_| ());
        sound(&path, &scene.unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_glb());
    }
}

#[test]
fn files_are_small() {
    let page = scene(&example("double_pendulum.toml"), 5.0).to_html().unwrap();
    assert!(page.len() < 200_000, "{}", page.len());
    // Twenty shapes for 10 s.
    let glb = scene(&example("quadrotor.toml"), 10.0).to_glb();
    assert!(glb.len() < 200_000, "{}", glb.len());
    let glb = scene(&example("spring_pendulum.toml"), 10.0).to_glb();
    assert!(glb.len() < 200_000, "{}", glb.len());
}

/// The page of a chain of ten bodies over 10 s; `benches/build.rs` has its time.
#[test]
fn the_page_of_ten_bodies_has_less_than_a_megabyte() {
    let page = scene(&cases::boxes(10), 10.0).to_html().unwrap();
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn an_fmu_brings_its_pictures_along() {
    let text = "name = \"P\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"]]\n\
                [components.world]\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n\
                [components.body]\nclass = \"Parts.BodyShape\"\nr = [0.5, 0, 0]\nr_CM = [0.25, 0, 0]\nm = 1\n\
                color = [12, 34, 56]\nanimateSphere = false\n";
    let file = ModelFile::from_toml(text).unwrap();
    // Even when it shows nothing but its interface.
    let fmu = Fmu::build(&file, &BuildOptions { expose: Expose::Interface, ..build_options() }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.fmu");
    fmu.write(&path).unwrap();
    let from_fmu = Drawable::from_fmu(&path).unwrap();
    let run = |drawable: &Drawable| Scene::new(drawable, &options(0.3), &mut |_| ()).unwrap().to_glb();
    assert_eq!(run(&from_fmu), run(&Drawable::new(&file).unwrap()));
    let mut archive = zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
    let mut model = String::new();
    std::io::Read::read_to_string(&mut archive.by_name("resources/model.json").unwrap(), &mut model).unwrap();
    assert!(!model.contains("animateSphere"), "the runtime does not know it");
}

/// Width, height and pixels of a PNG.
fn pixels(png: &[u8]) -> (u32, u32, Vec<[u8; 4]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes.chunks(4).map(|p| p.try_into().unwrap()).collect())
}

#[test]
fn pictures_show_the_mechanism_and_follow_time() {
    let file = example("double_pendulum.toml");
    let start = scene(&file, 1.0).to_png(None, [160, 120]).unwrap();
    let (width, height, points) = pixels(&start);
    assert_eq!((width, height), (160, 120));
    let like = |is: fn(&[u8; 4]) -> bool| points.iter().filter(|p| p[3] > 200 && is(p)).count();
    // Blue bodies, red joints, a green arrow of gravity, black axes, and nothing around them.
    assert!(like(|p| p[2] > 120 && p[0] < 90) > 100, "bodies");
    assert!(like(|p| p[0] > 120 && p[1] < 110 && p[2] < 110) > 10, "joints");
    assert!(like(|p| p[1] > 100 && p[0] < 90 && p[2] < 90) > 5, "gravity");
    assert!(points[0][3] == 0 && points.iter().filter(|p| p[3] == 0).count() > 8000);
    let later = scene(&file, 1.0).to_png(Some(1.0), [160, 120]).unwrap();
    assert_ne!(start, later);
    assert_eq!(start, scene(&file, 1.0).to_png(None, [160, 120]).unwrap());
}

#[test]
fn an_fmu_has_a_picture_of_its_own_mechanism() {
    let picture = |name: &str| {
        let options = BuildOptions { initialize: true, ..build_options() };
        let fmu = Fmu::build(&example(name), &options).unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(fmu.bytes())).unwrap();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut archive.by_name("model.png").unwrap(), &mut bytes).unwrap();
        bytes
    };
    let (pendulum, quadrotor) = (picture("double_pendulum.toml"), picture("quadrotor.toml"));
    assert_ne!(pendulum, quadrotor);
    // One byte for a pixel, in colours near to those of the scene.
    assert_eq!(
        png::Decoder::new(std::io::Cursor::new(&pendulum)).read_info().unwrap().info().color_type,
        png::ColorType::Indexed
    );
    let start = SceneOptions { only_start: true, ..SceneOptions::default() };
    let scene = Scene::new(&Drawable::new(&example("double_pendulum.toml")).unwrap(), &start, &mut |_| ()).unwrap();
    let exact = pixels(&scene.to_png(None, [320, 240]).unwrap());
    let (width, height, points) = pixels(&pendulum);
    assert_eq!((width, height), (exact.0, exact.1));
    for (colour, exact) in points.iter().zip(&exact.2) {
        let error = colour.iter().zip(exact).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
        assert!(error <= 8 && (colour[3] == 0) == (exact[3] == 0), "{colour:?} {exact:?}");
    }
    assert_eq!(pendulum, picture("double_pendulum.toml"));
    assert!(pendulum.len() < 20_000, "{}", pendulum.len());
}

#[test]
fn graphic_parameters_may_have_units() {
    let text = "name = \"U\"\n[components.world]\nclass = \"World\"\n[components.ball]\nclass = \"Parts.PointMass\"\nm = 1\n\
                sphereDiameter = \"25 cm\"\n";
    let glb = glb(&ModelFile::from_toml(text).unwrap(), 0.01);
    let scale = glb.scale(glb.shape("ball.sphere"), 0.0);
    assert!(scale.iter().all(|x| (x - 0.25).abs() < 1e-7), "{scale:?}");
    let wrong = ModelFile::from_toml(&text.replace("25 cm", "25 kg")).unwrap();
    let problem = Drawable::new(&wrong).unwrap_err();
    assert!(problem.0.iter().any(|p| p.problem.to_string().contains("sphereDiameter")), "{:?}", problem.0);
}
