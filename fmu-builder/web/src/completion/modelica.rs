//! Words in Modelica text, which need not be complete.

use library::Class;
use serde_json::{Value, json};

use super::{class_option, is_word, keys, rows, settings, word_start};

/// Attributes of variables that a modifier sets.
const ATTRIBUTES: &[(&str, &str)] = &[("start", "Value at the start"), ("fixed", "true: the start value is met")];

pub(super) fn complete(text: &str, at: usize) -> (usize, Vec<Value>) {
    let from = word_start(text, at);
    let statement = Statement::of(text, from);
    let options = match statement.open.as_slice() {
        _ if statement.in_text => Vec::new(),
        [] => classes(text),
        [name] if name == "connect" => connectors(text, &text[from..at]),
        _ if statement.in_value => Vec::new(),
        [_] => statement.class(text).map(|class| settings(class, "(start = ")).unwrap_or_default(),
        [_, _] => keys(ATTRIBUTES),
        _ => Vec::new(),
    };
    (from, options)
}

/// The class whose name stands at a place, or that of the declaration there.
pub(super) fn class_at(text: &str, at: usize) -> Option<&'static Class> {
    let end = text[at..].find(|c| !is_word(c)).map_or(text.len(), |end| at + end);
    let word = &text[word_start(text, at)..end];
    let named = word.contains('.').then(|| look_up(text, word)).flatten();
    named.or_else(|| Statement::of(text, end).class(text))
}

/// Names that imports give to packages: the short one and the full one.
fn imports(text: &str) -> Vec<(&str, &str)> {
    text.split(';')
        .filter_map(|statement| {
            let (_, rest) = statement.rsplit_once("import ")?;
            let (name, path) = rest.split_once('=').unwrap_or((rest, rest));
            let name = name.trim().rsplit('.').next()?;
            (!path.contains(['*', '{'])).then_some((name, path.trim()))
        })
        .collect()
}

fn look_up(text: &str, name: &str) -> Option<&'static Class> {
    let (head, rest) = name.split_once('.').unwrap_or((name, ""));
    let import = imports(text).into_iter().find(|(short, _)| *short == head);
    let full = import.map_or_else(|| name.to_owned(), |(_, path)| format!("{path}.{rest}"));
    fmu_tool::reference::look_up(full.trim_end_matches('.')).ok()
}

/// All classes by the shortest names that the imports allow.
fn classes(text: &str) -> Vec<Value> {
    let imports = imports(text);
    let name = |class: &'static Class| {
        let short = |(short, path): &(&str, &str)| Some(format!("{short}{}", class.name.strip_prefix(path)?));
        imports.iter().filter_map(short).min_by_key(String::len).unwrap_or_else(|| class.name.to_owned())
    };
    library::classes().map(|class| class_option(&name(class), class)).collect()
}

/// Components of the text, or the connectors of the one whose name stands before a point.
fn connectors(text: &str, word: &str) -> Vec<Value> {
    let declared = text.match_indices(';').filter_map(|(end, _)| {
        let statement = Statement::of(text, end);
        Some((statement.words.last()?.clone(), statement.class(text)?))
    });
    let Some((name, _)) = word.split_once('.') else {
        return declared
            .map(|(name, class)| json!({ "label": name, "detail": library::short_name(class), "type": "variable" }))
            .collect();
    };
    let Some((_, class)) = declared.into_iter().find(|(declared, _)| declared == name) else { return Vec::new() };
    let mut rows = rows(class, "Connectors", |connector| format!("{name}.{connector}"));
    rows.iter_mut().for_each(|row| row["label"] = row["apply"].clone());
    rows
}

/// The statement before a place.
#[derive(Debug, Default)]
struct Statement {
    /// Words outside of parentheses.
    words: Vec<String>,
    /// Words before the parentheses that are open.
    open: Vec<String>,
    /// After an equals sign in the innermost parentheses.
    in_value: bool,
    /// In a string or a comment.
    in_text: bool,
}

impl Statement {
    fn of(text: &str, at: usize) -> Self {
        let mut statement = Self::default();
        let (mut rest, mut word) = (&text[..at], String::new());
        while let Some(c) = rest.chars().next() {
            let inside = [("//", "\n"), ("/*", "*/"), ("\"", "\"")].into_iter().find_map(|(begin, end)| {
                let inside = rest.strip_prefix(begin)?;
                Some(inside.find(end).map(|length| &inside[length + end.len()..]))
            });
            match inside {
                Some(None) => return Self { in_text: true, ..statement },
                Some(Some(after)) => rest = after,
                None => {
                    rest = &rest[c.len_utf8()..];
                    if is_word(c) {
                        word.push(c);
                    } else {
                        statement.mark(c, std::mem::take(&mut word));
                    }
                }
            }
        }
        statement.mark(' ', word);
        statement
    }

    /// Takes a word and the character after it.
    fn mark(&mut self, c: char, word: String) {
        if self.open.is_empty() && !self.in_value && !word.is_empty() {
            self.words.push(word.clone());
        }
        match c {
            '(' => self.open.push(word),
            ')' => drop(self.open.pop()),
            ';' => *self = Self::default(),
            _ => {}
        }
        self.in_value = c == '=' || (self.in_value && !matches!(c, '(' | ')' | ',' | ';'));
    }

    /// The class of the component that it declares.
    fn class(&self, text: &str) -> Option<&'static Class> {
        match self.words.as_slice() {
            [.., class, _] => look_up(text, class),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::labels_in;
    use super::*;

    const TEXT: &str = r#"model Rod "A rod; on a hinge"
  import Modelica.Mechanics.MultiBody;
  inner MultiBody.World world;
  MultiBody.Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.5));
  Modelica.Mechanics.Rotational.Components.Damper d;
equation
  connect(world.frame_b, hinge.frame_a);
end Rod;
"#;

    fn labels(before: &str) -> Vec<String> {
        labels_in("a.mo", TEXT, TEXT.find(before).unwrap() + before.len())
    }

    #[test]
    fn words_follow_the_statement() {
        let classes = labels("  MultiBody.Joi");
        assert!(classes.contains(&"MultiBody.Joints.Revolute".to_owned()), "{classes:?}");
        assert!(classes.contains(&"Modelica.Mechanics.Rotational.Components.Damper".to_owned()));
        let modifiers = labels("hinge(use");
        assert!(
            modifiers.contains(&"useAxisFlange".to_owned()) && modifiers.contains(&"phi".to_owned()),
            "{modifiers:?}"
        );
        assert_eq!(labels("phi(st"), ["start", "fixed"]);
        assert_eq!(labels("useAxisFlange = tr"), Vec::<String>::new());
        assert_eq!(labels("\"A rod"), Vec::<String>::new());
        assert_eq!(labels("connect(wor"), ["world", "hinge", "d"]);
        assert!(labels("connect(world.frame_b, hinge.").contains(&"hinge.frame_a".to_owned()));
    }

    #[test]
    fn declarations_and_names_have_classes() {
        let class = |word: &str| class_at(TEXT, TEXT.find(word).unwrap() + 2).map(library::short_name);
        assert_eq!(class("Joints.Revolute"), Some("Joints.Revolute"));
        assert_eq!(class("useAxisFlange"), Some("Joints.Revolute"));
        assert_eq!(class("Rotational"), Some("Rotational.Components.Damper"));
    }
}
