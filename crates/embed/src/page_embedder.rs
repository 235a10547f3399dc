//! The page's own model for recall by meaning: a function of the page.

use crate::{api_error::ApiError, given::Fields};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, Promise};
use ricordo_browser::{Abort, BrowserHost, EmbeddingCache, numbers};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    host::Host,
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::{EmbeddingsError, checked},
};
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Most texts in one call, unless the page says otherwise.
const MOST_TEXTS: u32 = 16;
/// What the page may choose.
const LARGEST_CALL: u32 = 1_000;
/// Longest time of a call, in milliseconds. Otherwise a function that never ends would block all background work.
const LONGEST_MS: u32 = 120_000;

/// A function of the page: `(texts, purpose, signal) => Promise<vectors>`. It rejects with a text.
#[derive(Clone, Debug)]
pub(crate) struct PageEmbedder {
    id: String,
    is_on_this_computer: bool,
    most_texts: usize,
    call: Function,
    cache: EmbeddingCache,
}

impl PageEmbedder {
    /// Reads the options of the page.
    pub(crate) fn of(options: &JsValue, call: Function) -> Result<Self, ApiError> {
        let options = Fields::of(options, "The embedder", &["id", "onThisComputer", "mostTexts"])?;
        let id = options.required("id", options.text("id")?.filter(|id| !id.trim().is_empty()))?;
        let most_texts = options.whole("mostTexts")?.unwrap_or(MOST_TEXTS);
        if !(1..=LARGEST_CALL).contains(&most_texts) {
            return Err(ApiError::bad_argument("The embedder: `mostTexts` is from 1 to 1,000."));
        }
        Ok(Self {
            id,
            is_on_this_computer: options.flag("onThisComputer", false)?,
            most_texts: most_texts as usize,
            call,
            cache: EmbeddingCache::default(),
        })
    }

    /// Calls the function. Dropping the future aborts its signal.
    async fn in_time(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let (called, silence) = (pin!(self.called(texts, purpose)), pin!(BrowserHost.sleep(LONGEST_MS)));
        let vectors = match select(called, silence).await {
            Either::Left((vectors, _)) => vectors,
            Either::Right(_) => Err(EmbeddingsError::Refused(ModelError::new(ModelErrorKind::TimedOut, ""))),
        };
        vectors.map_err(EmbedError::Failed)
    }

    async fn called(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        let given: Array = texts.iter().map(|text| JsValue::from_str(text)).collect();
        let purpose = match purpose {
            Purpose::Passage => "passage",
            Purpose::Question => "question",
        };
        let abort = Abort::new();
        let called = self.call.call3(&JsValue::UNDEFINED, &given, &purpose.into(), &abort.signal());
        let returned = async { JsFuture::from(called?.dyn_into::<Promise>()?).await }.await.map_err(|thrown| {
            let message = thrown.as_string().unwrap_or_else(|| "it threw what is no error".to_owned());
            EmbeddingsError::FunctionThrew { message }
        })?;
        let returned: Array = returned.dyn_into().map_err(|_| EmbeddingsError::NoVectors)?;
        let found = returned.length() as usize;
        if found != texts.len() {
            // Before they are read: there may be any number.
            return Err(EmbeddingsError::Count { expected: texts.len(), found });
        }
        let vectors = (0..)
            .zip(returned.iter())
            .map(|(text, vector)| numbers(&vector).ok_or(EmbeddingsError::NotNumbers { text }));
        checked(vectors.collect::<Result<_, _>>()?, texts.len())
    }
}

impl Embedder for PageEmbedder {
    fn id(&self) -> &str {
        &self.id
    }

    fn is_on_this_computer(&self) -> bool {
        self.is_on_this_computer
    }

    fn most_texts(&self) -> usize {
        self.most_texts
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let embedder = self.clone();
        let request = |texts: Vec<String>| async move { embedder.in_time(&texts, purpose).await };
        self.cache.vectors(&self.id, texts, purpose, request).await
    }
}
