//! The tools of documents: `vector_rag`, `search_repos` and `list_documents`. They reach what recall reaches, and also what
//! the request holds, as `search_history` does.

use super::{
    super::{Session, tools::ToolContext},
    AskedFor, Asking, Sources,
    history::hit,
};
use crate::{
    compile::{Outgoing, RecalledContent, RecalledDocument, RecalledMessage, quoted::quoted},
    document::{Document, DocumentKind},
    error::Error,
    host::Host,
    labels::{Labels, labels},
    manifest::SourceId,
    settings::{RecallSettings, Settings},
    store::Store,
    time::Now,
    tokens::estimate,
    tools::{Contained, DocumentRequest, LONGEST_RESULT, Tool, answers::answers, history::HistorySearch},
};

/// Number of quotes of `search_repos`, and of `vector_rag` if the model names no number.
const USUAL_QUOTES: u32 = 8;
/// Maximum number of quotes.
const MOST_QUOTES: u32 = 20;
/// Number of pieces among which files under a path are looked for, because the index does not know the paths.
const MOST_UNDER_PATH: u32 = 100;

/// What is searched for a tool.
struct Wanted<'a> {
    query: &'a str,
    most: usize,
    /// Part of the path of the files. `None`: not only repositories are searched, but everything.
    path: Option<&'a str>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The names of the tools that the model may call: those in the settings, and those of documents if there is one to
    /// search, because tools take up space in every request.
    pub(in crate::session) async fn tool_names(
        &self,
        settings: &Settings,
        documents: impl AsyncFnOnce() -> Result<Vec<Document>, Error>,
    ) -> Result<Vec<String>, Error> {
        let mut names = settings.tools.clone();
        names.retain(|name| Tool::OF_DOCUMENTS.iter().all(|tool| tool.name() != name));
        if !settings.recall.documents || !self.recalls(settings) {
            return Ok(names);
        }
        let documents = documents().await?;
        let has_repository = documents.iter().any(|document| document.kind == DocumentKind::Repository);
        let offered = Tool::OF_DOCUMENTS.into_iter().filter(|tool| *tool != Tool::SearchRepos || has_repository);
        names.extend(offered.filter(|_| !documents.is_empty()).map(|tool| tool.name().to_owned()));
        Ok(names)
    }

    /// The result of a tool of documents, and the sources whose text it contains.
    pub(in crate::session) async fn answer_document(
        &self,
        request: &DocumentRequest,
        at: &ToolContext<'_>,
        now: Now,
    ) -> Result<(String, Contained), Error> {
        let answers = answers(at.settings.language);
        let wanted = match request {
            DocumentRequest::List => {
                let documents = self.documents_in(at.conversation).await?;
                let lines: Vec<String> =
                    documents.iter().map(|document| line(document, labels(at.settings.language))).collect();
                let sources = documents.iter().map(|document| SourceId::Chunk(document.id, 0)).collect();
                let contained = Contained { sources, ..Contained::default() };
                let list = if lines.is_empty() { answers.no_documents.to_owned() } else { lines.join("\n") };
                return Ok((list, contained));
            }
            DocumentRequest::Search { query, limit } => {
                let most = limit.unwrap_or(USUAL_QUOTES).clamp(1, MOST_QUOTES);
                Wanted { query, most: most as usize, path: None }
            }
            DocumentRequest::SearchRepos { query, path } => {
                Wanted { query, most: USUAL_QUOTES as usize, path: Some(path) }
            }
        };
        let (quotes, contained) = self.quotes(&wanted, at, now).await?;
        Ok((if quotes.is_empty() { answers.no_quotes.to_owned() } else { quotes.join("\n\n") }, contained))
    }

    /// Quotes, best first, as many as fit into a result, and the sources whose text they contain. They are numbered after those
    /// that the model has already.
    async fn quotes(
        &self,
        wanted: &Wanted<'_>,
        at: &ToolContext<'_>,
        now: Now,
    ) -> Result<(Vec<String>, Contained), Error> {
        let (mut quotes, mut contained, mut tokens) = (Vec::new(), Contained::default(), 0_u32);
        let Some(recaller) = self.recaller.as_ref().filter(|_| self.recalls(at.settings)) else {
            return Ok((quotes, contained));
        };
        let snapshot = self.snapshot_before(at).await?;
        let (sources, most_pieces) = match wanted.path {
            Some(_) => (Sources::Repositories, MOST_UNDER_PATH),
            None => (Sources::MessagesAndDocuments, wanted.most.try_into().unwrap_or(MOST_QUOTES)),
        };
        let recall = RecallSettings { short: true, documents: true, most_pieces, neighbours: 0, ..at.settings.recall };
        let settings = Settings { recall, ..at.settings.clone() };
        let outgoing = Outgoing { stored: Some(at.source), ..Outgoing::text(wanted.query) };
        let asking = Asking {
            settings: &settings,
            snapshot: &snapshot,
            outgoing: &outgoing,
            provider: at.provider,
            now,
            finds_held: true,
            sources,
            asked_for: AskedFor::Answer,
        };
        // Without the code that ranks, nothing is found.
        let Ok(found) = recaller.recall(asking).await else { return Ok((quotes, contained)) };
        let labels = labels(at.settings.language);
        for piece in found.pieces {
            if quotes.len() >= wanted.most {
                break;
            }
            let first = (at.last_source as usize).saturating_add(quotes.len() + 1);
            let left = LONGEST_RESULT.saturating_sub(tokens);
            let (more, of) = match piece.content {
                RecalledContent::Memory { .. } => continue,
                RecalledContent::Document(document) => {
                    let document = under(document, wanted.path);
                    let sources = vec![SourceId::Chunk(document.id, 0)];
                    let best = best_quotes(&document, &piece.matched, (first, left), labels);
                    (best, Contained { sources, ..Contained::default() })
                }
                RecalledContent::Conversation(messages) => {
                    self.lines(&messages, &piece.reason.words, first, asking).await?
                }
            };
            let size = tokens_of(&more);
            // The best piece is not left out: the end of the result is cut.
            if size > left && !quotes.is_empty() {
                continue;
            }
            tokens = tokens.saturating_add(size);
            quotes.extend(more);
            contained.extend(of);
        }
        Ok((quotes, contained))
    }

    /// Found messages as `search_history` writes them, numbered, and the sources whose text they contain.
    async fn lines(
        &self,
        messages: &[RecalledMessage],
        words: &[String],
        first: usize,
        asking: Asking<'_>,
    ) -> Result<(Vec<String>, Contained), Error> {
        let (mut lines, mut contained) = (Vec::new(), Contained::default());
        for message in messages {
            let Some(of) = self.store.message(message.id).await?.map(|found| found.conversation) else { continue };
            let is_own = of == asking.snapshot.conversation.id;
            let titled = if is_own { None } else { Some(self.titled(of, asking).await?) };
            // The words only tell which messages are found word by word.
            let Ok(mut line) = HistorySearch::new("a", asking.now, asking.settings.language) else { continue };
            line.put(&hit(message, words, titled.as_ref()));
            lines.push(format!("[{}] {}", first + lines.len(), line.answer_text()));
            contained.extend(line.contained);
        }
        Ok((lines, contained))
    }
}

/// The chunks of files whose path contains a text.
fn under(mut document: RecalledDocument, path: Option<&str>) -> RecalledDocument {
    if let Some(path) = path.map(str::to_lowercase).filter(|path| !path.is_empty()) {
        let is_under = |of: Option<&String>| of.is_some_and(|of| of.to_lowercase().contains(&path));
        document.chunks.retain(|chunk| is_under(chunk.place.path.as_ref()));
    }
    document
}

/// The quotes of a document, numbered from `first` on. If they do not fit into `left` tokens: those of its best chunks, as many as
/// fit, but of one at least. `matched`: the chunks that matched, best first.
fn best_quotes(
    document: &RecalledDocument,
    matched: &[SourceId],
    (first, left): (usize, u32),
    labels: &Labels,
) -> Vec<String> {
    let all = quoted(document, first, labels);
    if tokens_of(&all) <= left {
        return all;
    }
    let (mut best, mut quotes) = (document.clone(), Vec::new());
    best.chunks.clear();
    for source in matched {
        let found = document.chunks.iter().find(|chunk| SourceId::Chunk(document.id, chunk.number) == *source);
        let Some(chunk) = found else { continue };
        let at = best.chunks.partition_point(|other| other.number < chunk.number);
        best.chunks.insert(at, chunk.clone());
        let more = quoted(&best, first, labels);
        if !quotes.is_empty() && tokens_of(&more) > left {
            break;
        }
        quotes = more;
    }
    quotes
}

fn tokens_of(quotes: &[String]) -> u32 {
    quotes.iter().map(|quote| estimate(quote)).fold(0, u32::saturating_add)
}

/// A document in the list: `Care.pdf (pdf, pages: 12)`.
fn line(document: &Document, labels: &Labels) -> String {
    let kind = match document.kind {
        DocumentKind::Text => "text",
        DocumentKind::Markdown => "markdown",
        DocumentKind::Html => "html",
        DocumentKind::Pdf => "pdf",
        DocumentKind::Docx => "docx",
        DocumentKind::Epub => "epub",
        DocumentKind::Csv => "csv",
        DocumentKind::Json => "json",
        DocumentKind::Code => "code",
        DocumentKind::Repository => "repository",
    };
    let pages = document.pages.map(|pages| format!(", {}: {pages}", labels.pages[1])).unwrap_or_default();
    let name = crate::recall::title(&document.name, &Default::default());
    format!("{name} ({kind}{pages})")
}
