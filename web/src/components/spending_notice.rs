//! Asks before a request is sent that exceeds a limit of the settings: how much it sends to whom, and what it costs.

use crate::{
    browser,
    chat::use_chat,
    state::{Consent, DialogKind, amount, spending::Waiting},
    texts::{fill, number, spending::spending},
};
use leptos::prelude::*;
use ricordo_core::{
    compile::Compiled,
    provider::{Provider, ProviderKind},
    spending::Spending,
    statistics::{Price, price_of},
};
use std::sync::Arc;

/// Question about a request of the open conversation, if there is one.
#[component]
pub fn SpendingNotice() -> impl IntoView {
    let chat = use_chat();
    let Consent { waiting, .. } = chat.consent;
    ends_with_the_message();
    Effect::new(move |_| {
        waiting.track();
        chat.connection.provider();
        chat.consent.end_if_elsewhere(chat);
    });
    let shown = move || {
        let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
        waiting.get().filter(|waiting| Some(waiting.conversation) == open)
    };
    let settings = move |_| {
        chat.consent.decline();
        chat.panels.dialogs.open(DialogKind::Settings);
    };
    // The buttons are gone then.
    let answer = move |is_agreed: bool| {
        if is_agreed {
            chat.consent.agree(chat)
        } else {
            chat.consent.decline()
        }
        browser::focus_next_frame("composer");
    };
    view! {
        {move || shown().map(|waiting| view! {
            <div class="notice consent" data-testid="spending">
                <p><strong>{spending().title}</strong>" "{explained(&waiting)}</p>
                <div class="answers">
                    <button class="button primary" data-testid="spending-yes" on:click=move |_| answer(true)>
                        {verb(&waiting.spending)}
                    </button>
                    <button class="button" data-testid="spending-no" on:click=move |_| answer(false)>
                        {spending().decline}
                    </button>
                    <button class="link-button" data-testid="spending-limits" on:click=settings>{spending().limits}</button>
                </div>
            </div>
        })}
    }
}

/// Ends the question about a message of the composer when that message changes.
fn ends_with_the_message() {
    let chat = use_chat();
    Effect::new(move |asked: Option<bool>| {
        chat.composer.text.track();
        chat.composer.images.track();
        chat.composer.reply_to.track();
        chat.several.chosen.track();
        if asked.is_some()
            && chat.consent.waiting.with_untracked(|waiting| waiting.as_ref().is_some_and(|one| one.is_new()))
        {
            chat.consent.decline();
        }
        true
    });
}

/// What the question says. Only its text follows the settings, so that its buttons keep the focus.
fn explained(waiting: &Waiting) -> impl Fn() -> String + use<> {
    let chat = use_chat();
    let (asked, names, to) = (waiting.spending, waiting.names(), waiting.to.clone());
    let has_tools = to.iter().any(|one| one.has_tools);
    move || {
        let offers_tools = |next: &Option<Result<Arc<Compiled>, _>>| matches!(next, Some(Ok(compiled)) if !compiled.request.tools.is_empty());
        let left_out = LeftOut {
            models: chat.connection.settings.with(|now| unpriced(&to, &now.prices)),
            tools: has_tools && chat.inspection.next.with(offers_tools),
        };
        explanation(&asked, &names, &left_out)
    }
}

/// What the cost in the question does not include.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LeftOut {
    /// Names of models without a price.
    models: String,
    /// Whether the model may call tools: requests follow its calls.
    tools: bool,
}

/// Names of the models that have no price, each once. The model in the page costs nothing.
fn unpriced(to: &[Provider], prices: &[Price]) -> String {
    let mut models: Vec<&str> = Vec::new();
    for provider in to.iter().filter(|provider| provider.kind != ProviderKind::InPage) {
        if price_of(prices, &provider.model).is_none() && !models.contains(&provider.model.as_str()) {
            models.push(&provider.model);
        }
    }
    models.join(", ")
}

/// Size, receiver and cost of a request.
fn explanation(asked: &Spending, to: &str, left_out: &LeftOut) -> String {
    let mut sentences = vec![fill(spending().size, &[("tokens", &number(asked.tokens.into())), ("to", to)])];
    if let Some((prompt, most)) = asked.prompt.zip(asked.most) {
        sentences.push(fill(spending().cost, &[("cost", &amount(prompt)), ("most", &amount(most))]));
        if !left_out.models.is_empty() {
            sentences.push(fill(spending().unpriced, &[("models", &left_out.models)]));
        }
        sentences.extend(left_out.tools.then(|| spending().with_tools.to_owned()));
    }
    sentences.join(" ")
}

/// Text of the button: what it will cost.
fn verb(asked: &Spending) -> String {
    asked.most.map_or_else(|| spending().send.to_owned(), |most| fill(spending().send_for, &[("price", &amount(most))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn the_question_says_how_much_goes_to_whom_and_what_it_costs_at_most() {
        for language in UiLanguage::all() {
            speak(language);
            let asked = Spending { tokens: 120_000, prompt: Some(240_000), most: Some(1_500_000) };
            let question = explanation(&asked, "Far", &LeftOut::default());
            for part in [number(120_000), "Far".to_owned(), amount(240_000), amount(1_500_000)] {
                assert!(question.contains(&part), "{part} in {question}");
            }
            assert!(verb(&asked).contains(&amount(1_500_000)), "{}", verb(&asked));
            let unpriced = Spending { prompt: None, most: None, ..asked };
            let left_out = LeftOut { models: "free".to_owned(), tools: true };
            let question = explanation(&unpriced, "Far", &left_out);
            assert!(!question.contains("free"), "it names no cost: {question}");
            assert!(question.contains(&number(120_000)) && !question.contains('{'), "{question}");
            assert_eq!(verb(&unpriced), spending().send, "a model without a price");
        }
    }

    #[test]
    fn the_question_names_the_models_that_its_cost_leaves_out_and_says_that_tools_cost_more() {
        let price = Price { model: "paid".to_owned(), prompt: 1, cached: 1, completion: 1, exact: false };
        let free = server(2, "free");
        let to = [server(1, "paid-large"), free.clone(), Provider::in_page(), server(3, "other"), free];
        let models = unpriced(&to, std::slice::from_ref(&price));
        assert_eq!(models, "free, other");
        assert_eq!(unpriced(&to[..1], &[price]), "");
        let asked = Spending { tokens: 120_000, prompt: Some(240_000), most: Some(1_500_000) };
        for language in UiLanguage::all() {
            speak(language);
            let says = |models: &str, tools| explanation(&asked, "Far", &LeftOut { models: models.to_owned(), tools });
            let plain = explanation(&asked, "Far", &LeftOut::default());
            assert_eq!(says("", false), plain);
            assert_eq!(says("", true), format!("{plain} {}", spending().with_tools));
            let all = says(&models, true);
            assert!(all.contains(&models) && all.ends_with(spending().with_tools) && !all.contains('{'), "{all}");
        }
    }
}
