//! Snapshots: continuation to the last bit, in this instance and in others; bytes that must be refused.

use super::cases::{Case, Random, cases, features, get};
use fmu_core::instance::{Experiment, Instance, InstanceError, Interface, Mode, Snapshot, SnapshotError};
use simulation::variables::{Causality, Variability};

/// A host that makes the same calls for the same number of the step.
struct Host {
    name: String,
    inputs: Vec<u32>,
    tunable: Vec<(u32, f64)>,
    observed: Vec<u32>,
}

impl Host {
    fn new(case: &Case) -> Self {
        let is_tunable = |reference: &u32| case.variables().at(*reference as usize).variability == Variability::Tunable;
        let parameters = case.select(|v| v.causality == Causality::Parameter);
        let mut instance = case.instance(Interface::CoSimulation);
        let tunable = parameters.into_iter().filter(is_tunable).map(|r| (r, get(&mut instance, &[r])[0])).collect();
        Self {
            name: case.name.clone(),
            inputs: case.inputs(),
            tunable,
            observed: [case.unknowns(), case.states()].concat(),
        }
    }

    /// Sets inputs and now and then their derivatives and a parameter, makes a step, returns the bits of outputs, states and derivatives.
    fn step(&self, instance: &mut Instance, number: u64) -> Vec<u64> {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        if random.below(2) == 0 {
            let u: Vec<f64> = self.inputs.iter().map(|_| random.number()).collect();
            instance.set(&self.inputs, &u).unwrap();
        }
        if random.below(3) == 0 && !self.inputs.is_empty() {
            let input = self.inputs[random.below(self.inputs.len())];
            instance.set_input_derivatives(&[input, input], &[1, 2], &[random.number(), random.number()]).unwrap();
        }
        if random.below(4) == 0 && !self.tunable.is_empty() {
            let (reference, value) = self.tunable[random.below(self.tunable.len())];
            instance.set(&[reference], &[value * (1.0 + 0.1 * random.number())]).unwrap();
        }
        if random.below(2) == 0 {
            get(instance, &self.observed);
        }
        let time = instance.time();
        instance
            .do_step(time, 0.01 + 0.02 * random.number().abs())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        get(instance, &self.observed).into_iter().map(f64::to_bits).collect()
    }
}

fn bytes(snapshot: &Snapshot) -> Vec<u8> {
    let mut bytes = vec![0; snapshot.serialized_size()];
    snapshot.serialize(&mut bytes).unwrap();
    bytes
}

/// At 1000 points in total: the original goes on; then the same instance, set back, a fresh instance and one in the error state make
/// the same steps.
#[test]
fn a_restored_instance_continues_to_the_last_bit() {
    let cases = cases();
    let points = 1000_usize.div_ceil(cases.len());
    for case in &cases {
        let host = Host::new(case);
        let mut random = Random(2026);
        let mut original = case.ready(Interface::CoSimulation, 1e-6);
        let mut other = case.instance(Interface::CoSimulation);
        let mut number = 0;
        let mut snapshot = Snapshot::default();
        for point in 0..points {
            for _ in 0..random.below(3) {
                number += 1;
                host.step(&mut original, number);
            }
            // Something that is set and not yet looked at.
            if random.below(2) == 0 && !host.inputs.is_empty() {
                original.set(&host.inputs[..1], &[random.number()]).unwrap();
            }
            original.snapshot_into(&mut snapshot);
            let first: Vec<_> = (1..=2).map(|k| host.step(&mut original, number + k)).collect();
            let restored = match point % 3 {
                0 => &mut original,
                1 => {
                    other = case.instance(Interface::CoSimulation);
                    &mut other
                }
                _ => {
                    other.fail();
                    &mut other
                }
            };
            let read = restored.read_snapshot(&bytes(&snapshot)).unwrap();
            assert_eq!(read, snapshot);
            restored.restore(&read).unwrap();
            let second: Vec<_> = (1..=2).map(|k| host.step(restored, number + k)).collect();
            assert!(first == second, "{}: point {point}", case.name);
            // On from here with whichever instance it is.
            if point % 3 != 0 {
                std::mem::swap(&mut original, &mut other);
            }
            number += 2;
        }
    }
}

/// Snapshots in every state bring that state back, with what was set and not yet used.
#[test]
fn every_state_can_be_saved_and_restored() {
    let case = features();
    let reference = |name: &str| case.model.catalogue.find(name).unwrap() as u32;
    let (mass, input) = (reference("load.m"), case.inputs()[0]);
    let mut instance = case.instance(Interface::CoSimulation);
    instance.set(&[mass], &[3.0]).unwrap();
    let instantiated = instance.snapshot();
    instance.setup_experiment(Experiment { start_time: 0.1, stop_time: Some(2.0), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.set(&[input], &[0.3]).unwrap();
    let initializing = instance.snapshot();
    let torque = get(&mut instance, &case.unknowns());
    instance.exit_initialization_mode().unwrap();
    instance.terminate().unwrap();
    let terminated = instance.snapshot();

    let mut other = case.instance(Interface::CoSimulation);
    other.restore(&instantiated).unwrap();
    assert_eq!((other.mode(), get(&mut other, &[mass])[0]), (Mode::Instantiated, 3.0));
    assert!(other.enter_initialization_mode().is_err(), "no experiment was set up");
    let mut other = case.instance(Interface::CoSimulation);
    other.restore(&initializing).unwrap();
    assert_eq!((other.mode(), other.time()), (Mode::Initialization, 0.1));
    assert_eq!(get(&mut other, &case.unknowns()), torque);
    other.exit_initialization_mode().unwrap();
    assert!(matches!(other.do_step(0.1, 3.0), Err(InstanceError::AfterStopTime { .. })), "the experiment is back too");
    other.restore(&terminated).unwrap();
    assert_eq!(other.mode(), Mode::Terminated);
    assert!(other.do_step(0.1, 0.1).is_err());
    other.reset();
    assert_eq!(get(&mut other, &[mass])[0], 0.8, "reset goes back to the start values of the model");
}

#[test]
fn model_exchange_has_snapshots_too() {
    for case in cases() {
        let mut instance = case.ready(Interface::ModelExchange, 1e-6);
        let unknowns = case.unknowns();
        instance.set_time(0.4).unwrap();
        instance.enter_event_mode().unwrap();
        instance.new_discrete_states().unwrap();
        let snapshot = instance.snapshot();
        let values = get(&mut instance, &unknowns);
        let mut other = case.instance(Interface::ModelExchange);
        other.restore(&snapshot).unwrap();
        assert_eq!((other.mode(), other.time()), (Mode::Event, 0.4));
        assert_eq!(get(&mut other, &unknowns), values, "{}", case.name);
        let error = case.instance(Interface::CoSimulation).restore(&snapshot).unwrap_err();
        assert!(matches!(error, InstanceError::Snapshot(SnapshotError::OtherInterface { .. })), "{error}");
    }
}

/// FNV-1a, as the format has it.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    hash.to_le_bytes()
}

#[test]
fn damaged_bytes_are_refused() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-6);
    instance.do_step(0.0, 0.3).unwrap();
    let good = bytes(&instance.snapshot());
    instance.read_snapshot(&good).unwrap();
    let mut random = Random(1);
    for at in 0..good.len() {
        for change in [0xff, 1 << random.below(8), 0x80] {
            let mut bad = good.clone();
            bad[at] ^= change;
            assert!(instance.read_snapshot(&bad).is_err(), "byte {at} of {}", good.len());
        }
        assert!(instance.read_snapshot(&good[..at]).is_err(), "cut at {at}");
    }
    // A longer array is fine: hosts keep bytes in blocks.
    let longer = [&good[..], &[7; 100]].concat();
    assert_eq!(instance.read_snapshot(&longer).unwrap(), instance.read_snapshot(&good).unwrap());
}

/// Even bytes whose checksum is right do no harm: they are refused, or restored as the numbers that they are.
#[test]
fn forged_bytes_do_no_harm() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-6);
    instance.do_step(0.0, 0.3).unwrap();
    let good = bytes(&instance.snapshot());
    let content = good.len() - 8;
    let mut random = Random(13);
    let mut restored = 0;
    for round in 0..2 * content {
        let mut bad = good.clone();
        for _ in 0..=round % 3 {
            bad[random.below(content)] = random.below(256) as u8;
        }
        bad[round % content] = random.below(256) as u8;
        let sum = checksum(&bad[..content]);
        bad[content..].copy_from_slice(&sum);
        let Ok(snapshot) = instance.read_snapshot(&bad) else { continue };
        if instance.restore(&snapshot).is_ok() && instance.mode() == Mode::StepComplete {
            let (time, mut values) = (instance.time(), [0.0]);
            // Numbers that make no mechanism may fail, in whatever way an instance fails.
            // The step is short, since forged parameters may make a stiff model.
            let _ = instance.do_step(time, 1e-12);
            let _ = instance.get(&case.unknowns()[..1], &mut values);
            restored += 1;
        }
    }
    assert!(restored > content / 4, "{restored} of {content}");
}

/// Offsets of the parts of a snapshot of the features: interface, state and flags, then numbers, then discrete states.
struct Offsets {
    mode: usize,
    numbers: std::ops::Range<usize>,
    discrete: std::ops::Range<usize>,
}

impl Offsets {
    fn of(bytes: &[u8]) -> Self {
        let count = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
        let counts = 28 + count(20);
        let [parameters, inputs, states, discrete, _, _, held, minimal, past] =
            std::array::from_fn(|k| count(counts + 8 * k));
        let first = counts + 76;
        let end = first + 8 * (29 + parameters + 6 * inputs + 3 * states + held + minimal + past);
        Self { mode: counts + 73, numbers: first..end, discrete: end..end + 4 * discrete }
    }
}

/// The snapshot that is read from bytes that were changed at one place, with the right checksum.
pub fn forged(instance: &Instance, good: &[u8], at: usize, change: &[u8]) -> Result<Snapshot, InstanceError> {
    let (mut bad, content) = (good.to_vec(), good.len() - 8);
    bad[at..at + change.len()].copy_from_slice(change);
    let sum = checksum(&bad[..content]);
    bad[content..].copy_from_slice(&sum);
    instance.read_snapshot(&bad)
}

#[test]
fn numbers_that_are_not_finite_are_refused_by_name() {
    let case = features();
    let delays = cases().into_iter().find(|case| case.name == "delays").unwrap();
    let mut named = Vec::new();
    for case in [&case, &delays] {
        let mut instance = case.ready(Interface::CoSimulation, 1e-6);
        instance.do_step(0.0, 0.3).unwrap();
        let good = bytes(&instance.snapshot());
        let Offsets { numbers, .. } = Offsets::of(&good);
        for at in numbers.clone().step_by(8) {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let error = forged(&instance, &good, at, &value.to_le_bytes()).unwrap_err();
                let InstanceError::Snapshot(SnapshotError::Number { quantity, .. }) = error else { panic!("{error}") };
                named.push(quantity);
            }
        }
        if case.name == "delays" {
            // A time that is not in order.
            let error = forged(&instance, &good, numbers.end - 16, &(-5.0_f64).to_le_bytes()).unwrap_err();
            assert!(error.to_string().contains("the past of its signals is not in order"), "{error}");
        }
    }
    let input = case.variables().at(case.inputs()[0] as usize).name;
    let expected = ["the time", "load.m", "slide.s", "der(slide.v)", input];
    let missing: Vec<_> = expected.iter().filter(|name| !named.iter().any(|found| found == *name)).collect();
    assert!(missing.is_empty(), "{missing:?} are not among {named:?}");
    assert!(named.iter().any(|name| name.starts_with("a time derivative of ")));
    assert!(named.iter().any(|name| name.ends_with(" of the past of signals")));
}

#[test]
fn states_that_cannot_be_are_refused_by_name() {
    let case = features();
    let mut instance = case.ready(Interface::CoSimulation, 1e-6);
    instance.do_step(0.0, 0.3).unwrap();
    let good = bytes(&instance.snapshot());
    let Offsets { mode, discrete, .. } = Offsets::of(&good);
    let mut components = Vec::new();
    for at in discrete.step_by(4) {
        for state in [7_i32, -1, i32::MIN, i32::MAX] {
            let error = forged(&instance, &good, at, &state.to_le_bytes()).unwrap_err();
            let InstanceError::Snapshot(SnapshotError::DiscreteState { component, found }) = error else {
                panic!("{error}")
            };
            assert_eq!(found, state);
            components.push(component);
        }
    }
    assert!(
        ["pulse.y", "ramp.y"].iter().all(|name| components.iter().any(|found| found.contains(name))),
        "{components:?}"
    );
    // Initialization Mode has been entered, and no host of model exchange drives it.
    for (index, state) in Mode::ALL.into_iter().enumerate() {
        let result = forged(&instance, &good, mode, &[index as u8]);
        let legal = [Mode::Initialization, Mode::StepComplete, Mode::StepFailed, Mode::Terminated, Mode::Error];
        if legal.contains(&state) {
            result.unwrap();
        } else {
            let error = result.unwrap_err();
            assert!(matches!(error, InstanceError::Snapshot(SnapshotError::State { .. })), "{state}: {error}");
        }
    }
}

#[test]
fn what_belongs_to_something_else_is_refused_by_name() {
    let (case, other) = (features(), &cases()[0]);
    let instance = case.ready(Interface::CoSimulation, 1e-6);
    let snapshot = instance.snapshot();
    let good = bytes(&snapshot);
    let mut foreign = other.ready(Interface::CoSimulation, 1e-6);
    for error in [foreign.restore(&snapshot).unwrap_err(), foreign.read_snapshot(&good).unwrap_err()] {
        let InstanceError::Snapshot(SnapshotError::OtherModel { found, .. }) = &error else { panic!("{error}") };
        assert_eq!(found, "{features}");
    }
    // The same GUID, but another model.
    let mut impostor = Instance::new(other.model.clone()).with_guid("{features}".to_owned());
    let error = impostor.restore(&snapshot).unwrap_err();
    assert!(matches!(error, InstanceError::Snapshot(SnapshotError::Layout { .. })), "{error}");
    let error = instance.read_snapshot(b"GIF89a, not a snapshot of anything").unwrap_err();
    assert!(matches!(error, InstanceError::Snapshot(SnapshotError::NotASnapshot)), "{error}");
    assert!(instance.read_snapshot(&[]).is_err());
    let mut newer = good.clone();
    newer[8] = 99;
    let error = instance.read_snapshot(&newer).unwrap_err();
    assert!(matches!(error, InstanceError::Snapshot(SnapshotError::Version { found: 99 })), "{error}");
    assert!(matches!(snapshot.serialize(&mut [0; 10]), Err(SnapshotError::NoRoom { found: 10, .. })));
    // After all of that nothing has changed.
    assert_eq!((bytes(&instance.snapshot()), foreign.mode()), (good, Mode::StepComplete));
}
