//! Conversations selected in the list. Loaded with the menus of the list.

use super::Chat;
use crate::{
    browser,
    state::Shape,
    texts::{choosing::choosing, fill},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::channel::News;
use ricordo_core::{
    conversation::Conversation,
    error::Error,
    id::{ConversationId, ProjectId},
};
use std::collections::BTreeSet;

/// Id of the check box of a conversation.
pub fn box_of(id: ConversationId) -> String {
    format!("select-{id}")
}

/// Several conversations that are being selected.
#[derive(Clone, Copy)]
pub struct Choosing {
    /// Whether the list has check boxes.
    pub is_on: RwSignal<bool>,
    /// The selected ones; all are among the shown ones.
    pub chosen: RwSignal<BTreeSet<ConversationId>>,
    /// What the list shows, in its order, with those that are not drawn yet.
    pub shown: Memo<Vec<ConversationId>>,
    /// Conversation from which the next range is selected.
    anchor: StoredValue<Option<ConversationId>>,
}

impl Choosing {
    /// Nothing selected.
    pub fn new(is_on: RwSignal<bool>, shown: Memo<Vec<ConversationId>>) -> Self {
        let choosing = Self { is_on, chosen: RwSignal::new(BTreeSet::new()), shown, anchor: StoredValue::new(None) };
        // What another tab deleted, or a filter hides, is no longer selected: nothing happens to what is not in view.
        Effect::new(move |_| {
            if is_on.get() {
                shown.with(|shown| choosing.keep_only(shown));
            }
        });
        choosing
    }

    /// Begins with these conversations, of which the last gets the focus.
    pub fn begin(self, chat: Chat, first: Vec<ConversationId>) {
        spawn_local(async move {
            if !browser::later_style().await {
                return chat.notices.not_loaded();
            }
            let focus = first.last().copied().or_else(|| self.shown.with_untracked(|shown| shown.first().copied()));
            self.anchor.set_value(first.first().copied());
            self.chosen.set(first.into_iter().collect());
            self.is_on.set(true);
            if let Some(id) = focus {
                browser::focus_next_frame(box_of(id));
            }
        });
    }

    /// Ends without doing anything. The focus goes to the row of the last conversation that was selected or taken out.
    pub fn end(self) {
        self.is_on.set(false);
        self.chosen.set(BTreeSet::new());
        let row = self.anchor.get_value().map(|id| format!("conversation-{id}"));
        browser::focus_if_lost(row.into_iter().chain(["new-conversation".to_owned()]).collect::<Vec<_>>());
    }

    /// Whether a conversation is selected.
    pub fn has(self, id: ConversationId) -> bool {
        self.chosen.with(|chosen| chosen.contains(&id))
    }

    /// Selects a conversation or takes it out; with all between it and the last one, if it ends a range.
    pub fn set(self, id: ConversationId, is_chosen: bool, ends_range: bool) {
        let between = match self.anchor.get_value().filter(|_| ends_range) {
            Some(anchor) => self.shown.with_untracked(|shown| range(shown, anchor, id)),
            None => vec![id],
        };
        self.anchor.set_value(Some(id));
        self.chosen.update(|chosen| match is_chosen {
            true => chosen.extend(between),
            false => between.iter().for_each(|one| {
                chosen.remove(one);
            }),
        });
    }

    /// The conversations from one to another. Only the second if the first is not shown.
    pub fn range_to(self, from: Option<ConversationId>, to: ConversationId) -> Vec<ConversationId> {
        self.shown.with_untracked(|shown| range(shown, from.unwrap_or(to), to))
    }

    /// The conversation that is shown `step` rows after another.
    pub fn beside(self, id: ConversationId, step: isize) -> Option<ConversationId> {
        self.shown.with_untracked(|shown| {
            let at = shown.iter().position(|one| *one == id)?;
            shown.get(at.checked_add_signed(step)?).copied()
        })
    }

    /// Whether all that are shown are selected.
    pub fn has_all(self) -> bool {
        let count = self.shown.with(Vec::len);
        count > 0 && self.chosen.with(BTreeSet::len) == count
    }

    /// Selects all that are shown, or none if all are selected.
    pub fn toggle_all(self) {
        let all = if untrack(|| self.has_all()) { Vec::new() } else { self.shown.get_untracked() };
        self.chosen.set(all.into_iter().collect());
    }

    /// The selected conversations, in the order of the list.
    fn list(self) -> Vec<ConversationId> {
        let chosen = self.chosen.get_untracked();
        self.shown.with_untracked(|shown| shown.iter().filter(|id| chosen.contains(id)).copied().collect())
    }

    fn keep_only(self, shown: &[ConversationId]) {
        let shown: BTreeSet<_> = shown.iter().copied().collect();
        if self.chosen.with_untracked(|chosen| !chosen.is_subset(&shown)) {
            self.chosen.update(|chosen| chosen.retain(|id| shown.contains(id)));
        }
    }

    /// The tags that all selected conversations have.
    pub fn common_tags(self, chat: Chat) -> Vec<String> {
        let chosen = self.chosen.get_untracked();
        chat.storage.conversations.with_untracked(|all| common_tags(all, &chosen))
    }

    /// Moves the selected conversations to the archive, or back to the list.
    pub fn archive(self, chat: Chat, archived: bool) {
        let count = if archived { &choosing().archived } else { &choosing().restored };
        let step = async move |ids: &[ConversationId], from| {
            chat.storage.session().archive_conversations(ids, archived, from).await
        };
        self.change(chat, true, step, |done| count.say(done));
    }

    /// Gives the selected conversations other tags in place of those that all of them have.
    pub fn tag(self, chat: Chat, tags: &[String]) {
        let (added, removed) = changed_tags(&self.common_tags(chat), tags);
        if added.is_empty() && removed.is_empty() {
            return;
        }
        let step = async move |ids: &[ConversationId], from| {
            chat.storage.session().tag_conversations(ids, (&added, &removed), from).await
        };
        self.change(chat, false, step, |done| choosing().tagged.say(done));
    }

    /// Moves the selected conversations to a project, or out of theirs.
    pub fn move_to(self, chat: Chat, project: Option<ProjectId>) {
        let name = project.and_then(|project| chat.connection.project(project)).map(|project| project.name);
        let step = async move |ids: &[ConversationId], from| {
            chat.storage.session().move_conversations(ids, project, from).await
        };
        self.change(chat, false, step, move |done| match &name {
            Some(name) => fill(&choosing().moved.say(done), &[("name", name)]),
            None => choosing().moved_out.say(done),
        });
    }

    /// Writes the selected conversations into one file.
    pub fn export(self, chat: Chat, shape: Shape) {
        spawn_local(chat.storage.save_several(self.list(), shape));
    }

    /// Removes the selected conversations from the list. If the open one is among them, another is opened.
    pub fn delete(self, chat: Chat) {
        let ids = self.list();
        chat.delete_several(ids);
        self.end();
    }

    /// Changes conversations with one step, which can be undone. `ends`: they leave the list, and
    /// nothing stays selected.
    fn change<F>(self, chat: Chat, ends: bool, step: F, notice: impl Fn(u64) -> String + 'static)
    where
        F: AsyncFnOnce(&[ConversationId], ConversationId) -> Result<usize, Error> + 'static,
    {
        let Some(open) = chat.id() else { return };
        let ids = self.list();
        spawn_local(async move {
            let from = match chat.recorder(open, &[]).await {
                Ok(from) => from,
                Err(error) => return chat.storage.report(&error),
            };
            match step(&ids, from).await {
                Ok(0) => return chat.notices.say(choosing().nothing),
                Ok(done) => chat.say_recorded(from, notice(done as u64)).await,
                Err(error) => return chat.storage.report(&error),
            }
            chat.refresh(open).await;
            chat.several_changed().await;
            if ends {
                self.end();
            }
        });
    }
}

impl Chat {
    /// Shows what became of several conversations, here and in the other tabs.
    pub(super) async fn several_changed(self) {
        self.storage.announce(News::Several);
        self.storage.refresh_list().await;
    }
}

/// The tags that all selected conversations have.
fn common_tags(all: &[Conversation], chosen: &BTreeSet<ConversationId>) -> Vec<String> {
    let mut tags = all.iter().filter(|one| chosen.contains(&one.id)).map(|one| &one.tags);
    let mut common = tags.next().cloned().unwrap_or_default();
    tags.for_each(|tags| common.retain(|tag| tags.contains(tag)));
    common
}

/// The tags that are added and those that are removed. Tags that only some of the conversations have are neither.
fn changed_tags(before: &[String], after: &[String]) -> (Vec<String>, Vec<String>) {
    let without =
        |some: &[String], others: &[String]| some.iter().filter(|tag| !others.contains(tag)).cloned().collect();
    (without(after, before), without(before, after))
}

/// The part of a list from one entry to another, in either order. Only the second if the first is not in the list.
fn range(list: &[ConversationId], from: ConversationId, to: ConversationId) -> Vec<ConversationId> {
    let place = |id| list.iter().position(|one| *one == id);
    match (place(from), place(to)) {
        (Some(from), Some(to)) => list[from.min(to)..=from.max(to)].to_vec(),
        _ => vec![to],
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_tags_for_several_conversations_leave_those_that_only_some_have() {
        let tags = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
        let of = |number, own: &[&str]| Conversation {
            tags: tags(own),
            ..crate::state::testing::conversation(number, "", ricordo_core::time::Timestamp(0))
        };
        let all = [of(1, &["work", "rome"]), of(2, &["rome", "2027"]), of(3, &["home"])];
        let common = |chosen: &[u8]| common_tags(&all, &ids(chosen).into_iter().collect());
        assert_eq!(common(&[1, 2]), ["rome"]);
        assert_eq!(common(&[2]), ["rome", "2027"]);
        assert_eq!((common(&[1, 2, 3]), common(&[]), common(&[9])), (tags(&[]), tags(&[]), tags(&[])));
        assert_eq!(changed_tags(&common(&[1, 2]), &tags(&["rome"])), (tags(&[]), tags(&[])));
        assert_eq!(changed_tags(&common(&[1, 2]), &tags(&["trip"])), (tags(&["trip"]), tags(&["rome"])));
        assert_eq!(changed_tags(&common(&[1, 3]), &tags(&["a", "b"])), (tags(&["a", "b"]), tags(&[])));
    }
    use crate::state::testing::conversation_id;

    fn ids(numbers: &[u8]) -> Vec<ConversationId> {
        numbers.iter().map(|number| conversation_id(*number)).collect()
    }

    fn choosing(shown: &[u8]) -> Choosing {
        let shown = ids(shown);
        Choosing {
            is_on: RwSignal::new(true),
            chosen: RwSignal::new(BTreeSet::new()),
            shown: Memo::new(move |_| shown.clone()),
            anchor: StoredValue::new(None),
        }
    }

    #[test]
    fn a_range_goes_from_the_last_one_in_either_direction_and_can_be_taken_out() {
        let choosing = choosing(&[5, 3, 4, 1, 2]);
        choosing.set(conversation_id(4), true, false);
        choosing.set(conversation_id(5), true, true);
        assert_eq!(choosing.list(), ids(&[5, 3, 4]), "in the order of the list");
        choosing.set(conversation_id(2), true, true);
        assert!(untrack(|| choosing.has_all()));
        choosing.set(conversation_id(4), false, true);
        assert_eq!(choosing.list(), ids(&[5, 3]));
        choosing.set(conversation_id(1), true, false);
        assert_eq!(choosing.list(), ids(&[5, 3, 1]));
        assert_eq!(
            choosing.range_to(Some(conversation_id(9)), conversation_id(4)),
            ids(&[4]),
            "an open one that is not shown"
        );
        assert_eq!(choosing.beside(conversation_id(5), -1), None);
        assert_eq!(choosing.beside(conversation_id(5), 1), Some(conversation_id(3)));
    }

    #[test]
    fn all_that_are_shown_are_selected_and_what_vanishes_is_taken_out() {
        let choosing = choosing(&[1, 2, 3]);
        choosing.toggle_all();
        assert_eq!(choosing.list(), ids(&[1, 2, 3]));
        choosing.keep_only(&ids(&[3, 1]));
        assert_eq!(choosing.chosen.get_untracked().into_iter().collect::<Vec<_>>(), ids(&[1, 3]));
        assert!(!untrack(|| choosing.has_all()));
        choosing.toggle_all();
        choosing.toggle_all();
        assert_eq!(choosing.list(), []);
    }

    /// What the user does, in a list of ten.
    #[derive(Clone, Debug)]
    enum Press {
        Box(u8, bool),
        Range(u8, bool),
        All,
    }

    fn presses() -> impl Strategy<Value = Vec<Press>> {
        let press = prop_oneof![
            (0..10u8, any::<bool>()).prop_map(|(at, is_on)| Press::Box(at, is_on)),
            (0..10u8, any::<bool>()).prop_map(|(at, is_on)| Press::Range(at, is_on)),
            Just(Press::All),
        ];
        prop::collection::vec(press, 0..30)
    }

    proptest! {
        #[test]
        fn a_range_goes_from_the_last_press_whatever_was_pressed_before(presses in presses()) {
            let owner = Owner::new();
            owner.set();
            // Not in the order of the ids, in which the selected ones are stored.
            let order: Vec<u8> = (0..10).rev().collect();
            let choosing = choosing(&order);
            let (mut boxes, mut last) = ([false; 10], None::<usize>);
            for press in presses {
                match press {
                    Press::All => boxes = [boxes != [true; 10]; 10],
                    Press::Box(at, is_on) | Press::Range(at, is_on) => {
                        let at = usize::from(at);
                        let from = last.filter(|_| matches!(press, Press::Range(..))).unwrap_or(at);
                        boxes[from.min(at)..=from.max(at)].fill(is_on);
                        last = Some(at);
                    }
                }
                match press {
                    Press::All => choosing.toggle_all(),
                    Press::Box(at, is_on) => choosing.set(conversation_id(order[usize::from(at)]), is_on, false),
                    Press::Range(at, is_on) => choosing.set(conversation_id(order[usize::from(at)]), is_on, true),
                }
                let ticked: Vec<u8> = order.iter().zip(boxes).filter(|(_, is_on)| *is_on).map(|(id, _)| *id).collect();
                prop_assert_eq!(choosing.list(), ids(&ticked), "in the order of the list");
                prop_assert_eq!(untrack(|| choosing.has_all()), boxes == [true; 10]);
            }
            owner.cleanup();
        }
    }
}
