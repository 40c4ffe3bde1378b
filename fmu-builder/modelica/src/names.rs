//! Names in the netlist and in messages.

/// `name[1,2]`
pub(crate) fn indexed(name: &str, index: &[usize]) -> String {
    if index.is_empty() {
        return name.to_owned();
    }
    let index: Vec<String> = index.iter().map(usize::to_string).collect();
    format!("{name}[{}]", index.join(","))
}

/// `: did you mean ...?`, where something is near.
pub(crate) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = compiler::model_file::nearest(name, known.iter().copied());
    near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default()
}
