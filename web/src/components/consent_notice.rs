//! The question before idle work sends what nobody may expect: how much, what it costs, and to whom.

use crate::{
    state::use_chat,
    texts::{answers::consent, fill, number},
};
use leptos::prelude::*;
use ricordo_core::{
    consent::{Answer, Question},
    statistics::money::typed,
    upkeep::Job,
};

/// The question of the open conversation, if there is one.
#[component]
pub fn ConsentNotice() -> impl IntoView {
    let chat = use_chat();
    let asked = Memo::new(move |_| {
        let open = chat.conversation.with(|open| open.as_ref().map(|open| open.id));
        chat.upkeep.question.get().filter(|question| Some(question.conversation) == open)
    });
    let button = move |answer: Answer, words: &'static str, id: &'static str| {
        view! {
            <button class="link-button" data-testid=id on:click=move |_| chat.upkeep.answer(chat, answer)>{words}</button>
        }
    };
    view! {
        <div class="notice-place" role="status" aria-live="polite">
            {move || asked.get().map(|question| view! {
                <div class="notice consent" data-testid="consent">
                    <p>{sentence(&question)}</p>
                    {button(Answer::Allowed, verb(question.job), "consent-yes")}
                    {button(Answer::NotNow, consent().not_now, "consent-later")}
                    {button(Answer::Never, consent().never, "consent-never")}
                </div>
            })}
        </div>
    }
}

fn sentence(question: &Question) -> String {
    let texts = consent();
    let what = match question.job {
        Job::Compression(_) => texts.compression.say(question.messages.into()),
        Job::Recent(_) | Job::Long(_) => texts.days.say(question.messages.into()),
        Job::Extraction(_) => texts.facts.say(question.messages.into()),
        Job::Title(_) => texts.title.to_owned(),
    };
    let to = place(question);
    let size = fill(texts.size, &[("tokens", &number(question.tokens)), ("to", to)]);
    let cost = question.cost.map(|cost| fill(texts.cost, &[("cost", &typed(cost))]));
    let new = question.is_new_there.then(|| texts.new_there.to_owned());
    [Some(what), Some(size), cost, new].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The host of the address; the name of a connection that has none.
fn place(question: &Question) -> &str {
    let host = question.address.split("://").nth(1).and_then(|rest| rest.split(['/', '?']).next());
    // What stands before @ may be a password.
    let host = host.map(|host| host.rsplit('@').next().unwrap_or(host)).filter(|host| !host.is_empty());
    host.unwrap_or(&question.name)
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
        assert_eq!(
            sentence(&question),
            "Summarise 468 older messages? About 45,000 tokens to 127.0.0.1:8412. The cost is about 0.14. They have never \
             been sent there."
        );
        assert_eq!(place(&Question { address: String::new(), ..question }), "Local");
    }
}
