//! Errors as they leave the module: a stable code, a sentence, and what is known beside it. The package makes real
//! `Error`s of them.

use crate::names::{camel, camel_path};
use js_sys::{Object, Reflect};
use ricordo_core::{
    error::{Error, ModelErrorKind, OutOfRange, StoreError},
    preset::PresetError,
    session::{ImportError, NotMade},
    settings::PatchError,
};
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Why a call was refused.
#[derive(Debug)]
pub struct Refusal {
    code: &'static str,
    message: String,
    details: Value,
    cause: Option<JsValue>,
}

impl Refusal {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Value::Null, cause: None }
    }

    pub(crate) fn caused_by(mut self, cause: JsValue) -> Self {
        self.cause = Some(cause);
        self
    }

    fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }

    /// The signal was aborted before anything was sent.
    pub(crate) fn aborted(reason: JsValue) -> Self {
        Self::new("aborted", "The signal was aborted before the message was sent. Nothing was sent or stored.")
            .caused_by(reason)
    }

    /// What was given is not what the method takes.
    pub(crate) fn bad_argument(message: impl Into<String>) -> Self {
        Self::new("bad-argument", message)
    }

    pub(crate) fn not_made(why: &NotMade) -> Self {
        let code = match why {
            NotMade::Temporary => "temporary",
            NotMade::TooFew { .. } | NotMade::TooShort | NotMade::NoMessages => "nothing-to-compress",
            NotMade::NothingCompressed => "nothing-compressed",
            NotMade::Stopped => "stopped",
            NotMade::Template(_) => "bad-template",
            NotMade::Model(error) => model_code(error.kind),
            NotMade::Answer(_) | NotMade::Twice(_) | NotMade::FactsCut | NotMade::NoTitle(_) => "unusable-summary",
            NotMade::Changed => "changed",
            NotMade::NoSentences => "no-sentences",
        };
        Self::new(code, why.to_string())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        let object = Object::new();
        // Setting a field of a fresh plain object cannot fail.
        let set = |name: &str, value: &JsValue| drop(Reflect::set(&object, &name.into(), value));
        set("code", &refusal.code.into());
        set("message", &refusal.message.into());
        if !refusal.details.is_null() {
            set("details", &refusal.details.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED));
        }
        if let Some(cause) = &refusal.cause {
            set("cause", cause);
        }
        object.into()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::new(store_code(&error), error.to_string())
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let refusal = Self::new(code(&error), error.to_string());
        match error {
            Error::OutOfRange(error) => error.into(),
            Error::OverBudget(over) => refusal.with(json!({
                "budget": over.budget,
                "systemPrompt": over.system_prompt,
                "message": over.message,
                "overBy": over.over_by,
            })),
            _ => refusal,
        }
    }
}

impl From<OutOfRange> for Refusal {
    fn from(error: OutOfRange) -> Self {
        let OutOfRange { field, given, min, max } = error;
        let field = camel_path(&field);
        Self::new("out-of-range", format!("{field} must be between {min} and {max}; {given} is not."))
            .with(json!({ "field": field, "given": number(&given), "min": min, "max": max }))
    }
}

/// A decimal number as it was written. The library's own parser of floats brings tables of 10 KB into what is loaded first.
#[allow(clippy::cast_precision_loss, reason = "what is out of a range of settings has few digits")]
fn number(written: &str) -> Option<f64> {
    let (whole, part) = written.split_once('.').unwrap_or((written, ""));
    let digits: i64 = format!("{whole}{part}").parse().ok()?;
    let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some(digits as f64 / scale as f64)
}

impl From<PatchError> for Refusal {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::Unknown { field } => {
                let field = camel_path(&field);
                let message = format!("There is no setting {field}. `settings()` lists all of them.");
                Self::new("unknown-setting", message).with(json!({ "field": field }))
            }
            PatchError::WrongValue { field, detail } => {
                let field = camel_path(&field);
                Self::new("wrong-value", format!("The setting {field} cannot take this value: {detail}."))
                    .with(json!({ "field": field }))
            }
            PatchError::OutOfRange(error) => error.into(),
            PatchError::Template(error) => Self::new("bad-template", error.to_string()),
        }
    }
}

impl From<PresetError> for Refusal {
    fn from(error: PresetError) -> Self {
        let code = match &error {
            PresetError::UnknownName { .. } => "unknown-preset",
            PresetError::NewerVersion { .. } => "newer-version",
            PresetError::OutOfRange { .. } => "out-of-range",
            PresetError::UnknownField { .. } => "unknown-setting",
            PresetError::NotJson { .. }
            | PresetError::NotAPreset
            | PresetError::NotForPresets { .. }
            | PresetError::WrongValue { .. }
            | PresetError::Template { .. } => "bad-preset",
        };
        Self::new(code, error.to_string())
    }
}

impl From<ImportError> for Refusal {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NotAnExport { .. } => Self::new("not-an-export", error.to_string()),
            ImportError::NewerVersion { .. } => Self::new("newer-version", error.to_string()),
            ImportError::Store(error) => error.into(),
        }
    }
}

fn code(error: &Error) -> &'static str {
    match error {
        Error::Store(error) => store_code(error),
        Error::OverBudget(_) => "over-budget",
        Error::CannotSee(_) => "cannot-see",
        Error::OutOfRange(_) => "out-of-range",
        Error::UnknownZone { .. } => "unknown-zone",
        Error::NoConversation => "no-conversation",
        Error::NoMessage => "no-message",
        Error::NothingToRetry => "nothing-to-retry",
        Error::EmptyMessage => "empty-message",
        Error::Temporary => "temporary",
        Error::Memory(_) => "memory-refused",
        Error::Task(_) => "task-refused",
        Error::Summary(_) => "summary-refused",
    }
}

fn store_code(error: &StoreError) -> &'static str {
    match error {
        StoreError::Conflict => "conflict",
        StoreError::Full => "storage-full",
        StoreError::Closed => "closed",
        StoreError::Unavailable { .. } => "storage-unavailable",
        StoreError::UpgradeBlocked => "upgrade-blocked",
        StoreError::NewerVersion { .. } => "newer-version",
        StoreError::Damaged { .. } => "damaged",
        StoreError::Failed { .. } => "storage-failed",
    }
}

/// The stable code of a reply that failed.
pub(crate) fn model_code(kind: ModelErrorKind) -> &'static str {
    match kind {
        ModelErrorKind::Unreachable => "unreachable",
        ModelErrorKind::InvalidAddress => "invalid-address",
        ModelErrorKind::OriginRefused => "origin-refused",
        ModelErrorKind::LocalNetworkRefused => "local-network-refused",
        ModelErrorKind::MixedContent => "mixed-content",
        ModelErrorKind::Unauthorized => "unauthorized",
        ModelErrorKind::NotFound => "not-found",
        ModelErrorKind::RateLimited => "rate-limited",
        ModelErrorKind::ContextOverflow => "context-overflow",
        ModelErrorKind::BadRequest => "bad-request",
        ModelErrorKind::ServerError => "server-error",
        ModelErrorKind::NotTheProtocol => "not-the-protocol",
        ModelErrorKind::ErrorInStream => "error-in-stream",
        ModelErrorKind::CutOff => "cut-off",
        ModelErrorKind::TimedOut => "timed-out",
        ModelErrorKind::RanOn => "ran-on",
        ModelErrorKind::EmptyReply => "empty-reply",
        ModelErrorKind::ModelNotLoaded => "model-not-loaded",
        ModelErrorKind::ModelFailed => "model-failed",
        ModelErrorKind::FunctionThrew => "model-threw",
        ModelErrorKind::FunctionGarbage => "model-garbage",
    }
}

/// The variant of a record's value as JavaScript writes it: `message_limit` is `messageLimit`.
pub(crate) fn name_of(value: &impl Serialize) -> String {
    // `"message_limit"`, or `{"failed":{…}}` where it holds something.
    let text = serde_json::to_string(value).unwrap_or_default();
    camel(text.split('"').nth(1).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every code that is written in this crate, by what stands in its sources.
    fn codes_of_the_sources() -> BTreeSet<String> {
        let sources = [
            include_str!("refusal.rs").split("mod tests").next().unwrap_or_default(),
            include_str!("manager.rs"),
            include_str!("loaded.rs").split("macro_rules").next().unwrap_or_default(),
            include_str!("plain/message.rs"),
        ];
        let is_code = |text: &&str| {
            text.len() > 3
                && text.starts_with(char::is_alphabetic)
                && text.bytes().all(|b| b == b'-' || b.is_ascii_lowercase())
        };
        let of_arm = |line: &str| -> Vec<String> {
            let after = ["=> \"", "new(\"", "code: \""].into_iter().filter_map(|mark| line.split_once(mark));
            let words = after.filter_map(|(_, rest)| rest.split('"').next());
            words.filter(is_code).map(str::to_owned).collect()
        };
        sources.iter().flat_map(|source| source.lines()).flat_map(of_arm).collect()
    }

    #[test]
    fn every_code_is_in_the_types_of_the_package() {
        let types = include_str!("../package/src/errors.ts");
        let missing: Vec<_> =
            codes_of_the_sources().into_iter().filter(|code| !types.contains(&format!("\"{code}\""))).collect();
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_the_core_has_a_code_and_a_sentence() {
        let errors = [
            Error::NoConversation,
            Error::NoMessage,
            Error::NothingToRetry,
            Error::EmptyMessage,
            Error::Temporary,
            Error::UnknownZone { zone: "Mars/Base".to_owned() },
            Error::Store(StoreError::Conflict),
            Error::Store(StoreError::Full),
            Error::Store(StoreError::Closed),
            Error::Store(StoreError::UpgradeBlocked),
            Error::Store(StoreError::NewerVersion { found: 9, known: 3 }),
            Error::Store(StoreError::Unavailable { detail: "private mode".to_owned() }),
            Error::Store(StoreError::Damaged { detail: "a row".to_owned() }),
            Error::Store(StoreError::Failed { detail: "the disk is gone.".to_owned() }),
        ];
        let mut seen = BTreeSet::new();
        for error in errors {
            let refusal = Refusal::from(error);
            assert!(refusal.message.ends_with(['.', ')']), "{}", refusal.message);
            assert!(seen.insert(refusal.code), "{} twice", refusal.code);
        }
        let refused =
            Refusal::from(OutOfRange { field: "context_max_tokens".to_owned(), given: "1".to_owned(), min: 2, max: 3 });
        assert_eq!(refused.message, "contextMaxTokens must be between 2 and 3; 1 is not.");
        assert_eq!(refused.details["field"], "contextMaxTokens");
        assert_eq!(refused.details["given"], 1.0);
        let numbers = ["2.1", "-0.1", "8000", "-3", "NaN", "inf", "1.2.3", ""].map(number);
        assert_eq!(numbers, [Some(2.1), Some(-0.1), Some(8_000.0), Some(-3.0), None, None, None, None]);
    }

    #[test]
    fn every_way_in_which_a_model_fails_has_a_code_of_its_own_in_the_types() {
        use ModelErrorKind::*;
        let types = include_str!("../package/src/errors.ts");
        let of_models = types.split("export type ModelErrorCode").nth(1).unwrap();
        let kinds = [
            Unreachable,
            InvalidAddress,
            OriginRefused,
            LocalNetworkRefused,
            MixedContent,
            Unauthorized,
            NotFound,
            RateLimited,
            ContextOverflow,
            BadRequest,
            ServerError,
            NotTheProtocol,
            ErrorInStream,
            CutOff,
            TimedOut,
            RanOn,
            EmptyReply,
            ModelNotLoaded,
            ModelFailed,
            FunctionThrew,
            FunctionGarbage,
        ];
        let codes: BTreeSet<_> = kinds.iter().map(|kind| model_code(*kind)).collect();
        assert_eq!(codes.len(), kinds.len());
        let missing: Vec<_> = codes.into_iter().filter(|code| !of_models.contains(&format!("\"{code}\""))).collect();
        assert_eq!(missing, Vec::<&str>::new());
    }
}
