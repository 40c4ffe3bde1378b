//! Little-endian numbers in a run of bytes.

/// Appends numbers.
pub(super) struct Writer<'a> {
    pub bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_le_bytes());
    }
    pub fn count(&mut self, value: usize) {
        self.u64(value as u64);
    }
    pub fn number(&mut self, value: f64) {
        self.bytes.extend(value.to_le_bytes());
    }
    /// At most eight flags in one byte.
    pub fn flags<const N: usize>(&mut self, flags: [bool; N]) {
        self.bytes.push(flags.into_iter().enumerate().map(|(bit, flag)| u8::from(flag) << bit).sum());
    }
    pub fn numbers(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.number(value));
    }
}

/// Takes numbers from the front; none when too few bytes are left.
pub(super) struct Reader<'a> {
    pub rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
    pub fn number(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }
    pub fn array_of_numbers<const N: usize>(&mut self) -> Option<[f64; N]> {
        let numbers = self.bytes(8 * N)?.as_chunks().0;
        Some(std::array::from_fn(|k| f64::from_le_bytes(numbers[k])))
    }
    pub fn numbers(&mut self, count: u64) -> Option<Numbers<'a>> {
        let length = usize::try_from(count).ok()?.checked_mul(8)?;
        self.bytes(length).map(Numbers)
    }
}

/// An array of numbers inside the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    pub fn iter(&self) -> impl Iterator<Item = f64> {
        self.0.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes))
    }
    /// Elements `2 i` and `2 i + 1`.
    pub fn pair(&self, i: usize) -> [f64; 2] {
        let at = |k: usize| self.0.as_chunks().0.get(k).map_or(f64::NAN, |bytes| f64::from_le_bytes(*bytes));
        [at(2 * i), at(2 * i + 1)]
    }
}
