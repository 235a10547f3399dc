//! Begins to add documents. The work is done in `add_documents`, which is loaded then.

use super::{Chat, deferred};
use crate::state::FilesToAdd;

impl Chat {
    /// Adds files as documents.
    pub fn add_documents(self, files: FilesToAdd) {
        if !files.files.is_empty() {
            deferred::add_documents(self, files);
        }
    }
}
