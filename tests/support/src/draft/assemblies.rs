//! Joint assemblies that fit where the mechanism starts.

use super::Draft;
use super::loops::SHORTEST;
use crate::common::Rig;
use mechanism::scalar::Vector3;

/// Cosine, or lever arm in parts of rod 2, that keeps away from singular configurations.
const CLEAR: f64 = 0.5;

impl Draft {
    /// An assembly between two frames that are there, with bodies on its rods.
    pub fn assembly(&mut self) {
        let Some(mut rig) = self.start() else { return };
        for _ in 0..10 {
            let frames = [self.some_frame(), self.some_frame()];
            if let Some((class, rest)) = self.assembly_between(&mut rig, &frames) {
                let name = self.component(class, &rest);
                let [a, b] = frames;
                self.connect(a, format!("{name}.frame_a"));
                self.connect(b, format!("{name}.frame_b"));
                // Rods without inertia would turn as fast as they please where their axes meet.
                let rods = if class.contains("JointS") { &["frame_ib"][..] } else { &["frame_ia", "frame_ib"] };
                for rod in rods {
                    let inertia = self.inertia();
                    let body = self.component("Parts.Body", &format!("m = 0.3\nr_CM = [0.1, 0, 0]\n{inertia}"));
                    self.connect(format!("{name}.{rod}"), format!("{body}.frame_a"));
                }
                return;
            }
        }
    }

    /// Class and parameters of an assembly that starts with the angle or distance zero; none if it were close to a singular configuration.
    fn assembly_between(&mut self, rig: &mut Rig, [a, b]: &[String; 2]) -> Option<(&'static str, String)> {
        let far = rig.t(b) * (rig.r_0(a) - rig.r_0(b));
        let [n, reach, aside] = [1.0, 0.5, 1.0].map(|size| Vector3::from(self.random.vector()) * size);
        let (e, rod) = (n.normalize(), reach - far);
        let number = self.random.below(7);
        let turns = number < 3;
        let clear = match number {
            6 => far.norm() > SHORTEST,
            _ if turns => e.cross(&reach).dot(&rod).abs() > CLEAR * reach.norm() * rod.norm() && reach.norm() > 0.2,
            _ => e.dot(&rod).abs() > CLEAR * rod.norm(),
        };
        if !clear || rod.norm() < SHORTEST {
            return None;
        }
        let text = |v: Vector3<f64>| format!("{:?}", <[f64; 3]>::from(v));
        // Along the rod as frame_a sees it, across that, and its length.
        let along = Vector3::from(self.random.vector()).normalize();
        let (n1, rod1) = (text(along.cross(&aside).normalize()), text(along * rod.norm()));
        let (n_b, rod2, length) = (text(n), text(reach), rod.norm());
        Some(match number {
            0 => (
                "Joints.Assemblies.JointUSR",
                format!("n1_a = {n1}\nn_b = {n_b}\nrRod1_ia = {rod1}\nrRod2_ib = {rod2}"),
            ),
            1 => (
                "Joints.Assemblies.JointSSR",
                format!("rod1Length = {length:?}\nrod1Mass = 0.4\nn_b = {n_b}\nrRod2_ib = {rod2}"),
            ),
            2 => {
                // The axes are parallel: that of frame_b is given by that of frame_a.
                let n_a = text(rig.t(a) * (rig.t(b).transpose() * n));
                ("Joints.Assemblies.JointRRR", format!("n_a = {n_a}\nrRod1_ia = {rod1}\nrRod2_ib = {rod2}"))
            }
            3 => (
                "Joints.Assemblies.JointUSP",
                format!("n1_a = {n1}\nn_b = {n_b}\nrRod1_ia = {rod1}\nrRod2_ib = {rod2}"),
            ),
            4 => (
                "Joints.Assemblies.JointSSP",
                format!("rod1Length = {length:?}\nrod1Mass = 0.4\nn_b = {n_b}\nrRod2_ib = {rod2}"),
            ),
            5 => {
                ("Joints.Assemblies.JointRRP", format!("n_a = {n1}\nn_b = {n_b}\nrRod1_ia = {rod1}\nrRod2_ib = {rod2}"))
            }
            _ => ("Joints.Assemblies.JointUPS", format!("n1_a = {n1}\nnAxis_ia = {}\ns_offset = 0.1", text(along))),
        })
    }
}
