//! Ids and names of tool calls in the form this protocol accepts: letters, digits, `_` and `-`; the ids are unique within a
//! request. Calls made by another provider may have others, or none.

/// The tool calls of one request so far: our id, and the id that is sent.
#[derive(Default)]
pub(super) struct CallIds<'a> {
    calls: Vec<(&'a str, String)>,
}

impl<'a> CallIds<'a> {
    /// The id to send for the next call.
    pub(super) fn call(&mut self, id: &'a str) -> String {
        let clean = cleaned(id);
        let is_taken = |id: &str| self.calls.iter().any(|(_, sent)| sent == id);
        let numbered = (2u32..).map(|number| format!("{clean}_{number}"));
        let sent = std::iter::once(clean.clone()).chain(numbered).find(|id| !is_taken(id)).unwrap_or_default();
        self.calls.push((id, sent.clone()));
        sent
    }

    /// The id to send for the result of a call. If several calls share the id, the latest one.
    pub(super) fn result(&self, call: &str) -> String {
        let sent = self.calls.iter().rfind(|(id, _)| *id == call).map(|(_, sent)| sent.clone());
        sent.unwrap_or_else(|| cleaned(call))
    }
}

/// Most characters of a tool's name.
const LONGEST_NAME: usize = 64;

/// The name to send for the tool of a call.
pub(super) fn tool_name(name: &str) -> String {
    cleaned(name).chars().take(LONGEST_NAME).collect()
}

/// The characters that the server accepts in ids and names; `_` replaces the others.
fn cleaned(id: &str) -> String {
    let kept = |char: char| if char.is_ascii_alphanumeric() || matches!(char, '_' | '-') { char } else { '_' };
    Some(id.chars().map(kept).collect()).filter(|id: &String| !id.is_empty()).unwrap_or_else(|| "call".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{CallIds, LONGEST_NAME, tool_name};

    #[test]
    fn ids_are_accepted_and_never_twice_the_same() {
        let mut ids = CallIds::default();
        assert_eq!(ids.call("toolu_01-x"), "toolu_01-x");
        assert_eq!(ids.result("toolu_01-x"), "toolu_01-x");
        assert_eq!(ids.call("functions.find:0"), "functions_find_0");
        assert_eq!(ids.call("functions.find:0"), "functions_find_0_2");
        assert_eq!(ids.result("functions.find:0"), "functions_find_0_2");
        assert_eq!((ids.call(""), ids.call("")), ("call".to_owned(), "call_2".to_owned()));
        assert_eq!(ids.result("unknown one"), "unknown_one");
    }

    #[test]
    fn a_name_is_accepted_as_it_is_or_replaced() {
        assert_eq!(tool_name("save_user_fact"), "save_user_fact");
        assert_eq!(
            (tool_name("caldav-mcp.create-event"), tool_name("")),
            ("caldav-mcp_create-event".to_owned(), "call".to_owned())
        );
        assert_eq!(tool_name(&"x".repeat(200)).len(), LONGEST_NAME);
    }
}
