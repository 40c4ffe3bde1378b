//! Joints and parts.

use super::Draft;

impl Draft {
    /// A joint on some frame, or none, rigid components, and a body at the end.
    pub fn branch(&mut self) {
        let mut carrier = if self.one_in(6) { None } else { Some(self.some_frame()) };
        if let Some(end) = carrier.take() {
            let mut end = self.joint(&end);
            if self.one_in(4) && (end.starts_with("revolute") || end.starts_with("prismatic")) {
                // A second joint with nothing between. Behind three axes through one point a fourth, or a third one in their plane, would
                // move no mass.
                let rest = format!("n = {}\nw = {{ start = 0.5 }}", self.vector(1.0));
                let name = self.component("Joints.Revolute", &rest);
                end = self.attach(&end, &name);
            }
            if self.one_in(3) {
                end = self.cut_sensor(&end);
            }
            if self.one_in(3) {
                end = self.rigid(&end);
            }
            carrier = Some(end);
        }
        self.body(carrier);
        if self.one_in(3) {
            let carrier = self.some_frame();
            let end = self.rigid(&carrier);
            if self.one_in(2) {
                let point = self.component("Parts.PointMass", "m = 0.4");
                self.connect(end.clone(), format!("{point}.frame_a"));
            }
            self.frames.push(end);
        }
    }

    /// A joint of any class; its other frame.
    fn joint(&mut self, carrier: &str) -> String {
        let (n, start, rate) = (self.vector(1.0), self.random.number(), self.random.number());
        let state = |name: &str, rate_name: &str| {
            format!("{name} = {{ start = {start:?} }}\n{rate_name} = {{ start = {rate:?}, fixed = true }}\n")
        };
        let (class, rest) = match self.random.below(12) {
            0..=3 => return self.axial_joint(carrier, true, [&n, "phi", "w"], [start, rate]),
            4..=6 => return self.axial_joint(carrier, false, [&n, "s", "v"], [start, rate]),
            7 => ("Joints.Cylindrical", format!("n = {n}\n{}{}", state("phi", "w"), state("s", "v"))),
            8 => {
                let n_b = self.vector(1.0);
                (
                    "Joints.Universal",
                    format!("n_a = {n}\nn_b = {n_b}\n{}{}", state("phi_a", "w_a"), state("phi_b", "w_b")),
                )
            }
            9 => {
                let n_x = self.vector(1.0);
                ("Joints.Planar", format!("n = {n}\nn_x = {n_x}\n{}{}", state("s_x", "v_x"), state("phi", "w")))
            }
            10 => {
                let (angles, w) = (self.vector(0.6), self.vector(1.0));
                let more = self.pick(&[
                    "",
                    "useQuaternions = false",
                    "useQuaternions = false\nsequence_angleStates = [2, 1, 3]",
                ]);
                ("Joints.Spherical", format!("angles_start = {angles}\nw_rel_a_start = {w}\n{more}"))
            }
            _ => {
                let [r, v, angles, w] = [1.0, 1.0, 3.0, 2.0].map(|size| self.vector(size));
                let sequence = self.pick(&[[1, 2, 3], [3, 1, 3], [2, 3, 1]]);
                (
                    "Joints.FreeMotion",
                    format!(
                        "r_rel_a = {{ start = {r} }}\nv_rel_a = {{ start = {v} }}\nangles_start = {angles}\nsequence_start = {sequence:?}\nw_rel_a_start = {w}"
                    ),
                )
            }
        };
        let name = self.component(class, &rest);
        self.attach(carrier, &name)
    }

    /// A joint with one axis; one with flanges may be driven, and nothing fixes where it starts then.
    fn axial_joint(
        &mut self,
        carrier: &str,
        rotational: bool,
        [n, position, speed]: [&str; 3],
        [start, rate]: [f64; 2],
    ) -> String {
        let class = if rotational { "Joints.Revolute" } else { "Joints.Prismatic" };
        let flange = self.one_in(2);
        let fixed = !flange && self.one_in(2);
        let joint = self.component(
            class,
            &format!(
                "useAxisFlange = {flange}\nn = {n}\n{position} = {{ start = {start:?}, fixed = {fixed} }}\n{speed} = {{ start = {rate:?} }}"
            ),
        );
        let far = self.attach(carrier, &joint);
        if flange {
            self.add_axis(joint, rotational);
        }
        far
    }

    /// A component that holds its other frame fast, or two of them.
    fn rigid(&mut self, carrier: &str) -> String {
        let (r, n, m) = (self.vector(0.5), self.vector(1.0), self.vector(1.0));
        let angle = 180.0 * self.random.number();
        let (class, rest) = match self.random.below(5) {
            0 => ("Parts.FixedTranslation", format!("r = {r}")),
            1 => ("Parts.FixedRotation", format!("r = {r}\nrotationType = \"TwoAxesVectors\"\nn_x = {n}\nn_y = {m}")),
            2 => {
                let angles = self.vector(180.0);
                let more = format!(
                    "r = {r}\nrotationType = \"PlanarRotationSequence\"\nsequence = [3, 1, 2]\nangles = {angles}"
                );
                ("Parts.FixedRotation", more)
            }
            _ => ("Parts.FixedRotation", format!("r = {r}\nn = {n}\nangle = {angle:?}")),
        };
        let name = self.component(class, &rest);
        let far = self.attach(carrier, &name);
        if self.one_in(6) {
            // The same once more beside it: a closed loop of rigid components, with a sensor in it.
            let twin = self.component(class, &rest);
            let [near_end, far_end] =
                if far.ends_with("frame_b") { ["frame_a", "frame_b"] } else { ["frame_b", "frame_a"] };
            self.connect(carrier, format!("{twin}.{near_end}"));
            let end = self.cut_sensor(&format!("{twin}.{far_end}"));
            self.connect(far.clone(), end);
        }
        far
    }

    /// A body on that frame, or a free one.
    fn body(&mut self, carrier: Option<String>) {
        let mut rest = if carrier.is_none() { self.starts() } else { String::new() };
        let (r, r_cm, m) = (self.vector(0.6), self.vector(0.3), 0.5 + self.random.positive());
        let class =
            self.pick(&["Parts.Body", "Parts.BodyBox", "Parts.BodyCylinder", "Parts.BodyShape", "Parts.BodyShape"]);
        rest += &match class {
            "Parts.Body" => format!("m = {m:?}\nr_CM = {r_cm}\n{}", self.inertia()),
            "Parts.BodyShape" => format!("r = {r}\nm = {m:?}\nr_CM = {r_cm}\n{}", self.inertia()),
            "Parts.BodyBox" => {
                format!(
                    "r = {r}\nwidth = 0.1\nheight = 0.06\ninnerWidth = 0.03\ndensity = 900\nwidthDirection = [0.3, 1, 0.2]"
                )
            }
            _ => format!("r = {r}\ndiameter = 0.12\ninnerDiameter = 0.05\ndensity = 1100"),
        };
        let name = self.component(class, &rest);
        let near = format!("{name}.frame_a");
        if class == "Parts.Body" {
            if let Some(carrier) = carrier {
                self.connect(carrier, near.clone());
            }
            self.frames.push(near);
            return;
        }
        match carrier {
            Some(carrier) => {
                let far = self.attach(&carrier, &name);
                self.frames.extend([carrier, far]);
            }
            None => self.frames.extend([near, format!("{name}.frame_b")]),
        }
    }

    pub fn inertia(&mut self) -> String {
        let [a, b, c] = [0.0; 3].map(|_: f64| 0.02 + 0.05 * self.random.positive());
        // The triangle inequality holds for sums of pairs.
        let off = 0.01 * self.random.number();
        format!("I_11 = {:?}\nI_22 = {:?}\nI_33 = {:?}\nI_21 = {off:?}\n", a + b, b + c, c + a)
    }

    /// Start values of a free body.
    fn starts(&mut self) -> String {
        let [r, v, angles, w] = [1.5, 1.0, 3.0, 2.0].map(|size| self.vector(size));
        let more = self.pick(&["", "", "useQuaternions = false\n", "angles_fixed = true\nw_0_fixed = true\n"]);
        format!(
            "r_0 = {{ start = {r} }}\nv_0 = {{ start = {v} }}\nangles_start = {angles}\nsequence_start = [3, 2, 3]\nw_0_start = {w}\n{more}"
        )
    }

    /// Something that is only drawn.
    pub fn picture(&mut self) {
        let class = self.pick(&["FixedFrame", "FixedArrow", "SignalArrow", "Rectangle", "Torus", "VoluminousWheel"]);
        let name = self.component(&format!("Visualizers.{class}"), "");
        let frame = self.some_frame();
        self.connect(frame, format!("{name}.frame_a"));
    }

    /// A part at rest, away from the origin.
    pub fn fixed(&mut self) -> String {
        let r = self.vector(2.0);
        let name = self.component("Parts.Fixed", &format!("r = {r}"));
        let frame = format!("{name}.frame_b");
        self.frames.push(frame.clone());
        frame
    }
}
