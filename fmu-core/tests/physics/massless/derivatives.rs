//! Derivatives of models with points without mass, against differences.

use super::common::{Rig, near};
use simulation::dynamics::{Known, Point};

/// Springs and a damper in one point, a second point behind it, a body that swings, and an input that moves a post.
pub const MODEL: &str = include_str!("model.toml");

/// The same with a post that follows the input exactly.
fn exact() -> String {
    MODEL.replace("exact = false", "exact = true")
}

fn moving() -> Rig {
    let mut rig = Rig::new(&exact());
    rig.run(0.4);
    rig
}

/// Of all state derivatives by all states and by time.
#[test]
fn the_jacobian_equals_differences() {
    let mut rig = moving();
    let n = rig.x.len();
    let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
    rig.system.jacobian(rig.t, &rig.x, &mut by_state, &mut by_time).unwrap();
    let mut largest = 0.0_f64;
    for (column, found) in by_state.chunks_exact(n).enumerate() {
        let h = 1e-4;
        let mut at = |steps: f64| {
            let (mut x, mut dx) = (rig.x.clone(), vec![0.0; n]);
            x[column] += steps * h;
            rig.system.derivatives(rig.t, &x, &mut dx).unwrap();
            dx
        };
        let at = [-2.0, -1.0, 1.0, 2.0].map(&mut at);
        for row in 0..n {
            let expected = (at[0][row] - 8.0 * at[1][row] + 8.0 * at[2][row] - at[3][row]) / (12.0 * h);
            near(found[row], expected, 1e-6 * expected.abs().max(10.0), &format!("{row}, {column}"));
            largest = largest.max(expected.abs());
        }
    }
    assert!(largest > 10.0, "{largest}");
}

/// Position and velocity of the point by the input that moves a post, and by a tunable parameter.
#[test]
fn outputs_follow_inputs_and_parameters() {
    let rig = moving();
    let names = ["look.r[1]", "look.r[3]", "look.v[2]", "s4.f", "der(bob.v_0[1])"];
    let sources = names.map(|name| rig.model.catalogue.variables.at(rig.index(name)).source.clone());
    let knowns = [
        ("drive.s_ref", Known::Input(0)),
        ("s1.c", parameter(&rig, "s1.c")),
        ("damper.d", parameter(&rig, "damper.d")),
    ];
    for (name, known) in knowns {
        let mut system = rig.system.clone();
        let unknowns: Vec<_> = sources.iter().collect();
        let found = system.directional_derivatives(rig.t, Point::State(&rig.x), &[(known, 1.0)], &unknowns).unwrap();
        let h = 1e-4;
        let mut at = |steps: f64| {
            let mut moved = rig.system.clone();
            match known {
                Known::Input(i) => moved.set_input(i, moved.input(i) + steps * h),
                Known::Parameter(i) => {
                    moved.set_parameter(i, moved.parameter(i) + steps * h);
                    moved.prepare().unwrap();
                }
                Known::State(_) => unreachable!(),
            }
            sources.clone().map(|source| moved.value(rig.t, &rig.x, &source).unwrap())
        };
        let at = [-2.0, -1.0, 1.0, 2.0].map(&mut at);
        for k in 0..5 {
            let expected = (at[0][k] - 8.0 * at[1][k] + 8.0 * at[2][k] - at[3][k]) / (12.0 * h);
            near(found[k], expected, 1e-7 * expected.abs().max(1.0), &format!("{} by {name}", names[k]));
        }
        assert!(found.iter().any(|x| x.abs() > 1e-3), "{name}: {found:?}");
    }
}

fn parameter(rig: &Rig, name: &str) -> Known {
    match rig.model.catalogue.variables.at(rig.index(name)).target {
        Some(simulation::variables::Target::Parameter(i)) => Known::Parameter(i),
        _ => panic!("{name}"),
    }
}

/// First and second derivatives in time, by evaluations over jets, along the trajectory.
#[test]
fn time_derivatives_equal_differences() {
    let mut rig = moving();
    for name in ["look.r[1]", "look.r[2]", "s1.length", "s3.f", "damper.f"] {
        let source = rig.model.catalogue.variables.at(rig.index(name)).source.clone();
        let [once, twice] = rig.system.time_derivatives(rig.t, &rig.x, &source).unwrap();
        let expected = rig.rate(|rig| rig.get(name));
        near(once, expected, 1e-6 * expected.abs().max(1.0), name);
        let expected = rig.rate(|rig| {
            let (t, x) = (rig.t, rig.x.clone());
            rig.system.time_derivatives(t, &x, &source).unwrap()[0]
        });
        near(twice, expected, 1e-5 * expected.abs().max(1.0), name);
    }
}

/// The velocity of the point is the derivative of its position, and its acceleration follows by expansion.
#[test]
fn speeds_are_derivatives_of_positions() {
    let mut rig = moving();
    for k in 1..=3 {
        let speed = rig.rate(|rig| rig.get(&format!("look.r[{k}]")));
        near(rig.get(&format!("look.v[{k}]")), speed, 1e-6, "speed");
        let state = rig.get(&format!("der(s1.frame_b.r_0[{k}])"));
        near(state, rig.get(&format!("look.v[{k}]")), 1e-12, "derivative of the state");
    }
}
