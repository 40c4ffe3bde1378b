//! The binary part of a file: views and accessors, each content once.

use std::array;
use std::collections::HashMap;

use drawing::geometry::Mesh;
use drawing::math::Vector;

/// Use of a buffer view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// Animation.
    None,
    /// Points and normals.
    Vertices,
    /// Triangles.
    Indices,
}

/// Component types.
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

/// Accessors of the triangles of a shape.
#[derive(Clone, Copy)]
pub(super) struct Triangles {
    pub positions: usize,
    pub normals: usize,
    pub indices: usize,
    pub stretch: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub bytes: Vec<u8>,
    pub views: Vec<String>,
    pub accessors: Vec<String>,
    known: HashMap<(Vec<u8>, &'static str, Target), usize>,
}

impl Buffer {
    /// Numbers, vectors or quaternions; with their bounds where the file needs them.
    pub(super) fn floats<const N: usize>(&mut self, values: &[[f32; N]], target: Target, with_bounds: bool) -> usize {
        let of = match N {
            1 => "SCALAR",
            3 => "VEC3",
            _ => "VEC4",
        };
        let bound = |pick: fn(f32, f32) -> f32| {
            let bound = values.iter().copied().reduce(|a, b| array::from_fn(|k| pick(a[k], b[k])));
            numbers(bound.unwrap_or([0.0; N]))
        };
        let bounds = match with_bounds {
            true => format!(",\"min\":{},\"max\":{}", bound(f32::min), bound(f32::max)),
            false => String::new(),
        };
        let bytes = values.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect();
        self.accessor(bytes, values.len(), of, FLOAT, target, &bounds)
    }

    fn indices(&mut self, triangles: &[[u32; 3]]) -> usize {
        let indices = triangles.as_flattened();
        // The largest 16-bit number is not a valid index.
        let short: Option<Vec<u16>> =
            indices.iter().map(|&index| u16::try_from(index).ok().filter(|&index| index < u16::MAX)).collect();
        let (bytes, component) = match short {
            Some(short) => (short.iter().flat_map(|index| index.to_le_bytes()).collect(), UNSIGNED_SHORT),
            None => (indices.iter().flat_map(|index| index.to_le_bytes()).collect(), UNSIGNED_INT),
        };
        self.accessor(bytes, indices.len(), "SCALAR", component, Target::Indices, "")
    }

    /// The triangles of a shape.
    pub(super) fn triangles(&mut self, mesh: &Mesh) -> Triangles {
        let single = |list: &[Vector]| list.iter().map(|v| v.map(|x| x as f32)).collect::<Vec<[f32; 3]>>();
        Triangles {
            positions: self.floats(&single(&mesh.positions), Target::Vertices, true),
            normals: self.floats(&single(&mesh.normals), Target::Vertices, false),
            indices: self.indices(&mesh.triangles),
            stretch: mesh.stretch.as_ref().map(|list| self.floats(&single(list), Target::Vertices, true)),
        }
    }

    fn accessor(
        &mut self,
        bytes: Vec<u8>,
        count: usize,
        of: &'static str,
        component: u32,
        target: Target,
        bounds: &str,
    ) -> usize {
        let key = (bytes, of, target);
        if let Some(&index) = self.known.get(&key) {
            return index;
        }
        let bytes = &key.0;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let target_text = match target {
            Target::None => "",
            Target::Vertices => ",\"target\":34962",
            Target::Indices => ",\"target\":34963",
        };
        self.views.push(format!(
            "{{\"buffer\":0,\"byteOffset\":{},\"byteLength\":{}{target_text}}}",
            self.bytes.len(),
            bytes.len()
        ));
        self.bytes.extend(bytes);
        let view = self.views.len() - 1;
        self.accessors.push(format!(
            "{{\"bufferView\":{view},\"componentType\":{component},\"count\":{count},\"type\":\"{of}\"{bounds}}}"
        ));
        let index = self.accessors.len() - 1;
        self.known.insert(key, index);
        index
    }
}

/// An array of numbers, each in its shortest form.
pub(in crate::scene) fn numbers(values: impl IntoIterator<Item = f32>) -> String {
    let items: Vec<String> = values.into_iter().map(|x| x.to_string()).collect();
    format!("[{}]", items.join(","))
}
