//! Work in the middle of runs: events, snapshots, directional derivatives, Jacobians.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_core::instance::Instance;
use std::hint::black_box;
use support::cases;

/// Whole runs with many events, in steps of 10 ms; the throughput is in events.
fn events(c: &mut Criterion) {
    let mut group = c.benchmark_group("events");
    group.sample_size(20);
    for name in ["bouncing_ball", "clutch", "quarter_car", "gripper_block"] {
        let model = cases::compiled(&cases::example(name));
        let steps = (100.0 * model.experiment.stop_time.unwrap_or(1.0)).round() as u32;
        let run = |mut instance: Instance| {
            let mut events = 0;
            for k in 0..steps {
                let report = instance.do_step(f64::from(k) * 0.01, 0.01).unwrap();
                events += report.time_events + report.state_events;
                if instance.termination().is_some() {
                    break;
                }
            }
            events
        };
        group.throughput(Throughput::Elements(run(cases::ready(&model, None)).max(1) as u64));
        group.bench_function(name, |b| b.iter_batched(|| cases::ready(&model, None), run, BatchSize::LargeInput));
    }
    group.finish();
}

/// Taking a snapshot and setting it, after a few steps.
fn snapshots(c: &mut Criterion) {
    let mut group = c.benchmark_group("snapshots");
    for name in ["quadrotor", "stewart_platform"] {
        let model = cases::compiled(&cases::example(name));
        let mut instance = cases::ready(&model, None);
        for k in 0..3 {
            instance.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        }
        let mut snapshot = instance.snapshot();
        group.throughput(Throughput::Bytes(snapshot.serialized_size() as u64));
        group.bench_function(BenchmarkId::new(name, "take"), |b| b.iter(|| instance.snapshot_into(&mut snapshot)));
        group.bench_function(BenchmarkId::new(name, "set"), |b| b.iter(|| instance.restore(&snapshot).unwrap()));
    }
    group.finish();
}

/// One derivative of an output along an input, and whole Jacobians by the state; the throughput of these is in columns.
fn derivatives(c: &mut Criterion) {
    let mut group = c.benchmark_group("directional_derivatives");
    for name in ["pendulum", "quadrotor"] {
        let model = cases::compiled(&cases::example(name));
        let [inputs, states, outputs] = cases::references(&model);
        let known = *inputs.first().or(states.first()).unwrap();
        let mut instance = cases::ready(&model, None);
        let mut value = [0.0];
        group.bench_function(name, |b| {
            b.iter(|| instance.directional_derivatives(&outputs[..1], &[known], &[1.0], &mut value).unwrap());
        });
    }
    group.finish();
    let mut group = c.benchmark_group("jacobians");
    let files = [
        ("pendulum", cases::example("pendulum")),
        ("quadrotor", cases::example("quadrotor")),
        ("Stewart platform", cases::example("stewart_platform")),
        ("chain of 32", cases::benchmark_chain(32)),
        ("chain of 100", cases::benchmark_chain(100)),
    ];
    for (name, file) in files {
        let (mut system, x) = cases::system(&cases::compiled(&file));
        let n = x.len();
        let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                system.jacobian(0.0, &x, &mut by_state, &mut by_time).unwrap();
                black_box(by_state.last().copied())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, events, snapshots, derivatives);
criterion_main!(benches);
