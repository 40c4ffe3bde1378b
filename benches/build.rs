//! What building costs: assembly, a further instance, and the whole FMU of a chain of boxes on revolute joints. The throughput is in bodies.
#![allow(missing_docs, clippy::unwrap_used)]

mod cases;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_builder::{BuildOptions, Fmu};
use fmu_core::assembly::Model;
use fmu_core::instance::Instance;
use std::hint::black_box;
use std::sync::Arc;

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for n in [10, 100, 1000, 10_000] {
        let file = cases::boxes(n);
        let model = cases::compiled(&file);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("assembly", n), |b| b.iter(|| black_box(Model::compile(&file))));
        group.bench_function(BenchmarkId::new("instance", n), |b| b.iter(|| Instance::new(Arc::clone(&model))));
        if n <= 1000 {
            group.bench_function(BenchmarkId::new("fmu", n), |b| {
                b.iter(|| black_box(Fmu::build(&file, &BuildOptions::default())));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, build);
criterion_main!(benches);
