//! Costs of reading Modelica text: a model of a package in folders, and one of the test models of the library, which are
//! in one file, where they are at hand.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use fmu_builder::{ModelicaOptions, read_modelica};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use support::shared_folder::shared;

/// The file of the test models; none where it is not there.
fn suite() -> Option<PathBuf> {
    shared("reference/modelica/ModelicaTest/MultiBody.mo")
}

fn modelica(c: &mut Criterion) {
    let mut group = c.benchmark_group("modelica");
    group.sample_size(20);
    let lift = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/Hoist/Examples/Lift.mo");
    let options = ModelicaOptions { class: Some("Hoist.Examples.Lift".to_owned()), ..ModelicaOptions::default() };
    group.bench_function("one model", |b| b.iter(|| black_box(read_modelica(&lift, &options).unwrap())));
    match suite() {
        Some(path) => {
            let class = Some("ModelicaTest.MultiBody.Forces.FrameForcesAndTorques".to_owned());
            let options = ModelicaOptions { class, ..ModelicaOptions::default() };
            group.bench_function("one of many", |b| b.iter(|| black_box(read_modelica(&path, &options).unwrap())));
        }
        None => println!("modelica: the test models of the library are not there (MULTIBODY_SHARED)"),
    }
    group.finish();
}

criterion_group!(benches, modelica);
criterion_main!(benches);
