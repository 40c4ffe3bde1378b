//! Conditions that may be fixed: accelerations, forces, variables of connectors, elements; redundant ones, and contradictions.

use super::*;

#[test]
fn acceleration_conditions() {
    let circle = |body: &str| {
        format!(
            r#""world": {{"class": "World"}},
               "rev": {{"class": "Joints.Revolute", "phi": {{"start": -1.2}}, "w": {{"start": 0.5}}}},
               "body": {{"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [1, 0, 0], "m": 1, "I_33": 0{body}}}"#
        )
    };
    let connections = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"]"#;
    // An equilibrium: the pendulum hangs.
    let hanging = circle("").replace(r#""w": {"start": 0.5}"#, r#""w": {"fixed": true}, "a": {"fixed": true}"#);
    close(Run::new(&hanging, connections).get("rev.phi"), -FRAC_PI_2, 1e-12);
    // Centripetal acceleration of the tip, seen at a frame.
    let turning = r#""world": {"class": "World", "gravityType": "NoGravity"},
        "rev": {"class": "Joints.Revolute", "phi": {"fixed": true}, "w": {"start": 0.5}},
        "arm": {"class": "Parts.FixedTranslation", "r": [2, 0, 0]},
        "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "a_0": {"start": [-18, 0, 0], "fixed": [true, false, false]}}"#;
    let ends = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["arm.frame_b", "body.frame_a"]"#;
    close(Run::new(turning, ends).get("rev.w"), 3.0, 1e-12);
}

#[test]
fn forces_can_be_fixed() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "pris": {"class": "Joints.Prismatic", "n": [0, 1, 0], "s": {"start": -1}, "v": {"fixed": true}},
           "body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0]},
           "spring": {"class": "Forces.Spring", "c": 50, "f": {"start": 80, "fixed": true}},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.2, "fixed": true}, "w": {"start": 1},
                   "frame_a": {"f": {"start": [-12, 0, 0], "fixed": [true, false, false]}}},
           "rod": {"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [1, 0, 0], "m": 1}"#,
        r#"["world.frame_b", "pris.frame_a"], ["pris.frame_b", "body.frame_a"], ["world.frame_b", "spring.frame_a"],
           ["spring.frame_b", "body.frame_a"], ["world.frame_b", "rev.frame_a"], ["rev.frame_b", "rod.frame_a"]"#,
    );
    close(run.get("pris.s"), -1.6, 1e-12);
    close(run.get("rev.frame_a.f[1]"), -12.0, 1e-10);
    assert!(run.get("rev.w").abs() > 1.0, "the reaction needs a centripetal force");
}

#[test]
fn variables_in_connectors_can_be_fixed() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "useAxisFlange": true, "axis": {"phi": {"start": 0.4, "fixed": true}}},
           "spring": {"class": "Rotational.Components.Spring", "c": 20, "phi_rel0": {"fixed": false, "start": 0.1},
                      "flange_b": {"tau": {"start": 3, "fixed": true}}},
           "arm": {"class": "Parts.BodyBox", "r": [1, 0, 0], "frame_b": {"R": {"w": {"start": [0, 0, 2], "fixed": [false, false, true]}}}}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["spring.flange_a", "rev.support"],
           ["spring.flange_b", "rev.axis"]"#,
    );
    close(run.get("rev.phi"), 0.4, 1e-13);
    close(run.get("rev.w"), 2.0, 1e-13);
    close(run.get("spring.phi_rel0"), 0.4 - 3.0 / 20.0, 1e-12);
    close(run.get("spring.flange_b.tau"), 3.0, 1e-12);
}

#[test]
fn redundant_conditions_are_accepted() {
    let components = |position: &str| {
        format!(
            r#""world": {{"class": "World"}},
               "rev": {{"class": "Joints.Revolute", "phi": {{"start": 1.5707963267948966, "fixed": true}}, "w": {{"start": 1, "fixed": true}}}},
               "arm": {{"class": "Parts.FixedTranslation", "r": [1, 0, 0]}},
               "slide": {{"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {{"start": 0.1}}}},
               "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {{"start": {position}, "fixed": true}},
                         "angles_fixed": true, "angles_start": [0, 0, 1.5707963267948966]}}"#
        )
    };
    let connections = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["arm.frame_b", "slide.frame_a"],
        ["slide.frame_b", "body.frame_a"]"#;
    // Six conditions, one unknown position.
    let mut run = Run::new(&components("[0, 1.75, 0]"), connections);
    close(run.get("slide.s"), 0.75, 1e-12);

    let mut run = Run::begin("", &components("[0.2, 1.75, 0]"), connections);
    let error = run.error();
    let EvaluationFault::ContradictoryConditions { conditions, fixed } = &*error else { panic!("{error}") };
    let found = conditions.iter().find(|c| c.name == "body.r_0[1]").unwrap_or_else(|| panic!("{error}"));
    close(found.start, 0.2, 0.0);
    assert!((found.value - found.start).abs() > 0.01);
    assert!(!conditions.iter().any(|c| c.name == "body.r_0[3]"), "that one holds: {error}");
    assert_eq!(fixed, &["rev.phi"], "{error}");
    assert!(error.to_string().contains("body.r_0[1]") && error.to_string().contains("fixed = false"), "{error}");
    // The host can mend it.
    run.set("body.r_0[1]", 0.0).unwrap();
    run.instance.exit_initialization_mode().unwrap();
    close(run.get("slide.s"), 0.75, 1e-12);
}

#[test]
fn contradictions_between_dependent_variables_are_listed() {
    let tip = r#""r_rel_a_1": {"start": 1.5, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true}"#;
    let mut run = Run::begin("", &double_pendulum(0.1, 1.0, tip), DOUBLE_PENDULUM);
    let error = run.error();
    let EvaluationFault::ContradictoryConditions { conditions, fixed } = &*error else { panic!("{error}") };
    let names: Vec<&str> = conditions.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["tip.r_rel_a_1", "tip.r_rel_a_2"], "{error}");
    assert!(fixed.is_empty(), "{error}");
    // The nearest point that the tip can reach lies on the way to the target.
    let distance = 1.5_f64.hypot(0.2);
    close(conditions[0].value, 0.9 * 1.5 / distance, 1e-5);
    close(conditions[1].value, 0.9 * 0.2 / distance, 1e-5);
}

#[test]
fn fixed_elements_of_arrays() {
    // A rigid triangle of three points: six of nine coordinates fix it.
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "p1": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [3, 1, 2], "fixed": true}, "v_0": {"start": [1, 0, 0], "fixed": true}},
           "p2": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [9, 1.8, 2], "fixed": [false, true, true]},
                  "v_0": {"start": [9, 0, 0.5], "fixed": [false, true, true]}},
           "p3": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [9, 9, 2.5], "fixed": [false, false, true]},
                  "v_0": {"start": [9, 9, 0], "fixed": [false, false, true]}},
           "t12": {"class": "Parts.FixedTranslation", "r": [1, 0, 0]},
           "t13": {"class": "Parts.FixedTranslation", "r": [0, 1, 0]}"#,
        r#"["p1.frame_a", "t12.frame_a"], ["t12.frame_b", "p2.frame_a"], ["p1.frame_a", "t13.frame_a"], ["t13.frame_b", "p3.frame_a"]"#,
    );
    close3(run.get3("p1.r_0"), [3.0, 1.0, 2.0], 0.0);
    let (p2, p3) = (run.get3("p2.r_0"), run.get3("p3.r_0"));
    close(p2[1], 1.8, 1e-12);
    close(p2[2], 2.0, 1e-12);
    close(p3[2], 2.5, 1e-12);
    close((p2[0] - 3.0).abs(), 0.6, 1e-12);
    close(run.get("p2.v_0[3]"), 0.5, 1e-12);
    close(run.get("p3.v_0[3]"), 0.0, 1e-12);
}

#[test]
fn mistakes_are_named() {
    let with = |init: &str| {
        let components = format!(
            r#""world": {{"class": "World"}}, "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0]}},
               "init": {{"class": "Joints.FreeMotionScalarInit", {init}}}"#
        );
        compile("", &components, r#"["world.frame_b", "init.frame_a"], ["init.frame_b", "body.frame_a"]"#).unwrap_err()
    };
    let absent = with(r#""use_r": true, "v_rel_a_1": {"fixed": true}"#);
    assert!(absent.contains("v_rel_a_1"), "{absent}");
    let shape = with(r#""use_r": true, "r_rel_a_1": {"fixed": [true, false]}"#);
    assert!(shape.contains("fixed"), "{shape}");
    let inner = with(r#""frame_b": {"r": {"fixed": true}}"#);
    assert!(inner.contains("`frame_b` has no attribute `r`"), "{inner}");
    let attribute = with(r#""use_r": true, "r_rel_a_1": {"strat": 1}"#);
    assert!(attribute.contains("strat"), "{attribute}");
}
