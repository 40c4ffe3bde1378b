#![allow(missing_docs, clippy::unwrap_used)]
use fmu_core::{assembly::Model, instance::{Experiment, Instance}, model_file::ModelFile};
use std::sync::Arc;
fn main() {
    let mut args = std::env::args().skip(1);
    let (path, h, n): (String, f64, usize) = (args.next().unwrap(), args.next().unwrap().parse().unwrap(), args.next().unwrap().parse().unwrap());
    let file = ModelFile::from_path(std::path::Path::new(&path)).unwrap().0;
    let model = Arc::new(Model::compile(&file).unwrap());
    let mut instance = Instance::new(model);
    instance.setup_experiment(Experiment { tolerance: Some(1e-6), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let start = std::time::Instant::now();
    for k in 0..n { instance.do_step(k as f64 * h, h).unwrap(); }
    println!("{path}: {:.0} ns a step", start.elapsed().as_secs_f64() / n as f64 * 1e9);
}
