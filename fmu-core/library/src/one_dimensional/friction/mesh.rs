//! Losses of a gear: efficiency of its mesh and friction of its bearings, by a table over the speed of flange_a.

use super::FrictionLaw;
use crate::Element;
use crate::blocks::{Smoothness, Table};
use mechanism::scalar::Scalar;
use mechanism::{FlangeId, MeshLoss, MotionView, ReactionView, Reals, Shape};
use serde::{Deserialize, Serialize};

/// Columns of the table: speed, efficiency while flange_a drives and while flange_b does, bearing friction in both cases.
const COLUMNS: usize = 5;

/// Efficiencies are not below this.
const LEAST_EFFICIENCY: f64 = 1e-3;

/// The losses of a gear.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Mesh {
    table: Reals,
    /// The end of the gear on the shaft of its losses.
    pub(super) end: FlangeId,
}

impl Mesh {
    /// Losses by the parameter lossTable, of a gear with the end `end`.
    pub(super) fn of(e: &Element<'_>, end: FlangeId) -> Self {
        Self { table: e.reals("lossTable"), end }
    }

    /// Losses at a speed.
    pub(super) fn loss<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> MeshLoss<T> {
        let table = Table { elements: view.parameters().all(self.table), columns: COLUMNS };
        let speed = speed.abs();
        let rows = table.rows_until(speed.value());
        let column = |column: usize| match rows {
            0 => table.outside(speed, 0, column, Smoothness::Linear, false),
            rows if rows == table.rows() => table.outside(speed, rows - 1, column, Smoothness::Linear, false),
            rows => table.inside(speed, rows - 1, column, Smoothness::Linear),
        };
        // Straight on beyond the last row, but without gain.
        let efficiency = |k: usize| column(k).min(T::one()).max(T::constant(LEAST_EFFICIENCY));
        MeshLoss { efficiency: [efficiency(1), efficiency(2)], bearing: [column(3).abs(), column(4).abs()] }
    }

    /// The size of its losses at rest, from the least to the largest; nothing where the gear has none.
    pub(super) fn grip<T: Scalar>(&self, view: &MotionView<'_, T>) -> [T; 2] {
        let elements = view.parameters().all(self.table);
        let is_ideal = elements.chunks_exact(COLUMNS).all(|row| {
            row.iter()
                .zip([None, Some(1.0), Some(1.0), Some(0.0), Some(0.0)])
                .all(|(x, ideal)| ideal.is_none_or(|i| x.value() == i))
        });
        if is_ideal {
            return [T::zero(); 2];
        }
        let [one, two] = self.loss(view, T::zero()).bearing;
        let size = one.max(two);
        let size = if size.value() > 0.0 { size } else { T::one() };
        [-size, size]
    }
}

/// Variables of a gear with losses; other contacts do not declare them.
impl FrictionLaw {
    fn loss_now<T: Scalar>(&self, view: &MotionView<'_, T>) -> Option<MeshLoss<T>> {
        Some(self.mesh_of()?.loss(view, self.speed(view)))
    }

    pub(super) fn efficiency_1<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::one, |loss| loss.efficiency[0])
    }

    pub(super) fn efficiency_2<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::one, |loss| loss.efficiency[1])
    }

    pub(super) fn bearing_1<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::zero, |loss| loss.bearing[0])
    }

    pub(super) fn bearing_2<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::zero, |loss| loss.bearing[1])
    }

    pub(super) fn least_loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.loss_of_motion(view, -1)
    }

    pub(super) fn most_loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.loss_of_motion(view, 1)
    }

    /// Loss of a motion in a direction, from the torque into the gear.
    fn loss_of_motion<T: Scalar>(&self, view: &ReactionView<'_, T>, direction: i32) -> T {
        let Some((mesh, loss)) = self.mesh_of().zip(self.loss_now(view)) else { return T::zero() };
        loss.loss_of_input(direction, view.flange_flow(mesh.end) + view.flange_flow(self.flange))
    }
}

/// Expectation that a loss table does not meet.
pub(crate) fn check_loss_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, COLUMNS) = shape else {
        return Some("a matrix of five columns: speed, eta_mf1, eta_mf2, tau_bf1, tau_bf2");
    };
    let rows = || elements.chunks_exact(COLUMNS);
    if rows().any(|row| row[0] < 0.0) {
        return Some("speeds of at least 0 in the first column");
    }
    if rows().zip(rows().skip(1)).any(|(now, next)| next[0] <= now[0]) {
        return Some("a first column whose speeds grow");
    }
    if rows().any(|row| row[1..3].iter().any(|eta| *eta < LEAST_EFFICIENCY || *eta > 1.0)) {
        return Some("efficiencies from 0.001 to 1 in the second and third column");
    }
    None
}
