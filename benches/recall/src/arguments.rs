//! The options of the command.

use crate::endpoint::Endpoint;

const USAGE: &str = "\
cargo xtask bench recall [--data FILE] [--preset NAME] [--budget TOKENS] [--ceiling PERCENT] [--vectors FILE] [--save-texts FILE]
                         [--embeddings URL [--embedding-model ID]] [--elsewhere] [--no-speed] [--documents]
  --data FILE        conversations with questions, in the format of LoCoMo (locomo10.json)
  --preset NAME      the settings of the request (default: balanced)
  --budget TOKENS    size of the request (default: 2000)
  --ceiling PERCENT  most of the request that recall may use (default: as shipped)
  --vectors FILE     a JSON object with the vector of each text; measures vectors, too
  --embeddings URL   base URL of a running server that has OpenAI's /embeddings; asks it for the vectors
  --embedding-model ID  its model (default: multilingual-e5-small)
  --elsewhere        all of these vectors are in a store elsewhere, and a question fetches the nearest
  --save-texts FILE  only saves those texts, as a JSON list, for the program that makes the vectors
  --no-speed         leaves out the times at 1,000 to 100,000 messages
  --documents        measures only 500 documents with 100,000 chunks";

pub(crate) struct Arguments {
    pub(crate) data: Option<String>,
    /// The built-in preset; `None`: the default settings.
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
    let (mut base_url, mut model) = (None, "multilingual-e5-small".to_owned());
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
            "--embeddings" => base_url = Some(value()?),
            "--embedding-model" => model = value()?,
            "--save-texts" => arguments.save_texts = Some(value()?),
            "--save-messages" => arguments.save = Some(value()?),
            "--elsewhere" => arguments.elsewhere = true,
            "--documents" => arguments.documents = true,
            "--no-speed" => arguments.speed = false,
            _ => return Err(format!("There is no option {name}.\n{USAGE}")),
        }
    }
    arguments.endpoint = base_url.map(|base_url| Endpoint { base_url, model });
    if arguments.elsewhere && arguments.endpoint.is_none() && arguments.vectors.is_none() {
        return Err(format!("--elsewhere needs --vectors or --embeddings.\n{USAGE}"));
    }
    Ok(arguments)
}
