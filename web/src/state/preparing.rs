//! Files that are being prepared for a message: images are made small before they are attached, documents are read and stored.

use leptos::prelude::*;
use ricordo_core::id::ConversationId;

/// Names of the files that are being prepared, each with the conversation of its message.
pub type InPreparation = RwSignal<Vec<(ConversationId, String)>>;

/// A file that is being prepared, until this is dropped: then it is there, or will not be.
pub struct Preparing {
    file: (ConversationId, String),
    all: InPreparation,
}

impl Preparing {
    /// A file is being prepared from now on.
    pub fn begin(all: InPreparation, of: ConversationId, name: String) -> Self {
        let file = (of, name);
        all.update(|all| all.push(file.clone()));
        Self { file, all }
    }
}

impl Drop for Preparing {
    fn drop(&mut self) {
        self.all.update(|all| {
            if let Some(at) = all.iter().position(|one| *one == self.file) {
                all.remove(at);
            }
        });
    }
}
