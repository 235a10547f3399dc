//! Asks for consent before background work sends something the user may not expect: how much, to whom, and at what
//! cost.

use crate::{
    state::use_chat,
    texts::{background::consent, fill, number},
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
        {move || asked.get().map(|question| view! {
            <div class="notice consent" data-testid="consent">
                <p><strong>{title(&question)}</strong>" "{explanation(&question)}</p>
                <div class="answers">
                    {button(Answer::Allowed, verb(question.job), "consent-yes")}
                    {button(Answer::NotNow, consent().not_now, "consent-later")}
                    {button(Answer::Never, consent().never, "consent-never")}
                </div>
            </div>
        })}
    }
}

fn title(question: &Question) -> String {
    let (texts, messages) = (consent(), question.messages.into());
    match question.job {
        Job::Compression(_) => texts.compression.say(messages),
        Job::Recent(_) | Job::Long(_) => texts.days.say(messages),
        Job::Extraction(_) => texts.facts.say(messages),
        Job::Title(_) => texts.title.to_owned(),
    }
}

/// Text of the question: the purpose, how much is sent to whom, and the cost.
fn explanation(question: &Question) -> String {
    let texts = consent();
    let why = matches!(question.job, Job::Compression(_)).then(|| texts.why_compression.to_owned());
    let size = if question.is_new_there { texts.new_there } else { texts.size };
    let to = host(&question.address, &question.name);
    let size = fill(size, &[("tokens", &number(question.tokens)), ("to", to)]);
    let cost = question.cost.map(|cost| fill(texts.cost, &[("cost", &typed(cost))]));
    [why, Some(size), cost].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Host of an address; `name` if the address has none.
pub fn host<'a>(address: &'a str, name: &'a str) -> &'a str {
    let host = address.split("://").nth(1).and_then(|rest| rest.split(['/', '?']).next());
    // The part before @ may contain a password.
    let host = host.map(|host| host.rsplit('@').next().unwrap_or(host)).filter(|host| !host.is_empty());
    host.unwrap_or(name)
}

fn verb(job: Job) -> &'static str {
    match job {
        Job::Compression(_) | Job::Recent(_) | Job::Long(_) => consent().yes_summary,
        Job::Extraction(_) => consent().yes_facts,
        Job::Title(_) => consent().yes_title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(title(&question), "Summarise 468 older messages?");
        assert_eq!(
            explanation(&question),
            "They no longer fit into a request. With a summary, the model still knows what they were about. This sends \
             about 45,000 tokens to 127.0.0.1:8412, including text it has not received before. Estimated cost: 0.14."
        );
        assert_eq!(host("", "Local"), "Local");
    }
}
