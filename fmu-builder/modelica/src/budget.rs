//! Work and memory that reading one model may take. Texts multiply: a few lines mean loops in loops, arrays of arrays or classes that double.
//! Work is counted, not timed, so that a text is refused on every machine or on none.

use std::cell::{Cell, RefCell};

use fmu_core::model_file::{Diagnostic, Problem, Span};

use super::context::Outcome;
use super::value::Value;

/// Units of work, of some ten nanoseconds.
const WORK_LIMIT: usize = 200_000_000;
/// Bytes of what is held at a time; what works on it takes copies, and all together stays below 1 GB.
const MEMORY_LIMIT: usize = 256 << 20;

/// Work of evaluating an expression.
pub(super) const EXPRESSION: usize = 8;
/// Work of looking up a name, of a declaration and of an equation.
pub(super) const NAME: usize = 40;
/// Bytes of an element of an array.
pub(super) const ELEMENT: usize = std::mem::size_of::<Value>();
/// Bytes of a token and of what the parser makes of it.
pub(super) const TOKEN: usize = 64;
/// Memory of a parsed expression, for each of its characters.
pub(super) const PARSED: usize = 4;
/// Dimensions of an array.
pub(super) const DIMENSION_LIMIT: usize = 16;
/// Names that are compared with each other in a unit of work.
const NAMES_IN_UNIT: usize = 2;
/// Bytes that are copied in a unit of work.
const BYTES_IN_UNIT: usize = 16;

/// What reading a model has taken so far.
#[derive(Debug)]
pub(super) struct Budget {
    work_limit: usize,
    work: Cell<usize>,
    held: Cell<usize>,
    /// The place that is being read.
    place: Cell<(usize, usize)>,
    /// Where it was exceeded, and by what.
    exceeded: RefCell<Option<Diagnostic>>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of(WORK_LIMIT)
    }
}

impl Budget {
    /// One of so many units of work.
    pub(super) fn of(work_limit: usize) -> Self {
        Self {
            work_limit,
            work: Cell::new(0),
            held: Cell::new(0),
            place: Cell::new((0, 0)),
            exceeded: RefCell::default(),
        }
    }

    /// Begins anew, for another model.
    pub(super) fn renew(&self) {
        self.work.set(0);
        self.held.set(0);
        self.exceeded.take();
    }

    /// What is read next.
    pub(super) fn at(&self, span: &Span) {
        self.place.set((span.start, span.end));
    }

    /// That it is exceeded.
    pub(super) fn exceeded(&self) -> Option<Diagnostic> {
        self.exceeded.borrow().clone()
    }

    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.borrow().is_some()
    }

    /// Takes `units` of work.
    pub(super) fn work(&self, units: usize) -> Outcome<()> {
        let work = self.work.get().saturating_add(units);
        self.work.set(work);
        if work <= self.work_limit && !self.is_exceeded() { Ok(()) } else { self.refuse("takes too much work") }
    }

    /// Takes the work of comparing a name with `count` others.
    pub(super) fn names(&self, count: usize) -> Outcome<()> {
        self.work(count / NAMES_IN_UNIT)
    }

    /// Whether `bytes` more can be made.
    pub(super) fn room(&self, bytes: usize) -> Outcome<()> {
        if bytes > MEMORY_LIMIT.saturating_sub(self.held.get()) {
            return self.refuse("needs too much memory");
        }
        self.work(bytes / BYTES_IN_UNIT)
    }

    /// Makes `bytes` more, which stay.
    pub(super) fn hold(&self, bytes: usize) -> Outcome<()> {
        self.room(bytes)?;
        self.held.set(self.held.get() + bytes);
        Ok(())
    }

    /// Bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.held.get()
    }

    /// What was made since `held` is gone but for `value`.
    pub(super) fn keep(&self, held: usize, value: &Value) -> Outcome<()> {
        self.held.set(held);
        self.hold(value.bytes())
    }

    /// All that was made since `held` is gone.
    pub(super) fn release(&self, held: usize) {
        self.held.set(held);
    }

    fn refuse(&self, what: &str) -> Outcome<()> {
        let (start, end) = self.place.get();
        let message = format!(
            "reading this model {what}: loops, arrays, classes or parameters multiply here; it may take {} million steps and {} MB, so write fewer or smaller ones",
            self.work_limit / 1_000_000,
            MEMORY_LIMIT >> 20
        );
        let mut exceeded = self.exceeded.borrow_mut();
        Err(exceeded.get_or_insert_with(|| Diagnostic::new(start..end, Problem::Syntax(message))).clone())
    }
}

/// Elements of an array with these sizes.
pub(super) fn elements(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product: usize, size| product.saturating_mul(*size))
}
