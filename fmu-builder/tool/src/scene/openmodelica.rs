//! NAME_visual.xml: the scene as OpenModelica's animation reads it beside an FMU. A value there is a number or the name of a variable of the
//! FMU; nothing is computed. So a shape is left out if a value that changes is not a variable of the FMU.

use std::fmt::Write;

use compiler::model_file::{Expression, Function};
use compiler::pictures::{Shown, ShownFigure};
use drawing::math::{add, rounded, scaled, unit};
use library::pictures::ShapeType;
use quick_xml::escape::escape;
use simulation::variables::DataType;

use super::Drawable;
use super::run::Recording;
use crate::naming::Names;

const BEGINNING: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<visualization>\n";

/// A number or a reference to a variable.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    /// A variable of the FMU.
    Variable(String),
}

struct Writer<'a> {
    drawable: &'a Drawable,
    recording: &'a Recording,
    names: &'a Names<'a>,
    exposed: &'a [usize],
}

/// The scene; none where nothing can be shown.
pub(super) fn write(
    drawable: &Drawable,
    recording: &Recording,
    names: &Names<'_>,
    exposed: &[usize],
) -> Option<String> {
    let writer = Writer { drawable, recording, names, exposed };
    let mut xml = BEGINNING.to_owned();
    drawable.pictures.shown.iter().filter_map(|shown| writer.shape(shown)).for_each(|shape| xml.push_str(&shape));
    (xml.len() > BEGINNING.len()).then(|| xml + "</visualization>\n")
}

impl Writer<'_> {
    /// The name of a variable, if the FMU shows it as a Real.
    fn variable(&self, index: usize) -> Option<Value> {
        let is_real = matches!(self.drawable.model.catalogue.variables.get(index)?.data_type, DataType::Real { .. });
        let is_shown = self.exposed.binary_search(&index).is_ok();
        (is_real && is_shown).then(|| Value::Variable(self.names.get(index).to_owned()))
    }

    fn is_constant(&self, expression: &Expression) -> bool {
        self.recording.are_constant(&self.drawable.pictures, expression.references())
    }

    /// The numbers of an expression that does not change.
    fn numbers<const N: usize>(&self, expression: &Expression) -> Option<[f64; N]> {
        if !self.is_constant(expression) {
            return None;
        }
        let value = self.drawable.pictures.evaluate(expression, &|index| self.recording.value(0, index)).ok()?;
        value.elements().try_into().ok()
    }

    /// Each element as a number or a variable; none where it would have to be computed.
    fn values<const N: usize>(&self, expression: &Expression) -> Option<Vec<Value>> {
        if let Some(numbers) = self.numbers::<N>(expression) {
            return Some(numbers.map(|x| Value::Number(rounded(x))).to_vec());
        }
        match expression {
            Expression::Reference { name, .. } => {
                let (_, indices) = self.drawable.pictures.variables.get(name)?;
                let values: Option<Vec<Value>> = indices.iter().map(|&index| self.variable(index)).collect();
                values.filter(|values| values.len() == N)
            }
            // Lengths that are limited to be above zero.
            Expression::If(choice) => self.values::<N>(&choice.branches[1]),
            // The thick cylinder of a damper has its own length.
            Expression::Call(Function::Min, list) => {
                list.iter().find(|item| self.is_constant(item)).and_then(|item| self.values::<N>(item))
            }
            // The thin one is within it, over the whole length.
            Expression::Call(Function::Max, list) => match list.first()? {
                Expression::Binary(_, whole, _) => self.values::<N>(whole),
                _ => None,
            },
            _ => None,
        }
    }

    fn shape(&self, shown: &Shown) -> Option<String> {
        // If an FMU shows its interface only, most shapes are left out because of this.
        let (r, t) = self.frame(shown)?;
        let kind = match shown.figure {
            ShownFigure::Shape(of) => name(of).to_owned(),
            ShownFigure::File(entry) => self.file(entry, shown)?,
            _ => return None,
        };
        let is_seen = |condition: &Expression| self.numbers::<1>(condition).is_some_and(|[x]| x > 0.0);
        if !shown.when.iter().all(is_seen) || !self.is_constant(&shown.roll) {
            return None;
        }
        let is_thin = matches!(&shown.length, Expression::Call(Function::Max, _));
        let length = self.values::<1>(&shown.length)?;
        let along = self.values::<3>(&shown.along)?;
        let origin = if is_thin {
            vec![Value::Number(0.0); 3]
        } else if shown.centred {
            self.centred(shown)?
        } else {
            self.values::<3>(&shown.origin)?
        };
        let (width, height) = match shown.figure {
            // Read as the radii of the coil and of the wire.
            ShownFigure::Shape(ShapeType::Spring) => (self.part(&shown.width, 0.5)?, self.part(&shown.height, 0.25)?),
            _ => (self.values::<1>(&shown.width)?, self.values::<1>(&shown.height)?),
        };
        let ident = escape(format!("{}.{}", shown.component, shown.name)).into_owned();
        let mut xml = format!("  <shape>\n    <ident>{ident}</ident>\n    <type>{}</type>\n", escape(kind.as_str()));
        element(&mut xml, "T", &t);
        element(&mut xml, "r", &r);
        element(&mut xml, "r_shape", &origin);
        element(&mut xml, "lengthDir", &along);
        element(&mut xml, "widthDir", &self.values::<3>(&shown.wide)?);
        element(&mut xml, "length", &length);
        element(&mut xml, "width", &width);
        element(&mut xml, "height", &height);
        element(&mut xml, "extra", &self.values::<1>(&shown.extra)?);
        element(&mut xml, "color", &self.values::<3>(&shown.colour)?);
        element(&mut xml, "specCoeff", &self.values::<1>(&shown.specular)?);
        xml.push_str("  </shape>\n");
        Some(xml)
    }

    /// Type of a shape from a file: the file in the FMU, else an address that OpenModelica can read. Other files become a box, if the sizes
    /// are lengths and not scale factors.
    fn file(&self, entry: usize, shown: &Shown) -> Option<String> {
        if let Some(name) = self.drawable.files.name_in_fmu(entry) {
            // The reader takes the text behind the two slashes as a path.
            return Some(format!("file://{name}"));
        }
        let file = self.drawable.pictures.files.get(entry)?;
        let is_address = ["modelica://", "file:///"].iter().any(|scheme| file.name.starts_with(scheme));
        let is_scaled = self.numbers::<1>(&shown.extra)?[0] > 0.0;
        match (is_address, is_scaled) {
            (true, _) => Some(file.name.clone()),
            (false, true) => None,
            (false, false) => Some(name(ShapeType::Box).to_owned()),
        }
    }

    /// A part of a number that does not change.
    fn part(&self, expression: &Expression, factor: f64) -> Option<Vec<Value>> {
        let [number] = self.numbers::<1>(expression)?;
        Some(vec![Value::Number(rounded(number * factor))])
    }

    /// The origin of a shape half of whose length lies before it.
    fn centred(&self, shown: &Shown) -> Option<Vec<Value>> {
        let [size] = self.numbers::<1>(&shown.length)?;
        let origin = self.numbers::<3>(&shown.origin)?;
        let x = unit(self.numbers::<3>(&shown.along)?).unwrap_or([1.0, 0.0, 0.0]);
        Some(add(origin, scaled(x, -size / 2.0)).map(|x| Value::Number(rounded(x))).to_vec())
    }

    /// Position of the object frame and the elements of its transformation matrix, by rows.
    fn frame(&self, shown: &Shown) -> Option<(Vec<Value>, Vec<Value>)> {
        let diagonal = |k: usize| Value::Number(if k.is_multiple_of(4) { 1.0 } else { 0.0 });
        let identity: Vec<Value> = (0..9).map(diagonal).collect();
        let Some(frame) = &shown.frame else { return Some((vec![Value::Number(0.0); 3], identity)) };
        let reference = |name: &str| Expression::Reference { name: format!("{frame}.{name}"), span: 0..0 };
        let r = self.values::<3>(&reference("r_0"))?;
        let t = if shown.resolved_in_world { identity } else { self.values::<9>(&reference("R.T"))? };
        Some((r, t))
    }
}

fn name(of: ShapeType) -> &'static str {
    match of {
        ShapeType::Box => "box",
        ShapeType::Sphere => "sphere",
        ShapeType::Cylinder => "cylinder",
        ShapeType::Cone => "cone",
        ShapeType::Pipe => "pipecylinder",
        ShapeType::Beam => "beam",
        ShapeType::Gearwheel => "gearwheel",
        ShapeType::Spring => "spring",
    }
}

/// An element with its values.
fn element(xml: &mut String, name: &str, values: &[Value]) {
    let _ = write!(xml, "    <{name}>");
    for value in values {
        // Writing to a string cannot fail.
        let _ = match value {
            Value::Number(x) => write!(xml, "<exp>{x:?}</exp>"),
            Value::Variable(name) => write!(xml, "<cref>{}</cref>", escape(name.as_str())),
        };
    }
    let _ = writeln!(xml, "</{name}>");
}
