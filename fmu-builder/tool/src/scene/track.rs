//! Values at the rows of a run.

/// A value at every row; a single value if it is constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Track<T>(Vec<T>);

impl<T: Copy + PartialEq> Track<T> {
    /// A value that does not change.
    pub(crate) fn constant(value: T) -> Self {
        Self(vec![value])
    }

    /// The value of each of `rows` rows.
    pub(crate) fn new(rows: usize, value: impl FnMut(usize) -> T) -> Self {
        let mut values: Vec<T> = (0..rows).map(value).collect();
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        }
        Self(values)
    }

    /// The value at a row.
    pub(crate) fn get(&self, row: usize) -> T {
        // A track is never empty, as a run has a row.
        self.0[row.min(self.0.len() - 1)]
    }

    /// True if all rows have the same value.
    pub(crate) fn is_constant(&self) -> bool {
        self.0.len() == 1
    }

    /// Applies `f` to each value.
    pub(crate) fn map<U>(&self, f: impl FnMut(T) -> U) -> Track<U> {
        Track(self.0.iter().copied().map(f).collect())
    }
}
