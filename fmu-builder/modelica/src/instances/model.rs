//! The model as it is put together: its instances, and what has been found about its parameters.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};
use library::{Class as LibraryClass, SignalType};

use crate::budget::TOLD_LIMIT;
use crate::classes::standard::Physical;
use crate::instances::{Instance, Symbol, What};
use crate::problem::{Fault, Note};
use crate::values::Value;

/// The instance that is the model itself.
pub(crate) const MODEL: usize = 0;

/// Most components of a model.
pub(crate) const COUNT_LIMIT: usize = 10_000;

/// A sensor that expressions need: of the potential of a connector, or of its derivatives.
#[derive(Clone, Debug)]
pub(crate) struct Sensor {
    pub(crate) name: String,
    /// The connector of a component or of a composite.
    pub(crate) of: String,
    pub(crate) kind: Physical,
    pub(crate) order: usize,
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

/// A function of time and values that a block computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computation {
    /// A value, rounded down.
    Rounded,
    /// A value in the past.
    Delayed,
    /// A large part of an expression, computed once.
    Shared,
}

/// The block that computes a function of a value.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) block: String,
    pub(crate) computation: Computation,
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
    /// Sensors of potentials and their derivatives that expressions name.
    pub(crate) sensors: RefCell<Vec<Sensor>>,
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

    /// The output of the sensor of a connector's potential, differentiated `order` times; none where there is no such sensor.
    pub(crate) fn measured(&self, of: &str, kind: Physical, order: usize) -> Option<String> {
        let (.., output) = kind.sensors().get(order)?;
        let mut sensors = self.sensors.borrow_mut();
        let name = match sensors.iter().find(|known| known.of == of && known.order == order) {
            Some(known) => known.name.clone(),
            None => {
                let at = of.rfind('.').unwrap_or(0);
                let (component, connector) = (&of[..at], of[at..].trim_start_matches('.'));
                let end = subscripts_at(component);
                let what = ["potential", "speed", "acceleration"][order.min(2)];
                let name = self.free(format!("{}_{connector}_{what}{}", &component[..end], &component[end..]));
                sensors.push(Sensor { name: name.clone(), of: of.to_owned(), kind, order });
                name
            }
        };
        Some(format!("{name}.{output}"))
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
