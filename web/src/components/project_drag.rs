//! Drags rows of the list to a project with the mouse, or to a date to take them out of their project. Draws nothing: it
//! listens in the whole app, so the first load contains none of it. For touch and keyboard there is the menu of the row.

use crate::{
    browser,
    chat::{Chat, use_chat},
    mount,
};
use leptos::{
    ev::{self, DragEvent, PointerEvent},
    prelude::*,
};
use ricordo_core::id::{ConversationId, ProjectId};
use web_sys::Element;

/// Type of what is dragged. Text would be inserted into a field on which the row is dropped.
const TYPE: &str = "application/x-ricordo-conversation";
const ROW: &str = "[data-project] li.conversation";
const GROUP: &str = "[data-project]";

/// Row that is being dragged, and the group below it.
#[derive(Clone, Copy)]
struct Drag {
    row: StoredValue<Option<ConversationId>>,
    over: StoredValue<Option<Element>, LocalStorage>,
}

/// Lets rows be dragged.
#[component]
pub fn ProjectDrag() -> impl IntoView {
    let chat = use_chat();
    let drag = Drag { row: StoredValue::new(None), over: StoredValue::new_local(None) };
    mount::listen(ev::pointerdown, allow);
    mount::listen(ev::dragstart, move |event| drag.start(&event));
    mount::listen(ev::dragover, move |event| {
        let group = drag.target(chat, &event).map(|(_, group, _)| group);
        if group.is_some() {
            event.prevent_default();
        }
        drag.mark(group);
    });
    mount::listen(ev::drop, move |event| {
        if let Some((row, _, project)) = drag.target(chat, &event) {
            event.prevent_default();
            chat.move_to_project(row, project);
        }
    });
    mount::listen(ev::dragend, move |_| {
        drag.mark(None);
        drag.row.set_value(None);
    });
}

/// Makes the pressed row draggable, unless it is being edited: there, the mouse selects text.
fn allow(event: PointerEvent) {
    if let Some(row) = browser::closest(&event, ROW) {
        let is_edited = row.query_selector("input").ok().flatten().is_some();
        let is_draggable = event.pointer_type() == "mouse" && !is_edited;
        let _ = row.set_attribute("draggable", if is_draggable { "true" } else { "false" });
    }
}

impl Drag {
    fn start(self, event: &DragEvent) {
        let row = browser::closest(event, ROW).and_then(|row| row.query_selector(".open").ok().flatten());
        let row = row.and_then(|open| open.id().strip_prefix("conversation-")?.parse().ok());
        if let (Some(_), Some(data)) = (row, event.data_transfer()) {
            let _ = data.set_data(TYPE, "");
            data.set_effect_allowed("move");
        }
        self.row.set_value(row);
    }

    /// The dragged row, and the group under the pointer with its project, if the row can move there.
    fn target(self, chat: Chat, event: &DragEvent) -> Option<(ConversationId, Element, Option<ProjectId>)> {
        let row = self.row.get_value()?;
        let group = browser::closest(event, GROUP)?;
        let project = group.get_attribute("data-project").and_then(|id| id.parse().ok());
        (chat.project_of(row) != project).then_some((row, group, project))
    }

    /// Highlights the group that takes the row.
    fn mark(self, group: Option<Element>) {
        self.over.update_value(|over| {
            if *over != group {
                over.iter().for_each(|before| drop(before.class_list().remove_1("over")));
                group.iter().for_each(|now| drop(now.class_list().add_1("over")));
                *over = group;
            }
        });
    }
}
