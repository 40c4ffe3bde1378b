//! documentation/index.html: the model's interface for people.

use std::fmt::Write;

use compiler::model_file::{Experiment, ExperimentKey, ExperimentKind};
use quick_xml::escape::escape;
use simulation::variables::{Causality, DataType, Value, Variability, Variable};

use crate::content::{Content, GENERATOR};
use crate::description::unit;
use crate::diagram::Diagram;
use crate::naming::Names;
use crate::template::filled;

const TEMPLATE: &str = include_str!("../../../modelDescription-templates/index.html");

/// Most rows of a table that somebody may still read.
const MAXIMUM_ROWS: usize = 1000;

/// The page of one model.
pub(crate) struct Documentation<'a> {
    pub content: &'a Content<'a>,
    pub diagram: &'a Diagram,
    pub names: &'a Names<'a>,
    pub guid: &'a str,
    /// Name of the picture in the FMU, if it contains one.
    pub picture: Option<&'static str>,
}

impl Documentation<'_> {
    /// The template with its `{{fields}}` filled in.
    pub(crate) fn to_html(&self) -> String {
        filled(TEMPLATE, |field| self.field(field).into())
    }

    fn field(&self, name: &str) -> String {
        match name {
            "title" => escape(&self.content.model.name).into_owned(),
            "description" => escape(self.content.model.description.as_deref().unwrap_or_default()).into_owned(),
            "generator" => escape(GENERATOR).into_owned(),
            "guid" => self.guid.to_owned(),
            "picture" => self.picture.map_or_else(String::new, |name| {
                format!("<img class=\"picture\" src=\"../{name}\" alt=\"The mechanism at its start\">\n")
            }),
            "structure" => self
                .diagram
                .to_svg()
                .map_or_else(String::new, |svg| format!("<h2>Structure</h2>\n<div class=\"wide\">\n{svg}</div>\n")),
            "sections" => self.sections(),
            _ => String::new(),
        }
    }

    fn sections(&self) -> String {
        let catalogue = &self.content.model.catalogue;
        let of = |causality: Causality| {
            let is_one = move |index: &usize| {
                let has_it = catalogue.variables.get(*index).is_some_and(|v| v.causality == causality);
                has_it && self.content.hidden.binary_search(index).is_err()
            };
            (0..catalogue.variables.len()).filter(is_one).collect::<Vec<usize>>()
        };
        let mut html = String::new();
        self.components(&mut html);
        self.section(&mut html, "Inputs", &of(Causality::Input));
        self.section(&mut html, "Outputs", &of(Causality::Output));
        self.section(&mut html, "Parameters", &of(Causality::Parameter));
        self.section(&mut html, "Calculated parameters", &of(Causality::CalculatedParameter));
        self.section(&mut html, "Continuous states", catalogue.exchanged()[0]);
        experiment(&mut html, &self.content.model.experiment);
        html.push_str(&format!(
            "<p>{} variables, {} of them continuous states.</p>\n",
            catalogue.variables.len(),
            catalogue.exchanged()[0].len()
        ));
        html
    }

    /// A table of the components that are described.
    fn components(&self, html: &mut String) {
        let row = |cells: [&str; 3]| {
            let [name, class, description] = cells.map(escape);
            format!("<tr><td><code>{name}</code></td><td>{class}</td><td>{description}</td></tr>\n")
        };
        let described = || self.diagram.described();
        table(html, "Components", &["Name", "Class", "Description"], described().map(row), described().count());
    }

    /// A table of the variables with these catalogue indices.
    fn section(&self, html: &mut String, title: &str, indices: &[usize]) {
        let variables =
            indices.iter().filter_map(|&index| Some((index, self.content.model.catalogue.variables.get(index)?)));
        let shown = self.content.shown_units;
        let rows = variables
            .map(|(index, variable)| row(self.names.get(index), &variable, unit(variable, shown).unwrap_or_default()));
        table(html, title, &["Name", "Start", "Unit", "Description"], rows, indices.len());
    }
}

/// A table of the first rows, and how many of the `count` are left out; nothing without rows.
fn table(html: &mut String, title: &str, header: &[&str], rows: impl Iterator<Item = String>, count: usize) {
    let rows: String = rows.take(MAXIMUM_ROWS).collect();
    if !rows.is_empty() {
        let header = header.join("</th><th>");
        html.push_str(&format!("<h2>{title}</h2>\n<table>\n<tr><th>{header}</th></tr>\n{rows}</table>\n"));
    }
    let more = count.saturating_sub(MAXIMUM_ROWS);
    if more > 0 {
        html.push_str(&format!("<p>... and {more} more.</p>\n"));
    }
}

fn row(name: &str, variable: &Variable, unit: &str) -> String {
    let tunable = match (variable.causality, variable.variability) {
        (Causality::Parameter, Variability::Tunable) => " (tunable)",
        _ => "",
    };
    format!(
        "<tr><td><code>{}</code></td><td class=\"number\">{}</td><td>{}</td><td>{}{tunable}</td></tr>\n",
        escape(name),
        escape(start(variable)),
        escape(unit),
        escape(variable.description.as_ref()),
    )
}

fn start(variable: &Variable) -> String {
    match (variable.start, variable.data_type) {
        (Some(Value::Integer(ordinal)), DataType::Enumeration(enumeration)) => {
            let literal = usize::try_from(ordinal).ok().and_then(|n| enumeration.literals.get(n.checked_sub(1)?));
            literal.map_or_else(|| ordinal.to_string(), |&literal| literal.to_owned())
        }
        (Some(Value::Integer(value)), _) => value.to_string(),
        (Some(Value::Real(value)), _) => value.to_string(),
        (Some(Value::Boolean(value)), _) => value.to_string(),
        (None, _) => String::new(),
    }
}

fn experiment(html: &mut String, experiment: &Experiment) {
    let mut rows = String::new();
    for key in &ExperimentKey::ALL {
        let Some(value) = key.of(experiment) else { continue };
        let unit = match key.kind {
            ExperimentKind::Time(_) | ExperimentKind::Duration(_) => " s",
            _ => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "<tr><td>{}</td><td class=\"number\">{value}{unit}</td></tr>", key.description);
    }
    if !rows.is_empty() {
        html.push_str(&format!("<h2>Default experiment</h2>\n<table>\n{rows}</table>\n"));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::io::Read;

    use compiler::model_file::ModelFile;

    use crate::{BuildOptions, Fmu};

    const MODEL: &str = r#"
        name = "M"
        [components.left]
        class = "Leg"
        description = "left <leg>"
        [components.wheel]
        class = "Rotational.Components.Inertia"
        J = 1
        [models.Leg.components.knee]
        class = "Rotational.Components.Inertia"
        description = "the knee"
        J = 2
        [models.Leg.components.foot]
        class = "Rotational.Components.Inertia"
        J = 3
    "#;

    fn entry(fmu: &Fmu, name: &str) -> String {
        let mut text = String::new();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(fmu.bytes())).unwrap();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn the_page_lists_described_components() {
        let file = ModelFile::from_toml(MODEL).unwrap();
        let fmu = Fmu::build(&file, &BuildOptions::new(&[])).unwrap();
        let page = entry(&fmu, "documentation/index.html");
        for (name, description) in [("left.knee", "left &lt;leg&gt;: the knee"), ("left.foot", "left &lt;leg&gt;")] {
            let row = format!(
                "<tr><td><code>{name}</code></td><td>Rotational.Components.Inertia</td><td>{description}</td></tr>"
            );
            assert!(page.contains(&row), "{page}");
            assert!(page.contains(&format!("<title>{description}</title>")), "{page}");
        }
        assert!(!page.contains("<td><code>wheel</code></td><td>"), "{page}");
        // The runtime has no use for it.
        assert!(!entry(&fmu, "resources/model.json").contains("the knee"), "the model has the description");
    }

    #[test]
    fn descriptions_come_back_from_a_model_file() {
        let file = ModelFile::from_toml(MODEL).unwrap();
        let toml = crate::model_toml(&file);
        assert!(toml.contains("description = \"left <leg>: the knee\"\n"), "{toml}");
        let again = [ModelFile::from_toml(&toml).unwrap(), ModelFile::from_json(&file.to_json()).unwrap()];
        for again in again {
            let descriptions = |file: &ModelFile| -> Vec<Option<String>> {
                file.components.iter().map(|component| component.description.clone()).collect()
            };
            assert_eq!(descriptions(&again), descriptions(&file));
        }
        let problems = ModelFile::from_toml(&MODEL.replace("\"the knee\"", "3")).unwrap_err();
        let told: Vec<String> = problems.iter().map(|problem| problem.problem.to_string()).collect();
        assert!(told[0].contains("knee") && told[0].contains("expected a string"), "{told:?}");
    }
}
