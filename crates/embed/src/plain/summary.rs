//! Summaries.

use crate::api_error::name_of;
use ricordo_core::{
    session::maintain::{ListedSummary, Standing},
    summary::{Maker, Summary},
};
use serde_json::{Value, json};

/// A summary in a list, with its standing.
pub(crate) fn listed(listed: &ListedSummary) -> Value {
    let mut plain = summary(&listed.summary);
    let (standing, why) = match listed.standing {
        Standing::Stale(why) => ("stale".to_owned(), Some(name_of(&why))),
        standing => (name_of(&standing), None),
    };
    plain["standing"] = json!(standing);
    if let Some(why) = why {
        plain["why"] = json!(why);
    }
    plain
}

/// A summary.
pub(crate) fn summary(summary: &Summary) -> Value {
    let mut plain = json!({
        "id": summary.id,
        "kind": name_of(&summary.kind),
        "text": summary.text,
        "sources": summary.sources.iter().map(|source| source.message).collect::<Vec<_>>(),
        "tokens": summary.tokens,
        "tokensBefore": summary.tokens_before,
        "priority": summary.priority,
        "project": summary.project,
        "createdAt": summary.created_at.0,
    });
    if let Maker::Model(model) = &summary.maker {
        plain["model"] = json!(model);
    }
    plain
}
