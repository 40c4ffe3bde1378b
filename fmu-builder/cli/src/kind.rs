//! The kind of a file, by its extension or its content.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use fmu_tool::ssp;
use zip::ZipArchive;

use super::error::CommandError;

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

/// Root elements of XML, and the types of files with them.
const ROOTS: [(&str, &str); 6] = [
    ("robot", "a robot description (URDF), which is read when its name ends in `.urdf`"),
    ("mujoco", "a model of MuJoCo (MJCF)"),
    ("sdf", "a model of Gazebo (SDF)"),
    ("fmiModelDescription", "the modelDescription.xml of an FMU, not the whole FMU"),
    ("ssd:SystemStructureDescription", "a system of FMUs (SSD)"),
    ("html", "a web page"),
];

const MODELICA_TEXT: &str = "Modelica text, which is read when its name ends in `.mo`";

/// Commands that accept both models and FMUs.
const MODEL_COMMANDS: &str = "`check`, `simulate`, `plot`, `animate` and `linearize`";

/// First words of Modelica text.
const MODELICA: [&str; 10] =
    ["within", "model", "package", "partial", "block", "class", "connector", "record", "function", "encapsulated"];

/// Type of a file with a model, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// TOML or JSON.
    ModelFile,
    /// A robot.
    Urdf,
    /// Modelica text.
    Modelica,
}

const EXTENSIONS: [(&str, Kind); 4] =
    [("toml", Kind::ModelFile), ("json", Kind::ModelFile), ("urdf", Kind::Urdf), ("mo", Kind::Modelica)];
/// The extensions in words.
pub(crate) const EXTENSIONS_OF_MODELS: &str = "`.toml`, `.json`, `.urdf` or `.mo`";

impl Kind {
    /// The kind of the file with this name; none for other extensions.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let extension = extension(path);
        EXTENSIONS.into_iter().find(|(known, _)| extension == *known).map(|(_, kind)| kind)
    }

    /// Name of the kind, with its article.
    fn name(self) -> &'static str {
        match self {
            Self::ModelFile => "a model file",
            Self::Urdf => "a robot description (URDF)",
            Self::Modelica => "Modelica text",
        }
    }
}

/// The extension of a file in lower case; empty if there is none.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

/// First bytes of a zip archive with at least one entry.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// Returns true for an FMU, by its extension or its first bytes.
pub(crate) fn is_fmu(path: &Path) -> bool {
    extension(path) == "fmu" || starts_like_zip(path)
}

/// Returns true for an SSP, by its extension or its content.
pub(crate) fn is_ssp(path: &Path) -> bool {
    extension(path) == "ssp"
        || File::open(path)
            .ok()
            .and_then(|file| ZipArchive::new(file).ok())
            .is_some_and(|archive| holds_system(&archive))
}

fn holds_system(archive: &ZipArchive<File>) -> bool {
    archive.index_for_name(ssp::DESCRIPTION).is_some()
}

/// Returns true if the file begins like a zip archive with at least one entry.
pub(crate) fn starts_like_zip(path: &Path) -> bool {
    let mut start = [0; ZIP.len()];
    path.is_file() && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == ZIP
}

/// Refuses a file that does not exist or is neither a model file nor an FMU of FMI 2.0 or 3.0.
pub(crate) fn refuse_foreign(path: &Path) -> Result<(), CommandError> {
    // Regardless of its extension.
    if let Err(error) = path.metadata() {
        return Err(CommandError::Problem(format!("{} cannot be read: {error}", path.display())));
    }
    match what_is(path) {
        Some(what) => Err(CommandError::Problem(format!(
            "{} is {what}; expected a model file (TOML or JSON), Modelica text, a robot description (URDF) or an FMU of FMI 2.0 or 3.0",
            path.display()
        ))),
        None => Ok(()),
    }
}

/// Refuses a file that is not an FMU, and names the commands for it. A file that cannot be read passes.
pub(crate) fn expect_fmu(path: &Path) -> Result<(), CommandError> {
    if !path.exists() || (starts_like_zip(path) && !is_ssp(path)) {
        return Ok(());
    }
    let expected = "expected an FMU of FMI 2.0 or 3.0";
    let text = match (Kind::of(path).map(Kind::name), what_is(path)) {
        (_, Some(what)) => format!("{} is {what}; {expected}", path.display()),
        (Some(what), None) => format!(
            "{} is {what}; {expected}, which `build` makes from it; {MODEL_COMMANDS} take it directly",
            path.display()
        ),
        (None, None) => return Ok(()),
    };
    Err(CommandError::Problem(text))
}

/// Refuses an FMU where a model is expected, and names the commands for it.
pub(crate) fn refuse_fmu(path: &Path) -> Result<(), CommandError> {
    if !is_fmu(path) {
        return Ok(());
    }
    Err(CommandError::Problem(format!(
        "{} is an FMU; expected a model file (TOML or JSON), Modelica text or a robot description (URDF); `inspect`, `merge`, \
         {MODEL_COMMANDS} take FMUs",
        path.display()
    )))
}

fn what_is(path: &Path) -> Option<String> {
    if path.is_dir() {
        let is_unpacked = path.join("modelDescription.xml").is_file();
        let what = if is_unpacked { "an unpacked FMU; pack its content as a zip archive" } else { "a folder" };
        return Some(what.to_owned());
    }
    let mut start = Vec::new();
    File::open(path).ok()?.take(LOOKED_AT).read_to_end(&mut start).ok()?;
    if start.is_empty() && path.is_file() {
        return Some("an empty file".to_owned());
    }
    if start.starts_with(&ZIP) {
        return archive(path);
    }
    if let Some((_, what)) = BEGINNINGS.iter().find(|(beginning, _)| start.starts_with(beginning)) {
        return Some((*what).to_owned());
    }
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Some("text in UTF-16; save it as UTF-8".to_owned());
    }
    if start.contains(&0) {
        return Some("a binary file".to_owned());
    }
    let start = String::from_utf8_lossy(&start);
    // The reader of such a text reports its errors with their places.
    if matches!(Kind::of(path), Some(Kind::Urdf | Kind::Modelica)) {
        return None;
    }
    text(&start).map(str::to_owned)
}

/// Type of an archive: an FMU of another version, or another file.
fn archive(path: &Path) -> Option<String> {
    let mut archive = ZipArchive::new(File::open(path).ok()?).ok()?;
    if holds_system(&archive) {
        return Some("a system of FMUs (SSP), which `check` takes".to_owned());
    }
    let mut description = String::new();
    archive.by_name("modelDescription.xml").ok()?.take(LOOKED_AT).read_to_string(&mut description).ok()?;
    let (_, version) = description.split_once("fmiVersion")?;
    let version = version.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let is_read = |version: &str| version.starts_with("2.") || version.starts_with("3.0");
    let version = version.split(['"', '\'']).next().filter(|version| !is_read(version))?;
    Some(format!("an FMU of FMI {version}"))
}

/// Kind of a text, by its beginning.
fn text(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') {
        return Some(xml(text));
    }
    let code = without_comments(text);
    let first_word = code.split_whitespace().next().unwrap_or_default();
    let is_alone = |rest: &str| !rest.trim_start().starts_with(['=', '.']);
    if MODELICA.contains(&first_word) && code.strip_prefix(first_word).is_some_and(is_alone) {
        return Some(MODELICA_TEXT);
    }
    is_csv(text).then_some("a CSV file")
}

/// Rest of a Modelica text after leading comments.
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

/// Returns true for a row of numbers, possibly below a row of names.
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
