//! Maintenance uses the effective settings of each conversation, not the user's general ones: two conversations with
//! different presets, side by side, through all jobs.

use crate::common::{Chat, provider};
use ricordo_core::{
    branch::Sequence,
    id::ConversationId,
    preset,
    provider::Provider,
    session::{MaintainControl, Outcome, maintain::Standing},
    settings::{MemorySettings, OwnSettings, Scope, Settings, SummarySettings},
    store::Store,
    summary::{Summary, SummaryKind},
    time::DAY_MS,
};

/// Texts that identify their conversation.
fn line(name: &str, n: u32) -> String {
    format!("{name} {n:04}: they talk about moving to Lviv in May, and about what that will cost them all.")
}

fn named(name: &str) -> Settings {
    preset::apply(name, &Settings::default()).unwrap()
}

/// A conversation with its own preset and this many messages.
async fn under(chat: &Chat, preset: &str, messages: u32) -> ConversationId {
    let small = Some(2_000);
    let own = OwnSettings { preset: Some(preset.to_owned()), context_max_tokens: small, ..OwnSettings::default() };
    with_own(chat, own, preset, messages).await
}

async fn with_own(chat: &Chat, own: OwnSettings, name: &str, messages: u32) -> ConversationId {
    let id = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.choose_own(id, None, own).await.unwrap();
    for n in 0..messages {
        chat.put(id, &line(name, n)).await;
    }
    id
}

async fn in_force(chat: &Chat, id: ConversationId) -> Vec<Summary> {
    let mut listed = chat.session.summaries(id).await.unwrap();
    listed.retain(|listed| listed.standing == Standing::InForce);
    listed.into_iter().map(|listed| listed.summary).collect()
}

async fn kinds(chat: &Chat, id: ConversationId) -> Vec<SummaryKind> {
    let mut kinds: Vec<_> = in_force(chat, id).await.iter().map(|summary| summary.kind).collect();
    kinds.sort_by_key(|kind| format!("{kind:?}"));
    kinds
}

async fn stored(chat: &Chat, id: ConversationId) -> usize {
    chat.session.store().messages(id, Sequence::MAX, 10_000).await.unwrap().len()
}

fn prompts_with(chat: &Chat, words: &str) -> usize {
    chat.prompts().iter().filter(|prompt| prompt.contains(words)).count()
}

#[tokio::test]
async fn each_conversation_is_compressed_as_its_own_preset_says() {
    let chat = Chat::open_with(named("balanced")).await;
    chat.fill(2).await;
    let mut quiet = Vec::new();
    for preset in ["compress", "forget", "journal"] {
        quiet.push((preset, under(&chat, preset, 90).await));
    }
    let balanced = under(&chat, "balanced", 90).await;
    chat.maintain().await;
    assert_eq!(kinds(&chat, balanced).await, [SummaryKind::Compressed]);
    for (preset, id) in &quiet {
        assert_eq!(kinds(&chat, *id).await, [], "{preset}");
        assert_eq!(prompts_with(&chat, &line(preset, 0)), 0, "{preset}");
        assert_eq!(chat.session.ahead(*id).await.unwrap().compression, None, "{preset}");
    }
    assert!(chat.session.ahead(balanced).await.unwrap().compression.is_some());

    // The reverse case.
    let chat = Chat::open_with(Settings { context_max_tokens: 2_000, ..named("compress") }).await;
    chat.fill(90).await;
    let balanced = under(&chat, "balanced", 90).await;
    chat.maintain().await;
    assert_eq!(kinds(&chat, chat.id).await, []);
    assert_eq!(kinds(&chat, balanced).await, [SummaryKind::Compressed]);
}

#[tokio::test]
async fn each_conversation_keeps_as_many_messages_as_its_own_preset_says() {
    let chat = Chat::open_with(named("forget")).await;
    chat.fill(130).await;
    let balanced = under(&chat, "balanced", 130).await;
    chat.maintain().await;
    assert_eq!((stored(&chat, chat.id).await, stored(&chat, balanced).await), (100, 130));

    let chat = Chat::open_with(named("balanced")).await;
    chat.fill(130).await;
    let forget = under(&chat, "forget", 130).await;
    chat.maintain().await;
    assert_eq!((stored(&chat, chat.id).await, stored(&chat, forget).await), (130, 100));
}

#[tokio::test]
async fn summaries_of_days_are_made_for_those_whose_own_settings_make_them() {
    let chat = Chat::open_with(named("balanced")).await;
    chat.fill(10).await;
    let layered = under(&chat, "layered", 10).await;
    chat.maintain().await;
    assert_eq!(kinds(&chat, layered).await, [SummaryKind::Long, SummaryKind::Recent]);
    assert_eq!(kinds(&chat, chat.id).await, []);
    let prompts = chat.prompts().concat();
    assert!(prompts.contains(&line("layered", 3)), "{prompts}");
    assert!(!prompts.contains("Message 0003"), "a conversation without such summaries is told of in none: {prompts}");
    assert_eq!(chat.session.ahead(chat.id).await.unwrap().days, []);
    assert!(chat.session.sends_daily_summaries(layered).await.unwrap(), "the general settings do not, its own do");
    assert!(!chat.session.sends_daily_summaries(chat.id).await.unwrap());
    let ahead = chat.session.ahead(layered).await.unwrap().days;
    assert_eq!(ahead.iter().map(|next| next.conversation).collect::<Vec<_>>(), [Some(layered), Some(layered)]);
}

#[tokio::test]
async fn a_summary_of_all_conversations_tells_only_of_those_that_share_it() {
    let shared = SummarySettings { enabled: true, scope: Scope::All, ..SummarySettings::default() };
    let chat = Chat::open_with(Settings { summaries: shared, ..Settings::default() }).await;
    chat.fill(10).await;
    let plain = with_own(&chat, OwnSettings::default(), "plain", 10).await;
    let forget = under(&chat, "forget", 10).await;
    chat.maintain().await;
    let prompts = chat.prompts().concat();
    assert!(prompts.contains("Message 0003") && prompts.contains(&line("plain", 3)));
    let summaries = in_force(&chat, plain).await;
    let found: Vec<_> = summaries.iter().flat_map(|summary| &summary.coverage).map(|one| one.conversation).collect();
    assert!(found.contains(&chat.id) && found.contains(&plain), "{found:?}");
    assert!(!found.contains(&forget) && !prompts.contains("forget 0003"), "its preset makes no such summaries");

    // A conversation's own settings do not affect the others.
    chat.host.advance(3 * DAY_MS);
    for id in [chat.id, plain] {
        chat.fill_in(id, 2).await;
    }
    chat.maintain().await;
    assert_eq!(kinds(&chat, plain).await, [SummaryKind::Long, SummaryKind::Recent]);
}

#[tokio::test]
async fn commands_about_summaries_obey_the_conversation_they_are_given_in() {
    let chat = Chat::open_with(named("balanced")).await;
    chat.fill(40).await;
    let layered = under(&chat, "layered", 40).await;
    let control = MaintainControl::default();
    let made = chat.session.summarize_now(&chat.model, &provider(), layered, &control, &|_| {}).await.unwrap();
    let Outcome::Made(summary) = made else { panic!("{made:?}") };
    assert_eq!(summary.coverage.iter().map(|one| one.conversation).collect::<Vec<_>>(), [layered]);
    assert_eq!(kinds(&chat, chat.id).await, []);
}

#[tokio::test]
async fn facts_are_looked_for_where_the_conversation_says_so() {
    let memories = MemorySettings { extract: true, ..MemorySettings::default() };
    let chat = Chat::open_with(Settings { memories, model_titles: false, ..Settings::default() }).await;
    let without_tools = Provider { has_tools: false, ..provider() };
    chat.fill(2).await;
    let forget = under(&chat, "forget", 2).await;
    chat.maintain_with(&without_tools, &MaintainControl::default()).await;
    assert_eq!((prompts_with(&chat, "Message 0001"), prompts_with(&chat, &line("forget", 1))), (1, 0));
    assert_eq!(stored(&chat, forget).await, 2);
}

#[tokio::test]
async fn the_preset_of_one_conversation_archives_no_memory_of_the_others() {
    let general =
        Settings { memories: MemorySettings { max_facts: 90, ..MemorySettings::default() }, ..Settings::default() };
    let memories = preset::apply("layered", &general).unwrap().with_shared_of(&general).memories;
    assert_eq!(memories.max_facts, 90);
    assert_eq!(memories.eviction, general.memories.eviction);
    assert!(memories.auto_keep, "what its preset says of itself holds");
}
