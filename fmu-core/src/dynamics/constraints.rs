//! The rows of the constraints: residuals, their derivatives, and the wrenches that do their work.
//!
//! With `d` from the origin of frame a to that of frame b, `e` an axis of frame a, `n_a` and `n_b` axes fixed in frames a and b:
//!
//! | row | residual | wrench on frame b |
//! |---|---|---|
//! | position | `e . d` | force `e` at frame b |
//! | orientation | twice an element of the quaternion of the relative rotation | torque `e` |
//! | perpendicular | `n_a . n_b` | torque `n_b x n_a` |
//! | distance | `(d . d - L^2)/(2 L)` | force `d/L` |

use super::Evaluation;
use super::articulated_body::{Row, RowEnds};
use crate::assembly::Model;
use crate::mechanism::joint_kinds::Place;
use crate::mechanism::{Constraint, ConstraintKind, FlangeClosing, FlangeRelation, Motion, NodeId, RELATED, link_axes};
use crate::scalar::{Matrix3, Scalar, Vector3, length};

/// Part of the lengths that a position is added up from which is rounding.
const ROUNDING: f64 = 1e-12;

/// Motion of a frame, world axes.
struct Marker<T: Scalar> {
    axes: Matrix3<T>,
    position: Vector3<T>,
    velocity: Vector3<T>,
    omega: Vector3<T>,
}

/// Motion of frame b relative to frame a.
struct Pair<T: Scalar> {
    a: Marker<T>,
    b: Marker<T>,
    d: Vector3<T>,
    /// Difference of the velocities of the origins.
    speed: Vector3<T>,
    /// What velocities contribute to the difference of the accelerations of the origins, when those of the links are spatial ones.
    carried: Vector3<T>,
}

impl<T: Scalar> Evaluation<T> {
    /// Writes the rows of all constraints. Links have been placed.
    pub(super) fn constrain(&mut self, model: &Model) {
        for number in 0..self.work.clusters.len() {
            let mut rows = std::mem::take(&mut self.work.clusters[number].rows);
            let mut next = rows.iter_mut();
            for constraint in &model.mechanism.constraints[model.mechanism.tree.clusters[number].constraints.clone()] {
                self.write_rows(model, constraint, &mut next);
            }
            self.work.clusters[number].rows = rows;
        }
    }

    /// What lengths of each cluster are measured by: the largest distance of a joint or of a constraint's frame from the origin of the link
    /// that carries it, or the largest distance that a constraint demands. Where that is nothing but rounding, no row has an effect, and the
    /// largest distance of any frame on the links of the cluster says what rounding is.
    pub(super) fn measure_clusters(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for (cluster, work) in mechanism.tree.clusters.iter().zip(&mut self.work.clusters) {
            let size = |position: Vector3<T>| length(&position).value();
            let joints =
                cluster.joints.clone().map(|joint| size(self.constants.tree.placements[joint].position.into()));
            let constraints = &mechanism.constraints[cluster.constraints.clone()];
            let frames = constraints.iter().flat_map(|constraint| constraint.nodes);
            // A model without frames has no nodes.
            let frames = frames.filter_map(|node| self.constants.nodes.get(node).map(|node| size(node.position)));
            let distances = constraints.iter().map(|constraint| match constraint.kind {
                ConstraintKind::Distance { length } | ConstraintKind::Rolling { radius: length, .. } => {
                    self.parameters[length].value().abs()
                }
                _ => 0.0,
            });
            let largest = joints.chain(frames).chain(distances).fold(0.0, f64::max);
            let is_here = |link: usize| link == cluster.root || cluster.joints.contains(&link.wrapping_sub(1));
            let here = mechanism.nodes.iter().zip(&self.constants.nodes).filter(|(node, _)| is_here(node.link));
            let around = here.map(|(_, pose)| size(pose.position)).fold(0.0, f64::max);
            let scale = if largest > ROUNDING * around { largest } else { around };
            work.scale = if scale > 0.0 && scale.is_finite() { scale } else { 1.0 };
        }
    }

    /// Residual of a row, or its derivative.
    pub(super) fn row_value(&self, cluster: usize, row: usize, rate: bool) -> T {
        let row = &self.work.clusters[cluster].rows[row];
        if rate { row.rate } else { row.residual }
    }

    #[inline(never)]
    fn write_rows<'r>(&self, model: &Model, constraint: &Constraint, rows: &mut impl Iterator<Item = &'r mut Row<T>>)
    where
        T: 'r,
    {
        let mut write = |row: Row<T>| {
            if let Some(to) = rows.next() {
                *to = row;
            }
        };
        if let ConstraintKind::Flanges(closing) = constraint.kind {
            return write(self.flange_row(model, &closing));
        }
        if let ConstraintKind::Relation(relation) = constraint.kind {
            return write(self.relation_row(model, &relation));
        }
        if let ConstraintKind::Rolling { radius, height, lateral } = constraint.kind {
            let node = constraint.nodes[1];
            let link = &self.links[model.mechanism.nodes[node].link];
            let rows = self.rolling_rows(link, node, radius);
            return rows
                .into_iter()
                .zip([height, true, lateral])
                .filter(|(_, wanted)| *wanted)
                .for_each(|(row, _)| write(row));
        }
        let pair = self.pair(model, constraint.nodes);
        let axis = |k: usize| pair.a.axes.column(k).into_owned();
        match constraint.kind {
            ConstraintKind::Weld => {
                (0..3).for_each(|k| write(pair.position(axis(k))));
                let turn = pair.turn();
                (0..3).for_each(|k| write(pair.orientation(axis(k), turn[k])));
            }
            ConstraintKind::Position(locked) => {
                (0..3).filter(|k| locked[*k]).for_each(|k| write(pair.position(axis(k))));
            }
            ConstraintKind::Orientation => {
                let turn = pair.turn();
                (0..3).for_each(|k| write(pair.orientation(axis(k), turn[k])));
            }
            ConstraintKind::OnAxis { n } => {
                let across = across(n.get(&self.parameters));
                across.into_iter().for_each(|e| write(pair.position(pair.a.axes * e)));
            }
            ConstraintKind::Parallel { n } => {
                let n: Vector3<T> = n.get(&self.parameters);
                let e = n / length(&n);
                across(e).into_iter().for_each(|x| write(pair.perpendicular(x, e)));
            }
            ConstraintKind::Perpendicular { n_a, n_b } => {
                let n_a: Vector3<T> = n_a.get(&self.parameters);
                let n_b: Vector3<T> = n_b.get(&self.parameters);
                write(pair.perpendicular(n_a / length(&n_a), n_b / length(&n_b)));
            }
            ConstraintKind::Distance { length } => write(pair.distance(self.parameters[length])),
            ConstraintKind::Flanges(_) | ConstraintKind::Relation(_) | ConstraintKind::Rolling { .. } => {}
        }
    }

    #[inline(never)]
    fn marker(&self, model: &Model, node: NodeId) -> Marker<T> {
        let (link, pose) = (&self.links[model.mechanism.nodes[node].link], &self.constants.nodes[node]);
        let axes = link_axes(link);
        let (arm, omega) = (axes * pose.position, Vector3::from(link.omega));
        Marker {
            axes: axes * pose.axes,
            position: Vector3::from(link.position) + arm,
            velocity: Vector3::from(link.velocity) + omega.cross(&arm),
            omega,
        }
    }

    #[inline(never)]
    fn pair(&self, model: &Model, nodes: [NodeId; 2]) -> Pair<T> {
        let [a, b] = nodes.map(|node| self.marker(model, node));
        Pair {
            d: b.position - a.position,
            speed: b.velocity - a.velocity,
            carried: b.omega.cross(&b.velocity) - a.omega.cross(&a.velocity),
            a,
            b,
        }
    }

    #[inline(never)]
    fn flange_row(&self, model: &Model, closing: &FlangeClosing) -> Row<T> {
        let [first, second] = [closing.a, closing.b].map(|joint| model.mechanism.tree.joints[joint]);
        let placements = &self.constants.tree.placements;
        let place = Place { links: &self.links, placements, joint: closing.a, parent: first.parent };
        let [one, other] = closing.nodes.map(|node| self.constants.flanges[node]);
        let (ratio, offset) = (other.ratio / one.ratio, (other.offset - one.offset) / one.ratio);
        Row {
            ends: RowEnds::Coordinates([
                (first.v, T::one()),
                (second.v, -ratio),
                (first.v, T::zero()),
                (first.v, T::zero()),
            ]),
            is_length: !first.kind.axis(0, &place).rotation,
            residual: self.q[first.q] - ratio * self.q[second.q] - offset,
            rate: self.v[first.v] - ratio * self.v[second.v],
            drift: T::zero(),
        }
    }

    #[inline(never)]
    fn relation_row(&self, model: &Model, relation: &FlangeRelation) -> Row<T> {
        let (mechanism, mut row) = (&model.mechanism, Row::empty());
        let any = relation.distinct().next().map_or(0, |joint| mechanism.tree.joints[joint].v);
        let mut terms = [(any, T::zero()); RELATED];
        for (k, term) in mechanism.transmissions[relation.transmission].terms().into_iter().enumerate() {
            let Some(term) = term else { continue };
            let factor = term.factor(&self.parameters);
            let pose = self.constants.flanges[mechanism.flange_nodes[term.flange]];
            row.residual += factor * pose.offset;
            if let Some(joint) = relation.joints[k] {
                let (joint, factor) = (&mechanism.tree.joints[joint], factor * pose.ratio);
                row.residual += factor * self.q[joint.q];
                row.rate += factor * self.v[joint.v];
                terms[k] = (joint.v, factor);
            }
        }
        row.ends = RowEnds::Coordinates(terms);
        row
    }

    /// Flows into the flanges of a relation, and what it drives the joints with.
    fn relation_flows(&mut self, model: &Model, relation: &FlangeRelation, multiplier: T) {
        let mechanism = &model.mechanism;
        for (k, term) in mechanism.transmissions[relation.transmission].terms().into_iter().enumerate() {
            let Some(term) = term else { continue };
            let driving = term.factor(&self.parameters) * multiplier;
            self.flange_flows[term.flange] = -driving;
            let Some(joint) = relation.joints[k].map(|joint| mechanism.tree.joints[joint]) else { continue };
            if joint.motion == Motion::Dynamic {
                let ratio = self.constants.flanges[mechanism.flange_nodes[term.flange]].ratio;
                self.joint_force[joint.v] += ratio * driving;
            }
        }
    }

    /// Flows into the flanges at which networks are closed. The multipliers are known.
    pub(super) fn closing_flows(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for (number, cluster) in mechanism.tree.clusters.iter().enumerate() {
            for (local, constraint) in mechanism.constraints[cluster.constraints.clone()].iter().enumerate() {
                let closing = match constraint.kind {
                    ConstraintKind::Flanges(closing) => closing,
                    ConstraintKind::Relation(relation) => {
                        let multiplier = self.work.clusters[number].coordinate_force(cluster, local);
                        self.relation_flows(model, &relation, multiplier);
                        continue;
                    }
                    _ => continue,
                };
                let force = self.work.clusters[number].coordinate_force(cluster, local);
                let [one, other] = closing.nodes.map(|node| self.constants.flanges[node]);
                // What drives the second coordinate; a transmission brings it, the axis of the joint takes it.
                let driving = -(force * other.ratio / one.ratio);
                for (joint, own) in [(closing.a, force), (closing.b, driving)] {
                    let joint = &mechanism.tree.joints[joint];
                    if joint.motion == Motion::Dynamic {
                        self.joint_force[joint.v] += own;
                    }
                }
                match closing.transmission {
                    None => self.flange_flows[closing.flange] = driving,
                    Some(transmission) => {
                        let own = self.constants.flanges[mechanism.flange_nodes[closing.flange]].ratio;
                        self.flange_flows[closing.flange] = -(driving / own);
                        self.through_transmission(model, transmission, closing.flange, -(driving / own));
                    }
                }
            }
        }
    }
}

impl<T: Scalar> Pair<T> {
    /// The component of the distance along `e`, fixed in frame a.
    #[inline(never)]
    fn position(&self, e: Vector3<T>) -> Row<T> {
        let (d, w) = (&self.d, &self.a.omega);
        let relative = self.speed - w.cross(d);
        let two = T::constant(2.0);
        Row {
            ends: RowEnds::Links { force: e.into(), torque: [T::zero(); 3], at: self.b.position.into() },
            is_length: true,
            residual: e.dot(d),
            rate: e.dot(&relative),
            drift: e.dot(&(self.carried - w.cross(&w.cross(d)) - w.cross(&relative) * two)),
        }
    }

    /// Twice the vector part of the quaternion that turns frame a into frame b: for a small rotation its angles.
    #[inline(never)]
    fn turn(&self) -> Vector3<T> {
        let relative = self.a.axes.transpose() * self.b.axes;
        let skew = Vector3::new(
            relative[(2, 1)] - relative[(1, 2)],
            relative[(0, 2)] - relative[(2, 0)],
            relative[(1, 0)] - relative[(0, 1)],
        );
        // 4 w^2 = 1 + trace; at half a turn the vector part follows from the symmetric part instead.
        let whole = T::one() + relative.trace();
        if whole.value() > 1e-2 {
            return skew / whole.sqrt();
        }
        let k =
            (0..3).fold(0, |best, k| if relative[(k, k)].value() > relative[(best, best)].value() { k } else { best });
        let two = T::constant(2.0);
        let own = (T::one() + relative[(k, k)] * two - relative.trace()).max(T::zero()).sqrt();
        let sign = if skew[k].value() < 0.0 { -T::one() } else { T::one() };
        let other = |l: usize| (relative[(k, l)] + relative[(l, k)]) / own;
        Vector3::from_fn(|l, _| sign * if l == k { own } else { other(l) })
    }

    /// The rotation about `e`, an axis of frame a, which is `turn`.
    #[inline(never)]
    fn orientation(&self, e: Vector3<T>, turn: T) -> Row<T> {
        Row {
            ends: RowEnds::Links { force: [T::zero(); 3], torque: e.into(), at: self.b.position.into() },
            is_length: false,
            residual: turn,
            rate: e.dot(&(self.b.omega - self.a.omega)),
            drift: -e.dot(&self.a.omega.cross(&self.b.omega)),
        }
    }

    /// The cosine of the angle between an axis of frame a and one of frame b.
    #[inline(never)]
    fn perpendicular(&self, n_a: Vector3<T>, n_b: Vector3<T>) -> Row<T> {
        let (n_a, n_b) = (self.a.axes * n_a, self.b.axes * n_b);
        let (w_a, w_b) = (&self.a.omega, &self.b.omega);
        let (torque, relative) = (n_b.cross(&n_a), w_b - w_a);
        let turning = w_b.cross(&n_b).cross(&n_a) + n_b.cross(&w_a.cross(&n_a));
        Row {
            ends: RowEnds::Links { force: [T::zero(); 3], torque: torque.into(), at: self.b.position.into() },
            is_length: false,
            residual: n_a.dot(&n_b),
            rate: relative.dot(&torque),
            drift: relative.dot(&turning),
        }
    }

    /// The distance of the origins.
    #[inline(never)]
    fn distance(&self, l: T) -> Row<T> {
        let (d, speed) = (&self.d, &self.speed);
        Row {
            ends: RowEnds::Links { force: (d / l).into(), torque: [T::zero(); 3], at: self.b.position.into() },
            is_length: true,
            residual: (d.dot(d) - l * l) / (l * T::constant(2.0)),
            rate: d.dot(speed) / l,
            drift: (speed.dot(speed) + d.dot(&self.carried)) / l,
        }
    }
}

/// Two unit vectors that are perpendicular to `n` and to each other.
#[inline(never)]
fn across<T: Scalar>(n: Vector3<T>) -> [Vector3<T>; 2] {
    let e = n / length(&n);
    let smallest = (0..3).fold(0, |best, k| if e[k].value().abs() < e[best].value().abs() { k } else { best });
    let mut x = Vector3::zeros();
    x[smallest] = T::one();
    let x = x - e * e.dot(&x);
    let x = x / length(&x);
    [x, e.cross(&x)]
}
