//! Progress of an import or export. The work is done in `chat::exchanging`; both are loaded on demand, so the main
//! state does not refer to them.

use leptos::prelude::*;
use ricordo_core::cancel::Cancel;
use std::{cell::RefCell, rc::Rc};

/// Format of an exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All records, compressed, for restoring.
    Backup,
    /// All records as JSON, for programs.
    Json,
    /// Text, for people.
    Markdown,
    /// One conversation as a web page, to read, print or pass on.
    WebPage,
    /// The web page of one conversation, for the browser's dialog for printing.
    Print,
}

/// Result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferOutcome {
    /// Whether something was not imported.
    pub is_trouble: bool,
    /// Sentences, most important first.
    pub sentences: Vec<String>,
}

/// State of the transfer. One at a time; it continues when the dialog that shows it is closed.
#[derive(Clone, Default)]
pub struct Transfer {
    /// Progress from 0 to 1, and as a sentence; `None` if nothing is transferred.
    pub progress: ArcRwSignal<Option<(f64, String)>>,
    /// Result of the last import.
    pub outcome: ArcRwSignal<Option<TransferOutcome>>,
    cancel: Rc<RefCell<Cancel>>,
    then: Rc<RefCell<Option<Then>>>,
}

type Then = Box<dyn FnOnce()>;

thread_local! {
    static TRANSFER: Transfer = Transfer::default();
}

/// The transfer of this tab.
pub fn transfer() -> Transfer {
    TRANSFER.with(Clone::clone)
}

impl Transfer {
    /// Whether a transfer is running.
    pub fn is_busy(&self) -> bool {
        self.progress.with(Option::is_some)
    }

    /// Starts a transfer with a sentence for its progress. Returns `None` if another one is running.
    pub fn begin(&self, words: String) -> Option<Cancel> {
        if self.progress.with_untracked(Option::is_some) {
            return None;
        }
        let cancel = Cancel::default();
        self.cancel.replace(cancel.clone());
        self.outcome.set(None);
        self.progress.set(Some((0.0, words)));
        Some(cancel)
    }

    /// Calls `then` once the next import has begun; not if it is refused.
    pub fn once_begun(&self, then: impl FnOnce() + 'static) {
        self.then.replace(Some(Box::new(then)));
    }

    /// Takes what is called once an import has begun.
    pub fn take_once_begun(&self) -> Option<Then> {
        self.then.take()
    }

    /// Cancels the transfer. What was imported until then stays.
    pub fn cancel(&self) {
        self.cancel.borrow().cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn one_transfer_runs_at_a_time_and_clears_the_result_of_the_last_one() {
        let transfer = Transfer::default();
        transfer.outcome.set(Some(TransferOutcome { is_trouble: true, sentences: Vec::new() }));
        let first = transfer.begin("first".to_owned()).unwrap();
        assert_eq!(transfer.outcome.get_untracked(), None);
        assert!(transfer.begin("second".to_owned()).is_none());
        assert_eq!(transfer.progress.get_untracked(), Some((0.0, "first".to_owned())), "of the one that runs");
        transfer.cancel();
        assert!(first.is_cancelled());
        transfer.progress.set(None);
        let next = transfer.begin("next".to_owned()).unwrap();
        assert!(!next.is_cancelled(), "only the earlier one was stopped");
    }

    #[test]
    fn what_an_import_does_once_it_has_begun_is_of_that_import_alone() {
        let (transfer, is_empty) = (Transfer::default(), Rc::new(Cell::new(false)));
        let field = Rc::clone(&is_empty);
        transfer.once_begun(move || field.set(true));
        let then = transfer.take_once_begun().unwrap();
        assert!(!is_empty.get() && transfer.take_once_begun().is_none());
        then();
        assert!(is_empty.get());
    }
}
