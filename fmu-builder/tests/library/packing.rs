//! A catalogue made by hand, with one variable of each sort, and what tests do with FMUs.

use std::io::{Cursor, Read};

use compiler::authoring::ShownUnits;
use compiler::model_file::Experiment;
use fmu_builder::{BuildOptions, Content, Diagram, Expose, Fmu, build_options};
use mechanism::Source;
use simulation::variables::{
    Catalogue, Causality, DataType, Enumeration, Initial, Value, Variability, VariableAttributes,
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

/// A variable with its name.
type Named = (String, VariableAttributes);

fn variable(name: &str, data_type: DataType, causality: Causality, variability: Variability) -> Named {
    let attributes = VariableAttributes {
        description: format!("what {name} is").into(),
        data_type,
        causality,
        variability,
        initial: None,
        start: None,
        derivative_of: None,
        alias_of: None,
        dependencies: None,
        initial_dependencies: None,
        target: None,
        source: Source::Time,
    };
    (name.to_owned(), attributes)
}

fn exact(mut variable: Named, start: Value) -> Named {
    variable.1.initial = Some(Initial::Exact);
    variable.1.start = Some(start);
    variable
}

fn calculated(mut variable: Named, dependencies: Vec<usize>) -> Named {
    variable.1.initial = Some(Initial::Calculated);
    variable.1.dependencies = Some(dependencies.into());
    variable
}

/// A pendulum-like model: two states (one with a free start), two inputs, one output.
pub fn catalogue() -> Catalogue {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
    use Variability::{Constant, Continuous, Fixed, Tunable};
    let input = |name| {
        let (name, attributes) = variable(name, real(Some("N")), Input, Continuous);
        (name, VariableAttributes { start: Some(Value::Real(0.0)), ..attributes })
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
    Catalogue {
        variables: [
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
        ]
        .into_iter()
        .collect(),
        states: vec![6, 7],
        derivatives: vec![8, 9],
        inputs: vec![4, 5],
        minimal: None,
    }
}

/// [`catalogue`] and `count` more local variables.
pub fn large_catalogue(count: usize) -> Catalogue {
    let mut catalogue = catalogue();
    let local =
        |index| variable(&format!("extra[{index}]"), real(Some("m")), Causality::Local, Variability::Continuous);
    for (name, attributes) in (1..=count).map(|index| calculated(local(index), vec![])) {
        catalogue.variables.push(&[&name], attributes);
    }
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
    let experiment = experiment();
    let model_json = format!("{{\"name\":\"{name}\"}}");
    let content = Content {
        name,
        description: Some("A <test> & \"more\""),
        experiment: &experiment,
        event_indicators: 0,
        catalogue,
        hidden: &[],
        public_names: [&[], &[]],
        shown_units: &ShownUnits::default(),
        diagram: &Diagram::default(),
        model_json: &model_json,
        model: None,
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
