//! Reads a robot from XML.

use std::collections::{HashMap, HashSet};

use compiler::model_file::{Diagnostic, Problems, Spanned, is_unseen, nearest};
use roxmltree::Document;

use super::element::Element;
use super::links;
use super::problem::UrdfProblem;
use super::reader::Reader;
use super::robot::{Colour, Joint, Kind, Limits, Link, Mimic, Robot};
use super::vocabulary::{self, Words};
use super::warnings::Warnings;

pub(super) fn robot(document: &Document<'_>, warnings: &mut Warnings) -> Result<Robot, Vec<Diagnostic>> {
    let mut reader = Reader { problems: Problems::default(), warnings };
    let robot = reader.robot(document);
    reader.problems.into_result()?;
    // Without problems there is a robot.
    robot.ok_or_else(Vec::new)
}

impl Reader<'_> {
    fn robot(&mut self, document: &Document<'_>) -> Option<Robot> {
        let root = Element::new(document.root_element());
        if let Some(found) = macros(document) {
            self.problems.push(UrdfProblem::Xacro(found.written().to_owned()).at(&found.span()));
            return None;
        }
        if root.name() != vocabulary::ROBOT.name {
            self.problems.push(UrdfProblem::NotARobot(root.name().to_owned()).at(&root.span()));
            return None;
        }
        self.check(&vocabulary::ROBOT, root);
        let name = self.name(root);
        let named = |name| root.children().filter(move |child| child.name() == name);
        let materials = links::materials(self, root);
        let links = named("link").filter_map(|element| self.link(element, &materials)).collect::<Vec<_>>();
        let joints = named("joint").filter_map(|element| self.joint(element)).collect::<Vec<_>>();
        self.unique("links", links.iter().map(|link| &link.name));
        self.unique("joints", joints.iter().map(|joint| &joint.name));
        // FMI's model name is one line of visible characters.
        let name = name?.value.chars().map(|c| if is_unseen(c) { '_' } else { c }).collect();
        Some(Robot { name, links, joints })
    }

    fn unique<'a>(&mut self, what: &'static str, names: impl Iterator<Item = &'a Spanned<String>>) {
        let mut seen = HashSet::new();
        for name in names {
            if !seen.insert(name.value.as_str()) {
                self.problems.push(UrdfProblem::DuplicateName { what, name: name.value.clone() }.at(&name.span));
            }
        }
    }

    fn link(&mut self, element: Element<'_, '_>, materials: &HashMap<&str, Colour>) -> Option<Link> {
        self.check(&vocabulary::LINK, element);
        let name = self.name(element)?;
        let owner = format!("link \"{}\"", name.value);
        let inertial = self.child(element, &owner, &vocabulary::INERTIAL);
        let inertial = inertial.and_then(|inertial| links::inertial(self, inertial, &owner));
        let visuals = links::visuals(self, element, &owner, materials);
        Some(Link { name, inertial, visuals })
    }

    fn joint(&mut self, element: Element<'_, '_>) -> Option<Joint> {
        self.check(&vocabulary::JOINT, element);
        let name = self.name(element)?;
        let owner = format!("joint \"{}\"", name.value);
        let kind = self.kind(element, &name.value);
        let parent = self.end(element, &owner, &vocabulary::PARENT, "`<parent link=\"...\"/>`");
        let child = self.end(element, &owner, &vocabulary::CHILD, "`<child link=\"...\"/>`");
        let origin = self.origin(element, &owner);
        let moves = kind.as_ref().is_some_and(|kind| kind.value != Kind::Fixed);
        let axis = self.axis(element, &name, &owner, moves);
        let (damping, friction) = self.dynamics(element, &owner);
        let limits = self.child(element, &owner, &vocabulary::LIMIT).map(|limit| self.limits(limit, &owner));
        let mimic = match self.child(element, &owner, &vocabulary::MIMIC) {
            Some(mimic) => Some(self.mimic(mimic)?),
            None => None,
        };
        let (kind, parent, child) = (kind?, parent?, child?);
        Some(Joint { name, kind, parent, child, origin, axis, damping, friction, limits, mimic })
    }

    fn kind(&mut self, element: Element<'_, '_>, joint: &str) -> Option<Spanned<Kind>> {
        let expected = "revolute, continuous, prismatic, fixed, floating or planar";
        let Spanned { value: found, span } = element.required("type", expected, &mut self.problems)?;
        if let Some(value) = Kind::ALL.into_iter().find(|kind| kind.name() == found) {
            return Some(Spanned { value, span });
        }
        let nearest = nearest(found, Kind::ALL.into_iter().map(Kind::name));
        let problem = UrdfProblem::UnknownType { joint: joint.to_owned(), found: found.to_owned(), nearest };
        self.problems.push(problem.at(&span));
        None
    }

    /// The link of `<parent>` or `<child>`.
    fn end(
        &mut self,
        joint: Element<'_, '_>,
        owner: &str,
        words: &Words,
        expected: &'static str,
    ) -> Option<Spanned<String>> {
        let Some(end) = self.child(joint, owner, words) else {
            let problem = UrdfProblem::MissingElement { owner: owner.to_owned(), element: words.name, expected };
            self.problems.push(problem.at(&joint.span()));
            return None;
        };
        let Spanned { value, span } = end.required("link", "the name of a link", &mut self.problems)?;
        Some(Spanned { value: value.to_owned(), span })
    }

    /// `<axis>`, by default the x axis; only a moving joint needs a direction.
    fn axis(
        &mut self,
        element: Element<'_, '_>,
        name: &Spanned<String>,
        owner: &str,
        moves: bool,
    ) -> Spanned<[f64; 3]> {
        let default = Spanned { value: [1.0, 0.0, 0.0], span: name.span.clone() };
        let Some(found) = self.child(element, owner, &vocabulary::AXIS) else { return default };
        // An `<axis>` without `xyz` is an error, not the default.
        let missing = found.required("xyz", "a direction, `0 0 1`", &mut self.problems).is_none();
        let Some(axis) = found.vector("xyz", &mut self.problems).filter(|_| !missing) else { return default };
        let length = axis.value.iter().map(|x| x * x).sum::<f64>().sqrt();
        if moves && !(length > 1e-10 && length.is_finite()) {
            self.problems.push(UrdfProblem::ZeroAxis { joint: name.value.clone() }.at(&axis.span));
        }
        axis
    }

    fn dynamics(&mut self, element: Element<'_, '_>, owner: &str) -> (Option<Spanned<f64>>, Option<Spanned<f64>>) {
        let Some(found) = self.child(element, owner, &vocabulary::DYNAMICS) else { return (None, None) };
        let [damping, friction] = ["damping", "friction"].map(|word| self.amount(found, word, owner));
        (damping.filter(|damping| damping.value != 0.0), friction)
    }

    fn limits(&mut self, element: Element<'_, '_>, owner: &str) -> Limits {
        let [lower, upper] = ["lower", "upper"].map(|word| Some(element.number(word, &mut self.problems)?.value));
        let [effort, velocity] = ["effort", "velocity"].map(|word| Some(self.amount(element, word, owner)?.value));
        let bounds_speed_or_effort = effort.is_some() || velocity.is_some();
        Limits { span: element.span(), lower, upper, effort, bounds_speed_or_effort }
    }

    fn mimic(&mut self, element: Element<'_, '_>) -> Option<Mimic> {
        let joint = element.required("joint", "the name of a joint", &mut self.problems)?;
        let mut number = |attribute, default| {
            let written = element.text(attribute).is_some();
            let number = element.number(attribute, &mut self.problems);
            if written { number.map(|number| number.value) } else { Some(default) }
        };
        let (multiplier, offset) = (number("multiplier", 1.0), number("offset", 0.0));
        Some(Mimic {
            span: element.span(),
            joint: Spanned { value: joint.value.to_owned(), span: joint.span },
            multiplier: multiplier?,
            offset: offset?,
        })
    }
}

/// The first element of xacro.
fn macros<'a, 'i>(document: &'a Document<'i>) -> Option<Element<'a, 'i>> {
    /// Present and former namespaces of xacro.
    const NAMESPACES: [&str; 5] = [
        "http://www.ros.org/wiki/xacro",
        "http://ros.org/wiki/xacro",
        "http://wiki.ros.org/xacro",
        "http://www.ros.org/xacro",
        "http://playerstage.sourceforge.net/gazebo/xmlschema/#xacro",
    ];
    let elements = document.descendants().filter(roxmltree::Node::is_element).map(Element::new);
    elements.into_iter().find(|element| {
        let is_prefixed = || element.written().split_once(':').is_some_and(|(prefix, _)| prefix == "xacro");
        element.namespace().is_some_and(|namespace| NAMESPACES.contains(&namespace) || is_prefixed())
    })
}
