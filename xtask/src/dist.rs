//! `cargo xtask dist`: builds the page for publishing and prints the sizes that visitors load.

use std::fs;

use crate::{
    built,
    failure::{Failure, Result},
    options::Options,
    package,
    project::Project,
    release,
    setup::{self, Goal},
    sizes::{self, Sized, kilobytes, print_group},
};

/// Size limit of the first load in bytes after brotli: HTML, CSS, JS and WASM, and the texts of a language other than English,
/// without what is loaded later. A change that adds nothing moves the size by up to half a kilobyte, because functions are put
/// in another order.
const FIRST_LOAD_LIMIT: u64 = 300_000;
/// Size limit in bytes after brotli of all that a first visit in English loads until the page is used; a message can be sent
/// and drawn by then. It is 5 KB above what was measured.
const LOOKING_LIMIT: u64 = 990_000;

/// The style sheets of messages, the list and dialogs.
const STYLE: &str = "later/style.css";

/// How the names of files begin that have the texts of a language.
const TEXTS: &str = "texts_";

/// `cargo xtask dist [--no-build]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("dist", arguments);
    let build = !options.flag("--no-build");
    options.end()?;
    if build {
        setup::run(project, &[Goal::Page, Goal::Publish])?;
        release::build(project, false)?;
    } else {
        built::say_if_old(project)?;
    }
    show(project)
}

/// Prints the sizes of the last build of the page and of the package, and checks their limits.
pub(crate) fn show(project: &Project) -> Result<()> {
    let files = sizes::measure(project, &project.dist())?;
    // `index.html` names the texts of all languages.
    let names: Vec<String> =
        files.iter().map(|file| file.name.clone()).filter(|name| !name.starts_with(TEXTS)).collect();
    let read = |name: &str| fs::read_to_string(project.dist().join(name)).unwrap_or_default();
    let first = sizes::first_load(&names, read);
    let visit: u64 = kept_ahead(&read("sw.js"), &files).map(|file| file.brotli.unwrap_or(file.raw)).sum();
    let (first, later): (Vec<Sized>, Vec<Sized>) = files.into_iter().partition(|file| first.contains(&file.name));
    let (turn, later): (Vec<Sized>, Vec<Sized>) = later.into_iter().partition(|file| is_of("turn", &file.name));
    let is_drawn_with = |file: &Sized| is_of("history", &file.name) || file.name == STYLE;
    let (drawn, later): (Vec<Sized>, Vec<Sized>) = later.into_iter().partition(is_drawn_with);
    let total = print_group("first load", &first);
    let turn = print_group("until a message can be sent", &turn);
    let drawn = print_group("until messages can be drawn", &drawn);
    let (texts, later): (Vec<Sized>, Vec<Sized>) = later.into_iter().partition(|file| file.name.starts_with(TEXTS));
    print_group("texts in other languages, of which a visitor loads one", &texts);
    print_group("loaded when needed", &later);
    let looking = total + turn + drawn;
    println!("\nThe first load is {} KB; the limit is {} KB.", kilobytes(total), kilobytes(FIRST_LOAD_LIMIT));
    println!("A message can be sent after {} KB more, and drawn after another {}.", kilobytes(turn), kilobytes(drawn));
    println!(
        "A visitor who only looks loads {} KB in all; the limit is {} KB.",
        kilobytes(looking),
        kilobytes(LOOKING_LIMIT)
    );
    println!(
        "Once the page is used, the rest and the service worker make it {} KB, and it works offline.",
        kilobytes(visit)
    );
    let [first_texts, later_texts] = ["_first-", "_later-"].map(|part| largest(&texts, part));
    println!(
        "In another language its texts are up to {} KB more in the first load, and {} KB later.",
        kilobytes(first_texts),
        kilobytes(later_texts)
    );
    hold("The first load", total + first_texts, FIRST_LOAD_LIMIT)?;
    hold("A visit that only looks", looking, LOOKING_LIMIT)?;
    package::show(project)
}

/// The size of the largest of the files with this in their names.
fn largest(files: &[Sized], part: &str) -> u64 {
    let of_part = files.iter().filter(|file| file.name.contains(part));
    of_part.map(|file| file.brotli.unwrap_or(file.raw)).max().unwrap_or(0)
}

/// Whether a file of split code belongs to this part of the page: its name has all parts that need it.
fn is_of(part: &str, name: &str) -> bool {
    name.strip_suffix(".wasm").is_some_and(|parts| !parts.contains('/') && parts.split('-').any(|one| one == part))
}

/// The files that the service worker fetches before it takes over. It lists the page by its address.
fn kept_ahead<'a>(worker: &'a str, files: &'a [Sized]) -> impl Iterator<Item = &'a Sized> {
    let ahead =
        worker.split_once("\"ahead\": {").and_then(|(_, rest)| rest.split_once('}')).map_or("", |(list, _)| list);
    files.iter().filter(move |file| file.name == "index.html" || ahead.contains(&format!("\"{}\": ", file.name)))
}

fn hold(what: &str, bytes: u64, limit: u64) -> Result<()> {
    if bytes <= limit {
        return Ok(());
    }
    Err(Failure::new(
        format!("{what} is {} bytes above its limit.", bytes - limit),
        "Load something later, or leave a dependency out; `twiggy top` shows what the WASM consists of.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_split_code_names_the_parts_that_need_it() {
        assert!(
            is_of("turn", "turn-0123456789abcdef.wasm") && is_of("turn", "dialogs-lazy-turn-0123456789abcdef.wasm")
        );
        for name in ["lazy-0123456789abcdef.wasm", "vendor/turn-1.wasm", "turn.js", "return-1.wasm"] {
            assert!(!is_of("turn", name), "{name}");
        }
    }

    #[test]
    fn the_service_worker_lists_what_it_fetches_ahead() {
        let worker = r#"const BUILD = { "id": "1", "ahead": { "./": "sha256-a", "a.js": "sha256-b" }, "whenUsed": { "b.js": "sha256-c" } };"#;
        let files =
            ["index.html", "a.js", "b.js", "js"].map(|name| Sized { name: name.to_owned(), raw: 1, brotli: None });
        let names: Vec<_> = kept_ahead(worker, &files).map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["index.html", "a.js"]);
    }
}
