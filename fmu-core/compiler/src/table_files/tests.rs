#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
use super::matrix::Matrix;
use super::{hdf5, matlab, text};

const TEXT: &str = "#1\ndouble first(1,1) 7\n# comment\nfloat tab(3,2) # two columns\n 0 1; 1, 2 # a row\n\n 3e0\t -4 \ndouble last(1,2)\n1 2";

#[test]
fn tables_of_texts() {
    let tab = text::table(TEXT, "tab").unwrap().unwrap();
    assert_eq!(tab, Matrix { rows: 3, columns: 2, elements: vec![0.0, 1.0, 1.0, 2.0, 3.0, -4.0] });
    assert_eq!(text::table(TEXT, "last").unwrap().unwrap().elements, [1.0, 2.0]);
    assert_eq!(text::table(TEXT, "other").unwrap(), None);
    assert_eq!(text::names(TEXT), ["first", "tab", "last"]);
}

#[test]
fn faults_of_texts_have_lines() {
    let fault = |text: &str| text::table(text, "a").unwrap_err();
    assert_eq!(fault("double a(1,1)\n1"), (1, "a file of tables begins with the line #1".to_owned()));
    assert_eq!(fault("#1\ndouble a(2,2)\n1 2\n3\n"), (4, "a ends after 3 of 2 x 2 numbers".to_owned()));
    assert_eq!(fault("#1\ndouble a(1,2)\n1 x\n"), (3, "`x` is not a number".to_owned()));
    assert_eq!(fault("#1\ndouble a(1,2)\n1 nan\n"), (3, "`nan` is not a number".to_owned()));
    assert_eq!(fault("#1\ndouble a\n1"), (2, "expected the sizes of the table, `double a(rows,columns)`".to_owned()));
    assert_eq!(
        fault("#1\ndouble a(1,1)\n1 2"),
        (3, "a has more than the 1 x 1 numbers that its head announces".to_owned())
    );
    assert_eq!(fault("#1\ndouble a(99999999,99999999)\n1 2"), (2, "the table is too large".to_owned()));
}

#[test]
fn values_with_a_delimiter() {
    let read = |text, delimiter, skipped| text::values(text, delimiter, skipped);
    assert_eq!(read("t;v\n0;1\n2; 3\n", ";", 1).unwrap().elements, [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(read("0,1\n2\n", ",", 0).unwrap_err(), (2, "a row of 1 values, but those before have 2".to_owned()));
    assert_eq!(read("t,v\n", ",", 1).unwrap_err(), (2, "there are no values".to_owned()));
}

/// `a = [1, 2; 3, 4]` of version 4, in both orders of bytes.
#[test]
fn matrices_of_version_4() {
    for is_big in [false, true] {
        let word = |x: u32| if is_big { x.to_be_bytes() } else { x.to_le_bytes() };
        let number = |x: f64| if is_big { x.to_be_bytes() } else { x.to_le_bytes() };
        let mut bytes: Vec<u8> = [if is_big { 1000 } else { 0 }, 2, 2, 0, 2].into_iter().flat_map(word).collect();
        bytes.extend(b"a\0");
        bytes.extend([1.0, 3.0, 2.0, 4.0].into_iter().flat_map(number));
        let found = matlab::matrices(&bytes).unwrap();
        assert_eq!(found[0].name, "a");
        assert_eq!(
            found[0].matrix,
            Matrix { rows: 2, columns: 2, elements: vec![1.0, 2.0, 3.0, 4.0] },
            "big: {is_big}"
        );
    }
}

/// Files that are cut off or damaged are refused, and never more than that.
#[test]
fn damaged_files() {
    let mut bytes: Vec<u8> = b"MATLAB 5.0 MAT-file".to_vec();
    bytes.resize(124, b' ');
    bytes.extend([0, 1, b'I', b'M']);
    let element = |kind: u32, data: &[u8]| {
        let mut out = [kind.to_le_bytes(), (data.len() as u32).to_le_bytes()].concat();
        out.extend(data);
        out.resize(out.len().next_multiple_of(8), 0);
        out
    };
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let matrix = [
        element(6, &words(&[6, 0])),
        element(5, &words(&[1, 2])),
        element(1, b"tab"),
        element(9, &[1.5f64.to_le_bytes(), (-2.0f64).to_le_bytes()].concat()),
    ];
    bytes.extend(element(14, &matrix.concat()));
    let found = matlab::matrices(&bytes).unwrap();
    assert_eq!((found[0].name.as_str(), found[0].matrix.elements.as_slice()), ("tab", &[1.5, -2.0][..]));
    for end in 0..bytes.len() {
        assert!(matlab::matrices(&bytes[..end]).is_none_or(|found| found.is_empty()), "cut at {end}");
        let mut damaged = bytes.clone();
        damaged[end] ^= 0xff;
        matlab::matrices(&damaged);
    }
}

#[test]
fn other_bytes_are_not_hdf5() {
    assert!(hdf5::matrices(b"").is_none());
    assert!(hdf5::matrices(&[0x89; 4096]).is_none());
}
