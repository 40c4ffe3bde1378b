//! Compiled models, shared by all instances in the process that were made of the same `model.json`.
//!
//! A model does not change once it is compiled, so that a further instance costs no more than its own state. A model is gone with its last
//! instance. What counts is the content of the file, not its path.

use crate::assembly::Model;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A compiled model and its identity.
#[derive(Clone, Debug)]
pub(super) struct Compiled<M = Arc<Model>> {
    /// The GUID in the file.
    pub guid: String,
    pub model: M,
}

static MODELS: Mutex<Option<HashMap<String, Compiled<Weak<Model>>>>> = Mutex::new(None);

/// The model that `text` describes: that of a living instance, or what `compile` makes. Instances of one model that are made at the same
/// time wait for the first.
pub(super) fn get<E>(text: String, compile: impl FnOnce(&str) -> Result<Compiled, E>) -> Result<Compiled, E> {
    let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    let models = models.get_or_insert_default();
    if let Some(known) = models.get(&text)
        && let Some(model) = known.model.upgrade()
    {
        return Ok(Compiled { guid: known.guid.clone(), model });
    }
    let compiled = compile(&text)?;
    models.insert(text, Compiled { guid: compiled.guid.clone(), model: Arc::downgrade(&compiled.model) });
    Ok(compiled)
}

/// Forgets the texts of models that have no instance any more.
pub(super) fn forget_unused() {
    let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = models.as_mut() {
        known.retain(|_, known| known.model.strong_count() > 0);
        if known.is_empty() {
            // An empty map may keep memory, which would be lost when the library is unloaded.
            *models = None;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model_file::ModelFile;
    use std::convert::Infallible;

    /// A text that no other test uses.
    fn text(name: &str) -> String {
        format!(r#"{{"name":"{name}","components":{{"body":{{"class":"Parts.Body","m":1,"r_CM":[0,0,0]}}}}}}"#)
    }

    fn compile(text: &str) -> Result<Compiled, Infallible> {
        let model = Model::compile(&ModelFile::from_json(text).unwrap()).unwrap();
        Ok(Compiled { guid: "guid".to_owned(), model: Arc::new(model) })
    }

    #[test]
    fn the_same_text_gives_the_same_model_as_long_as_it_lives() {
        let first = get(text("SharedA"), compile).unwrap();
        let second = get(text("SharedA"), |_| -> Result<Compiled, Infallible> { unreachable!() }).unwrap();
        assert!(Arc::ptr_eq(&first.model, &second.model));
        assert_eq!(second.guid, first.guid);
        let other = get(text("SharedB"), compile).unwrap();
        assert!(!Arc::ptr_eq(&first.model, &other.model));
        let gone = Arc::downgrade(&first.model);
        drop((first, second));
        assert!(gone.upgrade().is_none());
        forget_unused();
        let is_known =
            |name: &str| MODELS.lock().unwrap().as_ref().is_some_and(|known| known.contains_key(&text(name)));
        assert!(!is_known("SharedA") && is_known("SharedB"));
        let mut compiled_again = false;
        let again = get(text("SharedA"), |text| {
            compiled_again = true;
            compile(text)
        });
        assert!(compiled_again && again.is_ok());
    }

    #[test]
    fn what_is_refused_is_not_kept() {
        let refused = get(text("SharedC"), |_| Err("no"));
        assert_eq!(refused.err(), Some("no"));
        assert!(get(text("SharedC"), compile).is_ok());
    }

    #[test]
    fn instances_made_at_the_same_time_share_one_model() {
        let compiled = std::sync::atomic::AtomicUsize::new(0);
        let models: Vec<Compiled> = std::thread::scope(|scope| {
            let make = || {
                let counted = |text: &str| {
                    compiled.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    compile(text)
                };
                get(text("SharedD"), counted).unwrap()
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(compiled.into_inner(), 1);
        assert!(models.windows(2).all(|pair| Arc::ptr_eq(&pair[0].model, &pair[1].model)));
    }
}
