//! Splits the lazily loaded code out of the page's WebAssembly, for the release build.
//!
//! The split has to happen between the compiler and `wasm-bindgen`, which Trunk runs one right after the other. So this
//! program replaces `wasm-bindgen` in the release build: it runs `wasm-split`, then the real one on the remaining main
//! module. The pieces stay in a folder of the tools until Trunk is done, and are then copied next to the page.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    child, digests,
    failure::{Failure, Result},
    project::{Project, create_folder, fresh_folder},
    wasm_module::FEATURES,
};

/// Variable for Trunk's child: the path of the real `wasm-bindgen`.
const REAL: &str = "RICORDO_WASM_BINDGEN";
const STAND_IN: &str = "wasm-bindgen";
/// Script that the page's JavaScript imports to load the pieces.
const LINK: &str = "./__wasm_split.js";
const REMEDY: &str = "`cargo xtask setup` installs wasm-split; `cargo build -p ricordo-web` works without it.";

/// Path of the real `wasm-bindgen`, if this program was called in its place.
pub(crate) fn stands_in() -> Option<PathBuf> {
    let called = PathBuf::from(env::args_os().next()?);
    (called.file_stem()? == STAND_IN).then(|| env::var_os(REAL).map(PathBuf::from)).flatten()
}

/// Replaces `wasm-bindgen` by this program, for `trunk` only, and requests a build that can be split.
pub(crate) fn prepare(project: &Project, trunk: &mut Command) -> Result<()> {
    let folder = project.tools.join("split");
    fresh_folder(&folder)?;
    fresh_folder(&pieces(project))?;
    let this = env::current_exe().map_err(|error| Failure::file("find", Path::new("xtask"), &error))?;
    let place = folder.join(format!("{STAND_IN}{}", env::consts::EXE_SUFFIX));
    fs::copy(&this, &place).map_err(|error| Failure::file("copy", &place, &error))?;
    let real = project.tools_bin().join(format!("{STAND_IN}{}", env::consts::EXE_SUFFIX));
    let path = child::path(project);
    let found = env::split_paths(&path).map(|folder| folder.join(real.file_name().unwrap_or_default()));
    let real = found.into_iter().find(|path| path.is_file()).unwrap_or(real);
    let path = env::join_paths(std::iter::once(folder).chain(env::split_paths(&path))).unwrap_or(path);
    // The symbols mark the places to split at; wasm-opt removes them afterwards.
    trunk.env("PATH", path).env(REAL, real).env("CARGO_PROFILE_RELEASE_STRIP", "false").args(["--features", "split"]);
    Ok(())
}

/// Copies the pieces next to the page that Trunk built.
pub(crate) fn put_beside(project: &Project, dist: &Path) -> Result<()> {
    let folder = pieces(project);
    let entries = fs::read_dir(&folder).map_err(|error| Failure::file("read", &folder, &error))?;
    let mut count = 0;
    for entry in entries.flatten() {
        let to = dist.join(entry.file_name());
        fs::copy(entry.path(), &to).map_err(|error| Failure::file("copy", &to, &error))?;
        count += 1;
    }
    match count {
        0 => Err(Failure::new("The page was not cut: Trunk called another wasm-bindgen.", REMEDY)),
        _ => Ok(()),
    }
}

/// Does the work that Trunk expects of `wasm-bindgen`.
pub(crate) fn stand_in(project: &Project, real: &Path, arguments: Vec<String>) -> Result<()> {
    let input = arguments.iter().find(|argument| argument.ends_with(".wasm"));
    let Some(input) = input else { return child::run(Command::new(real).args(arguments)) };
    let option = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
    let (Some(out), Some(name)) = (option("--out-dir="), option("--out-name=")) else {
        return Err(Failure::new("Trunk calls wasm-bindgen in a way that is not known here.", REMEDY));
    };
    let work = project.tools.join("split.work");
    fresh_folder(&work)?;
    child::output(child::command(project, "wasm-split-cli").arg(input).arg(&work).args(["--out-name", name]))?;
    let rest = work.join(format!("{name}.wasm"));
    let kept = arguments.iter().filter(|argument| *argument != input);
    child::run(Command::new(real).args(kept).args(["--keep-lld-exports", "--no-demangle"]).arg(&rest))?;
    let script = Path::new(out).join(format!("{name}.js"));
    digests::number(&script, &Path::new(out).join(format!("{name}_bg.wasm")))?;
    finish(project, &work, &script)
}

/// Names the pieces after their content and connects them with the page's JavaScript.
///
/// The script that loads the pieces would import the page's script by name, but Trunk has not named it yet. So the page
/// passes the pieces what they need.
fn finish(project: &Project, work: &Path, script: &Path) -> Result<()> {
    let to = pieces(project);
    create_folder(&to)?;
    let mut link = read(&work.join(LINK))?;
    let entries = fs::read_dir(work).map_err(|error| Failure::file("read", work, &error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let old = format!("{stem}.wasm");
        if !path.ends_with(&old) || !link.contains(&format!("./{old}")) {
            continue;
        }
        let bytes = fs::read(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let new = format!("{}-{}.wasm", stem.trim_start_matches("split_"), digest(&bytes));
        let mut optimise = child::command(project, "wasm-opt");
        optimise.arg("-Oz").args(FEATURES.map(|feature| format!("--enable-{feature}")));
        child::output(optimise.arg(&path).arg("-o").arg(to.join(&new)))?;
        link = link.replace(&format!("./{old}"), &format!("./{new}"));
    }
    let first = link.lines().next().unwrap_or_default();
    let link = link
        .replacen(first, "let exportsOfPage;\nexport const joinPage = exports => { exportsOfPage = exports; };", 1)
        .replace("initSync(undefined, undefined)", "exportsOfPage()");
    let name = format!("later-{}.js", digest(link.as_bytes()));
    write(&to.join(&name), &link)?;
    let page = read(script)?.replace(&format!("from \"{LINK}\""), &format!("from \"./{name}\""));
    write(script, &format!("import {{ joinPage }} from \"./{name}\";\n{page}\njoinPage(() => wasm);\n"))
}

fn pieces(project: &Project) -> PathBuf {
    project.tools.join("split.pieces")
}

fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| Failure::file("write", path, &error))
}
