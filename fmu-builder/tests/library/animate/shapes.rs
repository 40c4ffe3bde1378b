//! Shapes from STL and OBJ files: boxes that the tests write.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use compiler::model_file::ModelFile;
use fmu_builder::scene::{Drawable, Scene, SceneOptions, ShapeFolders};
use fmu_builder::{BuildOptions, Fmu, Sources, build_options};

use super::glb::Glb;
use super::{distance, options, pixels, validator};

type Point = [f32; 3];

/// The triangles of a box of 1 x 2 x 3 from the origin on, looking outwards.
pub fn block() -> Vec<[Point; 3]> {
    let corner = |k: usize| [(k & 1) as f32, (k >> 1 & 1) as f32 * 2.0, (k >> 2 & 1) as f32 * 3.0];
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    sides.iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]].map(|t| t.map(|k| corner(*k)))).collect()
}

/// Binary STL. Its header begins as that of a text, which is legal and common.
pub fn binary(triangles: &[[Point; 3]]) -> Vec<u8> {
    let mut bytes = b"solid part".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(u32::try_from(triangles.len()).unwrap().to_le_bytes());
    for triangle in triangles {
        let numbers = [[0.0; 3]].into_iter().chain(*triangle).flatten();
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
        bytes.extend([0, 0]);
    }
    bytes
}

fn ascii(triangles: &[[Point; 3]]) -> String {
    let mut text = "solid\n".to_owned();
    for triangle in triangles {
        text += "  facet normal 0 0 0\n    outer loop\n";
        triangle.iter().for_each(|[x, y, z]| writeln!(text, "      vertex {x:e} {y} {z}").unwrap());
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid\n"
}

/// The same box of six faces with four corners, named forwards and backwards.
const OBJ: &str = "# a box\nmtllib none.mtl\no box\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3\nvn 0 0 1\n\
                   usemtl grey\ns off\nf 1//1 3//1 4//1 2//1\nf 5 6 8 7\nf -8 -7 -3 \\\n -4\nf 3 7 8 4\nf 1/1 5/2 7/3 3/4\nf 2 4 8 6\n";

/// A turned body with a shape.
fn model(shape: &str) -> String {
    format!(
        "name = \"M\"\nconnections = [[\"world.frame_b\", \"arm.frame_a\"], [\"arm.frame_b\", \"tool.frame_a\"]]\n\
         [components.world]\nclass = \"World\"\n[components.arm]\nclass = \"Parts.FixedRotation\"\nr = [1, 0, 0]\nangle = 90\nn = [0, 0, 1]\n\
         [components.tool]\nclass = \"Parts.FixedTranslation\"\nr = [0, 0, 0]\nr_shape = [0.5, 0, 0]\nlengthDirection = [1, 0, 0]\n{shape}\n"
    )
}

/// A model file in a folder, with its shapes.
fn drawable(path: &Path, search: &[std::path::PathBuf]) -> Result<Drawable, String> {
    let (file, sources) = ModelFile::from_path(path).map_err(|error| error.to_string())?;
    let drawable = Drawable::new(&file).map_err(|error| format!("{:?}", error.0))?;
    drawable.with_shapes(&ShapeFolders::new(sources, search)).map_err(|error| error.to_string())
}

pub fn start(drawable: &Drawable) -> Scene {
    Scene::new(drawable, &SceneOptions { only_start: true, ..options(0.1) }, &mut |_| ()).unwrap()
}

/// Points and triangles of a shape.
fn mesh(glb: &Glb, node: usize) -> (Vec<[f64; 3]>, Vec<usize>) {
    let primitive = &glb.json["meshes"][glb.json["nodes"][node]["mesh"].as_u64().unwrap() as usize]["primitives"][0];
    let accessor = |value: &serde_json::Value| glb.numbers(value.as_u64().unwrap() as usize);
    let points = accessor(&primitive["attributes"]["POSITION"]);
    let indices = accessor(&primitive["indices"]).into_iter().map(|k| k as usize).collect();
    (points.chunks(3).map(|p| [p[0], p[1], p[2]]).collect(), indices)
}

/// The volume inside a closed surface in the world, by the divergence theorem.
fn volume(glb: &Glb, node: usize) -> f64 {
    let (points, indices) = mesh(glb, node);
    let points: Vec<[f64; 3]> = points.iter().map(|p| glb.point(node, 0.0, *p)).collect();
    let triple = |[a, b, c]: [[f64; 3]; 3]| {
        let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        a.iter().zip(cross).map(|(a, b)| a * b).sum::<f64>() / 6.0
    };
    indices.chunks(3).map(|t| triple([points[t[0]], points[t[1]], points[t[2]]])).sum()
}

#[test]
fn stl_and_obj_files_are_drawn_where_the_frame_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("shapes")).unwrap();
    fs::write(folder.path().join("shapes/binary.stl"), binary(&block())).unwrap();
    fs::write(folder.path().join("shapes/text.STL"), ascii(&block())).unwrap();
    fs::write(folder.path().join("shapes/box.obj"), OBJ).unwrap();
    for name in ["binary.stl", "text.STL", "box.obj"] {
        let path = folder.path().join("model.toml");
        fs::write(&path, model(&format!("shapeType = \"shapes/{name}\""))).unwrap();
        let scene = start(&drawable(&path, &[]).unwrap());
        assert!(!scene.notes().iter().any(|note| note.contains("shape")), "{:?}", scene.notes());
        let bytes = scene.to_glb();
        validator::validate(&bytes).unwrap();
        let glb = Glb::read(&bytes);
        let node = glb.shape("tool.shape");
        let (points, indices) = mesh(&glb, node);
        // Three normals at each corner: the edges are sharp.
        assert_eq!((points.len(), indices.len()), (24, 36), "{name}");
        assert!((volume(&glb, node) - 6.0).abs() < 1e-5, "{name}");
        // The frame is turned about z; the shape begins at {0.5, 0, 0} in it.
        for (own, expected) in
            [([0.0; 3], [1.0, 0.5, 0.0]), ([1.0, 2.0, 3.0], [-1.0, 1.5, 3.0]), ([1.0, 0.0, 0.0], [1.0, 1.5, 0.0])]
        {
            assert!(distance(glb.point(node, 0.0, own), expected) < 1e-6, "{name}: {own:?}");
        }
    }
}

/// With extra = 1 the sizes are factors, of which the length may mirror.
#[test]
fn sizes_scale_a_file_where_extra_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("box.obj"), OBJ).unwrap();
    let path = folder.path().join("model.toml");
    for (extra, factors, expected) in
        [(0, [9.0, 9.0, 9.0], 6.0), (1, [0.5, 2.0, 0.1], 0.6), (1, [-1.0, 1.0, 1.0], -6.0)]
    {
        let [length, width, height] = factors;
        let text = format!(
            "shapeType = \"box.obj\"\nextra = {extra}\nlength = {length:?}\nwidth = {width:?}\nheight = {height:?}"
        );
        fs::write(&path, model(&text)).unwrap();
        let glb = Glb::read(&start(&drawable(&path, &[]).unwrap()).to_glb());
        let found = volume(&glb, glb.shape("tool.shape"));
        assert!((found - expected).abs() < 1e-5, "{factors:?}: {found}");
    }
}

#[test]
fn addresses_name_packages() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for package in ["Lib/Resources", "Lib/models", "elsewhere/other pkg/meshes", "elsewhere/Deep/Inner"] {
        fs::create_dir_all(at(package)).unwrap();
    }
    fs::write(at("Lib/Resources/box.obj"), OBJ).unwrap();
    fs::write(at("elsewhere/other pkg/meshes/box.obj"), OBJ).unwrap();
    fs::write(at("elsewhere/Deep/Inner/box.obj"), OBJ).unwrap();
    let path = at("Lib/models/model.toml");
    let absolute = format!("file://{}", at("Lib/Resources/box.obj").display());
    let count = |address: &str, search: &[std::path::PathBuf]| {
        fs::write(&path, model(&format!("shapeType = \"{address}\""))).unwrap();
        start(&drawable(&path, search).unwrap()).notes().iter().filter(|note| note.contains("not drawn")).count()
    };
    // The folder that a model lies in needs no search.
    for address in
        ["modelica://Lib/Resources/box.obj", "package://Lib/Resources/box.obj", "../Resources/box.obj", &absolute]
    {
        assert_eq!(count(address, &[]), 0, "{address}");
    }
    // A class of a package lies in a folder or in a file of its package.
    let search = [at("elsewhere")];
    for address in [
        "package://other pkg/meshes/box.obj",
        "modelica://other%20pkg/meshes/box.obj",
        "modelica://Deep.Inner/box.obj",
        "modelica://Deep.Inner.Model/box.obj",
    ] {
        assert_eq!((count(address, &[]), count(address, &search)), (1, 0), "{address}");
    }
}

/// All that is missing is told in one text; a box is drawn in its place, where its size is known.
#[test]
fn missing_files_are_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.toml");
    let second = "shapeType = \"gone.stl\"\nlength = 0.3\nwidth = 0.2\nheight = 0.1\n[components.more]\nclass = \"Visualizers.FixedShape\"\n\
                  shapeType = \"modelica://Nowhere/part.dxf\"\nlength = 1\nwidth = 1\nheight = 1\nextra = 1\n\
                  [components.again]\nclass = \"Visualizers.FixedShape\"\nshapeType = \"gone.stl\"\nlength = 1\nwidth = 1\nheight = 1\n";
    let text = model(second)
        .replace("]]\n", "], [\"tool.frame_b\", \"more.frame_a\"], [\"tool.frame_b\", \"again.frame_a\"]]\n");
    fs::write(&path, text).unwrap();
    let scene = start(&drawable(&path, &[]).unwrap());
    let notes = scene.notes();
    let about: Vec<&String> = notes.iter().filter(|note| note.contains("not drawn")).collect();
    assert_eq!(about.len(), 1, "{notes:?}");
    let lines: Vec<&str> = about[0].lines().collect();
    assert_eq!(lines[0], "2 shape files are not drawn:");
    assert_eq!(lines[1], "  - gone.stl: there is no such file");
    assert!(lines[2].starts_with("  - modelica://Nowhere/part.dxf: there is no such file"), "{lines:?}");
    assert!(lines[3].contains("--shapes FOLDER"), "{lines:?}");
    let glb = Glb::read(&scene.to_glb());
    assert!((volume(&glb, glb.shape("tool.shape")) - 0.006).abs() < 1e-7);
    assert!(!glb.shapes().contains(&"more.shape".to_owned()));
}

#[test]
fn broken_files_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.toml");
    let mut cut = binary(&block());
    cut.truncate(500);
    cut[..5].copy_from_slice(b"SOLID");
    let mut not_finite = binary(&block());
    not_finite[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    let mut other = binary(&block());
    other[..5].copy_from_slice(b"part ");
    other.push(0);
    let text = ascii(&block());
    let flat = ascii(&[[[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]]);
    let cases: [(&str, Vec<u8>, &str); 12] = [
        ("a.stl", Vec::new(), "it is not an STL file"),
        ("b.stl", cut, "12 triangles are announced, for which a binary STL file has 684 bytes; this one has 500"),
        ("c.stl", other, "12 triangles are announced, for which a binary STL file has 684 bytes; this one has 685"),
        ("d.stl", not_finite, "triangle 1 has a coordinate that is not a finite number"),
        ("e.stl", text.replacen("1e0 0 0", "1e0 0 x", 1).into(), "line 13: `x` is not a coordinate"),
        (
            "f.stl",
            text.replacen("      vertex 0e0 0 0\n", "", 1).into(),
            "line 7: a facet has three corners, this one has 2",
        ),
        ("g.stl", text.replace("endsolid", "").into(), "the file ends before `endsolid`"),
        ("h.stl", flat.into(), "there is no triangle with an area"),
        ("i.obj", OBJ.replace("f 5 6 8 7", "f 5 6 8 9").into(), "line 16: `9` names none of the 8 points so far"),
        ("j.obj", OBJ.replace("f 5 6 8 7", "f 5 6").into(), "line 16: a face has three corners or more"),
        ("k.obj", OBJ.replace("v 1 2 3", "v 1 inf 3").into(), "line 11: `inf` is not a coordinate"),
        ("l.obj", b"\0\x01\xffPNG".to_vec(), "it is not an OBJ file"),
    ];
    for (name, bytes, expected) in cases {
        fs::write(folder.path().join(name), bytes).unwrap();
        fs::write(&path, model(&format!("shapeType = \"{name}\""))).unwrap();
        let message = drawable(&path, &[]).unwrap_err();
        assert!(message.starts_with(&format!("the shape of component `tool`: {name}: ")), "{message}");
        assert!(message.contains(expected), "{name}: {message}");
    }
}

/// Damage never ends in a panic.
#[test]
fn damaged_files_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.toml");
    for (name, bytes) in
        [("a.stl", binary(&block())), ("b.stl", ascii(&block()).into_bytes()), ("c.obj", OBJ.as_bytes().to_vec())]
    {
        fs::write(&path, model(&format!("shapeType = \"{name}\""))).unwrap();
        let (file, sources) = ModelFile::from_path(&path).unwrap();
        let (whole, folders) = (Drawable::new(&file).unwrap(), ShapeFolders::new(sources, &[]));
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] = changed[at].wrapping_mul(31).wrapping_add(at as u8);
            fs::write(folder.path().join(name), if at % 2 == 0 { &changed[..] } else { &changed[..at] }).unwrap();
            let _ = whole.clone().with_shapes(&folders);
        }
    }
}

/// Larger than short indices reach, and smooth: points are shared.
#[test]
fn large_surfaces_have_long_indices() {
    let (rings, sides) = (200, 400);
    let point = |i: usize, k: usize| {
        let (a, b) =
            (std::f32::consts::PI * i as f32 / rings as f32, std::f32::consts::TAU * (k % sides) as f32 / sides as f32);
        if i == 0 || i == rings { [0.0, 0.0, a.cos()] } else { [a.sin() * b.cos(), a.sin() * b.sin(), a.cos()] }
    };
    let cells = (0..rings).flat_map(|i| (0..sides).map(move |k| (i, k)));
    let triangles: Vec<[Point; 3]> = cells
        .flat_map(|(i, k)| {
            let [a, b, c, d] = [point(i, k), point(i + 1, k), point(i + 1, k + 1), point(i, k + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("ball.stl"), binary(&triangles)).unwrap();
    let path = folder.path().join("model.toml");
    fs::write(&path, model("shapeType = \"ball.stl\"")).unwrap();
    let bytes = start(&drawable(&path, &[]).unwrap()).to_glb();
    validator::validate(&bytes).unwrap();
    let glb = Glb::read(&bytes);
    let node = glb.shape("tool.shape");
    let (points, indices) = mesh(&glb, node);
    assert!(indices.iter().max() > Some(&0xffff) && points.len() < 85_000, "{}", points.len());
    assert!((volume(&glb, node) - 4.0 / 3.0 * std::f64::consts::PI).abs() < 2e-3);
}

#[test]
fn the_picture_of_an_fmu_shows_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("box.obj"), OBJ).unwrap();
    let path = folder.path().join("model.toml");
    fs::write(&path, model("shapeType = \"box.obj\"\ncolor = [200, 0, 200]")).unwrap();
    let (file, sources) = ModelFile::from_path(&path).unwrap();
    let picture = |sources: Sources| {
        let options = BuildOptions { initialize: true, shapes: ShapeFolders::new(sources, &[]), ..build_options() };
        let fmu = Fmu::build(&file, &options).unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(fmu.bytes().to_vec())).unwrap();
        let mut png = Vec::new();
        std::io::Read::read_to_end(&mut archive.by_name("model.png").unwrap(), &mut png).unwrap();
        let magenta = pixels(&png).2.iter().filter(|p| p[3] == 255 && p[0] > 90 && p[1] < 60 && p[2] > 90).count();
        (magenta, fmu.facts().missing_shapes.clone())
    };
    let (magenta, missing) = picture(sources);
    assert!(magenta > 5000 && missing.is_none(), "{magenta} {missing:?}");
    let (magenta, missing) = picture(Sources::default());
    assert!(magenta < 2000 && missing.is_some_and(|text| text.contains("box.obj")), "{magenta}");
}
