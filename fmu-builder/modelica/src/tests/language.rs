//! Records, functions with algorithms, buses, Boolean and Integer variables.

use compiler::compile;
use std::collections::BTreeMap;

use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use support::reals::initial;

use super::*;

/// The class `name` of a text.
fn class(text: &str, name: &str) -> ReadModel {
    let source = SourceText { name: "Model.mo".to_owned(), text: text.to_owned() };
    let options = ModelicaOptions { class: Some(name.to_owned()), ..ModelicaOptions::default() };
    read_modelica_text(source, &options).unwrap_or_else(|invalid| panic!("{invalid}"))
}

fn compiled(file: &ModelFile) -> Model {
    compile(file).unwrap_or_else(|problems| panic!("{problems:?}\n{}", file.to_json()))
}

/// All real variables and parameters at the start.
pub(super) fn values(text: &str, name: &str) -> BTreeMap<String, f64> {
    initial(compiled(&class(text, name).file)).unwrap()
}

#[track_caller]
pub(super) fn assert_values(values: &BTreeMap<String, f64>, expected: &[(&str, f64)]) {
    for (name, value) in expected {
        let found = *values.get(*name).unwrap_or_else(|| panic!("{name} is not there: {:?}", values.keys()));
        assert!((found - value).abs() < 1e-12 * (1.0 + value.abs()), "{name} is {found}, expected {value}");
    }
}

const RECORDS: &str = include_str!("texts/Records.mo");

#[test]
fn records_are_parameters_constants_and_values() {
    let read = class(RECORDS, "Records.M");
    let values = initial(compiled(&read.file)).unwrap();
    assert_values(
        &values,
        &[
            ("geo.L", 0.5),
            ("geo.d", 0.025),
            // The constructor sets d, whose default follows the default of L.
            ("heavy.d", 0.1),
            ("heavy.m", 9.0),
            ("light.m", 0.5),
            ("light.L", 2.0),
            ("pair.left.L", 0.25),
            ("pair.right.L", 3.0),
            ("pair.right.m", 5.0),
            ("more[1].L", 0.5),
            ("more[2].d", 0.15),
            ("each3[2].L", 2.0),
            ("heavy2.L", 1.0),
            ("heavy2.dir[2]", 5.0),
            ("V", 3.0 * 0.025 * 0.025 / 4.0),
            ("s", 11.0),
            ("sumL", 6.0 + 3.5),
            ("arms[2].rod.r[1]", 3.0),
            ("arm2.rod.r[1]", 0.75),
            ("body.m", 9.5),
            ("state.speed", 2.5),
            ("state.twice", 5.0),
        ],
    );
    // A setting of the FMU reaches all that is set to the record.
    let parameter = |name: &str| {
        let found = read.file.parameters.iter().find(|parameter| parameter.name.value == name).unwrap();
        found.value.value.to_string()
    };
    assert_eq!(parameter("arm.g.L"), "geo.L");
    assert_eq!(parameter("more[1].d"), "geo.d");
    assert_eq!(parameter("heavy2.L"), "2*geo.L");
    assert_eq!(parameter("V"), "3*heavy2.d^2/4*heavy2.L");
}

const FUNCTIONS: &str = include_str!("texts/Functions.mo");

#[test]
fn functions_with_loops_and_branches_are_evaluated_or_put_in() {
    let read = class(FUNCTIONS, "Functions.M");
    let values = initial(compiled(&read.file)).unwrap();
    let root = 2.0_f64.sqrt();
    assert_values(
        &values,
        &[
            ("r", root),
            ("f", 120.0),
            ("w[3]", 6.0),
            ("found", 3.0),
            // 1 + 2 s + 3 s^2 at s = 1
            ("p", 6.0),
            // Limited to 0.5 and to a = 2: m a = -2, and m = 120/60.
            ("h", 0.5),
            ("mass.a", -1.0),
            ("x", 3.0),
            ("turned[1]", 0.0),
            ("turned[2]", 3.0),
        ],
    );
    // What a loop with a parameter needs is a number, and told.
    let notes: Vec<String> = read.notes.iter().map(|note| note.problem.to_string()).collect();
    assert!(notes.iter().any(|note| note.contains("structural parameter `a`")), "{notes:?}");
    let push = read.file.variables.iter().find(|variable| variable.name.value == "push_f").unwrap();
    assert_eq!(push.target.value.to_string(), "-(if mass.v > 2 then 2 else if mass.v < -2 then -2 else mass.v)");
}

const BUSES: &str = include_str!("texts/Buses.mo");

#[test]
fn buses_carry_signals_by_their_names() {
    let read = class(BUSES, "Buses.M");
    let values = initial(compiled(&read.file)).unwrap();
    // J a = -3 ref
    let expected = [("motor[1].J.a", -3.0), ("motor[2].J.a", -6.0), ("angle", 0.25), ("plan.g.y", 0.5)];
    assert_values(&values, &expected);
    // Members under the names of all buses that are connected.
    let members = [("control.axis[2].ref", 2.0), ("plan.control.axis[1].ref", 1.0), ("motor[2].bus.angle", 0.25)];
    assert_values(&values, &members);
    let connections: Vec<_> =
        read.file.connections.iter().map(|c| (c.from.value.as_str(), c.to.value.as_str())).collect();
    for pair in [("plan.reference[1].y", "motor[1].gain.u"), ("plan.reference[2].y", "motor[2].gain.u")] {
        assert!(connections.contains(&pair), "{connections:?}");
    }
    assert!(read.file.inputs.is_empty());
}

/// A ball that falls on a stop in a guide.
const TOUCH: &str = "model Touch
  import Modelica.Mechanics.Translational.*;
  Components.Fixed ground;
  Components.ElastoGap gap(c = 1000, d = 1);
  Components.Mass ball(m = 1, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
  Components.SupportFriction guide(f_pos = [0, 1]);
  Sources.ConstantForce weight(f_constant = -11);
  Boolean touches = gap.contact;
  output Boolean hits = touches and ball.v < 0;
  output Boolean free = not gap.contact;
  output Real number = if gap.contact then 1 else 2;
  output Boolean falls = guide.mode == -1 and not guide.startBackward;
  output Integer mode = guide.mode;
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(ball.flange_b, guide.flange_a);
  connect(guide.flange_b, weight.flange);
end Touch;";

/// Variables of components that are Boolean or Integer in the library are that in the text. It falls at 10 m/s2 and touches after 0.1414 s.
#[test]
fn variables_of_components_have_the_types_of_the_library() {
    let model = compiled(&class(TOUCH, "Touch").file);
    let catalogue = model.catalogue.clone();
    let reference = |name: &str| catalogue.reference(catalogue.find(name).unwrap()) as u32;
    let mut instance = Instance::new(std::sync::Arc::new(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let mut time = 0.0;
    for (until, touches) in [(0.14, false), (0.143, true)] {
        instance.do_step(time, until - time).unwrap();
        time = until;
        let mut truths = [false; 4];
        let names = ["hits", "free", "falls", "gap.contact"];
        instance.get(&names.map(reference), &mut truths).unwrap();
        assert_eq!(truths, [touches, !touches, true, touches], "{until}");
        let (mut number, mut mode) = ([0.0], [0]);
        instance.get(&[reference("number")], &mut number).unwrap();
        instance.get(&[reference("mode")], &mut mode).unwrap();
        assert_eq!((number[0], mode[0]), (if touches { 1.0 } else { 2.0 }, -1), "{until}");
    }
}

const CONDITIONS: &str = include_str!("texts/Conditions.mo");

/// Values of a mass that passes s = 0 at 1 s, and of the input `on`, behind that time and before.
#[test]
fn boolean_and_integer_variables_change_at_events() {
    let model = compiled(&class(CONDITIONS, "Conditions").file);
    let catalogue = model.catalogue.clone();
    let reference = |name: &str| {
        let index = catalogue.variables.iter().position(|variable| variable.name == name);
        catalogue.reference(index.unwrap_or_else(|| panic!("{name}"))) as u32
    };
    let mut instance = Instance::new(std::sync::Arc::new(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.set(&[reference("on")], &[true]).unwrap();
    instance.exit_initialization_mode().unwrap();
    let mut time = 0.0;
    for (until, reals, past, gear) in [
        (0.999, [("y", 1.0), ("z", 2.0), ("switch.y", 20.0), ("real.y", 3.0), ("slow", 0.0)], false, 3),
        (1.001, [("y", 5.0), ("z", 2.0), ("switch.y", 10.0), ("real.y", 4.0), ("slow", 7.0)], true, 4),
        (2.001, [("y", 6.0), ("z", 2.0), ("switch.y", 10.0), ("real.y", 4.0), ("slow", 7.0)], true, 4),
    ] {
        instance.do_step(time, until - time).unwrap();
        time = until;
        for (name, expected) in reals {
            let mut found = [0.0];
            instance.get(&[reference(name)], &mut found).unwrap();
            assert!((found[0] - expected).abs() < 1e-12, "{name} is {} at {until}, expected {expected}", found[0]);
        }
        let (mut found, mut number) = ([false], [0]);
        instance.get(&[reference("passed")], &mut found).unwrap();
        instance.get(&[reference("gear")], &mut number).unwrap();
        assert_eq!((found[0], number[0]), (past, gear), "at {until}");
    }
}

#[test]
fn texts_in_the_style_of_the_library_are_models() {
    const LIB: &str = include_str!("texts/Lib.mo");
    let driven = class(LIB, "Lib.Examples.Driven");
    let model = compiled(&driven.file);
    assert_eq!(model.catalogue.states.len(), 12);
    let found = initial(model).unwrap();
    assert_values(
        &found,
        &[
            ("angle", 0.1),
            ("plain.total", 0.9),
            ("plain.masses[3].m", 1.5),
            ("heavy.m[3]", 7.0),
            ("plain.joints[2].joint.phi", 0.2),
            ("heavy.joints[3].d", 0.3),
            ("plain.joints[3].torque.tau", -1.0),
        ],
    );
    let of = |name: &str| driven.file.components.iter().find(|c| c.name.value == name).map(|c| c.class.value.clone());
    assert_eq!(of("heavy.legs[2].element").as_deref(), Some("Modelica.Mechanics.MultiBody.Parts.BodyCylinder"));
    assert_eq!(of("plain.legs[2].element").as_deref(), Some("Modelica.Mechanics.MultiBody.Parts.FixedTranslation"));
    let file = class(LIB, "Lib.Examples.Hanging").file;
    assert!(file.components.iter().all(|component| !component.name.value.ends_with("torque")));
    // m a = -c (s - s0) + f, where f of a PD block is k (1 + Td/T) s at the start.
    let found = values(include_str!("texts/Tools.mo"), "Tools.Test");
    let law = |c: f64, s0: f64, k: f64| -c * (0.2 - s0) + k * (1.0 + 0.1 / 0.01) * 0.2;
    let expected = [
        ("a.mass.a", law(10.0, 0.1, -3.0)),
        ("b.mass.a", law(1000.0, 0.1, 0.0)),
        ("c.mass.a", law(1000.0, 0.3, 1.0)),
        ("E", 0.5 * 10.0 * 0.1 * 0.1),
        ("z", 0.2),
    ];
    assert_values(&found, &expected);
    // Drag in the environment around: -rho/2 A (v - wind) |v - wind|.
    let found = values(include_str!("texts/Outer.mo"), "Outer");
    let drag = |rho: f64, area: f64, v: f64| -0.5 * rho * area * v * v.abs();
    let expected = [("F", drag(1.3, 0.3, 3.0)), ("G[1]", drag(1.2, 0.1, 8.0)), ("G[2]", drag(1.2, 0.2, 8.0))];
    assert_values(&found, &expected);
}

/// Orientations of frames, and what functions of Frames make of them.
#[test]
fn orientations_are_records() {
    let text = "model M
        import Modelica.Mechanics.MultiBody.{Joints, Parts, World, Frames};
        import Modelica.Mechanics.MultiBody.Frames.resolve1;
        inner World world;
        Joints.Revolute rev(n = {0, 0, 1}, phi(start = 0.5, fixed = true), w(start = 3, fixed = true));
        Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
        Frames.Orientation R = body.frame_a.R;
        Frames.Orientation back = Frames.inverseRotation(R);
        Frames.Orientation none = Frames.absoluteRotation(R, back);
        Frames.Orientation planar = Frames.planarRotation({0, 0, 1}, rev.phi, rev.w);
        Frames.Orientation axes = Frames.axesRotations({1, 3, 2}, {0, rev.phi, 0}, {0, rev.w, 0});
        Real x[3] = resolve1(R, {1, 0, 0});
        Real w[3] = Frames.angularVelocity2(R);
      equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;";
    let values = values(text, "M");
    let (c, s) = (0.5_f64.cos(), 0.5_f64.sin());
    assert_values(&values, &[("x[1]", c), ("x[2]", s), ("x[3]", 0.0), ("w[3]", 3.0)]);
    for name in ["R", "planar", "axes"] {
        let of = |part: &str| values[&format!("{name}.{part}")];
        for (part, expected) in [("T[1,1]", c), ("T[1,2]", s), ("T[2,1]", -s), ("T[3,3]", 1.0), ("w[3]", 3.0)] {
            assert!((of(part) - expected).abs() < 1e-12, "{name}.{part} is {}, expected {expected}", of(part));
        }
    }
    assert_values(&values, &[("none.T[1,1]", 1.0), ("none.T[1,2]", 0.0), ("none.w[3]", 0.0), ("back.w[3]", -3.0)]);
}

/// What is used everywhere in texts of engineers.
#[test]
fn conditions_extremes_sizes_and_conversions() {
    let text = "model M
        import Modelica.Units.Conversions.from_kmh;
        Modelica.Mechanics.Rotational.Components.Inertia i[4](each J = 1, each phi(start = 0.5, fixed = true), w(start = {3, -1, 7, 2}, each fixed = true));
        parameter Real v = 36;
        output Real fastest = max(i.w), slowest = min(i.w);
        output Real count = size(i, 1);
        output Real chosen = if noEvent(i[1].phi > 0.2) then 4 else 5;
        output Real speed = from_kmh(v), back = Modelica.Units.Conversions.to_kmh(10);
        parameter Real a[2, 3] = [1, 2, 3; 4, 5, 6];
        parameter Real total = sum(a), largest = max(a), least = min({{3, 2}, {7, 1}});
        output Real weighted = sum({{i[1].w, 2}, {3, i[2].w}});
        output Real kelvin = Modelica.Units.Conversions.from_degC(20), freezing = Modelica.Units.Conversions.to_degF(273.15);
      end M;";
    let read = class(text, "M");
    let system = jets::system(std::sync::Arc::new(compiled(&read.file)));
    assert_eq!(system.indicator_count(), 0);
    let expected = [
        ("fastest", 7.0),
        ("slowest", -1.0),
        ("count", 4.0),
        ("chosen", 4.0),
        ("speed", 10.0),
        ("back", 36.0),
        ("total", 21.0),
        ("largest", 6.0),
        ("least", 1.0),
        ("weighted", 7.0),
        ("kelvin", 293.15),
        ("freezing", 32.0),
    ];
    assert_values(&values(text, "M"), &expected);
}

#[test]
fn a_number_of_intervals_gives_the_step() {
    let of = |settings: &str| {
        let text = format!(
            "model M Modelica.Mechanics.Rotational.Components.Inertia i(J = 1); annotation(experiment({settings})); end M;"
        );
        class(&text, "M").file.experiment.step_size
    };
    assert_eq!(of("StartTime = 1, StopTime = 5, NumberOfIntervals = 400"), Some(0.01));
    assert_eq!(of("StopTime = 5, Interval = 0.1, NumberOfIntervals = 400"), Some(0.1));
    assert_eq!(of("StopTime = 5"), None);
}

/// Those of composites come before those of their parts.
#[test]
fn components_keep_their_descriptions() {
    let text = "model M
        model Leg
          Modelica.Mechanics.Rotational.Components.Inertia knee(J = 1) \"knee\";
          Modelica.Mechanics.Rotational.Components.Inertia foot(J = 1);
        end Leg;
        Leg legs[2] \"a leg\";
        Leg spare;
      end M;";
    let file = class(text, "M").file;
    let described: Vec<(&str, Option<&str>)> =
        file.components.iter().map(|component| (&*component.name.value, component.description.as_deref())).collect();
    let expected = [
        ("legs[1].knee", Some("a leg: knee")),
        ("legs[1].foot", Some("a leg")),
        ("legs[2].knee", Some("a leg: knee")),
        ("legs[2].foot", Some("a leg")),
        ("spare.knee", Some("knee")),
        ("spare.foot", None),
    ];
    assert_eq!(described, expected);
    let exported = modelica_text(&file).unwrap();
    assert!(exported.contains("'legs[1].knee'(J = 1) \"a leg: knee\";"), "{exported}");
}
