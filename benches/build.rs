//! What building costs: assembly, a further instance, and the whole FMU of a chain of boxes on revolute joints. The throughput is in bodies.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_builder::{BuildOptions, Fmu};
use fmu_core::assembly::Model;
use fmu_core::instance::Instance;
use fmu_core::model_file::ModelFile;
use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

/// `n` boxes on revolute joints, one after the other.
fn chain(n: usize) -> ModelFile {
    let mut components = r#""world":{"class":"World"}"#.to_owned();
    let mut connections = String::new();
    let mut last = "world.frame_b".to_owned();
    for i in 0..n {
        write!(components, r#","j{i}":{{"class":"Joints.Revolute"}},"b{i}":{{"class":"Parts.BodyBox","r":[0.1,0,0]}}"#)
            .unwrap();
        let comma = if i == 0 { "" } else { "," };
        write!(connections, r#"{comma}["{last}","j{i}.frame_a"],["j{i}.frame_b","b{i}.frame_a"]"#).unwrap();
        last = format!("b{i}.frame_b");
    }
    let text = format!(r#"{{"name":"Chain","components":{{{components}}},"connections":[{connections}]}}"#);
    ModelFile::from_json(&text).unwrap()
}

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for n in [10, 100, 1000] {
        let file = chain(n);
        let model = Arc::new(Model::compile(&file).unwrap());
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("assembly", n), |b| b.iter(|| black_box(Model::compile(&file))));
        group.bench_function(BenchmarkId::new("instance", n), |b| b.iter(|| Instance::new(Arc::clone(&model))));
        group.bench_function(BenchmarkId::new("fmu", n), |b| {
            b.iter(|| black_box(Fmu::build(&file, &BuildOptions::default())));
        });
    }
    group.finish();
}

criterion_group!(benches, build);
criterion_main!(benches);
