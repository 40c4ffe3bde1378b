//! Elements of arrays among scalar variables.

use mechanism::Shape;

/// Shape and elements, row by row, of the variable, element or array called `name`.
/// `index` finds scalar variables.
pub(crate) fn elements_of(name: &str, index: impl Fn(&str) -> Option<usize>) -> Option<(Shape, Vec<usize>)> {
    if let Some(index) = index(name) {
        return Some((Shape::Scalar, vec![index]));
    }
    let run = |name: &dyn Fn(usize) -> String| (1..).map_while(|k| index(&name(k))).collect::<Vec<usize>>();
    let vector = run(&|k| format!("{name}[{k}]"));
    if !vector.is_empty() {
        return Some((Shape::Vector(vector.len()), vector));
    }
    let columns = run(&|k| format!("{name}[1,{k}]")).len();
    let rows = if columns == 0 { 0 } else { run(&|k| format!("{name}[{k},1]")).len() };
    let shape = Shape::Matrix(rows, columns);
    let elements: Vec<usize> =
        (0..shape.size()).filter_map(|k| index(&format!("{name}{}", shape.subscript(k)))).collect();
    (rows > 0 && elements.len() == shape.size()).then_some((shape, elements))
}
