//! The model of the unit tests: a driven oscillator with a known solution, a push at a known time, and faults on demand.
//!
//! m der(v) = u + push - k x, der(x) = v, push = 1 N from the time `t_push` on. Its variables have attributes that few models have
//! together: those of the compiled model are shown in their place.
#![allow(clippy::unwrap_used)]

use compiler::compile;
use compiler::model_file::ModelFile;
use mechanism::Source;
use simulation::model::Model;
use simulation::variables::*;
use std::sync::{Arc, LazyLock};

/// Value references.
pub(crate) mod vr {
    pub(crate) const TIME: u32 = 0;
    pub(crate) const M: u32 = 1;
    pub(crate) const K: u32 = 2;
    pub(crate) const OMEGA: u32 = 3;
    pub(crate) const X: u32 = 4;
    pub(crate) const DER_X: u32 = 5;
    pub(crate) const V: u32 = 6;
    pub(crate) const DER_V: u32 = 7;
    pub(crate) const U: u32 = 8;
    pub(crate) const Y: u32 = 9;
    pub(crate) const PUSHED: u32 = 10;
    pub(crate) const FRAME: u32 = 11;
    pub(crate) const T_PUSH: u32 = 12;
    pub(crate) const GEAR: u32 = 13;
    pub(crate) const LOCKED: u32 = 14;
    pub(crate) const GUESS: u32 = 15;
    pub(crate) const COMPLIANCE: u32 = 16;
    /// The derivatives are not finite above this position.
    pub(crate) const LIMIT: u32 = 17;
    /// The derivatives panic from this time after the start on.
    pub(crate) const T_PANIC: u32 = 18;
    pub(crate) const SIDE: u32 = 19;
    pub(crate) const COUNT: u32 = 20;
}

const MODEL: &str = r#"
name = "Oscillator"
connections = [
  ["world.frame_b", "rail.frame_a"],
  ["rail.frame_b", "mass.frame_a"],
  ["drive.flange", "rail.axis"],
  ["f", "drive.f"],
]
[parameters]
m = 2.0
k = 8.0
t_push = 1e9
limit = 1e9
t_panic = 1e9
gear = 3.0
locked = 0.0
guess = 0.25
side = 2.0
missing = 0.0
[variables]
f = "u.y + push.y - k*rail.s + 0*sqrt(limit - rail.s) + noEvent(if time >= t_panic then missing else 0)"
y = "2*rail.s + u.y"
compliance = "1/k"
[components]
world = { class = "World", gravityType = "NoGravity" }
rail = { class = "Joints.Prismatic", useAxisFlange = true, s = { start = 0.5, fixed = true }, v = { start = 0, fixed = true } }
mass = { class = "Parts.PointMass", m = "m" }
u = { class = "Blocks.Routing.RealPassThrough" }
push = { class = "Blocks.Sources.Step", startTime = "t_push" }
pushed = { class = "Blocks.Sources.BooleanStep", startTime = "t_push" }
drive = { class = "Translational.Sources.Force" }
eigen = { class = "Blocks.Sources.Constant", k = "if m > 0 then sqrt(k/m) else 0" }
[inputs]
u = "u.u"
"#;

/// The oscillator, with this relative tolerance when the host says none.
pub(crate) fn oscillator(tolerance: f64) -> Arc<Model> {
    static MODEL: LazyLock<Model> = LazyLock::new(model);
    let mut model = MODEL.clone();
    model.experiment.tolerance = Some(tolerance);
    Arc::new(model)
}

fn model() -> Model {
    let mut model = compile(&ModelFile::from_toml(self::MODEL).unwrap()).unwrap();
    // Reading the last parameter panics.
    let missing = model.catalogue.variables.at(model.catalogue.find("missing").unwrap()).target;
    model.parameters.slots.pop();
    assert_eq!(missing, Some(Target::Parameter(model.parameters.slots.len())));
    model.catalogue = catalogue(&model.catalogue);
    model
}

fn real(min: Option<f64>, max: Option<f64>) -> DataType {
    DataType::Real { unit: None, min, max }
}

fn catalogue(compiled: &Catalogue) -> Catalogue {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    let find = |name: &str| compiled.variables.at(compiled.find(name).unwrap()).attributes();
    // A variable that the host cannot set, with the value of this one of the compiled model.
    let shown = |of: &str, causality, variability, initial| VariableAttributes {
        causality,
        variability,
        initial,
        derivative_of: None,
        target: None,
        start: None,
        data_type: real(None, None),
        description: "".into(),
        source: find(of).source,
    };
    let calculated = |of, causality, variability| shown(of, causality, variability, Some(Initial::Calculated));
    let set = |of: &str, data_type: DataType, causality, variability, initial| {
        let VariableAttributes { start, target, .. } = find(of);
        let number = start.unwrap().number();
        let start = match data_type {
            DataType::Real { .. } => Value::Real(number),
            DataType::Integer | DataType::Enumeration(_) => Value::Integer(number as i32),
            DataType::Boolean => Value::Boolean(number != 0.0),
        };
        let start = Some(start);
        VariableAttributes { data_type, start, target, ..shown(of, causality, variability, initial) }
    };
    let parameter = |of, data_type, variability| set(of, data_type, Parameter, variability, Some(Initial::Exact));
    let state = |of, initial| set(of, real(None, None), Local, Continuous, Some(initial));
    static SIDE: Enumeration = Enumeration { name: "Side", literals: &["left", "middle", "right"] };
    let side = DataType::Enumeration(&SIDE);
    let frame = VariableAttributes {
        data_type: side.clone(),
        start: Some(Value::Integer(1)),
        source: Source::Time,
        ..shown("time", Local, Constant, Some(Initial::Exact))
    };
    let all = [
        ("time", shown("time", Independent, Continuous, None)),
        ("m", parameter("m", real(Some(0.0), None), Fixed)),
        ("k", parameter("k", real(Some(0.0), Some(1e6)), Tunable)),
        ("omega", calculated("eigen.k", CalculatedParameter, Fixed)),
        ("x", state("rail.s", Initial::Exact)),
        ("der(x)", calculated("der(rail.s)", Local, Continuous)),
        ("v", state("rail.v", Initial::Exact)),
        ("der(v)", calculated("der(rail.v)", Local, Continuous)),
        ("u", set("u", real(None, None), Input, Continuous, None)),
        ("y", calculated("y", Output, Continuous)),
        ("pushed", VariableAttributes { data_type: DataType::Boolean, ..calculated("pushed.y", Output, Discrete) }),
        ("frame", frame),
        ("t_push", parameter("t_push", real(None, None), Fixed)),
        ("gear", parameter("gear", DataType::Integer, Fixed)),
        ("locked", parameter("locked", DataType::Boolean, Fixed)),
        ("guess", state("guess", Initial::Approx)),
        ("compliance", calculated("compliance", Output, Tunable)),
        ("limit", parameter("limit", real(None, None), Tunable)),
        ("t_panic", parameter("t_panic", real(None, None), Tunable)),
        ("side", parameter("side", side, Tunable)),
    ];
    let mut variables = Variables::default();
    for (name, attributes) in all {
        variables.push(&[name], attributes);
    }
    Catalogue { variables, states: vec![4, 6], derivatives: vec![5, 7], inputs: vec![8], minimal: None }
}
