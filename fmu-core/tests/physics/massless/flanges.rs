//! Springs and dampers in a row between flanges: what is between them has no inertia, and their torques balance.

use super::common::{Host, compile, near, try_compile};

/// A mass of 2 kg at 0.3 m with 0.4 m/s, and components between it and a wall.
fn row(components: &[&str]) -> String {
    let mut text = "name = \"Row\"\n".to_owned();
    let ends: Vec<String> = (0..components.len()).map(|k| format!("e{k}")).collect();
    let mut connections = vec![["wall.flange".to_owned(), "e0.flange_a".to_owned()]];
    connections.extend(ends.windows(2).map(|pair| [format!("{}.flange_b", pair[0]), format!("{}.flange_a", pair[1])]));
    connections.push([format!("{}.flange_b", ends[ends.len() - 1]), "m.flange_a".to_owned()]);
    text += &format!("connections = {connections:?}\n[components]\n");
    text += "wall = { class = \"Translational.Components.Fixed\", s0 = 0.1 }\n";
    text += "m = { class = \"Translational.Components.Mass\", m = 2, s = { start = 0.3, fixed = true }, v = { start = 0.4, fixed = true } }\n";
    for (name, component) in ends.iter().zip(components) {
        text += &format!("{name} = {{ class = \"Translational.Components.{component} }}\n");
    }
    text
}

fn host(text: &str) -> Host {
    let mut host = Host::new(compile(text), 1e-10);
    host.start();
    host
}

/// Springs in a row are one spring: `1/c` and the unstretched lengths add up.
#[test]
fn springs_in_a_row_are_one_spring() {
    let c = [50.0, 20.0, 80.0];
    for count in 2..=3 {
        let springs: Vec<String> = c[..count].iter().map(|c| format!("Spring\", c = {c}, s_rel0 = 0.02")).collect();
        let mut run = host(&row(&springs.iter().map(String::as_str).collect::<Vec<_>>()));
        let whole = 1.0 / c[..count].iter().map(|c| 1.0 / c).sum::<f64>();
        let rest = 0.1 + 0.02 * count as f64;
        for _ in 0..20 {
            run.steps(1, 0.15);
            let (t, omega) = (run.instance.time(), (whole / 2.0).sqrt());
            let s = rest + (0.3 - rest) * (omega * t).cos() + 0.4 / omega * (omega * t).sin();
            near(run.get("m.s"), s, 1e-8, &format!("{count} springs at {t} s"));
            let force = whole * (s - rest);
            let mut at = 0.1;
            for (k, c) in c[..count].iter().enumerate() {
                near(run.get(&format!("e{k}.f")), force, 1e-6, &format!("spring {k} at {t} s"));
                at += 0.02 + force / c;
                near(run.get(&format!("e{k}.flange_b.s")), at, 1e-8, &format!("end of spring {k} at {t} s"));
            }
        }
    }
}

/// The force of a spring and a damper in a row: `der(f) = c (v - f/d)`, independent of their order, and of whether the spring is cut in two.
#[test]
fn a_spring_and_a_damper_in_a_row() {
    let (c, d, m) = (40.0, 6.0, 2.0);
    let damper = "Damper\", d = 6, s_rel = { start = 0, fixed = true }";
    let [spring, half] = ["Spring\", c = 40, s_rel0 = 0.05", "Spring\", c = 80, s_rel0 = 0.025"];
    for (components, spring_at) in
        [([spring, damper].as_slice(), 0), (&[damper, spring], 1), (&[half, damper, half], 0)]
    {
        let mut run = host(&row(components));
        // The damper begins without length.
        let (h, mut x) = (1e-4, [0.3, 0.4, c * (0.2 - 0.05)]);
        let rate = |[_, v, f]: [f64; 3]| [v, -f / m, c * (v - f / d)];
        let add = |x: [f64; 3], k: [f64; 3], h: f64| std::array::from_fn(|i| x[i] + h * k[i]);
        for _ in 0..10 {
            for _ in 0..1000 {
                let k1 = rate(x);
                let k2 = rate(add(x, k1, 0.5 * h));
                let k3 = rate(add(x, k2, 0.5 * h));
                let k4 = rate(add(x, k3, h));
                x = std::array::from_fn(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            }
            run.steps(1, 0.1);
            for (name, expected) in [("m.s", x[0]), ("m.v", x[1]), (&*format!("e{spring_at}.f"), x[2])] {
                near(run.get(name), expected, 1e-7, &format!("{name} of {components:?} at {} s", run.instance.time()));
            }
        }
    }
}

/// A gear without inertia between two springs: the stiffness of the second one counts `1/ratio^2` on the side of the first.
#[test]
fn a_gear_without_inertia_between_springs() {
    let text = r#"
name = "Gear"
connections = [["m.flange_b", "a.flange_a"], ["a.flange_b", "g.flange_a"], ["g.flange_b", "b.flange_a"], ["b.flange_b", "f.flange"]]
[components]
m = { class = "Rotational.Components.Inertia", J = 2, phi = { start = 0.3, fixed = true }, w = { start = 0, fixed = true } }
a = { class = "Rotational.Components.Spring", c = 10 }
g = { class = "Rotational.Components.IdealGear", ratio = 3 }
b = { class = "Rotational.Components.Spring", c = 45 }
f = { class = "Rotational.Components.Fixed" }
"#;
    let mut run = host(text);
    let omega: f64 = (10.0 * 5.0 / 15.0 / 2.0_f64).sqrt();
    for _ in 0..10 {
        run.steps(1, 0.3);
        let phi = 0.3 * (omega * run.instance.time()).cos();
        near(run.get("m.phi"), phi, 1e-8, "angle");
        near(run.get("g.flange_b.phi"), phi * 10.0 / 15.0 / 3.0, 1e-8, "angle behind the gear");
        near(run.get("a.tau"), -phi * 50.0 / 15.0, 1e-7, "torque");
    }
}

/// Speed and acceleration between springs are shares of those of the mass.
#[test]
fn sensors_between_springs() {
    let text = row(&["Spring\", c = 30", "Spring\", c = 10"]).replace(
        "connections = [",
        "connections = [[\"e0.flange_b\", \"v.flange\"], [\"e0.flange_b\", \"a.flange\"], ",
    );
    let mut run = host(&format!(
        "{text}v = {{ class = \"Translational.Sensors.SpeedSensor\" }}\na = {{ class = \"Translational.Sensors.AccSensor\" }}\n"
    ));
    for _ in 0..5 {
        run.steps(1, 0.2);
        let [v, a] = ["m.v", "m.a"].map(|name| run.get(name));
        near(run.get("v.v"), 0.25 * v, 1e-9, "speed");
        near(run.get("a.a"), 0.25 * a, 1e-8, "acceleration");
    }
}

#[test]
fn what_needs_an_inertia_is_refused_by_name() {
    let more = |text: String, component: &str, connection: &str| {
        let text = text.replace("connections = [", &format!("connections = [{connection}, "));
        try_compile(&format!("{text}{component}\n")).map(|_| ()).unwrap_err()
    };
    let two = || row(&["Spring\", c = 3", "Damper\", d = 4"]);
    let push = more(two(), "push = { class = \"Translational.Sources.Force\" }", "[\"push.flange\", \"e0.flange_b\"]");
    assert!(push.contains("e0.flange_b") && push.contains("`push` acts on it, too"), "{push}");
    let still = try_compile(&row(&["Spring\", c = 3", "Damper\", d = 0"])).map(|_| ()).unwrap_err();
    assert!(still.contains("damping constant of `e1` that is not zero"), "{still}");
    let ring = r#"
name = "Ring"
connections = [["a.flange_a", "b.flange_a"], ["a.flange_b", "b.flange_b"]]
[components]
a = { class = "Rotational.Components.Spring", c = 3 }
b = { class = "Rotational.Components.Damper", d = 3 }
"#;
    let ring = try_compile(ring).map(|_| ()).unwrap_err();
    assert!(ring.contains("is undetermined"), "{ring}");
}
