//! A reader of MAT-files, level 5, as far as a linear system needs it.

/// An array of a file.
enum Array {
    Numbers(Vec<Vec<f64>>),
    Text(String),
    Cells(Vec<String>),
}

pub struct MatFile(Vec<(String, Array)>);

impl MatFile {
    pub fn matrix(&self, name: &str) -> Vec<Vec<f64>> {
        match self.find(name) {
            Array::Numbers(rows) => rows.clone(),
            _ => panic!("{name} is no matrix"),
        }
    }

    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.find(name) {
            Array::Cells(texts) => texts.clone(),
            _ => panic!("{name} is no cell array"),
        }
    }

    fn find(&self, name: &str) -> &Array {
        &self.0.iter().find(|entry| entry.0 == name).unwrap_or_else(|| panic!("no array {name}")).1
    }
}

pub fn read(bytes: &[u8]) -> MatFile {
    assert_eq!((&bytes[..19], &bytes[124..128]), (&b"MATLAB 5.0 MAT-file"[..], &[0, 1, b'I', b'M'][..]));
    let mut rest = &bytes[128..];
    let mut arrays = Vec::new();
    while !rest.is_empty() {
        arrays.push(array(element(&mut rest, 14)));
    }
    MatFile(arrays)
}

/// The data of the next element, which is of this type.
fn element<'a>(rest: &mut &'a [u8], expected: u32) -> &'a [u8] {
    let number = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap());
    assert_eq!(number(0), expected);
    let length = number(4) as usize;
    let data = &rest[8..8 + length];
    *rest = &rest[8 + length.next_multiple_of(8)..];
    data
}

fn array(mut body: &[u8]) -> (String, Array) {
    let flags = element(&mut body, 6);
    assert_eq!(flags.len(), 8);
    let dimensions = element(&mut body, 5);
    let size = |at: usize| i32::from_le_bytes(dimensions[at..at + 4].try_into().unwrap()) as usize;
    let (rows, columns) = (size(0), size(4));
    let name = String::from_utf8(element(&mut body, 1).to_vec()).unwrap();
    let array = match flags[0] {
        6 => {
            let numbers: Vec<f64> =
                element(&mut body, 9).chunks(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect();
            assert_eq!(numbers.len(), rows * columns);
            Array::Numbers(
                (0..rows).map(|row| (0..columns).map(|column| numbers[column * rows + row]).collect()).collect(),
            )
        }
        4 => {
            let data = element(&mut body, 4);
            let units: Vec<u16> = data.chunks(2).map(|chunk| u16::from_le_bytes(chunk.try_into().unwrap())).collect();
            assert_eq!(units.len(), rows * columns);
            Array::Text(String::from_utf16(&units).unwrap())
        }
        1 => Array::Cells(
            (0..rows * columns)
                .map(|_| match array(element(&mut body, 14)).1 {
                    Array::Text(text) => text,
                    _ => panic!("a cell that is no text"),
                })
                .collect(),
        ),
        class => panic!("class {class}"),
    };
    assert!(body.is_empty());
    (name, array)
}
