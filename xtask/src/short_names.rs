//! Shortens the names that a module and its script know each other's functions by.
//!
//! `wasm-bindgen` names each import like `__wbg_getItem_3f2a8b0c9d1e4f56`, and a callback like its Rust symbol. Nobody
//! reads these names, and each stands in two files that every visitor loads; the digits do not compress.

use std::{collections::HashMap, fs, path::Path};

use crate::failure::{Failure, Result};

/// Beginnings of the names of imports: all that `wasm-bindgen` makes.
const IMPORTS: &[&str] = &["__wb"];
/// Beginnings of the names of exported callbacks. Other exports are also known to the later parts.
const EXPORTS: &[&str] = &["_ZN", "wasm_bindgen__convert__closures"];
/// Number of the section of a module with its imports, and of that with its exports.
const IMPORT_SECTION: u8 = 2;
const EXPORT_SECTION: u8 = 7;
/// Length of the magic number and the version at the beginning of a module.
const HEADER: usize = 8;

/// Shortens the names in a script and its module.
pub(crate) fn shorten(script: &Path, module: &Path) -> Result<()> {
    let text = fs::read_to_string(script).map_err(|error| Failure::file("read", script, &error))?;
    let code = fs::read(module).map_err(|error| Failure::file("read", module, &error))?;
    let mut names = Names::default();
    let Some(code) = names.in_module(&code) else {
        return Err(Failure::new(
            format!("{} has a form that is not known here.", module.display()),
            "Compare xtask/src/short_names.rs with what wasm-bindgen writes.",
        ));
    };
    fs::write(module, code).map_err(|error| Failure::file("write", module, &error))?;
    fs::write(script, names.in_script(&text)).map_err(|error| Failure::file("write", script, &error))
}

/// Short names by the long ones.
#[derive(Default)]
struct Names(HashMap<Vec<u8>, String>);

impl Names {
    /// The module with short names; `None` if it cannot be read.
    fn in_module(&mut self, module: &[u8]) -> Option<Vec<u8>> {
        let (header, mut rest) = module.split_at_checked(HEADER)?;
        let mut short = header.to_vec();
        while let Some((&section, after)) = rest.split_first() {
            rest = after;
            let length = number(&mut rest)?;
            let content = take(&mut rest, length)?;
            let content = match section {
                IMPORT_SECTION => self.in_imports(content)?,
                EXPORT_SECTION => self.in_exports(content)?,
                _ => content.to_vec(),
            };
            short.push(section);
            push_number(&mut short, content.len());
            short.extend(content);
        }
        Some(short)
    }

    /// Each import: module, name, and what it is.
    fn in_imports(&mut self, mut rest: &[u8]) -> Option<Vec<u8>> {
        let mut short = Vec::new();
        let count = number(&mut rest)?;
        push_number(&mut short, count);
        for _ in 0..count {
            push_name(&mut short, name(&mut rest)?);
            push_name(&mut short, &self.shortened(name(&mut rest)?, IMPORTS));
            let from = rest;
            skip_imported(&mut rest)?;
            short.extend(&from[..from.len() - rest.len()]);
        }
        rest.is_empty().then_some(short)
    }

    /// Each export: name, and the number of what it is.
    fn in_exports(&mut self, mut rest: &[u8]) -> Option<Vec<u8>> {
        let mut short = Vec::new();
        let count = number(&mut rest)?;
        push_number(&mut short, count);
        for _ in 0..count {
            push_name(&mut short, &self.shortened(name(&mut rest)?, EXPORTS));
            short.extend(take(&mut rest, 1)?);
            push_number(&mut short, number(&mut rest)?);
        }
        rest.is_empty().then_some(short)
    }

    fn shortened(&mut self, name: &[u8], beginnings: &[&str]) -> Vec<u8> {
        if !beginnings.iter().any(|beginning| name.starts_with(beginning.as_bytes())) {
            return name.to_vec();
        }
        let next = format!("${:x}", self.0.len());
        self.0.entry(name.to_vec()).or_insert(next).clone().into_bytes()
    }

    /// The script with short names. They begin with a dollar, which no name of the script does.
    fn in_script(&self, script: &str) -> String {
        let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '$';
        let mut short = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(start) = rest.find(is_of_name) {
            let (before, from) = rest.split_at(start);
            let (word, after) = from.split_at(from.find(|letter| !is_of_name(letter)).unwrap_or(from.len()));
            short.push_str(before);
            short.push_str(self.0.get(word.as_bytes()).map_or(word, String::as_str));
            rest = after;
        }
        short + rest
    }
}

/// Skips what an import is: a function, a table, a memory, a global or a tag.
fn skip_imported(rest: &mut &[u8]) -> Option<()> {
    match take(rest, 1)?[0] {
        0 => drop(number(rest)?),
        1 => {
            take(rest, 1)?;
            skip_limits(rest)?;
        }
        2 => skip_limits(rest)?,
        3 => drop(take(rest, 2)?),
        4 => {
            take(rest, 1)?;
            number(rest)?;
        }
        _ => return None,
    }
    Some(())
}

/// Skips a minimum, and a maximum if there is one.
fn skip_limits(rest: &mut &[u8]) -> Option<()> {
    let has_maximum = take(rest, 1)?[0] & 1 == 1;
    number(rest)?;
    if has_maximum {
        number(rest)?;
    }
    Some(())
}

fn name<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(rest)?;
    take(rest, length)
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken)
}

/// A number in LEB128.
fn number(rest: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let byte = take(rest, 1)?[0];
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn push_name(to: &mut Vec<u8>, name: &[u8]) {
    push_number(to, name.len());
    to.extend(name);
}

fn push_number(to: &mut Vec<u8>, mut value: usize) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            return to.push(byte);
        }
        to.push(byte | 0x80);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALLBACK: &str = "_ZN12wasm_bindgen7convert8closures1_6invoke17h5d96a3cbe2637598E";

    fn section(number: u8, content: &[u8]) -> Vec<u8> {
        let mut section = vec![number];
        push_number(&mut section, content.len());
        [section, content.to_vec()].concat()
    }

    fn named(name: &str, after: &[u8]) -> Vec<u8> {
        let mut content = Vec::new();
        push_name(&mut content, name.as_bytes());
        [content, after.to_vec()].concat()
    }

    /// A module with these imports and exports, and a section of code.
    fn module(imports: &[&str], exports: &[&str]) -> Vec<u8> {
        let mut content = vec![imports.len() as u8 + 1];
        content.extend(named("env", &named("memory", &[2, 1, 3, 0x80, 0x80, 1])));
        for name in imports {
            content.extend(named("./app_bg.js", &named(name, &[0, 7])));
        }
        let mut exported = vec![exports.len() as u8];
        exports.iter().for_each(|name| exported.extend(named(name, &[0, 9])));
        let code = section(10, b"__wbg_getItem_3f2a8b0c9d1e4f56");
        [b"\0asm\x01\0\0\0".to_vec(), section(2, &content), section(7, &exported), code].concat()
    }

    #[test]
    fn a_name_is_as_short_in_the_module_as_in_the_script() {
        let (get, set) = ("__wbg_getItem_3f2a8b0c9d1e4f56", "__wbg_setItem_0123456789abcdef");
        let mut names = Names::default();
        let short = names.in_module(&module(&[get, set], &["memory", CALLBACK])).unwrap();
        assert_eq!(short, module(&["$0", "$1"], &["memory", "$2"]));
        let script = format!("{{ {get}: f, {set}: g, {get}x: h, 'é': wasm.{CALLBACK}(a), memory: wasm.memory }}");
        assert_eq!(
            names.in_script(&script),
            format!("{{ $0: f, $1: g, {get}x: h, 'é': wasm.$2(a), memory: wasm.memory }}"),
        );
    }

    #[test]
    fn names_of_others_stay() {
        let given = module(&["__wasm_split_shared0", "log"], &["main", "mountElement"]);
        let mut names = Names::default();
        assert_eq!(names.in_module(&given).unwrap(), given);
        assert_eq!(names.in_script("wasm.mountElement($0, __wbg_init)"), "wasm.mountElement($0, __wbg_init)");
    }

    #[test]
    fn a_broken_module_is_refused() {
        let whole = module(&["__wbg_getItem_3f2a8b0c9d1e4f56"], &[CALLBACK]);
        for length in [4, 9, 12, whole.len() - 1] {
            assert!(Names::default().in_module(&whole[..length]).is_none(), "{length}");
        }
    }
}
