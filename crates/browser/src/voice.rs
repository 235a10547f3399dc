//! The microphone, the speakers and the browser's own speech, through a script that is loaded on first use
//! (`web/lazy/voice.mjs`).

use crate::{http::Sound, script};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

const SCRIPT: &str = "lazy/voice.mjs";

#[wasm_bindgen]
extern "C" {
    #[derive(Clone)]
    type JsSpeech;

    #[wasm_bindgen(method, structural, js_name = hasMicrophone)]
    fn has_microphone(this: &JsSpeech) -> bool;
    #[wasm_bindgen(method, structural, js_name = hasRecognition)]
    fn has_recognition(this: &JsSpeech) -> bool;
    #[wasm_bindgen(method, structural, catch)]
    async fn record(this: &JsSpeech, on_full: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn recognise(this: &JsSpeech, language: &str, on_words: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn player(this: &JsSpeech) -> Result<JsUse, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn voices(this: &JsSpeech) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn say(this: &JsSpeech, text: &str, voice: &str, is_here: bool, language: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural)]
    fn hush(this: &JsSpeech);

    /// A use of the microphone or of the speakers.
    type JsUse;

    #[wasm_bindgen(method, structural)]
    fn release(this: &JsUse);
    #[wasm_bindgen(method, structural, catch)]
    async fn finish(this: &JsUse) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn ended(this: &JsUse) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn play(this: &JsUse, bytes: &[u8]) -> Result<JsValue, JsValue>;

    type JsRecorded;

    #[wasm_bindgen(method, getter, structural)]
    fn bytes(this: &JsRecorded) -> Vec<u8>;
    #[wasm_bindgen(method, getter, structural, js_name = mediaType)]
    fn media_type(this: &JsRecorded) -> String;

    type JsNamed;

    #[wasm_bindgen(method, getter, structural)]
    fn name(this: &JsNamed) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn language(this: &JsNamed) -> String;
    #[wasm_bindgen(method, getter, structural, js_name = isHere)]
    fn is_here(this: &JsNamed) -> bool;
}

/// Why the browser did not record, recognise or speak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoiceError {
    /// The user or the browser does not allow it.
    NotAllowed,
    /// There is no microphone.
    NoMicrophone,
    /// The browser has no such function, or the page has no https.
    Unsupported,
    /// The chosen voice is missing, or is not on this device any more.
    NoVoice,
    /// The service behind the browser's function cannot be reached.
    Network,
    /// The sound cannot be decoded.
    Undecodable,
    /// Something else, as the browser names it.
    Failed(String),
}

impl VoiceError {
    fn of(thrown: &JsValue) -> Self {
        let name = thrown.as_string().unwrap_or_default();
        match name.as_str() {
            "NotAllowedError" | "SecurityError" | "not-allowed" | "service-not-allowed" => Self::NotAllowed,
            "NotFoundError" | "NotReadableError" | "audio-capture" => Self::NoMicrophone,
            "NotSupportedError" | "language-not-supported" | "synthesis-unavailable" => Self::Unsupported,
            "voice-unavailable" => Self::NoVoice,
            "network" => Self::Network,
            _ => Self::Failed(name),
        }
    }
}

/// A recorded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
}

/// A voice of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserVoice {
    /// Its name, which is its id as well.
    pub name: String,
    /// Tag of its language.
    pub language: String,
    /// Whether the text stays on this device.
    pub is_here: bool,
}

/// The speech functions of the browser.
#[derive(Clone)]
pub struct Speech(JsSpeech);

impl Speech {
    /// Loads the script; `None` if it cannot be loaded.
    pub async fn load() -> Option<Self> {
        script::import(SCRIPT).await.ok().map(Self)
    }

    /// Whether the browser lets pages record.
    pub fn has_microphone(&self) -> bool {
        self.0.has_microphone()
    }

    /// Whether the browser turns speech into text itself.
    pub fn has_recognition(&self) -> bool {
        self.0.has_recognition()
    }

    /// Starts to record. `on_full` is called when the recording is as long as servers accept.
    ///
    /// # Errors
    /// [`VoiceError`].
    pub async fn record(&self, on_full: impl FnMut() + 'static) -> Result<Recorder, VoiceError> {
        let on_full = Closure::<dyn FnMut()>::new(on_full);
        let using = self.0.record(on_full.as_ref()).await.map_err(|error| VoiceError::of(&error))?;
        Ok(Recorder { using: Using::of(using), _on_full: on_full })
    }

    /// Listens with the browser's own recognition. `on_words` gets all words so far, each time they change.
    ///
    /// # Errors
    /// [`VoiceError`].
    pub async fn recognise(
        &self,
        language: &str,
        on_words: impl FnMut(String) + 'static,
    ) -> Result<Recognition, VoiceError> {
        let on_words = Closure::<dyn FnMut(String)>::new(on_words);
        let using = self.0.recognise(language, on_words.as_ref()).await.map_err(|error| VoiceError::of(&error))?;
        Ok(Recognition { using: Using::of(using), _on_words: Rc::new(on_words) })
    }

    /// Prepares the speakers.
    ///
    /// # Errors
    /// [`VoiceError`].
    pub fn player(&self) -> Result<Player, VoiceError> {
        let using = self.0.player().map_err(|_| VoiceError::Unsupported)?;
        Ok(Player(Using::of(using.into())))
    }

    /// The voices of the browser.
    pub async fn voices(&self) -> Vec<BrowserVoice> {
        let all: js_sys::Array = self.0.voices().await.map(JsCast::unchecked_into).unwrap_or_default();
        let voice = |one: JsValue| {
            let one: JsNamed = one.unchecked_into();
            BrowserVoice { name: one.name(), language: one.language(), is_here: one.is_here() }
        };
        all.iter().map(voice).collect()
    }

    /// Reads a text with a voice of the browser; with an empty name, with its own choice for a language. `is_here`: the text
    /// has to stay on this device.
    ///
    /// # Errors
    /// [`VoiceError::NoVoice`] if the voice is missing or is not on this device; other [`VoiceError`]s.
    pub async fn say(&self, text: &str, voice: &str, is_here: bool, language: &str) -> Result<(), VoiceError> {
        self.0.say(text, voice, is_here, language).await.map(drop).map_err(|error| VoiceError::of(&error))
    }

    /// Stops the voice of the browser.
    pub fn hush(&self) {
        self.0.hush();
    }
}

/// Ends a use of the microphone or the speakers when it is dropped.
struct Using(JsUse);

impl Using {
    fn of(using: JsValue) -> Rc<Self> {
        Rc::new(Self(using.unchecked_into()))
    }
}

impl Drop for Using {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// A recording that is being made. Dropping it turns the microphone off.
pub struct Recorder {
    using: Rc<Using>,
    _on_full: Closure<dyn FnMut()>,
}

impl Recorder {
    /// Ends the recording.
    ///
    /// # Errors
    /// [`VoiceError`].
    pub async fn finish(self) -> Result<Recorded, VoiceError> {
        let recorded = self.using.0.finish().await.map_err(|error| VoiceError::of(&error))?;
        let recorded: JsRecorded = recorded.unchecked_into();
        Ok(Recorded { bytes: recorded.bytes(), media_type: recorded.media_type() })
    }
}

/// The browser's own recognition at work. Dropping the last clone ends it.
#[derive(Clone)]
pub struct Recognition {
    using: Rc<Using>,
    _on_words: Rc<Closure<dyn FnMut(String)>>,
}

impl Recognition {
    /// Asks it to end. The last words still come, and then [`ended`](Self::ended) is ready.
    pub async fn finish(&self) {
        let _ = self.using.0.finish().await;
    }

    /// Waits for its end: after [`finish`](Self::finish), after silence, or for a reason.
    ///
    /// # Errors
    /// [`VoiceError`].
    pub async fn ended(&self) -> Result<(), VoiceError> {
        self.using.0.ended().await.map(drop).map_err(|error| VoiceError::of(&error))
    }
}

/// The speakers. Dropping the last clone stops the sound.
#[derive(Clone)]
pub struct Player(Rc<Using>);

impl Player {
    /// Plays a sound to its end.
    ///
    /// # Errors
    /// [`VoiceError::Undecodable`].
    pub async fn play(&self, sound: &Sound) -> Result<(), VoiceError> {
        self.0.0.play(&sound.0).await.map(drop).map_err(|_| VoiceError::Undecodable)
    }
}
