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

/// Begin of the last subscripts of a name, or its end.
pub(crate) fn subscripts_at(name: &str) -> usize {
    name.rfind('[').filter(|_| name.ends_with(']')).unwrap_or(name.len())
}

/// `x_start[2]` for `x[2]`.
pub(crate) fn suffixed(name: &str, suffix: &str) -> String {
    let (front, index) = name.split_at(name.rfind('[').unwrap_or(name.len()));
    format!("{front}_{suffix}{index}")
}

/// `x_1_2` for `x[1,2]`.
pub(crate) fn without_brackets(name: &str) -> String {
    name.replace(['[', ','], "_").replace(']', "")
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
    let near = compiler::model_file::nearest(name, known);
    near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default()
}
