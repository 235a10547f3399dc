//! Small bar chart with a bar for each day, described in words for assistive technology. The exact numbers are in the
//! table beside it.

use crate::{dates::short_date, texts::stats::stats};
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
    let total =
        move || show(days.with(|days| days.iter().fold(0_u64, |sum, day| sum.saturating_add(value(day).whole))));
    let words = move || {
        days.with(|days| {
            let most = days.iter().max_by_key(|day| value(day).whole).filter(|day| value(day).whole > 0);
            match most {
                None => stats().chart_empty.replace("{what}", name),
                Some(most) => {
                    let words = stats().chart.replace("{what}", name).replace("{total}", &total());
                    words.replace("{most}", &show(value(most).whole)).replace("{day}", &short_date(most.day))
                }
            }
        })
    };
    let ends = move || {
        days.with(|days| {
            (days.first().map(|first| short_date(first.day)), days.last().map(|last| short_date(last.day)))
        })
    };
    view! {
        <figure class="chart" data-testid="chart">
            <figcaption>{name}<strong data-testid="chart-total">{total}</strong></figcaption>
            {move || view! { <Bars bars=days.with(|days| bars(days, value, show)) words=words()/> }}
            <p class="ends" aria-hidden="true"><span>{move || ends().0}</span><span>{move || ends().1}</span></p>
        </figure>
    }
}

/// Bar as it is drawn: the heights of its parts in units of the SVG, and its tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bar {
    whole: u64,
    hatched: u64,
    tip: String,
}

fn bars(days: &[DayTotal], value: fn(&DayTotal) -> Part, show: fn(u64) -> String) -> Vec<Bar> {
    let most = days.iter().map(|day| value(day).whole).max().unwrap_or(0);
    let bar = |of: &DayTotal| {
        let part = value(of);
        Bar {
            whole: height(part.whole, most),
            hatched: height(part.hatched.min(part.whole), most),
            tip: format!("{}: {}", short_date(of.day), show(part.whole)),
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
    use super::height;

    #[test]
    fn something_is_never_of_no_height() {
        assert_eq!((height(0, 0), height(0, 9), height(1, 1_000_000), height(9, 9)), (0, 0, 1, 64));
        assert_eq!(height(u64::MAX, u64::MAX), 64);
    }
}
