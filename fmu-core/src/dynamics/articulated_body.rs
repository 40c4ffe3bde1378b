//! Forward dynamics of a tree, O(n).
