//! What this tab keeps in its session storage: over a reload, and not longer than the tab.

use super::may_keep;
use crate::mount;
use leptos::prelude::window;

/// Begins every name.
const OURS: &str = "ricordo.";

const KEPT: &str = "ricordo.reload";

/// Keeps a text for the next load of this tab.
pub fn keep_for_reload(text: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(&mount::own_name(KEPT), text);
    }
}

/// Takes the text that was kept for this load.
pub fn kept_for_reload() -> Option<String> {
    let storage = window().session_storage().ok()??;
    let kept = storage.get_item(&mount::own_name(KEPT)).ok()?;
    let _ = storage.remove_item(&mount::own_name(KEPT));
    kept
}

/// Reads what this tab keeps under a name in its session storage.
pub fn kept(name: &str) -> Option<String> {
    window().session_storage().ok().flatten()?.get_item(name).ok().flatten()
}

/// Keeps a text in this tab's session storage, or removes it. Does nothing if the browser denies access or the data is
/// only kept in memory.
pub fn keep(name: &str, text: Option<&str>) {
    if !may_keep() {
        return;
    }
    let Ok(Some(storage)) = window().session_storage() else { return };
    let _ = match text {
        Some(text) => storage.set_item(name, text),
        None => storage.remove_item(name),
    };
}

/// Removes all that this tab keeps of the conversations in the database.
pub fn forget_all() {
    let Ok(Some(storage)) = window().session_storage() else { return };
    let count = storage.length().unwrap_or(0);
    let names: Vec<String> = (0..count).filter_map(|at| storage.key(at).ok().flatten()).collect();
    let own = mount::own_name("");
    for name in names.iter().filter(|name| is_of(name, &own)) {
        let _ = storage.remove_item(name);
    }
}

/// Whether a name is one of the database whose names end like this. What belongs to a conversation has its id instead.
fn is_of(name: &str, end: &str) -> bool {
    let Some(rest) = name.strip_prefix(OURS) else { return false };
    rest.starts_with("place.") || rest.starts_with("draft.") || rest.find('@').map_or("", |at| &rest[at..]) == end
}

#[cfg(test)]
mod tests {
    use super::is_of;

    #[test]
    fn what_the_tab_keeps_of_another_database_or_page_is_known_from_its_own() {
        for (name, of_page, of_element) in [
            ("ricordo.edits", true, false),
            ("ricordo.reload", true, false),
            ("ricordo.edits@second", false, true),
            ("ricordo.edits@third", false, false),
            ("ricordo.place.01890a5d-ac96-774b-bcce-b302099a8057", true, true),
            ("ricordo.draft.01890a5d-ac96-774b-bcce-b302099a8057", true, true),
            ("ricordos", false, false),
            ("edits", false, false),
        ] {
            assert_eq!((is_of(name, ""), is_of(name, "@second")), (of_page, of_element), "{name}");
        }
    }
}
