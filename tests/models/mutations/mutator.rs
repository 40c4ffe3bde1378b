//! Random damage to a text.

/// Texts that an editor may leave anywhere.
const FRAGMENTS: [&str; 24] = [
    "[", "]", "{", "}", "\"", "'", "\"\"\"", "=", ":", ",", ".", "#", "\n", "\\", "(", ")", "^", "-", "\0", "\u{feff}",
    "é", "//", "[1]", "[[",
];

/// Values that replace a number.
const VALUES: [&str; 32] = [
    "1e308",
    "-1e308",
    "1e-308",
    "5e-324",
    "-0",
    "-0.0",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "0.5",
    "1e-12",
    "1e154",
    "1e5",
    "-1e5",
    "nan",
    "inf",
    "\"nan\"",
    "\"inf\"",
    "1e999",
    "9007199254740993",
    "99999999999999999999999999",
    "-2147483649",
    "0x7fffffff",
    "true",
    "\"pi/0\"",
    "\"1/3\"",
    "[]",
    "[1, 2, 3]",
    "{ start = 1, fixed = true }",
];

/// Words that replace a word, beside the other words of the text.
const WORDS: [&str; 40] = [
    "world",
    "World",
    "Parts.Body",
    "Parts.PointMass",
    "Parts.Fixed",
    "Parts.FixedTranslation",
    "Parts.FixedRotation",
    "Parts.BodyBox",
    "Joints.Revolute",
    "Joints.Prismatic",
    "Joints.FreeMotion",
    "Forces.Spring",
    "Forces.WorldForce",
    "Sensors.Distance",
    "Rotational.Sources.Position",
    "Rotational.Sources.ConstantSpeed",
    "Translational.Components.Damper",
    "Blocks.Sources.Step",
    "Modelica.Mechanics.MultiBody.Parts.Body",
    "frame_a",
    "frame_b",
    "frame_resolve",
    "axis",
    "support",
    "flange_a",
    "y",
    "phi",
    "w",
    "m",
    "r_CM",
    "start",
    "fixed",
    "class",
    "components",
    "connections",
    "parameters",
    "true",
    "false",
    "NoGravity",
    "der(x)",
];

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every run.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 up to, but without, `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// `text` with one to three pieces of damage, mostly one.
pub fn mutate(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    let pieces = [1, 1, 1, 2, 3][random.below(5)];
    for _ in 0..pieces {
        text = damage(&text, random);
    }
    text
}

fn damage(text: &str, random: &mut Random) -> String {
    match random.below(14) {
        0 => replace_characters(text, 0, random.pick(&FRAGMENTS), random),
        1 => {
            let length = 1 + random.below(12);
            replace_characters(text, length, "", random)
        }
        2 => {
            let character = char::from(b' ' + random.below(95) as u8).to_string();
            replace_characters(text, 1, &character, random)
        }
        3 => edit_lines(text, random, |lines, a, b| lines.swap(a, b)),
        4 => edit_lines(text, random, |lines, a, b| lines.insert(b, lines[a])),
        5 => edit_lines(text, random, |lines, a, _| {
            lines.remove(a);
        }),
        6..=9 => {
            let value = random.pick(&VALUES);
            replace_token(text, &numbers(text), value, random)
        }
        10 => {
            let other = random.pick(&WORDS);
            replace_token(text, &words(text), other, random)
        }
        11 | 12 => {
            let words = words(text);
            let Some(other) = words.get(random.below(words.len())) else { return text.to_owned() };
            let other = text[other.0..other.1].to_owned();
            replace_token(text, &words, &other, random)
        }
        _ => {
            let words = words(text);
            let Some(&(start, end)) = words.get(random.below(words.len())) else { return text.to_owned() };
            let at = start + random.below(end - start);
            let typo = if random.below(2) == 0 { "" } else { &text[at..=at].repeat(2) };
            format!("{}{typo}{}", &text[..at], &text[at + 1..])
        }
    }
}

fn replace_characters(text: &str, length: usize, by: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    let end = (at + length).min(characters.len());
    characters.splice(at..end, by.chars());
    characters.into_iter().collect()
}

/// Changes the lines, given two of them.
fn edit_lines(text: &str, random: &mut Random, edit: impl Fn(&mut Vec<&str>, usize, usize)) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    edit(&mut lines, a, b);
    lines.join("\n")
}

fn replace_token(text: &str, tokens: &[(usize, usize)], by: &str, random: &mut Random) -> String {
    match tokens.get(random.below(tokens.len())) {
        Some(&(start, end)) => format!("{}{by}{}", &text[..start], &text[end..]),
        None => text.to_owned(),
    }
}

/// Ranges of the numbers, with their signs.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let is_start = |c: char| c.is_ascii_digit() || c == '-';
    tokens(text, is_start, |c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '_'))
}

/// Ranges of the names, which may have dots and subscripts.
fn words(text: &str) -> Vec<(usize, usize)> {
    tokens(text, |c| c.is_ascii_alphabetic(), |c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))
}

/// Ranges of text that begin with one kind of (ASCII) character and go on with another.
fn tokens(text: &str, begins: impl Fn(char) -> bool, goes_on: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut characters = text.char_indices().peekable();
    let mut previous = ' ';
    while let Some((start, c)) = characters.next() {
        let is_inside_a_word = previous.is_alphanumeric() || previous == '_';
        previous = c;
        if is_inside_a_word || !begins(c) {
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some((at, c)) = characters.next_if(|(_, c)| goes_on(*c)) {
            end = at + c.len_utf8();
            previous = c;
        }
        found.push((start, end));
    }
    found
}
