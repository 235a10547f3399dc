//! Answers to one message side by side: reads the siblings at a fork, keeps one, and asks a model again.

use super::{Chat, deferred};
use crate::{
    browser,
    state::{Ask, AskKind, Column, Compared, DialogKind, Pause, Row},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    error::Error,
    id::{BranchId, ConversationId},
    manifest::Manifest,
    message::{Message, Role},
    provider::{Provider, ProviderKind},
    record::{Record, RecordKey},
    store::Store,
};

impl Chat {
    /// Shows the answers at a fork side by side.
    pub(super) fn compare(self, sequence: Sequence) {
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            match self.read_answers(id, sequence).await {
                Ok(compared) => {
                    self.several.shown.set(Some(compared));
                    self.panels.dialogs.open(DialogKind::Answers);
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn read_answers(self, conversation: ConversationId, sequence: Sequence) -> Result<Compared, Error> {
        let answers = self.storage.session().answers_at(conversation, sequence).await?;
        let arriving = self.several.shown.get_untracked().filter(|shown| is_of(shown, conversation, sequence));
        if self.runs(conversation)
            && let Some(arriving) = arriving
        {
            return Ok(arriving);
        }
        let mut columns = Vec::new();
        for (branch, messages) in answers {
            let Some(reply) = messages.into_iter().rfind(|message| message.role == Role::Assistant) else { continue };
            let provider = self.answered_by(&reply).await?;
            columns.push(Column {
                branch,
                model: reply.model.clone().unwrap_or_default(),
                provider,
                row: Row::of(self.transcript.new_key(), reply),
                pause: Pause::default(),
            });
        }
        Ok(Compared { conversation, sequence, columns })
    }

    /// The connection that a reply came from, if it is still saved.
    async fn answered_by(self, reply: &Message) -> Result<Option<Provider>, Error> {
        let key = RecordKey::Manifest(reply.conversation, reply.id);
        let Some(Record::Manifest(sent)) = self.storage.session().store().record(key).await? else { return Ok(None) };
        Ok(self.connection.providers.with_untracked(|all| connection_of(&sent, all)))
    }

    /// Continues the conversation under an answer: its branch becomes the active one.
    pub fn keep_answer(self, sequence: Sequence, branch: BranchId) {
        self.panels.dialogs.close(DialogKind::Answers);
        self.act(async move |chat: Chat, id| {
            chat.storage.session().switch_branch(id, branch, sequence).await?;
            chat.refresh(id).await;
            browser::focus_next_frame("composer");
            chat.go_on_after_comparison(id);
            Ok(None)
        });
    }

    /// Asks a model again whose answer failed, on the branch of that answer.
    pub fn ask_again(self, sequence: Sequence, branch: BranchId, provider: Provider) {
        self.panels.dialogs.close(DialogKind::Answers);
        self.act(async move |chat: Chat, id| {
            chat.storage.session().switch_branch(id, branch, sequence).await?;
            chat.refresh(id).await;
            deferred::turn(chat, Ask { conversation: id, kind: AskKind::RetryBy(Box::new(provider)) }, None);
            Ok(None)
        });
    }
}

/// Whether these are answers to the message before `sequence`. Those to another message would be kept in its place.
fn is_of(shown: &Compared, conversation: ConversationId, sequence: Sequence) -> bool {
    shown.conversation == conversation && shown.sequence == sequence && !shown.columns.is_empty()
}

/// The connection, with its model, to which a request was sent; `None` if it is not saved any more.
fn connection_of(sent: &Manifest, all: &[Provider]) -> Option<Provider> {
    if sent.provider == Some(ProviderKind::InPage) {
        return Some(Provider::in_page());
    }
    let found = all.iter().find(|one| Some(&one.base_url) == sent.address.as_ref())?;
    Some(Provider { model: sent.model.clone(), ..found.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use ricordo_core::testing::sample;

    #[test]
    fn a_model_is_asked_again_where_it_was_asked_before_even_if_another_is_chosen_there_now() {
        let all = [server(1, "chosen since"), server(2, "b")];
        let sent = |provider, address: Option<&str>| Manifest {
            provider,
            address: address.map(str::to_owned),
            model: "asked then".to_owned(),
            ..sample::manifest(1, 1)
        };
        let found = |sent: &Manifest| connection_of(sent, &all).map(|found| (found.id, found.model));
        let server = Some(ProviderKind::OpenAiCompatible);
        assert_eq!(found(&sent(server, Some(&all[0].base_url))), Some((all[0].id, "asked then".to_owned())));
        assert_eq!(found(&sent(server, Some("https://gone.example/v1"))), None);
        assert_eq!(found(&sent(None, None)), None, "a record of an older version");
        assert_eq!(connection_of(&sent(Some(ProviderKind::InPage), None), &all), Some(Provider::in_page()));
    }

    #[test]
    fn answers_that_are_arriving_are_shown_only_at_the_message_that_they_answer() {
        use crate::state::testing::{conversation_id, reply};
        use ricordo_core::message::Finish;
        let column = Column {
            branch: sample::branch_id(1),
            model: "m".to_owned(),
            provider: None,
            row: Row::of(1, reply(3, "Paris", Finish::Complete)),
            pause: Pause::default(),
        };
        let shown = Compared { conversation: conversation_id(1), sequence: 3, columns: vec![column] };
        assert!(is_of(&shown, conversation_id(1), 3));
        assert!(!is_of(&shown, conversation_id(1), 1), "an earlier message, while the last one is answered");
        assert!(!is_of(&shown, conversation_id(2), 3), "another conversation");
        assert!(!is_of(&Compared { columns: Vec::new(), ..shown }, conversation_id(1), 3), "nothing was shown yet");
    }
}
