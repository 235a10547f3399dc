//! Shows the progress of an installation: elapsed time and the installer's last line. The whole output goes to a log
//! file, whose end is shown if the installer fails.

use std::{
    fs::{self, File},
    io::{IsTerminal, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, create_folder},
    stages::shown,
};

const LINES_SHOWN_ON_FAILURE: usize = 25;

pub(crate) struct Progress {
    log: PathBuf,
    start: Instant,
}

impl Progress {
    /// Progress of one step; its log is `.tools/log/<step>.txt`.
    pub(crate) fn new(project: &Project, step: &str) -> Result<Self> {
        let folder = project.tools.join("log");
        create_folder(&folder)?;
        let log = folder.join(format!("{}.txt", step.replace(' ', "-")));
        File::create(&log).map_err(|error| Failure::file("write the log", &log, &error))?;
        Ok(Self { log, start: Instant::now() })
    }

    /// Runs a command with its output in the log, and shows the elapsed time.
    pub(crate) fn run(&self, command: &mut Command, remedy: &str) -> Result<()> {
        let output = self.open()?;
        let errors = output.try_clone().map_err(|error| Failure::file("write the log", &self.log, &error))?;
        println!("    $ {}", child::shown(command));
        let mut process = command
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .map_err(|error| child::not_started(command, &error))?;
        let mut ticker = Ticker::new(self.start);
        let status = loop {
            match process.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) => ticker.tick(&self.log),
                Err(error) => return Err(child::not_started(command, &error)),
            }
            thread::sleep(Duration::from_millis(200));
        };
        ticker.end();
        if status.success() {
            return Ok(());
        }
        let end = self.last_lines();
        Err(Failure::new(
            format!("`{}` failed ({status}). The end of {}:\n{end}", child::shown(command), self.log.display()),
            remedy,
        ))
    }

    fn open(&self) -> Result<File> {
        File::options().append(true).open(&self.log).map_err(|error| Failure::file("write the log", &self.log, &error))
    }

    fn last_lines(&self) -> String {
        let text = fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(LINES_SHOWN_ON_FAILURE)..]
            .iter()
            .map(|line| format!("    | {line}\n"))
            .collect()
    }
}

/// On a terminal, one line that is overwritten every second; elsewhere a new line every 30 seconds.
struct Ticker {
    start: Instant,
    next: Instant,
    terminal: bool,
    written: bool,
}

impl Ticker {
    fn new(start: Instant) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let mut ticker = Self { start, next: Instant::now(), terminal, written: false };
        ticker.next += ticker.pause();
        ticker
    }

    fn pause(&self) -> Duration {
        Duration::from_secs(if self.terminal { 1 } else { 30 })
    }

    fn tick(&mut self, log: &Path) {
        if Instant::now() < self.next {
            return;
        }
        self.next += self.pause();
        self.written = true;
        let line = format!("    … {}  {}", shown(self.start.elapsed()), last_line(log));
        if self.terminal {
            print!("\r\x1b[K{line}");
            let _ = std::io::stdout().flush();
        } else {
            println!("{line}");
        }
    }

    fn end(&self) {
        if self.terminal && self.written {
            print!("\r\x1b[K");
            let _ = std::io::stdout().flush();
        }
    }
}

/// The last line of the log, truncated to fit a terminal.
fn last_line(log: &Path) -> String {
    let mut tail = Vec::new();
    if let Ok(mut file) = File::open(log) {
        let length = file.metadata().map(|data| data.len()).unwrap_or(0);
        let _ = file.seek(SeekFrom::Start(length.saturating_sub(2000)));
        let _ = file.read_to_end(&mut tail);
    }
    let text = String::from_utf8_lossy(&tail);
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.rsplit('\r').next().unwrap_or(line).trim().chars().filter(|c| !c.is_control()).take(60).collect()
}
