//! Triangles of shapes. Lengths are along x from 0 to 1, widths along y and heights along z from -1/2 to 1/2, unless a shape says others.

use std::f64::consts::{PI, TAU};

use crate::math::{Vector, cross, rounded, subtract, unit};

/// Sides of what is round.
const SIDES: usize = 24;
/// Rings of a sphere.
const RINGS: usize = 12;
/// Pieces of a winding, and sides of its wire.
const WINDING: usize = 16;
const WIRE: usize = 6;

/// A number as a part of a key.
pub type Bits = u64;

/// A shape, by what its triangles depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Geometry {
    /// From x = 0 to 1.
    Box,
    /// Diameter 1, from x = 0 to 1.
    Sphere,
    /// Diameter 1, from x = 0 to 1.
    Cylinder,
    /// Width of the tip.
    Cone(Bits),
    /// Inner/outer diameter.
    Pipe(Bits),
    /// Width/length.
    Beam(Bits),
    /// Number of teeth.
    Gear(i32),
    /// Windings, diameter of the coil and of the wire, m: a coil of length 0, and what it is longer by for each metre.
    Spring([Bits; 3]),
    /// A square in x and y around the origin.
    Plane,
    /// Radii R and r, opening, start and stop angle: about y, in metres and radians.
    Torus([Bits; 5]),
    /// The triangles of a file, by its number, in its coordinates.
    File(usize),
}

/// Triangles.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Corners.
    pub positions: Vec<Vector>,
    /// Unit normals at the corners.
    pub normals: Vec<Vector>,
    /// Displacement of each point when the shape becomes one metre longer.
    pub stretch: Option<Vec<Vector>>,
    /// Places of their corners, anticlockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Geometry {
    /// A box instead of a body that fills it, if the body is too small to show the difference.
    pub fn outline(self) -> Self {
        match self {
            Self::Sphere | Self::Cylinder | Self::Cone(_) | Self::Pipe(_) | Self::Gear(_) => Self::Box,
            Self::Box | Self::Beam(_) | Self::Spring(_) | Self::Plane | Self::Torus(_) | Self::File(_) => self,
        }
    }

    /// Its triangles, with numbers that are the same on every platform; none for a file.
    pub fn mesh(self) -> Mesh {
        let mut mesh = Mesh::default();
        match self {
            Self::Box => mesh.cuboid(),
            Self::Sphere => mesh.sphere(),
            Self::Cylinder => mesh.turned(&[[0.0, 0.0], [0.0, 0.5], [1.0, 0.5], [1.0, 0.0]]),
            Self::Cone(tip) => mesh.turned(&[[0.0, 0.0], [0.0, 0.5], [1.0, 0.5 * f64::from_bits(tip)], [1.0, 0.0]]),
            Self::Pipe(hole) => {
                let inner = 0.5 * f64::from_bits(hole);
                mesh.turned(&[[0.0, inner], [0.0, 0.5], [1.0, 0.5], [1.0, inner], [0.0, inner]]);
            }
            Self::Beam(ratio) => mesh.beam(f64::from_bits(ratio)),
            Self::Gear(teeth) => mesh = Mesh::gear(teeth),
            Self::Spring(sizes) => mesh = Mesh::spring(sizes.map(f64::from_bits)),
            Self::Plane => mesh.flat([[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]]),
            Self::Torus(sizes) => mesh.torus(sizes.map(f64::from_bits)),
            // Its triangles are not made here.
            Self::File(_) => {}
        }
        let round = |list: &mut Vec<Vector>| list.iter_mut().for_each(|point| *point = point.map(short));
        round(&mut mesh.positions);
        round(&mut mesh.normals);
        mesh.stretch.iter_mut().for_each(round);
        mesh
    }
}

/// Without digits that other platforms may have different.
fn short(x: f64) -> f64 {
    if x.abs() < 1e-9 { 0.0 } else { rounded(x) }
}

impl Mesh {
    /// Adds a corner and returns its place.
    pub fn point(&mut self, position: Vector, normal: Vector) -> u32 {
        self.positions.push(position);
        self.normals.push(normal);
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    /// Four corners, anticlockwise as seen from outside.
    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// A flat piece with four corners.
    fn flat(&mut self, corners: [Vector; 4]) {
        let [a, b, c, d] = corners;
        let normal = unit(cross(subtract(c, a), subtract(d, b))).unwrap_or([0.0, 0.0, 1.0]);
        let corners = corners.map(|corner| self.point(corner, normal));
        self.quad(corners);
    }

    /// Adds `rows + 1` rows of `places + 1` corners each: the position and the normal at a row and a place in it. Returns the numbers of the
    /// corners, row by row.
    fn grid(&mut self, [rows, places]: [usize; 2], corner: impl Fn(usize, usize) -> [Vector; 2]) -> Vec<Vec<u32>> {
        let mut point = |row, place| {
            let [position, normal] = corner(row, place);
            self.point(position, normal)
        };
        (0..=rows).map(|row| (0..=places).map(|place| point(row, place)).collect()).collect()
    }

    /// A surface between two rows of points of one length.
    fn strip(&mut self, first: &[u32], second: &[u32]) {
        for (a, b) in first.windows(2).zip(second.windows(2)) {
            if let ([a0, a1], [b0, b1]) = (a, b) {
                self.quad([*a0, *a1, *b1, *b0]);
            }
        }
    }

    fn cuboid(&mut self) {
        let (low, high) = (-0.5, 0.5);
        self.flat([[0.0, low, low], [0.0, low, high], [0.0, high, high], [0.0, high, low]]);
        self.flat([[1.0, low, low], [1.0, high, low], [1.0, high, high], [1.0, low, high]]);
        self.flat([[0.0, low, low], [1.0, low, low], [1.0, low, high], [0.0, low, high]]);
        self.flat([[0.0, high, low], [0.0, high, high], [1.0, high, high], [1.0, high, low]]);
        self.flat([[0.0, low, low], [0.0, high, low], [1.0, high, low], [1.0, low, low]]);
        self.flat([[0.0, low, high], [1.0, low, high], [1.0, high, high], [0.0, high, high]]);
    }

    fn sphere(&mut self) {
        let rows = self.grid([RINGS, SIDES], |ring, side| {
            let [cosine, sine] = direction(0.5 * ring as f64 / RINGS as f64);
            let [y, z] = direction(side as f64 / SIDES as f64);
            let normal = [-cosine, sine * y, sine * z];
            [[0.5 + 0.5 * normal[0], 0.5 * normal[1], 0.5 * normal[2]], normal]
        });
        rows.windows(2).for_each(|rows| self.strip(&rows[0], &rows[1]));
    }

    /// The surface that a line of points (x, radius) makes when it turns about x; each piece of it is flat lengthwise.
    fn turned(&mut self, line: &[[f64; 2]]) {
        for ends in line.windows(2) {
            let [a, b] = [ends[0], ends[1]];
            // Outwards is to the left of the line.
            let normal = unit([a[1] - b[1], b[0] - a[0], 0.0]).unwrap_or([1.0, 0.0, 0.0]);
            let rows = self.grid([1, SIDES], |end, side| {
                let [x, radius] = ends[end];
                let [y, z] = direction(side as f64 / SIDES as f64);
                [[x, radius * y, radius * z], [normal[0], normal[1] * y, normal[1] * z]]
            });
            self.strip(&rows[0], &rows[1]);
        }
    }

    /// A body whose outline in x and y is extruded along z; the outline is seen from its centre at (x, 0).
    fn extruded(&mut self, centre: f64, outline: &[[f64; 2]]) {
        for (k, &a) in outline.iter().enumerate() {
            let b = outline[(k + 1) % outline.len()];
            self.flat([[a[0], a[1], -0.5], [b[0], b[1], -0.5], [b[0], b[1], 0.5], [a[0], a[1], 0.5]]);
            for (z, normal) in [(-0.5, [0.0, 0.0, -1.0]), (0.5, [0.0, 0.0, 1.0])] {
                let corners =
                    [[centre, 0.0, z], [a[0], a[1], z], [b[0], b[1], z]].map(|corner| self.point(corner, normal));
                self.triangles.push(if z > 0.0 { corners } else { [corners[0], corners[2], corners[1]] });
            }
        }
    }

    /// A box with round ends around (0, 0) and (1, 0); `ratio` is its width by its length.
    fn beam(&mut self, ratio: f64) {
        let half = SIDES / 2;
        let end = |k: usize, x: f64, start: f64| {
            let [c, s] = direction(start + 0.5 * k as f64 / half as f64);
            [x + 0.5 * ratio * c, 0.5 * s]
        };
        let right = (0..=half).map(|k| end(k, 1.0, -0.25));
        let left = (0..=half).map(|k| end(k, 0.0, 0.25));
        self.extruded(0.5, &right.chain(left).collect::<Vec<_>>());
    }

    /// A toothed wheel about x with diameter 1; a negative number of teeth is inside.
    fn gear(teeth: i32) -> Self {
        let count = teeth.unsigned_abs().clamp(3, 400) as usize;
        // Addendum of one module, dedendum of 1.25; the outer diameter is 1.
        let module = 1.0 / (count as f64 + 2.0);
        let (tip, root) = (0.5, 0.5 - 2.25 * module);
        let profile: Vec<[f64; 2]> = (0..4 * count)
            .map(|k| {
                let offsets = [-0.16, -0.09, 0.09, 0.16];
                let radius = if k % 4 == 1 || k % 4 == 2 { tip } else { root };
                let [c, s] = direction(((k / 4) as f64 + offsets[k % 4]) / count as f64);
                if teeth < 0 { [0.9 * radius * c, 0.9 * radius * s] } else { [radius * c, radius * s] }
            })
            .collect();
        // About z, then with x and z exchanged.
        let mut mesh = Self::default();
        if teeth < 0 {
            mesh.ring(&profile);
        } else {
            mesh.extruded(0.0, &profile);
        }
        let turn = |v: &mut Vector| *v = [v[2], v[0], v[1]];
        mesh.positions.iter_mut().for_each(turn);
        mesh.normals.iter_mut().for_each(turn);
        mesh.positions.iter_mut().for_each(|v| v[0] += 0.5);
        mesh
    }

    /// A ring with the diameter 1 outside and an outline inside, extruded along z.
    fn ring(&mut self, inner: &[[f64; 2]]) {
        let outer: Vec<[f64; 2]> = inner
            .iter()
            .map(|p| {
                let radius = (p[0] * p[0] + p[1] * p[1]).sqrt();
                [0.5 * p[0] / radius, 0.5 * p[1] / radius]
            })
            .collect();
        let inner: Vec<[f64; 2]> = inner.iter().map(|p| p.map(|x| x * 0.95)).collect();
        for k in 0..inner.len() {
            let next = (k + 1) % inner.len();
            let (a, b, c, d) = (inner[k], inner[next], outer[next], outer[k]);
            let at = |p: [f64; 2], z: f64| [p[0], p[1], z];
            self.flat([at(b, -0.5), at(a, -0.5), at(a, 0.5), at(b, 0.5)]);
            self.flat([at(d, -0.5), at(c, -0.5), at(c, 0.5), at(d, 0.5)]);
            self.flat([at(a, 0.5), at(d, 0.5), at(c, 0.5), at(b, 0.5)]);
            self.flat([at(a, -0.5), at(b, -0.5), at(c, -0.5), at(d, -0.5)]);
        }
    }

    /// A coil of length 0.
    fn spring([windings, diameter, wire]: [f64; 3]) -> Self {
        let mut mesh = Self::default();
        let pieces = ((windings * WINDING as f64).round() as usize).clamp(2, 2000);
        let (radius, wire) = (((diameter - wire) / 2.0).max(0.0), wire / 2.0);
        let part = |piece: usize| piece as f64 / pieces as f64;
        let rows = mesh.grid([pieces, WIRE], |piece, side| {
            let [y, z] = direction(part(piece) * windings);
            let [c, s] = direction(side as f64 / WIRE as f64);
            [[wire * s, (radius + wire * c) * y, (radius + wire * c) * z], [s, c * y, c * z]]
        });
        mesh.stretch = Some((0..=pieces).flat_map(|piece| [[part(piece), 0.0, 0.0]; WIRE + 1]).collect());
        rows.windows(2).for_each(|rows| mesh.strip(&rows[1], &rows[0]));
        mesh
    }

    /// Part of a torus about y.
    fn torus(&mut self, [big, small, opening, start, stop]: [f64; 5]) {
        let (rounds, tube) = (40, 20);
        let rows = self.grid([rounds, tube], |k, l| {
            let a = start + (stop - start) * k as f64 / rounds as f64;
            let b = -PI + opening + 2.0 * (PI - opening) * l as f64 / tube as f64;
            let normal = [b.cos() * a.sin(), b.sin(), b.cos() * a.cos()];
            let way = big + small * b.cos();
            [[way * a.sin(), small * b.sin(), way * a.cos()], normal]
        });
        rows.windows(2).for_each(|rows| self.strip(&rows[1], &rows[0]));
    }
}

/// Cosine and sine of a part of a turn.
fn direction(part: f64) -> [f64; 2] {
    [(TAU * part).cos(), (TAU * part).sin()]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;
    use crate::math::{add, dot, scaled};

    fn all() -> Vec<Geometry> {
        let bits = |x: f64| x.to_bits();
        vec![
            Geometry::Box,
            Geometry::Sphere,
            Geometry::Cylinder,
            Geometry::Cone(bits(0.0)),
            Geometry::Cone(bits(0.5)),
            Geometry::Pipe(bits(0.6)),
            Geometry::Beam(bits(0.2)),
            Geometry::Gear(12),
            Geometry::Gear(-20),
            Geometry::Spring([bits(5.0), bits(0.1), bits(0.01)]),
            Geometry::Torus([bits(0.5), bits(0.1), bits(0.0), bits(-PI), bits(PI)]),
        ]
    }

    /// The volume inside a closed surface, by the divergence theorem: positive where the triangles look outwards.
    fn volume(mesh: &Mesh) -> f64 {
        let corner = |k: u32| mesh.positions[k as usize];
        mesh.triangles.iter().map(|t| dot(corner(t[0]), cross(corner(t[1]), corner(t[2]))) / 6.0).sum()
    }

    #[test]
    fn surfaces_are_closed_and_look_outwards() {
        let flat_circle = 24.0 / 2.0 * (TAU / 24.0).sin() / 4.0;
        for (geometry, expected, tolerance) in [
            (Geometry::Box, 1.0, 1e-6),
            (Geometry::Cylinder, flat_circle, 1e-5),
            (Geometry::Cone(0.0_f64.to_bits()), flat_circle / 3.0, 1e-5),
            (Geometry::Pipe(0.6_f64.to_bits()), flat_circle * 0.64, 1e-5),
            (Geometry::Sphere, PI / 6.0, 0.02),
            (all()[10], 2.0 * PI * PI * 0.5 * 0.01, 0.004),
        ] {
            let found = volume(&geometry.mesh());
            assert!((found - expected).abs() <= tolerance, "{geometry:?}: {found}, {expected}");
        }
        // The wire of a spring is open at its ends.
        let closed = all().into_iter().filter(|geometry| !matches!(geometry, Geometry::Spring(_)));
        assert!(closed.into_iter().all(|geometry| volume(&geometry.mesh()) > 0.0));
    }

    #[test]
    fn normals_are_unit_vectors_on_the_side_of_the_triangles() {
        for geometry in all() {
            let mesh = geometry.mesh();
            assert_eq!(mesh.positions.len(), mesh.normals.len());
            assert!(mesh.normals.iter().all(|n| (dot(*n, *n) - 1.0).abs() < 1e-5), "{geometry:?}");
            for triangle in &mesh.triangles {
                let [a, b, c] = triangle.map(|k| mesh.positions[k as usize]);
                let normal = cross(subtract(b, a), subtract(c, a));
                let mean = triangle.map(|k| mesh.normals[k as usize]);
                let mean = add(add(mean[0], mean[1]), mean[2]);
                assert!(dot(normal, mean) >= -1e-9, "{geometry:?}: {triangle:?}");
            }
        }
    }

    #[test]
    fn a_spring_of_length_l_has_its_wire_between_its_ends() {
        let mesh = Geometry::Spring([4.0_f64.to_bits(), 0.2_f64.to_bits(), 0.02_f64.to_bits()]).mesh();
        let stretch = mesh.stretch.unwrap();
        let points: Vec<Vector> = mesh.positions.iter().zip(&stretch).map(|(p, s)| add(*p, scaled(*s, 0.7))).collect();
        let largest = points.iter().map(|p| p[0]).fold(f64::MIN, f64::max);
        let smallest = points.iter().map(|p| p[0]).fold(f64::MAX, f64::min);
        assert!((largest - 0.71).abs() < 2e-3 && (smallest + 0.01).abs() < 2e-3, "{smallest} {largest}");
        let width = points.iter().map(|p| (p[1] * p[1] + p[2] * p[2]).sqrt()).fold(0.0, f64::max);
        assert!((width - 0.1).abs() < 1e-6, "{width}");
    }
}
