//! Malformed files: messages and positions.

use super::{problems, read};

/// Checks that the problems of `text` are exactly these: each starts with `line:column` and what is found and expected.
#[track_caller]
fn expect(text: &str, expected: &[&str]) {
    let found = problems(text);
    let equal = found.len() == expected.len() && found.iter().zip(expected).all(|(f, e)| f.starts_with(e));
    assert!(equal, "{text}\n--- found\n{}\n--- expected\n{}", found.join("\n"), expected.join("\n"));
}

/// Like [`expect`], for a TOML file with a name in line 1 and `rest` from line 2 on.
#[track_caller]
fn expect_toml(rest: &str, expected: &[&str]) {
    expect(&format!("name = \"M\"\n{rest}"), expected);
}

/// The hint of the first problem.
fn help(rest: &str) -> String {
    let diagnostics = read(&format!("name = \"M\"\n{rest}")).unwrap_err();
    diagnostics[0].problem.help().unwrap()
}

#[test]
fn the_top_level_is_checked() {
    expect("", &["1:1 the model file has no `name`: expected the name of the model, a string"]);
    expect("{}", &["1:1 the model file has no `name`"]);
    expect("[1]\n", &["1:1 the model file has no `name`", "1:2 the model file has no key `1`"]);
    expect("{\"name\": 3}", &["1:10 `name` is the number 3: expected a string"]);
    expect("name = \"\"", &["1:8 `name` is empty: expected a name"]);
    expect("name = \"a\\nb\"", &["1:8 `name`: `a\\nb` is not a legal name: U+000A is not allowed there"]);
    expect_toml("description = [1, 2]", &["2:15 `description` is an array of 2 elements: expected a string"]);
    expect_toml(
        "parametres = {}\ncolour = 1",
        &["2:1 the model file has no key `parametres`", "3:1 the model file has no key `colour`"],
    );
    expect_toml("reference = 1\n[[needs]]\nday = 1979-05-27\nx = [inf, [1]]", &[]);
    expect("{\"name\": \"M\", \"reference\": {\"a\": null}, \"needs\": [1e999]}", &[]);
    assert_eq!(help("parametres = {}"), "did you mean `parameters`?");
    assert!(help("colour = 1").starts_with("known keys: name, description, experiment, "));
}

#[test]
fn a_json_root_has_to_be_an_object() {
    let found = crate::model_file::ModelFile::from_json(" [1]").unwrap_err();
    assert!(found[0].problem.to_string().starts_with("the model file is an array of 1 element: expected a table"));
    assert_eq!(found[0].span, Some(1..4));
    let found = crate::model_file::ModelFile::from_json("").unwrap_err();
    assert_eq!(found[0].problem.to_string(), "the file is empty: expected a JSON object");
}

#[test]
fn the_experiment_is_checked() {
    expect_toml("experiment = 3", &["2:14 `experiment` is the number 3: expected a table, `stop_time = 10`"]);
    expect_toml(
        "[experiment]\nstop_tim = 1\ntolerance = 0\nstep_size = -1\nstop_time = \"5\"",
        &[
            "3:1 `experiment` has no key `stop_tim`",
            "4:13 `experiment.tolerance` is 0: expected a positive number",
            "5:13 `experiment.step_size` is -1: expected a positive number",
            "6:13 `experiment.stop_time` is the string `5`: expected a number",
        ],
    );
    for count in ["0", "-1", "999", "1000.5", "1e17"] {
        let number: f64 = count.parse().unwrap();
        let expected = format!(
            "3:19 `experiment.max_evaluations` is {number}: expected a whole number from 1000 to 9007199254740992"
        );
        expect_toml(&format!("[experiment]\nmax_evaluations = {count}"), &[&expected]);
    }
    expect_toml(
        "[experiment]\nstop_time = 5\nstart_time = 5",
        &["3:13 `experiment`: the stop time 5.0 s is not after the start time 5.0 s"],
    );
    expect_toml(
        "[experiment]\nstop_time = -1",
        &["3:13 `experiment`: the stop time -1.0 s is not after the start time 0.0 s"],
    );
    expect_toml(
        "[experiment]\nstep_size = 2\nstart_time = 1\nstop_time = 3",
        &["3:13 `experiment.step_size` is 2: expected less than the duration of the experiment, which is 2"],
    );
    expect_toml(
        "[experiment]\nstep_size = 1e-308\nstop_time = 1e308",
        &["3:13 `experiment`: a step of 1e-308 s is too small for times between 0.0 s and 1e308 s"],
    );
    expect_toml("[experiment]\nstop_time = 5e-324", &["3:13 `experiment`: a step of 0.0 s is too small for times"]);
    expect_toml("[experiment]\nstep_size = 1e-10", &["3:13 `experiment`: 1.0e10 steps of 1e-10 s are too many"]);
    expect_toml("[experiment]\nstart_time = 1e300", &["3:14 `experiment`: the stop time 1e300 s is not after"]);
}

#[test]
fn components_are_checked() {
    expect_toml(
        "[components.bob]\nm = 1",
        &["2:13 component `bob` has no `class`: expected the name of a class, `class = \"Parts.Body\"`"],
    );
    expect_toml("components = []", &["2:14 `components` is an array of 0 elements: expected a table of components"]);
    expect_toml("[components]\nbob = 3", &["3:7 component `bob` is the number 3: expected a table with `class`"]);
    expect_toml("[components.bob]\nclass = 3", &["3:9 `class` of component `bob` is the number 3: expected the name"]);
    expect_toml(
        "[components.bob]\nclass = \"Parts Body\"",
        &["3:9 `class` of component `bob`: `Parts Body` is not a legal name: ` ` is not allowed there"],
    );
    expect_toml("[components.\"a b\"]\nclass = \"X\"", &["2:13 component `a b`: `a b` is not a legal name"]);
    expect_toml(
        "[components.\"a[0]\"]\nclass = \"X\"",
        &["2:13 component `a[0]`: `a[0]` is not a legal name: `[0]` is not an index"],
    );
    expect_toml("[components.\"\"]\nclass = \"X\"", &["2:13 component `` is empty: expected a name"]);
    expect_toml(
        "[components.a]\nclass = \"X\"\n\"b.c\" = 1\nd = {\"e[1]\" = 1}",
        &[
            "4:1 component `a`: `b.c` is not a legal name: expected one identifier",
            "5:6 `d` of component `a`: `e[1]` is not a legal name: expected one identifier",
        ],
    );
}

#[test]
fn values_are_checked() {
    expect_toml(
        "[components.a]\nclass = \"X\"\nx = 1979-05-27\ny = inf\nz = [1, -nan]\nt = 07:32:00",
        &[
            "4:5 `1979-05-27` is a date or time, which no parameter accepts",
            "5:5 `inf` is not a finite number",
            "6:9 `-nan` is not a finite number",
            "7:5 `07:32:00` is a date or time",
        ],
    );
    expect_toml(
        "[components.a]\nclass = \"X\"\nx = [[1, 2], [3]]\ny = { start = [1, [2]] }",
        &[
            "4:14 `x` of component `a`: row 2 is an array of 1 element, unlike row 1",
            "5:19 `y.start` of component `a`: row 2 is an array of 1 element, unlike row 1",
        ],
    );
    expect(
        "{\"name\": \"M\", \"components\": {\"a\": {\"class\": \"X\", \"m\": null, \"n\": -1e999}}}",
        &["1:55 `null` is not a value of a model file", "1:66 `-1e999` is not a finite number"],
    );
    expect_toml(&format!("[parameters]\na = {}\n", "9".repeat(400)), &["3:5 `9999"]);
}

#[test]
fn unquoted_names_are_recognised() {
    expect_toml(
        "[components.cylinder1.piston]\nclass = \"Parts.Body\"\n[components.cylinder1.rod]\nclass = \"Parts.Body\"",
        &[
            "2:23 `cylinder1.piston` in `components` is split into several keys: the whole name must be one quoted key",
            "4:23 `cylinder1.rod` in `components` is split into several keys",
        ],
    );
    expect_toml(
        "[components.cylinder1]\nclass = \"X\"\n[components.cylinder1.a.b]\nclass = \"Parts.Body\"\nm = 1",
        &["4:25 `cylinder1.a.b` in `components` is split into several keys"],
    );
    expect_toml("[components.gain[2]]\nclass = \"X\"", &["2:17 `gain[2]` in `components` is split into several keys"]);
    expect_toml(
        "[parameters]\na.b = 1\nc.d.e = 2\n[parameters.f.g]\nvalue = 1",
        &[
            "3:3 `a.b` in `parameters` is split into several keys",
            "4:3 `c.d.e` in `parameters` is split into several keys",
            "5:15 `f.g` in `parameters` is split into several keys",
        ],
    );
    expect_toml("[outputs]\na.b.c = \"d.e\"", &["3:5 `a.b.c` in `outputs` is split into several keys"]);
    expect(
        "{\"name\": \"M\", \"components\": {\"a\": {\"class\": \"X\", \"b\": {\"class\": \"Y\"}}}}",
        &["1:50 `a.b` in `components` is split into several keys"],
    );
    assert!(help("[components.a.b]\nclass = \"X\"").starts_with("quote it: `[components.\"a.b\"]` in TOML"));
    assert!(help("[inputs]\na.b = \"c\"").starts_with("quote it: `\"a.b\" = ...` in `[inputs]` in TOML"));
}

#[test]
fn connections_are_checked() {
    expect_toml("connections = 3", &["2:15 `connections` is the number 3: expected an array of pairs"]);
    expect_toml(
        "connections = [[\"a.b\"], [\"a.b\", 3], \"a.b\", [\"a.b\", \"c.d\", \"e.f\"], [\"a\", \"b.c d\"], []]",
        &[
            "2:16 connection 1 has 1 end: expected two",
            "2:33 connection 2 is the number 3: expected a pair of connectors",
            "2:37 connection 3 is the string `a.b`: expected a pair of connectors",
            "2:44 connection 4 has 3 ends: expected two",
            "2:68 connection 5: `a` is not a connector: expected component and connector",
            "2:73 connection 5: `b.c d` is not a legal name: ` ` is not allowed there",
            "2:83 connection 6 has 0 ends: expected two",
        ],
    );
}

#[test]
fn parameters_are_checked() {
    expect_toml(
        "[parameters]\nm = true\nk = {unit = \"kg\"}\nl = {value = 1, units = \"m\", min = \"0\"}\nn = {value = 1, start = 2}",
        &[
            "3:5 model parameter `m` is the Boolean true: expected a number, a string with an expression",
            "4:1 model parameter `k` has no `value`: expected its value, or `start` and `fixed = false`",
            "5:17 model parameter `l` has no key `units`",
            "5:36 `min` of model parameter `l` is the string `0`: expected a number",
            "6:17 model parameter `n` has both `value` and `start`",
        ],
    );
    expect_toml(
        "[parameters]\npi = 3\nx = {value = -1, min = 0}\ny = {value = [1, 5], min = 2, max = 4}\nz = {value = 1, min = 3, max = 2}",
        &[
            "3:1 `parameters`: the name `pi` is reserved",
            "4:14 model parameter `x` is -1: expected 0 or more",
            "5:15 model parameter `y` is 1: expected between 2 and 4",
            "5:18 model parameter `y` is 5: expected between 2 and 4",
            "6:1 model parameter `z`: `min` is 3, more than `max`, which is 2",
        ],
    );
    expect_toml(
        "[parameters]\ni = {value = {start = 1}}\nj = [{a = 1}]\nk = { start = \"sine(1)\", fixed = 1 }\nu = {value = 1, unit = 2}",
        &[
            "3:14 `value` of model parameter `i` is a table: expected a number",
            "4:6 model parameter `j` is an array with a table in it",
            "5:16 `start` of model parameter `k`: there is no function `sine`",
            "5:34 `fixed` of model parameter `k` is the number 1: expected `true` or `false`",
            "6:24 `unit` of model parameter `u` is the number 2: expected a string",
        ],
    );
}

#[test]
fn problems_of_expressions_point_into_the_string() {
    expect_toml(
        "[parameters]\ne = \"a + \"\nf = [1, \"si(2)\"]\ng = \"\"\"1 + 2 $\"\"\"\nh = 'b c'",
        &[
            "3:10 model parameter `e`: the expression is not well-formed: found the end",
            "4:10 model parameter `f`: there is no function `si`",
            "5:14 model parameter `g`: the expression is not well-formed: found `$`",
            "6:8 model parameter `h`: the expression is not well-formed: found `c`, expected an operator or the end",
        ],
    );
    // Escapes shift positions inside a string, so the message points at the whole string.
    expect_toml("[parameters]\nh = \"\\u0031 +\"", &["3:5 model parameter `h`: the expression is not well-formed"]);
    assert_eq!(help("[parameters]\nf = \"si(2)\""), "did you mean `sin`?");
}

#[test]
fn public_names_are_checked() {
    expect_toml(
        "[inputs]\nx = 1\ny = \"c.d e\"\nz = \"der(a.b\"\n\"u v\" = \"a.b\"",
        &[
            "3:5 `x` in `inputs` is the number 1: expected the name of a variable",
            "4:5 `y` in `inputs`: `c.d e` is not a legal name: ` ` is not allowed there",
            "5:5 `z` in `inputs`: `der(a.b` is not a legal name: `(` is not allowed there",
            "6:1 `u v` in `inputs`: `u v` is not a legal name",
        ],
    );
}

#[test]
fn names_are_unique() {
    expect_toml(
        "[parameters]\na = 1\n[components.a]\nclass = \"X\"\n[inputs]\nu = \"a.u\"\na = \"a.b\"\n[outputs]\nu = \"a.v\"",
        &[
            "4:13 the name `a` is used twice, in `parameters` and in `components`",
            "8:1 the name `a` is used twice, in `parameters` and in `inputs`",
            "10:1 the name `u` is used twice, in `inputs` and in `outputs`",
        ],
    );
    // The first section is named each time.
    expect_toml(
        "[parameters]\na = 1\n[inputs]\na = \"b.u\"\n[outputs]\na = \"b.v\"",
        &[
            "5:1 the name `a` is used twice, in `parameters` and in `inputs`",
            "7:1 the name `a` is used twice, in `parameters` and in `outputs`",
        ],
    );
    expect_toml(
        "[components.a]\nclass = \"X\"\nclass = \"Y\"\n[components.a]\nn = 1\n",
        &["4:1 the key `class` occurs twice in the same table", "5:13 the key `a` occurs twice in the same table"],
    );
    expect(
        "{\"name\": \"M\", \"name\": \"N\", \"parameters\": {\"a\": 1, \"\\u0061\": 2, \"b\": true}}",
        &[
            "1:15 the key `name` occurs twice in the same table",
            "1:51 the key `a` occurs twice in the same table",
            "1:69 model parameter `b` is the Boolean true",
        ],
    );
}

#[test]
fn toml_syntax_errors_come_together() {
    expect_toml(
        "m = 1.2.3\nq = \"\\q\"\ns = \"abc\nn = = 1\na b = 3\n",
        &[
            "2:8 not well-formed TOML: invalid float",
            "3:7 not well-formed TOML: missing escaped value",
            "4:9 not well-formed TOML: invalid basic string",
            "5:5 not well-formed TOML: extra `=`",
            "6:3 not well-formed TOML: key with no value, expected `=`",
        ],
    );
}

#[test]
fn json_is_read_strictly() {
    let cases = [
        ("{", "1:1 not well-formed JSON: unterminated object"),
        ("{\"name\": \"M\",}", "1:13 not well-formed JSON: trailing commas are not allowed: remove the comma"),
        ("{\"name\": \"M\" \"x\": 1}", "1:13 not well-formed JSON: expected comma: put a comma"),
        ("{\"name\": 'M'}", "1:10 not well-formed JSON: single-quoted strings are not allowed: use double quotes"),
        ("{name: \"M\"}", "1:2 not well-formed JSON: expected string for object property: use double quotes"),
        ("{\"name\": \"M\"} // x", "1:15 not well-formed JSON: comments are not allowed"),
        ("{\"name\": \"M\", \"x\": 01}", "1:21 not well-formed JSON: expected comma"),
        ("{\"name\": \"M\", \"x\": +1}", "1:20 not well-formed JSON: unary plus"),
        ("{\"name\": \"M\", \"x\": .5}", "1:20 not well-formed JSON: leading or trailing decimal points"),
        ("{\"name\": \"M\", \"x\": NaN}", "1:20 not well-formed JSON: unexpected token"),
        ("{\"name\": \"M\ty\"}", "1:10 not well-formed JSON: control character in a string"),
        ("{\"name\": \"\\ud800\"}", "1:11 not well-formed JSON: invalid unicode escape"),
        ("{\"name\": }", "1:10 not well-formed JSON: unexpected close brace"),
        ("{\"name\": \"M}", "1:10 not well-formed JSON: unterminated string literal"),
        ("{\"name\": \"M\"} {}", "1:15 not well-formed JSON: text cannot contain more than one JSON value"),
    ];
    for (text, expected) in cases {
        expect(text, &[expected]);
    }
}

#[test]
fn all_problems_come_at_once_in_the_order_of_the_text() {
    expect_toml(
        "colour = 1
connections = [[\"a.b\"]]
[experiment]
tolerance = -1
[parameters]
k = \"2 +\"
[components.bob]
m = nan
[components.pin.joint]
class = \"Joints.Revolute\"
[outputs]
y = 3
",
        &[
            "2:1 the model file has no key `colour`",
            "3:16 connection 1 has 1 end",
            "5:13 `experiment.tolerance` is -1",
            "7:9 model parameter `k`: the expression is not well-formed",
            "8:13 component `bob` has no `class`",
            "9:5 `nan` is not a finite number",
            "10:17 `pin.joint` in `components` is split into several keys",
            "13:5 `y` in `outputs` is the number 3",
        ],
    );
}

#[test]
fn the_number_of_problems_is_limited() {
    let limit = crate::model_file::PROBLEM_LIMIT;
    let found = problems(&format!("name = \"M\"\nconnections = [{}]", "1,".repeat(limit + 1)));
    assert_eq!(found.len(), limit + 1);
    assert_eq!(found[limit], format!("more than {limit} problems; the rest is not listed"));
    let exactly = problems(&format!("name = \"M\"\nconnections = [{}]", "1,".repeat(limit)));
    assert_eq!(exactly.len(), limit);
}

#[test]
fn long_names_are_cut_in_messages() {
    let found = problems(&format!("name = \"M\"\n{} = 1", "a".repeat(100_000)));
    assert!(found[0].len() < 200, "{}", found[0].len());
}

#[test]
fn a_decimal_comma_is_explained() {
    let expression = crate::model_file::Expression::parse("1,5 kg").unwrap_err();
    assert!(expression.problem.help().unwrap().contains("decimal point"), "{expression:?}");
    let call = crate::model_file::Expression::parse("min(1").unwrap_err();
    assert_eq!(call.problem.help(), None);
}
