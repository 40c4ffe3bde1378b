//! Forces of translational components along lines, and masses on lines.

use super::Draft;
use super::loops::SHORTEST;

impl Draft {
    /// A line between two frames that are there, and are not in one place, with what pushes along it.
    pub fn line(&mut self) {
        let Some(mut rig) = self.start() else { return };
        for _ in 0..10 {
            let [a, b] = [self.some_frame(), self.some_frame()];
            if (rig.r_0(&b) - rig.r_0(&a)).norm() > SHORTEST {
                let name = self.line_of_any_class();
                self.connect(a, format!("{name}.frame_a"));
                return self.connect(b, format!("{name}.frame_b"));
            }
        }
    }

    fn line_of_any_class(&mut self) -> String {
        let [m_a, m_b] = [0, 1].map(|_| self.pick(&[0.0, 0.3]));
        let (class, rest) = match self.random.below(3) {
            0 => {
                let rest = "c = 15.0\ns_unstretched = 0.3\nm = 0.2\nlengthFraction = 0.7";
                return self.component("Forces.Spring", rest);
            }
            1 => ("Forces.LineForceWithMass", format!("m = {m_a:?}\nlengthFraction = 0.4")),
            _ => ("Forces.LineForceWithTwoMasses", format!("m_a = {m_a:?}\nm_b = {m_b:?}\nL_a = 0.1\nL_b = 0.2")),
        };
        let name = self.component(class, &rest);
        for (class, rest) in [("Spring", "c = 12.0\ns_rel0 = 0.4"), ("Damper", "d = 0.4")] {
            let part = self.component(&format!("Translational.Components.{class}"), rest);
            self.connect(format!("{name}.flange_a"), format!("{part}.flange_a"));
            self.connect(format!("{name}.flange_b"), format!("{part}.flange_b"));
        }
        name
    }
}
