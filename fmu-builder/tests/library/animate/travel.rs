//! Files of shapes go along inside the FMU: it shows them where the files are not.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::Path;

use compiler::model_file::ModelFile;
use fmu_builder::scene::{Drawable, ShapeFolders};
use fmu_builder::{BuildOptions, Fmu, build_options};

use zip::ZipArchive;

use super::shapes::{binary, block, start};

/// Two shapes of one name, one that is there twice, one that only OpenModelica's animation draws, and one that nobody does.
const MODEL: &str = "name = \"Robot\"\n\
    connections = [[\"world.frame_b\", \"a.frame_a\"], [\"world.frame_b\", \"b.frame_a\"], [\"world.frame_b\", \"c.frame_a\"], \
    [\"world.frame_b\", \"d.frame_a\"], [\"world.frame_b\", \"e.frame_a\"]]\n\
    [components.world]\nclass = \"World\"\n\
    [components.a]\nclass = \"Parts.FixedTranslation\"\nr = [1, 0, 0]\nshapeType = \"left/part.stl\"\n\
    [components.b]\nclass = \"Parts.FixedTranslation\"\nr = [2, 0, 0]\nshapeType = \"right/part.stl\"\n\
    [components.c]\nclass = \"Parts.FixedTranslation\"\nr = [3, 0, 0]\nshapeType = \"right/part.stl\"\n\
    [components.d]\nclass = \"Parts.FixedTranslation\"\nr = [4, 0, 0]\nshapeType = \"part.dxf\"\n\
    [components.e]\nclass = \"Parts.FixedTranslation\"\nr = [5, 0, 0]\nshapeType = \"part.dae\"\n";

fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn shape_files<R: Read + Seek>(archive: &ZipArchive<R>) -> BTreeSet<String> {
    let names = archive.file_names().map(|name| name.unwrap().into_owned());
    names.filter(|name| name.contains("shapes/")).collect()
}

#[test]
fn an_fmu_shows_its_files_on_another_machine() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let larger = block().iter().map(|triangle| triangle.map(|point| point.map(|x| 2.0 * x))).collect::<Vec<_>>();
    write(&here.path().join("left/part.stl"), &binary(&block()));
    write(&here.path().join("right/part.stl"), &binary(&larger));
    write(&here.path().join("part.dxf"), b"0\nEOF\n");
    write(&here.path().join("part.dae"), b"<COLLADA/>");
    let path = here.path().join("robot.toml");
    fs::write(&path, MODEL).unwrap();
    let (file, sources) = ModelFile::from_path(&path).unwrap();
    let shapes = ShapeFolders::new(sources, &[]);
    let expected = start(&Drawable::new(&file).unwrap().with_shapes(&shapes).unwrap());
    let fmu = Fmu::build(&file, &BuildOptions { initialize: true, shapes, ..build_options() }).unwrap();
    let fmu_path = there.path().join("robot.fmu");
    fmu.write(&fmu_path).unwrap();
    here.close().unwrap();

    let mut archive = ZipArchive::new(File::open(&fmu_path).unwrap()).unwrap();
    let files: BTreeSet<String> = shape_files(&archive);
    let names = ["resources/shapes/part.dxf", "resources/shapes/part.stl", "resources/shapes/part_2.stl"];
    assert_eq!(files, names.map(str::to_owned).into());
    let mut scene = String::new();
    archive.by_name("resources/Robot_visual.xml").unwrap().read_to_string(&mut scene).unwrap();
    for (name, count) in [("part.stl", 1), ("part_2.stl", 2), ("part.dxf", 1), ("part.dae", 0)] {
        assert_eq!(scene.matches(&format!("<type>file://shapes/{name}</type>")).count(), count, "{name}");
    }

    let folders = ShapeFolders { fmu: Some(fmu_path.clone()), ..ShapeFolders::default() };
    let scene = start(&Drawable::from_fmu(&fmu_path).unwrap().with_shapes(&folders).unwrap());
    assert_eq!(scene.to_glb(), expected.to_glb());
    let notes = scene.notes().join("\n");
    assert!(notes.contains("part.dxf: only STL and OBJ files are read"), "{notes}");
    assert!(!notes.contains("part.stl") && !notes.contains("part_2.stl"), "{notes}");
    let before = expected.notes().join("\n");
    assert!(before.contains("part.dae: COLLADA files are not read: convert it to STL or OBJ"), "{before}");
}

/// An FMU that was built without its files has none, and two builds have the same ones.
#[test]
fn files_that_are_not_there_are_not_in_the_fmu() {
    let file = ModelFile::from_toml(MODEL).unwrap();
    let build = || Fmu::build(&file, &BuildOptions { initialize: true, ..build_options() }).unwrap();
    let (first, second) = (build(), build());
    assert_eq!(first.bytes(), second.bytes());
    let archive = ZipArchive::new(std::io::Cursor::new(first.bytes())).unwrap();
    assert!(shape_files(&archive).is_empty());
}
