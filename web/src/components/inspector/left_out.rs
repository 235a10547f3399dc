//! What was left out of a request, grouped by reason, each with a button that includes it.

use super::fold::Fold;
use crate::{
    chat::use_chat,
    state::{Asked, View},
    texts::{inspection::inspection, inspector::inspector, number},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    compile::{LayerKind, Omitted, OmittedReason},
    inspect::{Include, Why, include, include::include_message},
    manifest::SourceId,
    session::Source,
    text::excerpt::around,
};

/// Entries of a group that are read and listed at a time.
const PAGE: usize = 25;
/// Length of an excerpt, in characters.
const SHOWN: usize = 140;

/// Everything of one layer that was left out for one reason.
#[derive(Clone, Debug, PartialEq)]
struct Group {
    layer: LayerKind,
    reason: OmittedReason,
    messages: u64,
    tokens: u64,
    /// Sources whose ids are known, newest first. May be fewer than `messages`.
    sources: Vec<SourceId>,
}

/// One message, memory or summary that was left out.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    source: SourceId,
    words: String,
    include: Include,
}

/// List of what was left out.
#[component]
pub fn LeftOut(asked: Memo<Option<Asked>>) -> impl IntoView {
    let view = use_chat().inspection.view;
    let groups = Memo::new(move |_| asked.with(|asked| asked.as_ref().map(|asked| groups(&asked.inspected.omitted))));
    let list = move || {
        let groups = groups.get()?;
        let is_past = view.get() == View::Past;
        Some(if groups.is_empty() {
            view! { <p class="quiet">{inspector().all_sent}</p> }.into_any()
        } else {
            let rows: Vec<_> = groups.into_iter().map(|group| view! { <GroupRow group is_past/> }).collect();
            view! {
                {is_past.then(|| view! { <p class="quiet">{inspector().then_left_out}</p> })}
                <ul class="rows omitted">{rows}</ul>
            }
            .into_any()
        })
    };
    view! {
        <section>
            <h3>{inspector().left_out}</h3>
            {list}
        </section>
    }
}

#[component]
fn GroupRow(group: Group, is_past: bool) -> impl IntoView {
    let what = match group.messages {
        0 => words::layer(group.layer).to_owned(),
        messages => words::messages(messages),
    };
    let head = view! {
        <span>{what}<span class="detail">{words::omitted(group.reason)}</span></span>
        <span>{words::number(group.tokens)}</span>
    };
    let whole = include(group.layer, group.reason, group.sources.first().copied());
    let key = format!("{:?} {:?}", group.layer, group.reason);
    let content = if group.sources.is_empty() {
        let source = None;
        view! {
            <div class="head">{head}</div>
            {(!is_past).then(|| view! { <IncludeButton include=whole source/> })}
        }
        .into_any()
    } else {
        view! { <Fold key head=head.into_any()><Entries group=group.clone() is_past/></Fold> }.into_any()
    };
    view! { <li data-testid="inspector-omitted">{content}</li> }
}

/// Entries of a group, read when the group is expanded.
#[component]
fn Entries(group: Group, is_past: bool) -> impl IntoView {
    let entries = RwSignal::new(Vec::<Entry>::new());
    let count = group.sources.len();
    let missing = group.messages.saturating_sub(count as u64);
    let group = StoredValue::new(group);
    read_more(group, entries);
    let together = (!is_past).then(|| group.with_value(|group| together(group.reason))).flatten();
    let row = move |entry: Entry| {
        let Entry { source, words, include } = entry;
        view! {
            <li data-testid="left-out">
                <button class="hit" dir="auto" on:click=move |_| use_chat().open_source(source)>{words}</button>
                {(!is_past).then(|| view! { <IncludeButton include source=Some(source)/> })}
            </li>
        }
    };
    let rest = move || count.saturating_sub(entries.with(Vec::len)).min(PAGE);
    view! {
        {together.map(|include| view! { <IncludeButton include source=None/> })}
        <ul class="entries">
            <For each=move || entries.get() key=|entry| entry.source children=row/>
        </ul>
        <Show when=move || entries.with(|entries| !entries.is_empty()) && 0 < rest()>
            <button class="link-button" on:click=move |_| read_more(group, entries)>
                {move || inspection().show_rest.replace("{n}", &number(rest() as u64))}
            </button>
        </Show>
        {(missing > 0).then(|| view! { <p class="quiet">{inspection().not_listed.say(missing)}</p> })}
    }
}

/// Action that includes a whole group at once.
fn together(reason: OmittedReason) -> Option<Include> {
    match reason {
        OmittedReason::Forgotten => Some(Include::Remember),
        OmittedReason::MessageLimit | OmittedReason::Budget | OmittedReason::Ceiling => Some(Include::MoreRoom),
        _ => None,
    }
}

fn read_more(group: StoredValue<Group>, entries: RwSignal<Vec<Entry>>) {
    let chat = use_chat();
    let known = entries.with_untracked(Vec::len);
    let wanted = group.with_value(|group| group.sources.iter().skip(known).take(PAGE).copied().collect::<Vec<_>>());
    let (layer, reason) = group.with_value(|group| (group.layer, group.reason));
    spawn_local(async move {
        let session = chat.storage.session();
        let mut more = Vec::new();
        for source in wanted {
            let found = match session.source(source).await {
                Ok(found) => found,
                Err(error) => return chat.storage.report(&error),
            };
            let (words, include) = match &found {
                Some(Source::Message(message)) => (message.text(), include_message(layer, reason, message)),
                Some(Source::Memory(memory)) => (memory.text.clone(), include(layer, reason, Some(source))),
                Some(Source::Summary(summary)) => (summary.text.clone(), include(layer, reason, Some(source))),
                Some(Source::Chunk(chunk)) => (chunk.1.text.clone(), include(layer, reason, Some(source))),
                // The instructions are never left out.
                Some(Source::Project(project)) => (project.instructions.clone(), Include::Nothing(Why::NoWords)),
                None => (inspector().source_gone.to_owned(), Include::Nothing(Why::NoWords)),
            };
            let words = match around(&words, 0, SHOWN) {
                words if words.is_empty() => "…".to_owned(),
                words => words,
            };
            more.push(Entry { source, words, include });
        }
        let _ = entries.try_update(|entries| {
            more.retain(|entry| entries.iter().all(|known| known.source != entry.source));
            entries.extend(more);
        });
    });
}

/// Button that includes the entry, or the reason why it cannot be included.
#[component]
fn IncludeButton(include: Include, source: Option<SourceId>) -> impl IntoView {
    let chat = use_chat();
    let name = match offer(include) {
        Ok(name) => name,
        Err(why) => return view! { <p class="quiet include-action">{why}</p> }.into_any(),
    };
    let go = move |_| chat.include(include, source);
    view! { <button class="link-button include-action" data-testid="include" on:click=go>{name}</button> }.into_any()
}

/// Name of the button, or why there is none.
fn offer(include: Include) -> Result<&'static str, &'static str> {
    let texts = inspection();
    match include {
        Include::Unmute => Ok(texts.unmute),
        Include::Pin => Ok(texts.pin),
        Include::PinMemory => Ok(texts.pin_memory),
        Include::Remember => Ok(texts.remember),
        Include::MakeAgain => Ok(texts.make_again),
        Include::MoreRoom => Ok(texts.more_room),
        Include::Nothing(Why::IsSent) => Err(texts.is_sent),
        Include::Nothing(Why::NoWords) => Err(texts.no_words),
        Include::Nothing(Why::ToolCall) => Err(texts.tool_call),
        Include::Nothing(Why::Model) => Err(texts.another_model),
        Include::Nothing(Why::StaysHere) => Err(texts.model_here),
    }
}

/// What was left out, grouped by layer and reason, in the order in which `compile` reports it.
fn groups(omitted: &[Omitted]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for one in omitted {
        let found = groups.iter_mut().find(|group| (group.layer, group.reason) == (one.layer, one.reason));
        let newest_first = one.sources.iter().rev().copied();
        match found {
            Some(group) => {
                group.messages += u64::from(one.messages);
                group.tokens += one.tokens;
                group.sources.splice(0..0, newest_first);
            }
            None => groups.push(Group {
                layer: one.layer,
                reason: one.reason,
                messages: one.messages.into(),
                tokens: one.tokens,
                sources: newest_first.collect(),
            }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::message_id,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn whatever_was_left_out_has_a_button_or_a_reason_that_no_other_has() {
        let all = [
            Include::Unmute,
            Include::Pin,
            Include::PinMemory,
            Include::Remember,
            Include::MakeAgain,
            Include::MoreRoom,
            Include::Nothing(Why::IsSent),
            Include::Nothing(Why::NoWords),
            Include::Nothing(Why::ToolCall),
            Include::Nothing(Why::Model),
            Include::Nothing(Why::StaysHere),
        ];
        for language in UiLanguage::all() {
            speak(language);
            let offers = all.map(offer);
            for (at, offer) in offers.iter().enumerate() {
                assert_eq!(offer.is_err(), matches!(all[at], Include::Nothing(_)), "{:?}", all[at]);
                let (Ok(words) | Err(words)) = offer;
                let is_other = |other: &Result<&str, &str>| !matches!(other, Ok(other) | Err(other) if other == words);
                assert!(!words.is_empty() && offers[..at].iter().all(is_other), "{words}");
            }
        }
    }

    #[test]
    fn what_has_one_reason_stands_together() {
        let one =
            |reason, messages| Omitted { layer: LayerKind::Window, reason, messages, tokens: 10, sources: Vec::new() };
        let all = [one(OmittedReason::Muted, 1), one(OmittedReason::Empty, 1), one(OmittedReason::Muted, 2)];
        let listed: Vec<_> = groups(&all).iter().map(|group| (group.reason, group.messages, group.tokens)).collect();
        assert_eq!(listed, [(OmittedReason::Muted, 3, 20), (OmittedReason::Empty, 1, 10)]);
    }

    fn of(layer: LayerKind, sources: &[u32]) -> Omitted {
        let sources = sources.iter().map(|number| SourceId::Message(message_id(*number))).collect();
        Omitted { layer, reason: OmittedReason::Budget, messages: 2, tokens: 10, sources }
    }

    #[test]
    fn a_layer_has_a_group_of_its_own_and_in_it_the_newest_come_first() {
        let all = [of(LayerKind::Window, &[1, 2]), of(LayerKind::Recall, &[3]), of(LayerKind::Window, &[4, 5])];
        let groups = groups(&all);
        let numbers = |group: &Group| group.sources.clone();
        assert_eq!(groups.iter().map(|group| group.layer).collect::<Vec<_>>(), [LayerKind::Window, LayerKind::Recall]);
        assert_eq!(numbers(&groups[0]), [5, 4, 2, 1].map(|number| SourceId::Message(message_id(number))));
        assert!(super::groups(&[]).is_empty());
    }

    #[test]
    fn only_what_has_one_cause_can_be_included_together() {
        assert_eq!(together(OmittedReason::Forgotten), Some(Include::Remember));
        for reason in [OmittedReason::MessageLimit, OmittedReason::Budget, OmittedReason::Ceiling] {
            assert_eq!(together(reason), Some(Include::MoreRoom));
        }
        for reason in [OmittedReason::Muted, OmittedReason::Empty, OmittedReason::Compressed, OmittedReason::Unpaired] {
            assert_eq!(together(reason), None, "{reason:?}");
        }
    }
}
