//! `cargo xtask test --repeat N --load`: repeats end-to-end tests under CPU load, to find flaky ones.

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

/// Number of processes that compute beside the tests.
const BUSY_PROCESSES: usize = 2;

/// What to repeat.
pub(crate) struct Plan {
    pub(crate) times: usize,
    /// Files in parallel.
    pub(crate) jobs: usize,
    pub(crate) has_load: bool,
}

/// Runs the files as planned and prints how often each test passed. Fails unless each passed every time.
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
            // It ends with its standard input, so it does not outlive this program.
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
            // A process that has ended cannot be killed, but is still waited for.
            drop(process.kill());
            drop(process.wait());
        }
    }
}
