//! Answers to one message side by side: reads the siblings at a fork, keeps one, and asks a model again.

use super::Chat;
use crate::{
    browser,
    state::{AskKind, Column, Compared, DialogKind, Pause, Row},
    texts::comparing::comparing,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    error::Error,
    id::{BranchId, ConversationId, MessageId},
    manifest::Manifest,
    message::{Message, Role},
    provider::Provider,
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
            let mut replies: Vec<Message> =
                messages.into_iter().filter(|message| message.role == Role::Assistant).collect();
            let Some(reply) = replies.pop() else { continue };
            let provider = self.answered_by(&reply).await?;
            columns.push(Column {
                branch,
                model: reply.model.clone().unwrap_or_default(),
                provider,
                row: Row::of(self.transcript.new_key(), reply),
                calls: ArcRwSignal::new(replies.iter().map(|reply| reply.usage).collect()),
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

    /// Asks a model again for an answer that was cut short, at its connection as it is saved now.
    pub fn ask_again(self, sequence: Sequence, answer: MessageId, by: &Provider) {
        self.panels.dialogs.close(DialogKind::Answers);
        match self.connection.providers.with_untracked(|saved| as_saved_now(by, saved)) {
            Some(by) => self.ask(AskKind::Compared(sequence, answer, Box::new(by))),
            None => self.notices.trouble(comparing().connection_gone),
        }
    }
}

/// Whether these are answers to the message before `sequence`. Those to another message would be kept in its place.
fn is_of(shown: &Compared, conversation: ConversationId, sequence: Sequence) -> bool {
    shown.conversation == conversation && shown.sequence == sequence && !shown.columns.is_empty()
}

/// The connection to which a request was sent, with its model; `None` if it is not saved any more, or if it may be one of
/// several, such as two accounts at one address.
fn connection_of(sent: &Manifest, all: &[Provider]) -> Option<Provider> {
    let shipped = Provider::in_page();
    let is_there =
        |one: &&Provider| sent.provider == Some(one.kind) && sent.address.as_deref() == Some(one.base_url.as_str());
    let mut there = std::iter::once(&shipped).chain(all).filter(is_there);
    let found = match (there.next()?, there.next()) {
        (only, None) => only,
        (first, Some(second)) => {
            let mut of_model = [first, second].into_iter().chain(there).filter(|one| one.model == sent.model);
            of_model.next().filter(|_| of_model.next().is_none())?
        }
    };
    Some(Provider { model: sent.model.clone(), ..found.clone() })
}

/// A connection that was asked, as it is saved now, with the model that answered; `None` if it was deleted. The model that
/// comes with the app needs none.
fn as_saved_now(asked: &Provider, saved: &[Provider]) -> Option<Provider> {
    let shipped = Provider::in_page();
    let now = saved.iter().chain([&shipped]).find(|one| one.id == asked.id)?.clone();
    let Provider { model, context_tokens, supports_images, has_tools, .. } = asked.clone();
    Some(Provider { model, context_tokens, supports_images, has_tools, ..now })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use ricordo_core::{provider::ProviderKind, testing::sample};

    fn sent(provider: ProviderKind, address: &str) -> Manifest {
        let (provider, address) = (Some(provider), Some(address.to_owned()));
        Manifest { provider, address, model: "asked then".to_owned(), ..sample::manifest(1, 1) }
    }

    #[test]
    fn a_model_is_asked_again_where_it_was_asked_before_even_if_another_is_chosen_there_now() {
        let all = [server(1, "chosen since"), server(2, "b")];
        let found = |sent: &Manifest| connection_of(sent, &all).map(|found| (found.id, found.model));
        let kind = all[0].kind;
        assert_eq!(found(&sent(kind, &all[0].base_url)), Some((all[0].id, "asked then".to_owned())));
        assert_eq!(found(&sent(kind, "https://gone.example/v1")), None);
        assert_eq!(found(&sent(ProviderKind::Ollama, &all[0].base_url)), None, "another protocol");
        assert_eq!(found(&Manifest { provider: None, ..sent(kind, &all[0].base_url) }), None, "an older version");
    }

    #[test]
    fn an_answer_of_one_of_two_accounts_is_asked_for_again_only_if_its_model_tells_them_apart() {
        let one = server(1, "asked then");
        let other = |model| Provider { base_url: one.base_url.clone(), ..server(2, model) };
        let found = |all: &[Provider]| connection_of(&sent(one.kind, &one.base_url), all).map(|found| found.id);
        assert_eq!(found(&[one.clone(), other("b")]), Some(one.id));
        assert_eq!(found(&[other("asked then"), server(3, "asked then")]), Some(other("").id), "elsewhere");
        assert_eq!(found(&[one.clone(), other("asked then")]), None, "both");
        assert_eq!(found(&[other("b"), Provider { model: "c".to_owned(), ..one.clone() }]), None, "neither");
    }

    #[test]
    fn an_answer_of_weights_in_the_page_is_asked_of_the_same_weights() {
        let url = "https://weights.example/large.gguf";
        let weights = Provider { kind: ProviderKind::InPage, base_url: url.to_owned(), ..server(3, "large") };
        let found = |sent: &Manifest, all: &[Provider]| connection_of(sent, all).map(|found| found.id);
        let in_page = |address| sent(ProviderKind::InPage, address);
        assert_eq!(found(&in_page(url), std::slice::from_ref(&weights)), Some(weights.id));
        assert_eq!(found(&in_page(url), &[]), None, "they were deleted");
        assert_eq!(found(&in_page(""), std::slice::from_ref(&weights)), Some(Provider::in_page().id));
    }

    #[test]
    fn a_connection_that_was_edited_is_asked_where_it_is_now_and_a_deleted_one_not_at_all() {
        let asked = Provider { model: "asked then".to_owned(), context_tokens: Some(7), ..server(1, "saved") };
        let moved = Provider { base_url: "https://moved.example/v1".to_owned(), ..server(1, "chosen since") };
        let now = as_saved_now(&asked, &[server(2, "b"), moved.clone()]).unwrap();
        assert_eq!((now.base_url, now.model, now.context_tokens), (moved.base_url, asked.model.clone(), Some(7)));
        assert_eq!(as_saved_now(&asked, &[server(2, "b")]), None);
        assert_eq!(as_saved_now(&Provider::in_page(), &[]), Some(Provider::in_page()));
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
            calls: ArcRwSignal::new(Vec::new()),
            pause: Pause::default(),
        };
        let shown = Compared { conversation: conversation_id(1), sequence: 3, columns: vec![column] };
        assert!(is_of(&shown, conversation_id(1), 3));
        assert!(!is_of(&shown, conversation_id(1), 1), "an earlier message, while the last one is answered");
        assert!(!is_of(&shown, conversation_id(2), 3), "another conversation");
        assert!(!is_of(&Compared { columns: Vec::new(), ..shown }, conversation_id(1), 3), "nothing was shown yet");
    }
}
