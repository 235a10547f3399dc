//! What waits, in which order it is sent, and what stops it.

use super::*;
use crate::state::{
    AskKind,
    testing::{conversation_id, failed, message_id},
};
use ricordo_core::draft::ComposerDraft;
use ricordo_core::{error::ModelErrorKind, message::Finish, time::Timestamp};

fn waiting(number: u8) -> Vec<QueuedMessage> {
    let draft = ComposerDraft::text(ConversationId::new(Timestamp(1), [number; 10]), "Next");
    let message = message_id(number.into());
    vec![QueuedMessage { message, draft, author: None, position: 0, created_at: Timestamp(1) }]
}

/// A queue that shows these messages.
fn shown(numbers: &[u8]) -> Queue {
    let queue = Queue::default();
    queue.show(several(numbers), queue.begin_read());
    queue
}

fn several(numbers: &[u8]) -> Vec<QueuedMessage> {
    numbers.iter().flat_map(|number| waiting(*number)).collect()
}

fn numbers(queue: &Queue) -> Vec<MessageId> {
    queue.waiting.with_untracked(|waiting| waiting.iter().map(|one| one.message).collect())
}

#[test]
fn what_waited_when_the_page_was_loaded_is_paused_and_what_came_since_is_not() {
    let id = ConversationId::new(Timestamp(1), [1; 10]);
    let queue = Queue::default();
    queue.note(id, &waiting(1));
    assert_eq!(queue.pause_of(id), Some(Pause::Loaded));
    queue.note(id, &[]);
    queue.note(id, &waiting(1));
    assert_eq!(queue.pause_of(id), None, "it became empty, and the next message came later");
    queue.pause(id, Some(Pause::Stopped));
    queue.note(id, &waiting(1));
    assert_eq!(queue.pause_of(id), Some(Pause::Stopped));
    queue.note(id, &[]);
    assert_eq!(queue.pause_of(id), None, "nothing waits");
}

#[test]
fn the_message_to_send_at_once_is_that_of_its_conversation() {
    let ids = [1, 2].map(|number| ConversationId::new(Timestamp(1), [number; 10]));
    let queue = Queue::default();
    queue.next.set(Some((ids[0], message_id(1))));
    assert_eq!(queue.take_next(ids[1]), None);
    assert_eq!((queue.take_next(ids[0]), queue.take_next(ids[0])), (Some(message_id(1)), None));
}

#[test]
fn a_read_that_began_before_a_message_was_sent_does_not_bring_it_back() {
    let queue = shown(&[1, 2, 3]);
    let (stored, late) = (several(&[1, 2, 3]), queue.begin_read());
    queue.sent(message_id(1));
    assert_eq!(numbers(&queue), [message_id(2), message_id(3)]);
    assert!(!queue.show(stored.clone(), late));
    assert_eq!(numbers(&queue), [message_id(2), message_id(3)], "the read is out of date");
    // Of two reads the one that began last is shown, whichever ends first.
    let (first, last) = (queue.begin_read(), queue.begin_read());
    queue.show(several(&[3]), last);
    queue.show(stored, first);
    assert_eq!(numbers(&queue), [message_id(3)]);
    queue.sent(message_id(9));
    assert_eq!(numbers(&queue), [message_id(3)], "another tab sent it");
}

#[test]
fn an_editor_closes_with_its_message_and_stays_while_others_come_and_go() {
    let queue = shown(&[1, 2]);
    queue.edited.set(Some(message_id(2)));
    queue.show(several(&[2, 3]), queue.begin_read());
    assert_eq!(queue.edited.get_untracked(), Some(message_id(2)));
    queue.sent(message_id(3));
    assert_eq!(queue.edited.get_untracked(), Some(message_id(2)));
    queue.sent(message_id(2));
    assert_eq!((queue.edited.get_untracked(), numbers(&queue)), (None, Vec::new()));
}

#[test]
fn the_first_message_is_sent_next_unless_it_is_being_edited() {
    let id = conversation_id(1);
    let queue = shown(&[4, 5]);
    queue.edited.set(Some(message_id(5)));
    assert_eq!((queue.next_of(id), queue.pause_of(id)), (Some(message_id(4)), None), "a later one is edited");
    queue.edited.set(Some(message_id(4)));
    assert_eq!((queue.next_of(id), queue.pause_of(id)), (None, Some(Pause::Editing)));
    let empty = Queue::default();
    assert_eq!((empty.next_of(id), empty.pause_of(id)), (None, None));
}

#[test]
fn a_pause_outlasts_replies_that_do_not_mend_it() {
    let id = conversation_id(1);
    let (new, complete) = (AskKind::New(Box::default()), Finish::Complete);
    let failure = failed(ModelErrorKind::ServerError, None);
    let queued = AskKind::Queued(message_id(1));
    let (again, go_on) = (AskKind::Again(message_id(1)), AskKind::GoOn(Box::default()));
    let [held, other] = [1, 2].map(|number| Some(Pause::Held(Some(message_id(number)))));
    for (before, ask, finish, held, after) in [
        (None, &new, &complete, None, None),
        (None, &new, &failure, None, Some(Pause::Failed)),
        (None, &new, &complete, held, held),
        (Some(Pause::Failed), &AskKind::Retry, &complete, None, None),
        (Some(Pause::Failed), &AskKind::Retry, &Finish::Stopped, None, Some(Pause::Failed)),
        (Some(Pause::Failed), &AskKind::Retry, &complete, held, held),
        (held, &again, &complete, None, None),
        (held, &again, &complete, other, other),
        (held, &go_on, &complete, None, held),
        (held, &new, &complete, None, held),
        (Some(Pause::Stopped), &AskKind::Retry, &complete, None, Some(Pause::Stopped)),
        (Some(Pause::Loaded), &new, &complete, None, Some(Pause::Loaded)),
        (Some(Pause::NotSent), &queued, &complete, None, None),
        (Some(Pause::Asked), &queued, &failure, None, Some(Pause::Failed)),
        (Some(Pause::Asked), &new, &complete, None, Some(Pause::Asked)),
    ] {
        let queue = shown(&[1]);
        queue.pause(id, before);
        queue.pause(conversation_id(2), Some(Pause::Away));
        let ended = Ended { conversation: id, ask: ask.clone(), finish: Some(finish.clone()), is_several: false };
        let is_sent = queue.reply_ended(&ended, true, held);
        let now = queue.pause_of(id);
        assert_eq!((now, is_sent), (after, after.is_none()), "{before:?}, {ask:?} ended with {finish:?}");
        assert_eq!(queue.pause_of(conversation_id(2)), Some(Pause::Away), "another queue");
    }
}

#[test]
fn the_question_about_the_price_pauses_the_queue_until_its_message_is_sent() {
    let id = conversation_id(1);
    let queue = shown(&[1]);
    for (before, after) in [(Some(Pause::Asked), None), (Some(Pause::Stopped), Some(Pause::Stopped)), (None, None)] {
        queue.pause(id, before);
        queue.answered(id);
        assert_eq!(queue.pause_of(id), after, "{before:?}");
    }
}

#[test]
fn a_message_that_nothing_will_send_is_sent_at_once() {
    let id = conversation_id(1);
    for (first, is_coming, pause, is_sent) in [
        (4, false, None, true),
        (4, true, None, false),
        (4, false, Some(Pause::Failed), false),
        // The others before it wait for the user.
        (3, false, None, false),
    ] {
        let queue = shown(&[first, 4]);
        queue.pause(id, pause);
        queue.pause(conversation_id(2), Some(Pause::Stopped));
        assert_eq!(queue.is_left_behind(id, message_id(4), is_coming), is_sent, "{first} {is_coming} {pause:?}");
    }
    assert!(!Queue::default().is_left_behind(id, message_id(4), false), "it was sent already");
}
