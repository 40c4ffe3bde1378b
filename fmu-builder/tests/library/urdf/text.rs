//! Texts of robots.

/// `<link>` with mass, centre of mass and diagonal inertia.
pub fn link(name: &str, mass: f64, centre: &str, [ixx, iyy, izz]: [f64; 3]) -> String {
    format!(
        r#"<link name="{name}"><inertial><origin xyz="{centre}"/><mass value="{mass}"/><inertia ixx="{ixx}" ixy="0" ixz="0" iyy="{iyy}" iyz="0" izz="{izz}"/></inertial></link>
"#
    )
}

/// `<joint>` with more elements in it.
pub fn joint(name: &str, kind: &str, parent: &str, child: &str, rest: &str) -> String {
    format!(
        r#"<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{rest}</joint>
"#
    )
}

pub fn robot(parts: &[String]) -> String {
    format!("<?xml version=\"1.0\"?>\n<robot name=\"robot\">\n{}</robot>\n", parts.concat())
}

pub fn empty(name: &str) -> String {
    format!("<link name=\"{name}\"/>\n")
}
