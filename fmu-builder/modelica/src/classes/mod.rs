//! The classes at hand, found by name (Modelica specification 3.6, sections 5.3 and 13). Files of packages in folders are read when
//! a name leads to them.

pub(crate) mod entry;
pub(crate) mod standard;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};

use compiler::model_file::{Diagnostic, Problem, SourceText, Sources, Span};

use crate::budget::{Budget, CHAIN_LIMIT, NAME, TOLD_LIMIT};
pub(crate) use crate::classes::entry::{ClassRef, Entry, add_hidden};
use crate::classes::entry::{Found, add, add_name, redeclaring};
use crate::problem::{Fault, Outcome};
use crate::syntax::parser::{self, File};
use crate::syntax::{Body, Class, ClassKind, Extends, Ident, Name};

/// Types that need no declaration.
pub(crate) const PREDEFINED: [&str; 5] = ["Real", "Integer", "Boolean", "String", "StateSelect"];
/// Full name of the package with orientations.
pub(crate) const FRAMES: &str = "Modelica.Mechanics.MultiBody.Frames";
/// Full name of the package with seeds, whose text has the base of noise blocks.
const NOISE: &str = "Modelica.Blocks.Noise";
/// Full names and texts, which are read when a name leads to them.
const TEXTS: [(&str, &str); 2] = [(FRAMES, include_str!("Frames.mo")), (NOISE, include_str!("Noise.mo"))];

/// Results by the class that they were looked up from, and by a key. The class is kept, so that no other has its address.
type Known<K, T> = RefCell<HashMap<(*const Entry, K), (ClassRef, T)>>;

/// False for a name of the standard library that the tables do not have.
fn is_known(found: &Found) -> bool {
    !matches!(found, Found::Standard(full) if !standard::is_known(full))
}

/// All classes, and the texts that they come from.
#[derive(Debug)]
pub(crate) struct Classes<'a> {
    pub(crate) sources: RefCell<Sources>,
    pub(crate) problems: RefCell<Vec<Diagnostic>>,
    pub(crate) budget: &'a Budget,
    root: ClassRef,
    /// Folders in which packages are looked for.
    paths: Vec<PathBuf>,
    /// The packages of [`TEXTS`], once a name has led to them.
    own_texts: RefCell<[Option<ClassRef>; 2]>,
    /// Names that were found.
    found: Known<String, Option<Found>>,
    /// Bases by where their clauses stand in the text of the class.
    bases: Known<*const Extends, Found>,
    /// Contents of folders that were looked into.
    listings: RefCell<HashMap<PathBuf, HashSet<OsString>>>,
}

impl<'a> Classes<'a> {
    pub(crate) fn new(paths: &[PathBuf], budget: &'a Budget) -> Self {
        Self {
            sources: RefCell::default(),
            problems: RefCell::default(),
            budget,
            root: Entry::new(String::new(), None, Weak::new(), None),
            paths: paths.to_vec(),
            own_texts: RefCell::default(),
            found: RefCell::default(),
            bases: RefCell::default(),
            listings: RefCell::default(),
        }
    }

    /// Reads the file that the user named, and the packages that it is in. The classes that it holds.
    pub(crate) fn open(&self, path: &Path) -> Result<Vec<ClassRef>, Problem> {
        let source = SourceText::read(path)?;
        let file = self.parse(source);
        let is_package = path.file_name().is_some_and(|name| name == "package.mo");
        let own = path.parent().map(Path::to_owned).unwrap_or_default();
        // The folder of the package that holds the classes of this file.
        let outer = if is_package { own.parent().map(Path::to_owned) } else { Some(own.clone()) };
        let parent = self.packages(&file.within, outer.as_deref());
        let folder = is_package.then_some(own);
        Ok(file.classes.iter().map(|class| add(&parent, class, folder.clone())).collect())
    }

    /// The same for a text that is in no folder.
    pub(crate) fn open_text(&self, source: SourceText) -> Vec<ClassRef> {
        let file = self.parse(source);
        let parent = self.packages(&file.within, None);
        file.classes.iter().map(|class| add(&parent, class, None)).collect()
    }

    /// The package called `names`; `folder` is that of its files, if it is in one.
    fn packages(&self, names: &[Ident], folder: Option<&Path>) -> ClassRef {
        let Some((last, outer)) = names.split_last() else { return self.root.clone() };
        let in_folder = folder.filter(|folder| folder.join("package.mo").is_file());
        let parent = self.packages(outer, in_folder.and_then(Path::parent));
        if let Some(known) = parent.children.borrow().get(&last.text) {
            return known.clone();
        }
        let read = in_folder.and_then(|folder| self.read_package(&parent, folder, &last.text));
        read.unwrap_or_else(|| add_name(&parent, &last.text, in_folder.map(Path::to_owned)))
    }

    fn read_package(&self, parent: &ClassRef, folder: &Path, name: &str) -> Option<ClassRef> {
        let class = self.read_class(&folder.join("package.mo"), name)?;
        Some(add(parent, &class, Some(folder.to_owned())))
    }

    /// The class `name` of the file at `path`; problems are noted.
    fn read_class(&self, path: &Path, name: &str) -> Option<Rc<Class>> {
        let source = self.told(SourceText::read(path).map_err(Diagnostic::without_place))?;
        self.parse(source).classes.into_iter().find(|class| *class.name.text == *name)
    }

    fn parse(&self, source: SourceText) -> File {
        let text = source.text.clone();
        let start = self.sources.borrow_mut().add(source);
        let mut problems = Vec::new();
        let file = parser::parse(&text, start, self.budget, &mut problems);
        problems.into_iter().for_each(|problem| self.note_problem(problem));
        file
    }

    /// The class or constant called `name`, seen from `scope`.
    pub(crate) fn find(&self, scope: &ClassRef, name: &Name) -> Option<Found> {
        self.budget.at(&name.span);
        let mut written = name.to_string();
        if name.global {
            written.insert(0, '.');
        }
        let key = (Rc::as_ptr(scope), written);
        if let Some((_, known)) = self.found.borrow().get(&key) {
            return known.clone();
        }
        let found = self.find_at(scope, name, CHAIN_LIMIT).map(|found| self.in_place(found));
        self.found.borrow_mut().insert(key, (scope.clone(), found.clone()));
        found
    }

    /// The class of a text of our own in place of a name of the library.
    fn in_place(&self, found: Found) -> Found {
        match found {
            Found::Standard(full) => self.in_own_text(&full).map_or(Found::Standard(full), Found::Class),
            found => found,
        }
    }

    /// The class with that full name, where it is in such a text.
    fn in_own_text(&self, full: &str) -> Option<ClassRef> {
        let (text, name) = match full.strip_prefix(FRAMES).and_then(|name| name.strip_prefix('.')) {
            Some(name) => (0, name),
            None if standard::SEEDED.contains(&full) => (1, full.rsplit_once('.')?.1),
            None => return None,
        };
        if self.own_texts.borrow()[text].is_none() {
            let (package, text_of) = TEXTS[text];
            let (outer, _) = package.rsplit_once('.')?;
            let source = SourceText { name: format!("{package}.mo"), text: text_of.to_owned() };
            let class = self.parse(source).classes.into_iter().next()?;
            let outer = Entry::new(outer.to_owned(), None, Rc::downgrade(&self.root), None);
            self.own_texts.borrow_mut()[text] = Some(add(&outer, &class, None));
        }
        let package = self.own_texts.borrow()[text].clone()?;
        name.split('.').try_fold(package, |package, name| package.own_class(name))
    }

    /// The class with the full name `name`, as an option of the command line says it.
    pub(crate) fn find_full(&self, name: &str) -> Option<Found> {
        let mut parts = name.split('.');
        let first = self.top_level(parts.next()?)?;
        parts.try_fold(first, |found, part| self.member(&found, part, CHAIN_LIMIT))
    }

    fn find_at(&self, scope: &ClassRef, name: &Name, depth: usize) -> Option<Found> {
        let depth = depth.checked_sub(1)?;
        let (first, others) = name.parts.split_first()?;
        let found = if name.global { self.top_level(&first.text) } else { self.outwards(scope, &first.text, depth) };
        others.iter().try_fold(found?, |found, part| self.member(&found, &part.text, depth))
    }

    /// A simple name, from `scope` outwards.
    fn outwards(&self, scope: &ClassRef, name: &str, depth: usize) -> Option<Found> {
        let mut scope = Some(scope.clone());
        while let Some(entry) = scope {
            let found = self.inside(&entry, name, depth, true);
            let found = found.or_else(|| self.inside(entry.derived.as_ref()?, name, depth, true));
            if found.is_some() {
                return found;
            }
            if entry.class.as_ref().is_some_and(|class| class.encapsulated) {
                break;
            }
            scope = entry.parent.upgrade();
        }
        self.top_level(name)
    }

    pub(crate) fn top_level(&self, name: &str) -> Option<Found> {
        if let Some(predefined) = PREDEFINED.iter().find(|predefined| **predefined == name) {
            return Some(Found::Predefined(predefined));
        }
        if let Some(child) = self.root.children.borrow().get(name) {
            return Some(Found::Class(child.clone()));
        }
        let loaded = self.paths.iter().find_map(|path| self.load(&self.root, path, name)).map(Found::Class);
        loaded.or_else(|| [standard::ROOT, standard::OWN].contains(&name).then(|| Found::Standard(name.to_owned())))
    }

    /// `name` in `entry`: its own, inherited, or imported.
    fn inside(&self, entry: &ClassRef, name: &str, depth: usize, with_imports: bool) -> Option<Found> {
        let depth = depth.checked_sub(1)?;
        self.budget.work(NAME).ok()?;
        let full = if entry.name.is_empty() { String::new() } else { format!("{}.{name}", entry.name) };
        if standard::comes_first(&full) {
            return Some(Found::Standard(full));
        }
        if let Some(child) = self.child(entry, name) {
            return Some(Found::Class(child));
        }
        if standard::is_known(&full) {
            return Some(Found::Standard(full));
        }
        let Some(class) = &entry.class else {
            return with_imports.then(|| standard::imported(&entry.name, name).map(Found::Standard)).flatten();
        };
        if let Body::Short(short) = &class.body {
            let base = self.find_at(&entry.parent.upgrade()?, &short.base, depth)?;
            return self.member(&base, name, depth);
        }
        self.budget.names(class.long.declarations()).ok()?;
        if let Some(constant) = class.constant(name) {
            return Some(Found::Constant(constant.clone(), entry.clone()));
        }
        let mut bases = class.bases().filter_map(|extends| self.base(entry, extends, depth));
        let inherited = bases.find_map(|base| self.known_member(&base, name, depth));
        let inherited = inherited.map(|found| redeclaring(entry, found));
        inherited.or_else(|| with_imports.then(|| self.imported(class, name, depth)).flatten())
    }

    /// Class `name` that an import of the class brings; qualified imports first.
    fn imported(&self, class: &Class, name: &str, depth: usize) -> Option<Found> {
        class.imported(name).iter().find_map(|(full, is_all)| {
            let (first, others) = full.parts.split_first()?;
            let first = self.top_level(&first.text)?;
            let found = others.iter().try_fold(first, |found, part| self.member(&found, &part.text, depth))?;
            (!is_all || is_known(&found)).then_some(found)
        })
    }

    /// Class `name` that the bases of a class have.
    pub(crate) fn inherited(&self, entry: &ClassRef, name: &str) -> Option<Found> {
        let bases = entry.class.as_ref()?.bases().filter_map(|extends| self.base(entry, extends, CHAIN_LIMIT));
        let own = self.child(entry, name);
        let is_other = |found: &Found| !matches!((found, &own), (Found::Class(a), Some(b)) if Rc::ptr_eq(a, b));
        bases.filter_map(|base| self.known_member(&base, name, CHAIN_LIMIT)).find(is_other)
    }

    /// The base that `extends`, which stands in `entry`, names.
    pub(crate) fn base(&self, entry: &ClassRef, extends: &Extends, depth: usize) -> Option<Found> {
        let key = (Rc::as_ptr(entry), std::ptr::from_ref(extends));
        if let Some((_, known)) = self.bases.borrow().get(&key) {
            return Some(known.clone());
        }
        let found = self.in_place(self.find_base(entry, extends, depth)?);
        self.bases.borrow_mut().insert(key, (entry.clone(), found.clone()));
        Some(found)
    }

    /// The same, without inherited classes.
    fn find_base(&self, entry: &ClassRef, extends: &Extends, depth: usize) -> Option<Found> {
        let depth = depth.min(CHAIN_LIMIT).checked_sub(1)?;
        let (first, others) = extends.base.parts.split_first()?;
        let own = || match self.child(entry, &first.text) {
            Some(child) => Some(Found::Class(child)),
            None => entry.class.as_ref().and_then(|class| self.imported(class, &first.text, depth)),
        };
        let found = if extends.base.global {
            self.top_level(&first.text)
        } else {
            own().or_else(|| match entry.parent.upgrade() {
                Some(parent) => self.outwards(&parent, &first.text, depth),
                None => self.top_level(&first.text),
            })
        };
        others.iter().try_fold(found?, |found, part| self.member(&found, &part.text, depth))
    }

    /// `found.name`; of the standard library all names count as there, until they are used.
    pub(crate) fn member(&self, found: &Found, name: &str, depth: usize) -> Option<Found> {
        match found {
            Found::Class(entry) => match self.inside(entry, name, depth, false) {
                None if entry.class.is_none() && standard::is_below_root(&entry.name) => {
                    Some(Found::Standard(format!("{}.{name}", entry.name)))
                }
                inside => inside,
            },
            Found::Standard(full) => Some(Found::Standard(format!("{full}.{name}"))),
            Found::Predefined(_) | Found::Constant(..) => None,
        }
    }

    /// The same, with only the known names of the standard library.
    pub(crate) fn known_member(&self, found: &Found, name: &str, depth: usize) -> Option<Found> {
        self.member(found, name, depth).filter(is_known)
    }

    /// The class `name` that is written in `entry`, or in a file of its folder.
    fn child(&self, entry: &ClassRef, name: &str) -> Option<ClassRef> {
        if let Some(child) = entry.children.borrow().get(name) {
            return Some(child.clone());
        }
        self.load(entry, entry.folder.as_deref()?, name)
    }

    /// True if a folder has an entry of that name: most names are in none, and asking for each takes long.
    fn lists(&self, folder: &Path, name: &str) -> bool {
        let mut listings = self.listings.borrow_mut();
        let listing = listings.entry(folder.to_owned()).or_insert_with(|| {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name()).collect()
        });
        listing.contains(OsStr::new(name))
    }

    /// Reads `folder/name.mo` or `folder/name/package.mo`.
    fn load(&self, parent: &ClassRef, folder: &Path, name: &str) -> Option<ClassRef> {
        let in_file = format!("{name}.mo");
        let [is_in_file, is_in_folder] = [in_file.as_str(), name].map(|entry| self.lists(folder, entry));
        let file = folder.join(in_file);
        if is_in_file {
            return Some(add(parent, &self.read_class(&file, name)?, None));
        }
        if !is_in_folder {
            return None;
        }
        let inner = folder.join(name);
        // A broken link counts, too: reading it reports the error.
        let is_package = std::fs::symlink_metadata(inner.join("package.mo")).is_ok();
        is_package.then(|| self.read_package(parent, &inner, name)).flatten()
    }

    /// All models below `classes` that could be built, by full name: neither partial nor inside of other models.
    pub(crate) fn models(&self, classes: &[ClassRef]) -> Vec<ClassRef> {
        let mut models = Vec::new();
        let mut open: Vec<ClassRef> = classes.iter().rev().cloned().collect();
        while let Some(entry) = open.pop() {
            let Some(class) = &entry.class else { continue };
            match class.kind {
                ClassKind::Model if !class.partial => models.push(entry),
                ClassKind::Package => {
                    let inner = class.long.classes.iter().rev();
                    open.extend(inner.filter_map(|inner| entry.own_class(&inner.class.name.text)));
                }
                _ => {}
            }
        }
        models
    }

    /// Reports `problem` at `span`.
    pub(crate) fn report(&self, span: &Span, problem: impl Into<Fault>) {
        self.note_problem(problem.into().at(span.clone()));
    }

    /// The result; an error is noted.
    pub(crate) fn told<T>(&self, result: Outcome<T>) -> Option<T> {
        result.map_err(|problem| self.note_problem(problem)).ok()
    }

    /// Notes `problem` if it is new, and drops it once the budget is exceeded.
    pub(crate) fn note_problem(&self, problem: Diagnostic) {
        let mut problems = self.problems.borrow_mut();
        if !self.budget.is_exceeded() && problems.len() < TOLD_LIMIT && !problems.contains(&problem) {
            problems.push(problem);
        }
    }
}
