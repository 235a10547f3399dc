//! `cargo xtask bench recall`: a native program, the page's embedding model in a browser, and what one would use instead.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command},
};

use crate::{
    browser, child,
    failure::{Failure, Result},
    lazy,
    options::Options,
    project::Project,
    setup::{self, Goal},
    wasm_module::target_folder,
    work_folder::WorkFolder,
};

/// The embedder that this program runs; all others are options of the native program.
const IN_PAGE: &str = "in-page";
/// Options without a meaning beside it, and why.
const NOT_IN_PAGE: [(&str, &str); 4] = [
    ("--embedding-model", "names a model of a server, and `--embeddings in-page` runs the model of the page"),
    ("--vectors", "names a file that has the vectors, and `--embeddings in-page` makes them"),
    ("--save-texts", "only saves the texts, so there are no vectors to make"),
    ("--documents", "measures words alone"),
];

/// `cargo xtask bench recall [options of benches/recall]`.
pub(crate) fn command(project: &Project, options: &[String]) -> Result<()> {
    let (is_in_page, options) = split(options)?;
    if is_in_page { with_page_model(project, &options) } else { measure(project, &options) }
}

/// Whether the page's model makes the vectors, and the options of the native program.
fn split(options: &[String]) -> Result<(bool, Vec<String>)> {
    let mut given = Options::new("bench recall", options.to_vec());
    match given.value("--embeddings") {
        Some(embedder) if embedder == IN_PAGE => {}
        _ => return Ok((false, options.to_vec())),
    }
    let options = given.rest();
    let is_given = |name: &str| options.iter().any(|option| option.split('=').next() == Some(name));
    match NOT_IN_PAGE.iter().find(|(name, _)| is_given(name)) {
        None => Ok((true, options)),
        Some((name, why)) => Err(Failure::new(
            format!("`{name}` {why}."),
            format!("Leave out either `{name}` or `--embeddings {IN_PAGE}`."),
        )),
    }
}

/// Runs the native program, then times what one would use instead: `minisearch` on the same messages, and a loop over as many
/// vectors.
fn measure(project: &Project, options: &[String]) -> Result<()> {
    let is_given = |name: &str| options.iter().any(|option| option.split('=').next() == Some(name));
    if ["--no-speed", "--save-texts", "--documents"].into_iter().any(is_given) {
        return child::run(native(project).args(options));
    }
    let messages = env::temp_dir().join(format!("ricordo-bench-recall-{}.json", process::id()));
    child::run(native(project).arg("--save-messages").arg(&messages).args(options))?;
    let timed = time_instead(project, &messages);
    // A file that cannot be removed is no failure of the benchmark.
    fs::remove_file(&messages).ok();
    timed
}

/// The native program, without its options.
fn native(project: &Project) -> Command {
    let mut cargo = child::command(project, "cargo");
    cargo.args(["run", "--locked", "--profile", "fast", "--package", "ricordo-bench-recall", "--"]);
    // A relative path of the data is relative to where the command was given.
    if let Ok(folder) = env::current_dir() {
        cargo.current_dir(folder);
    }
    cargo
}

/// Has the texts saved, makes their vectors with the page's model, and measures.
fn with_page_model(project: &Project, options: &[String]) -> Result<()> {
    let kept = target_folder(project)?.join("recall-vectors");
    let work = WorkFolder::beside(&kept)?;
    let (texts, vectors) = (work.path().join("texts.json"), work.path().join("vectors.json"));
    // With the options of the measurement, so that a wrong one is reported before vectors are made.
    child::run(native(project).arg("--vectors").arg(&vectors).args(options).arg("--save-texts").arg(&texts))?;
    child::run(embedding(project)?.arg(&kept).arg(&texts).arg(&vectors))?;
    let given = ["--vectors".to_owned(), vectors.to_string_lossy().into_owned()];
    measure(project, &[&given, options].concat())
}

/// The script that runs the page's model; the caller names where vectors are kept, the texts and the result.
fn embedding(project: &Project) -> Result<Command> {
    setup::run(project, &[Goal::Embedding])?;
    lazy::place_scripts(project)?;
    let weights = setup::embedding_file(project).ok_or_else(no_weights)?;
    let browser = browser::require(project)?;
    let mut node = child::command(project, "node");
    child::tell(&mut node, "RICORDO_CHROMIUM", &browser.for_tests);
    child::tell(&mut node, "RICORDO_NODE_MODULES", &setup::node_modules(project));
    node.arg(script(project, "embed-texts.mjs")).arg(project.vendor()).arg(weights);
    Ok(node)
}

fn no_weights() -> Failure {
    Failure::new(
        "There are no weights of the page's embedding model, so it cannot make vectors.",
        "`cargo xtask setup` makes them, or says why it cannot. `--embeddings none` measures words alone.",
    )
}

fn time_instead(project: &Project, messages: &Path) -> Result<()> {
    setup::run(project, &[Goal::Benchmarks])?;
    ["minisearch.mjs", "plain-loop.mjs"].into_iter().try_for_each(|name| {
        let mut node = child::command(project, "node");
        child::tell(&mut node, "RICORDO_BENCH_PACKAGES", &setup::bench_modules(project));
        child::run(node.arg(script(project, name)).arg(messages))
    })
}

fn script(project: &Project, name: &str) -> PathBuf {
    project.root.join("benches").join("recall").join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_words(text: &str) -> Result<(bool, Vec<String>)> {
        split(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn only_the_model_of_the_page_is_run_here() {
        for text in
            ["--data a.json --embeddings in-page --budget=4000", "--embeddings=in-page --data a.json --budget=4000"]
        {
            let (is_in_page, options) = split_words(text).unwrap();
            assert!(is_in_page, "{text}");
            assert_eq!(options, ["--data", "a.json", "--budget=4000"]);
        }
        for text in [
            "",
            "--data in-page",
            "--embeddings none",
            "--embeddings http://127.0.0.1:1/v1",
            "--vectors a.json",
            "--embeddings",
        ] {
            let (is_in_page, options) = split_words(text).unwrap();
            assert!(!is_in_page, "{text}");
            assert_eq!(options.join(" "), text);
        }
    }

    #[test]
    fn options_that_contradict_the_model_of_the_page_are_refused() {
        for option in
            ["--embedding-model x", "--embedding-model=x", "--vectors a.json", "--save-texts=a.json", "--documents"]
        {
            let failure = split_words(&format!("--embeddings in-page {option}")).unwrap_err();
            let name = option.split([' ', '=']).next().unwrap_or_default();
            assert!(failure.cause.starts_with(&format!("`{name}` ")), "{failure}");
            assert!(failure.remedy.contains(name), "{failure}");
        }
    }
}
