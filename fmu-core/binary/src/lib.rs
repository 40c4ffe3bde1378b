//! The format of compiled models, and of the store of a sweep: numbers of variable length, floating-point numbers in eight bytes, lists after
//! their lengths (the format of postcard 1).
//!
//! A reader that meets something wrong notes it and reads zeros from there on, so that types need not handle errors: derived code is a
//! fraction of serde's, and each FMU carries it.

mod types;

pub use binary_derive::Binary;

/// Maximum depth of types that contain themselves: a parsed expression has less, functions insert their arguments into others. Reading, evaluating and freeing them is recursive, and a stack overflow ends the host's process.
pub const DEEPEST: usize = 1000;

/// Data of a compiled model, or of the store of a sweep.
pub trait Binary: Sized {
    /// Appends the value.
    fn write(&self, writer: &mut Writer<'_>);
    /// The next value; any value once the reader has failed.
    fn read(reader: &mut Reader<'_>) -> Self;
}

/// Takes bytes.
pub trait Sink {
    /// Takes the next bytes.
    fn take(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn take(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Writes values.
pub struct Writer<'a> {
    sink: &'a mut dyn Sink,
    depth: usize,
    is_too_deep: bool,
}

impl<'a> Writer<'a> {
    /// A writer into `sink`.
    pub fn new(sink: &'a mut dyn Sink) -> Self {
        Self { sink, depth: 0, is_too_deep: false }
    }

    /// Returns true if values were left out that are nested deeper than [`DEEPEST`].
    pub fn is_too_deep(&self) -> bool {
        self.is_too_deep
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.sink.take(bytes);
    }

    /// Writes a number in groups of seven bits, the lowest first (LEB128).
    pub fn number(&mut self, mut number: u64) {
        let mut bytes = [0; 10];
        let mut length = 0;
        for byte in &mut bytes {
            let more = number > 0x7f;
            *byte = (number & 0x7f) as u8 | u8::from(more) << 7;
            number >>= 7;
            length += 1;
            if !more {
                break;
            }
        }
        self.bytes(&bytes[..length]);
    }

    /// Writes the number of the items that follow.
    pub fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    /// Writes a text after its length.
    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes(text.as_bytes());
    }

    /// Writes a list after its length.
    pub fn list<'i, T: Binary + 'i>(&mut self, items: impl ExactSizeIterator<Item = &'i T>) {
        self.length(items.len());
        items.for_each(|item| item.write(self));
    }

    /// Writes a value one level deeper.
    pub fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        if self.depth == DEEPEST {
            self.is_too_deep = true;
            return;
        }
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }
}

/// Reads values.
pub struct Reader<'a> {
    rest: &'a [u8],
    has_failed: bool,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, has_failed: false, depth: 0 }
    }

    /// The bytes that have not been read; none if something was wrong.
    pub fn finish(self) -> Option<&'a [u8]> {
        (!self.has_failed).then_some(self.rest)
    }

    /// Notes that the bytes are not what they should be.
    #[cold]
    #[inline(never)]
    pub fn fail(&mut self) {
        self.rest = &[];
        self.has_failed = true;
    }

    /// The value, or its default where there is none, which is a failure.
    pub fn required<T: Default>(&mut self, value: Option<T>) -> T {
        value.unwrap_or_else(|| {
            self.fail();
            T::default()
        })
    }

    /// Bytes as they are; less if there are less.
    #[inline(never)]
    pub fn bytes(&mut self, length: usize) -> &'a [u8] {
        let bytes = self.rest.split_off(..length);
        self.required(bytes)
    }

    /// A number as [`Writer::number`] writes it.
    #[inline(never)]
    pub fn number(&mut self) -> u64 {
        self.inlined_number()
    }

    #[inline(always)]
    fn inlined_number(&mut self) -> u64 {
        // Nearly all numbers are small.
        if let [byte @ ..=0x7f, rest @ ..] = self.rest {
            self.rest = rest;
            return u64::from(*byte);
        }
        self.long_number()
    }

    #[inline(never)]
    fn long_number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let Some(byte) = self.rest.split_off_first() else { break };
            let group = u64::from(byte & 0x7f);
            if group << shift >> shift != group {
                break;
            }
            number |= group << shift;
            if *byte <= 0x7f {
                return number;
            }
        }
        self.fail();
        0
    }

    /// A number of items, each of which takes at least a byte.
    #[inline(never)]
    pub fn length(&mut self) -> usize {
        let length = self.inlined_number();
        if length > self.rest.len() as u64 {
            self.fail();
            return 0;
        }
        length as usize
    }

    /// The number of a variant, of `count`.
    #[inline(never)]
    pub fn variant(&mut self, count: u32) -> u32 {
        let number = self.inlined_number();
        if number >= u64::from(count) {
            self.fail();
            return 0;
        }
        number as u32
    }

    /// A text, as it lies there.
    #[inline(never)]
    pub fn text(&mut self) -> &'a str {
        let length = self.length();
        let text = str::from_utf8(self.bytes(length)).ok();
        self.required(text)
    }

    /// Reads a value one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEEPEST {
            self.fail();
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }
}

/// The bytes of a value; none if it is nested too deeply.
pub fn to_bytes(value: &impl Binary) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes);
    value.write(&mut writer);
    (!writer.is_too_deep()).then_some(bytes)
}

/// The value of these bytes, and no others; none if they are not those of a value.
pub fn from_bytes<T: Binary>(bytes: &[u8]) -> Option<T> {
    let mut reader = Reader::new(bytes);
    let value = T::read(&mut reader);
    reader.finish()?.is_empty().then_some(value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wrong_bytes_are_noticed() {
        assert_eq!(from_bytes::<bool>(&[2]), None);
        assert_eq!(from_bytes::<Option<u8>>(&[2, 0]), None);
        assert_eq!(from_bytes::<u32>(&[0xff, 0xff, 0xff, 0xff, 0x1f]), None, "larger than the type");
        assert_eq!(from_bytes::<u64>(&[0xff; 11]), None, "larger than any number");
        assert_eq!(from_bytes::<String>(&[1, 0xff]), None, "no UTF-8");
        assert_eq!(from_bytes::<Vec<f64>>(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0]), None, "more items than bytes");
        assert_eq!(from_bytes::<u8>(&[1, 1]), None, "more bytes than a value");
    }

    proptest! {
        #[test]
        fn values_are_read_back(value: (u64, i32, usize, Vec<(bool, Option<f64>)>, String, [u8; 3])) {
            let bytes = to_bytes(&value).unwrap();
            prop_assert_eq!(from_bytes(&bytes), Some(value));
            for end in 0..bytes.len() {
                prop_assert_eq!(from_bytes::<(u64, i32, usize, Vec<(bool, Option<f64>)>, String, [u8; 3])>(&bytes[..end]), None);
            }
        }
    }
}
