//! A limit on the depth of trees when a compiled model is written or read: reading, evaluating and freeing them is
//! recursive, and a stack overflow ends the host's process.

use std::cell::Cell;

/// Maximum depth of nodes. An expression has at most [`crate::expression::DEPTH_LIMIT`] operations; functions insert
/// their arguments into others.
pub const DEEPEST: usize = 1000;

thread_local! {
    /// Depth of the node that is written or read.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A guard of one level of depth.
pub struct Level;

impl Level {
    /// Enters a level, which lasts as long as the guard; none if it is too deep.
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

/// Implements bounded serialization, down to [`DEEPEST`], of recursive types that serde derives as `remote = "Self"`.
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
