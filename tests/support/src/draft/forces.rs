//! Forces and torques between frames.

use super::Draft;

const WORLD_CHOICES: [&str; 3] = ["world", "frame_b", "frame_resolve"];
const PAIR_CHOICES: [&str; 4] = ["world", "frame_a", "frame_b", "frame_resolve"];

impl Draft {
    pub fn force(&mut self) {
        match self.random.below(10) {
            0 => {
                self.fixed();
            }
            1..=4 => self.line_force(),
            _ => self.driven_force(),
        }
    }

    /// A spring or a damper between two frames.
    fn line_force(&mut self) {
        let name = self.line_force_with("");
        self.span(&name);
    }

    /// A spring or a damper with these parameters in addition.
    fn line_force_with(&mut self, more: &str) -> String {
        let c = 5.0 + 20.0 * self.random.positive();
        let (class, rest) = match self.random.below(4) {
            0 => ("Forces.Spring", format!("c = {c:?}\ns_unstretched = 0.3")),
            1 => ("Forces.Damper", "d = 0.8".to_owned()),
            2 => ("Forces.SpringDamperParallel", format!("c = {c:?}\nd = 0.7\ns_unstretched = 0.4")),
            _ => {
                ("Forces.SpringDamperSeries", format!("c = {c:?}\nd = 3.0\ns_unstretched = 0.2\ns_damper_start = 0.1"))
            }
        };
        self.lossy(class, &format!("{rest}\n{more}"))
    }

    /// A component that may have a heat port, which takes its losses into the heat network.
    pub fn lossy(&mut self, class: &str, parameters: &str) -> String {
        let loses = class.contains("Damper");
        let port = if loses && !self.heat_ports.is_empty() && self.one_in(2) {
            let k = self.random.below(self.heat_ports.len());
            Some(self.heat_ports[k].clone())
        } else {
            None
        };
        let more = if port.is_some() { "\nuseHeatPort = true" } else { "" };
        let name = self.component(class, &format!("{parameters}{more}"));
        if let Some(port) = port {
            self.connect(port, format!("{name}.heatPort"));
        }
        name
    }

    /// A force or torque that signals drive.
    fn driven_force(&mut self) {
        let (kind, at_world) = (self.pick(&["Force", "Torque", "ForceAndTorque"]), self.one_in(2));
        let choices: &[&str] = if at_world { &WORLD_CHOICES } else { &PAIR_CHOICES };
        let resolve = self.pick(choices);
        let class = if at_world { format!("Forces.World{kind}") } else { format!("Forces.{kind}") };
        let name = self.component(&class, &format!("resolveInFrame = \"{resolve}\""));
        if at_world {
            let frame = self.some_frame();
            self.connect(frame, format!("{name}.frame_b"));
        } else {
            self.span(&name);
        }
        self.resolve(&name, &[resolve]);
        for (quantity, size) in [("force", 2.0), ("torque", 0.2)] {
            if class.to_lowercase().contains(quantity)
                && (quantity == "torque" || class.contains("Force") && kind != "Torque")
            {
                (1..=3).for_each(|k| self.feed(&format!("{name}.{quantity}[{k}]"), size));
            }
        }
    }

    /// A point mass that line forces hold.
    pub fn bead(&mut self) {
        let (r, v) = (self.vector(1.5), self.vector(0.5));
        let bead =
            self.component("Parts.PointMass", &format!("m = 0.6\nr_0 = {{ start = {r} }}\nv_0 = {{ start = {v} }}"));
        for end in ["a", "b"] {
            let line = self.line_force_with(&format!("fixedRotationAtFrame_{end} = true"));
            let other = if end == "a" { "b" } else { "a" };
            let frame = self.some_frame();
            self.connect(format!("{bead}.frame_a"), format!("{line}.frame_{end}"));
            self.connect(frame, format!("{line}.frame_{other}"));
            if self.one_in(2) {
                break;
            }
        }
    }
}
