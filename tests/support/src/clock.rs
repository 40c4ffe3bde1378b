//! Time that this thread has had a processor, so that what else the machine does counts as little as possible.

use std::time::Duration;

/// Since the thread began.
#[cfg(unix)]
fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Wall-clock time where there is no other.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// Time that `work` takes, ns.
pub fn once(work: impl FnOnce()) -> f64 {
    let begin = thread_time();
    work();
    (thread_time() - begin).as_nanos() as f64
}

/// Time that one of `count` repetitions of `work` takes, ns.
pub fn each(count: u32, mut work: impl FnMut()) -> f64 {
    once(|| (0..count).for_each(|_| work())) / f64::from(count)
}

/// The median of `runs` runs, ns for one repetition of `work`; a run lasts about 5 ms.
pub fn median_of(runs: u32, work: impl FnMut()) -> f64 {
    median(samples(runs, work))
}

/// The shortest of `runs` runs, as [`median_of`]: what a limit is compared with, since others on the machine only add to it.
pub fn least_of(runs: u32, work: impl FnMut()) -> f64 {
    samples(runs, work).into_iter().fold(f64::INFINITY, f64::min)
}

fn samples(runs: u32, mut work: impl FnMut()) -> Vec<f64> {
    work();
    let count = (5e6 / each(3, &mut work)).clamp(1.0, 1e6) as u32;
    (0..runs).map(|_| each(count, &mut work)).collect()
}

/// The number in the middle; NaN without numbers.
pub fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}
