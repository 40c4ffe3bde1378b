//! The initial values of the reference models.

use super::*;
use compiler::compile;
use support::shared_folder::shared;

#[test]
fn initial_values_of_the_reference_models() {
    let Some(folder) = shared("reference") else { return };
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
        let model = Arc::new(compile(&ModelFile::from_json(&text).unwrap()).unwrap());
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
