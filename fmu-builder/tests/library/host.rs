//! The host, on an FMU written in C that keeps the calling order strictly.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use fmu_builder::host::{
    CallHandler, HostError, Instance, Listener, MessageHandler, Package, RunOptions, Setting, SettingError, Simulation,
    SimulationError, SimulationOptions, Status,
};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::decay;

use decay::{DESCRIPTION, fmu_with, folder};

fn package() -> Package {
    Package::from_bytes(&fmu_with(DESCRIPTION)).unwrap()
}

fn set(name: &str, value: &str) -> Setting {
    Setting { name: name.into(), value: value.into() }
}

fn names(names: &[&str]) -> Option<Vec<String>> {
    Some(names.iter().map(|&name| name.to_owned()).collect())
}

/// All rows: time, then the values.
/// Options of a run with these settings.
fn with(settings: Vec<Setting>) -> RunOptions {
    RunOptions { settings, ..RunOptions::default() }
}

fn rows(options: &SimulationOptions) -> Result<Vec<Vec<f64>>, SimulationError> {
    collect(options, |simulation, sink| simulation.run(sink))
}

fn collect(
    options: &SimulationOptions,
    run: impl FnOnce(&Simulation<'_>, &mut dyn FnMut(f64, &[f64]) -> std::io::Result<()>) -> Result<(), SimulationError>,
) -> Result<Vec<Vec<f64>>, SimulationError> {
    let package = package();
    let simulation = Simulation::new(&package, options)?;
    let mut rows = Vec::new();
    run(&simulation, &mut |time, values| {
        rows.push([&[time], values].concat());
        Ok(())
    })?;
    Ok(rows)
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

#[test]
fn the_default_experiment_and_the_outputs_are_taken() {
    let rows = rows(&SimulationOptions::default()).unwrap();
    let times: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(times, [0.0, 0.25, 0.5, 0.75, 1.0]);
    rows.iter().for_each(|row| assert_close(row[1], (-row[0]).exp()));
}

#[test]
fn options_come_before_the_default_experiment() {
    let options = SimulationOptions {
        run: RunOptions {
            start_time: Some(2.0),
            stop_time: Some(3.0),
            step_size: Some(0.4),
            ..with(vec![set("k", "3"), set("x", "2.5"), set("u", "10")])
        },
        variables: names(&["steps", "late", "x", "y", "kinds"]),
        ..SimulationOptions::default()
    };
    let rows = rows(&options).unwrap();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [2.0, 2.4, 2.8, 3.0]);
    for (index, row) in rows.iter().enumerate() {
        let x = 2.5 * (-3.0 * (row[0] - 2.0)).exp();
        assert_eq!((row[1], row[2], row[5]), (index as f64, 1.0, -1.0));
        assert_close(row[3], x);
        assert_close(row[4], x + 10.0);
    }
}

#[test]
fn an_event_in_the_grid_gives_its_left_and_its_right_limit() {
    let options = SimulationOptions { variables: names(&["x", "steps", "late"]), ..SimulationOptions::default() };
    let times = [0.0, 0.0, 0.5, 0.5, 0.75];
    let rows = collect(&options, |simulation, sink| simulation.run_on_grid(&times, sink)).unwrap();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), times);
    assert_eq!(rows.iter().map(|row| row[2]).collect::<Vec<_>>(), [0.0, 0.0, 1.0, 2.0, 3.0]);
    // Just before 0.5, and at it.
    let left = rows[2][1] - rows[3][1];
    assert!(left > 0.0 && left < 2e-9, "{left}");
    assert_close(rows[3][1], (-0.5_f64).exp());
}

#[test]
fn a_grid_that_does_not_ascend_is_refused() {
    let result =
        collect(&SimulationOptions::default(), |simulation, sink| simulation.run_on_grid(&[0.0, 1.0, 0.5], sink));
    assert!(matches!(result, Err(SimulationError::Times(_))));
}

#[test]
fn an_fmu_may_end_the_simulation() {
    let options = SimulationOptions { run: with(vec![set("endAt", "0.6")]), ..SimulationOptions::default() };
    let rows = rows(&options).unwrap();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [0.0, 0.25, 0.5, 0.6]);
    assert_close(rows[3][1], (-0.6_f64).exp());
}

#[test]
fn a_failing_step_says_when_and_why() {
    let options = SimulationOptions { run: with(vec![set("failAt", "0.6")]), ..SimulationOptions::default() };
    let error = rows(&options).unwrap_err();
    let text = error.to_string();
    for expected in ["0.5 s", "fmi2DoStep", "fmi2Error", "it broke"] {
        assert!(text.contains(expected), "{expected} missing in {text}");
    }
    assert!(!error.is_usage());
}

#[test]
fn settings_are_checked_against_the_fmu() {
    let refused = |name: &str, value: &str| {
        let options = SimulationOptions { run: with(vec![set(name, value)]), ..SimulationOptions::default() };
        let error = rows(&options).unwrap_err();
        assert!(error.is_usage());
        let SimulationError::Setting(error) = error else { panic!("{error}") };
        error
    };
    assert!(matches!(refused("faiAt", "1"), SettingError::Unknown { nearest: Some(name), .. } if name == "failAt"));
    assert!(matches!(refused("y", "1"), SettingError::NotSettable { .. }));
    assert!(matches!(refused("kinds", "1"), SettingError::NotSettable { .. }));
    assert!(matches!(refused("k", "one"), SettingError::Value { .. }));
    assert!(matches!(refused("k", "NaN"), SettingError::Value { .. }));
}

#[test]
fn an_unknown_variable_to_record_gets_the_nearest_name() {
    let options = SimulationOptions { variables: names(&["step"]), ..SimulationOptions::default() };
    let text = rows(&options).unwrap_err().to_string();
    assert!(text.contains("did you mean \"steps\""), "{text}");
}

#[test]
fn what_the_fmu_logs_reaches_the_handler_or_else_the_error() {
    let package = Package::from_bytes(&fmu_with(&DESCRIPTION.replace("decay-guid", "another"))).unwrap();
    let messages = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&messages);
    let library = Arc::new(package.load_library().unwrap());
    let logged = |listener: Listener| match Instance::new(&library, &package, listener) {
        Err(HostError::Instantiate { messages, .. }) => messages,
        _ => panic!("instantiated"),
    };
    assert_eq!(logged(Listener::default()), ["the GUID is wrong: 100% of it"]);
    let handler: MessageHandler = Arc::new(move |message| sink.lock().unwrap().push(message.clone()));
    assert!(logged(Listener { messages: Some(handler), ..Listener::default() }).is_empty());
    let messages = messages.lock().unwrap();
    assert_eq!((messages[0].status, messages[0].category.as_str()), (Status::Error, "logStatusError"));
    assert_eq!(messages[0].text, "the GUID is wrong: 100% of it");
}

/// The lines that the listener of calls gets in a simulation with these settings, and whether it succeeded.
fn calls(settings: Vec<Setting>) -> (Vec<String>, bool) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let handler: CallHandler = Arc::new(move |line: &str| sink.lock().unwrap().push(line.to_owned()));
    let listener = Listener { calls: Some(handler), ..Listener::default() };
    let outcome = rows(&SimulationOptions { run: with(settings), listener, ..SimulationOptions::default() });
    let lines = lines.lock().unwrap().clone();
    (lines, outcome.is_ok())
}

#[test]
fn every_call_is_told_with_arguments_and_result() {
    let (lines, is_ok) = calls(vec![set("k", "3"), set("u", "10")]);
    assert!(is_ok);
    let pairs: Vec<(&str, &str)> = lines.chunks(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
    assert!(pairs.iter().all(|(call, result)| call.starts_with("fmi2") && result.starts_with("  -> ")), "{lines:#?}");
    let functions: Vec<&str> = pairs.iter().map(|(call, _)| call.split('(').next().unwrap()).collect();
    let start = [
        "fmi2Instantiate",
        "fmi2SetupExperiment",
        "fmi2SetReal",
        "fmi2EnterInitializationMode",
        "fmi2SetReal",
        "fmi2ExitInitializationMode",
        "fmi2GetReal",
    ];
    assert_eq!(functions[..start.len()], start);
    assert_eq!(functions[functions.len() - 2..], ["fmi2Terminate", "fmi2FreeInstance"]);
    assert_eq!(functions.iter().filter(|name| **name == "fmi2DoStep").count(), 4);
    assert_eq!(pairs[2], ("fmi2SetReal(vr = [1], nvr = 1, value = [3.0])", "  -> fmi2OK"));
    assert_eq!(pairs[6], ("fmi2GetReal(vr = [3], nvr = 1)", "  -> fmi2OK, value = [11.0]"));
    let step = "fmi2DoStep(currentCommunicationPoint = 0.0, communicationStepSize = 0.25, \
                noSetFMUStatePriorToCurrentPoint = fmi2True)";
    assert!(pairs.contains(&(step, "  -> fmi2OK")), "{lines:#?}");
}

#[test]
fn calls_that_fail_are_told_as_well() {
    let (lines, is_ok) = calls(vec![set("failAt", "0.6")]);
    assert!(!is_ok);
    let failed = lines.iter().position(|line| line == "  -> fmi2Error").expect("an error");
    assert!(lines[failed - 1].starts_with("fmi2DoStep(currentCommunicationPoint = 0.5"), "{lines:#?}");
    assert_eq!(lines[lines.len() - 2..], ["fmi2FreeInstance()", "  -> freed"]);

    let (lines, is_ok) = calls(vec![set("endAt", "0.6")]);
    assert!(is_ok);
    let discarded = lines.iter().position(|line| line == "  -> fmi2Discard").expect("a step that ended");
    assert_eq!(
        lines[discarded + 1..discarded + 3],
        ["fmi2GetBooleanStatus(s = fmi2Terminated)", "  -> fmi2OK, value = 1"]
    );
    assert!(lines[discarded + 3].starts_with("fmi2GetRealStatus(s = fmi2LastSuccessfulTime)"), "{lines:#?}");
}

#[test]
fn a_simulation_can_be_repeated() {
    let package = package();
    let simulation = Simulation::new(&package, &SimulationOptions::default()).unwrap();
    let run = || {
        let mut values = Vec::new();
        simulation
            .run(&mut |_, row| {
                values.extend_from_slice(row);
                Ok(())
            })
            .unwrap();
        values
    };
    assert_eq!(run(), run());
}

#[test]
fn unpacked_files_are_removed() {
    let package = package();
    let library = package.library_path().unwrap();
    assert!(library.exists());
    drop(package);
    assert!(!library.exists());
}

#[test]
fn only_what_running_needs_is_unpacked() {
    let mut archive = ZipWriter::new_append(Cursor::new(fmu_with(DESCRIPTION))).unwrap();
    let helper = format!("binaries/{}/helper{}", folder(), std::env::consts::DLL_SUFFIX);
    let needed = ["resources/data/table.txt", helper.as_str()];
    for name in needed.into_iter().chain([
        "binaries/win64/decay.dll",
        "documentation/index.html",
        "extra/org.example/large.bin",
        "sources/decay.c",
        "model.png",
    ]) {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(name.as_bytes()).unwrap();
    }
    let package = Package::from_bytes(&archive.finish().unwrap().into_inner()).unwrap();
    let library = package.library_path().unwrap();
    let root = library.ancestors().nth(3).unwrap();
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    let mut expected = vec![library.clone(), root.join("modelDescription.xml")];
    expected.extend(needed.map(|name| root.join(name)));
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(std::fs::read_to_string(root.join(needed[0])).unwrap(), needed[0]);
}

#[test]
fn values_that_are_not_finite_are_refused_by_name_and_time() {
    let refused = |settings, variables| {
        let options = SimulationOptions { run: with(settings), variables, ..SimulationOptions::default() };
        match rows(&options).unwrap_err() {
            SimulationError::NotFinite { time, name, value } => (time, name, value),
            other => panic!("{other}"),
        }
    };
    assert_eq!(refused(vec![set("x", "1e308"), set("u", "1e308")], None), (0.0, "y".to_owned(), f64::INFINITY));
    let growing = || vec![set("k", "-2000")];
    assert_eq!(refused(growing(), names(&["steps", "x"])), (0.5, "x".to_owned(), f64::INFINITY));
    // Nobody asked for the others.
    let options =
        SimulationOptions { run: with(growing()), variables: names(&["steps"]), ..SimulationOptions::default() };
    assert_eq!(rows(&options).unwrap().len(), 5);
}

#[test]
fn archives_that_are_no_fmu_are_refused_by_name() {
    let error = |bytes: &[u8]| Package::from_bytes(bytes).unwrap_err().to_string();
    assert!(error(b"text").contains("zip"));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("a", SimpleFileOptions::default()).unwrap();
    assert!(error(&archive.finish().unwrap().into_inner()).contains("modelDescription.xml"));
    let package = Package::from_bytes(&fmu_with(&DESCRIPTION.replace("\"decay\"", "\"other\""))).unwrap();
    let text = package.library_path().unwrap_err().to_string();
    assert!(text.contains("other") && text.contains("decay"), "{text}");
    let exchange = DESCRIPTION.replace("<CoSimulation", "<ModelExchange");
    assert!(matches!(
        Package::from_bytes(&fmu_with(&exchange)).unwrap().library_path(),
        Err(HostError::NoCoSimulation)
    ));
}

#[test]
fn entries_that_leave_the_folder_are_not_unpacked() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [("modelDescription.xml", DESCRIPTION.as_bytes()), ("../outside.txt", b"x")] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let outside = std::env::temp_dir().join("outside.txt");
    let _ = Package::from_bytes(&bytes);
    assert!(!outside.exists());
}
