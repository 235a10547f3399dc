//! Background work asks before it sends something unexpected, and a conversation that is only read starts nothing. The
//! requests are counted.

use crate::common::{Chat, idle::now, provider};
use ricordo_core::{
    consent::{Answer, Asking, Question},
    host::Host,
    id::ConversationId,
    maintenance::Job,
    provider::Provider,
    session::{MaintainControl, MaintainEnd, MaintainEvent, Outcome, Session},
    settings::{CompressionSettings, Scope, Settings},
    statistics::Price,
    testing::Step,
};
use std::rc::Rc;

const HOUR: i64 = 3_600_000;

fn on_limit() -> Settings {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    Settings {
        context_max_tokens: 4_000,
        immediate_messages: Some(10),
        model_titles: false,
        compression,
        ..Settings::default()
    }
}

fn asking(open: ConversationId, active: &[ConversationId]) -> MaintainControl {
    let asking = Asking { active: Some(active.to_vec()), open: Some(open) };
    MaintainControl { asking: Some(asking), ..MaintainControl::default() }
}

fn questions(events: Vec<MaintainEvent>) -> Vec<Question> {
    let asks = events.into_iter().filter_map(|event| match event {
        MaintainEvent::Asks(question) => Some(*question),
        _ => None,
    });
    asks.collect()
}

/// A conversation whose replies all came from the connection.
async fn sent_here(settings: Settings, turns: u32) -> Chat {
    let chat = Chat::open_with(settings).await;
    for n in 0..turns {
        chat.say(&format!("Turn {n}: Anna and Boris talk about moving to Lviv in May, and about what it costs.")).await;
    }
    chat
}

/// The number of requests that maintenance sent, and the questions it asked.
async fn sent(chat: &Chat, provider: &Provider, control: &MaintainControl) -> (usize, Vec<Question>) {
    let before = chat.model.requests().len();
    let (_, events) = chat.maintain_with(provider, control).await;
    let found = events.iter().filter(|event| matches!(event, MaintainEvent::Sent(_))).count();
    let sent = chat.model.requests().len() - before;
    assert_eq!(found, sent, "each request is told");
    (sent, questions(events))
}

#[tokio::test]
async fn what_was_imported_is_asked_for_once_with_its_size_and_sent_when_it_is_allowed() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(500).await;
    let (opened, used) = (asking(chat.id, &[]), asking(chat.id, &[chat.id]));
    let mut planned = None;
    for control in [&opened, &used, &used] {
        let (sent, asked) = sent(&chat, &provider(), control).await;
        assert_eq!(sent, 0, "nothing is sent before the answer");
        let [question] = &asked[..] else { panic!("it asks once in a run: {asked:?}") };
        assert_eq!((question.job, question.conversation), (Job::Compression(chat.id), chat.id));
        assert!((400..500).contains(&question.messages), "{question:?}");
        assert!((8_000..20_000).contains(&question.tokens) && question.is_new_there, "{question:?}");
        assert_eq!((question.address.as_str(), question.cost), ("http://127.0.0.1:1/v1", None));
        planned = Some(question.tokens);
    }
    chat.session.answer_consent(chat.id, &provider().base_url, Answer::Allowed).await.unwrap();
    let (sent_now, asked) = sent(&chat, &provider(), &used).await;
    assert!(sent_now > 2 && asked.is_empty(), "{sent_now} {asked:?}");
    assert_eq!(chat.in_force().await.len(), 1);
    let days = chat.session.statistics().await.unwrap();
    let paid: u64 = days.iter().filter(|day| day.background).map(|day| day.prompt_tokens).sum();
    let planned = planned.expect("it was asked");
    assert!(paid <= planned && planned < paid * 3 / 2, "it asked about {planned} tokens, and sent {paid}");
    chat.fill(40).await;
    let (later, asked) = sent(&chat, &provider(), &used).await;
    assert!(later > 0 && asked.is_empty(), "it is asked once for a conversation");
}

#[tokio::test]
async fn an_answer_holds_for_its_conversation_and_its_connection() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(200).await;
    let used = asking(chat.id, &[chat.id]);
    chat.session.answer_consent(chat.id, &provider().base_url, Answer::NotNow).await.unwrap();
    assert_eq!(sent(&chat, &provider(), &used).await, (0, Vec::new()), "not now");
    chat.host.advance(25 * HOUR);
    assert_eq!(sent(&chat, &provider(), &used).await.1.len(), 1, "a day later");
    chat.session.answer_consent(chat.id, &provider().base_url, Answer::Never).await.unwrap();
    chat.host.advance(1_000 * HOUR);
    assert_eq!(sent(&chat, &provider(), &used).await, (0, Vec::new()), "never here");

    let elsewhere = Provider { base_url: "http://127.0.0.1:2/v1".to_owned(), ..provider() };
    let (none, asked) = sent(&chat, &elsewhere, &used).await;
    assert_eq!((none, asked.len()), (0, 1), "another server is another question");
    assert_eq!(asked[0].address, elsewhere.base_url);

    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.fill_in(other, 200).await;
    let (none, asked) = sent(&chat, &provider(), &asking(other, &[other])).await;
    assert_eq!((none, asked.len()), (0, 1), "another conversation is another question");
    let outcome = chat.session.compress(&chat.model, &provider(), chat.id, &used, &|_| ()).await.unwrap();
    assert!(matches!(outcome, Outcome::Made(_)), "a command is an answer: {outcome:?}");
}

#[tokio::test]
async fn what_is_only_read_starts_nothing_and_what_was_said_here_is_summed_up_unasked() {
    let chat = sent_here(on_limit(), 40).await;
    let read = asking(chat.id, &[]);
    assert_eq!(sent(&chat, &provider(), &read).await, (0, Vec::new()), "opened and read");
    let (sent_now, asked) = sent(&chat, &provider(), &asking(chat.id, &[chat.id])).await;
    assert!(sent_now > 0 && asked.is_empty(), "{sent_now} {asked:?}");
    assert_eq!(chat.in_force().await.len(), 1);
}

#[tokio::test]
async fn what_was_said_to_another_provider_is_asked_for() {
    let chat = sent_here(on_limit(), 40).await;
    let other = Provider { base_url: "https://api.example.com/v1".to_owned(), ..provider() };
    let (none, asked) = sent(&chat, &other, &asking(chat.id, &[chat.id])).await;
    assert_eq!((none, asked.len()), (0, 1));
    assert!(asked[0].is_new_there && asked[0].tokens < 8_000, "{asked:?}");
}

#[tokio::test]
async fn what_is_much_or_costs_something_is_asked_for_although_it_was_said_here() {
    let price =
        Price { model: "gpt-4o-script".to_owned(), prompt: 3_000_000, cached: 0, completion: 15_000_000, exact: false };
    let small = Settings { ask_above_tokens: 1_000, ..on_limit() };
    let paid = Settings { prices: vec![price], ..on_limit() };
    for (settings, costs) in [(small, false), (paid, true)] {
        let chat = sent_here(settings, 40).await;
        let (none, asked) = sent(&chat, &provider(), &asking(chat.id, &[chat.id])).await;
        let [question] = &asked[..] else { panic!("{asked:?}") };
        assert_eq!((none, question.is_new_there, question.cost.is_some()), (0, false, costs), "{question:?}");
        chat.session.answer_consent(chat.id, &provider().base_url, Answer::Allowed).await.unwrap();
        assert!(sent(&chat, &provider(), &asking(chat.id, &[chat.id])).await.0 > 0);
    }
}

#[tokio::test]
async fn what_was_allowed_and_half_done_goes_on_after_a_reload() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(500).await;
    chat.session.answer_consent(chat.id, &provider().base_url, Answer::Allowed).await.unwrap();
    let control = MaintainControl { max_requests: 2, ..asking(chat.id, &[chat.id]) };
    assert_eq!(chat.maintain_with(&provider(), &control).await.0, MaintainEnd::Preempted);
    let (sent, _) = sent(&chat, &provider(), &asking(chat.id, &[])).await;
    assert!(sent > 0 && chat.in_force().await.len() == 1, "{sent}");
}

#[tokio::test]
async fn facts_are_looked_for_in_imported_text_only_when_it_is_allowed() {
    let mut settings = Settings { model_titles: false, ..Settings::default() };
    settings.memories.extract = true;
    settings.compression.enable_on_limit = false;
    let chat = Chat::open_with(settings).await;
    chat.fill(60).await;
    let without_tools = Provider { has_tools: false, ..provider() };
    let used = asking(chat.id, &[chat.id]);
    let (none, asked) = sent(&chat, &without_tools, &used).await;
    assert_eq!((none, asked.len()), (0, 1), "{asked:?}");
    assert_eq!((asked[0].job, asked[0].messages), (Job::Extraction(chat.id), 60));
    chat.session.answer_consent(chat.id, &without_tools.base_url, Answer::Allowed).await.unwrap();
    assert!(sent(&chat, &without_tools, &used).await.0 > 0);
}

#[tokio::test]
async fn the_summaries_of_days_leave_out_what_is_never_to_be_sent_and_ask_for_the_rest() {
    let mut settings = Settings { model_titles: false, ..Settings::default() };
    settings.compression.enable_on_limit = false;
    settings.summaries.enabled = true;
    let chat = sent_here(settings, 12).await;
    let private = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.fill_in(private, 12).await;
    chat.session.answer_consent(private, &provider().base_url, Answer::Never).await.unwrap();
    let turns = chat.model.requests().len();
    let (sent_now, _) = sent(&chat, &provider(), &asking(chat.id, &[chat.id, private])).await;
    assert!(sent_now > 0, "what was said here is summed up");
    let prompts = chat.prompts().split_off(turns).concat();
    assert!(prompts.contains("Turn 3:") && !prompts.contains("Message 0003"), "{prompts}");
    assert!(chat.host.now().at.0 > 0);
}

/// The daily summaries of several conversations are on, and nothing else.
fn shared_days() -> Settings {
    let mut settings = Settings { model_titles: false, ..Settings::default() };
    settings.compression.enable_on_limit = false;
    (settings.summaries.enabled, settings.summaries.scope) = (true, Scope::All);
    settings
}

/// A conversation that was imported, and a later one that was sent here, which is open.
async fn beside_an_imported_one() -> (Chat, ConversationId) {
    let mut chat = Chat::open_with(shared_days()).await;
    let imported = chat.id;
    chat.fill(12).await;
    chat.host.advance(HOUR);
    chat.id = chat.session.new_conversation().await.unwrap().conversation.id;
    for n in 0..12 {
        chat.say(&format!("Turn {n}: Anna and Boris talk about moving to Odesa in May, and about what it costs."))
            .await;
    }
    (chat, imported)
}

/// Sends something, so that summaries are due again.
async fn days_later(chat: &Chat) {
    chat.host.advance(3 * 24 * HOUR);
    chat.say("Turn 12: Anna and Boris talk about the garden in Odesa, and about what grows there in May.").await;
}

#[tokio::test]
async fn an_answer_in_one_conversation_lets_a_shared_summary_send_no_other() {
    let (chat, imported) = beside_an_imported_one().await;
    let address = provider().base_url;
    chat.session.answer_consent(chat.id, &address, Answer::Allowed).await.unwrap();
    let turns = chat.model.requests().len();
    let (sent_now, asked) = sent(&chat, &provider(), &asking(chat.id, &[chat.id])).await;
    assert!(sent_now > 0 && asked.is_empty(), "{sent_now} {asked:?}");
    let prompts = chat.prompts().split_off(turns).concat();
    assert!(prompts.contains("Turn 3:") && !prompts.contains("Message 0003"), "{prompts}");

    // It is asked where it is open, about its own messages.
    days_later(&chat).await;
    let (_, asked) = sent(&chat, &provider(), &asking(imported, &[chat.id])).await;
    let [question] = &asked[..] else { panic!("it asks once in a run: {asked:?}") };
    assert_eq!((question.conversation, question.messages, question.is_new_there), (imported, 12, true));
    assert!(!chat.prompts().concat().contains("Message 0003"));

    days_later(&chat).await;
    chat.session.answer_consent(imported, &address, Answer::NotNow).await.unwrap();
    let (sent_now, asked) = sent(&chat, &provider(), &asking(imported, &[chat.id])).await;
    assert!(sent_now > 0 && asked.is_empty(), "{sent_now} {asked:?}");
    assert!(!chat.prompts().concat().contains("Message 0003"), "not now");

    chat.session.answer_consent(imported, &address, Answer::Allowed).await.unwrap();
    for _ in 0..3 {
        days_later(&chat).await;
    }
    let (_, asked) = sent(&chat, &provider(), &asking(chat.id, &[chat.id])).await;
    assert!(asked.is_empty(), "{asked:?}");
    assert!(chat.prompts().concat().contains("Message 0003"));
}

#[tokio::test]
async fn shared_summaries_begin_where_an_older_conversation_is_used() {
    let mut chat = sent_here(shared_days(), 12).await;
    let older = chat.id;
    chat.host.advance(HOUR);
    chat.id = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.say("Anna and Boris talk about the garden in Odesa, and about what grows there in May.").await;
    let (sent_now, asked) = sent(&chat, &provider(), &asking(older, &[older])).await;
    assert!(sent_now > 0 && asked.is_empty(), "{sent_now} {asked:?}");
}

#[tokio::test]
async fn work_stops_when_its_consent_is_revoked_or_its_conversation_deleted() {
    for deletes in [false, true] {
        let chat = Chat::open_with(on_limit()).await;
        chat.fill(500).await;
        let (id, address) = (chat.id, provider().base_url);
        chat.session.answer_consent(id, &address, Answer::Allowed).await.unwrap();
        let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
        let step = move || match deletes {
            true => now(tab.delete_conversation(id, id)).unwrap(),
            false => now(tab.forget_consent(id, &address)).unwrap(),
        };
        chat.model.then(vec![Step::Do(Rc::new(step)), Step::text("They plan to move to Lviv in May.")]);
        let (sent_now, asked) = sent(&chat, &provider(), &asking(id, &[id])).await;
        assert_eq!((sent_now, asked), (1, Vec::new()), "deletes: {deletes}");
        let (sent_now, asked) = sent(&chat, &provider(), &asking(id, &[id])).await;
        assert_eq!((sent_now, asked.len()), (0, usize::from(!deletes)));
    }
}

#[tokio::test]
async fn a_conversation_that_is_erased_while_another_is_compressed_stops_no_work() {
    let mut chat = Chat::open_with(Settings { max_storage: Some(400), ..on_limit() }).await;
    let mut made = [chat.id; 3];
    for id in &mut made {
        chat.host.advance(HOUR);
        *id = chat.session.new_conversation().await.unwrap().conversation.id;
        chat.fill_in(*id, 200).await;
        chat.session.answer_consent(*id, &provider().base_url, Answer::Allowed).await.unwrap();
    }
    let [first, erased, last] = made;
    let tab = Session::new(chat.session.store().second_handle(), chat.host.clone());
    let erases = Step::Do(Rc::new(move || now(tab.erase_conversation(erased)).unwrap()));
    chat.model.then(vec![erases, Step::text("They plan to move to Lviv in May.")]);
    let (end, _) = chat.maintain_with(&provider(), &asking(last, &[first, last])).await;
    assert_eq!(end, MaintainEnd::Done);
    for id in [last, first] {
        chat.id = id;
        assert!(!chat.in_force().await.is_empty(), "what follows is compressed, too");
    }
}

#[tokio::test]
async fn a_command_is_an_answer_in_its_own_conversation_alone() {
    for scope in [Scope::Conversation, Scope::All] {
        let (chat, imported) = beside_an_imported_one().await;
        let mut settings = shared_days();
        settings.summaries.scope = scope;
        chat.session.save_settings(&settings).await.unwrap();
        for id in [chat.id, imported] {
            chat.session.answer_consent(id, &provider().base_url, Answer::Never).await.unwrap();
        }
        let control = MaintainControl::default();
        let made = chat.session.summarize_now(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap();
        let Outcome::Made(summary) = made else { panic!("{made:?}") };
        assert!(!chat.prompts().concat().contains("Message 0003"), "never here");
        let place = (chat.id, summary.id);
        let made = chat.session.rebuild_summary(&chat.model, &provider(), place, &control, &|_| ()).await.unwrap();
        assert!(matches!(made, Outcome::Made(_)), "{made:?}");
        assert!(!chat.prompts().concat().contains("Message 0003"), "never here");
    }
}
