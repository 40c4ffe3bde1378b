//! Forward dynamics of the chain on which multibody codes are compared: one evaluation is kinematics (orientation, position,
//! velocity of every link) and accelerations, at another state each time. The throughput is in joints.
//!
//! And its Jacobian as a model: the state derivatives by all states and time, an evaluation included, by columns of the recursion and by jets.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use simulation::solver::OrdinaryDifferentialEquations;
use std::hint::black_box;
use support::chain::{Axes, Chain, model_text, spring_damper, state};
use support::common::Rig;

/// Different states, made beforehand.
const STATES: u32 = 16;

fn forward_dynamics(c: &mut Criterion) {
    for axes in [Axes::Planar, Axes::Spatial] {
        let mut group = c.benchmark_group(format!("forward_dynamics/{axes:?}"));
        for n in [1, 7, 32, 300, 1000, 10_000] {
            let mut chain = Chain::new(n, axes);
            let states: Vec<_> = (0..STATES).map(|k| state(n, k)).collect();
            let mut next = states.iter().cycle();
            group.throughput(Throughput::Elements(n as u64));
            group.bench_function(BenchmarkId::from_parameter(n), |b| {
                b.iter(|| {
                    let (q, v) = next.next().unwrap();
                    black_box(chain.evaluate(q, v).unwrap().last().copied())
                });
            });
        }
        group.finish();
    }
}

fn jacobian(c: &mut Criterion) {
    let mut group = c.benchmark_group("jacobian");
    group.sample_size(10);
    for n in [7, 32, 100, 300] {
        let mut rig = Rig::new(&model_text(n, Axes::Spatial, 0, |_| Default::default()));
        let moved: Vec<f64> = rig.x.iter().map(|x| x + 0.1).collect();
        let states = [rig.x.clone(), moved];
        let mut next = states.iter().cycle();
        let size = rig.x.len();
        let (mut dx, mut by_state, mut by_time) = (vec![0.0; size], vec![0.0; size * size], vec![0.0; size]);
        group.bench_function(BenchmarkId::new("evaluation", n), |b| {
            b.iter(|| rig.system.derivatives(0.0, next.next().unwrap(), &mut dx).unwrap());
        });
        group.bench_function(BenchmarkId::new("columns", n), |b| {
            b.iter(|| rig.system.jacobian(0.0, next.next().unwrap(), &mut by_state, &mut by_time).unwrap());
        });
        group.bench_function(BenchmarkId::new("jets", n), |b| {
            b.iter(|| rig.system.jacobian_of_jets(0.0, next.next().unwrap(), &mut by_state, &mut by_time).unwrap());
        });
    }
    group.finish();
}

/// Work of an implicit step of a chain of stiff springs: derivatives by time, factors, eight stages.
fn implicit_step(c: &mut Criterion) {
    let mut group = c.benchmark_group("implicit_step");
    for n in [10, 32, 100, 300] {
        let mut rig = Rig::new(&model_text(n, Axes::Spatial, 0, |number| spring_damper(number, 1e6, 1e3)));
        let stages: Vec<Vec<f64>> = (0..8).map(|k| rig.x.iter().map(|x| x + 1e-3 * f64::from(k)).collect()).collect();
        let mut dx = vec![0.0; rig.x.len()];
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::from_parameter(n), |b| {
            b.iter(|| {
                assert!(rig.system.prepare_implicit(0.0, &stages[0], &mut dx).unwrap());
                rig.system.factor(1e4).unwrap();
                for x in &stages {
                    rig.system.derivatives(0.0, x, &mut dx).unwrap();
                    rig.system.solve(&mut dx);
                }
                black_box(dx.last().copied())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, forward_dynamics, jacobian, implicit_step);
criterion_main!(benches);
