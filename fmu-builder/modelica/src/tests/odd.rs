//! Odd texts: what is written has an effect, or is told by name. Nothing is passed over in silence.

use super::mistakes::{pendulum, told};

/// What is added to the declarations of a pendulum, and to its equations; words of the message.
const ODD: &[(&str, &str, &str)] = &[
    ("parameter Real k(mn = 0) = 1;", "", "`k` has no attribute `mn`: did you mean `min`?"),
    ("Parts.Body b(m = 1, r_CM = {0, 0, 0}, r_0(strat = {1, 0, 0}));", "", "did you mean `start`?"),
    ("Parts.Body b(m(unit = \"g\") = 500, r_CM = {0, 0, 0});", "", "`m` of `b` is in kg: its unit cannot be `g`"),
    ("Parts.Body b(m = \"1\", r_CM = {0, 0, 0});", "", "`m` of `b` cannot be a string"),
    ("Forces.WorldForce f(resolveInFrame = \"world\");", "", "cannot be a string"),
    ("import Lost.Things;", "", "there is no `Lost.Things` to import"),
    ("parameter Real k = 1 if false;", "", "conditions of parameters and variables are not read"),
    ("parameter Real k(min = \"a\") = 1;", "", "`min` of `k` cannot be a string"),
    ("parameter Integer n = 2.5;", "", "a whole number, not the number 2.5"),
    ("type T = enumeration(a, b); type S = enumeration(a, c); parameter T t = S.a;", "", "a literal of M.T, not"),
    ("type T = enumeration(a); constant T t = T.a; Real y = if t == 1 then 2 else 3;", "", "`==` cannot be applied"),
    (
        "model A model R = Parts.PointMass(m = 1); R r; end A; A b(redeclare model R = Parts.Fixed);",
        "",
        "not replaceable",
    ),
    ("model A replaceable function f = g; end A; A b(redeclare function f = h);", "", "cannot be replaced here"),
    ("function f input Real x; output Real y; equation y = x; end f; parameter Real k = f(1);", "", "has equations"),
    ("function f input Real x; output Real y; algorithm z := x; end f; Real k = f(1);", "", "has no variable `z`"),
    ("function f input Real x; output Real y; algorithm x := 1; end f; Real k = f(1);", "", "it cannot be assigned"),
    (
        "function f output Real y; algorithm y := 0; while y < 1 loop y := 0; end while; end f; Real k = f();",
        "",
        "does not end within",
    ),
    (
        "function f input Real x; output Real y; algorithm y := 0; while y < x loop y := y + 1; end while; end f; Real k = f(rev.phi);",
        "",
        "this loop of the function `M.f` depends on `0 < rev.phi`",
    ),
    (
        "function f input Real x; output Real y; algorithm if x > 0 then return; end if; y := 1; end f; Real k = f(rev.phi);",
        "",
        "whether this is reached depends on `rev.phi > 0`",
    ),
    (
        "function f input Real x; output Real y; algorithm y := x; end f; Real k = f(1, 2);",
        "",
        "has 1 input(s), not more",
    ),
    ("function f input Real x; output Real y; algorithm y := x; end f; Real k = f(z = 1);", "", "has no input `z`"),
    ("function f input Real x; output Real y; algorithm y := x; end f; Real k = f();", "", "needs its input `x`"),
    (
        "function f input Real v[3]; output Real y; algorithm y := v[1]; end f; Real k = f({1, 2});",
        "",
        "has the dimensions [3]",
    ),
    (
        "function f output Real y[2]; algorithm y[1] := 1; end f; Real k[2] = f();",
        "",
        "assigns nothing to its output `y`",
    ),
    (
        "function f input Real x; output Real y; protected Real z; algorithm y := z; end f; Real k = f(1);",
        "",
        "`z` is read before it has a value",
    ),
    ("function f output Real y; algorithm y := true; end f; Real k = f();", "", "is a number, not the Boolean true"),
    ("record R Real a; Parts.Body b; end R; parameter R r;", "", "a record holds values"),
    ("record R Real a; Real b; end R; parameter R r = R(1);", "", "needs a value for its member `b`"),
    ("record R Real a; end R; parameter R q = R(a = 1, c = 2);", "", "has no member `c`"),
    (
        "record R Real a = 1; end R; parameter R r; Parts.PointMass p(m = r);",
        "",
        "is set to a record `M.R`: name one of its members",
    ),
    (
        "record R Real a = 1; end R; record S Real b = 2; end S; parameter R r = S();",
        "",
        "a record `M.S` has no member `a`",
    ),
    ("model A extends B; end A; model extends C Real q; end C; C c;", "", "the bases of `M` have no `C`"),
    (
        "model A protected Parts.Body b(m = 1, r_CM = {0, 0, 0}); end A; A a(b(m = 2));",
        "",
        "`b` of `M.A` is protected: only what extends the class may change it",
    ),
    ("constant Real k = rev.phi;", "", "constant `k` is known before the simulation, not `rev.phi`"),
    ("parameter real x = 3;", "", "there is no class `real`: did you mean `Real`?"),
    ("parameter Modelica.Units.SI.Lenght l = 3;", "", "is not known: did you mean `Length`?"),
    ("parameter Modelica.Unit.SI.Length l = 3;", "", "nor its package: did you mean `Modelica.Units.SI`?"),
    ("outer Parts.PointMass pm; Real x = pm.m;", "", "nothing around is an `inner` `pm`"),
    ("Boolean b = rev.phi;", "", "`b` is a Boolean, and this is `rev.phi`"),
    ("Real x = rev.phi > 0;", "", "`x` is a number, and this is `rev.phi > 0`: declare it as Boolean"),
    ("Integer n = rev.phi;", "", "`n` is an Integer, and `rev.phi` may be any number"),
    ("Real y = if rev.phi then 1 else 2;", "", "a condition is true or false, not `rev.phi`"),
    ("Boolean c = not rev.w;", "", "`not` takes a Boolean"),
    ("connector C Real e; flow Real f; end C; C c;", "", "is a connector with a text of its own"),
    (
        "model N Modelica.Electrical.Analog.Interfaces.PositivePin p; equation p.v = 2; end N; N n;",
        "",
        "this equation relates potentials alone: those at a connector of the text, here `n.p`, are measured",
    ),
    (
        "model N Modelica.Mechanics.Rotational.Interfaces.Flange_a a; Real x = a.phi; end N; N n;",
        "",
        "no equation gives `n.a.tau`, the flow into a connector of the text to which nothing inside is connected",
    ),
    ("Modelica.Blocks.Math.Gain g(k = 1);", "connect(bus.x, g.u);", "there is no component `bus`"),
    ("parameter Real k = Modelica.Constants.pi.foo;", "", "has no member `foo`"),
    ("import Modelica.Constants.pi; parameter Real k = pi.foo;", "", "has no member `foo`"),
    ("parameter Real k = Modelica.Constants.pi[1];", "", "it cannot have 1 subscript(s)"),
    (
        "function f extends Modelica.Blocks.Math.Gain; algorithm y := u; end f; parameter Real k = f(1);",
        "",
        "the base class `Modelica.Blocks.Math.Gain` is not known",
    ),
    (
        "function g input Real x; output Real y; algorithm y := x; end g;
         function f extends g; redeclare input Real x; end f; parameter Real k = f(1);",
        "",
        "`x` is not replaceable",
    ),
    (
        "function g output Real y; external \"C\"; end g; function f extends g; end f; parameter Real k = f();",
        "",
        "the function `M.f` is external",
    ),
    ("type E = enumeration(a); function f extends E; end f; parameter Real k = f();", "", "is not written out"),
];

const BUS: &str = "expandable connector Bus end Bus; Bus bus; Modelica.Blocks.Sources.Sine s(f = 1), t(f = 2);
  Modelica.Blocks.Math.Gain g(k = 1); Modelica.Blocks.Logical.Not n;";

/// Connections of a bus with sources and readers.
const BUSES: &[(&str, &str)] = &[
    (
        "connect(s.y, bus.speed); connect(bus.sped, g.u);",
        "nothing gives `bus.sped`, which is read here: connect an output to it: did you mean `speed`?",
    ),
    ("connect(s.y, bus);", "`bus` is a bus, and `s.y` is not"),
    ("connect(bus.sub, bus);", "a bus cannot be connected with a part of itself"),
    ("connect(s.y, bus.x); connect(t.y, bus.x); connect(bus.x, g.u);", "cannot be connected"),
    ("connect(s.y, bus.x); connect(bus.x, n.u);", "cannot be connected"),
    ("connect(bus.other, rev.phi);", "it is a variable"),
];

#[test]
fn odd_texts_are_told_by_name() {
    let buses = BUSES.iter().map(|(equations, words)| (BUS, *equations, *words));
    let mut wrong = Vec::new();
    for (declarations, equations, words) in ODD.iter().copied().chain(buses) {
        let told = told(&pendulum(declarations, equations));
        if !told.contains(words) || !told.contains(".mo:") {
            wrong.push(format!("{declarations} {equations}\n  expected {words}\n  told: {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn encapsulated_classes_do_not_see_constants_around() {
    let text = |prefix: &str| {
        format!("package P constant Real q = 2; {prefix} model M constant Real k = q; Real x = k; end M; end P;")
    };
    assert!(super::read_text(&text("")).is_ok());
    let told = told(&text("encapsulated"));
    assert!(told.contains("there is no `q` here"), "{told}");
}

#[test]
fn what_has_no_effect_is_noted() {
    for (declarations, words) in [
        ("Real x(start = 1) = rev.phi;", "`start` of `x` has no effect"),
        ("output Real y(min = 0) = rev.w;", "`min` of `y` is not watched"),
        ("parameter Real k(unit = \"foo\") = 1;", "the unit `foo` is not known"),
        ("Boolean b = rev.phi > 0;", "nothing reads variable `b`"),
        ("annotation(experiment(StopTime = 1, Tolerence = 1e-6));", "no `Tolerence`: did you mean `Tolerance`?"),
        ("Real free;", "no equation that is read gives variable `free`"),
    ] {
        let read = super::read_text(&pendulum(declarations, "")).unwrap_or_else(|invalid| panic!("{invalid}"));
        let notes: Vec<String> = read.notes.iter().map(|note| note.problem.to_string()).collect();
        assert!(notes.iter().any(|note| note.contains(words)), "{declarations}: {notes:?}");
    }
    let read = super::read_text(&pendulum("", "assert(rev.phi < 1, \"too far\");")).unwrap();
    assert!(
        read.notes.iter().any(|note| note.problem.to_string().contains("assertions of variables")),
        "{:?}",
        read.notes
    );
}

#[cfg(unix)]
#[test]
fn files_of_packages_that_cannot_be_read_are_told_by_name() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let sub = folder.path().join("P/Sub");
    std::fs::create_dir_all(&sub).unwrap();
    std::fs::write(folder.path().join("P/package.mo"), "package P\nend P;\n").unwrap();
    std::fs::write(folder.path().join("P/package.order"), "A\n../../secret\n/etc/passwd\nSub\n").unwrap();
    std::fs::write(sub.join("package.mo"), "within P;\npackage Sub\nend Sub;\n").unwrap();
    let path = folder.path().join("P/A.mo");
    std::fs::write(&path, "within P;\nmodel A\n  P.Sub.X x;\nend A;\n").unwrap();
    let told = || crate::read_modelica(&path, &crate::ModelicaOptions::default()).unwrap_err().to_string();
    assert!(told().contains("there is no class `P.Sub.X` (`P.Sub` has no `X`)"), "{}", told());
    let file = sub.join("X.mo");
    symlink("X.mo", &file).unwrap();
    assert!(told().contains("X.mo cannot be read: "), "{}", told());
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    assert!(told().contains("X.mo cannot be read: "), "{}", told());
    std::fs::remove_dir(&file).unwrap();
    symlink("/dev/zero", &file).unwrap();
    assert!(told().contains("it is a pipe or a device, not a file"), "{}", told());
    std::fs::remove_file(&file).unwrap();
    // Folders that lead to each other by links are packages as often as a name says so.
    std::fs::create_dir(sub.join("X")).unwrap();
    symlink("package.mo", sub.join("X/package.mo")).unwrap();
    assert!(told().contains("package.mo cannot be read: "), "{}", told());
}
