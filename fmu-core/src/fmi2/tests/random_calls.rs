//! Random calls against a small model of what they must answer.

use super::host::{Host, get_real, mode_of, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::vr;
use crate::instance::{Interface, Mode};
use std::ptr::{null, null_mut};

/// Numbers from a linear congruential generator (Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, faces: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % faces
    }
}

/// What the host knows of the instance.
#[derive(Clone, Copy, Debug)]
struct Belief {
    mode: Mode,
    set_up: bool,
    initialized: bool,
    time: f64,
}

const FRESH: Belief = Belief { mode: Mode::Instantiated, set_up: false, initialized: false, time: 0.0 };

impl Belief {
    fn is(&self, modes: &[Mode]) -> bool {
        modes.contains(&self.mode)
    }
    /// The call that leads on.
    fn sensible(&self) -> u64 {
        match self.mode {
            Mode::Instantiated if self.set_up => 2,
            Mode::Instantiated => 0,
            Mode::Initialization => 3,
            Mode::StepComplete => 4,
            _ => 13,
        }
    }
    /// `status` in these states, fmi2Error in others.
    fn only_in(&self, modes: &[Mode], status: fmi2Status) -> fmi2Status {
        if self.is(modes) { status } else { fmi2Error }
    }
}

const SETTABLE: [Mode; 3] = [Mode::Instantiated, Mode::Initialization, Mode::StepComplete];
const ANSWERS: [Mode; 3] = [Mode::StepComplete, Mode::StepFailed, Mode::Terminated];

/// Makes call number `kind`; the status, the status expected, and what is believed afterwards if it is as expected.
fn call(c: fmi2Component, kind: u64, b: Belief, h: f64) -> (fmi2Status, fmi2Status, Belief) {
    let same = |status, expected| (status, expected, b);
    let step_complete = [Mode::StepComplete];
    // SAFETY: a living component; pointers are valid for the number of elements beside them, or NULL.
    unsafe {
        match kind {
            0 => {
                let next = Belief { set_up: true, time: h, ..b };
                (fmi2SetupExperiment(c, 1, 1e-4, h, 0, 0.0), b.only_in(&[Mode::Instantiated], fmi2OK), next)
            }
            1 => same(fmi2SetupExperiment(c, 0, 0.0, f64::NAN, 0, 0.0), b.only_in(&[Mode::Instantiated], fmi2Discard)),
            2 => {
                let expected = if b.is(&[Mode::Instantiated]) && b.set_up { fmi2OK } else { fmi2Error };
                (
                    fmi2EnterInitializationMode(c),
                    expected,
                    Belief { mode: Mode::Initialization, initialized: true, ..b },
                )
            }
            3 => {
                let next = Belief { mode: Mode::StepComplete, ..b };
                (fmi2ExitInitializationMode(c), b.only_in(&[Mode::Initialization], fmi2OK), next)
            }
            4..=9 => {
                let next = Belief { time: b.time + h, ..b };
                (fmi2DoStep(c, b.time, h, 1), b.only_in(&step_complete, fmi2OK), next)
            }
            10 => same(fmi2DoStep(c, b.time, 0.0, 1), b.only_in(&step_complete, fmi2Discard)),
            11 => same(fmi2DoStep(c, b.time + 1.0, h, 1), b.only_in(&step_complete, fmi2Discard)),
            12 => {
                let next = Belief { mode: Mode::Terminated, ..b };
                (fmi2Terminate(c), b.only_in(&[Mode::StepComplete, Mode::StepFailed], fmi2OK), next)
            }
            13..=15 => (fmi2Reset(c), fmi2OK, FRESH),
            16 => same(get_real(c, vr::M).0, fmi2OK),
            17 => same(get_real(c, vr::Y).0, if b.initialized { fmi2OK } else { fmi2Error }),
            18 => {
                let (status, time) = get_real(c, vr::TIME);
                assert!(status != fmi2OK || time == b.time, "{time} {b:?}");
                same(status, if b.initialized { fmi2OK } else { fmi2Error })
            }
            19..=21 => same(set_real(c, vr::U, h), b.only_in(&SETTABLE, fmi2OK)),
            22 => same(set_real(c, vr::K, 100.0 * h), b.only_in(&SETTABLE, fmi2OK)),
            23 => same(set_real(c, vr::K, f64::INFINITY), b.only_in(&SETTABLE, fmi2Discard)),
            24 => same(set_real(c, vr::M, 1.0), b.only_in(&[Mode::Instantiated, Mode::Initialization], fmi2OK)),
            25 => same(set_real(c, 1000, 1.0), fmi2Error),
            26 => same(fmi2SetReal(c, null(), 1, null()), fmi2Error),
            27 => same(fmi2SetReal(c, null(), 0, null()), b.only_in(&SETTABLE, fmi2OK)),
            28 => same(fmi2SetDebugLogging(c, 1, 0, null()), fmi2OK),
            29 => {
                let mut time = b.time;
                let status = fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &raw mut time);
                assert_eq!(time, b.time);
                same(status, b.only_in(&ANSWERS, fmi2OK))
            }
            30 => same(fmi2GetStatus(c, fmi2DoStepStatus, null_mut()), b.only_in(&ANSWERS, fmi2Discard)),
            31 => same(fmi2FreeFMUstate(c, null_mut()), fmi2OK),
            32 => same(fmi2SetTime(c, 0.0), fmi2Error),
            33 => same(fmi2CancelStep(c), fmi2Error),
            // A wall that the oscillator is already behind: the next step fails where it starts.
            34 if b.is(&step_complete) => {
                assert_eq!(set_real(c, vr::LIMIT, -1e6), fmi2OK);
                (fmi2DoStep(c, b.time, h, 1), fmi2Discard, Belief { mode: Mode::StepFailed, ..b })
            }
            35 if b.is(&step_complete) => {
                assert_eq!(set_real(c, vr::T_PANIC, -1e6), fmi2OK);
                same(fmi2DoStep(c, b.time, h, 1), fmi2Error)
            }
            _ => same(fmi2FreeFMUstate(c, [null_mut()].as_mut_ptr()), fmi2OK),
        }
    }
}

#[test]
fn twenty_thousand_random_calls() {
    let host = Host::new();
    let c = host.oscillator(c"random", true);
    let mut dice = Dice(20_050_405);
    let mut belief = FRESH;
    let mut seen = [0_usize; 8];
    for number in 0..20_000 {
        let kind = if dice.roll(5) < 3 { belief.sensible() } else { dice.roll(36) };
        // Exact in binary, so that the host's additions are exact too.
        let h = (1 + dice.roll(8)) as f64 / 64.0;
        let (status, expected, next) = call(c, kind, belief, h);
        let at = format!("call {number} of kind {kind}, {belief:?}");
        assert_eq!(status, expected, "{at}");
        belief = match status {
            fmi2Error => Belief { mode: Mode::Error, ..belief },
            _ => next,
        };
        assert_eq!(mode_of(c), belief.mode, "{at}");
        let told: Vec<_> = host.messages().iter().map(|message| message.status).collect();
        let expected = if status == fmi2OK { vec![] } else { vec![status as i32] };
        assert_eq!(told, expected, "{at}");
        seen[belief.mode as usize] += 1;
    }
    let states = Mode::ALL.into_iter().filter(|&mode| Interface::CoSimulation.states().contains(mode));
    assert!(states.into_iter().all(|mode| seen[mode as usize] > 50), "every state was visited: {seen:?}");
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}
