//! Expansion of sub-models and arrays: the compiled model, and the model file in an FMU, is one flat netlist.
//!
//! A component `corner` of a sub-model becomes the components of the sub-model, called `corner.spring` and so on; its
//! parameters become parameters of the model, `corner.stiffness`. Its connectors are aliases of connectors of its
//! components, and are replaced by them. An array `link` becomes `link[1]`, `link[2]`, ... All of them keep their
//! places in the texts.

mod body;
mod connections;
mod counts;
mod indices;
mod parameters;
mod problem;
mod public_names;
mod repeats;
mod scope;
mod trees;
mod unused;
mod values;

pub use problem::SubModelProblem;
pub(crate) use repeats::distinct;

use crate::model_file::{
    Body, Component, Connection, Definition, Diagnostic, Expansion, LibraryProblem, ModelFile, ModelParameter, Problem,
    Problems, PublicName, Span, Spanned, Used, Written, nearest,
};
use connections::Alias;
use counts::Counts;
use library::Class;
use mechanism::hashed::{HashMap, HashSet};
use scope::Scope;

/// Key of the range of an array of components; a keyword of Modelica, so that no parameter can have the name.
const FOR: &str = "for";
/// Name of the default World.
const DEFAULT_WORLD: &str = "world";
/// Maximum number of components after expansion.
const MOST_COMPONENTS: usize = 10_000;
/// Maximum number of indices of one array.
const MOST_INDICES: usize = 16;
/// Maximum number of connections after expansion.
const MOST_CONNECTIONS: usize = 100_000;

/// Expands sub-models and arrays.
///
/// # Errors
/// All problems found, in the order of the texts.
pub(crate) fn expand(mut file: ModelFile, mut written: Written, used: &[Used]) -> Result<ModelFile, Vec<Diagnostic>> {
    trees::read(&mut file, &mut written);
    if is_flat(&file, &written, used) {
        file.connections = written.connections.into_iter().map(|connection| connection.pair).collect();
        return Ok(file);
    }
    let top = Body {
        parameters: std::mem::take(&mut file.parameters),
        components: std::mem::take(&mut file.components),
        connections: written.connections,
        connectors: Vec::new(),
        variables: std::mem::take(&mut file.variables),
        inputs: std::mem::take(&mut file.inputs),
        outputs: std::mem::take(&mut file.outputs),
    };
    let mut expander = Expander::new(&top, &written.models);
    expander.body(&top, Scope::default(), Vec::new(), None);
    expander.name_inputs();
    expander.check_connectors();
    expander.check_names();
    let warnings = unused::warnings(&top, &written.models, used, &expander.used);
    let Expander { problems, parts, repeated, .. } = expander;
    problems.into_result()?;
    let Parts { parameters, components, connections, variables, inputs, outputs } = parts;
    let expansion = Expansion { warnings, repeated };
    Ok(ModelFile { parameters, components, connections, variables, inputs, outputs, expansion, ..file })
}

/// True if nothing in the file needs expansion.
fn is_flat(file: &ModelFile, written: &Written, used: &[Used]) -> bool {
    let is_plain = |connection: &crate::model_file::WrittenConnection| {
        let ends = [&connection.pair.from.value, &connection.pair.to.value];
        connection.indices.is_none()
            && ends.into_iter().all(|end| indices::names_in_brackets(end).next().is_none() && !end.contains(':'))
    };
    written.models.is_empty()
        && used.is_empty()
        && file.components.iter().all(|component| counts::range_of(component).is_none())
        && written.connections.iter().all(is_plain)
        && !has_indices(file)
}

/// Returns true if a name in an expression has a subscript that is not a number.
fn has_indices(file: &ModelFile) -> bool {
    let mut found = false;
    let mut look = |name: &str| {
        let mut inside = name.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        found |= inside.any(|inside| !inside.bytes().all(|byte| byte.is_ascii_digit() || byte == b','));
    };
    let settings = file.components.iter().flat_map(|component| &component.modifiers).map(|modifier| &modifier.value);
    let values = settings.chain(file.parameters.iter().map(|parameter| &parameter.value));
    values.for_each(|value| counts::for_each_reference(value, &mut look));
    let names = file.variables.iter().chain(&file.inputs).chain(&file.outputs);
    names.flat_map(|public| public.target.value.variables()).for_each(look);
    found
}

/// The flat model under construction.
#[derive(Default)]
struct Parts {
    parameters: Vec<ModelParameter>,
    components: Vec<Component>,
    connections: Vec<Connection>,
    variables: Vec<PublicName>,
    inputs: Vec<PublicName>,
    outputs: Vec<PublicName>,
}

/// Builds the flat model.
struct Expander<'a> {
    models: HashMap<&'a str, &'a Definition>,
    counts: Counts<'a>,
    /// Components of class World in the model itself, which sub-models may refer to.
    worlds: HashSet<&'a str>,
    problems: Problems,
    /// Errors reported so far, by place: further uses of a sub-model do not repeat them.
    reported: HashSet<(Span, std::mem::Discriminant<SubModelProblem>)>,
    parts: Parts,
    /// Number of each component in `parts`.
    numbers: HashMap<String, usize>,
    /// Connectors of sub-models.
    aliases: HashMap<String, Alias>,
    /// Outputs of sub-models, with their variables.
    outputs: HashMap<String, String>,
    /// Sub-models that are used as components.
    used: HashSet<&'a str>,
    repeated: HashMap<String, String>,
    /// Number of components that are sub-models.
    sub_models: usize,
    /// Enclosing sub-models.
    around: Vec<&'a str>,
    is_full: bool,
}

/// A component whose class is a sub-model.
struct Place<'p> {
    /// Name in the flat model.
    name: &'p str,
    span: &'p Span,
    class: &'p str,
}

impl<'a> Expander<'a> {
    fn new(top: &'a Body, definitions: &'a [Definition]) -> Self {
        let mut models = HashMap::default();
        let mut problems = Problems::default();
        for definition in definitions {
            if library::find_class(&definition.name.value).is_some() {
                let problem = SubModelProblem::ClassName { name: definition.name.value.clone() };
                problems.report(&definition.name.span, problem.into());
            }
            models.insert(definition.name.value.as_str(), definition);
        }
        let is_world = |component: &&Component| {
            library::find_class(&component.class.value)
                .is_some_and(|class| std::ptr::eq(class, &raw const library::world::CLASS))
        };
        let mut worlds: HashSet<&str> =
            top.components.iter().filter(is_world).map(|component| component.name.value.as_str()).collect();
        if worlds.is_empty() {
            worlds.insert(DEFAULT_WORLD);
        }
        let mut counts = Counts::default();
        definitions.iter().for_each(|definition| counts::of_definition(definition, &models, &mut counts));
        Self {
            models,
            counts,
            worlds,
            problems,
            reported: HashSet::default(),
            parts: Parts::default(),
            numbers: HashMap::default(),
            aliases: HashMap::default(),
            outputs: HashMap::default(),
            used: HashSet::default(),
            repeated: HashMap::default(),
            sub_models: 0,
            around: Vec::new(),
            is_full: false,
        }
    }

    /// Reports an error, once for each place in a text.
    fn report(&mut self, span: &Span, problem: SubModelProblem) {
        if self.reported.insert((span.clone(), std::mem::discriminant(&problem))) {
            self.problems.report(span, problem.into());
        }
    }

    fn report_library(&mut self, span: &Span, problem: LibraryProblem) {
        self.problems.report(span, Problem::from(problem));
    }

    /// The class of a component of the flat model.
    fn class_of(&self, component: &str) -> Option<&'static Class> {
        library::find_class(&self.parts.components.get(*self.numbers.get(component)?)?.class.value)
    }

    /// Checks for duplicate names.
    fn check_names(&mut self) {
        let mut seen = HashSet::default();
        let parameters = self.parts.parameters.iter().map(|parameter| ("parameters", &parameter.name));
        let variables = self.parts.variables.iter().map(|variable| ("variables", &variable.name));
        let components = self.parts.components.iter().map(|component| ("components", &component.name));
        let mut found = twice(parameters.chain(variables).chain(components), &mut seen);
        let mut seen = HashSet::default();
        let inputs = self.parts.inputs.iter().map(|public| ("inputs", &public.name));
        let outputs = self.parts.outputs.iter().map(|public| ("outputs", &public.name));
        found.extend(twice(inputs.chain(outputs), &mut seen));
        found.into_iter().for_each(|diagnostic| self.problems.push(diagnostic));
    }
}

fn twice<'n>(
    names: impl Iterator<Item = (&'static str, &'n Spanned<String>)>,
    seen: &mut HashSet<&'n str>,
) -> Vec<Diagnostic> {
    let is_second = |(_, name): &(&'static str, &'n Spanned<String>)| !seen.insert(name.value.as_str());
    let problem = |(section, name): (&'static str, &Spanned<String>)| {
        let problem = Problem::DuplicateName { name: name.value.clone(), first: section, second: section };
        Diagnostic::new(name.span.clone(), problem)
    };
    names.filter(is_second).map(problem).collect()
}

/// The nearest of `names` to `name`, and all of them.
fn nearest_and_all<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> (Option<String>, String) {
    (nearest(name, names.clone()).map(str::to_owned), names.collect::<Vec<_>>().join(", "))
}
