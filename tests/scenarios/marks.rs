//! Marks pin or mute messages, singly or all about one topic.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    compile::OmittedReason,
    id::MessageId,
    mark::{MarkKind, Rating, rating_of},
    message::Message,
    record::Kind,
    session::Confirmed,
    settings::{CompressionSettings, Settings},
    store::Store,
    undo::UndoneCommand,
};

/// A word that occurs in no other text.
const SECRET: &str = "Zanzibar";

#[tokio::test]
async fn a_muted_message_is_not_sent_and_comes_back() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.say("Two").await;
    let before = chat.request().await;
    let one = chat.id_of("One").await;
    chat.session.mark(chat.id, one, Some(MarkKind::Muted)).await.unwrap();
    chat.say("Three").await;
    assert!(!chat.last_window().contains(&"One".to_owned()));
    let omitted = chat.compiled().await.omitted;
    assert!(omitted.iter().any(|omitted| omitted.reason == OmittedReason::Muted));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(chat.request().await.contains("One") && before.contains("One"));
}

/// The summary was made without them. They would be sent neither in it nor by themselves.
#[tokio::test]
async fn what_was_muted_while_it_was_compressed_is_sent_once_that_is_undone() {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    for at_once in [true, false] {
        let chat = Chat::open_with(Settings { compression: compression.clone(), ..Settings::default() }).await;
        chat.fill(20).await;
        let stored = chat.session.open(chat.id, 20).await.unwrap().messages;
        if at_once {
            let confirmed = Confirmed { messages: vec![stored[3].id, stored[4].id], ..Confirmed::default() };
            chat.session.forget_about(chat.id, &confirmed).await.unwrap();
        } else {
            chat.session.mark(chat.id, stored[3].id, Some(MarkKind::Muted)).await.unwrap();
        }
        chat.maintain().await;
        assert_eq!(chat.covered().await, [(0, 10)]);
        assert!(!chat.request().await.contains(&words(3)));
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Mute));
        let request = chat.request().await;
        assert!(request.contains(&words(3)) && request.contains(&words(4)), "{request}");
        assert!(chat.in_force().await.is_empty());
    }
}

#[tokio::test]
async fn a_message_pinned_after_the_forget_is_sent_and_one_pinned_before_is_forgotten() {
    let chat = Chat::open().await;
    chat.say("Remember the code 4711").await;
    chat.say("And the door").await;
    let (code, entry) = (chat.id_of("4711").await, chat.id_of("door").await);
    chat.session.mark(chat.id, entry, Some(MarkKind::Pinned)).await.unwrap();
    chat.host.advance(1_000);
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(1_000);
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    chat.say("Hello").await;
    assert_eq!(chat.last_window(), ["Remember the code 4711"]);
}

/// Whether a message is muted or pinned, and whether it is never recalled again.
async fn state(chat: &Chat, message: MessageId) -> (Option<MarkKind>, bool) {
    let snapshot = chat.session.open(chat.id, 1).await.unwrap();
    let kind = snapshot.mark(message).filter(|kind| *kind != MarkKind::NotRecalled);
    (kind, snapshot.is_not_recalled(message))
}

#[tokio::test]
async fn what_is_not_to_be_recalled_stays_so_while_it_is_pinned_muted_and_rated() {
    use MarkKind::{Muted, NotRecalled, Pinned};
    let chat = Chat::open().await;
    let reply = chat.say("Hello").await.reply.id;
    let (session, id) = (&chat.session, chat.id);
    session.mark(id, reply, Some(Pinned)).await.unwrap();
    session.do_not_recall(&[reply], id).await.unwrap();
    assert_eq!(state(&chat, reply).await, (Some(Pinned), true), "the pin does not go");
    session.mark(id, reply, Some(Muted)).await.unwrap();
    session.rate(id, reply, Some(Rating::Good)).await.unwrap();
    assert_eq!(state(&chat, reply).await, (Some(Muted), true));
    session.mark(id, reply, None).await.unwrap();
    assert_eq!(state(&chat, reply).await, (None, true), "muted and not any more, it is still not recalled");
    session.mark(id, reply, Some(NotRecalled)).await.unwrap();
    session.mark(id, reply, Some(Pinned)).await.unwrap();
    session.recall_again(id, reply).await.unwrap();
    assert_eq!(state(&chat, reply).await, (Some(Pinned), false));
    // Each step is taken back alone.
    for (command, before) in [
        (UndoneCommand::RecallAgain, (Some(Pinned), true)),
        (UndoneCommand::Pin, (None, true)),
        (UndoneCommand::Unmute, (Some(Muted), true)),
        (UndoneCommand::Rate, (Some(Muted), true)),
        (UndoneCommand::Mute, (Some(Pinned), true)),
        (UndoneCommand::NotRecall, (Some(Pinned), false)),
        (UndoneCommand::Pin, (None, false)),
    ] {
        assert_eq!(session.undo(id).await.unwrap(), Some(command));
        assert_eq!(state(&chat, reply).await, before, "{command:?}");
    }
    assert_eq!(session.store().count(Kind::Mark).await, Ok(0));
}

/// A message pinned after a `/forget` is sent although the forget covers it; that it is not recalled changes nothing about that.
#[tokio::test]
async fn a_pin_keeps_its_time_when_its_message_is_not_to_be_recalled() {
    let chat = Chat::open().await;
    chat.say("Remember the code 4711").await;
    let code = chat.id_of("4711").await;
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    chat.host.advance(1_000);
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(1_000);
    chat.session.do_not_recall(&[code], chat.id).await.unwrap();
    chat.say("Hello").await;
    assert_eq!(chat.last_window(), Vec::<String>::new(), "it is forgotten as before");
}

#[tokio::test]
async fn what_is_pinned_stays_however_long_the_talk() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.say("Remember the code 4711").await;
    let code = chat.id_of("4711").await;
    chat.session.mark(chat.id, code, Some(MarkKind::Pinned)).await.unwrap();
    for number in 0..20 {
        chat.say(&format!("Question {number}")).await;
    }
    assert_eq!(chat.last_window()[0], "Remember the code 4711");
}

#[tokio::test]
async fn forgetting_about_something_mutes_what_is_confirmed_in_one_step() {
    let chat = Chat::open().await;
    chat.say(&format!("I love {SECRET} and tea")).await;
    chat.say("Something else").await;
    let memory = chat.session.add_memory(chat.id, &format!("The user loves {SECRET}"), None).await.unwrap().memory;
    let about = chat.session.find_about(chat.id, &SECRET.to_lowercase(), &provider()).await.unwrap();
    assert_eq!((about.messages.len(), about.memories.len()), (1, 1));
    let confirmed = Confirmed {
        messages: about.messages.iter().map(|message| message.id).collect(),
        memories: vec![memory.id],
        summaries: Vec::new(),
    };
    chat.session.forget_about(chat.id, &confirmed).await.unwrap();
    let request = chat.request().await;
    assert!(!request.contains(SECRET) && request.contains("Something else"));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Mute));
    assert!(chat.request().await.contains(&format!("I love {SECRET}")));
    assert!(chat.session.find_about(chat.id, "", &provider()).await.unwrap().messages.is_empty());
}

/// The texts of the messages that are listed, and how many of them may be about something else.
async fn about(chat: &Chat, text: &str) -> (Vec<String>, usize) {
    let about = chat.session.find_about(chat.id, text, &provider()).await.unwrap();
    (about.messages.iter().map(Message::text).collect(), about.partial.len())
}

#[tokio::test]
async fn other_forms_of_the_words_are_listed_in_three_languages() {
    let chat = Chat::open().await;
    for text in ["The children went far.", "У сусідки двоє котів.", "Она бежала к дому по снегу.", "Something else."]
    {
        chat.say(text).await;
    }
    let found = |text: &str| (vec![text.to_owned()], 0);
    for (asked, text) in [
        ("child", "The children went far."),
        ("the child going", "The children went far."),
        ("кіт", "У сусідки двоє котів."),
        ("кота сусідка", "У сусідки двоє котів."),
        ("снега", "Она бежала к дому по снегу."),
        ("снегами дома", "Она бежала к дому по снегу."),
    ] {
        assert_eq!(about(&chat, asked).await, found(text), "{asked}");
    }
    assert_eq!(about(&chat, "elephant").await, (vec![], 0));
    let forms = chat.session.find_about(chat.id, "кота сусідка", &provider()).await.unwrap().forms;
    assert_eq!(forms, ["котів", "сусідки"]);
}

#[tokio::test]
async fn what_has_the_words_as_they_are_written_comes_first_and_what_lacks_one_last() {
    let chat = Chat::open().await;
    for text in ["Two children, one garden.", "A child in a garden.", "The garden is wet.", "A child, in the gardens."]
    {
        chat.say(text).await;
    }
    let (texts, partial) = about(&chat, "child garden").await;
    assert_eq!(texts[..3], ["A child, in the gardens.", "A child in a garden.", "Two children, one garden."]);
    assert!(partial == texts.len() - 3, "{texts:?}");
    // A word without a topic has to be there as before, if nothing else is.
    assert_eq!(about(&chat, "the").await.0, ["A child, in the gardens.", "The garden is wet."]);
}

#[tokio::test]
async fn every_message_with_the_words_as_they_are_written_is_listed_however_many_there_are() {
    let chat = Chat::open().await;
    for number in 0..60 {
        chat.put(chat.id, &format!("Number {number}: {SECRET} again, and again {SECRET}.")).await;
        chat.put(chat.id, &format!("Number {number}: tea.")).await;
    }
    assert_eq!(about(&chat, SECRET).await.0.len(), 60);
    // "Number" is in all of them, so it says little, but it is there.
    assert_eq!(about(&chat, "number tea").await.0.len(), 60);
}

#[tokio::test]
async fn other_forms_are_found_in_memories_and_summaries_and_nothing_muted_or_archived_is_listed() {
    let chat = Chat::open().await;
    chat.say("The mice are in the cellar.").await;
    chat.say("More mice in the attic.").await;
    let kept = chat.session.add_memory(chat.id, "Afraid of mice", None).await.unwrap().memory;
    let archived = chat.session.add_memory(chat.id, "Once kept mice as pets", None).await.unwrap().memory;
    chat.session.archive_memory(chat.id, archived.id).await.unwrap();
    let attic = chat.id_of("attic").await;
    chat.session.mark(chat.id, attic, Some(MarkKind::Muted)).await.unwrap();
    let found = chat.session.find_about(chat.id, "mouse", &provider()).await.unwrap();
    assert_eq!(found.memories.iter().map(|memory| memory.id).collect::<Vec<_>>(), [kept.id]);
    assert_eq!(found.messages.iter().map(Message::text).collect::<Vec<_>>(), ["The mice are in the cellar."]);
}

#[tokio::test]
async fn a_rating_is_kept_beside_the_mark_and_never_sent() {
    let chat = Chat::with_turns(2).await;
    let before = chat.request().await;
    let reply = chat.id_of("Reply 1.").await;
    let now = async || {
        let snapshot = chat.session.open(chat.id, 1).await.unwrap();
        (rating_of(&snapshot.marks, reply), snapshot.mark(reply), snapshot.marks.len())
    };
    chat.session.rate(chat.id, reply, Some(Rating::Good)).await.unwrap();
    assert_eq!(now().await, (Some(Rating::Good), None, 1));
    assert_eq!(chat.request().await, before, "a rating changes no request");
    chat.session.mark(chat.id, reply, Some(MarkKind::Muted)).await.unwrap();
    assert_eq!(now().await, (Some(Rating::Good), Some(MarkKind::Muted), 1));
    chat.session.rate(chat.id, reply, Some(Rating::Bad)).await.unwrap();
    assert_eq!(now().await, (Some(Rating::Bad), Some(MarkKind::Muted), 1));
    chat.session.mark(chat.id, reply, None).await.unwrap();
    assert_eq!(now().await, (Some(Rating::Bad), None, 1));
    // Undo: the mark, the rating, the mark, the first rating.
    for (command, then) in [
        (UndoneCommand::Unmute, (Some(Rating::Bad), Some(MarkKind::Muted), 1)),
        (UndoneCommand::Rate, (Some(Rating::Good), Some(MarkKind::Muted), 1)),
        (UndoneCommand::Mute, (Some(Rating::Good), None, 1)),
        (UndoneCommand::Rate, (None, None, 0)),
    ] {
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(command));
        assert_eq!(now().await, then);
    }
    chat.session.rate(chat.id, reply, Some(Rating::Good)).await.unwrap();
    chat.session.rate(chat.id, reply, None).await.unwrap();
    assert_eq!(now().await, (None, None, 0), "nothing stays of a rating that was taken back");
}

#[tokio::test]
async fn a_rating_goes_with_its_message_into_a_file_and_a_fork() {
    let chat = Chat::with_turns(1).await;
    let reply = chat.id_of("Reply 1.").await;
    chat.session.rate(chat.id, reply, Some(Rating::Bad)).await.unwrap();
    let file = chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    let other = Chat::open().await;
    // Both test hosts make the same ids, and nothing is added to a conversation that is there.
    other.session.erase_conversation(other.id).await.unwrap();
    other.session.import_text(&file).await.unwrap();
    let marks = other.session.open(chat.id, 1).await.unwrap().marks;
    assert_eq!(rating_of(&marks, reply), Some(Rating::Bad));
    let forked = chat.session.fork_conversation(chat.id, reply).await.unwrap();
    let snapshot = chat.session.open(forked, 2).await.unwrap();
    assert_eq!(rating_of(&snapshot.marks, snapshot.messages[1].id), Some(Rating::Bad));
    chat.session.erase_message(reply).await.unwrap();
    assert!(chat.session.open(chat.id, 1).await.unwrap().marks.is_empty(), "and is erased with it");
}
