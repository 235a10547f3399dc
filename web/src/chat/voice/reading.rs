//! A reply is read aloud, piece by piece: while one is heard, the next one is fetched.

use super::{Activity, Reader, Voice, ask_for_choice, at_connection, listening::unless, pieces::pieces, sentence};
use crate::{
    chat::Chat,
    markdown::all_in_words,
    mount,
    texts::{errors::Localized, fill, tag, voice::voice as texts},
};
use futures_util::future::{OptionFuture, join};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{
    HttpModel,
    http::{Sound, SpeechError},
};
use ricordo_core::{
    id::ProviderId,
    message::{Finish, Message, Role},
    provider::Provider,
    record::{Record, RecordKey},
    store::Store,
};

/// A model of a connection that reads aloud.
struct At {
    provider: Provider,
    http: HttpModel,
    model: String,
    voice: String,
}

impl Voice {
    /// Reads the reply that has just ended aloud, if the user chose that and is not speaking.
    pub fn read_new(self, chat: Chat) {
        // While the end is not loaded, the last row is of an earlier message.
        if !untrack(|| self.chosen(chat)).reads_replies || chat.transcript.list.has_newer.get_untracked() {
            return;
        }
        let last = chat.transcript.rows.with_untracked(|rows| rows.last().and_then(|row| row.message.get_untracked()));
        let whole = |finish: &Option<Finish>| matches!(finish, None | Some(Finish::Complete));
        let Some(reply) = last.filter(|last| last.role == Role::Assistant && whole(&last.finish)) else { return };
        spawn_local(async move {
            let key = RecordKey::Manifest(reply.conversation, reply.id);
            let sent = match chat.storage.session().store().record(key).await {
                Ok(Some(Record::Manifest(sent))) => Some(sent),
                _ => None,
            };
            let all = chat.connection.providers.get_untracked();
            let reads = untrack(|| self.chosen(chat)).reads_reply_to(sent.as_ref(), &all);
            let is_speaking = self.now.with_untracked(Activity::has_speech);
            if reads && !is_speaking && !mount::has_ended() && chat.id() == Some(reply.conversation) {
                self.read(chat, &reply);
            }
        });
    }

    /// Reads a reply aloud, or asks who is to read.
    pub fn read(self, chat: Chat, message: &Message) {
        let chosen = untrack(|| self.chosen(chat)).reader;
        if chosen == Reader::Nobody {
            return ask_for_choice(chat);
        }
        if self.now.with_untracked(Activity::has_speech) {
            return chat.notices.trouble(texts().speaking);
        }
        let cancel = self.begin();
        let to = untrack(|| chat.connection.providers.with(|all| name_elsewhere(&chosen, all)));
        self.now.set(Activity::Reading { message: message.id, to });
        let pieces = pieces(&all_in_words(&message.text()));
        spawn_local(async move {
            let read = async {
                match chosen {
                    Reader::Nobody => Ok(()),
                    Reader::Connection { provider, model, voice } => {
                        self.read_at(chat, provider, (model, voice), &pieces).await
                    }
                    Reader::Browser { voice, is_here } => self.read_here(&voice, is_here, &pieces).await,
                }
            };
            match unless(&cancel, read).await {
                Some(Ok(())) => self.now.set(Activity::Idle),
                Some(Err(why)) => self.fail(why),
                None => {}
            }
        });
    }

    async fn read_at(
        self,
        chat: Chat,
        provider: ProviderId,
        (model, voice): (String, String),
        pieces: &[String],
    ) -> Result<(), String> {
        let (provider, http) = at_connection(chat, provider).await?;
        let at = At { provider, http, model, voice };
        let player = self.speech().await?.player().map_err(|error| sentence(&error))?;
        let mut next = match pieces.first() {
            Some(first) => Some(at.sound(first).await?),
            None => None,
        };
        let mut later = pieces.iter().skip(1);
        while let Some(sound) = next {
            let fetched = OptionFuture::from(later.next().map(|piece| at.sound(piece)));
            let (played, fetched) = join(player.play(&sound), fetched).await;
            played.map_err(|error| sentence(&error))?;
            next = fetched.transpose()?;
        }
        Ok(())
    }

    async fn read_here(self, voice: &str, is_here: bool, pieces: &[String]) -> Result<(), String> {
        let speech = self.speech().await?;
        for piece in pieces {
            speech.say(piece, voice, is_here, tag()).await.map_err(|error| sentence(&error))?;
        }
        Ok(())
    }
}

impl At {
    async fn sound(&self, text: &str) -> Result<Sound, String> {
        self.http.speak(&self.model, &self.voice, text).await.map_err(|error| match error {
            SpeechError::Unsupported => {
                fill(texts().no_speech, &[("connection", &self.provider.name), ("model", &self.model)])
            }
            SpeechError::Refused(error) => error.localized(),
        })
    }
}

/// Where a text goes that is read aloud; `None` if it stays on this computer.
fn name_elsewhere(reader: &Reader, all: &[Provider]) -> Option<String> {
    if reader.is_here(all) {
        return None;
    }
    match reader {
        Reader::Nobody => None,
        Reader::Connection { provider, .. } => all.iter().find(|one| one.id == *provider).map(|one| one.name.clone()),
        Reader::Browser { .. } => Some(texts().maker.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn it_is_shown_where_a_text_goes_that_is_read_aloud_unless_it_stays_on_this_computer() {
        let (here, far) =
            (server(1, "m"), Provider { base_url: "https://example.org/v1".to_owned(), ..server(2, "m") });
        let all = [here.clone(), far.clone()];
        let by = |provider: &Provider| Reader::Connection {
            provider: provider.id,
            model: "tts".to_owned(),
            voice: String::new(),
        };
        let browser = |is_here| Reader::Browser { voice: "near".to_owned(), is_here };
        for (reader, to) in [
            (Reader::Nobody, None),
            (by(&here), None),
            (by(&far), Some("Server 2")),
            (browser(true), None),
            (browser(false), Some(texts().maker)),
        ] {
            assert_eq!(name_elsewhere(&reader, &all).as_deref(), to, "{reader:?}");
        }
    }
}
