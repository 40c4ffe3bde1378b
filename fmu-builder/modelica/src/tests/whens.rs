//! `when`, `pre`, `sample`, `reinit`, rounding and algorithms of models, against closed forms and recursions.

use super::states::{near, read, run};

/// A ball that falls from 1 m and loses half of its speed at every impact: the n-th impact is at T (1 + 2 (1/2 + ... + 1/2^(n-1))) with
/// T = sqrt(2/g).
#[test]
fn reinit_counts_impacts() {
    let model = read(
        "model Ball
           parameter Real e = 0.5; parameter Real g = 8;
           Real h(start = 1, fixed = true); Real v(start = 0, fixed = true);
           Integer n(start = 10, fixed = true); output Real count = n; discrete output Real last(start = -1);
         equation
           der(h) = v; der(v) = -g;
           when h < 0 then
             reinit(v, -e*v); n = pre(n) + 1; last = time;
           end when;
         end Ball;",
    );
    near(&run(&model.file, 0.4, &["count", "last", "h"]), &[10.0, -1.0, 1.0 - 4.0 * 0.16]);
    // T = 0.5: impacts at 0.5, 1.0 and 1.25 s; then up with 0.5 m/s.
    near(&run(&model.file, 1.3, &["count", "last", "v", "h"]), &[13.0, 1.25, 0.5 - 0.4, 0.5 * 0.05 - 4.0 * 0.0025]);
}

/// Samples of x' = 1 at 0.05, 0.15, ... are summed; a branch that comes first wins, and sees no event of the other.
#[test]
fn samples_and_branches() {
    let model = read(
        "model Samples
           Real x(start = 0, fixed = true);
           output Real s(start = 1); Integer k(start = 0); Boolean late(start = false, fixed = true); Integer held; Boolean odd;
           output Real n = k; output Real l = if late then 1 else 0; output Real h = held; output Real o = if odd then 1 else 0;
         initial equation
           pre(held) = 5;
         equation
           der(x) = 1;
           when time > 0.5 then
             s = -100; k = pre(k);
           elsewhen sample(0.05, 0.1) then
             s = pre(s) + x; k = pre(k) + 1;
           end when;
           when {k > 2, time > 0.7} then
             late = true;
           end when;
           held = if late then 7 else pre(held);
           odd = mod(k, 2) == 1;
         end Samples;",
    );
    // Samples at 0.05, 0.15, 0.25.
    near(&run(&model.file, 0.2, &["s", "n", "l", "h", "o"]), &[1.2, 2.0, 0.0, 5.0, 0.0]);
    near(&run(&model.file, 0.3, &["s", "n", "l", "h", "o"]), &[1.45, 3.0, 1.0, 7.0, 1.0]);
    near(&run(&model.file, 0.6, &["s", "n"]), &[-100.0 + 0.55, 6.0]);
}

/// An algorithm assigns variables several times, in branches and loops; in its `when` a variable begins with what it was.
#[test]
fn algorithms_of_models() {
    let model = read(
        "model A
           Real x(start = 0, fixed = true); output Real y; output Real z[3]; Integer n(start = 1); output Real last; output Real count = n;
           parameter Real table[3] = {1, 3, 5}; Integer index = integer(1 + 2*time);
         equation
           der(x) = 2;
           last = table[index];
         algorithm
           y := 1;
           if x > 1 then
             y := y + x;
           end if;
           for i in 1:3 loop
             z[i] := i*y;
           end for;
         algorithm
           when sample(0, 0.25) then
             n := 2*n;
             if n > 4 then
               n := n - 1;
             end if;
           end when;
         end A;",
    );
    // n: 2, 4, 7, 13 at 0, 0.25, 0.5, 0.75 s.
    near(&run(&model.file, 0.4, &["y", "z[3]", "count", "last"]), &[1.0, 3.0, 4.0, 1.0]);
    near(&run(&model.file, 0.9, &["y", "z[3]", "count", "last"]), &[2.8, 8.4, 13.0, 3.0]);
}

/// Edges and changes of signals of components, several `when` of one algorithm for a variable, and functions of Booleans.
#[test]
fn edges_of_signals() {
    let model = read(
        "model E
           Modelica.Blocks.Sources.BooleanTable a(table = {1, 3}), b(table = {2, 4});
           output Boolean on(start = false, fixed = true); Integer ups(start = 0), changes(start = 0); Integer first =
             Modelica.Math.BooleanVectors.firstTrueIndex({b.y, a.y});
           output Real o = if on then 1 else 0; output Real u = ups; output Real c = changes; output Real f = first;
         equation
           when edge(a.y) then ups = pre(ups) + 1; end when;
           when change(a.y) then changes = pre(changes) + 1; end when;
         algorithm
           when b.y then on := false; end when;
           when a.y then on := true; end when;
         end E;",
    );
    near(&run(&model.file, 0.5, &["o", "u", "c", "f"]), &[0.0, 0.0, 0.0, 0.0]);
    near(&run(&model.file, 1.5, &["o", "u", "c", "f"]), &[1.0, 1.0, 1.0, 2.0]);
    near(&run(&model.file, 3.5, &["o", "u", "c", "f"]), &[0.0, 1.0, 2.0, 1.0]);
}

/// floor, ceil, mod, rem and div of a falling line, also at whole numbers and below zero.
#[test]
fn rounding() {
    let model = read(
        "model R
           Real x = 2 - 2*time; output Real f = floor(x); output Real c = ceil(x);
           output Real m = mod(x, 0.75); output Real r = rem(x, 0.75); output Real d = div(x, 0.75);
         end R;",
    );
    for time in [0.1, 0.4, 0.9, 1.1, 1.6, 1.9] {
        let x: f64 = 2.0 - 2.0 * time;
        let expected = [x.floor(), x.ceil(), x - (x / 0.75).floor() * 0.75, x % 0.75, (x / 0.75).trunc()];
        near(&run(&model.file, time, &["f", "c", "m", "r", "d"]), &expected);
    }
}

/// At a sample the integral is read before it is set back, as in Blocks.Math.Mean; `t0` is the time at the start.
#[test]
fn an_integral_is_read_before_it_is_set_back() {
    let model = read(
        "model Means
           parameter Real t0(fixed = false);
           Real x(start = 0, fixed = true); discrete output Real y(start = 0); output Real z = x;
         initial equation
           t0 = time;
         equation
           der(x) = time;
           when sample(t0 + 1, 1) then
             y = pre(x); reinit(x, 0);
           end when;
         end Means;",
    );
    near(&run(&model.file, 1.5, &["y", "z"]), &[0.5, (1.5 * 1.5 - 1.0) / 2.0]);
    near(&run(&model.file, 2.5, &["y", "z"]), &[1.5, (2.5 * 2.5 - 4.0) / 2.0]);
    assert!(model.notes.iter().any(|note| note.problem.to_string().contains("`t0` is the time at the start: 0 s")));
}

/// Initial equations give parameters that are not fixed, by one value or several; one of variables is held from the start on, and a state
/// or what a `when` gives starts there.
#[test]
fn initial_equations_of_parameters_and_variables() {
    let model = read(
        "model Begins
           function two
             input Real A[:, size(A, 1)]; output Real p; output Real q[2];
           algorithm
             p := A[1, 1] + 1; q := vector([A[1, 2]; 5]);
           end two;
           parameter Real a(fixed = false); parameter Real b[2](each fixed = false); parameter Real held(fixed = false);
           Real u = 3 + time; Real x; discrete Real d;
           output Real y = x; output Real h = held; output Real p = a + 10*b[1] + 100*b[2]; output Real e = d;
         initial equation
           x = 2*u; d = u; held = u^2; (a, b) = two([3, 4; 0, 0]);
         equation
           der(x) = 1;
           when time > 1 then
             d = u; reinit(x, 20);
           end when;
         end Begins;",
    );
    near(&run(&model.file, 0.5, &["y", "h", "p", "e"]), &[6.5, 9.0, 544.0, 3.0]);
    near(&run(&model.file, 2.0, &["y", "h", "p", "e"]), &[21.0, 9.0, 544.0, 4.0]);
}

/// Refusals name the thing and its place.
#[test]
fn refusals() {
    for (text, told, line) in [
        (
            "Real x(start = 0);\nequation\n der(x) = 1;\n when x > 1 then\n reinit(y, 2);\n end when;",
            "`reinit` is read of",
            5,
        ),
        ("Real x;\nequation\n x = time + pre(x);", "`x` is continuous", 3),
        ("Modelica.Blocks.Sources.Sine s(f = 1);\nReal x;\nequation\n x = time + pre(s.y);", "`s.y` is continuous", 4),
        (
            "Real x(start = 0);\nequation\n der(x) = 1;\n when x > 2 then\n elsewhen x > 1 then\n reinit(x, 2);\n end when;",
            "`reinit` of `x` in `elsewhen` is not read",
            6,
        ),
        ("Real x;\nReal z(start = 0);\nequation\n when time > 1 then\n x = 1;\n z = 2;\n end when;\n x = 3;", "`x`", 5),
        (
            "Integer n(start = 0);\ninitial equation\n n = true;\nequation\n when time > 1 then\n n = 1;\n end when;",
            "initial equations give one variable",
            3,
        ),
        ("Real x;\nalgorithm\n if time > 1 then\n x := 1;\n end if;", "does not assign all of `x`", 4),
    ] {
        let told_all = super::read_text(&format!("model M\nReal y = 1;\n{text}\nend M;")).unwrap_err().to_string();
        assert!(told_all.contains(told) && told_all.contains(&format!(":{}:", line + 2)), "{text}: {told_all}");
    }
}

/// Components and variables of the text keep their names, whatever the blocks that `when`, `pre`, `sample`, `floor` and `der` make are called.
#[test]
fn blocks_of_the_reader_leave_the_names_of_the_text() {
    let model = read(
        "model Names
           Modelica.Blocks.Sources.Constant rounded_1(k = 41); Modelica.Blocks.Sources.Constant sample_trigger_1(k = 42);
           Modelica.Blocks.Sources.Constant k_when(k = 43); Modelica.Blocks.Sources.Constant k_pre(k = 44);
           Modelica.Blocks.Sources.Constant x_integrator(k = 45);
           Real x(start = 0.5, fixed = true); discrete Real k(start = 0, fixed = true);
           output Real whole = floor(x); output Real n = k;
         equation
           der(x) = 1;
           when sample(0.05, 0.1) then
             k = pre(k) + 2;
           end when;
         end Names;",
    );
    let names = ["x", "whole", "n", "rounded_1.y", "sample_trigger_1.y", "k_when.y", "k_pre.y", "x_integrator.y"];
    near(&run(&model.file, 0.8, &names), &[1.3, 1.0, 16.0, 41.0, 42.0, 43.0, 44.0, 45.0]);
}

/// `delay` of an expression, with a delay that varies, of arrays and of what follows from it: x' = -x(t - 1) by steps, a jump that comes later,
/// a known value, the same delay twice.
#[test]
fn delays_of_expressions() {
    let model = read(
        "model Late
           parameter Real T = 0.5; Real x(start = 1, fixed = true);
           output Real y; output Real z[2]; output Real w; output Real jump; output Real same; Boolean on = time > 1;
         equation
           der(x) = -delay(x, 2*T);
           y = delay(3*time + 1, T) + delay(7, T);
           z = delay({time, 2*time}, T/2);
           w = delay(time^2, 0.5*time, 2);
           jump = delay(if on then 1 else 0, 0.25);
           same = 1 + delay(x, 2*T);
         end Late;",
    );
    let delays = |text: &str| text.matches("FixedDelay").count();
    assert_eq!(delays(&model.file.to_json()), 5, "one for each expression");
    near(&run(&model.file, 1.2, &["x", "y", "z[2]", "w"]), &[-0.2 + 0.02, 8.0 + 2.1, 1.9, 0.36]);
    near(&run(&model.file, 1.2, &["jump", "same"]), &[0.0, 1.8]);
    near(&run(&model.file, 1.25, &["jump"]), &[1.0]);
    near(&run(&model.file, 0.3, &["y", "z[2]", "same"]), &[8.0, 0.1, 2.0]);
}
