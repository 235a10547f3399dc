//! Page of the summaries as a timeline: what was summarized, when, from what, whether it is valid, and what comes next.

use super::{
    coming::Coming,
    page::{Page, Place},
    pager::Pager,
    summary_row::SummaryItem,
};
use crate::{
    browser,
    chat::{Chat, use_chat},
    texts::{Counted, summaries::summaries},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    session::maintain::{ListedSummary, Standing},
    summary::SummaryKind,
};
use std::sync::Arc;

/// Summaries per page.
const PAGE: usize = 20;

/// Filter of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    Current,
    Here,
    Days,
    Replaced,
}

/// Summaries page.
#[component]
pub fn SummariesDialog() -> impl IntoView {
    view! { <Page place=Place::Summaries><Content/></Page> }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let listed = RwSignal::new(None::<Arc<Vec<ListedSummary>>>);
    let choice = RwSignal::new(Choice::default());
    let page = RwSignal::new(0_usize);
    load(chat, listed, page);
    let found = Memo::new(move |_| {
        let here = chat.id();
        listed.with(|listed| {
            let all = listed.iter().flat_map(|listed| listed.iter());
            all.filter(|listed| is_wanted(choice.get(), listed, here)).cloned().collect::<Vec<_>>()
        })
    });
    let place = Memo::new(move |_| {
        let all = found.with(Vec::len);
        let pages = all.div_ceil(PAGE).max(1);
        (page.get().min(pages - 1), pages, counted().say(all as u64))
    });
    // Read `found` directly, not through `place`: the memo does not notify when the list changes but its length does
    // not.
    let shown = move || {
        found.with(|found| {
            let at = page.get().min(found.len().saturating_sub(1) / PAGE);
            found.iter().skip(at * PAGE).take(PAGE).cloned().collect::<Vec<_>>()
        })
    };
    // Recreate a row when the standing or priority of its summary changes.
    let key = |listed: &ListedSummary| {
        let ListedSummary { summary, standing, is_kept_out } = listed;
        (summary.id, summary.priority, format!("{standing:?}"), *is_kept_out)
    };
    let nothing = move || {
        let is_none = listed.with(|listed| listed.as_ref().is_some_and(|listed| listed.is_empty()));
        if is_none { summaries().none } else { summaries().none_such }
    };
    let is_empty = move || listed.with(Option::is_some) && found.with(Vec::is_empty);
    view! {
        <div class="content lists">
            <p class="quiet">{summaries().intro}</p>
            <Coming/>
            <Dialog choice page/>
            <ol class="entries time-line" id="summary-list" tabindex="-1" aria-label=summaries().title>
                <For each=shown key=key children=|listed| view! { <SummaryItem listed/> }/>
            </ol>
            <Show when=is_empty><p class="quiet" data-testid="summary-none">{nothing}</p></Show>
            <Pager place go=Callback::new(move |to| page.set(to))/>
        </div>
    }
}

/// Reloads the summaries when the stored data changes, and scrolls to the requested one once.
fn load(chat: Chat, listed: RwSignal<Option<Arc<Vec<ListedSummary>>>>, page: RwSignal<usize>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        let Some(id) = chat.id() else { return };
        spawn_local(async move {
            let found = match chat.storage.session().all_summaries(id).await {
                Ok(found) => found,
                Err(error) => return chat.storage.report(&error),
            };
            let wanted = chat.panels.summary.try_update_untracked(Option::take).flatten();
            let current = |listed: &&ListedSummary| listed.standing != Standing::Replaced;
            let at = found.iter().filter(current).position(|listed| Some(listed.summary.id) == wanted);
            drop(listed.try_set(Some(Arc::new(found))));
            if let (Some(at), Some(wanted)) = (at, wanted) {
                let _ = page.try_set(at / PAGE);
                browser::focus_next_frame(format!("summary-{wanted}"));
            }
        });
    });
}

fn is_wanted(choice: Choice, listed: &ListedSummary, here: Option<ricordo_core::id::ConversationId>) -> bool {
    let is_current = listed.standing != Standing::Replaced;
    match choice {
        Choice::Current => is_current,
        Choice::Here => is_current && listed.summary.conversation == here,
        Choice::Days => is_current && listed.summary.kind != SummaryKind::Compressed,
        Choice::Replaced => !is_current,
    }
}

fn counted() -> &'static Counted {
    &summaries().count
}

#[component]
fn Dialog(choice: RwSignal<Choice>, page: RwSignal<usize>) -> impl IntoView {
    let texts = summaries();
    let choices = [
        ("current", texts.current, Choice::Current),
        ("here", texts.here, Choice::Here),
        ("days", texts.of_days, Choice::Days),
        ("replaced", texts.replaced_all, Choice::Replaced),
    ];
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let found = choices.iter().find(|(key, ..)| *key == chosen);
        choice.set(found.map(|(.., choice)| *choice).unwrap_or_default());
        page.set(0);
    };
    let options = choices.map(|(key, name, _)| view! { <option value=key>{name}</option> });
    view! {
        <div class="line filter">
            <select class="input" data-testid="summary-filter" aria-label=texts.which on:change=choose>
                {options.into_iter().collect::<Vec<_>>()}
            </select>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, summary};
    use ricordo_core::summary::Stale;

    fn listed(kind: SummaryKind, of: Option<u8>, standing: Standing) -> ListedSummary {
        ListedSummary { summary: summary(kind, of.map(conversation_id)), standing, is_kept_out: false }
    }

    #[test]
    fn each_filter_lists_what_it_names_and_stale_summaries_are_current() {
        use SummaryKind::{Compressed, Long, Recent};
        let all = [
            listed(Compressed, Some(1), Standing::InForce),
            listed(Compressed, Some(2), Standing::Stale(Stale::Muted)),
            listed(Recent, None, Standing::InForce),
            listed(Long, Some(1), Standing::InForce),
            listed(Compressed, Some(1), Standing::Replaced),
        ];
        let found = |choice, here: Option<u8>| {
            let here = here.map(conversation_id);
            (0..all.len()).filter(|at| is_wanted(choice, &all[*at], here)).collect::<Vec<_>>()
        };
        assert_eq!(found(Choice::Current, Some(1)), [0, 1, 2, 3]);
        assert_eq!(found(Choice::Here, Some(1)), [0, 3]);
        assert_eq!(found(Choice::Here, Some(9)), Vec::<usize>::new());
        assert_eq!(found(Choice::Days, Some(1)), [2, 3]);
        assert_eq!(found(Choice::Replaced, Some(1)), [4]);
    }
}
