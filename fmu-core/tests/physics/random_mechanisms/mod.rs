//! Random trees of up to 60 components with everything on them: finite and in balance, or refused by name.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod quantities;

use crate::balance;
use crate::common;

use balance::Motion;
use common::{Host, Rig, compile, near, try_compile};
use fmu_core::instance::Severity;
use library::find_class;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use support::draft::{Draft, seeds};

/// Number of mechanisms, and of those that are run every day.
const MECHANISMS: u64 = 1000;
const DAILY: u64 = 200;
/// Most components of one.
const LARGEST: usize = 60;
/// Relative tolerance of the integrator.
const TOLERANCE: f64 = 1e-8;
/// Steps that one mechanism may take in 1 s, rejected ones included: one every 20 microseconds.
const MAXIMUM_STEPS: u64 = 50_000;
/// Errors of the steps add up: energy that may get lost, relative to what there is.
const LOST: f64 = 100.0 * TOLERANCE;

/// Outcome of a mechanism.
enum Fate {
    Ran {
        states: usize,
        lost: f64,
    },
    Refused(String),
    /// It did what no mechanism may do.
    Wrong(String),
}

/// The mechanism of that number.
fn draft(seed: u64) -> Draft {
    let mut draft = Draft::new(seed);
    // The last things drawn may be several components.
    let size = 3 + draft.random.below(LARGEST - 30);
    draft.fill(size);
    assert!(draft.components.len() <= LARGEST, "{} components", draft.components.len());
    draft
}

/// Runs a mechanism for 1 s.
fn run(draft: &Draft) -> Fate {
    match catch_unwind(AssertUnwindSafe(|| try_run(draft))) {
        Ok(Ok(fate)) => fate,
        Ok(Err(problem)) => Fate::Refused(problem),
        Err(panic) => {
            Fate::Wrong(panic.downcast::<String>().map_or_else(|_| "panicked".to_owned(), |message| *message))
        }
    }
}

/// Runs a mechanism for 1 s; why it is refused, if it is.
fn try_run(draft: &Draft) -> Result<Fate, String> {
    let mut rig = Rig::uninitialized(try_compile(&draft.model())?);
    draft.inputs.iter().for_each(|(name, value)| rig.set(name, *value));
    rig.initialize(0.0).map_err(|error| error.to_string())?;
    let (start, _) = balance::energy(&mut rig, &draft.components);
    let mut motion = Motion::new(rig, &draft.components, TOLERANCE, MAXIMUM_STEPS);
    let mut lost: f64 = 0.0;
    for time in [0.0, 0.5, 1.0] {
        motion.run(time)?;
        let what = format!("at {time} s");
        let rig = &mut motion.rig;
        let names: Vec<String> = rig.names().map(str::to_owned).collect();
        for name in names {
            assert!(rig.get(&name).is_finite(), "{name}, {what}");
        }
        let (energy, scale) = balance::energy(rig, &draft.components);
        let off = (energy - start - motion.done).abs() / (scale + start.abs() + motion.done.abs());
        assert!(off <= LOST, "energy {start} and work {} make {energy}, off by {off:e}, {what}", motion.done);
        lost = lost.max(off);
        balance::assert_power_is_passed_on(rig, &draft.components, &what);
        balance::assert_nodes_balance(rig, &what);
    }
    let states = motion.rig.x.len();
    Ok(Fate::Ran { states, lost })
}

/// Beginnings of the names of classes that are not drawn: they have state events, which the integration of the balance does not know, are
/// circuits or like a heat class that is drawn, are made of a class that is drawn, or are loads like one that is drawn. Tests of them are in the
/// modules friction, suite::adaptors, suite::circuits, suite::heat, suite::logical_blocks and suite::speed_loads.
const NOT_DRAWN: &[&str] = &[
    "Modelica.Blocks.Continuous.CriticalDamping",
    "Modelica.Blocks.Discrete.",
    "Modelica.Blocks.Logical.",
    "Modelica.Blocks.Math.BooleanTo",
    "Modelica.Blocks.Math.IntegerTo",
    "Modelica.Blocks.Math.RealTo",
    "Modelica.Blocks.Nonlinear.FixedDelay",
    "Modelica.Blocks.Nonlinear.VariableDelay",
    "Modelica.Blocks.Routing.Boolean",
    "Modelica.Blocks.Routing.Extract",
    "Modelica.Blocks.Routing.Integer",
    "Modelica.Blocks.Routing.Multiplex",
    "Modelica.Blocks.Sources.Boolean",
    "Modelica.Blocks.Sources.ContinuousClock",
    "Modelica.Blocks.Sources.Integer",
    "Modelica.Blocks.Tables.CombiTable2Dv",
    "Modelica.Blocks.Sources.SampleTrigger",
    "Modelica.Electrical.",
    "Modelica.Mechanics.MultiBody.Examples.",
    "Modelica.Mechanics.MultiBody.Visualizers.FixedShape",
    "Modelica.Mechanics.Rotational.Components.AngleToTorqueAdaptor",
    "Modelica.Mechanics.Rotational.Components.BearingFriction",
    "Modelica.Mechanics.Rotational.Components.Brake",
    "Modelica.Mechanics.Rotational.Components.Clutch",
    "Modelica.Mechanics.Rotational.Components.ElastoBacklash",
    "Modelica.Mechanics.Rotational.Components.Gearbox",
    "Modelica.Mechanics.Rotational.Components.General",
    "Modelica.Mechanics.Rotational.Components.IdealRollingWheel",
    "Modelica.Mechanics.Rotational.Components.InitializeFlange",
    "Modelica.Mechanics.Rotational.Components.LossyGear",
    "Modelica.Mechanics.Rotational.Components.OneWayClutch",
    "Modelica.Mechanics.Rotational.Components.TorqueToAngleAdaptor",
    "Modelica.Mechanics.Rotational.Sources.EddyCurrent",
    "Modelica.Mechanics.Rotational.Sources.InverseSpeed",
    "Modelica.Mechanics.Translational.Components.Brake",
    "Modelica.Mechanics.Translational.Components.ElastoGap",
    "Modelica.Mechanics.Translational.Components.General",
    "Modelica.Mechanics.Translational.Components.IdealRollingWheel",
    "Modelica.Mechanics.Translational.Components.InitializeFlange",
    "Modelica.Mechanics.Translational.Components.MassWithStopAndFriction",
    "Modelica.Mechanics.Translational.Components.RollingResistance",
    "Modelica.Mechanics.Translational.Components.SupportFriction",
    "Modelica.Mechanics.Translational.Components.Vehicle",
    "Modelica.Thermal.HeatTransfer.Celsius.PrescribedTemperature",
    "Modelica.Thermal.HeatTransfer.Celsius.TemperatureSensor",
    "Modelica.Thermal.HeatTransfer.Components.BodyRadiation",
    "Modelica.Thermal.HeatTransfer.Components.ConvectiveResistor",
    "Modelica.Thermal.HeatTransfer.Components.ThermalResistor",
    "Modelica.Thermal.HeatTransfer.Sensors.",
    "Modelica.Thermal.HeatTransfer.Sources.FixedHeatFlow",
    "Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow",
    "Modelica.Thermal.HeatTransfer.Sources.PrescribedTemperature",
    "Modelica.Mechanics.Translational.Sensors.ForceSensor",
    "Modelica.Mechanics.Translational.Sources.EddyCurrent",
    "Modelica.Mechanics.Translational.Sources.InverseSpeed",
    "MultibodyFmu.",
];

/// True if drafts have components of a class, by its full name.
fn is_drawn(name: &str) -> bool {
    !NOT_DRAWN.iter().any(|beginning| name.starts_with(beginning))
}

/// A signal of a netlist goes to one part, from which others get it by connections.
#[test]
fn signals_of_netlists_have_one_part() {
    for class in library::classes() {
        let library::Body::Netlist(netlist) = &class.body else { continue };
        for connector in class.connectors.iter().filter(|connector| connector.kind.is_signal()) {
            assert_eq!(netlist.connectors_of(connector).len(), 1, "{}: {}", class.name, connector.name);
        }
    }
}

#[test]
fn every_class_is_drawn() {
    let drawn: BTreeSet<&str> = (0..MECHANISMS)
        .flat_map(|seed| draft(seed).components)
        .filter_map(|(_, class)| find_class(&class))
        .map(|class| class.name)
        .collect();
    let names = library::classes().map(|class| class.name).filter(|name| is_drawn(name));
    let absent: Vec<&str> = names.filter(|name| !drawn.contains(name)).collect();
    assert!(absent.is_empty(), "no mechanism has a component of class {absent:?}");
}

#[test]
fn random_mechanisms_run_in_balance_or_are_refused_by_name() {
    assert_in_balance_or_refused(seeds(0..DAILY));
}

#[test]
#[ignore = "night: the other 800 of 1000 mechanisms"]
fn more_random_mechanisms_run_in_balance_or_are_refused_by_name() {
    assert_in_balance_or_refused(seeds(DAILY..MECHANISMS));
}

fn assert_in_balance_or_refused(seeds: Range<u64>) {
    let (next, fates) = (AtomicU64::new(seeds.start), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let draft = draft(seed);
                    let fate = run(&draft);
                    fates.lock().unwrap().insert(seed, (draft, fate));
                }
            });
        }
    });
    let mut wrong = Vec::new();
    let (mut mistaken, mut refused, mut states, mut components, mut lost) = (0_u64, 0_u64, 0, 0, 0.0_f64);
    for (seed, (draft, fate)) in fates.into_inner().unwrap() {
        match fate {
            Fate::Ran { states: n, lost: off } => {
                (states, components, lost) = (states + n, components + draft.components.len(), lost.max(off));
            }
            Fate::Refused(problem) => {
                // A loop is named by one of the components in it.
                if !draft.components.iter().any(|(name, _)| problem.contains(name.as_str())) {
                    wrong.push((seed, draft, format!("{problem}: nothing is named")));
                } else if draft.wrong {
                    mistaken += 1;
                } else {
                    refused += 1;
                    println!("{seed} is refused: {problem}");
                }
            }
            Fate::Wrong(problem) => wrong.push((seed, draft, problem)),
        }
    }
    if let Some((_, draft, _)) = wrong.first() {
        let problems: Vec<String> = wrong.iter().map(|(seed, _, problem)| format!("{seed}: {problem}")).collect();
        panic!("{} mechanisms are wrong:\n{}\nThe first one is\n{}", wrong.len(), problems.join("\n"), draft.model());
    }
    let count = seeds.end - seeds.start;
    let ran = count - mistaken - refused;
    println!(
        "{ran} run with {components} components and {states} states, {mistaken} mistakes and {refused} others are refused; lost {lost:e}"
    );
    if count < DAILY {
        return println!("too few mechanisms to count mistakes and refusals");
    }
    assert!(mistaken >= count / 50 && refused <= count / 10, "{mistaken} mistakes and {refused} others are refused");
}

/// A body falls into the centre of gravity, which it reaches after `pi/sqrt(8 mu)` from 1 m: no step leads through it.
#[test]
fn a_discarded_step_names_the_state() {
    let mut host = Host::new(
        compile(
            r#"
name = "Fall"
[components.world]
class = "World"
gravityType = "PointGravity"
mu = 2
[components.stone]
class = "Parts.PointMass"
m = 1
r_0 = { start = [0, 1, 0] }
"#,
        ),
        TOLERANCE,
    );
    host.start();
    let error = host.instance.do_step(0.0, 1.0).unwrap_err();
    assert_eq!(error.severity(), Severity::Discard);
    assert!(error.to_string().contains("stone.v_0[2]"), "{error}");
    near(host.instance.time(), std::f64::consts::PI / 4.0, 1e-6, "time");
}
