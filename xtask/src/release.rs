//! The release build of everything that is published: the page, and the npm package with the page in it.

use std::{panic, thread};

use crate::{
    failure::Result,
    lazy,
    options::Options,
    package, page, pieces,
    project::Project,
    setup::{self, Goal},
    split,
};

/// Builds both. `accept`: whether the package's types are the new golden ones.
pub(crate) fn build(project: &Project, accept: bool) -> Result<()> {
    lazy::build_files(project)?;
    let [of_page, of_package] = split::compile(project, [&page::SOURCE, &pieces::SOURCE])?;
    // Most of the time goes into `wasm-opt`, which uses one processor.
    thread::scope(|scope| {
        let page = scope.spawn(|| page::assemble(project, &of_page));
        let manager = package::make_manager(project, &of_package, accept);
        page.join().unwrap_or_else(|panic| panic::resume_unwind(panic))?;
        manager
    })?;
    package::finish(project)
}

/// `cargo xtask package [--accept] [--reference] [--no-page]`.
pub(crate) fn package_command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("package", arguments);
    let accept = options.flag("--accept");
    let reference = options.flag("--reference");
    let no_page = options.flag("--no-page");
    options.end()?;
    setup::run(project, &[Goal::Page, Goal::Publish, Goal::Package])?;
    if no_page {
        let [module] = split::compile(project, [&pieces::SOURCE])?;
        package::make_manager(project, &module, accept)?;
        package::finish(project)?;
    } else {
        build(project, accept)?;
    }
    if reference {
        package::write_reference(project)?;
    }
    package::show(project)
}
