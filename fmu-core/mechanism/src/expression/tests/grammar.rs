//! Structure of expressions, and positions of syntax errors.

use super::super::{
    BinaryOperator, Choice, Condition, DEPTH_LIMIT, Expression, ExpressionProblem, Function, NESTING_LIMIT, Relation,
    split_subscripts,
};

/// The expression written back with its structure in parentheses.
fn structure(text: &str) -> String {
    fn show(expression: &Expression) -> String {
        match expression {
            Expression::Number(x) => x.to_string(),
            Expression::Reference { name, .. } => name.clone(),
            Expression::Negate(x) => format!("(-{})", show(x)),
            Expression::Binary(operator, a, b) => format!("({}{}{})", show(a), operator.symbol(), show(b)),
            Expression::Call(function, x) => format!("{}{:?}", function.name(), x.iter().map(show).collect::<Vec<_>>()),
            Expression::Array(x) => format!("{{{}}}", x.iter().map(show).collect::<Vec<_>>().join(",")),
            Expression::If(choice) => {
                let Choice { condition, branches: [first, second] } = &**choice;
                format!("[{}?{}:{}]", test(condition), show(first), show(second))
            }
        }
    }
    fn test(condition: &Condition) -> String {
        match condition {
            Condition::Compare(relation, x) => format!("({}{}{})", show(&x[0]), relation.symbol(), show(&x[1])),
            Condition::Not(x) => format!("(not {})", test(x)),
            Condition::And(x) => format!("({} and {})", test(&x[0]), test(&x[1])),
            Condition::Or(x) => format!("({} or {})", test(&x[0]), test(&x[1])),
        }
    }
    show(&Expression::parse(text).unwrap_or_else(|e| panic!("{text}: {}", e.problem)))
}

#[test]
fn a_negative_number_reads_back_as_the_same_text() {
    for x in [-std::f64::consts::PI, -2.5, -0.0] {
        let text = Expression::Number(x).to_string();
        assert_eq!(Expression::parse(&text).map(|read| read.to_string()), Ok(text));
    }
}

/// Wraps an expression in another one.
type Wrap = fn(Expression) -> Expression;

#[test]
fn an_expression_can_be_read_back_exactly_up_to_the_limit_of_nesting() {
    let wraps: [Wrap; 8] = [
        |x| Expression::Negate(Box::new(x)),
        |x| Expression::Call(Function::Sin, vec![x]),
        |x| Expression::Array(vec![Expression::Number(1.0), x]),
        |x| Expression::Binary(BinaryOperator::Add, Box::new(x), Box::new(Expression::Number(1.0))),
        |x| Expression::Binary(BinaryOperator::Subtract, Box::new(Expression::Number(1.0)), Box::new(x)),
        |x| Expression::Binary(BinaryOperator::Divide, Box::new(x), Box::new(Expression::Number(1.0))),
        |x| Expression::Binary(BinaryOperator::Power, Box::new(x), Box::new(Expression::Number(2.0))),
        |x| {
            let condition = Condition::Compare(Relation::Less, Box::new([x, Expression::Number(1.0)]));
            let condition = Condition::Not(Box::new(Condition::Not(Box::new(condition))));
            Expression::If(Box::new(Choice { condition, branches: [Expression::Number(1.0), Expression::Number(2.0)] }))
        },
    ];
    for (first, second) in (0..64).map(|pair| (wraps[pair / 8], wraps[pair % 8])) {
        let mut expression = Expression::Number(-1.0);
        for _ in 0..DEPTH_LIMIT / 12 {
            expression = second(first(expression));
            let is_read = Expression::parse(&expression.to_string()).is_ok();
            assert_eq!(is_read, expression.nesting() <= NESTING_LIMIT, "{}: {expression}", expression.nesting());
        }
    }
}

#[test]
fn one_name_is_what_it_is_in_parentheses() {
    for name in ["r", "_a1", "B2_", "pi", "if", "not", "sin", "time", "9a", "a b", "\u{e4}", ""] {
        let (alone, inside) = (Expression::parse(name), Expression::parse(&format!("({name})")));
        match (alone, inside) {
            (Ok(Expression::Reference { name: one, span }), Ok(Expression::Reference { name: other, span: place })) => {
                assert_eq!((one, span.start + 1..span.end + 1), (other, place));
            }
            (Ok(one), Ok(other)) => assert_eq!(one, other),
            (one, other) => assert!(one.is_err() && other.is_err(), "{name}"),
        }
    }
}

#[test]
fn operators_bind_as_in_modelica() {
    let cases = [
        ("a + b*c", "(a+(b*c))"),
        ("a - b - c", "((a-b)-c)"),
        ("a/b*c", "((a/b)*c)"),
        ("-a^2", "(-(a^2))"),
        ("-a*b", "((-a)*b)"),
        ("-a + b", "((-a)+b)"),
        ("2^-a", "(2^(-a))"),
        ("2*-a", "(2*(-a))"),
        ("+a", "a"),
        ("(a^b)^c", "((a^b)^c)"),
        ("a^(b^c)", "(a^(b^c))"),
        ("(a + b)*c", "((a+b)*c)"),
        ("{a, {b}, c + 1}", "{a,{b},(c+1)}"),
        ("1e3 + .5 + 2. + 1E-2", "(((1000+0.5)+2)+0.01)"),
    ];
    for (text, expected) in cases {
        assert_eq!(structure(text), expected, "{text}");
    }
}

#[test]
fn branches_bind_as_in_modelica() {
    let cases = [
        ("if a < b then c else d", "[(a<b)?c:d]"),
        ("if (a <= b) then c else d + 1", "[(a<=b)?c:(d+1)]"),
        ("(if a > b then c else d) + 1", "([(a>b)?c:d]+1)"),
        ("if a >= b then c elseif e < 1 then 2 else 3", "[(a>=b)?c:[(e<1)?2:3]]"),
        ("if a < b then c else if e < 1 then 2 else 3", "[(a<b)?c:[(e<1)?2:3]]"),
        ("if a < b or c < d and not e < f then 1 else 2", "[((a<b) or ((c<d) and (not (e<f))))?1:2]"),
        ("if (a < b or c < d) and (e + 1)*2 < f then 1 else 2", "[(((a<b) or (c<d)) and (((e+1)*2)<f))?1:2]"),
        ("if not (a < b and c < d) then 1 else 2", "[(not ((a<b) and (c<d)))?1:2]"),
        ("if a + 1 < b*2 then {1, 2} else {3, 4}", "[((a+1)<(b*2))?{1,2}:{3,4}]"),
        ("sin(if a < b then c else d)", "sin[\"[(a<b)?c:d]\"]"),
        ("if ((((a))) < (b)) then 1 else 2", "[(a<b)?1:2]"),
    ];
    for (text, expected) in cases {
        assert_eq!(structure(text), expected, "{text}");
        let shown = Expression::parse(text).unwrap().to_string();
        assert_eq!(structure(&shown), expected, "{text}: {shown}");
    }
    let expression = Expression::parse("if a[1] < b then c else if not d > a[1] then e else f").unwrap();
    assert_eq!(expression.references(), ["a[1]", "b", "c", "d", "e", "f"]);
    for word in ["if", "then", "elseif", "else", "and", "or", "not", "pi"] {
        assert!(Expression::is_reserved(word), "{word}");
    }
    assert!(!Expression::is_reserved("iffy"));
}

#[test]
fn references_keep_subscripts_and_lose_blanks() {
    let cases = [
        ("rod.r[2]", "rod.r[2]"),
        (" rod . r [ 2 ] ", "rod.r[2]"),
        ("cyl1.I[1, 1]", "cyl1.I[1,1]"),
        ("sine[2].k", "sine[2].k"),
        ("a[1].b[2].c[3,4]", "a[1].b[2].c[3,4]"),
        ("pi2", "pi2"),
        ("sin", "sin"),
    ];
    for (text, expected) in cases {
        let Expression::Reference { name, span } = Expression::parse(text).unwrap() else { panic!("{text}") };
        assert_eq!(name, expected);
        assert_eq!(&text[span], text.trim(), "{text}");
    }
    assert_eq!(Expression::parse("pi").unwrap(), Expression::Number(std::f64::consts::PI));
    let expression = Expression::parse("a*b[1] + sin(a) - {c.d, b[1], -e}").unwrap();
    assert_eq!(expression.references(), ["a", "b[1]", "c.d", "e"]);
    assert_eq!(expression.references_with_spans().len(), 6);
}

#[test]
fn subscripts_are_split_off_the_end_only() {
    assert_eq!(split_subscripts("rod.r[2]"), Some(("rod.r", vec![2])));
    assert_eq!(split_subscripts("cyl1.I[1,3]"), Some(("cyl1.I", vec![1, 3])));
    assert_eq!(split_subscripts("sine[2].k[4]"), Some(("sine[2].k", vec![4])));
    for name in ["sine[2].k", "a", "a[0]", "a[]", "[1]", "a[x]", "a[1,2,3]", "a1]"] {
        assert_eq!(split_subscripts(name), None, "{name}");
    }
}

#[test]
fn display_reads_back_equal() {
    for text in [
        "a - (b - c)",
        "-(a + b)^2",
        "a/(b*c)*-d",
        "(-a)^2",
        "2^(-a)",
        "{-a, sin(b + 1)}",
        "atan2(a, b)*pi",
        "(9.81 m/s)/x - (1 m)^2",
    ] {
        let expression = Expression::parse(text).unwrap();
        let shown = expression.to_string();
        assert_eq!(structure(&shown), structure(text), "{shown}");
    }
}

#[test]
fn errors_say_what_and_where() {
    let cases = [
        ("", 0, "found the end, expected a number, a name, a sign, `(` or `{`"),
        ("a +", 3, "found the end, expected a number"),
        ("a b", 2, "found `b`, expected an operator or the end"),
        ("(a", 2, "found the end, expected `)` or an operator"),
        ("{a b}", 3, "found `b`, expected `,`, `}` or an operator"),
        ("{}", 1, "found `}`, expected a number"),
        ("a^b^c", 3, "`^` is not associative"),
        ("a^-b^c", 4, "`^` is not associative"),
        ("a + sine(b)", 4, "there is no function `sine`"),
        ("Modelica.Math.sin(x)", 0, "there is no function `Modelica.Math.sin`"),
        ("sin(a, b)", 0, "`sin` has 2 arguments: expected one"),
        ("atan2(a)", 0, "`atan2` has 1 argument: expected two"),
        ("cos()", 0, "`cos` has 0 arguments: expected one"),
        ("max(a, b, c)", 0, "`max` has 3 arguments: expected two numbers or one array"),
        ("a[0]", 2, "`0` is not a subscript: expected a positive whole number"),
        ("a[i]", 2, "`i` is not a subscript"),
        ("a[1.5]", 2, "`1.5` is not a subscript"),
        ("a[1", 3, "found the end, expected `,` or `]`"),
        ("a.2", 1, "found `.2`, expected an operator or the end"),
        ("a. + 1", 3, "found `+`, expected a name"),
        ("1e999", 0, "`1e999` is not a finite number"),
        ("a & b", 2, "found `&`, expected numbers, names"),
        ("a = ü", 2, "found `=`, expected numbers, names"),
        ("if a then b else c", 5, "found a number before this place, expected a condition there, `a < b`"),
        ("if a < b then c", 15, "found the end, expected `else`, `elseif` or an operator"),
        ("if a < b else c", 9, "found `else`, expected `then`"),
        ("a < b", 5, "found a condition before this place, expected a number there"),
        ("(a < b) + 1", 11, "found a condition before this place"),
        ("if a < b < c then 1 else 2", 9, "found `<`, expected `then`"),
        ("if a < b and c then 1 else 2", 15, "found a number before this place"),
        ("if not a then 1 else 2", 9, "found a number before this place"),
        ("if a == b then 1 else 2", 5, "found `=`, expected numbers, names"),
        ("if a < b then 1 else c > d", 26, "found a condition before this place"),
        ("then + 1", 0, "found `then`, expected a number"),
        ("{a < b}", 6, "found a condition before this place"),
        ("sin(a < b)", 9, "found a condition before this place"),
    ];
    for (text, position, message) in cases {
        let diagnostic = Expression::parse(text).unwrap_err();
        assert!(diagnostic.problem.to_string().contains(message), "{text}: {}", diagnostic.problem);
        assert_eq!(diagnostic.span.start, position, "{text}");
    }
    let ExpressionProblem::UnknownFunction { nearest, .. } = Expression::parse("sine(1)").unwrap_err().problem else {
        panic!()
    };
    assert_eq!(nearest, Some("sin"));
    assert_eq!(Expression::parse("a^b^c").unwrap_err().problem.help().unwrap(), "write `(a^b)^c` or `a^(b^c)`");
}
