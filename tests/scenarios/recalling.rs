//! Recall: what was said long ago, or elsewhere, is sent with a message that it answers; what the user took back is not.

use crate::common::{Chat, provider};
use proptest::prelude::*;
use ricordo_core::{
    change::Change,
    compile::{Compiled, LayerKind, Warning},
    conversation::Conversation,
    id::{ConversationId, MessageId},
    index_part::IndexPart,
    inspect::Inspected,
    manifest::SourceId,
    mark::MarkKind,
    memory_store::MemoryStore,
    message::{Finish, Message, Role, text_of},
    model::ChatEvent,
    provider::Provider,
    recalled::{RecallKind, RecallLevel},
    record::{Kind, Record, RecordKey},
    search::{Searchable, SharedIndex},
    session::{MaintainControl, ModelCall, NewMessage, Session},
    settings::RecallSettings,
    store::Store,
    testing::{CountingStore, conformance::dump, counting_store::RowRead, scripted_model::Step},
    undo::UndoneCommand,
};
use std::cell::RefCell;

type Counted = CountingStore<MemoryStore>;
type Recalling = Chat<Searchable<Counted>>;

const DAY: i64 = 24 * 60 * 60 * 1_000;
/// Said once, and nowhere else.
const FACT: &str = "My sister Oksana keeps seven hedgehogs in her garden.";
const QUESTION: &str = "How many hedgehogs does Oksana keep?";

async fn open() -> Recalling {
    Chat::open_on(Searchable::new(Counted::default(), SharedIndex::default())).await
}

/// Another page on the same data, with nothing in memory.
fn page_on(chat: &Recalling) -> Recalling {
    let store = Searchable::new((**chat.session.store()).clone(), SharedIndex::default());
    let (host, model) = (chat.host.clone(), chat.model.clone());
    Chat { session: Session::new(store, host.clone()), model, host, id: chat.id, events: RefCell::default() }
}

async fn set(chat: &Recalling, change: impl FnOnce(&mut RecallSettings)) {
    let mut settings = chat.session.settings().await.unwrap();
    change(&mut settings.recall);
    chat.session.save_settings(&settings).await.unwrap();
}

/// Adds messages, alternately of the user and the model, and lets a minute pass.
async fn put(chat: &Recalling, id: ConversationId, texts: &[&str]) -> Vec<Message> {
    let roles = [Role::User, Role::Assistant].into_iter().cycle();
    let new: Vec<NewMessage> = roles.zip(texts).map(|(role, text)| NewMessage::text(role, *text)).collect();
    chat.host.advance(60_000);
    chat.session.append(id, &new, Vec::new()).await.unwrap()
}

/// So many messages about nothing that anybody asks for.
async fn chatter(chat: &Recalling, id: ConversationId, messages: usize) {
    let texts: Vec<String> =
        (0..messages).map(|n| format!("Message {n}: the weather in Lviv stays as it was.")).collect();
    put(chat, id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
}

async fn new(chat: &Recalling) -> ConversationId {
    let id = chat.session.new_conversation().await.unwrap().conversation.id;
    put(chat, id, &["Hello there.", "Good morning."]).await;
    id
}

async fn preview_with(chat: &Recalling, id: ConversationId, text: &str, provider: &Provider) -> Compiled {
    chat.session.preview(id, text, provider).await.unwrap()
}

async fn preview(chat: &Recalling, id: ConversationId, text: &str) -> Compiled {
    preview_with(chat, id, text, &provider()).await
}

/// The text of the recall layer.
fn recalled(compiled: &Compiled) -> String {
    let layer = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Recall);
    let messages = layer.map_or(&[][..], |layer| &compiled.request.messages[layer.from..layer.to]);
    messages.iter().map(|message| text_of(&message.parts)).collect::<Vec<_>>().join("\n")
}

async fn maintain(chat: &Recalling) {
    chat.session.maintain(&chat.model, &provider(), &MaintainControl::default(), &|_| ()).await.unwrap();
}

fn messages_read(read: &[RowRead]) -> usize {
    read.iter().filter(|(kind, _)| *kind == Kind::Message).count()
}

#[tokio::test]
async fn what_was_said_five_hundred_messages_ago_is_sent_with_a_question_about_it() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["Listen.", "I do.", FACT, "Seven! How lovely.", "Yes."]).await;
    chatter(&chat, chat.id, 500).await;
    chat.host.advance(3 * DAY);
    let compiled = preview(&chat, chat.id, QUESTION).await;
    assert_eq!(
        recalled(&compiled),
        format!(
            "Relevant conversation memory:\n[2026-11-21 11:01] Ricordo: I do.\nUser: {FACT}\nRicordo: Seven! How lovely."
        )
    );
    let [piece] = &compiled.recalled[..] else { panic!("{:?}", compiled.recalled) };
    assert_eq!(
        (piece.kind, piece.reason.level, piece.reason.days_ago),
        (RecallKind::Conversation, RecallLevel::Short, 3)
    );
    assert_eq!(piece.matched, [SourceId::Message(stored[2].id)]);
    assert_eq!(piece.sources.len(), 3);
    assert!(
        piece.reason.words.iter().any(|word| word == "hedgehogs")
            && piece.reason.words.iter().any(|word| word == "Oksana")
    );
    assert!(!piece.reason.words.iter().any(|word| word == "many"), "{:?}", piece.reason.words);
    assert!(compiled.tokens <= compiled.budget);

    // What is sent is what was shown, and it is known afterwards.
    let outcome = chat.say(QUESTION).await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(FACT));
    let past = chat.session.past_request(outcome.reply.id).await.unwrap().unwrap();
    assert_eq!(past.request.as_ref().unwrap(), &chat.last_request());
    assert_eq!(Inspected::past(past).recalled, compiled.recalled);
}

#[tokio::test]
async fn what_was_said_in_another_conversation_is_sent_and_the_levels_say_whether() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    chat.host.advance(20 * DAY);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    assert_eq!(preview(&chat, other, QUESTION).await.recalled[0].reason.level, RecallLevel::Medium);
    set(&chat, |recall| recall.medium = false).await;
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    chat.host.advance(20 * DAY);
    assert_eq!(preview(&chat, other, QUESTION).await.recalled[0].reason.level, RecallLevel::Long);
    set(&chat, |recall| recall.long = false).await;
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    set(&chat, |recall| *recall = RecallSettings { enabled: false, ..RecallSettings::default() }).await;
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    set(&chat, |recall| *recall = RecallSettings { neighbours: 0, ..RecallSettings::default() }).await;
    let pieces = preview(&chat, other, QUESTION).await.recalled;
    assert!(!pieces.is_empty() && pieces.iter().all(|piece| piece.sources == piece.matched), "{pieces:?}");
}

#[tokio::test]
async fn a_message_that_is_sent_anyway_is_not_recalled() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let compiled = preview(&chat, chat.id, QUESTION).await;
    assert_eq!(recalled(&compiled), "");
    assert!(serde_json::to_string(&compiled.request).unwrap().contains(FACT));
    // A copy of the conversation has the same messages.
    let last = chat.session.open(chat.id, 1).await.unwrap().messages.remove(0);
    let copy = chat.session.fork_conversation(chat.id, last.id).await.unwrap();
    assert_eq!(recalled(&preview(&chat, copy, QUESTION).await), "");
}

#[tokio::test]
async fn memories_that_have_no_room_among_the_memories_are_recalled() {
    let chat = open().await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Memories).for_each(|layer| {
        (layer.floor, layer.ceiling) = (0, 0);
    });
    chat.session.save_settings(&settings).await.unwrap();
    chat.session.add_memory(chat.id, "The user has a hedgehog called Oksana", None).await.unwrap();
    chat.session.add_memory(chat.id, "The user drinks tea", None).await.unwrap();
    let compiled = preview(&chat, chat.id, QUESTION).await;
    assert_eq!(recalled(&compiled), "Relevant memory:\n- The user has a hedgehog called Oksana");
    assert_eq!(compiled.recalled[0].kind, RecallKind::Memory);
    let SourceId::Memory(id) = compiled.recalled[0].matched[0] else { panic!("{:?}", compiled.recalled) };
    chat.session.archive_memory(chat.id, id).await.unwrap();
    assert_eq!(recalled(&preview(&chat, chat.id, QUESTION).await), "");
}

#[tokio::test]
async fn what_a_message_replies_to_and_what_tools_answer_is_looked_for_too() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    put(&chat, other, &["I think of Oksana and her hedgehogs.", "Do you?"]).await;
    let asked = chat.session.open(other, 2).await.unwrap().messages.remove(0);
    let outgoing = ricordo_core::compile::Outgoing {
        reply_to: Some(asked.id),
        ..ricordo_core::compile::Outgoing::text("How many were there?")
    };
    let compiled = chat.session.preview_message(other, outgoing, &provider()).await.unwrap();
    assert!(recalled(&compiled).contains(FACT), "{}", recalled(&compiled));

    // The task is about them, the question is not.
    let task = ricordo_core::task::TaskText { title: "Ask Oksana about the hedgehogs".to_owned(), due: None };
    let third = new(&chat).await;
    chat.session.add_task(third, &task, None).await.unwrap();
    let call = ChatEvent::ToolCall {
        index: 0,
        id: Some("1".to_owned()),
        name: Some("list_tasks".to_owned()),
        arguments: "{}".to_owned(),
    };
    chat.model.then(vec![Step::Event(call), Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls })]);
    chat.model.then_say("Seven.");
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.send(&call, third, "What is to be done today?").await.unwrap();
    let requests: Vec<String> =
        chat.model.requests().iter().map(|request| serde_json::to_string(request).unwrap()).collect();
    assert_eq!(requests.iter().map(|request| request.contains(FACT)).collect::<Vec<_>>(), [false, true]);
}

/// The fact in a conversation, something done to it, and whether a question elsewhere finds it then.
async fn is_found_after<F: AsyncFnOnce(&Recalling, &[Message])>(act: F) -> bool {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    let found = recalled(&preview(&chat, other, QUESTION).await);
    assert!(found.contains(FACT), "before: {found}");
    act(&chat, &stored).await;
    let found = recalled(&preview(&chat, other, QUESTION).await);
    // Another page on the same data says the same.
    let page = page_on(&chat);
    assert_eq!(recalled(&preview(&page, other, QUESTION).await), found);
    found.contains(FACT)
}

#[tokio::test]
async fn what_was_taken_back_is_never_found() {
    assert!(is_found_after(async |_, _| ()).await);
    let forgotten = is_found_after(async |chat, _| chat.session.forget(chat.id, 0).await.unwrap()).await;
    let muted = is_found_after(async |chat, stored| {
        chat.session.mark(chat.id, stored[0].id, Some(MarkKind::Muted)).await.unwrap();
    });
    let not_again = is_found_after(async |chat, stored| {
        chat.session.mark(chat.id, stored[0].id, Some(MarkKind::NotRecalled)).await.unwrap();
    });
    let deleted = is_found_after(async |chat, _| {
        chat.session.delete_conversation(chat.id, chat.id).await.unwrap();
    });
    let erased = is_found_after(async |chat, stored| chat.session.erase_message(stored[0].id).await.unwrap());
    let gone = is_found_after(async |chat, _| chat.session.erase_conversation(chat.id).await.unwrap());
    let elsewhere = is_found_after(async |chat, stored| edit(chat, stored[0].id).await);
    assert!(!forgotten && !muted.await && !not_again.await && !deleted.await && !erased.await && !gone.await);
    assert!(!elsewhere.await, "it is on a branch that is not shown");
}

/// Replaces a message by another one, on a branch of its own.
async fn edit(chat: &Recalling, message: MessageId) {
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.edit(&call, chat.id, message, "Nothing of the kind.").await.unwrap();
}

#[tokio::test]
async fn not_again_is_undone_like_any_command() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    chat.session.mark(chat.id, stored[0].id, Some(MarkKind::NotRecalled)).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "");
    // In its own conversation it is sent as before.
    assert!(serde_json::to_string(&preview(&chat, chat.id, QUESTION).await.request).unwrap().contains(FACT));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::NotRecall));
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
}

#[tokio::test]
async fn a_temporary_conversation_recalls_and_is_never_recalled() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    assert!(recalled(&preview(&chat, temporary, QUESTION).await).contains(FACT));
    put(&chat, temporary, &["The password of the safe is Okapi.", "I see."]).await;
    maintain(&chat).await;
    assert_eq!(recalled(&preview(&chat, chat.id, "What is the password of the safe?").await), "");
    let filled = parts(&chat).await.into_iter().filter(|part| !part.bytes.is_empty());
    assert!(filled.flat_map(|part| part.bytes).collect::<Vec<u8>>().windows(5).all(|bytes| bytes != b"okapi"));
    chat.session.close_temporary(temporary).await.unwrap();
    let branches: Vec<_> = parts(&chat).await.into_iter().map(|part| part.branch).collect();
    assert_eq!(branches.len(), 1, "its rows are gone");
}

#[tokio::test]
async fn what_stays_on_this_computer_is_not_recalled_for_a_provider_elsewhere() {
    let chat = open().await;
    let here = Provider { base_url: "http://127.0.0.1:11434".to_owned(), ..provider() };
    let far = Provider {
        base_url: "https://api.example.org/v1".to_owned(),
        id: ricordo_core::id::ProviderId::new(ricordo_core::time::Timestamp(2), [2; 10]),
        ..provider()
    };
    for known in [&here, &far] {
        chat.session.save_provider(known).await.unwrap();
    }
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    choose(&chat, chat.id, &here).await;
    let other = new(&chat).await;
    choose(&chat, other, &far).await;
    assert_eq!(recalled(&preview_with(&chat, other, QUESTION, &far).await), "");
    assert!(recalled(&preview_with(&chat, other, QUESTION, &here).await).contains(FACT));
    // A connection that is gone may have been on this computer.
    chat.session.delete_provider(here.id, other).await.unwrap();
    assert_eq!(recalled(&preview_with(&chat, other, QUESTION, &far).await), "");
    choose(&chat, chat.id, &far).await;
    assert!(recalled(&preview_with(&chat, other, QUESTION, &far).await).contains(FACT));
}

async fn choose(chat: &Recalling, id: ConversationId, provider: &Provider) {
    let conversation = chat.session.open(id, 1).await.unwrap().conversation;
    let conversation = Conversation { provider: Some(provider.id), ..conversation };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();
}

async fn parts(chat: &Recalling) -> Vec<IndexPart> {
    let records = chat.session.store().records(Kind::IndexPart).await.unwrap().into_iter();
    records.map(|record| if let Record::IndexPart(part) = record { part } else { panic!("{record:?}") }).collect()
}

/// Whether a word stands anywhere in what is stored, as a text or among the terms of the index.
async fn is_anywhere(chat: &Recalling, word: &str) -> bool {
    let bytes: Vec<u8> = parts(chat).await.into_iter().flat_map(|part| part.bytes).collect();
    let term = word.to_lowercase();
    dump(chat.session.store()).await.contains(word) || bytes.windows(term.len()).any(|bytes| bytes == term.as_bytes())
}

#[tokio::test]
async fn an_erased_word_is_not_in_the_index_any_more() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["I am going to Zanzibar.", "When?", "In May, to Tonga."]).await;
    maintain(&chat).await;
    let bytes: Vec<u8> = parts(&chat).await.into_iter().flat_map(|part| part.bytes).collect();
    assert!(bytes.windows(8).any(|bytes| bytes == b"zanzibar"), "the test looks in the wrong place");
    assert!(!bytes.windows(10).any(|bytes| bytes == b"I am going"), "no text is in it");
    chat.session.erase_message(stored[0].id).await.unwrap();
    assert!(!is_anywhere(&chat, "Zanzibar").await);
    assert!(!format!("{:?}", chat.session.store()).contains("zanzibar"), "nor in memory");
    maintain(&chat).await;
    assert!(is_anywhere(&chat, "Tonga").await && !is_anywhere(&chat, "Zanzibar").await);
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(!is_anywhere(&chat, "Tonga").await);
    assert_eq!(parts(&chat).await, []);
}

#[tokio::test]
async fn the_index_is_in_no_undo_entry_and_in_no_export() {
    let chat = open().await;
    let stored = put(&chat, chat.id, &["I am going to Zanzibar.", "When?"]).await;
    maintain(&chat).await;
    chat.session.clear(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    let inverse = chat.session.store().apply(vec![Change::Remove(Record::Message(Box::new(stored[0].clone())).key())]);
    let inverse = inverse.await.unwrap();
    assert_eq!(inverse, [Change::Put(Record::Message(Box::new(stored[0].clone())))]);
    let undo = chat.session.store().records(Kind::Undo).await.unwrap();
    assert!(!serde_json::to_string(&undo).unwrap().contains("index_part"));
    let export = chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("index_part"));
    // A file that holds one anyway brings nothing along.
    let part = Record::IndexPart(IndexPart { branch: stored[0].branch, number: 0, bytes: vec![1, 2, 3] });
    let mut file: serde_json::Value = serde_json::from_str(&export).unwrap();
    file["records"].as_array_mut().unwrap().push(serde_json::to_value(&part).unwrap());
    let to = open().await;
    to.session.import_text(&file.to_string()).await.unwrap();
    assert!(parts(&to).await.iter().all(|part| part.bytes.is_empty()));
    maintain(&to).await;
    assert!(is_anywhere(&to, "zanzibar").await || is_anywhere(&to, "When?").await);
}

#[tokio::test]
async fn the_first_question_after_a_start_reads_no_history() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chatter(&chat, chat.id, 600).await;
    let other = new(&chat).await;
    maintain(&chat).await;
    let store = (**chat.session.store()).clone();
    let page = page_on(&chat);
    store.take_read();
    let compiled = preview(&page, other, QUESTION).await;
    assert!(recalled(&compiled).contains(FACT));
    let read = store.take_read();
    // The window, and the match with its neighbours.
    assert!(messages_read(&read) < 20, "{}", messages_read(&read));
    let rows = |read: &[RowRead]| read.iter().filter(|(kind, _)| *kind == Kind::IndexPart).count();
    assert_eq!(rows(&read), parts(&page).await.len() + 1, "the row of the own conversation comes first");
    // From then on not even the index is read.
    store.take_read();
    preview(&page, other, QUESTION).await;
    assert_eq!(rows(&store.take_read()), 0);
    // A new message makes only its part be read again.
    put(&page, chat.id, &["Only five are left now, of the hedgehogs.", "Oh."]).await;
    store.take_read();
    assert!(recalled(&preview(&page, other, QUESTION).await).contains("Only five"));
    assert!(messages_read(&store.take_read()) < 100);
}

#[tokio::test]
async fn a_part_that_cannot_be_read_is_made_from_its_messages_again() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    maintain(&chat).await;
    let store = (**chat.session.store()).clone();
    for part in parts(&chat).await {
        let damaged = IndexPart { bytes: vec![9, 9, 9], ..part };
        store.apply(vec![Change::Put(Record::IndexPart(damaged))]).await.unwrap();
    }
    let page = page_on(&chat);
    assert!(recalled(&preview(&page, other, QUESTION).await).contains(FACT));
    // A tab that was closed while it filled a part left a claim behind.
    maintain(&page).await;
    for part in parts(&page).await {
        let claim = IndexPart::empty(part.branch, IndexPart::claim(part.number));
        let key = RecordKey::IndexPart(part.branch, part.number);
        store.apply(vec![Change::Remove(key), Change::Put(Record::IndexPart(claim))]).await.unwrap();
    }
    let page = page_on(&chat);
    assert!(recalled(&preview(&page, other, QUESTION).await).contains(FACT));
    maintain(&page).await;
    let stored = parts(&page).await;
    assert!(stored.iter().all(|part| !part.bytes.is_empty() && !IndexPart::unclaimed(part.number).1), "{stored:?}");
}

#[tokio::test]
async fn another_tab_that_forgets_is_obeyed_and_what_it_says_is_found_once_it_is_known() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    let tab = page_on(&chat);
    tab.session.forget(chat.id, 0).await.unwrap();
    assert_eq!(recalled(&preview(&chat, other, QUESTION).await), "", "nobody told this tab");
    put(&tab, chat.id, &["Oksana gave two hedgehogs away.", "Oh."]).await;
    chat.session.recall_changed(chat.id);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains("gave two"));
}

#[tokio::test]
async fn a_turn_does_not_wait_for_recall_and_says_so() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    chat.session.store().stall(Some(Kind::IndexPart));
    let mut asked = std::pin::pin!(preview(&chat, other, QUESTION));
    let waker = std::task::Waker::noop();
    let mut context = std::task::Context::from_waker(waker);
    assert!(std::future::Future::poll(asked.as_mut(), &mut context).is_pending());
    chat.host.advance(149);
    assert!(std::future::Future::poll(asked.as_mut(), &mut context).is_pending());
    chat.host.advance(1);
    let compiled = asked.await;
    assert_eq!(recalled(&compiled), "");
    assert_eq!(compiled.warnings, [Warning::RecallNotReady]);
    chat.session.store().stall(None);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT), "the next one has it");
}

/// What happens in one step of a random history.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The fact is told in one of the conversations, with a word of its own.
    Tell(usize),
    Forget(usize),
    Mute(usize),
    NotAgain(usize),
    Clear(usize),
    Delete(usize),
    Erase(usize),
    Undo(usize),
    Idle,
}

fn act() -> impl Strategy<Value = Act> {
    let of = |act: fn(usize) -> Act| (0_usize..3).prop_map(act);
    prop_oneof![
        4 => of(Act::Tell),
        1 => of(Act::Forget),
        1 => of(Act::Mute),
        1 => of(Act::NotAgain),
        1 => of(Act::Clear),
        1 => of(Act::Delete),
        1 => of(Act::Erase),
        2 => of(Act::Undo),
        1 => Just(Act::Idle),
    ]
}

/// The first message of a conversation that the user sees.
async fn first_of(chat: &Recalling, id: ConversationId) -> Option<Message> {
    let snapshot = chat.session.open(id, 100).await.ok()?;
    snapshot.messages.into_iter().find(|message| message.role == Role::User)
}

async fn perform(chat: &Recalling, all: &[ConversationId; 3], act: Act, number: usize) {
    let session = &chat.session;
    // What is not possible any more does nothing.
    match act {
        Act::Tell(of) => {
            if session.open(all[of], 1).await.is_ok() {
                put(chat, all[of], &[&format!("Oksana keeps hedgehog {number}."), "I see."]).await;
            }
        }
        Act::Forget(of) => drop(session.forget(all[of], 0).await),
        Act::Mute(of) | Act::NotAgain(of) => {
            let kind = if matches!(act, Act::Mute(_)) { MarkKind::Muted } else { MarkKind::NotRecalled };
            if let Some(first) = first_of(chat, all[of]).await {
                session.mark(all[of], first.id, Some(kind)).await.unwrap();
            }
        }
        Act::Clear(of) => drop(session.clear(all[of]).await),
        Act::Delete(of) => drop(session.delete_conversation(all[of], chat.id).await),
        Act::Erase(of) => {
            if let Some(first) = first_of(chat, all[of]).await {
                session.erase_message(first.id).await.unwrap();
            }
        }
        Act::Undo(of) => drop(session.undo(all[of]).await),
        Act::Idle => maintain(chat).await,
    }
}

/// The messages that may be recalled in a conversation that says nothing itself, by reading everything that is stored.
async fn allowed(chat: &Recalling) -> Vec<Message> {
    let mut allowed = Vec::new();
    for conversation in chat.session.conversations().await.unwrap() {
        let snapshot = chat.session.open(conversation.id, 1_000).await.unwrap();
        let is_there = snapshot.conversation.deleted_at.is_none() && !snapshot.conversation.temporary;
        let boundary = snapshot.boundary().unwrap_or(0);
        let shown = snapshot.messages.iter().filter(|message| {
            let is_hidden = matches!(snapshot.mark(message.id), Some(MarkKind::Muted | MarkKind::NotRecalled));
            is_there && message.sequence >= boundary && !is_hidden
        });
        allowed.extend(shown.cloned());
    }
    allowed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_nothing_is_recalled_that_was_taken_back(actions in prop::collection::vec(act(), 1..14)) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
            let chat = open().await;
            put(&chat, chat.id, &["Hello there.", "Good morning."]).await;
            let all = [new(&chat).await, new(&chat).await, new(&chat).await];
            for (number, act) in actions.into_iter().enumerate() {
                perform(&chat, &all, act, number).await;
                let compiled = preview(&chat, chat.id, "Which hedgehog does Oksana keep?").await;
                let allowed = allowed(&chat).await;
                for source in compiled.recalled.iter().flat_map(|piece| &piece.sources) {
                    let SourceId::Message(id) = source else { panic!("{source:?}") };
                    assert!(allowed.iter().any(|message| message.id == *id), "{act:?}: {}", recalled(&compiled));
                }
                let is_known = allowed.iter().any(|message| message.text().contains("hedgehog"));
                assert_eq!(!compiled.recalled.is_empty(), is_known, "{act:?}");
                // The index in memory agrees with one that is read anew.
                let page = page_on(&chat);
                assert_eq!(recalled(&preview(&page, chat.id, "Which hedgehog does Oksana keep?").await), recalled(&compiled));
            }
        });
    }
}
