//! Words in a robot description.

use library::Class;
use serde_json::{Value, json};

use super::word_start;

const JOINTS: &[&str] = &["revolute", "continuous", "prismatic", "fixed", "floating", "planar"];

pub(super) fn complete(text: &str, at: usize) -> (usize, Vec<Value>) {
    let from = word_start(text, at);
    let Some(tag) = Tag::at(text, at) else { return (from, Vec::new()) };
    let word = |name: &str, apply: String| json!({ "label": name, "apply": apply, "type": "property" });
    let options = match (tag.element, tag.value_of) {
        (None, _) => {
            let children = tag.parent.map_or(Some(&["robot"][..]), |parent| Some(urdf::words_of(parent)?.0));
            children.unwrap_or_default().iter().map(|name| word(name, (*name).to_owned())).collect()
        }
        (Some(element), Some(attribute)) => values(text, element, attribute),
        (Some(element), None) => {
            let attributes = urdf::words_of(element).map_or(&[][..], |(_, attributes)| attributes);
            attributes.iter().map(|name| word(name, format!("{name}=\""))).collect()
        }
    };
    (from, options)
}

/// The class that an element becomes.
pub(super) fn class_at(text: &str, at: usize) -> Option<&'static Class> {
    let end = text[at..].find(['<', '>']).map_or(text.len(), |end| at + end);
    let tag = Tag::at(text, end)?;
    let kind = tag.text.split_once("type=").and_then(|(_, rest)| rest.split(['"', '\'']).nth(1));
    let name = match (tag.element?, kind) {
        ("robot", _) => "World",
        ("link" | "inertial" | "mass" | "inertia", _) => "Parts.Body",
        ("joint", Some("revolute" | "continuous")) => "Joints.Revolute",
        ("joint", Some("prismatic")) => "Joints.Prismatic",
        ("joint", Some("floating")) => "Joints.FreeMotion",
        ("joint", Some("planar")) => "Joints.Planar",
        ("origin", _) => "Parts.FixedTranslation",
        _ => return None,
    };
    fmu_tool::reference::look_up(name).ok()
}

/// Values of an attribute: kinds of joints, or names in the text.
fn values(text: &str, element: &str, attribute: &str) -> Vec<Value> {
    let named = |kind: &str| -> Vec<&str> {
        let tags = text.split('<').filter_map(|tag| tag.strip_prefix(kind)?.split_once("name="));
        tags.filter_map(|(_, rest)| rest.split(['"', '\'']).nth(1)).collect()
    };
    let names = match (element, attribute) {
        ("joint", "type") => JOINTS.to_vec(),
        ("parent" | "child", "link") => named("link "),
        ("mimic", "joint") => named("joint "),
        _ => Vec::new(),
    };
    names.iter().map(|name| json!({ "label": name, "type": "constant" })).collect()
}

/// A tag that is not closed yet at a place.
struct Tag<'a> {
    text: &'a str,
    /// The element around it.
    parent: Option<&'a str>,
    /// Its name, if that is complete.
    element: Option<&'a str>,
    /// The attribute whose value stands here.
    value_of: Option<&'a str>,
}

impl<'a> Tag<'a> {
    fn at(text: &'a str, at: usize) -> Option<Self> {
        let start = text[..at].rfind('<')? + 1;
        let tag = &text[start..at];
        if tag.contains('>') || tag.starts_with(['/', '!', '?']) {
            return None;
        }
        let quotes: Vec<&str> = tag.split('"').collect();
        let value_of = match quotes.as_slice() {
            [.., before, _] if quotes.len().is_multiple_of(2) => {
                before.trim_end_matches(['=', ' ']).split_whitespace().next_back()
            }
            _ => None,
        };
        let mut open: Vec<&str> = Vec::new();
        for other in text[..start - 1].split('<').skip(1) {
            let Some((inside, _)) = other.split_once('>') else { continue };
            if inside.starts_with('/') {
                open.pop();
            } else if !inside.ends_with('/') && !inside.starts_with(['!', '?']) {
                open.extend(inside.split(char::is_whitespace).next());
            }
        }
        let element = tag.split_once(char::is_whitespace).map(|(name, _)| name);
        Some(Self { text: tag, parent: open.last().copied(), element, value_of })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::tests::labels_in;
    use super::*;

    const ROBOT: &str = r#"<?xml version="1.0"?>
<robot name="A">
<link name="base"/>
<joint name="hinge" type="revolute">
<parent link="base"/>
</joint>
</robot>
"#;

    fn labels(before: &str) -> Vec<String> {
        labels_in("a.urdf", ROBOT, ROBOT.find(before).unwrap() + before.len())
    }

    #[test]
    fn words_follow_the_element() {
        assert_eq!(labels("<li"), ["link", "joint", "material"]);
        assert!(labels("<pare").contains(&"axis".to_owned()));
        assert_eq!(labels("<joint "), ["name", "type"]);
        assert!(labels("type=\"rev").contains(&"prismatic".to_owned()));
        assert_eq!(labels("<parent link=\""), ["base"]);
        assert_eq!(labels("</joint>"), Vec::<String>::new());
    }

    #[test]
    fn elements_have_classes() {
        let class = |word: &str| class_at(ROBOT, ROBOT.find(word).unwrap()).map(library::short_name);
        assert_eq!(class("hinge"), Some("Joints.Revolute"));
        assert_eq!(class("base"), Some("Parts.Body"));
        assert_eq!(class("parent"), None);
    }
}
