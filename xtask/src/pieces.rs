//! Splits the npm package's module into the part that is loaded at once and the parts that are loaded on first call.
//!
//! The script that `wasm-split` writes loads the pieces. It is changed to call the package's own `pieces.ts`, which also
//! reads files in Node, and reports why something could not be loaded.

use std::{fs, path::Path};

use crate::{
    failure::{Failure, Result},
    project::Project,
    split::{LINK, OPTIMISE, Piece, Source, read, write},
    wasm_module::{copy, last_change},
    work_folder::WorkFolder,
};

const NAME: &str = "ricordo";
/// The script that loads the pieces: its name in the package.
const PIECES: &str = "pieces.js";
pub(crate) const SOURCE: Source = Source { package: NAME, name: NAME, optimise: OPTIMISE, optimise_pieces: OPTIMISE };
/// Minimum size of a piece in bytes. Bundlers inline smaller files into the script, and a page's policy may forbid
/// loading from there. What several pieces share may be smaller, and is filled up.
const SMALLEST: usize = 4_096;

/// Makes of the compiled module, in a folder: `ricordo.js`, `ricordo.d.ts`, `ricordo_bg.wasm`, `pieces.js` and the pieces.
pub(crate) fn build(project: &Project, module: &Path, folder: &Path) -> Result<()> {
    let main = format!("{NAME}_bg.wasm");
    if last_change(&folder.join(&main)) > last_change(module) {
        return Ok(());
    }
    let work = WorkFolder::beside(folder)?;
    let split = SOURCE.split(project, module, work.path())?;
    let pieces = split.pieces();
    if pieces.is_empty() {
        return Err(Failure::new(
            "The module of the package was not split.",
            "`cargo xtask setup` installs wasm-split.",
        ));
    }
    let made = WorkFolder::beside(&folder.with_file_name("module.made"))?;
    for Piece { file, name } in &pieces {
        let made = made.path().join(format!("{name}.wasm"));
        SOURCE.optimise_piece(project, &split.cut.join(format!("{file}.wasm")), &made)?;
        fill(&made)?;
    }
    write(&made.path().join(PIECES), &linked(&split.link, &pieces))?;
    let script = read(&split.script)?.replace(&format!("from \"./{LINK}\""), &format!("from \"./{PIECES}\""));
    write(&made.path().join(format!("{NAME}.js")), &script)?;
    let types = format!("{NAME}.d.ts");
    copy(&split.bound.join(&types), &made.path().join(&types))?;
    SOURCE.optimise(project, &split.module, &made.path().join(&main))?;
    made.replace(folder)
}

/// Fills a small module up to the smallest size, with a section that engines skip. In transfer it is a few bytes.
fn fill(path: &Path) -> Result<()> {
    let mut bytes = fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    if bytes.len() >= SMALLEST {
        return Ok(());
    }
    bytes.extend(filling(SMALLEST - bytes.len()));
    fs::write(path, bytes).map_err(|error| Failure::file("write", path, &error))
}

/// A custom section of at least so many bytes: its id, its size in two bytes of seven bits, an empty name, and zeros.
fn filling(least: usize) -> Vec<u8> {
    let content = vec![0; least];
    let [low, high] = [content.len() & 0x7f, content.len() >> 7].map(|bits| u8::try_from(bits).unwrap_or(0x7f));
    [vec![0, low | 0x80, high], content].concat()
}

/// The script with the package's own loading functions and file names.
fn linked(link: &str, pieces: &[Piece]) -> String {
    let mut link = link
        .replace("fetch(new URL(", "bring(new URL(")
        .replace("(WebAssembly.instantiateStreaming(src, imports))", "made(src, imports)")
        // Not logged: the call that needed the piece is rejected with the reason.
        .replace("            console.error(e);\n", "");
    for Piece { file, name } in pieces {
        link = link.replace(&format!("\"./{file}.wasm\""), &format!("\"./{name}.wasm\""));
    }
    format!("import {{ bring, made }} from \"../pieces.js\";\n{link}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::pieces;

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
    fn a_small_module_is_filled_with_a_section_that_is_skipped() {
        let section = filling(4_000);
        assert_eq!((section[0], section[3]), (0, 0), "custom, without a name");
        let size = usize::from(section[1] & 0x7f) | usize::from(section[2]) << 7;
        assert_eq!(size, section.len() - 3);
        assert!(section.len() >= 4_000 && section[1] & 0x80 != 0 && section[2] & 0x80 == 0);
    }

    #[test]
    fn pieces_are_named_for_what_calls_them_and_loaded_by_the_package() {
        let pieces = pieces(WRITTEN);
        let names: Vec<_> = pieces.iter().map(|piece| (piece.file.as_str(), piece.name.as_str())).collect();
        assert_eq!(names, [("chunk_4", "commands-turn"), ("split_turn", "turn")]);
        let linked = linked(WRITTEN, &pieces);
        assert!(linked.starts_with("import { bring, made } from \"../pieces.js\";\n"));
        assert!(linked.contains("bring(new URL(\"./commands-turn.wasm\", import.meta.url))"), "{linked}");
        assert!(linked.contains("=> made(src, imports);"), "{linked}");
        assert!(!linked.contains("fetch(") && !linked.contains("console") && !linked.contains("Streaming"), "{linked}");
    }
}
