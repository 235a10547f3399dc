//! Runs end-to-end test files, several in parallel, and collects the output of each.
//!
//! Each file has its own Node process, server, browser and profile, so they only share the processors. Which files
//! there are and how results are counted is defined elsewhere.

use std::{
    cmp::Reverse,
    collections::VecDeque,
    env,
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
    project::{Project, create_folder},
    results::{self, End, FileRun},
    skipped,
    wasm_module::target_folder,
};

/// Files that run alone. A model computes on every processor, and beside another browser it would take minutes and seem
/// to hang. And WebKit's first document is sometimes never parsed on a busy machine; then it takes no pictures either.
const ALONE: [&str; 5] = [
    "chat-over-http.test.mjs",
    "engines-webkit.test.mjs",
    "in-page-catalogue.test.mjs",
    "in-page-model-missing.test.mjs",
    "in-page-model.test.mjs",
];

/// Files that begin first. Their text is short, yet what it visits is not.
const FIRST: [&str; 2] = ["accessibility.test.mjs", "markdown-attacks.test.mjs"];

/// Names the browser for most files; some need the whole Chromium.
const SHELL_VARIABLE: &str = "RICORDO_CHROMIUM_SHELL";

/// Runs test files, `jobs` in parallel, and prints the results and the slowest files.
pub(crate) fn run(project: &Project, files: &[PathBuf], jobs: usize) -> Result<()> {
    let runs = run_files(project, files, jobs)?;
    println!("\n{}", results::summary(&runs));
    skipped::add(project, &results::names(&runs, End::Skipped))?;
    runs.into_iter().try_for_each(|run| run.result)
}

/// Runs every file, even if others fail, `jobs` in parallel. A single job writes to the terminal as it runs; otherwise
/// each file prints one line at its end, and a failed one its whole output.
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
    is_one_of(file, &ALONE)
}

fn is_one_of(file: &Path, names: &[&str]) -> bool {
    file.file_name().is_some_and(|name| names.iter().any(|one| name == *one))
}

/// [`FIRST`], then the largest files: they mostly take longest, and none should start when the others have ended.
fn longest_first(mut files: Vec<PathBuf>) -> VecDeque<PathBuf> {
    let size = |file: &PathBuf| fs::metadata(file).map_or(0, |data| data.len());
    files.sort_by_cached_key(|file| Reverse((is_one_of(file, &FIRST), size(file))));
    files.into()
}

struct Runner<'a> {
    project: &'a Project,
    browser: Browser,
    /// Folder for the output and the results of each file.
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

    /// One process per file: its exit status says whether all tests passed, whatever a reporter prints.
    fn run(&self, file: &Path, is_live: bool) -> Result<FileRun> {
        let list = self.place(file, "results");
        fs::write(&list, "").map_err(|error| Failure::file("write", &list, &error))?;
        let mut node = node_with_page(self.project, &self.browser.program);
        if env::var_os(SHELL_VARIABLE).is_none() {
            node.env(SHELL_VARIABLE, &self.browser.for_tests);
        }
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

    /// A separate output file for each test file.
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

/// Ignores poisoning: a thread that panics leaves no partial entry.
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
        assert_eq!(files.iter().filter(|file| is_one_of(file, &FIRST)).count(), FIRST.len());
    }

    #[test]
    fn what_takes_longest_begins_first() {
        let folder = Project::find().unwrap().root.join("tests/e2e");
        let named = |name: &&str| folder.join(format!("{name}.test.mjs"));
        let files = longest_first(["local-network", "search", "accessibility"].iter().map(named).collect());
        assert_eq!(files, ["accessibility", "search", "local-network"].iter().map(named).collect::<Vec<_>>());
    }
}
