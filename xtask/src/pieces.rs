//! Splits the npm package's module into the part that is loaded at once and the parts that are loaded on first call.
//!
//! `wasm-split` runs between the compiler and `wasm-bindgen`; the script that it writes loads the pieces. That script
//! is changed to call the package's own `pieces.ts`, which also reads files in Node, and reports why something could
//! not be loaded.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child, digests,
    failure::{Failure, Result},
    project::{Project, fresh_folder},
    wasm_module::{FEATURES, copy, last_change, target_folder},
};

const NAME: &str = "ricordo";
/// The script that loads the pieces: its name in `wasm-split` and in the package.
const LINK: (&str, &str) = ("__wasm_split.js", "pieces.js");
/// Stronger optimisation makes the file smaller on disk but larger in transfer, because similar code is no longer
/// written alike. Sorting functions by name puts similar code together.
const OPTIMISE: [&str; 2] = ["-O1", "--reorder-functions-by-name"];
/// Minimum size of a piece in bytes. Bundlers inline smaller files into the script, and a page's policy may forbid
/// loading from there.
const SMALLEST: usize = 4_096;

/// Builds the module into a folder: `ricordo.js`, `ricordo.d.ts`, `ricordo_bg.wasm`, `pieces.js` and the pieces.
pub(crate) fn build(project: &Project, folder: &Path) -> Result<()> {
    let module = compile(project)?;
    if last_change(&folder.join(format!("{NAME}_bg.wasm"))) > last_change(&module) {
        return Ok(());
    }
    fresh_folder(folder)?;
    let work = folder.with_file_name("module.work");
    let (cut, bound) = (work.join("cut"), work.join("bound"));
    fresh_folder(&cut)?;
    fresh_folder(&bound)?;
    child::output(child::command(project, "wasm-split-cli").arg(&module).arg(&cut).args(["--out-name", NAME]))?;
    let mut bindgen = child::command(project, "wasm-bindgen");
    bindgen
        .args(["--target", "web", "--out-name", NAME, "--keep-lld-exports", "--no-demangle", "--out-dir"])
        .arg(&bound)
        .arg(cut.join(format!("{NAME}.wasm")));
    child::output(&mut bindgen)?;
    digests::number(&bound.join(format!("{NAME}.js")), &bound.join(format!("{NAME}_bg.wasm")))?;
    let link = read(&cut.join(LINK.0))?;
    let pieces = pieces(&link);
    if pieces.is_empty() {
        return Err(Failure::new("The module of the package was not cut.", "`cargo xtask setup` installs wasm-split."));
    }
    for piece in &pieces {
        optimise(project, &cut.join(&piece.file), &folder.join(&piece.name))?;
        let size = fs::metadata(folder.join(&piece.name)).map_or(0, |data| data.len());
        if size < SMALLEST as u64 {
            return Err(Failure::new(
                format!("{} has {size} bytes: bundlers would put it into the script.", piece.name),
                "Let its parts be loaded together, in crates/embed/src/lazy_calls.rs.",
            ));
        }
    }
    write(&folder.join(LINK.1), &linked(&link, &pieces))?;
    let from = |name: &str| format!("from \"./{name}\"");
    let script = read(&bound.join(format!("{NAME}.js")))?.replace(&from(LINK.0), &from(LINK.1));
    write(&folder.join(format!("{NAME}.js")), &script)?;
    let types = format!("{NAME}.d.ts");
    copy(&bound.join(&types), &folder.join(&types))?;
    // The last step writes the file whose modification time is checked.
    let main = format!("{NAME}_bg.wasm");
    optimise(project, &bound.join(&main), &folder.join(&main))
}

/// Compiles the module. The symbols mark the places to split at; wasm-opt removes them afterwards.
fn compile(project: &Project) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    cargo
        .args(["build", "--release", "--package", NAME, "--features", "split", "--target", "wasm32-unknown-unknown"])
        .env("CARGO_PROFILE_RELEASE_STRIP", "false");
    child::run(&mut cargo)?;
    Ok(target_folder(project)?.join("wasm32-unknown-unknown/release").join(format!("{NAME}.wasm")))
}

fn optimise(project: &Project, from: &Path, to: &Path) -> Result<()> {
    let mut optimise = child::command(project, "wasm-opt");
    optimise.args(OPTIMISE).args(FEATURES.map(|feature| format!("--enable-{feature}")));
    child::output(optimise.arg(from).arg("-o").arg(to)).map(drop)
}

/// A lazily loaded file.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    /// Its name in `wasm-split`.
    file: String,
    /// Its name in the package: from its calls, or from those that share it.
    name: String,
}

/// The pieces that the script loads.
fn pieces(link: &str) -> Vec<Piece> {
    let mut shared_by = None;
    let mut pieces = Vec::new();
    for line in link.lines() {
        if let Some(names) = line.strip_prefix("/* ").and_then(|rest| rest.strip_suffix(" */")) {
            shared_by = Some(names.replace(", ", "-"));
        }
        let file = line.split_once("new URL(\"./").and_then(|(_, rest)| rest.split_once(".wasm\""));
        let Some((file, _)) = file else { continue };
        let name = shared_by.take().unwrap_or_else(|| file.trim_start_matches("split_").to_owned());
        pieces.push(Piece { file: format!("{file}.wasm"), name: format!("{name}.wasm") });
    }
    pieces
}

/// The script with the package's own loading functions and file names.
fn linked(link: &str, pieces: &[Piece]) -> String {
    let mut link = link
        .replace("fetch(new URL(", "bring(new URL(")
        .replace("(WebAssembly.instantiateStreaming(src, imports))", "made(src, imports)")
        // Not logged: the call that needed the piece is rejected with the reason.
        .replace("            console.error(e);\n", "");
    for Piece { file, name } in pieces {
        link = link.replace(&format!("\"./{file}\""), &format!("\"./{name}\""));
    }
    format!("import {{ bring, made }} from \"../pieces.js\";\n{link}")
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = r#"import { initSync } from "./ricordo.js";
        } catch (e) {
            console.error(e);
/* commands, turn */
const __chunk_4 = makeLoad(() => {
    const src = fetch(new URL("./chunk_4.wasm", import.meta.url));
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, []);
export const __wasm_split_load_turn = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split_turn.wasm", import.meta.url));
    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));
}
, [__chunk_4]));
"#;

    #[test]
    fn pieces_are_named_for_what_calls_them_and_loaded_by_the_package() {
        let pieces = pieces(WRITTEN);
        let names: Vec<_> = pieces.iter().map(|piece| (piece.file.as_str(), piece.name.as_str())).collect();
        assert_eq!(names, [("chunk_4.wasm", "commands-turn.wasm"), ("split_turn.wasm", "turn.wasm")]);
        let linked = linked(WRITTEN, &pieces);
        assert!(linked.starts_with("import { bring, made } from \"../pieces.js\";\n"));
        assert!(linked.contains("bring(new URL(\"./commands-turn.wasm\", import.meta.url))"), "{linked}");
        assert!(linked.contains("=> made(src, imports);"), "{linked}");
        assert!(!linked.contains("fetch(") && !linked.contains("console") && !linked.contains("Streaming"), "{linked}");
    }
}
