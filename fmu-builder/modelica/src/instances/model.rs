//! The model as it is put together: its instances, and what has been found about its parameters.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use compiler::model_file::{Diagnostic, Span};
use library::{Class as LibraryClass, SignalType};

use crate::budget::TOLD_LIMIT;
use crate::classes::standard::Physical;
use crate::instances::{Instance, Symbol, Symbols, What};
use crate::names::subscripts_at;
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
    pub(crate) kind: &'static Physical,
    pub(crate) order: usize,
}

/// The block of a `pre`, and the type of its variable.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) block: String,
    pub(crate) signal: SignalType,
    pub(crate) span: Span,
}

/// A function of time and values that a block computes: the beginning of the block's name, and its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Computation {
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
}

pub(crate) const SAMPLE: Computation =
    Computation { name: "sample_trigger", class: "Modelica.Blocks.Sources.SampleTrigger" };

/// The block that computes a function of values.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) block: String,
    /// Prefix of the instance, for functions that each instance computes by itself.
    pub(crate) prefix: String,
    pub(crate) computation: Computation,
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
    /// Blocks of `pre`, by variable, and of other functions.
    pub(crate) befores: RefCell<BTreeMap<String, Before>>,
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

    /// An instance and those around it, from the inside, with their numbers.
    pub(crate) fn outwards(&self, index: Option<usize>) -> impl Iterator<Item = (usize, Rc<Instance>)> {
        let numbered = |index: usize| Some((index, self.instance(index)?));
        std::iter::successors(index.and_then(numbered), move |(_, instance)| instance.parent.and_then(numbered))
    }

    /// The full name of an instance, which begins with that of the model.
    pub(crate) fn name_of(&self, index: usize) -> String {
        let class =
            self.instance(MODEL).and_then(|model| Some(model.classes.first()?.name.clone())).unwrap_or_default();
        let prefix = self.instance(index).map(|instance| instance.prefix.clone()).unwrap_or_default();
        let model = class.rsplit('.').next().unwrap_or_default();
        format!("{model}.{prefix}").trim_end_matches('.').to_owned()
    }

    /// All instances with their numbers.
    pub(crate) fn all(&self) -> Vec<(usize, Rc<Instance>)> {
        self.instances.borrow().iter().cloned().enumerate().collect()
    }

    /// The first result of `find` for the symbols of an instance and the rest of a full name that begins with the instance's.
    fn lookup<T>(&self, full: &str, find: impl Fn(&Symbols, &str) -> Option<T>) -> Option<T> {
        let own = |instance: &Instance| find(&instance.symbols.borrow(), full.strip_prefix(instance.prefix.as_str())?);
        self.instances.borrow().iter().find_map(|instance| own(instance))
    }

    /// The class of the library component with that full name.
    pub(crate) fn class_of(&self, component: &str) -> Option<&'static LibraryClass> {
        self.lookup(component, |symbols, name| match symbols.get(name.split('[').next()?)?.what {
            What::Library(class) => Some(class),
            _ => None,
        })
    }

    /// The parameter of a library component with that full name, with subscripts or without.
    pub(crate) fn library_parameter(&self, full: &str) -> Option<&'static library::Parameter> {
        let (component, last) = full.rsplit_once('.')?;
        let last = last.split('[').next().unwrap_or_default();
        self.class_of(component)?.parameters.iter().find(|parameter| parameter.name == last)
    }

    /// True for a parameter of the text with that full name, with subscripts or without.
    pub(crate) fn is_parameter(&self, full: &str) -> bool {
        self.symbol_called(full).is_some_and(|symbol| matches!(symbol.what, What::Parameter(_)))
    }

    /// The same, or a parameter of a library component.
    pub(crate) fn is_constant(&self, full: &str) -> bool {
        self.library_parameter(full).is_some() || self.is_parameter(full)
    }

    /// The declaration of that full name, with subscripts or without.
    pub(crate) fn symbol_called(&self, full: &str) -> Option<Rc<Symbol>> {
        self.lookup(&full[..subscripts_at(full)], Symbols::get)
    }

    /// The declaration of the variable that a full name begins with.
    pub(crate) fn symbol_before(&self, full: &str) -> Option<Rc<Symbol>> {
        self.lookup(full, |symbols, name| symbols.get(name.split('[').next()?))
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

    /// The name of the block that computes a function of these values; what is the same has one block.
    pub(crate) fn computed(
        &self,
        computation: Computation,
        inputs: Vec<(&'static str, Value)>,
        parameters: Vec<(&'static str, Value)>,
        (prefix, span): (&str, &Span),
    ) -> String {
        let mut all = self.computed.borrow_mut();
        let is_near = |known: &&Computed| known.prefix == prefix && known.computation.name == computation.name;
        let is_it = |known: &&Computed| {
            known.computation == computation && known.inputs == inputs && known.parameters == parameters
        };
        if let Some(known) = all.iter().filter(is_near).find(is_it) {
            return known.block.clone();
        }
        let number = 1 + all.iter().filter(is_near).count();
        let block = self.free(format!("{prefix}{}_{number}", computation.name));
        let (prefix, span) = (prefix.to_owned(), span.clone());
        all.push(Computed { block: block.clone(), prefix, computation, inputs, parameters, span });
        block
    }

    /// The output of the sensor of a connector's potential, differentiated `order` times; none where there is no such sensor.
    pub(crate) fn measured(&self, of: &str, kind: &'static Physical, order: usize) -> Option<String> {
        let (_, output) = kind.sensors.get(order)?;
        let mut sensors = self.sensors.borrow_mut();
        let name = match sensors.iter().find(|known| known.of == of && known.order == order) {
            Some(known) => known.name.clone(),
            None => {
                let at = of.rfind('.').unwrap_or(0);
                let (component, connector) = (&of[..at], of[at..].trim_start_matches('.'));
                let (component, index) = component.split_at(subscripts_at(component));
                let what = ["potential", "speed", "acceleration"][order.min(2)];
                let name = self.free(format!("{component}_{connector}_{what}{index}"));
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
