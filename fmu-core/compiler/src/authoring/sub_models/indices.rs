//! Integers in ranges of `for` and in subscripts.

use super::problem::{CountFault, LARGEST, SubModelProblem};
use crate::model_file::{Expression, ExpressionProblem, Quantity};
use mechanism::hashed::HashMap;

/// Names with integer values.
pub(super) type Numbers = HashMap<String, i64>;

/// One index of `for`.
pub(super) struct Index<'a> {
    pub(super) name: &'a str,
    pub(super) first: &'a str,
    pub(super) last: &'a str,
}

/// Parses `i in 1:10, j in 1:n`; none if it has another form.
pub(super) fn parse(text: &str) -> Option<Vec<Index<'_>>> {
    text.split(',').map(parse_index).collect()
}

fn parse_index(text: &str) -> Option<Index<'_>> {
    let (name, range) = text.trim().split_once(|c: char| c.is_ascii_whitespace())?;
    let range = range.trim_start().strip_prefix("in")?;
    let (first, last) = range.strip_prefix(|c: char| c.is_ascii_whitespace())?.split_once(':')?;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !Expression::is_reserved(name);
    (is_name && !last.contains(':')).then(|| Index { name, first: first.trim(), last: last.trim() })
}

/// Value of the text of an expression in the names of `numbers`.
pub(super) fn whole(text: &str, numbers: &Numbers) -> Result<i64, SubModelProblem> {
    let expression = Expression::parse(text).map_err(|error| not_whole(text, CountFault::Unreadable(error.problem)))?;
    whole_value(&expression, text, numbers)
}

/// The error in `what`, an expression or a parameter.
pub(super) fn not_whole(what: &str, fault: CountFault) -> SubModelProblem {
    SubModelProblem::NotWhole { what: what.to_owned(), fault }
}

/// Value of an expression in the names of `numbers`; `what` is its name in messages.
pub(super) fn whole_value(expression: &Expression, what: &str, numbers: &Numbers) -> Result<i64, SubModelProblem> {
    let mut unknown = None;
    let mut lookup = |name: &str| match numbers.get(name) {
        Some(number) => Ok(Quantity::Scalar(*number as f64)),
        None => {
            unknown = Some(name.to_owned());
            Err(ExpressionProblem::UnknownName { name: name.to_owned() })
        }
    };
    let value = expression.evaluate::<f64>(&mut lookup);
    let fault = match (value, unknown) {
        (_, Some(name)) if name == what => CountFault::NoName,
        (_, Some(name)) => CountFault::Unknown(name),
        (Ok(Quantity::Scalar(x)), None) if x.fract() == 0.0 && x.abs() <= LARGEST => return Ok(x as i64),
        (Ok(Quantity::Scalar(x)), None) if x.fract() == 0.0 => CountFault::TooLarge(x),
        (Ok(Quantity::Scalar(x)), None) => CountFault::Value(x.to_string()),
        (Ok(_), None) => CountFault::Value("an array".to_owned()),
        (Err(problem), None) => CountFault::Problem(problem),
    };
    Err(not_whole(what, fault))
}

/// The text with its subscripts evaluated.
pub(super) fn with_numbers(text: &str, numbers: &Numbers) -> Result<String, SubModelProblem> {
    let mut all = with_ranges(text, numbers)?;
    match (all.pop(), all.is_empty()) {
        (Some(one), true) => Ok(one),
        _ => Err(not_whole(text, CountFault::Range)),
    }
}

/// The texts with their subscripts evaluated, one for each number in a range; the last range changes first.
pub(super) fn with_ranges(text: &str, numbers: &Numbers) -> Result<Vec<String>, SubModelProblem> {
    let mut texts = vec![String::new()];
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        let Some((inside, behind)) = behind.split_once(']') else { break };
        texts.iter_mut().for_each(|text| {
            text.push_str(before);
            text.push('[');
        });
        for (number, item) in inside.split(',').enumerate() {
            let values = subscripts(item, numbers)?;
            let limit = super::MOST_CONNECTIONS;
            if texts.len().saturating_mul(values.len()) > limit {
                return Err(SubModelProblem::TooMany { what: "connections", limit });
            }
            let separator = if number == 0 { "" } else { "," };
            texts = texts
                .iter()
                .flat_map(|text| values.iter().map(move |value| format!("{text}{separator}{value}")))
                .collect();
        }
        texts.iter_mut().for_each(|text| text.push(']'));
        rest = behind;
    }
    texts.iter_mut().for_each(|text| text.push_str(rest));
    Ok(texts)
}

/// A subscript, or those of a range. A literal stays as written.
fn subscripts(text: &str, numbers: &Numbers) -> Result<Vec<String>, SubModelProblem> {
    match text.split_once(':') {
        Some((first, last)) => {
            let (first, last) = (whole(first, numbers)?, whole(last, numbers)?);
            let limit = super::MOST_CONNECTIONS;
            if last - first >= limit as i64 {
                return Err(SubModelProblem::TooMany { what: "connections", limit });
            }
            Ok((first..=last).map(|number| number.to_string()).collect())
        }
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(vec![text.to_owned()]),
        None => Ok(vec![whole(text, numbers)?.to_string()]),
    }
}

/// Names in subscripts.
pub(super) fn names_in_brackets(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    inside.flat_map(names)
}

/// Identifiers in a text.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn ranges_and_brackets_are_read() {
        let numbers = Numbers::from_iter([("i".to_owned(), 3), ("n".to_owned(), 5)]);
        assert_eq!(with_numbers("a[i+1].b[2]", &numbers).unwrap(), "a[4].b[2]");
        assert_eq!(with_ranges("a[1:2, n].b", &numbers).unwrap(), ["a[1,5].b", "a[2,5].b"]);
        assert_eq!(
            with_ranges("a[1:2].b[i:4]", &numbers).unwrap(),
            ["a[1].b[3]", "a[1].b[4]", "a[2].b[3]", "a[2].b[4]"]
        );
        assert!(with_ranges("a[2:1]", &numbers).unwrap().is_empty());
        let fault = |text: &str| with_numbers(text, &numbers).unwrap_err().to_string();
        assert_eq!(
            fault("a[k]"),
            "`k` is neither an index nor a parameter: expected a whole number, since it is a \
            number of elements"
        );
        assert_eq!(fault("a[i/2]"), "`i/2` is 1.5: expected a whole number, since it is a number of elements");
        assert!(fault("a[i+]").contains("cannot be read"));
        assert!(fault("a[2*1000000000]").contains("is 2000000000, more than 1e9"));
        assert_eq!(with_numbers("a[1000*1000000]", &numbers).unwrap(), "a[1000000000]");
        let many = with_ranges("a[1:1000].b[1:1000]", &numbers).unwrap_err().to_string();
        assert_eq!(many, "sub-models and arrays expand to more than 100000 connections");
        let indices = parse("i in 1:n, j in 2 : 3").unwrap();
        assert_eq!((indices[1].name, indices[1].first, indices[1].last), ("j", "2", "3"));
        for text in ["10", "i", "i in 3", "i in 1:2:3", "1 in 1:3", "for i in 1:3", "i of 1:3", "i in1:3"] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
