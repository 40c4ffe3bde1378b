//! Random calls against a small model of what they must answer.

use super::host::{AT_THE_END, Host, PLAIN, WITH_EVENTS, mode_of, set, step};
use crate::fmi3::types::fmi3Status::*;
use crate::fmi3::types::*;
use crate::fmi3::*;
use crate::instance::oscillator::{oscillator, vr};
use crate::instance::random_calls::{self, Called, Dice};
use crate::instance::{EventUse, Interface, Mode, Version};
use std::ops::RangeInclusive;
use std::ptr::{null, null_mut};

/// The host's record of the instance.
#[derive(Clone, Copy, Debug)]
struct Belief {
    interface: Interface,
    events: EventUse,
    mode: Mode,
    initialized: bool,
    time: f64,
}

use Mode::{ContinuousTime, Error, Event, Initialization, Instantiated, Step, Terminated};

const SETTABLE: [Mode; 5] = [Instantiated, Initialization, Step, Event, ContinuousTime];
const TUNABLE: [Mode; 4] = [Instantiated, Initialization, Step, Event];
const READABLE: [Mode; 5] = [Initialization, Event, ContinuousTime, Terminated, Error];
const CO_SIMULATION: Interface = Interface::CoSimulation;
const MODEL_EXCHANGE: Interface = Interface::ModelExchange;
impl Belief {
    fn fresh(interface: Interface, events: EventUse) -> Self {
        Self { interface, events, mode: Instantiated, initialized: false, time: 0.0 }
    }
    fn is(&self, modes: &[Mode]) -> bool {
        modes.contains(&self.mode)
    }
    /// `status` in these states, fmi3Error in others.
    fn only_in(&self, modes: &[Mode], status: fmi3Status) -> fmi3Status {
        if self.is(modes) { status } else { fmi3Error }
    }
    /// The same for a function of one interface.
    fn only_for(&self, interface: Interface, modes: &[Mode], status: fmi3Status) -> fmi3Status {
        if self.interface == interface { self.only_in(modes, status) } else { fmi3Error }
    }
    /// In the other mode.
    fn to(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }
    /// For functions of Event Mode, which co-simulation need not use.
    fn with_events(&self, modes: &[Mode]) -> fmi3Status {
        if self.interface == MODEL_EXCHANGE || self.events.event_mode { self.only_in(modes, fmi3OK) } else { fmi3Error }
    }
}

impl random_calls::Belief for Belief {
    const KINDS: u64 = 48;
    const SNAPSHOTS: RangeInclusive<u64> = 38..=47;

    fn mode(&self) -> Mode {
        self.mode
    }
    fn failed(self) -> Self {
        self.to(Error)
    }
    fn sensible(&self, dice: &mut Dice) -> u64 {
        match self.mode {
            Instantiated => 0,
            Initialization => 1,
            Step if self.events.event_mode && dice.roll(4) == 0 => 7,
            Step => 2,
            Event if self.interface == CO_SIMULATION => [8, 9][dice.roll(2) as usize],
            Event => [8, 10][dice.roll(2) as usize],
            ContinuousTime => [7, 11, 12, 13][dice.roll(4) as usize],
            _ => 4,
        }
    }
}

/// A call's status, the status expected, and what is believed afterwards if it is as expected.
type Outcome = (fmi3Status, fmi3Status, Belief);

fn call(c: fmi3Instance, kind: u64, b: Belief, h: f64, states: &mut [(fmi3FMUState, Belief); 3]) -> Outcome {
    match kind {
        0..=13 => leading(c, kind, b, h),
        14..=37 => looking(c, kind, b, h),
        _ => snapshot(c, kind, b, h, states),
    }
}

/// Calls that lead from state to state.
fn leading(c: fmi3Instance, kind: u64, b: Belief, h: f64) -> Outcome {
    let same = |status, expected| (status, expected, b);
    let null = null_mut();
    // SAFETY: a living instance; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            0 => {
                let next = Belief { initialized: true, time: h, ..b.to(Initialization) };
                (fmi3EnterInitializationMode(c, 1, 1e-4, h, 0, 0.0), b.only_in(&[Instantiated], fmi3OK), next)
            }
            1 => {
                let next = match (b.interface, b.events.event_mode) {
                    (CO_SIMULATION, false) => Step,
                    _ => Event,
                };
                (fmi3ExitInitializationMode(c), b.only_in(&[Initialization], fmi3OK), b.to(next))
            }
            2 | 3 => {
                let (status, end) = step(c, b.time, h);
                assert!(
                    status != fmi3OK || (end.time, end.early, end.terminate) == (b.time + h, 0, 0),
                    "{end:?} {b:?}"
                );
                (status, b.only_in(&[Step], fmi3OK), Belief { time: b.time + h, ..b })
            }
            4 | 5 => (fmi3Reset(c), fmi3OK, Belief::fresh(b.interface, b.events)),
            6 => (fmi3Terminate(c), b.only_in(&[Step, Event, ContinuousTime], fmi3OK), b.to(Terminated)),
            7 => (fmi3EnterEventMode(c), b.with_events(&[Step, ContinuousTime, Event]), b.to(Event)),
            8 => {
                let status = fmi3UpdateDiscreteStates(c, null, null, null, null, null, null_mut());
                same(status, b.with_events(&[Event]))
            }
            9 => {
                let expected = if b.interface == CO_SIMULATION { b.with_events(&[Event]) } else { fmi3Error };
                (fmi3EnterStepMode(c), expected, b.to(Step))
            }
            10 => {
                let expected = b.only_for(MODEL_EXCHANGE, &[Event], fmi3OK);
                (fmi3EnterContinuousTimeMode(c), expected, b.to(ContinuousTime))
            }
            11 => {
                let time = if b.is(&[Instantiated]) { b.time } else { b.time + h };
                let expected = b.only_for(MODEL_EXCHANGE, &[Instantiated, Event, ContinuousTime], fmi3OK);
                (fmi3SetTime(c, b.time + h), expected, Belief { time, ..b })
            }
            12 => same(fmi3SetContinuousStates(c, [0.5, 0.0].as_ptr(), 2), b.only_in(&[ContinuousTime], fmi3OK)),
            _ => same(fmi3CompletedIntegratorStep(c, 1, null, null), b.only_in(&[ContinuousTime], fmi3OK)),
        }
    }
}

/// Calls that look or set.
fn looking(c: fmi3Instance, kind: u64, b: Belief, h: f64) -> Outcome {
    let same = |status, expected| (status, expected, b);
    let (u, y, mut pair) = ([vr::U], [vr::Y], [0.5, 0.0]);
    let before = b.only_in(&[Instantiated, Initialization], fmi3OK);
    let readable = b.only_for(MODEL_EXCHANGE, &READABLE, fmi3OK);
    let initialized = if b.initialized { fmi3OK } else { fmi3Error };
    // SAFETY: a living instance; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        let read = |reference: u32, value: &mut f64| fmi3GetFloat64(c, [reference].as_ptr(), 1, value, 1);
        match kind {
            14 => same(read(vr::M, &mut pair[0]), fmi3OK),
            15 => same(read(vr::Y, &mut pair[0]), initialized),
            16 => {
                let status = read(vr::TIME, &mut pair[0]);
                assert!(status != fmi3OK || pair[0] == b.time, "{pair:?} {b:?}");
                same(status, initialized)
            }
            17 => same(set(c, vr::U, h), b.only_in(&SETTABLE, fmi3OK)),
            18 => same(set(c, vr::K, 100.0 * h), b.only_in(&TUNABLE, fmi3OK)),
            19 => same(set(c, vr::K, f64::INFINITY), b.only_in(&TUNABLE, fmi3Discard)),
            20 => same(set(c, vr::M, 1.0), before),
            21 => same(set(c, 1000, 1.0), fmi3Error),
            22 => same(fmi3SetFloat64(c, null(), 0, null(), 0), b.only_in(&SETTABLE, fmi3OK)),
            23 => same(fmi3SetFloat64(c, u.as_ptr(), 1, pair.as_ptr(), 2), fmi3Error),
            24 => same(fmi3SetInt64(c, [vr::SIDE].as_ptr(), 1, [2].as_ptr(), 1), b.only_in(&TUNABLE, fmi3OK)),
            25 => same(fmi3SetBoolean(c, [vr::LOCKED].as_ptr(), 1, [200].as_ptr(), 1), before),
            26 => same(fmi3SetDebugLogging(c, 1, 0, null()), fmi3OK),
            27 => same(fmi3GetClock(c, null(), 0, null_mut()), fmi3Error),
            28 => same(fmi3GetUInt16(c, null(), 0, null_mut(), 0), fmi3OK),
            29 => {
                let status = fmi3GetDirectionalDerivative(
                    c,
                    y.as_ptr(),
                    1,
                    u.as_ptr(),
                    1,
                    [1.0].as_ptr(),
                    1,
                    pair.as_mut_ptr(),
                    1,
                );
                assert!(status != fmi3OK || pair[0] == 1.0);
                same(status, if b.is(&[Instantiated]) { fmi3Error } else { fmi3OK })
            }
            30 => {
                let status =
                    fmi3GetAdjointDerivative(c, y.as_ptr(), 1, u.as_ptr(), 1, [3.0].as_ptr(), 1, pair.as_mut_ptr(), 1);
                assert!(status != fmi3OK || pair[0] == 3.0);
                same(status, if b.is(&[Instantiated]) { fmi3Error } else { fmi3OK })
            }
            31 => {
                let modes: &[Mode] = if b.initialized { &[Step, Terminated, Error] } else { &[] };
                let status = fmi3GetOutputDerivatives(c, y.as_ptr(), 1, [2].as_ptr(), pair.as_mut_ptr(), 1);
                same(status, b.only_for(CO_SIMULATION, modes, fmi3OK))
            }
            32 => same(fmi3GetContinuousStateDerivatives(c, pair.as_mut_ptr(), 2), readable),
            33 => same(fmi3GetContinuousStates(c, pair.as_mut_ptr(), 2), readable),
            34 => same(fmi3GetEventIndicators(c, null_mut(), 0), readable),
            35 => {
                let mut count = 0;
                let status = fmi3GetNumberOfContinuousStates(c, &raw mut count);
                let expected = if b.interface == MODEL_EXCHANGE { fmi3OK } else { fmi3Error };
                assert!(status != fmi3OK || count == 2);
                same(status, expected)
            }
            36 => {
                let (status, end) = step(c, b.time + 1.0, h);
                assert!(!b.is(&[Step]) || end.time == b.time);
                same(status, fmi3Error)
            }
            _ => {
                let status = fmi3GetNominalsOfContinuousStates(c, pair.as_mut_ptr(), 2);
                same(status, if b.interface == MODEL_EXCHANGE { fmi3OK } else { fmi3Error })
            }
        }
    }
}

/// Snapshots, in every state.
fn snapshot(c: fmi3Instance, kind: u64, b: Belief, h: f64, states: &mut [(fmi3FMUState, Belief); 3]) -> Outcome {
    let same = |status, expected| (status, expected, b);
    let (state, believed) = &mut states[(h * 64.0) as usize % 3];
    let exists = if state.is_null() { fmi3Error } else { fmi3OK };
    let mut bytes = [0; 1000];
    // SAFETY: a living instance; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            38..=40 => {
                *believed = b;
                same(fmi3GetFMUState(c, state), fmi3OK)
            }
            41..=43 => (fmi3SetFMUState(c, *state), exists, *believed),
            44 => same(fmi3FreeFMUState(c, state), fmi3OK),
            45 => same(fmi3SerializedFMUStateSize(c, *state, [0].as_mut_ptr()), exists),
            46 if !state.is_null() => {
                assert_eq!(fmi3SerializeFMUState(c, *state, bytes.as_mut_ptr(), bytes.len()), fmi3OK);
                assert_eq!(fmi3FreeFMUState(c, state), fmi3OK);
                same(fmi3DeserializeFMUState(c, bytes.as_ptr(), bytes.len(), state), fmi3OK)
            }
            _ => same(fmi3DeserializeFMUState(c, bytes.as_ptr(), bytes.len(), state), fmi3Error),
        }
    }
}

struct Instance<'a> {
    host: &'a Host,
    c: fmi3Instance,
    states: [(fmi3FMUState, Belief); 3],
}

impl Called<Belief> for Instance<'_> {
    fn call(&mut self, kind: u64, belief: Belief, h: f64) -> (i32, i32, Belief) {
        let (status, expected, next) = call(self.c, kind, belief, h, &mut self.states);
        (status as i32, expected as i32, next)
    }
    fn mode(&self) -> Mode {
        mode_of(self.c)
    }
    fn told(&mut self) -> Vec<(i32, String)> {
        let messages = self.host.messages().into_iter().filter(|message| message.0 != 0);
        messages.map(|(status, _, text)| (status, text)).collect()
    }
}

fn random_calls(calls: usize, seed: u64) {
    let cases =
        [(CO_SIMULATION, PLAIN), (CO_SIMULATION, WITH_EVENTS), (CO_SIMULATION, AT_THE_END), (MODEL_EXCHANGE, PLAIN)];
    let model = oscillator(1e-6);
    for (interface, events) in cases {
        let host = Host::new();
        let c = host.instance(&model, interface, events);
        let belief = Belief::fresh(interface, events);
        let mut instance = Instance { host: &host, c, states: [(null_mut(), belief); 3] };
        let states = interface.states(Version::Fmi3);
        let is_reached =
            |mode| states.contains(mode) && (mode != Event || interface == MODEL_EXCHANGE || events.event_mode);
        random_calls::make((calls / cases.len(), seed), belief, &mut instance, is_reached);
        // SAFETY: a living instance.
        unsafe { fmi3FreeInstance(c) };
    }
}

#[test]
fn a_hundred_thousand_random_calls() {
    random_calls(160_000, 20_240_510);
}

#[test]
#[ignore = "night: more of the same"]
fn a_million_random_calls() {
    random_calls(1_000_000, 20_261_126);
}
