//! `check` on libraries of wrong machines and with missing functions, and packing libraries of other platforms.

use fmu_builder::binary::BinaryFault;
use fmu_builder::check::{self, Fault, Problem};

use super::entries::{broken, entry, find, library, pendulum, zip};
use super::libraries;

#[test]
fn libraries_that_are_missing_or_called_otherwise() {
    let name = library();
    let (place, fault) = broken(|entries| entries.retain(|entry| !entry.name.starts_with("binaries/")));
    assert!(place == "archive" && matches!(fault, Fault::Binary(BinaryFault::Missing { .. })), "{place}: {fault}");
    let (place, fault) = broken(|entries| find(entries, &name).name = name.replace("Pendulum", "pendulum1"));
    assert!(name.starts_with(&place), "{place}");
    assert!(
        fault.to_string().contains("pendulum1") && matches!(fault, Fault::Binary(BinaryFault::Missing { .. })),
        "{fault}"
    );
}

/// The fault of a library that is added for a platform.
fn added(platform: &str, file: &str, bytes: &[u8]) -> BinaryFault {
    let path = format!("binaries/{platform}/{file}");
    let (place, fault) = broken(|entries| entries.push(entry(&path, bytes)));
    assert_eq!(place, path);
    let Fault::Binary(fault) = fault else { panic!("{fault}") };
    fault
}

#[test]
fn libraries_of_other_machines() {
    use object::Architecture::{Aarch64, X86_64};
    let all = libraries::all_functions();
    let machine = |fault: BinaryFault| match fault {
        BinaryFault::Machine { found, .. } => found,
        other => panic!("{other}"),
    };
    let x86 = libraries::elf(X86_64, &all);
    assert_eq!(machine(added("win64", "Pendulum.dll", &x86)), "ELF for x86-64");
    assert_eq!(machine(added("aarch64-linux", "Pendulum.so", &x86)), "ELF for x86-64");
    assert_eq!(machine(added("linux32", "Pendulum.so", &x86)), "ELF for x86-64");
    let windows = libraries::pe(object::pe::IMAGE_FILE_MACHINE_AMD64, &all);
    assert_eq!(machine(added("darwin64", "Pendulum.dylib", &windows)), "PE for x86-64");
    assert_eq!(machine(added("win32", "Pendulum.dll", &windows)), "PE for x86-64");
    let fat = libraries::fat(&[(X86_64, libraries::mach_o(X86_64, &all)), (Aarch64, libraries::mach_o(Aarch64, &all))]);
    assert_eq!(machine(added("win64", "Pendulum.dll", &fat)), "Mach-O for x86-64 and Mach-O for 64-bit ARM");
    assert!(matches!(added("win64", "Pendulum.dll", b"text"), BinaryFault::Unreadable { .. }));
    let object = libraries::mach_o(X86_64, &all);
    assert_eq!(check_with("darwin64", "Pendulum.dylib", &object), []);
    assert_eq!(check_with("darwin64", "Pendulum.dylib", &fat), []);
    assert_eq!(check_with("win64", "Pendulum.dll", &windows), []);
    assert_eq!(check_with("aarch64-linux", "Pendulum.so", &libraries::elf(Aarch64, &all)), []);
}

fn check_with(platform: &str, file: &str, bytes: &[u8]) -> Vec<Problem> {
    let mut entries = pendulum();
    entries.push(entry(&format!("binaries/{platform}/{file}"), bytes));
    check::fmu(&zip(&entries)).problems
}

#[test]
fn functions_that_are_missing() {
    use object::Architecture::{Aarch64, X86_64};
    let missing = |fault: BinaryFault| match fault {
        BinaryFault::Exports { missing, .. } => missing,
        other => panic!("{other}"),
    };
    for name in ["fmi2Reset", "fmi2DeSerializeFMUstate", "fmi2CancelStep", "fmi2GetEventIndicators"] {
        let some = libraries::all_but(name);
        let windows = libraries::pe(object::pe::IMAGE_FILE_MACHINE_AMD64, &some);
        assert_eq!(missing(added("win64", "Pendulum.dll", &windows)), [name]);
        let arm = libraries::elf(Aarch64, &some);
        assert_eq!(missing(added("aarch64-linux", "Pendulum.so", &arm)), [name]);
        // In a library for several machines each part counts.
        let parts = [
            (X86_64, libraries::mach_o(X86_64, &some)),
            (Aarch64, libraries::mach_o(Aarch64, &libraries::all_functions())),
        ];
        assert_eq!(missing(added("darwin64", "Pendulum.dylib", &libraries::fat(&parts))), [name]);
    }
}
