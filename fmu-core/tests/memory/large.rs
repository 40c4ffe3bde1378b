//! Large models: what they take grows with their size, and what a call asks for beforehand is what it may need.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::allocator;
use compiler::compile;

use allocator::peak;
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance};
use simulation::dynamics::System;
use simulation::model::Model;
use simulation::solver::Method;
use simulation::variables::DataType;
use std::fmt::Write;
use std::sync::Arc;

/// `n` bodies in series, behind a joint each, and more connections and components.
fn chain(n: usize, joint: &str, body: &str, connection: &str, component: &str) -> ModelFile {
    let (mut components, mut connections) = (String::new(), String::from("[\"world.frame_b\", \"j0.frame_a\"]"));
    for i in 0..n {
        writeln!(components, "j{i} = {{ {joint} }}\nb{i} = {{ {body} }}").unwrap();
        write!(connections, ", [\"j{i}.frame_b\", \"b{i}.frame_a\"]").unwrap();
        if i > 0 {
            write!(connections, ", [\"b{}.frame_b\", \"j{i}.frame_a\"]", i - 1).unwrap();
        }
    }
    let text = format!(
        "name = \"Chain\"\nconnections = [{connections}, {connection}]\n[components]\nworld = {{ class = \"World\" }}\n{components}{component}\n"
    );
    ModelFile::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

const BOX: &str = "class = \"Parts.BodyBox\", r = [0.1, 0, 0]";
const REVOLUTE: &str = "class = \"Joints.Revolute\"";

fn initialized(model: &Arc<Model>) -> Instance {
    let mut instance = Instance::new(Arc::clone(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance
}

/// Ten thousand joints, with start values that nothing fixes: compiled, made, initialised and stepped in memory that grows with their number.
#[test]
fn ten_thousand_joints_run() {
    const JOINTS: usize = 10_000;
    let file = chain(JOINTS, REVOLUTE, BOX, "", "");
    let mut compiled = None;
    let compiling = peak(|| compiled = Some(Arc::new(compile(&file).unwrap())));
    let model = compiled.unwrap();
    assert_eq!(model.initialization.unknowns.len(), 2 * JOINTS, "the starts are free");
    // An instance asks for this beforehand.
    let asked = model.memory_need();
    let running = started(&mut jets::system(Arc::clone(&model)));
    let each = [compiling, asked, running].map(|bytes| bytes / JOINTS);
    assert!(each[0] < 300_000 && each[1] < 50_000 && each[2] < 10_000, "{each:?} bytes for each joint");
    assert!(running < asked, "{running} bytes, {asked} asked for");
    let mut instance = initialized(&model);
    instance.do_step(0.0, 1e-3).unwrap();
    // The chain is horizontal at first. What the wall holds back dies away from link to link: in the middle everything falls freely.
    let reference = |name: &str| model.catalogue.reference(model.catalogue.find(name).unwrap()) as u32;
    let mut found = [0.0; 2];
    instance.get(&[reference("b5000.v_0[2]"), reference("world.g")], &mut found).unwrap();
    let [speed, g] = found;
    assert!((speed + 1e-3 * g).abs() < 1e-6 * g, "{speed} m/s, {g} m/s2");
}

/// Bytes that it takes to prepare and to initialise, and for derivatives of the states and along a direction.
fn started(system: &mut System) -> usize {
    let mut x = vec![0.0; system.dimension()];
    let mut dx = x.clone();
    peak(|| {
        system.prepare().unwrap();
        system.initialize(0.0, &mut x).unwrap();
        system.derivatives(0.0, &x, &mut dx).unwrap();
    })
}

/// Variables that are read together have the values that they have one by one, constants, parameters and aliases among them.
#[test]
fn variables_read_together_are_those_read_one_by_one() {
    let model = Arc::new(compile(&chain(10, REVOLUTE, BOX, "", "")).unwrap());
    let mut instance = initialized(&model);
    instance.do_step(0.0, 0.1).unwrap();
    let is_real = |index: &usize| matches!(model.catalogue.variables.at(*index).data_type, DataType::Real { .. });
    let reals = (0..model.catalogue.variables.len()).filter(is_real);
    let references: Vec<u32> = reals.map(|index| model.catalogue.reference(index) as u32).collect();
    assert!(references.len() > 2000);
    let mut together = vec![0.0; references.len()];
    instance.get(&references, &mut together).unwrap();
    for (reference, value) in references.iter().zip(&together) {
        let mut alone = [0.0];
        instance.get(&[*reference], &mut alone).unwrap();
        assert_eq!(alone[0].to_bits(), value.to_bits(), "{}", model.catalogue.variables.at(*reference as usize).name);
    }
}

/// The memory that is asked for before an initialisation is enough, and not many times the need: for each kind of search, and each kind of
/// system that is solved whole.
#[test]
fn what_is_asked_for_is_what_is_needed() {
    const N: usize = 40;
    let planar = "class = \"Joints.Revolute\", n = [0, 0, 1]";
    let fixed = "class = \"Joints.Revolute\", n = [0, 0, 1], phi = { start = 0.1, fixed = true }";
    let spherical = "class = \"Joints.Spherical\"";
    let spinning = "class = \"Parts.BodyShape\", m = 1, r = [0.1, 0, 0], r_CM = [0.1, 0, 0], w_0_fixed = true, w_0_start = [0.1, 0.2, 0.3]";
    let tip = |position: &str| {
        let section = "class = \"Parts.Body\", m = 1, r_CM = [0, 0, 0]";
        format!("tip = {{ {section}, r_0 = {{ start = [{position}], fixed = true }} }}")
    };
    let at_tip = format!("[\"b{}.frame_b\", \"tip.frame_a\"]", N - 1);
    // The limit on the ratio: derivatives come later, whose evaluations are as large as 18 of plain numbers, and a circuit may
    // have constraints.
    let cases = [
        ("nothing is searched for", chain(N, REVOLUTE, BOX, "", ""), 25, true),
        ("a position", chain(N, planar, BOX, &at_tip, &tip("2, 1, 0")), 25, true),
        ("all speeds", chain(N, spherical, spinning, "", ""), 4, true),
        ("a contradiction", chain(N, fixed, BOX, &at_tip, &tip("2, 1, 0")), 25, false),
        ("temperatures", heat(200), 25, true),
        ("potentials", circuit(200), 37, true),
    ];
    for (what, file, times, starts) in cases {
        let model = Arc::new(compile(&file).unwrap_or_else(|problems| panic!("{what}: {problems:?}")));
        let mut system = jets::system(Arc::clone(&model));
        let asked = model.memory_need();
        let mut x = vec![0.0; system.dimension()];
        let needed = peak(|| {
            system.prepare().unwrap();
            let result = system.initialize(0.0, &mut x);
            assert_eq!(result.is_ok(), starts, "{what}: {result:?}");
        });
        assert!(needed <= asked && asked <= times * needed, "{what}: {needed} bytes, {asked} asked for");
    }
}

/// An implicit method that the model asks for has dense matrices, which are asked for; nobody else pays for them.
#[test]
fn matrices_of_an_implicit_method_are_asked_for() {
    const STATES: usize = 2 * 100;
    let asked = |method: Method| {
        let model = Arc::new(compile(&chain(STATES / 2, REVOLUTE, BOX, "", "")).unwrap());
        let instance = Instance::new(model).with_method(method, None);
        peak(|| instance.ensure_memory().unwrap())
    };
    let [explicit, implicit] = [Method::Automatic, Method::Rodas].map(asked);
    let matrices = 3 * STATES * STATES * size_of::<f64>();
    assert!((matrices..2 * matrices).contains(&(implicit - explicit)), "{explicit} and {implicit} bytes");
}

/// Conductors in series between two fixed temperatures.
fn heat(n: usize) -> ModelFile {
    let fixed =
        |name: &str| format!("{name} = {{ class = \"Thermal.HeatTransfer.Sources.FixedTemperature\", T = 300 }}\n");
    let mut text = series(
        n,
        "class = \"Thermal.HeatTransfer.Components.ThermalConductor\", G = 1",
        ["port_a", "port_b"],
        ["hot.port", "cold.port"],
    );
    text.extend([fixed("hot"), fixed("cold")]);
    ModelFile::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Resistors in series between two grounds.
fn circuit(n: usize) -> ModelFile {
    let mut text = series(n, "class = \"Electrical.Analog.Basic.Resistor\", R = 1", ["p", "n"], ["left.p", "right.p"]);
    text.push_str("left = { class = \"Electrical.Analog.Basic.Ground\" }\nright = { class = \"Electrical.Analog.Basic.Ground\" }\n");
    ModelFile::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// `n` components one after the other, between two connectors.
fn series(n: usize, component: &str, [a, b]: [&str; 2], [first, last]: [&str; 2]) -> String {
    let pair = |i: usize| format!("[\"c{}.{b}\", \"c{i}.{a}\"]", i - 1);
    let inner: Vec<String> = (1..n).map(pair).collect();
    let ends = format!("[\"{first}\", \"c0.{a}\"], [\"c{}.{b}\", \"{last}\"]", n - 1);
    let components: String = (0..n).map(|i| format!("c{i} = {{ {component} }}\n")).collect();
    format!("name = \"Series\"\nconnections = [{}, {ends}]\n[components]\n{components}", inner.join(", "))
}
