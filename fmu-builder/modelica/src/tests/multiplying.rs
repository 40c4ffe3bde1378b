//! Texts that multiply end with an error that has a place, whatever multiplies.

use super::mistakes::pendulum;
use super::*;
use crate::budget::Budget;

/// Steps that are enough for each text that does not multiply.
const STEPS: usize = 3_000_000;

/// What a text is told that may take so many steps.
fn told(text: &str) -> String {
    let budget = Budget::of(STEPS);
    let classes = Classes::new(&[], &budget);
    let source = SourceText { name: "Model.mo".to_owned(), text: text.to_owned() };
    let found = classes.open_text(source);
    let options = ModelicaOptions { class: Some("M".to_owned()), ..ModelicaOptions::default() };
    match read(&classes, &found, &options) {
        Ok(_) => "no problem".to_owned(),
        Err(invalid) => invalid.to_string(),
    }
}

/// Classes `A1`, `A2`, ... up to `A30`; each has the line `body` with the one before it twice.
fn doubled(kind: &str, first: &str, body: &str) -> String {
    let class = |k: usize| format!("{kind} A{k}\n{}\nend A{k};\n", body.replace('#', &format!("A{}", k - 1)));
    let classes: String = (1..=30).map(class).collect();
    format!("{kind} A0\n{first}\nend A0;\n{classes}")
}

/// Declarations `x1`, `x2`, ... up to `x30`, each with the one before it twice.
fn chain(first: &str, next: &str) -> String {
    let one = |k: usize| next.replace("next", &format!("x{k}")).replace("last", &format!("x{}", k - 1));
    let all: String = (1..=30).map(one).collect();
    format!("{first}\n{all}")
}

fn function(variables: &str, statements: &str) -> String {
    format!("function f\n input Real x = 1;\n output Real y;\n{variables}\nalgorithm\n{statements}\nend f;\n")
}

#[track_caller]
fn exceeds(what: &str, text: &str) {
    let told = told(text);
    assert!(told.contains(what) && told.contains("Model.mo:"), "{told}\n{}", &text[..text.len().min(2000)]);
}

const WORK: &str = "takes too much work";
const MEMORY: &str = "needs too much memory";

/// A pendulum whose body has that mass.
fn mass(expression: &str) -> String {
    pendulum("", "").replace("m=1", &format!("m={expression}"))
}

#[test]
fn loops_in_loops_are_too_much_work() {
    let loops = "for a in 1:1000, b in 1:1000, c in 1:1000, d in 1:1000, e in 1:1000 loop";
    let equation = format!("{loops} connect(world.frame_b, rev.frame_a); end for;");
    for text in [
        pendulum("", &equation),
        pendulum("", &format!("{loops} end for;")),
        pendulum("", &format!("initial equation {loops} rev.phi = 0; end for;")),
        mass("sum(i*j*k for i in 1:1000, j in 1:1000, k in 1:1000)"),
        mass("f()") + &function("protected Real v[2000];", "for k in 1:2000 loop v[k] := k; end for; y := v[1];"),
        mass("f()") + &function("protected Real v[2000] = fill(1, 2000);", "y := sum(v[k] for k in 1:2000);"),
        mass("sum(identity(300)*identity(300))"),
        mass("sum(fill(fill(fill(1, 1000), 1000), 1000))"),
    ] {
        exceeds(WORK, &text);
    }
}

#[test]
fn imports_and_classes_of_functions_count() {
    let text = |line: &str| mass("sum(f(k) for k in 1:500)") + &function(&line.repeat(2000), "y := x;");
    assert_eq!(told(&text("")), "no problem");
    exceeds(WORK, &text("import Modelica.Constants.pi;\n"));
    exceeds(WORK, &text("type T = Real;\n"));
}

#[test]
fn large_arrays_need_too_much_memory() {
    for expression in [
        "sum(1:1000000000)",
        "sum(fill(1, 65536, 65536, 65536, 65536))",
        "sum(linspace(0, 1, 1000000000))",
        "sum(identity(100000))",
        "sum(diagonal(fill(1, 10000)))",
    ] {
        exceeds(MEMORY, &mass(expression));
    }
    exceeds(MEMORY, &pendulum("Real x[1000000000];", "x = fill(0, 1000000000);"));
    exceeds(MEMORY, &pendulum("Parts.Fixed b[999999, 999999, 999999, 999999];", ""));
}

#[test]
fn what_doubles_thirty_times_is_too_much() {
    exceeds(
        WORK,
        &mass("x30").replace(
            "equation",
            &(chain("parameter Real x0 = 1;", "parameter Real next = last + last;\n") + "equation"),
        ),
    );
    for declarations in [
        chain("constant Real x0[2] = {1, 2};", "constant Real next[:] = cat(1, last, last);\n"),
        chain("constant String x0 = \"a\";", "constant String next = last + last;\n")
            + "parameter Real k = if x30 == \"\" then 1 else 2;",
    ] {
        exceeds(WORK, &pendulum(&declarations, ""));
    }
    let bases = doubled("partial model", "parameter Real q = 1;", "extends #; extends #;");
    exceeds(WORK, &(bases.clone() + &pendulum("", "").replace("model M\n", "model M\n extends A30;\n")));
    let packages = doubled("package", "constant Real q = 1;", "extends #; extends #;");
    exceeds(WORK, &(packages + &mass("A30.nothing")));
    let composites = doubled("model", "parameter Real q = 1;", "# a; # b;");
    exceeds("the model has more than 10000 components", &(composites + &pendulum("A30 a;", "")));
}

#[test]
fn long_names_and_many_dimensions_are_refused() {
    exceeds("more than 128 parts of a name", &mass(&["a"; 200_000].join(".")));
    exceeds("more than 16 indices of one loop", &mass(&format!("sum(1 for {})", ["i in 1:1"; 1000].join(", "))));
    exceeds("more than 16 subscripts", &pendulum(&format!("Real x[{}];", ["1"; 1000].join(",")), ""));
    exceeds("more than 16 dimensions", &mass(&format!("sum(fill({}))", ["1"; 1000].join(","))));
}

#[test]
fn expressions_of_variables_that_grow_are_refused() {
    let doubling = function("", "y := x; for k in 1:60 loop y := y + y*y; end for;");
    assert_eq!(told(&(pendulum("Real z = f(rev.phi);", "") + &doubling)), "no problem");
    let own = "algorithm z := rev.phi; for k in 1:60 loop z := z + z*z; end for;";
    exceeds("more than 4000 numbers, names and operators", &pendulum("Real z;", own));
    exceeds(WORK, &pendulum("Real z = sum(rev.phi*k for k in 1:20000);", ""));
    exceeds(WORK, &pendulum("Real z = max({rev.phi*k for k in 1:20000});", ""));
}

#[test]
fn many_modifiers_and_branches_are_no_trouble() {
    let branches = format!("if false then 1 {} else 2", "elseif false then 1 ".repeat(10_000));
    assert_eq!(told(&mass(&branches)), "no problem");
    assert_eq!(told(&pendulum("parameter Real a[10000] = 1:10000;", "")), "no problem");
}

#[test]
fn problems_that_repeat_are_told_only_so_often() {
    for text in [
        pendulum("Real x[100000];", "der(x) = -x;"),
        pendulum("discrete Real x[100000];", "when time > 1 then x = pre(x); end when;"),
    ] {
        assert!(told(&text).lines().count() < 3000);
    }
    let composites = doubled("model", "parameter Real q = 1;", "# a; # b;") + &pendulum("A30 a;", "");
    assert_eq!(told(&composites).matches("more than 10000 components").count(), 1);
}

#[test]
fn products_of_open_matrices_are_too_much_work() {
    let model = |n: usize| {
        let a = format!("parameter Real p = 2; parameter Real a[{n},{n}] = p*fill(1.0, {n}, {n});");
        pendulum(&format!("{a} parameter Real b[{n},{n}] = a*a;"), "")
    };
    exceeds(WORK, &model(100));
    assert_eq!(told(&model(10)), "no problem");
}
