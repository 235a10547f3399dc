//! Tests of the tool results, the stored changes and the events for the page.

use super::*;
use crate::{
    conversation::Conversation,
    forget::Forget,
    id::MemoryId,
    mark::{Mark, MarkKind},
    memory::MemoryState,
    memory_store::MemoryStore,
    message::Role,
    model::ToolSpec,
    record::Record,
    session::NewMessage,
    settings::Language,
    task::TaskText,
    testing::{ManualHost, conformance::dump, sample},
    time::{Now, Timestamp},
    tokens::estimate,
    tools::Tool,
};

type Tested = Session<MemoryStore, ManualHost>;

fn settings() -> Settings {
    Settings { tools: Tool::all().map(|tool| tool.name().to_owned()).collect(), ..Settings::default() }
}

async fn session(messages: &[&str]) -> Tested {
    let session = Session::new(MemoryStore::default(), ManualHost::default());
    let mut changes = sample::stored(1, 0);
    let messages = (0..).zip(messages).map(|(place, text)| sample::message(1, place, text));
    changes.extend(messages.map(|message| Change::Add(Record::Message(Box::new(message)))));
    session.store.apply(changes).await.unwrap();
    session
}

fn call(id: &str, name: &str, arguments: &str) -> Part {
    Part::ToolCall { id: id.to_owned(), name: name.to_owned(), arguments: arguments.to_owned(), back: None }
}

async fn answer(session: &Tested, calls: &[Part]) -> ToolAnswers {
    answer_to(session, sample::conversation_id(1), 4_000, calls, &Cancel::default()).await
}

/// Answers for the message at a place.
async fn answer_to<H: Host>(
    session: &Session<MemoryStore, H>,
    conversation: ConversationId,
    place: u32,
    calls: &[Part],
    cancel: &Cancel,
) -> ToolAnswers {
    let (settings, provider) = (settings(), sample::provider(1));
    let source = sample::message(1, place, "").id;
    let context = ToolContext {
        conversation,
        source,
        settings: &settings,
        provider: &provider,
        cancel,
        has_document_text: false,
        last_source: 0,
    };
    session.answer(calls, &context).await.unwrap()
}

/// Answers and stores, as a turn does.
async fn use_tools(session: &Tested, calls: &[Part]) -> ToolAnswers {
    let answers = answer(session, calls).await;
    session.apply_command(answers.changes.clone()).await.unwrap();
    answers
}

fn contents(answers: &ToolAnswers) -> Vec<(&str, &str, bool)> {
    let result = |part| match part {
        &Part::ToolResult { ref call, ref content, is_error, .. } => (call.as_str(), content.as_str(), is_error),
        other => panic!("{other:?} is no result"),
    };
    answers.results.iter().map(result).collect()
}

#[tokio::test]
async fn parallel_calls_are_answered_in_order_and_see_each_other() {
    let session = session(&[]).await;
    let calls = [
        call("a", "add_task", r#"{"title": "Call the bank", "due": "2026-11-25"}"#),
        call("b", "list_tasks", ""),
        call("c", "complete_task", r#"{"id": "call the bank"}"#),
        call("d", "fly", "{}"),
        call("e", "list_tasks", r#"{"include_done": true}"#),
    ];
    let answers = use_tools(&session, &calls).await;
    let [added, listed, done, unknown, all] = &contents(&answers)[..] else { panic!("five results") };
    let line = listed.1;
    assert!(line.starts_with('t') && line.ends_with(": Call the bank (due 2026-11-25)"), "{line}");
    assert_eq!(*added, ("a", format!("Added: {line}").as_str(), false));
    assert_eq!(*done, ("c", format!("Done: {line} (done)").as_str(), false));
    assert!(
        unknown.2 && unknown.1.starts_with("There is no tool \"fly\": use one of save_user_fact, "),
        "{}",
        unknown.1
    );
    assert_eq!(*all, ("e", format!("{line} (done)").as_str(), false));
    assert!(matches!(answers.events[..], [ToolEvent::TaskAdded(_), ToolEvent::TaskCompleted(_)]));
    assert_eq!(session.tasks().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_fact_is_proposed_kept_changed_and_deleted_and_all_of_it_undone() {
    let session = session(&[]).await;
    let empty = dump(&session.store).await;
    let first = use_tools(
        &session,
        &[
            call("a", "save_user_fact", r#"{"fact": "User lives in Kyiv"}"#),
            call("b", "save_user_fact", r#"{"fact": "the user lives in Kyiv."}"#),
            call("c", "get_user_facts", ""),
        ],
    )
    .await;
    assert!(matches!(&first.events[..], [ToolEvent::MemoryProposed(_), ToolEvent::MemoryMerged(_)]));
    assert!(contents(&first)[0].1.ends_with(": shown to the user, who decides whether it is kept."));
    assert_eq!(contents(&first)[2].1, "No facts are saved about the user yet.", "a proposal is not sent");

    let proposed = dump(&session.store).await;
    let memory = session.all_memories().await.unwrap().remove(0);
    assert_eq!(
        (memory.state, memory.source.unwrap().message),
        (MemoryState::Proposed, sample::message(1, 4_000, "").id)
    );
    session.keep_memory(sample::conversation_id(1), memory.id).await.unwrap();
    let short = contents(&first)[0].1.split(':').next().unwrap().to_owned();
    let second = use_tools(
        &session,
        &[
            call("d", "update_user_fact", &format!(r#"{{"id": "{short}", "fact": "User lives in Lviv"}}"#)),
            call("e", "get_user_facts", "{}"),
            call("f", "delete_user_fact", r#"{"id": "Lviv"}"#),
        ],
    )
    .await;
    assert_eq!(contents(&second)[1].1, format!("{short}: User lives in Lviv"));
    let [ToolEvent::MemoryChanged { before, .. }, ToolEvent::MemoryDeleted(_)] = &second.events[..] else {
        panic!("{:?}", second.events)
    };
    assert_eq!(before, &memory.text);
    assert!(session.all_memories().await.unwrap().is_empty());

    assert_eq!(session.undo(sample::conversation_id(1)).await.unwrap(), Some(UndoneCommand::Memory));
    session.undo(sample::conversation_id(1)).await.unwrap();
    assert_eq!(dump(&session.store).await, proposed);
    session.undo(sample::conversation_id(1)).await.unwrap();
    assert_eq!(dump(&session.store).await, empty);
}

#[tokio::test]
async fn a_secret_is_refused_and_not_repeated() {
    let session = session(&[]).await;
    let answers = answer(&session, &[call("a", "save_user_fact", r#"{"fact": "Card 4111 1111 1111 1111"}"#)]).await;
    assert_eq!(
        contents(&answers)[0],
        ("a", "This looks like a key, a password or a card number. Those are not kept as memories.", true)
    );
    assert!(matches!(answers.events[..], [ToolEvent::MemoryRefused(_)]));
    assert_eq!(answers.changes, []);
}

#[tokio::test]
async fn asking_for_facts_counts_as_use_and_needs_no_undo() {
    let session = session(&[]).await;
    session.add_memory(sample::conversation_id(1), "Has a cat", None).await.unwrap();
    let answers = answer(&session, &[call("a", "get_user_facts", "")]).await;
    let [Change::Put(Record::Memory(memory))] = &answers.changes[..] else { panic!("{:?}", answers.changes) };
    assert_eq!((memory.uses, memory.last_used_at.is_some()), (1, true));
}

#[tokio::test]
async fn a_pinned_fact_is_not_the_models_to_delete() {
    let session = session(&[]).await;
    let id = session.add_memory(sample::conversation_id(1), "Has a cat", None).await.unwrap().memory.id;
    session.pin_memory(sample::conversation_id(1), id, true).await.unwrap();
    let answers = answer(&session, &[call("a", "delete_user_fact", r#"{"id": "has a cat"}"#)]).await;
    assert!(contents(&answers)[0].2);
    assert_eq!((answers.changes, answers.events), (vec![], vec![]));
}

#[tokio::test]
async fn a_temporary_conversation_reads_and_writes_nothing() {
    let session = session(&[]).await;
    session.add_memory(sample::conversation_id(1), "Has a cat", None).await.unwrap();
    session
        .add_task(sample::conversation_id(1), &TaskText { title: "Feed it".to_owned(), due: None }, None)
        .await
        .unwrap();
    let temporary = Conversation { temporary: true, ..sample::conversation(1) };
    session.store.apply(vec![Change::Put(Record::Conversation(temporary))]).await.unwrap();
    let calls = [
        call("a", "save_user_fact", r#"{"fact": "Has a dog"}"#),
        call("b", "delete_user_fact", r#"{"id": "cat"}"#),
        call("c", "add_task", r#"{"title": "Walk"}"#),
        call("d", "complete_task", r#"{"id": "Feed it"}"#),
        call("e", "get_user_facts", ""),
        call("f", "list_tasks", ""),
    ];
    let answers = answer(&session, &calls).await;
    assert_eq!(answers.changes, []);
    let errors: Vec<bool> = contents(&answers).iter().map(|(_, _, is_error)| *is_error).collect();
    assert_eq!(errors, [true, true, true, true, false, false]);
    assert!(contents(&answers)[4].1.ends_with(": Has a cat"));
}

#[tokio::test]
async fn history_is_found_by_words_without_what_is_forgotten_or_muted() {
    let mut texts = vec!["word"; 450];
    (texts[10], texts[100], texts[300], texts[301]) =
        ("The CAFÉ, forgotten", "A café in Lviv", "Which café? The muted one", "Das Café\nin Київ");
    let session = session(&texts).await;
    let conversation = sample::conversation_id(1);
    let forget =
        Forget { id: sample::forget_id(1), conversation, branch: sample::branch_id(1), before: 50, at: Timestamp(1) };
    let mark = Mark {
        conversation,
        message: sample::message(1, 300, "").id,
        kind: MarkKind::Muted,
        at: Timestamp(1),
        rating: None,
        not_recalled: false,
    };
    session.store.apply(vec![Change::Add(Record::Forget(forget)), Change::Add(Record::Mark(mark))]).await.unwrap();
    let calls = [
        call("a", "search_history", r#"{"query": "cafe"}"#),
        call("b", "search_history", r#"{"query": "zebra"}"#),
        call("c", "search_history", r#"{"query": "?!"}"#),
        call("d", "search_history", r#"{"query": "word"}"#),
    ];
    let answers = answer(&session, &calls).await;
    let cut_sentence = contents(&answers);
    assert_eq!(
        cut_sentence[0].1,
        "1970-01-01 02:00, assistant: Das Café in Київ\n1970-01-01 02:00, user: A café in Lviv"
    );
    assert_eq!(cut_sentence[1].1, "No earlier message holds all these words. Try fewer words or another form of them.");
    assert!(cut_sentence[2].2);
    assert_eq!(cut_sentence[3].1.lines().count(), 10);
}

#[tokio::test]
async fn the_message_that_is_being_answered_is_not_history() {
    let session = session(&["Where was the cafe?", "In Lviv", "Which cafe?"]).await;
    let calls = [call("a", "search_history", r#"{"query": "cafe"}"#)];
    let answers = answer_to(&session, sample::conversation_id(1), 2, &calls, &Cancel::default()).await;
    assert_eq!(contents(&answers)[0].1, "1970-01-01 02:00, user: Where was the cafe?");
}

#[tokio::test]
async fn a_result_that_is_too_long_is_cut_and_says_so() {
    let session = session(&[]).await;
    let facts = (0..60_u8).map(|n| {
        let id = MemoryId::new(Timestamp(n.into()), [n; 10]);
        let text = format!("{n} {}", "ключі та замки ".repeat(19));
        Change::Add(Record::Memory(crate::memory::Memory {
            id,
            text,
            state: MemoryState::Kept,
            source: None,
            pinned: false,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
            last_used_at: None,
            uses: 0,
            typed: false,
            field: None,
            about: None,
            scope: Default::default(),
            key_words: Vec::new(),
        }))
    });
    session.store.apply(facts.collect()).await.unwrap();
    let answers = answer(&session, &[call("a", "get_user_facts", "")]).await;
    let cut_sentence = contents(&answers)[0].1;
    assert!(estimate(cut_sentence) <= LONGEST_RESULT && cut_sentence.contains("tokens are left out.]"));
    assert!(estimate(cut_sentence) > LONGEST_RESULT * 9 / 10, "no more is cut than has to be");
}

/// A host with a tool of its own.
#[derive(Clone, Debug, Default)]
struct WithWeather(ManualHost);

impl Host for WithWeather {
    fn now(&self) -> Now {
        self.0.now()
    }
    fn offset_minutes(&self, zone: &str, at: Timestamp) -> Option<i32> {
        self.0.offset_minutes(zone, at)
    }
    fn random(&self) -> [u8; 10] {
        self.0.random()
    }
    async fn sleep(&self, milliseconds: u32) {
        self.0.sleep(milliseconds).await;
    }
    async fn preset(&self, name: &str, settings: &Settings) -> Result<Settings, Error> {
        self.0.preset(name, settings).await
    }
    async fn tools_in(&self, language: Language, tools: Vec<ToolSpec>) -> Result<Vec<ToolSpec>, Error> {
        self.0.tools_in(language, tools).await
    }
    fn tools(&self) -> Vec<ToolSpec> {
        let parameters = serde_json::json!({ "type": "object" });
        vec![ToolSpec { name: "weather".to_owned(), description: "The weather.".to_owned(), parameters }]
    }
    async fn call_tool(&self, name: &str, arguments: &str, _: &Cancel) -> Result<String, String> {
        match arguments {
            "{}" => Ok(format!("{name}: sun")),
            "wait" => std::future::pending().await,
            other => Err(format!("no place {other}")),
        }
    }
}

#[tokio::test]
async fn a_tool_of_the_programs_own_is_offered_and_answers_and_may_fail() {
    let session = Session::new(MemoryStore::default(), WithWeather::default());
    let id = session.new_conversation().await.unwrap().conversation.id;
    let provider = crate::testing::sample::provider(1);
    let offered = session.preview(id, "Hi", &provider).await.unwrap().request.tools;
    assert_eq!(offered.last().map(|tool| tool.name.as_str()), Some("weather"));
    let calls = [call("a", "weather", "{}"), call("b", "list_tasks", ""), call("c", "weather", "?")];
    let answers = answer_to(&session, id, 4_000, &calls, &Cancel::default()).await;
    let cut_sentence = contents(&answers);
    assert_eq!((cut_sentence[0], cut_sentence[2]), (("a", "weather: sun", false), ("c", "no place ?", true)));
    assert!(!cut_sentence[1].2);
}

#[tokio::test]
async fn a_tool_of_the_programs_own_waits_for_the_user_where_a_document_was_sent() {
    let session = Session::new(MemoryStore::default(), WithWeather::default());
    for temporary in [false, true] {
        let new = if temporary { session.new_temporary().await } else { session.new_conversation().await };
        let id = new.unwrap().conversation.id;
        let calls = vec![call("a", "weather", "{}"), call("b", "weather", "?"), call("c", "fly", "{}")];
        let user = session.append(id, &[NewMessage::text(Role::User, "Hi")], Vec::new()).await.unwrap().remove(0);
        let (settings, provider, cancel) = (settings(), sample::provider(1), Cancel::default());
        let (source, settings, provider, cancel) = (user.id, &settings, &provider, &cancel);
        let (has_document_text, last_source) = (true, 0);
        let context =
            ToolContext { conversation: id, source, settings, provider, cancel, has_document_text, last_source };
        let results = session.answer(&calls, &context).await.unwrap().results;
        let held: Vec<bool> = results.iter().map(|part| matches!(part, Part::ToolResult { held: true, .. })).collect();
        assert_eq!(held, [true, true, false], "{results:?}");
        let round = [NewMessage::new(Role::Assistant, calls), NewMessage::new(Role::Tool, results)];
        let stored = session.append(id, &round, Vec::new()).await.unwrap().remove(1);

        let decided = session.allow_call(id, stored.id, 0).await.unwrap().unwrap();
        let result = |content: &str, is_error| Part::ToolResult {
            call: if is_error { "b" } else { "a" }.to_owned(),
            content: content.to_owned(),
            is_error,
            held: false,
        };
        assert_eq!((decided.result, decided.can_be_undone), (result("weather: sun", false), false));
        assert_eq!(session.allow_call(id, stored.id, 0).await.unwrap(), None);
        let decided = session.allow_call(id, stored.id, 1).await.unwrap().unwrap();
        assert_eq!(decided.result, result("no place ?", true));
        assert_eq!(session.undo(id).await.unwrap(), None, "nobody knows what the program did");
        let now = session.store.message(stored.id).await.unwrap().unwrap();
        assert_eq!(now.parts[..2], [result("weather: sun", false), result("no place ?", true)]);
    }
}

#[tokio::test]
async fn a_tool_that_never_answers_is_left_when_the_reply_is_stopped() {
    let session = Session::new(MemoryStore::default(), WithWeather::default());
    let id = session.new_conversation().await.unwrap().conversation.id;
    let cancel = Cancel::default();
    let calls = [call("a", "weather", "wait")];
    cancel.cancel();
    let answers = answer_to(&session, id, 4_000, &calls, &cancel).await;
    assert!(contents(&answers)[0].2);
}
