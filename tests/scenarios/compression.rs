//! Compression as its document specifies it: when it happens, how far it goes, which answers are accepted, and undoing
//! it.

use crate::common::{
    Chat,
    idle::{now, words},
    provider,
};
use ricordo_core::{
    branch::Branch,
    change::Change,
    error::{ModelError, ModelErrorKind},
    host::Host,
    id::BranchId,
    mark::{Mark, MarkKind},
    message::Finish,
    model::ChatEvent,
    record::Record,
    session::{Halt, MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome, maintain::Standing},
    settings::{CompressionSettings, Settings},
    store::Store,
    summary::{Maker, OutputTarget, Stale},
    testing::Step,
    undo::UndoneCommand,
};
use std::rc::Rc;

fn on_limit() -> Settings {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    Settings { immediate_messages: Some(10), compression, ..Settings::default() }
}

fn periodic() -> Settings {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    Settings { compression, ..Settings::default() }
}

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn what_lies_outside_the_window_becomes_a_summary_that_is_sent() {
    for target in [OutputTarget::Memory, OutputTarget::ReducedHistory] {
        let mut settings = on_limit();
        settings.compression.output_target = target;
        let chat = Chat::open_with(settings).await;
        chat.fill(30).await;
        chat.model.then_say("They plan to move to Lviv in May.");
        let (end, events) = chat.maintain().await;
        assert_eq!(end, MaintainEnd::Done);
        assert!(matches!(events[0], MaintainEvent::Running { done: 0, of: 1, .. }), "{events:?}");
        assert!(matches!(events[1], MaintainEvent::Sent(_)), "{events:?}");
        assert!(matches!(events[2], MaintainEvent::Finished { .. }) && events[3] == MaintainEvent::Idle, "{events:?}");
        assert!(chat.prompts()[0].contains(&format!("User: {}", words(0))), "{:?}", chat.prompts());

        let [(from, to)] = chat.covered().await[..] else { panic!("{:?}", chat.covered().await) };
        assert!(from == 0 && to >= 20, "{to}");
        let request = chat.request().await;
        assert!(request.contains("They plan to move to Lviv in May."));
        assert!(!request.contains(&words(to - 1)) && request.contains(&words(to)), "the window begins where it ends");
        assert_eq!(chat.session.open(chat.id, 100).await.unwrap().messages.len(), 30, "all stay stored");
        let summary = chat.in_force().await.remove(0);
        assert_eq!((summary.target, summary.sources.len()), (target, to as usize));
        assert!(
            summary.tokens_before > u64::from(summary.tokens) && chat.session.maintenance().await.unwrap().is_empty()
        );
    }
}

#[tokio::test]
async fn nothing_is_compressed_unless_it_is_switched_on_or_before_there_is_enough() {
    let off = Settings { compression: CompressionSettings::default(), ..on_limit() };
    let chat = Chat::open_with(off).await;
    chat.fill(40).await;
    chat.maintain().await;
    let short = Chat::open_with(on_limit()).await;
    short.fill(12).await;
    assert_eq!(short.maintain().await, (MaintainEnd::Done, vec![MaintainEvent::Idle]));
    assert!(chat.model.requests().is_empty() && short.model.requests().is_empty());
}

#[tokio::test]
async fn periodic_compression_keeps_the_tail_of_the_first_for_the_second() {
    let chat = Chat::open_with(periodic()).await;
    chat.fill(20).await;
    chat.maintain().await;
    assert_eq!(chat.covered().await, [(0, 10)]);
    chat.fill(18).await;
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 1, "not before twenty messages");
    chat.fill(2).await;
    chat.maintain().await;
    assert_eq!(chat.covered().await, [(0, 10), (10, 30)]);
    let second = chat.prompts().remove(1);
    assert!((10..30).all(|n| second.contains(&words(n))), "the tail of the first is in the second");
    assert!(!second.contains(&words(9)) && !second.contains(&words(30)));
}

#[tokio::test]
async fn a_bad_answer_keeps_the_old_state_says_why_and_is_tried_again_later() {
    let call = ChatEvent::ToolCall { index: 0, id: None, name: Some("find".to_owned()), arguments: "{}".to_owned() };
    let done = |finish| Step::Event(ChatEvent::Finish { finish });
    let bad = [
        (vec![Step::Event(call)], "called a tool"),
        (vec![Step::Event(ChatEvent::Reasoning { text: "Let me think.".to_owned() })], "its reasoning"),
        (vec![], "is empty"),
        (vec![Step::text(&(0..400).map(|n| format!("Word{n} is said. ")).collect::<String>())], "not shorter"),
        (vec![Step::text("They plan to"), done(Finish::Length)], "cut off"),
        (vec![Step::Fail(ModelError::new(ModelErrorKind::ServerError, "503"))], "503"),
        (vec![Step::text("go go go go go go go go go go go go go go go go go go")], "over and over"),
    ];
    for (steps, sentence) in bad {
        let chat = Chat::open_with(Settings { send_now: false, ..on_limit() }).await;
        chat.fill(30).await;
        let before = chat.request().await;
        let mut asked = 0;
        // An unusable answer is requested once more; the next test covers the second one.
        let waits: &[i64] = if matches!(steps[..], [Step::Fail(_)]) { &[1, 5, 30] } else { &[1] };
        for wait in waits {
            chat.model.then(steps.clone());
            let (_, events) = chat.maintain().await;
            asked += 1;
            let refused = events.iter().find_map(|event| match event {
                MaintainEvent::Refused { why, again_at, .. } => Some((why.to_string(), again_at.map(|at| at.0))),
                _ => None,
            });
            let (why, again_at) = refused.unwrap_or_else(|| panic!("{sentence}: {events:?}"));
            assert!(why.contains(sentence), "{sentence}: {why}");
            assert_eq!(again_at, Some(chat.host.now().at.0 + wait * MINUTE));
            assert_eq!(chat.request().await, before, "{sentence}");
            assert_eq!(
                chat.session.maintenance().await.unwrap()[0].not_made.as_ref().map(NotMade::to_string),
                Some(why)
            );
            chat.host.advance(wait * MINUTE - 1);
            chat.maintain().await;
            assert_eq!(chat.model.requests().len(), asked, "it waits");
            chat.host.advance(1);
        }
        chat.maintain().await;
        assert_eq!(chat.covered().await.len(), 1, "{sentence}: a good answer is accepted after that");
    }
}

#[tokio::test]
async fn compress_and_undo_give_the_same_bytes_as_before() {
    let chat = Chat::open().await;
    chat.fill(30).await;
    let (request, stored) = (chat.request().await, chat.stored().await);
    let made = chat.session.compress(&chat.model, &provider(), chat.id, &MaintainControl::default(), &|_| ()).await;
    let Outcome::Made(summary) = made.unwrap() else { panic!("it was not made") };
    assert_eq!((summary.coverage[0].from, summary.coverage[0].to), (0, 20));
    assert!(chat.request().await.contains(&summary.text));
    let compressed = chat.request().await;

    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Compress));
    assert_eq!((chat.request().await, chat.stored().await), (request.clone(), stored));

    chat.session.compress_without_model(chat.id).await.unwrap();
    let extractive = chat.in_force().await.remove(0);
    assert_eq!(extractive.maker, Maker::Extractive);
    assert!(extractive.text.lines().all(|line| (0..20).any(|n| words(n) == line[line.find(' ').unwrap() + 1..])));
    assert_ne!(chat.request().await, compressed);
    let taken = chat.session.uncompress(chat.id).await.unwrap();
    assert_eq!(taken.id, extractive.id);
    assert_eq!(chat.request().await, request);
    assert_eq!(chat.with_standing(|standing| standing == Standing::Replaced).await.len(), 1);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Uncompress));
    assert!(chat.request().await.contains(&extractive.text.lines().next().unwrap()[..20]));
}

#[tokio::test]
async fn what_was_taken_back_is_not_compressed_again_at_once() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(30).await;
    chat.maintain().await;
    chat.session.uncompress(chat.id).await.unwrap();
    chat.maintain().await;
    assert!(chat.in_force().await.is_empty());
    chat.fill(10).await;
    chat.maintain().await;
    assert_eq!(chat.in_force().await.len(), 1);
}

#[tokio::test]
async fn too_little_and_temporary_conversations_are_not_compressed_and_it_says_why() {
    let chat = Chat::open().await;
    let compress = || async {
        let control = MaintainControl::default();
        match chat.session.compress(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap() {
            Outcome::NotMade(why) => why,
            Outcome::Made(summary) => panic!("{summary:?}"),
        }
    };
    assert_eq!(compress().await, NotMade::TooFew { messages: 0, needed: 10, kept: 10 });
    chat.fill(19).await;
    let why = compress().await;
    assert_eq!(why, NotMade::TooFew { messages: 9, needed: 10, kept: 10 });
    assert!(why.to_string().contains("9 messages besides the last 10"), "{why}");
    assert_eq!(chat.session.uncompress(chat.id).await, Err(Halt::NotMade(NotMade::NothingCompressed)));
    chat.fill(11).await;
    let mut conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    conversation.temporary = true;
    chat.session.store().apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();
    assert_eq!(compress().await, NotMade::Temporary);
    chat.session.save_settings(&on_limit()).await.unwrap();
    chat.maintain().await;
    assert!(chat.model.requests().is_empty());
}

#[tokio::test]
async fn a_summary_of_another_branch_is_not_used_and_comes_back_with_it() {
    let chat = Chat::open_with(periodic()).await;
    chat.fill(20).await;
    chat.model.then_say("They plan to move to Lviv in May.");
    chat.maintain().await;
    let request = chat.request().await;
    let mut conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    let old = conversation.active_branch;
    let new = BranchId::new(chat.host.now().at, chat.host.random());
    conversation.active_branch = new;
    let branch = Branch { id: new, conversation: chat.id, parent: Some(old), first: 4, left_at: None };
    let switch = vec![Change::Add(Record::Branch(branch)), Change::Put(Record::Conversation(conversation.clone()))];
    chat.session.store().apply(switch).await.unwrap();
    assert!(!chat.request().await.contains("They plan to move"));
    assert_eq!(chat.with_standing(|s| s == Standing::Stale(Stale::BranchedAway)).await.len(), 1);
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 1, "four messages are too few to compress");

    conversation.active_branch = old;
    chat.session.store().apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();
    assert_eq!(chat.request().await, request);
}

#[tokio::test]
async fn what_is_forgotten_is_left_out_of_the_next_summary_and_remember_is_exact() {
    let chat = Chat::open_with(periodic()).await;
    chat.fill(40).await;
    chat.model.then_say("They plan to move to Lviv in May.");
    chat.maintain().await;
    assert_eq!(chat.covered().await, [(0, 30)]);
    let request = chat.request().await;

    chat.session.forget(chat.id, 24).await.unwrap();
    assert!(!chat.request().await.contains("They plan to move"));
    chat.model.then_say("Now they know the price.");
    chat.maintain().await;
    assert_eq!(chat.covered().await, [(16, 30)]);
    let prompt = chat.prompts().remove(1);
    assert!(!prompt.contains(&words(15)) && prompt.contains(&words(16)), "{prompt}");

    assert!(chat.session.remember(chat.id).await.unwrap());
    assert_eq!(chat.request().await, request);
    assert_eq!(chat.with_standing(|standing| standing == Standing::Stale(Stale::Within)).await.len(), 1);
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 2);
}

#[tokio::test]
async fn a_muted_source_makes_a_summary_be_made_again_without_it() {
    let chat = Chat::open_with(periodic()).await;
    chat.fill(20).await;
    chat.maintain().await;
    let message = chat.session.open(chat.id, 20).await.unwrap().messages.remove(3).id;
    let mark = Mark {
        conversation: chat.id,
        message,
        kind: MarkKind::Muted,
        at: chat.host.now().at,
        rating: None,
        not_recalled: false,
    };
    chat.session.store().apply(vec![Change::Put(Record::Mark(mark))]).await.unwrap();
    chat.maintain().await;
    let prompt = chat.prompts().remove(1);
    assert!(!prompt.contains(&words(3)) && prompt.contains(&words(2)) && prompt.contains(&words(4)));
    assert_eq!((chat.covered().await, chat.in_force().await[0].sources.len()), (vec![(0, 10)], 9));
}

#[tokio::test]
async fn a_source_that_goes_away_meanwhile_drops_the_summary() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(30).await;
    let store = chat.session.store().clone();
    let message = chat.session.open(chat.id, 30).await.unwrap().messages.remove(3);
    let erase = move || {
        let key = Record::Message(Box::new(message.clone())).key();
        now(store.apply(vec![Change::Remove(key)])).unwrap();
    };
    chat.model.then(vec![Step::text("They plan to move."), Step::Do(Rc::new(erase))]);
    let (_, events) = chat.maintain().await;
    assert!(
        events.iter().any(|e| matches!(e, MaintainEvent::Refused { why, .. } if why.to_string().contains("changed")))
    );
    assert!(chat.in_force().await.is_empty());
    chat.host.advance(MINUTE);
    chat.maintain().await;
    assert!(!chat.prompts().remove(1).contains(&words(3)));
    assert_eq!(chat.in_force().await.len(), 1);
}

#[tokio::test]
async fn the_oldest_of_too_many_summaries_become_one_from_their_messages() {
    let chat = Chat::open_with(periodic()).await;
    for n in 0..5 {
        chat.fill(20).await;
        chat.model.then_say(&format!("Part {n} of the move."));
        chat.maintain().await;
    }
    let merge = chat.prompts().remove(5);
    assert!((0..50).all(|n| merge.contains(&words(n))) && !merge.contains("of the move"), "{merge}");
    assert_eq!(chat.covered().await, [(0, 50), (50, 70), (70, 90)]);
    assert_eq!(chat.with_standing(|standing| standing == Standing::Replaced).await.len(), 3);
}

#[tokio::test]
async fn the_users_own_prompt_is_asked_and_refused_without_a_place_for_the_messages() {
    let mut settings = on_limit();
    settings.compression.prompt_template = Some("Be brief.\n{history_messages}".to_owned());
    let chat = Chat::open_with(settings.clone()).await;
    chat.fill(30).await;
    chat.maintain().await;
    assert!(chat.prompts()[0].starts_with("Be brief.\nUser: "));

    settings.compression.prompt_template = Some("Be brief.".to_owned());
    let chat = Chat::open_with(settings).await;
    chat.fill(30).await;
    let (_, events) = chat.maintain().await;
    assert!(
        events
            .iter()
            .any(|e| matches!(e, MaintainEvent::Refused { why, .. } if why.to_string().contains("{history_messages}")))
    );
    assert!(chat.model.requests().is_empty());
}
