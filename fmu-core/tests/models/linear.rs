//! The cost of a model grows with its size, and not with the square of it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use compiler::model_file::{Diagnostic, ModelFile, PROBLEM_LIMIT, Problem};
use fmu_core::instance::Instance;
use simulation::model::Model;
use simulation::variables::{Target, Value};
use std::fmt::Write;
use std::sync::Arc;
use support::clock;

/// A model text in the making.
#[derive(Default)]
struct Draft {
    parameters: String,
    components: String,
    connections: String,
    outputs: String,
}

impl Draft {
    fn parameter(&mut self, name: &str, value: &str) {
        write!(self.parameters, ",\"{name}\":{value}").unwrap();
    }

    fn component(&mut self, name: &str, class: &str, settings: &str) {
        write!(self.components, ",\"{name}\":{{\"class\":\"{class}\"{settings}}}").unwrap();
    }

    fn connect(&mut self, from: &str, to: &str) {
        write!(self.connections, ",[\"{from}\",\"{to}\"]").unwrap();
    }

    fn output(&mut self, name: &str, of: &str) {
        write!(self.outputs, ",\"{name}\":\"{of}\"").unwrap();
    }

    fn text(&self) -> String {
        let [parameters, components, connections, outputs] =
            [&self.parameters, &self.components, &self.connections, &self.outputs]
                .map(|list| list.trim_start_matches(','));
        format!(
            "{{\"name\":\"Large\",\"parameters\":{{{parameters}}},\"components\":{{{components}}},\"connections\":[{connections}],\
             \"outputs\":{{{outputs}}}}}"
        )
    }
}

/// `n` boxes on revolute joints, one after the other.
fn chain(n: usize) -> Draft {
    let mut draft = Draft::default();
    draft.component("world", "World", "");
    let mut last = "world.frame_b".to_owned();
    for i in 0..n {
        draft.component(&format!("j{i}"), "Joints.Revolute", ",\"phi\":{\"start\":0.1,\"fixed\":true}");
        draft.component(&format!("b{i}"), "Parts.BodyBox", ",\"r\":[0.1,0,0],\"width\":0.02");
        draft.connect(&last, &format!("j{i}.frame_a"));
        draft.connect(&format!("j{i}.frame_b"), &format!("b{i}.frame_a"));
        last = format!("b{i}.frame_b");
    }
    draft
}

/// `n` free bodies, each fixed by values that are no coordinates of others.
fn free_bodies(n: usize) -> Draft {
    let mut draft = Draft::default();
    for i in 0..n {
        let settings = ",\"m\":1,\"r_CM\":[0.1,0,0],\"r_0\":{\"start\":[1,2,3],\"fixed\":true}";
        draft.component(&format!("b{i}"), "Parts.Body", settings);
    }
    draft
}

/// `n` discs with an output each.
fn outputs(n: usize) -> Draft {
    let mut draft = Draft::default();
    for i in 0..n {
        draft.component(&format!("j{i}"), "Rotational.Components.Inertia", ",\"J\":1");
        draft.output(&format!("speed{i}"), &format!("j{i}.w"));
    }
    draft
}

/// `n` free motions, the last one first.
fn free_motions(n: usize) -> Draft {
    let mut draft = Draft::default();
    draft.component("world", "World", "");
    for i in 0..n {
        draft.component(&format!("m{i}"), "Joints.FreeMotion", "");
        draft.component(&format!("b{i}"), "Parts.Body", ",\"m\":1,\"r_CM\":[0,0,0]");
        let from = if i + 1 == n { "world.frame_b".to_owned() } else { format!("b{}.frame_a", i + 1) };
        draft.connect(&from, &format!("m{i}.frame_a"));
        draft.connect(&format!("m{i}.frame_b"), &format!("b{i}.frame_a"));
    }
    draft
}

/// A gear train of `n` stages from its end to a wall, with springs between the stages.
fn gears(n: usize) -> Draft {
    let mut draft = Draft::default();
    draft.component("wall", "Rotational.Components.Fixed", "");
    for i in 0..n {
        draft.component(&format!("j{i}"), "Rotational.Components.Inertia", ",\"J\":1");
        draft.component(&format!("k{i}"), "Rotational.Components.Inertia", ",\"J\":1");
        draft.component(&format!("g{i}"), "Rotational.Components.IdealGear", ",\"ratio\":2");
        draft.component(&format!("c{i}"), "Rotational.Components.SpringDamper", ",\"c\":1,\"d\":1");
        draft.connect(&format!("j{i}.flange_b"), &format!("g{i}.flange_a"));
        draft.connect(&format!("g{i}.flange_b"), &format!("k{i}.flange_a"));
        draft.connect(&format!("k{i}.flange_b"), &format!("c{i}.flange_a"));
        let next = if i + 1 == n { "wall.flange".to_owned() } else { format!("j{}.flange_a", i + 1) };
        draft.connect(&format!("c{i}.flange_b"), &next);
    }
    draft
}

/// A chain of `n` loops of two rods each, all in one link.
fn rods(n: usize) -> Draft {
    let mut draft = Draft::default();
    draft.component("world", "World", "");
    draft.component("body", "Parts.Body", ",\"m\":1,\"r_CM\":[0,0,0]");
    let mut last = "body.frame_a".to_owned();
    for i in 0..n {
        for rod in [format!("a{i}"), format!("b{i}")] {
            draft.component(&rod, "Parts.FixedTranslation", ",\"r\":[0.1,0,0]");
            draft.connect(&last, &format!("{rod}.frame_a"));
        }
        draft.connect(&format!("a{i}.frame_b"), &format!("b{i}.frame_b"));
        last = format!("a{i}.frame_b");
    }
    draft
}

/// `n` parameters that follow from each other, the last one first.
fn parameters(n: usize) -> Draft {
    let mut draft = Draft::default();
    draft.component("body", "Parts.Body", ",\"m\":\"p0\",\"r_CM\":[0,0,0]");
    for i in 0..n {
        draft.parameter(&format!("p{i}"), &format!("\"p{} + 1\"", i + 1));
    }
    draft.parameter(&format!("p{n}"), "1");
    draft
}

fn compile(text: &str) -> Result<Model, Vec<Diagnostic>> {
    compiler::compile(&ModelFile::from_json(text).expect("a model file"))
}

/// Seconds of processor time that reading, compiling and instantiating takes.
fn cost(text: &str) -> f64 {
    clock::once(|| drop(Instance::new(Arc::new(compile(text).expect("a model"))))) * 1e-9
}

/// Four times the size must not cost sixteen times as much. The machine may be busy: a single good measurement is enough, and the two
/// sizes are measured in turn.
fn assert_linear(name: &str, model: fn(usize) -> Draft, size: usize) {
    const LIMIT: f64 = 8.0;
    let texts = [size, 4 * size].map(|n| model(n).text());
    let mut least = [f64::INFINITY; 2];
    for _ in 0..6 {
        for (least, text) in least.iter_mut().zip(&texts) {
            *least = least.min(cost(text));
        }
        if least[1] < LIMIT * least[0] {
            return;
        }
    }
    assert!(least[1] < LIMIT * least[0], "{name}: {least:?} s for {size} and four times as many");
}

#[test]
fn large_models_cost_what_their_size_says() {
    assert_linear("chain", chain, 50);
    assert_linear("free bodies", free_bodies, 200);
    assert_linear("free motions", free_motions, 200);
    assert_linear("gears", gears, 400);
    assert_linear("rods", rods, 200);
    assert_linear("parameters", parameters, 1000);
    assert_linear("outputs", outputs, 1000);
}

#[test]
fn parameters_that_follow_from_each_other_have_their_values() {
    let model = compile(&parameters(3000).text()).unwrap();
    let value = |name: &str| model.parameters.slots.iter().find(|slot| slot.name() == name).unwrap().value;
    assert_eq!((value("p0"), value("p2999"), value("body.m")), (3001.0, 2.0, 3001.0));
}

/// A new instance begins with the parameter array of the model instead of all start values of the catalogue, one by one.
#[test]
fn start_values_are_those_of_the_parameter_array() {
    let text = chain(2).text();
    let model = compile(&text).unwrap();
    let mut settable = 0;
    for variable in model.catalogue.variables.iter() {
        if let (Some(Target::Parameter(address)), Some(Value::Real(start))) = (variable.target, variable.start) {
            assert_eq!(start.to_bits(), model.parameters.slots[address].value.to_bits(), "{}", variable.name);
            settable += 1;
        }
    }
    assert!(settable > 20, "{settable}");
}

#[test]
fn problems_end_at_the_thousandth() {
    let count = 3 * PROBLEM_LIMIT;
    let many = |add: &dyn Fn(&mut Draft, usize)| {
        let mut draft = Draft::default();
        draft.component("body", "Parts.Body", ",\"m\":1,\"r_CM\":[0,0,0]");
        (0..count).for_each(|i| add(&mut draft, i));
        compile(&draft.text()).unwrap_err()
    };
    let faulty = [
        many(&|draft, i| draft.connect("body.frame_a", &format!("x{i}.frame_a"))),
        many(&|draft, i| draft.component(&format!("x{i}"), "Parts.Bdy", "")),
        many(&|draft, i| draft.component(&format!("x{i}"), "Parts.Body", ",\"m\":1,\"r_CM\":[0,0,0],\"mass\":1")),
        many(&|draft, i| draft.parameter(&format!("x{i}"), &format!("\"y{i}\""))),
    ];
    for diagnostics in faulty {
        assert_eq!(diagnostics.len(), PROBLEM_LIMIT + 1);
        let last = diagnostics.last().map(|d| &d.problem);
        assert_eq!(last, Some(&Problem::TooManyProblems));
    }
}
