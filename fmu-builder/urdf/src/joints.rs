//! Converts the tree of links and joints to components and connections.

use compiler::model_file::{ModelFile, Modifier, Span, Value};

use super::axis::{Axis, ROTATION, SingleJoint, TRANSLATION};
use super::inertia::is_possible;
use super::mapping::{BASE, Mapping, WORLD};
use super::netlist::{fixed_start, modifier, number, start, vector};
use super::robot::{Inertial, Kind};
use super::roles::Role;
use super::{Base, gears};

/// Public names of a joint with six coordinates, their variables and sizes.
const FREE_OUTPUTS: [(&str, &str, usize); 4] = [
    ("position", "r_rel_a", 3),
    ("orientation", "Q", 4),
    ("velocity", "v_rel_a", 3),
    ("angular_velocity", "w_rel_b", 3),
];
/// Public names of a planar joint.
const PLANAR_OUTPUTS: [(&str, &str); 6] = [
    ("position[1]", "s_x"),
    ("position[2]", "s_y"),
    ("position[3]", "phi"),
    ("velocity[1]", "v_x"),
    ("velocity[2]", "v_y"),
    ("velocity[3]", "w"),
];

impl Mapping<'_> {
    pub(super) fn file(mut self) -> ModelFile {
        let root = self.tree.root;
        let span = self.robot.links[root].name.span.clone();
        let gravity = vec![number("g", self.options.gravity, &span), vector("n", [0.0, 0.0, -1.0], &span)];
        self.netlist.component(WORLD, "World", &span, gravity);
        let mut frames = vec![String::new(); self.robot.links.len()];
        frames[root] = self.base(&span);
        self.body(root, &frames[root]);
        for &joint in &self.tree.order {
            let [parent, child] = self.tree.ends[joint];
            frames[child] = self.joint(joint, &frames[parent]);
            self.body(child, &frames[child]);
        }
        for &joint in &self.tree.order {
            gears::couple(&mut self, joint);
        }
        ModelFile { name: self.robot.name.clone(), ..self.netlist.0 }
    }

    /// The frame of the root link.
    fn base(&mut self, span: &Span) -> String {
        let world = format!("{WORLD}.frame_b");
        match self.options.base {
            Base::Fixed => world,
            Base::Floating => self.free_motion(BASE, &world, span),
        }
    }

    /// Adds a joint with six coordinates on the frame `carrier`; returns its frame_b.
    fn free_motion(&mut self, name: &str, carrier: &str, span: &Span) -> String {
        for (public, variable, size) in FREE_OUTPUTS {
            for k in 1..=size {
                self.netlist.output(&format!("{name}.{public}[{k}]"), &format!("{name}.{variable}[{k}]"), span);
            }
        }
        self.attach(name, "Joints.FreeMotion", span, Vec::new(), carrier)
    }

    /// Adds a component with frame_a on the frame `carrier`; returns its frame_b.
    fn attach(&mut self, name: &str, class: &str, span: &Span, modifiers: Vec<Modifier>, carrier: &str) -> String {
        self.netlist.component(name, class, span, modifiers);
        self.netlist.connect(carrier, &format!("{name}.frame_a"), span);
        format!("{name}.frame_b")
    }

    /// Adds origin, axis, drive and passive forces of a joint on the frame `parent`; returns the frame of its child.
    fn joint(&mut self, number: usize, parent: &str) -> String {
        let carrier = self.origin(number, parent);
        let axis = Axis::of(self, number);
        let joint = &self.robot.joints[number];
        let (name, span) = (self.joints[number].clone(), joint.name.span.clone());
        let role = self.roles.of(number);
        match (role, joint.kind.value) {
            (Role::Fixed(position), _) => self.rigid(number, position, carrier),
            (_, Kind::Fixed) => carrier,
            (_, Kind::Floating) => self.free_motion(&name, &carrier, &span),
            (_, Kind::Planar) => self.planar(number, &carrier),
            (_, Kind::Revolute | Kind::Continuous) => self.single(number, &carrier, axis, &ROTATION),
            (_, Kind::Prismatic) => self.single(number, &carrier, axis, &TRANSLATION),
        }
    }

    /// Frame at the joint's origin; adds a fixed component to `parent` unless they coincide.
    fn origin(&mut self, number: usize, parent: &str) -> String {
        let origin = &self.robot.joints[number].origin;
        let ([roll, pitch, yaw], turned) = (origin.rpy.value, origin.rpy.value != [0.0; 3]);
        if !turned && origin.xyz.value == [0.0; 3] {
            return parent.to_owned();
        }
        let r = vector("r", origin.xyz.value, &origin.xyz.span);
        let (class, modifiers) = if turned {
            let span = &origin.rpy.span;
            let angles = [yaw, pitch, roll].map(f64::to_degrees);
            let kind = modifier("rotationType", Value::String("PlanarRotationSequence".to_owned()), span);
            let sequence = vector("sequence", [3.0, 2.0, 1.0], span);
            ("Parts.FixedRotation", vec![r, kind, sequence, vector("angles", angles, span)])
        } else {
            ("Parts.FixedTranslation", vec![r])
        };
        let name = self.names.part(&self.joints[number], "origin");
        self.attach(&name, class, &origin.span, modifiers, parent)
    }

    /// The frame after a joint that is fixed at `position`.
    fn rigid(&mut self, index: usize, position: f64, carrier: String) -> String {
        if position == 0.0 {
            return carrier;
        }
        let joint = &self.robot.joints[index];
        let axis = joint.axis.value;
        let span = joint.name.span.clone();
        let (class, modifiers) = if joint.kind.value == Kind::Prismatic {
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            ("Parts.FixedTranslation", vec![vector("r", axis.map(|x| position * (x / length)), &span)])
        } else {
            let angle = number("angle", position.to_degrees(), &span);
            ("Parts.FixedRotation", vec![vector("n", axis, &joint.axis.span), angle])
        };
        let name = self.names.part(&self.joints[index], "position");
        self.attach(&name, class, &span, modifiers, &carrier)
    }

    fn planar(&mut self, number: usize, carrier: &str) -> String {
        let (joint, name) = (&self.robot.joints[number], self.joints[number].clone());
        let (axis, span) = (&joint.axis, &joint.name.span);
        let length = axis.value.iter().map(|x| x * x).sum::<f64>().sqrt();
        // The x axis unless it is within 26 degrees of the normal.
        let n_x = if axis.value[0].abs() > 0.9 * length { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
        let modifiers = vec![vector("n", axis.value, &axis.span), vector("n_x", n_x, &axis.span)];
        for (public, variable) in PLANAR_OUTPUTS {
            self.netlist.output(&format!("{name}.{public}"), &format!("{name}.{variable}"), span);
        }
        self.attach(&name, "Joints.Planar", span, modifiers, carrier)
    }

    /// Adds a joint with one coordinate, its drive, and passive forces on its axis.
    fn single(&mut self, index: usize, carrier: &str, axis: Axis, words: &SingleJoint) -> String {
        let (joint, name) = (&self.robot.joints[index], self.joints[index].clone());
        let span = joint.name.span.clone();
        let mut modifiers = vec![
            modifier("useAxisFlange", Value::Boolean(true), &span),
            vector("n", joint.axis.value, &joint.axis.span),
        ];
        if self.roles.leads(index) {
            // The start values of mimic joints have low priority.
            let starts = [(words.position, axis.start()), (words.speed, 0.0)];
            modifiers.extend(starts.map(|(variable, start)| fixed_start(variable, start, &span)));
        } else if axis.start() != 0.0 && self.roles.of(index) == Role::Free {
            modifiers.push(start(words.position, axis.start(), &span));
        }
        let frame_b = self.attach(&name, words.class, &span, modifiers, carrier);
        self.netlist.output(&format!("{name}.position"), &format!("{name}.{}", words.position), &span);
        self.netlist.output(&format!("{name}.velocity"), &format!("{name}.{}", words.speed), &span);
        if self.roles.of(index) == Role::Free {
            let drive = self.names.part(&name, "drive");
            self.netlist.component(&drive, words.drive, &span, Vec::new());
            self.netlist.connect(&format!("{drive}.flange"), &format!("{name}.axis"), &span);
            self.netlist.input(&format!("{name}.effort"), &format!("{drive}.{}", words.effort), &span);
        }
        axis.add(self, index, words);
        frame_b
    }

    /// Mass and inertia of a link on its frame, and its shapes.
    fn body(&mut self, link: usize, frame: &str) {
        let (written, visuals) = (&self.robot.links[link].name.value, &self.robot.links[link].visuals);
        for visual in visuals {
            let name = self.names.part(written, "visual");
            self.attach(&name, "Parts.FixedTranslation", &visual.span, visual.modifiers(), frame);
        }
        let Some(Inertial { span, mass, centre, inertia }) = &self.robot.links[link].inertial else { return };
        let tensor = self.tensors[link];
        if !is_possible(tensor) {
            self.warnings.impossible.push(link);
        }
        let name = self.links[link].clone();
        let mut modifiers = vec![number("m", mass.value, &mass.span), vector("r_CM", centre.value, &centre.span)];
        let elements = ["I_11", "I_22", "I_33", "I_21", "I_31", "I_32"].into_iter().zip(tensor);
        modifiers.extend(elements.map(|(element, value)| number(element, value, &inertia.span)));
        if !visuals.is_empty() {
            modifiers.push(modifier("animation", Value::Boolean(false), span));
        }
        self.attach(&name, "Parts.Body", span, modifiers, frame);
    }
}
