//! The initial values of the reference models.

use super::*;

/// Folder with the shared reference data; none, with a message, when it is not there (a failure in continuous integration).
fn shared() -> Option<PathBuf> {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("MULTIBODY_SHARED").map_or_else(default, PathBuf::from).join("reference");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(!std::env::var("CI").is_ok_and(|ci| ci == "true"), "no reference data at {}", folder.display());
    eprintln!("skipped: no reference data at {}", folder.display());
    None
}

#[test]
fn initial_values_of_the_reference_models() {
    let Some(folder) = shared() else { return };
    for name in [
        "Modelica.Mechanics.MultiBody.Examples.Elementary.InitSpringConstant",
        "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulumInitTip",
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses2",
        "ModelicaTest.MultiBody.Forces.Spring",
        "ModelicaTest.MultiBody.Joints.PrismaticInit",
        "ModelicaTest.MultiBody.Joints.RevoluteInitialization",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit2",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit4",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit5",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("models/{name}.json"))).unwrap();
        let model = Arc::new(Model::compile(&ModelFile::from_json(&text).unwrap()).unwrap());
        let mut run = Run { instance: Instance::new(Arc::clone(&model)), model };
        run.enter();
        run.instance.exit_initialization_mode().unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = std::fs::read_to_string(folder.join(format!("results/{name}.csv"))).unwrap();
        let mut lines = table.lines();
        let names: Vec<&str> = lines.next().unwrap().split(",\"").skip(1).map(|n| n.trim_end_matches('"')).collect();
        let first: Vec<f64> = lines.next().unwrap().split(',').skip(1).map(|x| x.parse().unwrap()).collect();
        assert_eq!(names.len(), first.len());
        for (variable, expected) in names.iter().zip(first) {
            let found = run.get(variable);
            assert!((found - expected).abs() < 1e-8, "{name}: {variable} is {found} instead of {expected}");
        }
    }
}
