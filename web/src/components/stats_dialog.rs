//! The statistics: what was sent and received, by day and model, and what it cost.

use super::dialog::Dialog;
use crate::{state::use_chat, words};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    statistics::{DayUsage, Price, cost},
    time::{Now, Timestamp},
};

/// The dialog.
#[component]
pub fn StatsDialog() -> impl IntoView {
    let open = use_chat().panels.stats;
    view! {
        <Dialog open title="Statistics" id="stats-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let usage = RwSignal::new(None::<Vec<DayUsage>>);
    spawn_local(async move {
        match chat.storage.session().statistics().await {
            Ok(days) => drop(usage.try_set(Some(days))),
            Err(error) => chat.storage.report(&error),
        }
    });
    view! {
        <div class="content">
            <p class="quiet">"Tokens as the provider counts them, or our estimate where it does not tell. Counts only: no word of what was said."</p>
            {move || usage.get().map(|usage| view! { <Table usage/> })}
        </div>
    }
}

#[component]
fn Table(usage: Vec<DayUsage>) -> impl IntoView {
    if usage.is_empty() {
        return view! { <p class="quiet" data-testid="stats-none">"Nothing was sent yet."</p> }.into_any();
    }
    let prices = use_chat().connection.settings.with_untracked(|settings| settings.prices.clone());
    let rows = usage.iter().map(|usage| view! { <Row usage=usage.clone() price=money(&prices, usage)/> });
    let rows: Vec<_> = rows.collect();
    view! {
        <div class="wide" tabindex="0" role="region" aria-label="Statistics by day and model">
            <table class="stats" data-testid="stats">
                <thead>
                    <tr>
                        <th scope="col">"Day"</th>
                        <th scope="col">"Model"</th>
                        <th scope="col">"Requests"</th>
                        <th scope="col">"Messages"</th>
                        <th scope="col">"Prompt"</th>
                        <th scope="col">"not read again"</th>
                        <th scope="col">"Reply"</th>
                        <th scope="col">"Cost"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

#[component]
fn Row(usage: DayUsage, price: String) -> impl IntoView {
    let number = |value: u64| view! { <td>{words::number(value)}</td> };
    view! {
        <tr>
            <th scope="row">{date(usage.day)}</th>
            <td>{usage.model}</td>
            {number(usage.requests.into())}
            {number(usage.messages.into())}
            {number(usage.prompt_tokens)}
            {number(usage.cached_tokens)}
            {number(usage.completion_tokens)}
            <td>{price}</td>
        </tr>
    }
}

fn date(day: i32) -> String {
    let midnight = Now { at: Timestamp(i64::from(day) * 86_400_000), offset_minutes: 0 };
    midnight.wall_clock().map(|wall| wall.date()).unwrap_or_default()
}

/// In the currency of the prices, with four places; empty where no price is known.
fn money(prices: &[Price], usage: &DayUsage) -> String {
    let Some(millionths) = cost(prices, usage) else { return String::new() };
    let rounded = millionths.saturating_add(50) / 100;
    format!("{}.{:04}", words::number(rounded / 10_000), rounded % 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::{id::ConversationId, message::Usage};

    fn usage(day: i32, of: u8, model: &str) -> DayUsage {
        let mut usage = DayUsage::new(day, ConversationId::new(Timestamp(0), [of; 10]), model);
        usage.add(Usage { prompt_tokens: 1_000, completion_tokens: 200, cached_tokens: Some(400) }, 2);
        usage
    }

    #[test]
    fn a_day_is_shown_as_a_date() {
        assert_eq!(date(1), "1970-01-02");
    }

    #[test]
    fn what_has_no_price_costs_no_number() {
        let price = Price { model: "a".to_owned(), prompt: 3_000_000, cached: 0, completion: 15_000_000 };
        assert_eq!(money(&[], &usage(1, 1, "a")), "");
        assert_eq!(money(&[price], &usage(1, 1, "a")), "0.0048");
    }
}
