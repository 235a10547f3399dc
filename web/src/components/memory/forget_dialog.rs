//! Dialog of `/forget <text>`: lists what is about the text, with check boxes, and forgets what the user confirms.

use crate::{
    chat::use_chat,
    components::dialog::Dialog,
    state::{DialogKind, Found},
    texts::{common::common, forget::forget},
};
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    conversation::Conversation,
    id::ConversationId,
    manifest::SourceId,
    message::{Message, Role},
    search::Query,
    session::Confirmed,
    summary::Summary,
    text::excerpt::{around, highlighted},
};

/// Length of an excerpt, in characters.
const SHOWN: usize = 160;

#[derive(Clone)]
struct Choice {
    target: SourceId,
    what: String,
    /// Title of its conversation, if that is another one.
    title: Option<String>,
    /// Excerpt in pieces; true marks a piece that matches the text.
    pieces: Vec<(bool, String)>,
    is_chosen: RwSignal<bool>,
}

/// Dialog of `/forget <text>`.
#[component]
pub fn ForgetDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Forget);
    view! {
        <Dialog open title=forget().title id="forget-dialog">
            <Choices/>
        </Dialog>
    }
}

#[component]
fn Choices() -> impl IntoView {
    let chat = use_chat();
    let found = chat.panels.found.get_untracked();
    let boundary = chat.transcript.boundary.get_untracked().unwrap_or(0);
    let title = |id| chat.storage.conversations.with_untracked(|all| title_of(all, id));
    let groups = choices(&found, boundary, chat.id(), &title);
    let all = StoredValue::new(groups.concat());
    let [memories, summaries, messages, recallable] = groups;
    let texts = forget();
    let is_found = all.with_value(|all| !all.is_empty());
    let intro = if is_found { texts.intro } else { texts.none }.replace("{text}", &found.text);
    view! {
        <div class="content lists">
            <p class="quiet">{intro}</p>
            {(!is_found).then(|| view! { <p class="quiet">{texts.none_hint}</p> })}
            {is_found.then(|| view! { <Picks of=all/> })}
            <Group name=texts.memories hint=texts.memories_hint of=memories/>
            <Group name=texts.summaries hint=texts.summaries_hint of=summaries/>
            <Group name=texts.messages hint=texts.messages_hint of=messages/>
            <Group name=texts.recallable hint=texts.recallable_hint all=texts.all_recallable of=recallable/>
        </div>
        <Confirm of=all/>
    }
}

#[component]
fn Confirm(of: StoredValue<Vec<Choice>>) -> impl IntoView {
    let chat = use_chat();
    let chosen = Memo::new(move |_| of.with_value(|all| all.iter().filter(|choice| choice.is_chosen.get()).count()));
    let leave_out = move |_| {
        chat.panels.dialogs.close(DialogKind::Forget);
        chat.forget_about(of.with_value(|all| confirmed(all)));
    };
    let name = move || match chosen.get() {
        0 => forget().title.to_owned(),
        chosen => forget().confirm.replace("{n}", &chosen.to_string()),
    };
    view! {
        <footer>
            <button class="button" type="button" on:click=move |_| chat.panels.dialogs.close(DialogKind::Forget)>{common().cancel}</button>
            <button class="button primary" type="button" data-testid="forget-confirm" disabled=move || chosen.get() == 0
                on:click=leave_out>{name}</button>
        </footer>
    }
}

/// Number of checked items, with buttons that check all or none.
#[component]
fn Picks(of: StoredValue<Vec<Choice>>) -> impl IntoView {
    let words = move || {
        let (chosen, all) =
            of.with_value(|all| (all.iter().filter(|choice| choice.is_chosen.get()).count(), all.len()));
        forget().chosen.replace("{chosen}", &chosen.to_string()).replace("{all}", &all.to_string())
    };
    let set = move |on: bool| of.with_value(|all| all.iter().for_each(|choice| choice.is_chosen.set(on)));
    view! {
        <p class="chosen">
            <span role="status" data-testid="forget-count">{words}</span>
            <span class="actions">
                <button class="link-button" type="button" data-testid="forget-all" on:click=move |_| set(true)>{forget().all}</button>
                <button class="link-button" type="button" data-testid="forget-none" on:click=move |_| set(false)>{forget().nothing}</button>
            </span>
        </p>
    }
}

/// Items of one kind, with a check box for all of them. `all` names it where the group is called by its place, not by what is
/// in it.
#[component]
fn Group(
    name: &'static str,
    hint: &'static str,
    #[prop(optional)] all: Option<&'static str>,
    of: Vec<Choice>,
) -> impl IntoView {
    if of.is_empty() {
        return ().into_any();
    }
    let boxes = StoredValue::new(of.iter().map(|choice| choice.is_chosen).collect::<Vec<_>>());
    let are_all = move || boxes.with_value(|boxes| boxes.iter().all(|is_chosen| is_chosen.get()));
    let are_some = move || !are_all() && boxes.with_value(|boxes| boxes.iter().any(|is_chosen| is_chosen.get()));
    let set = move |event| {
        let on = event_target_checked(&event);
        boxes.with_value(|boxes| boxes.iter().for_each(|is_chosen| is_chosen.set(on)));
    };
    let all = all.map_or_else(|| forget().all_of.replace("{group}", &name.to_lowercase()), str::to_owned);
    let rows = of.into_iter().map(|choice| view! { <ChoiceView choice/> }).collect::<Vec<_>>();
    view! {
        <fieldset class="group" data-testid="forget-group">
            <legend>{name}" "<span class="count">{rows.len()}</span></legend>
            <label class="check all">
                <input type="checkbox" prop:checked=are_all prop:indeterminate=are_some on:change=set/>
                <span>{all}" "<span class="quiet">{hint}</span></span>
            </label>
            <ul class="entries">{rows}</ul>
        </fieldset>
    }
    .into_any()
}

#[component]
fn ChoiceView(choice: Choice) -> impl IntoView {
    let Choice { what, title, pieces, is_chosen, .. } = choice;
    let title = title.map(|title| {
        let tooltip = title.clone();
        view! { <span class="kind elsewhere" title=tooltip dir="auto">{title}</span> }
    });
    let words = pieces
        .into_iter()
        .map(|(is_found, text)| if is_found { view! { <mark>{text}</mark> }.into_any() } else { text.into_any() });
    view! {
        <li>
            <label class="check">
                <input type="checkbox" data-testid="forget-choice" prop:checked=move || is_chosen.get()
                    on:change=move |event| is_chosen.set(event_target_checked(&event))/>
                <span><span class="kind">{what}</span>{title}<bdi>{words.collect::<Vec<_>>()}</bdi></span>
            </label>
        </li>
    }
}

fn title_of(all: &[Conversation], id: ConversationId) -> String {
    all.iter().find(|one| one.id == id).map(|one| one.title.clone()).unwrap_or_default()
}

/// Choices in four groups: memories, summaries, messages, and messages and summaries that recall may send besides, with the
/// title of their conversation. Messages before `boundary`, the first sequence that the model sees, are already forgotten and start
/// unchecked, as does what may be about something else. `open`: the open conversation.
fn choices(
    found: &Found,
    boundary: Sequence,
    open: Option<ConversationId>,
    title: &dyn Fn(ConversationId) -> String,
) -> [Vec<Choice>; 4] {
    let query = Query::new(&found.text);
    let forms = Query::new(&format!("{} {}", found.text, found.about.forms.join(" ")));
    let choice = |target, what: &str, text: &str, is_sent: bool| {
        let first_form = || forms.places(text).first().map(|place| place.start);
        let text = around(text, query.find(text).or_else(first_form).unwrap_or(0), SHOWN);
        let pieces = highlighted(&text, &forms).into_iter().map(|(is_found, piece)| (is_found, piece.to_owned()));
        let is_partial = found.about.partial.contains(&target);
        let notes = [(!is_sent, forget().before), (is_partial, forget().partial)];
        let notes = notes.into_iter().filter_map(|(holds, note)| holds.then_some(note));
        let what = std::iter::once(what).chain(notes).collect::<Vec<_>>().join(", ");
        Choice { target, what, title: None, pieces: pieces.collect(), is_chosen: RwSignal::new(is_sent && !is_partial) }
    };
    let (about, texts) = (&found.about, forget());
    let who = |message: &Message| if message.role == Role::User { texts.you } else { texts.reply };
    let messages = about.messages.iter().map(|message| {
        choice(SourceId::Message(message.id), who(message), &message.text(), message.sequence >= boundary)
    });
    let elsewhere = |target, what: &str, of: Option<ConversationId>, text: &str| {
        let choice = choice(target, what, text, true);
        choice.is_chosen.set(false);
        Choice { title: of.map(title).filter(|title| !title.is_empty()), ..choice }
    };
    let recallable = about.recallable.iter().map(|message| {
        elsewhere(SourceId::Message(message.id), who(message), Some(message.conversation), &message.text())
    });
    let is_own = |summary: &&Summary| summary.conversation.is_none_or(|of| Some(of) == open);
    let (own, others): (Vec<&Summary>, Vec<&Summary>) = about.summaries.iter().partition(is_own);
    let recallable =
        recallable.chain(others.into_iter().map(|summary| {
            elsewhere(SourceId::Summary(summary.id), texts.summary, summary.conversation, &summary.text)
        }));
    let memories =
        about.memories.iter().map(|memory| choice(SourceId::Memory(memory.id), texts.memory, &memory.words(), true));
    let summaries =
        own.into_iter().map(|summary| choice(SourceId::Summary(summary.id), texts.summary, &summary.text, true));
    [memories.collect(), summaries.collect(), messages.collect(), recallable.collect()]
}

fn confirmed(choices: &[Choice]) -> Confirmed {
    let mut confirmed = Confirmed::default();
    for choice in choices.iter().filter(|choice| choice.is_chosen.get_untracked()) {
        match choice.target {
            SourceId::Message(id) => confirmed.messages.push(id),
            SourceId::Memory(id) => confirmed.memories.push(id),
            SourceId::Summary(id) => confirmed.summaries.push(id),
            SourceId::Project(_) | SourceId::Chunk(..) => {}
        }
    }
    confirmed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, memory, message, message_id, summary};
    use ricordo_core::{memory::MemoryState, session::About, summary::SummaryKind};

    fn found(text: &str) -> Found {
        let messages = vec![message(3, Role::User, "Tea is fine"), message(8, Role::Assistant, "More TEA then")];
        let memories = vec![memory(1, "Likes tea", MemoryState::Kept)];
        Found { text: text.to_owned(), about: About { messages, memories, ..About::default() } }
    }

    #[test]
    fn what_is_forgotten_already_starts_unchecked_and_says_so() {
        let [memories, summaries, messages, _] = choices(&found("tea"), 5, None, &untitled);
        let chosen =
            |choices: &[Choice]| choices.iter().map(|choice| choice.is_chosen.get_untracked()).collect::<Vec<_>>();
        assert_eq!((chosen(&memories), chosen(&summaries), chosen(&messages)), (vec![true], vec![], vec![false, true]));
        assert!(messages[0].what.contains(forget().before) && !messages[1].what.contains(forget().before));
        let all = [memories, summaries, messages].concat();
        let confirmed = confirmed(&all);
        assert_eq!((confirmed.messages, confirmed.memories.len()), (vec![message_id(8)], 1));
    }

    fn untitled(_: ConversationId) -> String {
        String::new()
    }

    #[test]
    fn what_recall_may_send_from_elsewhere_is_named_by_its_conversation_and_starts_unchecked() {
        let recallable = vec![message(2, Role::User, "Tea at five")];
        let summary_of = |number| summary(SummaryKind::Compressed, Some(conversation_id(number)));
        let about = About { recallable, summaries: [1, 2].map(summary_of).to_vec(), ..About::default() };
        let [_, summaries, _, recallable] =
            choices(&Found { text: "tea".to_owned(), about }, 0, Some(conversation_id(1)), &|_| "My day".to_owned());
        let named: Vec<_> = recallable.iter().map(|choice| (choice.what.as_str(), choice.title.as_deref())).collect();
        assert_eq!(named, [(forget().you, Some("My day")), (forget().summary, Some("My day"))]);
        assert!(summaries.len() == 1 && recallable.iter().all(|choice| !choice.is_chosen.get_untracked()));
        recallable.iter().for_each(|choice| choice.is_chosen.set(true));
        let confirmed = confirmed(&recallable);
        assert_eq!((confirmed.messages.len(), confirmed.summaries.len()), (1, 1));
    }

    #[test]
    fn what_lacks_a_word_starts_unchecked_and_other_forms_are_marked() {
        let messages = vec![message(3, Role::User, "We went far"), message(4, Role::User, "She is going home")];
        let partial = vec![SourceId::Message(message_id(4))];
        let forms = vec!["went".to_owned(), "going".to_owned()];
        let about = About { messages, partial, forms, ..About::default() };
        let [_, _, messages, _] = choices(&Found { text: "go far".to_owned(), about }, 0, None, &untitled);
        assert_eq!(messages.iter().map(|one| one.is_chosen.get_untracked()).collect::<Vec<_>>(), [true, false]);
        assert!(messages[1].what.contains(forget().partial) && !messages[0].what.contains(forget().partial));
        let marked = messages.iter().flat_map(|one| &one.pieces).filter(|(is_found, _)| *is_found);
        assert_eq!(marked.map(|(_, piece)| piece.as_str()).collect::<Vec<_>>(), ["went", "far", "going"]);
    }

    #[test]
    fn only_what_is_checked_at_the_end_is_forgotten() {
        let all = choices(&found("tea"), 0, None, &untitled).concat();
        all.iter().for_each(|choice| choice.is_chosen.set(false));
        assert_eq!(confirmed(&all), Confirmed::default());
        all[1].is_chosen.set(true);
        assert_eq!(confirmed(&all).messages, [message_id(3)]);
    }

    #[test]
    fn an_excerpt_shows_and_marks_the_text_wherever_it_is() {
        let far = format!("{} the TEA {}", "word ".repeat(200), "🦔 ".repeat(200));
        let about = About { messages: vec![message(1, Role::User, &far)], ..About::default() };
        let [_, _, messages, _] = choices(&Found { text: "tea".to_owned(), about }, 0, None, &untitled);
        let marked: Vec<_> = messages[0].pieces.iter().filter(|(is_found, _)| *is_found).collect();
        assert_eq!(marked, [&(true, "TEA".to_owned())]);
        let shown: usize = messages[0].pieces.iter().map(|(_, piece)| piece.chars().count()).sum();
        assert!(shown <= SHOWN + 2, "{shown}");
    }
}
