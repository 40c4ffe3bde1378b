//! Random calls of an instance against a small model of what they must answer, for the tests of both versions.

use super::Mode;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// fmi2Error and fmi3Error.
const ERROR: i32 = 3;

/// Numbers from a linear congruential generator (Knuth's MMIX).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self, faces: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % faces
    }
}

/// The host's record of the instance.
pub(crate) trait Belief: Copy + Debug {
    /// Number of kinds of calls.
    const KINDS: u64;
    /// Calls that do not follow from an error before.
    const SNAPSHOTS: RangeInclusive<u64>;

    fn mode(&self) -> Mode;
    /// In the error state.
    fn failed(self) -> Self;
    /// The call that leads on.
    fn sensible(&self, dice: &mut Dice) -> u64;
}

/// The instance that is called.
pub(crate) trait Called<B: Belief> {
    /// A call's status, the status expected, and what is believed afterwards if it is as expected.
    fn call(&mut self, kind: u64, belief: B, h: f64) -> (i32, i32, B);
    fn mode(&self) -> Mode;
    /// Statuses and texts of the messages since the last time, events and statistics aside.
    fn told(&mut self) -> Vec<(i32, String)>;
}

/// Makes so many calls; every kind of call, and every state that `is_reached`, must occur.
pub(crate) fn make<B: Belief>(
    (calls, seed): (usize, u64),
    mut belief: B,
    called: &mut impl Called<B>,
    is_reached: impl Fn(Mode) -> bool,
) {
    let mut dice = Dice(seed);
    let mut followed = false;
    let (mut seen, mut kinds) = ([0_usize; Mode::ALL.len()], vec![0_usize; B::KINDS as usize]);
    for number in 0..calls {
        let kind = if dice.roll(5) < 3 { belief.sensible(&mut dice) } else { dice.roll(B::KINDS) };
        // Exact in binary, so that the host's additions are exact too.
        let h = (1 + dice.roll(8)) as f64 / 64.0;
        let (was, at) = (belief.mode(), format!("call {number} of kind {kind}, {belief:?}"));
        let (status, expected, next) = called.call(kind, belief, h);
        assert_eq!(status, expected, "{at}: {:?}", called.told());
        belief = if status == ERROR { belief.failed() } else { next };
        assert_eq!(called.mode(), belief.mode(), "{at}");
        let follows = was == Mode::Error && status == ERROR && !B::SNAPSHOTS.contains(&kind);
        let is_told = status != 0 && !(follows && followed);
        let told: Vec<i32> = called.told().into_iter().map(|(status, _)| status).collect();
        assert_eq!(told, if is_told { vec![status] } else { vec![] }, "{at}");
        followed = belief.mode() == Mode::Error && (follows || followed);
        seen[belief.mode() as usize] += 1;
        kinds[kind as usize] += 1;
    }
    let is_as_expected = |mode: Mode| match seen[mode as usize] {
        count if is_reached(mode) => count > 50,
        count => count == 0,
    };
    assert!(Mode::ALL.into_iter().all(is_as_expected), "{seen:?}");
    assert!(kinds.iter().all(|&count| count > 100), "every call was made: {kinds:?}");
}
