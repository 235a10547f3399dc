//! Ids of tool calls for servers that accept only nine letters and digits.

use ricordo_record::digest::Digest;
use std::borrow::Cow;

const LENGTH: usize = 9;

/// The letters and digits of derived ids.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The tool calls of one request so far: our id, and the id that is sent.
pub(super) struct CallIds<'a> {
    are_short: bool,
    calls: Vec<(&'a str, String)>,
}

impl<'a> CallIds<'a> {
    /// No calls yet. Unless `are_short`, ids are sent as they are.
    pub(super) fn new(are_short: bool) -> Self {
        Self { are_short, calls: Vec::new() }
    }

    /// The id to send for the next call. It depends on the call alone, so that it stays the same when older messages
    /// leave the window, unless two equal calls have the same id.
    pub(super) fn call(&mut self, id: &'a str, name: &str, arguments: &str) -> Cow<'a, str> {
        if !self.are_short {
            return Cow::Borrowed(id);
        }
        let digest = Digest::of(id.as_bytes()).with(name.as_bytes()).with(arguments.as_bytes());
        let is_free = |short: &String| self.calls.iter().all(|(_, sent)| sent != short);
        let derived = (0..=u8::MAX).map(|attempt| short(digest.with(&[attempt])));
        let as_it_is = is_short(id).then(|| id.to_owned());
        let sent = as_it_is.into_iter().chain(derived).find(is_free).unwrap_or_default();
        self.calls.push((id, sent.clone()));
        Cow::Owned(sent)
    }

    /// The id to send for the result of a call. If several calls share the id, the latest one.
    pub(super) fn result(&self, call: &'a str) -> Cow<'a, str> {
        match self.calls.iter().rfind(|(id, _)| *id == call) {
            Some((_, sent)) => Cow::Owned(sent.clone()),
            None if self.are_short && !is_short(call) => Cow::Owned(short(Digest::of(call.as_bytes()))),
            None => Cow::Borrowed(call),
        }
    }
}

fn is_short(id: &str) -> bool {
    id.len() == LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn short(digest: Digest) -> String {
    let mut rest = digest.0;
    let letters = (0..LENGTH).map(|_| {
        let letter = LETTERS[(rest % 62) as usize];
        rest /= 62;
        char::from(letter)
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::{CallIds, is_short};

    #[test]
    fn ids_stay_as_they_are_unless_the_server_wants_short_ones() {
        let mut ids = CallIds::new(false);
        assert_eq!((ids.call("call_1", "f", "{}"), ids.result("call_1")), ("call_1".into(), "call_1".into()));
        let mut ids = CallIds::new(true);
        assert_eq!(ids.call("D681PevKs", "f", "{}"), "D681PevKs");
        assert_eq!(ids.result("D681PevKs"), "D681PevKs");
    }

    #[test]
    fn derived_ids_are_accepted_never_twice_the_same_and_the_same_in_every_request() {
        let mut ids = CallIds::new(true);
        let calls = [("call_1", "f", "{}"), ("call_1", "g", "{}"), ("call_1", "g", "{}"), ("", "f", "{}")];
        let sent = calls.map(|(id, name, arguments)| {
            let sent = ids.call(id, name, arguments).into_owned();
            assert_eq!(ids.result(id), sent);
            assert!(is_short(&sent), "{sent}");
            sent
        });
        let different: std::collections::BTreeSet<_> = sent.iter().collect();
        assert_eq!(different.len(), sent.len(), "{sent:?}");
        assert!(is_short(&ids.result("of no call")));
        let mut later = CallIds::new(true);
        assert_eq!(later.call("call_1", "g", "{}"), sent[1], "without the older call");
    }
}
