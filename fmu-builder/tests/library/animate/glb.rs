//! Reads binary glTF as viewers do: basics checked, poses between keys interpolated.

use serde_json::Value;
use std::collections::HashSet;

pub struct Glb {
    pub json: Value,
    binary: Vec<u8>,
}

/// Columns of a 4 x 4 matrix.
pub type Matrix = [[f64; 4]; 4];

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

fn index(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

impl Glb {
    /// Reads a file and checks what every reader relies on.
    pub fn read(bytes: &[u8]) -> Self {
        assert_eq!(&bytes[..4], b"glTF");
        assert_eq!((word(bytes, 4), word(bytes, 8)), (2, bytes.len()));
        let length = word(bytes, 12);
        assert_eq!((&bytes[16..20], length % 4), (&b"JSON"[..], 0));
        let json: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        let start = 20 + length;
        assert_eq!(&bytes[start + 4..start + 8], b"BIN\0");
        let binary = bytes[start + 8..].to_vec();
        assert_eq!(word(bytes, start), binary.len());
        let glb = Self { json, binary };
        glb.check();
        glb
    }

    fn list(&self, name: &str) -> &[Value] {
        self.json[name].as_array().map_or(&[], |list| list.as_slice())
    }

    fn check(&self) {
        assert_eq!(self.json["asset"]["version"], "2.0");
        for view in self.list("bufferViews") {
            assert!(index(&view["byteOffset"]) + index(&view["byteLength"]) <= self.binary.len());
        }
        for number in 0..self.list("accessors").len() {
            assert!(self.numbers(number).iter().all(|x| x.is_finite()));
        }
        let mut children = HashSet::new();
        for node in self.list("nodes") {
            for child in node["children"].as_array().into_iter().flatten() {
                assert!(children.insert(index(child)), "a node with two parents");
            }
        }
        assert_eq!(children.len() + 1, self.list("nodes").len(), "every node but the root has a parent");
        for mesh in self.list("meshes") {
            let primitive = &mesh["primitives"][0];
            let points = self.count(index(&primitive["attributes"]["POSITION"]));
            assert_eq!(points, self.count(index(&primitive["attributes"]["NORMAL"])));
            let indices = self.numbers(index(&primitive["indices"]));
            assert!(indices.iter().all(|&k| (k as usize) < points) && indices.len().is_multiple_of(3));
        }
        for channel in self.channels() {
            let (times, values) = self.samples(channel);
            assert!(times[0] == 0.0 && times.windows(2).all(|pair| pair[0] < pair[1]));
            assert_eq!(values.len() % times.len(), 0);
            if channel["target"]["path"] == "rotation" {
                let norm = |q: &[f64]| q.iter().map(|x| x * x).sum::<f64>();
                assert!(values.chunks(4).all(|q| (norm(q) - 1.0).abs() < 1e-6));
            }
        }
    }

    fn count(&self, accessor: usize) -> usize {
        index(&self.list("accessors")[accessor]["count"])
    }

    /// All numbers of an accessor.
    pub fn numbers(&self, accessor: usize) -> Vec<f64> {
        let accessor = &self.list("accessors")[accessor];
        let size = match accessor["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            other => panic!("{other}"),
        };
        let count = size * index(&accessor["count"]);
        let start = index(&self.list("bufferViews")[index(&accessor["bufferView"])]["byteOffset"]);
        let bytes = &self.binary[start..];
        match accessor["componentType"].as_u64().unwrap() {
            5126 => bytes.chunks(4).take(count).map(|b| f64::from(f32::from_le_bytes(b.try_into().unwrap()))).collect(),
            5125 => bytes.chunks(4).take(count).map(|b| f64::from(u32::from_le_bytes(b.try_into().unwrap()))).collect(),
            5123 => bytes.chunks(2).take(count).map(|b| f64::from(u16::from_le_bytes(b.try_into().unwrap()))).collect(),
            other => panic!("{other}"),
        }
    }

    fn channels(&self) -> &[Value] {
        self.json["animations"][0]["channels"].as_array().map_or(&[], |list| list.as_slice())
    }

    fn samples(&self, channel: &Value) -> (Vec<f64>, Vec<f64>) {
        let sampler = &self.json["animations"][0]["samplers"][index(&channel["sampler"])];
        (self.numbers(index(&sampler["input"])), self.numbers(index(&sampler["output"])))
    }

    /// Place of the node with this name whose parent is a body.
    pub fn shape(&self, name: &str) -> usize {
        let is_it = |node: &&Value| node["name"] == name && node.get("mesh").is_some();
        let found: Vec<usize> = (0..self.list("nodes").len()).filter(|&k| is_it(&&self.list("nodes")[k])).collect();
        assert_eq!(found.len(), 1, "{name}");
        found[0]
    }

    /// Names of all shapes.
    pub fn shapes(&self) -> Vec<String> {
        let named = self.list("nodes").iter().filter(|node| node.get("mesh").is_some());
        named.map(|node| node["name"].as_str().unwrap().to_owned()).collect()
    }

    fn parent(&self, node: usize) -> Option<usize> {
        let has =
            |other: &Value| other["children"].as_array().is_some_and(|list| list.iter().any(|c| index(c) == node));
        self.list("nodes").iter().position(has)
    }

    /// Times of the keys of a channel of a node.
    pub fn keys(&self, node: usize, path: &str) -> Vec<f64> {
        let own = |c: &&Value| index(&c["target"]["node"]) == node && c["target"]["path"] == path;
        self.channels().iter().find(own).map_or(Vec::new(), |channel| self.samples(channel).0)
    }

    /// Whether a time is a key of every channel of a node and of what it is on.
    pub fn is_key(&self, node: usize, time: f64) -> bool {
        let near = |keys: Vec<f64>| keys.is_empty() || keys.iter().any(|key| (key - time).abs() < 1e-5);
        let own = ["translation", "rotation", "scale", "weights"].into_iter().all(|path| near(self.keys(node, path)));
        own && self.parent(node).is_none_or(|parent| self.is_key(parent, time))
    }

    /// Largest angle between two keys of the body that a node is on, rad.
    pub fn largest_turn(&self, node: usize) -> f64 {
        let body = self.parent(node).unwrap();
        let own = |c: &&Value| index(&c["target"]["node"]) == body && c["target"]["path"] == "rotation";
        let Some(channel) = self.channels().iter().find(own) else { return 0.0 };
        let (_, values) = self.samples(channel);
        let keys: Vec<&[f64]> = values.chunks(4).collect();
        let cosine = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        keys.windows(2).map(|pair| 2.0 * cosine(pair[0], pair[1]).clamp(-1.0, 1.0).acos()).fold(0.0, f64::max)
    }

    fn property(&self, node: usize, path: &str, default: &[f64], time: f64) -> Vec<f64> {
        let own = |c: &&Value| index(&c["target"]["node"]) == node && c["target"]["path"] == path;
        let Some(channel) = self.channels().iter().find(own) else {
            let value = &self.list("nodes")[node][path];
            return value
                .as_array()
                .map_or(default.to_vec(), |list| list.iter().map(|x| x.as_f64().unwrap()).collect());
        };
        let (times, values) = self.samples(channel);
        let size = values.len() / times.len();
        let next = times.partition_point(|&t| t <= time).clamp(1, times.len().max(2) - 1).min(times.len() - 1);
        let before = next.saturating_sub(1);
        let span = times[next] - times[before];
        let part = if span > 0.0 { ((time - times[before]) / span).clamp(0.0, 1.0) } else { 0.0 };
        let (a, b) = (&values[before * size..][..size], &values[next * size..][..size]);
        let mut weights = [1.0 - part, part];
        if path == "rotation" {
            let cosine: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            if cosine < 0.999_999 {
                let angle = cosine.acos();
                weights = weights.map(|w| (w * angle).sin() / angle.sin());
            }
        }
        a.iter().zip(b).map(|(a, b)| weights[0] * a + weights[1] * b).collect()
    }

    /// Weight of the morph target of a node, or zero.
    pub fn weight(&self, node: usize, time: f64) -> f64 {
        self.property(node, "weights", &[0.0], time)[0]
    }

    /// Scale of a node.
    pub fn scale(&self, node: usize, time: f64) -> Vec<f64> {
        self.property(node, "scale", &[1.0; 3], time)
    }

    fn local(&self, node: usize, time: f64, with_scale: bool) -> Matrix {
        let t = self.property(node, "translation", &[0.0; 3], time);
        let q = self.property(node, "rotation", &[0.0, 0.0, 0.0, 1.0], time);
        let s = if with_scale { self.scale(node, time) } else { vec![1.0; 3] };
        let (x, y, z, w) = (q[0], q[1], q[2], q[3]);
        let column = |v: [f64; 3], s: f64| [v[0] * s, v[1] * s, v[2] * s, 0.0];
        [
            column([1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)], s[0]),
            column([2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)], s[1]),
            column([2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)], s[2]),
            [t[0], t[1], t[2], 1.0],
        ]
    }

    /// From the coordinates of a node to those of the model's world: without the root, which puts y upwards.
    pub fn matrix(&self, node: usize, time: f64) -> Matrix {
        let own = self.local(node, time, true);
        match self.parent(node) {
            Some(parent) if self.parent(parent).is_some() => product(&self.matrix(parent, time), &own),
            _ => own,
        }
    }

    /// A point of a node in the model's world.
    pub fn point(&self, node: usize, time: f64, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let m = self.matrix(node, time);
        [0, 1, 2].map(|r| m[0][r] * x + m[1][r] * y + m[2][r] * z + m[3][r])
    }

    /// The root's rotation of a vector.
    pub fn upright(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let m = self.local(0, 0.0, true);
        [0, 1, 2].map(|r| m[0][r] * x + m[1][r] * y + m[2][r] * z)
    }
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| [0, 1, 2, 3].map(|r| (0..4).map(|k| a[k][r] * column[k]).sum()))
}
