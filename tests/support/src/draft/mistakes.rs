//! Mistakes: components that no tree can hold, or that have no meaning.

use super::Draft;

impl Draft {
    /// One mistake, in a component called `mistake`.
    pub fn mistake(&mut self) {
        const KINDS: usize = 14;
        let (a, b) = (self.some_frame(), self.some_frame());
        self.wrong = true;
        let name = "mistake";
        let ends = ["mistake.frame_a", "mistake.frame_b"];
        match self.random.below(KINDS) {
            0 => self.between("Joints.Revolute", "", [a, b]),
            1 => self.between("Parts.FixedTranslation", "r = [1, 2, 3]", [a, b]),
            2 => self.on("Joints.Prismatic", "n = [0, 0, 0]", a),
            3 => self.on("Joints.Revolute", "n = [1, 0, 0]", a),
            4 => self.on("Parts.Body", "m = -1\nr_CM = [0, 0, 0]", a),
            5 => self.on("Parts.Bodie", "", a),
            6 => self.on("Parts.FixedTranslation", "r = [1, 2]", a),
            7 => self.on("Joints.Universal", "n_a = [1, 0, 0]\nn_c = [0, 1, 0]", a),
            8 => self.between("Forces.Spring", "", [a, b]),
            9 => self.between("Forces.Spring", "c = \"1/(mistake.s_unstretched - 1)\"\ns_unstretched = 1", [a, b]),
            10 => {
                self.add(name, "Rotational.Components.Inertia", "J = 1");
                self.connect(a, "mistake.flange_a");
            }
            11 => self.add(name, "Parts.FixedTranslation", "r = \"mistake.r\""),
            12 => {
                self.add(name, "Blocks.Math.Gain", "k = 2");
                self.connect("mistake.y", "mistake.u");
            }
            _ => {
                self.add(name, "Parts.FixedRotation", "n = [1, 0, 0]\nangle = 10");
                self.connect(ends[0], ends[1]);
            }
        }
    }

    fn on(&mut self, class: &str, parameters: &str, frame: String) {
        self.add("mistake", class, parameters);
        self.connect(frame, "mistake.frame_a");
    }

    fn between(&mut self, class: &str, parameters: &str, frames: [String; 2]) {
        self.add("mistake", class, parameters);
        for (frame, end) in frames.into_iter().zip(["frame_a", "frame_b"]) {
            self.connect(frame, format!("mistake.{end}"));
        }
    }
}
