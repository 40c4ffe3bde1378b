//! Names in the netlist and in messages.

/// `name[1,2]`
pub(crate) fn indexed(name: &str, index: &[usize]) -> String {
    if index.is_empty() {
        return name.to_owned();
    }
    let index: Vec<String> = index.iter().map(usize::to_string).collect();
    format!("{name}[{}]", index.join(","))
}

/// `name[1]`, of a row `name[2]` its element `name[2,1]`.
pub(crate) fn element_name(name: &str, index: usize) -> String {
    match name.strip_suffix(']') {
        Some(begun) => format!("{begun},{index}]"),
        None => format!("{name}[{index}]"),
    }
}

/// `der(name)`
pub(crate) fn derivative(name: &str) -> String {
    format!("der({name})")
}

/// `x` of `der(x)`.
pub(crate) fn of_derivative(name: &str) -> Option<&str> {
    name.strip_prefix("der(")?.strip_suffix(')')
}

/// `: did you mean ...?`, if a known name is similar.
pub(crate) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = compiler::model_file::nearest(name, known.iter().copied());
    near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default()
}

/// Potentials of physical connectors.
pub(crate) const POTENTIALS: [&str; 4] = ["v", "T", "phi", "s"];

/// Flows into physical connectors.
pub(crate) const FLOWS: [&str; 4] = ["i", "Q_flow", "tau", "f"];
