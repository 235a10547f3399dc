//! Document D: compression of the history: the six settings, both targets, the prompt.

use super::stage::Stage;
use ricordo_core::{
    id::SummaryId,
    session::{MaintainControl, MaintainEvent, Outcome},
    settings::{Language, Settings},
    snapshot::Snapshot,
    summary::{Coverage, Maker, OutputTarget, Source, Summary, SummaryKind},
    time::Timestamp,
};
use std::ops::Range;

const SYSTEM: &str = "system: Ты полезный помощник. Отвечай ясно и по существу, на языке пользователя.";

/// A compressed summary of the first messages of a snapshot.
pub(crate) fn summary_of(snapshot: &Snapshot, covered: Range<u32>, text: &str) -> Summary {
    let sources = snapshot.messages.iter().filter(|message| covered.contains(&message.sequence));
    let sources = sources
        .map(|message| Source { message: message.id, digest: ricordo_core::digest::Digest::of_value(&message.parts) });
    Summary {
        id: SummaryId::new(Timestamp(1), [1; 10]),
        kind: SummaryKind::Compressed,
        conversation: Some(snapshot.conversation.id),
        text: text.to_owned(),
        coverage: vec![Coverage {
            conversation: snapshot.conversation.id,
            branch: snapshot.conversation.active_branch,
            from: covered.start,
            to: covered.end,
        }],
        sources: sources.collect(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        maker: Maker::Model("scripted".to_owned()),
        prompt_version: 1,
        tokens_before: 500,
        tokens: 10,
        target: OutputTarget::ReducedHistory,
        priority: 50,
        created_at: Timestamp(1),
        edited_at: None,
        lines_by_worth: Vec::new(),
    }
}

async fn converse(change: impl FnOnce(&mut Settings)) -> Stage {
    let stage = Stage::under("compress", |settings| {
        settings.language = Language::Ru;
        settings.tools.clear();
        settings.send_now = false;
        change(settings);
    })
    .await;
    for number in 1..=15 {
        let words = "мы обсуждали поездку в Одессу и покупку билетов на поезд";
        stage.say(&format!("Реплика {number}: {words}"), &format!("Ответ {number}: {words}")).await;
    }
    stage
}

async fn maintain(stage: &Stage) -> Vec<MaintainEvent> {
    let events = std::cell::RefCell::new(Vec::new());
    let control = MaintainControl::default();
    let observer = |event| events.borrow_mut().push(event);
    stage.session.maintain(&stage.model, &stage.provider, &control, &observer).await.unwrap();
    events.into_inner()
}

/// The recent messages as they are sent, for a range of pairs.
fn pairs(range: Range<u32>) -> String {
    let words = "мы обсуждали поездку в Одессу и покупку билетов на поезд";
    range.map(|number| format!("\nuser: Реплика {number}: {words}\nassistant: Ответ {number}: {words}")).collect()
}

const SUMMARY: &str = "Обсудили поездку в Одессу и билеты.";

/// `HISTORY_COMPRESSION_OUTPUT_TARGET = "memory"`: the summary goes to the long-term memory, and its messages are no
/// longer sent.
#[tokio::test]
async fn the_summary_becomes_a_memory() {
    let stage = converse(|settings| settings.compression.output_target = OutputTarget::Memory).await;
    stage.model.then_say(SUMMARY);
    let control = MaintainControl::default();
    let outcome = stage.session.compress(&stage.model, &stage.provider, stage.id, &control, &|_| ()).await.unwrap();
    assert!(matches!(outcome, Outcome::Made(_)), "{outcome:?}");
    stage.say("Дальше", "Да").await;
    let expected = format!("{SYSTEM}\nsystem: Сводка предыдущего контекста: {SUMMARY}{}\nuser: Дальше", pairs(11..16));
    assert_eq!(stage.sent(), expected);
    let layer = &stage.session.preview(stage.id, "Ещё", &stage.provider).await.unwrap().layers[1];
    assert_eq!(layer.kind, ricordo_core::compile::LayerKind::Memories);
}

/// `"reduced_history"`: the summary is a system message at the beginning of the history.
#[tokio::test]
async fn the_summary_becomes_the_beginning_of_the_history() {
    let stage = converse(|settings| settings.compression.output_target = OutputTarget::ReducedHistory).await;
    stage.model.then_say(SUMMARY);
    let control = MaintainControl::default();
    stage.session.compress(&stage.model, &stage.provider, stage.id, &control, &|_| ()).await.unwrap();
    stage.say("Дальше", "Да").await;
    let expected = format!("{SYSTEM}\nsystem: Сводка предыдущего контекста: {SUMMARY}{}\nuser: Дальше", pairs(11..16));
    assert_eq!(stage.sent(), expected);
    let layers = stage.session.preview(stage.id, "Ещё", &stage.provider).await.unwrap().layers;
    assert_eq!(layers[1].kind, ricordo_core::compile::LayerKind::Summaries);
    assert_eq!(layers[2].kind, ricordo_core::compile::LayerKind::Window);
}

/// The prompt of the document, with the history between its tags.
#[tokio::test]
async fn the_model_is_asked_with_the_prompt_of_the_document() {
    let stage = converse(|_| ()).await;
    stage.model.then_say(SUMMARY);
    let control = MaintainControl::default();
    stage.session.compress(&stage.model, &stage.provider, stage.id, &control, &|_| ()).await.unwrap();
    let asked = stage.sent();
    assert!(asked.starts_with("user: Ты - помощник, который сжимает историю диалога."), "{asked}");
    let (_, history) = asked.split_once("<HISTORY>\n").unwrap();
    let (history, end) = history.split_once("\n</HISTORY>").unwrap();
    assert!(history.contains("Реплика 1: мы обсуждали") && !history.contains("Реплика 11:"), "{history}");
    assert_eq!(end.trim(), "Сводка:");
}

/// `ENABLE_HISTORY_COMPRESSION_ON_LIMIT` and `…_PERIODIC` are off by default: nothing is compressed automatically.
#[tokio::test]
async fn both_switches_are_off_by_default_and_each_does_its_part() {
    let off = converse(|settings| settings.immediate_messages = Some(10)).await;
    assert_eq!(maintain(&off).await, [MaintainEvent::Idle]);

    let on_limit = converse(|settings| {
        settings.immediate_messages = Some(10);
        settings.compression.enable_on_limit = true;
    });
    let periodic = converse(|settings| settings.compression.enable_periodic = true);
    for stage in [on_limit.await, periodic.await] {
        stage.model.then_say(SUMMARY);
        let events = maintain(&stage).await;
        assert!(events.iter().any(|event| matches!(event, MaintainEvent::Finished { .. })), "{events:?}");
        stage.say("Дальше", "Да").await;
        assert!(stage.sent().contains(SUMMARY));
    }
}

/// The six settings and their defaults.
#[test]
fn the_numbers_of_the_document() {
    let compression = ricordo_core::preset::apply("compress", &Settings::default()).unwrap().compression;
    assert!(!compression.enable_on_limit && !compression.enable_periodic);
    assert_eq!((compression.periodic_interval, compression.min_messages), (20, 10));
    assert_eq!((compression.prompt_template, compression.output_target), (None, OutputTarget::Memory));
}
