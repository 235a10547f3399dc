//! Small models that the page can run besides the built-in one, by address. Sizes are approximate, as given by their
//! authors. Only verified checksums belong here; without one, the checksum of the first download is recorded.

/// A model in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogueModel {
    /// Display name.
    pub name: &'static str,
    /// Address of the weights, a GGUF file.
    pub url: &'static str,
    /// Approximate download size, in megabytes of 1,048,576 bytes.
    pub megabytes: u32,
    /// Approximate memory use while running, in megabytes.
    pub memory_megabytes: u32,
    /// Its licence.
    pub licence: &'static str,
    /// SHA-256 in lower-case hex, if known.
    pub sha256: Option<&'static str>,
}

macro_rules! models {
    ($($name:literal, $megabytes:literal, $memory:literal, $licence:literal, $url:literal;)*) => {
        /// All models, smallest first.
        pub const CATALOGUE: &[CatalogueModel] = &[$(CatalogueModel {
            name: $name, url: $url, megabytes: $megabytes, memory_megabytes: $memory, licence: $licence, sha256: None,
        },)*];
    };
}

models! {
    "SmolLM2 360M Instruct", 369, 700, "Apache 2.0",
        "https://huggingface.co/ngxson/SmolLM2-360M-Instruct-Q8_0-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf";
    "Qwen2.5 0.5B Instruct", 644, 1_000, "Apache 2.0",
        "https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q8_0.gguf";
    "Llama 3.2 1B Instruct", 770, 1_300, "Llama 3.2 Community",
        "https://huggingface.co/hugging-quants/Llama-3.2-1B-Instruct-Q4_K_M-GGUF/resolve/main/llama-3.2-1b-instruct-q4_k_m.gguf";
    "Qwen2.5 1.5B Instruct", 1_066, 1_700, "Apache 2.0",
        "https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf";
}

/// The name for weights at an address: the known model's, or the file name without its extension.
pub fn name_of(url: &str) -> String {
    if let Some(known) = CATALOGUE.iter().find(|known| known.url == url) {
        return known.name.to_owned();
    }
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".gguf").unwrap_or(file).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_whole() {
        for model in CATALOGUE {
            assert!(model.url.starts_with("https://") && model.url.ends_with(".gguf"), "{}", model.name);
            assert!(model.memory_megabytes > model.megabytes && !model.licence.is_empty(), "{}", model.name);
            assert!(model.sha256.is_none_or(|hash| hash.len() == 64), "{}", model.name);
            assert_eq!(name_of(model.url), model.name);
        }
        assert_eq!(name_of("http://127.0.0.1:9/models/Some-Model.Q4_1.gguf?download=true"), "Some-Model.Q4_1");
        assert_eq!(name_of(""), "");
    }
}
