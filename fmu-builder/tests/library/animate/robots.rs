//! Meshes of robots: one that the test writes, and those of the pip package example-robot-data where it is.

use std::fs;
use std::path::Path;

use compiler::model_file::SourceText;
use fmu_builder::Sources;
use fmu_builder::scene::{Drawable, ShapeFolders};
use fmu_builder::urdf::{self, UrdfOptions};

use super::glb::Glb;
use super::shapes::{binary, block, start};
use super::{distance, validator};

/// A robot as the command line reads it.
fn robot(path: &Path) -> (Drawable, Vec<String>, Sources) {
    let source = SourceText::read(path).unwrap();
    let (robot, source) = urdf::read(source, &UrdfOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    (Drawable::new(&robot.file).unwrap_or_else(|e| panic!("{:?}", e.0)), robot.warnings, source.into())
}

#[test]
fn meshes_of_robots_are_where_their_links_are() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("arm_description/urdf")).unwrap();
    fs::create_dir_all(folder.path().join("arm_description/meshes")).unwrap();
    fs::write(folder.path().join("arm_description/meshes/box.stl"), binary(&block())).unwrap();
    let path = folder.path().join("arm_description/urdf/arm.urdf");
    let text = |scale: &str| {
        format!(
            "<robot name='arm'><link name='base'/><link name='arm'><inertial><mass value='1'/>\
             <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>\
             <visual><origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/><geometry>\
             <mesh filename='package://arm_description/meshes/box.stl'{scale}/></geometry></visual>\
             <visual><geometry><mesh filename='package://arm_description/meshes/box.dae'/></geometry></visual></link>\
             <joint name='turn' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='2 0 0'/><axis xyz='0 0 1'/>\
             <limit effort='1' velocity='1' lower='-1' upper='1'/></joint></robot>"
        )
    };
    for (scale, factors) in [
        ("", [1.0, 1.0, 1.0]),
        (" scale='0.001 0.001 0.001'", [1e-3; 3]),
        (" scale='1 -1 1'", [1.0, -1.0, 1.0]),
        (" scale='-1 2 -3'", [-1.0, 2.0, -3.0]),
        (" scale='1 1 -0.5'", [1.0, 1.0, -0.5]),
    ] {
        fs::write(&path, text(scale)).unwrap();
        let (drawable, warnings, sources) = robot(&path);
        assert!(
            warnings.iter().any(|warning| warning.starts_with("not drawn: meshes in .dae files (1): convert them")),
            "{warnings:?}"
        );
        let scene = start(&drawable.with_shapes(&ShapeFolders::new(sources, &[])).unwrap());
        let bytes = scene.to_glb();
        validator::validate(&bytes).unwrap();
        let glb = Glb::read(&bytes);
        let node = glb.shape("arm_visual.shape");
        // The visual's origin is turned by 90 degrees about z.
        for own in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]] {
            let [x, y, z] = [own[0] * factors[0], own[1] * factors[1], own[2] * factors[2]];
            assert!(distance(glb.point(node, 0.0, own), [2.0 - y, x, 1.0 + z]) < 1e-6, "{scale}: {own:?}");
        }
    }
}

/// The Python that has the robots, as for the comparison with Pinocchio.
fn robots() -> Option<std::path::PathBuf> {
    if let Some(folder) = std::env::var_os("MULTIBODY_ROBOTS") {
        return Some(folder.into());
    }
    let find = "import importlib.metadata as m\n\
                print(next(str(f.locate()) for f in m.files('example-robot-data') if str(f).endswith('.urdf')).split('/robots/')[0] + '/robots')";
    let python = std::env::var_os("MULTIBODY_PYTHON").unwrap_or_else(|| "python3".into());
    let output = std::process::Command::new(python).args(["-c", find]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().into())
}

#[test]
fn robots_show_their_meshes() {
    let Some(folder) = robots() else {
        println!(
            "skipped: no pip package example-robot-data on this machine (MULTIBODY_PYTHON or MULTIBODY_ROBOTS names it)"
        );
        return;
    };
    let mut seen = 0;
    for name in [
        "z1_description/urdf/z1.urdf",
        "panda_description/urdf/panda.urdf",
        "tiago_description/robots/tiago.urdf",
        "romeo_description/urdf/romeo.urdf",
        "hector_description/robots/quadrotor_base.urdf",
        "solo_description/robots/solo12.urdf",
        "talos_data/robots/talos_reduced.urdf",
        "icub_description/robots/icub.urdf",
    ] {
        let path = folder.join(name);
        if !path.is_file() {
            continue;
        }
        let (drawable, _, sources) = robot(&path);
        let drawable =
            drawable.with_shapes(&ShapeFolders::new(sources, &[])).unwrap_or_else(|error| panic!("{name}: {error}"));
        let scene = start(&drawable);
        let about = scene.notes().into_iter().find(|note| note.contains("not drawn"));
        assert_eq!(about, None, "{name}");
        let bytes = scene.to_glb();
        validator::validate(&bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let visuals = Glb::read(&bytes).shapes().iter().filter(|shape| shape.contains("_visual")).count();
        seen += visuals;
    }
    assert!(seen > 50, "{seen} shapes in {}", folder.display());
}
