//! A picture of a model's structure as SVG: a box for each component, input and output, a line for each pair that is connected.
//!
//! Boxes are placed in columns by their distance from the ground (Sugiyama, Tagawa and Toda, "Methods for visual understanding of
//! hierarchical system structures", 1981, without the dummy nodes): World and Fixed first, then what is connected to them. In a column
//! they are sorted by the mean place of their neighbours in the column before.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Write;

use compiler::model_file::ModelFile;
use quick_xml::escape::escape;

/// Most boxes of a picture that can still be read.
const MAXIMUM_BOXES: usize = 150;
/// Height of a box, and distances between boxes and columns, in pixels.
const HEIGHT: f64 = 40.0;
const ROW_GAP: f64 = 16.0;
const COLUMN_GAP: f64 = 64.0;
/// Room around everything.
const MARGIN: f64 = 8.0;
/// Width of a character, and of the room beside the text in a box.
const CHARACTER: f64 = 7.4;
const PADDING: f64 = 20.0;
/// Width of a character of a connector's name, and the height that an end of a line takes.
const SMALL_CHARACTER: f64 = 5.0;
const END: f64 = 13.0;
/// Longest name of connectors that is shown, characters.
const LONGEST: usize = 22;
/// Width above which a diagram continues below, pixels.
const WIDEST: f64 = 1000.0;

#[derive(Clone, Debug)]
struct Node {
    name: String,
    /// Class of a component, what an input or output is else.
    kind: String,
    is_component: bool,
    /// Description from the model, empty if it gives none.
    description: String,
}

/// Components and what connects them.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    nodes: Vec<Node>,
    /// Pairs of places in the list of nodes, the smaller one first, with the connectors at both ends.
    edges: BTreeMap<(usize, usize), [Vec<String>; 2]>,
}

impl Diagram {
    /// The structure of a model.
    pub fn new(file: &ModelFile) -> Self {
        let components = file.components.iter().map(|component| Node {
            name: component.name.value.clone(),
            kind: component.class.value.clone(),
            is_component: true,
            description: component.description.clone().unwrap_or_default(),
        });
        let mut diagram = Self { nodes: components.collect(), edges: BTreeMap::new() };
        let places: HashMap<String, usize> =
            diagram.nodes.iter().enumerate().map(|(place, node)| (node.name.clone(), place)).collect();
        for connection in &file.connections {
            diagram.connect(owner(&places, &connection.from.value), owner(&places, &connection.to.value));
        }
        for (kind, list) in [("input", &file.inputs), ("output", &file.outputs)] {
            for public in list.iter().filter(|public| !public.is_protected) {
                let place = diagram.nodes.len();
                let (name, description) = (public.name.value.clone(), public.description.clone().unwrap_or_default());
                diagram.nodes.push(Node { name, kind: kind.to_owned(), is_component: false, description });
                for target in public.target.value.variables() {
                    diagram.connect(Some((place, "")), owner(&places, target));
                }
            }
        }
        diagram
    }

    /// Connects two components, each with the name of its connector.
    fn connect(&mut self, a: Option<(usize, &str)>, b: Option<(usize, &str)>) {
        if let (Some(a), Some(b)) = (a, b)
            && a.0 != b.0
        {
            let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
            let ends = self.edges.entry((a.0, b.0)).or_default();
            for (end, name) in ends.iter_mut().zip([a.1, b.1]) {
                if !name.is_empty() && !end.iter().any(|other| other == name) {
                    end.push(name.to_owned());
                }
            }
        }
    }

    /// Components that somebody has described: name, class, description.
    pub(crate) fn described(&self) -> impl Iterator<Item = [&str; 3]> {
        let nodes = self.nodes.iter().filter(|node| node.is_component && !node.description.is_empty());
        nodes.map(|node| [&*node.name, &*node.kind, &*node.description])
    }

    /// The picture; none when there is nothing to draw, or too much to be read.
    pub(crate) fn to_svg(&self) -> Option<String> {
        if self.nodes.is_empty() || self.nodes.len() > MAXIMUM_BOXES {
            return None;
        }
        let columns = self.columns();
        let places = self.places(&columns);
        let right = places.iter().map(|place| place.x + place.width).fold(0.0, f64::max) + MARGIN;
        let bottom = places.iter().map(|place| place.y + place.height).fold(0.0, f64::max) + MARGIN;
        let mut svg = format!(
            "<svg class=\"diagram\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right:.0} {bottom:.0}\" \
             width=\"{right:.0}\" height=\"{bottom:.0}\" role=\"img\" aria-label=\"Components and connections\">\n"
        );
        let ends = self.ends(&places);
        self.edges.iter().zip(&ends).for_each(|((pair, names), ends)| line(&mut svg, &places, *pair, names, ends));
        self.nodes.iter().zip(&places).for_each(|(node, place)| rectangle(&mut svg, node, place));
        svg.push_str("</svg>\n");
        Some(svg)
    }

    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.nodes.len()];
        for &(a, b) in self.edges.keys() {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// The nodes of each column, top to bottom.
    fn columns(&self) -> Vec<Vec<usize>> {
        let neighbours = self.neighbours();
        let distances = self.distances(&neighbours);
        let count = distances.iter().max().map_or(0, |&last| last + 1);
        let mut columns = vec![Vec::new(); count];
        for (node, &distance) in distances.iter().enumerate() {
            columns[distance].push(node);
        }
        let mut heights = vec![0.0; self.nodes.len()];
        for (number, column) in columns.iter_mut().enumerate() {
            sort_column(column, number, &neighbours, &distances, &heights);
            column.iter().enumerate().for_each(|(place, &node)| heights[node] = place as f64);
        }
        columns
    }

    /// Distance of each node from the first column, over components only: inputs and outputs are placed beside their component.
    fn distances(&self, neighbours: &[Vec<usize>]) -> Vec<usize> {
        let mut distances = vec![None; self.nodes.len()];
        let is_ground = |node: &Node| {
            let class = node.kind.rsplit('.').next().unwrap_or_default();
            node.is_component && matches!(class, "World" | "Fixed")
        };
        let grounds = self.nodes.iter().enumerate().filter(|(_, node)| is_ground(node)).map(|(place, _)| place);
        let mut queue: VecDeque<usize> = grounds.collect();
        queue.iter().for_each(|&place| distances[place] = Some(0));
        let mut rest = 0..self.nodes.len();
        loop {
            let Some(node) = queue.pop_front() else {
                // A part without ground begins at its first node.
                let Some(next) = rest.find(|&node| distances[node].is_none()) else { break };
                distances[next] = Some(0);
                queue.push_back(next);
                continue;
            };
            let next = distances[node].map_or(1, |distance| distance + 1);
            for &neighbour in &neighbours[node] {
                if distances[neighbour].is_none() {
                    distances[neighbour] = Some(next);
                    queue.push_back(neighbour);
                }
            }
        }
        distances.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Areas of the boxes: columns side by side; columns that would exceed the width start a new row below.
    fn places(&self, columns: &[Vec<usize>]) -> Vec<Area> {
        let mut places = vec![Area::default(); self.nodes.len()];
        let (mut x, mut top, mut bottom) = (MARGIN, MARGIN, MARGIN);
        for column in columns {
            let width = column.iter().map(|&node| width(&self.nodes[node])).fold(0.0, f64::max);
            if x > MARGIN && x + width > WIDEST {
                (x, top) = (MARGIN, bottom + 2.0 * ROW_GAP);
            }
            let mut y = top;
            for &node in column {
                let height = self.height(node);
                places[node] = Area { x, y, width, height };
                y += height + ROW_GAP;
            }
            bottom = bottom.max(y);
            x += width + self.gap(column);
        }
        places
    }

    /// Height of a box, on whose side all its lines have room.
    fn height(&self, node: usize) -> f64 {
        let lines = self.edges.keys().filter(|(a, b)| *a == node || *b == node).count();
        HEIGHT.max(END * lines as f64 + 6.0)
    }

    /// Room at the right of a column for the names of connectors.
    fn gap(&self, column: &[usize]) -> f64 {
        let of_column = self.edges.iter().filter(|((a, b), _)| column.contains(a) || column.contains(b));
        let lengths = of_column.map(|(_, ends)| ends.iter().map(|names| label(names).chars().count()).sum::<usize>());
        COLUMN_GAP.max(SMALL_CHARACTER * lengths.max().unwrap_or(0) as f64 + 30.0)
    }

    /// Heights of the ends of each line at its boxes: the lines of a side are in the order of what they lead to.
    fn ends(&self, places: &[Area]) -> Vec<[f64; 2]> {
        let mut sides: HashMap<(usize, bool), Side> = HashMap::new();
        for (number, &(a, b)) in self.edges.keys().enumerate() {
            let (first, second) = (places[a], places[b]);
            for (end, node, own, other) in [(0, a, first, second), (1, b, second, first)] {
                let side = sides.entry((node, own.x <= other.x)).or_default();
                side.push((other.y + other.x * 1e-6, number, end));
            }
        }
        let mut ends = vec![[0.0; 2]; self.edges.len()];
        for ((node, _), mut side) in sides {
            let place = places[node];
            side.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let step = place.height / (side.len() + 1) as f64;
            for (k, &(_, number, end)) in side.iter().enumerate() {
                ends[number][end] = place.y + step * (k + 1) as f64;
            }
        }
        ends
    }
}

/// Ends of lines at a side of a box: where they lead to, the line and which of its ends.
type Side = Vec<(f64, usize, usize)>;

/// The names of connectors at an end of a line.
fn label(names: &[String]) -> String {
    let text = names.join(", ");
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST - 1).chain(['\u{2026}']).collect() }
}

/// A box of the picture, by its upper left corner, pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The component that a connector or variable belongs to, the longest name that the path begins with; and the rest of the path.
fn owner<'p>(places: &HashMap<String, usize>, path: &'p str) -> Option<(usize, &'p str)> {
    let mut name = path;
    loop {
        if let Some(&place) = places.get(name) {
            return Some((place, path.get(name.len() + 1..).unwrap_or_default()));
        }
        name = name.rsplit_once('.')?.0;
    }
}

/// Sorts a column by the mean height of the neighbours in the column before.
fn sort_column(column: &mut [usize], number: usize, neighbours: &[Vec<usize>], distances: &[usize], heights: &[f64]) {
    let mean = |node: usize| {
        let before = neighbours[node].iter().filter(|&&other| distances[other] + 1 == number);
        let found: Vec<f64> = before.map(|&other| heights[other]).collect();
        found.iter().sum::<f64>() / found.len().max(1) as f64
    };
    // Stable, so that what is equal keeps the order of the model file.
    column.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
}

fn width(node: &Node) -> f64 {
    node.name.chars().count().max(node.kind.chars().count()) as f64 * CHARACTER + PADDING
}

/// A curve between two boxes with the names of its connectors: from right to left, or around the right side where they are in one column.
fn line(svg: &mut String, places: &[Area], (a, b): (usize, usize), names: &[Vec<String>; 2], ends: &[f64; 2]) {
    let (first, second) = (places[a], places[b]);
    let left = |(place, y): (Area, f64)| [place.x, y];
    let right = |(place, y): (Area, f64)| [place.x + place.width, y];
    let (a, b) = ((first, ends[0]), (second, ends[1]));
    let is_column = first.x == second.x;
    let (from, to, order) = match first.x <= second.x {
        true => (right(a), if is_column { right(b) } else { left(b) }, [0, 1]),
        false => (right(b), left(a), [1, 0]),
    };
    let middle = if is_column { from[0].max(to[0]) + 0.5 * COLUMN_GAP } else { 0.5 * (from[0] + to[0]) };
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<path d=\"M{:.0} {:.0}C{middle:.0} {:.0} {middle:.0} {:.0} {:.0} {:.0}\"/>",
        from[0], from[1], from[1], to[1], to[0], to[1]
    );
    let to_side = if is_column { (4.0, "start") } else { (-4.0, "end") };
    for (point, (shift, anchor), names) in [(from, (4.0, "start"), &names[order[0]]), (to, to_side, &names[order[1]])] {
        if !names.is_empty() {
            let (x, y) = (point[0] + shift, point[1] - 3.0);
            let text = label(names);
            let _ = writeln!(
                svg,
                "<text class=\"connector\" style=\"text-anchor:{anchor}\" x=\"{x:.0}\" y=\"{y:.0}\">{}</text>",
                escape(text.as_str())
            );
        }
    }
}

fn rectangle(svg: &mut String, node: &Node, place: &Area) {
    let class = if node.is_component { "component" } else { &node.kind };
    let Area { x, y, width, height } = *place;
    let (middle, centre) = (x + 0.5 * width, y + 0.5 * height);
    let title = match node.description.as_str() {
        "" => String::new(),
        description => format!("<title>{}</title>", escape(description)),
    };
    let _ = writeln!(
        svg,
        "<g class=\"{class}\">{title}<rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"5\"/>\
         <text x=\"{middle:.0}\" y=\"{:.0}\">{}</text><text class=\"kind\" x=\"{middle:.0}\" y=\"{:.0}\">{}</text></g>",
        centre - 3.0,
        escape(node.name.as_str()),
        centre + 12.0,
        escape(node.kind.as_str())
    );
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const MODEL: &str = r#"
        name = "M"
        connections = [
          ["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm1.body.frame_a"],
          ["rev.axis", "damper.flange_b"], ["rev.support", "damper.flange_a"],
        ]
        [outputs]
        angle = "rev.phi"
        [inputs]
        tau = "arm1.body.m"
        [components.world]
        class = "World"
        [components.damper]
        class = "Rotational.Components.Damper"
        [components."arm1.body"]
        class = "Parts.Body"
        [components.rev]
        class = "Joints.Revolute"
    "#;

    fn diagram() -> Diagram {
        Diagram::new(&ModelFile::from_toml(MODEL).unwrap())
    }

    fn named(diagram: &Diagram, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| diagram.nodes[place].name.clone()).collect()
    }

    #[test]
    fn columns_are_distances_from_the_world() {
        let diagram = diagram();
        let columns: Vec<Vec<String>> = diagram.columns().iter().map(|column| named(&diagram, column)).collect();
        let expected: [&[&str]; 4] = [&["world"], &["rev"], &["damper", "arm1.body", "angle"], &["tau"]];
        assert_eq!(columns, expected);
    }

    #[test]
    fn several_connections_of_two_components_are_one_line() {
        let diagram = diagram();
        let edges: Vec<Vec<String>> = diagram.edges.keys().map(|&(a, b)| named(&diagram, &[a, b])).collect();
        assert_eq!(edges.len(), 5);
        assert!(edges.contains(&vec!["damper".to_owned(), "rev".to_owned()]), "{edges:?}");
        assert!(edges.contains(&vec!["arm1.body".to_owned(), "tau".to_owned()]), "{edges:?}");
        let svg = diagram.to_svg().unwrap();
        for name in ["axis, support", "flange_b, flange_a", ">frame_b<", ">phi<", ">m<"] {
            assert!(svg.contains(name), "{name}: {svg}");
        }
    }

    #[test]
    fn the_picture_is_xml_and_boxes_do_not_overlap() {
        let diagram = diagram();
        let svg = diagram.to_svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let elements = |name: &str| document.descendants().filter(|node| node.tag_name().name() == name).count();
        assert_eq!((elements("rect"), elements("path"), elements("text")), (6, 5, 20));
        let places = diagram.places(&diagram.columns());
        for (index, a) in places.iter().enumerate() {
            for b in &places[index + 1..] {
                assert!(
                    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
                    "{a:?} {b:?}"
                );
            }
        }
    }

    #[test]
    fn a_long_chain_goes_on_below() {
        let components: String =
            (0..30).map(|n| format!("[components.link{n}]\nclass = \"Parts.FixedTranslation\"\n")).collect();
        let pairs: Vec<String> = (1..30).map(|n| format!("[\"link{}.frame_b\", \"link{n}.frame_a\"]", n - 1)).collect();
        let text = format!("name = \"M\"\nconnections = [{}]\n{components}", pairs.join(", "));
        let diagram = Diagram::new(&ModelFile::from_toml(&text).unwrap());
        let places = diagram.places(&diagram.columns());
        assert!(places.iter().all(|place| place.x + place.width <= WIDEST));
        let rows: std::collections::BTreeSet<u64> = places.iter().map(|place| place.y as u64).collect();
        assert!(rows.len() > 4, "{rows:?}");
        for (index, a) in places.iter().enumerate() {
            for b in &places[index + 1..] {
                assert!(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y);
            }
        }
    }

    #[test]
    fn nothing_and_too_much_is_not_drawn() {
        assert_eq!(Diagram::default().to_svg(), None);
        let components: String =
            (0..=MAXIMUM_BOXES).map(|n| format!("[components.b{n}]\nclass = \"Parts.Body\"\n")).collect();
        let file = ModelFile::from_toml(&format!("name = \"M\"\n{components}")).unwrap();
        assert_eq!(Diagram::new(&file).to_svg(), None);
    }
}
