//! Usage statistics as a table: a row for each day and model, a separate row for background work, and totals.

use super::today;
use crate::{
    chat::use_chat,
    dates::date,
    texts::{fill, number, stats::stats, worker::worker},
    words,
};
use leptos::prelude::*;
use ricordo_core::statistics::{
    DayUsage, Price, cost,
    series::{DayTotal, series},
};

/// Usage table.
#[component]
pub fn UsageTable(
    /// All recorded usage, newest day first.
    usage: RwSignal<Option<Vec<DayUsage>>>,
    /// Number of days shown.
    count: RwSignal<u16>,
    /// Model to show; `None` for all.
    model: RwSignal<Option<String>>,
) -> impl IntoView {
    let chat = use_chat();
    let texts = stats();
    let rows = move || {
        let prices = chat.connection.settings.with(|settings| settings.prices.clone());
        let (today, count, model) = (today::day(chat), count.get(), model.get());
        let is_shown = |usage: &&DayUsage| is_shown(usage, model.as_deref(), today, count);
        usage.with(|usage| {
            let usage = usage.as_deref().unwrap_or_default();
            let shown: Vec<&DayUsage> = usage.iter().filter(is_shown).collect();
            if shown.is_empty() {
                return view! { <tr><td colspan="8" class="nothing">{texts.none_then}</td></tr> }.into_any();
            }
            let sum = DayTotal::sum(&series(usage, model.as_deref(), &prices, today, count));
            let idle: Vec<DayUsage> = usage.iter().filter(|usage| usage.background).cloned().collect();
            let of_idle = DayTotal::sum(&series(&idle, model.as_deref(), &prices, today, count));
            let of_idle = (of_idle.requests > 0).then(|| sum_row(worker().sum, &of_idle));
            let rows: Vec<_> = shown.into_iter().map(|usage| row(usage, &prices)).collect();
            (rows, sum_row(texts.sum, &sum), of_idle).into_any()
        })
    };
    let columns =
        [texts.day, texts.model, texts.requests, texts.messages, texts.prompt, texts.cached, texts.reply, texts.cost];
    let columns = columns.map(|name| view! { <th scope="col">{name}</th> });
    view! {
        <div class="wide" tabindex="0" role="region" aria-label=texts.table>
            <table class="stats" data-testid="stats">
                <thead><tr>{columns.into_iter().collect::<Vec<_>>()}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Whether a row is in the shown period and of the shown model, as in the sum below the rows. After a journey to the
/// west or a change of the clock there may be days after today.
fn is_shown(usage: &DayUsage, model: Option<&str>, today: i32, count: u16) -> bool {
    let is_in_period = usage.day > today.saturating_sub(count.into()) && usage.day <= today;
    is_in_period && model.is_none_or(|model| model == usage.model)
}

fn row(usage: &DayUsage, prices: &[Price]) -> impl IntoView + use<> {
    let numbers = [
        usage.requests.into(),
        usage.messages.into(),
        usage.prompt_tokens,
        usage.cached_tokens,
        usage.completion_tokens,
    ];
    let model = match usage.background {
        true => fill(worker().row, &[("model", &usage.model)]),
        false => usage.model.clone(),
    };
    view! {
        <tr data-background=usage.background.then_some("true")>
            <th scope="row">{date(usage.day)}</th>
            <td>{model}</td>
            {cells(numbers)}
            <td>{cost(prices, usage).map(money)}</td>
        </tr>
    }
}

fn sum_row(name: &'static str, sum: &DayTotal) -> impl IntoView + use<> {
    let numbers = [sum.requests, sum.messages, sum.prompt_tokens, sum.cached_tokens, sum.completion_tokens];
    view! {
        <tr class="sum">
            <th scope="row">{name}</th>
            <td></td>
            {cells(numbers)}
            <td>{sum.cost.map(money)}</td>
        </tr>
    }
}

fn cells(numbers: [u64; 5]) -> impl IntoView + use<> {
    numbers.map(|value| view! { <td>{number(value)}</td> }).into_iter().collect::<Vec<_>>()
}

/// Formats an amount in millionths with four decimals, rounded, as everywhere on the statistics page.
pub fn money(millionths: u64) -> String {
    words::money(millionths, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;
    use ricordo_core::message::Usage;

    fn usage(day: i32, model: &str) -> DayUsage {
        let mut usage = DayUsage::new(day, conversation_id(1), model);
        usage.add(Usage { prompt_tokens: 100, completion_tokens: 10, cached_tokens: None, written_tokens: None }, 2);
        usage
    }

    #[test]
    fn the_rows_are_what_the_sum_below_them_adds_up() {
        let all: Vec<DayUsage> = (-5..=35).flat_map(|day| [usage(day, "a"), usage(day, "b")]).collect();
        for (today, count, model) in
            [(30, 7, None), (30, 30, Some("a")), (0, 1, None), (-9, 7, None), (30, 7, Some("c"))]
        {
            let shown: Vec<&DayUsage> = all.iter().filter(|usage| is_shown(usage, model, today, count)).collect();
            let of_rows: u64 = shown.iter().map(|usage| usage.prompt_tokens).sum();
            let sum = DayTotal::sum(&series(&all, model, &[], today, count));
            assert_eq!(of_rows, sum.prompt_tokens, "{today} {count} {model:?}");
        }
    }

    #[test]
    fn the_first_days_of_the_calendar_do_not_overflow() {
        assert!(is_shown(&usage(i32::MIN + 1, "a"), None, i32::MIN + 1, 7));
        assert!(!is_shown(&usage(i32::MAX, "a"), None, 0, 7));
    }
}
