//! The energy of a mechanism, and the work that changes it.

mod energy;

use crate::common::{Rig, near3};
pub use energy::energy;
use energy::taken;
use mechanism::scalar::{Matrix3, Vector3};
use mechanism::{FlangeId, FrameId, Source};
use simulation::dynamics::{EvaluationError, System};
use simulation::solver::{ExplicitRungeKutta, OrdinaryDifferentialEquations, Tolerance};

/// Name and class of a component, the class as in a model file, without its prefix.
pub type Component = (String, String);

/// A place at which power flows into a component.
enum Port {
    Frame(FrameId),
    Flange(FlangeId),
}

/// Reads values of a system at one moment.
struct Reader<'a> {
    system: &'a mut System,
    t: f64,
    x: &'a [f64],
}

impl Reader<'_> {
    fn get(&mut self, source: &Source) -> Result<f64, EvaluationError> {
        self.system.value(self.t, self.x, source)
    }

    fn vector(&mut self, source: impl Fn(usize) -> Source) -> Result<Vector3<f64>, EvaluationError> {
        Ok(Vector3::new(self.get(&source(0))?, self.get(&source(1))?, self.get(&source(2))?))
    }

    /// Power that flows in through a port, W.
    fn power(&mut self, port: &Port) -> Result<f64, EvaluationError> {
        Ok(self.power_and_size(port, [0.0; 2])?.0)
    }

    /// Power that flows in through a port, and what its force and torque would do at these speeds, m/s and rad/s; both in W.
    fn power_and_size(&mut self, port: &Port, speeds: [f64; 2]) -> Result<(f64, f64), EvaluationError> {
        match *port {
            Port::Frame(frame) => {
                let mut t = Matrix3::zeros();
                for i in 0..3 {
                    for j in 0..3 {
                        t[(i, j)] = self.get(&Source::Orientation(frame, i as u8, j as u8))?;
                    }
                }
                let force = self.vector(|k| Source::Force([frame].into(), k as u8))?;
                let torque = self.vector(|k| Source::Torque([frame].into(), k as u8))?;
                let v = self.vector(|k| Source::Velocity(frame, k))?;
                let w = self.vector(|k| Source::AngularVelocity(frame, k))?;
                let size = force.norm() * speeds[0] + torque.norm() * speeds[1];
                Ok((force.dot(&(t * v)) + torque.dot(&w), size))
            }
            Port::Flange(flange) => {
                let power = self.get(&Source::FlangeFlow(flange))? * self.get(&Source::FlangeSpeed(flange))?;
                Ok((power, power.abs()))
            }
        }
    }
}

/// A rotor: the two torques on it, its axis and its carrier.
struct Rotor {
    torques: [Source; 2],
    e: Vector3<f64>,
    frame: FrameId,
}

/// The power of all that does work on the mechanism or takes energy out of it.
pub struct Work {
    /// Of forces, drives and mountings.
    sources: Vec<Port>,
    /// Losses that no heat port takes, and heat that flows into fixed temperatures.
    losses: Vec<Source>,
    rotors: Vec<Rotor>,
}

impl Work {
    pub fn new(rig: &mut Rig, components: &[Component]) -> Self {
        let mut work = Self { sources: Vec::new(), losses: Vec::new(), rotors: Vec::new() };
        for (name, class) in components {
            if does_work(class) {
                work.sources.extend(ports(rig, name));
            }
            if class.ends_with("FixedTemperature") {
                work.losses.push(source(rig, &format!("{name}.port.Q_flow")));
            }
            if class.contains("Damper") && !rig.has(&format!("{name}.heatPort.T")) {
                work.losses.push(source(rig, &format!("{name}.lossPower")));
            }
            if class == "Parts.Rotor1D" {
                let torques = ["flange_a", "flange_b"].map(|flange| source(rig, &format!("{name}.{flange}.tau")));
                let e = rig.vector(&format!("{name}.e"));
                work.rotors.push(Rotor { torques, e, frame: frame(rig, &format!("{name}.frame_a")) });
            }
        }
        work
    }

    /// Power at a moment, W.
    pub fn power(&self, system: &mut System, t: f64, x: &[f64]) -> Result<f64, EvaluationError> {
        let mut reader = Reader { system, t, x };
        let mut sum = 0.0;
        for port in &self.sources {
            sum -= reader.power(port)?;
        }
        for loss in &self.losses {
            sum -= reader.get(loss)?;
        }
        for rotor in &self.rotors {
            // The carrier feels the torque on the rotor only through the mounting, whose work is counted as that of a source.
            let torque = reader.get(&rotor.torques[0])? + reader.get(&rotor.torques[1])?;
            sum += torque * rotor.e.dot(&reader.vector(|k| Source::AngularVelocity(rotor.frame, k))?);
        }
        Ok(sum)
    }
}

/// The equations of a system, and as a last one the work done on it.
struct Equations<'a> {
    system: &'a mut System,
    work: &'a Work,
}

impl OrdinaryDifferentialEquations for Equations<'_> {
    type Error = EvaluationError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        let n = x.len() - 1;
        self.system.derivatives(t, &x[..n], &mut dx[..n])?;
        dx[n] = self.work.power(self.system, t, &x[..n])?;
        Ok(())
    }

    fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        let n = x.len() - 1;
        self.system.project(t, &mut x[..n])
    }
}

/// A mechanism that runs, and the work done on it since the start, J, which is integrated with it.
pub struct Motion {
    pub rig: Rig,
    pub done: f64,
    work: Work,
    solver: ExplicitRungeKutta,
    maximum_steps: u64,
}

impl Motion {
    /// From the present state of a rig on, with a relative tolerance and at most so many steps from one call to the next event.
    pub fn new(mut rig: Rig, components: &[Component], tolerance: f64, maximum_steps: u64) -> Self {
        let work = Work::new(&mut rig, components);
        let solver = ExplicitRungeKutta::new(rig.x.len() + 1, Tolerance::from_relative(tolerance));
        Self { rig, done: 0.0, work, solver, maximum_steps }
    }

    /// Integrates to `end` over all time events.
    pub fn run(&mut self, end: f64) -> Result<(), String> {
        while let Some(event) = self.rig.system.next_time_event(self.rig.t).filter(|event| *event <= end) {
            self.advance(event)?;
            self.rig.system.handle_event(self.rig.t, &mut self.rig.x, false).map_err(|error| error.to_string())?;
            self.solver.discontinuity();
        }
        self.advance(end)
    }

    fn advance(&mut self, end: f64) -> Result<(), String> {
        assert!(end >= self.rig.t, "{end} s is before {} s", self.rig.t);
        let mut x = self.rig.x.clone();
        x.push(self.done);
        let mut equations = Equations { system: &mut self.rig.system, work: &self.work };
        let (mut steps, mut result) = (0, Ok(()));
        while self.rig.t < end && steps < self.maximum_steps && result.is_ok() {
            let step = self.solver.step(&mut equations, &mut self.rig.t, &mut x, end);
            result = step.map(|step| steps += step.accepted + step.rejected);
        }
        self.done = x.pop().unwrap();
        self.rig.x = x;
        if self.rig.t >= end && result.is_ok() {
            return Ok(());
        }
        let fastest = fastest(&mut self.rig);
        let catalogue = &self.rig.model.catalogue;
        let (text, known) = match result {
            Ok(()) => (format!("{steps} steps were not enough"), None),
            Err(error) => (error.to_string(), error.state()),
        };
        // The work is no state of the model: where it cannot be integrated, the state that changes fastest says why.
        let known = known.filter(|state| *state < catalogue.states.len());
        let state = known.or(fastest).and_then(|state| catalogue.states.get(state));
        Err(format!("{text} {}", state.map_or("", |index| catalogue.variables.at(*index).name)))
    }
}

/// The state with the largest derivative.
fn fastest(rig: &mut Rig) -> Option<usize> {
    let mut dx = vec![0.0; rig.x.len()];
    rig.system.derivatives(rig.t, &rig.x, &mut dx).ok()?;
    (0..dx.len()).max_by(|one, other| dx[*one].abs().total_cmp(&dx[*other].abs()))
}

/// True if a component gives or takes work; springs and masses store it, and all others pass it on.
fn does_work(class: &str) -> bool {
    let is_line = ["Spring", "Damper", "Line"].iter().any(|word| class.contains(word));
    let driven = class.starts_with("Forces.") && !is_line;
    let drives = class.contains(".Sources.") && (class.starts_with("Rotational") || class.starts_with("Translational"));
    driven || drives || class == "Parts.Mounting1D" || class == "Parts.BevelGear1D"
}

/// True if the flow into a component flows out of it again.
fn passes_on(class: &str) -> bool {
    let joint = class.starts_with("Joints.") && !class.contains("ScalarInit");
    let part = class.starts_with("Parts.FixedT") || class.starts_with("Parts.FixedR");
    let sensor = class.starts_with("Sensors.") || class.ends_with("TorqueSensor") || class.ends_with("ForceSensor");
    joint
        || part
        || sensor
        || class.contains("Components.Ideal")
        || class.ends_with("Rod")
        || class.starts_with("Forces.Line")
}

/// The rod with a point mass between its ends, in a component that passes on all other power.
fn rod_with_mass((name, class): &Component) -> Option<String> {
    match class.as_str() {
        "Joints.SphericalSpherical" => Some(name.clone()),
        "Joints.Assemblies.JointSSR" | "Joints.Assemblies.JointSSP" => Some(format!("{name}.rod1")),
        _ => None,
    }
}

/// A point mass between the ends of a component: mass, position, velocity.
type MassBetween = (f64, Vector3<f64>, Vector3<f64>);

/// The point masses between the ends of a component.
fn masses_between(rig: &mut Rig, component: &Component) -> Vec<MassBetween> {
    if let Some(rod) = rod_with_mass(component) {
        let [r, v] = ["r_CM_0", "v_CM_0"].map(|name| rig.vector(&format!("{rod}.{name}")));
        return vec![(rig.get(&format!("{rod}.m")), r, v)];
    }
    let (name, class) = component;
    let is_line = class == "Forces.Spring" || class.starts_with("Forces.Line");
    if !is_line {
        return Vec::new();
    }
    let [(r_a, v_a), (r_b, v_b)] =
        ["frame_a", "frame_b"].map(|end| format!("{name}.{end}")).map(|frame| (rig.r_0(&frame), rig.v_0(&frame)));
    let mut get = |variable: &str| rig.get(&format!("{name}.{variable}"));
    if class == "Forces.LineForceWithTwoMasses" {
        let (d, speed) = (r_b - r_a, v_b - v_a);
        let e = d.normalize();
        let turning = (speed - e * e.dot(&speed)) / d.norm();
        let (l_a, l_b) = (get("L_a"), get("L_b"));
        return vec![
            (get("m_a"), r_a + e * l_a, v_a + turning * l_a),
            (get("m_b"), r_b - e * l_b, v_b - turning * l_b),
        ];
    }
    let h = get("lengthFraction");
    vec![(get("m"), r_a + (r_b - r_a) * h, v_a + (v_b - v_a) * h)]
}

fn source(rig: &Rig, name: &str) -> Source {
    rig.model.catalogue.variables.at(rig.index(name)).source.clone()
}

fn frame(rig: &Rig, name: &str) -> FrameId {
    rig.model.mechanism.frame_names.iter().position(|frame| frame == name).unwrap()
}

/// Names of flanges.
const FLANGES: [&str; 15] = [
    "axis1", "axis2", "flange", "flange_a", "flange_b", "support", "axis", "bearing", "sun", "carrier", "ring",
    "flangeR", "flangeT", "supportR", "supportT",
];

/// The frames and flanges of a component, of its parts where it has some.
fn ports(rig: &Rig, component: &str) -> Vec<Port> {
    let prefix = format!("{component}.");
    let frames = rig.model.mechanism.frame_names.iter().enumerate();
    let frames = frames.filter(|(_, name)| name.starts_with(&prefix)).map(|(id, _)| Port::Frame(id));
    let flange = |suffix: &str| {
        // The flow of the flange tells a flange from other positions.
        let flow = rig.has(&format!("{prefix}{suffix}.tau")) || rig.has(&format!("{prefix}{suffix}.f"));
        let name = ["phi", "s"].map(|position| format!("{prefix}{suffix}.{position}"));
        let source = name.iter().find(|name| flow && rig.has(name)).map(|name| source(rig, name));
        match source {
            Some(Source::FlangePosition(id)) => Some(Port::Flange(id)),
            _ => None,
        }
    };
    let flanges = FLANGES.into_iter().filter_map(flange);
    frames.chain(flanges).collect()
}

/// Part of the largest speeds of a mechanism to which velocities fulfil its constraints: rows that follow from others are fulfilled no
/// better than positions are.
const FULFILLED: f64 = 1e-11;

/// The largest velocity and the largest angular velocity of all frames, m/s and rad/s.
fn largest_speeds(rig: &mut Rig) -> [f64; 2] {
    let model = std::sync::Arc::clone(&rig.model);
    let mut largest = [0.0_f64; 2];
    for frame in &model.mechanism.frame_names {
        let speeds = [rig.v_0(frame), rig.w_0(frame)].map(|speed| speed.norm());
        largest = [0, 1].map(|k| largest[k].max(speeds[k]));
    }
    largest
}

/// Fails unless every joint, rigid component and sensor passes on all power that flows into it. What a constraint keeps is its force times
/// what is left of its speed, which is measured by the speeds of the mechanism and not by its own: between frames at rest that would be all.
pub fn assert_power_is_passed_on(rig: &mut Rig, components: &[Component], what: &str) {
    let speeds = largest_speeds(rig);
    for component in components.iter().filter(|(_, class)| passes_on(class)) {
        let (name, class) = component;
        let ports = ports(rig, name);
        let taken = taken(rig, component);
        let (t, x) = (rig.t, rig.x.clone());
        let mut reader = Reader { system: &mut rig.system, t, x: &x };
        let (powers, sizes): (Vec<f64>, Vec<f64>) =
            ports.iter().map(|port| reader.power_and_size(port, speeds).unwrap()).unzip();
        let scale = 1.0 + sizes.iter().sum::<f64>();
        let sum: f64 = powers.iter().sum::<f64>() - taken;
        assert!(sum.abs() <= FULFILLED * scale, "{name} of class {class} keeps {sum:e} W of {powers:?}, {what}");
    }
}

/// Fails unless the flows into the connectors of every node are in balance, to the rounding of the largest flow: that of a node comes
/// from sums over all that hangs on it.
pub fn assert_nodes_balance(rig: &mut Rig, what: &str) {
    let model = std::sync::Arc::clone(&rig.model);
    let mechanism = &model.mechanism;
    let mut sums = vec![(Vector3::zeros(), Vector3::zeros()); mechanism.nodes.len()];
    let mut largest: f64 = 1.0;
    for (frame, node) in mechanism.frame_names.iter().zip(&mechanism.frame_nodes) {
        let (force, torque) = (rig.force(frame), rig.torque(frame));
        sums[*node].0 += force;
        sums[*node].1 += torque;
        largest = largest.max(force.amax()).max(torque.amax());
    }
    for (force, torque) in sums {
        near3(force, Vector3::zeros(), 1e-11 * largest, what);
        near3(torque, Vector3::zeros(), 1e-11 * largest, what);
    }
}
