//! Arrays of FMI 3.0 as their elements (FMI 3.0.2, 2.4.7.5.1).

use std::collections::{HashMap, HashSet};

use super::element::Element;
use super::{Kind, ReadError, ScalarVariable};

/// Number of elements up to which an array is read.
const MOST: usize = 1_000_000;

/// An element of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    /// Value reference of the array.
    array: u32,
    /// Position among its elements, row by row.
    position: usize,
    /// Number of its elements.
    size: usize,
}

/// Value references of this tool's own, which stand for elements of arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements {
    places: HashMap<u32, Place>,
}

/// How the values of some variables lie in one call of the FMU.
#[derive(Debug)]
pub(crate) struct Layout {
    /// References of the variables and arrays to ask for.
    pub references: Vec<u32>,
    /// Number of their values.
    pub size: usize,
    /// Positions of the variables' values among them.
    pub positions: Vec<usize>,
}

impl Elements {
    /// Returns true if this reference stands for an element of an array.
    pub fn contains(&self, reference: u32) -> bool {
        self.places.contains_key(&reference)
    }

    /// The call that reads or writes these variables, unless they are all scalars.
    pub(crate) fn layout(&self, references: &[u32]) -> Option<Layout> {
        if !references.iter().any(|reference| self.contains(*reference)) {
            return None;
        }
        let mut layout = Layout { references: Vec::new(), size: 0, positions: Vec::new() };
        let mut firsts = HashMap::new();
        for reference in references {
            let place = self.places.get(reference);
            let Place { array, position, size } =
                place.copied().unwrap_or(Place { array: *reference, position: 0, size: 1 });
            let first = *firsts.entry(array).or_insert_with(|| {
                layout.references.push(array);
                layout.size += size;
                layout.size - size
            });
            layout.positions.push(first + position);
        }
        Some(layout)
    }
}

/// Collects the elements of arrays as variables are read.
pub(super) struct Reader {
    pub(super) elements: Elements,
    own: HashMap<(u32, usize), u32>,
    /// Start values of the structural parameters.
    sizes: HashMap<u32, usize>,
    /// References of the FMU's own.
    used: HashSet<u32>,
    /// From here on downwards there are free ones.
    next: u32,
}

impl Reader {
    /// A reader of these variables.
    pub(super) fn new(variables: &[Element<'_, '_>]) -> Self {
        let reference = |element: &Element<'_, '_>| element.text("valueReference")?.trim().parse::<u32>().ok();
        let size = |element: &Element<'_, '_>| {
            element.text("causality").filter(|causality| causality == "structuralParameter")?;
            Some((reference(element)?, element.text("start")?.trim().parse().ok()?))
        };
        Self {
            elements: Elements::default(),
            own: HashMap::new(),
            used: variables.iter().filter_map(reference).collect(),
            sizes: variables.iter().filter_map(size).collect(),
            next: u32::MAX,
        }
    }

    /// The variable, or the elements of the array that it is. An array that is too large, or whose size is not known, stays one variable
    /// that this tool does not use.
    pub(super) fn expand(
        &mut self,
        element: Element<'_, '_>,
        variable: ScalarVariable,
    ) -> Result<Vec<ScalarVariable>, ReadError> {
        let dimensions: Vec<Element<'_, '_>> = element.children().filter(|child| child.name() == "Dimension").collect();
        if dimensions.is_empty() || !variable.kind.is_number() {
            return Ok(vec![variable]);
        }
        let sizes =
            dimensions.into_iter().map(|dimension| self.size(dimension)).collect::<Result<Option<Vec<_>>, _>>()?;
        let product = |sizes: &Vec<usize>| sizes.iter().try_fold(1, |size: usize, next| size.checked_mul(*next));
        let size = sizes.as_ref().and_then(product).filter(|size| *size <= MOST);
        let (Some(sizes), Some(size)) = (sizes, size) else {
            return Ok(vec![ScalarVariable { kind: Kind::Other, ..variable }]);
        };
        let starts: Vec<&str> = variable.start.iter().flat_map(|start| start.split_whitespace()).collect();
        if ![0, 1, size].contains(&starts.len()) {
            let (name, starts, line) = (variable.name.clone(), starts.len(), variable.line);
            return Err(ReadError::Starts { name, size, starts, line });
        }
        let one = |position: usize| ScalarVariable {
            name: name(&variable.name, position, &sizes),
            value_reference: self.reference(Place { array: variable.value_reference, position, size }),
            // One start value holds for all.
            start: starts.get(position).or_else(|| starts.first()).map(|start| (*start).to_owned()),
            ..variable.clone()
        };
        Ok((0..size).map(one).collect())
    }

    /// A size that is written or that a structural parameter has.
    fn size(&self, dimension: Element<'_, '_>) -> Result<Option<usize>, ReadError> {
        let written = dimension.parse("start")?;
        let parameter: Option<u32> = dimension.parse("valueReference")?;
        Ok(written.or_else(|| self.sizes.get(&parameter?).copied()))
    }

    fn reference(&mut self, place: Place) -> u32 {
        *self.own.entry((place.array, place.position)).or_insert_with(|| {
            while self.used.contains(&self.next) {
                self.next = self.next.wrapping_sub(1);
            }
            self.elements.places.insert(self.next, place);
            self.used.insert(self.next);
            self.next
        })
    }
}

/// Name of an element: `R.T[1,2]`.
pub(super) fn name(array: &str, position: usize, sizes: &[usize]) -> String {
    let subscripts =
        crate::description::subscripts_of(position, sizes).iter().map(usize::to_string).collect::<Vec<_>>();
    format!("{array}[{}]", subscripts.join(","))
}
