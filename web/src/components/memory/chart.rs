//! Small bar chart with a bar for each day, described in words for assistive technology. The exact numbers are in the
//! table beside it.

use crate::{
    dates::short_date,
    texts::{fill, stats::stats},
};
use leptos::prelude::*;
use ricordo_core::statistics::series::DayTotal;

/// Height of the highest bar, in units of the SVG.
const HEIGHT: u64 = 64;
/// Width of a day, and of the bar in it, in units of the SVG.
const STEP: usize = 10;
const BAR: usize = 8;

/// Value of a bar, and how much of it is hatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Value of the whole bar.
    pub whole: u64,
    /// Value of the hatched part at the bottom of the bar.
    pub hatched: u64,
}

impl Part {
    /// Bar without a hatched part.
    pub fn of(whole: u64) -> Self {
        Self { whole, hatched: 0 }
    }
}

/// Bar chart with its total.
#[component]
pub fn Chart(
    /// Name of the quantity that it shows.
    name: &'static str,
    /// Days, oldest first.
    days: Memo<Vec<DayTotal>>,
    /// Bar of a day.
    value: fn(&DayTotal) -> Part,
    /// Formats a value.
    show: fn(u64) -> String,
) -> impl IntoView {
    let whole = move |days: &[DayTotal]| days.iter().map(|day| (day.day, value(day).whole)).collect::<Vec<_>>();
    let total = move || show(days.with(|days| sum(&whole(days))));
    let words = move || days.with(|days| described(name, &whole(days), show, short_date));
    let ends = move || {
        days.with(|days| {
            (days.first().map(|first| short_date(first.day)), days.last().map(|last| short_date(last.day)))
        })
    };
    view! {
        <figure class="chart" data-testid="chart">
            <figcaption>{name}<strong data-testid="chart-total">{total}</strong></figcaption>
            {move || view! { <Bars bars=days.with(|days| bars(days, value, |day, whole| format!("{}: {}", short_date(day), show(whole)))) words=words()/> }}
            <p class="ends" aria-hidden="true"><span>{move || ends().0}</span><span>{move || ends().1}</span></p>
        </figure>
    }
}

/// Sum of the values of days.
fn sum(days: &[(i32, u64)]) -> u64 {
    days.iter().fold(0, |sum, (_, value)| sum.saturating_add(*value))
}

/// A chart in words: its total, and the day with most. `days`: days and their values; `date` formats a day.
fn described(name: &str, days: &[(i32, u64)], show: fn(u64) -> String, date: impl Fn(i32) -> String) -> String {
    match days.iter().max_by_key(|(_, value)| *value).filter(|(_, value)| *value > 0) {
        None => fill(stats().chart_empty, &[("what", name)]),
        Some((day, most)) => {
            let values = [("what", name), ("total", &*show(sum(days))), ("most", &show(*most)), ("day", &date(*day))];
            fill(stats().chart, &values)
        }
    }
}

/// Bar as it is drawn: the heights of its parts in units of the SVG, and its tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bar {
    whole: u64,
    hatched: u64,
    tip: String,
}

fn bars(days: &[DayTotal], value: fn(&DayTotal) -> Part, tip: impl Fn(i32, u64) -> String) -> Vec<Bar> {
    let most = days.iter().map(|day| value(day).whole).max().unwrap_or(0);
    let bar = |of: &DayTotal| {
        let part = value(of);
        Bar {
            whole: height(part.whole, most),
            hatched: height(part.hatched.min(part.whole), most),
            tip: tip(of.day, part.whole),
        }
    };
    days.iter().map(bar).collect()
}

/// Height of a value, scaled so that `most` gets [`HEIGHT`]. A value above 0 is at least 1 high.
fn height(value: u64, most: u64) -> u64 {
    match value {
        0 => 0,
        value => {
            u64::try_from(u128::from(value) * u128::from(HEIGHT) / u128::from(most.max(1))).unwrap_or(HEIGHT).max(1)
        }
    }
}

/// Fill pattern for the hatched parts of all charts. Takes no space on the page.
#[component]
pub fn Hatch() -> impl IntoView {
    view! {
        <svg class="hatch" width="0" height="0" aria-hidden="true" focusable="false">
            <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect class="hatch-backdrop" width="4" height="4"></rect>
                <rect class="hatch-line" width="1.5" height="4"></rect>
            </pattern>
        </svg>
    }
}

#[component]
fn Bars(bars: Vec<Bar>, words: String) -> impl IntoView {
    let width = bars.len() * STEP;
    let drawn = bars.into_iter().enumerate().map(|(at, bar)| {
        let x = at * STEP + (STEP - BAR) / 2;
        view! {
            <g>
                <title>{bar.tip}</title>
                <rect class="backdrop" x=at * STEP y=0 width=STEP height=HEIGHT></rect>
                <rect class="bar" x=x y=HEIGHT - bar.whole width=BAR height=bar.whole></rect>
                <rect class="hatched" x=x y=HEIGHT - bar.hatched width=BAR height=bar.hatched></rect>
            </g>
        }
    });
    view! {
        <svg viewBox=format!("0 0 {width} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=words>
            {drawn.collect::<Vec<_>>()}
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, number, speak};

    #[test]
    fn something_is_never_of_no_height() {
        assert_eq!((height(0, 0), height(0, 9), height(1, 1_000_000), height(9, 9)), (0, 0, 1, 64));
        assert_eq!(height(u64::MAX, u64::MAX), 64);
    }

    #[test]
    fn a_chart_is_told_by_its_total_and_its_highest_day() {
        let day = |day: i32| format!("day {day}");
        for language in UiLanguage::all() {
            speak(language);
            let text = described("Tokens", &[(1, 1_200), (2, 5_000), (3, 0)], number, day);
            for part in ["Tokens", &number(6_200), &number(5_000), "day 2"] {
                assert!(text.contains(part) && !text.contains('{'), "{part}: {text}");
            }
            let empty = described("Tokens", &[(1, 0), (2, 0)], number, day);
            assert!(empty.contains("Tokens") && !empty.contains("day 1") && !empty.contains('{'), "{empty}");
            assert_eq!(described("Tokens", &[], number, day), empty);
        }
        let huge = described("Tokens", &[(1, u64::MAX), (2, u64::MAX)], |value| value.to_string(), day);
        assert!(huge.contains(&u64::MAX.to_string()), "the sum does not overflow: {huge}");
    }

    #[test]
    fn bars_are_as_high_as_their_share_of_the_highest_and_the_hatched_part_is_inside() {
        let days: Vec<DayTotal> = [(1, 100, 25), (2, 50, 60), (3, 0, 0)]
            .map(|(day, prompt_tokens, cached_tokens)| DayTotal {
                day,
                prompt_tokens,
                cached_tokens,
                ..DayTotal::default()
            })
            .to_vec();
        let part = |day: &DayTotal| Part { whole: day.prompt_tokens, hatched: day.cached_tokens };
        let drawn = bars(&days, part, |day, whole| format!("{day}: {whole}"));
        let bar = |whole, hatched, tip: &str| Bar { whole, hatched, tip: tip.to_owned() };
        assert_eq!(drawn, [bar(64, 16, "1: 100"), bar(32, 32, "2: 50"), bar(0, 0, "3: 0")]);
        assert_eq!(bars(&[], part, |_, _| String::new()), []);
    }
}
