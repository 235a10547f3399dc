//! Price table: cost of a million tokens, by model. Input is stored as soon as it is valid.

use crate::{
    chat::{Chat, use_chat},
    components::{
        field::FieldError,
        icon::{Icon, Picture},
    },
    dates::date_of,
    texts::{common::common, fill, stats::stats},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    doctor::{PRICES_OF, known_price},
    project::Project,
    provider::Provider,
    settings::Settings,
    statistics::{
        Price,
        money::{millionths, typed},
        price_of,
    },
};

/// Row of the table, as typed.
#[derive(Clone, Copy)]
struct Row {
    key: usize,
    model: RwSignal<String>,
    prompt: RwSignal<String>,
    cached: RwSignal<String>,
    completion: RwSignal<String>,
    /// Price as last stored; `None` for a new row.
    stored: StoredValue<Option<Price>>,
    /// Model of a known price: it applies to that one alone. Under another name it is a price of the user.
    exact: StoredValue<Option<String>>,
}

impl Row {
    fn of(key: usize, price: &Price, is_stored: bool) -> Self {
        let text = |amount: u64| RwSignal::new(typed(amount));
        Self {
            key,
            model: RwSignal::new(price.model.clone()),
            prompt: text(price.prompt),
            cached: text(price.cached),
            completion: text(price.completion),
            stored: StoredValue::new(is_stored.then(|| price.clone())),
            exact: StoredValue::new(price.exact.then(|| price.model.clone())),
        }
    }

    /// Price to store: the typed one, or the stored one while the input is invalid.
    fn kept(self) -> Option<Price> {
        if let Ok(price) = self.read() {
            self.stored.set_value(Some(price));
        }
        self.stored.get_value()
    }

    /// Price of the row, or a sentence that says why it is invalid.
    fn read(self) -> Result<Price, &'static str> {
        let amount = |typed: RwSignal<String>| typed.with(|typed| millionths(typed)).ok_or(stats().wrong_price);
        let model = self.model.with(|model| model.trim().to_owned());
        let (prompt, cached, completion) = (amount(self.prompt)?, amount(self.cached)?, amount(self.completion)?);
        if model.is_empty() {
            return Err(stats().no_model);
        }
        let exact = self.exact.with_value(|of| of.as_ref() == Some(&model));
        Ok(Price { model, prompt, cached, completion, exact })
    }
}

/// Rows of the table, and the rows before the last removal, for Undo.
#[derive(Clone, Copy)]
struct Table {
    rows: RwSignal<Vec<Row>>,
    before: RwSignal<Option<Vec<Row>>>,
    next_key: StoredValue<usize>,
}

impl Table {
    fn new(prices: &[Price]) -> Self {
        let rows = prices.iter().enumerate().map(|(key, price)| Row::of(key, price, true)).collect();
        Self { rows: RwSignal::new(rows), before: RwSignal::new(None), next_key: StoredValue::new(prices.len()) }
    }

    fn add(self, model: String) {
        let key = self.next_key.get_value();
        self.next_key.set_value(key + 1);
        let price = Price { model, prompt: 0, cached: 0, completion: 0, exact: false };
        self.rows.update(|rows| rows.push(Row::of(key, &price, false)));
    }

    /// Adds the known prices of the models of these connections, except for models that have one already. Returns how many
    /// were added.
    fn fill(self, providers: &[Provider]) -> usize {
        let before = self.rows.with_untracked(Vec::len);
        for Provider { base_url, model, .. } in providers {
            let Some(price) = known_price(base_url, model) else { continue };
            if !has_price(&self.prices(), base_url, &price) {
                let key = self.next_key.get_value();
                self.next_key.set_value(key + 1);
                self.rows.update(|rows| rows.push(Row::of(key, &price, true)));
            }
        }
        self.rows.with_untracked(Vec::len) - before
    }

    fn remove(self, key: usize) {
        self.before.set(Some(self.rows.get_untracked()));
        self.rows.update(|rows| rows.retain(|row| row.key != key));
    }

    fn take_back(self) {
        if let Some(before) = self.before.try_update(Option::take).flatten() {
            self.rows.set(before);
        }
    }

    /// Prices of the rows. A new row that is invalid has none.
    fn prices(self) -> Vec<Price> {
        untrack(|| self.rows.with(|rows| rows.iter().filter_map(|row| row.kept()).collect()))
    }

    /// Stores the prices.
    fn save(self, chat: Chat) {
        let prices = self.prices();
        let settings = chat.connection.settings.get_untracked();
        if settings.prices == prices {
            return;
        }
        spawn_local(async move {
            if let Err(error) = chat.connection.save_settings(Settings { prices, ..settings }).await {
                chat.storage.report(&error);
            }
        });
    }
}

/// Whether a row has the price of this model, which its server at `base_url` takes: its own row, or one for all models whose
/// names begin alike. Builds before [`Price::exact`] stored known prices without it, so a row that is a known price is told by
/// its amounts.
fn has_price(rows: &[Price], base_url: &str, price: &Price) -> bool {
    let costs = |price: &Price| (price.prompt, price.cached, price.completion);
    price_of(rows, &price.model).is_some_and(|row| {
        let is_known = known_price(base_url, &row.model).is_some_and(|known| costs(&known) == costs(row));
        row.model == price.model || costs(row) == costs(price) || !(row.exact || is_known)
    })
}

/// The connections, and those of all conversations with the model that answers there.
fn in_use(chat: Chat) -> Vec<Provider> {
    let settings = chat.connection.settings.get_untracked();
    let saved = chat.connection.providers.get_untracked();
    let mut all = saved.clone();
    let projects = chat.connection.projects.get_untracked();
    chat.storage.conversations.with_untracked(|listed| {
        for conversation in listed {
            let project = Project::of(conversation, &projects);
            let provider = Provider::of_conversation(conversation, project, &settings, &saved);
            if !all.iter().any(|known| known.base_url == provider.base_url && known.model == provider.model) {
                all.push(provider);
            }
        }
    });
    all
}

/// Collapsible price table.
#[component]
pub fn Prices() -> impl IntoView {
    let chat = use_chat();
    let table = chat.connection.settings.with_untracked(|settings| Table::new(&settings.prices));
    let texts = stats();
    let model = move || untrack(|| chat.connection.provider().model);
    let add = move |_| {
        let is_known = |model: &str| {
            table.rows.with_untracked(|rows| rows.iter().any(|row| row.model.with_untracked(|known| known == model)))
        };
        table.add(Some(model()).filter(|model| !is_known(model)).unwrap_or_default());
    };
    let filled = RwSignal::new(None::<usize>);
    let fill_in = move |_| {
        filled.set(Some(table.fill(&in_use(chat))));
        table.save(chat);
    };
    let heads = [texts.prefix, texts.price_prompt, texts.price_cached, texts.price_reply];
    let heads = heads.map(|name| view! { <span>{name}</span> });
    let was_removed = move || table.before.with(Option::is_some);
    let take_back = move |_| {
        table.take_back();
        table.save(chat);
    };
    view! {
        <details class="fold prices" data-testid="prices">
            <summary>{texts.prices}</summary>
            <p class="quiet">{texts.prices_hint}" "{fill(texts.known_prices, &[("date", &date_of(PRICES_OF))])}</p>
            <div class="price heads" aria-hidden="true">{heads.into_iter().collect::<Vec<_>>()}</div>
            <For each=move || table.rows.get() key=|row| row.key children=move |row| view! { <PriceRow row table/> }/>
            <p class="actions">
                <button class="button" type="button" data-testid="price-add" on:click=add>{texts.add_price}</button>
                <button class="button" type="button" data-testid="price-fill" on:click=fill_in>{texts.fill_in}</button>
                <span role="status">
                    {move || filled.get().map(|count| match count {
                        0 => texts.none_known.to_owned(),
                        count => texts.filled.say(count as u64),
                    })}
                    " "
                    <Show when=was_removed>
                        {texts.removed}" "
                        <button class="link-button" type="button" data-testid="price-undo" on:click=take_back>
                            {common().undo}
                        </button>
                    </Show>
                </span>
            </p>
        </details>
    }
}

#[component]
fn PriceRow(row: Row, table: Table) -> impl IntoView {
    let chat = use_chat();
    let texts = stats();
    let fields = [
        ("price-model", texts.prefix, row.model, "text"),
        ("price-prompt", texts.price_prompt, row.prompt, "decimal"),
        ("price-cached", texts.price_cached, row.cached, "decimal"),
        ("price-reply", texts.price_reply, row.completion, "decimal"),
    ];
    let fields = fields.map(|(id, label, value, mode)| {
        let write = move |event| value.set(event_target_value(&event));
        view! {
            <input class="input" data-testid=id aria-label=label inputmode=mode autocomplete="off"
                prop:value=move || value.get() on:input=write on:change=move |_| table.save(chat)/>
        }
    });
    let label = move || format!("{}: {}", common().delete, row.model.get());
    let error = Signal::derive(move || row.read().err().map(str::to_owned));
    let remove = move |_| {
        table.remove(row.key);
        table.save(chat);
    };
    view! {
        <div class="price" role="group" aria-label=move || row.model.get() data-testid="price-row">
            {fields.into_iter().collect::<Vec<_>>()}
            <button class="icon-button" type="button" data-testid="price-remove" aria-label=label title=common().delete
                on:click=remove>
                <Icon picture=Picture::Bin/>
            </button>
            <div class="field wrong"><FieldError error/></div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    fn price(model: &str, prompt: u64) -> Price {
        Price { model: model.to_owned(), prompt, cached: 0, completion: 0, exact: false }
    }

    fn row(table: Table, at: usize) -> Row {
        table.rows.with_untracked(|rows| rows[at])
    }

    #[test]
    fn a_price_is_kept_while_its_row_is_being_typed_in() {
        let table = Table::new(&[price("a", 1_500_000), price("b", 2_000_000)]);
        let a = row(table, 0);
        assert_eq!(a.prompt.get_untracked(), "1.5");
        for typed in ["1.", "2,25"] {
            a.prompt.set(typed.to_owned());
            assert!(a.read().is_ok(), "{typed}");
        }
        assert_eq!(table.prices(), [price("a", 2_250_000), price("b", 2_000_000)]);
        for typed in ["2.2.5", "cheap", "-1"] {
            a.prompt.set(typed.to_owned());
            assert_eq!(a.read(), Err(stats().wrong_price), "{typed}");
            assert_eq!(table.prices(), [price("a", 2_250_000), price("b", 2_000_000)], "{typed}");
        }
        a.prompt.set("3".to_owned());
        a.model.set("  ".to_owned());
        assert_eq!(a.read(), Err(stats().no_model));
        assert_eq!(table.prices()[0], price("a", 2_250_000));
    }

    #[test]
    fn a_new_row_counts_once_it_is_valid() {
        let table = Table::new(&[]);
        table.add(String::new());
        assert!(table.prices().is_empty());
        row(table, 0).model.set(" gpt ".to_owned());
        assert_eq!(table.prices(), [price("gpt", 0)]);
    }

    #[test]
    fn a_known_price_under_another_name_is_one_of_the_user() {
        let table = Table::new(&[known("o3")]);
        row(table, 0).prompt.set("5".to_owned());
        assert!(table.prices()[0].exact, "corrected, it is still that of the model");
        row(table, 0).model.set("o".to_owned());
        assert!(!table.prices()[0].exact);
    }

    /// Connections to OpenAI with these models.
    fn openai(models: &[&str]) -> Vec<Provider> {
        let base_url = "https://api.openai.com/v1";
        let with = |model: &&str| Provider { base_url: base_url.to_owned(), ..server(1, model) };
        models.iter().map(with).collect()
    }

    fn known(model: &str) -> Price {
        known_price("https://api.openai.com/v1", model).unwrap()
    }

    #[test]
    fn the_price_of_a_model_is_added_beside_that_of_a_cheaper_one_whose_name_begins_alike() {
        for models in [["o3", "o3-pro"], ["o3-pro", "o3"]] {
            let table = Table::new(&[]);
            assert_eq!(table.fill(&openai(&models)), 2, "{models:?}");
            assert_eq!(price_of(&table.prices(), "o3-pro"), Some(&known("o3-pro")), "{models:?}");
            assert_eq!(table.fill(&openai(&models)), 0, "again");
        }
        for exact in [true, false] {
            let before = Price { exact, ..known("o3") };
            let table = Table::new(std::slice::from_ref(&before));
            assert_eq!(table.fill(&openai(&["o3-pro"])), 1, "the cheaper one was there before");
            assert_eq!(table.prices(), [before, known("o3-pro")]);
        }
    }

    #[test]
    fn a_price_that_the_user_typed_is_that_of_all_models_whose_names_begin_like_its_own() {
        for (row, models) in [(price("o3", 1), ["o3", "o3-pro"]), (price("gpt-5", 1), ["gpt-5.2", "gpt-5-mini"])] {
            let table = Table::new(std::slice::from_ref(&row));
            assert_eq!((table.fill(&openai(&models)), table.prices()), (0, vec![row]), "{models:?}");
        }
        let table = Table::new(&[price("gpt", 1), known("o3")]);
        assert_eq!(table.fill(&openai(&["gpt-5-mini", "o3-pro"])), 1);
        assert_eq!(table.prices(), [price("gpt", 1), known("o3"), known("o3-pro")]);
        let own = Table::new(&[price("o3-pro", 1)]);
        assert_eq!(own.fill(&openai(&["o3-pro"])), 0, "the row of the model itself");
    }

    #[test]
    fn another_version_of_a_model_for_the_same_price_has_no_row_of_its_own() {
        let table = Table::new(&[]);
        assert_eq!(table.fill(&openai(&["gpt-4o", "gpt-4o-2024-11-20"])), 1);
        assert_eq!(table.prices(), [known("gpt-4o")]);
    }

    #[test]
    fn a_removed_row_comes_back_as_it_was_and_only_the_last_one() {
        let table = Table::new(&[price("a", 1), price("b", 2), price("c", 3)]);
        let keys = || table.rows.with_untracked(|rows| rows.iter().map(|row| row.key).collect::<Vec<_>>());
        table.remove(keys()[1]);
        assert_eq!(table.prices(), [price("a", 1), price("c", 3)]);
        table.take_back();
        assert_eq!(table.prices(), [price("a", 1), price("b", 2), price("c", 3)]);
        table.take_back();
        assert_eq!(keys(), [0, 1, 2], "a second press changes nothing");
        table.remove(0);
        table.add("d".to_owned());
        assert_eq!(keys(), [1, 2, 3], "a new row has a key that no other row ever had");
        table.remove(99);
        assert_eq!(keys(), [1, 2, 3]);
    }
}
