//! Mistakes of beginners, and what is not read: the message has the line and the words.

use compiler::compile;
use std::any::Any;

use super::read_text;
use crate::problem::Fault;
use compiler::model_file::Problem;

/// A pendulum with `declarations` and `equations` more.
pub(super) fn pendulum(declarations: &str, equations: &str) -> String {
    format!(
        "model M\n  import Modelica.Mechanics.MultiBody.*;\n  inner World world;\n  Joints.Revolute rev(phi(fixed=true));\n  \
         Parts.Body body(m=1, r_CM={{0.5,0,0}});\n{declarations}\nequation\n  connect(world.frame_b, rev.frame_a);\n  \
         connect(rev.frame_b, body.frame_a);\n{equations}\nend M;\n"
    )
}

/// Declarations and equations of a pendulum, line of the text, words of the message.
const MISTAKES: &[(&str, &str, usize, &str)] = &[
    ("  Joints.Revolut rev2;", "", 6, "did you mean `Modelica.Mechanics.MultiBody.Joints.Revolute`"),
    ("  Parts.Body b2(mass=2, m=1, r_CM={0,0,0});", "", 6, "no parameter or variable `mass`"),
    ("  Parts.Body b2(m=2, r_CM={0,0,0})", "", 6, "expected `;`"),
    ("  Parts.Body b2(m=2, r_CM={0,0,0};", "", 6, "expected `,` or `)`"),
    ("", "  connect(rev.frame_b, bdy.frame_a);", 10, "there is no component `bdy`: did you mean `body`?"),
    ("", "  connect(rev.frame_c, body.frame_a);", 10, "no connector `frame_c`: did you mean `frame_a`?"),
    ("", "  connect(rev, body.frame_a);", 10, "name one of its connectors"),
    ("", "  connect(rev.phi, body.frame_a);", 10, "it is a variable"),
    ("  parameter Real k;\n  Parts.Body b2(m=k, r_CM={0,0,0});", "", 6, "parameter `k` has no value"),
    ("  parameter Real k = 2*q;", "", 6, "there is no `q` here"),
    ("  parameter Real a = b;\n  parameter Real b = a;", "", 6, "define each other"),
    ("  Real x;", "  der(x) = -x;\n  der(x) = 1;", 11, "two equations"),
    ("  Real x;\n  Real y;", "  0 = x + y;\n  1 = x - y;", 11, "solved together, for `x`, `y`"),
    ("  Real x;", "  1 = sin(x) + x;", 10, "cannot be solved for `x`"),
    ("  Real x;", "  0*x = 3;", 10, "cannot be solved for `x`"),
    ("  Real x;", "  x + (-x) = 3;", 10, "cannot be solved for `x`"),
    ("  Real x;\n  output Real y;", "  y = der(x);", 6, "no equation gives the derivative of `x`"),
    ("", "  when time > 1 then\n    rev.phi = 0;\n  end when;", 11, "only equations that give a variable of the model"),
    ("", "  rev.phi = 1;", 10, "this equation gives nothing"),
    ("  Parts.Body b2(m=1, m=2, r_CM={0,0,0});", "", 6, "set twice"),
    ("  Parts.Body rev(m=1, r_CM={0,0,0});", "", 6, "declared twice"),
    ("  Parts.Body b[2](m={1,2,3}, each r_CM={0,0,0});", "", 6, "an array of 2 component(s)"),
    ("  parameter Boolean on = 1;", "", 6, "is true or false, not the number 1"),
    ("  parameter Real k(unit=\"N/m\") = 1 \"stiffness;", "", 6, "the closing quote is missing"),
    ("  Joints.Prismatic pris(n=Types.ResolveInFrameA.world);", "", 6, "n"),
    ("  Forces.WorldForce f(resolveInFrame=Types.ResolveInFrameAB.world);", "", 6, "takes literals of ResolveInFrameB"),
    ("  Forces.WorldForce f(resolveInFrame=Types.ResolveInFrameB.wrld);", "", 6, "has no literal `wrld`"),
    ("  Electrical.Basic.Resistor r(R=1);", "", 6, "there is no class"),
    ("  Modelica.Mechanics.MultiBody.Parts.Boddy b;", "", 6, "did you mean `Modelica.Mechanics.MultiBody.Parts.Body`?"),
    ("  output Real y;", "  y == rev.phi;", 10, "an equation is written with `=`"),
    ("  output Real y;", "  y := rev.phi;", 10, "in an equation section write `=`"),
    ("  output Real y;", "  y = rev.phi;\n  y = rev.w;", 11, "two equations"),
    ("  output Real y;", "  y = sin(y) + 1;", 10, "cannot be solved for `y`"),
    ("  Modelica.Mechanics.MultiBody.Interfaces.Frame_a y = rev.phi;", "", 6, "connect it, it has no value"),
    ("  output Real y;", "  y = der(abs(rev.phi));", 10, "`der` takes a variable"),
    ("  output Real y;", "  y = 2*der(rev.tau);", 10, "der(rev.tau)"),
    ("  output Real y;", "  y = rev.phi + 1/0;", 10, "is not finite"),
    ("  Real x = sinn(2);", "", 6, "there is no function `sinn`: did you mean `sin`?"),
    ("  parameter Real x[3] = {1, 2};", "", 6, "declared as [3]"),
    ("  parameter Real k = 2^2^2;", "", 6, "is ambiguous"),
];

#[test]
fn an_expression_that_could_not_be_read_back_is_refused_at_its_place() {
    let sines = format!("{}u{}", "sin(".repeat(32), ")".repeat(32));
    let function = format!("  function f input Real u; output Real y; algorithm y := {sines}; end f;");
    let output = |value: &str| told(&pendulum(&format!("{function}\n  output Real y;"), &format!("  y = {value};")));
    assert_eq!(output("f(f(rev.phi))"), "no problem");
    let refused = output("sin(f(f(rev.phi)))");
    assert!(refused.contains("Model.mo:11:") && refused.contains("nests deeper than 64 levels"), "{refused}");
}

/// What a text is told, with the settings that led to values.
pub(super) fn told(text: &str) -> String {
    match read_text(text) {
        Ok(read) => match compile(&read.file) {
            Ok(_) => "no problem".to_owned(),
            Err(problems) => {
                let render = |problem| {
                    let (text, problem) = read.sources.locate(problem);
                    text.render(&problem)
                };
                let problems = compiler::authoring::with_origins(&read.file, &read.sources, &problems);
                problems.iter().map(render).collect::<Vec<_>>().join("\n")
            }
        },
        Err(invalid) => invalid.to_string(),
    }
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let mut wrong = Vec::new();
    for (declarations, equations, line, words) in MISTAKES {
        let told = told(&pendulum(declarations, equations));
        if !told.contains(&format!("Model.mo:{line}:")) || !told.contains(words) {
            wrong.push(format!("{declarations}{equations}\n  expected line {line}, {words}\n  told: {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Mistakes with their whole messages: what is added to the declarations of the pendulum, what to its equations, what is told.
const MESSAGES: &str = include_str!("messages.txt");

#[test]
fn whole_messages_are_as_they_were_reviewed() {
    let (mut count, mut wrong) = (0, Vec::new());
    for block in MESSAGES.split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').unwrap();
        let (declarations, rest) = rest.split_once("---\n").unwrap();
        let (equations, expected) = rest.split_once(">>>\n").unwrap();
        let told = told(&pendulum(declarations.trim_end(), equations.trim_end()));
        if told.trim_end() != expected.trim_end() {
            wrong.push(format!("=== {title}\n{declarations}---\n{equations}>>>\n{told}\n"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 20, "{count}");
}

/// A pendulum with a motor.
fn motor(declarations: &str, equations: &str) -> String {
    let torque = "  Modelica.Mechanics.Rotational.Sources.Torque motor; Modelica.Blocks.Interfaces.RealOutput y;";
    told(&pendulum(&format!("{torque}\n{declarations}"), equations))
}

#[test]
fn signals_that_equations_cannot_give_are_refused() {
    for (declarations, equations, line, words) in [
        ("  Modelica.Blocks.Sources.Sine s(f=1);", "  y = 2*rev.phi; connect(s.y, y);", 11, "`s.y` is connected to it"),
        ("  Modelica.Blocks.Interfaces.RealInput u;", "  y = 2; connect(u, y);", 7, "is an input of the model"),
        ("", "  motor.tau = 1;\n  motor.tau = 2;", 12, "`motor.tau` has two equations"),
        ("", "  motor.tau = rev.w > 0;", 11, "and this is `rev.w > 0`"),
        ("  Modelica.Blocks.Logical.And both;", "  both.u1 = 2*rev.w;", 11, "is a Boolean, and this is `2*rev.w`"),
        ("  Modelica.Blocks.Math.IntegerToReal r;", "  r.u = 2*rev.w;", 11, "is an Integer, and `2*rev.w` may be any"),
        ("  Modelica.Blocks.Math.MultiSum sum(nu=2);", "  sum.u = {rev.w, 2};", 11, "give the elements"),
        ("  Real x = rev.phi;", "  connect(x, motor.tau);", 11, "is a variable, not a connector"),
        ("", "  motor.tau = 2*rev.x;", 11, "has no `x`"),
        ("", "  if rev.w > 0 then\n    motor.tau = 1;\n  else\n    y = 2;\n  end if;", 11, "the same variables"),
    ] {
        let told = motor(declarations, equations);
        assert!(told.contains(&format!("Model.mo:{line}:")) && told.contains(words), "{equations}\n{told}");
    }
}

#[test]
fn initial_equations_that_are_no_start_values_are_refused() {
    for (equation, words) in [
        ("rev.phi = 1", "is fixed twice: first at Model.mo:4:"),
        ("rev.w = rev.phi", "`rev.phi` is a variable"),
        ("rev.w + rev.phi = 1", "initial equations give one variable"),
        ("rev.w = {1, 2}", ""),
    ] {
        let text = pendulum("", "").replace("equation\n", &format!("initial equation\n  {equation};\nequation\n"));
        let told = told(&text);
        assert!(told.contains("Model.mo:8:") && told.contains(words), "{equation}\n{told}");
    }
}

#[test]
fn several_errors_are_told_at_once() {
    let text = pendulum("  Parts.Body b2(m=);\n  Parts.Body b3 m=2;\n", "  connect(rev.frame_b body.frame_a);");
    let told = read_text(&text).unwrap_err().to_string();
    for line in [6, 7, 12] {
        assert!(told.contains(&format!("Model.mo:{line}:")), "{told}");
    }
}

#[test]
fn a_wrong_end_and_a_missing_end_are_named() {
    let told = read_text("model M\n  Real x;\nend N;\n").unwrap_err().to_string();
    assert!(told.contains("the class that is open here is `M`"), "{told}");
    let told = read_text("model M\n  Real x;\n").unwrap_err().to_string();
    assert!(told.contains("`end M;` is missing"), "{told}");
}

#[test]
fn what_is_no_model_is_refused() {
    for (text, words) in [
        ("package P\nend P;", "no model in this file"),
        ("partial model P\nend P;", "no model in this file"),
        ("model A\nend A;\nmodel B\nend B;", "choose one with --class"),
        ("model A\n  A a;\nend A;", "contains itself"),
        ("model A\n  extends B;\nend A;\npartial model B\n  extends A;\nend B;", "lead to"),
        ("model A\nalgorithm\n  x := 1;\nend A;", "only variables of the model and signal inputs can be given"),
        ("", "no model in this file"),
    ] {
        let told = read_text(text).unwrap_err().to_string();
        assert!(told.contains(words), "{text}\n{told}");
    }
}

#[test]
fn a_bad_value_is_told_with_all_settings_that_led_to_it() {
    let text = "model M
  model Leg
    parameter Real k = 1;
    Modelica.Mechanics.Rotational.Components.Spring spring(c = -k);
    Modelica.Mechanics.Rotational.Components.Fixed fixed;
    Modelica.Mechanics.Rotational.Components.Inertia inertia(J = 1);
  equation
    connect(fixed.flange, spring.flange_a);
    connect(spring.flange_b, inertia.flange_a);
  end Leg;
  model Pair
    parameter Real stiffness = 3;
    Leg left(k = 2*stiffness);
  end Pair;
  Pair pair(stiffness = 5);
end M;
";
    let source = compiler::model_file::SourceText { name: "M.mo".to_owned(), text: text.to_owned() };
    let read = crate::read_modelica_text(source, &crate::ModelicaOptions::default()).unwrap();
    let problems = compiler::authoring::with_origins(&read.file, &read.sources, &compile(&read.file).unwrap_err());
    let (source, problem) = read.sources.locate(&problems[0]);
    let told = source.render(&problem);
    assert!(told.starts_with("M.mo:4:64: "), "{told}");
    assert!(told.contains("    Modelica.Mechanics.Rotational.Components.Spring spring(c = -k);"), "{told}");
    let first = "`pair.left.k` is set at M.mo:13:18: Leg left(k = 2*stiffness);\n";
    assert!(told.contains(first), "{told}");
    assert!(told.ends_with("`pair.stiffness` is set at M.mo:15:25: Pair pair(stiffness = 5);"), "{told}");
}

#[test]
fn problems_are_data() {
    let invalid = read_text("model M\n  import A.B;\nend M;\n").unwrap_err();
    let Problem::Later(problem) = &invalid.diagnostics[0].problem else { panic!("{invalid}") };
    let found = (problem.as_ref() as &dyn Any).downcast_ref::<Fault>();
    let expected = Fault::UnknownImport { missing: "A.B".to_owned() };
    assert_eq!(found, Some(&expected));
}
