//! Why something was not saved or made: memories, tasks, summaries, presets.

use super::Localized;
use crate::texts::fill;
use ricordo_core::{
    accept::Refusal,
    document_refusal::DocumentRefusal,
    memory::{LONGEST_KEY_WORD, MOST_KEY_WORDS, MemoryRefusal},
    preset::{PRESET_VERSION, PRESETS, PresetError},
    project::{LONGEST_INSTRUCTIONS, LONGEST_NAME, ProjectRefusal},
    prompt::TemplateError,
    provider::ProviderKind,
    session::NotMade,
    summary::{LONGEST as LONGEST_SUMMARY, SummaryRefusal},
    task::{LONGEST_TITLE, TaskRefusal},
    text::{facts::LONGEST_FACT, secrets::SecretKind},
    tokens::Truncation,
};

include!(concat!(env!("OUT_DIR"), "/texts/errors_refusals.rs"));

impl Localized for MemoryRefusal {
    fn localized(&self) -> String {
        let texts = memory_refusals();
        match self {
            Self::Empty => texts.empty.to_owned(),
            Self::TooLong { characters } => too_long(texts.too_long, LONGEST_FACT, characters),
            Self::Secret { secret: kind } => fill(texts.secret, &[("what", secret(*kind))]),
            Self::AllPinned { max_facts } => fill(texts.all_pinned, &[("most", &max_facts.to_string())]),
            Self::UserDataFull { most } => fill(texts.user_data_full, &[("most", &most.to_string())]),
            Self::TooManyKeyWords => fill(texts.many_key_words, &[("most", &MOST_KEY_WORDS.to_string())]),
            Self::WrongKeyWord => fill(texts.wrong_key_word, &[("most", &LONGEST_KEY_WORD.to_string())]),
            Self::NotFound => texts.not_found.to_owned(),
        }
    }
}

fn too_long(sentence: &str, most: impl ToString, given: &impl ToString) -> String {
    fill(sentence, &[("most", &most.to_string()), ("given", &given.to_string())])
}

fn secret(kind: SecretKind) -> &'static str {
    let texts = secrets();
    match kind {
        SecretKind::ApiKey => texts.api_key,
        SecretKind::AccessToken => texts.access_token,
        SecretKind::PrivateKey => texts.private_key,
        SecretKind::CardNumber => texts.card_number,
        SecretKind::Password => texts.password,
        SecretKind::LinkWithPassword => texts.link_with_password,
        SecretKind::RandomString => texts.random_string,
    }
}

impl Localized for TaskRefusal {
    fn localized(&self) -> String {
        let texts = task_refusals();
        match self {
            Self::Empty => texts.empty.to_owned(),
            Self::TooLong { characters } => too_long(texts.too_long, LONGEST_TITLE, characters),
            Self::NoSuchDay { given } => fill(texts.no_such_day, &[("given", given)]),
            Self::NotFound => texts.not_found.to_owned(),
        }
    }
}

impl Localized for SummaryRefusal {
    fn localized(&self) -> String {
        let texts = summary_refusals();
        match self {
            Self::Empty => texts.empty.to_owned(),
            Self::TooLong { tokens } => too_long(texts.too_long, LONGEST_SUMMARY, tokens),
            Self::NotFound => texts.not_found.to_owned(),
            Self::NotCompressed => texts.not_compressed.to_owned(),
        }
    }
}

impl Localized for ProjectRefusal {
    fn localized(&self) -> String {
        let texts = project_refusals();
        match self {
            Self::Empty => texts.empty.to_owned(),
            Self::NameTooLong { characters } => too_long(texts.long_name, LONGEST_NAME, characters),
            Self::InstructionsTooLong { characters } => {
                too_long(texts.long_instructions, LONGEST_INSTRUCTIONS, characters)
            }
            Self::NotFound => texts.not_found.to_owned(),
        }
    }
}

impl Localized for DocumentRefusal {
    fn localized(&self) -> String {
        let texts = document_refusals();
        match self {
            Self::Empty => texts.empty.to_owned(),
            Self::Known { name, .. } => fill(texts.known, &[("name", name)]),
            Self::NotFound => texts.not_found.to_owned(),
            Self::Stopped => texts.stopped.to_owned(),
        }
    }
}

impl Localized for NotMade {
    fn localized(&self) -> String {
        let texts = maintenance_errors();
        let sentence = match self {
            Self::Temporary => texts.temporary,
            Self::TooFew { messages, needed, kept } => {
                let [messages, needed, kept] = [messages, needed, kept].map(ToString::to_string);
                let values = [("messages", &*messages), ("needed", &needed), ("kept", &kept)];
                return fill(texts.too_few, &values);
            }
            Self::TooShort => texts.too_short,
            Self::NoMessages => texts.no_messages,
            Self::MessagesGone => texts.messages_gone,
            Self::NothingCompressed => texts.nothing_compressed,
            Self::Stopped => texts.stopped,
            Self::Template(error) => return error.localized(),
            Self::Model(error) => return error.localized(),
            Self::Answer(refusal) => return fill(texts.once, &[("why", summary_fault(*refusal))]),
            Self::Twice(refusal) => return fill(texts.twice, &[("why", summary_fault(*refusal))]),
            Self::Changed => texts.changed,
            Self::FactsCut => texts.facts_cut,
            Self::NoTitle(refusal) => return fill(texts.no_title, &[("why", title_fault(*refusal))]),
            Self::NoSentences => texts.no_sentences,
        };
        sentence.to_owned()
    }
}

/// Why a response was rejected as a title.
fn title_fault(refusal: Refusal) -> &'static str {
    let texts = rejected_title();
    match refusal {
        Refusal::Empty => texts.empty,
        Refusal::Cut | Refusal::TooLong | Refusal::NotSmaller => texts.too_long,
        Refusal::ToolCall | Refusal::ToolProtocol => texts.tool_call,
        Refusal::Reasoning => texts.reasoning,
        Refusal::Declined => texts.declined,
        Refusal::Echo => texts.echo,
        Refusal::Junk => texts.other_language,
        Refusal::Stopped | Refusal::Failed | Refusal::Withheld => texts.incomplete,
    }
}

/// Why a response was rejected as a summary.
fn summary_fault(refusal: Refusal) -> &'static str {
    let texts = rejected_summary();
    match refusal {
        Refusal::Cut => texts.cut,
        Refusal::Stopped => texts.stopped,
        Refusal::Failed => texts.failed,
        Refusal::Withheld => texts.withheld,
        Refusal::Empty => texts.empty,
        Refusal::ToolCall => texts.tool_call,
        Refusal::ToolProtocol => texts.tool_protocol,
        Refusal::Reasoning => texts.reasoning,
        Refusal::Declined => texts.declined,
        Refusal::Echo => texts.echo,
        Refusal::Junk => texts.junk,
        Refusal::NotSmaller => texts.not_smaller,
        Refusal::TooLong => texts.too_long,
    }
}

impl Localized for TemplateError {
    fn localized(&self) -> String {
        match self {
            Self::NoHistory => template_errors().no_history.to_owned(),
        }
    }
}

impl Localized for PresetError {
    fn localized(&self) -> String {
        let texts = preset_errors();
        match self {
            Self::UnknownName { name } => {
                let names = PRESETS.map(|preset| preset.name).join(", ");
                fill(texts.unknown_name, &[("name", name), ("names", &names)])
            }
            Self::NotJson { detail } => fill(texts.not_json, &[("detail", detail)]),
            Self::NotAPreset => fill(texts.not_a_preset, &[("version", &PRESET_VERSION.to_string())]),
            Self::NewerVersion { found, known } => {
                fill(texts.newer_version, &[("found", &found.to_string()), ("known", &known.to_string())])
            }
            Self::UnknownField { field } => fill(texts.unknown_field, &[("field", field)]),
            Self::NotForPresets { field } => fill(texts.not_for_presets, &[("field", field)]),
            Self::WrongValue { field, detail } => fill(texts.wrong_value, &[("field", field), ("detail", detail)]),
            Self::OutOfRange { error } => fill(texts.out_of_range, &[("error", &error.localized())]),
            Self::Template { error } => fill(texts.template, &[("error", &error.localized())]),
        }
    }
}

/// What happened and what to do if a server dropped a part of the prompt.
pub fn truncated(truncation: &Truncation, kind: ProviderKind) -> String {
    let texts = truncated_prompt();
    let cure = match kind {
        ProviderKind::Ollama => texts.ollama,
        ProviderKind::OpenAiCompatible => texts.open_ai_compatible,
        ProviderKind::Anthropic => texts.anthropic,
        ProviderKind::InPage => texts.in_page,
    };
    let [read, sent] = [truncation.read, truncation.sent].map(|tokens| tokens.to_string());
    fill(texts.sentence, &[("read", &read), ("sent", &sent), ("cure", cure)])
}

#[cfg(test)]
mod tests {
    use super::{super::samples::refusals, *};
    use crate::texts::{UiLanguage, speak};

    /// Asserts that each of these is a text of its own.
    fn assert_different(texts: &[String]) {
        for (at, text) in texts.iter().enumerate() {
            assert!(!text.is_empty() && !text.contains('{') && !texts[..at].contains(text), "{text}");
        }
    }

    #[test]
    fn a_summary_says_which_fault_it_had_and_whether_it_is_tried_again() {
        for language in UiLanguage::all() {
            speak(language);
            let faults = refusals().map(summary_fault);
            assert_different(&faults.map(str::to_owned));
            let [once, twice] =
                [NotMade::Answer, NotMade::Twice].map(|made| refusals().map(|fault| made(fault).localized()));
            for (at, fault) in faults.iter().enumerate() {
                assert!(once[at].contains(fault) && twice[at].contains(fault) && once[at] != twice[at], "{fault}");
            }
        }
    }

    #[test]
    fn a_title_that_was_cut_is_called_too_long_and_one_that_did_not_arrive_incomplete() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = rejected_title();
            for (faults, reason) in [
                (&[Refusal::Cut, Refusal::TooLong, Refusal::NotSmaller][..], texts.too_long),
                (&[Refusal::Stopped, Refusal::Failed, Refusal::Withheld], texts.incomplete),
                (&[Refusal::ToolCall, Refusal::ToolProtocol], texts.tool_call),
            ] {
                for fault in faults {
                    let sentence = NotMade::NoTitle(*fault).localized();
                    assert!(sentence.contains(reason), "{fault:?}: {sentence}");
                }
            }
            let mut reasons = refusals().map(title_fault).to_vec();
            reasons.sort_unstable();
            reasons.dedup();
            assert_eq!(reasons.len(), 8, "{reasons:?}");
        }
    }

    #[test]
    fn what_is_too_long_says_how_long_it_is_and_may_be() {
        for language in UiLanguage::all() {
            speak(language);
            for (sentence, most, given) in [
                (MemoryRefusal::TooLong { characters: 1_043 }.localized(), LONGEST_FACT.to_string(), "1043"),
                (TaskRefusal::TooLong { characters: 777 }.localized(), LONGEST_TITLE.to_string(), "777"),
                (SummaryRefusal::TooLong { tokens: 20_000 }.localized(), LONGEST_SUMMARY.to_string(), "20000"),
                (ProjectRefusal::NameTooLong { characters: 99_999 }.localized(), LONGEST_NAME.to_string(), "99999"),
                (
                    ProjectRefusal::InstructionsTooLong { characters: 99_999 }.localized(),
                    LONGEST_INSTRUCTIONS.to_string(),
                    "99999",
                ),
            ] {
                let (limit, length) = (sentence.find(&most), sentence.find(given));
                assert!(limit.is_some() && limit < length, "{sentence}");
            }
        }
    }

    #[test]
    fn a_secret_is_refused_by_its_kind() {
        for language in UiLanguage::all() {
            speak(language);
            let kinds = [
                SecretKind::ApiKey,
                SecretKind::AccessToken,
                SecretKind::PrivateKey,
                SecretKind::CardNumber,
                SecretKind::Password,
                SecretKind::LinkWithPassword,
                SecretKind::RandomString,
            ];
            assert_different(&kinds.map(|secret| MemoryRefusal::Secret { secret }.localized()));
        }
    }

    #[test]
    fn a_cut_prompt_is_mended_where_the_server_is_set_up() {
        let truncation = Truncation { sent: 8_043, read: 4_096 };
        for language in UiLanguage::all() {
            speak(language);
            let kinds =
                [ProviderKind::OpenAiCompatible, ProviderKind::Ollama, ProviderKind::Anthropic, ProviderKind::InPage];
            let [compatible, ollama, anthropic, in_page] = kinds.map(|kind| truncated(&truncation, kind));
            assert_different(&[compatible.clone(), ollama.clone(), anthropic.clone(), in_page.clone()]);
            assert!(ollama.contains("num_ctx") && compatible.contains("--ctx-size") && in_page.contains("/forget"));
            for sentence in [compatible, ollama, anthropic, in_page] {
                let (read, sent) = (sentence.find("4096"), sentence.find("8043"));
                assert!(read.is_some() && sent.is_some(), "{sentence}");
            }
        }
    }
}
