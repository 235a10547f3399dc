//! Builds modules when they are requested: one build at a time, and one build for all who wait for the same module.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use crate::{failure::Result, lazy::Module};

/// What builds modules. A test uses another one.
pub(super) trait Builder: Send + Sync {
    fn is_current(&self, module: &Module) -> bool;

    fn build(&self, module: &Module) -> Result<()>;
}

pub(super) struct Builds<B> {
    builder: B,
    /// Held while a module is built: two builds at once would write the same files of the compiler.
    building: Mutex<()>,
    /// By title of the module.
    gates: Mutex<HashMap<&'static str, Gate>>,
}

/// Held while a module is checked, built or opened. Contains the last failure.
type Gate = Arc<Mutex<Option<Failed>>>;

struct Failed {
    end: Instant,
    words: String,
}

impl<B: Builder> Builds<B> {
    pub(super) fn new(builder: B) -> Self {
        Self { builder, building: Mutex::default(), gates: Mutex::default() }
    }

    /// Calls `open` on a module that is up to date, building it first if necessary. Returns the words of a failed build.
    pub(super) fn with_current<T>(&self, module: &Module, open: impl FnOnce() -> T) -> std::result::Result<T, String> {
        let start = Instant::now();
        let gate = Arc::clone(locked(&self.gates).entry(module.title).or_default());
        let mut failed = locked(&gate);
        // This request waited for a build that failed. Only a later one tries again.
        if let Some(failed) = failed.as_ref().filter(|failed| failed.end > start) {
            return Err(failed.words.clone());
        }
        if !self.builder.is_current(module) {
            let _one_at_a_time = locked(&self.building);
            if let Err(failure) = self.builder.build(module) {
                let words = failure.cause;
                *failed = Some(Failed { end: Instant::now(), words: words.clone() });
                return Err(words);
            }
        }
        Ok(open())
    }
}

/// A panic in another thread leaves nothing half-written here.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{failure::Failure, lazy};
    use std::{
        sync::{
            atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
            mpsc,
        },
        thread,
    };

    type Answer = std::result::Result<(), String>;

    /// Builds that end when the test says so, and how.
    struct Scripted {
        is_current: AtomicBool,
        builds: AtomicUsize,
        is_building: AtomicBool,
        overlapped: AtomicBool,
        results: Mutex<mpsc::Receiver<bool>>,
    }

    impl Builder for Scripted {
        fn is_current(&self, _: &Module) -> bool {
            self.is_current.load(SeqCst)
        }

        fn build(&self, _: &Module) -> Result<()> {
            self.builds.fetch_add(1, SeqCst);
            self.overlapped.fetch_or(self.is_building.swap(true, SeqCst), SeqCst);
            let works = locked(&self.results).recv().unwrap();
            self.is_building.store(false, SeqCst);
            self.is_current.store(works, SeqCst);
            if works { Ok(()) } else { Err(Failure::new("No semicolon.", "Add one.")) }
        }
    }

    fn scripted() -> (Builds<Scripted>, mpsc::Sender<bool>) {
        let (end, results) = mpsc::channel();
        let builder = Scripted {
            is_current: AtomicBool::default(),
            builds: AtomicUsize::default(),
            is_building: AtomicBool::default(),
            overlapped: AtomicBool::default(),
            results: Mutex::new(results),
        };
        (Builds::new(builder), end)
    }

    fn parser() -> &'static Module {
        lazy::module_of("exchange/exchange.js").unwrap()
    }

    /// Number of requests for a module that are answered now.
    fn requests(builds: &Builds<Scripted>, module: &Module) -> usize {
        locked(&builds.gates).get(module.title).map_or(0, |gate| Arc::strong_count(gate) - 1)
    }

    /// Two requests for the parser that arrive before its build ends, as `works` says.
    fn two_at_once(builds: &Builds<Scripted>, end: &mpsc::Sender<bool>, works: bool) -> Vec<Answer> {
        thread::scope(|scope| {
            let asked: Vec<_> = (0..2).map(|_| scope.spawn(|| builds.with_current(parser(), || ()))).collect();
            while requests(builds, parser()) < 2 {
                thread::yield_now();
            }
            end.send(works).unwrap();
            asked.into_iter().map(|thread| thread.join().unwrap()).collect()
        })
    }

    #[test]
    fn two_requests_at_once_share_one_build() {
        let (builds, end) = scripted();
        assert_eq!(two_at_once(&builds, &end, true), [Ok(()), Ok(())]);
        assert_eq!(builds.builder.builds.load(SeqCst), 1);
    }

    #[test]
    fn a_failed_build_is_reported_to_all_who_wait_and_tried_again_for_the_next() {
        let (builds, end) = scripted();
        let failed = || Err("No semicolon.".to_owned());
        assert_eq!(two_at_once(&builds, &end, false), [failed(), failed()]);
        assert_eq!(builds.builder.builds.load(SeqCst), 1);
        end.send(true).unwrap();
        assert_eq!(builds.with_current(parser(), || ()), Ok(()));
        assert_eq!(builds.builder.builds.load(SeqCst), 2);
    }

    #[test]
    fn two_modules_are_built_one_after_the_other() {
        let (builds, end) = scripted();
        let tokenizer = lazy::module_of("tokenizer/o200k.js").unwrap();
        thread::scope(|scope| {
            for module in [parser(), tokenizer] {
                let builds = &builds;
                scope.spawn(move || builds.with_current(module, || ()));
            }
            while requests(&builds, parser()) + requests(&builds, tokenizer) < 2 {
                thread::yield_now();
            }
            // The first fails, so that the second is not current by it.
            end.send(false).unwrap();
            end.send(true).unwrap();
        });
        assert_eq!(builds.builder.builds.load(SeqCst), 2);
        assert!(!builds.builder.overlapped.load(SeqCst));
    }
}
