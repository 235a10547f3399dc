//! A conversation with only the in-page model: its oldest messages are replaced by an extract, which a better model
//! later rewrites.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    change::Change,
    compile::{LayerKind, message_tokens},
    message::text_of,
    provider::Provider,
    record::Record,
    session::{MaintainControl, MaintainEnd, MaintainEvent},
    settings::{CompressionSettings, Settings},
    store::Store,
    summary::{Maker, Summary},
    testing::Step,
};
use std::cell::RefCell;

/// Stores this many more messages, each with one sentence worth keeping and one that is not.
async fn fill(chat: &Chat, messages: u32) {
    for _ in 0..messages {
        let next = chat.session.open(chat.id, 1).await.unwrap().next_place().sequence;
        let filler = "The rain has not stopped all day long, and the soup is nearly ready on the stove.";
        chat.put(chat.id, &format!("{} {filler}", words(next))).await;
    }
}

async fn maintain(chat: &Chat) -> (MaintainEnd, Vec<MaintainEvent>) {
    let events = RefCell::new(Vec::new());
    let observer = |event| events.borrow_mut().push(event);
    let end = chat.session.maintain_without_model(&MaintainControl::default(), &observer).await.unwrap();
    (end, events.into_inner())
}

/// Connects a server that answers from now on.
async fn connect(chat: &Chat) {
    chat.session.save_provider(&provider()).await.unwrap();
    let settings = chat.session.settings().await.unwrap();
    chat.session.save_settings(&Settings { provider: Some(provider().id), ..settings }).await.unwrap();
}

fn are_extracts(summaries: &[Summary]) -> bool {
    !summaries.is_empty() && summaries.iter().all(|summary| summary.maker == Maker::Extractive)
}

#[tokio::test]
async fn what_leaves_the_window_of_the_model_in_the_page_is_kept_as_sentences_at_once() {
    let chat = Chat::open().await;
    fill(&chat, 10).await;
    assert_eq!(maintain(&chat).await, (MaintainEnd::Done, Vec::new()), "the window is not full yet");
    for _ in 0..29 {
        fill(&chat, 10).await;
        maintain(&chat).await;
    }
    assert!(chat.model.requests().is_empty());
    let in_force = chat.in_force().await;
    assert!(are_extracts(&in_force) && in_force.len() <= 5, "{}", in_force.len());
    let covered = chat.covered().await;
    assert!(covered[0].0 == 0 && covered.windows(2).all(|pair| pair[0].1 == pair[1].0), "{covered:?}");
    let kept: String = in_force.iter().map(|summary| summary.text.as_str()).collect();
    let until = covered.last().unwrap().1;
    assert!((0..until).all(|n| kept.contains(&words(n))), "each says another number");

    let compiled = chat.session.preview(chat.id, "And now?", &Provider::in_page()).await.unwrap();
    let request = serde_json::to_string(&compiled.request).unwrap();
    assert!(compiled.tokens <= compiled.budget, "{} of {}", compiled.tokens, compiled.budget);
    let missing: Vec<u32> = (until..300).filter(|n| !request.contains(&words(*n))).collect();
    assert!(missing.is_empty(), "the rest is sent word for word: {until}, {missing:?}");
    let sent = (0..until).filter(|n| request.contains(&words(*n))).count();
    assert!(sent > 3, "what there is room for is sent: {sent}");
    let shortened: u64 = compiled.omitted.iter().filter(|one| one.sources.len() == 1).map(|one| one.tokens).sum();
    assert!(shortened > 0, "and what is not sent is told of: {:?}", compiled.omitted);
}

#[tokio::test]
async fn a_better_model_writes_them_anew_and_what_it_refuses_stays() {
    let chat = Chat::open().await;
    fill(&chat, 100).await;
    maintain(&chat).await;
    let extracts = chat.in_force().await;
    assert!(are_extracts(&extracts));
    connect(&chat).await;
    chat.model.then(vec![Step::text("I cannot help with that.")]);
    chat.maintain().await;
    assert_eq!(chat.in_force().await, extracts, "a refusal changes nothing");
    chat.host.advance(120_000);
    for _ in &extracts {
        chat.model.then_say("Anna and Boris move to Lviv in May and reckon what it costs.");
    }
    chat.maintain().await;
    let better = chat.in_force().await;
    assert_eq!(better.len(), extracts.len());
    for (summary, extract) in better.iter().zip(&extracts) {
        assert_eq!(summary.maker, Maker::Model("gpt-4o-scripted".to_owned()));
        assert_eq!(summary.coverage, extract.coverage);
    }
    assert!(chat.prompts().iter().any(|prompt| prompt.contains(&words(0))), "they are made from the messages");
    let asked = chat.model.requests().len();
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), asked);
}

#[tokio::test]
async fn words_that_a_person_gave_an_extract_are_not_replaced() {
    let chat = Chat::open().await;
    fill(&chat, 100).await;
    maintain(&chat).await;
    for extract in chat.in_force().await {
        chat.session.edit_summary(chat.id, extract.id, "We talked about Lviv.").await.unwrap();
    }
    connect(&chat).await;
    chat.maintain().await;
    assert!(chat.model.requests().is_empty());
    assert!(chat.in_force().await.iter().all(|summary| summary.text == "We talked about Lviv."));
}

#[tokio::test]
async fn nothing_is_done_where_a_server_answers_or_compression_is_off() {
    let chat = Chat::open().await;
    fill(&chat, 200).await;
    connect(&chat).await;
    maintain(&chat).await;
    assert!(chat.in_force().await.is_empty(), "a server answers here");
    let compression = CompressionSettings::default();
    chat.session.save_settings(&Settings { compression, ..Settings::default() }).await.unwrap();
    maintain(&chat).await;
    assert!(chat.in_force().await.is_empty(), "compression is off");
}

#[tokio::test]
async fn an_extract_that_is_too_long_for_the_prompt_is_sent_in_part_to_any_model() {
    let chat = Chat::open().await;
    fill(&chat, 200).await;
    maintain(&chat).await;
    let kept = chat.in_force().await.iter().map(|summary| summary.tokens).max().unwrap();
    let most = Settings::default().compression.max_tokens;
    assert!(kept > most, "{kept}");
    let compiled = chat.session.preview(chat.id, "And now?", &provider()).await.unwrap();
    let memories = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Memories).unwrap();
    let sent: Vec<u32> =
        compiled.request.messages[memories.from..memories.to].iter().map(|one| message_tokens(&one.parts)).collect();
    assert!(sent.iter().all(|tokens| *tokens <= most) && sent.iter().sum::<u32>() > most / 2, "{sent:?}");
}

#[tokio::test]
async fn an_extract_from_before_lines_were_ranked_is_sent_with_its_last_lines() {
    let chat = Chat::open().await;
    fill(&chat, 200).await;
    maintain(&chat).await;
    let most = Settings::default().compression.max_tokens;
    let extract = chat.in_force().await.into_iter().find(|summary| summary.tokens > most).unwrap();
    let mut row = serde_json::to_value(&extract).unwrap();
    assert!(!row.as_object_mut().unwrap().remove("lines_by_worth").unwrap().as_array().unwrap().is_empty());
    let old: Summary = serde_json::from_value(row).unwrap();
    chat.session.store().apply(vec![Change::Put(Record::Summary(old))]).await.unwrap();
    let compiled = chat.session.preview(chat.id, "And now?", &provider()).await.unwrap();
    let memories = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Memories).unwrap();
    let sent: Vec<String> =
        compiled.request.messages[memories.from..memories.to].iter().map(|one| text_of(&one.parts)).collect();
    let last = extract.text.lines().last().unwrap();
    assert!(sent.iter().any(|text| text.ends_with(last)), "{last}: {sent:?}");
}
