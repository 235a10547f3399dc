//! Lists of models: their names, and the properties that some servers report. Each server has its own field names.

use super::Protocol;
use serde_json::Value;

/// A model that a server offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedModel {
    /// The name used in a request.
    pub id: String,
    /// Context window in tokens, prompt and reply together, if the server reports it.
    pub context_tokens: Option<u32>,
    /// Whether the model accepts images, if the server reports it.
    pub supports_images: Option<bool>,
    /// Whether the model accepts tools, if the server reports it.
    pub has_tools: Option<bool>,
    /// Size of the weights in bytes, if the server reports it.
    pub bytes: Option<u64>,
    /// Number of parameters in millions, if the server reports it.
    pub million_parameters: Option<u32>,
    /// Who made or serves the model, as the server says: `llamacpp`, `vllm`, `openai`. It reveals which server this is.
    pub owner: Option<String>,
}

impl ListedModel {
    /// A model with only a name.
    pub fn named(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// Merges the properties from a second response. The values of `more` win, except for the owner.
    #[must_use]
    pub fn with(self, more: Self) -> Self {
        Self {
            context_tokens: more.context_tokens.or(self.context_tokens),
            supports_images: more.supports_images.or(self.supports_images),
            has_tools: more.has_tools.or(self.has_tools),
            bytes: more.bytes.or(self.bytes),
            million_parameters: more.million_parameters.or(self.million_parameters),
            owner: self.owner.or(more.owner),
            id: self.id,
        }
    }
}

impl Protocol {
    /// The models of a list, in its order; `None` if the body is not such a list. Models that do not chat (embeddings,
    /// speech, images) are left out where the server reports their type.
    pub fn models(self, body: &[u8]) -> Option<Vec<ListedModel>> {
        let body: Value = serde_json::from_slice(body).ok()?;
        let (list, name) = match self {
            Self::OpenAi | Self::Anthropic => ("data", "id"),
            Self::Ollama => ("models", "name"),
        };
        let models: &[Value] = match self {
            Self::OpenAi => openai_list(&body)?,
            Self::Anthropic | Self::Ollama => body.get(list)?.as_array()?,
        };
        let listed = models.iter().map(|model| Some((is_chat_model(model), listed(model, name)?)));
        let listed: Option<Vec<_>> = listed.collect();
        Some(listed?.into_iter().filter(|(is_chat_model, _)| *is_chat_model).map(|(_, model)| model).collect())
    }
}

/// The models of an OpenAI-compatible server. Together sends the list alone, and Ollama without models `null` for it.
fn openai_list(body: &Value) -> Option<&[Value]> {
    if let Some(alone) = body.as_array().filter(|alone| !alone.is_empty()) {
        return Some(alone);
    }
    let data = body.get("data")?;
    let is_none = data.is_null() && body.get("object").is_some_and(|object| object == "list");
    if is_none { Some(&[]) } else { data.as_array().map(Vec::as_slice) }
}

/// Reads one model from Ollama's `/api/show`.
pub fn shown(id: &str, body: &[u8]) -> Option<ListedModel> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let can = |what: &str| {
        let all = body.get("capabilities")?.as_array()?;
        Some(all.iter().any(|one| one.as_str() == Some(what)))
    };
    let info = body.get("model_info").and_then(Value::as_object);
    let context = info.into_iter().flatten().find(|(name, _)| name.ends_with(".context_length"));
    Some(ListedModel {
        context_tokens: context.and_then(|(_, value)| number(value)),
        supports_images: can("vision"),
        has_tools: can("tools"),
        ..ListedModel::named(id)
    })
}

/// The context size that llama.cpp was started with, from its `/props`.
pub fn llama_context(body: &[u8]) -> Option<u32> {
    let body: Value = serde_json::from_slice(body).ok()?;
    number(body.get("default_generation_settings")?.get("n_ctx")?)
}

fn listed(model: &Value, name: &str) -> Option<ListedModel> {
    Some(ListedModel {
        id: model.get(name)?.as_str()?.to_owned(),
        context_tokens: context(model),
        supports_images: supports_images(model),
        has_tools: has_tools(model),
        bytes: bytes(model),
        million_parameters: million_parameters(model),
        owner: model.get("owned_by").and_then(Value::as_str).map(str::to_owned),
    })
}

/// The context in force. Some servers also report the context the model could have.
fn context(model: &Value) -> Option<u32> {
    let places = [
        // LM Studio, for a loaded model.
        "/loaded_context_length",
        // llama.cpp; the context of the training says nothing about the one the server was started with.
        "/meta/n_ctx",
        // vLLM.
        "/max_model_len",
        // OpenRouter: first that of the endpoint that answers, then the model's.
        "/top_provider/context_length",
        "/context_length",
        // Groq.
        "/context_window",
        // Mistral, LM Studio.
        "/max_context_length",
        // Anthropic.
        "/max_input_tokens",
    ];
    places.iter().find_map(|place| number(model.pointer(place)?))
}

/// Size of the weights. Ollama says what it stores, which is a short reference for a model that runs elsewhere.
fn bytes(model: &Value) -> Option<u64> {
    let size = model.get("size").or_else(|| model.pointer("/meta/size"))?.as_u64();
    size.filter(|size| *size >= 1 << 20)
}

/// Number of parameters: a text such as `3.2B` or `135M` of Ollama, a number of llama.cpp.
fn million_parameters(model: &Value) -> Option<u32> {
    let millions = match model.pointer("/details/parameter_size").and_then(Value::as_str) {
        Some(text) => {
            let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
            let unit = match unit {
                "M" => 1.0,
                "B" => 1e3,
                "T" => 1e6,
                _ => return None,
            };
            number.parse::<f64>().ok()? * unit
        }
        None => model.pointer("/meta/n_params")?.as_f64()? / 1e6,
    };
    let millions = millions.round();
    (1.0..=f64::from(u32::MAX)).contains(&millions).then_some(millions as u32)
}

fn supports_images(model: &Value) -> Option<bool> {
    let modalities = model.pointer("/architecture/input_modalities").and_then(Value::as_array);
    let listed = modalities.map(|all| all.iter().any(|one| one == "image"));
    let stated = model.pointer("/capabilities/vision").and_then(Value::as_bool);
    let kind = model.get("type").and_then(Value::as_str);
    let kind = kind.and_then(|kind| match kind {
        "vlm" => Some(true),
        "llm" => Some(false),
        _ => None,
    });
    listed.or(stated).or(kind)
}

fn has_tools(model: &Value) -> Option<bool> {
    let parameters = model.get("supported_parameters").and_then(Value::as_array);
    let listed = parameters.map(|all| all.iter().any(|one| one == "tools"));
    let stated = model.pointer("/capabilities/function_calling").and_then(Value::as_bool);
    let capable = model.get("capabilities").and_then(Value::as_array);
    let capable = capable.map(|all| all.iter().any(|one| one == "tool_use" || one == "tools"));
    listed.or(stated).or(capable)
}

/// Whether a model can chat, as far as the server reports its purpose.
fn is_chat_model(model: &Value) -> bool {
    let kind = model.get("type").and_then(Value::as_str);
    let stated = model.pointer("/capabilities/completion_chat").and_then(Value::as_bool);
    !matches!(kind, Some("embeddings" | "embedding" | "rerank" | "image" | "audio")) && stated != Some(false)
}

fn number(value: &Value) -> Option<u32> {
    let number = value.as_u64().or_else(|| value.as_f64().map(|number| number as u64))?;
    u32::try_from(number).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(protocol: Protocol, model: &str) -> ListedModel {
        let (list, name) = if protocol == Protocol::Ollama { ("models", "name") } else { ("data", "id") };
        let body = format!(r#"{{"{list}":[{{"{name}":"m",{model}}}]}}"#);
        protocol.models(body.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn what_each_server_tells_is_read() {
        for (server, model, context, supports_images, has_tools) in [
            ("OpenAI", r#""object":"model","owned_by":"openai""#, None, None, None),
            ("vLLM", r#""owned_by":"vllm","max_model_len":32768"#, Some(32_768), None, None),
            (
                "llama.cpp",
                r#""owned_by":"llamacpp","meta":{"n_ctx_train":131072,"n_ctx":4096}"#,
                Some(4_096),
                None,
                None,
            ),
            ("old llama.cpp", r#""owned_by":"llamacpp","meta":{"n_ctx_train":131072}"#, None, None, None),
            (
                "LM Studio",
                r#""type":"vlm","max_context_length":131072,"loaded_context_length":8192,"capabilities":["tool_use"]"#,
                Some(8_192),
                Some(true),
                Some(true),
            ),
            (
                "OpenRouter",
                r#""context_length":200000,"architecture":{"input_modalities":["text","image"]},"supported_parameters":["tools"]"#,
                Some(200_000),
                Some(true),
                Some(true),
            ),
            (
                "Mistral",
                r#""max_context_length":131072,"capabilities":{"completion_chat":true,"vision":false,"function_calling":true}"#,
                Some(131_072),
                Some(false),
                Some(true),
            ),
            ("Groq", r#""context_window":131072"#, Some(131_072), None, None),
            ("odd numbers", r#""context_length":0,"context_window":"many""#, None, None, None),
        ] {
            let found = one(Protocol::OpenAi, model);
            assert_eq!(
                (found.context_tokens, found.supports_images, found.has_tools),
                (context, supports_images, has_tools),
                "{server}"
            );
        }
    }

    #[test]
    fn the_size_of_a_model_and_the_number_of_its_parameters_are_read_where_a_server_says_them() {
        for (server, protocol, model, bytes, millions) in [
            (
                "Ollama",
                Protocol::Ollama,
                r#""size":2019393189,"details":{"parameter_size":"3.2B"}"#,
                Some(2_019_393_189),
                Some(3_200),
            ),
            (
                "a small one",
                Protocol::Ollama,
                r#""size":91739413,"details":{"parameter_size":"134.52M"}"#,
                Some(91_739_413),
                Some(135),
            ),
            (
                "one elsewhere",
                Protocol::Ollama,
                r#""size":384,"details":{"parameter_size":"116.8B"}"#,
                None,
                Some(116_800),
            ),
            (
                "llama.cpp",
                Protocol::OpenAi,
                r#""meta":{"size":4912898304,"n_params":8030261312}"#,
                Some(4_912_898_304),
                Some(8_030),
            ),
            ("nothing", Protocol::Ollama, r#""details":{"parameter_size":""}"#, None, None),
            ("odd", Protocol::Ollama, r#""size":"large","details":{"parameter_size":"8x7B"}"#, None, None),
            ("odd", Protocol::Ollama, r#""size":-1,"details":{"parameter_size":"много"}"#, None, None),
            ("odd", Protocol::OpenAi, r#""meta":{"n_params":-5}"#, None, None),
            ("odd", Protocol::OpenAi, r#""meta":{"n_params":1e300}"#, None, None),
        ] {
            let found = one(protocol, model);
            assert_eq!((found.bytes, found.million_parameters), (bytes, millions), "{server}: {model}");
        }
    }

    #[test]
    fn models_that_do_not_talk_are_left_out() {
        let body = br#"{"data":[{"id":"a","type":"embeddings"},{"id":"b","type":"llm"},
            {"id":"c","capabilities":{"completion_chat":false}}]}"#;
        let ids: Vec<_> = Protocol::OpenAi.models(body).unwrap().into_iter().map(|model| model.id).collect();
        assert_eq!(ids, ["b"]);
    }

    #[test]
    fn other_forms_of_openais_list_are_read() {
        let ids = |protocol: Protocol, body: &str| {
            let models = protocol.models(body.as_bytes())?;
            Some(models.into_iter().map(|model| model.id).collect::<Vec<_>>())
        };
        let alone = r#"[{"id":"a","object":"model","type":"chat"},{"id":"b","type":"embedding"}]"#;
        assert_eq!(ids(Protocol::OpenAi, alone), Some(vec!["a".to_owned()]));
        let none = r#"{"object":"list","data":null}"#;
        assert_eq!(ids(Protocol::OpenAi, none), Some(Vec::new()));
        for wrong in ["[]", "[7]", r#"{"data":null}"#, r#"{"object":"error","data":null}"#, r#"{"object":"list"}"#] {
            assert_eq!(ids(Protocol::OpenAi, wrong), None, "{wrong}");
        }
        for other in [alone, none] {
            assert_eq!(ids(Protocol::Anthropic, other), None, "{other}");
        }
    }

    #[test]
    fn a_later_answer_wins_field_by_field_and_takes_nothing_away() {
        let listed = ListedModel {
            context_tokens: Some(8_192),
            supports_images: Some(true),
            has_tools: Some(true),
            bytes: Some(2_019_393_189),
            million_parameters: Some(3_200),
            owner: Some("library".to_owned()),
            ..ListedModel::named("m")
        };
        assert_eq!(listed.clone().with(ListedModel::named("m:latest")), listed, "a poorer one");
        let more = ListedModel {
            context_tokens: Some(4_096),
            has_tools: Some(false),
            owner: Some("other".to_owned()),
            ..ListedModel::named("m:latest")
        };
        let known = listed.clone().with(more);
        assert_eq!(known, ListedModel { context_tokens: Some(4_096), has_tools: Some(false), ..listed });
    }

    #[test]
    fn ollama_and_llama_cpp_tell_more_when_they_are_asked() {
        let body = br#"{"capabilities":["completion","vision"],"model_info":{"general.architecture":"gemma3","gemma3.context_length":131072}}"#;
        let found = ListedModel::named("gemma3").with(shown("gemma3", body).unwrap());
        assert_eq!(
            (found.context_tokens, found.supports_images, found.has_tools),
            (Some(131_072), Some(true), Some(false))
        );
        assert_eq!(llama_context(br#"{"default_generation_settings":{"n_ctx":4096}}"#), Some(4_096));
        assert_eq!(llama_context(b"{}"), None);
        assert_eq!(shown("x", b"<html>"), None);
    }
}
