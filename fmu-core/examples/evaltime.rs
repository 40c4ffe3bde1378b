#![allow(missing_docs, clippy::unwrap_used)]
use fmu_core::{assembly::Model, dynamics::System, model_file::ModelFile};
use std::sync::Arc;
fn main() {
    let mut args = std::env::args().skip(1);
    let (path, n): (String, usize) = (args.next().unwrap(), args.next().unwrap().parse().unwrap());
    let file = ModelFile::from_path(std::path::Path::new(&path)).unwrap().0;
    let model = Arc::new(Model::compile(&file).unwrap());
    let mut system = System::new(model);
    system.prepare().unwrap();
    let mut x = vec![0.0; system.dimension()];
    system.initialize(0.0, &mut x).unwrap();
    let y: Vec<f64> = x.iter().map(|x| x * (1.0 + 1e-12)).collect();
    let mut dx = x.clone();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = std::time::Instant::now();
        for k in 0..n {
            system.derivatives(0.0, if k % 2 == 0 { &x } else { &y }, &mut dx).unwrap();
        }
        best = best.min(start.elapsed().as_secs_f64() / n as f64);
    }
    println!("{path}: {:.0} ns", best * 1e9);
}
