//! Which cases must pass, and at which level.

use std::collections::BTreeMap;
use std::fmt;

/// Models for which the tube alone decides, with the reason (the reference's README).
const EXEMPT: [(&str, &str); 12] = [
    (
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses2",
        "signals that are noise near zero",
    ),
    ("Modelica.Mechanics.MultiBody.Examples.Loops.Engine1b", "state events of the gas force"),
    ("Modelica.Mechanics.MultiBody.Examples.Loops.Engine1b_analytic", "state events of the gas force"),
    ("Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6", "state events of the gas force"),
    ("Modelica.Mechanics.MultiBody.Examples.Loops.EngineV6_analytic", "state events of the gas force"),
    ("Modelica.Mechanics.MultiBody.Examples.Rotational3DEffects.BevelGear1D", "chaotic; single precision"),
    ("Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot", "state events of friction"),
    ("Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.OneAxis", "state events of friction; another load inertia"),
    ("ModelicaTest.MultiBody.Forces.EngineGasForce", "state events of the gas force"),
    (
        "ModelicaTest.MultiBody.Joints.RevolutePlanarLoopConstraint",
        "a rhombus, which passes configurations where its motion branches",
    ),
    ("ModelicaTest.MultiBody.Joints.UniversalSpherical", "ill-conditioned"),
    ("ModelicaTest.MultiBody.Parts.Rotor1D.GearConstraint3", "chaotic; single precision"),
];

/// Why the norm does not count for a model, where that is so.
pub fn exemption(name: &str) -> Option<&'static str> {
    EXEMPT.iter().find(|(exempt, _)| *exempt == name).map(|(_, reason)| *reason)
}

/// Level that a case must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// All signals in their tubes.
    Tube,
    /// In addition, no signal deviates more than the norm allows.
    Norm,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tube => "tube",
            Self::Norm => "norm",
        })
    }
}

/// Reads `Full.Model.Name level` lines; `#` begins a comment.
pub fn parse(text: &str) -> Result<BTreeMap<String, Level>, String> {
    let mut expected = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let (name, level) = match words[..] {
            [] => continue,
            [name, "norm"] => (name, Level::Norm),
            [name, "tube"] => (name, Level::Tube),
            _ => return Err(format!("line {number}: found {line:?}, expected a model and `norm` or `tube`")),
        };
        if expected.insert(name.to_owned(), level).is_some() {
            return Err(format!("line {number}: {name} is listed twice"));
        }
    }
    Ok(expected)
}

mod tests {
    use super::*;

    #[test]
    fn lines_are_models_with_levels() {
        let found = parse("# all\nA.B norm\n\n  C.D   tube # why\n").unwrap();
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [("A.B".to_owned(), Level::Norm), ("C.D".to_owned(), Level::Tube)]
        );
        for wrong in ["A.B", "A.B maybe", "A.B norm tube", "A.B norm\nA.B tube"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
