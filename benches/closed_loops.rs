//! Closed loops: one evaluation of the derivatives of four-bars of four plain revolute joints each, the next one on the coupler of the one
//! before; at another state each time. The throughput is in four-bars.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fmu_core::assembly::Model;
use fmu_core::dynamics::System;
use fmu_core::model_file::ModelFile;
use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;

/// A model of `n` four-bars in series.
fn four_bars(n: usize) -> String {
    let (mut connections, mut components) = (String::new(), String::new());
    for k in 0..n {
        let base = if k == 0 { "world.frame_b".to_owned() } else { format!("coupler{}.frame_b", k - 1) };
        let pairs = [
            (base.clone(), format!("ground{k}.frame_a")),
            (base, format!("crank_joint{k}.frame_a")),
            (format!("crank_joint{k}.frame_b"), format!("crank{k}.frame_a")),
            (format!("crank{k}.frame_b"), format!("coupler_joint{k}.frame_a")),
            (format!("coupler_joint{k}.frame_b"), format!("coupler{k}.frame_a")),
            (format!("coupler{k}.frame_b"), format!("rocker_top{k}.frame_a")),
            (format!("rocker_top{k}.frame_b"), format!("rocker{k}.frame_b")),
            (format!("ground{k}.frame_b"), format!("rocker_joint{k}.frame_a")),
            (format!("rocker_joint{k}.frame_b"), format!("rocker{k}.frame_a")),
        ];
        pairs.iter().for_each(|(a, b)| writeln!(connections, "  [\"{a}\", \"{b}\"],").unwrap());
        for (name, length) in [("crank", 0.2), ("coupler", 0.5), ("rocker", 0.4)] {
            writeln!(components, "[components.{name}{k}]\nclass = \"Parts.BodyBox\"\nr = [{length}, 0, 0]").unwrap();
        }
        writeln!(components, "[components.ground{k}]\nclass = \"Parts.FixedTranslation\"\nr = [0.5, 0, 0]").unwrap();
        let crank = "phi = { start = 1.0, fixed = true }\nw = { start = 1.0, fixed = true }";
        let joints = [("crank_joint", crank), ("coupler_joint", "phi = { start = -0.8 }"), ("rocker_top", "")];
        for (name, starts) in joints.into_iter().chain([("rocker_joint", "phi = { start = 1.4 }")]) {
            writeln!(components, "[components.{name}{k}]\nclass = \"Joints.Revolute\"\n{starts}").unwrap();
        }
    }
    format!("name = \"FourBars\"\nconnections = [\n{connections}]\n[components.world]\nclass = \"World\"\n{components}")
}

fn closed_loops(c: &mut Criterion) {
    let mut group = c.benchmark_group("four_bars_in_series");
    for n in [1, 10, 100] {
        let file = ModelFile::from_toml(&four_bars(n)).unwrap();
        let mut system = System::new(Arc::new(Model::compile(&file).unwrap()));
        system.prepare().unwrap();
        let mut x = vec![0.0; system.dimension()];
        system.initialize(0.0, &mut x).unwrap();
        let states = [x.clone(), x.iter().map(|x| x * (1.0 + 1e-12)).collect()];
        let (mut next, mut dx) = (states.iter().cycle(), x);
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::from_parameter(n), |b| {
            b.iter(|| {
                system.derivatives(0.0, next.next().unwrap(), &mut dx).unwrap();
                black_box(dx.last().copied())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, closed_loops);
criterion_main!(benches);
