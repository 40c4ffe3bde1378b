//! The command line as a user meets it: exit codes, messages, files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use crate::command;

#[cfg(unix)]
use command::builder;
use command::{Folder, Ran, example};

/// Header and rows of a CSV text.
fn csv(text: &str) -> (String, Vec<Vec<f64>>) {
    let mut lines = text.lines();
    let header = lines.next().unwrap().to_owned();
    (header, lines.map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect())
}

#[test]
fn wrong_arguments_end_with_2() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let model = model.to_str().unwrap();
    for arguments in [
        &[][..],
        &["explode"],
        &["build"],
        &["build", model, "--expose", "some"],
        &["simulate", model, "--stop-time", "soon"],
        &["simulate", model, "--set", "rev.phi"],
        &["simulate", model, "--set", "=1"],
        &["simulate", model, "--variables", "a", "--variables-file", "b"],
        &["simulate", model, "--stop-time", "-1"],
        &["simulate", model, "--step-size", "0"],
        &["simulate", model, "--tolerance", "-1e-6"],
        &["simulate", model, "--set", "no.such.name=1"],
        &["simulate", model, "--variables", "no.such.name"],
        &["build", model, "-o", model],
        &["check", "M.mo", "--path", "no/such/folder"],
    ] {
        folder.run(arguments).exits(2);
    }
    assert_eq!(folder.files(), Vec::<String>::new());
}

#[test]
fn help_shows_examples_and_exit_codes() {
    let folder = Folder::new();
    folder.run(["--help"]).succeeds().says(&["Examples:", "Exit codes:", "build", "check", "inspect", "simulate"]);
    folder.run(["build", "--help"]).succeeds().says(&[
        "Examples:",
        "SOURCE_DATE_EPOCH",
        "--expose",
        "--naming",
        "--binary",
    ]);
    folder.run(["merge", "--help"]).succeeds().says(&["Examples:", "Exit codes:"]);
    folder.run(["simulate", "--help"]).succeeds().says(&["Examples:", "Exit codes:", "--set", "--variables-file"]);
    folder.run(["--version"]).succeeds().says(&[env!("CARGO_PKG_VERSION")]);
}

#[test]
fn a_missing_model_file_is_named() {
    let folder = Folder::new();
    for command in ["build", "check", "simulate"] {
        folder.run([command, "absent.toml"]).exits(1).says(&["absent.toml", "error"]);
    }
    // Whatever its name ends in.
    for command in ["build", "check", "simulate", "plot", "animate", "linearize", "convert", "export"] {
        for name in ["absent", "absent.txt", "absent.fmu"] {
            if command != "build" || name != "absent.fmu" {
                folder.run([command, name]).exits(1).says(&[&format!("{name} cannot be read: ")]);
            }
        }
    }
    for command in ["inspect", "check", "simulate"] {
        folder.run([command, "absent.fmu"]).exits(1).says(&["absent.fmu", "error"]);
    }
    assert_eq!(folder.files(), Vec::<String>::new());
}

#[test]
fn the_kind_of_a_file_counts_more_than_the_name_of_the_output() {
    let folder = Folder::new();
    folder.write("run.csv", "time,x\n0,1\n1,2\n");
    folder.run(["simulate", "run.csv"]).exits(1).says(&["run.csv is a CSV file"]);
    let model = example("pendulum.toml");
    folder.run([OsStr::new("build"), model.as_os_str()]).succeeds();
    folder.run(["build", "pendulum.fmu"]).exits(1).says(&["pendulum.fmu is an FMU"]);
    let animate = [OsStr::new("animate"), model.as_os_str()];
    folder
        .run([animate[0], animate[1], OsStr::new("--width"), OsStr::new("100")])
        .exits(2)
        .says(&["--width is for pictures"]);
    folder
        .run([animate[0], animate[1], OsStr::new("-o"), OsStr::new("p.png")])
        .succeeds()
        .says(&["at 0 s, 960 x 720 pixels"]);
    folder.run(animate).succeeds().says(&["on 1 moving body, "]);
}

#[test]
fn folders_and_files_that_are_no_models_are_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.path("folder.toml")).unwrap();
    fs::create_dir(folder.path("folder.fmu")).unwrap();
    fs::write(folder.path("binary.toml"), [0xff, 0xfe, 0x00]).unwrap();
    folder.write("text.fmu", "no archive");
    for command in ["build", "check", "simulate"] {
        folder.run([command, "folder.toml"]).exits(1).says(&["folder.toml"]);
        folder.run([command, "binary.toml"]).exits(1).says(&["binary.toml"]);
    }
    for command in ["inspect", "check", "simulate"] {
        folder.run([command, "folder.fmu"]).exits(1);
        folder.run([command, "text.fmu"]).exits(1).says(&["zip"]);
    }
    assert_eq!(folder.files(), ["binary.toml", "folder.fmu", "folder.toml", "text.fmu"]);
}

#[test]
fn all_problems_of_a_model_are_shown_with_line_and_column() {
    let folder = Folder::new();
    folder.write("bad.toml", "name = \"Bad\"\nunknown = 1\n\n[components.x]\nm = 1999-01-01\n");
    for command in ["build", "check", "simulate"] {
        folder.run([command, "bad.toml"]).exits(1).says(&["bad.toml:2:1", "unknown = 1", "bad.toml:5:5", "problems"]);
    }
    folder.write("bad.json", "{\n  \"name\": \"Bad\",\n  \"nmae\": 1\n}");
    folder.run(["check", "bad.json"]).exits(1).says(&["bad.json:3:3"]);
    assert_eq!(folder.files(), ["bad.json", "bad.toml"]);
}

#[test]
fn outputs_that_cannot_be_written_are_named_and_leave_nothing() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    fs::create_dir(folder.path("taken")).unwrap();
    for command in ["build", "simulate"] {
        let run = |output: &str| {
            folder.run([OsStr::new(command), model.as_os_str(), OsStr::new("-o"), OsStr::new(output)]).exits(1)
        };
        run("no/such/folder/out").says(&["no/such/folder", "does not exist"]);
        run("taken").says(&["taken", "folder"]);
    }
    assert_eq!(folder.files(), ["taken"]);
}

#[test]
fn the_input_is_never_overwritten() {
    let folder = Folder::new();
    let text = fs::read_to_string(example("pendulum.toml")).unwrap();
    let model = folder.write("model.toml", &text);
    for command in ["build", "simulate"] {
        folder.run([command, "model.toml", "-o", "model.toml"]).exits(2).says(&["model.toml"]);
        folder.run([command, "model.toml", "-o", "./model.toml"]).exits(2);
    }
    assert_eq!(fs::read_to_string(model).unwrap(), text);
}

#[test]
fn outputs_go_to_the_current_folder_under_the_name_of_the_input() {
    let folder = Folder::new();
    let model = example("spring_mass.toml");
    folder.run([OsStr::new("build"), model.as_os_str()]).succeeds().says(&["spring_mass.fmu", "variables", "kB", "ms"]);
    folder.run([OsStr::new("simulate"), model.as_os_str()]).succeeds().says(&["spring_mass.csv", "501 rows"]);
    assert_eq!(folder.files(), ["spring_mass.csv", "spring_mass.fmu", "spring_mass.units.csv"]);
}

#[cfg(unix)]
#[test]
fn what_is_written_to_a_link_goes_to_its_target() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    fs::create_dir(folder.path("inner")).unwrap();
    std::os::unix::fs::symlink("inner/real.fmu", folder.path("link.fmu")).unwrap();
    folder.run([OsStr::new("build"), model.as_os_str(), OsStr::new("-o"), OsStr::new("link.fmu")]).succeeds();
    assert!(fs::symlink_metadata(folder.path("link.fmu")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(folder.path("inner/real.fmu")).unwrap().is_file());
    assert_eq!((folder.files().len(), fs::read_dir(folder.path("inner")).unwrap().count()), (2, 1));
    // A link to a file that is not there yet is that file.
    std::os::unix::fs::symlink("out.csv", folder.path("calls.txt")).unwrap();
    folder.run(["simulate", "link.fmu", "-o", "out.csv", "--fmi-log=calls.txt"]).exits(2).says(&["is the output"]);
}

#[test]
fn experiments_that_make_no_sense_are_refused_by_all_commands() {
    let folder = Folder::new();
    let text = fs::read_to_string(example("pendulum.toml")).unwrap();
    let (start, rest) = text.split_once("[experiment]").unwrap();
    let rest = rest.split_once("\n[").unwrap().1;
    for (experiment, expected) in [
        ("stop_time = 1e308\nstep_size = 1e-308", "a step of 1e-308 s is too small"),
        ("stop_time = 5e-324", "a step of 0.0 s is too small"),
        ("stop_time = 1e3\nstep_size = 1e-9", "1.0e12 steps of 1e-9 s are too many"),
    ] {
        folder.write("model.toml", &format!("{start}[experiment]\n{experiment}\n[{rest}"));
        for command in ["build", "check", "simulate"] {
            folder.run([command, "model.toml"]).exits(1).says(&[
                "`experiment`",
                expected,
                "help: choose a larger step size",
            ]);
        }
    }
    assert_eq!(folder.files(), ["model.toml"]);
    let model = example("pendulum.toml");
    let times = ["--stop-time", "1e3", "--step-size", "1e-9"].map(OsStr::new);
    folder
        .run([OsStr::new("simulate"), model.as_os_str()].into_iter().chain(times))
        .exits(2)
        .says(&["1.0e12 steps of 1e-9 s are too many"]);
}

#[test]
fn a_rebuild_gives_the_same_bytes_and_the_date_is_that_of_the_source() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let build = |name: &str, date: Option<&str>| {
        let mut command = folder.command([OsStr::new("build"), model.as_os_str(), OsStr::new("-o"), OsStr::new(name)]);
        date.map(|date| command.env("SOURCE_DATE_EPOCH", date));
        Ran(command.output().unwrap()).succeeds();
        fs::read(folder.path(name)).unwrap()
    };
    assert_eq!(build("a.fmu", None), build("b.fmu", None));
    assert_eq!(build("a.fmu", Some("86400")), build("b.fmu", Some("86400")));
    folder.run(["inspect", "a.fmu"]).succeeds().says(&["1970-01-02T00:00:00Z"]);
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_files_like_others() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = |extension: &str| folder.path(OsStr::from_bytes(&[b"\xff\xfe.", extension.as_bytes()].concat()));
    fs::copy(example("pendulum.toml"), name("toml")).unwrap();
    folder.run([OsStr::new("build"), name("toml").as_os_str()]).succeeds();
    assert!(name("fmu").exists());
    folder.run([OsStr::new("inspect"), name("fmu").as_os_str()]).succeeds().says(&["Pendulum"]);
    folder.run([OsStr::new("simulate"), name("fmu").as_os_str()]).succeeds();
    assert!(name("csv").exists());
}

#[cfg(unix)]
#[test]
fn the_builder_needs_nothing_but_itself() {
    let folder = Folder::new();
    fs::copy(builder(), folder.path("builder")).unwrap();
    fs::copy(example("pendulum.toml"), folder.path("model.toml")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(folder.path("builder"));
        Ran(command.args(arguments).current_dir(folder.0.path()).env_clear().output().unwrap()).succeeds()
    };
    run(&["build", "model.toml"]);
    run(&["simulate", "model.fmu"]);
    assert_eq!(folder.files(), ["builder", "model.csv", "model.fmu", "model.toml", "model.units.csv"]);
}

#[test]
fn inspect_shows_the_interface() {
    let folder = Folder::new();
    let fmu = folder.pendulum();
    folder.run([OsStr::new("inspect"), fmu.as_os_str()]).succeeds().says(&[
        "Pendulum",
        "GUID",
        "co-simulation   canHandleVariableCommunicationStepSize",
        "model exchange  canNotUseMemoryManagementFunctions",
        "maxOutputDerivativeOrder 2",
        "names           structured",
        "stop 10 s",
        "Inputs: 1",
        "tau",
        "N.m",
        "Outputs: 2",
        "angle",
        "damping",
        "Parameters",
        "--all shows them",
    ]);
    let all = folder.run([OsStr::new("inspect"), fmu.as_os_str(), OsStr::new("--all")]).succeeds();
    all.says(&["rev.phi", "body.frame_a.r_0[1]"]);
    let filtered = folder.run([OsStr::new("inspect"), fmu.as_os_str(), OsStr::new("--filter"), OsStr::new("rev.w")]);
    assert!(filtered.succeeds().says(&["rev.w"]).stdout().lines().all(|line| !line.contains("body.m")));
}

#[test]
fn what_is_shown_can_be_chosen() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let shown = |expose: &str| {
        let output = format!("{expose}.fmu");
        let arguments = ["build", model.to_str().unwrap(), "--expose", expose, "-o", &output];
        let ran = folder.run(arguments).succeeds();
        (ran, folder.run(["inspect", &output, "--all"]).succeeds())
    };
    let (_, all) = shown("all");
    all.says(&["body.frame_a.f[1]", "rev.phi"]);
    let (built, interface) = shown("interface");
    built.says(&["--expose all shows the rest"]);
    let interface = interface.says(&["rev.phi", "rev.w", "damping", "Inputs: 1", "Outputs: 2"]);
    assert!(!interface.stdout().contains("body.frame_a.f[1]"));
    // A hidden variable keeps no one from simulating, and the rows are the same.
    let rows = |fmu: &str| folder.run(["simulate", fmu, "-o", "-"]).succeeds().stdout();
    assert_eq!(rows("all.fmu"), rows("interface.fmu"));
}

#[test]
fn check_finds_nothing_wrong_with_the_examples() {
    let folder = Folder::new();
    for entry in fs::read_dir(example("")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension() != Some(OsStr::new("toml")) {
            continue;
        }
        folder.run([OsStr::new("check"), path.as_os_str()]).succeeds().says(&["no problems"]);
        folder.run([OsStr::new("build"), path.as_os_str()]).succeeds();
        let fmu = folder.path(path.with_extension("fmu").file_name().unwrap());
        folder.run([OsStr::new("check"), fmu.as_os_str()]).succeeds().says(&["no problems"]);
    }
    assert!(folder.files().len() >= 7);
}

#[test]
fn check_finds_nothing_wrong_with_the_examples_in_any_build_option() {
    let folder = Folder::new();
    for (number, entry) in fs::read_dir(example("")).unwrap().enumerate() {
        let path = entry.unwrap().path();
        if path.extension() != Some(OsStr::new("toml")) {
            continue;
        }
        // The other half of the options with the next example.
        let reference_result: &[&str] = if number % 2 == 0 { &["--reference-result"] } else { &[] };
        for (naming, expose) in [("flat", "all"), ("flat", "interface"), ("structured", "interface")] {
            let options = ["-o", "a.fmu", "--naming", naming, "--expose", expose];
            let mut command = folder.command([OsStr::new("build"), path.as_os_str()]);
            Ran(command.args(options).args(reference_result).output().unwrap()).succeeds();
            folder.run(["check", "a.fmu"]).succeeds().says(&["no problems"]);
        }
    }
}

#[test]
fn check_shows_all_problems_of_an_fmu_with_place_and_help() {
    let folder = Folder::new();
    let fmu = folder.pendulum();
    let bytes = fs::read(&fmu).unwrap();
    let mut writer = zip::ZipWriter::new_append(std::io::Cursor::new(bytes)).unwrap();
    for name in ["resources/\u{e4}.txt", "resources/a\\b.txt"] {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    }
    fs::write(&fmu, writer.finish().unwrap().into_inner()).unwrap();
    folder.run(["check", "pendulum.fmu"]).exits(1).says(&[
        "error: resources/\u{e4}.txt: its name is not ASCII",
        "error: resources/a\\b.txt: its name has backslashes",
        "help: separate folders by slashes",
        "pendulum.fmu: 2 problems",
        "not loaded: fix the problems first",
    ]);
}

#[test]
fn flat_names_are_those_that_the_commands_take() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let build = [OsStr::new("build"), model.as_os_str(), OsStr::new("--naming"), OsStr::new("flat")];
    folder.run(build).succeeds();
    folder.run(["inspect", "pendulum.fmu", "--all"]).succeeds().says(&["names           flat", "der_rev_phi"]);
    let simulate = |more: &[&str]| {
        let arguments = ["simulate", "pendulum.fmu", "-o", "-", "--stop-time", "0.1"];
        folder.run(arguments.iter().chain(more))
    };
    let result = simulate(&["--set", "rev_phi=0.25", "--variables", "rev_phi,body_frame_a_r_0_1"]).succeeds().stdout();
    let (header, rows) = csv(&result);
    assert_eq!((header.as_str(), rows[0][1]), ("time,\"rev_phi\",\"body_frame_a_r_0_1\"", 0.25));
    simulate(&["--set", "rev.phi=0.25"]).exits(2).says(&["did you mean \"rev_phi\""]);
}

#[test]
fn calls_are_logged_to_standard_error_or_a_file() {
    let folder = Folder::new();
    folder.pendulum();
    let simulate = |log: &str| {
        let times = ["--stop-time", "0.1", "--step-size", "0.05"];
        folder.run(["simulate", "pendulum.fmu", "-o", "out.csv", log].iter().chain(&times)).succeeds()
    };
    let on_terminal = simulate("--fmi-log").stderr();
    simulate("--fmi-log=calls.txt");
    let in_file = fs::read_to_string(folder.path("calls.txt")).unwrap();
    for text in [&on_terminal, &in_file] {
        assert!(text.starts_with("fmi2Instantiate(instanceName = \"Pendulum\""), "{text}");
        assert_eq!(text.matches("fmi2DoStep(currentCommunicationPoint = ").count(), 2, "{text}");
        assert!(text.ends_with("fmi2FreeInstance()\n  -> freed\n"), "{text}");
    }
    // A call that fails is there with what it returned.
    let arguments = ["simulate", "pendulum.fmu", "-o", "out.csv", "--set", "body.m=-1", "--fmi-log=calls.txt"];
    folder.run(arguments).exits(1);
    let calls = fs::read_to_string(folder.path("calls.txt")).unwrap();
    assert!(calls.contains("value = [-1.0])\n  -> fmi2Discard"), "{calls}");
    folder.run(["simulate", "pendulum.fmu", "--fmi-log=no/such/folder/calls.txt"]).exits(1).says(&["no/such/folder"]);
}

#[test]
fn the_log_of_calls_takes_no_file_that_is_read_or_written() {
    let folder = Folder::new();
    let text = fs::read_to_string(example("pendulum.toml")).unwrap();
    folder.write("model.toml", &text);
    folder.write("names.txt", "rev.phi\n");
    let refused = |log: &str, output: &str| {
        let arguments = ["simulate", "model.toml", "--variables-file", "names.txt", "-o", output, log];
        folder.run(arguments).exits(2).says(&["--fmi-log"]);
    };
    refused("--fmi-log=model.toml", "out.csv");
    refused("--fmi-log=./names.txt", "out.csv");
    refused("--fmi-log=out.csv", "./out.csv");
    folder.run(["simulate", "model.toml", "--fmi-log=model.csv"]).exits(2).says(&["model.csv"]);
    // Nor do the rows.
    let arguments = ["simulate", "model.toml", "--variables-file", "names.txt", "-o", "./names.txt"];
    folder.run(arguments).exits(2).says(&["names.txt", "-o"]);
    assert_eq!(folder.files(), ["model.toml", "names.txt"]);
    assert_eq!(fs::read_to_string(folder.path("model.toml")).unwrap(), text);
    // A log that there is stays as it is when there is nothing to run.
    folder.write("calls.txt", "old");
    folder.run(["simulate", "no.such.toml", "--fmi-log=calls.txt"]).exits(1);
    assert_eq!(fs::read_to_string(folder.path("calls.txt")).unwrap(), "old");
}

/// A mass that swings through the end of its spring, where the spring's length is less than s_small.
#[test]
fn warnings_of_an_fmu_are_shown() {
    let folder = Folder::new();
    let text = fs::read_to_string(example("spring_mass.toml")).unwrap();
    let text = text.replacen("class = \"Forces.Spring\"", "class = \"Forces.Spring\"\ns_small = 10", 1);
    folder.write("close.toml", &text);
    let simulate = |more: &[&str]| {
        let arguments = ["simulate", "close.toml", "--stop-time", "0.1"];
        folder.run(arguments.iter().chain(more)).succeeds().stderr()
    };
    let (problems, all) = (simulate(&[]), simulate(&["--log"]));
    for text in [&problems, &all] {
        assert!(text.contains("fmi2Warning [logStatusWarning]") && text.contains("s_small = 1e1 m"), "{text}");
    }
    assert!(!problems.contains("fmi2OK"), "{problems}");
    let calm = folder.run([OsStr::new("simulate"), example("spring_mass.toml").as_os_str()]).succeeds();
    assert_eq!(calm.stderr(), "");
}

#[test]
fn libraries_are_checked_before_they_are_packed() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let model = model.to_str().unwrap();
    folder.write("text.dll", "text");
    folder
        .run(["build", model, "--binary", "win64=text.dll"])
        .exits(1)
        .says(&["text.dll", "not a shared library for win64"]);
    folder.run(["build", model, "--binary", "win64=absent.dll"]).exits(1).says(&["absent.dll"]);
    folder
        .run(["build", model, "--binary", "win16=text.dll"])
        .exits(2)
        .says(&["win16", "expected one of win32, win64"]);
    folder.run(["build", model, "--binary", "text.dll"]).exits(2).says(&["PLATFORM=FILE"]);
    let twice = ["build", model, "--binary", "win64=text.dll", "--binary", "win64=text.dll"];
    folder.run(twice).exits(2).says(&["win64", "twice"]);
    assert_eq!(folder.files(), ["text.dll"]);
}

#[test]
fn merging_writes_whole_files_only() {
    let folder = Folder::new();
    folder.pendulum();
    fs::copy(folder.path("pendulum.fmu"), folder.path("same.fmu")).unwrap();
    folder.run(["merge", "pendulum.fmu", "same.fmu", "-o", "all.fmu"]).succeeds().says(&["all.fmu", "platforms"]);
    folder.run(["check", "all.fmu"]).succeeds().says(&["no problems"]);
    folder.run(["merge", "pendulum.fmu", "-o", "one.fmu"]).exits(2);
    folder.run(["merge", "pendulum.fmu", "same.fmu", "-o", "same.fmu"]).exits(2).says(&["is the input"]);
    let other = example("spring_mass.toml");
    folder.run([OsStr::new("build"), other.as_os_str(), OsStr::new("-o"), OsStr::new("other.fmu")]).succeeds();
    let refused = folder.run(["merge", "pendulum.fmu", "other.fmu", "-o", "both.fmu"]).exits(1);
    refused.says(&["different models", "pendulum.fmu", "other.fmu"]);
    assert_eq!(folder.files(), ["all.fmu", "other.fmu", "pendulum.fmu", "same.fmu"]);
}

#[test]
fn simulating_a_model_and_its_fmu_gives_the_same_rows() {
    let folder = Folder::new();
    let fmu = folder.pendulum();
    let simulate = |file: &Path, output: &str| {
        folder
            .run([OsStr::new("simulate"), file.as_os_str(), OsStr::new("-o"), OsStr::new(output)])
            .succeeds()
            .says(&[output, "501 rows", "2 variables"]);
        fs::read_to_string(folder.path(output)).unwrap()
    };
    let (of_model, of_fmu) = (simulate(&example("pendulum.toml"), "a.csv"), simulate(&fmu, "b.csv"));
    assert_eq!(of_model, of_fmu);
    let (header, rows) = csv(&of_model);
    assert_eq!(header, "time,\"angle\",\"speed\"");
    assert_eq!((rows[0][0], rows[0][1], rows[500][0]), (0.0, 0.5, 10.0));
    let largest = rows.iter().map(|row| row[1].abs()).fold(0.0, f64::max);
    // It starts 0.5 rad above the horizontal, and cannot come higher than that on the other side, at -pi - 0.5.
    assert!(largest > 1.0 && largest < std::f64::consts::PI + 0.51, "{largest}");
}

/// What a step of this example costs is counted in evaluations, so that it ends equally on every machine.
#[test]
fn a_simulation_that_would_take_months_ends_at_once() {
    let folder = Folder::new();
    let model = fs::read_to_string(example("spring_mass.toml")).unwrap();
    folder.write("stiff.toml", &model.replace("c = 30.0", "c = 1e20"));
    let arguments = ["simulate", "stiff.toml", "-o", "stiff.csv", "--stop-time", "1e3", "--step-size", "1e2"];
    let refused = folder.run(arguments).exits(1);
    let refused = refused.says(&["fmi2DoStep returned fmi2Discard", "evaluations", "shorter communication steps"]);
    // Once, when the FMU logs it.
    assert_eq!(refused.stderr().matches("max_evaluations").count(), 1, "{}", refused.stderr());
    assert_eq!(folder.files(), ["stiff.csv", "stiff.toml", "stiff.units.csv"]);
}

#[test]
fn settings_change_the_result_and_variables_choose_it() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let simulate = |more: &[&str]| {
        let mut arguments =
            vec!["simulate", model.to_str().unwrap(), "-o", "-", "--stop-time", "1", "--step-size", "0.5"];
        arguments.extend(more);
        csv(&folder.run(arguments).succeeds().stdout())
    };
    let (header, rows) = simulate(&["--variables", "rev.phi,body.frame_a.r_0[1],time", "--variables", "rev.w"]);
    assert_eq!(header, "time,\"rev.phi\",\"body.frame_a.r_0[1]\",\"rev.w\"");
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
    folder.write("names.txt", "# of the joint\nrev.phi\n\n  rev.w  # its speed\n");
    let (from_file, _) = simulate(&["--variables-file", "names.txt"]);
    assert_eq!(from_file, "time,\"rev.phi\",\"rev.w\"");

    let end = |more: &[&str]| simulate(more).1.last().unwrap().clone();
    let reference = end(&[]);
    assert_ne!(reference, end(&["--set", "damping=2"]), "a model parameter");
    assert_ne!(reference, end(&["--set", "tau=1"]), "an input");
    assert_ne!(reference, end(&["--set", "rev.phi=0.6"]), "a start value");
    assert_eq!(simulate(&["--set", "rev.phi=0.6", "--variables", "rev.phi"]).1[0][1], 0.6);
}

#[test]
fn unknown_names_get_the_nearest_one() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let simulate = |option: &str, value: &str| {
        folder.run([OsStr::new("simulate"), model.as_os_str(), OsStr::new(option), OsStr::new(value)]).exits(2)
    };
    simulate("--set", "dampng=1").says(&["dampng", "did you mean \"damping\""]);
    simulate("--variables", "rev.ph").says(&["did you mean \"rev.phi\""]);
    simulate("--set", "rev.a=1").says(&["rev.a", "cannot be set"]);
    simulate("--set", "damping=much")
        .says(&["damping", "a number, alone or with a unit that fits N.m.s/rad, is expected"]);
    assert_eq!(folder.files(), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let mut command = folder.command(["simulate", example("pendulum.toml").to_str().unwrap(), "-o", "-"]);
    let mut child =
        command.args(["--step-size", "1e-4"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = Ran(child.wait_with_output().unwrap()).succeeds();
    assert_eq!(ran.stderr(), "");
}

#[test]
fn a_file_that_is_replaced_is_never_half_written() {
    let folder = Folder::new();
    folder.write("out.csv", "old");
    let model = example("pendulum.toml");
    let arguments = ["simulate", model.to_str().unwrap(), "-o", "out.csv", "--variables", "no.such.name"];
    folder.run(arguments).exits(2);
    assert_eq!(fs::read_to_string(folder.path("out.csv")).unwrap(), "old");
    assert_eq!(folder.files(), ["out.csv"]);
}
