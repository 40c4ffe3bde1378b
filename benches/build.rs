//! Costs of a build: assembly, a further instance, and the whole FMU of a chain of boxes on revolute joints; the page of its motion. The
//! throughput is in bodies.
#![allow(missing_docs, clippy::unwrap_used)]

use compiler::compile;
use compiler::model_file::SourceText;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_builder::scene::{Drawable, RunOptions, Scene, SceneOptions};
use fmu_builder::urdf::{self, UrdfOptions};
use fmu_builder::{Fmu, build_options};
use fmu_core::instance::Instance;
use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use support::cases;

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for n in [10, 100, 1000, 10_000] {
        let file = cases::boxes(n);
        let model = cases::compiled(&file);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("assembly", n), |b| b.iter(|| black_box(compile(&file))));
        group.bench_function(BenchmarkId::new("instance", n), |b| b.iter(|| Instance::new(Arc::clone(&model))));
        if n <= 1000 {
            group.bench_function(BenchmarkId::new("fmu", n), |b| {
                b.iter(|| black_box(Fmu::build(&file, &build_options())));
            });
        }
    }
    group.finish();
}

/// A robot of `n` links, one after the other.
fn robot(n: usize) -> String {
    let mut text = "<robot name=\"chain\"><link name=\"l0\"/>".to_owned();
    for k in 1..=n {
        write!(
            text,
            "<link name=\"l{k}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial></link>\
             <joint name=\"j{k}\" type=\"revolute\"><parent link=\"l{}\"/><child link=\"l{k}\"/><origin xyz=\"0.2 0 0\"/></joint>",
            k - 1
        )
        .unwrap();
    }
    text + "</robot>"
}

/// From a model to the page of its motion over 10 s: a chain of ten boxes. Goal: 1 s.
fn page(c: &mut Criterion) {
    let mut group = c.benchmark_group("animate");
    group.sample_size(10);
    let file = cases::boxes(10);
    let run = RunOptions { stop_time: Some(10.0), ..RunOptions::default() };
    let options = SceneOptions { run, ..SceneOptions::default() };
    group.bench_function("page", |b| {
        b.iter(|| {
            let scene = Scene::new(&Drawable::new(&file).unwrap(), &options, &mut |_| ()).unwrap();
            black_box(scene.to_html().unwrap())
        });
    });
    group.finish();
}

fn robots(c: &mut Criterion) {
    let mut group = c.benchmark_group("robot");
    group.sample_size(10);
    for n in [100, 1000] {
        let text = robot(n);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("fmu", n), |b| {
            b.iter(|| {
                let source = SourceText { name: "chain.urdf".to_owned(), text: text.clone() };
                let (robot, _) = urdf::read(source, &UrdfOptions::default()).unwrap();
                black_box(Fmu::build(&robot.file, &build_options()).unwrap())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, build, page, robots);
criterion_main!(benches);
