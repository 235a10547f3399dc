//! The detail of a model's error. What the text is depends on the kind of the error.

use super::{ModelError, ModelErrorKind as Kind};

/// A detail, without the full stop at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail<'a> {
    /// The address that was tried.
    Address(&'a str),
    /// The page's origin.
    Origin(&'a str),
    /// Number of tokens over the budget.
    TokensOver(&'a str),
    /// A remark that the page has in its language.
    Remark(Remark),
    /// A reason in English: numbers, or the message of an engine or a function that failed.
    Reason(&'a str),
    /// What the function of a program did, in English, such as `yielded undefined`.
    OfFunction(&'a str),
    /// The server's message.
    OfServer(&'a str),
}

impl<'a> Detail<'a> {
    /// The detail of an error, if it has one.
    pub fn of(error: &'a ModelError) -> Option<Self> {
        let text = error.detail.trim().trim_end_matches('.');
        if text.is_empty() {
            return None;
        }
        if let Some(remark) = Remark::of(text) {
            return Some(Self::Remark(remark));
        }
        Some(match error.kind {
            Kind::Unreachable
            | Kind::InvalidAddress
            | Kind::MixedContent
            | Kind::LocalNetworkRefused
            | Kind::TimedOut => Self::Address(text),
            Kind::OriginRefused => Self::Origin(text),
            Kind::OverBudget => Self::TokensOver(text),
            Kind::ToolResultsTooLong
            | Kind::ImagesUnsupported
            | Kind::EventTooLong
            | Kind::RanOn
            | Kind::CutOff
            | Kind::EmptyReply
            | Kind::ModelNotLoaded
            | Kind::ModelFailed
            | Kind::FunctionThrew => Self::Reason(text),
            Kind::FunctionGarbage => Self::OfFunction(text),
            Kind::Unauthorized
            | Kind::NotFound
            | Kind::RateLimited
            | Kind::ContextOverflow
            | Kind::BadRequest
            | Kind::ServerError
            | Kind::NotTheProtocol
            | Kind::ErrorInStream => Self::OfServer(text),
        })
    }
}

/// A remark of ours. It is stored in English, so every build can read it, and recognized by its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The provider withheld the reply.
    Withheld,
    /// The limit on the reply's length was reached while the model was still thinking.
    OnlyThoughtsToTheLimit,
    /// The model thought and then said nothing.
    OnlyThoughts,
    /// The model kept calling tools.
    OnlyToolCalls,
    /// The key has characters that a browser cannot send.
    BadKey,
}

impl Remark {
    /// All remarks.
    pub const ALL: [Self; 5] =
        [Self::Withheld, Self::OnlyThoughtsToTheLimit, Self::OnlyThoughts, Self::OnlyToolCalls, Self::BadKey];

    /// The words that are stored. They never change: messages have them.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Withheld => "the provider withheld the reply",
            Self::OnlyThoughtsToTheLimit => "the limit on its length was reached while the model was still thinking",
            Self::OnlyThoughts => "the model thought and then said nothing",
            Self::OnlyToolCalls => "the model asked for tools and never answered",
            Self::BadKey => "the key holds spaces, line breaks or letters that no key has",
        }
    }

    /// The remark with these words.
    fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|remark| remark.words() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As earlier builds stored it in a message.
    fn stored(kind: &str, detail: &str) -> ModelError {
        let row = serde_json::json!({"kind": kind, "status": null, "retry_after_ms": null, "detail": detail});
        serde_json::from_value(row).unwrap()
    }

    #[test]
    fn an_error_of_an_earlier_build_is_read_and_its_kind_means_the_same() {
        for (kind, detail, expected) in [
            ("empty_reply", "the provider withheld the reply", Detail::Remark(Remark::Withheld)),
            (
                "empty_reply",
                "the limit on its length was reached while the model was still thinking",
                Detail::Remark(Remark::OnlyThoughtsToTheLimit),
            ),
            ("empty_reply", "the model thought and then said nothing", Detail::Remark(Remark::OnlyThoughts)),
            ("empty_reply", "the model asked for tools and never answered", Detail::Remark(Remark::OnlyToolCalls)),
            (
                "unauthorized",
                "the key holds spaces, line breaks or letters that no key has",
                Detail::Remark(Remark::BadKey),
            ),
            ("unauthorized", "Wrong key.", Detail::OfServer("Wrong key")),
            ("empty_reply", "something else", Detail::Reason("something else")),
            (
                "context_overflow",
                "what the tools answered does not fit",
                Detail::OfServer("what the tools answered does not fit"),
            ),
            ("not_the_protocol", "one event of more than 16 MB", Detail::OfServer("one event of more than 16 MB")),
            ("timed_out", "http://[::1]/v1", Detail::Address("http://[::1]/v1")),
        ] {
            assert_eq!(Detail::of(&stored(kind, detail)), Some(expected), "{kind}: {detail}");
        }
        assert_eq!(Detail::of(&stored("cut_off", " ")), None);
    }

    #[test]
    fn a_new_kind_is_stored_by_its_name() {
        for (kind, name) in [
            (Kind::ToolResultsTooLong, "tool_results_too_long"),
            (Kind::OverBudget, "over_budget"),
            (Kind::ImagesUnsupported, "images_unsupported"),
            (Kind::EventTooLong, "event_too_long"),
        ] {
            let error = ModelError::new(kind, "");
            assert_eq!(serde_json::to_value(&error).unwrap()["kind"], name);
            assert_eq!(stored(name, ""), error);
        }
    }
}
