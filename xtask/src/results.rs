//! Results of end-to-end tests, formatted for people. Runs nothing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{failure::Result, stages::shown};

/// Number of slowest files to list.
const SLOWEST: usize = 10;

/// One run of a test file.
#[derive(Debug)]
pub(crate) struct FileRun {
    pub(crate) file: PathBuf,
    pub(crate) tests: Vec<Test>,
    pub(crate) time: Duration,
    /// Node's exit status.
    pub(crate) result: Result<()>,
}

#[derive(Debug, PartialEq)]
pub(crate) struct Test {
    pub(crate) end: End,
    pub(crate) name: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Passed,
    Skipped,
    Failed,
}

/// Parses the lines of `tests/e2e/support/test-list.mjs`.
pub(crate) fn tests(lines: &str) -> Vec<Test> {
    let line = |line: &str| {
        let (end, name) = line.split_once('\t')?;
        let end = match end {
            "passed" => End::Passed,
            "skipped" => End::Skipped,
            _ => End::Failed,
        };
        Some(Test { end, name: name.to_owned() })
    };
    lines.lines().filter_map(line).collect()
}

/// One line about a file: a mark, its name, its tests and its time.
pub(crate) fn line(run: &FileRun) -> String {
    let mark = if run.result.is_ok() { "✓" } else { "✗" };
    let count = |end| run.tests.iter().filter(|test| test.end == end).count();
    let mut tests = format!("{} passed", count(End::Passed));
    for (end, word) in [(End::Skipped, "skipped"), (End::Failed, "failed")] {
        if count(end) > 0 {
            tests += &format!(", {} {word}", count(end));
        }
    }
    format!("  {mark} {:<44}{:>12}   {tests}", short(&run.file), shown(run.time))
}

/// Counts, the slowest files, and the names of skipped and failed tests.
pub(crate) fn summary(runs: &[FileRun]) -> String {
    let mut text = String::from("Slowest files:\n");
    let mut slowest: Vec<&FileRun> = runs.iter().collect();
    slowest.sort_by_key(|run| std::cmp::Reverse(run.time));
    for run in slowest.into_iter().take(SLOWEST) {
        text += &format!("  {:<44}{:>12}\n", short(&run.file), shown(run.time));
    }
    for (title, end) in [("Skipped", End::Skipped), ("Failed", End::Failed)] {
        let names = names(runs, end);
        if !names.is_empty() {
            text += &format!("{title}:\n{}", names.iter().map(|name| format!("  {name}\n")).collect::<String>());
        }
    }
    for run in runs.iter().filter(|run| is_broken(run)) {
        text += &format!("{} failed outside of its tests.\n", short(&run.file));
    }
    let count = |end| names(runs, end).len();
    let (passed, skipped, failed) = (count(End::Passed), count(End::Skipped), count(End::Failed));
    text + &format!("Files: {}. Tests: {passed} passed, {skipped} skipped, {failed} failed.", runs.len())
}

/// How often each repeated test passed, and whether all passed every time.
pub(crate) fn repeated(runs: &[FileRun], times: usize) -> (String, bool) {
    let mut counts: BTreeMap<(String, &str), [usize; 2]> = BTreeMap::new();
    for run in runs {
        for test in &run.tests {
            let count = counts.entry((short(&run.file), &test.name)).or_default();
            count[0] += usize::from(test.end == End::Passed);
            count[1] += usize::from(test.end == End::Skipped);
        }
    }
    let mut text = String::new();
    let mut all = runs.iter().all(|run| run.result.is_ok());
    for ((file, name), [passed, skipped]) in counts {
        let is_flaky = passed + skipped < times;
        all &= !is_flaky;
        let mark = if is_flaky { "✗" } else { "✓" };
        let skipped = if skipped == 0 { String::new() } else { format!(" (skipped {skipped} times)") };
        text += &format!("  {mark} {passed:>3} of {times}  {file}: {name}{skipped}\n");
    }
    (text, all)
}

/// The tests with this result, each with its file.
pub(crate) fn names(runs: &[FileRun], end: End) -> Vec<String> {
    let named = |run: &FileRun| {
        let file = short(&run.file);
        let tests = run.tests.iter().filter(|test| test.end == end);
        tests.map(|test| format!("{file}: {}", test.name)).collect::<Vec<_>>()
    };
    runs.iter().flat_map(named).collect()
}

/// Whether the file failed outside of its tests: it could not be loaded or set up.
fn is_broken(run: &FileRun) -> bool {
    let mut failed = run.tests.iter().filter(|test| test.end == End::Failed).peekable();
    run.result.is_err() && (failed.peek().is_none() || failed.any(|test| Path::new(&test.name) == run.file))
}

pub(crate) fn short(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod unit {
    use super::*;
    use crate::failure::Failure;

    fn run(file: &str, seconds: u64, lines: &str) -> FileRun {
        let passed = !lines.contains("failed") && !lines.is_empty();
        let result = if passed { Ok(()) } else { Err(Failure::new("Node failed.", "")) };
        FileRun { file: file.into(), tests: tests(lines), time: Duration::from_secs(seconds), result }
    }

    #[test]
    fn the_summary_counts_and_names() {
        let runs = [
            run("e2e/a.test.mjs", 2, "passed\tthe focus\nskipped\ta model\n"),
            run("e2e/b.test.mjs", 70, "failed\ta tab: two\n"),
        ];
        let text = summary(&runs);
        assert!(text.find("b.test.mjs").unwrap() < text.find("a.test.mjs").unwrap(), "the slowest first: {text}");
        assert!(text.contains("Skipped:\n  a.test.mjs: a model\nFailed:\n  b.test.mjs: a tab: two\n"), "{text}");
        assert!(text.ends_with("Files: 2. Tests: 1 passed, 1 skipped, 1 failed."), "{text}");
        assert!(!text.contains("outside"));
    }

    #[test]
    fn a_line_says_how_a_file_ended() {
        let good = line(&run("e2e/a.test.mjs", 2, "passed\tthe focus\npassed\tthe end\n"));
        assert!(good.starts_with("  ✓ a.test.mjs ") && good.ends_with(" 2.0 s   2 passed"), "{good}");
        let bad = line(&run("e2e/a.test.mjs", 2, "passed\tthe focus\nskipped\ta model\nfailed\tthe end\n"));
        assert!(bad.starts_with("  ✗") && bad.ends_with("1 passed, 1 skipped, 1 failed"), "{bad}");
    }

    #[test]
    fn a_file_that_fails_outside_of_its_tests_is_named() {
        for lines in ["", "failed\te2e/a.test.mjs\n"] {
            assert!(summary(&[run("e2e/a.test.mjs", 1, lines)]).contains("a.test.mjs failed outside of its tests."));
        }
    }

    #[test]
    fn a_test_that_failed_once_of_three_is_flaky() {
        let good = || run("a.test.mjs", 1, "passed\tgood\nskipped\tmodel\n");
        assert!(repeated(&[good(), good(), good()], 3).1);
        let (text, all) = repeated(&[good(), run("a.test.mjs", 1, "failed\tgood\nskipped\tmodel\n"), good()], 3);
        assert!(!all && text.contains("✗   2 of 3  a.test.mjs: good\n"), "{text}");
        let (text, all) = repeated(&[good(), run("a.test.mjs", 1, ""), good()], 3);
        assert!(!all && text.contains("✗   2 of 3  a.test.mjs: good\n"), "a file that broke off counts: {text}");
    }
}
