//! Decides when history is compressed, and up to where. Pure: depends only on the settings and the coverage.

use super::coverage::{covered_until, uncovered};
use crate::{branch::Sequence, snapshot::Snapshot};
use ricordo_record::settings::Settings;
use serde::{Deserialize, Serialize};

/// Number of recent messages that are never compressed, unless the settings say otherwise: the short-term window of
/// document E.
pub const TAIL: u32 = 10;
/// Sources smaller than this, in tokens, are not compressed: a summary would not be shorter.
pub const LEAST_SOURCE_TOKENS: u64 = 64;
/// Most compressed summaries on one branch. Beyond that, the oldest are merged into one.
pub const MOST_IN_FORCE: usize = 4;
/// Number of the newest summaries that such a merge leaves alone.
pub const KEPT_APART: usize = 2;

/// Number of recent messages that `/compress` and periodic compression leave uncompressed.
pub fn tail(settings: &Settings) -> u32 {
    settings.short_term_window.unwrap_or(TAIL)
}

/// Whether the settings compress anything automatically.
pub fn is_on(settings: &Settings) -> bool {
    settings.compression.enable_on_limit || settings.compression.enable_periodic || threshold(settings).is_some()
}

fn threshold(settings: &Settings) -> Option<u32> {
    settings.summary_threshold_messages.filter(|_| settings.short_term_window.is_some())
}

/// The sequence up to which the active branch should be compressed now; `None` if nothing is due.
///
/// `window_from` is where the window begins because `compile` leaves out older messages; `None` if it leaves nothing
/// out.
///
/// * On limit: up to `window_from`, if at least `min_messages` of the messages before it are not covered.
/// * Periodic: everything except the tail, `periodic_interval` messages after the last compression (which left the
///   tail), and not for fewer than `min_messages`.
/// * With a short-term window and a threshold: everything except that window, if more messages than the threshold are
///   not covered.
/// * What `max_storage` is about to delete, so that its summary is made first.
pub fn target(snapshot: &Snapshot, settings: &Settings, window_from: Option<Sequence>) -> Option<Sequence> {
    let next = snapshot.next_place().sequence;
    let is_worth = |to: &Sequence| loose(snapshot, *to) >= settings.compression.min_messages;
    let on_limit = window_from.filter(|_| settings.compression.enable_on_limit).filter(is_worth);
    let before_deletion =
        settings.max_storage.filter(|_| is_on(settings)).map(|most| next.saturating_sub(most)).filter(is_worth);
    [on_limit, by_count(snapshot, settings, next), before_deletion].into_iter().flatten().max()
}

/// When a conversation will be compressed automatically if it continues to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// After this many more messages, because of their number; `None` if the number does not matter.
    pub messages: Option<u32>,
    /// Whether it is compressed when it outgrows the window.
    pub on_limit: bool,
    /// The fewest messages that are compressed.
    pub least: u32,
}

/// When the conversation will be compressed automatically; `None` means never.
pub fn growth(snapshot: &Snapshot, settings: &Settings) -> Option<Growth> {
    /// Larger than any interval, threshold and tail that the settings allow.
    const FAR: u32 = 2_000;
    let next = snapshot.next_place().sequence;
    is_on(settings).then(|| Growth {
        messages: (0..FAR).find(|more| by_count(snapshot, settings, next.saturating_add(*more)).is_some()),
        on_limit: settings.compression.enable_on_limit,
        least: settings.compression.min_messages,
    })
}

/// The compression due because of the number of messages, `next`: periodic compression, and a threshold.
fn by_count(snapshot: &Snapshot, settings: &Settings, next: Sequence) -> Option<Sequence> {
    let compression = &settings.compression;
    let beyond_tail = next.saturating_sub(tail(settings));
    let is_worth = |to: &Sequence| loose(snapshot, *to) >= compression.min_messages;
    let periodic = Some(beyond_tail).filter(|_| compression.enable_periodic).filter(is_worth).filter(|_| {
        let base = snapshot.boundary().unwrap_or(0);
        let since = covered_until(snapshot).map_or(base, |covered| covered.saturating_add(tail(settings)));
        next.saturating_sub(since) >= compression.periodic_interval
    });
    let by_threshold = threshold(settings)
        .filter(|threshold| loose(snapshot, next) > *threshold)
        .map(|_| beyond_tail)
        .filter(|to| loose(snapshot, *to) > 0);
    periodic.max(by_threshold)
}

/// Number of messages before `to` that no summary covers.
fn loose(snapshot: &Snapshot, to: Sequence) -> u32 {
    let base = snapshot.boundary().unwrap_or(0);
    uncovered(snapshot, base..to).iter().map(|range| range.end - range.start).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample::{self, compressed};
    use ricordo_record::settings::CompressionSettings;

    fn snapshot(messages: u32, covered: &[(Sequence, Sequence)]) -> Snapshot {
        let mut snapshot = Snapshot::empty(sample::conversation(1), vec![sample::branch(1)]);
        snapshot.messages = (0..messages).map(|n| sample::message(1, n, "Words")).collect();
        snapshot.summaries = (0..).zip(covered).map(|(n, (from, to))| compressed(1, n, *from, *to)).collect();
        snapshot
    }

    fn settings(on_limit: bool, periodic: bool) -> Settings {
        let compression = CompressionSettings {
            enable_on_limit: on_limit,
            enable_periodic: periodic,
            ..CompressionSettings::default()
        };
        Settings { compression, ..Settings::default() }
    }

    #[test]
    fn on_limit_waits_until_enough_lies_outside_the_window() {
        let on = settings(true, false);
        assert_eq!(target(&snapshot(40, &[]), &on, None), None);
        assert_eq!(target(&snapshot(40, &[]), &on, Some(9)), None);
        assert_eq!(target(&snapshot(40, &[]), &on, Some(10)), Some(10));
        assert_eq!(target(&snapshot(60, &[(0, 10)]), &on, Some(19)), None);
        assert_eq!(target(&snapshot(60, &[(0, 10)]), &on, Some(20)), Some(20));
        assert_eq!(target(&snapshot(40, &[]), &settings(false, false), Some(30)), None);
    }

    #[test]
    fn periodic_comes_every_twenty_messages_and_leaves_the_tail() {
        let on = settings(false, true);
        let target = |messages, covered: &[(Sequence, Sequence)]| target(&snapshot(messages, covered), &on, None);
        assert_eq!((target(19, &[]), target(20, &[])), (None, Some(10)));
        assert_eq!((target(39, &[(0, 10)]), target(40, &[(0, 10)])), (None, Some(30)));
    }

    #[test]
    fn the_threshold_leaves_the_short_term_window() {
        let mut on = settings(false, false);
        on.summary_threshold_messages = Some(20);
        assert_eq!(target(&snapshot(30, &[]), &on, None), None, "it goes with a short-term window");
        on.short_term_window = Some(8);
        assert_eq!(target(&snapshot(20, &[]), &on, None), None);
        assert_eq!(target(&snapshot(21, &[]), &on, None), Some(13));
        assert_eq!(target(&snapshot(33, &[(0, 13)]), &on, None), None);
    }

    #[test]
    fn what_storage_deletes_is_compressed_first() {
        let mut on = settings(true, false);
        on.max_storage = Some(30);
        assert_eq!(target(&snapshot(39, &[]), &on, None), None);
        assert_eq!(target(&snapshot(40, &[]), &on, None), Some(10));
        on.compression.enable_on_limit = false;
        assert_eq!(target(&snapshot(40, &[]), &on, None), None);
    }

    #[test]
    fn how_far_it_is_to_the_next_one_is_what_target_says_then() {
        let far = |messages, covered: &[(Sequence, Sequence)], settings: &Settings| {
            growth(&snapshot(messages, covered), settings).and_then(|growth| growth.messages)
        };
        let on = settings(false, true);
        assert_eq!((far(0, &[], &on), far(15, &[], &on), far(20, &[], &on)), (Some(20), Some(5), Some(0)));
        assert_eq!(far(20, &[(0, 10)], &on), Some(20));
        assert_eq!(growth(&snapshot(20, &[]), &settings(false, false)), None);
        let limit = growth(&snapshot(20, &[]), &settings(true, false));
        assert_eq!(limit, Some(Growth { messages: None, on_limit: true, least: 10 }));
        let window =
            Settings { short_term_window: Some(4), summary_threshold_messages: Some(8), ..settings(false, false) };
        assert_eq!((far(8, &[], &window), target(&snapshot(9, &[]), &window, None)), (Some(1), Some(5)));
    }
}
