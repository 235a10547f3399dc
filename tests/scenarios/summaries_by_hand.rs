//! A user's actions on summaries: list, edit, delete, regenerate, and undo each of these.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    error::Error,
    id::SummaryId,
    session::{
        MaintainControl, NotMade, Outcome,
        maintain::{Standing, SummaryChange},
    },
    settings::{CompressionSettings, Settings, SummarySettings},
    summary::{Maker, Stale, Summary, SummaryKind, SummaryRefusal, next::Awaits},
    time::DAY_MS,
    undo::UndoneCommand,
};

fn with_days() -> Settings {
    Settings { summaries: SummarySettings { enabled: true, ..SummarySettings::default() }, ..Settings::default() }
}

fn periodic() -> Settings {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    Settings { compression, ..Settings::default() }
}

async fn compressed() -> (Chat, Summary) {
    let chat = Chat::open_with(Settings::default()).await;
    chat.fill(30).await;
    chat.model.then_say("They plan to move to Lviv in May.");
    let Outcome::Made(summary) = chat.compress().await else { panic!("it was not made") };
    (chat, *summary)
}

async fn rebuild(chat: &Chat, id: SummaryId) -> Outcome {
    let control = MaintainControl::default();
    chat.session.rebuild_summary(&chat.model, &provider(), (chat.id, id), &control, &|_| ()).await.unwrap()
}

#[tokio::test]
async fn an_edited_summary_is_sent_says_so_and_can_be_taken_back() {
    let (chat, old) = compressed().await;
    let before = chat.stored().await;
    chat.host.advance(1_000);
    let edited = chat.session.edit_summary(chat.id, old.id, "  They move to Odesa in June. ").await.unwrap();
    assert_eq!((edited.text.as_str(), edited.created_at), ("They move to Odesa in June.", old.created_at));
    assert!(edited.edited_at > Some(old.created_at) && edited.tokens != old.tokens);
    assert_eq!((&edited.sources, &edited.coverage), (&old.sources, &old.coverage));
    let request = chat.request().await;
    assert!(request.contains("Odesa") && !request.contains("to Lviv in May.\\\""), "{request}");
    assert!(!request.contains(&words(3)), "its messages stay out");
    assert_eq!(chat.with_standing(|standing| standing == Standing::Replaced).await, [old]);

    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Summary));
    assert_eq!(chat.stored().await, before);
}

#[tokio::test]
async fn a_merge_of_the_oldest_leaves_the_words_of_a_person() {
    let chat = Chat::open_with(periodic()).await;
    for n in 0..8 {
        chat.fill(20).await;
        chat.model.then_say(&format!("Part {n} of the move."));
        chat.maintain().await;
        if n == 1 {
            let second = chat.in_force().await.into_iter().max_by_key(|summary| summary.coverage[0].from).unwrap();
            chat.session.edit_summary(chat.id, second.id, "They move to Odesa.").await.unwrap();
        }
    }
    assert!(chat.prompts().len() > 8, "the others were merged");
    assert!(chat.request().await.contains("They move to Odesa."));
}

#[tokio::test]
async fn what_is_no_summary_is_refused_and_nothing_is_stored() {
    let (chat, old) = compressed().await;
    let before = chat.stored().await;
    let edit = async |id, text: &str| chat.session.edit_summary(chat.id, id, text).await.unwrap_err();
    assert_eq!(edit(old.id, " \n ").await, Error::Summary(SummaryRefusal::Empty));
    let long = edit(old.id, &"word ".repeat(40_000)).await;
    assert!(matches!(long, Error::Summary(SummaryRefusal::TooLong { .. })), "{long}");
    let gone = SummaryId::new(old.created_at, [9; 10]);
    assert_eq!(edit(gone, "Words").await, Error::Summary(SummaryRefusal::NotFound));
    assert_eq!(chat.session.delete_summary(chat.id, gone).await, Err(Error::Summary(SummaryRefusal::NotFound)));
    assert_eq!(
        chat.session.edit_summary(chat.id, old.id, &old.text).await.unwrap(),
        old,
        "the same words change nothing"
    );
    assert_eq!(chat.stored().await, before);
}

#[tokio::test]
async fn a_deleted_summary_gives_its_messages_back_and_does_not_come_back_by_itself() {
    let settings = Settings {
        compression: CompressionSettings { enable_periodic: true, ..CompressionSettings::default() },
        ..Settings::default()
    };
    let chat = Chat::open_with(settings).await;
    chat.fill(30).await;
    chat.maintain().await;
    let old = chat.in_force().await.pop().unwrap();
    let before = chat.stored().await;
    chat.session.delete_summary(chat.id, old.id).await.unwrap();
    assert!(chat.session.summaries(chat.id).await.unwrap().is_empty());
    assert!(chat.request().await.contains(&words(3)));
    chat.maintain().await;
    assert!(chat.in_force().await.is_empty(), "it stays deleted");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.stored().await, before);
}

#[tokio::test]
async fn a_deleted_summary_of_days_waits_for_its_period() {
    let chat = Chat::open_with(with_days()).await;
    chat.fill(10).await;
    chat.maintain().await;
    let recent = chat.in_force().await.into_iter().find(|summary| summary.kind == SummaryKind::Recent).unwrap();
    chat.session.delete_summary(chat.id, recent.id).await.unwrap();
    chat.maintain().await;
    assert_eq!(chat.in_force().await.len(), 1, "only the long one");
    let ahead = chat.session.ahead(chat.id).await.unwrap();
    assert!(matches!(ahead.days[0].awaits, Awaits::Moment(_)), "{ahead:?}");
    chat.host.advance(4 * DAY_MS);
    chat.maintain().await;
    assert_eq!(chat.in_force().await.len(), 2);
}

#[tokio::test]
async fn one_of_several_is_taken_back_and_a_stale_one_is_not() {
    let (chat, first) = compressed().await;
    chat.fill(20).await;
    chat.model.then_say("Later: they found a flat.");
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    chat.session.uncompress_summary(chat.id, first.id).await.unwrap();
    let request = chat.request().await;
    assert!(request.contains("found a flat") && request.contains(&words(3)), "{request}");
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Uncompress));
    assert_eq!(chat.in_force().await.len(), 2);

    chat.session.forget(chat.id, 2).await.unwrap();
    let stale = chat.session.uncompress_summary(chat.id, first.id).await;
    assert_eq!(stale, Err(Error::Summary(SummaryRefusal::NotCompressed)));
}

#[tokio::test]
async fn a_summary_is_made_again_from_its_messages() {
    let (chat, old) = compressed().await;
    let before = chat.request().await;
    chat.model.then_say("They will live in Lviv from May on.");
    let Outcome::Made(fresh) = rebuild(&chat, old.id).await else { panic!("it was not made") };
    assert_eq!((&fresh.coverage, fresh.edited_at), (&old.coverage, None));
    assert_eq!(chat.in_force().await, [(*fresh).clone()]);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Summary));
    assert_eq!(chat.request().await, before);

    chat.model.then_say("I'm sorry, but I cannot help with that.");
    assert!(matches!(rebuild(&chat, old.id).await, Outcome::NotMade(NotMade::Answer(_))));
    assert_eq!(chat.request().await, before, "the old one stays in force");

    let Outcome::Made(own) = chat.session.rebuild_without_model((chat.id, old.id)).await.unwrap() else { panic!() };
    assert_eq!((&own.maker, &own.coverage), (&Maker::Extractive, &old.coverage));
}

#[tokio::test]
async fn what_was_forgotten_since_is_not_in_what_is_made_again() {
    let (chat, old) = compressed().await;
    chat.session.forget(chat.id, 20).await.unwrap();
    assert_eq!(chat.with_standing(|standing| standing == Standing::Stale(Stale::Forgotten)).await.len(), 1);
    let Outcome::Made(fresh) = rebuild(&chat, old.id).await else { panic!("it was not made") };
    assert_eq!((fresh.coverage[0].from, fresh.coverage[0].to), (10, old.coverage[0].to));
    let prompt = chat.prompts().pop().unwrap();
    assert!(!prompt.contains(&words(9)) && prompt.contains(&words(10)), "{prompt}");
    chat.session.undo(chat.id).await.unwrap();
    chat.session.remember(chat.id).await.unwrap();
    assert_eq!(chat.in_force().await, [old], "taking the forget back brings the old one back");
}

#[tokio::test]
async fn all_conversations_are_listed_each_judged_by_itself() {
    let (chat, here) = compressed().await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    let listed = chat.session.all_summaries(other).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0].summary, listed[0].standing), (&here, Standing::InForce));
    let sources = chat.session.summary_sources(&here, 1, 2).await.unwrap();
    let texts: Vec<String> = sources.into_iter().map(|message| message.unwrap().text()).collect();
    assert_eq!(texts, [words(1), words(2)]);
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(chat.session.all_summaries(other).await.unwrap(), []);
}

#[tokio::test]
async fn what_comes_next_is_told() {
    let chat = Chat::open_with(with_days()).await;
    let ahead = chat.session.ahead(chat.id).await.unwrap();
    assert_eq!((ahead.days.len(), ahead.days[0].awaits), (2, Awaits::Messages));
    assert!(ahead.compression.is_some_and(|growth| growth.on_limit && growth.messages.is_none()));
    chat.fill(10).await;
    assert_eq!(chat.session.ahead(chat.id).await.unwrap().days[0].awaits, Awaits::Nothing);
    chat.model.then_say("I'm sorry, but I cannot help with that.");
    chat.maintain().await;
    let ahead = chat.session.ahead(chat.id).await.unwrap();
    assert_eq!(ahead.refused.len(), 1);
    assert_eq!(ahead.days[0].awaits, Awaits::Moment(ahead.refused[0].not_before));
}

/// Both daily summaries, so long that only one of them fits.
async fn two_for_one_place() -> (Chat, Summary, Summary) {
    let chat = Chat::open_with(Settings { context_max_tokens: 2_000, ..with_days() }).await;
    chat.fill(20).await;
    chat.maintain().await;
    let of = |name: &str| format!("{name} {}", "they talk about moving to Lviv in May ".repeat(45));
    for summary in chat.in_force().await {
        let name = if summary.kind == SummaryKind::Long { "LONG" } else { "RECENT" };
        chat.session.edit_summary(chat.id, summary.id, &of(name)).await.unwrap();
    }
    let in_force = chat.in_force().await;
    let find = |kind| in_force.iter().find(|summary| summary.kind == kind).cloned().unwrap();
    (chat, find(SummaryKind::Long), find(SummaryKind::Recent))
}

async fn sent(chat: &Chat) -> (bool, bool) {
    let request = chat.request().await;
    (request.contains("LONG they"), request.contains("RECENT they"))
}

#[tokio::test]
async fn of_two_summaries_the_one_with_the_higher_priority_is_sent_and_that_can_be_taken_back() {
    let (chat, long, recent) = two_for_one_place().await;
    assert_eq!(sent(&chat).await, (false, true), "among equals the recent one stays");
    let before = chat.stored().await;
    let higher = SummaryChange { priority: Some(90), ..SummaryChange::default() };
    let changed = chat.session.change_summary(chat.id, long.id, &higher).await.unwrap();
    assert_eq!(changed, Summary { priority: 90, ..long.clone() }, "it stays the same summary");
    assert_eq!(sent(&chat).await, (true, false));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Summary));
    assert_eq!((sent(&chat).await, chat.stored().await), ((false, true), before));

    let lower = SummaryChange { priority: Some(0), text: Some("RECENT they stay.") };
    let both = chat.session.change_summary(chat.id, recent.id, &lower).await.unwrap();
    assert_eq!((both.priority, both.text.as_str(), both.edited_at.is_some()), (0, "RECENT they stay.", true));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Summary));
    let refused = SummaryChange { priority: Some(101), ..SummaryChange::default() };
    let refused = chat.session.change_summary(chat.id, long.id, &refused).await.unwrap_err();
    assert_eq!(refused.to_string(), "priority must be between 0 and 100; 101 is not.");
}

#[tokio::test]
async fn new_summaries_have_the_priority_of_the_settings_and_one_made_again_keeps_its_own() {
    let mut settings = Settings { immediate_messages: Some(10), ..with_days() };
    settings.compression.priority = 70;
    settings.summaries.priority = 20;
    let chat = Chat::open_with(settings).await;
    chat.fill(30).await;
    chat.maintain().await;
    let priorities = async || {
        let mut found: Vec<_> = chat.in_force().await.iter().map(|summary| (summary.kind, summary.priority)).collect();
        found.sort_by_key(|(kind, _)| format!("{kind:?}"));
        found
    };
    let [compressed, long, recent] = [SummaryKind::Compressed, SummaryKind::Long, SummaryKind::Recent];
    assert_eq!(priorities().await, [(compressed, 70), (long, 20), (recent, 20)]);
    for summary in chat.in_force().await {
        let change = SummaryChange { priority: Some(95), ..SummaryChange::default() };
        chat.session.change_summary(chat.id, summary.id, &change).await.unwrap();
        let made = rebuild(&chat, summary.id).await;
        assert!(matches!(made, Outcome::Made(_)), "{made:?}");
    }
    assert_eq!(priorities().await, [(compressed, 95), (long, 95), (recent, 95)]);
}

#[tokio::test]
async fn a_better_model_and_a_merge_keep_what_is_valued() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(30).await;
    chat.session.compress_without_model(chat.id).await.unwrap();
    let extract = chat.in_force().await.remove(0);
    let change = SummaryChange { priority: Some(80), ..SummaryChange::default() };
    chat.session.change_summary(chat.id, extract.id, &change).await.unwrap();
    chat.maintain().await;
    let better = chat.in_force().await.remove(0);
    assert_eq!((better.maker, better.priority), (Maker::Model("gpt-4o-scripted".to_owned()), 80));
}
