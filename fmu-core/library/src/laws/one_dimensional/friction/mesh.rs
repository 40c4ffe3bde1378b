//! Losses of a gear: efficiency of its mesh and friction of its bearings, given by a table over the speed of flange_a.

use super::FrictionLaw;
use crate::laws::blocks::tables::interpolation::{Smoothness, Table};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{FlangeId, MeshLoss, MotionView, ReactionView, Reals};

/// Columns of the table: speed, efficiency with flange_a driving and with flange_b driving, bearing friction in both
/// cases.
pub const COLUMNS: usize = 5;

/// Lower limit of efficiencies.
pub const LEAST_EFFICIENCY: f64 = 1e-3;

/// The losses of a gear.
#[derive(Clone, Debug, Binary)]
pub struct Mesh {
    pub table: Reals,
    /// The end of the gear on the shaft with the losses.
    pub end: FlangeId,
}

impl Mesh {
    /// Losses at a speed.
    pub fn loss<T: Scalar>(&self, view: &MotionView<'_, T>, speed: T) -> MeshLoss<T> {
        let table = Table { elements: view.parameters().all(self.table), columns: COLUMNS };
        let speed = speed.abs();
        let rows = table.rows_until(speed.value());
        let column = |column: usize| match rows {
            0 => table.outside(speed, 0, column, Smoothness::Linear, false),
            rows if rows == table.rows() => table.outside(speed, rows - 1, column, Smoothness::Linear, false),
            rows => table.inside(speed, rows - 1, column, Smoothness::Linear),
        };
        // Extrapolated linearly beyond the last row, but at most 1.
        let efficiency = |k: usize| column(k).min(T::one()).max(T::constant(LEAST_EFFICIENCY));
        MeshLoss { efficiency: [efficiency(1), efficiency(2)], bearing: [column(3).abs(), column(4).abs()] }
    }

    /// Range of the losses at rest; zero if the gear has none.
    pub fn grip<T: Scalar>(&self, view: &MotionView<'_, T>) -> [T; 2] {
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

    pub fn efficiency_1<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::one, |loss| loss.efficiency[0])
    }

    pub fn efficiency_2<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::one, |loss| loss.efficiency[1])
    }

    pub fn bearing_1<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::zero, |loss| loss.bearing[0])
    }

    pub fn bearing_2<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.loss_now(view).map_or_else(T::zero, |loss| loss.bearing[1])
    }

    pub fn least_loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.loss_of_motion(view, -1)
    }

    pub fn most_loss<T: Scalar>(&self, view: &ReactionView<'_, T>) -> T {
        self.loss_of_motion(view, 1)
    }

    /// Loss for a motion in a direction, from the torque into the gear.
    fn loss_of_motion<T: Scalar>(&self, view: &ReactionView<'_, T>, direction: i32) -> T {
        let Some((mesh, loss)) = self.mesh_of().zip(self.loss_now(view)) else { return T::zero() };
        loss.loss_of_input(direction, view.flange_flow(mesh.end) + view.flange_flow(self.flange))
    }
}
