//! Every function of MSL's package exists, and every function is tested.

use std::collections::BTreeSet;

/// Functions of Modelica.Mechanics.MultiBody.Frames.
const FRAMES: &[&str] = &[
    "equalityConstraint",
    "orientationConstraint",
    "angularVelocity1",
    "angularVelocity2",
    "resolve1",
    "resolve2",
    "resolveRelative",
    "resolveDyade1",
    "resolveDyade2",
    "nullRotation",
    "inverseRotation",
    "relativeRotation",
    "absoluteRotation",
    "planarRotation",
    "planarRotationAngle",
    "axisRotation",
    "axesRotations",
    "axesRotationsAngles",
    "smallRotation",
    "from_nxy",
    "from_nxz",
    "from_T",
    "from_T2",
    "from_T_inv",
    "from_Q",
    "to_T",
    "to_T_inv",
    "to_Q",
    "to_vector",
    "to_exy",
    "length",
    "normalize",
    "axis",
];
/// Functions of Frames.Quaternions.
const QUATERNIONS: &[&str] = &[
    "orientationConstraint",
    "angularVelocity1",
    "angularVelocity2",
    "resolve1",
    "resolve2",
    "multipleResolve1",
    "multipleResolve2",
    "nullRotation",
    "inverseRotation",
    "relativeRotation",
    "absoluteRotation",
    "planarRotation",
    "smallRotation",
    "from_T",
    "from_T_inv",
    "to_T",
    "to_T_inv",
    "der_Orientation",
];
/// Functions of Frames.TransformationMatrices.
const TRANSFORMATION_MATRICES: &[&str] = &[
    "orientationConstraint",
    "angularVelocity1",
    "angularVelocity2",
    "resolve1",
    "resolve2",
    "multipleResolve1",
    "multipleResolve2",
    "resolveDyade1",
    "resolveDyade2",
    "nullRotation",
    "inverseRotation",
    "relativeRotation",
    "absoluteRotation",
    "planarRotation",
    "planarRotationAngle",
    "axisRotation",
    "axesRotations",
    "axesRotationsAngles",
    "smallRotation",
    "from_nxy",
    "from_nxz",
    "from_T",
    "from_T_inv",
    "from_Q",
    "to_T",
    "to_T_inv",
    "to_Q",
    "to_vector",
    "to_exy",
    "der_Orientation",
];

/// A module: the prefix of its functions in tests, its sources, and the functions that MSL requires.
const MODULES: [(&str, &[&str], &[&str]); 3] = [
    ("", &[include_str!("../orientation.rs"), include_str!("../axis.rs"), include_str!("../vectors.rs")], FRAMES),
    ("quaternions::", &[include_str!("../quaternions.rs")], QUATERNIONS),
    ("matrices::", &[include_str!("../transformation_matrices.rs")], TRANSFORMATION_MATRICES),
];

const TESTS: [&str; 8] = [
    include_str!("bad_arguments.rs"),
    include_str!("derivatives.rs"),
    include_str!("directions.rs"),
    include_str!("mod.rs"),
    include_str!("orientations.rs"),
    include_str!("quaternion_identities.rs"),
    include_str!("sequences.rs"),
    include_str!("two_forms.rs"),
];

/// Public functions of a source, including re-exported ones. Methods are indented and so are not counted.
fn functions(source: &str) -> BTreeSet<&str> {
    let own =
        source.lines().filter_map(|line| line.strip_prefix("pub fn ")).filter_map(|line| line.split(['<', '(']).next());
    let taken = source.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')?.rsplit("::").next());
    own.chain(taken).collect()
}

/// Whether a test calls `name`, with the module's prefix unless the module is the whole package.
fn calls(test: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    test.match_indices(name).any(|(at, _)| {
        let (before, after) = (&test[..at], &test[at + name.len()..]);
        let own = before.ends_with("super::") || !before.ends_with(|c| is_word(c) || c == '.' || c == ':');
        own && !before.ends_with("fn ") && (after.starts_with('(') || after.starts_with("::<"))
    })
}

#[test]
fn every_function_of_the_library_is_there() {
    for (module, sources, names) in MODULES {
        for name in names {
            let has = |source: &&str| {
                functions(source).contains(name) || source.contains(&format!("#[doc(alias = \"{name}\")]"))
            };
            assert!(sources.iter().any(has), "{module}{name} is missing");
        }
    }
}

#[test]
fn every_function_is_tested() {
    let mut untested = Vec::new();
    for (module, sources, _) in MODULES {
        for name in sources.iter().flat_map(|source| functions(source)) {
            let name = format!("{module}{name}");
            if !TESTS.iter().any(|test| calls(test, &name)) {
                untested.push(name);
            }
        }
    }
    assert!(untested.is_empty(), "no test calls {untested:?}");
}

#[test]
fn calls_are_told_from_other_words() {
    assert!(calls("close(&super::to_t(&q), 1)", "to_t") && calls("resolve1::<f64>(x)", "resolve1"));
    for other in ["fn to_t(x)", "q.to_t()", "quaternions::to_t(&q)", "into_t(x)", "to_t_inv(x)", "to_t"] {
        assert!(!calls(other, "to_t"), "{other}");
    }
}
