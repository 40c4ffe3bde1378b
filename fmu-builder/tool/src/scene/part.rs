//! Drawn parts: a shape with its pose and size at every row of a run, which tracks hold.

use std::borrow::Cow;
use std::sync::Arc;

use drawing::Material;
use drawing::geometry::{Geometry, Mesh};
use drawing::math::{Rotation, Vector, add, conjugate, length, multiply, rotate, scaled, subtract};
use library::pictures::Group;

use super::files::Surface;

/// A value at every row; a single value if it is constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track<T>(Vec<T>);

impl<T: Copy + PartialEq> Track<T> {
    /// A value that does not change.
    pub(crate) fn constant(value: T) -> Self {
        Self(vec![value])
    }

    /// The value of each of `rows` rows.
    pub(crate) fn new(rows: usize, value: impl FnMut(usize) -> T) -> Self {
        let mut values: Vec<T> = (0..rows).map(value).collect();
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        }
        Self(values)
    }

    /// The value at a row.
    pub(crate) fn get(&self, row: usize) -> T {
        // A track is never empty, as a run has a row.
        self.0[row.min(self.0.len() - 1)]
    }

    /// True if all rows have the same value.
    pub(crate) fn is_constant(&self) -> bool {
        self.0.len() == 1
    }

    /// Applies `f` to each value.
    pub(crate) fn map<U>(&self, f: impl FnMut(T) -> U) -> Track<U> {
        Track(self.0.iter().copied().map(f).collect())
    }
}

/// Place and orientation in the world, or relative to something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub position: Vector,
    pub rotation: Rotation,
}

impl Pose {
    /// A pose that is given relative to this one.
    pub(crate) fn after(self, inner: Self) -> Self {
        Self {
            position: add(self.position, rotate(self.rotation, inner.position)),
            rotation: multiply(self.rotation, inner.rotation),
        }
    }

    /// This pose relative to another one.
    pub(crate) fn relative_to(self, base: Self) -> Self {
        let back = conjugate(base.rotation);
        Self { position: rotate(back, subtract(self.position, base.position)), rotation: multiply(back, self.rotation) }
    }
}

/// A shape on a rigid body, along whose x axis it may move and whose size may change.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub component: String,
    pub name: String,
    pub group: Group,
    pub geometry: Geometry,
    /// The shape, if it is from a file.
    pub file: Option<Arc<Surface>>,
    pub material: Material,
    pub body: Track<Pose>,
    /// Position of the shape's origin along the body's x axis, m.
    pub shift: Track<f64>,
    /// Length, width and height; zeros where it is not seen.
    pub scale: Track<Vector>,
    /// Length of a spring, m.
    pub stretch: Track<f64>,
}

impl Part {
    /// Its triangles.
    pub(crate) fn mesh(&self) -> Cow<'_, Mesh> {
        match &self.file {
            Some(surface) => Cow::Borrowed(&surface.mesh),
            None => Cow::Owned(self.geometry.mesh()),
        }
    }

    /// Centre and radius of a sphere around it, in the world.
    pub(crate) fn bounds(&self, row: usize) -> Option<(Vector, f64)> {
        let scale = self.scale.get(row);
        if scale == [0.0; 3] {
            return None;
        }
        let (low, high) = self.extent(row);
        let middle = scaled(add(low, high), 0.5);
        let pose = self.body.get(row);
        let centre = add(pose.position, rotate(pose.rotation, middle));
        Some((centre, length(subtract(high, low)) / 2.0))
    }

    /// The corners of the smallest box around it on the body.
    pub(crate) fn extent(&self, row: usize) -> (Vector, Vector) {
        let (scale, shift) = (self.scale.get(row), self.shift.get(row));
        let f = f64::from_bits;
        let (low, high) = match self.geometry {
            Geometry::File(_) => self.file.as_ref().map_or(([0.0; 3], [0.0; 3]), |surface| {
                // The scale may mirror it.
                let [a, b] = surface.bounds.map(|corner| [0, 1, 2].map(|k| corner[k] * scale[k]));
                ([0, 1, 2].map(|k| a[k].min(b[k])), [0, 1, 2].map(|k| a[k].max(b[k])))
            }),
            Geometry::Spring([_, diameter, _]) => {
                let half = f(diameter) / 2.0;
                ([0.0, -half, -half], [self.stretch.get(row), half, half])
            }
            Geometry::Torus([big, small, ..]) => {
                let way = f(big) + f(small);
                ([-way, -f(small), -way], [way, f(small), way])
            }
            Geometry::Plane => ([-0.5 * scale[0], -0.5 * scale[1], 0.0], [0.5 * scale[0], 0.5 * scale[1], 0.0]),
            _ => ([0.0, -0.5 * scale[1], -0.5 * scale[2]], [scale[0], 0.5 * scale[1], 0.5 * scale[2]]),
        };
        let shifted = |[x, y, z]: Vector| [x + shift, y, z];
        (shifted(low), shifted(high))
    }

    /// The farthest that a point of it is from the body's origin, m.
    pub(crate) fn reach(&self, rows: usize) -> f64 {
        let still = self.scale.is_constant() && self.shift.is_constant() && self.stretch.is_constant();
        (0..if still { 1 } else { rows }).fold(0.0, |reach: f64, row| {
            let (low, high) = self.extent(row);
            let corner = [0, 1, 2].map(|k| low[k].abs().max(high[k].abs()));
            reach.max(length(corner))
        })
    }
}
