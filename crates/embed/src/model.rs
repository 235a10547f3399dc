//! The model of a manager: an endpoint, or a function of the page.

use futures_util::future::{Either, select};
use js_sys::{Function, Promise};
use ricordo_browser::{Abort, BrowserHost, HttpModel, http::Limits};
use ricordo_core::{
    cancel::{Cancel, Signal},
    error::{ModelError, ModelErrorKind},
    host::Host,
    message::{Finish, Usage},
    model::{ChatEvent, ChatModel, ChatRequest},
    wire::{Protocol, protocol::RequestOptions},
};
use serde::Deserialize;
use std::{cell::RefCell, pin::pin, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;

/// The model that answers.
#[derive(Clone, Debug)]
pub(crate) enum AnyModel {
    /// None: the page calls its model itself.
    None,
    Http(HttpModel),
    Page(PageModel),
}

/// A function of the page: `(body, signal, onEvent) => Promise<void>`. `body` is the JSON of a request for
/// OpenAI-compatible servers, `onEvent` takes the JSON of a [`Piece`]. It rejects with `{ garbage, message }`.
#[derive(Clone, Debug)]
pub(crate) struct PageModel {
    pub(crate) drive: Function,
    /// Longest wait for the next event, in seconds.
    pub(crate) timeout_seconds: u32,
}

impl ChatModel for AnyModel {
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError> {
        match self {
            Self::None => Err(ModelError::new(ModelErrorKind::ModelNotLoaded, "this manager was opened without one")),
            Self::Http(model) => model.stream(request, on_event, cancel).await,
            Self::Page(model) => match select(pin!(cancel.cancelled()), pin!(model.run(request, on_event))).await {
                Either::Left(_) => Ok(()),
                Either::Right((ended, _)) => ended,
            },
        }
    }
}

impl PageModel {
    /// Calls the function. Dropping the future aborts its signal.
    async fn run(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent)) -> Result<(), ModelError> {
        let options = RequestOptions { stream_options: false, ..RequestOptions::default() };
        let body = Protocol::OpenAi.request_body(request, options);
        let arrived: Rc<RefCell<Vec<String>>> = Rc::default();
        let news = Signal::default();
        let listener = {
            let (arrived, news) = (Rc::clone(&arrived), news.clone());
            Closure::<dyn FnMut(String)>::new(move |event| {
                arrived.borrow_mut().push(event);
                news.raise();
            })
        };
        let abort = Abort::new();
        let body = JsValue::from(String::from_utf8_lossy(&body).as_ref());
        let called = self.drive.call3(&JsValue::UNDEFINED, &body, &abort.signal(), listener.as_ref());
        let promise = called.and_then(|promise| promise.dyn_into::<Promise>()).map_err(|thrown| failed(&thrown))?;
        let mut ended = pin!(JsFuture::from(promise));
        let mut limits = Limits::new(request.max_response_tokens);
        loop {
            let milliseconds = self.timeout_seconds.saturating_mul(1_000);
            let waiting = async {
                let (taken, silence) = (pin!(news.taken()), pin!(BrowserHost.sleep(milliseconds)));
                matches!(select(taken, silence).await, Either::Left(_))
            };
            let next = match select(ended.as_mut(), pin!(waiting)).await {
                Either::Left((ended, _)) => Next::Ended(ended),
                Either::Right((true, _)) => Next::News,
                Either::Right((false, _)) => Next::Silence,
            };
            for event in arrived.take() {
                let Some(event) = serde_json::from_str::<Piece>(&event).ok().and_then(Piece::event) else { continue };
                limits.count(&event);
                on_event(event);
            }
            limits.check(0)?;
            match next {
                Next::Ended(Ok(_)) => return Ok(()),
                Next::Ended(Err(thrown)) => return Err(failed(&thrown)),
                Next::News => {}
                Next::Silence => return Err(ModelError::new(ModelErrorKind::TimedOut, "")),
            }
        }
    }
}

/// An event as the package passes it: `event` is its type, the other fields are its content. Flat, because code that
/// reads a tagged enum is large.
#[derive(Deserialize)]
struct Piece {
    event: String,
    text: Option<String>,
    index: Option<u32>,
    id: Option<String>,
    name: Option<String>,
    arguments: Option<String>,
    usage: Option<Usage>,
    finish: Option<Finish>,
}

impl Piece {
    fn event(self) -> Option<ChatEvent> {
        Some(match self.event.as_str() {
            "text" => ChatEvent::Text { text: self.text? },
            "reasoning" => ChatEvent::Reasoning { text: self.text? },
            "tool_call" => ChatEvent::ToolCall {
                index: self.index.unwrap_or_default(),
                id: self.id,
                name: self.name,
                arguments: self.arguments.unwrap_or_default(),
            },
            "usage" => ChatEvent::Usage { usage: self.usage? },
            "finish" => ChatEvent::Finish { finish: self.finish? },
            _ => return None,
        })
    }
}

/// What ended the wait for the function.
enum Next {
    Ended(Result<JsValue, JsValue>),
    News,
    Silence,
}

/// The error for a value that the function threw, or for an invalid event.
fn failed(thrown: &JsValue) -> ModelError {
    let text = |name: &str| js_sys::Reflect::get(thrown, &name.into()).ok().and_then(|value| value.as_string());
    let is_garbage = js_sys::Reflect::get(thrown, &"garbage".into()).is_ok_and(|value| value.is_truthy());
    let kind = if is_garbage { ModelErrorKind::FunctionGarbage } else { ModelErrorKind::FunctionThrew };
    let wording = text("message").unwrap_or_else(|| "threw what is no error".to_owned());
    ModelError::new(kind, wording)
}
