//! A catalogue made by hand, with one variable of each sort, and what tests do with FMUs.

use std::io::{Cursor, Read};
use std::sync::Arc;

use compiler::authoring::ShownUnits;
use compiler::model_file::{Experiment, ModelFile};
use fmu_builder::{BuildOptions, Content, Expose, Fmu, build_options};
use mechanism::Source;
use simulation::model::Model;
use simulation::variables::{
    Catalogue, Causality, DataType, Enumeration, Initial, Value, Variability, VariableAttributes, Variables,
};
use zip::ZipArchive;

/// Names of the variables of [`catalogue`] in order.
pub const NAMES: [&str; 13] = [
    "time",
    "body.m",
    "spring.c",
    "body.I[1,1]",
    "push.force[1]",
    "push.force[2]",
    "rev.phi",
    "rev.w",
    "der(rev.phi)",
    "rev.a",
    "sensor.r[1]",
    "sensor.resolveInFrame",
    "rev.useAxisFlange",
];

pub fn real(unit: Option<&'static str>) -> DataType {
    DataType::Real { unit: unit.map(Into::into), min: None, max: None }
}

/// A variable with its name and its dependencies.
type Named = (String, VariableAttributes, Option<Arc<[usize]>>);

fn variable(name: &str, data_type: DataType, causality: Causality, variability: Variability) -> Named {
    let attributes = VariableAttributes {
        description: format!("what {name} is").into(),
        data_type,
        causality,
        variability,
        initial: None,
        start: None,
        derivative_of: None,
        target: None,
        source: Source::Time,
    };
    (name.to_owned(), attributes, None)
}

fn exact(mut variable: Named, start: Value) -> Named {
    variable.1.initial = Some(Initial::Exact);
    variable.1.start = Some(start);
    variable
}

fn calculated(mut variable: Named, dependencies: Vec<usize>) -> Named {
    variable.1.initial = Some(Initial::Calculated);
    variable.2 = Some(dependencies.into());
    variable
}

fn add(variables: &mut Variables, (name, attributes, dependencies): Named) {
    let index = variables.push(&[&name], attributes);
    variables.set_lists(index, [dependencies, None]);
}

/// A pendulum-like model: two states (one with a free start), two inputs, one output.
pub fn catalogue() -> Catalogue {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
    use Variability::{Constant, Continuous, Fixed, Tunable};
    let input = |name| {
        let (name, attributes, _) = variable(name, real(Some("N")), Input, Continuous);
        (name, VariableAttributes { start: Some(Value::Real(0.0)), ..attributes }, None)
    };
    let mass = DataType::Real { unit: Some("kg".into()), min: Some(0.0), max: Some(f64::INFINITY) };
    static RESOLVE: Enumeration =
        Enumeration { name: "ResolveInFrameA", literals: &["world", "frame_a", "frame_resolve"] };
    let frame = DataType::Enumeration(&RESOLVE);
    let mut free = exact(variable("rev.w", real(Some("rad/s")), Local, Continuous), Value::Real(0.25));
    free.1.initial = Some(Initial::Approx);
    let mut derivative = calculated(variable("der(rev.phi)", real(Some("rad/s")), Local, Continuous), vec![]);
    derivative.1.derivative_of = Some(6);
    let mut acceleration = calculated(variable("rev.a", real(Some("rad/s2")), Local, Continuous), vec![4, 5]);
    acceleration.1.derivative_of = Some(7);
    let mut variables = Variables::default();
    let all = [
        variable("time", real(Some("s")), Independent, Continuous),
        exact(variable("body.m", mass, Parameter, Fixed), Value::Real(1.0)),
        exact(variable("spring.c", real(Some("N/m")), Parameter, Tunable), Value::Real(1e5)),
        calculated(variable("body.I[1,1]", real(Some("kg.m2")), CalculatedParameter, Fixed), vec![]),
        input("push.force[1]"),
        input("push.force[2]"),
        exact(variable("rev.phi", real(Some("rad")), Local, Continuous), Value::Real(0.1)),
        free,
        derivative,
        acceleration,
        calculated(variable("sensor.r[1]", real(Some("m")), Output, Continuous), vec![5]),
        exact(variable("sensor.resolveInFrame", frame, Local, Constant), Value::Integer(2)),
        exact(variable("rev.useAxisFlange", DataType::Boolean, Local, Constant), Value::Boolean(true)),
    ];
    all.into_iter().for_each(|variable| add(&mut variables, variable));
    Catalogue { variables, states: vec![6, 7], derivatives: vec![8, 9], inputs: vec![4, 5], minimal: None }
}

/// [`catalogue`] and `count` more local variables.
pub fn large_catalogue(count: usize) -> Catalogue {
    let mut catalogue = catalogue();
    let local =
        |index| variable(&format!("extra[{index}]"), real(Some("m")), Causality::Local, Variability::Continuous);
    (1..=count).for_each(|index| add(&mut catalogue.variables, calculated(local(index), vec![])));
    catalogue
}

pub fn experiment() -> Experiment {
    Experiment {
        start_time: None,
        stop_time: Some(5.0),
        tolerance: Some(1e-6),
        step_size: Some(0.01),
        ..Experiment::default()
    }
}

/// Packs a catalogue under the name `Pendulum`.
pub fn pack(catalogue: &Catalogue, expose: Expose) -> Fmu {
    pack_as("Pendulum", catalogue, &BuildOptions { expose, ..build_options() })
}

pub fn pack_as(name: &str, catalogue: &Catalogue, options: &BuildOptions) -> Fmu {
    let text =
        "name = \"A\"\n[components.world]\nclass = \"World\"\n[components.ball]\nclass = \"Parts.PointMass\"\nm = 1\n";
    let ball = compiler::compile(&ModelFile::from_toml(text).unwrap()).unwrap();
    let (name, description) = (name.to_owned(), Some("A <test> & \"more\"".to_owned()));
    let model = Model { name, description, experiment: experiment(), catalogue: catalogue.clone(), ..ball };
    let content = Content {
        model: &model,
        hidden: &[],
        public_names: [&[], &[]],
        shown_units: &ShownUnits::default(),
        model_json: &format!("{{\"name\":\"{}\"}}", model.name),
    };
    Fmu::pack(&content, options).unwrap()
}

pub fn archive(bytes: &[u8]) -> ZipArchive<Cursor<&[u8]>> {
    ZipArchive::new(Cursor::new(bytes)).unwrap()
}

/// Text of a file in an FMU.
pub fn text(fmu: &Fmu, name: &str) -> String {
    let mut text = String::new();
    archive(fmu.bytes()).by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}
