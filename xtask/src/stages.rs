//! Runs the stages of a command and prints at the end how long each took.

use std::time::{Duration, Instant};

use crate::failure::{Failure, Result};

pub(crate) struct Stages {
    done: Vec<(&'static str, Duration, Outcome)>,
}

enum Outcome {
    Passed,
    Failed,
}

impl Stages {
    pub(crate) fn new() -> Self {
        Self { done: Vec::new() }
    }

    /// Runs a stage. On failure, prints the table and adds the stage's name to the error.
    pub(crate) fn run<T>(&mut self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        println!("\n── {name} ──");
        let start = Instant::now();
        let result = work();
        let outcome = if result.is_ok() { Outcome::Passed } else { Outcome::Failed };
        self.done.push((name, start.elapsed(), outcome));
        result.map_err(|failure| {
            self.print();
            Failure::new(format!("The stage \"{name}\" failed. {}", failure.cause), failure.remedy)
        })
    }

    pub(crate) fn print(&self) {
        println!("\n  {:<22}{:>12}   result", "stage", "time");
        for (name, time, outcome) in &self.done {
            let outcome = match outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "FAILED",
            };
            println!("  {name:<22}{:>12}   {outcome}", shown(*time));
        }
        println!("  {:<22}{:>12}", "sum", shown(self.done.iter().map(|(_, time, _)| *time).sum()));
    }
}

/// A duration for people: "4.2 s", "3 min 20 s".
pub(crate) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_readable() {
        assert_eq!(shown(Duration::from_millis(4210)), "4.2 s");
        assert_eq!(shown(Duration::from_secs(200)), "3 min 20 s");
    }

    #[test]
    fn a_failure_names_its_stage() {
        let broken = || Err::<(), _>(Failure::new("It broke.", "Mend it."));
        let failure = Stages::new().run("native tests", broken).unwrap_err();
        assert_eq!(failure.cause, "The stage \"native tests\" failed. It broke.");
    }
}
