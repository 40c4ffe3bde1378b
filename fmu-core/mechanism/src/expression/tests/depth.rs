//! Depth of expressions in a compiled model.

use crate::expression::Expression;
use binary::{DEEPEST, from_bytes, to_bytes};

/// `-(-(... 1))` in bytes: variant 2 is `Negate`, 0 a number.
fn nested(operations: usize) -> Vec<u8> {
    [vec![2; operations], vec![0], 1.0_f64.to_le_bytes().to_vec()].concat()
}

#[test]
fn a_tree_that_would_use_up_the_stack_is_not_read() {
    let deepest: Expression = from_bytes(&nested(DEEPEST - 1)).unwrap();
    for depth in [DEEPEST, 10_000_000] {
        assert!(from_bytes::<Expression>(&nested(depth)).is_none(), "{depth}");
    }
    assert_eq!(to_bytes(&deepest).unwrap(), nested(DEEPEST - 1));
    let deeper = Expression::Negate(Box::new(deepest));
    assert_eq!(to_bytes(&deeper), None, "what is not read is not written");
}
