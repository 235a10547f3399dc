//! Predicts when the next summaries will be made, for display. [`super::due`] and [`super::compression`] make the
//! decisions; this module evaluates the same rules for the future.

use super::{
    Summary, SummaryKind,
    due::{Newest, due, last, since},
};
use crate::{
    id::{ConversationId, SummaryId},
    time::Timestamp,
};
use ricordo_record::settings::{Period, Scope, SummarySettings};
use serde::{Deserialize, Serialize};

/// What a summary waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    /// Nothing: it is made as soon as the page is idle.
    Nothing,
    /// This time, and a new message by then.
    Moment(Timestamp),
    /// New messages.
    Messages,
}

/// A daily summary that will be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// [`SummaryKind::Recent`] or [`SummaryKind::Long`].
    pub kind: SummaryKind,
    /// Its conversation; `None` means several.
    pub conversation: Option<ConversationId>,
    /// What it waits for.
    pub awaits: Awaits,
}

/// When the next daily summaries will be made: one of each kind for all conversations, or for each of those in
/// `newest`. Empty if the settings make none. The arguments are those of [`due`].
pub fn next(
    settings: &SummarySettings,
    newest: &[Newest],
    summaries: &[Summary],
    stale: &[SummaryId],
    now: Timestamp,
) -> Vec<Next> {
    if !settings.enabled {
        return Vec::new();
    }
    let scopes: Vec<Option<ConversationId>> = match settings.scope {
        Scope::All => vec![None],
        Scope::Conversation => {
            newest.iter().filter(|latest| !latest.temporary).map(|latest| Some(latest.conversation)).collect()
        }
    };
    let due = due(settings, newest, summaries, stale, now);
    let mut found = Vec::new();
    for (kind, period) in [(SummaryKind::Recent, &settings.recent), (SummaryKind::Long, &settings.long)] {
        for &conversation in &scopes {
            let is_due = due.iter().any(|due| due.kind == kind && due.conversation == conversation);
            let awaits = match again_at(period, last(summaries, kind, conversation)) {
                _ if is_due => Awaits::Nothing,
                Some(at) if at > now => Awaits::Moment(at),
                _ => Awaits::Messages,
            };
            found.push(Next { kind, conversation, awaits });
        }
    }
    found
}

/// The earliest time of the next summary; `None` if there is no previous one.
fn again_at(period: &Period, last: Option<&Summary>) -> Option<Timestamp> {
    // As far after the last one as `since` looks back, so that only `since` counts days.
    let every = Period { days: period.every_days, ..*period };
    last.map(|last| Timestamp(last.created_at.0.saturating_mul(2).saturating_sub(since(&every, last.created_at).0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        digest::Digest,
        id::MessageId,
        testing::sample::{compressed, conversation_id},
        time::DAY_MS,
    };
    use proptest::prelude::*;
    use ricordo_record::summary::Source;

    fn settings(scope: Scope) -> SummarySettings {
        SummarySettings { enabled: true, scope, ..SummarySettings::default() }
    }

    fn newest(number: u8, at: i64) -> Newest {
        let message = MessageId::new(Timestamp(1), [number; 10]);
        Newest { conversation: conversation_id(1), temporary: false, message, at: Timestamp(at) }
    }

    fn made(kind: SummaryKind, from: &Newest, at: i64) -> Summary {
        let sources = vec![Source { message: from.message, digest: Digest(0) }];
        Summary { kind, conversation: None, sources, created_at: Timestamp(at), ..compressed(1, 1, 0, 1) }
    }

    #[test]
    fn the_next_one_waits_for_its_day_and_for_something_new() {
        let start = 100 * DAY_MS;
        let settings = settings(Scope::All);
        let latest = newest(1, start);
        let awaits = |latest: &[Newest], summaries: &[Summary], days: i64| {
            let now = Timestamp(start + days * DAY_MS);
            next(&settings, latest, summaries, &[], now)[0].awaits
        };
        assert_eq!(awaits(&[], &[], 0), Awaits::Messages);
        assert_eq!(awaits(&[latest], &[], 0), Awaits::Nothing);
        let last = [made(SummaryKind::Recent, &latest, start)];
        assert_eq!(awaits(&[latest], &last, 1), Awaits::Moment(Timestamp(start + 3 * DAY_MS)));
        assert_eq!(awaits(&[latest], &last, 4), Awaits::Messages);
        assert_eq!(awaits(&[newest(2, start + DAY_MS)], &last, 4), Awaits::Nothing);
        assert_eq!(next(&SummarySettings::default(), &[latest], &[], &[], Timestamp(start)), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_waits_for_nothing_is_what_is_due(
            made_at in 0i64..60, written_at in 0i64..60, now in 0i64..60, is_new in any::<bool>(), each in any::<bool>(),
        ) {
            let settings = settings(if each { Scope::Conversation } else { Scope::All });
            let known = newest(1, written_at * DAY_MS);
            let latest = if is_new { newest(2, written_at * DAY_MS) } else { known };
            let summaries = [made(SummaryKind::Recent, &known, made_at * DAY_MS)];
            let now = Timestamp(now * DAY_MS);
            let due = due(&settings, &[latest], &summaries, &[], now);
            let next = next(&settings, &[latest], &summaries, &[], now);
            let now: Vec<_> = next.iter().filter(|next| next.awaits == Awaits::Nothing).map(|next| next.kind).collect();
            prop_assert_eq!(now, due.iter().map(|due| due.kind).collect::<Vec<_>>());
            prop_assert_eq!(next.len(), 2);
        }
    }
}
