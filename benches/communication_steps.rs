//! Costs of a host's calls on the examples: communication steps without and with new inputs, reading outputs, starting an instance. The
//! evaluations behind them are in the tests (fmu-core/tests/physics/suite/communication_steps.rs).
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_core::instance::Instance;
use std::hint::black_box;
use support::cases;

const EXAMPLES: [&str; 4] = ["pendulum", "double_pendulum", "spring_pendulum", "quadrotor"];
/// A run is begun anew after so many steps.
const STEPS: u32 = 1000;

/// A run of communication steps; the throughput is in steps.
fn steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("communication_steps");
    group.throughput(Throughput::Elements(STEPS.into()));
    for name in EXAMPLES {
        let model = cases::compiled(&cases::example(name));
        let [inputs, ..] = cases::references(&model);
        let steps = [("1 ms", 1e-3, false), ("10 ms", 1e-2, false), ("1 ms, new inputs", 1e-3, true)];
        for (case, step, new_inputs) in steps.into_iter().filter(|(.., new)| !new || !inputs.is_empty()) {
            let run = |mut instance: Instance| {
                for k in 0..STEPS {
                    if new_inputs {
                        instance.set(&inputs, &vec![1e-3 * f64::from(k % 7); inputs.len()]).unwrap();
                    }
                    instance.do_step(f64::from(k) * step, step).unwrap();
                }
                instance
            };
            group.bench_function(BenchmarkId::new(name, case), |b| {
                b.iter_batched(|| cases::ready(&model, None), run, BatchSize::LargeInput);
            });
        }
    }
    group.finish();
}

/// All outputs after a step; the throughput is in outputs.
fn outputs(c: &mut Criterion) {
    let mut group = c.benchmark_group("outputs");
    for name in EXAMPLES {
        let model = cases::compiled(&cases::example(name));
        let [.., outputs] = cases::references(&model);
        let mut values = vec![0.0; outputs.len()];
        let mut instance = cases::ready(&model, None);
        instance.do_step(0.0, 0.01).unwrap();
        group.throughput(Throughput::Elements(outputs.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                instance.get(&outputs, &mut values).unwrap();
                black_box(values.last().copied())
            });
        });
    }
    group.finish();
}

/// From the model file to a running instance, and from a compiled model.
fn starts(c: &mut Criterion) {
    let mut group = c.benchmark_group("starts");
    for name in EXAMPLES {
        let file = cases::example(name);
        let model = cases::compiled(&file);
        let first = || cases::ready(&cases::compiled(&file), None);
        group.bench_function(BenchmarkId::new(name, "first"), |b| b.iter(first));
        group.bench_function(BenchmarkId::new(name, "second"), |b| b.iter(|| cases::ready(&model, None)));
    }
    group.finish();
}

criterion_group!(benches, steps, outputs, starts);
criterion_main!(benches);
