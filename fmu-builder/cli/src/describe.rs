//! `describe`: the documentation of a class or sub-model.

use compiler::model_file::{ModelParameter, OwnConnector, PublicName, Spanned, SubModel, Value, nearest};
use fmu_tool::reference;
use std::path::Path;

use super::arguments::Describe;
use super::error::CommandError;
use super::{CommandResult, console, table};

pub(crate) fn run(arguments: &Describe) -> CommandResult {
    if let Some(file) = &arguments.file {
        return sub_model(&arguments.class, file);
    }
    let class = reference::look_up(&arguments.class).map_err(|error| CommandError::Problem(error.to_string()))?;
    if arguments.example {
        console::line(class.documentation().example().trim_end());
        return Ok(());
    }
    console::line(&format!("{}\n{}\n\n{}", class.name, class.description, class.documentation().text()));
    for table in reference::tables(class) {
        console::line(&format!("\n{}\n{}", table.title, table::rows(&table.header, &table.rows)));
    }
    let name = library::short_name(class);
    console::line(&format!("\nExample (fmu-builder describe {name} --example > example.toml)\n"));
    console::line(class.documentation().example().trim_end());
    Ok(())
}

/// Prints the description of a sub-model.
fn sub_model(name: &str, file: &Path) -> CommandResult {
    let models = SubModel::from_path(file)?;
    let Some(model) = models.iter().find(|model| model.name.value == name) else {
        let names = models.iter().map(|model| model.name.value.as_str());
        let hint = match nearest(name, names.clone()) {
            Some(nearest) => format!("; did you mean `{nearest}`?"),
            None if models.is_empty() => String::new(),
            None => format!("; it has: {}", names.collect::<Vec<_>>().join(", ")),
        };
        return Err(CommandError::Problem(format!("{} has no sub-model `{name}`{hint}", file.display())));
    };
    console::line(&format!("{}\n{}", model.name.value, model.description.as_deref().unwrap_or("A sub-model")));
    let show = |header: &[&str], rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            console::line(&format!("\n{}", table::rows(header, rows)));
        }
    };
    show(&["parameter", "unit", "default", "range", "meaning"], model.body.parameters.iter().map(parameter).collect());
    show(&["connector", "stands for"], model.body.connectors.iter().map(connector).collect());
    show(&["input", "stands for", "meaning"], model.body.inputs.iter().map(public_name).collect());
    show(&["output", "stands for", "meaning"], model.body.outputs.iter().map(public_name).collect());
    let components = model.body.components.iter();
    let rows = components.map(|component| vec![component.name.value.clone(), component.class.value.clone()]);
    show(&["component", "class"], rows.collect());
    Ok(())
}

fn parameter(parameter: &ModelParameter) -> Vec<String> {
    let limit = |limit: &Option<Spanned<Value>>| limit.as_ref().map(|limit| limit.value.to_string());
    let range = match (limit(&parameter.min), limit(&parameter.max)) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!(">= {min}"),
        (None, Some(max)) => format!("<= {max}"),
        (None, None) => String::new(),
    };
    let default = match &parameter.value.value {
        Value::Table(entries) if entries.is_empty() => "required".to_owned(),
        value => value.to_string(),
    };
    let unit = parameter.unit.as_ref().map(|unit| unit.value.clone());
    let description = parameter.description.clone();
    vec![parameter.name.value.clone(), unit.unwrap_or_default(), default, range, description.unwrap_or_default()]
}

fn connector(connector: &OwnConnector) -> Vec<String> {
    let ends: Vec<&str> = connector.ends.iter().map(|end| end.value.as_str()).collect();
    vec![connector.name.value.clone(), ends.join(", ")]
}

fn public_name(public: &PublicName) -> Vec<String> {
    vec![public.name.value.clone(), public.target.value.to_string(), public.description.clone().unwrap_or_default()]
}
