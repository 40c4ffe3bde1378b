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
    Body, Diagnostic, Expansion, ModelFile, Problem, Problems, Span, Spanned, SubModel, Used, Written,
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
pub(crate) fn expand(mut written: Written, used: &[Used]) -> Result<ModelFile, Vec<Diagnostic>> {
    trees::read(&mut written);
    let Written { name, description, experiment, models, body: top, .. } = written;
    let file = ModelFile { name, description, experiment, ..ModelFile::default() };
    if models.is_empty() && used.is_empty() && is_flat(&top) {
        let Body { parameters, components, connections, variables, inputs, outputs, .. } = top;
        let connections = connections.into_iter().map(|connection| connection.pair).collect();
        return Ok(ModelFile { parameters, components, connections, variables, inputs, outputs, ..file });
    }
    let mut expander = Expander { parts: file, ..Expander::new(&top, &models) };
    expander.body(&top, Scope::default(), Vec::new());
    expander.name_inputs();
    expander.check_connectors();
    expander.check_names();
    let warnings = unused::warnings(&top, &models, used, &expander.used);
    let Expander { problems, parts, repeated, .. } = expander;
    problems.into_result()?;
    Ok(ModelFile { expansion: Expansion { warnings, repeated }, ..parts })
}

/// True if nothing in the model needs expansion.
fn is_flat(body: &Body) -> bool {
    let mut has_indices = body.components.iter().any(|component| counts::range_of(component).is_some())
        || body.connections.iter().any(|connection| connection.indices.is_some());
    // A subscript that is not a number.
    body.for_each_name(&mut |name| {
        let mut inside = name.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        has_indices |= inside.any(|inside| !inside.bytes().all(|byte| byte.is_ascii_digit() || byte == b','));
    });
    !has_indices
}

/// Builds the flat model.
#[derive(Default)]
struct Expander<'a> {
    models: HashMap<&'a str, &'a SubModel>,
    counts: Counts<'a>,
    /// Components of class World in the model itself, which sub-models may refer to.
    worlds: HashSet<&'a str>,
    problems: Problems,
    /// Errors reported so far, by place: further uses of a sub-model do not repeat them.
    reported: HashSet<(Span, std::mem::Discriminant<SubModelProblem>)>,
    /// The flat model under construction.
    parts: ModelFile,
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

impl<'a> Expander<'a> {
    fn new(top: &'a Body, definitions: &'a [SubModel]) -> Self {
        let mut models = HashMap::default();
        let mut problems = Problems::default();
        for definition in definitions {
            if library::find_class(&definition.name.value).is_some() {
                let problem = SubModelProblem::ClassName { name: definition.name.value.clone() };
                problems.report(&definition.name.span, problem);
            }
            models.insert(definition.name.value.as_str(), definition);
        }
        let worlds = top.components.iter().filter(|component| component.is_world());
        let mut worlds: HashSet<&str> = worlds.map(|component| component.name.value.as_str()).collect();
        if worlds.is_empty() {
            worlds.insert(DEFAULT_WORLD);
        }
        let mut counts = Counts::default();
        definitions.iter().for_each(|definition| counts::of_definition(definition, &models, &mut counts));
        let of_model = counts::of_body(top, &models, &mut counts);
        counts.insert(Scope::default().class, of_model);
        Self { models, counts, worlds, problems, ..Self::default() }
    }

    /// Reports an error, once for each place in a text.
    fn report(&mut self, span: &Span, problem: SubModelProblem) {
        if self.reported.insert((span.clone(), std::mem::discriminant(&problem))) {
            self.problems.report(span, problem);
        }
    }

    /// The result; an error is reported.
    fn valid<T>(&mut self, span: &Span, result: Result<T, SubModelProblem>) -> Option<T> {
        result.map_err(|problem| self.report(span, problem)).ok()
    }

    /// The class of a component of the flat model.
    fn class_of(&self, component: &str) -> Option<&'static Class> {
        library::find_class(&self.parts.components.get(*self.numbers.get(component)?)?.class.value)
    }

    /// Checks for duplicate names.
    fn check_names(&mut self) {
        let parts = &self.parts;
        let parameters = parts.parameters.iter().map(|parameter| ("parameters", &parameter.name));
        let variables = parts.variables.iter().map(|variable| ("variables", &variable.name));
        let components = parts.components.iter().map(|component| ("components", &component.name));
        report_twice(parameters.chain(variables).chain(components), &mut self.problems);
        let inputs = parts.inputs.iter().map(|public| ("inputs", &public.name));
        let outputs = parts.outputs.iter().map(|public| ("outputs", &public.name));
        report_twice(inputs.chain(outputs), &mut self.problems);
    }
}

fn report_twice<'n>(names: impl Iterator<Item = (&'static str, &'n Spanned<String>)>, problems: &mut Problems) {
    let mut seen = HashSet::default();
    for (section, name) in names {
        if !seen.insert(name.value.as_str()) {
            let problem = Problem::DuplicateName { name: name.value.clone(), first: section, second: section };
            problems.report(&name.span, problem);
        }
    }
}
