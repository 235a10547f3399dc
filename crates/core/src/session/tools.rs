//! Answers the tool calls of a reply: reads what the tools need and returns their changes, to be stored together with
//! the tool messages.

use super::Session;
use crate::{
    branch::Sequence,
    cancel::Cancel,
    change::Change,
    compile::quoted::last_number,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId, ProjectId},
    manifest::SourceId,
    memory::{Memories, MemorySource, MemoryState},
    message::{Author, Part},
    place::Place,
    provider::Provider,
    record::Record,
    settings::Settings,
    store::Store,
    task::Tasks,
    time::Now,
    tools::{
        Contained, DocumentRequest, LONGEST_RESULT, MemoryRequest, Request, Surroundings, TaskRequest, ToolEvent,
        answer_memory, answer_task, answers::answers, history::HistorySearch, prepare,
    },
    undo::UndoneCommand,
};
use futures_util::future::{Either, select};
use ricordo_text::excerpt::cut;
use std::pin::pin;

/// Messages per read of the search word by word.
const PAGE: u32 = 200;

/// The results of the tool calls of one reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolAnswers {
    /// A [`Part::ToolResult`] for each call, in the order of the calls.
    pub results: Vec<Part>,
    /// The changes that the calls make. They come first in the transaction of the tool messages: an undo entry among
    /// them undoes the changes before it.
    pub changes: Vec<Change>,
    /// Events for the page.
    pub events: Vec<ToolEvent>,
    /// What each result holds text of.
    pub contained: Vec<Contained>,
    /// What the changes were made from.
    pub read: ToolsRead,
}

/// What tools read before they changed it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolsRead {
    /// The changed records, as they were.
    pub records: Vec<Record>,
    /// The project of the conversation.
    pub project: Option<ProjectId>,
}

/// What the tools of a reply are called for.
#[derive(Clone, Copy, Debug)]
pub struct ToolContext<'a> {
    /// The conversation.
    pub conversation: ConversationId,
    /// The user's message that the model was answering.
    pub source: MessageId,
    /// The effective settings.
    pub settings: &'a Settings,
    /// The provider that reads the results.
    pub provider: &'a Provider,
    /// Once it is raised, neither the program's own tools nor the search are waited for.
    pub cancel: &'a Cancel,
    /// Whether the request that the model answered holds text of documents. Then calls that change something wait for
    /// the user, and so do those of the program's own tools ([`Session::allow_call`]).
    pub has_document_text: bool,
    /// What tools of documents find is numbered after this.
    pub last_source: u32,
}

/// The answer to one call.
pub(super) struct Answered {
    /// What the model reads: the result, or why there is none.
    pub(super) answer: Result<String, String>,
    /// What the answer holds text of.
    pub(super) contained: Contained,
}

impl From<Result<String, String>> for Answered {
    /// An answer that holds text of nothing stored.
    fn from(answer: Result<String, String>) -> Self {
        Self { answer, contained: Contained::default() }
    }
}

/// What the tools of a reply read and change, as copies.
pub(super) struct ToolState {
    memories: Memories,
    tasks: Tasks,
    place: Place,
    /// The author of the message that the model was answering.
    author: Option<Author>,
    source: MemorySource,
    pub(super) is_temporary: bool,
    pub(super) events: Vec<ToolEvent>,
}

impl ToolState {
    /// The answer to a request about memories or tasks; `None`: it is about something else.
    pub(super) fn answer(
        &mut self,
        request: &Request,
        settings: &Settings,
        (now, random): (Now, [u8; 10]),
    ) -> Option<Answered> {
        let at = Surroundings {
            settings: &settings.memories,
            source: self.source,
            place: self.place,
            about: self.author.as_ref(),
            now,
            language: settings.language,
            temporary: self.is_temporary,
            random,
        };
        let before = self.events.len();
        let answer = match request {
            Request::Memory(request) => answer_memory(request, &mut self.memories, &at, &mut self.events),
            Request::Task(request) => answer_task(request, &mut self.tasks, &at, &mut self.events),
            Request::SearchHistory { .. } | Request::Document(_) => return None,
        };
        let contained = self.contained(request, &self.events[before..]);
        Some(Answered { answer, contained })
    }

    /// What the answer to a request holds text of: lists hold that of what they list, and an answer names the task that it
    /// completed. `events`: what the request did.
    fn contained(&self, request: &Request, events: &[ToolEvent]) -> Contained {
        let mut contained = Contained::default();
        let mut came_from: Vec<MemorySource> = Vec::new();
        match request {
            Request::Memory(MemoryRequest::Get) => {
                let kept = self.memories.all.iter().filter(|memory| memory.state == MemoryState::Kept);
                let listed = kept.filter(|memory| memory.scope.reaches(&self.place));
                contained.sources.extend(listed.map(|memory| SourceId::Memory(memory.id)));
            }
            Request::Task(TaskRequest::List { .. }) => {
                let listed = self.tasks.all.iter().filter(|task| task.scope.reaches(&self.place));
                came_from.extend(listed.filter_map(|task| task.source));
            }
            _ => came_from.extend(events.iter().filter_map(|event| match event {
                ToolEvent::TaskCompleted(task) => task.source,
                _ => None,
            })),
        }
        // A task has no stored request to be erased from; it goes with its message.
        for source in came_from {
            contained.sources.push(SourceId::Message(source.message));
            contained.conversations.push(source.conversation);
        }
        contained.conversations.retain(|of| *of != self.source.conversation);
        contained
    }

    /// The changes so far.
    pub(super) fn changes(&self) -> Vec<Change> {
        self.memories.changes().into_iter().chain(self.tasks.changes()).collect()
    }

    /// What the changes were made from.
    fn read(&self, changes: &[Change]) -> ToolsRead {
        let before = self.memories.before().chain(self.tasks.before());
        let records = before.filter(|record| changes.iter().any(|change| change.key() == record.key())).collect();
        ToolsRead { records, project: self.place.project }
    }

    /// Whether a call waits for the user where the request holds text of documents. In a temporary conversation nothing
    /// is saved, so there is nothing to agree to.
    fn is_to_be_held(&self, request: &Request) -> bool {
        !self.is_temporary && request.command().is_some()
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Answers the tool calls among some parts, in order: each sees the effects of those before it. Stores nothing.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]. A call that cannot be answered gets an error as its result.
    pub async fn answer(&self, calls: &[Part], context: &ToolContext<'_>) -> Result<ToolAnswers, Error> {
        let ToolContext { conversation, source, settings, has_document_text, mut last_source, .. } = *context;
        let own = self.host.tools();
        let asked = calls.iter().filter_map(|part| match part {
            Part::ToolCall { name, arguments, .. } => Some((name.trim(), arguments)),
            _ => None,
        });
        let mut state = self.tool_state(conversation, source).await?;
        let (mut results, mut contained) = (Vec::new(), Vec::new());
        let names = self.tool_names(settings, async || self.documents_in(conversation).await).await?;
        for (call, (name, arguments)) in prepare(calls, &names, settings.language).into_iter().zip(asked) {
            let at = (self.host.now(), self.host.random());
            let is_own = own.iter().any(|tool| tool.name == name);
            let held = has_document_text
                && match &call.request {
                    Ok(request) => state.is_to_be_held(request),
                    Err(_) => is_own,
                };
            let answered = match &call.request {
                _ if held => Answered::from(Ok(answers(settings.language).held.to_owned())),
                Ok(Request::SearchHistory { query }) => {
                    self.search_history(query, context, (at.0, state.is_temporary)).await?
                }
                Ok(Request::Document(request)) => {
                    let context = ToolContext { last_source, ..*context };
                    let answered = self.search_documents(request, &context, at.0).await?;
                    last_source = last_source.max(answered.answer.as_deref().map_or(0, last_number));
                    answered
                }
                Ok(request) => {
                    state.answer(request, settings, at).unwrap_or_else(|| Answered::from(Err(String::new())))
                }
                Err(_) if is_own => self.call_own(name, arguments, settings, context.cancel).await.into(),
                Err(answer_text) => Err(answer_text.clone()).into(),
            };
            results.push(result(call.call, answered.answer, held));
            contained.push(answered.contained);
        }
        let mut changes = state.changes();
        let read = state.read(&changes);
        let events = state.events;
        if events.iter().any(ToolEvent::is_change) && !changes.is_empty() {
            let only_tasks = events.iter().filter(|event| event.is_change()).all(ToolEvent::is_task);
            let command = if only_tasks { UndoneCommand::Task } else { UndoneCommand::Memory };
            changes.push(Change::AddUndo(self.undo_entry(conversation, command)));
        }
        Ok(ToolAnswers { results, changes, events, contained, read })
    }

    /// What tools that are called for the message `source` read and change.
    pub(super) async fn tool_state(&self, conversation: ConversationId, source: MessageId) -> Result<ToolState, Error> {
        let of = self.conversation(conversation).await?;
        let place = Place::of(&of, self.project_of(&of).await?.as_ref());
        let memories = self.copy_of_memories().await?;
        let author = self.store.message(source).await?.and_then(|message| message.author);
        let tasks = Tasks::new(self.tasks().await?);
        let source = MemorySource { conversation, message: source };
        Ok(ToolState { memories, tasks, place, author, source, is_temporary: of.temporary, events: Vec::new() })
    }

    /// The result of one of the program's own tools.
    pub(super) async fn call_own(
        &self,
        name: &str,
        arguments: &str,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Result<String, String> {
        let answer = pin!(self.host.call_tool(name, arguments, cancel));
        match select(answer, pin!(cancel.cancelled())).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => Err(answers(settings.language).stopped.to_owned()),
        }
    }

    /// The result of `search_history`: what ranking finds; if that is nothing, or not for this conversation, what the
    /// search word by word finds in it.
    async fn search_history(
        &self,
        query: &str,
        context: &ToolContext<'_>,
        (now, is_temporary): (Now, bool),
    ) -> Result<Answered, Error> {
        let language = context.settings.language;
        let mut search = match HistorySearch::new(query, now, language) {
            Ok(search) => search,
            Err(answer_text) => return Ok(Err(answer_text).into()),
        };
        let found = async {
            if is_temporary {
                // Nothing of it is indexed.
                self.search_words(&mut search, context).await?;
            }
            self.search_ranked(query, context, now, &mut search).await?;
            if !is_temporary && search.is_empty() {
                self.search_words(&mut search, context).await?;
            }
            Ok::<(), Error>(())
        };
        match select(pin!(found), pin!(context.cancel.cancelled())).await {
            Either::Left((found, _)) => found?,
            Either::Right(_) => return Ok(Err(answers(language).stopped.to_owned()).into()),
        }
        let contained = std::mem::take(&mut search.contained);
        Ok(Answered { answer: Ok(search.answer_text()), contained })
    }

    /// The result of a tool of documents.
    async fn search_documents(
        &self,
        request: &DocumentRequest,
        context: &ToolContext<'_>,
        now: Now,
    ) -> Result<Answered, Error> {
        let answer = pin!(self.answer_document(request, context, now));
        match select(answer, pin!(context.cancel.cancelled())).await {
            Either::Left((found, _)) => {
                let (text, contained) = found?;
                Ok(Answered { answer: Ok(text), contained })
            }
            Either::Right(_) => Ok(Err(answers(context.settings.language).stopped.to_owned()).into()),
        }
    }

    /// Searches the active branch before the message that is being answered, back to the forget boundary.
    async fn search_words(&self, search: &mut HistorySearch, context: &ToolContext<'_>) -> Result<(), Error> {
        let snapshot = self.snapshot(context.conversation, 0).await?;
        let boundary = snapshot.boundary().unwrap_or(0);
        let mut before = self.store.message(context.source).await?.map_or(Sequence::MAX, |message| message.sequence);
        while before > boundary && !search.is_done() {
            let messages = self.store.messages(context.conversation, before, PAGE).await?;
            let Some(oldest) = messages.first() else {
                break;
            };
            before = oldest.sequence;
            messages.iter().rev().for_each(|message| search.look_at(message, &snapshot));
        }
        Ok(())
    }
}

/// The result of a call as it is stored.
pub(super) fn result(call: String, answer: Result<String, String>, held: bool) -> Part {
    let is_error = answer.is_err();
    let (Ok(content) | Err(content)) = answer;
    Part::ToolResult { call, content: cut(&content, LONGEST_RESULT), is_error, held }
}

#[cfg(test)]
mod tests;
