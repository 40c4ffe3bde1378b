//! The choice among the solutions where conditions are too few.

use super::*;

/// A slide in x and one in y, and a spring from the origin to the end.
fn slides(spring: &str) -> (String, &'static str) {
    let components = format!(
        r#""world": {{"class": "World"}},
           "x": {{"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {{"start": 3}}, "v": {{"start": 0.7}}}},
           "y": {{"class": "Joints.Prismatic", "n": [0, 1, 0], "s": {{"start": 4}}}},
           "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0]}},
           "spring": {{"class": "Forces.Spring", "c": 1, {spring}}}"#
    );
    let connections = r#"["world.frame_b", "x.frame_a"], ["x.frame_b", "y.frame_a"], ["y.frame_b", "body.frame_a"],
        ["world.frame_b", "spring.frame_a"], ["spring.frame_b", "body.frame_a"]"#;
    (components, connections)
}

#[test]
fn free_start_values_move_least() {
    for length in [10.0, 1.0, 0.1] {
        let (components, connections) = slides(&format!(r#""length": {{"start": {length}, "fixed": true}}"#));
        let mut run = Run::new(&components, connections);
        // Along the radius.
        close(run.get("x.s"), 0.6 * length, 1e-8 * length);
        close(run.get("y.s"), 0.8 * length, 1e-8 * length);
        assert_eq!((run.get("x.v"), run.get("y.v")), (0.7, 0.0), "nothing asks the speeds to move");
    }
}

#[test]
fn lengths_are_measured_in_the_size_of_the_model() {
    // An arm of length s at angle phi whose end has x = 0.5: minimize (phi - 0.4)^2 + ((s - 2)/L)^2.
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.4}},
           "slide": {"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {"start": 2}},
           "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {"start": [0.5, 0, 0], "fixed": [true, false, false]}}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "slide.frame_a"], ["slide.frame_b", "body.frame_a"]"#,
    );
    // The box around all frames has the start position in its corner.
    let size = 2.0;
    let cost = |phi: f64| (phi - 0.4_f64).powi(2) + ((0.5 / phi.cos() - 2.0) / size).powi(2);
    let (mut low, mut high) = (0.0_f64, 1.5_f64);
    while high - low > 1e-9 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if cost(a) < cost(b) { high = b } else { low = a }
    }
    close(run.get("rev.phi"), low, 1e-6);
    close(run.get("slide.s") * run.get("rev.phi").cos(), 0.5, 1e-12);
}

#[test]
fn start_values_of_coordinates_need_no_search() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.3, "fixed": true}, "w": {"start": 0.1, "fixed": true}},
           "arm": {"class": "Parts.BodyBox", "r": [1, 0, 0]},
           "bob": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {"start": [1, 2, 3], "fixed": true},
                   "angles_fixed": true, "angles_start": [0.1, 0.2, 0.3], "w_0_fixed": true, "w_0_start": [1, 0, 0]}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"]"#,
    );
    assert!(!run.model.initialization.has_equations());
    assert_eq!((run.get("rev.phi"), run.get("rev.w")), (0.3, 0.1));
    let phi = &run.model.catalogue.variables.at(run.reference("rev.phi") as usize);
    assert_eq!(phi.initial, Some(Initial::Exact));
    // The speed of the free body is not fixed, and nothing moves it.
    assert!(run.model.initialization.unknowns.iter().all(|u| matches!(u, Unknown::Speed { .. })));
}

#[test]
fn preferred_start_values_begin_the_search() {
    // Of the two solutions that of the preferred angles is found, and what nothing fixes stays there.
    let scalar = r#""angle_1": {"start": 0.2}, "angle_2": {"start": 0.4}, "angle_3": {"start": 2.0},
        "angle_1_stateSelect": "always", "angle_2_stateSelect": "always", "angle_3_stateSelect": "prefer""#;
    let mut run = Run::new(
        &format!(
            r#""world": {{"class": "World"}},
               "init": {{"class": "Joints.FreeMotionScalarInit", "use_angle": true, "use_r": true,
                         "r_rel_a_2": {{"start": 1.5}}, "r_rel_a_2_stateSelect": "prefer", {scalar}}},
               "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {{"start": [7, 8, 9]}}}}"#
        ),
        r#"["world.frame_b", "init.frame_a"], ["init.frame_b", "body.frame_a"]"#,
    );
    for (name, value) in [("init.angle_1", 0.2), ("init.angle_2", 0.4), ("init.angle_3", 2.0)] {
        close(run.get(name), value, 1e-12);
    }
    close3(run.get3("body.r_0"), [7.0, 1.5, 9.0], 1e-12);
}

/// The library takes the relative motion in a damper as states (stateSelect = prefer), so that its start values count.
#[test]
fn start_values_of_dampers_count_where_they_are_to_be_states() {
    let start = |select: &str, first: &str, fixed: bool| {
        let mut run = Run::new(
            &format!(
                r#""a": {{"class": "Rotational.Components.Inertia", "J": 2 {first}}},
                   "b": {{"class": "Rotational.Components.Inertia", "J": 1}},
                   "shaft": {{"class": "Rotational.Components.SpringDamper", "c": 10, "d": 0.1, "stateSelect": "{select}",
                             "phi_rel": {{"start": 0.3, "fixed": {fixed}}}, "w_rel": {{"start": -2}}}}"#
            ),
            r#"["a.flange_b", "shaft.flange_a"], ["shaft.flange_b", "b.flange_a"]"#,
        );
        ["a.phi", "b.phi", "a.w", "b.w"].map(|name| run.get(name))
    };
    // Coordinates that nothing fixes move least, fixed ones stay.
    let near = |found: [f64; 4], expected: [f64; 4]| {
        found.iter().zip(expected).for_each(|(found, expected)| close(*found, expected, 1e-12));
    };
    near(start("prefer", "", false), [-0.15, 0.15, 1.0, -1.0]);
    let fixed = r#", "phi": {"start": 0.5, "fixed": true}, "w": {"start": 1, "fixed": true}"#;
    near(start("always", fixed, false), [0.5, 0.8, 1.0, -1.0]);
    near(start("default", "", false), [0.0; 4]);
    // A condition besides: it holds, and the rest begins at the preferred values.
    near(start("prefer", fixed, true), [0.5, 0.8, 1.0, -1.0]);

    let mut run = Run::new(
        r#""a": {"class": "Translational.Components.Mass", "m": 2},
           "b": {"class": "Translational.Components.Mass", "m": 1, "s": {"start": 7, "fixed": true}},
           "damper": {"class": "Translational.Components.Damper", "d": 3, "s_rel": {"start": 2}, "v_rel": {"start": 4}}"#,
        r#"["a.flange_b", "damper.flange_a"], ["damper.flange_b", "b.flange_a"]"#,
    );
    close(run.get("a.s"), 5.0, 1e-12);
    close(run.get("damper.v_rel"), 4.0, 1e-12);
}

#[test]
fn scalar_measurements_are_derivatives_of_each_other() {
    let sequences = ["[1, 2, 3]", "[3, 1, 3]", "[2, 3, 1]"];
    for sequence in sequences {
        let mut run = Run::new(
            &format!(
                r#""world": {{"class": "World"}},
                   "base": {{"class": "Joints.Revolute", "n": [1, 2, 3], "phi": {{"start": 0.3}}, "w": {{"start": 2, "fixed": true}}}},
                   "arm": {{"class": "Parts.BodyShape", "r": [0.3, 0.2, 0.1], "r_CM": [0.1, 0.1, 0.1], "m": 1}},
                   "bob": {{"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0.2], "I_11": 0.1, "I_22": 0.2, "I_33": 0.3,
                            "r_0": {{"start": [1, 1, 1]}}, "v_0": {{"start": [0.5, 1, -1]}}, "angles_start": [0.5, 0.7, 0.9],
                            "angles_fixed": true, "w_0_start": [1, -0.6, 0.5], "w_0_fixed": true}},
                   "m": {{"class": "Joints.FreeMotionScalarInit", "use_r": true, "use_v": true, "use_a": true, "use_w": true,
                          "use_z": true, "use_angle": true, "use_angle_d": true, "use_angle_dd": true,
                          "sequence_start": {sequence}}}"#
            ),
            r#"["world.frame_b", "base.frame_a"], ["base.frame_b", "arm.frame_a"], ["arm.frame_b", "m.frame_a"],
               ["m.frame_b", "bob.frame_a"]"#,
        );
        let chain = [
            ("r_rel_a", "v_rel_a"),
            ("v_rel_a", "a_rel_a"),
            ("angle", "angle_d"),
            ("angle_d", "angle_dd"),
            ("w_rel_b", "z_rel_b"),
        ];
        let names = |group: &str| [1, 2, 3].map(|k| format!("m.{group}_{k}"));
        let all = |run: &mut Run, group: &str| names(group).map(|name| run.get(&name));
        let h = 1e-4;
        let before = chain.map(|(x, _)| all(&mut run, x));
        run.instance.do_step(0.0, h).unwrap();
        let middle = chain.map(|(_, d)| all(&mut run, d));
        run.instance.do_step(h, h).unwrap();
        let after = chain.map(|(x, _)| all(&mut run, x));
        for (i, (x, _)) in chain.iter().enumerate() {
            for k in 0..3 {
                let slope = (after[i][k] - before[i][k]) / (2.0 * h);
                assert!((slope - middle[i][k]).abs() < 1e-4, "{sequence} {x}: {slope} {}", middle[i][k]);
            }
        }
        assert_eq!(run.get("m.derdd[2].u").to_bits(), run.get("m.angle_d_2").to_bits());
    }
}
