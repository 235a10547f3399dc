//! One line of the outline.

use super::super::icon::{Icon, Picture};
use crate::{
    chat::{Line, LineKey, Outline, use_chat, written},
    dates,
    texts::{fill, outline::outline as texts},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    inspect::{Compressed, Holds},
    mark::MarkKind,
    session::{OutlineKind, OutlineRow},
    time::{DAY_MS, MINUTE_MS, Now},
};

/// Element id of the button of a line.
pub fn id_of(key: LineKey) -> String {
    match key {
        LineKey::Row(message, number) => format!("outline-{message}-{number}"),
        LineKey::Summary(summary) => format!("outline-{summary}"),
        LineKey::Day(sequence) => format!("outline-day-{sequence}"),
        LineKey::Boundary => "outline-boundary".to_owned(),
    }
}

/// Line at its place in the list.
#[component]
pub fn LineView(
    outline: Outline,
    key: LineKey,
    /// Lines that are drawn, with their index.
    shown: Memo<Vec<(usize, Line)>>,
    /// All lines.
    lines: Memo<Vec<Line>>,
    /// Line of the message that is being read.
    current: Memo<Option<LineKey>>,
    /// Line that Tab reaches.
    reached: Memo<Option<LineKey>>,
) -> impl IntoView {
    let place = Memo::new(move |before: Option<&Option<(usize, Line)>>| {
        let found = shown.with(|shown| shown.iter().find(|(_, line)| line.key == key).copied());
        // While it is removed it stays where it was.
        found.or_else(|| before.copied().flatten())
    });
    let row =
        Memo::new(move |_| place.get().and_then(|(_, line)| outline.rows.with(|rows| rows.get(line.at).cloned())));
    let summary = Memo::new(move |_| {
        let at = place.get().filter(|_| matches!(key, LineKey::Summary(_)))?.1.at;
        outline.held.with(|held| held.as_ref().and_then(|held| held.compressed.get(at).cloned()))
    });
    let holds = Memo::new(move |_| match summary.get() {
        Some(summary) => Some(if summary.is_sent { Holds::Summary } else { Holds::Nothing }),
        None => row.get().and_then(|row| outline.holds(&row)),
    });
    let top = move || place.get().map(|(_, line)| format!("{}px", line.top));
    let height = move || place.get().map(|(_, line)| format!("{}px", line.height));
    let kind = move || kind_of(key, row.get().as_ref());
    let content = match key {
        LineKey::Day(_) => view! { <span class="label">{move || row.get().map(|row| day(&row))}</span> }.into_any(),
        LineKey::Boundary => view! { <span class="label">{texts().boundary}</span> }.into_any(),
        LineKey::Row(..) => view! { <RowButton outline key row holds current reached/> }.into_any(),
        LineKey::Summary(_) => view! { <SummaryButton key summary outline holds reached/> }.into_any(),
    };
    view! {
        <li
            data-testid="outline-line"
            data-kind=kind
            data-state=move || holds.get().map(state_of)
            aria-posinset=move || place.get().map(|(at, _)| at + 1)
            aria-setsize=move || lines.with(Vec::len)
            style:top=top
            style:height=height
        >
            {content}
        </li>
    }
}

/// Kind of a line, for style sheets and tests.
fn kind_of(key: LineKey, row: Option<&OutlineRow>) -> &'static str {
    match key {
        LineKey::Day(_) => "day",
        LineKey::Boundary => "boundary",
        LineKey::Summary(_) => "summary",
        LineKey::Row(..) => match row.map(|row| row.kind) {
            Some(OutlineKind::Heading { level: 1, .. }) => "heading-1",
            Some(OutlineKind::Heading { level: 2, .. }) => "heading-2",
            Some(OutlineKind::Heading { .. }) => "heading-3",
            Some(OutlineKind::Reply) => "reply",
            Some(OutlineKind::Turn) | None => "turn",
        },
    }
}

/// What the next request holds, for style sheets and tests.
fn state_of(holds: Holds) -> &'static str {
    match holds {
        Holds::Message => "message",
        Holds::Recalled => "recalled",
        Holds::Summary => "summary",
        Holds::Nothing => "nothing",
        Holds::Forgotten => "forgotten",
    }
}

/// Message or heading, as a button that leads to it.
#[component]
fn RowButton(
    outline: Outline,
    key: LineKey,
    row: Memo<Option<OutlineRow>>,
    holds: Memo<Option<Holds>>,
    current: Memo<Option<LineKey>>,
    reached: Memo<Option<LineKey>>,
) -> impl IntoView {
    let go = move |_| {
        if let Some(row) = row.get_untracked() {
            outline.chosen.set(Some(key));
            outline.go(&row);
        }
    };
    let text = move || row.with(|row| row.as_ref().map(text_of));
    let before = move || row.with(|row| row.as_ref().and_then(|row| before(row.kind)));
    let mark = move || row.with(|row| row.as_ref().and_then(|row| row.mark));
    let after = move || states_of(mark(), holds.get());
    let picture = move || match mark() {
        Some(MarkKind::Pinned) => Some(view! { <Icon picture=Picture::Pin/> }),
        Some(MarkKind::Muted) => Some(view! { <Icon picture=Picture::Hidden/> }),
        Some(MarkKind::NotRecalled | MarkKind::Rated) | None => None,
    };
    view! {
        <button
            id=id_of(key)
            data-testid="outline-row"
            tabindex=move || if reached.get() == Some(key) { "0" } else { "-1" }
            aria-current=move || (current.get() == Some(key)).then_some("true")
            title=move || row.with(|row| row.as_ref().map(time))
            on:focus=move |_| outline.chosen.set(Some(key))
            on:click=go
        >
            <span class="text" dir="auto">
                {move || before().map(|before| view! { <span class="before">{before}": "</span> })}
                {text}
            </span>
            {picture}
            <span class="visually-hidden">{after}</span>
        </button>
    }
}

/// What a screen reader says after the text of a row: its mark, and what the next request holds of it.
fn states_of(mark: Option<MarkKind>, holds: Option<Holds>) -> String {
    let marked = match mark {
        Some(MarkKind::Pinned) => Some(texts().state.pinned),
        Some(MarkKind::Muted) => Some(texts().state.muted),
        Some(MarkKind::NotRecalled | MarkKind::Rated) | None => None,
    };
    let states = [marked, holds.map(sentence)];
    states.into_iter().flatten().map(|state| format!(", {state}")).collect()
}

fn text_of(row: &OutlineRow) -> String {
    if row.text.is_empty() { texts().no_text.to_owned() } else { row.text.clone() }
}

/// What a row that is not a turn begins with. For headings only screen readers say it.
fn before(kind: OutlineKind) -> Option<&'static str> {
    match kind {
        OutlineKind::Turn => None,
        OutlineKind::Reply => Some(texts().reply),
        OutlineKind::Heading { .. } => Some(texts().heading),
    }
}

/// What the next request holds, for screen readers.
fn sentence(holds: Holds) -> &'static str {
    let texts = &texts().state;
    match holds {
        Holds::Message => texts.message,
        Holds::Recalled => texts.recalled,
        Holds::Summary => texts.summary,
        Holds::Nothing => texts.nothing,
        Holds::Forgotten => texts.forgotten,
    }
}

/// Summary that stands for messages, as a button that opens it.
#[component]
fn SummaryButton(
    outline: Outline,
    key: LineKey,
    summary: Memo<Option<Compressed>>,
    holds: Memo<Option<Holds>>,
    reached: Memo<Option<LineKey>>,
) -> impl IntoView {
    let chat = use_chat();
    let open = move |_| {
        outline.chosen.set(Some(key));
        if let Some(summary) = summary.get_untracked() {
            chat.panels.show_summaries(Some(summary.id));
        }
    };
    let name = move || summary.get().map(|summary| texts().summary_of.say(summary.messages.into()));
    let after = move || {
        let is_sent = holds.get() == Some(Holds::Summary);
        format!(", {}", if is_sent { texts().state.message } else { texts().state.nothing })
    };
    view! {
        <button
            id=id_of(key)
            data-testid="outline-summary"
            tabindex=move || if reached.get() == Some(key) { "0" } else { "-1" }
            aria-haspopup="dialog"
            on:focus=move |_| outline.chosen.set(Some(key))
            on:click=open
        >
            <Icon picture=Picture::Thread/>
            <span class="text">{name}</span>
            <span class="visually-hidden">{after}</span>
        </button>
    }
}

/// Day of a turn and its time.
fn day(row: &OutlineRow) -> String {
    let now = use_chat().storage.now();
    day_words(written(row, now.offset_minutes), now, dates::date)
}

/// `date` formats a day.
fn day_words(written: Now, now: Now, date: impl Fn(i32) -> String) -> String {
    let time = written.wall_clock().map(|wall| wall.time()).unwrap_or_default();
    if day_of(written) == day_of(now) {
        return fill(texts().today, &[("time", &time)]);
    }
    let date = date(i32::try_from(day_of(written)).unwrap_or_default());
    fill(texts().day, &[("day", &date), ("time", &time)])
}

/// Number of the day on the wall clock, counted from 1970-01-01.
fn day_of(now: Now) -> i64 {
    (now.at.0 + i64::from(now.offset_minutes) * MINUTE_MS).div_euclid(DAY_MS)
}

/// When the message of a row was written.
fn time(row: &OutlineRow) -> String {
    let now = use_chat().storage.now();
    words::when(written(row, now.offset_minutes), now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::message_id,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::time::Timestamp;
    use std::collections::BTreeSet;

    fn row(kind: OutlineKind, text: &str) -> OutlineRow {
        OutlineRow {
            kind,
            message: message_id(1),
            sequence: 1,
            text: text.to_owned(),
            at: Timestamp(0),
            offset_minutes: None,
            mark: None,
        }
    }

    #[test]
    fn no_two_lines_have_the_same_id() {
        let summary = crate::state::testing::summary(ricordo_core::summary::SummaryKind::Compressed, None).id;
        let rows = [1, 2].into_iter().flat_map(|sequence| {
            let message = message_id(sequence);
            [LineKey::Row(message, 0), LineKey::Row(message, 1), LineKey::Day(sequence)]
        });
        let keys: Vec<LineKey> = rows.chain([LineKey::Summary(summary), LineKey::Boundary]).collect();
        let ids: BTreeSet<String> = keys.iter().map(|key| id_of(*key)).collect();
        assert_eq!(ids.len(), keys.len(), "{ids:?}");
        assert!(ids.iter().all(|id| !id.contains(char::is_whitespace)), "an id has no space: {ids:?}");
    }

    #[test]
    fn a_day_begins_at_midnight_of_the_clock_on_the_wall() {
        let at = |hours: i64, offset_minutes| day_of(Now { at: Timestamp(hours * 3_600_000), offset_minutes });
        assert_eq!([at(0, 0), at(23, 0), at(24, 0)], [0, 0, 1]);
        assert_eq!((at(23, 120), at(2, -180)), (1, -1));
    }

    #[test]
    fn a_row_says_what_it_is_and_what_the_next_request_holds_of_it() {
        for language in UiLanguage::all() {
            speak(language);
            let state = &texts().state;
            assert_eq!(states_of(None, None), "");
            assert_eq!(states_of(Some(MarkKind::Rated), Some(Holds::Message)), format!(", {}", state.message));
            let both = states_of(Some(MarkKind::Pinned), Some(Holds::Summary));
            assert_eq!(both, format!(", {}, {}", state.pinned, state.summary));
            let held = [Holds::Message, Holds::Recalled, Holds::Summary, Holds::Nothing, Holds::Forgotten];
            for (at, holds) in held.iter().enumerate() {
                let is_new =
                    |other: &Holds| sentence(*other) != sentence(*holds) && state_of(*other) != state_of(*holds);
                assert!(held[..at].iter().all(is_new), "{holds:?}");
            }
            assert_eq!(text_of(&row(OutlineKind::Turn, "")), texts().no_text);
            assert_eq!(text_of(&row(OutlineKind::Turn, "Question")), "Question");
        }
    }

    #[test]
    fn only_a_turn_begins_with_its_own_text_and_deep_headings_look_alike() {
        let heading = |level| OutlineKind::Heading { level, number: 0 };
        for (kind, name, has_before) in [
            (OutlineKind::Turn, "turn", false),
            (OutlineKind::Reply, "reply", true),
            (heading(1), "heading-1", true),
            (heading(2), "heading-2", true),
            (heading(3), "heading-3", true),
            (heading(6), "heading-3", true),
        ] {
            let row = row(kind, "text");
            let key = LineKey::of(&row);
            assert_eq!((kind_of(key, Some(&row)), before(kind).is_some()), (name, has_before), "{kind:?}");
        }
        assert_eq!(kind_of(LineKey::Boundary, None), "boundary");
    }

    #[test]
    fn a_day_has_its_date_unless_it_is_today_where_each_clock_stands() {
        let at = |hours: i64, offset_minutes| Now { at: Timestamp(hours * 3_600_000), offset_minutes };
        let today = |time: &str| fill(texts().today, &[("time", time)]);
        let other = |day: &str, time: &str| fill(texts().day, &[("day", day), ("time", time)]);
        for language in UiLanguage::all() {
            speak(language);
            for (written, now, words) in [
                (at(9, 0), at(23, 0), today("09:00")),
                (at(23, 0), at(24, 0), other("day 0", "23:00")),
                (at(-1, 0), at(0, 0), other("day -1", "23:00")),
                // It was half past eleven at night there, and is three in the afternoon of that day here.
                (at(14, 570), at(20, -300), today("23:30")),
                (at(22, 120), at(22, -300), other("day 1", "00:00")),
            ] {
                assert_eq!(day_words(written, now, |day| format!("day {day}")), words, "{written:?} {now:?}");
            }
        }
    }
}
