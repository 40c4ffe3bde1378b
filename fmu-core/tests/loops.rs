//! Closed loops of joints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod run;

use run::{Run, close};

const WORLD: &str = r#""world": {"class": "World"}"#;

fn revolute(name: &str, start: &str) -> String {
    format!(r#", "{name}": {{"class": "Joints.Revolute", "n": [0, 0, 1]{start}}}"#)
}

fn rod(name: &str, r: [f64; 3]) -> String {
    format!(r#", "{name}": {{"class": "Parts.BodyBox", "r": {r:?}, "width": 0.04}}"#)
}

/// A planar four-bar of four plain revolutes: ground 0.5 m, crank 0.2 m, coupler 0.5 m, rocker 0.4 m.
fn four_bar() -> (String, String) {
    let components = [
        WORLD.to_owned(),
        r#", "ground": {"class": "Parts.FixedTranslation", "r": [0.5, 0, 0]}"#.to_owned(),
        revolute("j1", r#", "phi": {"start": 1.0, "fixed": true}, "w": {"start": 3.0, "fixed": true}"#),
        rod("crank", [0.2, 0.0, 0.0]),
        revolute("j2", r#", "phi": {"start": -0.8}"#),
        rod("coupler", [0.5, 0.0, 0.0]),
        revolute("j3", r#", "phi": {"start": -1.5}"#),
        rod("rocker", [0.0, -0.4, 0.0]),
        revolute("j4", ""),
    ];
    let connections = r#"["world.frame_b", "j1.frame_a"], ["j1.frame_b", "crank.frame_a"], ["crank.frame_b", "j2.frame_a"],
        ["j2.frame_b", "coupler.frame_a"], ["coupler.frame_b", "j3.frame_a"], ["j3.frame_b", "rocker.frame_a"],
        ["rocker.frame_b", "j4.frame_a"], ["j4.frame_b", "ground.frame_b"], ["world.frame_b", "ground.frame_a"]"#;
    (components.concat(), connections.to_owned())
}

#[test]
fn four_bar_of_plain_revolutes() {
    let (components, connections) = four_bar();
    let mut run = Run::new(&components, &connections);
    close(run.get("j1.phi"), 1.0, 1e-12, "phi");
    for k in 0..20 {
        run.to(0.1 * k as f64);
        let end = run.vector("rocker.frame_b.r_0");
        close(end[0], 0.5, 1e-10, "x");
        close(end[1], 0.0, 1e-10, "y");
        println!("{} {} {} {:?}", run.get("j1.phi"), run.get("j1.w"), run.get("j4.phi"), run.vector("j4.frame_a.f"));
    }
}
