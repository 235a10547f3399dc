//! Makes a server the answering one, and deletes connections.

use super::Chat;
use crate::{
    state::{ServerForm, name_of},
    texts,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks;
use ricordo_core::{error::Error, provider::Provider};

impl Chat {
    /// Saves a server, makes it answer in the open conversation, and says so.
    pub async fn use_server(self, form: ServerForm) -> Result<(), Error> {
        let words = texts::connect::connect().now_answers.replace("{model}", &form.model);
        let notice = words.replace("{name}", &name_of(&form.base_url));
        let open = self.id();
        let form = self.connection.of_saved(form).await?;
        self.connection.save_server(form).await?;
        self.answer_as_everywhere(open).await?;
        if !self.say_if_project_answers() {
            self.notices.say(notice);
        }
        Ok(())
    }

    /// Deletes a provider. Its key stays sealed until the page is opened again, so that Undo restores a working
    /// connection.
    pub fn delete_provider(self, provider: &Provider) {
        let id = provider.id;
        let texts = texts::connect::connect();
        let mut notice = texts.deleted.replace("{name}", &provider.name);
        if self.connection.settings.with_untracked(|settings| settings.embeddings.server() == Some(id)) {
            notice = format!("{notice} {}", texts.deleted_meaning);
        }
        let kept = self.connection.deletion_lock();
        self.change_recorded(
            async move |session, open| {
                // Held until this tab closes, so that no tab removes the key while this one offers Undo.
                std::mem::forget(locks::share(&kept).await);
                session.delete_provider(id, open).await.map(|()| notice)
            },
            move || spawn_local(self.connection.reload()),
        );
    }
}
