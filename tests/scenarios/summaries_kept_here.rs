//! A shared summary of a conversation that stays on this computer: no provider elsewhere gets it.

use crate::{
    common::{Chat, provider, texts},
    meanwhile::Setup,
    recalling::{Recalling, choose, new, preview_with, put, recalled, set},
    tool_turns::{asks, call},
};
use ricordo_core::{
    change::Change,
    compile::{Compiled, LayerKind, Omitted, OmittedReason},
    conversation::Conversation,
    id::ConversationId,
    manifest::SourceId,
    project::ProjectText,
    provider::Provider,
    record::{Kind, Record},
    session::{MaintainControl, ModelCall, NotMade, Outcome, RecallQuery, Sources},
    settings::{Scope, Settings, SummarySettings},
    store::Store,
    summary::{Coverage, Summary, SummaryKind, next::Awaits},
    testing::sample,
    time::DAY_MS,
};

/// In the summary alone.
const TOLD: &str = "Oksana keeps seven hedgehogs.";
const QUESTION: &str = "How many hedgehogs does Oksana keep?";

/// On this computer.
fn here() -> Provider {
    Provider { base_url: "http://127.0.0.1:11434".to_owned(), ..provider() }
}

fn far(number: u32) -> Provider {
    let base_url = format!("https://{number}.example.org/v1");
    Provider { id: sample::provider(number).id, base_url, ..provider() }
}

/// One conversation that stays on this computer and one that does not, with a summary of the first that all share.
async fn two() -> (Recalling, ConversationId, Summary) {
    let chat = crate::recalling::open().await;
    for known in [here(), far(2), far(3)] {
        chat.session.save_provider(&known).await.unwrap();
    }
    let summaries = SummarySettings { enabled: true, scope: Scope::All, ..SummarySettings::default() };
    let settings = Settings { provider: Some(here().id), summaries, ..Settings::default() };
    chat.session.save_settings(&settings).await.unwrap();
    let stored = put(&chat, chat.id, &["My sister has animals.", "Does she?"]).await;
    let other = new(&chat).await;
    choose(&chat, other, &far(2)).await;
    let first = &stored[0];
    let summary = Summary {
        kind: SummaryKind::Recent,
        text: TOLD.to_owned(),
        coverage: vec![Coverage { conversation: chat.id, branch: first.branch, from: 0, to: 2 }],
        project: None,
        sources: Vec::new(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        ..sample::summary(None, 1)
    };
    chat.session.store().apply(vec![Change::Put(Record::Summary(summary.clone()))]).await.unwrap();
    (chat, other, summary)
}

fn left_out(compiled: &Compiled) -> Vec<&Omitted> {
    compiled.omitted.iter().filter(|one| one.layer == LayerKind::Summaries).collect()
}

/// Whether the text of the summary is anywhere in a request.
async fn sends(chat: &Recalling, id: ConversationId, to: &Provider) -> bool {
    let compiled = preview_with(chat, id, QUESTION, to).await;
    serde_json::to_string(&compiled.request).unwrap().contains(TOLD)
}

#[tokio::test]
async fn a_provider_elsewhere_gets_it_neither_whole_nor_recalled_and_the_inspector_says_why() {
    let (chat, other, summary) = two().await;
    let compiled = preview_with(&chat, other, QUESTION, &far(2)).await;
    assert!(!serde_json::to_string(&compiled.request).unwrap().contains(TOLD));
    let expected = Omitted {
        layer: LayerKind::Summaries,
        reason: OmittedReason::StaysHere,
        messages: 0,
        tokens: summary.tokens.into(),
        sources: vec![SourceId::Summary(summary.id)],
    };
    assert_eq!(left_out(&compiled), [&expected]);
    // A turn sends what the preview shows, and what was left out of it is known afterwards.
    let provider = far(2);
    let reply = chat.session.send(&ModelCall::new(&chat.model, &provider), other, QUESTION).await.unwrap().reply;
    assert!(!serde_json::to_string(&chat.last_request()).unwrap().contains(TOLD));
    let past = chat.session.past_request(reply.id).await.unwrap().unwrap();
    assert!(past.manifest.omitted.contains(&expected), "{:?}", past.manifest.omitted);
    // The same with a text that is answered again, and for a program.
    chat.session.regenerate(&ModelCall::new(&chat.model, &provider), other, reply.id).await.unwrap();
    assert!(!serde_json::to_string(&chat.last_request()).unwrap().contains(TOLD));
    let query = RecallQuery { text: QUESTION, most: None, finds_held: true, sources: Sources::Everything };
    let found = chat.session.recall_query(other, query, &provider).await.unwrap();
    assert!(!found.is_empty() && !format!("{found:?}").contains(TOLD), "{found:?}");
    let found = chat.session.recall_query(other, query, &here()).await.unwrap();
    assert!(format!("{found:?}").contains(TOLD), "{found:?}");
    // One on this computer gets it, and so does the conversation that it is about.
    assert!(sends(&chat, other, &here()).await && sends(&chat, chat.id, &far(2)).await);
}

#[tokio::test]
async fn where_summaries_are_off_it_is_not_recalled_either() {
    let (chat, other, _) = two().await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.summaries.enabled = false;
    chat.session.save_settings(&settings).await.unwrap();
    assert!(recalled(&preview_with(&chat, other, QUESTION, &here()).await).contains(TOLD));
    assert!(!sends(&chat, other, &far(2)).await);
}

#[tokio::test]
async fn it_is_sent_where_every_conversation_that_it_covers_may_be_read() {
    let (chat, other, summary) = two().await;
    // One that a provider elsewhere answers may be read by another one elsewhere, as recalled messages are.
    choose(&chat, chat.id, &far(3)).await;
    assert!(sends(&chat, other, &far(2)).await);
    // One of two is enough to keep it here.
    let third = new(&chat).await;
    let branch = chat.session.open(third, 1).await.unwrap().conversation.active_branch;
    let covered = Coverage { conversation: third, branch, from: 0, to: 2 };
    let coverage = summary.coverage.iter().copied().chain([covered]).collect();
    let both = Summary { coverage, ..summary };
    chat.session.store().apply(vec![Change::Put(Record::Summary(both))]).await.unwrap();
    assert!(!sends(&chat, other, &far(2)).await);
    choose(&chat, third, &far(2)).await;
    assert!(sends(&chat, other, &far(2)).await);
    // A connection that is gone may have been on this computer.
    chat.session.delete_provider(far(3).id, other).await.unwrap();
    assert!(!sends(&chat, other, &far(2)).await);
}

#[tokio::test]
async fn the_connection_of_a_project_decides_where_the_conversation_names_none() {
    let (chat, other, summary) = two().await;
    let of = |provider: &Provider| {
        let (name, provider) = ("Rome".to_owned(), Some(provider.id));
        ProjectText { name, provider, ..ProjectText::default() }
    };
    let rome = chat.session.create_project(of(&here())).await.unwrap().id;
    for id in [chat.id, other] {
        let conversation = chat.session.open(id, 1).await.unwrap().conversation;
        let inside = Conversation { project: Some(rome), ..conversation };
        chat.session.store().apply(vec![Change::Put(Record::Conversation(inside))]).await.unwrap();
    }
    let of_rome = Summary { project: Some(rome), ..summary };
    chat.session.store().apply(vec![Change::Put(Record::Summary(of_rome))]).await.unwrap();
    assert!(!sends(&chat, other, &far(2)).await);
    chat.session.update_project(rome, of(&far(3)), other).await.unwrap();
    assert!(sends(&chat, other, &far(2)).await);
    // A conversation that was deleted still stays where it was.
    chat.session.update_project(rome, of(&here()), other).await.unwrap();
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert!(!sends(&chat, other, &far(2)).await);
}

#[tokio::test]
async fn only_the_records_of_the_covered_conversations_are_read_for_that() {
    let (chat, other, _) = two().await;
    set(&chat, |recall| recall.enabled = false).await;
    let read = async |to: &Provider| {
        chat.session.store().take_read();
        preview_with(&chat, other, QUESTION, to).await;
        let read = chat.session.store().take_read().into_iter();
        read.filter(|(_, of)| of.is_some_and(|of| of != other)).collect::<Vec<_>>()
    };
    assert_eq!(read(&here()).await, []);
    assert_eq!(read(&far(2)).await, [(Kind::Conversation, Some(chat.id))]);
}

/// A conversation that stays on this computer and one that does not, each with enough to be summarized. The second is newer by
/// some days.
async fn with_two_providers() -> (Chat, ConversationId) {
    let summaries = SummarySettings { enabled: true, scope: Scope::All, ..SummarySettings::default() };
    let settings = Settings { provider: Some(here().id), summaries, ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    for known in [here(), far(2)] {
        chat.session.save_provider(&known).await.unwrap();
    }
    chat.fill(10).await;
    make(&chat, &here(), ["Recent: hedgehogs in the garden.", "Long: hedgehogs in the garden."]).await;
    chat.host.advance(2 * DAY_MS);
    let other = chat.session.new_conversation().await.unwrap().conversation;
    let id = other.id;
    let other = Conversation { provider: Some(far(2).id), ..other };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(other))]).await.unwrap();
    for n in 0..10 {
        chat.put(id, &format!("Line {n} about a flat in Odesa, about what it costs, and about who lives there.")).await;
    }
    (chat, id)
}

/// Background work of a provider, which makes a summary of each text.
async fn make<const N: usize>(chat: &Chat, by: &Provider, texts: [&str; N]) {
    let before = chat.model.requests().len();
    for text in texts {
        chat.model.then_say(text);
    }
    chat.maintain_with(by, &MaintainControl::default()).await;
    assert_eq!(chat.model.requests().len() - before, N);
}

#[tokio::test]
async fn background_work_elsewhere_makes_its_summaries_without_it() {
    let (chat, _) = with_two_providers().await;
    make(&chat, &far(2), ["Recent: a flat in Odesa.", "Long: a flat in Odesa."]).await;
    let prompts = chat.prompts().split_off(2);
    assert!(prompts.iter().any(|prompt| prompt.contains("Odesa")), "{prompts:?}");
    let is_here = |prompt: &String| prompt.contains("hedgehogs") || prompt.contains("Lviv");
    assert!(!prompts.iter().any(is_here), "{prompts:?}");
}

#[tokio::test]
async fn what_each_provider_summarizes_is_replaced_by_its_next_and_not_by_those_of_the_other() {
    let (chat, other) = with_two_providers().await;
    make(&chat, &far(2), ["Recent: a flat in Odesa.", "Long: a flat in Odesa."]).await;
    let texts = async || {
        let mut texts: Vec<String> = chat.in_force().await.into_iter().map(|summary| summary.text).collect();
        texts.sort();
        texts
    };
    let [hedgehogs, flat] = ["hedgehogs in the garden.", "a flat in Odesa."];
    let all = |recent: &str| {
        let mut all =
            vec![format!("Long: {flat}"), format!("Long: {hedgehogs}"), format!("Recent: {flat}"), recent.to_owned()];
        all.sort();
        all
    };
    assert_eq!(texts().await, all(&format!("Recent: {hedgehogs}")));
    let next_at = async |id| match chat.session.ahead(id).await.unwrap().days[0].awaits {
        Awaits::Moment(at) => at.0 / DAY_MS,
        other => panic!("{other:?}"),
    };
    assert_eq!(next_at(other).await - next_at(chat.id).await, 2, "each is counted from its own");
    // A day later those of this computer are three days old, those of the other provider one.
    chat.host.advance(DAY_MS);
    for id in [chat.id, other] {
        chat.put(id, "One more sentence about what is going on, and about what it will cost.").await;
    }
    make(&chat, &far(2), []).await;
    make(&chat, &here(), ["Recent: eight hedgehogs."]).await;
    assert_eq!(texts().await, all("Recent: eight hedgehogs."));
    // Whoever answers on this computer is told all, and the other one what it has read itself.
    let sent = |compiled: &Compiled| {
        let request = serde_json::to_string(&compiled.request).unwrap();
        [request.contains("eight hedgehogs"), request.contains(flat)]
    };
    let compiled = async |id, provider: &Provider| chat.session.preview(id, "And now?", provider).await.unwrap();
    assert_eq!(sent(&compiled(chat.id, &here()).await), [true, true]);
    assert_eq!(sent(&compiled(other, &far(2)).await), [false, true]);
}

#[tokio::test]
async fn who_asks_for_it_from_another_conversation_sends_nothing_of_it_to_the_provider_of_that() {
    let (chat, other) = with_two_providers().await;
    chat.fill(30).await;
    let asked = chat.model.requests().len();
    chat.model.then_say("They plan to move to Lviv.");
    let control = MaintainControl::default();
    let made = chat.session.compress(&chat.model, &here(), chat.id, &control, &|_| ()).await.unwrap();
    let Outcome::Made(summary) = made else { panic!("{made:?}") };
    assert_eq!(chat.model.requests().len(), asked + 1);
    let again = async |by: &Provider| {
        let place = (other, summary.id);
        chat.session.rebuild_summary(&chat.model, by, place, &control, &|_| ()).await.unwrap()
    };
    assert_eq!(again(&far(2)).await, Outcome::NotMade(NotMade::NoMessages));
    assert_eq!(chat.model.requests().len(), asked + 1, "nothing was sent");
    let reader = async |open, id, answers: &Provider| {
        chat.session.reader_of_summary((open, id), answers).await.unwrap().provider.base_url
    };
    assert_eq!(reader(other, summary.id, &far(2)).await, here().base_url);
    assert_eq!(reader(chat.id, summary.id, &far(3)).await, far(3).base_url, "it is the open one");
    chat.model.then_say("They plan to move to Lviv in May.");
    assert!(matches!(again(&here()).await, Outcome::Made(_)));
    // So are summaries of several conversations.
    for shared in chat.in_force().await.into_iter().filter(|one| one.conversation.is_none()) {
        assert_eq!(reader(other, shared.id, &far(2)).await, here().base_url);
    }
}

/// A shared summary goes where all the conversations that it covers may go, in the project of the move as well.
#[tokio::test]
async fn a_summary_that_stays_on_this_computer_stays_there_after_a_move_while_tools_are_called() {
    let setup = Setup::open().await;
    let (chat, tab) = (&setup.chat, &setup.tab);
    let (here, far) = (here(), far(2));
    for known in [&here, &far] {
        tab.save_provider(known).await.unwrap();
    }
    let summaries = SummarySettings { enabled: true, scope: Scope::All, ..SummarySettings::default() };
    tab.save_settings(&Settings { provider: Some(here.id), summaries, ..Settings::default() }).await.unwrap();
    let local = tab.new_conversation().await.unwrap().conversation;
    tab.move_conversation(local.id, Some(setup.oslo), local.id).await.unwrap();
    let coverage = vec![Coverage { conversation: local.id, branch: local.active_branch, from: 0, to: 2 }];
    let summary = Summary {
        kind: SummaryKind::Recent,
        project: Some(setup.oslo),
        text: TOLD.to_owned(),
        coverage,
        sources: Vec::new(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        ..sample::summary(None, 1)
    };
    tab.store().apply(vec![Change::Put(Record::Summary(summary))]).await.unwrap();
    for (provider, is_sent) in [(&here, true), (&far, false)] {
        tab.move_conversation(chat.id, None, chat.id).await.unwrap();
        chat.model.then(vec![call(0, "list_tasks", "{}"), asks()]);
        setup.moves_to_oslo(1);
        chat.session.send(&ModelCall::new(&chat.model, provider), chat.id, "Hello").await.unwrap();
        assert!(setup.is_sent_in("Oslo"));
        assert_eq!(texts(&chat.last_request()).join("\n").contains(TOLD), is_sent);
    }
}
