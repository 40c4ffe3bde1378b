//! Triangles of a file as points with normals: corners in one place share a point where the surface is smooth.

use std::collections::HashMap;

use drawing::bounds;
use drawing::geometry::Mesh;
use drawing::math::{Vector, add, cross, dot, subtract, unit};

use super::Triangle;

/// Cosine of the largest angle between two triangles that look like one smooth surface: 40 degrees.
const SMOOTH: f64 = 0.766;
/// If more triangles than this meet at a point, each keeps its own normal.
const MEETING: usize = 64;

/// The shape in a file, in the file's coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub mesh: Mesh,
    /// Opposite corners of the box around it.
    pub bounds: [Vector; 2],
}

impl Surface {
    /// Joins triangles; none if no triangle has an area.
    pub(super) fn new(triangles: &[Triangle]) -> Option<Self> {
        let wide = |point: [f32; 3]| point.map(f64::from);
        let area = |t: &Triangle| cross(subtract(wide(t[1]), wide(t[0])), subtract(wide(t[2]), wide(t[0])));
        let faces: Vec<(&Triangle, Vector, Vector)> =
            triangles.iter().filter_map(|t| Some((t, area(t), unit(area(t))?))).collect();
        let mut places: HashMap<[u32; 3], usize> = HashMap::new();
        let mut meeting: Vec<Vec<usize>> = Vec::new();
        let mut corners: Vec<[usize; 3]> = Vec::with_capacity(faces.len());
        for (number, (triangle, ..)) in faces.iter().enumerate() {
            corners.push(triangle.map(|point| {
                // Minus zero is zero.
                let place = *places.entry(point.map(|x| (x + 0.0).to_bits())).or_insert(meeting.len());
                if place == meeting.len() {
                    meeting.push(Vec::new());
                }
                meeting[place].push(number);
                place
            }));
        }
        let mut mesh = Mesh::default();
        let mut points: HashMap<(usize, [u64; 3]), u32> = HashMap::new();
        for ((triangle, _, own), places) in faces.iter().zip(&corners) {
            let mut indices = [0; 3];
            for ((index, &place), point) in indices.iter_mut().zip(places).zip(triangle.iter()) {
                let around = meeting.get(place).filter(|around| around.len() <= MEETING);
                let smooth = around.into_iter().flatten().filter_map(|&face| faces.get(face));
                let sum = smooth.filter(|(_, _, other)| dot(*own, *other) > SMOOTH).map(|(_, area, _)| *area);
                let normal = unit(sum.fold([0.0; 3], add)).unwrap_or(*own);
                *index = *points
                    .entry((place, normal.map(f64::to_bits)))
                    .or_insert_with(|| mesh.point(wide(*point), normal));
            }
            mesh.triangles.push(indices);
        }
        let bounds = bounds(mesh.positions.iter().copied());
        (!mesh.positions.is_empty()).then_some(Self { mesh, bounds })
    }
}
