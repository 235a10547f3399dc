//! Fact extraction after a turn, for models that cannot save facts by a tool: reads the messages since the last extraction
//! and proposes what the model finds as memories. [`crate::memory::extraction`] decides what may be read and what becomes
//! of an answer.

use super::{Halt, MaintainEnd, MaintainEvent, NotMade, consent::Plan, make::sampled, run::Run};
use crate::{
    accept::Refusal,
    branch::{Branch, Sequence, shared_until},
    change::Change,
    compile::LayerKind,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{BranchId, ConversationId, MemoryId},
    maintenance::{Job, Maintenance, Progress},
    memory::{
        Memory, MemoryState,
        extraction::{Reading, reading, take},
    },
    message::{Finish, Message, Role, text_of},
    model::ChatModel,
    prompt::{Filling, Prompt, fill, language_of, text},
    record::{Record, RecordKey},
    session::Session,
    settings::Settings,
    snapshot::{NextPlace, Snapshot},
    store::Store,
    summary::Coverage,
    tokens::estimate,
    undo::UndoneCommand,
};
use ricordo_text::facts;

/// The longest list of facts, in tokens: ten short lines.
const LIST_TOKENS: u32 = 384;
/// The known facts take at most this share of a request, so that the turns have room.
const KNOWN_DIVISOR: u32 = 4;
/// Messages per read.
const PAGE: Sequence = 200;

/// What the next request would read.
struct Next {
    reading: Reading,
    /// The list of known facts.
    known: String,
    template: &'static str,
    /// One past the last message that exists or fits the page.
    until: Sequence,
    /// Covers all unread messages, not only this page.
    plan: Plan,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The change that goes with switching from the active branch of `conversation` to `to`, because the position counts
    /// messages of the branch that was read. `None`: it is right there, too.
    pub(in crate::session) async fn reading_moved_change(
        &self,
        branches: &[Branch],
        conversation: &Conversation,
        to: BranchId,
    ) -> Result<Option<Change>, Error> {
        let shared = shared_until(branches, conversation.active_branch, to);
        let mut maintenance = self.maintenance_of(Job::Extraction(conversation.id)).await?;
        let is_changed = maintenance.switch(conversation.active_branch, to, shared);
        Ok(is_changed.then_some(Change::Put(Record::Maintenance(maintenance))))
    }

    /// Extracts facts from the messages since the last extraction, if the settings allow it. Not called where the model
    /// that replies can save facts by a tool.
    pub(super) async fn maintain_facts<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        id: ConversationId,
    ) -> Result<MaintainEnd, Error> {
        if !run.settings.memories.extract {
            return Ok(MaintainEnd::Done);
        }
        let job = Job::Extraction(id);
        loop {
            let mut maintenance = self.maintenance_of(job).await?;
            if maintenance.is_waiting(self.host.now().at) {
                return Ok(MaintainEnd::Done);
            }
            let Some(next) = self.next_reading(run, id, maintenance.read_to()).await? else {
                return Ok(MaintainEnd::Done);
            };
            if next.reading.text.is_empty() {
                // Nothing on this page may be read; messages without a reply yet are looked at again.
                let position =
                    if next.until - maintenance.read_to() >= PAGE { next.until } else { next.reading.position };
                if position <= maintenance.read_to() {
                    return Ok(MaintainEnd::Done);
                }
                self.store
                    .apply(vec![Change::Put(Record::Maintenance(Maintenance {
                        progress: Progress::ReadTo(position),
                        ..maintenance
                    }))])
                    .await?;
                continue;
            }
            if !self.may_send(run, &next.plan).await? {
                return Ok(MaintainEnd::Done);
            }
            if run.is_over() {
                return Ok(MaintainEnd::Preempted);
            }
            run.begin(job, Some(id), 0, 1);
            let found = match self.ask_for_facts(run, &mut maintenance, &next).await {
                Ok(found) => found,
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::NotMade(NotMade::Stopped)) => return Ok(MaintainEnd::Preempted),
                Err(Halt::NotMade(why)) => {
                    self.note_refusal(run, maintenance, &why).await?;
                    return Ok(MaintainEnd::Done);
                }
            };
            // If messages were erased, muted or forgotten meanwhile, the result is dropped and the rest is read again.
            let now = self.next_reading(run, id, maintenance.read_to()).await?;
            if now.is_some_and(|now| now.reading == next.reading) {
                self.store_facts(run, &maintenance, &next.reading, &found).await?;
                run.tell(MaintainEvent::Finished { job, summary: None });
            }
        }
    }

    async fn next_reading<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        id: ConversationId,
        position: Sequence,
    ) -> Result<Option<Next>, Error> {
        let Some(mut snapshot) = self.store.snapshot(id, 1).await? else {
            return Ok(None);
        };
        let NextPlace { sequence: end, tokens_before } = snapshot.next_place();
        let until = end.min(position.saturating_add(PAGE));
        if until <= position || snapshot.conversation.temporary {
            return Ok(None);
        }
        snapshot.messages = self.store.messages(id, until, until - position).await?;
        let branch = snapshot.conversation.active_branch;
        let words: Vec<String> = snapshot.messages.iter().map(Message::text).collect();
        let template = text(Prompt::Facts, language_of(words.iter().map(String::as_str)));
        let mut known = self.all_memories().await?;
        known.retain(|memory| is_sent(memory, &snapshot, &run.settings));
        let sample = sampled(words.iter().map(String::as_str));
        let known = list(known, run.source_tokens(&[template], &sample) / KNOWN_DIVISOR);
        let room = run.source_tokens(&[&format!("{template}{known}")], &sample);
        let reading = reading(&snapshot, position, room);
        let first = snapshot.messages.first().map_or(tokens_before, |first| first.tokens_before);
        let tokens = tokens_before.saturating_sub(first);
        // Each request holds the prompt and the list.
        let requests = tokens / u64::from(room.max(1)) + 1;
        let around = u64::from(estimate(template).saturating_add(estimate(&known)));
        let plan = Plan {
            job: Job::Extraction(id),
            conversation: id,
            messages: end - position,
            tokens: run.counted(tokens.saturating_add(requests.saturating_mul(around)), &sample),
            answer_tokens: requests.saturating_mul(LIST_TOKENS.into()),
            coverage: vec![Coverage { conversation: id, branch, from: position, to: end }],
        };
        Ok(Some(Next { reading, known, template, until, plan }))
    }

    async fn ask_for_facts<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        maintenance: &mut Maintenance,
        next: &Next,
    ) -> Result<Vec<String>, Halt> {
        let filling = Filling { history: &next.reading.text, max_tokens: LIST_TOKENS, known_facts: &next.known };
        let prompt = fill(next.template, &filling)?;
        let (finish, parts) = self.answer_to(run, maintenance, &prompt, LIST_TOKENS).await?;
        Err(Halt::NotMade(match finish {
            Finish::Complete => return Ok(facts::parse(&text_of(&parts))),
            // The last line may be half a fact.
            Finish::Length => NotMade::FactsCut,
            Finish::ToolCalls => NotMade::Answer(Refusal::ToolCall),
            Finish::ContentFilter => NotMade::Answer(Refusal::Withheld),
            Finish::Stopped | Finish::Interrupted => NotMade::Stopped,
            Finish::Failed { failure } => NotMade::Model(failure.error),
        }))
    }

    async fn store_facts<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        maintenance: &Maintenance,
        reading: &Reading,
        found: &[String],
    ) -> Result<(), Error> {
        let settings = &run.settings.memories;
        let at = self.host.now().at;
        let mut memories = self.copy_of_memories().await?;
        let new = take(&mut memories, found, reading, settings, at, || MemoryId::new(at, self.host.random()));
        let archived = memories.made_room();
        let mut changes = memories.changes();
        // A proposal is dismissed where it is shown; a memory saved without asking needs an undo entry.
        if settings.auto_keep && !changes.is_empty() {
            changes.push(Change::AddUndo(self.undo_entry(reading.conversation, UndoneCommand::Memory)));
        }
        let progress = Progress::ReadTo(reading.position);
        let left = self.maintenance_of(maintenance.job).await?.left;
        changes.push(Change::Put(Record::Maintenance(Maintenance { progress, left, ..maintenance.anew() })));
        let kept: Vec<Memory> = memories.all.iter().filter(|memory| new.contains(&memory.id)).cloned().collect();
        self.apply_command(changes).await?;
        // A source may have been erased between the check and the write. Erased text must stay in no memory.
        for memory in &kept {
            if let Some(source) = memory.source
                && self.store.message(source.message).await?.is_none()
            {
                self.store.apply(vec![Change::Remove(RecordKey::Memory(memory.id))]).await?;
            }
        }
        if !archived.is_empty() {
            run.tell(MaintainEvent::MadeRoom { conversation: reading.conversation, kept, archived });
        }
        Ok(())
    }
}

/// Whether requests of the conversation hold a memory anyway: it is about somebody who writes in these messages, and the
/// memories are sent. A proposal or a memory with key words may be told to no model now.
fn is_sent(memory: &Memory, snapshot: &Snapshot, settings: &Settings) -> bool {
    let is_on = settings.layers.iter().any(|layer| layer.kind == LayerKind::Memories && layer.ceiling > 0);
    let is_fact = memory.state == MemoryState::Kept && memory.field.is_none() && memory.key_words.is_empty();
    let is_by = |message: &Message| message.role == Role::User && memory.is_about(message.author.as_ref());
    is_on && is_fact && memory.scope.reaches(&snapshot.place()) && snapshot.messages.iter().any(is_by)
}

/// As many of the facts as fit into `most` tokens, the newest first, one a line. What an unlisted one says again is
/// recognized in the answer.
fn list(mut facts: Vec<Memory>, most: u32) -> String {
    ricordo_text::small_sort::by_key(&mut facts, |fact| std::cmp::Reverse((fact.created_at, fact.id)));
    let mut room = most;
    let lines = facts.iter().map(|fact| format!("- {}", fact.text)).map_while(|line| {
        // One more for the line break.
        room = room.checked_sub(estimate(&line) + 1)?;
        Some(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}
