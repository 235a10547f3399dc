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
    components::keyed_list::KeyedList,
    texts::{Counted, summaries::summaries},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    id::SummaryId,
    session::maintain::{ListedSummary, Standing},
    summary::SummaryKind,
};
use std::sync::Arc;

/// Summaries per page.
const PAGE: usize = 20;

/// The summaries; `None` until they are read.
type Listed = RwSignal<Option<Arc<Vec<ListedSummary>>>>;

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
    let listed: Listed = RwSignal::new(None);
    let choice = RwSignal::new(Choice::default());
    let page = RwSignal::new(0_usize);
    let edited = RwSignal::new(Vec::<SummaryId>::new());
    let is_coming_read = RwSignal::new(false);
    let sought = RwSignal::new(None::<SummaryId>);
    load(chat, listed, page, edited, sought);
    // Its row is drawn once what is above the list was read.
    Effect::new(move |_| {
        if let Some(id) = sought.get().filter(|_| is_coming_read.get()) {
            browser::focus_next_frame(format!("summary-{id}"));
        }
    });
    view! {
        <div class="content lists">
            <p class="quiet">{summaries().intro}</p>
            <Coming is_read=is_coming_read/>
            // Not before what is above it was read, which would push it away from under the pointer.
            <Show when=move || is_coming_read.get()>
                <Dialog choice page/>
                <Entries listed choice page edited/>
            </Show>
        </div>
    }
}

/// The list of a page. A row stays while its summary exists, because the user may be editing it.
#[component]
fn Entries(
    listed: Listed,
    choice: RwSignal<Choice>,
    page: RwSignal<usize>,
    edited: RwSignal<Vec<SummaryId>>,
) -> impl IntoView {
    let chat = use_chat();
    let found = Memo::new(move |_| {
        let here = chat.id();
        listed.with(|listed| {
            let all = listed.iter().flat_map(|listed| listed.iter());
            let is_wanted = |listed: &&ListedSummary| {
                is_wanted(choice.get(), listed, here) || edited.with(|edited| edited.contains(&listed.summary.id))
            };
            all.filter(is_wanted).cloned().collect::<Vec<_>>()
        })
    });
    let place = Memo::new(move |_| {
        let all = found.with(Vec::len);
        let pages = all.div_ceil(PAGE).max(1);
        (page.get().min(pages - 1), pages, counted().say(all as u64))
    });
    // Read `found` directly, not through `place`: the memo does not notify when the list changes but its length does
    // not.
    let shown = move || found.with(|found| edited.with(|edited| on_page(found, page.get(), edited)));
    let row = move |first: ListedSummary| {
        let id = first.summary.id;
        let current = Memo::new(move |_| {
            let now =
                listed.with(|all| all.iter().flat_map(|all| all.iter()).find(|now| now.summary.id == id).cloned());
            now.unwrap_or_else(|| first.clone())
        });
        view! { <SummaryItem listed=current edited/> }
    };
    let nothing = move || {
        let is_none = listed.with(|listed| listed.as_ref().is_some_and(|listed| listed.is_empty()));
        if is_none { summaries().none } else { summaries().none_such }
    };
    let is_empty = move || listed.with(Option::is_some) && found.with(Vec::is_empty);
    view! {
        <ol class="entries time-line" id="summary-list" tabindex="-1" aria-label=summaries().title>
            <KeyedList each=shown key=|listed| listed.summary.id children=row/>
        </ol>
        <Show when=is_empty><p class="quiet" data-testid="summary-none">{nothing}</p></Show>
        <Pager place go=Callback::new(move |to| page.set(to))/>
    }
}

/// The summaries of a page, and those that are being edited, wherever they would be.
fn on_page(found: &[ListedSummary], page: usize, edited: &[SummaryId]) -> Vec<ListedSummary> {
    let at = page.min(found.len().saturating_sub(1) / PAGE);
    let is_on = |(place, listed): &(usize, &ListedSummary)| place / PAGE == at || edited.contains(&listed.summary.id);
    found.iter().enumerate().filter(is_on).map(|(_, listed)| listed.clone()).collect()
}

/// What was found, with the summaries of `before` that are being edited and were deleted meanwhile: what was typed stays until
/// the user closes the editor.
fn with_edited(mut found: Vec<ListedSummary>, before: &[ListedSummary], edited: &[SummaryId]) -> Vec<ListedSummary> {
    let is_gone = |listed: &&ListedSummary| {
        let id = listed.summary.id;
        edited.contains(&id) && found.iter().all(|other| other.summary.id != id)
    };
    let gone: Vec<_> = before.iter().filter(is_gone).cloned().collect();
    found.extend(gone);
    // As they are listed, the newest first.
    found.sort_by_key(|listed| std::cmp::Reverse(listed.summary.id));
    found
}

/// Reloads the summaries when the stored data changes. `sought` becomes the one that the page was opened at.
fn load(
    chat: Chat,
    listed: Listed,
    page: RwSignal<usize>,
    edited: RwSignal<Vec<SummaryId>>,
    sought: RwSignal<Option<SummaryId>>,
) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        // A summary that was deleted while it was edited goes when its editor closes.
        edited.track();
        let Some(id) = chat.id() else { return };
        spawn_local(async move {
            let found = match chat.storage.session().all_summaries(id).await {
                Ok(found) => found,
                Err(error) => return chat.storage.report(&error),
            };
            let wanted = chat.panels.summary.try_update_untracked(Option::take).flatten();
            let current = |listed: &&ListedSummary| listed.standing != Standing::Replaced;
            let at = found.iter().filter(current).position(|listed| Some(listed.summary.id) == wanted);
            let _ = listed.try_update(|listed| {
                let before = listed.take().unwrap_or_default();
                let edited = edited.try_get_untracked().unwrap_or_default();
                *listed = Some(Arc::new(with_edited(found, &before, &edited)));
            });
            if let (Some(at), Some(wanted)) = (at, wanted) {
                let _ = page.try_set(at / PAGE);
                let _ = sought.try_set(Some(wanted));
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
    use ricordo_core::{
        summary::{Stale, Summary},
        time::Timestamp,
    };

    fn listed(kind: SummaryKind, of: Option<u8>, standing: Standing) -> ListedSummary {
        ListedSummary { summary: summary(kind, of.map(conversation_id)), standing, is_kept_out: false }
    }

    fn numbered(number: u8, standing: Standing) -> ListedSummary {
        let created_at = Timestamp(i64::from(number));
        let id = SummaryId::new(created_at, [0; 10]);
        let summary = Summary { id, created_at, ..summary(SummaryKind::Compressed, Some(conversation_id(1))) };
        ListedSummary { summary, standing, is_kept_out: false }
    }

    fn ids(listed: &[ListedSummary]) -> Vec<i64> {
        listed.iter().map(|listed| listed.summary.created_at.0).collect()
    }

    #[test]
    fn a_summary_that_is_edited_stays_listed_wherever_it_would_be() {
        let newest_first =
            |from: u8| (1..=from).rev().map(|number| numbered(number, Standing::InForce)).collect::<Vec<_>>();
        let all = newest_first(50);
        assert_eq!(ids(&on_page(&all, 0, &[])), (31..=50).rev().collect::<Vec<_>>());
        assert_eq!(ids(&on_page(&all, 2, &[])), (1..=10).rev().collect::<Vec<_>>());
        assert_eq!(ids(&on_page(&all, 9, &[])), (1..=10).rev().collect::<Vec<_>>(), "the last page there is");
        assert!(on_page(&[], 3, &[]).is_empty());
        let edited = [all[20].summary.id, all[3].summary.id];
        assert_eq!(ids(&on_page(&all, 0, &edited)), (30..=50).rev().collect::<Vec<_>>(), "it is on the next page");

        let after = vec![numbered(9, Standing::InForce), numbered(3, Standing::Replaced)];
        let before = [numbered(5, Standing::InForce), numbered(4, Standing::InForce), numbered(3, Standing::InForce)];
        let edited = [before[0].summary.id, before[2].summary.id];
        let found = with_edited(after.clone(), &before, &edited);
        assert_eq!(ids(&found), [9, 5, 3], "one of them was deleted");
        assert_eq!(found[2].standing, Standing::Replaced, "what is known now of the other one");
        assert_eq!(with_edited(after.clone(), &before, &[]), after);
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
