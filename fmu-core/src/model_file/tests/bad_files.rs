//! Bad files, with what is said about them and where.

use super::problems;

/// A TOML file: a name, then `rest` from line 2 on.
fn toml(rest: &str) -> String {
    format!("name = \"M\"\n{rest}")
}

#[test]
fn print_all() {
    for (text, expected) in cases() {
        println!("=====\n{text}\n---");
        for p in problems(&text) {
            println!("{p}");
        }
        println!("expected: {expected}");
    }
}
fn cases() -> Vec<(String, &'static str)> {
    let t = |rest: &str| (toml(rest), "");
    let j = |text: &str| (text.to_owned(), "");
    vec![
        (String::new(), ""),
        t("nam = 1"),
        (String::from("name = 3"), ""),
        (String::from("name = \"\""), ""),
        ("name = \"a\\nb\"".into(), ""),
        t("parametres = {}"),
        t("colour = 1"),
        t("description = 1"),
        t("experiment = 3"),
        t("[experiment]\nstop_tim = 1\ntolerance = 0\nstep_size = -1\nstop_time = \"5\""),
        t("[experiment]\nstart_time = 5\nstop_time = 5"),
        t("[components.bob]\nm = 1"),
        t("[components]\nbob = 3"),
        t("[components.bob]\nclass = 3"),
        t("[components.bob]\nclass = \"Parts Body\""),
        t("[components.cylinder1.piston]\nclass = \"Parts.Body\"\n[components.cylinder1.rod]\nclass = \"Parts.Body\""),
        t("[components.cylinder1]\nclass = \"X\"\n[components.cylinder1.a.b]\nclass = \"Parts.Body\"\nm = 1"),
        t("[components.gain[2]]\nclass = \"X\"\n"),
        t("[components.\"a b\"]\nclass = \"X\"\n"),
        t("[components.\"a[0]\"]\nclass = \"X\"\n"),
        t("[components.\"\"]\nclass = \"X\"\n"),
        t("[components.a]\nclass = \"X\"\n\"b.c\" = 1\nd = {\"e[1]\" = 1}\n"),
        t("[components.a]\nclass = \"X\"\nx = 1979-05-27\ny = inf\nz = [1, nan]\n"),
        t("[components.a]\nclass = \"X\"\nx = [[1, 2], [3]]\ny = [1, [2]]\n"),
        t("[components.a]\nclass = \"X\"\nclass = \"Y\"\n[components.a]\nn = 1\n"),
        t("connections = 3"),
        t("connections = [[\"a.b\"], [\"a.b\", 3], \"a.b\", [\"a.b\", \"c.d\", \"e.f\"], [\"a\", \"b.c d\"], []]"),
        t(
            "[parameters]\nm = true\nk = {unit = \"kg\"}\nl = {value = 1, units = \"m\", min = \"0\"}\nn = {value = 1, start = 2}\n",
        ),
        t("[parameters]\na.b = 1\nc.d.e = 2\n[parameters.f.g]\nvalue = 1\n"),
        t(
            "[parameters]\npi = 3\nx = {value = -1, min = 0}\ny = {value = [1, 5], min = 2, max = 4}\nz = {value = 1, min = 3, max = 2}\n",
        ),
        t(
            "[parameters]\ne = \"a + \"\nf = [1, \"si(2)\"]\ng = \"\"\"1 + 2 $\"\"\"\nh = \"\\u0031 +\"\ni = {value = {start = 1}}\nj = [{a=1}]\nk = { start = \"sine(1)\", fixed = 1 }\n",
        ),
        t("[inputs]\na.b = \"c.d\"\nx = 1\ny = \"c.d e\"\nz = \"der(a.b\"\n"),
        t(
            "[parameters]\na = 1\n[components.a]\nclass = \"X\"\n[inputs]\nu = \"a.u\"\na = \"a.b\"\n[outputs]\nu = \"a.v\"\n",
        ),
        t("x = \n[components.a\ny = 'abc\nz = 1 2\n"),
        t("name = \"N\"\ncolour = 1"),
        j("{"),
        j("{}"),
        j("{\"name\": \"M\",}"),
        j("{\"name\": \"M\" \"x\": 1}"),
        j("{\"name\": 'M'}"),
        j("{name: 'M'}"),
        j("{\"name\": \"M\"} // x"),
        j("{\"name\": \"M\", \"name\": \"N\", \"parameters\": {\"a\": null, \"a\": 1e999}}"),
        j("{\"name\": \"M\", \"components\": {\"a\": {\"class\": \"X\", \"b\": {\"class\": \"Y\"}}}}"),
        j("{\"name\": \"M\", \"x\": 01}"),
        j("{\"name\": \"M\ty\"}"),
        j("{\"name\": \"\\ud800\"}"),
        j("{\"name\": nul}"),
        j("{\"name\": }"),
        j("{\"name\": \"M}"),
    ]
}
#[test]
fn raw() {
    for t in [
        "x = \n[components.a\ny = 'abc\nz = 1 2\nb = \"ab\nc = [1, 2\nd = 3\n[e]\nf = tru\n",
        "name = \"M\"\n[components.gain[2]]\nclass = 'X\n[components.b]\nm = 1.2.3\n a b = 3\nn = = 1\n",
        "a = \"abc\nb = 1\nc = {a = 1,\n}\nd = \"\\q\"\n",
    ] {
        println!("-----\n{t}");
        let (_, e) = ::toml::de::DeTable::parse_recoverable(t);
        for e in e {
            println!(
                "{:?} {:?} {}",
                e.span(),
                e.span().map(|s| crate::model_file::line_and_column(t, s.start)),
                e.message()
            );
        }
    }
}
