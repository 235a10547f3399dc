//! A sample of every error, for the tests. A variant without a sample does not compile.

use super::{Localized, truncated};
use ricordo_core::{
    accept::Refusal,
    document_refusal::DocumentRefusal,
    error::{
        CompileError, Error, ImagesUnsupported, ModelError, ModelErrorKind as Kind, OutOfRange, OverBudget, Remark,
        StoreError,
    },
    id::DocumentId,
    memory::MemoryRefusal,
    preset::{PRESET_VERSION, PresetError},
    project::ProjectRefusal,
    prompt::TemplateError,
    provider::ProviderKind,
    recall::{EmbedError, VectorError},
    session::NotMade,
    spending::Spending,
    summary::SummaryRefusal,
    task::TaskRefusal,
    text::secrets::SecretKind,
    time::Timestamp,
    tokens::Truncation,
    wire::embeddings::EmbeddingsError,
};

/// An error as the core and as the page says it.
pub(super) struct Sample {
    /// The error itself, for messages of tests.
    pub(super) error: String,
    /// The sentence of the core, which is English.
    pub(super) core: String,
    /// The sentence of the page in its language.
    pub(super) page: String,
}

/// Lists values of an enum, each with the pattern of its variant. The match has no other arm, so that a variant without
/// a sample does not compile.
macro_rules! every {
    ($($pattern:pat => $sample:expr),+ $(,)?) => {{
        let samples = [$($sample),+];
        samples.iter().for_each(|sample| match sample { $($pattern => ()),+ });
        $(assert!(matches!($sample, $pattern), "a sample is not of its variant: {}", stringify!($pattern));)+
        samples
    }};
}

/// Every error, in the language of the page.
pub(super) fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for error in errors() {
        samples.push(sample(&error));
    }
    samples.extend(model_errors().iter().map(sample));
    samples.extend(embed_errors().iter().map(sample));
    samples.extend(store_errors().iter().map(sample));
    samples.extend(memory_refusals().iter().map(sample));
    samples.extend(task_refusals().iter().map(sample));
    samples.extend(summary_refusals().iter().map(sample));
    samples.extend(project_refusals().iter().map(sample));
    samples.extend(document_refusals().iter().map(sample));
    samples.extend(refusals().map(NotMade::Answer).iter().map(sample));
    samples.extend(refusals().map(NotMade::Twice).iter().map(sample));
    samples.extend(refusals().map(NotMade::NoTitle).iter().map(sample));
    samples.extend(not_made().iter().map(sample));
    samples.extend(preset_errors().iter().map(sample));
    samples.extend([
        sample(&template_error()),
        sample(&spending(None)),
        sample(&images_unsupported(false)),
        sample(&images_unsupported(true)),
    ]);
    samples.extend(compile_errors().iter().map(sample));
    samples.extend(truncations());
    samples
}

fn sample<E: Localized + std::fmt::Display + std::fmt::Debug>(error: &E) -> Sample {
    Sample { error: format!("{error:?}"), core: error.to_string(), page: error.localized() }
}

fn errors() -> [Error; 16] {
    every! {
        Error::Store(_) => Error::Store(StoreError::Full),
        Error::OverBudget(_) => Error::OverBudget(over_budget()),
        Error::ImagesUnsupported(_) => Error::ImagesUnsupported(images_unsupported(false)),
        Error::OutOfRange(_) => Error::OutOfRange(out_of_range()),
        Error::UnknownZone { .. } => Error::UnknownZone { zone: "Mars/{zone}".to_owned() },
        Error::NoConversation => Error::NoConversation,
        Error::NoMessage => Error::NoMessage,
        Error::NothingToRetry => Error::NothingToRetry,
        Error::EmptyMessage => Error::EmptyMessage,
        Error::Temporary => Error::Temporary,
        Error::NeedsConsent(_) => Error::NeedsConsent(spending(Some(26_000))),
        Error::Memory(_) => Error::Memory(MemoryRefusal::Empty),
        Error::Task(_) => Error::Task(TaskRefusal::Empty),
        Error::Summary(_) => Error::Summary(SummaryRefusal::Empty),
        Error::Project(_) => Error::Project(ProjectRefusal::Empty),
        Error::Document(_) => Error::Document(DocumentRefusal::Empty),
    }
}

fn compile_errors() -> [CompileError; 2] {
    every! {
        CompileError::OverBudget(_) => CompileError::OverBudget(over_budget()),
        CompileError::ImagesUnsupported(_) => CompileError::ImagesUnsupported(images_unsupported(true)),
    }
}

fn over_budget() -> OverBudget {
    OverBudget { budget: 8_000, system_prompt: 1_200, message: 7_043, over_by: 243 }
}

fn spending(cost: Option<u64>) -> Spending {
    Spending { tokens: 85_043, prompt: cost, most: cost.map(|cost| cost + 3_000) }
}

fn images_unsupported(switched_off: bool) -> ImagesUnsupported {
    ImagesUnsupported { model: "qwen3".to_owned(), switched_off }
}

fn out_of_range() -> OutOfRange {
    OutOfRange { field: "temperature".to_owned(), given: "2.1".to_owned(), min: 0, max: 2 }
}

fn template_error() -> TemplateError {
    let [error] = every! { TemplateError::NoHistory => TemplateError::NoHistory };
    error
}

/// Every kind alone, with a status and a message of the server, and with times to wait that need one, or no, plural.
fn model_errors() -> Vec<ModelError> {
    let mut errors = Vec::new();
    for kind in kinds() {
        errors.push(ModelError::new(kind, ""));
        errors.push(ModelError { status: Some(500), ..ModelError::new(kind, "about {n} tokens. ") });
    }
    errors.extend(Remark::ALL.map(|remark| ModelError::new(Kind::EmptyReply, remark.words())));
    for wait in [0, 1_000, 12_300, 90_000, 3_600_000].map(Some) {
        for kind in [Kind::RateLimited, Kind::ServerError, Kind::CutOff] {
            errors.push(ModelError { retry_after_ms: wait, ..ModelError::new(kind, "Slow down.") });
        }
    }
    errors
}

/// Every kind of error of a model.
pub(super) fn kinds() -> [Kind; 25] {
    every! {
        Kind::Unreachable => Kind::Unreachable,
        Kind::InvalidAddress => Kind::InvalidAddress,
        Kind::OriginRefused => Kind::OriginRefused,
        Kind::LocalNetworkRefused => Kind::LocalNetworkRefused,
        Kind::MixedContent => Kind::MixedContent,
        Kind::Unauthorized => Kind::Unauthorized,
        Kind::NotFound => Kind::NotFound,
        Kind::RateLimited => Kind::RateLimited,
        Kind::ContextOverflow => Kind::ContextOverflow,
        Kind::ToolResultsTooLong => Kind::ToolResultsTooLong,
        Kind::OverBudget => Kind::OverBudget,
        Kind::ImagesUnsupported => Kind::ImagesUnsupported,
        Kind::BadRequest => Kind::BadRequest,
        Kind::ServerError => Kind::ServerError,
        Kind::NotTheProtocol => Kind::NotTheProtocol,
        Kind::EventTooLong => Kind::EventTooLong,
        Kind::ErrorInStream => Kind::ErrorInStream,
        Kind::CutOff => Kind::CutOff,
        Kind::TimedOut => Kind::TimedOut,
        Kind::RanOn => Kind::RanOn,
        Kind::EmptyReply => Kind::EmptyReply,
        Kind::ModelNotLoaded => Kind::ModelNotLoaded,
        Kind::ModelFailed => Kind::ModelFailed,
        Kind::FunctionThrew => Kind::FunctionThrew,
        Kind::FunctionGarbage => Kind::FunctionGarbage,
    }
}

/// Every kind of failure, and every error of a model.
fn embed_errors() -> Vec<EmbedError> {
    let failures = every! {
        EmbeddingsError::Unsupported => EmbeddingsError::Unsupported,
        EmbeddingsError::Refused(_) => EmbeddingsError::Refused(ModelError::new(Kind::Unreachable, "")),
        EmbeddingsError::NoVectors => EmbeddingsError::NoVectors,
        EmbeddingsError::TooLong => EmbeddingsError::TooLong,
        EmbeddingsError::FunctionThrew { .. } => EmbeddingsError::FunctionThrew { message: "no {message}".to_owned() },
        EmbeddingsError::Count { .. } => EmbeddingsError::Count { expected: 16, found: 1 },
        EmbeddingsError::Index => EmbeddingsError::Index,
        EmbeddingsError::NotNumbers { .. } => EmbeddingsError::NotNumbers { text: 0 },
        EmbeddingsError::Dimension { .. } => EmbeddingsError::Dimension { text: 1, expected: 384, found: 768 },
    };
    let empty = EmbeddingsError::Dimension { text: 0, expected: 0, found: 0 };
    let refused = model_errors().into_iter().map(EmbeddingsError::Refused);
    let failed = failures.into_iter().chain([empty]).chain(refused).map(EmbedError::Failed);
    let others = every! {
        EmbedError::NotReady => EmbedError::NotReady,
        EmbedError::Failed(_) => EmbedError::Failed(EmbeddingsError::Index),
        EmbedError::Unusable(_) => EmbedError::Unusable(VectorError::Dimension),
    };
    failed.chain(others).chain([EmbedError::Unusable(VectorError::NotFinite)]).collect()
}

fn store_errors() -> [StoreError; 8] {
    let detail = || "QuotaExceededError {detail}".to_owned();
    every! {
        StoreError::Conflict => StoreError::Conflict,
        StoreError::Full => StoreError::Full,
        StoreError::Closed => StoreError::Closed,
        StoreError::Unavailable { .. } => StoreError::Unavailable { detail: detail() },
        StoreError::UpgradeBlocked => StoreError::UpgradeBlocked,
        StoreError::NewerVersion { .. } => StoreError::NewerVersion { found: 9, known: 7 },
        StoreError::Damaged { .. } => StoreError::Damaged { detail: detail() },
        StoreError::Failed { .. } => StoreError::Failed { detail: detail() },
    }
}

fn memory_refusals() -> Vec<MemoryRefusal> {
    let secrets = every! {
        SecretKind::ApiKey => SecretKind::ApiKey,
        SecretKind::AccessToken => SecretKind::AccessToken,
        SecretKind::PrivateKey => SecretKind::PrivateKey,
        SecretKind::CardNumber => SecretKind::CardNumber,
        SecretKind::Password => SecretKind::Password,
        SecretKind::LinkWithPassword => SecretKind::LinkWithPassword,
        SecretKind::RandomString => SecretKind::RandomString,
    };
    let refusals = every! {
        MemoryRefusal::Empty => MemoryRefusal::Empty,
        MemoryRefusal::TooLong { .. } => MemoryRefusal::TooLong { characters: 1_043 },
        MemoryRefusal::Secret { .. } => MemoryRefusal::Secret { secret: SecretKind::ApiKey },
        MemoryRefusal::AllPinned { .. } => MemoryRefusal::AllPinned { max_facts: 50 },
        MemoryRefusal::UserDataFull { .. } => MemoryRefusal::UserDataFull { most: 20 },
        MemoryRefusal::TooManyKeyWords => MemoryRefusal::TooManyKeyWords,
        MemoryRefusal::WrongKeyWord => MemoryRefusal::WrongKeyWord,
        MemoryRefusal::NotFound => MemoryRefusal::NotFound,
    };
    refusals.into_iter().chain(secrets.map(|secret| MemoryRefusal::Secret { secret })).collect()
}

fn task_refusals() -> [TaskRefusal; 4] {
    every! {
        TaskRefusal::Empty => TaskRefusal::Empty,
        TaskRefusal::TooLong { .. } => TaskRefusal::TooLong { characters: 1_043 },
        TaskRefusal::NoSuchDay { .. } => TaskRefusal::NoSuchDay { given: "soon".to_owned() },
        TaskRefusal::NotFound => TaskRefusal::NotFound,
    }
}

fn project_refusals() -> [ProjectRefusal; 4] {
    every! {
        ProjectRefusal::Empty => ProjectRefusal::Empty,
        ProjectRefusal::NameTooLong { .. } => ProjectRefusal::NameTooLong { characters: 1_043 },
        ProjectRefusal::InstructionsTooLong { .. } => ProjectRefusal::InstructionsTooLong { characters: 20_043 },
        ProjectRefusal::NotFound => ProjectRefusal::NotFound,
    }
}

fn document_refusals() -> [DocumentRefusal; 4] {
    let id = DocumentId::new(Timestamp(1), [1; 10]);
    every! {
        DocumentRefusal::Empty => DocumentRefusal::Empty,
        DocumentRefusal::Known { .. } => DocumentRefusal::Known { id, name: "{name}.pdf".to_owned() },
        DocumentRefusal::NotFound => DocumentRefusal::NotFound,
        DocumentRefusal::Stopped => DocumentRefusal::Stopped,
    }
}

fn summary_refusals() -> [SummaryRefusal; 4] {
    every! {
        SummaryRefusal::Empty => SummaryRefusal::Empty,
        SummaryRefusal::TooLong { .. } => SummaryRefusal::TooLong { tokens: 20_000 },
        SummaryRefusal::NotFound => SummaryRefusal::NotFound,
        SummaryRefusal::NotCompressed => SummaryRefusal::NotCompressed,
    }
}

/// Every reason to reject an answer.
pub(super) fn refusals() -> [Refusal; 13] {
    every! {
        Refusal::Cut => Refusal::Cut,
        Refusal::Stopped => Refusal::Stopped,
        Refusal::Failed => Refusal::Failed,
        Refusal::Withheld => Refusal::Withheld,
        Refusal::Empty => Refusal::Empty,
        Refusal::ToolCall => Refusal::ToolCall,
        Refusal::ToolProtocol => Refusal::ToolProtocol,
        Refusal::Reasoning => Refusal::Reasoning,
        Refusal::Declined => Refusal::Declined,
        Refusal::Echo => Refusal::Echo,
        Refusal::Junk => Refusal::Junk,
        Refusal::NotSmaller => Refusal::NotSmaller,
        Refusal::TooLong => Refusal::TooLong,
    }
}

fn not_made() -> [NotMade; 15] {
    every! {
        NotMade::Temporary => NotMade::Temporary,
        NotMade::TooFew { .. } => NotMade::TooFew { messages: 3, needed: 6, kept: 20 },
        NotMade::TooShort => NotMade::TooShort,
        NotMade::NoMessages => NotMade::NoMessages,
        NotMade::MessagesGone => NotMade::MessagesGone,
        NotMade::NothingCompressed => NotMade::NothingCompressed,
        NotMade::Stopped => NotMade::Stopped,
        NotMade::Template(_) => NotMade::Template(TemplateError::NoHistory),
        NotMade::Model(_) => NotMade::Model(ModelError::new(Kind::CutOff, "")),
        NotMade::Answer(_) => NotMade::Answer(Refusal::Echo),
        NotMade::Twice(_) => NotMade::Twice(Refusal::Echo),
        NotMade::Changed => NotMade::Changed,
        NotMade::FactsCut => NotMade::FactsCut,
        NotMade::NoSentences => NotMade::NoSentences,
        NotMade::NoTitle(_) => NotMade::NoTitle(Refusal::Echo),
    }
}

fn preset_errors() -> [PresetError; 9] {
    let (field, detail) = (|| "layers.{field}".to_owned(), || "expected {field}".to_owned());
    every! {
        PresetError::UnknownName { .. } => PresetError::UnknownName { name: "{names}".to_owned() },
        PresetError::NotJson { .. } => PresetError::NotJson { detail: detail() },
        PresetError::NotAPreset => PresetError::NotAPreset,
        PresetError::NewerVersion { .. } => PresetError::NewerVersion { found: 9, known: PRESET_VERSION },
        PresetError::UnknownField { .. } => PresetError::UnknownField { field: field() },
        PresetError::NotForPresets { .. } => PresetError::NotForPresets { field: field() },
        PresetError::WrongValue { .. } => PresetError::WrongValue { field: field(), detail: detail() },
        PresetError::OutOfRange { .. } => PresetError::OutOfRange { error: out_of_range() },
        PresetError::Template { .. } => PresetError::Template { error: TemplateError::NoHistory },
    }
}

fn truncations() -> Vec<Sample> {
    let kinds = every! {
        ProviderKind::OpenAiCompatible => ProviderKind::OpenAiCompatible,
        ProviderKind::Ollama => ProviderKind::Ollama,
        ProviderKind::Anthropic => ProviderKind::Anthropic,
        ProviderKind::InPage => ProviderKind::InPage,
    };
    let truncation = Truncation { sent: 8_043, read: 4_096 };
    let samples = kinds.map(|kind| Sample {
        error: format!("{truncation:?} {kind:?}"),
        core: truncation.sentence(kind),
        page: truncated(&truncation, kind),
    });
    samples.into()
}
