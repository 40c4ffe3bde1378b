//! documentation/index.html: the model's interface for people.

use std::fmt::Write;

use fmu_core::variables::{Catalogue, Causality, DataType, Value, Variability, Variable};
use quick_xml::escape::escape;

use crate::fmu::{Content, GENERATOR};

const TEMPLATE: &str = include_str!("../../modelDescription-templates/index.html");

/// The page of one model.
pub(crate) struct Documentation<'a> {
    pub content: &'a Content<'a>,
    pub guid: &'a str,
}

impl Documentation<'_> {
    /// The template with its `{{fields}}` filled in.
    pub(crate) fn to_html(&self) -> String {
        let mut page = String::new();
        let mut rest = TEMPLATE;
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((field, after)) = after.split_once("}}") else { break };
            page.push_str(before);
            page.push_str(&self.field(field));
            rest = after;
        }
        page.push_str(rest);
        page
    }

    fn field(&self, name: &str) -> String {
        match name {
            "title" => escape(self.content.name).into_owned(),
            "description" => escape(self.content.description.unwrap_or_default()).into_owned(),
            "generator" => escape(GENERATOR).into_owned(),
            "guid" => self.guid.to_owned(),
            "sections" => self.sections(),
            _ => String::new(),
        }
    }

    fn sections(&self) -> String {
        let catalogue = self.content.catalogue;
        let with = |causality: Causality| catalogue.variables.iter().filter(move |v| v.causality == causality);
        let states = catalogue.states.iter().filter_map(|&index| catalogue.variables.get(index));
        let mut html = String::new();
        section(&mut html, "Inputs", with(Causality::Input));
        section(&mut html, "Outputs", with(Causality::Output));
        section(&mut html, "Parameters", with(Causality::Parameter));
        section(&mut html, "Calculated parameters", with(Causality::CalculatedParameter));
        section(&mut html, "Continuous states", states);
        experiment(&mut html, self.content);
        summary(&mut html, catalogue);
        html
    }
}

fn section<'a>(html: &mut String, title: &str, variables: impl Iterator<Item = &'a Variable>) {
    let rows: String = variables.map(row).collect();
    if !rows.is_empty() {
        html.push_str(&format!(
            "<h2>{title}</h2>\n<table>\n<tr><th>Name</th><th>Start</th><th>Unit</th><th>Description</th></tr>\n{rows}</table>\n"
        ));
    }
}

fn row(variable: &Variable) -> String {
    let unit = match &variable.data_type {
        DataType::Real { unit, .. } => unit.unwrap_or_default(),
        _ => "",
    };
    let tunable = match (variable.causality, variable.variability) {
        (Causality::Parameter, Variability::Tunable) => " (tunable)",
        _ => "",
    };
    format!(
        "<tr><td><code>{}</code></td><td class=\"number\">{}</td><td>{}</td><td>{}{tunable}</td></tr>\n",
        escape(variable.name.as_str()),
        escape(start(variable)),
        escape(unit),
        escape(variable.description.as_ref()),
    )
}

fn start(variable: &Variable) -> String {
    match (variable.start, &variable.data_type) {
        (Some(Value::Integer(ordinal)), DataType::Enumeration { literals, .. }) => {
            let literal = usize::try_from(ordinal).ok().and_then(|n| literals.get(n.checked_sub(1)?));
            literal.map_or_else(|| ordinal.to_string(), |&literal| literal.to_owned())
        }
        (Some(Value::Integer(value)), _) => value.to_string(),
        (Some(Value::Real(value)), _) => value.to_string(),
        (Some(Value::Boolean(value)), _) => value.to_string(),
        (None, _) => String::new(),
    }
}

fn experiment(html: &mut String, content: &Content<'_>) {
    let experiment = content.experiment;
    let entries = [
        ("Start time", experiment.start_time, " s"),
        ("Stop time", experiment.stop_time, " s"),
        ("Step size", experiment.step_size, " s"),
        ("Relative tolerance", experiment.tolerance, ""),
    ];
    let mut rows = String::new();
    for (name, value, unit) in entries {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(rows, "<tr><td>{name}</td><td class=\"number\">{value}{unit}</td></tr>");
        }
    }
    if !rows.is_empty() {
        html.push_str(&format!("<h2>Default experiment</h2>\n<table>\n{rows}</table>\n"));
    }
}

fn summary(html: &mut String, catalogue: &Catalogue) {
    html.push_str(&format!(
        "<p>{} variables, {} of them continuous states.</p>\n",
        catalogue.variables.len(),
        catalogue.states.len()
    ));
}
