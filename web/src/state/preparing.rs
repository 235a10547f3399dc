//! Images that are being prepared: they are made small before they are attached to a message.

use leptos::prelude::*;
use ricordo_core::id::ConversationId;

/// Names of the images that are being prepared, each with the conversation of its message.
pub type InPreparation = RwSignal<Vec<(ConversationId, String)>>;

/// An image that is being prepared, until this is dropped: then it is attached, or will not be.
pub struct Preparing {
    image: (ConversationId, String),
    all: InPreparation,
}

impl Preparing {
    /// An image is being prepared from now on.
    pub fn begin(all: InPreparation, of: ConversationId, name: String) -> Self {
        let image = (of, name);
        all.update(|all| all.push(image.clone()));
        Self { image, all }
    }
}

impl Drop for Preparing {
    fn drop(&mut self) {
        self.all.update(|all| {
            if let Some(at) = all.iter().position(|one| *one == self.image) {
                all.remove(at);
            }
        });
    }
}
