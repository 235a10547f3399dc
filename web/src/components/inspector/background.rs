//! Requests of background work: when, why and to whom they were sent, and their result. The full text is available
//! until the page is reloaded. Also the user's answers to its questions, with a button that withdraws each.

use super::long_text::LongText;
use crate::{
    chat::{doing, use_chat},
    components::consent_notice::host,
    texts::{background::background, fill, number, tables::background::Background},
};
use leptos::prelude::*;
use ricordo_core::{
    consent::{Answer, Consent},
    maintenance::{
        Job,
        sent::{SentRequest, SentResult},
    },
};

/// Bytes of a prompt that are shown at first.
const FIRST: usize = 4 * 1024;

/// Requests of background work, newest first.
#[component]
pub fn Background() -> impl IntoView {
    let chat = use_chat();
    chat.maintenance.read_sent(chat);
    let sent = chat.maintenance.sent;
    let texts = background();
    let count = Memo::new(move |_| sent.with(Vec::len));
    let row = move |(job, request): (Job, SentRequest)| {
        // Its result comes later, and what is unfolded must not fold then.
        let key = (job, request.at);
        let request = Memo::new(move |known: Option<&SentRequest>| {
            let listed = sent.with(|sent| sent.iter().find(|(job, request)| (*job, request.at) == key).cloned());
            listed.map(|(_, request)| request).unwrap_or_else(|| known.unwrap_or(&request).clone())
        });
        view! { <Sent job request/> }
    };
    view! {
        <section class="background">
            <Answers/>
            <details data-testid="background-requests">
                <summary>{move || texts.requests.say(count.get() as u64)}</summary>
                <p class="quiet">{move || if count.get() == 0 { texts.none } else { texts.intro }}</p>
                <ul>
                    <For each=move || sent.get() key=|(job, request)| (*job, request.at) children=row/>
                </ul>
            </details>
        </section>
    }
}

/// The user's answers to consent questions in this conversation.
#[component]
fn Answers() -> impl IntoView {
    let chat = use_chat();
    let consents = Memo::new(move |_| {
        chat.conversation.with(|open| open.as_ref().map_or_else(Vec::new, |open| open.consents.clone()))
    });
    let row = move |Consent { address, answer, .. }: Consent| {
        let texts = background();
        let words = match answer {
            Answer::Allowed => texts.allowed,
            Answer::NotNow => texts.put_off,
            Answer::Never => texts.never,
        };
        let words = fill(words, &[("to", host(&address, &address))]);
        let again = move |_| chat.maintenance.ask_again(chat, address.clone());
        view! {
            <p class="quiet" data-testid="background-answer">
                {words} " "
                <button class="link-button" data-testid="background-ask-again" on:click=again>{texts.ask_again}</button>
            </p>
        }
    };
    move || consents.get().into_iter().map(row).collect::<Vec<_>>()
}

#[component]
fn Sent(job: Job, request: Memo<SentRequest>) -> impl IntoView {
    let chat = use_chat();
    let at = request.with_untracked(|request| request.at);
    let prompt = chat.maintenance.prompt_of(job, at);
    let what = match chat.title_elsewhere(job) {
        Some(title) => format!("{}: {title}", doing(job)),
        None => doing(job).to_owned(),
    };
    let is_open = RwSignal::new(false);
    let text = move || match prompt.clone() {
        Some(text) => view! { <LongText text first=FIRST id="background-prompt"/> }.into_any(),
        None => view! { <p class="quiet">{background().text_gone}</p> }.into_any(),
    };
    view! {
        <li>
            <details on:toggle=move |_| is_open.set(true)>
                <summary>{what} " " <time>{chat.date_time(at)}</time></summary>
                <p class="quiet">{move || request.with(|request| facts(request, background()))}</p>
                <Show when=move || is_open.get()>{text.clone()}</Show>
            </details>
        </li>
    }
}

fn facts(request: &SentRequest, texts: &Background) -> String {
    let SentRequest { name, address, model, tokens, usage, result, .. } = request;
    let to = fill(texts.to, &[("tokens", &number((*tokens).into())), ("model", model), ("to", host(address, name))]);
    let counted = usage.map(|usage| {
        let (sent, answered) = (number(usage.prompt_tokens.into()), number(usage.completion_tokens.into()));
        fill(texts.counted, &[("sent", &sent), ("answered", &answered)])
    });
    let result = match result {
        SentResult::Waiting => Some(texts.waiting),
        SentResult::Answered => None,
        SentResult::Failed => Some(texts.failed),
        SentResult::Stopped => Some(texts.stopped),
    };
    [Some(to), counted, result.map(str::to_owned)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{message::Usage, time::Timestamp};

    fn request(result: SentResult, usage: Option<Usage>) -> SentRequest {
        SentRequest {
            at: Timestamp(0),
            name: "Local".to_owned(),
            address: "http://me:secret@127.0.0.1:8412/v1".to_owned(),
            model: "small".to_owned(),
            tokens: 1_234,
            usage,
            result,
        }
    }

    #[test]
    fn a_request_says_how_much_went_where_and_no_password() {
        let usage = Usage { prompt_tokens: 1_300, completion_tokens: 77, cached_tokens: None, written_tokens: None };
        for language in UiLanguage::all() {
            speak(language);
            let text = facts(&request(SentResult::Answered, Some(usage)), background());
            for part in [&number(1_234), "small", "127.0.0.1:8412", &number(1_300), "77"] {
                assert!(text.contains(part), "{part}: {text}");
            }
            assert!(!text.contains("secret") && !text.contains('{'), "{text}");
        }
    }

    #[test]
    fn only_a_request_without_an_answer_says_how_it_ended() {
        let answered = facts(&request(SentResult::Answered, None), background());
        for result in [SentResult::Waiting, SentResult::Failed, SentResult::Stopped] {
            let text = facts(&request(result, None), background());
            assert!(text.starts_with(&answered) && text.len() > answered.len(), "{text}");
        }
    }
}
