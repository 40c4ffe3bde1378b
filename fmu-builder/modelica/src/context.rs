//! What all of the reading of a model shares.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use fmu_core::model_file::{Diagnostic, Problem, Span};

use super::instance::{Instance, Symbol, What};
use super::store::Store;

/// A result, or what is wrong with the place.
pub(super) type Outcome<T> = Result<T, Diagnostic>;

/// That `message` is wrong at `span`.
pub(super) fn fault<T>(span: &Span, message: impl Into<String>) -> Outcome<T> {
    Err(Diagnostic::new(span.clone(), Problem::Syntax(message.into())))
}

/// Classes, instances, and what has been found about parameters.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) store: &'a Store,
    pub(super) instances: RefCell<Vec<Rc<Instance>>>,
    /// Parameters that shape the model: they are put in as numbers.
    pub(super) structural: RefCell<BTreeSet<String>>,
    /// Parameters that something reads other than an assertion, and those that assertions read.
    pub(super) used: RefCell<BTreeSet<String>>,
    pub(super) asserted: RefCell<BTreeSet<String>>,
    /// Prefixes of the instances that are protected.
    pub(super) protected: RefCell<BTreeSet<String>>,
    /// An assertion is being evaluated.
    pub(super) asserting: Cell<bool>,
    /// Parameters that are being evaluated.
    pub(super) active: RefCell<Vec<String>>,
    /// Calls and references in each other.
    pub(super) depth: Cell<usize>,
    /// Functions and records in each other.
    pub(super) calls: Cell<usize>,
    /// Statements that functions have executed.
    pub(super) steps: Cell<usize>,
    pub(super) notes: RefCell<Vec<Diagnostic>>,
    /// Components so far.
    pub(super) count: Cell<usize>,
}

impl<'a> Context<'a> {
    pub(super) fn new(store: &'a Store, structural: BTreeSet<String>) -> Self {
        Self {
            store,
            instances: RefCell::default(),
            structural: RefCell::new(structural),
            used: RefCell::default(),
            asserted: RefCell::default(),
            protected: RefCell::default(),
            asserting: Cell::new(false),
            active: RefCell::default(),
            depth: Cell::new(0),
            calls: Cell::new(0),
            steps: Cell::new(0),
            notes: RefCell::default(),
            count: Cell::new(0),
        }
    }

    /// The instance with that number.
    pub(super) fn instance(&self, index: usize) -> Option<Rc<Instance>> {
        self.instances.borrow().get(index).cloned()
    }

    /// What `name` is in an instance, and the instance that has it: for an outer component, that of the inner one.
    pub(super) fn symbol(&self, instance: usize, name: &str) -> Option<(usize, Rc<Symbol>)> {
        let found = self.instance(instance)?.symbols.borrow().get(name)?;
        if !matches!(found.what, What::Outer) {
            return Some((instance, found));
        }
        let mut around = self.instance(instance)?.parent;
        while let Some(index) = around {
            let candidate = self.instance(index)?;
            let symbol = candidate.symbols.borrow().get(name);
            if let Some(symbol) = symbol.filter(|s| s.component().is_some_and(|c| c.prefixes.inner)) {
                return Some((index, symbol));
            }
            around = candidate.parent;
        }
        self.default_inner(&found).map(|symbol| (super::default_inner::MODEL, symbol))
    }

    /// Notes `problem`.
    pub(super) fn report(&self, problem: Diagnostic) {
        self.store.note_problem(problem);
    }

    /// Tells the user something that is no error.
    pub(super) fn note(&self, span: &Span, message: &str) {
        let note = Diagnostic::new(span.clone(), Problem::Syntax(message.to_owned()));
        let mut notes = self.notes.borrow_mut();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
}
