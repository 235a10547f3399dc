//! Titles: the first words serve as the title at once; when the first turn is complete, a model is asked for a better
//! one. It is asked once, and never changes a title that the user gave or took back.

use super::{Halt, MaintainEnd, MaintainEvent, NotMade, consent::Plan, run::Run};
use crate::{
    accept::{Reply, accept_title},
    change::Change,
    conversation::{Conversation, TitleOrigin},
    error::Error,
    host::Host,
    maintenance::{Job, Maintenance, Progress},
    message::{Finish, Role},
    model::ChatModel,
    prompt::{Filling, Prompt, fill, language_of, text},
    record::Record,
    session::Session,
    store::Store,
    summary::{
        Coverage,
        sources::{SourceMessage, sources},
    },
    time::DAY_MS,
    upgrade::is_called_by,
};
use ricordo_text::excerpt::cut;

/// A longer conversation keeps its title, because the user already knows what it is about. In messages.
const LONGEST: u32 = 8;
/// A conversation that was quiet for longer keeps its title. In milliseconds.
pub(super) const RECENT: i64 = DAY_MS;
/// How much of each message is read, in tokens.
const READ: u32 = 400;
/// Room for the answer, in tokens: a line, preceded by some reasoning.
const ROOM: u32 = 256;

/// What is read for a title.
fn plan(conversation: &Conversation, inputs: &[SourceMessage]) -> Plan {
    let to = inputs.iter().map(|input| input.sequence + 1).max().unwrap_or(0);
    Plan {
        job: Job::Title(conversation.id),
        conversation: conversation.id,
        messages: 2,
        tokens: inputs.iter().map(|input| u64::from(input.tokens.min(READ))).sum(),
        answer_tokens: ROOM.into(),
        coverage: vec![Coverage { conversation: conversation.id, branch: conversation.active_branch, from: 0, to }],
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes a title for a conversation that is still named by its first words.
    pub(super) async fn maintain_title<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        conversation: &Conversation,
    ) -> Result<MaintainEnd, Error> {
        let now = self.host.now().at;
        let is_old = now.0.saturating_sub(conversation.updated_at.0) > RECENT;
        if !run.settings.model_titles || conversation.temporary || conversation.title.is_empty() || is_old {
            return Ok(MaintainEnd::Done);
        }
        let job = Job::Title(conversation.id);
        let mut maintenance = self.maintenance_of(job).await?;
        if maintenance.progress == Progress::Done || maintenance.is_waiting(now) {
            return Ok(MaintainEnd::Done);
        }
        let Some(inputs) = self.first_turn(conversation).await? else {
            return Ok(MaintainEnd::Done);
        };
        if !self.may_send(run, &plan(conversation, &inputs)).await? {
            return Ok(MaintainEnd::Done);
        }
        if run.is_over() {
            return Ok(MaintainEnd::Preempted);
        }
        run.begin(job, Some(conversation.id), 0, 1);
        let title = match self.ask_for_title(run, &mut maintenance, &inputs).await {
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::NotMade(NotMade::Stopped)) => return Ok(MaintainEnd::Preempted),
            Err(Halt::NotMade(why)) => {
                if matches!(why, NotMade::NoTitle(_)) {
                    // Not retried: the first words are an acceptable title.
                    maintenance.progress = Progress::Done;
                }
                self.note_refusal(run, maintenance, &why).await?;
                return Ok(MaintainEnd::Done);
            }
            Ok(title) => title,
        };
        let done = Maintenance { progress: Progress::Done, ..maintenance.anew() };
        self.store_title(conversation, title, &inputs, done).await?;
        run.tell(MaintainEvent::Finished { job, summary: None });
        Ok(MaintainEnd::Done)
    }

    /// The first question and its complete answer, if the conversation is short and still named by the first words of
    /// the question; `None` as well if the model may no longer see them.
    async fn first_turn(&self, conversation: &Conversation) -> Result<Option<Vec<SourceMessage>>, Error> {
        let Some(snapshot) = self.store.snapshot(conversation.id, LONGEST).await? else {
            return Ok(None);
        };
        let is_whole = snapshot.messages.first().is_some_and(|first| first.sequence == 0);
        let question = snapshot.messages.iter().find(|message| message.role == Role::User);
        let answer = snapshot.messages.iter().find(|message| {
            let is_whole = matches!(message.finish, Some(Finish::Complete | Finish::Length));
            message.role == Role::Assistant && is_whole && !message.text().trim().is_empty()
        });
        let (Some(question), Some(answer), true) = (question, answer, is_whole) else {
            return Ok(None);
        };
        if !is_called_by(conversation, question) {
            return Ok(None);
        }
        let inputs = sources(&[question.clone(), answer.clone()], snapshot.boundary(), &snapshot.marks);
        Ok((inputs.len() == 2).then_some(inputs))
    }

    /// Stores a title, unless the conversation was renamed, erased or muted meanwhile.
    async fn store_title(
        &self,
        conversation: &Conversation,
        title: String,
        inputs: &[SourceMessage],
        done: Maintenance,
    ) -> Result<(), Error> {
        let current = match self.conversation(conversation.id).await {
            Err(Error::NoConversation) => return Ok(()),
            current => current?,
        };
        let mut changes = vec![Change::Put(Record::Maintenance(done))];
        let is_same =
            current.title == conversation.title && self.first_turn(&current).await?.is_some_and(|now| now == inputs);
        if !is_same {
            self.store.apply(changes).await?;
            return Ok(());
        }
        let before = Change::Put(Record::Conversation(current.clone()));
        changes.push(Change::Put(Record::Conversation(Conversation {
            title,
            title_origin: TitleOrigin::Model,
            titled_from: inputs.iter().map(|input| input.source.message).collect(),
            ..current
        })));
        let back = self.store.apply(changes).await?;
        // It may have been erased or changed between the check and the write.
        if !back.contains(&before) {
            self.store.apply(back).await?;
        }
        Ok(())
    }

    async fn ask_for_title<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        maintenance: &mut Maintenance,
        inputs: &[SourceMessage],
    ) -> Result<String, Halt> {
        let texts: Vec<&str> = inputs.iter().map(|input| input.text.as_str()).collect();
        let lines: Vec<String> =
            inputs.iter().map(|input| format!("{}: {}", input.speaker, cut(&input.text, READ))).collect();
        let template = text(Prompt::Title, language_of(texts.iter().copied()));
        let filling = Filling { history: &lines.join("\n"), max_tokens: ROOM, known_facts: "" };
        let prompt = fill(template, &filling)?;
        let (finish, parts) = self.answer_to(run, maintenance, &prompt, ROOM).await?;
        if let Finish::Failed { failure } = finish {
            return Err(NotMade::Model(failure.error).into());
        }
        Ok(accept_title(&Reply { finish: &finish, parts: &parts }, &texts).map_err(NotMade::NoTitle)?)
    }
}
