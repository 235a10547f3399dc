//! A sample of every kind of record. Every field has a value, so that tests notice a field that is not stored.

use super::{
    branch, branch_id, bytes, composer_draft, conversation, conversation_id, forget_id, memory, message,
    own_settings::own_settings, people::author, people::user_data, project, queued_message, reply_draft, task, undo,
};
use crate::{
    branch::Sequence,
    calibration::Calibration,
    consent::{Answer, Consent},
    conversation::{Chat, ChatKind, Conversation, TitleOrigin},
    digest::Digest,
    document::{Chunk, ChunkPlace, Document, DocumentKind},
    error::{Failure, ModelError, ModelErrorKind},
    forget::Forget,
    id::{BlobId, DocumentId, ProviderId, SourceId, SummaryId, TemplateId},
    index_part::IndexPart,
    job::Job,
    language::Language,
    layer::{LayerKind, Omitted, OmittedReason, WindowFormat},
    manifest::{Fragment, FragmentContent, Manifest, ManifestItem, ManifestLayer, QuoteLength, Written},
    mark::{Mark, MarkKind},
    message::{ExactTokens, Finish, Message, Part, Role, Tokenizer, Usage},
    provider::{ModelCalibration, Provider, ProviderKind},
    record::{Blob, Kind, Record, change::Change},
    request::{RequestMessage, Sampling, ToolSpec},
    scope::Scope,
    settings::{NowStyle, Settings, WindowStyle, default_layers},
    statistics::{DayUsage, Price},
    summary::{Coverage, Maker, OutputTarget, Source, Summary, SummaryKind},
    template::Template,
    time::Timestamp,
};

/// A forget of all messages before `before` in the conversation of a seed. Higher numbers are newer.
pub fn forget(seed: u32, number: u32, before: Sequence) -> Forget {
    Forget {
        id: forget_id(number),
        conversation: conversation_id(seed),
        branch: branch_id(seed),
        before,
        at: Timestamp(4_000 + i64::from(number)),
    }
}

/// A mark on a message of [`message`].
pub fn mark(seed: u32, sequence: Sequence, kind: MarkKind) -> Mark {
    let marked = message(seed, sequence, "");
    Mark {
        conversation: marked.conversation,
        message: marked.id,
        kind,
        at: Timestamp(4_500),
        rating: None,
        not_recalled: false,
    }
}

/// A summary of the first four messages of a seed's conversation, or of all conversations. Higher numbers are newer.
pub fn summary(of: Option<u32>, number: u32) -> Summary {
    let seed = of.unwrap_or(1);
    let sources = (0..4).map(|n| message(seed, n, &format!("Message {n}")));
    let coverage = Coverage { conversation: conversation_id(seed), branch: branch_id(seed), from: 0, to: 4 };
    Summary {
        id: SummaryId::new(Timestamp(6_000 + i64::from(number)), bytes(number)),
        kind: if of.is_some() { SummaryKind::Compressed } else { SummaryKind::Recent },
        conversation: of.map(conversation_id),
        text: format!("Summary {number}: їжак 🦔"),
        coverage: vec![coverage],
        sources: sources.map(|from| Source { message: from.id, digest: Digest::of_value(&from.parts) }).collect(),
        branched_away: vec![conversation_id(seed + 1)],
        forgotten_in: vec![conversation_id(seed + 2)],
        muted_in: vec![conversation_id(seed + 3)],
        moved_out: vec![conversation_id(seed + 4)],
        project: of.is_none().then(|| project(1).id),
        maker: Maker::Model("scripted".to_owned()),
        prompt_version: 1,
        tokens_before: 40,
        tokens: 12,
        target: OutputTarget::ReducedHistory,
        priority: 50,
        created_at: Timestamp(6_000 + i64::from(number)),
        edited_at: Some(Timestamp(6_100 + i64::from(number))),
        lines_by_worth: vec![1, 0],
    }
}

/// A template.
pub fn template(number: u32) -> Template {
    let id = TemplateId::new(Timestamp(8_000), bytes(number));
    let is_persona = number.is_multiple_of(2);
    Template {
        id,
        name: format!("Template {number}"),
        text: "# Hello, {username}\n".to_owned(),
        picture: is_persona.then(|| "data:image/webp;base64,AAAA".to_owned()),
        preset: is_persona.then(|| "layered".to_owned()),
    }
}

/// The manifest of the message of [`message`].
pub fn manifest(seed: u32, sequence: Sequence) -> Manifest {
    let items = vec![
        ManifestItem::Message {
            id: message(seed, 0, "").id,
            digest: Digest(u64::MAX),
            written: Some(Written { says_when: true, quote: Some(QuoteLength::InFull) }),
        },
        ManifestItem::Fragment(Digest(1)),
    ];
    let left_out = Omitted {
        layer: LayerKind::Recall,
        reason: OmittedReason::Budget,
        messages: 1,
        tokens: 9,
        sources: vec![SourceId::Message(message(seed, 1, "").id), SourceId::Memory(memory(1).id)],
    };
    Manifest {
        conversation: conversation_id(seed),
        reply: message(seed, sequence, "").id,
        model: "scripted".to_owned(),
        layers: vec![ManifestLayer { kind: LayerKind::Window, tokens: 20, items }],
        omitted: vec![left_out],
        format: WindowFormat {
            clock: true,
            group: true,
            stamp: true,
            language: Language::Uk,
            user: author(),
            bot_name: "Ricordo".to_owned(),
            images: true,
            tool_messages: true,
            offset_minutes: -210,
            notes_in_language: true,
            tells_made_images: true,
            sent_back_to: None,
        },
        tokens: 20,
        budget: 8_000,
        shares: default_layers(),
        address: Some("http://127.0.0.1:1/v1".to_owned()),
        provider: Some(ProviderKind::Ollama),
        max_response_tokens: 2_048,
        sampling: sampling(),
        tools: Some(Digest(2)),
        recalled: Some(Digest(4)),
        recall_was_late: true,
        recalled_by_words: true,
        stable_messages: 1,
        context_tokens: Some(8_192),
        digest: Digest(3),
    }
}

/// A document in the conversation of seed 1.
pub fn document(number: u32) -> Document {
    Document {
        id: DocumentId::new(Timestamp(9_000), bytes(number)),
        name: format!("Посібник {number} 🦔.pdf"),
        kind: DocumentKind::Pdf,
        scope: Scope::Conversation(conversation_id(1)),
        digest: Digest(u64::MAX - u64::from(number)),
        bytes: 1 << 40,
        added_at: Timestamp(9_001),
        pages: Some(12),
        chunks: 70,
        tokens: 9_000,
    }
}

/// A chunk of a document of [`document`].
pub fn chunk(of: u32, number: u32) -> Chunk {
    let place = ChunkPlace {
        headings: vec!["Їжаки".to_owned(), "Догляд".to_owned()],
        page: Some(3),
        lines: Some((10, 20)),
        path: Some("docs/їжаки.md".to_owned()),
        last_page: None,
    };
    Chunk { document: document(of).id, number, text: format!("Chunk {number}: їжак 🦔"), place }
}

/// A part of the index.
pub fn index_part(seed: u32, number: u32) -> IndexPart {
    IndexPart { branch: branch_id(seed), number, bytes: vec![0, 127, 128, 255] }
}

/// A fragment with a message of a request.
pub fn fragment(text: &str) -> Fragment {
    let content = FragmentContent::Message(RequestMessage::text(Role::System, text));
    let sources = vec![
        SourceId::Message(message(1, 0, "").id),
        SourceId::Memory(memory(1).id),
        SourceId::Summary(summary(None, 1).id),
    ];
    Fragment { digest: Digest::of_value(&content), content, sources }
}

/// A fragment with the tools of a request. The schema has every kind of JSON value.
pub fn fragment_of_tools() -> Fragment {
    let parameters = serde_json::json!({
        "type": "object",
        "properties": { "ключ 🦔": { "type": ["string", "null"], "default": null, "minimum": -7, "multipleOf": 0.5 } },
        "required": [],
        "additionalProperties": false,
    });
    let content = FragmentContent::Tools(vec![ToolSpec {
        name: "save_user_fact".to_owned(),
        description: "Keeps a fact.".to_owned(),
        parameters,
    }]);
    Fragment { digest: Digest::of_value(&content), content, sources: Vec::new() }
}

/// Settings in which nothing has its default value.
pub fn settings() -> Settings {
    Settings {
        preset: "layered".to_owned(),
        language: Language::Uk,
        time_zone: Some("Europe/Kyiv".to_owned()),
        template: Some(template(1).id),
        now_style: NowStyle::Date,
        stamp_messages: true,
        window_style: WindowStyle::Group,
        max_context: Some(10),
        max_storage: Some(100),
        short_term_window: Some(10),
        summary_threshold_messages: Some(20),
        tools: vec!["list_tasks".to_owned()],
        exact_counts: Some(Tokenizer::O200k),
        prices: vec![Price {
            model: "gpt".to_owned(),
            prompt: 250_000,
            cached: 25_000,
            completion: 2_000_000,
            exact: true,
        }],
        sampling: sampling(),
        provider: Some(provider(1).id),
        ..Settings::default()
    }
}

/// A provider.
pub fn provider(number: u32) -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(500), bytes(number)),
        name: format!("Provider {number}"),
        kind: ProviderKind::OpenAiCompatible,
        base_url: "http://127.0.0.1:8090/v1".to_owned(),
        model: "scripted".to_owned(),
        context_tokens: Some(8_192),
        supports_images: true,
        has_tools: true,
    }
}

/// The calibration of a provider of [`provider`].
pub fn calibration(number: u32) -> ModelCalibration {
    let calibration = Calibration { estimated: 1_000, reported: 1_234, samples: 3, ruled_out: Some(5) };
    ModelCalibration { provider: provider(number).id, model: "scripted".to_owned(), calibration }
}

/// The usage of a model on a day.
pub fn day_usage(seed: u32, day: i32, model: &str) -> DayUsage {
    let mut usage = DayUsage::new(day, conversation_id(seed), model);
    usage
        .add(Usage { prompt_tokens: 100, completion_tokens: 20, cached_tokens: Some(60), written_tokens: Some(30) }, 2);
    usage
}

/// A small image with every byte value.
pub fn blob(number: u32) -> Blob {
    Blob {
        id: BlobId::new(Timestamp(5_000), bytes(number)),
        conversation: conversation_id(1),
        media_type: "image/png".to_owned(),
        bytes: (0..=255).collect(),
    }
}

/// A message with every kind of part and all optional fields, at the position of that of [`message`].
pub fn full_message(seed: u32, sequence: Sequence) -> Message {
    let image = blob(1);
    let failure = Failure {
        error: ModelError {
            status: Some(429),
            retry_after_ms: Some(1_500),
            ..ModelError::new(ModelErrorKind::RateLimited, "slow down")
        },
        at: Timestamp(2_500),
    };
    let draft = reply_draft(seed, sequence);
    let more = [
        Part::Image {
            blob: image.id,
            media_type: image.media_type,
            width: Some(16),
            height: Some(16),
            alt: "A dot".to_owned(),
        },
        Part::File { blob: image.id, media_type: "text/plain".to_owned(), name: "нотатки.txt".to_owned() },
        Part::ToolResult { call: "call-1".to_owned(), content: "[]".to_owned(), is_error: true, held: false },
        Part::Text { text: "Done.".to_owned() },
    ];
    Message {
        author: Some(author()),
        parts: draft.parts.into_iter().chain(more).collect(),
        reply_to: Some(message(seed, 0, "").id),
        offset_minutes: Some(-210),
        model: Some("scripted".to_owned()),
        finish: Some(Finish::Failed { failure }),
        usage: Some(Usage {
            prompt_tokens: 100,
            completion_tokens: 20,
            cached_tokens: Some(60),
            written_tokens: Some(30),
        }),
        exact: Some(ExactTokens { tokenizer: Tokenizer::Cl100k, tokens: 11 }),
        first_word_ms: Some(412),
        total_ms: Some(3_210),
        ..message(seed, sequence, "")
    }
}

/// One record of every kind, in the order of [`Kind::ALL`]. Those owned by a conversation belong to that of seed 1.
pub fn of_every_kind() -> Vec<Record> {
    Kind::ALL.into_iter().map(of_kind).collect()
}

/// A record of a kind, owned by the conversation of seed 1 if it has an owner.
pub fn of_kind(kind: Kind) -> Record {
    match kind {
        Kind::Conversation => Record::Conversation(Conversation {
            provider: Some(provider(1).id),
            template: Some(template(1).id),
            own: own_settings(),
            reminders: true,
            temporary: true,
            pinned: true,
            archived: true,
            tags: vec!["їжак".to_owned()],
            title_origin: TitleOrigin::Model,
            titled_from: vec![message(1, 0, "").id],
            chat: Chat { name: Some("Їжаки".to_owned()), kind: Some(ChatKind::Supergroup) },
            people: vec![author()],
            speaker: Some(author()),
            consents: vec![Consent {
                address: "http://127.0.0.1:1/v1".to_owned(),
                answer: Answer::NotNow,
                at: Timestamp(7_000),
            }],
            project: Some(project(1).id),
            moved_at: Some(Timestamp(7_900)),
            ..conversation(1)
        }),
        Kind::Branch => Record::Branch(branch(1)),
        Kind::Message => Record::Message(Box::new(full_message(1, 1))),
        Kind::Forget => Record::Forget(forget(1, 1, 4)),
        Kind::Mark => Record::Mark(mark(1, 1, MarkKind::Pinned)),
        Kind::Summary => Record::Summary(summary(Some(1), 1)),
        Kind::ReplacedSummary => Record::ReplacedSummary(summary(None, 2)),
        Kind::Chunk => Record::Chunk(chunk(1, 3)),
        Kind::Document => Record::Document(document(1)),
        Kind::Project => Record::Project(project(1)),
        Kind::Memory => Record::Memory(memory(1)),
        Kind::UserData => Record::UserData(user_data()),
        Kind::Task => Record::Task(task(1)),
        Kind::Template => Record::Template(template(1)),
        Kind::Manifest => Record::Manifest(manifest(1, 1)),
        Kind::Fragment => Record::Fragment(fragment_of_tools()),
        Kind::ReplyDraft => Record::ReplyDraft(reply_draft(1, 5)),
        Kind::ComposerDraft => Record::ComposerDraft(composer_draft(1)),
        Kind::QueuedMessage => Record::QueuedMessage(queued_message(1, 9)),
        Kind::Undo => {
            let mut undo = undo(1, 1);
            undo.changes =
                vec![Change::Put(Record::Blob(blob(2))), Change::Remove(Record::Summary(summary(None, 1)).key())];
            undo.after = vec![Record::UserData(user_data())];
            Record::Undo(undo)
        }
        Kind::Settings => Record::Settings(Box::new(settings())),
        Kind::Provider => Record::Provider(provider(1)),
        Kind::Calibration => Record::Calibration(calibration(1)),
        Kind::DayUsage => Record::DayUsage(day_usage(1, 20_000, "scripted")),
        Kind::Maintenance => Record::Maintenance(super::maintenance(Job::Recent(None))),
        Kind::IndexPart => Record::IndexPart(index_part(1, 0)),
        Kind::VectorPart => Record::VectorPart(index_part(1, 0)),
        Kind::Blob => Record::Blob(blob(1)),
    }
}

fn sampling() -> Sampling {
    Sampling { temperature: Some(0.7), top_p: Some(0.95), top_k: Some(40), repeat_penalty: Some(1.1) }
}
