//! Errors of the exported API: a stable code, a message and details. The package turns them into real `Error`s.

use crate::{
    codes::Code,
    names::{camel, camel_path},
};
use js_sys::{Object, Reflect};
use ricordo_core::{
    error::{Error, ModelErrorKind, OutOfRange, StoreError},
    preset::PresetError,
    recall::{VectorStoreError, VectorStoreErrorKind},
    session::{ImportError, NotMade},
    settings::PatchError,
};
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// What is said if a part of the module could not be loaded. A part that the core loads through its host is reported with these
/// words as the detail of a failure.
pub(crate) const NOT_LOADED: &str = "A part of ricordo that is loaded when it is first used could not be fetched. Nothing has \
                                     changed: call again when the network is back, and serve all .wasm files of the package \
                                     beside its module.";

/// An error of the exported API.
#[derive(Debug)]
pub struct ApiError {
    code: Code,
    message: String,
    details: Value,
    cause: Option<JsValue>,
}

impl ApiError {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
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
        Self::new(Code::Aborted, "The signal was aborted before the message was sent. Nothing was sent or stored.")
            .caused_by(reason)
    }

    /// An argument of the wrong type or value.
    pub(crate) fn bad_argument(message: impl Into<String>) -> Self {
        Self::new(Code::BadArgument, message)
    }

    pub(crate) fn not_made(why: &NotMade) -> Self {
        let code = match why {
            NotMade::Temporary => Code::Temporary,
            NotMade::TooFew { .. } | NotMade::TooShort | NotMade::NoMessages | NotMade::MessagesGone => {
                Code::NothingToCompress
            }
            NotMade::NothingCompressed => Code::NothingCompressed,
            NotMade::Stopped => Code::Stopped,
            NotMade::Template(_) => Code::BadTemplate,
            NotMade::Model(error) => model_code(error.kind),
            NotMade::Answer(_) | NotMade::Twice(_) | NotMade::FactsCut | NotMade::NoTitle(_) => Code::UnusableSummary,
            NotMade::Changed => Code::Changed,
            NotMade::NoSentences => Code::NoSentences,
        };
        Self::new(code, why.to_string())
    }

    /// The page's store of vectors failed. `reason` is what its methods throw, or what is wrong with their answers.
    pub(crate) fn vector_store(error: &VectorStoreError) -> Self {
        let reason = match error.kind {
            VectorStoreErrorKind::Gone => "gone",
            VectorStoreErrorKind::OtherDimension { .. } => "other-dimension",
            VectorStoreErrorKind::Unreachable => "unreachable",
            VectorStoreErrorKind::TimedOut => "timed-out",
            VectorStoreErrorKind::Unauthorized => "unauthorized",
            VectorStoreErrorKind::Limit => "limit",
            VectorStoreErrorKind::NotUnderstood => "wrong-answer",
            VectorStoreErrorKind::InvalidAddress | VectorStoreErrorKind::NotAStore | VectorStoreErrorKind::Refused => {
                "refused"
            }
        };
        let message = format!(
            "Recall by meaning is incomplete: {error}. Nothing is lost: call again when it is fixed. Until then, recall \
             finds what is in the store by words alone."
        );
        Self::new(Code::VectorStoreFailed, message).with(json!({ "reason": reason }))
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<ApiError> for JsValue {
    fn from(api_error: ApiError) -> Self {
        let object = Object::new();
        // Setting a property of a new plain object cannot fail.
        let set = |name: &str, value: &JsValue| drop(Reflect::set(&object, &name.into(), value));
        set("code", &api_error.code.name().into());
        set("message", &api_error.message.into());
        if !api_error.details.is_null() {
            set("details", &api_error.details.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED));
        }
        if let Some(cause) = &api_error.cause {
            set("cause", cause);
        }
        object.into()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            // The core has no other error for it.
            StoreError::Failed { detail } if detail == NOT_LOADED => Self::new(Code::NotLoaded, detail),
            error => Self::new(store_code(&error), error.to_string()),
        }
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let api_error = Self::new(code(&error), error.to_string());
        match error {
            Error::Store(error) => error.into(),
            Error::OutOfRange(error) => error.into(),
            Error::OverBudget(over) => api_error.with(json!({
                "budget": over.budget,
                "systemPrompt": over.system_prompt,
                "message": over.message,
                "overBy": over.over_by,
            })),
            _ => api_error,
        }
    }
}

impl From<OutOfRange> for ApiError {
    fn from(error: OutOfRange) -> Self {
        let OutOfRange { field, given, min, max } = error;
        let field = camel_path(&field);
        Self::new(Code::OutOfRange, format!("{field} must be between {min} and {max}; {given} is not."))
            .with(json!({ "field": field, "given": number(&given), "min": min, "max": max }))
    }
}

/// Parses a decimal number. The standard library's float parser would add tables of 10 KB to the first load.
#[allow(clippy::cast_precision_loss, reason = "what is out of a range of settings has few digits")]
fn number(written: &str) -> Option<f64> {
    let (whole, part) = written.split_once('.').unwrap_or((written, ""));
    let digits: i64 = format!("{whole}{part}").parse().ok()?;
    let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some(digits as f64 / scale as f64)
}

impl From<PatchError> for ApiError {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::Unknown { field } => {
                let field = camel_path(&field);
                let message = format!("There is no setting {field}. `settings()` lists all of them.");
                Self::new(Code::UnknownSetting, message).with(json!({ "field": field }))
            }
            PatchError::WrongValue { field, detail } => {
                let field = camel_path(&field);
                Self::new(Code::WrongValue, format!("The setting {field} cannot take this value: {detail}."))
                    .with(json!({ "field": field }))
            }
            PatchError::OutOfRange(error) => error.into(),
            PatchError::Template(error) => Self::new(Code::BadTemplate, error.to_string()),
        }
    }
}

impl From<PresetError> for ApiError {
    fn from(error: PresetError) -> Self {
        let code = match &error {
            PresetError::UnknownName { .. } => Code::UnknownPreset,
            PresetError::NewerVersion { .. } => Code::NewerVersion,
            PresetError::OutOfRange { .. } => Code::OutOfRange,
            PresetError::UnknownField { .. } => Code::UnknownSetting,
            PresetError::NotJson { .. }
            | PresetError::NotAPreset
            | PresetError::NotForPresets { .. }
            | PresetError::WrongValue { .. }
            | PresetError::Template { .. } => Code::BadPreset,
        };
        Self::new(code, error.to_string())
    }
}

impl From<ImportError> for ApiError {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::NotAnExport { .. } => Self::new(Code::NotAnExport, error.to_string()),
            ImportError::NewerVersion { .. } => Self::new(Code::NewerVersion, error.to_string()),
            ImportError::Store(error) => error.into(),
        }
    }
}

fn code(error: &Error) -> Code {
    match error {
        Error::Store(error) => store_code(error),
        // The calls of the package never ask first, so none of them gets the second.
        Error::OverBudget(_) | Error::NeedsConsent(_) => Code::OverBudget,
        Error::ImagesUnsupported(_) => Code::ImagesUnsupported,
        Error::OutOfRange(_) => Code::OutOfRange,
        Error::UnknownZone { .. } => Code::UnknownZone,
        Error::NoConversation => Code::NoConversation,
        Error::NoMessage => Code::NoMessage,
        Error::NothingToRetry => Code::NothingToRetry,
        Error::EmptyMessage => Code::EmptyMessage,
        Error::Temporary => Code::Temporary,
        Error::Memory(_) => Code::MemoryRefused,
        Error::Task(_) => Code::TaskRefused,
        Error::Summary(_) => Code::SummaryRefused,
        Error::Project(_) => Code::ProjectRefused,
        Error::Document(_) => Code::DocumentRefused,
    }
}

fn store_code(error: &StoreError) -> Code {
    match error {
        StoreError::Conflict => Code::Conflict,
        StoreError::Full => Code::StorageFull,
        StoreError::Closed => Code::Closed,
        StoreError::Unavailable { .. } => Code::StorageUnavailable,
        StoreError::UpgradeBlocked => Code::UpgradeBlocked,
        StoreError::NewerVersion { .. } => Code::NewerVersion,
        StoreError::Damaged { .. } => Code::Damaged,
        StoreError::Failed { .. } => Code::StorageFailed,
    }
}

/// The stable code of a failed reply.
pub(crate) fn model_code(kind: ModelErrorKind) -> Code {
    match kind {
        ModelErrorKind::Unreachable => Code::Unreachable,
        ModelErrorKind::InvalidAddress => Code::InvalidAddress,
        ModelErrorKind::OriginRefused => Code::OriginRefused,
        ModelErrorKind::LocalNetworkRefused => Code::LocalNetworkRefused,
        ModelErrorKind::MixedContent => Code::MixedContent,
        ModelErrorKind::Unauthorized => Code::Unauthorized,
        ModelErrorKind::NotFound => Code::NotFound,
        ModelErrorKind::RateLimited => Code::RateLimited,
        ModelErrorKind::ContextOverflow => Code::ContextOverflow,
        ModelErrorKind::ToolResultsTooLong => Code::ToolResultsTooLong,
        ModelErrorKind::OverBudget => Code::OverBudget,
        ModelErrorKind::ImagesUnsupported => Code::ImagesUnsupported,
        ModelErrorKind::BadRequest => Code::BadRequest,
        ModelErrorKind::ServerError => Code::ServerError,
        ModelErrorKind::NotTheProtocol => Code::NotTheProtocol,
        ModelErrorKind::EventTooLong => Code::EventTooLong,
        ModelErrorKind::ErrorInStream => Code::ErrorInStream,
        ModelErrorKind::CutOff => Code::CutOff,
        ModelErrorKind::TimedOut => Code::TimedOut,
        ModelErrorKind::RanOn => Code::RanOn,
        ModelErrorKind::EmptyReply => Code::EmptyReply,
        ModelErrorKind::ModelNotLoaded => Code::ModelNotLoaded,
        ModelErrorKind::ModelFailed => Code::ModelFailed,
        ModelErrorKind::FunctionThrew => Code::ModelThrew,
        ModelErrorKind::FunctionGarbage => Code::ModelGarbage,
    }
}

/// The variant name of a record's value in JavaScript's spelling: `message_limit` is `messageLimit`.
pub(crate) fn name_of(value: &impl Serialize) -> String {
    // `"message_limit"`, or `{"failed":{…}}` for a variant with content.
    let text = serde_json::to_string(value).unwrap_or_default();
    camel(text.split('"').nth(1).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
            let api_error = ApiError::from(error);
            assert!(api_error.message.ends_with(['.', ')']), "{}", api_error.message);
            assert!(seen.insert(api_error.code), "{} twice", api_error.code.name());
        }
        let refused = ApiError::from(OutOfRange {
            field: "context_max_tokens".to_owned(),
            given: "1".to_owned(),
            min: 2,
            max: 3,
        });
        assert_eq!(refused.message, "contextMaxTokens must be between 2 and 3; 1 is not.");
        assert_eq!(refused.details["field"], "contextMaxTokens");
        assert_eq!(refused.details["given"], 1.0);
        let numbers = ["2.1", "-0.1", "8000", "-3", "NaN", "inf", "1.2.3", ""].map(number);
        assert_eq!(numbers, [Some(2.1), Some(-0.1), Some(8_000.0), Some(-3.0), None, None, None, None]);
    }

    #[test]
    fn a_part_that_the_core_could_not_load_is_no_failure_of_the_storage() {
        let api_error = ApiError::from(Error::Store(StoreError::Failed { detail: NOT_LOADED.to_owned() }));
        assert_eq!((api_error.code, api_error.message.as_str()), (Code::NotLoaded, NOT_LOADED));
    }

    #[test]
    fn every_way_in_which_a_model_fails_has_a_code_of_its_own() {
        use ModelErrorKind::*;
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
            ToolResultsTooLong,
            OverBudget,
            ImagesUnsupported,
            BadRequest,
            ServerError,
            NotTheProtocol,
            EventTooLong,
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
        assert_eq!(codes, [Code::MODELS, Code::OF_BOTH].concat().into_iter().collect());
        assert_eq!(codes.len(), kinds.len());
    }
}
