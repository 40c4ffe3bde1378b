//! Texts and example models of the classes, from the Markdown files of their folders. The runtime inside an FMU does
//! not contain them.

use crate::Class;

/// Files with the classes of a package. Each class has a section: its full name, one paragraph, and one block of TOML.
const FILES: &[(&str, &str)] = &[
    ("Modelica.Mechanics.MultiBody.World", include_str!("world.md")),
    ("Modelica.Mechanics.MultiBody.Parts", include_str!("parts/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Joints", include_str!("joints/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Joints.Constraints", include_str!("joints/constraints/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Joints.Assemblies", include_str!("joints/assemblies/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Forces", include_str!("forces/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Sensors", include_str!("sensors/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Visualizers", include_str!("visualizers/documentation.md")),
    ("Modelica.Mechanics.MultiBody.Examples", include_str!("examples/documentation.md")),
    ("Modelica.Mechanics.Rotational", include_str!("rotational/documentation.md")),
    ("Modelica.Mechanics.Translational", include_str!("translational/documentation.md")),
    ("Modelica.Thermal.HeatTransfer", include_str!("thermal/documentation.md")),
    ("Modelica.Blocks.Sources", include_str!("blocks/sources/documentation.md")),
    ("Modelica.Blocks.Math", include_str!("blocks/math/documentation.md")),
    ("Modelica.Blocks.Routing", include_str!("blocks/routing/documentation.md")),
    ("Modelica.Blocks.Continuous", include_str!("blocks/continuous/documentation.md")),
    ("Modelica.Blocks.Nonlinear", include_str!("blocks/nonlinear/documentation.md")),
    ("Modelica.Blocks.Logical", include_str!("blocks/logical/documentation.md")),
    ("Modelica.Blocks.Discrete", include_str!("blocks/discrete/documentation.md")),
    ("Modelica.Blocks.Tables", include_str!("blocks/tables/documentation.md")),
    ("Modelica.Electrical.Analog", include_str!("electrical/documentation.md")),
    ("MultibodyFmu", include_str!("multibody_fmu/documentation.md")),
];

/// Text and example model of a class.
#[derive(Clone, Copy, Debug)]
pub struct Documentation {
    section: &'static str,
}

impl Class {
    /// Text and example model; empty for classes that are used only as parts of others.
    pub fn documentation(&self) -> Documentation {
        let heading = format!("# {}\n", self.name);
        let of_package = FILES.iter().filter(|(package, _)| self.name.starts_with(package));
        let section = of_package.filter_map(|(_, file)| file.split_once(&heading)).next();
        Documentation { section: section.and_then(|(_, rest)| rest.split("\n# ").next()).unwrap_or_default() }
    }
}

impl Documentation {
    /// Description: one paragraph, broken into lines.
    pub fn text(&self) -> &'static str {
        self.section.split(OPEN).next().unwrap_or_default().trim()
    }

    /// A complete model file (TOML) with a component of the class; empty if there is none.
    pub fn example(&self) -> &'static str {
        let block = self.section.split_once(OPEN).map_or("", |(_, block)| block);
        block.split_once("```").map_or("", |(example, _)| example)
    }
}

/// Start of the example.
const OPEN: &str = "```toml\n";

#[cfg(test)]
mod tests {
    use super::FILES;
    use crate::{classes, find_class};

    #[test]
    fn every_class_has_a_section_with_a_text_and_an_example() {
        for class in classes() {
            assert!(!class.documentation().text().is_empty(), "{} has no text", class.name);
            assert!(!class.documentation().example().is_empty(), "{} has no example", class.name);
        }
        let outside_of_examples = FILES.iter().flat_map(|(_, file)| file.split("```").step_by(2));
        let headings = outside_of_examples.flat_map(str::lines).filter(|line| line.starts_with("# "));
        assert_eq!(headings.count(), classes().count(), "each class has one heading");
    }

    #[test]
    fn every_section_is_that_of_a_class_in_the_package() {
        for (package, file) in FILES {
            for name in file.lines().filter_map(|line| line.strip_prefix("# ")) {
                let is_found = find_class(name).is_some_and(|class| class.name == name);
                assert!(
                    is_found && name.starts_with(package),
                    "'# {name}' in the file of {package} is not the heading of one of its classes (an example must \
                     not have a comment at the beginning of a line)"
                );
            }
        }
    }
}
