//! Token counts of the provider beside the estimate, and the cost of a request.

use crate::{
    chat::use_chat,
    state::Asked,
    texts::{fill, inspector::inspector},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    message::Usage,
    provider::ProviderKind,
    statistics::{Billed, Price, price_of},
};

/// Counts, once the provider has reported them, and the cost if a price is known.
#[component]
pub fn Counts(asked: Memo<Option<Asked>>) -> impl IntoView {
    let chat = use_chat();
    let counted = move || {
        let asked = asked.get()?;
        asked.usage.map(|usage| view! { <Counted usage estimate=asked.inspected.tokens/> })
    };
    let cost = move || {
        let price = chat.connection.settings.with(|settings| {
            let asked = asked.get()?;
            price_of(&settings.prices, &asked.inspected.model).cloned()
        })?;
        let text = cost(&asked.get()?, &price, chat.inspection.probably_cached())?;
        Some(view! {
            <section>
                <h3>{inspector().cost}</h3>
                <p data-testid="inspector-cost">{text}</p>
            </section>
        })
    };
    view! { {counted} {cost} }
}

/// Token counts of the provider beside the estimate.
#[component]
fn Counted(usage: Usage, estimate: u32) -> impl IntoView {
    let texts = inspector();
    let row = |what: &'static str, count: u32| {
        view! { <li><span>{what}</span><span>{words::number(count.into())}</span></li> }
    };
    view! {
        <section data-testid="inspector-counted">
            <h3>{texts.counted}</h3>
            <ul class="rows plain">
                {row(texts.prompt, usage.prompt_tokens)}
                {row(texts.estimate, estimate)}
                {row(texts.reply, usage.completion_tokens)}
            </ul>
            {words::cache(&usage).map(|text| view! { <p class="quiet" data-testid="inspector-cache">{text}"."</p> })}
        </section>
    }
}

/// Cost of the request. Before the provider reports its counts, an estimate in which the `reused` tokens cost the
/// cached price.
fn cost(asked: &Asked, price: &Price, reused: u32) -> Option<String> {
    if let Some(usage) = asked.usage {
        return price.of(usage.into()).map(money);
    }
    let kind = asked.inspected.provider.unwrap_or(ProviderKind::OpenAiCompatible);
    let most = kind.at_most(asked.inspected.tokens.into(), asked.inspected.max_response_tokens.into());
    let prompt = price.of(Billed { cached: reused.into(), completion: 0, ..most }).map(money)?;
    let reply = price.of(Billed { prompt: 0, written: 0, ..most }).map(money)?;
    Some(fill(inspector().cost_will_be, &[("cost", &prompt), ("reply", &reply)]))
}

/// Amount with six decimals, because one request costs little.
fn money(millionths: u64) -> String {
    words::money(millionths, 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::asked,
        texts::{UiLanguage, speak},
    };

    /// A price of 1 for a million tokens of the prompt, 0.1 for cached ones and 2 for the reply.
    fn price() -> Price {
        Price { model: "m".to_owned(), prompt: 1_000_000, cached: 100_000, completion: 2_000_000, exact: false }
    }

    #[test]
    fn before_the_reply_the_cost_is_an_estimate_with_the_reused_part_at_its_own_price() {
        speak(UiLanguage::En);
        let asked = asked(1_000, 500, None);
        let text = |reused| cost(&asked, &price(), reused).unwrap();
        assert!(text(0).contains("0.001000") && text(0).contains("0.001000"), "{}", text(0));
        assert!(text(1_000).contains("0.000100"), "{}", text(1_000));
    }

    #[test]
    fn once_the_provider_has_counted_the_cost_is_that_of_its_counts() {
        speak(UiLanguage::En);
        let usage = |cached_tokens| {
            Some(Usage { prompt_tokens: 2_000, completion_tokens: 100, cached_tokens, written_tokens: None })
        };
        let text = |cached| cost(&asked(1_000, 500, usage(cached)), &price(), 0);
        assert_eq!(text(None).as_deref(), Some("0.002200"));
        assert_eq!(text(Some(0)).as_deref(), Some("0.002200"));
        assert_eq!(text(Some(1_000)).as_deref(), Some("0.001300"));
    }
}
