//! Plans and starts one turn, in an order that loses nothing: the user's message is stored before the network is
//! called, the reply is stored at least every second, and the turn ends in one transaction, however it ends. `rounds`
//! runs the turn.

use super::{
    ModelCall, Session, TurnEvent, TurnOutcome,
    recalling::{AskedFor, Recipient},
    rounds::Turn,
    turn::TurnInputs,
};
use crate::{
    change::Change,
    compile::{Outgoing, compile, message_tokens},
    conversation::{Conversation, TitleOrigin},
    draft::ReplyDraft,
    error::{Error, StoreError},
    host::Host,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, Part, Role, text_of},
    model::ChatModel,
    provider::Provider,
    record::{Blob, Record, RecordKey},
    snapshot::NextPlace,
    store::Store,
    time::Now,
};

/// How often a turn is planned before the user has to send it again.
pub(super) const MOST_PLANS: usize = 3;
/// Characters of the first message that become the title.
const TITLE_LENGTH: usize = 60;

/// A turn that is compiled and not stored yet.
pub(super) struct Planned {
    pub(super) turn: Turn,
    pub(super) draft: ReplyDraft,
    /// Changes to store before the network is called, with [`Session::store_plan`].
    pub(super) changes: Vec<Change>,
    /// Whether the user's message is new.
    pub(super) is_new: bool,
}

impl Planned {
    /// Checks that the call may send the request without asking the user first.
    pub(super) fn check<M>(&self, call: &ModelCall<'_, M>) -> Result<(), Error> {
        let Turn { compiled, settings, .. } = &self.turn;
        let refused = compiled.spending(settings).filter(|spending| !call.may_spend(spending));
        refused.map_or(Ok(()), |spending| Err(Error::NeedsConsent(spending)))
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Sends a text message and streams the reply. A failed or stopped turn is `Ok`: its reply says how it ended and
    /// keeps what arrived.
    ///
    /// # Errors
    /// Nothing was sent or stored then: [`Error::EmptyMessage`], [`Error::OverBudget`], [`Error::NoConversation`],
    /// [`Error::Store`], and [`Error::NeedsConsent`] where the call asks first.
    pub async fn send<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        text: &str,
    ) -> Result<TurnOutcome, Error> {
        self.send_message(call, id, Outgoing::text(text), Vec::new()).await
    }

    /// Sends a message of any parts: text, images, a reply to another message. `blobs` holds its images, which are
    /// stored with it.
    ///
    /// # Errors
    /// As [`Session::send`], and [`Error::ImagesUnsupported`] for an image if the model does not support images.
    pub async fn send_message<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        outgoing: Outgoing,
        blobs: Vec<Blob>,
    ) -> Result<TurnOutcome, Error> {
        if is_blank(&outgoing) {
            return Err(Error::EmptyMessage);
        }
        for _ in 0..MOST_PLANS {
            let mut planned = self.plan_send(call.provider, id, outgoing.clone(), &blobs).await?;
            planned.check(call)?;
            if self.store_plan(&mut planned).await? {
                return self.begin(call, planned).await;
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Stores a planned turn; `false`: it has to be planned again.
    pub(super) async fn store_plan(&self, planned: &mut Planned) -> Result<bool, Error> {
        let changes = std::mem::take(&mut planned.changes);
        self.store_turn(&planned.turn.snapshot, &planned.turn.user, changes).await
    }

    /// Runs a turn whose changes are stored.
    pub(super) async fn begin<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        planned: Planned,
    ) -> Result<TurnOutcome, Error> {
        let Planned { turn, draft, is_new, .. } = planned;
        (call.observer)(TurnEvent::Begins(if is_new { turn.user.sequence } else { draft.sequence }));
        (call.observer)(TurnEvent::Compiled(Box::new(turn.compiled.clone())));
        if is_new {
            (call.observer)(TurnEvent::Stored(Box::new(turn.user.clone())));
        }
        Ok(self.run_rounds(call, turn, draft).await)
    }

    async fn plan_send(
        &self,
        provider: &Provider,
        id: ConversationId,
        mut outgoing: Outgoing,
        blobs: &[Blob],
    ) -> Result<Planned, Error> {
        let mut blobs = blobs.to_vec();
        self.with_own_images(id, &mut outgoing.parts, &mut blobs).await?;
        let (settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        let before = if outgoing.keeps_draft { Vec::new() } else { vec![Change::Remove(RecordKey::ComposerDraft(id))] };
        let message = self.new_message_id();
        self.plan_message(provider, TurnInputs { settings, snapshot, outgoing }, &blobs, before, message).await
    }

    /// The id of a message that is created now.
    pub(super) fn new_message_id(&self) -> MessageId {
        MessageId::new(self.host.now().at, self.host.random())
    }

    /// Plans a turn with a new message at the end of the branch of `inputs`. `before` is stored with it.
    pub(super) async fn plan_message(
        &self,
        provider: &Provider,
        inputs: TurnInputs,
        blobs: &[Blob],
        before: Vec<Change>,
        message: MessageId,
    ) -> Result<Planned, Error> {
        let TurnInputs { settings, snapshot, mut outgoing } = inputs;
        let now = self.now(&settings);
        let to = Recipient { provider, now, asked_for: AskedFor::Turn };
        self.recall_for(&settings, &snapshot, &mut outgoing, to).await;
        let compiled = compile(&snapshot, &outgoing, &settings, provider, &now)?;
        let NextPlace { sequence, tokens_before } = snapshot.next_place();
        let user = Message {
            id: message,
            conversation: snapshot.conversation.id,
            branch: snapshot.conversation.active_branch,
            sequence,
            role: Role::User,
            author: outgoing.author.clone(),
            tokens: message_tokens(&outgoing.parts),
            parts: outgoing.parts.clone(),
            reply_to: outgoing.reply_to,
            created_at: now.at,
            offset_minutes: Some(now.offset_minutes),
            model: None,
            finish: None,
            usage: None,
            tokens_before,
            exact: None,
            first_word_ms: None,
            total_ms: None,
        };
        let draft = self.draft_after(&user, user.branch, provider);
        let mut changes = before;
        // An image that was picked earlier is already stored.
        changes.extend(blobs.iter().cloned().map(Record::Blob).map(Change::Put));
        changes.extend([
            Change::Add(Record::Message(Box::new(user.clone()))),
            Change::Put(Record::ReplyDraft(draft.clone())),
        ]);
        let turn = Turn::new(TurnInputs { settings, snapshot, outgoing }, provider, now, user, compiled);
        changes.extend(turn.manifest_changes(&draft));
        Ok(Planned { turn, draft, changes, is_new: true })
    }

    /// Plans a turn that answers a stored message again, on the active branch of `inputs`, which end before that
    /// message. `rounds`: the tool calls that were made for it, and their results.
    pub(super) async fn plan_reply(
        &self,
        provider: &Provider,
        inputs: TurnInputs,
        (user, rounds): (Message, &[Message]),
        before: Vec<Change>,
    ) -> Result<Planned, Error> {
        let TurnInputs { settings, snapshot, mut outgoing } = inputs;
        let now = self.now(&settings);
        outgoing.parts.clone_from(&user.parts);
        outgoing.author.clone_from(&user.author);
        outgoing.reply_to = user.reply_to;
        outgoing.stored = Some(user.id);
        outgoing.written = user.offset_minutes.map(|offset_minutes| Now { at: user.created_at, offset_minutes });
        let to = Recipient { provider, now, asked_for: AskedFor::Turn };
        self.recall_for(&settings, &snapshot, &mut outgoing, to).await;
        let compiled = compile(&snapshot, &outgoing, &settings, provider, &now)?;
        let last = rounds.last().unwrap_or(&user);
        let draft = self.draft_after(last, snapshot.conversation.active_branch, provider);
        let mut changes = before;
        changes.push(Change::Put(Record::ReplyDraft(draft.clone())));
        let mut turn = Turn::new(TurnInputs { settings, snapshot, outgoing }, provider, now, user, compiled);
        turn.resume(rounds)?;
        changes.extend(turn.manifest_changes(&draft));
        Ok(Planned { turn, draft, changes, is_new: false })
    }

    /// The conversation, marked as used now. Without a title it is named by the first words of `message`.
    pub(super) fn touched(&self, mut conversation: Conversation, message: &Message) -> Conversation {
        if conversation.title.is_empty() {
            conversation.title = title_of(&message.text());
            conversation.title_origin = TitleOrigin::FirstWords;
            conversation.titled_from = vec![message.id];
        }
        // Another tab may have deleted it. What is written must not be erased with it in a month.
        Conversation { updated_at: self.host.now().at, deleted_at: None, ..conversation }
    }

    /// An empty draft of the reply to `message`.
    pub(super) fn draft_after(&self, message: &Message, branch: BranchId, provider: &Provider) -> ReplyDraft {
        let at = self.host.now().at;
        ReplyDraft {
            conversation: message.conversation,
            message: MessageId::new(at, self.host.random()),
            branch,
            sequence: message.sequence + 1,
            tokens_before: message.tokens_before + u64::from(message.tokens),
            parts: Vec::new(),
            model: provider.model.clone(),
            started_at: at,
            saved_at: at,
        }
    }
}

/// Whether a message has neither text nor anything else to show.
pub(super) fn is_blank(outgoing: &Outgoing) -> bool {
    let shows_something = outgoing.parts.iter().any(|part| !matches!(part, Part::Text { .. }));
    text_of(&outgoing.parts).trim().is_empty() && !shows_something
}

/// The first words of a message, cut between words.
fn title_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE_LENGTH {
        return line;
    }
    let head: String = line.chars().take(TITLE_LENGTH).collect();
    let cut = head.rfind(' ').filter(|&at| at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..cut].trim_end())
}
