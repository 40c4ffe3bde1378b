//! The same model in other words is the same netlist.

use compiler::model_file::{ModelFile, SourceText};
use compiler::{Compilation, compile};

use super::read_text;
use crate::ModelicaOptions;

fn netlist(text: &str) -> ModelFile {
    read_text(text).unwrap_or_else(|invalid| panic!("{invalid}")).file
}

/// Without places, which differ.
fn written(text: &str) -> String {
    netlist(text).to_json()
}

const PLAIN: &str = "model M
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Modelica.Units.SI.Mass m = 2;
  Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0.5, fixed = true));
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 2*m, r_CM = {0.5, 0, 0});
equation
  connect(world.frame_b, rev.frame_a);
  connect(rev.frame_b, body.frame_a);
end M;";

#[test]
fn imports_comments_and_short_classes_change_nothing() {
    let others = [
        "model M // text\n import Modelica.Mechanics.MultiBody.*; /* more */ import SI = Modelica.Units.SI;
           inner World world; parameter SI.Mass m = 2;
           Joints.Revolute rev(phi(fixed = true, start = 0.5)); Parts.Body body(m = 2*m, r_CM = {0.5, 0, 0});
         equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;",
        "model M import Modelica.Mechanics.MultiBody.{Joints, Parts}; import Modelica.Mechanics.MultiBody.World;
           model Hinge = Joints.Revolute(phi(start = 0.1, fixed = true));
           type Kilos = Real(unit = \"kg\");
           inner World world; parameter Kilos m = 2;
           Hinge rev(phi(start = 0.5)); Parts.Body body(m = 2*m, r_CM = {0.5, 0, 0});
         equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;",
    ];
    let sorted = |text: &str| {
        let mut file = netlist(text);
        for component in &mut file.components {
            for modifier in &mut component.modifiers {
                if let compiler::model_file::Value::Table(entries) = &mut modifier.value.value {
                    entries.sort_by(|a, b| a.0.value.cmp(&b.0.value));
                }
            }
        }
        file.to_json()
    };
    for other in others {
        assert_eq!(sorted(other), sorted(PLAIN));
    }
}

#[test]
fn bases_and_their_modifiers() {
    let text = "package P
        partial model Base inner Modelica.Mechanics.MultiBody.World world;
          parameter Modelica.Units.SI.Mass m = 1;
          Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0, fixed = true));
        end Base;
        model M extends Base(m = 2, rev(phi(start = 0.5)));
          Modelica.Mechanics.MultiBody.Parts.Body body(m = 2*m, r_CM = {0.5, 0, 0});
        equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;
      end P;";
    assert!(written(text).contains("0.5"));
    let file = netlist(text);
    let names: Vec<&str> = file.components.iter().map(|component| component.name.value.as_str()).collect();
    assert_eq!(names, ["world", "rev", "body"]);
    assert_eq!(file.parameters[0].value.value, compiler::model_file::Value::Number(2.0));
}

#[test]
fn connectors_of_composites_are_nodes() {
    let text = "model M
        model Arm import Modelica.Mechanics.MultiBody.*;
          Interfaces.Frame_a a; Interfaces.Frame_b b; Modelica.Blocks.Interfaces.RealInput tau;
          parameter Real L = 1;
          outer World world;
          Joints.Revolute rev(useAxisFlange = true); Parts.BodyCylinder rod(r = {L, 0, 0});
          Modelica.Mechanics.Rotational.Sources.Torque torque;
        equation connect(a, rev.frame_a); connect(rev.frame_b, rod.frame_a); connect(rod.frame_b, b);
          connect(torque.flange, rev.axis); connect(tau, torque.tau); end Arm;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Blocks.Interfaces.RealInput u[2];
        Arm arm[2](L = {1, 2});
        output Real angle[2] = arm.rev.phi;
        output Real speed;
      equation connect(world.frame_b, arm[1].a); connect(arm[1].b, arm[2].a); connect(u, arm.tau);
        speed = der(arm[1].rev.phi);
      end M;";
    let file = netlist(text);
    let pair =
        |connection: &compiler::model_file::Connection| (connection.from.value.clone(), connection.to.value.clone());
    let connections: Vec<_> = file.connections.iter().map(pair).collect();
    assert!(connections.contains(&("world.frame_b".to_owned(), "arm[1].rev.frame_a".to_owned())), "{connections:?}");
    assert!(
        connections.iter().any(|(a, b)| a.contains("arm[1].rod.frame_b") && b.contains("arm[2].rev.frame_a")),
        "{connections:?}"
    );
    let inputs: Vec<_> =
        file.inputs.iter().map(|input| (input.name.value.as_str(), target_text(&input.target.value))).collect();
    assert_eq!(inputs, [("u[1]", "arm[1].torque.tau"), ("u[2]", "arm[2].torque.tau")]);
    let outputs: Vec<_> = file.outputs.iter().map(|o| (o.name.value.as_str(), target_text(&o.target.value))).collect();
    assert_eq!(outputs, [("angle[1]", "arm[1].rev.phi"), ("angle[2]", "arm[2].rev.phi"), ("speed", "arm[1].rev.w")]);
    assert!(compile(&file).is_ok());
}

#[test]
fn outputs_may_be_expressions_of_other_variables() {
    let text = "model M
        parameter Real offset(unit = \"rad\") = 0.25;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0.5, fixed = true), w(start = 3, fixed = true));
        Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
        Real angle = rev.phi - offset;
        Modelica.Units.SI.Angle inner_angle = rev.phi;
        output Modelica.Units.SI.Angle twice;
        output Real product;
        output Real limit = offset;
        Modelica.Blocks.Interfaces.RealOutput speed(unit = \"rad/s\");
      equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a);
        twice = 2*angle;
        speed = 2*der(rev.phi);
        product = angle*rev.w;
      end M;";
    let read = read_text(text).unwrap_or_else(|invalid| panic!("{invalid}"));
    assert!(read.notes.is_empty(), "{:?}", read.notes);
    let variables: Vec<_> =
        read.file.variables.iter().map(|v| (v.name.value.as_str(), target_text(&v.target.value))).collect();
    assert_eq!(variables, [("angle", "rev.phi - offset")]);
    let model = compile(&read.file).unwrap();
    let values = support::reals::initial(model).unwrap();
    let expected = [("twice", 0.5), ("product", 0.75), ("limit", 0.25), ("inner_angle", 0.5), ("speed", 6.0)];
    for (name, value) in expected {
        assert!((values[name] - value).abs() < 1e-14, "{name} is {}, expected {value}", values[name]);
    }
    let units: Vec<_> =
        read.file.outputs.iter().map(|o| (o.name.value.as_str(), o.unit.as_ref().map(|u| &*u.value))).collect();
    for wanted in [("twice", Some("rad")), ("speed", Some("rad/s")), ("product", None)] {
        assert!(units.contains(&wanted), "{units:?}");
    }
}

#[test]
fn branches_that_give_the_same_variables_are_expressions() {
    let text = |branches: &str| {
        format!(
            "model M
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 0.5, fixed = true), w(start = 3, fixed = true));
        Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {{0.5, 0, 0}});
        output Real side; output Real size;
      equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a);
        if rev.phi < 0 then {branches} else side = 1; size = rev.phi; end if;
      end M;"
        )
    };
    let file = netlist(&text("side = -1; size = -rev.phi;"));
    let outputs: Vec<_> = file.outputs.iter().map(|o| (o.name.value.as_str(), target_text(&o.target.value))).collect();
    let expected = [("side", "if rev.phi < 0 then -1 else 1"), ("size", "if rev.phi < 0 then -rev.phi else rev.phi")];
    assert_eq!(outputs, expected);
    let told = read_text(&text("side = -1;")).unwrap_err().to_string();
    assert!(told.contains("Model.mo:7:9") && told.contains("the same variables"), "{told}");
}

/// Conditions on variables raise state events, unless they are inside `noEvent` or `smooth`.
#[test]
fn conditions_on_variables_raise_events() {
    let damper = |expression: &str| {
        let text = format!(
            "model M
        import Modelica.Mechanics.Translational;
        parameter Real d1 = 3; parameter Real d2 = 1;
        Translational.Components.Mass mass(m = 2, s(start = 1, fixed = true), v(start = -0.5, fixed = true));
        Translational.Sources.Force push;
        Modelica.Blocks.Sources.RealExpression law(y = {expression});
      equation connect(push.flange, mass.flange_a); connect(law.y, push.f);
      end M;"
        );
        let model = compile(&netlist(&text)).unwrap_or_else(|p| panic!("{expression}: {p:?}"));
        let indicators = jets::system(std::sync::Arc::new(model.clone())).indicator_count();
        (indicators, support::reals::initial(model).unwrap()["mass.a"])
    };
    for (expression, indicators) in [
        ("if mass.v > 0 then -d1*mass.v else -d2*mass.v", 1),
        ("noEvent(if mass.v > 0 then -d1*mass.v else -d2*mass.v)", 0),
        ("-smooth(0, if mass.v > 0 then d1*mass.v else d2*mass.v)", 0),
        ("-mass.v*(if mass.s < 0 and mass.v > 0 then d1 elseif mass.s < 2 then d2 else 0)", 3),
    ] {
        let (found, acceleration) = damper(expression);
        assert_eq!(found, indicators, "{expression}");
        assert!((acceleration - 0.25).abs() < 1e-15, "{expression}: {acceleration}");
    }
}

/// A mass with a damper of two characteristics; `text` says how its force is given.
fn damped(declarations: &str, equations: &str) -> ModelFile {
    netlist(&format!(
        "model M
        import Modelica.Mechanics.Translational;
        import Modelica.Blocks.Interfaces.{{RealInput, RealOutput}};
        parameter Real d1 = 3; parameter Real d2 = 1;
        Translational.Components.Mass mass(m = 2, s(start = 1, fixed = true), v(start = -0.5, fixed = true));
        Translational.Sources.Force push;
        {declarations}
      equation connect(push.flange, mass.flange_a); {equations}
      end M;"
    ))
}

/// The text of what a public name stands for, which lives as long as the test.
fn target_text(target: &compiler::model_file::Target) -> &'static str {
    target.to_string().leak()
}

/// Names, expressions, and where the variables lead.
fn variables(file: &ModelFile) -> Vec<(&str, &str, &str)> {
    let target = |name: &str| {
        let pair = file.connections.iter().find(|connection| connection.from.value == name);
        pair.map(|pair| pair.to.value.as_str()).unwrap_or_default()
    };
    file.variables
        .iter()
        .map(|v| (v.name.value.as_str(), target_text(&v.target.value), target(&v.name.value)))
        .collect()
}

/// State event indicators and the acceleration at the start.
fn at_the_start(file: &ModelFile, what: &str) -> (usize, f64) {
    let model = compile(file).unwrap_or_else(|p| panic!("{what}: {p:?}\n{}", file.to_json()));
    let indicators = jets::system(std::sync::Arc::new(model.clone())).indicator_count();
    (indicators, support::reals::initial(model).unwrap()["mass.a"])
}

const LAW: &str = "if mass.v > 0 then -d1*mass.v else -d2*mass.v";

#[test]
fn equations_drive_signal_inputs() {
    let control = "model Control RealInput v; RealOutput f; parameter Real d = 1;
        equation f = if v > 0 then -3*d*v else -d*v; end Control; Control control;";
    let of = |text: &str| text.replace("LAW", LAW);
    for (declarations, equations, expected) in [
        ("", "push.f = LAW;", ("push_f", LAW, "push.f")),
        ("", "(LAW) = push.f;", ("push_f", LAW, "push.f")),
        ("Real drag(unit = \"N\") = LAW;", "push.f = drag;", ("drag", LAW, "push.f")),
        ("protected Real drag = LAW;", "push.f = drag;", ("drag", LAW, "push.f")),
        ("RealOutput force;", "force = LAW; connect(force, push.f);", ("force", LAW, "push.f")),
        ("output Real force = LAW;", "connect(push.f, force);", ("force", LAW, "push.f")),
        ("RealOutput force = LAW;", "connect(force, push.f);", ("force", LAW, "push.f")),
        ("", "if mass.v > 0 then push.f = -d1*mass.v; else push.f = -d2*mass.v; end if;", ("push_f", LAW, "push.f")),
        (
            control,
            "control.v = mass.v; connect(control.f, push.f);",
            ("control.f", "if mass.v > 0 then -3*control.d*mass.v else -control.d*mass.v", "push.f"),
        ),
        (
            &control.replace("Control control", "Control control(v = mass.v)"),
            "connect(control.f, push.f);",
            ("control.f", "if mass.v > 0 then -3*control.d*mass.v else -control.d*mass.v", "push.f"),
        ),
        (
            "model Held RealInput f; Translational.Sources.Force push; Translational.Interfaces.Flange_b b;
             equation connect(f, push.f); connect(push.flange, b); end Held; Held held(push.useSupport = false);",
            "connect(held.b, mass.flange_b); held.f = LAW; push.f = 0;",
            ("held.f", LAW, "held.push.f"),
        ),
    ] {
        let file = damped(&of(declarations), &of(equations));
        assert!(variables(&file).contains(&expected), "{equations}: {:?}", variables(&file));
        assert_eq!(at_the_start(&file, equations), (1, 0.25), "{equations}");
    }
    // An output that drives something is both, by one name.
    let file = damped(&of("RealOutput force(unit = \"N\") = LAW \"of the damper\";"), "connect(force, push.f);");
    let model = compile(&file).unwrap();
    let named: Vec<_> = model.catalogue.variables.iter().filter(|variable| variable.name == "force").collect();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].causality, simulation::variables::Causality::Output);
    assert_eq!(named[0].description, "of the damper");
}

#[test]
fn equations_of_arrays_and_inputs() {
    let file = damped(
        "parameter Real k[2] = {3, 4}; Translational.Sources.Force more[2]; RealOutput f[2] = {-k[i]*mass.s for i in 1:2};
         input Real u(start = 5, unit = \"N\"); RealInput direct;
         Translational.Sources.Force last, straight;",
        "for i in 1:2 loop connect(more[i].flange, mass.flange_b); connect(f[i], more[i].f); end for;
         connect(last.flange, mass.flange_b); connect(straight.flange, mass.flange_b);
         push.f = 2*u; last.f = sum(more.f); straight.f = direct;",
    );
    let expected = [
        ("f[1]", "-k[1]*mass.s", "more[1].f"),
        ("f[2]", "-k[2]*mass.s", "more[2].f"),
        ("push_f", "2*u_signal.y", "push.f"),
        ("last_f", "more[1].f + more[2].f", "last.f"),
    ];
    assert_eq!(variables(&file), expected);
    let inputs: Vec<_> = file.inputs.iter().map(|i| (i.name.value.as_str(), target_text(&i.target.value))).collect();
    assert_eq!(inputs, [("direct", "straight.f"), ("u", "u_signal.u")]);
    // 2 a = 2*5 - 7 - 7
    assert_eq!(at_the_start(&file, "arrays").1, -2.0);
    let file = damped(
        "Translational.Sources.Force more[2];",
        "for i in 1:2 loop more[i].f = i*mass.v; connect(more[i].flange, mass.flange_b); end for; push.f = -mass.v;",
    );
    let expected =
        [("more_1_f", "1*mass.v", "more[1].f"), ("more_2_f", "2*mass.v", "more[2].f"), ("push_f", "-mass.v", "push.f")];
    assert_eq!(variables(&file), expected);
    assert_eq!(at_the_start(&file, "elements").1, -0.5);
}

/// Initial equations are start values that are fixed.
#[test]
fn initial_equations_fix_starts() {
    let text = |initial: &str| {
        format!(
            "model M
        parameter Real start = 0.3;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Joints.Revolute rev(phi(start = 1), w(displayUnit = \"rpm\"));
        Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {{0.5, 0, 0}}, I_11 = 0, I_22 = 0, I_33 = 0);
        Real angle = rev.phi;
      initial equation {initial}
      equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, body.frame_a); end M;"
        )
    };
    let at = |initial: &str| {
        let model = compile(&netlist(&text(initial)));
        support::reals::initial(model.unwrap_or_else(|p| panic!("{initial}: {p:?}"))).unwrap()
    };
    for initial in [
        "rev.phi = start; der(rev.phi) = 2;",
        "angle = start; 2 = rev.w;",
        "if start > 0 then rev.phi = start; else rev.phi = 0; end if; der(angle) = 2;",
    ] {
        let values = at(initial);
        assert_eq!((values["rev.phi"], values["rev.w"]), (0.3, 2.0), "{initial}");
    }
    // At rest without acceleration the rod hangs down.
    for initial in ["rev.w = 0; der(rev.w) = 0;", "for i in 1:1 loop der(rev.phi) = 0; rev.a = 0; end for;"] {
        let values = at(initial);
        assert!(
            values["rev.a"].abs() < 1e-9 && values["rev.phi"].cos().abs() < 1e-9,
            "{initial}: {}",
            values["rev.phi"]
        );
    }
}

#[test]
fn experiments_are_read() {
    let text = |settings: &str| format!("model M annotation(experiment({settings})); end M;");
    let read = read_text(&text("StartTime = -1, StopTime = 2, Interval = 0.5")).unwrap();
    let experiment = &read.file.experiment;
    assert_eq!((experiment.start_time, experiment.stop_time, experiment.step_size), (Some(-1.0), Some(2.0), Some(0.5)));
    assert_eq!(experiment.tolerance, None);
    let read = read_text(&text("StopTime = 2*n, Tolerance = 1e-8")).unwrap();
    assert_eq!(read.file.experiment.tolerance, Some(1e-8));
    let note = &read.notes[0];
    assert_eq!(note.span.as_ref().map(|span| read.sources.place(span)).as_deref(), Some("Model.mo:1:42"));
    assert!(note.problem.to_string().contains("StopTime"), "{note:?}");
}

#[test]
fn replaced_classes_and_components() {
    let text = "model M
        model Leg import Modelica.Mechanics.MultiBody.*; Interfaces.Frame_a a;
          replaceable model Rod = Parts.Body(m = 1, r_CM = {1, 0, 0}) constrainedby Interfaces.PartialOneFrame_a;
          Rod rod;
        equation connect(a, rod.frame_a); end Leg;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Joints.Revolute rev;
        Leg leg(redeclare model Rod = Modelica.Mechanics.MultiBody.Parts.BodyCylinder(r = {2, 0, 0}));
      equation connect(world.frame_b, rev.frame_a); connect(rev.frame_b, leg.a); end M;";
    let file = netlist(text);
    assert_eq!(file.components[2].class.value, "Modelica.Mechanics.MultiBody.Parts.BodyCylinder");
}

#[test]
fn functions_of_assignments_are_put_in() {
    let text = "model M function inertia input Real m; input Real l = 2; output Real I; protected Real k = 12;
          algorithm I := m*l^2/k; end inertia;
        parameter Real a = inertia(3); parameter Real b = inertia(l = 6, m = 1);
        Modelica.Mechanics.Rotational.Components.Inertia inertia1(J = a + b); end M;";
    let file = netlist(text);
    let values: Vec<_> = file.parameters.iter().map(|parameter| parameter.value.value.clone()).collect();
    assert_eq!(values, [compiler::model_file::Value::Number(1.0), compiler::model_file::Value::Number(3.0)]);
}

#[test]
fn packages_in_folders_are_one_package() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    write("Rig/package.mo", "package Rig\n  constant Real length = 0.5;\nend Rig;");
    write(
        "Rig/Parts/package.mo",
        "within Rig;\npackage Parts\n  model Rod = Modelica.Mechanics.MultiBody.Parts.Body(m = 1, r_CM = {length, 0, 0});\nend Parts;",
    );
    let model = write(
        "Rig/Tests/Swing.mo",
        "within Rig.Tests;\nmodel Swing\n  inner Modelica.Mechanics.MultiBody.World world;\n  Modelica.Mechanics.MultiBody.Joints.Revolute rev;\n  Parts.Rod rod;\nequation\n  connect(world.frame_b, rev.frame_a);\n  connect(rev.frame_b, rod.frame_a);\nend Swing;",
    );
    write("Rig/Tests/package.mo", "within Rig;\npackage Tests\nend Tests;");
    let read = crate::read_modelica(&model, &ModelicaOptions::default()).unwrap_or_else(|invalid| panic!("{invalid}"));
    assert_eq!(read.file.name, "Rig.Tests.Swing");
    assert_eq!(read.file.components.len(), 3);
    // From elsewhere by --path, and by name from the package's file.
    let alone = write("Other.mo", "model Other\n  extends Rig.Tests.Swing;\nend Other;");
    assert!(crate::read_modelica(&alone, &ModelicaOptions::default()).is_err());
    let options = ModelicaOptions { class: None, paths: vec![folder.path().to_owned()], shows_all: false };
    assert_eq!(crate::read_modelica(&alone, &options).unwrap().file.components.len(), 3);
    let package = folder.path().join("Rig/package.mo");
    let options = ModelicaOptions { class: Some("Rig.Tests.Swing".to_owned()), ..ModelicaOptions::default() };
    assert_eq!(crate::read_modelica(&package, &options).unwrap().file.components.len(), 3);
}

#[test]
fn problems_of_later_stages_point_into_the_text() {
    let text = "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  Modelica.Mechanics.MultiBody.Parts.Body body(\n    m = -1, r_CM = {0, 0});\nend M;";
    let read = read_text(text).unwrap_or_else(|invalid| panic!("{invalid}"));
    let problems = compile(&read.file).unwrap_err();
    let (source, problem): (SourceText, _) = read.sources.locate(&problems[0]);
    assert!(source.render(&problem).starts_with("Model.mo:4:"), "{}", source.render(&problem));
}

/// The example at that path, read and put together.
fn example(path: &str) -> (ModelFile, simulation::model::Model) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(path);
    let read = crate::read_modelica(&path, &ModelicaOptions::default()).unwrap_or_else(|invalid| panic!("{invalid}"));
    let model = compile(&read.file).unwrap();
    (read.file, model)
}

#[test]
fn the_examples_are_models() {
    let (file, rod) = example("swinging_rod.mo");
    assert_eq!((rod.name.as_str(), rod.states.positions.len()), ("SwingingRod", 1));
    assert_eq!(file.experiment.stop_time, Some(5.0));
    let (file, crane) = example("crane.mo");
    let names: Vec<&str> = file.inputs.iter().chain(&file.outputs).map(|public| public.name.value.as_str()).collect();
    assert_eq!(names, ["force", "position", "swing"]);
    let values = support::reals::initial(crane).unwrap();
    assert!((values["swing"] - 0.2).abs() < 1e-15, "{}", values["swing"]);
    assert_eq!(values["rope[2].bar.r_CM[2]"], -0.75);
}

#[test]
fn the_hoist_in_folders_lifts_as_its_equation_says() {
    let (_, hoist) = example("Hoist/Examples/Lift.mo");
    let values = support::reals::initial(hoist).unwrap();
    // m a = -m g + ratio_drum ratio (tau - J w'), with w' = ratio_drum ratio a and no torque at the start.
    let ratio = 5.0 * 20.0;
    let acceleration = -80.0 * 9.81 / (80.0 + 0.02 * ratio * ratio);
    let found = values["load.mass.a"];
    assert!((found - acceleration).abs() < 1e-12 * acceleration.abs(), "{found}, expected {acceleration}");
}

/// Constants of packages, of the model and of the library have units beside variables: what fits is not warned of, what does not is.
#[test]
fn constants_keep_their_units() {
    let text = "package P
      import Modelica.Units.SI;
      package C
        constant Real d(unit = \"N.s/m\") = 3; constant SI.Time T = 1; constant SI.Mass m[2] = {2, -4}; constant Real n = 2;
      end C;
      model M
        constant SI.Mass own = 4; parameter SI.Mass mass = 2;
        parameter SI.Force weight = mass*Modelica.Constants.g_n;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Forces.WorldForce f;
        Modelica.Mechanics.MultiBody.Parts.Body b(m = 2*own, r_CM = {0, 0, 0}, v_0(start = {4, 5, 6}, each fixed = true));
      equation
        connect(f.frame_b, b.frame_a);
        f.force[1] = weight - C.d*b.v_0[1];
        f.force[2] = weight - C.n*own*b.v_0[2]/C.T;
        f.force[3] = LAW;
      end M;
    end P;";
    let read = |law: &str| {
        let source = SourceText { name: "P.mo".to_owned(), text: text.replace("LAW", law) };
        let options = ModelicaOptions { class: Some("P.M".to_owned()), ..ModelicaOptions::default() };
        let read = crate::read_modelica_text(source, &options).unwrap_or_else(|invalid| panic!("{invalid}"));
        Compilation::new(&read.file).unwrap_or_else(|problems| panic!("{problems:#?}"))
    };
    let Compilation { model, warnings, .. } = read("weight + 3*C.m[2]*b.v_0[3]/C.T");
    assert!(warnings.is_empty(), "{warnings:#?}");
    let (values, weight) = (support::reals::initial(model).unwrap(), 2.0 * 9.80665);
    for (name, value) in [("f.force[1]", weight - 12.0), ("f.force[2]", weight - 40.0), ("f.force[3]", weight - 72.0)] {
        assert!((values[name] - value).abs() < 1e-12, "{name} is {}, expected {value}", values[name]);
    }
    let wrong = read("weight + 3*C.m[2]*b.v_0[3]").warnings;
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert!(wrong[0].problem.to_string().contains("is not defined for N (force) and"), "{wrong:#?}");
}

/// Modelica does not convert: a number beside a parameter in degrees is in degrees, too, and what is an angle for the netlist is as many degrees.
#[test]
fn angles_in_degrees_take_numbers_as_degrees() {
    let text = "model M
        record Angles parameter Real more = 5; parameter Modelica.Units.SI.Angle turn = 2; end Angles;
        parameter Modelica.Units.NonSI.Angle_deg al = 30; constant Modelica.Units.NonSI.Angle_deg be = 20;
        parameter Real x = 0.25; parameter Modelica.Units.SI.Angle phi = 0.5; Angles r;
        inner Modelica.Mechanics.MultiBody.World world;
        Modelica.Mechanics.MultiBody.Parts.FixedRotation f[6](
          angle = {al + 10, al + be, 2*r.more - al, phi + al, r.turn + 1, Modelica.Units.Conversions.to_deg(x)},
          each n = {0, 0, 1});
      equation for i in 1:6 loop connect(world.frame_b, f[i].frame_a); end for;
      end M;";
    let model = compile(&netlist(text)).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let values = support::reals::initial(model).unwrap();
    for (k, degrees) in (1..).zip([40.0_f64, 50.0, -20.0, 30.5, 3.0, 0.25_f64.to_degrees()]) {
        let sine = values[&*format!("f[{k}].frame_b.R.T[1,2]")];
        assert!((sine - degrees.to_radians().sin()).abs() < 1e-14, "{k}: {sine}");
    }
}

/// A potential at a connector of a composite is that of any part at this node; a flow is the sum of those into the parts inside.
#[test]
fn variables_of_own_connectors_are_those_of_the_parts() {
    let text = |phi: &str, tau: &str| {
        format!(
            "model M
               model Shaft
                 Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
                 Modelica.Mechanics.Rotational.Components.Inertia rotor(J = 1);
                 Modelica.Mechanics.Rotational.Components.Damper damper(d = 1);
                 Modelica.Mechanics.Rotational.Components.Fixed fixed;
                 Real angle = {phi};
                 Real torque = {tau};
               equation
                 connect(flange, rotor.flange_a); connect(flange, damper.flange_a); connect(damper.flange_b, fixed.flange);
               end Shaft;
                 Shaft shaft;
                 Modelica.Mechanics.Rotational.Sources.ConstantTorque drive(tau_constant = 1);
                 output Real y = 2*shaft.angle + shaft.torque;
               equation
                 connect(shaft.flange, drive.flange);
               end M;"
        )
    };
    let own = written(&text("-flange.phi", "flange.tau"));
    assert!(own.contains(r#""shaft.angle":{"expression":"-drive.flange.phi"}"#), "{own}");
    let torque = ["shaft.rotor.flange_a.tau", "shaft.damper.flange_a.tau"];
    assert!(own.contains(&format!(r#""shaft.torque":{{"expression":"{}"#, torque.join(" + "))), "{own}");
    let parts = written(&text("-rotor.flange_a.phi", "rotor.flange_a.tau + damper.flange_a.tau"));
    assert_eq!(own.replace("drive.flange.phi", "shaft.rotor.flange_a.phi"), parts);
}

/// Voltages and currents at connectors that nothing reads are left out, with a note.
#[test]
fn unread_expressions_of_connectors_are_left_out() {
    let text = "model M
       model Divider
         Modelica.Electrical.Analog.Interfaces.PositivePin p;
         Modelica.Electrical.Analog.Interfaces.NegativePin n;
         Modelica.Electrical.Analog.Basic.Resistor upper(R = 1); Modelica.Electrical.Analog.Basic.Resistor lower(R = 2);
         Real v = p.v - n.v; Real i = p.i;
       equation
         connect(p, upper.p); connect(upper.n, lower.p); connect(lower.n, n);
       end Divider;
         Divider divider; Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 3); Modelica.Electrical.Analog.Basic.Ground ground;
       equation
         connect(source.p, divider.p); connect(source.n, divider.n); connect(source.n, ground.p);
       end M;";
    let read = read_text(text).unwrap_or_else(|invalid| panic!("{invalid}"));
    let notes: Vec<String> = read.notes.iter().map(|note| note.problem.to_string()).collect();
    assert!(notes.iter().any(|note| note.contains("nothing reads variable `divider.v`")), "{notes:?}");
    compile(&read.file).unwrap();
}
