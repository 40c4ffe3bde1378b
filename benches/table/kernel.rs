//! Forward dynamics of chains, ours and the peers' in turn, and of closed loops.

use super::cases;
use super::chain::{Axes, Chain, model_text, state};
use super::clock;
use super::peers::{Peer, skip};
use super::report::{Section, number, ratio, time};
use simulation::dynamics::System;
use std::hint::black_box;
use std::path::Path;
use support::common::Rig;

/// Different states, as the peers have.
const STATES: u32 = 16;
/// Pinocchio needs memory that grows with the third power of the number of joints (more than 24 GB for 1000), MuJoCo time with the square.
const LARGEST: [usize; 2] = [300, 1000];
/// Largest difference between answers, relative to the larger one.
const AGREEMENT: f64 = 1e-5;

/// ns per joint; in each row all programs have their turn `rounds` times.
pub fn chains(folder: &Path, rounds: u32) -> Section {
    let notes = "ns for each revolute joint and evaluation: kinematics and accelerations from q, v and zero torques, at another state each time; \
         the chain of tests/support/src/chain.rs. The peers are loops in C++ and C against the libraries of their wheels, without Python; ratios are theirs over ours.";
    let mut section =
        Section::new("Forward dynamics", notes, &["joints", "axes", "ns per joint", "goal", "Pinocchio", "MuJoCo"]);
    let mut peers = [Peer::pinocchio(folder), Peer::mujoco(folder)];
    for n in [1, 7, 32, 300, 1000, 10_000] {
        for axes in [Axes::Planar, Axes::Spatial] {
            let mut own = Own::new(n, axes);
            let axes = format!("{axes:?}").to_lowercase();
            let mut samples = [const { Vec::new() }; 3];
            for _ in 0..rounds {
                samples[0].push(own.evaluation());
                for (k, (peer, name)) in peers.iter_mut().zip(["Pinocchio", "MuJoCo"]).enumerate() {
                    if n > LARGEST[k] {
                        continue;
                    }
                    samples[1 + k].extend(ask(peer, name, n, &axes, own.check));
                }
            }
            let [own, pinocchio, mujoco] = samples.map(|samples| clock::median(samples) / n as f64);
            let goal = if n == 1 { "80" } else { "50" };
            section.row(vec![
                n.to_string(),
                axes,
                number(own),
                goal.to_owned(),
                ratio(pinocchio, own),
                ratio(mujoco, own),
            ]);
        }
    }
    section
}

/// A peer's ns for an evaluation. One that does not find our acceleration does other work and is not compared with.
fn ask(peer: &mut Option<Peer>, name: &str, n: usize, what: &str, check: f64) -> Option<f64> {
    let line = format!("{what} {n}");
    let answer = peer.as_mut()?.ask(&line);
    match answer.as_deref() {
        Some([time, found, ..]) if (found - check).abs() <= AGREEMENT * check.abs().max(1e-3) => Some(*time),
        Some([_, found, ..]) => {
            skip(&format!("{name}, {line}: {found} instead of {check}"));
            None
        }
        _ => {
            skip(&format!("{name}, {line}: no answer"));
            *peer = None;
            None
        }
    }
}

struct Own {
    chain: Chain,
    states: Vec<(Vec<f64>, Vec<f64>)>,
    count: u32,
    /// The last joint's acceleration in state 0.
    check: f64,
}

impl Own {
    fn new(n: usize, axes: Axes) -> Self {
        let mut chain = Chain::new(n, axes);
        let states: Vec<_> = (0..STATES).map(|k| state(n, k)).collect();
        let check = *chain.evaluate(&states[0].0, &states[0].1).unwrap().last().unwrap();
        Self { chain, states, count: (100_000 / n).max(STATES as usize) as u32, check }
    }

    /// ns.
    fn evaluation(&mut self) -> f64 {
        let Self { chain, states, count, .. } = self;
        let mut next = states.iter().cycle();
        clock::each(*count, || {
            let (q, v) = next.next().unwrap();
            black_box(chain.evaluate(q, v).unwrap().last().copied());
        })
    }
}

/// ns of a Jacobian of the chain as a model; in each row both programs have their turn `rounds` times.
pub fn jacobians(folder: &Path, rounds: u32) -> Section {
    let notes = "All derivatives of the accelerations of the spatial chain by its angles and speeds, at another state each time: ours the Jacobian of the \
         compiled model, with the evaluation itself and the derivatives by time, Pinocchio's computeABADerivatives. Goal: half of its time.";
    let columns = ["joints", "evaluation", "Jacobian", "in evaluations", "Pinocchio"];
    let mut section = Section::new("Jacobians of chains", notes, &columns);
    let mut peer = Peer::pinocchio(folder);
    for n in [7, 32, 100, 300] {
        let mut rig = Rig::new(&model_text(n, Axes::Spatial, 0, |_| Default::default()));
        let states: Vec<Vec<f64>> = (0..STATES).map(|k| state(n, k)).map(|(q, v)| [q, v].concat()).collect();
        let size = 2 * n;
        let (mut dx, mut by_state, mut by_time) = (vec![0.0; size], vec![0.0; size * size], vec![0.0; size]);
        rig.system.jacobian(0.0, &states[0], &mut by_state, &mut by_time).unwrap();
        let check = by_state[size - 1];
        let count = (10_000 / n).max(10) as u32;
        let mut samples = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            let mut next = states.iter().cycle();
            samples[0].push(clock::each(count, || rig.system.derivatives(0.0, next.next().unwrap(), &mut dx).unwrap()));
            samples[1].push(clock::each(count, || {
                rig.system.jacobian(0.0, next.next().unwrap(), &mut by_state, &mut by_time).unwrap();
            }));
            samples[2].extend(ask(&mut peer, "Pinocchio", n, "derivatives", check));
        }
        let [evaluation, own, pinocchio] = samples.map(clock::median);
        section.row(vec![n.to_string(), time(evaluation), time(own), number(own / evaluation), ratio(pinocchio, own)]);
    }
    section
}

/// Whole models: derivatives, and Jacobians of them.
pub fn models(runs: u32) -> Section {
    let notes = "One evaluation of the state derivatives of a compiled model, at another state each time, and one Jacobian by all states and time. Goals: 15 evaluations for the four-bar, 200 for 100 of them, 40 for the platform.";
    let columns = ["model", "states", "derivatives", "each of its parts", "Jacobian", "in evaluations"];
    let mut section = Section::new("Models with closed loops, and Jacobians", notes, &columns);
    let models = [
        ("pendulum", cases::example("pendulum"), 1),
        ("quadrotor", cases::example("quadrotor"), 1),
        ("chain of 32", cases::benchmark_chain(32), 32),
        ("chain of 100", cases::benchmark_chain(100), 100),
        ("four-bar", cases::four_bars(1), 1),
        ("100 four-bars in series", cases::four_bars(100), 100),
        ("Stewart platform", cases::example("stewart_platform"), 1),
    ];
    for (name, file, parts) in models {
        let (mut system, x) = cases::system(&cases::compiled(&file));
        let derivatives = derivatives(&mut system, &x, runs);
        let jacobian = jacobian(&mut system, &x, runs);
        section.row(vec![
            name.to_owned(),
            x.len().to_string(),
            time(derivatives),
            time(derivatives / f64::from(parts)),
            time(jacobian),
            number(jacobian / derivatives),
        ]);
    }
    section
}

fn derivatives(system: &mut System, x: &[f64], runs: u32) -> f64 {
    let states = neighbours(x);
    let (mut next, mut dx) = (states.iter().cycle(), x.to_vec());
    clock::median_of(runs, || {
        system.derivatives(0.0, next.next().unwrap(), &mut dx).unwrap();
        black_box(dx.last().copied());
    })
}

fn jacobian(system: &mut System, x: &[f64], runs: u32) -> f64 {
    let n = x.len();
    let states = neighbours(x);
    let mut next = states.iter().cycle();
    let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
    clock::median_of(runs.min(5), || {
        system.jacobian(0.0, next.next().unwrap(), &mut by_state, &mut by_time).unwrap();
        black_box(by_state.last().copied());
    })
}

/// Two states that differ, so that nothing is known from the other one.
fn neighbours(x: &[f64]) -> [Vec<f64>; 2] {
    [x.to_vec(), x.iter().map(|x| x * (1.0 + 1e-12)).collect()]
}
