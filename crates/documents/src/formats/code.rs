//! Source code: cut at blank lines between items at the top of the file.

use crate::source::{BlockKind, Source, lines};

/// Endings of the names of source code and of settings.
const ENDINGS: &[&str] = &[
    "astro",
    "asm",
    "bash",
    "bat",
    "c",
    "cc",
    "cfg",
    "clj",
    "cljs",
    "cmake",
    "cmd",
    "conf",
    "cpp",
    "cs",
    "css",
    "cu",
    "cxx",
    "d",
    "dart",
    "diff",
    "dockerfile",
    "el",
    "elm",
    "env",
    "erb",
    "erl",
    "ex",
    "exs",
    "f",
    "f90",
    "fish",
    "fs",
    "fsx",
    "gd",
    "glsl",
    "go",
    "gradle",
    "graphql",
    "groovy",
    "h",
    "haml",
    "hbs",
    "hcl",
    "hh",
    "hpp",
    "hrl",
    "hs",
    "hxx",
    "ini",
    "ipynb",
    "java",
    "jl",
    "js",
    "jsx",
    "kt",
    "kts",
    "less",
    "lisp",
    "lua",
    "m",
    "make",
    "mjs",
    "ml",
    "mli",
    "mm",
    "mts",
    "cjs",
    "cts",
    "nim",
    "nix",
    "pas",
    "patch",
    "php",
    "pl",
    "pm",
    "pp",
    "prisma",
    "properties",
    "proto",
    "ps1",
    "psm1",
    "pug",
    "py",
    "pyi",
    "pyx",
    "r",
    "rake",
    "rb",
    "rkt",
    "rs",
    "s",
    "sass",
    "scala",
    "scm",
    "scss",
    "sh",
    "sol",
    "sql",
    "styl",
    "sv",
    "svelte",
    "swift",
    "tcl",
    "tf",
    "toml",
    "ts",
    "tsx",
    "v",
    "vb",
    "vhd",
    "vhdl",
    "vim",
    "vue",
    "wat",
    "wgsl",
    "xml",
    "xsd",
    "xsl",
    "yaml",
    "yml",
    "zig",
    "zsh",
];

/// Whole names of source code.
const NAMES: &[&str] = &[
    "brewfile",
    "cmakelists.txt",
    "containerfile",
    "dockerfile",
    "gemfile",
    "jenkinsfile",
    "justfile",
    "makefile",
    "procfile",
    "rakefile",
    "vagrantfile",
];

/// Whether a name, in lower case and without folders, is one of source code.
pub(crate) fn is_code(name: &str) -> bool {
    NAMES.contains(&name) || name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// The items of a source.
pub(crate) fn read(text: &str) -> Source {
    let mut source = Source::of(text);
    let (mut start, mut is_after_blank) = (0, false);
    for (at, line) in lines(text) {
        let is_blank = line.trim().is_empty();
        if is_after_blank && !is_blank && begins_item(line) {
            source.mark(start..at, BlockKind::Code);
            start = at;
        }
        is_after_blank = is_blank;
    }
    source.mark(start..text.len(), BlockKind::Code);
    source
}

/// Whether a line begins something at the top of a file, rather than ends it.
fn begins_item(line: &str) -> bool {
    !line.starts_with([' ', '\t', '}', ')', ']'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_separated_by_blank_lines_at_the_top() {
        let source = read("use a;\n\nfn b() {\n    c();\n\n    d();\n\n}\n\n\n/// E\nstruct E;\n");
        let items: Vec<_> = source.blocks.iter().map(|block| &source.text[block.range.clone()]).collect();
        assert_eq!(items, ["use a;", "fn b() {\n    c();\n\n    d();\n\n}", "/// E\nstruct E;"]);
    }

    #[test]
    fn code_is_known_by_its_name() {
        for name in ["main.rs", "dockerfile", "cmakelists.txt", "a.test.mjs"] {
            assert!(is_code(name), "{name}");
        }
        for name in ["notes.txt", "rs", "a.rsx", ""] {
            assert!(!is_code(name), "{name}");
        }
    }
}
