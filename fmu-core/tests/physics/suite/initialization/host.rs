//! Settings of the host: start values, guesses, and variables under two names.

use super::*;

#[test]
fn a_free_motion_entered_from_behind_keeps_its_start_values() {
    // frame_b hangs on the world, frame_a is free.
    let motion = r#""world": {"class": "World", "gravityType": "NoGravity"},
        "motion": {"class": "Joints.FreeMotion", "r_rel_a": {"start": [0.1, 0.2, 0.3], "fixed": true},
                   "v_rel_a": {"start": [1, -1, 2], "fixed": true}, "angles_fixed": true, "angles_start": [0.4, 0.5, -0.6],
                   "w_rel_a_fixed": true, "w_rel_a_start": [0.5, 0.6, 0.7]},
        "body": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0]}"#;
    let mut backward = Run::new(motion, r#"["world.frame_b", "motion.frame_b"], ["motion.frame_a", "body.frame_a"]"#);
    let mut forward = Run::new(motion, r#"["world.frame_b", "motion.frame_a"], ["motion.frame_b", "body.frame_a"]"#);
    assert!(!forward.model.initialization.has_equations());
    for name in ["motion.r_rel_a", "motion.v_rel_a", "motion.w_rel_b"] {
        close3(backward.get3(name), forward.get3(name), 1e-12);
    }
    close3(forward.get3("motion.r_rel_a"), [0.1, 0.2, 0.3], 0.0);
}

/// The start values of a FreeMotion that is entered from frame_b are the host's as all others, whether they are fixed or not.
#[test]
fn the_host_sets_the_start_of_a_free_motion_entered_from_behind() {
    let body = r#""body": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0]}"#;
    let connections = r#"["world.frame_b", "motion.frame_b"], ["motion.frame_a", "body.frame_a"]"#;
    let turned = r#""angles_start": [0.4, 0.5, -0.6], "w_rel_a_start": [0.5, 0.6, 0.7]"#;
    let all =
        r#", "angles_fixed": true, "w_rel_a_fixed": true, "r_rel_a": {"fixed": true}, "v_rel_a": {"fixed": true}"#;
    for fixed in ["", all] {
        let components = format!(r#""motion": {{"class": "Joints.FreeMotion", {turned}{fixed}}}, {body}"#);
        let mut run = Run::begin("", &components, connections);
        for (k, value) in [0.3, -1.2, 2.5].into_iter().enumerate() {
            run.set(&format!("motion.r_rel_a[{}]", k + 1), value).unwrap();
            run.set(&format!("motion.v_rel_a[{}]", k + 1), 2.0 * value).unwrap();
        }
        close3(run.get3("motion.r_rel_a"), [0.3, -1.2, 2.5], 1e-12);
        close3(run.get3("motion.v_rel_a"), [0.6, -2.4, 5.0], 1e-12);
        // r_rel_a is the position of the world as the body sees it.
        let r = run.get3("body.r_0");
        let seen = |i: usize, run: &mut Run| {
            (0..3).map(|k| -run.get(&format!("body.frame_a.R.T[{},{}]", i + 1, k + 1)) * r[k]).sum::<f64>()
        };
        close3([seen(0, &mut run), seen(1, &mut run), seen(2, &mut run)], [0.3, -1.2, 2.5], 1e-12);
        run.instance.exit_initialization_mode().unwrap();
        close3(run.get3("motion.v_rel_a"), [0.6, -2.4, 5.0], 1e-12);
    }
}

/// A variable of a whole that is a variable of a part is that variable: one value reference, one start value, and a set through either
/// name.
#[test]
fn aliases_are_set_as_what_they_are() {
    let mut run = Run::begin(
        "",
        r#""shape": {"class": "Parts.BodyShape", "m": 1, "r": [1, 0, 0], "r_CM": [0.5, 0, 0], "r_0": {"start": [1, 2, 3], "fixed": true}},
           "cylindrical": {"class": "Joints.Cylindrical", "s": {"start": 0.5, "fixed": true}}, "load": {"class": "Parts.PointMass", "m": 1},
           "arm": {"class": "Parts.BodyBox", "r": [0, 1, 0]}"#,
        r#"["world.frame_b", "cylindrical.frame_a"], ["cylindrical.frame_b", "arm.frame_a"], ["arm.frame_b", "load.frame_a"]"#,
    );
    let catalogue = run.model.catalogue.clone();
    let names = [
        ("shape.r_0[2]", "shape.body.r_0[2]"),
        ("shape.v_0[1]", "shape.body.v_0[1]"),
        ("cylindrical.s", "cylindrical.prismatic.s"),
        ("cylindrical.phi", "cylindrical.revolute.phi"),
        ("cylindrical.w", "cylindrical.revolute.w"),
    ];
    for (alias, state) in names {
        let [alias_index, index] = [alias, state].map(|name| catalogue.find(name).unwrap());
        assert_eq!((catalogue.reference(alias_index), catalogue.reference(index)), (index, index), "{alias}");
        let [alias_variable, variable] = [alias_index, index].map(|index| catalogue.variables.at(index));
        // Of an alias set one variable has the start value; type, unit and variability are the same.
        assert!(alias_variable.start.is_none() && variable.start.is_some(), "{alias}");
        assert_eq!(alias_variable.initial, Some(Initial::Calculated));
        assert_eq!(alias_variable.data_type, variable.data_type);
        assert_eq!(alias_variable.variability, variable.variability);
        run.set(alias, 0.25).unwrap();
        assert_eq!((run.get(alias), run.get(state)), (0.25, 0.25), "{alias}");
        run.set(state, -0.75).unwrap();
        assert_eq!((run.get(alias), run.get(state)), (-0.75, -0.75), "{alias}");
    }
    // Nothing sets an acceleration, through whichever name.
    assert!(matches!(run.set("cylindrical.a", 1.0), Err(InstanceError::NotSettable { .. })));
}

#[test]
fn the_host_sets_start_values_and_guesses() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true}"#;
    let mut run = Run::begin("", &double_pendulum(0.1, 1.0, tip), DOUBLE_PENDULUM);
    close(run.get("rev2.phi"), elbow(0.6, 0.2, 1.0)[1], 1e-12);
    run.set("tip.r_rel_a_1", 0.3).unwrap();
    close(run.get("rev2.phi"), elbow(0.3, 0.2, 1.0)[1], 1e-12);
    let refused = run.set("rev2.phi", -1.0).unwrap_err();
    assert!(matches!(refused, InstanceError::NotSettable { .. }), "{refused}");
    // Before Initialization Mode a guess may be set: it decides which solution is found.
    run.instance.reset();
    run.set("rev2.phi", -1.0).unwrap();
    run.enter();
    run.instance.exit_initialization_mode().unwrap();
    close(run.get("rev2.phi"), elbow(0.6, 0.2, -1.0)[1], 1e-12);
    let initial = |name: &str| run.model.catalogue.variables.at(run.reference(name) as usize).initial;
    assert_eq!(initial("rev2.phi"), Some(Initial::Approx));
    assert_eq!(initial("tip.r_rel_a_1"), Some(Initial::Exact));
    assert_eq!(initial("tip.v_rel_a_1"), Some(Initial::Calculated));
}
