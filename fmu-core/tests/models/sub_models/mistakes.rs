//! Mistakes in models with sub-models and arrays: each is refused with what is wrong, the line, and how to mend it.

use super::problems;

/// Two legs of one kind on a beam, and an array of weights. Numbers of lines in the tests are those of this text.
const MODEL: &str = r#"name = "Table"
connections = [
  ["world.frame_b", "left.top"],
  ["world.frame_b", "right.top"],
  { for = "i in 1:3", connect = ["right.foot", "weight[i].frame_a"] },
]
[components.world]
class = "World"
[components.left]
class = "Leg"
stiffness = 100
[components.right]
class = "Leg"
stiffness = "2 N/mm"
[components.weight]
class = "Parts.Body"
for = "i in 1:3"
m = { elements = [1, 2, 3] }
r_CM = [0, 0, 0]
[models.Leg]
connections = [["slide.axis", "spring.flange_b"], ["slide.support", "spring.flange_a"], ["slide.frame_b", "pad.frame_a"]]
[models.Leg.parameters]
stiffness = { unit = "N/m", description = "of the spring" }
[models.Leg.connectors]
top = "slide.frame_a"
foot = "pad.frame_b"
[models.Leg.components.slide]
class = "Joints.Prismatic"
useAxisFlange = true
[models.Leg.components.spring]
class = "Translational.Components.Spring"
c = "stiffness"
[models.Leg.components.pad]
class = "Parts.BodyBox"
r = [0.1, 0, 0]
"#;

/// Asserts the message for the model with `old` in place of `new`: it has all of `expected`, and no more than one problem.
pub fn one(old: &str, new: &str, expected: &[&str]) {
    assert_eq!(MODEL.matches(old).count(), 1, "{old}");
    let shown = problems(&MODEL.replace(old, new));
    for words in expected {
        assert!(shown.contains(words), "{new}: no `{words}` in\n{shown}");
    }
    assert_eq!(shown.matches("m.toml:").count(), 1, "{new}: more than one problem\n{shown}");
}

#[test]
fn the_model_is_right() {
    assert_eq!(problems(MODEL), "");
}

#[test]
fn unknown_names_are_named() {
    one(
        "class = \"Leg\"\nstiffness = 100",
        "class = \"Lge\"\nstiffness = 100",
        &["m.toml:10:9: component `left`: there is no class `Lge`", "did you mean `Leg`?"],
    );
    one(
        "\"left.top\"",
        "\"left.topp\"",
        &["m.toml:3:21: component `left` of class Leg has no connector `topp`", "did you mean `top`?"],
    );
    // Components of a sub-model are not for connections from outside.
    one(
        "\"left.top\"",
        "\"left.slide.frame_a\"",
        &["m.toml:3:21: component `left` of class Leg has no connector `slide.frame_a`", "it has: top, foot"],
    );
    one(
        "stiffness = 100",
        "stifness = 100\nstiffness = 100",
        &["m.toml:11:1: component `left` of class Leg has no parameter `stifness`", "did you mean `stiffness`?"],
    );
    one(
        "stiffness = 100",
        "stiffness = 100\nspring = { cc = 3 }",
        &["m.toml:12:12: component `left.spring` of class Translational.Components.Spring has no parameter `cc`"],
    );
    one(
        "stiffness = 100",
        "stiffness = 100\nspring = 3",
        &["m.toml:12:10: component `left`: `spring` is the number 3"],
    );
    one(
        "stiffness = 100\n",
        "",
        &["m.toml:9:13: component `left` of class Leg lacks the parameter `stiffness` (of the spring)"],
    );
}

/// A mistake inside a sub-model is shown once, with the line there.
#[test]
fn mistakes_inside_are_said_once() {
    one(
        "foot = \"pad.frame_b\"",
        "foot = \"pad.frame_c\"",
        &["m.toml:26:8: component `left.pad`", "no connector `frame_c`"],
    );
    one("foot = \"pad.frame_b\"", "foot = \"pd.frame_b\"", &["m.toml:26:8: `left.pd.frame_b` is not a connector"]);
    one("r = [0.1, 0, 0]", "r = [\"0.1 kg\", 0, 0]", &["m.toml:35:6: `r` of component `left.pad`: `0.1 kg` is in kg"]);
    one("c = \"stiffness\"", "c = \"stiff\"", &["m.toml:32:5: `left.spring.c`: the expression names `left.stiff`"]);
    one("c = \"stiffness\"", "c = \"stiffness*slide.n[1]*(1 m)\"", &["m.toml:32:5:", "`c` of component `left.spring`"]);
    one("\"pad.frame_a\"]]", "\"pod.frame_a\"]]", &["m.toml:21:107: `left.pod.frame_a` is not a connector"]);
    one(
        "[models.Leg.components.pad]",
        "[models.Leg.components.pad]\ncolor = 3",
        &["m.toml:34:9: component `left.pad`: `color` is the number 3"],
    );
}

#[test]
fn values_have_to_fit_the_parameter() {
    one(
        "stiffness = \"2 N/mm\"",
        "stiffness = \"2 mm\"",
        &["m.toml:14:13: model parameter `right.stiffness`: `2 mm` is in mm (length)"],
    );
    one("stiffness = \"2 N/mm\"", "stiffness = { value = 2, unit = \"N\" }", &["m.toml:14:33: `unit` is in N (force)"]);
    one(
        "stiffness = \"2 N/mm\"",
        "stiffness = true",
        &["m.toml:14:13: model parameter `right.stiffness` is the Boolean true"],
    );
    one(
        "stiffness = \"2 N/mm\"",
        "stiffness = { value = 2, units = \"N/m\" }",
        &["m.toml:14:26: component `right`: the variable `stiffness` has no attribute `units`", "did you mean `unit`?"],
    );
    let bounded = "stiffness = { unit = \"N/m\", max = 1000";
    let shown = problems(&MODEL.replace("stiffness = { unit = \"N/m\"", bounded).replace("\"2 N/mm\"", "2000"));
    assert!(shown.contains("model parameter `right.stiffness` is 2000: expected 1000 or less"), "{shown}");
}

#[test]
fn indices_and_sizes_have_to_fit() {
    one(
        "i in 1:3\", connect",
        "i in 1:4\", connect",
        &["m.toml:5:48: there is no `weight[4]`: `weight` has the elements from `weight[1]` to `weight[3]`"],
    );
    one(
        "elements = [1, 2, 3]",
        "elements = [1, 2]",
        &["m.toml:18:18: `elements` has 2 values, and `weight` has 3 elements"],
    );
    one(
        "{ for = \"i in 1:3\", connect = [\"right.foot\", \"weight[i].frame_a\"] }",
        "[\"weight[1:2].frame_a\", \"weight.frame_a\"]",
        &[
            "m.toml:5:27: `weight[1:2].frame_a` stands for 2 connectors and `weight.frame_a` for 3: expected equal numbers",
        ],
    );
    one(
        "weight[i].frame_a",
        "weight[k].frame_a",
        &["m.toml:5:48: `k` is neither an index nor a parameter: expected a whole number, since it is a number of \
            elements"],
    );
    one("weight[i].frame_a", "weight[i/2].frame_a", &["m.toml:5:48: `i/2` is 0.5: expected a whole number"]);
    one(
        "for = \"i in 1:3\"\nm",
        "for = 3\nm",
        &["m.toml:17:7: `for` is the number 3: expected an index and its range"],
    );
    one("for = \"i in 1:3\"\nm", "for = \"world in 1:3\"\nm", &["m.toml:17:7: the index `world` has the name of"]);
    one(
        "stiffness = 100",
        "stiffness = { elements = [1, 2] }",
        &["m.toml:11:15: `elements` gives", "`left` is not an array"],
    );
    let many = MODEL.replace("for = \"i in 1:3\"\nm = { elements = [1, 2, 3] }", "for = \"i in 1:20000\"\nm = 1");
    assert!(problems(&many).contains("m.toml:15:13: sub-models and arrays expand to more than 10000 components"));
}

#[test]
fn sub_models_and_arrays_that_multiply_end_with_a_limit() {
    let head = "name = \"M\"\n[components]\nworld = { class = \"World\" }\n";
    // Thirty levels of two, with nothing at the bottom.
    let level =
        |k: usize| format!("[models.S{k}.components]\na = {{ class = \"S{0}\" }}\nb = {{ class = \"S{0}\" }}\n", k - 1);
    let doubled: String = (1..=30).map(level).collect();
    let doubled = format!("{head}x = {{ class = \"S30\" }}\n[models.S0.parameters]\np = 1\n{doubled}");
    let array =
        |k: usize| format!("[models.S{k}.components]\na = {{ class = \"S{}\", for = \"i in 1:1000\" }}\n", k - 1);
    let arrays: String = (1..=3).map(array).collect();
    let arrays = format!("{head}x = {{ class = \"S3\" }}\n[models.S0.parameters]\np = 1\n{arrays}");
    for text in [doubled, arrays] {
        let shown = problems(&text);
        assert!(shown.contains("sub-models and arrays expand to more than 10000 components"), "{shown}");
    }
    let indices: Vec<String> = (0..1000).map(|k| format!("i{k} in 1:1")).collect();
    for (range, words) in [
        (indices.join(", "), "sub-models and arrays expand to more than 16 indices of one array"),
        ("i in 1:1000, j in 1:1000, k in 1:1000".to_owned(), "expand to more than 100000 elements"),
        ("i in 1:2000000000".to_owned(), "`2000000000` is 2000000000, more than 1e9"),
    ] {
        let shown = problems(&format!("{head}b = {{ class = \"Parts.PointMass\", for = \"{range}\", m = 1 }}\n"));
        assert!(shown.contains(words), "{shown}");
    }
}
