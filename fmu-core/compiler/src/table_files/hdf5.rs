//! Matrices in files of MATLAB 7.3, in the part of HDF5 that MATLAB writes: superblock 0 and 1, groups with symbol
//! tables, contiguous or chunked data, the filters deflate and shuffle. See the HDF5 File Format Specification, version
//! 1.

use super::bytes::{Bytes, Storage, inflated};
use super::matrix::{Matrix, Named, size};
use std::cell::Cell;

const SIGNATURE: &[u8] = b"\x89HDF\r\n\x1a\n";
/// The undefined address.
const NOWHERE: usize = usize::MAX;
/// Maximum number of parts that are visited, so that files with cyclic references end.
const PART_LIMIT: usize = 100_000;
/// Maximum size of a chunk, bytes.
const CHUNK_LIMIT: u64 = 64 << 20;

struct File<'a> {
    /// The part of the file that addresses refer to, from the base address on.
    content: &'a [u8],
    parts: Cell<usize>,
}

/// The header messages of an object that are used.
#[derive(Default)]
struct Object {
    dimensions: Vec<usize>,
    storage: Option<(Storage, bool)>,
    layout: Option<Layout>,
    filters: Vec<usize>,
    /// B-tree and heap of a group.
    group: Option<(usize, usize)>,
}

enum Layout {
    Piece { address: usize },
    Inside(Vec<u8>),
    Chunks { tree: usize, sizes: Vec<usize> },
}

/// All numeric matrices; none if the file uses other parts of the format.
pub(super) fn matrices(content: &[u8]) -> Option<Vec<Named>> {
    let starts = std::iter::once(0).chain((9..24).map(|power| 1 << power));
    let start =
        starts.into_iter().find(|start: &usize| content.get(*start..).is_some_and(|c| c.starts_with(SIGNATURE)))?;
    let mut head = Bytes::little(content.get(start + SIGNATURE.len()..)?);
    let version = head.size(1)?;
    head.take(4)?;
    if version > 1 || head.size(1)? != 8 || head.size(1)? != 8 {
        return None;
    }
    head.take(if version == 1 { 13 } else { 9 })?;
    let base = head.size(8)?;
    head.take(24 + 8)?;
    let root = head.size(8)?;
    let file = File { content: content.get(base..)?, parts: Cell::new(PART_LIMIT) };
    let mut found = Vec::new();
    file.object(root, "", &mut found)?;
    Some(found)
}

impl<'a> File<'a> {
    fn at(&self, address: usize) -> Option<Bytes<'a>> {
        self.parts.set(self.parts.get().checked_sub(1)?);
        Some(Bytes::little(self.content.get(address..)?))
    }

    /// A group or a matrix called `name`.
    fn object(&self, address: usize, name: &str, found: &mut Vec<Named>) -> Option<()> {
        let object = self.messages(address)?;
        if let Some((tree, heap)) = object.group {
            let mut heap = self.at(heap)?;
            heap.take(24)?;
            let names = heap.size(8)?;
            return self.group(tree, names, name, found);
        }
        let [columns, rows] = *object.dimensions.as_slice() else { return Some(()) };
        let Some((storage, is_big_endian)) = object.storage else { return Some(()) };
        let count = size(rows, columns)?;
        let data = self.data(&object, storage.bytes(), count)?;
        let mut bytes = Bytes { rest: &data, is_big_endian };
        let elements = bytes.numbers(count, storage)?;
        found.push(Named { name: name.to_owned(), matrix: Matrix::from_columns(rows, columns, &elements) });
        Some(())
    }

    /// The objects of a group, which are listed in the leaves of a B-tree.
    fn group(&self, address: usize, names: usize, outer: &str, found: &mut Vec<Named>) -> Option<()> {
        let mut node = self.at(address)?;
        let kind = node.take(4)?.rest;
        if kind == b"TREE" {
            node.take(2)?;
            let count = node.size(2)?;
            node.take(16 + 8)?;
            for _ in 0..count {
                self.group(node.size(8)?, names, outer, found)?;
                node.take(8)?;
            }
            return Some(());
        }
        node.take(2)?;
        for _ in 0..node.size(2)? {
            let (name, object) = (node.size(8)?, node.size(8)?);
            node.take(24)?;
            let own = self.at(names.checked_add(name)?)?.text();
            // Objects that MATLAB refers to; they are not variables.
            if own.starts_with('#') {
                continue;
            }
            let full = if outer.is_empty() { own } else { format!("{outer}.{own}") };
            self.object(object, &full, found)?;
        }
        Some(())
    }

    fn messages(&self, address: usize) -> Option<Object> {
        let mut head = self.at(address)?;
        if head.size(1)? != 1 {
            return None;
        }
        head.take(7)?;
        let length = head.size(4)?;
        head.take(4)?;
        let mut blocks = vec![head.take(length)?];
        let mut object = Object::default();
        while let Some(mut block) = blocks.pop() {
            while block.rest.len() >= 8 {
                let (kind, length) = (block.size(2)?, block.size(2)?);
                block.take(4)?;
                let mut message = block.take(length)?;
                match kind {
                    0x01 => object.dimensions = dimensions(message)?,
                    0x03 => object.storage = storage(message)?,
                    0x08 => object.layout = Some(layout(message)?),
                    0x0b => object.filters = filters(message)?,
                    0x10 => {
                        let (address, length) = (message.size(8)?, message.size(8)?);
                        blocks.push(self.at(address)?.take(length)?);
                    }
                    0x11 => object.group = Some((message.size(8)?, message.size(8)?)),
                    _ => {}
                }
            }
        }
        Some(object)
    }

    /// The bytes of `count` elements of `bytes` each.
    fn data(&self, object: &Object, bytes: usize, count: usize) -> Option<Vec<u8>> {
        let length = count.checked_mul(bytes)?;
        match object.layout.as_ref()? {
            Layout::Piece { address: NOWHERE } | Layout::Chunks { tree: NOWHERE, .. } => Some(vec![0; length]),
            Layout::Piece { address } => Some(self.at(*address)?.take(length)?.rest.to_vec()),
            Layout::Inside(data) => data.get(..length).map(<[u8]>::to_vec),
            Layout::Chunks { tree, sizes } => {
                let mut data = vec![0; length];
                self.chunks(*tree, sizes, object, bytes, &mut data)?;
                Some(data)
            }
        }
    }

    /// Copies the chunks of a B-tree to their positions.
    fn chunks(&self, address: usize, sizes: &[usize], object: &Object, bytes: usize, data: &mut [u8]) -> Option<()> {
        let mut node = self.at(address)?;
        node.take(5)?;
        let level = node.size(1)?;
        let count = node.size(2)?;
        node.take(16)?;
        let [rows, columns] = *object.dimensions.as_slice() else { return None };
        let [chunk_rows, chunk_columns] = *sizes else { return None };
        for _ in 0..count {
            let length = node.size(4)?;
            node.take(4)?;
            let [row, column, _] = [node.size(8)?, node.size(8)?, node.size(8)?];
            let child = node.size(8)?;
            if level > 0 {
                self.chunks(child, sizes, object, bytes, data)?;
                continue;
            }
            let content = unfiltered(self.at(child)?.take(length)?.rest, &object.filters, bytes)?;
            let width = chunk_columns.min(columns.checked_sub(column)?) * bytes;
            for k in 0..chunk_rows.min(rows.checked_sub(row)?) {
                let from = k.checked_mul(chunk_columns)?.checked_mul(bytes)?;
                let to = ((row + k) * columns + column) * bytes;
                data.get_mut(to..to + width)?.copy_from_slice(content.get(from..from + width)?);
            }
        }
        Some(())
    }
}

fn dimensions(mut message: Bytes<'_>) -> Option<Vec<usize>> {
    let (version, count) = (message.size(1)?, message.size(1)?);
    message.take(if version == 1 { 6 } else { 2 })?;
    (0..count).map(|_| message.size(8)).collect()
}

/// Storage type of an element, and whether it is big-endian; none if it is not numeric.
fn storage(mut message: Bytes<'_>) -> Option<Option<(Storage, bool)>> {
    let class = message.size(1)? & 0xf;
    let bits = message.size(3)?;
    let bytes = message.size(4)?;
    let is_big_endian = bits & 1 == 1;
    Some(match (class, bytes) {
        (0, 1 | 2 | 4 | 8) if bits & 8 != 0 => Some((Storage::Signed(bytes), is_big_endian)),
        (0, 1 | 2 | 4 | 8) => Some((Storage::Unsigned(bytes), is_big_endian)),
        (1, 4 | 8) => Some((Storage::Float(bytes), is_big_endian)),
        _ => None,
    })
}

fn layout(mut message: Bytes<'_>) -> Option<Layout> {
    if message.size(1)? != 3 {
        return None;
    }
    Some(match message.size(1)? {
        0 => {
            let length = message.size(2)?;
            Layout::Inside(message.take(length)?.rest.to_vec())
        }
        1 => Layout::Piece { address: message.size(8)? },
        2 => {
            // The last dimension is the size of an element.
            let count = message.size(1)?.checked_sub(1)?;
            let tree = message.size(8)?;
            Layout::Chunks { tree, sizes: (0..count).map(|_| message.size(4)).collect::<Option<_>>()? }
        }
        _ => return None,
    })
}

/// Identifiers of the filters.
fn filters(mut message: Bytes<'_>) -> Option<Vec<usize>> {
    let (version, count) = (message.size(1)?, message.size(1)?);
    if version == 1 {
        message.take(6)?;
    }
    let mut found = Vec::new();
    for _ in 0..count {
        let filter = message.size(2)?;
        let length = if version == 1 || filter >= 256 { message.size(2)? } else { 0 };
        message.take(2)?;
        let values = message.size(2)?;
        message.take(length)?;
        message.take(4 * (values + if version == 1 { values % 2 } else { 0 }))?;
        found.push(filter);
    }
    Some(found)
}

/// Undoes the filters of a chunk, the last one first.
fn unfiltered(content: &[u8], filters: &[usize], bytes: usize) -> Option<Vec<u8>> {
    let mut content = content.to_vec();
    for filter in filters.iter().rev() {
        content = match filter {
            1 => inflated(&content, CHUNK_LIMIT)?,
            2 => {
                // Shuffled data has the first bytes of all elements, then the second ones, and so on.
                let count = content.len() / bytes;
                (0..count * bytes).map(|k| content[k % bytes * count + k / bytes]).collect()
            }
            _ => return None,
        };
    }
    Some(content)
}
