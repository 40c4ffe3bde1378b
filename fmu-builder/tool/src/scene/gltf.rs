//! A scene as binary glTF 2.0 (Khronos Group, glTF 2.0 Specification, 2.0.1): one node for each rigid body, below it one for each shape.

mod buffer;

use std::collections::HashMap;
use std::fmt::Write;

use drawing::Material;
use drawing::geometry::Geometry;
use drawing::math::{IDENTITY, Rotation, add, length, nearer, rotate, scaled};

use super::Scene;
use super::part::{Part, Pose, Track};
use super::reduce::{ANGLE_TOLERANCE, LENGTH_TOLERANCE, rotation_keys, vector_keys};
use super::rigid::Node;
use buffer::{Buffer, Target, Triangles};

pub(super) use buffer::numbers;

struct Writer<'a> {
    scene: &'a Scene,
    buffer: Buffer,
    geometries: HashMap<Geometry, Triangles>,
    materials: HashMap<Material, usize>,
    material_texts: Vec<String>,
    meshes: HashMap<(Geometry, Material), usize>,
    mesh_texts: Vec<String>,
    nodes: Vec<String>,
    samplers: Vec<String>,
    channels: Vec<String>,
}

impl Scene {
    /// The scene as binary glTF 2.0.
    pub fn to_glb(&self) -> Vec<u8> {
        let mut writer = Writer {
            scene: self,
            buffer: Buffer::default(),
            geometries: HashMap::new(),
            materials: HashMap::new(),
            material_texts: Vec::new(),
            meshes: HashMap::new(),
            mesh_texts: Vec::new(),
            // The root comes first, when its children are known.
            nodes: vec![String::new()],
            samplers: Vec::new(),
            channels: Vec::new(),
        };
        let children: Vec<usize> = self.nodes.iter().filter_map(|node| writer.body(node)).collect();
        writer.nodes[0] = root(self, &children);
        container(&writer.json(), &writer.buffer.bytes)
    }
}

/// Header and the two chunks.
fn container(json: &str, binary: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut data = binary.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let total = 12 + 8 + text.len() + 8 + data.len();
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let [version, total, text_size, data_size] = [2, total, text.len(), data.len()].map(number);
    [b"glTF".as_slice(), &version, &total, &text_size, b"JSON", &text, &data_size, b"BIN\0", &data].concat()
}

fn root(scene: &Scene, children: &[usize]) -> String {
    let scales: Vec<String> = scene.scales.iter().map(|(q, scale)| format!("{}:{scale:?}", string(q.name()))).collect();
    let start = scene.times.first().copied().unwrap_or_default();
    let mut text =
        format!("{{\"name\":{},\"rotation\":{}", string(&scene.name), numbers(scene.upright.map(|x| x as f32)));
    if !children.is_empty() {
        text += &format!(",\"children\":{children:?}");
    }
    text + &format!(",\"extras\":{{\"startTime\":{start:?},\"scales\":{{{}}}}}}}", scales.join(","))
}

impl Writer<'_> {
    fn json(&self) -> String {
        let mut text = String::from("{\"asset\":{\"version\":\"2.0\",\"generator\":");
        text += &string(crate::content::GENERATOR);
        text += "},\"scene\":0,\"scenes\":[{\"nodes\":[0]}]";
        let mut list = |name: &str, items: &[String]| {
            if !items.is_empty() {
                // Writing to a string cannot fail.
                let _ = write!(text, ",\"{name}\":[{}]", items.join(","));
            }
        };
        list("nodes", &self.nodes);
        list("meshes", &self.mesh_texts);
        list("materials", &self.material_texts);
        list("accessors", &self.buffer.accessors);
        list("bufferViews", &self.buffer.views);
        if !self.channels.is_empty() {
            let (channels, samplers) = (self.channels.join(","), self.samplers.join(","));
            list("animations", &[format!("{{\"name\":\"run\",\"channels\":[{channels}],\"samplers\":[{samplers}]}}")]);
        }
        if !self.buffer.bytes.is_empty() {
            list("buffers", &[format!("{{\"byteLength\":{}}}", self.buffer.bytes.len())]);
        }
        text + "}"
    }

    /// The node of a rigid body with those of its shapes; none where nothing is seen of it.
    fn body(&mut self, node: &Node) -> Option<usize> {
        let scene = self.scene;
        let index = self.nodes.len();
        self.nodes.push(String::new());
        let shapes = node.parts.iter().filter_map(|(part, pose)| Some((scene.parts.get(*part)?, *pose)));
        let children: Vec<usize> = shapes.filter_map(|(part, pose)| self.shape(part, pose)).collect();
        if children.is_empty() {
            self.nodes.truncate(index);
            return None;
        }
        let first = node.parts.first().and_then(|(part, _)| scene.parts.get(*part));
        let name = first.map_or("", |part| part.component.as_str());
        let mut text = format!("{{\"name\":{},\"children\":{children:?}", string(name));
        let positions = node.body.map(|pose| pose.position);
        let rotations = continuous(&node.body, scene.times.len());
        let tolerance = LENGTH_TOLERANCE * scene.size;
        let reach = |(part, pose): &(usize, Pose)| length(pose.position) + scene.parts[*part].reach(scene.times.len());
        let reach = node.parts.iter().map(reach).fold(0.0, f64::max);
        let turn = if reach > 0.0 { ANGLE_TOLERANCE.min(tolerance / reach) } else { ANGLE_TOLERANCE };
        self.vector(index, "translation", &positions, Some([0.0; 3]), &mut text);
        self.rotation(index, &rotations, turn, &mut text);
        self.nodes[index] = text + "}";
        Some(index)
    }

    /// The node of a shape; none where it is never seen.
    fn shape(&mut self, part: &Part, pose: Pose) -> Option<usize> {
        if part.scale.is_constant() && part.scale.get(0) == [0.0; 3] {
            return None;
        }
        let mesh = self.mesh(part);
        let index = self.nodes.len();
        let name = string(&format!("{}.{}", part.component, part.name));
        let mut text = format!("{{\"name\":{name},\"mesh\":{mesh}");
        self.nodes.push(String::new());
        let along = rotate(pose.rotation, [1.0, 0.0, 0.0]);
        let positions = part.shift.map(|shift| add(pose.position, scaled(along, shift)));
        self.vector(index, "translation", &positions, Some([0.0; 3]), &mut text);
        self.rotation(index, &Track::constant(pose.rotation), ANGLE_TOLERANCE, &mut text);
        self.vector(index, "scale", &part.scale, Some([1.0; 3]), &mut text);
        if matches!(part.geometry, Geometry::Spring(_)) {
            self.vector(index, "weights", &part.stretch.map(|length| [length]), None, &mut text);
        }
        let (component, group) = (string(&part.component), string(part.group.name()));
        self.nodes[index] = text + &format!(",\"extras\":{{\"component\":{component},\"group\":{group}}}}}");
        Some(index)
    }

    fn vector<const N: usize>(
        &mut self,
        node: usize,
        path: &str,
        track: &Track<[f64; N]>,
        default: Option<[f64; N]>,
        text: &mut String,
    ) {
        let tolerance = LENGTH_TOLERANCE * self.scene.size;
        self.animated(node, path, track, default, |times, track| vector_keys(times, track, tolerance), text);
    }

    fn rotation(&mut self, node: usize, track: &Track<Rotation>, tolerance: f64, text: &mut String) {
        let keys = |times: &[f64], track: &_| rotation_keys(times, track, tolerance);
        self.animated(node, "rotation", track, Some(IDENTITY), keys, text);
    }

    /// The value of `path` that does not change, unless it is the default, else a channel with its values at `keys`.
    fn animated<const N: usize>(
        &mut self,
        node: usize,
        path: &str,
        track: &Track<[f64; N]>,
        default: Option<[f64; N]>,
        keys: impl FnOnce(&[f64], &Track<[f64; N]>) -> Vec<usize>,
        text: &mut String,
    ) {
        if track.is_constant() {
            let value = track.get(0);
            if Some(value) != default {
                *text += &format!(",\"{path}\":{}", numbers(value.map(|x| x as f32)));
            }
            return;
        }
        let keys = keys(&self.scene.times, track);
        let values: Vec<[f32; N]> = keys.iter().map(|&row| track.get(row).map(|x| x as f32)).collect();
        let output = self.buffer.floats(&values, Target::None, false);
        let start = self.scene.times.first().copied().unwrap_or_default();
        let times: Vec<[f32; 1]> = keys.iter().map(|&row| [(self.scene.times[row] - start) as f32]).collect();
        let input = self.buffer.floats(&times, Target::None, true);
        let sampler = self.samplers.len();
        self.samplers.push(format!("{{\"input\":{input},\"output\":{output}}}"));
        let target = format!("{{\"node\":{node},\"path\":\"{path}\"}}");
        self.channels.push(format!("{{\"sampler\":{sampler},\"target\":{target}}}"));
    }

    fn mesh(&mut self, part: &Part) -> usize {
        let (geometry, material) = (part.geometry, part.material);
        if let Some(&mesh) = self.meshes.get(&(geometry, material)) {
            return mesh;
        }
        let triangles = self.geometries.entry(geometry).or_insert_with(|| self.buffer.triangles(&part.mesh()));
        let Triangles { positions, normals, indices, stretch } = *triangles;
        let material_index = self.material(material);
        let targets = stretch.map_or_else(String::new, |stretch| format!(",\"targets\":[{{\"POSITION\":{stretch}}}]"));
        let index = self.mesh_texts.len();
        self.mesh_texts.push(format!(
            "{{\"primitives\":[{{\"attributes\":{{\"POSITION\":{positions},\"NORMAL\":{normals}}},\"indices\":{indices},\
             \"material\":{material_index}{targets}}}]}}"
        ));
        self.meshes.insert((geometry, material), index);
        index
    }

    fn material(&mut self, material: Material) -> usize {
        let texts = &mut self.material_texts;
        *self.materials.entry(material).or_insert_with(|| {
            let [r, g, b] = material.colour.map(linear);
            let opacity = f64::from(material.opacity) / 100.0;
            // A dull surface scatters all light, a glossy one still has no mirror image.
            let roughness = 1.0 - 0.7 * f64::from(material.specular) / 100.0;
            let blend = if material.opacity < 100 { ",\"alphaMode\":\"BLEND\"" } else { "" };
            texts.push(format!(
                "{{\"pbrMetallicRoughness\":{{\"baseColorFactor\":{},\"metallicFactor\":0,\"roughnessFactor\":{}}},\
             \"doubleSided\":true{blend}}}",
                numbers([r, g, b, opacity].map(|x| x as f32)),
                roughness as f32
            ));
            texts.len() - 1
        })
    }
}

/// Rotations without jumps of sign.
fn continuous(body: &Track<Pose>, rows: usize) -> Track<Rotation> {
    if body.is_constant() {
        return body.map(|pose| pose.rotation);
    }
    let mut last = body.get(0).rotation;
    Track::new(rows, |row| {
        last = nearer(last, body.get(row).rotation);
        last
    })
}

/// A channel of an sRGB colour as linear light (IEC 61966-2-1).
fn linear(channel: u8) -> f64 {
    let x = f64::from(channel) / 255.0;
    if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}

/// A JSON string, without `<`, so that no text ends the script around it.
pub(super) fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}
