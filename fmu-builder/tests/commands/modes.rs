//! `modes` and `bode` against closed forms.

use crate::command::{Folder, example};
use serde_json::Value;
use std::fs;

/// Two masses between walls, three springs: k/m and 3 k/m.
const CHAIN: &str = r#"
name = "Chain"
connections = [
  ["left.flange", "first.flange_a"], ["first.flange_b", "a.flange_a"], ["a.flange_b", "middle.flange_a"],
  ["middle.flange_b", "b.flange_a"], ["b.flange_b", "last.flange_a"], ["last.flange_b", "right.flange"],
]
[components.left]
class = "Translational.Components.Fixed"
[components.right]
class = "Translational.Components.Fixed"
[components.first]
class = "Translational.Components.Spring"
c = 50
[components.middle]
class = "Translational.Components.Spring"
c = 50
[components.last]
class = "Translational.Components.Spring"
c = 50
[components.a]
class = "Translational.Components.Mass"
m = 2
s = { start = 0, fixed = true }
v = { start = 0, fixed = true }
[components.b]
class = "Translational.Components.Mass"
m = 2
s = { start = 0, fixed = true }
v = { start = 0, fixed = true }
"#;

#[test]
fn two_masses_have_the_frequencies_and_shapes_of_a_chain() {
    let folder = Folder::new();
    folder.write("chain.toml", CHAIN);
    folder.run(["modes", "chain.toml", "-o", "modes.json"]).succeeds().says(&["natural frequency", "0.7958", "1.378"]);
    let found: Value = serde_json::from_str(&fs::read_to_string(folder.path("modes.json")).unwrap()).unwrap();
    for (mode, (square, ratio)) in found["modes"].as_array().unwrap().iter().zip([(25.0_f64, 1.0), (75.0, -1.0)]) {
        let number = |value: &Value| value.as_f64().unwrap();
        assert!((number(&mode["natural_frequency"]) - square.sqrt()).abs() < 1e-12);
        assert!(number(&mode["damping_ratio"]).abs() < 1e-12 && number(&mode["eigenvalue"][0]) == 0.0);
        // Of a.s and b.s.
        let [a, b] = ["a.s", "b.s"].map(|name| [0, 1].map(|k| number(&mode["shape"][name][k])));
        assert!((0..2).all(|k| (a[k] - ratio * b[k]).abs() < 1e-12), "{a:?} {b:?}");
        assert!((number(&mode["shares"]["a.s"]) - 0.25).abs() < 1e-12);
    }
    folder.run(["modes", "chain.toml", "-o", "modes.csv", "--quiet"]).succeeds();
    assert_eq!(fs::read_to_string(folder.path("modes.csv")).unwrap().lines().count(), 3);
    folder.run(["modes", "chain.toml", "-o", "modes.txt"]).exits(2).says(&["modes.txt", ".html, .json or .csv"]);
}

#[test]
fn a_page_shows_the_oscillations_and_says_where_there_are_none() {
    let folder = Folder::new();
    let model = |name: &str| example(name).to_str().unwrap().to_owned();
    folder.run(["modes", &model("wishbone.toml"), "-o", "modes.html"]).succeeds();
    let page = fs::read_to_string(folder.path("modes.html")).unwrap();
    assert!(page.contains("<select id=\"chapter\">") && page.contains("id=\"model\""));
    folder.run(["modes", &model("pendulum.toml"), "-o", "none.html"]).exits(1).says(&["no mode oscillates"]);
    assert_eq!(folder.files(), ["modes.html"]);
}

/// 1/(s (J s + d) (T s + 1)).
const LOOP: &str = r#"
name = "Loop"
connections = [
  ["lag.y", "motor.tau"], ["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "damper.flange_a"], ["damper.flange_b", "ground.flange"],
]
[components.lag]
class = "Blocks.Continuous.FirstOrder"
T = 0.2
[components.motor]
class = "Rotational.Sources.Torque"
[components.rotor]
class = "Rotational.Components.Inertia"
J = 0.4
phi = { start = 0, fixed = true }
w = { start = 0, fixed = true }
[components.damper]
class = "Rotational.Components.Damper"
d = 0.25
[components.ground]
class = "Rotational.Components.Fixed"
[inputs]
u = "lag.u"
[outputs]
angle = "rotor.phi"
speed = "rotor.w"
"#;

#[test]
fn frequency_responses_and_margins_are_those_of_the_transfer_function() {
    let folder = Folder::new();
    folder.write("loop.toml", LOOP);
    let (j, d, t) = (0.4_f64, 0.25_f64, 0.2_f64);
    // K/(s (1 + T1 s) (1 + T2 s)) has the gain margin (1/T1 + 1/T2)/K, at 1/sqrt(T1 T2).
    let margin = 20.0 * ((d / j + 1.0 / t) * d).log10();
    let crossing = (d / (j * t)).sqrt();
    let said = [format!("{margin:.3} dB at {crossing:.3} rad/s")];
    let run = |arguments: &[&str]| folder.run(["bode", "loop.toml"].iter().chain(arguments));
    run(&["-o", "loop.csv", "--of", "angle"]).succeeds().says(&[said[0].as_str(), "degrees at"]);
    let text = fs::read_to_string(folder.path("loop.csv")).unwrap();
    let mut lines = text.lines();
    let header = "omega,\"re angle by u\",\"im angle by u\",\"dB angle by u\",\"degrees angle by u\"";
    assert_eq!(lines.next().unwrap(), header);
    for line in lines {
        let row: Vec<f64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let omega = row[0];
        let size = 1.0 / (omega * (j * omega).hypot(d) * (t * omega).hypot(1.0));
        let phase = -90.0 - (j * omega / d).atan().to_degrees() - (t * omega).atan().to_degrees();
        assert!((row[3] - 20.0 * size.log10()).abs() < 1e-9 && (row[4] - phase).abs() < 1e-9, "{row:?} {size} {phase}");
        assert!((row[1].hypot(row[2]) / size - 1.0).abs() < 1e-9);
    }
    run(&["-o", "loop.svg"]).succeeds();
    let picture = fs::read_to_string(folder.path("loop.svg")).unwrap();
    assert_eq!(picture.matches("class=\"curve\"").count(), 4);
    run(&["-o", "nyquist.svg", "--nyquist", "--from", "0.5", "--to", "50"]).succeeds();
    assert_eq!(fs::read_to_string(folder.path("nyquist.svg")).unwrap().matches("class=\"curve\"").count(), 2);
    run(&["--of", "angel"]).exits(2).says(&["\"angel\"", "did you mean \"angle\"?"]);
    run(&["--from", "5", "--to", "2"]).exits(2).says(&["--from 5"]);
    run(&["-o", "loop.png"]).exits(2).says(&[".svg or .csv"]);
}
