//! Models, shared by all instances in the process that were made of the same `model.bin`.
//!
//! A model does not change once it is compiled, so that a further instance costs no more than its own state. A model is gone with its last
//! instance. What counts is the content of the file, not its path.

use simulation::model::Model;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A file and its model.
struct Known {
    file: Vec<u8>,
    model: Weak<Model>,
}

/// By the digest in the file.
static MODELS: Mutex<Option<HashMap<u64, Known>>> = Mutex::new(None);

/// The model in `file`, in which it says that its digest is `digest`: that of a living instance, or what `read` makes. Instances of one
/// model that are made at the same time wait for the first.
pub(crate) fn get<E>(file: &[u8], digest: u64, read: impl FnOnce() -> Result<Arc<Model>, E>) -> Result<Arc<Model>, E> {
    let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
    let models = models.get_or_insert_default();
    if let Some(known) = models.get(&digest)
        && known.file == file
        && let Some(model) = known.model.upgrade()
    {
        return Ok(model);
    }
    let model = read()?;
    models.insert(digest, Known { file: file.to_vec(), model: Arc::downgrade(&model) });
    Ok(model)
}

/// Forgets the files of models that have no instance any more.
pub(crate) fn forget_unused() {
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
    use compiler::model_file::ModelFile;
    use std::convert::Infallible;

    /// A text that no other test uses.
    fn text(name: &str) -> String {
        format!(r#"{{"name":"{name}","components":{{"body":{{"class":"Parts.Body","m":1,"r_CM":[0,0,0]}}}}}}"#)
    }

    fn compile(text: &str) -> Arc<Model> {
        Arc::new(compiler::compile(&ModelFile::from_json(text).unwrap()).unwrap())
    }

    /// The digest that the file is said to have; nothing depends on what it is.
    fn digest(text: &str) -> u64 {
        simulation::digest::of_words(text.as_bytes())
    }

    fn get_or_compile(name: &str) -> Arc<Model> {
        let text = text(name);
        get(text.as_bytes(), digest(&text), || Ok::<_, Infallible>(compile(&text))).unwrap()
    }

    fn get_known(name: &str) -> Arc<Model> {
        let text = text(name);
        get(text.as_bytes(), digest(&text), || -> Result<_, Infallible> { unreachable!() }).unwrap()
    }

    #[test]
    fn the_same_file_gives_the_same_model_as_long_as_it_lives() {
        let first = get_or_compile("SharedA");
        let second = get_known("SharedA");
        assert!(Arc::ptr_eq(&first, &second));
        let other = get_or_compile("SharedB");
        assert!(!Arc::ptr_eq(&first, &other));
        let gone = Arc::downgrade(&first);
        drop((first, second));
        assert!(gone.upgrade().is_none());
        forget_unused();
        let is_known =
            |name: &str| MODELS.lock().unwrap().as_ref().is_some_and(|known| known.contains_key(&digest(&text(name))));
        assert!(!is_known("SharedA") && is_known("SharedB"));
        let mut compiled_again = false;
        let again = get(text("SharedA").as_bytes(), digest(&text("SharedA")), || {
            compiled_again = true;
            Ok::<_, Infallible>(compile(&text("SharedA")))
        });
        assert!(compiled_again && again.is_ok());
    }

    #[test]
    fn a_digest_does_not_make_another_file_the_same() {
        let first = get_or_compile("SharedE");
        let other = get(b"other", digest(&text("SharedE")), || Ok::<_, Infallible>(compile(&text("SharedF")))).unwrap();
        assert!(!Arc::ptr_eq(&first, &other));
        assert_eq!(other.name, "SharedF");
    }

    #[test]
    fn what_is_refused_is_not_kept() {
        let refused = get(text("SharedC").as_bytes(), digest(&text("SharedC")), || Err("no"));
        assert_eq!(refused.err(), Some("no"));
        assert_eq!(get_or_compile("SharedC").name, "SharedC");
    }

    #[test]
    fn instances_made_at_the_same_time_share_one_model() {
        let read = std::sync::atomic::AtomicUsize::new(0);
        let models: Vec<Arc<Model>> = std::thread::scope(|scope| {
            let make = || {
                let counted = || {
                    read.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    Ok::<_, Infallible>(compile(&text("SharedD")))
                };
                get(text("SharedD").as_bytes(), digest(&text("SharedD")), counted).unwrap()
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(read.into_inner(), 1);
        assert!(models.windows(2).all(|pair| Arc::ptr_eq(&pair[0], &pair[1])));
    }
}
