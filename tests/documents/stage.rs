//! A conversation under a preset, and requests as comparable text.

use ricordo_core::{
    change::Change,
    compile::Outgoing,
    id::{ConversationId, ProviderId},
    memory_store::MemoryStore,
    message::{Message, Part, Role},
    model::ChatRequest,
    preset,
    provider::{Provider, ProviderKind},
    record::Record,
    session::{ModelCall, Session, TurnOutcome},
    settings::Settings,
    store::Store,
    testing::{ManualHost, ScriptedModel},
    time::Timestamp,
};

/// An open conversation under a preset.
pub(crate) struct Stage {
    pub(crate) session: Session<MemoryStore, ManualHost>,
    pub(crate) host: ManualHost,
    pub(crate) model: ScriptedModel,
    pub(crate) provider: Provider,
    pub(crate) id: ConversationId,
}

impl Stage {
    /// Opens a conversation; `change` makes the settings that the document's example adds to the preset.
    pub(crate) async fn under(preset: &str, change: impl FnOnce(&mut Settings)) -> Self {
        let host = ManualHost::default().with_zone("Europe/Moscow", 180);
        let session = Session::new(MemoryStore::default(), host.clone());
        let mut settings = preset::apply(preset, &Settings::default()).unwrap();
        change(&mut settings);
        session.save_settings(&settings).await.unwrap();
        let id = session.open_latest(1).await.unwrap().conversation.id;
        let provider = Provider {
            id: ProviderId::new(Timestamp(1), [1; 10]),
            name: "Scripted".to_owned(),
            kind: ProviderKind::OpenAiCompatible,
            base_url: "http://127.0.0.1:1/v1".to_owned(),
            model: "gpt-4o-scripted".to_owned(),
            context_tokens: None,
            supports_images: true,
            has_tools: false,
        };
        Self { model: ScriptedModel::new(&host), session, host, provider, id }
    }

    pub(crate) async fn say(&self, text: &str, answer: &str) -> TurnOutcome {
        self.send(Outgoing::text(text), answer).await
    }

    pub(crate) async fn send(&self, outgoing: Outgoing, answer: &str) -> TurnOutcome {
        self.model.then_say(answer);
        let call = ModelCall::new(&self.model, &self.provider);
        self.session.send_message(&call, self.id, outgoing, Vec::new()).await.unwrap()
    }

    pub(crate) async fn put(&self, record: Record) {
        self.session.store().apply(vec![Change::Put(record)]).await.unwrap();
    }

    pub(crate) async fn messages(&self) -> Vec<Message> {
        self.session.open(self.id, 10_000).await.unwrap().messages
    }

    /// The last request that the model received.
    pub(crate) fn last_request(&self) -> ChatRequest {
        self.model.requests().pop().unwrap()
    }

    /// The last request as text.
    pub(crate) fn sent(&self) -> String {
        written(&self.last_request())
    }
}

/// A request as text: one line per message, prefixed with its role.
pub(crate) fn written(request: &ChatRequest) -> String {
    let lines = request.messages.iter().map(|message| {
        let role = match message.role {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
            Role::System => "system",
        };
        let parts = message.parts.iter().map(|part| match part {
            Part::Text { text } => text.clone(),
            Part::Image { media_type, .. } => format!("<{media_type}>"),
            other => format!("{other:?}"),
        });
        format!("{role}: {}", parts.collect::<Vec<_>>().join(" + "))
    });
    lines.collect::<Vec<_>>().join("\n")
}
