//! Statistics page: tokens sent and received, by day and model, and their cost.

use super::{
    chart::{Chart, Hatch, Part},
    page::{Page, Place},
    prices::Prices,
    today,
    usage_table::{UsageTable, money},
};
use crate::{
    chat::{Chat, use_chat},
    texts::{number, stats::stats},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::statistics::{
    DayUsage,
    series::{DayTotal, series},
};

/// Selectable periods, in days.
const DAYS: [u16; 3] = [7, 30, 90];

/// Statistics page.
#[component]
pub fn StatsDialog() -> impl IntoView {
    view! { <Page place=Place::Statistics><Content/></Page> }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let usage = RwSignal::new(None::<Vec<DayUsage>>);
    let is_read = RwSignal::new(false);
    let count = RwSignal::new(DAYS[1]);
    let model = RwSignal::new(None::<String>);
    load(chat, usage, is_read);
    let is_none = move || usage.with(|usage| usage.as_ref().is_some_and(Vec::is_empty));
    let is_some = move || usage.with(|usage| usage.as_ref().is_some_and(|usage| !usage.is_empty()));
    view! {
        <div class="content lists">
            <p class="quiet">{stats().intro}</p>
            <Show when=is_none><p class="quiet" data-testid="stats-none">{stats().none}</p></Show>
            <Show when=is_some>
                <Choice usage count model/>
                <Charts usage count model/>
                <UsageTable usage count model/>
            </Show>
            // Not before the charts: they would push it away from under the pointer.
            <Show when=move || is_read.get()><Prices/></Show>
        </div>
    }
}

/// Reloads the usage when the stored data changes. `is_read` becomes true after the first try, also a failed one.
fn load(chat: Chat, usage: RwSignal<Option<Vec<DayUsage>>>, is_read: RwSignal<bool>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        spawn_local(async move {
            match chat.storage.session().statistics().await {
                Ok(days) => drop(usage.try_set(Some(days))),
                Err(error) => chat.storage.report(&error),
            }
            let _ = is_read.try_set(true);
        });
    });
}

#[component]
fn Choice(
    usage: RwSignal<Option<Vec<DayUsage>>>,
    count: RwSignal<u16>,
    model: RwSignal<Option<String>>,
) -> impl IntoView {
    let models = Memo::new(move |_| usage.with(|usage| models(usage.as_deref().unwrap_or_default())));
    let days = DAYS.map(|days| {
        view! { <option value=days.to_string() selected=move || count.get() == days>{stats().last_days.say(days.into())}</option> }
    });
    let choose_days = move |event| count.set(event_target_value(&event).parse().unwrap_or(DAYS[1]));
    let choose_model = move |event| {
        let chosen = event_target_value(&event);
        model.set(Some(chosen).filter(|chosen| !chosen.is_empty()));
    };
    view! {
        <div class="line filter">
            <select class="input" data-testid="stats-days" aria-label=stats().days on:change=choose_days>
                {days.into_iter().collect::<Vec<_>>()}
            </select>
            <select class="input" data-testid="stats-model" aria-label=stats().model on:change=choose_model>
                <option value="">{stats().all_models}</option>
                {move || models.get().into_iter().map(|model| view! { <option value=model.clone()>{model.clone()}</option> }).collect::<Vec<_>>()}
            </select>
        </div>
    }
}

#[component]
fn Charts(
    usage: RwSignal<Option<Vec<DayUsage>>>,
    count: RwSignal<u16>,
    model: RwSignal<Option<String>>,
) -> impl IntoView {
    let chat = use_chat();
    let days = Memo::new(move |_| {
        let prices = chat.connection.settings.with(|settings| settings.prices.clone());
        let model = model.get();
        usage.with(|usage| {
            series(usage.as_deref().unwrap_or_default(), model.as_deref(), &prices, today::day(chat), count.get())
        })
    });
    let has_cost = Memo::new(move |_| days.with(|days| DayTotal::sum(days).cost.is_some()));
    let texts = stats();
    let cached = move || {
        let cached = days.with(|days| DayTotal::sum(days).cached_tokens);
        (cached > 0).then(|| texts.cached_part.replace("{n}", &number(cached)))
    };
    view! {
        <Hatch/>
        <div class="charts">
            <Chart name=texts.messages days value=|day| Part::of(day.messages) show=number/>
            <Chart name=texts.tokens_in days value=|day| Part { whole: day.prompt_tokens, hatched: day.cached_tokens } show=number/>
            <Chart name=texts.tokens_out days value=|day| Part::of(day.completion_tokens) show=number/>
            <Show when=move || has_cost.get()>
                <Chart name=texts.cost days value=|day| Part::of(day.cost.unwrap_or(0)) show=money/>
            </Show>
        </div>
        <p class="quiet">{cached}</p>
        <Show when=move || !has_cost.get()><p class="quiet" data-testid="stats-no-cost">{texts.no_cost}</p></Show>
    }
}

/// Models of some usage, each once, in alphabetical order.
fn models(usage: &[DayUsage]) -> Vec<String> {
    let mut models: Vec<String> = usage.iter().map(|usage| usage.model.clone()).collect();
    models.sort();
    models.dedup();
    models
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    #[test]
    fn each_model_can_be_chosen_once() {
        let usage = |day, model: &str| DayUsage::new(day, conversation_id(1), model);
        assert_eq!(models(&[usage(2, "b"), usage(2, "a"), usage(1, "b"), usage(1, "")]), ["", "a", "b"]);
        assert!(models(&[]).is_empty());
    }
}
