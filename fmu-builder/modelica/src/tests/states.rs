//! States of the text and equations that are solved, against closed forms; imported constants; tables in files.

use fmu_core::instance::{Experiment, Instance};

use super::*;

/// Values of variables of the model at the end of a run.
pub(super) fn run(model: &ModelFile, end: f64, names: &[&str]) -> Vec<f64> {
    let model = compiler::compile(model).unwrap_or_else(|problems| panic!("{problems:?}"));
    let catalogue = model.catalogue.clone();
    let reference = |name: &&str| {
        let index = catalogue.variables.iter().position(|variable| variable.name == *name);
        catalogue.reference(index.unwrap_or_else(|| panic!("there is no {name}"))) as u32
    };
    let mut instance = Instance::new(std::sync::Arc::new(model));
    let experiment = Experiment { tolerance: Some(1e-9), ..Experiment::default() };
    instance.setup_experiment(experiment).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance.do_step(0.0, end).unwrap();
    let mut found = vec![0.0; names.len()];
    let references: Vec<u32> = names.iter().map(reference).collect();
    instance.get(&references, &mut found).unwrap();
    found
}

pub(super) fn read(text: &str) -> ReadModel {
    read_text(text).unwrap_or_else(|invalid| panic!("{invalid}"))
}

#[track_caller]
pub(super) fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-7, "{found:?}, expected {expected:?}");
    }
}

/// An oscillator in equations that have to be solved for the derivatives: x = cos(2 t), v = -2 sin(2 t).
#[test]
fn an_oscillator() {
    let model = read(
        "model M
           parameter Real m = 0.5; parameter Real c = 2;
           Real x(start = 1, fixed = true); Real v(start = 0, fixed = true); Real e;
           output Real a = der(v);
         equation
           m*der(v) + c*x = 0; der(x) = v; 2*e = m*v^2 + c*x^2;
         end M;",
    );
    let found = run(&model.file, 0.7, &["x", "v", "a", "e"]);
    let (s, c) = (1.4_f64.sin(), 1.4_f64.cos());
    near(&found, &[c, -2.0 * s, -4.0 * c, 1.0]);
    assert!(model.notes.is_empty(), "{:?}", model.notes);
}

/// Vectors of states, initial equations, and derivatives of what is not a state.
#[test]
fn vectors_and_derivatives_of_expressions() {
    let model = read(
        "model M
           parameter Real A[2, 2] = [0, 1; -1, 0];
           parameter Real x1 = 0;
           Real x[2](start = {x1, 0}); Real y = 3*x[1] + time^2; Real dy = der(y); Real steady;
           Real p = sin(x[1]); Real dp = der(p);
         initial equation
           x = {0, 1}; der(steady) = 0;
         equation
           der(x) = A*x; 2*der(steady) = 5 - steady;
         end M;",
    );
    let found = run(&model.file, 1.2, &["x[1]", "x[2]", "y", "dy", "steady", "dp"]);
    let (s, c) = (1.2_f64.sin(), 1.2_f64.cos());
    near(&found, &[s, c, 3.0 * s + 1.44, 3.0 * c + 2.4, 5.0, s.cos() * c]);
}

/// Each equation has one unknown once the others are solved, in any order and on any side.
#[test]
fn equations_are_solved_one_after_the_other() {
    let equations =
        ["0 = a + b - 3", "6 = 2*a", "b/(c + 1) = 4*b", "exp(d) = c + 2", "g - d = if time < 1 then g*2 else 0"];
    for turn in 0..equations.len() {
        let mut order = equations.to_vec();
        order.rotate_left(turn);
        let text = format!("model M Real a; Real b; Real c; Real d; Real g; equation {}; end M;", order.join("; "));
        let text = text.replace("b/(c + 1) = 4*b", "(b + 8)/(c + 1) = 4");
        let found = run(&read(&text).file, 0.5, &["a", "b", "c", "d", "g"]);
        near(&found, &[3.0, 0.0, 1.0, 3.0_f64.ln(), -(3.0_f64.ln())]);
    }
}

#[test]
fn constants_are_imported_in_all_ways() {
    let model = read(
        "package P
           package Data constant Real a = 2; constant Real b[2] = {3, 4}; end Data;
           model M
             import Modelica.Constants.pi; import g = Modelica.Constants.g_n; import P.Data.*; import c = P.Data.b;
             import Modelica.Constants.{e, D2R};
             Modelica.Blocks.Sources.ContinuousClock clock;
             output Real y[6] = {pi, g, a, c[2], e, D2R};
           end M;
         end P;",
    );
    let names: Vec<String> = (1..=6).map(|k| format!("y[{k}]")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    use std::f64::consts::{E, PI};
    near(&run(&model.file, 0.1, &names), &[PI, 9.80665, 2.0, 4.0, E, PI / 180.0]);
}

/// A connection with a connector that is not there is left out.
#[test]
fn connections_with_absent_connectors() {
    let text = "model M
        Modelica.Mechanics.Translational.Sources.ConstantForce push(f_constant = 3);
        Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(fixed = true), v(fixed = true));
        Modelica.Mechanics.Translational.Components.Fixed ground;
      equation
        connect(push.flange, mass.flange_a); connect(push.support, ground.flange);
      end M;";
    near(&run(&read(text).file, 2.0, &["mass.v"]), &[3.0]);
}

/// A table of a file beside the text, of which two columns are chosen; the data is in the model.
#[test]
fn tables_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("data.txt");
    std::fs::write(&table, "#1\ndouble other(1,2)\n0 0\ndouble tab(3,4) # text\n0 1 2 3\n1 2 3 5; 2, 3, 4, 5\n")
        .unwrap();
    let path = folder.path().join("M.mo");
    let model = |name: &str| {
        format!(
            "model M
               Modelica.Blocks.Sources.ContinuousClock clock(offset = 0.5);
               Modelica.Blocks.Tables.CombiTable1Ds t(
                 tableOnFile = true, tableName = \"{name}\", fileName = \"data.txt\", columns = {{4, 2}});
             equation connect(clock.y, t.u); assert(time >= 0, \"never\");
             algorithm assert(t.y[1] > 0, \"positive\");
             end M;"
        )
    };
    // A path that a function has made is not relative to the text any more, whatever folder it is read from.
    let loaded = model("tab").replace("\"data.txt\"", "Modelica.Utilities.Files.loadResource(\"data.txt\")");
    std::fs::write(&path, loaded).unwrap();
    let up = "../".repeat(std::env::current_dir().unwrap().components().count() - 1);
    let relative = Path::new(&up).join(path.strip_prefix("/").unwrap());
    let read = read_modelica(&relative, &ModelicaOptions::default()).unwrap_or_else(|invalid| panic!("{invalid}"));
    near(&run(&read.file, 0.25, &["t.y[1]", "t.y[2]"]), &[4.5, 1.75]);
    std::fs::write(&path, model("tab")).unwrap();
    let read = read_modelica(&path, &ModelicaOptions::default()).unwrap_or_else(|invalid| panic!("{invalid}"));
    std::fs::remove_file(&table).unwrap();
    near(&run(&read.file, 0.25, &["t.y[1]", "t.y[2]"]), &[4.5, 1.75]);
    let told = read_modelica(&path, &ModelicaOptions::default()).unwrap_err().to_string();
    assert!(told.contains("data.txt of the table cannot be read") && told.contains("M.mo:4"), "{told}");
    std::fs::write(&table, "#1\ndouble tab(1,2)\n0 1\n").unwrap();
    std::fs::write(&path, model("tabb")).unwrap();
    let told = read_modelica(&path, &ModelicaOptions::default()).unwrap_err().to_string();
    assert!(told.contains("there is no table `tabb` in") && told.contains("which has `tab`"), "{told}");
}

/// An error in a class of the library is told at the component, with what to use instead.
#[test]
fn library_text_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("Modelica");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("package.mo", "package Modelica end Modelica;");
    write("Blocks/package.mo", "within Modelica; package Blocks import Modelica.Units.SI; end Blocks;");
    let types = "package Types type Init = enumeration(NoInit, SteadyState, InitialState, InitialOutput); end Types;";
    write("Blocks/Types.mo", &format!("within Modelica.Blocks; {types}"));
    write(
        "Blocks/Sources.mo",
        "within Modelica.Blocks; package Sources
           block Cosine output Real y; parameter SI.Frequency f; equation y = cos(2*Modelica.Constants.pi*f*time); end Cosine;
           block BooleanExpression output Boolean y; equation y = terminal(); end BooleanExpression;
         end Sources;",
    );
    write(
        "Blocks/Examples.mo",
        "within Modelica.Blocks; package Examples
           model E Sources.Cosine s(f = 0.5); Continuous.FirstOrder f(T = 1, initType = Types.Init.SteadyState);
             equation connect(s.y, f.u); end E;
           model Bad
             Sources.BooleanExpression t; end Bad;
           model Made Sources.BooleanExpression t; Sources.BooleanExpression u; end Made;
           model Worse
             Made made; end Worse;
         end Examples;",
    );
    let options = |name: &str| ModelicaOptions {
        class: Some(format!("Modelica.Blocks.Examples.{name}")),
        ..ModelicaOptions::default()
    };
    // From the package, and from the file of the example.
    for file in ["package.mo", "Blocks/Examples.mo"] {
        let read = read_modelica(&root.join(file), &options("E")).unwrap_or_else(|invalid| panic!("{invalid}"));
        near(&run(&read.file, 1.0, &["s.y"]), &[-1.0]);
        let told = read_modelica(&root.join(file), &options("Bad")).unwrap_err().to_string();
        assert!(
            told.contains("`Modelica.Blocks.Sources.BooleanExpression` is in the library, but not supported yet"),
            "{told}"
        );
        assert!(told.contains("Examples.mo:5"), "{told}");
        let told = read_modelica(&root.join(file), &options("Worse")).unwrap_err().to_string();
        let made = "`Modelica.Blocks.Examples.Made` is made of `Modelica.Blocks.Sources.BooleanExpression`, which is in the library, but not";
        assert!(
            told.contains(made) && told.contains("Examples.mo:8") && told.matches(" is made of ").count() == 1,
            "{told}"
        );
    }
}

/// The speed of a flange is that of a sensor, which the FMU does not show.
#[test]
fn derivatives_of_positions_of_flanges() {
    let text = "model M
        Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(fixed = true), v(start = 3, fixed = true));
        Modelica.Blocks.Sources.RealExpression power(y = 2*der(mass.flange_a.s));
      end M;";
    near(&run(&read(text).file, 2.0, &["power.y"]), &[6.0]);
}

/// Members of buses that only equations give and read, also of a bus in a bus, and through a third bus.
#[test]
fn members_of_buses_in_equations() {
    let model = read(
        "model M
           expandable connector Inner end Inner;
           expandable connector Bus
             Real v; Inner part;
           end Bus;
           model Source
             Bus bus; Real s(start = 0, fixed = true);
           equation
             der(s) = 2; bus.v = s; bus.w = 2*s + 1; bus.part.x = -s;
           end Source;
           model Sink
             Bus bus; Real y = 3*bus.v; Real z;
           equation
             z = bus.w + bus.part.x;
           end Sink;
           Source source; Sink sink[2]; Bus between;
           output Real y = sink[2].y; output Real z = sink[1].z;
         equation
           connect(source.bus, between);
           for i in 1:2 loop
             connect(between, sink[i].bus);
           end for;
         end M;",
    );
    near(&run(&model.file, 0.7, &["y", "z"]), &[4.2, 1.4 * 2.0 + 1.0 - 1.4]);
}

/// A class of the text with equations of its own at its connectors: flows follow from potentials and their derivatives.
#[test]
fn equations_give_the_flows_at_own_connectors() {
    for (package, body, position, flow, inertia) in
        [("Rotational", "Inertia", "phi", "tau", "J"), ("Translational", "Mass", "s", "f", "m")]
    {
        let text = format!(
            "model M
               model Law
                 Modelica.Mechanics.{package}.Interfaces.Flange_a flange_a;
                 Modelica.Mechanics.{package}.Interfaces.Flange_b flange_b;
                 Real x; Real w; Real tau;
               equation
                 x = flange_b.{position} - flange_a.{position};
                 w = der(x);
                 flange_b.{flow} = tau;
                 0 = flange_a.{flow} + flange_b.{flow};
                 tau = 50*x + 2*w;
               end Law;
               Modelica.Mechanics.{package}.Components.Fixed fixed;
               Modelica.Mechanics.{package}.Components.{body} a({inertia} = 2, {position}(start = 0.3, fixed = true));
               Modelica.Mechanics.{package}.Components.{body} b({inertia} = 2, {position}(start = 0.3, fixed = true));
               Law law;
               Modelica.Mechanics.{package}.Components.SpringDamper spring(c = 50, d = 2);
               output Real difference = a.{position} - b.{position};
               output Real own = law.tau - spring.{flow};
               output Real moved = a.{position};
             equation
               connect(fixed.flange, law.flange_a); connect(law.flange_b, a.flange_a);
               connect(fixed.flange, spring.flange_a); connect(spring.flange_b, b.flange_a);
             end M;"
        );
        let [difference, own, moved] = run(&read(&text).file, 0.4, &["difference", "own", "moved"])[..] else {
            panic!()
        };
        assert!(difference.abs() < 1e-7 && own.abs() < 1e-5 && moved < 0.0, "{difference} {own} {moved}");
    }
    let text = "model M
        model Cubic
          Modelica.Electrical.Analog.Interfaces.PositivePin p;
          Modelica.Electrical.Analog.Interfaces.NegativePin n;
          Real v; Real i;
        equation
          v = p.v - n.v; 0 = p.i + n.i; i = p.i; i = if v > 0 then 2*v^3 else 0;
        end Cubic;
        model Loss
          Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port;
        equation
          port.Q_flow = 2*(port.T - 300);
        end Loss;
        Modelica.Electrical.Analog.Basic.Capacitor c(C = 0.5, v(start = 1, fixed = true));
        Modelica.Electrical.Analog.Basic.Ground ground;
        Modelica.Thermal.HeatTransfer.Components.HeatCapacitor heat(C = 4, T(start = 310, fixed = true));
        Cubic cubic; Loss loss;
        output Real v = cubic.v; output Real i = cubic.i; output Real T = heat.T;
      equation
        connect(cubic.p, c.p); connect(cubic.n, c.n); connect(c.n, ground.p); connect(loss.port, heat.port);
      end M;";
    let v = 1.0 / (1.0_f64 + 8.0 * 0.7).sqrt();
    near(&run(&read(text).file, 0.7, &["v", "i", "T"]), &[v, 2.0 * v.powi(3), 300.0 + 10.0 * (-0.35_f64).exp()]);
}

/// A flow that is proportional to a difference of potentials may change these at once: it is a conductor in the network's equations.
#[test]
fn own_resistors_and_conductors_are_in_series() {
    let text = "model M
        model Own
          Modelica.Electrical.Analog.Interfaces.PositivePin p;
          Modelica.Electrical.Analog.Interfaces.NegativePin n;
          parameter Real R = 20; Real v; Real i; input Real more = 0;
        equation
          v = p.v - n.v; 0 = p.i + n.i; i = p.i; v = R*(i - more);
        end Own;
        model Conductor
          Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a a;
          Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b b;
          Real dT = a.T - b.T;
        equation
          a.Q_flow = 3*dT; b.Q_flow = -a.Q_flow;
        end Conductor;
        Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 10);
        Modelica.Electrical.Analog.Basic.Ground ground;
        Own first(R = 30); Own second(more = 0.1); Modelica.Electrical.Analog.Basic.Resistor third(R = 50);
        Modelica.Thermal.HeatTransfer.Sources.FixedTemperature hot(T = 400), cold(T = 300);
        Conductor one, two;
        output Real v = second.v; output Real i = first.i; output Real q = -hot.port.Q_flow;
      equation
        connect(source.p, first.p); connect(first.n, second.p); connect(second.n, third.p); connect(third.n, ground.p); connect(source.n, ground.p);
        connect(hot.port, one.a); connect(one.b, two.a); connect(two.b, cold.port);
      end M;";
    // 10 = 30 i + 20 (i - 0.1) + 50 i
    near(&run(&read(text).file, 0.1, &["v", "i", "q"]), &[20.0 * 0.02, 0.12, 150.0]);
}

/// A function whose result would be an expression of two to the power of twelve products: it gets variables of its own.
#[test]
fn large_expressions_of_functions_are_shared() {
    let text = "model M
           function f
             input Real u; output Real y;
           protected
             Real x;
           algorithm
             y := u;
             for i in 1:12 loop
               x := if y < 0.5 then y + 0.1*y*y else 0.9*y - 0.05*y*y;
               y := x + 0.01*x*x;
             end for;
           end f;
           Real u = sin(time); output Real y = f(u); parameter Real p = f(0.3);
         end M;";
    let model = read(text);
    let f = |u: f64| {
        (0..12).fold(u, |y, _| {
            let x = if y < 0.5 { y + 0.1 * y * y } else { 0.9 * y - 0.05 * y * y };
            x + 0.01 * x * x
        })
    };
    near(&run(&model.file, 0.7, &["y", "p"]), &[f(0.7_f64.sin()), f(0.3)]);
}

/// Variables of the parts that the library makes a class of are there for expressions; the temperature of a heat port is a number.
#[test]
fn variables_of_parts_and_ports_are_read() {
    let model = read(
        "model M
           Modelica.Blocks.Continuous.LimPID c(controllerType = Modelica.Blocks.Types.SimpleController.P, k = 2, yMax = 1, limiter(u(start = 0)));
           Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature warm(T = 20);
           Modelica.Blocks.Logical.RSFlipFlop memory;
           output Real over = c.limiter.u - c.y; output Real T = warm.port.T - 273.15;
           output Real held = if memory.pre.u then 1 else 2;
         equation
           c.u_s = 3; c.u_m = 1; memory.S = time > 0.1; memory.R = false;
         end M;",
    );
    near(&run(&model.file, 0.2, &["over", "T", "held"]), &[3.0, 20.0, 2.0]);
}

/// A visualizer that is left out leaves a model of nothing but a world.
#[test]
fn a_model_of_a_visualizer() {
    let model = read(
        "model M
           Modelica.Mechanics.MultiBody.Visualizers.Advanced.Surface surface(nu = 3, nv = 3);
         end M;",
    );
    assert!(model.notes.iter().any(|note| note.problem.to_string().contains("`surface` is left out")));
    near(&run(&model.file, 0.1, &["time"]), &[0.1]);
}
