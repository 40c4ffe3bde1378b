//! Errors found while a model is compiled.

use super::collected::Collected;
use crate::model_file::{Diagnostic, LibraryProblem, PROBLEM_LIMIT, Problem, Span, nearest};
use mechanism::sort::sort_by_key;

/// Maximum number of name comparisons for suggestions; each takes about a microsecond.
const COMPARISONS: usize = 100_000;

/// Collects problems, at most [`PROBLEM_LIMIT`]; the assembly continues as far as possible.
#[derive(Debug, Default)]
pub(super) struct Problems {
    found: Vec<Diagnostic>,
    /// Problems beyond the limit were dropped.
    more: bool,
    /// Number of name comparisons for suggestions.
    comparisons: usize,
}

impl Problems {
    pub fn add(&mut self, span: Option<&Span>, problem: impl Into<Problem>) {
        self.push(Diagnostic { span: span.cloned(), problem: problem.into() });
    }

    /// Adds a problem of the component called `owner`, or that has the connector or variable called `owner`.
    pub fn add_at(&mut self, collected: &Collected, owner: &str, problem: impl Into<Problem>) {
        self.add(collected.span_of_owner(owner).as_ref(), problem);
    }

    /// Refuses a parameter, connector or variable of a component, with what it needs.
    pub fn refuse(
        &mut self,
        collected: &Collected,
        component: &str,
        what: impl Into<String>,
        needs: impl Into<String>,
    ) {
        self.add_at(collected, component, LibraryProblem::not_supported(component, what, needs));
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.found.len() < PROBLEM_LIMIT {
            self.found.push(diagnostic);
        } else {
            self.more = true;
        }
    }

    /// Returns true if the limit is exceeded, so that further checks can be skipped.
    pub fn is_full(&self) -> bool {
        self.more
    }

    /// The most similar of many `candidates` to `name`, until too many names have been compared.
    pub fn nearest<'a>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
        if self.comparisons >= COMPARISONS || self.is_full() {
            return None;
        }
        let comparisons = &mut self.comparisons;
        let compared = candidates.into_iter().inspect(|_| *comparisons += 1);
        nearest(name, compared).map(str::to_owned)
    }

    /// `Err` with the errors found so far, in the order of the text.
    pub fn check(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.found.is_empty() {
            return Ok(());
        }
        let mut found = std::mem::take(&mut self.found);
        sort_by_key(&mut found, |d| d.span.as_ref().map_or(usize::MAX, |s| s.start));
        found.dedup();
        if self.more {
            found.push(Diagnostic::without_place(Problem::TooManyProblems));
        }
        Err(found)
    }
}
