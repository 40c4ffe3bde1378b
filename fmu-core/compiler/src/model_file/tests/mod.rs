#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bad_files;
mod mutations;
mod nesting;
mod reading;
mod reference_models;
mod written_json;

use super::{Diagnostic, ModelFile, line_and_column};

/// A model that uses every section.
pub(super) const COMPLETE_TOML: &str = r#"
name = "SpringPendulum"
description = "A body on a \"spring\"\n"

connections = [
  ["world.frame_b", "spring.frame_a"],
  ["spring.frame_b", "bob.frame_a"],
  ["sine[2].y", "push.force[2]"],
]

[experiment]
start_time = -1
stop_time = 5.0
tolerance = 1e-6
step_size = 0.01
max_evaluations = 2_000_000

[parameters]
stiffness = 100.0
mass = { value = 2.0, unit = "kg", description = "mass of the bob", min = 0, max = 10 }
"axis.ratio" = "2*stiffness"
directions = [[1, 0, 0], [0, "mass", 0]]
d = { fixed = false, start = 2 }

[components.world]
class = "World"
n = [0, -1, 0]

[components.spring]
class = "Forces.Spring"
c = "stiffness"
s_unstretched = 0.2

[components."sine[2]"]
class = "Blocks.Sources.Sine"

[components.bob]
class = "Parts.Body"
m = "mass"
r_0 = { start = [0.1, -0.5, 0], fixed = true }
useQuaternions = false
lineForce = { r_rel_0 = { start = [0, 0, 1] } }

[components.push]
class = "Forces.WorldForce"

[inputs]
thrust = "push.force"
[outputs]
height = "bob.frame_a.r_0[2]"
"rates[1]" = "der(bob.v_0[1])"
"#;

/// Reads TOML when `text` does not start like JSON.
fn read(text: &str) -> Result<ModelFile, Vec<Diagnostic>> {
    if text.trim_start_matches('\u{feff}').starts_with('{') {
        return ModelFile::from_json(text);
    }
    ModelFile::from_toml(text)
}

/// `line:column message` of each problem.
fn problems(text: &str) -> Vec<String> {
    let describe = |diagnostic: &Diagnostic| match &diagnostic.span {
        Some(span) => {
            let (line, column) = line_and_column(text, span.start);
            format!("{line}:{column} {}", diagnostic.problem)
        }
        None => diagnostic.problem.to_string(),
    };
    read(text).err().unwrap_or_default().iter().map(describe).collect()
}
