//! The model as it is put together: its instances, and what has been found about its parameters.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};
use library::{Class as LibraryClass, SignalType};

use crate::budget::TOLD_LIMIT;
use crate::instances::{Instance, Symbol, What};
use crate::problem::{Fault, Note};
use crate::values::Value;

/// The instance that is the model itself.
pub(crate) const MODEL: usize = 0;

/// Most components of a model.
pub(crate) const COUNT_LIMIT: usize = 10_000;

/// A speed sensor that expressions need.
#[derive(Clone, Debug)]
pub(crate) struct Sensor {
    pub(crate) name: String,
    pub(crate) class: &'static str,
}

/// The block of a `pre`, and the type of its variable.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) block: String,
    pub(crate) signal: SignalType,
    pub(crate) span: Span,
}

/// The block of a `sample` in an instance.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    pub(crate) prefix: String,
    pub(crate) start: Value,
    pub(crate) period: Value,
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// The block that computes a function of a value: what is rounded down, or delayed.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) block: String,
    pub(crate) class: &'static str,
    pub(crate) inputs: Vec<(&'static str, Value)>,
    pub(crate) parameters: Vec<(&'static str, Value)>,
    pub(crate) span: Span,
}

/// An initial equation that gives parameters with `fixed = false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initially {
    /// They have values of parameters.
    Value,
    /// They are variables, which `when initial()` gives.
    Held,
}

/// Instances, and what has been found about parameters.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) instances: RefCell<Vec<Rc<Instance>>>,
    /// Structural parameters: they are evaluated to numbers.
    pub(crate) structural: RefCell<BTreeSet<String>>,
    /// Parameters that something reads other than an assertion, and those that assertions read.
    pub(crate) used: RefCell<BTreeSet<String>>,
    pub(crate) asserted: RefCell<BTreeSet<String>>,
    /// Prefixes of the instances that are protected.
    protected: RefCell<BTreeSet<String>>,
    /// Sensors for the speeds of flanges that expressions name, by flange.
    pub(crate) speeds: RefCell<BTreeMap<String, Sensor>>,
    /// Blocks of `pre`, by variable, of `sample`, and of other functions.
    pub(crate) befores: RefCell<BTreeMap<String, Before>>,
    pub(crate) ticks: RefCell<Vec<Tick>>,
    pub(crate) computed: RefCell<Vec<Computed>>,
    /// Initial equations that give parameters, by instance and place.
    pub(crate) initially: RefCell<BTreeMap<(usize, usize), Initially>>,
    pub(crate) notes: RefCell<Vec<Diagnostic>>,
    /// True if the text's discrete variables become signals even where nothing reads them.
    pub(crate) shows_all: bool,
    /// A visualizer has been left out.
    pub(crate) lacks_pictures: Cell<bool>,
    /// Components so far.
    pub(crate) count: Cell<usize>,
}

impl Model {
    /// A model with these structural parameters.
    pub(crate) fn new(structural: BTreeSet<String>, shows_all: bool) -> Self {
        Self { structural: RefCell::new(structural), shows_all, ..Self::default() }
    }

    /// The instance with that number.
    pub(crate) fn instance(&self, index: usize) -> Option<Rc<Instance>> {
        self.instances.borrow().get(index).cloned()
    }

    /// The full name of an instance, which begins with that of the model.
    pub(crate) fn name_of(&self, index: usize) -> String {
        let class =
            self.instance(MODEL).and_then(|model| Some(model.classes.first()?.name.clone())).unwrap_or_default();
        let prefix = self.instance(index).map(|instance| instance.prefix.clone()).unwrap_or_default();
        let model = class.rsplit('.').next().unwrap_or_default();
        format!("{model}.{prefix}").trim_end_matches('.').to_owned()
    }

    /// The class of the library component with that full name.
    pub(crate) fn class_of(&self, component: &str) -> Option<&'static LibraryClass> {
        let count = self.instances.borrow().len();
        (0..count).find_map(|index| {
            let instance = self.instance(index)?;
            let name = component.strip_prefix(instance.prefix.as_str())?.split('[').next()?;
            match instance.symbols.borrow().get(name)?.what {
                What::Library(class) => Some(class),
                _ => None,
            }
        })
    }

    /// True for a parameter of the text with that full name.
    pub(crate) fn is_parameter(&self, full: &str) -> bool {
        let count = self.instances.borrow().len();
        (0..count).any(|index| {
            let Some(instance) = self.instance(index) else { return false };
            let Some(own) = full.strip_prefix(instance.prefix.as_str()) else { return false };
            let symbol = instance.symbols.borrow().get(own);
            symbol.is_some_and(|symbol| matches!(symbol.what, What::Parameter(_)))
        })
    }

    /// The declaration of that full name, with subscripts or without.
    pub(crate) fn symbol_called(&self, full: &str) -> Option<Rc<Symbol>> {
        let stem = &full[..subscripts_at(full)];
        let of = |instance: &Rc<Instance>| {
            let own = stem.strip_prefix(instance.prefix.as_str())?;
            instance.symbols.borrow().get(own)
        };
        self.instances.borrow().iter().find_map(of)
    }

    /// The name, lengthened while the text declares something by it.
    pub(crate) fn free(&self, mut name: String) -> String {
        while self.symbol_called(&name).is_some() {
            name.insert(subscripts_at(&name), '_');
        }
        name
    }

    /// Marks an instance as protected.
    pub(crate) fn protect(&self, index: usize) {
        if let Some(instance) = self.instance(index) {
            self.protected.borrow_mut().insert(instance.prefix.clone());
        }
    }

    /// True if a variable is in such an instance.
    pub(crate) fn is_protected(&self, variable: &str) -> bool {
        let protected = self.protected.borrow();
        variable.match_indices('.').any(|(dot, _)| protected.contains(&variable[..=dot]))
    }

    /// The name of the block of a `sample`; the same `sample` in an instance has one block.
    pub(crate) fn tick(&self, tick: Tick) -> String {
        let mut ticks = self.ticks.borrow_mut();
        let same =
            |known: &&Tick| (&known.prefix, &known.start, &known.period) == (&tick.prefix, &tick.start, &tick.period);
        if let Some(known) = ticks.iter().find(same) {
            return known.name.clone();
        }
        let number = 1 + ticks.iter().filter(|known| known.prefix == tick.prefix).count();
        let name = self.free(format!("{}sample_trigger_{number}", tick.prefix));
        ticks.push(Tick { name: name.clone(), ..tick });
        name
    }

    /// Takes back the notes on a piece of text.
    pub(crate) fn forget_notes(&self, span: &Span) {
        self.notes.borrow_mut().retain(|note| note.span.as_ref() != Some(span));
    }

    /// Adds a note for the user.
    pub(crate) fn note(&self, span: &Span, note: Note) {
        let note = Fault::from(note).at(span.clone());
        let mut notes = self.notes.borrow_mut();
        if notes.len() < TOLD_LIMIT && !notes.contains(&note) {
            notes.push(note);
        }
    }
}

/// Begin of the last subscripts of a name, or its end.
fn subscripts_at(name: &str) -> usize {
    name.rfind('[').filter(|_| name.ends_with(']')).unwrap_or(name.len())
}
