//! Mistakes that beginners make, and what they are told: file, line, column, the line's text, and how to mend it.

use fmu_builder::urdf::UrdfOptions;

use crate::urdf::rig::try_read;

const ROBOT: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base_link"/>
  <link name="upper_arm">
    <inertial>
      <origin xyz="0 0 0.2" rpy="0 0 0"/>
      <mass value="1.5"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.001"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base_link"/>
    <child link="upper_arm"/>
    <origin xyz="0 0 0.1"/>
    <axis xyz="0 1 0"/>
    <dynamics damping="0.5"/>
  </joint>
</robot>
"#;

/// The only message about the robot after `old` became `new`.
#[track_caller]
fn check(old: &str, new: &str, expected: &[&str]) {
    assert!(ROBOT.contains(old), "{old}");
    told(&ROBOT.replacen(old, new, 1), expected);
}

#[track_caller]
fn told(text: &str, expected: &[&str]) {
    let Err(message) = try_read(text, &UrdfOptions::default()) else { panic!("no message about\n{text}") };
    for words in expected {
        assert!(message.contains(words), "\"{words}\" is missing in\n{message}");
    }
    assert_eq!(message.lines().filter(|line| line.starts_with("robot.urdf")).count(), 1, "one message:\n{message}");
}

#[test]
fn the_robot_without_mistakes_is_read() {
    assert_eq!(try_read(ROBOT, &UrdfOptions::default()).unwrap().warnings, Vec::<String>::new());
}

#[test]
fn a_tag_that_is_not_closed() {
    check(
        "    </inertial>\n",
        "",
        &["robot.urdf:9:5: not well-formed XML: `</link>` closes `<inertial>`: expected `</inertial>`", "  </link>"],
    );
    check("</robot>\n", "", &["robot.urdf:17:11: not well-formed XML: the text ends before all elements are closed"]);
    check("name=\"shoulder\" type", "name=\"shoulder type", &["robot.urdf:11:", "not well-formed XML"]);
    told("", &["robot.urdf: the file has no element: expected `<robot name=\"...\">`"]);
}

#[test]
fn xacro_that_was_not_run() {
    check(
        "  <link name=\"base_link\"/>",
        "  <xacro:arm prefix=\"left\"/>",
        &["robot.urdf:3:4: `<xacro:arm>` is a macro of xacro", "xacro robot.urdf.xacro > robot.urdf"],
    );
    let declared = ROBOT.replace("name=\"arm\"", "name=\"arm\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\"");
    told(
        &declared.replace("  <joint", "  <xacro:property name=\"a\" value=\"1\"/>\n  <joint"),
        &["robot.urdf:11:4: `<xacro:property>` is a macro of xacro"],
    );
    check(
        "value=\"1.5\"",
        "value=\"${mass}\"",
        &["robot.urdf:7:20: `value` is \"${mass}\": expected a number", "<mass value=\"${mass}\"/>", "run xacro first"],
    );
}

#[test]
fn a_link_that_is_misspelt() {
    check(
        "<parent link=\"base_link\"/>",
        "<parent link=\"base_lnik\"/>",
        &[
            "robot.urdf:12:19: joint \"shoulder\": its parent is the link \"base_lnik\", which does not exist",
            "<parent link=\"base_lnik\"/>",
            "did you mean `base_link`?",
        ],
    );
}

#[test]
fn an_element_or_attribute_that_is_misspelt() {
    let text = ROBOT.replace("inertial>", "inertail>");
    told(
        &text,
        &["robot.urdf:5:6: `<link>` has no element `<inertail>`", "    <inertail>", "did you mean `<inertial>`?"],
    );
    check(
        "<origin xyz=\"0 0 0.1\"/>",
        "<origin xzy=\"0 0 0.1\"/>",
        &["robot.urdf:14:13: `<origin>` has no attribute `xzy`", "did you mean `xyz`?"],
    );
    check(
        "type=\"revolute\"",
        "type=\"revolut\"",
        &["robot.urdf:11:32: joint \"shoulder\": there is no joint type \"revolut\"", "did you mean `revolute`?"],
    );
    check("type=\"revolute\"", "type=\"ball\"", &["robot.urdf:11:32:", "the types are revolute, continuous,"]);
}

#[test]
fn commas_and_missing_numbers() {
    check(
        "xyz=\"0 0 0.1\"",
        "xyz=\"0,0,0.1\"",
        &[
            "robot.urdf:14:18: `xyz` is \"0,0,0.1\": expected three numbers separated by blanks",
            "separate numbers by blanks, `0 0 1`",
        ],
    );
    check("xyz=\"0 0 0.1\"", "xyz=\"0 0.1\"", &["robot.urdf:14:18: `xyz` is \"0 0.1\": expected three numbers"]);
    check("value=\"1.5\"", "value=\"1.5 kg\"", &["robot.urdf:7:20: `value` is \"1.5 kg\": expected a number"]);
    check("value=\"1.5\"", "value=\"nan\"", &["robot.urdf:7:20: `value` is \"nan\": expected a number"]);
}

#[test]
fn an_axis_of_length_zero() {
    check(
        "<axis xyz=\"0 1 0\"/>",
        "<axis xyz=\"0 0 0\"/>",
        &["robot.urdf:15:16: joint \"shoulder\": the axis has no direction", "leave `<axis>` out for `1 0 0`"],
    );
}

#[test]
fn mass_or_inertia_that_is_missing_or_negative() {
    check(
        "      <mass value=\"1.5\"/>\n",
        "",
        &["robot.urdf:5:6: `<inertial>` of link \"upper_arm\" has no `<mass>`: expected `<mass value"],
    );
    check(" izz=\"0.001\"", "", &["robot.urdf:8:8: `<inertia>` has no attribute `izz`"]);
    check(
        "value=\"1.5\"",
        "value=\"-1.5\"",
        &["robot.urdf:7:20: the mass of link \"upper_arm\" is -1.5: expected zero or more"],
    );
    check("izz=\"0.001\"", "izz=\"-0.001\"", &["robot.urdf:8:8: a moment of inertia of link \"upper_arm\" is -0.001"]);
    check("damping=\"0.5\"", "damping=\"-0.5\"", &["robot.urdf:16:24: `damping` of joint \"shoulder\" is -0.5"]);
}

#[test]
fn names_that_are_missing_or_taken() {
    check("<link name=\"base_link\"/>", "<link/>", &["robot.urdf:3:4: `<link>` has no attribute `name`"]);
    check("<robot name=\"arm\">", "<robot>", &["robot.urdf:2:2: `<robot>` has no attribute `name`: expected a name"]);
    let second = "</joint>\n  <link name=\"upper_arm\"/>";
    check("</joint>", second, &["robot.urdf:18:15: there are two links with the name \"upper_arm\""]);
}

/// More links and joints at the end of the robot.
fn with(more: &str) -> String {
    ROBOT.replace("</robot>", &format!("{more}\n</robot>"))
}

#[test]
fn links_that_hang_on_nothing_or_on_two_joints_or_on_themselves() {
    told(
        &with("  <link name=\"hand\"/>"),
        &[
            "robot.urdf:18:15: 2 links are not the child of a joint, base_link, hand: expected one, the root of the robot",
            "add a joint",
        ],
    );
    told(
        &with("  <joint name=\"again\" type=\"fixed\"><parent link=\"base_link\"/><child link=\"upper_arm\"/></joint>"),
        &[
            "robot.urdf:18:",
            "the link \"upper_arm\" is the child of two joints, \"shoulder\" and \"again\"",
            "closed loops cannot be described",
        ],
    );
    told(
        &with("  <joint name=\"back\" type=\"fixed\"><parent link=\"upper_arm\"/><child link=\"base_link\"/></joint>"),
        &["the joints form a cycle: back -> shoulder -> back", "URDF has trees only"],
    );
    told("<robot name=\"empty\"/>", &["robot.urdf: the robot has no link"]);
}

#[test]
fn mimic_of_what_cannot_be_followed() {
    let mimic = |joint: &str| format!("<dynamics damping=\"0.5\"/><mimic joint=\"{joint}\"/>");
    check(
        "<dynamics damping=\"0.5\"/>",
        &mimic("sholder"),
        &["joint \"shoulder\" mimics the joint \"sholder\", which does not exist", "robot.urdf:16:"],
    );
    check("<dynamics damping=\"0.5\"/>", &mimic("shoulder"), &["joints mimic each other: shoulder -> shoulder"]);
    let planar = with(
        "<link name=\"l\"/><joint name=\"p\" type=\"planar\"><parent link=\"upper_arm\"/><child link=\"l\"/><mimic joint=\"shoulder\"/></joint>",
    );
    told(&planar, &["joint \"p\" mimics \"shoulder\", but a planar joint has no single position"]);
}

#[test]
fn files_of_other_formats() {
    told(
        "<mujoco model=\"m\"/>",
        &["robot.urdf:1:2: the outermost element is `<mujoco>`", "convert the model to URDF first"],
    );
    told("name = \"toml\"\n", &["robot.urdf:1:1: not well-formed XML"]);
    told("<!DOCTYPE robot><robot name=\"r\"/>", &["robot.urdf:1:1: the text has a document type"]);
}

#[test]
fn elements_that_stand_twice() {
    check(
        "<axis xyz=\"0 1 0\"/>",
        "<axis xyz=\"0 1 0\"/><axis xyz=\"0 0 1\"/>",
        &["robot.urdf:15:25: joint \"shoulder\" has `<axis>` more than once", "remove one of them"],
    );
}

#[test]
fn several_mistakes_are_told_at_once() {
    let text = ROBOT
        .replace("value=\"1.5\"", "value=\"1,5\"")
        .replace("\"0 1 0\"", "\"0 0 0\"")
        .replace("\"revolute\"", "\"hinge\"");
    let message = try_read(&text, &UrdfOptions::default()).unwrap_err();
    let places: Vec<&str> =
        message.lines().filter_map(|line| line.strip_prefix("robot.urdf:")).map(|rest| &rest[..2]).collect();
    assert_eq!(places, ["7:", "11"], "{message}");
}

#[test]
fn options_that_name_nothing() {
    let options = UrdfOptions { locked: vec!["sholder".to_owned()], ..UrdfOptions::default() };
    let message = try_read(ROBOT, &options).unwrap_err();
    assert!(
        message.contains("--lock sholder: there is no such joint") && message.contains("did you mean `shoulder`?"),
        "{message}"
    );
}
