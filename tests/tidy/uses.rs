//! Reads from the sources of a crate which of its modules use which others. Test code does not count.

use std::collections::{BTreeMap, BTreeSet};

/// Modules of a folder, each with the modules beside it that it uses and a file that does.
pub(crate) type Uses = BTreeMap<String, BTreeMap<String, String>>;

/// Names of modules, from the root of the crate.
type Path<'a> = Vec<&'a str>;

/// Most imports of imports that are followed.
const MOST_STEPS: usize = 8;
/// What comes before a module for tests.
const TEST_ONLY: &str = "#[cfg(test)]\n";

/// A source without comments and tests.
struct Source<'a> {
    file: &'a str,
    module: Path<'a>,
    code: String,
}

/// The modules of a crate, and what their names stand for.
struct Names<'a> {
    modules: BTreeSet<Path<'a>>,
    /// What a module imports, by module and name: the modules below it can use it there, and others if it is public.
    imported: BTreeMap<(Path<'a>, &'a str), Path<'a>>,
}

/// The dependencies between the modules of each folder of a crate, from its sources (paths and texts). The root is the folder
/// without a name.
pub(crate) fn uses(sources: &[(String, String)], of: &str) -> BTreeMap<String, Uses> {
    let start = format!("{of}/src/");
    let own = sources.iter().filter_map(|(path, text)| Some((path.strip_prefix(&start)?, text)));
    let own = own.filter(|(file, _)| !is_of_tests(file));
    let own: Vec<Source<'_>> =
        own.map(|(file, text)| Source { file, module: module(file), code: code(text) }).collect();
    let names = Names::of(&own);
    let mut all: BTreeMap<String, Uses> = BTreeMap::new();
    for (name, folder) in names.modules.iter().filter_map(|path| path.split_last()) {
        all.entry(folder.join("/")).or_default().entry((*name).to_owned()).or_default();
    }
    for Source { file, module, code } in &own {
        for used in taken(code, module).iter().flat_map(|path| names.modules_of(path)) {
            let shared = module.iter().zip(&used).take_while(|(own, other)| own == other).count();
            // A folder and what is in it belong together.
            if let (Some(from), Some(to)) = (module.get(shared), used.get(shared)) {
                let folder = all.entry(module[..shared].join("/")).or_default();
                let from = folder.entry((*from).to_owned()).or_default();
                from.entry((*to).to_owned()).or_insert_with(|| (*file).to_owned());
            }
        }
    }
    all
}

impl<'a> Names<'a> {
    fn of(sources: &'a [Source<'a>]) -> Self {
        let mut modules = BTreeSet::new();
        for source in sources {
            modules.extend((1..=source.module.len()).map(|length| source.module[..length].to_vec()));
        }
        let mut imported = BTreeMap::new();
        for Source { module, code, .. } in sources {
            let paths = statements(code, "use ").into_iter().flat_map(leaves);
            // Any other path is of another crate.
            let is_own = |path: &Path<'a>| match path.first() {
                Some(&("crate" | "super" | "self")) => true,
                Some(first) => modules.contains(&absolute(module, &[first])),
                None => false,
            };
            for path in paths.filter(is_own).map(|path| absolute(module, &path)) {
                if let Some(name) = path.last() {
                    imported.insert((module.clone(), *name), path);
                }
            }
        }
        Self { modules, imported }
    }

    /// The modules that a path from the root leads through: where it ends, and those that import what it names.
    fn modules_of(&self, path: &[&'a str]) -> Vec<Path<'a>> {
        let mut found = Vec::new();
        let mut path = path.to_vec();
        for _ in 0..MOST_STEPS {
            let is_module = |length: &usize| self.modules.contains(&path[..*length]);
            let length = (1..=path.len()).take_while(is_module).last().unwrap_or(0);
            let (module, rest) = path.split_at(length);
            found.push(module.to_vec());
            let original = rest.first().and_then(|name| self.imported.get(&(module.to_vec(), *name)));
            match original {
                Some(original) => path = original.iter().chain(&rest[1..]).copied().collect(),
                None => break,
            }
        }
        found
    }
}

/// The module of a file; empty for the root.
fn module(file: &str) -> Path<'_> {
    let mut path: Path<'_> = file.strip_suffix(".rs").unwrap_or(file).split('/').collect();
    if matches!(path[..], ["lib" | "main"]) || path.last() == Some(&"mod") {
        path.pop();
    }
    path
}

fn is_of_tests(file: &str) -> bool {
    file.split('/').any(|part| matches!(part, "tests" | "tests.rs" | "bin"))
}

/// A path in a module, from the root of the crate.
fn absolute<'a>(module: &[&'a str], path: &[&'a str]) -> Path<'a> {
    let mut whole = module.to_vec();
    for part in path {
        match *part {
            "crate" => whole.clear(),
            "super" => _ = whole.pop(),
            "self" => {}
            name => whole.push(name),
        }
    }
    whole
}

/// The paths that a source takes from its crate, by `crate::`, `super::` or `self::`, from the root.
fn taken<'a>(code: &'a str, module: &[&'a str]) -> Vec<Path<'a>> {
    let starts = ["crate::", "super::", "self::"].into_iter().flat_map(|start| code.match_indices(start));
    let is_start = |at: &usize| {
        let before = code[..*at].chars().next_back();
        before.is_none_or(|letter| !is_of_name(letter) && !matches!(letter, ':' | '$'))
    };
    let mut starts: Vec<usize> = starts.map(|(at, _)| at).filter(is_start).collect();
    starts.sort_unstable();
    let (mut found, mut end) = (Vec::new(), 0);
    for start in starts {
        // A `super` inside of a tree belongs to the paths of the tree.
        if start >= end {
            end = code.len() - tree(&code[start..], &mut Vec::new(), &mut found).len();
        }
    }
    found.iter().map(|path| absolute(module, path)).collect()
}

/// A source without its comments and without its modules for tests, which are at its end.
fn code(text: &str) -> String {
    let is_test_module = |rest: &str| {
        let line = rest.lines().next().unwrap_or_default();
        line.ends_with('{') && (line.starts_with("mod ") || line.starts_with("pub(") && line.contains(" mod "))
    };
    let mut modules = text.match_indices(TEST_ONLY);
    let end = modules.find(|(at, _)| is_test_module(&text[at + TEST_ONLY.len()..]));
    text[..end.map_or(text.len(), |(at, _)| at)]
        .lines()
        .map(|line| line.split("// ").next().unwrap_or_default())
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |mut all, line| {
            all.push_str(line);
            all.push('\n');
            all
        })
}

/// Statements that begin with a word at the start of a line, up to the semicolon.
fn statements<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let starts = text.match_indices(word).map(|(at, _)| at);
    let starts = starts.filter(|at| {
        let line = text[..*at].rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line.starts_with("pub")
    });
    starts.filter_map(|at| text[at + word.len()..].split(';').next()).collect()
}

/// The paths of a leading use tree such as `a::{b, c::d as e}`, each as its names.
fn leaves(text: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    tree(text, &mut Vec::new(), &mut found);
    found
}

/// Parses one tree and returns the rest of the text.
fn tree<'a>(text: &'a str, path: &mut Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            let before = rest.len();
            rest = tree(rest, path, found);
            if rest.len() == before {
                return rest;
            }
        }
    }
    let (name, rest) = split_name(text);
    let known = path.len();
    path.extend((!name.is_empty()).then_some(name));
    let rest = if let Some(rest) = rest.strip_prefix("::").filter(|_| !name.is_empty()) {
        tree(rest, path, found)
    } else {
        let rest = rest.strip_prefix('*').unwrap_or(rest);
        let (alias, rest) = rest.trim_start().strip_prefix("as ").map_or(("", rest), split_name);
        let mut whole = path.clone();
        whole.extend((!alias.is_empty()).then_some(alias));
        found.push(whole);
        rest
    };
    path.truncate(known);
    rest
}

/// The name at the start of a text, and the rest.
fn split_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !is_of_name(letter)).unwrap_or(text.len()))
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

mod tests {
    use super::*;

    fn invented(files: &[(&str, &str)]) -> BTreeMap<String, Uses> {
        let sources: Vec<(String, String)> =
            files.iter().map(|(path, text)| (format!("crates/one/src/{path}"), (*text).to_owned())).collect();
        uses(&sources, "crates/one")
    }

    fn used<'a>(uses: &'a Uses, module: &str) -> Vec<&'a str> {
        uses[module].keys().map(String::as_str).collect()
    }

    #[test]
    fn modules_are_found_in_every_way_to_name_them() {
        let uses = &invented(&[
            ("lib.rs", "mod a;\npub use c::{Three as Given, Two};\n"),
            ("a.rs", "use crate::{\n    b::{One, x::*},\n    Given,\n};\nuse std::fmt;\n"),
            ("b/mod.rs", "//! Not `crate::a`.\nfn f() { crate::c::f() } // crate::a\n"),
            ("b/x.rs", "use super::super::d::Four;\nuse super::f;\n"),
            ("c.rs", "use super::d;\n$crate::a!();\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n"),
            ("d/mod.rs", "#[cfg(test)]\nmod tests;\n#[cfg(test)]\npub(super) mod testing {\n    use crate::a;\n}\n"),
            ("d/tests.rs", "use crate::a;\n"),
        ])[""];
        assert_eq!(used(uses, "a"), ["b", "c"]);
        assert_eq!(used(uses, "b"), ["c", "d"]);
        assert_eq!(used(uses, "c"), ["d"]);
        assert!(used(uses, "d").is_empty());
    }

    #[test]
    fn modules_of_folders_are_found_at_every_depth() {
        let uses = invented(&[
            ("lib.rs", "mod a;\n"),
            ("a.rs", "mod b;\nmod c;\nmod d;\nmod e;\n"),
            ("a/b/mod.rs", "use super::{c::One, super::f};\n"),
            (
                "a/b/x.rs",
                "use super::{super::d, y::{self, Two as Other}};\nfn f() { super::super::e::f(super::z::g) }\n",
            ),
            ("a/b/y.rs", "use crate::a::b::z::f;\n"),
            ("a/b/z.rs", "fn f(x: u8) { x as usize + crate::a::b::y::COUNT }\n"),
            ("a/c.rs", "fn f() { crate::a::d::f(); }\n"),
            ("a/d.rs", ""),
            ("a/e.rs", ""),
        ]);
        assert_eq!(uses.keys().collect::<Vec<_>>(), ["", "a", "a/b"]);
        assert!(used(&uses[""], "a").is_empty());
        assert_eq!(used(&uses["a"], "b"), ["c", "d", "e"]);
        assert_eq!(used(&uses["a"], "c"), ["d"]);
        assert_eq!(used(&uses["a/b"], "x"), ["y", "z"]);
        assert_eq!(used(&uses["a/b"], "y"), ["z"]);
        assert_eq!(used(&uses["a/b"], "z"), ["y"]);
        assert_eq!(uses["a"]["b"]["c"], "a/b/mod.rs");
    }

    #[test]
    fn an_import_of_the_folder_is_a_use_of_the_original_and_of_what_imports_it() {
        let uses = invented(&[
            ("lib.rs", "mod a;\nmod b;\npub use a::Two;\n"),
            ("a/mod.rs", "mod x;\nmod y;\npub use x::{One, deep::Two};\nuse crate::b::Three as Renamed;\n"),
            ("a/x.rs", "mod deep;\n"),
            ("a/x/deep.rs", ""),
            ("a/y.rs", "use super::{One, Renamed};\n"),
            ("b.rs", "use crate::Two;\n"),
            ("c.rs", "use crate::a::Renamed;\n"),
        ]);
        assert_eq!(used(&uses["a"], "y"), ["x"]);
        assert!(used(&uses["a"], "x").is_empty());
        assert_eq!(used(&uses[""], "a"), ["b"]);
        assert_eq!(used(&uses[""], "b"), ["a"]);
        assert_eq!(used(&uses[""], "c"), ["a", "b"]);
    }
}
