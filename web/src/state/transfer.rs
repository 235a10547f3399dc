//! A file on its way in or out, as the page shows it. What is done with it is in `exchanging`; both are loaded then, so the
//! state of the page knows nothing of it.

use super::{Chat, Storage, deferred};
use leptos::prelude::*;
use ricordo_core::{cancel::Cancel, session::Scope};
use std::{cell::RefCell, rc::Rc};

/// How a file that goes out is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every record, packed: to restore from.
    Backup,
    /// Every record, for programs.
    Json,
    /// The words, for people.
    Markdown,
}

/// What came of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferOutcome {
    /// Nothing came in, or not all of it.
    pub is_trouble: bool,
    /// The sentences, the most important first.
    pub sentences: Vec<String>,
}

/// A file on its way. One at a time; it goes on when the page that shows it is closed.
#[derive(Clone, Default)]
pub struct Transfer {
    /// How far it is, from 0 to 1, and in words; `None`: there is none.
    pub progress: ArcRwSignal<Option<(f64, String)>>,
    /// What came of the last import.
    pub outcome: ArcRwSignal<Option<TransferOutcome>>,
    cancel: Rc<RefCell<Cancel>>,
}

thread_local! {
    static TRANSFER: Transfer = Transfer::default();
}

/// The one of this tab.
pub fn transfer() -> Transfer {
    TRANSFER.with(Clone::clone)
}

impl Transfer {
    /// Whether a file is on its way.
    pub fn is_busy(&self) -> bool {
        self.progress.with(Option::is_some)
    }

    /// Begins, with words; `None`: another file is on its way.
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

    /// Stops. What came in until then stays.
    pub fn cancel(&self) {
        self.cancel.borrow().cancel();
    }
}

impl Storage {
    /// Hands everything that is stored to the user as JSON.
    pub fn export(self) {
        self.export_as(Scope::Everything, Shape::Json);
    }

    /// Hands what is stored to the user as a file.
    pub fn export_as(self, scope: Scope, shape: Shape) {
        deferred::export(self, scope, shape);
    }
}

impl Chat {
    /// Takes files in.
    pub fn import(self, files: Vec<web_sys::File>) {
        if !files.is_empty() {
            deferred::import(self, files);
        }
    }
}
