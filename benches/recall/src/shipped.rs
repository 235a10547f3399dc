//! The shipped path: a conversation in a real store, and each question as its next message, compiled as it would be sent.

use crate::{
    conversation::{Conversation, Question},
    given::GivenEmbedder,
    request,
};
use ricordo_core::{
    cancel::Cancel,
    compile::{Compiled, LayerKind, Recalled, RecalledContent, RecalledMessage},
    error::Error,
    id::{ConversationId, ProviderId},
    manifest::SourceId,
    memory_store::MemoryStore,
    message::{Author, Message, Role, text_of},
    preset::apply,
    provider::{Provider, ProviderKind},
    recall::NoEmbedder,
    recalled::{RecallLevel, RecallReason},
    search::{Searchable, SharedIndex},
    session::{Answer, Asking, ByMeaning, NewMessage, Recaller, Recalling, Session, VectorRun, VectorsEnd},
    store::Store as _,
    testing::{ManualHost, MemoryVectorStore},
    time::{Now, Timestamp},
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

/// Most matches of a ranking that are recalled: as many as the program looks at.
const MATCHES: usize = 12;
const DAY: i64 = 24 * 60 * 60 * 1_000;

type Store = Searchable<MemoryStore>;

/// What differs from the settings as shipped.
#[derive(Clone)]
pub(crate) struct Limits {
    /// The built-in preset; `None`: the default settings.
    pub(crate) preset: Option<String>,
    /// Tokens of the request.
    pub(crate) budget: u32,
    /// The ceiling of the layer of recall, in percent; `None`: as shipped.
    pub(crate) ceiling: Option<u32>,
}

/// A conversation in a store, with the settings as shipped except for the limits.
pub(crate) struct Shipped {
    session: Session<Store, ManualHost>,
    id: ConversationId,
    provider: Provider,
    by: Rc<RefCell<By>>,
    messages: Vec<Message>,
}

/// How the next question recalls.
#[derive(Clone, Default)]
enum By {
    /// As the program does without a model for vectors.
    #[default]
    Words,
    /// As the program does with one.
    Both,
    /// What a reference found.
    Reference(Vec<Recalled>),
}

/// Recalls as the next question wants.
struct BenchRecaller {
    session: Session<Store, ManualHost>,
    by: Rc<RefCell<By>>,
    embedder: Option<GivenEmbedder>,
    /// Has the vectors, if they are elsewhere.
    elsewhere: Option<MemoryVectorStore>,
}

impl BenchRecaller {
    fn by_meaning(&self) -> Option<ByMeaning<'_, GivenEmbedder, MemoryVectorStore>> {
        let elsewhere = self.elsewhere.as_ref();
        self.embedder.as_ref().map(|embedder| ByMeaning { embedder, earlier: None, elsewhere })
    }
}

impl Recaller for BenchRecaller {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        let by = self.by.borrow().clone();
        Box::pin(async move {
            match by {
                By::Words => self.session.recall(asking, None::<ByMeaning<'_, NoEmbedder>>).await,
                By::Both => self.session.recall(asking, self.by_meaning()).await,
                By::Reference(pieces) => Ok(Answer { pieces, by_words_alone: false }),
            }
        })
    }
}

/// How the tokens of the requests are divided, and how much of what was found had no room: sums over questions.
#[derive(Clone, Default)]
pub(crate) struct Rooms {
    pub(crate) layers: BTreeMap<LayerKind, u64>,
    pub(crate) sent: usize,
    pub(crate) without_room: usize,
    pub(crate) questions: u64,
}

impl Shipped {
    /// Stores a conversation of two people, each turn at its time; the questions are asked a day after the last one.
    pub(crate) async fn replay(
        conversation: &Conversation,
        Limits { preset, budget, ceiling }: &Limits,
        embedder: Option<GivenEmbedder>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let host = ManualHost::default();
        let store = Searchable::new(MemoryStore::default(), SharedIndex::default());
        let session = Session::new(store, host.clone());
        let by: Rc<RefCell<By>> = Rc::default();
        let is_elsewhere = embedder.as_ref().is_some_and(|embedder| embedder.0.is_elsewhere());
        let elsewhere = is_elsewhere.then(MemoryVectorStore::default);
        let recaller = BenchRecaller {
            session: session.clone(),
            by: Rc::clone(&by),
            embedder: embedder.clone(),
            elsewhere: elsewhere.clone(),
        };
        let session = session.with_recaller(Rc::new(recaller));
        let mut settings = session.settings().await?;
        if let Some(name) = preset {
            settings = apply(name, &settings)?;
        }
        settings.context_max_tokens = *budget;
        let recall = settings.layers.iter_mut().find(|layer| layer.kind == LayerKind::Recall);
        if let (Some(layer), Some(ceiling)) = (recall, ceiling) {
            layer.ceiling = *ceiling;
        }
        // The times of the data have no zone.
        settings.time_zone = Some("UTC".to_owned());
        session.save_settings(&settings).await?;
        let clock = |at: Timestamp| host.advance(at.0 - ricordo_core::host::Host::now(&host).at.0);
        clock(conversation.turns.first().map_or(Timestamp(0), |turn| turn.at));
        let id = session.open_latest(1).await?.conversation.id;
        let mut messages = Vec::new();
        for turn in &conversation.turns {
            clock(turn.at);
            let author = Author::new(&turn.speaker, None, None);
            let new = NewMessage { author, ..NewMessage::text(Role::User, &turn.text) };
            messages.extend(session.append(id, &[new], Vec::new()).await?);
        }
        host.advance(DAY);
        session.load_recall().await?;
        if let Some(embedder) = &embedder {
            make_vectors(&session, embedder, elsewhere.as_ref()).await?;
        }
        Ok(Self { session, id, provider: provider(), by, messages })
    }

    /// The request for a question, as shipped without a model for vectors.
    pub(crate) async fn ask(&self, question: &Question) -> Result<Compiled, Error> {
        self.by.replace(By::Words);
        self.session.preview(self.id, &question.text, &self.provider).await
    }

    /// The request for a question, as shipped with one.
    pub(crate) async fn ask_by_both(&self, question: &Question) -> Result<Compiled, Error> {
        self.by.replace(By::Both);
        self.session.preview(self.id, &question.text, &self.provider).await
    }

    /// The request for a question for which these turns are recalled, best first. `held`: turns that it holds anyway.
    pub(crate) async fn ask_with(
        &self,
        question: &Question,
        ranked: &[usize],
        held: &[usize],
    ) -> Result<Compiled, Error> {
        let new = ranked.iter().copied().filter(|turn| !held.contains(turn));
        let new: Vec<usize> = new.take(MATCHES).collect();
        let last = self.messages.len().saturating_sub(1);
        let pieces = request::pieces(&new, last).into_iter().map(|piece| self.recalled(&piece, &new));
        self.by.replace(By::Reference(pieces.collect()));
        self.session.preview(self.id, &question.text, &self.provider).await
    }

    fn recalled(&self, turns: &[usize], matches: &[usize]) -> Recalled {
        let source = |turn: &usize| SourceId::Message(self.messages[*turn].id);
        Recalled {
            content: RecalledContent::Conversation(turns.iter().map(|turn| sent(&self.messages[*turn])).collect()),
            matched: matches.iter().filter(|turn| turns.contains(turn)).map(source).collect(),
            ranks: Vec::new(),
            reason: RecallReason {
                words: Vec::new(),
                level: RecallLevel::Short,
                share: 100,
                nearer_than: None,
                days_ago: 0,
                by_key_word: false,
            },
        }
    }
}

/// Makes the vectors of the messages, and moves all of them to a store elsewhere, if there is one.
async fn make_vectors(
    session: &Session<Store, ManualHost>,
    embedder: &GivenEmbedder,
    elsewhere: Option<&MemoryVectorStore>,
) -> Result<(), Box<dyn std::error::Error>> {
    let cancel = Cancel::default();
    let run = VectorRun { embedder, elsewhere, answers: None };
    session.make_vectors(&run, &cancel, &|_| ()).await?;
    let Some(store) = elsewhere else { return Ok(()) };
    let end = session.move_vectors(&run, 0, &cancel, &|_| ()).await?;
    let here = session.store().recall().map_or(0, |recall| {
        let index = recall.index();
        index.vectors.index().map_or(0, |index| index.messages() - index.elsewhere())
    });
    if end != VectorsEnd::Done || here > 0 || store.all().is_empty() {
        return Err(format!("{here} vectors did not move to the store").into());
    }
    Ok(())
}

/// The turns whose whole text is in a request, the question excepted.
pub(crate) fn turns_in(compiled: &Compiled, conversation: &Conversation) -> Vec<usize> {
    let is_history = |kind: LayerKind| matches!(kind, LayerKind::Window | LayerKind::Recall);
    let layers = compiled.layers.iter().filter(|layer| is_history(layer.kind));
    let messages = layers.flat_map(|layer| &compiled.request.messages[layer.from..layer.to]);
    let texts: Vec<String> = messages.map(|message| text_of(&message.parts)).collect();
    let is_there = |turn: &usize| {
        let text = conversation.turns[*turn].text.trim();
        texts.iter().any(|sent| sent.contains(text))
    };
    (0..conversation.turns.len()).filter(is_there).collect()
}

impl Rooms {
    pub(crate) fn count(&mut self, compiled: &Compiled) {
        for layer in &compiled.layers {
            *self.layers.entry(layer.kind).or_default() += u64::from(layer.tokens);
        }
        self.sent += compiled.recalled.len();
        self.without_room += compiled.omitted.iter().filter(|omitted| omitted.layer == LayerKind::Recall).count();
        self.questions += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (kind, tokens) in &other.layers {
            *self.layers.entry(*kind).or_default() += tokens;
        }
        self.sent += other.sent;
        self.without_room += other.without_room;
        self.questions += other.questions;
    }

    pub(crate) fn print(&self) {
        let each = |sum: u64| sum / self.questions.max(1);
        let layers: Vec<String> =
            self.layers.iter().map(|(kind, tokens)| format!("{kind:?} {}", each(*tokens))).collect();
        let pieces = |count: usize| count as f64 / self.questions.max(1) as f64;
        println!("  tokens of the layers: {}", layers.join(", "));
        println!("  recalled pieces: {:.1} sent, {:.1} without room", pieces(self.sent), pieces(self.without_room));
    }
}

fn sent(message: &Message) -> RecalledMessage {
    RecalledMessage {
        id: message.id,
        role: message.role,
        author: message.author.clone(),
        written: Now { at: message.created_at, offset_minutes: message.offset_minutes.unwrap_or_default() },
        text: message.text().trim().to_owned(),
    }
}

pub(crate) fn provider() -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(1), [1; 10]),
        name: "None".to_owned(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: "http://127.0.0.1:1/v1".to_owned(),
        model: "none".to_owned(),
        context_tokens: None,
        supports_images: false,
        has_tools: true,
    }
}
