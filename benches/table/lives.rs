//! Work that is done now and then: builds, events, snapshots, and many instances at a time.

use super::report::{Section, number, time};
use super::{cases, clock};
use compiler::compile;
use fmu_builder::{Fmu, build_options};
use fmu_core::instance::Instance;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// From a model to an FMU.
pub fn builds(largest: usize) -> Section {
    let notes = "Boxes on revolute joints in series. Compiling is the model from its file; starting is an instance up to its first step; building is the whole FMU, \
         with picture, documentation and compression.";
    let columns = ["bodies", "compiling", "for each body", "starting", "building", "for each body", "FMU"];
    let mut section = Section::new("Builds", notes, &columns);
    for n in [10, 100, 1000, 10_000].into_iter().filter(|n| *n <= largest) {
        let runs = if n >= 1000 { 1 } else { 5 };
        let median = |work: &mut dyn FnMut()| clock::median((0..runs).map(|_| clock::once(&mut *work)).collect());
        let file = cases::boxes(n);
        let model = cases::compiled(&file);
        let compiling = median(&mut || drop(black_box(compile(&file))));
        let starting = median(&mut || drop(black_box(cases::ready(&model, None))));
        let mut size = 0;
        let building = median(&mut || size = Fmu::build(&file, &build_options()).unwrap().bytes().len());
        let each = |whole: f64| time(whole / n as f64);
        section.row(vec![
            n.to_string(),
            time(compiling),
            each(compiling),
            time(starting),
            time(building),
            each(building),
            format!("{:.0} kB", size as f64 * 1e-3),
        ]);
    }
    section
}

/// Runs with events.
pub fn events(runs: u32) -> Section {
    let notes = "Whole runs of examples with events, in communication steps of 10 ms at the tolerance of the example.";
    let columns = ["model", "simulated", "time", "times real time", "events", "evaluations"];
    let mut section = Section::new("Events", notes, &columns);
    for name in ["bouncing_ball", "clutch", "quarter_car", "gripper_block"] {
        let model = cases::compiled(&cases::example(name));
        let seconds = model.experiment.stop_time.unwrap_or(1.0);
        let (mut events, mut evaluations) = (0, 0);
        let run = || {
            let mut instance = cases::ready(&model, None);
            events = 0;
            for k in 0..(100.0 * seconds).round() as u32 {
                let report = instance.do_step(f64::from(k) * 0.01, 0.01).unwrap();
                events += report.time_events + report.state_events;
                if instance.termination().is_some() {
                    break;
                }
            }
            evaluations = instance.work().unwrap().statistics.evaluations;
        };
        let elapsed = clock::median_of(runs.min(5), run);
        section.row(vec![
            name.replace('_', " "),
            format!("{} s", number(seconds)),
            time(elapsed),
            number(1e9 * seconds / elapsed),
            events.to_string(),
            evaluations.to_string(),
        ]);
    }
    section
}

/// Snapshots in the middle of a run.
pub fn snapshots(runs: u32) -> Section {
    let notes = "Taken into the place of an older one, set, and the first step after that, which makes the running step again; the step without a snapshot beside it.";
    let columns = ["model", "bytes", "taking", "setting", "setting and a step of 10 ms", "a step of 10 ms"];
    let mut section = Section::new("Snapshots", notes, &columns);
    let models = [
        ("quadrotor", cases::example("quadrotor")),
        ("Stewart platform", cases::example("stewart_platform")),
        ("chain of 100", cases::benchmark_chain(100)),
    ];
    for (name, file) in models {
        let model = cases::compiled(&file);
        let mut instance = cases::ready(&model, None);
        for k in 0..3 {
            instance.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        }
        let (mut snapshot, start) = (instance.snapshot(), instance.time());
        let taking = clock::median_of(runs, || instance.snapshot_into(&mut snapshot));
        let setting = clock::median_of(runs, || instance.restore(&snapshot).unwrap());
        let again = clock::median_of(runs.min(5), || {
            instance.restore(&snapshot).unwrap();
            instance.do_step(start, 0.01).unwrap();
        });
        let mut instance = cases::ready(&model, None);
        let steps = clock::each(50, || {
            instance.do_step(instance.time(), 0.01).unwrap();
        });
        let bytes = snapshot.serialized_size().to_string();
        section.row(vec![name.to_owned(), bytes, time(taking), time(setting), time(again), time(steps)]);
    }
    section
}

/// Many instances of the quadrotor, each with inputs of its own.
pub fn throughput() -> Section {
    let notes = "Quadrotors with new inputs at every step of 10 ms, in wall-clock time; memory is in the test fmu-core/tests/memory/throughput.rs, which keeps it below 20 kB for each.";
    let columns = ["instances", "threads", "time for a step of one", "steps each second"];
    let mut section = Section::new("Throughput", notes, &columns);
    let model = cases::compiled(&cases::example("quadrotor"));
    let [inputs, ..] = cases::references(&model);
    for (count, threads) in [(1_usize, 1), (1000, 1), (1000, 2), (10_000, 1), (10_000, 2)] {
        let mut instances: Vec<Instance> = (0..count).map(|_| cases::ready(&Arc::clone(&model), None)).collect();
        let steps: u32 = if count == 1 { 20_000 } else { 20 };
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for part in instances.chunks_mut(count.div_ceil(threads)) {
                scope.spawn(|| drive(part, &inputs, steps));
            }
        });
        let elapsed = begin.elapsed().as_nanos() as f64;
        let each = elapsed / count as f64 / f64::from(steps);
        section.row(vec![count.to_string(), threads.to_string(), time(each), number(1e9 / each)]);
    }
    section
}

fn drive(instances: &mut [Instance], inputs: &[u32], steps: u32) {
    let mut values = vec![0.0; inputs.len()];
    for k in 0..steps {
        for (number, instance) in instances.iter_mut().enumerate() {
            values.iter_mut().enumerate().for_each(|(i, x)| *x = 1e-3 * ((number + i) as f64 + f64::from(k)).sin());
            instance.set(inputs, &values).unwrap();
            instance.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        }
    }
}
