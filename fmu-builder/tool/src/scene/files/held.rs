//! Files of shapes in a page, by their names in the model.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

thread_local! {
    static FILES: RefCell<BTreeMap<String, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Keeps a file for models that name it so.
pub fn hold_shape(name: &str, bytes: Vec<u8>) {
    FILES.with_borrow_mut(|files| files.insert(name.to_owned(), bytes));
}

pub(super) fn holds(name: &str) -> bool {
    FILES.with_borrow(|files| files.contains_key(name))
}

pub(super) fn bytes(path: &Path) -> Option<Vec<u8>> {
    FILES.with_borrow(|files| files.get(path.to_str()?).cloned())
}
