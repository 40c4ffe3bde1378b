//! Templates of pages.

use std::borrow::Cow;

/// A template with its fields, `{{name}}`, replaced. What is put in is not searched again.
pub(crate) fn filled<'a>(template: &str, field: impl Fn(&str) -> Cow<'a, str>) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        page.push_str(before);
        page.push_str(&field(name));
        rest = after;
    }
    page + rest
}
