//! Asks for consent before background work sends something the user may not expect: how much, to whom, and at what
//! cost.

use super::focus::keep_focus;
use crate::{
    address::host_of,
    chat::use_chat,
    texts::{background::consent, fill, number},
    words,
};
use leptos::prelude::*;
use ricordo_core::{
    consent::{Answer, Question},
    maintenance::Job,
    statistics::money::typed,
};

/// Pending question of the open conversation, if any.
#[component]
pub fn ConsentNotice() -> impl IntoView {
    let chat = use_chat();
    let asked = Memo::new(move |_| {
        let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
        chat.maintenance.question.get().filter(|question| Some(question.conversation) == open)
    });
    let button = move |answer: Answer, words: &'static str, id: &'static str| {
        let class = if answer == Answer::Never { "link-button" } else { "button" };
        view! { <button class=class data-testid=id on:click=move |_| chat.maintenance.answer(chat, answer)>{words}</button> }
    };
    view! {
        {move || asked.get().map(|question| {
            keep_focus("[data-testid=consent]", None);
            view! {
                <div class="notice consent" data-testid="consent">
                    <p><strong>{title(&question)}</strong>" "{explanation(&question)}</p>
                    <div class="answers">
                        {button(Answer::Allowed, verb(question.job), "consent-yes")}
                        {button(Answer::NotNow, consent().not_now, "consent-later")}
                        {button(Answer::Never, consent().never, "consent-never")}
                    </div>
                </div>
            }
        })}
    }
}

fn title(question: &Question) -> String {
    let (texts, messages) = (consent(), question.messages.into());
    match question.job {
        Job::Compression(_) => texts.compression.say(messages),
        Job::Recent(_) | Job::Long(_) | Job::ProjectRecent(_) | Job::ProjectLong(_) => texts.days.say(messages),
        Job::Extraction(_) => texts.facts.say(messages),
        Job::Title(_) => texts.title.to_owned(),
    }
}

/// Text of the question: the purpose, how much is sent to whom, the cost, and what else a yes allows.
fn explanation(question: &Question) -> String {
    let texts = consent();
    let why = matches!(question.job, Job::Compression(_)).then(|| texts.why_compression.to_owned());
    let size = if question.is_new_there { texts.new_there } else { texts.size };
    let to = host(&question.address, &question.name);
    let size = fill(size, &[("tokens", &number(question.tokens)), ("to", to)]);
    let cost = question.cost.map(|cost| fill(texts.cost, &[("cost", &typed(cost).replace('.', &words::decimal()))]));
    let further_work = fill(texts.further_work, &[("to", to)]);
    [why, Some(size), cost, Some(further_work)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Host of an address; `name` if the address has none.
pub fn host<'a>(address: &'a str, name: &'a str) -> &'a str {
    let host = if address.contains("://") { host_of(address) } else { "" };
    if host.is_empty() { name } else { host }
}

fn verb(job: Job) -> &'static str {
    match job {
        Job::Extraction(_) => consent().yes_facts,
        Job::Title(_) => consent().yes_title,
        _ => consent().yes_summary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::id::ConversationId;

    #[test]
    fn it_says_how_much_goes_where_and_no_password() {
        let id = ConversationId::new(ricordo_core::time::Timestamp(1), [0; 10]);
        let question = Question {
            job: Job::Compression(id),
            conversation: id,
            messages: 468,
            tokens: 45_000,
            cost: Some(140_000),
            is_new_there: true,
            name: "Local".to_owned(),
            address: "http://me:secret@127.0.0.1:8412/v1".to_owned(),
        };
        assert_eq!(title(&question), "Summarize 468 older messages?");
        assert_eq!(
            explanation(&question),
            "They no longer fit into a request. With a summary, the model still knows what they were about. This sends \
             about 45,000 tokens to 127.0.0.1:8412, including text it has not received before. Estimated cost: 0.14. If \
             you agree, later background work in this conversation uses 127.0.0.1:8412 without asking, whatever it costs."
        );
    }

    #[test]
    fn a_host_is_shown_without_password_and_path_and_where_there_is_none_the_name() {
        for (address, shown) in [
            ("", "Local"),
            ("http://", "Local"),
            ("my server", "Local"),
            ("https://example.org", "example.org"),
            ("https://example.org?key=secret", "example.org"),
            ("https://example.org#secret", "example.org"),
            ("https://a@b:secret@example.org/v1", "example.org"),
            ("http://[::1]:8080/v1", "[::1]:8080"),
        ] {
            assert_eq!(host(address, "Local"), shown, "{address}");
        }
    }

    #[test]
    fn each_job_asks_its_own_question_and_a_title_needs_no_number() {
        let id = ConversationId::new(ricordo_core::time::Timestamp(1), [0; 10]);
        let question = |job, cost| Question {
            job,
            conversation: id,
            messages: 1,
            tokens: 0,
            cost,
            is_new_there: false,
            name: "Local".to_owned(),
            address: String::new(),
        };
        let kind = ricordo_core::maintenance::Job::Title(id);
        let jobs = [Job::Compression(id), Job::Extraction(id), kind];
        speak(UiLanguage::En);
        let mut titles = jobs.map(|job| title(&question(job, None)));
        assert!(titles.iter().all(|title| !title.contains('{')), "{titles:?}");
        titles.sort();
        assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{titles:?}");
        let words = explanation(&question(jobs[1], Some(1_500_000)));
        assert!(words.contains(&format!("1{}5", words::decimal())) && words.contains("Local"), "{words}");
    }
}
