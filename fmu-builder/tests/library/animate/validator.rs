//! The files as an independent reader has them: the crate `gltf`, which validates the JSON against the schema and its references.

use gltf::Gltf;
use gltf::animation::util::ReadOutputs;
use gltf::json::validation::Checked;

/// Rounding of single floats.
const ROUNDING: f32 = 1e-5;

/// Checks a file; what is wrong with it.
pub fn validate(bytes: &[u8]) -> Result<(), String> {
    let file = Gltf::from_slice(bytes).map_err(|error| error.to_string())?;
    let blob = file.blob.as_deref().ok_or("there is no binary part")?;
    for buffer in file.buffers() {
        ensure(buffer.length() <= blob.len(), || format!("buffer {} ends behind the file", buffer.index()))?;
    }
    for accessor in file.accessors() {
        let view = accessor.view().ok_or("an accessor without view")?;
        let end = accessor.offset() + accessor.count() * accessor.size();
        ensure(accessor.count() > 0 && end <= view.length(), || {
            format!("accessor {} ends behind its view", accessor.index())
        })?;
        let alignment = accessor.data_type().size();
        ensure((view.offset() + accessor.offset()).is_multiple_of(alignment), || {
            format!("accessor {} is not aligned", accessor.index())
        })?;
    }
    // The crate does not look at these.
    let json = file.document.as_json();
    let mut targets = json.animations.iter().flat_map(|run| &run.channels).map(|channel| channel.target.path);
    ensure(targets.all(|path| matches!(path, Checked::Valid(_))), || "a channel of no known property".to_owned())?;
    file.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()).try_for_each(|p| primitive(&p, blob))?;
    file.animations().flat_map(|run| run.channels().collect::<Vec<_>>()).try_for_each(|c| channel(&c, blob))?;
    let scene = file.default_scene().ok_or("no scene is shown")?;
    ensure(scene.nodes().len() > 0, || "the scene is empty".to_owned())
}

fn ensure(holds: bool, otherwise: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn primitive(primitive: &gltf::Primitive<'_>, blob: &[u8]) -> Result<(), String> {
    let reader = primitive.reader(|_| Some(blob));
    let positions: Vec<[f32; 3]> = reader.read_positions().ok_or("no positions")?.collect();
    let bounds = primitive.bounding_box();
    for k in 0..3 {
        let elements = positions.iter().map(|point| point[k]);
        let (low, high) = elements.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
        ensure((low, high) == (bounds.min[k], bounds.max[k]), || {
            format!("positions go from {low} to {high}, and the accessor says {bounds:?}")
        })?;
    }
    let normals: Vec<[f32; 3]> = reader.read_normals().ok_or("no normals")?.collect();
    let is_unit = |normal: &[f32; 3]| (normal.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < ROUNDING;
    ensure(normals.len() == positions.len() && normals.iter().all(is_unit), || {
        "normals are no unit vectors".to_owned()
    })?;
    let indices: Vec<u32> = reader.read_indices().ok_or("no indices")?.into_u32().collect();
    ensure(indices.iter().all(|index| (*index as usize) < positions.len()), || "an index of no point".to_owned())?;
    ensure(indices.len().is_multiple_of(3), || "triangles have three corners".to_owned())?;
    for (moved, _, _) in reader.read_morph_targets() {
        ensure(moved.is_some_and(|moved| moved.len() == positions.len()), || {
            "a morph target of other points".to_owned()
        })?;
    }
    let colour = primitive.material().pbr_metallic_roughness().base_color_factor();
    ensure(colour.iter().all(|part| (0.0..=1.0).contains(part)), || format!("{colour:?} is no colour"))
}

fn channel(channel: &gltf::animation::Channel<'_>, blob: &[u8]) -> Result<(), String> {
    let reader = channel.reader(|_| Some(blob));
    let times: Vec<f32> = reader.read_inputs().ok_or("no times")?.collect();
    ensure(times.is_sorted_by(|a, b| a < b), || "times do not ascend".to_owned())?;
    let bounds = channel.sampler().input();
    let said =
        |value: Option<gltf::json::Value>| value.and_then(|value| Some(value.as_array()?.first()?.as_f64()? as f32));
    ensure(said(bounds.min()) == times.first().copied() && said(bounds.max()) == times.last().copied(), || {
        "first and last time are not those that the accessor says".to_owned()
    })?;
    let count = match reader.read_outputs().ok_or("no values")? {
        ReadOutputs::Translations(values) => values.len(),
        ReadOutputs::Scales(values) => values.len(),
        ReadOutputs::Rotations(values) => {
            let values: Vec<[f32; 4]> = values.into_f32().collect();
            let is_unit = |q: &[f32; 4]| (q.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < ROUNDING;
            ensure(values.iter().all(is_unit), || "a rotation that is no unit quaternion".to_owned())?;
            values.len()
        }
        ReadOutputs::MorphTargetWeights(values) => values.into_f32().len(),
    };
    ensure(count == times.len(), || format!("{count} values at {} times", times.len()))
}
