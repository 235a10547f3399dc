//! `cargo xtask test --repeat N --load`: runs end-to-end tests again and again beside busy processors, to find flaky ones.

use std::{
    path::PathBuf,
    process::{Child, Stdio},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::Project,
    results, runner,
};

/// As many processes compute beside the tests.
const BUSY_PROCESSES: usize = 2;

/// What is repeated.
pub(crate) struct Plan {
    pub(crate) times: usize,
    /// Files at a time.
    pub(crate) jobs: usize,
    pub(crate) has_load: bool,
}

/// Runs the files as often as planned and prints how often each test passed. Fails unless each passed every time.
pub(crate) fn run(project: &Project, files: &[PathBuf], plan: &Plan) -> Result<()> {
    let Plan { times, jobs, has_load } = *plan;
    let _load = has_load.then(|| Load::start(project)).transpose()?;
    let mut runs = Vec::new();
    for time in 1..=times {
        println!("\nRun {time} of {times}:");
        runs.extend(runner::run_files(project, files, jobs)?);
    }
    let (text, all) = results::repeated(&runs, times);
    println!("\n{text}");
    if all {
        return Ok(());
    }
    Err(Failure::new(
        format!("Not every test passed {times} of {times} times."),
        "A test waits for an event that proves what it reads, never for a fixed time.",
    ))
}

/// Processes that compute until this is dropped.
struct Load(Vec<Child>);

impl Load {
    fn start(project: &Project) -> Result<Self> {
        let mut load = Self(Vec::new());
        for _ in 0..BUSY_PROCESSES {
            let mut node = child::command(project, "node");
            // It ends when its standard input does, so that nothing of it outlives this program.
            let endless = "process.stdin.on('end', () => process.exit()).resume(); \
                 (function busy() { const end = Date.now() + 50; while (Date.now() < end); setImmediate(busy); })()";
            node.args(["-e", endless]).stdin(Stdio::piped());
            load.0.push(node.spawn().map_err(|error| child::not_started(&node, &error))?);
        }
        Ok(load)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for process in &mut self.0 {
            // One that has ended already cannot be killed; it is waited for all the same.
            drop(process.kill());
            drop(process.wait());
        }
    }
}
