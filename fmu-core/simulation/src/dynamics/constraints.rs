//! The rows of the constraints: residuals, their derivatives, and the wrenches of the constraints.

mod pair;

use super::Evaluation;
use super::articulated_body::{LoopEnds, Row, RowEnds};
use crate::model::Model;
use mechanism::joint_kinds::Place;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::spatial::algebra::{perpendiculars, rotate, unit, zeros};
use mechanism::{
    Balance, Constraint, ConstraintKind, FlangeClosing, FlangeRelation, FramePose, LinkMotion, Motion, RELATED,
    RollingContact, link_axes, vertical,
};
use pair::{Marker, Pair, frame_axes};

/// Rounding error of a position relative to the lengths that it is a sum of.
const ROUNDING: f64 = 1e-12;

impl<T: Scalar> Evaluation<T> {
    /// Writes the rows of all constraints; residuals only if accelerations depend on them, or for jets. Links have been
    /// placed.
    pub(super) fn constrain(&mut self, model: &Model) {
        if T::IS_PLAIN {
            self.work.close_in_plane(&self.links);
        }
        self.write_constraints(model, !T::IS_PLAIN);
    }

    /// Writes the rows of all constraints with their residuals.
    pub(super) fn know_residuals(&mut self, model: &Model) {
        if !self.knows_residuals {
            self.write_constraints(model, true);
        }
    }

    fn write_constraints(&mut self, model: &Model, with_residuals: bool) {
        self.knows_residuals = true;
        for (number, cluster) in model.mechanism.tree.clusters.iter().enumerate() {
            let work = &mut self.work.clusters[number];
            let with_residuals = with_residuals || work.stabilization != 0.0;
            self.knows_residuals &= with_residuals;
            if !with_residuals && work.is_closed_in_plane() {
                continue;
            }
            let (mut rows, mut points) = (std::mem::take(&mut work.rows), std::mem::take(&mut work.points));
            let mut next = rows.iter_mut();
            let constraints = &model.mechanism.constraints[cluster.constraints.clone()];
            for (constraint, point) in constraints.iter().zip(&mut points) {
                self.write_rows(model, constraint, with_residuals, point, &mut next);
            }
            let work = &mut self.work.clusters[number];
            (work.rows, work.points) = (rows, points);
        }
    }

    /// Characteristic length of each cluster: the largest distance of a joint or of a constraint's frame from the
    /// origin of the link that carries it, or the largest distance that a constraint prescribes. If that is a rounding
    /// error, no row has an effect, and the largest distance of any frame on the links of the cluster is the scale of
    /// rounding.
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
            let scale = if scale > 0.0 && scale.is_finite() { scale } else { 1.0 };
            let ends = match constraints {
                [constraint] => loop_ends(constraint, &self.constants.nodes, &self.parameters),
                _ => None,
            };
            work.measure((&mechanism.tree, &self.constants.tree), cluster, scale, ends);
        }
    }

    /// Residual of a row, or its derivative; residuals are known.
    pub(super) fn row_value(&self, cluster: usize, row: usize, rate: bool) -> T {
        let row = &self.work.clusters[cluster].rows[row];
        if rate { row.rate } else { row.residual }
    }

    #[inline(never)]
    fn write_rows(
        &self,
        model: &Model,
        constraint: &Constraint,
        with_residuals: bool,
        point: &mut [T; 3],
        rows: &mut std::slice::IterMut<'_, Row<T>>,
    ) {
        let mut write = |row: Row<T>| {
            if let Some(to) = rows.next() {
                *to = row;
            }
        };
        match constraint.kind {
            ConstraintKind::Flanges(closing) => return write(self.flange_row(model, &closing)),
            ConstraintKind::Relation(relation) => return write(self.relation_row(model, &relation)),
            ConstraintKind::Balance { number, is_damped } => {
                return write(self.balance_row(model, &model.mechanism.balances[number], is_damped));
            }
            ConstraintKind::Rolling { radius, height, lateral } => {
                let node = constraint.nodes[1];
                let rows;
                (*point, rows) = self.rolling_rows(&self.links[model.mechanism.nodes[node].link], node, radius);
                let wanted = rows.into_iter().zip([height, true, lateral]).filter(|(_, wanted)| *wanted);
                return wanted.for_each(|(row, _)| write(row));
            }
            _ => {}
        }
        let [a, b] = constraint.nodes.map(|node| &self.links[model.mechanism.nodes[node].link]);
        let [pose_a, pose_b] = constraint.nodes.map(|node| &self.constants.nodes[node]);
        let pair = Pair::new(frame_axes(a, pose_a), Marker::new(a, pose_a), Marker::new(b, pose_b));
        *point = pair.b.position;
        let axis = |k: usize| pair.axes[k];
        let axes_b = || frame_axes(b, pose_b);
        let turn = || if with_residuals { pair.turn(&axes_b()) } else { zeros() };
        match constraint.kind {
            ConstraintKind::Weld => {
                let way = pair.way();
                (0..3).for_each(|k| write(way.position(axis(k))));
                let (spin, turn) = (pair.spin(), turn());
                (0..3).for_each(|k| write(spin.orientation(axis(k), turn[k])));
            }
            ConstraintKind::Position(locked) => {
                let way = pair.way();
                (0..3).filter(|k| locked[*k]).for_each(|k| write(way.position(axis(k))));
            }
            ConstraintKind::Orientation => {
                let (spin, turn) = (pair.spin(), turn());
                (0..3).for_each(|k| write(spin.orientation(axis(k), turn[k])));
            }
            ConstraintKind::OnAxis { n } => {
                let across = perpendiculars(unit(n.get(&self.parameters).into()));
                let way = pair.way();
                across.into_iter().for_each(|e| write(way.position(rotate(&pair.axes, e))));
            }
            ConstraintKind::Parallel { n } => {
                let e = unit(n.get(&self.parameters).into());
                let axes = axes_b();
                perpendiculars(e).into_iter().for_each(|x| write(pair.perpendicular(&axes, x, e)));
            }
            ConstraintKind::Perpendicular { n_a, n_b } => {
                let [n_a, n_b] = [n_a, n_b].map(|n| unit(n.get(&self.parameters).into()));
                write(pair.perpendicular(&axes_b(), n_a, n_b));
            }
            ConstraintKind::Distance { length } => write(pair.distance(self.parameters[length])),
            ConstraintKind::Flanges(_)
            | ConstraintKind::Relation(_)
            | ConstraintKind::Balance { .. }
            | ConstraintKind::Rolling { .. } => {}
        }
    }

    /// The point of contact, and the rows of a wheel on a node of a link that rolls on the plane z = 0: height, along, across. The material
    /// point of the wheel at the contact has zero velocity along the vertical (where this is the derivative of the height), along the wheel,
    /// and across it.
    #[inline(never)]
    fn rolling_rows(&self, link: &LinkMotion<T>, node: usize, radius: usize) -> ([T; 3], [Row<T>; 3]) {
        let pose = &self.constants.nodes[node];
        let (axes, omega) = (link_axes(link), Vector3::from(link.omega));
        let from_origin = axes * pose.position;
        let centre = Vector3::from(link.position) + from_origin;
        let velocity = Vector3::from(link.velocity) + omega.cross(&from_origin);
        let axis = (axes * pose.axes).column(1).into_owned();
        let contact = RollingContact::new(axis, omega, self.parameters[radius]);
        let slip = velocity + omega.cross(&contact.arm);
        let carried = omega.cross(&velocity) + omega.cross(&contact.rates[0]);
        let row = |e: Vector3<T>, rate: Vector3<T>, residual: T| {
            let (rate, drift) = (e.dot(&slip), rate.dot(&slip) + e.dot(&carried));
            Row::between_frames(RowEnds::Force(e.into()), residual, rate, drift)
        };
        let rows = [
            row(vertical(), Vector3::zeros(), centre.z + contact.arm.z),
            row(contact.along, contact.rates[1], T::zero()),
            row(contact.across, contact.rates[2], T::zero()),
        ];
        ((centre + contact.arm).into(), rows)
    }

    #[inline(never)]
    fn flange_row(&self, model: &Model, closing: &FlangeClosing) -> Row<T> {
        let [first, second] = [closing.a, closing.b].map(|joint| model.mechanism.tree.joints[joint]);
        let placements = &self.constants.tree.placements;
        let place = Place { links: &self.links, placements, joint: closing.a, parent: first.parent };
        let [one, other] = closing.nodes.map(|node| self.constants.flanges[node]);
        let (ratio, offset) = (other.ratio / one.ratio, (other.offset - one.offset) / one.ratio);
        let none = (first.v, T::zero());
        Row {
            ends: RowEnds::Coordinates([(first.v, T::one()), (second.v, -ratio), none, none]),
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

    /// The sum of the generalised forces of springs and dampers at coordinates without inertia, divided by its largest
    /// derivative by a coordinate or, if it is damped, by a speed.
    #[inline(never)]
    fn balance_row(&self, model: &Model, balance: &Balance, is_damped: bool) -> Row<T> {
        let (mechanism, p, mut row) = (&model.mechanism, &self.parameters, Row::empty());
        let any = balance.joints.first().map_or(0, |joint| mechanism.tree.joints[*joint].v);
        let (mut terms, mut used) = ([(any, T::zero()); RELATED], 0);
        for (compliant, joints) in &balance.elements {
            let (mut own, mut position, mut speed) = (T::zero(), T::zero(), T::zero());
            let poses = compliant.flanges.map(|flange| self.constants.flanges[mechanism.flange_nodes[flange]]);
            let ends = [-T::one(), T::one()].into_iter().zip(poses).zip(joints);
            for ((sign, pose), joint) in ends.clone() {
                position += sign * pose.offset;
                let Some(number) = *joint else { continue };
                let (joint, slope) = (mechanism.tree.joints[number], sign * pose.ratio);
                position += slope * self.q[joint.q];
                speed += slope * self.v[joint.v];
                if balance.joints.contains(&number) {
                    own += slope;
                }
            }
            let (c, stretch) = match compliant.spring {
                Some([c, rel0]) => (p[c], position - p[rel0]),
                None => (T::zero(), T::zero()),
            };
            let d = compliant.damper.map_or_else(T::zero, |d| p[d]);
            let slope = own * if is_damped { d } else { c };
            for ((sign, pose), joint) in ends {
                let Some(joint) = joint.map(|joint| mechanism.tree.joints[joint]) else { continue };
                let k = terms[..used].iter().position(|(v, _)| *v == joint.v).unwrap_or(used);
                if let Some(term) = terms.get_mut(k) {
                    *term = (joint.v, term.1 + slope * sign * pose.ratio);
                    used = used.max(k + 1);
                }
            }
            if is_damped {
                row.rate += own * (c * stretch + d * speed);
                row.drift += own * c * speed;
            } else {
                row.residual += own * c * stretch;
                row.rate += own * c * speed;
            }
        }
        let size = |(_, factor): &(usize, T)| factor.value().abs();
        let largest = terms.into_iter().reduce(|a, b| if size(&b) > size(&a) { b } else { a });
        let whole = largest.map_or_else(T::one, |(_, factor)| factor);
        terms.iter_mut().for_each(|(_, factor)| *factor /= whole);
        let values = [&mut row.residual, &mut row.rate, &mut row.drift];
        values.into_iter().for_each(|value| *value /= whole);
        row.ends = RowEnds::Coordinates(terms);
        row
    }

    /// Flows into the flanges of a relation, and the resulting generalised forces on the joints.
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

    /// Flows into the flanges that close networks. The multipliers are known.
    pub(super) fn closing_flows(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for (number, cluster) in mechanism.tree.clusters.iter().enumerate() {
            for (local, constraint) in mechanism.constraints[cluster.constraints.clone()].iter().enumerate() {
                let closing = match constraint.kind {
                    ConstraintKind::Flanges(closing) => closing,
                    ConstraintKind::Relation(relation) => {
                        let multiplier = self.work.clusters[number].coordinate_force(local);
                        self.relation_flows(model, &relation, multiplier);
                        continue;
                    }
                    _ => continue,
                };
                let force = self.work.clusters[number].coordinate_force(local);
                let [one, other] = closing.nodes.map(|node| self.constants.flanges[node]);
                // The force on the second coordinate acts through a transmission or on the axis of the joint.
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

/// The ends of a constraint that keeps two points or two frames together, possibly except along an axis.
fn loop_ends<T: Scalar>(constraint: &Constraint, nodes: &[FramePose<T>], parameters: &[T]) -> Option<LoopEnds<T>> {
    let [a, b] = constraint.nodes.map(|node| nodes.get(node));
    let (a, b) = (a?, b?);
    let (keep_angle, across) = match constraint.kind {
        ConstraintKind::Weld => (true, None),
        ConstraintKind::Position([true, true, true]) => (false, None),
        ConstraintKind::OnAxis { n } => {
            let n = unit(n.get(parameters).into());
            (false, Some(rotate(&a.axes.into(), n)))
        }
        _ => return None,
    };
    Some(LoopEnds { positions: [a.position.into(), b.position.into()], keep_angle, across })
}
