//! Rigid bodies: parts that do not move relative to each other share one node.

use drawing::math::{IDENTITY, angle, length, subtract};

use super::part::{Part, Pose, Track};

/// Largest relative motion of parts on one body: relative to the size of the picture, and in rad. Closed loops leave such residuals.
const TOLERANCE: f64 = 1e-7;

/// A rigid body.
#[derive(Debug)]
pub(crate) struct Node {
    /// Its motion: that of its first part.
    pub body: Track<Pose>,
    /// Its parts, by their place in the list, with their pose on it.
    pub parts: Vec<(usize, Pose)>,
}

/// The bodies of all parts.
pub(crate) fn nodes(parts: &[Part], rows: usize, size: f64) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let found = nodes.iter_mut().find_map(|node| Some((relative(&part.body, &node.body, rows, size)?, node)));
        match found {
            Some((pose, node)) => node.parts.push((index, pose)),
            None => {
                let own = Pose { position: [0.0; 3], rotation: IDENTITY };
                nodes.push(Node { body: part.body.clone(), parts: vec![(index, own)] });
            }
        }
    }
    nodes
}

/// The pose relative to another one, if it does not change.
fn relative(body: &Track<Pose>, base: &Track<Pose>, rows: usize, size: f64) -> Option<Pose> {
    let at = |row: usize| body.get(row).relative_to(base.get(row));
    let first = at(0);
    let last = rows - 1;
    // Most differ at the end or in the middle already.
    let order = [last, last / 2].into_iter().chain(0..rows);
    let rows = if body.is_constant() && base.is_constant() { 0 } else { rows + 2 };
    order
        .take(rows)
        .all(|row| {
            let now = at(row);
            length(subtract(now.position, first.position)) <= TOLERANCE * size
                && angle(now.rotation, first.rotation) <= TOLERANCE
        })
        .then_some(first)
}
