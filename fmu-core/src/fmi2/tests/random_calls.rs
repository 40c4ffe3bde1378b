//! Random calls against a small model of what they must answer.

use super::host::{Host, get_real, instance, mode_of, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::vr;
use crate::instance::random_calls::{self, Called, Dice};
use crate::instance::{Interface, Mode, Version};
use std::ops::RangeInclusive;
use std::ptr::{null, null_mut};

/// The host's record of the instance.
#[derive(Clone, Copy, Debug)]
struct Belief {
    interface: Interface,
    mode: Mode,
    set_up: bool,
    initialized: bool,
    /// True behind the wall, where the force is not a number.
    walled: bool,
    time: f64,
}

use Mode::{ContinuousTime, Error, Event, Initialization, Instantiated, StepComplete, StepFailed, Terminated};

impl Belief {
    fn fresh(interface: Interface) -> Self {
        Self { interface, mode: Instantiated, set_up: false, initialized: false, walled: false, time: 0.0 }
    }
    fn is(&self, modes: &[Mode]) -> bool {
        modes.contains(&self.mode)
    }
    /// `status` in these states, fmi2Error in others.
    fn only_in(&self, modes: &[Mode], status: fmi2Status) -> fmi2Status {
        if self.is(modes) { status } else { fmi2Error }
    }
    /// The same for a function of one interface.
    fn only_for(&self, interface: Interface, modes: &[Mode], status: fmi2Status) -> fmi2Status {
        if self.interface == interface { self.only_in(modes, status) } else { fmi2Error }
    }
    /// In the other mode.
    fn to(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }
}

const SETTABLE: [Mode; 5] = [Instantiated, Initialization, StepComplete, Event, ContinuousTime];
const TUNABLE: [Mode; 4] = [Instantiated, Initialization, StepComplete, Event];
const ANSWERS: [Mode; 3] = [StepComplete, StepFailed, Terminated];
const READABLE: [Mode; 5] = [Initialization, Event, ContinuousTime, Terminated, Error];
const CO_SIMULATION: Interface = Interface::CoSimulation;
const MODEL_EXCHANGE: Interface = Interface::ModelExchange;

impl random_calls::Belief for Belief {
    const KINDS: u64 = 62;
    const SNAPSHOTS: RangeInclusive<u64> = 36..=46;

    fn mode(&self) -> Mode {
        self.mode
    }
    fn failed(self) -> Self {
        self.to(Error)
    }
    fn sensible(&self, dice: &mut Dice) -> u64 {
        match self.mode {
            Instantiated if self.set_up => 2,
            Instantiated => 0,
            Initialization => 3,
            StepComplete => 4,
            Event => 50 + dice.roll(2),
            ContinuousTime => 52 + dice.roll(5),
            StepFailed | Terminated | Error | Mode::Step => 13,
        }
    }
}

/// A call's status, the status expected, and what is believed afterwards if it is as expected.
type Outcome = (fmi2Status, fmi2Status, Belief);

/// Makes call number `kind`.
fn call(c: fmi2Component, kind: u64, b: Belief, h: f64, states: &mut [(fmi2FMUstate, Belief); 3]) -> Outcome {
    match kind {
        0..=35 => common(c, kind, b, h),
        36..=46 => snapshot(c, kind, b, h, states),
        _ => other(c, kind, b, h),
    }
}

/// Calls of both interfaces, and steps.
fn common(c: fmi2Component, kind: u64, b: Belief, h: f64) -> Outcome {
    let same = |status, expected| (status, expected, b);
    // SAFETY: a living component; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            0 => {
                let next = Belief { set_up: true, time: h, ..b };
                (fmi2SetupExperiment(c, 1, 1e-4, h, 0, 0.0), b.only_in(&[Instantiated], fmi2OK), next)
            }
            1 => same(fmi2SetupExperiment(c, 0, 0.0, f64::NAN, 0, 0.0), b.only_in(&[Instantiated], fmi2Discard)),
            2 => {
                let expected = if b.is(&[Instantiated]) && b.set_up { fmi2OK } else { fmi2Error };
                (fmi2EnterInitializationMode(c), expected, Belief { initialized: true, ..b.to(Initialization) })
            }
            3 => {
                let next = b.to(if b.interface == CO_SIMULATION { StepComplete } else { Event });
                (fmi2ExitInitializationMode(c), b.only_in(&[Initialization], fmi2OK), next)
            }
            4..=9 => {
                let next = Belief { time: b.time + h, ..b };
                (fmi2DoStep(c, b.time, h, 1), b.only_in(&[StepComplete], fmi2OK), next)
            }
            10 => same(fmi2DoStep(c, b.time, 0.0, 1), b.only_in(&[StepComplete], fmi2Discard)),
            11 => same(fmi2DoStep(c, b.time + 1.0, h, 1), b.only_in(&[StepComplete], fmi2Discard)),
            12 => {
                let modes = [StepComplete, StepFailed, Event, ContinuousTime];
                (fmi2Terminate(c), b.only_in(&modes, fmi2OK), b.to(Terminated))
            }
            13..=15 => (fmi2Reset(c), fmi2OK, Belief::fresh(b.interface)),
            16 => same(get_real(c, vr::M).0, fmi2OK),
            17 => same(get_real(c, vr::Y).0, if b.initialized { fmi2OK } else { fmi2Error }),
            18 => {
                let (status, time) = get_real(c, vr::TIME);
                assert!(status != fmi2OK || time == b.time, "{time} {b:?}");
                same(status, if b.initialized { fmi2OK } else { fmi2Error })
            }
            19..=21 => same(set_real(c, vr::U, h), b.only_in(&SETTABLE, fmi2OK)),
            22 => same(set_real(c, vr::K, 100.0 * h), b.only_in(&TUNABLE, fmi2OK)),
            23 => same(set_real(c, vr::K, f64::INFINITY), b.only_in(&TUNABLE, fmi2Discard)),
            24 => same(set_real(c, vr::M, 1.0), b.only_in(&[Instantiated, Initialization], fmi2OK)),
            25 => same(set_real(c, 1000, 1.0), fmi2Error),
            26 => same(fmi2SetReal(c, null(), 1, null()), fmi2Error),
            27 => same(fmi2SetReal(c, null(), 0, null()), b.only_in(&SETTABLE, fmi2OK)),
            28 => same(fmi2SetDebugLogging(c, 1, 0, null()), fmi2OK),
            29 => {
                let mut time = b.time;
                let status = fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &raw mut time);
                assert_eq!(time, b.time);
                same(status, b.only_for(CO_SIMULATION, &ANSWERS, fmi2OK))
            }
            30 => {
                let status = fmi2GetStatus(c, fmi2DoStepStatus, null_mut());
                same(status, b.only_for(CO_SIMULATION, &ANSWERS, fmi2Discard))
            }
            31 => same(fmi2SetInteger(c, [vr::SIDE].as_ptr(), 1, [2].as_ptr()), b.only_in(&TUNABLE, fmi2OK)),
            32 => same(fmi2SetBoolean(c, null(), 0, null()), b.only_in(&SETTABLE, fmi2OK)),
            33 => same(fmi2CancelStep(c), fmi2Error),
            // A wall that the oscillator is already behind: the next step fails where it starts.
            34 if b.is(&[StepComplete]) => {
                assert_eq!(set_real(c, vr::LIMIT, -1e6), fmi2OK);
                (fmi2DoStep(c, b.time, h, 1), fmi2Discard, Belief { walled: true, ..b.to(StepFailed) })
            }
            35 if b.is(&[StepComplete]) => {
                // Right after the start of the step, so that variables can still be read there.
                assert_eq!(set_real(c, vr::T_PANIC, b.time.next_up()), fmi2OK);
                same(fmi2DoStep(c, b.time, h, 1), fmi2Error)
            }
            _ => same(fmi2FreeFMUstate(c, null_mut()), fmi2OK),
        }
    }
}

/// Snapshots, in every state.
fn snapshot(c: fmi2Component, kind: u64, b: Belief, h: f64, states: &mut [(fmi2FMUstate, Belief); 3]) -> Outcome {
    let same = |status, expected| (status, expected, b);
    let (state, believed) = &mut states[(h * 64.0) as usize % 3];
    let exists = if state.is_null() { fmi2Error } else { fmi2OK };
    let mut bytes = [0; 1000];
    // SAFETY: a living component; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            36..=38 => {
                *believed = b;
                same(fmi2GetFMUstate(c, state), fmi2OK)
            }
            39..=41 => (fmi2SetFMUstate(c, *state), exists, *believed),
            42 => same(fmi2FreeFMUstate(c, state), fmi2OK),
            43 => same(fmi2SerializedFMUstateSize(c, *state, [0].as_mut_ptr()), exists),
            44 => same(fmi2SerializeFMUstate(c, *state, bytes.as_mut_ptr(), bytes.len()), exists),
            45 if !state.is_null() => {
                assert_eq!(fmi2SerializeFMUstate(c, *state, bytes.as_mut_ptr(), bytes.len()), fmi2OK);
                assert_eq!(fmi2FreeFMUstate(c, state), fmi2OK);
                same(fmi2DeSerializeFMUstate(c, bytes.as_ptr(), bytes.len(), state), fmi2OK)
            }
            _ => same(fmi2DeSerializeFMUstate(c, bytes.as_ptr(), bytes.len(), state), fmi2Error),
        }
    }
}

/// Derivatives, and model exchange.
fn other(c: fmi2Component, kind: u64, b: Belief, h: f64) -> Outcome {
    let same = |status, expected| (status, expected, b);
    let (u, y, mut pair) = ([vr::U], [vr::Y], [0.5, 0.0]);
    let continuous = b.only_in(&[ContinuousTime], fmi2OK);
    // SAFETY: a living component; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            47 => {
                let modes = [Instantiated, Initialization, StepComplete];
                let status = fmi2SetRealInputDerivatives(c, u.as_ptr(), 1, [1].as_ptr(), [h].as_ptr());
                same(status, b.only_for(CO_SIMULATION, &modes, fmi2OK))
            }
            48 => {
                let modes: &[Mode] = if b.initialized { &[StepComplete, StepFailed, Terminated, Error] } else { &[] };
                let status = fmi2GetRealOutputDerivatives(c, y.as_ptr(), 1, [2].as_ptr(), pair.as_mut_ptr());
                same(status, b.only_for(CO_SIMULATION, modes, if b.walled { fmi2Error } else { fmi2OK }))
            }
            49 => {
                let (known, direction) = (u.as_ptr(), [1.0]);
                let status =
                    fmi2GetDirectionalDerivative(c, y.as_ptr(), 1, known, 1, direction.as_ptr(), pair.as_mut_ptr());
                assert!(status != fmi2OK || pair[0] == 1.0);
                same(status, if b.is(&[Instantiated]) { fmi2Error } else { fmi2OK })
            }
            50 => same(fmi2NewDiscreteStates(c, [std::mem::zeroed()].as_mut_ptr()), b.only_in(&[Event], fmi2OK)),
            51 => (fmi2EnterContinuousTimeMode(c), b.only_in(&[Event], fmi2OK), b.to(ContinuousTime)),
            52 => {
                let modes = [Instantiated, Event, ContinuousTime];
                let time = if b.is(&[Instantiated]) { b.time } else { b.time + h };
                let status = fmi2SetTime(c, b.time + h);
                (status, b.only_for(MODEL_EXCHANGE, &modes, fmi2OK), Belief { time, ..b })
            }
            53 => same(fmi2SetContinuousStates(c, pair.as_ptr(), 2), continuous),
            54 => {
                let status = fmi2GetDerivatives(c, pair.as_mut_ptr(), 2);
                same(status, b.only_for(MODEL_EXCHANGE, &READABLE, fmi2OK))
            }
            55 => same(fmi2CompletedIntegratorStep(c, 1, [0].as_mut_ptr(), [0].as_mut_ptr()), continuous),
            56 => (fmi2EnterEventMode(c), b.only_in(&[Event, ContinuousTime], fmi2OK), b.to(Event)),
            57 => {
                let status = fmi2GetContinuousStates(c, pair.as_mut_ptr(), 2);
                same(status, b.only_for(MODEL_EXCHANGE, &READABLE, fmi2OK))
            }
            58 => {
                let status = fmi2GetEventIndicators(c, null_mut(), 0);
                same(status, b.only_for(MODEL_EXCHANGE, &READABLE, fmi2OK))
            }
            59 => {
                let status = fmi2GetNominalsOfContinuousStates(c, pair.as_mut_ptr(), 2);
                same(status, if b.interface == MODEL_EXCHANGE { fmi2OK } else { fmi2Error })
            }
            60 => {
                same(fmi2SetContinuousStates(c, [f64::NAN, 0.0].as_ptr(), 2), b.only_in(&[ContinuousTime], fmi2Discard))
            }
            _ => same(fmi2SetContinuousStates(c, pair.as_ptr(), 3), fmi2Error),
        }
    }
}

struct Component<'a> {
    host: &'a Host,
    c: fmi2Component,
    states: [(fmi2FMUstate, Belief); 3],
}

impl Called<Belief> for Component<'_> {
    fn call(&mut self, kind: u64, belief: Belief, h: f64) -> (i32, i32, Belief) {
        let (status, expected, next) = call(self.c, kind, belief, h, &mut self.states);
        (status as i32, expected as i32, next)
    }
    fn mode(&self) -> Mode {
        mode_of(self.c)
    }
    fn told(&mut self) -> Vec<(i32, String)> {
        let messages = self.host.messages().into_iter();
        let told = messages.filter(|m| !["logEvents", "logStatistics"].contains(&m.category.as_str()));
        told.map(|m| (m.status, m.text)).collect()
    }
}

fn random_calls(calls: usize, seed: u64) {
    for interface in [CO_SIMULATION, MODEL_EXCHANGE] {
        let host = Host::new();
        let c = instance(interface, Some(&host.functions()), c"random", true);
        let belief = Belief::fresh(interface);
        let mut component = Component { host: &host, c, states: [(null_mut(), belief); 3] };
        let states = interface.states(Version::Fmi2);
        random_calls::make((calls / 2, seed), belief, &mut component, |mode| states.contains(mode));
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

#[test]
fn a_hundred_thousand_random_calls() {
    random_calls(120_000, 20_050_405);
}

#[test]
#[ignore = "night: more of the same"]
fn a_million_random_calls() {
    random_calls(1_000_000, 20_261_126);
}
