//! Loops that fit where the mechanism starts.

use super::Draft;
use crate::common::{Rig, try_compile};
use mechanism::scalar::{Matrix3, Vector3};
use mechanism::{JointId, Motion};
use simulation::model::{Model, Unknown};

/// Rods shorter than this turn too fast.
pub const SHORTEST: f64 = 0.3;

/// A component that closes a loop: class, parameters, number of rows.
type Closing = (&'static str, String, usize);

impl Draft {
    /// Closes loops between frames that are there.
    pub fn loops(&mut self) {
        // Further prescribed motions could take the last freedom of a loop.
        self.axes.iter_mut().for_each(|axis| axis.prescribed = true);
        for _ in 0..=self.random.below(3) {
            let Some(mut rig) = self.start() else { return };
            self.close(&mut rig);
        }
        self.drive();
    }

    /// The mechanism where it starts, unless it is refused.
    pub fn start(&self) -> Option<Rig> {
        let mut rig = Rig::uninitialized(try_compile(&self.model()).ok()?);
        self.inputs.iter().for_each(|(name, value)| rig.set(name, *value));
        rig.initialize(0.0).ok()?;
        Some(rig)
    }

    /// Closes a loop between two frames that stay free to move; none if it finds no such frames.
    fn close(&mut self, rig: &mut Rig) {
        for _ in 0..10 {
            let frames = [self.some_frame(), self.some_frame()];
            let free = freedom(rig, &frames);
            if self.one_in(3) {
                let distance = (rig.r_0(&frames[1]) - rig.r_0(&frames[0])).norm();
                if free > 1 && distance > SHORTEST {
                    return self.rod(distance, frames);
                }
            } else {
                let closing = self.closing();
                if free > closing.2 {
                    return self.close_by(rig, closing, frames);
                }
            }
        }
    }

    /// A joint or a constraint whose frames may start in one place.
    fn closing(&mut self) -> Closing {
        let (n, m) = (self.vector(1.0), self.vector(1.0));
        let locked = [0, 1, 2].map(|_| !self.one_in(4));
        let locks = format!("x_locked = {}\ny_locked = {}\nz_locked = {}\n", locked[0], locked[1], locked[2]);
        let rows = locked.iter().filter(|locked| **locked).count();
        match self.random.below(10) {
            0 => ("Joints.Revolute", format!("n = {n}\nuseAxisFlange = {}", self.one_in(2)), 5),
            1 => ("Joints.Prismatic", format!("n = {n}\nuseAxisFlange = {}", self.one_in(2)), 5),
            2 => ("Joints.Universal", format!("n_a = {n}\nn_b = {m}"), 4),
            3 => ("Joints.Cylindrical", format!("n = {n}"), 4),
            4 => ("Joints.Spherical", String::new(), 3),
            5 => ("Joints.Planar", format!("n = {n}\nn_x = {m}"), 3),
            6 => ("Joints.Constraints.Prismatic", locks, rows + 3),
            7 => ("Joints.Constraints.Revolute", format!("{locks}n = {n}"), rows + 2),
            8 => ("Joints.Constraints.Spherical", locks, rows),
            _ => {
                let [a, b] = [0, 1].map(|_| Vector3::from(self.random.vector()));
                let n_b: [f64; 3] = a.cross(&b).into();
                let n_a: [f64; 3] = a.into();
                ("Joints.Constraints.Universal", format!("{locks}n_a = {n_a:?}\nn_b = {n_b:?}"), rows + 1)
            }
        }
    }

    /// Puts it between two frames, behind a rigid component that has the pose of the second one.
    fn close_by(&mut self, rig: &mut Rig, (class, rest, _): Closing, [a, b]: [String; 2]) {
        let (r, t) = (rig.r_0(&b) - rig.r_0(&a), rig.t(&a));
        let pose = rigid_pose(t * r, rig.t(&b) * t.transpose());
        let arm = self.component("Parts.FixedRotation", &pose);
        self.connect(a, format!("{arm}.frame_a"));
        let mut end = format!("{arm}.frame_b");
        if self.one_in(3) {
            end = self.cut_sensor(&end);
        }
        let closing = self.component(class, &rest);
        let far = self.attach(&end, &closing);
        self.connect(b, far);
        if rest.contains("useAxisFlange = true") {
            self.add_axis(closing, class == "Joints.Revolute");
        }
    }

    /// A rod between two frames at that distance.
    fn rod(&mut self, distance: f64, [a, b]: [String; 2]) {
        let computed = self.one_in(2);
        let name = if self.one_in(2) {
            let m = self.pick(&[0.0, 0.4]);
            let length = if computed { 1.0 } else { distance };
            let rest = format!("rodLength = {length:?}\ncomputeRodLength = {computed}\nm = {m:?}");
            self.component("Joints.SphericalSpherical", &rest)
        } else {
            let direction = Vector3::from(self.random.vector()).normalize();
            let r: [f64; 3] = (direction * distance).into();
            let n1: [f64; 3] = direction.cross(&Vector3::from(self.random.vector())).normalize().into();
            let rest = format!("rRod_ia = {r:?}\nn1_a = {n1:?}\ncomputeRodLength = {computed}");
            let name = self.component("Joints.UniversalSpherical", &rest);
            if self.one_in(2) {
                let inertia = self.inertia();
                let body = self.component("Parts.Body", &format!("m = 0.3\nr_CM = [0.1, 0, 0]\n{inertia}"));
                self.connect(format!("{name}.frame_ia"), format!("{body}.frame_a"));
            }
            name
        };
        self.connect(a, format!("{name}.frame_a"));
        self.connect(b, format!("{name}.frame_b"));
    }

    /// Four links in a plane, with joints across it; two or three of them swing.
    pub fn planar_loop(&mut self) {
        let base = self.some_frame();
        let (mut end, mut angle, mut closed) = (base.clone(), 0.0_f64, [0.0; 2]);
        for _ in 0..3 {
            let start = 1.2 * self.random.number();
            let (length, across) = (0.3 + 0.5 * self.random.positive(), 0.3 * self.random.number());
            let joint = self.component("Joints.Revolute", &format!("phi = {{ start = {start:?} }}"));
            self.connect(end, format!("{joint}.frame_a"));
            let inertia = self.inertia();
            let rest = format!("r = [{length:?}, {across:?}, 0]\nm = 0.7\nr_CM = [0.1, 0.05, 0.02]\n{inertia}");
            let link = self.component("Parts.BodyShape", &rest);
            self.connect(format!("{joint}.frame_b"), format!("{link}.frame_a"));
            end = format!("{link}.frame_b");
            angle += start;
            closed[0] += length * angle.cos() - across * angle.sin();
            closed[1] += length * angle.sin() + across * angle.cos();
        }
        self.frames.push(end.clone());
        let arm = self.component("Parts.FixedTranslation", &format!("r = [{:?}, {:?}, 0]", closed[0], closed[1]));
        self.connect(base, format!("{arm}.frame_a"));
        let far = format!("{arm}.frame_b");
        let cut = self.component("Joints.RevolutePlanarLoopConstraint", "");
        let [near, far] = if self.one_in(2) { [end, far] } else { [far, end] };
        self.connect(near, format!("{cut}.frame_a"));
        self.connect(far, format!("{cut}.frame_b"));
    }

    /// Two shafts on one bearing.
    pub fn gearbox(&mut self) {
        let bearing = self.some_frame();
        let [n_a, n_b] = [0, 1].map(|_| self.vector(1.0));
        let [r_a, r_b] = [0, 1].map(|_| self.vector(0.4));
        let ratio = self.pick(&[2.0, -0.7]);
        let start = self.random.number();
        let rest = format!(
            "n_a = {n_a}\nn_b = {n_b}\nr_a = {r_a}\nr_b = {r_b}\nratio = {ratio:?}\nphi_b = {{ start = {start:?} }}"
        );
        let name = self.component("Joints.GearConstraint", &rest);
        self.connect(bearing, format!("{name}.bearing"));
        for shaft in ["frame_a", "frame_b"] {
            let inertia = self.inertia();
            let body = self.component("Parts.Body", &format!("m = 0.6\nr_CM = [0.1, 0.2, 0]\n{inertia}"));
            self.connect(format!("{name}.{shaft}"), format!("{body}.frame_a"));
            self.frames.push(format!("{body}.frame_a"));
        }
    }

    /// A gear or a rod between the axes of two joints; a drive where there are none.
    pub fn tie_axes(&mut self) {
        let free = |draft: &Self, rotational: bool| -> Vec<usize> {
            let axes = draft.axes.iter().enumerate();
            axes.filter(|(_, axis)| axis.rotational == rotational && !axis.tied).map(|(k, _)| k).collect()
        };
        let rotational = !self.one_in(3);
        let [one, other] = match free(self, rotational)[..] {
            [one, .., other] => [one, other],
            _ => return self.drive(),
        };
        // Only one of them may still be prescribed.
        if self.axes[one].prescribed && self.axes[other].prescribed {
            return self.drive();
        }
        self.axes[one].prescribed |= self.axes[other].prescribed;
        self.axes[other].prescribed = true;
        let tie = if rotational {
            self.component("Rotational.Components.IdealGear", "ratio = -1.6")
        } else {
            self.component("Translational.Components.Rod", "L = 0.2")
        };
        for (axis, flange) in [(one, "flange_a"), (other, "flange_b")] {
            self.axes[axis].tied = true;
            self.connect(format!("{}.axis", self.axes[axis].joint), format!("{tie}.{flange}"));
        }
    }
}

/// Parameters of a FixedRotation: a vector, and the matrix that maps frame_a to frame_b.
fn rigid_pose(r: Vector3<f64>, t: Matrix3<f64>) -> String {
    let row = |k: usize| -> [f64; 3] { t.row(k).transpose().into() };
    let r: [f64; 3] = r.into();
    format!("r = {r:?}\nrotationType = \"TwoAxesVectors\"\nn_x = {:?}\nn_y = {:?}", row(0), row(1))
}

/// Relative freedom of two frames: the number of coordinates that move them and that start values and sources leave
/// free, less the rows that these have to fulfil already.
fn freedom(rig: &Rig, frames: &[String; 2]) -> usize {
    let (model, mechanism) = (&rig.model, &rig.model.mechanism);
    let [a, b] = frames.each_ref().map(|frame| mechanism.nodes[mechanism.frame_nodes[rig.frame_id(frame)]].link);
    let mut joints = between(model, a, b);
    let mut rows = 0;
    for cluster in &mechanism.tree.clusters {
        if joints.iter().any(|joint| cluster.joints.contains(joint)) {
            rows += cluster.rows();
            joints.retain(|joint| !cluster.joints.contains(joint));
            joints.extend(cluster.joints.clone());
        }
    }
    let free: usize = joints.into_iter().map(|joint| free_speeds(model, joint)).sum();
    free.saturating_sub(rows)
}

/// The joints between two links.
fn between(model: &Model, mut a: usize, mut b: usize) -> Vec<JointId> {
    let mut joints = Vec::new();
    while a != b {
        let link = if a > b { &mut a } else { &mut b };
        joints.push(*link - 1);
        *link = model.mechanism.tree.joints[*link - 1].parent;
    }
    joints
}

/// Number of speeds of a joint that nothing decides at the start.
fn free_speeds(model: &Model, joint: JointId) -> usize {
    let joint = &model.mechanism.tree.joints[joint];
    if joint.motion == Motion::Prescribed {
        return 0;
    }
    let own = joint.v..joint.v + joint.kind.nv();
    let decided = model.initialization.decided.iter();
    let fixed = decided.filter(|of| matches!(of, Unknown::Speed { coordinate, .. } if own.contains(coordinate)));
    own.len() - fixed.count()
}
