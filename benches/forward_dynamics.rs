//! Forward dynamics of the chain on which multibody codes are compared: one evaluation is kinematics (orientation, position,
//! velocity of every link) and accelerations, at another state each time. The throughput is in joints.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use support::chain::{Axes, Chain, state};

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

criterion_group!(benches, forward_dynamics);
criterion_main!(benches);
