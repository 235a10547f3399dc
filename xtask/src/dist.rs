//! `cargo xtask dist`: builds the page for publishing and prints the sizes that visitors load.

use std::fs;

use crate::{
    failure::{Failure, Result},
    options::Options,
    package,
    project::Project,
    release,
    setup::{self, Goal},
    sizes::{self, Sized, kilobytes, print_group},
};

/// Size limit of the first load in bytes after brotli: HTML, CSS, JS and WASM, without lazily loaded files. It is 1 KB above what
/// was measured: a change that adds nothing moves the size by up to half of that, because functions are put in another order.
const FIRST_LOAD_LIMIT: u64 = 298_500;

/// `cargo xtask dist [--no-build]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("dist", arguments);
    let build = !options.flag("--no-build");
    options.end()?;
    if build {
        setup::run(project, &[Goal::Page, Goal::Publish])?;
        release::build(project, false)?;
    }
    show(project)
}

/// Prints the sizes of the last build of the page and of the package, and checks their limits.
pub(crate) fn show(project: &Project) -> Result<()> {
    let files = sizes::measure(project, &project.dist())?;
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let read = |name: &str| fs::read_to_string(project.dist().join(name)).unwrap_or_default();
    let first = sizes::first_load(&names, read);
    let (first, later): (Vec<Sized>, Vec<Sized>) = files.into_iter().partition(|file| first.contains(&file.name));
    let total = print_group("first load", &first);
    print_group("loaded when needed", &later);
    println!("\nThe first load is {} KB; the limit is {} KB.", kilobytes(total), kilobytes(FIRST_LOAD_LIMIT));
    if total <= FIRST_LOAD_LIMIT {
        return package::show(project);
    }
    Err(Failure::new(
        format!("The first load is {} bytes above its limit.", total - FIRST_LOAD_LIMIT),
        "Load something later, or leave a dependency out; `twiggy top` shows what the WASM consists of.",
    ))
}
