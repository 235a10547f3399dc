//! The API keys in a sealed backup: how its first line holds them, and which of them are restored.

use ricordo_core::{id::ProviderId, provider::Provider};
use serde_json::{Value, json};

/// First line of a sealed backup: the keys of connections. [`keys_in`] reads it.
pub(super) fn line_of_keys(keys: &[(Provider, String)]) -> String {
    let keys = keys.iter().map(|(of, key)| json!({ "connection": of.id, "address": of.base_url, "key": key }));
    json!({ "keys": keys.collect::<Vec<_>>() }).to_string()
}

/// The keys in the first line of a sealed backup that belong to one of the connections: with the same id, at the same
/// address. A key goes to no other server than the one that it was typed for.
pub(super) fn keys_in(line: &str, connections: &[Provider]) -> Vec<(ProviderId, String)> {
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let found = line.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let own = found.iter().filter_map(|one| {
        let text = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
        let is_it = |known: &&Provider| known.id.to_string() == text("connection") && known.base_url == text("address");
        let connection = connections.iter().find(is_it)?;
        Some((connection.id, text("key").to_owned()))
    });
    own.filter(|(_, key)| !key.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn a_key_is_restored_only_for_the_connection_and_the_address_that_it_was_typed_for() {
        let (one, two) = (server(1, "a"), server(2, "b"));
        let all = [one.clone(), two.clone()];
        let of = |connection: &Provider, address: &str, key: &str| json!({ "connection": connection.id, "address": address, "key": key });
        let keys = |found: Vec<Value>| keys_in(&json!({ "keys": found }).to_string(), &all);
        assert_eq!(keys(vec![of(&two, &two.base_url, "secret")]), [(two.id, "secret".to_owned())]);
        let moved = of(&one, "https://example.org/v1", "secret");
        let other = of(&server(9, ""), &one.base_url, "secret");
        let empty = of(&one, &one.base_url, "");
        assert_eq!(keys(vec![moved, other, empty, json!({}), json!(7)]), []);
    }

    #[test]
    fn a_backup_without_keys_or_with_a_line_that_is_none_restores_none() {
        for line in ["", "{}", "[]", "7", r#"{"keys": 7}"#, r#"{"keys": []}"#, "no JSON"] {
            assert_eq!(keys_in(line, &[server(1, "a")]), [], "{line:?}");
        }
    }

    #[test]
    fn the_keys_of_a_sealed_backup_are_read_as_they_were_written() {
        let (one, two) =
            (server(1, "a"), Provider { base_url: "https://a.example/v1?\"x\"".to_owned(), ..server(2, "b") });
        let keys = [(one.clone(), "sk-\"1\"\\\n".to_owned()), (two.clone(), "ключ 🔑".to_owned())];
        let line = line_of_keys(&keys);
        assert!(!line.contains('\n'), "it is one line of the file: {line}");
        assert_eq!(keys_in(&line, &[two.clone(), one.clone()]), keys.map(|(of, key)| (of.id, key)));
        assert_eq!(keys_in(&line, std::slice::from_ref(&two)).len(), 1, "the other connection is not here");
        assert_eq!(keys_in(&line_of_keys(&[]), &[one, two]), []);
    }
}
