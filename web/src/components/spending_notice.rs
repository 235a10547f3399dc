//! Asks before a request is sent that exceeds a limit of the settings: how much it sends to whom, and what it costs.

use crate::{
    chat::use_chat,
    state::{Consent, DialogKind, amount},
    texts::{fill, number, spending::spending},
};
use leptos::prelude::*;
use ricordo_core::spending::Spending;

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
    view! {
        {move || shown().map(|waiting| view! {
            <div class="notice consent" data-testid="spending">
                <p><strong>{spending().title}</strong>" "{explanation(&waiting.spending, &waiting.names())}</p>
                <div class="answers">
                    <button class="button primary" data-testid="spending-yes" on:click=move |_| chat.consent.agree(chat)>
                        {verb(&waiting.spending)}
                    </button>
                    <button class="button" data-testid="spending-no" on:click=move |_| chat.consent.decline()>
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

/// Size, receiver and cost of a request.
fn explanation(asked: &Spending, to: &str) -> String {
    let size = fill(spending().size, &[("tokens", &number(asked.tokens.into())), ("to", to)]);
    let cost = asked
        .prompt
        .zip(asked.most)
        .map(|(prompt, most)| fill(spending().cost, &[("cost", &amount(prompt)), ("most", &amount(most))]));
    [Some(size), cost].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Text of the button: what it will cost.
fn verb(asked: &Spending) -> String {
    asked.most.map_or_else(|| spending().send.to_owned(), |most| fill(spending().send_for, &[("price", &amount(most))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn the_question_says_how_much_goes_to_whom_and_what_it_costs_at_most() {
        for language in UiLanguage::all() {
            speak(language);
            let asked = Spending { tokens: 120_000, prompt: Some(240_000), most: Some(1_500_000) };
            let question = explanation(&asked, "Far");
            for part in [number(120_000), "Far".to_owned(), amount(240_000), amount(1_500_000)] {
                assert!(question.contains(&part), "{part} in {question}");
            }
            assert!(verb(&asked).contains(&amount(1_500_000)), "{}", verb(&asked));
            let unpriced = Spending { prompt: None, most: None, ..asked };
            let question = explanation(&unpriced, "Far");
            assert!(question.contains(&number(120_000)) && !question.contains('{'), "{question}");
            assert_eq!(verb(&unpriced), spending().send, "a model without a price");
        }
    }
}
