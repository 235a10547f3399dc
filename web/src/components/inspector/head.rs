//! Header of a request: which model it was sent to and when, its size, and the bar of its layers.

use crate::{
    state::Asked,
    texts::{fill, inspector::inspector},
    words,
};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{
    compile::{CutBy, EstimateError, NextCut},
    host::Host,
    inspect::InspectedLayer,
    time::Now,
};

/// Header of a request.
#[component]
pub fn Head(asked: Memo<Option<Asked>>) -> impl IntoView {
    move || asked.get().map(|asked| head(&asked))
}

fn head(asked: &Asked) -> impl IntoView + use<> {
    let texts = inspector();
    let shown = &asked.inspected;
    let reply = words::tokens(shown.max_response_tokens.into());
    view! {
        <section data-testid="inspector-head">
            <p class="quiet">{sent_to(&shown.model, written(asked))}</p>
            <p class="total">
                <strong data-testid="inspector-tokens">{words::number(shown.tokens.into())}</strong>
                {fill(texts.of_budget, &[("budget", &words::tokens(shown.budget.into()))])}
            </p>
            <Stack layers=shown.layers.clone() budget=shown.budget/>
            {estimated(shown.estimate)}
            <p class="quiet">{fill(texts.room, &[("tokens", &reply)])}</p>
            {shown.next_cut.as_ref().map(|cut| view! { <p class="quiet" data-testid="next-cut">{next_cut(cut)}</p> })}
            {shown.request.is_err().then(|| view! { <p class="quiet" data-testid="inspector-erased">{texts.erased}</p> })}
        </section>
    }
}

/// Possible error of the size estimate, and the margin reserved for it.
fn estimated(estimate: EstimateError) -> impl IntoView + use<> {
    let [off, kept] = of_estimate(estimate);
    view! {
        {off.map(|text| view! { <p class="quiet" data-testid="inspector-estimate">{text}</p> })}
        {kept.map(|text| view! { <p class="quiet" data-testid="inspector-margin">{text}</p> })}
    }
}

/// How far the estimate may be off, and how much is kept free because of that.
fn of_estimate(estimate: EstimateError) -> [Option<String>; 2] {
    let texts = inspector();
    let EstimateError { margin, too_high, is_corrected, is_exact } = estimate;
    if margin == 0 {
        return [None, None];
    }
    let (margin, high) = (words::tokens(margin.into()), words::tokens(too_high.into()));
    let off = (!is_corrected && !is_exact).then(|| fill(texts.off, &[("low", &margin), ("high", &high)]));
    [off, Some(fill(if is_exact { texts.exact } else { texts.margin }, &[("margin", &margin)]))]
}

/// When the window is cut next, and what that cut leaves out.
fn next_cut(cut: &NextCut) -> String {
    let texts = inspector();
    let (after, sentence) = match (cut.by, cut.after) {
        (CutBy::Messages, 0) => (String::new(), texts.slides),
        (CutBy::Messages, after) => (words::messages(after.into()), texts.will_slide),
        (CutBy::Tokens, after) => (words::tokens(after.into()), texts.next_cut),
    };
    let (messages, tokens) = (words::messages(cut.messages.into()), words::tokens(cut.tokens));
    fill(sentence, &[("after", &after), ("messages", &messages), ("tokens", &tokens)])
}

/// When the request was sent, if it was.
fn written(asked: &Asked) -> Option<String> {
    let now = BrowserHost.now();
    asked.at.map(|at| words::when(Now { at, ..now }, now))
}

/// When the request was sent, and to which model.
fn sent_to(model: &str, when: Option<String>) -> String {
    let texts = inspector();
    match when {
        Some(when) => fill(texts.sent_at, &[("when", &when), ("model", model)]),
        None if model.is_empty() => String::new(),
        None => fill(texts.model, &[("model", model)]),
    }
}

/// Stacked bar of the layers, as shares of the whole budget.
#[component]
fn Stack(layers: Vec<InspectedLayer>, budget: u32) -> impl IntoView {
    let part = |layer: InspectedLayer| {
        let width = format!("{:.2}%", f64::from(layer.tokens) * 100.0 / f64::from(budget.max(1)));
        view! { <i data-kind=layer.kind.name() style:width=width></i> }
    };
    let parts: Vec<_> = layers.into_iter().filter(|layer| layer.tokens > 0).map(part).collect();
    view! { <div class="stack" aria-hidden="true">{parts}</div> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    fn words(by: CutBy, after: u32) -> String {
        next_cut(&NextCut { by, after, messages: 4, tokens: 1_234, sources: Vec::new() })
    }

    #[test]
    fn the_next_cut_says_when_it_comes_in_what_limits_it_and_what_it_leaves_out() {
        speak(UiLanguage::En);
        let (by_messages, by_tokens) = (words(CutBy::Messages, 3), words(CutBy::Tokens, 500));
        assert!(by_messages.contains("3 messages") && !by_messages.contains("1,234"), "{by_messages}");
        for part in ["500 tokens", "4 messages", "1,234 tokens"] {
            assert!(by_tokens.contains(part), "{by_tokens}");
        }
        // The window is full: each new message pushes one out.
        assert_ne!(words(CutBy::Messages, 0), words(CutBy::Messages, 1));
        for text in [by_messages, by_tokens, words(CutBy::Messages, 0), words(CutBy::Tokens, 0)] {
            assert!(!text.contains('{'), "{text}");
        }
    }

    #[test]
    fn an_estimate_says_how_far_it_may_be_off_until_the_model_has_been_measured() {
        for language in UiLanguage::all() {
            speak(language);
            let of = |margin, is_corrected, is_exact| {
                of_estimate(EstimateError { margin, too_high: 77, is_corrected, is_exact })
            };
            for is_exact in [true, false] {
                assert_eq!(of(0, false, is_exact), [None, None], "nothing is kept free");
            }
            let [off, kept] = of(1_200, false, false).map(Option::unwrap);
            for (sentence, numbers) in [(&off, &[1_200, 77][..]), (&kept, &[1_200])] {
                let has = |number: &u64| sentence.contains(&words::tokens(*number));
                assert!(numbers.iter().all(has) && !sentence.contains('{'), "{sentence}");
            }
            assert_eq!(of(1_200, true, false), [None, Some(kept.clone())], "corrected by what the provider counted");
            let [off, exact] = of(1_200, false, true);
            assert!(off.is_none() && exact.is_some_and(|exact| exact != kept && exact.contains(&words::tokens(1_200))));
        }
    }

    #[test]
    fn a_request_says_when_it_went_to_whom_and_one_to_nobody_says_nothing() {
        for language in UiLanguage::all() {
            speak(language);
            let sent = sent_to("gpt {when}", Some("11:05".to_owned()));
            assert!(sent.contains("11:05") && sent.contains("gpt {when}"), "{sent}");
            let next = sent_to("gpt", None);
            assert!(next.contains("gpt") && !next.contains('{'), "{next}");
            assert_eq!(sent_to("", None), "");
        }
    }
}
