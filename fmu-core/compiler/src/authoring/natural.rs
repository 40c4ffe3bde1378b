//! Natural order of names: `joint2` before `joint10`.

/// A name as text and numbers in turn.
pub type Natural = Vec<(String, u64)>;

/// Sort key of a name.
pub(super) fn natural(name: &str) -> Natural {
    let mut pieces = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(digits);
        let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(end);
        // Numbers that are too long are compared by their digits.
        let (text, number) = match number.parse() {
            Ok(value) => (text.to_owned(), value),
            Err(_) => (format!("{text}{number}"), 0),
        };
        pieces.push((text, number));
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_count() {
        let mut names = ["joint10", "arm[2].rod", "joint2", "arm[10].rod", "joint", "world", "99999999999999999999999"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(
            names,
            ["99999999999999999999999", "arm[2].rod", "arm[10].rod", "joint", "joint2", "joint10", "world"]
        );
    }
}
