//! Models, instances in the state that a test needs, and random numbers.

use super::rig::circles::CIRCLES;
use super::rig::zoo::ZOO;
use compiler::model_file::ModelFile;
use compiler::{MinimalProblem, compile, minimal};
use fmu_core::instance::{Experiment, Instance, Interface, Mode};
use simulation::model::Model;
use simulation::variables::{Causality, DataType, Variable, Variables};
use std::path::Path;
use std::sync::Arc;

/// Sources with events, a joint that follows an input exactly, time derivatives of signals, a free joint, point gravity.
const FEATURES: &str = r#"
name = "Features"
connections = [
  ["world.frame_b", "turn.frame_a"],
  ["turn.frame_b", "arm.frame_a"],
  ["arm.frame_b", "slide.frame_a"],
  ["slide.frame_b", "load.frame_a"],
  ["drive.flange", "turn.axis"],
  ["rate.u", "drive.phi_ref"],
  ["spring.flange_a", "slide.support"],
  ["spring.flange_b", "slide.axis"],
  ["push.flange", "slide.axis"],
  ["pulse.y", "push.f"],
  ["sensor.frame_a", "load.frame_a"],
  ["satellite.frame_a", "rod.frame_a"],
  ["rod.frame_b", "gust.frame_b"],
  ["ramp.y", "gust.force[1]"],
]
[components.world]
class = "World"
gravityType = "PointGravity"
mu = 4.0
[components.turn]
class = "Joints.Revolute"
n = [0, 1, 1]
useAxisFlange = true
[components.drive]
class = "Rotational.Sources.Position"
exact = true
[components.rate]
class = "Blocks.Continuous.Der"
[components.arm]
class = "Parts.BodyShape"
r = [0.7, 0.1, 0]
r_CM = [0.3, 0, 0]
m = 1.5
[components.slide]
class = "Joints.Prismatic"
n = [0, 0, 1]
useAxisFlange = true
s = { start = 0.2, fixed = true }
v = { start = 0, fixed = true }
[components.spring]
class = "Translational.Components.SpringDamper"
c = 30.0
d = 0.4
s_rel0 = 0.1
[components.push]
class = "Translational.Sources.Force"
[components.pulse]
class = "Blocks.Sources.Step"
height = 2.0
startTime = 0.37
[components.load]
class = "Parts.Body"
m = 0.8
r_CM = [0.1, 0, 0.05]
[components.sensor]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "frame_a"
get_r = true
get_v = true
get_angles = true
[components.satellite]
class = "Parts.Body"
m = 2.0
r_CM = [0, 0.1, 0]
I_11 = 0.3
I_22 = 0.2
I_33 = 0.4
r_0 = { start = [1.5, 0.2, -0.4], fixed = true }
v_0 = { start = [0.2, 1.1, 0.3], fixed = true }
angles_fixed = true
angles_start = [0.2, 0.3, -0.5]
w_0_fixed = true
w_0_start = [1.4, -2.6, 1.9]
[components.rod]
class = "Parts.FixedTranslation"
r = [0.2, 0, 0.3]
[components.gust]
class = "Forces.WorldForce"
resolveInFrame = "frame_b"
[components.ramp]
class = "Blocks.Sources.Ramp"
height = 1.5
duration = 0.4
startTime = 0.2
[outputs]
torque = "drive.flange.tau"
cut = "arm.frame_b.f"
rate = "rate.y"
mixed = { expression = "rate.y*drive.flange.tau + length(slide.frame_b.f)/10 + slide.s^2*turn.phi + push.f" }
"#;

/// A spherical joint, a motor that turns a load through a gear, and heat.
const NETWORKS: &str = r#"{
  "name": "Networks",
  "components": {
    "world": {"class": "World", "n": [0.2, -1, 0.1]},
    "ball": {"class": "Joints.Spherical", "angles_fixed": true, "angles_start": [0.3, -0.4, 0.9],
             "w_rel_a_fixed": true, "w_rel_a_start": [0.7, -1.1, 2.0]},
    "bob": {"class": "Parts.Body", "m": 2, "r_CM": [0.2, 0.1, -0.3], "I_11": 0.2, "I_22": 0.1, "I_33": 0.15},
    "axis": {"class": "Joints.Revolute", "n": [1, 0, 2], "useAxisFlange": true},
    "load": {"class": "Parts.Body", "m": 1.2, "r_CM": [0.1, 0.3, 0.05], "I_33": 0.2},
    "motor": {"class": "Rotational.Components.Inertia", "J": 0.02},
    "gear": {"class": "Rotational.Components.IdealGear", "ratio": 7},
    "shaft": {"class": "Rotational.Components.SpringDamper", "c": 90, "d": 1.1},
    "torque": {"class": "Rotational.Sources.Torque"},
    "block": {"class": "Thermal.HeatTransfer.Components.HeatCapacitor", "C": 40, "T": {"start": 400, "fixed": true}},
    "wind": {"class": "Thermal.HeatTransfer.Components.Convection"},
    "Gc": {"class": "Blocks.Sources.Constant", "k": 8},
    "air": {"class": "Thermal.HeatTransfer.Celsius.FixedTemperature", "T": 20}
  },
  "connections": [
    ["world.frame_b", "ball.frame_a"], ["ball.frame_b", "bob.frame_a"],
    ["world.frame_b", "axis.frame_a"], ["axis.frame_b", "load.frame_a"],
    ["torque.flange", "motor.flange_a"], ["motor.flange_b", "gear.flange_a"],
    ["gear.flange_b", "shaft.flange_a"], ["shaft.flange_b", "axis.axis"],
    ["block.port", "wind.solid"], ["wind.fluid", "air.port"], ["Gc.y", "wind.Gc"]
  ],
  "outputs": {"twist": "shaft.phi_rel", "cut": "ball.frame_a.f", "heat": "wind.Q_flow"}
}"#;

/// A spring constant and an angle that initial conditions decide.
const SOLVED: &str = r#"{
  "name": "Solved",
  "components": {
    "world": {"class": "World"},
    "rev": {"class": "Joints.Revolute", "phi": {"start": 0.1, "fixed": true}, "w": {"fixed": true}, "a": {"fixed": true}},
    "body": {"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [0.5, 0, 0], "m": 1},
    "fixed": {"class": "Parts.Fixed", "r": [1, 0.4, 0]},
    "spring": {"class": "Forces.Spring", "s_unstretched": 0.1, "c": {"fixed": false, "start": 100}},
    "push": {"class": "Forces.WorldForce"}
  },
  "connections": [
    ["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"], ["push.frame_b", "body.frame_b"],
    ["fixed.frame_b", "spring.frame_a"], ["body.frame_b", "spring.frame_b"]
  ],
  "outputs": {"force": "spring.f"}
}"#;

/// Name and model.
pub struct Case {
    pub name: String,
    pub model: Arc<Model>,
}

impl Case {
    pub fn new(name: &str, text: &str) -> Self {
        let file = if text.starts_with('{') { ModelFile::from_json(text) } else { ModelFile::from_toml(text) };
        let model = file.and_then(|file| compile(&file));
        let model = model.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        Self { name: name.to_owned(), model: Arc::new(model.with_dependencies()) }
    }

    /// The same model with a minimal set of states for model exchange.
    pub fn minimal(&self) -> Result<Self, MinimalProblem> {
        self.minimal_of("name = \"Empty\"")
    }

    /// The same with the preferences of this text.
    pub fn minimal_of(&self, text: &str) -> Result<Self, MinimalProblem> {
        let model = minimal(Model::clone(&self.model), &ModelFile::from_toml(text).unwrap())?;
        Ok(Self { name: self.name.clone(), model: Arc::new(model.with_dependencies()) })
    }

    /// An instance for this interface.
    pub fn instance(&self, interface: Interface) -> Instance {
        let guid = format!("{{{}}}", self.name);
        Instance::new(Arc::clone(&self.model)).with_interface(interface).with_guid(guid)
    }

    /// An instance in Initialization Mode.
    pub fn initializing(&self, interface: Interface, tolerance: f64) -> Instance {
        let mut instance = self.instance(interface);
        instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance
    }

    /// An instance that is ready to step or, in model exchange, in Continuous-Time Mode.
    pub fn ready(&self, interface: Interface, tolerance: f64) -> Instance {
        let mut instance = self.initializing(interface, tolerance);
        instance.exit_initialization_mode().unwrap();
        if instance.mode() == Mode::Event {
            instance.new_discrete_states().unwrap();
            instance.enter_continuous_time_mode().unwrap();
        }
        instance
    }

    pub fn variables(&self) -> &Variables {
        &self.model.catalogue.variables
    }

    /// Value references of the Real variables that `wanted` is true for.
    pub fn select(&self, wanted: impl Fn(&Variable) -> bool) -> Vec<u32> {
        let real = |v: &Variable<'_>| matches!(v.data_type, DataType::Real { .. });
        (0..)
            .zip(self.variables().iter())
            .filter(|(_, v)| real(v) && wanted(v))
            .map(|(reference, _)| reference)
            .collect()
    }

    /// Outputs and state derivatives.
    pub fn unknowns(&self) -> Vec<u32> {
        self.select(|v| v.causality == Causality::Output || v.derivative_of.is_some())
    }

    pub fn states(&self) -> Vec<u32> {
        self.model.catalogue.states.iter().map(|state| *state as u32).collect()
    }

    pub fn inputs(&self) -> Vec<u32> {
        self.select(|v| v.causality == Causality::Input)
    }

    /// Stop time of the experiment, s.
    pub fn stop(&self) -> f64 {
        self.model.experiment.stop_time.unwrap_or(1.0)
    }
}

/// A body with angles as states that carries a motor, two rotors and the bevel gear between them: torques that depend on accelerations.
const GEARED: &str = r#"
name = "Geared"
connections = [
  ["body.frame_a", "one.frame_a"], ["body.frame_a", "other.frame_a"], ["body.frame_a", "gear.frame_a"],
  ["body.frame_a", "mounting.frame_a"], ["torque.flange", "one.flange_a"], ["one.flange_b", "gear.flange_a"],
  ["gear.flange_b", "other.flange_a"], ["torque.support", "mounting.flange_b"], ["body.frame_a", "sensor.frame_a"],
]
[components.world]
class = "World"
[components.body]
class = "Parts.Body"
m = 3.0
r_CM = [0.1, 0, -0.2]
I_11 = 0.5
I_22 = 0.4
I_33 = 0.6
useQuaternions = false
sequence_angleStates = [3, 1, 2]
angles_fixed = true
angles_start = [0.2, 0.3, 0.4]
w_0_fixed = true
w_0_start = [1, -2, 0.5]
r_0 = { fixed = true }
v_0 = { fixed = true }
[components.one]
class = "Parts.Rotor1D"
J = 0.1
phi = { fixed = true }
w = { start = 5, fixed = true }
[components.other]
class = "Parts.Rotor1D"
J = 0.25
n = [0, 2, 0]
[components.gear]
class = "Parts.BevelGear1D"
ratio = 2.5
n_b = [0, 1, 0]
[components.torque]
class = "Rotational.Sources.Torque"
useSupport = true
[components.mounting]
class = "Parts.Mounting1D"
[components.sensor]
class = "Sensors.AbsoluteSensor"
get_a = true
get_z = true
get_angles = true
"#;

/// Mechanisms that know nothing of each other: an arm of two joints with a motor, a slide on a spring, a free body, a ball that follows
/// the slide through a measured force, and a pendulum that a spring ties to the arm.
const APART: &str = r#"{
  "name": "Apart",
  "components": {
    "world": {"class": "World"},
    "shoulder": {"class": "Joints.Revolute", "n": [0, 0, 1], "useAxisFlange": true, "phi": {"start": 0.3, "fixed": true}, "w": {"fixed": true}},
    "upper": {"class": "Parts.BodyShape", "r": [0.6, 0, 0], "r_CM": [0.3, 0, 0], "m": 2},
    "elbow": {"class": "Joints.Revolute", "n": [0, 1, 1], "phi": {"start": "angle", "fixed": true}, "w": {"start": 0.4, "fixed": true}},
    "lower": {"class": "Parts.BodyShape", "r": [0.4, 0, 0.1], "r_CM": [0.2, 0, 0], "m": 1},
    "motor": {"class": "Rotational.Sources.Torque"},
    "post": {"class": "Parts.Fixed", "r": [0, 2, 0]},
    "slide": {"class": "Joints.Prismatic", "n": [1, 0, 0], "useAxisFlange": true, "s": {"start": 0.2, "fixed": true}, "v": {"fixed": true}},
    "block": {"class": "Parts.Body", "m": 1.5, "r_CM": [0, 0, 0]},
    "spring": {"class": "Translational.Components.SpringDamper", "c": 20, "d": 0.5},
    "push": {"class": "Translational.Sources.Force"},
    "felt": {"class": "Sensors.CutForce"},
    "half": {"class": "Blocks.Math.MatrixGain", "K": [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5]]},
    "free": {"class": "Parts.Body", "m": 1, "I_11": 0.2, "I_22": 0.1, "I_33": 0.3, "r_CM": [0, 0.1, 0], "r_0": {"fixed": true}, "v_0": {"fixed": true},
             "angles_fixed": true, "w_0_fixed": true, "w_0_start": [1, 2, 0.5]},
    "wind": {"class": "Forces.WorldForce"},
    "ball": {"class": "Joints.Spherical", "angles_fixed": true, "w_rel_a_fixed": true, "w_rel_a_start": [0.3, 0, 1]},
    "bob": {"class": "Parts.Body", "m": 0.7, "r_CM": [0.2, 0, 0], "I_11": 0.1, "I_22": 0.1, "I_33": 0.1},
    "drag": {"class": "Forces.WorldForce"},
    "swing": {"class": "Joints.Revolute", "n": [0, 0, 1], "phi": {"start": 0.1, "fixed": true}, "w": {"fixed": true}},
    "weight": {"class": "Parts.BodyShape", "r": [0.5, 0, 0], "r_CM": [0.4, 0, 0], "m": 1},
    "tie": {"class": "Forces.SpringDamperParallel", "c": 30, "d": 0.2, "s_unstretched": 0.5},
    "see": {"class": "Sensors.AbsoluteSensor", "get_r": true}
  },
  "parameters": {"angle": -0.5},
  "connections": [
    ["world.frame_b", "shoulder.frame_a"], ["shoulder.frame_b", "upper.frame_a"], ["upper.frame_b", "elbow.frame_a"],
    ["elbow.frame_b", "lower.frame_a"], ["motor.flange", "shoulder.axis"], ["lower.frame_b", "see.frame_a"],
    ["post.frame_b", "slide.frame_a"], ["slide.frame_b", "felt.frame_a"], ["felt.frame_b", "block.frame_a"],
    ["spring.flange_a", "slide.support"], ["spring.flange_b", "slide.axis"], ["push.flange", "slide.axis"],
    ["free.frame_a", "wind.frame_b"],
    ["post.frame_b", "ball.frame_a"], ["ball.frame_b", "bob.frame_a"], ["drag.frame_b", "bob.frame_a"],
    ["felt.force", "half.u"], ["half.y", "drag.force"],
    ["post.frame_b", "swing.frame_a"], ["swing.frame_b", "weight.frame_a"],
    ["tie.frame_a", "weight.frame_b"], ["tie.frame_b", "upper.frame_b"]
  ],
  "outputs": {"height": "bob.r_0[2]", "hold": "slide.frame_a.f", "turn": "shoulder.a", "stretch": "tie.s", "pull": "tie.f"}
}"#;

/// Points without mass between springs, on a damper.
const MASSLESS: &str = include_str!("../../physics/massless/model.toml");

/// A mass on a spring with a delayed feedback, a delayed input, and a pulse on a belt whose speed changes.
const DELAYS: &str = r#"
name = "Delays"
connections = [
  ["wall.flange", "spring.flange_a"], ["spring.flange_b", "mass.flange_a"], ["push.flange", "mass.flange_b"],
  ["sensor.flange", "mass.flange_b"], ["sensor.s", "late.u"], ["late.y", "gain.u"], ["gain.y", "sum.u1"],
  ["edge.y", "belt.u"], ["length.y", "belt.delayTime"], ["belt.y", "sum.u2"], ["order.y", "sum.u3"], ["sum.y", "push.f"],
]
[components]
wall = { class = "Translational.Components.Fixed" }
spring = { class = "Translational.Components.Spring", c = 40, s_rel0 = 0.3 }
mass = { class = "Translational.Components.Mass", m = 1.5, s = { start = 0.5, fixed = true }, v = { fixed = true } }
push = { class = "Translational.Sources.Force" }
sensor = { class = "Translational.Sensors.PositionSensor" }
late = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.15 }
gain = { class = "Blocks.Math.Gain", k = -5 }
edge = { class = "Blocks.Sources.Pulse", amplitude = 2, width = 40, period = 0.4 }
length = { class = "Blocks.Sources.Sine", amplitude = 0.05, f = 1.5, offset = 0.1 }
belt = { class = "Blocks.Nonlinear.VariableDelay", delayMax = 0.2 }
order = { class = "Blocks.Nonlinear.FixedDelay", delayTime = 0.02 }
sum = { class = "Blocks.Math.Add3" }
[outputs]
seen = "late.y"
carried = "belt.y"
"#;

/// All examples, and [`FEATURES`].
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 8, "{paths:?}");
    let read = |path: &std::path::PathBuf| {
        let (file, _) = ModelFile::from_path(path).unwrap_or_else(|invalid| panic!("{invalid}"));
        Case::new(path.file_stem().unwrap().to_str().unwrap(), &file.to_json())
    };
    let mut cases: Vec<Case> = paths.iter().map(read).collect();
    let more = [
        ("geared", GEARED),
        ("networks", NETWORKS),
        ("solved", SOLVED),
        ("zoo", ZOO),
        ("circles", CIRCLES),
        ("apart", APART),
        ("massless", MASSLESS),
        ("delays", DELAYS),
    ];
    cases.push(features());
    cases.extend(more.map(|(name, text)| Case::new(name, text)));
    cases
}

/// The model of what the examples lack.
pub fn features() -> Case {
    Case::new("features", FEATURES)
}

/// The values of variables.
pub fn get(instance: &mut Instance, references: &[u32]) -> Vec<f64> {
    let mut values = vec![f64::NAN; references.len()];
    instance.get(references, &mut values).unwrap();
    values
}

/// Reproducible random numbers (Knuth's MMIX linear congruential generator).
pub struct Random(pub u64);

impl Random {
    /// In [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// In 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.number() + 1.0) / 2.0 * n as f64) as usize
    }
}
