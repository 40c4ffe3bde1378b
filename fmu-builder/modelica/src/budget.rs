//! Limits of work and memory for reading one model: a few lines may mean nested loops, arrays of arrays, or classes that double. Work is
//! counted, not timed, so that a text is refused on every machine or on none.

use std::cell::{Cell, RefCell};

use compiler::model_file::{Diagnostic, Span};

use crate::problem::{Fault, Outcome, fault};

/// Largest work, in units of about ten nanoseconds.
const WORK_LIMIT: usize = 200_000_000;
/// Most bytes held at a time; with temporary copies the total stays below 1 GB.
const MEMORY_LIMIT: usize = 192 << 20;

/// Work of evaluating an expression.
pub(crate) const EXPRESSION: usize = 8;
/// Work of looking up a name, of a declaration and of an equation.
pub(crate) const NAME: usize = 40;
/// Bytes of a token and of what the parser makes of it.
pub(crate) const TOKEN: usize = 64;
/// Longest chain of bases and short classes, and largest depth of composites and records; ends those that lead to themselves.
pub(crate) const CHAIN_LIMIT: usize = 64;
/// Dimensions of an array.
pub(crate) const DIMENSION_LIMIT: usize = 16;
/// Most errors, and most notes. Each new one is compared with all before.
pub(crate) const TOLD_LIMIT: usize = 500;
/// Comparisons of names in a unit of work.
const NAMES_IN_UNIT: usize = 2;
/// Bytes that are copied in a unit of work.
const BYTES_IN_UNIT: usize = 16;

/// Work and memory that reading a model has taken so far.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    /// Another limit than usual.
    work_limit: Option<usize>,
    work: Cell<usize>,
    held: Cell<usize>,
    /// The place that is being read.
    place: Cell<(usize, usize)>,
    /// Calls and references in each other.
    pub(crate) depth: Cell<usize>,
    /// Functions and records in each other.
    pub(crate) calls: Cell<usize>,
    /// Statements that functions have executed.
    pub(crate) steps: Cell<usize>,
    /// An expression of a function became too large.
    pub(crate) too_large: Cell<bool>,
    /// Large expressions of functions become variables.
    pub(crate) shares: Cell<bool>,
    /// The first problem after which it was exceeded.
    exceeded: RefCell<Option<Diagnostic>>,
}

impl Budget {
    /// A budget of this many units of work.
    #[cfg(test)]
    pub(crate) fn of(work_limit: usize) -> Self {
        Self { work_limit: Some(work_limit), ..Self::default() }
    }

    fn work_limit(&self) -> usize {
        self.work_limit.unwrap_or(WORK_LIMIT)
    }

    /// Begins a further round of the same model: statements are counted anew.
    pub(crate) fn next_round(&self) {
        self.depth.set(0);
        self.calls.set(0);
        self.steps.set(0);
    }

    /// Sets the place that is being read.
    pub(crate) fn at(&self, span: &Span) {
        self.place.set((span.start, span.end));
    }

    /// The error, if the budget is exceeded.
    pub(crate) fn exceeded(&self) -> Option<Diagnostic> {
        self.exceeded.borrow().clone()
    }

    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.borrow().is_some()
    }

    /// Counts `units` of work.
    pub(crate) fn work(&self, units: usize) -> Outcome<()> {
        let work = self.work.get().saturating_add(units);
        self.work.set(work);
        if work <= self.work_limit() && !self.is_exceeded() { Ok(()) } else { self.refuse("takes too much work") }
    }

    /// Counts the work of comparing a name with `count` others.
    pub(crate) fn names(&self, count: usize) -> Outcome<()> {
        self.work(count / NAMES_IN_UNIT)
    }

    /// True if `bytes` more can be held.
    pub(crate) fn room(&self, bytes: usize) -> Outcome<()> {
        if bytes > MEMORY_LIMIT.saturating_sub(self.held.get()) {
            return self.refuse("needs too much memory");
        }
        self.work(bytes / BYTES_IN_UNIT)
    }

    /// Counts `bytes` more as held.
    pub(crate) fn hold(&self, bytes: usize) -> Outcome<()> {
        self.room(bytes)?;
        self.held.set(self.held.get() + bytes);
        Ok(())
    }

    /// Bytes that are held.
    pub(crate) fn held(&self) -> usize {
        self.held.get()
    }

    /// Releases everything since `held`, except `bytes`.
    pub(crate) fn keep(&self, held: usize, bytes: usize) -> Outcome<()> {
        self.held.set(held);
        self.hold(bytes)
    }

    /// Releases everything since `held`.
    pub(crate) fn release(&self, held: usize) {
        self.held.set(held);
    }

    fn refuse(&self, what: &'static str) -> Outcome<()> {
        let (start, end) = self.place.get();
        let message = Fault::Exceeded { what, millions: self.work_limit() / 1_000_000, megabytes: MEMORY_LIMIT >> 20 };
        Err(self.end(message.at(start..end)))
    }

    /// Ends reading with `problem`, unless it has ended already.
    pub(crate) fn end(&self, problem: Diagnostic) -> Diagnostic {
        self.exceeded.borrow_mut().get_or_insert(problem).clone()
    }
}

/// Enters a level for `inner`; fails with `problem` at the limit.
pub(crate) fn deeper<T>(
    level: &Cell<usize>,
    limit: usize,
    span: &Span,
    problem: Fault,
    inner: impl FnOnce() -> Outcome<T>,
) -> Outcome<T> {
    let depth = level.get();
    if depth >= limit {
        return fault(span, problem);
    }
    level.set(depth + 1);
    let result = inner();
    level.set(depth);
    result
}

/// Elements of an array with these sizes.
pub(crate) fn elements(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product: usize, size| product.saturating_mul(*size))
}
