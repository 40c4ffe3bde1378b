//! The vocabulary of URDF: its elements and attributes.

/// An element: its name, its child elements that are read or known to be irrelevant, and its attributes.
pub(super) struct Words {
    pub name: &'static str,
    pub read: &'static [&'static str],
    /// Omitted; a warning has their number.
    pub left_out: &'static [&'static str],
    pub attributes: &'static [&'static str],
}

pub(super) const ROBOT: Words = Words {
    name: "robot",
    read: &["link", "joint", "material"],
    left_out: &["transmission", "gazebo", "ros2_control", "sensor"],
    attributes: &["name", "version"],
};
pub(super) const LINK: Words =
    Words { name: "link", read: &["inertial", "visual"], left_out: &["collision"], attributes: &["name", "type"] };
pub(super) const INERTIAL: Words =
    Words { name: "inertial", read: &["origin", "mass", "inertia"], left_out: &[], attributes: &[] };
pub(super) const VISUAL: Words =
    Words { name: "visual", read: &["origin", "geometry", "material"], left_out: &[], attributes: &["name"] };
pub(super) const BOX: Words = leaf("box", &["size"]);
pub(super) const CYLINDER: Words = leaf("cylinder", &["radius", "length"]);
pub(super) const SPHERE: Words = leaf("sphere", &["radius"]);
pub(super) const MESH: Words = leaf("mesh", &["filename", "scale"]);
pub(super) const MASS: Words = leaf("mass", &["value"]);
pub(super) const INERTIA: Words = leaf("inertia", &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]);
pub(super) const ORIGIN: Words = leaf("origin", &["xyz", "rpy", "quat_xyzw"]);
pub(super) const JOINT: Words = Words {
    name: "joint",
    read: &["origin", "parent", "child", "axis", "dynamics", "limit", "mimic"],
    left_out: &["calibration", "safety_controller"],
    attributes: &["name", "type"],
};
pub(super) const PARENT: Words = leaf("parent", &["link"]);
pub(super) const CHILD: Words = leaf("child", &["link"]);
pub(super) const AXIS: Words = leaf("axis", &["xyz"]);
pub(super) const DYNAMICS: Words = leaf("dynamics", &["damping", "friction"]);
pub(super) const LIMIT: Words = leaf("limit", &["lower", "upper", "effort", "velocity"]);
pub(super) const MIMIC: Words = leaf("mimic", &["joint", "multiplier", "offset"]);

const GEOMETRY: Words =
    Words { name: "geometry", read: &["box", "cylinder", "sphere", "mesh"], left_out: &[], attributes: &[] };
const MATERIAL: Words = Words { name: "material", read: &["color"], left_out: &[], attributes: &["name"] };
const COLOR: Words = leaf("color", &["rgba"]);

/// Child elements and attributes that are read of the element with this name.
pub fn words_of(element: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    let all = [
        ROBOT, LINK, INERTIAL, VISUAL, GEOMETRY, MATERIAL, COLOR, BOX, CYLINDER, SPHERE, MESH, MASS, INERTIA, ORIGIN,
        JOINT, PARENT, CHILD, AXIS, DYNAMICS, LIMIT, MIMIC,
    ];
    all.into_iter().find(|words| words.name == element).map(|words| (words.read, words.attributes))
}

const fn leaf(name: &'static str, attributes: &'static [&'static str]) -> Words {
    Words { name, read: &[], left_out: &[], attributes }
}
