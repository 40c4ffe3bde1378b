//! The binary part of a file: views and accessors, each content once.

use std::collections::HashMap;

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

#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub bytes: Vec<u8>,
    pub views: Vec<String>,
    pub accessors: Vec<String>,
    known: HashMap<(Vec<u8>, &'static str, Target), usize>,
}

impl Buffer {
    /// Vectors; with their bounds where the file needs them.
    pub(super) fn vectors(&mut self, values: &[[f32; 3]], target: Target, with_bounds: bool) -> usize {
        let bounds = with_bounds.then(|| {
            let of = |pick: fn(f32, f32) -> f32| {
                values.iter().copied().reduce(|a, b| [0, 1, 2].map(|k| pick(a[k], b[k]))).unwrap_or_default().to_vec()
            };
            [of(f32::min), of(f32::max)]
        });
        self.accessor(floats(values.as_flattened()), values.len(), "VEC3", FLOAT, target, bounds)
    }

    /// Unit quaternions.
    pub(super) fn rotations(&mut self, values: &[[f32; 4]]) -> usize {
        self.accessor(floats(values.as_flattened()), values.len(), "VEC4", FLOAT, Target::None, None)
    }

    pub(super) fn numbers(&mut self, values: &[f32], with_bounds: bool) -> usize {
        let bounds = with_bounds.then(|| {
            let of = |pick: fn(f32, f32) -> f32| vec![values.iter().copied().reduce(pick).unwrap_or_default()];
            [of(f32::min), of(f32::max)]
        });
        self.accessor(floats(values), values.len(), "SCALAR", FLOAT, Target::None, bounds)
    }

    pub(super) fn indices(&mut self, triangles: &[[u32; 3]]) -> usize {
        let indices = triangles.as_flattened();
        // The largest short number is no index.
        let short: Option<Vec<u16>> =
            indices.iter().map(|&index| u16::try_from(index).ok().filter(|&index| index < u16::MAX)).collect();
        let (bytes, component) = match short {
            Some(short) => (short.iter().flat_map(|index| index.to_le_bytes()).collect(), UNSIGNED_SHORT),
            None => (indices.iter().flat_map(|index| index.to_le_bytes()).collect(), UNSIGNED_INT),
        };
        self.accessor(bytes, indices.len(), "SCALAR", component, Target::Indices, None)
    }

    fn accessor(
        &mut self,
        bytes: Vec<u8>,
        count: usize,
        of: &'static str,
        component: u32,
        target: Target,
        bounds: Option<[Vec<f32>; 2]>,
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
        let bounds =
            bounds.map_or_else(String::new, |[min, max]| format!(",\"min\":{},\"max\":{}", list(&min), list(&max)));
        let view = self.views.len() - 1;
        self.accessors.push(format!(
            "{{\"bufferView\":{view},\"componentType\":{component},\"count\":{count},\"type\":\"{of}\"{bounds}}}"
        ));
        let index = self.accessors.len() - 1;
        self.known.insert(key, index);
        index
    }
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn list(values: &[f32]) -> String {
    let items: Vec<String> = values.iter().map(|x| x.to_string()).collect();
    format!("[{}]", items.join(","))
}
