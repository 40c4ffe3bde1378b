//! Sensors of all classes.

use super::Draft;

const ONE: [&str; 3] = ["world", "frame_a", "frame_resolve"];
const TWO: [&str; 4] = ["world", "frame_a", "frame_b", "frame_resolve"];

impl Draft {
    pub fn sensor(&mut self) {
        match self.random.below(4) {
            0 => self.absolute(),
            1 => self.relative(),
            2 => self.transformation(),
            _ => {
                let carrier = self.some_frame();
                let end = self.cut_sensor(&carrier);
                self.frames.push(end);
            }
        }
    }

    fn absolute(&mut self) {
        let class = self.pick(&[
            "AbsoluteSensor",
            "AbsolutePosition",
            "AbsoluteVelocity",
            "AbsoluteAngles",
            "AbsoluteAngularVelocity",
        ]);
        let resolve = self.pick(&ONE);
        let rest = match class {
            "AbsoluteAngles" => "sequence = [3, 1, 2]".to_owned(),
            "AbsoluteSensor" => format!(
                "resolveInFrame = \"{resolve}\"\nget_r = true\nget_v = true\nget_a = true\nget_angles = true\nget_w = true\nget_z = true"
            ),
            _ => format!("resolveInFrame = \"{resolve}\""),
        };
        let name = self.component(&format!("Sensors.{class}"), &rest);
        let frame = self.some_frame();
        self.connect(frame, format!("{name}.frame_a"));
        if class != "AbsoluteAngles" {
            self.resolve(&name, &[resolve]);
        }
        if class == "AbsoluteVelocity" {
            // Forces may react to it.
            self.signals.push(format!("{name}.v[2]"));
        }
        if class == "AbsoluteSensor" {
            self.weak(&format!("{name}.a[1]"));
        }
    }

    fn relative(&mut self) {
        let class = self.pick(&[
            "RelativeSensor",
            "RelativePosition",
            "RelativeVelocity",
            "RelativeAngles",
            "RelativeAngularVelocity",
            "Distance",
            "FreeMotionScalarInit",
        ]);
        let (resolve, after) = (self.pick(&TWO), self.pick(&TWO));
        let (rest, choices): (String, Vec<&str>) = match class {
            "RelativeAngles" => ("sequence = [1, 3, 1]".to_owned(), Vec::new()),
            "Distance" => (String::new(), Vec::new()),
            "FreeMotionScalarInit" => (
                "use_r = true\nuse_v = true\nuse_a = true\nuse_angle = true\nuse_angle_d = true\nuse_angle_dd = true\nuse_w = true\nuse_z = true".to_owned(),
                Vec::new(),
            ),
            "RelativeSensor" => (
                format!(
                    "resolveInFrame = \"{resolve}\"\nresolveInFrameAfterDifferentiation = \"{after}\"\nget_r_rel = true\nget_v_rel = true\n\
                     get_a_rel = true\nget_angles = true\nget_w_rel = true\nget_z_rel = true"
                ),
                vec![resolve, after],
            ),
            _ => (format!("resolveInFrame = \"{resolve}\""), vec![resolve]),
        };
        let package = if class == "FreeMotionScalarInit" { "Joints" } else { "Sensors" };
        let name = self.component(&format!("{package}.{class}"), &rest);
        self.span(&name);
        self.resolve(&name, &choices);
        if class == "Distance" {
            self.signals.push(format!("{name}.distance"));
        }
    }

    fn transformation(&mut self) {
        let class = self.pick(&["TransformAbsoluteVector", "TransformRelativeVector"]);
        let choices: &[&str] = if class == "TransformAbsoluteVector" { &ONE } else { &TWO };
        let (from, to) = (self.pick(choices), self.pick(choices));
        let name =
            self.component(&format!("Sensors.{class}"), &format!("frame_r_in = \"{from}\"\nframe_r_out = \"{to}\""));
        if class == "TransformAbsoluteVector" {
            let frame = self.some_frame();
            self.connect(frame, format!("{name}.frame_a"));
        } else {
            self.span(&name);
        }
        self.resolve(&name, &[from, to]);
        (1..=3).for_each(|k| self.feed(&format!("{name}.r_in[{k}]"), 1.0));
        self.signals.push(format!("{name}.r_out[1]"));
    }

    /// A small part of a signal that forces may react to, though it depends on them.
    fn weak(&mut self, signal: &str) {
        let gain = self.component("Blocks.Math.Gain", "k = 0.02");
        self.connect(signal, format!("{gain}.u"));
        self.signals.push(format!("{gain}.y"));
    }

    /// A sensor that a force flows through; its other frame.
    pub fn cut_sensor(&mut self, carrier: &str) -> String {
        let class = self.pick(&["CutForce", "CutTorque", "CutForceAndTorque", "Power"]);
        let resolve = self.pick(&ONE);
        let rest = if class == "Power" { String::new() } else { format!("resolveInFrame = \"{resolve}\"") };
        let name = self.component(&format!("Sensors.{class}"), &rest);
        if class != "Power" {
            self.resolve(&name, &[resolve]);
        }
        if class == "CutForce" {
            self.weak(&format!("{name}.force[2]"));
        }
        self.attach(carrier, &name)
    }
}
