//! Decides which daily summaries are due. Pure: depends only on records, settings and the time.
//!
//! A clock that jumps back neither repeats work nor stops it. New messages are recognized by their ids, not by their
//! times, so no summary is made twice from the same messages. The age of a summary is its distance from now in either
//! direction, so one from the future does not delay the next by more than a period.

use super::{Summary, SummaryKind};
use crate::{
    id::{ConversationId, MessageId, ProjectId, SummaryId},
    time::{DAY_MS, Timestamp},
};
use ricordo_record::settings::{Period, Scope, SummarySettings};

/// The newest message of a conversation that can be summarized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Newest {
    /// The conversation.
    pub conversation: ConversationId,
    /// Whether the conversation is temporary. Temporary conversations are not summarized.
    pub temporary: bool,
    /// The message.
    pub message: MessageId,
    /// When it was created.
    pub at: Timestamp,
}

/// A summary to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// [`SummaryKind::Recent`] or [`SummaryKind::Long`].
    pub kind: SummaryKind,
    /// Its conversation; `None` means several: all of `project`.
    pub conversation: Option<ConversationId>,
    /// The project whose conversations it covers, if it covers several; `None` means those that are in no project.
    pub project: Option<ProjectId>,
    /// Start of the period: messages from this time on are summarized.
    pub since: Timestamp,
}

/// The summaries that are due, in the order to make them: the short period before the long one.
///
/// `newest` has one entry for each conversation that can be summarized, all of one project or of none; the caller adds the
/// project, and leaves out the summaries of others. `stale` lists the summaries that are no longer
/// valid; those are made again at once, whatever their age.
pub fn due(
    settings: &SummarySettings,
    newest: &[Newest],
    summaries: &[Summary],
    stale: &[SummaryId],
    now: Timestamp,
) -> Vec<Due> {
    let mut found = Vec::new();
    if !settings.enabled {
        return found;
    }
    for (kind, period) in [(SummaryKind::Recent, &settings.recent), (SummaryKind::Long, &settings.long)] {
        let since = since(period, now);
        let fresh: Vec<&Newest> = newest.iter().filter(|latest| !latest.temporary && latest.at >= since).collect();
        let mut check = |conversation: Option<ConversationId>, fresh: &[&Newest]| {
            let last = last(summaries, kind, conversation);
            if !fresh.is_empty() && last.is_none_or(|last| is_due(last, fresh, stale, period, now)) {
                found.push(Due { kind, conversation, project: None, since });
            }
        };
        match settings.scope {
            Scope::All => check(None, &fresh),
            Scope::Conversation => fresh.iter().for_each(|latest| check(Some(latest.conversation), &[latest])),
        }
    }
    found
}

/// The start of the period that a summary made now covers.
pub fn since(period: &Period, now: Timestamp) -> Timestamp {
    Timestamp(now.0.saturating_sub(i64::from(period.days).saturating_mul(DAY_MS)))
}

/// The latest summary of a kind and a scope.
pub(super) fn last(summaries: &[Summary], kind: SummaryKind, conversation: Option<ConversationId>) -> Option<&Summary> {
    summaries.iter().filter(|one| one.kind == kind && one.conversation == conversation).max_by_key(|one| one.id)
}

fn is_due(last: &Summary, fresh: &[&Newest], stale: &[SummaryId], period: &Period, now: Timestamp) -> bool {
    if stale.contains(&last.id) {
        return true;
    }
    let age = now.0.abs_diff(last.created_at.0);
    let every = u64::from(period.every_days).saturating_mul(DAY_MS.unsigned_abs());
    let is_new = |latest: &&Newest| !last.sources.iter().any(|source| source.message == latest.message);
    age >= every && fresh.iter().any(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        digest::Digest,
        testing::sample::{compressed, conversation_id},
    };
    use proptest::prelude::*;
    use ricordo_record::summary::Source;

    fn settings(scope: Scope) -> SummarySettings {
        SummarySettings { enabled: true, scope, ..SummarySettings::default() }
    }

    fn message(number: u32) -> MessageId {
        let mut bytes = [0; 10];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        MessageId::new(Timestamp(1), bytes)
    }

    fn newest(seed: u32, number: u32, at: i64) -> Newest {
        Newest { conversation: conversation_id(seed), temporary: false, message: message(number), at: Timestamp(at) }
    }

    fn made(due: Due, number: u32, from: &[Newest], at: Timestamp) -> Summary {
        let sources = from.iter().map(|latest| Source { message: latest.message, digest: Digest(0) });
        Summary {
            kind: due.kind,
            conversation: due.conversation,
            sources: sources.collect(),
            created_at: at,
            ..compressed(1, number, 0, 1)
        }
    }

    #[test]
    fn both_are_due_at_first_and_then_after_their_days() {
        let settings = settings(Scope::All);
        let start = Timestamp(100 * DAY_MS);
        let first = [newest(1, 1, start.0)];
        let at_first = due(&settings, &first, &[], &[], start);
        assert_eq!(at_first.iter().map(|due| due.kind).collect::<Vec<_>>(), [SummaryKind::Recent, SummaryKind::Long]);
        assert_eq!(at_first[0].since, Timestamp(93 * DAY_MS));
        let summaries: Vec<Summary> = at_first.iter().map(|due| made(*due, 1, &first, start)).collect();

        let next = |days: i64| [newest(1, 2, start.0 + days * DAY_MS)];
        let kinds = |days: i64| {
            let due = due(&settings, &next(days), &summaries, &[], Timestamp(start.0 + days * DAY_MS));
            due.iter().map(|due| due.kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(2), []);
        assert_eq!(kinds(3), [SummaryKind::Recent]);
        assert_eq!(kinds(14), [SummaryKind::Recent, SummaryKind::Long]);
    }

    #[test]
    fn nothing_is_due_without_new_messages_when_off_or_in_temporary_conversations() {
        let start = Timestamp(100 * DAY_MS);
        let latest = [newest(1, 1, start.0)];
        let all = settings(Scope::All);
        assert_eq!(due(&SummarySettings::default(), &latest, &[], &[], start), []);
        assert_eq!(due(&all, &[], &[], &[], start), []);
        assert_eq!(due(&all, &[newest(1, 1, 60 * DAY_MS)], &[], &[], start), [], "older than 30 days");
        assert_eq!(due(&all, &[Newest { temporary: true, ..latest[0] }], &[], &[], start), []);
        let summaries: Vec<Summary> =
            due(&all, &latest, &[], &[], start).iter().map(|due| made(*due, 1, &latest, start)).collect();
        assert_eq!(due(&all, &latest, &summaries, &[], Timestamp(start.0 + 5 * DAY_MS)), []);
        let stale = due(&all, &latest, &summaries, &[summaries[0].id], start);
        assert!(!stale.is_empty(), "a stale one is made again at once");
    }

    #[test]
    fn each_conversation_has_its_own_where_the_scope_says_so() {
        let start = Timestamp(100 * DAY_MS);
        let latest = [newest(1, 1, start.0), newest(2, 2, start.0), newest(3, 3, start.0 - 20 * DAY_MS)];
        let own: Vec<_> = due(&settings(Scope::Conversation), &latest, &[], &[], start)
            .iter()
            .map(|due| (due.kind, due.conversation))
            .collect();
        let [one, two, three] = [1, 2, 3].map(|seed| Some(conversation_id(seed)));
        use SummaryKind::{Long, Recent};
        assert_eq!(own, [(Recent, one), (Recent, two), (Long, one), (Long, two), (Long, three)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever the clock does, no summary is made twice from the same messages; and once it runs steadily for two
        /// periods with new messages, there is a new summary.
        #[test]
        fn a_jumping_clock_neither_repeats_nor_stops_the_work(
            steps in proptest::collection::vec((-40i64 * DAY_MS..40 * DAY_MS, any::<bool>()), 1..40),
        ) {
            let settings = settings(Scope::All);
            let mut now = Timestamp(1_000 * DAY_MS);
            let (mut spoken, mut recents) = (0u32, 0u32);
            let mut summaries: Vec<Summary> = Vec::new();
            let mut step = |now: Timestamp, spoken: u32| {
                let latest = [newest(1, spoken, now.0)];
                for due in due(&settings, &latest, &summaries, &[], now) {
                    recents += u32::from(due.kind == SummaryKind::Recent);
                    summaries.retain(|old| old.kind != due.kind);
                    summaries.push(made(due, recents, &latest, now));
                }
                recents
            };
            for (jump, speaks) in steps {
                now.0 += jump;
                spoken += u32::from(speaks);
                let made = step(now, spoken);
                prop_assert!(made <= spoken + 1, "{made} summaries of {spoken} messages");
                prop_assert_eq!(step(now, spoken), made, "asking again makes nothing");
            }
            let before = step(now, spoken);
            prop_assert!((1..=7).any(|day| step(Timestamp(now.0 + day * DAY_MS), spoken + 1) > before));
        }
    }
}
