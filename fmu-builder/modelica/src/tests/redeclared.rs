//! Classes and components that take the place of others, and what constrains them.

use super::language::{assert_values, values};
use super::mistakes::told;
use super::read_text;

#[test]
fn class_extends_adds_to_the_inherited_class() {
    let text = "package P
        partial model Base
          replaceable model Leg
            parameter Real k = 2;
            Modelica.Mechanics.Translational.Interfaces.Flange_a a;
            Modelica.Mechanics.Translational.Components.Mass mass(m = k, s(start = 1, fixed = true), v(fixed = true));
          equation
            connect(a, mass.flange_a);
          end Leg;
          Leg leg;
        end Base;
        model M
          extends Base;
          redeclare model extends Leg(k = 5) \"with a spring\"
            Modelica.Mechanics.Translational.Components.Spring spring(c = 10*k);
            Modelica.Mechanics.Translational.Components.Fixed fixed;
          equation
            connect(fixed.flange, spring.flange_a);
            connect(spring.flange_b, a);
          end Leg;
        end M;
      end P;";
    let found = values(text, "P.M");
    // A mass of 5 on a spring of 50, one metre out.
    assert_values(&found, &[("leg.mass.m", 5.0), ("leg.spring.c", 50.0), ("leg.mass.a", -10.0)]);
}

/// What a package redeclares holds in all that it inherits.
#[test]
fn functions_of_packages_are_redeclared() {
    let text = "package P
        partial package Law
          replaceable partial function f input Real x; output Real y; end f;
          function twice input Real x; output Real y; algorithm y := 2*once(x); end twice;
          function once input Real x; output Real y; algorithm y := f(x); end once;
        end Law;
        package Square
          extends Law;
          redeclare function extends f algorithm y := x^2; end f;
        end Square;
        package Cube
          extends Law;
          redeclare function extends f algorithm y := x^3; end f;
        end Cube;
        model M
          parameter Real a = Square.twice(3);
          parameter Real b = Cube.twice(3);
          Modelica.Mechanics.Translational.Components.Mass mass(m = a, s(start = b, fixed = true), v(fixed = true));
        end M;
      end P;";
    assert_values(&values(text, "P.M"), &[("mass.m", 18.0), ("mass.s", 54.0)]);
}

/// A replacement of an input is an input, with its dimensions.
#[test]
fn inputs_of_functions_are_redeclared() {
    for redeclared in ["input Integer v", "Integer v", "input Integer v[2]"] {
        let text = format!(
            "model M
              function g replaceable input Real v[2]; input Real k = 1; output Real y; algorithm y := k*v[1]*v[2]; end g;
              function f extends g; redeclare {redeclared}; end f;
              parameter Real m = f({{2, 3}}, 4);
              Modelica.Mechanics.Translational.Components.Mass mass(m = m, s(fixed = true), v(fixed = true));
            end M;"
        );
        assert_values(&values(&text, "M"), &[("mass.m", 24.0)]);
    }
    let short = told(
        "model M
          function g replaceable input Real v[2]; output Real y; algorithm y := v[1]; end g;
          function f extends g; redeclare Integer v; end f;
          parameter Real m = f({1, 2, 3});
        end M;",
    );
    assert!(short.contains("has the dimensions [2]"), "{short}");
}

#[test]
fn constraining_clauses_modify_what_takes_the_place() {
    let text = "model M
        import Modelica.Mechanics.Translational.Components.*;
        partial model Weight parameter Real kilos = 1; end Weight;
        model Light extends Weight; Mass mass(m = kilos, s(fixed = true), v(fixed = true)); end Light;
        model Heavy extends Weight; Mass mass(m = 10*kilos, s(fixed = true), v(fixed = true)); end Heavy;
        model Pair
          parameter Real n = 3;
          replaceable Light one(kilos = 7) constrainedby Weight(kilos = n);
          replaceable model Other = Light constrainedby Weight(kilos = 2*n);
          Other other;
        end Pair;
        Pair plain, changed(n = 4, redeclare Heavy one, redeclare model Other = Heavy);
        Pair set(redeclare Heavy one(kilos = 2));
      end M;";
    let expected = [
        ("plain.one.mass.m", 7.0),
        ("plain.other.mass.m", 6.0),
        ("changed.one.mass.m", 40.0),
        ("changed.other.mass.m", 80.0),
        ("set.one.mass.m", 20.0),
    ];
    assert_values(&values(text, "M"), &expected);
}

#[test]
fn what_takes_a_place_has_all_that_the_other_has() {
    let told_of = |declarations: &str| {
        told(&format!(
            "model M import Modelica.Mechanics.Rotational.Components.*;\n{declarations}\n Inertia i(J = 1); end M;"
        ))
    };
    for (declarations, words) in [
        (
            "model A replaceable model C = Damper; C c(d = 1); end A;\n A a(redeclare model C = Inertia);",
            "`Modelica.Mechanics.Rotational.Components.Inertia` cannot take the place of `M.A.C`: it has no ",
        ),
        (
            "model A replaceable Damper c(d = 1); end A;\n A a(redeclare Inertia c);",
            "`Modelica.Mechanics.Rotational.Components.Inertia` cannot take the place of `Modelica.Mechanics.Rotational.Components.Damper`: it has no `d`, `phi_nominal`",
        ),
        (
            "partial model P parameter Real k = 1; Inertia own; end P; model Q Inertia own; end Q;\n\
             model A replaceable model C = Q constrainedby P; end A; A a(redeclare model C = Q);",
            "Model.mo:3:61: `M.Q` cannot take the place of `M.P`: it has no `k`",
        ),
        ("model A model extends C end C; end A;\n A a;", "no problem"),
        ("model A model extends C end C; C c; end A;\n A a;", "the bases of `M.A` have no `C`"),
    ] {
        let told = told_of(declarations);
        assert!(told.contains(words), "{declarations}\n{told}");
    }
    // A spring with a damper has all that a damper has.
    let text = "model A replaceable Damper c(d = 1); Inertia j(J = 1); end A; A a(redeclare SpringDamper c(c = 2));";
    let told = told_of(text);
    assert!(!told.contains("cannot take the place"), "{told}");
}

#[test]
fn a_model_without_a_world_gets_the_default_one() {
    let told = |text: &str| {
        let read = read_text(text).unwrap_or_else(|invalid| panic!("{invalid}"));
        let note = |note| {
            let (text, note) = read.sources.locate(note);
            text.render(&note)
        };
        (read.notes.iter().map(note).collect::<Vec<_>>().join("\n"), values(text, "M"))
    };
    let fall = "Parts.Body body(m = 1, r_CM = {0, 0, 0}); Real a = body.frame_a.r_0[1];";
    let (notes, found) = told(&format!("model M import Modelica.Mechanics.MultiBody.*; {fall} end M;"));
    assert!(notes.contains("Model.mo:1:7: there is no `inner` World around: a default one is put in"), "{notes}");
    assert_values(&found, &[("body.a_0[2]", -9.80665), ("world.g", 9.80665)]);
    let (notes, found) = told(
        "model M
          model Arm outer Modelica.Mechanics.MultiBody.World world; parameter Real weight = 2*world.g;
            Modelica.Mechanics.MultiBody.Parts.Body body(m = weight, r_CM = {0, 0, 0}); end Arm;
          Arm arm;
        end M;",
    );
    assert_eq!(notes.matches("there is no `inner` World").count(), 1, "{notes}");
    assert!(notes.contains("Model.mo:2:62:"), "{notes}");
    assert_values(&found, &[("arm.body.m", 2.0 * 9.80665), ("world.g", 9.80665)]);
    // A model of flanges needs none.
    let (notes, _) =
        told("model M Modelica.Mechanics.Rotational.Components.Inertia i(J = 1, phi(fixed = true)); end M;");
    assert_eq!(notes, "");
}

#[test]
fn own_environments_say_whether_a_default_one_is_right() {
    let text = |annotation: &str, inner: &str| {
        format!(
            "model M
              model Air parameter Real rho = 1.2; {annotation} end Air;
              model Drag outer Air air; Modelica.Mechanics.Translational.Components.Mass mass(m = air.rho, s(fixed = true)); end Drag;
              {inner} Drag drag;
            end M;"
        )
    };
    let annotated = text(
        "annotation(defaultComponentPrefixes = \"inner\", missingInnerMessage = \"No \" + \"air is defined\");",
        "",
    );
    let read = read_text(&annotated).unwrap();
    let notes: Vec<String> = read.notes.iter().map(|note| note.problem.to_string()).collect();
    assert!(notes.iter().any(|note| note.contains("a default `Air` is put in (No air is defined)")), "{notes:?}");
    assert_values(&values(&annotated, "M"), &[("drag.mass.m", 1.2), ("air.rho", 1.2)]);
    let message = told(&text("", ""));
    assert!(message.contains("nothing around is an `inner` `air`: declare `inner Air air` in the model"), "{message}");
    let message = told(&text("", "Air air;"));
    assert!(message.contains("is not `inner`: write `inner` before its class"), "{message}");
}
