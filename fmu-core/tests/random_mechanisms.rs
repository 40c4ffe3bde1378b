//! Random trees with everything on them: finite, in balance, or refused by name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Random, Rig, near, near3, try_compile};
use fmu_core::scalar::Vector3;
use std::fmt::Write;

/// A model file under construction.
struct Draft {
    random: Random,
    connections: Vec<[String; 2]>,
    components: String,
    /// Frames that may carry something.
    frames: Vec<String>,
    /// (component, speed, force) of joints with a flange.
    axes: Vec<(String, bool)>,
    joints: Vec<String>,
    /// (name, "length" or "phi_rel" or "s_rel", unstretched)
    springs: Vec<(String, &'static str, &'static str)>,
    forces: Vec<String>,
    lossy: bool,
    /// It holds a mistake.
    wrong: bool,
    names: Vec<String>,
}

impl Draft {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678);
        random.vector();
        let lossy = random.below(2) == 0;
        Self {
            random,
            connections: Vec::new(),
            components: String::new(),
            frames: vec!["world.frame_b".to_owned()],
            axes: Vec::new(),
            joints: Vec::new(),
            springs: Vec::new(),
            forces: Vec::new(),
            lossy,
            wrong: false,
            names: Vec::new(),
        }
    }

    fn vector(&mut self, size: f64) -> String {
        format!("{:?}", self.random.vector().map(|x| size * x))
    }

    fn name(&mut self, kind: &str) -> String {
        let name = format!("{kind}{}", self.names.len() + 1);
        self.names.push(name.clone());
        name
    }

    fn add(&mut self, name: &str, class: &str, rest: &str) {
        writeln!(self.components, "[components.{name}]\nclass = \"{class}\"\n{rest}").unwrap();
    }

    fn connect(&mut self, a: impl Into<String>, b: impl Into<String>) {
        self.connections.push([a.into(), b.into()]);
    }

    fn some_frame(&mut self) -> String {
        let k = self.random.below(self.frames.len());
        self.frames[k].clone()
    }

    /// The two frames of a component, in random order.
    fn ends(&mut self, name: &str) -> [String; 2] {
        let (a, b) = (format!("{name}.frame_a"), format!("{name}.frame_b"));
        if self.random.below(2) == 0 { [a, b] } else { [b, a] }
    }

    /// A joint on some frame; the frame at its other end, or a free end.
    fn joint(&mut self) -> Option<String> {
        let (n, start, rate) = (self.vector(1.0), self.random.number(), self.random.number());
        let flange = self.random.below(2) == 0;
        let (name, axis) = match self.random.below(8) {
            0..=3 => {
                let name = self.name("revolute");
                let rest = format!(
                    "n = {n}\nuseAxisFlange = {flange}\nphi = {{ start = {start:?} }}\nw = {{ start = {rate:?} }}"
                );
                self.add(&name, "Joints.Revolute", &rest);
                (name, true)
            }
            4 | 5 => {
                let name = self.name("prismatic");
                let rest = format!(
                    "n = {n}\nuseAxisFlange = {flange}\ns = {{ start = {start:?} }}\nv = {{ start = {rate:?} }}"
                );
                self.add(&name, "Joints.Prismatic", &rest);
                (name, false)
            }
            6 => {
                let name = self.name("free");
                let [r, v, angles, w] = [1.0, 1.0, 3.0, 2.0].map(|size| self.vector(size));
                let rest = format!(
                    "r_rel_a = {{ start = {r} }}\nv_rel_a = {{ start = {v} }}\nangles_start = {angles}\nsequence_start = [3, 1, 3]\nw_rel_a_start = {w}"
                );
                self.add(&name, "Joints.FreeMotion", &rest);
                let [near, far] = self.ends(&name);
                let carrier = self.some_frame();
                self.connect(carrier, near);
                return Some(far);
            }
            _ => return None,
        };
        if flange {
            self.axes.push((name.clone(), axis));
        }
        self.joints.push(name.clone());
        let [near, far] = self.ends(&name);
        let carrier = self.some_frame();
        self.connect(carrier, near);
        Some(far)
    }

    fn starts(&mut self) -> String {
        let [r, v, angles, w] = [1.5, 1.0, 3.0, 2.0].map(|size| self.vector(size));
        format!("r_0 = {{ start = {r} }}\nv_0 = {{ start = {v} }}\nangles_start = {angles}\nw_0_start = {w}\n")
    }

    fn body(&mut self) {
        let mut carrier = self.joint();
        if let (Some(end), 0) = (carrier.as_ref().filter(|end| !end.starts_with("free")), self.random.below(4)) {
            // Two joints in series, nothing between them.
            self.frames.push(end.clone());
            let name = self.name("series");
            let n = self.vector(1.0);
            self.add(&name, "Joints.Revolute", &format!("n = {n}\nw = {{ start = 0.5 }}"));
            let [near, far] = self.ends(&name);
            self.connect(end.clone(), near);
            self.joints.push(name);
            carrier = Some(far);
        }
        let mut starts = if carrier.is_none() { self.starts() } else { String::new() };
        let (r, r_cm, m) = (self.vector(0.6), self.vector(0.3), 0.5 + self.random.positive());
        let inertia = |random: &mut Random| {
            let [a, b, c] = [0.0; 3].map(|_| 0.02 + 0.05 * random.positive());
            // The triangle inequality holds for sums of pairs.
            format!("I_11 = {:?}\nI_22 = {:?}\nI_33 = {:?}\nI_21 = {:?}\n", a + b, b + c, c + a, 0.01 * random.number())
        };
        let (class, rest) = match self.random.below(5) {
            0 => ("Parts.Body", format!("m = {m:?}\nr_CM = {r_cm}\n{}", inertia(&mut self.random))),
            1 => (
                "Parts.BodyBox",
                format!("r = {r}\nwidth = 0.1\nheight = 0.06\ndensity = 900\nwidthDirection = [0.3, 1, 0.2]\n"),
            ),
            2 => ("Parts.BodyCylinder", format!("r = {r}\ndiameter = 0.12\ninnerDiameter = 0.05\ndensity = 1100\n")),
            _ => ("Parts.BodyShape", format!("r = {r}\nm = {m:?}\nr_CM = {r_cm}\n{}", inertia(&mut self.random))),
        };
        starts += &rest;
        let name = self.name("body");
        self.add(&name, class, &starts);
        if class == "Parts.Body" {
            if let Some(carrier) = carrier {
                self.connect(carrier, format!("{name}.frame_a"));
            }
            self.frames.push(format!("{name}.frame_a"));
            return;
        }
        let [near, far] = self.ends(&name);
        if let Some(carrier) = carrier {
            self.connect(carrier, near.clone());
        }
        self.frames.extend([near, far]);
    }

    fn rigid(&mut self) {
        let (carrier, r, n) = (self.some_frame(), self.vector(0.5), self.vector(1.0));
        let name = self.name("mount");
        let angle = 180.0 * self.random.number();
        self.add(&name, "Parts.FixedRotation", &format!("r = {r}\nn = {n}\nangle = {angle:?}"));
        let [near, far] = self.ends(&name);
        self.connect(carrier, near);
        if self.random.below(3) == 0 {
            let point = self.name("point");
            self.add(&point, "Parts.PointMass", "m = 0.4");
            self.connect(far.clone(), format!("{point}.frame_a"));
        }
        self.frames.push(far);
    }

    /// A force between frames or on a flange, or a sensor.
    fn extra(&mut self) {
        let (a, b) = (self.some_frame(), self.some_frame());
        let c = 5.0 + 20.0 * self.random.positive();
        match self.random.below(8) {
            6 if self.lossy && !self.axes.is_empty() => {
                // A joint can be prescribed once.
                let k = self.random.below(self.axes.len());
                let (joint, rotational) = self.axes.swap_remove(k);
                let speed = self.random.number();
                let (class, rest) = match (rotational, self.random.below(2)) {
                    (true, 0) => ("Rotational.Sources.ConstantSpeed", format!("w_fixed = {speed:?}")),
                    (false, 0) => ("Translational.Sources.ConstantSpeed", format!("v_fixed = {speed:?}")),
                    (true, _) => ("Rotational.Sources.Position", "f_crit = 0.9".to_owned()),
                    (false, _) => ("Translational.Sources.Position", "f_crit = 0.7".to_owned()),
                };
                let name = self.name("drive");
                self.add(&name, class, &rest);
                self.connect(format!("{joint}.axis"), format!("{name}.flange"));
            }
            0 => {
                let name = self.name("spring");
                self.add(&name, "Forces.Spring", &format!("c = {c:?}\ns_unstretched = 0.3"));
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
                self.springs.push((name, "length", "s_unstretched"));
            }
            1 if self.lossy => {
                let name = self.name("dashpot");
                self.add(&name, "Forces.SpringDamperParallel", &format!("c = {c:?}\nd = 0.7\ns_unstretched = 0.4"));
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
                self.springs.push((name, "length", "s_unstretched"));
            }
            2 => {
                let name = self.name("force");
                let resolve =
                    if self.lossy { ["world", "frame_b", "frame_resolve"][self.random.below(3)] } else { "world" };
                self.add(&name, "Forces.WorldForce", &format!("resolveInFrame = \"{resolve}\""));
                self.connect(a, format!("{name}.frame_b"));
                if resolve == "frame_resolve" {
                    self.connect(b, format!("{name}.frame_resolve"));
                }
                for k in 1..=3 {
                    let source = self.name("constant");
                    let k_value = 2.0 * self.random.number();
                    self.add(&source, "Blocks.Sources.Constant", &format!("k = {k_value:?}"));
                    self.connect(format!("{source}.y"), format!("{name}.force[{k}]"));
                }
                self.forces.push(name);
            }
            3 | 4 if !self.axes.is_empty() => {
                let k = self.random.below(self.axes.len());
                let (joint, rotational) = self.axes[k].clone();
                let (class, x, x0) = match (rotational, self.lossy) {
                    (true, false) => ("Rotational.Components.Spring", "phi_rel", "phi_rel0"),
                    (true, true) => ("Rotational.Components.SpringDamper", "phi_rel", "phi_rel0"),
                    (false, false) => ("Translational.Components.Spring", "s_rel", "s_rel0"),
                    (false, true) => ("Translational.Components.SpringDamper", "s_rel", "s_rel0"),
                };
                let name = self.name("compliance");
                let d = if self.lossy { "d = 0.5\n" } else { "" };
                self.add(&name, class, &format!("c = {c:?}\n{d}{x0} = 0.2"));
                let (one, other) = if self.random.below(2) == 0 { ("axis", "support") } else { ("support", "axis") };
                self.connect(format!("{joint}.{one}"), format!("{name}.flange_a"));
                self.connect(format!("{joint}.{other}"), format!("{name}.flange_b"));
                self.springs.push((name, x, x0));
            }
            5 => {
                let name = self.name("gap");
                self.add(&name, "Sensors.Distance", "");
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
            }
            _ => {
                let name = self.name("sensor");
                self.add(
                    &name,
                    "Sensors.AbsoluteSensor",
                    "get_r = true\nget_v = true\nget_a = true\nget_angles = true\nget_w = true\nget_z = true",
                );
                self.connect(a, format!("{name}.frame_a"));
            }
        }
    }

    /// Something that no tree can hold, or that has no meaning.
    fn mistake(&mut self) {
        let (a, b) = (self.some_frame(), self.some_frame());
        let name = self.name("mistake");
        self.wrong = true;
        match self.random.below(4) {
            0 => {
                self.add(&name, "Joints.Revolute", "");
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
            }
            1 => {
                self.add(&name, "Parts.FixedTranslation", "r = [1, 2, 3]");
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
            }
            2 => {
                self.add(&name, "Joints.Prismatic", "n = [0, 0, 0]");
                self.connect(a, format!("{name}.frame_a"));
            }
            _ => {
                self.add(&name, "Joints.Revolute", "n = [1, 0, 0]");
                self.connect(a, format!("{name}.frame_b"));
            }
        }
    }

    fn text(mut self) -> (String, Self) {
        for _ in 0..2 + self.random.below(4) {
            self.body();
            if self.random.below(3) == 0 {
                self.rigid();
            }
        }
        for _ in 0..self.random.below(6) {
            self.extra();
        }
        if self.random.below(8) == 0 {
            self.mistake();
        }
        let mut text = String::from("name = \"Random\"\nconnections = [\n");
        self.connections.iter().for_each(|[a, b]| writeln!(text, "  [\"{a}\", \"{b}\"],").unwrap());
        let n = self.vector(1.0);
        writeln!(text, "]\n[components.world]\nclass = \"World\"\nn = {n}\n{}", self.components).unwrap();
        (text, self)
    }
}

fn energy(rig: &mut Rig, draft: &Draft) -> f64 {
    let mut sum = rig.kinetic_energy() + rig.potential_energy();
    for (spring, x, x0) in &draft.springs {
        let stretch = rig.get(&format!("{spring}.{x}")) - rig.get(&format!("{spring}.{x0}"));
        sum += 0.5 * rig.get(&format!("{spring}.c")) * stretch * stretch;
    }
    for force in &draft.forces {
        // A constant force in the world has a potential; the draft has no others where energy is compared.
        sum -= rig.vector(&format!("{force}.force")).dot(&rig.r_0(&format!("{force}.frame_b")));
    }
    sum
}

/// The energy of the whole, or the balance of power where something is lost.
fn assert_energy(rig: &mut Rig, draft: &Draft, start: f64, what: &str) {
    if !draft.lossy {
        let scale = 1.0 + rig.kinetic_energy() + start.abs();
        near(energy(rig, draft), start, 1e-6 * scale, what);
    }
    if rig.t < 0.5 && !draft.lossy {
        return;
    }
    let (mut given, mut scale) = (0.0, 1.0);
    let mut give = |power: f64| {
        given += power;
        scale += power.abs();
    };
    for frame in rig.frames() {
        let component = frame.split('.').next().unwrap();
        if draft.forces.iter().any(|f| f == component) || draft.springs.iter().any(|(s, ..)| s == component) {
            give(-rig.power(&frame));
        }
    }
    for joint in &draft.joints {
        let (speed, force) = if rig.has(&format!("{joint}.tau")) { ("w", "tau") } else { ("v", "f") };
        give(rig.get(&format!("{joint}.{speed}")) * rig.get(&format!("{joint}.{force}")));
    }
    let gravity = rig.gravity_power();
    give(gravity);
    let gained = rig.rate(Rig::kinetic_energy);
    near(gained, given, 1e-5 * scale, what);
}

fn assert_balance(rig: &mut Rig, what: &str) {
    let model = std::sync::Arc::clone(&rig.model);
    let mechanism = &model.mechanism;
    let mut sums = vec![(Vector3::zeros(), Vector3::zeros(), 1.0); mechanism.nodes.len()];
    for (frame, node) in mechanism.frame_names.iter().zip(&mechanism.frame_nodes) {
        let (force, torque) = (rig.force(frame), rig.torque(frame));
        sums[*node].0 += force;
        sums[*node].1 += torque;
        sums[*node].2 += force.amax() + torque.amax();
    }
    for (force, torque, scale) in sums {
        near3(force, Vector3::zeros(), 1e-11 * scale, what);
        near3(torque, Vector3::zeros(), 1e-11 * scale, what);
    }
}

#[test]
fn random_mechanisms_run_in_balance_or_are_refused_by_name() {
    let (mut run, mut refused, mut states) = (0, 0, 0);
    for seed in 0..200 {
        let (text, draft) = Draft::new(seed).text();
        let model = match try_compile(&text) {
            Ok(model) => model,
            Err(problem) => {
                // A loop is named by one of the components in it.
                assert!(
                    draft.wrong && draft.names.iter().any(|name| problem.contains(name)),
                    "{seed}: {problem}\n{text}"
                );
                refused += 1;
                continue;
            }
        };
        let mut rig = Rig::uninitialized(model);
        if let Err(error) = rig.initialize(0.0) {
            assert!(draft.wrong && error.to_string().contains("mistake"), "{seed}: {error}\n{text}");
            refused += 1;
            continue;
        }
        let start = energy(&mut rig, &draft);
        for time in [0.0, 0.25, 0.5] {
            rig.try_run(time).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
            let what = format!("seed {seed} at {time}\n{text}");
            let names: Vec<String> = rig.names().map(str::to_owned).collect();
            for name in names {
                assert!(rig.get(&name).is_finite(), "{name}, {what}");
            }
            assert_energy(&mut rig, &draft, start, &what);
            assert_balance(&mut rig, &what);
        }
        run += 1;
        states += rig.x.len();
    }
    println!("{run} run, {refused} refused, {states} states");
    assert!(run > 120 && refused > 5, "{run} run, {refused} refused");
}
