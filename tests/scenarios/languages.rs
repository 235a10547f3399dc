//! Every text of ours that reaches a model is in the language of the settings: under every preset, a conversation with
//! everything in it contains no Latin word except names and formats.

use crate::common::provider;
use ricordo_core::{
    compile::{Outgoing, Recalled, RecalledContent, RecalledMessage, compile, message_tokens},
    digest::Digest,
    id::{BlobId, SummaryId},
    manifest::SourceId,
    memory::{Memory, MemoryState},
    message::{Author, Message, Part, Role, text_of},
    preset,
    recalled::{RecallLevel, RecallReason},
    settings::{Language, NowStyle, Settings, WindowStyle},
    snapshot::Snapshot,
    summary::{OutputTarget, Source, Summary, SummaryKind},
    testing::sample,
    time::{Now, Timestamp},
    tools::{self, Tool},
    user_data::UserData,
};

/// Formats and names: a media type, a date format, the clock's zone, names of ids and places in JSON, the assistant's
/// name, the marks of an author, Telegram's chat types, and the word that means "nothing new".
const NAMED: [&str; 12] = [
    "image/png",
    "YYYY-MM-DD",
    "UTC",
    "id",
    "Ricordo",
    "Markdown",
    "JSON",
    "private",
    "group",
    "NONE",
    "HISTORY",
    "ricordo",
];

fn is_named(word: &str) -> bool {
    let is_a_tools = Tool::all().any(|tool| tool.name() == word);
    is_a_tools
        || NAMED.contains(&word)
        || ["include_done", "fact", "query", "title", "due", "field", "value"].contains(&word)
}

/// The Latin words of a text that are not names.
fn latin(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    for named in ["image/png", "YYYY-MM-DD"] {
        text = text.replace(named, " ");
    }
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let words = words.filter(|word| word.chars().any(|letter| letter.is_ascii_alphabetic()));
    words.filter(|word| !is_named(word)).map(str::to_owned).collect()
}

/// A history with everything: people, replies, an image, tools in both forms, user data, facts and every kind of
/// summary.
fn everything(language: Language) -> Snapshot {
    let words = match language {
        Language::Ru => {
            ["Где мы встретимся?", "У вокзала.", "Смотри", "Хорошо, сохранил.", "Живёт во Львове", "Обсудили поездку."]
        }
        _ => {
            ["Де ми зустрінемося?", "Біля вокзалу.", "Дивись", "Добре, зберіг.", "Живе у Львові", "Обговорили поїздку."]
        }
    };
    let author = |name: &str| Some(Author { name: name.to_owned(), username: None, id: Some("7".to_owned()) });
    let call = |name: &str, id: &str| Part::ToolCall {
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: "{}".to_owned(),
        back: None,
    };
    let blob = BlobId::new(Timestamp(1), [1; 10]);
    let image = Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() };
    let say = |place: u32, role, parts: Vec<Part>| Message {
        role,
        author: if role == Role::User && place > 3 { author("Марія") } else { None },
        ..Message { parts, ..sample::message(1, place, "") }
    };
    let text = |words: &str| vec![Part::Text { text: words.to_owned() }];
    let mut messages = vec![
        say(0, Role::User, text(words[0])),
        say(1, Role::Assistant, text(words[1])),
        say(2, Role::User, vec![image]),
        say(3, Role::Assistant, vec![call("get_user_facts", "1")]),
        say(
            4,
            Role::Tool,
            vec![Part::ToolResult { call: "1".to_owned(), content: words[4].to_owned(), is_error: false, held: false }],
        ),
        say(5, Role::Assistant, text(words[3])),
        // A turn whose tool calls are gone; only the line about them remains.
        say(6, Role::User, text(words[2])),
        say(7, Role::System, vec![Part::ToolsUsed { names: ["add_task", "list_tasks"].map(str::to_owned).to_vec() }]),
        say(8, Role::Assistant, text(words[3])),
        say(9, Role::User, text(words[0])),
    ];
    messages[6].reply_to = Some(messages[2].id);
    messages[9].reply_to = Some(messages[0].id);
    let mut before = 0;
    for message in &mut messages {
        message.tokens = message_tokens(&message.parts);
        message.tokens_before = before;
        before += u64::from(message.tokens);
    }
    let fact = Memory { text: words[4].to_owned(), state: MemoryState::Kept, ..sample::memory(1) };
    let summary = |seed: u8, kind, target| Summary {
        id: SummaryId::new(Timestamp(1), [seed; 10]),
        kind,
        target,
        text: words[5].to_owned(),
        sources: vec![Source { message: sample::message(1, 0, "").id, digest: Digest(1) }],
        coverage: Vec::new(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        ..sample::summary(None, seed.into())
    };
    let field = if language == Language::Ru { "Город" } else { "Місто" };
    Snapshot {
        messages,
        memories: vec![fact],
        summaries: vec![
            summary(1, SummaryKind::Recent, OutputTarget::ReducedHistory),
            summary(2, SummaryKind::Long, OutputTarget::ReducedHistory),
            summary(3, SummaryKind::Compressed, OutputTarget::ReducedHistory),
            summary(4, SummaryKind::Compressed, OutputTarget::Memory),
        ],
        user_data: UserData {
            name: "Олена".to_owned(),
            pronouns: "вона".to_owned(),
            language: "українська".to_owned(),
            fields: vec![(field.to_owned(), "Львів".to_owned())],
            ..UserData::default()
        },
        ..Snapshot::empty(sample::conversation(1), vec![sample::branch(1)])
    }
}

/// A recalled piece of each kind.
fn recalled() -> Vec<Recalled> {
    let (memory, message) = (SourceId::Memory(sample::memory(9).id), sample::message(9, 0, "").id);
    let written = Now { at: Timestamp(1_795_338_900_000), offset_minutes: 120 };
    let message_by = |role| RecalledMessage { id: message, role, author: None, written, text: "Львів".to_owned() };
    let contents = [
        (memory, RecalledContent::Memory { source: memory, text: "Львів".to_owned() }),
        (
            SourceId::Message(message),
            RecalledContent::Conversation([Role::User, Role::Assistant].map(message_by).into()),
        ),
    ];
    let reason = RecallReason {
        words: Vec::new(),
        level: RecallLevel::Long,
        share: 100,
        nearer_than: None,
        days_ago: 1,
        by_key_word: false,
    };
    let piece =
        |(source, content)| Recalled { content, matched: vec![source], ranks: Vec::new(), reason: reason.clone() };
    contents.map(piece).into()
}

/// Every text of a request that the model reads.
fn texts(settings: &Settings, snapshot: &Snapshot, has_tools: bool) -> Vec<String> {
    let names: Vec<String> = Tool::all().map(|tool| tool.name().to_owned()).collect();
    let outgoing = Outgoing {
        reply_to: Some(snapshot.messages[2].id),
        tools: tools::in_language(tools::specs(&names), settings.language),
        recalled: recalled(),
        ..Outgoing::text("Що це?")
    };
    let provider = ricordo_core::provider::Provider { has_tools, ..provider() };
    let now = Now { at: Timestamp(1_795_338_900_000), offset_minutes: 120 };
    let compiled = compile(snapshot, &outgoing, settings, &provider, &now).unwrap();
    let mut texts: Vec<String> = compiled.request.messages.iter().map(|message| text_of(&message.parts)).collect();
    for tool in &compiled.request.tools {
        texts.push(tool.description.clone());
        let arguments = tool.parameters["properties"].as_object().unwrap();
        texts.extend(arguments.values().map(|argument| argument["description"].as_str().unwrap().to_owned()));
    }
    texts
}

#[test]
fn no_preset_sends_a_word_in_another_language() {
    for language in [Language::Uk, Language::Ru] {
        let mut all = String::new();
        for preset in preset::PRESETS {
            let own = Settings { language, ..Settings::default() };
            let settings = preset::apply(preset.name, &own).unwrap();
            for (style, clock) in
                [(WindowStyle::Plain, NowStyle::InWindow), (WindowStyle::Group, NowStyle::DateAndTime)]
            {
                for (has_tools, send_now) in [(true, true), (false, settings.send_now)] {
                    let settings = Settings { window_style: style, now_style: clock, send_now, ..settings.clone() };
                    for text in texts(&settings, &everything(language), has_tools) {
                        assert_eq!(latin(&text), [""; 0], "{language:?} {} {style:?}: {text}", preset.name);
                        all.push_str(&text);
                        all.push('\n');
                    }
                }
            }
        }
        // All of it was present in this language.
        let expected = match language {
            Language::Ru => [
                "Что ты помнишь",
                "Данные пользователя",
                "Имя: ",
                "ответ на: ",
                "изображение",
                "Использованные инструменты: ",
                "Сводка",
                "Относящееся",
                "воскресенье",
                "Сохранить один",
            ],
            _ => [
                "Що ти пам’ятаєш",
                "Дані користувача",
                "Ім’я: ",
                "відповідь на: ",
                "зображення",
                "Використані інструменти: ",
                "Підсумок",
                "Доречні",
                "неділя",
                "Зберегти один",
            ],
        };
        for words in expected {
            assert!(all.contains(words), "{language:?}: {words}");
        }
    }
}

/// A template may use the chat's name, and the chat has no title yet.
#[test]
fn a_chat_without_a_title_is_named_in_the_language() {
    for (language, name) in
        [(Language::Uk, "Приватний чат"), (Language::Ru, "Личный чат"), (Language::En, "Private chat")]
    {
        let settings = Settings { language, system_prompt: "{chatname}".into(), ..Settings::default() };
        let mut snapshot = everything(language);
        snapshot.conversation.title.clear();
        assert_eq!(texts(&settings, &snapshot, true)[0], name);
    }
}

/// The prompts for summaries, facts and titles.
#[test]
fn the_prompts_of_idle_work_hold_no_other_language() {
    for language in [Language::Uk, Language::Ru] {
        for prompt in ricordo_core::prompt::PROMPTS {
            let text = ricordo_core::prompt::text(prompt, language);
            let text = text.replace("{history_messages}", "").replace("{max_tokens}", "").replace("{known_facts}", "");
            assert_eq!(latin(&text), [""; 0], "{language:?} {prompt:?}");
        }
    }
}
