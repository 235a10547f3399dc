//! Runs files of end-to-end tests, some at a time, and keeps what each of them says together.
//!
//! Each file has a Node process, a server, a browser and a profile of its own, so they share the processors alone. Knows
//! neither which files there are nor how their results are counted.

use std::{
    collections::VecDeque,
    fmt::Display,
    fs::{self, File},
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use crate::{
    browser::{self, Browser},
    child,
    end_to_end::node_with_page,
    failure::{Failure, Result},
    lazy::target_folder,
    project::{Project, create_folder},
    results::{self, FileRun},
};

/// Files that run while no other does: a model computes in them on every processor, and minutes beside another browser
/// would be waited for as if it had stopped.
const ALONE: [&str; 4] = [
    "chat-over-http.test.mjs",
    "in-page-catalogue.test.mjs",
    "in-page-model-missing.test.mjs",
    "in-page-model.test.mjs",
];

/// Runs these files of tests, so many at a time, and prints how they ended and what took longest.
pub(crate) fn run(project: &Project, files: &[PathBuf], jobs: usize) -> Result<()> {
    let runs = run_files(project, files, jobs)?;
    println!("\n{}", results::summary(&runs));
    runs.into_iter().try_for_each(|run| run.result)
}

/// Runs every file, whatever becomes of the others, so many at a time. One at a time they speak to the terminal while they
/// run; else each says at its end how it went, and a file that failed all it said.
pub(crate) fn run_files(project: &Project, files: &[PathBuf], jobs: usize) -> Result<Vec<FileRun>> {
    let folder = target_folder(project)?.join("end-to-end");
    create_folder(&folder)?;
    let runner = Runner { project, browser: browser::require(project)?, folder };
    if jobs == 1 || files.len() == 1 {
        return files.iter().map(|file| runner.run(file, true)).collect();
    }
    let (alone, together): (Vec<_>, Vec<_>) = files.iter().cloned().partition(|file| runs_alone(file));
    let mut runs = runner.run_all(longest_first(together), jobs)?;
    runs.extend(runner.run_all(alone, 1)?);
    Ok(runs)
}

fn runs_alone(file: &Path) -> bool {
    file.file_name().is_some_and(|name| ALONE.iter().any(|alone| name == *alone))
}

/// The longest texts first: they mostly take longest, and none of them shall begin when the others have ended.
fn longest_first(mut files: Vec<PathBuf>) -> VecDeque<PathBuf> {
    files.sort_by_cached_key(|file| std::cmp::Reverse(fs::metadata(file).map_or(0, |data| data.len())));
    files.into()
}

struct Runner<'a> {
    project: &'a Project,
    browser: Browser,
    /// Where the output and the results of each file are kept.
    folder: PathBuf,
}

impl Runner<'_> {
    fn run_all(&self, files: impl Into<VecDeque<PathBuf>>, jobs: usize) -> Result<Vec<FileRun>> {
        let left = Mutex::new(files.into());
        let done = Mutex::new(Vec::new());
        let work = || {
            loop {
                let Some(file) = locked(&left).pop_front() else { return Ok(()) };
                let run = self.run(&file, false)?;
                let mut done = locked(&done);
                println!("{}", results::line(&run));
                if run.result.is_err() {
                    println!("{}", indented(&self.read(&self.place(&run.file, "output"))?));
                }
                done.push(run);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            let ended = workers.into_iter().map(|worker| worker.join());
            ended.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect::<Result<Vec<()>>>()
        })?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// One process for each file: its exit status says whether all in it passed, whatever a reporter is told.
    fn run(&self, file: &Path, is_live: bool) -> Result<FileRun> {
        let list = self.place(file, "results");
        fs::write(&list, "").map_err(|error| Failure::file("write", &list, &error))?;
        let mut node = node_with_page(self.project, &self.browser);
        let shown = if is_live && !io::stdout().is_terminal() { "tap" } else { "spec" };
        let reporter = self.project.root.join("tests/e2e/support/test-list.mjs");
        node.arg("--test")
            .args([option("--test-reporter", shown), option("--test-reporter-destination", "stdout")])
            .args([
                option("--test-reporter", reporter.display()),
                option("--test-reporter-destination", list.display()),
            ])
            .arg(file);
        if !is_live {
            self.keep_output(file, &mut node)?;
        }
        let start = Instant::now();
        let result = child::run(&mut node);
        let time = start.elapsed();
        Ok(FileRun { file: file.to_path_buf(), tests: results::tests(&self.read(&list)?), time, result })
    }

    fn keep_output(&self, file: &Path, node: &mut Command) -> Result<()> {
        let path = self.place(file, "output");
        let output = File::create(&path).map_err(|error| Failure::file("write", &path, &error))?;
        let errors = output.try_clone().map_err(|error| Failure::file("write", &path, &error))?;
        node.stdin(Stdio::null()).stdout(output).stderr(errors);
        Ok(())
    }

    /// A file of its own for each file of tests.
    fn place(&self, file: &Path, what: &str) -> PathBuf {
        self.folder.join(format!("{}.{what}.txt", results::short(file)))
    }

    fn read(&self, path: &Path) -> Result<String> {
        fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))
    }
}

fn option(name: &str, value: impl Display) -> String {
    format!("{name}={value}")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  │ {line}\n")).collect()
}

/// Another thread that panicked has left no half of an entry behind.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::end_to_end;

    #[test]
    fn what_runs_alone_is_there() {
        let files = end_to_end::files(&Project::find().unwrap());
        for name in ALONE {
            assert!(files.iter().any(|file| file.ends_with(name)), "{name}");
        }
        assert_eq!(files.iter().filter(|file| runs_alone(file)).count(), ALONE.len());
    }

    #[test]
    fn the_longest_text_begins_first() {
        let folder = Project::find().unwrap().root.join("xtask");
        let files = longest_first(vec![folder.join("Cargo.toml"), folder.join("src/runner.rs")]);
        assert!(files[0].ends_with("runner.rs"));
    }
}
