//! The models that benches share.

use compiler::compile;
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance};
use simulation::dynamics::System;
use simulation::model::Model;
use simulation::variables::Causality;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// The model file of an example.
pub fn example(name: &str) -> ModelFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).with_extension("toml");
    ModelFile::from_path(&path).unwrap().0
}

/// A compiled model.
pub fn compiled(file: &ModelFile) -> Arc<Model> {
    Arc::new(compile(file).unwrap())
}

/// An instance that is ready for its first step.
pub fn ready(model: &Arc<Model>, tolerance: Option<f64>) -> Instance {
    let mut instance = Instance::new(Arc::clone(model));
    instance.setup_experiment(Experiment { tolerance, ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance
}

/// A system and its initial state.
pub fn system(model: &Arc<Model>) -> (System, Vec<f64>) {
    let mut system = jets::system(Arc::clone(model));
    system.prepare().unwrap();
    let mut x = vec![0.0; system.dimension()];
    system.initialize(0.0, &mut x).unwrap();
    (system, x)
}

/// Value references of the inputs, the states and the outputs.
pub fn references(model: &Model) -> [Vec<u32>; 3] {
    let catalogue = &model.catalogue;
    let list = |list: &[usize]| list.iter().map(|&index| index as u32).collect();
    let variables = catalogue.variables.iter().enumerate();
    let outputs = variables.filter(|(_, v)| v.causality == Causality::Output).map(|(index, _)| index as u32).collect();
    [list(&catalogue.inputs), list(&catalogue.states), outputs]
}

/// The same for an FMU of the model, which may number its variables in another order: `reference` gives the number for a name.
pub fn fmu_references(model: &Model, reference: impl Fn(&str) -> u32) -> [Vec<u32>; 3] {
    let renumbered = |index: &u32| reference(model.catalogue.variables.at(*index as usize).name);
    references(model).map(|list| list.iter().map(renumbered).collect())
}

/// `n` boxes on revolute joints, one after the other.
pub fn boxes(n: usize) -> ModelFile {
    let body =
        |i: usize| format!(r#""j{i}":{{"class":"Joints.Revolute"}},"b{i}":{{"class":"Parts.BodyBox","r":[0.1,0,0]}}"#);
    series("Boxes", n, body)
}

/// The chain on which multibody codes are compared, planar and in its state 0, as a model.
pub fn benchmark_chain(n: usize) -> ModelFile {
    let body = |i: usize| {
        let (phi, w) = ((0.7 * (i + 1) as f64).sin(), 0.1 * (1.3 * (i + 1) as f64).cos());
        format!(
            r#""j{i}":{{"class":"Joints.Revolute","n":[0,1,0],"phi":{{"start":{phi},"fixed":true}},"w":{{"start":{w},"fixed":true}}}},
            "b{i}":{{"class":"Parts.Body","m":1,"r_CM":[0,0,-0.05],"I_11":0.01,"I_22":0.02,"I_33":0.03}},
            "r{i}":{{"class":"Parts.FixedTranslation","r":[0,0,-0.1]}}"#
        )
    };
    series("Chain", n, body)
}

/// Joints `j` between bodies `b`; where a body has one end only, rods `r` lead to the next joint.
fn series(name: &str, n: usize, part: impl Fn(usize) -> String) -> ModelFile {
    let mut components = r#""world":{"class":"World","n":[0,0,-1]}"#.to_owned();
    let mut connections = Vec::new();
    let mut last = "world.frame_b".to_owned();
    for i in 0..n {
        let part = part(i);
        connections.push(format!(r#"["{last}","j{i}.frame_a"],["j{i}.frame_b","b{i}.frame_a"]"#));
        last = if part.contains(&format!("\"r{i}\"")) {
            connections.push(format!(r#"["j{i}.frame_b","r{i}.frame_a"]"#));
            format!("r{i}.frame_b")
        } else {
            format!("b{i}.frame_b")
        };
        write!(components, ",{part}").unwrap();
    }
    let connections = connections.join(",");
    ModelFile::from_json(&format!(r#"{{"name":"{name}","components":{{{components}}},"connections":[{connections}]}}"#))
        .unwrap()
}

/// `n` four-bars of four plain revolute joints each, the next one on the coupler of the one before.
pub fn four_bars(n: usize) -> ModelFile {
    let (mut connections, mut components) = (String::new(), String::new());
    for k in 0..n {
        let base = if k == 0 { "world.frame_b".to_owned() } else { format!("coupler{}.frame_b", k - 1) };
        let pairs = [
            (base.clone(), format!("ground{k}.frame_a")),
            (base, format!("crank_joint{k}.frame_a")),
            (format!("crank_joint{k}.frame_b"), format!("crank{k}.frame_a")),
            (format!("crank{k}.frame_b"), format!("coupler_joint{k}.frame_a")),
            (format!("coupler_joint{k}.frame_b"), format!("coupler{k}.frame_a")),
            (format!("coupler{k}.frame_b"), format!("rocker_top{k}.frame_a")),
            (format!("rocker_top{k}.frame_b"), format!("rocker{k}.frame_b")),
            (format!("ground{k}.frame_b"), format!("rocker_joint{k}.frame_a")),
            (format!("rocker_joint{k}.frame_b"), format!("rocker{k}.frame_a")),
        ];
        pairs.iter().for_each(|(a, b)| writeln!(connections, "  [\"{a}\", \"{b}\"],").unwrap());
        for (name, length) in [("crank", 0.2), ("coupler", 0.5), ("rocker", 0.4)] {
            writeln!(components, "[components.{name}{k}]\nclass = \"Parts.BodyBox\"\nr = [{length}, 0, 0]").unwrap();
        }
        writeln!(components, "[components.ground{k}]\nclass = \"Parts.FixedTranslation\"\nr = [0.5, 0, 0]").unwrap();
        let crank = "phi = { start = 1.0, fixed = true }\nw = { start = 1.0, fixed = true }";
        let joints = [("crank_joint", crank), ("coupler_joint", "phi = { start = -0.8 }"), ("rocker_top", "")];
        for (name, starts) in joints.into_iter().chain([("rocker_joint", "phi = { start = 1.4 }")]) {
            writeln!(components, "[components.{name}{k}]\nclass = \"Joints.Revolute\"\n{starts}").unwrap();
        }
    }
    let text = format!(
        "name = \"FourBars\"\nconnections = [\n{connections}]\n[components.world]\nclass = \"World\"\n{components}"
    );
    ModelFile::from_toml(&text).unwrap()
}
