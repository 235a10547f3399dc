//! The outline of a conversation: its rows, and what the next request holds of each. Verified with the request itself.

use crate::common::{Chat, branches::joined, idle::words};
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, Layer, LayerKind},
    id::MessageId,
    inspect::{Held, Holds},
    manifest::SourceId,
    mark::MarkKind,
    session::{Heading, OutlineKind, OutlineRow},
    settings::{CompressionSettings, Settings},
    snapshot::Snapshot,
    summary::Summary,
};

/// Lines that begin with `#`.
fn headings(text: &str) -> Vec<Heading> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("# "));
    lines.map(|text| Heading { level: 1, text: text.to_owned() }).collect()
}

impl Chat {
    /// All rows, read in pages of three messages.
    async fn outline(&self) -> Vec<OutlineRow> {
        let marks = self.session.open(self.id, 1).await.unwrap().marks;
        let (mut rows, mut before) = (Vec::new(), Sequence::MAX);
        loop {
            let page = self.session.outline(self.id, before, 3, &marks, headings).await.unwrap();
            rows.splice(0..0, page.rows);
            let Some(first) = page.first else { return rows };
            before = first;
        }
    }

    /// Each row with what the next request holds of it, as `text: M`.
    async fn outlined(&self) -> Vec<String> {
        let compiled = self.compiled().await;
        let held = self.session.held(self.id, &compiled).await.unwrap();
        let line = |row: &OutlineRow| format!("{}: {}", row.text, letter(held.of_message(row.message, row.sequence)));
        self.outline().await.iter().map(line).collect()
    }
}

fn letter(holds: Holds) -> &'static str {
    match holds {
        Holds::Message => "M",
        Holds::Recalled => "R",
        Holds::Summary => "S",
        Holds::Nothing => "-",
        Holds::Forgotten => "F",
    }
}

#[tokio::test]
async fn turns_and_headings_are_rows_and_a_forget_and_its_undo_change_what_is_held() {
    let chat = Chat::open().await;
    chat.model.then_say("# Day one\n\nWalk.\n\n# Day two\n\nRest.");
    chat.say("Plan two days\nin Rome").await;
    chat.model.then_say("No headings.");
    chat.say("And food?").await;
    let all = ["Plan two days in Rome: M", "Day one: M", "Day two: M", "And food?: M"];
    assert_eq!(chat.outlined().await, all);
    let kinds: Vec<OutlineKind> = chat.outline().await.iter().map(|row| row.kind).collect();
    let heading = |number| OutlineKind::Heading { level: 1, number };
    assert_eq!(kinds, [OutlineKind::Turn, heading(0), heading(1), OutlineKind::Turn]);

    chat.session.forget(chat.id, 2).await.unwrap();
    let forgotten = ["Plan two days in Rome: F", "Day one: F", "Day two: F", "And food?: M"];
    assert_eq!(chat.outlined().await, forgotten);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.outlined().await, all);
}

#[tokio::test]
async fn a_muted_reply_has_a_row_and_is_not_held_and_a_pinned_one_is_held_beyond_the_window() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(24).await;
    let messages = chat.session.open(chat.id, 100).await.unwrap().messages;
    chat.session.mark(chat.id, messages[1].id, Some(MarkKind::Pinned)).await.unwrap();
    chat.session.mark(chat.id, messages[23].id, Some(MarkKind::Muted)).await.unwrap();
    let rows = chat.outline().await;
    let marked: Vec<_> = rows.iter().filter(|row| row.mark.is_some()).map(|row| (row.sequence, row.kind)).collect();
    assert_eq!(marked, [(1, OutlineKind::Reply), (23, OutlineKind::Reply)]);
    let held = chat.outlined().await;
    let letters: String = held.iter().filter_map(|row| row.chars().last()).collect();
    // Twelve turns, the pinned reply after the first and the muted one after the last.
    assert_eq!(letters.len(), 14);
    assert!(letters.starts_with("-M-") && letters.ends_with("M-"), "{letters}");
}

#[tokio::test]
async fn compressed_messages_are_held_as_a_summary_until_that_is_undone() {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    let settings = Settings { immediate_messages: Some(10), compression, ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    chat.fill(30).await;
    chat.model.then_say("They plan to move to Lviv in May.");
    chat.maintain().await;
    let [(from, to)] = chat.covered().await[..] else { panic!("{:?}", chat.covered().await) };
    let compiled = chat.compiled().await;
    let held = chat.session.held(chat.id, &compiled).await.unwrap();
    let [summary] = &held.compressed[..] else { panic!("{held:?}") };
    assert_eq!((summary.from, summary.to, summary.messages, summary.is_sent), (from, to, to, true));
    for row in chat.outline().await {
        let expected = if row.sequence < to { Holds::Summary } else { Holds::Message };
        assert_eq!(held.of_message(row.message, row.sequence), expected, "{row:?}");
        assert_eq!(row.text, words(row.sequence));
    }
    chat.session.forget(chat.id, 5).await.unwrap();
    let outlined = joined(&chat.outlined().await);
    assert!(outlined.contains(": F|") && !outlined.contains(": S"), "{outlined}");
}

#[tokio::test]
async fn another_branch_has_other_rows_and_its_own_request() {
    let chat = Chat::with_turns(3).await;
    chat.edit("Question 1", "Another question").await;
    assert_eq!(chat.outlined().await, ["Question 0: M", "Another question: M"]);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.outlined().await, ["Question 0: M", "Question 1: M", "Question 2: M"]);
}

#[tokio::test]
async fn a_page_reads_its_messages_alone() {
    let chat = Chat::open().await;
    chat.fill(40).await;
    let page = chat.session.outline(chat.id, 20, 4, &[], headings).await.unwrap();
    assert_eq!(page.first, Some(16));
    assert_eq!(page.rows.iter().map(|row| row.sequence).collect::<Vec<_>>(), [16, 18]);
    let none = chat.session.outline(chat.id, 0, 4, &[], headings).await.unwrap();
    assert_eq!((none.rows.len(), none.first), (0, None));
}

/// A message is held exactly if the window of the request has it, and as a summary only if a sent summary covers it.
pub(crate) fn is_exact(compiled: &Compiled, snapshot: &Snapshot) -> Result<(), String> {
    let held = Held::of(compiled, snapshot);
    let window = compiled.layers.iter().filter(|layer| layer.kind == LayerKind::Window);
    let window: Vec<MessageId> = window.flat_map(Layer::messages).collect();
    let is_sent = |id| compiled.layers.iter().any(|layer| layer.sources.contains(&SourceId::Summary(id)));
    for message in snapshot.earlier.iter().chain(&snapshot.messages) {
        let holds = held.of_message(message.id, message.sequence);
        if (holds == Holds::Message) != window.contains(&message.id) {
            return Err(format!("{holds:?}: {message:?}"));
        }
        let covers = |summary: &&Summary| {
            summary.coverage.iter().any(|coverage| (coverage.from..coverage.to).contains(&message.sequence))
        };
        let is_covered = || snapshot.summaries.iter().filter(covers).any(|summary| is_sent(summary.id));
        if holds == Holds::Summary && !is_covered() {
            return Err(format!("no summary of {message:?} is sent"));
        }
    }
    Ok(())
}
