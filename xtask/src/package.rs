//! `cargo xtask package`: makes the npm package `ricordo` out of the module and of the TypeScript in `crates/embed/package`.
//!
//! Its public types are compared with those that were accepted last, in `crates/embed/package/golden`: so whoever reads a
//! change sees what it changes for the pages that use the package.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    dist::{kilobytes, print_group},
    failure::{Failure, Result},
    lazy::{self, copy},
    options::Options,
    project::{Project, create_folder, fresh_folder},
    setup::{self, Goal},
    sizes,
};

/// Bytes after brotli that a page loads of the package: the module and its scripts. The aim is 230,000: idle work, summaries
/// and what reads exports would have to be loaded when they are first used. A ratchet: from here on it only goes down.
const LIMIT: u64 = 570_000;

/// `cargo xtask package [--accept] [--reference]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("package", arguments);
    let accept = options.flag("--accept");
    let reference = options.flag("--reference");
    options.end()?;
    setup::run(project, &[Goal::Package])?;
    build_and(project, accept)?;
    if reference {
        write_reference(project)?;
    }
    show(project)
}

/// The folder of the package as it is published. `package.tgz`, what `npm pack` makes of it, lies beside it.
pub(crate) fn folder(project: &Project) -> Result<PathBuf> {
    Ok(root(project)?.join("ricordo"))
}

/// Makes the package.
pub(crate) fn build(project: &Project) -> Result<()> {
    build_and(project, false)
}

/// Prints what a page loads of the package, and holds it to the limit.
pub(crate) fn show(project: &Project) -> Result<()> {
    let files = sizes::measure(project, &folder(project)?)?;
    let is_loaded = |name: &str| name.starts_with("dist/") && !name.ends_with(".d.ts") && name != "dist/node.js";
    let loaded: Vec<_> = files.into_iter().filter(|file| is_loaded(&file.name)).collect();
    let total = print_group("npm package", &loaded);
    println!("\nA page loads {} KB of the package; the limit is {} KB.", kilobytes(total), kilobytes(LIMIT));
    if total <= LIMIT {
        return Ok(());
    }
    Err(Failure::new(
        format!("The package is {} bytes above its limit.", total - LIMIT),
        "Leave a dependency out; `twiggy top` shows what the WASM consists of.",
    ))
}

fn build_and(project: &Project, accept: bool) -> Result<()> {
    let root = root(project)?;
    let module = root.join("module");
    lazy::build_package_module(project, &module)?;
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
    for name in ["ricordo.js", "ricordo_bg.wasm"] {
        copy(&module.join(name), &package.join("dist/wasm").join(name))?;
    }
    copy(&source.join("README.md"), &package.join("README.md"))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&project.root.join(name), &package.join(name))?;
    }
    write_manifest(project, &source.join("package.json"), &package.join("package.json"))?;
    compare_types(&package.join("dist"), &source.join("golden"), accept)?;
    pack(project, &root, &package)
}

fn root(project: &Project) -> Result<PathBuf> {
    Ok(lazy::target_folder(project)?.join("package"))
}

/// The TypeScript compiler: types and scripts, or what is wrong with them.
fn compile(project: &Project, work: &Path) -> Result<()> {
    let mut tsc = child::command(project, "node");
    tsc.arg(setup::package_modules(project).join("typescript/bin/tsc")).arg("--project").arg(work);
    child::run(&mut tsc)
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
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".d.ts")).collect();
        names.sort();
        names
    };
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
    copy(&root.join(name), &root.join("package.tgz"))
}

/// The reference of the types, as pages, into `<target>/package/reference`. A link that leads nowhere is a failure.
fn write_reference(project: &Project) -> Result<()> {
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
        .arg(root.join("work/src/index.ts"))
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
