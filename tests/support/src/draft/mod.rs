//! Random mechanisms: model files under construction.

mod assemblies;
mod forces;
mod lines;
mod loops;
mod mistakes;
mod networks;
mod sensors;
mod signals;
mod tree;

use crate::common::Random;
use std::fmt::Write;
use std::ops::Range;

/// The numbers of the drafts that a test makes; those from `MULTIBODY_MECHANISMS` while one looks for a fault, as in `17..18`.
pub fn seeds(all: Range<u64>) -> Range<u64> {
    let Ok(text) = std::env::var("MULTIBODY_MECHANISMS") else { return all };
    let numbers = text.split_once("..").map(|(from, to)| (from.parse(), to.parse()));
    match numbers {
        Some((Ok(from), Ok(to))) => from..to,
        _ => panic!("MULTIBODY_MECHANISMS is {text}, which is no range of numbers like 17..18"),
    }
}

/// The axis of a joint: its flanges `axis` and `support`.
pub struct Axis {
    pub joint: String,
    pub rotational: bool,
    /// A source prescribes its motion.
    pub prescribed: bool,
    /// A gear or a rod is tied to it.
    pub tied: bool,
}

/// A model file under construction, and what may still be connected to.
pub struct Draft {
    pub random: Random,
    connections: Vec<[String; 2]>,
    text: String,
    /// Name and class of each component, the world first.
    pub components: Vec<(String, String)>,
    /// Frames that may carry something.
    pub frames: Vec<String>,
    pub axes: Vec<Axis>,
    /// Heat ports with a temperature.
    pub heat_ports: Vec<String>,
    /// Scalar signals that are known before any force.
    pub signals: Vec<String>,
    /// Inputs that nothing drives, with their values.
    pub inputs: Vec<(String, f64)>,
    /// It holds a mistake.
    pub wrong: bool,
}

impl Draft {
    /// An empty world with any gravity.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678);
        random.vector();
        let mut draft = Self {
            random,
            connections: Vec::new(),
            text: String::new(),
            components: Vec::new(),
            frames: vec!["world.frame_b".to_owned()],
            axes: Vec::new(),
            heat_ports: Vec::new(),
            signals: Vec::new(),
            inputs: Vec::new(),
            wrong: false,
        };
        let gravity = match draft.random.below(8) {
            0 => "gravityType = \"NoGravity\"".to_owned(),
            1 => "gravityType = \"PointGravity\"\nmu = 0.3".to_owned(),
            _ => format!("n = {}", draft.vector(1.0)),
        };
        draft.add("world", "World", &gravity);
        draft
    }

    /// Three numbers of at most `size`, as text.
    pub fn vector(&mut self, size: f64) -> String {
        format!("{:?}", self.random.vector().map(|x| size * x))
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())]
    }

    /// Adds a component with a new name.
    pub fn component(&mut self, class: &str, parameters: &str) -> String {
        let kind = class.rsplit('.').next().unwrap().to_lowercase();
        // A kind may end with a number.
        let name = format!("{kind}_{}", self.components.len());
        self.add(&name, class, parameters);
        name
    }

    /// Adds a component with this name.
    pub fn add(&mut self, name: &str, class: &str, parameters: &str) {
        self.components.push((name.to_owned(), class.to_owned()));
        writeln!(self.text, "[components.{name}]\nclass = \"{class}\"\n{parameters}").unwrap();
    }

    pub fn connect(&mut self, from: impl Into<String>, to: impl Into<String>) {
        self.connections.push([from.into(), to.into()]);
    }

    /// Lets the flanges of a joint be connected.
    pub fn add_axis(&mut self, joint: String, rotational: bool) {
        self.axes.push(Axis { joint, rotational, prescribed: false, tied: false });
    }

    pub fn some_frame(&mut self) -> String {
        let k = self.random.below(self.frames.len());
        self.frames[k].clone()
    }

    /// Connects frame_a or frame_b of a component to a frame; the other one.
    pub fn attach(&mut self, carrier: &str, name: &str) -> String {
        let (a, b) = (format!("{name}.frame_a"), format!("{name}.frame_b"));
        let [near, far] = if self.one_in(2) { [a, b] } else { [b, a] };
        self.connect(carrier, near);
        far
    }

    /// Connects both frames of a component to any frames.
    pub fn span(&mut self, name: &str) {
        for frame in ["frame_a", "frame_b"] {
            let end = self.some_frame();
            self.connect(end, format!("{name}.{frame}"));
        }
    }

    /// Connects frame_resolve of a component if one of its choices needs it.
    pub fn resolve(&mut self, name: &str, choices: &[&str]) {
        if choices.contains(&"frame_resolve") {
            let frame = self.some_frame();
            self.connect(frame, format!("{name}.frame_resolve"));
        }
    }

    /// The model file.
    pub fn model(&self) -> String {
        let mut text = String::from("name = \"Random\"\nconnections = [\n");
        self.connections.iter().for_each(|[a, b]| writeln!(text, "  [\"{a}\", \"{b}\"],").unwrap());
        text + "]\n" + &self.text
    }

    /// Draws components until there are about `size`; one in ten drafts gets a mistake.
    pub fn fill(&mut self, size: usize) {
        while self.components.len() < size {
            match self.random.below(23) {
                0..=6 => self.branch(),
                20 => self.planar_loop(),
                21 => self.gearbox(),
                22 => self.tie_axes(),
                7 => self.bead(),
                8 => self.rotor(),
                9..=11 => self.force(),
                12 | 13 => self.drive(),
                14 => self.shaft(),
                15 => self.heat(),
                16 => self.picture(),
                _ => self.sensor(),
            }
        }
        if self.one_in(2) {
            self.loops();
        }
        if self.one_in(10) {
            self.mistake();
        }
        // Last, so that what is drawn before stays as it was.
        if !self.wrong && self.one_in(10) {
            self.assembly();
        }
        if !self.wrong && self.one_in(4) {
            self.line();
        }
        if self.one_in(5) && self.components.len() < 50 {
            self.planetary();
        }
        if self.one_in(6) && self.components.len() < 52 {
            self.wheels();
        }
    }
}
