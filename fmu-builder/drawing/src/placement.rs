//! Placement of a shape in a picture, rounded so that it is the same on every platform.

use crate::math::{Rotation, Vector, add, rotate};

/// Places are rounded to this part of the size of the picture.
const GRID: f64 = 1e7;

/// Transformation from points of a shape to the axes of the picture.
pub struct Placement {
    position: Vector,
    pub(crate) rotation: Rotation,
    pub(crate) scale: Vector,
    shift: f64,
    pub(crate) upright: Rotation,
    /// Size of the mechanism, m.
    size: f64,
}

impl Placement {
    /// Position, m, and orientation of a body, along whose x axis the shape is moved, m; its scale; the orientation of the world in the picture; the
    /// size of the mechanism, m.
    pub fn new(
        (position, rotation): (Vector, Rotation),
        shift: f64,
        scale: Vector,
        upright: Rotation,
        size: f64,
    ) -> Self {
        let round = |v: Vector| v.map(|x| on_grid(x, size));
        Self {
            position: round(position),
            rotation: rotation.map(|x| whole(x * GRID) / GRID),
            scale: round(scale),
            shift,
            upright,
            size,
        }
    }

    /// A point of the mesh.
    pub fn of_mesh(&self, [x, y, z]: Vector) -> Vector {
        let scale = self.scale;
        self.on_body([x * scale[0] + self.shift, y * scale[1], z * scale[2]])
    }

    /// A point of the body.
    pub fn on_body(&self, local: Vector) -> Vector {
        let local = local.map(|x| on_grid(x, self.size));
        rotate(self.upright, add(self.position, rotate(self.rotation, local)))
    }
}

/// A length on the grid of a mechanism of this size.
fn on_grid(x: f64, size: f64) -> f64 {
    whole(x / size * GRID) / GRID * size
}

/// The nearest whole number, as `round` finds it, which is a call on processors without an instruction for it.
fn whole(x: f64) -> f64 {
    /// From here on all numbers are whole.
    const LARGE: f64 = (1_u64 << 52) as f64;
    if x.is_nan() || x.abs() >= LARGE {
        return x;
    }
    let cut = x as i64 as f64;
    if (x - cut).abs() >= 0.5 { cut + 1.0_f64.copysign(x) } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_those_of_round() {
        let ties = [0.5, 1.5, 2.5, 4_503_599_627_370_495.5, 0.499_999_999_999_999_94, 9e15, 1e300, f64::INFINITY];
        let all = ties.into_iter().chain((0..2000).map(|k| f64::from(k) * 0.317));
        for x in all.flat_map(|x| [x, -x]) {
            assert_eq!(whole(x), x.round(), "{x}");
        }
        assert!(whole(f64::NAN).is_nan());
    }
}
