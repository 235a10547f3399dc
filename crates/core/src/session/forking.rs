//! Copies the path up to a message into a new conversation; the two then continue independently.

use super::Session;
use crate::{
    branch::{Branch, Sequence, shared_until},
    change::Change,
    conversation::Conversation,
    error::Error,
    forget::Forget,
    host::Host,
    id::{BranchId, ConversationId, DocumentId, ForgetId, MessageId, SummaryId},
    maintenance::{Job, Maintenance, Progress},
    manifest::{Fragment, FragmentContent, SourceId},
    mark::Mark,
    message::{Message, Part, Role},
    record::{Link, Record},
    snapshot::Snapshot,
    store::Store,
    summary::{Coverage, Source, Summary, SummaryKind, sources::source, standing::stale},
    tools::Contained,
};
use std::collections::BTreeMap;

/// Messages copied in one transaction.
const CHUNK: u32 = 2_000;

/// State of a running copy.
struct Copy {
    conversation: Conversation,
    branch: BranchId,
    /// The sequence of the last message.
    last: Sequence,
    /// The copy of each message, as a source of summaries.
    made: BTreeMap<MessageId, Source>,
    names: BTreeMap<MessageId, MessageId>,
    /// The copies of its documents.
    documents: Vec<DocumentId>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Copies the path up to and including a message into a new conversation: what is forgotten, muted, pinned and
    /// compressed is so in the copy, too. The documents of the conversation are copied along, as every branch of it has
    /// them. The original is not changed.
    ///
    /// The messages are stored in one transaction, or stay hidden until their last part is stored; the documents are added
    /// with the last part. An incomplete copy is erased.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::NoMessage`] when it is not on the active branch, [`Error::Store`].
    pub async fn fork_conversation(&self, id: ConversationId, message: MessageId) -> Result<ConversationId, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let last = self.shown_message(&snapshot, message).await?.sequence;
        let mut copy = self.new_copy(&snapshot, last).await?;
        let new = copy.conversation.id;
        let copied = self.copy_path(id, &snapshot, &mut copy).await;
        if copied.is_err() && self.conversation(new).await.is_ok() {
            // If it cannot be erased now, it stays hidden and is erased with the deleted conversations.
            let _ = self.erase_conversation(new).await;
        }
        if copied.is_err() {
            for document in &copy.documents {
                // What cannot be removed now is loose, and is removed by maintenance.
                let _ = self.remove_chunks(*document).await;
            }
        }
        copied.map(|()| new)
    }

    async fn new_copy(&self, snapshot: &Snapshot, last: Sequence) -> Result<Copy, Error> {
        let at = self.moment();
        let branch = BranchId::new(at, self.host.random());
        let conversation = Conversation {
            id: ConversationId::new(at, self.host.random()),
            title: self.free_title(&snapshot.conversation.title).await?,
            active_branch: branch,
            created_at: at,
            updated_at: at,
            reminders: false,
            pinned: false,
            archived: false,
            titled_from: Vec::new(),
            deleted_at: None,
            restored_at: None,
            moved_at: None,
            ..snapshot.conversation.clone()
        };
        Ok(Copy { conversation, branch, last, made: BTreeMap::new(), names: BTreeMap::new(), documents: Vec::new() })
    }

    async fn copy_path(&self, id: ConversationId, snapshot: &Snapshot, copy: &mut Copy) -> Result<(), Error> {
        let new = copy.conversation.id;
        let root = Branch { id: copy.branch, conversation: new, parent: None, first: 0, left_at: None };
        let mut changes = vec![Change::Add(Record::Branch(root))];
        let mut before = copy.last + 1;
        loop {
            let page = self.store.messages(id, before, CHUNK).await?;
            let Some(first) = page.first() else { break };
            before = first.sequence;
            for message in page {
                changes.extend(self.copied(message, copy).await?);
            }
            if before == 0 {
                break;
            }
            // Marked as deleted until complete: it is hidden, and an abandoned rest is erased in time.
            let deleted_at = Some(self.host.now().at);
            changes.push(Change::Put(Record::Conversation(Conversation { deleted_at, ..copy.conversation.clone() })));
            self.store.apply(std::mem::take(&mut changes)).await?;
        }
        changes.extend(self.copied_sight(snapshot, copy));
        changes.extend(self.copied_reading(id, copy).await?);
        changes.extend(self.copy_documents(id, new, &mut copy.documents).await?);
        let titled_from = snapshot.conversation.titled_from.iter();
        let titled_from = titled_from.filter_map(|id| copy.names.get(id).copied()).collect();
        let whole = Conversation { titled_from, ..copy.conversation.clone() };
        changes.push(Change::Put(Record::Conversation(whole)));
        self.store.apply(changes).await?;
        Ok(())
    }

    /// A copy of a message and its images, with new ids.
    async fn copied(&self, mut message: Message, copy: &mut Copy) -> Result<Vec<Change>, Error> {
        let new = copy.conversation.id;
        let old = message.id;
        let found = if message.role == Role::Tool { self.copied_results(&message, copy).await? } else { Vec::new() };
        let (shown, blobs) = self.copied_parts(new, &message.parts).await?;
        let mut shown = shown.into_iter();
        for part in &mut message.parts {
            if matches!(part, Part::Image { .. } | Part::File { .. })
                && let Some(copied) = shown.next()
            {
                *part = copied;
            }
        }
        message.reply_to = message.reply_to.map(|parent| self.name(copy, parent, &message));
        message.id = self.name(copy, old, &message);
        message.conversation = new;
        message.branch = copy.branch;
        copy.made.insert(old, source(&message));
        let blobs = blobs.into_iter().map(Record::Blob);
        Ok(blobs.chain([Record::Message(Box::new(message))]).chain(found).map(Change::Add).collect())
    }

    /// What is known of the results of tools in a message, with the copies of what they hold text of.
    async fn copied_results(&self, message: &Message, copy: &mut Copy) -> Result<Vec<Record>, Error> {
        let link = Link::result_with(SourceId::Message(message.id));
        let mut copied = Vec::new();
        for key in self.store.linked(vec![link], u32::MAX).await?.into_iter().flatten() {
            let Some(Record::Fragment(Fragment { content, sources, .. })) = self.store.record(key).await? else {
                continue;
            };
            // The result of another message may hold text of this one.
            let FragmentContent::Result { message: of, part, mut conversations } = content else { continue };
            if of != message.id {
                continue;
            }
            conversations.retain(|one| *one != message.conversation);
            let mut contained = Contained { sources: Vec::with_capacity(sources.len()), conversations };
            for source in sources {
                contained.sources.push(match source {
                    SourceId::Message(id) => match self.store.message(id).await? {
                        Some(found) if found.conversation == message.conversation => {
                            SourceId::Message(self.name(copy, id, &found))
                        }
                        _ => source,
                    },
                    other => other,
                });
            }
            let name = self.name(copy, message.id, message);
            copied.push(Record::Fragment(contained.stored(name, part, copy.conversation.id)));
        }
        Ok(copied)
    }

    /// The id of the copy of a message; assigned early where a reply names a message that is not copied yet.
    fn name(&self, copy: &mut Copy, old: MessageId, at: &Message) -> MessageId {
        *copy.names.entry(old).or_insert_with(|| MessageId::new(at.created_at, self.host.random()))
    }

    /// What was read for facts is not read again in the copy: a fact that the user deleted would come back.
    async fn copied_reading(&self, id: ConversationId, copy: &Copy) -> Result<Option<Change>, Error> {
        let read_to = self.maintenance_of(Job::Extraction(id)).await?.read_to().min(copy.last + 1);
        let job = Job::Extraction(copy.conversation.id);
        let read = Maintenance { progress: Progress::ReadTo(read_to), ..Maintenance::new(job) };
        Ok((read_to > 0).then_some(Change::Put(Record::Maintenance(read))))
    }

    /// What determines what the model may see of the copy: forgets, marks, and compressed summaries in force.
    fn copied_sight(&self, snapshot: &Snapshot, copy: &Copy) -> Vec<Change> {
        let (new, end) = (copy.conversation.id, copy.last + 1);
        let active = snapshot.conversation.active_branch;
        let forgets = snapshot.forgets.iter().filter_map(|forget| {
            let before = forget.before.min(shared_until(&snapshot.branches, forget.branch, active)).min(end);
            let id = ForgetId::new(forget.at, self.host.random());
            (before > 0).then(|| {
                Record::Forget(Forget { id, conversation: new, branch: copy.branch, before, ..forget.clone() })
            })
        });
        let marks = snapshot.marks.iter().filter_map(|mark| {
            let message = copy.made.get(&mark.message)?.message;
            Some(Record::Mark(Mark { conversation: new, message, ..*mark }))
        });
        let summaries = snapshot.summaries.iter().filter(|summary| stale(summary, snapshot).is_none());
        let summaries = summaries.filter_map(|summary| Some((summary, self.copied_summary(summary, copy)?)));
        let summaries = summaries.flat_map(|(old, new)| {
            let (of, message) = new.marked_as();
            let known = snapshot.marks.iter().find(|mark| mark.message == old.marked_as().1);
            let mark = known.map(|mark| Record::Mark(Mark { conversation: of, message, ..*mark }));
            [Record::Summary(new)].into_iter().chain(mark)
        });
        forgets.chain(marks).chain(summaries).map(Change::Add).collect()
    }

    /// `None`: the summary is not compressed history, or covers messages that are not copied.
    fn copied_summary(&self, summary: &Summary, copy: &Copy) -> Option<Summary> {
        let new = copy.conversation.id;
        let [covered] = summary.coverage.as_slice() else { return None };
        if summary.kind != SummaryKind::Compressed || covered.to > copy.last + 1 {
            return None;
        }
        let sources = summary.sources.iter().map(|source| copy.made.get(&source.message).copied());
        Some(Summary {
            id: SummaryId::new(summary.created_at, self.host.random()),
            conversation: Some(new),
            coverage: vec![Coverage { conversation: new, branch: copy.branch, ..*covered }],
            sources: sources.collect::<Option<_>>()?,
            branched_away: Vec::new(),
            ..summary.clone()
        })
    }

    /// The title with a number appended that makes it unique: `Rome (2)`.
    async fn free_title(&self, title: &str) -> Result<String, Error> {
        let base = title
            .rsplit_once(" (")
            .filter(|(_, number)| number.strip_suffix(')').is_some_and(|number| number.parse::<u32>().is_ok()));
        let base = base.map_or(title, |(base, _)| base);
        if base.is_empty() {
            return Ok(String::new());
        }
        let taken: Vec<String> = self.conversations_but_damaged().await?.into_iter().map(|one| one.title).collect();
        let titles = (2..u32::MAX).map(|number| format!("{base} ({number})"));
        Ok(titles.into_iter().find(|title| !taken.contains(title)).unwrap_or_default())
    }
}
