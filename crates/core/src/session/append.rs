//! Stores messages that were exchanged outside the app: a program that calls its model itself adds them here.

use super::Session;
use crate::{
    change::Change,
    compile::message_tokens,
    conversation::{Chat, Conversation},
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, MessageId},
    message::{Author, Finish, Message, Part, Role, Usage, text_of},
    record::{Blob, Record},
    snapshot::NextPlace,
    statistics::{DayUsage, day_of},
    store::Store,
};

/// A message that was exchanged outside the app.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMessage {
    /// Role of the author.
    pub role: Role,
    /// The content, in order. Not empty.
    pub parts: Vec<Part>,
    /// The model that wrote it, for a reply.
    pub model: Option<String>,
    /// How a reply ended; `None`: it is complete.
    pub finish: Option<Finish>,
    /// The person who wrote it.
    pub author: Option<Author>,
    /// The message it answers.
    pub reply_to: Option<MessageId>,
    /// What the message tells about the chat.
    pub chat: Chat,
    /// Usage as the provider reported it. If present, the reply counts in the statistics.
    pub usage: Option<Usage>,
}

impl NewMessage {
    /// A text message.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self::new(role, vec![Part::Text { text: text.into() }])
    }

    /// A message of which only the parts are known.
    pub fn new(role: Role, parts: Vec<Part>) -> Self {
        let chat = Chat::default();
        Self { role, parts, model: None, finish: None, author: None, reply_to: None, chat, usage: None }
    }

    fn is_empty(&self) -> bool {
        let shows = self.parts.iter().any(|part| !matches!(part, Part::Text { .. } | Part::Reasoning { .. }));
        !shows && text_of(&self.parts).trim().is_empty()
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Appends messages to the active branch, all or none, without asking a model. `blobs` holds their images.
    ///
    /// # Errors
    /// Nothing is stored then: [`Error::EmptyMessage`], [`Error::NoConversation`], [`Error::Store`].
    pub async fn append(
        &self,
        id: ConversationId,
        new_messages: &[NewMessage],
        blobs: Vec<Blob>,
    ) -> Result<Vec<Message>, Error> {
        if new_messages.is_empty() || new_messages.iter().any(NewMessage::is_empty) {
            return Err(Error::EmptyMessage);
        }
        let (messages, changes) = self.plan_append(id, new_messages, &blobs).await?;
        match self.store.apply(changes).await {
            // Another tab took the sequence number between our read and our write: read again, once.
            Err(StoreError::Conflict) => {}
            other => return other.map(|_| messages).map_err(Error::from),
        }
        let (messages, changes) = self.plan_append(id, new_messages, &blobs).await?;
        self.store.apply(changes).await?;
        Ok(messages)
    }

    async fn plan_append(
        &self,
        id: ConversationId,
        new_messages: &[NewMessage],
        blobs: &[Blob],
    ) -> Result<(Vec<Message>, Vec<Change>), Error> {
        let snapshot = self.snapshot(id, 1).await?;
        let now = self.now(&self.settings().await?);
        let NextPlace { mut sequence, mut tokens_before } = snapshot.next_place();
        let mut messages = Vec::with_capacity(new_messages.len());
        for one in new_messages {
            let tokens = message_tokens(&one.parts);
            let is_reply = one.role == Role::Assistant;
            messages.push(Message {
                id: MessageId::new(now.at, self.host.random()),
                conversation: id,
                branch: snapshot.conversation.active_branch,
                sequence,
                role: one.role,
                author: one.author.clone(),
                parts: one.parts.clone(),
                reply_to: one.reply_to,
                created_at: now.at,
                offset_minutes: (one.role == Role::User).then_some(now.offset_minutes),
                model: one.model.clone(),
                finish: is_reply.then(|| one.finish.clone().unwrap_or(Finish::Complete)),
                usage: one.usage,
                tokens,
                tokens_before,
                exact: None,
                first_word_ms: None,
                total_ms: None,
            });
            sequence += 1;
            tokens_before += u64::from(tokens);
        }
        let first = messages.iter().find(|message| message.role == Role::User);
        let comes_back = first.is_some() && snapshot.conversation.deleted_at.is_some();
        let mut conversation = match first {
            Some(message) => self.touched(snapshot.conversation, message),
            None => Conversation { updated_at: now.at, ..snapshot.conversation },
        };
        for one in new_messages {
            conversation.chat = one.chat.or(&conversation.chat);
        }
        let mut changes: Vec<Change> = blobs.iter().cloned().map(Record::Blob).map(Change::Put).collect();
        changes.extend(messages.iter().map(|message| Change::Add(Record::Message(Box::new(message.clone())))));
        changes.push(Change::Put(Record::Conversation(conversation)));
        if comes_back {
            changes.extend(self.move_notes(&changes).await?);
        }
        changes.extend(self.usage_of(&messages, day_of(&now)).await?);
        Ok((messages, changes))
    }

    /// The changes that count the usage of messages on a day, a row for each model. A reply counts with the messages before
    /// it.
    async fn usage_of(&self, messages: &[Message], today: i32) -> Result<Vec<Change>, Error> {
        let mut days: Vec<DayUsage> = Vec::new();
        let mut exchanged = 0;
        for message in messages {
            exchanged += 1;
            let (Some(usage), Some(model)) = (message.usage, &message.model) else { continue };
            let at = days.iter().position(|day| day.model == *model);
            let mut day = match at {
                Some(at) => days.swap_remove(at),
                None => self.counted_so_far(DayUsage::new(today, message.conversation, model)).await?,
            };
            day.add(usage, std::mem::take(&mut exchanged));
            days.push(day);
        }
        Ok(days.into_iter().map(Record::DayUsage).map(Change::Put).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{memory_store::MemoryStore, provider::Provider, snapshot::Snapshot, testing::ManualHost};

    async fn session() -> (Session<MemoryStore, ManualHost>, ConversationId) {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        let id = session.new_conversation().await.unwrap().conversation.id;
        (session, id)
    }

    fn turn() -> [NewMessage; 2] {
        let usage = Some(Usage { prompt_tokens: 12, completion_tokens: 3, cached_tokens: None, written_tokens: None });
        let reply = NewMessage { model: Some("mine".to_owned()), usage, ..NewMessage::text(Role::Assistant, "Paris.") };
        [NewMessage::text(Role::User, "What is the capital of France?"), reply]
    }

    #[tokio::test]
    async fn what_was_said_elsewhere_is_sent_counted_and_names_the_conversation() {
        let (session, id) = session().await;
        let stored = session.append(id, &turn(), Vec::new()).await.unwrap();
        assert_eq!(stored.iter().map(|message| message.sequence).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(stored[1].tokens_before, u64::from(stored[0].tokens));
        let compiled = session.preview(id, "And of Italy?", &Provider::in_page()).await.unwrap();
        let sent: Vec<String> = compiled.request.messages.iter().map(|message| text_of(&message.parts)).collect();
        assert!(sent.iter().any(|text| text.contains("capital of France")), "{sent:?}");
        assert!(sent.iter().any(|text| text == "Paris."), "{sent:?}");
        let days = session.statistics().await.unwrap();
        assert_eq!((days[0].requests, days[0].messages, days[0].prompt_tokens), (1, 2, 12));
        let Snapshot { conversation, .. } = session.open(id, 1).await.unwrap();
        assert_eq!(conversation.title, "What is the capital of France?");
    }

    #[tokio::test]
    async fn an_empty_one_among_them_stores_nothing() {
        let (session, id) = session().await;
        let [question, _] = turn();
        let new_messages = [question, NewMessage::text(Role::Assistant, " \n")];
        assert_eq!(session.append(id, &new_messages, Vec::new()).await, Err(Error::EmptyMessage));
        assert_eq!(session.append(id, &[], Vec::new()).await, Err(Error::EmptyMessage));
        assert!(session.open(id, 9).await.unwrap().messages.is_empty());
    }

    #[tokio::test]
    async fn all_replies_of_a_model_are_counted() {
        let (session, id) = session().await;
        session.append(id, &[turn(), turn()].concat(), Vec::new()).await.unwrap();
        session.append(id, &turn(), Vec::new()).await.unwrap();
        let days = session.statistics().await.unwrap();
        assert_eq!((days[0].requests, days[0].messages, days[0].prompt_tokens), (3, 6, 36));
    }

    #[tokio::test]
    async fn a_forget_counts_a_committed_turn() {
        let (session, id) = session().await;
        session.append(id, &turn(), Vec::new()).await.unwrap();
        session.append(id, &turn(), Vec::new()).await.unwrap();
        session.forget(id, 2).await.unwrap();
        let boundary = session.open(id, 9).await.unwrap().boundary();
        assert_eq!(boundary, Some(2));
    }
}
