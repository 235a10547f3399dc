//! Progress of adding documents, and of attaching the pages of scans. The work is done in `chat::add_documents` and
//! `chat::attach_pages`; they are loaded on demand, so the main state does not refer to them.

use super::{preparing::Preparing, scans};
use crate::texts::{
    composer::composer,
    documents::{adding_documents as texts, scanned},
    fill,
};
use leptos::prelude::*;
use ricordo_core::{cancel::Cancel, id::ConversationId, scope::Scope};
use std::{cell::RefCell, rc::Rc};
use web_sys::File;

/// Id of the element with the outcomes, on the page of documents.
pub const OUTCOMES: &str = "add-outcomes";

/// Files to add.
pub struct FilesToAdd {
    /// The files.
    pub files: Vec<File>,
    /// Whether they are all files of one folder, which becomes one document.
    pub is_folder: bool,
    /// Where the documents are used.
    pub scope: Scope,
    /// Conversation to whose message they are added; `None`: they are added on the page of documents.
    pub of_message: Option<ConversationId>,
    /// Makes that message wait for each of the files.
    pub preparing: Vec<Preparing>,
}

/// How adding a file ended, if there is something to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddOutcome {
    /// Sentence.
    pub sentence: String,
    /// Whether the file was not added.
    pub is_trouble: bool,
    /// Files of a folder that were left out, each with its reason.
    pub left_out: Vec<(String, &'static str)>,
    /// Number of the scan that it was ([`super::Scan`]).
    pub scan: Option<u32>,
}

/// What is being done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddPhase {
    /// It is being read.
    Reading,
    /// It was read and is being stored.
    Storing,
    /// A page of a scan is being made an image.
    Drawing {
        /// Number of the page.
        page: u32,
        /// Number of all pages.
        pages: u32,
    },
}

/// What is being added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddProgress {
    /// Name of the file or folder.
    pub name: String,
    /// What is being done with it.
    pub phase: AddPhase,
    /// Conversation to whose message it belongs; `None`: it was added on the page of documents.
    pub of_message: Option<ConversationId>,
}

impl AddProgress {
    /// The progress as a sentence.
    pub fn sentence(&self) -> String {
        let name = ("name", self.name.as_str());
        match self.phase {
            AddPhase::Reading => fill(texts().reading, &[name]),
            AddPhase::Storing => fill(texts().storing, &[name]),
            AddPhase::Drawing { page, pages } => {
                fill(scanned().drawing, &[name, ("page", &page.to_string()), ("pages", &pages.to_string())])
            }
        }
    }
}

/// State of adding documents. Files are added one after the other; this continues when the dialog that shows it is closed.
#[derive(Clone, Default)]
pub struct Adding {
    /// What is being added; `None` if nothing is.
    pub now: ArcRwSignal<Option<AddProgress>>,
    /// What to report about the files that were added last.
    pub outcomes: ArcRwSignal<Vec<AddOutcome>>,
    cancel: Rc<RefCell<Cancel>>,
}

thread_local! {
    static ADDING: Adding = Adding::default();
}

/// Adding documents in this tab.
pub fn adding() -> Adding {
    ADDING.with(Clone::clone)
}

impl Adding {
    /// Whether something is being added.
    pub fn is_busy(&self) -> bool {
        self.now.with(Option::is_some)
    }

    /// Why the message in a conversation has to wait; `None` if it does not.
    pub fn is_awaited(&self, id: ConversationId) -> Option<String> {
        self.now.with_untracked(|now| {
            let now = now.as_ref().filter(|now| now.of_message == Some(id))?;
            Some(fill(composer().wait_for_document, &[("name", &now.name)]))
        })
    }

    /// Starts adding. Returns `None` if other files are still being added.
    pub fn begin(&self) -> Option<Cancel> {
        let cancel = self.resume()?;
        self.forget_outcomes();
        Some(cancel)
    }

    /// Starts attaching pages of a file that was not added. The report about that file stays.
    pub fn resume(&self) -> Option<Cancel> {
        if self.now.with_untracked(Option::is_some) {
            return None;
        }
        let cancel = Cancel::default();
        self.cancel.replace(cancel.clone());
        Some(cancel)
    }

    /// Removes the report about the files that were added last.
    pub fn forget_outcomes(&self) {
        let outcomes = self.outcomes.try_update(std::mem::take).unwrap_or_default();
        outcomes.iter().filter_map(|outcome| outcome.scan).for_each(|scan| scans().forget(scan));
    }

    /// Stops reading and storing. What was added until then stays.
    pub fn stop(&self) {
        self.cancel.borrow().cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    fn progress(name: &str, of_message: Option<ConversationId>) -> AddProgress {
        AddProgress { name: name.to_owned(), phase: AddPhase::Reading, of_message }
    }

    #[test]
    fn files_are_added_one_after_the_other_and_each_start_clears_what_was_said_before() {
        let adding = Adding::default();
        let outcome = AddOutcome { sentence: "no".to_owned(), is_trouble: true, left_out: Vec::new(), scan: None };
        adding.outcomes.set(vec![outcome]);
        assert!(!adding.resume().unwrap().is_cancelled());
        assert_eq!(
            adding.outcomes.with_untracked(Vec::len),
            1,
            "pages of a file that was not added are no other files"
        );
        let first = adding.begin().unwrap();
        assert!(adding.outcomes.with_untracked(Vec::is_empty));
        adding.now.set(Some(progress("a.md", None)));
        assert!(adding.begin().is_none() && adding.resume().is_none());
        adding.stop();
        assert!(first.is_cancelled());
        adding.now.set(None);
        assert!(!adding.begin().unwrap().is_cancelled(), "only the earlier one was stopped");
    }

    #[test]
    fn a_message_waits_for_its_own_documents_alone() {
        let adding = Adding::default();
        let [here, elsewhere] = [1, 2].map(conversation_id);
        assert_eq!(adding.is_awaited(here), None);
        for of_message in [None, Some(elsewhere)] {
            adding.now.set(Some(progress("a.md", of_message)));
            assert_eq!(adding.is_awaited(here), None);
        }
        adding.now.set(Some(progress("a.md", Some(here))));
        assert!(adding.is_awaited(here).unwrap().contains("“a.md”"));
    }
}
