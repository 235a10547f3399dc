//! Sizes of files, raw and as a server sends them (brotli, best quality), and which files a page loads at once.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
};

/// Larger files are weights of a model, which are sent uncompressed.
const COMPRESSED_UP_TO: u64 = 20_000_000;
/// A folder with more files is one line.
const MOST_LINES: usize = 100;

/// Node has brotli built in, and compresses on several processors. Arguments: the file that keeps what is known, then the
/// files to measure. Prints the compressed size of each on a line. Content that was measured before is not compressed
/// again: the page is also a part of the package, most of what it loads later never changes, and all of it takes minutes.
/// The sizes that were asked for last are kept.
const COMPRESS: &str = r#"
const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { brotliCompress, constants } = require("node:zlib");
const compress = require("node:util").promisify(brotliCompress);
const [kept, ...files] = process.argv.slice(1);
const KEPT = 1000;
const known = new Map();
try {
  for (const line of readFileSync(kept, "utf8").trim().split("\n")) known.set(...line.split(" "));
} catch {}
const size = file => {
  const bytes = readFileSync(file);
  const digest = require("node:crypto").createHash("sha256").update(bytes).digest("hex");
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const length = known.get(digest) ?? compress(bytes, { params }).then(({ length }) => length);
  known.delete(digest);
  known.set(digest, length);
  return length;
};
Promise.all(files.map(size)).then(async sizes => {
  console.log(sizes.join("\n"));
  const lines = await Promise.all([...known].slice(-KEPT).map(async ([digest, length]) => `${digest} ${await length}`));
  writeFileSync(`${kept}.new`, lines.join("\n"));
  renameSync(`${kept}.new`, kept);
});
"#;

pub(crate) struct Sized {
    /// Path relative to the folder, with `/`.
    pub(crate) name: String,
    pub(crate) raw: u64,
    pub(crate) brotli: Option<u64>,
}

/// All files below the folder with their sizes, sorted by name.
pub(crate) fn measure(project: &Project, folder: &Path) -> Result<Vec<Sized>> {
    let mut paths = Vec::new();
    collect(folder, &mut paths)?;
    paths.sort();
    let mut files = Vec::new();
    for path in &paths {
        let raw = fs::metadata(path).map_err(|error| Failure::file("read", path, &error))?.len();
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        files.push(Sized { name, raw, brotli: None });
    }
    let small = |file: &Sized| file.raw <= COMPRESSED_UP_TO;
    let mut node = child::command(project, "node");
    node.arg("-e")
        .arg(COMPRESS)
        .arg("--")
        .arg(project.tools.join("brotli-sizes.txt"))
        .args(files.iter().filter(|file| small(file)).map(|file| folder.join(&file.name)));
    let printed = child::output(&mut node)?;
    let mut sizes = printed.lines().map(|line| line.trim().parse().ok());
    for file in files.iter_mut().filter(|file| small(file)) {
        file.brotli = sizes.next().flatten();
    }
    Ok(files)
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() { collect(&path, into)? } else { into.push(path) }
    }
    Ok(())
}

/// The files that the page loads at once: those that `index.html` names, and those that their scripts import with an
/// `import … from` statement. Files imported with `import()` are loaded on demand.
pub(crate) fn first_load(names: &[String], read: impl Fn(&str) -> String) -> Vec<String> {
    let mut found = vec!["index.html".to_owned()];
    let mut next = 0;
    while let Some(file) = found.get(next).cloned() {
        next += 1;
        let text = if is_text(&file) { read(&file) } else { String::new() };
        for name in names.iter().filter(|name| !name.starts_with("vendor/")) {
            if !found.contains(name) && refers(&file, &text, name) {
                found.push(name.clone());
            }
        }
    }
    found
}

fn is_text(file: &str) -> bool {
    [".html", ".js", ".mjs"].iter().any(|ending| file.ends_with(ending))
}

fn refers(file: &str, text: &str, name: &str) -> bool {
    let base = name.rsplit('/').next().unwrap_or(name);
    let page = file.ends_with(".html");
    text.match_indices(base).any(|(at, _)| {
        let before = &text[..at];
        let Some(quote) = before.rfind(['"', '\'', '`']) else { return false };
        // Files in two folders may have the same name.
        let path = text[quote + 1..at + base.len()].trim_start_matches(['.', '/']);
        if name != path && !name.ends_with(&format!("/{path}")) {
            return false;
        }
        let statement = before[..quote].trim_end();
        page || statement.ends_with("from") || statement.ends_with("import")
    })
}

/// Prints the files of a group and returns the sum of their compressed sizes.
pub(crate) fn print_group(title: &str, files: &[Sized]) -> u64 {
    println!("\n  {title:<60}{:>12}{:>12}", "raw KB", "brotli KB");
    for in_folder in files.chunk_by(|one, other| folder_of(&one.name) == folder_of(&other.name)) {
        if in_folder.len() > MOST_LINES {
            let name = format!("{}/ ({} files)", folder_of(&in_folder[0].name), in_folder.len());
            print_line(&name, in_folder);
        } else {
            in_folder.iter().for_each(|file| print_line(&file.name, std::slice::from_ref(file)));
        }
    }
    let raw = files.iter().map(|file| file.raw).sum();
    let brotli = files.iter().map(|file| file.brotli.unwrap_or(file.raw)).sum();
    println!("  {:<60}{:>12}{:>12}", "sum", kilobytes(raw), kilobytes(brotli));
    brotli
}

/// Prints the sum of some files.
fn print_line(name: &str, files: &[Sized]) {
    let brotli: Option<u64> = files.iter().map(|file| file.brotli).sum();
    let brotli = brotli.map_or_else(|| "–".to_owned(), kilobytes);
    println!("  {name:<60}{:>12}{brotli:>12}", kilobytes(files.iter().map(|file| file.raw).sum()));
}

fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub(crate) fn kilobytes(bytes: u64) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_load_follows_statements_and_not_calls() {
        let names = [
            "index.html",
            "app-1.js",
            "app-1_bg.wasm",
            "snippets/a/now.js",
            "snippets/a/later.js",
            "vendor/x/now.js",
            "lazy/now.js",
        ];
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let read = |file: &str| {
            match file {
                "index.html" => "<script>import init from '/app-1.js'; init('/app-1_bg.wasm')</script>",
                "app-1.js" => {
                    "import { a } from \"./snippets/a/now.js\"; const b = () => import(\"./snippets/a/later.js\");"
                }
                _ => "",
            }
            .to_owned()
        };
        assert_eq!(first_load(&names, read), ["index.html", "app-1.js", "app-1_bg.wasm", "snippets/a/now.js"]);
    }
}
