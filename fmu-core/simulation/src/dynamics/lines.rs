//! Forces of one-dimensional components along lines between frames.

use super::Evaluation;
use crate::model::Model;
use mechanism::Wrench;
use mechanism::scalar::Scalar;

impl<T: Scalar> Evaluation<T> {
    /// Flows into the frames of the lines, from the flows into their flanges: `-e` times that of the own flange, or `e` times that of the
    /// other one where nothing is connected to the own one.
    pub(super) fn line_flows(&mut self, model: &Model) {
        for line in &model.mechanism.lines {
            let own = line.flanges.map(|flange| self.flange_flows[flange]);
            let forces = match line.used {
                [false, false] => [T::zero(); 2],
                [true, false] => [own[0], -own[0]],
                [false, true] => [-own[1], own[1]],
                [true, true] => own,
            };
            let e = line.direction(&self.view(model));
            for (frame, force) in line.frames.into_iter().zip(forces) {
                self.flows[frame] = Wrench { force: (e * -force).into(), torque: [T::zero(); 3] };
            }
        }
    }
}
