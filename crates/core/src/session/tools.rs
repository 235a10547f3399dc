//! Answers the tool calls of a reply: reads what the tools need and returns their changes, to be stored together with
//! the tool messages.

use super::Session;
use crate::{
    branch::Sequence,
    cancel::Cancel,
    change::Change,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    memory::MemorySource,
    message::Part,
    place::Place,
    provider::Provider,
    settings::Settings,
    store::Store,
    task::Tasks,
    time::Now,
    tools::{
        DocumentRequest, LONGEST_RESULT, Request, Surroundings, ToolEvent, answer_memory, answer_task,
        answers::answers, history::HistorySearch, prepare,
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
}

impl<S: Store, H: Host> Session<S, H> {
    /// Answers the tool calls among some parts, in order: each sees the effects of those before it. Stores nothing.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]. A call that cannot be answered gets an error as its result.
    pub async fn answer(&self, calls: &[Part], context: &ToolContext<'_>) -> Result<ToolAnswers, Error> {
        let ToolContext { conversation, source, settings, .. } = *context;
        let own = self.host.tools();
        let asked = calls.iter().filter_map(|part| match part {
            Part::ToolCall { name, arguments, .. } => Some((name.trim(), arguments)),
            _ => None,
        });
        let of = self.conversation(conversation).await?;
        let place = Place::of(&of, self.project_of(&of).await?.as_ref());
        let mut memories = self.copy_of_memories().await?;
        let author = self.store.message(source).await?.and_then(|message| message.author);
        let mut tasks = Tasks::new(self.tasks().await?);
        let mut answers = ToolAnswers::default();
        let names = self.tool_names(settings, async || self.documents_in(conversation).await).await?;
        for (call, (name, arguments)) in prepare(calls, &names, settings.language).into_iter().zip(asked) {
            let at = Surroundings {
                settings: &settings.memories,
                source: MemorySource { conversation, message: source },
                place,
                about: author.as_ref(),
                now: self.host.now(),
                language: settings.language,
                temporary: of.temporary,
                random: self.host.random(),
            };
            let answer = match &call.request {
                Ok(Request::Memory(request)) => answer_memory(request, &mut memories, &at, &mut answers.events),
                Ok(Request::Task(request)) => answer_task(request, &mut tasks, &at, &mut answers.events),
                Ok(Request::SearchHistory { query }) => self.search_history(query, context, &at).await?,
                Ok(Request::Document(request)) => self.search_documents(request, context, at.now).await?,
                Err(_) if own.iter().any(|tool| tool.name == name) => self.call_own(name, arguments, context).await,
                Err(answer_text) => Err(answer_text.clone()),
            };
            let is_error = answer.is_err();
            let (Ok(content) | Err(content)) = answer;
            answers.results.push(Part::ToolResult {
                call: call.call,
                content: cut(&content, LONGEST_RESULT),
                is_error,
            });
        }
        answers.changes = memories.changes();
        answers.changes.extend(tasks.changes());
        if answers.events.iter().any(ToolEvent::is_change) && !answers.changes.is_empty() {
            let only_tasks = answers.events.iter().filter(|event| event.is_change()).all(ToolEvent::is_task);
            let command = if only_tasks { UndoneCommand::Task } else { UndoneCommand::Memory };
            answers.changes.push(Change::AddUndo(self.undo_entry(conversation, command)));
        }
        Ok(answers)
    }

    /// The result of one of the program's own tools.
    async fn call_own(&self, name: &str, arguments: &str, context: &ToolContext<'_>) -> Result<String, String> {
        let ToolContext { settings, cancel, .. } = *context;
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
        at: &Surroundings<'_>,
    ) -> Result<Result<String, String>, Error> {
        let mut search = match HistorySearch::new(query, at.now, at.language) {
            Ok(search) => search,
            Err(answer_text) => return Ok(Err(answer_text)),
        };
        let found = async {
            if at.temporary {
                // Nothing of it is indexed.
                self.search_words(&mut search, context).await?;
            }
            self.search_ranked(query, context, at.now, &mut search).await?;
            if !at.temporary && search.is_empty() {
                self.search_words(&mut search, context).await?;
            }
            Ok::<(), Error>(())
        };
        match select(pin!(found), pin!(context.cancel.cancelled())).await {
            Either::Left((found, _)) => found?,
            Either::Right(_) => return Ok(Err(answers(at.language).stopped.to_owned())),
        }
        Ok(Ok(search.answer_text()))
    }

    /// The result of a tool of documents.
    async fn search_documents(
        &self,
        request: &DocumentRequest,
        context: &ToolContext<'_>,
        now: Now,
    ) -> Result<Result<String, String>, Error> {
        let answer = pin!(self.answer_document(request, context, now));
        match select(answer, pin!(context.cancel.cancelled())).await {
            Either::Left((answer, _)) => Ok(Ok(answer?)),
            Either::Right(_) => Ok(Err(answers(context.settings.language).stopped.to_owned())),
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

#[cfg(test)]
mod tests;
