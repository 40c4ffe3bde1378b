//! The modelIdentifier: base name of the library in binaries/ and prefix of C functions.

use compiler::model_file::c_identifier;
use uuid::Uuid;

/// Longest identifier, so that paths inside unpacked FMUs stay below the 260 characters of Windows.
const MAX_LENGTH: usize = 40;
/// Digits of the hash that keeps cut names apart.
const HASH_LENGTH: usize = 6;
/// Namespace of that hash.
const NAMESPACE: Uuid = Uuid::from_u128(0x6d75_6c74_6962_6f64_792d_666d_752d_6964);

/// The C identifier of at most 40 characters made from a model name: what is not a letter, digit or underscore becomes an
/// underscore, and a longer name is cut and ends in a short hash of the whole.
///
/// ```
/// assert_eq!(fmu_tool::model_identifier("Robot.Arm 2"), "Robot_Arm_2");
/// assert_eq!(fmu_tool::model_identifier("2D"), "_2D");
/// ```
pub fn model_identifier(name: &str) -> String {
    let mut identifier = c_identifier(name);
    if identifier.len() > MAX_LENGTH {
        let hash = Uuid::new_v5(&NAMESPACE, name.as_bytes()).simple().to_string();
        identifier.truncate(MAX_LENGTH - HASH_LENGTH - 1);
        identifier.push('_');
        identifier.extend(hash.chars().take(HASH_LENGTH));
    }
    identifier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_c_identifier_for_any_name() {
        for name in ["", "a", "1", "Ünïcode ☃", "a-b", "../../etc/passwd", "x".repeat(400).as_str()] {
            let identifier = model_identifier(name);
            assert!(identifier.len() <= MAX_LENGTH, "{identifier}");
            assert!(identifier.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'), "{identifier}");
            assert!(identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{identifier}");
        }
    }

    #[test]
    fn long_names_that_differ_at_the_end_stay_apart() {
        let name = |last: &str| format!("Modelica.Mechanics.MultiBody.Examples.Elementary.{last}");
        assert_ne!(model_identifier(&name("Pendulum")), model_identifier(&name("DoublePendulum")));
        assert_eq!(model_identifier(&name("Pendulum")), model_identifier(&name("Pendulum")));
    }
}
