//! Detects the kind of files that no command reads.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use zip::ZipArchive;

use super::error::CommandError;
use super::{input, reading};

/// Number of bytes of a file that are examined.
const LOOKED_AT: u64 = 1 << 16;

/// Magic numbers of other files.
const BEGINNINGS: [(&[u8], &str); 9] = [
    (b"\x7fELF", "a program or shared library (ELF)"),
    (b"MZ", "a program or shared library of Windows"),
    (b"\xcf\xfa\xed\xfe", "a program or shared library of macOS"),
    (b"\xca\xfe\xba\xbe", "a program or shared library of macOS, or compiled Java"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"MATLAB 5.0 MAT-file", "a MAT-file"),
    (b"glTF", "a glTF scene"),
    (b"\x89PNG", "a PNG picture"),
    (b"%PDF", "a PDF document"),
];

/// Root elements of XML, and what files with them are.
const ROOTS: [(&str, &str); 6] = [
    ("robot", "a robot description (URDF), which is read when its name ends in `.urdf`"),
    ("mujoco", "a model of MuJoCo (MJCF)"),
    ("sdf", "a model of Gazebo (SDF)"),
    ("fmiModelDescription", "the modelDescription.xml of an FMU, not the whole FMU"),
    ("ssd:SystemStructureDescription", "a system of FMUs (SSD)"),
    ("html", "a web page"),
];

const MODELICA_TEXT: &str = "Modelica text, which is read when its name ends in `.mo`";

/// Commands that take models and FMUs alike.
const MODEL_COMMANDS: &str = "`check`, `simulate`, `plot`, `animate` and `linearize`";

/// First words of Modelica text.
const MODELICA: [&str; 10] =
    ["within", "model", "package", "partial", "block", "class", "connector", "record", "function", "encapsulated"];

/// The error for a file that is plainly neither a model file nor an FMU of FMI 2.0; none where it may be one. Also for a file
/// that is not there.
pub(crate) fn refuse_foreign(path: &Path) -> Result<(), CommandError> {
    // Whatever its name ends in.
    if let Err(error) = path.metadata() {
        return Err(CommandError::Problem(format!("{} cannot be read: {error}", path.display())));
    }
    match what_is(path) {
        Some(what) => Err(CommandError::Problem(format!(
            "{} is {what}; expected is a model file (TOML or JSON), Modelica text, a robot description (URDF) or an FMU of FMI 2.0",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// The error for a file that is plainly no FMU, with the commands that take it; none where it may be one, or cannot be read.
pub(crate) fn expect_fmu(path: &Path) -> Result<(), CommandError> {
    if !path.exists() || input::starts_like_zip(path) {
        return Ok(());
    }
    let expected = "expected is an FMU of FMI 2.0";
    let text = match (reading::model_kind(path), what_is(path)) {
        (_, Some(what)) => format!("{} is {what}; {expected}", path.display()),
        (Some(what), None) => format!(
            "{} is {what}; {expected}, which `build` makes of it; {MODEL_COMMANDS} take it as it is",
            path.display()
        ),
        (None, None) => return Ok(()),
    };
    Err(CommandError::Problem(text))
}

/// The error for an FMU where a model is expected, with the commands that take it.
pub(crate) fn refuse_fmu(path: &Path) -> Result<(), CommandError> {
    if !input::is_fmu(path) {
        return Ok(());
    }
    Err(CommandError::Problem(format!(
        "{} is an FMU; expected is a model file (TOML or JSON), Modelica text or a robot description (URDF); `inspect`, `merge`, \
         {MODEL_COMMANDS} take FMUs",
        path.display()
    )))
}

fn what_is(path: &Path) -> Option<String> {
    if path.is_dir() {
        let is_unpacked = path.join("modelDescription.xml").is_file();
        let what =
            if is_unpacked { "an unpacked FMU, whose content is to be packed as a zip archive" } else { "a folder" };
        return Some(what.to_owned());
    }
    let mut start = Vec::new();
    File::open(path).ok()?.take(LOOKED_AT).read_to_end(&mut start).ok()?;
    if start.is_empty() && path.is_file() {
        return Some("an empty file".to_owned());
    }
    if start.starts_with(b"PK\x03\x04") {
        return archive(path);
    }
    if let Some((_, what)) = BEGINNINGS.iter().find(|(beginning, _)| start.starts_with(beginning)) {
        return Some((*what).to_owned());
    }
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Some("text in UTF-16, which is to be saved as UTF-8".to_owned());
    }
    if start.contains(&0) {
        return Some("a binary file".to_owned());
    }
    let start = String::from_utf8_lossy(&start);
    // What is wrong with such a text, its reader says with the place.
    if reading::has_own_reader(path) {
        return None;
    }
    text(&start).map(str::to_owned)
}

/// An archive that is an FMU of another version, or of something else.
fn archive(path: &Path) -> Option<String> {
    let mut archive = ZipArchive::new(File::open(path).ok()?).ok()?;
    if archive.index_for_name("SystemStructure.ssd").is_some() {
        return Some("a system of FMUs (SSP)".to_owned());
    }
    let mut description = String::new();
    archive.by_name("modelDescription.xml").ok()?.take(LOOKED_AT).read_to_string(&mut description).ok()?;
    let (_, version) = description.split_once("fmiVersion")?;
    let version = version.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let version = version.split(['"', '\'']).next().filter(|version| !version.starts_with("2."))?;
    Some(format!("an FMU of FMI {version}"))
}

/// Kind of a text, by its beginning.
fn text(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') {
        return Some(xml(text));
    }
    let first_word = without_comments(text).split_whitespace().next().unwrap_or_default();
    let is_alone = |rest: &str| !rest.trim_start().starts_with(['=', '.']);
    let is_modelica =
        MODELICA.contains(&first_word) && without_comments(text).strip_prefix(first_word).is_some_and(is_alone);
    if is_modelica {
        return Some(MODELICA_TEXT);
    }
    is_csv(text).then_some("a CSV file")
}

/// Rest of a Modelica text behind leading comments.
fn without_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        let rest = if let Some(rest) = text.strip_prefix("//") {
            rest.split_once('\n')
        } else if let Some(rest) = text.strip_prefix("/*") {
            rest.split_once("*/")
        } else {
            return text;
        };
        let Some((_, rest)) = rest else { return "" };
        text = rest;
    }
}

fn xml(text: &str) -> &'static str {
    let elements = text.split('<').skip(1).filter(|element| !element.starts_with(['?', '!']));
    let root =
        elements.map(|element| element.split([' ', '>', '\t', '\r', '\n', '/']).next().unwrap_or_default()).next();
    let known = ROOTS.iter().find(|(name, _)| root.is_some_and(|root| root.eq_ignore_ascii_case(name)));
    known.map_or("an XML file", |(_, what)| what)
}

/// True for a row of numbers, perhaps below a row of names.
fn is_csv(text: &str) -> bool {
    let is_row = |line: &str| {
        [',', ';', '\t'].into_iter().any(|separator| {
            line.contains(separator) && line.split(separator).all(|cell| cell.trim().parse::<f64>().is_ok())
        })
    };
    let is_header = |line: &str| !line.starts_with(['[', '{', '#']) && !line.contains(" = ");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    match (lines.next(), lines.next()) {
        (Some(first), _) if is_row(first) => true,
        (Some(first), Some(second)) => is_header(first) && is_row(second),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_known_by_their_beginning() {
        for (beginning, what) in [
            ("<?xml version=\"1.0\"?>\n<!-- a -->\n<robot name=\"r\">", Some(ROOTS[0].1)),
            ("<mujoco>", Some("a model of MuJoCo (MJCF)")),
            ("<a/>", Some("an XML file")),
            ("within Modelica;\nmodel A\n", Some(MODELICA_TEXT)),
            ("// comment\n/* more\n */ partial model A\n", Some(MODELICA_TEXT)),
            ("\"time\",\"rev.phi\"\n0,1\n", Some("a CSV file")),
            ("time,a\n0.0,1e-3\n", Some("a CSV file")),
            ("0;1;2\n", Some("a CSV file")),
            ("name = \"A\"\n", None),
            ("model = 1\n", None),
            ("model.x = 1\n", None),
            ("{ \"name\": \"A\" }", None),
            ("# comment\nname = \"A, B\"\n", None),
            ("[components.a]\n", None),
            ("", None),
        ] {
            assert_eq!(text(beginning), what, "{beginning}");
        }
    }
}
