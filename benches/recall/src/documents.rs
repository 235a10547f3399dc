//! Times and memory with 500 documents of 100,000 chunks in a store in memory: adding and listing them, questions by words,
//! the search, and a fork that copies a long document.

use crate::{
    conversation::Conversation,
    random::Random,
    shipped::provider,
    speed::{QUESTIONS, invented, ms},
};
use ricordo_core::{
    digest::Digest,
    document::{ChunkPlace, DocumentKind},
    error::Error,
    id::ConversationId,
    memory_store::MemoryStore,
    message::Role,
    record::Kind,
    scope::Scope,
    search::{Filter, Searchable, SharedIndex},
    session::{NewDocument, NewMessage, Session},
    store::Store as _,
    testing::ManualHost,
};
use std::time::{Duration, Instant};

const DOCUMENTS: usize = 500;
/// Chunks of each document.
const CHUNKS: usize = 200;
/// Characters of a chunk: what 400 tokens of English are.
const CHARACTERS: usize = 1_600;
/// Chunks of the document that a fork copies: the most that a document has.
const LONGEST: usize = 50_000;

type Here = Session<Searchable<MemoryStore>, ManualHost>;

pub(crate) async fn print(conversations: &[Conversation]) -> Result<(), Error> {
    // One host: another would make the same ids again.
    let (store, host) = (MemoryStore::default(), ManualHost::default());
    let session = page_on(&store, &host);
    let id = session.open_latest(1).await?.conversation.id;
    session.append(id, &[NewMessage::text(Role::User, "Hello.")], Vec::new()).await?;
    let mut texts = Texts::new(conversations);
    let start = Instant::now();
    for number in 0..DOCUMENTS {
        session.add_document(id, texts.document(number, CHUNKS, Scope::Everywhere)).await?;
    }
    println!("{DOCUMENTS} documents, {} chunks of {CHARACTERS} characters", DOCUMENTS * CHUNKS);
    line("made and added", start.elapsed());
    let start = Instant::now();
    let listed = session.documents().await?.len();
    line(&format!("documents(): {listed}"), start.elapsed());
    let start = Instant::now();
    let counts = [session.store().count(Kind::Document).await?, session.store().count(Kind::Chunk).await?];
    line(&format!("counts of the storage page: {counts:?}"), start.elapsed());

    let session = page_on(&store, &host);
    let start = Instant::now();
    session.load_recall().await?;
    line("index built from the chunks", start.elapsed());
    if let Some(recall) = session.store().recall() {
        println!("{:<44} {:>9.1} MB", "memory of the index", recall.index().index.bytes() as f64 / 1e6);
    }
    ask(&session, id, conversations).await?;
    fork(&session, &mut texts).await
}

/// A page that has nothing in memory.
fn page_on(store: &MemoryStore, host: &ManualHost) -> Here {
    Session::new(Searchable::new(store.clone(), SharedIndex::default()), host.clone()).with_recall()
}

async fn ask(session: &Here, id: ConversationId, conversations: &[Conversation]) -> Result<(), Error> {
    let provider = provider();
    let questions: Vec<&str> =
        conversations.iter().flat_map(|one| &one.questions).map(|question| question.text.as_str()).collect();
    let (mut sent, mut searched) = (Vec::new(), Vec::new());
    let mut with_documents = 0;
    for question in questions.iter().cycle().take(QUESTIONS) {
        let start = Instant::now();
        let compiled = session.preview(id, question, &provider).await?;
        sent.push(start.elapsed());
        with_documents += usize::from(!compiled.recalled.is_empty());
        let start = Instant::now();
        session.find_passages(question, &Filter::default(), 50).await?;
        searched.push(start.elapsed());
    }
    println!("{with_documents} of {QUESTIONS} questions were sent with something recalled");
    spread("preview of a message, with recall", sent);
    spread("search of passages", searched);
    Ok(())
}

async fn fork(session: &Here, texts: &mut Texts<'_>) -> Result<(), Error> {
    let id = session.new_conversation().await?.conversation.id;
    let last = session.append(id, &[NewMessage::text(Role::User, "Hello.")], Vec::new()).await?;
    let new = texts.document(DOCUMENTS, LONGEST, Scope::Conversation(id));
    let start = Instant::now();
    session.add_document(id, new).await?;
    line(&format!("a document of {LONGEST} chunks added"), start.elapsed());
    let Some(last) = last.last() else { return Ok(()) };
    let start = Instant::now();
    session.fork_conversation(id, last.id).await?;
    line("a fork that copies it", start.elapsed());
    Ok(())
}

fn line(what: &str, time: Duration) {
    println!("{what:<44} {:>9.1} ms", ms(time));
}

fn spread(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| ms(times[times.len() * percent / 100]);
    println!("{what:<44} p50 {:>9.1} ms, p95 {:>9.1} ms", at(50), at(95));
}

/// Makes texts of about the frequency of words of conversations: a third of the words is replaced.
struct Texts<'a> {
    turns: Vec<Vec<&'a str>>,
    vocabulary: Vec<&'a str>,
    random: Random,
}

impl<'a> Texts<'a> {
    fn new(conversations: &'a [Conversation]) -> Self {
        let turns = conversations.iter().flat_map(|one| &one.turns);
        let turns: Vec<Vec<&str>> = turns.map(|turn| turn.text.split_whitespace().collect()).collect();
        let vocabulary = turns.iter().flatten().copied().collect();
        Self { turns, vocabulary, random: Random::new(20) }
    }

    fn document(&mut self, number: usize, chunks: usize, scope: Scope) -> NewDocument {
        let chunks: Vec<(String, ChunkPlace)> = (0..chunks)
            .map(|chunk| (self.chunk(number), ChunkPlace { page: u32::try_from(chunk).ok(), ..ChunkPlace::default() }))
            .collect();
        let name = format!("document {number}.txt");
        let bytes = chunks.iter().map(|(text, _)| text.len() as u64).sum();
        let digest = Digest::of(name.as_bytes());
        NewDocument { name, kind: DocumentKind::Text, scope, digest, bytes, pages: None, chunks }
    }

    fn chunk(&mut self, number: usize) -> String {
        let mut text = String::with_capacity(CHARACTERS + 100);
        while text.len() < CHARACTERS {
            let turn = self.random.below(self.turns.len());
            for at in 0..self.turns[turn].len() {
                match self.random.below(30) {
                    0 => text.push_str(&invented(self.random.below(100 * (number + 1)))),
                    1..=9 => text.push_str(self.vocabulary[self.random.below(self.vocabulary.len())]),
                    _ => text.push_str(self.turns[turn][at]),
                }
                text.push(' ');
            }
        }
        text
    }
}
