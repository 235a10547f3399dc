//! Records that no migration touches are written as the older build wrote them.

use super::{VERSION_10, VERSION_11, VERSION_12, imported};
use ricordo_core::{record::Kind, settings::VectorStoreSettings, store::Store};

#[tokio::test]
async fn version_10_had_no_documents_so_nothing_of_it_changes() {
    let session = imported("records_10").await;
    for kind in [Kind::Document, Kind::Chunk] {
        assert_eq!(session.store().records(kind).await.unwrap(), Vec::new());
    }
    // What this build writes of the same records is what version 10 wrote.
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    let lines = |text: &str| -> Vec<String> {
        let records = text.lines().filter(|line| line.starts_with('{') && line.contains(":{"));
        let mut lines: Vec<String> = records.map(imported_line).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&export).len(), 23);
    for (line, before) in lines(&export).iter().zip(lines(VERSION_10[0].1)) {
        let [line, before]: [serde_json::Value; 2] = [line, &before].map(|line| serde_json::from_str(line).unwrap());
        let without = |mut line: serde_json::Value| {
            if let Some(settings) = line.get_mut("settings") {
                settings["recall"].as_object_mut().unwrap().remove("documents");
                // It came without a new version of the database: until the user names a store there is none.
                let store = settings.as_object_mut().unwrap().remove("vector_store");
                let in_the_browser = serde_json::to_value(VectorStoreSettings::default()).unwrap();
                assert!(store.is_none_or(|store| store == in_the_browser));
                drop_limits(settings);
            }
            line
        };
        assert_eq!(without(line), without(before));
    }
}

#[tokio::test]
async fn version_11_had_no_queue_so_nothing_of_it_changes() {
    let session = imported("records_11").await;
    assert_eq!(session.store().records(Kind::QueuedMessage).await.unwrap(), []);
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    let (_, before) = VERSION_11[0];
    let lines = |text: &str| -> Vec<String> {
        let records = text.lines().filter(|line| line.starts_with('{') && line.contains(":{"));
        records.map(imported_line).collect()
    };
    assert_eq!(lines(before).len(), 25);
    for (line, before) in lines(&export).iter().zip(lines(before)) {
        if line.contains("confirm_above") {
            let mut settings: serde_json::Value = serde_json::from_str(line).unwrap();
            drop_limits(&mut settings["settings"]);
            assert_eq!(settings, serde_json::from_str::<serde_json::Value>(&before).unwrap());
        } else {
            assert_eq!(*line, before, "letter for letter");
        }
    }
}

#[tokio::test]
async fn version_12_had_no_ratings_so_nothing_of_it_changes() {
    let session = imported("records_12").await;
    let (_, before) = VERSION_12[0];
    assert!(before.contains(r#""mark":{"#), "a mark is among them");
    let export = session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    let lines = |text: &str| -> Vec<String> {
        let records = text.lines().filter(|line| line.starts_with('{') && line.contains(":{"));
        records.map(imported_line).collect()
    };
    assert_eq!(lines(before).len(), 25);
    assert_eq!(lines(&export), lines(before), "letter for letter");
}

/// A line of a file as it is imported: permissions stay where they were given. The address of a connection that makes vectors
/// came without a new version of the database; there is none until the user chooses one.
fn imported_line(line: &str) -> String {
    let line = line.trim_end_matches(',').replace(r#""leaves_computer":true"#, r#""leaves_computer":false"#);
    let line = line.replace(r#","address":null}"#, "}");
    let Some((before, rest)) = line.split_once(r#""consents":["#) else { return line };
    let (_, after) = rest.split_once(']').unwrap();
    format!(r#"{before}"consents":[]{after}"#)
}

/// Removes the limits above which the user is asked. They came without a new version of the database; there is none until
/// the user sets one.
fn drop_limits(settings: &mut serde_json::Value) {
    for name in ["confirm_above_cost", "confirm_above_tokens"] {
        assert!(settings.as_object_mut().unwrap().remove(name).is_none_or(|limit| limit.is_null()));
    }
}
