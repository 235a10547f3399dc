//! What is recalled for a message, and what never is.

use super::*;
use ricordo_core::host::Host;

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
async fn a_message_of_the_own_conversation_has_the_level_at_which_it_is_found() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chatter(&chat, chat.id, 500).await;
    let levels = async || {
        let recalled = preview(&chat, chat.id, QUESTION).await.recalled;
        recalled.iter().map(|piece| piece.reason.level).collect::<Vec<_>>()
    };
    assert_eq!(levels().await, [RecallLevel::Short]);
    set(&chat, |recall| recall.short = false).await;
    assert_eq!(levels().await, [RecallLevel::Medium]);
    set(&chat, |recall| recall.medium = false).await;
    assert_eq!(levels().await, []);
    chat.host.advance(40 * DAY);
    assert_eq!(levels().await, [RecallLevel::Long]);
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
async fn the_level_that_is_shown_is_the_one_that_it_was_found_for() {
    let chat = open().await;
    let written = put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await.remove(0).created_at.0;
    let other = new(&chat).await;
    let days = i64::from(RecallSettings::default().medium_days);
    // For each level alone: of what level what was found is shown to be.
    for (age, expected) in [
        (days * DAY - 1, [Some(RecallLevel::Medium), None]),
        (days * DAY, [Some(RecallLevel::Medium), None]),
        (days * DAY + 1, [None, Some(RecallLevel::Long)]),
        (days * DAY + DAY / 2, [None, Some(RecallLevel::Long)]),
    ] {
        chat.host.advance(written + age - chat.host.now().at.0);
        let mut shown = Vec::new();
        for medium in [true, false] {
            set(&chat, |recall| (recall.medium, recall.long) = (medium, !medium)).await;
            let recalled = preview(&chat, other, QUESTION).await.recalled;
            shown.push(recalled.first().map(|piece| piece.reason.level));
        }
        assert_eq!(shown, expected, "{age}");
    }
}

/// Leaves recall so many percent of a request of 2,000 tokens.
async fn leave_room(chat: &Recalling, percent: u32) {
    let mut settings = chat.session.settings().await.unwrap();
    settings.context_max_tokens = 2_000;
    settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Recall).for_each(|layer| {
        layer.ceiling = percent;
    });
    chat.session.save_settings(&settings).await.unwrap();
}

/// What of recall had no room.
fn without_room(compiled: &Compiled) -> Vec<SourceId> {
    let omitted = compiled.omitted.iter().filter(|omitted| omitted.layer == LayerKind::Recall);
    omitted.flat_map(|omitted| omitted.sources.clone()).collect()
}

#[tokio::test]
async fn a_match_is_sent_alone_where_the_messages_beside_it_have_no_room() {
    let chat = open().await;
    let long = "The weather in Lviv stays as it was. ".repeat(10);
    let stored = put(&chat, chat.id, &["Listen.", &long, FACT, &long, "Yes."]).await;
    let other = new(&chat).await;
    leave_room(&chat, 15).await;
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!(recalled(&compiled).matches("weather").count(), 20);
    leave_room(&chat, 4).await;
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!(recalled(&compiled), format!("Relevant conversation memory:\n[2026-11-21 11:01] User: {FACT}"));
    let fact = SourceId::Message(stored[2].id);
    assert_eq!((&compiled.recalled[0].sources, &compiled.recalled[0].matched), (&vec![fact], &vec![fact]));
    assert_eq!(without_room(&compiled), [SourceId::Message(stored[1].id), SourceId::Message(stored[3].id)]);
}

#[tokio::test]
async fn the_best_of_matches_side_by_side_is_sent_where_all_of_them_have_no_room() {
    let chat = open().await;
    let weaker = format!("Oksana called. {}", "The weather in Lviv stays as it was. ".repeat(10));
    let stored = put(&chat, chat.id, &[&weaker, FACT, "Seven! How lovely."]).await;
    let other = new(&chat).await;
    leave_room(&chat, 15).await;
    let [weaker, fact] = [0, 1].map(|at: usize| SourceId::Message(stored[at].id));
    let compiled = preview(&chat, other, QUESTION).await;
    assert_eq!(compiled.recalled[0].matched[0], fact, "the best is the first");
    assert!(compiled.recalled[0].matched.contains(&weaker));
    leave_room(&chat, 4).await;
    let compiled = preview(&chat, other, QUESTION).await;
    assert!(recalled(&compiled).contains(FACT) && !recalled(&compiled).contains("weather"), "{}", recalled(&compiled));
    assert!(without_room(&compiled).contains(&weaker));
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
    let compiled = chat.session.preview_message(other, outgoing, &provider(), AskedFor::Typing).await.unwrap();
    assert!(recalled(&compiled).contains(FACT), "{}", recalled(&compiled));

    // The task is about them, the question is not, so they match a small part of both.
    set(&chat, |recall| recall.least_share = 5).await;
    let task = ricordo_core::task::TaskText { title: "Ask Oksana about the hedgehogs".to_owned(), due: None };
    let third = new(&chat).await;
    chat.session.add_task(third, &task, None).await.unwrap();
    chat.model.then(asks_for_tasks());
    chat.model.then_say("Seven.");
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.send(&call, third, "What is to be done today?").await.unwrap();
    let requests: Vec<String> =
        chat.model.requests().iter().map(|request| serde_json::to_string(request).unwrap()).collect();
    assert_eq!(requests.iter().map(|request| request.contains(FACT)).collect::<Vec<_>>(), [false, true]);
}

#[tokio::test]
async fn copies_of_a_message_do_not_crowd_out_what_else_answers() {
    let chat = open().await;
    let vet = new(&chat).await;
    put(&chat, vet, &["The clinic for a hedgehog closes at noon."]).await;
    chatter(&chat, vet, 40).await;
    let copied = "Doctor Molnar treats the hedgehog in her clinic.";
    for _ in 0..14 {
        let copy = new(&chat).await;
        put(&chat, copy, &[copied]).await;
    }
    let other = new(&chat).await;
    let found = recalled(&preview(&chat, other, "Which doctor treats the hedgehog in which clinic?").await);
    assert_eq!(found.matches(copied).count(), 1, "{found}");
    assert!(found.contains("closes at noon"), "{found}");
}

/// A reply that calls a tool.
fn asks_for_tasks() -> Vec<Step> {
    let call = ChatEvent::ToolCall {
        index: 0,
        id: Some("1".to_owned()),
        name: Some("list_tasks".to_owned()),
        arguments: "{}".to_owned(),
    };
    vec![Step::Event(call), Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls })]
}

#[tokio::test]
async fn a_message_that_is_answered_again_does_not_recall_itself() {
    let chat = open().await;
    chat.model.then(vec![Step::text("Half"), Step::Fail(ModelError::new(ModelErrorKind::CutOff, ""))]);
    chat.say(QUESTION).await;
    // What a tool answers is looked for, too, so each round recalls.
    chat.model.then(asks_for_tasks());
    chat.model.then_say("Seven.");
    chat.retry().await;
    let requests: Vec<String> =
        chat.model.requests().iter().map(|request| serde_json::to_string(request).unwrap()).collect();
    assert_eq!(requests.iter().map(|request| request.matches(QUESTION).count()).collect::<Vec<_>>(), [1, 1, 1]);
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

/// Replaces a message by another one, on a branch of its own.
async fn edit(chat: &Recalling, message: MessageId) {
    let provider = provider();
    let call = ModelCall::new(&chat.model, &provider);
    chat.session.edit(&call, chat.id, message, "Nothing of the kind.").await.unwrap();
}

#[tokio::test]
async fn the_start_of_the_window_does_not_move_with_what_is_recalled() {
    let chat = open().await;
    put(&chat, chat.id, &[FACT, "Seven! How lovely.", "And her cat is called Pumpkin.", "What a name."]).await;
    chatter(&chat, chat.id, 900).await;
    let window = |compiled: &Compiled| {
        let layer = compiled.layers.iter().find(|layer| layer.kind == LayerKind::Window).unwrap();
        layer.sources.clone()
    };
    let (nothing, something) = (
        preview(&chat, chat.id, "Xyzzy?").await,
        preview(&chat, chat.id, "Does Oksana's cat Pumpkin like hedgehogs?").await,
    );
    assert!(nothing.recalled.is_empty() && !something.recalled.is_empty());
    assert!(!nothing.omitted.is_empty(), "the window is full");
    assert_eq!(window(&nothing), window(&something));
    // Without recall, the window has the room for itself.
    set(&chat, |recall| recall.enabled = false).await;
    assert!(window(&preview(&chat, chat.id, "Xyzzy?").await).len() > window(&nothing).len());
}

#[tokio::test]
async fn recall_may_use_what_the_window_leaves() {
    let chat = open().await;
    let facts: Vec<String> =
        (0..12).map(|n| format!("Oksana's hedgehogs ate {n} apples. {}", "And so on. ".repeat(12))).collect();
    put(&chat, chat.id, &facts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    chatter(&chat, chat.id, 40).await;
    leave_room(&chat, 60).await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.tools.clear();
    // A floor of 1,200 tokens that the window does not need: it is only two messages long.
    settings.short_term_window = Some(2);
    settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Window).for_each(|layer| layer.floor = 60);
    chat.session.save_settings(&settings).await.unwrap();
    let compiled = preview(&chat, chat.id, QUESTION).await;
    let tokens = |kind| compiled.layers.iter().find(|layer| layer.kind == kind).map_or(0, |layer| layer.tokens);
    assert!(tokens(LayerKind::Window) < 200 && tokens(LayerKind::Recall) > 700, "{:?}", compiled.layers);
    assert!(tokens(LayerKind::Recall) <= 1_200 && compiled.tokens <= compiled.budget);
}
