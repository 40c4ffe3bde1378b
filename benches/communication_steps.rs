//! What a host's calls cost on the examples: communication steps without and with new inputs, reading outputs, starting an instance. The
//! evaluations behind them are in the tests (fmu-core/tests/suite/communication_steps.rs).
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use fmu_core::assembly::Model;
use fmu_core::instance::{Experiment, Instance};
use fmu_core::model_file::ModelFile;
use fmu_core::variables::Causality;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

const EXAMPLES: [&str; 4] = ["pendulum", "double_pendulum", "spring_pendulum", "quadrotor"];
/// A run is begun anew after so many steps.
const STEPS: u32 = 1000;

fn file(name: &str) -> ModelFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).with_extension("toml");
    ModelFile::from_toml(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn ready(model: &Arc<Model>) -> Instance {
    let mut instance = Instance::new(Arc::clone(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance
}

/// A run of communication steps; the throughput is in steps.
fn steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("communication_steps");
    group.throughput(criterion::Throughput::Elements(STEPS.into()));
    for name in EXAMPLES {
        let model = Arc::new(Model::compile(&file(name)).unwrap());
        let inputs: Vec<u32> = model.catalogue.inputs.iter().map(|&input| input as u32).collect();
        let cases = [("1 ms", 1e-3, false), ("10 ms", 1e-2, false), ("1 ms, new inputs", 1e-3, true)];
        for (case, step, new_inputs) in cases.into_iter().filter(|(.., new)| !new || !inputs.is_empty()) {
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
                b.iter_batched(|| ready(&model), run, BatchSize::LargeInput);
            });
        }
    }
    group.finish();
}

/// All outputs after a step; the throughput is in outputs.
fn outputs(c: &mut Criterion) {
    let mut group = c.benchmark_group("outputs");
    for name in EXAMPLES {
        let model = Arc::new(Model::compile(&file(name)).unwrap());
        let variables = model.catalogue.variables.iter().enumerate();
        let outputs: Vec<u32> =
            variables.filter(|(_, v)| v.causality == Causality::Output).map(|(index, _)| index as u32).collect();
        let mut values = vec![0.0; outputs.len()];
        let mut instance = ready(&model);
        instance.do_step(0.0, 0.01).unwrap();
        group.throughput(criterion::Throughput::Elements(outputs.len() as u64));
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
        let file = file(name);
        let model = Arc::new(Model::compile(&file).unwrap());
        group.bench_function(BenchmarkId::new(name, "first"), |b| {
            b.iter(|| ready(&Arc::new(Model::compile(&file).unwrap())));
        });
        group.bench_function(BenchmarkId::new(name, "second"), |b| b.iter(|| ready(&model)));
    }
    group.finish();
}

criterion_group!(benches, steps, outputs, starts);
criterion_main!(benches);
