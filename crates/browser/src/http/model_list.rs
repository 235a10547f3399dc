//! The answer of `GET {base_url}/models`.

use serde::Deserialize;

/// How much of the answer is read, in bytes: some providers list thousands.
pub(super) const LONGEST: usize = 4 * 1024 * 1024;

#[derive(Deserialize)]
struct List {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

/// The ids, in the order of the list; `None` when the answer is none.
pub(super) fn ids(body: &[u8]) -> Option<Vec<String>> {
    let list: List = serde_json::from_slice(body).ok()?;
    Some(list.data.into_iter().map(|model| model.id).collect())
}

#[cfg(test)]
mod tests {
    use super::ids;

    #[test]
    fn lists_the_ids() {
        let body = br#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a","owned_by":null}]}"#;
        assert_eq!(ids(body), Some(vec!["b".to_owned(), "a".to_owned()]));
    }

    #[test]
    fn a_web_page_is_no_list() {
        assert_eq!(ids(b"<!doctype html>"), None);
    }
}
