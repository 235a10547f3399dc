//! Document B: the layers of a group chat: system prompt with memories, summaries, recent messages with names and
//! replies, and the image that a message replies to.

use super::stage::Stage;
use ricordo_core::{
    compile::Outgoing,
    digest::Digest,
    id::{BlobId, MemoryId, MessageId, SummaryId},
    memory::{Memory, MemoryState},
    message::{Author, Part},
    record::Record,
    settings::{Language, Settings},
    summary::{Coverage, Maker, OutputTarget, Source, Summary, SummaryKind},
    time::Timestamp,
};

fn author() -> Option<Author> {
    let name = "Ім'я користувача".to_owned();
    Some(Author { name, username: Some("username".to_owned()), id: Some("123".to_owned()) })
}

fn summary(kind: SummaryKind, seed: u8, text: &str) -> Record {
    Record::Summary(Summary {
        id: SummaryId::new(Timestamp(seed.into()), [seed; 10]),
        kind,
        conversation: None,
        text: text.to_owned(),
        coverage: Vec::<Coverage>::new(),
        sources: vec![Source { message: MessageId::new(Timestamp(1), [seed; 10]), digest: Digest(1) }],
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        maker: Maker::Model("scripted".to_owned()),
        prompt_version: 1,
        tokens_before: 4_000,
        tokens: 20,
        target: OutputTarget::Memory,
        priority: 50,
        created_at: Timestamp(1),
        edited_at: None,
        lines_by_worth: Vec::new(),
    })
}

fn fact(seed: u8, text: &str) -> Record {
    Record::Memory(Memory {
        id: MemoryId::new(Timestamp(seed.into()), [seed; 10]),
        text: text.to_owned(),
        state: MemoryState::Kept,
        source: None,
        pinned: false,
        created_at: Timestamp(seed.into()),
        updated_at: Timestamp(seed.into()),
        last_used_at: None,
        uses: 0,
        typed: false,
        field: None,
        about: author(),
        scope: Default::default(),
        key_words: Vec::new(),
    })
}

async fn group() -> Stage {
    let stage = Stage::under("layered", |settings| {
        settings.language = Language::Uk;
        settings.bot_name = "Ім'я бота".to_owned();
    })
    .await;
    stage.put(fact(1, "Користувач любить програмування на Python")).await;
    stage.put(fact(2, "Користувач живе в Києві")).await;
    stage.put(fact(3, "Улюблений колір користувача - синій")).await;
    stage.put(summary(SummaryKind::Recent, 1, "За тиждень обговорили бота.")).await;
    stage.put(summary(SummaryKind::Long, 2, "За місяць почали проєкт.")).await;
    stage
}

const SYSTEM: &str = "system: Ти корисний помічник. Відповідай ясно й по суті, мовою користувача.

Що ти пам’ятаєш про користувача:
- Користувач любить програмування на Python
- Користувач живе в Києві
- Улюблений колір користувача - синій
system: Підсумок попереднього контексту: За місяць почали проєкт.
system: Підсумок попереднього контексту: За тиждень обговорили бота.";

/// The order of `build_context()` and the exact format of the immediate context.
#[tokio::test]
async fn the_context_is_built_in_the_order_of_the_document() {
    let stage = group().await;
    let text = |text: &str, reply_to| Outgoing { author: author(), reply_to, ..Outgoing::text(text) };
    stage.send(text("Попереднє повідомлення", None), "Відповідь бота").await;
    let first = stage.messages().await[0].id;
    stage.send(text("Текст відповіді", Some(first)), "Ще відповідь").await;
    stage.send(text("Текст повідомлення", None), "Так").await;
    assert_eq!(
        stage.sent(),
        format!(
            "{SYSTEM}
user: [Ім'я користувача (@username, id:123)]: Попереднє повідомлення
assistant: [Ім'я бота]: Відповідь бота
user: [Ім'я користувача (@username, id:123)] (відповідь на: \"Попереднє повідомлення\"): Текст відповіді
assistant: [Ім'я бота]: Ще відповідь
user: [Ім'я користувача (@username, id:123)]: Текст повідомлення"
        )
    );
}

/// Візуальний контекст: a reply to an image sends the image again.
#[tokio::test]
async fn a_reply_to_an_image_shows_the_image_again() {
    let stage = group().await;
    let blob = BlobId::new(Timestamp(1), [3; 10]);
    let image =
        Part::Image { blob, media_type: "image/png".to_owned(), width: Some(64), height: Some(64), alt: String::new() };
    let parts = vec![Part::Text { text: "Дивись".to_owned() }, image];
    stage.send(Outgoing { parts, author: author(), ..Outgoing::default() }, "Бачу").await;
    let first = stage.messages().await[0].id;
    stage.send(Outgoing { author: author(), reply_to: Some(first), ..Outgoing::text("Що це?") }, "Кіт").await;
    assert_eq!(
        stage.sent(),
        format!(
            "{SYSTEM}
user: [Ім'я користувача (@username, id:123)]: Дивись + <image/png>
assistant: [Ім'я бота]: Бачу
user: [Ім'я користувача (@username, id:123)] (відповідь на: \"Дивись\"): Що це? + <image/png>"
        )
    );
}

/// The defaults of the document's configuration.
#[test]
fn the_numbers_of_the_document() {
    let settings = ricordo_core::preset::apply("layered", &Settings::default()).unwrap();
    assert_eq!((settings.context_max_tokens, settings.max_response_tokens), (8_000, 2_048));
    assert_eq!((settings.immediate_messages, settings.memories.max_facts), (Some(100), 50));
    let (recent, long) = (settings.summaries.recent, settings.summaries.long);
    assert_eq!((recent.days, recent.tokens, recent.every_days), (7, 1_024, 3));
    assert_eq!((long.days, long.tokens, long.every_days), (30, 4_096, 14));
}
