//! Deep nesting gives a named error, long before the stack is used up.

use super::read;
use crate::model_file::{Expression, ExpressionProblem, NESTING_LIMIT, Problem, Quantity};
use mechanism::scalar::Jet;

/// The limit that the text exceeds.
fn too_deep(text: &str) -> bool {
    let problems = read(text).err().unwrap_or_default();
    problems.iter().any(|d| matches!(d.problem, Problem::TooDeep))
}

fn toml_array(depth: usize) -> String {
    format!("name = \"M\"\n[components.a]\nclass = \"C\"\nx = {}1{}\n", "[".repeat(depth), "]".repeat(depth))
}

fn json_array(depth: usize) -> String {
    let (open, close) = ("[".repeat(depth), "]".repeat(depth));
    format!("{{\"name\": \"M\", \"components\": {{\"a\": {{\"class\": \"C\", \"x\": {open}1{close}}}}}}}")
}

#[test]
fn the_limit_is_the_same_in_both_syntaxes() {
    // Root, components and component are three levels.
    for text in [toml_array(NESTING_LIMIT - 3), json_array(NESTING_LIMIT - 3)] {
        let file = read(&text).unwrap();
        crate::model_file::ModelFile::from_json(&file.to_json()).unwrap();
    }
    assert!(too_deep(&toml_array(NESTING_LIMIT - 2)));
    assert!(too_deep(&json_array(NESTING_LIMIT - 2)));
}

#[test]
fn a_hundred_thousand_levels_do_no_harm() {
    let deep = 100_000;
    assert!(too_deep(&json_array(deep)));
    assert!(too_deep(&"{\"a\":".repeat(deep)));
    assert!(too_deep(&format!("{{\"a\": \"\\\"[\", \"b\": {}", "[".repeat(deep))));
    assert!(too_deep(&toml_array(deep)));
    assert!(too_deep(&format!("a = {}", "{b = ".repeat(deep))));
    assert!(too_deep(&format!("a = \"\"\" [ \"\"\"\nb = {}", "[".repeat(deep))));
    assert!(too_deep(&format!("name = \"M\"\n[components{}]\n", ".a".repeat(deep))));
    assert!(too_deep(&format!("name = \"M\"\na{} = 1\n", ".a".repeat(deep))));
    // Headers below headers, each within the parser's own limit.
    let path = ".a".repeat(70);
    assert!(too_deep(&format!("name = \"M\"\n[components{path}]\nb{path} = {{ c{path} = 1 }}\n")));
}

/// Work in a thread with a stack of `size` bytes.
fn with_stack(size: usize, work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(size).spawn(work).unwrap().join().unwrap();
}

/// Texts that overflow small stacks if they are parsed before their brackets are counted, or if their values are freed
/// by recursion.
#[test]
fn refused_texts_need_little_stack() {
    with_stack(1 << 20, || {
        assert!(too_deep(&json_array(500)));
        assert!(too_deep(&"{\"a\":".repeat(500)));
        assert!(too_deep(&toml_array(79)));
        // As many parts of keys, and as many brackets, as are read.
        let inline = |tables: usize| {
            let key = ["a"; 80].join(".");
            format!("{}1{}", format!("{{{key} = ").repeat(tables), "}".repeat(tables))
        };
        let text = format!("{} = {}\n", ["b"; 80].join("."), inline(60));
        assert!(too_deep(&text));
        assert!(!too_deep(&format!("name = \"M\"\nreference = {}\n", inline(NESTING_LIMIT))), "skipped");
        assert!(super::problems(&format!("{text}x =\n"))[0].contains("not well-formed TOML"));
    });
}

#[test]
fn brackets_in_strings_and_comments_do_not_count() {
    let brackets = "[".repeat(1000);
    let toml = format!("# {brackets}\nname = \"{brackets}\"\ndescription = '''\n{brackets}'\n'''\n");
    assert_eq!(super::problems(&toml), Vec::<String>::new());
    let json = format!("{{\"name\": \"\\\"{brackets}\"}}");
    assert_eq!(super::problems(&json), Vec::<String>::new());
}

#[test]
fn expressions_have_limits_too() {
    let deep = |text: String| match Expression::parse(&text) {
        Ok(_) => false,
        Err(diagnostic) => matches!(diagnostic.problem, ExpressionProblem::TooDeep { .. }),
    };
    let nested = |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    for (open, close) in [("(", ")"), ("{", "}"), ("sin(", ")"), ("-", ""), ("2^(", ")"), ("+", "")] {
        assert!(!deep(nested(open, close, NESTING_LIMIT)), "{open}");
        assert!(deep(nested(open, close, NESTING_LIMIT + 1)), "{open}");
        assert!(deep(nested(open, close, 100_000)), "{open}");
    }
    assert!(!deep(format!("1{}", " + 1".repeat(200))));
    assert!(deep(format!("1{}", " + 1".repeat(100_000))));
    assert!(deep(format!("1{}", "*2".repeat(100_000))));
    // A long list is not nested deeply.
    assert!(!deep(format!("{{1{}}}", ", 1".repeat(100_000))));
}

/// The work on the deepest legal input fits into 1 MiB without optimisation (a quarter of that with it): the smallest default
/// stack of a main thread among the platforms.
#[test]
fn the_deepest_legal_input_needs_little_stack() {
    with_stack(1 << 20, || {
        for text in [toml_array(NESTING_LIMIT - 3), json_array(NESTING_LIMIT - 3)] {
            let file = read(&text).unwrap();
            assert!(!file.clone().to_json().is_empty());
        }
        let nested = NESTING_LIMIT;
        let text = format!("{}x{}{}", "sin(".repeat(nested), ")".repeat(nested), "+x*2".repeat(100));
        let expression = Expression::parse(&text).unwrap();
        assert!(!expression.clone().to_string().is_empty());
        let x = Quantity::Scalar(Jet::variable(0.5, 2));
        assert!(expression.evaluate(&mut |_| Ok(x.clone())).unwrap().is_finite());
    });
}
