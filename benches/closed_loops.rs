//! Closed loops: one evaluation of the derivatives, and one Jacobian, of four-bars in series, and of the Stewart platform, at another state
//! each time. The throughput is in mechanisms.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use support::cases;

fn closed_loops(c: &mut Criterion) {
    let mut group = c.benchmark_group("closed_loops");
    let four_bars = [1, 10, 100].map(|n| ("four-bars in series", n, cases::four_bars(n)));
    let platform = ("Stewart platform", 1, cases::example("stewart_platform"));
    for (name, n, file) in four_bars.into_iter().chain([platform]) {
        let (mut system, x) = cases::system(&cases::compiled(&file));
        let states = [x.clone(), x.iter().map(|x| x * (1.0 + 1e-12)).collect()];
        let (mut next, mut dx) = (states.iter().cycle(), x);
        let size = dx.len();
        let mut by_state = vec![0.0; size * size];
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new(name, n), |b| {
            b.iter(|| {
                system.derivatives(0.0, next.next().unwrap(), &mut dx).unwrap();
                black_box(dx.last().copied())
            });
        });
        group.bench_function(BenchmarkId::new(format!("Jacobian, {name}"), n), |b| {
            b.iter(|| {
                system.jacobian(0.0, next.next().unwrap(), &mut by_state, &mut dx).unwrap();
                black_box(by_state.last().copied())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, closed_loops);
criterion_main!(benches);
