//! Makes the npm package `ricordo` out of the compiled module and of the TypeScript in `crates/embed/package`.
//!
//! Its public types are compared with those that were accepted last, in `crates/embed/package/golden`: so whoever reads a
//! change sees what it changes for the pages that use the package.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    pieces,
    project::{Project, create_folder, fresh_folder},
    setup,
    sizes::{self, Sized, kilobytes, print_group},
    split,
    wasm_module::{copy, target_folder},
};

/// Bytes after brotli that a page loads of the package before it can open a conversation and read it: the module and all
/// scripts. The pieces that are loaded when they are first called are not in it: with the first `send` come those whose
/// name has `turn` in it, with the first `compile` or `append` those with `compile`.
const LIMIT: u64 = 185_000;
/// Bytes by which the sizes in the README of the package may be wrong: it gives whole kilobytes, and not every change of the
/// code is one of the README.
const README_MAY_DIFFER: u64 = 3_000;

/// The folder of the package as it is published. What `npm pack` makes of it lies beside it: [`packed`].
pub(crate) fn folder(project: &Project) -> Result<PathBuf> {
    Ok(root(project)?.join("ricordo"))
}

/// The package as one file.
pub(crate) fn packed(project: &Project) -> Result<PathBuf> {
    Ok(root(project)?.join("package.tgz"))
}

/// Builds what of the package needs no page: `ContextManager`.
pub(crate) fn build_manager(project: &Project) -> Result<()> {
    let [module] = split::compile(project, [&pieces::SOURCE])?;
    make_manager(project, &module, false)
}

/// Prints what a page loads of the package, and holds it to the limit.
pub(crate) fn show(project: &Project) -> Result<()> {
    let is_loaded = |file: &Sized| {
        let is_script = file.name.ends_with(".js") && file.name != "dist/node.js";
        is_script || file.name.ends_with(".wasm") || file.name.starts_with("dist/chat/")
    };
    let files = sizes::measure(project, &folder(project)?)?.into_iter().filter(is_loaded);
    let (element, rest): (Vec<_>, Vec<_>) = files.partition(|file| file.name.starts_with("dist/chat"));
    let is_piece = |file: &Sized| file.name.ends_with(".wasm") && !file.name.ends_with("_bg.wasm");
    let (pieces, first): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_piece);
    let (turn, rest): (Vec<_>, Vec<_>) = pieces.into_iter().partition(|file| file.name.contains("turn"));
    let total = print_group("npm package: import, open, history", &first);
    let turn = print_group("npm package: with the first send", &turn);
    let rest = print_group("npm package: with the first call of anything else", &rest);
    let is_first = |name: &str| !name["dist/chat".len()..].contains("/vendor/") && !name.contains("/lazy/");
    print_group("<ricordo-chat>", &element.into_iter().filter(|file| is_first(&file.name)).collect::<Vec<_>>());
    println!("\nA page loads {} KB of the package; the limit is {} KB.", kilobytes(total), kilobytes(LIMIT));
    println!("Then {} KB with the first send, and at most {} KB more.", kilobytes(turn), kilobytes(rest));
    compare_readme(project, total, total + turn)?;
    if total <= LIMIT {
        return Ok(());
    }
    Err(Failure::new(
        format!("The package is {} bytes above its limit.", total - LIMIT),
        "Leave a dependency out; `twiggy top` shows what the WASM consists of.",
    ))
}

/// Fails if the README of the package gives other sizes than these: of what `init` loads, and with the first send.
fn compare_readme(project: &Project, first: u64, with_turn: u64) -> Result<()> {
    let path = project.root.join("crates/embed/package/README.md");
    let text = fs::read_to_string(&path).map_err(|error| Failure::file("read", &path, &error))?;
    for (before, bytes) in [("that `init` loads are ", first), ("a page that sends has loaded ", with_turn)] {
        let given = given_kilobytes(&text, before);
        if given.is_none_or(|given| (given * 1000).abs_diff(bytes) > README_MAY_DIFFER) {
            return Err(Failure::new(
                format!("crates/embed/package/README.md does not say \"{before}{} KB\".", (bytes + 500) / 1000),
                "Correct the sizes under \"What is loaded when\"; those of the other rows are above.",
            ));
        }
    }
    Ok(())
}

/// The kilobytes that follow these words.
fn given_kilobytes(text: &str, before: &str) -> Option<u64> {
    text.split_once(before)?.1.split_once(" KB")?.0.parse().ok()
}

/// Makes of its compiled module what needs no page. `accept`: whether its types are the new golden ones.
pub(crate) fn make_manager(project: &Project, compiled: &Path, accept: bool) -> Result<()> {
    let root = root(project)?;
    let module = root.join("module");
    pieces::build(project, compiled, &module)?;
    let work = root.join("work");
    fresh_folder(&work)?;
    let source = project.root.join("crates/embed/package");
    copy_folder(&source.join("src"), &work.join("src"))?;
    copy(&source.join("tsconfig.json"), &work.join("tsconfig.json"))?;
    create_folder(&work.join("src/wasm"))?;
    for name in ["ricordo.js", "ricordo.d.ts"] {
        copy(&module.join(name), &work.join("src/wasm").join(name))?;
    }
    compile(project, &work)?;
    let package = folder(project)?;
    fresh_folder(&package)?;
    copy_folder(&work.join("dist"), &package.join("dist"))?;
    create_folder(&package.join("dist/wasm"))?;
    for name in names_in(&module, |name| !name.ends_with(".d.ts")) {
        copy(&module.join(&name), &package.join("dist/wasm").join(&name))?;
    }
    minify(project, &package.join("dist"))?;
    copy(&source.join("README.md"), &package.join("README.md"))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&project.root.join(name), &package.join(name))?;
    }
    write_manifest(project, &source.join("package.json"), &package.join("package.json"))?;
    compare_types(&package.join("dist"), &source.join("golden"), accept)
}

/// Adds `<ricordo-chat>`, which is made of the page in `dist`, and packs it all.
pub(crate) fn finish(project: &Project) -> Result<()> {
    let package = folder(project)?;
    make_element(project, &package.join("dist/chat"))?;
    pack(project, &root(project)?, &package)
}

fn root(project: &Project) -> Result<PathBuf> {
    Ok(target_folder(project)?.join("package"))
}

/// The files of `<ricordo-chat>`.
fn make_element(project: &Project, folder: &Path) -> Result<()> {
    let script = project.root.join("xtask/element.mjs");
    child::output(child::command(project, "node").arg(script).arg(project.dist()).arg(&project.root).arg(folder))
        .map(drop)
}

/// The TypeScript compiler: types and scripts, or what is wrong with them.
fn compile(project: &Project, work: &Path) -> Result<()> {
    let mut tsc = child::command(project, "node");
    tsc.arg(setup::package_modules(project).join("typescript/bin/tsc")).arg("--project").arg(work);
    child::run(&mut tsc)
}

/// Makes all scripts below a folder small.
fn minify(project: &Project, dist: &Path) -> Result<()> {
    let mut node = child::command(project, "node");
    node.arg(project.root.join("xtask/minify-package.mjs")).arg(setup::package_modules(project));
    for folder in [dist.to_owned(), dist.join("wasm")] {
        // `<ricordo-chat>` is made of scripts that are small already.
        let is_ours = |name: &str| name.ends_with(".js") && !name.starts_with("chat");
        node.args(names_in(&folder, is_ours).iter().map(|name| folder.join(name)));
    }
    child::output(&mut node).map(drop)
}

/// The names of some files of a folder, in order.
fn names_in(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| wanted(name)).collect();
    names.sort();
    names
}

/// The manifest with the version of the workspace.
fn write_manifest(project: &Project, from: &Path, to: &Path) -> Result<()> {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error));
    let workspace = read(&project.root.join("Cargo.toml"))?;
    let version = workspace.split_once("\nversion = \"").and_then(|(_, rest)| rest.split_once('"'));
    let Some((version, _)) = version else {
        return Err(Failure::new("The workspace manifest names no version.", "Give [workspace.package] a version."));
    };
    let manifest = read(from)?.replace("\"version\": \"0.0.0\"", &format!("\"version\": \"{version}\""));
    fs::write(to, manifest).map_err(|error| Failure::file("write", to, &error))
}

/// Fails when the public types are not those that were accepted, or accepts them.
fn compare_types(made: &Path, golden: &Path, accept: bool) -> Result<()> {
    let mut different = Vec::new();
    let names = |folder: &Path| names_in(folder, |name| name.ends_with(".d.ts"));
    let mut all = names(made);
    all.extend(names(golden));
    all.sort();
    all.dedup();
    for name in all {
        let (new, old) = (fs::read_to_string(made.join(&name)).ok(), fs::read_to_string(golden.join(&name)).ok());
        if new != old {
            different.push(name);
        }
    }
    if accept {
        fresh_folder(golden)?;
        return names(made).iter().try_for_each(|name| copy(&made.join(name), &golden.join(name)));
    }
    if different.is_empty() {
        return Ok(());
    }
    Err(Failure::new(
        format!("The public types are not those that were accepted: {}.", different.join(", ")),
        "Look at the difference; if it is meant, run `cargo xtask package --accept` and commit crates/embed/package/golden.",
    ))
}

/// What would be uploaded, as one file.
fn pack(project: &Project, root: &Path, package: &Path) -> Result<()> {
    let mut npm = child::npm(project);
    npm.current_dir(package).args(["pack", "--silent", "--pack-destination"]).arg(root);
    let name = child::output(&mut npm)?;
    let name = name.lines().last().unwrap_or_default().trim();
    copy(&root.join(name), &packed(project)?)
}

/// The reference of the types, as pages, into `<target>/package/reference`. A link that leads nowhere is a failure.
pub(crate) fn write_reference(project: &Project) -> Result<()> {
    let root = root(project)?;
    let to = root.join("reference");
    let manifest = folder(project)?.join("package.json");
    copy(&manifest, &root.join("work/package.json"))?;
    let mut typedoc = child::command(project, "node");
    typedoc
        .arg(setup::package_modules(project).join("typedoc/bin/typedoc"))
        .args(["--name", "ricordo", "--includeVersion", "--disableSources", "--excludeInternal"])
        .args(["--treatWarningsAsErrors", "--tsconfig"])
        .arg(root.join("work/tsconfig.json"))
        .arg("--entryPoints")
        .args(["index.ts", "chat.ts"].map(|name| root.join("work/src").join(name)))
        .arg("--readme")
        .arg(folder(project)?.join("README.md"))
        .arg("--out")
        .arg(&to);
    child::run(&mut typedoc)?;
    println!("The reference: {}", to.join("index.html").display());
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    create_folder(to)?;
    let entries = fs::read_dir(from).map_err(|error| Failure::file("read", from, &error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            copy_folder(&path, &to.join(entry.file_name()))?
        } else {
            copy(&path, &to.join(entry.file_name()))?
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::given_kilobytes;

    #[test]
    fn the_readme_gives_its_sizes_in_kilobytes() {
        let readme = include_str!("../../crates/embed/package/README.md");
        let first = given_kilobytes(readme, "that `init` loads are ");
        let with_turn = given_kilobytes(readme, "a page that sends has loaded ");
        assert!(first.is_some_and(|first| first > 0) && with_turn > first, "{first:?} {with_turn:?}");
        assert_eq!(given_kilobytes(readme, "that nobody wrote"), None);
        assert_eq!(given_kilobytes("loads are many KB", "loads are "), None);
    }
}
