//! Begins an export or import. The work is done in `exchanging`, which is loaded then.

use super::{Chat, deferred};
use crate::state::{Shape, Storage};
use ricordo_core::session::Scope;

impl Storage {
    /// Exports everything as JSON.
    pub fn export(self) {
        self.export_as(Scope::Everything, Shape::Json);
    }

    /// Exports stored data as a file.
    pub fn export_as(self, scope: Scope, shape: Shape) {
        deferred::export(self, scope, shape);
    }
}

impl Chat {
    /// Imports files.
    pub fn import(self, files: Vec<web_sys::File>) {
        if !files.is_empty() {
            deferred::import(self, files);
        }
    }
}
