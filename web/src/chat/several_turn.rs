//! Asks several models at once. The first answer is the reply of the turn; the others are received beside it.

use super::Chat;
use crate::{
    state::{
        Agreement, AnyModel, AskKind, Column, Compared, DialogKind, PageSession, Pause, Row, any_model::Patient,
        turns::Running,
    },
    texts::comparing::comparing,
};
use futures_util::future::join_all;
use leptos::prelude::*;
use ricordo_core::{
    cancel::Signal,
    error::Error,
    id::ConversationId,
    message::Usage,
    provider::Provider,
    session::{ModelCall, QueueError, TurnControl, TurnEvent, TurnOutcome},
};

/// An answer that is being received.
struct Arriving {
    provider: Provider,
    row: Row,
    calls: ArcRwSignal<Vec<Option<Usage>>>,
    pause: Pause,
}

impl Arriving {
    fn new(chat: Chat, provider: &Provider) -> Self {
        let row = Row::coming(chat.transcript.new_key(), 0);
        Self { provider: provider.clone(), row, calls: ArcRwSignal::new(Vec::new()), pause: Pause::default() }
    }

    /// Shows an event in the column of the answer.
    fn take(&self, event: &TurnEvent) {
        match event {
            TurnEvent::Text(more) => self.row.write(more),
            TurnEvent::Reasoning(more) => self.row.think(more),
            TurnEvent::Round { reply, .. } => self.calls.update(|calls| calls.push(reply.usage)),
            _ => {}
        }
    }
}

impl Chat {
    /// Lets the chosen models follow their connections, which may be edited or deleted before the message is sent.
    pub(super) fn watch_chosen_models(self) {
        Effect::new(move |_| self.connection.providers.with(|saved| self.several.follow(saved)));
    }

    /// Runs a turn with several models. Returns how the first answer ended, once all have.
    pub(super) async fn run_several(
        self,
        id: ConversationId,
        ask: &AskKind,
        agreed: &Agreement,
    ) -> Result<TurnOutcome, QueueError> {
        let AskKind::New(outgoing) = ask else { return Err(Error::NothingToRetry.into()) };
        let arriving: Vec<Arriving> = agreed.to.iter().map(|provider| Arriving::new(self, provider)).collect();
        let mut models = Vec::new();
        for one in &arriving {
            models.push(Patient::model(self.connection.model(&one.provider).await?, one.pause.clone()));
        }
        let saves: Vec<Signal> = arriving.iter().skip(1).map(|_| Signal::default()).collect();
        let running = Running::new(id, Row::coming(self.transcript.new_key(), 0), None, saves.clone());
        let observers: Vec<Box<dyn Fn(TurnEvent) + '_>> =
            arriving.iter().enumerate().map(|(at, one)| self.observer(at, one, &running, ask)).collect();
        // Stop ends all of them.
        let cancel = &running.control.cancel;
        let beside = saves.into_iter().map(|save| TurnControl { cancel: cancel.clone(), save });
        let controls = [running.control.clone()].into_iter().chain(beside);
        let made = models.iter().zip(&arriving).zip(&observers).zip(controls);
        let calls: Vec<ModelCall<'_, AnyModel>> = made
            .map(|(((model, one), observer), control)| {
                let call = ModelCall::new(model, &one.provider).with_control(&control).with_observer(observer.as_ref());
                call.agreed(agreed.spending)
            })
            .collect();
        let session: PageSession = self.storage.session();
        let awaited = session.ask_several(&calls, id, outgoing.as_ref().clone()).await?;
        let columns = awaited.iter().zip(&arriving).map(|(awaited, one)| Column {
            branch: awaited.branch,
            model: one.provider.model.clone(),
            provider: Some(one.provider.clone()),
            row: one.row.clone(),
            calls: one.calls.clone(),
            pause: one.pause.clone(),
        });
        let sequence = awaited.first().map(|first| first.sequence).unwrap_or_default();
        self.show_arriving(Compared { conversation: id, sequence, columns: columns.collect() });
        let received = calls.iter().zip(awaited).zip(&arriving).map(async |((call, awaited), one)| {
            let outcome = session.receive(call, awaited).await?;
            one.row.settle(&outcome.reply);
            Ok::<_, Error>(outcome)
        });
        let mut outcomes = join_all(received).await.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
        let first = outcomes.next().ok_or(Error::NothingToRetry)?;
        // What arrived within the last second is lost; the rest is stored.
        if let Some(error) = outcomes.find_map(|outcome| outcome.not_saved) {
            self.storage.report(&error);
        }
        self.notices.say(comparing().all_ended);
        Ok(first)
    }

    /// Receives the events of an answer. Those of the first are also those of the turn.
    fn observer<'a>(
        self,
        at: usize,
        one: &'a Arriving,
        running: &'a Running,
        ask: &'a AskKind,
    ) -> Box<dyn Fn(TurnEvent) + 'a> {
        Box::new(move |event| {
            one.take(&event);
            match event {
                event if at == 0 => self.on_event(running, event, ask),
                TurnEvent::NotSaved(error) => self.storage.report(&error),
                _ => {}
            }
        })
    }

    /// The choice was for this message alone; its answers are shown while they arrive.
    fn show_arriving(self, compared: Compared) {
        self.several.chosen.set(Vec::new());
        let is_open = self.id() == Some(compared.conversation);
        self.several.shown.set(Some(compared));
        if is_open {
            self.panels.dialogs.open(DialogKind::Answers);
        }
    }
}
