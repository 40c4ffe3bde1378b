//! `check` on archives in which exactly one thing is broken: exactly that is found.

use std::io::{Cursor, Write};

use fmu_builder::RUNTIMES;
use fmu_builder::check::{self, ArchiveFault, Fault, Problem};
use fmu_builder::host::{HostError, Package};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::entries::{Entry, broken, compiled, entry, find, only, pendulum, stored, zip};

#[test]
fn a_good_fmu_has_no_problems_and_is_initialised() {
    let report = check::fmu(&zip(&pendulum()));
    assert_eq!(report.problems, []);
    assert_eq!(report.notes, Vec::<String>::new());
    assert_eq!(report.platforms, RUNTIMES[0].folders);
}

#[test]
fn start_values_that_make_no_model_are_found() {
    let model = compiled(
        r#"{"name": "Nothing to move", "components": {"world": {"class": "World"}, "rev": {"class": "Joints.Revolute"}},
            "connections": [["world.frame_b", "rev.frame_a"]]}"#,
    );
    let (_, fault) = broken(|entries| find(entries, "model.bin").bytes = model);
    assert!(matches!(&fault, Fault::Run(text) if text.contains("InitializationMode")), "{fault}");
}

#[test]
fn a_model_that_is_missing_is_named_once() {
    let (_, fault) = broken(|entries| entries.retain(|entry| !entry.name.ends_with("model.bin")));
    let text = fault.to_string();
    assert!(matches!(&fault, Fault::Instantiate(_)) && text.contains("no model.bin was found"), "{text}");
    assert_eq!((text.matches("No such file").count(), text.matches("fmi2Instantiate").count()), (1, 1), "{text}");
    assert_eq!(fault.help(), "build the FMU again from its model file");
}

#[test]
fn an_archive_that_is_none() {
    assert!(matches!(only(b"text"), (_, Fault::Archive(ArchiveFault::Unreadable(_)))));
    let bytes = zip(&pendulum());
    assert!(matches!(only(&bytes[..bytes.len() / 2]), (_, Fault::Archive(ArchiveFault::Unreadable(_)))));
}

#[test]
fn paths_in_the_archive() {
    let path = |name: &str| {
        let (place, fault) = broken(|entries| entries.push(entry(name, b"x")));
        assert_eq!(place, name);
        let Fault::Archive(fault) = fault else { panic!("{fault}") };
        fault
    };
    assert_eq!(path("resources\\a.txt"), ArchiveFault::Backslash);
    assert_eq!(path("/etc/a.txt"), ArchiveFault::Absolute);
    assert_eq!(path("C:/a.txt"), ArchiveFault::Absolute);
    assert_eq!(path("resources/../../a.txt"), ArchiveFault::Part("..".to_owned()));
    assert_eq!(path("./a.txt"), ArchiveFault::Part(".".to_owned()));
    assert_eq!(path("resources//a.txt"), ArchiveFault::Part(String::new()));
    assert_eq!(path("resources/\u{e4}.txt"), ArchiveFault::NotAscii);
    assert_eq!(path("resources/MODEL.json"), ArchiveFault::Case("resources/model.json".to_owned()));
    let (place, fault) = broken(|entries| entries.push(entry("resources/model.json/a.txt", b"x")));
    assert_eq!(
        (place.as_str(), fault),
        ("resources/model.json", Fault::Archive(ArchiveFault::FileAndFolder("resources/model.json/a.txt".to_owned())))
    );
}

#[test]
fn entries_of_the_same_name() {
    let mut entries = pendulum();
    entries.push(entry("resources/other.json", b"{}"));
    let bytes = zip(&entries);
    // No library writes such an archive.
    let bytes = replace(&bytes, b"resources/other.json", b"documentation/a.html");
    assert_eq!(check::fmu(&bytes).problems, []);
    let bytes = replace(&bytes, b"documentation/a.html", b"resources/model.json");
    let (place, fault) = only(&bytes);
    assert_eq!((place.as_str(), fault), ("resources/model.json", Fault::Archive(ArchiveFault::Duplicate)));
}

/// The bytes with all occurrences of `from` as `to`, which is as long.
fn replace(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = bytes.to_vec();
    let mut at = 0;
    while at + from.len() <= bytes.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
        at += 1;
    }
    bytes
}

#[test]
fn the_description_must_be_at_the_root() {
    let (_, fault) = broken(|entries| entries.iter_mut().for_each(|entry| entry.name.insert_str(0, "pendulum/")));
    let found = Some("pendulum/modelDescription.xml".to_owned());
    assert_eq!(fault, Fault::Archive(ArchiveFault::NoDescription { found }));
}

/// Archive with one more entry, whose headers are changed: offset in the local header, in the central one, value.
fn patched(places: &[(usize, usize, u16)]) -> Vec<u8> {
    let mut entries = pendulum();
    entries.push(entry("documentation/patched", b"text"));
    let mut bytes = zip(&entries);
    let find = |bytes: &[u8], signature: &[u8]| {
        let name = b"documentation/patched";
        let length = if signature == b"PK\x03\x04" { 30 } else { 46 };
        (0..bytes.len() - length)
            .find(|&at| bytes[at..].starts_with(signature) && bytes[at + length..].starts_with(name))
            .unwrap()
    };
    let (local, central) = (find(&bytes, b"PK\x03\x04"), find(&bytes, b"PK\x01\x02"));
    for &(in_local, in_central, value) in places {
        bytes[local + in_local..local + in_local + 2].copy_from_slice(&value.to_le_bytes());
        bytes[central + in_central..central + in_central + 2].copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

#[test]
fn headers_of_the_archive() {
    let fault = |places: &[(usize, usize, u16)]| {
        let (place, fault) = only(&patched(places));
        assert_eq!(place, "documentation/patched");
        let Fault::Archive(fault) = fault else { panic!("{fault}") };
        fault
    };
    assert_eq!(check::fmu(&patched(&[])).problems, []);
    assert_eq!(fault(&[(8, 10, 12)]), ArchiveFault::Method(12));
    assert_eq!(fault(&[(6, 8, 1)]), ArchiveFault::Encrypted);
    assert_eq!(fault(&[(6, 8, 8)]), ArchiveFault::DataDescriptor);
    assert_eq!(fault(&[(4, 6, 45)]), ArchiveFault::Version(45));
    assert!(matches!(fault(&[(14, 16, 0)]), ArchiveFault::Damaged(_)), "the checksum");
}

/// The declared sizes decide, before anything is unpacked.
#[test]
fn archives_that_would_fill_the_memory_are_not_unpacked() {
    let large = patched(&[(24, 26, 0x8000)]);
    let size = match only(&large) {
        (place, Fault::Archive(ArchiveFault::TooLarge(size))) if place == "archive" => size,
        other => panic!("{other:?}"),
    };
    assert!(size > 0x8000_0000, "{size}");
    let error = Package::from_bytes(&large).unwrap_err();
    assert!(matches!(error, HostError::TooLarge(found) if found == size), "{error}");
    // What declares less than it has is not read on either.
    let name = "documentation/patched";
    let (place, fault) = only(&patched(&[(22, 24, 1)]));
    assert!(place == name && matches!(fault, Fault::Archive(ArchiveFault::Damaged(_))), "{place}: {fault}");
}

/// Each of many entries that are wrong is told once, and not as damaged again.
#[test]
fn many_unreadable_entries_are_told_once_each() {
    let mut entries = pendulum();
    entries.extend((0..200).map(|n| entry(&format!("documentation/{n}"), b"text")));
    let mut bytes = zip(&entries);
    let is_extra =
        |bytes: &[u8], at: usize| bytes[at..].starts_with(b"documentation/") && bytes[at + 14].is_ascii_digit();
    for at in 46..bytes.len() - 15 {
        if is_extra(&bytes, at) && bytes[at - 46..].starts_with(b"PK\x01\x02") {
            bytes[at - 46 + 10] = 12;
        }
    }
    let problems = check::read_only(&bytes).problems;
    assert_eq!(problems.len(), 200);
    assert!(problems.iter().all(|problem| problem.fault == Fault::Archive(ArchiveFault::Method(12))), "{problems:#?}");
}

#[test]
fn links_in_the_archive() {
    let mut writer = ZipWriter::new_append(Cursor::new(zip(&pendulum()))).unwrap();
    writer.add_symlink("resources/link", "model.json", stored()).unwrap();
    let (place, fault) = only(&writer.finish().unwrap().into_inner());
    assert_eq!((place.as_str(), fault), ("resources/link", Fault::Archive(ArchiveFault::Link)));
}

#[test]
fn a_deflated_entry_that_is_streamed_has_a_data_descriptor() {
    let mut writer = ZipWriter::new_stream(Vec::new());
    for entry in pendulum() {
        writer.start_file(entry.name.as_str(), SimpleFileOptions::default()).unwrap();
        writer.write_all(&entry.bytes).unwrap();
    }
    let problems = check::fmu(&writer.finish().unwrap().into_inner()).problems;
    let is_descriptor = |problem: &Problem| problem.fault == Fault::Archive(ArchiveFault::DataDescriptor);
    assert!(!problems.is_empty() && problems.iter().all(is_descriptor), "{problems:#?}");
}

#[test]
fn the_model_of_another_description() {
    let guid = |entries: &mut Vec<Entry>, text: &[u8]| {
        let description = find(entries, "modelDescription.xml");
        let at = description.bytes.windows(6).position(|window| window == b"guid=\"").unwrap() + 6;
        description.bytes[at..at + text.len()].copy_from_slice(text);
    };
    let mut entries = pendulum();
    guid(&mut entries, b"00000000-0000");
    let problems = check::fmu(&zip(&entries)).problems;
    let places: Vec<String> = problems.iter().map(|problem| problem.place.to_string()).collect();
    assert_eq!(places, ["resources/model.json", "resources/model.bin"], "{problems:#?}");
    assert!(problems.iter().all(|problem| matches!(problem.fault, Fault::PackageGuid { .. })), "{problems:#?}");
    for name in ["model.json", "model.bin"] {
        let (place, fault) = broken(|entries| find(entries, name).bytes.truncate(20));
        assert_eq!(place, format!("resources/{name}"));
        assert!(matches!(fault, Fault::Package(_)), "{fault}");
    }
    let (_, fault) = broken(|entries| *find(entries, "model.bin").bytes.last_mut().unwrap() ^= 1);
    assert!(fault.to_string().contains("damaged"), "{fault}");
}

#[test]
fn a_description_that_cannot_be_read() {
    let (place, fault) = broken(|entries| find(entries, "modelDescription.xml").bytes.truncate(200));
    assert_eq!(place, "modelDescription.xml");
    assert!(matches!(fault, Fault::Unreadable(_)), "{fault}");

    let mut entries = pendulum();
    let description = find(&mut entries, "modelDescription.xml");
    let text = String::from_utf8(description.bytes.clone()).unwrap();
    let text = text.replacen("stopTime=\"10.0\"", "stopTime=\"soon\"", 1);
    description.bytes = text.replacen("causality=\"input\"", "causality=\"cause\"", 1).into_bytes();
    let problems = check::fmu(&zip(&entries)).problems;
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(problems.iter().all(|problem| matches!(problem.fault, Fault::Unreadable(_))), "{problems:#?}");
}

/// Whatever bytes an archive has, there is an answer.
#[test]
fn damaged_archives_are_refused_and_never_a_panic() {
    let mut entries = pendulum();
    entries.retain(|entry| !entry.name.starts_with("binaries/") && entry.bytes.len() < 100_000);
    let original = zip(&entries);
    let mut state = 5_u64;
    let mut random = |limit: usize| {
        // Knuth's linear congruential generator, MMIX.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit
    };
    let mut damaged = 0;
    for _ in 0..300 {
        let mut bytes = original.clone();
        // Half of the wounds in the directory at the end.
        for _ in 0..=random(3) {
            let at = if random(2) == 0 { bytes.len() - 1 - random(1000.min(bytes.len())) } else { random(bytes.len()) };
            bytes[at] = u8::try_from(random(256)).unwrap();
        }
        if random(4) == 0 {
            bytes.truncate(random(bytes.len()));
        }
        let problems = check::read_only(&bytes).problems;
        // Without libraries there is always one.
        assert!(!problems.is_empty());
        damaged += usize::from(problems.len() > 1 || !problems[0].to_string().contains("no library in binaries"));
    }
    assert!(damaged > 100, "{damaged}");
}
