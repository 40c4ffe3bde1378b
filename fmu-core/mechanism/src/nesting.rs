//! A bound on how deep trees lie in each other where a compiled model is written or read: what reads, evaluates or frees them calls itself,
//! and a stack that is used up ends the host's process.

use std::cell::Cell;

/// Most nodes one inside the other. An expression has [`crate::expression`]'s limit of operations, and functions put theirs into others.
pub const DEEPEST: usize = 1000;

thread_local! {
    /// Nodes around the one that is written or read.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A node is being written or read.
pub struct Level;

impl Level {
    /// One level deeper, for as long as this lives; none when that is too deep.
    pub fn enter() -> Option<Self> {
        let depth = DEPTH.get();
        (depth < DEEPEST).then(|| {
            DEPTH.set(depth + 1);
            Self
        })
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Writes and reads types that may hold themselves, and that serde derives as `remote = "Self"`, down to [`DEEPEST`].
macro_rules! bounded {
    ($($name:ident),*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let _level = $crate::nesting::Level::enter().ok_or_else(|| serde::ser::Error::custom("too deep"))?;
                Self::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let _level = $crate::nesting::Level::enter().ok_or_else(|| serde::de::Error::custom("too deep"))?;
                Self::deserialize(deserializer)
            }
        }
    )*};
}
pub(crate) use bounded;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::DEEPEST;
    use crate::expression::Expression;

    /// `-(-(... 1))` in bytes: variant 2 is `Negate`, 0 a number.
    fn nested(operations: usize) -> Vec<u8> {
        [vec![2; operations], vec![0], 1.0_f64.to_le_bytes().to_vec()].concat()
    }

    #[test]
    fn a_tree_that_would_use_up_the_stack_is_not_read() {
        let deepest: Expression = postcard::from_bytes(&nested(DEEPEST - 1)).unwrap();
        for depth in [DEEPEST, 10_000_000] {
            assert!(postcard::from_bytes::<Expression>(&nested(depth)).is_err(), "{depth}");
        }
        assert_eq!(postcard::to_stdvec(&deepest).unwrap(), nested(DEEPEST - 1), "after what was refused as before");
        let deeper = Expression::Negate(Box::new(deepest));
        assert_eq!(
            postcard::to_stdvec(&deeper),
            Err(postcard::Error::SerdeSerCustom),
            "what is not read is not written"
        );
    }
}
