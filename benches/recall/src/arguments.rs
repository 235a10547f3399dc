//! The options of the command.

use crate::endpoint::Endpoint;

const USAGE: &str = "\
cargo xtask bench recall [--data FILE] [--embeddings URL|in-page|none] [--budget TOKENS] [--preset NAME] [--ceiling PERCENT]
                         [--embedding-model ID] [--vectors FILE] [--save-texts FILE] [--elsewhere] [--no-speed] [--documents]
  --data FILE        conversations with questions, in the format of LoCoMo (locomo10.json)
  --embeddings none  measures words alone, as without this option
  --embeddings in-page  measures vectors, too: those of the model that the page ships, run by the page's engine in headless
                     Chromium. They are kept, so only the first run takes minutes
  --embeddings URL   those of a running server that has OpenAI's /embeddings, by its base URL
  --embedding-model ID  its model (default: multilingual-e5-small)
  --vectors FILE     those of a file: a JSON object with the vector of each text
  --save-texts FILE  only saves these texts, as a JSON list, for the program that makes the vectors
  --elsewhere        all of the vectors are in a store elsewhere, and a question fetches the nearest
  --preset NAME      measures with the settings of one built-in preset (default: with the default ones, then with hybrid)
  --budget TOKENS    size of the request (default: 2000)
  --ceiling PERCENT  most of the request that recall may use (default: as shipped)
  --no-speed         leaves out the times at 1,000 to 100,000 messages
  --documents        measures only 500 documents with 100,000 chunks";
/// The model of a server, unless another is named.
const MODEL: &str = "multilingual-e5-small";

pub(crate) struct Arguments {
    pub(crate) data: Option<String>,
    /// The built-in preset; `None`: the default settings, then `hybrid`.
    pub(crate) preset: Option<String>,
    pub(crate) budget: u32,
    /// The ceiling of the layer of recall, in percent; `None`: as shipped.
    pub(crate) ceiling: Option<u32>,
    pub(crate) speed: bool,
    /// Whether only documents are measured.
    pub(crate) documents: bool,
    /// Where the vectors of the texts are.
    pub(crate) vectors: Option<String>,
    /// The server that makes them.
    pub(crate) endpoint: Option<Endpoint>,
    /// Whether they are in a store elsewhere.
    pub(crate) elsewhere: bool,
    /// Where to save the texts that vectors are needed for.
    pub(crate) save_texts: Option<String>,
    /// Where to save the messages of the largest size, for other programs.
    pub(crate) save: Option<String>,
}

pub(crate) fn read(mut given: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        data: None,
        preset: None,
        budget: 2_000,
        ceiling: None,
        speed: true,
        documents: false,
        vectors: None,
        endpoint: None,
        elsewhere: false,
        save_texts: None,
        save: None,
    };
    let (mut embeddings, mut model) = (None, None);
    while let Some(argument) = given.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        let mut value = || value.clone().or_else(|| given.next()).ok_or(format!("{name} needs a value.\n{USAGE}"));
        match name.as_str() {
            "--data" => arguments.data = Some(value()?),
            "--preset" => arguments.preset = Some(value()?),
            "--budget" => {
                let value = value()?;
                arguments.budget = value.parse().map_err(|_| format!("\"{value}\" is not a number of tokens."))?;
            }
            "--ceiling" => {
                let value = value()?;
                arguments.ceiling = Some(value.parse().map_err(|_| format!("\"{value}\" is not a share in percent."))?);
            }
            "--vectors" => arguments.vectors = Some(value()?),
            "--embeddings" => embeddings = Some(value()?),
            "--embedding-model" => model = Some(value()?),
            "--save-texts" => arguments.save_texts = Some(value()?),
            "--save-messages" => arguments.save = Some(value()?),
            "--elsewhere" => arguments.elsewhere = true,
            "--documents" => arguments.documents = true,
            "--no-speed" => arguments.speed = false,
            _ => return Err(format!("There is no option {name}.\n{USAGE}")),
        }
    }
    if arguments.vectors.is_some() && embeddings.is_some() {
        return Err(format!("--vectors and --embeddings both name the vectors: leave out one of them.\n{USAGE}"));
    }
    arguments.endpoint = endpoint(embeddings, model)?;
    if arguments.elsewhere && arguments.endpoint.is_none() && arguments.vectors.is_none() {
        return Err(format!("--elsewhere needs vectors: name them with --embeddings or --vectors.\n{USAGE}"));
    }
    Ok(arguments)
}

/// The server that makes the vectors, if one does.
fn endpoint(embeddings: Option<String>, model: Option<String>) -> Result<Option<Endpoint>, String> {
    match embeddings {
        Some(base_url) if base_url.starts_with("http://") => {
            Ok(Some(Endpoint { base_url, model: model.unwrap_or_else(|| MODEL.to_owned()) }))
        }
        Some(embeddings) if embeddings == "in-page" => Err(format!(
            "The model of the page runs in a browser, which this program does not start. \
             `cargo xtask bench recall --embeddings in-page` does.\n{USAGE}"
        )),
        Some(embeddings) if embeddings != "none" => Err(format!(
            "\"{embeddings}\" has no vectors: --embeddings needs none, in-page, or the base URL of a server, which begins \
             with http://.\n{USAGE}"
        )),
        _ if model.is_some() => {
            Err(format!("--embedding-model is the model of a server: name the server with --embeddings URL.\n{USAGE}"))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(text: &str) -> Result<Arguments, String> {
        read(text.split_whitespace().map(str::to_owned))
    }

    fn refusal(text: &str) -> String {
        read_words(text).err().unwrap_or_default()
    }

    #[test]
    fn without_an_embedder_words_are_measured_alone() {
        for text in ["", "--embeddings none", "--embeddings=none --budget 4000"] {
            let arguments = read_words(text).unwrap();
            assert!(arguments.endpoint.is_none() && arguments.vectors.is_none(), "{text}");
        }
    }

    #[test]
    fn a_url_is_that_of_a_server_with_a_model() {
        let endpoint = |text: &str| read_words(text).unwrap().endpoint.map(|one| (one.base_url, one.model)).unwrap();
        let url = "http://127.0.0.1:11434/v1".to_owned();
        assert_eq!(endpoint("--embeddings http://127.0.0.1:11434/v1"), (url.clone(), MODEL.to_owned()));
        let named = "--embedding-model nomic --embeddings=http://127.0.0.1:11434/v1";
        assert_eq!(endpoint(named), (url, "nomic".to_owned()));
    }

    #[test]
    fn what_has_no_vectors_is_refused_with_what_has() {
        for text in ["--embeddings words", "--embeddings=", "--embeddings https://example.org/v1"] {
            assert!(refusal(text).contains("needs none, in-page, or the base URL of a server"), "{text}");
        }
        assert!(refusal("--embeddings in-page").contains("`cargo xtask bench recall --embeddings in-page` does"));
        assert!(refusal("--embeddings").starts_with("--embeddings needs a value."));
    }

    #[test]
    fn options_without_what_they_are_for_are_refused() {
        for text in ["--embedding-model x", "--embedding-model x --embeddings none", "--vectors a --embedding-model x"]
        {
            assert!(refusal(text).starts_with("--embedding-model is the model of a server"), "{text}");
        }
        for text in ["--elsewhere", "--elsewhere --embeddings none"] {
            assert!(refusal(text).starts_with("--elsewhere needs vectors"), "{text}");
        }
        for text in ["--vectors a --embeddings http://a/v1", "--vectors a --embeddings none"] {
            assert!(refusal(text).starts_with("--vectors and --embeddings"), "{text}");
        }
    }
}
