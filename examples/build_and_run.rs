//! Builds an FMU from a model file, writes it, and simulates it through its C API.
//!
//! Run with `cargo run --release --example build_and_run`.

use std::error::Error;
use std::path::Path;

use multibody_fmu::compiler::model_file::ModelFile;
use multibody_fmu::fmu_builder::host::{Package, RunOptions, Setting, Simulation, SimulationOptions};
use multibody_fmu::fmu_builder::{BuildOptions, Expose, Fmu, Reporter, Style, build_options};

fn main() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/pendulum.toml");

    // Problems of a model file know their place in the text.
    let (model, _source) = match ModelFile::from_path(&path) {
        Ok(read) => read,
        Err(invalid) => {
            eprintln!("{}", Reporter::new(&invalid.sources, Style::Coloured).render(&invalid.diagnostics));
            return Err("the model file has problems".into());
        }
    };

    let options = BuildOptions { expose: Expose::All, ..build_options() };
    let fmu = Fmu::build(&model, &options)?;
    let facts = fmu.facts();
    println!("{}: {} variables, {} bytes, {:?}", facts.model_name, facts.variables, fmu.bytes().len(), facts.elapsed);

    let file = std::env::temp_dir().join("pendulum.fmu");
    fmu.write(&file)?;
    println!("written to {}", file.display());

    // From here on it is any host with any FMU.
    let package = Package::open(&file)?;
    let options = SimulationOptions {
        run: RunOptions {
            stop_time: Some(2.0),
            step_size: Some(0.25),
            settings: vec![Setting { name: "body.m".into(), value: "2.0".into() }],
            ..RunOptions::default()
        },
        variables: Some(vec!["rev.phi".into(), "rev.w".into()]),
        ..SimulationOptions::default()
    };
    let simulation = Simulation::new(&package, &options)?;
    println!("time [s]   rev.phi [rad]   rev.w [rad/s]");
    simulation.run(&mut |time, values| {
        println!("{time:8.3}   {:13.6}   {:13.6}", values[0], values[1]);
        Ok(())
    })?;
    Ok(())
}
