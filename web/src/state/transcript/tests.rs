//! Turns, other tabs, reloads and scrolling in any order: the rows are always those of the store.

mod tab;

use super::*;
use crate::{
    list::FetchRequest,
    state::{
        Arrival,
        testing::{conversation_id, message_id},
    },
};
use leptos::reactive::owner::Owner;
use proptest::prelude::*;
use ricordo_core::branch::Branch;
use tab::{Event, Shown, Tab, event};

fn shown(transcript: Transcript) -> Vec<Shown> {
    let of = |row: &Row| (row.id(), row.words.written(), row.message.with_untracked(Option::is_some));
    transcript.rows.with_untracked(|rows| rows.iter().map(of).collect())
}

/// Whether `part` stands in `all` in one piece; if `to_end`, at its end.
fn is_part(part: &[Shown], all: &[Shown], to_end: bool) -> bool {
    if to_end { all.ends_with(part) } else { part.is_empty() || all.windows(part.len()).any(|some| some == part) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_happens_the_rows_are_those_that_a_fresh_load_shows(
        count in 0..130u32,
        events in prop::collection::vec(event(), 0..60),
    ) {
        let owner = Owner::new();
        owner.set();
        let mut tab = Tab::new(count);
        for event in events {
            tab.play(event);
            let keys = tab.transcript.rows.with_untracked(|rows| rows.iter().map(|row| row.key).collect::<Vec<_>>());
            prop_assert!(keys.iter().enumerate().all(|(at, key)| !keys[..at].contains(key)), "a key is used twice: {keys:?}");
            if tab.reads.is_empty() {
                let (rows, list) = (shown(tab.transcript), tab.transcript.list);
                let is_end = !list.has_newer.get_untracked();
                prop_assert!(is_part(&rows, &tab.all(), is_end), "{rows:?}\n are no part of {:?}", tab.all());
                prop_assert!(list.has_older.get_untracked() || rows.first() == tab.all().first(), "the beginning is missing");
            }
        }
        tab.end_reads();
        tab.read(Some((FetchRequest::End, 0)));
        tab.end_reads();
        let fresh = Transcript::new();
        // Keys are of one tab, and the row of the reply brings its own.
        fresh.next_key.set_value(10_000);
        fresh.begin(&tab.snapshot(), None);
        fresh.show(tab.snapshot(), None, tab.turns.row_in(Tab::id()));
        let wanted = shown(fresh);
        let wanted: Vec<_> = wanted.into_iter().chain(tab.unsaved.iter().map(|reply| (Some(reply.id), reply.text(), true))).collect();
        prop_assert!(shown(tab.transcript).ends_with(&wanted), "{:?}\n is not the end {wanted:?}", shown(tab.transcript));
        owner.cleanup();
    }
}

#[test]
fn a_reply_that_could_not_be_stored_stays_below_and_is_not_shown_twice_when_it_is_stored() {
    let mut tab = Tab::new(2);
    for event in [Event::Send, Event::Leave, Event::Write, Event::End { is_stored: false }, Event::Refresh] {
        tab.play(event);
    }
    tab.end_reads();
    assert_eq!(shown(tab.transcript), tab.all());
    assert_eq!(tab.transcript.unsaved().len(), 1);
    tab.play(Event::Save);
    tab.play(Event::Refresh);
    tab.end_reads();
    assert_eq!((shown(tab.transcript), tab.transcript.unsaved().len()), (tab.all(), 0));
}

#[test]
fn a_reply_of_another_conversation_that_could_not_be_stored_is_not_shown_in_this_one() {
    let mut tab = Tab::new(2);
    let elsewhere = Message { conversation: conversation_id(2), ..tab.next(Role::Assistant) };
    tab.transcript.keep_unsaved(elsewhere);
    tab.play(Event::Refresh);
    tab.end_reads();
    assert_eq!(shown(tab.transcript).len(), 2);
}

#[test]
fn a_message_that_is_stored_while_a_page_is_read_is_not_lost() {
    let mut tab = Tab::new(2);
    for read in [None, Some((FetchRequest::End, 0)), Some((FetchRequest::Seek(0, 0.0), 0))] {
        tab.read(read);
        tab.play(Event::Send);
        tab.end_reads();
        assert_eq!(shown(tab.transcript), tab.all(), "{read:?}");
        tab.play(Event::Leave);
        tab.read(read);
        tab.play(Event::End { is_stored: true });
        tab.end_reads();
        assert_eq!(shown(tab.transcript), tab.all(), "{read:?}: the reply");
    }
    tab.play(Event::Send);
    tab.play(Event::Leave);
    tab.play(Event::End { is_stored: false });
    tab.read(None);
    tab.play(Event::Save);
    tab.end_reads();
    assert_eq!(shown(tab.transcript), tab.all(), "stored after all");
}

#[test]
fn the_reply_of_another_tab_grows_in_its_row_and_becomes_the_stored_one() {
    let mut tab = Tab::new(2);
    tab.play(Event::OtherSends);
    tab.end_reads();
    let row = last_row(&tab).unwrap();
    assert_eq!(row.arrival.get_untracked(), Arrival::Elsewhere);
    tab.play(Event::OtherEnds);
    tab.end_reads();
    let after = last_row(&tab).unwrap();
    assert_eq!((after.key, after.words.written().as_str()), (row.key, "whole"));
}

fn last_row(tab: &Tab) -> Option<Row> {
    tab.transcript.rows.with_untracked(|rows| rows.last().cloned())
}

#[test]
fn while_the_view_stays_at_the_end_old_rows_are_unloaded_and_new_messages_are_not_unread() {
    let mut tab = Tab::new(60);
    tab.transcript.list.at_end.set(true);
    for _ in 0..40 {
        for event in [Event::Send, Event::Leave, Event::End { is_stored: true }] {
            tab.play(event);
        }
    }
    let rows = tab.transcript.rows.with_untracked(Vec::len);
    assert!(rows <= 2 * PAGE as usize, "{rows} rows");
    assert!(tab.transcript.list.has_older.get_untracked());
    assert_eq!(tab.transcript.list.unread.get_untracked(), 0);
    tab.play(Event::ScrollUp);
    tab.transcript.more_unread(2);
    assert_eq!(tab.transcript.list.unread.get_untracked(), 2);
}

#[test]
fn a_conversation_opens_at_its_end_or_where_the_user_left_it() {
    use crate::{list::Place, state::ScrollTarget};
    let (tab, place) = (Tab::new(60), Place { message: message_id(7), sequence: 7, offset: -3.0 });
    for (left, target, at_end) in [(None, ScrollTarget::End, true), (Some(place), ScrollTarget::Place(7, -3.0), false)]
    {
        tab.transcript.begin(&tab.snapshot(), left);
        let list = tab.transcript.list;
        assert_eq!((list.scroll_target.get_untracked(), list.at_end.get_untracked()), (Some(target), at_end));
        assert_eq!((list.end(), tab.transcript.rows.with_untracked(Vec::len)), (60, 0));
    }
}

#[test]
fn what_is_read_again_is_the_end_or_the_loaded_part_with_what_may_have_come_after_it() {
    let tab = Tab::new(130);
    assert_eq!(tab.transcript.part_to_read(), None, "at the end");
    tab.transcript.list.at_end.set(false);
    assert_eq!(tab.transcript.part_to_read(), Some((80, 50 + PAGE)));
    tab.transcript.list.has_newer.set(true);
    assert_eq!(tab.transcript.part_to_read(), Some((80, 50)), "the rest is read when the view gets there");
    tab.transcript.begin(&tab.snapshot(), None);
    tab.transcript.list.at_end.set(false);
    assert_eq!(tab.transcript.part_to_read(), None, "nothing is loaded");
}

#[test]
fn the_divider_below_the_last_row_is_shown_only_at_the_end_of_the_conversation() {
    let tab = Tab::new(4);
    for (boundary, has_newer, at) in
        [(None, false, None), (Some(2), false, Some(2)), (Some(4), false, Some(4)), (Some(4), true, None)]
    {
        tab.transcript.boundary.set(boundary);
        tab.transcript.list.has_newer.set(has_newer);
        assert_eq!(untrack(|| tab.transcript.divider()), at, "{boundary:?} {has_newer}");
    }
}

#[test]
fn messages_that_were_erased_at_the_beginning_are_not_offered_as_older_ones() {
    let tab = Tab::new(60);
    let list = tab.transcript.list;
    assert_eq!((tab.transcript.loaded_span(), list.has_older.get_untracked()), ((10, 60), true));
    tab.transcript.begins_at(4);
    assert!(list.has_older.get_untracked(), "4 to 9 are not loaded");
    tab.transcript.begins_at(10);
    assert!(!list.has_older.get_untracked());
    assert_eq!((list.position(10), list.size.get_untracked()), (1, 50));
}

#[test]
fn retry_answers_the_last_message_of_the_user_and_a_countdown_the_last_reply() {
    let mut tab = Tab::new(4);
    assert_eq!(tab.transcript.last_asked(), Some((message_id(2), 2)));
    assert!(tab.transcript.is_last(message_id(3)) && !tab.transcript.is_last(message_id(2)));
    tab.play(Event::Send);
    let (asked, sequence) = tab.transcript.last_asked().unwrap();
    assert!(sequence == 4 && tab.transcript.is_last(asked) && !tab.transcript.is_last(message_id(3)));
    tab.play(Event::Leave);
    assert!(!tab.transcript.is_last(asked), "a reply is coming");
    assert_eq!(Tab::new(0).transcript.last_asked(), None);
}

#[test]
fn the_last_message_with_a_text_is_found_behind_later_ones() {
    let (old, new) = (Tab::new(4), Tab::new(0));
    let mut sent = Tab::new(4);
    sent.play(Event::Send);
    let is_old = |text: &str| text == "old";
    for tab in [&old, &sent] {
        assert_eq!(tab.transcript.last_asked_with(is_old), Some((message_id(2), 2)));
    }
    assert_eq!(sent.transcript.last_asked_with(|_| true), sent.transcript.last_asked());
    assert_eq!(sent.transcript.last_asked_with(|_| false), None);
    assert_eq!(new.transcript.last_asked_with(|_| true), None);
}

#[test]
fn a_mark_is_that_of_its_message_and_goes_with_the_stored_state() {
    use ricordo_core::testing::sample;
    let tab = Tab::new(2);
    let mark = |kind| Mark { message: message_id(1), ..sample::mark(1, 1, kind) };
    let of = |sequence| untrack(|| tab.transcript.mark_of(message_id(sequence)));
    tab.transcript.know(Snapshot { marks: vec![mark(MarkKind::Muted)], ..tab.snapshot() });
    assert_eq!((of(0), of(1)), (None, Some(MarkKind::Muted)));
    tab.transcript.know(tab.snapshot());
    assert_eq!(of(1), None, "undone");
}

#[test]
fn each_change_of_the_rows_makes_what_was_read_before_it_out_of_date() {
    let mut tab = Tab::new(4);
    let mut before = tab.transcript.changes();
    let mut is_new = |tab: &Tab, what: &str| {
        assert!(tab.transcript.changes() > before, "{what}");
        before = tab.transcript.changes();
    };
    for event in [Event::Send, Event::Leave, Event::Round, Event::End { is_stored: false }, Event::Save, Event::Retry] {
        tab.play(event.clone());
        is_new(&tab, &format!("{event:?}"));
    }
    tab.transcript.begin(&tab.snapshot(), None);
    is_new(&tab, "another conversation");
    tab.transcript.show(tab.snapshot(), None, None);
    is_new(&tab, "it is shown");
    // What is known of the conversation, and text that arrives, are no reason to read again.
    tab.transcript.know(tab.snapshot());
    tab.play(Event::Write);
    assert_eq!(tab.transcript.changes(), before);
}

#[test]
fn a_reply_that_ended_on_a_branch_that_is_not_shown_is_elsewhere() {
    use crate::state::testing::snapshot;
    use ricordo_core::testing::sample;
    let transcript = Transcript::new();
    let begun = sample::branch_id(2);
    let parted = Branch { id: begun, parent: Some(sample::branch_id(1)), first: 3, ..sample::branch(1) };
    let mut stored = snapshot(Vec::new());
    stored.branches.push(parted);
    assert!(!transcript.is_elsewhere(conversation_id(1), (begun, 3)), "nothing is open");
    transcript.know(stored.clone());
    let old = stored.conversation.active_branch;
    let is_elsewhere = |branch, sequence| transcript.is_elsewhere(conversation_id(1), (branch, sequence));
    assert!(is_elsewhere(begun, 3) && !is_elsewhere(old, 3) && !is_elsewhere(old, 1));
    stored.conversation.active_branch = begun;
    transcript.know(stored);
    assert!(!is_elsewhere(begun, 3) && is_elsewhere(old, 3) && !is_elsewhere(old, 1));
    assert!(!transcript.is_elsewhere(conversation_id(2), (old, 3)), "another conversation is open");
}
